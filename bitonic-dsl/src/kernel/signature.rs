//! Kernels whose type says what they take: the markers of arguments, the tuples of them,
//! and the way from one kind of kernel to the other. What a marker stands for, and whether
//! a kernel agrees, is in `described`.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use super::described::{self, Description};
use super::{Inner, Kernel};
use crate::diagnostic::SourceLocation;
use crate::error::Error;
use crate::types::{HostShareable, Type, Value};

pub(crate) mod sealed {
    use super::{Description, Kernel, Signature};

    /// How a kernel of this signature is held.
    pub trait Hold: Sized {
        type Held: Clone + Send + Sync;
        fn hold(kernel: Kernel) -> Kernel<Self>
        where
            Self: Signature;
        fn untyped(kernel: &Kernel<Self>) -> &Kernel
        where
            Self: Signature;
    }

    /// What an argument stands for.
    pub trait Described {
        fn description() -> Description;
    }

    /// What a list of arguments stands for.
    pub trait Listed {
        fn descriptions() -> Vec<Description>;
    }
}

/// What the type of a [`Kernel`] says of its arguments: nothing, [`Untyped`], or all, in a
/// tuple ([`Arguments`]).
///
/// ```
/// use bitonic_dsl::*;
///
/// /// Takes kernels of both kinds.
/// fn lines<A: Signature>(kernel: &Kernel<A>) -> Result<usize, Error> {
///     Ok(kernel.untyped().wgsl(Dialect::Naga)?.lines().count())
/// }
///
/// let nothing = kernel("nothing").build(|_| ())?;
/// assert_eq!(lines(&nothing)?, lines(&nothing.typed::<()>()?)?);
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of a kernel's arguments",
    label = "not a tuple of arguments",
    note = "a kernel's arguments are a tuple, also where there is one: `Kernel<(In<[f32]>, Out<[f32]>, Param<f32>)>`, `Kernel<(Out<[u32]>,)>`",
    note = "an argument is `In<[T]>`, `Out<[T]>`, `Uniform<T>`, `Param<T>`, a texture or a `Sampler`; there are at most 16"
)]
pub trait Signature: sealed::Hold + 'static {}

/// A list of a kernel's arguments in the order in which the kernel declares them, bindings
/// and parameters together: a tuple of up to 16 [`Argument`]s.
///
/// ```
/// use bitonic_dsl::*;
///
/// /// Builds a kernel and gives it its type.
/// fn typed<A: Arguments>(body: impl FnOnce(&KernelScope)) -> Result<Kernel<A>, Error> {
///     kernel("typed").build(body)?.typed()
/// }
///
/// let clear = typed::<(Out<[u32]>,)>(|k| {
///     k.storage_mut::<u32>("data").element(instance_index()).assign(0);
/// })?;
/// assert_eq!(clear.signature(), "(Out<[u32]>,)");
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of a kernel's arguments",
    label = "not a tuple of arguments",
    note = "a kernel's arguments are a tuple, also where there is one: `(In<[f32]>, Out<[f32]>, Param<f32>)`, `(Out<[u32]>,)`",
    note = "an argument is `In<[T]>`, `Out<[T]>`, `Uniform<T>`, `Param<T>`, a texture or a `Sampler`; there are at most 16"
)]
pub trait Arguments: Signature + sealed::Hold<Held = Kernel> + sealed::Listed {}

/// One argument of a kernel, as its type says it.
///
/// | argument | what the kernel declares |
/// | --- | --- |
/// | [`In<[T]>`](In), [`Out<[T]>`](Out) | `k.storage::<T>(..)`, `k.storage_mut::<T>(..)` |
/// | `In<S>`, `Out<S>` | `k.storage_struct::<S>(..)`, `k.storage_struct_mut::<S>(..)` |
/// | [`Param<T>`](Param) | `k.param::<T>(..)` |
/// | [`Uniform<T>`](crate::Uniform) | `k.uniform::<T>(..)` |
/// | [`Texture2d<f32>`](crate::Texture2d) and its siblings | `k.texture_2d::<f32>(..)` .. |
/// | [`StorageTexture2d<F, A>`](crate::StorageTexture2d) and its siblings | `k.storage_texture_2d::<F, A>(..)` .. |
/// | [`Sampler`](crate::Sampler) | `k.sampler(..)` |
///
/// ```
/// use bitonic_dsl::*;
///
/// type Blur = Kernel<(Texture2d<f32>, Sampler, StorageTexture2d<Rgba8Unorm, WriteOnly>)>;
///
/// let blur = kernel("blur").workgroup_size([8, 8]).build(|k| {
///     let from = k.texture_2d::<f32>("from");
///     let smooth = k.sampler("smooth");
///     let to = k.storage_texture_2d::<Rgba8Unorm, WriteOnly>("to");
///     let at = global_invocation_id().xy();
///     let position = (at.to_f32() + 0.5) / to.dimensions().to_f32();
///     to.store(at, from.sample_level(smooth, position, 1.0));
/// })?;
/// let blur: Blur = blur.typed()?;
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no argument of a kernel",
    label = "not an argument of a kernel",
    note = "a buffer of `T` is `In<[T]>` where it is read and `Out<[T]>` where it is written, in brackets; atomics are written; a value given with each dispatch is `Param<T>`; the others are `Uniform<T>`, textures and `Sampler`",
    note = "a generic type in a buffer has the bounds `T: Value + HostShareable`, or `T: Scalar`"
)]
pub trait Argument: sealed::Described + 'static {}

/// The signature of a kernel whose type says nothing of its arguments: they are given by
/// name. `Kernel` alone means `Kernel<Untyped>`.
///
/// ```
/// use bitonic_dsl::*;
///
/// let nothing: Kernel<Untyped> = kernel("nothing").build(|_| ())?;
/// let same: Kernel = nothing;
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Untyped {}

/// An argument that is read: a storage buffer of `T`s, `In<[T]>`, or of one structure that
/// ends in an array of run-time length, `In<S>`.
///
/// ```
/// use bitonic_dsl::*;
///
/// #[kernel]
/// fn copy(from: &[f32], to: &mut [f32]) {
///     to[instance_index()] = from[instance_index()];
/// }
///
/// let copy: Kernel<(In<[f32]>, Out<[f32]>)> = copy()?;
/// # Ok::<(), Error>(())
/// ```
pub struct In<T: ?Sized>(PhantomData<fn() -> T>);

/// An argument that is read and written: a storage buffer of `T`s, `Out<[T]>`, or of one
/// structure that ends in an array of run-time length, `Out<S>`.
///
/// ```
/// use bitonic_dsl::*;
///
/// #[derive(ShaderType)]
/// struct Samples {
///     shift: f32,
///     items: Vec<f32>,
/// }
///
/// let shift = kernel("shift").build(|k| {
///     let samples = k.storage_struct_mut::<Samples>("samples").fields();
///     samples.items.element(instance_index()).add_assign(samples.shift.load());
/// })?;
/// let shift = shift.typed::<(Out<Samples>,)>()?;
/// # Ok::<(), Error>(())
/// ```
pub struct Out<T: ?Sized>(PhantomData<fn() -> T>);

/// An argument that is a value given with each dispatch.
///
/// ```
/// use bitonic_dsl::*;
///
/// #[kernel]
/// fn fill(data: &mut [u32], value: u32) {
///     data[instance_index()] = value;
/// }
///
/// let fill: Kernel<(Out<[u32]>, Param<u32>)> = fill()?;
/// # Ok::<(), Error>(())
/// ```
pub struct Param<T>(PhantomData<fn() -> T>);

impl<T: Value + HostShareable> sealed::Described for In<[T]> {
    fn description() -> Description {
        Description::read(Type::runtime_array(T::ty()))
    }
}

impl<T: Value + HostShareable> Argument for In<[T]> {}

impl<T: HostShareable> sealed::Described for Out<[T]> {
    fn description() -> Description {
        Description::written(Type::runtime_array(T::ty()))
    }
}

impl<T: HostShareable> Argument for Out<[T]> {}

impl<T: Value + HostShareable> sealed::Described for Param<T> {
    fn description() -> Description {
        Description::Parameter(T::ty())
    }
}

impl<T: Value + HostShareable> Argument for Param<T> {}

impl sealed::Hold for Untyped {
    type Held = Arc<Inner>;

    fn hold(kernel: Kernel) -> Kernel {
        kernel
    }

    fn untyped(kernel: &Kernel) -> &Kernel {
        kernel
    }
}

impl Signature for Untyped {}

macro_rules! tuples {
    ($(($($argument:ident)*))*) => {$(
        impl<$($argument: Argument),*> sealed::Hold for ($($argument,)*) {
            type Held = Kernel;

            fn hold(kernel: Kernel) -> Kernel<Self> {
                Kernel { inner: kernel }
            }

            fn untyped(kernel: &Kernel<Self>) -> &Kernel {
                &kernel.inner
            }
        }

        impl<$($argument: Argument),*> sealed::Listed for ($($argument,)*) {
            fn descriptions() -> Vec<Description> {
                vec![$($argument::description()),*]
            }
        }

        impl<$($argument: Argument),*> Signature for ($($argument,)*) {}
        impl<$($argument: Argument),*> Arguments for ($($argument,)*) {}
    )*};
}

tuples! {
    ()
    (A)
    (A B)
    (A B C)
    (A B C D)
    (A B C D E)
    (A B C D E F)
    (A B C D E F G)
    (A B C D E F G H)
    (A B C D E F G H I)
    (A B C D E F G H I J)
    (A B C D E F G H I J K)
    (A B C D E F G H I J K L)
    (A B C D E F G H I J K L M)
    (A B C D E F G H I J K L M N)
    (A B C D E F G H I J K L M N O)
    (A B C D E F G H I J K L M N O P)
}

impl<A: Signature> Kernel<A> {
    /// The kernel without what its type says of its arguments, so that they can be given
    /// by name. A typed kernel also stands where a `&Kernel` is wanted.
    ///
    /// ```
    /// use bitonic_dsl::*;
    ///
    /// #[kernel]
    /// fn double(data: &mut [u32]) {
    ///     data[instance_index()] *= 2;
    /// }
    ///
    /// let typed: Kernel<(Out<[u32]>,)> = double()?;
    /// let untyped: &Kernel = typed.untyped();
    /// assert_eq!(untyped.name(), "double");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn untyped(&self) -> &Kernel {
        A::untyped(self)
    }
}

impl Kernel {
    /// The kernel with its arguments in its type, so that what is given to it is checked
    /// when the program that dispatches it is compiled.
    ///
    /// `A` is a tuple of what the kernel declares, in the order of declaration, bindings and
    /// parameters together. `#[kernel]` makes typed kernels by itself.
    ///
    /// ```
    /// use bitonic_dsl::*;
    ///
    /// let saxpy = kernel("saxpy").build(|k| {
    ///     let x = k.storage::<f32>("x");
    ///     let y = k.storage_mut::<f32>("y");
    ///     let a = k.param::<f32>("a");
    ///     let i = instance_index();
    ///     If(i.lt(y.len()), || y.element(i).add_assign(x.element(i).load() * a));
    /// })?;
    /// let typed: Kernel<(In<[f32]>, Out<[f32]>, Param<f32>)> = saxpy.typed()?;
    /// assert_eq!(typed.signature(), "(In<[f32]>, Out<[f32]>, Param<f32>)");
    ///
    /// let error = saxpy.typed::<(In<[f32]>, In<[f32]>, Param<f32>)>().unwrap_err();
    /// assert!(error.to_string().contains("`y` is `Out<[f32]>`"));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `A` differs from what the kernel declares: each argument that does, and where it is
    /// declared.
    #[track_caller]
    pub fn typed<A: Arguments>(&self) -> Result<Kernel<A>, Error> {
        let faults = described::compare(self, &A::descriptions(), SourceLocation::caller());
        match faults.is_empty() {
            true => Ok(A::hold(self.clone())),
            false => Err(self.refused(faults)),
        }
    }

    /// What the kernel takes, as a tuple of [`Arguments`] is written:
    /// `(In<[f32]>, Out<[f32]>, Param<f32>)`.
    #[must_use]
    pub fn signature(&self) -> String {
        described::signature(self.interface())
    }
}

impl<A: Arguments> Deref for Kernel<A> {
    type Target = Kernel;

    fn deref(&self) -> &Kernel {
        self.untyped()
    }
}

impl<A: Arguments> From<Kernel<A>> for Kernel {
    fn from(kernel: Kernel<A>) -> Kernel {
        kernel.inner
    }
}
