//! Who drives the machine while it makes a call: nobody else is there, nothing is chosen, nothing is printed.

use crate::coverage::Coverage;
use ir::Op;
use vm::{ClassId, Machine, MethodId, Policy, Ref, Stop, ThreadId, Touch, Trap};

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
    fn moves_to(&mut self, _: &Machine, _: ThreadId, _: usize, _: MethodId) {}
    #[inline(always)]
    fn gives_way(&mut self, _: &Machine, _: ThreadId) -> bool {
        true
    }
    #[inline(always)]
    fn stops_before(&mut self, machine: &mut Machine, thread: ThreadId, _: Op) -> bool {
        self.coverage.note(machine, thread);
        false
    }
    fn unwinding(&mut self, _: &mut Machine, _: ThreadId, _: Ref, _: bool) -> Result<(), Trap> {
        Ok(())
    }
    fn is_probing(&self) -> bool {
        false
    }
    fn started(&mut self) {
        self.has_started = true;
    }
    fn uncaught(&mut self, _: &Machine, _: ThreadId, _: Ref) -> Option<Stop> {
        None
    }
    fn ask(&mut self, _: &mut Machine, _: ThreadId, _: u32) -> Result<u32, Trap> {
        Err(Trap::unsupported("a choice of input within a call: write a driver and use jaywalk check"))
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
        Err(Trap::unsupported("what is kept across paths: write a driver and use jaywalk check"))
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
