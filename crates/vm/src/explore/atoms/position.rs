//! Where threads are: `Thread-1 at Buffer.put` holds while the thread named Thread-1 is within the method, in whatever it calls as well;
//! `some thread at ...` asks for any thread.
//!
//! Entering and leaving such a method are operations that end a step, so that no two changes of atoms fall into one.

use super::compile::{AtomError, find_class};
use crate::machine::Machine;
use crate::program::{ClassId, MethodId};
use crate::state::heap::Ref;
use crate::state::thread::{NOT_STARTED, ThreadId};
use crate::trap::Trap;

/// What stands for any thread.
const ANY: &str = "some thread";

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Position {
    /// The thread's name; `None` for any.
    thread: Option<String>,
    /// All methods of that name.
    methods: Vec<MethodId>,
}

/// Reads `THREAD at CLASS.METHOD`; `None` if it is something else.
pub(super) fn parse(machine: &mut Machine, text: &str, main: ClassId) -> Result<Option<Position>, AtomError> {
    let Some((thread, place)) = text.rsplit_once(" at ") else { return Ok(None) };
    let start = text.len() - place.len();
    let error = |what: String| AtomError::new(start, text.len(), what);
    let thread = thread.trim();
    let names: Vec<&str> = place.trim().split('.').collect();
    let Some((class, used)) = find_class(machine, &names, main) else {
        return Err(error(format!("there is no class {}", names[0])));
    };
    let [method] = names[used..] else {
        return Err(error("a place is written Class.method".to_string()));
    };
    let own = machine.program.classes[class].methods.to_vec();
    let methods: Vec<MethodId> =
        own.into_iter().filter(|&m| machine.program.methods[m].name.as_str() == method).collect();
    if methods.is_empty() {
        let owner = machine.program.classes[class].external_name();
        return Err(error(format!("{owner} has no method {method} of its own")));
    }
    for &method in &methods {
        machine.program.methods[method].watched = true;
    }
    machine.gate.watch.positions = true;
    Ok(Some(Position { thread: (thread != ANY).then(|| thread.to_string()), methods }))
}

impl Machine {
    /// Some thread of that name is within the method.
    pub(super) fn is_at(&mut self, position: &Position) -> bool {
        let count = self.threads.len() as u32;
        (0..count).map(ThreadId).any(|id| {
            let is_within = |machine: &Machine| {
                let frames = &machine.threads[id].frames;
                frames.iter().any(|f| f.pc != NOT_STARTED && position.methods.contains(&f.method))
            };
            is_within(self) && self.is_named(id, position.thread.as_deref())
        })
    }

    fn is_named(&mut self, thread: ThreadId, name: Option<&str>) -> bool {
        let Some(name) = name else { return true };
        let object = self.threads[thread].state.object;
        if !object.is_null() {
            let (at, unit) = self.thread_field(object, "name", "Ljava/lang/String;");
            self.note_read(at, unit);
        }
        self.thread_name(thread) == name
    }

    /// The thread's top frame is of a method whose position is looked at.
    #[inline]
    pub(crate) fn is_watched(&self, thread: ThreadId) -> bool {
        self.gate.watch.positions
            && self.threads[thread].frames.last().is_some_and(|f| self.program.methods[f.method].watched)
    }

    /// An exception would end a method whose position is looked at, and the step must end first. One that a native method has thrown cannot
    /// be thrown again: the method may have had effects.
    pub(crate) fn gate_unwinding(
        &mut self,
        thread: ThreadId,
        exception: Ref,
        from_native: bool,
    ) -> Result<(), Trap> {
        let gate = &self.gate;
        if !gate.watch.positions || gate.open || !gate.exploring {
            return Ok(());
        }
        for index in (0..self.threads[thread].frames.len()).rev() {
            let frame = self.threads[thread].frames[index];
            let handled =
                frame.pc != NOT_STARTED && self.find_handler(frame.method, frame.pc, exception)?.is_some();
            if handled {
                return Ok(());
            }
            if self.program.methods[frame.method].watched {
                return Err(match from_native {
                    true => Trap::unsupported(format!(
                        "an exception of a native method that ends {}, which a temporal property looks at",
                        self.full_name(frame.method)
                    )),
                    false => Trap::Visible,
                });
            }
        }
        Ok(())
    }
}
