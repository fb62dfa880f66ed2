//! Which places of a method have machine code, when it is made and made again, and whether entering it is worth it.

use super::{CompiledFn, Compiler, Enter, Mixed, Mode, Piece};
use crate::machine::Machine;
use crate::program::{Code, MethodId};
use ir::Op;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is known about machine code for one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    state: State,
    /// The named operation at which it was left, if it was: once that is linked, there is better code. Or a call that
    /// it was often left at, for which there is better code by now.
    stale: Option<u32>,
    /// How often it was left at calls that select a method.
    misses: u16,
    /// How often it has been made.
    made: u8,
    /// How often it has been found not to be worth entering.
    doubts: u8,
    entered: u32,
    /// Operations that it has done beyond what entering costs.
    gain: i64,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// How often the interpreter has come by.
    Cold(u16),
    Ready(Enter),
    /// There is code, but the interpreter gains nothing by entering it; how often it comes by until it tries again.
    /// Other machine code may call it.
    Resting(Enter, u32),
    Refused,
}

/// Machine code of one method, by operation: for each mode.
#[derive(Clone, Debug, Default)]
pub struct Slots([Vec<Slot>; 3]);

impl Slots {
    fn slot(&mut self, mode: Mode, at: usize, ops: usize) -> &mut Slot {
        let slots = &mut self.0[mode as usize];
        if slots.is_empty() {
            let state = State::Cold(0);
            *slots =
                vec![Slot { state, stale: None, misses: 0, made: 0, doubts: 0, entered: 0, gain: 0 }; ops];
        }
        &mut slots[at]
    }
}

/// How often machine code was of use, over all machines of an exploration.
#[derive(Debug, Default)]
pub struct MachineCodeUse {
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
    mixed: Mixed,
    compiler: Option<Arc<dyn Compiler>>,
    /// Siblings share them.
    pub figures: Arc<MachineCodeUse>,
    /// What machine code may reach is prepared when it is entered: to measure.
    pub(crate) prepares: bool,
    /// What one turn of a thread adds to them: entries, operations.
    turn: (u64, u64),
    /// Machine code from the beginnings of methods, for each mode, by the methods' numbers: what machine code may call.
    entries: [Vec<Option<CompiledFn>>; 3],
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

/// Operations of the interpreter that entering and leaving machine code takes as long as.
const ENTERING: i64 = 24;
/// Entries after which it is asked whether machine code is worth them.
const TRIALS: u32 = 64;
/// How often the interpreter passes by at least when it is not. Twice as often each time.
const REST: u32 = 1_000;
const MOST_DOUBTS: u8 = 12;
/// Machine code is made again at most so often because names were linked.
const MOST_MADE: u8 = 6;
/// Code that was left so often at calls that select a method expects other classes than it meets now.
const MOST_MISSES: u16 = 300;
/// A callee has no more registers, so that room for so many is room for any.
pub(crate) const MOST_REGISTERS: u16 = 128;

impl Machine {
    /// From now on machine code takes over where `mixed` says so.
    pub fn mix(&mut self, mixed: Mixed, compiler: Arc<dyn Compiler>) {
        self.compiled.mixed = mixed;
        self.compiled.compiler = (mixed != Mixed::Off).then_some(compiler);
    }

    /// Whether all objects that machine code may reach are prepared for going back when it is entered, in the place of
    /// each at its first write. What comes out is the same; it is there to be measured.
    pub fn prepare_on_entry(&mut self, prepares: bool) {
        self.compiled.prepares = prepares;
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

    /// What machine code may call: one for each method that there is.
    #[inline]
    pub(crate) fn entries(&mut self, mode: Mode) -> *const Option<CompiledFn> {
        let (entries, methods) = (&mut self.compiled.entries[mode as usize], self.program.methods.len());
        if entries.len() < methods {
            entries.resize(methods, None);
        }
        entries.as_ptr()
    }

    /// Operations were unlinked: what was made of them is called no more. Nothing moves, as code may hold the table.
    pub(crate) fn forget_entries(&mut self) {
        self.compiled.entries.iter_mut().for_each(|entries| entries.fill(None));
    }

    fn set_entry(&mut self, mode: Mode, method: MethodId, entry: Option<Enter>) {
        let m = &self.program.methods[method];
        let is_plain =
            m.code().is_some_and(|code| !code.synchronized && code.body().registers <= MOST_REGISTERS);
        let entry = entry.filter(|_| is_plain && !m.watched).map(Enter::entry);
        // Machine code holds a pointer to the entries, so they do not grow here; who hands over has made room.
        if let Some(place) = self.compiled.entries[mode as usize].get_mut(method.0 as usize) {
            *place = entry;
        }
    }

    /// Machine code for an operation of a method, made if it is time to. `is_called` if machine code calls it.
    pub(crate) fn machine_code(
        &mut self,
        method: MethodId,
        code: *mut Code,
        mode: Mode,
        at: usize,
        is_called: bool,
    ) -> Option<Enter> {
        {
            // SAFETY: code is never freed, and nobody else uses this method's slots meanwhile.
            let code = unsafe { &mut *code };
            let ops = code.ops().len();
            let stale = code.compiled.slot(mode, at, ops).stale;
            let is_stale = stale.is_some_and(|op| !is_named(code, op as usize));
            let slot = code.compiled.slot(mode, at, ops);
            match &mut slot.state {
                State::Ready(enter) if !is_stale => return Some(*enter),
                State::Resting(enter, _) if !is_stale && is_called => return Some(*enter),
                State::Resting(enter, visits) if !is_stale => {
                    if *visits > 0 {
                        *visits -= 1;
                        return None;
                    }
                    let enter = *enter;
                    (slot.state, slot.entered, slot.gain) = (State::Ready(enter), 0, 0);
                    return Some(enter);
                }
                State::Ready(_) | State::Resting(..) => slot.stale = None,
                State::Refused => return None,
                State::Cold(seen) if *seen < self.compiled.mixed.patience() => {
                    *seen += 1;
                    return None;
                }
                State::Cold(_) => {}
            }
        }
        self.make(method, code, mode, at)
    }

    #[cold]
    fn make(&mut self, method: MethodId, code: *mut Code, mode: Mode, at: usize) -> Option<Enter> {
        use ir::operand::Kind::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        let compiler = self.compiled.compiler.clone()?;
        let primitives =
            [Boolean, Byte, Char, Short, Int, Long, Float, Double].map(|kind| self.primitive_array(kind));
        let (objects, booleans) = (self.known().objects, self.known().booleans);
        // SAFETY: code is never freed, and nobody writes to it until the compiler is done.
        let of = unsafe { &*code };
        let machine: &Machine = self;
        let piece = Piece { machine, method, code: of, at, mode, objects, booleans, primitives };
        let made = compiler.compile(&piece);
        self.compiled.figures.made.fetch_add(u64::from(made.is_some()), Ordering::Relaxed);
        // SAFETY: as above.
        let code = unsafe { &mut *code };
        let ops = code.ops().len();
        let slot = code.compiled.slot(mode, at, ops);
        slot.made += 1;
        slot.state = match made {
            Some(enter) => State::Ready(enter),
            None => State::Refused,
        };
        if at == 0 {
            self.set_entry(mode, method, made);
        }
        made
    }

    /// Machine code that was entered at `at` has executed so many operations.
    pub(crate) fn judge_code(&mut self, code: *mut Code, mode: Mode, at: usize, operations: i64) {
        self.compiled.turn.0 += 1;
        self.compiled.turn.1 += operations as u64;
        let is_patient = self.compiled.mixed == Mixed::All;
        // SAFETY: as above.
        let code = unsafe { &mut *code };
        let ops = code.ops().len();
        let slot = code.compiled.slot(mode, at, ops);
        slot.entered = slot.entered.saturating_add(1);
        slot.gain += operations - ENTERING;
        if !is_patient
            && slot.entered >= TRIALS
            && slot.gain < 0
            && let State::Ready(enter) = slot.state
        {
            slot.state = State::Resting(enter, REST << slot.doubts);
            slot.doubts = (slot.doubts + 1).min(MOST_DOUBTS);
        }
    }

    /// Machine code of a method that began at `at` was left before operation `pc`. If that is a name which will be
    /// linked now, or if it is a call and it is not the first time, there is better code the next time.
    pub(crate) fn note_left(&mut self, method: MethodId, mode: Mode, at: usize, pc: u32) {
        let Some(code) = self.program.methods[method].code() else { return };
        let is_named = is_named(code, pc as usize);
        let op = code.ops().get(pc as usize);
        if !is_named && !matches!(op, Some(Op::CallVirtual { .. } | Op::CallInterface { .. })) {
            return;
        }
        let Ok(code) = self.code_mut(method) else { return };
        let ops = code.ops().len();
        let slot = code.compiled.slot(mode, at, ops);
        slot.misses = slot.misses.saturating_add(1);
        if slot.made >= MOST_MADE || (!is_named && slot.misses < MOST_MISSES) {
            return;
        }
        (slot.stale, slot.misses) = (Some(pc), 0);
        if at == 0 {
            // Callers go through the interpreter until there is.
            self.set_entry(mode, method, None);
        }
    }
}

/// The operation has not been linked yet.
fn is_named(code: &Code, at: usize) -> bool {
    code.ops().get(at).is_some_and(|op| op.effects().has(ir::Effect::Links))
}
