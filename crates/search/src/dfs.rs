//! Depth-first search: the machine goes forward by steps and back by its own journal.
//!
//! The same loop serves a search by one worker and by many: what they have to say to each other is behind the
//! trait [`Peers`].

mod arriving;
mod bottoms;
mod branches;
mod checkpoints;
mod jobs;
mod pausing;
mod progress;

use crate::bottoms::Bottoms;
use crate::checkpoint::Growth;
use crate::core::{Core, Foreseen, Patience};
use crate::independence::Independence;
use crate::limits::{Limits, Why};
use crate::peers::{After, Job, Peers};
use crate::result::Next;
use crate::sample::Budget;
use crate::tap::Tap;
use lts::MaybeOwned;
use lts::{Choice, Event, Finding, Gap, Mark, Outcome, Path, StateId, Store};

pub(crate) use branches::Branches;

/// A state on the path. Paths are long, so this is small.
pub(crate) struct StackEntry {
    pub state: StateId,
    pub mark: Mark,
    /// The mark is good while this is the search's own generation.
    generation: u32,
    /// Where its choices begin among those of the stack. How many there are, and how many were taken.
    first: u32,
    end: u32,
    next: u32,
}

pub(crate) struct Dfs<'a> {
    pub core: Core<'a>,
    pub store: &'a mut dyn Store,
    pub peers: &'a mut dyn Peers,
    /// Who listens to it.
    tap: Option<&'a mut dyn Tap>,
    pub stack: Vec<StackEntry>,
    /// The choices of all states on the stack.
    branches: Branches,
    /// Some of them, on their way there.
    scratch: Vec<Choice>,
    /// The way to the first state of the stack.
    prefix: Path,
    /// The path behind which everything is explored.
    origin: Path,
    /// The machine is at the end of that path, and has not moved yet.
    is_there: bool,
    /// Of some states only the choices that were left are known.
    is_rest: bool,
    /// Counts how often the machine was loaded: each time, all marks die.
    generation: u32,
    /// The machine is in the state on top of the stack.
    is_at_top: bool,
    /// The machine's extent, and on which paths it grew, if there are to be checkpoints.
    extent: u64,
    pub growth: Vec<Growth>,
    notes_growth: bool,
    /// What it had learnt at the beginning, and each time that it had learnt more.
    lessons: Vec<Vec<u32>>,
    /// From which depth on which of these was the last when the path took its choice there, if there are to be
    /// checkpoints.
    taught: Vec<(usize, usize)>,
    /// Which choices can be left out because others commute with them.
    pub independence: Option<Independence>,
    /// Who looks for components that a run cannot leave.
    pub bottoms: Option<Bottoms>,
    /// After how much work it stops once, to go on later.
    pub pause_after: Option<Budget>,
}

impl<'a> Dfs<'a> {
    pub fn new(
        mut system: MaybeOwned<'a>,
        store: &'a mut dyn Store,
        limits: &'a Limits,
        peers: &'a mut dyn Peers,
    ) -> Dfs<'a> {
        let extent = system.settle().extent;
        Dfs {
            extent,
            growth: Vec::new(),
            notes_growth: peers.keeper().is_some(),
            lessons: vec![system.learnt()],
            core: Core::new(system, limits, Patience::Some),
            store,
            peers,
            tap: None,
            stack: Vec::new(),
            branches: Branches::default(),
            scratch: Vec::new(),
            taught: Vec::new(),
            prefix: Vec::new(),
            origin: Vec::new(),
            is_there: false,
            is_rest: false,
            generation: 0,
            is_at_top: false,
            independence: None,
            bottoms: None,
            pause_after: None,
        }
    }

    /// The same that takes steps in one order where they commute. For a search alone, that begins at the
    /// beginning.
    pub fn in_one_order(mut self) -> Dfs<'a> {
        self.independence = Independence::new(&mut *self.core.system);
        self
    }

    /// The same that tells of livelocks and partial deadlocks, if the machine tells which steps have an effect. For a
    /// search alone, whose store tells which state was visited before.
    pub fn seeking_bottoms(mut self) -> Dfs<'a> {
        self.bottoms = Bottoms::new(&mut *self.core.system);
        self
    }

    /// The same with somebody who listens. What the machine learns counts as soon as he has looked at the
    /// state: it may learn more by his looking.
    pub fn listened(mut self, tap: &'a mut dyn Tap) -> Dfs<'a> {
        self.tap = Some(tap);
        self
    }

    /// The same that begins at the end of a path.
    pub fn from(mut self, path: Path) -> Dfs<'a> {
        self.origin = path;
        self
    }

    /// The same that begins where the machine is, which is at the end of a path.
    pub fn here(mut self, path: Path) -> Dfs<'a> {
        self.is_there = true;
        self.from(path)
    }

    /// The same that notes how the machine came to know the program.
    pub fn acquainted(mut self) -> Dfs<'a> {
        self.notes_growth = true;
        self
    }

    /// From the initial state, or from the end of the prefix, to the end.
    pub fn explore(&mut self) -> Next {
        self.prefix.clone_from(&self.origin);
        match std::mem::take(&mut self.is_there) {
            true => self.core.stay(),
            false => {
                self.core.start();
                for &choice in &self.origin {
                    // Whoever has given the path has gone it before.
                    self.core.system.step(choice);
                }
            }
        }
        if let Some(tap) = &mut self.tap {
            tap.reset();
        }
        self.is_rest = false;
        self.generation += 1;
        self.lessons = vec![self.core.system.learnt()];
        self.taught.clear();
        if let Some(independence) = &mut self.independence {
            independence.reset();
        }
        if let Some(bottoms) = &mut self.bottoms {
            bottoms.reset();
        }
        let next = self.arrive();
        match self.after_event(next) {
            Next::On => self.go_on(),
            other => other,
        }
    }

    /// From the beginning once more, since the machine has learnt something.
    pub fn explore_again(&mut self) -> Next {
        self.core.begin_again(self.store);
        self.stack.clear();
        self.branches.clear();
        self.explore()
    }

    /// Works off the stack, and what others leave to do.
    pub fn go_on(&mut self) -> Next {
        loop {
            if self.is_pause_due() {
                return Next::Pause;
            }
            let Some(top) = self.stack.last_mut() else {
                match self.peers.take() {
                    Some(job) => self.adopt(job),
                    None if self.core.restart.is_pending() => return Next::Again,
                    None => return Next::Stop,
                }
                continue;
            };
            if top.next == top.end
                && let Some(independence) = &mut self.independence
            {
                debug_assert_eq!(
                    (top.first + top.end) as usize,
                    self.branches.len(),
                    "the last list alone grows"
                );
                self.scratch.clear();
                independence.more(&mut self.scratch);
                self.branches.extend(&self.scratch);
                top.end = self.branches.len() as u32 - top.first;
            }
            let Some(choice) = self.branches.next_of(top) else {
                match self.close_top() {
                    Next::On => continue,
                    end => return end,
                }
            };
            match self.return_to_top() {
                Ok(true) => {}
                Ok(false) => {
                    self.core.result.cut(Why::Store);
                    return Next::Stop;
                }
                Err(gap) => {
                    self.core.result.gap(gap);
                    self.leave_top();
                    continue;
                }
            }
            let next = self.take_choice(choice);
            let next = self.after_event(next);
            if next != Next::On {
                return next;
            }
            if self.peers.wants_work() {
                self.give_away();
            }
            if self.core.clock.tick(&*self.core.system) {
                self.keep_checkpoint();
                if self.look_around() == Next::Stop {
                    return Next::Stop;
                }
            }
        }
    }

    /// All choices of the state on top have been taken: the search goes back from it.
    fn close_top(&mut self) -> Next {
        let told = self.tell(|tap, view| tap.back(view));
        let next = match told {
            Next::On => self.tell_bottom(),
            other => other,
        };
        let next = self.after_event(next);
        if told != Next::On || next == Next::Again {
            return next;
        }
        self.leave_top();
        if !self.store.hear(Event::Back) {
            return self.given_up();
        }
        // Whoever listens has gone back: so has the stack before the search stops.
        next
    }

    fn leave_top(&mut self) {
        if let Some(open) = self.stack.pop() {
            self.branches.truncate(open.first as usize);
        }
        if let Some(independence) = &mut self.independence {
            independence.closed();
            debug_assert_eq!(independence.depth(), self.stack.len(), "two accounts of one path");
        }
        self.is_at_top = false;
    }

    fn adopt(&mut self, job: Job) {
        self.prefix = job.path;
        let dead = self.generation.wrapping_sub(1);
        let first = self.branches.len();
        self.branches.extend(&job.choices);
        self.put_open(job.state, Mark(0), dead, first);
    }

    /// A state comes on the stack, whose choices are those from `first` on.
    fn put_open(&mut self, state: StateId, mark: Mark, generation: u32, first: usize) {
        let (first, end) = (first as u32, (self.branches.len() - first) as u32);
        self.stack.push(StackEntry { state, mark, generation, first, end, next: 0 });
    }

    /// Brings the machine back to the state on top of the stack: by its mark or, where that has died, out of
    /// the store. False if it is no longer there.
    fn return_to_top(&mut self) -> Result<bool, Gap> {
        let Some(top) = self.stack.last_mut() else { return Ok(true) };
        if top.generation == self.generation {
            // The first choice goes on from where the machine is.
            if top.next > 0 && !self.is_at_top {
                self.core.system.rewind(top.mark);
            }
            self.is_at_top = true;
            return Ok(true);
        }
        if !self.core.recall(self.store, top.state) {
            return Ok(false);
        }
        self.peers.renew(&mut self.core.system, &mut self.core.restart);
        self.core.load(self.store)?;
        self.generation += 1;
        top.generation = self.generation;
        top.mark = self.core.system.mark();
        self.is_at_top = true;
        Ok(true)
    }

    fn take_choice(&mut self, choice: Choice) -> Next {
        if let Some(top) = self.stack.last_mut() {
            top.next += 1;
        }
        if self.notes_growth {
            self.note_lesson();
        }
        if !self.store.hear(Event::Step(choice)) {
            return self.given_up();
        }
        if self.independence.is_none()
            && let Foreseen::Visited(state) = self.core.foreseen(choice, self.store)
        {
            // Whoever listens is told of it all the same.
            if self.note_foreseen(state) {
                self.note_seen(Some(state));
                return self.tell_seen(Some(state));
            }
            self.core.not_foreseen();
        }
        self.is_at_top = false;
        let (outcome, settled) = self.core.step(choice);
        match self.peers.after_step(&mut self.core.system, &settled, &mut self.core.restart) {
            After::Go => {}
            After::Redo => {
                self.take_back();
                return Next::On;
            }
            // Others would go on with what this machine has learnt, and nobody would begin again.
            After::Pause if self.core.restart.is_pending() || settled.is_outdated => return Next::Again,
            After::Pause => {
                self.take_back();
                return Next::Stop;
            }
        }
        let next = self.core.count(settled);
        if self.notes_growth {
            self.note_growth(settled);
        }
        if next != Next::On {
            return next;
        }
        if let Some(independence) = &mut self.independence {
            independence.stepped(&mut *self.core.system, choice.actor, outcome == Outcome::Next);
        }
        self.note_effect(outcome == Outcome::Next);
        let nowhere = match outcome {
            Outcome::Pruned => Some(Event::Pruned),
            Outcome::Violated(_) => Some(Event::Violated),
            _ => None,
        };
        if nowhere.is_some_and(|event| !self.store.hear(event)) {
            return self.given_up();
        }
        let (prefix, stack, branches) = (&self.prefix, &self.stack, &self.branches);
        match self.core.judge(outcome, || path_of(prefix, stack, branches)) {
            None => self.arrive(),
            Some(next) => next,
        }
    }

    /// The store has a reason not to go on.
    fn given_up(&mut self) -> Next {
        self.core.result.cut(Why::Store);
        Next::Stop
    }

    /// The step that was taken last does not count.
    fn take_back(&mut self) {
        if let Some(top) = self.stack.last_mut() {
            top.next -= 1;
        }
        self.generation += 1;
    }

    /// The way to the state that is open at `depth` in the stack.
    fn path_to(&self, depth: usize) -> Path {
        path_of(&self.prefix, &self.stack[..depth], &self.branches)
    }

    fn report(&mut self, finding: Finding) -> Next {
        let (prefix, stack, branches) = (&self.prefix, &self.stack, &self.branches);
        self.core.report(finding, || path_of(prefix, stack, branches))
    }
}

/// The choices that lead to where the last state of a stack has gone.
fn path_of(prefix: &[Choice], stack: &[StackEntry], branches: &Branches) -> Path {
    [prefix, &branches.path(stack)].concat()
}
