//! A machine that goes trails.

use crate::trail::Trail;
use lts::{Cause, Choices, Gap, Mark, Outcome, Path, System};

/// A machine with the way that it has gone, so that the next one can begin where they part.
pub struct Mover {
    pub system: Box<dyn System>,
    /// Where it was before each step, how many choices there were, and which it took. Empty if it is elsewhere.
    way: Vec<(Mark, usize, usize)>,
    is_on_way: bool,
    choices: Choices,
}

/// A trail that cannot be gone as it is told.
pub fn astray() -> Gap {
    let what = "nodes of a distributed search do not agree on a path".to_string();
    Gap { cause: Cause::Fault, what, place: String::new() }
}

impl Mover {
    pub fn new(system: Box<dyn System>) -> Mover {
        Mover { system, way: Vec::new(), is_on_way: false, choices: Choices::default() }
    }

    /// The machine is moved by others, and marks die.
    pub fn leave(&mut self) -> &mut dyn System {
        self.way.clear();
        self.is_on_way = false;
        &mut *self.system
    }

    /// Goes to the end of a trail.
    ///
    /// # Errors
    /// The trail leads to no state.
    pub fn go(&mut self, trail: &Trail) -> Result<(), Gap> {
        // What is wrong on the way is told where states are gone on from.
        self.system.peek(true);
        let gone = self.go_on(trail);
        self.system.peek(false);
        gone
    }

    fn go_on(&mut self, trail: &Trail) -> Result<(), Gap> {
        let mut reading = trail.read();
        if !std::mem::replace(&mut self.is_on_way, true) {
            self.system.start();
            self.way.clear();
        }
        let mut common = 0;
        while let Some(&(_, of, choice)) = self.way.get(common) {
            if reading.is_over() || reading.next(of) != Some(choice) {
                break;
            }
            common += 1;
        }
        if let Some(&(mark, ..)) = self.way.get(common) {
            self.system.rewind(mark);
            self.way.truncate(common);
        }
        let mut reading = trail.read();
        for &(_, of, _) in &self.way {
            reading.next(of);
        }
        while !reading.is_over() {
            self.system.choices(&mut self.choices);
            let of = self.choices.list.len();
            let choice = reading.next(of).ok_or_else(astray)?;
            self.way.push((self.system.mark(), of, choice));
            let outcome = self.system.step(self.choices.list[choice]);
            self.system.settle();
            if outcome != Outcome::Next {
                self.leave();
                return Err(astray());
            }
        }
        Ok(())
    }
}

/// The choices of a trail, one by one; the last one may lead to no state.
///
/// # Errors
/// The machine does not have such choices.
pub fn path(system: &mut dyn System, trail: &Trail) -> Result<Path, Gap> {
    system.start();
    let (mut reading, mut choices, mut path) = (trail.read(), Choices::default(), Path::new());
    while !reading.is_over() {
        system.choices(&mut choices);
        let choice = choices.list[reading.next(choices.list.len()).ok_or_else(astray)?];
        path.push(choice);
        let outcome = system.step(choice);
        system.settle();
        if outcome != Outcome::Next && !reading.is_over() {
            return Err(astray());
        }
    }
    Ok(path)
}

/// Lets a machine learn what these trails teach, each of them gone by what it knew at first. Where a trail was found
/// to teach something, its last step does.
pub fn acquaint<'t>(system: &mut dyn System, lessons: impl Iterator<Item = &'t Trail>) {
    let before = system.learnt();
    let mut all = before.clone();
    for trail in lessons {
        system.learn(&before);
        // A trail that leads to no state teaches all the same, and one that leads astray nothing.
        let _ = path(system, trail);
        all.extend(system.learnt());
    }
    system.learn(&all);
    system.start();
    system.settle();
}
