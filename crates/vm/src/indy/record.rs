//! `toString`, `equals` and `hashCode` of records (`java.lang.runtime.ObjectMethods`).

use super::Site;
use super::concat::RecipePart;
use crate::machine::Machine;
use crate::program::MethodId;
use crate::synth::{box_members, member};
use crate::trap::Trap;
use base::Symbol;
use classfile::{Constant, Kind, MemberRef, MethodDesc, descriptor};
use ir::operand::{Dst, Imm, Int, Src, Sym};
use ir::{Builder, CallKind, Op};

impl Machine {
    pub(super) fn make_record_method(&mut self, site: &Site) -> Result<MethodId, Trap> {
        let fields: Vec<MemberRef> = site
            .arguments
            .iter()
            .filter_map(|argument| match argument {
                Constant::MethodHandle(handle) => Some(handle.member),
                _ => None,
            })
            .collect();
        check(site, &fields)?;
        let body = match site.name.as_str() {
            "hashCode" => hash_code(&fields),
            "equals" => equals(site.file.name, &fields),
            "toString" => self.make_to_string(site, &fields)?,
            other => return Err(Trap::unsupported(format!("the record method {other}"))),
        };
        let body = body.try_finish().map_err(Trap::internal)?;
        Ok(self.add_adapter(site.class, &site.named(site.name.as_str()), site.desc, body))
    }

    fn make_to_string(&mut self, site: &Site, fields: &[MemberRef]) -> Result<Builder, Trap> {
        // The pieces are concatenated by a second method that has the components as its parameters.
        let text = |text: &str| RecipePart::Text(text.encode_utf16().collect());
        let mut pieces = vec![text(&format!("{}[", simple_name(&site.file)))];
        for (i, field) in fields.iter().enumerate() {
            pieces.push(text(&format!("{}{}=", if i == 0 { "" } else { ", " }, field.name)));
            pieces.push(RecipePart::Argument);
        }
        pieces.push(text("]"));
        let mut b = Builder::new(&[true]);
        let registers: Vec<u16> = fields.iter().map(|field| get(&mut b, 0, *field)).collect();
        let descs: String = fields.iter().map(|field| field.desc.to_string()).collect();
        let desc = Symbol::new(&format!("({descs})Ljava/lang/String;"));
        let join = self.make_joiner(site, desc, &pieces)?;
        let dst = b.reg(true);
        b.call(CallKind::Static, join, false, &registers, Some(dst));
        b.emit(Op::Return { src: Src(dst) });
        Ok(b)
    }

    /// A method of the record's class that concatenates its parameters into `pieces`.
    fn make_joiner(&mut self, site: &Site, desc: Symbol, pieces: &[RecipePart]) -> Result<MemberRef, Trap> {
        let parsed = MethodDesc::parse(desc).ok_or_else(|| Trap::internal("a descriptor was expected"))?;
        let mut b = Builder::new(&crate::synth::param_kinds(&parsed.params));
        let result = self.concat(&mut b, pieces, &parsed.params)?;
        b.emit(Op::Return { src: Src(result) });
        let body = b.try_finish().map_err(Trap::internal)?;
        let name = Symbol::new("jaywalk$join");
        let method = self.add_adapter(site.class, name.as_str(), desc, body);
        self.program.classes[site.class].method_index.insert((name, desc), method);
        Ok(MemberRef { class: site.file.name, name, desc })
    }
}

/// The methods below rely on getting objects of the record's class, and fields of that class.
fn check(site: &Site, fields: &[MemberRef]) -> Result<(), Trap> {
    let own = descriptor::of_class(site.file.name);
    let wanted = match site.name.as_str() {
        "hashCode" => format!("({own})I"),
        "equals" => format!("({own}Ljava/lang/Object;)Z"),
        _ => format!("({own})Ljava/lang/String;"),
    };
    let is_own =
        |field: &MemberRef| field.class == site.file.name && descriptor::is_field(field.desc.bytes());
    match site.desc.as_str() == wanted && fields.iter().all(is_own) {
        true => Ok(()),
        false => Err(Trap::bootstrap(format!("{}{} is no method of a record", site.name, site.desc))),
    }
}

/// `Class.getSimpleName` of a record, which is never anonymous.
fn simple_name(file: &classfile::Class) -> String {
    let nested =
        file.inner_classes.iter().find(|inner| inner.inner == file.name).and_then(|inner| inner.name);
    nested.map_or_else(
        || file.name.text().rsplit('/').next().unwrap_or("").to_string(),
        |name| name.to_string(),
    )
}

fn kind_of(field: MemberRef) -> Kind {
    descriptor::field_kind(field.desc.bytes()).unwrap_or(Kind::Int)
}

fn get(b: &mut Builder, object: u16, field: MemberRef) -> u16 {
    let dst = b.reg(kind_of(field) == Kind::Ref);
    let sym = Sym(b.sym(ir::Sym::Field(field)));
    b.emit(Op::GetField { dst: Dst(dst), obj: Src(object), sym });
    dst
}

fn hash_code(fields: &[MemberRef]) -> Builder {
    let mut b = Builder::new(&[true]);
    let sum = b.reg(false);
    b.emit(Op::Const { dst: Dst(sum), value: Int(0) });
    for &field in fields {
        let value = get(&mut b, 0, field);
        let hash = b.reg(false);
        let of = match box_members(kind_of(field)) {
            Some((class, ..)) => member(class.as_str(), "hashCode", &format!("({})I", field.desc)),
            None => member("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I"),
        };
        b.call(CallKind::Static, of, false, &[value], Some(hash));
        b.emit(Op::IMulK { dst: Dst(sum), a: Src(sum), k: Imm(31) });
        b.emit(Op::IAdd { dst: Dst(sum), a: Src(sum), b: Src(hash) });
    }
    b.emit(Op::Return { src: Src(sum) });
    b
}

fn equals(class: Symbol, fields: &[MemberRef]) -> Builder {
    let mut b = Builder::new(&[true, true]);
    let (is, answer) = (b.reg(false), b.reg(false));
    let (no, yes) = (b.label(), b.label());
    b.jump(yes, |to| Op::IfIEq { a: Src(0), b: Src(1), to });
    let sym = Sym(b.sym(ir::Sym::Class(class)));
    b.emit(Op::InstanceOf { dst: Dst(is), src: Src(1), sym });
    b.jump(no, |to| Op::IfIEqK { a: Src(is), k: Imm(0), to });
    for &field in fields {
        let (mine, theirs) = (get(&mut b, 0, field), get(&mut b, 1, field));
        let same = b.reg(false);
        match kind_of(field) {
            Kind::Ref => {
                let equals = member("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
                b.call(CallKind::Static, equals, false, &[mine, theirs], Some(same));
                b.jump(no, |to| Op::IfIEqK { a: Src(same), k: Imm(0), to });
            }
            Kind::Float | Kind::Double => {
                let class = if field.desc.as_str() == "F" { "java/lang/Float" } else { "java/lang/Double" };
                let compare = member(class, "compare", &format!("({0}{0})I", field.desc));
                b.call(CallKind::Static, compare, false, &[mine, theirs], Some(same));
                b.jump(no, |to| Op::IfINeK { a: Src(same), k: Imm(0), to });
            }
            Kind::Long => {
                b.jump(no, |to| Op::IfLNe { a: Src(mine), b: Src(theirs), to });
            }
            _ => {
                b.jump(no, |to| Op::IfINe { a: Src(mine), b: Src(theirs), to });
            }
        }
    }
    b.place(yes);
    b.emit(Op::Const { dst: Dst(answer), value: Int(1) });
    b.emit(Op::Return { src: Src(answer) });
    b.place(no);
    b.emit(Op::Const { dst: Dst(answer), value: Int(0) });
    b.emit(Op::Return { src: Src(answer) });
    b
}
