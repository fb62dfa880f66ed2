//! Every class of the installed JDKs' `java.base` is read, and known ones say what they are known to say.

mod common;

use base::Symbol;
use classfile::{Access, Class, Constant, HandleKind, Image, Jdk, Source, descriptor, parse};
use common::{JDK_17, JDK_25, jdk};

#[test]
fn all_of_java_base_17() {
    all_of_java_base(JDK_17);
}

#[test]
fn all_of_java_base_25() {
    all_of_java_base(JDK_25);
}

fn all_of_java_base(home: &str) {
    let Some((jdk, image)) = jdk(home) else { return };
    let names = image.classes("java.base").unwrap();
    assert!(names.len() > 5_000, "{} classes", names.len());
    for &name in &names {
        // The module's own description has no package, and so is no class that a program could name.
        if name.as_str() == "module-info" {
            let bytes = image.module_resource("java.base", "module-info.class").unwrap().unwrap();
            parse(&bytes, &"module-info".into(), None, jdk.max_class_major()).unwrap();
            continue;
        }
        let class = load(&jdk, &image, name.as_str());
        assert_eq!((class.name, class.module), (name, Some(Symbol::new("java.base"))));
        check_invariants(&class);
    }
}

fn load(jdk: &Jdk, image: &Image, name: &str) -> Class {
    let found = image.class_bytes(Symbol::new(name)).unwrap().unwrap_or_else(|| panic!("no {name}"));
    parse(&found.bytes, &found.origin, found.module, jdk.max_class_major()).unwrap()
}

/// What later rooms take for granted.
fn check_invariants(class: &Class) {
    assert_eq!(class.constants[0], Constant::Unused);
    for method in &class.methods {
        let desc = classfile::MethodDesc::parse(method.desc).unwrap();
        let receiver = u16::from(!method.access.is_static());
        let Some(code) = &method.code else { continue };
        assert!(desc.slots() + receiver <= code.max_locals);
        assert!((1..=65_535).contains(&code.bytes.len()));
        assert!(code.handlers.iter().all(|handler| handler.start < handler.end));
    }
    assert!(class.fields.iter().all(|field| descriptor::is_field(field.desc.bytes())));
}

#[test]
fn object_and_string() {
    let Some((jdk, image)) = jdk(JDK_17) else { return };
    let object = load(&jdk, &image, "java/lang/Object");
    assert_eq!(&*object.origin, "jrt:/java.base/java/lang/Object.class");
    assert_eq!((object.super_name, object.major, object.minor), (None, 61, 0));
    assert_eq!(object.source_file, Some(Symbol::new("Object.java")));
    let wait =
        object.methods.iter().find(|m| m.name.as_str() == "wait" && m.desc.as_str() == "(J)V").unwrap();
    assert_eq!(&*wait.exceptions, [Symbol::new("java/lang/InterruptedException")]);
    assert!(wait.access.has(Access::NATIVE | Access::FINAL) && wait.code.is_none());
    let hash = object.methods.iter().find(|m| m.name.as_str() == "hashCode").unwrap();
    assert!(hash.annotations.visible.is_some(), "@IntrinsicCandidate is visible at run time");

    let string = load(&jdk, &image, "java/lang/String");
    let interfaces: Vec<_> = string.interfaces.iter().map(|name| name.as_str()).collect();
    let expected = [
        "java/io/Serializable",
        "java/lang/Comparable",
        "java/lang/CharSequence",
        "java/lang/constant/Constable",
        "java/lang/constant/ConstantDesc",
    ];
    assert_eq!(interfaces, expected);
    let serial = string.fields.iter().find(|field| field.name.as_str() == "serialVersionUID").unwrap();
    let constant = string.constants[usize::from(serial.constant.unwrap())];
    assert_eq!(constant, Constant::Long(-6849794470754667710));
    assert!(
        string.signature.is_some() && !string.nest_members.is_empty() && !string.inner_classes.is_empty()
    );
    let equals = string.methods.iter().find(|m| m.name.as_str() == "equals").unwrap();
    let code = equals.code.as_ref().unwrap();
    assert!(code.stack_map.is_some() && !code.lines.is_empty());
    let bytes = image.class_bytes(Symbol::new("java/lang/String")).unwrap().unwrap().bytes;
    assert_eq!(bytes[code.file_offset as usize..][..code.bytes.len()], *code.bytes);
}

#[test]
fn packages_and_resources() {
    let Some((_, image)) = jdk(JDK_17) else { return };
    assert_eq!(image.module_of("java/util/logging").unwrap(), Some(Symbol::new("java.logging")));
    assert_eq!(image.module_of("no/such").unwrap(), None);
    for absent in ["java/lang/NoSuchClass", "no/such/Class", "NoPackage", "", "/", "a//b", "../x"] {
        assert!(image.class_bytes(Symbol::new(absent)).unwrap().is_none(), "{absent}");
    }
    let logger = image.class_bytes(Symbol::new("java/util/logging/Logger")).unwrap().unwrap();
    assert_eq!(logger.module, Some(Symbol::new("java.logging")));
    assert!(matches!(logger.bytes, std::borrow::Cow::Borrowed(_)), "the image lends, it does not copy");
    assert!(image.resource("java/lang/Object.class").unwrap().is_some());
    assert!(image.resource("java/lang/nothing.txt").unwrap().is_none());
}

/// A class with everything that the class library's own classes rarely have together.
#[test]
fn a_compiled_class() {
    let jdk = common::any_jdk();
    let dir = common::TempDir::new();
    let source = r#"
        import java.lang.annotation.*;
        public sealed interface Shape permits Shape.Dot {
            @Retention(RetentionPolicy.RUNTIME) @interface Mark { int value() default 7; }
            record Dot(@Mark int x, java.util.List<String> names) implements Shape {}
            static Runnable run(String text) throws java.io.IOException {
                class Local { int n; }
                Object local = new Object() { Object inner = new Local(); };
                try { return () -> System.out.println(text + local); }
                catch (RuntimeException e) { throw new java.io.IOException(e); }
            }
            static void marked(@Mark(3) String a) {}
        }"#;
    let file = dir.write("Shape.java", source);
    classfile::compile(&jdk, &file, dir.path(), &[], &[]).unwrap();
    let class = |name: &str| {
        let folder = classfile::Folder::new(dir.path());
        let found = folder.class_bytes(Symbol::new(name)).unwrap().unwrap();
        parse(&found.bytes, &found.origin, found.module, jdk.max_class_major()).unwrap()
    };
    let shape = class("Shape");
    assert_eq!(shape.permitted.as_deref(), Some(&[Symbol::new("Shape$Dot")][..]));
    assert_eq!(shape.module, None);
    assert!(shape.access.is_interface());
    assert_eq!(shape.bootstraps.len(), 2, "the lambda and the concatenation");
    assert_eq!(shape.bootstraps[0].method.kind, HandleKind::InvokeStatic);
    let run = shape.methods.iter().find(|method| method.name.as_str() == "run").unwrap();
    assert_eq!(&*run.exceptions, [Symbol::new("java/io/IOException")]);
    let code = run.code.as_ref().unwrap();
    assert_eq!(code.handlers[0].catch, Some(Symbol::new("java/lang/RuntimeException")));
    assert!(code.locals.iter().any(|local| local.name.as_str() == "text" && local.slot == 0));
    let marked = shape.methods.iter().find(|method| method.name.as_str() == "marked").unwrap();
    assert!(marked.parameter_annotations.is_some());

    let dot = class("Shape$Dot");
    let record = dot.record.as_ref().unwrap();
    assert_eq!((record[0].name.as_str(), record[0].desc.as_str()), ("x", "I"));
    assert!(record[0].annotations.visible.is_some() && record[1].signature.is_some());
    assert_eq!(dot.nest_host, Some(Symbol::new("Shape")));
    let constructor = dot.methods.iter().find(|method| method.name.as_str() == "<init>").unwrap();
    assert_eq!(constructor.parameters.as_ref().unwrap()[0].0, Some(Symbol::new("x")));

    let mark = class("Shape$Mark");
    assert_eq!(mark.methods[0].annotation_default.as_ref().unwrap()[0], b'I');
    let local = class("Shape$1Local");
    let enclosing = local.enclosing.unwrap();
    assert_eq!((enclosing.class.as_str(), enclosing.method.unwrap().0.as_str()), ("Shape", "run"));
}
