//! A state on its way from the machine that has come to it to another one, whose pool has other numbers.

use base::FastMap;
use lts::{CompId, Pool};

/// Components in components, at most.
const DEEPEST: usize = 16;

/// A state as contents: components with numbers of their own, those that others hold before them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Carried {
    components: Vec<(u8, Vec<u32>)>,
    /// Of each component, from which word on there are numbers of others.
    linked: Vec<usize>,
    state: Vec<u32>,
}

impl Carried {
    /// `links` as [`lts::Gauges::links`] has them.
    pub fn new(pool: &dyn Pool, links: &[(u8, usize)], state: &[CompId]) -> Carried {
        let (mut carried, mut known) = (Carried::default(), FastMap::default());
        for &component in state {
            let number = carried.add(pool, links, component, &mut known, 0);
            carried.state.push(number);
        }
        carried
    }

    fn add(
        &mut self,
        pool: &dyn Pool,
        links: &[(u8, usize)],
        component: CompId,
        known: &mut FastMap<CompId, u32>,
        depth: usize,
    ) -> u32 {
        debug_assert!(depth < DEEPEST, "components hold each other");
        if let Some(&number) = known.get(&component) {
            return number;
        }
        let mut words = Vec::new();
        let kind = pool.words(component, &mut words);
        let from = links.iter().find(|link| link.0 == kind).map_or(words.len(), |link| link.1);
        let from = from.min(words.len());
        for word in &mut words[from..] {
            *word = self.add(pool, links, CompId(*word), known, depth + 1);
        }
        let number = self.components.len() as u32;
        self.components.push((kind, words));
        self.linked.push(from);
        known.insert(component, number);
        number
    }

    /// The state in the numbers of another pool.
    pub fn put_into(&self, pool: &mut dyn Pool) -> Vec<CompId> {
        let mut numbers: Vec<CompId> = Vec::with_capacity(self.components.len());
        for ((kind, words), &from) in self.components.iter().zip(&self.linked) {
            let mut words = words.clone();
            words[from..].iter_mut().for_each(|word| *word = numbers[*word as usize].0);
            numbers.push(pool.intern(*kind, &words));
        }
        self.state.iter().map(|&number| numbers[number as usize]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prints::Prints;

    #[test]
    fn states_mean_the_same_in_another_pool() {
        let links: &[(u8, usize)] = &[(2, 1)];
        let (mut here, mut there) = (Prints::new(5, links), Prints::new(5, links));
        there.intern(0, &[77]);
        let frame = here.intern(1, &[4, 5]);
        let inner = here.intern(2, &[8, frame.0, frame.0]);
        let state = [here.intern(2, &[9, inner.0, frame.0]), here.intern(0, &[]), frame, inner];
        let carried = Carried::new(&here, links, &state);
        let arrived = carried.put_into(&mut there);
        assert_ne!(arrived, state);
        assert_eq!(there.of(&arrived), here.of(&state));
        let mut words = Vec::new();
        assert_eq!(there.words(arrived[0], &mut words), 2);
        assert_eq!(words, [9, arrived[3].0, arrived[2].0]);
    }
}
