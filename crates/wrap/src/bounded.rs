//! A system that stands still once it is told to: whoever goes a path with it is through with it at once.

use lts::{Cause, Choice, Gap, Outcome, System, Wrapper};

pub struct Bounded<'a> {
    system: &'a mut dyn System,
    is_over: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Bounded<'a> {
    /// It is asked before every step whether that is still to be taken.
    pub fn new(system: &'a mut dyn System, is_over: &'a (dyn Fn() -> bool + Sync)) -> Bounded<'a> {
        Bounded { system, is_over }
    }
}

impl Wrapper for Bounded<'_> {
    fn inner(&self) -> &dyn System {
        self.system
    }

    fn inner_mut(&mut self) -> &mut dyn System {
        self.system
    }

    fn step(&mut self, choice: Choice) -> Outcome {
        if (self.is_over)() {
            let what = "a path, for want of time".to_string();
            return Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place: String::new() });
        }
        self.system.step(choice)
    }
}
