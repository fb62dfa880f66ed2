//! Locks that nobody is afraid of: a thread that fell over took its panic with it.
//!
//! The thread sanitizer has to see how locks are taken. It does not see what the standard library does inside itself,
//! unless that is built along with it: taking a lock that is taken, and waiting. With `--cfg jaywalk_tsan` neither is
//! done (`cargo xtask sanitize`): a lock is tried until it is free, which happens in code of ours.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Takes a lock. What it guards must be whole whenever code that has it can panic.
#[inline]
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    #[cfg(jaywalk_tsan)]
    loop {
        match mutex.try_lock() {
            Ok(guard) => return guard,
            Err(std::sync::TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(std::sync::TryLockError::WouldBlock) => std::thread::yield_now(),
        }
    }
    #[cfg(not(jaywalk_tsan))]
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Gives a lock back until somebody says that something has changed, or for so long, and takes it again.
#[inline]
pub fn wait<'m, T>(
    mutex: &'m Mutex<T>,
    guard: MutexGuard<'m, T>,
    changed: &Condvar,
    most: Duration,
) -> MutexGuard<'m, T> {
    #[cfg(jaywalk_tsan)]
    {
        let _ = changed;
        drop(guard);
        std::thread::sleep(most.min(Duration::from_millis(1)));
        lock(mutex)
    }
    #[cfg(not(jaywalk_tsan))]
    {
        let _ = mutex;
        changed.wait_timeout(guard, most).unwrap_or_else(std::sync::PoisonError::into_inner).0
    }
}
