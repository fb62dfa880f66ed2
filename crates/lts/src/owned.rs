//! A system that one may have to oneself, or by loan.

use crate::System;

/// A machine, the caller's or one's own.
pub enum MaybeOwned<'a> {
    Borrowed(&'a mut dyn System),
    Owned(Box<dyn System>),
}

impl<'a> std::ops::Deref for MaybeOwned<'a> {
    type Target = dyn System + 'a;
    fn deref(&self) -> &Self::Target {
        match self {
            MaybeOwned::Borrowed(system) => *system,
            MaybeOwned::Owned(system) => &**system,
        }
    }
}

impl std::ops::DerefMut for MaybeOwned<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            MaybeOwned::Borrowed(system) => *system,
            MaybeOwned::Owned(system) => &mut **system,
        }
    }
}
