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
    /// What the program has printed.
    Output,
    /// More than can be said.
    Anything,
}

/// Who drives a machine. `stops_*` is asked before an operation is done: true if the step must end first.
pub trait Policy {
    /// The machine is being explored, and not just run.
    fn is_exploring(&self) -> bool;

    /// An operation begins. `is_first` if it is the one that the thread stopped before: it is done now, visible
    /// or not.
    fn begin(&mut self, is_first: bool);

    /// The present operation may be done, whoever can see it.
    fn is_open(&self) -> bool;

    /// The present operation has been linked and comes once more. True if it still is the one that the step
    /// began with.
    fn is_first_again(&self) -> bool;

    /// A field of an object is accessed, or elements of an array (`unit` 0).
    fn stops_access(&mut self, machine: &mut Machine, object: Ref, unit: u32, is_write: bool) -> bool;

    /// A static field is accessed, by its address in 4-byte units.
    fn stops_static(&mut self, machine: &mut Machine, at: u32, is_write: bool) -> bool;

    /// Others could come in between two accesses to parts of this object, and one of the two sides would
    /// notice: what touches several parts must then do so one by one.
    fn divides(&mut self, machine: &mut Machine, object: Ref, unit: u32, is_write: bool) -> bool;

    /// A thread takes a number from a static counter that only natives use.
    fn stops_counting(&mut self, machine: &mut Machine, thread: ThreadId, record: Ref, unit: u32) -> bool;

    /// A monitor is taken, or waited on, or its waiters are woken.
    fn stops_monitor(&mut self, machine: &mut Machine, object: Ref) -> bool;

    /// Something is asked of a thread, or done to it, by its `java.lang.Thread`: as with its monitor, which is not
    /// taken.
    fn stops_asking(&mut self, machine: &mut Machine, object: Ref) -> bool;

    /// Something is done that others always see: starting, interrupting, parking, initializing.
    fn stops_always(&mut self, machine: &Machine, touch: Touch) -> bool;

    /// An operation that is being done touches more than its gate has said.
    fn touches(&mut self, _machine: &Machine, _touch: Touch) {}

    /// The running thread finds that the thread of this `java.lang.Thread` is not alive.
    fn saw_end(&mut self, _machine: &Machine, _object: Ref) {}

    /// The top frame of a thread ends.
    fn stops_return(&self, machine: &Machine, thread: ThreadId) -> bool;

    /// A thread goes on in a frame of this method, the one at this depth: a call, a return, or a handler.
    fn moves_to(&mut self, machine: &Machine, thread: ThreadId, depth: usize, method: MethodId);

    /// A thread offers its turn. False if it goes on all the same.
    fn gives_way(&mut self, machine: &Machine, thread: ThreadId) -> bool;

    /// Shown every operation, by loops that are `WATCHED`. The frame's `pc` is its number.
    fn stops_before(&mut self, machine: &mut Machine, thread: ThreadId, op: Op) -> bool;

    /// An exception is about to unwind a thread.
    ///
    /// # Errors
    /// [`Trap::Visible`] if the step must end first. What a native has thrown cannot be thrown again.
    fn unwinding(
        &mut self,
        machine: &mut Machine,
        thread: ThreadId,
        exception: Ref,
        from_native: bool,
    ) -> Result<(), Trap>;

    /// Something is evaluated on the state as it is: no class is initialized by it.
    fn is_probing(&self) -> bool;

    /// A thread was started: from here on there are several.
    fn started(&mut self);

    /// Nobody caught an exception. What ends the execution, if that does.
    fn uncaught(&mut self, machine: &Machine, thread: ThreadId, exception: Ref) -> Option<Stop>;

    /// One of `count` values for an operation of a thread; the first, where nobody chooses.
    ///
    /// # Errors
    /// [`Trap::Ask`] until somebody has chosen.
    fn ask(&mut self, machine: &mut Machine, thread: ThreadId, count: u32) -> Result<u32, Trap>;

    /// `Verify.beginAtomic`: the whole block is one operation that others see. Blocks may be nested.
    ///
    /// # Errors
    /// [`Trap::Visible`] if the step must end first.
    fn begin_atomic(&mut self, machine: &mut Machine, thread: ThreadId) -> Result<(), Trap>;

    /// `Verify.endAtomic`. Ends nothing where nothing was begun.
    fn end_atomic(&mut self, machine: &mut Machine, thread: ThreadId);

    /// The path is being told to somebody, so what it prints is wanted.
    fn is_narrating(&self) -> bool;

    /// What is printed on a path that is being told.
    fn note_output(&mut self, machine: &mut Machine, text: &str);

    /// What was chosen for a path that is being told, in words.
    fn note_choice(&mut self, machine: &mut Machine, text: &str);

    /// Text for standard output (1) or standard error (2) of an explored program.
    ///
    /// # Errors
    /// [`Trap::Visible`] if the step must end first.
    fn print(&mut self, machine: &mut Machine, fd: i32, text: Ref, end: &str) -> Result<(), Trap>;

    /// The program is about to use what it keeps across paths ([`crate::Across`]).
    ///
    /// # Errors
    /// A step that does cannot be taken back, as steps of one worker among many sometimes must be.
    fn crosses_paths(&mut self) -> Result<(), Trap>;

    /// `Verify.stopIfVisited`: false if what can be reached from `root` was there before, in a call of this
    /// method after as few such calls or fewer. A depth-first search may reach a structure by a detour
    /// first; were that to count, a program with a bound on its operations would have fewer left for the
    /// rest, and miss what follows.
    ///
    /// # Errors
    /// As for [`Policy::crosses_paths`].
    fn visit_structure(&mut self, machine: &mut Machine, root: Ref) -> Result<bool, Trap>;

    /// The objects of a class that threads can reach, in an order that the state alone fixes. Objects of the
    /// base are not among them.
    fn objects_of(&mut self, machine: &Machine, class: ClassId) -> Vec<Ref>;

    /// `Verify.label`: sets or takes away a label, if somebody looks at it.
    ///
    /// # Errors
    /// [`Trap::Visible`] if the step must end first.
    fn set_label(&mut self, name: &str, holds: bool) -> Result<(), Trap>;
}

/// A plain run: nothing stops, nobody looks, the first of all choices is taken.
pub struct Free;

impl Policy for Free {
    #[inline(always)]
    fn is_exploring(&self) -> bool {
        false
    }
    #[inline(always)]
    fn moves_to(&mut self, _: &Machine, _: ThreadId, _: usize, _: MethodId) {}
    #[inline(always)]
    fn gives_way(&mut self, _: &Machine, _: ThreadId) -> bool {
        true
    }
    #[inline(always)]
    fn begin(&mut self, _: bool) {}
    #[inline(always)]
    fn is_open(&self) -> bool {
        true
    }
    #[inline(always)]
    fn is_first_again(&self) -> bool {
        false
    }
    #[inline(always)]
    fn stops_access(&mut self, _: &mut Machine, _: Ref, _: u32, _: bool) -> bool {
        false
    }
    #[inline(always)]
    fn stops_static(&mut self, _: &mut Machine, _: u32, _: bool) -> bool {
        false
    }
    fn divides(&mut self, _: &mut Machine, _: Ref, _: u32, _: bool) -> bool {
        false
    }
    fn stops_counting(&mut self, _: &mut Machine, _: ThreadId, _: Ref, _: u32) -> bool {
        false
    }
    #[inline(always)]
    fn stops_monitor(&mut self, _: &mut Machine, _: Ref) -> bool {
        false
    }
    fn stops_asking(&mut self, _: &mut Machine, _: Ref) -> bool {
        false
    }
    fn stops_always(&mut self, _: &Machine, _: Touch) -> bool {
        false
    }
    #[inline(always)]
    fn stops_return(&self, _: &Machine, _: ThreadId) -> bool {
        false
    }
    #[inline(always)]
    fn stops_before(&mut self, _: &mut Machine, _: ThreadId, _: Op) -> bool {
        false
    }
    fn unwinding(&mut self, _: &mut Machine, _: ThreadId, _: Ref, _: bool) -> Result<(), Trap> {
        Ok(())
    }
    fn is_probing(&self) -> bool {
        false
    }
    fn started(&mut self) {}
    fn uncaught(&mut self, machine: &Machine, thread: ThreadId, exception: Ref) -> Option<Stop> {
        // What a handler takes is the program's own way to deal with it.
        if machine.has_handler(thread) { None } else { machine.refused(exception) }
    }
    fn ask(&mut self, _: &mut Machine, _: ThreadId, _: u32) -> Result<u32, Trap> {
        Ok(0)
    }
    fn begin_atomic(&mut self, _: &mut Machine, _: ThreadId) -> Result<(), Trap> {
        Ok(())
    }
    fn end_atomic(&mut self, _: &mut Machine, _: ThreadId) {}
    fn is_narrating(&self) -> bool {
        false
    }
    fn note_output(&mut self, _: &mut Machine, _: &str) {}
    fn note_choice(&mut self, _: &mut Machine, _: &str) {}
    fn print(&mut self, _: &mut Machine, _: i32, _: Ref, _: &str) -> Result<(), Trap> {
        Ok(())
    }
    fn crosses_paths(&mut self) -> Result<(), Trap> {
        Ok(())
    }
    fn visit_structure(&mut self, _: &mut Machine, _: Ref) -> Result<bool, Trap> {
        Ok(true)
    }
    fn objects_of(&mut self, _: &Machine, _: ClassId) -> Vec<Ref> {
        Vec::new()
    }
    fn set_label(&mut self, _: &str, _: bool) -> Result<(), Trap> {
        Ok(())
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
