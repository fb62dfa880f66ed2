//! `cargo xtask units`: random units in real environments, through the built binary, against generated ones.

use oracle::units::{Count, Tools, compare, folder_of};
use std::path::PathBuf;

const USAGE: &str = "usage: cargo xtask units [--programs N] [--seed N] [--bin FILE]";

pub fn command(words: &[&str]) -> Result<(), String> {
    let root = testkit::repo_root();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let (mut programs, mut first, mut binary) = (300, 1, target.join("release/jaywalk"));
    for pair in words.chunks(2) {
        let [key, value] = pair else { return Err(USAGE.to_string()) };
        let number = || value.parse::<u64>().map_err(|_| format!("{key} needs a number, not {value}"));
        match *key {
            "--programs" => programs = number()?,
            "--seed" => first = number()?,
            "--bin" => binary = root.join(value),
            _ => return Err(USAGE.to_string()),
        }
    }
    let jdk = testkit::jdk::Jdk::find()?.home;
    let tools = Tools { jaywalk: binary, jdk, api: root.join("api/src") };
    let mut count = Count::default();
    let mut defects = 0;
    for seed in first..first + programs {
        let folder = folder_of(&target.join("units"), seed);
        match compare(&tools, &folder, seed, &mut count) {
            Ok(()) => drop(std::fs::remove_dir_all(&folder)),
            Err(message) => {
                defects += 1;
                println!("{message}");
            }
        }
        if (seed - first) % 10 == 9 {
            println!("{count:?}");
        }
    }
    println!("{count:?}, {defects} defects");
    if defects == 0 { Ok(()) } else { Err(format!("{defects} environments do less than the real ones")) }
}
