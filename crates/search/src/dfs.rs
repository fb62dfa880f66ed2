//! Depth-first search: the machine goes forward by steps and back by its own journal.
//!
//! The same loop serves a search by one worker and by many: what they have to say to each other is behind the
//! trait [`Company`].

mod checkpoints;

use crate::checkpoint::Growth;
use crate::company::{After, Company, Held, Job};
use crate::ended::{Doubt, Ended, Next};
use crate::limits::{Clock, Limits, Progress, Share, Why};
use lts::{Choice, Choices, CompId, Finding, Gap, Insert, Mark, Outcome, Path, StateId, Status, Store};

/// A state on the path, with the choices not taken yet.
pub(crate) struct Open {
    state: StateId,
    mark: Mark,
    /// The mark is good while this is the search's own generation.
    generation: u32,
    choices: Vec<Choice>,
    next: usize,
    /// What the machine had learnt when it took the choice before `next`, if there are to be checkpoints.
    lesson: usize,
}

pub(crate) struct Dfs<'a> {
    pub system: Held<'a>,
    pub store: &'a mut dyn Store,
    limits: &'a Limits,
    company: &'a mut dyn Company,
    pub stack: Vec<Open>,
    /// The way to the first state of the stack.
    prefix: Path,
    /// Of some states only the choices that were left are known.
    is_rest: bool,
    /// Counts how often the machine was loaded: each time, all marks die.
    generation: u32,
    /// The machine is in the state on top of the stack.
    is_at_top: bool,
    /// The machine's extent, and on which paths it grew, if there are to be checkpoints.
    extent: u64,
    pub growth: Vec<Growth>,
    /// What it had learnt at the beginning, and each time that it had learnt more.
    lessons: Vec<Vec<u32>>,
    /// Operations of the machine before the search.
    before: u64,
    /// Kept to be used again: the components of a state, its choices, and lists of choices of states that
    /// are closed.
    components: Vec<CompId>,
    choices: Choices,
    spare: Vec<Vec<Choice>>,
    pub ended: Ended,
    pub doubt: Doubt,
    pub clock: Clock,
}

impl<'a> Dfs<'a> {
    pub fn new(
        mut system: Held<'a>,
        store: &'a mut dyn Store,
        limits: &'a Limits,
        company: &'a mut dyn Company,
    ) -> Dfs<'a> {
        let (extent, before) = (system.settle().extent, system.instructions());
        Dfs {
            extent,
            growth: Vec::new(),
            lessons: vec![system.learnt()],
            before,
            system,
            store,
            limits,
            company,
            stack: Vec::new(),
            prefix: Vec::new(),
            is_rest: false,
            generation: 0,
            is_at_top: false,
            components: Vec::new(),
            choices: Choices::default(),
            spare: Vec::new(),
            ended: Ended::default(),
            doubt: Doubt::default(),
            clock: Clock::new(),
        }
    }

    /// From the initial state to the end.
    pub fn explore(&mut self) -> Next {
        self.system.start();
        self.is_rest = false;
        self.generation += 1;
        self.doubt.begin(self.ended.statistics.transitions, &mut *self.system);
        self.lessons = vec![self.system.learnt()];
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
                    None if self.doubt.is_any() => return Next::Again,
                    None => return Next::Stop,
                }
                continue;
            };
            let Some(&choice) = top.choices.get(top.next) else {
                self.spare.extend(self.stack.pop().map(|open| open.choices));
                self.is_at_top = false;
                continue;
            };
            match self.return_to_top() {
                Ok(true) => {}
                Ok(false) => {
                    self.ended.cut(Why::Store);
                    return Next::Stop;
                }
                Err(gap) => {
                    self.ended.gap(gap);
                    self.stack.pop();
                    self.is_at_top = false;
                    continue;
                }
            }
            let next = self.take_choice(choice);
            if next != Next::On {
                return next;
            }
            if self.company.wants_work() {
                self.give_away();
            }
            if self.clock.tick(&*self.system) {
                self.keep_checkpoint();
                if self.look_around() == Next::Stop {
                    return Next::Stop;
                }
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
            lesson: 0,
        });
    }

    /// Brings the machine back to the state on top of the stack: by its mark or, where that has died, out of
    /// the store. False if it is no longer there.
    fn return_to_top(&mut self) -> Result<bool, Gap> {
        let Some(top) = self.stack.last_mut() else { return Ok(true) };
        if top.generation == self.generation {
            // The first choice goes on from where the machine is.
            if top.next > 0 && !self.is_at_top {
                self.system.rewind(top.mark);
            }
            self.is_at_top = true;
            return Ok(true);
        }
        if !self.store.get(top.state, &mut self.components) {
            return Ok(false);
        }
        self.company.renew(&mut self.system, &mut self.doubt);
        self.system.load(self.store, &self.components)?;
        self.generation += 1;
        top.generation = self.generation;
        top.mark = self.system.mark();
        self.is_at_top = true;
        Ok(true)
    }

    fn take_choice(&mut self, choice: Choice) -> Next {
        let lesson = self.lessons.len() - 1;
        if let Some(top) = self.stack.last_mut() {
            (top.next, top.lesson) = (top.next + 1, lesson);
        }
        if self.is_known(choice) {
            self.ended.statistics.transitions += 1;
            self.ended.statistics.revisits += 1;
            return Next::On;
        }
        self.is_at_top = false;
        let outcome = self.system.step(choice);
        let settled = self.system.settle();
        match self.company.after_step(&mut self.system, &settled, &mut self.doubt) {
            After::Go => {}
            After::Redo => {
                self.take_back();
                return Next::On;
            }
            // Others would go on with what this machine has learnt, and nobody would begin again.
            After::Pause if self.doubt.is_any() || settled.is_outdated => return Next::Again,
            After::Pause => {
                self.take_back();
                return Next::Stop;
            }
        }
        self.ended.statistics.transitions += 1;
        let transitions = self.ended.statistics.transitions;
        if settled.is_outdated {
            self.doubt.note(transitions);
        }
        if self.company.keeper().is_some() {
            self.note_growth(settled);
        }
        if self.doubt.is_due(transitions) {
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

    /// The step that was taken last does not count.
    fn take_back(&mut self) {
        if let Some(top) = self.stack.last_mut() {
            top.next -= 1;
        }
        self.generation += 1;
    }

    /// The choice leads to a state that the store has, as can be said without taking it.
    fn is_known(&mut self, choice: Choice) -> bool {
        let Some(foresight) = self.system.foresight() else { return false };
        self.components.clear();
        foresight.foresee(choice, self.store, &mut self.components) && self.store.has(&self.components)
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
            Status::Flawed(finding) if self.ended.is_told(&finding) => {}
            Status::Flawed(finding) => {
                let next = self.report(finding);
                if next != Next::On {
                    return next;
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
        self.stack.push(Open { state, mark, generation: self.generation, choices, next: 0, lesson: 0 });
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
        // The path was made of steps that now would be others.
        if self.doubt.is_any() {
            return Next::Again;
        }
        let path = self.path_to(self.stack.len());
        self.ended.found(finding, path, self.limits)
    }

    /// Operations that were executed for this search.
    pub fn instructions(&self) -> u64 {
        self.system.instructions() - self.before
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
    pub fn take_jobs(&mut self) -> Vec<Job> {
        let jobs = (0..self.stack.len()).filter_map(|depth| self.job_at(depth)).collect();
        self.stack.clear();
        jobs
    }

    fn job_at(&mut self, depth: usize) -> Option<Job> {
        let path = self.path_to(depth);
        self.is_rest = true;
        let open = &mut self.stack[depth];
        let choices = open.choices.split_off(open.next);
        (!choices.is_empty()).then_some(Job { state: open.state, choices, path })
    }

    /// Which share of all branches lies behind the present path, if it begins where the program does and no
    /// level has lost choices.
    fn share(&self) -> Option<Share> {
        /// Branches that are thinner than this change nothing that anybody would see.
        const THIN: f64 = 1e-6;
        if !self.prefix.is_empty() || self.is_rest {
            return None;
        }
        let (mut weight, mut done) = (1.0, 0.0);
        for open in &self.stack {
            let count = open.choices.len().max(1) as f64;
            done += weight * open.next.saturating_sub(1) as f64 / count;
            weight /= count;
            if weight < THIN {
                break;
            }
        }
        Some(Share::Branches(done))
    }

    /// Tells how far the search is, and whether it may go on.
    fn look_around(&mut self) -> Next {
        if self.ended.rely_on(self.store) == Next::Stop {
            return Next::Stop;
        }
        let progress = Progress {
            states: self.store.states(),
            transitions: self.ended.statistics.transitions,
            depth: self.prefix.len() + self.stack.len(),
            frontier: self.stack.len() as u64,
            bytes: self.store.bytes(),
            elapsed: self.clock.elapsed(),
            share: self.share(),
        };
        self.company.look_around(&mut self.ended, &progress)
    }
}
