//! How fast lowering is and how much code it makes of java.base: `cargo test -p ir --release measure --
//! --ignored --nocapture`.

use super::{lower, scan};
use crate::Op;
use classfile::{Image, Jdk};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

#[test]
#[ignore = "a measurement"]
fn java_base() {
    let jdk = Jdk::find(None).expect("a JDK");
    let image = Image::open(&jdk.home).expect("its image");
    let mut classes = Vec::new();
    for name in image.classes("java.base").expect("names") {
        let path = format!("{name}.class");
        let bytes = image.module_resource("java.base", &path).expect("read").expect("present");
        let origin: Arc<str> = path.into();
        classes.extend(classfile::parse(&bytes, &origin, None, jdk.max_class_major()));
    }
    let methods = || {
        let all = classes.iter().flat_map(|class| class.methods.iter().map(move |method| (class, method)));
        all.filter_map(|(class, method)| method.code.as_ref().map(|code| (class, method, code)))
    };
    let mut instructions = 0;
    for (_, _, code) in methods() {
        let mut pc = 0;
        while pc < code.bytes.len() {
            pc += scan::length(&code.bytes, pc).expect("an instruction");
            instructions += 1;
        }
    }
    for _ in 0..3 {
        let start = Instant::now();
        let (mut ops, mut registers, mut count) = (0, 0, 0);
        for (class, method, _) in methods() {
            let body = lower(class, method).expect("lowers");
            ops += body.ops.len();
            registers += usize::from(body.registers);
            count += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{count} methods, {instructions} instructions, {ops} operations ({:.3} each), {:.2} registers a method, \
             {:.2} million instructions/s",
            ops as f64 / instructions as f64,
            registers as f64 / count as f64,
            instructions as f64 / seconds / 1e6
        );
    }
    let mut histogram: BTreeMap<&str, usize> = BTreeMap::new();
    let start = Instant::now();
    let mut spent = 0.0;
    for (class, method, _) in methods() {
        let body = lower(class, method).expect("lowers");
        body.ops.iter().for_each(|op: &Op| *histogram.entry(op.mnemonic()).or_default() += 1);
        let start = Instant::now();
        std::hint::black_box(crate::Liveness::of(&body));
        spent += start.elapsed().as_secs_f64();
    }
    println!("liveness of all: {spent:.3} s (of {:.3} s)", start.elapsed().as_secs_f64());
    let mut rows: Vec<_> = histogram.into_iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.1));
    println!("{:?}", &rows[..20]);
}
