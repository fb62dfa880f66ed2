//! A system in which reaching one of some states counts as a finding: the shortest way there is then any
//! search's business.

use lts::{Choices, CompId, Finding, Gap, Pool, Status, System, Wrapper};

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

impl Wrapper for Seek<'_> {
    fn inner(&self) -> &dyn System {
        self.system
    }

    fn inner_mut(&mut self) -> &mut dyn System {
        self.system
    }

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

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        let from = out.len();
        self.system.save(pool, out);
        self.reached = self.goals.iter().any(|goal| goal[..] == out[from..]);
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        self.reached = false;
        self.system.load(pool, state)
    }
}
