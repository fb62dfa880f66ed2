//! Answers for all specifications of a model.

use crate::ctl::Branching;
use crate::fair::{forever, lasso};
use crate::machine::{Layout, Machine, bits_for};
use crate::reach::{Point, ShortestRun, forwards, meet};
use crate::space::{Limited, Pulse, Set, Space, Stopped};
use logic::buchi::{Automaton, translate};
use logic::{Formula, negation_normal_form};
use oxidd::BooleanFunction;
use sym::{Answer, Question, SymbolicModel, SymbolicSpec, Trace};

#[derive(Clone, Debug)]
pub struct BddOptions {
    /// Nodes that all diagrams together may have.
    pub node_limit: usize,
    /// Steps may be put together with themselves where runs are long.
    pub squaring: bool,
    /// The first specification that fails ends it.
    pub stop_at_first: bool,
}

/// What a model came to.
#[derive(Clone, Debug, Default)]
pub struct BddReport {
    /// One for each specification.
    pub answers: Vec<Answer>,
    /// There is no state in which runs could begin.
    pub is_empty: bool,
    /// A run to a state that has no successor, if that was looked for and there is one.
    pub dead_end: Option<Trace>,
    /// No fair run begins anywhere.
    pub is_unfair: bool,
    /// Reachable states, if they were counted.
    pub states: Option<f64>,
    /// Rounds of all fixpoints.
    pub rounds: u64,
    pub peak_nodes: usize,
    pub parts: usize,
    /// How often the relation was put together with itself.
    pub squares: u64,
}

/// Answers the specifications of a model, in their order.
pub fn answer(
    model: &SymbolicModel,
    options: &BddOptions,
    watch: &mut dyn FnMut(&Pulse) -> bool,
) -> BddReport {
    let mut model = model.clone();
    let automata: Vec<Option<Automaton>> = model
        .specs
        .iter()
        .map(|spec| match &spec.question {
            Question::Ltl(formula) => translate(&formula.clone().negate()).ok(),
            _ => None,
        })
        .collect();
    let widest =
        automata.iter().flatten().map(|automaton| bits_for(automaton.states.len())).max().unwrap_or(0);
    let layout = Layout::new(&model, widest);
    let mut space = Space::new(layout.vars.max(1), options.node_limit, watch);
    let mut report = BddReport::default();
    let specs = model.specs.clone();
    match Machine::of_model(&mut space, &mut model, &layout) {
        Ok(machine) => {
            report.parts = machine.parts.len();
            report.is_empty = !machine.init.satisfiable();
            let mut engine = Engine {
                model: &model,
                layout: &layout,
                machine,
                reached: None,
                fair: None,
                options,
                report,
            };
            for (spec, automaton) in specs.iter().zip(automata) {
                let answer = engine.judge(&mut space, spec, automaton.as_ref());
                let fails = matches!(answer, Answer::Fails(_));
                engine.report.answers.push(answer);
                if fails && options.stop_at_first {
                    break;
                }
            }
            report = engine.report;
        }
        Err(stopped) => report.answers = specs.iter().map(|_| unknown(&stopped, &space)).collect(),
    }
    let open = "another specification fails already".to_string();
    report.answers.resize(specs.len(), Answer::Unknown(open));
    (report.rounds, report.peak_nodes) = (space.rounds, space.peak_nodes.max(space.nodes()));
    report
}

fn unknown(stopped: &Stopped, space: &Space<'_>) -> Answer {
    Answer::Unknown(match stopped {
        Stopped::Nodes(_) => format!("more than {} nodes (--bdd-nodes)", space.node_limit()),
        Stopped::Asked => "stopped".to_string(),
        Stopped::Long(_) => "it fails, but only on runs too long to be told".to_string(),
        Stopped::Lost => "internal fault: a run that must be there was not found".to_string(),
    })
}

struct Engine<'m> {
    model: &'m SymbolicModel,
    layout: &'m Layout,
    machine: Machine,
    reached: Option<Set>,
    fair: Option<Set>,
    options: &'m BddOptions,
    report: BddReport,
}

/// Rounds from both sides before all reachable states are asked for.
const PATIENCE: usize = 200;

impl Engine<'_> {
    fn judge(&mut self, space: &mut Space<'_>, spec: &SymbolicSpec, automaton: Option<&Automaton>) -> Answer {
        let answer = match &spec.question {
            Question::Invariant(formula) => self.invariant(space, spec, formula),
            Question::Ctl(formula) => self.branching(space, spec, formula),
            Question::Ltl(_) => match automaton {
                Some(automaton) => self.linear(space, spec, automaton),
                None => {
                    return Answer::Unknown(
                        "the automaton of this formula is too large: divide it".to_string(),
                    );
                }
            },
        };
        answer.unwrap_or_else(|stopped| unknown(&stopped, space))
    }

    fn atoms(&self, space: &Space<'_>, spec: &SymbolicSpec) -> Limited<Vec<Set>> {
        space.build(&self.model.circuit, &spec.atoms, &|gate| self.layout.leaf(gate))
    }

    fn invariant(
        &mut self,
        space: &mut Space<'_>,
        spec: &SymbolicSpec,
        formula: &Formula,
    ) -> Limited<Answer> {
        let atoms = self.atoms(space, spec)?;
        let valid = self.machine.valid.clone();
        let bad = boolean(space, &formula.clone().negate(), &atoms)?.and(&valid)?;
        if let Some(reached) = &self.reached
            && !reached.and(&bad)?.satisfiable()
        {
            return Ok(Answer::Holds);
        }
        let init = self.machine.init.clone();
        let met = match meet(space, &self.machine, &init, &bad, &valid, PATIENCE) {
            // It takes long: all at once may be shorter.
            Err(Stopped::Long(_)) if self.reached.is_none() => {
                let reached = self.reach(space)?;
                match reached.and(&bad)?.satisfiable() {
                    false => ShortestRun::Never,
                    true => meet(space, &self.machine, &init, &bad, &reached, usize::MAX)?,
                }
            }
            Err(Stopped::Long(_)) => meet(space, &self.machine, &init, &bad, &valid, usize::MAX)?,
            other => other?,
        };
        match met {
            ShortestRun::Never => Ok(Answer::Holds),
            ShortestRun::Path(run) => Ok(Answer::Fails(self.trace(space, None, &run, None)?)),
        }
    }

    fn branching(
        &mut self,
        space: &mut Space<'_>,
        spec: &SymbolicSpec,
        formula: &Formula,
    ) -> Limited<Answer> {
        let (reached, fair) = (self.reach(space)?, self.fair(space)?);
        let atoms = self.atoms(space, spec)?;
        let opposite = logic::negated(&negation_normal_form(formula));
        let mut sets = Branching::new(&self.machine, reached, fair, atoms);
        let bad = sets.states(space, &opposite)?.and(&self.machine.init)?;
        let Some(start) = self.machine.pick(space, &bad) else { return Ok(Answer::Holds) };
        let (run, from) = sets.explain(space, &opposite, start)?;
        Ok(Answer::Fails(self.trace(space, None, &run, from)?))
    }

    fn linear(
        &mut self,
        space: &mut Space<'_>,
        spec: &SymbolicSpec,
        automaton: &Automaton,
    ) -> Limited<Answer> {
        self.reach(space)?;
        // Whether there is any run at all is worth knowing: of none, everything holds.
        let may_be_none = self.report.dead_end.is_some()
            || !self.machine.justice.is_empty()
            || !self.machine.compassion.is_empty();
        if may_be_none {
            self.fair(space)?;
        }
        if automaton.states.is_empty() {
            return Ok(Answer::Holds);
        }
        let atoms = self.atoms(space, spec)?;
        let product = self.machine.product(space, self.layout, automaton, &atoms)?;
        let reached = forwards(space, &product, false, &mut 0)?;
        let fair = forever(space, &product, &reached)?;
        let Some(start) = product.pick(space, &fair.and(&product.init)?) else { return Ok(Answer::Holds) };
        let (run, from) = lasso(space, &product, &start, &reached)?;
        Ok(Answer::Fails(self.trace(space, Some(&product), &run, Some(from))?))
    }

    /// The reachable states; what is strange about them is noted once.
    fn reach(&mut self, space: &mut Space<'_>) -> Limited<Set> {
        if let Some(reached) = &self.reached {
            return Ok(reached.clone());
        }
        let reached = forwards(space, &self.machine, self.options.squaring, &mut self.report.squares)?;
        self.report.states = Some(space.count(&reached, self.machine.now.len()));
        self.reached = Some(reached.clone());
        let live = self.machine.preimage(space, &self.machine.valid)?;
        let dead = reached.and(&live.not()?)?;
        if dead.satisfiable() {
            let run = match meet(space, &self.machine, &self.machine.init, &dead, &reached, usize::MAX) {
                Ok(ShortestRun::Path(run)) => run,
                Ok(ShortestRun::Never) | Err(Stopped::Long(_)) => Vec::new(),
                Err(stopped) => return Err(stopped),
            };
            self.report.dead_end = Some(self.trace(space, None, &run, None)?);
        }
        Ok(reached)
    }

    fn fair(&mut self, space: &mut Space<'_>) -> Limited<Set> {
        if let Some(fair) = &self.fair {
            return Ok(fair.clone());
        }
        let reached = self.reach(space)?;
        let fair = forever(space, &self.machine, &reached)?;
        self.report.is_unfair = !fair.and(&self.machine.init)?.satisfiable();
        self.fair = Some(fair.clone());
        Ok(fair)
    }

    fn trace(
        &self,
        space: &Space<'_>,
        product: Option<&Machine>,
        run: &[Point],
        loop_from: Option<usize>,
    ) -> Limited<Trace> {
        let machine = product.unwrap_or(&self.machine);
        let bits = self.model.bits();
        let states = run.iter().enumerate().map(|(number, state)| {
            let next = run.get(number + 1).or(loop_from.map(|from| &run[from]));
            machine.assignment(space, self.layout, bits, state, next.map(Vec::as_slice))
        });
        let states = states.collect::<Limited<Vec<_>>>()?;
        Ok(Trace { states, loop_from })
    }
}

/// A formula without temporal operators as a set.
fn boolean(space: &Space<'_>, formula: &Formula, atoms: &[Set]) -> Limited<Set> {
    use logic::{Binary, Unary};
    Ok(match formula {
        Formula::True => space.truth(),
        Formula::Atom(atom) => atoms[*atom as usize].clone(),
        Formula::Unary(Unary::Not, a) => boolean(space, a, atoms)?.not()?,
        Formula::Binary(op, a, b) => {
            let (a, b) = (boolean(space, a, atoms)?, boolean(space, b, atoms)?);
            match op {
                Binary::And => a.and(&b)?,
                Binary::Or => a.or(&b)?,
                Binary::Implies => a.imp(&b)?,
                _ => a.equiv(&b)?,
            }
        }
        _ => space.falsity(),
    })
}
