//! `jaywalk explore`: further published counts, and what is never said to be whole. A heap that is full.

use crate::explore::{asked, figure, same_by_sets};
use crate::lab::{Lab, root};

/// Disjoint sets as in the table of mixed execution (chapter 3 of the same document), which counts the new one.
#[test]
fn disjoint_sets_are_as_many_as_published() {
    let lab = Lab::new("explore-disjoint-sets");
    let file = root().join("examples/structures/DisjointSets.java");
    for (n, structures) in [(5, 77), (6, 516), (7, 4747)] {
        let (new, values) = (format!("DisjointSets({})", n - 1), format!("0..{}", n - 2));
        let length = n.to_string();
        let words = ["--new", &new, "--values", &values, "--length", &length, "--coverage", "off"];
        let calls = ["--call", "find(int)", "--call", "union(int,int)", file.to_str().unwrap()];
        let words = [&words[..], &calls].concat();
        let (_, alone) = same_by_sets(&lab, &words, &new);
        let calls = (n - 1) * n;
        let figures = ["states", "transitions"].map(|name| figure(&alone, name));
        assert_eq!(figures, [structures, structures * calls], "{new}");
        for way in [&["--back", "redo"][..], &["--mixed", "all"]] {
            let done = asked(&lab, &[way, &words].concat());
            assert_eq!(done.code, 0, "{}{}", done.out, done.err);
            let again = lab.read("a.json");
            assert_eq!(["states", "transitions"].map(|name| figure(&again, name)), figures, "{new} {way:?}");
        }
    }
}

/// Identity hashes are no part of a structure: who asks for them is never said to be explored whole.
#[test]
fn identity_hashes_leave_it_open() {
    let lab = Lab::new("explore-hashes");
    let calls =
        ["--call", "put(Object,Object)", "--call", "remove(Object)", "--values", "0..1", "--length", "2"];
    for (class, code) in [("java.util.IdentityHashMap", 3), ("java.util.HashMap", 0)] {
        for back in ["undo", "redo"] {
            let done = asked(&lab, &[&calls[..], &["--back", back, class]].concat());
            assert_eq!(done.code, code, "{class} {back}: {}{}", done.out, done.err);
            assert_eq!(
                done.out.contains("ask for identity hashes"),
                code == 3,
                "{class} {back}: {}",
                done.out
            );
        }
    }
}

/// What a call changes beside the heap is undone with it: who does so is never said to be explored whole.
#[test]
fn what_is_beside_the_heap_leaves_it_open() {
    let sources = [
        (
            "Names.java",
            "import java.util.UUID; public class Names { UUID last; public void id() { UUID u = UUID.randomUUID(); \
             if (last != null && !last.equals(u)) throw new IllegalStateException(); last = u; } }",
        ),
        (
            "Dice.java",
            "import java.util.concurrent.ThreadLocalRandom; public class Dice { int n; public void roll() { \
             n = ThreadLocalRandom.current().nextInt(6); if (n == 5) throw new IllegalStateException(); } }",
        ),
        (
            "Permits.java",
            "import java.util.concurrent.locks.LockSupport; public class Permits { int n; public void give() { \
             LockSupport.unpark(Thread.currentThread()); } public void take() { LockSupport.park(); n++; \
             if (n == 1) throw new IllegalStateException(); } }",
        ),
        (
            "Interned.java",
            "public class Interned { int n; public void in() { String s = \"zz\" + n; boolean first = s.intern() == s; \
             n++; if (n == 3 && first) throw new IllegalStateException(); } }",
        ),
        (
            "Naps.java",
            "public class Naps { long t; public void nap() throws Exception { if (t == 0) t = System.nanoTime(); \
             Thread.sleep(500); if (System.nanoTime() - t >= 900_000_000L) throw new IllegalStateException(); } }",
        ),
        (
            "Maps.java",
            "import java.util.concurrent.*; public class Maps { ConcurrentHashMap<Integer, Integer> map = \
             new ConcurrentHashMap<>(); public void put(int k) { map.merge(k, 1, (x, y) -> 1); } }",
        ),
    ];
    let lab = Lab::new("explore-beside");
    for (name, text) in sources {
        lab.write(name, text);
    }
    let expected = [
        ("Names", "draws random numbers"),
        ("Dice", "draws random numbers"),
        ("Permits", "leave a permit"),
        ("Interned", "intern new strings"),
        ("Naps", "time passes"),
        ("Maps", ""),
    ];
    for (class, why) in expected {
        for way in [&[][..], &["--delta"]] {
            let done = asked(&lab, &[way, &["--length", "2", &format!("{class}.java")]].concat());
            let code = if why.is_empty() { 0 } else { 3 };
            assert_eq!(done.code, code, "{class} {way:?}: {}{}", done.out, done.err);
            assert!(done.out.contains(why), "{class} {way:?}: {}", done.out);
        }
    }
}

/// Overloaded methods are told apart in what is printed and emitted, a source of the user's is never overwritten, and
/// an invariant must leave everything as it is.
#[test]
fn sequences_mean_what_was_called() {
    let lab = Lab::new("explore-overloads");
    lab.write(
        "Two.java",
        "public class Two { int n; static int asked; public void drop(int i) { n++; } public void drop(Object o) { \
         if (n == 1) throw new IllegalStateException(); } public boolean ok() { return ++asked < 3; } }",
    );
    let words = ["--call", "drop(Object)", "--call", "drop(int)", "--values=-1..-1", "Two.java"];
    let done = asked(&lab, &[&["--emit", "TwoTest.java"], &words[..]].concat());
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(done.out.contains("o.drop(-1);\n    o.drop((Object) (-1));"), "{}", done.out);
    assert!(lab.read("TwoTest.java").contains("o.drop((Object) (-1))"), "{}", lab.read("TwoTest.java"));
    let again = asked(&lab, &[&["--emit", "TwoTest.java"], &words[..]].concat());
    assert_eq!(again.code, 1, "a test of its own is written anew: {}{}", again.out, again.err);
    let source = lab.read("Two.java");
    let done = asked(&lab, &[&["--emit", "Two.java"], &words[..]].concat());
    assert_eq!((done.code, lab.read("Two.java")), (2, source), "{}{}", done.out, done.err);
    assert!(done.err.contains("is no test that explore has written"), "{}", done.err);
    let done = asked(&lab, &["--call", "drop(int)", "--invariant", "ok", "Two.java"]);
    assert_eq!(done.code, 2, "{}{}", done.out, done.err);
    assert!(
        format!("{}{}", done.out, done.err).contains("the invariant ok() writes the static field Two.asked")
    );
}

/// A heap that is full to its last word: errors can still be thrown, and what they let go of is room again.
#[test]
fn a_full_heap_throws_and_goes_on() {
    let lab = Lab::new("full-heap");
    lab.write(
        "Full.java",
        "public class Full {
            private Full next;
            private final int[] some = new int[100];
            private static int fill() {
                Full head = null;
                int count = 0;
                try {
                    while (true) {
                        Full made = new Full();
                        made.next = head;
                        head = made;
                        count++;
                    }
                } catch (OutOfMemoryError e) {
                    head = null;
                    return count;
                }
            }
            public static void main(String[] args) {
                System.out.println(fill() > 1000);
                System.out.println(fill() > 1000);
                StringBuilder text = new StringBuilder(\"x\");
                try {
                    while (true) {
                        text.append(text);
                    }
                } catch (OutOfMemoryError e) {
                    text = null;
                    System.out.println(\"full of text \" + e.getMessage());
                }
            }
        }",
    );
    for mixed in ["off", "hot", "all"] {
        let done = lab.run(&["run", "--heap", "32", "--mixed", mixed, "Full.java"]);
        let expected = "true\ntrue\nfull of text Java heap space\n";
        assert_eq!((done.code, done.out.as_str()), (0, expected), "{mixed}: {}", done.err);
    }
}

/// A limit that ends a level takes back nothing of what the level has shown.
#[test]
fn what_was_met_before_a_cut_is_told() {
    let lab = Lab::new("explore-cut");
    lab.write(
        "Fuse.java",
        "import jaywalk.Delta;
        import jaywalk.Verify;
        public class Fuse {
            private int load;
            public void add(int more) {
                if (more == 1) throw new IllegalStateException(\"burnt\");
                load += more;
            }
            public static void main(String[] args) {
                Fuse fuse = new Fuse();
                for (int i = 0; i < 3; i++) {
                    fuse = Delta.newStates(fuse);
                    fuse.add(Verify.getInt(1, 5));
                    Delta.merge(fuse);
                }
            }
        }",
    );
    let calls = ["--values", "1..5", "--max-states", "2", "--call", "add", "Fuse.java"];
    let driver = ["--driver", "--max-states", "2", "Fuse.java"];
    for words in [&calls[..], &driver] {
        for way in [&[][..], &["--delta"]] {
            for more in [&[][..], &["--all"]] {
                let done = asked(&lab, &[way, more, words].concat());
                assert_eq!(done.code, 1, "{way:?} {words:?}: {}{}", done.out, done.err);
                assert!(done.out.contains("IllegalStateException: burnt"), "{}", done.out);
            }
        }
    }
}

/// A call may take longer than all there is time for: the next one is not begun.
#[test]
fn time_passes_within_a_level() {
    let lab = Lab::new("explore-time");
    lab.write(
        "Slow.java",
        "public class Slow { int x; public void spin(int i) { for (;;) x = x; } public void add(int i) { x += i; } }",
    );
    for way in [&[][..], &["--delta"]] {
        let words =
            ["--values", "1..99", "--max-seconds", "0.01", "--call", "spin", "--call", "add", "Slow.java"];
        let done = asked(&lab, &[way, &words].concat());
        assert_eq!(done.code, 3, "{way:?}: {}{}", done.out, done.err);
        assert!(figure(&lab.read("a.json"), "transitions") < 99, "{way:?}: {}", lab.read("a.json"));
    }
}

/// Exceptions that are as they should be are counted once for each structure, however often sets are taken apart behind
/// them, or are given up.
#[test]
fn expected_exceptions_are_counted_once() {
    let lab = Lab::new("explore-expected");
    lab.write(
        "Door.java",
        "public class Door {
            private int turns;
            private Object[] left = new Object[1];
            public void turn(int by) {
                turns = (turns + by) % 5;
                left[0] = turns > 2 ? new int[turns] : null;
                if (by > 1) throw new IllegalStateException();
            }
            public boolean isFine() {
                return left[0] == null ? turns < 3 : Integer.toString(turns).length() == 1;
            }
        }",
    );
    let words =
        ["--invariant", "isFine", "--expect", "IllegalStateException", "--coverage", "off", "Door.java"];
    let expected = |way: &[&str]| {
        let done = asked(&lab, &[way, &words].concat());
        assert_eq!(done.code, 0, "{way:?}: {}{}", done.out, done.err);
        let record = lab.read("a.json");
        assert!(!way.contains(&"--delta") || figure(&record, "runs") > 0, "{record}");
        let counted =
            done.out.lines().find(|line| line.contains("expected:")).unwrap_or_default().to_string();
        assert!(counted.contains("IllegalStateException"), "{}", done.out);
        counted
    };
    let alone = expected(&[]);
    for way in [&["--delta"][..], &["--delta", "--back", "redo"], &["--back", "redo"]] {
        assert_eq!(expected(way), alone, "{way:?}");
    }
}

/// What stands for others is the same by sets, also where findings end it, or a method that names structures fails.
#[test]
fn sets_keep_what_stands_for_others() {
    let lab = Lab::new("explore-kept");
    lab.write(
        "Till.java",
        "public class Till {
            private int[] coins = new int[0];
            private int sum;
            public void add(int coin) {
                coins = java.util.Arrays.copyOf(coins, coins.length + 1);
                coins[coins.length - 1] = coin;
                sum += coin;
                if (sum == 11) throw new IllegalStateException(\"eleven\");
            }
            public void cut() {
                if (coins.length == 0) return;
                sum -= coins[coins.length - 1];
                coins = java.util.Arrays.copyOf(coins, coins.length - 1);
            }
            public int sum() { return sum; }
            public int count() { return coins.length; }
            public boolean isOdd() { if (sum == 3) throw new RuntimeException(); return sum % 2 == 1; }
        }",
    );
    for names in ["sum", "count", "isOdd", "sum\ncount"] {
        lab.write("by.txt", names);
        for more in [&[][..], &["--all"], &["--expect", "IllegalStateException"]] {
            let explored = |way: &[&str]| {
                let words = ["--match", "by.txt", "--values", "1..5", "--length", "4", "--call", "add"];
                let done = asked(&lab, &[way, &words, more, &["--call", "cut", "Till.java"]].concat());
                let record = lab.read("a.json");
                let counts = ["states", "expanded", "transitions"].map(|name| figure(&record, name));
                let told = record.split_once("\"found\"").map(|(_, told)| told.to_string());
                (done.code, counts, told)
            };
            let alone = explored(&[]);
            assert!(alone.1[0] > 1, "{names}: {alone:?}");
            assert_eq!(alone, explored(&["--delta"]), "{names} {more:?}");
        }
    }
}

/// Machine code takes over by itself where nobody looks on; what it finds prepared makes no difference.
#[test]
fn machine_code_makes_calls_where_nobody_looks_on() {
    let lab = Lab::new("explore-hot");
    let tree = root().join("examples/structures/RedBlackTree.java");
    let words =
        ["--values", "1..8", "--length", "8", "--digest", "--call", "put(int)", "--call", "remove(int)"];
    let explored = |way: &[&str]| {
        let done = asked(&lab, &[way, &words, &[tree.to_str().unwrap()]].concat());
        assert_eq!(done.code, 0, "{way:?}: {}{}", done.out, done.err);
        let record = lab.read("a.json");
        let digest = record.lines().find(|line| line.contains("\"digest\"")).unwrap().to_string();
        let counts = ["states", "transitions", "instructions"].map(|name| figure(&record, name));
        (figure(&record, "compiled") > 0, digest, counts)
    };
    let (is_compiled, digest, counts) = explored(&["--coverage", "off"]);
    assert!(is_compiled);
    for (way, compiles) in [
        (&["--mixed", "off", "--coverage", "off"][..], false),
        (&["--coverage", "on"], false),
        (&["--mixed", "all", "--coverage", "off"], true),
        (&["--mixed", "all", "--coverage", "off", "--entering", "eager"], true),
    ] {
        assert_eq!(explored(way), (compiles, digest.clone(), counts), "{way:?}");
    }
}
