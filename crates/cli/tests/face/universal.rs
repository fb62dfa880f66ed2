//! Environments of which nothing is said do all that anybody could do to a unit, or say what they leave out.

use crate::lab::Lab;

/// Inherited members, those that are not public, and elements of arrays that come out: each breaks an assertion.
#[test]
fn inherited_members_and_those_of_the_package_are_used() {
    let lab = Lab::new("env-offers");
    lab.write(
        "Base.java",
        "public class Base {
            public int open; protected int lim;
            public void set(int n) { lim = n; }
            protected void raise() { lim = 9; }
        }",
    );
    lab.write(
        "Unit.java",
        "public class Unit extends Base implements Comparable<Unit> {
            public final int[] slots = new int[1];
            private final int[][] deep = new int[1][1];
            private boolean flag; int near; private int far;
            public int compareTo(Unit other) { return 0; }
            public int[][] leak() { return deep; }
            public java.util.List<String> list() { return null; }
            protected void guarded() { flag = true; }
            void packaged() { far = 1; }
            public void inheritedMethod() { assert lim != 1; }
            public void inheritedGuarded() { assert lim != 9; }
            public void inheritedField() { assert open == 0; }
            public void element() { assert slots[0] == 0; }
            public void elementOfElement() { assert deep[0][0] == 0; }
            public void guardedMethod() { assert !flag; }
            public void packagedField() { assert near == 0; }
            public void packagedMethod() { assert far == 0; }
        }",
    );
    lab.write("Unit.env", "unit Unit; values { int = 0..1; }");
    let done = lab.run(&["check", "--all", "--env", "Unit.env", "1"]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    for method in [
        "inheritedMethod",
        "inheritedGuarded",
        "inheritedField",
        "element",
        "elementOfElement",
        "guardedMethod",
        "packagedField",
        "packagedMethod",
    ] {
        assert!(done.out.contains(&format!("at Unit.{method}(")), "{method}: {}{}", done.out, done.err);
    }
    for said in [
        "what is not public is used (Unit.guarded(), Unit.packaged(), Unit.raise(), Unit.near and 1 more)",
        "objects that the unit hands out and that are not its own are left alone (java.util.List by Unit.list())",
        "nobody outside the unit takes the monitors of its objects",
    ] {
        assert!(done.err.contains(said), "{said}: {}", done.err);
    }
    let shown = lab.run(&["env", "show", "--unit", "Unit"]);
    for line in
        ["call    void set(int)  (of Base)", "call    void packaged()  (not public)", "assign  int near"]
    {
        assert!(shown.out.contains(line), "{line}: {}", shown.out);
    }
    // A bridge is no second method.
    assert!(!shown.out.contains("compareTo(Object)"), "{}", shown.out);
}

/// What no driver does is said, and a verdict that is safe says that it rests on it.
#[test]
fn what_is_left_out_is_what_a_verdict_rests_on() {
    let lab = Lab::new("env-left-out");
    lab.write(
        "one/Unit.java",
        "package one;
        public class Unit extends java.util.ArrayList<String> {
            int near; protected int guarded;
            public void add(Runnable work) { }
            public void look() { }
        }",
    );
    lab.write("Whole.env", "unit one.*; instances { one.Unit u; }");
    let done = lab.run(&["check", "--json", "r.json", "--env", "Whole.env", "1"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    let record = lab.read("r.json");
    for said in [
        "what Unit inherits from java.util.ArrayList is never called (",
        "what is not public and not in a package of the drivers is never used of Unit (near)",
        "add(Runnable) is never done: there is no Runnable to choose",
    ] {
        assert!(done.err.contains(said) && record.contains(said), "{said}: {}\n{record}", done.err);
    }
    // The package may be anybody's if only its class is the unit.
    lab.write("Class.env", "unit one.Unit; instances { one.Unit u; }");
    let done = lab.run(&["check", "--env", "Class.env", "1"]);
    assert!(done.err.contains("what is not public is used (Unit.near, Unit.guarded)"), "{}", done.err);
}

#[test]
fn names_that_java_takes_otherwise_are_refused_at_the_spot() {
    let lab = Lab::new("env-java-words");
    lab.write("Slot.java", "public class Slot { public void put() { } }");
    for (spec, said) in [
        ("instances { Slot class; }", "class is a word of Java"),
        ("instances { Slot s; } thread int: s.put();", "int is a word of Java"),
        ("thread Verify: Slot.put();", "the drivers have a Verify of their own"),
        ("thread Slot: Slot.put();", "Slot is the name of a class"),
        ("thread wEnvironment: Slot.put();", "the drivers have a wEnvironment of their own"),
        ("thread T: for Slot at: at.put();", "the drivers have a at of their own"),
        ("thread T: for Slot while: while.put();", "while is a word of Java"),
        ("thread T 0: Slot.put();", "none of these threads would be there"),
        ("instances { 0 Slot; }", "none of these instances would be there"),
        ("import java.util.Nope; thread T: Slot.put();", "there is no class java.util.Nope"),
    ] {
        lab.write("w.env", &format!("unit Slot; {spec}"));
        let done = lab.run(&["check", "--env", "w.env"]);
        assert_eq!(done.code, 2, "{spec}: {}{}", done.out, done.err);
        assert!(done.err.contains(said), "{spec}\n{}", done.err);
        assert!(done.err.contains("w.env:1:") && done.err.contains('^'), "{spec}\n{}", done.err);
    }
}
