//! Exit statuses, and errors as a person sees them.

use std::error::Error;
use std::process::ExitCode;

/// The exit statuses of the design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Done, or passed.
    Done = 0,
    /// Failed, or gaps found.
    Failed = 1,
    /// Bad usage, configuration or input.
    Usage = 2,
    /// A person is needed.
    Person = 3,
    /// Refused by a gate.
    Refused = 4,
    /// The budget is used up, or too small to begin.
    Budget = 5,
    /// A mistake of ours.
    Internal = 70,
    /// Interrupted; it can be resumed.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// What a command ends with.
pub(crate) type Outcome = Result<Exit, Failure>;

/// What went wrong, for a person.
#[derive(Debug)]
pub(crate) struct Failure {
    /// What, where and why.
    pub(crate) message: String,
    /// What to do next.
    pub(crate) help: Option<String>,
    /// The status.
    pub(crate) exit: Exit,
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
            exit: Exit::Usage,
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The chain of causes in one line. A cause that only repeats the one before is left out.
fn chain(error: &dyn Error) -> String {
    let mut last = error.to_string();
    let mut text = last.clone();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !text.contains(&words) && !words.contains(&last) {
            text.push_str(": ");
            text.push_str(&words);
        }
        last = words;
        cause = error.source();
    }
    text
}

impl From<harness::repository::NoSite> for Failure {
    fn from(error: harness::repository::NoSite) -> Self {
        let exit = if matches!(error, harness::repository::NoSite::Budget { .. }) {
            Exit::Budget
        } else {
            Exit::Usage
        };
        let failure = Self::usage(chain(&error)).with_help(error.help());
        Self { exit, ..failure }
    }
}

impl From<harness::from_issue::NoIssue> for Failure {
    fn from(error: harness::from_issue::NoIssue) -> Self {
        if let harness::from_issue::NoIssue::Site(error) = error {
            return error.into();
        }
        Self::usage(chain(&error)).with_help(error.help())
    }
}

impl From<harness::serve::NotServed> for Failure {
    fn from(error: harness::serve::NotServed) -> Self {
        let help = error.help();
        Self::usage(chain(&error)).with_help(help)
    }
}

impl From<harness::publishing::NotPublished> for Failure {
    fn from(error: harness::publishing::NotPublished) -> Self {
        Self::usage(chain(&error)).with_help(Some(error.help()))
    }
}

impl From<harness::drive::Error> for Failure {
    fn from(error: harness::drive::Error) -> Self {
        let exit = if error.is_usage() {
            Exit::Usage
        } else if error.is_interruption() {
            Exit::Interrupted
        } else {
            Exit::Internal
        };
        Self {
            message: chain(&error),
            help: error.help(),
            exit,
        }
    }
}

impl From<harness::batch::Broken> for Failure {
    fn from(error: harness::batch::Broken) -> Self {
        use harness::batch::Broken;
        match error {
            Broken::Site(error) => error.into(),
            Broken::Drive(error) => error.into(),
            Broken::Record(error) => error.into(),
        }
    }
}

impl From<harness::batch::record::Error> for Failure {
    fn from(error: harness::batch::record::Error) -> Self {
        use harness::batch::record::Error;
        let help = match error {
            Error::Held => "wait for it, or end it with Ctrl-C where it runs",
            Error::Disk { .. } => "look at the disk with the state directory, then try again",
        };
        Self::usage(chain(&error)).help(help)
    }
}

impl From<harness::doctor::Error> for Failure {
    fn from(error: harness::doctor::Error) -> Self {
        match error {
            harness::doctor::Error::Site(error) => error.into(),
            harness::doctor::Error::Ledger(error) => error.into(),
        }
    }
}

impl From<harness::config::Problems> for Failure {
    fn from(error: harness::config::Problems) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<harness::config::Problem> for Failure {
    fn from(error: harness::config::Problem) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self {
            message: format!("the output can't be written: {error}"),
            help: None,
            exit: Exit::Internal,
        }
    }
}

impl Failure {
    fn with_help(mut self, help: Option<String>) -> Self {
        self.help = help;
        self
    }
}

impl From<harness::mcp::NotServed> for Failure {
    fn from(error: harness::mcp::NotServed) -> Self {
        match error {
            harness::mcp::NotServed::Runtime(error) => error.into(),
            harness::mcp::NotServed::Protocol(_) => Self::usage(error.to_string()),
        }
    }
}

impl From<harness::agent_session::NotInstalled> for Failure {
    fn from(error: harness::agent_session::NotInstalled) -> Self {
        Failure::usage(chain(&error))
    }
}
