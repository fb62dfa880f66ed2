//! What the names in an atom mean: classes, fields, constants, methods, labels.

use super::Expr;
use super::compile::{AtomError, AtomReader, Type, Typed, of_kind};
use base::Symbol;
use classfile::{Access, Constant, Kind};
use vm::Machine;
use vm::program::{ClassId, FieldId, LoadError};

/// Labels that the atoms of one check may name: they are bits of one word.
const MAX_LABELS: usize = 64;

/// Finds a class by its name with dots, nested classes as well; `main` is the main class if no class has that
/// name. `names` may go on behind the class: how many of them belong to it is the second result.
pub(super) fn find_class(machine: &mut Machine, names: &[&str], main: ClassId) -> Option<(ClassId, usize)> {
    for used in 1..=names.len() {
        let name = names[..used].join("/");
        let loaded = machine.program.load(&mut machine.heap, Symbol::new(&name));
        if let Ok(class) = loaded {
            return Some(nested(machine, class, names, used));
        }
        // A class that is there and broken is found when the program runs.
        debug_assert!(!matches!(loaded, Err(LoadError::Full)));
    }
    (names.first() == Some(&"main")).then(|| nested(machine, main, names, 1))
}

/// Goes on to nested classes as long as the next name is one.
fn nested(machine: &mut Machine, mut class: ClassId, names: &[&str], mut used: usize) -> (ClassId, usize) {
    while let Some(next) = names.get(used) {
        let name = format!("{}${next}", machine.program.classes[class].name);
        match machine.program.load(&mut machine.heap, Symbol::new(&name)) {
            Ok(inner) => (class, used) = (inner, used + 1),
            Err(_) => break,
        }
    }
    (class, used)
}

impl AtomReader<'_> {
    pub fn select(&mut self, of: (Expr, Type), name: &str, spot: (usize, usize)) -> Typed {
        let Type::Object(class) = of.1 else {
            let what = format!("{} has no fields", of.1.name(self.machine));
            return Err(AtomError::new(spot.0, spot.1, what));
        };
        if name == "length" && self.machine.program.classes[class].element().is_some() {
            return Ok((Expr::Length(Box::new(of.0)), Type::Number));
        }
        let field = self.field(class, name, false, spot)?;
        let (unit, kind) = (self.machine.program.fields[field].unit, self.machine.program.fields[field].kind);
        let found = self.type_of(field, spot)?;
        Ok((Expr::Field { of: Box::new(of.0), unit, kind }, found))
    }

    pub fn static_field(&mut self, class: ClassId, name: &str, spot: (usize, usize)) -> Typed {
        let field = self.field(class, name, true, spot)?;
        let (owner, unit, kind) = {
            let field = &self.machine.program.fields[field];
            (field.class, field.unit, field.kind)
        };
        let record = self.machine.program.classes[owner].statics;
        if let Some(constant) = self.constant(field, kind, spot)? {
            return Ok((constant, of_kind(kind)));
        }
        let found = self.type_of(field, spot)?;
        Ok((Expr::Static { record, unit, kind }, found))
    }

    /// The value of a constant, which is the same before its class is initialized and after.
    fn constant(&self, field: FieldId, kind: Kind, spot: (usize, usize)) -> Result<Option<Expr>, AtomError> {
        let program = &self.machine.program;
        let field = &program.fields[field];
        let (Some(file), Some(row)) = (&program.classes[field.class].file, field.row) else {
            return Ok(None);
        };
        let constant = file.fields[usize::from(row)].constant;
        let Some(constant) = constant.and_then(|index| file.constants.get(usize::from(index))) else {
            return Ok(None);
        };
        if !field.access.has(Access::FINAL) {
            let what = "a field with a constant as its first value that is not final";
            return Err(AtomError::new(spot.0, spot.1, what));
        }
        Ok(match constant {
            Constant::Integer(value) if kind == Kind::Boolean => Some(Expr::Boolean(*value != 0)),
            Constant::Integer(value) => Some(Expr::Number(i64::from(*value))),
            Constant::Long(value) => Some(Expr::Number(*value)),
            Constant::Float(value) => Some(Expr::Floating(f64::from(*value))),
            Constant::Double(value) => Some(Expr::Floating(*value)),
            _ => None,
        })
    }

    /// A field of a class or of what is above it.
    fn field(
        &self,
        class: ClassId,
        name: &str,
        is_static: bool,
        spot: (usize, usize),
    ) -> Result<FieldId, AtomError> {
        let program = &self.machine.program;
        let c = &program.classes[class];
        let owners = c.ancestors.iter().rev().chain(c.all_interfaces.iter()).copied().chain([class]);
        let mut other = false;
        for owner in owners {
            for &field in &*program.classes[owner].fields {
                let f = &program.fields[field];
                if f.name.as_str() == name {
                    if f.access.is_static() == is_static {
                        return Ok(field);
                    }
                    other = true;
                }
            }
        }
        let owner = c.external_name();
        let what = match (other, is_static) {
            (true, true) => {
                format!("{name} is a field of each {owner}, not of the class; try: some {owner} x: x.{name}")
            }
            (true, false) => format!("{name} is a static field; write {owner}.{name}"),
            (false, _) => format!("{owner} has no field {name}"),
        };
        Err(AtomError::new(spot.0, spot.1, what))
    }

    fn type_of(&mut self, field: FieldId, spot: (usize, usize)) -> Result<Type, AtomError> {
        let (kind, desc) = {
            let field = &self.machine.program.fields[field];
            (field.kind, field.desc)
        };
        if kind != Kind::Ref {
            return Ok(of_kind(kind));
        }
        let loaded = self.machine.program.load_descriptor(&mut self.machine.heap, desc);
        loaded.map(Type::Object).map_err(|_| {
            AtomError::new(
                spot.0,
                spot.1,
                format!("the type of this field, {desc}, is not on the class path"),
            )
        })
    }

    pub fn call(&mut self, class: ClassId, name: &str, spot: (usize, usize)) -> Typed {
        self.advance();
        if !self.takes(")") {
            return Err(self.unexpected("')': a method in an atom has no arguments"));
        }
        let owner = self.machine.program.classes[class].external_name();
        for (desc, kind) in [("()Z", Kind::Boolean), ("()I", Kind::Int), ("()J", Kind::Long)] {
            let found = self.machine.program.find_method(class, Symbol::new(name), Symbol::new(desc));
            let Some(method) = found else { continue };
            if !self.machine.program.methods[method].is_static() {
                let what = format!("{owner}.{name} is not static");
                return Err(AtomError::new(spot.0, spot.1, what));
            }
            return Ok((Expr::Call { method, kind }, of_kind(kind)));
        }
        let what = format!("{owner} has no static method {name}() that gives a boolean, an int or a long");
        Err(AtomError::new(spot.0, spot.1, what))
    }

    pub fn label(&mut self, name: &str, start: usize) -> Typed {
        let labels = &mut self.driver.gate.watch.label_names;
        let known = labels.iter().position(|label| label == name);
        if known.is_none() && labels.len() == MAX_LABELS {
            return Err(AtomError::new(start, start + 1, format!("more than {MAX_LABELS} labels")));
        }
        let number = known.unwrap_or_else(|| {
            labels.push(name.to_string());
            labels.len() - 1
        });
        Ok((Expr::Label(number as u32), Type::Boolean))
    }
}
