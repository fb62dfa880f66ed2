//! Evaluating a method on the state as it is.

use crate::interp::Pause;
use crate::machine::Machine;
use crate::policy::Policy;
use crate::program::MethodId;
use crate::state::heap::Ref;
use crate::state::thread::{OnExit, ThreadId};

/// How an evaluation ended.
pub struct Evaluation {
    /// Why it stopped; `None` if it could not begin.
    pub pause: Option<Pause>,
    /// What the method returned or threw, if it came to its end.
    pub result: Option<Result<u64, Ref>>,
}

impl Machine {
    /// Runs a static method without parameters on a thread of its own for at most `fuel` operations, and goes
    /// back to the state as it was. The policy sees to it that nothing it does is seen.
    pub fn evaluate<P: Policy>(&mut self, policy: &mut P, method: MethodId, fuel: u64) -> Evaluation {
        let (in_native, instructions) = (self.in_native.take(), self.instructions);
        let mark = self.mark();
        let object = self.threads[ThreadId(0)].state.object;
        let thread = self.add_thread(object, true);
        let pause = match self.push_frame(thread, method, &[], u16::MAX, OnExit::Nothing) {
            Ok(()) => Some(self.run_thread::<P, false>(policy, thread, fuel)),
            Err(_) => None,
        };
        let result = self.threads[thread].state.result;
        self.rewind(mark);
        assert_eq!(self.threads.next_id(), thread, "the thread of an evaluation is gone with it");
        (self.in_native, self.instructions) = (in_native, instructions);
        Evaluation { pause, result }
    }
}
