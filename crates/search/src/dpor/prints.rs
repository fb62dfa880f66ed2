//! What steps touched, as far as it tells which of them commute.

use lts::{Access, Footprint, Tie};

/// What one event did: the steps of one actor from a state in which others could move to the next such state.
#[derive(Clone, Default, Debug)]
pub(super) struct Prints {
    /// Sorted, each once.
    pub touched: Vec<Footprint>,
    /// Places that the actor had for itself alone before, and others can have after.
    pub released: Vec<u64>,
    /// Who is there since then.
    pub started: Vec<u32>,
    /// It was possible only because nobody could move otherwise.
    pub is_last_resort: bool,
}

impl Prints {
    /// Nobody knows what is touched.
    pub fn anything() -> Prints {
        Prints { touched: vec![Footprint::ANYTHING], ..Prints::default() }
    }

    /// This too.
    pub fn add(&mut self, footprints: &[Footprint], ties: &[Tie]) {
        self.touched.extend_from_slice(footprints);
        self.touched.sort_unstable();
        self.touched.dedup();
        for tie in ties {
            match *tie {
                Tie::Started(actor) => self.started.push(actor),
                Tie::LastResort => self.is_last_resort = true,
                // Who comes after an end or after a monitor is seen from clocks.
                Tie::SawEnd(_) | Tie::Took(_) => {}
            }
        }
    }

    /// What another event did as well.
    pub fn join(&mut self, other: &Prints) {
        self.add(&other.touched, &[]);
        self.released.extend_from_slice(&other.released);
        self.started.extend_from_slice(&other.started);
        self.is_last_resort |= other.is_last_resort;
    }

    /// It may matter that somebody who could do the other has not done so before this.
    pub fn conflicts(&self, other: &Prints) -> bool {
        let conflicts = |own: &Footprint| other.touched.iter().any(|other| own.conflicts(other));
        self.touched.iter().any(conflicts)
    }

    /// It leaves something to others that the other touches: before this it may not have been possible.
    pub fn leaves(&self, other: &Prints) -> bool {
        let is_touched = |place: &u64| other.touched.iter().any(|touched| touched.place == *place);
        self.released.iter().any(is_touched)
    }

    /// Conflicts with whatever comes before or after.
    pub fn is_with_all(&self) -> bool {
        let is_with_all = |print: &Footprint| matches!(print.access, Access::Anything | Access::End);
        self.touched.iter().any(is_with_all)
    }

    /// The whole system comes to its end.
    pub fn is_end(&self) -> bool {
        self.touched.iter().any(|print| print.access == Access::End)
    }
}

/// An event of an actor that is to come.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub actor: u32,
    pub prints: std::rc::Rc<Prints>,
}

impl Planned {
    /// The order of the two events matters.
    pub fn depends(&self, other: &Planned) -> bool {
        let (own, its) = (&*self.prints, &*other.prints);
        self.actor == other.actor
            || own.conflicts(its)
            || its.conflicts(own)
            || own.leaves(its)
            || its.leaves(own)
            || own.started.contains(&other.actor)
            || its.started.contains(&self.actor)
            || own.is_last_resort
            || its.is_last_resort
    }

    /// The event could come before all of a plan: an initial of it. `Some(Some(at))` if it is the plan's own event
    /// `at`, `Some(None)` if the plan does not have it (a weak initial).
    pub fn begins(&self, plan: &Plan) -> Option<Option<usize>> {
        let Plan { events: plan, is_of_whole_run } = plan;
        match plan.iter().position(|other| other.actor == self.actor) {
            Some(at) => {
                let is_free = !plan[..at].iter().any(|before| before.depends(&plan[at]));
                is_free.then_some(Some(at))
            }
            // What it conflicts with may come where the run would have gone on.
            None if !is_of_whole_run => None,
            None => (!plan.iter().any(|other| other.depends(self))).then_some(None),
        }
    }
}

/// How to come to an event before another.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub events: Vec<Planned>,
    /// It was made at the end of a run that was not cut: whoever can move has done so.
    pub is_of_whole_run: bool,
}
