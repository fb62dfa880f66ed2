//! Which clients are explored where there are more than are wanted: half of them spread evenly over all, and half of a
//! kind that finds more. What goes wrong in a container shows when its threads put things in that can be told apart,
//! and each then takes or looks at one; hardly any of all clients are like that.

use crate::client::{Bound, Client};

/// What calls do with the content of an object, as far as their types tell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roles {
    /// For each thread, calls that are given an object: its own.
    pub giving: Vec<Vec<usize>>,
    /// Calls that are given nothing, and answer with an object.
    pub taking: Vec<usize>,
}

impl Roles {
    /// How many clients there are in which each thread first gives and then takes.
    fn count(&self, bound: Bound) -> u128 {
        if bound.calls < 2 || self.giving.len() < bound.threads {
            return 0;
        }
        self.giving[..bound.threads].iter().map(|giving| self.of_thread(giving)).product()
    }

    fn of_thread(&self, giving: &[usize]) -> u128 {
        giving.len() as u128 * self.taking.len() as u128
    }

    /// The client of this number.
    fn client(&self, bound: Bound, mut index: u128) -> Client {
        let mut list = |giving: &Vec<usize>| {
            let own = (index % self.of_thread(giving)) as usize;
            index /= self.of_thread(giving);
            vec![giving[own / self.taking.len()], self.taking[own % self.taking.len()]]
        };
        Client { threads: self.giving[..bound.threads].iter().map(&mut list).collect() }
    }
}

/// All clients if they are no more than `most`, else so many.
pub fn drawn(bound: Bound, roles: &Roles, most: usize) -> Vec<Client> {
    if bound.count() <= most as u128 {
        return bound.clients(most);
    }
    let count = roles.count(bound);
    let chosen = count.min(most as u128 / 2);
    let mut clients = bound.clients(most - chosen as usize);
    let step = step(count);
    clients.extend((0..chosen).map(|i| roles.client(bound, i * step % count)));
    clients
}

/// Steps of this length round a circle come to every place once before they come back, and are always far from where
/// they were.
fn step(length: u128) -> u128 {
    // The golden section.
    let near = length * 618_034 / 1_000_000;
    (near.max(1)..).find(|&step| has_no_divisor(step, length)).unwrap_or(1)
}

/// No number above one divides both.
fn has_no_divisor(mut a: u128, mut b: u128) -> bool {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn half_give_and_take() {
        let bound = Bound { operations: 7, threads: 2, calls: 2 };
        let roles = Roles { giving: vec![vec![0, 1], vec![2, 3]], taking: vec![4, 5, 6] };
        for most in [10, 60, 100] {
            let clients = drawn(bound, &roles, most);
            assert_eq!(clients.len(), most);
            let gives_and_takes = |client: &&Client| {
                let is = |(thread, list): (usize, &Vec<usize>)| {
                    list.len() == 2
                        && roles.giving[thread].contains(&list[0])
                        && roles.taking.contains(&list[1])
                };
                client.threads.iter().enumerate().all(is)
            };
            let chosen = clients.iter().rev().take_while(gives_and_takes).collect::<HashSet<_>>().len();
            assert!(chosen >= (most / 2).min(36), "{chosen} of {most}");
        }
        let nothing = Roles::default();
        assert_eq!(drawn(bound, &nothing, 60), bound.clients(60), "evenly where no call takes");
        assert_eq!(drawn(bound, &roles, usize::MAX).len() as u128, bound.count(), "all, where they are few");
    }

    #[test]
    fn each_is_drawn_once() {
        for length in [1, 2, 7, 36, 1000, 21_025] {
            let step = step(length);
            let places: HashSet<u128> = (0..length).map(|i| i * step % length).collect();
            assert_eq!(places.len() as u128, length);
        }
    }
}
