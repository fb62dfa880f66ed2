//! Annotations for GitHub's runners: lines that the runner turns into marks at the source.

use crate::html::SourceTexts;
use crate::sarif::path_of;
use crate::{Report, Verdict};

/// A line for each finding, or one that says why there is no verdict; nothing for a check that found nothing.
pub fn github(report: &Report, sources: &SourceTexts) -> String {
    let mut lines = String::new();
    for story in &report.stories {
        let place = story.spot().map_or(String::new(), |spot| {
            format!("file={},line={},", property(&path_of(spot, sources)), spot.line.max(1))
        });
        let title = property(&format!("jaywalk: {}", story.finding.property.name()));
        let replay = story.replay.as_ref().map_or(String::new(), |replay| format!("\nreplay: {replay}"));
        let text = message(&format!("{} in {}{replay}", story.headline(), report.name));
        lines += &format!("::error {place}title={title}::{text}\n");
    }
    if report.verdict() == Verdict::Inconclusive {
        let gaps = report.gaps.iter().map(|gap| format!("{}: {} {}", gap.cause.name(), gap.what, gap.place));
        let why: Vec<String> = gaps.chain(report.cuts.iter().cloned()).collect();
        let text = message(&format!("{}: {}", report.name, why.join("; ")));
        lines += &format!("::warning title=jaywalk%3A inconclusive::{text}\n");
    }
    lines
}

fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
