//! The page in a real browser, without a window: what stands in it after its script has run.
//!
//! The browser is `chromium` (Debian's package of that name, which `./test` installs), or what
//! `JAYWALK_TEST_BROWSER` names.

mod common;

use common::{HOSTILE, deadlock, report};
use report::{GraphState, SourceText, SourceTexts, StateGraph, StateKind, Story, html};
use std::path::PathBuf;
use std::process::Command;

/// Milliseconds of the page's own clock that the browser lets pass before it looks.
const BUDGET_MS: u32 = 3000;

fn sources() -> SourceTexts {
    let text: String = (1..=20).map(|line| format!("line {line} <b>&\n")).collect();
    let source = SourceText { path: "src/shop/Bank.java".into(), text };
    [("shop/Bank.java".to_string(), source)].into_iter().collect()
}

fn graph() -> StateGraph {
    let state = |depth, kind| GraphState { depth, kind };
    StateGraph {
        states: vec![state(0, StateKind::Inner), state(1, StateKind::Bad), state(1, StateKind::End)],
        edges: vec![(0, 1, HOSTILE.into(), true), (0, 2, "main".into(), false)],
    }
}

/// The document as it stands after the script has run. `link` is what follows the address, `more` further
/// script.
fn document(name: &str, page: &str, link: &str, more: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("page-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("page.html");
    std::fs::write(&file, page.replace("</body>", &format!("<script>{more}</script></body>"))).unwrap();
    let browser = std::env::var("JAYWALK_TEST_BROWSER").unwrap_or_else(|_| "chromium".into());
    let output = Command::new(&browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("--virtual-time-budget={BUDGET_MS}"))
        .arg(format!("file://{}{link}", file.display()))
        .output()
        .unwrap_or_else(|error| {
            panic!("{browser}: {error}; install it, or name one in JAYWALK_TEST_BROWSER")
        });
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        dom.contains("data-ready=\"yes\""),
        "the script did not come to its end\n{}\n{dom}",
        String::from_utf8_lossy(&output.stderr)
    );
    dom
}

fn page() -> String {
    html(&report(vec![deadlock()]), &sources(), Some(&graph()))
}

/// The part of the document that begins here, up to the next `end`.
fn part<'a>(dom: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = dom.split_once(begin).unwrap_or_else(|| panic!("no {begin} in\n{dom}"));
    rest.split_once(end).unwrap_or_else(|| panic!("no {end} after {begin}")).0
}

#[test]
fn a_link_leads_to_its_step() {
    let dom = document("link", &page(), "#step=6", "");
    assert_eq!(dom.matches("<tr data-step=").count() + dom.matches("<tr class=").count(), 9 + 1, "{dom}");
    assert!(
        part(&dom, "data-step=\"5\"", ">").contains("class=\"now\"")
            || dom.contains("<tr data-step=\"5\" class=\"now\">")
    );
    assert!(dom.contains(">6 / 9<"));
    // The balance changed from 1 to 0 in this step, and nothing else did.
    assert_eq!(dom.matches("class=\"mono changed\"").count(), 1);
    assert!(dom.contains("<dd class=\"mono changed\" title=\"was 1\">0</dd>"));
    // So did the variable that holds it; the other one did not.
    let frame = part(&dom, "at shop.Bank.pay(Bank.java:18)", "</dl>");
    assert!(frame.contains("<dt>left</dt><dd class=\"changed\" title=\"was 1\">0</dd>"), "{frame}");
    assert!(frame.contains("<dt>name</dt><dd>&lt;script&gt;"), "{frame}");
    // The source is there, with its line.
    let line = part(&dom, "<li class=\"now\">", "</li>");
    assert!(line.contains(">17</span>") && line.contains("line 17 &lt;b&gt;&amp;"), "{line}");
    assert!(dom.contains("held by Thread-1"));
}

#[test]
fn keys_walk_forwards_and_backwards() {
    let press =
        |key: &str| format!("document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}}));");
    let walk = |name: &str, keys: &[&str]| {
        let script: String = keys.iter().map(|key| press(key)).collect();
        document(name, &page(), "", &script)
    };
    assert!(walk("right", &["ArrowRight", "ArrowRight"]).contains(">3 / 9<"));
    assert!(walk("left", &["End", "ArrowLeft"]).contains(">8 / 9<"));
    assert!(walk("ends", &["End", "ArrowRight"]).contains(">9 / 9<"));
    // From the first step of main to the first of the next thread.
    assert!(walk("switch", &["n"]).contains(">4 / 9<"));
    let back = walk("back", &["End", "Home"]);
    assert!(back.contains(">1 / 9<"));
    assert_eq!(back.matches("class=\"mono changed\"").count(), 0);
}

#[test]
fn a_loop_is_marked_and_goes_round() {
    let run = Story { round: Some(6), ..deadlock() };
    let page = html(&report(vec![run]), &sources(), None);
    let press = |key: &str, times: usize| {
        format!("document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}}));").repeat(times)
    };
    let dom = document("loop", &page, "#step=6", "");
    assert_eq!(dom.matches("class=\"number loop\"").count(), 3);
    assert!(dom.contains("what follows happens again and again"));
    assert!(dom.contains("everything is as it was before step 7"));
    assert!(dom.contains(">6 / 9<"));
    // Behind the last step comes the first of the loop.
    assert!(document("loop-round", &page, "#step=9", &press("ArrowRight", 1)).contains(">7 / 9 (loop)<"));
    assert!(document("loop-twice", &page, "#step=9", &press("ArrowRight", 4)).contains(">7 / 9 (loop)<"));
    let still = html(&report(vec![Story { round: Some(9), ..deadlock() }]), &sources(), None);
    let dom = document("loop-still", &still, "#step=9", &press("ArrowRight", 1));
    assert!(dom.contains("it stays as it is for ever") && dom.contains(">9 / 9<"));
    assert_eq!(dom.matches("class=\"number loop\"").count(), 0);
}

#[test]
fn nothing_the_program_says_becomes_markup() {
    let page = page();
    assert!(!page.contains(HOSTILE));
    let dom =
        document("hostile", &page, "#step=9", "document.body.dataset.scripts = document.scripts.length;");
    // The data, the page's own script and the test's.
    assert!(dom.contains("data-scripts=\"3\""), "{dom}");
    assert!(dom.contains("&lt;script&gt;alert('x')&lt;/script&gt;"));
    assert!(!dom.contains("<script>alert"));
}

#[test]
fn the_page_asks_for_nothing_from_outside() {
    let page = page();
    assert!(page.contains("default-src 'none'"));
    for word in ["src=\"http", "href=\"http", "@import"] {
        assert!(!page.contains(word), "{word}");
    }
    // Arrows have tips that are drawn in the page itself.
    assert_eq!(page.matches("url(").count(), page.matches("url(#").count());
}

#[test]
fn a_small_state_space_is_drawn() {
    let dom = document("graph", &page(), "", "");
    assert_eq!(dom.matches("<circle").count(), 3);
    assert_eq!(dom.matches("class=\"edge path\"").count(), 1);
    assert!(part(&dom, "<circle", ">").contains("first"));
    let none = document("no-graph", &html(&report(vec![deadlock()]), &sources(), None), "", "");
    assert!(!none.contains("<circle"));
}

#[test]
fn a_check_that_found_nothing_shows_its_claims() {
    let dom = document("safe", &html(&report(vec![]), &SourceTexts::new(), None), "", "");
    assert!(dom.contains("PASS") && dom.contains("shop/Bank.java:3, 5-7"), "{dom}");
    assert!(dom.contains("only one thread ever ran"));
}

/// A story of so many steps, of which the second half does the same again and again.
fn long_story(steps: usize) -> Story {
    let mut story = deadlock();
    let (scenes, pictures) = (story.account.scenes.clone(), story.account.pictures.clone());
    let at = |i: usize| i % scenes.len();
    story.account.scenes = (0..steps)
        .map(|i| {
            let mut scene = scenes[at(i)].clone();
            if i < steps / 2 {
                scene.what = format!("{} in round {i}", scene.what);
            }
            scene.turn = 0;
            scene
        })
        .collect();
    story.account.pictures = (0..steps).map(|i| pictures[at(i)].clone()).collect();
    story
}

#[test]
fn of_thousands_of_steps_only_those_are_drawn_that_are_near() {
    let page = html(&report(vec![long_story(4500)]), &sources(), None);
    let press =
        |key: &str| format!("document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}}));");
    let far = document("far", &page, "#step=1500", &press("ArrowRight"));
    assert!(far.contains(">1501 / 4500<"));
    assert!(far.matches("data-step=").count() < 400, "{}", far.matches("data-step=").count());
    assert!(far.contains("<tr data-step=\"1500\" class=\"now\">"));
    // What repeats is one row, until somebody goes there.
    let folded = document("folded", &page, "#step=2251", "");
    assert!(folded.contains("the 9 steps before 249 more times"), "{folded}");
    let inside = document("inside", &page, "#step=4000", &press("ArrowLeft"));
    assert!(inside.contains(">3999 / 4500<") && inside.contains("<tr data-step=\"3998\" class=\"now\">"));
    assert!(!inside.contains("before 249 more times"));
}

#[test]
fn the_current_step_is_in_sight_wherever_it_is() {
    // In the table, below its heading, and not hidden to the right.
    const SEEN: &str = "const seen = () => { const cell = document.querySelector('#lanes tr.now \
        .mine').getBoundingClientRect(); \
        const box = document.getElementById('lanes').getBoundingClientRect(); \
        const head = document.querySelector('#lanes thead th').getBoundingClientRect(); \
        return cell.top >= head.bottom - 1 && cell.bottom <= box.bottom + 1 && cell.left >= box.left - 1 && \
        cell.right <= box.right + 1; }; \
        const press = (key) => document.dispatchEvent(new KeyboardEvent('keydown', {key})); let bad = 0; \
        for (const key of ['End', 'ArrowLeft', 'Home', 'n', 'n', 'p', 'End', 'p']) { press(key); if (!seen()) bad++; } \
        for (let i = 0; i < 60; i++) { press(i % 7 ? 'ArrowRight' : 'ArrowLeft'); if (!seen()) bad++; } \
        document.body.dataset.hidden = bad;";
    let page = html(&report(vec![long_story(600)]), &sources(), None);
    let dom = document("in-sight", &page, "#step=200", SEEN);
    assert!(dom.contains("data-hidden=\"0\""), "{}", part(&dom, "<body", ">"));
}

#[test]
fn words_are_found_and_steps_copied() {
    let type_in = "const box = document.getElementById('find'); box.value = 'BALANCE ='; \
        box.dispatchEvent(new Event('input')); document.querySelectorAll('nav button.copy')[0].click();";
    let dom = document("find", &page(), "", type_in);
    assert!(dom.contains(">6 / 9<") && dom.contains(">1 of 1<"), "{dom}");
    assert!(dom.contains("data-copied="));
    let nothing = document("find-nothing", &page(), "", &type_in.replace("BALANCE =", "nowhere"));
    assert!(nothing.contains(">none<") && nothing.contains(">1 / 9<"));
}

#[test]
fn who_waits_for_whom_is_drawn_and_time_has_a_line() {
    let dom = document("waits", &page(), "#step=9", "");
    assert_eq!(dom.matches("class=\"arrow circle\"").count(), 2, "{dom}");
    assert!(part(&dom, "id=\"timeline\"", "</section>").contains("class=\"run\""));
    assert!(part(&dom, "id=\"timeline\"", "</section>").contains("class=\"waits\""));
}
