//! What is made before the first choice, and is much, belongs to the base: this changes neither what a search finds
//! nor how many states there are, and what nobody touches costs a state nothing.

use crate::compiled;
use std::path::Path;
use std::process::Command;
use testkit::check::value;

/// Two threads beside some objects that nobody touches, and some that they do: a list, a lock, a field behind a
/// field, an object that only a frame knows, and a string that the first step leaves half made.
const PROGRAM: &str = "import java.util.*;
public class NAME {
  static volatile int a, b;
  static Object[] still;
  static final class Node { int n; Node next; Node(int n, Node next) { this.n = n; this.next = next; } }
  static Node list;
  static int sum;
  static synchronized void add(int n) { sum += n; }
  static void work(int by, Node own) {
    for (int i = 1; i < 3; i++) { if (by == 1) a = i; else b = i; }
    add(own.n);
    own.n += by;
    synchronized (still) { if (list != null) { sum += list.n * by; list = list.next; } }
    own.next = new Node(by, null);
  }
  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[0]);
    still = new Object[count];
    for (int i = 0; i < count; i++) still[i] = i % 2 == 0 ? new Node(i, null) : new int[] { i };
    for (int i = 0; i < 3; i++) list = new Node(i, list);
    char[] letters = { 'x', (char) ('0' + a) };
    Node mine = new Node(5, null);
    Thread t = new Thread(() -> work(1, mine));
    t.start();
    String text = new String(letters);
    work(2, mine);
    t.join();
    System.out.println(text + ' ' + (mine.n + sum) + ' ' + mine.next.n);
    assert sum != 12345;
  }
}
";

struct Search {
    /// Verdict, findings, outputs and states.
    said: [String; 4],
    deepened: u64,
    /// How often objects were given to the pool.
    asked: String,
}

fn search(folder: &Path, count: &str, options: &[&str]) -> Search {
    let record = folder.join(format!("{count}{}.json", options.concat()));
    let mut jaywalk = Command::new(crate::binary());
    jaywalk.args(["check", "--all", "--outputs"]).args(options).arg("--json").arg(&record);
    let output = jaywalk.arg("-cp").arg(folder.join("classes")).args(["R0", count]).output();
    let output = output.expect("jaywalk runs");
    assert!(output.status.success(), "{options:?} {}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&record).expect("a record is written");
    let get = |key: &str| value(&text, key).expect("the record has it").trim().to_string();
    Search {
        said: ["verdict", "findings", "outputs", "states"].map(get),
        deepened: get("deepened").parse().expect("a counter"),
        asked: text
            .split_once("\"objects\"")
            .and_then(|(_, rest)| value(rest, "asked"))
            .unwrap_or_default()
            .into(),
    }
}

#[test]
fn a_deeper_base_changes_no_search() {
    let (folder, _) = compiled("bases", 1, |_, name| PROGRAM.replace("NAME", name));
    let searches: [&[&str]; 6] = [
        &["--reduce", "full"],
        &["--reduce", "local"],
        &["--reduce", "off"],
        &["--search", "bfs", "--reduce", "full"],
        &["--workers", "2", "--reduce", "full"],
        &["--reduce", "order"],
    ];
    for options in searches {
        let deep = search(&folder, "1100", options);
        let plain = search(&folder, "1100", &[options, &["--without", "base"]].concat());
        assert!(deep.deepened > 0 && plain.deepened == 0, "{options:?} {} {}", deep.deepened, plain.deepened);
        assert_eq!(deep.said[..3], plain.said[..3], "{options:?}");
        // Where steps are taken in one order, what comes first decides how many states are left out.
        assert!(options.contains(&"order") || deep.said[3] == plain.said[3], "{options:?} {:?}", deep.said);
    }
}

#[test]
fn what_nobody_touches_costs_no_state_anything() {
    let (folder, _) = compiled("heaps", 1, |_, name| PROGRAM.replace("NAME", name));
    let [few, many] = ["1100", "5500"].map(|count| search(&folder, count, &["--reduce", "full"]));
    assert_eq!(few.said, many.said);
    // Every component of a state that was encoded was asked for: not one more with five times the objects.
    assert!(!few.asked.is_empty());
    assert_eq!(few.asked, many.asked);
    let shallow = search(&folder, "1100", &["--reduce", "full", "--without", "base"]);
    assert_ne!(few.asked, shallow.asked);
}
