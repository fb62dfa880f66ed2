//! Which objects got their names by which component of a walk.
//!
//! A walk numbers objects as it meets them. What a component adds are the numbers from some first one on; all lower
//! ones were given before it was looked at, and it may hold them in any order without changing a name. So
//! where a component holds other names than before, no object has another name if those that it was the first to
//! meet are the same, in the same order. That is why writing the owner of a lock, or a reference
//! to what others know, needs no new walk.

use super::NUMBERED;

/// How many objects had names when a component was looked at.
#[derive(Default)]
pub(super) struct NameCounts {
    base: Vec<u32>,
    objects: Vec<u32>,
    /// One more than there are threads.
    threads: Vec<u32>,
}

impl NameCounts {
    pub fn begin(&mut self) {
        self.base.clear();
        self.objects.clear();
        self.threads.clear();
    }

    /// Only what was found before any frame was looked at stays known.
    pub fn forget_frames(&mut self, own: usize) {
        self.objects.truncate(own);
        self.threads.clear();
    }

    pub fn base_object(&mut self, index: usize, so_far: usize) {
        debug_assert_eq!(index, self.base.len(), "objects of the base come one after the other");
        self.base.push(so_far as u32);
    }

    pub fn object(&mut self, so_far: usize) {
        self.objects.push(so_far as u32);
    }

    pub fn thread(&mut self, so_far: usize) {
        self.threads.push(so_far as u32);
    }

    /// The first number that a component could give, by its place behind those of threads and counters.
    pub fn first(&self, at: usize, base: usize) -> Option<u32> {
        match at.checked_sub(base) {
            None => self.base.get(at).copied(),
            Some(number) => self.objects.get(number).copied(),
        }
    }

    /// The first number that a thread could give, and one above the last that it did.
    pub fn of_thread(&self, thread: usize) -> Option<(u32, u32)> {
        self.threads.get(thread).copied().zip(self.threads.get(thread + 1).copied())
    }
}

/// One above the last number that names give that are met in this order; `None` if they would have to be others.
pub(super) fn end(first: u32, names: impl Iterator<Item = u32>) -> Option<u32> {
    let mut next = first;
    for number in names.filter(|name| name & NUMBERED != 0).map(|name| name & !NUMBERED) {
        match number.cmp(&next) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => next += 1,
            std::cmp::Ordering::Greater => return None,
        }
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::{NUMBERED, end};

    fn names(numbers: &[u32]) -> impl Iterator<Item = u32> {
        numbers.iter().map(|number| number | NUMBERED)
    }

    #[test]
    fn what_was_met_before_means_nothing() {
        assert_eq!(end(3, names(&[0, 3, 2, 4, 3])), Some(5));
        assert_eq!(end(3, names(&[3, 4])), Some(5));
        assert_eq!(end(3, names(&[2, 1])), Some(3));
        // An address is no number.
        assert_eq!(end(3, [7, 9].into_iter()), Some(3));
    }

    #[test]
    fn what_is_met_first_has_its_order() {
        assert_eq!(end(3, names(&[4, 3])), None);
        assert_eq!(end(3, names(&[3, 5])), None);
    }
}
