//! `jaywalk env verify`: a real program, watched by the monitor of a specification.

use super::{Surroundings, VerifyAssumption, add_sources, class_name};
use crate::scratch::make_folder;
use crate::{check, run};
use envgen::{SpecError, UnitMonitor};
use front::Problem;
use java::{ClassPath, Classes, LaunchTarget, Setup, Unit};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

pub(super) fn verify(asked: VerifyAssumption) -> ExitCode {
    let mut check = asked.check;
    if !super::is_environment(&asked.file.to_string_lossy()) {
        let what =
            format!("{}: is no specification; give it before MAIN: FILE.env MAIN", asked.file.display());
        return run::complain(&what, run::BAD_INPUT);
    }
    if check.env.is_some() || check.program.machine.assumption.is_some() {
        return run::complain("env verify takes its specification before MAIN", run::BAD_INPUT);
    }
    if check.distributing.is_wanted() {
        let what = "several processes: jaywalk check --assumption FILE MAIN takes them";
        return run::complain(what, run::BAD_INPUT);
    }
    check.program.machine.assumption = Some(asked.file);
    check::check(check)
}

/// Has what the code around a unit does followed by a monitor: the unit's classes tell of calls.
///
/// # Errors
/// What is wrong with the specification or the program, or what of it cannot be watched.
pub fn watch(setup: &mut Setup, file: &Path, main: &str, scratch: &Path) -> Result<Surroundings, Problem> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Problem::Input(format!("{name}: cannot be read: {error}")))?;
    let wrong = |error: SpecError| Problem::Input(error.to_string());
    let spec = envgen::parse(&name, &text).map_err(wrong)?;
    compile_main(setup, main, scratch)?;
    let root = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let patterns: Vec<&str> = spec.unit.iter().map(|name| name.text.as_str()).collect();
    add_sources(setup, &patterns, root, scratch)?;
    let classes = Classes::open(setup)?;
    let listed = classes.listed()?;
    let mut world = envgen::world((&name, &text), &spec, classes.hierarchy(), &listed).map_err(wrong)?;
    let class = class_name(file, &world)?;
    let plan = envgen::plan((&name, &text), &spec, &mut world, &class).map_err(wrong)?;
    let watch = envgen::watch(&plan, &mut world, &name, &listed).map_err(|what| Problem::Unsupported {
        what: format!("env verify: {what}"),
        at: name.clone(),
        stack: Vec::new(),
    })?;
    if let LaunchTarget::Class(main) = &setup.target
        && watch.unit.contains(&main.replace('.', "/").as_str().into())
    {
        return Err(Problem::Input(format!("{name}: {main} is of the unit: give a program that uses it")));
    }
    drop(world);
    let out = scratch.join("watch");
    compile(setup, &watch, &out, &name)?;
    let woven = scratch.join("woven");
    make_folder(&woven)?;
    for &of in &listed {
        if let Some(bytes) = classes.woven(of, &watch)? {
            put(&woven, &format!("{}.class", of.text()), &bytes)?;
        }
    }
    setup.class_path.splice(0..0, [woven, out]);
    let watcher = envgen::WATCHER.0.into();
    setup.unit = Some(Arc::new(Unit { classes: watch.unit, watcher }));
    let mut notes = watch.notes;
    notes.extend(watch.unseen.iter().cloned());
    if !spec.stubs.is_empty() {
        notes.push("stubs are not looked at: the real classes run".to_string());
    }
    let mut rests_on = vec![
        "assignments to fields of the unit by reflection, by handles and by natives are not seen; texts, numbers and \
         constants of enums are the same if they are equal"
            .to_string(),
    ];
    rests_on.extend(watch.unseen);
    Ok(Surroundings { notes, rests_on, holds: vec![format!("the assumption {name}")] })
}

/// The program's main class, compiled if it is a source.
fn compile_main(setup: &mut Setup, main: &str, scratch: &Path) -> Result<(), Problem> {
    if setup.class_path.is_empty() {
        setup.class_path = ClassPath::split(".".as_ref());
    }
    match setup.target.clone() {
        LaunchTarget::Class(_) => Ok(()),
        LaunchTarget::Jar(jar) => Err(Problem::Input(format!(
            "{}: give its main class by name: -cp {} CLASS",
            jar.display(),
            jar.display()
        ))),
        LaunchTarget::Source(source) => {
            let out = scratch.join("program");
            make_folder(&out)?;
            if !source.is_file() {
                return Err(Problem::Input(format!("{main}: there is no such file")));
            }
            let class = java::compile_with_api(setup, &source, &out, &[])?;
            setup.class_path.insert(0, out);
            setup.target = LaunchTarget::Class(class);
            Ok(())
        }
    }
}

/// Compiles the monitor.
fn compile(setup: &Setup, watch: &UnitMonitor, out: &Path, name: &str) -> Result<(), Problem> {
    let sources = out.join("src");
    let shared = (envgen::WATCHER.0.to_string(), envgen::WATCHER.1.to_string());
    let mut files = Vec::new();
    for (class, text) in std::iter::once(&shared).chain(&watch.files) {
        let path = format!("{class}.java");
        put(&sources, &path, text.as_bytes())?;
        files.push(sources.join(path));
    }
    // What a file needs of the others is compiled with it. Nothing names the tables but the woven classes.
    let files: Vec<&Path> = files[1..].iter().map(PathBuf::as_path).collect();
    java::compile_all_with_api(setup, &files, out, &[&sources])
        .map_err(|error| Problem::Input(format!("{name}: the monitor does not compile: {error}")))
}

fn put(root: &Path, path: &str, bytes: &[u8]) -> Result<(), Problem> {
    let file = root.join(path);
    if let Some(folder) = file.parent() {
        make_folder(folder)?;
    }
    std::fs::write(&file, bytes)
        .map_err(|error| Problem::Input(format!("{}: cannot be written: {error}", file.display())))
}
