//! The classes of a program and of its JDK, to be looked at and not run.

use crate::program::{LaunchError, Setup};
use analysis::ClassHierarchy;
use base::Symbol;
use classfile::weave::{Weaver, weave};
use classfile::{ClassPath, Image, Jdk, Source};

/// Both, opened.
pub struct Classes {
    app: ClassPath,
    boot: Image,
    newest: u16,
}

impl Classes {
    /// Opens the class path and the JDK of a setup.
    ///
    /// # Errors
    /// There is no JDK, or a jar that cannot be read.
    pub fn open(setup: &Setup) -> Result<Classes, LaunchError> {
        let jdk = Jdk::find(setup.jdk.as_deref())?;
        Ok(Classes {
            app: ClassPath::open(&setup.class_path)?.for_release(jdk.feature),
            boot: Image::open(&jdk.home)?,
            newest: jdk.max_class_major(),
        })
    }

    /// All of them by name. Those of the JDK win, as when they are run.
    pub fn hierarchy(&self) -> ClassHierarchy<'_> {
        ClassHierarchy::new(vec![&self.boot, &self.app], self.newest)
    }

    /// A class of the class path with calls put into it; `None` if there are none to put.
    ///
    /// # Errors
    /// A class file that cannot be read.
    pub fn woven(&self, name: Symbol, weaver: &dyn Weaver) -> Result<Option<Vec<u8>>, LaunchError> {
        let Some(found) = self.app.class_bytes(name)? else { return Ok(None) };
        Ok(weave(&found.bytes, &found.origin, weaver)?)
    }

    /// The classes of the class path.
    ///
    /// # Errors
    /// A folder that cannot be listed.
    pub fn listed(&self) -> Result<Vec<Symbol>, LaunchError> {
        Ok(self.app.classes()?)
    }
}
