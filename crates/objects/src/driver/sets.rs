//! Rounds for sets of structures (delta execution). What sets cannot do ends the exploration and is said, with its
//! place; code that was never executed is executed by the machine first, for one structure.

use super::answers::Then;
use super::path::RoundEnd;
use super::{Continuation, DeltaDriver, Driven, Leads, RoundResult, Violation, gap};
use crate::sets::MOST_TOGETHER;
use crate::{Bounds, form};
use delta::{Backtrack, Cannot, Engine, Finish, Row, Shapes, TableId};
use lts::Cause;
use std::cmp::Ordering;
use std::ops::Range;

/// Classes whose native methods are answered here.
const ASKS: &[&str] = &[
    "jaywalk/Delta",
    "jaywalk/Verify",
    "gov/nasa/jpf/vm/Verify",
    "gov/nasa/jpf/jvm/Verify",
    "gov/nasa/arc/ase/jpf/jvm/Verify",
];

/// How far a set of states has come in a round.
#[derive(Clone, Default)]
pub(super) struct Phase {
    pub has_begun: bool,
    pub has_merged: bool,
    pub choices: Vec<u32>,
    /// The value of the choice that comes next, if that is not the first.
    pub next: u32,
}

/// Structures of one shape that are new in the present level: the first row, and the first way to each, as the number
/// of a structure and that of the choices.
#[derive(Clone, Default)]
struct Fresh {
    first: u32,
    keys: Vec<(u32, u32)>,
}

/// What is known beside the driver.
pub(super) struct Work {
    pub shapes: Shapes,
    pub engine: Engine<Phase>,
    fresh: Vec<Fresh>,
    /// Numbers of the structures of the present level, by shape: the first row, and one for each.
    orders: Vec<(u32, Vec<u32>)>,
    /// Choices by which structures of the present level were reached.
    ways: Vec<Box<[u32]>>,
    place: Continuation,
    /// The set that is executed: its first row.
    from: Row,
}

impl Work {
    pub fn order(&self, state: u32) -> u32 {
        let (first, orders) = &self.orders[self.from.table.0 as usize];
        orders[(self.from.row + state - first) as usize]
    }

    /// A structure was reached: the first way to it is what counts.
    pub fn note(&mut self, row: Row, key: (u32, u32), is_new: bool) {
        let table = row.table.0 as usize;
        if self.fresh.len() <= table {
            self.fresh.resize(table + 1, Fresh::default());
        }
        let Some(at) = row.row.checked_sub(self.fresh[table].first) else { return };
        if is_new {
            self.fresh[table].keys.push(key);
        } else if self.compare(key, self.fresh[table].keys[at as usize]) == Ordering::Less {
            self.fresh[table].keys[at as usize] = key;
        }
    }

    fn compare(&self, a: (u32, u32), b: (u32, u32)) -> Ordering {
        let way = |at: u32| &self.ways[at as usize];
        a.0.cmp(&b.0).then_with(|| way(a.1).cmp(way(b.1)))
    }

    pub fn way(&mut self, choices: &[u32]) -> u32 {
        self.ways.push(choices.into());
        self.ways.len() as u32 - 1
    }
}

impl DeltaDriver {
    pub(super) fn by_sets(
        &mut self,
        first_form: Vec<u8>,
        first: Continuation,
        bounds: &Bounds,
        watch: &mut dyn FnMut(&Driven) -> bool,
    ) -> RoundResult<()> {
        let mut engine = Engine::new(self.objects.machine.heap.base_top(), Backtrack::Restore);
        engine.asks = ASKS;
        let from = Row { table: TableId(0), row: 0 };
        let mut work = Work {
            shapes: Shapes::default(),
            engine,
            fresh: Vec::new(),
            orders: vec![(0, vec![0])],
            ways: Vec::new(),
            place: first.clone(),
            from,
        };
        let walked = self.read(&mut work, &first_form)?;
        work.shapes.add(&walked, &[0], |_, _, _| {});
        self.parents.push((0, Box::from([])));
        self.numbers.push(1);
        (self.driven.structures, self.driven.runs) = (1, Some(0));
        let mut level = vec![(TableId(0), 0..1)];
        let ended = loop {
            let structures = work.shapes.states;
            let is_whole = self.level(&mut work, &level, bounds, watch)?;
            let fresh = work.shapes.states - structures;
            if fresh > 0 && is_whole {
                self.numbers.push(fresh);
            }
            // What was met before a cut is true, and takes the fewest rounds.
            if self.judge(bounds, &first, &first_form)? || !is_whole {
                break Ok(());
            }
            match self.leads.take() {
                Some(Leads::On(next)) if fresh > 0 => work.place = next,
                leads => {
                    self.driven.is_closed = matches!(leads, Some(Leads::On(_)));
                    break Ok(());
                }
            }
            level = self.next_level(&mut work);
        };
        self.digest(&mut work);
        self.driven.splits = work.engine.splits;
        self.driven.instructions = work.engine.executed;
        ended
    }

    fn read(&self, work: &mut Work, bytes: &[u8]) -> RoundResult<delta::Walked> {
        let mut numbers = Vec::new();
        let fault = |what: String| gap(Cause::Fault, what, String::new());
        form::numbers(bytes, &mut numbers).map_err(fault)?;
        let walked = work.shapes.read(&self.objects.machine, &numbers);
        walked.ok_or_else(|| fault("a stored structure that cannot be read back".to_string()))
    }

    fn digest(&mut self, work: &mut Work) {
        let (mut numbers, mut bytes, mut words) = (Vec::new(), Vec::new(), Vec::new());
        for table in (0..work.shapes.tables.len() as u32).map(TableId) {
            for row in 0..work.shapes.table(table).count {
                work.shapes.form(&self.objects.machine, Row { table, row }, &mut numbers);
                form::of_numbers(&numbers, &mut bytes);
                form::to_words(&bytes, &mut words);
                self.driven.digest = self.driven.digest.wrapping_add(form::digest(&words));
            }
        }
    }

    /// Makes a round for every structure of a level; false if that was cut.
    fn level(
        &mut self,
        work: &mut Work,
        parts: &[(TableId, Range<u32>)],
        bounds: &Bounds,
        watch: &mut dyn FnMut(&Driven) -> bool,
    ) -> RoundResult<bool> {
        self.leads = None;
        self.driven.rounds += 1;
        work.ways.clear();
        let first = |table: &delta::Table| Fresh { first: table.count, keys: Vec::new() };
        work.fresh = work.shapes.tables.iter().map(first).collect();
        for (table, rows) in parts {
            let mut start = rows.start;
            while start < rows.end {
                let end = rows.end.min(start + MOST_TOGETHER);
                work.from = Row { table: *table, row: start };
                work.engine.load(&self.objects.machine, &mut work.shapes, *table, start..end);
                self.round(work)?;
                self.driven.expanded += u64::from(end - start);
                start = end;
                self.driven.structures = work.shapes.states;
                self.driven.bytes = work.shapes.bytes();
                if let Some(cut) = self.is_over(bounds, watch) {
                    self.driven.cut = Some(cut);
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// New structures get their numbers, in the order in which one after the other would have found them.
    fn next_level(&mut self, work: &mut Work) -> Vec<(TableId, Range<u32>)> {
        let mut all: Vec<((u32, u32), u32, u32)> = Vec::new();
        let (mut parts, mut orders) = (Vec::new(), Vec::new());
        for (table, fresh) in work.fresh.iter().enumerate() {
            let count = fresh.keys.len() as u32;
            orders.push((fresh.first, vec![0; count as usize]));
            if count > 0 {
                parts.push((TableId(table as u32), fresh.first..fresh.first + count));
            }
            all.extend(fresh.keys.iter().zip(0..).map(|(&key, row)| (key, table as u32, row)));
        }
        all.sort_by(|a, b| work.compare(a.0, b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for ((from, way), table, row) in all {
            orders[table as usize].1[row as usize] = self.parents.len() as u32;
            self.parents.push((from, work.ways[way as usize].clone()));
        }
        work.orders = orders;
        parts
    }

    /// Makes a round for the structures that are loaded.
    fn round(&mut self, work: &mut Work) -> RoundResult<()> {
        work.engine.begin(None);
        work.place.enter_set(&mut work.engine);
        loop {
            if let Some(runs) = &mut self.driven.runs {
                *runs += 1;
            }
            match self.advance(work) {
                Ok(done) => done?,
                Err(Cannot::Yet) => {
                    self.singly(work)?;
                    if work.engine.leave_out_first() {
                        continue;
                    }
                }
                Err(Cannot::Ever { what, place }) => {
                    let what = format!("sets of states cannot do this: {what}; explore without --delta can");
                    return Err(gap(Cause::Unsupported, what, place));
                }
            }
            if work.engine.go_on().is_none() {
                return Ok(());
            }
        }
    }

    /// Executes until the present states are done with the round.
    fn advance(&mut self, work: &mut Work) -> Result<RoundResult<()>, Cannot> {
        loop {
            match work.engine.run(&self.objects.machine, None)? {
                Finish::Returned(_) => {
                    self.driven.executions += work.engine.states().len() as u64;
                    return Ok(match work.engine.phase.has_merged {
                        true => self.note_leads(Leads::Out, |_| String::new()),
                        false => Ok(()),
                    });
                }
                Finish::Threw(_) => return Ok(self.violated(work)),
                Finish::Asks(method, words) => match self.asked(work, method, &words)? {
                    Ok(Then::On) => {}
                    Ok(Then::Done) => return Ok(Ok(())),
                    Err(trouble) => return Ok(Err(trouble)),
                },
            }
        }
    }

    /// The present states violate something: the machine has to confirm each of them.
    fn violated(&mut self, work: &mut Work) -> RoundResult<()> {
        self.driven.executions += work.engine.states().len() as u64;
        for state in work.engine.states().to_vec() {
            let bytes = self.form(work, state);
            let (place, choices) = (work.place.clone(), work.engine.phase.choices.clone());
            let path = self.path(&place, &bytes, choices, false)?;
            let RoundEnd::Failed(finding) = path.end else {
                let what = "sets of states disagree with the machine: use explore without --delta";
                return Err(gap(Cause::Fault, what, String::new()));
            };
            self.violations.push(Violation { order: work.order(state), choices: path.choices, finding });
        }
        self.objects.leave();
        Ok(())
    }

    fn form(&self, work: &mut Work, state: u32) -> Vec<u8> {
        let (mut numbers, mut bytes) = (Vec::new(), Vec::new());
        let row = Row { table: work.from.table, row: work.from.row + state };
        work.shapes.form(&self.objects.machine, row, &mut numbers);
        form::of_numbers(&numbers, &mut bytes);
        bytes
    }

    /// All paths of the round of one structure that begin with the choices made so far, by the machine.
    fn singly(&mut self, work: &mut Work) -> RoundResult<()> {
        let Some(&state) = work.engine.states().first() else { return Ok(()) };
        let Phase { choices: prefix, next, .. } = work.engine.phase.clone();
        let bytes = self.form(work, state);
        let order = work.order(state);
        let mut choices = prefix.clone();
        // A choice before which the set stands has this value or a later one.
        choices.extend((next > 0).then_some(next));
        let mut given = Some(choices);
        while let Some(choices) = given.filter(|choices| choices.starts_with(&prefix)) {
            let place = work.place.clone();
            let path = self.path(&place, &bytes, choices, false)?;
            self.driven.executions += 1;
            self.driven.singly += 1;
            if let Some(merged) = &path.merged {
                let walked = self.read(work, merged)?;
                let way = work.way(&path.choices);
                let mut kept = None;
                work.shapes.add(&walked, &[0], |_, row, is_new| kept = Some((row, is_new)));
                if let Some((row, is_new)) = kept {
                    work.note(row, (order, way), is_new);
                }
            }
            given = path.next();
            self.ended(path.end, order, path.choices)?;
        }
        self.objects.leave();
        Ok(())
    }
}
