//! Data races, found where they are about to happen: two threads stand before accesses to the same place, at
//! least one of them a write, and neither to a volatile field.
//!
//! This decides the question that happens-before asks. If some sequentially consistent run has two
//! conflicting accesses that are not ordered by happens-before, then some run has two that are next to each
//! other (Adve and Hill's definition of data-race freedom; JLS 17.4.5), and then there is a state in which
//! both are the next operation of their threads. The search visits it: an access to a place that is written
//! while it is shared always begins a step. So a complete search without a finding means that the program is
//! free of data races, and then its runs under the Java memory model are the sequentially consistent ones
//! that were searched.
//!
//! What counts are fields of the program's own classes, and elements of arrays where the program's own code
//! accesses or copies them. What the library does inside itself is its own business; so is what it does to
//! the program's arrays (`Arrays.fill`), which the report says.

use super::driver::Subject;
use super::ghost::State;
use super::system::Explorer;
use super::tally::locked;
use classfile::Access as Flags;
use ir::Op;
use ir::operand::Src;
use lts::{Finding, Property};
use vm::program::Loader;
use vm::state::heap::Ref;
use vm::state::thread::{NOT_STARTED, ThreadId, ThreadStatus};

/// A memory place: an object and a unit of it, or an array and some elements in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    object: Ref,
    at: u32,
    count: u32,
}

impl Place {
    fn overlaps(self, other: Place) -> bool {
        let ends_before = |a: Place, b: Place| a.at.saturating_add(a.count) <= b.at;
        self.object == other.object && !ends_before(self, other) && !ends_before(other, self)
    }
}

/// What a thread is about to do to a place.
#[derive(Clone, Copy)]
struct Access {
    thread: ThreadId,
    place: Place,
    is_write: bool,
}

impl Explorer {
    /// A race that is about to happen in the present state and has not been told yet.
    pub(super) fn find_race(&mut self) -> Option<Finding> {
        let state = self.state();
        let accesses: Vec<Access> =
            state.threads.iter().flat_map(|(thread, _)| state.next_accesses(thread)).collect();
        for (i, first) in accesses.iter().enumerate() {
            for second in &accesses[i + 1..] {
                let is_other = first.thread != second.thread;
                if is_other && first.place.overlaps(second.place) && (first.is_write || second.is_write) {
                    let finding = self.subject().describe_race([*first, *second]);
                    if locked(&self.races).insert(race_key(&finding)) {
                        return Some(finding);
                    }
                }
            }
        }
        None
    }
}

/// A race is the same as another if it is between the same places of the program.
fn race_key(finding: &Finding) -> String {
    let mut sites: Vec<&str> =
        finding.details.iter().filter(|line| line.starts_with("at ")).map(String::as_str).collect();
    sites.sort_unstable();
    sites.join("\n")
}

impl State<'_> {
    /// The accesses that a thread does next, if it can go on: one, or those of a copy from array to array.
    fn next_accesses(&self, thread: ThreadId) -> Vec<Access> {
        match self.next_copy(thread) {
            Some(both) => both.to_vec(),
            None => self.next_access(thread).into_iter().collect(),
        }
    }

    /// The program's own call of `System.arraycopy`.
    fn next_copy(&self, thread: ThreadId) -> Option<[Access; 2]> {
        let t = &self.threads[thread];
        let frame = *t.frames.last().filter(|frame| frame.pc != NOT_STARTED)?;
        let method = &self.program.methods[frame.method];
        let code =
            method.code().filter(|_| t.state.at_visible && t.state.status == ThreadStatus::Runnable)?;
        let Op::CallDirect { call, .. } = code.ops()[frame.pc as usize] else { return None };
        let link = &code.calls[call.0 as usize];
        let called = &self.program.methods[link.method];
        let is_copy = called.name.as_str() == "arraycopy"
            && self.program.classes[called.class].name.as_str() == "java/lang/System"
            && self.program.classes[method.class].loader == Loader::App;
        let words: Vec<u32> =
            link.args.iter().map(|&r| t.registers[frame.base as usize + usize::from(r)] as u32).collect();
        let &[from, from_at, to, to_at, count] = words.as_slice() else { return None };
        let access = |object: u32, at: u32, is_write: bool| Access {
            thread,
            place: Place { object: Ref(object), at, count },
            is_write,
        };
        is_copy.then(|| [access(from, from_at, false), access(to, to_at, true)])
    }

    /// The access that a thread does next, if it can go on and the access counts.
    fn next_access(&self, thread: ThreadId) -> Option<Access> {
        let t = &self.threads[thread];
        if t.state.status != ThreadStatus::Runnable || !t.state.at_visible {
            return None;
        }
        let frame = *t.frames.last().filter(|frame| frame.pc != NOT_STARTED)?;
        let method = &self.program.methods[frame.method];
        let code = method.code()?;
        let word = |r: Src| t.registers[frame.base as usize + usize::from(r.0)] as u32;
        let in_program = self.program.classes[method.class].loader == Loader::App;
        let field = |obj: Src, off: u32, is_write| {
            let place = Place { object: Ref(word(obj)), at: off, count: 1 };
            self.is_plain_field(place).then_some(Access { thread, place, is_write })
        };
        let element = |arr: Src, at: Src, is_write| {
            let place = Place { object: Ref(word(arr)), at: word(at), count: 1 };
            in_program.then_some(Access { thread, place, is_write })
        };
        let static_field = |record: Ref, unit: u32, is_write| {
            let place = Place { object: record, at: unit, count: 1 };
            self.is_plain_static(thread, place).then_some(Access { thread, place, is_write })
        };
        match code.ops()[frame.pc as usize] {
            Op::Get32 { obj, off, .. } | Op::Get64 { obj, off, .. } => field(obj, u32::from(off.0), false),
            Op::Put32 { obj, off, .. }
            | Op::Put64 { obj, off, .. }
            | Op::PutRef { obj, off, .. }
            | Op::PutNarrow { obj, off, .. } => field(obj, u32::from(off.0), true),
            Op::LoadB { arr, at, .. }
            | Op::LoadC { arr, at, .. }
            | Op::LoadS { arr, at, .. }
            | Op::Load32 { arr, at, .. }
            | Op::Load64 { arr, at, .. }
            | Op::LoadRef { arr, at, .. } => element(arr, at, false),
            Op::StoreB { arr, at, .. }
            | Op::Store16 { arr, at, .. }
            | Op::Store32 { arr, at, .. }
            | Op::Store64 { arr, at, .. }
            | Op::StoreRef { arr, at, .. } => element(arr, at, true),
            Op::GetStatic32 { link, .. } | Op::GetStatic64 { link, .. } => {
                let link = code.statics[link.0 as usize];
                static_field(link.record, link.unit, false)
            }
            Op::GetBase32 { at, .. } | Op::GetBase64 { at, .. } => {
                let (record, found) = self.program.static_at(at.0)?;
                static_field(record, found.unit, false)
            }
            Op::PutStaticQ { link, .. } => {
                let link = code.statics[link.0 as usize];
                static_field(link.record, link.unit, true)
            }
            _ => None,
        }
    }

    /// A field of the program's own, neither volatile nor final.
    fn is_plain_field(&self, place: Place) -> bool {
        if place.object.is_null() {
            return false;
        }
        let ancestors = &self.program.classes[self.heap.class_of(place.object)].ancestors;
        let fields = ancestors.iter().flat_map(|&class| self.program.classes[class].fields.iter());
        let mut fields = fields.map(|&field| &self.program.fields[field]);
        let field = fields.find(|f| f.unit == place.at && !f.access.is_static());
        field.is_some_and(|f| {
            let is_own = self.program.classes[f.class].loader == Loader::App;
            is_own && !f.access.has(Flags::VOLATILE) && !f.access.has(Flags::FINAL)
        })
    }

    /// The same for a static field. A thread that must still wait for the class to be initialized is not at
    /// its access yet.
    fn is_plain_static(&self, thread: ThreadId, place: Place) -> bool {
        use vm::program::statics;
        let Some(class) = self.program.class_of_statics(place.object) else { return false };
        let state = self.heap.get32(place.object, statics::STATE);
        let by = self.heap.get32(place.object, statics::THREAD);
        if state != statics::DONE && !(state == statics::RUNNING && by == thread.0) {
            return false;
        }
        let mut fields = self.program.classes[class].fields.iter().map(|&field| &self.program.fields[field]);
        let field = fields.find(|f| f.unit == place.at && f.access.is_static());
        self.program.classes[class].loader == Loader::App
            && field.is_some_and(|f| !f.access.has(Flags::VOLATILE) && !f.access.has(Flags::FINAL))
    }
}

impl Subject<'_> {
    fn describe_race(&mut self, accesses: [Access; 2]) -> Finding {
        let mut details = Vec::new();
        let mut message = String::new();
        for access in accesses {
            let next = self.describe_next(access.thread);
            // A copy does not name an element; the other side does, unless both are copies.
            if message.is_empty() && !next.starts_with("call ") {
                let place = next.split([' ', '=']).next().unwrap_or_default();
                message = format!("data race on {place}");
            }
            let verb = if access.is_write { "writes" } else { "reads" };
            details.push(format!("{} {verb} {next}", self.thread_name(access.thread)));
            details.extend(self.describe_stack(access.thread).into_iter().map(|frame| format!("at {frame}")));
        }
        if message.is_empty() {
            message = "data race on an array".to_string();
        }
        Finding { property: Property::RACE, message, details }
    }
}
