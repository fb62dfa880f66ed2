//! What may be returned, written or handed on, as Java: origins and numbers.

use super::arrays::is_array;
use super::face::class_of;
use super::made::COPY;
use super::range_of;
use super::source::Writer;
use crate::world::in_java;
use analysis::points::{Effects, Origin, Scalar};
use base::{Symbol, names};
use classfile::{Access, Error, Kind, MethodDesc};
use std::collections::BTreeSet;

impl Writer<'_, '_, '_> {
    /// One of several, by choice.
    pub fn chosen(&self, values: &[String]) -> String {
        let mut text = values[values.len() - 1].clone();
        for value in values[..values.len() - 1].iter().rev() {
            text = format!("jaywalk.Verify.getBoolean() ? {value} : {text}");
        }
        text
    }

    /// What comes back.
    pub fn returning(&mut self, desc: Symbol, effects: Option<&Effects>) -> Result<(), Error> {
        let Some((kind, returned)) = MethodDesc::parse(desc).map(|desc| desc.ret) else { return Ok(()) };
        let values = match (kind, effects) {
            (Kind::Void, _) => return Ok(()),
            (Kind::Ref, Some(effects)) if !effects.returns.is_empty() => {
                self.expressions(&effects.returns, returned)?
            }
            (Kind::Ref, _) => self.anything(returned)?,
            (_, Some(effects)) if !effects.returned.is_empty() => self.scalars(&effects.returned, returned),
            _ => self.scalars(&[Scalar::Unknown].into(), returned),
        };
        let of = self.type_java(returned)?;
        match values.as_slice() {
            [] => {
                let value = self.unknown(returned)?;
                self.out.line(&format!("return {value};"));
            }
            [value] => self.out.line(&format!("return ({of}) ({value});")),
            values => {
                self.out.open(&format!("switch (jaywalk.Verify.getInt(0, {}))", values.len() - 1));
                for (number, value) in values.iter().enumerate() {
                    let case = crate::emit::case(number, values.len());
                    self.out.line(&format!("{case} return ({of}) ({value});"));
                }
                self.out.close();
            }
        }
        Ok(())
    }

    /// Any object of a type at all.
    pub fn anything(&mut self, desc: Symbol) -> Result<Vec<String>, Error> {
        let mut all: BTreeSet<Origin> = [Origin::Null].into();
        if let Some(of) = class_of(desc) {
            all.insert(Origin::Outside(of));
            all.insert(Origin::New(of));
        }
        self.expressions(&all, desc)
    }

    /// Values that are no references.
    pub fn scalars(&mut self, values: &BTreeSet<Scalar>, desc: Symbol) -> Vec<String> {
        let kind = Kind::from_letter(desc.bytes()[0]).unwrap_or(Kind::Int);
        let java = kind.java_name().unwrap_or("int");
        if !values.contains(&Scalar::Unknown) {
            return values.iter().map(|value| scalar(*value, kind)).collect();
        }
        if let Some(values) = range_of(self.ranges, java) {
            return values;
        }
        let (values, words): (&[&str], &str) = match kind {
            Kind::Boolean => return vec!["jaywalk.Verify.getBoolean()".to_string()],
            Kind::Char => (&["'a'", "'b'"], "'a' and 'b'"),
            Kind::Float | Kind::Double => (&["0", "1"], "0 and 1"),
            _ => (&["jaywalk.Verify.getInt(0, 2)"], "0..2"),
        };
        self.assume(format!("stubs return and write the values {words} of {java}, as no range is given"));
        values.iter().map(|value| (*value).to_string()).collect()
    }

    /// Java for each of several origins, as far as there is any.
    pub fn expressions(&mut self, origins: &BTreeSet<Origin>, desc: Symbol) -> Result<Vec<String>, Error> {
        let mut all: Vec<String> = Vec::new();
        let mut add = |text: String| {
            if !all.contains(&text) {
                all.push(text);
            }
        };
        for &origin in origins {
            if self.cannot_be_at(origin, desc)? {
                continue;
            }
            match origin {
                Origin::Null => add("null".to_string()),
                Origin::This => add("this".to_string()),
                Origin::Parameter(number) => add(format!("p{number}")),
                Origin::New(of) => self.new_object(of, desc)?.into_iter().for_each(&mut add),
                Origin::Alike(of) => self.alike(of, desc)?.into_iter().for_each(&mut add),
                Origin::CopyOf(of) => self.copy_of(of, desc)?.into_iter().for_each(&mut add),
                Origin::CopyOfGiven { entry, parameter, half } => {
                    let copies = self.copy_of_given(origins, (entry, parameter, half), desc)?;
                    copies.into_iter().for_each(&mut add);
                }
                Origin::Clone(of) => add(self.clone_of(of, desc)?),
                Origin::Again(of) => self.known_object(of, desc)?.into_iter().for_each(&mut add),
                Origin::Given { entry, parameter, half } => {
                    let half = self.half_of(origins, entry, parameter, half);
                    let memory = self.memory(entry, parameter, half);
                    let of = self.class_java(desc)?;
                    add(format!("jaywalkstubs.Stubs.pick({memory}, {of}.class)"));
                }
                Origin::Outside(of) => self.outside(of, desc)?.into_iter().for_each(&mut add),
                Origin::UnitMade(of) => {
                    self.sought.found_made.insert(of);
                    self.outside(of, desc)?.into_iter().for_each(&mut add);
                }
            }
        }
        Ok(all)
    }

    /// Java lets nothing like this come to a place of the type.
    fn cannot_be_at(&mut self, origin: Origin, desc: Symbol) -> Result<bool, Error> {
        let wanted = class_of(desc).filter(|&wanted| wanted != names::OBJECT && !is_array(wanted));
        let Some(wanted) = wanted else { return Ok(false) };
        let of = match origin {
            Origin::New(of) | Origin::Again(of) | Origin::Alike(of) | Origin::CopyOf(of) => Some(of),
            Origin::CopyOfGiven { .. } => None,
            _ => return Ok(false),
        };
        let Some(of) = of.filter(|&of| !is_array(of)) else {
            return Ok(wanted != names::CLONEABLE && wanted != names::SERIALIZABLE);
        };
        // No object of the unit's own comes from code that nobody looks into.
        let class = self.world.hierarchy.class(wanted)?;
        let is_units = class.is_some_and(|class| self.world.unit.contains(&class));
        Ok(of == names::OBJECT && is_units)
    }

    /// Something that the unit has.
    fn outside(&mut self, of: Symbol, desc: Symbol) -> Result<Vec<String>, Error> {
        if let Some(values) = self.plain(of, desc) {
            return Ok(values);
        }
        let java = self.class_java(desc)?;
        self.sought.found.insert(of);
        self.assume(format!(
            "a {java} that the unit had in its fields or collections, and has no more, does not come out of stubs"
        ));
        let mut ways = vec![format!("jaywalkstubs.Stubs.any({java}.class)")];
        // Texts are no objects that can be found where they are.
        if of == names::OBJECT && class_of(desc) == Some(names::OBJECT) {
            ways.extend(
                self.plain(names::STRING, desc).into_iter().flatten().map(|text| format!("(Object) {text}")),
            );
        }
        Ok(ways)
    }

    /// Texts and boxes, of which there are too many for all of them.
    fn plain(&mut self, of: Symbol, desc: Symbol) -> Option<Vec<String>> {
        let wanted = class_of(desc)?;
        let of = if wanted == names::OBJECT || of != names::OBJECT { of } else { wanted };
        let java = in_java(of);
        let (values, words): (Vec<String>, &str) = match of {
            names::STRING => (vec!["\"a\"".into(), "\"b\"".into()], "\"a\" and \"b\""),
            names::INTEGER => (vec!["(Integer) jaywalk.Verify.getInt(0, 2)".into()], "0..2"),
            names::BOOLEAN => (vec!["(Boolean) jaywalk.Verify.getBoolean()".into()], "false and true"),
            names::LONG => (vec!["(Long) (long) jaywalk.Verify.getInt(0, 2)".into()], "0..2"),
            _ => return None,
        };
        if let Some(values) = range_of(self.ranges, &java) {
            return Some(values);
        }
        self.assume(format!("stubs return and write the values {words} of {java}, as no range is given"));
        Some(values)
    }

    /// Of what code makes that nobody looks into, no more than a bound is known: at a place of a narrower type, it is
    /// of that one.
    fn narrowed(&mut self, of: Symbol, desc: Symbol) -> Result<Symbol, Error> {
        let Some(wanted) = class_of(desc) else { return Ok(of) };
        let hierarchy = &mut self.world.hierarchy;
        let (wide, narrow) = (hierarchy.class(of)?, hierarchy.class(wanted)?);
        let (Some(wide), Some(narrow)) = (wide, narrow) else { return Ok(of) };
        let is_wider = wide != narrow && hierarchy.ancestors(narrow).contains(&wide);
        Ok(if is_wider { wanted } else { of })
    }

    /// An object that the environment makes.
    fn new_object(&mut self, of: Symbol, desc: Symbol) -> Result<Vec<String>, Error> {
        if is_array(of) {
            return self.new_array(of, desc);
        }
        if let Some(array) = class_of(desc).filter(|&wanted| is_array(wanted)) {
            return self.alike(array, desc);
        }
        let of = self.narrowed(of, desc)?;
        if let Some(values) = self.plain(of, desc) {
            return Ok(values);
        }
        if of == names::OBJECT {
            return Ok(vec!["(Object) new jaywalkstubs.Stubs.Made()".to_string()]);
        }
        Ok(match self.stub_of(of)? {
            Some(class) if self.world.hierarchy.file(class).access.has(Access::ENUM) => {
                self.world.enum_constants(class)
            }
            Some(class) if !self.is_endless(class)? => {
                // Whatever the place, Java is to take it.
                vec![format!("(Object) new {}((Void) null)", in_java(self.world.hierarchy.file(class).name))]
            }
            _ => vec![self.unknown(desc)?],
        })
    }

    /// A clone of an object that the unit has.
    fn clone_of(&mut self, of: Symbol, desc: Symbol) -> Result<String, Error> {
        let class = self.world.hierarchy.class(of)?;
        match class.filter(|class| self.face.classes.contains(class)) {
            Some(_) => Ok(format!("jaywalkstubs.Stubs.any({}.class).{COPY}()", in_java(of))),
            None => self.unknown(desc),
        }
    }

    /// An object that the environment has made before. What the unit does not have any more is like a new one.
    fn known_object(&mut self, of: Symbol, desc: Symbol) -> Result<Vec<String>, Error> {
        if is_array(of) {
            let of = self.narrowed_array(of, desc)?;
            let java = self.type_java(of)?;
            return Ok(match self.can_name(of)? {
                true => vec![format!("(Object) jaywalkstubs.Stubs.any({java}.class)")],
                false => Vec::new(),
            });
        }
        if let Some(array) = class_of(desc).filter(|&wanted| is_array(wanted)) {
            return self.known_object(array, desc);
        }
        let of = self.narrowed(of, desc)?;
        if of == names::OBJECT {
            return Ok(vec!["(Object) jaywalkstubs.Stubs.any(jaywalkstubs.Stubs.Made.class)".to_string()]);
        }
        let Some(class) = self.stub_of(of)? else { return Ok(Vec::new()) };
        let file = self.world.hierarchy.file(class);
        if file.access.has(Access::ENUM) {
            return Ok(Vec::new());
        }
        let name = file.name;
        self.note_changed(name);
        Ok(vec![format!("(Object) jaywalkstubs.Stubs.any({}.class)", in_java(name))])
    }

    /// The stub that stands for a class: its own, or the nearest above it.
    pub fn stub_of(&mut self, of: Symbol) -> Result<Option<analysis::ClassId>, Error> {
        if of.bytes().first() == Some(&b'[') {
            return Ok(None);
        }
        let mut at = self.world.hierarchy.class(of)?;
        while let Some(class) = at {
            let file = self.world.hierarchy.file(class);
            if self.face.classes.contains(&class) && !file.access.is_interface() {
                return Ok(Some(class));
            }
            at = match file.super_name {
                Some(name) => self.world.hierarchy.class(name)?,
                None => None,
            };
        }
        Ok(None)
    }
}

/// A constant or parameter as Java.
fn scalar(value: Scalar, kind: Kind) -> String {
    match (value, kind) {
        (Scalar::Parameter(number), _) => format!("p{number}"),
        (Scalar::Constant(bits), Kind::Boolean) => (bits != 0).to_string(),
        (Scalar::Constant(bits), Kind::Long) => format!("{}L", bits as i64),
        (Scalar::Constant(bits), Kind::Float) => format!("Float.intBitsToFloat({})", bits as u32 as i32),
        (Scalar::Constant(bits), Kind::Double) => format!("Double.longBitsToDouble({}L)", bits as i64),
        (Scalar::Constant(bits), _) => format!("({})", bits as u32 as i32),
        (Scalar::Unknown, _) => "0".to_string(),
    }
}
