//! Why no run can begin from an issue.

use forge::client::Failure;
use ledger::forge::Subject;
use tools::cached_clone::CloneError;
use tools::git::GitError;

use crate::config::Problems;
use crate::forges::NoForge;
use crate::repository::NoSite;

/// Why no run can begin from an issue. Each is one clear sentence for a person.
#[derive(Debug, thiserror::Error)]
pub enum NoIssue {
    /// It is no address.
    #[error("`{0}` is no address")]
    NoAddress(String),
    /// No configured forge is there.
    #[error("no forge is configured at `{host}`")]
    NoSuchForge {
        /// The host of the address.
        host: String,
        /// Addresses of those that are.
        known: Vec<String>,
    },
    /// The address leads to something else.
    #[error("`{0}` is no issue and no pull request")]
    NoSubject(String),
    /// The repository is there, and this is not.
    #[error("there is no `{0}`")]
    Gone(Subject),
    /// It is there, and no run begins from it.
    #[error("{why}")]
    Refused {
        /// Why.
        why: String,
        /// What to do next.
        help: String,
    },
    /// The person's configuration is wrong.
    #[error(transparent)]
    Config(#[from] Problems),
    /// The forge can't be used as it is configured.
    #[error(transparent)]
    Forge(#[from] NoForge),
    /// The forge did not answer.
    #[error("{what} can't be read: {failure}")]
    Asked {
        /// What was to be read.
        what: String,
        /// Why not.
        failure: Failure,
    },
    /// The repository can't be brought here.
    #[error("the repository can't be cloned: {0}")]
    Clone(#[from] CloneError),
    /// The repository can't be used.
    #[error("the repository can't be used: {0}")]
    Git(#[from] GitError),
    /// There is nothing to work on.
    #[error(transparent)]
    Site(#[from] NoSite),
    /// The runtime can't be started.
    #[error("{0}")]
    Runtime(String),
}

impl NoIssue {
    /// What to do next.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            NoIssue::NoAddress(_) | NoIssue::NoSubject(_) => Some(
                "name it as a browser shows it: `https://forge.example/owner/repository/issues/42`"
                    .to_owned(),
            ),
            NoIssue::NoSuchForge { host, known } => Some(match known.as_slice() {
                [] => format!(
                    "name it in your own configuration: `forge.NAME.kind` and `forge.NAME.url: https://{host}`"
                ),
                known => format!("configured are {}", known.join(", ")),
            }),
            NoIssue::Forge(error) => Some(error.help()),
            NoIssue::Gone(_) => Some("it may be gone, or the account may not see it".to_owned()),
            NoIssue::Asked { failure, .. } => asked_help(failure),
            NoIssue::Site(error) => error.help(),
            NoIssue::Refused { help, .. } => Some(help.clone()),
            NoIssue::Config(_) | NoIssue::Clone(_) | NoIssue::Git(_) | NoIssue::Runtime(_) => None,
        }
    }
}

fn asked_help(failure: &Failure) -> Option<String> {
    let help = match failure {
        Failure::Unauthorised { .. } => "the token is wrong or was withdrawn: make another one",
        Failure::Forbidden { .. } => "the account or its token may not do this: give it the right",
        Failure::NotFound { .. } => {
            "it may be gone, or the account may not see it, or its token was withdrawn"
        }
        Failure::NotJson | Failure::Moved { .. } => {
            "is `forge.NAME.url` the address of the forge, and the repository called so?"
        }
        Failure::NotReached { .. } | Failure::TimedOut { .. } | Failure::Server { .. } => {
            "try again when the forge is well"
        }
        Failure::NotNow { .. }
        | Failure::Conflict { .. }
        | Failure::Unprocessable { .. }
        | Failure::RateLimited { .. }
        | Failure::Cut { .. }
        | Failure::WrongShape { .. }
        | Failure::TooLarge { .. }
        | Failure::TooMany { .. }
        | Failure::Unexpected { .. }
        | Failure::NotAsked { .. } => return None,
    };
    Some(help.to_owned())
}
