//! Settings from the file, the environment and flags; what is said about them; completions, the manual, the
//! doctor.

use crate::lab::{LOST_UPDATE, Lab, done};

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let lab = Lab::new("settings");
    lab.write("Lost.java", LOST_UPDATE);
    lab.write("jaywalk.toml", "disable-assertions = true\n[check]\nmax-states = 2\n");
    // The file cuts the search and switches assertions off.
    let by_file = lab.run(&["check", "Lost.java"]);
    assert_eq!(by_file.code, 3, "{}{}", by_file.out, by_file.err);
    let by_variable = done(lab.command(&["check", "Lost.java"]).env("JAYWALK_MAX_STATES", "100000"));
    assert_eq!(by_variable.code, 0, "{}{}", by_variable.out, by_variable.err);
    assert!(by_variable.out.contains("assert statements were not executed"));
    let by_flag = lab.run(&["check", "--max-states", "100000", "-ea", "Lost.java"]);
    assert_eq!(by_flag.code, 1, "{}{}", by_flag.out, by_flag.err);
}

#[test]
fn wrong_settings_are_errors_with_a_suggestion() {
    let lab = Lab::new("wrong-settings");
    lab.write("Lost.java", LOST_UPDATE);
    lab.write("jaywalk.toml", "max-sates = 2\n");
    let wrong = lab.run(&["check", "Lost.java"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("there is no key max-sates; did you mean max-states?"), "{}", wrong.err);
    lab.write("jaywalk.toml", "races = 3\n");
    assert!(lab.run(&["check", "Lost.java"]).err.contains("races must be true or false"));
    lab.write("jaywalk.toml", "");
    let variable = done(lab.command(&["check", "Lost.java"]).env("JAYWALK_MAX_STATE", "3"));
    assert!(variable.err.contains("did you mean JAYWALK_MAX_STATES?"), "{}", variable.err);
    let missing = done(lab.command(&["check", "Lost.java"]).env("JAYWALK_CONFIG", "no.toml"));
    assert_eq!(missing.code, 2);
}

#[test]
fn keys_are_explained() {
    let lab = Lab::new("explained");
    lab.write("jaywalk.toml", "max-states = 7\n");
    let told = lab.run(&["config", "--explain", "max-states"]);
    assert_eq!(told.code, 0, "{}", told.err);
    for part in [
        "Stop after this many states",
        "JAYWALK_MAX_STATES",
        "--max-states N",
        "7 (jaywalk.toml)",
        "check, test",
    ] {
        assert!(told.out.contains(part), "{part} in\n{}", told.out);
    }
    assert!(lab.run(&["config", "--explain", "reduce"]).out.contains("default:   auto"));
    let wrong = lab.run(&["config", "--explain", "reduc"]);
    assert!(wrong.code == 2 && wrong.err.contains("did you mean reduce?"), "{}", wrong.err);
    assert!(lab.run(&["config"]).out.contains("= 7 (jaywalk.toml)"));
}

#[test]
fn shells_and_manuals_know_the_same_options() {
    let lab = Lab::new("shells");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = lab.run(&["completions", shell]);
        assert_eq!(script.code, 0);
        assert!(script.out.contains("max-states"), "{shell}");
    }
    let manual = lab.run(&["man"]).out;
    assert!(manual.contains(".TH jaywalk") && manual.contains("max\\-states"), "{manual}");
}

#[test]
fn files_of_java_pathfinder_name_a_program() {
    let lab = Lab::new("jpf");
    let source = lab.write("Lost.java", LOST_UPDATE);
    lab.compile("bin", &[source]);
    lab.write("sub/Lost.jpf", "target = Lost\nclasspath = ${config_path}/../bin\nlistener = x\n");
    let checked = lab.run(&["check", "sub/Lost.jpf"]);
    assert_eq!(checked.code, 1, "{}{}", checked.out, checked.err);
    assert!(checked.err.contains("these settings mean nothing here: listener"));
    lab.write("none.jpf", "x = y\n");
    assert!(lab.run(&["check", "none.jpf"]).err.contains("it names no target"));
}

#[test]
fn the_doctor_looks_before_anybody_searches() {
    let lab = Lab::new("doctor");
    lab.write("Lost.java", LOST_UPDATE);
    let well = lab.run(&["doctor", "Lost.java"]);
    // What only the library might call is worth a note, and no more.
    assert_eq!(well.code, 0, "{}", well.out);
    assert!(!well.out.contains("BAD "), "{}", well.out);
    lab.write(
        "Native.java",
        "class Native { static native int f(); public static void main(String[] a) { f(); } }",
    );
    let native = lab.run(&["doctor", "Native.java"]);
    assert_eq!(native.code, 2, "{}", native.out);
    assert!(native.out.contains("BAD     Native.f()I"), "{}", native.out);
    assert!(well.out.contains("ok    JDK "), "{}{}", well.out, well.err);
    assert!(well.out.contains("class Lost has a main method"), "{}", well.out);
    let ill = lab.run(&["doctor", "-cp", "nowhere"]);
    assert_eq!(ill.code, 2);
    assert!(ill.out.contains("BAD   class path: nowhere does not exist"), "{}", ill.out);
    let none = lab.run(&["doctor", "--jdk", "nowhere"]);
    assert!(none.code == 2 && none.out.contains("install a JDK"), "{}", none.out);
}
