//! Stories of everyday programs, word for word, in narrow and wide terminals, and more or less of them.

use crate::lab::{Lab, done, root};
use testkit::golden::assert_golden;

/// Programs with something to tell of each kind: locks, a pool, a collection, futures, a queue.
const PROGRAMS: [&str; 7] = [
    "BankLocksDeadlock",
    "ConditionBufferLostSignal",
    "ConnectionPoolLeak",
    "EventBusFails",
    "HitCounterLost",
    "NestedSubmitStarved",
    "WorkQueueFull",
];
const WIDTHS: [usize; 3] = [60, 80, 120];

/// A folder with the classes of the programs.
fn compiled(name: &str, programs: &[&str]) -> Lab {
    let lab = Lab::new(name);
    let source = |program: &&str| root().join(format!("examples/everyday/{program}.java"));
    lab.compile(".", &programs.iter().map(source).collect::<Vec<_>>());
    lab
}

/// The report without what differs from run to run.
fn told(lab: &Lab, program: &str, width: usize, more: &[&str]) -> String {
    let args: Vec<&str> =
        ["check", "--witness", "-c", "."].into_iter().chain(more.iter().copied()).chain([program]).collect();
    let got = done(lab.command(&args).env("COLUMNS", width.to_string()));
    assert_eq!(got.code, 1, "{program}: {}{}", got.out, got.err);
    let lines = got.out.lines().map(|line| match line.split_once("; ") {
        // States and seconds are no part of the story, and a replay string names the JDK.
        Some((head, _)) if line.starts_with("FAIL") => format!("{head})\n"),
        _ if line.starts_with("  replay: ") => String::new(),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

#[test]
fn stories_look_as_they_should_at_every_width() {
    let lab = compiled("stories", &PROGRAMS);
    for program in PROGRAMS {
        let all: String = WIDTHS.iter().map(|&width| told(&lab, program, width, &[]) + "\n").collect();
        let lines = all.lines().map(|line| line.chars().count());
        assert!(lines.max().unwrap_or(0) <= 120, "{program}: {all}");
        assert_golden(&root().join(format!("crates/cli/tests/face/stories/{program}.txt")), &all);
    }
}

#[test]
fn more_is_told_where_more_is_asked_for() {
    let lab = compiled("levels", &["HitCounterLost"]);
    let told = |story: &str| told(&lab, "HitCounterLost", 120, &["--story", story]);
    let [brief, calls, full] = ["brief", "calls", "full"].map(told);
    assert!(!brief.contains("(in put)") && !calls.contains("(in put)"), "{brief}{calls}");
    assert!(full.contains("val = 1 (in put)") && full.contains("begins"), "{full}");
    assert!(full.lines().count() > calls.lines().count(), "{full}");
}

#[test]
fn what_lies_inside_a_collection_is_shown_with_its_call() {
    let lab = Lab::new("inside");
    lab.write(
        "Lost.java",
        "import java.util.ArrayList;\n\
         public class Lost {\n\
         \x20   public static void main(String[] args) throws Exception {\n\
         \x20       ArrayList<String> list = new ArrayList<>(4);\n\
         \x20       Thread other = new Thread(() -> list.add(\"b\"), \"other\");\n\
         \x20       other.start();\n\
         \x20       list.add(\"a\");\n\
         \x20       other.join();\n\
         \x20       assert list.size() == 2 : list.size();\n\
         \x20   }\n\
         }\n",
    );
    let got = lab.run(&["check", "--witness", "Lost.java"]);
    assert_eq!(got.code, 1, "{}{}", got.out, got.err);
    for row in ["add(\"a\") begins", "(in add)", "returns true", "switch to other"] {
        assert!(got.out.contains(row), "{row} is not in {}", got.out);
    }
}

/// A thread takes the last element in the middle of another's call, by compare-and-set; an interrupt comes after the
/// look for it.
#[test]
fn what_is_overtaken_is_shown_and_nothing_is_told_too_early() {
    let lab = Lab::new("overtaken");
    let late = lab.write(
        "Late.java",
        "import java.util.concurrent.locks.ReentrantLock;\n\
         public class Late {\n\
         \x20   static boolean hit;\n\
         \x20   public static void main(String[] args) throws Exception {\n\
         \x20       ReentrantLock lock = new ReentrantLock();\n\
         \x20       lock.lock();\n\
         \x20       Thread waiter = new Thread(() -> {\n\
         \x20           try { lock.lockInterruptibly(); } catch (InterruptedException e) { hit = true; }\n\
         \x20       }, \"waiter\");\n\
         \x20       waiter.start();\n\
         \x20       waiter.interrupt();\n\
         \x20       lock.unlock();\n\
         \x20       waiter.join();\n\
         \x20       assert hit : \"not interrupted\";\n\
         \x20   }\n\
         }\n",
    );
    let any = lab.write(
        "Any.java",
        "import java.util.List;\n\
         import java.util.concurrent.*;\n\
         public class Any {\n\
         \x20   public static void main(String[] args) throws Exception {\n\
         \x20       ExecutorService pool = Executors.newFixedThreadPool(2);\n\
         \x20       String first = pool.invokeAny(List.of(() -> \"a\", () -> \"b\"));\n\
         \x20       pool.shutdown();\n\
         \x20       assert first.equals(\"a\") : first;\n\
         \x20   }\n\
         }\n",
    );
    lab.compile(".", &[late, any]);
    let told = |program: &str| {
        let got = lab.run(&["check", "--witness", "-c", ".", program]);
        assert_eq!(got.code, 1, "{}{}", got.out, got.err);
        got.out
    };
    let late = told("Late");
    let look = late.find("interrupted -> false (in lockInterruptibly)");
    let end = late.rfind("interrupt waiter");
    assert!(look.is_some() && look < end, "{late}");
    let any = told("Any");
    assert!(any.contains("waits until one of the tasks"), "{any}");
    assert!(!any.contains("shut down"), "{any}");
}

const NAMES: &str = "public class Names {
    static int n;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {new Thread(() -> n++, \"worker\"), new Thread(() -> n++, \"worker\"), new Thread(() \
        -> n++, \"\")};
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        assert n == 3;
    }
}
";

const LATE: &str = "public class Late {
    static final int LIMIT = Integer.parseInt(\"1\");
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> done = true);
        other.start();
        other.join(LIMIT);
        if (other.isAlive()) throw new IllegalStateException();
    }
}
";

/// Threads of one name, or of none, are told apart; a join that is over early is no end of a thread, and who asks
/// whether a thread lives is told the answer.
#[test]
fn threads_are_told_apart_and_so_are_their_ends() {
    let lab = Lab::new("names");
    let files = [lab.write("Names.java", NAMES), lab.write("Late.java", LATE)];
    lab.compile(".", &files);
    let names = told(&lab, "Names", 120, &[]);
    for words in [
        "start worker, worker (2), unnamed-1",
        "switch to ",
        "| unnamed-1",
        "join worker (2)",
        "join unnamed-1",
    ] {
        assert!(names.contains(words), "{words}: {names}");
    }
    let late = told(&lab, "Late", 120, &[]);
    for words in ["join Thread-0 (time is over)", "Thread-0.isAlive() -> true"] {
        assert!(late.contains(words), "{words}: {late}");
    }
    assert!(!late.contains("LIMIT"), "{late}");
}

const PERMITS: &str = "import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

public class Permits {
    static final ReentrantLock lock = new ReentrantLock();
    static final Semaphore permits = new Semaphore(2);

    public static void main(String[] args) {
        new Thread(() -> {
            lock.lock();
            if (permits.tryAcquire()) permits.release();
            permits.acquireUninterruptibly();
            permits.release();
            lock.unlock();
        }, \"one\").start();
        new Thread(() -> {
            permits.acquireUninterruptibly(2);
            lock.lock();
            lock.unlock();
            permits.release(2);
        }, \"two\").start();
    }
}
";

const STAMPS: &str = "import java.util.concurrent.Exchanger;
import java.util.concurrent.locks.StampedLock;

public class Stamps {
    public static void main(String[] args) throws InterruptedException {
        StampedLock lock = new StampedLock();
        lock.writeLock();
        new Thread(() -> lock.readLock(), \"reader\").start();
        new Exchanger<String>().exchange(\"mine\");
    }
}
";

/// Who has taken permits is told, and is a part of the circle; a lock that knows no owner is told with how it is held.
#[test]
fn permits_and_stamps_are_explained() {
    let lab = Lab::new("permits");
    let files = [lab.write("Permits.java", PERMITS), lab.write("Stamps.java", STAMPS)];
    lab.compile(".", &files);
    let permits = told(&lab, "Permits", 120, &[]);
    for words in [
        "one waits for a permit of Semaphore#1, which has 0 (2 taken by two)",
        "two waits for ReentrantLock#1 (held by one)",
        "cycle: one -> Semaphore#1 -> two -> ReentrantLock#1 -> one",
    ] {
        assert!(permits.contains(words), "{words}: {permits}");
    }
    let stamps = told(&lab, "Stamps", 120, &[]);
    for words in [
        "reader waits for StampedLock#1 (locked for writing)",
        "main waits until somebody exchanges at Exchanger#1",
    ] {
        assert!(stamps.contains(words), "{words}: {stamps}");
    }
}

/// What a check of a program tells; it fails.
fn story_of(name: &str, text: &str) -> String {
    let lab = Lab::new(name);
    let class = text.split_whitespace().skip_while(|word| *word != "class").nth(1).unwrap_or_default();
    lab.write(&format!("{class}.java"), text);
    // As wide as needed: rows are looked for, not how they are broken.
    let got = done(lab.command(&["check", "--witness", &format!("{class}.java")]).env("COLUMNS", "400"));
    assert_eq!(got.code, 1, "{}{}", got.out, got.err);
    got.out
}

#[test]
fn what_method_references_call_is_told() {
    let out = story_of(
        "references",
        "import java.util.ArrayList;\n\
         import java.util.concurrent.*;\n\
         import java.util.concurrent.atomic.AtomicInteger;\n\
         public class References {\n\
         \x20   public static void main(String[] args) throws Exception {\n\
         \x20       CountDownLatch done = new CountDownLatch(3);\n\
         \x20       AtomicInteger count = new AtomicInteger();\n\
         \x20       ArrayList<String> list = new ArrayList<>();\n\
         \x20       new Thread(done::countDown, \"one\").start();\n\
         \x20       new Thread(list::clear, \"two\").start();\n\
         \x20       Executors.newSingleThreadExecutor().execute(count::incrementAndGet);\n\
         \x20       done.await();\n\
         \x20   }\n\
         }\n",
    );
    let has = |what: &str, line: usize| {
        out.lines().any(|row| row.contains(what) && row.trim_end().contains(&format!(":{line}")))
    };
    assert!(has("CountDownLatch#1.countDown()", 9), "{out}");
    assert!(has("ArrayList#1.clear()", 10), "{out}");
    assert!(has("begins a task: AtomicInteger::incrementAndGet", 11), "{out}");
    assert!(has("AtomicInteger#1.incrementAndGet()", 11), "{out}");
    // Nobody knows what that is wrapped in.
    assert!(out.contains("ThreadPoolExecutor#1.execute(") && !out.contains("Delegated"), "{out}");
}

#[test]
fn what_is_thrown_in_a_task_is_told_where_it_is_thrown() {
    let out = story_of(
        "thrown",
        "import java.util.List;\n\
         import java.util.concurrent.CompletableFuture;\n\
         import java.util.stream.*;\n\
         public class Thrown {\n\
         \x20   static int ask(String shop) {\n\
         \x20       throw new IllegalStateException(shop);\n\
         \x20   }\n\
         \x20   public static void main(String[] args) {\n\
         \x20       List<CompletableFuture<Integer>> all = Stream.of(\"a\")\n\
         \x20           .map(s -> CompletableFuture.supplyAsync(() -> ask(s))).collect(Collectors.toList());\n\
         \x20       all.stream().map(CompletableFuture::join).forEach(System.out::println);\n\
         \x20   }\n\
         }\n",
    );
    let row =
        |what: &str| out.lines().find(|row| row.contains(what)).unwrap_or_else(|| panic!("{what}: {out}"));
    assert!(row("waits for CompletableFuture#1, which nobody has completed").contains(":11"), "{out}");
    assert!(row("ends its task by IllegalStateException").contains(" | "), "{out}");
    assert!(out.contains("CompletionException") && !out.contains("waits in"), "{out}");
    let thrown = out.lines().skip_while(|row| !row.contains("throws CompletionException"));
    let place = thrown.take_while(|row| !row.contains("in thread main")).find(|row| row.contains(":11"));
    assert!(place.is_some(), "{out}");
}

#[test]
fn a_queue_is_full_of_as_many_as_it_has() {
    let out = story_of(
        "full-queue",
        "import java.util.concurrent.*;\n\
         public class Full {\n\
         \x20   public static void main(String[] args) throws Exception {\n\
         \x20       LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>(2);\n\
         \x20       Thread taker = new Thread(() -> queue.poll(), \"taker\");\n\
         \x20       taker.start();\n\
         \x20       for (int i = 0; i < 4; i++) queue.put(\"x\");\n\
         \x20   }\n\
         }\n",
    );
    assert!(out.contains("LinkedBlockingQueue#1, which is full (2)"), "{out}");
}

#[test]
fn who_has_ended_gives_nothing_back() {
    let out = story_of(
        "ended",
        "import java.util.concurrent.locks.ReentrantLock;\n\
         public class Ended {\n\
         \x20   public static void main(String[] args) {\n\
         \x20       ReentrantLock lock = new ReentrantLock();\n\
         \x20       new Thread(() -> lock.lock(), \"one\").start();\n\
         \x20       new Thread(() -> lock.lock(), \"two\").start();\n\
         \x20   }\n\
         }\n",
    );
    assert!(out.contains("(held by one, which has ended)"), "{out}");
}

#[test]
fn what_a_call_has_read_too_early_is_told_and_nothing_after_it_has_thrown() {
    let text = "import java.util.ArrayList;\n\
         import java.util.stream.IntStream;\n\
         public class Torn {\n\
         \x20   public static void main(String[] args) {\n\
         \x20       ArrayList<Integer> out = new ArrayList<>();\n\
         \x20       IntStream.range(0, 4).parallel().forEach(i -> out.add(i));\n\
         \x20       if (out.size() != 4) throw new IllegalStateException(\"only \" + out);\n\
         \x20   }\n\
         }\n";
    let out = story_of("torn", text);
    assert!(out.contains("elementData -> ") && out.contains("(in add)"), "{out}");
    let lab = Lab::new("torn-full");
    lab.write("Torn.java", text);
    let full = lab.run(&["check", "--witness", "--story", "full", "Torn.java"]).out;
    let thrown =
        full.find("add(2) throws ArrayIndexOutOfBoundsException").unwrap_or_else(|| panic!("{full}"));
    assert!(!full[thrown..].contains("(in add)"), "{full}");
}

/// Told in full, a lock is given back after the last write that others see of it.
#[test]
fn locks_of_the_library_are_given_back_when_others_see_it() {
    let lab = Lab::new("given-back");
    lab.write(
        "Given.java",
        "import java.util.concurrent.locks.ReentrantLock;\n\
         public class Given {\n\
         \x20   static int count;\n\
         \x20   public static void main(String[] args) throws Exception {\n\
         \x20       ReentrantLock lock = new ReentrantLock();\n\
         \x20       Thread other = new Thread(() -> { lock.lock(); count++; lock.unlock(); }, \"other\");\n\
         \x20       other.start();\n\
         \x20       lock.lock();\n\
         \x20       if (count == 1) throw new IllegalStateException();\n\
         \x20       lock.unlock();\n\
         \x20   }\n\
         }\n",
    );
    let got = lab.run(&["check", "--witness", "--story", "full", "Given.java"]);
    assert_eq!(got.code, 1, "{}{}", got.out, got.err);
    let freed = got.out.find("state = 0 (in unlock)").unwrap_or_else(|| panic!("{}", got.out));
    assert!(got.out[freed..].contains("unlock ReentrantLock#1"), "{}", got.out);
}
