//! The test runner: Java classes of our own that put a test class on JUnit's engines. See `runner/README.md`.

use classfile::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Its main class. The arguments are tests: `pkg.Class` or `pkg.Class#method`.
pub const MAIN: &str = "jaywalk.runner.TestMain";
/// The main class for one test method without JUnit's engines. Its arguments are made by [`crate::TestCase`].
pub const ONE: &str = "jaywalk.runner.OneTest";

macro_rules! class {
    ($name:literal) => {
        (
            concat!($name, ".class"),
            include_bytes!(concat!("../runner/classes/jaywalk/runner/", $name, ".class")),
        )
    };
}

const CLASSES: [(&str, &[u8]); 19] = [
    class!("Ask"),
    class!("Calls"),
    class!("Convert"),
    class!("Csv"),
    class!("Given"),
    class!("Instances"),
    class!("JUnit4"),
    class!("JUnit4$OneMethod"),
    class!("JUnit5"),
    class!("OneTest"),
    class!("OneTest$Part"),
    class!("Parameters"),
    class!("Report"),
    class!("Rows"),
    class!("Rules"),
    class!("Rules$1"),
    class!("Rules$Ordered"),
    class!("Sources"),
    class!("TestMain"),
];

/// Writes the classes below `scratch` and returns the folder for the class path.
pub fn write(scratch: &Path) -> Result<PathBuf, Error> {
    let root = scratch.join("runner");
    let package = root.join("jaywalk/runner");
    let told = |file: &Path, error: std::io::Error| {
        Error::new(file.to_string_lossy(), format!("cannot be written: {error}"))
    };
    fs::create_dir_all(&package).map_err(|error| told(&package, error))?;
    for (name, bytes) in CLASSES {
        let file = package.join(name);
        fs::write(&file, bytes).map_err(|error| told(&file, error))?;
    }
    Ok(root)
}
