//! A search of a few lines, so that nothing but the model is judged.

use front::{Front, Problem, Reduction, Wanted};
use lts::{Choice, Choices, CompId, Outcome, Pool, Property, Status, System};
use promela::PromelaFront;
use std::collections::{HashMap, HashSet};
use std::path::Path;

pub const WANTED: Wanted<'static> =
    Wanted { reduction: Reduction::Off, races: false, atoms: &[], onlookers: 0, branching: false };

/// Components by their numbers.
#[derive(Default)]
pub struct Table {
    numbers: HashMap<(u8, Vec<u32>), u32>,
    all: Vec<(u8, Vec<u32>)>,
}

impl Pool for Table {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        let key = (kind, words.to_vec());
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(key.clone()).or_insert(next);
        if number == next {
            self.all.push(key);
        }
        CompId(number)
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        let (kind, words) = &self.all[component.0 as usize];
        out.extend(words);
        *kind
    }

    fn identity(&self) -> Option<u64> {
        Some(1)
    }
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// States outside of atomic sequences, which are those that SPIN stores.
    pub states: u64,
    pub inner: u64,
    pub transitions: u64,
    pub deadlocks: u64,
    pub assertions: u64,
    pub others: Vec<String>,
    pub is_cut: bool,
}

pub fn read(file: &Path) -> Result<PromelaFront, Problem> {
    let text = std::fs::read_to_string(file).map_err(|error| Problem::Input(error.to_string()))?;
    let include = |name: &str, from: &str| {
        let path = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        Ok((path.display().to_string(), text))
    };
    PromelaFront::parse(&file.display().to_string(), &text, &include)
}

/// Goes over all states, up to a number of them. With `jumps`, by loading states rather than by going back.
pub fn explore(front: &PromelaFront, most: u64) -> Result<Seen, Problem> {
    let mut subject = front.open(0, &WANTED)?;
    let system = &mut *subject.system;
    let mut search = Search { table: Table::default(), visited: HashSet::new(), seen: Seen::default() };
    system.start();
    let mut stack: Vec<(lts::Mark, Vec<Choice>)> = Vec::new();
    if let Some(choices) = search.visit(system) {
        stack.push((system.mark(), choices));
    }
    while let Some((mark, choices)) = stack.last_mut() {
        let Some(choice) = choices.pop() else {
            stack.pop();
            continue;
        };
        system.rewind(*mark);
        search.seen.transitions += 1;
        match system.step(choice) {
            Outcome::Next => {
                if let Some(choices) = search.visit(system) {
                    stack.push((system.mark(), choices));
                }
            }
            Outcome::Violated(finding) if finding.property == Property::ASSERTION => {
                search.seen.assertions += 1
            }
            Outcome::Violated(finding) => search.seen.others.push(finding.message),
            other => search.seen.others.push(format!("{other:?}")),
        }
        if search.seen.states > most {
            search.seen.is_cut = true;
            break;
        }
    }
    Ok(search.seen)
}

struct Search {
    table: Table,
    visited: HashSet<Vec<CompId>>,
    seen: Seen,
}

impl Search {
    /// The ways on from a state that is new.
    fn visit(&mut self, system: &mut dyn System) -> Option<Vec<Choice>> {
        let mut state = Vec::new();
        system.save(&mut self.table, &mut state);
        if !self.visited.insert(state) {
            return None;
        }
        let mut choices = Choices::default();
        let status = system.choices(&mut choices);
        match choices.is_input {
            true => self.seen.inner += 1,
            false => self.seen.states += 1,
        }
        match status {
            Status::Stuck(_) => self.seen.deadlocks += 1,
            Status::Flawed(finding) => self.seen.others.push(finding.message),
            _ => {}
        }
        Some(choices.list)
    }
}
