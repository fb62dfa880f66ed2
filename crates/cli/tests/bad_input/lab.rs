//! What the tests of bad input share: compiled classes to damage, a folder for each test, and the one door.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use testkit::compile::compile_texts;
use testkit::jdk::{Jdk, clean_environment};
use testkit::process;

/// All of these runs are over in a second; a machine under load may take longer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// What the damaged classes are made of. All of it goes through one javac.
const SOURCES: &[(&str, &str)] = &[
    (
        "Good.java",
        "public class Good { public static void main(String[] args) { System.out.println(\"fine\"); } }",
    ),
    (
        "Child.java",
        "class Base {}
         public class Child extends Base { public static void main(String[] args) {} }",
    ),
    // In `Hen`, the name `Cat` is replaced by `Egg`: then each of the two is the other's superclass.
    (
        "Egg.java",
        "class Cat {} class Hen extends Cat {} public class Egg extends Hen { public static void main(String[] a) {} }",
    ),
    (
        "Broken.java",
        "public class Broken {
             static int same(int x) { return x; }
             static int length(Object x) { return ((String) x).length(); }
             public static void main(String[] args) { System.out.println(same(3) + length(new Broken[5])); }
         }",
    ),
    ("NoMain.java", "public class NoMain { public static void main() {} }"),
    ("Instance.java", "public class Instance { public void main(String[] args) {} }"),
    ("Hidden.java", "public class Hidden { static void main(String[] args) {} }"),
    (
        "User.java",
        "public class User { public static void main(String[] args) { System.out.println(new Good()); } }",
    ),
    (
        "Native.java",
        "public class Native {
             static native int compute(int x);
             public static void main(String[] args) {
                 System.out.println(\"before\");
                 System.out.println(compute(1));
             }
         }",
    ),
    (
        "Copies.java",
        "public class Copies { public static void main(String[] args) { byte[] a = new byte[1 << 20]; \
         for (int i = 0; i < 3000; i++) { System.arraycopy(a, 0, a, 1, a.length - 1); } } }",
    ),
    (
        "Scans.java",
        "public class Scans { public static void main(String[] args) { byte[] a = new byte[1 << 20]; int x = 0; \
         for (int i = 0; i < 3000; i++) { x += java.util.Arrays.hashCode(a) + java.util.Arrays.mismatch(a, 0, \
         a.length, a, \
         0, a.length); } } }",
    ),
    (
        "Computes.java",
        "public class Computes { static volatile boolean f; public static void main(String[] args) throws Exception { \
         new Thread(() -> { long n = 0; while (n < 1000000000000L && !f) { n++; } }).start(); Thread.sleep(1000); \
         f = true; } }",
    ),
    ("Endless.java", "public class Endless { public static void main(String[] args) { while (true) { } } }"),
];

pub fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| Jdk::find().expect("these tests need a JDK"))
}

/// A folder for one test, in which `jaywalk` is started.
pub struct Lab {
    pub folder: PathBuf,
}

impl Lab {
    pub fn new(name: &str) -> Lab {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad_input").join(name);
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).unwrap();
        Lab { folder }
    }

    /// Puts files here.
    pub fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Lab {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    /// Puts a compiled class here as it is.
    pub fn class(self, name: &str) -> Lab {
        self.with(&format!("{name}.class"), compiled(name))
    }

    pub fn jaywalk(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jaywalk"));
        clean_environment(&mut command);
        command.current_dir(&self.folder).args(line.split(' ').filter(|word| !word.is_empty()));
        command.env("JAVA_HOME", &jdk().home);
        command
    }
}

/// The bytes of one of the classes of [`SOURCES`].
pub fn compiled(class: &str) -> Vec<u8> {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad_input-classes");
    let folder = CLASSES.get_or_init(|| compile_texts(jdk(), &cache, SOURCES).unwrap());
    fs::read(folder.join(format!("{class}.class"))).unwrap()
}

/// `bytes` with the only occurrence of `old` replaced.
pub fn patched(mut bytes: Vec<u8>, old: &[u8], new: &[u8]) -> Vec<u8> {
    let places: Vec<usize> =
        (0..=bytes.len() - old.len()).filter(|&at| bytes[at..].starts_with(old)).collect();
    let [at] = places[..] else { panic!("{} places to patch", places.len()) };
    bytes.splice(at..at + old.len(), new.iter().copied());
    bytes
}

/// The one door: the run ends with `code`, says all of `says` on standard error, and did not panic. Returns
/// standard output.
#[track_caller]
pub fn check(mut command: Command, code: i32, says: &[&str]) -> String {
    let shown = process::shown(&command);
    let done = match process::run(&mut command, "", TIMEOUT) {
        Ok(done) => done,
        Err(failure) => panic!("{shown}: {failure:?}"),
    };
    let stderr = String::from_utf8_lossy(&done.stderr);
    let stdout = String::from_utf8_lossy(&done.stdout);
    println!("$ {shown}\n{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{shown}\n{stderr}");
    assert_eq!(done.code, code, "{shown}\n{stderr}");
    for text in says {
        assert!(stderr.contains(text), "{shown}\nsays nothing of {text:?}:\n{stderr}");
    }
    stdout.into_owned()
}
