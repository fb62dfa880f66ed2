//! The words for what a search took for granted where Java allows more.

use vm::{Assumed, Assumption, Liberties};

/// All waits are short ones.
pub const ANY: u64 = u64::MAX;

/// The units of `--timeouts`, the longest first where one is the end of another.
pub const UNITS: [(&str, u64); 5] =
    [("ms", 1_000_000), ("us", 1_000), ("ns", 1), ("s", 1_000_000_000), ("m", 60_000_000_000)];

/// A length of time in the largest unit that has no rest.
pub fn length(ns: u64) -> String {
    let units = ["m", "s", "ms", "us", "ns"];
    let fits = |unit: &&str| {
        UNITS.iter().find(|(name, _)| name == unit).filter(|(_, each)| ns.is_multiple_of(*each))
    };
    units
        .iter()
        .find_map(fits)
        .map_or_else(|| format!("{ns}ns"), |(unit, each)| format!("{}{unit}", ns / each))
}

/// What the search took for granted, in words.
pub fn rests_on(liberties: Liberties, processors: u32, assumed: &Assumed) -> Vec<String> {
    let met = Assumption::ALL.into_iter().filter(|&assumption| assumed.has(assumption));
    met.map(|assumption| match assumption {
        Assumption::LastResort => match liberties.patience_ns {
            0 => "waits, sleeps and deadlines pass only when nothing else can go on (--timeouts last)".into(),
            ANY => "a deadline that a thread only looks out for passes once at each place".into(),
            ns => format!(
                "waits, sleeps and deadlines of {} or more pass only \
                 when nothing else can go on (--timeouts)",
                length(ns)
            ),
        },
        Assumption::FewMoves => "time passes on a path only so often that it can be told \
             (8 times early, 1,000 times in all)"
            .into(),
        Assumption::NoSpuriousWakeups => "no spurious wake-ups (--spurious-wakeups)".into(),
        Assumption::NoWeakFailures => "weak compare-and-set fails only for a reason (--weak-cas)".into(),
        Assumption::OneSeed => "random numbers of one seed (--random explore)".into(),
        Assumption::SomeNumbers => "of random numbers from a large range, the ends and a few others".into(),
        Assumption::DaemonsStop => "daemon threads stop when the last other thread ends".into(),
        Assumption::DaemonsAlone => "in some state only daemon threads can go on".into(),
        Assumption::Linearizable => {
            "calls of java.util.concurrent's linearizable classes are one operation each (--library)".into()
        }
        Assumption::Services => {
            "calls of the JDK's services (security providers) are one operation each (--library)"
                .into()
        }
        Assumption::Pools => {
            "thread pools do at once what they do between pieces of other code (--library)".into()
        }
        Assumption::Processors if processors == 1 => "one processor (--processors)".into(),
        Assumption::Processors => format!("{processors} processors (--processors)"),
        Assumption::WeakModes => {
            "accesses of atomic variables in weaker modes than volatile happen in one order for all threads, and order \
             what is around them"
                .into()
        }
        Assumption::Carriers => "virtual threads run like others, and wait for no carrier".into(),
        Assumption::NeverCollected => "references are never cleared, and nothing is cleaned or finalized".into(),
        Assumption::ClosedFiles => "files outside of what is granted are not there (--allow-read)".into(),
        Assumption::HashCodes => "identity hash codes are numbers in the order of asking".into(),
        Assumption::InternedCopies => {
            "texts that the JDK has used before main are interned: a new string with one is not what intern \
                gives".into()
        },
        Assumption::Handled => {
            "exceptions that a handler takes are no violations (--handled-exceptions)".into()
        }
    })
    .collect()
}
