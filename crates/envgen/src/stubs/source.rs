//! Stubs as Java source: a file for each class that stands by itself, nested ones in it.

use super::face::{Face, kept_interfaces};
use super::hold::Sought;
use super::{StubError, StubFile, StubWish, Stubs, words};
use crate::emit::Source;
use crate::syntax::Range;
use crate::world::{World, in_java, package_of, simple};
use analysis::points::{Half, Origin, Precision, Solution};
use analysis::{ClassId, MethodId};
use base::{FastSet, Symbol, names};
use classfile::{Access, Error, Kind, MethodDesc};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Writer<'s, 'w, 'a> {
    pub world: &'w mut World<'a>,
    pub face: &'s Face,
    pub wish: &'s StubWish,
    pub ranges: &'s [Range],
    pub answer: Option<&'s Solution>,
    /// Parameters of entries that somebody may get back.
    pub needed: FastSet<(u32, u16, Half)>,
    pub out: Source,
    pub package: String,
    /// What methods may do and stubs do not: the deed, to whom, and the methods.
    hidden: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>,
    assumed: BTreeSet<String>,
    /// The method at hand.
    pub method: String,
    /// Its parameters that are arrays of objects.
    pub arrays: Vec<String>,
    /// In how many arrays that are being made we are.
    pub nesting: usize,
    /// It is the initializer of this class, which writes fields that nobody else does.
    pub initializes: Option<Symbol>,
    /// The class whose object is being made for the unit.
    pub making: Option<ClassId>,
    pub sought: Sought,
    pub precision: Precision,
}

pub(super) fn write(
    world: &mut World<'_>,
    face: &Face,
    answer: Option<&Solution>,
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
        arrays: Vec::new(),
        nesting: 0,
        initializes: None,
        making: None,
        sought: Sought::default(),
        precision,
    };
    writer.find_needed();
    writer.needed_for_fields();
    let patterns = wish.patterns.clone();
    let is_stub = move |name: Symbol| patterns.iter().any(|pattern| crate::world::belongs(name, pattern));
    let mut outer: Vec<ClassId> = face.classes.clone();
    outer.retain(|&class| !writer.world.hierarchy.file(class).name.as_str().contains('$'));
    outer.sort_by_key(|&class| writer.world.hierarchy.file(class).name.as_str());
    writer.files(&outer, &is_stub)?;
    writer.sought.settle();
    writer.hidden.clear();
    writer.assumed.clear();
    made.files = writer.files(&outer, &is_stub)?;
    made.classes.extend(outer.iter().map(|&class| in_java(writer.world.hierarchy.file(class).name)));
    let (hidden, assumed) = (std::mem::take(&mut writer.hidden), std::mem::take(&mut writer.assumed));
    for (deed, (whom, by)) in hidden {
        let (whom, by) = (listed(&whom), listed(&by));
        made.notes.push(format!("stubs do not show that {by} may {deed} {whom}"));
    }
    made.notes.extend(assumed);
    Ok(())
}

impl Writer<'_, '_, '_> {
    /// All classes that stand by themselves.
    fn files(
        &mut self,
        outer: &[ClassId],
        is_stub: &dyn Fn(Symbol) -> bool,
    ) -> Result<Vec<StubFile>, StubError> {
        let mut files = Vec::new();
        for &class in outer {
            let file = self.world.hierarchy.file(class);
            let (name, module) = (file.name, file.module.map(|module| module.text().to_string()));
            self.out = Source::new();
            self.package = package_of(name);
            if !self.package.is_empty() {
                self.out.line(&format!("package {};", self.package.clone()));
                self.out.line("");
            }
            self.out.comment(&format!(
                "A stub: what {} may do to the unit, found by analysis ({}).",
                in_java(name),
                words(self.precision)
            ));
            self.class(class, is_stub)?;
            let text = self.out.text().to_string();
            files.push(StubFile { class: name.text().to_string(), module, text });
        }
        Ok(files)
    }

    /// What the unit gives and may get back has to be kept.
    fn find_needed(&mut self) {
        let Some(answer) = self.answer else { return };
        for &origin in answer.elements.values().flatten() {
            if let Origin::Given { entry, parameter, half } | Origin::CopyOfGiven { entry, parameter, half } =
                origin
            {
                self.needed.insert((entry, parameter, half));
            }
        }
        for effects in &answer.entries {
            let sets = effects.writes.iter().flat_map(|written| [&written.on, &written.values]);
            let calls = effects
                .calls
                .iter()
                .flat_map(|call| std::iter::once(&call.on).chain(call.args.iter().flatten()));
            for set in sets.chain(calls).chain([&effects.returns]) {
                for &origin in set {
                    let (Origin::Given { entry, parameter, half }
                    | Origin::CopyOfGiven { entry, parameter, half }) = origin
                    else {
                        continue;
                    };
                    let half = self.half_of(set, entry, parameter, half);
                    self.needed.insert((entry, parameter, half));
                }
            }
        }
    }

    /// Whether what is meant was given to this very object, or to any. An interface keeps nothing for its objects.
    pub fn half_of(&self, set: &BTreeSet<Origin>, entry: u32, parameter: u16, half: Half) -> Half {
        let elsewhere = [
            Origin::Given { entry, parameter, half: Half::Others },
            Origin::CopyOfGiven { entry, parameter, half: Half::Others },
        ];
        // A clone has been given what its original was given.
        let is_apart = self.answer.is_some_and(|answer| answer.cloned.is_empty());
        let owner = self.world.hierarchy.class_of(self.face.entries[entry as usize].method);
        let is_interface = self.world.hierarchy.file(owner).access.is_interface();
        let is_this = half == Half::This && !elsewhere.iter().any(|origin| set.contains(origin));
        if is_this && is_apart && !is_interface { Half::This } else { Half::Both }
    }

    /// The list of what was given for a parameter: to this object, or to any.
    pub fn memory(&self, entry: u32, parameter: u16, half: Half) -> String {
        let method = self.face.entries[entry as usize].method;
        let owner = in_java(self.world.hierarchy.file(self.world.hierarchy.class_of(method)).name);
        let name = self.memory_name(entry, parameter, half);
        if half == Half::This { name } else { format!("{owner}.{name}") }
    }

    pub fn memory_name(&self, entry: u32, parameter: u16, half: Half) -> String {
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
        let mut interfaces: Vec<String> =
            interfaces.iter().map(|&of| in_java(self.world.hierarchy.file(of).name)).collect();
        let is_cloned = self.answer.is_some_and(|answer| answer.cloned.contains(&name));
        if is_cloned && !interfaces.iter().any(|of| of == "java.lang.Cloneable") {
            interfaces.push("java.lang.Cloneable".to_string());
        }
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
            self.copying(class);
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

    /// The parameters as they are declared.
    fn parameters(&mut self, of: &MethodDesc) -> Result<Vec<String>, Error> {
        let declared = |(row, (_, desc)): (usize, &(_, Symbol))| {
            self.type_java(*desc).map(|java| format!("{java} p{row}"))
        };
        of.params.iter().enumerate().map(declared).collect()
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
        if access.has(Access::SYNTHETIC) && self.is_made_by_java(method) {
            return Ok(());
        }
        self.method = format!("{own}.{}", if name == names::INIT { own } else { name.as_str() });
        let Some(apart) = MethodDesc::parse(desc) else { return Ok(()) };
        let parameters = self.parameters(&apart)?;
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
        self.arrays = arrays_of(&apart);
        let effects = self.answer.map(|answer| answer.entries[number as usize].clone());
        let effects = effects.filter(|effects| !self.is_universal(method, effects));
        self.describe(effects.as_ref())?;
        self.out.open(&head);
        if name == names::INIT {
            let (call, _) = self.parent_call(self.world.hierarchy.class_of(method))?;
            self.out.line(&call);
        }
        match &effects {
            Some(effects) => self.effects(method, effects)?,
            None => {
                self.sought.is_all = true;
                self.note("anything: its code cannot be looked into".to_string(), "do");
                let effects = self.universal()?;
                self.effects(method, &effects)?;
            }
        }
        self.returning(desc, effects.as_ref())?;
        self.arrays.clear();
        self.out.close();
        Ok(())
    }

    /// Java makes what leads to a method: where one of the class's own has the same parameters, or where a class or
    /// interface above that stays says what its type arguments are. Other bridges are written, as stubs know no type
    /// arguments.
    fn is_made_by_java(&self, method: MethodId) -> bool {
        let declared = self.world.hierarchy.method(method);
        if !declared.access.has(Access::BRIDGE) {
            return true;
        }
        let class = self.world.hierarchy.class_of(method);
        let parameters = |desc: Symbol| desc.as_str().split(')').next().unwrap_or_default();
        let is_same = |other: &classfile::Method| {
            other.name == declared.name && parameters(other.desc) == parameters(declared.desc)
        };
        let is_own = |other: &classfile::Method| !other.access.has(Access::SYNTHETIC) && is_same(other);
        let says = |above: &ClassId| {
            let file = self.world.hierarchy.file(*above);
            let stays = !self.face.classes.contains(above) && file.name != names::OBJECT;
            let is_bound = file.signature.is_some_and(|text| !text.as_str().starts_with('<'));
            let mut all = self.world.hierarchy.ancestors(*above).iter();
            stays && is_bound && all.any(|&of| self.world.hierarchy.file(of).methods.iter().any(is_same))
        };
        self.world.hierarchy.file(class).methods.iter().any(is_own)
            || self.world.hierarchy.ancestors(class).iter().skip(1).any(says)
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
}

/// Names of the parameters that are arrays of objects.
fn arrays_of(desc: &MethodDesc) -> Vec<String> {
    let is_array = |of: Symbol| of.bytes().len() > 2 && of.bytes()[0] == b'[';
    let arrays = desc.params.iter().enumerate().filter(|(_, (_, of))| is_array(*of));
    arrays.map(|(row, _)| format!("p{row}")).collect()
}

pub(super) const RECORD: &str = "java/lang/Record";

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

pub(super) fn visibility(access: Access) -> &'static str {
    if access.has(Access::PUBLIC) {
        "public "
    } else if access.has(Access::PROTECTED) {
        "protected "
    } else {
        ""
    }
}
