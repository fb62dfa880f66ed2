//! What one method does itself, of what somebody may care about.

use super::{CallOfUnit, Kinds, Own, Written, origin, origins};
use crate::points::Origin;
use crate::points::objects::ObjectKind;
use crate::points::solve::{Done, Solver, Zone};
use crate::points::stmts::{CallKind, CallStmt, Code, Scalar, Stmt};
use base::{Symbol, names};
use classfile::{MemberRef, descriptor};
use std::collections::BTreeSet;

/// What the method itself does that somebody may care about; most methods do nothing of that kind.
pub(super) fn own_effects(
    solver: &mut Solver<'_, '_>,
    kinds: &Kinds,
    id: u32,
    is_entry: bool,
) -> Done<Option<Own>> {
    let instance = &solver.instances[id as usize];
    let member = solver.hierarchy.member(instance.method);
    let throws = instance.throws.iter().copied().collect();
    let mut own = Own { waits: may_wait(member), is_straight: true, throws, ..Own::default() };
    let Some(code) = instance.code.clone() else { return Ok(own.waits.then_some(own)) };
    let (base, method) = (instance.base, instance.method);
    let is_static = solver.hierarchy.method(method).access.is_static();
    let is_quiet = member.name == names::INIT && solver.fills_quietly(method)?;
    let names = Names::of(&code, member, is_static, is_entry);
    for stmt in &code.stmts {
        match *stmt {
            Stmt::Store { base: of, field, from } => {
                if let Some(field) = written(solver, kinds, (&names, base, of), field, &mut own)? {
                    let (on, values) =
                        (names.origins(solver, kinds, base, of), names.origins(solver, kinds, base, from));
                    write(field, on, values, None, is_quiet && of == 0, &mut own);
                }
            }
            Stmt::StoreScalar { base: of, field, value } => {
                if let Some(field) = written(solver, kinds, (&names, base, of), field, &mut own)? {
                    let on = names.origins(solver, kinds, base, of);
                    let value = Some(known(value, is_entry));
                    write(field, on, BTreeSet::new(), value, is_quiet && of == 0, &mut own);
                }
            }
            Stmt::StoreStatic { field, from } => {
                if let Some(field) = seen_field(solver, field)? {
                    let values = names.origins(solver, kinds, base, from);
                    let (on, scalars) = (BTreeSet::new(), BTreeSet::new());
                    own.writes.push(Written { field, on, values, scalars, at_birth: false });
                }
            }
            Stmt::StoreStaticScalar { field, value } => {
                if let Some(field) = seen_field(solver, field)? {
                    let (on, values, scalars) =
                        (BTreeSet::new(), BTreeSet::new(), [known(value, is_entry)].into());
                    own.writes.push(Written { field, on, values, scalars, at_birth: false });
                }
            }
            Stmt::StoreElement { base: of, .. } | Stmt::StoreScalarElement { base: of } => {
                own.changes.extend(kinds.open_classes(solver, base + of));
                own.changes.extend(kinds.shared_arrays(solver, base + of));
            }
            Stmt::Lock { object } => {
                let objects = names.origins(solver, kinds, base, object);
                own.locks.extend(objects.into_iter().filter(|origin| is_open(*origin) || is_class(*origin)));
            }
            Stmt::Throw { from } => own.throws.extend(thrown(solver, base + from)),
            Stmt::Call(ref call) => match call_of_unit(solver, kinds, base, call, &names)? {
                Some(called) => own.calls.push(called),
                None => own.changes.extend(changed_by(solver, kinds, base, call)),
            },
            Stmt::Dynamic { ref args, .. } => {
                for &arg in args.iter().filter(|arg| arg.is_some()) {
                    let call = to_string(arg);
                    own.calls.extend(call_of_unit(solver, kinds, base, &call, &names)?);
                }
            }
            _ => {}
        }
    }
    own.is_straight = code.is_straight || own.writes.is_empty();
    Ok((!own.is_nothing()).then_some(own))
}

/// Classes of what is thrown. What somebody else has thrown is counted there.
fn thrown(solver: &Solver<'_, '_>, node: u32) -> Vec<Symbol> {
    let objects = solver.points_to(node);
    let object = |&id: &u32| &solver.objects.all[id as usize];
    objects.iter().map(object).filter(|object| !object.is_hidden()).map(|object| object.of).collect()
}

/// Library objects of the unit whose methods are called. Nobody looks into those; they may change whatever they
/// belong to, unless their names say otherwise.
fn changed_by(solver: &Solver<'_, '_>, kinds: &Kinds, base: u32, call: &CallStmt) -> BTreeSet<Symbol> {
    let classes = match call.args.first() {
        Some(&Some(receiver)) if call.kind != CallKind::Static => kinds.open_classes(solver, base + receiver),
        _ => return BTreeSet::new(),
    };
    let name = call.member.name.as_str();
    let is_of =
        |begin: &str| name.strip_prefix(begin).is_some_and(|rest| !rest.starts_with(char::is_lowercase));
    let is_reader = || READERS.iter().any(|begin| is_of(begin)) && !name.contains("And");
    let is_unit = || solver.zone_of(call.member.class) == Zone::Unit;
    if classes.is_empty() || is_reader() || is_unit() { BTreeSet::new() } else { classes }
}

/// Beginnings of the names of methods that change nothing.
const READERS: [&str; 20] = [
    "get",
    "is",
    "has",
    "size",
    "length",
    "contains",
    "equals",
    "hashCode",
    "toString",
    "compareTo",
    "intValue",
    "longValue",
    "doubleValue",
    "floatValue",
    "booleanValue",
    "charAt",
    "iterator",
    "name",
    "ordinal",
    "values",
];

/// Parameters are known where the entry itself begins.
fn known(value: Scalar, is_entry: bool) -> Scalar {
    match value {
        Scalar::Parameter(_) if !is_entry => Scalar::Unknown,
        value => value,
    }
}

fn may_wait(member: MemberRef) -> bool {
    let (class, name) = (member.class.as_str(), member.name.as_str());
    class == "java/lang/Object" && name == "wait"
        || class.ends_with("/Unsafe") && name == "park"
        || class == "java/lang/Thread" && name == "sleep"
}

/// It is an object for a class, and whose class is not known here.
fn is_class(origin: Origin) -> bool {
    matches!(origin, Origin::New(of) if of.as_str() == "java/lang/Class")
}

/// The unit has it.
fn is_open(origin: Origin) -> bool {
    !matches!(
        origin,
        Origin::Null
            | Origin::New(_)
            | Origin::Alike(_)
            | Origin::CopyOf(_)
            | Origin::CopyOfGiven { .. }
            | Origin::Again(_)
            | Origin::UnitMade(_)
            | Origin::Clone(_)
            | Origin::This
    )
}

/// What a text that is put together does with each of its parts.
pub(in crate::points) fn to_string(part: Option<u32>) -> CallStmt {
    let member =
        MemberRef { class: names::OBJECT, name: names::TO_STRING, desc: Symbol::new("()Ljava/lang/String;") };
    CallStmt { kind: CallKind::Virtual, member, args: [part].into(), to: None }
}

/// Parameters of an entry, where they still are what the unit gave.
pub(super) struct Names {
    pub shift: u32,
    pub parameters: Vec<bool>,
}

impl Names {
    fn of(code: &Code, member: MemberRef, is_static: bool, is_entry: bool) -> Names {
        let count = classfile::MethodDesc::parse(member.desc).map_or(0, |desc| desc.params.len());
        let shift = u32::from(!is_static);
        let mut parameters = vec![is_entry; count + shift as usize];
        for stmt in &code.stmts {
            let to = match *stmt {
                Stmt::Copy { to, .. } | Stmt::Catch { to, .. } => to,
                _ => continue,
            };
            if let Some(parameter) = parameters.get_mut(to as usize) {
                *parameter = false;
            }
        }
        Names { shift, parameters }
    }

    fn origins(&self, solver: &Solver<'_, '_>, kinds: &Kinds, base: u32, var: u32) -> BTreeSet<Origin> {
        match self.parameters.get(var as usize) {
            Some(true) if var < self.shift => [Origin::This].into(),
            Some(true) => [Origin::Parameter((var - self.shift) as u16)].into(),
            _ => origins(solver, kinds, &solver.points_to(base + var)),
        }
    }
}

/// The field as the unit knows it, if it does.
fn seen_field(solver: &mut Solver<'_, '_>, field: MemberRef) -> Done<Option<MemberRef>> {
    let id = solver.field(field)?;
    let info = &solver.fields[id.0 as usize];
    let is_seen = info.zone == Zone::Unit || solver.question.open_fields.contains(&info.member);
    Ok(is_seen.then_some(info.member))
}

/// The field as the unit knows it. Others are of interest only where they are those of an object that the unit has.
fn written(
    solver: &mut Solver<'_, '_>,
    kinds: &Kinds,
    (names, base, of): (&Names, u32, u32),
    field: MemberRef,
    own: &mut Own,
) -> Done<Option<MemberRef>> {
    let seen = seen_field(solver, field)?;
    if seen.is_none() {
        let is_open = match names.parameters.get(of as usize) {
            Some(true) => of >= names.shift,
            _ => !solver.set_of(base + of).common(&kinds.open).is_empty(),
        };
        if is_open {
            own.changes.insert(field.class);
        }
    }
    Ok(seen)
}

fn write(
    field: MemberRef,
    mut on: BTreeSet<Origin>,
    values: BTreeSet<Origin>,
    scalar: Option<Scalar>,
    at_birth: bool,
    own: &mut Own,
) {
    on.remove(&Origin::Null);
    if !on.is_empty() {
        own.writes.push(Written { field, on, values, scalars: scalar.into_iter().collect(), at_birth });
    }
}

/// The call as one of the unit's methods, if it may be one.
pub(super) fn call_of_unit(
    solver: &mut Solver<'_, '_>,
    kinds: &Kinds,
    base: u32,
    call: &CallStmt,
    names_of: &Names,
) -> Done<Option<CallOfUnit>> {
    let member = call.member;
    let arguments = |solver: &Solver<'_, '_>, skip: usize| {
        let sets = call.args.iter().skip(skip);
        sets.map(|arg| arg.map(|var| names_of.origins(solver, kinds, base, var))).collect::<Vec<_>>()
    };
    if call.kind == CallKind::Static {
        let is_unit = solver.zone_of(member.class) == Zone::Unit;
        let called =
            || CallOfUnit { member, is_static: true, on: BTreeSet::new(), args: arguments(solver, 0) };
        return Ok(is_unit.then(called));
    }
    let Some(&Some(receiver)) = call.args.first() else { return Ok(None) };
    if member.class.bytes().first() == Some(&b'[') || member.name == names::INIT {
        return Ok(None);
    }
    let mut on = BTreeSet::new();
    for object in solver.set_of(base + receiver).common(&kinds.callable).to_vec() {
        let of = solver.objects.all[object as usize].clone();
        let is_unit = match of.kind {
            ObjectKind::UnitMade { class, .. } => solver.unit_overrides(class, member)?,
            ObjectKind::Given { .. } | ObjectKind::Outside(_) => may_be_unit(solver, of.of, member)?,
            _ => false,
        };
        if is_unit {
            on.insert(origin(solver, object));
        }
    }
    if on.is_empty() {
        return Ok(None);
    }
    let args = arguments(solver, 1);
    // Where it is a parameter, it is that one.
    if names_of.parameters.get(receiver as usize) == Some(&true) && receiver >= names_of.shift {
        on = names_of.origins(solver, kinds, base, receiver);
    }
    Ok(Some(CallOfUnit { member, is_static: false, on, args }))
}

/// A call on something of this type may run code of the unit: of a class of its own, or of a lambda.
fn may_be_unit(solver: &mut Solver<'_, '_>, of: Symbol, member: MemberRef) -> Done<bool> {
    let Some(bound) =
        descriptor::is_class_name(of.bytes()).then(|| solver.hierarchy.class(of)).transpose()?
    else {
        return Ok(false);
    };
    let Some(bound) = bound else { return Ok(false) };
    if solver.zone_of(member.class) == Zone::Unit {
        return Ok(true);
    }
    if let Some(named) = solver.hierarchy.class(member.class)?
        && solver.hierarchy.file(named).access.is_interface()
        && is_functional(solver, named)
    {
        return Ok(true);
    }
    solver.unit_overrides(bound, member)
}

/// The unit may pass a lambda for the interface: it names the interface, or one below.
fn is_functional(solver: &Solver<'_, '_>, interface: crate::ClassId) -> bool {
    let name = solver.hierarchy.file(interface).name;
    solver.question.named.contains(&name)
}
