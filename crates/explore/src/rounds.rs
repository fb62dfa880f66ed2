//! How long a step may be.

use super::system::Explorer;
use vm::Pause;
use vm::state::thread::ThreadId;

/// Operations that one step may take before it ends all the same: a thread that computes for long, or for
/// ever. Where a step ends must not depend on anything else that is counted: a path is gone again with other steps.
const STEP_LIMIT: u64 = 10_000_000;

impl Explorer {
    /// Lets a thread run until its step ends.
    pub(super) fn run(&mut self, thread: ThreadId) -> Pause {
        self.driver.run(&mut self.machine, thread, STEP_LIMIT)
    }
}
