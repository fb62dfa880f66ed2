//! What a build tool itself says: asked for a class path, offline and for a limited time, or read from the reports of
//! its last test run.

use super::Kind;
use crate::scratch::Scratch;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A build tool that takes longer hangs, or builds more than it was asked for.
const LIMIT: Duration = Duration::from_secs(90);
/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// What stands before a line of the script below.
const MARK: &str = "jaywalk-class-path:";
/// Asks every project of a Gradle build for what its tests run on.
/// Written so that old ones understand it: `register`, and source sets as an extension, came later than Debian's 4.4.
const INIT_SCRIPT: &str = "allprojects { p ->\n  p.tasks.create('jaywalkClassPath') {\n    doLast {\n      \
    def sets = p.extensions.findByName('sourceSets') ?: p.properties['sourceSets']\n      \
    if (sets != null) sets.test.runtimeClasspath.each { println 'jaywalk-class-path:' + it }\n    }\n  }\n}\n";

/// What the tests of these modules run on.
///
/// # Errors
/// Why that is not known: in one line.
pub fn class_path(kind: Kind, folder: &Path, modules: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let scratch = Scratch::new().map_err(|error| error.to_string())?;
    match kind {
        Kind::Maven => maven(folder, modules, scratch.path()),
        Kind::Gradle => gradle(folder, scratch.path()),
    }
}

fn maven(folder: &Path, modules: &[PathBuf], scratch: &Path) -> Result<Vec<PathBuf>, String> {
    let mut places = Vec::new();
    // Each module has its own answer; the file is written anew for each, so they are asked one by one.
    for (i, module) in modules.iter().enumerate() {
        let file = scratch.join(format!("class-path-{i}"));
        let mut command = Command::new("mvn");
        command.args([
            "--offline",
            "--quiet",
            "--batch-mode",
            "-Dstyle.color=never",
            "--non-recursive",
            "dependency:build-classpath",
        ]);
        command.arg("-Dmdep.includeScope=test").arg(format!("-Dmdep.outputFile={}", file.display()));
        command.current_dir(if module.is_dir() { module } else { folder });
        finished(command, "mvn", scratch)?;
        let text = std::fs::read_to_string(&file).map_err(|_| "mvn has written nothing".to_string())?;
        places.extend(existing(text.trim().split(':')));
    }
    Ok(places)
}

fn gradle(folder: &Path, scratch: &Path) -> Result<Vec<PathBuf>, String> {
    let script = scratch.join("init.gradle");
    std::fs::write(&script, INIT_SCRIPT).map_err(|error| error.to_string())?;
    let mut command = Command::new("gradle");
    command
        .args(["--offline", "--quiet", "--no-daemon", "--init-script"])
        .arg(&script)
        .arg("jaywalkClassPath");
    command.current_dir(folder);
    let text = finished(command, "gradle", scratch)?;
    Ok(existing(text.lines().filter_map(|line| line.strip_prefix(MARK))))
}

/// Those that are there.
fn existing<'a>(places: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
    places.filter(|place| !place.is_empty()).map(PathBuf::from).filter(|place| place.exists()).collect()
}

/// What a tool printed, if it ends well and in time.
fn finished(mut command: Command, name: &str, scratch: &Path) -> Result<String, String> {
    let out = scratch.join("printed");
    let file = std::fs::File::create(&out).map_err(|error| error.to_string())?;
    let errors = file.try_clone().map_err(|error| error.to_string())?;
    command.stdin(Stdio::null()).stdout(file).stderr(errors);
    let mut child = command.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("{name} is not on the path"),
        _ => format!("{name}: {error}"),
    })?;
    let begin = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if begin.elapsed() > LIMIT => {
                // It may end at this very moment, which is as well.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{name} takes longer than {} s", LIMIT.as_secs()));
            }
            None => std::thread::sleep(LOOK),
        }
    };
    let text = std::fs::read_to_string(&out).unwrap_or_default();
    if status.success() {
        return Ok(text);
    }
    let first =
        text.lines().map(|line| line.trim_start_matches("[ERROR]").trim()).find(|line| !line.is_empty());
    Err(format!("{name} says: {}", report::harmless(first.unwrap_or("nothing"))))
}

/// Maven's test runner notes in its reports what the tests of its last run were run on.
pub fn told_by_reports(kind: Kind, module: &Path) -> Vec<PathBuf> {
    if kind != Kind::Maven {
        return Vec::new();
    }
    let folder = super::joined(module, "target/surefire-reports");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let reports = entries.filter(|path| path.extension().is_some_and(|end| end == "xml"));
    let mut paths: Vec<PathBuf> = reports.flat_map(|report| of_report(&report)).collect();
    paths.sort();
    paths.dedup();
    paths
}

/// Jars alone: folders are those of the layout, and the runner's own jars stand in another property.
fn of_report(report: &Path) -> Vec<PathBuf> {
    const NAME: &str = "name=\"surefire.test.class.path\" value=\"";
    let text = std::fs::read_to_string(report).unwrap_or_default();
    let value =
        text.split_once(NAME).and_then(|(_, rest)| rest.split_once('"')).map_or("", |(value, _)| value);
    let mut places = existing(value.split(':'));
    places.retain(|place| place.is_file());
    places
}
