//! A small evaluator of bodies: scalars, arrays, static methods of one class, exceptions. The plainest
//! reading of the operations, to compare lowered code with the real machine and with a stack machine.

use ir::operand::{Call, Dst, Kind, Src};
use ir::{Body, Op, Sym, scalar};

/// What a handle stands for.
enum Object {
    Array(Vec<u64>),
    Thrown(String),
}

/// Bodies by name and descriptor, and a heap that only grows.
pub struct Eval<'a> {
    pub find: &'a dyn Fn(&str, &str) -> Option<&'a Body>,
    heap: Vec<Object>,
}

/// The name of what was thrown.
type Outcome = Result<u64, u32>;

impl<'a> Eval<'a> {
    pub fn new(find: &'a dyn Fn(&str, &str) -> Option<&'a Body>) -> Self {
        Eval { find, heap: Vec::new() }
    }

    /// Runs a body; the error is the exception's class.
    pub fn run(&mut self, body: &Body, args: &[u64]) -> Result<u64, String> {
        self.call(body, args).map_err(|thrown| match &self.heap[thrown as usize - 1] {
            Object::Thrown(name) => name.replace('/', "."),
            Object::Array(_) => "an array".into(),
        })
    }

    fn call(&mut self, body: &Body, args: &[u64]) -> Outcome {
        let mut frame = vec![0; usize::from(body.registers)];
        frame[..args.len()].copy_from_slice(args);
        let mut at = 0;
        loop {
            match self.step(body, &mut frame, at) {
                Ok(Next::Goto(to)) => at = to,
                Ok(Next::Done(value)) => return Ok(value),
                Err(thrown) => {
                    let name = match &self.heap[thrown as usize - 1] {
                        Object::Thrown(name) => name.clone(),
                        Object::Array(_) => String::new(),
                    };
                    let fits = |row: u16| matches!(body.syms[usize::from(row)], Sym::Class(c) if is(&name, c.as_str()));
                    let handler = ir::handlers_of(body, at).find(|handler| handler.catch.is_none_or(fits));
                    let Some(handler) = handler else { return Err(thrown) };
                    frame[usize::from(handler.dst)] = u64::from(thrown);
                    at = usize::from(handler.target);
                }
            }
        }
    }

    fn throw(&mut self, name: &str) -> u32 {
        self.make(Object::Thrown(name.into())) as u32
    }

    fn make(&mut self, object: Object) -> u64 {
        self.heap.push(object);
        self.heap.len() as u64
    }

    fn invoke(&mut self, body: &Body, frame: &[u64], call: Call) -> Outcome {
        let shape = &body.calls[call.0 as usize];
        let Sym::Method { member, .. } = body.syms[usize::from(shape.sym)] else { panic!("no method") };
        if member.name.as_str() == "<init>" {
            return Ok(0);
        }
        let args: Vec<u64> = shape.args.iter().map(|&register| frame[usize::from(register)]).collect();
        let callee = (self.find)(member.name.as_str(), member.desc.as_str()).expect("callee");
        self.call(callee, &args)
    }

    fn multi(&mut self, lengths: &[u64], dims: usize) -> u64 {
        let [first, rest @ ..] = lengths else { return 0 };
        let rows = (0..*first).map(|_| if dims > 1 { self.multi(rest, dims - 1) } else { 0 }).collect();
        self.make(Object::Array(rows))
    }

    fn element(&mut self, arr: u64, at: u64) -> Result<&mut u64, u32> {
        let index = at as u32 as i32;
        let bound = match self.heap.get((arr as usize).wrapping_sub(1)) {
            Some(Object::Array(items)) => items.len() as i64,
            _ => return Err(self.throw("java/lang/NullPointerException")),
        };
        if i64::from(index) < 0 || i64::from(index) >= bound {
            return Err(self.throw("java/lang/ArrayIndexOutOfBoundsException"));
        }
        match &mut self.heap[arr as usize - 1] {
            Object::Array(items) => Ok(&mut items[index as usize]),
            Object::Thrown(_) => unreachable!(),
        }
    }

    #[rustfmt::skip]
    fn step(&mut self, body: &Body, f: &mut [u64], pc: usize) -> Result<Next, u32> {
        let r = |src: Src| f[usize::from(src.0)];
        let i = |src: Src| r(src) as i32;
        let l = |src: Src| r(src) as i64;
        let s = |src: Src| f32::from_bits(r(src) as u32);
        let d = |src: Src| f64::from_bits(r(src));
        let int = |dst: Dst, value: i32| Some((dst, u64::from(value as u32)));
        let long = |dst: Dst, value: i64| Some((dst, value as u64));
        let float = |dst: Dst, value: f32| Some((dst, u64::from(value.to_bits())));
        let double = |dst: Dst, value: f64| Some((dst, value.to_bits()));
        let zero = "java/lang/ArithmeticException";
        macro_rules! jump { ($condition:expr, $to:expr) => { return Ok(Next::Goto(if $condition { usize::from($to.0) } else { pc + 1 })) } }
        let written = match body.ops[pc] {
            Op::Nop {} => None,
            Op::Move { dst, src } => Some((dst, r(src))),
            Op::Const { dst, value } => int(dst, value.0),
            Op::ConstWide { dst, value } => Some((dst, body.wides[value.0 as usize])),
            Op::IAdd { dst, a, b } => int(dst, i(a).wrapping_add(i(b))),
            Op::ISub { dst, a, b } => int(dst, i(a).wrapping_sub(i(b))),
            Op::IMul { dst, a, b } => int(dst, i(a).wrapping_mul(i(b))),
            Op::IDiv { dst, a, b } => int(dst, scalar::idiv(i(a), i(b)).ok_or_else(|| self.throw(zero))?),
            Op::IRem { dst, a, b } => int(dst, scalar::irem(i(a), i(b)).ok_or_else(|| self.throw(zero))?),
            Op::INeg { dst, a } => int(dst, i(a).wrapping_neg()),
            Op::IAnd { dst, a, b } => int(dst, i(a) & i(b)),
            Op::IOr { dst, a, b } => int(dst, i(a) | i(b)),
            Op::IXor { dst, a, b } => int(dst, i(a) ^ i(b)),
            Op::IShl { dst, a, b } => int(dst, scalar::ishl(i(a), i(b))),
            Op::IShr { dst, a, b } => int(dst, scalar::ishr(i(a), i(b))),
            Op::IUshr { dst, a, b } => int(dst, scalar::iushr(i(a), i(b))),
            Op::IAddK { dst, a, k } => int(dst, i(a).wrapping_add(k.0.into())),
            Op::IMulK { dst, a, k } => int(dst, i(a).wrapping_mul(k.0.into())),
            Op::IAndK { dst, a, k } => int(dst, i(a) & i32::from(k.0)),
            Op::IShlK { dst, a, k } => int(dst, scalar::ishl(i(a), k.0.into())),
            Op::IShrK { dst, a, k } => int(dst, scalar::ishr(i(a), k.0.into())),
            Op::IUshrK { dst, a, k } => int(dst, scalar::iushr(i(a), k.0.into())),
            Op::LAdd { dst, a, b } => long(dst, l(a).wrapping_add(l(b))),
            Op::LSub { dst, a, b } => long(dst, l(a).wrapping_sub(l(b))),
            Op::LMul { dst, a, b } => long(dst, l(a).wrapping_mul(l(b))),
            Op::LDiv { dst, a, b } => long(dst, scalar::ldiv(l(a), l(b)).ok_or_else(|| self.throw(zero))?),
            Op::LRem { dst, a, b } => long(dst, scalar::lrem(l(a), l(b)).ok_or_else(|| self.throw(zero))?),
            Op::LNeg { dst, a } => long(dst, l(a).wrapping_neg()),
            Op::LAnd { dst, a, b } => long(dst, l(a) & l(b)),
            Op::LOr { dst, a, b } => long(dst, l(a) | l(b)),
            Op::LXor { dst, a, b } => long(dst, l(a) ^ l(b)),
            Op::LShl { dst, a, b } => long(dst, scalar::lshl(l(a), i(b))),
            Op::LShr { dst, a, b } => long(dst, scalar::lshr(l(a), i(b))),
            Op::LUshr { dst, a, b } => long(dst, scalar::lushr(l(a), i(b))),
            Op::LAddK { dst, a, k } => long(dst, l(a).wrapping_add(k.0.into())),
            Op::LShlK { dst, a, k } => long(dst, scalar::lshl(l(a), k.0.into())),
            Op::LShrK { dst, a, k } => long(dst, scalar::lshr(l(a), k.0.into())),
            Op::LUshrK { dst, a, k } => long(dst, scalar::lushr(l(a), k.0.into())),
            Op::FAdd { dst, a, b } => float(dst, s(a) + s(b)),
            Op::FSub { dst, a, b } => float(dst, s(a) - s(b)),
            Op::FMul { dst, a, b } => float(dst, s(a) * s(b)),
            Op::FDiv { dst, a, b } => float(dst, s(a) / s(b)),
            Op::FRem { dst, a, b } => float(dst, scalar::frem(s(a), s(b))),
            Op::FNeg { dst, a } => float(dst, -s(a)),
            Op::DAdd { dst, a, b } => double(dst, d(a) + d(b)),
            Op::DSub { dst, a, b } => double(dst, d(a) - d(b)),
            Op::DMul { dst, a, b } => double(dst, d(a) * d(b)),
            Op::DDiv { dst, a, b } => double(dst, d(a) / d(b)),
            Op::DRem { dst, a, b } => double(dst, scalar::drem(d(a), d(b))),
            Op::DNeg { dst, a } => double(dst, -d(a)),
            Op::I2L { dst, a } => long(dst, i(a).into()),
            Op::I2F { dst, a } => float(dst, i(a) as f32),
            Op::I2D { dst, a } => double(dst, i(a).into()),
            Op::L2I { dst, a } => int(dst, l(a) as i32),
            Op::L2F { dst, a } => float(dst, l(a) as f32),
            Op::L2D { dst, a } => double(dst, l(a) as f64),
            Op::F2I { dst, a } => int(dst, scalar::f2i(s(a))),
            Op::F2L { dst, a } => long(dst, scalar::f2l(s(a))),
            Op::F2D { dst, a } => double(dst, s(a).into()),
            Op::D2I { dst, a } => int(dst, scalar::d2i(d(a))),
            Op::D2L { dst, a } => long(dst, scalar::d2l(d(a))),
            Op::D2F { dst, a } => float(dst, d(a) as f32),
            Op::I2B { dst, a } => int(dst, scalar::i2b(i(a))),
            Op::I2C { dst, a } => int(dst, scalar::i2c(i(a))),
            Op::I2S { dst, a } => int(dst, scalar::i2s(i(a))),
            Op::LCmp { dst, a, b } => int(dst, scalar::lcmp(l(a), l(b))),
            Op::FCmpL { dst, a, b } => int(dst, scalar::fcmpl(s(a), s(b))),
            Op::FCmpG { dst, a, b } => int(dst, scalar::fcmpg(s(a), s(b))),
            Op::DCmpL { dst, a, b } => int(dst, scalar::dcmpl(d(a), d(b))),
            Op::DCmpG { dst, a, b } => int(dst, scalar::dcmpg(d(a), d(b))),
            Op::Goto { to } => jump!(true, to),
            Op::IfIEq { a, b, to } => jump!(i(a) == i(b), to),
            Op::IfINe { a, b, to } => jump!(i(a) != i(b), to),
            Op::IfILt { a, b, to } => jump!(i(a) < i(b), to),
            Op::IfIGe { a, b, to } => jump!(i(a) >= i(b), to),
            Op::IfIGt { a, b, to } => jump!(i(a) > i(b), to),
            Op::IfILe { a, b, to } => jump!(i(a) <= i(b), to),
            Op::IfIEqK { a, k, to } => jump!(i(a) == i32::from(k.0), to),
            Op::IfINeK { a, k, to } => jump!(i(a) != i32::from(k.0), to),
            Op::IfILtK { a, k, to } => jump!(i(a) < i32::from(k.0), to),
            Op::IfIGeK { a, k, to } => jump!(i(a) >= i32::from(k.0), to),
            Op::IfIGtK { a, k, to } => jump!(i(a) > i32::from(k.0), to),
            Op::IfILeK { a, k, to } => jump!(i(a) <= i32::from(k.0), to),
            Op::IfLEq { a, b, to } => jump!(l(a) == l(b), to),
            Op::IfLNe { a, b, to } => jump!(l(a) != l(b), to),
            Op::IfLLt { a, b, to } => jump!(l(a) < l(b), to),
            Op::IfLGe { a, b, to } => jump!(l(a) >= l(b), to),
            Op::IfLGt { a, b, to } => jump!(l(a) > l(b), to),
            Op::IfLLe { a, b, to } => jump!(l(a) <= l(b), to),
            Op::Switch { on, table } => return Ok(Next::Goto(body.tables[table.0 as usize].find(i(on)).into())),
            Op::Return { src } => return Ok(Next::Done(r(src))),
            Op::ReturnVoid {} => return Ok(Next::Done(0)),
            Op::Throw { src } => return Err(r(src) as u32),
            Op::New { dst, sym } => {
                let Sym::Class(name) = body.syms[usize::from(sym.0)] else { panic!("no class") };
                Some((dst, self.make(Object::Thrown(name.as_str().into()))))
            }
            Op::GetStatic { dst, .. } => int(dst, 0),
            Op::PutStatic { .. } => None,
            Op::NewArray { dst, len, .. } | Op::ANewArray { dst, len, .. } => {
                let len = i(len) as usize;
                Some((dst, self.make(Object::Array(vec![0; len]))))
            }
            Op::MultiNewArray { dst, call } => {
                let args: Vec<u64> = body.calls[call.0 as usize].args.iter().map(|&a| f[usize::from(a)]).collect();
                Some((dst, self.multi(&args, args.len())))
            }
            Op::ArrayLength { dst, arr } => match &self.heap[r(arr) as usize - 1] {
                Object::Array(items) => int(dst, items.len() as i32),
                Object::Thrown(_) => panic!("no array"),
            },
            Op::LoadB { dst, arr, at } | Op::LoadC { dst, arr, at } | Op::LoadS { dst, arr, at } | Op::Load32 { dst, arr, at }
            | Op::Load64 { dst, arr, at } | Op::LoadRef { dst, arr, at } => Some((dst, *self.element(r(arr), r(at))?)),
            Op::StoreB { arr, at, src } => { *self.element(r(arr), r(at))? = cut(r(src), Kind::Byte); None }
            Op::Store16 { arr, at, src } => { *self.element(r(arr), r(at))? = cut(r(src), Kind::Char); None }
            Op::Store32 { arr, at, src } | Op::Store64 { arr, at, src } | Op::StoreRef { arr, at, src } => { *self.element(r(arr), r(at))? = r(src); None }
            Op::InvokeStatic { dst, call } | Op::InvokeSpecial { dst, call } => Some((dst, self.invoke(body, f, call)?)),
            other => panic!("not in the evaluator: {other:?}"),
        };
        if let Some((dst, value)) = written.filter(|(dst, _)| *dst != Dst::NONE) {
            f[usize::from(dst.0)] = value;
        }
        Ok(Next::Goto(pc + 1))
    }
}

enum Next {
    Goto(usize),
    Done(u64),
}

fn cut(value: u64, kind: Kind) -> u64 {
    let value = value as i32;
    u64::from(if kind == Kind::Byte { scalar::i2b(value) } else { scalar::i2c(value) } as u32)
}

/// Enough of the exception hierarchy.
fn is(thrown: &str, caught: &str) -> bool {
    let runtime = thrown.starts_with("java/lang/") && thrown != "java/lang/Exception";
    thrown == caught || caught == "java/lang/RuntimeException" && runtime || caught == "java/lang/Throwable"
}
