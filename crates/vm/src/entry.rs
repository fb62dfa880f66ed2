//! Where threads begin and end: the frames under `main` and under every `Thread.run`, and calls from outside.

use crate::machine::Machine;
use crate::native::{Answer, Args, Context};
use crate::policy::{Free, Policy, Touch};
use crate::program::{ClassId, MethodId};
use crate::schedule::Ending;
use crate::state::heap::Ref;
use crate::state::monitor::MAX_THREADS;
use crate::state::thread::{OnExit, ThreadId, ThreadStatus};
use crate::synth::member;
use crate::trap::{Stop, Trap};
use base::{Symbol, names};
use classfile::MemberRef;
use ir::operand::Src;
use ir::{Builder, CallKind, Op};

/// `Thread.threadStatus` of a thread that runs, as `jdk.internal.misc.VM.toThreadState` reads it.
const RUNNABLE: u32 = 5;
/// The same for one that has ended.
const TERMINATED: u32 = 2;

/// The version from which on `main` has many forms.
const FREE_MAIN: u16 = 25;

/// Why a call from outside did not return.
#[derive(Debug)]
pub enum Failure {
    /// It threw this.
    Thrown(Ref),
    Ended(Ending),
}

impl Machine {
    /// The first thread, which has no frames yet.
    pub fn add_main_thread(&mut self, object: Ref) -> ThreadId {
        self.add_thread(object, false)
    }

    /// `Thread.start`. While the machine boots, nothing is started: the library's own helpers (finalizers,
    /// reference handling) have nothing to do here.
    pub fn start_thread(
        &mut self,
        policy: &mut dyn Policy,
        starter: ThreadId,
        object: Ref,
    ) -> Result<(), Trap> {
        if !self.frozen {
            return Ok(());
        }
        if self.threads.len() >= MAX_THREADS {
            let what =
                "unable to create native thread: possibly out of memory or process/resource limits reached";
            return Err(Trap::raise("java/lang/OutOfMemoryError", what));
        }
        policy.gate_always(self, Touch::Thread(object))?;
        let entry = self.thread_entry()?;
        let (at, unit) = self.thread_field(object, "daemon", "Z");
        let daemon = self.heap.get32(at, unit) != 0;
        let thread = self.add_thread(object, daemon);
        let virtual_thread = self.program.loaded("java/lang/BaseVirtualThread".into());
        if virtual_thread.is_some_and(|class| self.program.is_subclass(self.heap.class_of(object), class)) {
            self.assume(crate::Assumption::Carriers);
        }
        let eetop = self.known().thread_eetop;
        self.heap.put64(object, eetop, u64::from(thread.0) + 1);
        self.set_thread_status(object, RUNNABLE);
        self.heap.share(object);
        policy.started();
        let side = self.side_of_started(starter);
        self.push_frame(thread, entry, &[u64::from(object.0), side], u16::MAX, OnExit::Nothing)
    }

    fn thread_entry(&mut self) -> Result<MethodId, Trap> {
        if let Some(made) = self.made.thread_entry {
            return Ok(made);
        }
        let run = member("java/lang/Thread", "run", "()V");
        let made = self.make_entry("(Ljava/lang/Thread;I)V", &[true, false], |b| {
            b.call(CallKind::Virtual, run, false, &[0], None);
        })?;
        self.made.thread_entry = Some(made);
        Ok(made)
    }

    /// The method that starts a program: `main(String[])`. From version 25 on it need not be static or
    /// public, and may have no parameter (JEP 512).
    pub fn main_method(&self, class: ClassId) -> Option<MethodId> {
        let find = |desc| self.program.find_method(class, names::MAIN, desc);
        if self.options.jdk_feature < FREE_MAIN {
            return find(names::MAIN_DESC);
        }
        let is_open = |method: &MethodId| !self.program.methods[*method].access.is_private();
        find(names::MAIN_DESC).filter(is_open).or_else(|| find(names::VOID_DESC).filter(is_open))
    }

    /// Puts the frame under `main` on the main thread.
    pub fn enter_main(&mut self, thread: ThreadId, class: ClassId, arguments: Ref) -> Result<(), Trap> {
        let name = self.program.classes[class].name;
        let found = self.main_method(class).map(|found| &self.program.methods[found]);
        let (is_static, desc) = found.map_or((true, names::MAIN_DESC), |main| (main.is_static(), main.desc));
        let main = MemberRef { class: name, name: names::MAIN, desc };
        let arguments_too: &[u16] = if desc == names::MAIN_DESC { &[2] } else { &[] };
        let entry =
            self.make_entry("(Ljava/lang/Thread;I[Ljava/lang/String;)V", &[true, false, true], |b| {
                if is_static {
                    b.call(CallKind::Static, main, false, arguments_too, None);
                    return;
                }
                let object = b.reg(true);
                b.new_object(
                    name,
                    MemberRef { class: name, name: names::INIT, desc: names::VOID_DESC },
                    &[],
                    object,
                );
                b.call(CallKind::Virtual, main, false, &[&[object], arguments_too].concat(), None);
            })?;
        let object = self.threads[thread].state.object;
        self.begin(thread, entry, &[u64::from(object.0), crate::unit::OUTSIDE, u64::from(arguments.0)])
    }

    /// A body that does `work`, hands what it throws to `Thread.dispatchUncaughtException`, and ends the
    /// thread.
    ///
    /// The second parameter says on which side of a watched unit the thread was started, see [`crate::unit`].
    fn make_entry(
        &mut self,
        desc: &str,
        params: &[bool],
        work: impl FnOnce(&mut Builder),
    ) -> Result<MethodId, Trap> {
        let note = self.builtin("uncaught", "(Ljava/lang/Throwable;)V", note_uncaught)?;
        let complain =
            self.builtin("handlerFailed", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V", handler_failed)?;
        let mut b = Builder::new(params);
        let end = self.builtin("ended", "(Ljava/lang/Thread;)V", thread_ended)?;
        let (caught, failed, out, last) = (b.label(), b.label(), b.label(), b.label());
        let (exception, second) = (b.reg(true), b.reg(true));
        let start = b.next_op();
        work(&mut b);
        b.handler(start, caught, exception, None);
        b.jump(out, |to| Op::Goto { to });
        b.place(caught);
        b.call(CallKind::Static, note, false, &[exception], None);
        let start = b.next_op();
        let dispatch = member("java/lang/Thread", "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
        b.call(CallKind::Virtual, dispatch, false, &[0, exception], None);
        b.handler(start, failed, second, None);
        b.jump(out, |to| Op::Goto { to });
        b.place(failed);
        b.call(CallKind::Static, complain, false, &[0, second], None);
        b.place(out);
        if let Some(unit) = self.options.unit.clone() {
            unit.tell_end(&mut b);
        }
        let exit = member("java/lang/Thread", "exit", "()V");
        let start = b.next_op();
        b.call(CallKind::Virtual, exit, false, &[0], None);
        b.handler(start, last, second, None);
        b.place(last);
        // Whoever joins the thread looks and waits under its monitor, so that is how it must end.
        b.emit(Op::MonitorEnter { obj: Src(0) });
        b.call(CallKind::Static, end, false, &[0], None);
        b.emit(Op::MonitorExit { obj: Src(0) });
        if self.options.unit.is_some() {
            crate::Unit::keep_side(&mut b);
        }
        b.emit(Op::ReturnVoid {});
        let thread_class = self.known().thread;
        let body = b.try_finish().map_err(Trap::internal)?;
        Ok(self.add_adapter(thread_class, "entry", Symbol::new(desc), body))
    }

    /// Lets a thread without frames run a method.
    pub fn begin(&mut self, thread: ThreadId, method: MethodId, words: &[u64]) -> Result<(), Trap> {
        let state = self.change_thread(thread);
        state.status = ThreadStatus::Runnable;
        state.result = None;
        self.push_frame(thread, method, words, u16::MAX, OnExit::Nothing)
    }

    /// Runs a method on a thread without frames to its end. Only from outside: natives end in a call instead.
    pub fn call(&mut self, thread: ThreadId, method: MethodId, words: &[u64]) -> Result<u64, Failure> {
        self.begin(thread, method, words).map_err(failure)?;
        self.finish(thread)
    }

    /// Initializes a class on a thread without frames.
    pub fn initialize_now(&mut self, thread: ThreadId, class: ClassId) -> Result<(), Failure> {
        match self.ensure_initialized(&mut Free, thread, class) {
            Ok(()) => Ok(()),
            Err(Trap::Again) => {
                let state = self.change_thread(thread);
                state.status = ThreadStatus::Runnable;
                state.result = None;
                self.finish(thread).map(|_| ())
            }
            Err(trap) => Err(failure(trap)),
        }
    }

    fn finish(&mut self, thread: ThreadId) -> Result<u64, Failure> {
        let ending = self.run_until(thread);
        let state = self.change_thread(thread);
        state.status = ThreadStatus::Runnable;
        match (ending, state.result.take()) {
            (Ending::Done, Some(Ok(value))) => Ok(value),
            (Ending::Done, Some(Err(exception))) => Err(Failure::Thrown(exception)),
            (Ending::Done, None) => Ok(0),
            (ending, _) => Err(Failure::Ended(ending)),
        }
    }

    /// From here on the state is the base: what has been initialized stays initialized, and threads can be
    /// started.
    pub fn freeze(&mut self) {
        for i in 0..self.program.classes.len() {
            let class = ClassId(i as u32);
            self.program.classes[class].base_init = self.is_initialized(class);
        }
        self.heap.freeze();
        self.base_hashes = self.array_hashes.clone();
        // What looked at the clock so far was not the program.
        self.counters.clock_read = false;
        self.frozen = true;
    }

    /// An exception escaped `main` or a thread's `run`.
    pub fn had_uncaught(&self, thread: ThreadId) -> bool {
        self.threads[thread].state.uncaught
    }

    /// The class, message and stack of an exception, for faults during boot.
    pub fn describe_exception(&self, exception: Ref) -> String {
        let known = self.known();
        let mut text = self.program.classes[self.heap.class_of(exception)].external_name();
        let message = self.heap.get_ref(exception, known.throwable_message);
        if !message.is_null() {
            text.push_str(": ");
            text.push_str(&self.text(message));
        } else if let Some(message) = self.null_text(exception) {
            text.push_str(": ");
            text.push_str(&message);
        }
        for place in self.backtrace(self.heap.get_ref(exception, known.throwable_backtrace)) {
            text.push_str("\n\tat ");
            text.push_str(&self.describe(place));
        }
        let cause = self.heap.get_ref(exception, known.throwable_cause);
        if !cause.is_null() && cause != exception {
            text.push_str("\nCaused by: ");
            text.push_str(&self.describe_exception(cause));
        }
        text
    }
}

impl Machine {
    /// What was null, as `NullPointerException.getMessage` says it where the machine has thrown one.
    fn null_text(&self, exception: Ref) -> Option<String> {
        let class = self.program.classes[self.heap.class_of(exception)].name;
        let backtrace = self.heap.get_ref(exception, self.known().throwable_backtrace);
        let place = self.backtrace(backtrace).first().copied();
        place
            .filter(|_| class.as_str() == "java/lang/NullPointerException")
            .and_then(|at| self.null_message(at))
    }
}

fn failure(trap: Trap) -> Failure {
    let stop = match trap {
        Trap::Stop(stop) => *stop,
        other => Stop::Internal(format!("a call could not begin: {other:?}")),
    };
    Failure::Ended(Ending::Stopped(stop))
}

fn note_uncaught(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    // A run that is judged ends here: whatever others can still do before comes first.
    context.gate_always(Touch::Anything)?;
    let (machine, policy) = context.parts();
    machine.change_thread(args.thread).uncaught = true;
    match policy.uncaught(machine, args.thread, args.object(0)?) {
        Some(stop) => Err(Trap::Stop(Box::new(stop))),
        None => Ok(0),
    }
}

/// What the library must see when a thread is gone: it is no longer alive, and whoever joins it is woken.
fn thread_ended(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    let machine = context.machine();
    let object = args.object(0)?;
    let eetop = machine.known().thread_eetop;
    machine.heap.put64(object, eetop, 0);
    machine.set_thread_status(object, TERMINATED);
    machine.wake_waiters(object, true);
    Ok(0)
}

/// What HotSpot says when an uncaught exception handler throws itself.
fn handler_failed(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    let machine = context.machine();
    let class = machine.heap.class_of(args.object(1)?);
    let text = format!(
        "\nException: {} thrown from the UncaughtExceptionHandler in thread \"{}\"\n",
        machine.program.classes[class].external_name(),
        machine.thread_name(args.thread)
    );
    machine.host.write(2, text.as_bytes());
    Ok(0)
}
