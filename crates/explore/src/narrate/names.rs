//! Names for objects, fields and values.

use super::super::driver::Subject;
use base::{FastMap, Symbol};
use classfile::Kind;
use vm::TraceLine;
use vm::program::{ClassId, ClassKind, FieldId};
use vm::state::heap::Ref;

/// A string of the program is shown up to here.
const MAX_TEXT: usize = 60;

/// Objects by the order in which they are mentioned: `Fork#1` is the first fork of the story.
#[derive(Default)]
pub(super) struct ObjectNames {
    numbers: FastMap<Ref, u32>,
    given: FastMap<ClassId, u32>,
    /// Arrays are called after the field in which they were first seen.
    fields: FastMap<Ref, String>,
    /// Objects without a name do not get one yet: see [`ObjectNames::settle`].
    pub is_deferred: bool,
    /// Objects that were mentioned while that was so, by what stands for their names.
    waiting: FastMap<String, (ClassId, Ref, String)>,
}

/// Before and after what stands for a name that has not been given.
const DEFERRED: [char; 2] = ['\u{1}', '\u{2}'];

impl ObjectNames {
    fn number(&mut self, class: ClassId, object: Ref) -> u32 {
        *self.numbers.entry(object).or_insert_with(|| {
            let last = self.given.entry(class).or_insert(0);
            *last += 1;
            *last
        })
    }

    /// `Node#3`, or what stands for it until it is known whether anybody will be told.
    fn numbered(&mut self, class: ClassId, name: String, object: Ref) -> String {
        if self.is_deferred && !self.numbers.contains_key(&object) {
            let key = format!("{}{}{}", DEFERRED[0], object.0, DEFERRED[1]);
            self.waiting.insert(key.clone(), (class, object, name));
            return key;
        }
        format!("{name}#{}", self.number(class, object))
    }

    /// Gives the names that a text still lacks.
    pub fn settle(&mut self, text: &mut String) {
        while let Some((from, to)) = text.find(DEFERRED[0]).zip(text.find(DEFERRED[1])) {
            let key = text[from..=to].to_string();
            let Some((class, object, name)) = self.waiting.get(&key).cloned() else { return };
            let name = format!("{name}#{}", self.number(class, object));
            *text = text.replace(&key, &name);
        }
    }
}

/// A text of the program in quotes, on one line and not too long.
pub(super) fn quoted(text: &str) -> String {
    match text.chars().count() > MAX_TEXT {
        true => format!("{:?}...", text.chars().take(MAX_TEXT).collect::<String>()),
        false => format!("{text:?}"),
    }
}

impl Subject<'_> {
    /// Names that nobody has been told are forgotten: what is described next begins with the first.
    pub(crate) fn begin_naming(&mut self) {
        if !self.driver.gate.narrating {
            self.driver.narrator.names = ObjectNames::default();
        }
    }

    /// The name of an object, which gets one if it has none.
    pub(super) fn name_object(&mut self, object: Ref) -> String {
        let mut names = std::mem::take(&mut self.driver.narrator.names);
        let name = self.name_with(object, &mut names);
        self.driver.narrator.names = names;
        name
    }

    fn name_with(&self, object: Ref, names: &mut ObjectNames) -> String {
        if object.is_null() {
            return "null".to_string();
        }
        if let Some(field) = names.fields.get(&object) {
            return field.clone();
        }
        let class = self.heap.class_of(object);
        let known = self.known();
        if class == known.string {
            return quoted(&self.text(object));
        }
        if class == known.class {
            return self
                .mirrored(object)
                .map_or("a class".to_string(), |of| format!("{}.class", self.simple_name(of)));
        }
        if self.program.is_subclass(class, known.thread) {
            return self.name_of_thread(object);
        }
        if let Some(value) = self.boxed(class, object) {
            return value;
        }
        if let Some(name) = self.constant(class, object).or_else(|| self.lambda(class)) {
            return name;
        }
        if class == ClassId::STATICS {
            return self.program.class_of_statics(object).map_or(String::new(), |c| self.simple_name(c));
        }
        if let Some(pool) = self.pool_behind(class, object) {
            return self.name_with(pool, names);
        }
        names.numbered(class, self.simple_name(class), object)
    }

    /// `Executors` gives some pools out behind a wrapper that nobody knows: the pool is what is meant.
    fn pool_behind(&self, class: ClassId, object: Ref) -> Option<Ref> {
        let name =
            self.program.classes[class].name.as_str().strip_prefix("java/util/concurrent/Executors$")?;
        name.contains("Delegated").then(|| self.reference(object, "e")).flatten()
    }

    /// The name of a constant of an enumeration.
    fn constant(&self, class: ClassId, object: Ref) -> Option<String> {
        let above = self.program.loaded(Symbol::new("java/lang/Enum"))?;
        let of_enum = self.program.is_subclass(class, above) && class != above;
        let fields = &self.program.classes[above].fields;
        let field = fields.iter().map(|&f| &self.program.fields[f]).find(|f| f.name.as_str() == "name")?;
        let name = if of_enum { self.heap.get_ref(object, field.unit) } else { Ref::NULL };
        (!name.is_null()).then(|| self.text(name))
    }

    /// `lambda at :38`, `Account::close`: what a lambda's class was made for. The line is enough where it is in
    /// the file that the program began with.
    pub(super) fn lambda(&self, class: ClassId) -> Option<String> {
        let member = self.is_of_lambda(class).then(|| self.member_of_lambda(class)).flatten()?;
        let owner = self.program.loaded(member.class)?;
        if !member.name.as_str().starts_with("lambda$") {
            let name = if member.name == base::names::INIT { "new" } else { member.name.as_str() };
            return Some(format!("{}::{name}", self.simple_name(owner)));
        }
        let target = self.program.find_method(owner, member.name, member.desc)?;
        let line = self.line_of(TraceLine { method: target, bytecode: Some(0) })?;
        let file = self.program.classes[owner].source_file().map_or(String::new(), |file| file.to_string());
        let is_main = self.main_file().is_none_or(|main| main == file);
        Some(if is_main { format!("lambda at :{line}") } else { format!("lambda at {file}:{line}") })
    }

    /// The source of the program's own class that was loaded first.
    fn main_file(&self) -> Option<String> {
        let mut own = self.program.classes.iter().filter(|(_, class)| super::is_own(class) && !class.hidden);
        own.find_map(|(_, class)| class.source_file()).map(|file| file.to_string())
    }

    /// The value of a boxed number, which is what matters about it.
    fn boxed(&self, class: ClassId, object: Ref) -> Option<String> {
        let known = self.known();
        let narrow = [
            (known.integer, known.integer_value, Kind::Int),
            (known.boolean, known.boolean_value, Kind::Boolean),
            (known.short, known.short_value, Kind::Short),
            (known.byte, known.byte_value, Kind::Byte),
            (known.character, known.character_value, Kind::Char),
            (known.float, known.float_value, Kind::Float),
            (known.long, known.long_value, Kind::Long),
            (known.double, known.double_value, Kind::Double),
        ];
        let (_, unit, kind) = narrow.into_iter().find(|(boxed, _, _)| *boxed == class)?;
        Some(show_number(kind, self.cell(object, unit, kind)))
    }

    /// `Account`, `int[]`: the last part of a class's name.
    pub(super) fn simple_name(&self, class: ClassId) -> String {
        if let ClassKind::Array { element } = self.program.classes[class].kind {
            return format!("{}[]", self.simple_name(element));
        }
        let name = self.program.classes[class].external_name();
        // `Main$$Lambda/0x1` and `Main$1` keep their outer names: the last part alone says nothing.
        let last = name.rsplit('.').next().unwrap_or(&name);
        let inner = last.rsplit('$').next().unwrap_or(last);
        match inner.starts_with(|c: char| c.is_ascii_digit()) || inner.is_empty() || inner.contains('/') {
            true => last.to_string(),
            false => inner.to_string(),
        }
    }

    pub(super) fn name_of_thread(&self, object: Ref) -> String {
        if let Some((thread, _)) = self.threads.iter().find(|(_, thread)| thread.state.object == object) {
            return self.thread_label(thread);
        }
        let (at, unit) = self.thread_field(object, "name", "Ljava/lang/String;");
        match self.heap.get_ref(at, unit) {
            name if name.is_null() || self.text(name).is_empty() => "a thread".to_string(),
            name => self.text(name),
        }
    }

    /// An array that is read from a field is called like the field; one that takes its place later has a number.
    pub(super) fn call_array(&mut self, value: Ref, field: &str) {
        let is_array = |object: Ref| self.program.classes[self.heap.class_of(object)].element().is_some();
        if value.is_null() || !is_array(value) {
            return;
        }
        let fields = &mut self.driver.narrator.names.fields;
        if !fields.contains_key(&value) && !fields.values().any(|taken| taken == field) {
            fields.insert(value, field.to_string());
        }
    }

    /// The field at a unit of an object, or of a record of static fields.
    pub(super) fn field_in(&self, object: Ref, unit: u32) -> Option<FieldId> {
        let class = self.heap.class_of(object);
        let (is_static, classes) = match class == ClassId::STATICS {
            true => (true, vec![self.program.class_of_statics(object)?]),
            false => (false, self.program.classes[class].ancestors.to_vec()),
        };
        let fits = |&f: &FieldId| {
            let field = &self.program.fields[f];
            field.unit == unit && field.access.is_static() == is_static
        };
        classes.iter().rev().find_map(|&c| self.program.classes[c].fields.iter().copied().find(fits))
    }

    pub(super) fn cell(&self, object: Ref, unit: u32, kind: Kind) -> u64 {
        match kind.is_wide() {
            _ if object.is_null() => 0,
            true => self.heap.get64(object, unit),
            false => u64::from(self.heap.get32(object, unit)),
        }
    }

    /// A value as Java would write it.
    pub(super) fn show(&mut self, kind: Kind, word: u64) -> String {
        match kind {
            Kind::Ref => self.name_object(Ref(word as u32)),
            _ => show_number(kind, word),
        }
    }
}

fn show_number(kind: Kind, word: u64) -> String {
    match kind {
        Kind::Boolean => (word as u32 & 1 != 0).to_string(),
        Kind::Char => char::from_u32(word as u32 & 0xFFFF).map_or(word.to_string(), |c| format!("{c:?}")),
        Kind::Long => (word as i64).to_string(),
        // With a point, so that they do not look like integers.
        Kind::Float => format!("{:?}", f32::from_bits(word as u32)),
        Kind::Double => format!("{:?}", f64::from_bits(word)),
        _ => (word as i32).to_string(),
    }
}
