//! All interleavings of a program, by plain breadth-first search.

use crate::code::{Code, Instr};
use crate::program::{ELEMENTS, PLAIN, Place, Program, ThreadId, Throwable, VOLATILE};
use crate::state::{ClassState, State, Status};
use crate::step::{Next, successors};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Something wrong that a run can come to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finding {
    Uncaught {
        thread: ThreadId,
        thrown: Throwable,
    },
    /// Nobody can go on; these have not ended.
    Deadlock {
        blocked: Vec<ThreadId>,
    },
    /// Each of these waits for a monitor that the next one has, while others go on.
    Circle {
        threads: Vec<ThreadId>,
    },
}

/// All that can come of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcomes {
    /// What runs that end well print.
    pub outputs: BTreeSet<String>,
    pub findings: BTreeSet<Finding>,
    pub states: usize,
    /// Last lines of main.
    pub lines: BTreeSet<String>,
}

/// The states of a program and the steps between them.
pub struct Graph {
    pub states: Vec<Rc<State>>,
    /// Who steps, and where to.
    pub edges: Vec<Vec<(ThreadId, usize)>>,
    pub outcomes: Outcomes,
}

/// Numbers of the last line: all places, the counter, and the value of the head.
const SHOWN: usize = PLAIN + VOLATILE + ELEMENTS + 2;

/// `None` if there are more states than `most`.
pub fn explore(program: &Program, most: usize) -> Option<Outcomes> {
    Some(graph(program, most)?.outcomes)
}

pub fn graph(program: &Program, most: usize) -> Option<Graph> {
    let code = Code::new(program);
    let mut known: HashMap<Rc<State>, usize> = HashMap::new();
    let outcomes =
        Outcomes { outputs: BTreeSet::new(), findings: BTreeSet::new(), states: 0, lines: BTreeSet::new() };
    let first = Rc::new(crate::step::first(&code));
    let mut graph = Graph { states: vec![first.clone()], edges: Vec::new(), outcomes };
    known.insert(first, 0);
    let mut at = 0;
    while at < graph.states.len() {
        let state = graph.states[at].clone();
        let mut edges = Vec::new();
        let next = if only_daemons(&code, &state) { Vec::new() } else { successors(&code, &state) };
        if let Some(frame) = state.threads[0].frames.last().filter(|frame| frame.shown.len() == SHOWN) {
            graph.outcomes.lines.insert(frame.line());
        }
        look(&code, &state, next.is_empty(), &mut graph.outcomes);
        for (thread, next) in next {
            match next {
                Next::Uncaught(thrown) => {
                    graph.outcomes.findings.insert(Finding::Uncaught { thread, thrown });
                }
                Next::To(next) => {
                    let next = Rc::new(next);
                    let number = *known.entry(next.clone()).or_insert(graph.states.len());
                    if number == graph.states.len() {
                        graph.states.push(next);
                    }
                    edges.push((thread, number));
                }
            }
        }
        graph.edges.push(edges);
        if graph.states.len() > most {
            return None;
        }
        at += 1;
    }
    graph.outcomes.states = graph.states.len();
    Some(graph)
}

/// The program has ended. What daemons do before the JVM stops them is left out, as every check says of itself.
fn only_daemons(code: &Code, state: &State) -> bool {
    (0..code.threads).all(|thread| code.daemons[thread] || !state.is_alive(thread))
}

/// Notes an end, good or bad.
fn look(code: &Code, state: &State, is_last: bool, outcomes: &mut Outcomes) {
    if only_daemons(code, state) {
        outcomes.outputs.insert(state.output.clone());
    } else if is_last {
        let alive = |thread: &ThreadId| state.is_alive(*thread);
        outcomes.findings.insert(Finding::Deadlock { blocked: (0..code.threads).filter(alive).collect() });
    }
    // Also where nobody can go on: who takes smaller steps may see the circle before that.
    outcomes.findings.extend(circles(code, state).map(|threads| Finding::Circle { threads }));
    debug_assert!(state.threads[0].status != Status::New);
}

/// Threads that wait for each other's monitors, locks and classes. Daemons among themselves keep nobody from ending.
fn circles<'a>(code: &'a Code, state: &'a State) -> impl Iterator<Item = Vec<ThreadId>> + 'a {
    let circle = |first: ThreadId| {
        let mut threads = vec![first];
        loop {
            let next = blocked_by(code, state, *threads.last()?)?;
            if next == first {
                return Some(threads);
            }
            if threads.contains(&next) {
                return None;
            }
            threads.push(next);
        }
    };
    let others = |threads: &Vec<ThreadId>| threads.iter().any(|thread| !code.daemons[*thread]);
    (0..code.threads).filter_map(circle).filter(others)
}

/// Who has the monitor or lock that the thread stands before, or initializes the class.
fn blocked_by(code: &Code, state: &State, thread: ThreadId) -> Option<ThreadId> {
    let holder = match state.threads[thread].status {
        Status::Returning { on, .. } => state.monitors[on].owner.map(|(owner, _)| owner),
        Status::Running => {
            let frame = state.threads[thread].frames.last()?;
            match code.blocks[frame.block].instrs[frame.at] {
                Instr::Enter(on) => state.monitors[on].owner.map(|(owner, _)| owner),
                Instr::Initialize(class)
                | Instr::Read { from: Place::Class(class), .. }
                | Instr::Write { to: Place::Class(class), .. }
                | Instr::Fetch(Place::Class(class))
                | Instr::StoreSum(Place::Class(class), _)
                | Instr::Show(Place::Class(class)) => match state.classes[class] {
                    ClassState::Running(by) => Some(by),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    };
    holder.filter(|holder| *holder != thread)
}
