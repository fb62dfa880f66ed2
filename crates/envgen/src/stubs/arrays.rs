//! Arrays that come out of stubs: new ones of all lengths up to a bound, and copies of those that the unit has.

use super::face::class_of;
use super::source::Writer;
use crate::world::{in_java, package_of};
use analysis::points::{Half, Origin, Scalar};
use base::{Symbol, names};
use classfile::{Access, Error, descriptor};
use std::collections::BTreeSet;

/// Most elements of an array of which the analysis knows no length.
const LENGTH_MAX: usize = 2;

/// How deep arrays are made in arrays.
const DEPTH_MAX: usize = 2;

pub(super) fn is_array(of: Symbol) -> bool {
    of.bytes().first() == Some(&b'[')
}

impl Writer<'_, '_, '_> {
    /// A new array, one way for each length.
    pub fn new_array(&mut self, of: Symbol, desc: Symbol) -> Result<Vec<String>, Error> {
        if self.is_too_deep() {
            return Ok(Vec::new());
        }
        let wanted = class_of(desc).filter(|&wanted| is_array(wanted));
        if let Some(wanted) = wanted.filter(|&wanted| wanted != of)
            && !self.is_assignable(of, wanted)?
        {
            // Java lets no such array come here.
            return Ok(Vec::new());
        }
        let Some(element) = self.element(of)? else { return Ok(vec![self.unknown(desc)?]) };
        let java = self.type_java(descriptor::element_of(of).unwrap_or(of))?;
        self.assume(format!("arrays that stubs make have up to {LENGTH_MAX} elements"));
        // Sizes of arrays in an array stand behind its own.
        let (plain, depth) = match java.find('[') {
            Some(at) => (&java[..at], &java[at..]),
            None => (java.as_str(), ""),
        };
        let filled = |length: usize| {
            format!("(Object) new {plain}[]{depth} {{{}}}", vec![&*element; length].join(", "))
        };
        let mut ways: Vec<String> = (0..=LENGTH_MAX).map(filled).collect();
        if depth.is_empty() && self.holds_constants(of)? {
            ways.push(format!("(Object) {java}.values()"));
        }
        Ok(ways)
    }

    /// Elements of the array are constants of an enum.
    fn holds_constants(&mut self, of: Symbol) -> Result<bool, Error> {
        let Some(element) = descriptor::element_of(of).and_then(class_of) else { return Ok(false) };
        let class = if is_array(element) { None } else { self.world.hierarchy.class(element)? };
        Ok(class.is_some_and(|class| self.world.hierarchy.file(class).access.has(Access::ENUM)))
    }

    /// An array of a class that nobody knows: of that of another one which fits, or of this.
    pub fn alike(&mut self, of: Symbol, desc: Symbol) -> Result<Vec<String>, Error> {
        if self.is_too_deep() {
            return Ok(Vec::new());
        }
        let element = descriptor::element_of(of).and_then(class_of);
        // Of a class below which there is none, it is that one.
        let is_exact = match element.filter(|&of| !is_array(of)) {
            Some(of) => {
                let class = self.world.hierarchy.class(of)?;
                class.is_some_and(|class| self.world.hierarchy.file(class).access.has(Access::FINAL))
            }
            None => element.is_none(),
        };
        let of = self.narrowed_array(of, desc)?;
        if is_exact {
            return self.new_array(of, desc);
        }
        let Some(element) = self.element(of)? else { return Ok(vec![self.unknown(desc)?]) };
        self.assume(format!("arrays that stubs make have up to {LENGTH_MAX} elements"));
        let java = self.type_java(of)?;
        let given = self.arrays.iter().map(|name| format!(", (Object) {name}")).collect::<String>();
        Ok(vec![format!("jaywalkstubs.Stubs.alike({java}.class, {LENGTH_MAX}, () -> {element}{given})")])
    }

    /// A copy of an array that the unit has, or had: that one it may have dropped.
    pub fn copy_of(&mut self, of: Symbol, desc: Symbol) -> Result<Vec<String>, Error> {
        if self.is_too_deep() {
            return Ok(Vec::new());
        }
        let of = self.narrowed_array(of, desc)?;
        let Some(element) = self.element(of)? else { return Ok(vec![self.unknown(desc)?]) };
        let java = self.type_java(of)?;
        self.sought.found.insert(of);
        let known = format!("jaywalkstubs.Stubs.any({java}.class)");
        let mut ways = vec![format!("jaywalkstubs.Stubs.copy({known}, () -> {element})")];
        ways.extend(self.new_array(of, desc)?);
        Ok(ways)
    }

    /// A copy of an array that the unit gave.
    pub fn copy_of_given(
        &mut self,
        origins: &BTreeSet<Origin>,
        (entry, parameter, half): (u32, u16, Half),
        desc: Symbol,
    ) -> Result<Vec<String>, Error> {
        if self.is_too_deep() {
            return Ok(Vec::new());
        }
        let Some(of) = self.array_at(entry, parameter, desc) else { return Ok(vec![self.unknown(desc)?]) };
        let half = self.half_of(origins, entry, parameter, half);
        let memory = self.memory(entry, parameter, half);
        let Some(element) = self.element(of)? else { return Ok(vec![self.unknown(desc)?]) };
        let java = self.type_java(of)?;
        let given = format!("jaywalkstubs.Stubs.pick({memory}, {java}.class)");
        Ok(vec![format!("jaywalkstubs.Stubs.copy({given}, () -> {element})")])
    }

    /// What array was given for a parameter: by its type, or by the place to which it goes.
    fn array_at(&self, entry: u32, parameter: u16, desc: Symbol) -> Option<Symbol> {
        let member = self.world.hierarchy.member(self.face.entries[entry as usize].method);
        let given = classfile::MethodDesc::parse(member.desc)?;
        let given = given.params.get(usize::from(parameter)).and_then(|(_, of)| class_of(*of));
        [class_of(desc), given].into_iter().flatten().find(|&of| is_array(of))
    }

    /// What the place asks for, if that says more.
    pub fn narrowed_array(&mut self, of: Symbol, desc: Symbol) -> Result<Symbol, Error> {
        let wanted = class_of(desc).filter(|&wanted| is_array(wanted));
        Ok(match wanted {
            Some(wanted) if !self.is_assignable(of, wanted)? => wanted,
            _ => of,
        })
    }

    /// An element of an array by choice, as Java; none if it cannot be named here, or goes too deep.
    fn element(&mut self, of: Symbol) -> Result<Option<String>, Error> {
        let Some(element) = descriptor::element_of(of) else { return Ok(None) };
        if !self.can_name(of)? {
            return Ok(None);
        }
        self.nesting += 1;
        let values = match class_of(element) {
            None => self.scalars(&[Scalar::Unknown].into(), element),
            Some(_) => match self.answer.and_then(|answer| answer.elements.get(&of).cloned()) {
                Some(origins) => self.expressions(&origins, element)?,
                None => self.anything(element)?,
            },
        };
        self.nesting -= 1;
        let java = self.type_java(element)?;
        Ok(match values.is_empty() {
            true => Some(self.unknown(element)?),
            false => Some(format!("({java}) ({})", self.chosen(&values))),
        })
    }

    /// Arrays are in arrays that are made, without end as far as anybody can tell.
    fn is_too_deep(&mut self) -> bool {
        let is_deep = self.nesting >= DEPTH_MAX;
        if is_deep {
            self.assume(format!("no more than {DEPTH_MAX} arrays that stubs make stand in each other"));
        }
        is_deep
    }

    /// What no stub can make.
    pub fn unknown(&mut self, desc: Symbol) -> Result<String, Error> {
        let java = self.class_java(desc)?;
        Ok(format!("jaywalkstubs.Stubs.<{java}>cannotBeShown({java}.class)"))
    }

    /// Every array of the one class is one of the other.
    fn is_assignable(&mut self, of: Symbol, wanted: Symbol) -> Result<bool, Error> {
        let (mut of, mut wanted) = (of, wanted);
        while let (Some(inner), Some(place)) = (descriptor::element_of(of), descriptor::element_of(wanted)) {
            match (class_of(inner), class_of(place)) {
                (Some(inner), Some(place)) => (of, wanted) = (inner, place),
                (None, None) => return Ok(inner == place),
                _ => return Ok(false),
            }
        }
        if is_array(wanted) || is_array(of) {
            return Ok(
                !is_array(wanted) && [names::OBJECT, names::CLONEABLE, names::SERIALIZABLE].contains(&wanted)
            );
        }
        let (own, wanted) = (self.world.hierarchy.class(of)?, self.world.hierarchy.class(wanted)?);
        Ok(own.zip(wanted).is_some_and(|(own, wanted)| self.world.is_below(own, wanted)))
    }

    /// Java lets the stub's package name what an array is made of.
    pub fn can_name(&mut self, of: Symbol) -> Result<bool, Error> {
        let text = of.as_str().trim_start_matches('[');
        let Some(name) = text.strip_prefix('L').map(|name| Symbol::new(name.trim_end_matches(';'))) else {
            return Ok(true);
        };
        let Some(class) = self.world.hierarchy.class(name)? else { return Ok(false) };
        let file = self.world.hierarchy.file(class);
        let is_near = package_of(name) == self.package;
        let is_open = |access: Access| access.has(Access::PUBLIC) || is_near && !access.is_private();
        let within = file.inner_classes.iter().find(|inner| inner.inner == name);
        // One without a name of its own, or within a method, cannot be named anywhere.
        let is_named = within.is_none_or(|inner| inner.outer.is_some() && is_open(inner.access));
        Ok(is_named
            && is_open(file.access)
            && (is_near || !package_of(name).is_empty() || in_java(name).contains('.')))
    }
}
