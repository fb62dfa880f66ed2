//! Bad input, end to end: an error that names the file, and the offset where there is one; exit code 2; never a panic.
//! What the machine cannot do ends with exit code 3 and the line of the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use testkit::compile::compile_texts;
use testkit::jdk::{Jdk, clean_environment};
use testkit::process;

const BAD_INPUT: i32 = 2;
const INCONCLUSIVE: i32 = 3;

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
    ("Egg.java", "class Cat {} class Hen extends Cat {} public class Egg extends Hen { public static void main(String[] a) {} }"),
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
    ("User.java", "public class User { public static void main(String[] args) { System.out.println(new Good()); } }"),
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
    ("Endless.java", "public class Endless { public static void main(String[] args) { while (true) { } } }"),
];

fn jdk() -> &'static Jdk {
    static JDK: OnceLock<Jdk> = OnceLock::new();
    JDK.get_or_init(|| Jdk::find().expect("these tests need a JDK"))
}

/// A folder for one test, in which `jaywalk` is started.
struct Lab {
    folder: PathBuf,
}

impl Lab {
    fn new(name: &str) -> Lab {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad_input").join(name);
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).unwrap();
        Lab { folder }
    }

    /// Puts files here.
    fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Lab {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    /// Puts a compiled class here as it is.
    fn class(self, name: &str) -> Lab {
        self.with(&format!("{name}.class"), compiled(name))
    }

    fn jaywalk(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jaywalk"));
        clean_environment(&mut command);
        command.current_dir(&self.folder).args(line.split(' ').filter(|word| !word.is_empty()));
        command.env("JAVA_HOME", &jdk().home);
        command
    }
}

/// The bytes of one of the classes of [`SOURCES`].
fn compiled(class: &str) -> Vec<u8> {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad_input-classes");
    let folder = CLASSES.get_or_init(|| compile_texts(jdk(), &cache, SOURCES).unwrap());
    fs::read(folder.join(format!("{class}.class"))).unwrap()
}

/// `bytes` with the only occurrence of `old` replaced.
fn patched(mut bytes: Vec<u8>, old: &[u8], new: &[u8]) -> Vec<u8> {
    let places: Vec<usize> = (0..=bytes.len() - old.len()).filter(|&at| bytes[at..].starts_with(old)).collect();
    let [at] = places[..] else { panic!("{} places to patch", places.len()) };
    bytes.splice(at..at + old.len(), new.iter().copied());
    bytes
}

/// The one door: the run ends with `code`, says all of `says` on standard error, and did not panic. Returns standard output.
#[track_caller]
fn check(mut command: Command, code: i32, says: &[&str]) -> String {
    let shown = process::shown(&command);
    let done = match process::run(&mut command, "", TIMEOUT) {
        Ok(done) => done,
        Err(failure) => panic!("{shown}: {failure:?}"),
    };
    let stderr = String::from_utf8_lossy(&done.stderr);
    println!("$ {shown}\n{stderr}");
    assert!(!stderr.contains("panicked"), "{shown}\n{stderr}");
    assert_eq!(done.code, code, "{shown}\n{stderr}");
    for text in says {
        assert!(stderr.contains(text), "{shown}\nsays nothing of {text:?}:\n{stderr}");
    }
    String::from_utf8_lossy(&done.stdout).into_owned()
}

// ---- class files

#[test]
fn a_good_class_runs() {
    let lab = Lab::new("good").class("Good");
    assert_eq!(check(lab.jaywalk("run -cp . Good"), 0, &[]), "fine\n");
}

#[test]
fn a_class_from_the_future() {
    let mut bytes = compiled("Good");
    bytes[6..8].copy_from_slice(&99u16.to_be_bytes());
    let lab = Lab::new("future").with("Good.class", bytes);
    let says = ["Good.class: class file version 99.0 is newer than JDK", "--jdk", "(at byte 4)"];
    check(lab.jaywalk("run -cp . Good"), BAD_INPUT, &says);
}

#[test]
fn truncated_classes() {
    let bytes = compiled("Good");
    for length in [0, 3, 8, 30, bytes.len() / 2, bytes.len() - 1] {
        let lab = Lab::new(&format!("truncated-{length}")).with("Good.class", &bytes[..length]);
        check(lab.jaywalk("run -cp . Good"), BAD_INPUT, &["Good.class: cut short", "(at byte "]);
    }
}

#[test]
fn a_truncated_class_that_is_met_while_running() {
    let bytes = compiled("Good");
    let lab = Lab::new("truncated-late").class("User").with("Good.class", &bytes[..100]);
    check(lab.jaywalk("run -cp . User"), BAD_INPUT, &["Good.class: cut short", "(at byte "]);
}

#[test]
fn garbage_in_place_of_a_class() {
    let lab = Lab::new("garbage").with("Good.class", "this is not a class file at all");
    check(lab.jaywalk("run -cp . Good"), BAD_INPUT, &["Good.class: not a class file", "CAFEBABE (at byte 0)"]);
    let lab = Lab::new("folder").with("Good.class/x", "");
    check(lab.jaywalk("run -cp . Good"), BAD_INPUT, &["Good.class: cannot be read: it is not a file"]);
}

#[test]
fn a_class_under_the_wrong_name() {
    let lab = Lab::new("wrong-name").with("Other.class", compiled("Good"));
    let says = ["Other.class: holds class Good and not Other; a file must be named like its class"];
    check(lab.jaywalk("run -cp . Other"), BAD_INPUT, &says);
}

#[test]
fn a_class_seen_from_inside_its_package() {
    let lab = Lab::new("package").with("a/Main.java", "package a; public class Main { public static void main(String[] x) {} }");
    let mut javac = jdk().javac();
    assert!(javac.current_dir(&lab.folder).arg("a/Main.java").status().unwrap().success());
    check(lab.jaywalk("run -cp . a.Main"), 0, &[]);
    check(lab.jaywalk("run -cp . a/Main"), 0, &[]);
    let says = ["a/Main.class: holds class a.Main and not Main; give its full name"];
    check(lab.jaywalk("run -cp a Main"), BAD_INPUT, &says);
}

#[test]
fn a_class_without_its_superclass() {
    let lab = Lab::new("no-superclass").class("Child");
    let says = ["Child.class: class Child needs class Base, which is not on the class path (.)", "-cp"];
    check(lab.jaywalk("run -cp . Child"), BAD_INPUT, &says);
}

#[test]
fn a_class_that_is_its_own_superclass() {
    let lab = Lab::new("cycle").class("Egg").with("Hen.class", patched(compiled("Hen"), b"\x00\x03Cat", b"\x00\x03Egg"));
    let says = ["Egg.class: class Egg is its own superclass"];
    check(lab.jaywalk("run -cp . Egg"), BAD_INPUT, &says);
}

#[test]
fn a_superclass_that_is_an_interface() {
    let hen = patched(compiled("Hen"), b"\x00\x03Cat", b"\x00\x12java/lang/Runnable");
    let lab = Lab::new("interface").class("Egg").with("Hen.class", hen);
    check(lab.jaywalk("run -cp . Egg"), BAD_INPUT, &["Egg.class: ", "Hen has interface java.lang.Runnable as super class"]);
}

#[test]
fn broken_bytecode() {
    // iload_0, ireturn becomes aload_0, ireturn: an int is read as a reference.
    let good = compiled("Broken");
    let at = good.windows(2).position(|pair| pair == [0x1a, 0xac]).unwrap();
    let broken = patched(good.clone(), &[0x1a, 0xac], &[0x2a, 0xac]);
    let lab = Lab::new("bytecode").with("Broken.class", broken);
    let place = format!("(at byte {at})");
    check(lab.jaywalk("run -cp . Broken"), BAD_INPUT, &["Broken.class: Broken.same(I)I: ", &place]);
    // aload_0, checkcast #n, invokevirtual loses its cast. Only the verifier knows that this must not run.
    let at = good.windows(5).position(|w| w[..2] == [0x2a, 0xc0] && w[4] == 0xb6).unwrap();
    let mut cast_away = good;
    cast_away[at + 1..at + 4].fill(0);
    let lab = Lab::new("cast-away").with("Broken.class", cast_away);
    let place = format!("(at byte {})", at + 4);
    check(lab.jaywalk("run -cp . Broken"), BAD_INPUT, &["Broken.class: Broken.length(Ljava/lang/Object;)I: ", &place]);
}

// ---- the main class and its place

#[test]
fn missing_classes() {
    let lab = Lab::new("missing").class("Good");
    check(lab.jaywalk("run -cp . Nowhere"), BAD_INPUT, &["class Nowhere is not on the class path (.)", "-cp"]);
    check(lab.jaywalk("run -cp no/such/folder Good"), BAD_INPUT, &["class Good", "(no/such/folder)", "-cp"]);
    check(lab.jaywalk("run Good.class"), BAD_INPUT, &["the name of a class is Good"]);
    for strange in ["../Good", "a//b", "", "/", "[I", "[LGood;", "Good;", "int"] {
        let mut command = lab.jaywalk("run -cp .");
        command.arg(strange);
        check(command, BAD_INPUT, &["jaywalk: "]);
    }
}

#[test]
fn missing_main_methods() {
    let needed = "it must be public static void main(String[] args)";
    let cases =
        [("NoMain", "has no main method"), ("Instance", "main method is not static"), ("Hidden", "main method is not public")];
    for (class, what) in cases {
        let lab = Lab::new(class).class(class);
        let file = format!("{class}.class: ");
        check(lab.jaywalk(&format!("run -cp . {class}")), BAD_INPUT, &[&file, what, needed]);
    }
    let lab = Lab::new("library-class");
    check(lab.jaywalk("run java.lang.Object"), BAD_INPUT, &["class java.lang.Object cannot be run", needed]);
}

#[test]
fn jars() {
    let lab = Lab::new("jars").class("Good").with("bad.jar", "PK and then nothing").with("folder.jar/x", "");
    let mut jar = Command::new(jdk().home.join("bin/jar"));
    assert!(jar.current_dir(&lab.folder).args(["cf", "plain.jar", "Good.class"]).status().unwrap().success());
    check(lab.jaywalk("run -cp plain.jar Good"), 0, &[]);
    check(lab.jaywalk("run plain.jar"), BAD_INPUT, &["plain.jar: ", "no Main-Class", "-cp plain.jar CLASS"]);
    check(lab.jaywalk("run bad.jar"), BAD_INPUT, &["bad.jar: is not a jar or is damaged"]);
    check(lab.jaywalk("run -cp bad.jar Good"), BAD_INPUT, &["bad.jar: is not a jar or is damaged"]);
    check(lab.jaywalk("run missing.jar"), BAD_INPUT, &["missing.jar: there is no such file"]);
    check(lab.jaywalk("run folder.jar"), BAD_INPUT, &["folder.jar: is not a file"]);
    let whole = fs::read(lab.folder.join("plain.jar")).unwrap();
    let lab = lab.with("half.jar", &whole[..whole.len() / 2]);
    check(lab.jaywalk("run -cp half.jar Good"), BAD_INPUT, &["half.jar: is not a jar or is damaged"]);
}

#[test]
fn sources() {
    let lab = Lab::new("sources")
        .with("Wrong.java", "class Wrong {\n  int x = \"text\";\n}\n")
        .with("Named.java", "class Otherwise { public static void main(String[] args) {} }")
        .with("Empty.java", "");
    check(lab.jaywalk("run Missing.java"), BAD_INPUT, &["Missing.java: there is no such file"]);
    let says = ["Wrong.java: does not compile", "Wrong.java:2: error: incompatible types"];
    check(lab.jaywalk("run Wrong.java"), BAD_INPUT, &says);
    let says = ["Named.java: there is no class Named in it"];
    check(lab.jaywalk("run Named.java"), BAD_INPUT, &says);
    check(lab.jaywalk("run Empty.java"), BAD_INPUT, &["Empty.java: there is no class Empty in it"]);
}

// ---- the JDK and the command line

#[test]
fn no_jdk() {
    let lab = Lab::new("no-jdk").class("Good").with("empty/x", "").with("old/release", "JAVA_VERSION=\"1.8.0_292\"\n");
    let next = "or give --jdk PATH";
    check(lab.jaywalk("run --jdk /nonexistent -cp . Good"), BAD_INPUT, &["/nonexistent: no JDK is here", next]);
    check(lab.jaywalk("run --jdk empty -cp . Good"), BAD_INPUT, &["empty: no JDK is here", "\"release\"", next]);
    check(lab.jaywalk("run --jdk old -cp . Good"), BAD_INPUT, &["old: the JDK here is version 1.8.0_292", next]);
    let mut bare = lab.jaywalk("run -cp . Good");
    bare.env_remove("JAVA_HOME").env("PATH", "");
    check(bare, BAD_INPUT, &["no JDK found: install one", next]);
    let mut wrong = lab.jaywalk("run -cp . Good");
    wrong.env("JAVA_HOME", "/nonexistent");
    check(wrong, BAD_INPUT, &["/nonexistent: no JDK is here", "JAVA_HOME points here"]);
}

#[test]
fn a_damaged_jdk() {
    let lab = Lab::new("damaged-jdk")
        .class("Good")
        .with("jdk/release", "JAVA_VERSION=\"17.0.15\"\n")
        .with("jdk/lib/modules", "not an image");
    check(lab.jaywalk("run --jdk jdk -cp . Good"), BAD_INPUT, &["jdk/lib/modules: "]);
    let image = fs::read(jdk().home.join("lib/modules")).unwrap();
    let lab = lab.with("jdk/lib/modules", &image[..1 << 20]);
    check(lab.jaywalk("run --jdk jdk -cp . Good"), BAD_INPUT, &["jdk/lib/modules"]);
}

#[test]
fn bad_usage() {
    let lab = Lab::new("usage").class("Good");
    check(lab.jaywalk("run --heap 0 -cp . Good"), BAD_INPUT, &["invalid value '0' for '--heap <MIB>'"]);
    check(lab.jaywalk("run --frobnicate Good"), BAD_INPUT, &["unexpected argument '--frobnicate'"]);
    check(lab.jaywalk("run -cp ."), BAD_INPUT, &["<MAIN>"]);
    check(lab.jaywalk("walk Good"), BAD_INPUT, &["unrecognized subcommand 'walk'"]);
    check(lab.jaywalk(""), BAD_INPUT, &["Usage: jaywalk"]);
}

// ---- what is not the input's fault

#[test]
fn a_native_method_of_the_program() {
    let lab = Lab::new("native").class("Native");
    let out = check(lab.jaywalk("run -cp . Native"), INCONCLUSIVE, &["unsupported: Native.compute(I)I at Native.java:5\n"]);
    assert_eq!(out, "before\n", "what the program printed comes out all the same");
}

#[test]
fn a_limit() {
    let lab = Lab::new("limit").class("Endless").class("Good");
    let says = ["cut off", "--max-instructions"];
    check(lab.jaywalk("run --max-instructions 100000 -cp . Endless"), INCONCLUSIVE, &says);
    check(lab.jaywalk("run --max-instructions 10000000 -cp . Good"), 0, &[]);
    check(lab.jaywalk("run --max-instructions 0 -cp . Good"), INCONCLUSIVE, &says);
}

#[test]
fn no_address_space() {
    let lab = Lab::new("memory").class("Good");
    let mut shell = Command::new("sh");
    clean_environment(&mut shell);
    shell.current_dir(&lab.folder).env("JAVA_HOME", &jdk().home);
    shell.args(["-c", "ulimit -v 8000000; exec \"$0\" run -cp . Good", env!("CARGO_BIN_EXE_jaywalk")]);
    check(shell, INCONCLUSIVE, &["the heap gets no address space", "ulimit -v"]);
}
