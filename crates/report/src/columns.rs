//! A column for each thread, a row for each thing that happens.

use lts::Scene;

/// A column is no narrower than this; more threads than fit are told in one list, with names.
const MIN_COLUMN: usize = 26;

/// The rows of the table, headings first. Repeated scenes are folded into one.
pub fn columns(scenes: &[Scene], actors: &[(u32, String)], width: usize) -> Vec<String> {
    let folded = fold(scenes);
    let count = actors.len().max(1);
    let column = width / count;
    if column < MIN_COLUMN {
        return list(&folded, actors);
    }
    let cell = column - 3;
    let mut rows = vec![join(actors.iter().map(|(_, name)| pad(name, cell)))];
    for (scene, times) in folded {
        let cells = actors.iter().map(|(actor, _)| match *actor == scene.actor {
            true => place_right(&told(scene, times), &scene.place, cell),
            false => pad("", cell),
        });
        rows.push(join(cells));
    }
    rows
}

/// Scenes with how often each is repeated in a row.
fn fold(scenes: &[Scene]) -> Vec<(&Scene, usize)> {
    let mut folded: Vec<(&Scene, usize)> = Vec::new();
    for scene in scenes {
        match folded.last_mut() {
            Some((last, times)) if *last == scene => *times += 1,
            _ => folded.push((scene, 1)),
        }
    }
    folded
}

fn told(scene: &Scene, times: usize) -> String {
    if times == 1 { scene.what.clone() } else { format!("{} (x{times})", scene.what) }
}

fn list(scenes: &[(&Scene, usize)], actors: &[(u32, String)]) -> Vec<String> {
    let name = |actor: u32| actors.iter().find(|(a, _)| *a == actor).map_or("?", |(_, name)| name.as_str());
    let longest = actors.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0);
    scenes
        .iter()
        .map(|(scene, times)| {
            format!("{}  {:<44} {}", pad(name(scene.actor), longest), told(scene, *times), scene.place)
        })
        .collect()
}

fn join(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" | ").trim_end().to_string()
}

/// The text on the left and the place on the right, cut where there is no room.
fn place_right(what: &str, place: &str, width: usize) -> String {
    if place.is_empty() {
        return pad(what, width);
    }
    let room = width.saturating_sub(place.chars().count() + 1);
    match what.chars().count() <= room {
        true => format!("{} {place}", pad(what, room)),
        false => pad(what, width),
    }
}

fn pad(text: &str, width: usize) -> String {
    let length = text.chars().count();
    match length <= width {
        true => format!("{text}{}", " ".repeat(width - length)),
        false => text.chars().take(width.saturating_sub(1)).chain(['…']).collect(),
    }
}
