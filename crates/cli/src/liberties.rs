//! What Java allows and real machines rarely do: the flags that have it explored, and the words for what was
//! taken for granted instead.

use clap::{Args, ValueEnum};
use java::{Assumed, Assumption, Liberties};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Random {
    /// Numbers of one seed
    Fixed,
    /// Any number, one of a few for each kind
    Explore,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Handled {
    /// It is none: the handler runs
    Pass,
    /// It is one
    Fail,
}

#[derive(Args)]
pub struct Allowing {
    /// When waits, sleeps and deadlines are over: at any moment, last (when nothing else can go on), or those
    /// of at least this length last and shorter ones at any moment
    #[arg(long, value_name = "any|last|DURATION", default_value = "1s", value_parser = patience)]
    pub timeouts: u64,

    /// Let Object.wait and LockSupport.park return for no reason too
    #[arg(long)]
    pub spurious_wakeups: bool,

    /// Let weak compare-and-set fail for no reason too
    #[arg(long)]
    pub weak_cas: bool,

    /// What random numbers are whose seed the program has not chosen
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Random::Fixed)]
    pub random: Random,

    /// Whether an exception that an uncaught exception handler takes is a violation
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Handled::Fail)]
    pub handled_exceptions: Handled,

    /// Explore all that Java allows: --timeouts any --spurious-wakeups --weak-cas --random explore
    #[arg(long)]
    pub strict: bool,
}

/// All waits are short ones.
const ANY: u64 = u64::MAX;

impl Allowing {
    pub fn liberties(&self) -> Liberties {
        let handled = self.handled_exceptions == Handled::Pass;
        match self.strict {
            true => {
                Liberties { patience_ns: ANY, spurious_wakeups: true, weak_cas: true, random: true, handled }
            }
            false => Liberties {
                patience_ns: self.timeouts,
                spurious_wakeups: self.spurious_wakeups,
                weak_cas: self.weak_cas,
                random: self.random == Random::Explore,
                handled,
            },
        }
    }
}

/// The units of `--timeouts`, the longest first where one is the end of another.
const UNITS: [(&str, u64); 5] =
    [("ms", 1_000_000), ("us", 1_000), ("ns", 1), ("s", 1_000_000_000), ("m", 60_000_000_000)];

fn patience(text: &str) -> Result<u64, String> {
    match text {
        "any" => return Ok(ANY),
        "last" => return Ok(0),
        _ => {}
    }
    let parsed = UNITS.iter().find_map(|(unit, ns)| {
        let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(*ns).filter(|&ns| ns > 0 && ns < ANY)
    });
    parsed.ok_or_else(|| "any, last, or a length of time like 500ms, 1s or 2m".to_string())
}

/// A length of time in the largest unit that has no rest.
fn length(ns: u64) -> String {
    let units = ["m", "s", "ms", "us", "ns"];
    let fits = |unit: &&str| UNITS.iter().find(|(name, _)| name == unit).filter(|(_, each)| ns % each == 0);
    units
        .iter()
        .find_map(fits)
        .map_or_else(|| format!("{ns}ns"), |(unit, each)| format!("{}{unit}", ns / each))
}

/// What the search took for granted, in words.
pub fn rests_on(liberties: Liberties, assumed: &Assumed) -> Vec<String> {
    let met = Assumption::ALL.into_iter().filter(|&assumption| assumed.has(assumption));
    met.map(|assumption| match assumption {
        Assumption::LastResort => match liberties.patience_ns {
            0 => "waits, sleeps and deadlines pass only when nothing else can go on (--timeouts last)".into(),
            ANY => "a deadline that a thread only looks out for passes once at each place".into(),
            ns => format!(
                "waits, sleeps and deadlines of {} or more pass only when nothing else can go on (--timeouts)",
                length(ns)
            ),
        },
        Assumption::FewMoves => {
            "time passes on a path only so often that it can be told (8 times early, 1,000 times in all)".into()
        }
        Assumption::NoSpuriousWakeups => "no spurious wake-ups (--spurious-wakeups)".into(),
        Assumption::NoWeakFailures => "weak compare-and-set fails only for a reason (--weak-cas)".into(),
        Assumption::OneSeed => "random numbers of one seed (--random explore)".into(),
        Assumption::SomeNumbers => "of random numbers from a large range, the ends and a few others".into(),
        Assumption::DaemonsStop => "daemon threads stop when the last other thread ends".into(),
        Assumption::Handled => "exceptions that a handler takes are no violations (--handled-exceptions)".into(),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_are_read_and_told() {
        for (text, ns) in
            [("any", ANY), ("last", 0), ("1s", 1_000_000_000), ("250ms", 250_000_000), ("7ns", 7)]
        {
            assert_eq!(patience(text), Ok(ns));
        }
        for text in ["1s", "250ms", "2m", "7ns", "90s"] {
            assert_eq!(patience(text).map(length).as_deref(), Ok(text));
        }
        for text in ["", "1", "s", "-1s", "0s", "1h", "99999999999m"] {
            assert!(patience(text).is_err(), "{text}");
        }
    }
}
