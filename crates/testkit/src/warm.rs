//! A JDK whose compiler is warm: its `javac` hands what it is asked to one JVM that compiles for all tests of a
//! process, in a tenth of the time that a new one takes. What does not compile there is given to the real compiler, for
//! its words.

use crate::jdk::{Jdk, clean_environment};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::{fs, io};

const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/java/WarmCompiler.java");

/// The compiler ends when this is closed, at the latest with the process.
struct Open(#[expect(dead_code, reason = "it is held, not used")] ChildStdin);

/// The home of a JDK like that of the tests, with a warm compiler. It lies below `folder`, where the first caller says.
pub fn home(folder: &Path) -> &'static Path {
    static MADE: OnceLock<(PathBuf, Open)> = OnceLock::new();
    let (home, _) = MADE.get_or_init(|| {
        let jdk = Jdk::find().expect("tests need a JDK");
        made(&jdk, folder).unwrap_or_else(|error| panic!("a warm compiler in {}: {error}", folder.display()))
    });
    home
}

fn made(jdk: &Jdk, folder: &Path) -> io::Result<(PathBuf, Open)> {
    let token = format!("{}-{}", std::process::id(), jdk.version);
    let home = folder.join(format!("warm-jdk-{token}"));
    drop(fs::remove_dir_all(&home));
    let bin = home.join("bin");
    fs::create_dir_all(&bin)?;
    link_all(&jdk.home, &home, "bin")?;
    link_all(&jdk.home.join("bin"), &bin, "javac")?;
    let (port, open) = started(jdk, &token, &home)?;
    let real = jdk.home.join("bin/javac");
    let javac = bin.join("javac");
    fs::write(&javac, client(&real, port, &token))?;
    fs::set_permissions(&javac, fs::Permissions::from_mode(0o755))?;
    Ok((home, open))
}

/// Links to all that is in a folder but one.
fn link_all(from: &Path, to: &Path, but: &str) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        if name != but {
            symlink(from.join(&name), to.join(&name))?;
        }
    }
    Ok(())
}

fn started(jdk: &Jdk, token: &str, home: &Path) -> io::Result<(u16, Open)> {
    let mut java = Command::new(jdk.home.join("bin/java"));
    clean_environment(&mut java);
    java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", SERVER, token]).arg(home);
    let mut child = java.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    let output = child.stdout.take().ok_or_else(|| io::Error::other("it has no output"))?;
    BufReader::new(output).read_line(&mut line)?;
    let port = line.trim().parse().map_err(|_| io::Error::other(format!("it names no port: {line}")))?;
    let input = child.stdin.take().ok_or_else(|| io::Error::other("it has no input"))?;
    Ok((port, Open(input)))
}

/// A script in the place of `javac`.
fn client(real: &Path, port: u16, token: &str) -> String {
    let real = real.display();
    format!(
        "#!/usr/bin/env bash\n\
         if exec 3<>/dev/tcp/127.0.0.1/{port}; then\n\
         \x20   printf '%s\\0' '{token}' $# \"$PWD\" \"$@\" >&3\n\
         \x20   read -r answer <&3 && [ \"$answer\" = ok ] && exit 0\n\
         fi 2>/dev/null\n\
         exec '{real}' \"$@\"\n"
    )
}
