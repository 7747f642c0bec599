//! Why a run could not be driven on, and what to do about it.

use ledger::ids::{GitId, Seq};

use crate::given_variables::NotGiven;

/// Why a run could not be driven on. What is durable stands; `resume` goes on from there.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The ledger could not be written.
    #[error("the run was ended, since its ledger could not be written")]
    Ledger(#[from] ledger::journal::Broken),
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// A line can't be read.
    #[error("line {seq} of the run can't be read")]
    Line {
        /// The line.
        seq: Seq,
        /// Why.
        #[source]
        source: ledger::wire::v1::BadLine,
    },
    /// The run has no such line.
    #[error("the run has no line {seq}")]
    NoLine {
        /// The line.
        seq: Seq,
    },
    /// The target was moved after the line that a run is to go back to.
    #[error("the run was merged since: `{target}` was moved to {}, and stays there", commit.short())]
    Merged {
        /// The target.
        target: String,
        /// The commit that it was moved to.
        commit: GitId,
    },
    /// The run has no lines.
    #[error("the run was never opened")]
    Unopened,
    /// A variable for commands can't be given.
    #[error(transparent)]
    NotGiven(#[from] NotGiven),
    /// The hands could not be had.
    #[error("{what}")]
    Hands {
        /// What.
        what: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Error {
    /// Whether the machine broke a run off, at no fault of ours: it goes on where it was.
    #[must_use]
    pub fn is_interruption(&self) -> bool {
        use ledger::journal::Broken;
        matches!(
            self,
            Error::Ledger(Broken::Full(_) | Broken::Locked(_) | Broken::Storage(_))
        )
    }

    /// Whether what was written to has been closed at its other end.
    #[must_use]
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::Store(store::Error::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe)
    }

    /// Whether the caller asked for something that there is not or that can't be used, rather than something having gone
    /// wrong.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        match self {
            Error::Store(error) => matches!(
                error,
                store::Error::NoSuchRun { .. }
                    | store::Error::Ambiguous { .. }
                    | store::Error::Busy { .. }
                    | store::Error::Locked(_)
                    | store::Error::Full(_)
                    | store::Error::File { .. }
                    | store::Error::Damaged(_)
                    | store::Error::Sql(_)
            ),
            Error::Unopened | Error::NoLine { .. } | Error::Merged { .. } | Error::NotGiven(_) => {
                true
            }
            Error::Ledger(_) | Error::Line { .. } | Error::Hands { .. } => false,
        }
    }

    /// What to do next.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match self {
            Error::Ledger(ledger::journal::Broken::Full(_)) => {
                "free some space, then `interlock resume` goes on"
            }
            Error::Ledger(ledger::journal::Broken::Locked(_)) => {
                "end the process that holds `ledger.db`, then `interlock resume` goes on"
            }
            Error::Store(store::Error::Locked(_)) => crate::repository::LOCKED,
            Error::Store(store::Error::Full(_) | store::Error::Sql(_)) => crate::repository::DISK,
            Error::Ledger(ledger::journal::Broken::Fenced { .. }) => {
                "the other process goes on with the run"
            }
            Error::Ledger(ledger::journal::Broken::Storage(_)) => {
                "look at the disk that the state directory is on, then `interlock resume` goes on"
            }
            Error::Ledger(_) | Error::Hands { .. } => {
                "what is durable stands; `interlock resume` goes on from there"
            }
            Error::Store(store::Error::NoSuchRun { .. } | store::Error::Ambiguous { .. }) => {
                "`interlock status` lists the runs"
            }
            Error::Store(store::Error::Busy { .. }) => {
                "`interlock status` shows it; `interlock stop` ends it"
            }
            Error::NotGiven(_) => {
                "set the variable, or take the entry out of `sandbox.env` of your own configuration"
            }
            Error::NoLine { .. } => "`interlock log` shows its lines",
            Error::Merged { .. } => {
                "`--force` takes the run back all the same; `git revert` takes back what was merged"
            }
            Error::Line { .. } => "`interlock ledger verify` says what is wrong with it",
            Error::Store(_) | Error::Unopened => return None,
        };
        Some(help.to_owned())
    }
}
