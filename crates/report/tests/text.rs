//! The console report and the JSON record, word for word.

mod common;

use common::{deadlock, gap, golden, report};
use lts::{Act, Finding, Property};
use report::{Detail, Look, Story, Verdict, console, json};

fn look(width: usize) -> Look {
    Look { width, in_colour: false, detail: Detail::Brief }
}

#[test]
fn a_finding_is_told_in_columns() {
    golden("deadlock.txt", &console(&report(vec![deadlock()]), look(130)));
}

#[test]
fn where_room_is_short_cells_are_wrapped_and_lines_fit() {
    let text = console(&report(vec![deadlock()]), look(90));
    golden("deadlock-90.txt", &text);
    let table = text.lines().filter(|line| line.contains(" | "));
    assert!(table.clone().count() > 8);
    assert!(table.clone().all(|line| line.chars().count() <= 90), "{text}");
}

#[test]
fn more_threads_than_fit_are_told_in_a_list() {
    golden("deadlock-60.txt", &console(&report(vec![deadlock()]), look(60)));
}

#[test]
fn colours_change_no_text() {
    let plain = console(&report(vec![deadlock()]), look(130));
    let coloured = console(&report(vec![deadlock()]), Look { in_colour: true, ..look(130) });
    assert!(coloured.contains("\x1b[1;31mFAIL\x1b[0m"));
    let mut bare = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once("\x1b[") {
        bare += before;
        rest = after.split_once('m').unwrap().1;
    }
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
    assert_eq!(lines(&(bare + rest)), lines(&plain));
}

#[test]
fn an_exception_shows_its_stack() {
    let mut story = deadlock();
    story.finding = Finding {
        property: Property::ASSERTION,
        message: "java.lang.AssertionError: lost in thread Thread-1".into(),
        details: vec!["at shop.Bank.pay(Bank.java:17)".into()],
    };
    story.account.scenes[8].act = Act::THROW;
    story.account.scenes[8].what = "throws AssertionError: lost".into();
    golden("assertion.txt", &console(&report(vec![story]), look(130)));
}

#[test]
fn a_run_shows_what_is_repeated() {
    let property = Property::TEMPORAL;
    let finding = Finding { property, message: "G p  (LTL) fails".into(), details: vec![] };
    let run = Story { round: Some(6), finding, ..deadlock() };
    golden("run.txt", &console(&report(vec![run.clone()]), look(130)));
    // A loop of which nothing is worth telling is there all the same; one in which nothing happens is not.
    let text = console(&report(vec![Story { round: Some(9), ..run }]), look(130));
    assert!(!text.contains("again and again"), "{text}");
}

#[test]
fn a_complete_search_says_what_it_is_worth() {
    golden("safe.txt", &console(&report(vec![]), look(100)));
}

#[test]
fn a_cut_search_never_passes() {
    let mut cut = report(vec![]);
    cut.cuts.push("the time limit was reached".into());
    cut.gaps.push(gap());
    assert_eq!(cut.verdict(), Verdict::Inconclusive);
    let text = console(&cut, look(100));
    assert!(!text.contains("PASS"));
    golden("cut.txt", &text);
}

#[test]
fn the_record_has_every_step() {
    golden("deadlock.json", &json(&report(vec![deadlock()])));
    golden("safe.json", &json(&report(vec![])));
}
