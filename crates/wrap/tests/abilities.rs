//! Nothing that a system can do is lost when it is wrapped: one that can do everything, behind each of the wrappers.

use logic::Formula;
use logic::buchi::{Automaton, Cube, State};
use lts::{
    Account, Atoms, Choice, Choices, CompId, Finding, Footprint, Footprints, Foresee, Gap, Gauges, Knowledge,
    Listen, Mark, MaybeOwned, Narrate, Outcome, Pool, Property, Settled, Status, System, Tie, Wait,
};
use std::sync::Arc;
use wrap::{Bounded, Invariant, Invariants, Product, STUTTER, Seek};

const STATES: u32 = 3;

/// Goes round through some states, one or two at a time; the second is done before its time. In all but the first there
/// is a proposition.
#[derive(Clone, Default)]
struct Able {
    at: u32,
    marks: Vec<u32>,
    /// It has no choices.
    has_ended: bool,
}

impl System for Able {
    fn start(&mut self) {
        *self = Able { has_ended: self.has_ended, ..Able::default() };
    }
    fn choices(&mut self, out: &mut Choices) -> Status {
        *out = Choices::default();
        if self.has_ended {
            return Status::Done;
        }
        out.list = (0..2).map(|actor| Choice { actor, value: self.at }).collect();
        out.early = vec![out.list[1]];
        out.others = vec![7];
        Status::Live
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        assert!(choice.actor < 2 && choice.value == self.at, "a choice of the system's own");
        self.at = (self.at + 1 + choice.actor) % STATES;
        Outcome::Next
    }
    fn settle(&mut self) -> Settled {
        Settled { extent: 5, is_outdated: true }
    }
    fn mark(&mut self) -> Mark {
        self.marks.push(self.at);
        Mark(self.marks.len() as u64 - 1)
    }
    fn rewind(&mut self, to: Mark) {
        self.at = self.marks[to.0 as usize];
    }
    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        out.push(pool.intern(0, &[self.at]));
    }
    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        let mut words = Vec::new();
        pool.words(state[0], &mut words);
        self.at = words[0];
        Ok(())
    }
    fn sibling(&self) -> Option<Box<dyn System>> {
        Some(Box::new(self.clone()))
    }
    fn knowledge(&mut self) -> Option<&mut dyn Knowledge> {
        Some(self)
    }
    fn foresight(&mut self) -> Option<&mut dyn Foresee> {
        Some(self)
    }
    fn footprints(&mut self) -> Option<&mut dyn Footprints> {
        Some(self)
    }
    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        Some(self)
    }
    fn narrator(&mut self) -> Option<&mut dyn Narrate> {
        Some(self)
    }
    fn gauges(&self) -> Option<&dyn Gauges> {
        Some(self)
    }
}

impl Knowledge for Able {
    fn learnt(&self) -> Vec<u32> {
        vec![3]
    }
    fn learn(&mut self, _: &[u32]) {}
}

impl Foresee for Able {
    fn foresee(&mut self, choice: Choice, pool: &mut dyn Pool, out: &mut Vec<CompId>) -> bool {
        out.push(pool.intern(0, &[(self.at + 1 + choice.actor) % STATES]));
        true
    }
}

impl Footprints for Able {
    fn note_footprints(&mut self) -> bool {
        true
    }
    fn footprints(&mut self, out: &mut Vec<Footprint>) {
        out.push(Footprint::ANYTHING);
    }
    fn ties(&mut self, _: &mut Vec<Tie>) {}
    fn held(&mut self, _: u32, _: &mut Vec<u64>) {}
    fn kind_of(&self, place: u64) -> u64 {
        place
    }
    fn waits(&mut self, _: &mut Vec<Wait>) {}
    fn identity(&mut self) -> u128 {
        0
    }
}

impl Atoms for Able {
    fn count(&self) -> u32 {
        1
    }
    fn holds(&mut self, _: u32) -> bool {
        self.at != 0
    }
}

impl Narrate for Able {
    fn listen(&mut self, _: Listen) {}
    fn take(&mut self) -> Account {
        Account::default()
    }
    fn actor(&self, actor: u32) -> String {
        format!("actor {actor}")
    }
}

impl Gauges for Able {
    fn instructions(&self) -> u64 {
        42
    }
    fn kinds(&self) -> &'static [&'static str] {
        &["place"]
    }
}

/// Components in the order in which they came.
#[derive(Default)]
struct Components(Vec<(u8, Vec<u32>)>);

impl Pool for Components {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        let component = (kind, words.to_vec());
        let known = self.0.iter().position(|known| *known == component);
        CompId(known.unwrap_or_else(|| {
            self.0.push(component);
            self.0.len() - 1
        }) as u32)
    }
    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        let (kind, words) = &self.0[component.0 as usize];
        out.extend(words);
        *kind
    }
}

fn finding() -> Finding {
    Finding { property: Property::TEMPORAL, message: String::new(), details: Vec::new() }
}

/// Waits where it is, or goes where the proposition holds to where it must always hold.
fn automaton() -> Arc<Automaton> {
    let holds = Cube { holds: 1, fails: 0 };
    let waits = State { accepting: false, arrows: vec![(Cube::TRUE, 0), (holds, 1)] };
    Arc::new(Automaton {
        initial: 0,
        states: vec![waits, State { accepting: true, arrows: vec![(holds, 1)] }],
    })
}

fn product(system: Able) -> Product<'static> {
    Product::new(MaybeOwned::Owned(Box::new(system)), automaton(), Arc::new([0]), finding())
}

fn invariants() -> Invariants {
    let invariant = Invariant {
        text: "p".to_string(),
        formula: Formula::Atom(0),
        atoms: vec![0],
        names: vec!["p".to_string()],
    };
    Invariants::new(Box::new(Able::default()), vec![invariant])
}

/// What is asked of every wrapper. Whose steps are more than the system's has no footprints; who has a system by loan
/// has no sibling.
fn keeps_everything(system: &mut dyn System, footprints: bool, sibling: bool) {
    system.start();
    assert_eq!(system.settle(), Settled { extent: 5, is_outdated: true });
    assert_eq!((system.learnt(), system.instructions()), (vec![3], 42));
    assert_eq!(system.gauges().unwrap().kinds(), ["place"]);
    assert_eq!(system.narrator().unwrap().actor(1), "actor 1");
    assert_eq!(system.atoms().unwrap().count(), 1);
    assert_eq!(system.footprints().is_some_and(|told| told.note_footprints()), footprints);
    assert_eq!(system.sibling().is_some(), sibling);
    // Where steps lead is foreseen as they are taken, from wherever that is; and all of it can be loaded.
    let (mut pool, mut from) = (Components::default(), 0);
    let mut names = vec![saved(system, &mut pool)];
    while from < names.len() {
        system.load(&pool, &names[from].clone()).unwrap();
        let (mut choices, mark) = (Choices::default(), system.mark());
        system.choices(&mut choices);
        assert_eq!(choices.others, [7], "whose turn it is not");
        let early = |choice: &&Choice| choice.actor == 1;
        assert_eq!(choices.early, choices.list.iter().filter(early).copied().collect::<Vec<_>>());
        for &choice in &choices.list {
            assert_eq!(saved(system, &mut pool), names[from]);
            let mut foreseen = Vec::new();
            assert!(system.foresight().unwrap().foresee(choice, &mut pool, &mut foreseen));
            assert_eq!(system.step(choice), Outcome::Next);
            let to = saved(system, &mut pool);
            assert_eq!(to, foreseen);
            if !names.contains(&to) {
                names.push(to);
            }
            system.rewind(mark);
        }
        from += 1;
    }
    assert!(names.len() >= STATES as usize);
}

fn saved(system: &mut dyn System, pool: &mut Components) -> Vec<CompId> {
    let mut out = Vec::new();
    system.save(pool, &mut out);
    out
}

#[test]
fn no_ability_is_lost() {
    let mut able = Able::default();
    keeps_everything(&mut able.clone(), true, true);
    keeps_everything(&mut product(able.clone()), false, true);
    keeps_everything(&mut invariants(), true, true);
    keeps_everything(&mut Bounded::new(&mut able.clone(), &|| false), true, false);
    keeps_everything(&mut Seek::new(&mut able, Vec::new(), finding()), true, false);
}

#[test]
fn wrappers_can_be_wrapped() {
    let mut product = product(Able::default());
    let mut bounded = Bounded::new(&mut product, &|| false);
    keeps_everything(&mut Seek::new(&mut bounded, Vec::new(), finding()), false, false);
}

#[test]
fn an_end_is_repeated_and_comes_not_early() {
    let mut product = product(Able { has_ended: true, ..Able::default() });
    System::start(&mut product);
    let mut choices = Choices::default();
    assert_eq!(System::choices(&mut product, &mut choices), Status::Live);
    assert!(choices.list.iter().all(|choice| choice.actor == STUTTER) && choices.early.is_empty());
}
