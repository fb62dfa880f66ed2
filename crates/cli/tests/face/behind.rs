//! Code behind stubs, against the stubs: whatever a unit prints with the real classes it prints with stubs.

use crate::lab::Lab;

/// Stubs make no lambdas of the environment's own: what one would do is shown, and the verdict is left open.
const OPEN: &str = "unsupported: jaywalkstubs.Stubs.cannotBeShown";

/// The class around the unit, what the unit does with it, and whether anything is said of it.
const WAYS: [(&str, &str, &str); 24] = [
    // What an initializer writes.
    ("public static int level = 2; public static final Object LOCK = new Object();", "print(Around.level);", ""),
    // Fields by their names.
    (
        "void act(Unit u) throws Exception { Unit.class.getField(\"n\").setInt(u, 2); }",
        "around.act(this); print(n);",
        "its code cannot be looked into",
    ),
    // Null is asked for.
    (
        "void act(Unit u) { if (u != null) u.n = 1; } void lock(Unit u) { if (u != null) synchronized (u) { } }
         void call(Unit u) { if (u != null) u.run(); }",
        "around.act(null); around.lock(null); around.call(null); around.act(this); print(n);",
        "",
    ),
    // What the unit throws when it is called back may be taken.
    (
        "void act(Unit u) { try { u.fail(); } catch (IllegalStateException e) { u.n = 2; } }",
        "around.act(this); print(n);",
        "",
    ),
    // A method that the unit calls is called by another one, with other parameters.
    (
        "Unit kept; void act(Unit u) { kept = u; } void other(Unit u) { kept.n = 1; set(kept); }
         void set(Unit u) { u.m = 2; }",
        "Unit b = new Unit(); around.act(this); around.other(b); around.set(b); print(n); print(m); print(b.n);",
        "",
    ),
    // A constructor that makes its object ready, called from a static method.
    (
        "int field = 2; static Around make() { return new Around(); } int get() { return field; }",
        "print(Around.make().get()); print(around.field);",
        "",
    ),
    // A parent that stays and has abstract methods.
    (
        "static class Reader extends java.io.Reader { public int read(char[] to, int at, int count) { return 1; }
         public void close() { } } static Reader reader() { return new Reader(); }",
        "print(Around.reader().read(new char[1], 0, 1));",
        "",
    ),
    // Exceptions of other classes than what is declared, one of which nobody else can make.
    (
        "static class Closed extends Exception { Closed(String why) { super(why); } }
         private static class Hidden extends Exception { }
         void open(int n) throws Exception {
             if (n == 0) throw new Closed(\"gone\");
             throw n == 1 ? new java.io.FileNotFoundException() : new Hidden(); }",
        "for (int n = 0; n < 3; n++) { try { around.open(n); } catch (Around.Closed e) { print(1); }
         catch (java.io.FileNotFoundException e) { print(2); } catch (Exception e) { print(3); } }",
        "Hidden, which it cannot make",
    ),
    // A record: Java lets nobody else stand below `Record`, and two of them are equal.
    (
        "record Pair(int n, String s) { } static Pair pair() { return new Pair(1, \"x\"); }",
        "print(Around.pair().n()); print(Around.pair().equals(Around.pair()) ? 1 : 0);",
        "",
    ),
    // Fields of an interface that are no constants.
    (
        "interface Level { int[] NONE = null; int DEEP = Integer.parseInt(\"1\"); default int twice() { return 2; } }",
        "print(Around.Level.DEEP);",
        "",
    ),
    // What every object has is called by the name that `Object` has for it.
    (
        "static class Key { public boolean equals(Object o) { return o instanceof Key; }
         public int hashCode() { return 1; } } static Key key() { return new Key(); }",
        "Object a = Around.key(); Object b = Around.key(); print(a.equals(b) ? 1 : 0);",
        "",
    ),
    // Code of the JDK that nobody looks into calls back.
    (
        "static class Spy { Unit u; public String toString() { u.n = 2; return \"\"; } }
         void act(Unit u) { Spy spy = new Spy(); spy.u = u; String.valueOf(spy); }",
        "around.act(this); print(n);",
        "",
    ),
    // Such code throws what it declares.
    (
        "void act() throws java.io.IOException {
         java.io.Reader r = new java.io.StringReader(\"\"); r.close(); r.read(); }",
        "try { around.act(); print(0); } catch (java.io.IOException e) { print(1); }",
        "",
    ),
    // Objects of the environment's own that it keeps: they come back, with what was put into them.
    (
        "static class Box { Unit of; } private final Box box = new Box(); void put(Unit u) { box.of = u; }
         Box box() { return box; }",
        "around.put(this); print(around.box().of == this ? 1 : 0); print(around.box() == around.box() ? 1 : 0);",
        "",
    ),
    // Code of the JDK gives what it has got to code that nobody looks into, which calls it, and makes collections.
    (
        "static class Part { Unit of; Part(Unit u) { of = u; } }
         void act(Unit u) {
             java.lang.ref.Cleaner.create(r -> { u.n = 1; return new Thread(r); });
             for (Part part : \"a\".chars().mapToObj(c -> new Part(u)).toList()) part.of.m = 2; }",
        "around.act(this); print(n); print(m);",
        "",
    ),
    // What the unit gives and has no more is called later, and nobody calls the drivers.
    (
        "private Runnable kept; void set(Runnable r) { kept = r; } void fire() { if (kept != null) kept.run(); }",
        "around.set(() -> n = 1); around.fire(); print(n);",
        "",
    ),
    // An object of a stub's interface, which has no constructor, and which nobody but its own method has.
    (
        "interface Step { default void act(Unit u) { u.n = hook(); } int hook(); }",
        "class Own implements Around.Step { public int hook() { m = 1; return 2; } }
         new Own().act(this); print(n); print(m);",
        "",
    ),
    // What a method of the unit has returned comes back.
    (
        "private Object kept; void act(java.util.function.Supplier<?> s) { kept = s.get(); }
         Object get() { return kept; }",
        "around.act(() -> new int[] {2}); Object o = around.get(); print(o instanceof int[] a ? a[0] : 0);",
        "in its fields or collections, and has no more, does not come out",
    ),
    // What nobody has any more but the code above it.
    (
        "static class Base { private Unit got; void on(Unit u) { got = u; } void again() { on(got); } }",
        "class Own extends Around.Base { void on(Unit u) { super.on(u); n = 1; } }
         Own own = new Own(); own.on(this); n = 0; own.again(); print(n);",
        "",
    ),
    // Listeners of a stub's own interface.
    (
        "interface Listener { void on(int what); }
         private final java.util.List<Listener> all = new java.util.ArrayList<>();
         void add(Listener one) { all.add(one); } void fire() { for (Listener one : all) one.on(2); }",
        "around.add(what -> n = what); around.add(new Around.Listener() { public void on(int what) { m = what; } });
         around.fire(); print(n); print(m);",
        "",
    ),
    // What is called at once, and never seen again.
    (
        "int compare(java.util.Comparator<Unit> c) { return c.compare(null, null); }",
        "around.compare((a, b) -> { n = 1; return 0; }); print(n);",
        "",
    ),
    // The library calls what the environment gives to collections of the unit, for what is in them.
    (
        "void each(java.util.List<Runnable> all) { all.forEach(one -> one.run()); }",
        "around.each(java.util.List.of(() -> n = 1)); print(n);",
        OPEN,
    ),
    // Actions that are run for the one who gives them.
    (
        "void act(java.security.PrivilegedAction<Unit> a) { java.security.AccessController.doPrivileged(a); }",
        "around.act(() -> { n = 1; return this; }); print(n);",
        "",
    ),
    // What was in an array of the unit's.
    (
        "private int[] kept; void put(int[][] all) { kept = all[0]; } int[] get() { return kept; }",
        "int[][] all = {{2}}; around.put(all); all[0] = null; int[] a = around.get(); print(a == null ? 0 : a.length);",
        "",
    ),
];

/// The same for what is copied, or was put into arrays: a 7 says that a copy is the very thing, which it never is.
const COPIES: [(&str, &str, &str); 12] = [
    // The library calls what the unit gave, through what the environment made of it.
    (
        "void sort(java.util.List<Unit> all, java.util.function.Function<Unit, Integer> key) {
             all.stream().sorted(java.util.Comparator.comparing(key)).findFirst(); }",
        "around.sort(java.util.List.of(this, this), one -> { n = 1; return 0; }); print(n);",
        OPEN,
    ),
    // What is in a copy of the unit's array is the unit's, whatever it was given as.
    (
        "void act(Unit[] us, Object o) { us.clone()[0].n = 2; ((Unit[]) o).clone()[0].m = 2; }",
        "Unit[] all = {this}; around.act(all, all); print(n); print(m);",
        "",
    ),
    // A copy of an array that the unit gave, at once or later, and what is in it.
    (
        "private int[] kept; int[] copy(Object o) { return ((int[]) o).clone(); }
         void put(int[] a) { kept = a.clone(); } int[] get() { return kept.clone(); }",
        "int[] a = {2}; int[] b = around.copy(a); print(a == b ? 7 : 0); print(b[0] == 2 ? 2 : 0); \
            around.put(a); a[0] = 0;
         print(around.get() == a ? 7 : 0); print(around.get()[0] == 2 ? 2 : 0);",
        "",
    ),
    // Arrays of the class of another one.
    (
        "private Object kept; void add(Object o) { kept = o; }
         <T> T[] all(T[] a) { return java.util.Arrays.asList(kept).toArray(a); }",
        "String[] a = {}; String s = \"a\"; around.add(s); String[] b = around.all(a);
         print(b != null && b.length == 1 && b[0] == s ? 2 : 0);",
        "arrays that stubs make have up to 2 elements",
    ),
    (
        "<T> T[] copy(T[] a) { return java.util.Arrays.copyOf(a, 2); }",
        "String[] a = {\"a\"}; String[] c = around.copy(a); print(c != null && c.length == 2 ? 2 : 0);",
        "",
    ),
    // An array that the environment keeps, and that the unit fills.
    (
        "private final Unit[] kept = new Unit[2]; Unit[] kept() { return kept; }
         void act() { if (kept[0] != null) kept[0].n = 2; }",
        "Unit[] kept = around.kept(); if (kept.length > 0) { kept[0] = this; } around.act(); print(n);",
        "",
    ),
    // Elements by reflection, and those of arrays that code has filled or made which nobody looks into.
    (
        "void act(Unit u) {
             Object[] a = new Object[3]; java.lang.reflect.Array.set(a, 0, u); ((Unit) a[0]).n = 2;
             ((Unit) java.lang.reflect.Array.get(a, 0)).m = 2;
             for (Object o : \"a\".chars().mapToObj(c -> new Part(u)).toArray()) ((Part) o).of.k = 2; }
         static class Part { Unit of; Part(Unit u) { of = u; } }",
        "around.act(this); print(n); print(m); print(k);",
        "",
    ),
    // A clone of an object that the unit has made knows what the unit gave to that.
    (
        "static class Sheep implements Cloneable { private Unit of; void put(Unit u) { of = u; } Unit get() { \
            return of; }
         Sheep twin() throws CloneNotSupportedException { return (Sheep) clone(); } }",
        "Around.Sheep a = new Around.Sheep(); a.put(this); Around.Sheep b = a.twin(); print(a == b ? 4 : 0);
         print(b.get() == this ? 2 : 0);",
        "",
    ),
    // Code that nobody looks into asks objects for interfaces, and calls their methods.
    (
        "static class Shape implements java.util.Formattable { Unit u;
             public void formatTo(java.util.Formatter f, int flags, int width, int precision) { u.n = 2; } }
         void act(Unit u) { Shape shape = new Shape(); shape.u = u; String.format(\"%s\", shape); }",
        "around.act(this); print(n);",
        "",
    ),
    // Type arguments, of which stubs know nothing: bridges, bounds, exceptions, nested classes of all kinds.
    (
        "static class Key implements Comparable<Key>, java.util.function.Function<Key, Key>, java.util.Comparator<Key> {
             public int compareTo(Key o) { return 0; } public Key apply(Key k) { return k; }
             public int compare(Key a, Key b) { return 0; } }
         static <X extends Exception> void fail(X x) throws X { throw x; }
         static <T extends Comparable<? super T>> T most(java.util.Collection<? extends T> all, T one) { return one; }
         class Inner<K extends Comparable<Key>> { K key; Inner(K k) { key = k; } K get() { return key; } }
         sealed interface Tree<T> permits Leaf { } record Leaf<T>(T of, T... more) implements Tree<T> { }
         @FunctionalInterface interface Act<A, B extends java.util.List<A>> { B run(A a); }
         static <A> Act<A, java.util.List<A>> act() { return java.util.List::of; }",
        "Comparable<Around.Key> key = new Around.Key(); java.util.function.Function<Around.Key, Around.Key> f =
         (Around.Key) key; java.util.Comparator<Around.Key> c = (Around.Key) key; Around.Key k = (Around.Key) key;
         f.apply(k); print(key.compareTo(k)); print(c.compare(k, k)); Around.most(java.util.List.of(k), k);
         Around.Inner<Around.Key> in = around.new Inner<Around.Key>(k); print(in.get() == k ? 2 : 0);
         Around.Tree<String> tree = new Around.Leaf<>(\"a\", \"b\"); print(((Around.Leaf<String>) tree).of() == \
         \"a\" ? 2 : 0);",
        "",
    ),
    // A text that was given as an object comes back.
    (
        "private Object kept; void put(Object o) { kept = o; } Object get() { return kept; }",
        "String s = \"a\"; around.put(s); print(around.get() == s ? 2 : 0);",
        "",
    ),
    // Constants of an enum in an array of their own.
    (
        "enum Sign { PLUS, MINUS; static Sign[] all() { return values(); } }",
        "Around.Sign[] a = Around.Sign.all(); print(a == Around.Sign.all() ? 4 : 0);
         print(a.length == 2 && a[0] == Around.Sign.PLUS ? 2 : 0);",
        "",
    ),
];

/// All ways, each in a package of its own, compiled at once.
fn lab() -> Lab {
    let lab = Lab::new("env-behind");
    let mut sources = Vec::new();
    for (number, (around, body, _)) in WAYS.into_iter().chain(COPIES).enumerate() {
        let around = format!("package w{number}; public class Around {{ {around} }}");
        sources.push(lab.write(&format!("src/w{number}/Around.java"), &around));
        let unit = format!(
            "package w{number}; public class Unit implements Runnable {{
                public int n, m, k; private final Around around = new Around();
                public void run() {{ m = 1; }}
                public void fail() {{ throw new IllegalStateException(); }}
                private static void print(int what) {{ System.out.print(what + \" \"); }}
                public void go() throws Exception {{ {body} }}
            }}"
        );
        sources.push(lab.write(&format!("src/w{number}/Unit.java"), &unit));
        let spec = format!(
            "unit w{number}.Unit; instances {{ w{number}.Unit u; }} thread T: u.go(); throws IllegalStateException{};",
            // Nobody knows how long an array is, and of which class: there are runs that no real class has.
            if number < WAYS.len() {
                ""
            } else {
                ", ClassCastException, NullPointerException, IndexOutOfBoundsException"
            }
        );
        lab.write(&format!("Real{number}.env"), &spec);
        lab.write(&format!("Stub{number}.env"), &format!("{spec} stub w{number}.Around;"));
    }
    lab.compile("classes", &sources);
    lab
}

#[test]
fn what_happens_behind_stubs_is_shown_or_said() {
    let lab = lab();
    for (number, (_, _, said)) in WAYS.into_iter().chain(COPIES).enumerate() {
        let outputs = |words: &[&str], code: i32| -> (Vec<String>, String) {
            let done =
                lab.run(&[&["check", "-cp", "classes", "--outputs", "--json", "o.json"], words].concat());
            assert_eq!(done.code, code, "{number} {words:?}: {}{}", done.out, done.err);
            let record = lab.read("o.json");
            let list = record.split("\"outputs\"").nth(1).and_then(|rest| rest.split(']').next()).unwrap();
            (list.split('"').skip(1).step_by(2).map(str::to_string).collect(), done.err + &done.out)
        };
        let (real, _) = outputs(&[&format!("Real{number}.env")], 0);
        assert!(!real.is_empty(), "{number}");
        // Every way with every precision would take a minute: two of the three for each.
        for precision in
            [["types", "sites", "receiver"][number % 3], ["sites", "receiver", "types"][number % 3]]
        {
            let code = if said == OPEN { 3 } else { 0 };
            let words = ["--stub-precision", precision, &format!("Stub{number}.env")];
            let (stubbed, err) = outputs(&words, code);
            let missing: Vec<&String> = real.iter().filter(|line| !stubbed.contains(line)).collect();
            assert!(missing.is_empty(), "{number} {precision}: {missing:?} are not among {stubbed:?}");
            assert!(err.contains(said), "{number} {precision}: {err}");
            let is_same = |line: &String| line.contains('7');
            assert!(number < WAYS.len() || !stubbed.iter().any(is_same), "{number} {precision}: {stubbed:?}");
        }
    }
}
