//! Environments: specifications that are checked, drivers that are written, and what is wrong with a specification.

use crate::lab::{Lab, root};

const SLOT: &str = "public class Slot {
    private Object item;
    public synchronized void put(Object next) throws InterruptedException {
        while (item != null) wait();
        item = next;
        NOTIFY
    }
    public synchronized Object take() throws InterruptedException {
        while (item == null) wait();
        Object taken = item;
        item = null;
        NOTIFY
        return taken;
    }
}";

const SLOTS: &str = "unit Slot; instances { Slot slot; } values { Object = {\"a\"}; }
thread Producer 2: slot.put(*){2}; thread Consumer 2: slot.take(){2};";

#[test]
fn the_examples_are_judged_as_they_say() {
    let lab = Lab::new("env-examples");
    let folder = root().join("examples/environment");
    for (name, code, words) in [
        ("Observer", 1, "told though it has left"),
        ("Buffer", 0, "complete"),
        ("ReadersWriters", 0, "complete"),
        ("Table", 1, "deadlock"),
        ("Workers", 1, "deadlock"),
    ] {
        let file = folder.join(format!("{name}.env"));
        let done = lab.run(&["check", "--env", file.to_str().unwrap()]);
        assert_eq!(done.code, code, "{name}: {}{}", done.out, done.err);
        assert!(done.out.contains(words), "{name}: {}", done.out);
    }
}

#[test]
fn a_lost_signal_is_found_and_its_cure_is_safe() {
    for (call, code) in [("notify();", 1), ("notifyAll();", 0)] {
        let lab = Lab::new(&format!("env-slot-{code}"));
        lab.write("Slot.java", &SLOT.replace("NOTIFY", call));
        lab.write("Slot.env", SLOTS);
        let done = lab.run(&["check", "--env", "Slot.env"]);
        assert_eq!(done.code, code, "{}{}", done.out, done.err);
        // A specification is a program by itself, and the path can be gone again.
        assert_eq!(lab.run(&["check", "Slot.env"]).code, code);
        if code == 1 {
            let line = done.out.lines().find_map(|line| line.trim().strip_prefix("replay: ")).unwrap();
            let again = lab.shell(line);
            assert_eq!(again.code, 1, "{line}: {}{}", again.out, again.err);
        }
    }
}

/// Every outcome of a unit in an environment that was written by hand is one in the environment that assumes no less.
#[test]
fn generated_environments_are_no_smaller_than_real_ones() {
    let lab = Lab::new("env-outcomes");
    lab.write(
        "Account.java",
        "public class Account {
            private int balance;
            public void deposit(int amount) { balance += amount; tell(); }
            public synchronized void withdraw(int amount) { if (balance >= amount) balance -= amount; tell(); }
            private void tell() { System.out.print(balance + \" \"); }
        }",
    );
    lab.write(
        "Real.java",
        "public class Real {
            public static void main(String[] args) {
                Account a = new Account();
                new Thread(() -> { a.deposit(2); a.withdraw(1); }).start();
                new Thread(() -> { a.deposit(1); }).start();
            }
        }",
    );
    for (name, spec) in [
        ("Exact", "thread A: a.deposit(2), a.withdraw(1); thread B: a.deposit(1);"),
        ("Ranges", "values { int = 1..2; } thread A: a.deposit(*), a.withdraw(*); thread B: a.deposit;"),
        (
            "Words",
            "define d = Account.deposit(2) | deposit(1); values { int = 1..2; } thread A: d, withdraw?; thread B: d;",
        ),
        (
            "Temporal",
            "values { int = 1..2; } thread A ltl: \"a.deposit(*)\" & X \"a.withdraw(*)\" & X X G \
                (!\"a.deposit(*)\" & !\"a.withdraw(*)\"); thread B: a.deposit(*);",
        ),
    ] {
        lab.write(&format!("{name}.env"), &format!("unit Account; instances {{ Account a; }} {spec}"));
        let outputs = |main: &str| -> Vec<String> {
            let done = lab.run(&["check", "--outputs", "--max-states", "200000", "--json", "o.json", main]);
            assert_eq!(done.code, 0, "{main}: {}{}", done.out, done.err);
            let record = lab.read("o.json");
            let list = record.split("\"outputs\"").nth(1).and_then(|rest| rest.split(']').next()).unwrap();
            list.split('"').skip(1).step_by(2).map(str::to_string).collect()
        };
        let (real, generated) = (outputs("Real.java"), outputs(&format!("{name}.env")));
        assert!(real.len() > 2, "{real:?}");
        let missing: Vec<&String> = real.iter().filter(|line| !generated.contains(line)).collect();
        assert!(missing.is_empty(), "{name}: {missing:?} of {real:?} are not among {generated:?}");
        if name == "Exact" {
            assert_eq!(real.len(), generated.len(), "{real:?} and {generated:?}");
        }
    }
}

#[test]
fn anything_in_any_order_where_no_thread_is_described() {
    let lab = Lab::new("env-universal");
    lab.write(
        "Door.java",
        "public class Door {
            public boolean open;
            public void walk() { if (open) throw new IllegalStateException(\"nobody walks\"); }
            public void toggle() { open = !open; }
        }",
    );
    lab.write("Door.env", "unit Door;");
    let done = lab.run(&["check", "--env", "Door.env", "1"]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(done.out.contains("nobody walks"), "{}", done.out);
    assert!(done.err.contains("assumed: one instance of Door is made, door1"), "{}", done.err);
    lab.write("Quiet.env", "unit Door; throws IllegalStateException;");
    let quiet = lab.run(&["check", "--env", "Quiet.env"]);
    assert_eq!(quiet.code, 0, "{}{}", quiet.out, quiet.err);
}

#[test]
fn objects_that_the_unit_makes_are_chosen_too() {
    let lab = Lab::new("env-reached");
    lab.write(
        "Mint.java",
        "public class Mint {
            public static class Coin { boolean spent; }
            private Coin last;
            public synchronized void make() { last = new Coin(); }
            public synchronized void spend(Coin coin) { assert !coin.spent : \"spent twice\"; coin.spent = true; }
        }",
    );
    lab.write(
        "Mint.env",
        "unit Mint; instances { Mint m; } thread Maker: m.make; thread Spender: m.spend(*){0,2};",
    );
    let done = lab.run(&["check", "--env", "Mint.env"]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(done.out.contains("spent twice"), "{}", done.out);
    lab.write(
        "Once.env",
        "unit Mint; instances { Mint m; } thread Maker: m.make; thread Spender: m.spend(*)?;",
    );
    let once = lab.run(&["check", "--env", "Once.env"]);
    assert_eq!(once.code, 0, "{}{}", once.out, once.err);
}

#[test]
fn scopes_bind_one_instance_and_another() {
    let lab = Lab::new("env-scopes");
    lab.write(
        "Node.java",
        "public class Node {
            public synchronized void link(Node other) {
                assert other != this : \"linked to itself\";
                synchronized (other) { }
            }
            public Node self() { return this; }
        }",
    );
    for (spec, code) in [
        ("thread T: for Node a: for Node b != a: a.link(b);", 0),
        ("thread T: for Node a: for Node b: a.link(b);", 1),
        ("thread T: for Node a: for Node b = a.self(): a.link(b);", 1),
        ("thread T 2: for Node a: for Node b != a: a.link(b);", 1),
    ] {
        lab.write("Node.env", &format!("unit Node; instances {{ 2 Node; }} {spec}"));
        let done = lab.run(&["check", "--env", "Node.env"]);
        assert_eq!(done.code, code, "{spec}: {}{}", done.out, done.err);
    }
}

#[test]
fn what_is_wrong_with_a_specification_is_shown() {
    let lab = Lab::new("env-wrong");
    lab.write("Slot.java", &SLOT.replace("NOTIFY", "notifyAll();"));
    lab.write(
        "Two.java",
        "public class Two { public void m(long x) {} public void m(Integer x) {} public \
        abstract static class A {} }",
    );
    for (spec, expected) in [
        ("unit Nowhere;", "w.env:1:6: there is no class Nowhere on the class path"),
        ("thread T: m;", "w.env:1:1: which classes are the unit?"),
        ("unit Slot; thread T: slot.put(*);", "slot is neither an instance nor a class"),
        (
            "unit Slot; instances { Slot s; } thread T: s.give();",
            "Slot has no method give that can be called from outside; it has put, take",
        ),
        (
            "unit Slot; instances { Slot s; } thread T: s.put(1, 2);",
            "no put takes these parameters; there is put(Object)",
        ),
        ("unit Slot; instances { Slot s, s; }", "there is an instance s already"),
        ("unit Slot; instances { Slot s; } values { int = {\"a\"}; }", "\"a\" is no int"),
        ("unit Slot; instances { Slot s; } values { Integer = {}; }", "this range is empty"),
        ("unit Slot; instances { Slot s; } values { Slot.take(0) = 1..2; }", "take has no parameter 0"),
        ("unit Slot; instances { Slot s; } values { Slot.nix(0) = 1..2; }", "there is no method nix"),
        ("unit Slot; instances { Slot s; } values { Nix.take(0) = 1..2; }", "there is no class Nix"),
        ("unit Slot; stub java.lang.*; instances { Slot s; }", "java.lang.Object cannot be replaced"),
        (
            "unit Slot; instances { Slot s; } thread T ltl: \"s.take()\" & !\"s.take()\";",
            "nothing that this thread could do satisfies the formula",
        ),
        (
            "unit Slot; instances { Slot s; } thread T ltl: \"s.put(null)\" U \"s.put(*)\";",
            "a call may be both",
        ),
        ("unit Slot; instances { Slot s; } define d = d; thread T: d;", "d is defined by itself"),
        (
            "unit Slot; instances { Slot s; } thread T: for Slot s: s.take();",
            "s is the name of something else here",
        ),
        ("unit Two; instances { Two.A a; }", "Two.A is abstract: say which class is made"),
        (
            "unit Two; instances { Two t; } thread T: t.m(null), t.m(*: String);",
            "no m takes these parameters",
        ),
        (
            "unit Slot; throws String; instances { Slot s; } thread T: s.take();",
            "String is nothing that can be thrown",
        ),
        (
            "unit Slot; instances { Slot s; } thread T: s.item = 1;",
            "there is no field item that can be assigned to",
        ),
    ] {
        lab.write("w.env", spec);
        let done = lab.run(&["check", "--env", "w.env"]);
        assert_eq!(done.code, 2, "{spec}: {}{}", done.out, done.err);
        assert!(done.err.contains(expected), "{spec}\n{}", done.err);
        assert!(done.err.contains("w.env:1:") && done.err.contains('^'), "{spec}\n{}", done.err);
    }
    let gone = lab.run(&["check", "--env", "gone.env"]);
    assert!(gone.code == 2 && gone.err.contains("gone.env: cannot be read"), "{}", gone.err);
    let unit = lab.run(&["env", "show", "--unit", "Nowhere"]);
    assert!(unit.code == 2 && unit.err.contains("there is no class Nowhere"), "{}", unit.err);
}

/// The subject is safe, but a stub that knows types alone hands out watchers that nobody registered; one that knows
/// what it was given finds the race of the real one, and none where the lock is taken.
#[test]
fn stubs_are_as_precise_as_they_are_asked_to_be() {
    let lab = Lab::new("env-stubs");
    let folder = root().join("examples/environment/observer");
    for (name, code, words) in [
        ("Coarse", 1, "told though it is not registered"),
        ("Observer", 1, "told though it is not registered"),
        ("Safe", 0, "complete"),
    ] {
        let file = folder.join(format!("{name}.env"));
        let done = lab.run(&["check", "--env", file.to_str().unwrap()]);
        assert_eq!(done.code, code, "{name}: {}{}", done.out, done.err);
        assert!(done.out.contains(words), "{name}: {}", done.out);
        assert!(done.err.contains("stubs stand in place of Registry"), "{}", done.err);
        // The path of the real race needs a switch in the middle of adding; the other one needs nobody to be added.
        let is_race = done.out.contains("1 preemption");
        assert_eq!(is_race, name == "Observer", "{}", done.out);
        if code == 1 {
            let line = done.out.lines().find_map(|line| line.trim().strip_prefix("replay: ")).unwrap();
            assert_eq!(lab.shell(line).code, 1, "{line}");
        }
    }
    // With the real registry the verdicts are those of the precise stub.
    for (name, code) in [("Observer", 1), ("Coarse", 0)] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.env"))).unwrap();
        for class in ["Subject", "SafeSubject", "Watcher", "Registry"] {
            lab.write(
                &format!("{class}.java"),
                &std::fs::read_to_string(folder.join(format!("{class}.java"))).unwrap(),
            );
        }
        lab.write("Real.env", &text.replace("stub Registry;", ""));
        let done = lab.run(&["check", "--env", "Real.env"]);
        assert_eq!(done.code, code, "{name}: {}{}", done.out, done.err);
    }
}

#[test]
fn stubs_that_cannot_be_made_are_refused_at_the_spot() {
    let lab = Lab::new("env-bad-stubs");
    lab.write(
        "Mill.java",
        "public class Mill {
            public java.util.Vector<String> all = new java.util.Stack<>();
            Wheel wheel = new Wheel();
        }",
    );
    lab.write("Wheel.java", "public class Wheel { public native int turn(); }");
    for (part, spot) in [
        ("stub Mill;", "Bad.env:2:6: Mill is of the unit"),
        ("stub pkg.Nothing;", "Bad.env:2:6: there is no such class"),
        ("stub java.util.Vector;", "java.util.Stack, which is below java.util.Vector"),
        ("stub Wheel; precision much;", "this is one of types, sites, receiver"),
    ] {
        lab.write("Bad.env", &format!("unit Mill;\n{part}\nthread T: Mill.all = null;"));
        let done = lab.run(&["check", "--env", "Bad.env"]);
        assert_eq!(done.code, 2, "{part}: {}{}", done.out, done.err);
        assert!(done.err.contains(spot), "{part}: {}", done.err);
    }
    lab.write("Plain.java", "public class Plain { public static void main(String[] a) { } }");
    let done = lab.run(&["check", "--stub", "java.util.Vector", "Plain.java"]);
    assert!(done.code == 2 && done.err.contains("give a specification"), "{}", done.err);
    lab.write("Unit.env", "unit Mill; thread T: Mill.all = null;");
    // The flags may stand behind the specification.
    lab.compile("classes", &[lab.write("src/Lone.java", "public class Lone { public void run() { } }")]);
    lab.write("Lone.env", "unit Lone; instances { Lone one; } thread T: one.run();");
    assert_eq!(lab.run(&["env", "make", "Lone.env", "-cp", "classes", "-o", "made"]).code, 0);
    // Who does not look at surroundings says so.
    for words in [
        &["run", "--stub", "Wheel", "Plain.java"][..],
        &["run", "--assumption", "Unit.env", "Plain.java"],
        &["test", "--stub", "Wheel", "Plain"],
        &["env", "show", "--stub", "Wheel", "--unit", "Mill"],
        &["env", "make", "--assumption", "Unit.env", "-o", "out", "Unit.env"],
        &["explore", "--assumption", "Unit.env", "Mill"],
        &["linearize", "--stub", "Wheel", "Mill"],
        &["doctor", "--stub", "Wheel"],
    ] {
        let done = lab.run(words);
        let names = done.err.contains("--stub") || done.err.contains("--assumption");
        assert!(done.code == 2 && names, "{words:?}: {}{}", done.out, done.err);
    }
    let done = lab.run(&["check", "--stub", "Mill", "--env", "Unit.env"]);
    assert!(done.code == 2 && done.err.contains("--stub Mill: Mill is of the unit"), "{}", done.err);
}

/// A native method may do anything, and is said to.
#[test]
fn native_code_becomes_a_universal_stub() {
    let lab = Lab::new("env-native");
    lab.write(
        "Mill.java",
        "public class Mill {
            public int speed = 0;
            private final Wheel wheel = new Wheel();
            public void run() {
                wheel.turn(this);
                assert speed == 0 : \"somebody has touched it\";
            }
        }",
    );
    lab.write("Wheel.java", "public class Wheel { public native int turn(Mill mill); }");
    lab.write("Mill.env", "unit Mill; stub Wheel; instances { Mill m; } thread T: m.run();");
    let done = lab.run(&["check", "--env", "Mill.env", "--all"]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(done.out.contains("somebody has touched it"), "{}", done.out);
    assert!(done.err.contains("may do anything: its code cannot be looked into"), "{}", done.err);
}

/// Units of today, and an applet with all of AWT and Swing around it, with stubs in the place of what they call.
#[test]
fn units_with_stubs_are_judged_as_they_say() {
    let lab = Lab::new("env-today");
    let folder = root().join("examples/environment");
    for (name, code, words) in [
        ("today/Cache", 1, "a has changed"),
        ("today/SafeCache", 0, "complete"),
        ("today/Model", 1, "ConcurrentModificationException"),
        ("today/SaveHandler", 1, "two jobs at once"),
        ("autopilot/Autopilot", 1, "mode confusion"),
    ] {
        let file = folder.join(format!("{name}.env"));
        let done = lab.run(&["check", "--env", file.to_str().unwrap()]);
        assert_eq!(done.code, code, "{name}: {}{}", done.out, done.err);
        assert!(done.out.contains(words), "{name}: {}", done.out);
        assert!(done.err.contains("stubs stand in place of"), "{name}: {}", done.err);
    }
}

/// Random classes around a unit: whatever the unit prints with the real ones it can print with their stubs, however
/// closely these were looked at.
#[test]
fn stubs_do_no_less_than_the_real_classes() {
    const PARTS: [&str; 8] = [
        "public void put(Item i, int n) { kept = i; } public Item get() { return kept; }",
        "public void put(Item i, int n) { if (n > 0) { i.level = 2; } } public Item get() { return null; }",
        "public void put(Item i, int n) { i.level = n; kept = i; } public Item get() { return n() ? kept : null; }",
        "public void put(Item i, int n) { list.add(i); } public Item get() { return list.isEmpty() ? null : \
            list.get(0); }",
        "public void put(Item i, int n) { shared = i; } public Item get() { return shared; }",
        "public void put(Item i, int n) { map.put(\"k\", i); } public Item get() { return map.get(\"k\"); }",
        "public void put(Item i, int n) { i.touch(n); } public Item get() { return kept; }",
        "public void put(Item i, int n) { Item old = kept; kept = i; if (old != null) { old.level = 1; } }
         public Item get() { return kept; }",
    ];
    for (number, part) in PARTS.iter().enumerate() {
        let lab = Lab::new(&format!("env-outputs-{number}"));
        lab.write(
            "Item.java",
            "public class Item { public int level; public void touch(int n) { level = n; } }",
        );
        lab.write(
            "Env.java",
            &format!(
                "public class Env {{
                    private Item kept; private static Item shared; private int calls;
                    private final java.util.List<Item> list = new java.util.ArrayList<>();
                    private final java.util.Map<String, Item> map = new java.util.HashMap<>();
                    private boolean n() {{ return calls++ > 0; }}
                    {part}
                }}"
            ),
        );
        lab.write(
            "Unit.java",
            "public class Unit {
                private final Env env = new Env();
                public void a(Item i) { env.put(i, 1); tell(\"a\"); }
                public void b() { tell(\"b\"); }
                private void tell(String by) {
                    Item got = env.get();
                    System.out.print(by + (got == null ? \"-\" : \"\" + got.level) + \" \");
                }
            }",
        );
        let spec =
            "unit Unit, Item; instances { Unit u; Item x, y; } thread A: u.a(x), u.a(y); thread B: u.b();";
        lab.write("Real.env", spec);
        lab.write("Stub.env", &format!("{spec} stub Env;"));
        let outputs = |words: &[&str]| -> Vec<String> {
            let all = [&["check", "--outputs", "--max-states", "200000", "--json", "o.json"], words].concat();
            let done = lab.run(&all);
            assert_eq!(done.code, 0, "{number} {words:?}: {}{}", done.out, done.err);
            let record = lab.read("o.json");
            let list = record.split("\"outputs\"").nth(1).and_then(|rest| rest.split(']').next()).unwrap();
            list.split('"').skip(1).step_by(2).map(str::to_string).collect()
        };
        let real = outputs(&["Real.env"]);
        assert!(real.len() > 1, "{number}: {real:?}");
        let precision = ["receiver", "sites", "types"][number % 3];
        let stubbed = outputs(&["--stub-precision", precision, "Stub.env"]);
        let missing: Vec<&String> = real.iter().filter(|line| !stubbed.contains(line)).collect();
        assert!(
            missing.is_empty(),
            "{number} {precision}: {missing:?} of {real:?} are not among {stubbed:?}"
        );
    }
}

/// What the code behind a stub does to the unit, in ways that are easily overlooked: it is shown, so that the unit's
/// assertion fails as with the real class, or it is said.
#[test]
fn stubs_leave_nothing_out_without_a_word() {
    let ways = [
        (
            "public class Around { static { Unit.seen = 1; } void act(Unit u) {} }",
            "new Around().act(this); assert seen == 0;",
            None,
        ),
        (
            "public class Around { void act(Unit u) throws Exception { u.call(); } }",
            "try { new Around().act(this); } catch (Exception e) { assert e.getMessage() == null; }",
            None,
        ),
        (
            "public class Around { void act(Unit u) { java.util.Optional.of((Runnable) \
                u).ifPresent(Runnable::run); } }",
            "new Around().act(this); assert seen == 0;",
            None,
        ),
        (
            "public class Around { void act(Unit u) throws Unit.Hidden { throw new Unit.Hidden(); } }",
            "try { new Around().act(this); } catch (Hidden e) { assert false; }",
            None,
        ),
        (
            "public class Around { void act(Unit u) { u.cells[0] = 1; } }",
            "new Around().act(this); assert cells[0] == 0;",
            Some("may change objects that the unit has of int[]"),
        ),
        (
            "public class Around { void act(Unit u) { u.text.append('x'); } }",
            "new Around().act(this); assert text.length() == 0;",
            Some("may change objects that the unit has of java.lang.StringBuilder"),
        ),
        (
            "public class Around { void act(Unit u) { synchronized (Unit.class) { } } }",
            "new Around().act(this);",
            Some("may take the monitor of a class"),
        ),
    ];
    for (number, (around, body, said)) in ways.into_iter().enumerate() {
        let lab = Lab::new(&format!("env-words-{number}"));
        lab.write("Around.java", around);
        lab.write(
            "Unit.java",
            &format!(
                "public class Unit implements Runnable {{
                    static class Hidden extends Exception {{ }}
                    static int seen; final int[] cells = new int[1];
                    final StringBuilder text = new StringBuilder();
                    public void run() {{ seen = 1; }}
                    public void call() throws Exception {{ throw new Exception(\"mine\"); }}
                    public void go() throws Exception {{ {body} }}
                }}"
            ),
        );
        lab.write("Stub.env", "unit Unit; instances { Unit u; } stub Around; thread T: u.go();");
        let done = lab.run(&["check", "Stub.env"]);
        let told = format!("{number}: {}{}", done.out, done.err);
        match said {
            None => assert!(done.code == 1 && done.out.contains("assertion"), "{told}"),
            Some(words) => assert!(done.code == 0 && done.err.contains(words), "{told}"),
        }
    }
}

/// A method that declares everything declares nothing: what need not be declared is still the unit's fault.
#[test]
fn drivers_take_what_is_declared_and_no_more() {
    let lab = Lab::new("env-declared");
    lab.write(
        "Unit.java",
        "public class Unit {
            public void broken() throws Throwable { assert false; }
            public void careless() throws Exception { throw new IllegalStateException(); }
            public void strict() throws IllegalStateException, Exception { throw new IllegalStateException(); }
            public void honest() throws Exception { throw new java.io.IOException(); }
        }",
    );
    for (call, property) in
        [("broken", "assertion"), ("careless", "exception"), ("strict", ""), ("honest", "")]
    {
        lab.write("Calls.env", &format!("unit Unit; instances {{ Unit u; }} thread T: u.{call}();"));
        let done = lab.run(&["check", "Calls.env"]);
        let told = format!("{call}: {}{}", done.out, done.err);
        assert_eq!(done.code, i32::from(!property.is_empty()), "{told}");
        assert!(done.out.contains(property), "{told}");
    }
}
