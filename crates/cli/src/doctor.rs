//! `jaywalk doctor`: what is there and what is missing, before a search is begun.

use crate::flags::Machine;
use crate::host::Terminal;
use crate::run;
use crate::scratch::Scratch;
use clap::Args;
use java::{ClassPath, Health, LaunchTarget, MissingNative};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Doctor {
    #[command(flatten)]
    pub machine: Machine,

    /// Look at this program too: a class name, a .java file or a .jar
    #[arg(value_name = "MAIN")]
    pub main: Option<String>,
}

/// Something that was looked at: how it stands, and what to do about it.
struct Line {
    is: Is,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    Well,
    /// Good to know, and maybe never met.
    Noted,
    Bad,
}

pub fn doctor(doctor: Doctor) -> ExitCode {
    if let Some(why) = crate::run::unused(&doctor.machine) {
        return crate::run::complain(&why, crate::run::BAD_INPUT);
    }
    let mut lines = vec![well(format!("jaywalk {}", env!("CARGO_PKG_VERSION")))];
    let given = doctor.machine.class_path.as_deref();
    let class_path = given.map(ClassPath::split).unwrap_or_default();
    lines.extend(jdk(&doctor));
    lines.extend(class_path.iter().map(place));
    if let Some(main) = &doctor.main {
        lines.extend(program(&doctor, main));
    }
    for line in &lines {
        let word = match line.is {
            Is::Well => "ok  ",
            Is::Noted => "note",
            Is::Bad => "BAD ",
        };
        crate::screen::line(&format!("{word}  {}", line.text));
    }
    let bad = lines.iter().filter(|line| line.is == Is::Bad).count();
    let has_notes = lines.iter().any(|line| line.is == Is::Noted);
    crate::screen::line(&match (bad, has_notes) {
        (0, false) => "everything that was looked at is well".to_string(),
        (0, true) => "nothing is wrong with what was looked at; \
            the notes are for the case that a check ends inconclusive"
            .to_string(),
        _ => format!("{bad} of {} need attention", lines.len()),
    });
    ExitCode::from(if bad == 0 { 0 } else { run::BAD_INPUT })
}

fn well(text: String) -> Line {
    Line { is: Is::Well, text }
}

fn bad(text: String) -> Line {
    Line { is: Is::Bad, text }
}

fn noted(text: String) -> Line {
    Line { is: Is::Noted, text }
}

fn jdk(doctor: &Doctor) -> Vec<Line> {
    match java::jdk(doctor.machine.jdk.as_deref()) {
        Err(error) => vec![bad(format!("{error}; install a JDK, or name one with --jdk or JAVA_HOME"))],
        Ok(jdk) => {
            let mut lines = vec![well(format!("JDK {} at {}", jdk.version, jdk.home))];
            lines.push(match jdk.feature {
                17 => well("this version is the one that is tested".to_string()),
                other => well(format!("version {other} runs; 17 is the one that is tested most")),
            });
            lines.push(match jdk.has_compiler {
                true => well("javac is there: .java files can be checked".to_string()),
                false => {
                    bad("there is no javac: .java files cannot be checked; install the full JDK".to_string())
                }
            });
            lines
        }
    }
}

fn place(path: &PathBuf) -> Line {
    let shown = path.display();
    if !path.exists() {
        return bad(format!("class path: {shown} does not exist"));
    }
    match ClassPath::open(std::slice::from_ref(path)).and_then(|opened| opened.classes()) {
        Err(error) => bad(format!("class path: {error}")),
        Ok(classes) if classes.is_empty() => bad(format!("class path: {shown} has no classes in it")),
        Ok(classes) => well(format!("class path: {shown}, {} classes", classes.len())),
    }
}

fn program(doctor: &Doctor, main: &str) -> Vec<Line> {
    let Ok(scratch) = Scratch::new() else { return vec![bad("there is no temporary folder".to_string())] };
    let setup = run::setup_for(&doctor.machine, LaunchTarget::of(main), true);
    match java::health(setup, scratch.path(), Box::new(Terminal::new())) {
        Err(problem) => vec![bad(format!("{main}: {problem}"))],
        Ok(Health { main, reached, missing }) => {
            let mut lines = vec![well(format!("class {main} has a main method, and the library starts"))];
            let (own, other): (Vec<MissingNative>, Vec<MissingNative>) =
                missing.into_iter().partition(|native| native.is_own);
            if !own.is_empty() {
                let what =
                    "that its own code has or calls are missing; a path that calls one ends inconclusive:";
                lines.push(bad(format!("{} of {reached} native methods {what}", own.len())));
                lines.extend(own.into_iter().map(|native| bad(format!("  {}", native.name))));
            }
            if !other.is_empty() {
                let what = "that the library may need are missing; most programs never come to them, \
                    and a path that does ends inconclusive:";
                lines.push(noted(format!("{} of {reached} native methods {what}", other.len())));
                lines.extend(other.into_iter().map(|native| noted(format!("  {}", native.name))));
            }
            if lines.len() == 1 {
                lines.push(well(format!("all {reached} native methods that it can reach are there")));
            }
            lines
        }
    }
}
