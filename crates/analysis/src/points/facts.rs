//! What the solution says of single operations, for whoever compares it with what a run really does: who may be called
//! where, and what may be written to which objects.

use super::objects::ObjectKind;
use super::solve::{Done, Solver};
use super::stmts::{NOWHERE, Stmt};
use super::{Question, Scalar, Unsolved};
use crate::hierarchy::{ClassHierarchy, MethodId};
use base::{FastMap, FastSet, Symbol};
use std::collections::BTreeSet;

/// What an object may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AbstractObject {
    Null,
    /// An object of this very class or array.
    Exactly(Symbol),
    /// One of it or of something below.
    Below(Symbol),
}

/// A write to a field or an element.
#[derive(Clone, Debug, Default)]
pub struct Stored {
    /// To which objects; none for a static field.
    pub on: BTreeSet<AbstractObject>,
    /// Which references.
    pub values: BTreeSet<AbstractObject>,
    /// Which numbers.
    pub scalars: BTreeSet<Scalar>,
}

/// What may happen, by methods and by the numbers of their operations.
#[derive(Default)]
pub struct Facts {
    pub reached: FastSet<MethodId>,
    /// Who may be called by an operation.
    pub targets: FastSet<(MethodId, u32, MethodId)>,
    /// Who may be called at all, initializers and what code that nobody looks into calls among it.
    pub calls: FastSet<(MethodId, MethodId)>,
    /// Methods that do something which nobody can look into.
    pub blind: FastSet<MethodId>,
    pub stores: FastMap<(MethodId, u32), Stored>,
    /// Operations that may call methods of the JDK beside, on objects that nobody has seen being made.
    pub loose: FastSet<(MethodId, u32)>,
}

/// Follows the entries to their ends, and tells what was found on the way.
///
/// # Errors
/// As for [`super::ask`].
pub fn facts(hierarchy: &mut ClassHierarchy<'_>, question: &Question<'_>) -> Result<Facts, Unsolved> {
    let mut solver = Solver::new(hierarchy, question)?;
    solver.targets = Some(FastSet::default());
    solver.run()?;
    let mut facts = Facts::default();
    for id in 0..solver.instances.len() as u32 {
        of_instance(&mut solver, id, &mut facts)?;
    }
    facts.loose = std::mem::take(&mut solver.loose);
    facts.targets = solver.targets.take().unwrap_or_default();
    Ok(facts)
}

fn of_instance(solver: &mut Solver<'_, '_>, id: u32, facts: &mut Facts) -> Done {
    let instance = &solver.instances[id as usize];
    let method = instance.method;
    if instance.is_world {
        return Ok(());
    }
    facts.reached.insert(method);
    // Whoever gives something to code that nobody looks into may have anything called that it has.
    let mut pending: Vec<u32> = instance.calls.iter().chain(&instance.starts).copied().collect();
    let mut worlds = FastSet::default();
    while let Some(to) = pending.pop() {
        let called = &solver.instances[to as usize];
        match called.is_world {
            true if worlds.insert(to) => pending.extend(&called.calls),
            true => {}
            false => {
                facts.calls.insert((method, called.method));
            }
        }
    }
    if !instance.blind.is_empty() {
        facts.blind.insert(method);
    }
    let Some(code) = instance.code.clone() else { return Ok(()) };
    let base = instance.base;
    for (stmt, &at) in code.stmts.iter().zip(&code.places).filter(|(_, at)| **at != NOWHERE) {
        let (on, value, scalar) = match *stmt {
            Stmt::Store { base: of, from, .. } | Stmt::StoreElement { base: of, from } => {
                (Some(of), Some(from), None)
            }
            Stmt::StoreScalar { base: of, value, .. } => (Some(of), None, Some(value)),
            Stmt::StoreStatic { from, .. } => (None, Some(from), None),
            Stmt::StoreStaticScalar { value, .. } => (None, None, Some(value)),
            Stmt::StoreScalarElement { base: of } => (Some(of), None, Some(Scalar::Unknown)),
            _ => continue,
        };
        let stored = facts.stores.entry((method, at)).or_default();
        stored.on.extend(on.into_iter().flat_map(|var| shapes(solver, base + var)));
        stored.values.extend(value.into_iter().flat_map(|var| shapes(solver, base + var)));
        stored.scalars.extend(scalar);
    }
    Ok(())
}

fn shapes(solver: &Solver<'_, '_>, node: u32) -> Vec<AbstractObject> {
    let shape = |object: u32| {
        let object = &solver.objects.all[object as usize];
        match object.kind {
            ObjectKind::Null => AbstractObject::Null,
            ObjectKind::Site { .. } | ObjectKind::Class(_) | ObjectKind::Empty(_) => {
                AbstractObject::Exactly(object.of)
            }
            _ => AbstractObject::Below(object.of),
        }
    };
    solver.points_to(node).into_iter().map(shape).collect()
}
