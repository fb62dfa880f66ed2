//! Who drives the machine while it makes a call: nobody else is there, nothing is chosen, nothing is printed.

use crate::coverage::Coverage;
use ir::Op;
use std::cell::Cell;
use vm::{Machine, Policy, Ref, Stretch, ThreadId, Trap};

/// The policy of one thread alone.
#[derive(Default)]
pub(crate) struct Alone {
    /// What calls come to, if that is looked at.
    pub coverage: Coverage,
    /// A call has started a thread: nothing of this is a structure.
    pub has_started: bool,
    /// A new string was interned.
    pub has_interned: Cell<bool>,
    /// What a driver is answered, if one is executed.
    pub rounds: Option<Rounds>,
}

/// What a driver is answered in a round, and what it asks.
#[derive(Default)]
pub(crate) struct Rounds {
    /// Which value each choice takes; those behind the last take their first.
    pub choices: Vec<u32>,
    /// How many values each choice has that was made so far, and where.
    pub counts: Vec<u32>,
    pub places: Vec<String>,
    /// Whether places are wanted.
    pub tells: bool,
    /// What `newStates` gives when it is called next.
    pub structure: Option<Ref>,
    /// What `merge` was called with is kept: it can return.
    pub is_kept: bool,
    /// The call before which the driver stands.
    pub called: Option<DriverCall>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DriverCall {
    NewStates(Ref),
    Merge(Ref),
}

const NO_DRIVER: &str = "Delta within a call: it is for drivers, which jaywalk explore --driver executes";

impl Policy for Alone {
    #[inline(always)]
    fn is_exploring(&self) -> bool {
        true
    }
    #[inline(always)]
    fn stretches(&self, machine: &Machine) -> Stretch {
        // Nothing is noted while calls are made.
        if machine.heap.notes.is_on() { Stretch::Never } else { Stretch::Free }
    }
    /// Asked only of texts that are no constants.
    fn interns(&self) -> bool {
        self.has_interned.set(true);
        false
    }
    #[inline(always)]
    fn stops_before(&mut self, machine: &mut Machine, thread: ThreadId, _: Op) -> bool {
        self.coverage.note(machine, thread);
        false
    }
    fn started(&mut self) {
        self.has_started = true;
    }
    fn ask(&mut self, machine: &mut Machine, thread: ThreadId, count: u32) -> Result<u32, Trap> {
        let Some(rounds) = &mut self.rounds else {
            return Err(Trap::unsupported(
                "a choice of input within a call: write a driver and use jaywalk check",
            ));
        };
        if count <= 1 {
            return Ok(0);
        }
        let at = rounds.counts.len();
        rounds.counts.push(count);
        if rounds.tells {
            rounds.places.push(caller(machine, thread));
        }
        if at == rounds.choices.len() {
            rounds.choices.push(0);
        }
        Ok(rounds.choices[at])
    }
    fn new_states(&mut self, _: &mut Machine, structure: Ref) -> Result<Ref, Trap> {
        let rounds = self.rounds.as_mut().ok_or_else(|| Trap::unsupported(NO_DRIVER))?;
        match rounds.structure.take() {
            Some(given) => Ok(given),
            None => {
                rounds.called = Some(DriverCall::NewStates(structure));
                Err(Trap::Visible)
            }
        }
    }
    fn merge(&mut self, _: &mut Machine, structure: Ref) -> Result<(), Trap> {
        let rounds = self.rounds.as_mut().ok_or_else(|| Trap::unsupported(NO_DRIVER))?;
        if std::mem::take(&mut rounds.is_kept) {
            return Ok(());
        }
        rounds.called = Some(DriverCall::Merge(structure));
        Err(Trap::Visible)
    }
    fn crosses_paths(&mut self) -> Result<(), Trap> {
        Err(Trap::unsupported("what is kept across paths: write a driver and use jaywalk check"))
    }
}

/// Who calls the native method that a thread is in: the file and the line.
fn caller(machine: &Machine, thread: ThreadId) -> String {
    let stack = machine.describe_stack(thread);
    let line = stack.get(1).or(stack.first()).map_or("", String::as_str);
    let place = line.rsplit_once('(').map_or(line, |(_, place)| place);
    place.trim_end_matches(')').to_string()
}
