//! The verifier accepts the class library of every JDK at hand: compilers' output in its full width.

mod common;

use classfile::{Class, Image};
use common::{KnownClasses, jdks, module};
use std::time::Instant;
use verify::verify;

fn bytecodes(classes: &[Class]) -> usize {
    let methods = classes.iter().flat_map(|class| &class.methods);
    methods.filter_map(|method| method.code.as_ref()).map(|code| code.bytes.len()).sum()
}

#[test]
fn java_base_is_accepted() {
    for jdk in jdks() {
        let image = Image::open(&jdk.home).unwrap();
        let classes = module(&jdk, &image, "java.base");
        let mut known = KnownClasses::new(&jdk, vec![&image]);
        for class in &classes {
            known.add(class);
        }
        let mut rejected = Vec::new();
        let mut methods = 0;
        let start = Instant::now();
        for class in &classes {
            for method in &class.methods {
                methods += 1;
                if let Err(error) = verify(class, method, &mut known) {
                    rejected.push(format!("{}.{}{}: {error}", class.name, method.name, method.desc));
                }
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        let million_bytes = bytecodes(&classes) as f64 / 1e6;
        println!(
            "JDK {}: {methods} methods, {million_bytes:.2} M bytes of code in {seconds:.2} s, {:.2} M bytes/s",
            jdk.feature,
            million_bytes / seconds
        );
        assert_eq!(rejected, Vec::<String>::new(), "JDK {}", jdk.feature);
        assert_eq!(known.missing, [], "JDK {}", jdk.feature);
    }
}

/// Inference must find what the compiler wrote into its stack maps, or something as good. The classes are
/// those of today; only their version says otherwise.
#[test]
fn java_base_is_accepted_without_its_stack_maps() {
    let jdk = &jdks()[0];
    let image = Image::open(&jdk.home).unwrap();
    let mut classes = module(jdk, &image, "java.base");
    let mut known = KnownClasses::new(jdk, vec![&image]);
    for class in &mut classes {
        class.major = 49;
        known.add(class);
    }
    let start = Instant::now();
    let (mut rejected, mut newer) = (Vec::new(), 0);
    for class in &classes {
        for method in &class.methods {
            match verify(class, method, &mut known) {
                Ok(()) => {}
                // Old files cannot call code in interfaces.
                Err(error) if error.what.contains("does not fit its instruction") => newer += 1,
                Err(error) => {
                    rejected.push(format!("{}.{}{}: {error}", class.name, method.name, method.desc))
                }
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("inferred {} bytes in {seconds:.2} s, {newer} methods too new for it", bytecodes(&classes));
    assert_eq!(rejected, Vec::<String>::new());
    assert!(newer < 1000);
}
