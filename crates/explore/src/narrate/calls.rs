//! Calls from the user's code into the library, told as the user wrote them, and what threads wait for inside
//! them.

use super::super::driver::Subject;
use base::Symbol;
use classfile::Kind;
use lts::{Act, Spot};
use vm::Place;
use vm::program::{ClassId, MethodId, statics};
use vm::state::heap::Ref;
use vm::state::monitor::Lock;
use vm::state::thread::{ThreadId, ThreadStatus};

/// A call that has not returned.
#[derive(Clone)]
pub(super) struct OpenCall {
    /// Frames up to the one that calls.
    pub depth: usize,
    pub pc: u32,
    pub method: MethodId,
    pub words: Vec<u64>,
    /// What was noted of it.
    pub scene: Option<usize>,
    mention: Mention,
}

/// When a call is told, and as what.
#[derive(Clone, Copy, PartialEq)]
enum Mention {
    Never,
    /// When it begins.
    First(Act),
    /// Once others can see something of it, with its result when it returns.
    Seen(Act),
    /// When it returns: it may have had to wait.
    Last(Act),
}

impl OpenCall {
    pub fn new(depth: usize, pc: u32, method: MethodId, words: Vec<u64>) -> OpenCall {
        OpenCall { depth, pc, method, words, scene: None, mention: Mention::Never }
    }
}

/// What keeps a thread from going on.
pub(super) struct Obstacle {
    pub act: Act,
    pub text: String,
    pub wants: Option<String>,
    pub held_by: Option<ThreadId>,
}

/// The classes whose choices are told.
const CHOOSERS: [&str; 3] =
    ["gov/nasa/jpf/vm/Verify", "jaywalk/Verify", "org/sosy_lab/sv_benchmarks/Verifier"];
/// More arguments than this are not shown.
const MAX_ARGUMENTS: usize = 3;

impl Subject<'_> {
    /// The user's code is about to call the library.
    pub(super) fn enter_library(&mut self, thread: ThreadId, mut call: OpenCall) {
        call.mention = self.manner(&call);
        let progress = self.driver.narrator.progress.entry(thread).or_default();
        // The same operation may be tried again: it is one call.
        progress.calls.retain(|open| open.depth < call.depth);
        let first = call.mention;
        progress.calls.push(call);
        if let Mention::First(act) = first {
            self.note_open_call(thread, act, "");
            let progress = self.driver.narrator.progress.entry(thread).or_default();
            progress.pending = progress.calls.last().and_then(|call| call.scene);
        }
    }

    /// Others can see something of the call that is open.
    pub(super) fn note_call(&mut self, thread: ThreadId) {
        let depth = self.users_depth(thread);
        let Some(progress) = self.driver.narrator.progress.get(&thread) else { return };
        let Some(call) = progress.calls.last().filter(|call| call.depth == depth && call.scene.is_none())
        else {
            return;
        };
        if let Mention::Seen(act) = call.mention {
            self.note_open_call(thread, act, "");
            let progress = self.driver.narrator.progress.entry(thread).or_default();
            progress.pending = progress.calls.last().and_then(|call| call.scene);
        }
    }

    fn note_open_call(&mut self, thread: ThreadId, act: Act, end: &str) {
        let Some(call) =
            self.driver.narrator.progress.get(&thread).and_then(|progress| progress.calls.last()).cloned()
        else {
            return;
        };
        let (object, what) = self.describe_call(&call);
        let spot = self.spot_of_call(thread, &call);
        let scene = self.note_at(thread, spot, act, object, what + end);
        if let Some(call) =
            self.driver.narrator.progress.get_mut(&thread).and_then(|progress| progress.calls.last_mut())
        {
            call.scene = Some(scene);
        }
    }

    /// Where the call stands, also when the code that made it has gone on.
    fn spot_of_call(&self, thread: ThreadId, call: &OpenCall) -> Option<Spot> {
        let frame = self.threads[thread].frames.get(call.depth.checked_sub(1)?)?;
        let code = self.program.methods[frame.method].code()?;
        let bytecode = code.body().bytecode.get(call.pc as usize).map(|&offset| u32::from(offset));
        Some(self.spot_of(Place { method: frame.method, bytecode }))
    }

    /// The user's code goes on at this operation: calls that are open no longer are done.
    pub(super) fn returned(&mut self, thread: ThreadId, depth: usize, pc: u32) {
        let Some(progress) = self.driver.narrator.progress.get_mut(&thread) else { return };
        progress.calls.retain(|call| call.depth <= depth);
        let Some(call) = progress.calls.last().filter(|call| call.depth == depth && call.pc != pc).cloned()
        else {
            return;
        };
        let result = if pc == call.pc + 1 { self.result_of(thread, &call) } else { None };
        let end = result.map_or(String::new(), |value| format!(" -> {value}"));
        match (call.mention, call.scene) {
            (Mention::Last(act), _) if pc == call.pc + 1 => {
                let end = if act == Act::WAKE { self.why_awake(thread, &call) } else { end };
                self.note_open_call(thread, act, &end);
            }
            (Mention::Seen(Act::CALL), Some(scene)) => {
                if let Some(scene) = &mut self.driver.narrator.entries[scene].scene {
                    scene.what += &end;
                }
            }
            _ => {}
        }
        if let Some(progress) = self.driver.narrator.progress.get_mut(&thread) {
            progress.calls.pop();
        }
    }

    fn why_awake(&self, thread: ThreadId, call: &OpenCall) -> String {
        let state = &self.threads[thread].state;
        let is_object = self.program.methods[call.method].class == self.known().object;
        match (is_object, state.notified) {
            (true, true) => " (notified)".to_string(),
            (true, false) => " (time is over)".to_string(),
            (false, _) => String::new(),
        }
    }

    fn result_of(&mut self, thread: ThreadId, call: &OpenCall) -> Option<String> {
        let kind = self.program.methods[call.method].ret;
        let frame = *self.threads[thread].frames.last()?;
        let code = self.program.methods[frame.method].code()?;
        let (ir::Op::CallDirect { dst, .. }
        | ir::Op::CallStatic { dst, .. }
        | ir::Op::CallSpecial { dst, .. }
        | ir::Op::CallVirtual { dst, .. }
        | ir::Op::CallInterface { dst, .. }) = code.ops()[call.pc as usize]
        else {
            return None;
        };
        if kind == Kind::Void || dst.0 == u16::MAX {
            return None;
        }
        let word = self.threads[thread].registers[frame.base as usize + usize::from(dst.0)];
        Some(self.show(kind, word))
    }

    /// How a call is told.
    fn manner(&self, call: &OpenCall) -> Mention {
        let method = &self.program.methods[call.method];
        let class = self.program.classes[method.class].name;
        let receiver = (!method.is_static()).then(|| Ref(call.words[0] as u32));
        let of_thread = class.as_str() == "java/lang/Thread";
        match method.name.as_str() {
            "start" if of_thread => return Mention::First(Act::START),
            "join" if of_thread => return Mention::Last(Act::JOIN),
            "interrupt" if of_thread => return Mention::First(Act::CALL),
            "wait" if method.class == self.known().object => return Mention::Last(Act::WAKE),
            "notify" | "notifyAll" if method.class == self.known().object => {
                return if self.driver.gate.several { Mention::First(Act::NOTIFY) } else { Mention::Never };
            }
            "unpark" if class.as_str() == "java/util/concurrent/locks/LockSupport" => {
                return Mention::First(Act::NOTIFY);
            }
            _ => {}
        }
        if CHOOSERS.contains(&class.as_str()) {
            let is_choice =
                ["get", "random", "nondet"].iter().any(|word| method.name.as_str().starts_with(word));
            let is_other = method.name.as_str().ends_with("Attribute") || method.ret == Kind::Void;
            return if is_choice && !is_other { Mention::Last(Act::CHOICE) } else { Mention::Never };
        }
        match receiver {
            Some(receiver) if self.driver.gate.several => self.manner_of_object(receiver, method.name),
            _ => Mention::Never,
        }
    }

    fn manner_of_object(&self, receiver: Ref, name: Symbol) -> Mention {
        let class = self.heap.class_of(receiver);
        if !self.heap.is_shared(receiver) || name == base::names::INIT {
            return Mention::Never;
        }
        if self.is_a(class, "java/util/concurrent/locks/Lock") {
            return match name.as_str() {
                "lock" | "lockInterruptibly" => Mention::Last(Act::LOCK),
                "tryLock" => Mention::Last(Act::CALL),
                "unlock" => Mention::Seen(Act::UNLOCK),
                _ => Mention::Seen(Act::CALL),
            };
        }
        if self.is_a(class, "java/util/concurrent/locks/Condition") {
            return match name.as_str() {
                "signal" | "signalAll" => Mention::First(Act::NOTIFY),
                _ => Mention::Last(Act::WAKE),
            };
        }
        let text = self.program.classes[class].name.as_str();
        match text.starts_with("java/lang/") || text.starts_with("jaywalk/internal/") {
            true => Mention::Never,
            false => Mention::Seen(Act::CALL),
        }
    }

    fn is_a(&self, class: ClassId, name: &str) -> bool {
        self.program.loaded(Symbol::new(name)).is_some_and(|above| self.program.is_subclass(class, above))
    }

    /// What the call is made on, and the call in words.
    fn describe_call(&mut self, call: &OpenCall) -> (String, String) {
        let method = &self.program.methods[call.method];
        let (name, class, is_static) = (method.name, method.class, method.is_static());
        let kinds = method.params.to_vec();
        let receiver = Ref(call.words.first().map_or(0, |&word| word as u32));
        let owner = match is_static {
            true => self.simple_name(class),
            false => self.name_object(receiver),
        };
        let what = match (name.as_str(), call.mention) {
            ("unpark", _) => format!("unpark {owner}", owner = self.name_object(receiver)),
            ("start" | "join" | "interrupt" | "lock" | "unlock" | "signal" | "signalAll", _)
                if !matches!(call.mention, Mention::Seen(Act::CALL)) =>
            {
                format!("{name} {owner}")
            }
            ("lockInterruptibly", _) => format!("lock {owner}"),
            ("notify" | "notifyAll", Mention::First(_)) => {
                format!("{name} {owner}{}", self.who_waits(receiver, name.as_str()))
            }
            (_, Mention::Last(Act::WAKE)) => format!("wakes from {name} on {owner}"),
            _ => {
                let skip = usize::from(!is_static);
                let arguments: Vec<String> = (skip..kinds.len().min(skip + MAX_ARGUMENTS))
                    .map(|i| self.show(kinds[i], call.words[i]))
                    .collect();
                format!("{owner}.{name}({})", arguments.join(", "))
            }
        };
        (owner, what)
    }

    /// What comes of a notification.
    fn who_waits(&self, object: Ref, name: &str) -> String {
        let waits = |status: ThreadStatus| matches!(status, ThreadStatus::Waiting { on, .. } if on == object);
        let waiting: Vec<String> = self
            .threads
            .iter()
            .filter(|(_, t)| waits(t.state.status))
            .map(|(id, _)| self.thread_name(id))
            .collect();
        match (waiting.is_empty(), name, waiting.len()) {
            (true, _, _) => " (nobody waits)".to_string(),
            (false, "notify", 2..) => format!(" (one of {})", waiting.join(", ")),
            _ => format!(" (wakes {})", waiting.join(", ")),
        }
    }

    /// The thread stopped in the middle of an operation.
    pub(super) fn note_obstacle(&mut self, thread: ThreadId) {
        let Some(obstacle) = self.obstacle(thread) else { return };
        if obstacle.act == Act::BLOCKED {
            self.take_back(thread);
        } else if let Some(progress) = self.driver.narrator.progress.get_mut(&thread) {
            progress.pending = None;
        }
        // Waiting in a loop of the library is told once.
        let mut before = self.driver.narrator.entries.iter().rev().filter_map(|entry| entry.scene.as_ref());
        let is_told = before.find(|scene| scene.actor == thread.0).is_some_and(|s| s.what == obstacle.text);
        if !is_told {
            self.note(thread, obstacle.act, obstacle.wants.unwrap_or_default(), obstacle.text);
        }
    }

    /// Why a thread does not go on; nothing if it could.
    pub(super) fn obstacle(&mut self, thread: ThreadId) -> Option<Obstacle> {
        let plain = |act, text: &str| Obstacle { act, text: text.to_string(), wants: None, held_by: None };
        Some(match self.threads[thread].state.status {
            ThreadStatus::Runnable | ThreadStatus::Ended => return None,
            ThreadStatus::Locking(on) | ThreadStatus::Relocking(on) => {
                let holder = Lock::decode(self.heap.lock(on)).map(|lock| lock.owner);
                let wants = self.name_object(on);
                self.waits_for(wants, holder)
            }
            ThreadStatus::Waiting { on, .. }
                if self.program.is_subclass(self.heap.class_of(on), self.known().thread) =>
            {
                let name = self.name_of_thread(on);
                let text = format!("waits for {name} to end");
                Obstacle { act: Act::BLOCKED, text, wants: Some(name), held_by: self.thread_of(on) }
            }
            ThreadStatus::Waiting { on, .. } if self.is_kernel(on) => {
                let what = self.kernel_wait(on).unwrap_or_default();
                plain(Act::WAIT, &format!("waits for {what}"))
            }
            ThreadStatus::Waiting { on, .. } => {
                let name = self.name_object(on);
                let text = format!("waits to be notified on {name}");
                Obstacle { act: Act::WAIT, text, wants: Some(name), held_by: None }
            }
            ThreadStatus::Sleeping { .. } => plain(Act::WAIT, "sleeps"),
            ThreadStatus::Parked { .. } => self.parked(thread),
            ThreadStatus::Initializing(class) => {
                let record = self.program.classes[class].statics;
                let number = self.heap.get32(record, statics::THREAD);
                let holder = self.threads.iter().map(|(id, _)| id).find(|id| id.0 == number);
                let name = format!("the initialization of {}", self.simple_name(class));
                self.waits_for(name, holder)
            }
        })
    }

    fn waits_for(&self, wants: String, holder: Option<ThreadId>) -> Obstacle {
        let held = holder.map_or(String::new(), |owner| format!(" (held by {})", self.thread_name(owner)));
        let text = format!("waits for {wants}{held}");
        Obstacle { act: Act::BLOCKED, text, wants: Some(wants), held_by: holder }
    }

    /// A thread that is parked waits for what the user's code has called.
    fn parked(&mut self, thread: ThreadId) -> Obstacle {
        let call =
            self.driver.narrator.progress.get(&thread).and_then(|progress| progress.calls.last()).cloned();
        let Some(call) = call.filter(|call| !self.program.methods[call.method].is_static()) else {
            return Obstacle { act: Act::WAIT, text: "is parked".to_string(), wants: None, held_by: None };
        };
        let receiver = Ref(call.words[0] as u32);
        let name = self.name_object(receiver);
        if matches!(call.mention, Mention::Last(Act::LOCK)) {
            let owner = self.owner_of_lock(receiver);
            return self.waits_for(name, owner);
        }
        let method = self.program.methods[call.method].name;
        let text = format!("waits in {name}.{method}");
        Obstacle { act: Act::WAIT, text, wants: Some(name), held_by: None }
    }

    /// Who holds a lock of `java.util.concurrent.locks`.
    fn owner_of_lock(&self, lock: Ref) -> Option<ThreadId> {
        let field = |object: Ref, name: &str| {
            let class = self.heap.class_of(object);
            let all =
                self.program.classes[class].ancestors.iter().flat_map(|&c| &self.program.classes[c].fields);
            let found = all.map(|&f| &self.program.fields[f]).find(|f| f.name.as_str() == name)?;
            Some(self.heap.get_ref(object, found.unit)).filter(|value| !value.is_null())
        };
        let owner = field(field(lock, "sync")?, "exclusiveOwnerThread")?;
        self.thread_of(owner)
    }
}
