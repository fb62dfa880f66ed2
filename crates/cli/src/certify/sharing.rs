//! Tasks that several machines take from one list.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Each machine takes the last task that nobody has, as long as there is one.
pub fn shared_out<M: Send, T: Send, D: Send>(
    machines: Vec<M>,
    tasks: Vec<T>,
    work: impl Fn(T, &mut M) -> D + Sync,
) -> Vec<D> {
    let (tasks, done) = (Mutex::new(tasks), Mutex::new(Vec::new()));
    // In a function of its own, so that the list is free again before the task is done.
    let next = || locked(&tasks).pop();
    let (next, done_so_far, work) = (&next, &done, &work);
    std::thread::scope(|scope| {
        for mut machine in machines {
            scope.spawn(move || {
                while let Some(task) = next() {
                    let one = work(task, &mut machine);
                    locked(done_so_far).push(one);
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::shared_out;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    /// Each task is done only after the other was begun.
    #[test]
    fn tasks_are_done_at_the_same_time() {
        let ((to_second, of_first), (to_first, of_second)) = (channel(), channel());
        let tasks: Vec<(Sender<()>, Receiver<()>)> = vec![(to_second, of_second), (to_first, of_first)];
        let met = shared_out(vec![(), ()], tasks, |(to, of), ()| {
            to.send(()).is_ok() && of.recv_timeout(Duration::from_secs(60)).is_ok()
        });
        assert_eq!(met, [true, true]);
    }
}
