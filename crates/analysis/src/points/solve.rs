//! The constraints and their least solution: inclusion-based (Andersen, 1994), field by field, with the call graph
//! built on the way.

use super::flow::{Node, Use};
use super::objects::{Half, ObjectId, ObjectKind, Objects};
use super::stmts::{CallKind, CallStmt, Code};
use super::{OverBudget, Precision, Question};
use crate::hierarchy::{ClassHierarchy, ClassId, MethodId};
use base::{FastMap, FastSet, Symbol, names};
use classfile::{Error, MemberRef, descriptor};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

base::dense_id! {
    /// A field as it is declared.
    FieldId
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Unsolved {
    Class(Error),
    TooLarge(OverBudget),
}

impl From<Error> for Unsolved {
    fn from(error: Error) -> Unsolved {
        Unsolved::Class(error)
    }
}

pub(crate) type Done<T = ()> = Result<T, Unsolved>;

#[derive(Clone)]
pub(crate) struct FieldInfo {
    pub member: MemberRef,
    pub zone: Zone,
}

/// Whose a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    Unit,
    Stub,
    Rest,
}

/// A method in a context.
pub(crate) struct Instance {
    pub method: MethodId,
    pub context: Option<ObjectId>,
    pub code: Option<Rc<Code>>,
    /// The node of its first variable.
    pub base: u32,
    pub result: u32,
    pub calls: Vec<u32>,
    /// Threads that it starts.
    pub starts: Vec<u32>,
    /// Methods of its call sites that have no analysable body.
    pub blind: Vec<Blind>,
    /// Exceptions that methods declare which it calls and nobody looks into.
    pub throws: Vec<Symbol>,
    /// It stands for all code that nobody looks into.
    pub is_world: bool,
}

/// Code that cannot be looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Blind {
    /// A native method.
    Native,
    /// A call by name, or through a method handle.
    Reflection,
}

pub(crate) struct Calling {
    pub kind: CallKind,
    pub member: MemberRef,
    /// Nodes; receiver first.
    pub args: Vec<Option<u32>>,
    pub to: Option<u32>,
    pub entry: Option<u32>,
    /// A thread begins with it.
    pub starts: bool,
    /// The operation that calls.
    pub at: u32,
}

/// Enums of the program that are used, and methods that ask code which nobody looks into for constants, by a class.
#[derive(Default)]
pub(super) struct Enums {
    pub used: Vec<ClassId>,
    pub askers: Vec<u32>,
}

pub(crate) struct Solver<'a, 'q> {
    pub hierarchy: &'q mut ClassHierarchy<'a>,
    pub question: &'q Question<'q>,
    pub objects: Objects,
    pub(super) nodes: Vec<Node>,
    /// For each node the one that stands for it.
    pub(super) same: Vec<u32>,
    /// The number of steps after which cycles are looked for.
    pub(super) next_collapse: u64,
    pub(super) known_edges: FastSet<(u32, u32, u32)>,
    /// Nodes that hold something which has not gone on, the first by rank first.
    pub(super) work: BinaryHeap<Reverse<(u32, u32)>>,
    /// The place of each node in an order in which most edges lead forwards.
    pub(super) rank: Vec<u32>,
    /// Nodes that hold something which has not been used.
    pub(super) unmet: Vec<u32>,
    pub fields: Vec<FieldInfo>,
    pub(super) field_ids: FastMap<MemberRef, FieldId>,
    pub(super) declared_fields: FastMap<(ClassId, Symbol), FieldId>,
    pub(super) field_nodes: FastMap<(u32, FieldId), u32>,
    pub(super) fields_of: FastMap<u32, Vec<(FieldId, u32)>>,
    pub(super) static_nodes: FastMap<FieldId, u32>,
    pub(super) wild: FastSet<u32>,
    pub(super) escaped: FastSet<u32>,
    pub instances: Vec<Instance>,
    pub(super) ids: FastMap<(MethodId, Option<ObjectId>), u32>,
    pub(super) codes: FastMap<MethodId, Option<Rc<Code>>>,
    pub(super) known_calls: FastSet<(u32, u32)>,
    pub(crate) escape: u32,
    /// What of the environment's own the unit has: what it gives that is not of these has names of its own.
    pub(super) handed_out: u32,
    /// What of that passes a filter.
    pub(super) handed_out_of: FastMap<u32, u32>,
    pub(super) thrown: u32,
    pub(super) null: u32,
    pub(super) pending: Vec<u32>,
    pub(super) steps: u64,
    /// The instances that an entry may run.
    pub entered: FastMap<u32, Vec<u32>>,
    /// What lambdas have captured.
    pub captured: FastMap<u32, Vec<Option<u32>>>,
    /// Calls of lambdas that have their place: by whom, of which, where and with what.
    pub(super) known_lambda_calls: FastSet<(u32, u32, u32, Vec<Option<u32>>)>,
    /// What the library calls for the environment: who gives it, the variable, and the method.
    pub(super) hooked: FastSet<(u32, u32, MemberRef)>,
    /// Calls by way of references to methods, by who makes them.
    pub by_reference: Vec<(u32, CallStmt)>,
    /// What code that nobody looks into has got, by types: who calls it, and the node.
    pub(super) worlds: FastMap<Symbol, (u32, u32)>,
    /// What code of the JDK gives to such code: who, the variable, as what.
    pub(super) handed: FastSet<(u32, u32, Symbol)>,
    /// Variables whose contents are in something that such code has made.
    pub(super) enclosed: FastSet<(u32, u32)>,
    /// Variables whose arrays may get what is in such a thing.
    pub(super) filled_arrays: FastSet<(u32, u32)>,
    /// Objects of the JDK that such code has.
    pub(super) lent_whole: FastSet<u32>,
    pub(super) world_calls: FastMap<Symbol, Rc<[Rc<Calling>]>>,
    /// Threads that were started.
    pub(super) started: u32,
    /// What the environment keeps in places of its own objects that the unit can write, too.
    pub(super) kept: u32,
    /// Arrays that are copies, and of which; and those that are made otherwise, too.
    pub copies: FastMap<u32, FastSet<u32>>,
    pub made: FastSet<u32>,
    /// Objects of the unit that the environment makes copies of, under the same name.
    pub cloned: FastSet<u32>,
    pub(super) enums: Enums,
    /// Operations that call something which nobody has seen, if they were asked for.
    pub(super) loose: FastSet<(MethodId, u32)>,
    /// What each operation that calls may run, if that was asked for.
    pub(super) targets: Option<FastSet<(MethodId, u32, MethodId)>>,
    /// Fields that are written before anybody can look at them, and others, once that was asked.
    pub(super) written_first: FastMap<FieldId, bool>,
    /// Whose classes are, once that was asked.
    zones: RefCell<FastMap<Symbol, Zone>>,
}

/// Steps after which cycles are looked for the first time.
const FIRST_COLLAPSE: u64 = 1_000;

/// The field of an array's elements, and that of all fields of an object that is written by places.
pub(crate) const ELEMENT: FieldId = FieldId(0);
pub(super) const WILD: FieldId = FieldId(1);
/// What code that nobody looks into has put into an object.
pub(super) const INSIDE: FieldId = FieldId(2);

/// A field that no class has.
fn made_up(name: &str) -> FieldInfo {
    let (class, desc) = (names::OBJECT, descriptor::of_class(names::OBJECT));
    FieldInfo { member: MemberRef { class, name: Symbol::new(name), desc }, zone: Zone::Rest }
}

impl<'a, 'q> Solver<'a, 'q> {
    pub fn new(hierarchy: &'q mut ClassHierarchy<'a>, question: &'q Question<'q>) -> Done<Solver<'a, 'q>> {
        let mut objects = Objects::default();
        let null = objects.object(hierarchy, ObjectKind::Null, names::OBJECT)?;
        let mut solver = Solver {
            hierarchy,
            question,
            objects,
            nodes: Vec::new(),
            same: Vec::new(),
            next_collapse: if question.collapse_after == u64::MAX { u64::MAX } else { FIRST_COLLAPSE },
            known_edges: FastSet::default(),
            work: BinaryHeap::new(),
            rank: Vec::new(),
            unmet: Vec::new(),
            written_first: FastMap::default(),
            zones: RefCell::default(),
            fields: vec![made_up("[]"), made_up("*"), made_up("?")],
            field_ids: FastMap::default(),
            declared_fields: FastMap::default(),
            field_nodes: FastMap::default(),
            fields_of: FastMap::default(),
            static_nodes: FastMap::default(),
            wild: FastSet::default(),
            escaped: FastSet::default(),
            instances: Vec::new(),
            ids: FastMap::default(),
            codes: FastMap::default(),
            known_calls: FastSet::default(),
            escape: 0,
            handed_out: 0,
            handed_out_of: FastMap::default(),
            thrown: 0,
            null,
            pending: Vec::new(),
            steps: 0,
            entered: FastMap::default(),
            captured: FastMap::default(),
            known_lambda_calls: FastSet::default(),
            hooked: FastSet::default(),
            by_reference: Vec::new(),
            worlds: FastMap::default(),
            handed: FastSet::default(),
            enclosed: FastSet::default(),
            filled_arrays: FastSet::default(),
            lent_whole: FastSet::default(),
            world_calls: FastMap::default(),
            started: 0,
            kept: 0,
            copies: FastMap::default(),
            made: FastSet::default(),
            cloned: FastSet::default(),
            enums: Enums::default(),
            loose: FastSet::default(),
            targets: None,
        };
        solver.escape = solver.node();
        solver.thrown = solver.node();
        solver.handed_out = solver.node();
        solver.started = solver.node();
        solver.kept = solver.node();
        solver.nodes[solver.escape as usize].uses.push(Use::Escape);
        Ok(solver)
    }

    /// Everything, from the entries to the end. What an entry returns is in the node that stands beside it.
    pub fn run(&mut self) -> Done<Vec<u32>> {
        let halves: &[Half] = match self.question.precision {
            Precision::Receiver => &[Half::This, Half::Others],
            _ => &[Half::Both],
        };
        for &class in &self.question.made {
            let of = self.hierarchy.file(class).name;
            for &half in halves {
                let made = self.objects.object(self.hierarchy, ObjectKind::UnitMade { class, half }, of)?;
                self.add(self.escape, made);
            }
        }
        let mut results = Vec::new();
        for (number, entry) in self.question.entries.iter().enumerate() {
            results.push(self.enter(number as u32, entry)?);
        }
        self.settle()?;
        Ok(results)
    }

    pub fn zone_of(&self, class: Symbol) -> Zone {
        let known = self.zones.borrow().get(&class).copied();
        known.unwrap_or_else(|| {
            let zone = self.find_zone(class);
            self.zones.borrow_mut().insert(class, zone);
            zone
        })
    }

    fn find_zone(&self, class: Symbol) -> Zone {
        let name = class.as_str().trim_start_matches('[');
        let name = if name.len() < class.as_str().len() {
            Symbol::new(name.strip_prefix('L').unwrap_or(name).trim_end_matches(';'))
        } else {
            class
        };
        match (self.question.unit.contains(&name), (self.question.is_stub)(name)) {
            (true, _) => Zone::Unit,
            (_, true) if name == class => Zone::Stub,
            _ => Zone::Rest,
        }
    }

    /// Does everything once more that was done, to see whether anything comes of it. Nothing should.
    pub(super) fn is_settled(&mut self) -> Done<bool> {
        let size = |solver: &Solver<'_, '_>, nodes: usize| {
            let held = |at: usize| solver.nodes[solver.same[at] as usize].set.to_vec().len();
            (0..nodes).map(held).collect::<Vec<_>>()
        };
        let (nodes, instances) = (self.nodes.len(), self.instances.len());
        let before = size(self, nodes);
        for at in 0..nodes {
            let set = self.nodes[at].set.clone();
            for (to, filter) in self.nodes[at].edges.clone() {
                self.send(&set, to, filter);
            }
            let objects = set.to_vec();
            for one in self.nodes[at].uses.clone() {
                self.apply_all(&one, &objects)?;
            }
        }
        for instance in 0..instances as u32 {
            if !self.instances[instance as usize].is_world {
                self.constrain(instance)?;
            }
        }
        self.settle()?;
        Ok(before == size(self, nodes) && instances == self.instances.len())
    }
}
