//! Units that name everything which some classes offer, as Java: a line for each.

use analysis::{ClassHierarchy, ClassId};
use base::{Symbol, names};
use classfile::{Access, Error, Kind, MethodDesc, descriptor};

/// The lines of a class `Unit` that calls all public methods of these classes and looks at all their fields.
pub(super) fn unit_of(hierarchy: &mut ClassHierarchy<'_>, classes: &[Symbol]) -> Result<Vec<String>, Error> {
    let mut lines = vec!["public class Unit {".to_string(), "static void go() {}".to_string()];
    for (number, &name) in classes.iter().enumerate() {
        let Some(class) = hierarchy.class(name)? else { continue };
        let access = hierarchy.file(class).access;
        if !access.has(Access::PUBLIC) || access.has(ANNOTATION) {
            continue;
        }
        lines.push(format!("static void u{number}() throws Throwable {{"));
        uses(hierarchy, class, &mut lines)?;
        lines.push("}".to_string());
    }
    lines.push("}".to_string());
    Ok(lines)
}

const ANNOTATION: u16 = 0x2000;

fn uses(hierarchy: &mut ClassHierarchy<'_>, class: ClassId, lines: &mut Vec<String>) -> Result<(), Error> {
    let file = hierarchy.file(class);
    let (own, is_abstract) = (java(file.name), file.access.is_abstract() || file.access.has(Access::ENUM));
    let is_offered = |access: Access| access.has(Access::PUBLIC) && !access.has(Access::SYNTHETIC);
    let methods: Vec<_> = file.methods.iter().filter(|method| is_offered(method.access)).collect();
    let methods: Vec<(Symbol, Symbol, bool)> =
        methods.into_iter().map(|method| (method.name, method.desc, method.access.is_static())).collect();
    let fields: Vec<(Symbol, bool)> = file
        .fields
        .iter()
        .filter(|field| is_offered(field.access))
        .map(|field| (field.name, field.access.is_static()))
        .collect();
    lines.push("{".to_string());
    for (row, (name, is_static)) in fields.into_iter().enumerate() {
        let on = if is_static { own.clone() } else { format!("(({own}) null)") };
        lines.push(format!("Object f{row} = {on}.{name};"));
    }
    lines.push("}".to_string());
    for (name, desc, is_static) in methods {
        let Some(apart) = MethodDesc::parse(desc) else { continue };
        let args: Vec<String> = apart.params.iter().map(|(kind, of)| value(*kind, *of)).collect();
        let args = args.join(", ");
        if name == names::INIT {
            if !is_abstract {
                lines.push(format!("new {own}({args});"));
            }
            continue;
        }
        let on = if is_static { own.clone() } else { format!("(({own}) null)") };
        lines.push(format!("{on}.{name}({args});"));
    }
    Ok(())
}

/// A value of a parameter's very type, so that no other method is meant.
fn value(kind: Kind, of: Symbol) -> String {
    match kind {
        Kind::Boolean => "false".to_string(),
        Kind::Ref => format!("({}) null", type_of(of)),
        kind => format!("({}) 0", kind.java_name().unwrap_or("int")),
    }
}

fn type_of(desc: Symbol) -> String {
    let element = desc.as_str().trim_start_matches('[');
    let depth = desc.as_str().len() - element.len();
    let primitive = element.bytes().next().and_then(Kind::from_letter).and_then(Kind::java_name);
    let named = descriptor::class_of(Symbol::new(element)).map(java);
    named.or(primitive.map(str::to_string)).unwrap_or_default() + &"[]".repeat(depth)
}

fn java(name: Symbol) -> String {
    name.as_str().replace(['/', '$'], ".")
}
