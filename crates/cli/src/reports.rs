//! Where a report goes beside the console.

use crate::{run, screen, sources};
use clap::Args;
use report::{Report, StateGraph};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Files to write.
#[derive(Args, Clone)]
pub struct Reports {
    /// Write the verdict, its figures and every step of a finding to a file
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub json: Option<PathBuf>,

    /// Write a page to walk through a finding in a browser
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub html: Option<PathBuf>,

    /// Write findings as SARIF 2.1.0
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub sarif: Option<PathBuf>,

    /// Write the verdict as JUnit's XML
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub junit: Option<PathBuf>,

    /// Write how to run a finding again to a file, for `jaywalk replay FILE`; into a folder, one file for each finding
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub repro: Option<PathBuf>,

    /// Of a Promela model, write the path to a finding as a trail, for `spin -t`
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub trail: Option<PathBuf>,
}

impl Reports {
    /// The page shows how things stood at each step, which takes a walk of its own.
    pub fn html_wanted(&self) -> bool {
        self.html.is_some()
    }

    pub fn html_name(&self) -> Option<String> {
        self.html.as_ref().map(|file| file.display().to_string())
    }

    /// The folder for a file of each finding, if that was asked for: it is there, or ends like a folder.
    pub fn repro_folder(&self) -> Option<&Path> {
        let is_folder = |path: &&PathBuf| path.is_dir() || path.to_string_lossy().ends_with('/');
        self.repro.as_ref().filter(is_folder).map(PathBuf::as_path)
    }

    /// Finds out whether what was asked for can be written, before anything is searched. `Err` with the exit code.
    pub fn prepare(&self, others: &[&Path]) -> Result<(), ExitCode> {
        let own = [&self.json, &self.html, &self.sarif, &self.junit, &self.repro, &self.trail];
        let files = own.into_iter().flatten().map(PathBuf::as_path).chain(others.iter().copied());
        for file in files {
            let is_new = !file.exists();
            // A folder for findings is there, or is made.
            if self.repro_folder().is_some_and(|folder| folder == file) {
                std::fs::create_dir_all(file).map_err(|error| unwritable(file, &error))?;
                continue;
            }
            // Whoever reads a pipe would take a look at it for its end.
            if !is_new && !file.is_file() && !file.is_dir() {
                continue;
            }
            // A file that is new is tried under another name: nobody may take it for one that was written.
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let tried = match is_new {
                true => file.with_file_name(format!(".{name}.{}", std::process::id())),
                false => file.to_path_buf(),
            };
            let opened = std::fs::OpenOptions::new().append(true).create(true).open(&tried);
            opened.map_err(|error| unwritable(file, &error))?;
            if is_new {
                // A folder that forgets nothing keeps an empty file.
                let _ = std::fs::remove_file(&tried);
            }
        }
        Ok(())
    }

    /// Writes what was asked for; sources are looked for beside `main` and below `roots`. `Err` with the exit
    /// code if a file cannot be written.
    pub fn write(
        &self,
        reports: &[Report],
        graph: Option<&StateGraph>,
        main: &str,
        roots: &[PathBuf],
    ) -> Result<(), ExitCode> {
        let on_github = std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        let sources = match on_github || self.html.is_some() || self.sarif.is_some() {
            true => sources::find(reports, main, roots),
            false => report::SourceTexts::new(),
        };
        if on_github {
            reports.iter().for_each(|report| screen::print(&report::github(report, &sources)));
        }
        if let Some(file) = &self.sarif {
            write(file, &report::sarif(reports, &sources, env!("CARGO_PKG_VERSION")))?;
        }
        if let Some(file) = &self.junit {
            write(file, &report::junit("jaywalk", reports))?;
        }
        if let Some(file) = &self.json {
            write(file, &report::json_of(reports))?;
        }
        if let Some(file) = &self.html
            && let Some(page) = report::html_of(reports, &sources, graph)
        {
            write(file, &page)?;
        }
        Ok(())
    }
}

pub fn write(file: &Path, text: &str) -> Result<(), ExitCode> {
    std::fs::write(file, text).map_err(|error| unwritable(file, &error))
}

fn unwritable(file: &Path, error: &std::io::Error) -> ExitCode {
    run::complain(&format!("{}: cannot be written: {error}", file.display()), run::BAD_INPUT)
}
