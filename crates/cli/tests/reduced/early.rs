//! The JDK's usual classes are initialized before a program is explored: else it would be explored who of its threads
//! initializes them, and when.

use crate::compiled;
use crate::library::said;

/// One element through a queue. Without early classes it has hundreds of thousands of states, with them some thousand:
/// a thread that waits for the lock brings `ForkJoinPool` along, and all that this needs.
const PROGRAM: &str = "import java.util.concurrent.ArrayBlockingQueue;

public class NAME {
  public static void main(String[] args) throws Exception {
    ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    Thread thread = new Thread(() -> {
      try { queue.put(7); } catch (InterruptedException e) { throw new AssertionError(e); }
    });
    thread.start();
    int got = queue.take();
    thread.join();
    System.out.println(got);
  }
}
";
const MOST_STATES: &str = "40000";

#[test]
fn nobody_initializes_the_usual_classes() {
    let (folder, _) = compiled("early", 1, |_, name| PROGRAM.replace("NAME", name));
    let search = said(&folder, "R0", ["--library", "explore"], MOST_STATES);
    let search = search.expect("a search without initializers is over soon");
    assert!(search.told[2].contains('7') && search.states > 1_000, "{} states", search.states);
}
