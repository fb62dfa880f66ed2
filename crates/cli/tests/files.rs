//! What `--allow-read` opens, and what stays closed: links, dots, other folders, everything that writes,
//! other processes, the network.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::compile::compile_texts;
use testkit::jdk::{Jdk, clean_environment};
use testkit::process;

const TIMEOUT: Duration = Duration::from_secs(60);

/// Does what its first argument says to the file that is its second, and prints what came of it.
const PROGRAM: &str = r#"
import java.io.*;
import java.nio.file.*;

public class Touch {
    public static void main(String[] args) throws Exception {
        for (int i = 0; i < args.length; i += 2) {
            System.out.println(touch(args[i], args[i + 1]));
        }
    }

    static Object touch(String how, String name) {
        Path path = Path.of(name);
        try {
            switch (how) {
                case "read": return Files.readString(path).trim();
                case "stream": return new String(new FileInputStream(name).readAllBytes()).trim();
                case "list": return Files.list(path).map(p -> p.getFileName().toString()).sorted().toList();
                case "exists": return Files.exists(path) + " " + new File(name).exists();
                case "link": return Files.readSymbolicLink(path).getFileName();
                case "write": return Files.writeString(path, "x");
                case "out": return new FileOutputStream(name);
                case "random": return new RandomAccessFile(name, "rw");
                case "delete": Files.delete(path); return "deleted";
                case "folder": return Files.createDirectory(path);
                case "temporary": return File.createTempFile("abc", "d");
                case "start": return new ProcessBuilder(name).start();
                case "look up": return java.net.InetAddress.getByName(name);
                case "connect": return new java.net.Socket(name, 80);
                case "listen": return new java.net.ServerSocket(0);
                case "fetch": return new java.net.URL(name).openStream();
                default: return "what?";
            }
        } catch (IOException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }
}
"#;

/// `open/` is granted and `closed/` is not; links lead from one to the other.
fn files(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{name}-{}", std::process::id()));
    drop(fs::remove_dir_all(&root));
    fs::create_dir_all(root.join("open/sub")).unwrap();
    fs::create_dir_all(root.join("closed")).unwrap();
    fs::write(root.join("open/a.txt"), "open\n").unwrap();
    fs::write(root.join("open/sub/b.txt"), "below\n").unwrap();
    fs::write(root.join("closed/secret.txt"), "secret\n").unwrap();
    symlink("a.txt", root.join("open/inside")).unwrap();
    symlink("../closed/secret.txt", root.join("open/outside")).unwrap();
    symlink("../closed", root.join("open/way-out")).unwrap();
    symlink("../closed/nothing", root.join("open/nowhere")).unwrap();
    symlink("open", root.join("entrance")).unwrap();
    root
}

/// What the program prints, one line for each pair of arguments.
fn touch(name: &str, command: &str, grants: &[&str], arguments: &[&str]) -> Vec<String> {
    let jdk = Jdk::find().expect("tests need a JDK");
    let classes =
        compile_texts(&jdk, Path::new(env!("CARGO_TARGET_TMPDIR")), &[("Touch.java", PROGRAM)]).unwrap();
    let root = files(name);
    let binary = match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => testkit::repo_root().join(path),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    };
    let mut jaywalk = Command::new(binary);
    clean_environment(&mut jaywalk);
    jaywalk.arg(command).arg("--jdk").arg(&jdk.home).arg("-cp").arg(&classes).current_dir(&root);
    for grant in grants {
        jaywalk.args(["--allow-read", grant]);
    }
    jaywalk.arg("Touch").args(arguments);
    let finished = process::run(&mut jaywalk, "", TIMEOUT).unwrap();
    let after = fs::read_to_string(root.join("open/a.txt")).unwrap();
    let count = fs::read_dir(root.join("open")).unwrap().count();
    fs::remove_dir_all(&root).unwrap();
    assert_eq!((after.as_str(), count), ("open\n", 6), "something was written");
    let text =
        String::from_utf8_lossy(&finished.stdout).into_owned() + &String::from_utf8_lossy(&finished.stderr);
    text.lines().map(str::to_string).collect()
}

fn check(name: &str, grants: &[&str], expected: &[(&str, &str, &str)]) {
    let arguments: Vec<&str> = expected.iter().flat_map(|(how, file, _)| [*how, *file]).collect();
    let lines = touch(name, "run", grants, &arguments);
    let expected: Vec<&str> = expected.iter().map(|(.., line)| *line).collect();
    assert_eq!(lines, expected);
}

#[test]
fn what_is_granted_can_be_read() {
    let expected = [
        ("read", "open/a.txt", "open"),
        ("stream", "open/sub/b.txt", "below"),
        ("read", "open/sub/../a.txt", "open"),
        ("read", "entrance/a.txt", "open"),
        ("read", "open/inside", "open"),
        ("link", "open/outside", "secret.txt"),
        ("list", "open/sub", "[b.txt]"),
        ("exists", "open/a.txt", "true true"),
        ("exists", "open/nothing", "false false"),
        ("read", "open/nothing", "NoSuchFileException: open/nothing"),
        ("stream", "open/nothing", "FileNotFoundException: open/nothing (No such file or directory)"),
    ];
    check("granted", &["open"], &expected);
}

const DENIED: &str = "access denied by jaywalk: --allow-read";
const LINK: &str = ", for where the link leads";

#[test]
fn nothing_leads_out() {
    let denied = |path: &str, what: &str| format!("AccessDeniedException: {path}: {DENIED}{what}");
    let lines: Vec<(&str, &str, String)> = vec![
        ("read", "closed/secret.txt", denied("closed/secret.txt", " closed")),
        ("read", "open/../closed/secret.txt", denied("open/../closed/secret.txt", " open/../closed")),
        ("read", "open/outside", denied("open/outside", LINK)),
        ("read", "open/way-out/secret.txt", denied("open/way-out/secret.txt", " open/way-out")),
        ("read", "open/way-out/../open/a.txt", "open".to_string()),
        ("read", "open/nowhere", denied("open/nowhere", LINK)),
        ("read", "open/way-out/nothing", denied("open/way-out/nothing", " open/way-out")),
        ("stream", "open/outside", format!("FileNotFoundException: open/outside ({DENIED}{LINK})")),
        ("list", "open/way-out", denied("open/way-out", LINK)),
        ("list", "/", denied("/", " /")),
        ("exists", "closed/secret.txt", "false false".to_string()),
        ("exists", "open/outside", "false false".to_string()),
        ("read", "/etc/hostname", denied("/etc/hostname", " /etc")),
    ];
    let expected: Vec<(&str, &str, &str)> =
        lines.iter().map(|(how, path, line)| (*how, *path, line.as_str())).collect();
    check("ways-out", &["open"], &expected);
}

#[test]
fn nothing_is_open_by_default() {
    let denied = format!("AccessDeniedException: open/a.txt: {DENIED} open");
    check("default", &[], &[("read", "open/a.txt", &denied), ("exists", "open/a.txt", "false false")]);
}

#[test]
fn nothing_is_written_or_started() {
    let why = "access denied by jaywalk: --allow-write memory";
    let nio = |path: &str| format!("AccessDeniedException: {path}: {why}");
    let lines = [
        ("write", "open/new", nio("open/new")),
        ("write", "open/a.txt", nio("open/a.txt")),
        ("out", "open/new", format!("FileNotFoundException: open/new ({why})")),
        ("random", "open/a.txt", format!("FileNotFoundException: open/a.txt ({why})")),
        ("delete", "open/a.txt", nio("open/a.txt")),
        ("folder", "open/new", nio("open/new")),
        ("temporary", "", format!("IOException: {why}")),
        (
            "start",
            "/bin/true",
            "IOException: Cannot run program \"/bin/true\": error=13, access denied by jaywalk: programs cannot \
                start others"
                .to_string(),
        ),
    ];
    let expected: Vec<(&str, &str, &str)> =
        lines.iter().map(|(how, path, line)| (*how, *path, line.as_str())).collect();
    check("writing", &["open"], &expected);
}

#[test]
fn the_network_ends_at_this_machine() {
    let why = "access denied by jaywalk: programs can use no network but 127.0.0.1";
    let refused = "ConnectException: Connection refused".to_string();
    let lines = [
        ("look up", "localhost", "localhost/127.0.0.1".to_string()),
        ("look up", "10.1.2.3", "/10.1.2.3".to_string()),
        ("look up", "example.org", format!("UnknownHostException: example.org: {why}")),
        ("connect", "127.0.0.1", refused.clone()),
        ("connect", "10.1.2.3", format!("SocketException: 10.1.2.3: {why}")),
        ("listen", "", "ServerSocket[addr=0.0.0.0/0.0.0.0,localport=49152]".to_string()),
        ("fetch", "http://localhost/", refused),
        ("fetch", "http://10.1.2.3/", format!("SocketException: 10.1.2.3: {why}")),
    ];
    let expected: Vec<(&str, &str, &str)> =
        lines.iter().map(|(how, path, line)| (*how, *path, line.as_str())).collect();
    check("network", &[], &expected);
}

#[test]
fn a_check_reads_as_well() {
    let lines = touch("check", "check", &["open"], &["read", "open/a.txt", "read", "closed/secret.txt"]);
    assert!(lines[0].starts_with("PASS"), "{lines:?}");
}

#[test]
fn a_grant_must_be_there() {
    let lines = touch("missing", "run", &["nothing"], &["read", "open/a.txt"]);
    assert_eq!(lines, ["jaywalk: --allow-read nothing: No such file or directory (os error 2)"]);
}
