//! Stubs of a specification: what is wished, and having them written, compiled and put in their places.

use crate::flags::{Machine, StubPrecision};
use crate::scratch::make_folder;
use envgen::{Callbacks, Precision, SpecError, Specification, StubError, StubFile, StubWish, World};
use front::Problem;
use java::Setup;
use std::path::{Path, PathBuf};

/// Stubs that are in their places.
pub(super) struct Stubbed {
    pub sources: Vec<PathBuf>,
    pub notes: Vec<String>,
    /// What they replace.
    pub classes: Vec<String>,
}

/// What the specification and the flags say.
///
/// # Errors
/// A word of the specification that means nothing.
pub(super) fn wish(
    _file: &str,
    _text: &str,
    spec: &Specification,
    machine: &Machine,
) -> Result<StubWish, Problem> {
    let written = spec.precision.as_ref().map(|name| name.text.as_str());
    let precision = match (machine.stub_precision, written) {
        (Some(StubPrecision::Types), _) | (None, Some("types")) => Precision::Types,
        (Some(StubPrecision::Sites), _) | (None, Some("sites")) => Precision::Sites,
        _ => Precision::Receiver,
    };
    let callbacks = match spec.callbacks.as_ref().map(|name| name.text.as_str()) {
        Some("all") => Callbacks::All,
        Some("none") => Callbacks::None,
        _ => Callbacks::Own,
    };
    let named = spec.stubs.iter().map(|name| name.text.clone());
    let patterns = named.chain(machine.stub.iter().map(|name| name.trim().to_string())).collect();
    Ok(StubWish { patterns, precision, callbacks })
}

/// Writes and compiles the stubs below a folder, and has them taken in place of the real classes. `None` if there are
/// none.
///
/// # Errors
/// What cannot be replaced, and where that was asked for.
pub(super) fn replace(
    setup: &mut Setup,
    world: &mut World<'_>,
    wish: &StubWish,
    (file, text, spec): (&str, &str, &Specification),
    out: &Path,
) -> Result<Option<Stubbed>, Problem> {
    if wish.patterns.is_empty() {
        return Ok(None);
    }
    let made = envgen::stubs(world, wish, spec).map_err(|error| explained(error, wish, file, text, spec))?;
    let source = out.join("stubs");
    let (library, own) = (out.join("stubbed-library"), out.join("stubbed"));
    for folder in [&source, &library, &own] {
        make_folder(folder)?;
    }
    let shared =
        StubFile { class: envgen::SHARED.0.to_string(), module: None, text: envgen::SHARED.1.to_string() };
    let cannot =
        |error: java::LaunchError| Problem::Input(format!("{file}: the stubs do not compile: {error}"));
    let shared = put(&source, &shared)?;
    let files = put_all(&source, made.files.iter().filter(|file| file.module.is_none()))?;
    let is_plain = made.files.len() == files.len();
    // Without classes of the JDK among them, all can be compiled at once.
    let first: Vec<&Path> =
        std::iter::once(&shared).chain(files.iter().filter(|_| is_plain)).map(PathBuf::as_path).collect();
    java::compile_all_with_api(setup, &first, &own, &[]).map_err(cannot)?;
    let mut modules: Vec<String> = made.files.iter().filter_map(|file| file.module.clone()).collect();
    modules.sort();
    modules.dedup();
    let mut sources = Vec::new();
    let mut patches = Vec::new();
    let api = java::api::write_classes(&own).map_err(|error| cannot(error.into()))?;
    let mut class_path = vec![own.clone(), api];
    class_path.extend(setup.class_path.iter().cloned());
    for module in modules {
        let files = put_all(&source, made.files.iter().filter(|file| file.module.as_ref() == Some(&module)))?;
        let mut patch = patches.clone();
        patch.push((module.clone(), source.clone()));
        java::compile_patch(setup, &files, &library, &class_path, &patch).map_err(cannot)?;
        patches.push((module, library.clone()));
        sources.extend(files);
    }
    if !is_plain {
        java::compile_patch(setup, &files, &own, &class_path, &patches).map_err(cannot)?;
    }
    sources.extend(files);
    setup.replaced = classes_below(&library, &library);
    setup.class_path.splice(0..0, [own, library]);
    let mut notes = made.notes;
    notes.insert(
        0,
        format!(
            "stubs stand in place of {} ({} methods behind them were looked at); native methods and what the JDK calls \
             by name leave the unit alone; stubs throw no unchecked exceptions, and others without their messages and \
             causes",
            shortened(&made.classes),
            made.methods
        ),
    );
    Ok(Some(Stubbed { sources, notes, classes: made.classes }))
}

/// How many names of stubs are listed.
const LISTED_MAX: usize = 6;

pub(super) fn shortened(names: &[String]) -> String {
    match names.len() > LISTED_MAX {
        true => format!("{} and {} more", names[..LISTED_MAX].join(", "), names.len() - LISTED_MAX),
        false => names.join(", "),
    }
}

/// What is wrong, where it was written: in the specification, or on the command line.
fn explained(error: StubError, wish: &StubWish, file: &str, text: &str, spec: &Specification) -> Problem {
    let at = |number: usize, what: String| match spec.stubs.get(number) {
        Some(name) => Problem::Input(SpecError::new(file, text, name.span, what).to_string()),
        None => Problem::Input(format!("--stub {}: {what}", wish.patterns[number])),
    };
    match error {
        StubError::OfUnit(number, class) => at(
            number,
            format!("{class} is of the unit, which is checked as it is; stubs are for what is around it"),
        ),
        StubError::Nothing(number) => {
            at(number, "there is no such class; give its package, or its place with -cp".to_string())
        }
        StubError::Ground(number, class) => at(
            number,
            format!(
                "{class} cannot be replaced: every program needs it, and so do stubs; name other classes"
            ),
        ),
        StubError::Above(class, above) => Problem::Input(format!(
            "{file}: the unit uses {class}, which is below {above}, and only that is to be replaced: add {class} \
                to the stubs"
        )),
        StubError::Parent(class, above) => Problem::Input(format!(
            "{file}: {class} is replaced, but not {above} above it, which keeps what it is given: add {above} to \
                the stubs"
        )),
        StubError::Class(error) => Problem::Input(error.to_string()),
    }
}

fn put_all<'a>(root: &Path, files: impl Iterator<Item = &'a StubFile>) -> Result<Vec<PathBuf>, Problem> {
    files.map(|file| put(root, file)).collect()
}

fn put(root: &Path, file: &StubFile) -> Result<PathBuf, Problem> {
    let source = root.join(format!("{}.java", file.class));
    if let Some(folder) = source.parent() {
        make_folder(folder)?;
    }
    std::fs::write(&source, &file.text)
        .map_err(|error| Problem::Input(format!("{}: cannot be written: {error}", source.display())))?;
    Ok(source)
}

/// The names of all classes below a folder.
fn classes_below(root: &Path, at: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(at).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            names.extend(classes_below(root, &path));
        } else if path.extension().is_some_and(|end| end == "class")
            && let Ok(name) = path.with_extension("").strip_prefix(root)
        {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    names
}
