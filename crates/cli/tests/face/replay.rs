//! Every finding comes with a string that leads to it again.

use crate::lab::{LOST_UPDATE, Lab, root};
use std::path::PathBuf;

/// The command behind `replay: `.
fn replay_line(report: &str) -> &str {
    let line = report.lines().find_map(|line| line.trim_start().strip_prefix("replay: "));
    line.unwrap_or_else(|| panic!("no replay string in\n{report}"))
}

fn examples() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["examples/concurrency", "examples/lecture", "tests/cases/races"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        found.extend(entries.map(|entry| entry.unwrap().path()));
    }
    let is_violated = |text: &str| {
        let expected = text.lines().find_map(|line| line.strip_prefix("//@ check: "));
        expected.is_some_and(|verdict| !["safe", "inconclusive"].contains(&verdict.trim()))
    };
    found.retain(|path| is_violated(&std::fs::read_to_string(path).unwrap()));
    found.sort();
    found
}

#[test]
fn every_finding_of_the_examples_is_found_again() {
    let lab = Lab::new("examples");
    let examples = examples();
    assert!(examples.len() > 8, "{examples:?}");
    lab.compile("classes", &examples);
    for (i, example) in examples.into_iter().enumerate() {
        let text = std::fs::read_to_string(&example).unwrap();
        let args = text.lines().find_map(|line| line.strip_prefix("//@ args: ")).unwrap_or_default();
        let args: Vec<&str> = args.split_whitespace().collect();
        let example = example.file_stem().unwrap().to_str().unwrap();
        // The first finding that comes along, and for some the best one: paths of all shapes.
        let ways: &[&str] = if i % 4 == 0 { &["0", "2"] } else { &["0"] };
        for minimize in ways {
            let races = if text.contains("//@ check: race") { "--races" } else { "--search=dfs" };
            let flags = ["check", "-cp", "classes", races, "--minimize", minimize, example];
            let checked = lab.run(&[&flags[..], &args[..]].concat());
            assert_eq!(checked.code, 1, "{example}\n{}{}", checked.out, checked.err);
            let again = lab.shell(replay_line(&checked.out));
            assert_eq!(again.code, 1, "{example}\n{}\n{}{}", checked.out, again.out, again.err);
            let property = |text: &str| text.lines().next().unwrap().split("  ").nth(2).unwrap().to_string();
            assert_eq!(property(&again.out), property(&checked.out), "{example}");
        }
    }
}

#[test]
fn a_replay_says_the_same_as_the_check() {
    let lab = Lab::new("same");
    lab.write("Lost.java", LOST_UPDATE);
    let checked = lab.run(&["check", "Lost.java"]);
    let brief = replay_line(&checked.out).replace("jaywalk replay", "jaywalk replay --brief");
    let again = lab.shell(&brief);
    // All but the first line, which has figures of the search, and the last, which has the string.
    let told = |text: &str| {
        let lines = text.lines().skip(1).filter(|line| !line.contains("replay: "));
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(told(&again.out), told(&checked.out));
    assert!(told(&again.out).len() > 5);
    let full = lab.shell(replay_line(&checked.out));
    assert!(full.out.lines().count() >= again.out.lines().count());
}

#[test]
fn a_finding_is_kept_in_a_file_until_the_program_is_mended() {
    let lab = Lab::new("kept");
    lab.write("Lost.java", LOST_UPDATE);
    let checked = lab.run(&["check", "--repro", "lost.jaywalk-repro", "Lost.java"]);
    assert_eq!(replay_line(&checked.out), "jaywalk replay lost.jaywalk-repro");
    assert!(lab.read("lost.jaywalk-repro").contains("main = \"Lost.java\""));
    let again = lab.run(&["replay", "lost.jaywalk-repro"]);
    assert_eq!((again.code, again.err.as_str()), (1, ""), "{}", again.out);
    let as_json = lab.run(&["replay", "--json", "again.json", "lost.jaywalk-repro"]);
    assert_eq!(as_json.code, 1);
    assert!(lab.read("again.json").contains("\"what\": \"Lost.counter = 1\""), "{}", lab.read("again.json"));
    // The same steps, but now they are right.
    lab.write("Lost.java", &LOST_UPDATE.replace("counter == 2", "counter >= 1"));
    let mended = lab.run(&["replay", "lost.jaywalk-repro"]);
    assert!(mended.err.contains("has changed since"), "{}", mended.err);
    assert_eq!(mended.code, 0, "{}{}", mended.out, mended.err);
    assert!(mended.out.contains("violates nothing;"));
    // And now there is no such path.
    lab.write("Lost.java", &LOST_UPDATE.replace("other.start();", "").replace("counter == 2", "counter > 0"));
    let gone = lab.run(&["replay", "lost.jaywalk-repro"]);
    assert_eq!(gone.code, 3, "{}{}", gone.out, gone.err);
    assert!(gone.err.contains("cannot be followed"));
}

#[test]
fn what_is_no_replay_string_is_refused() {
    let lab = Lab::new("refused");
    lab.write("Lost.java", LOST_UPDATE);
    let refused = lab.run(&["replay", "1:abcd-efgh", "Lost.java"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("no replay string: its checksum is wrong"), "{}", refused.err);
    lab.write("x.jaywalk-repro", "nonsense");
    assert_eq!(lab.run(&["replay", "x.jaywalk-repro"]).code, 2);
    let checked = lab.run(&["check", "Lost.java"]);
    let string = replay_line(&checked.out).split(' ').nth(2).unwrap();
    let without = lab.run(&["replay", string]);
    assert_eq!(without.code, 2);
    assert!(without.err.contains("needs the program"), "{}", without.err);
}

/// Which of equal strings is first decides where even the finest steps end: a fresh machine is told.
#[test]
fn paths_on_which_strings_are_interned_are_gone_again() {
    let lab = Lab::new("replay-interned");
    let program = |name: &str, claim: &str| {
        format!(
            "public class {name} {{
    static volatile int flag;
    static String constant;
    public static void main(String[] args) throws Exception {{
        Thread t = new Thread(() -> {{ flag = 1; constant = \"between0\"; flag = 2; }});
        String mine = new StringBuilder(\"between\").append(args.length).toString();
        t.start();
        int seen = flag;
        String interned = mine.intern();
        t.join();
        assert !(seen == 1 && interned {claim} mine);
    }}
}}
"
        )
    };
    for (name, claim) in [("Itself", "=="), ("Constant", "!=")] {
        let file = format!("{name}.java");
        lab.write(&file, &program(name, claim));
        let found = lab.run(&["check", &file]);
        assert_eq!(found.code, 1, "{}{}", found.out, found.err);
        let replay = found.out.lines().find_map(|line| line.trim().strip_prefix("replay: jaywalk replay "));
        let string = replay.and_then(|words| words.split(' ').next()).expect("a replay string");
        let again = lab.run(&["replay", string, &file]);
        assert!(again.code == 1 && again.out.contains("assertion"), "{name}: {}{}", again.out, again.err);
    }
}

/// In fine steps a copy is as many operations as there are elements, in a search it may be one.
#[test]
fn paths_on_which_arrays_are_copied_are_gone_again() {
    let lab = Lab::new("copied");
    let way = |name: &str, does: &str| {
        let text = format!(
            "import java.util.*;\nimport java.util.concurrent.*;\n\
             public class {name} {{\n\
             \x20   static int n, both;\n\
             \x20   static Object[] array = new Object[3];\n\
             \x20   static final List<Object> list = new CopyOnWriteArrayList<>(List.of(1, 2));\n\
             \x20   static final StringBuffer text = new StringBuffer(\"text\");\n\
             \x20   static synchronized void copy() {{ {does}; both++; }}\n\
             \x20   public static void main(String[] args) throws Exception {{\n\
             \x20       Runnable once = () -> {{ if (n == 0) {{ n = 1; copy(); }} }};\n\
             \x20       Thread a = new Thread(once), b = new Thread(once);\n\
             \x20       a.start(); b.start(); a.join(); b.join();\n\
             \x20       assert both < 2;\n\
             \x20   }}\n\
             }}\n"
        );
        lab.write(&format!("{name}.java"), &text)
    };
    let ways = [
        ("Cloned", "array = array.clone()"),
        ("Grown", "array = Arrays.copyOf(array, 4)"),
        ("Within", "System.arraycopy(array, 0, array, 1, 2)"),
        ("OnWrite", "list.add(3)"),
        ("Appended", "text.append(\"more and more and more\")"),
    ];
    lab.compile(".", &ways.map(|(name, does)| way(name, does)));
    for (name, _) in ways {
        for library in ["atomic", "explore"] {
            let checked = lab.run(&["check", "-c", ".", "--library", library, name]);
            assert_eq!(checked.code, 1, "{name}\n{}{}", checked.out, checked.err);
            let again = lab.shell(replay_line(&checked.out));
            assert_eq!(again.code, 1, "{name}\n{}\n{}{}", checked.out, again.out, again.err);
        }
    }
}
