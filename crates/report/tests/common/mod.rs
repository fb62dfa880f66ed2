//! A bank with a deadlock, made by hand: what all forms of a report are shown with.

#![allow(dead_code, reason = "each test uses a part of it")]

use lts::{Account, Act, ActorView, Cause, Finding, Gap, ObjectView, Picture, Property, Scene, Spot, Turn};
use report::{Claims, Figures, Report, Story, Unreached};

/// A name that would break out of any page that does not escape it.
pub const HOSTILE: &str = "<script>alert('x')</script>&\"";

pub fn spot(line: u32) -> Spot {
    Spot {
        unit: "shop.Bank".into(),
        procedure: "pay".into(),
        folder: "shop".into(),
        file: "Bank.java".into(),
        line,
    }
}

fn scene(actor: u32, turn: u32, act: Act, object: &str, what: &str, line: u32) -> Scene {
    Scene { actor, act, what: what.into(), object: object.into(), spot: Some(spot(line)), turn, step: 0 }
}

fn view(actor: u32, name: &str, doing: &str, wants: &str, held_by: u32) -> ActorView {
    ActorView {
        actor,
        name: name.into(),
        doing: doing.into(),
        is_alive: true,
        wants: Some(wants.into()),
        held_by: Some(held_by),
        stack: vec![spot(18)],
        locals: Vec::new(),
    }
}

fn picture(balance: u32) -> Picture {
    let main = ActorView {
        actor: 0,
        name: "main".into(),
        doing: "has ended".into(),
        is_alive: false,
        wants: None,
        held_by: None,
        stack: Vec::new(),
        locals: Vec::new(),
    };
    let fields = |value: u32| vec![("balance".to_string(), value.to_string())];
    let mut first = view(1, "Thread-1", "waits for Account#2 (held by <script>)", "Account#2", 2);
    let locals = [("name", HOSTILE.to_string()), ("left", balance.to_string())];
    first.locals = vec![locals.map(|(name, value)| (name.to_string(), value)).to_vec()];
    Picture {
        actors: vec![main, first, view(2, HOSTILE, "waits for Account#1 (held by Thread-1)", "Account#1", 1)],
        objects: vec![
            ObjectView { name: "Account#1".into(), holder: Some("Thread-1".into()), fields: fields(balance) },
            ObjectView { name: "Account#2".into(), holder: Some(HOSTILE.into()), fields: fields(7) },
        ],
    }
}

pub fn deadlock() -> Story {
    let scenes = vec![
        scene(0, 0, Act::START, "", "start Thread-1", 9),
        scene(0, 0, Act::START, "", "start T2", 9),
        scene(0, 0, Act::END, "", "ends", 10),
        scene(1, 1, Act::LOCK, "Account#1", "lock Account#1", 17),
        scene(1, 1, Act::READ, "Account#1", "Account#1.balance -> 1", 17),
        scene(1, 1, Act::WRITE, "Account#1", "Account#1.balance = 0", 17),
        scene(2, 2, Act::LOCK, "Account#2", "lock Account#2", 17),
        scene(2, 2, Act::BLOCKED, "Account#1", "waits for Account#1 (held by Thread-1)", 18),
        scene(1, 3, Act::BLOCKED, "Account#2", "waits for Account#2 (held by T2)", 18),
    ];
    let turn = |actor, preempts| Turn { actor, preempts };
    let pictures = (0..scenes.len()).map(|i| picture(u32::from(i < 5))).collect();
    Story {
        finding: Finding {
            property: Property::DEADLOCK,
            message: "no thread can go on".into(),
            details: vec!["Thread-1 waits".into()],
        },
        found: None,
        account: Account {
            scenes,
            turns: vec![turn(0, false), turn(1, false), turn(2, true), turn(1, false)],
            pictures,
            steps: 0,
        },
        end: picture(0),
        actors: vec![(0, "main".into()), (1, "Thread-1".into()), (2, HOSTILE.into())],
        replay: Some("jaywalk replay 1:3kq9-00 Bank".into()),
        no_replay: None,
        view: None,
        early: 0,
        preemptions: 1,
        round: None,
        refuted: None,
        is_fewest: true,
    }
}

pub fn report(stories: Vec<Story>) -> Report {
    let claims = Claims {
        holds: vec![],
        checked: vec!["deadlock".into(), "assertions".into()],
        unchecked: vec!["races".into()],
        rests_on: vec!["sequentially consistent memory".into(), "exact store".into()],
        unreached: vec![Unreached { source: "shop/Bank.java".into(), lines: vec![3, 5, 6, 7] }],
        warnings: vec!["only one thread ever ran: there was nothing to interleave".into()],
        movers: None,
    };
    let figures = Figures { states: 18_204, transitions: 1_000_000, seconds: 0.5, ..Figures::default() };
    Report {
        name: "Bank".into(),
        stories,
        gaps: Vec::new(),
        cuts: Vec::new(),
        figures,
        claims,
        outputs: None,
    }
}

pub fn gap() -> Gap {
    Gap { cause: Cause::Unsupported, what: "a.B.c()V".into(), place: "B.java:3".into() }
}

pub fn golden(name: &str, got: &str) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    testkit::golden::assert_golden(&folder.join(name), got);
}
