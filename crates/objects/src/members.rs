//! What can be called on objects of a class.

use crate::call::Callee;
use base::{FastMap, FastSet, Symbol};
use classfile::{Access, MethodDesc};
use vm::{ClassId, Machine, MethodId};

/// A method with its parameters.
pub(crate) struct Candidate {
    pub target: Callee,
    /// Descriptors.
    pub parameters: Vec<Symbol>,
    pub is_public: bool,
    pub is_lazy: bool,
}

impl Candidate {
    /// What it has in common with methods that Java could take it for.
    fn form(&self) -> (Symbol, usize) {
        (self.target.name, self.parameters.len())
    }
}

/// The methods that can be called on objects of a class: its own, and those above it that it does not override.
pub(crate) fn offered(machine: &Machine, class: ClassId) -> Vec<Candidate> {
    let program = &machine.program;
    let object = machine.known().object;
    let mut known: FastSet<(Symbol, Symbol)> = FastSet::default();
    let mut list = Vec::new();
    let ancestors = program.classes[class].ancestors.iter().rev().copied();
    let interfaces = program.classes[class].all_interfaces.iter().copied();
    for owner in ancestors.chain(interfaces).filter(|&owner| owner != object) {
        for &method in &*program.classes[owner].methods {
            list.extend(candidate(machine, class, method, &mut known));
        }
        known.extend(bridged(machine, owner));
    }
    let mut ways: FastMap<(Symbol, usize), u32> = FastMap::default();
    list.iter().for_each(|one: &Candidate| *ways.entry(one.form()).or_default() += 1);
    for one in &mut list {
        one.target.is_overloaded = ways[&one.form()] > 1;
    }
    list
}

/// Names and parameters that a class has for the machine alone: `compareTo(Object)` of one that compares itself with
/// its like. No line of Java calls these on it.
fn bridged(machine: &Machine, owner: ClassId) -> Vec<(Symbol, Symbol)> {
    let program = &machine.program;
    let methods = || program.classes[owner].methods.iter().map(|&method| &program.methods[method]);
    let is_bridge_to = |bridge: Symbol, other: Symbol| {
        let (Some(from), Some(to)) = (parameters(bridge), parameters(other)) else { return false };
        let is_ref = |desc: &Symbol| desc.as_str().starts_with(['L', '[']);
        let fits = |(from, to): (&Symbol, &Symbol)| from == to || (is_ref(from) && is_ref(to));
        from.len() == to.len() && from != to && from.iter().zip(&to).all(fits)
    };
    let bridges =
        methods().filter(|method| method.access.has(Access::SYNTHETIC) && !method.access.is_static());
    let is_needed = |bridge: &&vm::program::Method| {
        methods().any(|other| {
            !other.access.has(Access::SYNTHETIC)
                && other.name == bridge.name
                && is_bridge_to(bridge.desc, other.desc)
        })
    };
    let named = bridges.filter(is_needed);
    named.filter_map(|bridge| Some((bridge.name, before(bridge.desc)?))).collect()
}

/// The parameters of a descriptor.
fn before(desc: Symbol) -> Option<Symbol> {
    desc.as_str().split(')').next().map(Symbol::new)
}

fn candidate(
    machine: &Machine,
    class: ClassId,
    method: MethodId,
    known: &mut FastSet<(Symbol, Symbol)>,
) -> Option<Candidate> {
    let found = &machine.program.methods[method];
    let access = found.access;
    let is_called = !access.is_static() && !access.is_private() && !access.has(Access::SYNTHETIC);
    let before = before(found.desc)?;
    let is_named = !found.name.as_str().starts_with('<');
    if !is_called || !is_named || !known.insert((found.name, before)) {
        return None;
    }
    let desc = MethodDesc::parse(found.desc)?;
    let owner = &machine.program.classes[found.class];
    let row = owner.file.as_ref().zip(found.row).map(|(file, row)| &file.methods[usize::from(row)]);
    let declared = row.map_or_else(Vec::new, |row| row.exceptions.to_vec());
    let (name, returns, is_overloaded) = (found.name, desc.ret.0, false);
    let target = Callee { class, name, desc: found.desc, returns, declared, is_overloaded };
    let last = desc.ret.1.as_str().trim_end_matches(';');
    let is_lazy =
        ["Iterator", "Spliterator", "Stream", "Enumeration"].iter().any(|lazy| last.ends_with(lazy));
    let parameters = desc.params.iter().map(|&(_, desc)| desc).collect();
    Some(Candidate { target, parameters, is_public: access.has(Access::PUBLIC), is_lazy })
}

pub(crate) fn is_of_every_object(candidate: &Candidate) -> bool {
    matches!(candidate.target.name.as_str(), "toString" | "hashCode" | "equals" | "clone" | "finalize")
}

pub(crate) fn parameters(desc: Symbol) -> Option<Vec<Symbol>> {
    MethodDesc::parse(desc).map(|desc| desc.params.iter().map(|&(_, desc)| desc).collect())
}

/// `put(int, Object)`.
pub(crate) fn shown(candidate: &Candidate) -> String {
    format!("{}({})", candidate.target.name, types(&candidate.parameters))
}

pub(crate) fn types(parameters: &[Symbol]) -> String {
    let simple = |desc: &Symbol| {
        let name = type_name(desc.as_str());
        name.rsplit(['.', '$']).next().unwrap_or_default().to_string()
    };
    parameters.iter().map(simple).collect::<Vec<_>>().join(", ")
}

/// `int`, `java.lang.Object`, `byte[]`.
pub(crate) fn type_name(desc: &str) -> String {
    vm::program::external_type(desc)
}

pub(crate) fn shown_class(machine: &Machine, class: ClassId) -> String {
    machine.program.classes[class].external_name()
}
