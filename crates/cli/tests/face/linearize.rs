//! `jaywalk linearize`: classes that are linearizable and classes that are not, and what is wrong with a question.

use crate::lab::{Done, Lab};

fn asked(lab: &Lab, args: &[&str]) -> Done {
    let words: Vec<&str> = ["linearize", "--minimize", "0"].iter().chain(args).copied().collect();
    lab.run(&words)
}

/// A box that looks before it waits, and misses what comes in between; and a counter that loses updates.
const FAULTY: &str = "\
package shop;

public class Faulty {
    private Object held;
    private int count;

    synchronized void put(Object thing) {
        held = thing;
        notify();
    }

    Object take() throws InterruptedException {
        if (held == null) {
            synchronized (this) {
                wait();
            }
        }
        Object taken = held;
        held = null;
        return taken;
    }

    public int add() {
        return ++count;
    }

    public void lend(int copies, String to) {}
}
";

#[test]
fn classes_of_the_library_are_linearizable_and_a_known_one_is_not() {
    let lab = Lab::new("linearize-library");
    for (class, client) in [
        ("ConcurrentLinkedQueue", "offer(1); poll() | offer(2); peek()"),
        ("AtomicInteger", "incrementAndGet(); get() | updateAndGet(x -> x + 2)"),
        ("Semaphore", "acquire() | release(); tryAcquire()"),
        ("CountDownLatch", "await() | getCount(); countDown()"),
    ] {
        let done = asked(&lab, &["--client", client, class]);
        assert_eq!(done.code, 0, "{class}: {}{}", done.out, done.err);
        assert!(done.out.contains("linearizable in the one client"), "{}", done.out);
    }
    let done = asked(&lab, &["ConcurrentLinkedDeque"]);
    assert_eq!(done.code, 1, "calls that are made up show it too: {}{}", done.out, done.err);
    let client = "addLast(2); peekFirst() | addFirst(1); pollLast()";
    let done =
        asked(&lab, &["--client", client, "--keep", "kept", "--json", "a.json", "ConcurrentLinkedDeque"]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    assert!(done.out.contains("peekFirst(): 1  |  pollLast(): 1"), "{}", done.out);
    let record = lab.read("a.json");
    assert!(record.contains("\"verdict\": \"not linearizable\""), "{record}");
    // The client was kept, and goes the same way again.
    let line =
        done.out.lines().find_map(|line| line.trim().strip_prefix("replay: ")).expect("a replay string");
    let again = lab.shell(line);
    assert!(again.code == 1 && again.out.contains("no order of whole calls"), "{}{}", again.out, again.err);
}

#[test]
fn lost_updates_and_lost_wake_ups_are_found() {
    let lab = Lab::new("linearize-faulty");
    lab.write("shop/Faulty.java", FAULTY);
    let counted = asked(&lab, &["--op", "add()", "--calls", "1", "shop/Faulty.java"]);
    assert_eq!(counted.code, 1, "{}{}", counted.out, counted.err);
    assert!(counted.out.contains("add(): 1  |  add(): 1"), "{}", counted.out);
    // What is not public can be used by a Java expression.
    let boxed = asked(&lab, &["--client", "o.put(1) | o.take()", "shop/Faulty.java"]);
    assert_eq!(boxed.code, 1, "{}{}", boxed.out, boxed.err);
    assert!(boxed.out.contains("blocks for ever"), "{}", boxed.out);
    let alone = asked(&lab, &["--client", "o.take() | o.take()", "shop/Faulty.java"]);
    assert_eq!(alone.code, 0, "to block where nothing comes is as it should be: {}{}", alone.out, alone.err);
}

#[test]
fn reductions_leave_out_no_history() {
    let lab = Lab::new("linearize-reduced");
    let explained = |how: &str, class: &str, client: &str| {
        let done = asked(&lab, &["--reduce", how, "--client", client, class]);
        assert_eq!(done.code, 0, "{class}, {how}: {}{}", done.out, done.err);
        done.out.lines().find(|line| line.contains("explained:")).expect("histories").to_string()
    };
    for (class, client) in [
        ("AtomicInteger", "incrementAndGet(); get() | updateAndGet(x -> x + 2)"),
        ("CountDownLatch", "await() | getCount(); countDown()"),
    ] {
        let all = explained("off", class, client);
        for how in ["local", "full", "order", "auto"] {
            assert_eq!(explained(how, class, client), all, "{class}, {how}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_question_is_told() {
    let lab = Lab::new("linearize-wrong");
    lab.write("shop/Faulty.java", FAULTY);
    for (args, expected) in [
        (vec!["NoSuchClass"], "class NoSuchClass is neither on the class path (.) nor in the JDK"),
        (vec!["--op", "lend(1)", "shop/Faulty.java"], "no lend with 1 parameter; it has lend(int, String)"),
        (vec!["--op", "steal()", "shop/Faulty.java"], "no public method steal; it has add, lend"),
        (
            vec!["--new", "Semaphore()", "Semaphore"],
            "no constructor with 0 parameters; it has Semaphore(int)",
        ),
        (vec!["--op", "release(\"a\")", "Semaphore"], "does not compile"),
        (vec!["--client", "release() |", "Semaphore"], "each thread of a client makes a call"),
    ] {
        let done = asked(&lab, &args);
        assert_eq!(done.code, 2, "{args:?}: {}{}", done.out, done.err);
        assert!(done.err.contains(expected), "{args:?}: {}", done.err);
    }
    let cut = asked(&lab, &["--max-states", "3", "--client", "acquire() | release()", "Semaphore"]);
    assert_eq!(cut.code, 3, "{}{}", cut.out, cut.err);
    assert!(cut.out.contains("the limit on states was reached"), "{}", cut.out);
}
