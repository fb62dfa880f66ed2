//! How things stand at one moment: what each thread is at, the objects of the program that can be reached,
//! and who holds which lock.

use super::super::driver::Subject;
use super::is_own;
use base::{FastSet, Id};
use classfile::Kind;
use lts::{ActorView, ObjectView, Picture};
use vm::program::{ClassId, FieldId};
use vm::state::heap::Ref;
use vm::state::thread::{ThreadId, ThreadStatus};

/// More objects than this nobody looks at.
const MAX_OBJECTS: usize = 120;
/// Elements of an array that are shown.
const MAX_ELEMENTS: u32 = 24;
/// Objects that are walked through to find those of the program.
const MAX_WALK: usize = 20_000;

impl Subject<'_> {
    pub(super) fn picture(&mut self) -> Picture {
        let actors = (0..self.threads.len()).map(|i| self.view_thread(ThreadId::from_index(i))).collect();
        let mut objects = self.view_statics();
        for object in self.objects_to_show() {
            let view = self.view_object(object);
            objects.push(view);
        }
        Picture { actors, objects }
    }

    fn view_thread(&mut self, thread: ThreadId) -> ActorView {
        let obstacle = self.obstacle(thread);
        let state = &self.threads[thread].state;
        let is_alive = self.threads[thread].alive();
        let doing = match (&obstacle, state.status) {
            (_, ThreadStatus::Ended) => "has ended".to_string(),
            (Some(obstacle), _) => obstacle.text.clone(),
            (None, _) => "can go on".to_string(),
        };
        let (stack, locals) = self.view_stack(thread);
        let (wants, held_by) = obstacle.map_or((None, None), |o| (o.wants, o.held_by));
        let held_by = held_by.map(|holder| holder.0);
        let name = self.thread_label(thread);
        ActorView { actor: thread.0, name, doing, is_alive, wants, held_by, stack, locals }
    }

    /// The static fields of the program's classes, a row for each class that has some.
    fn view_statics(&mut self) -> Vec<ObjectView> {
        let classes = self.program.classes.iter().filter(|(_, c)| is_own(c) && !c.hidden);
        let records: Vec<(ClassId, Ref)> = classes.map(|(id, c)| (id, c.statics)).collect();
        let mut views = Vec::new();
        for (class, record) in records {
            let fields = self.view_fields(record, &[class], true);
            if !fields.is_empty() {
                views.push(ObjectView { name: self.simple_name(class), holder: None, fields });
            }
        }
        views
    }

    fn view_fields(&mut self, object: Ref, classes: &[ClassId], of_class: bool) -> Vec<(String, String)> {
        let all = classes.iter().flat_map(|&c| self.program.classes[c].fields.iter().copied());
        let wanted = |&f: &FieldId| {
            let field = &self.program.fields[f];
            // `$assertionsDisabled`, `this$0`: what the compiler added is not the user's.
            field.access.is_static() == of_class && !field.name.as_str().contains('$')
        };
        let rows: Vec<FieldId> = all.filter(wanted).collect();
        rows.into_iter()
            .map(|f| {
                let field = &self.program.fields[f];
                let (name, kind, unit) = (field.name.to_string(), field.kind, field.unit);
                let word = self.cell(object, unit, kind);
                let value = self.show_short(kind, word);
                (name, value)
            })
            .collect()
    }

    /// A value; an array with its elements.
    pub(super) fn show_short(&mut self, kind: Kind, word: u64) -> String {
        let object = Ref(word as u32);
        if kind != Kind::Ref || object.is_null() {
            return self.show(kind, word);
        }
        let Some(element) = self.program.classes[self.heap.class_of(object)].element() else {
            return self.show(kind, word);
        };
        let len = self.heap.len(object);
        let mut values = Vec::new();
        for i in 0..len.min(MAX_ELEMENTS) {
            values.push(self.show_element(object, element, i));
        }
        let more = if len > MAX_ELEMENTS { ", ..." } else { "" };
        format!("[{}{more}]", values.join(", "))
    }

    fn show_element(&mut self, array: Ref, element: ClassId, index: u32) -> String {
        let kind = match self.program.classes[element].kind {
            vm::program::ClassKind::Primitive(kind) => kind,
            _ => Kind::Ref,
        };
        let word = match kind {
            Kind::Boolean | Kind::Byte => self.heap.load::<i8>(array, index) as i32 as u32 as u64,
            Kind::Char => u64::from(self.heap.load::<u16>(array, index)),
            Kind::Short => self.heap.load::<i16>(array, index) as i32 as u32 as u64,
            Kind::Long | Kind::Double => self.heap.load::<u64>(array, index),
            _ => u64::from(self.heap.load::<u32>(array, index)),
        };
        self.show(kind, word)
    }

    fn view_object(&mut self, object: Ref) -> ObjectView {
        let class = self.heap.class_of(object);
        let ancestors: Vec<ClassId> = self.program.classes[class]
            .ancestors
            .iter()
            .copied()
            .filter(|&c| is_own(&self.program.classes[c]))
            .collect();
        let holder = self.holder_of(object);
        let mut fields = match self.program.classes[class].element() {
            Some(_) => Vec::new(),
            None => self.view_fields(object, &ancestors, false),
        };
        fields.extend(self.contents(object).unwrap_or_default());
        ObjectView { name: self.name_object(object), holder, fields }
    }

    /// Objects of the program's classes, objects whose lock is held, and collections, locks and the like that the
    /// program itself has, in the order of a walk from the threads and static fields.
    fn objects_to_show(&self) -> Vec<Ref> {
        let mut seen: FastSet<Ref> = FastSet::default();
        // What a variable or a field of the program names, and what such a collection holds.
        let mut own: FastSet<Ref> = FastSet::default();
        let mut queue: Vec<Ref> = Vec::new();
        let mut add = |object: Ref, queue: &mut Vec<Ref>| {
            if !object.is_null() && queue.len() < MAX_WALK && seen.insert(object) {
                queue.push(object);
            }
        };
        for (_, class) in self.program.classes.iter().filter(|(_, c)| is_own(c)) {
            let fields = class.fields.iter().map(|&f| &self.program.fields[f]);
            for field in fields.filter(|f| f.access.is_static() && f.kind == Kind::Ref) {
                add(self.heap.get_ref(class.statics, field.unit), &mut queue);
            }
        }
        for (id, thread) in self.threads.iter().filter(|(_, t)| t.alive()) {
            add(thread.state.object, &mut queue);
            let own = (0..thread.frames.len()).filter(|&depth| self.is_users(thread.frames[depth].method));
            for live in own.flat_map(|depth| self.live_registers(id, depth)).filter(|live| live.is_ref) {
                add(Ref(live.word as u32), &mut queue);
            }
        }
        own.extend(queue.iter().copied());
        let mut next = 0;
        while let Some(&object) = queue.get(next) {
            next += 1;
            let is_array = self.program.classes[self.heap.class_of(object)].element().is_some();
            let is_passed_on = self.is_users_object(object) || is_array && own.contains(&object);
            self.heap.each_ref(object, |r| {
                if is_passed_on && !r.is_null() {
                    own.insert(r);
                }
                add(r, &mut queue);
            });
        }
        queue.retain(|object| {
            self.is_users_object(*object)
                || self.heap.lock(*object) != 0
                || own.contains(object) && self.has_contents(*object)
        });
        queue.truncate(MAX_OBJECTS);
        queue
    }

    fn is_users_object(&self, object: Ref) -> bool {
        let class = &self.program.classes[self.heap.class_of(object)];
        is_own(class) && !class.hidden && class.element().is_none()
    }
}
