//! The parts of the daemon: each on a thread of its own, and all of them or none. Where one ends, however it does, the others
//! end with it: a daemon that takes deliveries and does nothing about them, or the other way round, is worse than none.

use std::thread;

use tokio::sync::watch;

use super::error::NotServed;

/// A part, by the name of its thread: it works until it is told to stop.
pub(super) struct Part<'p> {
    name: &'static str,
    work: Box<dyn FnOnce(Stop) -> Result<(), NotServed> + Send + 'p>,
}

impl<'p> Part<'p> {
    pub(super) fn new(
        name: &'static str,
        work: impl FnOnce(Stop) -> Result<(), NotServed> + Send + 'p,
    ) -> Self {
        let work = Box::new(work);
        Self { name, work }
    }
}

/// What tells a part to stop.
#[derive(Clone)]
pub(super) struct Stop {
    /// How often somebody asked the daemon to.
    signals: watch::Receiver<u32>,
    /// Whether another part has ended.
    ended: watch::Receiver<bool>,
    /// Signals that were heeded.
    heeded: u32,
}

impl Stop {
    fn new(signals: watch::Receiver<u32>, ended: watch::Receiver<bool>) -> Self {
        Self {
            signals,
            ended,
            // Whatever was the reason to stop, the next one wants more than that.
            heeded: 1,
        }
    }

    /// Whether it is to stop.
    pub(super) fn is_told(&self) -> bool {
        *self.signals.borrow() > 0 || *self.ended.borrow()
    }

    /// Waits until it is to stop.
    pub(super) async fn told(&mut self) {
        // Where nobody is left who could ask for it, nobody asks.
        tokio::select! {
            Ok(_) = self.signals.wait_for(|count| *count > 0) => {}
            Ok(_) = self.ended.wait_for(|is| *is) => {}
            else => std::future::pending().await,
        }
    }

    /// Waits until somebody, being in a hurry, asks once more.
    pub(super) async fn again(&mut self) {
        let heeded = self.heeded;
        match self.signals.wait_for(|count| *count > heeded).await {
            Ok(count) => self.heeded = *count,
            Err(_gone) => std::future::pending().await,
        }
    }
}

/// Tells the others when the part that holds it leaves, in whatever way.
struct Leaving(watch::Sender<bool>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.send_replace(true);
    }
}

/// Has all parts work, until the last of them has ended.
///
/// # Errors
/// The first thing that went wrong with one of them, in their order.
pub(super) fn together(
    parts: Vec<Part<'_>>,
    signals: &watch::Receiver<u32>,
) -> Result<(), NotServed> {
    let (end, ended) = watch::channel(false);
    thread::scope(|scope| {
        // Where a thread can't be had, those that there are already end.
        let _leaving = Leaving(end.clone());
        let mut threads = Vec::new();
        for Part { name, work } in parts {
            let stop = Stop::new(signals.clone(), ended.clone());
            let leaving = Leaving(end.clone());
            let work = move || {
                let _leaving = leaving;
                work(stop)
            };
            let thread = thread::Builder::new().name(name.to_owned());
            let thread = thread.spawn_scoped(scope, work);
            threads.push(thread.map_err(NotServed::Thread)?);
        }
        let mut result = Ok(());
        for thread in threads {
            let one = thread.join().unwrap_or(Err(NotServed::Panicked));
            result = result.and(one);
        }
        result
    })
}

#[cfg(test)]
mod tests {
    use super::super::runtime::for_one_thread;
    use super::*;

    fn waits<'p>() -> Part<'p> {
        Part::new("waits", |mut stop: Stop| {
            for_one_thread()?.block_on(stop.told());
            assert!(stop.is_told());
            Ok(())
        })
    }

    #[test]
    fn where_one_ends_the_others_do() {
        let (_signal, signals) = watch::channel(0);
        let well = Part::new("well", |_| Ok(()));
        assert!(together(vec![waits(), well, waits()], &signals).is_ok());
        let badly = Part::new("badly", |_| {
            Err(NotServed::Thread(std::io::Error::other("no")))
        });
        let ended = together(vec![waits(), badly], &signals);
        assert!(matches!(ended, Err(NotServed::Thread(_))), "{ended:?}");
        let falls = Part::new("falls", |_| panic!("it falls over"));
        let ended = together(vec![falls, waits()], &signals);
        assert!(matches!(ended, Err(NotServed::Panicked)), "{ended:?}");
    }

    #[test]
    fn who_asks_ends_all() {
        let (signal, signals) = watch::channel(0);
        signal.send_replace(1);
        assert!(together(vec![waits(), waits()], &signals).is_ok());
    }

    /// Whether a stop is asked for once more by now.
    fn is_asked_again(stop: &mut Stop) -> bool {
        for_one_thread().unwrap().block_on(async {
            tokio::select! {
                biased;
                () = stop.again() => true,
                () = std::future::ready(()) => false,
            }
        })
    }

    #[test]
    fn each_further_signal_is_heeded_once() {
        let (signal, signals) = watch::channel(0);
        let (_end, ended) = watch::channel(true);
        let mut stop = Stop::new(signals, ended);
        assert!(!is_asked_again(&mut stop));
        signal.send_replace(1);
        assert!(!is_asked_again(&mut stop), "the first one parks");
        signal.send_replace(2);
        assert!(is_asked_again(&mut stop));
        assert!(!is_asked_again(&mut stop));
        drop(signal);
        assert!(!is_asked_again(&mut stop));
    }
}
