//! What one worker has alone, and what several have together, behind one face: the same store is written
//! once, and who is alone takes no locks.

use std::cell::RefCell;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

/// How a store is held.
pub trait Sharing {
    type Cell<T: Send>: Cell<T> + Send;
    type Link<T: Send>: Deref<Target = T>;
    /// Taking a cell costs something, so that a worker keeps what it meets often.
    const HAS_LOCKS: bool;
    fn link<T: Send>(value: T) -> Self::Link<T>;
    /// Another link to the same, if there can be one.
    fn again<T: Send>(link: &Self::Link<T>) -> Option<Self::Link<T>>;
}

/// A place that one may change at a time.
pub trait Cell<T> {
    fn new(value: T) -> Self;
    fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> R;
}

/// One worker.
pub struct Unshared;

/// Several workers.
pub struct Locked;

impl Sharing for Unshared {
    type Cell<T: Send> = RefCell<T>;
    type Link<T: Send> = Box<T>;
    const HAS_LOCKS: bool = false;
    fn link<T: Send>(value: T) -> Box<T> {
        Box::new(value)
    }
    fn again<T: Send>(_: &Box<T>) -> Option<Box<T>> {
        None
    }
}

impl Sharing for Locked {
    type Cell<T: Send> = Mutex<T>;
    type Link<T: Send> = Arc<T>;
    const HAS_LOCKS: bool = true;
    fn link<T: Send>(value: T) -> Arc<T> {
        Arc::new(value)
    }
    fn again<T: Send>(link: &Arc<T>) -> Option<Arc<T>> {
        Some(link.clone())
    }
}

impl<T> Cell<T> for RefCell<T> {
    fn new(value: T) -> Self {
        RefCell::new(value)
    }
    #[inline]
    fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> R {
        act(&mut self.borrow_mut())
    }
}

impl<T> Cell<T> for Mutex<T> {
    fn new(value: T) -> Self {
        Mutex::new(value)
    }
    #[inline]
    fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> R {
        // What is in the cell is whole, as entries are written before they are linked.
        act(&mut base::lock(self))
    }
}
