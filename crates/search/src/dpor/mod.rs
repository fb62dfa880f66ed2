//! Stateless search: nothing is stored but the present path, and of the orders of steps that commute one is
//! explored (dynamic partial-order reduction). For systems whose states are large, and whose runs end.
//!
//! The path is a sequence of events with the happens-before order among them ([`trace`]). Two events that are not
//! ordered but by their own conflict are a race: when a run has come to its end, a plan is made for each race how to
//! come to the later one first, and is left at the state in which the first was done, as a branch of a wakeup tree
//! ([`wakeup`]) if nothing that is explored there covers it. Sleep sets say what that is. This is optimal
//! DPOR (Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial Order Reduction", POPL 2014): each
//! Mazurkiewicz trace once. Where nothing is planned nobody sleeps, so no run is made in vain. That is so where all
//! choices are about who moves and no run is cut. Where one actor has several ways (an input, whom to wake), all are
//! taken wherever it moves, and where a run was cut nobody knows what would have come: there, sleepers are woken where
//! nothing is planned, and a trace may be explored twice.
//!
//! What is special:
//! - The steps of one actor between two states in which others can move are one event: inputs, atomic blocks.
//! - A place that one actor at a time can have: who finds it taken has not moved. Its event is when it gets it; if it
//!   never does, what it was about to do counts at the end of the run. Giving it back allows more and is
//!   no race, but comes before who takes it next. All this only as long as nobody looks at everything: who does can
//!   tell one that waits from one that has not come so far. From the first such look on, finding a place taken and
//!   giving it back are events like others, and the search begins again.
//! - Who could not have moved before an event is not moved there: that event brought it about.
//! - A step that ends a path early, and the end of the whole system, come after whatever others can do:
//!   everybody moves from the state before.
//! - A step that is a last resort comes after all that was done and before all that will be. From the state before it
//!   everybody moves who can, and what those were about to do who wait counts there as at the end of a run.

mod frame;
mod prints;
mod trace;
mod wakeup;

use crate::core::{Core, Patience, Reach};
use crate::limits::{Limits, Progress, Why};
use crate::result::{Next, SearchResult};
use frame::{Current, Decision, Frame, Kind};
use lts::{Access, Cause, Choice, Footprint, Gap, MaybeOwned, Outcome, Path, Status, System, Tie, Wait};
use prints::{Planned, Prints};
use std::rc::Rc;
use trace::{Race, Trace};
use wakeup::Wakeup;

/// A run without an end is cut after this many steps, where no other limit is set.
const MAX_STEPS: usize = 10_000;
/// Others come first where one actor has had so many events in a row: it may wait for them in a loop.
const MAX_IN_A_ROW: usize = 10;

/// Explores every run up to the order of steps that commute, or until the first finding or a limit. `watch` is called
/// now and then; false stops the search.
pub fn stateless(
    system: &mut dyn System,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> SearchResult {
    let is_told = system.footprints().is_some_and(|told| told.note_footprints());
    let core = Core::new(MaybeOwned::Borrowed(system), limits, Patience::Some);
    let mut dpor = Dpor {
        core,
        frames: Vec::new(),
        trace: Trace::default(),
        checked: 0,
        is_at_top: false,
        is_looked_at: false,
        watch,
    };
    if !is_told {
        let what =
            "a search without a store, of a system that does not tell what its steps touch".to_string();
        dpor.core.result.gap(Gap { cause: Cause::Unsupported, what, place: String::new() });
        return dpor.core.finish(None);
    }
    while dpor.explore() == Next::Again {
        dpor.core.result.begin_again();
    }
    dpor.core.finish(None)
}

struct Dpor<'a> {
    core: Core<'a>,
    frames: Vec<Frame>,
    trace: Trace,
    /// The races of so many events of the path are planned for.
    checked: usize,
    /// The machine is in the last state of the path.
    is_at_top: bool,
    /// Some step looks at everything, at those too who wait.
    is_looked_at: bool,
    watch: &'a mut dyn FnMut(&Progress) -> bool,
}

impl Dpor<'_> {
    fn explore(&mut self) -> Next {
        self.core.start();
        self.frames.clear();
        self.trace = Trace::default();
        self.checked = 0;
        let status = self.core.look();
        let mut next = self.reach(status, Vec::new(), Vec::new(), Vec::new());
        while next == Next::On {
            let Some(choice) = self.next_choice() else {
                return if self.core.restart.is_pending() { Next::Again } else { Next::Stop };
            };
            next = self.take(choice);
            if next == Next::On && self.core.clock.tick(&*self.core.system) {
                next = self.look_around();
            }
        }
        next
    }

    /// What to do next; the last state of the path is the one to do it from.
    fn next_choice(&mut self) -> Option<Choice> {
        loop {
            let top = self.frames.last_mut()?;
            if let Some(choice) = top.left.pop() {
                return Some(choice);
            }
            if let Some(open) = top.open()
                && let Some(Current { actor, prints, .. }) = open.current.take()
            {
                open.asleep.push(Planned { actor, prints: Rc::new(prints) });
            }
            match self.pick() {
                Some(current) => {
                    let Some(top) = self.frames.last_mut() else { continue };
                    let own = top.choices.iter().filter(|choice| choice.actor == current.actor);
                    top.left = own.rev().copied().collect();
                    if let Some(open) = top.open() {
                        (open.current, open.is_begun) = (Some(current), true);
                    }
                }
                None => {
                    self.frames.pop();
                    self.is_at_top = false;
                }
            }
        }
    }

    /// Who moves next from the last state of the path.
    fn pick(&mut self) -> Option<Current> {
        let free = self.first_mover();
        let Frame { choices, kind, .. } = self.frames.last_mut()?;
        let Kind::Open(open) = kind else { return None };
        let current = |actor, after, planned| Current {
            actor,
            prints: Prints::default(),
            held: Vec::new(),
            after,
            planned,
        };
        let is_planned = !open.tree.is_empty();
        while !open.tree.is_empty() {
            let node = open.tree.remove(0);
            let actor = node.event.actor;
            if choices.iter().any(|choice| choice.actor == actor) && !open.is_asleep(actor) {
                self.core.result.statistics.backtracks += u64::from(open.is_begun);
                return Some(current(actor, node.after, Some(node.event.prints)));
            }
            // It cannot be done before what it was to come before. That is no loss, unless it stands for other plans.
            if node.is_needed() {
                open.plan_all(choices);
            }
        }
        if open.is_begun || is_planned {
            return None;
        }
        // Where nothing is planned nobody sleeps, if what led here was planned exactly. Else what sleeps may be
        // missing.
        self.core.result.statistics.inexact += u64::from(!open.asleep.is_empty());
        open.asleep.clear();
        free.map(|actor| current(actor, Vec::new(), None))
    }

    /// Who moves where nothing is planned: who moved last, unless he has for long.
    fn first_mover(&self) -> Option<u32> {
        let mut able = self.frames.last()?.choices.iter().map(|choice| choice.actor);
        let events = &self.trace.events;
        let last = events.last().map(|event| event.actor);
        let row =
            events.iter().rev().take(MAX_IN_A_ROW).take_while(|event| Some(event.actor) == last).count();
        let goes_on = row < MAX_IN_A_ROW;
        able.clone().find(|&actor| (Some(actor) == last) == goes_on).or_else(|| able.next())
    }

    /// Takes a choice from the last state of the path.
    fn take(&mut self, choice: Choice) -> Next {
        let depth = self.frames.len() - 1;
        let top = &mut self.frames[depth];
        if !std::mem::replace(&mut self.is_at_top, false) {
            self.core.system.rewind(top.mark);
        }
        top.taken = Some(choice);
        self.trace.truncate(top.events);
        self.checked = self.checked.min(top.events);
        let (began, mut prints) = match &mut top.kind {
            Kind::Inside { prints, began } => (*began, prints.clone()),
            Kind::Open(open) => {
                if let Some(current) = &mut open.current {
                    current.held.clear();
                    hold(&mut *self.core.system, choice.actor, &mut current.held);
                }
                (depth, Prints::default())
            }
        };
        let (outcome, settled) = self.core.step(choice);
        self.core.result.statistics.states += 1;
        let next = self.core.count(settled);
        if next != Next::On {
            return next;
        }
        if self.note(&mut prints, outcome == Outcome::Next) == Next::Again {
            return Next::Again;
        }
        if prints.is_last_resort {
            self.let_all_move(began);
            let waits = self.waits_at(began);
            self.plan_for_waits(&waits, true);
        }
        let frames = &self.frames;
        match self.core.judge(outcome, || path_of(frames)) {
            None => self.arrive(choice.actor, prints, began),
            Some(next) => {
                self.complete(choice.actor, prints, began, None);
                self.core.result.statistics.executions += 1;
                self.let_all_move(began);
                let waits = self.waits_at(began);
                self.plan_for(&waits, false);
                next
            }
        }
    }

    /// Adds what the last step touched. `Again` if it is the first to look at everything.
    fn note(&mut self, prints: &mut Prints, goes_on: bool) -> Next {
        let (mut footprints, mut ties): (Vec<_>, Vec<Tie>) = (Vec::new(), Vec::new());
        match self.core.system.footprints().filter(|_| goes_on) {
            Some(told) => {
                told.footprints(&mut footprints);
                told.ties(&mut ties);
            }
            None => footprints.push(Footprint::ANYTHING),
        }
        prints.add(&footprints, &ties);
        let looks = goes_on && footprints.iter().any(|print| print.access == Access::Anything);
        let is_first = looks && !std::mem::replace(&mut self.is_looked_at, true);
        if is_first { Next::Again } else { Next::On }
    }

    /// A step has led to a state.
    fn arrive(&mut self, actor: u32, mut prints: Prints, began: usize) -> Next {
        let status = self.core.look();
        let choices = &self.core.choices;
        let is_one_turn = choices.is_input || !choices.others.is_empty();
        let is_inside = is_one_turn && choices.list.iter().all(|choice| choice.actor == actor);
        let is_live = matches!(status, Status::Live | Status::Flawed(_));
        if is_inside && is_live {
            return self.go_on_inside(status, prints, began);
        }
        let waits = waits(&mut *self.core.system);
        let is_cut =
            status == Status::Done && self.core.system.footprints().is_some_and(|told| told.is_cut_short());
        if is_cut {
            prints.add(&[Footprint::ANYTHING], &[]);
        }
        let is_end = is_cut || prints.is_end();
        self.complete(actor, prints, began, Some(&waits));
        if is_end {
            self.let_all_move(began);
        }
        if !is_live {
            return self.end(status, &waits, !is_cut);
        }
        if !self.is_as_planned(began) {
            return self.reach(status, Vec::new(), Vec::new(), waits);
        }
        let asleep = self.still_asleep(began);
        let current = self.frames[began].open().and_then(|open| open.current.as_ref());
        let tree = current.map_or_else(Vec::new, |current| current.after.clone());
        self.reach(status, asleep, tree, waits)
    }

    /// The last event, which began at this depth, is the one that was planned, so that what was planned behind it can
    /// be done. Steps end earlier where others are still there that had ended when the plan was made; then everything
    /// behind the event is explored.
    fn is_as_planned(&mut self, began: usize) -> bool {
        let Some(event) = self.trace.events.last() else { return true };
        let (done, open) = (event.prints.clone(), self.frames[began].open());
        let current = open.and_then(|open| open.current.as_ref()).filter(|current| !current.after.is_empty());
        let planned = current.and_then(|current| current.planned.as_ref());
        planned.is_none_or(|planned| planned.touched == done.touched && planned.started == done.started)
    }

    /// A run has come to its end.
    fn end(&mut self, status: Status, waits: &[Wait], is_whole: bool) -> Next {
        self.core.result.statistics.executions += 1;
        self.plan_for(waits, is_whole);
        match status {
            Status::Stuck(finding) => {
                let frames = &self.frames;
                self.core.report(finding, || path_of(frames))
            }
            _ => {
                self.core.result.statistics.ends += 1;
                Next::On
            }
        }
    }

    /// The path goes on in the middle of an event.
    fn go_on_inside(&mut self, status: Status, prints: Prints, began: usize) -> Next {
        let next = self.flaw(status);
        if next != Next::On || self.is_too_deep() {
            return next;
        }
        let left = self.core.choices.list.iter().rev().copied().collect();
        let kind = Kind::Inside { prints, began };
        self.push(left, kind);
        Next::On
    }

    /// The path has come to a state in which it is a question who moves.
    fn reach(&mut self, status: Status, asleep: Vec<Planned>, tree: Vec<Wakeup>, waits: Vec<Wait>) -> Next {
        match status {
            Status::Done | Status::Stuck(_) => return self.end(status, &waits, true),
            Status::Live | Status::Flawed(_) => {}
        }
        let next = self.flaw(status);
        if next != Next::On {
            return next;
        }
        if self.is_too_deep() {
            self.core.result.statistics.executions += 1;
            self.plan_for(&[], false);
            return Next::On;
        }
        let is_closed = !self.core.choices.others.is_empty() || self.core.choices.is_input;
        let open = Decision { asleep, tree, current: None, is_begun: false, waits: waits.into(), is_closed };
        self.push(Vec::new(), Kind::Open(open));
        if self.core.is_full(self.core.result.statistics.states) { Next::Stop } else { Next::On }
    }

    fn push(&mut self, left: Vec<Choice>, kind: Kind) {
        let mark = self.core.system.mark();
        let choices = self.core.choices.list.clone();
        let events = self.trace.events.len();
        self.frames.push(Frame { mark, choices, left, taken: None, events, kind });
        self.is_at_top = true;
        let statistics = &mut self.core.result.statistics;
        statistics.max_depth = statistics.max_depth.max(self.frames.len());
    }

    /// Tells what is wrong with a state that goes on.
    fn flaw(&mut self, status: Status) -> Next {
        match status {
            Status::Flawed(finding) if !self.core.result.is_told(&finding) => {
                let frames = &self.frames;
                self.core.report(finding, || path_of(frames))
            }
            _ => Next::On,
        }
    }

    fn is_too_deep(&mut self) -> bool {
        let is_too_deep = self.frames.len() >= self.core.limits.depth.unwrap_or(MAX_STEPS);
        if is_too_deep {
            self.core.result.cut(Why::Depth);
        }
        is_too_deep
    }

    /// An event is whole. `waits` is who waits after it; `None` if it ended the path.
    fn complete(&mut self, actor: u32, mut prints: Prints, began: usize, waits: Option<&[Wait]>) {
        let mut is_waiting = false;
        if let Some(current) = self.frames[began].open().and_then(|open| open.current.as_mut()) {
            if let Some(waits) = waits {
                let mut held = Vec::new();
                hold(&mut *self.core.system, actor, &mut held);
                let released = current.held.iter().filter(|place| !held.contains(place)).copied();
                if self.is_looked_at {
                    let written = |place| Footprint { place, access: Access::Write };
                    prints.add(&released.map(written).collect::<Vec<_>>(), &[]);
                } else {
                    prints.released = released.collect();
                    is_waiting = is_attempt(&prints, actor, waits);
                }
            }
            if is_waiting {
                prints = Prints::default();
            }
            current.prints.join(&prints);
        }
        self.trace.push(actor, prints, began, is_waiting);
    }

    /// Who still sleeps after the last event, which began at this depth.
    fn still_asleep(&mut self, began: usize) -> Vec<Planned> {
        let Some(event) = self.trace.events.last() else { return Vec::new() };
        let done = Planned { actor: event.actor, prints: event.prints.clone() };
        let Some(open) = self.frames[began].open() else { return Vec::new() };
        open.asleep.iter().filter(|asleep| !asleep.depends(&done)).cloned().collect()
    }

    fn waits_at(&mut self, depth: usize) -> Vec<Wait> {
        self.frames[depth].open().map_or_else(Vec::new, |open| open.waits.to_vec())
    }

    /// Everybody moves who can, from a state of the path.
    fn let_all_move(&mut self, depth: usize) {
        let Some(frame) = self.frames.get_mut(depth) else { return };
        self.core.result.statistics.reversed += u64::from(frame.let_all_move());
    }

    /// A run is over, and these wait: plans for its races.
    fn plan_for(&mut self, waits: &[Wait], is_whole: bool) {
        let mut races = Vec::new();
        let frames = &self.frames;
        let is_able = |event: usize, actor: u32| frames[self.trace.events[event].depth].is_able(actor);
        for at in self.checked..self.trace.events.len() {
            self.trace.races(at, &is_able, &mut |race| races.push(race));
        }
        self.checked = self.trace.events.len();
        self.plan_all(races, is_whole);
        self.plan_for_waits(waits, is_whole);
    }

    fn plan_for_waits(&mut self, waits: &[Wait], is_whole: bool) {
        let mut races = Vec::new();
        let frames = &self.frames;
        let is_able = |event: usize, actor: u32| frames[self.trace.events[event].depth].is_able(actor);
        self.trace.races_of_waits(waits, &is_able, &mut |race| races.push(race));
        self.plan_all(races, is_whole);
    }

    fn plan_all(&mut self, races: Vec<Race>, is_whole: bool) {
        for Race { first, mut plan } in races {
            plan.is_of_whole_run = is_whole;
            let mut depth = self.trace.events[first].depth;
            let is_closed = |frame: &mut Frame| frame.open().is_none_or(|open| open.is_closed);
            if !is_closed(&mut self.frames[depth]) {
                let is_new = self.frames[depth].open().is_some_and(|open| open.plan(plan));
                self.core.result.statistics.reversed += u64::from(is_new);
                continue;
            }
            // It was one actor's turn: whoever can be first, comes before that turn.
            while depth > 0 && is_closed(&mut self.frames[depth]) {
                depth -= 1;
            }
            self.let_all_move(depth);
        }
    }

    fn look_around(&mut self) -> Next {
        let bytes = self.frames.len() * (size_of::<Frame>() + size_of::<trace::Event>());
        let reach = Reach {
            depth: self.frames.len(),
            frontier: self.frames.len() as u64,
            bytes: bytes as u64,
            share: None,
        };
        let progress = self.core.progress(reach, None);
        self.core.result.look_around(self.core.limits, &progress, &mut *self.watch)
    }
}

/// The choices that the path takes.
fn path_of(frames: &[Frame]) -> Path {
    frames.iter().filter_map(|frame| frame.taken).collect()
}

fn hold(system: &mut dyn System, actor: u32, out: &mut Vec<u64>) {
    if let Some(told) = system.footprints() {
        told.held(actor, out);
    }
}

fn waits(system: &mut dyn System) -> Vec<Wait> {
    let mut waits = Vec::new();
    if let Some(told) = system.footprints() {
        told.waits(&mut waits);
    }
    waits
}

/// All that an event came to is that its actor waits for another to give it a place.
fn is_attempt(prints: &Prints, actor: u32, waits: &[Wait]) -> bool {
    let place = waits.iter().find_map(|wait| match *wait {
        Wait::For { actor: waiting, place, .. } if waiting == actor => Some(place),
        _ => None,
    });
    let is_plain = prints.started.is_empty()
        && prints.released.is_empty()
        && !prints.is_last_resort
        && !prints.is_with_all();
    place.is_some_and(|place| is_plain && prints.touched.iter().all(|touched| touched.place == place))
}
