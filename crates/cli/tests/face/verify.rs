//! `env verify`: real programs, and what a specification allows them.

use crate::lab::Lab;

const SLOT: &str = "public class Slot {
    private Object item;
    public int uses;
    public Slot() { }
    public Slot(int uses) { this.uses = uses; }
    public synchronized void put(Object next) throws InterruptedException {
        while (item != null) wait();
        item = next;
        notifyAll();
    }
    public synchronized Object take() throws InterruptedException {
        while (item == null) wait();
        Object taken = item;
        item = null;
        notifyAll();
        return taken;
    }
    public Runnable later() { return () -> uses++; }
    public Thread own() { Thread t = new Thread(() -> { try { put(\"own\"); } catch (InterruptedException e) { } \
    }); t.start(); return t; }
}";

const SLOTS: &str = "unit Slot; instances { Slot slot; } values { Object = {\"a\"}; }
thread Producer: slot.put(*){2}; thread Consumer: slot.take(){2};";

/// A program of threads that do these things to a slot.
fn program(name: &str, before: &str, threads: &[&str]) -> String {
    let start = |body: &&str| {
        format!("new Thread(() -> {{ try {{ {body} }} catch (InterruptedException e) {{ }} }}).start();\n")
    };
    let threads: String = threads.iter().map(start).collect();
    format!(
        "public class {name} {{ static volatile boolean flag;
        static void reflect(Slot s) {{
            try {{ Slot.class.getMethod(\"later\").invoke(s); }} catch (Exception e) {{ throw new Error(e); }}
        }}
        static void handle(Slot s) {{
            try {{
                java.lang.invoke.MethodType type = java.lang.invoke.MethodType.methodType(Runnable.class);
                Object o = java.lang.invoke.MethodHandles.lookup().findVirtual(Slot.class, \"later\", type).invoke(s);
            }} catch (Throwable e) {{ throw new Error(e); }}
        }}
        public static void main(String[] args) throws Exception {{ Slot s = new Slot(); {before}\n{threads} }} }}"
    )
}

/// All classes compiled by one run of the compiler.
fn lab(name: &str, programs: &[(&str, &str, &[&str])]) -> Lab {
    let lab = Lab::new(name);
    lab.write("src/Slot.java", SLOT);
    let mut files = "src/Slot.java".to_string();
    for (name, before, threads) in programs {
        lab.write(&format!("src/{name}.java"), &program(name, before, threads));
        files += &format!(" src/{name}.java");
    }
    let done = lab.shell(&format!("javac -g -d . {files}"));
    assert_eq!(done.code, 0, "{}", done.err);
    lab
}

const PUTS: &str = "s.put(\"a\"); s.put(\"a\");";
const TAKES: &str = "s.take(); s.take();";

#[test]
fn what_a_program_does_is_allowed_or_told() {
    let lab = lab(
        "verify",
        &[
            ("Good", "", &[PUTS, TAKES]),
            ("Other", "", &["s.put(\"a\"); s.put(\"b\");", TAKES]),
            ("Field", "", &[PUTS, "s.take(); s.take(); s.uses = 3;"]),
            ("Short", "", &["s.put(\"a\");", "s.take();"]),
            ("Few", "", &["s.put(\"a\");"]),
            ("Reflected", "", &[PUTS, "s.take(); s.take(); reflect(s);"]),
            ("Handled", "", &[PUTS, "s.take(); s.take(); handle(s);"]),
            ("Referred", "", &[PUTS, "s.take(); s.take(); java.util.List.of(s).forEach(Slot::later);"]),
            ("Many", "", &[PUTS, TAKES, PUTS, TAKES]),
            ("Second", "new Slot();", &[PUTS, TAKES]),
            (
                "Sometimes",
                "",
                &[
                    "s.put(\"a\"); flag = true; s.put(\"a\");",
                    "s.take(); if (flag) s.take(); else s.put(\"a\");",
                ],
            ),
            ("Lambda", "new Thread(s.later()).start();", &[PUTS, TAKES]),
        ],
    );
    lab.write("Slot.env", SLOTS);
    lab.write("Few.env", &SLOTS.replace("{2}", "{1}"));
    let all = "the assumption Slot.env";
    for (main, code, words) in [
        ("Good", 0, all),
        ("Other", 1, "Slot.put(\"b\") by thread Thread-0, where Slot.env expects Producer: slot.put(*)"),
        ("Field", 1, "Slot.uses = 3 by thread Thread-1, where Slot.env expects nothing more of it"),
        ("Short", 1, "ends, where Slot.env expects"),
        ("Few", 1, "the program ends, and nobody has been Producer or Consumer of Few.env"),
        ("Reflected", 1, "Slot.later() by thread Thread-1, where Slot.env expects nothing more of it"),
        ("Handled", 1, "Slot.later() by thread Thread-1, where Slot.env expects nothing more of it"),
        ("Referred", 1, "Slot.later() by thread Thread-1, where Slot.env expects nothing more of it"),
        ("Many", 1, "which is one more than Slot.env has for "),
        ("Second", 1, "new Slot() by thread main, which is none of the instances that Slot.env has"),
        ("Sometimes", 1, "Slot.put(\"a\") by thread Thread-1, where Slot.env expects Consumer: slot.take()"),
        ("Lambda", 1, "Slot.later() by thread main"),
    ] {
        let file = if main == "Few" { "Few.env" } else { "Slot.env" };
        let done = lab.run(&["env", "verify", file, main]);
        assert_eq!(done.code, code, "{main}: {}{}", done.out, done.err);
        assert!(done.out.contains(words), "{main}: {}{}", done.out, done.err);
        // Without reduction it is the same.
        let plain = lab.run(&["env", "verify", "--reduce", "off", "--max-states", "20000", file, main]);
        let is_large = main == "Many";
        assert!(plain.code == code || is_large && plain.code == 3, "{main}: {}{}", plain.out, plain.err);
        if code == 1 {
            assert!(done.out.contains("assumption"), "{main}: {}", done.out);
            let line = done.out.lines().find_map(|line| line.trim().strip_prefix("replay: ")).unwrap();
            let again = lab.shell(line);
            assert_eq!(again.code, 1, "{line}: {}{}", again.out, again.err);
            assert!(again.out.contains(words), "{line}: {}{}", again.out, again.err);
        }
    }
    // A search that is cut off says nothing.
    let cut = lab.run(&["env", "verify", "--max-states", "5", "Slot.env", "Good"]);
    assert_eq!(cut.code, 3, "{}{}", cut.out, cut.err);
}

#[test]
fn names_scopes_and_beginnings_are_followed() {
    let lab = lab(
        "verify-scopes",
        &[
            ("Two", "Slot t = new Slot(3); s.put(\"a\");", &["t.put(\"a\"); s.take(); t.take();"]),
            ("Swapped", "Slot t = new Slot(3); t.put(\"a\");", &["s.put(\"a\"); t.take(); s.take();"]),
            ("Late", "Slot t = new Slot(3);", &["t.put(\"a\"); s.take(); t.take();"]),
            ("Result", "", &["s.put(\"a\"); Object o = s.take(); s.put(o);"]),
            ("NotResult", "", &["s.put(\"a\"); Object o = s.take(); s.put(\"b\");"]),
            ("Own", "s.own();", &["s.take();"]),
        ],
    );
    let head = "unit Slot; values { Object = {\"a\", \"b\"}; }";
    lab.write(
        "Two.env",
        &format!(
            "{head} instances {{ Slot s; Slot t = new Slot(3); }} first: s.put(\"a\");
         thread T: t.put(*), s.take(), t.take();"
        ),
    );
    lab.write(
        "Any.env",
        &format!("{head} instances {{ Slot s; Slot t = new Slot(3); }}
         thread M: (for Slot x: x.put(\"a\")); thread T: (for Slot x: for Slot y != x: x.put(*), y.take(), x.take());"),
    );
    lab.write(
        "Result.env",
        &format!("{head} instances {{ Slot s; }} thread T: s.put(*), (for Object o = s.take(): s.put(o));"),
    );
    lab.write(
        "Later.env",
        &format!("{head} instances {{ Slot s; }} thread M: s.own(); thread T ltl: \"s.take()\" & X G !\"s.take()\";"),
    );
    for (file, main, code, words) in [
        ("Two.env", "Two", 0, ""),
        (
            "Two.env",
            "Swapped",
            1,
            "Slot.put(\"a\") by thread main, where Two.env expects First: s.put(\"a\")",
        ),
        ("Two.env", "Late", 1, "expects First: s.put(\"a\") first"),
        ("Any.env", "Two", 0, ""),
        ("Any.env", "Swapped", 0, ""),
        ("Result.env", "Result", 0, ""),
        (
            "Result.env",
            "NotResult",
            1,
            "Slot.put(\"b\") by thread Thread-0, where Result.env expects T: s.put(o)",
        ),
        ("Later.env", "Own", 0, ""),
    ] {
        let done = lab.run(&["env", "verify", file, main]);
        assert_eq!(done.code, code, "{file} {main}: {}{}", done.out, done.err);
        assert!(done.out.contains(words), "{file} {main}: {}{}", done.out, done.err);
    }
}

#[test]
fn what_cannot_be_watched_is_said() {
    let lab = lab("verify-bad", &[("Good", "", &[PUTS, TAKES])]);
    lab.write("Jdk.env", "unit Slot; instances { Slot s; java.util.ArrayList list; } thread T: s.take();");
    lab.write("Hash.env", "unit Slot; instances { Slot s; } thread T: s.hashCode();");
    lab.write("Slot.env", SLOTS);
    for (args, code, words) in [
        (["Jdk.env", "Good"], 3, "class of the JDK"),
        (["Hash.env", "Good"], 3, "only calls of methods that the unit has itself"),
        (["Slot.env", "Slot"], 2, "is of the unit"),
        (["Good", "Slot.env"], 2, "give it before MAIN"),
        (["None.env", "Good"], 2, "None.env: cannot be read"),
        (["Slot.env", "Absent.java"], 2, "there is no such file"),
    ] {
        let done = lab.run(&["env", "verify", args[0], args[1]]);
        assert_eq!(done.code, code, "{args:?}: {}{}", done.out, done.err);
        assert!(done.err.contains(words), "{args:?}: {}{}", done.out, done.err);
    }
}

/// A program that never touches a unit that it must touch is told, and a call by way of a bridge is the call of what it
/// leads to.
#[test]
fn nobody_is_missed_and_bridges_are_what_they_lead_to() {
    let lab = Lab::new("verify-bridges");
    lab.write("src/Taker.java", "public interface Taker<T> { void take(T what); }");
    lab.write("src/Base.java", "public class Base { public void inherited() { } }");
    lab.write(
        "src/Unit.java",
        "public class Unit extends Base implements Taker<String> { public void take(String what) { } }",
    );
    lab.write("src/Nobody.java", "public class Nobody { public static void main(String[] a) { } }");
    lab.write(
        "src/Bridge.java",
        "public class Bridge { public static void main(String[] a) {
            Taker<String> unit = new Unit(); unit.take(\"a\"); ((Base) unit).inherited(); } }",
    );
    let done = lab.shell("javac -g -d . src/*.java");
    assert_eq!(done.code, 0, "{}", done.err);
    lab.write(
        "Unit.env",
        "unit Unit; instances { Unit u; } values { String = {\"a\"}; } thread T: u.take(*);",
    );
    let nobody = lab.run(&["env", "verify", "Unit.env", "Nobody"]);
    assert_eq!(nobody.code, 1, "{}{}", nobody.out, nobody.err);
    assert!(nobody.out.contains("nobody has been T of Unit.env"), "{}", nobody.out);
    let bridge = lab.run(&["env", "verify", "Unit.env", "Bridge"]);
    assert_eq!(bridge.code, 0, "{}{}", bridge.out, bridge.err);
    let said = "what the unit inherits from classes around it is not followed (Unit.inherited())";
    assert!(bridge.err.contains(said), "{}", bridge.err);
}
