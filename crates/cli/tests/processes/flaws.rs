//! What is wrong with states that others go on from, and programs of which a thread circles: by several processes as by
//! one.

use crate::common::{check, scratch};
use crate::{path, record};
use std::path::PathBuf;
use std::process::Command;
use testkit::jdk::Jdk;

/// Compiles a class, and says where it is.
fn compiled(class: &str, body: &str) -> PathBuf {
    let folder = scratch(class);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("{class}.java"));
    std::fs::write(&file, format!("public class {class} {{ {body} }}")).expect("a file");
    let mut javac = Command::new(Jdk::find().expect("a JDK").home.join("bin/javac"));
    let status = javac.arg("-d").arg(&folder).arg(&file).status();
    assert!(status.is_ok_and(|status| status.success()), "{class}");
    folder
}

/// There are long ways to what is wrong and short ones, and a node that looks ahead sees the end of a long one first.
#[test]
fn the_nearest_is_told_whatever_is_seen_ahead() {
    let body = "static final Object a = new Object(), b = new Object();\n\
        static volatile int x, y, z, w; static int n;\n\
        public static void main(String[] s) {\n\
        boolean locks = s[0].equals(\"locks\");\n\
        Thread t = new Thread(() -> { if (x == 0) { y = 1; y = 2; y = 3; }\n\
            if (locks) synchronized (a) { synchronized (b) { w++; } } else { n = 1; w++; w++; } }, \"one\");\n\
        Thread u = new Thread(() -> { x = 1; if (y == 0) { z = 1; z = 2; }\n\
            if (locks) synchronized (b) { synchronized (a) { w++; } }\n\
            else { z = n; w++; if (x == 0) w++; } }, \"two\");\n\
        t.start(); u.start(); for (int i = 0; i < 4; i++) z = i; }";
    let folder = compiled("Ahead", body);
    for wrong in ["Ahead locks", "--races Ahead other", "--invariant Ahead.w<3 Ahead other"] {
        let program = format!("--minimize 0 --reduce off -cp {} {wrong}", folder.display());
        let (one, told) = check(&format!("--processes 1 {program}"));
        assert_eq!(one.code, 1, "{wrong}: {told}");
        for how in [
            "--processes 2 --lookahead 1",
            "--processes 2 --lookahead 2 --partition pc",
            "--processes 2 --lookahead 3 --partition local:1",
            "--processes 3 --lookahead 5",
        ] {
            let (many, also) = check(&format!("{how} {program}"));
            assert_eq!(many.code, 1, "{also}");
            assert_eq!(path(&also), path(&told), "{how} {wrong}");
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Two pairs of threads, each of which can wait for each other while the others go on.
#[test]
fn each_circle_is_told() {
    let body = "public static void main(String[] s) {\n\
        for (int i = 0; i < 2; i++) { Object a = new Object(), b = new Object();\n\
            new Thread(() -> { synchronized (a) { synchronized (b) { } } }).start();\n\
            new Thread(() -> { synchronized (b) { synchronized (a) { } } }).start(); } }";
    let folder = compiled("Circles", body);
    let program = format!("--all --minimize 0 --reduce local -cp {} Circles", folder.display());
    let (code, states, transitions, one) = record(&format!("--search bfs {program}"), "circle");
    let told = |record: &crate::serde::Record| record.count("\"replay\": \"jaywalk replay");
    assert!(code == 1 && told(&one) >= 2, "{}", told(&one));
    for how in ["--processes 2", "--processes 3 --partition pc:1 --lookahead 2"] {
        let (also, many, steps, record) = record(&format!("{how} {program}"), "circles");
        assert_eq!((also, many, steps, told(&record)), (code, states, transitions, told(&one)), "{how}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// A step of a thread that nobody sees has no end of its own: walks take hundreds of steps, and a search a few.
#[test]
fn a_thread_that_circles_is_walked_with_for_a_while() {
    let body = "static volatile boolean f; static volatile int turn;\n\
        public static void main(String[] s) {\n\
        new Thread(() -> { while (true) { if (turn == 0) turn = 1; } }).start();\n\
        new Thread(() -> { while (!f) { if (turn == 1) turn = 0; } }).start();\n\
        if (s.length > 0) synchronized (Turns.class) {\n\
            try { Turns.class.wait(); } catch (InterruptedException e) { } } }";
    let folder = compiled("Turns", body);
    // Whether somebody waits for ever beside them is looked for behind the search, by one process as by several.
    for (waits, expected) in [("", 0), ("waits", 3)] {
        let program = format!("-cp {} Turns {waits}", folder.display());
        let (code, states, transitions, _) = record(&format!("--search bfs {program}"), "turn");
        let (also, many, steps, _) = record(&format!("--processes 2 --workers 2 {program}"), "turns");
        assert_eq!((code, also, many, steps), (expected, expected, states, transitions), "{program}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
