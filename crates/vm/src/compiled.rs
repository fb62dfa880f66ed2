//! Machine code beside the interpreter (mixed execution): who makes it, what it shares with the machine while it
//! runs, and which places of a method it has been made for.
//!
//! Machine code works on the registers of the frame that it goes on with, on the heap as it is, and through the
//! journal. Nothing is translated when it is entered or left. It leaves *before* an operation that it does not do, or
//! that others can see, or that would throw: the interpreter then does that operation, as if it had done all before.
//! Operations are counted as the interpreter counts them, so limits end a run at the same one.
//!
//! Machine code calls machine code directly. Where nobody can look at the stack meanwhile, the frames of such calls
//! are made only if the code is left within them: each caller then tells the frame of its callee.

mod slots;

pub(crate) use slots::MOST_REGISTERS;
pub use slots::{Compiled, MachineCodeUse, Slots};

use crate::machine::Machine;
use crate::program::{ClassId, Code, MethodId, MethodKind, StaticLink};
use crate::state::heap::{HEADER_BYTES, Heap};
use crate::state::thread::Frame;
use crate::synth::BUILTINS;
use crate::trap::Trap;
use classfile::{Access, Kind};
use std::ffi::c_void;

/// When machine code takes over from the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mixed {
    #[default]
    Off,
    /// Where a loop or a method has been gone through often.
    Hot,
    /// As soon as names are likely to be linked.
    All,
}

/// Whether machine code may run for a policy, see [`crate::Policy::stretches`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stretch {
    /// Every operation has to be the interpreter's.
    Never,
    /// The policy is asked before accesses to objects that others can reach, and before all of them while it is noted
    /// what a step looks at.
    Gated,
    /// No access is asked about.
    Free,
}

/// What machine code is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// As [`Stretch::Free`], and nothing is journaled: no mark has been taken.
    Plain,
    /// As [`Stretch::Free`].
    Free,
    /// As [`Stretch::Gated`].
    Gated,
}

/// Makes machine code.
pub trait Compiler: Send + Sync {
    /// Code that goes on in a frame at an operation. `None` if there is none, for good.
    fn compile(&self, piece: &Piece<'_>) -> Option<Enter>;
}

/// What machine code is wanted for.
pub struct Piece<'a> {
    pub machine: &'a Machine,
    pub method: MethodId,
    pub code: &'a Code,
    /// The operation to go on with.
    pub at: usize,
    pub mode: Mode,
    /// `Object[]`, into which every reference can be stored.
    pub objects: ClassId,
    /// `boolean[]`, which shares its operations with `byte[]`.
    pub booleans: ClassId,
    /// Arrays of primitive kinds, by [`ir::operand::Kind`].
    pub primitives: [ClassId; 8],
}

/// Classes whose natives compute with text and arrays, and nothing else.
const QUIET: [&str; 6] = [
    "java/lang/String",
    "java/lang/StringLatin1",
    "java/lang/StringUTF16",
    "java/lang/StringBuilder",
    "java/lang/AbstractStringBuilder",
    "jdk/internal/util/ArraysSupport",
];

/// What a field holds, as far as writing it is concerned.
#[derive(Clone, Copy, Debug)]
pub enum Cell {
    Ref,
    Wide,
    Narrow(ir::operand::Kind),
}

impl Piece<'_> {
    /// The class is initialized, and there is no way back to where it was not.
    pub fn is_initialized(&self, class: ClassId) -> bool {
        self.mode == Mode::Plain && self.machine.is_initialized(class)
    }

    /// A native method that looks at nothing but its arguments and what they refer to, and needs no frames.
    pub fn is_quiet_native(&self, method: MethodId) -> bool {
        let method = &self.machine.program.methods[method];
        let class = self.machine.program.classes[method.class].name;
        matches!(method.kind, MethodKind::Native(_))
            && method.params.len() < usize::from(MOST_REGISTERS)
            && !method.access.has(Access::SYNCHRONIZED)
            && match class.as_str() {
                "java/lang/System" => method.name.as_str() == "arraycopy",
                BUILTINS => method.name.as_str() == "concat",
                other => QUIET.contains(&other),
            }
    }

    /// Only objects of the class itself are of the class.
    pub fn is_leaf(&self, class: ClassId) -> bool {
        let class = &self.machine.program.classes[class];
        class.access.has(Access::FINAL) && class.element().is_none()
    }

    /// How a static field is written.
    pub fn cell(&self, link: StaticLink) -> Cell {
        match link.kind {
            Kind::Ref => Cell::Ref,
            Kind::Long | Kind::Double => Cell::Wide,
            kind => Cell::Narrow(ir::operand::Kind::of_field(kind)),
        }
    }
}

/// The signature of machine code: what it shares with the machine, the registers of the frame, the operations that may
/// still be executed, and how many calls of machine code may be nested in it.
pub type CompiledFn = unsafe extern "C" fn(*mut Bridge, *mut u64, i64, i64) -> CodeExit;

/// What machine code comes back with.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct CodeExit {
    /// What its method has returned.
    pub value: u64,
    /// Operations that may still be executed, or [`GONE`]: the method has not returned.
    pub left: i64,
}

/// The code was left; how, and where the interpreter goes on, stands in the bridge.
pub const GONE: i64 = i64::MIN;
/// Nobody has so few operations left: less than this is [`GONE`].
pub const LEAST_LEFT: i64 = -(1 << 30);

/// Machine code for one place of a method.
#[derive(Clone, Copy, Debug)]
pub struct Enter(CompiledFn);

impl Enter {
    /// # Safety
    /// The code stays where it is for ever. Entered with the registers of a frame of the method that it was wanted
    /// for and a bridge of a machine with the same program, it does nothing to memory but what the operations of
    /// the method do, and writes nothing of the bridge but `left`, `pc`, `how` and `method`.
    pub unsafe fn new(entry: CompiledFn) -> Enter {
        Enter(entry)
    }

    pub(crate) fn entry(self) -> CompiledFn {
        self.0
    }
}

/// How machine code is left: the interpreter goes on with operation `pc` of the top frame.
pub const LEFT: u32 = 1;
/// The same, and there is no fuel left.
pub const STARVED: u32 = 2;
/// The same, and the step ends before it.
pub const VISIBLE: u32 = 3;
/// It is a call of a native method, which has ended with a trap.
pub const TRAPPED: u32 = 4;

/// The bit of an object's lock word that says that others can reach it.
pub const SHARED_BIT: u32 = 1 << 31;
/// Where the words of an object's header are, in bytes.
pub const CLASS_AT: i32 = 0;
pub const STAMP_AT: i32 = 4;
pub const LOCK_AT: i32 = 8;
pub const LENGTH_AT: i32 = 12;
pub const ELEMENTS_AT: i32 = HEADER_BYTES as i32;

/// What machine code shares with the machine while it runs. Its fields lie in the order in which they stand here.
#[repr(C)]
pub struct Bridge {
    /// Where the heap's mapping begins, and the mask for distances from there; a heap that [`Heap::is_wide`] needs
    /// none.
    pub heap: *mut u8,
    pub mask: u64,
    /// Machine code of methods from their beginnings, by their numbers; null where there is none.
    pub entries: *const Option<CompiledFn>,
    /// The heap's own numbers, of which [`CURSOR_AT`] and its like are used.
    pub space: *mut Heap,
    /// A collection is due when more words have been allocated.
    pub collect_after: u64,
    /// The registers of the frame that was pushed last.
    pub next: *mut u64,
    /// What a native method has returned.
    pub value: u64,
    /// When the code was left: operations that may still be executed.
    pub left: i64,
    /// Where the interpreter goes on, or where a method has returned.
    pub pc: u32,
    /// How the code was left.
    pub how: u32,
    /// The method of the frame that `pc` is of.
    pub method: u32,
    pub epoch: u32,
    /// Objects below this count as shared, others if they have `shared_bit`. Both 0 before there is a base.
    pub shared_top: u32,
    pub shared_bit: u32,
    /// Accesses to objects below this ask the policy.
    pub gate_top: u32,
    /// It is noted what is looked at.
    pub notes: u32,
    pub doors: *const Doors,
    pub(crate) machine: *mut Machine,
    pub(crate) policy: *mut c_void,
    /// Frames of calls that the code was left in, the innermost first.
    pub(crate) unwound: Vec<Frame>,
    /// What a native method has ended with, and which it was.
    pub(crate) trap: Option<(MethodId, Trap)>,
    pub(crate) thread: u32,
    pub(crate) mode: Mode,
}

/// Where the heap has the numbers that allocation needs: the next free word, the end of the free run, and how many
/// words have been allocated.
pub const CURSOR_AT: i32 = Heap::CURSOR_AT as i32;
pub const RUN_END_AT: i32 = Heap::RUN_END_AT as i32;
pub const ALLOCATED_AT: i32 = Heap::ALLOCATED_AT as i32;

/// Functions of the machine that machine code calls. Objects and classes are numbers, truth is 1.
#[repr(C)]
pub struct Doors {
    /// Before an access to a unit of an object: whether the step must end.
    pub access: unsafe extern "C" fn(*mut Bridge, u32, u32, u32) -> u32,
    /// The same for a static field of the base by its address.
    pub access_base: unsafe extern "C" fn(*mut Bridge, u32) -> u32,
    /// The content (0) or the class (1) of an object is looked at.
    pub note: unsafe extern "C" fn(*mut Bridge, u32, u32),
    /// Journals an object before a write.
    pub touch: unsafe extern "C" fn(*mut Bridge, u32),
    /// Journals as much of an array as a write to these bytes of it needs.
    pub touch_element: unsafe extern "C" fn(*mut Bridge, u32, u64, u32),
    /// Writes a reference into an object that may be shared.
    pub put_ref: unsafe extern "C" fn(*mut Bridge, u32, u32, u32),
    pub store_ref: unsafe extern "C" fn(*mut Bridge, u32, u32, u32),
    /// Whether an array takes a reference.
    pub fits: unsafe extern "C" fn(*mut Bridge, u32, u32) -> u32,
    /// Whether an object is of a class.
    pub is_instance: unsafe extern "C" fn(*mut Bridge, u32, u32) -> u32,
    /// A new object, 0 if the interpreter has to make it. The third says whether its class may have to be initialized.
    pub new_object: unsafe extern "C" fn(*mut Bridge, u32, u32) -> u32,
    /// The same for an array of a class and a length.
    pub new_array: unsafe extern "C" fn(*mut Bridge, u32, i32) -> u32,
    /// The method that a call selects for an object: by the number of the resolved method, and whether it is one of an
    /// interface. [`MethodId::NONE`] if the interpreter has to look.
    pub select: unsafe extern "C" fn(*mut Bridge, u32, u32, u32) -> u32,
    /// The code was left within a call whose result goes to a register: adds the frame with these registers, and goes
    /// on with the caller's, a method and the operation that calls.
    pub unwound: unsafe extern "C" fn(*mut Bridge, *mut u64, u32, u32, u32),
    /// Calls a native method with these words: 0, or how to leave.
    pub native: unsafe extern "C" fn(*mut Bridge, u32, *const u64) -> u32,
    /// Pushes the frame that the call at this operation needs, where frames are looked at; what is left comes last.
    /// `None` if the interpreter has to call.
    pub call: unsafe extern "C" fn(*mut Bridge, u32, i64) -> Option<CompiledFn>,
    /// Pops the frame of such a callee.
    pub leave: unsafe extern "C" fn(*mut Bridge),
}
