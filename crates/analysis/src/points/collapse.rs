//! Nodes that give each other all they have hold the same in the end, so they become one (cycle elimination). Nothing
//! is lost by it: the solution is the same, and is found sooner. Objects that are read and written by places are what
//! needs it most, as each of them comes to hold what all of them hold.

use super::flow::{Node, Use};
use super::objects::ANY;
use super::sets::Set;
use super::solve::{Done, Solver};
use base::FastSet;
use std::cmp::Reverse;

/// The search for cycles (Tarjan, 1972), without recursion.
struct Search {
    /// When a node was first seen; 0 if it was not.
    seen: Vec<u32>,
    /// The first seen of those that it reaches and that have no group yet.
    low: Vec<u32>,
    is_open: Vec<bool>,
    open: Vec<u32>,
    /// Nodes on the way, and how many of their edges were followed.
    way: Vec<(u32, usize)>,
    clock: u32,
    groups: Vec<Vec<u32>>,
}

impl Search {
    fn enter(&mut self, node: u32) {
        self.clock += 1;
        let at = node as usize;
        (self.seen[at], self.low[at], self.is_open[at]) = (self.clock, self.clock, true);
        self.open.push(node);
        self.way.push((node, 0));
    }

    /// All edges of the last node on the way were followed.
    fn leave(&mut self, node: u32) {
        self.way.pop();
        let at = node as usize;
        if let Some(&(before, _)) = self.way.last() {
            self.low[before as usize] = self.low[before as usize].min(self.low[at]);
        }
        if self.low[at] != self.seen[at] {
            return;
        }
        let start = self.open.iter().rposition(|&one| one == node).unwrap_or(0);
        let group = self.open.split_off(start);
        for &one in &group {
            self.is_open[one as usize] = false;
        }
        if group.len() > 1 {
            self.groups.push(group);
        }
    }
}

impl Solver<'_, '_> {
    /// Looks for cycles if enough has happened since the last time.
    pub(super) fn collapse_at_times(&mut self) -> Done {
        if self.steps < self.next_collapse {
            return Ok(());
        }
        self.collapse()?;
        let size = (self.nodes.len() + self.known_edges.len()) as u64;
        let wait = self.question.collapse_after.saturating_mul(size);
        self.next_collapse = self.steps.saturating_add(wait);
        Ok(())
    }

    fn collapse(&mut self) -> Done {
        let groups = self.cycles();
        for group in &groups {
            for &one in group {
                self.same[one as usize] = group[0];
            }
        }
        for at in 0..self.same.len() {
            self.same[at] = self.same[self.same[at] as usize];
        }
        let late: Vec<(Use, Set)> = groups.iter().flat_map(|group| self.join(group)).collect();
        if !groups.is_empty() {
            self.tidy_edges();
        }
        self.order();
        for (one, objects) in late {
            self.apply_all(&one, &objects.to_vec())?;
        }
        Ok(())
    }

    /// Ranks nodes so that edges lead forwards, those apart that close cycles.
    fn order(&mut self) {
        let count = self.nodes.len();
        let mut is_seen = vec![false; count];
        let mut last = count as u32;
        let mut way: Vec<(u32, usize)> = Vec::new();
        for root in 0..count as u32 {
            if std::mem::replace(&mut is_seen[root as usize], true) {
                continue;
            }
            way.push((root, 0));
            while let Some((node, followed)) = way.last_mut() {
                let Some(&(to, _)) = self.nodes[*node as usize].edges.get(*followed) else {
                    last -= 1;
                    self.rank[*node as usize] = last;
                    way.pop();
                    continue;
                };
                *followed += 1;
                let to = self.same[to as usize];
                if !std::mem::replace(&mut is_seen[to as usize], true) {
                    way.push((to, 0));
                }
            }
        }
        let waiting = std::mem::take(&mut self.work).into_vec();
        self.work =
            waiting.into_iter().map(|Reverse((_, node))| Reverse((self.rank[node as usize], node))).collect();
    }

    /// Groups of nodes that reach each other by edges that let everything through.
    fn cycles(&self) -> Vec<Vec<u32>> {
        let count = self.nodes.len();
        let (seen, low, is_open) = (vec![0; count], vec![0; count], vec![false; count]);
        let (open, way, groups) = (Vec::new(), Vec::new(), Vec::new());
        let mut search = Search { seen, low, is_open, open, way, clock: 0, groups };
        for root in 0..count as u32 {
            if search.seen[root as usize] != 0 {
                continue;
            }
            search.enter(root);
            while let Some((node, followed)) = search.way.last_mut() {
                let node = *node;
                let Some(&(to, filter)) = self.nodes[node as usize].edges.get(*followed) else {
                    search.leave(node);
                    continue;
                };
                *followed += 1;
                let to = self.same[to as usize];
                if filter != ANY {
                    continue;
                }
                if search.seen[to as usize] == 0 {
                    search.enter(to);
                } else if search.is_open[to as usize] {
                    search.low[node as usize] = search.low[node as usize].min(search.seen[to as usize]);
                }
            }
        }
        search.groups
    }

    /// Makes the first of a group stand for all. What one of them has not sent goes along all edges. What each of
    /// them has not used is told: that is for later, when all nodes are in order.
    fn join(&mut self, group: &[u32]) -> Vec<(Use, Set)> {
        let parts: Vec<Node> =
            group.iter().map(|&one| std::mem::take(&mut self.nodes[one as usize])).collect();
        let mut whole = Node::default();
        for part in &parts {
            whole.set.union_with(&part.set);
        }
        let mut accesses = FastSet::default();
        let mut late = Vec::new();
        for part in parts {
            if !part.edges.is_empty() {
                whole.fresh.union_with(&part.fresh);
                whole.fresh.union_with(&whole.set.without(&part.set));
            }
            whole.edges.extend(part.edges);
            let mut missing = whole.set.without(&part.set);
            missing.union_with(&part.unmet);
            for one in part.uses {
                if !missing.is_empty() {
                    late.push((one.clone(), missing.clone()));
                }
                let is_known = match one {
                    Use::Load { field, to } => !accesses.insert((0, field, self.same[to as usize])),
                    Use::Store { field, from } => !accesses.insert((1, field, self.same[from as usize])),
                    _ => false,
                };
                if !is_known {
                    whole.uses.push(one);
                }
            }
        }
        if !whole.fresh.is_empty() {
            self.work.push(Reverse((self.rank[group[0] as usize], group[0])));
        }
        self.nodes[group[0] as usize] = whole;
        late
    }

    /// Edges lead to the nodes that stand for others, each once.
    fn tidy_edges(&mut self) {
        self.known_edges.clear();
        for from in 0..self.nodes.len() as u32 {
            let (same, known) = (&self.same, &mut self.known_edges);
            self.nodes[from as usize].edges.retain_mut(|(to, filter)| {
                *to = same[*to as usize];
                *to != from && known.insert((from, *to, *filter))
            });
        }
    }
}
