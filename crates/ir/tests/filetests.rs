//! The filetests on the reference evaluator.

mod common;

use common::eval::Eval;
use ir::CheckedBody;
use std::collections::HashMap;
use testkit::filetest::{ClassLine, Engine, Filetest};

/// The files as they were read; every call begins with fresh classes.
#[derive(Default)]
struct Evaluator {
    classes: Vec<ClassLine>,
    bodies: HashMap<String, CheckedBody>,
}

impl Engine for Evaluator {
    fn name(&self) -> &'static str {
        "eval"
    }

    fn load(&mut self, test: &Filetest) -> Result<(), String> {
        self.classes = test.classes.clone();
        self.bodies = ir::parse(&test.text).map_err(|error| error.to_string())?.into_iter().collect();
        Ok(())
    }

    fn call(&mut self, method: &str, args: &[u64]) -> Result<Result<u64, String>, String> {
        let bodies = &self.bodies;
        let find = |class: &str, name: &str, desc: &str| {
            bodies.get(&format!("{class}.{name}{desc}")).map(|body| &**body)
        };
        let body = bodies.get(method).ok_or("there is no such method")?;
        let found = Eval::with_classes(&find, &self.classes).run(body, args);
        Ok(found.map_err(|class| class.replace('.', "/")))
    }
}

#[test]
fn the_evaluator_agrees_with_the_filetests() {
    let (files, lines) = testkit::filetest::check(&mut Evaluator::default());
    assert!(files >= 60 && lines >= 400, "{files} files, {lines} lines");
}

/// Every operation that lowering can emit is in some filetest, but for call sites: they are bound by rows of
/// a class file, which a text does not have, and Java cases are full of them.
#[test]
fn the_filetests_have_every_operation() {
    let tests = testkit::filetest::all();
    let mut missing: Vec<&str> = ir::Op::all_effects()
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !name.starts_with('=') && *name != "invokedynamic")
        .collect();
    for test in &tests {
        for (_, body) in ir::parse(&test.text).unwrap_or_else(|error| panic!("{}: {error}", test.name)) {
            missing.retain(|name| !body.ops.iter().any(|op| op.mnemonic() == *name));
        }
    }
    assert!(missing.is_empty(), "in no filetest: {missing:?}");
}
