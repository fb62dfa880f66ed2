//! Random numbers whose seed the program has not chosen: those of one seed, or one of several as a choice.
//!
//! A generator of which any number is to be explored has a seed that nobody chooses, and keeps it.

use vm::state::thread::ThreadId;
use vm::{Answer, Args, Assumption, Context, Registry, Trap, int};

const IDENTIFIER: &str = "java/util/UUID";
const RANDOM: &str = "java/util/Random";
const LOCAL: &str = "java/util/concurrent/ThreadLocalRandom";
/// The seed of a generator that has none.
const ANY_SEED: u64 = 0x7A11_5EED_0CA5;
/// Spreads small numbers over all.
const GOLDEN: u64 = base::SPREAD;
/// What `Random` makes of a seed at first.
const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;
/// All numbers below a bound are tried up to this one; of more the first, the last and one between.
const MOST_WHOLE: i32 = 16;

const INTS: [i32; 5] = [0, 1, -1, i32::MIN, i32::MAX];
const LONGS: [i64; 5] = [0, 1, -1, i64::MIN, i64::MAX];
const DOUBLES: [f64; 3] = [0.0, 0.5, 1.0 - f64::EPSILON / 2.0];
const FLOATS: [f32; 3] = [0.0, 0.5, 1.0 - f32::EPSILON / 2.0];

pub(super) fn register(registry: &mut Registry) {
    registry.add(RANDOM, "<init>()V", seedless);
    for class in [RANDOM, LOCAL] {
        registry.add(class, "nextInt(I)I", |m, a| bounded(m, a, 0, a.int(1)));
        registry.add(class, "nextInt()I", |m, a| any(m, a, &INTS, int));
        registry.add(class, "nextLong()J", |m, a| any(m, a, &LONGS, |value| value as u64));
        registry.add(class, "nextDouble()D", |m, a| any(m, a, &DOUBLES, f64::to_bits));
        registry.add(class, "nextFloat()F", |m, a| any(m, a, &FLOATS, |value| u64::from(value.to_bits())));
        registry.add(class, "nextBoolean()Z", next_boolean);
    }
    registry.add(LOCAL, "nextInt(II)I", |m, a| bounded(m, a, a.int(1), a.int(2)));
    registry.add(LOCAL, "localInit()V", begin_local);
    for class in ["java/lang/Math", "java/lang/StrictMath"] {
        registry.add(class, "random()D", |m, a| match explores(m) {
            true => pick(m, a, &DOUBLES, f64::to_bits),
            false => Err(Trap::Original),
        });
    }
    registry.add(IDENTIFIER, "randomUUID()Ljava/util/UUID;", random_identifier);
    for (class, method) in [
        ("java/util/SplittableRandom", "<init>()V"),
        ("java/security/SecureRandom", "<init>()V"),
        // Their order depends on a seed of the library.
        ("java/util/ImmutableCollections$SetN", "iterator()Ljava/util/Iterator;"),
        ("java/util/ImmutableCollections$MapN", "entrySet()Ljava/util/Set;"),
    ] {
        registry.add(class, method, |m, _| {
            m.assume(Assumption::OneSeed);
            Err(Trap::Original)
        });
    }
}

/// Identifiers are made of a thread's own random numbers: they differ from all others, and nothing says which thread
/// made its own first. The library's come from a generator that all threads have in common.
fn random_identifier(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    const VERSION: u64 = 0x4000;
    const VARIANT: u64 = 1 << 63;
    if !cx.is_exploring() {
        return Err(Trap::Original);
    }
    cx.assume(Assumption::OneSeed);
    let class = cx.load(IDENTIFIER)?;
    cx.ensure_initialized(args.thread, class)?;
    let unit = |cx: &Context<'_>, name: &str| {
        let field = cx.program().find_field(class, name.into(), "J".into());
        field.map(|field| cx.program().fields[field].unit)
    };
    let (Some(most), Some(least)) = (unit(cx, "mostSigBits"), unit(cx, "leastSigBits")) else {
        return Err(Trap::Original);
    };
    let seed = first_seed(args.thread);
    let identifier = cx.new_object(class)?;
    let [high, low] = [(); 2].map(|()| base::mixed(cx.next_random(args.thread, seed, GOLDEN)));
    cx.own_put64(identifier, most, high & !0xF000 | VERSION);
    cx.own_put64(identifier, least, low >> 2 | VARIANT);
    Ok(u64::from(identifier.0))
}

/// Seeds of different threads are far apart: each goes on by [`GOLDEN`].
fn first_seed(thread: ThreadId) -> u64 {
    base::mixed((u64::from(thread.0) + 1).wrapping_mul(GOLDEN))
}

/// Any number is to be explored; if not, that is noted.
fn explores(cx: &Context<'_>) -> bool {
    let explores = cx.is_exploring() && cx.liberties().random;
    if !explores {
        cx.assume(Assumption::OneSeed);
    }
    explores
}

/// A thread's own random numbers begin. The library takes seeds from a counter that all threads have in common:
/// then who comes first would show in every number. The probe spreads threads over tables. A worker of a fork-join
/// pool changes it each time that it looks for work, unless it is zero: then it is always where it was.
fn begin_local(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    if !cx.is_exploring() {
        return Err(Trap::Original);
    }
    let caller = cx.callers(args.thread).next();
    let is_worker =
        caller.is_some_and(|caller| cx.program().methods[caller].name.as_str() == "registerWorker");
    if is_worker {
        cx.assume(Assumption::Processors);
    }
    let probe = (args.thread.0 + 1).wrapping_mul(GOLDEN as u32);
    cx.begin_random(args.thread, first_seed(args.thread), if is_worker { 0 } else { probe });
    Ok(0)
}

/// `new Random()`.
fn seedless(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    if !explores(cx) {
        return Err(Trap::Original);
    }
    let class = cx.load(RANDOM)?;
    Err(cx.tail_call(class, "<init>", "(J)V", vec![args.words[0], ANY_SEED]))
}

/// The generator has no seed of its own, and its numbers are not made by a class of the program.
fn is_open(cx: &mut Context<'_>, args: &Args<'_>) -> Result<bool, Trap> {
    let object = args.object(0)?;
    let class = cx.class_of(object);
    let is = |name: &str| cx.program().classes[class].name.as_str() == name;
    if is(LOCAL) {
        return Ok(explores(cx));
    }
    if !is(RANDOM) || !cx.is_exploring() || !cx.liberties().random {
        return Ok(false);
    }
    let seed =
        cx.program().find_field(class, "seed".into(), "Ljava/util/concurrent/atomic/AtomicLong;".into());
    let Some(seed) = seed.map(|field| cx.program().fields[field].unit) else { return Ok(false) };
    let holder = cx.get_ref(object, seed)?;
    if holder.is_null() {
        return Ok(false);
    }
    let value = cx.program().find_field(cx.class_of(holder), "value".into(), "J".into());
    let Some(value) = value.map(|field| cx.program().fields[field].unit) else { return Ok(false) };
    Ok(cx.get64(holder, value)? == (ANY_SEED ^ MULTIPLIER) & MASK)
}

fn bounded(cx: &mut Context<'_>, args: Args<'_>, from: i32, to: i32) -> Answer {
    if to <= from || !is_open(cx, &args)? {
        return Err(Trap::Original);
    }
    let count = i64::from(to) - i64::from(from);
    if count <= i64::from(MOST_WHOLE) {
        let all: Vec<i32> = (from..to).collect();
        return whole(cx, args, &all, int);
    }
    let middle = i64::from(from) + count / 2;
    pick(cx, args, &[from, middle as i32, to - 1], int)
}

fn next_boolean(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match is_open(cx, &args)? {
        true => whole(cx, args, &[false, true], u64::from),
        false => Err(Trap::Original),
    }
}

/// One of some numbers of a large range, if the generator has no seed.
fn any<T: Copy + std::fmt::Debug>(
    cx: &mut Context<'_>,
    args: Args<'_>,
    values: &[T],
    word: impl Fn(T) -> u64,
) -> Answer {
    match is_open(cx, &args)? {
        true => pick(cx, args, values, word),
        false => Err(Trap::Original),
    }
}

fn pick<T: Copy + std::fmt::Debug>(
    cx: &mut Context<'_>,
    args: Args<'_>,
    values: &[T],
    word: impl Fn(T) -> u64,
) -> Answer {
    cx.assume(Assumption::SomeNumbers);
    whole(cx, args, values, word)
}

/// One of all values.
fn whole<T: Copy + std::fmt::Debug>(
    cx: &mut Context<'_>,
    args: Args<'_>,
    values: &[T],
    word: impl Fn(T) -> u64,
) -> Answer {
    let which = cx.ask(args.thread, values.len() as u32)?;
    let value = values[which as usize];
    if cx.is_narrating() {
        cx.note_choice(&format!("the random value is {value:?}"));
    }
    Ok(word(value))
}
