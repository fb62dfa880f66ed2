//! Where threads are.
//!
//! `Thread-1 at Buffer.put` holds while the thread named Thread-1 is within the method, in whatever it calls
//! as well; `Thread-1 at Buffer.put:42` while it is at that line of it. `Thread-1 enters Buffer.put` holds
//! when it stands before the method's first operation, `leaves` when it stands before its return. `some
//! thread` stands for any thread.
//!
//! Entering and leaving such a method, and every operation behind which one of these is something else, end a
//! step first, so that no two changes of atoms fall into one.

use super::compile::AtomError;
use super::resolve::find_class;
use crate::driver::Subject;
use base::BitSet;
use classfile::Access;
use ir::Op;
use vm::Machine;
use vm::Trap;
use vm::program::{ClassId, Code, MethodId, MethodKind};
use vm::state::heap::Ref;
use vm::state::thread::{Frame, NOT_STARTED, ThreadId};

/// What stands for any thread.
const ANY: &str = "some thread";
/// Lines and ends of one method that positions may name.
const MAX_MARKS: usize = 64;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Position {
    /// The thread's name; `None` for any.
    thread: Option<String>,
    /// All methods of that name, each with the bit of its operations' marks; `None` for the whole method.
    places: Vec<(MethodId, Option<u32>)>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Spot {
    Within,
    Line(u16),
    Entry,
    Return,
}

/// Reads `THREAD at CLASS.METHOD` and its kin; `None` if it is something else.
pub(super) fn parse(
    machine: &mut Subject<'_>,
    text: &str,
    main: ClassId,
) -> Result<Option<Position>, AtomError> {
    let words = [(" at ", Spot::Within), (" enters ", Spot::Entry), (" leaves ", Spot::Return)];
    let split = words.iter().find_map(|&(word, spot)| text.rsplit_once(word).map(|parts| (parts, spot)));
    let Some(((thread, place), mut spot)) = split else { return Ok(None) };
    let start = text.len() - place.len();
    let error = |what: String| AtomError::new(start, text.len(), what);
    let mut name = place.trim();
    if let (Spot::Within, Some((method, line))) = (spot, name.rsplit_once(':')) {
        let line = line.trim().parse().map_err(|_| error(format!("'{line}' is no line number")))?;
        (name, spot) = (method.trim(), Spot::Line(line));
    }
    let names: Vec<&str> = name.split('.').collect();
    let Some((class, used)) = find_class(machine, &names, main) else {
        return Err(error(format!("there is no class {}", names[0])));
    };
    let [method] = names[used..] else {
        return Err(error("a place is written Class.method or Class.method:line".to_string()));
    };
    let methods = methods(machine, class, method).map_err(error)?;
    let mut places = Vec::new();
    for method in methods {
        if let Some(place) = machine.watch_place(method, spot).map_err(error)? {
            places.push(place);
        }
    }
    if places.is_empty() {
        return Err(error(format!("{name} has no code at {place}")));
    }
    let thread = thread.trim();
    Ok(Some(Position { thread: (thread != ANY).then(|| thread.to_string()), places }))
}

/// The methods with code that a class has of its own under a name.
fn methods(machine: &Machine, class: ClassId, name: &str) -> Result<Vec<MethodId>, String> {
    let owner = &machine.program.classes[class];
    let named = |m: &MethodId| machine.program.methods[*m].name.as_str() == name;
    let all: Vec<MethodId> = owner.methods.iter().copied().filter(named).collect();
    let has_code = |m: &MethodId| {
        let access = machine.program.methods[*m].access;
        !access.is_abstract() && !access.has(Access::NATIVE)
    };
    let with_code: Vec<MethodId> = all.iter().copied().filter(has_code).collect();
    match (all.is_empty(), with_code.is_empty()) {
        (true, _) => Err(format!("{} has no method {name} of its own", owner.external_name())),
        (false, true) => Err(format!("{}.{name} has no code", owner.external_name())),
        (false, false) => Ok(with_code),
    }
}

impl Subject<'_> {
    /// Makes operations that lead to or from a spot of a method end a step. `None` if the method has no such
    /// spot.
    fn watch_place(
        &mut self,
        method: MethodId,
        spot: Spot,
    ) -> Result<Option<(MethodId, Option<u32>)>, String> {
        let name = self.full_name(method);
        self.prepare(method).map_err(|trap| format!("{name} cannot be read: {trap:?}"))?;
        let m = &mut self.machine.program.methods[method];
        let MethodKind::Code(code) = &mut m.kind else { return Err(format!("{name} has no code")) };
        if spot == Spot::Within {
            m.watched = true;
            self.driver.gate.watch.positions = true;
            return Ok(Some((method, None)));
        }
        let marked: Vec<bool> = (0..code.body().ops.len()).map(|at| is_at(code, at, spot)).collect();
        if !marked.contains(&true) {
            return Ok(None);
        }
        if spot == Spot::Entry && (0..marked.len()).any(|at| leads_to_start(code, at)) {
            return Err(format!(
                "{name} begins with a loop, so that its first operation is not only its entry"
            ));
        }
        let count = code.ops().len();
        code.marks.resize(count, 0);
        let used = code.marks.iter().fold(0, |sum, mark| sum | mark);
        let bit = used.trailing_ones();
        if bit as usize >= MAX_MARKS {
            return Err(format!("more than {MAX_MARKS} places of {name}"));
        }
        for (mark, is_marked) in code.marks.iter_mut().zip(marked) {
            *mark |= u64::from(is_marked) << bit;
        }
        code.crossings = crossings(code);
        m.watched = true;
        self.driver.gate.watch.positions = true;
        self.driver.gate.watch.crossings = true;
        Ok(Some((method, Some(bit))))
    }

    /// Some thread of that name is there.
    pub(super) fn is_at(&mut self, position: &Position) -> bool {
        let count = self.threads.len() as u32;
        (0..count).map(ThreadId).any(|id| {
            let frames = &self.threads[id].frames;
            let is_there = frames.iter().any(|frame| {
                let here = position.places.iter().find(|(method, _)| *method == frame.method);
                here.is_some_and(|(_, bit)| self.is_frame_at(frame, *bit))
            });
            is_there && self.is_named(id, position.thread.as_deref())
        })
    }

    fn is_frame_at(&self, frame: &Frame, bit: Option<u32>) -> bool {
        let Some(code) = self.program.methods[frame.method].code() else { return false };
        match bit {
            _ if frame.pc == NOT_STARTED => false,
            None => true,
            Some(bit) => code.marks.get(frame.pc as usize).is_some_and(|mark| mark >> bit & 1 == 1),
        }
    }

    fn is_named(&mut self, thread: ThreadId, name: Option<&str>) -> bool {
        let Some(name) = name else { return true };
        let object = self.threads[thread].state.object;
        if !object.is_null() {
            let (at, unit) = self.thread_field(object, "name", "Ljava/lang/String;");
            self.driver.note_read(self.machine, at, unit);
        }
        self.thread_name(thread) == name
    }
}

/// The operation that a thread stands before leads to where something else is seen.
pub(crate) fn is_crossing(machine: &Machine, thread: ThreadId) -> bool {
    machine.threads[thread].frames.last().is_some_and(|frame| crosses(machine, frame))
}

fn crosses(machine: &Machine, frame: &Frame) -> bool {
    let code = machine.program.methods[frame.method].code();
    frame.pc != NOT_STARTED && code.is_some_and(|code| code.is_crossing(frame.pc as usize))
}

/// The thread's top frame is of a method whose position is looked at, or its end moves the frame below to
/// where something else is seen.
pub(crate) fn ends_watched(machine: &Machine, thread: ThreadId) -> bool {
    let Some((top, below)) = machine.threads[thread].frames.split_last() else { return false };
    machine.program.methods[top.method].watched || below.last().is_some_and(|frame| crosses(machine, frame))
}

/// An exception would end a method whose position is looked at, or lead to where something else is seen, and
/// the step must end first. One that a native method has thrown cannot be thrown again: the method may have
/// had effects.
pub(crate) fn gate_unwinding(
    machine: &mut Machine,
    thread: ThreadId,
    exception: Ref,
    from_native: bool,
) -> Result<(), Trap> {
    for index in (0..machine.threads[thread].frames.len()).rev() {
        let frame = machine.threads[thread].frames[index];
        let handler = match frame.pc {
            NOT_STARTED => None,
            pc => machine.find_handler(frame.method, pc, exception)?,
        };
        let method = &machine.program.methods[frame.method];
        let changes = match (handler, method.code()) {
            (None, _) => method.watched,
            (Some((target, _)), Some(code)) => {
                code.marks.get(usize::from(target)) != code.marks.get(frame.pc as usize)
            }
            (Some(_), None) => false,
        };
        if changes {
            return Err(match from_native {
                true => Trap::unsupported(format!(
                    "an exception of a native method that leaves a place in {} which a temporal property looks at",
                    machine.full_name(frame.method)
                )),
                false => Trap::Visible,
            });
        }
        if handler.is_some() {
            return Ok(());
        }
    }
    Ok(())
}

fn is_at(code: &Code, at: usize, spot: Spot) -> bool {
    match spot {
        Spot::Within => true,
        Spot::Line(line) => code.body().line_of(at) == Some(line),
        Spot::Entry => at == 0,
        Spot::Return => matches!(code.body().ops[at], Op::Return { .. } | Op::ReturnVoid {}),
    }
}

fn leads_to_start(code: &Code, at: usize) -> bool {
    let mut leads = code.body().handlers.iter().any(|handler| handler.target == 0);
    ir::flow::successors(code.body(), at, |to| leads |= to == 0);
    leads
}

/// Operations behind which the mark is another.
fn crossings(code: &Code) -> BitSet {
    let mut found = BitSet::new();
    for at in 0..code.body().ops.len() {
        ir::flow::successors(code.body(), at, |to| {
            if code.marks.get(to) != code.marks.get(at) {
                found.insert(at);
            }
        });
    }
    found
}
