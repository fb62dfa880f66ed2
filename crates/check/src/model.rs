//! Small systems as text, so that engines can be used without Java.
//!
//! One line for each state: its name, with a star if runs begin there; the propositions that hold; behind an
//! arrow where it can go, each with who moves, if that matters. A state without an arrow repeats itself for
//! ever. `#` begins a comment.
//!
//! ```text
//! out*  quiet        -> p:wait
//! wait  wants        -> p:wait q:cs
//! cs    inside       -> p:out
//! ```

use crate::explore::STUTTER;
use crate::graph::{Graph, Step};
use lts::{
    Account, Act, ActorView, Atoms, Choice, Choices, CompId, Gap, Gauges, Listen, Mark, Narrate, Outcome,
    Picture, Pool, Scene,
};
use lts::{Status, System, Turn};
use std::fmt;

/// States that a model may have; larger ones are not written by hand.
const MAX_STATES: usize = 1_000_000;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    pub names: Vec<String>,
    pub atoms: Vec<String>,
    pub actors: Vec<String>,
    pub initial: Vec<u32>,
    pub valuations: Vec<u64>,
    /// For each state who can move where.
    pub steps: Vec<Vec<(u32, u32)>>,
}

/// What is wrong, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelError {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.what)
    }
}

fn number(names: &mut Vec<String>, name: &str) -> u32 {
    let known = names.iter().position(|known| known == name);
    known.unwrap_or_else(|| {
        names.push(name.to_string());
        names.len() - 1
    }) as u32
}

impl Model {
    /// Reads a model.
    ///
    /// # Errors
    /// The line, and what is wrong with it.
    pub fn parse(text: &str) -> Result<Model, ModelError> {
        let mut model = Model::default();
        let mut index = base::FastMap::default();
        let mut pending = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.split('#').next().unwrap_or_default();
            let error = |what: String| ModelError { line, what };
            let (left, right) = match content.split_once("->") {
                Some((left, right)) => (left, Some(right)),
                None => (content, None),
            };
            let mut words = left.split_whitespace();
            let Some(name) = words.next() else {
                match right {
                    Some(_) => return Err(error("a line begins with the name of a state".to_string())),
                    None => continue,
                }
            };
            let (name, is_initial) = name.strip_suffix('*').map_or((name, false), |name| (name, true));
            let state = model.names.len() as u32;
            if index.insert(name.to_string(), state).is_some() {
                return Err(error(format!("the state {name} is there twice")));
            }
            if model.names.len() == MAX_STATES {
                return Err(error(format!("more than {MAX_STATES} states")));
            }
            model.names.push(name.to_string());
            let mut valuation = 0;
            for atom in words {
                let atom = number(&mut model.atoms, atom);
                if atom >= logic::MAX_ATOMS {
                    return Err(error(format!("more than {} propositions", logic::MAX_ATOMS)));
                }
                valuation |= 1u64 << atom;
            }
            model.valuations.push(valuation);
            if is_initial {
                model.initial.push(state);
            }
            pending.push((line, right));
        }
        for (line, right) in pending {
            let mut steps = Vec::new();
            for word in right.into_iter().flat_map(str::split_whitespace) {
                let (actor, to) = word.split_once(':').unwrap_or(("-", word));
                let Some(&to) = index.get(to) else {
                    return Err(ModelError { line, what: format!("there is no state {to}") });
                };
                steps.push((number(&mut model.actors, actor), to));
            }
            model.steps.push(steps);
        }
        match (model.names.is_empty(), model.initial.is_empty()) {
            (true, _) => return Err(ModelError { line: 1, what: "the model has no states".to_string() }),
            (false, true) => model.initial.push(0),
            _ => {}
        }
        Ok(model)
    }

    /// The model as a graph.
    pub fn graph(&self) -> Graph {
        let steps = |own: &Vec<(u32, u32)>| {
            let numbered = (0u32..).zip(own);
            numbered.map(|(value, &(actor, to))| Step { choice: Choice { actor, value }, to }).collect()
        };
        let steps = self.steps.iter().map(steps).collect();
        Graph::new(self.initial.clone(), self.valuations.clone(), steps, STUTTER)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (state, name) in self.names.iter().enumerate() {
            let star = if self.initial.contains(&(state as u32)) { "*" } else { "" };
            write!(f, "{name}{star}")?;
            let held = (0..self.atoms.len()).filter(|atom| self.valuations[state] >> atom & 1 == 1);
            for atom in held {
                write!(f, " {}", self.atoms[atom])?;
            }
            if !self.steps[state].is_empty() {
                f.write_str(" ->")?;
            }
            for &(actor, to) in &self.steps[state] {
                write!(f, " {}:{}", self.actors[actor as usize], self.names[to as usize])?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// A model as a machine that can be moved about.
pub struct Walker<'a> {
    model: &'a Model,
    from: u32,
    at: u32,
    marks: Vec<u32>,
    steps: u64,
    listening: bool,
    account: Account,
}

impl<'a> Walker<'a> {
    /// Begins at one of the model's initial states.
    pub fn new(model: &'a Model, from: u32) -> Walker<'a> {
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

impl System for Walker<'_> {
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
            self.account.scenes.push(Scene { actor, act: Act::CALL, what, object, spot: None, turn });
        }
        Outcome::Next
    }

    fn mark(&mut self) -> Mark {
        self.marks.push(self.at);
        Mark(self.marks.len() as u64 - 1)
    }

    fn rewind(&mut self, to: Mark) {
        self.at = self.marks[to.0 as usize];
        self.marks.truncate(to.0 as usize + 1);
    }

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        out.push(pool.intern(0, &[self.at]));
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        let mut words = Vec::new();
        state.first().map(|&component| pool.words(component, &mut words));
        self.at = words.first().copied().unwrap_or(self.from);
        self.marks.clear();
        Ok(())
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

impl Gauges for Walker<'_> {
    fn instructions(&self) -> u64 {
        self.steps
    }
}

impl Atoms for Walker<'_> {
    fn count(&self) -> u32 {
        self.model.atoms.len() as u32
    }

    fn holds(&mut self, atom: u32) -> bool {
        self.model.valuations[self.at as usize] >> atom & 1 == 1
    }
}

impl Narrate for Walker<'_> {
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
