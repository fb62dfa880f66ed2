//! `cargo xtask natives`: the native methods that a program can reach, and whether we have them. The list is
//! computed, not guessed: it comes from a call graph over the IR (`analysis`) and from the registry that the
//! machine itself uses.

mod docs;
mod lists;
mod programs;
mod reached;

use base::FastSet;
use classfile::{Jdk, MemberRef};
use reached::{Reached, Row};
use std::path::PathBuf;

/// What is looked at if nothing is named.
const DEFAULT_PROGRAMS: &str = "examples";

#[derive(Default)]
struct Wish {
    docs: bool,
    why: bool,
    jdk: Option<PathBuf>,
    programs: Vec<PathBuf>,
}

pub fn command(words: &[&str]) -> Result<(), String> {
    let wish = parse(words)?;
    if wish.docs {
        return docs::write(wish.jdk.as_deref());
    }
    let jdk = Jdk::find(wish.jdk.as_deref()).map_err(|e| e.to_string())?;
    let named = match wish.programs.as_slice() {
        [] => vec![testkit::repo_root().join(DEFAULT_PROGRAMS)],
        named => named.to_vec(),
    };
    let programs = programs::find(&jdk.home, &named)?;
    let reached = reached::reached(&jdk, &programs, &ours())?;
    print(&reached, wish.why);
    Ok(())
}

fn parse(words: &[&str]) -> Result<Wish, String> {
    let mut wish = Wish::default();
    let mut rest = words.iter();
    while let Some(&word) = rest.next() {
        match word {
            "--docs" => wish.docs = true,
            "--why" => wish.why = true,
            "--jdk" => wish.jdk = Some(rest.next().ok_or("--jdk needs the folder of a JDK")?.into()),
            flag if flag.starts_with('-') => return Err(format!("natives has no flag {flag}")),
            place => wish.programs.push(place.into()),
        }
    }
    match wish.docs && !wish.programs.is_empty() {
        true => Err("--docs is about examples/ and takes no class path".into()),
        false => Ok(wish),
    }
}

/// Every method that we bring, natives and replacements of bytecode alike.
fn ours() -> FastSet<MemberRef> {
    natives::registry().entries().map(|(class, name, desc)| MemberRef { class, name, desc }).collect()
}

fn print(reached: &Reached, why: bool) {
    let mut class = None;
    for row in &reached.natives {
        if class != Some(row.member.class) {
            println!("{}", row.member.class);
            class = Some(row.member.class);
        }
        let word = match (row.have, row.near) {
            (true, _) => "have",
            (false, true) => "MISSING",
            (false, false) => "missing",
        };
        println!("  {word:<8} {}{}", row.member.name, row.member.desc);
        if why && !row.have {
            row.path.iter().skip(1).for_each(|step| println!("             <- {step}"));
        }
    }
    println!("{}", summary(reached));
}

fn summary(reached: &Reached) -> String {
    let missing = reached.missing().count();
    let near = reached.missing().filter(|row| row.near).count();
    let (natives, methods) = (reached.natives.len(), reached.methods);
    format!(
        "{natives} native methods can be reached, by way of {methods} methods: {} are there, {missing} are missing; \
         {near} of these are near",
        natives - missing
    )
}

impl Reached {
    fn missing(&self) -> impl Iterator<Item = &Row> {
        self.natives.iter().filter(|row| !row.have)
    }
}

/// Where compiled programs are kept between runs.
fn cache() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| testkit::repo_root().join("target"), PathBuf::from);
    target.join("tmp").join("natives")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags() {
        let wish = parse(&["--why", "--jdk", "/jdk", "a.jar", "b"]).unwrap();
        assert!(wish.why && !wish.docs);
        assert_eq!((wish.jdk, wish.programs), (Some("/jdk".into()), vec!["a.jar".into(), "b".into()]));
        assert!(parse(&["--docs", "a"]).is_err() && parse(&["--jdk"]).is_err() && parse(&["--wat"]).is_err());
    }

    /// What runs in the cases can be reached: the machine's own start and a program that prints.
    #[test]
    fn a_program_reaches_what_it_runs() {
        let jdk = Jdk::find(None).unwrap();
        let programs =
            programs::find(&jdk.home, &[testkit::repo_root().join("examples/Gallery.java")]).unwrap();
        let reached = reached::reached(&jdk, &programs, &ours()).unwrap();
        let names: Vec<String> =
            reached.natives.iter().map(|row| format!("{}.{}", row.member.class, row.member.name)).collect();
        for name in
            ["java/io/FileOutputStream.writeBytes", "java/lang/System.arraycopy", "java/lang/Object.hashCode"]
        {
            assert!(names.iter().any(|n| n == name), "{name} in {names:?}");
        }
        assert!(reached.methods > 1000);
    }
}
