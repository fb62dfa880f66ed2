//! Systems made of systems.

use crate::ability::{Atoms, Footprints, Foresee, Gauges, Knowledge};
use crate::finding::Gap;
use crate::pool::{CompId, Pool};
use crate::story::Narrate;
use crate::system::{Choice, Choices, Mark, Outcome, Settled, Status, System};

/// A system around another one. Whatever it does not say itself the inner one says: a wrapper writes down
/// what it changes, and every ability of the inner system that it does not name is still there. A test sees to
/// it that nothing of [`System`] is missing here.
///
/// Three abilities must be named by those whom they do not fit. A wrapper whose states or choices are other ones
/// than the inner system's has to translate `foresight`, or say `None`; one whose steps do more than the inner
/// system's has other `footprints`; and a sibling of the inner system is none of the wrapper, so `sibling` is
/// `None` until it wraps one.
pub trait Wrapper: Send {
    fn inner(&self) -> &dyn System;
    fn inner_mut(&mut self) -> &mut dyn System;

    fn start(&mut self) {
        self.inner_mut().start();
    }
    fn choices(&mut self, out: &mut Choices) -> Status {
        self.inner_mut().choices(out)
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        self.inner_mut().step(choice)
    }
    fn peek(&mut self, only_looks: bool) {
        self.inner_mut().peek(only_looks);
    }
    fn settle(&mut self) -> Settled {
        self.inner_mut().settle()
    }
    fn mark(&mut self) -> Mark {
        self.inner_mut().mark()
    }
    fn rewind(&mut self, to: Mark) {
        self.inner_mut().rewind(to);
    }
    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        self.inner_mut().save(pool, out);
    }
    /// # Errors
    /// As the inner system's.
    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        self.inner_mut().load(pool, state)
    }
    fn sibling(&self) -> Option<Box<dyn System>> {
        None
    }
    fn knowledge(&mut self) -> Option<&mut dyn Knowledge> {
        self.inner_mut().knowledge()
    }
    fn foresight(&mut self) -> Option<&mut dyn Foresee> {
        self.inner_mut().foresight()
    }
    fn footprints(&mut self) -> Option<&mut dyn Footprints> {
        self.inner_mut().footprints()
    }
    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        self.inner_mut().atoms()
    }
    fn narrator(&mut self) -> Option<&mut dyn Narrate> {
        self.inner_mut().narrator()
    }
    fn gauges(&self) -> Option<&dyn Gauges> {
        self.inner().gauges()
    }
}

impl<W: Wrapper> System for W {
    fn start(&mut self) {
        Wrapper::start(self);
    }
    fn choices(&mut self, out: &mut Choices) -> Status {
        Wrapper::choices(self, out)
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        Wrapper::step(self, choice)
    }
    fn peek(&mut self, only_looks: bool) {
        Wrapper::peek(self, only_looks);
    }
    fn settle(&mut self) -> Settled {
        Wrapper::settle(self)
    }
    fn mark(&mut self) -> Mark {
        Wrapper::mark(self)
    }
    fn rewind(&mut self, to: Mark) {
        Wrapper::rewind(self, to);
    }
    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        Wrapper::save(self, pool, out);
    }
    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        Wrapper::load(self, pool, state)
    }
    fn sibling(&self) -> Option<Box<dyn System>> {
        Wrapper::sibling(self)
    }
    fn knowledge(&mut self) -> Option<&mut dyn Knowledge> {
        Wrapper::knowledge(self)
    }
    fn foresight(&mut self) -> Option<&mut dyn Foresee> {
        Wrapper::foresight(self)
    }
    fn footprints(&mut self) -> Option<&mut dyn Footprints> {
        Wrapper::footprints(self)
    }
    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        Wrapper::atoms(self)
    }
    fn narrator(&mut self) -> Option<&mut dyn Narrate> {
        Wrapper::narrator(self)
    }
    fn gauges(&self) -> Option<&dyn Gauges> {
        Wrapper::gauges(self)
    }
}

#[cfg(test)]
mod tests {
    /// Names of the methods in the block that begins with a line.
    fn methods(source: &str, first: &str) -> Vec<String> {
        let lines = source.lines().skip_while(|line| *line != first).take_while(|line| *line != "}");
        let names = lines.filter_map(|line| line.strip_prefix("    fn ")?.split('(').next());
        names.map(str::to_string).filter(|name| !name.starts_with("inner")).collect()
    }

    #[test]
    fn everything_is_forwarded() {
        let (system, here) = (include_str!("system.rs"), include_str!("wrapper.rs"));
        let wanted = methods(system, "pub trait System: Send {");
        assert!(wanted.len() >= 15, "{wanted:?}");
        assert_eq!(methods(here, "pub trait Wrapper: Send {"), wanted);
        assert_eq!(methods(here, "impl<W: Wrapper> System for W {"), wanted);
    }
}
