//! A number for each state that has one, by the state's own number.
//!
//! Stores number states densely, so that a table by number takes four bytes a state and no hashing. Numbers that are
//! far off, and what does not fit four bytes, whoever asks for it keeps aside.

use lts::StateId;

/// States whose numbers lie together.
const PAGE: usize = 1 << 12;
/// Pages that there may be.
const MOST_PAGES: usize = 1 << 20;

/// Nought stands for no number.
#[derive(Default)]
pub(crate) struct Pages {
    pages: Vec<Option<Box<[u32]>>>,
    held: usize,
}

impl Pages {
    #[inline]
    pub fn get(&self, state: StateId) -> u32 {
        let (page, place) = place_of(state);
        self.pages.get(page).and_then(|page| page.as_ref()).map_or(0, |page| page[place])
    }

    /// False if the state is too far off for a number, which is no loss where there is none.
    #[inline]
    pub fn set(&mut self, state: StateId, number: u32) -> bool {
        let (page, place) = place_of(state);
        if page >= MOST_PAGES {
            return number == 0;
        }
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| {
            self.held += 1;
            vec![0; PAGE].into()
        });
        page[place] = number;
        true
    }

    pub fn clear(&mut self) {
        *self = Pages::default();
    }

    pub fn bytes(&self) -> u64 {
        (self.held * PAGE * size_of::<u32>() + self.pages.capacity() * 16) as u64
    }
}

#[inline]
fn place_of(state: StateId) -> (usize, usize) {
    let number = state.0 as usize;
    (number / PAGE, number % PAGE)
}
