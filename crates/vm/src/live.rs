//! Which registers of a frame will be read again: the roots of a collection, and what a frame adds to a
//! state.

use crate::machine::Machine;
use crate::program::MethodKind;
use crate::state::thread::{NOT_STARTED, ThreadId};

/// A register that is live.
pub struct Live {
    pub register: u16,
    pub word: u64,
    pub is_ref: bool,
}

impl Machine {
    /// The live registers of a thread's frame, counted from the bottom.
    pub fn live_registers(&self, thread: ThreadId, depth: usize) -> impl Iterator<Item = Live> + '_ {
        let t = &self.threads[thread];
        let frame = t.frames[depth];
        let code = match &self.program.methods[frame.method].kind {
            MethodKind::Code(code) => Some(code),
            _ => None,
        };
        let pc = if frame.pc == NOT_STARTED { 0 } else { frame.pc as usize };
        // Below the top, a frame waits in a call, unless an initializer runs on top of it: then the operation
        // comes again.
        let above = t.frames.get(depth + 1);
        let in_call = above.is_some_and(|f| !f.exit.is_retried());
        code.into_iter().flat_map(move |code| {
            let liveness = code.liveness.get_or_init(|| ir::Liveness::of(&code.body));
            let set = if in_call { liveness.live_while_calling(pc) } else { liveness.live_before(pc) };
            set.iter().map(move |register| Live {
                register,
                word: t.registers[frame.base as usize + usize::from(register)],
                is_ref: code.body.refs.contains(usize::from(register)),
            })
        })
    }
}
