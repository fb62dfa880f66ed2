//! The classes around a specification: finding them by the names that people write, and what they have.

use analysis::{ClassHierarchy, ClassId};
use base::{FastSet, Symbol, names};
use classfile::{Access, Constant, Error, HandleKind, Kind, MethodDesc};

/// Classes by name, and which of them are the unit.
pub struct World<'a> {
    pub(crate) hierarchy: ClassHierarchy<'a>,
    /// The unit's classes in the order of their names, nested and anonymous ones too.
    pub(crate) unit: Vec<ClassId>,
    /// Packages that are the unit's as a whole.
    pub(crate) whole: Vec<String>,
    /// Where names are looked for that have no package.
    packages: Vec<String>,
}

/// A type as Java writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Type {
    /// `int`, `pkg.Outer.Inner`, `byte[]`.
    pub java: String,
    /// What a reference is of; `None` for primitives and arrays.
    pub class: Option<ClassId>,
    pub kind: Kind,
}

/// A method or constructor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    pub class: ClassId,
    /// The class that declares it: the same, or one above.
    pub owner: ClassId,
    pub access: Access,
    /// The class itself, for a constructor.
    pub name: String,
    pub parameters: Vec<Type>,
    pub returns: Type,
    pub is_static: bool,
    /// Its descriptor, where it is declared.
    pub desc: Symbol,
    /// Exceptions that it declares.
    pub thrown: Vec<String>,
}

impl Operation {
    /// `add(Watcher)`.
    pub fn shown(&self) -> String {
        let types: Vec<&str> = self.parameters.iter().map(|of| simple(&of.java)).collect();
        format!("{}({})", self.name, types.join(", "))
    }
}

/// A field that can be assigned to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldOf {
    pub class: ClassId,
    /// The class that declares it: the same, or one above.
    pub owner: ClassId,
    pub access: Access,
    pub name: String,
    pub of: Type,
    pub is_static: bool,
}

/// The last part of a name.
pub(crate) fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

/// A class's name as Java source has it.
pub(crate) fn in_java(name: Symbol) -> String {
    name.text().replace(['/', '$'], ".")
}

/// The package of a class, with dots.
pub(crate) fn package_of(name: Symbol) -> String {
    name.text().rsplit_once('/').map_or(String::new(), |(package, _)| package.replace('/', "."))
}

impl<'a> World<'a> {
    /// `listed` are the classes of the class path; `patterns` are classes and packages (`pkg.*`) of the unit.
    ///
    /// # Errors
    /// A class that cannot be read; or, as text, the pattern that names nothing.
    pub fn new(
        mut hierarchy: ClassHierarchy<'a>,
        listed: &[Symbol],
        patterns: &[String],
        imports: &[String],
    ) -> Result<World<'a>, UnitError> {
        let mut unit = Vec::new();
        let mut packages: Vec<String> = imports.to_vec();
        for (number, pattern) in patterns.iter().enumerate() {
            let members: Vec<Symbol> =
                listed.iter().copied().filter(|&name| belongs(name, pattern)).collect();
            if members.is_empty() {
                return Err(UnitError::Nothing(number));
            }
            for name in members {
                unit.extend(hierarchy.class(name)?.filter(|id| !unit.contains(id)));
            }
        }
        for &class in &unit {
            let package = package_of(hierarchy.file(class).name);
            let pattern = if package.is_empty() { "*".to_string() } else { format!("{package}.*") };
            if !packages.contains(&pattern) {
                packages.push(pattern);
            }
        }
        packages.push("java.lang.*".to_string());
        unit.sort_by_key(|&class| hierarchy.file(class).name.text().to_string());
        let whole = patterns.iter().filter_map(|pattern| pattern.strip_suffix(".*")).map(str::to_string);
        Ok(World { hierarchy, unit, whole: whole.collect(), packages })
    }

    /// The class that a name means: with its package, imported, of a package of the unit, or of `java.lang`.
    pub(crate) fn find(&mut self, name: &str) -> Result<Option<ClassId>, Error> {
        let mut candidates = nested(name);
        for package in self.packages.clone() {
            match package.strip_suffix('*') {
                Some(package) => candidates.extend(nested(&format!("{package}{name}"))),
                None if simple(&package) == name => candidates.extend(nested(&package)),
                None => {}
            }
        }
        for candidate in candidates {
            if let Some(found) = self.hierarchy.class(Symbol::new(&candidate))? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    pub(crate) fn type_of(&mut self, kind: Kind, desc: &str) -> Result<Type, Error> {
        let element = desc.trim_start_matches('[');
        let primitive = element.bytes().next().and_then(Kind::from_letter).and_then(Kind::java_name);
        let named = element.strip_prefix('L').unwrap_or(element).trim_end_matches(';');
        let java = primitive.map_or_else(|| in_java(Symbol::new(named)), str::to_string);
        let class = match primitive.is_none() && !desc.starts_with('[') {
            true => self.hierarchy.class(Symbol::new(named))?,
            false => None,
        };
        Ok(Type { java: java + &"[]".repeat(desc.len() - element.len()), class, kind })
    }

    pub(crate) fn type_of_class(&self, class: ClassId) -> Type {
        Type { java: in_java(self.hierarchy.file(class).name), class: Some(class), kind: Kind::Ref }
    }

    /// A type by the name that was written; `None` if there is no such class.
    pub(crate) fn named_type(&mut self, name: &str) -> Result<Option<Type>, Error> {
        const PRIMITIVES: [Kind; 8] = [
            Kind::Boolean,
            Kind::Byte,
            Kind::Char,
            Kind::Short,
            Kind::Int,
            Kind::Long,
            Kind::Float,
            Kind::Double,
        ];
        let plain = name.trim_end_matches("[]");
        let primitive = PRIMITIVES.into_iter().find(|kind| kind.java_name() == Some(plain));
        if plain.len() < name.len() {
            let element = match primitive {
                Some(_) => Some(plain.to_string()),
                None => self.find(plain)?.map(|class| in_java(self.hierarchy.file(class).name)),
            };
            let java = element.map(|element| element + &name[plain.len()..]);
            return Ok(java.map(|java| Type { java, class: None, kind: Kind::Ref }));
        }
        if let Some(kind) = primitive {
            return Ok(Some(Type { java: plain.to_string(), class: None, kind }));
        }
        Ok(self.find(plain)?.map(|class| self.type_of_class(class)))
    }

    /// There is a class of this name where drivers stand.
    pub fn has(&self, name: &str) -> bool {
        let place = self
            .package()
            .filter(|package| !package.is_empty())
            .map_or(String::new(), |package| package + ".");
        self.unit.iter().any(|&class| in_java(self.hierarchy.file(class).name) == format!("{place}{name}"))
    }

    /// Every object of the first is one of the second.
    pub(crate) fn is_below(&self, class: ClassId, above: ClassId) -> bool {
        self.hierarchy.ancestors(class).contains(&above) || self.hierarchy.file(above).name == names::OBJECT
    }

    /// The class is on the class path, not one of the JDK's.
    pub(crate) fn is_users(&self, class: ClassId) -> bool {
        self.hierarchy.file(class).module.is_none()
    }

    /// Methods of a class and all above it that code of the package can call, each once.
    pub(crate) fn methods(&mut self, class: ClassId, package: Option<&str>) -> Result<Vec<Operation>, Error> {
        let mut known: FastSet<(Symbol, Symbol)> = FastSet::default();
        let mut all = Vec::new();
        for owner in self.hierarchy.ancestors(class).to_vec() {
            let methods = self.declared(owner, package);
            for (name, desc, access, thrown) in methods {
                let parameters = Symbol::new(desc.text().split(')').next().unwrap_or_default());
                // A bridge stands for another method here, whatever those above declare.
                let is_ours = access.has(Access::SYNTHETIC);
                if name.as_str().starts_with('<') || !known.insert((name, parameters)) || is_ours {
                    continue;
                }
                all.extend(self.operation((class, owner), name.as_str(), desc, access, &thrown)?);
            }
        }
        Ok(all)
    }

    pub(crate) fn constructors(
        &mut self,
        class: ClassId,
        package: Option<&str>,
    ) -> Result<Vec<Operation>, Error> {
        let name = in_java(self.hierarchy.file(class).name);
        let mut all = Vec::new();
        for (method, desc, access, thrown) in self.declared(class, package) {
            if method == names::INIT {
                all.extend(self.operation((class, class), &name, desc, access, &thrown)?);
            }
        }
        Ok(all)
    }

    /// What a class itself declares and others can call.
    fn declared(&self, class: ClassId, package: Option<&str>) -> Vec<(Symbol, Symbol, Access, Vec<String>)> {
        let file = self.hierarchy.file(class);
        let is_near = package == Some(&package_of(file.name));
        let is_offered = |method: &classfile::Method| {
            let access = method.access;
            // Of two with the same parameters, the one that was written comes first.
            (!access.has(Access::SYNTHETIC) || access.has(Access::BRIDGE))
                && (access.has(Access::PUBLIC) || is_near && !access.is_private())
        };
        let is_written = |method: &&classfile::Method| !method.access.has(Access::SYNTHETIC);
        let (written, added): (Vec<_>, Vec<_>) =
            file.methods.iter().filter(|method| is_offered(method)).partition(is_written);
        let methods = written.into_iter().chain(added);
        let row = |method: &classfile::Method| {
            let thrown = method.exceptions.iter().map(|&name| in_java(name)).collect();
            (method.name, method.desc, method.access, thrown)
        };
        methods.map(row).collect()
    }

    fn operation(
        &mut self,
        (class, owner): (ClassId, ClassId),
        name: &str,
        desc: Symbol,
        access: Access,
        thrown: &[String],
    ) -> Result<Option<Operation>, Error> {
        let Some(apart) = MethodDesc::parse(desc) else { return Ok(None) };
        let mut parameters = Vec::new();
        for (kind, desc) in &apart.params {
            parameters.push(self.type_of(*kind, desc.as_str())?);
        }
        let returns = self.type_of(apart.ret.0, apart.ret.1.as_str())?;
        let (name, thrown) = (name.to_string(), thrown.to_vec());
        let is_static = access.is_static();
        let operation =
            Operation { class, owner, access, name, parameters, returns, is_static, desc, thrown };
        Ok(Some(operation))
    }

    /// Fields of a class and all above it that code of the package can read.
    pub(crate) fn fields(&mut self, class: ClassId, package: Option<&str>) -> Result<Vec<FieldOf>, Error> {
        let mut rows = Vec::new();
        for owner in self.hierarchy.ancestors(class).to_vec() {
            let file = self.hierarchy.file(owner);
            let is_near = package == Some(&package_of(file.name));
            let is_offered = |access: Access| {
                !access.has(Access::SYNTHETIC)
                    && (access.has(Access::PUBLIC) || is_near && !access.is_private())
            };
            let fields = file.fields.iter().filter(|field| is_offered(field.access));
            rows.extend(fields.map(|field| (field.name, field.desc, field.access, owner)));
        }
        let mut all: Vec<FieldOf> = Vec::new();
        for (name, desc, access, owner) in rows {
            let kind = classfile::descriptor::field_kind(desc.bytes()).unwrap_or(Kind::Ref);
            let of = self.type_of(kind, desc.as_str())?;
            if all.iter().all(|field| field.name != name.as_str()) {
                let (name, is_static) = (name.text().to_string(), access.is_static());
                all.push(FieldOf { class, owner, access, name, of, is_static });
            }
        }
        Ok(all)
    }

    /// The constants of an enum; none of another class.
    pub(crate) fn enum_constants(&self, class: ClassId) -> Vec<String> {
        let file = self.hierarchy.file(class);
        let constants = file.fields.iter().filter(|field| field.access.has(Access::ENUM | Access::STATIC));
        let owner = in_java(file.name);
        constants.map(|field| format!("{owner}.{}", field.name.text())).collect()
    }

    /// Code of the unit may make objects of this class or one below it. A call of a constructor that is the super
    /// constructor's counts too: the answer may be yes too often, and never no.
    pub(crate) fn unit_makes(&mut self, class: ClassId) -> Result<bool, Error> {
        let mut made = Vec::new();
        for &member in &self.unit {
            let file = self.hierarchy.file(member);
            for constant in &file.constants {
                made.extend(match constant {
                    Constant::Method(method) if method.name == names::INIT => Some(method.class),
                    Constant::MethodHandle(handle) if handle.kind == HandleKind::NewInvokeSpecial => {
                        Some(handle.member.class)
                    }
                    // A lambda is an object of the interface that its call site returns.
                    Constant::InvokeDynamic(site) => {
                        let returned = MethodDesc::parse(site.desc).map(|desc| desc.ret.1);
                        returned.and_then(classfile::descriptor::class_of)
                    }
                    _ => None,
                });
            }
        }
        for name in made {
            if let Some(id) = self.hierarchy.class(name)?
                && self.is_below(id, class)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Why there is no world.
#[derive(Debug)]
pub enum UnitError {
    /// The pattern with this number names no class.
    Nothing(usize),
    Class(Error),
}

impl From<Error> for UnitError {
    fn from(error: Error) -> UnitError {
        UnitError::Class(error)
    }
}

/// The class is named by the pattern, or nested in one that is.
pub(crate) fn belongs(name: Symbol, pattern: &str) -> bool {
    let (name, pattern) = (name.text(), pattern.replace('.', "/"));
    match pattern.strip_suffix("/*") {
        Some(package) => name.rsplit_once('/').is_some_and(|(of, _)| of == package),
        None => {
            let plain = name.replace('$', "/");
            plain == pattern
                || plain.strip_prefix(&pattern).is_some_and(|rest| rest.starts_with('/')) && {
                    // A package below is not nested in a class of the same name.
                    name.len() > pattern.len() && name.as_bytes()[pattern.len()] == b'$'
                }
        }
    }
}

/// Names that may be meant, since a dot may stand before a nested class.
fn nested(name: &str) -> Vec<String> {
    let mut all = vec![name.replace('.', "/")];
    while let Some((outer, inner)) = all[all.len() - 1].rsplit_once('/') {
        all.push(format!("{outer}${inner}"));
    }
    all
}
