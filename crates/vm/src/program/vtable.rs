//! Dispatch tables and the selection of methods (JVMS 5.4.5, 5.4.6).

use super::Program;
use super::class::{Class, ClassId, ClassKind};
use super::method::MethodId;
use base::names;
use classfile::Access;

/// The dispatch table of a class whose parents are linked. Interfaces have none: they are searched.
pub(super) fn build(program: &mut Program, id: ClassId, class: &Class) -> Box<[MethodId]> {
    if class.is_interface() {
        return [].into();
    }
    let mut table: Vec<MethodId> =
        class.super_class.map_or(Vec::new(), |s| program.classes[s].vtable.to_vec());
    let inherited = table.len();
    for &method in &*class.methods {
        let m = &program.methods[method];
        if m.is_static() || m.access.is_private() || m.name == names::INIT {
            continue;
        }
        let mut row = None;
        for (i, slot) in table[..inherited].iter_mut().enumerate() {
            let old = *slot;
            if overrides(program, class, method, old) {
                *slot = method;
                row.get_or_insert(i);
            }
        }
        let row = row.unwrap_or_else(|| {
            table.push(method);
            table.len() - 1
        });
        program.methods[method].vrow = Some(row as u32);
    }
    add_interface_rows(program, id, class, &mut table);
    table.into()
}

/// `method` of `class` stands in for `old`, a method of a superclass with a row in the table.
fn overrides(program: &Program, class: &Class, method: MethodId, old: MethodId) -> bool {
    let (new, old) = (&program.methods[method], &program.methods[old]);
    if new.name != old.name || new.desc != old.desc {
        return false;
    }
    let owner = &program.classes[old.class];
    old.access.0 & (Access::PUBLIC | Access::PROTECTED) != 0
        || owner.is_interface()
        || (owner.package() == class.package() && owner.loader == class.loader)
}

/// Every method of a superinterface that no class implements gets a row: its most specific default, or itself
/// while abstract.
fn add_interface_rows(program: &Program, id: ClassId, class: &Class, table: &mut Vec<MethodId>) {
    let inherited = class.super_class.map_or(&[][..], |s| &program.classes[s].all_interfaces);
    let any_new = class.all_interfaces.iter().any(|i| inherited.binary_search(i).is_err());
    if !any_new {
        return;
    }
    for &interface in &*class.all_interfaces {
        for &method in &*program.classes[interface].methods {
            let m = &program.methods[method];
            if m.is_static() || m.access.is_private() {
                continue;
            }
            let same =
                |&row: &MethodId| program.methods[row].name == m.name && program.methods[row].desc == m.desc;
            match table.iter().position(same) {
                Some(row) if is_of_class(program, id, table[row]) => {}
                found => {
                    let best = most_specific(program, &class.all_interfaces, method);
                    match found {
                        Some(row) => table[row] = best,
                        None => table.push(best),
                    }
                }
            }
        }
    }
}

/// The method is a class's own, not an interface's. The class being linked, `id`, is not in the table of
/// classes yet.
fn is_of_class(program: &Program, id: ClassId, method: MethodId) -> bool {
    let owner = program.methods[method].class;
    owner == id || !program.classes[owner].is_interface()
}

/// Among the interfaces' methods with the name and descriptor of `like`: the default that no other overrides
/// (JVMS 5.4.3.3), or `like` where there is none or more than one.
fn most_specific(program: &Program, interfaces: &[ClassId], like: MethodId) -> MethodId {
    let key = (program.methods[like].name, program.methods[like].desc);
    let candidates: Vec<MethodId> = interfaces
        .iter()
        .filter_map(|&i| program.classes[i].method_index.get(&key).copied())
        .filter(|&m| !program.methods[m].is_static() && !program.methods[m].access.is_private())
        .collect();
    let maximal: Vec<MethodId> = candidates
        .iter()
        .copied()
        .filter(|&m| {
            let mine = program.methods[m].class;
            !candidates.iter().any(|&other| {
                let theirs = program.methods[other].class;
                theirs != mine && program.classes[theirs].all_interfaces.binary_search(&mine).is_ok()
            })
        })
        .collect();
    let mut defaults = maximal.iter().filter(|&&m| !program.methods[m].access.is_abstract());
    match (defaults.next(), defaults.next()) {
        (Some(&only), None) => only,
        _ => maximal.first().copied().unwrap_or(like),
    }
}

impl Program {
    /// The method that a virtual call of `method` runs on a receiver of class `class`.
    #[inline]
    pub fn select_virtual(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        match self.methods[method].vrow {
            Some(row) => self.classes[class].vtable.get(row as usize).copied(),
            None if self.classes[self.methods[method].class].is_interface() => {
                self.find_implementation(class, method)
            }
            None => Some(method),
        }
    }

    /// The method that an interface call of `method` runs on a receiver of class `class`.
    pub fn select_interface(&mut self, class: ClassId, method: MethodId) -> Option<MethodId> {
        if let Some(&known) = self.selected.get(&(class, method)) {
            return known;
        }
        let found = self.find_selected(class, method);
        self.selected.insert((class, method), found);
        found
    }

    /// The same, where nothing can be remembered.
    pub fn find_selected(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let m = &self.methods[method];
        if m.access.is_private() {
            Some(method)
        } else if m.vrow.is_some() {
            self.select_virtual(class, method)
        } else {
            self.find_implementation(class, method)
        }
    }

    fn find_implementation(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let m = &self.methods[method];
        // Later rows belong to more derived classes, which matters for package-private namesakes.
        self.classes[class]
            .vtable
            .iter()
            .rev()
            .copied()
            .find(|&row| self.methods[row].name == m.name && self.methods[row].desc == m.desc)
    }

    /// `sub` is `sup` or below it: class, interface or array.
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        if sub == sup {
            return true;
        }
        let (s, t) = (&self.classes[sub], &self.classes[sup]);
        match (s.kind, t.kind) {
            (ClassKind::Array { element: from }, ClassKind::Array { element: to }) => {
                !self.classes[from].is_primitive()
                    && !self.classes[to].is_primitive()
                    && self.is_subclass(from, to)
            }
            _ if t.is_interface() => s.all_interfaces.binary_search(&sup).is_ok(),
            _ => {
                let depth = t.ancestors.len();
                depth > 0 && s.ancestors.get(depth - 1) == Some(&sup)
            }
        }
    }
}
