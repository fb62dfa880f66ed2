//! Certification: a store that knows beforehand what the search will be, and authenticates the script on the way.
//!
//! The search is the consumer's own, with its own machine, its own choices, its own judgement of states, and its own
//! reasons to leave choices out. The script only says which states are new. A state that is new gets its number and
//! its fingerprint; of a state that is said to be visited, the fingerprint is compared. So nothing is looked for,
//! and nothing is believed: if the search comes to its end, the states with fingerprints are closed under steps.

use crate::carried::Carried;
use crate::deviation::{Deviation, What};
use crate::event::{Broken, ListId, MoveSource, ScriptEvent, To};
use crate::prints::{Print, Prints};
use base::FastMap;
use lts::{Choice, CompId, Event, Figures, Insert, Path, Pool, StateId, Store};

/// The numbers of states of other parts, as a search is told of them, begin here.
const OTHERS: u64 = 1 << 40;

/// What a part has come to know of states: fingerprints by their numbers in the whole script.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Met {
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
    own: Vec<Print>,
    others: FastMap<u64, Print>,
    /// Where the numbers of own states jump because other parts lie between: own and whole.
    pieces: Vec<(u64, u64)>,
    /// The number in the whole that the next new state has.
    next: u64,
    /// The way to the first state of this part, and on to where the search is.
    path: Path,
    rooted: usize,
    open: Vec<Open>,
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
struct Open {
    state: u64,
    list: ListId,
}

impl Follower {
    /// There are followers of other parts, which take so many bytes.
    pub fn count_beside(&mut self, bytes: u64) {
        self.beside = bytes;
    }

    /// Follows a script. The first state of a part has this number in the whole, and is reached by this path.
    /// `links` as [`lts::Gauges::links`] has them.
    pub fn new(
        source: Box<dyn MoveSource>,
        key: u128,
        links: &'static [(u8, usize)],
        part: Option<(u64, Path)>,
    ) -> Follower {
        Follower::going_on(source, Prints::new(key, links), links, part)
    }

    /// The same with the components of a part that was followed before.
    pub fn going_on(
        source: Box<dyn MoveSource>,
        prints: Prints,
        links: &'static [(u8, usize)],
        part: Option<(u64, Path)>,
    ) -> Follower {
        let is_part = part.is_some();
        let (first, path) = part.unwrap_or_default();
        Follower {
            source,
            is_part,
            prints,
            links,
            hand_over: None,
            own: Vec::new(),
            others: FastMap::default(),
            pieces: vec![(0, first)],
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

    /// The same that hands first states of other parts to somebody.
    pub fn handing_over(mut self, to: HandOver) -> Follower {
        self.hand_over = Some(to);
        self
    }

    /// The components, for a part that is followed after this one.
    pub fn into_prints(self) -> Prints {
        self.prints
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
    pub fn met(&self) -> Met {
        let ends = self.pieces.iter().skip(1).map(|piece| piece.0).chain([self.own.len() as u64]);
        let runs = self.pieces.iter().zip(ends).filter(|((from, _), to)| from < to);
        let own =
            runs.map(|(&(from, whole), to)| (whole, self.own[from as usize..to as usize].to_vec())).collect();
        let mut others: Vec<(u64, Print)> =
            self.others.iter().map(|(&state, &print)| (state, print)).collect();
        others.sort_unstable();
        Met { own, others }
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
            self.open.push(Open { state: self.next.saturating_sub(1), list });
            return self.deviate(what);
        }
        match choices.is_empty() {
            true if self.path.len() > self.rooted => {
                self.path.pop();
            }
            true => {}
            false => self.open.push(Open { state: self.next - 1, list }),
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

    fn number(&mut self) -> StateId {
        let own = self.own.len() as u64;
        self.next += 1;
        StateId(own - 1)
    }

    /// A state of another part.
    fn other(&mut self, state: u64, print: Print) -> Insert {
        if !self.is_part {
            self.deviate(What::Broken("is whole, and leads to states of other parts".to_string()));
        }
        let known = *self.others.entry(state).or_insert(print);
        if known != print {
            self.deviate_before(|choice| What::NotSeen { choice: Some(choice), claimed: state });
        }
        Insert::Seen(Some(StateId(OTHERS | state)))
    }

    /// The number in the whole of an own state.
    fn whole(&self, own: u64) -> u64 {
        let at = self.pieces.partition_point(|piece| piece.0 <= own);
        let (from, whole) = self.pieces[at.saturating_sub(1)];
        whole + (own - from)
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
            self.own.push(print);
            return Insert::New(self.number());
        }
        match self.expected {
            Some(To::New(_)) => {
                self.own.push(print);
                Insert::New(self.number())
            }
            Some(To::Seen(claimed)) => {
                if self.own.get(claimed as usize) != Some(&print) {
                    let claimed = self.whole(u64::from(claimed));
                    self.deviate_before(|choice| What::NotSeen { choice: Some(choice), claimed });
                }
                Insert::Seen(Some(StateId(u64::from(claimed))))
            }
            Some(To::Other(state)) => self.other(state, print),
            Some(To::Region(states)) => {
                let first = self.next;
                self.next = self.next.saturating_add(states);
                self.pieces.push((self.own.len() as u64, self.next));
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
        (self.own.get(claimed as usize) == Some(&print)).then_some(StateId(u64::from(claimed)))
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
        self.own.len() as u64
    }

    fn bytes(&self) -> u64 {
        let own =
            self.own.capacity() * size_of::<Print>() + self.others.capacity() * size_of::<(u64, Print)>();
        own as u64 + self.prints.bytes() + self.beside
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
        let n = self.own.len() as f64;
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
