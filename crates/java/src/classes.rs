//! The classes of a program and of its JDK, to be looked at and not run.

use crate::program::{LaunchError, Setup};
use analysis::ClassHierarchy;
use base::Symbol;
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

    /// The bytes of a class of the class path, and where they are from.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn bytes(&self, name: Symbol) -> Result<Option<(Vec<u8>, String)>, LaunchError> {
        let found = self.app.class_bytes(name)?;
        Ok(found.map(|found| (found.bytes.into_owned(), found.origin.to_string())))
    }

    /// The classes of the class path.
    ///
    /// # Errors
    /// A folder that cannot be listed.
    pub fn listed(&self) -> Result<Vec<Symbol>, LaunchError> {
        Ok(self.app.classes()?)
    }
}
