//! The product of a system and a Büchi automaton that reads the system's propositions.
//!
//! The automaton reads a state when the system leaves it. A state that the system cannot leave, because the
//! run has ended or is deadlocked, is repeated for ever: a run is infinite, and what an ended program shows
//! at its end it shows from then on. The product's only proposition is that the automaton is in an accepting
//! state.

use logic::buchi::Automaton;
use lts::{
    Atoms, Cause, Choice, Choices, CompId, Finding, Footprints, Foresee, Gap, Mark, MaybeOwned, Outcome,
    Path, Pool, Status, System, Wrapper,
};
use std::sync::Arc;

/// Who moves when an ended run repeats its last state.
pub const STUTTER: u32 = u32::MAX;
/// The kind of the component that holds the automaton's state.
const AUTOMATON: u8 = 7;

pub struct Product<'a> {
    system: MaybeOwned<'a>,
    automaton: Arc<Automaton>,
    /// Atom `i` of the automaton is proposition `atoms[i]` of the system.
    atoms: Arc<[u32]>,
    /// What is said when a run can no longer be saved.
    finding: Finding,
    state: u32,
    /// The automaton's state at each of the system's marks.
    marks: Vec<(Mark, u32)>,
    /// The arrows that the present state allows, if that is known.
    allowed: Option<Vec<u32>>,
    inner: Choices,
    /// Arrows of the state that has most of them: a choice of the product is one of the system and one of
    /// these.
    width: u32,
}

/// What a path of the product is to the system: its choices, without those that only repeat an ended state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moves {
    pub path: Path,
    /// The run had ended before the path did.
    pub ended: bool,
}

impl<'a> Product<'a> {
    /// The automaton accepts what must not happen; `finding` says so.
    pub fn new(
        system: MaybeOwned<'a>,
        automaton: Arc<Automaton>,
        atoms: Arc<[u32]>,
        finding: Finding,
    ) -> Product<'a> {
        let width = automaton.states.iter().map(|state| state.arrows.len() as u32).max().unwrap_or(0).max(1);
        Product {
            system,
            state: automaton.initial,
            automaton,
            atoms,
            finding,
            marks: Vec::new(),
            allowed: None,
            inner: Choices::default(),
            width,
        }
    }

    /// The system's part of a path.
    pub fn moves(&self, path: &[Choice]) -> Moves {
        let of_system = path.iter().filter(|choice| choice.actor != STUTTER);
        Moves {
            path: of_system.map(|c| Choice { actor: c.actor, value: c.value / self.width }).collect(),
            ended: path.iter().any(|choice| choice.actor == STUTTER),
        }
    }

    /// Indices of the arrows that the system's present state allows.
    fn allowed(&mut self) -> &[u32] {
        if self.allowed.is_none() {
            let arrows = &self.automaton.states[self.state as usize].arrows;
            let asked = arrows.iter().fold(0, |sum, (label, _)| sum | label.holds | label.fails);
            let valuation = valuation(&mut *self.system, &self.atoms, asked);
            let fits = (0u32..).zip(arrows).filter(|(_, (label, _))| label.allows(valuation));
            self.allowed = Some(fits.map(|(i, _)| i).collect());
        }
        self.allowed.as_deref().unwrap_or(&[])
    }

    /// The system's choice and the automaton's arrow that a choice is made of; `None` if there were too many.
    fn parts(&self, choice: Choice) -> Option<(Choice, u32)> {
        let inner = Choice { actor: choice.actor, value: choice.value / self.width };
        (choice.value != u32::MAX).then_some((inner, choice.value % self.width))
    }

    fn enter(&mut self, arrow: u32) {
        self.state = self.automaton.states[self.state as usize].arrows[arrow as usize].1;
        self.allowed = None;
    }
}

fn no_state() -> Gap {
    let what = "a state of a product without a state of its automaton".to_string();
    Gap { cause: Cause::Fault, what, place: String::new() }
}

/// The truth of the atoms in `asked`, as bits; others are not looked at.
fn valuation(system: &mut dyn System, atoms: &[u32], asked: u64) -> u64 {
    let Some(propositions) = system.atoms() else { return 0 };
    let asked = (0u32..).zip(atoms).filter(|(i, _)| asked >> i & 1 == 1);
    asked.fold(0, |sum, (i, &atom)| sum | u64::from(propositions.holds(atom)) << i)
}

impl Wrapper for Product<'_> {
    fn inner(&self) -> &dyn System {
        &*self.system
    }

    fn inner_mut(&mut self) -> &mut dyn System {
        &mut *self.system
    }

    fn sibling(&self) -> Option<Box<dyn System>> {
        let system = MaybeOwned::Owned(self.system.sibling()?);
        let (automaton, atoms) = (self.automaton.clone(), self.atoms.clone());
        Some(Box::new(Product::new(system, automaton, atoms, self.finding.clone())))
    }

    fn start(&mut self) {
        self.system.start();
        self.state = self.automaton.initial;
        self.marks.clear();
        self.allowed = None;
    }

    fn choices(&mut self, out: &mut Choices) -> Status {
        out.list.clear();
        out.others.clear();
        out.early.clear();
        let status = self.system.choices(&mut self.inner);
        let mut inner = std::mem::take(&mut self.inner);
        out.is_input = inner.is_input;
        out.others.extend_from_slice(&inner.others);
        if matches!(status, Status::Done | Status::Stuck(_)) {
            inner.list.clear();
            inner.list.push(Choice { actor: STUTTER, value: 0 });
        }
        let width = self.width;
        let allowed = self.allowed();
        debug_assert!(
            allowed.iter().all(|&arrow| arrow < width),
            "`parts` takes a choice apart by the width"
        );
        for choice in &inner.list {
            // Beyond the range of numbers the value says so to `step`, which refuses it.
            let values =
                allowed.iter().map(|&arrow| choice.value.checked_mul(width).map_or(u32::MAX, |v| v + arrow));
            let from = out.list.len();
            out.list.extend(values.map(|value| Choice { actor: choice.actor, value }));
            if inner.early.contains(choice) {
                out.early.extend_from_slice(&out.list[from..]);
            }
        }
        self.inner = inner;
        match status {
            Status::Flawed(finding) => Status::Flawed(finding),
            // The automaton accepts nothing that goes on from here.
            _ if out.list.is_empty() => Status::Done,
            _ => Status::Live,
        }
    }

    fn step(&mut self, choice: Choice) -> Outcome {
        let Some((inner, arrow)) = self.parts(choice) else {
            let what = "a choice among too many values for a temporal property".to_string();
            return Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place: String::new() });
        };
        let to = self.automaton.states[self.state as usize].arrows[arrow as usize].1;
        // Whatever follows is accepted: the run that has come here is a finding already.
        if self.automaton.accepts_all(to) {
            return Outcome::Violated(self.finding.clone());
        }
        if choice.actor != STUTTER {
            match self.system.step(inner) {
                Outcome::Next => {}
                other => {
                    self.allowed = None;
                    return other;
                }
            }
        }
        self.enter(arrow);
        Outcome::Next
    }

    fn mark(&mut self) -> Mark {
        let mark = self.system.mark();
        self.marks.push((mark, self.state));
        Mark(self.marks.len() as u64 - 1)
    }

    fn rewind(&mut self, to: Mark) {
        let index = to.0 as usize;
        let (mark, state) = self.marks[index];
        self.system.rewind(mark);
        self.state = state;
        self.allowed = None;
        self.marks.truncate(index + 1);
    }

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        debug_assert!((self.state as usize) < self.automaton.states.len(), "`load` refuses such a state");
        self.system.save(pool, out);
        out.push(pool.intern(AUTOMATON, &[self.state]));
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        let mut words = Vec::new();
        if let Some(automaton) = state.last() {
            pool.words(*automaton, &mut words);
        }
        let (Some((_, inner)), &[own]) = (state.split_last(), &words[..]) else { return Err(no_state()) };
        if own as usize >= self.automaton.states.len() {
            return Err(no_state());
        }
        self.system.load(pool, inner)?;
        self.state = own;
        self.marks.clear();
        self.allowed = None;
        Ok(())
    }

    fn foresight(&mut self) -> Option<&mut dyn Foresee> {
        Some(self)
    }

    /// Every step moves the automaton, which reads what any actor may have written: no two of them commute.
    fn footprints(&mut self) -> Option<&mut dyn Footprints> {
        None
    }

    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        Some(self)
    }
}

impl Foresee for Product<'_> {
    fn foresee(&mut self, choice: Choice, pool: &mut dyn Pool, out: &mut Vec<CompId>) -> bool {
        let Some((inner, arrow)) = self.parts(choice) else { return false };
        let to = self.automaton.states[self.state as usize].arrows[arrow as usize].1;
        // What is a finding is told by the step itself; of repeating an ended state the system knows nothing.
        if choice.actor == STUTTER || self.automaton.accepts_all(to) {
            return false;
        }
        let is_foreseen =
            self.system.foresight().is_some_and(|foresight| foresight.foresee(inner, pool, out));
        if is_foreseen {
            out.push(pool.intern(AUTOMATON, &[to]));
        }
        is_foreseen
    }
}

impl Atoms for Product<'_> {
    fn count(&self) -> u32 {
        1
    }

    fn holds(&mut self, _: u32) -> bool {
        self.automaton.states[self.state as usize].accepting
    }
}
