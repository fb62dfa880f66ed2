//! Folders, jars, class paths, images and JDKs: what is found, what is skipped, and what is an error.

mod common;

use base::Symbol;
use classfile::{ClassPath, Error, FoundClass, Image, Jar, Jdk, Source, compile};
use common::TempDir;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn open(paths: &[PathBuf]) -> ClassPath {
    ClassPath::open(paths).unwrap()
}

fn fault(paths: &[PathBuf]) -> Error {
    ClassPath::open(paths).err().expect("this class path is wrong")
}

fn find<'a>(path: &'a ClassPath, name: &str) -> Option<FoundClass<'a>> {
    path.class_bytes(Symbol::new(name)).unwrap()
}

#[test]
fn folders() {
    let dir = TempDir::new();
    dir.write("classes/p/A.class", "bytes of A");
    dir.write("classes/data/x.txt", "text");
    dir.write("secret.class", "outside");
    let path = open(&[dir.join("missing"), dir.join("classes")]);
    let found = find(&path, "p/A").unwrap();
    assert_eq!(&*found.bytes, b"bytes of A");
    assert_eq!(*found.origin, *dir.join("classes/p/A.class").to_string_lossy());
    assert_eq!(found.module, None);
    for absent in ["p/B", "q/A", "../secret", "p/A/B", "p//A", "", "p/\0"] {
        assert!(find(&path, absent).is_none(), "{absent:?}");
    }
    assert_eq!(path.resource("data/x.txt").unwrap().unwrap(), b"text");
    for absent in ["data", "data/y.txt", "../secret.class", "/etc/passwd"] {
        assert_eq!(path.resource(absent).unwrap(), None, "{absent}");
    }
    assert_eq!(path.main_class(), None);
}

#[test]
fn a_folder_in_the_place_of_a_class() {
    let dir = TempDir::new();
    fs::create_dir_all(dir.join("A.class")).unwrap();
    let error = open(&[dir.path().into()]).class_bytes(Symbol::new("A")).unwrap_err();
    assert!(error.to_string().ends_with("A.class: cannot be read: it is not a file"), "{error}");
}

#[test]
fn earlier_entries_win() {
    let dir = TempDir::new();
    dir.write("one/A.class", "1");
    dir.write("two/A.class", "2");
    let jar = dir.jar("three.jar", &[("A.class", b"3"), ("B.class", b"b")]);
    let path = open(&[dir.join("two"), jar, dir.join("one")]);
    assert_eq!(&*find(&path, "A").unwrap().bytes, b"2");
    let found = find(&path, "B").unwrap();
    assert_eq!(*found.origin, format!("{}!/B.class", dir.join("three.jar").display()));
}

#[test]
fn manifests_are_followed() {
    let dir = TempDir::new();
    let manifest = "Main-Class: p.Main\nClass-Path: lib/b.jar gone.jar ../x/ http:/\n /nowhere/c.jar\n";
    let jar = dir.jar("app/a.jar", &[("META-INF/MANIFEST.MF", manifest.as_bytes()), ("A.class", b"a")]);
    // This one names the first again: a circle must end.
    let back = ("META-INF/MANIFEST.MF", &b"Class-Path: ../a.jar\n"[..]);
    dir.jar("app/lib/b.jar", &[back, ("B.class", b"from b"), ("C.class", b"from b")]);
    dir.write("x/X.class", "x");
    dir.write("last/C.class", "from last");
    let path = open(&[jar, dir.join("last")]);
    assert_eq!(path.main_class(), Some("p.Main"));
    for (name, bytes) in [("A", "a"), ("B", "from b"), ("C", "from b"), ("X", "x")] {
        assert_eq!(&*find(&path, name).unwrap().bytes, bytes.as_bytes(), "{name}");
    }
}

#[test]
fn wildcards() {
    let dir = TempDir::new();
    dir.jar("lib/b.jar", &[("A.class", b"b")]);
    dir.jar("lib/a.jar", &[("A.class", b"a")]);
    dir.write("lib/note.txt", "no jar");
    dir.write("lib/B.class", "not seen: a wildcard means jars only");
    let path = open(&[dir.join("lib/*"), dir.join("nowhere/*")]);
    assert_eq!(&*find(&path, "A").unwrap().bytes, b"a");
    assert!(find(&path, "B").is_none());
    let described = path.describe();
    assert!(described.contains("a.jar, jar") && described.ends_with("b.jar"), "{described}");
}

#[test]
fn multi_release_jars() {
    let dir = TempDir::new();
    let entries: [(&str, &[u8]); 4] = [
        ("META-INF/MANIFEST.MF", b"Multi-Release: true\n"),
        ("A.class", b"plain"),
        ("META-INF/versions/11/A.class", b"11"),
        ("META-INF/versions/21/A.class", b"21"),
    ];
    let jar = dir.jar("m.jar", &entries);
    for (release, bytes) in [(8, "plain"), (17, "11"), (25, "21")] {
        let path = open(std::slice::from_ref(&jar)).for_release(release);
        assert_eq!(&*find(&path, "A").unwrap().bytes, bytes.as_bytes(), "{release}");
    }
}

#[test]
fn addresses_of_files() {
    let dir = TempDir::new();
    dir.write("classes/a b/x.txt", "from the folder");
    let jar = dir.jar("x.jar", &[("a b/x.txt", b"from the jar"), ("only.txt", b"1")]);
    let path = open(&[dir.join("classes"), jar]);
    let root = dir.path().canonicalize().unwrap();
    let root = root.display();
    let urls = path.urls("a b/x.txt").unwrap();
    assert_eq!(
        urls,
        [format!("file:{root}/classes/a%20b/x.txt"), format!("jar:file:{root}/x.jar!/a%20b/x.txt")]
    );
    assert_eq!(path.open(&urls[0]).unwrap().unwrap(), b"from the folder");
    assert_eq!(path.open(&urls[1]).unwrap().unwrap(), b"from the jar");
    // A package has an address too, but nothing can be read from it.
    let folder = path.urls("a b").unwrap();
    assert_eq!((folder.len(), path.open(&folder[0]).unwrap()), (1, None));
    assert_eq!(path.urls("../x.jar").unwrap(), [""; 0]);
    for closed in [
        "file:/etc/passwd",
        &format!("file:{root}/classes/../x.jar"),
        "jar:file:/x.jar!/a",
        "http://a/b",
        "file:%",
    ] {
        assert_eq!(path.open(closed).unwrap(), None, "{closed}");
    }
    let image = Image::open(&common::any_jdk().home).unwrap();
    let urls = image.urls("java/lang/Object.class").unwrap();
    assert_eq!(urls, ["jrt:/java.base/java/lang/Object.class"]);
    assert!(image.open(&urls[0]).unwrap().unwrap().starts_with(&[0xCA, 0xFE, 0xBA, 0xBE]));
}

#[test]
fn all_classes() {
    let dir = TempDir::new();
    dir.write("classes/p/A.class", "a");
    dir.write("classes/p/note.txt", "no class");
    dir.write("classes/module-info.class", "no class");
    let jar = dir
        .jar("x.jar", &[("p/A.class", b"again"), ("B.class", b"b"), ("META-INF/versions/9/B.class", b"9")]);
    let names: Vec<String> =
        open(&[dir.join("classes"), jar]).classes().unwrap().iter().map(Symbol::to_string).collect();
    assert_eq!(names, ["B", "p/A"]);
}

#[test]
fn damaged_jars_are_named() {
    let dir = TempDir::new();
    let text = dir.write("text.jar", "this is no jar");
    let error = fault(&[text]).to_string();
    assert!(error.contains("text.jar: is not a jar or is damaged"), "{error}");
    let empty = dir.write("empty.jar", "");
    assert!(fault(&[empty]).to_string().contains("empty.jar: is not a jar or is damaged"));

    let whole = fs::read(dir.jar("whole.jar", &[("A.class", &[7; 5000])])).unwrap();
    for length in (0..whole.len()).step_by(7) {
        let cut = dir.write("cut.jar", &whole[..length]);
        assert!(ClassPath::open(&[cut]).is_err(), "cut to {length}");
    }
    // Damage in the packed bytes shows when the entry is asked for.
    let mut broken = whole;
    for byte in &mut broken[40..45] {
        *byte ^= 0xFF;
    }
    let path = open(&[dir.write("broken.jar", broken)]);
    let error = path.class_bytes(Symbol::new("A")).unwrap_err().to_string();
    assert!(error.contains("broken.jar!/A.class: cannot be unpacked"), "{error}");
}

#[test]
fn a_jar_of_the_jar_tool() {
    let jdk = common::any_jdk();
    let dir = TempDir::new();
    let source = dir.write("Main.java", "public class Main { public static void main(String[] a) {} }");
    let out = dir.join("out");
    fs::create_dir(&out).unwrap();
    compile(&jdk, &source, &out, &[], None).unwrap();
    let jar = dir.join("main.jar");
    let status = Command::new(jdk.home.join("bin/jar"))
        .args(["--create", "--main-class", "Main", "--file"])
        .args([&jar, Path::new("-C"), &out, Path::new("Main.class")])
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(Jar::open(&jar).unwrap().main_class(), Some("Main"));
    let path = open(&[jar]);
    let found = find(&path, "Main").unwrap();
    let class = classfile::parse(&found.bytes, &found.origin, None, jdk.max_class_major()).unwrap();
    assert_eq!(class.name.as_str(), "Main");
}

#[test]
fn javac_speaks() {
    let jdk = common::any_jdk();
    let dir = TempDir::new();
    let bad = dir.write("Bad.java", "class Bad { int x = \"text\"; }");
    let error = compile(&jdk, &bad, dir.path(), &[], None).unwrap_err().to_string();
    assert!(
        error.contains("Bad.java: does not compile:\n") && error.contains("incompatible types"),
        "{error}"
    );
    let error = compile(&jdk, &dir.join("Gone.java"), dir.path(), &[], None).unwrap_err();
    assert_eq!(error.what, "there is no such file");
    // A class of the class path, and one whose source is next to the file.
    let library = dir.write("lib/Lib.java", "public class Lib {}");
    dir.write("main/Near.java", "class Near {}");
    let user = dir.write("main/User.java", "class User { Lib lib; Near near; }");
    for out in ["libs", "out"] {
        fs::create_dir(dir.join(out)).unwrap();
    }
    compile(&jdk, &library, &dir.join("libs"), &[], None).unwrap();
    compile(&jdk, &user, &dir.join("out"), &[dir.join("libs")], None).unwrap();
    assert!(dir.join("out/User.class").exists() && dir.join("out/Near.class").exists());
}

#[test]
fn finding_jdks() {
    let jdk = common::any_jdk();
    let home = jdk.home.clone();
    assert!(jdk.feature >= 17 && jdk.version.starts_with(&jdk.feature.to_string()));
    assert!(jdk.runtime_version.starts_with(&jdk.version));
    assert_eq!(jdk.max_class_major(), 44 + jdk.feature);
    assert!(jdk.javac().is_file());

    let nowhere = TempDir::new();
    let by_variable = Jdk::find_in(None, Some(home.as_os_str()), None).unwrap();
    assert_eq!(by_variable, jdk);
    let by_path = Jdk::find_in(None, None, Some(home.join("bin").as_os_str())).unwrap();
    assert_eq!(by_path.feature, jdk.feature);
    let chosen = Jdk::find_in(Some(&home), Some(nowhere.path().as_os_str()), None).unwrap();
    assert_eq!(chosen, jdk);

    let none = Jdk::find_in(None, Some(OsStr::new("")), Some(nowhere.path().as_os_str())).unwrap_err();
    assert_eq!(
        none.to_string(),
        "no JDK found: install one (apt install openjdk-17-jdk-headless) or give --jdk PATH"
    );
    let wrong = Jdk::find_in(None, Some(nowhere.path().as_os_str()), None).unwrap_err().to_string();
    assert!(wrong.contains("\"release\" is missing") && wrong.contains("JAVA_HOME points here"), "{wrong}");
    let gone = Jdk::find_in(Some(&nowhere.join("x")), None, None).unwrap_err().to_string();
    assert!(gone.contains("there is no such folder") && gone.contains("--jdk PATH"), "{gone}");
    nowhere.write("release", "JAVA_VERSION=\"1.8.0_292\"\n");
    let old = Jdk::at(nowhere.path()).unwrap_err().to_string();
    assert!(old.contains("version 1.8.0_292, but 17 or newer is needed"), "{old}");
}

#[test]
fn damaged_images() {
    let fault = |home: &Path| Image::open(home).err().expect("this image is wrong").to_string();
    let dir = TempDir::new();
    assert!(fault(dir.path()).contains("lib/modules: the JDK's classes cannot be read"));
    dir.write("lib/modules", "text");
    assert!(fault(dir.path()).ends_with("lib/modules: is not a JDK image"));
    let words: [u32; 7] = [0xCAFE_DADA, 1 << 16, 0, 4, 4, 100, 100];
    let header: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    dir.write("lib/modules", &header);
    assert!(fault(dir.path()).contains("is cut short"), "{}", fault(dir.path()));
    // Tables full of nonsense: nothing is found, and nothing panics.
    for filler in [0x00, 0x01, 0x0F, 0x7F, 0x80, 0xFF] {
        dir.write("lib/modules", [header.clone(), vec![filler; 300]].concat());
        let image = Image::open(dir.path()).unwrap();
        let _ = image.class_bytes(Symbol::new("java/lang/Object"));
        let _ = image.classes("java.base");
        let _ = image.resource("a/b");
    }
}
