//! Loops in the machine's own code, for natives over objects that others can see: every element or field is
//! then an operation of its own, and others can come in between. Where nobody can tell, natives do the same
//! in one go and never come here.

use classfile::Kind;
use ir::operand::{Dst, Imm, Int, Src};
use ir::{Builder, CallKind, Op};
use vm::program::FieldId;
use vm::{Answer, Args, ClassId, Context, MethodId, Ref, Trap, Use, member};

const SYSTEM: &str = "java/lang/System";
const COPY: &str = "(Ljava/lang/Object;ILjava/lang/Object;II)V";
const OBJECT_TO_OBJECT: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";

/// How the elements of two arrays are moved.
#[derive(Clone, Copy)]
pub enum Moved {
    /// Numbers of this kind.
    Number(Kind),
    Reference,
    /// References of which some may not go into the target; the native decides and says so.
    Checked(vm::Native),
}

impl Moved {
    fn key(self) -> String {
        match self {
            Moved::Number(kind) => format!("copy {}", kind.letter() as char),
            Moved::Reference => "copy references".to_string(),
            Moved::Checked(_) => "copy checked references".to_string(),
        }
    }
}

/// `System.arraycopy` element by element: the arguments have been checked.
pub fn copy(cx: &mut Context<'_>, args: &Args<'_>, moved: Moved) -> Trap {
    let mut made = || -> Result<MethodId, Trap> {
        let store = match moved {
            Moved::Checked(native) => {
                let desc = "(Ljava/lang/Object;Ljava/lang/Object;ILjava/lang/Object;)V";
                Some(cx.builtin("storeChecked", desc, native)?)
            }
            _ => None,
        };
        let class = cx.load(SYSTEM)?;
        cx.adapter(&moved.key(), class, COPY, Some(args.method), || copying(moved, store))
    };
    match made() {
        Ok(adapter) => Trap::Call(adapter, args.words.to_vec()),
        Err(trap) => trap,
    }
}

/// `from, at, to, at, count`; backwards where the array is moved up within itself.
fn copying(moved: Moved, store: Option<classfile::MemberRef>) -> Builder {
    let [from, from_at, to, to_at, count] = [0, 1, 2, 3, 4];
    let mut b = Builder::new(&[true, false, true, false, false]);
    let value = b.reg(!matches!(moved, Moved::Number(_)));
    let one = |b: &mut Builder| {
        b.emit(loading(moved, Dst(value), Src(from), Src(from_at)));
        match store {
            Some(store) => {
                b.call(CallKind::Static, store, false, &[from, to, to_at, value], None);
            }
            None => {
                b.emit(storing(moved, Src(to), Src(to_at), Src(value)));
            }
        }
    };
    let step = |b: &mut Builder, register: u16, by: i16| {
        b.emit(Op::IAddK { dst: Dst(register), a: Src(register), k: Imm(by) });
    };
    let (forward, backward, out) = (b.label(), b.label(), b.label());
    b.jump(forward, |to_label| Op::IfINe { a: Src(from), b: Src(to), to: to_label });
    b.jump(forward, |to_label| Op::IfIGe { a: Src(from_at), b: Src(to_at), to: to_label });
    b.emit(Op::IAdd { dst: Dst(from_at), a: Src(from_at), b: Src(count) });
    b.emit(Op::IAdd { dst: Dst(to_at), a: Src(to_at), b: Src(count) });
    b.place(backward);
    b.jump(out, |to_label| Op::IfILeK { a: Src(count), k: Imm(0), to: to_label });
    step(&mut b, from_at, -1);
    step(&mut b, to_at, -1);
    step(&mut b, count, -1);
    one(&mut b);
    b.jump(backward, |to| Op::Goto { to });
    b.place(forward);
    b.jump(out, |to_label| Op::IfILeK { a: Src(count), k: Imm(0), to: to_label });
    one(&mut b);
    step(&mut b, from_at, 1);
    step(&mut b, to_at, 1);
    step(&mut b, count, -1);
    b.jump(forward, |to| Op::Goto { to });
    b.place(out);
    b.emit(Op::ReturnVoid {});
    b
}

fn loading(moved: Moved, dst: Dst, arr: Src, at: Src) -> Op {
    match moved {
        Moved::Number(Kind::Boolean | Kind::Byte) => Op::LoadB { dst, arr, at },
        Moved::Number(Kind::Char) => Op::LoadC { dst, arr, at },
        Moved::Number(Kind::Short) => Op::LoadS { dst, arr, at },
        Moved::Number(Kind::Long | Kind::Double) => Op::Load64 { dst, arr, at },
        Moved::Number(_) => Op::Load32 { dst, arr, at },
        Moved::Reference | Moved::Checked(_) => Op::LoadRef { dst, arr, at },
    }
}

fn storing(moved: Moved, arr: Src, at: Src, src: Src) -> Op {
    match moved {
        Moved::Number(Kind::Boolean | Kind::Byte) => Op::StoreB { arr, at, src },
        Moved::Number(Kind::Char | Kind::Short) => Op::Store16 { arr, at, src },
        Moved::Number(Kind::Long | Kind::Double) => Op::Store64 { arr, at, src },
        Moved::Number(_) => Op::Store32 { arr, at, src },
        Moved::Reference | Moved::Checked(_) => Op::StoreRef { arr, at, src },
    }
}

/// `Object.clone` of an array or object that others can see.
pub fn clone(cx: &mut Context<'_>, args: &Args<'_>, is_array: bool) -> Trap {
    let adapter = if is_array { clone_array(cx, args.method) } else { clone_fields(cx, args.method) };
    adapter.map_or_else(|trap| trap, |adapter| Trap::Call(adapter, args.words.to_vec()))
}

fn clone_array(cx: &mut Context<'_>, shown_as: MethodId) -> Result<MethodId, Trap> {
    let blank = cx.builtin("blank", OBJECT_TO_OBJECT, blank)?;
    let class = cx.load(SYSTEM)?;
    cx.adapter("clone array", class, OBJECT_TO_OBJECT, Some(shown_as), || {
        let mut b = Builder::new(&[true]);
        let (copy, zero, count) = (b.reg(true), b.reg(false), b.reg(false));
        b.call(CallKind::Static, blank, false, &[0], Some(copy));
        b.emit(Op::Const { dst: Dst(zero), value: Int(0) });
        b.emit(Op::ArrayLength { dst: Dst(count), arr: Src(0) });
        b.call(
            CallKind::Static,
            member(SYSTEM, "arraycopy", COPY),
            false,
            &[0, zero, copy, zero, count],
            None,
        );
        b.emit(Op::Return { src: Src(copy) });
        b
    })
}

fn clone_fields(cx: &mut Context<'_>, shown_as: MethodId) -> Result<MethodId, Trap> {
    let blank = cx.builtin("blank", OBJECT_TO_OBJECT, blank)?;
    let count = cx.builtin("countFields", "(Ljava/lang/Object;)I", count_fields)?;
    let one = cx.builtin("copyField", "(Ljava/lang/Object;Ljava/lang/Object;I)V", copy_field)?;
    let class = cx.load(SYSTEM)?;
    cx.adapter("clone fields", class, OBJECT_TO_OBJECT, Some(shown_as), || {
        let mut b = Builder::new(&[true]);
        let (copy, left) = (b.reg(true), b.reg(false));
        let (next, out) = (b.label(), b.label());
        b.call(CallKind::Static, blank, false, &[0], Some(copy));
        b.call(CallKind::Static, count, false, &[0], Some(left));
        b.place(next);
        b.jump(out, |to| Op::IfILeK { a: Src(left), k: Imm(0), to });
        b.emit(Op::IAddK { dst: Dst(left), a: Src(left), k: Imm(-1) });
        b.call(CallKind::Static, one, false, &[0, copy, left], None);
        b.jump(next, |to| Op::Goto { to });
        b.place(out);
        b.emit(Op::Return { src: Src(copy) });
        b
    })
}

/// The instance fields of a class and all above it.
pub fn instance_fields(cx: &Context<'_>, class: ClassId) -> Vec<FieldId> {
    let program = cx.program();
    let all = program.classes[class].ancestors.iter().flat_map(|&above| program.classes[above].fields.iter());
    all.copied().filter(|&field| !program.fields[field].access.is_static()).collect()
}

/// A new object of the same class, or array of the same length, with nothing in it.
fn blank(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    let class = cx.class_of(object);
    let made = match cx.is_array(object) {
        true => cx.new_array(class, cx.array_len(object)? as i32)?,
        false => cx.new_object(class)?,
    };
    Ok(u64::from(made.0))
}

fn count_fields(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.class_of(args.object(0)?);
    Ok(instance_fields(cx, class).len() as u64)
}

/// `from, to, how many fields come after this one`.
fn copy_field(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (from, to) = (args.object(0)?, args.object(1)?);
    let fields = instance_fields(cx, cx.class_of(from));
    // The loop counts down: so the order is that of the declaration.
    let nth = (fields.len() - 1).checked_sub(args.int(2) as u32 as usize);
    let field = nth.and_then(|nth| fields.get(nth)).ok_or_else(|| Trap::internal("no such field"))?;
    let (unit, kind) = (cx.program().fields[*field].unit, cx.program().fields[*field].kind);
    match kind {
        Kind::Ref => {
            let value = cx.get_ref(from, unit)?;
            cx.own_put_ref(to, unit, value);
        }
        kind if kind.is_wide() => {
            let value = cx.get64(from, unit)?;
            cx.own_put64(to, unit, value);
        }
        _ => {
            let value = cx.get32(from, unit)?;
            cx.own_put32(to, unit, value);
        }
    }
    Ok(0)
}

/// Goes on as the same native over a copy of the array at argument `index` that only this thread has, of
/// which `count` elements from `from` on are taken one by one.
pub fn over_copy(cx: &mut Context<'_>, args: &Args<'_>, index: usize, from: i32, count: i32) -> Trap {
    match copied(cx, args.method, index) {
        Ok(adapter) => {
            let bounds = [from, count].map(|bound| u64::from(bound.max(0) as u32));
            Trap::Call(adapter, [args.words, &bounds].concat())
        }
        Err(trap) => trap,
    }
}

/// The same for a whole array, where others could change it between two looks; else nothing.
///
/// # Errors
/// What the native is to go on with.
pub fn take_alone(cx: &mut Context<'_>, args: &Args<'_>, index: usize) -> Result<(), Trap> {
    let array = args.maybe(index);
    if !cx.is_array(array) || !cx.is_divisible(array, 0, Use::Read) {
        return Ok(());
    }
    match cx.array_len(array)? {
        0 | 1 => Ok(()),
        count => Err(over_copy(cx, args, index, 0, count as i32)),
    }
}

fn copied(cx: &mut Context<'_>, native: MethodId, index: usize) -> Result<MethodId, Trap> {
    let blank = cx.builtin("blank", OBJECT_TO_OBJECT, blank)?;
    let m = &cx.program().methods[native];
    let (owner, name, desc, is_static, ret) = (m.class, m.name, m.desc, m.is_static(), m.ret);
    let params: Vec<bool> = m.params.iter().map(|&kind| kind == Kind::Ref).collect();
    let class = cx.program().classes[owner].name;
    let receiver = if is_static { String::new() } else { format!("L{class};") };
    let (given, answer) = desc.as_str()[1..].split_once(')').unwrap_or_default();
    let extended = format!("({receiver}{given}II){answer}");
    let called = member(class.as_str(), name.as_str(), desc.as_str());
    let kind = if is_static { CallKind::Static } else { CallKind::Special };
    let key = format!("over copy {index} {class}.{name}{desc}");
    cx.adapter(&key, owner, &extended, Some(native), || {
        let count = params.len() as u16;
        let mut b = Builder::new(&[&params[..], &[false, false]].concat());
        let own = b.reg(true);
        let (array, from) = (index as u16, count);
        b.call(CallKind::Static, blank, false, &[array], Some(own));
        let parts = [array, from, own, from, count + 1];
        b.call(CallKind::Static, member(SYSTEM, "arraycopy", COPY), false, &parts, None);
        let args: Vec<u16> = (0..count).map(|i| if i == array { own } else { i }).collect();
        let dst = (ret != Kind::Void).then(|| b.reg(ret == Kind::Ref));
        b.call(kind, called, false, &args, dst);
        match dst {
            Some(dst) => b.emit(Op::Return { src: Src(dst) }),
            None => b.emit(Op::ReturnVoid {}),
        };
        b
    })
}

/// The kind of what an array holds, for copying it.
pub fn kind_of_elements(cx: &Context<'_>, array: Ref) -> Kind {
    let program = cx.program();
    let element = program.classes[cx.class_of(array)].element();
    element.map_or(Kind::Ref, |element| match program.classes[element].kind {
        vm::program::ClassKind::Primitive(kind) => kind,
        _ => Kind::Ref,
    })
}
