//! A system in which what should hold in every state is looked at in every state. A state in which it does not is
//! flawed, and goes on as it did: whoever wants to know all that is wrong loses no states behind it.

use logic::Formula;
use lts::{
    Choice, Choices, CompId, Finding, Gap, Mark, Outcome, Passing, Pool, Property, Status, System, Wrapper,
};
use std::sync::{Arc, Mutex, MutexGuard};

/// What should hold in every state.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// As the user wrote it.
    pub text: String,
    /// Without temporal operators. Atom `i` is proposition `atoms[i]` of the system, and is called `names[i]`.
    pub formula: Formula,
    pub atoms: Vec<u32>,
    pub names: Vec<String>,
}

pub struct Invariants {
    system: Box<dyn System>,
    invariants: Arc<[Invariant]>,
    /// Which of them have been told to be broken. Siblings share it.
    told: Arc<Mutex<Vec<bool>>>,
    /// Which of them hold in the present state, if that is known.
    here: Option<Vec<bool>>,
    /// Whoever asks only looks: nothing counts as told.
    is_peeking: bool,
}

impl Invariants {
    pub fn new(system: Box<dyn System>, invariants: Vec<Invariant>) -> Invariants {
        let told = Arc::new(Mutex::new(vec![false; invariants.len()]));
        Invariants { system, invariants: invariants.into(), told, here: None, is_peeking: false }
    }

    fn told(&self) -> MutexGuard<'_, Vec<bool>> {
        base::lock(&self.told)
    }

    /// It has not been told yet that this one is broken. From now on it has, unless somebody only looks.
    fn is_untold(&mut self, at: usize) -> bool {
        let was_told = self.told()[at];
        self.told()[at] |= !self.is_peeking;
        !was_told
    }

    /// Looks at all of them, whichever are told: what they read decides where steps end.
    fn look(&mut self) -> Vec<bool> {
        let invariants = self.invariants.clone();
        let Some(propositions) = self.system.atoms() else { return vec![true; invariants.len()] };
        let mut holds = |invariant: &Invariant| {
            let bits = (0u32..).zip(&invariant.atoms);
            let valuation = bits.fold(0, |sum, (i, &atom)| sum | u64::from(propositions.holds(atom)) << i);
            invariant.formula.holds_now(valuation)
        };
        invariants.iter().map(&mut holds).collect()
    }

    /// The next of them that was broken in the middle of the last step and has not been told.
    fn passed(&mut self) -> Option<Finding> {
        let passed = self.system.atoms().map_or_else(Vec::new, |propositions| propositions.passed());
        let invariants = self.invariants.clone();
        for (at, invariant) in invariants.iter().enumerate() {
            let fails = |moment: &&Passing| {
                let bits = (0u32..).zip(&invariant.atoms);
                let truth = |atom: u32| moment.truths.get(atom as usize).is_some_and(|truth| *truth);
                let valuation = bits.fold(0, |sum, (i, &atom)| sum | u64::from(truth(atom)) << i);
                !invariant.formula.holds_now(valuation)
            };
            if let Some(moment) = passed.iter().find(fails)
                && self.is_untold(at)
            {
                return Some(broken(invariant, moment));
            }
        }
        None
    }

    /// How things stand in the present state.
    fn moment(&mut self) -> Passing {
        let Some(propositions) = self.system.atoms() else { return Passing::default() };
        let count = propositions.count();
        Passing {
            truths: (0..count).map(|atom| propositions.holds(atom)).collect(),
            values: (0..count).map(|atom| propositions.values(atom)).collect(),
        }
    }

    /// The next of them that is broken here and has not been told.
    fn news(&mut self) -> Option<Finding> {
        let here = match self.here.take() {
            Some(here) => here,
            None => self.look(),
        };
        debug_assert_eq!(here.len(), self.told().len(), "each is looked at, and told of, by its number");
        let first = here.iter().zip(&*self.told()).position(|(holds, is_told)| !holds && !is_told);
        self.here = Some(here);
        let at = first?;
        self.is_untold(at);
        let moment = self.moment();
        Some(broken(&self.invariants[at], &moment))
    }
}

/// That an invariant does not hold at a moment, with the values of what it looks at.
fn broken(invariant: &Invariant, moment: &Passing) -> Finding {
    let mut details = Vec::new();
    for (&atom, name) in invariant.atoms.iter().zip(&invariant.names) {
        let atom = atom as usize;
        if invariant.atoms.len() > 1 {
            details.push(format!("\"{name}\" is {}", moment.truths.get(atom).is_some_and(|truth| *truth)));
        }
        let values = moment.values.get(atom).into_iter().flatten();
        details.extend(values.map(|(part, value)| format!("{part} is {value}")));
    }
    details.dedup();
    let message = format!("the invariant {} does not hold", invariant.text);
    Finding { property: Property::INVARIANT, message, details }
}

impl Wrapper for Invariants {
    fn inner(&self) -> &dyn System {
        &*self.system
    }

    fn inner_mut(&mut self) -> &mut dyn System {
        &mut *self.system
    }

    fn sibling(&self) -> Option<Box<dyn System>> {
        let system = self.system.sibling()?;
        let (invariants, told) = (self.invariants.clone(), self.told.clone());
        Some(Box::new(Invariants { system, invariants, told, here: None, is_peeking: false }))
    }

    fn start(&mut self) {
        self.system.start();
        self.told().fill(false);
        self.here = None;
    }

    /// They are looked at before anybody asks what the step has taught: what they read for the first time is news.
    fn step(&mut self, choice: Choice) -> Outcome {
        let outcome = self.system.step(choice);
        self.here = (outcome == Outcome::Next).then(|| self.look());
        match self.passed() {
            Some(finding) => Outcome::Violated(finding),
            None => outcome,
        }
    }

    fn peek(&mut self, only_looks: bool) {
        self.system.peek(only_looks);
        self.is_peeking = only_looks;
    }

    fn rewind(&mut self, to: Mark) {
        self.system.rewind(to);
        self.here = None;
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        self.here = None;
        self.system.load(pool, state)
    }

    fn choices(&mut self, out: &mut Choices) -> Status {
        match self.system.choices(out) {
            Status::Live => self.news().map_or(Status::Live, Status::Flawed),
            Status::Done => self.news().map_or(Status::Done, Status::Stuck),
            // One thing is told of a state. The other one may be wrong elsewhere too, and is told there.
            other => other,
        }
    }
}
