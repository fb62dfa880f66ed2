//! What the tests share: installed JDKs, and a class hierarchy over places that hold classes.

#![allow(dead_code)]

use base::{FastMap, Symbol, names};
use classfile::{Access, Class, Image, Jdk, Source, parse};
use std::path::{Path, PathBuf};
use std::process::Command;
use verify::Hierarchy;

/// Opens the JDK 17's own library for writing class files.
pub const ASM: &str = "--add-exports=java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED";

/// The JDKs of this machine that the tests know of; at least one must be there.
pub fn jdks() -> Vec<Jdk> {
    let homes = ["/usr/lib/jvm/java-17-openjdk-amd64", "/usr/lib/jvm/temurin-25-jdk-amd64"];
    let mut found: Vec<Jdk> = homes.iter().filter_map(|home| Jdk::at(Path::new(home)).ok()).collect();
    if found.is_empty() {
        found.push(Jdk::find(None).expect("the tests need a JDK"));
    }
    found
}

struct Entry {
    superclass: Option<Symbol>,
    interface: bool,
}

/// Reads of every class asked for what it extends, and nothing else.
pub struct KnownClasses<'a> {
    sources: Vec<&'a dyn Source>,
    max_major: u16,
    entries: FastMap<Symbol, Option<Entry>>,
    pub missing: Vec<Symbol>,
}

impl<'a> KnownClasses<'a> {
    pub fn new(jdk: &Jdk, sources: Vec<&'a dyn Source>) -> KnownClasses<'a> {
        KnownClasses {
            sources,
            max_major: jdk.max_class_major(),
            entries: FastMap::default(),
            missing: Vec::new(),
        }
    }

    pub fn add(&mut self, class: &Class) {
        let interface = class.access.has(Access::INTERFACE);
        self.entries.insert(class.name, Some(Entry { superclass: class.super_name, interface }));
    }

    fn entry(&mut self, name: Symbol) -> Option<&Entry> {
        if !self.entries.contains_key(&name) {
            let found = self.sources.iter().find_map(|source| source.class_bytes(name).unwrap());
            match found {
                Some(found) => {
                    let class = parse(&found.bytes, &found.origin, found.module, self.max_major).unwrap();
                    self.add(&class);
                }
                None => {
                    self.missing.push(name);
                    self.entries.insert(name, None);
                }
            }
        }
        self.entries[&name].as_ref()
    }

    /// The class and its superclasses, itself first.
    fn line(&mut self, name: Symbol) -> Vec<Symbol> {
        let mut line = vec![name];
        while let Some(above) = self.entry(line[line.len() - 1]).and_then(|entry| entry.superclass) {
            line.push(above);
        }
        line
    }
}

impl Hierarchy for KnownClasses<'_> {
    fn is_assignable(&mut self, from: Symbol, to: Symbol) -> bool {
        let Some(target) = self.entry(to) else { return false };
        if target.interface {
            return true;
        }
        let mut at = from;
        while at != to {
            match self.entry(at).and_then(|entry| entry.superclass) {
                Some(above) => at = above,
                None => return false,
            }
        }
        true
    }

    fn common_superclass(&mut self, a: Symbol, b: Symbol) -> Symbol {
        let interface = |known: &mut Self, name| known.entry(name).is_none_or(|entry| entry.interface);
        if interface(self, a) || interface(self, b) {
            return names::OBJECT;
        }
        let line = self.line(b);
        self.line(a).into_iter().find(|class| line.contains(class)).unwrap_or(names::OBJECT)
    }
}

/// The classes of a module, parsed.
pub fn module(jdk: &Jdk, image: &Image, module: &str) -> Vec<Class> {
    let mut names = image.classes(module).unwrap();
    names.sort_by_key(|name| name.bytes());
    let read = |name: &Symbol| {
        let bytes = image.module_resource(module, &format!("{name}.class")).unwrap().unwrap();
        parse(&bytes, &format!("{module}/{name}").into(), Some(Symbol::new(module)), jdk.max_class_major())
    };
    names.iter().map(|name| read(name).unwrap()).collect()
}

/// A fresh folder for one test; it stays behind when the test fails.
pub fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("jaywalk-verify-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Compiles a file of `tests/java` into `out`.
pub fn javac(jdk: &Jdk, file: &str, out: &Path, options: &[&str]) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(file);
    let output = Command::new(jdk.javac()).args(options).arg("-d").arg(out).arg(source).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Runs a class with the real machine and returns what it printed.
pub fn java(jdk: &Jdk, arguments: &[&str]) -> String {
    let output = Command::new(jdk.home.join("bin/java")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The classes of a folder, by name, with their bytes.
pub fn folder(jdk: &Jdk, folder: &Path) -> Vec<(Vec<u8>, Class)> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|e| e == "class")).collect();
    files.sort();
    let read = |file: &PathBuf| {
        let bytes = std::fs::read(file).unwrap();
        let class = parse(&bytes, &file.to_string_lossy().into(), None, jdk.max_class_major()).unwrap();
        (bytes, class)
    };
    files.iter().map(read).collect()
}
