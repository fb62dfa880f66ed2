//! Telling what a step does: the operation it begins with, with names and values, as the user's own code says it.

use super::system::Explorer;
use crate::machine::Machine;
use crate::program::{ClassId, Loader, MethodId, ShapeKind};
use crate::state::heap::Ref;
use crate::state::thread::{Frame, NOT_STARTED, Status, ThreadId};
use base::FastMap;
use classfile::{Access, Kind};
use ir::Op;
use ir::operand::Src;
use lts::{Narrate, Scene};

/// Objects by the order in which they are mentioned: `Fork#1` is the first fork of the story.
#[derive(Default)]
pub(crate) struct Names {
    numbers: FastMap<Ref, u32>,
    given: FastMap<ClassId, u32>,
}

impl Names {
    fn number(&mut self, class: ClassId, object: Ref) -> u32 {
        *self.numbers.entry(object).or_insert_with(|| {
            let last = self.given.entry(class).or_insert(0);
            *last += 1;
            *last
        })
    }
}

impl Narrate for Explorer {
    fn listen(&mut self, on: bool) {
        self.machine.gate.narrating = on;
        self.names = Names::default();
    }

    fn take(&mut self) -> Vec<Scene> {
        std::mem::take(&mut self.scenes)
    }

    fn actor(&self, actor: u32) -> String {
        self.machine.thread_name(ThreadId(actor))
    }
}

/// Where a thread stands: the innermost frame of the user's code, and whether the operation is its own or one of the library's
/// on its behalf.
struct Standpoint {
    frame: Frame,
    is_top: bool,
}

impl Explorer {
    /// Notes the operation that the thread is about to do.
    pub(super) fn tell(&mut self, thread: ThreadId) {
        let Explorer { machine, names, .. } = self;
        let what = machine.describe_next(thread, names);
        let place = machine.story_position(thread);
        self.scenes.push(Scene { actor: thread.0, what, place });
    }

    /// Notes that the thread could not do its operation.
    pub(super) fn tell_blocked(&mut self, thread: ThreadId) {
        let Explorer { machine, names, .. } = self;
        let what = match machine.threads[thread].state.status {
            Status::Locking(on) => {
                let holder = crate::state::monitor::Lock::decode(machine.heap.lock(on));
                let holder =
                    holder.map_or(String::new(), |l| format!(" (held by {})", machine.thread_name(l.owner)));
                format!("waits for {}{holder}", machine.name_object(on, names))
            }
            _ => return,
        };
        let place = machine.story_position(thread);
        self.scenes.push(Scene { actor: thread.0, what, place });
    }
}

impl Machine {
    /// Where the user's own code is; nothing where there is none of it.
    fn story_position(&self, thread: ThreadId) -> String {
        self.standpoint(thread).map_or(String::new(), |_| self.user_position(thread))
    }

    fn standpoint(&self, thread: ThreadId) -> Option<Standpoint> {
        let frames = &self.threads[thread].frames;
        let is_user = |method: MethodId| {
            let method = &self.program.methods[method];
            !method.hidden && self.program.classes[method.class].loader == Loader::App
        };
        let index = frames.iter().rposition(|f| f.pc != NOT_STARTED && is_user(f.method))?;
        Some(Standpoint { frame: frames[index], is_top: index + 1 == frames.len() })
    }

    /// The next operation of a thread in words.
    pub(super) fn describe_next(&self, thread: ThreadId, names: &mut Names) -> String {
        let Some(Standpoint { frame, is_top }) = self.standpoint(thread) else {
            // Below the user's code there are only a thread's beginning and its end.
            let has_begun = self.threads[thread].frames.first().is_some_and(|f| f.pc > 0);
            return if has_begun { "ends".to_string() } else { "begins".to_string() };
        };
        let Some(code) = self.program.methods[frame.method].code() else { return String::new() };
        let registers = &self.threads[thread].registers;
        let word = |r: Src| registers[frame.base as usize + usize::from(r.0)];
        let object = |r: Src| Ref(word(r) as u32);
        match code.ops[frame.pc as usize] {
            Op::MonitorEnter { obj } if is_top => format!("lock {}", self.name_object(object(obj), names)),
            Op::Get32 { obj, off, .. } | Op::Get64 { obj, off, .. } => {
                let (name, kind) = self.name_field(object(obj), u32::from(off.0), names);
                format!(
                    "{name} -> {}",
                    self.show(kind, self.cell(object(obj), u32::from(off.0), kind), names)
                )
            }
            Op::Put32 { obj, src, off }
            | Op::Put64 { obj, src, off }
            | Op::PutRef { obj, src, off }
            | Op::PutNarrow { obj, src, off, .. } => {
                let (name, kind) = self.name_field(object(obj), u32::from(off.0), names);
                format!("{name} = {}", self.show(kind, word(src), names))
            }
            Op::GetStatic32 { link, .. } | Op::GetStatic64 { link, .. } => {
                let link = code.statics[link.0 as usize];
                let value = self.show(link.kind, self.cell(link.record, link.unit, link.kind), names);
                format!("{} -> {value}", self.name_static(link.record, link.unit))
            }
            Op::GetBase32 { at, .. } | Op::GetBase64 { at, .. } => match self.program.static_at(at.0) {
                Some((record, field)) => {
                    let value = self.show(field.kind, self.cell(record, field.unit, field.kind), names);
                    format!("{} -> {value}", self.name_static(record, field.unit))
                }
                None => String::new(),
            },
            Op::PutStaticQ { src, link } => {
                let link = code.statics[link.0 as usize];
                format!(
                    "{} = {}",
                    self.name_static(link.record, link.unit),
                    self.show(link.kind, word(src), names)
                )
            }
            Op::LoadB { arr, at, .. }
            | Op::LoadC { arr, at, .. }
            | Op::LoadS { arr, at, .. }
            | Op::Load32 { arr, at, .. }
            | Op::Load64 { arr, at, .. }
            | Op::LoadRef { arr, at, .. } => {
                let (name, kind) = self.name_element(object(arr), word(at) as u32, names);
                format!("{name} -> {}", self.show(kind, self.element(object(arr), word(at) as u32), names))
            }
            Op::StoreB { arr, at, src }
            | Op::Store16 { arr, at, src }
            | Op::Store32 { arr, at, src }
            | Op::Store64 { arr, at, src }
            | Op::StoreRef { arr, at, src } => {
                let (name, kind) = self.name_element(object(arr), word(at) as u32, names);
                format!("{name} = {}", self.show(kind, word(src), names))
            }
            Op::CallDirect { call, .. }
            | Op::CallStatic { call, .. }
            | Op::CallSpecial { call, .. }
            | Op::CallVirtual { call, .. }
            | Op::CallInterface { call, .. } => {
                let link = &code.calls[call.0 as usize];
                let receiver = link.args.first().map(|&r| object(Src(r)));
                self.describe_call(link.method, receiver, names)
            }
            other => other.mnemonic().trim_start_matches('=').replace('_', " "),
        }
    }

    fn describe_call(&self, method: MethodId, receiver: Option<Ref>, names: &mut Names) -> String {
        let m = &self.program.methods[method];
        let class = &self.program.classes[m.class];
        let receiver = receiver.filter(|_| !m.is_static());
        let on_thread =
            receiver.filter(|&r| self.program.is_subclass(self.heap.class_of(r), self.known().thread));
        match (m.name.as_str(), on_thread, receiver) {
            ("start" | "join" | "interrupt", Some(thread), _) => {
                format!("{} {}", m.name, self.name_thread(thread))
            }
            ("wait" | "notify" | "notifyAll", _, Some(object)) => {
                format!("{} {}", m.name, self.name_object(object, names))
            }
            (_, _, Some(object)) if m.access.has(Access::SYNCHRONIZED) => {
                format!("lock {} for {}", self.name_object(object, names), m.name)
            }
            _ => {
                let name = class.external_name();
                format!("call {}.{}", name.rsplit('.').next().unwrap_or(&name), m.name)
            }
        }
    }

    fn name_thread(&self, object: Ref) -> String {
        let (at, unit) = self.thread_field(object, "name", "Ljava/lang/String;");
        match self.heap.get_ref(at, unit) {
            Ref::NULL => "a thread".to_string(),
            name => self.text(name),
        }
    }

    fn name_object(&self, object: Ref, names: &mut Names) -> String {
        if object.is_null() {
            return "null".to_string();
        }
        let class = self.heap.class_of(object);
        let known = self.known();
        if class == known.string {
            return format!("{:?}", self.text(object));
        }
        if class == known.class {
            return format!("{}.class", self.program.classes[self.mirrored(object)].external_name());
        }
        let name = self.program.classes[class].external_name();
        let simple = name.rsplit(['.', '$']).next().unwrap_or(&name);
        format!("{simple}#{}", names.number(class, object))
    }

    /// `Account#1.balance`, and the field's kind.
    fn name_field(&self, object: Ref, unit: u32, names: &mut Names) -> (String, Kind) {
        if object.is_null() {
            return ("null".to_string(), Kind::Int);
        }
        let class = self.heap.class_of(object);
        let field = self.program.classes[class].ancestors.iter().rev().find_map(|&ancestor| {
            let mut fields = self.program.classes[ancestor].fields.iter().map(|&f| &self.program.fields[f]);
            fields.find(|f| f.unit == unit && !f.access.is_static()).map(|f| (f.name, f.kind))
        });
        let owner = self.name_object(object, names);
        match field {
            Some((name, kind)) => (format!("{owner}.{name}"), kind),
            None => (owner, Kind::Int),
        }
    }

    /// `int[]#1[3]`, and the kind of its elements.
    fn name_element(&self, array: Ref, index: u32, names: &mut Names) -> (String, Kind) {
        if array.is_null() {
            return ("null".to_string(), Kind::Int);
        }
        let class = self.program.classes[self.heap.class_of(array)].name;
        let kind = match class.bytes().get(1) {
            Some(b'Z') => Kind::Boolean,
            Some(b'C') => Kind::Char,
            Some(b'J') => Kind::Long,
            Some(b'F') => Kind::Float,
            Some(b'D') => Kind::Double,
            Some(b'L' | b'[') => Kind::Ref,
            _ => Kind::Int,
        };
        (format!("{}[{index}]", self.name_object(array, names)), kind)
    }

    /// An element of an array, or 0 if there is none with this index.
    fn element(&self, array: Ref, index: u32) -> u64 {
        if array.is_null() || index >= self.heap.len(array) {
            return 0;
        }
        match self.heap.shapes[self.heap.class_of(array)].kind {
            ShapeKind::Array { shift: 0 } => i64::from(self.heap.load::<i8>(array, index)) as u64,
            ShapeKind::Array { shift: 1 } => u64::from(self.heap.load::<u16>(array, index)),
            ShapeKind::Array { shift: 2 } => u64::from(self.heap.load::<u32>(array, index)),
            _ => self.heap.load::<u64>(array, index),
        }
    }

    fn name_static(&self, record: Ref, unit: u32) -> String {
        let Some(class) = self.program.class_of_statics(record) else { return "a static field".to_string() };
        let class = &self.program.classes[class];
        let mut fields = class.fields.iter().map(|&f| &self.program.fields[f]);
        let field = fields.find(|f| f.unit == unit && f.access.is_static());
        format!("{}.{}", class.external_name(), field.map_or("?".to_string(), |f| f.name.to_string()))
    }

    fn cell(&self, object: Ref, unit: u32, kind: Kind) -> u64 {
        match kind.is_wide() {
            _ if object.is_null() => 0,
            true => self.heap.get64(object, unit),
            false => u64::from(self.heap.get32(object, unit)),
        }
    }

    /// A value as Java would write it.
    fn show(&self, kind: Kind, word: u64, names: &mut Names) -> String {
        match kind {
            Kind::Ref => self.name_object(Ref(word as u32), names),
            Kind::Boolean => (word as u32 != 0).to_string(),
            Kind::Char => char::from_u32(word as u32).map_or(word.to_string(), |c| format!("{c:?}")),
            Kind::Long => (word as i64).to_string(),
            Kind::Float => f32::from_bits(word as u32).to_string(),
            Kind::Double => f64::from_bits(word).to_string(),
            _ => (word as i32).to_string(),
        }
    }
}
