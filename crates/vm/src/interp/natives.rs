//! Calls of native methods, and what follows from their answers.

use crate::machine::Machine;
use crate::native::{Answer, Args, Context, Native};
use crate::policy::Policy;
use crate::program::MethodId;
use crate::state::thread::ThreadId;
use crate::trap::Trap;

impl Machine {
    pub(super) fn run_native(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        method: MethodId,
        native: Native,
        words: &[u64],
    ) -> Answer {
        self.in_native = Some(method);
        self.heap.notes.enter_native();
        let answer = native(&mut Context::new(self, policy), Args { thread, method, words });
        self.heap.notes.leave_native();
        answer
    }

    /// What follows from a native's answer, as for [`Machine::invoke`].
    pub(super) fn after_native(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        method: MethodId,
        words: &[u64],
        dst: u16,
        answer: Answer,
    ) -> Result<bool, Trap> {
        match answer {
            Ok(value) => {
                self.in_native = None;
                self.set_result(thread, dst, value);
                Ok(false)
            }
            Err(Trap::Call(target, words)) => {
                self.in_native = None;
                let taken = self.program.methods[target].params.len();
                debug_assert_eq!(words.len(), taken, "a native goes on with another method's arguments");
                self.invoke(policy, thread, target, &words, dst)
            }
            Err(Trap::Original) => {
                self.in_native = None;
                let original = self.program.original(method);
                self.invoke(policy, thread, original, words, dst)
            }
            Err(trap @ (Trap::Yield(_) | Trap::Wait | Trap::Again | Trap::Visible | Trap::Ask(_))) => {
                self.in_native = None;
                Err(trap)
            }
            Err(trap) => Err(trap),
        }
    }
}
