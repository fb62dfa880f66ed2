//! Resources and services of the class path, from folders and from jars, with `java` as the oracle.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use testkit::compile::compile_texts;
use testkit::jdk::{Jdk, clean_environment};
use testkit::process::{self, Finished};

const TIMEOUT: Duration = Duration::from_secs(60);

const PROGRAM: &str = r#"
package p;

import java.io.*;
import java.net.*;
import java.util.*;

public class Finder {
    public interface Greeter { String greet(); }
    public static class First implements Greeter { public String greet() { return "first"; } }
    public static class Second implements Greeter { public String greet() { return "second"; } }

    static String read(InputStream in) throws IOException {
        return in == null ? null : new String(in.readAllBytes()).trim();
    }

    public static void main(String[] args) throws Exception {
        for (Greeter greeter : ServiceLoader.load(Greeter.class)) {
            System.out.println(greeter.greet());
        }
        System.out.println(ServiceLoader.load(Greeter.class).stream().map(p -> p.type().getSimpleName()).toList());
        try {
            ServiceLoader.load(Runnable.class).forEach(Runnable::run);
        } catch (ServiceConfigurationError e) {
            System.out.println(e.getMessage());
        }
        System.out.println(read(Finder.class.getResourceAsStream("text.txt")) + " "
            + read(Finder.class.getResourceAsStream("/p/text.txt")) + " "
            + read(Finder.class.getClassLoader().getResourceAsStream("p/text.txt")) + " "
            + Finder.class.getResource("nothing"));
        URL url = Finder.class.getResource("text.txt");
        System.out.println(url + " " + read(url.openStream()) + " " + url.openConnection().getContentLength());
        Collections.list(Finder.class.getClassLoader().getResources("p/text.txt")).forEach(System.out::println);
        System.out.println(ResourceBundle.getBundle("p.words", Locale.GERMAN).getString("key"));
        System.out.println(Object.class.getResource("Object.class"));
    }
}
"#;

/// A folder with what the program looks for, and a jar of it.
fn places(jdk: &Jdk) -> (PathBuf, PathBuf) {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("resources-{}", std::process::id()));
    let (folder, jar) = (root.join("folder"), root.join("all.jar"));
    drop(fs::remove_dir_all(&root));
    fs::create_dir_all(folder.join("META-INF/services")).unwrap();
    fs::create_dir_all(folder.join("p")).unwrap();
    let services = "p.Finder$First # a comment\n\np.Finder$Second\np.Finder$First\n";
    fs::write(folder.join("META-INF/services/p.Finder$Greeter"), services).unwrap();
    fs::write(folder.join("META-INF/services/java.lang.Runnable"), "p.Missing\n").unwrap();
    fs::write(folder.join("p/text.txt"), "some text\n").unwrap();
    fs::write(folder.join("p/words.properties"), "key = plain\n").unwrap();
    fs::write(folder.join("p/words_de.properties"), "key = deutsch\n").unwrap();
    let mut tool = Command::new(jdk.home.join("bin/jar"));
    tool.arg("cf").arg(&jar).arg("-C").arg(&folder).arg(".");
    assert!(tool.status().unwrap().success());
    (folder, jar)
}

fn finish(command: &mut Command) -> Finished {
    process::run(command, "", TIMEOUT)
        .unwrap_or_else(|failure| panic!("{}: {failure:?}", process::shown(command)))
}

fn check(jdk: &Jdk, class_path: &OsString) {
    let mut java = jdk.java();
    java.args(["-XX:TieredStopAtLevel=1", "-cp"]).arg(class_path).arg("p.Finder");
    let binary = match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => testkit::repo_root().join(path),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    };
    let mut jaywalk = Command::new(binary);
    clean_environment(&mut jaywalk);
    jaywalk.arg("run").arg("--jdk").arg(&jdk.home).arg("-cp").arg(class_path).arg("p.Finder");
    let (expected, got) = (finish(&mut java), finish(&mut jaywalk));
    let text = |finished: &Finished| String::from_utf8_lossy(&finished.stdout).into_owned();
    assert_eq!(text(&got), text(&expected), "{}", String::from_utf8_lossy(&got.stderr));
    assert_eq!(got.code, expected.code);
    assert!(text(&got).contains("deutsch"), "the program came to its end");
}

#[test]
fn folders_and_jars() {
    let jdk = Jdk::find().expect("tests need a JDK");
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let classes = compile_texts(&jdk, cache, &[("Finder.java", PROGRAM)]).unwrap();
    let (folder, jar) = places(&jdk);
    for entries in [vec![&classes, &folder], vec![&classes, &jar], vec![&jar, &folder, &classes]] {
        check(&jdk, &std::env::join_paths(entries).unwrap());
    }
    fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}
