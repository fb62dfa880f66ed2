//! Folders of Maven and Gradle, as they lie about after a build, and settings that stand above.

use crate::lab::{LOST_UPDATE, Lab, done};
use crate::tests::{compile, jars};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const LOSES: &str = "package shop;\n\
    import static org.junit.jupiter.api.Assertions.*;\n\
    class CounterTest {\n\
    \x20   @org.junit.jupiter.api.Test void loses() throws Exception {\n\
    \x20       Counter counter = new Counter();\n\
    \x20       Thread a = new Thread(counter::inc), b = new Thread(counter::inc);\n\
    \x20       a.start(); b.start(); a.join(); b.join();\n\
    \x20       assertEquals(2, counter.value);\n\
    \x20   }\n}\n";
const COUNTER: &str = "package shop;\npublic class Counter { int value; void inc() { value++; } }\n";

/// A project whose classes and tests lie where its build tool puts them.
fn project(name: &str, file: &str, classes: &str, tests: &str) -> Lab {
    let lab = Lab::new(name);
    compile(&lab, &[("Counter", COUNTER), ("CounterTest", LOSES)]);
    lab.write(file, "");
    for (folder, class) in [(classes, "Counter"), (tests, "CounterTest")] {
        let to = lab.folder.join(folder).join("shop");
        std::fs::create_dir_all(&to).unwrap();
        let class = format!("shop/{class}.class");
        std::fs::rename(lab.folder.join("classes").join(&class), lab.folder.join(folder).join(&class))
            .unwrap();
    }
    std::fs::remove_dir_all(lab.folder.join("classes")).unwrap();
    lab
}

/// Jars as a build tool copies them beside the classes.
fn copy_jars(lab: &Lab, folder: &str) {
    let folder = lab.folder.join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    for jar in jars().split(':').map(Path::new) {
        std::fs::copy(jar, folder.join(jar.file_name().unwrap())).unwrap();
    }
}

/// A tool of this name that does what the script says, first on the path.
fn with_tool(lab: &Lab, name: &str, script: &str) -> String {
    let file = lab.write(&format!("bin/{name}"), &format!("#!/bin/sh\n{script}\n"));
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", lab.folder.join("bin").display(), std::env::var("PATH").unwrap_or_default())
}

#[test]
fn a_folder_of_maven_needs_no_class_path() {
    let lab = project("maven", "pom.xml", "target/classes", "target/test-classes");
    // The plugin writes a line of jars into the file that it is given.
    let script = format!(
        "for word; do case $word in -Dmdep.outputFile=*) echo '{}' > \"${{word#*=}}\";; esac; done\n\
         case \" $* \" in *' --offline '*) ;; *) exit 1;; esac",
        jars()
    );
    let path = with_tool(&lab, "mvn", &script);
    let tested = done(lab.command(&["test", "--repro", "found/"]).env("PATH", &path));
    assert_eq!(tested.code, 1, "{}{}", tested.out, tested.err);
    assert!(tested.out.contains("FAIL  shop.CounterTest#loses"), "{}", tested.out);
    // What was found is found again, without the tool.
    let again = lab.run(&["replay", "found/shop.CounterTest.loses.jaywalk-repro"]);
    assert_eq!(again.code, 1, "{}{}", again.out, again.err);
    // One test, by its name alone.
    let one = done(lab.command(&["test", "shop.CounterTest#loses"]).env("PATH", &path));
    assert_eq!(one.code, 1, "{}{}", one.out, one.err);
}

#[test]
fn without_an_answer_the_usual_folders_count() {
    let lab = project("maven-layout", "pom.xml", "target/classes", "target/test-classes");
    copy_jars(&lab, "target/dependency");
    let path = with_tool(&lab, "mvn", "echo '[ERROR] no plugin at hand'; exit 1");
    let tested = done(lab.command(&["test"]).env("PATH", &path));
    assert_eq!(tested.code, 1, "{}{}", tested.out, tested.err);
    assert!(tested.err.contains("mvn says: no plugin at hand"), "{}", tested.err);
    let silent = done(lab.command(&["test", "--no-build-tool"]).env("PATH", &path));
    assert_eq!((silent.code, silent.err.as_str()), (1, ""), "{}", silent.out);
    // The real one, where it is installed: whatever it can tell without the network, the tests are found.
    match std::process::Command::new("mvn").arg("--version").output() {
        Ok(_) => assert_eq!(lab.run(&["test"]).code, 1),
        Err(error) => eprintln!("skipped: mvn: {error}"),
    }
}

#[test]
fn modules_of_gradle_are_found() {
    let lab =
        project("gradle", "settings.gradle", "core/build/classes/java/main", "core/build/classes/java/test");
    lab.write("settings.gradle", "rootProject.name = 'shop'\ninclude ':core'\n");
    lab.write("core/build.gradle", "plugins { id 'java' }\n");
    let lines: String = jars().split(':').map(|jar| format!("echo 'jaywalk-class-path:{jar}'\n")).collect();
    let path = with_tool(&lab, "gradle", &lines);
    let tested = done(lab.command(&["test"]).env("PATH", &path));
    assert_eq!(tested.code, 1, "{}{}", tested.out, tested.err);
    assert!(tested.out.contains("FAIL  shop.CounterTest#loses"), "{}", tested.out);
}

#[test]
fn what_is_not_compiled_is_told_with_the_way_out() {
    let lab = Lab::new("not-compiled");
    lab.write("pom.xml", "<project/>");
    let told = lab.run(&["test"]);
    assert!(told.code == 2 && told.err.contains("run `mvn test-compile` first"), "{}", told.err);
    let empty = Lab::new("no-project");
    let told = empty.run(&["test"]);
    assert!(told.code == 2 && told.err.contains("no tests were found"), "{}", told.err);
}

#[test]
fn settings_above_count_and_their_paths_are_theirs() {
    let lab = Lab::new("above");
    lab.write("Lost.java", LOST_UPDATE);
    lab.write("module/deep/.keep", "");
    assert_eq!(lab.shell("javac -d out Lost.java").code, 0);
    lab.write("jaywalk.toml", "class-path = \"out\"\nmax-states = 2\n");
    let deep = lab.folder.join("module/deep");
    let cut = done(lab.command(&["check", "Lost"]).current_dir(&deep));
    assert_eq!(cut.code, 3, "{}{}", cut.out, cut.err);
    let whole = done(lab.command(&["check", "--max-states", "10000", "Lost"]).current_dir(&deep));
    assert_eq!(whole.code, 1, "{}{}", whole.out, whole.err);
    let told = done(lab.command(&["config", "--explain", "max-states"]).current_dir(&deep));
    assert!(told.out.contains("2 (../../jaywalk.toml)"), "{}", told.out);
}

#[test]
fn settings_of_java_pathfinder_become_ours() {
    let lab = Lab::new("jpf-settings");
    lab.write("Lost.java", LOST_UPDATE);
    let text = "target = Lost.java\nsearch.class = gov.nasa.jpf.search.heuristic.BFSHeuristic\n\
        budget.max_state = 2\nlistener = .listener.PreciseRaceDetector\n";
    lab.write("Lost.jpf", text);
    let cut = lab.run(&["check", "Lost.jpf"]);
    assert_eq!(cut.code, 3, "{}{}", cut.out, cut.err);
    // The command line wins; races are looked for because the file says so.
    let raced = lab.run(&["check", "--max-states", "10000", "Lost.jpf"]);
    assert!(raced.code == 1 && raced.out.contains("race"), "{}{}", raced.out, raced.err);
    assert!(!raced.err.contains("mean nothing"), "{}", raced.err);
    lab.write("Wrong.jpf", "target = Lost.java\nsearch.depth_limit = many\n");
    let wrong = lab.run(&["check", "Wrong.jpf"]);
    assert!(wrong.code == 2 && wrong.err.contains("Wrong.jpf: max-depth"), "{}", wrong.err);
}
