//! A model, or its product with an automaton, as sets and a relation.

use crate::order::order;
use crate::relation::{Schedule, clusters};
use crate::space::{Limited, Set, Space};
use logic::buchi::Automaton;
use oxidd::{BooleanFunction, Subst, VarNo};
use sym::{Assignment, Bit, Gate, Lit, SymbolicModel, VariableKind};

type Renaming = Subst<Set, Vec<VarNo>, Vec<Set>>;

/// How many variables a bit has: before the step, after it, and between two steps that are put together.
const EACH: usize = 3;

/// The variable of each bit before and after the step. Those of one bit are neighbours.
pub struct Layout {
    now: Vec<VarNo>,
    next: Vec<VarNo>,
    /// Bits for the states of automata: they stand before all others.
    automaton: usize,
    state_bits: Vec<Bit>,
    input_bits: Vec<Bit>,
    pub vars: usize,
}

impl Layout {
    pub fn new(model: &SymbolicModel, automaton: usize) -> Layout {
        let mut layout = Layout {
            now: vec![0; model.bits()],
            next: vec![0; model.bits()],
            automaton,
            state_bits: model.bits_of(VariableKind::State),
            input_bits: model.bits_of(VariableKind::Input),
            vars: 0,
        };
        for (rank, bit) in order(model).into_iter().enumerate() {
            let var = (EACH * (automaton + rank)) as VarNo;
            (layout.now[bit.0 as usize], layout.next[bit.0 as usize]) = (var, var + 1);
        }
        layout.vars = EACH * (automaton + model.bits());
        layout
    }

    pub fn leaf(&self, gate: Gate) -> VarNo {
        match gate {
            Gate::Next(bit) => self.next[bit.0 as usize],
            Gate::Now(bit) => self.now[bit.0 as usize],
            _ => 0,
        }
    }

    fn inputs(&self) -> Vec<VarNo> {
        self.input_bits.iter().map(|bit| self.now[bit.0 as usize]).collect()
    }
}

pub struct Machine {
    pub init: Set,
    /// States that the types and INVAR allow.
    pub valid: Set,
    pub justice: Vec<Set>,
    pub compassion: Vec<(Set, Set)>,
    pub parts: Vec<Set>,
    /// Variables of a state, before and after the step, in the same order; those of the model's bits come first.
    pub now: Vec<VarNo>,
    pub next: Vec<VarNo>,
    inputs: Vec<VarNo>,
    forwards: Schedule,
    backwards: Schedule,
    pub(crate) to_now: Renaming,
    pub(crate) to_next: Renaming,
}

impl Machine {
    /// The model itself. Its circuit gets the functions of the state after the step.
    pub fn of_model(space: &mut Space<'_>, model: &mut SymbolicModel, layout: &Layout) -> Limited<Machine> {
        let after = model.circuit.after(&model.invar);
        let relation: Vec<Lit> = model.trans.iter().copied().chain(after).collect();
        let leaf = |gate| layout.leaf(gate);
        let build = |lits: &[Lit]| space.build(&model.circuit, lits, &leaf);
        let all = |sets: Vec<Set>| sets.iter().try_fold(space.truth(), |all, set| all.and(set));
        let valid = all(build(&model.invar)?)?;
        let init = all(build(&model.init)?)?.and(&valid)?;
        let justice = build(&model.justice)?;
        let pairs: Vec<Lit> = model.compassion.iter().flat_map(|(p, q)| [*p, *q]).collect();
        let compassion = build(&pairs)?.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
        let parts = build(&relation)?;
        let var =
            |list: &[VarNo]| layout.state_bits.iter().map(|bit| list[bit.0 as usize]).collect::<Vec<_>>();
        let (now, next) = (var(&layout.now), var(&layout.next));
        let sets = Sets { init, valid, justice, compassion };
        Machine::new(space, sets, parts, now, next, layout.inputs())
    }

    /// The product with an automaton whose labels are about these functions: a run of it is one of the model on which
    /// the automaton is in an accepting state again and again.
    pub fn product(
        &self,
        space: &mut Space<'_>,
        layout: &Layout,
        automaton: &Automaton,
        atoms: &[Set],
    ) -> Limited<Machine> {
        let width = bits_for(automaton.states.len());
        debug_assert!(width <= layout.automaton, "two states of the automaton would have one code");
        let own_now: Vec<VarNo> = (0..width).map(|i| (EACH * i) as VarNo).collect();
        let own_next: Vec<VarNo> = own_now.iter().map(|var| var + 1).collect();
        let code = |number: usize| -> Vec<bool> { (0..width).map(|i| number >> i & 1 == 1).collect() };
        let mut moves = space.falsity();
        let mut accepting = space.falsity();
        for (number, state) in automaton.states.iter().enumerate() {
            let here = space.point(&own_now, &code(number))?;
            if state.accepting {
                accepting = accepting.or(&here)?;
            }
            let mut ways = space.falsity();
            for &(label, to) in &state.arrows {
                let mut way = space.point(&own_next, &code(to as usize))?;
                for (atom, set) in atoms.iter().enumerate() {
                    if label.holds >> atom & 1 == 1 {
                        way = way.and(set)?;
                    } else if label.fails >> atom & 1 == 1 {
                        way = way.and(&set.not()?)?;
                    }
                }
                ways = ways.or(&way)?;
            }
            moves = moves.or(&here.and(&ways)?)?;
        }
        let start = space.point(&own_now, &code(automaton.initial as usize))?;
        let mut justice = self.justice.clone();
        justice.push(accepting);
        let sets = Sets {
            init: self.init.and(&start)?,
            valid: self.valid.clone(),
            justice,
            compassion: self.compassion.clone(),
        };
        let mut parts = self.parts.clone();
        parts.push(moves);
        let join = |a: &[VarNo], b: Vec<VarNo>| a.iter().copied().chain(b).collect::<Vec<_>>();
        let (now, next) = (join(&self.now, own_now), join(&self.next, own_next));
        Machine::new(space, sets, parts, now, next, self.inputs.clone())
    }

    fn new(
        space: &mut Space<'_>,
        sets: Sets,
        parts: Vec<Set>,
        now: Vec<VarNo>,
        next: Vec<VarNo>,
        inputs: Vec<VarNo>,
    ) -> Limited<Machine> {
        let parts = clusters(space, &parts)?;
        let before: Vec<VarNo> = now.iter().chain(&inputs).copied().collect();
        let after: Vec<VarNo> = next.iter().chain(&inputs).copied().collect();
        let forwards = Schedule::new(space, &parts, &before)?;
        let backwards = Schedule::new(space, &parts, &after)?;
        let variables =
            |vars: &[VarNo]| vars.iter().map(|var| space.variable(*var)).collect::<Limited<Vec<_>>>();
        let to_now = Subst::new(next.clone(), variables(&now)?);
        let to_next = Subst::new(now.clone(), variables(&next)?);
        let Sets { init, valid, justice, compassion } = sets;
        Ok(Machine {
            init,
            valid,
            justice,
            compassion,
            parts,
            now,
            next,
            inputs,
            forwards,
            backwards,
            to_now,
            to_next,
        })
    }

    /// The states after those of a set.
    pub fn image(&self, space: &Space<'_>, set: &Set) -> Limited<Set> {
        let after = self.forwards.apply(space, set)?;
        space.rename(&after, &self.to_now)
    }

    /// The states before those of a set.
    pub fn preimage(&self, space: &Space<'_>, set: &Set) -> Limited<Set> {
        let after = space.rename(set, &self.to_next)?;
        Ok(self.backwards.apply(space, &after)?.and(&self.valid)?)
    }

    /// A state as an assignment, with the inputs of the step to the next one.
    pub fn assignment(
        &self,
        space: &Space<'_>,
        layout: &Layout,
        bits: usize,
        state: &[bool],
        next: Option<&[bool]>,
    ) -> Limited<Assignment> {
        debug_assert!(
            layout.state_bits.len() <= state.len(),
            "a state has a value for each bit, as `pick` gives it"
        );
        let mut assignment = Assignment::zero(bits);
        layout.state_bits.iter().zip(state).for_each(|(bit, value)| assignment.set(*bit, *value));
        let Some(next) = next.filter(|_| !self.inputs.is_empty()) else { return Ok(assignment) };
        let mut step = space.point(&self.now, state)?.and(&space.point(&self.next, next)?)?;
        for part in &self.parts {
            step = step.and(part)?;
        }
        let inputs = space.pick(&step, &self.inputs).unwrap_or_default();
        layout.input_bits.iter().zip(inputs).for_each(|(bit, value)| assignment.set(*bit, value));
        Ok(assignment)
    }

    pub fn inputs(&self) -> &[VarNo] {
        &self.inputs
    }

    pub fn point(&self, space: &Space<'_>, state: &[bool]) -> Limited<Set> {
        space.point(&self.now, state)
    }

    pub fn pick(&self, space: &Space<'_>, set: &Set) -> Option<Vec<bool>> {
        space.pick(set, &self.now)
    }
}

struct Sets {
    init: Set,
    valid: Set,
    justice: Vec<Set>,
    compassion: Vec<(Set, Set)>,
}

/// Bits for so many different states.
pub fn bits_for(states: usize) -> usize {
    (usize::BITS - states.saturating_sub(1).leading_zeros()) as usize
}
