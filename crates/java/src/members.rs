//! What a class offers to those who use it: its public constructors and methods, read from class files alone. And
//! compiling a program that was written for it.

use crate::api;
use crate::program::{LaunchError, Setup, main_of_source};
use base::{FastSet, Symbol, names};
use classfile::{Access, Class, ClassPath, Image, Jdk, Kind, MethodDesc, Source};
use std::path::{Path, PathBuf};

/// A public constructor or method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    pub name: String,
    /// Types as `int`, `java.lang.Object`, `byte[]`.
    pub parameters: Vec<String>,
    pub returns: String,
    pub is_static: bool,
    pub is_varargs: bool,
}

/// What a class offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Members {
    /// `java.util.concurrent.ConcurrentHashMap`, `pkg.Outer$Inner`.
    pub class: String,
    pub package: String,
    pub is_abstract: bool,
    pub constructors: Vec<Member>,
    pub methods: Vec<Member>,
}

impl Member {
    /// `put(Object, Object)`.
    pub fn shown(&self) -> String {
        let simple = |name: &String| name.rsplit(['.', '$']).next().unwrap_or_default().to_string();
        format!("{}({})", self.name, self.parameters.iter().map(simple).collect::<Vec<_>>().join(", "))
    }
}

impl Members {
    /// The class is one of the JDK's.
    pub fn is_of_library(&self) -> bool {
        self.package.starts_with("java.")
            || self.package.starts_with("javax.")
            || self.package.starts_with("jdk.")
    }
}

/// Where classes are looked for that are named without their package.
const USUAL: [&str; 5] = [
    "java/util/concurrent/",
    "java/util/concurrent/atomic/",
    "java/util/concurrent/locks/",
    "java/util/",
    "java/lang/",
];
/// Longer lines of ancestors than this are not followed.
const MAX_DEPTH: usize = 64;

/// Finds a class on the class path or in the JDK, and what it offers. The packages of java.util.concurrent can
/// be left out.
///
/// # Errors
/// There is no such class, or it cannot be read.
pub fn members(setup: &Setup, name: &str) -> Result<Members, LaunchError> {
    let jdk = Jdk::find(setup.jdk.as_deref())?;
    let places =
        if setup.class_path.is_empty() { vec![PathBuf::from(".")] } else { setup.class_path.clone() };
    let world = ClassLookup {
        app: ClassPath::open(&places)?.for_release(jdk.feature),
        boot: Image::open(&jdk.home)?,
        newest: jdk.max_class_major(),
    };
    for candidate in candidates(name) {
        if let Some(class) = world.class(Symbol::new(&candidate))? {
            return world.members(class);
        }
    }
    let path: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
    Err(LaunchError::Main(format!(
        "class {name} is neither on the class path ({}) nor in the JDK; give its place with -cp, and its package",
        path.join(":")
    )))
}

/// Names that may be meant: a dot may stand before a nested class, and usual packages can be left out.
pub(crate) fn candidates(name: &str) -> Vec<String> {
    let mut plain = vec![name.replace('.', "/")];
    while let Some((outer, inner)) = plain[plain.len() - 1].rsplit_once('/') {
        plain.push(format!("{outer}${inner}"));
    }
    let usual = USUAL.iter().flat_map(|package| plain.iter().map(move |name| format!("{package}{name}")));
    plain.clone().into_iter().chain(usual).collect()
}

struct ClassLookup {
    app: ClassPath,
    boot: Image,
    newest: u16,
}

impl ClassLookup {
    fn class(&self, name: Symbol) -> Result<Option<Class>, LaunchError> {
        let found = match self.boot.class_bytes(name)? {
            Some(found) => Some(found),
            None => self.app.class_bytes(name)?,
        };
        let parse = |found: classfile::FoundClass<'_>| {
            classfile::parse(&found.bytes, &found.origin, None, self.newest)
        };
        Ok(found.map(parse).transpose()?)
    }

    fn members(&self, class: Class) -> Result<Members, LaunchError> {
        let external = class.name.text().replace('/', ".");
        let package = external.rsplit_once('.').map_or("", |(package, _)| package).to_string();
        let simple = external.rsplit(['.', '$']).next().unwrap_or_default().to_string();
        let mut members = Members {
            class: external,
            package,
            is_abstract: class.access.is_abstract() || class.access.is_interface(),
            constructors: Vec::new(),
            methods: Vec::new(),
        };
        for method in
            class.methods.iter().filter(|method| method.name == names::INIT && is_offered(method.access))
        {
            members.constructors.extend(member(&simple, method.access, method.desc));
        }
        self.add_methods(class, &mut members.methods)?;
        Ok(members)
    }

    /// The methods of the class and all above it, each once, but those of every object.
    fn add_methods(&self, class: Class, methods: &mut Vec<Member>) -> Result<(), LaunchError> {
        let mut known: FastSet<(Symbol, Symbol)> = FastSet::default();
        let mut pending = vec![(class, 0)];
        while let Some((class, depth)) = pending.pop() {
            for method in class.methods.iter() {
                let desc = method.desc.text();
                let parameters = Symbol::new(desc.split(')').next().unwrap_or_default());
                let is_named = !method.name.as_str().starts_with('<');
                if is_named && is_offered(method.access) && known.insert((method.name, parameters)) {
                    methods.extend(member(method.name.as_str(), method.access, method.desc));
                }
            }
            for name in class.super_name.iter().chain(&*class.interfaces) {
                if depth < MAX_DEPTH && name.as_str() != "java/lang/Object" {
                    pending.extend(self.class(*name)?.map(|above| (above, depth + 1)));
                }
            }
        }
        Ok(())
    }
}

fn is_offered(access: Access) -> bool {
    access.has(Access::PUBLIC) && !access.has(Access::SYNTHETIC)
}

fn member(name: &str, access: Access, desc: Symbol) -> Option<Member> {
    let taken_apart = MethodDesc::parse(desc)?;
    Some(Member {
        name: name.to_string(),
        parameters: taken_apart.params.iter().map(|(_, desc)| shown(desc.as_str())).collect(),
        returns: shown(taken_apart.ret.1.as_str()),
        is_static: access.is_static(),
        is_varargs: access.has(Access::VARARGS),
    })
}

/// A type as Java writes it.
fn shown(desc: &str) -> String {
    let element = desc.trim_start_matches('[');
    let primitive = element.bytes().next().and_then(Kind::from_letter).and_then(Kind::java_name);
    let name = match primitive {
        Some(name) => name.to_string(),
        None => element.trim_start_matches('L').trim_end_matches(';').replace('/', "."),
    };
    name + &"[]".repeat(desc.len() - element.len())
}

/// Compiles a Java file with our API at hand into `out`, and returns the name of its class. Other sources are looked
/// for beside it and below `roots`.
///
/// # Errors
/// What the compiler says.
pub fn compile_with_api(
    setup: &Setup,
    file: &Path,
    out: &Path,
    roots: &[&Path],
) -> Result<String, LaunchError> {
    let jdk = Jdk::find(setup.jdk.as_deref())?;
    classfile::compile(&jdk, file, out, &with_api(setup, out)?, roots)?;
    let name = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    main_of_source(out, name)
        .ok_or_else(|| LaunchError::Main(format!("{}: there is no class {name} in it", file.display())))
}

/// Compiles sources that may use the API, all at once; what they need is looked for below `roots`.
///
/// # Errors
/// What the compiler says.
pub fn compile_all_with_api(
    setup: &Setup,
    files: &[&Path],
    out: &Path,
    roots: &[&Path],
) -> Result<(), LaunchError> {
    let jdk = Jdk::find(setup.jdk.as_deref())?;
    Ok(classfile::compile_all(&jdk, files, out, &with_api(setup, out)?, roots)?)
}

/// The class path for the compiler. Who runs the program needs no more than the user's: the machine has these classes.
fn with_api(setup: &Setup, out: &Path) -> Result<Vec<PathBuf>, LaunchError> {
    let mut class_path = setup.class_path.clone();
    class_path.push(api::write_classes(out)?);
    Ok(class_path)
}

/// Compiles stubs. `patches` are modules of the JDK with the folder of their replacements.
///
/// # Errors
/// What the compiler says.
pub fn compile_patch(
    setup: &Setup,
    files: &[PathBuf],
    out: &Path,
    class_path: &[PathBuf],
    patches: &[(String, PathBuf)],
) -> Result<(), LaunchError> {
    let jdk = Jdk::find(setup.jdk.as_deref())?;
    Ok(classfile::compile_patch(&jdk, files, out, class_path, patches)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_shown_as_in_java() {
        for (desc, expected) in [
            ("I", "int"),
            ("[[J", "long[][]"),
            ("Ljava/util/Map;", "java.util.Map"),
            ("[La/B;", "a.B[]"),
            ("V", "void"),
        ] {
            assert_eq!(shown(desc), expected);
        }
    }

    #[test]
    fn packages_and_outer_classes_can_be_left_out() {
        let names = candidates("ReentrantReadWriteLock.ReadLock");
        assert!(
            names.contains(&"java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock".to_string()),
            "{names:?}"
        );
        assert_eq!(names[0], "ReentrantReadWriteLock/ReadLock");
    }
}
