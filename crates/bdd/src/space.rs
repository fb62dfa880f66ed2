//! Diagrams and their variables. Whoever runs out of nodes, or is told to stop, stops everything.

use base::FastMap;
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::{OptBool, OutOfMemory};
use oxidd::{BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst};
use oxidd::{Manager, ManagerRef, Subst, VarNo};
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};
use sym::{Circuit, Gate, Lit};

pub type Set = BCDDFunction;

/// Why nothing more is computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The diagrams have more nodes than are allowed.
    Nodes(usize),
    /// Whoever looks on has said so.
    Asked,
    /// The run that would show it is too long to be told.
    Long(usize),
    /// A run that must be there was not found: the fault is ours.
    Lost,
}

impl From<OutOfMemory> for Stopped {
    fn from(_: OutOfMemory) -> Stopped {
        Stopped::Nodes(0)
    }
}

/// What is told after each round of a fixpoint, and now and then while operations follow each other.
#[derive(Clone, Debug)]
pub struct Pulse {
    /// What is being computed.
    pub what: &'static str,
    pub round: u64,
    /// Nodes of the set so far.
    pub set_nodes: usize,
    /// Nodes that all diagrams have at present.
    pub nodes: usize,
}

/// All variables of all diagrams, and who looks on.
pub struct Space<'a> {
    manager: BCDDManagerRef,
    node_limit: usize,
    pub rounds: u64,
    pub peak_nodes: usize,
    watch: RefCell<&'a mut dyn FnMut(&Pulse) -> bool>,
    /// When somebody was last asked whether to go on, and the operations since.
    asked: Cell<(Instant, u32)>,
}

/// Between operations, those who look on are asked when so much time is over, or so many of them.
const ASK_AFTER: Duration = Duration::from_millis(200);
const ASK_EVERY: u32 = 256;

pub type Limited<T> = Result<T, Stopped>;

impl<'a> Space<'a> {
    pub fn new(vars: usize, node_limit: usize, watch: &'a mut dyn FnMut(&Pulse) -> bool) -> Space<'a> {
        let cache = (node_limit / 4).clamp(1 << 10, 1 << 20).next_power_of_two();
        let manager = oxidd::bcdd::new_manager(node_limit, cache, 1);
        manager.with_manager_exclusive(|manager| {
            manager.add_vars(vars as VarNo);
        });
        let (watch, asked) = (RefCell::new(watch), Cell::new((Instant::now(), 0)));
        Space { manager, node_limit, rounds: 0, peak_nodes: 0, watch, asked }
    }

    pub fn truth(&self) -> Set {
        self.manager.with_manager_shared(|manager| Set::t(manager))
    }

    pub fn falsity(&self) -> Set {
        self.manager.with_manager_shared(|manager| Set::f(manager))
    }

    pub fn variable(&self, var: VarNo) -> Limited<Set> {
        Ok(self.manager.with_manager_shared(|manager| Set::var(manager, var))?)
    }

    /// All of these variables, for forgetting them.
    pub fn cube(&self, vars: &[VarNo]) -> Limited<Set> {
        let mut vars = vars.to_vec();
        vars.sort_unstable_by(|a, b| b.cmp(a));
        let mut cube = self.truth();
        for var in vars {
            cube = self.variable(var)?.and(&cube)?;
        }
        Ok(cube)
    }

    /// These variables with these values.
    pub fn point(&self, vars: &[VarNo], values: &[bool]) -> Limited<Set> {
        let mut pairs: Vec<(VarNo, bool)> = vars.iter().copied().zip(values.iter().copied()).collect();
        pairs.sort_unstable_by(|a, b| b.cmp(a));
        let mut cube = self.truth();
        for (var, value) in pairs {
            let variable = self.variable(var)?;
            let literal = if value { variable } else { variable.not()? };
            cube = literal.and(&cube)?;
        }
        Ok(cube)
    }

    /// One element of a set, with a value for each of these variables.
    pub fn pick(&self, set: &Set, vars: &[VarNo]) -> Option<Vec<bool>> {
        let cube = set.pick_cube(|_, _, _| false)?;
        Some(vars.iter().map(|&var| cube[var as usize] == OptBool::True).collect())
    }

    /// How many elements a set over so many of the variables has; above 2^53 not all digits are right.
    // What is mutable in a function is how often it is referred to, and no part of its identity.
    #[allow(clippy::mutable_key_type)]
    pub fn count(&self, set: &Set, own: usize) -> f64 {
        #[allow(clippy::mutable_key_type)]
        fn part(set: &Set, known: &mut FastMap<Set, f64>) -> f64 {
            let Some((a, b)) = set.cofactors() else { return if set.valid() { 1.0 } else { 0.0 } };
            if let Some(known) = known.get(set) {
                return *known;
            }
            let own = (part(&a, known) + part(&b, known)) / 2.0;
            known.insert(set.clone(), own);
            own
        }
        part(set, &mut FastMap::default()) * 2f64.powi(own as i32)
    }

    /// A round is over: those who look on may end it all, and garbage is taken away before it is in the way.
    pub fn pulse(&mut self, what: &'static str, round: u64, set: &Set) -> Limited<()> {
        self.rounds += 1;
        let nodes = self.nodes();
        self.peak_nodes = self.peak_nodes.max(nodes);
        if nodes > self.node_limit / 2 {
            self.manager.with_manager_shared(|manager| manager.gc());
        }
        self.ask(&Pulse { what, round, set_nodes: set.node_count(), nodes })
    }

    /// An operation is over that is one of many before the next round.
    pub fn between(&self, what: &'static str, number: usize, set: &Set) -> Limited<()> {
        let (last, operations) = self.asked.get();
        if operations < ASK_EVERY && last.elapsed() < ASK_AFTER {
            self.asked.set((last, operations + 1));
            return Ok(());
        }
        let (round, nodes) = (number as u64, self.nodes());
        self.ask(&Pulse { what, round, set_nodes: set.node_count(), nodes })
    }

    fn ask(&self, pulse: &Pulse) -> Limited<()> {
        let goes_on = (*self.watch.borrow_mut())(pulse);
        self.asked.set((Instant::now(), 0));
        if goes_on { Ok(()) } else { Err(Stopped::Asked) }
    }

    pub fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes())
    }

    pub fn node_limit(&self) -> usize {
        self.node_limit
    }

    /// The same set with other variables in the place of some.
    pub fn rename(&self, set: &Set, renaming: &Subst<Set, Vec<VarNo>, Vec<Set>>) -> Limited<Set> {
        Ok(set.substitute(renaming)?)
    }

    pub fn and_forget(&self, a: &Set, b: &Set, forgotten: &Set) -> Limited<Set> {
        Ok(a.apply_exists(BooleanOperator::And, b, forgotten)?)
    }

    /// Functions of a circuit as diagrams; `leaf` gives the variable of a bit.
    pub fn build(&self, circuit: &Circuit, of: &[Lit], leaf: &dyn Fn(Gate) -> VarNo) -> Limited<Vec<Set>> {
        let mut known: FastMap<usize, Set> = FastMap::default();
        for (number, node) in circuit.cone(of).into_iter().enumerate() {
            let at = |lit: Lit| -> Limited<Set> {
                let set = known[&lit.node()].clone();
                Ok(if lit.is_negated() { set.not()? } else { set })
            };
            let set = match circuit.gate(node) {
                Gate::True => self.truth(),
                gate @ (Gate::Now(_) | Gate::Next(_)) => self.variable(leaf(gate))?,
                Gate::And(a, b) => at(a)?.and(&at(b)?)?,
                Gate::Xor(a, b) => at(a)?.xor(&at(b)?)?,
                Gate::Ite(a, b, c) => at(a)?.ite(&at(b)?, &at(c)?)?,
            };
            self.between("functions of the model", number, &set)?;
            known.insert(node, set);
        }
        of.iter()
            .map(|lit| {
                let set = known[&lit.node()].clone();
                Ok(if lit.is_negated() { set.not()? } else { set })
            })
            .collect()
    }
}

/// The variables that a function depends on, in order.
#[allow(clippy::mutable_key_type)]
pub fn support(set: &Set) -> Vec<VarNo> {
    let mut seen = base::FastSet::default();
    let mut vars = std::collections::BTreeSet::new();
    let mut pending = vec![set.clone()];
    while let Some(set) = pending.pop() {
        // A node and its negation have the same variables: one visit of either is enough, two do no harm.
        if !seen.insert(set.clone()) {
            continue;
        }
        if let Some((a, b)) = set.cofactors() {
            if let Some(var) = level(&set) {
                vars.insert(var);
            }
            pending.extend([a, b]);
        }
    }
    vars.into_iter().collect()
}

/// The variable at the top of a diagram.
fn level(set: &Set) -> Option<VarNo> {
    use oxidd::{HasLevel, Node};
    set.with_manager_shared(|manager, edge| match manager.get_node(edge) {
        Node::Inner(node) => Some(node.level()),
        Node::Terminal(_) => None,
    })
}
