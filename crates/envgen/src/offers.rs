//! What a unit offers to everybody: the members of its classes that code around it can use, inherited ones too, and
//! what of that no driver does.

use crate::world::{FieldOf, Operation, World, package_of, simple};
use analysis::ClassId;
use base::names;
use classfile::{Access, Error};
use std::collections::BTreeMap;

/// What code around the unit can do to a class of it.
#[derive(Default)]
pub(crate) struct Offers {
    pub methods: Vec<Operation>,
    /// Fields that can be assigned to.
    pub fields: Vec<FieldOf>,
    /// Fields that hold arrays, whose elements can be assigned to even where the field cannot.
    pub arrays: Vec<FieldOf>,
    /// Members that can be read and hold or return objects that are not the unit's: of which class, and the member.
    pub handed_out: Vec<(String, String)>,
    /// What is used here though it is not public, by name.
    pub not_public: Vec<String>,
    /// What else somebody could do, as sentences.
    pub left_out: Vec<String>,
}

/// How many members are named in one sentence.
const NAMED_MAX: usize = 4;

/// Objects of these classes do not change.
const UNCHANGING: [&str; 10] =
    ["String", "Integer", "Long", "Short", "Byte", "Character", "Boolean", "Double", "Float", "Class"];

/// Some names, and how many more there are.
pub(crate) fn listed(names: &[String]) -> String {
    match names.len() > NAMED_MAX {
        true => format!("{} and {} more", names[..NAMED_MAX].join(", "), names.len() - NAMED_MAX),
        false => names.join(", "),
    }
}

impl World<'_> {
    /// What a class of the unit offers to code around it.
    ///
    /// Such code may stand in the unit's package, so what is not private counts, unless the whole package is the unit.
    pub(crate) fn offers(&mut self, class: ClassId) -> Result<Offers, Error> {
        let package = self.package();
        let mut offers = Offers::default();
        let mut library: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut hidden = self.out_of_reach(class, package.as_deref());
        for method in self.methods(class, package.as_deref())? {
            if self.is_beginning(&method) || self.hierarchy.file(method.owner).name == names::OBJECT {
                continue;
            }
            if !self.is_users(method.owner) {
                library.entry(self.type_of_class(method.owner).java).or_default().push(method.name);
            } else if self.is_kept_within(method.owner, method.access) {
                hidden.push(method.shown());
            } else {
                offers.not_public.extend((!method.access.has(Access::PUBLIC)).then(|| method.shown()));
                offers.methods.push(method);
            }
        }
        for field in self.fields(class, package.as_deref())? {
            if !self.is_users(field.owner) {
                library.entry(self.type_of_class(field.owner).java).or_default().push(field.name);
            } else if self.is_kept_within(field.owner, field.access) {
                hidden.push(field.name);
            } else {
                offers.not_public.extend((!field.access.has(Access::PUBLIC)).then(|| field.name.clone()));
                offers.read(self, &field);
                offers.fields.extend((!field.access.has(Access::FINAL)).then_some(field));
            }
        }
        let methods = std::mem::take(&mut offers.methods);
        for method in &methods {
            offers.hands_out(self, &method.returns, method.shown());
        }
        offers.methods = methods;
        offers.sentences(simple(&self.type_of_class(class).java), library, &hidden);
        Ok(offers)
    }

    /// It begins programs, or is what the compiler adds to enums.
    fn is_beginning(&self, method: &Operation) -> bool {
        let of_enum = self.hierarchy.file(method.owner).access.has(Access::ENUM);
        let is_main = method.name == "main" && method.desc.as_str() == "([Ljava/lang/String;)V";
        method.is_static && (is_main || of_enum && matches!(method.name.as_str(), "values" | "valueOf"))
    }

    /// Nobody but the unit can see it: its package is part of the unit as a whole.
    fn is_kept_within(&self, owner: ClassId, access: Access) -> bool {
        let is_near = !access.has(Access::PUBLIC) && !access.has(Access::PROTECTED);
        is_near && self.whole.contains(&package_of(self.hierarchy.file(owner).name))
    }

    /// What code somewhere could use of a class, but not from where drivers stand.
    fn out_of_reach(&self, class: ClassId, package: Option<&str>) -> Vec<String> {
        let mut names = Vec::new();
        for &owner in self.hierarchy.ancestors(class) {
            let file = self.hierarchy.file(owner);
            if !self.is_users(owner) || package == Some(&package_of(file.name)) {
                continue;
            }
            let is_left = |access: Access| {
                !access.has(Access::SYNTHETIC) && !access.has(Access::PUBLIC) && !access.is_private()
            };
            let methods = file.methods.iter().filter(|method| is_left(method.access));
            names.extend(methods.map(|method| method.name.text().to_string()));
            let fields = file.fields.iter().filter(|field| is_left(field.access));
            names.extend(fields.map(|field| field.name.text().to_string()));
        }
        names.retain(|name| !name.starts_with('<'));
        names
    }
}

impl Offers {
    fn read(&mut self, world: &World<'_>, field: &FieldOf) {
        self.hands_out(world, &field.of, field.name.clone());
        if field.of.java.ends_with("[]") {
            self.arrays.push(field.clone());
        }
    }

    /// A member through which objects come out that are not the unit's, and can be changed by others.
    fn hands_out(&mut self, world: &World<'_>, of: &crate::world::Type, member: String) {
        let Some(class) = of.class.filter(|class| !world.unit.contains(class)) else { return };
        let file = world.hierarchy.file(class);
        let is_plain = of.java.strip_prefix("java.lang.").is_some_and(|name| UNCHANGING.contains(&name));
        if !is_plain && !file.access.has(Access::ENUM) {
            self.handed_out.push((of.java.clone(), member));
        }
    }

    fn sentences(&mut self, class: &str, library: BTreeMap<String, Vec<String>>, hidden: &[String]) {
        for (owner, names) in library {
            let names = listed(&names);
            self.left_out.push(format!("what {class} inherits from {owner} is never called ({names})"));
        }
        if !hidden.is_empty() {
            let names = listed(hidden);
            self.left_out.push(format!(
                "what is not public and not in a package of the drivers is never used of {class} ({names})"
            ));
        }
    }
}
