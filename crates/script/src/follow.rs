//! Certification: a store that knows beforehand what the search will be, and authenticates the script on the way.
//!
//! The search is the consumer's own, with its own machine, its own choices, its own judgement of states, and its own
//! reasons to leave choices out. The script only says which states are new. A state that is new gets its number and
//! its fingerprint; of a state that is said to be visited, the fingerprint is compared. So nothing is looked for,
//! and nothing is believed: if the search comes to its end, the states with fingerprints are closed under steps.

use crate::carried::Carried;
use crate::deviation::{Deviation, What};
use crate::event::{Broken, ListId, MoveSource, ScriptEvent, To};
use crate::known::PrintTable;
use crate::ledger::Ledger;
use crate::memory::Memory;
use crate::prints::{Print, Prints};
use lts::{Choice, CompId, Event, Figures, Insert, Path, Pool, StateId, Store};
use std::sync::Arc;

/// What a part has come to know of states: fingerprints by their numbers in the whole script.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PartPrints {
    /// Its own, as runs of numbers that follow each other.
    pub own: Vec<(u64, Vec<Print>)>,
    /// Those of other parts that its moves lead to.
    pub others: Vec<(u64, Print)>,
}

/// Who is handed the first states of other parts, as soon as a part has come to them: their number, and the state.
pub type HandOver = Box<dyn FnMut(u64, Carried) + Send>;

/// A store that follows a script.
pub struct Follower {
    source: Box<dyn MoveSource>,
    /// There are states that others certify.
    is_part: bool,
    prints: Prints,
    links: &'static [(u8, usize)],
    hand_over: Option<HandOver>,
    known: PrintTable,
    /// The number in the whole that the next new state has.
    next: u64,
    /// The way to the first state of this part, and on to where the search is.
    path: Path,
    rooted: usize,
    open: Vec<StackEntry>,
    expected: Option<To>,
    first: Option<ListId>,
    deviation: Option<Deviation>,
    is_begun: bool,
    /// The last step has violated something, and the script does not say so.
    is_astray: bool,
    moves: u64,
    /// Bytes of followers of other parts that are kept beside this one.
    beside: u64,
}

/// A state of the path.
#[derive(Clone, Copy)]
struct StackEntry {
    state: u64,
    list: ListId,
}

impl Follower {
    /// Follows a script. The first state of a part has this number in the whole, and is reached by this path.
    /// `links` as [`lts::Gauges::links`] has them.
    pub fn new(
        source: Box<dyn MoveSource>,
        key: u128,
        links: &'static [(u8, usize)],
        part: Option<(u64, Path)>,
    ) -> Follower {
        let is_part = part.is_some();
        let (first, path) = part.unwrap_or_default();
        Follower {
            source,
            is_part,
            prints: Prints::new(key, links),
            links,
            hand_over: None,
            known: PrintTable::alone(first),
            next: first,
            rooted: path.len(),
            path,
            open: Vec::new(),
            expected: None,
            first: None,
            deviation: None,
            is_begun: false,
            is_astray: false,
            moves: 0,
            beside: 0,
        }
    }

    /// Follows a part beside others, with components that were met before: all write into one ledger, and whoever comes
    /// to the first state of another part hands it over. The source counts states in the whole.
    pub fn beside(
        source: Box<dyn MoveSource>,
        prints: Prints,
        links: &'static [(u8, usize)],
        part: (u64, Path),
        (ledger, hand_over): (Arc<Ledger>, HandOver),
    ) -> Follower {
        let follower = Follower::new(source, 0, links, Some(part));
        Follower { prints, known: PrintTable::shared(ledger), hand_over: Some(hand_over), ..follower }
    }

    /// What all who followed parts beside each other came to, for reports: states, and bytes of everything.
    pub fn of_all(ledger: Arc<Ledger>, states: u64, bytes: u64) -> Follower {
        let follower = Follower::new(Box::new(Memory::default()), 0, &[], None);
        Follower { known: PrintTable::all(ledger, states), beside: bytes, ..follower }
    }

    /// The components, for a part that is followed after this one, and what has to be compared when all is over.
    pub fn into_prints(self) -> (Prints, Vec<(u64, Print)>) {
        (self.prints, self.known.into_waiting())
    }

    /// What does not fit, if the search was ended for that; also if the script goes on behind the end of the search.
    pub fn deviation(&mut self) -> Option<Deviation> {
        self.straighten();
        if self.deviation.is_none() && self.is_begun {
            match self.source.next() {
                Ok(None) => {}
                Ok(Some(_)) => self.deviate(What::Broken("goes on behind the end of the search".to_string())),
                Err(broken) => self.damaged(broken),
            }
        }
        self.deviation.clone()
    }

    /// A violation was found that the script does not have, and the search has gone on behind it.
    fn straighten(&mut self) {
        if std::mem::take(&mut self.is_astray) {
            self.deviate_before(What::Nowhere);
        }
    }

    /// Moves that were followed.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// All fingerprints.
    pub fn met(&self) -> PartPrints {
        self.known.met()
    }

    fn deviate(&mut self, what: What) {
        let state = self.open.last().map_or(0, |open| open.state);
        self.deviation.get_or_insert_with(|| Deviation { what, path: self.path.clone(), state });
    }

    fn damaged(&mut self, broken: Broken) {
        self.deviate(What::Broken(broken.0));
    }

    /// The deviation is of the state before the last step.
    fn deviate_before(&mut self, what: impl FnOnce(Choice) -> What) {
        let last = if self.path.len() > self.rooted { self.path.pop() } else { None };
        match last {
            Some(choice) => self.deviate(what(choice)),
            None => self.deviate(What::NotSeen { choice: None, claimed: 0 }),
        }
    }

    /// The search takes a choice: so must the script.
    fn step(&mut self, choice: Choice) {
        self.moves += 1;
        let entry = match self.source.next() {
            Ok(entry) => entry,
            Err(broken) => return self.damaged(broken),
        };
        match entry {
            Some(ScriptEvent::Move { index, to }) => {
                let list = self.open.last().map_or(0, |open| open.list);
                let taken = self.source.list(list).get(index as usize).copied();
                match taken {
                    Some(taken) if taken == choice => {
                        self.expected = Some(to);
                        self.path.push(choice);
                    }
                    Some(script) => self.deviate(What::OutOfTurn { script, own: choice }),
                    None => self.deviate(What::LeftOut(choice)),
                }
            }
            Some(ScriptEvent::Back) | None => self.deviate(What::LeftOut(choice)),
        }
    }

    /// The search leaves the last open state: so must the script.
    fn back(&mut self) {
        match self.source.next() {
            Ok(Some(ScriptEvent::Back)) => {
                self.open.pop();
                if self.path.len() > self.rooted {
                    self.path.pop();
                }
            }
            Ok(Some(ScriptEvent::Move { index, .. })) => {
                let list = self.open.last().map_or(0, |open| open.list);
                let choice = self.source.list(list).get(index as usize).copied();
                self.deviate(choice.map_or(What::Broken("takes no choice".to_string()), What::Nonexistent));
            }
            Ok(None) => self.deviate(What::Broken("ends before the search does".to_string())),
            Err(broken) => self.damaged(broken),
        }
    }

    /// A new state has these choices: so must the script have.
    fn opened(&mut self, choices: &[Choice]) {
        let list = match (self.expected.take(), self.first.take()) {
            (Some(To::New(list)), _) | (None, Some(list)) => list,
            _ => return,
        };
        let listed = self.source.list(list);
        if listed != choices {
            let extra = listed.iter().find(|choice| !choices.contains(choice)).copied();
            let missing = choices.iter().find(|choice| !listed.contains(choice)).copied();
            let what = match (extra, missing, listed.first(), choices.first()) {
                (Some(extra), ..) => What::Nonexistent(extra),
                (None, Some(missing), ..) => What::LeftOut(missing),
                (None, None, Some(&script), Some(&own)) => What::OutOfTurn { script, own },
                _ => What::Broken("has no choices".to_string()),
            };
            self.open.push(StackEntry { state: self.next.saturating_sub(1), list });
            return self.deviate(what);
        }
        match choices.is_empty() {
            true if self.path.len() > self.rooted => {
                self.path.pop();
            }
            true => {}
            false => self.open.push(StackEntry { state: self.next - 1, list }),
        }
    }

    /// The search says of a step that it leads to no state.
    fn nowhere(&mut self, is_violated: bool) {
        let wanted = if is_violated { To::Violated } else { To::Pruned };
        match self.expected.take() == Some(wanted) {
            true => {
                self.path.pop();
            }
            false => self.deviate_before(What::Nowhere),
        }
    }

    /// The machine is in a state that the script calls new.
    fn add(&mut self, print: Print) -> Insert {
        let number = self.next;
        self.next += 1;
        match self.known.add(number, print) {
            Some(state) => Insert::New(state),
            None => {
                self.deviate(What::Broken("has parts that do not fit together".to_string()));
                Insert::Seen(Some(StateId(0)))
            }
        }
    }

    /// A state of another part.
    fn other(&mut self, state: u64, print: Print) -> Insert {
        if !self.is_part {
            self.deviate(What::Broken("is whole, and leads to states of other parts".to_string()));
        }
        let (is_seen, id) = self.known.is_other(state, print);
        if !is_seen {
            self.deviate_before(|choice| What::NotSeen { choice: Some(choice), claimed: state });
        }
        Insert::Seen(Some(id))
    }
}

impl Pool for Follower {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        self.prints.intern(kind, words)
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        self.prints.words(component, out)
    }

    fn identity(&self) -> Option<u64> {
        self.prints.identity()
    }
}

impl Store for Follower {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        let print = self.prints.of(state);
        if !self.is_begun {
            self.is_begun = true;
            match self.source.first() {
                Ok(list) => self.first = Some(list),
                Err(broken) => self.damaged(broken),
            }
            return self.add(print);
        }
        match self.expected {
            Some(To::New(_)) => self.add(print),
            Some(To::Seen(claimed)) => {
                if !self.known.is_seen(claimed, print) {
                    let claimed = self.known.whole(claimed);
                    self.deviate_before(|choice| What::NotSeen { choice: Some(choice), claimed });
                }
                Insert::Seen(Some(StateId(u64::from(claimed))))
            }
            Some(To::Other(state)) => self.other(state, print),
            Some(To::Region(states)) => {
                let first = self.next;
                self.next = self.next.saturating_add(states);
                self.known.jump(self.next);
                if let Some(hand_over) = &mut self.hand_over {
                    hand_over(first, Carried::new(&self.prints, self.links, state));
                }
                self.other(first, print)
            }
            Some(To::Pruned | To::Violated) => {
                self.deviate_before(What::NotNowhere);
                Insert::Seen(Some(StateId(0)))
            }
            // The search was told to stop, and names a state all the same.
            None => Insert::Seen(Some(StateId(0))),
        }
    }

    fn find(&mut self, state: &[CompId]) -> Option<StateId> {
        let Some(To::Seen(claimed)) = self.expected else { return None };
        let print = self.prints.of(state);
        self.known.is_seen(claimed, print).then_some(StateId(u64::from(claimed)))
    }

    fn hear(&mut self, event: Event<'_>) -> bool {
        self.straighten();
        if self.deviation.is_some() {
            return false;
        }
        match event {
            Event::Step(choice) => self.step(choice),
            Event::Opened(choices) => self.opened(choices),
            Event::Ended => self.opened(&[]),
            Event::Seen(_) => {
                self.expected = None;
                self.path.pop();
            }
            Event::Pruned => self.nowhere(false),
            // What the machine itself finds is found, whatever the script says.
            Event::Violated if self.expected != Some(To::Violated) => self.is_astray = true,
            Event::Violated => self.nowhere(true),
            Event::Back => self.back(),
        }
        self.deviation.is_none()
    }

    fn get(&self, _: StateId, _: &mut Vec<CompId>) -> bool {
        false
    }

    fn keeps(&self) -> bool {
        false
    }

    fn states(&self) -> u64 {
        self.known.states()
    }

    fn bytes(&self) -> u64 {
        self.known.bytes() + self.prints.bytes() + self.beside
    }

    /// A search that begins again has learnt something that the script does not say.
    fn clear(&mut self) {
        if self.is_begun {
            self.deviate(What::Learnt);
        }
    }

    fn fault(&self) -> Option<String> {
        self.deviation
            .as_ref()
            .map(|deviation| deviation.what.told(&mut |choice| format!("actor {}", choice.actor)))
    }

    fn figures(&self) -> Figures {
        let n = self.known.states() as f64;
        Figures {
            store: "fingerprint map",
            states: self.states(),
            bytes: self.bytes(),
            pool_bytes: self.prints.bytes(),
            collision: (n * n / 2f64.powi(129)).min(1.0),
            ..Figures::default()
        }
    }
}
