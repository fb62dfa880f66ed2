//! Exceptions: making them and unwinding to their handlers.

use crate::known::WellKnown;
use crate::machine::Machine;
use crate::program::{ClassId, MethodKind, digest};
use crate::state::heap::Ref;
use crate::state::thread::{NOT_STARTED, OnExit, ThreadId, ThreadStatus};
use crate::trap::{NO_ROOM, Trap};
use base::Symbol;

/// Raising while an exception is being made (no heap left, class missing) is tried this often before we give
/// up.
const MAX_NESTED: u32 = 4;
const OUT_OF_MEMORY: &str = "java/lang/OutOfMemoryError";

/// A real machine would have collected, so the program is not to blame.
const GARBAGE: &str = "more garbage than the heap has room for beside what is alive (a search keeps it to go back; \
    --heap gives it more)";

/// Fields of a throwable that begin as constants of its class: by unit, name and descriptor of the constant.
fn unfilled(known: &WellKnown) -> [(u32, &'static str, &'static str); 2] {
    [
        (known.throwable_trace, "UNASSIGNED_STACK", "[Ljava/lang/StackTraceElement;"),
        (known.throwable_suppressed, "SUPPRESSED_SENTINEL", "Ljava/util/List;"),
    ]
}

impl Machine {
    /// An exception of the machine itself, as its constructor would have made it. Its class is not
    /// initialized by this: the errors that the machine raises have nothing but constants.
    pub fn make_exception(
        &mut self,
        thread: ThreadId,
        class: &str,
        message: Option<&str>,
    ) -> Result<Ref, Trap> {
        let class = self.load(class)?;
        let exception = self.new_object(class)?;
        let message = match message {
            Some(text) => self.new_string(text)?,
            None => Ref::NULL,
        };
        let known = self.known().clone();
        self.heap.put_ref(exception, known.throwable_message, message);
        self.heap.put_ref(exception, known.throwable_cause, exception);
        for (unit, name, desc) in unfilled(&known) {
            if let Some((record, from, _)) = self.static_field(known.throwable, name, desc) {
                let shared = self.heap.get_ref(record, from);
                self.heap.put_ref(exception, unit, shared);
            }
        }
        // A NullPointerException counts its backtraces, to know whether its message can be worked out later.
        let state = (Symbol::new("extendedMessageState"), Symbol::new("I"));
        if let Some(field) = self.program.find_field(class, state.0, state.1) {
            let unit = self.program.fields[field].unit;
            self.heap.put32(exception, unit, 1);
        }
        self.fill_in_trace(thread, exception)?;
        Ok(exception)
    }

    /// Turns what an operation raised into an exception object.
    pub(crate) fn exception_of(
        &mut self,
        thread: ThreadId,
        class: &'static str,
        message: Option<String>,
    ) -> Result<Ref, Trap> {
        let mut trap = Trap::Raise(class, message);
        for _ in 0..=MAX_NESTED {
            trap = match trap {
                Trap::Throw(exception) => return Ok(exception),
                Trap::Raise(OUT_OF_MEMORY, Some(what)) if what == NO_ROOM && self.is_full_of_garbage() => {
                    return Err(Trap::unsupported(GARBAGE));
                }
                Trap::Raise(class, message) => match self.make_exception(thread, class, message.as_deref()) {
                    Err(trap) => trap,
                    made => return made,
                },
                other => return Err(other),
            };
        }
        match trap {
            Trap::Raise(OUT_OF_MEMORY, _) => self.last_out_of_memory(),
            _ => Err(Trap::internal(format!("cannot make a {class}"))),
        }
    }

    /// The error that is thrown where there is no room to make one: an object of the static area, the same each time
    /// and without a stack trace. HotSpot has such ones, too.
    fn last_out_of_memory(&mut self) -> Result<Ref, Trap> {
        if let Some(known) = self.out_of_memory {
            return Ok(known);
        }
        let class = self.load(OUT_OF_MEMORY)?;
        let message = self.literal_text(NO_ROOM)?;
        let error = self.heap.alloc_static(class, 0, digest(&[b"the last error"]))?;
        let known = self.known().clone();
        self.heap.set_constant(error, known.throwable_message, message.0);
        self.heap.set_constant(error, known.throwable_cause, error.0);
        for (unit, name, desc) in unfilled(&known) {
            if let Some((record, from, _)) = self.static_field(known.throwable, name, desc) {
                let shared = self.heap.get_ref(record, from);
                self.heap.set_constant(error, unit, shared.0);
            }
        }
        self.out_of_memory = Some(error);
        Ok(error)
    }

    /// Unwinds the thread to the handler of `exception`, or to its end. `Err` only for what is no exception.
    pub(crate) fn unwind(&mut self, thread: ThreadId, mut exception: Ref) -> Result<(), Trap> {
        loop {
            let epoch = self.heap.epoch;
            self.threads[thread].touch_frame(epoch, &mut self.heap.journal);
            let Some(&frame) = self.threads[thread].frames.last() else {
                let state = self.change_thread(thread);
                state.status = ThreadStatus::Ended;
                state.result = Some(Err(exception));
                return Ok(());
            };
            if frame.pc != NOT_STARTED
                && let Some((target, dst)) = self.find_handler(frame.method, frame.pc, exception)?
            {
                let t = &mut self.threads[thread];
                if let Some(top) = t.frames.last_mut() {
                    top.pc = u32::from(target);
                }
                t.registers[frame.base as usize + usize::from(dst)] = u64::from(exception.0);
                return Ok(());
            }
            match frame.exit {
                OnExit::Nothing | OnExit::Loaded => {}
                OnExit::Unlimited => self.change_thread(thread).limit = None,
                OnExit::Unlock(object) => {
                    // A synchronized method whose monitor is no longer ours throws this instead, as HotSpot
                    // does.
                    if !self.unlock(thread, object) {
                        exception =
                            self.exception_of(thread, "java/lang/IllegalMonitorStateException", None)?;
                    }
                }
                OnExit::Initialized(class) => {
                    // The error that wraps the exception is made by who asked for the class, outside of its
                    // initializer.
                    self.threads[thread].frames.pop();
                    exception = match self.initialization_failed(thread, class, exception) {
                        Ok(exception) => exception,
                        Err(Trap::Raise(class, message)) => self.exception_of(thread, class, message)?,
                        Err(other) => return Err(other),
                    };
                    continue;
                }
            }
            self.threads[thread].frames.pop();
        }
    }

    /// The handler for an exception at operation `pc` of a method: where it begins, and the register for the
    /// exception.
    pub fn find_handler(
        &mut self,
        method: crate::program::MethodId,
        pc: u32,
        exception: Ref,
    ) -> Result<Option<(u16, u16)>, Trap> {
        let MethodKind::Code(code) = &self.program.methods[method].kind else { return Ok(None) };
        let thrown = self.heap.class_of(exception);
        let candidates: Vec<(u16, u16, Option<u16>)> = code
            .body
            .handlers
            .iter()
            .filter(|h| u32::from(h.start) <= pc && pc < u32::from(h.end))
            .map(|h| (h.target, h.dst, h.catch))
            .collect();
        for (target, dst, catch) in candidates {
            let caught = match catch {
                None => true,
                Some(sym) => self.catches(method, sym, thrown)?,
            };
            if caught {
                return Ok(Some((target, dst)));
            }
        }
        Ok(None)
    }

    fn catches(&mut self, method: crate::program::MethodId, sym: u16, thrown: ClassId) -> Result<bool, Trap> {
        let Some(code) = self.program.methods[method].code() else { return Ok(false) };
        let known = code.classes[usize::from(sym)];
        if known != ClassId::NONE {
            return Ok(self.program.is_subclass(thrown, known));
        }
        let ir::Sym::Class(name) = code.body.syms[usize::from(sym)] else { return Ok(false) };
        // A class that was never loaded cannot be the class of anything thrown; nor need it exist.
        match self.program.load(&mut self.heap, name) {
            Ok(class) => {
                if let MethodKind::Code(code) = &mut self.program.methods[method].kind {
                    code.classes[usize::from(sym)] = class;
                }
                Ok(self.program.is_subclass(thrown, class))
            }
            Err(crate::program::LoadError::Missing(_)) => Ok(false),
            Err(other) => Err(other.into()),
        }
    }
}
