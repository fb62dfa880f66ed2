//! Specifications by states one by one: the whole graph, and the engines that graphs have. Slow, and simple enough to
//! be what others are compared with.

use check::{Effort, Evidence, Graph, Sat, evidence, explore, within};
use logic::{Binary, Formula, MAX_ATOMS, Unary};
use lts::{Choices, System};
use search::{Checkpoints, Limits, Progress, SearchResult, Why};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use store::Exact;
use sym::{Answer, Explicit, Lit, Question, SymbolicModel, SymbolicSpec, Trace};

/// What a model came to.
#[derive(Clone, Debug, Default)]
pub struct ExplicitReport {
    pub answers: Vec<Answer>,
    pub is_empty: bool,
    /// A run to a state that has no successor.
    pub dead_end: Option<Trace>,
    /// No fair run begins anywhere.
    pub is_unfair: bool,
    pub states: u64,
    pub transitions: u64,
}

/// Answers the specifications of a model, in their order.
pub fn answer(
    model: &Arc<SymbolicModel>,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> ExplicitReport {
    let mut report = ExplicitReport::default();
    let started = Instant::now();
    for spec in &model.specs {
        let left = limits.after(started.elapsed());
        let answer = match StateTable::new(model, &spec.atoms, &left, watch) {
            Ok(mut explored) => {
                report.is_empty = explored.is_empty();
                report.states = (explored.graph.len() as u64).saturating_sub(1);
                report.transitions = explored.graph.transitions() as u64;
                if report.dead_end.is_none() {
                    let dead = 1u64 << explored.dead;
                    report.dead_end = explored.first(&|valuation| valuation & dead != 0);
                }
                let judged = explored.within(limits, started, watch, |explored, effort| {
                    (explored.is_unfair(effort), explored.judge(spec, effort))
                });
                match judged {
                    Ok((is_unfair, answer)) => {
                        report.is_unfair = is_unfair;
                        answer
                    }
                    Err(why) => Answer::Unknown(format!("cut off: {}", in_words(why))),
                }
            }
            Err(why) => Answer::Unknown(why),
        };
        let fails = matches!(answer, Answer::Fails(_));
        report.answers.push(answer);
        if fails && !limits.all {
            break;
        }
    }
    let open = Answer::Unknown("another specification fails already".to_string());
    report.answers.resize(model.specs.len(), open);
    report
}

/// All states of a model with the truth of atoms and of what fairness asks for.
pub struct StateTable {
    system: Explicit,
    pub graph: Rc<Graph>,
    /// The search that has made the graph.
    ended: SearchResult,
    /// What a run must be to count, if that is not every run.
    pub fairness: Option<Formula>,
    /// The proposition of states that have no successor.
    dead: usize,
}

impl StateTable {
    /// # Errors
    /// Why not all states were seen.
    pub fn new(
        model: &Arc<SymbolicModel>,
        atoms: &[Lit],
        limits: &Limits,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<StateTable, String> {
        let pairs = model.compassion.iter().flat_map(|(p, q)| [*p, *q]);
        let propositions: Vec<Lit> = atoms.iter().chain(&model.justice).copied().chain(pairs).collect();
        if propositions.len() >= MAX_ATOMS as usize {
            return Err(format!("more than {} propositions, states one by one", MAX_ATOMS - 1));
        }
        let mut system = Explicit::new(model.clone(), &propositions);
        let explored = explore(&mut system, &mut Exact::default(), limits, Checkpoints::default(), watch);
        // Without a checkpoint there is none that does not fit.
        let (graph, result) = explored.unwrap_or_default();
        if let Some(gap) = result.gaps.first() {
            return Err(gap.what.clone());
        }
        if let Some(why) = result.cut.first() {
            return Err(format!("cut off: {}", in_words(*why)));
        }
        let dead = propositions.len();
        let again = |atom: usize| Formula::Atom(atom as u32).future().globally();
        let mut fairness: Vec<Formula> = (0..model.justice.len()).map(|i| again(atoms.len() + i)).collect();
        let first = atoms.len() + model.justice.len();
        fairness.extend(
            (0..model.compassion.len())
                .map(|i| Formula::binary(Binary::Implies, again(first + 2 * i), again(first + 2 * i + 1))),
        );
        // A run that ends repeats its last state here, and is none there: it is as if justice forbade it.
        if graph.valuations.iter().any(|valuation| valuation >> dead & 1 == 1) {
            fairness.push(Formula::Atom(dead as u32).negate().future().globally());
        }
        let fairness = fairness.into_iter().reduce(Formula::and);
        Ok(StateTable { system, graph: Rc::new(graph), ended: result, fairness, dead })
    }

    /// Computes something on the graph, as long as the limits allow it.
    fn within<T>(
        &mut self,
        limits: &Limits,
        started: Instant,
        watch: &mut dyn FnMut(&Progress) -> bool,
        compute: impl FnOnce(&mut StateTable, &Effort<'_>) -> T,
    ) -> Result<T, Why> {
        let (graph, ended) = (self.graph.clone(), std::mem::take(&mut self.ended));
        let computed = within(&graph, &ended, limits, started, watch, |effort| compute(self, effort));
        self.ended = ended;
        computed
    }

    /// There is no state in which runs could begin.
    pub fn is_empty(&self) -> bool {
        self.beginnings().is_empty()
    }

    /// The states in which runs begin: those after the place before all of them.
    pub fn beginnings(&self) -> Vec<u32> {
        let root = self.graph.initial.first().copied().unwrap_or(0);
        self.graph.steps(root).iter().map(|step| step.to).filter(|&to| to != root).collect()
    }

    /// No fair run begins anywhere.
    fn is_unfair(&self, effort: &Effort<'_>) -> bool {
        let Some(fairness) = &self.fairness else { return false };
        let some = Formula::unary(Unary::Exists, fairness.clone());
        let set = Sat::new(&self.graph, false, effort).sat(&some);
        set.is_ok_and(|set| self.beginnings().iter().all(|&state| !set[state as usize]))
    }

    fn judge(&mut self, spec: &SymbolicSpec, effort: &Effort<'_>) -> Answer {
        if let Question::Invariant(formula) = &spec.question {
            let broken = |valuation: u64| !formula.holds_now(valuation);
            return self.first(&broken).map_or(Answer::Holds, Answer::Fails);
        }
        let formula = match &spec.question {
            Question::Ctl(formula) => fair_only(formula, self.fairness.as_ref()),
            other => fair_only(&Formula::unary(Unary::All, other.formula().clone()), self.fairness.as_ref()),
        };
        let graph = self.graph.clone();
        let mut sat = Sat::new(&graph, false, effort);
        let Ok(set) = sat.sat(&formula) else {
            return Answer::Unknown("the automaton of this formula is too large: divide it".to_string());
        };
        let root = self.graph.initial.first().copied().unwrap_or(0);
        let begins = self.graph.steps(root).iter().filter(|step| step.to != root);
        let Some(&bad) = begins.clone().find(|step| !set[step.to as usize]) else { return Answer::Holds };
        let Ok(found) = evidence(&mut sat, &formula.negate(), bad.to) else {
            return Answer::Unknown("the automaton of this formula is too large: divide it".to_string());
        };
        let mut found = found;
        if found.cycle.is_empty() && matches!(spec.question, Question::Ltl(_)) {
            self.go_on(bad.to, &mut found);
        }
        let mut choices = vec![bad];
        choices.extend(&found.steps);
        let loop_from = (!found.cycle.is_empty()).then_some(found.steps.len());
        choices.extend(&found.cycle);
        Answer::Fails(self.trace(&choices, loop_from))
    }

    /// A run that has shown enough goes on somehow, until it comes to where it was.
    fn go_on(&self, from: u32, found: &mut Evidence) {
        let mut at = found.steps.last().map_or(from, |step| step.to);
        let mut visited = vec![at];
        let mut more = Vec::new();
        loop {
            let Some(&step) = self.graph.steps(at).first() else { return };
            more.push(step);
            at = step.to;
            if let Some(first) = visited.iter().position(|&state| state == at) {
                found.cycle = more.split_off(first);
                found.steps.extend(more);
                return;
            }
            visited.push(at);
        }
    }

    /// A shortest run to a state whose propositions are so.
    fn first(&mut self, wanted: &dyn Fn(u64) -> bool) -> Option<Trace> {
        let root = self.graph.initial.first().copied()?;
        let mut before: Vec<Option<(u32, check::Step)>> = vec![None; self.graph.len()];
        let mut queue = VecDeque::from([root]);
        while let Some(state) = queue.pop_front() {
            if state != root && wanted(self.graph.valuations[state as usize]) {
                let mut choices = Vec::new();
                let mut at = state;
                while let Some((from, step)) = before[at as usize] {
                    choices.push(step);
                    at = from;
                }
                choices.reverse();
                return Some(self.trace(&choices, None));
            }
            for &step in self.graph.steps(state) {
                if step.to != root && before[step.to as usize].is_none() {
                    before[step.to as usize] = Some((state, step));
                    queue.push_back(step.to);
                }
            }
        }
        None
    }

    /// The states along some steps from the place before all beginnings. Of a loop, the last step leads back.
    fn trace(&mut self, steps: &[check::Step], loop_from: Option<usize>) -> Trace {
        let mut trace = Trace { states: Vec::new(), loop_from };
        let mut choices = Choices::default();
        self.system.start();
        for step in steps {
            self.system.choices(&mut choices);
            // What the step reads beside the state belongs to the state that it leaves.
            if let (Some(state), Ok(found)) = (self.system.state().cloned(), self.system.successors()) {
                let inputs = &found[step.choice.value as usize].1;
                trace.states.push(state.joined(inputs));
            }
            self.system.step(step.choice);
        }
        if loop_from.is_none() {
            trace.states.extend(self.system.state().cloned());
        }
        trace
    }
}

fn in_words(why: Why) -> &'static str {
    match why {
        Why::States => "more states than --max-states allows",
        Why::Time => "no more time (--max-seconds)",
        Why::Memory => "no more memory (--memory)",
        Why::Depth => "runs longer than --max-depth",
        Why::Interrupted => "interrupted",
        _ => "not everything was searched",
    }
}

/// A formula whose quantifiers range over fair runs alone.
pub fn fair_only(formula: &Formula, fairness: Option<&Formula>) -> Formula {
    let Some(fair) = fairness else { return formula.clone() };
    match formula {
        Formula::Unary(Unary::Exists, path) => {
            let path = fair_only(path, fairness);
            Formula::unary(Unary::Exists, Formula::and(path, fair.clone()))
        }
        Formula::Unary(Unary::All, path) => {
            let path = fair_only(path, fairness);
            Formula::unary(Unary::All, Formula::binary(Binary::Implies, fair.clone(), path))
        }
        Formula::Unary(op, a) => Formula::unary(*op, fair_only(a, fairness)),
        Formula::Binary(op, a, b) => Formula::binary(*op, fair_only(a, fairness), fair_only(b, fairness)),
        other => other.clone(),
    }
}
