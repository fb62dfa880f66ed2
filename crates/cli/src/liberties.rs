//! What Java allows and real machines rarely do: the flags that have it explored.

use clap::{Args, ValueEnum};
use java::Liberties;
use java::liberties::{ANY, UNITS, length};

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

#[derive(Args, Clone)]
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

/// The value of --timeouts.
pub fn timeouts(ns: u64) -> String {
    match ns {
        ANY => "any".to_string(),
        0 => "last".to_string(),
        ns => length(ns),
    }
}

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
