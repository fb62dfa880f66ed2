//! Temporal properties of a program: LTL on the fly, CTL, CTL* and the mu-calculus on the whole graph.

mod branching;
mod linear;
mod story;

pub use linear::confirm;
pub use story::STAYS;

use crate::account::{Checked, peak_bytes};
use crate::check::figures;
use clap::Args;
use java::Reduction;
use java::{ClassId, Explorer};
use logic::buchi::Automaton;
use logic::{Formula, Logic, Parsed};
use lts::{Finding, Gap, Property as Violated};
use report::{Claims, Figures, Report, Story};
use search::{Limits, Progress};
use std::time::Instant;

#[derive(Args, Clone, Default, PartialEq, Eq, Debug)]
pub struct Temporal {
    /// Check an LTL formula: 'G "Buffer.size >= 0"' (may be given several times, as all of these)
    #[arg(long, value_name = "FORMULA")]
    pub ltl: Vec<String>,

    /// Check a CTL formula: 'AG EF "main.turn"'
    #[arg(long, value_name = "FORMULA")]
    pub ctl: Vec<String>,

    /// Check a CTL* formula: 'A(FG p) || AG EF p'
    #[arg(long, value_name = "FORMULA")]
    pub ctlstar: Vec<String>,

    /// Check a formula of the mu-calculus: 'nu x. p && AX x'
    #[arg(long, value_name = "FORMULA")]
    pub mu: Vec<String>,

    /// No run may be accepted by the Büchi automaton in this file, in the HOA format; its atoms are as in
    /// formulas
    #[arg(long, value_name = "FILE")]
    pub never: Vec<String>,

    /// For temporal properties, only runs in which no thread could go on for ever without ever doing so
    #[arg(long)]
    pub fair: bool,
}

/// A property as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    pub what: What,
    pub fair: bool,
}

/// A formula, or a file with the automaton of what must not happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Formula(Logic, String),
    Never(String),
}

impl Temporal {
    pub fn properties(&self) -> Vec<Property> {
        let lists = [
            (Logic::Ltl, &self.ltl),
            (Logic::Ctl, &self.ctl),
            (Logic::CtlStar, &self.ctlstar),
            (Logic::Mu, &self.mu),
        ];
        let formulas = lists
            .iter()
            .flat_map(|(logic, texts)| texts.iter().map(|text| What::Formula(*logic, text.clone())));
        let all = formulas.chain(self.never.iter().cloned().map(What::Never));
        all.map(|what| Property { what, fair: self.fair }).collect()
    }

    /// The same as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let lists = [
            ("--ltl", &self.ltl),
            ("--ctl", &self.ctl),
            ("--ctlstar", &self.ctlstar),
            ("--mu", &self.mu),
            ("--never", &self.never),
        ];
        let pairs = lists.iter().flat_map(|(flag, texts)| texts.iter().map(move |text| (flag, text)));
        let words = pairs.flat_map(|(flag, text)| [flag.to_string(), text.clone()]);
        words.chain(self.fair.then(|| "--fair".to_string())).collect()
    }

    /// Reads them back.
    ///
    /// # Errors
    /// The word that is none of them.
    pub fn from_words(words: &[String]) -> Result<Temporal, String> {
        let mut temporal = Temporal::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let list = match word.as_str() {
                "--ltl" => &mut temporal.ltl,
                "--ctl" => &mut temporal.ctl,
                "--ctlstar" => &mut temporal.ctlstar,
                "--mu" => &mut temporal.mu,
                "--never" => &mut temporal.never,
                "--fair" => {
                    temporal.fair = true;
                    continue;
                }
                other => return Err(other.to_string()),
            };
            list.push(words.next().ok_or(word)?.clone());
        }
        Ok(temporal)
    }
}

/// What is wrong with flags that do not go with temporal properties, in words.
pub fn contradiction(check: &crate::flags::Check) -> Option<&'static str> {
    if check.temporal.properties().is_empty() {
        return check
            .temporal
            .fair
            .then_some("--fair goes with a temporal property: --ltl, --ctl or --ctlstar");
    }
    if check.searching.search != crate::searching::Search::Dfs || check.searching.workers > 1 {
        return Some(
            "temporal properties are searched depth first by one worker: leave out --search and --workers",
        );
    }
    if check.storing.store != crate::stores::Kind::Exact {
        return Some("temporal properties need --store exact: cycles are found by states that come again");
    }
    if check.same.is_special() {
        return Some(
            "temporal properties tell threads and objects apart: leave out --symmetry, --thread-symmetry and --gc",
        );
    }
    if check.reduction() == Reduction::Full {
        return Some(
            "--reduce full hides states that a temporal property may look at: use --reduce local or off",
        );
    }
    (check.outputs || check.races)
        .then_some("--outputs and --races are not for temporal properties; check these on their own")
}

/// A property that has been read, with what is decided about it before the program is.
pub struct Ready {
    pub parsed: Parsed,
    pub fair: bool,
    /// Atom `i` is proposition `atoms[i]` of the system.
    pub atoms: Vec<u32>,
    /// What must not happen, where that is given in place of a formula.
    pub never: Option<Automaton>,
}

impl Ready {
    /// The property in words.
    pub fn describe(&self) -> String {
        let fair = if self.fair { ", fair runs only" } else { "" };
        if self.never.is_some() {
            return format!("never {}{fair}", self.parsed.text);
        }
        format!("{}  ({}{fair})", self.parsed.text.trim(), self.parsed.logic.name())
    }
}

/// Reads the properties.
///
/// # Errors
/// What is wrong with one of them, with the spot.
pub fn read(properties: &[Property], reduction: Reduction) -> Result<Vec<Ready>, String> {
    let mut ready = Vec::new();
    for property in properties {
        let (logic, text) = match &property.what {
            What::Formula(logic, text) => (*logic, text),
            What::Never(file) => {
                ready.push(never(file, property.fair, reduction)?);
                continue;
            }
        };
        let option = logic.option();
        let parsed = logic::parse(logic, text).map_err(|e| format!("{option}: {e}"))?;
        if property.fair && logic == Logic::Mu {
            return Err("--fair is about paths, and the mu-calculus (--mu) has none".to_string());
        }
        if reduction != Reduction::Off
            && let Some(&span) = parsed.nexts.first()
        {
            let what = "this looks at the next state, and the reduction leaves states out; use --reduce off";
            return Err(format!("{option}: {}", logic::ParseError::new(&parsed.text, span, what)));
        }
        ready.push(Ready { parsed, fair: property.fair, atoms: Vec::new(), never: None });
    }
    Ok(ready)
}

/// Reads the automaton of what must not happen. It may count states, so nothing may be left out.
fn never(file: &str, fair: bool, reduction: Reduction) -> Result<Ready, String> {
    if reduction != Reduction::Off {
        let why = "an automaton may count states, and the reduction leaves some out";
        return Err(format!("--never {file}: {why}; use --reduce off"));
    }
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: cannot be read: {error}"))?;
    let (automaton, atoms) = logic::hoa::read(&text).map_err(|error| format!("{file}: {error}"))?;
    let span = logic::Span { start: 0, end: file.len() };
    let atoms = atoms.into_iter().map(|text| logic::AtomText { text, span }).collect();
    let parsed = Parsed {
        logic: Logic::Ltl,
        text: file.to_string(),
        formula: Formula::False,
        atoms,
        nexts: Vec::new(),
    };
    Ok(Ready { parsed, fair, atoms: Vec::new(), never: Some(automaton) })
}

/// Resolves the atoms against the program.
///
/// # Errors
/// The atom that means nothing, with the spot.
pub fn resolve(ready: &mut [Ready], system: &mut Explorer, main: ClassId) -> Result<(), String> {
    if ready.iter().any(|property| property.never.is_none() && property.parsed.logic != Logic::Ltl) {
        system.keep_branching();
    }
    for property in ready {
        for (number, atom) in property.parsed.atoms.iter().enumerate() {
            let added = system.add_atom(&atom.text, main).map_err(|error| {
                let part = logic::Span { start: error.start, end: error.end };
                if property.never.is_some() {
                    return format!(
                        "{}: in the atom \"{}\": {}",
                        property.parsed.text, atom.text, error.what
                    );
                }
                let error = property.parsed.atom_error(number, Some(part), error.what);
                format!("{}: {error}", property.parsed.logic.option())
            })?;
            property.atoms.push(added);
        }
    }
    Ok(())
}

/// What checking came to, one property after the other.
pub struct Found {
    pub story: Option<Story>,
    pub gaps: Vec<Gap>,
    pub cuts: Vec<String>,
    pub figures: Figures,
}

/// Checks all properties. The first that fails ends it, unless all findings are asked for. A program was
/// `checked`; a system that is written as text is not told in full.
pub fn check(
    name: &str,
    properties: &[Ready],
    system: &mut dyn lts::System,
    limits: &Limits,
    checked: Option<&Checked<'_>>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Report {
    let mut report = Report {
        name: name.to_string(),
        stories: Vec::new(),
        gaps: Vec::new(),
        cuts: Vec::new(),
        figures: Figures::default(),
        claims: Claims {
            checked: vec!["these, uncaught exceptions and assertions on the way".to_string()],
            unchecked: vec!["deadlock".to_string(), "races".to_string()],
            ..Claims::default()
        },
        outputs: None,
    };
    let (linear, branching): (Vec<&Ready>, Vec<&Ready>) =
        properties.iter().partition(|property| property.parsed.logic == Logic::Ltl);
    let started = Instant::now();
    for property in linear {
        let found = linear::check(property, system, &limits.after(started.elapsed()), checked, watch);
        if !add(&mut report, property, found) && !limits.all {
            return report;
        }
    }
    if !branching.is_empty() {
        let left = limits.after(started.elapsed());
        branching::check(&branching, system, &left, checked, watch, &mut |property, found| {
            add(&mut report, property, found) || limits.all
        });
    }
    report
}

/// Adds what came of one property to the report. True if it holds.
fn add(report: &mut Report, property: &Ready, found: Found) -> bool {
    let holds = found.story.is_none() && found.gaps.is_empty() && found.cuts.is_empty();
    if holds {
        report.claims.holds.push(property.describe());
    }
    report.stories.extend(found.story);
    report.gaps.extend(found.gaps);
    report.cuts.extend(found.cuts.into_iter().map(|cut| format!("{cut}: {}", property.describe())));
    figures(&mut report.figures, &found.figures);
    report.figures.peak_bytes = peak_bytes();
    holds
}

/// The finding that a property fails.
pub fn violation(property: &Ready, why: &str) -> Finding {
    let message = format!("{} {why}", property.describe());
    Finding { property: Violated::TEMPORAL, message, details: Vec::new() }
}

/// A formula with the atoms of the system in place of its own.
fn renamed(formula: &Formula, atoms: &[u32]) -> Formula {
    match formula {
        Formula::Atom(atom) => Formula::Atom(atoms[*atom as usize]),
        Formula::Unary(op, a) => Formula::unary(*op, renamed(a, atoms)),
        Formula::Binary(op, a, b) => Formula::binary(*op, renamed(a, atoms), renamed(b, atoms)),
        Formula::Fixpoint(fix, variable, a) => {
            Formula::Fixpoint(*fix, *variable, Box::new(renamed(a, atoms)))
        }
        other => other.clone(),
    }
}
