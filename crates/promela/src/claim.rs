//! What must not happen, as automata: claims of the model, and cycles that its labels speak of.

mod variables;

use crate::error::{Pos, Refusal, unsupported};
use crate::program::{Automat, Transition};
use crate::syntax::{Expr, NeverClaim, Op};
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

/// Where a claim may be, which is a location and its variables' values.
type Point = (u32, Vec<i32>);

/// States and arrows of a claim's automaton.
const MAX_STATES: usize = 20_000;
const MAX_ARROWS: usize = 400_000;

/// The automaton of a never claim. With `accepts`, accept labels of processes count as its own do.
///
/// # Errors
/// What a claim has that only processes may have, and too many conditions.
pub fn never(automat: &Automat, claim: &NeverClaim, accepts: bool) -> Result<Claim, Refusal> {
    let mut reader = ClaimReader {
        automat,
        name: &claim.name,
        atoms: Vec::new(),
        meanings: FastMap::default(),
        asked: Vec::new(),
    };
    let mut numbers: FastMap<Point, u32> = FastMap::default();
    // Whatever comes behind the end of a claim is accepted.
    let mut states = vec![State { accepting: true, arrows: vec![(Cube::TRUE, 0)] }];
    let start: Point = (automat.start, variables::beginning(claim)?);
    let mut pending = vec![start.clone()];
    let (mut order, mut count) = (Vec::new(), 0);
    while let Some(at) = pending.pop() {
        if numbers.contains_key(&at) {
            continue;
        }
        let marks = automat.locations[at.0 as usize].marks;
        if marks.end {
            numbers.insert(at, 0);
            continue;
        }
        states.push(State { accepting: marks.accept, arrows: Vec::new() });
        let arrows = reader.arrows(&at, Cube::TRUE, 0)?;
        pending.extend(arrows.iter().filter_map(|(_, to)| to.clone()));
        count += arrows.len();
        if states.len() > MAX_STATES || count > MAX_ARROWS {
            return unsupported(claim.pos, "a never claim whose variables take so many values");
        }
        numbers.insert(at, states.len() as u32 - 1);
        order.push(arrows);
    }
    for (number, arrows) in (1..).zip(order) {
        let to_number = |to: Option<Point>| to.map_or(0, |to| numbers[&to]);
        states[number].arrows = arrows.into_iter().map(|(label, to)| (label, to_number(to))).collect();
    }
    let mut automaton = Automaton { initial: numbers[&start], states };
    if accepts {
        let atom = reader.atom(ACCEPTING, None, claim.pos)?;
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

struct ClaimReader<'a> {
    automat: &'a Automat,
    name: &'a str,
    atoms: Vec<String>,
    meanings: FastMap<String, Expr>,
    /// Values of the system that are asked for bit by bit.
    asked: Vec<Expr>,
}

/// Labels with where they lead; nothing for what is accepted whatever comes.
type Arrows = Vec<(Cube, Option<Point>)>;

/// Steps of an atomic sequence of a claim.
const MAX_CHAIN: usize = 50;

impl ClaimReader<'_> {
    fn atom(&mut self, text: &str, meaning: Option<&Expr>, pos: Pos) -> Result<u32, Refusal> {
        if let Some(known) = self.atoms.iter().position(|known| known == text) {
            return Ok(known as u32);
        }
        if self.atoms.len() as u32 >= logic::MAX_ATOMS {
            return unsupported(pos, format!("a claim with more than {} conditions", logic::MAX_ATOMS));
        }
        self.atoms.push(text.to_string());
        if let Some(meaning) = meaning {
            self.meanings.insert(text.to_string(), meaning.clone());
        }
        Ok(self.atoms.len() as u32 - 1)
    }

    /// When a condition holds, and when not; and when it goes wrong, as an array has no such element.
    fn decided(
        &mut self,
        expr: &Expr,
        text: &str,
        (values, pos): (&[i32], Pos),
    ) -> Result<[Vec<Cube>; 3], Refusal> {
        if !variables::is_own(expr) {
            let atom = self.atom(text, Some(expr), pos)?;
            let (holds, fails) = literals(atom);
            return Ok([vec![holds], vec![fails], Vec::new()]);
        }
        let cases = self.cases(expr, values, pos)?;
        let those = |wanted| cases.iter().filter(|(_, is)| *is == wanted).map(|(cube, _)| *cube).collect();
        Ok([those(Some(true)), those(Some(false)), those(None)])
    }

    /// What a claim can do at a point, where `so_far` has been found to hold.
    fn arrows(&mut self, (at, values): &Point, so_far: Cube, depth: usize) -> Result<Arrows, Refusal> {
        let automat = self.automat;
        let location = &automat.locations[*at as usize];
        if depth > MAX_CHAIN {
            return unsupported(location.pos, "an atomic sequence in a claim that is so long");
        }
        let mut arrows = Vec::new();
        let mut fails = vec![so_far];
        for &transition in &location.transitions {
            let statement = &automat.statements[transition.statement as usize];
            let place = (&values[..], statement.pos);
            let leading: Vec<(Cube, Vec<i32>)> = match &statement.op {
                Op::Skip | Op::Print { .. } => {
                    fails.clear();
                    vec![(Cube::TRUE, values.clone())]
                }
                Op::Condition(Expr::Const(0)) => Vec::new(),
                Op::Condition(expr) => {
                    let [holds, fail, odd] = self.decided(expr, &statement.text, place)?;
                    fails = both(&fails, &fail);
                    arrows.extend(both(&[so_far], &odd).into_iter().map(|label| (label, None)));
                    holds.into_iter().map(|cube| (cube, values.clone())).collect()
                }
                Op::Else => {
                    for label in std::mem::take(&mut fails) {
                        self.lead(transition, (label, values.clone()), &mut arrows, depth)?;
                    }
                    Vec::new()
                }
                Op::Assert(expr) => {
                    let text = statement.text.strip_prefix("assert").unwrap_or(&statement.text);
                    let [holds, mut fail, odd] = self.decided(expr, text, place)?;
                    fails.clear();
                    fail.extend(odd);
                    arrows.extend(both(&[so_far], &fail).into_iter().map(|label| (label, None)));
                    holds.into_iter().map(|cube| (cube, values.clone())).collect()
                }
                Op::Assign(to, value) => {
                    fails.clear();
                    let cases = self.assigned((to, value), values, statement.pos)?;
                    let odd: Vec<Cube> =
                        cases.iter().filter(|(_, after)| after.is_none()).map(|(cube, _)| *cube).collect();
                    arrows.extend(both(&[so_far], &odd).into_iter().map(|label| (label, None)));
                    cases.into_iter().filter_map(|(cube, after)| Some((cube, after?))).collect()
                }
                _ => return unsupported(statement.pos, "a statement in a never claim that does something"),
            };
            for (cube, values) in leading {
                if let Some(label) = so_far.and(cube) {
                    self.lead(transition, (label, values), &mut arrows, depth)?;
                }
            }
        }
        Ok(arrows)
    }

    fn lead(
        &mut self,
        transition: Transition,
        (label, values): (Cube, Vec<i32>),
        arrows: &mut Arrows,
        depth: usize,
    ) -> Result<(), Refusal> {
        let is_end = self.automat.locations[transition.target as usize].marks.end;
        let to = (transition.target, values);
        match transition.atom && !is_end {
            // The rest of an atomic sequence looks at the same state.
            true => arrows.extend(self.arrows(&to, label, depth + 1)?),
            false => arrows.push((label, Some(to))),
        }
        Ok(())
    }
}

/// What is in one of these and in one of those.
fn both(these: &[Cube], those: &[Cube]) -> Vec<Cube> {
    these.iter().flat_map(|this| those.iter().filter_map(|that| this.and(*that))).collect()
}

fn literals(atom: u32) -> (Cube, Cube) {
    (Cube { holds: 1 << atom, fails: 0 }, Cube { holds: 0, fails: 1 << atom })
}
