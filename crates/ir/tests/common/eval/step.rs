//! One operation at a time.

use super::heap::{Object, descriptor, letter};
use super::{Eval, Next};
use classfile::MemberRef;
use ir::operand::{self, Dst, Kind, Src};
use ir::scalar::{self, word};
use ir::{Body, Op, Sym};

impl Eval<'_> {
    #[rustfmt::skip]
    pub(super) fn step(&mut self, body: &Body, f: &mut [u64], pc: usize) -> Result<Next, u32> {
        let r = |src: Src| f[usize::from(src.0)];
        let i = |src: Src| word::int(r(src));
        let l = |src: Src| word::long(r(src));
        let s = |src: Src| word::float(r(src));
        let d = |src: Src| word::double(r(src));
        let int = |dst: Dst, value: i32| Some((dst, word::of_int(value)));
        let long = |dst: Dst, value: i64| Some((dst, word::of_long(value)));
        let float = |dst: Dst, value: f32| Some((dst, word::of_float(value)));
        let double = |dst: Dst, value: f64| Some((dst, word::of_double(value)));
        let zero = "java/lang/ArithmeticException";
        macro_rules! jump {
            ($condition:expr, $to:expr) => {
                return Ok(Next::Goto(if $condition { usize::from($to.0) } else { pc + 1 }))
            };
        }
        let written = match body.ops[pc] {
            Op::Nop {} => None,
            Op::Move { dst, src } => Some((dst, r(src))),
            Op::Const { dst, value } => int(dst, value.0),
            Op::ConstWide { dst, value } => Some((dst, body.wides[value.0 as usize])),
            Op::IAdd { dst, a, b } => int(dst, scalar::iadd(i(a), i(b))),
            Op::ISub { dst, a, b } => int(dst, scalar::isub(i(a), i(b))),
            Op::IMul { dst, a, b } => int(dst, scalar::imul(i(a), i(b))),
            Op::IDiv { dst, a, b } => int(dst, scalar::idiv(i(a), i(b)).ok_or_else(|| self.throw(zero))?),
            Op::IRem { dst, a, b } => int(dst, scalar::irem(i(a), i(b)).ok_or_else(|| self.throw(zero))?),
            Op::INeg { dst, a } => int(dst, scalar::ineg(i(a))),
            Op::IAnd { dst, a, b } => int(dst, scalar::iand(i(a), i(b))),
            Op::IOr { dst, a, b } => int(dst, scalar::ior(i(a), i(b))),
            Op::IXor { dst, a, b } => int(dst, scalar::ixor(i(a), i(b))),
            Op::IShl { dst, a, b } => int(dst, scalar::ishl(i(a), i(b))),
            Op::IShr { dst, a, b } => int(dst, scalar::ishr(i(a), i(b))),
            Op::IUshr { dst, a, b } => int(dst, scalar::iushr(i(a), i(b))),
            Op::IAddK { dst, a, k } => int(dst, scalar::iadd(i(a), k.0.into())),
            Op::IMulK { dst, a, k } => int(dst, scalar::imul(i(a), k.0.into())),
            Op::IAndK { dst, a, k } => int(dst, scalar::iand(i(a), k.0.into())),
            Op::IShlK { dst, a, k } => int(dst, scalar::ishl(i(a), k.0.into())),
            Op::IShrK { dst, a, k } => int(dst, scalar::ishr(i(a), k.0.into())),
            Op::IUshrK { dst, a, k } => int(dst, scalar::iushr(i(a), k.0.into())),
            Op::LAdd { dst, a, b } => long(dst, scalar::ladd(l(a), l(b))),
            Op::LSub { dst, a, b } => long(dst, scalar::lsub(l(a), l(b))),
            Op::LMul { dst, a, b } => long(dst, scalar::lmul(l(a), l(b))),
            Op::LDiv { dst, a, b } => long(dst, scalar::ldiv(l(a), l(b)).ok_or_else(|| self.throw(zero))?),
            Op::LRem { dst, a, b } => long(dst, scalar::lrem(l(a), l(b)).ok_or_else(|| self.throw(zero))?),
            Op::LNeg { dst, a } => long(dst, scalar::lneg(l(a))),
            Op::LAnd { dst, a, b } => long(dst, scalar::land(l(a), l(b))),
            Op::LOr { dst, a, b } => long(dst, scalar::lor(l(a), l(b))),
            Op::LXor { dst, a, b } => long(dst, scalar::lxor(l(a), l(b))),
            Op::LShl { dst, a, b } => long(dst, scalar::lshl(l(a), i(b))),
            Op::LShr { dst, a, b } => long(dst, scalar::lshr(l(a), i(b))),
            Op::LUshr { dst, a, b } => long(dst, scalar::lushr(l(a), i(b))),
            Op::LAddK { dst, a, k } => long(dst, scalar::ladd(l(a), k.0.into())),
            Op::LShlK { dst, a, k } => long(dst, scalar::lshl(l(a), k.0.into())),
            Op::LShrK { dst, a, k } => long(dst, scalar::lshr(l(a), k.0.into())),
            Op::LUshrK { dst, a, k } => long(dst, scalar::lushr(l(a), k.0.into())),
            Op::FAdd { dst, a, b } => float(dst, scalar::fadd(s(a), s(b))),
            Op::FSub { dst, a, b } => float(dst, scalar::fsub(s(a), s(b))),
            Op::FMul { dst, a, b } => float(dst, scalar::fmul(s(a), s(b))),
            Op::FDiv { dst, a, b } => float(dst, scalar::fdiv(s(a), s(b))),
            Op::FRem { dst, a, b } => float(dst, scalar::frem(s(a), s(b))),
            Op::FNeg { dst, a } => float(dst, scalar::fneg(s(a))),
            Op::DAdd { dst, a, b } => double(dst, scalar::dadd(d(a), d(b))),
            Op::DSub { dst, a, b } => double(dst, scalar::dsub(d(a), d(b))),
            Op::DMul { dst, a, b } => double(dst, scalar::dmul(d(a), d(b))),
            Op::DDiv { dst, a, b } => double(dst, scalar::ddiv(d(a), d(b))),
            Op::DRem { dst, a, b } => double(dst, scalar::drem(d(a), d(b))),
            Op::DNeg { dst, a } => double(dst, scalar::dneg(d(a))),
            Op::I2L { dst, a } => long(dst, scalar::i2l(i(a))),
            Op::I2F { dst, a } => float(dst, scalar::i2f(i(a))),
            Op::I2D { dst, a } => double(dst, scalar::i2d(i(a))),
            Op::L2I { dst, a } => int(dst, scalar::l2i(l(a))),
            Op::L2F { dst, a } => float(dst, scalar::l2f(l(a))),
            Op::L2D { dst, a } => double(dst, scalar::l2d(l(a))),
            Op::F2I { dst, a } => int(dst, scalar::f2i(s(a))),
            Op::F2L { dst, a } => long(dst, scalar::f2l(s(a))),
            Op::F2D { dst, a } => double(dst, scalar::f2d(s(a))),
            Op::D2I { dst, a } => int(dst, scalar::d2i(d(a))),
            Op::D2L { dst, a } => long(dst, scalar::d2l(d(a))),
            Op::D2F { dst, a } => float(dst, scalar::d2f(d(a))),
            Op::I2B { dst, a } => int(dst, scalar::i2b(i(a))),
            Op::I2C { dst, a } => int(dst, scalar::i2c(i(a))),
            Op::I2S { dst, a } => int(dst, scalar::i2s(i(a))),
            Op::LCmp { dst, a, b } => int(dst, scalar::lcmp(l(a), l(b))),
            Op::FCmpL { dst, a, b } => int(dst, scalar::fcmpl(s(a), s(b))),
            Op::FCmpG { dst, a, b } => int(dst, scalar::fcmpg(s(a), s(b))),
            Op::DCmpL { dst, a, b } => int(dst, scalar::dcmpl(d(a), d(b))),
            Op::DCmpG { dst, a, b } => int(dst, scalar::dcmpg(d(a), d(b))),
            Op::Goto { to } => jump!(true, to),
            Op::IfIEq { a, b, to } => jump!(scalar::ieq(i(a), i(b)), to),
            Op::IfINe { a, b, to } => jump!(scalar::ine(i(a), i(b)), to),
            Op::IfILt { a, b, to } => jump!(scalar::ilt(i(a), i(b)), to),
            Op::IfIGe { a, b, to } => jump!(scalar::ige(i(a), i(b)), to),
            Op::IfIGt { a, b, to } => jump!(scalar::igt(i(a), i(b)), to),
            Op::IfILe { a, b, to } => jump!(scalar::ile(i(a), i(b)), to),
            Op::IfIEqK { a, k, to } => jump!(scalar::ieq(i(a), k.0.into()), to),
            Op::IfINeK { a, k, to } => jump!(scalar::ine(i(a), k.0.into()), to),
            Op::IfILtK { a, k, to } => jump!(scalar::ilt(i(a), k.0.into()), to),
            Op::IfIGeK { a, k, to } => jump!(scalar::ige(i(a), k.0.into()), to),
            Op::IfIGtK { a, k, to } => jump!(scalar::igt(i(a), k.0.into()), to),
            Op::IfILeK { a, k, to } => jump!(scalar::ile(i(a), k.0.into()), to),
            Op::IfLEq { a, b, to } => jump!(scalar::leq(l(a), l(b)), to),
            Op::IfLNe { a, b, to } => jump!(scalar::lne(l(a), l(b)), to),
            Op::IfLLt { a, b, to } => jump!(scalar::llt(l(a), l(b)), to),
            Op::IfLGe { a, b, to } => jump!(scalar::lge(l(a), l(b)), to),
            Op::IfLGt { a, b, to } => jump!(scalar::lgt(l(a), l(b)), to),
            Op::IfLLe { a, b, to } => jump!(scalar::lle(l(a), l(b)), to),
            Op::Switch { on, table } => return Ok(Next::Goto(body.tables[table.0 as usize].find(i(on)).into())),
            Op::Return { src } => return Ok(Next::Done(r(src))),
            Op::ReturnVoid {} => return Ok(Next::Done(0)),
            Op::Throw { src } => return Err(self.object(r(src))?),
            Op::Ldc { dst, sym } => Some((dst, self.constant(body.syms[usize::from(sym.0)]))),
            Op::New { dst, sym } => {
                let class = class_at(body, sym);
                self.initialize(class)?;
                Some((dst, self.make(Object::instance(class))))
            }
            Op::GetField { dst, obj, sym } => {
                let member = field_at(body, sym);
                let obj = self.object(r(obj))?;
                Some((dst, self.field(obj, member.name.as_str())))
            }
            Op::PutField { obj, src, sym } => {
                let member = field_at(body, sym);
                let obj = self.object(r(obj))?;
                self.set_field(obj, member.name.as_str(), kept(member.desc.as_str(), r(src)));
                None
            }
            Op::GetStatic { dst, sym } => {
                let key = self.static_at(field_at(body, sym))?;
                Some((dst, self.statics.get(&key).copied().unwrap_or(0)))
            }
            Op::PutStatic { src, sym } => {
                let member = field_at(body, sym);
                let key = self.static_at(member)?;
                self.statics.insert(key, kept(member.desc.as_str(), r(src)));
                None
            }
            Op::CheckCast { src, sym } => {
                let object = r(src) as u32;
                if object != 0 && !self.is_a(object, class_at(body, sym)) {
                    return Err(self.throw("java/lang/ClassCastException"));
                }
                None
            }
            Op::InstanceOf { dst, src, sym } => {
                let object = r(src) as u32;
                int(dst, i32::from(object != 0 && self.is_a(object, class_at(body, sym))))
            }
            Op::NewArray { kind, dst, len } => Some((dst, self.array(letter(kind), i(len))?)),
            Op::ANewArray { dst, len, sym } => Some((dst, self.array(&descriptor(class_at(body, sym)), i(len))?)),
            Op::MultiNewArray { dst, call } => {
                let shape = &body.calls[call.0 as usize];
                let lens: Vec<i32> = shape.args.iter().map(|&a| word::int(f[usize::from(a)])).collect();
                Some((dst, self.multi(class_at(body, operand::Sym(shape.sym)), &lens)?))
            }
            Op::ArrayLength { dst, arr } => {
                let array = self.object(r(arr))?;
                int(dst, self.items(array).len() as i32)
            }
            Op::LoadB { dst, arr, at } => int(dst, scalar::i2b(word::int(*self.element(r(arr), i(at))?))),
            Op::LoadC { dst, arr, at } => int(dst, scalar::i2c(word::int(*self.element(r(arr), i(at))?))),
            Op::LoadS { dst, arr, at } => int(dst, scalar::i2s(word::int(*self.element(r(arr), i(at))?))),
            Op::Load32 { dst, arr, at } | Op::Load64 { dst, arr, at } | Op::LoadRef { dst, arr, at } => {
                Some((dst, *self.element(r(arr), i(at))?))
            }
            Op::StoreB { arr, at, src } => {
                self.element(r(arr), i(at))?;
                let kind = if self.class_of(r(arr) as u32) == "[Z" { Kind::Boolean } else { Kind::Byte };
                *self.element(r(arr), i(at))? = word::of_int(scalar::narrow(kind, i(src)));
                None
            }
            Op::Store16 { arr, at, src } => { *self.element(r(arr), i(at))? = word::of_int(scalar::i2c(i(src))); None }
            Op::Store32 { arr, at, src } | Op::Store64 { arr, at, src } => {
                *self.element(r(arr), i(at))? = r(src);
                None
            }
            Op::StoreRef { arr, at, src } => {
                self.element(r(arr), i(at))?;
                let element = self.class_of(r(arr) as u32)[1..].to_owned();
                let class = element.trim_start_matches('L').trim_end_matches(';');
                if r(src) as u32 != 0 && !self.is_a(r(src) as u32, class) {
                    return Err(self.throw("java/lang/ArrayStoreException"));
                }
                *self.element(r(arr), i(at))? = r(src);
                None
            }
            Op::MonitorEnter { obj } => {
                let object = self.object(r(obj))?;
                *self.locks.entry(object).or_insert(0) += 1;
                None
            }
            Op::MonitorExit { obj } => {
                let object = self.object(r(obj))?;
                match self.locks.get_mut(&object) {
                    Some(count) if *count > 0 => *count -= 1,
                    _ => return Err(self.throw("java/lang/IllegalMonitorStateException")),
                }
                None
            }
            Op::InvokeStatic { dst, call } | Op::InvokeSpecial { dst, call } | Op::InvokeVirtual { dst, call }
            | Op::InvokeInterface { dst, call } => Some((dst, self.invoke(body, f, body.ops[pc], call)?)),
            other => panic!("not in the evaluator: {other:?}"),
        };
        if let Some((dst, value)) = written.filter(|(dst, _)| *dst != Dst::NONE) {
            f[usize::from(dst.0)] = value;
        }
        Ok(Next::Goto(pc + 1))
    }
}

fn class_at(body: &Body, sym: operand::Sym) -> &'static str {
    let Sym::Class(name) = body.syms[usize::from(sym.0)] else { panic!("no class") };
    name.as_str()
}

fn field_at(body: &Body, sym: operand::Sym) -> MemberRef {
    let Sym::Field(member) = body.syms[usize::from(sym.0)] else { panic!("no field") };
    member
}

/// What a field with this descriptor keeps of a register.
fn kept(desc: &str, value: u64) -> u64 {
    let kind = match desc {
        "Z" => Kind::Boolean,
        "B" => Kind::Byte,
        "C" => Kind::Char,
        "S" => Kind::Short,
        _ => return value,
    };
    word::of_int(scalar::narrow(kind, word::int(value)))
}
