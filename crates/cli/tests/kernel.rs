//! The classes that are shipped are those of their sources: the kernel's (`crates/natives/kernel`) and the API's
//! (`api/src`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::jdk::Jdk;
use testkit::process;

const KERNEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../natives/kernel");
const API: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../api/src");
const API_CLASSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../java/api/classes");
const TIMEOUT: Duration = Duration::from_secs(60);

#[test]
fn kernel_is_compiled() {
    // Strings are put together without call sites: the kernel is to need as little as it can.
    // What makes objects of texts is the API's, too, so that a text means the same under plain java.
    let options = [
        "-g:none",
        "-XDstringConcat=inline",
        "--add-exports",
        "java.base/sun.net=ALL-UNNAMED",
        "-sourcepath",
        API,
    ];
    let sources = files(&Path::new(KERNEL).join("src"));
    check("kernel", &options, &sources, &Path::new(KERNEL).join("classes"));
}

#[test]
fn the_api_is_compiled() {
    check("api", &["-g"], &files(Path::new(API)), Path::new(API_CLASSES));
}

/// Compilers differ, so the bytes are compared on one JDK alone.
fn check(name: &str, options: &[&str], sources: &[PathBuf], shipped: &Path) {
    let jdk = Jdk::find().expect("tests need a JDK");
    if jdk.major != 17 {
        return;
    }
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let mut javac: Command = jdk.javac();
    javac.args(["-source", "17", "-target", "17", "-proc:none", "-nowarn"]);
    javac.args(options).arg("-d").arg(&out).args(sources);
    let done = process::run(&mut javac, "", TIMEOUT).expect("javac runs");
    assert_eq!(done.code, 0, "{}", String::from_utf8_lossy(&done.stderr));
    let fresh = files(&out);
    for path in &fresh {
        let file = shipped.join(path.strip_prefix(&out).unwrap());
        if testkit::golden::blessing() {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::copy(path, &file).unwrap();
        }
        let same = fs::read(&file).is_ok_and(|bytes| bytes == fs::read(path).unwrap());
        assert!(same, "{} is not what its source says: cargo xtask bless {name}", file.display());
    }
    assert_eq!(files(shipped).len(), fresh.len(), "a class is shipped that has no source");
    fs::remove_dir_all(&out).unwrap();
}

/// All files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(at) = pending.pop() {
        for path in fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { pending.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}
