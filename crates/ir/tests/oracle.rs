//! Lowered code against the real machine: every method `t*` of `Shapes.java`, over many arguments.

mod common;

use common::eval::Eval;
use ir::CheckedBody;
use std::collections::HashMap;
use std::process::Command;

#[test]
fn shapes_compute_what_java_computes() {
    let folder = common::compiled_in("Run.java");
    let classes = common::compiled("Shapes.java");
    let mut bodies: HashMap<(String, String), CheckedBody> = HashMap::new();
    for (class, method) in common::methods(&classes).filter(|(class, _)| class.name.as_str() == "Shapes") {
        let body = ir::lower(class, method).expect("lowers");
        bodies.insert((method.name.to_string(), method.desc.to_string()), body);
    }
    let find = |class: &str, name: &str, desc: &str| {
        let body = bodies.get(&(name.to_owned(), desc.to_owned()));
        body.filter(|_| class == "Shapes").map(|body| &**body)
    };
    let java = common::jdk().home.join("bin/java");
    let output = Command::new(java).arg("-cp").arg(&folder.0).arg("Run").output().expect("java runs");
    let output = String::from_utf8(output.stdout).unwrap();
    let mut lines = 0;
    for line in output.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, a, b, expected] = words[..] else { panic!("{line}") };
        let (key, body) = bodies.iter().find(|(key, _)| key.0 == name).expect(name);
        let args = [a, b].map(|text| u64::from(text.parse::<i32>().unwrap() as u32));
        let found = match Eval::new(&find).run(body, &args) {
            Ok(value) if key.1.ends_with('D') => format!("{value:x}"),
            Ok(value) if key.1.ends_with('J') => (value as i64).to_string(),
            Ok(value) => (value as i32).to_string(),
            Err(thrown) => thrown,
        };
        assert_eq!(found, expected, "{name}({a}, {b})\n{}", ir::print(name, body));
        lines += 1;
    }
    assert!(lines > 2_000, "only {lines} calls");
}
