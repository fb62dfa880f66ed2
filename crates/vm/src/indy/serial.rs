//! What a serializable lambda is written as: a `SerializedLambda`, from which its capturing class makes it
//! anew.

use super::class_constant;
use crate::synth::{convert, member, string};
use crate::trap::Trap;
use base::Symbol;
use classfile::{HandleRef, descriptor};
use ir::operand::{Dst, Int, Src, Sym};
use ir::{Builder, CheckedBody, Op};

const OBJECT: &str = "Ljava/lang/Object;";
const LAMBDA: &str = "java/lang/invoke/SerializedLambda";
const LAMBDA_INIT: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;\
    ILjava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V";
/// The descriptor of `writeReplace`.
pub(super) const REPLACE_DESC: &str = "()Ljava/lang/Object;";

/// Where a lambda comes from.
pub(super) struct Origin {
    /// The lambda's own class.
    pub class: Symbol,
    pub capturing: Symbol,
    pub interface: Symbol,
    pub method: Symbol,
    pub erased: Symbol,
    pub implementation: HandleRef,
    pub instantiated: Symbol,
}

/// The body of `writeReplace`: all that is known of the lambda, and the captured values in boxes.
pub(super) fn replace_body(origin: &Origin, fields: &[(Symbol, Symbol)]) -> Result<CheckedBody, Trap> {
    let mut b = Builder::new(&[true]);
    let target = origin.implementation.member;
    let capturing = class_constant(&mut b, descriptor::of_class(origin.capturing));
    let [interface, method, erased] =
        [origin.interface, origin.method, origin.erased].map(|text| string(&mut b, text));
    let kind = int(&mut b, i32::from(origin.implementation.kind as u8));
    let [owner, name, desc, instantiated] =
        [target.class, target.name, target.desc, origin.instantiated].map(|text| string(&mut b, text));
    let captured = captured(&mut b, origin.class, fields);
    let (result, init) = (b.reg(true), member(LAMBDA, "<init>", LAMBDA_INIT));
    let args = [capturing, interface, method, erased, kind, owner, name, desc, instantiated, captured];
    b.new_object(Symbol::new(LAMBDA), init, &args, result);
    b.emit(Op::Return { src: Src(result) });
    b.try_finish().map_err(Trap::bootstrap)
}

fn int(b: &mut Builder, value: i32) -> u16 {
    let dst = b.reg(false);
    b.emit(Op::Const { dst: Dst(dst), value: Int(value) });
    dst
}

fn captured(b: &mut Builder, class: Symbol, fields: &[(Symbol, Symbol)]) -> u16 {
    let (len, array) = (int(b, fields.len() as i32), b.reg(true));
    let sym = Sym(b.sym(ir::Sym::Class(base::names::OBJECT)));
    b.emit(Op::ANewArray { dst: Dst(array), len: Src(len), sym });
    for (i, &(name, desc)) in fields.iter().enumerate() {
        let value = b.reg(descriptor::class_of(desc).is_some());
        let sym = Sym(b.sym(ir::Sym::Field(classfile::MemberRef { class, name, desc })));
        b.emit(Op::GetField { dst: Dst(value), obj: Src(0), sym });
        let (at, boxed) = (int(b, i as i32), convert(b, value, desc, Symbol::new(OBJECT)));
        b.emit(Op::StoreRef { arr: Src(array), at: Src(at), src: Src(boxed) });
    }
    array
}
