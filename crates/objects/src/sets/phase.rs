//! One call on a set of structures: the call itself, the same of the other class, what must be equal, the invariant,
//! and the forms of what came of it. At each of these the set may be taken apart.

use super::{Fresh, Proceed, Sets, Violation};
use crate::judge::is_same_number;
use classfile::Kind;
use delta::{Cannot, DeltaValue, Finish, Row, Since};
use vm::ClassId;

/// How far the present states have come with a call.
#[derive(Clone, Default)]
pub(super) enum Phase {
    #[default]
    Begin,
    Own,
    /// The call of the other class is executed; this is what the own one came to.
    Twin(Finish),
    Judge(Finish, Option<Finish>),
    /// Two numbers must be the same, of these types.
    Same(DeltaValue, DeltaValue, [Kind; 2]),
    /// Two objects are compared by `equals`.
    Equal,
    /// This must not be zero.
    Must(DeltaValue, After),
    /// The call is as it should be.
    Fine,
    /// The invariant of this object is next.
    Invariant(usize),
    Holds(usize, Since),
    Walk,
}

/// Where the present states are: what comes next, and the expected exception that the call has thrown.
#[derive(Clone, Default)]
pub(super) struct Stage {
    next: Phase,
    threw: Option<ClassId>,
}

#[derive(Clone, Copy)]
pub(super) enum After {
    Equality,
    Invariant(usize),
}

impl Sets {
    /// Makes a call on the structures that are loaded, the first of which is `from`.
    pub(super) fn call_on_set(&mut self, from: Row, call: usize) -> Proceed {
        self.engine.begin(None);
        loop {
            self.swept.runs += 1;
            let done = self.advance(from, call);
            // Once they are done: states that are not yet may come to be judged again.
            if let (Ok(()), Some(class)) = (&done, self.engine.phase.threw) {
                self.count_expected(class);
            }
            if let Err(cannot) = done {
                let mut states = self.engine.states().to_vec();
                match cannot {
                    Cannot::Yet => self.engine.postpone(states.split_off(1)),
                    Cannot::Ever { what, place } => {
                        *self.swept.reasons.entry(format!("{what} at {place}")).or_default() +=
                            states.len() as u64;
                    }
                }
                for state in states {
                    let key = self.key(from, state, call);
                    let row = Row { table: from.table, row: from.row + state };
                    if self.singly(row, key) == Proceed::Again {
                        return Proceed::Again;
                    }
                }
            }
            if self.engine.go_on().is_none() {
                return Proceed::On;
            }
        }
    }

    /// The number of a structure, and the call.
    fn key(&self, from: Row, state: u32, call: usize) -> u64 {
        let (first, orders) = &self.orders[from.table.0 as usize];
        u64::from(orders[(from.row + state - first) as usize]) << 32 | call as u64
    }

    fn run(&mut self) -> Result<Finish, Cannot> {
        let coverage = &mut self.objects.policy.coverage;
        let watch = if coverage.is_on { Some(coverage as &mut dyn delta::Watch) } else { None };
        self.engine.run(&self.objects.machine, watch)
    }

    /// Executes until the present states are done with the call.
    fn advance(&mut self, from: Row, call: usize) -> Result<(), Cannot> {
        loop {
            let next = match std::mem::take(&mut self.engine.phase.next) {
                Phase::Begin => {
                    let (adapter, _) = self.objects.adapters[call];
                    self.engine.enter(&self.objects.machine, adapter, &self.words[call].0)?;
                    Some(Phase::Own)
                }
                Phase::Own => {
                    self.engine.phase.next = Phase::Own;
                    let end = self.run()?;
                    match self.objects.adapters[call].1 {
                        None => Some(Phase::Judge(end, None)),
                        Some(twin) => {
                            self.engine.enter(&self.objects.machine, twin, &self.words[call].1)?;
                            Some(Phase::Twin(end))
                        }
                    }
                }
                Phase::Twin(own) => {
                    self.engine.phase.next = Phase::Twin(own.clone());
                    let other = self.run()?;
                    Some(Phase::Judge(own, Some(other)))
                }
                Phase::Judge(own, other) => self.judged(call, own, other)?,
                Phase::Same(a, b, kinds) => {
                    self.engine.phase.next = Phase::Same(a.clone(), b.clone(), kinds);
                    let is_same = |state| is_same_number((kinds[0], a.at(state)), (kinds[1], b.at(state)));
                    self.engine.divide(is_same).then_some(Phase::Fine)
                }
                Phase::Equal => {
                    self.engine.phase.next = Phase::Equal;
                    match self.run()? {
                        Finish::Returned(value) => Some(Phase::Must(value, After::Equality)),
                        _ => return Err(never("results whose equals throws")),
                    }
                }
                Phase::Must(value, after) => {
                    self.engine.phase.next = Phase::Must(value.clone(), after);
                    let next = match after {
                        After::Equality => Phase::Fine,
                        After::Invariant(object) => Phase::Invariant(object + 1),
                    };
                    self.engine.divide(|state| value.at(state) != 0).then_some(next)
                }
                // Nothing was written: all states are what they were, and what was right is so still.
                Phase::Fine if self.engine.is_unwritten() => return Ok(()),
                Phase::Fine => Some(Phase::Invariant(0)),
                Phase::Invariant(object) => Some(self.ask_invariant(object)?),
                Phase::Holds(object, since) => self.invariant_ended(object, since)?,
                Phase::Walk => {
                    self.engine.phase.next = Phase::Walk;
                    let roots = self.objects.makers.len();
                    let (machine, layouts) = (&self.objects.machine, &mut self.shapes.layouts);
                    if let Some(walked) = self.engine.walk(machine, layouts, roots)? {
                        self.keep(&walked, from, call);
                        return Ok(());
                    }
                    Some(Phase::Walk)
                }
            };
            match next {
                Some(next) => self.engine.phase.next = next,
                None => {
                    self.violated(from, call);
                    return Ok(());
                }
            }
        }
    }

    /// Begins the invariant of an object, or what comes after the last one.
    fn ask_invariant(&mut self, object: usize) -> Result<Phase, Cannot> {
        match self.objects.invariant {
            Some((adapter, _)) if object < self.objects.calls.objects.len() => {
                let since = self.engine.since();
                let root = self.engine.root(object);
                self.engine.enter(&self.objects.machine, adapter, &[root])?;
                Ok(Phase::Holds(object, since))
            }
            _ => Ok(Phase::Walk),
        }
    }

    /// Executes the invariant of an object; `None` if it throws.
    fn invariant_ended(&mut self, object: usize, since: Since) -> Result<Option<Phase>, Cannot> {
        self.engine.phase.next = Phase::Holds(object, since);
        let end = self.run()?;
        if !self.engine.is_unwritten_since(&since) {
            return Err(never("an invariant that writes"));
        }
        Ok(match end {
            Finish::Returned(value) => Some(Phase::Must(value, After::Invariant(object))),
            Finish::Threw(_) | Finish::Asks(..) => None,
        })
    }

    /// Whether a call is as it should be; `None` if it is not.
    fn judged(&mut self, call: usize, own: Finish, other: Option<Finish>) -> Result<Option<Phase>, Cannot> {
        let calls = std::sync::Arc::clone(&self.objects.calls);
        let made = &calls.list[call];
        let (twin, other) = match (&made.twin, other) {
            (Some((twin, _)), Some(other)) => (twin, other),
            _ => {
                return Ok(match own {
                    Finish::Returned(_) => Some(Phase::Fine),
                    Finish::Threw(class) if self.objects.expects(&made.method, class) => {
                        self.engine.phase.threw = Some(class);
                        Some(Phase::Fine)
                    }
                    Finish::Threw(_) | Finish::Asks(..) => None,
                });
            }
        };
        let (a, b) = match (own, other) {
            (Finish::Threw(a), Finish::Threw(b)) => return Ok((a == b).then_some(Phase::Fine)),
            (Finish::Returned(a), Finish::Returned(b)) => (a, b),
            _ => return Ok(None),
        };
        if made.method.returns == Kind::Void || twin.returns == Kind::Void {
            return Ok(Some(Phase::Fine));
        }
        match (made.method.returns == Kind::Ref, twin.returns == Kind::Ref) {
            (false, false) => Ok(Some(Phase::Same(a, b, [made.method.returns, twin.returns]))),
            (true, true) => {
                let itself = (self.engine.root(made.receiver), calls.objects.len() + made.receiver);
                let itself = (self.engine.only(&itself.0), self.engine.only(&self.engine.root(itself.1)));
                if (self.engine.only(&a), self.engine.only(&b)) == itself {
                    return Ok(Some(Phase::Fine));
                }
                self.engine.enter(&self.objects.machine, self.objects.equality, &[a, b])?;
                Ok(Some(Phase::Equal))
            }
            _ => Err(never("a number that is compared with a box")),
        }
    }

    fn count_expected(&mut self, class: ClassId) {
        let name = self.objects.machine.program.classes[class].external_name();
        let states = self.engine.states().len() as u64;
        *self.objects.tally.expected.entry(name).or_default() += states;
    }

    /// The present states violate something by this call.
    fn violated(&mut self, from: Row, call: usize) {
        for &state in self.engine.states() {
            let key = self.key(from, state, call);
            let from = Row { table: from.table, row: from.row + state };
            self.violations.push(Violation { key, from, finding: None });
        }
    }

    /// Keeps the structures that the present states have become.
    fn keep(&mut self, walked: &delta::Walked, from: Row, call: usize) {
        if self.is_old_shape(walked) {
            return;
        }
        let Sets { shapes, engine, fresh, orders, .. } = self;
        let (first, orders) = &orders[from.table.0 as usize];
        shapes.add(walked, engine.states(), |state, row, is_new| {
            let order = orders[(from.row + state - first) as usize];
            note(fresh, row, u64::from(order) << 32 | call as u64, is_new);
        });
    }
}

/// A structure was reached: the first way to it is what counts.
pub(super) fn note(fresh: &mut Vec<Fresh>, row: Row, key: u64, is_new: bool) {
    let table = row.table.0 as usize;
    if fresh.len() <= table {
        fresh.resize(table + 1, Fresh::default());
    }
    let fresh = &mut fresh[table];
    match row.row.checked_sub(fresh.first) {
        Some(_) if is_new => fresh.keys.push(key),
        Some(at) => fresh.keys[at as usize] = fresh.keys[at as usize].min(key),
        None => {}
    }
}

fn never(what: &str) -> Cannot {
    Cannot::Ever { what: what.to_string(), place: String::new() }
}
