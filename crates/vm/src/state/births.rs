//! Who made which object: numbers for objects that depend on the thread that made them and on what it had
//! made before, not on other threads.

use super::heap::Ref;
use crate::program::ClassId;
use base::FastMap;

pub struct Births {
    /// The thread that makes objects now.
    pub thread: u32,
    /// Objects on the present path in the order of their addresses, with thread and class.
    made: Vec<(Ref, (u32, ClassId))>,
    /// How many of a class a thread has made on the present path.
    counts: FastMap<(u32, ClassId), u32>,
    /// By address above the base, one above the number.
    numbers: Vec<u32>,
    base_top: u32,
    /// Numbers once given stay: the same birth on another path gets the same number.
    known: FastMap<(u32, ClassId, u32), u32>,
    /// By number.
    classes: Vec<ClassId>,
}

impl Births {
    pub fn new(base_top: u32) -> Births {
        Births {
            thread: 0,
            made: Vec::new(),
            counts: FastMap::default(),
            numbers: Vec::new(),
            base_top,
            known: FastMap::default(),
            classes: Vec::new(),
        }
    }

    pub fn note(&mut self, object: Ref, class: ClassId) {
        let key = (self.thread, class);
        let count = self.counts.entry(key).or_insert(0);
        let next = self.known.len() as u32;
        let number = *self.known.entry((self.thread, class, *count)).or_insert(next);
        if number == next {
            self.classes.push(class);
        }
        *count += 1;
        self.made.push((object, key));
        debug_assert!(object.0 >= self.base_top, "the base is made before");
        let at = object.0.saturating_sub(self.base_top) as usize;
        if at >= self.numbers.len() {
            self.numbers.resize((at + 1).next_power_of_two(), 0);
        }
        self.numbers[at] = number + 1;
    }

    /// Objects from `top` on have never been made.
    pub fn cut(&mut self, top: u32) {
        while let Some(&(object, key)) = self.made.last().filter(|(object, _)| object.0 >= top) {
            self.made.pop();
            self.numbers[object.0.saturating_sub(self.base_top) as usize] = 0;
            if let Some(count) = self.counts.get_mut(&key) {
                *count -= 1;
            }
        }
    }

    /// The class of an object with this number.
    pub fn class(&self, number: u32) -> Option<ClassId> {
        self.classes.get(number as usize).copied()
    }

    pub fn number(&self, object: Ref) -> Option<u32> {
        self.numbers.get(object.0.checked_sub(self.base_top)? as usize)?.checked_sub(1)
    }
}
