//! `java.lang.StackWalker`: frames are handed out in batches, from the top down.
//!
//! Between batches the walker's field `anchor` says how many frames are left below: they stay as they are
//! while the walk lasts.

use super::class::class_array;
use super::{get_int, get_ref, set_int, set_ref, unit_of, word};
use crate::invoke::{method_of, new_target};
use crate::lang::throwable::fill_element;
use crate::nothing;
use base::Symbol;
use ir::operand::Src;
use ir::{Builder, CallKind, Op};
use vm::program::has_annotation;
use vm::{Answer, Args, ClassId, Context, MethodId, Ref, Registry, TraceLine, Trap, member};

const WALKER: &str = "java/lang/StackStreamFactory$AbstractStackWalker";
const INFO: &str = "java/lang/StackFrameInfo";
const WALK: &str = "(JIIII)Ljava/lang/Object;";
/// A flag of the mode: classes are enough.
const CLASSES_ONLY: i32 = 2;
/// In newer versions, flags of a frame.
const CALLER_SENSITIVE: i32 = 0x0010_0000;

pub fn register(registry: &mut Registry) {
    let mut add = |name, native| registry.add(WALKER, name, native);
    add("callStackWalk(JIII[Ljava/lang/Object;)Ljava/lang/Object;", call_stack_walk_17);
    add("fetchStackFrames(JJII[Ljava/lang/Object;)I", fetch_stack_frames_17);
    add(
        "callStackWalk(IILjdk/internal/vm/ContinuationScope;Ljdk/internal/vm/Continuation;II[Ljava/lang/Object;\
            )Ljava/lang/Object;",
        call_stack_walk,
    );
    add("fetchStackFrames(IJIII[Ljava/lang/Object;)I", fetch_stack_frames);
    registry.add("java/lang/StackStreamFactory", "checkStackWalkModes()Z", |_, _| Ok(1));
    registry.add(INFO, "expandStackFrameInfo()V", expand_info);
    let init = "initStackTraceElement(Ljava/lang/StackTraceElement;Ljava/lang/StackFrameInfo;)V";
    registry.add("java/lang/StackTraceElement", init, init_element);
    registry.add("java/lang/SecurityManager", "getClassContext()[Ljava/lang/Class;", get_class_context);
    registry.add(
        "java/lang/StackStreamFactory$AbstractStackWalker",
        "setContinuation(J[Ljava/lang/Object;Ljdk/internal/vm/Continuation;)V",
        nothing,
    );
}

/// What the natives of both versions are given.
struct Batch {
    walker: Ref,
    mode: i32,
    size: i32,
    start: i32,
    buffer: Ref,
}

impl Batch {
    /// Size, start and buffer stand one after the other from `at` on; where that is differs between releases.
    fn of(args: &Args<'_>, mode: i32, at: usize) -> Result<Batch, Trap> {
        let (walker, buffer) = (args.object(0)?, args.object(at + 2)?);
        Ok(Batch { walker, mode, size: args.int(at), start: args.int(at + 1), buffer })
    }
}

/// `mode, skip, size, start, buffer`; the mode is a `long`.
fn call_stack_walk_17(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let batch = Batch::of(&args, args.long(1) as i32, 3)?;
    begin(cx, &args, &batch, args.int(2))
}

/// `mode, anchor, size, start, buffer`; the answer is where the batch ends.
fn fetch_stack_frames_17(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let batch = Batch::of(&args, args.long(1) as i32, 3)?;
    let count = next(cx, &args, &batch)?;
    Ok(u64::from((batch.start + count) as u32))
}

/// `mode, skip, scope, continuation, size, start, buffer`.
fn call_stack_walk(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let batch = Batch::of(&args, args.int(1), 5)?;
    begin(cx, &args, &batch, args.int(2))
}

/// `mode, anchor, last size, size, start, buffer`; the answer is how many there were.
fn fetch_stack_frames(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let batch = Batch::of(&args, args.int(1), 4)?;
    let count = next(cx, &args, &batch)?;
    Ok(u64::from(count as u32))
}

/// Fills the first batch, and goes on with the walker's own method.
fn begin(cx: &mut Context<'_>, args: &Args<'_>, batch: &Batch, skip: i32) -> Answer {
    let places = cx.places(args.thread);
    let walker = cx.load(WALKER)?;
    let is_walking = |place: &&TraceLine| {
        let class = cx.program().methods[place.method].class;
        let name = cx.program().classes[class].name;
        name.as_str() == "java/lang/StackWalker" || cx.program().is_subclass(class, walker)
    };
    let own = places.iter().take_while(is_walking).count();
    let from = (own + skip.max(0) as usize).min(places.len());
    let count = fill(cx, batch, &places[from..])?;
    let left = places.len() - from - count;
    let numbers = [skip, count as i32, batch.start, batch.start + count as i32];
    let mut words = vec![word(batch.walker), anchor(left)];
    words.extend(numbers.map(|number| u64::from(number as u32)));
    Err(Trap::Call(do_stack_walk(cx, args.method)?, words))
}

/// Never 0, which means that the walk has not begun.
fn anchor(left: usize) -> u64 {
    left as u64 + 1
}

fn do_stack_walk(cx: &mut Context<'_>, shown_as: MethodId) -> Result<MethodId, Trap> {
    let class = cx.load(WALKER)?;
    let desc = format!("(L{WALKER};{}", &WALK[1..]);
    cx.adapter("doStackWalk", class, &desc, Some(shown_as), || {
        let mut b = Builder::new(&[true, false, false, false, false, false]);
        let dst = b.reg(true);
        b.call(CallKind::Special, member(WALKER, "doStackWalk", WALK), false, &[0, 1, 2, 3, 4, 5], Some(dst));
        b.emit(Op::Return { src: Src(dst) });
        b
    })
}

/// Fills another batch; how many frames there were.
fn next(cx: &mut Context<'_>, args: &Args<'_>, batch: &Batch) -> Result<i32, Trap> {
    let unit = unit_of(cx, cx.class_of(batch.walker), "anchor", "J")?;
    let left = cx.get64(batch.walker, unit)?.saturating_sub(1) as usize;
    let places = cx.places(args.thread);
    let from = places.len().saturating_sub(left);
    let count = fill(cx, batch, &places[from..])?;
    cx.put64(batch.walker, unit, anchor(left - count))?;
    Ok(count as i32)
}

fn fill(cx: &mut Context<'_>, batch: &Batch, places: &[TraceLine]) -> Result<usize, Trap> {
    let room = cx.array_len(batch.buffer)?.saturating_sub(batch.start as u32) as usize;
    let count = places.len().min(batch.size.max(0) as usize).min(room);
    for (i, place) in places[..count].iter().enumerate() {
        let at = batch.start as u32 + i as u32;
        let class = cx.program().methods[place.method].class;
        let mirror = cx.mirror(class)?;
        let present = cx.load_ref(batch.buffer, at)?;
        let is_object = !present.is_null() && cx.class_of(present) != cx.known().class;
        match (batch.mode & CLASSES_ONLY != 0, is_object) {
            (_, false) => cx.store_ref(batch.buffer, at, mirror)?,
            (true, true) => {
                set_ref(cx, present, "classOrMemberName", "Ljava/lang/Object;", mirror)?;
                add_flags(cx, present, *place)?;
            }
            (false, true) => fill_info(cx, present, *place)?,
        }
    }
    Ok(count)
}

/// A `StackFrameInfo` gets its method and its position.
fn fill_info(cx: &mut Context<'_>, info: Ref, place: TraceLine) -> Result<(), Trap> {
    let resolved = new_target(cx, place.method)?;
    let method = &cx.program().methods[place.method];
    let (class, access) = (method.class, method.access);
    let mirror = cx.mirror(class)?;
    set_int(cx, info, "bci", "I", place.bytecode.map_or(0, |bytecode| bytecode as i32))?;
    match get_ref(cx, info, "memberName", "Ljava/lang/Object;") {
        Ok(name) => {
            const IS_METHOD: u32 = 0x0001_0000;
            const INVOKE_SPECIAL: u32 = 7 << 24;
            let known = cx.known();
            let (class_unit, flags_unit, method_unit) =
                (known.member_class, known.member_flags, known.member_method);
            cx.put_ref(name, class_unit, mirror)?;
            cx.put32(name, flags_unit, u32::from(access.0) | IS_METHOD | INVOKE_SPECIAL)?;
            cx.put_ref(name, method_unit, resolved)
        }
        Err(trap) if !matches!(trap, Trap::Raise(..)) => Err(trap),
        // Newer versions do without a `MemberName`.
        Err(_) => {
            set_ref(cx, resolved, "vmholder", "Ljava/lang/Class;", mirror)?;
            set_ref(cx, info, "classOrMemberName", "Ljava/lang/Object;", resolved)?;
            add_flags(cx, info, place)
        }
    }
}

fn add_flags(cx: &mut Context<'_>, info: Ref, place: TraceLine) -> Result<(), Trap> {
    let method = &cx.program().methods[place.method];
    let file = cx.program().classes[method.class].file.as_ref();
    let declared = file.and_then(|file| Some((file, file.methods.get(usize::from(method.row?))?)));
    let sensitive = declared.is_some_and(|(file, declared)| {
        has_annotation(file, declared, "Ljdk/internal/reflect/CallerSensitive;")
    });
    let own = i32::from(method.access.0) | if sensitive { CALLER_SENSITIVE } else { 0 };
    let flags = get_int(cx, info, "flags", "I")? | own;
    set_int(cx, info, "flags", "I", flags)
}

/// The method and position that `fill_info` put into a `StackFrameInfo`.
fn place_of(cx: &mut Context<'_>, info: Ref) -> Result<TraceLine, Trap> {
    let method_unit = cx.known().member_method;
    let resolved = match get_ref(cx, info, "memberName", "Ljava/lang/Object;") {
        Ok(name) => cx.get_ref(name, method_unit)?,
        Err(trap) if !matches!(trap, Trap::Raise(..)) => return Err(trap),
        Err(_) => get_ref(cx, info, "classOrMemberName", "Ljava/lang/Object;")?,
    };
    let method = method_of(cx, resolved)?;
    let is_native = cx.program().methods[method].access.has(classfile::Access::NATIVE);
    let bytecode = get_int(cx, info, "bci", "I")? as u32;
    Ok(TraceLine { method, bytecode: (!is_native).then_some(bytecode) })
}

fn init_element(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let place = place_of(cx, args.object(1)?)?;
    fill_element(cx, args.object(0)?, place)?;
    Ok(0)
}

/// Name and descriptor of the method.
fn expand_info(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let info = args.object(0)?;
    let place = place_of(cx, info)?;
    let method = &cx.program().methods[place.method];
    let (name, desc): (Symbol, Symbol) = (method.name, method.desc);
    let name = cx.literal(name)?;
    set_ref(cx, info, "name", "Ljava/lang/String;", name)?;
    let desc = cx.literal(desc)?;
    set_ref(cx, info, "type", "Ljava/lang/Object;", desc)?;
    Ok(0)
}

fn get_class_context(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let places = cx.places(args.thread);
    let classes: Vec<ClassId> =
        places.iter().skip(1).map(|place| cx.program().methods[place.method].class).collect();
    Ok(word(class_array(cx, &classes)?))
}
