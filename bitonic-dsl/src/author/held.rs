//! Functions that are made once for each thread, also generic ones.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::function::Function;

thread_local! {
    /// By the type of what makes them.
    static HELD: RefCell<HashMap<TypeId, Rc<dyn Any>>> = RefCell::default();
}

impl<A: 'static, R: 'static> Function<A, R> {
    /// The function that `make` makes, made when it is first asked for on this thread and
    /// held from then on: however many kernels call it, it is traced once.
    ///
    /// `make` is the name of a Rust function, or a closure that captures nothing: the compiler
    /// refuses another. Of a generic one, each instance is held by itself.
    ///
    /// ```
    /// use bitonic_dsl::{Fn, Function, IntoNode, Node, types::Numeric};
    ///
    /// /// `x * x`, for numbers and vectors of them.
    /// #[track_caller]
    /// pub fn square<T: Numeric>(x: impl IntoNode<T>) -> Node<T> {
    ///     fn make<T: Numeric>() -> Function<(T,), Node<T>> {
    ///         Fn("square", ["x"], |x: Node<T>| x * x)
    ///     }
    ///     Function::held(make::<T>).call(x.into_node())
    /// }
    /// ```
    pub fn held<M>(make: M) -> Rc<Function<A, R>>
    where
        M: FnOnce() -> Function<A, R> + 'static,
    {
        const {
            assert!(
                size_of::<M>() == 0,
                "what makes a held function captures nothing"
            )
        };
        let key = TypeId::of::<M>();
        let known = HELD.with_borrow(|held| held.get(&key).cloned());
        if let Some(known) = known.and_then(|known| known.downcast().ok()) {
            return known;
        }
        let made = Rc::new(make());
        HELD.with_borrow_mut(|held| held.insert(key, Rc::clone(&made) as Rc<dyn Any>));
        made
    }
}
