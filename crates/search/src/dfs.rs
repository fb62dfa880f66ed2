//! Depth-first search: the machine goes forward by steps and back by its own journal.
//!
//! The same loop serves a search by many workers: what they have to say to each other is behind the trait [`Company`].

use crate::ended::{Ended, Next};
use crate::limits::{Clock, Limits, Progress, Why};
use lts::{
    Choice, Choices, CompId, Finding, Gap, Insert, Mark, Outcome, Path, StateId, Status, Store, System,
};

/// Explores everything, or until the first finding or a limit. `watch` is called now and then; false stops the search.
pub fn depth_first(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Ended {
    let before = system.instructions();
    let mut alone = Alone { watch, limits };
    let mut dfs = Dfs::new(Held::Borrowed(system), store, limits, &mut alone);
    while dfs.explore() == Next::Again {
        dfs.ended.begin_again();
        dfs.stack.clear();
        dfs.store.clear();
    }
    let mut ended = dfs.ended;
    ended.statistics.states = dfs.store.states();
    ended.statistics.elapsed = dfs.clock.elapsed();
    ended.statistics.instructions = dfs.system.instructions() - before;
    ended
}

/// A state to be explored by whoever takes it: the choices that are left there, and the way to it.
pub(crate) struct Job {
    pub state: StateId,
    pub choices: Vec<Choice>,
    pub path: Path,
}

/// What is to be done about a step after it was taken.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum After {
    Go,
    /// It does not count: another machine stands in the place of the one that did it.
    Redo,
    /// It does not count, and the search ends here for now.
    Pause,
}

/// Those with whom one searches.
pub(crate) trait Company {
    /// A step was taken, and its state has no name yet.
    fn after_step(&mut self, system: &mut Held<'_>) -> After;
    /// Somebody has nothing to do.
    fn wants_work(&self) -> bool;
    fn give(&mut self, job: Job);
    /// More to do; `None` when all is done.
    fn take(&mut self) -> Option<Job>;
    /// Once in a while: what is there to see, and may the search go on?
    fn look_around(&mut self, ended: &mut Ended, progress: &Progress) -> Next;
}

/// No company at all.
struct Alone<'a> {
    watch: &'a mut dyn FnMut(&Progress) -> bool,
    limits: &'a Limits,
}

impl Company for Alone<'_> {
    fn after_step(&mut self, _: &mut Held<'_>) -> After {
        After::Go
    }
    fn wants_work(&self) -> bool {
        false
    }
    fn give(&mut self, _: Job) {}
    fn take(&mut self) -> Option<Job> {
        None
    }
    fn look_around(&mut self, ended: &mut Ended, progress: &Progress) -> Next {
        ended.look_around(self.limits, progress, self.watch)
    }
}

/// A machine, the caller's or one's own.
pub(crate) enum Held<'a> {
    Borrowed(&'a mut dyn System),
    Owned(Box<dyn System>),
}

impl<'a> std::ops::Deref for Held<'a> {
    type Target = dyn System + 'a;
    fn deref(&self) -> &Self::Target {
        match self {
            Held::Borrowed(system) => *system,
            Held::Owned(system) => &**system,
        }
    }
}

impl std::ops::DerefMut for Held<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Held::Borrowed(system) => *system,
            Held::Owned(system) => &mut **system,
        }
    }
}

/// A state on the path, with the choices not taken yet.
pub(crate) struct Open {
    state: StateId,
    mark: Mark,
    /// The mark is good while this is the search's own generation.
    generation: u32,
    choices: Vec<Choice>,
    next: usize,
}

pub(crate) struct Dfs<'a> {
    pub system: Held<'a>,
    pub store: &'a mut dyn Store,
    limits: &'a Limits,
    company: &'a mut dyn Company,
    pub stack: Vec<Open>,
    /// The way to the first state of the stack.
    prefix: Path,
    /// Counts how often the machine was loaded: each time, all marks die.
    generation: u32,
    /// Kept to be used again: the components of a state, its choices, and lists of choices of states that are closed.
    components: Vec<CompId>,
    choices: Choices,
    spare: Vec<Vec<Choice>>,
    pub ended: Ended,
    pub clock: Clock,
}

impl<'a> Dfs<'a> {
    pub fn new(
        system: Held<'a>,
        store: &'a mut dyn Store,
        limits: &'a Limits,
        company: &'a mut dyn Company,
    ) -> Dfs<'a> {
        Dfs {
            system,
            store,
            limits,
            company,
            stack: Vec::new(),
            prefix: Vec::new(),
            generation: 0,
            components: Vec::new(),
            choices: Choices::default(),
            spare: Vec::new(),
            ended: Ended::default(),
            clock: Clock::new(),
        }
    }

    /// From the initial state to the end.
    pub fn explore(&mut self) -> Next {
        self.system.start();
        self.generation += 1;
        match self.arrive() {
            Next::On => self.go_on(),
            other => other,
        }
    }

    /// Works off the stack, and what others leave to do.
    pub fn go_on(&mut self) -> Next {
        loop {
            let Some(top) = self.stack.last_mut() else {
                match self.company.take() {
                    Some(job) => self.adopt(job),
                    None => return Next::Stop,
                }
                continue;
            };
            let Some(&choice) = top.choices.get(top.next) else {
                self.spare.extend(self.stack.pop().map(|open| open.choices));
                continue;
            };
            if let Err(gap) = self.return_to_top() {
                self.ended.gap(gap);
                self.stack.pop();
                continue;
            }
            let next = self.take_choice(choice);
            if next != Next::On {
                return next;
            }
            if self.company.wants_work() {
                self.give_away();
            }
            if self.clock.tick() && self.look_around() == Next::Stop {
                return Next::Stop;
            }
        }
    }

    fn adopt(&mut self, job: Job) {
        self.prefix = job.path;
        let dead = self.generation.wrapping_sub(1);
        self.stack.push(Open {
            state: job.state,
            mark: Mark(0),
            generation: dead,
            choices: job.choices,
            next: 0,
        });
    }

    /// Brings the machine back to the state on top of the stack: by its mark or, where that has died, out of the store.
    fn return_to_top(&mut self) -> Result<(), Gap> {
        let Some(top) = self.stack.last_mut() else { return Ok(()) };
        if top.generation == self.generation {
            // The first choice goes on from where the machine is.
            if top.next > 0 {
                self.system.rewind(top.mark);
            }
            return Ok(());
        }
        self.store.get(top.state, &mut self.components);
        self.system.load(self.store, &self.components)?;
        self.generation += 1;
        top.generation = self.generation;
        top.mark = self.system.mark();
        Ok(())
    }

    fn take_choice(&mut self, choice: Choice) -> Next {
        if let Some(top) = self.stack.last_mut() {
            top.next += 1;
        }
        let outcome = self.system.step(choice);
        let after = self.company.after_step(&mut self.system);
        if after != After::Go {
            if let Some(top) = self.stack.last_mut() {
                top.next -= 1;
            }
            self.generation += 1;
            return if after == After::Redo { Next::On } else { Next::Stop };
        }
        self.ended.statistics.transitions += 1;
        if self.system.take_outdated() {
            return Next::Again;
        }
        match outcome {
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
        }
    }

    /// The machine has reached a state: stores it and, if it is new, opens it.
    fn arrive(&mut self) -> Next {
        self.components.clear();
        self.system.save(self.store, &mut self.components);
        let Insert::New(state) = self.store.insert(&self.components) else {
            self.ended.statistics.revisits += 1;
            return Next::On;
        };
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
        if self.limits.depth.is_some_and(|depth| self.prefix.len() + self.stack.len() >= depth) {
            self.ended.cut(Why::Depth);
            return Next::On;
        }
        let mark = self.system.mark();
        let mut choices = self.spare.pop().unwrap_or_default();
        choices.clear();
        choices.extend_from_slice(&self.choices.list);
        self.stack.push(Open { state, mark, generation: self.generation, choices, next: 0 });
        let depth = self.prefix.len() + self.stack.len();
        self.ended.statistics.max_depth = self.ended.statistics.max_depth.max(depth);
        match self.limits.states.is_some_and(|states| self.store.states() >= states) {
            true => {
                self.ended.cut(Why::States);
                Next::Stop
            }
            false => Next::On,
        }
    }

    /// The way to the state that is open at `depth` in the stack.
    fn path_to(&self, depth: usize) -> Path {
        let taken = self.stack[..depth].iter().map(|open| open.choices[open.next - 1]);
        self.prefix.iter().copied().chain(taken).collect()
    }

    fn report(&mut self, finding: Finding) -> Next {
        let path = self.path_to(self.stack.len());
        self.ended.found(finding, path, self.limits)
    }

    /// Leaves the choices that would be taken last to somebody else.
    fn give_away(&mut self) {
        let depth = self.stack.iter().position(|open| open.next < open.choices.len());
        if let Some(depth) = depth.filter(|&depth| depth + 1 < self.stack.len())
            && let Some(job) = self.job_at(depth)
        {
            self.company.give(job);
        }
    }

    /// Everything that is left to do, as jobs; the stack is empty after this.
    pub fn into_jobs(&mut self) -> Vec<Job> {
        let jobs = (0..self.stack.len()).filter_map(|depth| self.job_at(depth)).collect();
        self.stack.clear();
        jobs
    }

    fn job_at(&mut self, depth: usize) -> Option<Job> {
        let path = self.path_to(depth);
        let open = &mut self.stack[depth];
        let choices = open.choices.split_off(open.next);
        (!choices.is_empty()).then_some(Job { state: open.state, choices, path })
    }

    /// Tells how far the search is, and whether it may go on.
    fn look_around(&mut self) -> Next {
        let progress = Progress {
            states: self.store.states(),
            transitions: self.ended.statistics.transitions,
            depth: self.prefix.len() + self.stack.len(),
            frontier: self.stack.len() as u64,
            bytes: self.store.bytes(),
            elapsed: self.clock.elapsed(),
        };
        self.company.look_around(&mut self.ended, &progress)
    }
}
