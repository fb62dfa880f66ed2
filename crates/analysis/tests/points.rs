//! Small environments: what they may return, write and call.

use analysis::points::{self, Effects, Entry, Half, Origin, Precision, Question, Scalar, Solution};
use analysis::{ClassHierarchy, MethodId};
use base::{FastSet, Symbol, names};
use classfile::{ClassPath, Image, Jdk};
use std::path::Path;

/// What the methods of `Env` may do to the classes `Unit` and `Listener`. Effects are by the names of the methods.
fn check(
    text: &str,
    precision: Precision,
    then: impl Fn(&dyn Fn(&str) -> Effects, &dyn Fn(&str) -> u32, &Solution),
) {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let oracle = testkit::jdk::Jdk::find().unwrap();
    let folder = testkit::compile::compile_texts(&oracle, cache, &[("Env.java", text)]).unwrap();
    let jdk = Jdk::find(Some(&oracle.home)).unwrap();
    let (image, path) = (Image::open(&jdk.home).unwrap(), ClassPath::open(&[folder]).unwrap());
    let mut hierarchy = ClassHierarchy::new(vec![&image, &path], jdk.max_class_major());
    let env = hierarchy.class(Symbol::new("Env")).unwrap().unwrap();
    let unit: FastSet<Symbol> = ["Unit", "Listener"].into_iter().map(Symbol::new).collect();
    let methods: Vec<MethodId> = hierarchy
        .methods_of(env)
        .into_iter()
        .filter(|&m| hierarchy.method(m).name != names::CLINIT)
        .collect();
    let entries: Vec<Entry> =
        methods.iter().map(|&method| Entry { method, on: env, is_exact: false }).collect();
    let is_stub = |name: Symbol| name.as_str() == "Env";
    let question = |collapse_after| Question {
        named: unit.clone(),
        unit: unit.clone(),
        is_stub: &is_stub,
        entries: entries.clone(),
        made: vec![env],
        open_fields: FastSet::default(),
        precision,
        budget: 50_000_000,
        collapse_after,
    };
    let answer = points::ask(&mut hierarchy, &question(1)).unwrap();
    // Variables that are never taken together give the same.
    let plain = points::ask(&mut hierarchy, &question(u64::MAX)).unwrap();
    assert_eq!(format!("{:#?}", answer.entries), format!("{:#?}", plain.entries), "{precision:?}");
    assert!(answer.calls == plain.calls && answer.written == plain.written, "{precision:?}");
    // It is a solution: whatever is done once more changes nothing.
    for collapse_after in [1, u64::MAX] {
        assert!(points::is_settled(&mut hierarchy, &question(collapse_after)).unwrap(), "{precision:?}");
    }
    let number = |name: &str| {
        methods
            .iter()
            .position(|&m| hierarchy.method(m).name.as_str() == name)
            .unwrap_or_else(|| panic!("{name}"))
    };
    then(&|name| answer.entries[number(name)].clone(), &|name| number(name) as u32, &answer);
}

const KEEPER: &str = "
class Unit { public boolean flag; public Object held; public static int count; public void call(Object o) {} }
interface Listener { void told(Object o); }
public class Env {
    private final java.util.List<Unit> list = new java.util.ArrayList<>();
    private static Object shared;
    private Listener listener;
    public void put(Unit u) { list.add(u); }
    public void other(Unit u) { }
    public Unit get(int i) { return list.get(i); }
    public void share(Object o) { shared = o; }
    public Object shared() { return shared; }
    public void raise(Unit u) { u.flag = true; }
    public void maybe(Unit u, boolean b) { if (b) u.flag = false; }
    public void give(Unit u, boolean b) { u.flag = b; }
    public void count() { Unit.count = 7; }
    public Object fresh() { return new StringBuilder(); }
    public void hold(Unit u, Object o) { deep(u, o); }
    private void deep(Unit u, Object o) { u.held = o; }
    public void listen(Listener l) { listener = l; }
    public void tell(Object what) { listener.told(what); }
    public void start(Runnable r) { new Thread(r).start(); }
    public void lock(Unit u) { synchronized (u) { } }
    public int number(int n) { if (n > 3) return 4; return 5; }
    public Unit[] copy(Unit[] given) { return given.clone(); }
    public void in_copy(Unit[] given) { given.clone()[0].flag = true; }
    public void lambda(Unit u) { Runnable r = () -> u.flag = true; r.run(); }
}";

#[test]
fn what_was_given_comes_back_from_the_same_receiver_only() {
    check(KEEPER, Precision::Receiver, |of, number, _| {
        let given = |entry: &str, half| Origin::Given { entry: number(entry), parameter: 0, half };
        assert_eq!(of("get").returns, [Origin::Null, given("put", Half::This)].into());
        let shared = of("shared").returns;
        assert!(
            shared.contains(&given("share", Half::This)) && shared.contains(&given("share", Half::Others))
        );
        assert!(!shared.contains(&given("other", Half::This)), "{shared:?}");
    });
    check(KEEPER, Precision::Sites, |of, number, _| {
        let given = Origin::Given { entry: number("put"), parameter: 0, half: Half::Both };
        assert!(of("get").returns.contains(&given), "{:?}", of("get").returns);
        let other = Origin::Given { entry: number("other"), parameter: 0, half: Half::Both };
        assert!(!of("get").returns.contains(&other), "{:?}", of("get").returns);
    });
    check(KEEPER, Precision::Types, |of, _, _| {
        assert!(of("get").returns.contains(&Origin::Outside(Symbol::new("Unit"))));
    });
}

#[test]
fn fields_of_the_unit_and_what_is_written_to_them() {
    for precision in [Precision::Types, Precision::Sites, Precision::Receiver] {
        check(KEEPER, precision, |of, _, _| {
            let raise = of("raise");
            assert!(raise.must_write, "{precision:?} {raise:?}");
            assert_eq!(raise.writes[0].on, [Origin::Parameter(0)].into());
            assert_eq!(raise.writes[0].scalars, [Scalar::Constant(1)].into());
            let maybe = of("maybe");
            assert!(!maybe.must_write && maybe.writes.len() == 1);
            assert_eq!(of("give").writes[0].scalars, [Scalar::Parameter(1)].into());
            let count = of("count");
            assert!(count.writes[0].on.is_empty() && count.writes[0].field.name.as_str() == "count");
            assert_eq!(of("hold").writes[0].field.name.as_str(), "held");
            assert!(of("other").writes.is_empty() && of("put").writes.is_empty());
            assert_eq!(of("lambda").writes.len(), 1, "{:?}", of("lambda"));
        });
    }
}

#[test]
fn a_copy_is_not_what_was_given() {
    for precision in [Precision::Types, Precision::Sites, Precision::Receiver] {
        check(KEEPER, precision, |of, _, _| {
            let returns = of("copy").returns;
            let is_copy = |origin: &Origin| matches!(origin, Origin::CopyOf(_) | Origin::CopyOfGiven { .. });
            let is_given = |origin: &Origin| {
                matches!(origin, Origin::Given { .. } | Origin::Parameter(_) | Origin::Outside(_))
            };
            assert!(returns.iter().any(is_copy), "{precision:?} {returns:?}");
            assert!(!returns.iter().any(is_given), "{precision:?} {returns:?}");
            let written = of("in_copy").writes;
            assert_eq!(written.len(), 1, "{precision:?}: what is in a copy is the unit's {written:?}");
        });
    }
}

#[test]
fn calls_threads_locks_and_values() {
    check(KEEPER, Precision::Receiver, |of, number, answer| {
        let tell = of("tell");
        assert_eq!(tell.calls.len(), 1, "{tell:?}");
        assert_eq!(tell.calls[0].member.name.as_str(), "told");
        let given = Origin::Given { entry: number("listen"), parameter: 0, half: Half::This };
        assert_eq!(tell.calls[0].on, [given].into());
        assert!(!of("start").starts.is_empty() && of("put").starts.is_empty());
        assert_eq!(of("lock").locks, [Origin::Parameter(0)].into());
        assert_eq!(of("number").returned, [Scalar::Constant(4), Scalar::Constant(5)].into());
        assert!(of("fresh").returns.contains(&Origin::New(Symbol::new("java/lang/StringBuilder"))));
        assert!(answer.methods < 400, "{}", answer.methods);
    });
}

/// Methods whose names begin with `never` return what is always there; those with `maybe` return something that
/// somebody may find empty, each for a reason of its own.
const PLACES: &str = "
class Unit { public static Object seen; }
interface Listener { void told(Object o); }
enum Sign {
    PLUS { Sign other() { return MINUS; } }, MINUS { Sign other() { return PLUS; } };
    private final String text = \"s\" + ordinal();
    abstract Sign other();
    String text() { return text; }
    Sign next() { return values()[(ordinal() + 1) % values().length]; }
}
enum Early {
    A, B;
    static { Unit.seen = A; }
    private final Early first = early();
    static Early early() { return B; }
}
class Leaky {
    static Leaky last;
    final Object late;
    Leaky() { last = this; late = new Object(); }
}
class Asked {
    final Object late;
    Asked() { asked(); late = new Object(); }
    Object asked() { return late; }
}
class Below extends Asked {
    final Object own;
    Below() { own = new Object(); }
    Object asked() { return own; }
}
class Chosen {
    final Object one;
    Chosen(boolean b) { if (b) { one = new Object(); } else { one = \"one\"; } }
    Chosen() { this(true); }
}
class Held { final Object held; Held(Object o) { held = o; } }
class Statics {
    static final Object FIRST = new Object();
    static final Object SEEN = look();
    static final Object LATE = new Object();
    static Object plain;
    static Object look() { return LATE; }
}
public class Env {
    private final Object own = new Object();
    private Object open = new Object();
    public Object never_final() { return own; }
    public Object never_constant() { return Sign.PLUS; }
    public Object never_other(int n) { return Sign.values()[n].other(); }
    public Object never_next(int n) { return Sign.values()[n].next(); }
    public Sign[] all() { return Sign.values(); }
    public Object never_named(String s) { return Sign.valueOf(s); }
    public Object never_text(int n) { return Sign.values()[n].text(); }
    public Object never_chosen(boolean b) { return b ? new Chosen().one : new Chosen(b).one; }
    public Object never_array(int n) { return new Object[] { new Object(), \"two\" }[n]; }
    public Object never_static() { return Statics.FIRST; }
    public Object never_joined(int n) { return \"n\" + n; }
    public Object maybe_open() { return open; }
    public Object maybe_early() { return Early.early(); }
    public Object maybe_leaked() { new Leaky(); return Leaky.last.late; }
    public Object maybe_asked() { return new Asked().asked(); }
    public Object maybe_below() { return new Below().asked(); }
    public Object maybe_held() { return new Held(null).held; }
    public Object maybe_array(int n) { Object[] all = new Object[2]; all[0] = own; return all[n]; }
    public Object maybe_twice(int n) { Object[] all = new Object[2]; all[0] = own; all[0] = own; return all[n]; }
    public Object maybe_seen() { return Statics.SEEN; }
    public Object maybe_late() { return Statics.look(); }
    public Object maybe_plain() { return Statics.plain; }
}";

#[test]
fn places_that_are_never_empty() {
    for precision in [Precision::Sites, Precision::Receiver] {
        check(PLACES, precision, |of, _, _| {
            for word in PLACES.split(|c: char| !c.is_alphanumeric() && c != '_') {
                let is_null = match word.split_once('_') {
                    Some(("never", _)) => false,
                    Some(("maybe", _)) => true,
                    _ => continue,
                };
                let returns = of(word).returns;
                assert!(!returns.is_empty(), "{precision:?} {word} {returns:?}");
                assert_eq!(returns.contains(&Origin::Null), is_null, "{precision:?} {word} {returns:?}");
            }
        });
    }
}
