//! What the library does on behalf of the user's code, and which tasks it gives to its threads.

use super::super::driver::Subject;
use super::names;
use super::observe::Touch;
use super::parts::{Access, ScenePart};
use classfile::Access as Flags;
use ir::Op;
use lts::{Act, Depth};
use vm::program::MethodId;
use vm::state::heap::Ref;
use vm::state::thread::{Frame, NOT_STARTED, ThreadId};

/// What locks, semaphores and latches of the library are made of.
const SYNCHRONIZER: &str = "java/util/concurrent/locks/AbstractOwnableSynchronizer";

impl Subject<'_> {
    /// What is printed on a path that is being told.
    pub fn note_output(&mut self, text: &str) {
        let thread = self.driver.narrator.turns.last().map_or(ThreadId(0), |turn| ThreadId(turn.actor));
        let text = text.trim_end_matches('\n');
        if !text.is_empty() {
            self.note(thread, Act::OUTPUT, String::new(), format!("prints {}", names::quoted(text)));
        }
    }

    /// What was chosen for a path that is being told, in words.
    pub fn note_choice(&mut self, text: &str) {
        let thread = self.driver.narrator.turns.last().map_or(ThreadId(0), |turn| ThreadId(turn.actor));
        self.note(thread, Act::CHOICE, String::new(), text.to_string());
    }

    /// Something is thrown.
    pub(crate) fn note_thrown(&mut self, thread: ThreadId, exception: Ref) {
        let name = self.simple_name(self.heap.class_of(exception));
        self.driver.narrator.progress.entry(thread).or_default().thrown = name;
    }

    /// The object is as good as a number: nobody learns anything from who looks at it.
    pub(super) fn is_value(&self, object: Ref) -> bool {
        let known = self.known();
        let class = self.heap.class_of(object);
        class == known.string || class == known.class || class == known.integer || class == known.long
    }

    /// An access of the library to what others can see, within a call that is told.
    pub(super) fn observe_inner(&mut self, thread: ThreadId, frame: Frame, op: Op) {
        let call = self.open_call(thread).filter(|call| call.is_told_from_begin());
        let Some((call, method)) = call.map(|call| (call.serial, call.method)) else { return };
        let Some(touch) = self.reach_of(thread, frame, op) else { return };
        let object = touch.object;
        if object.is_null() || !self.heap.is_shared(object) || self.is_value(object) {
            return;
        }
        let number = self.driver.narrator.accesses;
        self.driver.narrator.accesses += 1;
        if self.driver.narrator.chosen.as_ref().is_some_and(|chosen| !chosen.contains(&number)) {
            return;
        }
        // Which of them are told shows in the end: until then they give no names.
        let is_certain = self.driver.narrator.depth == Depth::All || self.driver.narrator.chosen.is_some();
        self.driver.narrator.names.is_deferred = !is_certain;
        let is_lock = self.is_a(self.heap.class_of(object), SYNCHRONIZER);
        self.note_access(
            thread,
            touch,
            method,
            Access { number, call, object, at: touch.at, is_write: touch.written.is_some(), is_lock },
        );
        self.driver.narrator.names.is_deferred = false;
    }

    fn note_access(&mut self, thread: ThreadId, touch: Touch, method: MethodId, access: Access) {
        let object = touch.object;
        let (place, kind) = match touch.is_element {
            true => {
                let (_, place, kind) = self.describe_element(&touch);
                (place, kind)
            }
            false => {
                let Some(field) = self.field_in(object, touch.at) else { return };
                let field = &self.program.fields[field];
                let (name, kind) = (field.name, field.kind);
                if field.access.has(Flags::FINAL) {
                    return self.call_what_is_read(&touch);
                }
                (format!("{}.{name}", self.name_object(object)), kind)
            }
        };
        self.call_what_is_read(&touch);
        let what = self.describe_value(&touch, &place, kind);
        let what = format!("{what} (in {})", self.program.methods[method].name);
        let act = if touch.written.is_some() { Act::WRITE } else { Act::READ };
        self.attest_touch(thread, &touch, place, kind);
        let (owner, spot) = (self.name_object(object), self.spot(thread));
        let scene = self.note_part(thread, spot, act, owner, what, ScenePart::Access(access));
        self.pend(thread, scene);
    }

    /// An array in a field of the library is called like the field.
    fn call_what_is_read(&mut self, touch: &Touch) {
        let Some(field) = self.field_in(touch.object, touch.at).filter(|_| !touch.is_element) else { return };
        let field = &self.program.fields[field];
        let (name, kind) = (field.name, field.kind);
        if kind == classfile::Kind::Ref && !self.driver.narrator.names.is_deferred {
            let value = touch.written.unwrap_or_else(|| self.cell(touch.object, touch.at, kind));
            let owner = self.name_object(touch.object);
            self.call_array(Ref(value as u32), &format!("{owner}.{name}"));
        }
    }

    /// The first operation of code that a thread of a pool has been given.
    pub(super) fn note_begin_of_task(&mut self, thread: ThreadId, depth: usize, frame: Frame) {
        let is_known = self.driver.narrator.progress.get(&thread).is_some_and(|p| p.task.is_some());
        if is_known || !self.is_told() {
            return;
        }
        let below = &self.threads[thread].frames[..depth - 1];
        let is_library = |f: &Frame| f.pc == NOT_STARTED || !self.is_users(f.method);
        let is_pool = |f: &Frame| {
            let class = self.program.methods[f.method].class;
            self.program.classes[class].name.as_str().starts_with("java/util/concurrent/")
        };
        if !below.iter().all(is_library) || !below.iter().any(is_pool) {
            return;
        }
        let progress = self.driver.narrator.progress.entry(thread).or_default();
        progress.task = Some(depth);
        let method = &self.program.methods[frame.method];
        let reference = self.is_reference(frame.method).then(|| self.lambda(method.class)).flatten();
        let what = match (reference, method.name.as_str().starts_with("lambda$")) {
            (Some(reference), _) => format!("begins a task: {reference}"),
            (None, true) => "begins a task".to_string(),
            (None, false) => format!("begins a task: {}.{}", self.simple_name(method.class), method.name),
        };
        self.attest(thread, what.clone());
        self.note(thread, Act::CALL, String::new(), what);
    }

    /// The task that the thread was given is done, one way or the other.
    pub(super) fn note_end_of_task(&mut self, thread: ThreadId) {
        // Calls that the task had made are done too.
        self.returned(thread, 0, 0);
        let Some(progress) = self.driver.narrator.progress.get_mut(&thread) else { return };
        if progress.task.take().is_some() {
            let thrown = std::mem::take(&mut progress.thrown);
            let what = match thrown.is_empty() {
                true => "ends its task".to_string(),
                false => format!("ends its task by {thrown}"),
            };
            // How it fails is told always, that it is done only where something else comes next.
            let act = if thrown.is_empty() { Act::END } else { Act::CALL };
            self.attest(thread, what.clone());
            self.note(thread, act, String::new(), what);
        }
    }
}
