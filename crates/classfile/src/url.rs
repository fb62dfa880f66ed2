//! Addresses of files on the class path, written as `ClassLoader.getResource` writes them: `file:/folder/a`,
//! `jar:file:/x.jar!/a`, `jrt:/java.base/a`.

use std::path::Path;

/// Printable characters that `sun.net.www.ParseUtil.encodePath` escapes.
const ESCAPED: &[u8] = b" \"#%;<=>?[\\]^`{|}";

/// The address of a file or folder of this computer, links resolved.
pub(crate) fn of_file(path: &Path) -> String {
    let canonical = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    format!("file:{}", encode(&canonical.to_string_lossy()))
}

pub(crate) fn encode(path: &str) -> String {
    let mut url = String::with_capacity(path.len());
    for &byte in path.as_bytes() {
        match byte {
            0x21..=0x7E if !ESCAPED.contains(&byte) => url.push(char::from(byte)),
            _ => url.push_str(&format!("%{byte:02x}")),
        }
    }
    url
}

/// What was encoded; `None` if nothing can have been.
pub(crate) fn decode(url: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for (path, url) in
            [("/a/B$1.class", "/a/B$1.class"), ("a b#?%", "a%20b%23%3f%25"), ("ä~!'", "%c3%a4~!'")]
        {
            assert_eq!(encode(path), url);
            assert_eq!(decode(url).as_deref(), Some(path));
        }
        for damaged in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(decode(damaged), None, "{damaged}");
        }
    }
}
