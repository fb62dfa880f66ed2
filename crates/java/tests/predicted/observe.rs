//! What a run really does: who calls whom where, and what is written to which objects.

use analysis::points;
use base::Id;
use classfile::descriptor;
use java::Session;
use std::collections::{HashMap, HashSet};
use vm::state::thread::Frame;
use vm::{ClassId, Machine, MethodId, Pause, Policy, Ref, ThreadId};

/// Operations that a thread runs in one turn.
const TURN: u64 = 20_000;

/// How often numbers are noted at one operation.
const NUMBERS_MAX: usize = 8;

/// A call that the analysis should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeenCall {
    /// The nearest method below that is looked into, and its operation. None under a thread's first method.
    pub by: Option<(MethodId, u32)>,
    /// The two stand side by side.
    pub is_direct: bool,
    /// The caller is the JDK, and was called out of code that nobody looks into.
    pub is_inside: bool,
    /// The program's operation that the JDK's code above it works for, if that code is the JDK's.
    pub root: Option<(MethodId, u32)>,
    pub target: MethodId,
}

/// A reference that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wrote {
    pub by: (MethodId, u32),
    /// As for calls.
    pub root: Option<(MethodId, u32)>,
    /// To an object of this class, unless the field is static.
    pub on: Option<ClassId>,
    /// Of this class, unless it is null.
    pub value: Option<ClassId>,
}

/// Everything that was seen.
#[derive(Default)]
pub struct Observer {
    pub calls: HashSet<SeenCall>,
    pub writes: HashSet<Wrote>,
    /// Numbers, and how many of their bits count.
    pub numbers: HashMap<(MethodId, u32), HashSet<(u64, u32)>>,
    looked_into: HashMap<MethodId, bool>,
}

impl Policy for Observer {
    fn is_exploring(&self) -> bool {
        false
    }

    fn moves_to(&mut self, machine: &Machine, thread: ThreadId, depth: usize, method: MethodId) {
        let frames = &machine.threads[thread].frames;
        if frames[depth].pc == 0 && self.is_looked_into(machine, method) {
            let below = frames[..depth].iter().rev().enumerate();
            let mut followed = below.filter(|(_, frame)| self.is_looked_into(machine, frame.method));
            let found = followed.next();
            let by = found.map(|(_, frame)| (frame.method, frame.pc));
            let is_direct = found.is_some_and(|(distance, _)| distance == 0);
            drop(followed);
            let is_inside = self.is_inside(machine, &frames[..depth]);
            let root = root(machine, &frames[..depth]);
            self.calls.insert(SeenCall { by, is_direct, is_inside, root, target: method });
        }
    }

    fn stops_before(&mut self, machine: &mut Machine, thread: ThreadId, op: ir::Op) -> bool {
        let t = &machine.threads[thread];
        let Some(&frame) = t.frames.last() else { return false };
        let word = |register: u16| t.registers[frame.base as usize + usize::from(register)];
        let place = |register: u16| Some(Ref(word(register) as u32));
        let (on, value) = match op {
            ir::Op::PutRef { obj, src, .. } => (place(obj.0), word(src.0)),
            ir::Op::StoreRef { arr, src, .. } => (place(arr.0), word(src.0)),
            ir::Op::PutStaticQ { src, .. } if is_reference(machine, frame, src.0) => (None, word(src.0)),
            ir::Op::PutStaticQ { src, .. } => return self.number(machine, frame, (word(src.0), 32)),
            ir::Op::Put32 { src, .. } => return self.number(machine, frame, (word(src.0), 32)),
            ir::Op::PutNarrow { src, .. } => return self.number(machine, frame, (word(src.0), 8)),
            ir::Op::Put64 { src, .. } => return self.number(machine, frame, (word(src.0), 64)),
            _ => return false,
        };
        if on.is_some_and(Ref::is_null) || !self.is_looked_into(machine, frame.method) {
            return false;
        }
        if self.is_inside(machine, &machine.threads[thread].frames) {
            return false;
        }
        let class = |object: Ref| (!object.is_null()).then(|| machine.heap.class_of(object));
        let by = (frame.method, frame.pc);
        let root = root(machine, &machine.threads[thread].frames);
        let (on, value) = (on.and_then(class), class(Ref(value as u32)));
        self.writes.insert(Wrote { by, root, on, value });
        false
    }
}

impl Observer {
    fn number(&mut self, machine: &Machine, frame: Frame, value: (u64, u32)) -> bool {
        if self.is_looked_into(machine, frame.method) {
            let seen = self.numbers.entry((frame.method, frame.pc)).or_default();
            if seen.len() < NUMBERS_MAX {
                seen.insert(value);
            }
        }
        false
    }

    /// The frames on top are the JDK's, and code is among them that nobody looks into.
    fn is_inside(&mut self, machine: &Machine, frames: &[Frame]) -> bool {
        for frame in frames.iter().rev() {
            let class = &machine.program.classes[machine.program.methods[frame.method].class];
            if class.file.as_ref().is_some_and(|file| file.module.is_none()) {
                return false;
            }
            if class.file.is_some() && !self.is_looked_into(machine, frame.method) {
                return true;
            }
        }
        false
    }

    /// The method stands in a class file, and the analysis looks into such files.
    fn is_looked_into(&mut self, machine: &Machine, method: MethodId) -> bool {
        *self.looked_into.entry(method).or_insert_with(|| {
            let declared = &machine.program.methods[method];
            let class = &machine.program.classes[declared.class];
            let of_library = class.file.as_ref().is_some_and(|file| file.module.is_some());
            declared.row.is_some() && class.file.is_some() && !(of_library && points::is_opaque(class.name))
        })
    }

    /// Runs `main` until nobody is left, in turns.
    pub fn run(&mut self, session: &mut Session, class: ClassId, arguments: &[String], most: u64) -> bool {
        if session.enter(class, arguments).is_err() {
            return false;
        }
        let machine = &mut session.machine;
        let until = machine.instructions + most;
        let mut next = 0;
        while !machine.is_over() && machine.instructions < until {
            let count = machine.threads.len();
            let mut all = (0..count).map(|i| ThreadId::from_index((next + i) % count));
            match all.find(|&thread| machine.is_enabled(thread)) {
                Some(thread) => {
                    next = thread.index() + 1;
                    if let Pause::Stopped(_) = machine.turn_by::<Observer, true>(self, thread, TURN) {
                        return true;
                    }
                }
                None if machine.pass_time() => {}
                None => return true,
            }
        }
        true
    }
}

/// The uppermost operation of the program.
fn root(machine: &Machine, frames: &[Frame]) -> Option<(MethodId, u32)> {
    let is_program = |frame: &&Frame| {
        let class = &machine.program.classes[machine.program.methods[frame.method].class];
        class.file.as_ref().is_some_and(|file| file.module.is_none())
    };
    frames.iter().rev().find(is_program).map(|frame| (frame.method, frame.pc))
}

fn is_reference(machine: &Machine, frame: Frame, register: u16) -> bool {
    match &machine.program.methods[frame.method].kind {
        vm::program::MethodKind::Code(code) => code.body().refs.contains(usize::from(register)),
        _ => false,
    }
}

/// The class, or one above it, has this name; arrays by their elements.
pub fn is_below(machine: &Machine, class: ClassId, name: base::Symbol) -> bool {
    let of = &machine.program.classes[class];
    let named = |id: &ClassId| machine.program.classes[*id].name == name;
    if of.name == name || of.ancestors.iter().any(named) || of.all_interfaces.iter().any(named) {
        return true;
    }
    // Elements of arrays that are references: whatever they are, they are objects.
    match (descriptor::element_of(of.name), descriptor::element_of(name)) {
        (Some(own), Some(wanted)) => {
            let is_object = |desc: base::Symbol| descriptor::class_of(desc).is_some();
            own == wanted || is_object(own) && is_object(wanted)
        }
        _ => false,
    }
}
