//! The table of interfaces that hidden code of the JDK asks objects for, against that code.

use analysis::ClassHierarchy;
use analysis::points::{is_asked, is_opaque};
use base::{Symbol, names};
use classfile::{Access, Image, Jdk};
use ir::{Op, Sym};
use std::collections::BTreeSet;

/// Modules whose hidden code is given objects of programs.
const MODULES: [&str; 3] = ["java.base", "java.logging", "java.sql"];

#[test]
fn the_table_has_whatever_is_asked_for() {
    let home = testkit::jdk::Jdk::find().unwrap().home;
    let jdk = Jdk::find(Some(&home)).unwrap();
    let image = Image::open(&jdk.home).unwrap();
    let mut hierarchy = ClassHierarchy::new(vec![&image], jdk.max_class_major());
    let mut asked: BTreeSet<Symbol> = BTreeSet::new();
    let mut looked = 0;
    for module in MODULES {
        for name in image.classes(module).unwrap().into_iter().filter(|&name| is_opaque(name)) {
            let Some(class) = hierarchy.class(name).unwrap() else { continue };
            let file = hierarchy.file(class);
            for method in file.methods.iter().filter(|method| method.code.is_some()) {
                let Ok(body) = ir::lower(file, method) else { continue };
                looked += 1;
                asked.extend(body.ops.iter().filter_map(|op| match *op {
                    Op::InstanceOf { sym, .. } => match body.syms[usize::from(sym.0)] {
                        Sym::Class(of) => Some(of),
                        _ => None,
                    },
                    _ => None,
                }));
            }
        }
    }
    assert!(looked > 10_000, "{looked}");
    let mut missing = BTreeSet::new();
    for of in asked {
        if !of.as_str().starts_with("java/") || of == names::OBJECT || is_asked(of) {
            continue;
        }
        let Some(class) = hierarchy.class(of).unwrap() else { continue };
        let access = hierarchy.file(class).access;
        // What programs can stand below.
        if access.has(Access::PUBLIC) && !access.has(Access::FINAL) {
            missing.insert(of.as_str());
        }
    }
    assert!(missing.is_empty(), "asked for and not in the table: {missing:#?}");
}
