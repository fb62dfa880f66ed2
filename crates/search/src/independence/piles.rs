//! A pile for each state of the path, all in one list: the last pile alone grows and shrinks.

use super::Able;
use super::futures::Mover;
use lts::{Choice, Wait};

/// What each state of the path has several of.
pub(super) struct Lists {
    /// Who has moved from there, and what his steps touched.
    pub movers: Piles<Mover>,
    /// Choices of those who need not move, as far as is known.
    pub rest: Piles<Choice>,
    /// Those who can move, each with his component.
    pub able: Piles<Able>,
    pub waits: Piles<Wait>,
}

impl Lists {
    pub fn new() -> Lists {
        Lists { movers: Piles::new(), rest: Piles::new(), able: Piles::new(), waits: Piles::new() }
    }

    pub fn close(&mut self) {
        self.movers.close();
        self.rest.close();
        self.able.close();
        self.waits.close();
    }

    /// For how many states there is a pile of each kind.
    pub fn depths(&self) -> [usize; 4] {
        [self.movers.starts.len(), self.rest.starts.len(), self.able.starts.len(), self.waits.starts.len()]
    }

    pub fn bytes(&self) -> usize {
        self.movers.bytes() + self.rest.bytes() + self.able.bytes() + self.waits.bytes()
    }
}

/// Piles of the same kind of things.
pub(super) struct Piles<T> {
    items: Vec<T>,
    /// Where each pile begins.
    starts: Vec<u32>,
}

impl<T> Piles<T> {
    pub fn new() -> Piles<T> {
        Piles { items: Vec::new(), starts: Vec::new() }
    }

    /// A new pile of these comes on top.
    pub fn open(&mut self, items: impl IntoIterator<Item = T>) {
        self.starts.push(self.items.len() as u32);
        self.items.extend(items);
    }

    /// The pile on top goes.
    pub fn close(&mut self) {
        let start = self.starts.pop().unwrap_or_default();
        self.items.truncate(start as usize);
    }

    fn start(&self) -> usize {
        self.starts.last().map_or(self.items.len(), |&start| start as usize)
    }

    pub fn top(&self) -> &[T] {
        &self.items[self.start()..]
    }

    pub fn top_mut(&mut self) -> &mut [T] {
        let start = self.start();
        &mut self.items[start..]
    }

    /// Adds to the pile on top, if there is one.
    pub fn push(&mut self, item: T) {
        if !self.starts.is_empty() {
            self.items.push(item);
        }
    }

    /// Takes these from the pile on top, in their order.
    pub fn extract<F: FnMut(&mut T) -> bool>(&mut self, wanted: F) -> impl Iterator<Item = T> {
        let start = self.start();
        self.items.extract_if(start.., wanted)
    }

    /// The pile of a state that is so deep on the path.
    pub fn at(&self, depth: usize) -> &[T] {
        let end = self.starts.get(depth + 1).map_or(self.items.len(), |&start| start as usize);
        &self.items[self.starts[depth] as usize..end]
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.items) + size_of_val(&*self.starts)
    }
}

#[cfg(test)]
mod tests {
    use super::Piles;

    #[test]
    fn the_last_pile_alone_changes() {
        let mut piles = Piles::new();
        piles.push(9);
        assert!(piles.top().is_empty());
        piles.open([1, 2, 3]);
        piles.open([]);
        piles.push(4);
        piles.push(5);
        assert_eq!((piles.at(0), piles.at(1), piles.top()), (&[1, 2, 3][..], &[4, 5][..], &[4, 5][..]));
        assert_eq!(piles.extract(|&mut item| item < 5).collect::<Vec<_>>(), [4]);
        assert_eq!(piles.top(), [5]);
        piles.close();
        piles.top_mut()[0] = 7;
        assert_eq!(piles.top(), [7, 2, 3]);
        piles.close();
        assert!(piles.top().is_empty());
    }
}
