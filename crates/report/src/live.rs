//! The page with the machine behind it: the same page, which asks for what would follow from other choices.

use crate::html::{data, page, tell};
use crate::{Claims, Figures, Report, SourceTexts, Story};
use serde_json::{Value, json};

/// A path that somebody stands on and can leave. Its story begins with a row of its own, before anything has happened.
#[derive(Clone, Debug)]
pub struct LivePath {
    /// The program, as the user calls it.
    pub name: String,
    /// Its number among the paths that were taken.
    pub walk: usize,
    /// How many choices it is made of.
    pub steps: usize,
    pub ending: PathEnd,
    pub story: Story,
}

/// What a path has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathEnd {
    /// It can go on.
    Open,
    /// To its end, and nothing is wrong.
    Done,
    /// Something is wrong.
    Wrong,
    /// To something that the machine cannot do.
    Unknown,
}

impl PathEnd {
    /// The word for it, and which colour it has.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            PathEnd::Open => ("OPEN", "open"),
            PathEnd::Done => ("END", "safe"),
            PathEnd::Wrong => ("FAIL", "violation"),
            PathEnd::Unknown => ("INCONCLUSIVE", "inconclusive"),
        }
    }
}

impl LivePath {
    /// The whole page.
    pub fn page(&self, sources: &SourceTexts) -> String {
        page(&self.name, self.data(sources), "; connect-src 'self'")
    }

    /// What the page shows, for a page that is there already.
    pub fn json(&self, sources: &SourceTexts) -> String {
        self.data(sources).to_string()
    }

    fn data(&self, sources: &SourceTexts) -> Value {
        let mut told = tell(&self.story, true);
        (told["program"], told["numbers"]) =
            (json!(self.name), json!(crate::count(self.steps as u64, "choice")));
        let scenes = &self.story.account.scenes;
        for (i, scene) in scenes.iter().enumerate() {
            let is_last = i + 1 == scenes.len();
            // Where the path stands after this row. Behind the last one there may be choices that nothing is told of.
            let end = if i == 0 { 0 } else { scene.step as usize + 1 };
            told["steps"][i]["end"] = json!(if is_last { self.steps } else { end.min(self.steps) });
        }
        let report = Report {
            name: self.name.clone(),
            stories: Vec::new(),
            gaps: Vec::new(),
            cuts: Vec::new(),
            figures: Figures::default(),
            claims: Claims::default(),
            outputs: None,
        };
        let mut data = data(&report, &[told], sources, None);
        let (word, verdict) = self.ending.words();
        (data["word"], data["verdict"]) = (json!(word), json!(verdict));
        let actors: Vec<u32> = self.story.actors.iter().map(|(actor, _)| *actor).collect();
        data["walk"] = json!({"number": self.walk, "steps": self.steps, "actors": actors});
        data
    }
}
