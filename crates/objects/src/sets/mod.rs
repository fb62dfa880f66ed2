//! Every call on sets of structures at once, level by level: the same exploration as that of [`crate::Objects`] by a
//! breadth-first search, with the same structures, findings and counts (delta execution).
//!
//! A level is all structures that a sequence of so many calls reaches first. Those of one shape are executed
//! together. What is new is put in the order in which one state after the other would have found it, so that paths and
//! findings are the same as well.

mod phase;
mod representatives;
mod singly;

use crate::system::Objects;
use delta::{DeltaValue, Engine, Row, Shapes, TableId};
use lts::{Finding, Gap, Outcome, System};
use phase::Stage;
use representatives::Representatives;
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Structures that are executed together at most: columns of a few of them stay in the cache.
pub(crate) const MOST_TOGETHER: u32 = 1024;

/// How far to go.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Calls of a sequence.
    pub length: usize,
    pub states: Option<u64>,
    pub time: Option<Duration>,
    pub bytes: Option<u64>,
    /// Go on after a finding.
    pub all: bool,
}

/// What ended the exploration early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    States,
    Time,
    Memory,
    Interrupted,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Swept {
    pub structures: u64,
    pub expanded: u64,
    pub executions: u64,
    pub by_length: Vec<u64>,
    /// Findings with their calls.
    pub found: Vec<(Finding, Vec<u32>)>,
    pub gaps: Vec<Gap>,
    pub cut: Option<Cut>,
    /// Longer sequences lead to nothing new.
    pub is_closed: bool,
    /// Executions over sets, and splits of them.
    pub runs: u64,
    pub splits: u64,
    /// Executions of one state alone, and why.
    pub singly: u64,
    pub reasons: BTreeMap<String, u64>,
    pub instructions: u64,
    pub bytes: u64,
    pub elapsed: Duration,
}

/// A call that violates something.
struct Violation {
    /// The structure's number and the call: the order in which violations are met.
    key: u64,
    from: Row,
    finding: Option<Finding>,
}

/// Structures of one shape that are new in the present level.
#[derive(Clone, Default)]
struct Fresh {
    /// The first of them.
    first: u32,
    /// The first way to each: the number of a structure, and a call.
    keys: Vec<u64>,
}

/// A structure that is new in the present level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct New {
    /// The first way to it, see [`Fresh::keys`].
    key: u64,
    row: Row,
}

/// What to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proceed {
    On,
    Stop,
    /// Something was learnt that makes all of it incomplete.
    Again,
}

/// A class whose objects are explored by sets.
pub struct Sets {
    pub objects: Objects,
    shapes: Shapes,
    engine: Engine<Stage>,
    back: delta::Backtrack,
    /// Words of each call, and of that of the other class.
    words: Vec<(Vec<DeltaValue>, Vec<DeltaValue>)>,
    /// By shape.
    fresh: Vec<Fresh>,
    /// Numbers of the structures of the present level, by shape: the first row, and one for each.
    orders: Vec<(u32, Vec<u32>)>,
    /// From which structure each was reached first, and by which call.
    parents: Vec<(u32, u32)>,
    violations: Vec<Violation>,
    /// Where structures are compared by less than all that is in them: those that stand for others.
    kept: Option<Representatives>,
    swept: Swept,
    begun: Instant,
}

impl Sets {
    pub fn new(objects: Objects, back: delta::Backtrack) -> Sets {
        Sets {
            objects,
            shapes: Shapes::default(),
            engine: Engine::new(0, back),
            back,
            words: Vec::new(),
            fresh: Vec::new(),
            orders: Vec::new(),
            parents: Vec::new(),
            violations: Vec::new(),
            kept: None,
            swept: Swept::default(),
            begun: Instant::now(),
        }
    }

    /// Explores all of it. `watch` is told now and then how far it is, and gives false to end it.
    pub fn sweep(&mut self, bounds: &Bounds, watch: &mut dyn FnMut(&Swept) -> bool) -> Swept {
        let before = self.objects.machine.instructions;
        while self.explore(bounds, watch) == Proceed::Again {}
        self.note(before);
        std::mem::take(&mut self.swept)
    }

    /// Forms of all structures, as the words that a store has of them.
    pub fn each_form(&mut self, mut show: impl FnMut(&[u32])) {
        let (mut form, mut bytes, mut words) = (Vec::new(), Vec::new(), Vec::new());
        for table in 0..self.shapes.tables.len() as u32 {
            for row in 0..self.shapes.table(TableId(table)).count {
                if !self.stands(Row { table: TableId(table), row }) {
                    continue;
                }
                self.shapes.form(&self.objects.machine, Row { table: TableId(table), row }, &mut form);
                crate::form::of_numbers(&form, &mut bytes);
                crate::form::to_words(&bytes, &mut words);
                show(&words);
            }
        }
    }

    fn note(&mut self, before: u64) {
        let swept = &mut self.swept;
        swept.instructions = self.objects.machine.instructions - before + self.engine.executed;
        swept.splits = self.engine.splits;
        swept.bytes = self.shapes.bytes() + self.parents.capacity() as u64 * 8;
        swept.elapsed = self.begun.elapsed();
    }

    fn explore(&mut self, bounds: &Bounds, watch: &mut dyn FnMut(&Swept) -> bool) -> Proceed {
        self.objects.start();
        self.swept = Swept::default();
        (self.shapes, self.fresh, self.orders) = (Shapes::default(), Vec::new(), Vec::new());
        self.parents.clear();
        self.violations.clear();
        self.engine = Engine::new(self.objects.machine.heap.base_top(), self.back);
        if let Some(broken) = self.objects.broken.clone() {
            return self.begins_badly(broken);
        }
        let first = match self.first() {
            Ok(first) => first,
            Err(outcome) => return self.begins_badly(outcome),
        };
        self.kept = Representatives::new(&self.objects, first);
        let mut level = vec![(first.table, first.row..first.row + 1)];
        self.parents.push((0, 0));
        self.orders = vec![(0, vec![0])];
        (self.swept.structures, self.swept.by_length) = (1, vec![1]);
        for depth in 0..bounds.length {
            let (structures, executions, expanded) =
                (self.structures(), self.swept.executions, self.swept.expanded);
            let first_order = self.parents.len() as u64 - self.swept.by_length[depth];
            let next = self.level(&level, bounds, watch);
            self.violations.sort_by_key(|violation| violation.key);
            match next {
                Proceed::On => {}
                Proceed::Again => return next,
                Proceed::Stop => {
                    // What was met before the cut is true, and no shorter sequence leads to it.
                    self.violations.truncate(if bounds.all { usize::MAX } else { 1 });
                    self.tell();
                    return next;
                }
            }
            let first = self.violations.first().map(|violation| violation.key).filter(|_| !bounds.all);
            let new = self.choose(first.unwrap_or(u64::MAX));
            if let Some(first) = first {
                // As far as one state after the other would have come.
                let (parent, call) = (first >> 32, first & 0xFFFF_FFFF);
                let new = new.iter().filter(|new| new.key < first).count() as u64;
                self.swept.structures = structures + new;
                self.swept.by_length.extend((new > 0).then_some(new));
                let calls = self.words.len() as u64;
                self.swept.executions = executions + (parent - first_order) * calls + call + 1;
                self.swept.expanded = expanded + parent - first_order + 1;
                self.violations.truncate(1);
                self.tell();
                return Proceed::Stop;
            }
            self.tell();
            self.swept.structures = self.structures();
            if new.is_empty() {
                self.swept.is_closed = true;
                return Proceed::Stop;
            }
            self.swept.by_length.push(new.len() as u64);
            if depth + 1 < bounds.length {
                level = self.next_level(&new);
            }
        }
        Proceed::Stop
    }

    fn begins_badly(&mut self, outcome: Outcome) -> Proceed {
        (self.swept.structures, self.swept.by_length) = (1, vec![1]);
        match outcome {
            Outcome::Violated(finding) => self.swept.found.push((finding, Vec::new())),
            Outcome::Unknown(gap) => self.swept.gaps.push(gap),
            _ => {}
        }
        Proceed::Stop
    }

    /// Makes every call on every structure of a level.
    fn level(
        &mut self,
        parts: &[(TableId, Range<u32>)],
        bounds: &Bounds,
        watch: &mut dyn FnMut(&Swept) -> bool,
    ) -> Proceed {
        self.fresh.clear();
        self.fresh
            .extend(self.shapes.tables.iter().map(|table| Fresh { first: table.count, keys: Vec::new() }));
        for (table, rows) in parts {
            let mut start = rows.start;
            while start < rows.end {
                let end = rows.end.min(start + MOST_TOGETHER);
                self.engine.load(&self.objects.machine, &mut self.shapes, *table, start..end);
                for call in 0..self.words.len() {
                    if self.call_on_set(Row { table: *table, row: start }, call) == Proceed::Again {
                        return Proceed::Again;
                    }
                    self.swept.executions += u64::from(end - start);
                    // A call may take as long as a level of others.
                    if bounds.time.is_some_and(|most| self.begun.elapsed() >= most) {
                        break;
                    }
                }
                self.swept.expanded += u64::from(end - start);
                start = end;
                if let Some(cut) = self.is_over(bounds, watch) {
                    self.swept.cut = Some(cut);
                    self.swept.structures = self.structures();
                    return Proceed::Stop;
                }
            }
        }
        Proceed::On
    }

    fn is_over(&mut self, bounds: &Bounds, watch: &mut dyn FnMut(&Swept) -> bool) -> Option<Cut> {
        self.swept.structures = self.structures();
        self.swept.elapsed = self.begun.elapsed();
        if bounds.states.is_some_and(|most| self.swept.structures >= most) {
            return Some(Cut::States);
        }
        if bounds.time.is_some_and(|most| self.swept.elapsed >= most) {
            return Some(Cut::Time);
        }
        if let Some(most) = bounds.bytes
            && self.shapes.bytes() >= most
        {
            return Some(Cut::Memory);
        }
        (!watch(&self.swept)).then_some(Cut::Interrupted)
    }

    /// New structures get their numbers, in the order in which one state after the other would have found them.
    fn next_level(&mut self, new: &[New]) -> Vec<(TableId, Range<u32>)> {
        let mut orders: Vec<(u32, Vec<u32>)> = Vec::new();
        orders.extend(self.fresh.iter().map(|fresh| (fresh.first, vec![u32::MAX; fresh.keys.len()])));
        for &New { key, row } in new {
            let (first, orders) = &mut orders[row.table.0 as usize];
            orders[(row.row - *first) as usize] = self.parents.len() as u32;
            self.parents.push(((key >> 32) as u32, key as u32));
        }
        let mut parts: Vec<(TableId, Range<u32>)> = Vec::new();
        for (table, (first, orders)) in orders.iter().enumerate() {
            let table = TableId(table as u32);
            let taken = orders.iter().zip(*first..).filter(|&(&order, _)| order != u32::MAX);
            for (_, row) in taken {
                match parts.last_mut() {
                    Some((last, rows)) if *last == table && rows.end == row => rows.end += 1,
                    _ => parts.push((table, row..row + 1)),
                }
            }
        }
        self.orders = orders;
        parts
    }

    /// The calls that lead to a structure.
    fn path_to(&self, mut order: u32) -> Vec<u32> {
        let mut path = Vec::new();
        while order > 0 {
            let (parent, call) = self.parents[order as usize];
            path.push(call);
            order = parent;
        }
        path.reverse();
        path
    }

    /// Findings of the violations so far: the machine has to confirm each of them.
    fn tell(&mut self) {
        for violation in std::mem::take(&mut self.violations) {
            let call = violation.key as u32;
            let mut path = self.path_to((violation.key >> 32) as u32);
            path.push(call);
            match violation.finding.map_or_else(|| self.confirm(violation.from, call), Ok) {
                // Each is told once, by the first way to it, which is a shortest one.
                Ok(finding) if self.swept.found.iter().any(|(known, _)| *known == finding) => {}
                Ok(finding) => self.swept.found.push((finding, path)),
                Err(gap) => self.gap(gap),
            }
        }
    }

    fn gap(&mut self, gap: Gap) {
        if !self.swept.gaps.contains(&gap) {
            self.swept.gaps.push(gap);
        }
    }
}
