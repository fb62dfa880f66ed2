//! Stubs as Java source: a file for each class that stands by itself, nested ones in it.

use super::face::{Face, kept_interfaces};
use super::{StubError, StubFile, StubWish, Stubs, words};
use crate::emit::Source;
use crate::syntax::Range;
use crate::world::{World, in_java, package_of, simple};
use analysis::points::{Answer, Blind, Effects, Half, Origin, Precision};
use analysis::{ClassId, MethodId};
use base::{FastSet, Symbol, names};
use classfile::{Access, Constant, Error, Kind, MethodDesc};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Writer<'s, 'w, 'a> {
    pub world: &'w mut World<'a>,
    pub face: &'s Face,
    pub wish: &'s StubWish,
    pub ranges: &'s [Range],
    pub answer: Option<&'s Answer>,
    /// Parameters of entries that somebody may get back.
    pub needed: FastSet<(u32, u16, Half)>,
    pub out: Source,
    pub package: String,
    /// What methods may do and stubs do not: the deed, to whom, and the methods.
    hidden: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>,
    assumed: BTreeSet<String>,
    /// The method at hand.
    method: String,
    /// It is the initializer of this class, which writes fields that nobody else does.
    pub initializes: Option<Symbol>,
    /// The class whose object is being made for the unit.
    pub making: Option<ClassId>,
}

pub(super) fn write(
    world: &mut World<'_>,
    face: &Face,
    answer: Option<&Answer>,
    wish: &StubWish,
    precision: Precision,
    ranges: &[Range],
    made: &mut Stubs,
) -> Result<(), StubError> {
    let mut writer = Writer {
        world,
        face,
        wish,
        ranges,
        answer,
        needed: FastSet::default(),
        out: Source::new(),
        package: String::new(),
        hidden: BTreeMap::new(),
        assumed: BTreeSet::new(),
        method: String::new(),
        initializes: None,
        making: None,
    };
    writer.find_needed();
    writer.needed_for_fields();
    let patterns = wish.patterns.clone();
    let is_stub = move |name: Symbol| patterns.iter().any(|pattern| crate::world::belongs(name, pattern));
    let mut outer: Vec<ClassId> = face.classes.clone();
    outer.retain(|&class| !writer.world.hierarchy.file(class).name.as_str().contains('$'));
    outer.sort_by_key(|&class| writer.world.hierarchy.file(class).name.as_str());
    for class in outer {
        let file = writer.world.hierarchy.file(class);
        let (name, module) = (file.name, file.module.map(|module| module.text().to_string()));
        writer.out = Source::new();
        writer.package = package_of(name);
        if !writer.package.is_empty() {
            writer.out.line(&format!("package {};", writer.package.clone()));
            writer.out.line("");
        }
        writer.out.comment(&format!(
            "A stub: what {} may do to the unit, found by analysis ({}).",
            in_java(name),
            words(precision)
        ));
        writer.class(class, &is_stub)?;
        made.classes.push(in_java(name));
        made.files.push(StubFile {
            class: name.text().to_string(),
            module,
            text: writer.out.text().to_string(),
        });
    }
    let (hidden, assumed) = (std::mem::take(&mut writer.hidden), std::mem::take(&mut writer.assumed));
    for (deed, (whom, by)) in hidden {
        let (whom, by) = (listed(&whom), listed(&by));
        made.notes.push(format!("stubs do not show that {by} may {deed} {whom}"));
    }
    made.notes.extend(assumed);
    Ok(())
}

impl Writer<'_, '_, '_> {
    /// What the unit gives and may get back has to be kept.
    fn find_needed(&mut self) {
        let Some(answer) = self.answer else { return };
        for effects in &answer.entries {
            let sets = effects.writes.iter().flat_map(|written| [&written.on, &written.values]);
            let calls = effects
                .calls
                .iter()
                .flat_map(|call| std::iter::once(&call.on).chain(call.args.iter().flatten()));
            for set in sets.chain(calls).chain([&effects.returns]) {
                for &origin in set {
                    let Origin::Given { entry, parameter, half } = origin else { continue };
                    let half = self.half_of(set, entry, parameter, half);
                    self.needed.insert((entry, parameter, half));
                }
            }
        }
    }

    /// Whether what is meant was given to this very object, or to any. An interface keeps nothing for its objects.
    pub fn half_of(&self, set: &BTreeSet<Origin>, entry: u32, parameter: u16, half: Half) -> Half {
        let elsewhere = Origin::Given { entry, parameter, half: Half::Others };
        let owner = self.world.hierarchy.class_of(self.face.entries[entry as usize].method);
        let is_interface = self.world.hierarchy.file(owner).access.is_interface();
        if half == Half::This && !set.contains(&elsewhere) && !is_interface { Half::This } else { Half::Both }
    }

    /// The list of what was given for a parameter: to this object, or to any.
    pub fn memory(&self, entry: u32, parameter: u16, half: Half) -> String {
        let method = self.face.entries[entry as usize].method;
        let owner = in_java(self.world.hierarchy.file(self.world.hierarchy.class_of(method)).name);
        let name = self.memory_name(entry, parameter, half);
        if half == Half::This { name } else { format!("{owner}.{name}") }
    }

    fn memory_name(&self, entry: u32, parameter: u16, half: Half) -> String {
        let method = self.face.entries[entry as usize].method;
        let name = self.world.hierarchy.method(method).name;
        let name = if name == names::INIT { "new".to_string() } else { name.text().to_string() };
        let all = if half == Half::This { "" } else { "ToAny" };
        format!("given{all}_{name}{entry}_{parameter}")
    }

    pub fn assume(&mut self, what: String) {
        self.assumed.insert(what);
    }

    /// Something that the method at hand may do and that is not shown.
    pub fn note(&mut self, whom: String, deed: &str) {
        let (to, by) = self.hidden.entry(deed.to_string()).or_default();
        to.insert(whom);
        by.insert(self.method.clone());
    }

    pub fn type_java(&mut self, desc: Symbol) -> Result<String, Error> {
        let kind = Kind::from_letter(desc.bytes()[0]).unwrap_or(Kind::Ref);
        Ok(self.world.type_of(kind, desc.as_str())?.java)
    }

    /// The class of a reference as Java writes it before `.class`.
    pub fn class_java(&mut self, desc: Symbol) -> Result<String, Error> {
        self.type_java(desc)
    }

    fn class(&mut self, class: ClassId, is_stub: &dyn Fn(Symbol) -> bool) -> Result<(), StubError> {
        let file = self.world.hierarchy.file(class);
        let name = file.name;
        let inner = file.inner_classes.iter().find(|inner| inner.inner == name).map(|inner| inner.access);
        let access = file.access;
        let own = simple(&in_java(name)).to_string();
        let mut head = visibility(inner.unwrap_or(access)).to_string();
        if inner.is_some() {
            head += "static ";
        }
        let interfaces = kept_interfaces(self.world, self.face, is_stub, class)?;
        let interfaces: Vec<String> =
            interfaces.iter().map(|&of| in_java(self.world.hierarchy.file(of).name)).collect();
        if access.has(Access::ENUM) {
            return self.enumeration(class, &own, &head, &interfaces, is_stub);
        }
        let is_interface = access.is_interface();
        let above = self.world.hierarchy.file(class).super_name.filter(|_| !is_interface);
        head += if is_interface { "interface " } else { "class " };
        head += &own;
        // A record is a class like others here: Java lets nobody else stand below `Record`.
        if let Some(above) = above.filter(|&above| above != names::OBJECT && above.as_str() != RECORD) {
            head += &format!(" extends {}", in_java(above));
        }
        if !interfaces.is_empty() {
            head += if is_interface { " extends " } else { " implements " };
            head += &interfaces.join(", ");
        }
        self.out.open(&head);
        self.fields(class, is_interface)?;
        if !is_interface {
            self.hidden_constructor(class, &own)?;
        }
        for (number, entry) in self.face.entries.iter().enumerate() {
            if self.world.hierarchy.class_of(entry.method) == class {
                self.method(number as u32, entry.method, &own, is_interface)?;
            }
        }
        self.nested(name, is_stub)?;
        self.out.close();
        Ok(())
    }

    fn nested(&mut self, outer: Symbol, is_stub: &dyn Fn(Symbol) -> bool) -> Result<(), StubError> {
        for &class in &self.face.classes {
            let name = self.world.hierarchy.file(class).name;
            if name.as_str().rsplit_once('$').is_some_and(|(of, _)| of == outer.as_str()) {
                self.out.line("");
                self.class(class, is_stub)?;
            }
        }
        Ok(())
    }

    fn enumeration(
        &mut self,
        class: ClassId,
        own: &str,
        head: &str,
        interfaces: &[String],
        is_stub: &dyn Fn(Symbol) -> bool,
    ) -> Result<(), StubError> {
        let constants = self.world.enum_constants(class);
        let constants: Vec<&str> = constants.iter().map(|constant| simple(constant)).collect();
        let above = if interfaces.is_empty() {
            String::new()
        } else {
            format!(" implements {}", interfaces.join(", "))
        };
        self.out.open(&format!("{head}enum {own}{above}"));
        self.out.line(&format!("{};", constants.join(", ")));
        self.fields(class, false)?;
        for (number, entry) in self.face.entries.iter().enumerate() {
            let declared = self.world.hierarchy.method(entry.method);
            // Java makes these itself.
            let is_made = declared.name == names::INIT
                || declared.access.is_static() && matches!(declared.name.as_str(), "values" | "valueOf");
            if self.world.hierarchy.class_of(entry.method) == class && !is_made {
                self.method(number as u32, entry.method, own, false)?;
            }
        }
        self.nested(self.world.hierarchy.file(class).name, is_stub)?;
        self.out.close();
        Ok(())
    }

    fn fields(&mut self, class: ClassId, is_interface: bool) -> Result<(), StubError> {
        let owner = self.world.hierarchy.file(class).name;
        for field in self.face.fields.iter().filter(|field| field.class == owner) {
            let file = self.world.hierarchy.file(class);
            let Some(declared) = file.fields.iter().find(|known| known.name == field.name) else { continue };
            let (access, is_library) = (declared.access, file.module.is_some());
            if access.has(Access::ENUM) {
                continue;
            }
            let constant = declared.constant.and_then(|row| file.constants.get(usize::from(row)).copied());
            let of = self.type_java(field.desc)?;
            let mut line = if is_interface { String::new() } else { visibility(access).to_string() };
            if access.is_static() {
                line += "static ";
            }
            line += &format!("{of} {}", field.name);
            let value = match constant {
                Some(constant) => literal(constant, &of),
                // Nobody has looked at what initializers of the JDK write.
                None if access.is_static() && is_library && of.contains('.') => {
                    let mut values: BTreeSet<Origin> = BTreeSet::new();
                    values.insert(Origin::New(Symbol::new(&of.replace('.', "/"))));
                    self.expressions(&values, field.desc)?.into_iter().next()
                }
                None => None,
            };
            let value = match is_interface && constant.is_none() {
                true => Some(self.interface_field(class, *field)?),
                false => value.filter(|value| !value.contains("cannotBeShown")),
            };
            if let Some(value) = value {
                line += &format!(" = ({of}) ({value})");
            }
            self.out.line(&format!("{line};"));
        }
        let mut lists: Vec<(u32, u16, Half)> = self.needed.iter().copied().collect();
        lists.sort_unstable();
        for (entry, parameter, half) in lists {
            if self.world.hierarchy.class_of(self.face.entries[entry as usize].method) != class {
                continue;
            }
            let name = self.memory_name(entry, parameter, half);
            let kind = if half == Half::This { "public" } else { "public static" };
            let list = "java.util.List<Object>";
            self.out.line(&format!("{kind} final {list} {name} = new java.util.ArrayList<>();"));
        }
        Ok(())
    }

    /// What an interface has put into a field when it was initialized.
    fn interface_field(&mut self, class: ClassId, field: classfile::MemberRef) -> Result<String, Error> {
        let is_initializer = |entry: &analysis::points::Entry| {
            entry.on == class && self.world.hierarchy.method(entry.method).name == names::CLINIT
        };
        let number = self.face.entries.iter().position(is_initializer);
        let effects = number.and_then(|number| self.answer.map(|answer| &answer.entries[number]));
        let written: Vec<analysis::points::Written> = effects
            .iter()
            .flat_map(|effects| effects.writes.iter().filter(|written| written.field == field).cloned())
            .collect();
        let values: BTreeSet<Origin> = written.iter().flat_map(|one| one.values.iter().copied()).collect();
        let mut scalars: BTreeSet<_> = written.iter().flat_map(|one| one.scalars.iter().copied()).collect();
        if written.is_empty() {
            scalars.insert(analysis::points::Scalar::Unknown);
        }
        let values = match super::face::class_of(field.desc) {
            Some(_) if values.is_empty() => self.anything(field.desc)?,
            Some(_) => self.expressions(&values, field.desc)?,
            None => self.scalars(&scalars, field.desc),
        };
        Ok(self.chosen(&values))
    }

    /// For objects that the environment makes, and for classes below.
    fn hidden_constructor(&mut self, class: ClassId, own: &str) -> Result<(), StubError> {
        self.out.line("");
        let parent = self.parent_call(class)?;
        let (call, thrown) = parent;
        self.out.open(&format!("public {own}(Void made){thrown}"));
        self.out.line(&call);
        self.method = format!("whoever makes a {own}");
        self.fill(class)?;
        self.out.close();
        Ok(())
    }

    /// How a constructor begins, and what that may throw.
    fn parent_call(&mut self, class: ClassId) -> Result<(String, String), StubError> {
        let above = self.world.hierarchy.file(class).super_name;
        let Some(above) = above.filter(|above| above.as_str() != RECORD) else {
            return Ok(("super();".to_string(), String::new()));
        };
        let Some(parent) = self.world.hierarchy.class(above)? else {
            return Ok(("super();".to_string(), String::new()));
        };
        if self.face.classes.contains(&parent) {
            return Ok(("super((Void) null);".to_string(), String::new()));
        }
        let near = self.package == package_of(above);
        let mut ways: Vec<(Symbol, Vec<Symbol>)> = Vec::new();
        for method in &self.world.hierarchy.file(parent).methods {
            let can_call = method.access.has(Access::PUBLIC)
                || method.access.has(Access::PROTECTED)
                || near && !method.access.is_private();
            if method.name == names::INIT && can_call {
                ways.push((method.desc, method.exceptions.to_vec()));
            }
        }
        ways.sort_by_key(|(desc, _)| MethodDesc::parse(*desc).map_or(0, |desc| desc.params.len()));
        let Some((desc, thrown)) = ways.into_iter().next() else {
            return Ok(("super();".to_string(), String::new()));
        };
        if MethodDesc::parse(desc).is_some_and(|desc| !desc.params.is_empty()) {
            let own = in_java(self.world.hierarchy.file(class).name);
            return Err(StubError::Parent(own, in_java(above)));
        }
        let thrown: Vec<String> = thrown.into_iter().map(in_java).collect();
        let thrown = if thrown.is_empty() { String::new() } else { format!(" throws {}", thrown.join(", ")) };
        Ok(("super();".to_string(), thrown))
    }

    fn method(
        &mut self,
        number: u32,
        method: MethodId,
        own: &str,
        in_interface: bool,
    ) -> Result<(), StubError> {
        let declared = self.world.hierarchy.method(method);
        let (name, desc, access) = (declared.name, declared.desc, declared.access);
        let thrown: Vec<String> = declared.exceptions.iter().map(|&name| in_java(name)).collect();
        if name == names::CLINIT {
            return self.initializer(number, method, own, in_interface);
        }
        if access.has(Access::SYNTHETIC) {
            return Ok(());
        }
        self.method = format!("{own}.{}", if name == names::INIT { own } else { name.as_str() });
        let Some(apart) = MethodDesc::parse(desc) else { return Ok(()) };
        let mut parameters = Vec::new();
        for (row, (_, desc)) in apart.params.iter().enumerate() {
            parameters.push(format!("{} p{row}", self.type_java(*desc)?));
        }
        let mut head = if in_interface { String::new() } else { visibility(access).to_string() };
        if access.is_static() {
            head += "static ";
        }
        // The real method takes this monitor as well.
        if access.has(Access::SYNCHRONIZED) {
            head += "synchronized ";
        }
        let is_abstract = in_interface && access.is_abstract();
        if in_interface && !is_abstract && !access.is_static() {
            head += "default ";
        }
        if name == names::INIT {
            head += own;
        } else {
            head += &format!("{} {}", self.type_java(apart.ret.1)?, name);
        }
        head += &format!("({})", parameters.join(", "));
        if !thrown.is_empty() {
            head += &format!(" throws {}", thrown.join(", "));
        }
        self.out.line("");
        if is_abstract {
            self.out.line(&format!("{head};"));
            return Ok(());
        }
        let effects = self.answer.map(|answer| answer.entries[number as usize].clone());
        let effects = effects.filter(|effects| !self.is_universal(method, effects));
        self.describe(effects.as_ref())?;
        self.out.open(&head);
        if name == names::INIT {
            let class = self.world.hierarchy.class_of(method);
            let (call, _) = self.parent_call(class)?;
            self.out.line(&call);
        }
        match &effects {
            Some(effects) => self.effects(method, effects)?,
            None => {
                self.note("anything: its code cannot be looked into".to_string(), "do");
                let effects = self.universal()?;
                self.effects(method, &effects)?;
            }
        }
        self.returning(desc, effects.as_ref())?;
        self.out.close();
        Ok(())
    }

    /// What the class does when it is used first.
    fn initializer(
        &mut self,
        number: u32,
        method: MethodId,
        own: &str,
        in_interface: bool,
    ) -> Result<(), StubError> {
        let effects = self.answer.map(|answer| answer.entries[number as usize].clone());
        let Some(effects) = effects.filter(|effects| !self.is_universal(method, effects)) else {
            self.note("anything when it is initialized".to_string(), "do");
            return Ok(());
        };
        self.method = format!("{own}'s initializer");
        if in_interface {
            let writes = effects.writes.iter().map(|written| in_java(written.field.class));
            let does: Vec<String> =
                writes.chain(effects.calls.iter().map(|call| in_java(call.member.class))).collect();
            does.into_iter().for_each(|class| self.note(class, "write and call"));
            return Ok(());
        }
        self.out.line("");
        self.describe(Some(&effects))?;
        self.out.open("static");
        let owner = self.world.hierarchy.file(self.world.hierarchy.class_of(method)).name;
        self.initializes = Some(owner);
        self.effects(method, &effects)?;
        self.initializes = None;
        self.out.close();
        Ok(())
    }

    /// Code that is not the JDK's and cannot be looked into may do anything.
    pub fn is_universal(&self, method: MethodId, effects: &Effects) -> bool {
        let file = self.world.hierarchy.file(self.world.hierarchy.class_of(method));
        let is_native = self.world.hierarchy.method(method).access.has(Access::NATIVE);
        is_native || file.module.is_none() && effects.blind.contains(&Blind::Reflection)
    }

    /// Whatever can be named is written with anything.
    fn universal(&mut self) -> Result<Effects, Error> {
        let mut effects = Effects::default();
        for class in self.world.unit.clone() {
            let file = self.world.hierarchy.file(class);
            for field in &file.fields {
                let member = classfile::MemberRef { class: file.name, name: field.name, desc: field.desc };
                if field.access.has(Access::FINAL) || field.access.has(Access::SYNTHETIC) {
                    continue;
                }
                let mut written = analysis::points::Written {
                    field: member,
                    on: BTreeSet::new(),
                    values: BTreeSet::new(),
                    scalars: [analysis::points::Scalar::Unknown].into(),
                    at_birth: false,
                };
                if !field.access.is_static() {
                    written.on.insert(Origin::Outside(file.name));
                }
                if let Some(of) = super::face::class_of(field.desc) {
                    written.values.extend([Origin::Null, Origin::Outside(of)]);
                }
                effects.writes.push(written);
            }
        }
        for &field in self.face.fields.iter().filter(|field| !self.has(**field, Access::FINAL)) {
            let on = if self.has(field, Access::STATIC) { None } else { Some(Origin::Outside(field.class)) };
            let of = super::face::class_of(field.desc);
            effects.writes.push(analysis::points::Written {
                field,
                on: on.into_iter().collect(),
                values: of.into_iter().flat_map(|of| [Origin::Null, Origin::Outside(of)]).collect(),
                scalars: [analysis::points::Scalar::Unknown].into(),
                at_birth: false,
            });
        }
        Ok(effects)
    }

    /// What the method does that no stub shows, as a comment and as notes.
    fn describe(&mut self, effects: Option<&Effects>) -> Result<(), Error> {
        let Some(effects) = effects else {
            self.out.comment("Its code cannot be looked into: it may do anything.");
            return Ok(());
        };
        let mut hidden = Vec::new();
        for class in &effects.starts {
            hidden.push(format!("start a thread of {}", in_java(*class)));
            self.note(in_java(*class), "start threads of");
        }
        if effects.waits {
            hidden.push("wait for something".to_string());
            self.note("for something".to_string(), "wait");
        }
        let face = self.face;
        let is_array = |class: Symbol| class.bytes().first() == Some(&b'[');
        for &class in effects.changes.iter().filter(|&&class| is_array(class) || face.named.contains(&class))
        {
            let name = if is_array(class) { self.type_java(class)? } else { in_java(class) };
            hidden.push(format!("change a {name} of the unit"));
            self.note(name, "change objects that the unit has of");
        }
        let locks: Vec<Origin> =
            effects.locks.iter().copied().filter(|&lock| self.is_of_unit(lock)).collect();
        for lock in locks {
            hidden.push("take a monitor of the unit".to_string());
            self.note(self.origin_words(lock), "take the monitor of");
        }
        hidden.sort();
        hidden.dedup();
        if hidden.len() > HIDDEN_MAX {
            let more = hidden.len() - HIDDEN_MAX;
            hidden.truncate(HIDDEN_MAX);
            hidden.push(format!("{more} things more"));
        }
        if !hidden.is_empty() {
            self.out.comment(&format!("Not shown: it may {}.", hidden.join(", ")));
        }
        Ok(())
    }

    /// The unit may have such an object, and no stub takes its monitor.
    fn is_of_unit(&self, origin: Origin) -> bool {
        match origin {
            Origin::Outside(of) => self.face.named.contains(&of),
            Origin::Given { .. } => true,
            Origin::New(of) => of == names::CLASS,
            _ => false,
        }
    }

    fn origin_words(&self, origin: Origin) -> String {
        match origin {
            Origin::Given { entry, .. } => {
                let method = self.face.entries[entry as usize].method;
                format!("what {} was given", self.world.hierarchy.method(method).name)
            }
            Origin::Outside(of) => format!("a {}", in_java(of)),
            Origin::New(_) => "a class".to_string(),
            _ => "an object".to_string(),
        }
    }
}

const RECORD: &str = "java/lang/Record";

/// How many names a note lists.
const LISTED_MAX: usize = 3;

fn listed(names: &BTreeSet<String>) -> String {
    let mut first: Vec<&str> = names.iter().take(LISTED_MAX).map(String::as_str).collect();
    let more = format!("{} more", names.len().saturating_sub(LISTED_MAX));
    if names.len() > LISTED_MAX {
        first.push(&more);
    }
    match first.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => first.concat(),
    }
}

/// How much of what is not shown a comment lists.
const HIDDEN_MAX: usize = 4;

fn visibility(access: Access) -> &'static str {
    if access.has(Access::PUBLIC) {
        "public "
    } else if access.has(Access::PROTECTED) {
        "protected "
    } else {
        ""
    }
}

fn literal(constant: Constant, of: &str) -> Option<String> {
    Some(match constant {
        Constant::Integer(number) if of == "boolean" => (number != 0).to_string(),
        Constant::Integer(number) => format!("({of}) ({number})"),
        Constant::Long(number) => format!("{number}L"),
        Constant::Float(number) => format!("Float.intBitsToFloat({})", number.to_bits() as i32),
        Constant::Double(number) => format!("Double.longBitsToDouble({}L)", number.to_bits() as i64),
        Constant::String(text) => format!("\"{}\"", text.text().escape_default()),
        _ => return None,
    })
}
