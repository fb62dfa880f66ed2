//! The book in `docs/`: every command in it is run, and what it says it prints is what is printed.
//!
//! In a page, ```` ```java file=Bank.java ```` is a file, and ```` ```console exit=1 ```` are commands (`$
//! jaywalk ...`), each with its output below; the number is the exit code of the last. All blocks of a page
//! share a folder, in which `examples` are ours and `junit` has JUnit's jars. With ```` needs=kotlinc ```` they are
//! left out, with a note, where there is no such command; with ```` silent ```` what is printed is no part of the page.
//! `cargo xtask bless` rewrites the outputs.

use crate::lab::{Lab, root};

const PAGES: &[&str] = &[
    "first-check.md",
    "reading-a-counterexample.md",
    "writing-a-driver.md",
    "taming-the-state-space.md",
    "linearize.md",
    "objects.md",
    "environments.md",
    "temporal.md",
    "how-it-works.md",
    "coming-from-jpf.md",
    "continuous-integration.md",
    "search-carrying-code.md",
    "more-than-one-machine.md",
    "other-languages.md",
];

/// Commands of the program whose options are listed.
const COMMANDS: &[&str] = &[
    "check",
    "certify",
    "script",
    "test",
    "linearize",
    "explore",
    "env",
    "replay",
    "dap",
    "serve",
    "run",
    "doctor",
    "config",
    "api",
    "completions",
    "man",
];

/// A block of a page: the words behind the fence, and its lines.
struct Block {
    info: String,
    lines: Vec<String>,
}

/// The page in pieces: text outside of blocks, and blocks.
enum Piece {
    Text(String),
    Block(Block),
}

fn pieces(page: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some(Block { info: info.to_string(), lines: Vec::new() }),
            (Some(_), Some(_)) => pieces.extend(open.take().map(Piece::Block)),
            (Some(block), None) => block.lines.push(line.to_string()),
            (None, None) => pieces.push(Piece::Text(line.to_string())),
        }
    }
    assert!(open.is_none(), "a block is not closed");
    pieces
}

fn is_installed(command: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(command).is_file())
}

fn setting<'a>(info: &'a str, key: &str) -> Option<&'a str> {
    info.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

/// Runs the commands of a block and returns the block as it should be.
fn performed(lab: &Lab, block: &Block, page: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut code = 0;
    for command in block.lines.iter().filter_map(|line| line.strip_prefix("$ ")) {
        let done = lab.shell(command);
        lines.push(format!("$ {command}"));
        lines.extend(done.out.lines().chain(done.err.lines()).map(|line| line.trim_end().to_string()));
        code = done.code;
    }
    let expected = setting(&block.info, "exit").map_or(0, |code| code.parse().unwrap());
    assert_eq!(code, expected, "{page}: exit code of\n{}", lines.join("\n"));
    lines
}

/// What differs from run to run, or from one JDK to the next: times, sizes, and replay strings, which depend
/// on the classes' bytes.
fn settled(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let plain = words.iter().enumerate().map(|(i, word)| {
        let bare = word.trim_matches([',', ')', '(', ';', '"']);
        let is_time = bare.contains('.') && bare.parse::<f64>().is_ok();
        let is_size = words.get(i + 1) == Some(&"bytes");
        match is_time || is_size || bare.starts_with("1:") {
            true => word.replace(bare, "..."),
            false => word.to_string(),
        }
    });
    plain.collect::<Vec<_>>().join(" ")
}

fn check(page: &str) {
    let file = root().join("docs").join(page);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lab = Lab::new(&format!("book-{page}"));
    std::os::unix::fs::symlink(root().join("examples"), lab.folder.join("examples")).unwrap();
    std::os::unix::fs::symlink(crate::tests::jar_folder(), lab.folder.join("junit")).unwrap();
    let mut blessed = String::new();
    let mut commands = 0;
    for piece in pieces(&text) {
        let block = match piece {
            Piece::Text(line) => {
                blessed += &format!("{line}\n");
                continue;
            }
            Piece::Block(block) => block,
        };
        let mut lines = block.lines.clone();
        let is_left_out = setting(&block.info, "needs").is_some_and(|command| !is_installed(command));
        if let Some(name) = setting(&block.info, "file") {
            lab.write(name, &(block.lines.join("\n") + "\n"));
        } else if block.info.starts_with("console") && is_left_out {
            commands += 1;
            eprintln!("skipped: {page}: {} ({})", block.lines[0], block.info);
        } else if block.info.starts_with("console") {
            commands += 1;
            let done = performed(&lab, &block, page);
            if !block.info.ends_with(" silent") {
                lines = done;
            }
            let plain = |lines: &[String]| lines.iter().map(|l| settled(l)).collect::<Vec<_>>().join("\n");
            if !testkit::golden::blessing() {
                assert_eq!(plain(&lines), plain(&block.lines), "{page}: cargo xtask bless writes it anew");
            }
        }
        blessed += &format!("```{}\n{}\n```\n", block.info, lines.join("\n"));
    }
    assert!(commands > 0, "{page} has no commands");
    if testkit::golden::blessing() {
        std::fs::write(&file, blessed).unwrap();
    }
}

#[test]
fn every_command_of_the_book_does_what_the_book_says() {
    PAGES.iter().for_each(|page| check(page));
}

#[test]
fn the_list_of_options_is_that_of_the_program() {
    let lab = Lab::new("options");
    let mut page = String::from(
        "# Options\n\nWritten by the program itself (`cargo xtask bless`). Every option is also a key of \
            `jaywalk.toml` and a variable\n\
         `JAYWALK_*`; `jaywalk config --explain KEY` tells about one.\n",
    );
    for command in COMMANDS {
        let help = lab.run(&[command, "--help"]).out;
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        page += &format!("\n## jaywalk {command}\n\n```\n{}\n```\n", lines.join("\n").trim_end());
    }
    testkit::golden::assert_golden(&root().join("docs/options.md"), &page);
}
