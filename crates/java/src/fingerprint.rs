//! One number for the program that is to run: its main class, and every class of the class path that can be
//! reached from it by name.
//!
//! A path through a program is worth nothing once the program is another. Classes that nobody names do not
//! count, so that a change of something unrelated on the class path does not matter.

use base::{FastHasher, FastSet, Symbol};
use classfile::Constant;
use explore::reading::sum;
use std::hash::Hasher;
use std::sync::Arc;
use vm::{ClassId, Machine};

/// The classes of a program, each with a sum of its bytes. `more` are classes that it reaches without naming them in
/// its code, by their names.
pub fn sources(machine: &Machine, main: ClassId, more: &[String]) -> Vec<(String, u64)> {
    let first = machine.program.classes[main].name;
    let named = more.iter().map(|name| Symbol::new(&name.replace('.', "/")));
    let mut pending: Vec<Symbol> = named.chain([first]).collect();
    let mut seen: FastSet<Symbol> = pending.iter().copied().collect();
    let mut parts: Vec<(String, u64)> = Vec::new();
    while let Some(name) = pending.pop() {
        let Ok(Some(found)) = machine.program.sources.app.class_bytes(name) else { continue };
        parts.push((name.text().to_string(), sum(&found.bytes)));
        pending.extend(named_in(machine, &found.bytes).into_iter().filter(|&class| seen.insert(class)));
    }
    parts.sort();
    parts
}

/// The fingerprint of a program that is made of these classes.
pub fn fingerprint(machine: &Machine, sources: &[(String, u64)]) -> u32 {
    let mut all = FastHasher::default();
    for (name, hash) in sources {
        all.write(name.as_bytes());
        all.write_u64(*hash);
    }
    all.write(machine.options.jdk_version.as_bytes());
    let wide = all.finish();
    (wide ^ (wide >> 32)) as u32
}

/// The classes that a class file names. One that cannot be parsed names none; running it will say what is
/// wrong.
fn named_in(machine: &Machine, bytes: &[u8]) -> Vec<Symbol> {
    let origin = Arc::from("");
    let Ok(class) = classfile::parse(bytes, &origin, None, machine.program.sources.max_major) else {
        return Vec::new();
    };
    let mut names = Vec::new();
    for constant in &class.constants {
        match constant {
            Constant::Class(name) => names.push(*name),
            Constant::NameAndType { desc, .. } | Constant::MethodType(desc) => {
                names.extend(classes_of(&desc.text()));
            }
            _ => {}
        }
    }
    names
}

/// The classes in a descriptor: `(Lp/A;[Lp/B;)V` names `p/A` and `p/B`.
fn classes_of(descriptor: &str) -> impl Iterator<Item = Symbol> + '_ {
    let ends_before = |part: &&str| part.contains('L');
    descriptor.split_terminator(';').filter(ends_before).filter_map(|part| {
        let (_, name) = part.split_once('L')?;
        Some(Symbol::new(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_name_classes() {
        let names: Vec<String> =
            classes_of("(ILp/Long;[Lp/B;J)Ljava/lang/String;").map(|s| s.to_string()).collect();
        assert_eq!(names, ["p/Long", "p/B", "java/lang/String"]);
        assert_eq!(classes_of("(IJ)V").count(), 0);
    }
}
