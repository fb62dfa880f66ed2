//! Calls from the user's code into the library, told as the user wrote them: where they begin to be seen, and where
//! they return.

use super::super::driver::Subject;
use super::parts::ScenePart;
use base::Symbol;
use classfile::Kind;
use lts::{Act, BEGINS, RETURNS};
use vm::TraceLine;
use vm::program::MethodId;
use vm::state::heap::Ref;
use vm::state::thread::{ThreadId, ThreadStatus};

/// A call that has not returned.
#[derive(Clone)]
pub(super) struct OpenCall {
    /// Frames up to the one that calls.
    pub depth: usize,
    pub pc: u32,
    pub method: MethodId,
    pub words: Vec<u64>,
    /// Where it stands, also when the code that made it is no longer there.
    place: Option<TraceLine>,
    /// What was noted of it.
    pub scene: Option<usize>,
    /// Its number among all calls.
    pub serial: u32,
    pub mention: Mention,
    /// What it was called when it was noted first.
    told: String,
    is_start: bool,
    /// It takes permits of a semaphore, gives some back, or makes one.
    is_of_semaphore: bool,
}

/// When a call is told, and as what.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mention {
    Never,
    /// When it begins.
    First(Act),
    /// From where others can see something of it to where it returns.
    Seen,
    /// The same, and whether or not there is anybody who could see it.
    Always,
    /// When the lock has been got, or given back.
    Owned(Act),
    /// When it returns: it may have had to wait.
    Last(Act),
}

impl OpenCall {
    pub fn new(depth: usize, pc: u32, method: MethodId, words: Vec<u64>) -> OpenCall {
        let (mention, told) = (Mention::Never, String::new());
        let (is_start, is_of_semaphore) = (false, false);
        OpenCall {
            depth,
            pc,
            method,
            words,
            place: None,
            scene: None,
            serial: 0,
            mention,
            told,
            is_start,
            is_of_semaphore,
        }
    }

    /// What starts threads is a scene of its own.
    pub fn is_start(&self) -> bool {
        self.is_start
    }

    /// What the library does on its behalf can be told: others can see something of it.
    pub fn is_told_from_begin(&self) -> bool {
        match self.mention {
            Mention::Never => false,
            Mention::Seen | Mention::Always => self.scene.is_some(),
            Mention::First(_) | Mention::Owned(_) | Mention::Last(_) => true,
        }
    }

    pub fn receiver(&self) -> Ref {
        Ref(self.words.first().map_or(0, |&word| word as u32))
    }
}

/// The classes whose choices are told.
const CHOOSERS: [&str; 3] =
    ["gov/nasa/jpf/vm/Verify", "jaywalk/Verify", "org/sosy_lab/sv_benchmarks/Verifier"];
/// More arguments than this are not shown.
const MAX_ARGUMENTS: usize = 3;

impl Subject<'_> {
    /// The user's code is about to call the library.
    pub(super) fn enter_library(&mut self, thread: ThreadId, mut call: OpenCall) {
        self.driver.narrator.calls += 1;
        call.serial = self.driver.narrator.calls;
        call.mention = self.manner(thread, &call);
        call.is_start = self.program.methods[call.method].name.as_str() == "start";
        call.is_of_semaphore = self.is_of_semaphore(&call);
        call.place = self.place_of_call(thread, &call);
        let progress = self.driver.narrator.progress.entry(thread).or_default();
        // The same operation may be tried again: it is one call.
        progress.calls.retain(|open| open.depth <= call.depth);
        let is_again = progress
            .calls
            .pop_if(|open| open.depth == call.depth)
            .filter(|open| open.pc == call.pc && open.method == call.method);
        let call = is_again.unwrap_or(call);
        let (mention, is_noted) = (call.mention, call.scene.is_some());
        progress.calls.push(call);
        self.attest_call(thread);
        if let (Mention::First(act), false) = (mention, is_noted) {
            let what = self.call_in_words(thread);
            self.note_open_call(thread, act, what, ScenePart::Whole);
            self.pend_call(thread);
        }
    }

    /// The library is about to do something on behalf of the call that is open; others may see it.
    pub(super) fn note_call(&mut self, thread: ThreadId, is_seen: bool) {
        let depth = self.users_depth(thread);
        let Some(call) = self.open_call(thread).filter(|call| call.depth == depth && call.scene.is_none())
        else {
            return;
        };
        match call.mention {
            Mention::Seen | Mention::Always if is_seen => {
                self.note_begin(thread);
                self.pend_call(thread);
            }
            Mention::Owned(act) => {
                let (lock, owner) = (call.receiver(), self.owner_of_lock(call.receiver()));
                let is_done = match act {
                    Act::LOCK => owner == Some(thread),
                    _ => owner != Some(thread) && !self.is_taken(lock),
                };
                if is_done {
                    let what = self.call_in_words(thread);
                    self.note_open_call(thread, act, what, ScenePart::Whole);
                }
            }
            _ => {}
        }
    }

    pub(super) fn open_call(&self, thread: ThreadId) -> Option<&OpenCall> {
        self.driver.narrator.progress.get(&thread).and_then(|progress| progress.calls.last())
    }

    /// What was noted last may not have been done.
    fn pend_call(&mut self, thread: ThreadId) {
        let progress = self.driver.narrator.progress.entry(thread).or_default();
        progress.pending.extend(progress.calls.last().and_then(|call| call.scene));
    }

    fn note_begin(&mut self, thread: ThreadId) {
        let Some(serial) = self.open_call(thread).map(|call| call.serial) else { return };
        let what = self.call_in_words(thread) + BEGINS;
        self.note_open_call(thread, Act::BEGIN, what, ScenePart::Begin(serial));
    }

    /// The call that is open, always in the same words.
    fn call_in_words(&mut self, thread: ThreadId) -> String {
        let Some(call) = self.open_call(thread).cloned() else { return String::new() };
        if !call.told.is_empty() {
            return call.told;
        }
        let what = self.describe_call(&call);
        self.attest_words(call.serial, &what);
        if let Some(call) =
            self.driver.narrator.progress.get_mut(&thread).and_then(|progress| progress.calls.last_mut())
        {
            call.told.clone_from(&what);
        }
        what
    }

    fn note_open_call(&mut self, thread: ThreadId, act: Act, what: String, part: ScenePart) {
        let Some(call) = self.open_call(thread).cloned() else { return };
        let object = match self.program.methods[call.method].is_static() {
            true => String::new(),
            false => self.name_object(call.receiver()),
        };
        let spot = call.place.map(|place| self.spot_of(place));
        let scene = self.note_part(thread, spot, act, object, what, part);
        if let Some(call) =
            self.driver.narrator.progress.get_mut(&thread).and_then(|progress| progress.calls.last_mut())
        {
            call.scene = Some(scene);
        }
    }

    /// Where a call stands that is about to be made.
    fn place_of_call(&self, thread: ThreadId, call: &OpenCall) -> Option<TraceLine> {
        let frame = self.threads[thread].frames.get(call.depth.checked_sub(1)?)?;
        if self.is_reference(frame.method) {
            return self.place_of_reference(frame.method);
        }
        let code = self.program.methods[frame.method].code()?;
        let bytecode = code.body().bytecode.get(call.pc as usize).map(|&offset| u32::from(offset));
        Some(TraceLine { method: frame.method, bytecode })
    }

    /// The user's code goes on at this operation: calls that are open no longer are done.
    pub(super) fn returned(&mut self, thread: ThreadId, depth: usize, pc: u32) {
        loop {
            let Some(call) = self.open_call(thread) else { return };
            if call.depth < depth || (call.depth == depth && call.pc == pc) {
                return;
            }
            self.note_return(thread, call.depth == depth && pc == call.pc + 1);
            if let Some(progress) = self.driver.narrator.progress.get_mut(&thread) {
                progress.calls.pop();
            }
        }
    }

    /// The call that is open is done; not `normally` if something was thrown.
    fn note_return(&mut self, thread: ThreadId, normally: bool) {
        let Some(call) = self.open_call(thread).cloned() else { return };
        if normally && call.is_of_semaphore {
            self.count_permits(thread, &call);
        }
        let is_told = match call.mention {
            Mention::Last(_) => normally,
            Mention::Owned(act) => normally && act == Act::LOCK && call.scene.is_none(),
            Mention::Seen => call.scene.is_some(),
            Mention::Always => true,
            Mention::Never | Mention::First(_) => false,
        };
        if !is_told {
            return self.attest_return(&call, String::new());
        }
        let (what, end) = (self.call_in_words(thread), self.result_in_words(thread, &call, normally));
        self.attest_return(&call, format!("{what}{end}"));
        match call.mention {
            Mention::Last(act) => {
                let end = match act {
                    Act::WAKE => self.why_awake(thread, &call),
                    Act::JOIN => self.why_joined(&call).to_string(),
                    Act::CHOICE => end.replacen(RETURNS, " ->", 1),
                    _ => String::new(),
                };
                self.note_open_call(thread, act, what + &end, ScenePart::Whole);
            }
            Mention::Owned(act) => self.note_open_call(thread, act, what, ScenePart::Whole),
            _ => {
                if call.scene.is_none() {
                    self.note_begin(thread);
                }
                self.note_open_call(thread, Act::RETURN, what + &end, ScenePart::Return(call.serial));
            }
        }
    }

    /// What a call came to.
    fn result_in_words(&mut self, thread: ThreadId, call: &OpenCall, normally: bool) -> String {
        if !normally {
            let thrown = self.driver.narrator.progress.get(&thread).map_or("", |p| p.thrown.as_str());
            return format!(" throws {thrown}");
        }
        self.result_of(thread, call).map_or(RETURNS.to_string(), |value| format!("{RETURNS} {value}"))
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

    /// A join may return though the other thread goes on.
    fn why_joined(&self, call: &OpenCall) -> &'static str {
        match self.thread_of(call.receiver()).map(|other| self.threads[other].state.status) {
            Some(ThreadStatus::Ended) | None => "",
            Some(_) => " (time is over)",
        }
    }

    fn result_of(&mut self, thread: ThreadId, call: &OpenCall) -> Option<String> {
        let kind = self.program.methods[call.method].ret;
        self.result_word(thread, call).map(|word| self.show(kind, word))
    }

    /// What a call has returned, if it returns anything that is used.
    pub(super) fn result_word(&self, thread: ThreadId, call: &OpenCall) -> Option<u64> {
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
        if self.program.methods[call.method].ret == Kind::Void || dst.0 == u16::MAX {
            return None;
        }
        Some(self.threads[thread].registers[frame.base as usize + usize::from(dst.0)])
    }

    /// How a call is told.
    fn manner(&self, thread: ThreadId, call: &OpenCall) -> Mention {
        let method = &self.program.methods[call.method];
        let class = self.program.classes[method.class].name;
        let (name, of_thread) = (method.name.as_str(), class.as_str() == "java/lang/Thread");
        match name {
            // That is told when it happens, whoever has it happen.
            "start" if of_thread => return Mention::Never,
            "join" if of_thread => return Mention::Last(Act::JOIN),
            // Others can come in before the flag is set.
            "interrupt" if of_thread => return Mention::Always,
            // How another thread is decides what comes next as much as a field does.
            "isAlive" | "getState" | "isInterrupted" | "interrupted" if of_thread => {
                return if self.is_told() { Mention::Always } else { Mention::Never };
            }
            "wait" if method.class == self.known().object => return Mention::Last(Act::WAKE),
            "notify" | "notifyAll" if method.class == self.known().object => {
                return if self.is_told() { Mention::First(Act::NOTIFY) } else { Mention::Never };
            }
            "unpark" if class.as_str() == "java/util/concurrent/locks/LockSupport" => {
                return Mention::First(Act::NOTIFY);
            }
            _ => {}
        }
        if CHOOSERS.contains(&class.as_str()) {
            let is_choice = ["get", "random", "nondet"].iter().any(|word| name.starts_with(word));
            if name.ends_with("ObjectAttribute") && method.ret == Kind::Void {
                return if self.is_told() { Mention::Always } else { Mention::Never };
            }
            let is_other = name.contains("Attribute") || name == "getProperty" || method.ret == Kind::Void;
            return if is_choice && !is_other { Mention::Last(Act::CHOICE) } else { Mention::Never };
        }
        if method.name == base::names::INIT || class.as_str().starts_with("jaywalk/internal/") {
            return Mention::Never;
        }
        let is_async = class.as_str() == "java/util/concurrent/CompletableFuture" && name.ends_with("Async");
        match (method.is_static(), self.is_told()) {
            (true, _) if is_async => Mention::Always,
            (true, true) if !class.as_str().starts_with("java/lang/") => Mention::Seen,
            (true, _) => Mention::Never,
            (false, is_told) => self.manner_of_object(thread, call.receiver(), method.name, is_told),
        }
    }

    fn manner_of_object(&self, thread: ThreadId, receiver: Ref, name: Symbol, is_told: bool) -> Mention {
        let class = self.heap.class_of(receiver);
        if self.is_a(class, "java/util/concurrent/Executor") {
            return Mention::Always;
        }
        let text = self.program.classes[class].name.as_str();
        if !is_told || text.starts_with("java/lang/") || text.starts_with("jaywalk/internal/") {
            return Mention::Never;
        }
        let is_owned = self.is_a(class, "java/util/concurrent/locks/ReentrantLock")
            || self.is_a(class, "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock");
        if self.is_a(class, "java/util/concurrent/locks/Lock") {
            return match name.as_str() {
                "lock" | "lockInterruptibly" if is_owned && self.owner_of_lock(receiver) == Some(thread) => {
                    Mention::Never
                }
                "lock" | "lockInterruptibly" if is_owned => Mention::Owned(Act::LOCK),
                "lock" | "lockInterruptibly" => Mention::Last(Act::LOCK),
                "unlock" if is_owned => Mention::Owned(Act::UNLOCK),
                _ => Mention::Seen,
            };
        }
        if self.is_a(class, "java/util/concurrent/locks/Condition") {
            return match name.as_str() {
                "signal" | "signalAll" => Mention::First(Act::NOTIFY),
                _ => Mention::Last(Act::WAKE),
            };
        }
        Mention::Seen
    }

    /// The call in words.
    fn describe_call(&mut self, call: &OpenCall) -> String {
        let method = &self.program.methods[call.method];
        let (name, class, is_static) = (method.name, method.class, method.is_static());
        let kinds = method.params.to_vec();
        let receiver = call.receiver();
        let owner = match is_static {
            true => self.simple_name(class),
            false => self.name_object(receiver),
        };
        match (name.as_str(), call.mention) {
            ("unpark", _) => format!("unpark {owner}", owner = self.name_object(receiver)),
            ("lock" | "lockInterruptibly", Mention::Owned(_) | Mention::Last(_)) => format!("lock {owner}"),
            ("interrupt", Mention::Always) => format!("interrupt {owner}"),
            ("join" | "unlock", Mention::Owned(_) | Mention::Last(_) | Mention::First(_)) => {
                format!("{name} {owner}")
            }
            // A lock for reading.
            ("unlock", Mention::Seen) if kinds.len() == 1 => format!("{name} {owner}"),
            ("notify" | "notifyAll" | "signal" | "signalAll", Mention::First(_)) => {
                format!("{name} {owner}{}", self.who_waits(receiver, name.as_str()))
            }
            (_, Mention::Last(Act::WAKE)) => format!("wakes from {name} on {owner}"),
            _ => {
                let skip = usize::from(!is_static);
                let shown = skip..kinds.len().min(skip + MAX_ARGUMENTS);
                let mut arguments: Vec<String> = shown.map(|i| self.show(kinds[i], call.words[i])).collect();
                if kinds.len() > skip + MAX_ARGUMENTS {
                    arguments.push("...".to_string());
                }
                format!("{owner}.{name}({})", arguments.join(", "))
            }
        }
    }

    /// What comes of a notification.
    fn who_waits(&self, object: Ref, name: &str) -> String {
        let waits = |status: ThreadStatus| matches!(status, ThreadStatus::Waiting { on, .. } if on == object);
        let is_condition = name.starts_with("signal");
        let waiting: Vec<String> = match self.waiters(object).filter(|_| is_condition) {
            Some(waiters) => waiters,
            // A condition of a kind that is not known.
            None if is_condition => return String::new(),
            None => {
                let all = self.threads.iter().filter(|(_, t)| waits(t.state.status));
                all.map(|(id, _)| self.thread_label(id)).collect()
            }
        };
        match (waiting.is_empty(), name, waiting.len()) {
            (true, _, _) => " (nobody waits)".to_string(),
            (false, "notify", 2..) => format!(" (one of {})", waiting.join(", ")),
            (false, "signal", _) => format!(" (wakes {})", waiting[0]),
            _ => format!(" (wakes {})", waiting.join(", ")),
        }
    }
}
