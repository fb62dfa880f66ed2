//! What lowering refuses, and in which words.

mod common;

use classfile::{Class, Code, Constant, Handler, LocalVariable};

/// Code of a static method `(II)J` with room for six stack slots and eight local variables, two of them its
/// parameters.
struct Host(Class, usize);

impl Host {
    fn new() -> Host {
        let mut classes = common::compiled("Shapes.java");
        let at = classes.iter().position(|class| class.name.as_str() == "Shapes").expect("Shapes");
        let class = classes.swap_remove(at);
        let is_host =
            |method: &classfile::Method| method.desc.as_str() == "(II)J" && method.access.is_static();
        let method = class.methods.iter().position(is_host).expect("a method (II)J");
        Host(class, method)
    }

    fn lower(&mut self, bytes: &[u8], handlers: &[Handler]) -> Result<ir::CheckedBody, ir::Malformed> {
        let locals: Box<[LocalVariable]> = Box::new([]);
        self.0.methods[self.1].code = Some(Code {
            max_stack: 6,
            max_locals: 8,
            bytes: bytes.into(),
            handlers: handlers.into(),
            lines: Box::new([]),
            locals,
            stack_map: None,
            file_offset: 0,
        });
        ir::lower(&self.0, &self.0.methods[self.1])
    }

    fn refuses(&mut self, bytes: &[u8], offset: u32, what: &str) {
        let malformed = self.lower(bytes, &[]).expect_err(what);
        assert_eq!((malformed.bytecode_offset, malformed.what.as_str()), (offset, what), "{bytes:x?}");
    }
}

#[test]
fn instructions_that_are_none() {
    let mut host = Host::new();
    host.refuses(&[], 0, "the code has 0 bytes; 1 to 65535 are allowed");
    host.refuses(&[0x00, 0xcb], 1, "unknown opcode 0xcb");
    host.refuses(&[0x00, 0x11, 0x01], 1, "the instruction runs past the end of the code");
    host.refuses(&[0xc4, 0x60], 0, "wide before opcode 0x60");
    host.refuses(&[0xa7, 0x7f, 0xff], 0, "jump to 32767, outside of the code");
    host.refuses(
        &[0xa7, 0x00, 0x04, 0x11, 0x00, 0x00],
        4,
        "a jump or handler points into the middle of this instruction",
    );
    host.refuses(
        &[0x03, 0xaa, 0, 0, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 4],
        1,
        "a switch has a negative number of cases",
    );
    let jsr = "jsr is not supported: the class was compiled for a Java version before 6; recompile it with \
        -target 8 or later";
    for bytes in [&[0xa8, 0, 3, 0xb1][..], &[0xa9, 1], &[0xc9, 0, 0, 0, 5], &[0xc4, 0xa9, 0, 1]] {
        host.refuses(bytes, 0, jsr);
    }
}

#[test]
fn stacks_and_kinds_that_do_not_fit() {
    let mut host = Host::new();
    host.refuses(&[0x60], 0, "the operand stack has too few values");
    host.refuses(&[0x03, 0x0a, 0x61], 2, "long expected on the operand stack, but it is int");
    host.refuses(&[0x01, 0x74], 1, "int expected on the operand stack, but it is a reference");
    host.refuses(&[0x0a, 0x57], 1, "half of a long or double on the operand stack");
    host.refuses(&[0x0a, 0x03, 0x5c], 2, "half of a long or double on the operand stack");
    host.refuses(&[0x09, 0x09, 0x09, 0x03], 3, "the operand stack grows beyond max_stack, 6");
    host.refuses(&[0x1a, 0xac], 1, "int is returned, but the method is declared to return long");
    host.refuses(&[0xb1], 0, "nothing is returned, but the method is declared to return long");
    host.refuses(&[0x09], 0, "control falls off the end of the code");
    // One arm pushes, the other does not.
    let arms = [0x1a, 0x99, 0x00, 0x04, 0x03, 0x09, 0xad];
    host.refuses(&arms, 4, "the operand stack differs between the paths to 5");
    // Keys 5 and 4.
    let unsorted = [
        0x1a, 0xab, 0, 0, 0, 0, 0, 0x1b, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 0x1b, 0, 0, 0, 4, 0, 0, 0, 0x1b,
        0x09, 0xad,
    ];
    host.refuses(&unsorted, 1, "the keys of a lookupswitch do not ascend");
}

#[test]
fn local_variables_that_are_not_set() {
    let mut host = Host::new();
    let unset = "local variable 2 is read as int, but it is not set on every path";
    host.refuses(&[0x15, 0x08], 0, "local variable 8 is beyond max_locals, 8");
    host.refuses(&[0x16, 0x07], 0, "local variable 7 is beyond max_locals, 8");
    host.refuses(&[0x1c, 0x85, 0xad], 0, unset);
    host.refuses(&[0x22, 0x8c, 0xad], 0, "local variable 0 is read as float, but it is int");
    // Set on one of two paths.
    host.refuses(&[0x1a, 0x99, 0x00, 0x05, 0x03, 0x3d, 0x1c, 0x85, 0xad], 6, unset);
    // A long over variables 1 and 2 takes the one at 2 away; an int at 1 takes the long away.
    host.refuses(&[0x03, 0x3d, 0x09, 0x40, 0x1c, 0x85, 0xad], 4, unset);
    host.refuses(&[0x09, 0x40, 0x03, 0x3c, 0x1f, 0xad], 4, "local variable 1 is read as long, but it is int");
    // The loop's second round reads what only its end would have set: a reference.
    let round = [0x03, 0x3d, 0x1c, 0x57, 0x01, 0x4d, 0x1a, 0x9a, 0xff, 0xfb, 0x09, 0xad];
    host.refuses(&round, 2, unset);
    // Set inside of the guarded range only: the handler cannot know.
    let bytes = [0x03, 0x3d, 0x1a, 0x1b, 0x6c, 0x57, 0x09, 0xad, 0x57, 0x1c, 0x85, 0xad];
    let guard = |start| [Handler { start, end: 8, target: 8, catch: None }];
    assert_eq!(host.lower(&bytes, &guard(0)).unwrap_err().what, unset);
    assert!(host.lower(&bytes, &guard(2)).is_ok());
}

#[test]
fn constants_and_handlers_that_do_not_fit() {
    let mut host = Host::new();
    let count = host.0.constants.len();
    let long = host.0.constants.iter().position(|c| matches!(c, Constant::Long(_))).expect("a long") as u8;
    host.refuses(&[0x12, long], 0, &format!("constant {long} is not a constant of the size that is loaded"));
    host.refuses(&[0xbb, 0, long], 0, &format!("constant {long} is not a class"));
    host.refuses(&[0xb2, 0, long], 0, &format!("constant {long} is not a field"));
    host.refuses(
        &[0xb8, 0, long],
        0,
        &format!("constant {long} is not a method that this kind of call can name"),
    );
    host.refuses(&[0x13, 0xff, 0xff], 0, "there is no constant 65535");
    host.refuses(&[0x03, 0xbc, 3], 1, "newarray of the unknown type 3");
    assert!(count < 65_535);
    let bad = [Handler { start: 1, end: 1, target: 0, catch: None }];
    let what = host.lower(&[0x09, 0xad], &bad).unwrap_err().what;
    assert_eq!(what, "exception handler 0 (1..1 to 0) is outside of the code");
    // A handler around dead code is dropped, dead code itself is not looked at.
    let dead = [Handler { start: 2, end: 3, target: 2, catch: None }];
    let body = host.lower(&[0x09, 0xad, 0x60], &dead).expect("dead code");
    assert_eq!((body.handlers.len(), body.ops.len()), (0, 2));
}

#[test]
fn blocks_are_laid_out_in_bytecode_order() {
    // The block in the middle is found last. 0: goto 5; 3: return variable 2; 5: set variable 2, goto 3.
    let mut host = Host::new();
    let body = host.lower(&[0xa7, 0, 5, 0x20, 0xad, 0x0a, 0x41, 0xa7, 0xff, 0xfc], &[]).expect("lowers");
    assert!(body.bytecode.is_sorted());
    let find = |_: &str, _: &str, _: &str| None;
    assert_eq!(common::eval::Eval::new(&find).run(&body, &[0, 0]), Ok(1));
}

#[test]
fn methods_that_are_too_large() {
    let mut host = Host::new();
    // Four ints on the stack, then pairs change places before every jump: seven operations from five bytes.
    let mut bytes = vec![0x1a, 0x1b, 0x1a, 0x1b];
    while bytes.len() < 65_000 {
        bytes.extend([0x5e, 0x58, 0xa7, 0x00, 0x03]);
    }
    bytes.extend([0x09, 0xad]);
    let malformed = host.lower(&bytes, &[]).unwrap_err();
    assert_eq!(malformed.what, "method too large: more than 65535 operations");
}
