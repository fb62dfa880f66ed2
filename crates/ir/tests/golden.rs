//! The lowered form of `Shapes.java`, as text, and the text form itself. `JAYWALK_BLESS=1 cargo test -p ir`
//! rewrites the expectation.

mod common;

use common::{methods, title};
use std::path::Path;

#[test]
fn shapes_lower_to_the_stored_text() {
    // Another javac makes other bytecode.
    if common::jdk().feature != 17 {
        return;
    }
    let classes = common::compiled("Shapes.java");
    let mut text = String::new();
    for (class, method) in methods(&classes) {
        let body = ir::lower(class, method).expect("lowers");
        text += &ir::print(&title(class, method), &body);
        text.push('\n');
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/shapes.ir");
    if std::env::var_os("JAYWALK_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (found, expected)) in text.lines().zip(stored.lines()).enumerate() {
        assert_eq!(found, expected, "line {}; read the difference, then bless", number + 1);
    }
    assert_eq!(
        text.lines().count(),
        stored.lines().count(),
        "one text is longer; read the difference, then bless"
    );
}

#[test]
fn text_written_by_hand() {
    let text = "
        # Sums 1 to r0.
        method sum params 1 registers 2 refs
          const r1 0
        again:
          if_ile_k r0 0 @out
          iadd r1 r1 r0
          iadd_k r0 r0 -1
          goto @again
        out: return r1
        method other params 1 registers 2 refs r1
          s0 = string \"a\\x00 \\\"b\\\"\"
          t0 = keys -1 @1 5 @2 else @1
          w0 = -1
          0: switch r0 t0
          1: return_void ~9
          2: ldc r1 s0 ~3
          3: throw r1";
    let methods = ir::parse(text).unwrap();
    assert_eq!(methods.iter().map(|(title, _)| title.as_str()).collect::<Vec<_>>(), ["sum", "other"]);
    let find = |_: &str, _: &str, _: &str| None;
    assert_eq!(common::eval::Eval::new(&find).run(&methods[0].1, &[4]), Ok(10));
    assert_eq!(methods[1].1.bytecode, [0, 9, 3, 3]);
    for (title, body) in &methods {
        let again = ir::parse(&ir::print(title, body)).unwrap();
        assert_eq!(again, [(title.clone(), body.clone())]);
    }
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    let cases = [
        ("goto @0", "line 1: goto: method expected"),
        ("method a params x", "line 1: x: a number from 0 to 65535 expected"),
        ("method a params 0 registers 1 refs\n\n  move r0", "line 3: the line ends: r and a number expected"),
        ("method a params 0 registers 1 refs\n jump @0", "line 2: there is no operation jump"),
        ("method a params 0 registers 1 refs\n goto @x", "line 2: @x: @ and an operation or label expected"),
        ("method a params 0 registers 1 refs\n 1: return_void", "line 2: this is operation 0, not 1"),
        (
            "method a params 0 registers 1 refs\n iadd_k r0 r0 40000",
            "line 2: 40000: a number from -32768 to 32767 expected",
        ),
        ("method a params 0 registers 1 refs\n return_void ~1 x", "line 2: x: the end of the line expected"),
        (
            "method a params 0 registers 1 refs\n s1 = class A",
            "line 2: s1: rows are numbered in order; s0 expected",
        ),
        ("method a params 0 registers 1 refs\n s0 = string \"A", "line 2: the closing quote is missing"),
        (
            "method a params 0 registers 1 refs\n return r1",
            "line 1: a: operation 0 (return): there is no register 1",
        ),
        (
            "method a params 0 registers 1 refs\n goto @7",
            "line 1: a: operation 0 (goto): there is no operation 7",
        ),
        ("method a params 0 registers 1 refs\n nop", "line 1: a: control runs off the end"),
        (
            "method a params 0 registers 1 refs r0\n iadd r0 r0 r0\n return r0",
            "line 1: a: operation 0 (iadd): register 0 must not hold references",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(ir::parse(text).unwrap_err().to_string(), expected, "{text}");
    }
}
