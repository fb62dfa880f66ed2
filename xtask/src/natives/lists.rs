//! The native methods of java.base, as lists in the tree: the table in `docs` is about two JDKs, and few
//! machines have both.

use base::Symbol;
use classfile::{Access, Image, Jdk, MemberRef};
use std::path::{Path, PathBuf};

/// The releases that have a list.
pub const RELEASES: [u16; 2] = [17, 25];

/// The native methods of one release.
pub struct List {
    /// Which JDK the list was made from.
    pub title: String,
    pub natives: Vec<MemberRef>,
}

impl List {
    pub fn read(release: u16) -> Result<List, String> {
        let file = file(release);
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ").to_string();
        Ok(List {
            title,
            natives: text.lines().filter(|line| !line.starts_with('#')).filter_map(parse).collect(),
        })
    }
}

pub fn file(release: u16) -> PathBuf {
    testkit::repo_root().join(format!("xtask/src/natives/jdk-{release}.txt"))
}

/// The list as the image of a JDK has it.
pub fn of_image(home: &Path) -> Result<String, String> {
    let jdk = Jdk::at(home).map_err(|e| e.to_string())?;
    let image = Image::open(home).map_err(|e| e.to_string())?;
    let mut lines = Vec::new();
    for name in image.classes("java.base").map_err(|e| e.to_string())? {
        let bytes =
            image.module_resource("java.base", &format!("{name}.class")).map_err(|e| e.to_string())?;
        let Some(bytes) = bytes.filter(|_| !name.as_str().ends_with("module-info")) else { continue };
        let class = classfile::parse(&bytes, &name.to_string().into(), None, jdk.max_class_major())
            .map_err(|e| e.to_string())?;
        let natives = class.methods.iter().filter(|method| method.access.has(Access::NATIVE));
        lines.extend(natives.map(|method| format!("{name}.{}{}\n", method.name, method.desc)));
    }
    lines.sort_unstable();
    Ok(format!("# native methods of java.base, JDK {} ({})\n{}", jdk.version, lines.len(), lines.concat()))
}

/// `java/lang/Object.hashCode()I`.
fn parse(line: &str) -> Option<MemberRef> {
    let (member, desc) = line.split_at(line.find('(')?);
    let (class, name) = member.rsplit_once('.')?;
    Some(MemberRef { class: Symbol::new(class), name: Symbol::new(name), desc: Symbol::new(desc) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_whole() {
        for release in RELEASES {
            let List { title, natives } = List::read(release).unwrap();
            assert!(natives.len() > 600 && title.ends_with(&format!("({})", natives.len())), "{title}");
            let hash = parse("java/lang/Object.hashCode()I").unwrap();
            assert!(natives.contains(&hash));
        }
    }

    /// The list of the JDK at hand is right, if it is the very one that the list was made from.
    #[test]
    fn lists_are_those_of_the_jdks() {
        let jdk = Jdk::find(None).unwrap();
        let listed = RELEASES.contains(&jdk.feature)
            && List::read(jdk.feature).unwrap().title.contains(&format!("JDK {} ", jdk.version));
        if listed {
            testkit::golden::assert_golden(&file(jdk.feature), &of_image(&jdk.home).unwrap());
        }
    }
}
