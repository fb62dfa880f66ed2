//! What is wrong with a text, and where.

use std::fmt;
use std::sync::Arc;

/// A place in one of the files that a model is made of. Lines and columns count from one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Pos {
    pub file: u16,
    pub line: u32,
    pub column: u32,
}

/// Why a model is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It is no Promela, or means nothing.
    Wrong,
    /// It is Promela that we do not have.
    Unsupported,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub kind: Kind,
    pub pos: Pos,
    pub what: String,
}

pub fn wrong<T>(pos: Pos, what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { kind: Kind::Wrong, pos, what: what.into() })
}

pub fn unsupported<T>(pos: Pos, what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { kind: Kind::Unsupported, pos, what: what.into() })
}

/// The files that a model is made of, in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub files: Vec<(String, Arc<str>)>,
}

impl Sources {
    pub fn name(&self, pos: Pos) -> &str {
        self.files.get(pos.file as usize).map_or("", |(name, _)| name)
    }

    /// `abp.pml:12`.
    pub fn place(&self, pos: Pos) -> String {
        format!("{}:{}", self.name(pos), pos.line)
    }

    /// The same without folders.
    pub fn short(&self, pos: Pos) -> String {
        let place = self.place(pos);
        place.rsplit(['/', '\\']).next().unwrap_or(&place).to_string()
    }

    /// The refusal with its line and a caret.
    pub fn show(&self, refusal: &Refusal) -> String {
        let Pos { file, line, column } = refusal.pos;
        let text = self.files.get(file as usize).and_then(|(_, text)| text.lines().nth(line as usize - 1));
        let mut shown = format!("{}:{line}:{column}: {}", self.name(refusal.pos), refusal.what);
        if let Some(text) = text {
            let before = text.chars().take(column as usize - 1);
            let blanks: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            // Writing to a string cannot fail.
            let _ = fmt::Write::write_fmt(&mut shown, format_args!("\n    {text}\n    {blanks}^"));
        }
        shown
    }
}
