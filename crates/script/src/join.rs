//! Fingerprint maps: what a part has come to know, written down, and all parts compared.

use crate::bytes::{Packer, Unpacker};
use crate::digest::sum_of;
use crate::event::Broken;
use crate::follow::PartPrints;
use crate::prints::Print;
use std::collections::BTreeSet;

const MAGIC: &[u8] = b"jaywalk map 3\n";

/// What a part came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PartMap {
    /// The sum of the script that it is a part of.
    pub of: u128,
    pub index: u32,
    pub count: u32,
    /// States of the whole.
    pub whole: u64,
    pub key: u128,
    /// How many names the machine had given in the end.
    pub extent: u64,
    /// What the part's script says beside its moves, as [`crate::Header::common`] sums it up.
    pub common: u128,
    /// What was looked for, and in which program, in words: the same for all parts.
    pub terms: String,
    /// Nothing was compared.
    pub is_trusted: bool,
    pub states: u64,
    pub moves: u64,
    /// States at which the program ends as it should, or paths that it wants no search of.
    pub ends: u64,
    /// Components of the whole graph that are never left were looked at.
    pub seeks_livelocks: bool,
    /// Violations, in words.
    pub findings: Vec<String>,
    pub met: PartPrints,
}

impl PartMap {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut packer = Packer::default();
        packer.0.extend_from_slice(MAGIC);
        packer.wide(self.of);
        packer.number(u64::from(self.index));
        packer.number(u64::from(self.count));
        packer.number(self.whole);
        packer.wide(self.key);
        packer.number(self.extent);
        packer.wide(self.common);
        packer.text(&self.terms);
        packer.number(u64::from(self.is_trusted));
        packer.number(self.states);
        packer.number(self.moves);
        packer.number(self.ends);
        packer.number(u64::from(self.seeks_livelocks));
        packer.list(&self.findings, |packer, finding| packer.text(finding));
        let print = |packer: &mut Packer, print: &Print| {
            packer.wide(u128::from(print[0]) | u128::from(print[1]) << 64);
        };
        packer.list(&self.met.own, |packer, (first, prints)| {
            packer.number(*first);
            packer.list(prints, print);
        });
        packer.list(&self.met.others, |packer, (state, other)| {
            packer.number(*state);
            print(packer, other);
        });
        let sum = sum_of(&packer.0);
        packer.wide(sum);
        packer.0
    }

    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<PartMap, Broken> {
        let body = bytes
            .strip_prefix(MAGIC)
            .ok_or_else(|| Broken::because("is no map of this version of jaywalk"))?;
        let (body, sum) = body.split_last_chunk::<16>().ok_or_else(|| Broken::because("is cut off"))?;
        if sum_of(&bytes[..bytes.len() - 16]) != u128::from_le_bytes(*sum) {
            return Err(Broken::because("is damaged: its bytes are not those that were written"));
        }
        let mut unpacker = Unpacker(body);
        let it = &mut unpacker;
        let print = |it: &mut Unpacker<'_>| it.wide().map(|wide| [wide as u64, (wide >> 64) as u64]);
        let map = PartMap {
            of: it.wide()?,
            index: it.small()?,
            count: it.small()?,
            whole: it.number()?,
            key: it.wide()?,
            extent: it.number()?,
            common: it.wide()?,
            terms: it.text()?,
            is_trusted: it.number()? != 0,
            states: it.number()?,
            moves: it.number()?,
            ends: it.number()?,
            seeks_livelocks: it.number()? != 0,
            findings: it.list(|it| it.text())?,
            met: PartPrints {
                own: it.list(|it| Ok((it.number()?, it.list(print)?)))?,
                others: it.list(|it| Ok((it.number()?, print(it)?)))?,
            },
        };
        it.end()?;
        Ok(map)
    }
}

/// What all parts come to together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Joined {
    pub states: u64,
    pub moves: u64,
    /// Fingerprints that were compared between parts.
    pub compared: u64,
    pub ends: u64,
    /// One of the parts has looked at components of the whole graph that are never left.
    pub seeks_livelocks: bool,
    pub findings: Vec<String>,
}

/// Compares all parts. They certify the program together if every state belongs to one of them, and all that others
/// say of it is true there.
///
/// # Errors
/// Why they do not.
pub fn join(maps: &[PartMap]) -> Result<Joined, Broken> {
    let Some(first) = maps.first() else { return Err(Broken::because("there are no parts")) };
    let number = |map: &PartMap| format!("{}/{}", map.index + 1, map.count);
    for map in maps {
        let is_same = |a: &PartMap, b: &PartMap| {
            (a.of, a.count, a.whole, a.key, a.extent, a.common, &a.terms, a.is_trusted)
                == (b.of, b.count, b.whole, b.key, b.extent, b.common, &b.terms, b.is_trusted)
        };
        if !is_same(first, map) {
            let (a, b) = (number(first), number(map));
            return Err(Broken(format!("parts {a} and {b} are not of one script, key and search")));
        }
    }
    let mut indices = BTreeSet::new();
    if let Some(twice) = maps.iter().find(|map| !indices.insert(map.index)) {
        return Err(Broken(format!("part {} is there twice", number(twice))));
    }
    if let Some(missing) = (0..first.count).find(|index| !indices.contains(index)) {
        return Err(Broken(format!("part {}/{} is missing", missing + 1, first.count)));
    }
    let sum = |of: &dyn Fn(&PartMap) -> u64| maps.iter().fold(0u64, |sum, map| sum.saturating_add(of(map)));
    let (states, moves) = (sum(&|map| map.states), sum(&|map| map.moves));
    let findings: Vec<String> = maps.iter().flat_map(|map| map.findings.iter().cloned()).collect();
    // Who finds a violation stops there, unless all are asked for. It is one, whatever the other parts come to.
    let is_stopped = states < first.whole && !findings.is_empty();
    if states != first.whole && !is_stopped {
        return Err(Broken(format!("the parts have {states} states, and the script {}", first.whole)));
    }
    let compared = if first.is_trusted || is_stopped { 0 } else { compare(maps, first.whole)? };
    let ends = sum(&|map| map.ends);
    let seeks_livelocks = maps.iter().any(|map| map.seeks_livelocks);
    Ok(Joined { states, moves, compared, ends, seeks_livelocks, findings })
}

/// All that parts say of states of others is true there.
fn compare(maps: &[PartMap], whole: u64) -> Result<u64, Broken> {
    let mut runs: Vec<(u64, &[Print])> =
        maps.iter().flat_map(|map| map.met.own.iter().map(|(first, prints)| (*first, &prints[..]))).collect();
    runs.sort_by_key(|run| run.0);
    let mut next = 0;
    for (first, prints) in &runs {
        if *first != next {
            return Err(Broken(format!("state {} belongs to no part, or to two", next.min(*first))));
        }
        next += prints.len() as u64;
    }
    if next != whole {
        return Err(Broken(format!("state {next} belongs to no part")));
    }
    let of = |state: u64| {
        let at = runs.partition_point(|run| run.0 <= state).checked_sub(1)?;
        let (first, prints) = runs[at];
        prints.get((state - first) as usize)
    };
    let mut compared = 0;
    for map in maps {
        for (state, print) in &map.met.others {
            compared += 1;
            if of(*state) != Some(print) {
                let part = map.index + 1;
                return Err(Broken(format!(
                    "part {part}/{} says of a state that it is state {state}, and it is another one",
                    map.count
                )));
            }
        }
    }
    Ok(compared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_stopped_at_a_violation_is_told() {
        let part = |index: u32, states: u64, findings: &[&str]| PartMap {
            index,
            count: 2,
            whole: 10,
            states,
            findings: findings.iter().map(|finding| finding.to_string()).collect(),
            ..PartMap::default()
        };
        let joined = join(&[part(0, 4, &["deadlock"]), part(1, 3, &[])]).unwrap();
        assert_eq!(joined.findings, ["deadlock"]);
        assert!(
            join(&[part(0, 4, &[]), part(1, 3, &[])]).is_err(),
            "nothing was found, and states are missing"
        );
        assert!(join(&[part(0, 4, &["deadlock"])]).is_err(), "a part is missing");
        assert!(join(&[part(0, 8, &["deadlock"]), part(1, 3, &[])]).is_err(), "more states than there are");
    }
}
