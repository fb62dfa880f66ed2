//! Texts of a program may hold anything; on a terminal they must do nothing.

use crate::style::{self, Tone};

/// Moves a terminal's cursor, changes its title, or turns the direction of what follows.
fn is_harmful(c: char) -> bool {
    let turns =
        matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns
}

/// The text with a sign in the place of each character that a terminal would obey.
pub fn harmless(text: &str) -> String {
    text.chars().map(|c| if is_harmful(c) { '\u{FFFD}' } else { c }).collect()
}

/// A whole message for a terminal: lines, tabs and our own colours are kept, and nothing else that it would obey. What
/// a program, a class file or a path is called gets into messages by many ways; this is the door that all take.
pub fn presentable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let kept = match c {
            '\u{1b}' => own_colour(rest),
            '\n' | '\t' => Some(1),
            c => Some(c.len_utf8()).filter(|_| !is_harmful(c)),
        };
        let (part, behind) = rest.split_at(kept.unwrap_or(c.len_utf8()));
        out.push_str(if kept.is_some() { part } else { "\u{FFFD}" });
        rest = behind;
    }
    out
}

/// The length of a colour of ours that the text begins with.
fn own_colour(text: &str) -> Option<usize> {
    let codes = Tone::ALL.iter().map(|tone| tone.begin()).chain([style::END.to_string()]);
    codes.filter(|code| text.starts_with(code.as_str())).map(|code| code.len()).next()
}

#[cfg(test)]
mod tests {
    use super::{Tone, harmless, presentable};

    #[test]
    fn messages_keep_their_lines_and_colours_and_nothing_else() {
        assert_eq!(
            presentable("a\tb\nc\u{1b}cd\r\u{9b}2J\u{202E}é"),
            "a\tb\nc\u{FFFD}cd\u{FFFD}\u{FFFD}2J\u{FFFD}é"
        );
        let painted = Tone::Bad.paint("x\u{1b}[1;32my", true);
        assert_eq!(presentable(&painted), painted);
        assert!(!painted.contains("\u{1b}[1;32"), "{painted}");
        assert_eq!(presentable("\u{1b}[5m\u{1b}[0"), "\u{FFFD}[5m\u{FFFD}[0");
    }

    #[test]
    fn nothing_of_a_text_reaches_the_terminal_that_it_would_obey() {
        assert_eq!(harmless("a\u{1b}[2Jb\u{202E}c\u{2066}d\ne"), "a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d\u{FFFD}e");
        assert_eq!(harmless("Größe: 3 € 日本"), "Größe: 3 € 日本");
    }
}
