//! Who made which object: numbers for objects that depend on the thread that made them and on what it had
//! made before, not on other threads.

use super::heap::Ref;
use crate::program::ClassId;
use base::FastMap;

pub struct Births {
    /// The thread that makes objects now.
    pub thread: u32,
    /// Objects on the present path in the order of their addresses, each with its line.
    made: Vec<(Ref, u32)>,
    /// By thread and class.
    lines: FastMap<(u32, ClassId), u32>,
    by_line: Vec<Line>,
    /// The line that was asked for last.
    last: ((u32, ClassId), u32),
    /// By address above the base, one above the number.
    numbers: Vec<u32>,
    base_top: u32,
    /// By number.
    classes: Vec<ClassId>,
}

/// The objects of one class that one thread makes.
struct Line {
    /// How many there are on the present path.
    made: u32,
    /// Their numbers. Once given they stay: the same birth on another path gets the same number.
    numbers: Vec<u32>,
}

impl Births {
    pub fn new(base_top: u32) -> Births {
        Births {
            thread: 0,
            made: Vec::new(),
            lines: FastMap::default(),
            by_line: Vec::new(),
            last: ((u32::MAX, ClassId::NONE), 0),
            numbers: Vec::new(),
            base_top,
            classes: Vec::new(),
        }
    }

    pub fn note(&mut self, object: Ref, class: ClassId) {
        let index = self.line((self.thread, class));
        let line = &mut self.by_line[index as usize];
        let number = match line.numbers.get(line.made as usize) {
            Some(&number) => number,
            None => {
                let next = self.classes.len() as u32;
                self.classes.push(class);
                line.numbers.push(next);
                next
            }
        };
        line.made += 1;
        self.made.push((object, index));
        debug_assert!(object.0 >= self.base_top, "the base is made before");
        let at = object.0.saturating_sub(self.base_top) as usize;
        if at >= self.numbers.len() {
            self.numbers.resize((at + 1).next_power_of_two(), 0);
        }
        self.numbers[at] = number + 1;
    }

    fn line(&mut self, key: (u32, ClassId)) -> u32 {
        if self.last.0 != key {
            let next = self.by_line.len() as u32;
            let index = *self.lines.entry(key).or_insert(next);
            if index == next {
                self.by_line.push(Line { made: 0, numbers: Vec::new() });
            }
            self.last = (key, index);
        }
        self.last.1
    }

    /// Objects from `top` on have never been made.
    pub fn cut(&mut self, top: u32) {
        while let Some(&(object, line)) = self.made.last().filter(|(object, _)| object.0 >= top) {
            self.made.pop();
            self.numbers[object.0.saturating_sub(self.base_top) as usize] = 0;
            self.by_line[line as usize].made -= 1;
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
