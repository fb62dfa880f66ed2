//! Small clients of thread pools: what two threads can see of a pool is the same when it is explored operation by
//! operation. Pairs whose explored search is too long are not compared.
//!
//! `JAYWALK_CLIENTS=all cargo test -p cli --test reduced pools` compares every pair of operations, of which the usual
//! run is a sample.

use crate::compiled;
use crate::library::{compares_all, said};

/// Of all pairs of operations, each so many-th is compared.
const EVERY: usize = 7;
/// Searches that take longer have nothing to compare.
const MAX_STATES: &str = "150000";

/// How a pool is made, and what may be done with it.
const POOLS: [(&str, &[&str]); 2] = [
    (
        "Executors.newFixedThreadPool(1)",
        &[
            "execute()",
            "o.submit(() -> ++n).get()",
            "stop()",
            "o.shutdownNow().size()",
            "withdraw()",
            "fail()",
        ],
    ),
    (
        "Executors.newScheduledThreadPool(1)",
        &["o.schedule(() -> ++n, 1, TimeUnit.SECONDS).get()", "stop()", "execute()"],
    ),
];

const CLIENT: &str = "import java.util.concurrent.*;

public class NAME {
  static int n;
  static KIND o = POOL;
  static boolean execute() { o.execute(() -> n++); return true; }
  static boolean stop() { o.shutdown(); return o.isShutdown(); }
  static int fail() throws Exception { return o.submit(() -> 1 / (n - n)).get(); }
  static boolean withdraw() { return o.submit(() -> n++).cancel(false); }
  static String said(Callable<Object> call) {
    try { return String.valueOf(call.call()); } catch (Exception e) { return e.getClass().getSimpleName(); }
  }
  public static void main(String[] args) throws Exception {
    String[] got = new String[2];
    Thread thread = new Thread(() -> got[1] = said(() -> TWO));
    thread.start();
    got[0] = said(() -> ONE);
    thread.join();
    o.shutdown();
    System.out.println(got[0] + got[1] + o.awaitTermination(5, TimeUnit.SECONDS) + n);
  }
}
";

#[test]
fn pools_act_as_well_at_once() {
    let of = |(pool, calls): (&'static str, &'static [&'static str])| {
        let pairs = (0..calls.len()).flat_map(move |i| (i..calls.len()).map(move |j| (calls[i], calls[j])));
        pairs.map(move |(one, two)| (pool, one, two))
    };
    let every = if compares_all() { 1 } else { EVERY };
    let pairs: Vec<_> = POOLS.into_iter().flat_map(of).step_by(every).collect();
    let write = |i: u64, name: &str| {
        let (pool, one, two) = pairs[i as usize];
        let kind = if pool.contains("Scheduled") { "ScheduledExecutorService" } else { "ExecutorService" };
        let client = CLIENT.replace("NAME", name).replace("KIND", kind).replace("POOL", pool);
        client.replace("ONE", one).replace("TWO", two)
    };
    let (folder, programs) = compiled("pools", pairs.len() as u64, write);
    let (mut compared, mut at_once, mut step_by_step) = (0, 0, 0);
    for ((name, _), pair) in programs.iter().zip(&pairs) {
        let Some(atomic) = said(&folder, name, ["--library", "atomic"], MAX_STATES) else { continue };
        let Some(explored) = said(&folder, name, ["--library", "calls"], MAX_STATES) else { continue };
        assert_eq!(atomic.told, explored.told, "{name}: {pair:?}");
        compared += 1;
        (at_once, step_by_step) = (at_once + atomic.states, step_by_step + explored.states);
    }
    println!("{compared} of {} clients compared: {at_once} states, {step_by_step}", pairs.len());
    assert!(compared > 0, "no search came to an end");
    assert!(at_once * 10 < step_by_step, "pools do not act at once: {at_once} states, {step_by_step}");
}
