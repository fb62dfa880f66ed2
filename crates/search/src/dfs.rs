//! Depth-first search: the machine goes forward by steps and back by its own journal.

use crate::ended::{Ended, Next};
use crate::limits::{Clock, Limits, Progress, Why};
use lts::{Choice, Choices, CompId, Finding, Mark, Outcome, Path, Status, Store, System};

/// A state on the path, with the choices not taken yet.
struct Open {
    mark: Mark,
    choices: Vec<Choice>,
    next: usize,
}

struct Dfs<'a> {
    system: &'a mut dyn System,
    store: &'a mut dyn Store,
    limits: &'a Limits,
    stack: Vec<Open>,
    /// Kept to be used again: the components of a state, its choices, and lists of choices of states that are closed.
    components: Vec<CompId>,
    choices: Choices,
    spare: Vec<Vec<Choice>>,
    ended: Ended,
    clock: Clock,
}

/// Explores everything, or until the first finding or a limit. `watch` is called now and then; false stops the search.
pub fn depth_first(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Ended {
    let mut dfs = Dfs {
        system,
        store,
        limits,
        stack: Vec::new(),
        components: Vec::new(),
        choices: Choices::default(),
        spare: Vec::new(),
        ended: Ended::default(),
        clock: Clock::new(),
    };
    dfs.run(watch);
    let mut ended = dfs.ended;
    ended.statistics.states = dfs.store.states();
    ended.statistics.elapsed = dfs.clock.elapsed();
    ended
}

impl Dfs<'_> {
    fn run(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) {
        while self.explore(watch) == Next::Again {
            self.ended.begin_again();
            self.stack.clear();
            self.store.clear();
        }
    }

    fn explore(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        self.system.start();
        match self.arrive() {
            Next::On => {}
            other => return other,
        }
        while let Some(top) = self.stack.last_mut() {
            let Some(&choice) = top.choices.get(top.next) else {
                self.spare.extend(self.stack.pop().map(|open| open.choices));
                continue;
            };
            // The first choice goes on from where the machine is.
            if top.next > 0 {
                self.system.rewind(top.mark);
            }
            top.next += 1;
            self.ended.statistics.transitions += 1;
            let outcome = self.system.step(choice);
            if self.system.take_outdated() {
                return Next::Again;
            }
            let next = match outcome {
                Outcome::Next => self.arrive(),
                Outcome::Pruned => {
                    self.ended.statistics.pruned += 1;
                    Next::On
                }
                Outcome::Finished => {
                    self.ended.cut(Why::Finished);
                    Next::Stop
                }
                Outcome::Violated(finding) => self.report(finding),
                Outcome::Unknown(gap) => {
                    self.ended.gap(gap);
                    Next::On
                }
            };
            if next != Next::On {
                return next;
            }
            if self.clock.tick() && self.look_around(watch) == Next::Stop {
                return Next::Stop;
            }
        }
        Next::Stop
    }

    /// The machine has reached a state: stores it and, if it is new, opens it.
    fn arrive(&mut self) -> Next {
        self.components.clear();
        self.system.save(self.store, &mut self.components);
        if !self.store.insert(&self.components).is_new() {
            self.ended.statistics.revisits += 1;
            return Next::On;
        }
        match self.system.choices(&mut self.choices) {
            Status::Done => {
                self.ended.statistics.ends += 1;
                return Next::On;
            }
            Status::Stuck(finding) => return self.report(finding),
            Status::Flawed(finding) => {
                if self.report(finding) == Next::Stop {
                    return Next::Stop;
                }
            }
            Status::Live => {}
        }
        if self.limits.depth.is_some_and(|depth| self.stack.len() >= depth) {
            self.ended.cut(Why::Depth);
            return Next::On;
        }
        let mark = self.system.mark();
        let mut choices = self.spare.pop().unwrap_or_default();
        choices.clear();
        choices.extend_from_slice(&self.choices.list);
        self.stack.push(Open { mark, choices, next: 0 });
        self.ended.statistics.max_depth = self.ended.statistics.max_depth.max(self.stack.len());
        match self.limits.states.is_some_and(|states| self.store.states() >= states) {
            true => {
                self.ended.cut(Why::States);
                Next::Stop
            }
            false => Next::On,
        }
    }

    fn report(&mut self, finding: Finding) -> Next {
        let path: Path = self.stack.iter().map(|open| open.choices[open.next - 1]).collect();
        self.ended.found(finding, path, self.limits)
    }

    /// Tells how far the search is, and whether it may go on.
    fn look_around(&mut self, watch: &mut dyn FnMut(&Progress) -> bool) -> Next {
        let progress = Progress {
            states: self.store.states(),
            transitions: self.ended.statistics.transitions,
            depth: self.stack.len(),
            frontier: self.stack.len() as u64,
            bytes: self.store.bytes(),
            elapsed: self.clock.elapsed(),
        };
        self.ended.look_around(self.limits, &progress, watch)
    }
}
