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

impl Tone {
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
            true => format!("\x1b[{}m{text}\x1b[0m", self.codes()),
            false => text.to_string(),
        }
    }
}
