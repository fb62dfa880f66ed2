//! The JDK of the user: where it is, and which version.

use crate::Error;
use crate::parse::MAJOR_OF_FEATURE_ZERO;
use crate::source::read_file;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The oldest JDK whose class library the machine knows.
const MIN_FEATURE: u16 = 17;
const NEXT_STEP: &str = "install one (apt install openjdk-17-jdk-headless) or give --jdk PATH";

/// An installed JDK.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jdk {
    pub home: PathBuf,
    /// 17, 21, 25.
    pub feature: u16,
    /// `17.0.15`.
    pub version: String,
    /// `17.0.15+6-Debian-1deb12u1`; the same as `version` where the JDK does not say.
    pub runtime_version: String,
    /// Who built it: `Debian`, `Eclipse Adoptium`; empty where the JDK does not say.
    pub implementor: String,
}

impl Jdk {
    /// The JDK at `explicit`, else at `JAVA_HOME`, else the one whose `java` is on the `PATH`.
    pub fn find(explicit: Option<&Path>) -> Result<Jdk, Error> {
        let home = std::env::var_os("JAVA_HOME");
        let path = std::env::var_os("PATH");
        Jdk::find_in(explicit, home.as_deref(), path.as_deref())
    }

    /// As [`Jdk::find`], with the two variables given.
    pub fn find_in(
        explicit: Option<&Path>,
        java_home: Option<&OsStr>,
        path: Option<&OsStr>,
    ) -> Result<Jdk, Error> {
        if let Some(home) = explicit {
            return Jdk::at(home);
        }
        if let Some(home) = java_home.filter(|home| !home.is_empty()) {
            return Jdk::at(Path::new(home)).map_err(|mut error| {
                error.what.push_str(" (JAVA_HOME points here: correct it, or give --jdk PATH)");
                error
            });
        }
        let mut first_error = None;
        for folder in std::env::split_paths(path.unwrap_or_default()) {
            // `java` is often a chain of links that ends in the JDK's bin folder.
            let Ok(java) = folder.join("java").canonicalize() else {
                continue;
            };
            let Some(home) = java.parent().and_then(Path::parent) else {
                continue;
            };
            match Jdk::at(home) {
                Ok(jdk) => return Ok(jdk),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        Err(first_error.unwrap_or_else(|| Error::new("", format!("no JDK found: {NEXT_STEP}"))))
    }

    /// The JDK at this folder, by its `release` file.
    pub fn at(home: &Path) -> Result<Jdk, Error> {
        let fault = |what: &str| Error::new(home.to_string_lossy(), format!("{what}: {NEXT_STEP}"));
        if !home.is_dir() {
            return Err(fault("no JDK is here: there is no such folder"));
        }
        let release = read_file(&home.join("release"))?
            .ok_or_else(|| fault("no JDK is here: its file \"release\" is missing"))?;
        let release = String::from_utf8_lossy(&release);
        let value = |key: &str| {
            release.lines().find_map(|line| {
                let value = line.strip_prefix(key)?.strip_prefix('=')?;
                Some(value.trim().trim_matches('"').to_owned())
            })
        };
        let version = value("JAVA_VERSION")
            .ok_or_else(|| fault("no JDK is here: its file \"release\" names no JAVA_VERSION"))?;
        let feature = feature_of(&version)
            .ok_or_else(|| fault(&format!("the JDK here has a version that cannot be read, {version:?}")))?;
        if feature < MIN_FEATURE {
            return Err(fault(&format!("the JDK here is version {version}, but 17 or newer is needed")));
        }
        if !home.join("lib").join("modules").is_file() {
            return Err(fault("the JDK here has no lib/modules"));
        }
        Ok(Jdk {
            home: home.to_owned(),
            feature,
            runtime_version: value("JAVA_RUNTIME_VERSION").unwrap_or_else(|| version.clone()),
            implementor: value("IMPLEMENTOR").unwrap_or_default(),
            version,
        })
    }

    /// The newest class file version that this JDK reads.
    pub fn max_class_major(&self) -> u16 {
        MAJOR_OF_FEATURE_ZERO.saturating_add(self.feature)
    }

    /// Where its compiler is, if it has one.
    pub fn javac(&self) -> PathBuf {
        self.home.join("bin").join(if cfg!(windows) { "javac.exe" } else { "javac" })
    }
}

/// `17.0.15` gives 17, `25-ea` gives 25, and `1.8.0_292` gives 8.
fn feature_of(version: &str) -> Option<u16> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit());
    match numbers.next()?.parse().ok()? {
        1 => numbers.next()?.parse().ok(),
        feature => Some(feature),
    }
}

#[cfg(test)]
mod tests {
    use super::feature_of;

    #[test]
    fn versions() {
        let known = [
            ("17.0.15", Some(17)),
            ("25", Some(25)),
            ("25-ea", Some(25)),
            ("1.8.0_292", Some(8)),
            ("x", None),
        ];
        for (text, feature) in known {
            assert_eq!(feature_of(text), feature, "{text}");
        }
    }
}
