//! Boot: the JDK's own start-up, as far as a program needs it and without the module system, and the
//! program's end.
//!
//! It follows what a Java virtual machine does before `main`: core classes, the main thread and its groups,
//! `System.initPhase1`; then, in place of phases 2 and 3, the system class loader and one unnamed module for
//! each loader.

use crate::program::LaunchError;
use base::{Symbol, names};
use explore::Explorer;
use std::time::{Duration, Instant};
use vm::{ClassId, Ending, Failure, Host, Machine, Owners, Ref, Stop, ThreadId, Trap};

/// A machine with a program in it.
pub struct Session {
    pub machine: Machine,
    main: ThreadId,
}

/// How a program ended.
#[derive(Debug, PartialEq)]
pub enum RunEnd {
    /// With this exit code.
    Exit(i32),
    Deadlock(Vec<String>),
    /// It was cut off: [`Setup::max_instructions`](crate::Setup::max_instructions) operations have been
    /// executed.
    Limit,
    /// It was cut off: its time is over.
    Late,
    Unsupported {
        what: String,
        at: String,
        stack: Vec<String>,
    },
    /// An exception that nobody caught is there only because the program was not granted something.
    Refused {
        what: String,
        at: String,
        stack: Vec<String>,
    },
    Invalid(classfile::Error),
    Internal(String),
}

impl Session {
    /// Boots the library. What of `early` this JDK has is initialized too.
    pub fn boot(mut machine: Machine, early: &[&str]) -> Result<Session, LaunchError> {
        machine.look_up_known().map_err(LaunchError::from_trap)?;
        let object = machine.new_object(machine.known().thread).map_err(LaunchError::from_trap)?;
        let main = machine.add_main_thread(object);
        let mut session = Session { machine, main };
        session.start_library(object).map_err(|failure| session.boot_problem(failure))?;
        for &class in early {
            session.initialize_early(class).map_err(|failure| session.boot_problem(failure))?;
        }
        session.machine.freeze();
        Ok(session)
    }

    /// A session of its own in the same state, beside another outside.
    ///
    /// # Errors
    /// There is no room for another heap.
    pub fn sibling(&self, host: Box<dyn Host>) -> Result<Session, LaunchError> {
        let no_room = |error| LaunchError::Memory(self.machine.options.heap_bytes, error);
        let mut machine = self.machine.sibling().map_err(no_room)?;
        machine.host = self.machine.host.beside(host);
        Ok(Session { machine, main: self.main })
    }

    fn start_library(&mut self, thread: Ref) -> Result<(), Failure> {
        let eetop = self.machine.known().thread_eetop;
        self.machine.heap.put64(thread, eetop, u64::from(self.main.0) + 1);
        for class in ["java/lang/String", "java/lang/System", "java/lang/Class", "java/lang/ThreadGroup"] {
            self.initialize(class)?;
        }
        self.make_main_thread(thread)?;
        for class in [
            "java/lang/Module",
            "java/lang/reflect/Method",
            "java/lang/ref/Reference",
            "java/lang/ref/Finalizer",
        ] {
            self.initialize(class)?;
        }
        self.call_static("java/lang/System", "initPhase1", "()V", &[])?;
        self.make_owners(thread)
    }

    /// The groups `system` and `main`, and the main thread in the latter.
    fn make_main_thread(&mut self, thread: Ref) -> Result<(), Failure> {
        /// `Thread.NORM_PRIORITY`.
        const NORMAL: u32 = 5;
        if self.machine.options.jdk_feature < 19 {
            let (at, unit) = self.machine.thread_field(thread, "priority", "I");
            self.machine.heap.put32(at, unit, NORMAL);
        }
        let group = "java/lang/ThreadGroup";
        let system = self.new_object(group, "()V", &[])?;
        let name = self.text("main")?;
        let main_group =
            self.new_object(group, "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V", &[system, name])?;
        self.initialize("java/lang/Thread")?;
        let class = self.machine.known().thread;
        let init = self.method(class, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V")?;
        let words = [thread, main_group, name].map(|r| u64::from(r.0));
        self.machine.call(self.main, init, &words)?;
        self.machine.set_thread_status(thread, 5);
        Ok(())
    }

    /// The system class loader, and a module for the library's classes and one for the program's.
    fn make_owners(&mut self, thread: Ref) -> Result<(), Failure> {
        let module = self.new_object("java/lang/Module", "(Ljava/lang/ClassLoader;)V", &[Ref::NULL])?;
        self.machine.set_owners(Owners { boot_module: module.0, ..Owners::default() });
        for level in [2, 3] {
            self.call_static("jdk/internal/misc/VM", "initLevel", "(I)V", &[level])?;
        }
        let loader = self.call_static(
            "java/lang/ClassLoader",
            "initSystemClassLoader",
            "()Ljava/lang/ClassLoader;",
            &[],
        )?;
        let loader = Ref(loader as u32);
        let class = self.machine.heap.class_of(loader);
        let get = self.method(class, "getUnnamedModule", "()Ljava/lang/Module;")?;
        let app_module = self.machine.call(self.main, get, &[u64::from(loader.0)])?;
        let owners = Owners { boot_module: module.0, app_module: app_module as u32, app_loader: loader.0 };
        self.machine.set_owners(owners);
        self.call_static("jdk/internal/misc/VM", "initLevel", "(I)V", &[4])?;
        let class = self.machine.known().thread;
        let set = self.method(class, "setContextClassLoader", "(Ljava/lang/ClassLoader;)V")?;
        self.machine.call(self.main, set, &[u64::from(thread.0), u64::from(loader.0)])?;
        Ok(())
    }

    /// The main thread.
    pub fn main_thread(&self) -> ThreadId {
        self.main
    }

    /// Runs the program's `main` with these arguments, and everything that belongs to its end.
    pub fn run_main(&mut self, class: ClassId, arguments: &[String]) -> RunEnd {
        match self.run_program(class, arguments) {
            Ok(code) => RunEnd::Exit(code),
            Err(failure) => self.run_end(failure),
        }
    }

    /// The program as a system to be explored.
    pub fn explore(mut self, class: ClassId, arguments: &[String]) -> Result<Explorer, LaunchError> {
        match self.enter(class, arguments) {
            Ok(()) => Explorer::new(self.machine).map_err(LaunchError::from_trap),
            Err(failure) => Err(self.boot_problem(failure)),
        }
    }

    /// A run from now on is cut off after so long.
    pub fn end_after(&mut self, time: Duration) {
        self.machine.deadline = Instant::now().checked_add(time);
    }

    fn run_program(&mut self, class: ClassId, arguments: &[String]) -> Result<i32, Failure> {
        let most = self.machine.options.max_instructions;
        self.machine.instruction_limit = most.map(|most| self.machine.instructions.saturating_add(most));
        self.enter(class, arguments)?;
        match self.machine.run_to_end() {
            Ending::Done => {}
            other => return Err(Failure::Ended(other)),
        }
        self.call_static("java/lang/Shutdown", "shutdown", "()V", &[])?;
        Ok(i32::from(self.machine.had_uncaught(self.main)))
    }

    /// Puts the main thread before the first operation of `main`.
    pub fn enter(&mut self, class: ClassId, arguments: &[String]) -> Result<(), Failure> {
        let mut strings = Vec::new();
        for argument in arguments {
            strings.push(self.machine.new_string(argument).map_err(stopped)?);
        }
        let array = self.machine.known().strings;
        let array = self.machine.new_ref_array(array, &strings).map_err(stopped)?;
        self.machine.enter_main(self.main, class, array).map_err(stopped)
    }

    fn run_end(&self, failure: Failure) -> RunEnd {
        match failure {
            Failure::Thrown(exception) => RunEnd::Internal(self.machine.describe_exception(exception)),
            Failure::Ended(Ending::Deadlock(threads)) => RunEnd::Deadlock(threads),
            Failure::Ended(Ending::Limit) => RunEnd::Limit,
            Failure::Ended(Ending::Late) => RunEnd::Late,
            Failure::Ended(Ending::Stopped(Stop::Exit(code))) => RunEnd::Exit(code),
            Failure::Ended(Ending::Stopped(Stop::Unsupported { what, at, stack })) => {
                RunEnd::Unsupported { what, at, stack }
            }
            Failure::Ended(Ending::Stopped(Stop::Refused { what, at, stack })) => {
                RunEnd::Refused { what, at, stack }
            }
            Failure::Ended(Ending::Stopped(Stop::Invalid(error))) => RunEnd::Invalid(error),
            Failure::Ended(Ending::Stopped(Stop::Internal(what))) => RunEnd::Internal(what),
            // Only a machine that is being explored breaks properties or prunes paths.
            Failure::Ended(Ending::Stopped(other)) => RunEnd::Internal(format!("{other:?}")),
            Failure::Ended(Ending::Done) => RunEnd::Internal("a call ended without a result".into()),
        }
    }

    fn boot_problem(&self, failure: Failure) -> LaunchError {
        match self.run_end(failure) {
            RunEnd::Unsupported { what, at, stack } => LaunchError::Unsupported { what, at, stack },
            RunEnd::Invalid(error) => LaunchError::Invalid(error),
            RunEnd::Internal(what) => LaunchError::Boot(what),
            other => LaunchError::Boot(format!("{other:?}")),
        }
    }

    // ---- small steps

    fn initialize(&mut self, class: &str) -> Result<(), Failure> {
        let class = self.machine.load(class).map_err(stopped)?;
        self.machine.initialize_now(self.main, class)
    }

    fn initialize_early(&mut self, class: &str) -> Result<(), Failure> {
        match self.machine.load(class) {
            Ok(class) => self.machine.initialize_now(self.main, class),
            Err(Trap::Raise("java/lang/NoClassDefFoundError", _)) => Ok(()),
            Err(trap) => Err(stopped(trap)),
        }
    }

    fn method(&self, class: ClassId, name: &str, desc: &str) -> Result<vm::MethodId, Failure> {
        let found = self.machine.program.find_method(class, Symbol::new(name), Symbol::new(desc));
        found.ok_or_else(|| {
            let class = self.machine.program.classes[class].name;
            stopped(Trap::internal(format!("this JDK has no {class}.{name}{desc}")))
        })
    }

    fn call_static(&mut self, class: &str, name: &str, desc: &str, words: &[u64]) -> Result<u64, Failure> {
        let class = self.machine.load(class).map_err(stopped)?;
        self.machine.initialize_now(self.main, class)?;
        let method = self.method(class, name, desc)?;
        self.machine.call(self.main, method, words)
    }

    fn new_object(&mut self, class: &str, desc: &str, args: &[Ref]) -> Result<Ref, Failure> {
        let class = self.machine.load(class).map_err(stopped)?;
        self.machine.initialize_now(self.main, class)?;
        let object = self.machine.new_object(class).map_err(stopped)?;
        let init = self.method(class, names::INIT.as_str(), desc)?;
        let words: Vec<u64> = [object].iter().chain(args).map(|r| u64::from(r.0)).collect();
        self.machine.call(self.main, init, &words)?;
        Ok(object)
    }

    fn text(&mut self, text: &str) -> Result<Ref, Failure> {
        self.machine.literal_text(text).map_err(stopped)
    }
}

fn stopped(trap: Trap) -> Failure {
    let stop = match trap {
        Trap::Stop(stop) => *stop,
        Trap::Raise(class, message) => Stop::Internal(format!("{class}: {}", message.unwrap_or_default())),
        other => Stop::Internal(format!("{other:?}")),
    };
    Failure::Ended(Ending::Stopped(stop))
}
