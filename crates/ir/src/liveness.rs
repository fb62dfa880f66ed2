//! Which registers still matter: backward data flow over the operations, exceptional edges included.
//!
//! A register that is not live can be left out of a saved state, which merges states that differ only in
//! leftovers.

use crate::{Body, Handler, flow};

/// The live registers at every operation of one body.
#[derive(Clone)]
pub struct Liveness {
    /// Words for each set.
    stride: usize,
    /// One set for each operation: the registers whose values may be read from here on.
    before: Vec<u64>,
    /// The operations that wait for a callee, ascending, and one set for each.
    calls: Vec<u16>,
    calling: Vec<u64>,
}

/// A set of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveSet<'a>(&'a [u64]);

impl<'a> LiveSet<'a> {
    #[inline]
    pub fn contains(self, register: u16) -> bool {
        self.0.get(usize::from(register) / 64).is_some_and(|word| word >> (register % 64) & 1 == 1)
    }

    /// The registers, ascending.
    pub fn iter(self) -> impl Iterator<Item = u16> + 'a {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    (at as u32 * 64 + bit) as u16
                })
            })
        })
    }

    /// 64 registers in each word, the lowest first.
    pub fn words(self) -> &'a [u64] {
        self.0
    }
}

impl Liveness {
    /// `body` has passed [`crate::check`].
    pub fn of(body: &Body) -> Liveness {
        let stride = usize::from(body.registers).div_ceil(64).max(1);
        let mut flow = Flow { body, stride, before: vec![0; body.ops.len() * stride], row: vec![0; stride] };
        while flow.pass() {}
        let mut liveness = Liveness { stride, before: Vec::new(), calls: Vec::new(), calling: Vec::new() };
        for (at, op) in body.ops.iter().enumerate() {
            if op.waits() {
                flow.after(at);
                flow.thrown(at);
                liveness.calls.push(at as u16);
                liveness.calling.extend_from_slice(&flow.row);
            }
        }
        liveness.before = flow.before;
        liveness
    }

    /// What is live in a frame that is about to execute operation `op`.
    #[inline]
    pub fn live_before(&self, op: usize) -> LiveSet<'_> {
        LiveSet(&self.before[op * self.stride..][..self.stride])
    }

    /// What is live in a frame that waits inside the call `op` for the callee to return or throw: the
    /// arguments have been handed over, and the result will overwrite its register. A frame that waits
    /// for a class to be initialized and then executes `op` again is another matter: it needs what is
    /// live before, and for operations that are no calls that is what this gives too.
    pub fn live_while_calling(&self, op: usize) -> LiveSet<'_> {
        match self.calls.binary_search(&(op as u16)) {
            Ok(row) => LiveSet(&self.calling[row * self.stride..][..self.stride]),
            Err(_) => self.live_before(op),
        }
    }
}

struct Flow<'a> {
    body: &'a Body,
    stride: usize,
    before: Vec<u64>,
    /// The set at hand.
    row: Vec<u64>,
}

impl Flow<'_> {
    /// One walk from the last operation to the first; true if a set grew that an earlier jump may have looked
    /// at already.
    fn pass(&mut self) -> bool {
        let body = self.body;
        let mut changed = false;
        for (at, op) in body.ops.iter().enumerate().rev() {
            self.after(at);
            if op.can_throw() {
                self.thrown(at);
            }
            let row = &mut self.row;
            flow::uses(body, op, |register| row[usize::from(register) / 64] |= 1 << (register % 64));
            let old = &mut self.before[at * self.stride..][..self.stride];
            if *old != **row {
                old.copy_from_slice(row);
                changed = true;
            }
        }
        changed
    }

    /// What is live after operation `at` has ended well, without what it writes.
    fn after(&mut self, at: usize) {
        let Flow { body, stride, before, row } = self;
        row.fill(0);
        flow::successors(body, at, |next| {
            for (mine, theirs) in row.iter_mut().zip(&before[next * *stride..]) {
                *mine |= theirs;
            }
        });
        if let Some(dst) = body.ops[at].dst() {
            row[usize::from(dst) / 64] &= !(1 << (dst % 64));
        }
    }

    /// Adds what handlers read if operation `at` throws. It has written nothing then.
    fn thrown(&mut self, at: usize) {
        let Flow { body, stride, before, row } = self;
        for handler in handlers_of(body, at) {
            let set = &before[usize::from(handler.target) * *stride..][..*stride];
            let (word, bit) = (usize::from(handler.dst) / 64, 1 << (handler.dst % 64));
            for (at, (mine, theirs)) in row.iter_mut().zip(set).enumerate() {
                *mine |= if at == word { theirs & !bit } else { *theirs };
            }
        }
    }
}

/// The handlers that can get an exception of operation `at`: none behind one that catches everything.
pub fn handlers_of(body: &Body, at: usize) -> impl Iterator<Item = &Handler> {
    let mut open = true;
    let covering =
        body.handlers.iter().filter(move |h| (usize::from(h.start)..usize::from(h.end)).contains(&at));
    covering.take_while(move |handler| std::mem::replace(&mut open, handler.catch.is_some()))
}
