//! Local variables of the program's methods, by the names that a class file has for them if it was compiled
//! with `-g` (JVMS 4.7.13).

use super::super::driver::Subject;
use base::FastSet;
use classfile::{Kind, LocalVariable};
use lts::Spot;
use vm::TraceLine;
use vm::state::heap::Ref;
use vm::state::thread::NOT_STARTED;
use vm::state::thread::ThreadId;

/// Frames whose variables are shown, counted from the innermost.
const MAX_FRAMES: usize = 4;

/// Names and values.
type Locals = Vec<(String, String)>;

impl Subject<'_> {
    /// The program's own frames, innermost first, and the variables of the innermost ones.
    pub(super) fn view_stack(&mut self, thread: ThreadId) -> (Vec<Spot>, Vec<Locals>) {
        let (mut stack, mut locals) = (Vec::new(), Vec::new());
        for depth in (0..self.threads[thread].frames.len()).rev() {
            let frame = self.threads[thread].frames[depth];
            let method = &self.program.methods[frame.method];
            let shown = method.shown_as.unwrap_or(frame.method);
            if frame.pc == NOT_STARTED
                || (method.hidden && method.shown_as.is_none())
                || !self.is_users(shown)
            {
                continue;
            }
            let of_code = |code: &vm::program::Code| code.body().bytecode.get(frame.pc as usize).copied();
            let bytecode = if shown == frame.method { method.code().and_then(of_code) } else { None };
            stack.push(self.spot_of(TraceLine { method: shown, bytecode: bytecode.map(u32::from) }));
            if let Some(at) = bytecode.filter(|_| locals.len() < MAX_FRAMES) {
                locals.resize(stack.len() - 1, Locals::new());
                let values = self.view_locals(thread, depth, at);
                locals.push(values);
            }
        }
        (stack, locals)
    }

    /// The variables of a frame that stands at this offset of its bytecode.
    fn view_locals(&mut self, thread: ThreadId, depth: usize, at: u16) -> Locals {
        let frame = self.threads[thread].frames[depth];
        let method = &self.program.methods[frame.method];
        let file = self.program.classes[method.class].file.clone();
        let Some((file, row)) = file.zip(method.row) else { return Locals::new() };
        let Some(rows) = file.methods.get(usize::from(row)) else { return Locals::new() };
        let Some(code) = rows.code.as_ref().filter(|code| !code.locals.is_empty()) else {
            return Locals::new();
        };
        let Ok(registers) = ir::local_registers(&file, rows) else { return Locals::new() };
        // What no operation will read any more need not be kept: an object in such a variable may be gone.
        let live: FastSet<u16> = self.live_registers(thread, depth).map(|live| live.register).collect();
        let is_there = |variable: &&LocalVariable| {
            (variable.start..variable.start.saturating_add(variable.length)).contains(&at)
        };
        let mut values = Locals::new();
        for variable in code.locals.iter().filter(is_there) {
            let Some(kind) = classfile::descriptor::field_kind(variable.desc.bytes()) else { continue };
            let Some(register) = registers.of(variable.slot, kind == Kind::Ref) else { continue };
            let word = self.threads[thread].registers[frame.base as usize + usize::from(register)];
            if kind == Kind::Ref && !Ref(word as u32).is_null() && !live.contains(&register) {
                continue;
            }
            let value = self.show_short(kind, word);
            values.push((variable.name.to_string(), value));
        }
        values.sort();
        values
    }
}
