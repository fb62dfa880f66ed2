//! Temporal properties on the command line: their flags, and what does not go with them.

use ::temporal::{Spec, Statement};
use clap::Args;
use front::Reduction;
use logic::Logic;

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

    /// What must hold in every state: 'Buffer.size >= 0', or a formula of atoms in quotes without temporal operators
    #[arg(long, value_name = "EXPR")]
    pub invariant: Vec<String>,

    /// Invariants for which the search was not made: no step ends because of them
    #[arg(skip)]
    pub onlookers: Vec<String>,

    /// For temporal properties, only runs in which no thread could go on for ever without ever doing so
    #[arg(long)]
    pub fair: bool,

    /// Of a Promela model, find cycles on which no process is ever at a progress label
    #[arg(long)]
    pub progress: bool,

    /// Of a Promela model, look at one of its claims or formulas alone; `none` for none of them
    #[arg(long, value_name = "NAME")]
    pub claim: Option<String>,
}

impl Temporal {
    pub fn properties(&self) -> Vec<Spec> {
        let lists = [
            (Logic::Ltl, &self.ltl),
            (Logic::Ctl, &self.ctl),
            (Logic::CtlStar, &self.ctlstar),
            (Logic::Mu, &self.mu),
        ];
        let formulas = lists
            .iter()
            .flat_map(|(logic, texts)| texts.iter().map(|text| Statement::Formula(*logic, text.clone())));
        let all = formulas.chain(self.never.iter().cloned().map(Statement::Never));
        all.map(|what| Spec { what, fair: self.fair, looks_on: false }).collect()
    }

    /// How many searches its properties take: one for each that is about runs, and one for all others.
    pub fn searches(&self) -> usize {
        let is_branching = !(self.ctl.is_empty() && self.ctlstar.is_empty() && self.mu.is_empty());
        self.ltl.len() + self.never.len() + usize::from(is_branching)
    }

    /// What must hold in every state.
    pub fn invariants(&self) -> Vec<Spec> {
        let formula = |text: &String| Statement::Formula(Logic::State, text.clone());
        let spec = |looks_on: bool| move |text: &String| Spec { what: formula(text), fair: false, looks_on };
        self.invariant.iter().map(spec(false)).chain(self.onlookers.iter().map(spec(true))).collect()
    }

    /// What of it a check beside others looks for, in words.
    pub fn claims(&self) -> Vec<String> {
        let invariants = self.invariant.iter().chain(&self.onlookers);
        invariants.map(|text| format!("the invariant {}", text.trim())).collect()
    }

    /// All of them as words of a command line, in which onlookers are invariants like others.
    pub fn all_words(&self) -> Vec<String> {
        let onlookers = self.onlookers.iter().flat_map(|text| ["--invariant".to_string(), text.clone()]);
        self.words().into_iter().chain(onlookers).collect()
    }

    /// What a search was made for, as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let lists = [
            ("--ltl", &self.ltl),
            ("--ctl", &self.ctl),
            ("--ctlstar", &self.ctlstar),
            ("--mu", &self.mu),
            ("--never", &self.never),
            ("--invariant", &self.invariant),
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
                "--invariant" => &mut temporal.invariant,
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
    let is_promela = crate::fronts::is_promela(&check.program.main);
    if check.temporal.progress && !is_promela {
        return Some("--progress is for Promela models: FILE.pml");
    }
    if check.temporal.claim.is_some() && !is_promela {
        return Some("--claim is for Promela models: FILE.pml");
    }
    if check.reports.trail.is_some() && !is_promela {
        return Some("--trail is for Promela models: FILE.pml");
    }
    if check.temporal.properties().is_empty() {
        // A Promela model has properties of its own.
        return (check.temporal.fair && !is_promela)
            .then_some("--fair goes with a temporal property: --ltl, --ctl or --ctlstar");
    }
    if !check.temporal.invariant.is_empty() {
        return Some(
            "--invariant is not for checks of temporal properties: check it on its own, or as --ltl 'G ...'",
        );
    }
    if !check.searching.search.is_depth_first() {
        return Some("temporal properties are searched depth first: leave out --search");
    }
    if check.storing.store != crate::stores::Kind::Exact {
        return Some("temporal properties need --store exact: cycles are found by states that come again");
    }
    if check.same.is_special() {
        return Some(
            "temporal properties tell threads and objects apart: \
             leave out --symmetry, --thread-symmetry and --gc",
        );
    }
    if matches!(check.reduction(), Reduction::Full | Reduction::Order) {
        return Some(
            "--reduce full hides states that a temporal property may look at: use --reduce local or off",
        );
    }
    (check.outputs || check.races)
        .then_some("--outputs and --races are not for temporal properties; check these on their own")
}
