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

/// Explores again, breadth first and noting every edge; nothing if there are too many states, or if the machine cannot
/// go everywhere (any more). `path` is the way to the first finding.
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
    /// Goes to a state that was met before; nothing if the machine stands still on the way, as it does when the time
    /// for telling is over.
    fn reach(&mut self, way: &Path) -> Option<()> {
        self.system.start();
        way.iter().all(|&choice| self.system.step(choice) == Outcome::Next).then_some(())
    }

    fn expand(&mut self, from: usize, way: &Path, path: Option<&Path>) -> Option<()> {
        let mut choices = Choices::default();
        self.reach(way)?;
        if matches!(self.system.choices(&mut choices), Status::Done | Status::Stuck(_)) {
            return Some(());
        }
        for &choice in &choices.list {
            self.reach(way)?;
            let mut name =
                self.system.narrator().map_or(String::new(), |narrator| narrator.actor(choice.actor));
            crate::narrate::cleaned(&mut name);
            let outcome = self.system.step(choice);
            let longer: Path = way.iter().copied().chain([choice]).collect();
            let on_path = path.is_some_and(|path| path.starts_with(&longer));
            let depth = self.graph.states[from].depth + 1;
            let to = match outcome {
                Outcome::Next => self.arrive(depth, longer)?,
                Outcome::Violated(_) => self.add(depth, StateKind::Bad)?,
                Outcome::Pruned | Outcome::Finished => continue,
                // A picture of a part would be taken for the whole.
                Outcome::Unknown(_) => return None,
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

#[cfg(test)]
mod tests {
    use super::explore;
    use lts::{Cause, Choice, Choices, CompId, Gap, Mark, Outcome, Pool, Status, System};

    /// Beads on a string, which stands still after so many steps.
    struct Beads {
        at: u32,
        steps_left: usize,
    }

    impl Beads {
        const COUNT: u32 = 5;
    }

    impl System for Beads {
        fn start(&mut self) {
            self.at = 0;
        }

        fn choices(&mut self, out: &mut Choices) -> Status {
            out.list = vec![Choice { actor: self.at, value: 0 }];
            if self.at + 1 == Beads::COUNT { Status::Done } else { Status::Live }
        }

        fn step(&mut self, choice: Choice) -> Outcome {
            if self.steps_left == 0 {
                let (what, place) = ("a step".to_string(), String::new());
                return Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place });
            }
            assert_eq!(choice.actor, self.at, "nobody asks for what is not there");
            self.steps_left -= 1;
            self.at += 1;
            Outcome::Next
        }

        fn mark(&mut self) -> Mark {
            Mark(u64::from(self.at))
        }

        fn rewind(&mut self, to: Mark) {
            self.at = to.0 as u32;
        }

        fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
            out.push(pool.intern(0, &[self.at]));
        }
    }

    #[test]
    fn a_machine_that_stands_still_is_not_drawn() {
        let states =
            |steps_left| explore(&mut Beads { at: 0, steps_left }, None).map(|graph| graph.states.len());
        let enough = 100;
        assert_eq!(states(enough), Some(Beads::COUNT as usize));
        // Each state is gone to anew, twice: wherever the steps end, there is no picture of a part.
        let needed = (0..enough).find(|&steps| states(steps).is_some()).unwrap_or(enough);
        assert!(needed > Beads::COUNT as usize, "{needed}");
        assert!((0..needed).all(|steps| states(steps).is_none()));
    }
}
