//! The files that a check writes, and what it says on GitHub's runners.

use crate::lab::{LOST_UPDATE, Lab, done};

#[test]
fn a_check_writes_what_it_is_asked_for() {
    let lab = Lab::new("files");
    lab.write("Lost.java", LOST_UPDATE);
    let files = ["--json", "a.json", "--html", "a.html", "--sarif", "a.sarif", "--junit", "a.xml"];
    let checked = lab.run(&[&["check"], &files[..], &["Lost.java"]].concat());
    assert_eq!(checked.code, 1, "{}{}", checked.out, checked.err);
    assert!(checked.out.contains("view: a.html"));
    assert!(lab.read("a.json").contains("\"property\": \"assertion\""));
    let page = lab.read("a.html");
    assert!(page.contains("static int counter;"), "the source is in the page");
    assert!(page.contains("\"graph\":{\"states\":"), "a small state space is drawn");
    assert!(lab.read("a.sarif").contains("\"uri\": \"Lost.java\""));
    assert!(lab.read("a.xml").contains("failures=\"1\""));
    let unwritable = lab.run(&["check", "--html", "no/such/folder.html", "Lost.java"]);
    assert_eq!(unwritable.code, 2);
    assert!(unwritable.err.contains("cannot be written"));
}

#[test]
fn runners_of_github_get_annotations() {
    let lab = Lab::new("github");
    lab.write("Lost.java", LOST_UPDATE);
    let on_github = done(lab.command(&["check", "Lost.java"]).env("GITHUB_ACTIONS", "true"));
    let line = on_github.out.lines().find(|line| line.starts_with("::error ")).unwrap();
    assert!(line.starts_with("::error file=Lost.java,line=9,title=jaywalk%3A assertion::"), "{line}");
    assert!(!lab.run(&["check", "Lost.java"]).out.contains("::error"));
}

#[test]
fn a_pipe_gets_plain_text() {
    let lab = Lab::new("plain");
    lab.write("Lost.java", LOST_UPDATE);
    let piped = lab.run(&["check", "Lost.java"]);
    assert!(!piped.out.contains('\x1b'));
    let narrow = done(lab.command(&["check", "Lost.java"]).env("COLUMNS", "70"));
    assert!(narrow.out.lines().filter(|line| line.contains(" | ")).all(|line| line.chars().count() <= 70));
}
