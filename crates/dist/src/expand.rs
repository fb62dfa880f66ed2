//! What a node does with a state: it looks at it, takes all its choices, and sends what they lead to to its owner.

use crate::Scouting;
use crate::news::{FoundAt, Halt, News};
use crate::node::{Care, Node, Waiting};
use crate::trail::Trail;
use lts::{Cause, Choice, Choices, Finding, Gap, Outcome, Property, StateId, Status, Store, System};

impl Node {
    /// Goes to a state of the present level.
    fn go_to(&mut self, trail: &Trail, state: StateId) -> Result<(), Gap> {
        if !self.store.get(state, &mut self.components) {
            let what = self.store.fault().unwrap_or_else(|| "a state that is lost".to_string());
            return Err(Gap { cause: Cause::Fault, what, place: String::new() });
        }
        if self.mover.leave().load(&self.store, &self.components).is_ok() {
            return Ok(());
        }
        // There is something in it that this machine has not met: on the way there it does.
        self.figures.walked += 1;
        self.mover.go(trail)?;
        let mut named = Vec::new();
        self.mover.system.save(&mut self.store, &mut named);
        if named != self.components {
            let what = "nodes of a distributed search call one state by two names".to_string();
            return Err(Gap { cause: Cause::Fault, what, place: String::new() });
        }
        self.mover.leave();
        Ok(())
    }

    /// Looks at a state, and takes all its choices.
    pub(super) fn expand(&mut self, waiting: &Waiting) {
        let Waiting { trail, state, care, .. } = waiting;
        self.at = Some(*state);
        if let Err(gap) = self.go_to(trail, *state) {
            return self.tell(gap.into());
        }
        let mut choices = std::mem::take(&mut self.choices);
        let status = self.mover.system.choices(&mut choices);
        if self.judge(status, trail) {
            self.take_all(&choices, trail, *care);
        }
        self.choices = choices;
        if self.mover.system.gauges().is_some_and(|gauges| gauges.keeps_across_paths()) {
            let what = "a program that keeps things across paths, by several processes".to_string();
            self.tell(Gap { cause: Cause::Unsupported, what, place: String::new() }.into());
            self.cut(Halt::Finished);
        }
    }

    /// What is wrong with a state. True if it is gone on from.
    fn judge(&mut self, status: Status, trail: &Trail) -> bool {
        match status {
            Status::Done => {
                self.figures.ends += 1;
                return false;
            }
            Status::Stuck(finding) => {
                self.found(trail.clone(), finding, false);
                return false;
            }
            Status::Flawed(finding) => self.found(trail.clone(), finding, true),
            Status::Live => {}
        }
        let is_too_deep = self.plan.limits.depth.is_some_and(|most| self.level as usize >= most);
        if is_too_deep {
            self.cut(Halt::Depth);
        }
        let goes_on = !self.looks_only && !is_too_deep;
        if goes_on {
            self.figures.deepest = self.figures.deepest.max(trail.steps + 1);
        }
        goes_on
    }

    fn found(&mut self, trail: Trail, finding: Finding, is_flaw: bool) {
        debug_assert!(finding.property != Property::LIVELOCK, "nobody looks for these here");
        self.tell(News::Found(FoundAt::new(trail, finding, is_flaw)));
    }

    fn take_all(&mut self, choices: &Choices, trail: &Trail, care: Care) {
        let mark = self.mover.system.mark();
        let mut has_moved = false;
        for (number, &choice) in choices.list.iter().enumerate() {
            if std::mem::take(&mut has_moved) {
                self.mover.system.rewind(mark);
            }
            self.figures.transitions += 1;
            self.components.clear();
            let is_foreseen = match self.mover.system.foresight() {
                Some(foresight) => foresight.foresee(choice, &mut self.store, &mut self.components),
                None => false,
            };
            if !is_foreseen {
                has_moved = true;
                let outcome = self.mover.system.step(choice);
                if self.mover.system.settle().is_outdated {
                    let system = &mut *self.mover.system;
                    let is_new = self.taught.insert(system.learnt());
                    system.learn(&self.learnt);
                    if is_new {
                        self.tell(News::Lesson(trail.then(number, choices.list.len())));
                    }
                    continue;
                }
                let longer = || trail.then(number, choices.list.len());
                if !self.outcome(outcome, longer) {
                    continue;
                }
            }
            // Whoever begins again anyway need not know where steps lead.
            if self.known.lessons.is_empty() {
                let longer = || trail.then(number, choices.list.len());
                let unmoved = is_foreseen.then_some(choice);
                has_moved |= self.deliver(longer, care, unmoved);
            }
        }
    }

    /// What a step came to. True if that is a state, which then has been named.
    fn outcome(&mut self, outcome: Outcome, trail: impl FnOnce() -> Trail) -> bool {
        match outcome {
            Outcome::Next => {
                self.components.clear();
                self.mover.system.save(&mut self.store, &mut self.components);
                if self.looks_on {
                    let mut choices = Choices::default();
                    // Its owner tells it as well, when its level comes, and so by the least of all ways.
                    self.mover.system.peek(true);
                    let status = self.mover.system.choices(&mut choices);
                    self.mover.system.peek(false);
                    if let Status::Flawed(finding) = status {
                        self.found(trail(), finding, true);
                    }
                }
                return true;
            }
            Outcome::Pruned => self.figures.pruned += 1,
            Outcome::Finished => self.cut(Halt::Finished),
            Outcome::Violated(finding) => self.found(trail(), finding, false),
            Outcome::Unknown(gap) => self.tell(gap.into()),
        }
        false
    }

    /// The state that was named last goes to its owner. `unmoved` is the choice that leads there, if the machine has
    /// not taken it. True if it has now.
    fn deliver(&mut self, trail: impl FnOnce() -> Trail, care: Care, unmoved: Option<Choice>) -> bool {
        let components = std::mem::take(&mut self.components);
        let owner = self.owner(&components);
        let mut has_moved = false;
        if owner == self.me {
            self.arrive_in(&components, self.level + 1, trail, care.behind());
        } else if care.covers(owner) {
            self.figures.left_out += 1;
        } else if self.sent.has(&mut self.store, &components, self.keys.whole()) {
            self.figures.kept_back += 1;
        } else {
            let (trail, mut cared) = (trail(), 0);
            if self.plan.lookahead > 0 {
                if let Some(choice) = unmoved {
                    // It is known where that leads, so it teaches nothing and violates nothing.
                    self.mover.system.step(choice);
                    self.mover.system.settle();
                    has_moved = true;
                }
                // What is wrong ahead is told by whoever goes there, when the level comes: it may be nearer elsewhere.
                self.mover.system.peek(true);
                if self.look_ahead(&trail, self.plan.lookahead) {
                    cared = self.plan.lookahead;
                }
                self.mover.system.peek(false);
            }
            self.figures.messages += 1;
            self.figures.all_messages += 1;
            self.outboxes[owner].put(&self.store, &components, &trail, cared, self.plan.transfer);
        }
        self.components = components;
        has_moved
    }

    /// Looks at what comes behind the present state, which is sent to another node: what of that is this node's own
    /// need not come back. False if it cannot be said; then everything is sent.
    fn look_ahead(&mut self, trail: &Trail, generations: u8) -> bool {
        if self.plan.limits.depth.is_some_and(|most| trail.steps as usize >= most) {
            return true;
        }
        let mut choices = Choices::default();
        match self.mover.system.choices(&mut choices) {
            Status::Live | Status::Flawed(_) => {}
            Status::Done | Status::Stuck(_) => return true,
        }
        let mark = self.mover.system.mark();
        let mut is_sure = true;
        for (number, &choice) in choices.list.iter().enumerate() {
            let outcome = self.mover.system.step(choice);
            if self.mover.system.settle().is_outdated {
                // Whoever gets the state finds that out, too.
                self.mover.system.learn(&self.learnt);
                is_sure = false;
            } else if matches!(outcome, Outcome::Violated(_)) {
                // Once it is told, the same step leads to a state: whoever gets this one tells it, or sends that on.
                is_sure = false;
            } else if outcome == Outcome::Next {
                self.figures.looked_at += 1;
                self.components.clear();
                self.mover.system.save(&mut self.store, &mut self.components);
                let components = std::mem::take(&mut self.components);
                let longer = trail.then(number, choices.list.len());
                let is_own = self.owner(&components) == self.me;
                if generations > 1 {
                    is_sure &= self.look_ahead(&longer, generations - 1);
                }
                if is_own {
                    self.ahead.push((longer, components.as_slice().into()));
                }
                self.components = components;
            }
            self.mover.system.rewind(mark);
            if !is_sure {
                break;
            }
        }
        is_sure
    }

    /// Goes some ways at random, and notes what they teach, unless somebody wants the search to end.
    pub fn scout(
        &mut self,
        walks: impl Iterator<Item = u64>,
        scouting: &Scouting,
        is_over: impl Fn() -> bool,
    ) {
        let system = self.mover.leave();
        let learnt = system.learnt();
        self.taught.clear();
        let mut choices = Choices::default();
        let mut spent = 0;
        for walk in walks {
            if spent >= scouting.all_operations {
                break;
            }
            let mut seed = base::hash_words([walk, 1]);
            let mut trail = Trail::default();
            system.start();
            let begun = system.instructions();
            // A thread that circles without anybody seeing it takes steps of millions of operations.
            let walked = |system: &dyn System| system.instructions().saturating_sub(begun);
            while trail.steps < scouting.steps && walked(system) < scouting.operations && !is_over() {
                if !matches!(system.choices(&mut choices), Status::Live | Status::Flawed(_)) {
                    break;
                }
                seed = base::hash_words([seed, walk]);
                let number = (seed >> 16) as usize % choices.list.len().max(1);
                let Some(&choice) = choices.list.get(number) else { break };
                trail = trail.then(number, choices.list.len());
                let outcome = system.step(choice);
                if system.settle().is_outdated {
                    if self.taught.insert(system.learnt()) {
                        self.known.lessons.insert(trail.clone());
                    }
                    system.learn(&learnt);
                }
                if outcome != Outcome::Next {
                    break;
                }
            }
            spent += walked(system);
        }
        system.start();
    }
}
