//! How fast classes are read. Not a test that can fail on a slow machine: it prints. Rates are per second of
//! processor time, because the machine may be busy with other things.
//!
//! `cargo test --release -p classfile --test speed -- --ignored --nocapture`

mod common;

use base::Symbol;
use classfile::{Image, Source, parse};
use std::time::Instant;

#[test]
#[ignore = "prints times; run it with --release"]
fn speed() {
    for home in [common::JDK_17, common::JDK_25] {
        let Some((jdk, _)) = common::jdk(home) else { continue };
        let begin = Instant::now();
        let image = Image::open(&jdk.home).unwrap();
        image.class_bytes(Symbol::new("java/lang/Object")).unwrap().unwrap();
        println!("JDK {}: opening and the first class took {:?}", jdk.version, begin.elapsed());

        let names = image.classes("java.base").unwrap();
        for round in ["first", "second"] {
            let begin = cpu_seconds();
            for &name in &names {
                std::hint::black_box(image.class_bytes(name).unwrap());
            }
            let lookup = cpu_seconds() - begin;
            let begin = cpu_seconds();
            let mut bytes = 0;
            for &name in &names {
                let Some(found) = image.class_bytes(name).unwrap() else { continue };
                bytes += found.bytes.len();
                let class = parse(&found.bytes, &found.origin, found.module, jdk.max_class_major());
                std::hint::black_box(class.unwrap());
            }
            let seconds = cpu_seconds() - begin;
            println!(
                "  {round} round: {} classes, {:.0} classes/s, {:.0} MB/s; lookup alone {:.2} us each",
                names.len(),
                names.len() as f64 / seconds,
                bytes as f64 / seconds / 1e6,
                lookup * 1e6 / names.len() as f64
            );
        }
    }
}

/// Processor time of this thread, which Linux keeps in nanoseconds.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("this measurement needs Linux");
    text.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}
