//! Values of expressions.

use super::{CHAN_HEAD, HEAD, Machine};
use crate::syntax::{Binary, Expr, Pattern, Probe, VarRef};

/// What a statement can run into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    Index {
        value: i32,
        length: u32,
    },
    DivisionByZero,
    NoChannel,
    NoProcess(i32),
    TooManyProcesses,
    Fields {
        given: usize,
        wanted: usize,
    },
    BlockedDStep,
    RendezvousInDStep,
    EndlessDStep,
    PolledRendezvous,
    /// Whether somebody is enabled depends on whether he is.
    AsksItself,
    Assertion,
    /// The assertion about traces does not allow a message, is come to an end that is forbidden, or has two ways on.
    Untraced,
    TraceCompleted,
    AmbiguousTrace,
}

impl Machine {
    /// The first trouble wins.
    pub(super) fn stumble(&self, trouble: Trouble) -> i32 {
        if self.trouble.get().is_none() {
            self.trouble.set(Some(trouble));
        }
        0
    }

    /// The value of an expression to a process.
    pub(super) fn eval(&self, expr: &Expr, pid: usize) -> i32 {
        match expr {
            Expr::Const(value) => *value,
            Expr::Load(place) => match self.address(place, pid) {
                Some(at) => self.words[at],
                None => 0,
            },
            Expr::Binary(binary, pair) => self.binary(*binary, &pair.0, &pair.1, pid),
            Expr::Not(inner) => i32::from(self.eval(inner, pid) == 0),
            Expr::Pid => pid as i32,
            Expr::Processes => self.processes.len() as i32,
            Expr::Last => self.last,
            Expr::Timeout => i32::from(self.timed_out.get()),
            Expr::Minus(inner) => self.eval(inner, pid).wrapping_neg(),
            Expr::Complement(inner) => !self.eval(inner, pid),
            Expr::Choose(three) => match self.eval(&three.0, pid) {
                0 => self.eval(&three.2, pid),
                _ => self.eval(&three.1, pid),
            },
            Expr::Run { .. } => self.started.get(),
            Expr::Probe(probe, chan) => self.probe(*probe, chan, pid),
            Expr::Poll { chan, patterns, is_random } => self.poll(chan, patterns, *is_random, pid),
            Expr::NonProgress => i32::from(!self.makes_progress()),
            Expr::Enabled(other) => self.asked(self.eval(other, pid)),
            Expr::PcValue(other) => match self.other(self.eval(other, pid)) {
                Some(other) => self.location(other) as i32,
                None => 0,
            },
            Expr::AtLabel { label, pid: other } => {
                let (proctype, location) = self.program.labels[*label as usize];
                let other = self.referred(proctype, other.as_deref(), pid);
                i32::from(other.is_some_and(|other| {
                    self.proctype(other) == proctype as usize && self.location(other) == location as usize
                }))
            }
            Expr::Remote { variable, pid: other, index } => {
                let slot = self.program.remotes[*variable as usize];
                let index = index.as_ref().map_or(0, |index| self.eval(index, pid));
                if index < 0 || index as u32 >= slot.length {
                    return self.stumble(Trouble::Index { value: index, length: slot.length });
                }
                let other = self.referred(slot.proctype, other.as_deref(), pid);
                let other = other.filter(|&other| self.proctype(other) == slot.proctype as usize);
                other.map_or(0, |other| self.value(Some(other), slot.base + index as u32))
            }
        }
    }

    /// A process can move. To find that out, what it waits for may ask the same of others.
    fn asked(&self, other: i32) -> i32 {
        let Some(other) = usize::try_from(other).ok().filter(|&other| other < self.processes.len()) else {
            return 0;
        };
        if self.asking.borrow().contains(&other) {
            self.asks_itself.set(true);
            return 0;
        }
        self.asking.borrow_mut().push(other);
        let can = self.can_move(other);
        self.asking.borrow_mut().pop();
        // Who is asked on the way looks at its own trouble alone: all of them hear of this.
        let is_outermost = self.asking.borrow().is_empty();
        if self.asks_itself.get() {
            self.asks_itself.set(!is_outermost);
            return self.stumble(Trouble::AsksItself);
        }
        i32::from(can)
    }

    fn binary(&self, binary: Binary, left: &Expr, right: &Expr, pid: usize) -> i32 {
        let first = self.eval(left, pid);
        match binary {
            Binary::And => return i32::from(first != 0 && self.eval(right, pid) != 0),
            Binary::Or => return i32::from(first != 0 || self.eval(right, pid) != 0),
            _ => {}
        }
        let second = self.eval(right, pid);
        binary.apply(first, second).unwrap_or_else(|| self.stumble(Trouble::DivisionByZero))
    }

    /// Where a value is among all words.
    pub(super) fn address(&self, place: &VarRef, pid: usize) -> Option<usize> {
        let mut at = place.base as usize;
        if place.is_local {
            at += self.processes.get(pid)?.base as usize + HEAD;
        }
        for step in &place.steps {
            let value = self.eval(&step.value, pid);
            if value < 0 || value as u32 >= step.length {
                self.stumble(Trouble::Index { value, length: step.length });
                return None;
            }
            at += (value as u32 * step.stride) as usize;
        }
        Some(at)
    }

    /// The channel that a variable names, counted from nought.
    pub(super) fn chan(&self, place: &VarRef, pid: usize) -> Option<usize> {
        let number = self.words[self.address(place, pid)?];
        let chan = (number as usize).wrapping_sub(1);
        if number < 1 || chan >= self.chans.len() {
            self.stumble(Trouble::NoChannel);
            return None;
        }
        Some(chan)
    }

    /// First word, fields of a message, and how many a channel holds.
    pub(super) fn shape(&self, chan: usize) -> (usize, usize, u32) {
        let base = self.chans[chan].base as usize;
        let kind = &self.program.chans[self.words[base] as usize];
        (base, kind.fields.len(), kind.capacity)
    }

    fn probe(&self, probe: Probe, chan: &VarRef, pid: usize) -> i32 {
        let Some(chan) = self.chan(chan, pid) else { return 0 };
        let (base, _, capacity) = self.shape(chan);
        let length = self.words[base + 1];
        // Nothing is ever in a channel where sender and receiver meet, and it is never full.
        let is_full = capacity > 0 && length as u32 >= capacity;
        match probe {
            Probe::Len => length,
            Probe::Full => i32::from(is_full),
            Probe::NotFull => i32::from(!is_full),
            Probe::Empty => i32::from(length == 0),
            Probe::NotEmpty => i32::from(length > 0),
        }
    }

    fn poll(&self, chan: &VarRef, patterns: &[Pattern], is_random: bool, pid: usize) -> i32 {
        let Some(chan) = self.chan(chan, pid) else { return 0 };
        if self.shape(chan).2 == 0 {
            return self.stumble(Trouble::PolledRendezvous);
        }
        i32::from(self.matching(chan, patterns, is_random, pid).is_some())
    }

    /// The first message that fits; only the oldest is looked at unless any will do.
    pub(super) fn matching(
        &self,
        chan: usize,
        patterns: &[Pattern],
        is_random: bool,
        pid: usize,
    ) -> Option<usize> {
        let (base, fields, _) = self.shape(chan);
        let length = self.words[base + 1] as usize;
        let looked_at = if is_random { length } else { length.min(1) };
        (0..looked_at).find(|slot| {
            let first = base + CHAN_HEAD + slot * fields;
            self.fits(&self.words[first..first + fields], patterns, pid)
        })
    }

    pub(super) fn fits(&self, message: &[i32], patterns: &[Pattern], pid: usize) -> bool {
        message.iter().zip(patterns).all(|(&value, pattern)| match pattern {
            Pattern::Match(expr) => self.eval(expr, pid) == value,
            Pattern::Bind(_) | Pattern::Drop => true,
        })
    }

    fn other(&self, pid: i32) -> Option<usize> {
        let found = usize::try_from(pid).ok().filter(|&other| other < self.processes.len());
        if found.is_none() {
            self.stumble(Trouble::NoProcess(pid));
        }
        found
    }

    /// The process that is meant: one that is named, or the first of its kind.
    fn referred(&self, proctype: u32, named: Option<&Expr>, pid: usize) -> Option<usize> {
        match named {
            Some(named) => {
                let other = self.eval(named, pid);
                usize::try_from(other).ok().filter(|&other| other < self.processes.len())
            }
            None => (0..self.processes.len()).find(|&other| self.proctype(other) == proctype as usize),
        }
    }

    /// Some process is where its label says that something has been achieved; or nothing goes on at all.
    pub fn makes_progress(&self) -> bool {
        let by_trace = self.trace_marks().is_some_and(|marks| marks.progress);
        by_trace || (0..self.processes.len()).any(|pid| self.marks(pid).progress) || !self.anybody_moves()
    }

    pub fn marks(&self, pid: usize) -> crate::flow::Marks {
        self.program.processes[self.proctype(pid)].automat.locations[self.location(pid)].marks
    }
}

impl Machine {
    /// The place of the message that would be received, for those who show it.
    pub fn matches(&self, chan: usize, patterns: &[Pattern], is_random: bool, pid: usize) -> Option<usize> {
        let slot = self.matching(chan, patterns, is_random, pid);
        self.trouble.set(None);
        slot
    }

    /// The value of an expression, for those who show it.
    pub fn peek(&self, expr: &Expr, pid: usize) -> i32 {
        let value = self.eval(expr, pid);
        self.trouble.set(None);
        value
    }
}
