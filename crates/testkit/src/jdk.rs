//! Which JDK compiles the cases and answers for them.

use crate::process;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use std::{env, fs};

/// Names another JDK's home for the tests: `JAYWALK_TEST_JDK=/usr/lib/jvm/some-jdk cargo test`.
pub const JDK_VARIABLE: &str = "JAYWALK_TEST_JDK";

const VERSION_TIMEOUT: Duration = Duration::from_secs(30);

/// Variables that change what `java` prints. The oracle must depend on the case alone.
const UNWANTED_VARIABLES: [&str; 4] = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"];

#[derive(Debug, Clone)]
pub struct Jdk {
    pub home: PathBuf,
    pub major: u32,
    /// The full version, as in `17.0.15+6-Debian-1deb12u1`.
    pub version: String,
}

impl Jdk {
    /// The JDK named by the environment, else the one whose `javac` is on the path. It is asked for its version once.
    pub fn find() -> Result<Jdk, String> {
        static FOUND: OnceLock<Result<Jdk, String>> = OnceLock::new();
        FOUND.get_or_init(Jdk::looked_for).clone()
    }

    fn looked_for() -> Result<Jdk, String> {
        for variable in [JDK_VARIABLE, "JAVA_HOME"] {
            if let Some(home) = env::var_os(variable).filter(|home| !home.is_empty()) {
                return Jdk::at(Path::new(&home)).map_err(|e| format!("{variable}: {e}"));
            }
        }
        let javac = env::split_paths(&env::var_os("PATH").unwrap_or_default())
            .map(|folder| folder.join("javac"))
            .find_map(|path| fs::canonicalize(path).ok())
            .ok_or_else(|| {
                format!(
                    "no javac on the path: install a JDK (17 or later), or set {JDK_VARIABLE} to its home"
                )
            })?;
        let home = javac.ancestors().nth(2).ok_or("javac lies in no bin folder")?;
        Jdk::at(home)
    }

    pub fn at(home: &Path) -> Result<Jdk, String> {
        if !home.join("bin/javac").exists() {
            return Err(format!("{} has no bin/javac, so it is no JDK", home.display()));
        }
        let home = fs::canonicalize(home).map_err(|e| format!("{}: {e}", home.display()))?;
        let mut ask = Command::new(home.join("bin/java"));
        ask.args(["-XshowSettings:properties", "-version"]);
        clean_environment(&mut ask);
        let answer = process::run(&mut ask, "", VERSION_TIMEOUT)
            .map_err(|e| format!("asking {} for its version: {e:?}", home.display()))?;
        let settings = String::from_utf8_lossy(&answer.stderr).into_owned();
        let version = property(&settings, "java.runtime.version")
            .ok_or_else(|| format!("{} does not tell its version", home.display()))?;
        let major = property(&settings, "java.specification.version")
            .and_then(|v| v.strip_prefix("1.").unwrap_or(v).parse().ok())
            .ok_or_else(|| format!("{} has an odd version {version}", home.display()))?;
        Ok(Jdk { major, version: version.to_string(), home })
    }

    /// `java`, in an environment in which its output depends on the program alone.
    pub fn java(&self) -> Command {
        let mut command = Command::new(self.home.join("bin/java"));
        clean_environment(&mut command);
        command
    }

    /// `javac`, in the same environment, and started quickly.
    pub fn javac(&self) -> Command {
        let mut command = Command::new(self.home.join("bin/javac"));
        clean_environment(&mut command);
        command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
        command
    }
}

/// Gives `java` and `jaywalk` the same locale, time zone and no options from outside.
pub fn clean_environment(command: &mut Command) {
    for variable in UNWANTED_VARIABLES {
        command.env_remove(variable);
    }
    command.env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
}

fn property<'a>(settings: &'a str, name: &str) -> Option<&'a str> {
    settings.lines().find_map(|line| {
        let (key, value) = line.split_once(" = ")?;
        (key.trim() == name).then(|| value.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_property() {
        let text = "Property settings:\n    java.home = /x\n    java.runtime.version = 17.0.15+6\n";
        assert_eq!(property(text, "java.runtime.version"), Some("17.0.15+6"));
        assert_eq!(property(text, "java.version"), None);
    }
}
