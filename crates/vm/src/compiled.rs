//! Machine code beside the interpreter (mixed execution): who makes it, what it shares with the machine while it
//! runs, and which places of a method it has been made for.
//!
//! Machine code works on the registers of the frame that it goes on with, on the heap as it is, and through the
//! journal. Nothing is translated when it is entered or left. It leaves *before* an operation that it does not do, or
//! that others can see, or that would throw: the interpreter then does that operation, as if it had done all before.
//! Operations are counted as the interpreter counts them, so limits end a run at the same one.

use crate::machine::Machine;
use crate::program::{ClassId, Code};
use crate::state::heap::HEADER_BYTES;
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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

impl Mixed {
    /// How often the interpreter comes to a place before there is machine code for it.
    fn patience(self) -> u16 {
        match self {
            Mixed::Off => u16::MAX,
            Mixed::Hot => 400,
            Mixed::All => 2,
        }
    }
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

/// Makes machine code.
pub trait Compiler: Send + Sync {
    /// Code that goes on in a frame at an operation. `None` if there is none, for good.
    fn compile(&self, piece: &Piece<'_>) -> Option<Enter>;
}

/// What machine code is wanted for.
pub struct Piece<'a> {
    pub code: &'a Code,
    /// The operation to go on with.
    pub at: usize,
    /// Accesses have to ask, see [`Stretch::Gated`].
    pub is_gated: bool,
    /// `Object[]`, into which every reference can be stored.
    pub objects: ClassId,
    /// `boolean[]`, which shares its operations with `byte[]`.
    pub booleans: ClassId,
    /// Arrays of primitive kinds, by [`ir::operand::Kind`].
    pub primitives: [ClassId; 8],
}

/// The signature of machine code: what it shares with the machine, and the registers of the frame.
pub type EntryPoint = unsafe extern "C" fn(*mut Bridge, *mut u64) -> u32;

/// Machine code for one place of a method.
#[derive(Clone, Copy, Debug)]
pub struct Enter(EntryPoint);

impl Enter {
    /// # Safety
    /// The code stays where it is for ever. Entered with the registers of a frame of the method that it was wanted
    /// for and a bridge of a machine with the same program, it does nothing to memory but what the operations of
    /// the method do, and writes nothing of the bridge but `left`, `pc` and `value`.
    pub unsafe fn new(entry: EntryPoint) -> Enter {
        Enter(entry)
    }

    pub(crate) fn entry(self) -> EntryPoint {
        self.0
    }
}

/// How machine code ends: its method has returned to machine code.
pub const RETURNED: u32 = 0;
/// The interpreter goes on with operation `pc` of the top frame.
pub const LEFT: u32 = 1;
/// The same, and there is no fuel left.
pub const STARVED: u32 = 2;
/// The same, and the step ends before it.
pub const VISIBLE: u32 = 3;

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
    /// Where the heap's mapping begins, and the mask for distances from there.
    pub heap: *mut u8,
    pub mask: u64,
    /// Operations that may still be executed.
    pub left: i64,
    /// What a callee has returned.
    pub value: u64,
    /// The registers of the frame that was pushed last.
    pub next: *mut u64,
    /// Where the interpreter goes on.
    pub pc: u32,
    /// Calls by machine code that have not returned.
    pub depth: u32,
    pub epoch: u32,
    /// Objects below this count as shared, others if they have `shared_bit`. Both 0 before there is a base.
    pub shared_top: u32,
    pub shared_bit: u32,
    /// Accesses to objects below this ask the policy.
    pub gate_top: u32,
    /// It is noted what is looked at.
    pub notes: u32,
    pub doors: Doors,
    pub(crate) machine: *mut Machine,
    pub(crate) policy: *mut c_void,
    pub(crate) thread: u32,
    pub(crate) is_gated: bool,
}

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
    /// Writes a static field by its row: `RETURNED`, or how to leave.
    pub put_static: unsafe extern "C" fn(*mut Bridge, u32, u64) -> u32,
    /// A new object, 0 if the interpreter has to make it. The third says whether its class may have to be initialized.
    pub new_object: unsafe extern "C" fn(*mut Bridge, u32, u32) -> u32,
    /// The same for an array of a class and a length.
    pub new_array: unsafe extern "C" fn(*mut Bridge, u32, i32) -> u32,
    /// Pushes the frame that the call at this operation needs. `None` if the interpreter has to call.
    pub call: unsafe extern "C" fn(*mut Bridge, u32) -> Option<EntryPoint>,
    /// Pops the frame of a callee.
    pub leave: unsafe extern "C" fn(*mut Bridge),
}

/// What is known about machine code for one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub state: State,
    /// The named operation at which it was left, if it was: once that is linked, there is better code.
    pub stale: Option<u32>,
    /// How often it has been made.
    pub made: u8,
    pub entered: u32,
    /// Operations that it has done beyond what entering costs.
    pub gain: i64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum State {
    /// How often the interpreter has come by.
    Cold(u16),
    Ready(Enter),
    Refused,
}

/// Machine code of one method, by operation: without and with a gate.
#[derive(Clone, Debug, Default)]
pub struct Slots([Vec<Slot>; 2]);

impl Slots {
    pub(crate) fn slot(&mut self, is_gated: bool, at: usize, ops: usize) -> &mut Slot {
        let slots = &mut self.0[usize::from(is_gated)];
        if slots.is_empty() {
            let cold = Slot { state: State::Cold(0), stale: None, made: 0, entered: 0, gain: 0 };
            *slots = vec![cold; ops];
        }
        &mut slots[at]
    }
}

/// How often machine code was of use, over all machines of an exploration.
#[derive(Debug, Default)]
pub struct Figures {
    /// Times that the interpreter handed over.
    pub entered: AtomicU64,
    /// Operations that were executed by machine code.
    pub operations: AtomicU64,
    /// Pieces of machine code that were made.
    pub made: AtomicU64,
}

/// Mixed execution of a machine.
#[derive(Clone, Default)]
pub struct Compiled {
    pub(crate) mixed: Mixed,
    pub(crate) compiler: Option<Arc<dyn Compiler>>,
    /// Siblings share them.
    pub figures: Arc<Figures>,
    /// What one turn of a thread adds to them: entries, operations.
    turn: (u64, u64),
}

/// Operations of the interpreter that entering and leaving machine code takes as long as.
const ENTERING: i64 = 24;
/// Entries after which machine code that is not worth them is given up.
const TRIALS: u32 = 64;
/// Machine code is made again at most so often because names were linked.
const MOST_MADE: u8 = 6;

impl Machine {
    /// From now on machine code takes over where `mixed` says so.
    pub fn mix(&mut self, mixed: Mixed, compiler: Arc<dyn Compiler>) {
        self.compiled.mixed = mixed;
        self.compiled.compiler = (mixed != Mixed::Off).then_some(compiler);
    }

    /// Machine code takes over at times.
    #[inline]
    pub(crate) fn is_mixed(&self) -> bool {
        self.compiled.compiler.is_some()
    }

    /// A turn of a thread is over.
    #[inline]
    pub(crate) fn count_machine_code(&mut self) {
        if self.compiled.turn.0 != 0 {
            let (entered, operations) = std::mem::take(&mut self.compiled.turn);
            self.compiled.figures.entered.fetch_add(entered, Ordering::Relaxed);
            self.compiled.figures.operations.fetch_add(operations, Ordering::Relaxed);
        }
    }

    /// Machine code for an operation of a method, made if it is time to.
    pub(crate) fn machine_code(&mut self, code: *mut Code, is_gated: bool, at: usize) -> Option<Enter> {
        // SAFETY: code is never freed, and nobody else uses this method's slots meanwhile.
        let code = unsafe { &mut *code };
        let ops = code.ops().len();
        let stale = code.compiled.slot(is_gated, at, ops).stale;
        let is_stale = stale.is_some_and(|op| !is_named(code, op as usize));
        let slot = code.compiled.slot(is_gated, at, ops);
        match slot.state {
            State::Ready(enter) if !is_stale => return Some(enter),
            State::Ready(_) => slot.stale = None,
            State::Refused => return None,
            State::Cold(seen) if seen < self.compiled.mixed.patience() => {
                slot.state = State::Cold(seen + 1);
                return None;
            }
            State::Cold(_) => {}
        }
        self.make(code, is_gated, at)
    }

    #[cold]
    fn make(&mut self, code: &mut Code, is_gated: bool, at: usize) -> Option<Enter> {
        use ir::operand::Kind::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        let compiler = self.compiled.compiler.clone()?;
        let primitives =
            [Boolean, Byte, Char, Short, Int, Long, Float, Double].map(|kind| self.primitive_array(kind));
        let (objects, booleans) = (self.known().objects, self.known().booleans);
        let made = compiler.compile(&Piece { code, at, is_gated, objects, booleans, primitives });
        self.compiled.figures.made.fetch_add(u64::from(made.is_some()), Ordering::Relaxed);
        let ops = code.ops().len();
        let slot = code.compiled.slot(is_gated, at, ops);
        slot.made += 1;
        slot.state = match made {
            Some(enter) => State::Ready(enter),
            None => State::Refused,
        };
        made
    }

    /// Machine code that was entered at `at` has executed so many operations, and was left at an operation of this
    /// method, if it was not another's.
    pub(crate) fn judge_code(
        &mut self,
        code: *mut Code,
        is_gated: bool,
        at: usize,
        operations: i64,
        left_at: Option<u32>,
    ) {
        // SAFETY: as above.
        let code = unsafe { &mut *code };
        self.compiled.turn.0 += 1;
        self.compiled.turn.1 += operations as u64;
        let is_patient = self.compiled.mixed == Mixed::All;
        let stale = left_at.filter(|&op| is_named(code, op as usize));
        let ops = code.ops().len();
        let slot = code.compiled.slot(is_gated, at, ops);
        slot.entered = slot.entered.saturating_add(1);
        slot.gain += operations - ENTERING;
        if slot.made < MOST_MADE && stale.is_some() {
            slot.stale = stale;
        }
        if !is_patient && slot.entered >= TRIALS && slot.gain < 0 {
            slot.state = State::Refused;
        }
    }
}

/// The operation has not been linked yet.
fn is_named(code: &Code, at: usize) -> bool {
    code.ops().get(at).is_some_and(|op| op.effects().has(ir::Effect::Links))
}
