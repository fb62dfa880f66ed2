//! Bad input, end to end: an error that names the file, and the offset where there is one; exit code 2; never
//! a panic. What the machine cannot do ends with exit code 3 and the line of the program.

mod lab;

use lab::{Lab, check, compiled, jdk, patched};
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};
use testkit::jdk::clean_environment;

const BAD_INPUT: i32 = 2;
const INCONCLUSIVE: i32 = 3;

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
    check(
        lab.jaywalk("run -cp . Good"),
        BAD_INPUT,
        &["Good.class: not a class file", "CAFEBABE (at byte 0)"],
    );
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
    let lab = Lab::new("package")
        .with("a/Main.java", "package a; public class Main { public static void main(String[] x) {} }");
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
    let lab = Lab::new("cycle")
        .class("Egg")
        .with("Hen.class", patched(compiled("Hen"), b"\x00\x03Cat", b"\x00\x03Egg"));
    let says = ["Egg.class: class Egg is its own superclass"];
    check(lab.jaywalk("run -cp . Egg"), BAD_INPUT, &says);
}

#[test]
fn a_superclass_that_is_an_interface() {
    let hen = patched(compiled("Hen"), b"\x00\x03Cat", b"\x00\x12java/lang/Runnable");
    let lab = Lab::new("interface").class("Egg").with("Hen.class", hen);
    check(
        lab.jaywalk("run -cp . Egg"),
        BAD_INPUT,
        &["Egg.class: ", "Hen has interface java.lang.Runnable as super class"],
    );
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
    check(
        lab.jaywalk("run -cp . Broken"),
        BAD_INPUT,
        &["Broken.class: Broken.length(Ljava/lang/Object;)I: ", &place],
    );
}

// ---- the main class and its place

#[test]
fn missing_classes() {
    let lab = Lab::new("missing").class("Good");
    check(
        lab.jaywalk("run -cp . Nowhere"),
        BAD_INPUT,
        &["class Nowhere is not on the class path (.)", "-cp"],
    );
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
    let cases = [
        ("NoMain", "has no main method"),
        ("Instance", "main method is not static"),
        ("Hidden", "main method is not public"),
    ];
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
    let lab = Lab::new("no-jdk")
        .class("Good")
        .with("empty/x", "")
        .with("old/release", "JAVA_VERSION=\"1.8.0_292\"\n");
    let next = "or give --jdk PATH";
    check(
        lab.jaywalk("run --jdk /nonexistent -cp . Good"),
        BAD_INPUT,
        &["/nonexistent: no JDK is here", next],
    );
    check(
        lab.jaywalk("run --jdk empty -cp . Good"),
        BAD_INPUT,
        &["empty: no JDK is here", "\"release\"", next],
    );
    check(
        lab.jaywalk("run --jdk old -cp . Good"),
        BAD_INPUT,
        &["old: the JDK here is version 1.8.0_292", next],
    );
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
    let out = check(
        lab.jaywalk("run -cp . Native"),
        INCONCLUSIVE,
        &["unsupported: Native.compute(I)I at Native.java:5\n"],
    );
    assert_eq!(out, "before\n", "what the program printed comes out all the same");
}

#[test]
fn a_limit() {
    let lab = Lab::new("limit").class("Endless").class("Good");
    let says = ["cut off", "--max-instructions"];
    check(lab.jaywalk("run --max-instructions 100000 -cp . Endless"), INCONCLUSIVE, &says);
    check(lab.jaywalk("run --max-instructions 10000000 -cp . Good"), 0, &[]);
    check(lab.jaywalk("run --max-instructions 0 -cp . Good"), INCONCLUSIVE, &says);
    check(lab.jaywalk("run --max-seconds 0.5 -cp . Endless"), INCONCLUSIVE, &["cut off", "--max-seconds"]);
    check(lab.jaywalk("run --max-seconds 60 -cp . Good"), 0, &[]);
    // What moves many bytes counts as long work: a step of it ends, so that limits can be looked at.
    let lab = lab.class("Copies").class("Scans");
    check(lab.jaywalk("check --max-states 2 -cp . Copies"), INCONCLUSIVE, &[]);
    // What looks at as many does, too.
    check(lab.jaywalk("check --max-states 2 -cp . Scans"), INCONCLUSIVE, &[]);
    // Whether a thread only polls is soon found out, or not at all: limits are looked at in between. It took minutes.
    let (lab, begun) = (lab.class("Computes"), Instant::now());
    let out = check(lab.jaywalk("check --max-seconds 1 -cp . Computes"), INCONCLUSIVE, &[]);
    assert!(out.contains("the time limit was reached"), "{out}");
    assert!(begun.elapsed() < Duration::from_secs(40), "the limit holds");
}

#[test]
fn no_address_space() {
    let lab = Lab::new("memory").class("Good");
    let limited = |line: &str| {
        let mut shell = Command::new("sh");
        clean_environment(&mut shell);
        shell.current_dir(&lab.folder).env("JAVA_HOME", &jdk().home);
        shell.args(["-c", line, env!("CARGO_BIN_EXE_jaywalk")]);
        shell
    };
    // What is reserved is what the heap may grow to.
    check(limited("ulimit -v 2000000; exec \"$0\" run --heap 512 -cp . Good"), 0, &[]);
    let shell = limited("ulimit -v 8000000; exec \"$0\" run -cp . Good");
    check(shell, INCONCLUSIVE, &["a heap of 4096 MiB gets no address space", "--heap", "ulimit -v"]);
}

// ---- the same while exploring

#[test]
fn checking_bad_input() {
    let lab = Lab::new("check-main").class("Child");
    check(lab.jaywalk("check -cp . Child"), BAD_INPUT, &["Child.class: class Child needs class Base"]);
    check(lab.jaywalk("check --max-states 0 Child"), BAD_INPUT, &["--max-states"]);
    let lab = Lab::new("check-late").class("User").with("Good.class", &compiled("Good")[..100]);
    let out = check(lab.jaywalk("check -cp . User"), BAD_INPUT, &[]);
    assert!(out.starts_with("INCONCLUSIVE  User  invalid input: ./Good.class: cut short"), "{out}");
    assert!(out.contains("(at byte "), "{out}");
}

#[test]
fn checking_what_is_not_supported() {
    let lab = Lab::new("check-native").class("Native");
    let out = check(lab.jaywalk("check -cp . Native"), INCONCLUSIVE, &[]);
    assert!(out.contains("unsupported: Native.compute(I)I at Native.java:5\n"), "{out}");
}
