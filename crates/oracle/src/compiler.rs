//! A Java compiler that stays: starting one costs more than fifty programs.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const SERVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/java/CompileServer.java");

pub struct Compiler {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Compiler {
    /// Compiles into `classes`; programs may use the sources below `library`.
    pub fn start(jdk: &Path, classes: &Path, library: &Path) -> Result<Compiler, String> {
        let mut java = Command::new(jdk.join("bin/java"));
        java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", SERVER]).arg(classes).arg(library);
        java.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = java.spawn().map_err(|e| format!("{}: {e}", jdk.display()))?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Ok(Compiler { child, input, output })
    }

    pub fn compile(&mut self, files: &[String]) -> Result<(), String> {
        if files.is_empty() {
            return Ok(());
        }
        let input = self.input.as_mut().expect("it is open until the end");
        writeln!(input, "{}", files.join("\t")).map_err(|e| format!("the compiler has ended: {e}"))?;
        let mut answer = String::new();
        self.output.read_line(&mut answer).map_err(|e| format!("the compiler does not answer: {e}"))?;
        if answer.trim() == "ok" { Ok(()) } else { Err(answer.replace('|', "\n")) }
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        // The end of its input is its end.
        drop(self.input.take());
        drop(self.child.wait());
    }
}
