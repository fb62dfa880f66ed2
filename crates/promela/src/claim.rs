//! What must not happen, as automata: claims of the model, and cycles that its labels speak of.

use crate::error::{Refusal, unsupported};
use crate::program::{Automat, Transition};
use crate::syntax::{Expr, Op};
use base::FastMap;
use logic::buchi::{Automaton, Cube, State};

/// Atoms that stand for what labels say, beside expressions.
pub const ACCEPTING: &str = "some process is at an accept label";
pub const NON_PROGRESS: &str = "no process is at a progress label";

/// An automaton, with what its atoms are called and, where that is more than a name, what they mean.
#[derive(Clone, Debug)]
pub struct Claim {
    pub automaton: Automaton,
    pub atoms: Vec<String>,
    pub meanings: FastMap<String, Expr>,
}

const ATOM: Cube = Cube { holds: 1, fails: 0 };
const NO_ATOM: Cube = Cube { holds: 0, fails: 1 };

/// Runs that are in accepting states for ever again.
pub fn acceptance() -> Claim {
    let arrows = vec![(NO_ATOM, 0), (ATOM, 1)];
    let state = |accepting| State { accepting, arrows: arrows.clone() };
    let automaton = Automaton { initial: 0, states: vec![state(false), state(true)] };
    Claim { automaton, atoms: vec![ACCEPTING.to_string()], meanings: FastMap::default() }
}

/// Runs that from some time on make no progress.
pub fn non_progress() -> Claim {
    let first = State { accepting: false, arrows: vec![(Cube::TRUE, 0), (ATOM, 1)] };
    let second = State { accepting: true, arrows: vec![(ATOM, 1)] };
    let automaton = Automaton { initial: 0, states: vec![first, second] };
    Claim { automaton, atoms: vec![NON_PROGRESS.to_string()], meanings: FastMap::default() }
}

/// The automaton of a never claim. With `accepts`, accept labels of processes count as its own do.
///
/// # Errors
/// What a claim has that only processes may have, and too many conditions.
pub fn never(automat: &Automat, accepts: bool) -> Result<Claim, Refusal> {
    let mut reader = Reader { automat, atoms: Vec::new(), meanings: FastMap::default() };
    let mut numbers: FastMap<u32, u32> = FastMap::default();
    // Whatever comes behind the end of a claim is accepted.
    let mut states = vec![State { accepting: true, arrows: vec![(Cube::TRUE, 0)] }];
    let mut pending = vec![automat.start];
    let mut order = Vec::new();
    while let Some(at) = pending.pop() {
        if numbers.contains_key(&at) {
            continue;
        }
        if automat.locations[at as usize].marks.end {
            numbers.insert(at, 0);
            continue;
        }
        numbers.insert(at, states.len() as u32);
        let accepting = automat.locations[at as usize].marks.accept;
        states.push(State { accepting, arrows: Vec::new() });
        let arrows = reader.arrows(at, Cube::TRUE, 0)?;
        pending.extend(arrows.iter().filter_map(|(_, to)| *to));
        order.push((at, arrows));
    }
    for (at, arrows) in order {
        let to_number = |to: Option<u32>| to.map_or(0, |to| numbers[&to]);
        let arrows = arrows.into_iter().map(|(label, to)| (label, to_number(to))).collect();
        states[numbers[&at] as usize].arrows = arrows;
    }
    let mut automaton = Automaton { initial: numbers[&automat.start], states };
    if accepts {
        let atom = reader.atom(ACCEPTING, None, automat.start)?;
        automaton = with_acceptance(&automaton, atom);
    }
    Ok(Claim { automaton, atoms: reader.atoms, meanings: reader.meanings })
}

/// Every state twice: the second time for having been left where the atom held, which counts as accepting.
fn with_acceptance(automaton: &Automaton, atom: u32) -> Automaton {
    let count = automaton.states.len() as u32;
    let literal = |is: bool| Cube { holds: u64::from(is) << atom, fails: u64::from(!is) << atom };
    let mut states = Vec::new();
    for is_second in [false, true] {
        for state in &automaton.states {
            let mut arrows = Vec::new();
            for &(label, to) in &state.arrows {
                arrows.extend(label.and(literal(false)).map(|label| (label, to)));
                arrows.extend(label.and(literal(true)).map(|label| (label, to + count)));
            }
            if state.arrows == [(Cube::TRUE, 0)] && state.accepting {
                arrows = vec![(Cube::TRUE, if is_second { count } else { 0 })];
            }
            states.push(State { accepting: state.accepting || is_second, arrows });
        }
    }
    Automaton { initial: automaton.initial, states }
}

struct Reader<'a> {
    automat: &'a Automat,
    atoms: Vec<String>,
    meanings: FastMap<String, Expr>,
}

/// Labels with where they lead; nothing for what is accepted whatever comes.
type Arrows = Vec<(Cube, Option<u32>)>;

/// Steps of an atomic sequence of a claim.
const MAX_CHAIN: usize = 50;

impl Reader<'_> {
    fn atom(&mut self, text: &str, meaning: Option<&Expr>, at: u32) -> Result<u32, Refusal> {
        if let Some(known) = self.atoms.iter().position(|known| known == text) {
            return Ok(known as u32);
        }
        if self.atoms.len() as u32 >= logic::MAX_ATOMS {
            let pos = self.automat.locations[at as usize].pos;
            return unsupported(pos, format!("a claim with more than {} conditions", logic::MAX_ATOMS));
        }
        self.atoms.push(text.to_string());
        if let Some(meaning) = meaning {
            self.meanings.insert(text.to_string(), meaning.clone());
        }
        Ok(self.atoms.len() as u32 - 1)
    }

    /// What a claim can do at a location, where `so_far` has been found to hold.
    fn arrows(&mut self, at: u32, so_far: Cube, depth: usize) -> Result<Arrows, Refusal> {
        let automat = self.automat;
        let location = &automat.locations[at as usize];
        if depth > MAX_CHAIN {
            return unsupported(location.pos, "an atomic sequence in a claim that is so long");
        }
        let mut arrows = Vec::new();
        let mut fails = Some(Cube::TRUE);
        for &transition in &location.transitions {
            let statement = &automat.statements[transition.statement as usize];
            match &statement.op {
                Op::Skip | Op::Print { .. } => {
                    fails = None;
                    self.lead(transition, Some(so_far), &mut arrows, depth)?;
                }
                Op::Condition(Expr::Const(0)) => {}
                Op::Condition(expr) => {
                    let atom = self.atom(&statement.text, Some(expr), at)?;
                    let (holds, fail) = literals(atom);
                    fails = fails.and_then(|fails| fails.and(fail));
                    self.lead(transition, so_far.and(holds), &mut arrows, depth)?;
                }
                Op::Else => {
                    let label = fails.and_then(|fails| so_far.and(fails));
                    self.lead(transition, label, &mut arrows, depth)?;
                }
                Op::Assert(expr) => {
                    let text = statement.text.strip_prefix("assert").unwrap_or(&statement.text);
                    let atom = self.atom(text, Some(expr), at)?;
                    let (holds, fail) = literals(atom);
                    fails = None;
                    arrows.extend(so_far.and(fail).map(|label| (label, None)));
                    self.lead(transition, so_far.and(holds), &mut arrows, depth)?;
                }
                _ => return unsupported(statement.pos, "a statement in a never claim that does something"),
            }
        }
        Ok(arrows)
    }

    fn lead(
        &mut self,
        transition: Transition,
        label: Option<Cube>,
        arrows: &mut Arrows,
        depth: usize,
    ) -> Result<(), Refusal> {
        let Some(label) = label else { return Ok(()) };
        let is_end = self.automat.locations[transition.target as usize].marks.end;
        match transition.atom && !is_end {
            // The rest of an atomic sequence looks at the same state.
            true => arrows.extend(self.arrows(transition.target, label, depth + 1)?),
            false => arrows.push((label, Some(transition.target))),
        }
        Ok(())
    }
}

fn literals(atom: u32) -> (Cube, Cube) {
    (Cube { holds: 1 << atom, fails: 0 }, Cube { holds: 0, fails: 1 << atom })
}
