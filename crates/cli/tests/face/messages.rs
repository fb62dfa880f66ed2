//! What is said where something is wrong with what was given, or where `java` would say more.

use crate::lab::Lab;

const TWO: &str = "public class Two {\n\
    \x20   public static void main(String[] args) throws Exception {\n\
    \x20       Thread one = new Thread(() -> new Gone().hello());\n\
    \x20       Thread two = new Thread(() -> new Gone().hello());\n\
    \x20       one.start(); two.start(); one.join(); two.join();\n\
    \x20   }\n\
    }\n\
    class Gone { void hello() { } }\n";

#[test]
fn a_class_that_is_missing_is_bad_input_and_told_once() {
    let lab = Lab::new("missing-class");
    lab.write("Two.java", TWO);
    assert_eq!(lab.shell("javac -d classes Two.java && rm classes/Gone.class").code, 0);
    let done = lab.run(&["check", "--all", "-cp", "classes", "Two"]);
    assert_eq!(done.code, 2, "{}{}", done.out, done.err);
    assert_eq!(done.out.matches("the class Gone is needed").count(), 1, "{}", done.out);
    assert!(done.out.contains("Two.java:"), "{}", done.out);
}

#[test]
fn what_was_null_is_said_as_java_says_it() {
    let lab = Lab::new("what-was-null");
    let text = "public class Null {\n\
        \x20   static String[] names = new String[1];\n\
        \x20   public static void main(String[] args) {\n\
        \x20       System.out.println(names[0].length());\n\
        \x20   }\n}\n";
    lab.write("Null.java", text);
    let done = lab.run(&["check", "Null.java"]);
    let wanted = "Cannot invoke \"String.length()\" because \"Null.names[0]\" is null";
    assert!(done.code == 1 && done.out.contains(wanted), "{}{}", done.out, done.err);
}

#[test]
fn what_cannot_be_written_is_noticed_before_the_search() {
    let lab = Lab::new("unwritable");
    lab.write("Two.java", TWO);
    for flag in ["--json", "--html", "--sarif", "--junit", "--repro", "--checkpoint"] {
        let done = lab.run(&["check", flag, "nowhere/file", "Two.java"]);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{flag}: {}", done.err);
        assert!(done.err.contains("nowhere/file: cannot be written"), "{flag}: {}", done.err);
    }
    let done = lab.run(&["check", "--json", "new.json", "Missing.java"]);
    assert_eq!(done.code, 2);
    assert!(!lab.folder.join("new.json").exists(), "a file of a check that never was");
}

#[test]
fn a_value_that_turns_out_to_be_wrong_is_told_with_where_it_stands() {
    let lab = Lab::new("late-values");
    lab.write("Two.java", TWO);
    let wrong = [
        ("html = \"nowhere/x.html\"", "html: nowhere/x.html: cannot be written"),
        ("jdk = \"nowhere\"", "jdk: nowhere: no JDK is here"),
        ("workers = -1", "workers: invalid value '-1'"),
    ];
    for (line, what) in wrong {
        lab.write("jaywalk.toml", &format!("{line}\n"));
        let done = lab.run(&["check", "Two.java"]);
        assert_eq!(done.code, 2, "{line}: {}", done.out);
        assert!(done.err.starts_with(&format!("jaywalk: jaywalk.toml: {what}")), "{line}: {}", done.err);
    }
    lab.write("jaywalk.toml", "html = \"nowhere/x.html\"\n");
    let done = lab.run(&["check", "--html", "nowhere/x.html", "Two.java"]);
    assert!(
        done.err.starts_with("jaywalk: nowhere/x.html: cannot"),
        "what a flag says is the flag's: {}",
        done.err
    );
    lab.write("jaywalk.toml", "");
    let done = lab.run(&["check", "--max-seconds", "-1", "Two.java"]);
    assert!(done.code == 2 && done.err.contains("invalid value '-1'"), "{}", done.err);
}

#[test]
fn a_file_of_a_replay_that_is_not_there_is_no_broken_string() {
    let lab = Lab::new("no-such-repro");
    let done = lab.run(&["replay", "lost.jaywalk-repro"]);
    assert_eq!((done.code, done.err.trim()), (2, "jaywalk: lost.jaywalk-repro: there is no such file"));
}

#[test]
fn a_message_of_a_megabyte_is_cut_and_nothing_of_it_reaches_a_page_that_turns_it() {
    let lab = Lab::new("long-message");
    let text = "public class Long {\n\
        \x20   public static void main(String[] args) throws Exception {\n\
        \x20       Thread t = new Thread(() -> { }, \"a\\u202Eb\\u0007\");\n\
        \x20       t.start(); t.join();\n\
        \x20       throw new IllegalStateException(\"x\".repeat(1_000_000));\n\
        \x20   }\n}\n";
    lab.write("Long.java", text);
    let done = lab.run(&["check", "--html", "long.html", "Long.java"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.out.len() < 20_000 && done.out.contains("characters)"), "{}", done.out.len());
    let page = lab.read("long.html");
    assert!(page.len() < 500_000, "{}", page.len());
    assert!(!page.contains(['\u{202E}', '\u{7}']), "the name of a thread");
}

#[test]
fn a_wrong_value_is_told_with_where_it_stands() {
    let lab = Lab::new("wrong-values");
    lab.write("Two.java", TWO);
    lab.write("jaywalk.toml", "max-states = \"many\"\n");
    let done = lab.run(&["check", "Two.java"]);
    assert_eq!(done.code, 2);
    assert!(done.err.starts_with("jaywalk: jaywalk.toml: max-states: invalid value"), "{}", done.err);
    let done = crate::lab::done(
        lab.command(&["check", "Two.java"]).env("JAYWALK_CONFIG", "/dev/null").env("JAYWALK_REDUCE", "some"),
    );
    assert!(done.err.starts_with("jaywalk: JAYWALK_REDUCE: reduce: invalid value"), "{}", done.err);
}

/// What a terminal would obey: a reset, a bell, a carriage return.
const OBEYED: [&str; 3] = ["\u{1b}cxy", "\u{7}wxyz", "\rwxyz"];

/// Names in class files may hold them: a class, a field and a method are given such names by hand.
fn hostile(name: &str) -> (Lab, String) {
    let lab = Lab::new(name);
    let text = "public class Namex { int fieldx; void callxx() { throw new IllegalStateException(); }
        public static void main(String[] a) throws Exception {
            Namex x = new Namex();
            Thread t = new Thread(() -> { x.fieldx++; x.callxx(); }, \"a\\u001b[2J\\u202eb\\u009b\");
            t.start(); x.fieldx++; t.join(); } }";
    lab.write("Namex.java", text);
    assert_eq!(lab.shell("javac -d . Namex.java").code, 0);
    let mut bytes = std::fs::read(lab.folder.join("Namex.class")).unwrap();
    for (plain, other) in [("Namex", OBEYED[2]), ("fieldx", OBEYED[1]), ("callxx", OBEYED[0])] {
        assert!(plain.len() >= other.len());
        let other = format!("{other}{}", "z".repeat(plain.len() - other.len()));
        let places: Vec<usize> =
            (0..bytes.len()).filter(|&at| bytes[at..].starts_with(plain.as_bytes())).collect();
        places.into_iter().for_each(|at| bytes[at..at + plain.len()].copy_from_slice(other.as_bytes()));
    }
    std::fs::write(lab.folder.join(format!("{}.class", OBEYED[2])), bytes).unwrap();
    (lab, OBEYED[2].to_string())
}

#[test]
fn no_message_has_anything_that_a_terminal_obeys() {
    let (lab, class) = hostile("obeyed");
    let name = class.as_str();
    for args in [
        &["check", "--all", "--races", "-cp", ".", name][..],
        &["check", "--story", "full", "--outputs", "-cp", ".", name],
        &["explore", "-cp", ".", "--length", "1", name],
        &["linearize", "-cp", ".", name],
        &["replay", "1:\u{1b}[2J", name],
        &["check", "-cp", "no\u{1b}[2Jwhere", "A\u{202e}"],
        &["check", "--ltl", "G \u{1b}[2J", "-cp", ".", name],
        &["doctor", "-cp", ".", name],
    ] {
        let came = lab.run(args);
        assert_ne!(came.code, 70, "{args:?}: {}", came.err);
        assert!(!came.out.is_empty() || !came.err.is_empty());
        let is_obeyed =
            |c: char| (c.is_control() && c != '\n' && c != '\t') || "\u{202e}\u{2066}".contains(c);
        for text in [&came.out, &came.err] {
            assert!(!text.contains(is_obeyed), "{args:?}: {text:?}");
        }
    }
}

/// Telling very many threads apart takes long, and nobody reads it.
#[test]
fn of_very_many_threads_the_others_are_counted() {
    let lab = Lab::new("many");
    lab.write(
        "Many.java",
        "public class Many {
            public static void main(String[] args) {
                for (int i = 0; i < 2_000; i++) {
                    new Thread(java.util.concurrent.locks.LockSupport::park).start();
                }
            }
        }",
    );
    let done = lab.run(&["run", "Many.java"]);
    assert!(done.err.contains("1900 more threads wait"), "{}", done.err);
}
