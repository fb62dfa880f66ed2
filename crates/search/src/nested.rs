//! Nested depth-first search for accepting cycles, after Courcoubetis, Vardi, Wolper and Yannakakis (1992),
//! with the early tests of Schwoon and Esparza (2005).
//!
//! A first search goes over all states. When it is done with an accepting state, a second one looks from
//! there for a state on the first one's path. What a second search has seen is not seen again by later ones,
//! so both together go over each state at most twice.

use crate::cycles::{Cycles, Desk, Lasso, Next, StateSet};
use crate::limits::{Limits, Progress, Why};
use lts::{Choice, Mark, Outcome, Path, Store, System};

/// A state on a path, with the choices not taken yet.
struct Open {
    id: u64,
    mark: Mark,
    choices: Vec<Choice>,
    next: usize,
    accepting: bool,
}

impl Open {
    /// The choice that the path takes here.
    fn taken(&self) -> Choice {
        self.choices[self.next - 1]
    }
}

struct Nested<'a> {
    desk: Desk<'a>,
    stack: Vec<Open>,
    on_stack: StateSet,
    /// States from which no way leads back, as second searches have found.
    hopeless: StateSet,
    spare: Vec<Vec<Choice>>,
}

/// Looks for a cycle through an accepting state. `watch` is called now and then; false stops the search.
pub fn nested_depth_first(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Cycles {
    let mut nested = Nested {
        desk: Desk::new(system, store, limits),
        stack: Vec::new(),
        on_stack: StateSet::default(),
        hopeless: StateSet::default(),
        spare: Vec::new(),
    };
    while nested.explore(watch) == Next::Again {
        nested.desk.begin_again();
        nested.stack.clear();
        nested.on_stack = StateSet::default();
        nested.hopeless = StateSet::default();
    }
    nested.desk.finish()
}

impl Nested<'_> {
    fn explore(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        self.desk.system.start();
        let mut next = self.arrive();
        loop {
            if self.desk.system.settle().is_outdated {
                return Next::Again;
            }
            if next != Next::On {
                return next;
            }
            let Some(top) = self.stack.last_mut() else { return Next::Stop };
            next = match top.choices.get(top.next) {
                Some(&choice) => {
                    // The first choice goes on from where the machine is.
                    if top.next > 0 {
                        self.desk.system.rewind(top.mark);
                    }
                    top.next += 1;
                    self.step(choice)
                }
                None => self.close(watch),
            };
            if next == Next::On && !self.desk.may_go_on(self.stack.len(), watch) {
                next = Next::Stop;
            }
        }
    }

    fn step(&mut self, choice: Choice) -> Next {
        self.desk.ended.transitions += 1;
        match self.desk.system.step(choice) {
            Outcome::Next => self.arrive(),
            Outcome::Pruned => Next::On,
            Outcome::Finished => {
                self.desk.cut(Why::Finished);
                Next::Stop
            }
            Outcome::Violated(finding) => {
                self.desk.ended.found = Some((finding, self.path(0)));
                Next::Stop
            }
            Outcome::Unknown(gap) => {
                self.desk.gap(gap);
                Next::On
            }
        }
    }

    /// The choices of the path from a depth on.
    fn path(&self, from: usize) -> Path {
        self.stack[from..].iter().map(Open::taken).collect()
    }

    /// The machine has reached a state: a new one is opened; one on the path may close a cycle.
    fn arrive(&mut self) -> Next {
        let Some((id, is_new)) = self.desk.name() else { return Next::Stop };
        if !is_new {
            let before = self.stack.last().is_some_and(|top| top.accepting);
            if self.on_stack.contains(id) && (before || self.desk.is_accepting()) {
                return self.report(id, &[]);
            }
            return Next::On;
        }
        match self.desk.has_choices() {
            Ok(true) => {}
            Ok(false) => return Next::On,
            Err(finding) => {
                self.desk.ended.found = Some((finding, self.path(0)));
                return Next::Stop;
            }
        }
        if self.desk.is_too_deep(self.stack.len()) {
            return Next::On;
        }
        let accepting = self.desk.is_accepting();
        let mark = self.desk.system.mark();
        let mut choices = self.spare.pop().unwrap_or_default();
        choices.clear();
        choices.extend_from_slice(&self.desk.choices.list);
        self.on_stack.insert(id);
        self.stack.push(Open { id, mark, choices, next: 0, accepting });
        Next::On
    }

    /// All below the top of the path has been seen. An accepting state gets its second search while it is
    /// still on the path.
    fn close(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        if self.stack.last().is_some_and(|top| top.accepting) {
            let next = self.search_again(watch);
            if next != Next::On {
                return next;
            }
        }
        if let Some(top) = self.stack.pop() {
            self.on_stack.remove(top.id);
            self.spare.push(top.choices);
        }
        Next::On
    }

    /// The second search: from the top of the path to any state on the path.
    fn search_again(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        let Some(top) = self.stack.last() else { return Next::On };
        if !self.hopeless.insert(top.id) {
            return Next::On;
        }
        let mut path =
            vec![Open { id: top.id, mark: top.mark, choices: top.choices.clone(), next: 0, accepting: true }];
        while let Some(open) = path.last_mut() {
            let Some(&choice) = open.choices.get(open.next) else {
                path.pop();
                continue;
            };
            self.desk.system.rewind(open.mark);
            open.next += 1;
            self.desk.ended.transitions += 1;
            // Whatever else a step leads to, the first search has told it.
            if self.desk.system.step(choice) != Outcome::Next {
                continue;
            }
            if self.desk.system.settle().is_outdated {
                return Next::Again;
            }
            if !self.desk.may_go_on(self.stack.len(), watch) {
                return Next::Stop;
            }
            let Some((id, is_new)) = self.desk.name() else { return Next::Stop };
            if self.on_stack.contains(id) {
                let way: Path = path.iter().map(Open::taken).collect();
                return self.report(id, &way);
            }
            // A state that the first search has not seen lies behind a limit, and the search is cut anyway.
            if is_new || !self.hopeless.insert(id) {
                continue;
            }
            if self.desk.has_choices() == Ok(true) {
                let mark = self.desk.system.mark();
                let choices = self.desk.choices.list.clone();
                path.push(Open { id, mark, choices, next: 0, accepting: false });
            }
        }
        Next::On
    }

    /// The machine is at a state of the path again, `way` behind the top of the path: the cycle is closed.
    fn report(&mut self, id: u64, way: &[Choice]) -> Next {
        let depth = self.stack.iter().position(|open| open.id == id).unwrap_or(0);
        // Behind the top of the path the first search has taken all choices, and `way` begins there.
        let closing = way.is_empty();
        let last = self.stack.len() - usize::from(!closing);
        let stem = self.stack[..depth].iter().map(Open::taken).collect();
        let mut cycle: Path = self.stack[depth..last].iter().map(Open::taken).collect();
        cycle.extend_from_slice(way);
        self.desk.ended.lasso = Some(Lasso { stem, cycle });
        Next::Stop
    }
}
