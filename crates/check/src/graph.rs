//! A Kripke structure: states with propositions, steps between them, and nobody without a step.

use lts::Choice;

/// A step of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub choice: Choice,
    pub to: u32,
}

/// States are numbers. Every state has a step: one that had none repeats itself.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub initial: Vec<u32>,
    /// Propositions of each state, one bit each.
    pub valuations: Vec<u64>,
    /// Steps of all states, one state behind the other; where each begins, and one row more.
    starts: Vec<u32>,
    steps: Vec<Step>,
    /// Actors that could move in each state although it is not their turn.
    others: Vec<(u32, u32)>,
}

impl Graph {
    /// A graph from the steps of each state. A state without any gets one by `stutter` to itself.
    pub fn new(initial: Vec<u32>, valuations: Vec<u64>, steps: Vec<Vec<Step>>, stutter: u32) -> Graph {
        debug_assert_eq!(valuations.len(), steps.len());
        let mut graph = Graph { initial, valuations, starts: vec![0], ..Graph::default() };
        for (state, own) in (0u32..).zip(steps) {
            match own.is_empty() {
                true => graph.steps.push(Step { choice: Choice { actor: stutter, value: 0 }, to: state }),
                false => graph.steps.extend(own),
            }
            graph.starts.push(graph.steps.len() as u32);
        }
        graph
    }

    /// Says that an actor could move in a state although it is not its turn. States in order.
    pub fn add_other(&mut self, state: u32, actor: u32) {
        self.others.push((state, actor));
    }

    pub fn len(&self) -> usize {
        self.valuations.len()
    }

    pub fn is_empty(&self) -> bool {
        self.valuations.is_empty()
    }

    pub fn steps(&self, state: u32) -> &[Step] {
        &self.steps[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }

    /// Who can move in a state.
    pub fn movers(&self, state: u32) -> Vec<u32> {
        let from = self.others.partition_point(|(s, _)| *s < state);
        let others = self.others[from..].iter().take_while(|(s, _)| *s == state).map(|(_, actor)| *actor);
        let mut all: Vec<u32> =
            self.steps(state).iter().map(|step| step.choice.actor).chain(others).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// About the memory that it takes.
    pub fn bytes(&self) -> u64 {
        let states = self.len() * (size_of::<u64>() + size_of::<u32>());
        (states + size_of_val(&*self.steps) + size_of_val(&*self.others)) as u64
    }

    /// Number of steps.
    pub fn transitions(&self) -> usize {
        self.steps.len()
    }

    /// The states before each state, in the same form as the steps: where each list begins, and the lists.
    pub fn predecessors(&self) -> (Vec<u32>, Vec<u32>) {
        let count = self.len();
        let mut starts = vec![0u32; count + 1];
        for step in &self.steps {
            starts[step.to as usize + 1] += 1;
        }
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut fill = starts.clone();
        let mut lists = vec![0u32; self.steps.len()];
        for state in 0..count as u32 {
            for step in self.steps(state) {
                let at = &mut fill[step.to as usize];
                lists[*at as usize] = state;
                *at += 1;
            }
        }
        (starts, lists)
    }
}
