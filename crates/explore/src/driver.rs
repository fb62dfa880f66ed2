//! Who drives a machine that is explored: the policy that its interpreter asks.

use super::across::AcrossPaths;
use super::canon::Canon;
use super::gate::Gate;
use super::ghost::{Ghost, State};
use super::library::{AccessTo, Seal};
use super::narrate::Narrator;
use ir::Op;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};
use vm::Machine;
use vm::Pause;
use vm::Policy;
use vm::program::{ClassId, MethodId};
use vm::state::heap::Ref;
use vm::state::thread::ThreadId;
use vm::{Stop, Stretch, Touch, Trap};

#[derive(Default)]
pub(crate) struct Driver {
    pub gate: Gate,
    /// Whether the running thread is within a library call that counts as one operation.
    pub seal: Seal,
    pub ghost: Ghost,
    pub narrator: Narrator,
    /// What is kept across paths. Siblings share it.
    pub across: Arc<Mutex<AcrossPaths>>,
    /// Others work on the same program at the same time.
    pub is_sibling: bool,
    /// How often something was printed, over all paths.
    pub prints: u64,
    /// Working memory of walks over structures.
    pub canon: Canon,
}

impl Driver {
    /// For a sibling of the machine.
    pub fn sibling(&self) -> Driver {
        Driver {
            gate: self.gate.clone(),
            seal: self.seal.clone(),
            ghost: self.ghost.clone(),
            across: self.across.clone(),
            is_sibling: true,
            ..Driver::default()
        }
    }

    /// Lets a thread of the machine run until its step ends.
    pub fn run(&mut self, machine: &mut Machine, thread: ThreadId, fuel: u64) -> Pause {
        match self.gate.watch.crossings || self.gate.narrating {
            false => machine.run_thread::<Driver, false>(self, thread, fuel),
            true => machine.run_thread::<Driver, true>(self, thread, fuel),
        }
    }

    fn subject<'a>(&'a mut self, machine: &'a mut Machine) -> Subject<'a> {
        Subject { machine, driver: self }
    }
}

/// A machine together with who drives it.
pub(crate) struct Subject<'a> {
    pub machine: &'a mut Machine,
    pub driver: &'a mut Driver,
}

impl Deref for Subject<'_> {
    type Target = Machine;

    #[inline]
    fn deref(&self) -> &Machine {
        self.machine
    }
}

impl DerefMut for Subject<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Machine {
        self.machine
    }
}

impl Policy for Driver {
    #[inline(always)]
    fn is_exploring(&self) -> bool {
        true
    }

    #[inline(always)]
    fn begin(&mut self, is_first: bool) {
        self.gate.first = is_first;
        self.gate.open = is_first | self.gate.atomic;
    }

    #[inline(always)]
    fn moves_to(&mut self, machine: &Machine, thread: ThreadId, depth: usize, method: MethodId) {
        if self.seal.is_on() && self.seal.breaks(machine, depth, method) {
            self.unseal(machine, thread);
        }
    }

    #[inline]
    fn stretches(&self, _: &Machine) -> Stretch {
        let gate = &self.gate;
        match gate.sees_all() || gate.narrating || gate.watch.is_on() || self.seal.is_on() {
            true => Stretch::Never,
            false => Stretch::Gated,
        }
    }

    fn gives_way(&mut self, machine: &Machine, thread: ThreadId) -> bool {
        self.seal.gives_way(machine, thread)
    }

    #[inline(always)]
    fn is_open(&self) -> bool {
        self.gate.open
    }

    #[inline(always)]
    fn is_first_again(&self) -> bool {
        // A machine that has loaded a state may stand before an operation that only another one has linked. Within a
        // call that is one operation the gate is open for all of them, and only one is the first.
        self.gate.first
    }

    #[inline]
    fn stops_access(&mut self, machine: &mut Machine, object: Ref, unit: u32, is_write: bool) -> bool {
        Driver::stops_access(self, machine, object, unit, is_write)
    }

    #[inline]
    fn stops_static(&mut self, machine: &mut Machine, at: u32, is_write: bool) -> bool {
        Driver::stops_static(self, machine, at, is_write)
    }

    fn divides(&mut self, machine: &mut Machine, object: Ref, unit: u32, is_write: bool) -> bool {
        Driver::divides(self, machine, object, unit, is_write)
    }

    fn stops_counting(&mut self, machine: &mut Machine, thread: ThreadId, record: Ref, unit: u32) -> bool {
        Driver::stops_counting(self, machine, thread, record, unit)
    }

    #[inline]
    fn stops_monitor(&mut self, machine: &mut Machine, object: Ref) -> bool {
        if self.gate.several && machine.heap.is_shared(object) {
            self.leave_for(machine, object, AccessTo::Monitor);
        }
        let gate = &mut self.gate;
        let is_shared = gate.sees_all() || machine.heap.is_shared(object);
        if (gate.open || !gate.is_seen()) && is_shared {
            gate.trail.takes(machine, object);
        }
        gate.is_seen() && !gate.open && is_shared
    }

    fn stops_asking(&mut self, machine: &mut Machine, object: Ref) -> bool {
        let gate = &mut self.gate;
        let is_shared = gate.sees_all() || machine.heap.is_shared(object);
        if (gate.open || !gate.is_seen()) && is_shared {
            gate.trail.monitor(machine, object);
        }
        gate.is_seen() && !gate.open && is_shared
    }

    fn interns(&self) -> bool {
        true
    }

    fn looks_at_objects(&mut self, machine: &Machine) {
        let gate = &mut self.gate;
        if machine.threads.len() > 1 && !gate.plain && !gate.objects_are_looked_at {
            (gate.objects_are_looked_at, gate.outdated) = (true, true);
        }
    }

    fn learns(&mut self) {
        (self.gate.outdated, self.gate.is_misled) = (true, true);
    }

    fn stops_always(&mut self, machine: &Machine, touch: Touch) -> bool {
        if self.gate.open || !self.gate.is_seen() {
            self.gate.trail.touch(machine, touch);
        }
        self.gate.is_seen() && !self.gate.open
    }

    fn touches(&mut self, machine: &Machine, touch: Touch) {
        self.gate.trail.touch(machine, touch);
    }

    fn saw_end(&mut self, machine: &Machine, object: Ref) {
        self.gate.trail.saw_end(machine, object);
    }

    #[inline(always)]
    fn stops_return(&self, machine: &Machine, thread: ThreadId) -> bool {
        self.gate.watch.positions && !self.gate.open && super::atoms::ends_watched(machine, thread)
    }

    fn stops_before(&mut self, machine: &mut Machine, thread: ThreadId, op: Op) -> bool {
        if self.gate.watch.crossings && !self.gate.open && super::atoms::is_crossing(machine, thread) {
            return true;
        }
        if self.gate.narrating {
            self.subject(machine).observe(thread, op);
        }
        false
    }

    fn unwinding(
        &mut self,
        machine: &mut Machine,
        thread: ThreadId,
        exception: Ref,
        from_native: bool,
    ) -> Result<(), Trap> {
        if self.gate.watch.positions && !self.gate.open {
            super::atoms::gate_unwinding(machine, thread, exception, from_native)?;
        }
        if self.gate.narrating {
            self.subject(machine).note_thrown(thread, exception);
        }
        Ok(())
    }

    /// An atom that is being evaluated sees classes as they are.
    fn is_probing(&self) -> bool {
        self.gate.watch.probing
    }

    fn started(&mut self) {
        self.gate.several = true;
        self.narrator.threads_started();
    }

    fn uncaught(&mut self, machine: &Machine, thread: ThreadId, exception: Ref) -> Option<Stop> {
        let is_handled = machine.has_handler(thread);
        if is_handled && machine.liberties().handled {
            machine.assume(vm::Assumption::Handled);
            return None;
        }
        let refused = machine.refused(exception);
        if refused.is_some() {
            return refused;
        }
        Some(super::stop::violation(machine, thread, exception, is_handled))
    }

    fn ask(&mut self, machine: &mut Machine, thread: ThreadId, count: u32) -> Result<u32, Trap> {
        if count <= 1 {
            return Ok(0);
        }
        match machine.threads[thread].state.answer {
            Some(answer) => {
                let state = machine.change_thread(thread);
                state.answer = None;
                state.asks = None;
                Ok(answer)
            }
            None if self.gate.branching && self.stops_always(machine, Touch::Anything) => Err(Trap::Visible),
            None => Err(Trap::Ask(count)),
        }
    }

    fn begin_atomic(&mut self, machine: &mut Machine, thread: ThreadId, touch: Touch) -> Result<(), Trap> {
        if self.stops_always(machine, touch) {
            return Err(Trap::Visible);
        }
        machine.change_thread(thread).atomic += 1;
        self.gate.atomic = true;
        Ok(())
    }

    fn end_atomic(&mut self, machine: &mut Machine, thread: ThreadId) {
        if machine.threads[thread].state.atomic > 0 {
            let state = machine.change_thread(thread);
            state.atomic -= 1;
            self.gate.atomic = state.atomic > 0 || self.seal.is_on();
        }
    }

    fn is_narrating(&self) -> bool {
        self.gate.narrating
    }

    fn note_output(&mut self, machine: &mut Machine, text: &str) {
        self.subject(machine).note_output(text);
    }

    fn note_choice(&mut self, machine: &mut Machine, text: &str) {
        self.subject(machine).note_choice(text);
    }

    fn print(&mut self, machine: &mut Machine, fd: i32, text: Ref, end: &str) -> Result<(), Trap> {
        self.prints += 1;
        self.subject(machine).print(fd, text, end)
    }

    fn crosses_paths(&mut self) -> Result<(), Trap> {
        Driver::crosses_paths(self)
    }

    fn visit_structure(&mut self, machine: &mut Machine, root: Ref) -> Result<bool, Trap> {
        Driver::visit_structure(self, machine, root)
    }

    fn objects_of(&mut self, machine: &Machine, class: ClassId) -> Vec<Ref> {
        let state = State { machine, ghost: &self.ghost };
        let is_one = |&object: &Ref| machine.program.is_subclass(machine.heap.class_of(object), class);
        self.canon.reached(state).iter().copied().filter(is_one).collect()
    }

    fn set_label(&mut self, name: &str, holds: bool) -> Result<(), Trap> {
        let Some(number) = self.gate.watch.label_names.iter().position(|label| label == name) else {
            return Ok(());
        };
        if !self.gate.open {
            return Err(Trap::Visible);
        }
        self.ghost.labels = self.ghost.labels & !(1 << number) | u64::from(holds) << number;
        Ok(())
    }
}
