//! What the interpreter asks whoever drives it.
//!
//! A machine that is only run goes on whatever comes next; one that is explored stops before what other
//! threads can see, has choices made for it, and may be watched. The interpreter knows neither: it is generic
//! in a [`Policy`], so that the loop of a plain run has no trace of exploring in it, and the loop of an
//! explored one calls the gate directly. What is off the hot path, natives among it, gets the same policy as a
//! `&mut dyn Policy` beside the machine.
//!
//! A policy never calls the interpreter. It answers, and keeps what it must know in itself: the machine has no
//! field for it.

use crate::compiled::Stretch;
use crate::machine::Machine;
use crate::program::{ClassId, MethodId};
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::trap::{Stop, Trap};
use ir::Op;

/// What an operation touches that others always see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// Whether a thread may go on: its permit, its interrupt, its being there. By its `java.lang.Thread`.
    Thread(Ref),
    /// What time it is. Whether the operation moves the clock shows by itself.
    Clock,
    /// What the program has printed.
    Output,
    /// What the watcher of a unit's callers knows: all that it is told comes in one order.
    Watcher,
    /// More than can be said.
    Anything,
}

/// Who drives a machine. `stops_*` is asked before an operation is done: true if the step must end first.
///
/// What a policy does not answer is answered as for one thread alone that nobody looks at: nothing stops, the first
/// of all choices is taken.
pub trait Policy {
    /// The machine is being explored, and not just run.
    fn is_exploring(&self) -> bool;

    /// An operation begins. `is_first` if it is the one that the thread stopped before: it is done now, visible
    /// or not.
    #[inline(always)]
    fn begin(&mut self, _is_first: bool) {}

    /// The present operation may be done, whoever can see it.
    #[inline(always)]
    fn is_open(&self) -> bool {
        true
    }

    /// The present operation has been linked and comes once more. True if it still is the one that the step
    /// began with.
    #[inline(always)]
    fn is_first_again(&self) -> bool {
        false
    }

    /// A field of an object is accessed, or elements of an array (`unit` 0).
    #[inline(always)]
    fn stops_access(&mut self, _machine: &mut Machine, _object: Ref, _unit: u32, _is_write: bool) -> bool {
        false
    }

    /// A static field is accessed, by its address in 4-byte units.
    #[inline(always)]
    fn stops_static(&mut self, _machine: &mut Machine, _at: u32, _is_write: bool) -> bool {
        false
    }

    /// Others could come in between two accesses to parts of this object, and one of the two sides would
    /// notice: what touches several parts must then do so one by one.
    fn divides(&mut self, _machine: &mut Machine, _object: Ref, _unit: u32, _is_write: bool) -> bool {
        false
    }

    /// A thread takes a number from a static counter that only natives use.
    fn stops_counting(
        &mut self,
        _machine: &mut Machine,
        _thread: ThreadId,
        _record: Ref,
        _unit: u32,
    ) -> bool {
        false
    }

    /// A monitor is taken, or waited on, or its waiters are woken.
    #[inline(always)]
    fn stops_monitor(&mut self, _machine: &mut Machine, _object: Ref) -> bool {
        false
    }

    /// Something is asked of a thread, or done to it, by its `java.lang.Thread`: as with its monitor, which is not
    /// taken.
    fn stops_asking(&mut self, _machine: &mut Machine, _object: Ref) -> bool {
        false
    }

    /// Something is done that others always see: starting, interrupting, parking, initializing.
    fn stops_always(&mut self, _machine: &Machine, _touch: Touch) -> bool {
        false
    }

    /// An operation that is being done touches more than its gate has said.
    fn touches(&mut self, _machine: &Machine, _touch: Touch) {}

    /// The running thread finds that the thread of this `java.lang.Thread` is not alive.
    fn saw_end(&mut self, _machine: &Machine, _object: Ref) {}

    /// Whether machine code may execute operations of the running thread, and what it has to ask. Not while somebody
    /// is shown each of them, follows frames, or looks at more than accesses to shared objects and notes.
    #[inline(always)]
    fn stretches(&self, _machine: &Machine) -> Stretch {
        Stretch::Never
    }

    /// The top frame of a thread ends.
    #[inline(always)]
    fn stops_return(&self, _machine: &Machine, _thread: ThreadId) -> bool {
        false
    }

    /// A thread goes on in a frame of this method, the one at this depth: a call, a return, or a handler.
    #[inline(always)]
    fn moves_to(&mut self, _machine: &Machine, _thread: ThreadId, _depth: usize, _method: MethodId) {}

    /// A thread offers its turn. False if it goes on all the same.
    #[inline(always)]
    fn gives_way(&mut self, _machine: &Machine, _thread: ThreadId) -> bool {
        true
    }

    /// Shown every operation, by loops that are `WATCHED`. The frame's `pc` is its number.
    #[inline(always)]
    fn stops_before(&mut self, _machine: &mut Machine, _thread: ThreadId, _op: Op) -> bool {
        false
    }

    /// An exception is about to unwind a thread.
    ///
    /// # Errors
    /// [`Trap::Visible`] if the step must end first. What a native has thrown cannot be thrown again.
    fn unwinding(
        &mut self,
        _machine: &mut Machine,
        _thread: ThreadId,
        _exception: Ref,
        _from_native: bool,
    ) -> Result<(), Trap> {
        Ok(())
    }

    /// Which of equal strings was interned first belongs to states. Where it does not, the constant always was.
    fn interns(&self) -> bool {
        false
    }

    /// Objects are asked for that other threads may not have shared.
    fn looks_at_objects(&mut self, _machine: &Machine) {}

    /// The machine has learnt something that it would have needed to know on the paths so far.
    fn learns(&mut self) {}

    /// Something is evaluated on the state as it is: no class is initialized by it.
    fn is_probing(&self) -> bool {
        false
    }

    /// A thread was started: from here on there are several.
    fn started(&mut self) {}

    /// Nobody caught an exception. What ends the execution, if that does.
    fn uncaught(&mut self, _machine: &Machine, _thread: ThreadId, _exception: Ref) -> Option<Stop> {
        None
    }

    /// One of `count` values for an operation of a thread; the first, where nobody chooses.
    ///
    /// # Errors
    /// [`Trap::Ask`] until somebody has chosen.
    fn ask(&mut self, _machine: &mut Machine, _thread: ThreadId, _count: u32) -> Result<u32, Trap> {
        Ok(0)
    }

    /// `Verify.beginAtomic`: the whole block is one operation that others see. Blocks may be nested. What is touched
    /// within shows by itself; `touch` is what the block touches beside.
    ///
    /// # Errors
    /// [`Trap::Visible`] if the step must end first.
    fn begin_atomic(&mut self, _machine: &mut Machine, _thread: ThreadId, _touch: Touch) -> Result<(), Trap> {
        Ok(())
    }

    /// `Verify.endAtomic`. Ends nothing where nothing was begun.
    fn end_atomic(&mut self, _machine: &mut Machine, _thread: ThreadId) {}

    /// The path is being told to somebody, so what it prints is wanted.
    fn is_narrating(&self) -> bool {
        false
    }

    /// What is printed on a path that is being told.
    fn note_output(&mut self, _machine: &mut Machine, _text: &str) {}

    /// What was chosen for a path that is being told, in words.
    fn note_choice(&mut self, _machine: &mut Machine, _text: &str) {}

    /// Text for standard output (1) or standard error (2) of an explored program.
    ///
    /// # Errors
    /// [`Trap::Visible`] if the step must end first.
    fn print(&mut self, _machine: &mut Machine, _fd: i32, _text: Ref, _end: &str) -> Result<(), Trap> {
        Ok(())
    }

    /// The program is about to use what it keeps across paths ([`crate::Across`]).
    ///
    /// # Errors
    /// A step that does cannot be taken back, as steps of one worker among many sometimes must be.
    fn crosses_paths(&mut self) -> Result<(), Trap> {
        Ok(())
    }

    /// `Verify.stopIfVisited`: false if what can be reached from `root` was there before, in a call of this
    /// method after as few such calls or fewer. A depth-first search may reach a structure by a detour
    /// first; were that to count, a program with a bound on its operations would have fewer left for the
    /// rest, and miss what follows.
    ///
    /// # Errors
    /// As for [`Policy::crosses_paths`].
    fn visit_structure(&mut self, _machine: &mut Machine, _root: Ref) -> Result<bool, Trap> {
        Ok(true)
    }

    /// `Delta.newStates`: the structure that a round of a driver begins with.
    ///
    /// # Errors
    /// [`Trap::Visible`] until there is one.
    fn new_states(&mut self, _machine: &mut Machine, structure: Ref) -> Result<Ref, Trap> {
        Ok(structure)
    }

    /// `Delta.merge`: a structure that a later round may begin with.
    ///
    /// # Errors
    /// [`Trap::Visible`] until it is kept.
    fn merge(&mut self, _machine: &mut Machine, _structure: Ref) -> Result<(), Trap> {
        Ok(())
    }

    /// The objects of a class that threads can reach, in an order that the state alone fixes. Objects of the
    /// base are not among them.
    fn objects_of(&mut self, _machine: &Machine, _class: ClassId) -> Vec<Ref> {
        Vec::new()
    }

    /// `Verify.label`: sets or takes away a label, if somebody looks at it.
    ///
    /// # Errors
    /// [`Trap::Visible`] if the step must end first.
    fn set_label(&mut self, _name: &str, _holds: bool) -> Result<(), Trap> {
        Ok(())
    }
}

/// A plain run: nothing stops, nobody looks, the first of all choices is taken.
pub struct Free;

impl Policy for Free {
    #[inline(always)]
    fn is_exploring(&self) -> bool {
        false
    }
    #[inline(always)]
    fn stretches(&self, _: &Machine) -> Stretch {
        Stretch::Free
    }
    fn uncaught(&mut self, machine: &Machine, thread: ThreadId, exception: Ref) -> Option<Stop> {
        // What a handler takes is the program's own way to deal with it.
        if machine.has_handler(thread) { None } else { machine.refused(exception) }
    }
}

/// The answers of a policy as natives and slow operations take them.
impl dyn Policy + '_ {
    /// # Errors
    /// [`Trap::Visible`] if the step must end before the access.
    pub fn gate_access(
        &mut self,
        machine: &mut Machine,
        object: Ref,
        unit: u32,
        is_write: bool,
    ) -> Result<(), Trap> {
        passes(self.stops_access(machine, object, unit, is_write))
    }

    /// # Errors
    /// [`Trap::Visible`] if the step must end before the operation on the monitor.
    pub fn gate_monitor(&mut self, machine: &mut Machine, object: Ref) -> Result<(), Trap> {
        machine.heap.notes.content(object);
        passes(self.stops_monitor(machine, object))
    }

    /// # Errors
    /// [`Trap::Visible`] if the step must end before the question.
    pub fn gate_asking(&mut self, machine: &mut Machine, object: Ref) -> Result<(), Trap> {
        machine.heap.notes.content(object);
        passes(self.stops_asking(machine, object))
    }

    /// # Errors
    /// [`Trap::Visible`] if the step must end before what others always see.
    pub fn gate_always(&mut self, machine: &Machine, touch: Touch) -> Result<(), Trap> {
        passes(self.stops_always(machine, touch))
    }
}

#[inline]
fn passes(stops: bool) -> Result<(), Trap> {
    match stops {
        true => Err(Trap::Visible),
        false => Ok(()),
    }
}
