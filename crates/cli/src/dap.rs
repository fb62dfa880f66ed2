//! `jaywalk dap`: a debugger for findings, spoken to by an editor over standard input and output.

use crate::flags::{Command, Flags};
use crate::replay::{self, Retraced};
use crate::{run, screen, sources};
use clap::{Args, Parser};
use dap::{Launch, Recording, Tape};
use java::ClassPath;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Everything is said in the launch configuration.
#[derive(Args)]
pub struct DapFlags {}

pub fn dap() -> ExitCode {
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    match ::dap::serve(input, output, &mut open) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever listened has gone: nothing is left to do.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            screen::complain(&format!("jaywalk: {error}"));
            ExitCode::from(run::BAD_INPUT)
        }
    }
}

/// The path that a launch configuration names.
fn open(launch: &Launch) -> Result<Box<dyn Tape>, String> {
    if let Some(folder) = &launch.cwd {
        std::env::set_current_dir(folder).map_err(|error| format!("cwd: {folder}: {error}"))?;
    }
    let flags = Flags::try_parse_from(words(launch)).map_err(|error| error.to_string())?;
    let Command::Replay(asked) = flags.command else { return Err("this is no replay".to_string()) };
    let Retraced { subject, followed, main, class_path, scratch } = replay::retrace(*asked)?;
    let ending = match (&followed.finding, &followed.gap) {
        (Some(finding), _) => format!("{}: {}", finding.property.name(), finding.message),
        (None, Some(gap)) => format!("{}: {} {}", gap.cause.name(), gap.what, gap.place),
        (None, None) => "the path ends here, and nothing is wrong".to_string(),
    };
    let roots = class_path.as_deref().map_or_else(Vec::new, ClassPath::split);
    let find = move |spot: &lts::Spot| {
        // The folder for temporary files must be there as long as the program is.
        let _ = &scratch;
        let file = sources::locate(&spot.source(), &main, &roots)?;
        Some(absolute(&file).to_string_lossy().into_owned())
    };
    let ending = report::harmless(&ending);
    Ok(Box::new(Recording::new(subject.system, followed.path, ending, Box::new(find))))
}

fn absolute(file: &Path) -> PathBuf {
    std::fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf())
}

/// The configuration as a command line of `jaywalk replay`.
fn words(launch: &Launch) -> Vec<String> {
    let mut words = vec!["jaywalk".to_string(), "replay".to_string()];
    for (flag, value) in [("--class-path", &launch.class_path), ("--jdk", &launch.jdk)] {
        words.extend(value.iter().flat_map(|value| [flag.to_string(), value.clone()]));
    }
    words.extend(launch.is_test.then(|| "--test".to_string()));
    words.extend(launch.options.iter().cloned());
    words.push(launch.repro.clone());
    words.extend(launch.main.iter().chain(&launch.args).cloned());
    words
}
