//! Tests have scripts of their own: `jaywalk test --script FOLDER`.

use crate::further::compiled;
use crate::programs::{Ran, run, scratch};
use std::path::{Path, PathBuf};

fn told(ran: &Ran) -> String {
    format!("{}{}", ran.out, ran.err)
}

/// Two whose names differ by case, one that fails, and two that move alike and claim different things.
const TESTS: &str = "
import org.junit.*;
public class VaultTest {
    int inside;
    void visit(int times) throws Exception {
        Thread guest = new Thread(() -> { for (int i = 0; i < times; i++) synchronized (this) { inside++; } });
        guest.start();
        synchronized (this) { inside++; }
        guest.join();
    }
    @Test public void once() throws Exception { visit(1); Assert.assertEquals(2, inside); }
    @Test public void Once() throws Exception { visit(1); Assert.assertTrue(inside > 1); }
    @Test public void twice() throws Exception { visit(2); Assert.assertEquals(3, inside); }
    @Test public void wrong() throws Exception { visit(1); Assert.assertEquals(1, inside); }
}";

fn jars() -> String {
    let folder =
        std::env::var_os("JAYWALK_TEST_JARS").map_or_else(|| PathBuf::from("/usr/share/java"), PathBuf::from);
    let jars = ["junit4.jar", "hamcrest.jar"].map(|name| folder.join(name).display().to_string());
    jars.join(":")
}

#[test]
fn every_test_that_passes_has_a_script() {
    let jars = jars();
    let classes = compiled("tests", &jars, &[("VaultTest", TESTS)]).display().to_string();
    let (folder, path) = (scratch("tests"), format!("{classes}:{jars}"));
    let _ = std::fs::remove_dir_all(&folder);
    for reduce in ["full", "order"] {
        let ran = run("test", &["--reduce", reduce, "--script", &folder, "-cp", &path, "VaultTest"]);
        assert_eq!(ran.code, Some(1), "{}", told(&ran));
        assert!(ran.err.contains("no script: the search ends at a violation"), "{}", ran.err);
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
        files.sort();
        assert_eq!(files.len(), 3, "{files:?}");
        for file in files {
            let file = file.display().to_string();
            // Each names its test, whatever its file is called.
            let shown = run("script", &["show", &file]).out;
            let program = shown.lines().find_map(|line| line.strip_prefix("  program")).expect("a program");
            let name = program.rsplit(' ').next().expect("a test");
            for how in [&[][..], &["--trust"]] {
                for ran in [
                    run("certify", &[how, &[&file]].concat()),
                    run("certify", &[how, &["-cp", &path, &file, name]].concat()),
                ] {
                    assert!(ran.code == Some(0) && ran.out.contains(name), "{file}: {}", told(&ran));
                }
                // The script of another test is none of this one's, also where both move alike.
                for other in ["VaultTest#once", "VaultTest#Once", "VaultTest#twice", "VaultTest#wrong"] {
                    let ran = run("certify", &[how, &["-cp", &path, &file, other]].concat());
                    let is_own = other == name;
                    assert!(
                        is_own || how.is_empty() || ran.code == Some(2),
                        "{file} {other}: {}",
                        told(&ran)
                    );
                    assert!(other != "VaultTest#wrong" || ran.code != Some(0), "{file}: {}", told(&ran));
                }
            }
        }
    }
    // Tests that are others now are told.
    let other = TESTS.replace("assertEquals(3, inside)", "assertEquals(4, inside - 1 + 2)");
    let place = compiled("tests-other", &jars, &[("VaultTest", &other)]).display().to_string();
    let file = Path::new(&folder).join("VaultTest#twice.script").display().to_string();
    let ran = run("certify", &["-cp", &format!("{place}:{jars}"), &file, "VaultTest#twice"]);
    assert!(ran.code == Some(2) && ran.err.contains("VaultTest: there"), "{}", told(&ran));
}
