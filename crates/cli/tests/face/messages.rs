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
