//! Texts of a program may hold anything; on a terminal they must do nothing.

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

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn nothing_of_a_text_reaches_the_terminal_that_it_would_obey() {
        assert_eq!(harmless("a\u{1b}[2Jb\u{202E}c\u{2066}d\ne"), "a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d\u{FFFD}e");
        assert_eq!(harmless("Größe: 3 € 日本"), "Größe: 3 € 日本");
    }
}
