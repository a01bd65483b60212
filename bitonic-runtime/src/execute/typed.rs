//! Runs of typed kernels: all arguments are given at once, in order, and the compiler looks
//! at each. What fits where is in `fits`; from then on they are runs like any other.

use bitonic_dsl::types::{HostShareable, Value as ShaderValue};
use bitonic_dsl::{
    Argument, Channel, In, Out, Param, Read, ReadWrite, Sampler, StorageTexture, Supports, Texture,
    TextureShape, Uniform, Untyped, WriteOnly,
};

use super::fits::Fits;
use super::given::Given;
use super::run::Run;
use crate::device::Gpu;
use crate::error::Error;
use crate::plan::Value;

mod sealed {
    use super::{Error, Gpu, Supply};

    /// How what is given for an argument reaches the kernel.
    pub trait Supplies {
        type Given<'a>;
        fn supply(gpu: &Gpu, given: Self::Given<'_>) -> Result<Supply, Error>;
    }
}

/// What is given for one argument.
#[allow(clippy::large_enum_variant, reason = "each is passed on at once")]
pub enum Supply {
    /// It is bound.
    Bound(Box<Given>),
    /// It is a parameter.
    Value(Value),
}

/// The signature of a [`Run`] that has all its arguments.
///
/// It borrows nothing: `.dispatch(y.len())` may follow `.bind(&x, &mut y)`.
///
/// ```
/// use bitonic_dsl::{Kernel, Out, Param};
/// use bitonic_runtime::{Buffer, Gpu, Run, Supplied};
///
/// type Fill = Kernel<(Out<[u32]>, Param<u32>)>;
///
/// /// A run that the caller starts, as large as it likes.
/// fn fill(gpu: &Gpu, kernel: &Fill, data: &mut Buffer<u32>) -> Run<Supplied> {
///     gpu.run(kernel).bind(data, 7)
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Supplied {}

/// The signature of a [`Run`] that can be started: of a kernel whose arguments are given by
/// name, or of a typed one that was given all of them.
///
/// ```
/// use bitonic_runtime::{Error, Run, Startable};
///
/// fn start<A: Startable>(run: Run<A>) -> Result<(), Error> {
///     run.dispatch(64)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the kernel was not given its arguments yet",
    label = "nothing is bound",
    note = "call `.bind(..)` first: it takes all arguments of the kernel, in their order"
)]
pub trait Startable {}

#[diagnostic::do_not_recommend]
impl Startable for Untyped {}
#[diagnostic::do_not_recommend]
impl Startable for Supplied {}
#[diagnostic::do_not_recommend]
impl Startable for () {}

/// The signature of a [`Run`] whose arguments are given by name: [`Untyped`].
///
/// ```
/// use bitonic_runtime::{ByName, Run};
///
/// fn with_seed<A: ByName>(run: Run<A>) -> Run<A> {
///     run.set("seed", 7u32)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the arguments of a typed kernel are not given by name",
    label = "by name",
    note = "`.bind(..)` takes all arguments of a typed kernel at once, in their order: `gpu.run(&kernel).bind(&x, &mut y, 2.0)`",
    note = "to give them by name: `gpu.run(kernel.untyped())`"
)]
pub trait ByName {}

#[diagnostic::do_not_recommend]
impl ByName for Untyped {}

/// An argument of a kernel for which something can be given.
///
/// | argument | what [`Run::bind`] takes |
/// | --- | --- |
/// | `In<[T]>`, `In<S>` | `&Buffer<T>`, `&StructBuffer<S>` |
/// | `Out<[T]>`, `Out<S>` | `&mut Buffer<T>`, `&mut StructBuffer<S>` |
/// | `Param<T>` | `T` |
/// | `Uniform<T>` | `&T` |
/// | a texture, a storage texture that is read | `&Texture<F>` |
/// | a storage texture that is written | `&mut Texture<F>` |
/// | `Sampler` | `&Sampler` |
///
/// [`Fits`] says what else may stand there.
///
/// ```
/// use bitonic_dsl::*;
/// use bitonic_runtime::{Error, Gpu, plan::Sampling};
///
/// type Blur = Kernel<(
///     Texture2d<f32>,
///     Sampler,
///     StorageTexture2d<Rgba8Unorm, WriteOnly>,
///     Param<f32>,
/// )>;
///
/// fn blur(
///     gpu: &Gpu,
///     kernel: &Blur,
///     photo: &bitonic_runtime::Texture<Rgba8Unorm>,
/// ) -> Result<(), Error> {
///     let smooth = gpu.sampler(Sampling::LINEAR)?;
///     let mut blurred = gpu.zeroed_texture::<Rgba8Unorm>([64, 64])?;
///     gpu.run(kernel).bind(photo, &smooth, &mut blurred, 2.0).workgroups([8, 8, 1])
/// }
/// ```
pub trait BindArgument: Argument + sealed::Supplies {}

/// An argument of which a reference to what `Fits` is given.
macro_rules! bound {
    ($(impl[$($generics:tt)*] $argument:ty => $reference:ty;)*) => {$(
        impl<$($generics)*> sealed::Supplies for $argument
        where
            $argument: Argument,
        {
            type Given<'a> = $reference;

            fn supply(_: &Gpu, given: Self::Given<'_>) -> Result<Supply, Error> {
                Ok(Supply::Bound(Box::new(given.given())))
            }
        }

        impl<$($generics)*> BindArgument for $argument where $argument: Argument {}
    )*};
}

bound! {
    impl[T: ?Sized + 'static] In<T> => &'a dyn Fits<T>;
    impl[T: ?Sized + 'static] Out<T> => &'a mut dyn Fits<T>;
    impl[D: TextureShape, S: Channel] Texture<D, S> => &'a dyn Fits<Texture<D, S>>;
    impl[D: TextureShape, F: Supports<Read>] StorageTexture<D, F, Read>
        => &'a dyn Fits<StorageTexture<D, F, Read>>;
    impl[D: TextureShape, F: Supports<WriteOnly>] StorageTexture<D, F, WriteOnly>
        => &'a mut dyn Fits<StorageTexture<D, F, WriteOnly>>;
    impl[D: TextureShape, F: Supports<ReadWrite>] StorageTexture<D, F, ReadWrite>
        => &'a mut dyn Fits<StorageTexture<D, F, ReadWrite>>;
    impl[] Sampler => &'a dyn Fits<Sampler>;
}

impl<T: ShaderValue + HostShareable> sealed::Supplies for Uniform<T> {
    type Given<'a> = &'a T;

    fn supply(gpu: &Gpu, given: &T) -> Result<Supply, Error> {
        Given::uniform(gpu, given).map(|given| Supply::Bound(Box::new(given)))
    }
}

impl<T: ShaderValue + HostShareable> BindArgument for Uniform<T> {}

impl<T: ShaderValue + HostShareable> sealed::Supplies for Param<T> {
    type Given<'a> = T;

    fn supply(_: &Gpu, given: T) -> Result<Supply, Error> {
        Ok(Supply::Value(Value::of(&given)))
    }
}

impl<T: ShaderValue + HostShareable> BindArgument for Param<T> {}

// The method's name stands in each row, so that the compiler shows the row.
macro_rules! signatures {
    ($($bind:ident($($argument:ident $given:ident),*);)*) => {$(
        impl<$($argument: BindArgument),*> Run<($($argument,)*)> {
            /// Gives all arguments at once, in the order in which the kernel declares them:
            /// [`BindArgument`] says what is given for which.
            #[allow(clippy::too_many_arguments, reason = "as many as the kernel has")]
            pub fn $bind(self, $($given: $argument::Given<'_>),*) -> Run<Supplied> {
                let supplies = vec![$($argument::supply(self.gpu(), $given)),*];
                self.supplied(supplies)
            }
        }
    )*};
}

signatures! {
    bind();
    bind(A a);
    bind(A a, B b);
    bind(A a, B b, C c);
    bind(A a, B b, C c, D d);
    bind(A a, B b, C c, D d, E e);
    bind(A a, B b, C c, D d, E e, F f);
    bind(A a, B b, C c, D d, E e, F f, G g);
    bind(A a, B b, C c, D d, E e, F f, G g, H h);
    bind(A a, B b, C c, D d, E e, F f, G g, H h, I i);
    bind(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j);
    bind(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k);
    bind(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l);
    bind(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m);
    bind(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m, N n);
    bind(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m, N n, O o);
    bind(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m, N n, O o, P p);
}
