//! Damaged code: lowering says what is wrong and never panics, and what it accepts passes the check (a debug
//! assertion of `lower`).

mod common;

use classfile::Class;
use common::{methods, title};
use testkit::random::SplitMix;

const MUTATIONS: usize = 10_000;

#[test]
fn damaged_code_never_panics() {
    let mut classes: Vec<Class> = common::compiled("Shapes.java");
    classes.extend(common::module_classes("java.base", "java/util/concurrent/locks/"));
    let mut random = SplitMix(1);
    let places: Vec<(usize, usize)> = classes
        .iter()
        .enumerate()
        .flat_map(|(c, class)| (0..class.methods.len()).map(move |m| (c, m)))
        .filter(|&(c, m)| classes[c].methods[m].code.is_some())
        .collect();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..MUTATIONS {
        let (c, m) = places[random.below(places.len())];
        let Some(code) = classes[c].methods[m].code.as_mut() else { continue };
        let before = (code.bytes.clone(), code.handlers.clone(), code.max_stack, code.max_locals);
        for _ in 0..1 + random.below(3) {
            match random.below(12) {
                0 => code.max_stack = random.below(6) as u16,
                1 => code.max_locals = random.below(12) as u16,
                2 if !code.handlers.is_empty() => {
                    let row = random.below(code.handlers.len());
                    let value = random.below(code.bytes.len() + 2) as u16;
                    let handler = &mut code.handlers[row];
                    *[&mut handler.start, &mut handler.end, &mut handler.target][random.below(3)] = value;
                }
                3 => code.bytes = code.bytes[..random.below(code.bytes.len() + 1)].into(),
                _ if !code.bytes.is_empty() => {
                    let at = random.below(code.bytes.len());
                    code.bytes[at] = random.next_word() as u8;
                }
                _ => {}
            }
        }
        match ir::lower(&classes[c], &classes[c].methods[m]) {
            Ok(_) => accepted += 1,
            Err(malformed) => {
                let ours = malformed.what.contains("lowered wrongly");
                assert!(!ours, "{}: {malformed}", title(&classes[c], &classes[c].methods[m]));
                refused += 1;
            }
        }
        if let Some(code) = classes[c].methods[m].code.as_mut() {
            (code.bytes, code.handlers, code.max_stack, code.max_locals) = before;
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 100 && refused > 1_000);
    assert!(methods(&classes).all(|(class, method)| ir::lower(class, method).is_ok()), "all is as before");
}
