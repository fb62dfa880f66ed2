//! Who drives the machine while it makes a call: nobody else is there, nothing is chosen, nothing is printed.

use crate::coverage::Coverage;
use ir::Op;
use vm::{Machine, Policy, ThreadId, Trap};

/// The policy of one thread alone.
#[derive(Default)]
pub(crate) struct Alone {
    /// What calls come to, if that is looked at.
    pub coverage: Coverage,
    /// A call has started a thread: nothing of this is a structure.
    pub has_started: bool,
}

impl Policy for Alone {
    #[inline(always)]
    fn is_exploring(&self) -> bool {
        true
    }
    #[inline(always)]
    fn stops_before(&mut self, machine: &mut Machine, thread: ThreadId, _: Op) -> bool {
        self.coverage.note(machine, thread);
        false
    }
    fn started(&mut self) {
        self.has_started = true;
    }
    fn ask(&mut self, _: &mut Machine, _: ThreadId, _: u32) -> Result<u32, Trap> {
        Err(Trap::unsupported("a choice of input within a call: write a driver and use jaywalk check"))
    }
    fn crosses_paths(&mut self) -> Result<(), Trap> {
        Err(Trap::unsupported("what is kept across paths: write a driver and use jaywalk check"))
    }
}
