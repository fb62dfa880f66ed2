//! Strongly connected components of a part of a graph that is given by functions, and their fairness.

/// A graph for the algorithm: nodes are numbers, `next` puts the successors of one into a list.
pub struct Components {
    /// The component of each node; `NONE` for nodes that are left out.
    pub of: Vec<u32>,
    pub count: u32,
}

pub const NONE: u32 = u32::MAX;

impl Components {
    /// Components of the nodes that `inside` names. Tarjan's algorithm without recursion.
    pub fn new(nodes: usize, inside: &dyn Fn(u32) -> bool, next: &dyn Fn(u32, &mut Vec<u32>)) -> Components {
        let mut run = Tarjan {
            index: vec![NONE; nodes],
            low: vec![0; nodes],
            pending: Vec::new(),
            indices: 0,
            found: Components { of: vec![NONE; nodes], count: 0 },
        };
        for root in 0..nodes as u32 {
            if run.index[root as usize] == NONE && inside(root) {
                run.from(root, inside, next);
            }
        }
        run.found
    }
}

struct Tarjan {
    index: Vec<u32>,
    low: Vec<u32>,
    pending: Vec<u32>,
    indices: u32,
    found: Components,
}

impl Tarjan {
    fn from(&mut self, root: u32, inside: &dyn Fn(u32) -> bool, next: &dyn Fn(u32, &mut Vec<u32>)) {
        let mut path: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                (self.index[node as usize], self.low[node as usize]) = (self.indices, self.indices);
                self.indices += 1;
                self.pending.push(node);
                let mut successors = Vec::new();
                next(node, &mut successors);
                path.push((node, successors));
            }
            let Some((node, successors)) = path.last_mut() else { return };
            let node = *node;
            match successors.pop() {
                Some(to) if !inside(to) => {}
                Some(to) if self.index[to as usize] == NONE => enter = Some(to),
                Some(to) => {
                    if self.found.of[to as usize] == NONE {
                        self.low[node as usize] = self.low[node as usize].min(self.index[to as usize]);
                    }
                }
                None => {
                    path.pop();
                    self.leave(node, path.last().map(|(parent, _)| *parent));
                }
            }
        }
    }

    fn leave(&mut self, node: u32, parent: Option<u32>) {
        if let Some(parent) = parent {
            self.low[parent as usize] = self.low[parent as usize].min(self.low[node as usize]);
        }
        if self.low[node as usize] != self.index[node as usize] {
            return;
        }
        while let Some(member) = self.pending.pop() {
            self.found.of[member as usize] = self.found.count;
            if member == node {
                break;
            }
        }
        self.found.count += 1;
    }
}
