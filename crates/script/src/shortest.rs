//! The shortest ways to states of a script.
//!
//! A part begins with the way to its first state. That of the search may be long: where threads run for ever, a
//! depth-first path goes through a good part of all states, and going it takes longer than the part itself. But a
//! script has all transitions, so a shortest path is known, and on it hardly any time is lost.

use crate::event::{Broken, MoveSource, ScriptEvent, To};
use lts::Path;

/// The graph of a script, as numbers.
#[derive(Default)]
struct Graph {
    /// Of each state: its list, and where its moves begin.
    lists: Vec<u32>,
    begins: Vec<usize>,
    moves: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Graph {
    fn open(&mut self, list: u32, length: usize) {
        self.lists.push(list);
        self.begins.push(self.moves.len());
        self.moves.resize(self.moves.len() + length, NOWHERE);
    }

    fn read(source: &mut dyn MoveSource) -> Result<Graph, Broken> {
        let mut graph = Graph::default();
        let list = source.first()?;
        graph.open(list, source.list(list).len());
        let mut stack = if list == 0 { Vec::new() } else { vec![0usize] };
        while let Some(event) = source.next()? {
            let Some(&state) = stack.last() else { return Err(Broken::because("goes on behind its end")) };
            let ScriptEvent::Move { index, to } = event else {
                stack.pop();
                continue;
            };
            let new = graph.lists.len();
            let place = graph.begins[state] + index as usize;
            if place < graph.moves.len() {
                graph.moves[place] = match to {
                    To::New(_) => new as u32,
                    To::Seen(state) => state,
                    _ => NOWHERE,
                };
            }
            if let To::New(list) = to {
                graph.open(list, source.list(list).len());
                if list != 0 {
                    stack.push(new);
                }
            }
        }
        Ok(graph)
    }

    fn moves(&self, state: usize) -> &[u32] {
        let end = self.begins.get(state + 1).copied().unwrap_or(self.moves.len());
        &self.moves[self.begins[state]..end]
    }
}

/// The shortest ways from the first state to these.
///
/// # Errors
/// What is wrong with the script.
pub fn shortest(source: &mut dyn MoveSource, wanted: &[u64]) -> Result<Vec<Path>, Broken> {
    let graph = Graph::read(source)?;
    // How a state is come to: from which one, by which of its moves.
    let mut ways = vec![(NOWHERE, 0u32); graph.lists.len()];
    let mut queue = std::collections::VecDeque::from([0u32]);
    ways[0] = (0, 0);
    while let Some(state) = queue.pop_front() {
        for (index, &to) in (0..).zip(graph.moves(state as usize)) {
            if let Some(way) = ways.get_mut(to as usize).filter(|way| way.0 == NOWHERE) {
                *way = (state, index);
                queue.push_back(to);
            }
        }
    }
    let path = |state: u64| {
        let mut path = Path::new();
        let mut at = state as usize;
        while at != 0 {
            let &(from, index) = ways.get(at)?;
            let list = graph.lists.get(from as usize)?;
            path.push(*source.list(*list).get(index as usize)?);
            at = from as usize;
        }
        path.reverse();
        Some(path)
    };
    let paths: Option<Vec<Path>> = wanted.iter().map(|&state| path(state)).collect();
    paths.ok_or_else(|| Broken::because("does not lead to a state that it has"))
}
