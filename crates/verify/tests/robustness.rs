//! Nothing that a class can hold makes this room panic: neither damaged methods, nor garbage in place of
//! them, nor constants that mean something else than the code expects.

mod common;

use base::{Symbol, names};
use classfile::{Class, Code, Handler, Image, Jdk, parse};
use common::jdks;
use testkit::random::SplitMix;
use verify::{Hierarchy, null_message, verify};

/// Answers at random, since a hierarchy may lie too; how it answers must only change the verdict.
struct Whims(SplitMix);

impl Hierarchy for Whims {
    fn is_assignable(&mut self, _: Symbol, _: Symbol) -> bool {
        self.0.below(4) > 0
    }
    fn common_superclass(&mut self, a: Symbol, b: Symbol) -> Symbol {
        [a, b, names::OBJECT][self.0.below(3)]
    }
}

fn read(jdk: &Jdk, image: &Image, name: &str) -> Class {
    let bytes = image.module_resource("java.base", &format!("{name}.class")).unwrap().unwrap();
    parse(&bytes, &name.into(), None, jdk.max_class_major()).unwrap()
}

fn damage(random: &mut SplitMix, code: &mut Code) {
    let offset = |random: &mut SplitMix, code: &Code| random.below(code.bytes.len() + 2) as u16;
    for _ in 0..1 + random.below(4) {
        match random.below(8) {
            0 => code.max_locals = random.below(6) as u16,
            1 => code.max_stack = random.below(6) as u16,
            2 => {
                let start = offset(random, code);
                let (end, target) = (offset(random, code), offset(random, code));
                code.handlers = [Handler { start, end, target, catch: None }].into();
            }
            3 => code.bytes = code.bytes[..random.below(code.bytes.len() + 1)].into(),
            4 => {
                let garbage = (0..random.below(40)).map(|_| random.below(256) as u8);
                code.stack_map = Some(garbage.collect());
            }
            5 => {
                let garbage = (0..1 + random.below(60)).map(|_| random.below(204) as u8);
                code.bytes = garbage.collect();
            }
            _ if code.bytes.is_empty() => {}
            _ => {
                let at = random.below(code.bytes.len());
                code.bytes[at] = random.below(256) as u8;
            }
        }
        if code.bytes.is_empty() {
            return;
        }
    }
}

#[test]
fn garbage_is_judged_without_panic() {
    const ROUNDS: usize = 30;
    let jdk = &jdks()[0];
    let image = Image::open(&jdk.home).unwrap();
    let mut random = SplitMix(7);
    let mut whims = Whims(SplitMix(8));
    let (mut accepted, mut rejected, mut messages) = (0, 0, 0);
    for name in
        ["java/lang/String", "java/util/HashMap", "java/util/concurrent/ForkJoinPool", "java/lang/Math"]
    {
        for _ in 0..ROUNDS {
            let mut class = read(jdk, &image, name);
            class.major = 45 + random.below(20) as u16;
            let last = class.constants.len();
            for _ in 0..random.below(20) {
                class.constants[random.below(last)] = class.constants[random.below(last)];
            }
            let descs: Vec<Symbol> = class.methods.iter().flat_map(|m| [m.desc, m.name]).collect();
            for method in &mut class.methods {
                if random.below(10) == 0 {
                    method.desc = descs[random.below(descs.len())];
                }
                if let Some(code) = &mut method.code {
                    damage(&mut random, code);
                }
            }
            for method in &class.methods {
                match verify(&class, method, &mut whims) {
                    Ok(()) => accepted += 1,
                    Err(_) => rejected += 1,
                }
                let length = method.code.as_ref().map_or(0, |code| code.bytes.len() as u32);
                for pc in (0..length + 3).step_by(1 + random.below(9)) {
                    messages += usize::from(null_message(&class, method, pc).is_some());
                }
            }
        }
    }
    println!("{accepted} accepted, {rejected} rejected, {messages} messages");
    assert!(accepted > 100 && rejected > 100 && messages > 100);
}

/// Large numbers of everything, so that hostile code is turned down and not worked on for hours.
#[test]
fn hostile_sizes_end_soon() {
    const COUNT: i32 = 13_000;
    let jdk = &jdks()[0];
    let image = Image::open(&jdk.home).unwrap();
    for major in [49, 61] {
        let mut class = read(jdk, &image, "java/lang/Object");
        class.major = major;
        let method = class.methods.iter_mut().find(|method| method.code.is_some()).unwrap();
        let code = method.code.as_mut().unwrap();
        (code.max_locals, code.max_stack) = (u16::MAX, u16::MAX);
        // Nothing but branches back to where 65535 locals meet, as far away as a branch can reach.
        let branches = (0..COUNT).flat_map(|n| {
            let back = 5 * (n - 6500).max(0) - (5 * n + 2);
            [&[2, 2, 0x9f][..], &(back as i16).to_be_bytes()].concat()
        });
        code.bytes = branches.collect();
        let frames = [(COUNT as u16).to_be_bytes().to_vec(), vec![4; COUNT as usize]].concat();
        code.stack_map = Some(frames.into());
        code.stack_map.as_mut().unwrap()[2] = 0;
        let start = std::time::Instant::now();
        let method = class.methods.iter().find(|method| method.code.is_some()).unwrap();
        let verdict = verify(&class, method, &mut Whims(SplitMix(1)));
        println!("{major}: {verdict:?} after {:.2} s", start.elapsed().as_secs_f64());
        assert!(verdict.is_err());
        assert!(start.elapsed().as_secs() < 30);
    }
}
