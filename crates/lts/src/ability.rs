//! What only some machines can do. Each ability is a trait of its own, reached by one method of
//! [`crate::System`].

use crate::finding::{Finding, Property};
use crate::pool::{CompId, Pool};
use crate::system::Choice;

/// Propositions about states.
pub trait Atoms {
    fn count(&self) -> u32;
    fn holds(&mut self, atom: u32) -> bool;

    /// What an atom looks at, as it is written, with the values that these have: for who tells why it does not hold.
    fn values(&mut self, _atom: u32) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What became of atoms within the last step, where they only look on and end no steps; once.
    fn passed(&mut self) -> Vec<Passing> {
        Vec::new()
    }
}

/// A moment in the middle of a step, before something changes that atoms look at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Passing {
    /// Of each atom, whether it holds.
    pub truths: Vec<bool>,
    /// Of each atom, what it looks at.
    pub values: Vec<Vec<(String, String)>>,
}

/// What a machine finds out about the whole system while it is explored, and on which the ends of steps may
/// depend: the same path means something else to a machine with other knowledge.
pub trait Knowledge {
    /// What it has learnt so far, in its own words.
    fn learnt(&self) -> Vec<u32>;

    /// How many of its beliefs have turned out wrong.
    fn broken(&self) -> u64 {
        self.learnt().len() as u64
    }

    /// Knows this and nothing else; with an empty list, what it knew at first.
    fn learn(&mut self, learnt: &[u32]);

    /// What it has taken for granted so far, a bit each. The bits mean the same to all machines for the program.
    fn granted(&self) -> u32 {
        0
    }

    /// Others have taken this for granted.
    fn grant(&mut self, _granted: u32) {}

    /// What the machine knew and a fresh one would not, on the way that it went since the last call, where that made
    /// even the finest steps end: in words that every machine for the program understands.
    fn relied_on(&mut self) -> Vec<u64> {
        Vec::new()
    }

    /// A way is to be gone on which a machine relied on this.
    fn rely_on(&mut self, _needs: &[u64]) {}
}

/// Where steps lead, told without taking them.
pub trait Foresee {
    /// Appends the components of the state that a choice leads to, if they are known without going there; the
    /// present state must have been saved into the same pool. The machine stays where it is, and the
    /// choice violates nothing and teaches nothing.
    fn foresee(&mut self, choice: Choice, pool: &mut dyn Pool, out: &mut Vec<CompId>) -> bool;

    /// Whether the step that was foreseen last has an effect ([`Footprints::has_effect`]), if that is known without
    /// taking it.
    fn foreseen_effect(&self) -> Option<bool> {
        None
    }
}

/// What steps touch of what others can see, so that a search can tell which of them commute.
///
/// A place is a number: a field, a variable, a lock, a channel. Along one path, equal numbers are equal places.
/// Two paths to the same state may number what is there in different ways; they agree where
/// [`Footprints::identity`] does.
pub trait Footprints {
    /// From now on it is noted what steps touch. False if that cannot be told of the system as it is set up.
    fn note_footprints(&mut self) -> bool;

    /// Appends what the last step touched. Two steps of different actors commute if no footprint of the one
    /// conflicts with one of the other. A step without any touched nothing that others can see.
    fn footprints(&mut self, out: &mut Vec<Footprint>);

    /// Appends what the last step had to do with other actors.
    fn ties(&mut self, out: &mut Vec<Tie>);

    /// Appends the places that an actor has for itself in the present state: no other can take them until it
    /// has moved.
    fn held(&mut self, actor: u32, out: &mut Vec<u64>);

    /// The kind of a place, as a number that is no other place's: the same however places are numbered, and the
    /// place itself if that always has the same number.
    fn kind_of(&self, place: u64) -> u64;

    /// Appends those who are there, but cannot move at present, with what could change that.
    fn waits(&mut self, out: &mut Vec<Wait>);

    /// How places are numbered in the present state, which must have been saved.
    fn identity(&mut self) -> u128;

    /// Who comes back to where he was by a step of his own waits for others, and searches may make use of that.
    fn spinners_wait(&self) -> bool {
        true
    }

    /// It can be told of steps whether they have an effect, see [`Footprints::has_effect`].
    fn tells_effects(&self) -> bool {
        false
    }

    /// The last step has changed something that other actors could see. Who has which lock does not count: that alone
    /// gets nobody anywhere. The machine must have been marked, or rewound, right before the step.
    fn has_effect(&mut self) -> bool {
        true
    }

    /// What is wrong with the present state if from here on no step has an effect, though somebody can always move.
    fn livelock(&mut self) -> Finding {
        let message =
            "all who can move go round in loops, and nothing that they look at can change".to_string();
        Finding { property: Property::LIVELOCK, message, details: Vec::new() }
    }

    /// What is wrong with the present state if from here on these can never move, though others go on for ever.
    fn partial_deadlock(&mut self, actors: &[u32]) -> Finding {
        let message = format!("others go on for ever, and these can never move again: {actors:?}");
        Finding { property: Property::PARTIAL_DEADLOCK, message, details: Vec::new() }
    }

    /// Some of these can move once time has passed that does not pass while others can move: it is not known whether
    /// they would go on for ever without them.
    fn waits_for_time(&self, _actors: &[u32]) -> bool {
        false
    }

    /// Appends those who can move and look at the clock again and again, which stands still for them as long as others
    /// can move.
    fn clock_watchers(&self, _out: &mut Vec<u32>) {}

    /// Where the system counts as finished, something could still be done, and has not been tried before.
    fn is_cut_short(&mut self) -> bool {
        false
    }
}

/// One place that a step touched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Footprint {
    pub place: u64,
    pub access: Access,
}

/// How a place is touched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Access {
    Read,
    /// Writes it; takes or gives back what one actor at a time can have, sends to it, or waits for it.
    Write,
    /// The whole system comes to its end, and nothing is observed of that but what was done before: whatever
    /// others could do must be tried first, but nobody need make way for it.
    End,
    /// Nobody knows what is touched: conflicts with everything that another does, whatever it is.
    Anything,
}

impl Footprint {
    /// Conflicts with whatever another actor does.
    pub const ANYTHING: Footprint = Footprint { place: 0, access: Access::Anything };

    /// The whole system comes to its end.
    pub const END: Footprint = Footprint { place: 0, access: Access::End };

    /// It may matter that somebody who could do the `other` has not done so before a step with this.
    pub fn conflicts(&self, other: &Footprint) -> bool {
        match (self.access, other.access) {
            (Access::Anything | Access::End, _) | (_, Access::Anything) => true,
            (_, Access::End) => false,
            (Access::Read, Access::Read) => false,
            _ => self.place == other.place,
        }
    }
}

/// What a step had to do with another actor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tie {
    /// It is there since this step.
    Started(u32),
    /// The step saw that it had come to its end: whatever the same actor does after this comes after all that
    /// the other did.
    SawEnd(u32),
    /// The step took this place for the actor itself alone.
    Took(u64),
    /// The step can be taken only where nobody else can move: it, and what comes after it, never comes before a
    /// step of another that could be taken.
    LastResort,
}

/// Why an actor cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// This one has to give it the place that it is about to touch.
    For { actor: u32, other: u32, place: u64 },
    /// Somebody has to touch this place first, or one of the other places that are listed for the actor.
    Until { actor: u32, place: u64 },
    /// Anybody may change it.
    Somehow { actor: u32 },
}

impl Wait {
    /// Who waits.
    pub fn actor(&self) -> u32 {
        let (Wait::For { actor, .. } | Wait::Until { actor, .. } | Wait::Somehow { actor }) = *self;
        actor
    }

    /// What it is about to do.
    pub fn pending(&self) -> Footprint {
        match *self {
            Wait::For { place, .. } | Wait::Until { place, .. } => Footprint { place, access: Access::Write },
            Wait::Somehow { .. } => Footprint::ANYTHING,
        }
    }
}

/// Figures of a machine.
pub trait Gauges {
    /// Operations executed so far.
    fn instructions(&self) -> u64;

    /// Bytes that the machine holds to go back along the present path.
    fn path_bytes(&self) -> u64 {
        0
    }

    /// The value that the program itself has given the present state, for searches that are guided by it.
    fn user_value(&self) -> i64 {
        0
    }

    /// The program keeps something from path to path: it matters in which order they are gone, and nobody may go
    /// others in between.
    fn keeps_across_paths(&self) -> bool {
        false
    }

    /// Names of all parts of the user's program that were met so far, in order: code, and behind a slash what it reads.
    fn met(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the machine has taken from outside on the way: names, with sums of what they stand for. A program that does
    /// so is another one where these are others.
    fn read(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// The sum of what such a name stands for now.
    fn reread(&self, _name: &str) -> Option<u64> {
        None
    }

    /// Names in states that the machine has given to what it met on the way, each with a longer one. Machines that give
    /// one name to two things do not understand each other's states.
    fn late_names(&self) -> Vec<(u64, u64)> {
        Vec::new()
    }

    /// What its kinds of components are called, by number.
    fn kinds(&self) -> &'static [&'static str] {
        &[]
    }

    /// Kinds of components that hold numbers of other components: each with the place of the first such word. All
    /// words from there on are such numbers.
    fn links(&self) -> &'static [(u8, usize)] {
        &[]
    }

    /// Which components tell what each actor does, for machines that have some for each.
    fn actors(&self) -> Option<ActorParts> {
        None
    }
}

/// Which components of a state are an actor's own. There is one for each actor, in the same order in every state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActorParts {
    pub kind: u8,
    /// The components that tell where in the program the actor is are of this kind: the same, or those whose numbers
    /// its own component holds, the innermost last.
    pub place_kind: u8,
    /// The words of them that do.
    pub place: std::ops::Range<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_conflicts() {
        let at = |place, access| Footprint { place, access };
        let (read, write) = (at(7, Access::Read), at(7, Access::Write));
        assert!(read.conflicts(&write) && write.conflicts(&read) && write.conflicts(&write));
        assert!(!read.conflicts(&read), "two readers");
        assert!(!write.conflicts(&at(8, Access::Write)), "two places");
        assert!(Footprint::ANYTHING.conflicts(&at(9, Access::Read)));
        assert!(Footprint::END.conflicts(&read) && !read.conflicts(&Footprint::END), "the end comes last");
        assert!(Footprint::ANYTHING.conflicts(&Footprint::END));
    }
}
