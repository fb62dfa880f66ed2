//! The Subgraphs table of search-carrying code (Taleghani and Atlee 2010, section 3.1): how large the part of the graph
//! is that the search explored behind a state. A script is split by it.
//!
//! On a long path every state has nearly as much behind it as the next one, and small subgraphs are never chosen. So
//! the table has only states behind which there is a unit more than behind any state of the table below them.

use crate::bytes::{Packer, Unpacker};
use crate::event::Broken;
use crate::header::Header;

/// A unit is this part of all moves.
const UNITS: u64 = 256;
/// So many entries are collected before those are left out that are too small by now.
const MOST: usize = 64 * UNITS as usize;

/// A state, and what the search explored from there until it left it for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subgraph {
    /// The number of its first state: the others follow.
    pub root: u64,
    pub states: u64,
    pub transitions: u64,
}

/// The table, in the order in which states were left.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Subgraphs {
    pub list: Vec<Subgraph>,
}

impl Subgraphs {
    /// A state was left, after so many moves of the whole search.
    pub fn add(&mut self, subgraph: Subgraph, transitions: u64) {
        if subgraph.transitions < transitions / UNITS {
            return;
        }
        self.list.push(subgraph);
        if self.list.len() >= MOST {
            self.thin(transitions);
        }
    }

    /// Leaves out what is too small in a search of so many moves.
    pub fn thin(&mut self, transitions: u64) {
        let unit = (transitions / UNITS).max(1);
        // What was kept below those that are not yet part of something larger: root and size.
        let mut below: Vec<(u64, u64)> = Vec::new();
        self.list.retain(|subgraph| {
            let mut largest = 0;
            while let Some((_, size)) = below.pop_if(|(root, _)| *root >= subgraph.root) {
                largest = size.max(largest);
            }
            let is_kept = subgraph.transitions >= largest + unit;
            below.push((subgraph.root, if is_kept { subgraph.transitions } else { largest }));
            is_kept
        });
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut packer = Packer::default();
        packer.number(self.list.len() as u64);
        // One kind of number behind the other: they are alike.
        let mut last = 0u64;
        for subgraph in &self.list {
            let step = subgraph.root.wrapping_sub(last) as i64;
            packer.number((step << 1 ^ step >> 63) as u64);
            last = subgraph.root;
        }
        self.list.iter().for_each(|subgraph| packer.number(subgraph.states));
        self.list.iter().for_each(|subgraph| packer.number(subgraph.transitions));
        packer.0
    }

    /// # Errors
    /// What is wrong with the bytes. A table that names states that the script does not have is refused; one that is
    /// wrong in other ways only makes parts of unequal size.
    pub fn from_bytes(bytes: &[u8], header: &Header) -> Result<Subgraphs, Broken> {
        let mut it = Unpacker(bytes);
        let count = it.number()?;
        if count > bytes.len() as u64 {
            return Err(Broken::because("is damaged: its Subgraphs table is cut off"));
        }
        let mut list = Vec::new();
        let mut root = 0u64;
        for _ in 0..count {
            let step = it.number()?;
            root = root.wrapping_add(((step >> 1) as i64 ^ -((step & 1) as i64)) as u64);
            list.push(Subgraph { root, states: 0, transitions: 0 });
        }
        for subgraph in &mut list {
            subgraph.states = it.number()?;
        }
        for subgraph in &mut list {
            subgraph.transitions = it.number()?;
        }
        it.end()?;
        let fits = |subgraph: &Subgraph| {
            let end = subgraph.root.checked_add(subgraph.states);
            subgraph.states > 0
                && end.is_some_and(|end| end <= header.states)
                && subgraph.transitions <= header.transitions
        };
        match list.iter().all(fits) && are_nested(&list) {
            true => Ok(Subgraphs { list }),
            false => Err(Broken::because("has a Subgraphs table of other states than its own")),
        }
    }
}

/// Of any two, one is within the other, or they have nothing in common; what is within another one comes first.
fn are_nested(list: &[Subgraph]) -> bool {
    let mut below: Vec<(u64, u64)> = Vec::new();
    list.iter().all(|subgraph| {
        let (root, end) = (subgraph.root, subgraph.root + subgraph.states);
        let mut is_nested = true;
        while let Some((_, other)) = below.pop_if(|(other, _)| *other >= root) {
            is_nested &= other <= end;
        }
        is_nested &= below.last().is_none_or(|(_, other)| *other <= root);
        below.push((root, end));
        is_nested
    })
}
