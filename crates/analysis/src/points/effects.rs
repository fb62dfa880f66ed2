//! Side effects by entries: the solution, summed up over everything that an entry may call.

mod fresh;
mod own;

use super::objects::{Half, ObjectKind};
use super::sets::{Set, WORD};
use super::solve::{Blind, Done, ELEMENT, INSIDE, Solver};
use super::stmts::{Scalar, Stmt};
use super::{Origin, Solution};
use crate::hierarchy::MethodId;
use base::{BitSet, FastMap, FastSet, Symbol};
use classfile::{MemberRef, MethodDesc, descriptor};
pub(super) use own::to_string;
use own::{Names, call_of_unit, own_effects};
use std::collections::BTreeSet;

/// What an entry may do to the unit. Sets are upper bounds.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub returns: BTreeSet<Origin>,
    /// For a method that returns no reference.
    pub returned: BTreeSet<Scalar>,
    pub writes: Vec<Written>,
    /// The writes are done whenever it returns, all of them, once, in this order.
    pub must_write: bool,
    pub calls: Vec<CallOfUnit>,
    /// Objects of the unit whose monitors it may take.
    pub locks: BTreeSet<Origin>,
    /// Threads that it may start, by their classes.
    pub starts: BTreeSet<Symbol>,
    /// It may wait for something.
    pub waits: bool,
    pub blind: BTreeSet<Blind>,
    /// Classes of exceptions that are thrown somewhere below it.
    pub throws: BTreeSet<Symbol>,
    /// Library objects of the unit that it may change.
    pub changes: BTreeSet<Symbol>,
    /// How many methods it may run.
    pub methods: usize,
}

/// A field of the unit that may be written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Written {
    pub field: MemberRef,
    /// On which objects; none for a static field.
    pub on: BTreeSet<Origin>,
    pub values: BTreeSet<Origin>,
    pub scalars: BTreeSet<Scalar>,
    /// A constructor fills its object, which nobody else has yet.
    pub at_birth: bool,
}

/// A method of the unit that may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallOfUnit {
    pub member: MemberRef,
    pub is_static: bool,
    pub on: BTreeSet<Origin>,
    /// What each parameter may be; `None` for values that are no references.
    pub args: Vec<Option<BTreeSet<Origin>>>,
}

/// What one method does itself.
#[derive(Default)]
struct Own {
    writes: Vec<Written>,
    calls: Vec<CallOfUnit>,
    locks: BTreeSet<Origin>,
    throws: BTreeSet<Symbol>,
    changes: BTreeSet<Symbol>,
    waits: bool,
    is_straight: bool,
}

impl Own {
    fn is_nothing(&self) -> bool {
        self.writes.is_empty()
            && self.calls.is_empty()
            && self.locks.is_empty()
            && self.throws.is_empty()
            && self.changes.is_empty()
            && !self.waits
    }
}

/// Objects that are asked for again and again.
struct Kinds {
    /// The unit has them.
    open: Set,
    /// Code of the unit may run when they are called.
    callable: Set,
    /// Some place of the environment holds them.
    kept: Set,
    /// The environment has made them, and holds them while the unit has them.
    shared: Set,
}

impl Kinds {
    fn of(solver: &Solver<'_, '_>) -> Kinds {
        let (mut open, mut callable, mut kept) = (Set::default(), Set::default(), Set::default());
        for node in solver.places() {
            kept.union_with(solver.set_of(node));
        }
        for (id, object) in (0u32..).zip(&solver.objects.all) {
            let (at, bit) = (id / WORD, 1 << (id % WORD));
            if object.is_open() {
                open.insert_word(at, bit);
            }
            if let ObjectKind::UnitMade { .. } | ObjectKind::Given { .. } | ObjectKind::Outside(_) =
                object.kind
            {
                callable.insert_word(at, bit);
            }
        }
        let shared = kept.common(solver.set_of(solver.handed_out));
        Kinds { open, callable, kept, shared }
    }

    /// Classes of arrays that the environment keeps and that the unit has got, of what a variable may hold.
    fn shared_arrays(&self, solver: &Solver<'_, '_>, node: u32) -> BTreeSet<Symbol> {
        let shared = solver.set_of(node).common(&self.shared).to_vec();
        let classes = shared.into_iter().map(|id| solver.objects.all[id as usize].of);
        classes.filter(|of| of.bytes().first() == Some(&b'[')).collect()
    }

    /// Classes of those that the unit has, of what a variable may hold.
    fn open_classes(&self, solver: &Solver<'_, '_>, node: u32) -> BTreeSet<Symbol> {
        let open = solver.set_of(node).common(&self.open).to_vec();
        open.into_iter().map(|id| solver.objects.all[id as usize].of).collect()
    }
}

pub(super) fn collect(solver: &mut Solver<'_, '_>, results: &[u32]) -> Done<Solution> {
    let kinds = Kinds::of(solver);
    let entered: FastSet<u32> = solver.entered.values().flatten().copied().collect();
    let mut own: FastMap<u32, Own> = FastMap::default();
    let mut named: FastMap<u32, Own> = FastMap::default();
    for id in 0..solver.instances.len() as u32 {
        if let Some(found) = own_effects(solver, &kinds, id, false)? {
            own.insert(id, found);
        }
        if entered.contains(&id)
            && let Some(found) = own_effects(solver, &kinds, id, true)?
        {
            named.insert(id, found);
        }
    }
    for (from, call) in std::mem::take(&mut solver.by_reference) {
        let called = call_of_unit(solver, &kinds, 0, &call, &Names { shift: 0, parameters: Vec::new() })?;
        if entered.contains(&from) {
            named.entry(from).or_default().calls.extend(called.clone());
        }
        own.entry(from).or_default().calls.extend(called);
    }
    let mut entries = Vec::new();
    for (number, &result) in results.iter().enumerate() {
        let first = entered_by(solver, number as u32);
        let mut effects = Effects::default();
        for &id in &first {
            effects.returns.extend(origins(
                solver,
                &kinds,
                &solver.points_to(solver.instances[id as usize].result),
            ));
        }
        if first.iter().all(|&id| is_fresh(solver, id)) {
            effects.returns.retain(|origin| !matches!(origin, Origin::Again(_)));
        }
        // What the unit returns in place of a stub, and what nobody looks into.
        if first.is_empty() {
            effects.returns = origins(solver, &kinds, &solver.points_to(result));
        }
        sum(solver, first, &Summed { own: &own, named: &named }, &mut effects);
        entries.push(effects);
    }
    let method = |id: u32| solver.instances[id as usize].method;
    let mut calls = FastSet::default();
    for instance in &solver.instances {
        calls.extend(instance.calls.iter().chain(&instance.starts).map(|&to| (instance.method, method(to))));
    }
    let real = solver.instances.iter().filter(|instance| !instance.is_world);
    let methods: FastSet<MethodId> = real.map(|instance| instance.method).collect();
    let mut filled = FastSet::default();
    for &member in &solver.question.open_fields {
        if solver.is_never_empty(member)? {
            filled.insert(member);
        }
    }
    let cloned = solver.cloned.iter().map(|&object| solver.objects.all[object as usize].of).collect();
    Ok(Solution {
        entries,
        filled,
        elements: elements(solver, &kinds)?,
        cloned,
        methods: methods.len(),
        objects: solver.objects.all.len(),
        calls,
        written: solver.fields.iter().map(|field| field.member).collect(),
    })
}

/// The method returns only what the unit cannot know yet.
fn is_fresh(solver: &Solver<'_, '_>, id: u32) -> bool {
    let instance = &solver.instances[id as usize];
    let desc = MethodDesc::parse(solver.hierarchy.member(instance.method).desc);
    let is_static = solver.hierarchy.method(instance.method).access.is_static();
    let parameters = desc.map_or(0, |desc| desc.params.len()) as u32 + u32::from(!is_static);
    instance.code.as_ref().is_some_and(|code| fresh::returns_fresh(code, parameters))
}

/// What is in arrays of objects that the unit gets from the environment, as anybody may find it there.
fn elements(solver: &mut Solver<'_, '_>, kinds: &Kinds) -> Done<FastMap<Symbol, BTreeSet<Origin>>> {
    let mut all: FastMap<Symbol, BTreeSet<Origin>> = FastMap::default();
    for array in solver.set_of(solver.handed_out).to_vec() {
        let of = solver.objects.all[array as usize].of;
        let element = descriptor::element_of(of).and_then(descriptor::class_of);
        let Some(element) = element.filter(|_| !solver.objects.all[array as usize].is_open()) else {
            continue;
        };
        let mut held = Vec::new();
        for field in [ELEMENT, INSIDE] {
            let node = solver.field_node(array, field)?;
            held.extend(solver.points_to(node));
        }
        let known = all.entry(of).or_default();
        known.extend(origins(solver, kinds, &held).into_iter().map(|origin| match origin {
            Origin::Given { entry, parameter, .. } => Origin::Given { entry, parameter, half: Half::Both },
            Origin::CopyOfGiven { entry, parameter, .. } => {
                Origin::CopyOfGiven { entry, parameter, half: Half::Both }
            }
            origin => origin,
        }));
        let is_library = match element.bytes().first() == Some(&b'[') {
            true => true,
            false => {
                let class = solver.hierarchy.class(element)?;
                class.is_some_and(|class| solver.hierarchy.file(class).module.is_some())
            }
        };
        // Objects of the program's classes come from the program.
        if solver.objects.all[array as usize].is_hidden() && is_library {
            known.extend([Origin::Null, Origin::New(element)]);
        }
    }
    Ok(all)
}

/// The methods that an entry may run, in their contexts. Of the receivers that the unit makes, one stands for all.
fn entered_by(solver: &Solver<'_, '_>, entry: u32) -> Vec<u32> {
    let mut first = solver.entered.get(&entry).cloned().unwrap_or_default();
    first.retain(|&id| {
        let context = solver.instances[id as usize].context.map(|of| solver.objects.all[of.0 as usize].kind);
        !matches!(context, Some(ObjectKind::UnitMade { half: Half::Others, .. }))
    });
    first.sort_unstable();
    first.dedup();
    first
}

/// What methods do themselves.
struct Summed<'a> {
    own: &'a FastMap<u32, Own>,
    /// With parameters by their names. These are those of the entry only where the entry is where it begins: an entry
    /// that another one calls, or that calls itself, has other parameters.
    named: &'a FastMap<u32, Own>,
}

/// Everything that the entry may call, and what that does.
fn sum(solver: &Solver<'_, '_>, first: Vec<u32>, of: &Summed<'_>, effects: &mut Effects) {
    let mut seen = BitSet::with_capacity(solver.instances.len());
    let mut pending = first.clone();
    let mut is_deep = false;
    let mut called = BitSet::with_capacity(solver.instances.len());
    for &id in &first {
        seen.insert(id as usize);
        for stmt in solver.instances[id as usize].code.iter().flat_map(|code| &code.stmts) {
            if let Stmt::ReturnScalar { value } = stmt {
                effects.returned.insert(*value);
            }
        }
    }
    while let Some(id) = pending.pop() {
        effects.methods += 1;
        let instance = &solver.instances[id as usize];
        effects.blind.extend(instance.blind.iter().copied());
        effects.starts.extend(instance.starts.iter().map(|&run| {
            let method = solver.instances[run as usize].method;
            solver.hierarchy.file(solver.hierarchy.class_of(method)).name
        }));
        let is_first = first.contains(&id);
        if let Some(own) = if is_first { of.named.get(&id) } else { of.own.get(&id) } {
            is_deep |= !(is_first || own.writes.is_empty() && own.calls.is_empty());
            is_deep |= !own.is_straight;
            merge(effects, own);
        }
        for &next in &instance.calls {
            called.insert(next as usize);
            if seen.insert(next as usize) {
                pending.push(next);
            }
        }
    }
    for id in first.iter().filter(|&&id| called.contains(id as usize)) {
        if let Some(own) = of.own.get(id) {
            is_deep = true;
            merge(effects, own);
        }
    }
    // An object of the environment's own stands for several, and the unit may have none of them.
    let is_certain = |on: &Origin| !matches!(on, Origin::New(_) | Origin::Again(_));
    let single = |written: &Written| {
        written.on.len() <= 1
            && written.on.iter().all(is_certain)
            && written.values.len() + written.scalars.len() == 1
            && { !written.scalars.contains(&Scalar::Unknown) }
    };
    effects.must_write = !is_deep
        && first.len() == 1
        && effects.calls.is_empty()
        && !effects.writes.is_empty()
        && effects.writes.iter().all(single);
}

fn is_same_place(one: &Written, other: &Written) -> bool {
    one.field == other.field && one.on == other.on && one.at_birth == other.at_birth
}

fn merge(effects: &mut Effects, own: &Own) {
    for written in &own.writes {
        match effects.writes.iter_mut().find(|known| is_same_place(known, written)) {
            Some(known) => {
                known.values.extend(&written.values);
                known.scalars.extend(&written.scalars);
            }
            None => effects.writes.push(written.clone()),
        }
    }
    for call in &own.calls {
        match effects.calls.iter_mut().find(|known| known.member == call.member) {
            Some(known) => {
                known.on.extend(&call.on);
                for (known, more) in known.args.iter_mut().zip(&call.args) {
                    if let (Some(known), Some(more)) = (known, more) {
                        known.extend(more);
                    }
                }
            }
            None => effects.calls.push(call.clone()),
        }
    }
    effects.locks.extend(&own.locks);
    effects.throws.extend(&own.throws);
    effects.changes.extend(&own.changes);
    effects.waits |= own.waits;
}

fn origins(solver: &Solver<'_, '_>, kinds: &Kinds, objects: &[u32]) -> BTreeSet<Origin> {
    let mut all: BTreeSet<Origin> = objects
        .iter()
        .filter(|&&object| is_made(solver, object))
        .map(|&object| origin(solver, object))
        .collect();
    let is_kept = |object: u32| kinds.kept.word(object / WORD) & 1 << (object % WORD) != 0;
    all.extend(objects.iter().filter(|&&object| is_kept(object)).filter_map(|&object| {
        // What is kept of copies is an array like others.
        match origin(solver, object) {
            Origin::New(of) | Origin::Alike(of) => Some(Origin::Again(of)),
            _ => None,
        }
    }));
    for &object in objects {
        if solver.cloned.contains(&object) {
            all.insert(Origin::Clone(solver.objects.all[object as usize].of));
        }
        copied_from(solver, object, &mut FastSet::default(), &mut all);
    }
    // What came by a name may also be something that the unit has.
    all.extend(objects.iter().filter_map(|&object| match solver.objects.all[object as usize].kind {
        ObjectKind::Unknown(of) => Some(Origin::Outside(of)),
        _ => None,
    }));
    all
}

/// It is not only a copy of something else.
fn is_made(solver: &Solver<'_, '_>, object: u32) -> bool {
    !solver.copies.contains_key(&object) || solver.made.contains(&object)
}

/// What a copy of an array is a copy of, as the unit knows it.
fn copied_from(solver: &Solver<'_, '_>, copy: u32, seen: &mut FastSet<u32>, all: &mut BTreeSet<Origin>) {
    for &source in solver.copies.get(&copy).into_iter().flatten() {
        match solver.objects.all[source as usize].kind {
            ObjectKind::Given { entry, parameter, half } => {
                all.insert(Origin::CopyOfGiven { entry, parameter, half });
            }
            ObjectKind::Outside(_) => {
                all.insert(Origin::CopyOf(solver.objects.all[copy as usize].of));
            }
            _ => {
                if is_made(solver, source) {
                    all.insert(origin(solver, source));
                }
                if seen.insert(source) {
                    copied_from(solver, source, seen, all);
                }
            }
        }
    }
}

fn origin(solver: &Solver<'_, '_>, object: u32) -> Origin {
    let object = &solver.objects.all[object as usize];
    let is_array = object.of.bytes().first() == Some(&b'[');
    match object.kind {
        ObjectKind::Foreign { .. } | ObjectKind::Unknown(_) if is_array => Origin::Alike(object.of),
        ObjectKind::Null => Origin::Null,
        ObjectKind::Site { .. }
        | ObjectKind::Class(_)
        | ObjectKind::Lambda { .. }
        | ObjectKind::Empty(_)
        | ObjectKind::Foreign { .. }
        | ObjectKind::Unknown(_) => Origin::New(object.of),
        ObjectKind::Given { entry, parameter, half } => Origin::Given { entry, parameter, half },
        ObjectKind::Outside(of) => Origin::Outside(of),
        ObjectKind::UnitMade { .. } => Origin::UnitMade(object.of),
    }
}
