//! Real builds by Maven and Gradle, with the plugins of Debian's packages and what the book says to put into them.
//! Where a tool is not installed, its test is skipped with a note.

use crate::lab::{Lab, binary, done};
use std::path::Path;
use std::process::Command;

const COUNTER: &str = "package shop;\npublic class Counter { int value; void inc() { value++; } }\n";
const LOSES: &str = "package shop;\n\
    public class CounterTest {\n\
    \x20   @org.junit.Test public void loses() throws Exception {\n\
    \x20       Counter counter = new Counter();\n\
    \x20       Thread other = new Thread(counter::inc);\n\
    \x20       other.start(); counter.inc(); other.join();\n\
    \x20       org.junit.Assert.assertEquals(2, counter.value);\n\
    \x20   }\n}\n";

/// Where Debian's packages put what Maven would fetch.
const REPOSITORY: &str = "/usr/share/maven-repo";

/// The first block of this language in the chapter on continuous integration.
fn from_the_book(language: &str) -> String {
    let page = std::fs::read_to_string(testkit::repo_root().join("docs/continuous-integration.md")).unwrap();
    let (_, block) = page.split_once(&format!("```{language}\n")).expect("a block of this language");
    block.split_once("```").expect("its end").0.to_string()
}

/// Sources where both tools look for them, and a `jaywalk` to put on the path.
fn sources(name: &str) -> (Lab, String) {
    let lab = Lab::new(name);
    lab.write("src/main/java/shop/Counter.java", COUNTER);
    lab.write("src/test/java/shop/CounterTest.java", LOSES);
    let bin = lab.folder.join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    std::os::unix::fs::symlink(binary(), bin.join("jaywalk")).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    (lab, path)
}

/// What a tool printed, and whether it ended well.
fn built(lab: &Lab, path: &str, words: &[&str]) -> (bool, String) {
    let mut command = Command::new(words[0]);
    let output = command.args(&words[1..]).current_dir(&lab.folder).env("PATH", path).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text.into_owned())
}

fn is_installed(tool: &str, needs: &[&str]) -> bool {
    let missing = needs.iter().find(|file| !Path::new(file).exists());
    let is_there = missing.is_none() && Command::new(tool).arg("--version").output().is_ok();
    if !is_there {
        eprintln!("skipped: {tool} is not installed, or not {}", missing.unwrap_or(&"on the path"));
    }
    is_there
}

#[test]
fn maven_builds_and_has_its_tests_explored() {
    const EXEC: &str = "/usr/share/maven-repo/org/codehaus/mojo/exec-maven-plugin/3.1.0";
    const DEPENDENCY: &str = "/usr/share/maven-repo/org/apache/maven/plugins/maven-dependency-plugin";
    if !is_installed("mvn", &[EXEC, DEPENDENCY, "/usr/share/maven-repo/junit/junit/4.x"]) {
        return;
    }
    let (lab, path) = sources("maven-build");
    let settings = format!("<settings><localRepository>{REPOSITORY}</localRepository></settings>");
    let settings = lab.write("settings.xml", &settings);
    lab.write(".mvn/maven.config", &format!("--settings\n{}\n", settings.display()));
    let plugin = from_the_book("xml");
    lab.write(
        "pom.xml",
        &format!(
            "<project><modelVersion>4.0.0</modelVersion>\n\
             <groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>\n\
             <properties><maven.compiler.source>17</maven.compiler.source>\n\
             <maven.compiler.target>17</maven.compiler.target>\n\
             <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>\n\
             <dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId>\n\
             <version>4.x</version><scope>test</scope></dependency></dependencies>\n\
             <build><plugins>{plugin}</plugins></build></project>\n"
        ),
    );
    // As a part of the build, which fails because of it.
    let (ends_well, text) = built(&lab, &path, &["mvn", "-o", "-q", "-B", "-DskipTests", "integration-test"]);
    assert!(text.contains("FAIL  shop.CounterTest#loses"), "{text}");
    assert!(!ends_well, "{text}");
    on_github(&lab, &path);
}

/// The commands of the workflow that the book has, but for the one that installs packages.
fn commands_of_the_workflow() -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut is_folded = false;
    for line in from_the_book("yaml").lines() {
        let text = line.trim();
        match text.strip_prefix("- run: ") {
            Some(">") => {
                commands.push(String::new());
                is_folded = true;
            }
            Some(command) => commands.push(command.to_string()),
            None if text.starts_with("- ") => is_folded = false,
            None if is_folded => {
                let last = commands.last_mut().expect("a command that is folded");
                last.push_str(text);
                last.push(' ');
            }
            None => {}
        }
    }
    commands.retain(|command| !command.starts_with("sudo "));
    commands
}

/// What the workflow of the book does, as far as that goes without GitHub. Maven's own plugin says what the tests run
/// on.
fn on_github(lab: &Lab, path: &str) {
    let commands = commands_of_the_workflow();
    assert_eq!(commands.len(), 2, "{commands:?}");
    let config = lab.read(".mvn/maven.config");
    lab.write(".mvn/maven.config", &format!("{config}--offline\n"));
    let run = |line: &str| {
        let mut shell = Command::new("sh");
        let shell = shell.args(["-e", "-c", line]).current_dir(&lab.folder);
        done(shell.env("PATH", path).env("GITHUB_ACTIONS", "true"))
    };
    let compiled = run(&commands[0]);
    assert_eq!(compiled.code, 0, "{}{}", compiled.out, compiled.err);
    let tested = run(&commands[1]);
    assert_eq!((tested.code, tested.err.as_str()), (1, ""), "{}", tested.out);
    assert!(tested.out.contains("FAIL  shop.CounterTest#loses"), "{}", tested.out);
    assert!(tested.out.contains("::error file=src/test/java/shop/CounterTest.java,line="), "{}", tested.out);
    // What it uploads is there.
    for file in ["jaywalk.sarif", "jaywalk.xml", "jaywalk.html", "found/shop.CounterTest.loses.jaywalk-repro"]
    {
        assert!(lab.folder.join(file).exists(), "{file}");
    }
}

#[test]
fn gradle_builds_and_has_its_tests_explored() {
    if !is_installed("gradle", &["/usr/share/java/junit4.jar", "/usr/share/java/hamcrest.jar"]) {
        return;
    }
    let (lab, path) = sources("gradle-build");
    let task = from_the_book("groovy");
    lab.write(
        "build.gradle",
        &format!(
            "apply plugin: 'java'\n\
             dependencies {{\n  def scope = configurations.findByName('testImplementation') ? \
             'testImplementation' : 'testCompile'\n  \
             add(scope, files('/usr/share/java/junit4.jar', '/usr/share/java/hamcrest.jar'))\n}}\n{task}"
        ),
    );
    let (ends_well, text) = built(&lab, &path, &["gradle", "--offline", "--no-daemon", "-q", "jaywalk"]);
    assert!(text.contains("FAIL  shop.CounterTest#loses"), "{text}");
    assert!(!ends_well, "{text}");
    let tested = done(lab.command(&["test"]).env("PATH", &path));
    assert_eq!((tested.code, tested.err.as_str()), (1, ""), "{}", tested.out);
    assert!(tested.out.contains("FAIL  shop.CounterTest#loses"), "{}", tested.out);
}
