//! Trustful certification: every state once, along the moves that led to new states. No state gets a name, and nothing
//! is compared; who trusts the script checks further properties of the states in a fraction of the time.

use crate::bottoms::Bottoms;
use crate::deviation::{Deviation, What};
use crate::event::{MoveSource, ScriptEvent, To};
use crate::header::go;
use lts::{Choice, Choices, Finding, Gap, Mark, Outcome, Path, Status, System};

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trusted {
    pub states: u64,
    pub transitions: u64,
    pub ends: u64,
    pub max_depth: usize,
    pub found: Vec<(Finding, Path)>,
    pub gaps: Vec<Gap>,
    pub deviation: Option<Deviation>,
    pub is_interrupted: bool,
    /// The ways to components that are never left, if the script tells of all moves.
    pub bottoms: Option<Vec<Path>>,
}

/// A state of the path.
struct Open {
    mark: Mark,
    choices: Vec<Choice>,
    list: u32,
    /// The machine is there: no move was made from it yet.
    is_fresh: bool,
}

/// So many moves are made between two looks around.
const PATIENCE: u64 = 4096;

struct Walk<'a> {
    system: &'a mut dyn System,
    result: Trusted,
    stack: Vec<Open>,
    path: Path,
    choices: Choices,
    spare: Vec<Vec<Choice>>,
    /// There is no state where the script has one.
    is_over: bool,
}

/// Goes along a script behind a path, which is that of a `whole` search or of less. `watch` is told of states and moves
/// now and then; false stops.
pub fn trust(
    system: &mut dyn System,
    source: &mut dyn MoveSource,
    path: Path,
    (all, whole): (bool, bool),
    watch: &mut dyn FnMut(u64, u64) -> bool,
) -> Trusted {
    system.start();
    let is_there = path.iter().all(|&choice| go(system, choice));
    let (stack, spare) = (Vec::new(), Vec::new());
    let mut walk = Walk {
        system,
        result: Trusted::default(),
        stack,
        path,
        choices: Choices::default(),
        spare,
        is_over: false,
    };
    if !is_there {
        walk.deviate(What::Unacquainted);
        return walk.result;
    }
    let mut bottoms = whole.then(Bottoms::default);
    match source.first() {
        Ok(list) => {
            if let Some(bottoms) = &mut bottoms {
                bottoms.first(list);
            }
            walk.arrive(list);
        }
        Err(broken) => walk.deviate(What::Broken(broken.0)),
    }
    while !walk.is_over && walk.result.deviation.is_none() && (all || walk.result.found.is_empty()) {
        let event = source.next();
        if let (Some(bottoms), Ok(Some(event))) = (&mut bottoms, &event) {
            bottoms.hear(*event, |list| source.list(list));
        }
        match event {
            Ok(None) => break,
            Ok(Some(ScriptEvent::Back)) => walk.back(),
            Ok(Some(ScriptEvent::Move { index, to })) => {
                let list = walk.stack.last().map_or(0, |open| open.list);
                match (source.list(list).get(index as usize), to) {
                    (Some(&choice), To::New(list)) => walk.go(choice, Some(list)),
                    (Some(&choice), To::Violated) => walk.go(choice, None),
                    (Some(_), _) => {}
                    (None, _) => walk.deviate(What::Broken("takes no choice".to_string())),
                }
            }
            Err(broken) => walk.deviate(What::Broken(broken.0)),
        }
        if walk.result.transitions % PATIENCE == PATIENCE - 1
            && !watch(walk.result.states, walk.result.transitions)
        {
            walk.result.is_interrupted = true;
            break;
        }
    }
    walk.result.bottoms = bottoms.map(|bottoms| bottoms.found);
    walk.result
}

impl Walk<'_> {
    fn deviate(&mut self, what: What) {
        let state = self.result.states.saturating_sub(1);
        self.result.deviation.get_or_insert(Deviation { what, path: self.path.clone(), state });
    }

    /// The machine is in a new state: looks at it and, if it is gone on from, opens it.
    fn arrive(&mut self, list: u32) {
        self.result.states += 1;
        match self.system.choices(&mut self.choices) {
            Status::Live => {}
            Status::Done => self.result.ends += 1,
            Status::Flawed(finding) | Status::Stuck(finding) => {
                if !self.result.found.iter().any(|(other, _)| *other == finding) {
                    self.result.found.push((finding, self.path.clone()));
                }
            }
        }
        if self.system.settle().is_outdated {
            self.deviate(What::Learnt);
        }
        if list == 0 {
            return;
        }
        let mut choices = self.spare.pop().unwrap_or_default();
        choices.clear();
        choices.extend_from_slice(&self.choices.list);
        let mark = self.system.mark();
        self.stack.push(Open { mark, choices, list, is_fresh: true });
        self.result.max_depth = self.result.max_depth.max(self.path.len());
    }

    /// Takes a move that leads to a new state, or to none.
    fn go(&mut self, choice: Choice, list: Option<u32>) {
        let Some(top) = self.stack.last_mut() else { return self.deviate(What::Nonexistent(choice)) };
        if !top.choices.contains(&choice) {
            return self.deviate(What::Nonexistent(choice));
        }
        if !std::mem::replace(&mut top.is_fresh, false) {
            self.system.rewind(top.mark);
        }
        self.result.transitions += 1;
        self.path.push(choice);
        match (self.system.step(choice), list) {
            (Outcome::Next, Some(list)) => {
                self.arrive(list);
                if list != 0 {
                    return;
                }
            }
            (Outcome::Violated(finding), list) => {
                self.is_over = list.is_some();
                self.result.found.push((finding, self.path.clone()));
            }
            (Outcome::Unknown(gap), _) => {
                self.is_over = true;
                self.result.gaps.push(gap);
            }
            (Outcome::Next, None) => self.deviate(What::NotNowhere(choice)),
            (Outcome::Pruned | Outcome::Finished, _) => self.deviate(What::Nowhere(choice)),
        }
        self.path.pop();
    }

    fn back(&mut self) {
        if let Some(open) = self.stack.pop() {
            self.spare.push(open.choices);
            self.path.pop();
        }
    }
}
