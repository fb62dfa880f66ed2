//! Small clients of classes whose calls count as one operation, not yet of all in the table: what two threads
//! can see of them is the same when the calls are explored operation by operation. Pairs whose explored search
//! is too long are not compared.
//!
//! `JAYWALK_CLIENTS=all cargo test -p cli --test reduced library` compares every pair of operations, on which the
//! usual run is a sample.

use crate::compiled;
use std::path::Path;
use std::process::Command;
use testkit::check::value;

/// Of all pairs of operations, each so many-th is compared; the number shares no factor with usual counts of
/// operations, so that every operation is met.
const EVERY: usize = 7;
/// Searches that take longer have nothing to compare.
const MAX_STATES: &str = "60000";

/// A class, how an object of it is made, what the client may do with it, and what is looked at in the end.
pub struct Class {
    pub made: &'static str,
    pub acts: &'static [&'static str],
    pub seen: &'static str,
}

const CLASSES: &[Class] = &[
    Class {
        made: "AtomicInteger o = new AtomicInteger()",
        acts: &[
            "o.get()",
            "o.incrementAndGet()",
            "o.compareAndSet(0, 5)",
            "o.getAndSet(3)",
            "o.updateAndGet(x -> x + 2)",
            "o.accumulateAndGet(4, Math::max)",
        ],
        seen: "o.get()",
    },
    Class {
        made: "AtomicStampedReference<String> o = new AtomicStampedReference<>(\"a\", 0)",
        acts: &[
            "o.getReference()",
            "o.compareAndSet(\"a\", \"b\", 0, 1)",
            "o.attemptStamp(\"a\", 7)",
            "o.get(new int[1])",
        ],
        seen: "o.getReference() + o.getStamp()",
    },
    Class {
        made: "ReentrantLock o = new ReentrantLock()",
        acts: &["lock(o)", "o.tryLock()", "o.isLocked()", "o.tryLock() + free(o)", "hold(o)"],
        seen: "n",
    },
    Class {
        made: "ReentrantReadWriteLock o = new ReentrantReadWriteLock()",
        acts: &[
            "lock(o.writeLock())",
            "lock(o.readLock())",
            "o.readLock().tryLock()",
            "o.writeLock().tryLock()",
            "o.isWriteLocked()",
        ],
        seen: "n",
    },
    Class {
        made: "StampedLock o = new StampedLock()",
        acts: &[
            "o.tryWriteLock() != 0",
            "o.tryReadLock() != 0",
            "o.validate(o.tryOptimisticRead())",
            "write(o)",
        ],
        seen: "n",
    },
    Class {
        made: "Semaphore o = new Semaphore(1)",
        acts: &["acquire(o)", "o.tryAcquire()", "o.drainPermits()", "free(o)", "o.availablePermits()"],
        seen: "o.availablePermits()",
    },
    Class {
        made: "CountDownLatch o = new CountDownLatch(1)",
        acts: &["await(o)", "down(o)", "o.getCount()"],
        seen: "o.getCount()",
    },
    Class {
        made: "CyclicBarrier o = new CyclicBarrier(2, () -> n++)",
        acts: &["await(o)", "o.getNumberWaiting()", "reset(o)", "o.isBroken()"],
        seen: "n",
    },
    Class {
        made: "ArrayBlockingQueue<Integer> o = new ArrayBlockingQueue<>(1)",
        acts: &["put(o, 1)", "o.take()", "o.offer(2)", "o.poll()", "o.peek()"],
        seen: "o",
    },
    Class {
        made: "LinkedBlockingQueue<Integer> o = new LinkedBlockingQueue<>(1)",
        acts: &["put(o, 1)", "o.take()", "o.offer(2)", "o.poll()", "o.peek()", "o.remove(2)"],
        seen: "o",
    },
    Class {
        made: "SynchronousQueue<Integer> o = new SynchronousQueue<>()",
        acts: &["put(o, 1)", "o.take()", "o.offer(2)", "o.poll()"],
        seen: "0",
    },
    Class {
        made: "ConcurrentLinkedQueue<Integer> o = new ConcurrentLinkedQueue<>()",
        acts: &["o.offer(1)", "o.poll()", "o.peek()", "o.add(2)"],
        seen: "o",
    },
    Class {
        made: "ConcurrentHashMap<Integer, Integer> o = new ConcurrentHashMap<>(Map.of(1, 1))",
        acts: &[
            "o.get(1)",
            "o.put(1, 2)",
            "o.putIfAbsent(2, 3)",
            "o.remove(1)",
            "o.merge(1, 4, Integer::sum)",
            "o.computeIfAbsent(2, k -> n++)",
            "o.replace(1, 1, 6)",
            "o.containsKey(2)",
        ],
        seen: "o",
    },
    Class {
        made: "ConcurrentSkipListMap<Integer, Integer> o = new ConcurrentSkipListMap<>(Map.of(1, 1))",
        acts: &["o.get(1)", "o.put(1, 2)", "o.putIfAbsent(2, 3)", "o.remove(1)"],
        seen: "o",
    },
    Class {
        made: "CopyOnWriteArrayList<Integer> o = new CopyOnWriteArrayList<>(List.of(1))",
        acts: &["o.add(2)", "o.addIfAbsent(2)", "o.remove((Object) 1)", "o.contains(2)", "o.size()"],
        seen: "o",
    },
    Class {
        made: "Exchanger<Integer> o = new Exchanger<>()",
        acts: &["o.exchange(1)", "o.exchange(2)"],
        seen: "0",
    },
    Class {
        made: "Phaser o = new Phaser(2)",
        acts: &["o.arrive()", "o.arriveAndAwaitAdvance()", "o.getPhase()", "o.arriveAndDeregister()"],
        seen: "o.getPhase()",
    },
    Class {
        made: "FutureTask<Integer> o = new FutureTask<>(() -> ++n)",
        acts: &["run(o)", "o.isDone()", "o.cancel(false)", "result(o)"],
        seen: "n",
    },
];

const HEAD: &str = "import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class NAME {
  static int n;
  interface Body { Object run() throws Exception; }
  static String said(Body body) {
    try { return String.valueOf(body.run()); } catch (Exception e) { return e.getClass().getSimpleName(); }
  }
  static int lock(Lock lock) { lock.lock(); int was = n++; lock.unlock(); return was; }
  static String free(ReentrantLock lock) { if (lock.isHeldByCurrentThread()) lock.unlock(); return \"\"; }
  static boolean hold(ReentrantLock lock) { lock.lock(); return true; }
  static int write(StampedLock lock) { long stamp = lock.writeLock(); int was = n++; lock.unlockWrite(stamp); return was; }
  static boolean acquire(Semaphore permits) throws Exception { permits.acquire(); return true; }
  static boolean free(Semaphore permits) { permits.release(); return true; }
  static boolean await(CountDownLatch latch) throws Exception { latch.await(); return true; }
  static boolean down(CountDownLatch latch) { latch.countDown(); return true; }
  static int await(CyclicBarrier barrier) throws Exception { return barrier.await(); }
  static boolean reset(CyclicBarrier barrier) { barrier.reset(); return true; }
  static boolean put(BlockingQueue<Integer> queue, int value) throws Exception { queue.put(value); return true; }
  static boolean run(FutureTask<Integer> task) { task.run(); return true; }
  static boolean execute(Executor pool) { pool.execute(() -> n++); return true; }
  static boolean stop(ExecutorService pool) { pool.shutdown(); return pool.isShutdown(); }
  static int fail(ExecutorService pool) throws Exception { return pool.submit(() -> 1 / (n - n)).get(); }
  static boolean withdraw(ExecutorService pool) { return pool.submit(() -> n++).cancel(false); }
  static String end(ExecutorService pool) throws Exception {
    pool.shutdown();
    return pool.awaitTermination(5, TimeUnit.SECONDS) + \" \" + n;
  }
  static int result(FutureTask<Integer> task) throws Exception { return task.get(); }
";

/// A client in which one thread does the one thing and main does the other.
fn client(name: &str, class: &Class, one: &str, two: &str) -> String {
    let (made, seen) = (class.made, class.seen);
    let head = HEAD.replace("NAME", name);
    format!(
        "{head}  public static void main(String[] args) throws Exception {{
    {made};
    String[] got = new String[2];
    Thread thread = new Thread(() -> got[1] = said(() -> {two}));
    thread.start();
    got[0] = said(() -> {one});
    thread.join();
    System.out.println(got[0] + \" \" + got[1] + \" \" + {seen});
  }}
}}
"
    )
}

/// All pairs, or a sample of them.
fn pairs(classes: &'static [Class]) -> Vec<(&'static Class, &'static str, &'static str)> {
    let mut all = Vec::new();
    for class in classes {
        for (i, one) in class.acts.iter().enumerate() {
            all.extend(class.acts[i..].iter().map(|two| (class, *one, *two)));
        }
    }
    let every = if std::env::var("JAYWALK_CLIENTS").is_ok_and(|all| all == "all") { 1 } else { EVERY };
    all.into_iter().step_by(every).collect()
}

/// Verdict, findings and outputs, and how many steps were within a call; nothing if the search was cut.
fn said(folder: &Path, name: &str, library: &str) -> Option<([String; 3], u64)> {
    let record = folder.join(format!("{name}-{library}.json"));
    let mut jaywalk = Command::new(crate::binary());
    jaywalk.env_remove("JAYWALK_CLIENTS");
    jaywalk.args(["check", "--all", "--outputs", "--library", library, "--max-states", MAX_STATES]);
    jaywalk.arg("--json").arg(&record).arg("-cp").arg(folder.join("classes")).arg(name);
    let output = jaywalk.output().expect("jaywalk runs");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1 | 3)), "{code:?} {}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&record).expect("a record is written");
    let get = |key: &str| value(&text, key).expect("the record has it").to_string();
    let within = get("library").trim().parse().expect("a number");
    (get("complete") == "true").then(|| (["verdict", "findings", "outputs"].map(get), within))
}

#[test]
fn library_calls_are_as_good_as_one_operation() {
    compare("library", CLASSES, "explore");
}

/// All clients say the same with calls as one operation as they do when these are explored in another way.
pub fn compare(folder: &str, classes: &'static [Class], reference: &str) {
    let pairs = pairs(classes);
    let write = |i: u64, name: &str| {
        let (class, one, two) = pairs[i as usize];
        client(name, class, one, two)
    };
    let (folder, programs) = compiled(folder, pairs.len() as u64, write);
    let (mut compared, mut within_calls) = (0, 0);
    for ((name, _), (class, one, two)) in programs.iter().zip(&pairs) {
        let whole = said(&folder, name, "atomic");
        let (atomic, within) = whole.unwrap_or_else(|| panic!("{name} is small: {one} | {two}"));
        within_calls += within;
        let Some((explored, fewer)) = said(&folder, name, reference) else { continue };
        assert!(reference != "explore" || fewer == 0, "explored calls are not one operation");
        assert_eq!(atomic, explored, "{name}: {}; {one} | {two}", class.made);
        compared += 1;
    }
    assert!(compared > pairs.len() / 2, "too few searches came to an end: {compared} of {}", pairs.len());
    assert!(within_calls > pairs.len() as u64, "hardly a call was one operation: {within_calls}");
}
