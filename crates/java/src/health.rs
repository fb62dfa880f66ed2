//! Looking at a JDK and a program without running it: is everything there that it might need?

use crate::boot::Session;
use crate::program::{LaunchError, Setup, prepare};
use analysis::{Breadth, ClassHierarchy, Reach, is_polymorphic};
use base::{FastSet, Symbol};
use classfile::{Access, Image, Jdk, MemberRef};
use std::path::Path;
use vm::{Host, Machine};

/// What there is to say about a JDK.
#[derive(Clone, Debug)]
pub struct JdkFacts {
    pub home: String,
    pub version: String,
    /// The version to the last digit, and who built it: no other JDK has the same library.
    pub build: String,
    pub feature: u16,
    pub has_compiler: bool,
}

/// The JDK that would be used.
pub fn jdk(explicit: Option<&Path>) -> Result<JdkFacts, classfile::Error> {
    let jdk = Jdk::find(explicit)?;
    let has_compiler = jdk.javac().is_file();
    let home = jdk.home.to_string_lossy().into_owned();
    let build = format!("{} {}", jdk.runtime_version, jdk.implementor).trim().to_string();
    Ok(JdkFacts { home, version: jdk.version.clone(), build, feature: jdk.feature, has_compiler })
}

/// What there is to say about a program.
#[derive(Clone, Debug)]
pub struct Health {
    pub main: String,
    /// Native methods that the program might call.
    pub reached: usize,
    /// Those of them that we do not have, sorted.
    pub missing: Vec<MissingNative>,
}

/// A native method that we do not have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MissingNative {
    /// `pkg.Cls.method(I)V`.
    pub name: String,
    /// The program's own code calls it, or has it. Others are reached only by what the library might call,
    /// which is more than it does: a virtual call is taken to lead to every class of which there may be
    /// an object.
    pub is_own: bool,
}

/// Boots the library, finds the main class, and follows its code as far as it may lead.
pub fn health(setup: Setup, scratch: &Path, host: Box<dyn Host>) -> Result<Health, LaunchError> {
    let home = Jdk::find(setup.jdk.as_deref())?.home;
    let (Session { machine, .. }, class) = prepare(setup, scratch, host)?;
    let main = machine.program.classes[class].name;
    let (reached, missing) = natives_of(&machine, &Image::open(&home)?, main)?;
    Ok(Health { main: main.text().replace('/', "."), reached, missing })
}

fn natives_of(
    machine: &Machine,
    image: &Image,
    main: Symbol,
) -> Result<(usize, Vec<MissingNative>), LaunchError> {
    let ours: FastSet<MemberRef> =
        natives::registry().entries().map(|(class, name, desc)| MemberRef { class, name, desc }).collect();
    let is_ours = |member: MemberRef| ours.contains(&member);
    let sources = &machine.program.sources;
    let hierarchy = ClassHierarchy::new(vec![image, &*sources.app], sources.max_major);
    let mut reach = Reach::new(hierarchy, &is_ours);
    reach.add_class(main)?;
    reach.run(Breadth::Near)?;
    let (mut reached, mut missing) = (0, Vec::new());
    for &method in reach.methods() {
        let access = reach.hierarchy.method(method).access;
        if access.has(Access::NATIVE) {
            reached += 1;
            let member = reach.hierarchy.member(method);
            if !ours.contains(&member) && !is_polymorphic(member, access) {
                // The method itself, and who called it first.
                let nearest = reach.path_to(method).into_iter().take(2);
                let classes: Vec<Symbol> =
                    nearest.map(|method| reach.hierarchy.member(method).class).collect();
                let is_own =
                    classes.iter().any(|&class| matches!(sources.app.class_bytes(class), Ok(Some(_))));
                let class = member.class.text().replace('/', ".");
                missing
                    .push(MissingNative { name: format!("{class}.{}{}", member.name, member.desc), is_own });
            }
        }
    }
    missing.sort();
    Ok((reached, missing))
}
