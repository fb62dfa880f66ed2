//! No bytes make the parser panic, and what is wrong is said in words: truncation, seeded mutation, and
//! single faults.

mod common;

use base::Symbol;
use classfile::{Error, Source, parse};
use common::{JDK_17, jdk};
use std::sync::Arc;
use testkit::mutate::mutate;

/// How many mutated classes are tried; a few seconds.
const MUTATIONS: u64 = 20_000;
/// Classes with many different attributes: lambdas, records, enums, nests, annotations, handlers, big tables.
const SUBJECTS: [&str; 12] = [
    "java/lang/Runnable",
    "java/lang/Boolean",
    "java/lang/Deprecated",
    "java/lang/Thread$State",
    "java/util/Optional",
    "java/util/function/Function",
    "java/lang/runtime/ObjectMethods",
    "java/lang/invoke/StringConcatFactory",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
    "java/util/KeyValueHolder",
    "java/lang/constant/ConstantDesc",
    "jdk/internal/misc/VM",
];

fn subjects() -> Vec<Vec<u8>> {
    let Some((_, image)) = jdk(JDK_17) else { return Vec::new() };
    let bytes = |name: &&str| image.class_bytes(Symbol::new(name)).unwrap().unwrap().bytes.into_owned();
    SUBJECTS.iter().map(bytes).collect()
}

fn read(bytes: &[u8]) -> Result<classfile::Class, Error> {
    parse(bytes, &Arc::from("Test.class"), None, 61)
}

#[test]
fn every_truncation_is_an_error() {
    for bytes in subjects().iter().filter(|bytes| bytes.len() < 8_000) {
        assert!(read(bytes).is_ok());
        for length in 0..bytes.len() {
            let error = read(&bytes[..length]).unwrap_err();
            assert!(error.offset.unwrap() <= length as u64, "{error}");
        }
        let error = read(&[bytes, &[0][..]].concat()).unwrap_err();
        assert_eq!(error.what, "1 bytes too many at the end of the class");
    }
}

#[test]
fn mutations_never_panic() {
    let subjects = subjects();
    let mut read_well = 0;
    for seed in 0..if subjects.is_empty() { 0 } else { MUTATIONS } {
        let mutated = mutate(&subjects[seed as usize % subjects.len()], seed);
        read_well += u64::from(read(&mutated).is_ok());
    }
    // Both outcomes must be common, or the test tests nothing.
    println!("{read_well} of {MUTATIONS} mutated classes were still well formed");
    assert!(subjects.is_empty() || (MUTATIONS / 20..MUTATIONS * 19 / 20).contains(&read_well));
}

/// A class written by hand, so that single things in it can be wrong.
#[derive(Clone)]
struct Draft {
    major: u16,
    pool: Vec<Vec<u8>>,
    super_class: u16,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
}

/// Constants of a [`Draft`].
const A: u16 = 2;
const OBJECT: u16 = 4;
const CODE: u16 = 5;
const NAME: u16 = 6;
const VOID: u16 = 7;
const INT: u16 = 8;

impl Draft {
    fn new() -> Draft {
        let pool = vec![
            utf8("A"),
            index(7, 1),
            utf8("java/lang/Object"),
            index(7, 3),
            utf8("Code"),
            utf8("name"),
            utf8("()V"),
            utf8("I"),
        ];
        Draft { major: 61, pool, super_class: OBJECT, fields: vec![], methods: vec![] }
    }

    fn constant(mut self, bytes: Vec<u8>) -> Draft {
        self.pool.push(bytes);
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = words(&[0xCAFE, 0xBABE, 0, self.major, self.pool.len() as u16 + 1]);
        out.extend(self.pool.concat());
        out.extend(words(&[0x21, A, self.super_class, 0, self.fields.len() as u16]));
        out.extend(self.fields.concat());
        out.extend(words(&[self.methods.len() as u16]));
        out.extend(self.methods.concat());
        out.extend(words(&[0]));
        out
    }

    /// What is said about it.
    fn fault(&self) -> String {
        read(&self.bytes()).expect_err("this draft is wrong").what
    }
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn utf8(text: &str) -> Vec<u8> {
    [vec![1], words(&[text.len() as u16]), text.into()].concat()
}

fn index(tag: u8, index: u16) -> Vec<u8> {
    [vec![tag], words(&[index])].concat()
}

fn pair(tag: u8, first: u16, second: u16) -> Vec<u8> {
    [vec![tag], words(&[first, second])].concat()
}

/// A public static method with `code` and the given handler, stack 1 and locals 1.
fn method(code: &[u8], handlers: &[u16]) -> Vec<u8> {
    let table = [words(&[(handlers.len() / 4) as u16]), words(handlers)].concat();
    let length = (12 + code.len() + handlers.len() * 2) as u32;
    let mut out = words(&[9, NAME, VOID, 1, CODE]);
    out.extend(length.to_be_bytes());
    out.extend(words(&[1, 1]));
    out.extend((code.len() as u32).to_be_bytes());
    out.extend(code);
    out.extend(table);
    out.extend(words(&[0]));
    out
}

#[test]
fn a_sound_draft() {
    let mut draft = Draft::new();
    draft.fields.push(words(&[1, NAME, INT, 0]));
    draft.methods.push(method(&[0, 0xB1], &[0, 1, 1, A]));
    let class = read(&draft.bytes()).unwrap();
    assert_eq!((class.name.as_str(), class.fields.len(), class.methods.len()), ("A", 1, 1));
}

#[test]
fn headers() {
    let error = read(b"PK\x03\x04 and so on").unwrap_err();
    assert_eq!(
        error.to_string(),
        "Test.class: not a class file: it does not begin with CAFEBABE (at byte 0)"
    );
    let newer = Draft { major: 70, ..Draft::new() };
    let fault = newer.fault();
    assert!(fault.starts_with("class file version 70.0 is newer than JDK 17 (61.0); "), "{fault}");
    assert_eq!(Draft { major: 3, ..Draft::new() }.fault(), "there is no class file version 3.0");
    assert_eq!(Draft { super_class: 0, ..Draft::new() }.fault(), "A has no superclass");
    let wrong = Draft { super_class: CODE, ..Draft::new() }.fault();
    assert_eq!(wrong, "constant #5 is a Utf8, but a Class is needed here");
    let beyond = Draft { super_class: 99, ..Draft::new() }.fault();
    assert_eq!(beyond, "there is no constant #99 (the pool ends at #8)");
}

#[test]
fn constants() {
    let fault = |bytes: Vec<u8>| Draft::new().constant(bytes).fault();
    assert_eq!(fault(vec![2]), "there is no constant with tag 2");
    assert_eq!(
        fault(index(7, CODE + 1000)),
        "in constant #9: there is no constant #1005 (the pool ends at #9)"
    );
    assert_eq!(fault(index(16, INT)), "in constant #9: \"I\" is no method descriptor");
    assert_eq!(fault(index(8, A)), "in constant #9: constant #2 is a Class, but a Utf8 is needed here");
    assert_eq!(
        fault(pair(12, NAME, NAME)),
        "in constant #9: \"name\" with descriptor \"name\" can name no member"
    );
    assert_eq!(
        fault([vec![15, 10], words(&[A])].concat()),
        "in constant #9: there is no method handle kind 10"
    );
    assert_eq!(fault([vec![1], words(&[1]), vec![0]].concat()), "text is not modified UTF-8");
    let long = [vec![5], vec![0; 8]].concat();
    assert_eq!(fault(long), "the last constant takes two entries, but only one is left");
    let no_name = Draft::new().constant(utf8("a//b")).constant(index(7, 9));
    assert_eq!(no_name.fault(), "in constant #10: \"a//b\" is no class name");
    let field_with_method = Draft::new().constant(pair(12, NAME, VOID)).constant(pair(9, A, 9));
    assert_eq!(field_with_method.fault(), "in constant #10: the field name has a method's descriptor");
    let dynamic = Draft::new().constant(pair(12, NAME, VOID)).constant(pair(18, 3, 9));
    assert_eq!(dynamic.fault(), "in constant #10: names bootstrap method 3 of 0");
    let initializer =
        Draft::new().constant(utf8("<clinit>")).constant(pair(12, 9, VOID)).constant(pair(10, A, 10));
    assert_eq!(initializer.fault(), "in constant #11: the method <clinit>()V cannot be called");
}

#[test]
fn members() {
    let mut draft = Draft::new();
    draft.fields = vec![words(&[1, NAME, INT, 0]); 2];
    assert_eq!(draft.fault(), "the field name I is here twice");
    draft.fields = vec![words(&[1, NAME, VOID, 0])];
    assert_eq!(draft.fault(), "\"()V\" is no field descriptor");
    draft.fields = vec![words(&[1, VOID, INT, 0])];
    draft.pool[usize::from(VOID) - 1] = utf8("a/b");
    assert_eq!(draft.fault(), "\"a/b\" is no name for a field or variable");

    let with = |method: Vec<u8>| Draft { methods: vec![method], ..Draft::new() }.fault();
    assert_eq!(with(words(&[1, NAME, VOID, 0])), "the method name()V has no code");
    assert_eq!(with(words(&[0x401, NAME, INT, 0])), "\"I\" is no method descriptor");
    let mut native = method(&[0xB1], &[]);
    native[0] |= 1;
    assert_eq!(with(native), "the method name()V is native or abstract, but has code");
    let twice = Draft { methods: vec![method(&[0xB1], &[]); 2], ..Draft::new() };
    assert_eq!(twice.fault(), "the method name()V is here twice");
}

#[test]
fn code() {
    let with = |method: Vec<u8>| Draft { methods: vec![method], ..Draft::new() }.fault();
    assert_eq!(with(method(&[], &[])), "code of 0 bytes; 1 to 65535 are allowed");
    assert_eq!(with(method(&vec![0; 65_536], &[])), "code of 65536 bytes; 1 to 65535 are allowed");
    for handler in [[0, 0, 0, 0], [0, 3, 0, 0], [0, 1, 2, 0], [1, 0, 0, 0]] {
        let fault = with(method(&[0, 0xB1], &handler));
        assert!(fault.ends_with("does not lie in code of 2 bytes"), "{fault}");
    }
    let catches_text = with(method(&[0, 0xB1], &[0, 1, 1, CODE]));
    assert_eq!(catches_text, "constant #5 is a Utf8, but a Class is needed here");
    // The attribute's length is one less than its content, so its last byte belongs to no one.
    let mut short = method(&[0xB1], &[]);
    short[13] -= 1;
    assert!(with(short).starts_with("cut short"));
}

#[test]
fn lying_counts_allocate_nothing() {
    let mut bytes = Draft::new().bytes();
    let fields = bytes.len() - 6;
    bytes[fields..fields + 2].copy_from_slice(&[0xFF, 0xFF]);
    let error = read(&bytes).unwrap_err();
    assert_eq!(error.what, "cut short: 524280 bytes are needed here, 4 are left");
}
