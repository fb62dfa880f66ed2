//! The native methods that programs reach.

use super::programs::Program;
use analysis::{Breadth, ClassHierarchy, MethodId, Reach, is_polymorphic};
use base::{FastSet, Symbol};
use classfile::{Access, ClassPath, Image, Jdk, MemberRef};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

pub struct Reached {
    /// By class, then in the order of names.
    pub natives: Vec<Row>,
    /// The most methods that were reached together.
    pub methods: usize,
}

pub struct Row {
    pub member: MemberRef,
    pub have: bool,
    /// A program leads here by itself, see [`Breadth::Near`].
    pub near: bool,
    /// From the native up to where the graph begins.
    pub path: Vec<String>,
}

/// The union over all programs.
pub fn reached(jdk: &Jdk, programs: &[Program], ours: &FastSet<MemberRef>) -> Result<Reached, String> {
    let image = Image::open(&jdk.home).map_err(|e| e.to_string())?;
    let mut rows = BTreeMap::new();
    let mut methods = 0;
    for batch in batches(programs) {
        let path: Vec<_> = batch.iter().flat_map(|program| program.path.clone()).collect();
        let path = ClassPath::open(&path).map_err(|e| e.to_string())?.for_release(jdk.feature);
        let is_ours = |member: MemberRef| ours.contains(&member);
        let hierarchy = ClassHierarchy::new(vec![&image, &path], jdk.max_class_major());
        let mut reach = Reach::new(hierarchy, &is_ours);
        for &class in batch.iter().flat_map(|program| &program.classes) {
            reach.add_class(class).map_err(|e| e.to_string())?;
        }
        reach.run(Breadth::Near).map_err(|e| e.to_string())?;
        let near = reach.methods().len();
        reach.add_machine().map_err(|e| e.to_string())?;
        reach.run(Breadth::Whole).map_err(|e| e.to_string())?;
        methods = methods.max(reach.methods().len());
        for (index, &method) in reach.methods().iter().enumerate() {
            let access = reach.hierarchy.method(method).access;
            if access.has(Access::NATIVE) {
                let row = row(&reach, method, access, ours, index < near);
                match rows.entry(key(row.member)) {
                    Entry::Vacant(free) => {
                        free.insert(row);
                    }
                    Entry::Occupied(mut known) if row.near => {
                        known.insert(row);
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
    }
    Ok(Reached { natives: rows.into_values().collect(), methods })
}

fn key(member: MemberRef) -> [String; 3] {
    [member.class, member.name, member.desc].map(|symbol| symbol.to_string())
}

fn row(reach: &Reach<'_>, method: MethodId, access: Access, ours: &FastSet<MemberRef>, near: bool) -> Row {
    let member = reach.hierarchy.member(method);
    let shown = |step: MethodId| {
        let MemberRef { class, name, desc } = reach.hierarchy.member(step);
        format!("{class}.{name}{desc}")
    };
    Row {
        member,
        near,
        have: ours.contains(&member) || is_polymorphic(member, access),
        path: reach.path_to(method).into_iter().map(shown).collect(),
    }
}

/// Programs in groups in which no name means two classes: a graph of many programs costs little more than one
/// of a single one.
fn batches(programs: &[Program]) -> Vec<Vec<&Program>> {
    let mut batches: Vec<(FastSet<Symbol>, Vec<&Program>)> = Vec::new();
    for program in programs {
        let free =
            batches.iter_mut().find(|(names, _)| !program.classes.iter().any(|class| names.contains(class)));
        match free {
            Some((names, batch)) => {
                names.extend(&program.classes);
                batch.push(program);
            }
            None => batches.push((program.classes.iter().copied().collect(), vec![program])),
        }
    }
    batches.into_iter().map(|(_, batch)| batch).collect()
}
