//! How long and with how much memory something may be computed on a graph.
//!
//! Whoever computes asks now and then whether to go on. Once the answer was no it stays no: loops are left as they are,
//! and what comes out of them means nothing. Who began has to ask [`Effort::is_over`] before he believes a result.

use crate::Graph;
use search::{Limits, Progress, SearchResult, Why};
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

/// Is told how many bytes are held, and says whether to go on.
type Ask<'a> = dyn Fn(u64) -> bool + 'a;

pub struct Effort<'a> {
    ask: Option<&'a Ask<'a>>,
    calls: Cell<u32>,
    asked: Cell<Instant>,
    bytes: Cell<u64>,
    is_over: Cell<bool>,
}

/// Computes something on the graph that a search has made, as long as the limits allow it.
pub fn within<T>(
    graph: &Graph,
    ended: &SearchResult,
    limits: &Limits,
    started: Instant,
    watch: &mut dyn FnMut(&Progress) -> bool,
    compute: impl FnOnce(&Effort<'_>) -> T,
) -> Result<T, Why> {
    let (overrun, watch) = (Cell::new(None), RefCell::new(watch));
    let ask = |bytes: u64| {
        let progress = ended.progress(graph.bytes() + bytes, started.elapsed());
        overrun.set(limits.overrun(&progress, &mut **watch.borrow_mut()));
        overrun.get().is_none()
    };
    let computed = compute(&Effort::watched(&ask));
    overrun.get().map_or(Ok(computed), Err)
}

/// Bytes that are held as long as this lives.
pub(crate) struct Held<'e, 'a>(&'e Effort<'a>, u64);

impl<'a> Effort<'a> {
    /// The clock is looked at after so many calls, and somebody asked after so long.
    const EVERY: u32 = 1024;
    const LONG: Duration = Duration::from_millis(100);

    /// As long as it takes.
    pub fn free() -> Effort<'static> {
        Effort::new(None)
    }

    /// As long as `ask` says so.
    pub fn watched(ask: &'a Ask<'a>) -> Effort<'a> {
        Effort::new(Some(ask))
    }

    fn new(ask: Option<&'a Ask<'a>>) -> Effort<'a> {
        let (calls, asked) = (Cell::new(0), Cell::new(Instant::now()));
        Effort { ask, calls, asked, bytes: Cell::new(0), is_over: Cell::new(false) }
    }

    /// Nothing that was computed since means anything.
    pub fn is_over(&self) -> bool {
        self.is_over.get()
    }

    /// A little was done. False if that was all.
    #[inline]
    pub(crate) fn goes_on(&self) -> bool {
        self.calls.set(self.calls.get().wrapping_add(1));
        if self.calls.get().is_multiple_of(Effort::EVERY) && self.asked.get().elapsed() >= Effort::LONG {
            self.ask();
        }
        !self.is_over()
    }

    /// So many bytes are about to be held.
    pub(crate) fn hold(&self, bytes: usize) -> Held<'_, 'a> {
        self.bytes.set(self.bytes.get() + bytes as u64);
        self.ask();
        Held(self, bytes as u64)
    }

    fn ask(&self) {
        let bytes = self.bytes.get();
        let goes_on = self.ask.is_none_or(|ask| ask(bytes));
        self.asked.set(Instant::now());
        if !goes_on {
            self.is_over.set(true);
        }
    }
}

impl Held<'_, '_> {
    /// They are held until the end.
    pub(crate) fn keep(self) {
        std::mem::forget(self);
    }
}

impl Drop for Held<'_, '_> {
    fn drop(&mut self) {
        self.0.bytes.set(self.0.bytes.get() - self.1);
    }
}
