//! Frames that did not run are not encoded again, whatever else a step does: the deeper the stacks, the more that is.

use crate::compiled;
use std::path::Path;
use std::process::Command;
use testkit::check::value;

/// Two threads deep in a recursion put objects into a list that both know, which gives names to others every time; what
/// lies below in their stacks knows none of these.
const PROGRAM: &str = "public class NAME {
  static final class Node { int n; Node next; Node(int n, Node next) { this.n = n; this.next = next; } }
  static volatile Node list;
  static volatile int turns;
  static int down(int depth, int own) {
    if (depth > 0) return down(depth - 1, own) + own;
    for (int i = 0; i < 3; i++) { Node more = new Node(i, null); list = new Node(i, list); turns = more.n; }
    return 1;
  }
  public static void main(String[] args) throws Exception {
    int depth = Integer.parseInt(args[0]);
    Thread other = new Thread(() -> down(depth, 1));
    other.start();
    down(depth, 2);
    other.join();
    System.out.println(turns);
  }
}
";

struct Search {
    /// Verdict, findings, outputs and states.
    said: [String; 4],
    /// How many frames were given to the pool.
    frames: u64,
}

fn search(folder: &Path, options: &[&str]) -> Search {
    let record = folder.join(format!("{}.json", options.concat()));
    let mut jaywalk = Command::new(crate::binary());
    jaywalk
        .args(["check", "--all", "--outputs", "--reduce", "full"])
        .args(options)
        .arg("--json")
        .arg(&record);
    let output = jaywalk.arg("-cp").arg(folder.join("classes")).args(["R0", "40"]).output();
    let output = output.expect("jaywalk runs");
    assert!(output.status.success(), "{options:?} {}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&record).expect("a record is written");
    let frames =
        text.split_once("\"frames\"").and_then(|(_, rest)| value(rest, "asked")).expect("it has frames");
    Search {
        said: ["verdict", "findings", "outputs", "states"]
            .map(|key| value(&text, key).unwrap_or_default().into()),
        frames: frames.trim().parse().expect("a number"),
    }
}

#[test]
fn frames_that_did_not_run_are_not_encoded_again() {
    let (folder, _) = compiled("frames", 1, |_, name| PROGRAM.replace("NAME", name));
    let (kept, plain) = (search(&folder, &[]), search(&folder, &["--without", "renewal"]));
    assert_eq!(kept.said, plain.said);
    // A build that compares all names asks for every frame once more.
    let compared = if kept.frames > plain.frames { plain.frames } else { 0 };
    let own = kept.frames - compared;
    assert!(own * 4 < plain.frames, "{own} frames of {}", plain.frames);
}
