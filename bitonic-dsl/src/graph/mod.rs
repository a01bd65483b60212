//! The graph of a kernel: what the author wrote, in the order in which it was
//! written, before any choice of the compiler.
//!
//! A [`Graph`] is one kernel: its module-scope [`Resource`]s and [`Parameter`]s,
//! and a [`Body`]. A [`Function`] is a callee with a body of its own. A body holds
//! arenas of nodes (values), places (addresses), locals and blocks; a block is a
//! list of [`Statement`]s.
//!
//! # Meaning
//!
//! - Each construction of the author is one node, never shared or removed here,
//!   and a [`StatementKind::Make`] says where in program order it was made.
//! - A node is *pure* if its value depends on its operands alone. Loads, atomic
//!   functions and calls are not: they happen exactly where their statement stands.
//! - A place is an address. Its indices are values, evaluated where the place was
//!   made; reading or writing it is a statement of its own.
//! - A node can be used by the statements that follow it in its block and in the
//!   blocks within; a use elsewhere is a fault that lowering reports.
//!
//! Nothing here knows naga, and nothing here checks: the recorder makes graphs,
//! `lower` reads them.

mod arena;
mod atomic;
mod builtin;
mod constant;
mod node;
mod operand;
mod overrides;
mod statement;
mod subgroup;
mod text;
mod texture;
mod words;

use std::sync::Arc;

pub use arena::{Arena, Id};
pub use atomic::{AtomicFunction, AtomicOperator, compare_exchange_result};
pub use builtin::{Builtin, Class, Kind, Signature, frexp_result, modf_result};
pub use constant::{Constant, ConstantValue};
pub use node::{
    BinaryOperator, BlockId, FunctionId, Input, Literal, LocalId, Node, NodeId, NodeKind,
    ParameterId, Place, PlaceId, PlaceKind, ResourceId, UnaryOperator,
};
pub use overrides::Override;
pub use statement::{Barrier, Block, Case, Statement, StatementKind};
pub use subgroup::{Combination, Extent, Source, SubgroupOperation};
pub use texture::{Texel, Texture, TextureClass, TextureQuery};

use crate::diagnostic::SourceLocation;
use crate::types::Type;

/// One kernel.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The kernel's name: the entry point's, as far as WGSL allows.
    pub name: String,
    /// What the author says about it to a reader of the text; empty for nothing.
    pub docs: String,
    /// Invocations of a workgroup in each dimension: where an override says them, its
    /// default, or 1.
    pub workgroup_size: [u32; 3],
    /// The overrides that say the invocations of a workgroup in each dimension.
    pub workgroup_overrides: [Option<Arc<Override>>; 3],
    /// Buffers, textures, workgroup memory and private variables, in the order of declaration.
    pub resources: Arena<Resource>,
    /// Parameters of a dispatch, in the order of declaration.
    pub parameters: Arena<Parameter>,
    /// What the kernel does.
    pub body: Body,
    /// Where the kernel was written.
    pub at: SourceLocation,
}

impl Graph {
    /// Whether the kernel or a function that it calls was written with `input`.
    #[must_use]
    pub fn uses(&self, input: Input) -> bool {
        self.first_use(input).is_some()
    }

    /// Where the kernel, or else a function that it calls, was first written with `input`.
    #[must_use]
    pub fn first_use(&self, input: Input) -> Option<SourceLocation> {
        let mut bodies = vec![&self.body];
        let mut seen = std::collections::HashSet::new();
        while let Some(body) = bodies.pop() {
            let mut nodes = body.nodes.iter();
            if let Some((_, node)) = nodes.find(|(_, node)| node.kind == NodeKind::Input(input)) {
                return Some(node.at);
            }
            let callees = body.callees.iter().map(|(_, callee)| callee);
            bodies.extend(
                callees
                    .filter(|callee| seen.insert(Arc::as_ptr(callee)))
                    .map(|callee| &callee.body),
            );
        }
        None
    }
}

/// A variable of module scope.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The name that the author gave.
    pub name: String,
    /// What it holds: of a texture or a sampler, a texel.
    pub ty: Type,
    /// Where it lives.
    pub space: Space,
    /// The override that says how long the array is, of workgroup memory alone; `ty` then
    /// has its default, or 1.
    pub length: Option<Arc<Override>>,
    /// What it starts with, if that is not zero; of private variables alone.
    pub init: Option<ConstantValue>,
    /// Where it was declared.
    pub at: SourceLocation,
}

/// Where a [`Resource`] lives and who may write it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// A storage buffer that is only read.
    StorageRead,
    /// A storage buffer that is read and written.
    StorageReadWrite,
    /// A uniform buffer.
    Uniform,
    /// Memory shared by the invocations of a workgroup; zero at the start.
    Workgroup,
    /// A texture.
    Texture(Texture),
    /// What interpolates between the texels of a texture.
    Sampler,
    /// Memory of each invocation by itself.
    Private,
}

/// A value given with each dispatch.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name that the author gave.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// How many of the kernel's resources were declared before it.
    pub resources_before: usize,
    /// Where it was declared.
    pub at: SourceLocation,
}

/// A function of the shading language.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name that the author gave.
    pub name: String,
    /// What the author says about it to a reader of the text; empty for nothing.
    pub docs: String,
    /// Names and types of the arguments.
    pub arguments: Vec<(String, Type)>,
    /// By argument: where it leads, if it is a pointer to what its type says.
    pub pointers: Vec<Option<PointerSpace>>,
    /// What it returns, if anything.
    pub result: Option<Type>,
    /// What it does; nothing if `text` says it.
    pub body: Body,
    /// The function as WGSL text, with what else it needs, if it is given so.
    pub text: Option<String>,
    /// Where it was written.
    pub at: SourceLocation,
}

/// Where a pointer that is an argument leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PointerSpace {
    /// To a variable of a function.
    Function,
    /// To a private variable.
    Private,
}

impl PointerSpace {
    /// Where that is, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            PointerSpace::Function => "a variable of a function",
            PointerSpace::Private => "a private variable",
        }
    }
}

/// The code of a kernel or a function.
#[derive(Clone, Debug)]
pub struct Body {
    /// Values.
    pub nodes: Arena<Node>,
    /// Addresses.
    pub places: Arena<Place>,
    /// Variables of the function.
    pub locals: Arena<Local>,
    /// Blocks of statements; [`Body::root`] is the outermost.
    pub blocks: Arena<Block>,
    /// The functions that this body calls, each once.
    pub callees: Arena<Arc<Function>>,
    /// The outermost block.
    pub root: BlockId,
}

/// A variable of a function. It comes into being at its [`StatementKind::Declare`].
#[derive(Clone, Debug)]
pub struct Local {
    /// The name that the author gave; empty for one that the recorder made.
    pub name: String,
    /// What it holds.
    pub ty: Type,
    /// Where it was made.
    pub at: SourceLocation,
}

impl Body {
    /// A body with an empty outermost block.
    #[must_use]
    pub fn new() -> Body {
        let mut blocks = Arena::new();
        let root = blocks.push(Block::default());
        Body {
            nodes: Arena::new(),
            places: Arena::new(),
            locals: Arena::new(),
            blocks,
            callees: Arena::new(),
            root,
        }
    }
}

impl Default for Body {
    fn default() -> Self {
        Body::new()
    }
}
