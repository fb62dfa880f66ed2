//! Components of objects that nobody has written since they were encoded.
//!
//! A walk meets every object, but most have not changed since the last one. Such an object has the component
//! that it had if what it refers to has the same names; only these are looked at then. Frames are kept in the
//! same way (`stacks`).

use super::Canon;
use super::memo::{Component, Memo};
use super::stacks::Stacks;
use crate::ghost::State;
use base::FastMap;
use std::sync::Arc;
use vm::program::ShapeKind;
use vm::state::heap::Ref;
use vm::state::journal::Changed;

#[derive(Default)]
pub(super) struct Cache {
    /// By word above the base.
    objects: Vec<Component>,
    base: FastMap<u32, Base>,
    /// Where records of static fields have references.
    static_refs: FastMap<u32, Arc<[u32]>>,
    pub stacks: Stacks,
}

/// What is known of an object of the base.
#[derive(Clone, Copy)]
struct Base {
    /// It is as it was at first.
    is_pristine: bool,
    component: Component,
}

impl Cache {
    /// What was written, or given up, is no longer known.
    pub fn invalidate(&mut self, changed: &Changed, base_top: u32) {
        for &object in &changed.objects {
            match object.checked_sub(base_top) {
                Some(at) => {
                    if let Some(component) = self.objects.get_mut(at as usize) {
                        *component = Component::NOTHING;
                    }
                }
                None => drop(self.base.remove(&object)),
            }
        }
        self.stacks.invalidate(changed);
        if let Some(cut) = changed.cut {
            self.objects.truncate(cut.saturating_sub(base_top) as usize);
        }
    }

    /// An object of the base is as it was at first.
    pub fn forget_base(&mut self, object: u32) {
        self.base.remove(&object);
    }

    /// There are no threads from this one on.
    pub fn forget_stacks_from(&mut self, thread: usize) {
        self.stacks.truncate(thread);
    }

    /// A thread has other frames.
    pub fn forget_stack(&mut self, thread: usize) {
        self.stacks.forget_thread(thread);
    }

    /// Forgets what it knows of a pool.
    pub fn forget(&mut self) {
        self.objects.clear();
        self.base.clear();
        self.stacks.forget();
    }

    fn get(&self, object: Ref, base_top: u32) -> Component {
        match object.0.checked_sub(base_top) {
            Some(at) => self.objects.get(at as usize).copied().unwrap_or(Component::NOTHING),
            None => self.base.get(&object.0).map_or(Component::NOTHING, |base| base.component),
        }
    }
}

impl Canon {
    /// An object of the base is as it was at first.
    pub(super) fn is_untouched(&mut self, machine: State<'_>, object: u32) -> bool {
        if !self.uses_cache {
            return super::base::is_pristine(machine, Ref(object), self.is_shallow);
        }
        let is_shallow = self.is_shallow;
        let unknown = || Base {
            is_pristine: super::base::is_pristine(machine, Ref(object), is_shallow),
            component: Component::NOTHING,
        };
        self.cache.base.entry(object).or_insert_with(unknown).is_pristine
    }

    /// The component of an object that is the same as when it was encoded last. If there is one, it is because
    /// what it refers to, which is named, has the same names.
    pub(super) fn cached(&mut self, machine: State<'_>, object: Ref, memo: &Memo) -> Option<Component> {
        if !self.uses_cache {
            return None;
        }
        let component = self.cache.get(object, self.base_top(machine));
        if component == Component::NOTHING {
            return None;
        }
        self.begin_words();
        self.name_refs(machine, object);
        (memo.names_of(component) == self.refs).then_some(component)
    }

    /// An object has been encoded.
    pub(super) fn put_in_cache(&mut self, machine: State<'_>, object: Ref, component: Component) {
        if !self.uses_cache {
            return;
        }
        match object.0.checked_sub(self.base_top(machine)) {
            Some(at) => {
                let at = at as usize;
                if at >= self.cache.objects.len() {
                    self.cache.objects.resize(at + 1, Component::NOTHING);
                }
                self.cache.objects[at] = component;
            }
            None => {
                self.cache.base.insert(object.0, Base { is_pristine: false, component });
            }
        }
    }

    /// Names what an object refers to, in the order in which encoding it does.
    fn name_refs(&mut self, machine: State<'_>, object: Ref) {
        let heap = &machine.heap;
        if machine.ghost.has_guards()
            && let Some(guard) = machine.ghost.guard(object)
        {
            self.name(machine, guard);
        }
        let shape = &heap.shapes[heap.class_of(object)];
        if shape.kind == ShapeKind::Statics {
            for &unit in &*self.static_refs(machine, object) {
                self.name(machine, heap.get_ref(object, unit));
            }
            return;
        }
        if shape.elements_are_refs {
            for i in 0..heap.len(object) {
                self.name(machine, Ref(heap.load(object, i)));
            }
            return;
        }
        for &unit in &*shape.refs {
            self.name(machine, heap.get_ref(object, u32::from(unit)));
        }
    }

    /// The units of a record of static fields that hold references.
    pub(super) fn static_refs(&mut self, machine: State<'_>, record: Ref) -> Arc<[u32]> {
        let known = self.cache.static_refs.entry(record.0);
        known.or_insert_with(|| super::static_refs(machine.machine, record).into()).clone()
    }
}
