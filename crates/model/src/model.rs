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
