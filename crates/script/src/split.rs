//! Parts of a script, by the greedy algorithm of search-carrying code (Taleghani and Atlee 2010, figure 4).

use crate::event::{Broken, MoveSource, ScriptEvent, Sink, To};
use crate::subgraphs::Subgraphs;
use lts::{Choice, Path};

/// A part: a state, and the states that follow it, but for those of the parts within.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    pub root: u64,
    pub states: u64,
    /// What of it is left to the part itself, of states or of moves.
    pub size: u64,
}

/// Chooses parts of about equal size. `by_states` counts states, for scripts that have nothing else; else moves. There
/// may be fewer than `count` if the table does not have so many.
pub fn regions(
    subgraphs: &Subgraphs,
    states: u64,
    transitions: u64,
    count: usize,
    by_states: bool,
) -> Vec<Region> {
    let size = |states: u64, transitions: u64| if by_states { states } else { transitions };
    let mut left: Vec<Region> = subgraphs
        .list
        .iter()
        .filter(|subgraph| subgraph.root > 0)
        .map(|subgraph| Region {
            root: subgraph.root,
            states: subgraph.states,
            size: size(subgraph.states, subgraph.transitions),
        })
        .collect();
    let mut rest = size(states, transitions);
    let mut chosen = Vec::new();
    for i in 0..count.saturating_sub(1) {
        let wanted = rest / (count - i) as u64;
        let Some(&best) = left.iter().min_by_key(|region| (region.size.abs_diff(wanted), region.root)) else {
            break;
        };
        if best.size == 0 {
            break;
        }
        let end = best.root + best.states;
        left.retain(|region| region.root < best.root || region.root >= end);
        for region in &mut left {
            if region.root < best.root && end <= region.root + region.states {
                region.size = region.size.saturating_sub(best.size);
            }
        }
        rest = rest.saturating_sub(best.size);
        chosen.push(best);
    }
    chosen.push(Region { root: 0, states, size: rest });
    chosen.sort_by_key(|region| (region.root, std::cmp::Reverse(region.states)));
    chosen
}

/// Regions with what lies in what.
struct Map {
    regions: Vec<Region>,
    parents: Vec<usize>,
    /// Of each region, those directly within: where they begin, and how many states there are in them up to there.
    within: Vec<Vec<(u64, u64)>>,
}

impl Map {
    fn new(regions: &[Region]) -> Map {
        let mut parents = vec![0; regions.len()];
        let mut within = vec![Vec::new(); regions.len()];
        for at in 1..regions.len() {
            let own = regions[at];
            let holds =
                |other: &usize| regions[*other].root + regions[*other].states >= own.root + own.states;
            let parent = (0..at).rev().find(holds).unwrap_or(0);
            parents[at] = parent;
            let before = within[parent].last().map_or(0, |&(_, sum)| sum);
            within[parent].push((own.root, before + own.states));
        }
        Map { regions: regions.to_vec(), parents, within }
    }

    /// The innermost part that a state belongs to.
    fn of(&self, state: u64) -> usize {
        let mut at = self.regions.partition_point(|region| region.root <= state).saturating_sub(1);
        while at > 0 && self.regions[at].root + self.regions[at].states <= state {
            at = self.parents[at];
        }
        at
    }

    /// A state that was seen before, as a part tells it.
    fn seen_from(&self, part: usize, state: u64) -> To {
        match self.of(state) == part {
            true => To::Seen(self.local(part, state)),
            false => To::Other(state),
        }
    }

    /// The number that a state of a part has there.
    fn local(&self, part: usize, state: u64) -> u32 {
        let within = &self.within[part];
        let before = within.partition_point(|&(root, _)| root <= state);
        let inside = if before == 0 { 0 } else { within[before - 1].1 };
        (state - self.regions[part].root).saturating_sub(inside) as u32
    }
}

/// A part that was written.
pub struct WrittenPart<S> {
    pub sink: S,
    /// The way to its first state.
    pub path: Path,
    pub first: u64,
    pub states: u64,
    pub transitions: u64,
}

/// To go the paths takes more than a twentieth of what there is to do: then it is worth looking for shorter ones.
pub fn has_long_paths<S>(pieces: &[WrittenPart<S>]) -> bool {
    let steps: usize = pieces.iter().map(|piece| piece.path.len()).sum();
    let moves: u64 = pieces.iter().map(|piece| piece.transitions).sum();
    steps as u64 > moves / 20
}

/// A state of the path: its list, and its part.
struct Frame {
    list: u32,
    part: usize,
    state: u64,
}

/// Makes the place where a part is written: of its number, its first state and the way there.
pub type Make<'m, S> = dyn FnMut(usize, u64, &[Choice]) -> Result<S, Broken> + 'm;

/// Writes each part where `make` says, which is told its number, its first state and the way there. The table is not
/// believed: parts that are not as large as it says are an error.
///
/// # Errors
/// What is wrong with the script.
pub fn distribute<S: Sink>(
    source: &mut dyn MoveSource,
    regions: &[Region],
    make: &mut Make<'_, S>,
) -> Result<Vec<WrittenPart<S>>, Broken> {
    let map = Map::new(regions);
    let mut pieces: Vec<Option<WrittenPart<S>>> = regions.iter().map(|_| None).collect();
    let (mut stack, mut path, mut next): (Vec<Frame>, Vec<Choice>, u64) = (Vec::new(), Vec::new(), 0);
    // Where the next part begins that nobody has come to.
    let mut coming = 1;
    let list = source.first()?;
    pieces[0] = Some(begun(make(0, next, &path)?, (source.list(list), source.sign()), &path, next));
    next += 1;
    match list {
        0 => ended(&mut pieces[0])?,
        _ => stack.push(Frame { list, part: 0, state: 0 }),
    }
    while let Some(event) = source.next()? {
        let Some(frame) = stack.last() else { return Err(Broken::because("goes on behind its end")) };
        let part = frame.part;
        let ScriptEvent::Move { index, to } = event else {
            if let Some(piece) = &mut pieces[part] {
                piece.sink.back();
            }
            let state = frame.state;
            stack.pop();
            path.pop();
            leave(&map, &mut pieces, (part, state), next)?;
            continue;
        };
        let choice = source.list(frame.list).get(index as usize).copied();
        let choice = choice.ok_or_else(|| Broken::because("takes no choice"))?;
        let Some(piece) = &mut pieces[part] else { return Err(Broken::because("has no such part")) };
        piece.transitions += 1;
        match to {
            To::New(list) => {
                let state = next;
                let beginning = map.regions.get(coming).is_some_and(|region| region.root == state);
                let beginning = beginning.then_some(coming);
                coming += usize::from(beginning.is_some());
                next += 1;
                path.push(choice);
                match beginning {
                    Some(other) => {
                        piece.sink.go(index, To::Region(map.regions[other].states), &[], 0);
                        let (sink, list) = (make(other, state, &path)?, source.list(list));
                        pieces[other] = Some(begun(sink, (list, source.sign()), &path, state));
                    }
                    None => {
                        piece.states += 1;
                        piece.sink.go(index, to, source.list(list), source.sign());
                    }
                }
                match list {
                    0 => {
                        path.pop();
                        leave(&map, &mut pieces, (beginning.unwrap_or(part), state), next)?;
                    }
                    _ => stack.push(Frame { list, part: beginning.unwrap_or(part), state }),
                }
            }
            To::Seen(state) if !piece.sink.counts_in_whole() => {
                piece.sink.go(index, map.seen_from(part, u64::from(state)), &[], 0);
            }
            other => piece.sink.go(index, other, &[], 0),
        }
    }
    let all: Option<Vec<WrittenPart<S>>> = pieces.into_iter().collect();
    all.ok_or_else(|| Broken::because("has a Subgraphs table of states that it does not have"))
}

/// A part of which the first state is known.
fn begun<S: Sink>(
    mut sink: S,
    (list, sign): (&[Choice], u32),
    path: &[Choice],
    first: u64,
) -> WrittenPart<S> {
    sink.first(list, sign);
    WrittenPart { sink, path: path.to_vec(), first, states: 1, transitions: 0 }
}

/// A state of this part is left for good: if it is the first one, that is the end of the part, and it must be as large
/// as the table says.
fn leave<S: Sink>(
    map: &Map,
    pieces: &mut [Option<WrittenPart<S>>],
    (part, state): (usize, u64),
    next: u64,
) -> Result<(), Broken> {
    let region = map.regions[part];
    if region.root != state {
        return Ok(());
    }
    match part > 0 && next - state != region.states {
        true => Err(Broken::because("has a Subgraphs table with wrong sizes")),
        false => ended(&mut pieces[part]),
    }
}

fn ended<S: Sink>(piece: &mut Option<WrittenPart<S>>) -> Result<(), Broken> {
    piece.as_mut().map_or(Ok(()), |piece| piece.sink.end())
}
