//! The classes of the kernel (`crates/natives/kernel`) that are shipped are those of its sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use testkit::jdk::Jdk;
use testkit::process;

const KERNEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../natives/kernel");
const TIMEOUT: Duration = Duration::from_secs(60);

/// Compilers differ, so the bytes are compared on one JDK alone.
#[test]
fn kernel_is_compiled() {
    let jdk = Jdk::find().expect("tests need a JDK");
    if jdk.major != 17 {
        return;
    }
    let (sources, shipped) =
        (Path::new(KERNEL).join("src/jaywalk/kernel"), Path::new(KERNEL).join("classes/jaywalk/kernel"));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kernel-{}", std::process::id()));
    let mut javac = jdk.javac();
    // Strings are put together without call sites: the kernel is to need as little as it can.
    javac.args([
        "-source",
        "17",
        "-target",
        "17",
        "-g:none",
        "-proc:none",
        "-XDstringConcat=inline",
        "-nowarn",
    ]);
    javac.args(["--add-exports", "java.base/sun.net=ALL-UNNAMED", "-d"]).arg(&out);
    javac.args(files(&sources));
    let done = process::run(&mut javac, "", TIMEOUT).expect("javac runs");
    assert_eq!(done.code, 0, "{}", String::from_utf8_lossy(&done.stderr));
    let fresh = files(&out.join("jaywalk/kernel"));
    if testkit::golden::blessing() {
        fs::create_dir_all(&shipped).unwrap();
        for path in &fresh {
            fs::copy(path, shipped.join(path.file_name().unwrap())).unwrap();
        }
    }
    for path in &fresh {
        let file = shipped.join(path.file_name().unwrap());
        let same = fs::read(&file).is_ok_and(|bytes| bytes == fs::read(path).unwrap());
        assert!(same, "{} is not what its source says: cargo xtask bless kernel", file.display());
    }
    assert_eq!(files(&shipped).len(), fresh.len(), "a class is shipped that has no source");
    fs::remove_dir_all(&out).unwrap();
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}
