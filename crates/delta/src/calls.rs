//! Calls, returns and exceptions of a set of states. A call of objects of several classes splits the set by the method
//! that is meant.

use crate::engine::{Cannot, Engine, Finish, Frame};
use crate::run::{Flow, StepResult};
use crate::value::DeltaValue;
use base::Symbol;
use ir::operand::{Dst, Src};
use vm::program::{CallLink, MethodKind};
use vm::{ClassId, Machine, MethodId};

/// Deeper stacks are the machine's: it knows when they overflow.
const MOST_FRAMES: usize = 256;

impl<P: Clone + Default> Engine<P> {
    /// Begins a method for all states of the present set.
    ///
    /// # Errors
    /// It has no code, or none that was executed before.
    pub fn enter(&mut self, machine: &Machine, method: MethodId, words: &[DeltaValue]) -> Result<(), Cannot> {
        self.push(machine, method, words.to_vec(), u16::MAX)
    }

    fn push(
        &mut self,
        machine: &Machine,
        method: MethodId,
        words: Vec<DeltaValue>,
        ret: u16,
    ) -> Result<(), Cannot> {
        let Some(code) = machine.program.methods[method].code() else { return Err(Cannot::Yet) };
        if self.frames.len() >= MOST_FRAMES {
            return Err(self.cannot(machine, "a deep recursion"));
        }
        let lock = match (code.synchronized, machine.program.methods[method].is_static()) {
            (false, _) => None,
            (true, true) => Some(machine.program.classes[machine.program.methods[method].class].mirror.0),
            (true, false) => match words.first().and_then(|receiver| self.mask.only(receiver)) {
                Some(word) => Some(word as u32),
                None => return Err(self.cannot(machine, "monitors of several objects")),
            },
        };
        self.held.extend(lock);
        let base = self.registers.len();
        self.registers.extend(words);
        self.registers.resize(base + usize::from(code.body().registers), DeltaValue::ZERO);
        self.frames.push(Frame { method, pc: 0, base, ret, lock });
        Ok(())
    }

    pub(crate) fn call(
        &mut self,
        machine: &Machine,
        base: usize,
        method: MethodId,
        args: &[u16],
        dst: Dst,
    ) -> StepResult {
        match &machine.program.methods[method].kind {
            MethodKind::Code(_) => {
                let words = args.iter().map(|&register| self.get(base, Src(register)).clone()).collect();
                self.push(machine, method, words, dst.0)?;
                Ok(Flow::Moved)
            }
            MethodKind::Bytecode => Err(Cannot::Yet),
            MethodKind::Native(_) => self.call_native(machine, base, method, args, dst),
            _ => Err(self.cannot(machine, machine.full_name(method))),
        }
    }

    pub(crate) fn call_selected(
        &mut self,
        machine: &Machine,
        base: usize,
        link: &CallLink,
        dst: Dst,
    ) -> StepResult {
        let receiver = Src(link.args[0]);
        match self.null_check(machine, base, receiver) {
            Ok(Flow::On) => {}
            other => return other,
        }
        let receivers = self.get(base, receiver).clone();
        let class = |engine: &Self, state: u32| engine.heap.class_of(machine, receivers.at(state) as u32);
        let first = class(self, self.mask.first());
        if let DeltaValue::Each(_) = receivers {
            let (on, later) = self.mask.divided(|state| class(self, state) == first);
            if !later.is_empty() {
                self.split(on, later);
            }
        }
        let selected = match first == link.seen_class {
            true => Some(link.seen_method),
            false => machine.program.find_selected(first, link.method),
        };
        match selected {
            Some(method) if method != MethodId::NONE => self.call(machine, base, method, &link.args, dst),
            _ => Err(Cannot::Yet),
        }
    }

    /// The top frame ends with a result.
    pub(crate) fn leave(&mut self, value: DeltaValue) -> Flow {
        let Some(frame) = self.pop() else { return Flow::Ended(Finish::Returned(value)) };
        match self.frames.last_mut() {
            None => Flow::Ended(Finish::Returned(value)),
            Some(caller) => {
                caller.pc += 1;
                let base = caller.base;
                if frame.ret != u16::MAX {
                    self.set(base, Dst(frame.ret), value);
                }
                Flow::Moved
            }
        }
    }

    fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.registers.truncate(frame.base);
        if let Some(lock) = frame.lock {
            self.release(lock);
        }
        Some(frame)
    }

    /// Leaves a monitor; false if it is not held.
    pub(crate) fn release(&mut self, object: u32) -> bool {
        match self.held.iter().rposition(|&held| held == object) {
            Some(at) => {
                self.held.remove(at);
                true
            }
            None => false,
        }
    }

    /// An exception that an operation itself throws. Where the program catches it, the machine has to make it.
    pub(crate) fn raise(&mut self, machine: &Machine, class: &'static str) -> StepResult {
        let Some(class) = machine.program.loaded(Symbol::new(class)) else { return Err(Cannot::Yet) };
        let caught =
            self.frames.iter().any(|frame| handler(machine, frame.method, frame.pc, class).is_some());
        if caught {
            return Err(self.cannot(machine, "an exception of an operation that is caught"));
        }
        while self.pop().is_some() {}
        Ok(Flow::Ended(Finish::Threw(class)))
    }

    /// Unwinds to the handler of an exception, or to the end.
    pub(crate) fn throw(&mut self, machine: &Machine, exception: u32, _pc: usize) -> StepResult {
        let class = self.heap.class_of(machine, exception);
        while let Some(frame) = self.frames.last_mut() {
            if let Some((target, dst)) = handler(machine, frame.method, frame.pc, class) {
                frame.pc = target;
                let base = frame.base;
                self.set(base, Dst(dst), DeltaValue::Same(u64::from(exception)));
                return Ok(Flow::Moved);
            }
            self.pop();
        }
        Ok(Flow::Ended(Finish::Threw(class)))
    }
}

/// Where an exception of a class that is thrown by operation `pc` is caught, and the register for it.
fn handler(machine: &Machine, method: MethodId, pc: usize, thrown: ClassId) -> Option<(usize, u16)> {
    let code = machine.program.methods[method].code()?;
    let catches = |sym: u16| {
        let known = match (code.classes[usize::from(sym)], code.body().syms[usize::from(sym)]) {
            (ClassId::NONE, ir::Sym::Class(name)) => machine.program.loaded(name),
            (known, _) => Some(known),
        };
        // A class that was never loaded cannot be the class of anything thrown.
        known.is_some_and(|class| machine.program.is_subclass(thrown, class))
    };
    let mut guards = code.body().handlers.iter();
    let found = guards.find(|guard| {
        usize::from(guard.start) <= pc && pc < usize::from(guard.end) && guard.catch.is_none_or(catches)
    })?;
    Some((usize::from(found.target), found.dst))
}
