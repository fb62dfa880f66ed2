//! The state space itself, where it is small enough to be drawn.

use lts::{Choices, CompId, Outcome, Path, Status, System};
use report::{GraphState, StateGraph, StateKind};
use std::collections::HashMap;
use store::Exact;

/// More states than this are no picture but a cloud.
pub const MAX_STATES: usize = 250;

struct Walk<'a> {
    system: &'a mut dyn System,
    store: Exact,
    numbers: HashMap<Vec<CompId>, usize>,
    graph: StateGraph,
    open: Vec<(usize, Path)>,
}

/// Explores again, breadth first and noting every edge; nothing if there are too many states. `path` is the
/// way to the first finding.
pub fn explore(system: &mut dyn System, path: Option<&Path>) -> Option<StateGraph> {
    let mut walk = Walk {
        system,
        store: Exact::default(),
        numbers: HashMap::new(),
        graph: StateGraph::default(),
        open: Vec::new(),
    };
    walk.system.start();
    walk.arrive(0, Path::new())?;
    let mut next = 0;
    while let Some((from, way)) = walk.open.get(next).cloned() {
        next += 1;
        walk.expand(from, &way, path)?;
    }
    Some(walk.graph)
}

impl Walk<'_> {
    fn reach(&mut self, way: &Path) {
        self.system.start();
        for &choice in way {
            self.system.step(choice);
        }
    }

    fn expand(&mut self, from: usize, way: &Path, path: Option<&Path>) -> Option<()> {
        let mut choices = Choices::default();
        self.reach(way);
        if matches!(self.system.choices(&mut choices), Status::Done | Status::Stuck(_)) {
            return Some(());
        }
        for &choice in &choices.list {
            self.reach(way);
            let name = self.system.narrator().map_or(String::new(), |narrator| narrator.actor(choice.actor));
            let outcome = self.system.step(choice);
            let longer: Path = way.iter().copied().chain([choice]).collect();
            let on_path = path.is_some_and(|path| path.starts_with(&longer));
            let depth = self.graph.states[from].depth + 1;
            let to = match outcome {
                Outcome::Next => self.arrive(depth, longer)?,
                Outcome::Violated(_) => self.add(depth, StateKind::Bad)?,
                Outcome::Pruned | Outcome::Finished | Outcome::Unknown(_) => continue,
            };
            self.graph.edges.push((from, to, name, on_path));
        }
        Some(())
    }

    /// The number of the state that the machine is in.
    fn arrive(&mut self, depth: usize, way: Path) -> Option<usize> {
        let mut components = Vec::new();
        self.system.save(&mut self.store, &mut components);
        if let Some(&number) = self.numbers.get(&components) {
            return Some(number);
        }
        let kind = match self.system.choices(&mut Choices::default()) {
            Status::Live => StateKind::Inner,
            Status::Done => StateKind::End,
            Status::Stuck(_) | Status::Flawed(_) => StateKind::Bad,
        };
        let number = self.add(depth, kind)?;
        self.numbers.insert(components, number);
        self.open.push((number, way));
        Some(number)
    }

    fn add(&mut self, depth: usize, kind: StateKind) -> Option<usize> {
        self.graph.states.push(GraphState { depth, kind });
        (self.graph.states.len() <= MAX_STATES).then(|| self.graph.states.len() - 1)
    }
}
