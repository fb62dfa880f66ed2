//! Classes for tests: all of a module of the installed JDK, or a Java file compiled on the spot.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod eval;

use classfile::{Class, Image, Jdk, Method};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

pub fn jdk() -> Jdk {
    Jdk::find(None).expect("tests need a JDK")
}

/// Every class of `module` whose name begins with `prefix`.
pub fn module_classes(module: &str, prefix: &str) -> Vec<Class> {
    let jdk = jdk();
    let image = Image::open(&jdk.home).expect("image");
    let mut classes = Vec::new();
    for name in image.classes(module).expect("names") {
        if !name.as_str().starts_with(prefix) || name.as_str().ends_with("module-info") {
            continue;
        }
        let path = format!("{name}.class");
        let bytes = image.module_resource(module, &path).expect("read").expect("present");
        let origin: Arc<str> = path.into();
        classes.push(classfile::parse(&bytes, &origin, None, jdk.max_class_major()).expect("parse"));
    }
    assert!(!classes.is_empty(), "no class of {module} begins with {prefix}");
    classes
}

/// The classes that `tests/java/<file>` and what it needs compile to, by name. javac runs once for each file
/// and process.
pub fn compiled(file: &'static str) -> Vec<Class> {
    type Files = Vec<(PathBuf, Vec<u8>)>;
    static CACHE: Mutex<Vec<(&str, Files)>> = Mutex::new(Vec::new());
    let mut cache = CACHE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if !cache.iter().any(|(name, _)| *name == file) {
        let folder = compiled_in(file);
        let paths = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Files = paths.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect();
        files.sort();
        cache.push((file, files));
    }
    let (_, files) = cache.iter().find(|(name, _)| *name == file).expect("just compiled");
    let max_major = jdk().max_class_major();
    let parse = |(path, bytes): &(PathBuf, Vec<u8>)| {
        let origin: Arc<str> = path.to_string_lossy().into();
        classfile::parse(bytes, &origin, None, max_major).expect("parse")
    };
    files.iter().map(parse).collect()
}

/// Compiles `tests/java/<file>` and what it needs into a folder.
pub fn compiled_in(file: &str) -> Folder {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(file);
    let out = Folder::new(file);
    classfile::compile(&jdk(), &source, &out.0, &[], &[]).expect("javac");
    out
}

/// A folder that goes away with its owner.
pub struct Folder(pub PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let unique = format!("jaywalk-ir-{}-{count}-{name}", std::process::id());
        let path = std::env::temp_dir().join(unique);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Every method with code.
pub fn methods(classes: &[Class]) -> impl Iterator<Item = (&Class, &Method)> {
    classes.iter().flat_map(|class| {
        class.methods.iter().filter(|method| method.code.is_some()).map(move |method| (class, method))
    })
}

/// `java/lang/String.length()I`
pub fn title(class: &Class, method: &Method) -> String {
    format!("{}.{}{}", class.name, method.name, method.desc)
}
