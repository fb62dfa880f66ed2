//! A system in which reaching one of some states counts as a finding: the shortest way there is then any
//! search's business.

use lts::{Atoms, Choice, Choices, CompId, Finding, Gap, Mark, Narrate, Outcome, Pool, Status, System};

pub struct Seek<'a> {
    system: &'a mut dyn System,
    /// States as the system has named them in the pool that the search will use.
    goals: Vec<Vec<CompId>>,
    finding: Finding,
    reached: bool,
    started: bool,
}

impl<'a> Seek<'a> {
    /// Reaching any of the goals is the finding. Numbers of components die when their pool is emptied: a
    /// search that begins again finds nothing.
    pub fn new(system: &'a mut dyn System, goals: Vec<Vec<CompId>>, finding: Finding) -> Seek<'a> {
        Seek { system, goals, finding, reached: false, started: false }
    }
}

impl System for Seek<'_> {
    fn start(&mut self) {
        self.system.start();
        self.reached = false;
        if std::mem::replace(&mut self.started, true) {
            self.goals.clear();
        }
    }

    fn choices(&mut self, out: &mut Choices) -> Status {
        match self.system.choices(out) {
            Status::Live if self.reached => Status::Flawed(self.finding.clone()),
            other => other,
        }
    }

    fn step(&mut self, choice: Choice) -> Outcome {
        self.system.step(choice)
    }

    fn mark(&mut self) -> Mark {
        self.system.mark()
    }

    fn rewind(&mut self, to: Mark) {
        self.system.rewind(to);
    }

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        let from = out.len();
        self.system.save(pool, out);
        self.reached = self.goals.iter().any(|goal| goal[..] == out[from..]);
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        self.reached = false;
        self.system.load(pool, state)
    }

    fn extent(&self) -> u64 {
        self.system.extent()
    }

    fn take_outdated(&mut self) -> bool {
        self.system.take_outdated()
    }

    fn learnt(&self) -> Vec<u32> {
        self.system.learnt()
    }

    fn learn(&mut self, learnt: &[u32]) {
        self.system.learn(learnt);
    }

    fn instructions(&self) -> u64 {
        self.system.instructions()
    }

    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        self.system.atoms()
    }

    fn narrator(&mut self) -> Option<&mut dyn Narrate> {
        self.system.narrator()
    }
}
