//! Java source to class files, by the compiler of the user's JDK.

use crate::{Error, Jdk};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Compiles `java_file`, and what it needs from its own folder or from `libraries`, folders of sources, into
/// `out_dir`, which must exist. The error holds what javac said.
pub fn compile(
    jdk: &Jdk,
    java_file: &Path,
    out_dir: &Path,
    class_path: &[PathBuf],
    libraries: &[&Path],
) -> Result<(), Error> {
    let sources: Vec<&Path> = source_folder(java_file).into_iter().chain(libraries.iter().copied()).collect();
    compile_all(jdk, &[java_file], out_dir, class_path, &sources)
}

/// Compiles several files at once, which costs hardly more than one, and what they need from `libraries`.
pub fn compile_all(
    jdk: &Jdk,
    java_files: &[&Path],
    out_dir: &Path,
    class_path: &[PathBuf],
    libraries: &[&Path],
) -> Result<(), Error> {
    let Some(first) = java_files.first() else { return Ok(()) };
    if let Some(missing) = java_files.iter().find(|file| !file.is_file()) {
        return Err(Error::new(missing.to_string_lossy(), "there is no such file"));
    }
    let name = first.to_string_lossy();
    let javac = jdk.javac();
    if !javac.is_file() {
        let what = format!(
            "cannot be compiled: {} has no compiler; install a JDK (apt install openjdk-17-jdk-headless), \
             give --jdk PATH, or compile it yourself and give the class",
            jdk.home.display()
        );
        return Err(Error::new(name, what));
    }
    let class_path = match class_path {
        // Without -cp javac would read the variable CLASSPATH, which the program will not see when it runs.
        [] => out_dir.as_os_str().to_owned(),
        entries => std::env::join_paths(entries)
            .map_err(|error| Error::new(name.clone(), format!("the class path cannot be used: {error}")))?,
    };
    let mut command = Command::new(&javac);
    // Short runs: the second compiler of the JVM and its parallel collector cost more than they give.
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    // No annotation processors, since they are foreign code; all debugging tables, since traces show lines
    // and variables.
    command.args(["-proc:none", "-nowarn", "-g", "-encoding", "UTF-8"]);
    command.arg("-cp").arg(class_path).arg("-d").arg(out_dir);
    let mut folders: Vec<&Path> = java_files.iter().filter_map(|file| source_folder(file)).collect();
    folders.dedup();
    let sources =
        std::env::join_paths(folders.into_iter().chain(libraries.iter().copied())).map_err(|error| {
            Error::new(name.clone(), format!("its folder cannot be searched for sources: {error}"))
        })?;
    command.arg("-sourcepath").arg(sources);
    let output = command
        .args(java_files)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::new(javac.to_string_lossy(), format!("cannot be run: {error}")))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(Error::new(name, format!("does not compile:\n{}", said.trim_end())))
        }
    }
}

/// Compiles sources that replace classes of some modules of the JDK, or stand beside such. `patches` are modules with
/// the folder of their replacements.
pub fn compile_patch(
    jdk: &Jdk,
    java_files: &[PathBuf],
    out_dir: &Path,
    class_path: &[PathBuf],
    patches: &[(String, PathBuf)],
) -> Result<(), Error> {
    let Some(first) = java_files.first() else { return Ok(()) };
    let name = first.to_string_lossy();
    let class_path = std::env::join_paths(class_path)
        .map_err(|error| Error::new(name.clone(), format!("the class path cannot be used: {error}")))?;
    let mut command = Command::new(jdk.javac());
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    command.args(["-proc:none", "-nowarn", "-g", "-encoding", "UTF-8", "-implicit:none"]);
    for (module, folder) in patches {
        command.arg("--patch-module").arg(format!("{module}={}", folder.display()));
        command.arg("--add-reads").arg(format!("{module}=ALL-UNNAMED"));
    }
    command.arg("-cp").arg(class_path).arg("-d").arg(out_dir).args(java_files);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::new(jdk.javac().to_string_lossy(), format!("cannot be run: {error}")))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(Error::new(name, format!("does not compile:\n{}", said.trim_end())))
        }
    }
}

/// Where the other sources of the program are. A folder with a `module-info.java` is left out, because javac
/// would then compile the file as a part of that module, for which the class path does not exist.
fn source_folder(java_file: &Path) -> Option<&Path> {
    let folder = match java_file.parent()? {
        parent if parent.as_os_str().is_empty() => Path::new("."),
        parent => parent,
    };
    (!folder.join("module-info.java").exists()).then_some(folder)
}

/// Puts all files below `folder` into a jar, with the tool of the user's JDK.
pub fn pack(jdk: &Jdk, folder: &Path, jar: &Path) -> Result<(), Error> {
    let tool = jdk.home.join("bin/jar");
    let output = Command::new(&tool)
        .arg("--create")
        .arg("--file")
        .arg(jar)
        .arg("-C")
        .arg(folder)
        .arg(".")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| {
            Error::new(tool.to_string_lossy(), format!("cannot be run: {error}; install a JDK"))
        })?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(Error::new(jar.to_string_lossy(), format!("cannot be made:\n{}", said.trim_end())))
        }
    }
}
