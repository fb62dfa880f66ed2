//! `jaywalk explore`: constructors, calls and comparisons are those that a line of Java means, and what initializers
//! and invariants do beside is no reason to stop.

use crate::explore::asked;
use crate::lab::Lab;
use crate::tests::{compile, of_junit};

/// Constructors of one name: those that take more stand before those that Java would choose.
const PICK: &str = "package shop; public class Pick implements Comparable<Pick> { final String how; \
    public Pick(Object o) { how = \"Object\"; } public Pick(double d) { how = \"double\"; } \
    public Pick(long x) { how = \"long\"; } public Pick(Integer x) { how = \"Integer\"; } \
    public Pick(int x) { how = \"int\"; } \
    public Pick(char x) { how = \"char\"; } public Pick(CharSequence s) { how = \"CharSequence\"; } \
    public Pick(String s) { how = \"String\"; } public Pick(Boolean b) { how = \"Boolean\"; } \
    public Pick(boolean b) { how = \"boolean\"; } public Pick(Object o, int n) { how = \"Object, int\"; } \
    public Pick(int n, Object o) { how = \"int, Object\"; } \
    public Pick(long a, int b, int c) { how = String.valueOf(a); } \
    public int compareTo(Pick other) { throw new UnsupportedOperationException(); } \
    public void show() { throw new IllegalStateException(how); } \
    public void box(Object o) { throw new IllegalStateException(o.getClass().getSimpleName()); } }";

#[test]
fn constructors_are_those_that_java_means() {
    let lab = Lab::new("explore-constructors");
    compile(&lab, &[("Pick", PICK)]);
    let ways = [
        ("Pick(1)", "int"),
        ("Pick(1L)", "long"),
        ("Pick('a')", "char"),
        ("Pick(\"x\")", "String"),
        ("Pick(true)", "boolean"),
        ("Pick(1, 2)", ""),
        ("Pick(1, \"x\")", "int, Object"),
        ("Pick(null)", ""),
        ("Pick(7L, 1, 1)", "7"),
        ("Pick(1, 1L, 1)", ""),
    ];
    let mut tests = Vec::new();
    for (at, (new, how)) in ways.into_iter().enumerate() {
        let file = format!("Made{at}.java");
        let words = ["-cp", "classes", "--new", new, "--call", "show", "--emit", &file, "shop.Pick"];
        let done = asked(&lab, &words);
        if how.is_empty() {
            assert_eq!(done.code, 2, "{new}: {}{}", done.out, done.err);
            assert!(done.err.contains(&format!("--new '{new}': ")), "{}", done.err);
            continue;
        }
        assert_eq!(done.code, 1, "{new}: {}{}", done.out, done.err);
        assert!(done.out.contains(&format!("IllegalStateException: {how}\n")), "{new}: {}", done.out);
        // What is thrown is what the finding says: the same constructor is called.
        let test = lab.read(&file).replace("o.show();", &format!(
            "assertEquals(\"{how}\", assertThrows(IllegalStateException.class, () -> o.show()).getMessage());"
        ));
        tests.push((format!("Made{at}"), test));
    }
    let sources: Vec<(&str, &str)> =
        tests.iter().map(|(name, test)| (name.as_str(), test.as_str())).collect();
    compile(&lab, &[&[("Pick", PICK)][..], &sources].concat());
    let classes: Vec<String> = tests.iter().map(|(name, _)| format!("shop.{name}")).collect();
    let told = of_junit(&lab, &classes.iter().map(String::as_str).collect::<Vec<_>>());
    for class in classes {
        assert_eq!(told.get(&format!("{class}#finding1")).map(String::as_str), Some("PASS"), "{told:?}");
    }
}

/// A box for `Object` is that of the literal, and what the machine has for `Comparable` alone is no call.
#[test]
fn calls_are_those_that_java_means() {
    let lab = Lab::new("explore-calls");
    compile(&lab, &[("Pick", PICK)]);
    for (call, class) in [("box(1)", "Integer"), ("box(1L)", "Long"), ("box('a')", "Character")] {
        let done = asked(&lab, &["-cp", "classes", "--new", "Pick(1)", "--call", call, "shop.Pick"]);
        assert!(done.out.contains(&format!("IllegalStateException: {class}\n")), "{call}: {}", done.out);
    }
    let words = ["-cp", "classes", "--new", "Pick(1)", "--all", "--length", "1", "--emit", "AllTest.java"];
    let done = asked(&lab, &[&words[..], &["shop.Pick"]].concat());
    assert!(
        done.out.contains("compareTo(shop.Pick)") && !done.out.contains("compareTo(Object)"),
        "{}",
        done.out
    );
    compile(&lab, &[("Pick", PICK), ("AllTest", &lab.read("AllTest.java"))]);
}

/// Numbers are compared as numbers, and arrays by what is in them, in the test too.
#[test]
fn what_java_takes_for_equal_is_no_difference() {
    let lab = Lab::new("explore-equal");
    let one = "public class One { int n; public void inc() { n++; } public int whole() { return -n; } \
        public Integer box() { return -n; } public double half() { return n / 2.0; } \
        public float none() { return Float.intBitsToFloat(0x7fc00001); } \
        public int[] list() { return new int[] {n}; } }";
    let two = |list: &str| {
        format!(
            "public class Two {{ int n; public void inc() {{ n++; }} public long whole() {{ return -n; }} \
             public int box() {{ return -n; }} public float half() {{ return n / 2f; }} \
             public float none() {{ return Float.NaN; }} public int[] list() {{ return new int[] {{{list}}}; }} }}"
        )
    };
    let write = |list: &str, test: &[(&str, &str)]| {
        let (one, two) = (format!("package shop; {one}"), format!("package shop; {}", two(list)));
        compile(&lab, &[&[("One", one.as_str()), ("Two", two.as_str())][..], test].concat());
    };
    write("n", &[]);
    let words = ["-cp", "classes", "--same-as", "shop.Two", "--length", "3", "shop.One"];
    for way in [&[][..], &["--delta"]] {
        let done = asked(&lab, &[way, &words].concat());
        assert_eq!(done.code, 0, "{way:?}: {}{}", done.out, done.err);
    }
    write("n / 2 * 2", &[]);
    let done = asked(&lab, &[&["--emit", "SameTest.java"][..], &words].concat());
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    let test = lab.read("SameTest.java");
    for (list, said) in [("n / 2 * 2", "FAIL"), ("n", "PASS")] {
        write(list, &[("SameTest", &test)]);
        let told = of_junit(&lab, &["shop.SameTest"]);
        assert_eq!(told.get("shop.SameTest#finding1").map(String::as_str), Some(said), "{told:?} {test}");
    }
}

/// An invariant may ask for identity hashes, as a set of the nodes it has seen does; one that changes something is
/// refused, whatever it gives.
#[test]
fn invariants_may_ask_for_hashes_and_change_nothing() {
    let lab = Lab::new("explore-seen");
    lab.write(
        "Chain.java",
        "import java.util.*; public class Chain { static class Node { Node next; } static int asked; Node head; int n; \
         public void add() { Node node = new Node(); node.next = head; head = node; n++; } \
         public void close() { if (n > 1) head.next.next = head; } \
         public boolean isFine() { Set<Node> seen = new HashSet<>(); \
         for (Node at = head; at != null; at = at.next) if (!seen.add(at)) return false; return true; } \
         public boolean moves() { n++; return false; } public boolean counts() { asked++; return false; } \
         public boolean throwsToo() { n++; throw new IllegalStateException(); } }",
    );
    for way in [&[][..], &["--delta"], &["--back", "redo"]] {
        let fine = [way, &["--call", "add", "--invariant", "isFine", "Chain.java"]].concat();
        let done = asked(&lab, &fine);
        assert_eq!(done.code, 3, "{way:?}: {}{}", done.out, done.err);
        assert!(done.out.contains("the invariant asks for identity hashes"), "{way:?}: {}", done.out);
        assert!(done.out.contains("1, 1, 1, 1, 1"), "{way:?}: {}", done.out);
        let done = asked(&lab, &[&["--call", "close"][..], &fine].concat());
        assert_eq!(done.code, 1, "{way:?}: {}{}", done.out, done.err);
        assert!(done.out.contains("isFine() gives false"), "{way:?}: {}", done.out);
        for (invariant, said) in
            [("moves", "changes the object"), ("counts", "Chain.asked"), ("throwsToo", "changes the object")]
        {
            let done =
                asked(&lab, &[way, &["--call", "add", "--invariant", invariant, "Chain.java"]].concat());
            assert_eq!(done.code, 2, "{invariant} {way:?}: {}{}", done.out, done.err);
            assert!(done.out.contains(said), "{invariant} {way:?}: {}", done.out);
        }
    }
}

/// What the initializer of the explored class does beside, and those of the JDK, comes before all calls; the constants
/// of an enum are kept by their class. The order of other initializers is the program's, and stays open.
#[test]
fn initializers_come_before_calls() {
    let lab = Lab::new("explore-initializers");
    lab.write(
        "Eager.java",
        "import java.util.*; public class Eager { enum Kind { A, B } static final ThreadLocal<Integer> LOCAL = \
         new ThreadLocal<>(); static final Random RANDOM = new Random(); static { Registry.last = \"Eager\"; } int n; \
         final Map<Kind, Integer> map = new EnumMap<>(Kind.class); \
         public void put(int v) { map.put(Kind.valueOf(v > 0 ? \"A\" : \"B\"), v); } \
         public void set() { n = EnumSet.allOf(Kind.class).size(); } \
         public void say(int v) { n = (v + Registry.last).length(); } }\n\
         class Registry { static String last; }\n",
    );
    lab.write(
        "Lazy.java",
        "public class Lazy { int n; public void one() { n = First.VALUE; } public void two() { n = Second.VALUE; } \
         public void three() { n++; } }\n\
         class Count { static int next; } class First { static final int VALUE; static { VALUE = Count.next++; } }\n\
         class Second { static final int VALUE; static { VALUE = Count.next++; } }\n",
    );
    lab.write(
        "Held.java",
        "public class Held { int n; static class Most { static final int[] VALUE = {2}; } \
         static class Step { static int[] by = {1}; } public void inc() { n += Step.by[0]; } \
         public boolean isFine() { return n / Step.by[0] < Most.VALUE[0]; } }",
    );
    for way in [&[][..], &["--delta"], &["--back", "redo"], &["--coverage", "off"]] {
        let done = asked(&lab, &[way, &["--invariant", "isFine", "Held.java"]].concat());
        assert_eq!(done.code, 1, "{way:?}: {}{}", done.out, done.err);
        assert!(done.out.contains("invariant  (after 2 calls"), "{way:?}: {}", done.out);
        let done = asked(&lab, &[way, &["--values", "0..1", "--length", "3", "Eager.java"]].concat());
        assert_eq!(done.code, 0, "{way:?}: {}{}", done.out, done.err);
        assert!(done.out.contains("12 structures"), "{way:?}: {}", done.out);
        let done = asked(&lab, &[way, &["Lazy.java"]].concat());
        assert_eq!(done.code, 3, "{way:?}: {}{}", done.out, done.err);
        assert!(done.out.contains("writes the static field Count.next"), "{way:?}: {}", done.out);
    }
}

/// Where an initializer changes what another class has, it matters which call comes first. That was not seen: all ran
/// before the calls.
#[test]
fn initializers_that_change_other_classes_leave_it_open() {
    let lab = Lab::new("explore-entangled");
    let late = |class: &str, what: &str, others: &str| {
        let text = format!(
            "import java.util.*; public class {class} {{ int n; public void late() {{ n = Late{class}.VALUE; }} \
             public void look() {{ n = {what}; if (n == 0) throw new IllegalStateException(); }} }}\n{others}\n"
        );
        lab.write(&format!("{class}.java"), &text);
        let driver = format!(
            "import jaywalk.*; public class In{class} {{ public static void main(String[] args) {{ \
             {class} o = new {class}(); for (int i = 0; i < 2; i++) {{ o = Delta.newStates(o); \
             if (Verify.getInt(0, 1) == 0) o.late(); else o.look(); Delta.merge(o); }} }} }}\n"
        );
        let parts = text.replace("public class", "class").replace("import java.util.*;", "");
        lab.write(&format!("In{class}.java"), &format!("import java.util.*; {driver}{parts}"));
    };
    late(
        "Field",
        "CountField.next",
        "class CountField { static int next; } \
         class LateField { static final int VALUE; static { VALUE = ++CountField.next; } }",
    );
    late(
        "Listed",
        "CountListed.ALL.size()",
        "class CountListed { static final List<Integer> ALL = new ArrayList<>(); } \
         class LateListed { static final int VALUE; static { CountListed.ALL.add(1); VALUE = 1; } }",
    );
    // Both have something of their own, and each begins with the other.
    late(
        "Both",
        "CountBoth.value",
        "class CountBoth { static int value = LateBoth.VALUE; } \
         class LateBoth { static final int VALUE; static { VALUE = CountBoth.value + 1; } }",
    );
    // What it needs, it only reads.
    late(
        "Reads",
        "CountReads.value + LateReads.VALUE",
        "class CountReads { static int value = 1; } enum KindReads { A { }, B { } } \
         class LateReads { static final int VALUE; static { VALUE = CountReads.value + KindReads.A.ordinal(); } }",
    );
    for way in [&[][..], &["--delta"], &["--back", "redo"]] {
        for (class, codes, said) in [
            // The field is seen to be written, so what comes before it is found.
            ("Field", [1, 3], ["IllegalStateException", "writes the static field CountField.next"]),
            ("Listed", [3, 3], ["the initializer of LateListed"; 2]),
            ("Both", [3, 3], ["the initializer of "; 2]),
            ("Reads", [0, 0], [""; 2]),
        ] {
            let (alone, driven) = (format!("{class}.java"), format!("In{class}.java"));
            let ways = [[way, &["--length", "2", &alone]].concat(), [way, &["--driver", &driven]].concat()];
            let is_driven = way != ["--back", "redo"];
            for ((words, code), said) in ways.iter().zip(codes).zip(said).take(1 + usize::from(is_driven)) {
                let done = asked(&lab, words);
                assert_eq!(done.code, code, "{words:?}: {}{}", done.out, done.err);
                assert!(done.out.contains(said), "{words:?}: {}", done.out);
            }
        }
    }
}
