//! Fields of stubs, and the constructor for objects that the environment makes.

use super::StubError;
use super::source::{RECORD, Writer, visibility};
use crate::world::{in_java, package_of};
use analysis::ClassId;
use analysis::points::{Half, Origin};
use base::{Symbol, names};
use classfile::{Access, Constant, Error, MethodDesc};
use std::collections::BTreeSet;

impl Writer<'_, '_, '_> {
    pub fn fields(&mut self, class: ClassId, is_interface: bool) -> Result<(), StubError> {
        let owner = self.world.hierarchy.file(class).name;
        for field in self.face.fields.iter().filter(|field| field.class == owner) {
            let file = self.world.hierarchy.file(class);
            let Some(declared) = file.fields.iter().find(|known| known.name == field.name) else { continue };
            let (access, is_library) = (declared.access, file.module.is_some());
            if access.has(Access::ENUM) {
                continue;
            }
            let constant = declared.constant.and_then(|row| file.constants.get(usize::from(row)).copied());
            let of = self.type_java(field.desc)?;
            let mut line = if is_interface { String::new() } else { visibility(access).to_string() };
            if access.is_static() {
                line += "static ";
            }
            line += &format!("{of} {}", field.name);
            let value = match constant {
                Some(constant) => literal(constant, &of),
                // Nobody has looked at what initializers of the JDK write.
                None if access.is_static() && is_library && of.contains('.') => {
                    let mut values: BTreeSet<Origin> = BTreeSet::new();
                    values.insert(Origin::New(Symbol::new(&of.replace('.', "/"))));
                    self.expressions(&values, field.desc)?.into_iter().next()
                }
                None => None,
            };
            let value = match is_interface && constant.is_none() {
                true => Some(self.interface_field(class, *field)?),
                false => value.filter(|value| !value.contains("cannotBeShown")),
            };
            if let Some(value) = value {
                line += &format!(" = ({of}) ({value})");
            }
            self.out.line(&format!("{line};"));
        }
        let mut lists: Vec<(u32, u16, Half)> = self.needed.iter().copied().collect();
        lists.sort_unstable();
        for (entry, parameter, half) in lists {
            if self.world.hierarchy.class_of(self.face.entries[entry as usize].method) != class {
                continue;
            }
            let name = self.memory_name(entry, parameter, half);
            let kind = if half == Half::This { "public" } else { "public static" };
            let list = "java.util.List<Object>";
            self.out.line(&format!("{kind} final {list} {name} = new java.util.ArrayList<>();"));
        }
        Ok(())
    }

    /// What an interface has put into a field when it was initialized.
    fn interface_field(&mut self, class: ClassId, field: classfile::MemberRef) -> Result<String, Error> {
        let is_initializer = |entry: &analysis::points::Entry| {
            entry.on == class && self.world.hierarchy.method(entry.method).name == names::CLINIT
        };
        let number = self.face.entries.iter().position(is_initializer);
        let effects = number.and_then(|number| self.answer.map(|answer| &answer.entries[number]));
        let written: Vec<analysis::points::Written> = effects
            .iter()
            .flat_map(|effects| effects.writes.iter().filter(|written| written.field == field).cloned())
            .collect();
        let values: BTreeSet<Origin> = written.iter().flat_map(|one| one.values.iter().copied()).collect();
        let mut scalars: BTreeSet<_> = written.iter().flat_map(|one| one.scalars.iter().copied()).collect();
        if written.is_empty() {
            scalars.insert(analysis::points::Scalar::Unknown);
        }
        let mut values = match super::face::class_of(field.desc) {
            Some(_) if values.is_empty() => self.anything(field.desc)?,
            Some(_) => self.expressions(&values, field.desc)?,
            None => self.scalars(&scalars, field.desc),
        };
        if values.is_empty() {
            values.push(self.unknown(field.desc)?);
        }
        Ok(self.chosen(&values))
    }

    /// For objects that the environment makes, and for classes below.
    pub fn hidden_constructor(&mut self, class: ClassId, own: &str) -> Result<(), StubError> {
        self.out.line("");
        let parent = self.parent_call(class)?;
        let (call, thrown) = parent;
        self.out.open(&format!("public {own}(Void made){thrown}"));
        self.out.line(&call);
        self.method = format!("whoever makes a {own}");
        self.fill(class)?;
        self.out.close();
        Ok(())
    }

    /// How a constructor begins, and what that may throw.
    pub fn parent_call(&mut self, class: ClassId) -> Result<(String, String), StubError> {
        let above = self.world.hierarchy.file(class).super_name;
        let Some(above) = above.filter(|above| above.as_str() != RECORD) else {
            return Ok(("super();".to_string(), String::new()));
        };
        let Some(parent) = self.world.hierarchy.class(above)? else {
            return Ok(("super();".to_string(), String::new()));
        };
        if self.face.classes.contains(&parent) {
            return Ok(("super((Void) null);".to_string(), String::new()));
        }
        let near = self.package == package_of(above);
        let mut ways: Vec<(Symbol, Vec<Symbol>)> = Vec::new();
        for method in &self.world.hierarchy.file(parent).methods {
            let can_call = method.access.has(Access::PUBLIC)
                || method.access.has(Access::PROTECTED)
                || near && !method.access.is_private();
            if method.name == names::INIT && can_call {
                ways.push((method.desc, method.exceptions.to_vec()));
            }
        }
        ways.sort_by_key(|(desc, _)| MethodDesc::parse(*desc).map_or(0, |desc| desc.params.len()));
        let Some((desc, thrown)) = ways.into_iter().next() else {
            return Ok(("super();".to_string(), String::new()));
        };
        if MethodDesc::parse(desc).is_some_and(|desc| !desc.params.is_empty()) {
            let own = in_java(self.world.hierarchy.file(class).name);
            return Err(StubError::Parent(own, in_java(above)));
        }
        let thrown: Vec<String> = thrown.into_iter().map(in_java).collect();
        let thrown = if thrown.is_empty() { String::new() } else { format!(" throws {}", thrown.join(", ")) };
        Ok(("super();".to_string(), thrown))
    }
}

fn literal(constant: Constant, of: &str) -> Option<String> {
    Some(match constant {
        Constant::Integer(number) if of == "boolean" => (number != 0).to_string(),
        Constant::Integer(number) => format!("({of}) ({number})"),
        Constant::Long(number) => format!("{number}L"),
        Constant::Float(number) => format!("Float.intBitsToFloat({})", number.to_bits() as i32),
        Constant::Double(number) => format!("Double.longBitsToDouble({}L)", number.to_bits() as i64),
        Constant::String(text) => format!("\"{}\"", text.text().escape_default()),
        _ => return None,
    })
}
