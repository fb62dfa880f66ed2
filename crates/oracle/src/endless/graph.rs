//! The meaning of the programs: all states, the components of their graph, and what is to be said of them.

use super::{Kind, MONITORS, Statement, Threads, VALUES, VARIABLES};
use std::collections::{BTreeSet, HashMap};

#[derive(Debug, Clone, Copy)]
enum Op {
    Set(usize, u8),
    Read(usize),
    /// Writes the number after the one that was read.
    Write(usize),
    /// Stays here while the variable has the value.
    Spin(usize, u8),
    Enter(usize),
    Exit(usize),
    /// Goes to a place if the variable has the value.
    Skip(usize, u8, usize),
    /// Waits, and goes to a place when it was notified and has the monitor again.
    Wait(usize, usize),
    Notify(usize),
    Goto(usize),
    End,
}

fn compile(body: &[Statement]) -> Vec<Op> {
    let mut code = Vec::new();
    body.iter().for_each(|statement| add(statement, &mut code));
    code.push(Op::End);
    code
}

fn add(statement: &Statement, code: &mut Vec<Op>) {
    match statement {
        Statement::Set(variable, value) => code.push(Op::Set(*variable, *value as u8)),
        Statement::Next(variable) => code.extend([Op::Read(*variable), Op::Write(*variable)]),
        Statement::Spin(variable, value) => code.push(Op::Spin(*variable, *value as u8)),
        Statement::Locked(monitor, inner) => {
            code.push(Op::Enter(*monitor));
            inner.iter().for_each(|statement| add(statement, code));
            code.push(Op::Exit(*monitor));
        }
        Statement::Await(monitor, variable, value) => {
            let test = code.len();
            code.push(Op::Skip(*variable, *value as u8, test + 2));
            code.push(Op::Wait(*monitor, test));
        }
        Statement::Notify(monitor) => code.push(Op::Notify(*monitor)),
        Statement::While(variable, value, inner) => {
            let test = code.len();
            code.push(Op::Goto(test));
            inner.iter().for_each(|statement| add(statement, code));
            code.push(Op::Goto(test));
            code[test] = Op::Skip(*variable, *value as u8, code.len());
        }
        Statement::Forever(inner) => {
            let begin = code.len();
            inner.iter().for_each(|statement| add(statement, code));
            code.push(Op::Goto(begin));
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Mode {
    Runs,
    /// Until it is notified.
    Waits(usize),
    /// It was notified, and needs the monitor.
    Returns(usize),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    /// Of each thread: the next operation, what it read last, and how it is.
    threads: Vec<(usize, u8, Mode)>,
    variables: [u8; VARIABLES.len()],
    owners: [Option<usize>; MONITORS.len()],
}

impl State {
    /// The state after a step of a thread, and whether another thread could see a difference; `None` if it cannot move.
    fn step(&self, code: &[Vec<Op>], thread: usize) -> Option<(State, bool)> {
        let (at, read, mode) = self.threads[thread];
        let mut next = self.clone();
        match mode {
            Mode::Waits(_) => return None,
            Mode::Returns(monitor) => {
                if self.owners[monitor].is_some() {
                    return None;
                }
                let Op::Wait(_, to) = code[thread][at] else { unreachable!("it waited there") };
                next.owners[monitor] = Some(thread);
                next.threads[thread] = (to, read, Mode::Runs);
                return Some((next, false));
            }
            Mode::Runs => {}
        }
        let mut to = at + 1;
        match code[thread][at] {
            Op::End => return None,
            Op::Set(variable, value) => next.variables[variable] = value,
            Op::Read(variable) => next.threads[thread].1 = self.variables[variable],
            Op::Write(variable) => {
                next.variables[variable] = (read + 1) % VALUES as u8;
                next.threads[thread].1 = 0;
            }
            Op::Spin(variable, value) if self.variables[variable] == value => to = at,
            Op::Spin(..) => {}
            Op::Enter(monitor) if self.owners[monitor].is_some() => return None,
            Op::Enter(monitor) => next.owners[monitor] = Some(thread),
            Op::Exit(monitor) => next.owners[monitor] = None,
            Op::Skip(variable, value, there) if self.variables[variable] == value => to = there,
            Op::Skip(..) => {}
            Op::Wait(monitor, _) => {
                next.owners[monitor] = None;
                next.threads[thread].2 = Mode::Waits(monitor);
                to = at;
            }
            Op::Notify(monitor) => {
                for other in &mut next.threads {
                    if other.2 == Mode::Waits(monitor) {
                        other.2 = Mode::Returns(monitor);
                    }
                }
            }
            Op::Goto(there) => to = there,
        }
        next.threads[thread].0 = to;
        let woken = self.threads.iter().zip(&next.threads).enumerate();
        let wakes =
            woken.filter(|(other, _)| *other != thread).any(|(_, (before, after))| before.2 != after.2);
        let has_effect = wakes || next.variables != self.variables;
        Some((next, has_effect))
    }

    /// Threads wait for monitors of each other in a circle.
    fn has_circle(&self, code: &[Vec<Op>]) -> bool {
        let wants = |thread: usize| match (self.threads[thread].2, code[thread][self.threads[thread].0]) {
            (Mode::Returns(monitor), _) | (Mode::Runs, Op::Enter(monitor)) => self.owners[monitor],
            _ => None,
        };
        (0..self.threads.len()).any(|first| {
            let mut at = first;
            for _ in 0..self.threads.len() {
                match wants(at) {
                    Some(owner) if owner == first => return true,
                    Some(owner) => at = owner,
                    None => return false,
                }
            }
            false
        })
    }

    fn has_ended(&self, code: &[Vec<Op>]) -> bool {
        self.threads.iter().enumerate().all(|(thread, (at, ..))| matches!(code[thread][*at], Op::End))
    }
}

/// What is to be said of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    pub kinds: BTreeSet<Kind>,
    /// Some thread waits for ever beside others that run for ever and do something.
    pub waits_in_vain: bool,
    /// Some path comes to an end.
    pub can_end: bool,
}

struct Edge {
    thread: usize,
    to: usize,
    has_effect: bool,
}

/// Judges a program by all of its states.
pub fn judge(threads: &Threads) -> Judged {
    let code: Vec<Vec<Op>> = threads.iter().map(|body| compile(body)).collect();
    let first = State {
        threads: vec![(0, 0, Mode::Runs); threads.len()],
        variables: Default::default(),
        owners: Default::default(),
    };
    let (states, edges) = graph(&code, first);
    let mut judged = Judged { kinds: BTreeSet::new(), waits_in_vain: false, can_end: false };
    for (state, own) in states.iter().zip(&edges) {
        if state.has_circle(&code) {
            judged.kinds.insert(Kind::Circle);
        }
        match (own.is_empty(), state.has_ended(&code)) {
            (true, true) => judged.can_end = true,
            (true, false) => drop(judged.kinds.insert(Kind::Deadlock)),
            (false, _) => {}
        }
    }
    for bottom in bottoms(&edges) {
        let within = || bottom.iter().flat_map(|&state| &edges[state]);
        let is_left_alone = |thread: usize| {
            let (at, ..) = states[bottom[0]].threads[thread];
            !matches!(code[thread][at], Op::End) && within().all(|edge| edge.thread != thread)
        };
        if within().next().is_none() {
            continue;
        }
        match within().any(|edge| edge.has_effect) {
            false => drop(judged.kinds.insert(Kind::Livelock)),
            true => judged.waits_in_vain |= (0..code.len()).any(is_left_alone),
        }
    }
    if judged.waits_in_vain && judged.can_end {
        judged.kinds.insert(Kind::PartialDeadlock);
    }
    judged
}

fn graph(code: &[Vec<Op>], first: State) -> (Vec<State>, Vec<Vec<Edge>>) {
    let mut numbers = HashMap::from([(first.clone(), 0)]);
    let (mut states, mut edges) = (vec![first], Vec::new());
    while edges.len() < states.len() {
        let state = states[edges.len()].clone();
        let mut own = Vec::new();
        for thread in 0..code.len() {
            let Some((next, has_effect)) = state.step(code, thread) else { continue };
            let to = *numbers.entry(next.clone()).or_insert(states.len());
            if to == states.len() {
                states.push(next);
            }
            own.push(Edge { thread, to, has_effect });
        }
        edges.push(own);
    }
    (states, edges)
}

/// The components that are never left, by two walks over all states: one that puts them in the order in which they are
/// done, and one against the edges, the last first.
fn bottoms(edges: &[Vec<Edge>]) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); edges.len()];
    for (from, own) in edges.iter().enumerate() {
        own.iter().for_each(|edge| before[edge.to].push(from));
    }
    let forth: Vec<Vec<usize>> = edges.iter().map(|own| own.iter().map(|edge| edge.to).collect()).collect();
    let mut is_done = vec![false; edges.len()];
    let mut order = Vec::new();
    for start in 0..edges.len() {
        walk(&forth, start, &mut is_done, &mut order);
    }
    let mut is_taken = vec![false; edges.len()];
    let mut components = Vec::new();
    for &start in order.iter().rev() {
        let mut component = Vec::new();
        walk(&before, start, &mut is_taken, &mut component);
        components.push(component);
    }
    let mut number = vec![0; edges.len()];
    for (own, component) in components.iter().enumerate() {
        component.iter().for_each(|&state| number[state] = own);
    }
    let is_bottom = |component: &Vec<usize>| {
        let leaves = |state: &usize| edges[*state].iter().any(|edge| number[edge.to] != number[*state]);
        !component.is_empty() && !component.iter().any(leaves)
    };
    components.into_iter().filter(is_bottom).collect()
}

/// Depth first over what is not done; adds states as they are.
fn walk(next: &[Vec<usize>], start: usize, is_done: &mut [bool], out: &mut Vec<usize>) {
    let mut path = Vec::new();
    if !std::mem::replace(&mut is_done[start], true) {
        path.push((start, 0));
    }
    while let Some((state, taken)) = path.last_mut() {
        match next[*state].get(*taken) {
            Some(&to) => {
                *taken += 1;
                if !std::mem::replace(&mut is_done[to], true) {
                    path.push((to, 0));
                }
            }
            None => {
                out.push(*state);
                path.pop();
            }
        }
    }
}
