//! Small programs: what is reached, what is not, and why.

use analysis::{Breadth, ClassHierarchy, Reach};
use base::Symbol;
use classfile::{ClassPath, Image, Jdk, MemberRef};
use std::collections::BTreeSet;
use std::path::Path;

/// The reached methods of the program's own classes, as `Class.method`, from `Main` alone; and the natives of
/// the library.
fn check(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let oracle = testkit::jdk::Jdk::find().unwrap();
    let folder = testkit::compile::compile_texts(&oracle, cache, &[("Main.java", text)]).unwrap();
    let jdk = Jdk::find(Some(&oracle.home)).unwrap();
    let (image, path) = (Image::open(&jdk.home).unwrap(), ClassPath::open(&[folder]).unwrap());
    let hierarchy = ClassHierarchy::new(vec![&image, &path], jdk.max_class_major());
    let nothing_is_ours = |_: MemberRef| false;
    let mut reach = Reach::new(hierarchy, &nothing_is_ours);
    reach.add_class(Symbol::new("Main")).unwrap();
    reach.add_machine().unwrap();
    reach.run(Breadth::Whole).unwrap();
    let (mut own, mut natives) = (BTreeSet::new(), BTreeSet::new());
    for &method in reach.methods() {
        let member = reach.hierarchy.member(method);
        let file = reach.hierarchy.file(reach.hierarchy.class_of(method));
        if file.module.is_none() {
            own.insert(format!("{}.{}", member.class, member.name));
        } else if reach.hierarchy.method(method).access.has(classfile::Access::NATIVE) {
            natives.insert(format!("{}.{}", member.class, member.name));
            assert!(!reach.path_to(method).is_empty());
        }
    }
    (own, natives)
}

#[test]
fn virtual_calls_reach_classes_of_which_there_are_objects() {
    let (own, _) = check(
        "interface Shape { int area(); default int twice() { return 2 * area(); } default int never() { return 0; } }
         class Box implements Shape { public int area() { return 1; } }
         class Cube extends Box { }
         class Ball implements Shape { public int area() { return 3; } }
         class Lone { static { System.load(\"x\"); } static void f() {} }
         public class Main { static int sum(Shape s) { return s.twice(); } public static void main(String[] a) { \
         sum(new Cube()); } }",
    );
    let has = |name: &str| own.contains(name);
    assert!(has("Box.area") && has("Shape.twice") && has("Box.<init>"), "{own:?}");
    assert!(!has("Ball.area") && !has("Shape.never") && !has("Lone.<clinit>"), "{own:?}");
}

#[test]
fn lambdas_and_handles_are_calls() {
    let (own, _) = check(
        "class A { static int f(int x) { return x; } int g() { return 1; } A() {} }
         class B { static { C.touch(); } static int x; }
         class C { static void touch() {} }
         interface Twice extends java.util.function.IntUnaryOperator { default int twice(int x) { return x; } }
         public class Main {
             public static void main(String[] a) {
                 java.util.function.IntUnaryOperator f = A::f;
                 java.util.function.Supplier<A> n = A::new;
                 java.util.function.Function<A, Integer> g = A::g;
                 Runnable r = () -> B.x++;
                 Twice t = x -> x;
                 t.twice(3);
             }
         }",
    );
    for name in ["A.f", "A.g", "A.<init>", "B.<clinit>", "C.touch", "Twice.twice"] {
        assert!(own.contains(name), "{name} in {own:?}");
    }
}

#[test]
fn natives_of_the_library() {
    let (_, plain) = check("public class Main { public static void main(String[] a) { } }");
    for name in ["java/lang/Object.hashCode", "java/lang/System.arraycopy", "java/lang/Thread.currentThread"]
    {
        assert!(plain.contains(name), "{name} in {plain:?}");
    }
    let native = "java/util/zip/Deflater.deflateBytesBytes";
    assert!(!plain.contains(native));
    let text = "public class Main { public static void main(String[] a) { new \
        java.util.zip.Deflater().deflate(new byte[9]); } }";
    assert!(check(text).1.contains(native));
}

#[test]
fn a_started_thread_runs() {
    let (own, _) = check(
        "class Worker extends Thread { @Override public void run() { Deep.reached(); } }
         class Deep { static void reached() {} }
         public class Main { public static void main(String[] a) { new Worker().start(); } }",
    );
    assert!(own.contains("Deep.reached"), "{own:?}");
}
