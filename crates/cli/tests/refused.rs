//! An exception that is there only because the program was not granted something ends in exit code 3 and says
//! what would grant it. It is never called a violation of the program, however it was wrapped.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::compile::compile_texts;
use testkit::jdk::{Jdk, clean_environment};
use testkit::process;

const TIMEOUT: Duration = Duration::from_secs(60);

const PROGRAM: &str = r#"
import java.io.*;
import java.nio.file.*;
import java.util.concurrent.*;

public class Refused {
    static void read() throws IOException { Files.readString(Path.of("/granted/to/nobody")); }

    static class Config {
        static int value = load();
        static int load() {
            try { read(); return 1; } catch (IOException e) { throw new UncheckedIOException(e); }
        }
    }

    static class Own extends RuntimeException {
        final Throwable why;
        Own(Throwable why) { super("own"); this.why = why; }
    }

    public static void main(String[] args) throws Throwable {
        switch (args[0]) {
            case "plain": read(); break;
            case "stream": new FileInputStream("/granted/to/nobody"); break;
            case "write": new FileOutputStream("/granted/to/nobody"); break;
            case "unchecked": Files.lines(Path.of("/granted/to/nobody")); break;
            case "initializer": System.out.println(Config.value); break;
            case "again":
                try { System.out.println(Config.value); } catch (ExceptionInInitializerError e) { }
                System.out.println(Config.value);
                break;
            case "reflection": Refused.class.getDeclaredMethod("read").invoke(null); break;
            case "future": CompletableFuture.runAsync(() -> {
                    try { read(); } catch (IOException e) { throw new CompletionException(e); }
                }).get();
                break;
            case "own": try { read(); } catch (IOException e) { throw new Own(e); } break;
            case "trace":
                try { read(); } catch (IOException e) { throw (IOException) e.fillInStackTrace(); }
                break;
            case "thread":
                Thread thread = new Thread(() -> {
                    try { read(); } catch (IOException e) { throw new UncheckedIOException(e); }
                });
                thread.start();
                thread.join();
                break;
            case "host": new java.net.Socket("example.org", 80); break;
            case "look":
                java.nio.channels.SocketChannel.open(new java.net.InetSocketAddress("example.org", 80));
                break;
            case "process": new ProcessBuilder("/bin/true").start(); break;
            case "replaced": try { read(); } catch (IOException e) { throw new IllegalStateException("gone"); } break;
            case "suppressed":
                try { read(); } catch (IOException e) {
                    IllegalStateException own = new IllegalStateException("own");
                    own.addSuppressed(e);
                    throw own;
                }
                break;
            case "caught": try { read(); } catch (IOException e) { } break;
            case "looked": if (!new File("/granted/to/nobody").exists()) System.out.println("gone"); break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }
}
"#;

fn run(command: &str, how: &str) -> (String, i32) {
    let jdk = Jdk::find().expect("tests need a JDK");
    let classes =
        compile_texts(&jdk, Path::new(env!("CARGO_TARGET_TMPDIR")), &[("Refused.java", PROGRAM)]).unwrap();
    let binary = match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => testkit::repo_root().join(path),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    };
    let mut jaywalk = Command::new(binary);
    clean_environment(&mut jaywalk);
    jaywalk.arg(command).arg("--jdk").arg(&jdk.home).arg("-cp").arg(&classes).args(["Refused", how]);
    let finished = process::run(&mut jaywalk, "", TIMEOUT).unwrap();
    let text =
        String::from_utf8_lossy(&finished.stdout).into_owned() + &String::from_utf8_lossy(&finished.stderr);
    (text, finished.code)
}

const READ: &str = "access denied by jaywalk: --allow-read /granted/to";
const LINE: &str = "Refused.java:7";

/// Every way with what is said and where the access was refused.
const REFUSED: [(&str, &str, &str); 14] = [
    ("plain", READ, LINE),
    ("stream", READ, "Refused.java:24"),
    ("write", "access denied by jaywalk: --allow-write memory", "Refused.java:25"),
    ("unchecked", READ, "Refused.java:26"),
    ("initializer", READ, LINE),
    ("again", "Could not initialize class Refused$Config", "Refused.java:30"),
    ("reflection", READ, LINE),
    ("future", READ, LINE),
    ("own", READ, LINE),
    ("trace", READ, "Refused.java:39"),
    ("thread", READ, LINE),
    ("host", "access denied by jaywalk", "Refused.java:48"),
    ("look", "access denied by jaywalk", "Refused.java:50"),
    ("process", "programs cannot start others", "Refused.java:52"),
];

#[test]
fn a_run_ends_inconclusive() {
    for (how, what, line) in REFUSED {
        let (text, code) = run("run", how);
        assert_eq!(code, 3, "{how}: {text}");
        let first = text.lines().next().unwrap_or_default();
        assert!(first.starts_with("access refused: ") && first.contains(what), "{how}: {text}");
        assert!(first.ends_with(line), "{how}: {text}");
    }
}

#[test]
fn a_check_ends_inconclusive() {
    for (how, what, line) in REFUSED {
        let (text, code) = run("check", how);
        assert_eq!(code, 3, "{how}: {text}");
        assert!(text.contains("access refused") && text.contains(what), "{how}: {text}");
        assert!(text.contains(line), "{how}: {text}");
    }
}

/// An exception of the program's own is its own, whatever it did before.
#[test]
fn other_exceptions_are_the_programs() {
    for how in ["replaced", "suppressed", "unknown"] {
        for command in ["run", "check"] {
            let (text, code) = run(command, how);
            assert_eq!(code, 1, "{command} {how}: {text}");
        }
    }
}

/// A verdict rests on what the program could not look at.
#[test]
fn what_was_not_there_is_said() {
    for how in ["caught", "looked"] {
        let (text, code) = run("check", how);
        assert_eq!(code, 0, "{how}: {text}");
        assert!(text.contains("files outside of what"), "{how}: {text}");
    }
}
