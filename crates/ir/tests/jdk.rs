//! The class library of the installed JDK as a test of lowering: every method of it must pass.

mod common;

use common::{methods, module_classes, title};
use std::time::Instant;

#[test]
fn all_of_java_base_lowers_and_passes_the_check() {
    let classes = module_classes("java.base", "");
    let mut faults = Vec::new();
    let (mut bytes, mut ops, mut count) = (0, 0, 0);
    let start = Instant::now();
    for (class, method) in methods(&classes) {
        match ir::lower(class, method) {
            Ok(body) => {
                count += 1;
                bytes += method.code.as_ref().map_or(0, |code| code.bytes.len());
                ops += body.ops.len();
            }
            Err(malformed) => faults.push(format!("{}: {malformed}", title(class, method))),
        }
    }
    println!("{count} methods, {bytes} bytes of code, {ops} operations, {:?}", start.elapsed());
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(20)].join("\n"));
    assert!(count > 40_000, "only {count} methods");
}

#[test]
fn text_form_round_trips() {
    let mut count = 0;
    for module_part in ["java/util/", "java/lang/invoke/", "java/math/", "sun/security/"] {
        let classes = module_classes("java.base", module_part);
        for (class, method) in methods(&classes) {
            let body = ir::lower(class, method).expect("lowers");
            let title = title(class, method);
            let text = ir::print(&title, &body);
            let again = ir::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(again.len() == 1 && again[0].0 == title && again[0].1 == body, "{text}");
            count += 1;
        }
    }
    assert!(count > 10_000, "only {count} methods");
}

/// A register is live where a path leads to a reading of it without passing a writing: asked for each
/// register by a walk backwards from its readers.
#[test]
fn liveness_is_reachability_of_a_use() {
    for package in ["java/util/concurrent/", "java/lang/String", "java/io/", "java/math/"] {
        let classes = module_classes("java.base", package);
        for (class, method) in methods(&classes) {
            let body = ir::lower(class, method).expect("lowers");
            let liveness = ir::Liveness::of(&body);
            let walked = Walked::of(&body);
            for at in 0..body.ops.len() {
                let found: Vec<u16> = liveness.live_before(at).iter().collect();
                let expected: Vec<u16> = (0..body.registers).filter(|&r| walked.live(at, r)).collect();
                assert_eq!(found, expected, "before {at}\n{}", ir::print(&title(class, method), &body));
                if body.ops[at].waits() {
                    let found: Vec<u16> = liveness.live_while_calling(at).iter().collect();
                    let expected: Vec<u16> =
                        (0..body.registers).filter(|&r| walked.waiting(&body, at, r)).collect();
                    assert_eq!(found, expected, "during {at}\n{}", ir::print(&title(class, method), &body));
                }
            }
        }
    }
}

/// For each register the operations before which it is live.
struct Walked(Vec<Vec<bool>>);

impl Walked {
    fn of(body: &ir::Body) -> Walked {
        let mut preceding = vec![Vec::new(); body.ops.len()];
        let mut catching = vec![Vec::new(); body.ops.len()];
        for at in 0..body.ops.len() {
            ir::flow::successors(body, at, |next| preceding[next].push(at));
            if body.ops[at].can_throw() {
                for handler in ir::handlers_of(body, at) {
                    catching[usize::from(handler.target)].push((at, handler.dst));
                }
            }
        }
        let walk = |register: u16| {
            let mut live = vec![false; body.ops.len()];
            let mut waiting = Vec::new();
            for (at, op) in body.ops.iter().enumerate() {
                ir::flow::uses(body, op, |used| waiting.extend((used == register).then_some(at)));
            }
            while let Some(at) = waiting.pop() {
                if !std::mem::replace(&mut live[at], true) {
                    let keeps = |&&before: &&usize| body.ops[before].dst() != Some(register);
                    waiting.extend(preceding[at].iter().filter(keeps));
                    waiting.extend(catching[at].iter().filter(|row| row.1 != register).map(|row| row.0));
                }
            }
            live
        };
        Walked((0..body.registers).map(walk).collect())
    }

    fn live(&self, at: usize, register: u16) -> bool {
        self.0[usize::from(register)][at]
    }

    fn waiting(&self, body: &ir::Body, at: usize, register: u16) -> bool {
        let after = self.live(at + 1, register) && body.ops[at].dst() != Some(register);
        let caught = |h: &ir::Handler| h.dst != register && self.live(usize::from(h.target), register);
        after || ir::handlers_of(body, at).any(caught)
    }
}
