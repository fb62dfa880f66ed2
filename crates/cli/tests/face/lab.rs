//! A folder to work in, and the binary in it.

use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Lab {
    pub folder: PathBuf,
}

/// What a command came to.
pub struct Done {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Lab {
    pub fn new(name: &str) -> Lab {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("face-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Lab { folder }
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let file = self.folder.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, text).unwrap();
        file
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Compiles sources into a folder of the lab: one start of javac for programs that are checked several times.
    pub fn compile(&self, into: &str, sources: &[PathBuf]) {
        let folder = self.folder.join(into);
        std::fs::create_dir_all(&folder).unwrap();
        let mut javac = javac();
        javac.args(["-g", "-nowarn", "-cp"]).arg(root().join("crates/java/api/classes"));
        let output = javac.arg("-d").arg(folder).args(sources).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.args(args).current_dir(&self.folder).env("JAVA_HOME", warm_jdk());
        // Settings of who runs the tests must not matter.
        for variable in ["GITHUB_ACTIONS", "NO_COLOR", "COLUMNS", "JAYWALK_MAX_STATES", "JAYWALK_CONFIG"] {
            command.env_remove(variable);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Done {
        done(&mut self.command(args))
    }

    /// Runs a command line as a shell would, with `jaywalk` meaning the binary and `javac` the compiler of
    /// the JDK that is tested.
    pub fn shell(&self, line: &str) -> Done {
        let mut command = Command::new("sh");
        let bin = binary();
        let javac = warm_jdk().join("bin/javac");
        let defined = format!(
            "jaywalk() {{ '{}' \"$@\"; }}\njavac() {{ '{}' \"$@\"; }}",
            bin.display(),
            javac.display()
        );
        command.arg("-c").arg(format!("{defined}\n{line}")).env("JAVA_HOME", warm_jdk());
        done(command.current_dir(&self.folder))
    }
}

pub fn done(command: &mut Command) -> Done {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    Done {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The binary under test: that of cargo, or the one that is named.
pub fn binary() -> PathBuf {
    let named = std::env::var_os("JAYWALK_TEST_BIN").map(PathBuf::from);
    // Tests run in the folder of their crate, but a path is given from the root.
    let path = named.map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")), |path| root().join(path));
    std::fs::canonicalize(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The home of the JDK that is tested, where compiling costs little.
pub fn warm_jdk() -> &'static Path {
    testkit::warm::home(Path::new(env!("CARGO_TARGET_TMPDIR")))
}

pub fn javac() -> Command {
    let mut command = Command::new(warm_jdk().join("bin/javac"));
    testkit::jdk::clean_environment(&mut command);
    command
}

pub fn root() -> PathBuf {
    std::fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}

/// A counter that two threads increment without a lock.
pub const LOST_UPDATE: &str = "\
public class Lost {
    static int counter;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> counter++, \"other\");
        other.start();
        counter++;
        other.join();
        assert counter == 2 : \"lost: \" + counter;
    }
}
";
