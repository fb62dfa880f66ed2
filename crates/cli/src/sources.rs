//! The program's source files, as far as they can be found: for the page that shows them beside the steps.

use report::{Report, SourceText, SourceTexts};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folders below which sources usually are, as build tools lay them out.
const USUAL: [&str; 10] = [
    ".",
    "src",
    "src/main/java",
    "src/test/java",
    "src/main/kotlin",
    "src/test/kotlin",
    "src/main/groovy",
    "src/main/scala",
    "java",
    "test",
];
/// A larger file is not shown.
const MAX_BYTES: u64 = 1 << 20;

/// Reads the files that the reports name.
pub fn find(reports: &[Report], main: &str, roots: &[PathBuf]) -> SourceTexts {
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    for story in reports.iter().flat_map(|report| &report.stories) {
        let scenes = story.account.scenes.iter().filter_map(|scene| scene.spot.as_ref());
        let stacks = story.end.actors.iter().flat_map(|view| &view.stack);
        wanted.extend(scenes.chain(stacks).map(lts::Spot::source));
    }
    let folders = folders(main, roots);
    wanted.into_iter().filter_map(|name| read(&name, main, &folders).map(|source| (name, source))).collect()
}

/// Where the file is, if it can be found.
pub fn locate(name: &str, main: &str, roots: &[PathBuf]) -> Option<PathBuf> {
    located(name, main, &folders(main, roots))
}

/// Where to look: beside the main file, and beside and above each place of the class path.
fn folders(main: &str, roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut bases: Vec<PathBuf> = vec![PathBuf::from(".")];
    bases.extend(Path::new(main).parent().map(Path::to_path_buf));
    for root in roots {
        bases.extend(root.ancestors().take(4).map(Path::to_path_buf));
    }
    bases.iter().flat_map(|base| USUAL.iter().map(move |usual| base.join(usual))).collect()
}

fn located(name: &str, main: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    // A single file that is checked may stand anywhere, whatever its package.
    let is_main = Path::new(main).file_name() == Path::new(name).file_name();
    let own = is_main.then(|| PathBuf::from(main));
    own.into_iter().chain(folders.iter().map(|folder| folder.join(name))).find(|file| file.is_file())
}

fn read(name: &str, main: &str, folders: &[PathBuf]) -> Option<SourceText> {
    let file = located(name, main, folders)?;
    if std::fs::metadata(&file).is_ok_and(|about| about.len() > MAX_BYTES) {
        return None;
    }
    let path = file.components().filter(|part| *part != std::path::Component::CurDir).collect::<PathBuf>();
    Some(SourceText { path: path.to_string_lossy().into_owned(), text: std::fs::read_to_string(file).ok()? })
}
