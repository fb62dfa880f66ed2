//! From all that happened to what is worth a row: scenes that explain nothing are left out, names are
//! shortened where that is clear, and what repeats itself is folded.

use crate::Story;
use lts::{Act, Scene};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A row of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Row {
    Event {
        actor: u32,
        act: Act,
        text: String,
        place: String,
        /// Whose message is received, and what it is.
        from: Option<(u32, String)>,
    },
    /// The actor could have gone on, but another went.
    Switch { actor: u32, to: String },
    /// The last `rows` rows happen `times` times altogether.
    Repeat { rows: usize, times: usize },
    /// So many rows are not shown.
    Gap { rows: usize },
    /// What follows is repeated for ever.
    Round,
    /// The end of that.
    Back,
}

/// How much of the story is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// What explains it, and of very long stories the beginning and the end.
    Brief,
    /// Every scene; what repeats itself is folded.
    Calls,
    /// Every scene.
    Full,
}

/// The longest sequence that is recognised when it is repeated.
const MAX_PERIOD: usize = 48;
/// A brief story has no more rows than this; the end is what matters most.
const MAX_ROWS: usize = 200;
const FIRST_ROWS: usize = 40;

pub fn rows(story: &Story, detail: Detail) -> Vec<Row> {
    let all = story.account.scenes.iter().enumerate();
    let scenes: Vec<(usize, &Scene)> = match detail {
        Detail::Brief => worth_telling(&story.account.scenes),
        Detail::Calls | Detail::Full => all.collect(),
    };
    let plain = merge_starts(with_switches(story, &scenes));
    match detail {
        Detail::Brief => shorten(fold(plain)),
        Detail::Calls => fold(plain),
        Detail::Full => plain,
    }
}

/// Leaves out what explains nothing.
fn worth_telling(scenes: &[Scene]) -> Vec<(usize, &Scene)> {
    let mut written: BTreeSet<&str> = BTreeSet::new();
    let mut wanted: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for scene in scenes {
        match scene.act {
            Act::WRITE => drop(written.insert(&scene.object)),
            Act::LOCK | Act::BLOCKED | Act::WAIT | Act::WAKE => {
                wanted.entry(&scene.object).or_default().insert(scene.actor);
            }
            _ => {}
        }
    }
    let tells = |(index, scene): &(usize, &Scene)| match scene.act {
        // Elements that nobody writes are as good as constants.
        Act::READ if is_element(scene) => written.contains(&*scene.object),
        // Giving a lock back matters if somebody else wants it.
        Act::UNLOCK => wanted.get(&*scene.object).is_some_and(|who| who.iter().any(|&a| a != scene.actor)),
        // An end explains why another goes on.
        Act::END => scenes.get(index + 1).is_some_and(|next| next.turn != scene.turn),
        _ => true,
    };
    scenes.iter().enumerate().filter(tells).collect()
}

fn is_element(scene: &Scene) -> bool {
    scene.what.strip_prefix(&scene.object).is_some_and(|rest| rest.starts_with('['))
}

/// The scenes as rows, with the switches between them that had no other reason.
fn with_switches(story: &Story, scenes: &[(usize, &Scene)]) -> Vec<Row> {
    let all: Vec<&Scene> = scenes.iter().map(|(_, scene)| *scene).collect();
    let short = clear_names(&all);
    let senders = senders(&story.account.scenes);
    let mut rows = Vec::new();
    let mut last: Option<&Scene> = None;
    let mut round = story.loop_start();
    for (i, (index, scene)) in scenes.iter().enumerate() {
        // A call is one row where nothing that is told came in between.
        let before = i.checked_sub(1).and_then(|i| scenes[i].1.joined(scene));
        if scenes.get(i + 1).is_some_and(|(_, next)| scene.joined(next).is_some()) {
            continue;
        }
        if round.take_if(|first| index >= first).is_some() {
            rows.push(Row::Round);
            last = None;
        }
        if let Some(last) = last
            && last.actor != scene.actor
            && story.account.turns.get(last.turn as usize + 1).is_some_and(|turn| turn.preempts)
        {
            let next = &story.account.turns[last.turn as usize + 1];
            rows.push(Row::Switch { actor: last.actor, to: story.actor(next.actor).to_string() });
        }
        last = Some(scene);
        let place = scene.spot.as_ref().map_or(String::new(), |spot| spot.short());
        let act = if before.is_some() { Act::CALL } else { scene.act };
        let text = before.unwrap_or_else(|| shortened(scene, &short));
        let from = senders.get(index).map(|&sent| {
            let sent = &story.account.scenes[sent];
            (sent.actor, message(&sent.object).to_string())
        });
        rows.push(Row::Event { actor: scene.actor, act, text, place, from });
    }
    if story.loop_start().is_some() {
        // Nothing of the loop may be worth telling.
        rows.extend(round.map(|_| Row::Round));
        rows.push(Row::Back);
    }
    rows
}

/// Scenes in which a message is received, with those in which it was sent: equal messages of one channel in their
/// order.
pub fn senders(scenes: &[Scene]) -> BTreeMap<usize, usize> {
    let mut sent: BTreeMap<&str, VecDeque<usize>> = BTreeMap::new();
    let mut pairs = BTreeMap::new();
    for (index, scene) in scenes.iter().enumerate() {
        match scene.act.name() {
            "send" => sent.entry(&scene.object).or_default().push_back(index),
            "receive" => {
                let first = sent.get_mut(&*scene.object).and_then(VecDeque::pop_front);
                pairs.extend(first.map(|first| (index, first)));
            }
            _ => {}
        }
    }
    pairs
}

/// What is sent, of `wire: data, 0`.
pub fn message(object: &str) -> &str {
    object.split_once(": ").map_or(object, |(_, message)| message)
}

/// `balance` of `Account#1.balance`, where there is one.
fn member(scene: &Scene) -> Option<&str> {
    if !matches!(scene.act, Act::READ | Act::WRITE) {
        return None;
    }
    let rest = scene.what.strip_prefix(&scene.object)?.strip_prefix('.')?;
    rest.split([' ', '[', '.']).next()
}

/// The texts of all scenes, with names as short as they are clear.
pub fn short_texts(scenes: &[Scene]) -> Vec<String> {
    let all: Vec<&Scene> = scenes.iter().collect();
    let clear = clear_names(&all);
    scenes.iter().map(|scene| shortened(scene, &clear)).collect()
}

/// The fields that belong to one object only, as far as the story goes: their names are clear without it.
fn clear_names(scenes: &[&Scene]) -> BTreeSet<String> {
    let mut owners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for scene in scenes {
        if let Some(name) = member(scene) {
            owners.entry(name).or_default().insert(&scene.object);
        }
    }
    owners.into_iter().filter(|(_, of)| of.len() == 1).map(|(name, _)| name.to_string()).collect()
}

fn shortened(scene: &Scene, clear: &BTreeSet<String>) -> String {
    match member(scene) {
        Some(name) if clear.contains(name) => scene.what[scene.object.len() + 1..].to_string(),
        _ => scene.what.clone(),
    }
}

/// `start A` and `start B` in a row become `start A, B`.
fn merge_starts(rows: Vec<Row>) -> Vec<Row> {
    let mut merged: Vec<Row> = Vec::new();
    for row in rows {
        if let (
            Some(Row::Event { actor: before, act: Act::START, text: list, place: at, .. }),
            Row::Event { actor, act: Act::START, text, place, .. },
        ) = (merged.last_mut(), &row)
            && before == actor
            && at == place
        {
            list.push_str(", ");
            list.push_str(text.trim_start_matches("start "));
        } else {
            merged.push(row);
        }
    }
    merged
}

/// Sequences that come several times in a row are shown once.
fn fold(rows: Vec<Row>) -> Vec<Row> {
    let mut folded = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let longest = MAX_PERIOD.min((rows.len() - at) / 2);
        let repeats = |period: usize| {
            let block = &rows[at..at + period];
            rows[at..].chunks_exact(period).take_while(|chunk| *chunk == block).count()
        };
        match (1..=longest).map(|period| (period, repeats(period))).find(|(_, times)| *times > 1) {
            Some((period, times)) => {
                folded.extend_from_slice(&rows[at..at + period]);
                folded.push(Row::Repeat { rows: period, times });
                at += period * times;
            }
            None => {
                folded.push(rows[at].clone());
                at += 1;
            }
        }
    }
    folded
}

fn shorten(rows: Vec<Row>) -> Vec<Row> {
    if rows.len() <= MAX_ROWS {
        return rows;
    }
    let left_out = rows.len() - MAX_ROWS;
    let mut short = rows[..FIRST_ROWS].to_vec();
    short.push(Row::Gap { rows: left_out });
    short.extend_from_slice(&rows[FIRST_ROWS + left_out..]);
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(text: &str) -> Row {
        Row::Event { actor: 0, act: Act::CALL, text: text.into(), place: String::new(), from: None }
    }

    #[test]
    fn repeated_sequences_are_folded() {
        let rows: Vec<Row> = ["a", "b", "c", "b", "c", "b", "c", "d", "d"].map(event).to_vec();
        let folded = fold(rows);
        let expected = vec![
            event("a"),
            event("b"),
            event("c"),
            Row::Repeat { rows: 2, times: 3 },
            event("d"),
            Row::Repeat { rows: 1, times: 2 },
        ];
        assert_eq!(folded, expected);
    }

    #[test]
    fn the_end_of_a_long_story_is_kept() {
        let rows: Vec<Row> = (0..1000).map(|i| event(&i.to_string())).collect();
        let short = shorten(rows);
        assert_eq!(short.len(), MAX_ROWS + 1);
        assert_eq!(short[FIRST_ROWS], Row::Gap { rows: 800 });
        assert_eq!(short.last(), Some(&event("999")));
    }
}
