//! `jaywalk explore --driver`: rounds over structures, one after the other and by sets.

use crate::explore::{asked, figure, same_by_sets};
use crate::lab::{Lab, root};

/// A driver of a class of examples/structures, after Figure 4.1 of the document that this comes from.
fn driver(class: &str, calls: [&str; 2]) -> String {
    let [first, second] = calls;
    format!(
        "import jaywalk.Delta;
import jaywalk.Verify;

public class {class}Rounds {{
    public static void main(String[] args) {{
        int n = Integer.parseInt(args[0]);
        {class} it = new {class}();
        for (int i = 0; i < n; i++) {{
            it = Delta.newStates(it);
            int value = Verify.getInt(1, n);
            if (Verify.getBoolean()) {{
                it.{first}(value);
            }} else {{
                it.{second}(value);
            }}
            Delta.merge(it);
        }}
    }}
}}
"
    )
}

/// Compiles all sources of a lab with our API at hand.
fn compiled(lab: &Lab) {
    // The API is looked at, and not compiled to where its sources are.
    let api = root().join("api/src");
    let done = lab.shell(&format!(
        "javac -nowarn -g -implicit:none -d . -sourcepath '{}:.' $(find . -name '*.java')",
        api.display()
    ));
    assert_eq!(done.code, 0, "{}", done.err);
}

/// Drivers come to the structures that `explore` comes to without one, as many as published, whichever way.
#[test]
fn rounds_come_to_all_structures() {
    let subjects = [
        ("SearchTree", ["add", "remove"], 6, 599, 731),
        ("RedBlackTree", ["put", "remove"], 7, 470, 537),
        ("LinkedDeque", ["addFirst", "addLastOrRemove"], 6, 1237, 1957),
        ("BinomialHeap", ["insert", "delete"], 6, 2016, 7602),
    ];
    let lab = Lab::new("drivers-rounds");
    for (class, calls, ..) in subjects {
        let file = format!("{class}.java");
        let source = std::fs::read_to_string(root().join("examples/structures").join(&file)).unwrap();
        lab.write(&file, &source);
        lab.write(&format!("{class}Rounds.java"), &driver(class, calls));
    }
    compiled(&lab);
    for (class, _, n, expanded, structures) in subjects {
        let (name, count) = (format!("{class}Rounds"), n.to_string());
        let (_, record) = same_by_sets(&lab, &["-cp", ".", "--driver", &name, &count], class);
        assert_eq!(figure(&record, "states"), structures, "{class}");
        assert_eq!(figure(&record, "expanded"), expanded, "{class}");
        assert_eq!(figure(&record, "transitions"), expanded * 2 * n, "{class}");
        let by_sets = lab.read("a.json");
        let is_by_sets = figure(&by_sets, "singly") * 5 < expanded * 2 * n && figure(&by_sets, "splits") > 0;
        assert!(is_by_sets, "{class}: {by_sets}");
        // The driver itself has a meaning wherever there is one path, too.
        let checked = lab.run(&["check", "-cp", ".", &name, "3"]);
        assert_eq!(checked.code, 0, "{class}: {}{}", checked.out, checked.err);
    }
}

/// Loops, choices that depend on the structure, paths that are left out, an assertion that fails.
const BAG: &str = "
import jaywalk.Delta;
import jaywalk.Verify;

public class Bag {
    int[] items = new int[3];
    int size;

    static void fill(Bag bag, int value) {
        for (int i = 0; i < value; i++) {
            Verify.ignoreIf(bag.size == bag.items.length);
            bag.items[bag.size++] = value;
        }
    }

    public static void main(String[] args) {
        int most = Integer.parseInt(args[0]);
        Bag bag = new Bag();
        int round = 0;
        while (round++ < 4) {
            bag = Delta.newStates(bag);
            switch (Verify.getInt(0, 2)) {
                case 0 -> fill(bag, Verify.random(2));
                case 1 -> {
                    int which = Verify.getInt(0, bag.size);
                    if (which < bag.size) {
                        bag.items[which] = 7;
                    }
                }
                default -> {
                    while (bag.size > 0 && bag.items[bag.size - 1] == 7) {
                        bag.items[--bag.size] = 0;
                    }
                }
            }
            int sum = 0;
            for (int i = 0; i < bag.size; i++) {
                sum += bag.items[i];
            }
            assert sum <= most : \"too much\";
            Delta.merge(bag);
        }
    }
}
";

#[test]
fn sets_go_the_ways_of_single_structures() {
    let lab = Lab::new("drivers-bag");
    lab.write("Bag.java", BAG);
    compiled(&lab);
    let (done, record) = same_by_sets(&lab, &["-cp", ".", "--driver", "Bag", "100"], "a bag");
    assert_eq!(done.code, 0, "{}", done.out);
    assert!(done.out.starts_with("PASS  Bag  every way through 4 rounds"), "{}", done.out);
    assert!(figure(&record, "states") > 10 && figure(&lab.read("a.json"), "splits") > 0);
    for more in [&[][..], &["--all"]] {
        let words: Vec<&str> = more.iter().chain(&["-cp", ".", "--driver", "Bag", "8"]).copied().collect();
        let (done, _) = same_by_sets(&lab, &words, "a heavy bag");
        assert_eq!(done.code, 1, "{}", done.out);
        assert!(done.out.contains("assertion  (after 2 rounds, the fewest possible"), "{}", done.out);
        assert!(done.out.contains("the round throws java.lang.AssertionError: too much"), "{}", done.out);
        assert!(done.out.contains("    round 1: Bag.java:22: value 1 of 3; "), "{}", done.out);
    }
}

/// Drivers by their names: their text, the exit code, and what is said.
fn odd_drivers() -> Vec<(&'static str, String, i32, &'static str)> {
    let around = |fields: &str, before: &str, round: &str, after: &str| {
        format!(
            "import jaywalk.Delta;
import jaywalk.Verify;
public class Odd {{
    int value;
    Odd next;
    {fields}
    public static void main(String[] args) throws Exception {{
        Odd odd = new Odd(); int kept = 0; Object beside = null; {before}
        for (int i = 0; i < 2; i++) {{
            odd = Delta.newStates(odd);
            odd.value = Verify.getInt(0, 3); {round}
            Delta.merge(odd);
            {after}
        }}
    }}
}}
"
        )
    };
    vec![
        ("fine", around("", "", "", ""), 0, "PASS"),
        ("choice", around("", "Verify.getBoolean();", "", ""), 3, "a choice before the first"),
        ("kept", around("", "", "kept = odd.value;", "if (kept > 7) { i++; }"), 0, "PASS"),
        (
            "branch",
            around("", "", "kept = odd.value;", "if (kept == 2) { i++; }"),
            3,
            "goes on in different ways",
        ),
        ("object", around("", "", "if (beside == null) beside = new int[1];", ""), 3, "still refers to a "),
        (
            "alias",
            around("", "odd.next = new Odd(); beside = odd.next;", "beside.hashCode();", ""),
            3,
            "by another way",
        ),
        (
            "statics",
            around("static int count;", "", "count++;", ""),
            3,
            "writes the static field statics.Odd.count",
        ),
        ("twice", around("", "", "Delta.merge(odd);", ""), 3, "Delta.merge twice in a round at Odd.java:"),
        ("nothing", around("", "", "odd = null;", ""), 3, "Delta.merge of null"),
        ("thread", around("", "", "new Thread(() -> {}).start();", ""), 3, "starts a thread"),
        (
            "never",
            "public class Odd { public static void main(String[] a) { } }".to_string(),
            2,
            "never called",
        ),
        ("without", "public class Odd { }".to_string(), 2, "it has no static method main(String[])"),
    ]
}

/// What a driver must not do is said, with the place.
#[test]
fn other_drivers_are_refused() {
    let lab = Lab::new("drivers-odd");
    let odd = odd_drivers();
    // A package each.
    for (name, text, ..) in &odd {
        lab.write(&format!("{name}/Odd.java"), &format!("package {name};\n{text}"));
        lab.write(&format!("All{name}.java"), &format!("class All{name} {{ {name}.Odd odd; }}"));
    }
    compiled(&lab);
    for (name, _, code, said) in odd {
        for way in [&[][..], &["--delta"]] {
            let class = format!("{name}.Odd");
            let words: Vec<&str> = way.iter().copied().chain(["-cp", ".", "--driver", &class]).collect();
            let done = asked(&lab, &words);
            assert_eq!(done.code, code, "{name} {way:?}: {}{}", done.out, done.err);
            let text = format!("{}{}", done.out, done.err).replace("\n                  ", " ");
            assert!(text.contains(said), "{name} {way:?}: {text}");
        }
    }
    let done = asked(&lab, &["-cp", ".", "--driver", "--call", "main", "fine.Odd"]);
    assert_eq!(done.code, 2, "{}{}", done.out, done.err);
}

/// What sets cannot do in a round is said at once, and done without them.
#[test]
fn sets_say_what_they_cannot_do() {
    let lab = Lab::new("drivers-cannot");
    lab.write(
        "Names.java",
        "public class Names {
    int name;
    public static void main(String[] args) {
        Names names = new Names();
        for (int i = 0; i < 2; i++) {
            names = jaywalk.Delta.newStates(names);
            names.name = (int) (9 * Math.sin(names.name + jaywalk.Verify.getInt(0, 2)));
            jaywalk.Delta.merge(names);
        }
    }
}
",
    );
    assert_eq!(asked(&lab, &["--driver", "Names.java"]).code, 0);
    let done = asked(&lab, &["--driver", "--delta", "Names.java"]);
    assert_eq!(done.code, 3, "{}{}", done.out, done.err);
    assert!(done.out.contains("sets of states cannot do this: "), "{}", done.out);
    assert!(done.out.replace('\n', " ").contains(" at "), "{}", done.out);
}

/// Events that lead to a route which leads back, with any error of examples/aodv, and to none without.
const SCENARIO: &str = "
public class Scenario {
    public static void main(String[] args) {
        for (String error : new String[] {\"none\", \"deletes\", \"keeps\", \"hasty\"}) {
            Network network = new Network(3, Errors.named(error));
            int lost = error.equals(\"hasty\") ? Events.RESTART : Events.ROUTE_TIMEOUT;
            int[][] events = {
                {Events.REQUEST, 0}, {Events.DELIVERY, 1}, {Events.DELIVERY, 2}, {Events.DELIVERY, 1},
                {Events.DELIVERY, 0},
                {lost, 1}, {Events.REQUEST, 1}, {Events.DELIVERY, 0}, {Events.DELIVERY, 1},
            };
            int at = 0;
            while (at < events.length && LoopFreedom.holds(network)) {
                int[] event = events[at++];
                if (Events.isEnabled(network, event[0], event[1])) {
                    Events.happen(network, event[0], event[1]);
                }
            }
            System.out.println(error + \" \" + at + \" \" + LoopFreedom.holds(network));
        }
    }
}
";

/// The first violation of the protocol of examples/aodv comes in the ninth event, whichever error it has. That there is
/// none before, and none without an error, takes longer to see than a test may: `cargo xtask bench aodv` does.
#[test]
fn routes_lead_back_in_the_ninth_event() {
    let lab = Lab::new("drivers-aodv");
    let folder = root().join("examples/aodv");
    for entry in std::fs::read_dir(&folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        lab.write(&name, &std::fs::read_to_string(entry.path()).unwrap());
    }
    lab.write("Scenario.java", SCENARIO);
    compiled(&lab);
    for error in ["none", "hasty"] {
        let (done, record) = same_by_sets(&lab, &["-cp", ".", "--driver", "Aodv", "5", error], error);
        assert_eq!(done.code, 0, "{}", done.out);
        assert!(figure(&record, "states") > 1000 && figure(&lab.read("a.json"), "splits") > 0);
    }
    let done = lab.run(&["run", "-cp", ".", "Scenario"]);
    assert_eq!(done.out, "none 9 true\ndeletes 9 false\nkeeps 9 false\nhasty 9 false\n", "{}", done.err);
    assert_eq!(asked(&lab, &["-cp", ".", "--driver", "Aodv", "6", "lost"]).code, 2);
}
