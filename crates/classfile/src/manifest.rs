//! The main section of a jar's manifest, as the JAR File Specification writes it.

use std::path::{Path, PathBuf};

/// The path of the manifest inside a jar.
pub(crate) const PATH: &str = "META-INF/MANIFEST.MF";

/// The attributes of the main section that concern the class path.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Manifest {
    pub main_class: Option<String>,
    /// Further entries of the class path: relative URLs, as written.
    pub class_path: Vec<String>,
    pub multi_release: bool,
}

impl Manifest {
    pub fn parse(bytes: &[u8]) -> Manifest {
        let mut manifest = Manifest::default();
        for line in main_section(bytes) {
            let Some((name, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "main-class" if !value.is_empty() => manifest.main_class = Some(value.to_owned()),
                "class-path" => manifest.class_path = value.split_whitespace().map(String::from).collect(),
                "multi-release" => manifest.multi_release = value.eq_ignore_ascii_case("true"),
                _ => {}
            }
        }
        manifest
    }
}

/// Lines up to the first empty one, with continuation lines (those that begin with a space) joined to their
/// beginning. They are joined as bytes, because a line may be broken in the middle of a character.
fn main_section(bytes: &[u8]) -> Vec<String> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for line in bytes.split(|&byte| byte == b'\n') {
        // A lone carriage return ends a line as well, but no tool has written that for decades.
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match (line.split_first(), lines.last_mut()) {
            (None, _) => break,
            (Some((b' ', rest)), Some(last)) => last.extend_from_slice(rest),
            _ => lines.push(line.to_vec()),
        }
    }
    lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

/// The file that an entry of `Class-Path` means, seen from the jar's folder; `None` for what is not on this
/// machine.
pub(crate) fn resolve(entry: &str, folder: &Path) -> Option<PathBuf> {
    let (scheme, rest) = match entry.split_once(':') {
        Some((scheme, rest)) => (scheme, rest),
        None => ("", entry),
    };
    match scheme.to_ascii_lowercase().as_str() {
        "" => Some(folder.join(unescape(rest)?)),
        "file" => Some(folder.join(unescape(rest.strip_prefix("//").unwrap_or(rest))?)),
        _ => None,
    }
}

/// Replaces `%20` and its like; `None` if the result is no text.
fn unescape(url: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = match (first, after) {
            (b'%', [high, low, ..]) => char::from(*high).to_digit(16).zip(char::from(*low).to_digit(16)),
            _ => None,
        };
        match digits {
            Some((high, low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            None => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_section_only() {
        let text = "Manifest-Version: 1.0\r\nmain-CLASS: a.Ma\r\n in\r\nClass-Path: lib/a.jar \r\n  b.jar\r\n\r\n\
                    Name: x\r\nMain-Class: other\r\n";
        let manifest = Manifest::parse(text.as_bytes());
        assert_eq!(manifest.main_class.as_deref(), Some("a.Main"));
        assert_eq!(manifest.class_path, ["lib/a.jar", "b.jar"]);
        assert!(!manifest.multi_release);
        assert!(Manifest::parse(b"Multi-Release: true").multi_release);
        assert_eq!(Manifest::parse(b"\xFF\n: \n \nx"), Manifest::default());
    }

    #[test]
    fn class_path_entries() {
        let folder = Path::new("/x");
        assert_eq!(resolve("lib/a%20b.jar", folder), Some("/x/lib/a b.jar".into()));
        assert_eq!(resolve("file:/y/a.jar", folder), Some("/y/a.jar".into()));
        assert_eq!(resolve("file:///y/a.jar", folder), Some("/y/a.jar".into()));
        assert_eq!(resolve("http://y/a.jar", folder), None);
        assert_eq!(resolve("100%", folder), Some("/x/100%".into()));
        assert_eq!(resolve("%FF", folder), None);
    }
}
