//! A column for each thread, a row for each thing that happens. Nothing is cut off: what does not fit is
//! wrapped.

use crate::plot::Row;
use crate::style::Tone;
use lts::Act;

/// A column is no narrower than this; more threads than fit are told in one list, with their names.
const MIN_COLUMN: usize = 24;
/// What stands between columns, and between a text and its place.
const BETWEEN: &str = " | ";
const BEFORE_PLACE: usize = 2;

/// The lines of the table, headings first.
pub fn columns(
    mut rows: Vec<Row>,
    (actors, is_replayed): (&[(u32, String)], bool),
    width: usize,
    in_colour: bool,
) -> Vec<String> {
    let fits = natural(&rows, actors).iter().sum::<usize>() + BETWEEN.len() * actors.len() <= width;
    let file = if fits { None } else { leave_out_file(&mut rows) };
    let mut lines = match widths(&rows, actors, width) {
        Some(widths) => Table { actors, widths, is_replayed, in_colour }.lines(&rows),
        None => list(&rows, (actors, is_replayed), width, in_colour),
    };
    if let Some(file) = file {
        lines.insert(0, Tone::Faint.paint(&format!("all places are in {file}"), in_colour));
    }
    lines
}

/// Where room is short and all places are in one file, the lines are enough. Returns the file.
fn leave_out_file(rows: &mut [Row]) -> Option<String> {
    let split =
        |place: &str| place.rsplit_once(':').map(|(file, line)| (file.to_string(), format!(":{line}")));
    let mut file: Option<String> = None;
    for row in rows.iter() {
        let Row::Event { place, .. } = row else { continue };
        if place.is_empty() {
            continue;
        }
        let (this, _) = split(place)?;
        if file.get_or_insert_with(|| this.clone()) != &this {
            return None;
        }
    }
    for row in rows.iter_mut() {
        if let Row::Event { place, .. } = row
            && let Some((_, line)) = split(place)
        {
            *place = line;
        }
    }
    file
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// How wide each column would like to be.
fn natural(rows: &[Row], actors: &[(u32, String)]) -> Vec<usize> {
    let mut widths: Vec<usize> = actors.iter().map(|(_, name)| length(name)).collect();
    for row in rows {
        let Row::Event { actor, text, place, .. } = row else { continue };
        let Some(column) = actors.iter().position(|(number, _)| number == actor) else { continue };
        let placed = if place.is_empty() { 0 } else { BEFORE_PLACE + length(place) };
        widths[column] = widths[column].max(length(text) + placed);
    }
    widths
}

/// How wide each column is; nothing if they do not fit.
fn widths(rows: &[Row], actors: &[(u32, String)], width: usize) -> Option<Vec<usize>> {
    let mut widths = natural(rows, actors);
    let longest_place = rows.iter().map(|row| match row {
        Row::Event { place, .. } => length(place),
        _ => 0,
    });
    let narrowest = MIN_COLUMN.max(longest_place.max().unwrap_or(0));
    let room = width.checked_sub(BETWEEN.len() * actors.len().saturating_sub(1))?;
    // The widest give first.
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter().copied().max().unwrap_or(0);
        if widest <= narrowest {
            return None;
        }
        let column = widths.iter().position(|&w| w == widest)?;
        widths[column] -= 1;
    }
    Some(widths)
}

struct Table<'a> {
    actors: &'a [(u32, String)],
    widths: Vec<usize>,
    is_replayed: bool,
    in_colour: bool,
}

impl Table<'_> {
    fn lines(&self, rows: &[Row]) -> Vec<String> {
        let names: Vec<(String, Tone)> =
            self.actors.iter().map(|(_, name)| (name.clone(), Tone::Heading)).collect();
        let mut lines = vec![self.join(&names)];
        for row in rows {
            match row {
                Row::Event { actor, act, text, place, from } => {
                    let column = self.column(*actor);
                    let mut arrow = from.as_ref().filter(|(sender, _)| sender != actor);
                    for (line, tone) in cell(text, place, self.widths[column], tone(*act)) {
                        lines.push(match arrow.take() {
                            Some((sender, message)) => {
                                self.with_arrow(column, (line, tone), *sender, message)
                            }
                            None => self.in_column(column, line, tone),
                        });
                    }
                }
                Row::Switch { actor, to } => {
                    let column = self.column(*actor);
                    for (line, tone) in cell(&switch(to), "", self.widths[column], Tone::Switch) {
                        lines.push(self.in_column(column, line, tone));
                    }
                }
                other => lines.push(Tone::Faint.paint(&aside(other, self.is_replayed), self.in_colour)),
            }
        }
        lines
    }

    /// A message on its way from the column of its sender to that of who receives it.
    fn with_arrow(&self, column: usize, (text, tone): (String, Tone), sender: u32, message: &str) -> String {
        let from = self.column(sender);
        let (first, last) = (column.min(from), column.max(from));
        let faint = |text: String| Tone::Faint.paint(&text, self.in_colour);
        let mut line = String::new();
        for (at, &width) in self.widths.iter().enumerate() {
            let is_between = at > first && at <= last;
            let gap = match (at == 0, is_between) {
                (true, _) => "",
                (_, false) => BETWEEN,
                (_, true) if at == column => "-> ",
                (_, true) if at == column + 1 && from > column => " <-",
                (_, true) => "---",
            };
            line += &faint(gap.to_string());
            if at == column {
                let fill = " ".repeat(width.saturating_sub(length(&text)));
                line += &format!("{}{fill}", tone.paint(&text, self.in_colour));
            } else if at == from {
                line += &faint(labelled(message, width, from > column));
            } else if at > first && at < last {
                line += &faint("-".repeat(width));
            } else {
                line += &" ".repeat(width);
            }
        }
        line.trim_end().to_string()
    }

    fn column(&self, actor: u32) -> usize {
        self.actors.iter().position(|(number, _)| *number == actor).unwrap_or(0)
    }

    fn in_column(&self, column: usize, text: String, tone: Tone) -> String {
        let mut cells = vec![(String::new(), Tone::Plain); self.actors.len()];
        cells[column] = (text, tone);
        self.join(&cells)
    }

    fn join(&self, cells: &[(String, Tone)]) -> String {
        let padded: Vec<String> = cells
            .iter()
            .zip(&self.widths)
            .map(|((text, tone), &width)| {
                let fill = " ".repeat(width.saturating_sub(length(text)));
                format!("{}{fill}", tone.paint(text, self.in_colour))
            })
            .collect();
        padded.join(&Tone::Faint.paint(BETWEEN, self.in_colour)).trim_end().to_string()
    }
}

/// A part of an arrow with the message that it stands for, as far as there is room.
fn labelled(message: &str, width: usize, is_end: bool) -> String {
    let room = width.saturating_sub(4);
    let message: String = message.chars().take(room).collect();
    let dashes = "-".repeat(width.saturating_sub(length(&message) + 3));
    match is_end {
        true => format!("{dashes} {message} -"),
        false => format!("- {message} {dashes}"),
    }
}

/// What stands where a thread could have gone on.
fn switch(to: &str) -> String {
    format!("switch to {to}")
}

fn tone(act: Act) -> Tone {
    match act {
        Act::BLOCKED | Act::THROW => Tone::Bad,
        _ => Tone::Plain,
    }
}

/// The words between rows that belong to no thread.
fn aside(row: &Row, is_replayed: bool) -> String {
    match row {
        Row::Repeat { rows: 1, times } => format!("... {times} times"),
        Row::Repeat { rows, times } => format!("... these {rows} rows {times} times"),
        Row::Gap { rows } if is_replayed => {
            format!("... {rows} rows are left out here; `jaywalk replay` tells them all")
        }
        Row::Gap { rows } => format!("... {rows} rows are left out here; --story full tells them all"),
        Row::Round => "--- what follows happens again and again ---".to_string(),
        Row::Back => "--- and all is as it was where this began: so it goes on for ever ---".to_string(),
        Row::Event { .. } | Row::Switch { .. } => String::new(),
    }
}

/// The lines of a cell: the text, wrapped, and the place at the right end of the last line if there is room.
fn cell(text: &str, place: &str, width: usize, tone: Tone) -> Vec<(String, Tone)> {
    let mut lines: Vec<String> = wrap(text, width);
    if !place.is_empty() {
        let last = lines.last().map_or(0, |line| length(line));
        let fill = width.saturating_sub(last + length(place));
        match (fill >= BEFORE_PLACE, lines.last_mut()) {
            (true, Some(line)) => line.push_str(&format!("{}{place}", " ".repeat(fill))),
            _ => lines.push(format!("{}{place}", " ".repeat(width.saturating_sub(length(place))))),
        }
    }
    lines.into_iter().map(|line| (line, tone)).collect()
}

/// Breaks a text between words, and a word that is too long anywhere.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        let line = lines.last_mut().map_or(0, |line| length(line));
        if line > 0 && line + 1 + word.len() <= width {
            if let Some(line) = lines.last_mut() {
                line.push(' ');
                line.extend(word);
            }
            continue;
        }
        if line > 0 {
            lines.push(String::from("  "));
        }
        loop {
            let used = lines.last().map_or(0, |line| length(line));
            let room = width.saturating_sub(used).max(1);
            let rest = word.split_off(cut(&word, room));
            if let Some(line) = lines.last_mut() {
                line.extend(word);
            }
            if rest.is_empty() {
                break;
            }
            word = rest;
            lines.push(String::from("  "));
        }
    }
    lines
}

/// Where a word that is longer than its room is broken: before a dot or behind a parenthesis, if that leaves little
/// room empty, so that names stay whole.
fn cut(word: &[char], room: usize) -> usize {
    if word.len() <= room {
        return word.len();
    }
    let is_seam = |&at: &usize| word[at] == '.' || matches!(word[at - 1], '(' | ',');
    (room / 3 + 1..=room).rev().find(is_seam).unwrap_or(room)
}

/// One line after the other, each with the name of its thread.
fn list(
    rows: &[Row],
    (actors, is_replayed): (&[(u32, String)], bool),
    width: usize,
    in_colour: bool,
) -> Vec<String> {
    let name = |actor: u32| actors.iter().find(|(a, _)| *a == actor).map_or("?", |(_, name)| name.as_str());
    let longest = actors.iter().map(|(_, name)| length(name)).max().unwrap_or(0);
    let room = width.saturating_sub(longest + 2).max(MIN_COLUMN);
    let mut lines = Vec::new();
    for row in rows {
        let (actor, cells) = match row {
            Row::Event { actor, act, text, place, from } => {
                let sender = from.as_ref().filter(|(sender, _)| sender != actor);
                let sender = sender.map_or(String::new(), |(sender, _)| format!(" <- {}", name(*sender)));
                (*actor, cell(&format!("{text}{sender}"), place, room, tone(*act)))
            }
            Row::Switch { actor, to } => (*actor, vec![(switch(to), Tone::Switch)]),
            other => {
                lines.push(Tone::Faint.paint(&aside(other, is_replayed), in_colour));
                continue;
            }
        };
        for (i, (line, tone)) in cells.iter().enumerate() {
            let name = if i == 0 { name(actor) } else { "" };
            let fill = " ".repeat(longest - length(name));
            let line = format!(
                "{}{fill}  {}",
                Tone::Heading.paint(name, in_colour),
                tone.paint(line.trim_end(), in_colour)
            );
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_arrows_from_column_to_column() {
        let event = |actor, text: &str, from: Option<(u32, &str)>| Row::Event {
            actor,
            act: Act::CALL,
            text: text.to_string(),
            place: String::new(),
            from: from.map(|(actor, message)| (actor, message.to_string())),
        };
        let actors = [(0, "sender 0".to_string()), (1, "idle".to_string()), (2, "receiver 2".to_string())];
        let rows = vec![
            event(0, "wire!data", None),
            event(1, "x = 1", None),
            event(2, "wire?data", Some((0, "data"))),
            event(0, "back?ack", Some((2, "ack"))),
        ];
        let lines = columns(rows, (&actors[..], false), 100, false);
        let wanted = [
            "sender 0  | idle  | receiver 2",
            "wire!data |       |",
            "          | x = 1 |",
            "- data -----------> wire?data",
            "back?ack  <------------- ack -",
        ];
        assert_eq!(lines, wanted);
    }

    #[test]
    fn long_texts_are_wrapped_and_never_cut() {
        assert_eq!(
            wrap("waits for Fork#1 (held by philosopher 2)", 20),
            ["waits for Fork#1", "  (held by", "  philosopher 2)"]
        );
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "  ef", "  gh", "  ij"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(
            wrap("Counter#1.incrementAndGet() -> 2", 20),
            ["Counter#1", "  .incrementAndGet()", "  -> 2"]
        );
    }
}
