//! Colours of a terminal. Text that is not coloured is the same text.

/// How a piece of text is to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    Doubtful,
    Heading,
    Faint,
    Switch,
}

/// What ends a colour.
pub const END: &str = "\x1b[0m";

impl Tone {
    pub const ALL: [Tone; 6] =
        [Tone::Good, Tone::Bad, Tone::Doubtful, Tone::Heading, Tone::Faint, Tone::Switch];

    /// What begins it.
    pub fn begin(self) -> String {
        format!("\x1b[{}m", self.codes())
    }

    /// Select Graphic Rendition codes (ECMA-48).
    fn codes(self) -> &'static str {
        match self {
            Tone::Plain => "",
            Tone::Good => "1;32",
            Tone::Bad => "1;31",
            Tone::Doubtful => "1;33",
            Tone::Heading => "1",
            Tone::Faint => "2",
            Tone::Switch => "35",
        }
    }

    pub fn paint(self, text: &str, in_colour: bool) -> String {
        match in_colour && self != Tone::Plain && !text.trim().is_empty() {
            // Nobody else may choose colours.
            true => format!("{}{}{END}", self.begin(), text.replace('\x1b', "\u{FFFD}")),
            false => text.to_string(),
        }
    }
}
