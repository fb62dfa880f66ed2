//! `cargo xtask dist`: a package for Debian and its relatives, with the manual page and completions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Completions: the shell, and where its package looks for them.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/jaywalk"),
    ("zsh", "usr/share/zsh/vendor-completions/_jaywalk"),
    ("fish", "usr/share/fish/vendor_completions.d/jaywalk.fish"),
];
const LICENSES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];
const MAN: &str = "usr/share/man/man1/jaywalk.1";

/// Builds the binary and packs it. `--binary FILE` packs one that is there.
pub fn command(words: &[&str]) -> Result<(), String> {
    let root = testkit::repo_root();
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir));
    let binary = match words {
        [] => {
            let status = crate::cargo().args(["build", "--release", "--package", "cli"]).status();
            if !status.map_err(|error| format!("cargo build: {error}"))?.success() {
                return Err("the binary cannot be built".to_string());
            }
            target.join("release/jaywalk")
        }
        ["--binary", file] => root.join(file),
        _ => return Err("usage: cargo xtask dist [--binary FILE]".to_string()),
    };
    let package = pack(&root, &binary, &target.join("dist"))?;
    println!("{}", package.display());
    Ok(())
}

/// Lays the files out below a folder and packs them. Returns the package.
fn pack(root: &Path, binary: &Path, dist: &Path) -> Result<PathBuf, String> {
    let version = env!("CARGO_PKG_VERSION");
    let architecture = said(Command::new("dpkg").arg("--print-architecture"))?;
    let architecture = architecture.trim();
    let name = format!("jaywalk_{version}_{architecture}");
    let folder = dist.join(&name);
    let _ = fs::remove_dir_all(&folder);
    let put = |path: &str, bytes: &[u8]| -> Result<PathBuf, String> {
        let file = folder.join(path);
        let made = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, bytes));
        made.map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(file)
    };
    let read = |file: &Path| fs::read(file).map_err(|error| format!("{}: {error}", file.display()));
    let installed = put("usr/bin/jaywalk", &read(binary)?)?;
    executable(&installed)?;
    // Symbols are for developers, and most of its size.
    let _ = Command::new("strip").arg("--strip-debug").arg(&installed).stderr(Stdio::null()).status();
    let manual = put(MAN, said(Command::new(binary).arg("man"))?.as_bytes())?;
    said(Command::new("gzip").args(["-9", "-n", "-f"]).arg(&manual))?;
    for (shell, path) in COMPLETIONS {
        put(path, said(Command::new(binary).args(["completions", shell]))?.as_bytes())?;
    }
    let licenses: Result<Vec<Vec<u8>>, String> = LICENSES.iter().map(|file| read(&root.join(file))).collect();
    put("usr/share/doc/jaywalk/copyright", &licenses?.join(&b'\n'))?;
    put("usr/share/doc/jaywalk/changelog.md", &read(&root.join("CHANGELOG.md"))?)?;
    put("DEBIAN/control", control(version, architecture).as_bytes())?;
    let package = dist.join(format!("{name}.deb"));
    said(Command::new("dpkg-deb").args(["--build", "--root-owner-group"]).arg(&folder).arg(&package))?;
    Ok(package)
}

fn executable(file: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())
}

fn control(version: &str, architecture: &str) -> String {
    format!(
        "Package: jaywalk\nVersion: {version}\nArchitecture: {architecture}\nSection: devel\nPriority: optional\n\
         Maintainer: the Jaywalk maintainers <maintainers@localhost>\nDepends: libc6, libgcc-s1, libstdc++6\n\
         Recommends: default-jdk-headless\nDescription: software model checker for Java\n \
         Jaywalk walks a Java program every way it can go: every schedule of its threads\n \
         and every choice, looking for deadlocks, races, failed assertions and broken\n temporal properties.\n"
    )
}

/// What a command prints, if it ends well.
fn said(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}
