//! An owned value that stays where it is, with raw pointers to it beside the owner.
//!
//! A `Box` promises the compiler that nobody else points to its content, and a pointer that was taken from it
//! dies with the next reference that is made through it. The interpreter's loop keeps pointers to the running
//! thread and its code while it calls functions that reach both by reference. This type makes no such
//! promise: its pointer comes from the allocation itself, and what references are made in between does not
//! matter to it, as long as none of them is in use together with it.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Like a `Box`, but [`Stable::as_ptr`] stays good until the value is dropped.
pub struct Stable<T>(NonNull<T>, PhantomData<T>);

// SAFETY: it owns its value, as a `Box` does.
unsafe impl<T: Send> Send for Stable<T> {}
// SAFETY: shared access to it gives shared access to the value and nothing more; `as_ptr` alone does nothing.
unsafe impl<T: Sync> Sync for Stable<T> {}

impl<T> Stable<T> {
    pub fn new(value: T) -> Stable<T> {
        Stable(NonNull::from(Box::leak(Box::new(value))), PhantomData)
    }

    /// The value's address. Whoever uses it must not do so while a reference to the value is in use, unless
    /// both only read, nor after the value is gone.
    #[inline(always)]
    pub fn as_ptr(&self) -> *mut T {
        self.0.as_ptr()
    }
}

impl<T> Deref for Stable<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the pointer is that of a value which lives as long as `self`; those who have it by `as_ptr`
        // do not write while this reference is in use.
        unsafe { self.0.as_ref() }
    }
}

impl<T> DerefMut for Stable<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as for `deref`; those who have the pointer do not use it while this reference is in use.
        unsafe { self.0.as_mut() }
    }
}

impl<T: Clone> Clone for Stable<T> {
    fn clone(&self) -> Stable<T> {
        Stable::new((**self).clone())
    }
}

impl<T> Drop for Stable<T> {
    fn drop(&mut self) {
        // SAFETY: `new` took the pointer from a `Box`, and it is given back once.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

#[cfg(test)]
mod tests {
    use super::Stable;
    use std::rc::Rc;

    #[test]
    fn pointers_outlive_references() {
        let mut value = Stable::new(vec![1, 2]);
        let pointer = value.as_ptr();
        value.push(3);
        // SAFETY: no reference is in use, and the value is there.
        unsafe { (*pointer).push(4) };
        assert_eq!(*value, [1, 2, 3, 4]);
        let other = value.clone();
        assert_ne!(other.as_ptr(), pointer);
        assert_eq!(*other, *value);
    }

    #[test]
    fn the_value_is_dropped_once() {
        let counted = Rc::new(());
        let value = Stable::new(counted.clone());
        assert_eq!(Rc::strong_count(&counted), 2);
        drop(value);
        assert_eq!(Rc::strong_count(&counted), 1);
    }
}
