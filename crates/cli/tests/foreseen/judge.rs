//! Whether what a run has shown was foreseen, with each class of the program as the unit.

use crate::record::{Run, Write};
use crate::{Count, Program};
use analysis::ClassHierarchy;
use analysis::points::{Origin, is_opaque};
use base::{FastMap, FastSet, Symbol, names};
use classfile::{ClassPath, Image, Jdk, MemberRef};
use envgen::{Foreseen, Precision, World};
use std::path::Path;

const PRECISIONS: [Precision; 3] = [Precision::Types, Precision::Sites, Precision::Receiver];
/// How many classes of a program are the unit, one after the other.
const UNITS: usize = 6;

pub fn judge(
    jdk: &Path,
    program: &Program,
    main: &str,
    run: &Run,
    count: &mut Count,
    missed: &mut Vec<String>,
) {
    let jdk = Jdk::find(Some(jdk)).unwrap();
    let image = Image::open(&jdk.home).unwrap();
    let path = ClassPath::open(&program.path).unwrap().for_release(jdk.feature);
    let own: FastSet<Symbol> = program.classes.iter().copied().collect();
    for &unit in program.classes.iter().take(UNITS) {
        count.units += 1;
        let members: FastSet<Symbol> = [unit].into_iter().collect();
        let others: FastSet<Symbol> = own.iter().copied().filter(|&class| class != unit).collect();
        for precision in PRECISIONS {
            let hierarchy = ClassHierarchy::new(vec![&image, &path], jdk.max_class_major());
            let world = World::of_class(hierarchy, unit).unwrap();
            let Some(mut world) = world else { continue };
            // What cannot be replaced has no stub, and nothing to compare.
            let Ok(Some(foreseen)) = envgen::foresee(&mut world, &others, precision) else {
                count.refused += 1;
                continue;
            };
            let judge = Judge { unit: &members, own: &own, foreseen: &foreseen, world: &mut world };
            let told = format!("{main}, unit {unit}, {precision:?}");
            judge.all(run, &told, count, missed);
        }
    }
}

struct Judge<'a, 'w, 'h> {
    unit: &'a FastSet<Symbol>,
    /// Classes of the program.
    own: &'a FastSet<Symbol>,
    foreseen: &'a Foreseen,
    world: &'w mut World<'h>,
}

impl Judge<'_, '_, '_> {
    fn all(mut self, run: &Run, told: &str, count: &mut Count, missed: &mut Vec<String>) {
        let entries: FastMap<MemberRef, usize> =
            self.foreseen.entries.iter().enumerate().map(|(number, (member, _))| (*member, number)).collect();
        for stack in &run.stacks {
            let Some((entry, behind, callback)) = self.behind(stack, &entries) else { continue };
            let effects = &self.foreseen.entries[entry].1;
            if !effects.blind.is_empty() {
                count.blind += 1;
                continue;
            }
            if let Some(member) = callback {
                count.callbacks += 1;
                let is_it = |call: &analysis::points::CallOfUnit| call.member.name == member.name;
                if !effects.calls.iter().any(is_it) && !is_plain(member) && !self.is_far(behind) {
                    missed.push(format!("{told}: {} is called by {}", shown(member), line(behind)));
                }
                continue;
            }
            if let [.., from, to] = behind
                && !self.is_far(behind)
            {
                count.calls += 1;
                if !self.foreseen.calls.contains(&(*from, *to)) && to.name != names::CLINIT {
                    missed.push(format!("{told}: {} calls {}: {}", shown(*from), shown(*to), line(behind)));
                }
            }
        }
        for write in &run.writes {
            if !self.unit.contains(&write.field.class) {
                continue;
            }
            let Some((entry, behind, None)) = self.behind(&write.stack, &entries) else { continue };
            if self.is_far(behind) || !self.foreseen.entries[entry].1.blind.is_empty() {
                continue;
            }
            count.writes += 1;
            if !self.is_written(entry, write) {
                missed.push(format!("{told}: {write:?}"));
            }
        }
    }

    /// The last part of a stack that begins with a call of the unit: its entry, the methods behind it, and the method
    /// of the unit that is called from there.
    fn behind<'s>(
        &self,
        stack: &'s [MemberRef],
        entries: &FastMap<MemberRef, usize>,
    ) -> Option<(usize, &'s [MemberRef], Option<MemberRef>)> {
        let (top, rest) = stack.split_last()?;
        let (part, callback) = match self.unit.contains(&top.class) {
            true if top.name == names::INIT || top.name == names::CLINIT => return None,
            true => (rest, Some(*top)),
            false => (stack, None),
        };
        let begin = part.iter().rposition(|method| self.unit.contains(&method.class))? + 1;
        let behind = &part[begin..];
        let first = behind.first()?;
        // An initializer comes when it comes, and is nobody's call.
        if behind.iter().any(|method| method.name == names::CLINIT) {
            return None;
        }
        Some((*entries.get(first)?, behind, callback))
    }

    /// Code that nobody looks into takes part.
    fn is_far(&self, behind: &[MemberRef]) -> bool {
        behind.iter().any(|method| !self.own.contains(&method.class) && is_opaque(method.class))
    }

    fn is_written(&mut self, entry: usize, write: &Write) -> bool {
        let writes = self.foreseen.entries[entry].1.writes.clone();
        writes.iter().any(|known| {
            known.field.name == write.field.name
                && (known.on.is_empty() == write.on.is_none())
                && write.on.is_none_or(|of| known.on.iter().any(|origin| self.may_be(*origin, of)))
                && write.value.is_none_or(|of| known.values.iter().any(|origin| self.may_be(*origin, of)))
        })
    }

    fn may_be(&mut self, origin: Origin, of: Symbol) -> bool {
        match origin {
            Origin::Null => false,
            Origin::New(class) | Origin::Outside(class) | Origin::UnitMade(class) => {
                self.world.may_be(of, class)
            }
            Origin::Given { .. } | Origin::This | Origin::Parameter(_) => true,
        }
    }
}

/// What every object has is not told of.
fn is_plain(member: MemberRef) -> bool {
    matches!(member.name.as_str(), "toString" | "hashCode" | "equals" | "compareTo")
}

fn shown(member: MemberRef) -> String {
    format!("{}.{}", member.class, member.name)
}

fn line(stack: &[MemberRef]) -> String {
    stack.iter().map(|member| shown(*member)).collect::<Vec<_>>().join(" > ")
}
