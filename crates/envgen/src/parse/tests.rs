//! What specifications mean, and what is said about those that mean nothing.

use crate::parse;
use crate::syntax::{Action, Behaviour, Expr, Values};

fn message(text: &str) -> String {
    parse("a.env", text).unwrap_err().to_string()
}

#[test]
fn all_parts_are_read() {
    let spec = parse(
        "a.env",
        "unit a.B, c.*; // comment\n import d.*;\n throws IllegalStateException;\n\
         instances { B b, c; 2 D; E e = new F(1, \"x\", *); }\n\
         values { int = -1..3; String = {\"a\", null}; B.put(0) = {1}; }\n\
         define go = b.run();\n first: go;\n\
         thread T 2: (go | for B x != b: x.m(*: int, ...), x.f = true)* , B.stop?;\n\
         thread L ltl: G(\"b.m(1)\" -> X go);",
    )
    .unwrap();
    assert_eq!(spec.unit.iter().map(|name| name.text.as_str()).collect::<Vec<_>>(), ["a.B", "c.*"]);
    assert_eq!(
        spec.instances.iter().map(|one| (one.count, one.names.len())).collect::<Vec<_>>(),
        [(0, 2), (2, 0), (0, 1)]
    );
    assert_eq!(spec.ranges[0].values, Values::Between(-1, 3));
    assert_eq!(spec.ranges[2].parameter, Some(0));
    assert_eq!(spec.threads[0].count, 2);
    let Behaviour::Regular(Expr::Sequence(parts)) = &spec.threads[0].behaviour else { panic!("no sequence") };
    assert!(matches!(&parts[0], Expr::Repeat { min: 0, max: None, .. }));
    assert!(matches!(&parts[1], Expr::Repeat { min: 0, max: Some(1), .. }));
    let Behaviour::Temporal { actions, .. } = &spec.threads[1].behaviour else { panic!("no formula") };
    assert!(matches!(&actions[0], Action::Call(_)) && matches!(&actions[1], Action::Word(_)));
}

#[test]
fn what_is_wrong_is_shown_at_its_spot() {
    for (text, expected) in [
        ("unit A\nthread", "a.env:2:1: the list needs ';' here, not 'thread'\n  thread\n  ^^^^^^"),
        ("unti A;", "a.env:1:1: 'unti' begins no part"),
        ("thread T: a() b();", "a.env:1:15: a thread ends with ';'"),
        ("thread T: a{3,2};", "a.env:1:12: nothing is repeated at least so often"),
        ("values { int = 3..1; }", "a.env:1:16: this range is empty"),
        ("values { int = 0..99999999; }", "a.env:1:16: this range has more than"),
        ("values { int = {1, 1}; }", "a.env:1:20: 1 is there already"),
        ("thread for: a();", "a.env:1:8: a thread cannot be called 'for'"),
        ("thread T: (a();", "a.env:1:15: what is in parentheses needs ')' here"),
        ("thread T: a(..., 1);", "a.env:1:16: nothing comes behind '...'"),
        ("thread T ltl: G(a ->);", "a.env:1:21:"),
        ("thread T ltl: \"a(1\";", "a.env:1:16: a list of parameters needs ','"),
        ("instances { A a", "a.env:1:16: each line needs ';' here, not the end of the file"),
        ("thread T: a(\"x);", "a.env:1:13: this quote is not closed on its line"),
        ("/* unit", "a.env:1:1: this comment is not closed"),
        ("unit A; thread T: a€;", "a.env:1:20: '€' means nothing in a specification"),
    ] {
        let message = message(text);
        assert!(message.starts_with(expected), "{text}\n{message}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let text = format!("thread T: {}a{};", "(".repeat(5000), ")".repeat(5000));
    assert!(message(&text).contains("more than 200 parentheses"));
}

/// Whatever is in the file, it is read or refused.
#[test]
fn damaged_text_never_panics() {
    let whole = "unit A, b.*; instances { 2 A; B b = new B(-1, 'c'); } values { long = {1L, 0x7f}; double = \
        {1.5e3}; }\n\
                 define d = A.m(*, ...) | b.f = *; thread T 2: (for A a != b = b.get(): d{1,3}, a.x)*; thread U \
                 ltl: G(d -> F \"b.m(1)\");";
    let mut random = testkit::random::Random(3);
    for round in 0..20_000 {
        let mut bytes: Vec<char> = whole.chars().collect();
        for _ in 0..=round % 4 {
            let (at, what) = (random.below(bytes.len()), random.below(5));
            let other = bytes[random.below(bytes.len())];
            match what {
                0 if bytes.len() > 9 => drop(bytes.remove(at)),
                1 => bytes.insert(at, other),
                2 => bytes.truncate(at.max(9)),
                3 => bytes[at] = 'é',
                _ => bytes[at] = other,
            }
        }
        let text: String = bytes.into_iter().collect();
        let _ = parse("a.env", &text).map_err(|error| error.to_string());
    }
}
