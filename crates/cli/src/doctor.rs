//! `jaywalk doctor`: what is there and what is missing, before a search is begun.

use crate::flags::Machine;
use crate::host::Terminal;
use crate::run;
use crate::scratch::Scratch;
use clap::Args;
use java::{ClassPath, Health, Target};
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
    is_well: bool,
    text: String,
}

pub fn doctor(doctor: Doctor) -> ExitCode {
    let mut lines = vec![well(format!("jaywalk {}", env!("CARGO_PKG_VERSION")))];
    let given = doctor.machine.class_path.as_deref();
    let class_path = given.map(ClassPath::split).unwrap_or_default();
    lines.extend(jdk(&doctor));
    lines.extend(class_path.iter().map(place));
    if let Some(main) = &doctor.main {
        lines.extend(program(&doctor, main));
    }
    for line in &lines {
        crate::screen::line(&format!("{}  {}", if line.is_well { "ok  " } else { "BAD " }, line.text));
    }
    let bad = lines.iter().filter(|line| !line.is_well).count();
    match bad {
        0 => crate::screen::line("everything that was looked at is well"),
        _ => crate::screen::line(&format!("{bad} of {} need attention", lines.len())),
    }
    ExitCode::from(if bad == 0 { 0 } else { run::BAD_INPUT })
}

fn well(text: String) -> Line {
    Line { is_well: true, text }
}

fn bad(text: String) -> Line {
    Line { is_well: false, text }
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
    let setup = run::setup_for(&doctor.machine, Target::of(main), true);
    match java::health(setup, scratch.path(), Box::new(Terminal::new())) {
        Err(problem) => vec![bad(format!("{main}: {problem}"))],
        Ok(Health { main, reached, missing }) => {
            let mut lines = vec![well(format!("class {main} has a main method, and the library starts"))];
            lines.push(match missing.is_empty() {
                true => well(format!("all {reached} native methods that it can reach are there")),
                false => bad(format!(
                    "{} of {reached} native methods that it might reach are missing; a path that calls one ends inconclusive:",
                    missing.len()
                )),
            });
            lines.extend(missing.into_iter().map(|name| bad(format!("  {name}"))));
            lines
        }
    }
}
