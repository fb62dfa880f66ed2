//! Where the file with settings is: in the present folder, or above it, up to the root of the repository.
//!
//! A file above is believed only if it, and every folder up to it, belongs to whom the present folder belongs: in a
//! folder that everybody can write to, such as that for temporary files, a stranger could leave one.

use super::FILE;
use clap::Arg;
use std::path::{Path, PathBuf};
use toml::Value;

/// What stands at the root of a repository; nobody looks above it.
const ROOTS: [&str; 3] = [".git", ".hg", ".svn"];

/// The file as it is named from here, if there is one: `jaywalk.toml`, `../../jaywalk.toml`.
pub fn find() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    find_from(&here)
}

fn find_from(here: &Path) -> Option<PathBuf> {
    let owner = owner(here)?;
    let mut way = PathBuf::new();
    for folder in here.ancestors() {
        let file = folder.join(FILE);
        if file.exists() {
            let is_own = folder == here || self::owner(&file) == Some(owner);
            return is_own.then(|| way.join(FILE));
        }
        let is_root = ROOTS.iter().any(|root| folder.join(root).exists());
        let above = folder.parent().filter(|above| !is_root && self::owner(above) == Some(owner))?;
        debug_assert!(above.is_absolute());
        way.push("..");
    }
    None
}

#[cfg(unix)]
fn owner(path: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|about| about.uid())
}

/// Elsewhere nobody knows whose a folder is, and only the present one counts.
#[cfg(not(unix))]
fn owner(_: &Path) -> Option<u32> {
    None
}

/// Paths in a file above mean what they mean where the file is.
pub fn resolved(option: &Arg, folder: &Path, value: Value) -> Value {
    let named = option.get_value_names().and_then(|names| names.first()).map(|name| name.as_str());
    let is_list = match named {
        Some("PATH") => true,
        Some("FILE" | "FOLDER") => false,
        _ => return value,
    };
    let join = |text: &str| folder.join(text).to_string_lossy().into_owned();
    let whole = |text: &str| match is_list {
        true => text.split(':').map(join).collect::<Vec<_>>().join(":"),
        false => join(text),
    };
    match value {
        Value::String(text) => Value::String(whole(&text)),
        Value::Array(items) => {
            let each = |item: Value| match item {
                Value::String(text) => Value::String(whole(&text)),
                other => other,
            };
            Value::Array(items.into_iter().map(each).collect())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_above_are_found_up_to_the_root_of_the_repository() {
        let base = std::env::temp_dir().join(format!("jaywalk-place-{}", std::process::id()));
        let deep = base.join("repository/module/src");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::create_dir_all(base.join("repository/.git")).unwrap();
        std::fs::write(base.join(FILE), "").unwrap();
        assert_eq!(find_from(&deep), None, "it lies above the repository");
        std::fs::write(base.join("repository").join(FILE), "").unwrap();
        assert_eq!(find_from(&deep), Some(PathBuf::from("../../jaywalk.toml")));
        std::fs::write(deep.join(FILE), "").unwrap();
        assert_eq!(find_from(&deep), Some(PathBuf::from("jaywalk.toml")), "the nearest counts");
        std::fs::remove_dir_all(&base).unwrap();
    }

    #[test]
    fn paths_are_those_of_the_file() {
        let path = Arg::new("class-path").value_name("PATH");
        let joined = resolved(&path, Path::new(".."), Value::String("a:/b".into()));
        assert_eq!(joined, Value::String("../a:/b".into()));
        let number = Arg::new("max-states").value_name("N");
        assert_eq!(resolved(&number, Path::new(".."), Value::Integer(3)), Value::Integer(3));
    }
}
