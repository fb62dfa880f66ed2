//! A place that remembers which of its files, other than classes, somebody has asked for: a program that reads them is
//! another one if they are others.

use crate::{Error, FoundClass, Source};
use base::Symbol;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

pub struct Noted<S> {
    place: S,
    asked: Mutex<BTreeSet<String>>,
}

impl<S: Source> Noted<S> {
    pub fn new(place: S) -> Noted<S> {
        Noted { place, asked: Mutex::default() }
    }

    fn note(&self, path: &str) {
        // A set of names is whole whatever happened to whoever wrote to it last.
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if !asked.contains(path) {
            asked.insert(path.to_string());
        }
    }
}

impl<S: Source> Source for Noted<S> {
    fn class_bytes(&self, name: Symbol) -> Result<Option<FoundClass<'_>>, Error> {
        self.place.class_bytes(name)
    }

    fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        self.note(path);
        self.place.resource(path)
    }

    fn urls(&self, path: &str) -> Result<Vec<String>, Error> {
        self.note(path);
        self.place.urls(path)
    }

    /// Who has an address has asked for it before.
    fn open(&self, url: &str) -> Result<Option<Vec<u8>>, Error> {
        self.place.open(url)
    }

    fn asked(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.iter().cloned().collect()
    }

    fn describe(&self) -> String {
        self.place.describe()
    }
}
