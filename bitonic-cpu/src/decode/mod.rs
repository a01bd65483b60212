//! From a validated naga module to a [`Program`], the flat form that runs.

mod error;

pub use error::DecodeError;

/// An entry point, compiled once for each pipeline. Immutable and shared between threads.
#[derive(Debug)]
pub struct Program {
    workgroup_size: [u32; 3],
    workgroup_bytes: u64,
    immediate_bytes: u64,
    resources: Vec<Resource>,
}

/// How a program uses a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceAccess {
    /// `var<uniform>`.
    Uniform,
    /// `var<storage, read>`.
    StorageRead,
    /// `var<storage, read_write>`.
    StorageReadWrite,
}

/// A buffer variable that the entry point uses.
#[derive(Clone, Debug)]
pub struct Resource {
    /// `@group`.
    pub group: u32,
    /// `@binding`.
    pub binding: u32,
    /// The variable's name in the source.
    pub name: Option<String>,
    /// How the variable is declared.
    pub access: ResourceAccess,
    /// WebGPU's minimum binding size in bytes: a runtime-sized array counts as one element.
    pub min_size: u64,
}

impl Program {
    /// Compiles `entry_point` of a validated module whose overrides have been resolved.
    ///
    /// # Errors
    /// Names the first construct found that the software adapter does not run.
    pub fn decode(
        module: &naga::Module,
        _info: &naga::valid::ModuleInfo,
        entry_point: &str,
    ) -> Result<Self, DecodeError> {
        let entry = module
            .entry_points
            .iter()
            .find(|entry| entry.name == entry_point);
        let entry = entry.ok_or_else(|| {
            DecodeError::new(
                format!("the module has no entry point named `{entry_point}`"),
                naga::Span::UNDEFINED,
            )
        })?;
        Ok(Self {
            workgroup_size: entry.workgroup_size,
            workgroup_bytes: 0,
            immediate_bytes: 0,
            resources: Vec::new(),
        })
    }

    /// `@workgroup_size`.
    #[must_use]
    pub fn workgroup_size(&self) -> [u32; 3] {
        self.workgroup_size
    }

    /// Bytes of `var<workgroup>` variables that the entry point uses.
    #[must_use]
    pub fn workgroup_bytes(&self) -> u64 {
        self.workgroup_bytes
    }

    /// Bytes of the `var<immediate>` variable that the entry point uses, 0 if none.
    #[must_use]
    pub fn immediate_bytes(&self) -> u64 {
        self.immediate_bytes
    }

    /// The buffer variables that the entry point uses, by group and binding.
    #[must_use]
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }
}
