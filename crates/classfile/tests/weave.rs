//! Calls that are put into class files, run by the real `java`, which verifies them.

use base::Symbol;
use classfile::weave::{Assigned, Given, Hook, Weaver, weave};
use classfile::{Access, MethodDesc};
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = r#"
public class Woven {
    interface Shape { default int sides(int more) { return 3 + more; } }
    int field;
    static long all;
    Woven(int start) { this(start, start > 2 ? new String("big") : new String("small")); }
    Woven(int start, String how) { field = start; all += how.length(); }
    int loop(int times, long b, double c, Object d) {
        while (times > 0) { times--; field++; }
        switch (field) { case 1: return 10; case 2: return 20; case 3: return 30; default: }
        switch (field) { case 1000: return 1; case 100000: return 2; default: }
        try { if (d == null) throw new IllegalStateException(); } catch (IllegalStateException e) { return -1; }
        return times + (int) b + (int) c;
    }
    synchronized Object echo(Object o) { return o; }
    static double half(double x) { return x > 1 ? x / 2 : x; }
    static void nothing() { }
    public static void main(String[] args) {
        Woven w = new Woven(3);
        w.field = 7;
        Woven.all = 5;
        System.out.println(w.loop(2, 3L, 4.0, "x") + " " + w.loop(0, 1, 1, null) + " " + w.echo("e") + " " + half(9));
        System.out.println(new Shape() { }.sides(4) + " " + w.field + " " + all);
        nothing();
    }
}
"#;

const HOOKS: &str = r#"
public class Hooks {
    static void tell(String text) { System.out.println("  " + text); }
    public static void init(int a) { tell("init " + a); }
    public static void init(int a, Object b) { tell("init " + a + b); }
    public static void loop(Object self, int a, long b, double c, Object d) { tell("loop " + a + b + c + d); }
    static boolean again;
    public static boolean echo(Object self, Object o) { tell("echo"); return again = !again; }
    public static void echoed(Object o) { tell("echoed " + o); }
    static boolean twice;
    public static boolean half(double x) { tell("half " + x); return twice = !twice; }
    public static void halved(double x) { tell("halved " + x); }
    public static boolean sides(Object self, int more) { tell("sides"); return more == 4 && (third = !third); }
    static boolean third;
    public static void counted(int sides) { tell("counted " + sides); }
    public static void nothing() { tell("nothing"); }
    public static void setField(Woven w, int value) { tell("field " + value); w.field = value + 1; }
    public static void setAll(long value) { tell("all " + value); Woven.all = value + 1; }
}
"#;

struct Hooked;

impl Weaver for Hooked {
    fn hook(&self, class: Symbol, name: Symbol, desc: Symbol, _: Access) -> Option<Hook> {
        let (called, returned) = match name.as_str() {
            "<init>" if class.as_str() == "Woven" => ("init", None),
            "loop" => ("loop", None),
            "echo" => ("echo", Some("echoed")),
            "half" => ("half", Some("halved")),
            "sides" => ("sides", Some("counted")),
            "nothing" => ("nothing", None),
            _ => return None,
        };
        assert!(MethodDesc::parse(desc).is_some());
        let given = if called == "nothing" { Given::Nothing } else { Given::Parameters };
        Some(Hook { class: "Hooks".into(), name: called.into(), given, returned: returned.map(Symbol::from) })
    }

    fn assignment(&self, _: Symbol, of: Assigned) -> Option<(Symbol, Symbol, Symbol)> {
        match (of.name.as_str(), of.is_static) {
            // Constructors and methods of the class assign, too.
            ("field", false) => Some(("Hooks".into(), "setField".into(), "(LWoven;I)V".into())),
            ("all", true) => Some(("Hooks".into(), "setAll".into(), "(J)V".into())),
            _ => None,
        }
    }
}

#[test]
fn woven_classes_are_verified_and_do_what_they_did() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("woven");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("out")).unwrap();
    for (name, text) in [("Woven.java", PROGRAM), ("Hooks.java", HOOKS)] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let jdk = testkit::jdk::Jdk::find().unwrap();
    let files = [folder.join("Woven.java"), folder.join("Hooks.java")];
    assert!(jdk.javac().arg("-g").arg("-d").arg(folder.join("out")).args(files).status().unwrap().success());
    for class in ["Woven", "Woven$1", "Woven$Shape"] {
        let file = folder.join(format!("out/{class}.class"));
        let bytes = std::fs::read(&file).unwrap();
        if let Some(woven) = weave(&bytes, class, &Hooked).unwrap() {
            std::fs::write(&file, woven).unwrap();
        }
        // What is cut off is no reason to panic.
        for end in 0..bytes.len() {
            let _ = weave(&bytes[..end], class, &Hooked);
        }
    }
    let java = jdk.javac().get_program().to_string_lossy().replace("javac", "java");
    let mut run = Command::new(java);
    let output = run.args(["-Xverify:all", "-cp"]).arg(folder.join("out")).arg("Woven").output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        err.replace("OpenJDK 64-Bit Server VM warning", "").lines().filter(|l| l.contains("Error")).count(),
        0,
        "{err}"
    );
    for words in [
        "init 3",
        "init 3big",
        "field 3",
        "all 3",
        "field 7",
        "all 5",
        "loop 234.0x",
        "loop 011.0null",
        "echoed e",
        "half 9.0",
        "halved 4.5",
        "counted 7",
        "nothing",
    ] {
        assert!(out.contains(words), "{words}: {out}{err}");
    }
    // Each increment goes through the setter, which adds one more.
    assert!(out.contains("7 -1 e 4.5"), "{out}{err}");
}
