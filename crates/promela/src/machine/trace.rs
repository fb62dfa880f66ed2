//! The assertion about traces: it follows what is sent and received.

use super::{Machine, Trouble, Undo};
use crate::flow::Marks;
use crate::program::Trace;
use crate::syntax::Op;

impl Machine {
    /// A message was sent to a channel, or received from it.
    pub(super) fn happen(&mut self, chan: usize, is_send: bool, message: &[i32]) -> Result<(), Trouble> {
        let program = self.program.clone();
        let Some(trace) = &program.trace else { return Ok(()) };
        let mut scope = trace.scope.iter().filter(|(_, sends)| *sends == is_send);
        if !scope.any(|(place, _)| self.is_chan(place, chan)) {
            return Ok(());
        }
        let location = &trace.automat.locations[self.event as usize];
        let fits = |statement: u32| match &trace.automat.statements[statement as usize].op {
            Op::Event { chan: own, patterns, is_send: sends } => {
                *sends == is_send && self.is_chan(own, chan) && self.fits(message, patterns, usize::MAX)
            }
            _ => false,
        };
        let mut fitting = location.transitions.iter().filter(|transition| fits(transition.statement));
        let (first, second) = (fitting.next(), fitting.next());
        if second.is_some() {
            return Err(Trouble::AmbiguousTrace);
        }
        let target = match first {
            Some(transition) => transition.target,
            None if trace.is_negated => end(trace),
            None => return Err(Trouble::Untraced),
        };
        if target != self.event {
            self.undo.push(Undo::Event(self.event));
            self.event = target;
        }
        match trace.is_negated && first.is_some() && target == end(trace) {
            true => Err(Trouble::TraceCompleted),
            false => Ok(()),
        }
    }

    fn is_chan(&self, place: &crate::syntax::VarRef, chan: usize) -> bool {
        let found = self.chan(place, usize::MAX);
        self.trouble.set(None);
        found == Some(chan)
    }

    /// What is special about where the assertion about traces is; nothing if there is none.
    pub fn trace_marks(&self) -> Option<Marks> {
        let trace = self.program.trace.as_ref()?;
        Some(trace.automat.locations[self.event as usize].marks)
    }

    /// The system may end here, as far as the assertion about traces is asked.
    pub fn is_trace_done(&self) -> bool {
        self.trace_marks().is_none_or(|marks| marks.end)
    }
}

/// Where the assertion ends.
fn end(trace: &Trace) -> u32 {
    let found = trace.automat.statements.iter().position(|statement| statement.op == Op::End);
    found.unwrap_or(0) as u32
}
