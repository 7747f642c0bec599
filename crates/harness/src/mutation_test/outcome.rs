//! How a command ended in a scratch copy.

use std::time::Duration;

use tools::process::{Exit, Output};

/// How a command ended.
pub(super) enum Came {
    Passed(Duration),
    Failed,
    /// It failed since nothing compiles.
    Unbuilt,
    /// It was ended since its time was up.
    Slow,
    /// It ended itself by a signal.
    Crashed,
    /// It says nothing about what it was run on.
    Nothing(String),
}

impl Came {
    /// What came of something that was started, if it was; `None`: there is no such plain command.
    pub(super) fn of(output: Option<Output>) -> Self {
        let Some(output) = output else {
            return Came::Nothing("it is no plain command".to_owned());
        };
        match output.exit {
            Exit::Exited(0) => Came::Passed(output.duration),
            Exit::Exited(_) if verify::does_not_build(&output.stdout.text) => Came::Unbuilt,
            Exit::Exited(_) => Came::Failed,
            Exit::TimedOut => Came::Slow,
            Exit::Signalled(signal) if is_own_fault(signal) => Came::Crashed,
            Exit::Signalled(signal) => {
                Came::Nothing(format!("it was ended from outside, by signal {signal}"))
            }
            Exit::Exceeded(what) => Came::Nothing(what),
            Exit::NotStarted(why) => Came::Nothing(format!("it did not start: {why}")),
            Exit::Cancelled | Exit::Lost => {
                Came::Nothing("what came of it is not known".to_owned())
            }
        }
    }

    pub(super) fn passed(self) -> Option<Duration> {
        match self {
            Came::Passed(time) => Some(time),
            Came::Failed | Came::Unbuilt | Came::Slow | Came::Crashed | Came::Nothing(_) => None,
        }
    }
}

/// Whether a process brings this signal on itself: by what it does, and not by what somebody does to it, be it the system
/// that is short of memory.
fn is_own_fault(signal: i32) -> bool {
    // POSIX: SIGILL, SIGTRAP, SIGABRT, SIGBUS (7 on Linux, 10 on macOS), SIGFPE, SIGSEGV.
    matches!(signal, 4 | 5 | 6 | 7 | 8 | 10 | 11)
}
