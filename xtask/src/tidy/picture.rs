//! The picture of the rooms, `docs/rooms.svg`: drawn from the table of rooms and from what cargo says of
//! their dependencies, so that it shows what is. `cargo xtask rooms` writes it, and tidy compares.

use super::Problem;
use super::rules::{ROOMS, Room, Wing};
use super::tree::File;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Where the picture is.
pub const FILE: &str = "docs/rooms.svg";

/// Pixels. A line of names may be as long as a box is wide.
const WIDTH: usize = 1120;
const GAP: usize = 10;
const BOX_WIDTH: usize = 168;
const NAME_HEIGHT: usize = 24;
const LINE_HEIGHT: usize = 14;
const LINE_CHARACTERS: usize = 25;
const HEAD_HEIGHT: usize = 28;

/// A wing as a panel: its name, where it stands, how many boxes are side by side, and its colours.
struct Panel {
    wing: Wing,
    title: &'static str,
    x: usize,
    columns: usize,
    colours: (&'static str, &'static str),
}

const ROOF: Panel = Panel {
    wing: Wing::Roof,
    title: "roof: sees both wings",
    x: GAP,
    columns: 6,
    colours: ("#fbf5ea", "#a06a10"),
};
const LEFT: Panel = Panel {
    wing: Wing::Left,
    title: "left wing: what is explored",
    x: GAP,
    columns: 3,
    colours: ("#eef6ee", "#2f7d32"),
};
const GROUND: Panel = Panel {
    wing: Wing::Ground,
    title: "ground",
    x: GAP + 3 * (BOX_WIDTH + GAP) + 2 * GAP,
    columns: 1,
    colours: ("#f3f3f3", "#555555"),
};
const RIGHT: Panel = Panel {
    wing: Wing::Right,
    title: "right wing: how it is explored",
    x: GAP + 4 * (BOX_WIDTH + GAP) + 4 * GAP,
    columns: 2,
    colours: ("#f0f4fc", "#1f5fbf"),
};
const DEV: Panel =
    Panel { wing: Wing::Dev, title: "not shipped", x: GAP, columns: 6, colours: ("#fafafa", "#888888") };

/// What each room that stands depends on, from cargo's metadata; dependencies of tests are no part of it.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Complains of a picture that shows something else than what is.
pub fn check(metadata: &Value, files: &[File]) -> Option<Problem> {
    let drawn = files.iter().find(|file| file.path == FILE).map(|file| file.text.as_str());
    let is_true = drawn == Some(draw(metadata).as_str());
    (!is_true)
        .then(|| Problem::error(FILE, "does not show the rooms as they are: cargo xtask rooms draws it"))
}

pub fn draw(metadata: &Value) -> String {
    let uses = uses(metadata);
    let mut body = String::new();
    let mut y = GAP;
    y += panel(&mut body, &ROOF, y, &uses) + GAP;
    let middle = [LEFT, GROUND, RIGHT].map(|wing| panel(&mut body, &wing, y, &uses));
    y += middle.into_iter().max().unwrap_or(0) + GAP;
    y += panel(&mut body, &DEV, y, &uses) + GAP;
    let note = "Under each name stand the rooms that it uses, without those that it knows through them. \
        Dashed rooms are planned. Drawn by cargo xtask rooms.";
    let _ = writeln!(body, "  <text x=\"{GAP}\" y=\"{y}\" fill=\"#666\" font-size=\"11\">{note}</text>");
    let height = y + GAP;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n  <title>The rooms of the \
         house</title>\n{body}</svg>\n"
    )
}

fn uses(metadata: &Value) -> Uses {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_room = |name: &str| ROOMS.iter().any(|room| room.name == name);
    let of = |package: &Value| {
        let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
        let real = dependencies.iter().filter(|dependency| dependency["kind"].is_null());
        let names = real.filter_map(|dependency| dependency["name"].as_str());
        names.filter(|name| is_room(name)).map(str::to_string).collect()
    };
    packages.iter().filter_map(|package| Some((package["name"].as_str()?.to_string(), of(package)))).collect()
}

/// Draws a wing, and tells how high it is.
fn panel(out: &mut String, panel: &Panel, y: usize, uses: &Uses) -> usize {
    let (fill, stroke) = panel.colours;
    let rooms: Vec<&Room> = ROOMS.iter().filter(|room| room.wing == panel.wing).collect();
    let mut boxes = String::new();
    let mut below = y + HEAD_HEIGHT;
    for row in rooms.chunks(panel.columns) {
        let lines: Vec<Vec<String>> = row.iter().map(|room| lines(room, uses)).collect();
        let most = lines.iter().map(Vec::len).max().unwrap_or(0);
        let height = NAME_HEIGHT + most * LINE_HEIGHT + GAP / 2;
        for (column, (room, lines)) in row.iter().zip(&lines).enumerate() {
            let x = panel.x + GAP / 2 + column * (BOX_WIDTH + GAP);
            let dashes = if uses.contains_key(room.name) { "" } else { " stroke-dasharray=\"4 3\"" };
            one_box(
                &mut boxes,
                room.name,
                lines,
                (x, below),
                height,
                &format!("stroke=\"{stroke}\"{dashes}"),
            );
        }
        below += height + GAP;
    }
    let width = panel.columns * (BOX_WIDTH + GAP);
    let (height, x, title) = (below - y, panel.x, panel.title);
    let _ = writeln!(
        out,
        "  <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{fill}\"/>\n  \
         <text x=\"{}\" y=\"{}\" fill=\"{stroke}\">{title}</text>",
        x + GAP,
        y + 19
    );
    out.push_str(&boxes);
    height
}

fn one_box(out: &mut String, name: &str, lines: &[String], (x, y): (usize, usize), height: usize, pen: &str) {
    let middle = x + BOX_WIDTH / 2;
    let _ = writeln!(
        out,
        "  <rect x=\"{x}\" y=\"{y}\" width=\"{BOX_WIDTH}\" height=\"{height}\" rx=\"5\" fill=\"#fff\" {pen}/>\n  \
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"bold\">{name}</text>",
        y + 17
    );
    for (i, line) in lines.iter().enumerate() {
        let at = y + NAME_HEIGHT + 9 + i * LINE_HEIGHT;
        let _ = writeln!(
            out,
            "  <text x=\"{middle}\" y=\"{at}\" text-anchor=\"middle\" font-size=\"11\" fill=\"#555\">{line}</text>"
        );
    }
}

/// What a room uses, in lines that fit into its box.
fn lines(room: &Room, uses: &Uses) -> Vec<String> {
    let Some(own) = uses.get(room.name) else { return Vec::new() };
    let mut lines: Vec<String> = Vec::new();
    for name in own.iter().filter(|name| !own.iter().any(|other| knows(other, name, uses))) {
        match lines.last_mut().filter(|line| line.len() + 1 + name.len() <= LINE_CHARACTERS) {
            Some(line) => *line = format!("{line} {name}"),
            None => lines.push(name.clone()),
        }
    }
    lines
}

/// A room knows another, be it through others. Cargo allows no cycles.
fn knows(room: &str, other: &str, uses: &Uses) -> bool {
    uses.get(room).is_some_and(|own| own.contains(other) || own.iter().any(|next| knows(next, other, uses)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package(name: &str, uses: &[(&str, Option<&str>)]) -> Value {
        let uses: Vec<Value> = uses.iter().map(|(name, kind)| json!({"name": name, "kind": kind})).collect();
        json!({"name": name, "dependencies": uses})
    }

    #[test]
    fn a_room_shows_what_it_uses_itself() {
        let vm = package("vm", &[("ir", None), ("base", None), ("testkit", Some("dev")), ("libc", None)]);
        let metadata = json!({"packages": [package("base", &[]), package("ir", &[("base", None)]), vm]});
        let uses = uses(&metadata);
        let room = |name: &str| ROOMS.iter().find(|room| room.name == name).unwrap();
        assert_eq!(lines(room("vm"), &uses), ["ir"]);
        assert_eq!(lines(room("ir"), &uses), ["base"]);
        assert!(lines(room("search"), &uses).is_empty());
    }

    #[test]
    fn another_picture_is_noticed() {
        let metadata = json!({"packages": [package("base", &[])]});
        let file = |text: String| vec![File { path: FILE.to_string(), text }];
        assert_eq!(check(&metadata, &file(draw(&metadata))), None);
        let more = json!({"packages": [package("base", &[]), package("lts", &[("base", None)])]});
        assert!(check(&metadata, &file(draw(&more))).is_some());
        assert!(check(&metadata, &[]).is_some());
    }
}
