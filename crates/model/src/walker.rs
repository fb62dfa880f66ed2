//! A model as a machine that can be moved about.

use crate::model::Model;
use lts::{
    Account, Act, ActorView, Atoms, Choice, Choices, CompId, Gap, Gauges, Listen, Mark, Narrate, Outcome,
    Picture, Pool, Scene, Status, System, Turn,
};
use std::sync::Arc;

/// A model as a machine that can be moved about.
pub struct Walker {
    model: Arc<Model>,
    from: u32,
    at: u32,
    marks: Vec<u32>,
    steps: u64,
    listening: bool,
    account: Account,
}

impl Walker {
    /// Begins at one of the model's initial states.
    pub fn new(model: Arc<Model>, from: u32) -> Walker {
        Walker {
            model,
            from,
            at: from,
            marks: Vec::new(),
            steps: 0,
            listening: false,
            account: Account::default(),
        }
    }
}

impl System for Walker {
    fn start(&mut self) {
        self.at = self.from;
        self.marks.clear();
    }

    fn choices(&mut self, out: &mut Choices) -> Status {
        let own = (0u32..).zip(&self.model.steps[self.at as usize]);
        out.list.clear();
        out.others.clear();
        out.is_input = false;
        out.list.extend(own.map(|(value, &(actor, _))| Choice { actor, value }));
        if out.list.is_empty() { Status::Done } else { Status::Live }
    }

    fn step(&mut self, choice: Choice) -> Outcome {
        self.steps += 1;
        self.at = self.model.steps[self.at as usize][choice.value as usize].1;
        if self.listening {
            let what = format!("to {}", self.model.names[self.at as usize]);
            let actor = choice.actor;
            if self.account.turns.last().is_none_or(|turn| turn.actor != actor) {
                self.account.turns.push(Turn { actor, preempts: false });
            }
            let turn = self.account.turns.len() as u32 - 1;
            let object = String::new();
            let step = self.account.steps;
            self.account.steps += 1;
            self.account.scenes.push(Scene { actor, act: Act::CALL, what, object, spot: None, turn, step });
        }
        Outcome::Next
    }

    fn mark(&mut self) -> Mark {
        self.marks.push(self.at);
        Mark(self.marks.len() as u64 - 1)
    }

    fn rewind(&mut self, to: Mark) {
        debug_assert!((to.0 as usize) < self.marks.len(), "the mark has died");
        self.at = self.marks[to.0 as usize];
        self.marks.truncate(to.0 as usize + 1);
    }

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        debug_assert!((self.at as usize) < self.model.names.len());
        out.push(pool.intern(0, &[self.at]));
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        let mut words = Vec::new();
        state.first().map(|&component| pool.words(component, &mut words));
        debug_assert!(words.len() == 1 && (words[0] as usize) < self.model.names.len(), "what `save` wrote");
        self.at = words.first().copied().unwrap_or(self.from);
        self.marks.clear();
        Ok(())
    }

    fn sibling(&self) -> Option<Box<dyn System>> {
        Some(Box::new(Walker::new(self.model.clone(), self.from)))
    }

    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        Some(self)
    }

    fn narrator(&mut self) -> Option<&mut dyn Narrate> {
        Some(self)
    }

    fn gauges(&self) -> Option<&dyn Gauges> {
        Some(self)
    }
}

impl Gauges for Walker {
    fn instructions(&self) -> u64 {
        self.steps
    }
}

impl Atoms for Walker {
    fn count(&self) -> u32 {
        self.model.atoms.len() as u32
    }

    fn holds(&mut self, atom: u32) -> bool {
        self.model.valuations[self.at as usize] >> atom & 1 == 1
    }
}

impl Narrate for Walker {
    fn listen(&mut self, how: Listen) {
        self.listening = how != Listen::Off;
    }

    fn take(&mut self) -> Account {
        std::mem::take(&mut self.account)
    }

    fn picture(&mut self) -> Picture {
        let view = |(actor, name): (u32, &String)| ActorView {
            actor,
            name: name.clone(),
            doing: "runs".to_string(),
            is_alive: true,
            wants: None,
            held_by: None,
            stack: Vec::new(),
            locals: Vec::new(),
        };
        Picture { actors: (0u32..).zip(&self.model.actors).map(view).collect(), objects: Vec::new() }
    }

    fn actor(&self, actor: u32) -> String {
        self.model.actors.get(actor as usize).map_or("-".to_string(), |name| name.clone())
    }
}
