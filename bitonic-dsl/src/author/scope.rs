//! The kernel under way: its workgroup size, what it declares, and `build`.

use super::node::Node;
use super::overridable::WorkgroupSize;
use super::place::{Read, ReadWrite};
use super::recorder::{self, Guard, Kind, Recorder};
use super::resource::{Storage, StorageMut, StorageStruct, StorageStructMut, Uniform, declare};
use super::structure::RuntimeSized;
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::error::Error;
use crate::graph::{Arena, Graph, NodeKind, Parameter, Space};
use crate::kernel::Kernel;
use crate::types::{HostShareable, Type, Value};

/// A kernel that is about to be built; made by [`kernel`].
pub struct KernelBuilder {
    name: String,
    docs: String,
    workgroup_size: WorkgroupSize,
    at: SourceLocation,
}

/// Begins a kernel named `name`, with workgroups of 64 invocations in a row if
/// nothing else is said.
///
/// ```
/// use bitonic_dsl::*;
///
/// let double = kernel("double").workgroup_size(64).build(|k| {
///     let data = k.storage_mut::<u32>("data");
///     let i = instance_index();
///     If(i.lt(data.len()), || data.element(i).mul_assign(2));
/// })?;
/// assert!(double.wgsl(Dialect::Browser)?.contains("fn double"));
/// # Ok::<(), bitonic_dsl::Error>(())
/// ```
#[track_caller]
pub fn kernel(name: &str) -> KernelBuilder {
    KernelBuilder {
        name: name.to_owned(),
        docs: String::new(),
        workgroup_size: WorkgroupSize::from(64),
        at: SourceLocation::caller(),
    }
}

impl KernelBuilder {
    /// Sets the invocations of a workgroup: `64`, `[8, 8]` or `[4, 4, 4]`; or `&width`,
    /// which is given when a pipeline is made
    /// ([`pipeline_override`](crate::pipeline_override)).
    #[must_use]
    pub fn workgroup_size(mut self, size: impl Into<WorkgroupSize>) -> KernelBuilder {
        self.workgroup_size = size.into();
        self
    }

    /// Says to a reader of the kernel's WGSL what it does: a comment before its entry
    /// point, a line for each line of `text`. What is said again comes below.
    ///
    /// ```
    /// use bitonic_dsl::*;
    ///
    /// let clear = kernel("clear").doc("Sets every element to zero.").build(|k| {
    ///     let data = k.storage_mut::<u32>("data");
    ///     let i = instance_index();
    ///     If(i.lt(data.len()), || data.element(i).assign(0));
    /// })?;
    /// let text = clear.wgsl(Dialect::Browser)?;
    /// assert!(text.contains("// Sets every element to zero.\n@compute"));
    /// # Ok::<(), bitonic_dsl::Error>(())
    /// ```
    #[must_use]
    pub fn doc(mut self, text: &str) -> KernelBuilder {
        add_docs(&mut self.docs, text);
        self
    }

    /// Runs `body` once, which records the kernel, then lowers and validates it.
    ///
    /// # Errors
    ///
    /// Every fault that was found, each with its line in the Rust source.
    pub fn build(self, body: impl FnOnce(&KernelScope)) -> Result<Kernel, Error> {
        let (graph, faults) = self.record(body);
        Kernel::new(graph, faults)
    }

    /// Runs `body` once; gives what it recorded and the faults that the recorder found.
    pub(crate) fn record(self, body: impl FnOnce(&KernelScope)) -> (Graph, Vec<Diagnostic>) {
        let kind = Kind::Kernel {
            resources: Arena::new(),
            parameters: Arena::new(),
        };
        let guard = Guard::push(format!("kernel `{}`", self.name), kind);
        body(&KernelScope { _private: () });
        match guard.finish() {
            Some(recorder) => self.complete(recorder),
            None => unreachable!("the guard pushed a recorder"),
        }
    }

    fn complete(self, recorder: Recorder) -> (Graph, Vec<Diagnostic>) {
        let (resources, parameters) = match recorder.kind {
            Kind::Kernel {
                resources,
                parameters,
            } => (resources, parameters),
            Kind::Function { .. } => (Arena::new(), Arena::new()),
        };
        let graph = Graph {
            name: self.name,
            docs: self.docs,
            workgroup_size: self.workgroup_size.values(),
            workgroup_overrides: self.workgroup_size.overrides(),
            resources,
            parameters,
            body: recorder.body,
            at: self.at,
        };
        (graph, recorder.diagnostics)
    }
}

/// What a kernel declares: the argument of the closure of [`KernelBuilder::build`].
///
/// Buffers are bound in the order in which they are declared here, and by the
/// names that they are given.
pub struct KernelScope {
    _private: (),
}

impl KernelScope {
    /// A storage buffer that the kernel reads: an array of `T` as long as what is
    /// bound.
    #[track_caller]
    pub fn storage<T: Value + HostShareable>(&self, name: &str) -> Storage<T, Read> {
        let ty = Type::runtime_array(T::ty());
        Storage::from_handle(declare(name, ty, Space::StorageRead))
    }

    /// A storage buffer that the kernel reads and writes: an array of `T` as long as
    /// what is bound. `T` may be an [`Atomic`](crate::Atomic), or hold some.
    #[track_caller]
    pub fn storage_mut<T: HostShareable>(&self, name: &str) -> StorageMut<T> {
        let ty = Type::runtime_array(T::ty());
        Storage::<T, ReadWrite>::from_handle(declare(name, ty, Space::StorageReadWrite))
    }

    /// A storage buffer that the kernel reads: one structure that ends in an array as long
    /// as what is bound.
    ///
    /// ```
    /// use bitonic_dsl::*;
    ///
    /// #[derive(ShaderType)]
    /// struct Samples {
    ///     count: u32,
    ///     items: Vec<f32>,
    /// }
    ///
    /// let total = kernel("total").workgroup_size(1).build(|k| {
    ///     let samples = k.storage_struct::<Samples>("samples").fields();
    ///     let sum = k.storage_mut::<f32>("sum");
    ///     Loop(range(0, samples.count.load().min(samples.items.len())), |i| {
    ///         sum.element(0).add_assign(samples.items.element(i).load());
    ///     });
    /// })?;
    /// let array = total.interface().bindings[0].runtime_array().unwrap();
    /// assert_eq!((array.offset, array.stride), (4, 4));
    /// # Ok::<(), bitonic_dsl::Error>(())
    /// ```
    #[track_caller]
    pub fn storage_struct<T: RuntimeSized>(&self, name: &str) -> StorageStruct<T, Read> {
        StorageStruct::from_handle(declare(name, T::ty(), Space::StorageRead))
    }

    /// A storage buffer that the kernel reads and writes: one structure that ends in an
    /// array as long as what is bound.
    #[track_caller]
    pub fn storage_struct_mut<T: RuntimeSized>(&self, name: &str) -> StorageStructMut<T> {
        StorageStruct::<T, ReadWrite>::from_handle(declare(name, T::ty(), Space::StorageReadWrite))
    }

    /// A uniform buffer that holds one `T`.
    #[track_caller]
    pub fn uniform<T: Value + HostShareable>(&self, name: &str) -> Uniform<T> {
        Uniform::from_handle(declare(name, T::ty(), Space::Uniform))
    }

    /// A value given with each dispatch: the same for every invocation, and it never
    /// changes while they run. How it travels, as an immediate or in a uniform buffer,
    /// is the target's affair.
    #[must_use = "a value that nothing uses leaves no trace in the shader"]
    #[track_caller]
    pub fn param<T: Value + HostShareable>(&self, name: &str) -> Node<T> {
        let at = SourceLocation::caller();
        let declared = recorder::with(|recorder| {
            let Kind::Kernel {
                parameters,
                resources,
            } = &mut recorder.kind
            else {
                recorder.diagnostics.push(declared_in_function(name, at));
                return None;
            };
            if let Some((_, known)) = parameters.iter().find(|(_, known)| known.name == name) {
                recorder
                    .diagnostics
                    .push(declared_twice(name, at, known.at));
            }
            let name = name.to_owned();
            Some(parameters.push(Parameter {
                name,
                ty: T::ty(),
                resources_before: resources.len(),
                at,
            }))
        });
        Node::make(declared.map_or(NodeKind::Poison, NodeKind::Parameter))
    }
}

/// Puts `text` on lines of its own below `docs`.
pub(super) fn add_docs(docs: &mut String, text: &str) {
    if !docs.is_empty() {
        docs.push('\n');
    }
    docs.push_str(text);
}

fn declared_in_function(name: &str, at: SourceLocation) -> Diagnostic {
    Diagnostic::new(
        format!("parameter `{name}` is declared inside a function"),
        at,
    )
    .help("declare it in the kernel, and pass its value as an argument")
}

/// Two declarations of one name: whoever binds by name could not tell them apart.
pub(super) fn declared_twice(name: &str, at: SourceLocation, first: SourceLocation) -> Diagnostic {
    Diagnostic::new(format!("`{name}` is declared twice"), at)
        .caption("declared again here")
        .label(first, "first declared here")
        .help("what a kernel declares is known by its name: give each its own")
}
