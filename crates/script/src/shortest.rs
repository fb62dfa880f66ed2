//! The shortest ways to states of a script.
//!
//! A part begins with the way to its first state. That of the search may be long: where threads run for ever, a
//! depth-first path goes through a good part of all states, and going it takes longer than the part itself. But a
//! script has all transitions, so a shortest path is known, and on it hardly any time is lost.

use crate::event::{Broken, ListId, MoveSource, ScriptEvent, To};
use lts::Path;

/// The graph of a script, as numbers.
#[derive(Default)]
pub(crate) struct Graph {
    /// Of each state: its list, and where its moves begin.
    lists: Vec<ListId>,
    begins: Vec<usize>,
    moves: Vec<u32>,
    /// The path.
    stack: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Graph {
    /// A state that was not met before, with so many choices.
    pub fn open(&mut self, list: ListId, length: usize) {
        if list != 0 {
            self.stack.push(self.lists.len() as u32);
        }
        self.lists.push(list);
        self.begins.push(self.moves.len());
        self.moves.resize(self.moves.len() + length, NOWHERE);
    }

    /// The next entry of the script, and how many choices a list has.
    ///
    /// # Errors
    /// There is no state that it could be about.
    pub fn hear(&mut self, event: ScriptEvent, length: impl Fn(ListId) -> usize) -> Result<(), Broken> {
        let Some(&state) = self.stack.last() else { return Err(Broken::because("goes on behind its end")) };
        let ScriptEvent::Move { index, to } = event else {
            self.stack.pop();
            return Ok(());
        };
        let place = self.begins[state as usize] + index as usize;
        if let Some(known) = self.moves.get_mut(place) {
            *known = match to {
                To::New(_) => self.lists.len() as u32,
                To::Seen(state) => state,
                _ => NOWHERE,
            };
        }
        if let To::New(list) = to {
            self.open(list, length(list));
        }
        Ok(())
    }

    fn read(source: &mut dyn MoveSource) -> Result<Graph, Broken> {
        let mut graph = Graph::default();
        let list = source.first()?;
        graph.open(list, source.list(list).len());
        while let Some(event) = source.next()? {
            graph.hear(event, |list| source.list(list).len())?;
        }
        Ok(graph)
    }

    fn moves(&self, state: usize) -> &[u32] {
        let end = self.begins.get(state + 1).copied().unwrap_or(self.moves.len());
        &self.moves[self.begins[state]..end]
    }

    /// The shortest ways from the first state to these. The source knows the lists.
    ///
    /// # Errors
    /// The script does not lead there.
    pub fn paths(&self, source: &dyn MoveSource, wanted: &[u64]) -> Result<Vec<Path>, Broken> {
        // How a state is come to: from which one, by which of its moves.
        let mut ways = vec![(NOWHERE, 0u32); self.lists.len()];
        let mut queue = std::collections::VecDeque::from([0u32]);
        ways[0] = (0, 0);
        while let Some(state) = queue.pop_front() {
            for (index, &to) in (0..).zip(self.moves(state as usize)) {
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
                let list = self.lists.get(from as usize)?;
                path.push(*source.list(*list).get(index as usize)?);
                at = from as usize;
            }
            path.reverse();
            Some(path)
        };
        let paths: Option<Vec<Path>> = wanted.iter().map(|&state| path(state)).collect();
        paths.ok_or_else(|| Broken::because("does not lead to a state that it has"))
    }
}

/// The shortest ways from the first state to these.
///
/// # Errors
/// What is wrong with the script.
pub fn shortest(source: &mut dyn MoveSource, wanted: &[u64]) -> Result<Vec<Path>, Broken> {
    Graph::read(source)?.paths(source, wanted)
}
