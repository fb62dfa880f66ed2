//! Trustful certification: every state once, along the moves that led to new states. No state gets a name, and nothing
//! is compared; who trusts the script checks further properties of the states in a fraction of the time.

use crate::bottoms::Bottoms;
use crate::carried::Carried;
use crate::deviation::{Deviation, What};
use crate::event::{MoveSource, ScriptEvent, To};
use crate::follow::HandOver;
use crate::prints::Prints;
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
struct StackEntry {
    mark: Mark,
    choices: Vec<Choice>,
    list: u32,
    /// The machine is there: no move was made from it yet.
    is_fresh: bool,
}

/// So many moves are made between two looks around.
const PATIENCE: u64 = 4096;

/// First states of other parts, for those who follow them: a name that others can load is all that is needed.
pub struct HandedStates {
    pub to: HandOver,
    /// The number of the next new state in the whole.
    pub next: u64,
    pub prints: Prints,
    pub links: &'static [(u8, usize)],
}

struct Walk<'a> {
    system: &'a mut dyn System,
    handing: Option<&'a mut HandedStates>,
    result: Trusted,
    stack: Vec<StackEntry>,
    path: Path,
    choices: Choices,
    spare: Vec<Vec<Choice>>,
    /// There is no state where the script has one.
    is_over: bool,
}

/// Goes along a script from where the machine is, which is at the end of a path. The script is that of a `whole` search
/// or of less. `watch` is told of states and moves now and then; false stops.
pub fn trust(
    system: &mut dyn System,
    source: &mut dyn MoveSource,
    path: Path,
    (all, whole): (bool, bool),
    handing: Option<&mut HandedStates>,
    watch: &mut dyn FnMut(u64, u64) -> bool,
) -> Trusted {
    let mut walk = Walk {
        system,
        handing,
        result: Trusted::default(),
        stack: Vec::new(),
        path,
        choices: Choices::default(),
        spare: Vec::new(),
        is_over: false,
    };
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
                    (Some(&choice), To::Region(states)) => walk.hand_over(choice, states),
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
        if let Some(handing) = &mut self.handing {
            handing.next += 1;
        }
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
        self.stack.push(StackEntry { mark, choices, list, is_fresh: true });
        self.result.max_depth = self.result.max_depth.max(self.path.len());
    }

    /// Brings the machine to the state on top. False if that has no such choice.
    fn returned(&mut self, choice: Choice) -> bool {
        let Some(top) = self.stack.last_mut().filter(|top| top.choices.contains(&choice)) else {
            self.deviate(What::Nonexistent(choice));
            return false;
        };
        if !std::mem::replace(&mut top.is_fresh, false) {
            self.system.rewind(top.mark);
        }
        true
    }

    /// Another part begins behind this choice: whoever follows it need not go the way there.
    fn hand_over(&mut self, choice: Choice, states: u64) {
        if self.handing.is_none() || !self.returned(choice) {
            return;
        }
        let outcome = self.system.step(choice);
        let Some(handing) = &mut self.handing else { return };
        if outcome == Outcome::Next {
            let mut state = Vec::new();
            self.system.save(&mut handing.prints, &mut state);
            (handing.to)(handing.next, Carried::new(&handing.prints, handing.links, &state));
        }
        handing.next = handing.next.saturating_add(states);
    }

    /// Takes a move that leads to a new state, or to none.
    fn go(&mut self, choice: Choice, list: Option<u32>) {
        if !self.returned(choice) {
            return;
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
