//! The real machine as oracle: classes are damaged at random, and both verifiers must judge them alike.

mod common;

use classfile::{Class, Folder, Image, Jdk, parse};
use common::{ASM, KnownClasses, folder, java, javac, jdks, scratch};
use std::fmt::Write;
use std::path::Path;
use testkit::random::SplitMix;

/// Damaged classes for each JDK and class file version; `JAYWALK_DAMAGES` asks for more.
const DAMAGES: usize = 1500;

/// One byte, mostly, of a method: its sizes, code, handlers or stack map.
fn damage(random: &mut SplitMix, bytes: &[u8], class: &Class) -> Vec<(usize, u8)> {
    let codes: Vec<_> = class.methods.iter().filter_map(|method| method.code.as_ref()).collect();
    let code = codes[random.below(codes.len())];
    let start = code.file_offset as usize;
    let code_end = start + code.bytes.len();
    let map = code.stack_map.as_deref().filter(|map| map.len() > 2).map(|map| {
        let at = bytes[code_end..].windows(map.len()).position(|window| window == map).unwrap();
        code_end + at..code_end + at + map.len()
    });
    let handlers = code_end + 2..code_end + 2 + 8 * code.handlers.len();
    let range = match (random.below(10), map) {
        (0, _) => start - 8..start - 4,
        (1, _) if !handlers.is_empty() => handlers,
        (2..=4, Some(map)) => map,
        _ => start..code_end,
    };
    let count = 1 + usize::from(random.below(4) == 0);
    let one = |random: &mut SplitMix| {
        let at = range.start + random.below(range.len());
        let value = match random.below(3) {
            0 => random.below(256) as u8,
            1 => bytes[at].wrapping_add(random.below(5) as u8).wrapping_sub(2),
            // Another byte of the same range: more often than not it means something here too.
            _ => bytes[range.start + random.below(range.len())],
        };
        (at, value)
    };
    (0..count).map(|_| one(random)).collect()
}

fn our_verdict(bytes: &[u8], jdk: &Jdk, known: &mut KnownClasses<'_>) -> Result<(), String> {
    let class = parse(bytes, &"damaged".into(), None, jdk.max_class_major()).map_err(|e| e.to_string())?;
    for method in &class.methods {
        verify::verify(&class, method, known).map_err(|e| format!("{}{}: {e}", method.name, method.desc))?;
    }
    Ok(())
}

/// What we leave out on purpose: who may access what, and forms that say nothing about types.
const LEFT_OUT: &[&str] = &["Bad access to protected", "Nonzero padding byte", "Non zero padding bytes"];

/// What we do not look at where it cannot be reached. The oracle's stack maps reach everything; its inference
/// does not either, but judges some operands beforehand.
const LEFT_OUT_IF_DEAD: &[&str] =
    &["Inconsistent args_size", "Fourth operand byte of invokeinterface", "Illegal use of nonvirtual"];

fn compare(jdk: &Jdk, classes: &Path, seed: u64, left_out: &[&[&str]]) {
    let image = Image::open(&jdk.home).unwrap();
    let place = Folder::new(classes);
    let mut known = KnownClasses::new(jdk, vec![&image, &place]);
    let mut victims = folder(jdk, classes);
    for (_, class) in &victims {
        for method in &class.methods {
            verify::verify(class, method, &mut known)
                .unwrap_or_else(|error| panic!("undamaged {}.{}: {error}", class.name, method.name));
        }
    }
    victims.retain(|(_, class)| class.methods.iter().any(|method| method.code.is_some()));
    let count = std::env::var("JAYWALK_DAMAGES").map_or(DAMAGES, |count| count.parse().unwrap());
    let mut random = SplitMix(seed);
    let mut script = String::new();
    let mut ours = Vec::new();
    while ours.len() < count {
        let (bytes, class) = &victims[random.below(victims.len())];
        let changes = damage(&mut random, bytes, class);
        let mut damaged = bytes.clone();
        let mut line = class.name.to_string();
        for (at, value) in changes {
            damaged[at] = value;
            write!(line, " {at}={value}").unwrap();
        }
        ours.push((our_verdict(&damaged, jdk, &mut known), line.clone()));
        writeln!(script, "{line}").unwrap();
    }
    let file = classes.join("script.txt");
    std::fs::write(&file, script).unwrap();
    let harness = scratch(&format!("oracle-{}-{seed}", jdk.feature));
    javac(jdk, "Oracle.java", &harness, &[]);
    let [harness_path, classes_path, file] = [&harness, classes, &file].map(|p| p.to_str().unwrap());
    let said = java(jdk, &["-Xshare:auto", "-cp", harness_path, "Oracle", classes_path, file]);
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(said.len(), ours.len());
    let mut accepted = 0;
    let mut differences = Vec::new();
    for ((ours, line), theirs) in ours.iter().zip(said) {
        accepted += usize::from(theirs == "accepted");
        let excused = left_out.iter().copied().flatten().any(|reason| theirs.contains(reason));
        if ours.is_ok() != (theirs == "accepted") && !excused {
            differences.push(format!("{line}\n  ours:   {ours:?}\n  theirs: {theirs}"));
        }
    }
    println!("JDK {}, seed {seed}: {count} damaged classes, {accepted} still good", jdk.feature);
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
    std::fs::remove_dir_all(harness).unwrap();
}

#[test]
fn damaged_classes_with_stack_maps() {
    for jdk in jdks() {
        let classes = scratch(&format!("maps-{}", jdk.feature));
        javac(&jdk, "Shapes.java", &classes, &[]);
        javac(&jdk, "Modern.java", &classes, &[]);
        compare(&jdk, &classes, 1, &[LEFT_OUT]);
        std::fs::remove_dir_all(classes).unwrap();
    }
}

/// Compiles for today and writes an old version into the files: their stack maps are then ignored.
fn old_classes(jdk: &Jdk, classes: &Path) {
    javac(jdk, "Shapes.java", classes, &["-XDstringConcat=inline"]);
    for (mut bytes, class) in folder(jdk, classes) {
        bytes[6..8].copy_from_slice(&49u16.to_be_bytes());
        std::fs::write(classes.join(format!("{}.class", class.name)), bytes).unwrap();
    }
}

#[test]
fn damaged_classes_without_stack_maps() {
    for jdk in jdks() {
        let classes = scratch(&format!("old-{}", jdk.feature));
        old_classes(&jdk, &classes);
        compare(&jdk, &classes, 2, &[LEFT_OUT, LEFT_OUT_IF_DEAD]);
        std::fs::remove_dir_all(classes).unwrap();
    }
}

/// Where the oracle's rules for subroutines are narrower than what is safe.
const SUBROUTINES: &[&str] = &["Illegal return from subroutine"];

/// Only the JDK 17 has a library that can write `jsr`.
#[test]
fn damaged_subroutines() {
    let Some(jdk) = jdks().into_iter().find(|jdk| jdk.feature == 17) else { return };
    let (writer, classes) = (scratch("writer"), scratch("subroutines"));
    javac(&jdk, "Subroutines.java", &writer, &[ASM]);
    java(&jdk, &[ASM, "-cp", writer.to_str().unwrap(), "Subroutines", classes.to_str().unwrap()]);
    compare(&jdk, &classes, 3, &[LEFT_OUT, LEFT_OUT_IF_DEAD, SUBROUTINES]);
    std::fs::remove_dir_all(writer).unwrap();
    std::fs::remove_dir_all(classes).unwrap();
}
