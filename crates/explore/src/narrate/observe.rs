//! One operation that is about to be done, seen by the narrator.

use super::super::driver::Subject;
use super::calls::OpenCall;
use classfile::{Access, Kind};
use ir::Op;
use ir::operand::{Call, Src};
use lts::Act;
use vm::program::{ClassId, MethodId};
use vm::state::heap::Ref;
use vm::state::monitor::Lock;
use vm::state::thread::{Frame, OnExit, ThreadId};

/// An access to a field or an element.
#[derive(Clone, Copy)]
pub(super) struct Touch {
    pub object: Ref,
    /// The field's unit; for arrays the index.
    pub at: u32,
    /// The value that is written.
    pub written: Option<u64>,
    pub is_element: bool,
}

impl Subject<'_> {
    /// Shows an operation that is about to be done. The frame's `pc` is its number.
    pub(crate) fn observe(&mut self, thread: ThreadId, op: Op) {
        self.note_starts(thread);
        self.attest_done(thread);
        self.note_moment(thread);
        let mut is_busy = false;
        if let Some(progress) = self.driver.narrator.progress.get_mut(&thread) {
            progress.pending.clear();
            is_busy = !progress.calls.is_empty() || progress.task.is_some();
        }
        // Long computations are gone through here one by one.
        if !is_busy && op.effects().is_pure() {
            return;
        }
        let depth = self.threads[thread].frames.len();
        let Some(&frame) = self.threads[thread].frames.last() else { return };
        let is_reference = self.is_reference(frame.method);
        if is_reference || self.is_users(frame.method) {
            self.returned(thread, depth, frame.pc);
            if let Some(progress) = self.driver.narrator.progress.get_mut(&thread) {
                progress.thrown.clear();
            }
            self.note_begin_of_task(thread, depth, frame);
            match (is_reference, called(op)) {
                (false, _) => self.observe_own(thread, frame, op),
                (true, Some(call)) => self.observe_call(thread, frame, call),
                (true, None) => {}
            }
            return;
        }
        // An exception may have gone past the code that had made calls, to other code of the library.
        self.returned(thread, depth, u32::MAX);
        if self.driver.narrator.progress.get(&thread).is_some_and(|p| p.task.is_some_and(|task| depth < task))
        {
            self.note_end_of_task(thread);
        }
        if is_busy && self.is_told() {
            let is_seen = self.is_seen(thread, frame, op);
            self.note_call(thread, is_seen);
            self.observe_inner(thread, frame, op);
            self.attest_owner(thread, frame, op);
        } else if is_busy {
            // Alone: what starts the first thread is told with what comes of it.
            self.note_call(thread, false);
        }
    }

    /// An operation of the user's own code.
    fn observe_own(&mut self, thread: ThreadId, frame: Frame, op: Op) {
        if let Some(touch) = self.touch_of(thread, frame, op) {
            return self.observe_touch(thread, touch);
        }
        match op {
            Op::MonitorEnter { obj } => self.observe_lock(thread, self.operand(thread, frame, obj)),
            Op::MonitorExit { obj } => self.observe_unlock(thread, self.operand(thread, frame, obj)),
            Op::Return { .. } | Op::ReturnVoid {} => {
                if let OnExit::Unlock(object) = frame.exit {
                    self.observe_unlock(thread, object);
                }
            }
            _ => {
                if let Some(call) = called(op) {
                    self.observe_call(thread, frame, call);
                }
            }
        }
    }

    /// The access that a thread stands before, in words.
    pub(crate) fn describe_next(&mut self, thread: ThreadId) -> String {
        let Some(&frame) = self.threads[thread].frames.last() else { return String::new() };
        let op = self.program.methods[frame.method].code().map(|code| code.ops()[frame.pc as usize]);
        let touch =
            op.and_then(|op| self.touch_of(thread, frame, op)).filter(|touch| !touch.object.is_null());
        let Some(touch) = touch else { return String::new() };
        let (place, kind) = match touch.is_element {
            true => {
                let (_, place, kind) = self.describe_element(&touch);
                (place, kind)
            }
            false => {
                let Some(field) = self.field_in(touch.object, touch.at) else { return String::new() };
                let field = &self.program.fields[field];
                let (name, kind) = (field.name, field.kind);
                (format!("{}.{name}", self.name_object(touch.object)), kind)
            }
        };
        self.describe_value(&touch, &place, kind)
    }

    /// A field, or some elements in a row, of an object that no operation names by itself.
    pub(crate) fn describe_place(&mut self, object: Ref, at: u32, count: u32) -> String {
        let is_array = self.program.classes[self.heap.class_of(object)].element().is_some();
        let name = self.name_object(object);
        match (is_array, count) {
            (true, 0..=1) => format!("{name}[{at}]"),
            (true, _) => format!("{name}[{at}..{}]", at.saturating_add(count - 1)),
            (false, _) => match self.field_in(object, at) {
                Some(field) => format!("{name}.{}", self.program.fields[field].name),
                None => name,
            },
        }
    }

    /// `place = value` or `place -> value`.
    pub(super) fn describe_value(&mut self, touch: &Touch, place: &str, kind: Kind) -> String {
        match touch.written {
            Some(word) => format!("{place} = {}", self.show(kind, word)),
            None => {
                let word = self.present(touch, kind);
                format!("{place} -> {}", self.show(kind, word))
            }
        }
    }

    pub(super) fn word(&self, thread: ThreadId, frame: Frame, register: u16) -> u64 {
        self.threads[thread].registers[frame.base as usize + usize::from(register)]
    }

    pub(super) fn operand(&self, thread: ThreadId, frame: Frame, register: Src) -> Ref {
        Ref(self.word(thread, frame, register.0) as u32)
    }

    pub(super) fn pend(&mut self, thread: ThreadId, scene: usize) {
        self.driver.narrator.progress.entry(thread).or_default().pending.push(scene);
    }

    /// What an operation accesses, if that is a field or an element.
    pub(super) fn touch_of(&self, thread: ThreadId, frame: Frame, op: Op) -> Option<Touch> {
        let object = |r: Src| self.operand(thread, frame, r);
        let value = |r: Src| Some(self.word(thread, frame, r.0));
        let element = |arr: Src, at: Src, written: Option<u64>| Touch {
            object: object(arr),
            at: self.word(thread, frame, at.0) as u32,
            written,
            is_element: true,
        };
        let field = |object: Ref, at: u32, written| Touch { object, at, written, is_element: false };
        let link =
            |row: u32| self.program.methods[frame.method].code().map(|code| code.statics[row as usize]);
        let touch = match op {
            Op::Get32 { obj, off, .. } | Op::Get64 { obj, off, .. } => {
                field(object(obj), u32::from(off.0), None)
            }
            Op::Put32 { obj, src, off }
            | Op::Put64 { obj, src, off }
            | Op::PutRef { obj, src, off }
            | Op::PutNarrow { obj, src, off, .. } => field(object(obj), u32::from(off.0), value(src)),
            Op::GetStatic32 { link: row, .. } | Op::GetStatic64 { link: row, .. } => {
                let link = link(row.0)?;
                field(link.record, link.unit, None)
            }
            Op::GetBase32 { at, .. } | Op::GetBase64 { at, .. } => {
                let (record, found) = self.program.static_at(at.0)?;
                field(record, found.unit, None)
            }
            Op::PutStaticQ { src, link: row } => {
                let link = link(row.0)?;
                field(link.record, link.unit, value(src))
            }
            Op::LoadB { arr, at, .. }
            | Op::LoadC { arr, at, .. }
            | Op::LoadS { arr, at, .. }
            | Op::Load32 { arr, at, .. }
            | Op::Load64 { arr, at, .. }
            | Op::LoadRef { arr, at, .. } => element(arr, at, None),
            Op::StoreB { arr, at, src }
            | Op::Store16 { arr, at, src }
            | Op::Store32 { arr, at, src }
            | Op::Store64 { arr, at, src }
            | Op::StoreRef { arr, at, src } => element(arr, at, value(src)),
            _ => return None,
        };
        // An access through null throws, and the exception is told.
        let in_range = |t: &Touch| !t.is_element || t.at < self.heap.len(t.object);
        Some(touch).filter(|t| t.object.is_null() || in_range(t))
    }

    fn observe_touch(&mut self, thread: ThreadId, touch: Touch) {
        if touch.object.is_null() {
            return;
        }
        let shared = self.is_told() && self.heap.is_shared(touch.object);
        let act = if touch.written.is_some() { Act::WRITE } else { Act::READ };
        let (owner, place, kind) = match touch.is_element {
            true if !shared => return,
            true => self.describe_element(&touch),
            false => match self.describe_field(&touch, shared) {
                Some(described) => described,
                None => return,
            },
        };
        let what = self.describe_value(&touch, &place, kind);
        self.attest_touch(thread, &touch, place, kind);
        let scene = self.note(thread, act, owner, what);
        self.pend(thread, scene);
    }

    pub(super) fn present(&self, touch: &Touch, kind: Kind) -> u64 {
        if !touch.is_element {
            return self.cell(touch.object, touch.at, kind);
        }
        let (array, index) = (touch.object, touch.at);
        match kind {
            Kind::Boolean | Kind::Byte => self.heap.load::<i8>(array, index) as i32 as u32 as u64,
            Kind::Char => u64::from(self.heap.load::<u16>(array, index)),
            Kind::Short => self.heap.load::<i16>(array, index) as i32 as u32 as u64,
            Kind::Long | Kind::Double => self.heap.load::<u64>(array, index),
            _ => u64::from(self.heap.load::<u32>(array, index)),
        }
    }

    pub(super) fn describe_element(&mut self, touch: &Touch) -> (String, String, Kind) {
        let kind = self.kind_at(touch).unwrap_or(Kind::Ref);
        let name = self.name_object(touch.object);
        (name.clone(), format!("{name}[{}]", touch.at), kind)
    }

    /// The owner's name, the field with it, its kind. Nothing if the access tells nothing: the object is the
    /// thread's own, or the field never changes.
    fn describe_field(&mut self, touch: &Touch, shared: bool) -> Option<(String, String, Kind)> {
        let id = self.field_in(touch.object, touch.at)?;
        let field = &self.program.fields[id];
        let (name, kind) = (field.name, field.kind);
        // What an initializer gives to a constant is seen by nobody else before it is done.
        let is_constant = field.access.has(Access::STATIC | Access::FINAL);
        let tells = shared
            && (field.access.has(Access::VOLATILE)
                || (touch.written.is_some() && !is_constant)
                || self.driver.narrator.changing.contains(&id));
        let value = Ref(match touch.written {
            Some(word) => word as u32,
            None => self.cell(touch.object, touch.at, kind) as u32,
        });
        if !tells && (kind != Kind::Ref || value.is_null()) {
            return None;
        }
        let is_array = kind == Kind::Ref
            && !value.is_null()
            && self.program.classes[self.heap.class_of(value)].element().is_some();
        if !tells && !is_array {
            return None;
        }
        let owner = self.name_object(touch.object);
        let full = format!("{owner}.{name}");
        if kind == Kind::Ref {
            self.call_array(value, &full);
        }
        tells.then_some((owner, full, kind))
    }

    fn observe_lock(&mut self, thread: ThreadId, object: Ref) {
        if object.is_null() || !self.is_told() || !self.heap.is_shared(object) || self.holds(thread, object) {
            return;
        }
        let name = self.name_object(object);
        self.attest_monitor(thread, object, true);
        let scene = self.note(thread, Act::LOCK, name.clone(), format!("lock {name}"));
        self.pend(thread, scene);
    }

    fn observe_unlock(&mut self, thread: ThreadId, object: Ref) {
        let is_last = |lock: Lock| lock.owner == thread && lock.count == 1;
        if !object.is_null()
            && self.is_told()
            && self.heap.is_shared(object)
            && Lock::decode(self.heap.lock(object)).is_some_and(is_last)
        {
            let name = self.name_object(object);
            self.attest_monitor(thread, object, false);
            let scene = self.note(thread, Act::UNLOCK, name.clone(), format!("unlock {name}"));
            self.pend(thread, scene);
        }
    }

    fn observe_call(&mut self, thread: ThreadId, frame: Frame, call: Call) {
        let Some(code) = self.program.methods[frame.method].code() else { return };
        let link = &code.calls[call.0 as usize];
        let words: Vec<u64> = link.args.iter().map(|&r| self.word(thread, frame, r)).collect();
        let method = self.target_of(link.method, &words);
        let m = &self.program.methods[method];
        if !m.is_static() && words.first().is_none_or(|&word| word as u32 == 0) {
            return;
        }
        // What was put into a program to watch it is none of its deeds.
        if self.program.classes[m.class].name.as_str().ends_with(vm::unit::HOOKS) {
            return;
        }
        if !self.is_users(method) {
            let depth = self.threads[thread].frames.len();
            return self.enter_library(thread, OpenCall::new(depth, frame.pc, method, words));
        }
        if m.access.has(Access::SYNCHRONIZED) {
            let object = match m.is_static() {
                true => self.program.classes[m.class].mirror,
                false => Ref(words[0] as u32),
            };
            self.observe_lock(thread, object);
        }
    }

    /// The method that a call reaches.
    fn target_of(&self, method: MethodId, words: &[u64]) -> MethodId {
        let m = &self.program.methods[method];
        let receiver = words.first().map_or(Ref::NULL, |&word| Ref(word as u32));
        if m.is_static() || receiver.is_null() {
            return method;
        }
        let class = self.heap.class_of(receiver);
        // Interface methods are looked up by name: good enough for words.
        match self.program.classes[m.class].is_interface() {
            true => self.program.find_method(class, m.name, m.desc).unwrap_or(method),
            false if m.name == base::names::INIT => method,
            false => self.program.select_virtual(class, method).unwrap_or(method),
        }
    }

    /// Others can see what the library is about to do on behalf of the user's code.
    fn is_seen(&self, thread: ThreadId, frame: Frame, op: Op) -> bool {
        let shared = |object: Ref| !object.is_null() && self.heap.is_shared(object) && !self.is_value(object);
        if let Some(touch) = self.touch_of(thread, frame, op) {
            if !shared(touch.object) || touch.is_element && touch.written.is_none() {
                return false;
            }
            let field = self.field_in(touch.object, touch.at).filter(|_| !touch.is_element);
            return touch.is_element
                || field.is_some_and(|f| !self.program.fields[f].access.has(Access::FINAL));
        }
        match op {
            Op::MonitorEnter { obj } => shared(self.operand(thread, frame, obj)),
            Op::CallHandle { .. } => true,
            Op::CallDirect { call, .. } | Op::CallSpecial { call, .. } | Op::CallVirtual { call, .. } => {
                let Some(code) = self.program.methods[frame.method].code() else { return false };
                let link = &code.calls[call.0 as usize];
                let class = self.program.methods[link.method].class;
                let is_unsafe = self.program.classes[class].name.as_str() == "jdk/internal/misc/Unsafe";
                let object = link.args.get(1).map(|&r| Ref(self.word(thread, frame, r) as u32));
                is_unsafe && class != ClassId::NONE && object.is_some_and(shared)
            }
            _ => false,
        }
    }
}

/// The call that an operation is.
fn called(op: Op) -> Option<Call> {
    match op {
        Op::CallDirect { call, .. }
        | Op::CallStatic { call, .. }
        | Op::CallSpecial { call, .. }
        | Op::CallVirtual { call, .. }
        | Op::CallInterface { call, .. } => Some(call),
        _ => None,
    }
}
