//! What a test may choose: which forge is played, what goes wrong with deliveries, and what goes wrong with answers.

/// Which forge is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// Gitea 1.26.
    #[default]
    Gitea,
    /// Forgejo 14.
    Forgejo,
    /// GitHub.
    Github,
}

/// How the forge is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// Which forge is played.
    pub kind: Kind,
    /// The address that the forge believes to have, without a final `/`: all addresses in answers and deliveries begin
    /// with it. A host that is not there, so that whoever follows one is found out.
    pub public_url: String,
    /// What goes wrong with deliveries from the start.
    pub hook_faults: HookFaults,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kind: Kind::default(),
            public_url: "https://forge.invalid".to_owned(),
            hook_faults: HookFaults::default(),
        }
    }
}

impl Options {
    /// The defaults, for one kind of forge.
    #[must_use]
    pub fn of(kind: Kind) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }
}

/// What goes wrong with deliveries. All zero: nothing. The same seed and the same events give the same faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HookFaults {
    /// Which of several possible orders and choices is taken.
    pub seed: u64,
    /// Deliveries wait until there are this many, and these are sent in another order. What is left over waits for
    /// `TestForge::drain`. 0 and 1: as they come.
    pub shuffle_window: usize,
    /// One in so many is sent twice, with the same id.
    pub double_every: u64,
    /// One in so many is never sent.
    pub lose_every: u64,
}

/// What a person may do in a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// See it.
    Read,
    /// Push, label, and be assigned.
    Write,
    /// Also change hooks and protections.
    Admin,
}

impl Access {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
            Access::Admin => "admin",
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Access> {
        match word {
            "read" | "pull" => Some(Access::Read),
            "write" | "push" => Some(Access::Write),
            "admin" => Some(Access::Admin),
            _ => None,
        }
    }
}

/// Something that goes wrong with answers of the API.
#[derive(Debug, Clone)]
pub struct Fault {
    /// Only for this method; empty: for any.
    pub method: String,
    /// Only for paths (with their query) that hold this; empty: for all.
    pub path_contains: String,
    /// How often.
    pub times: u32,
    /// What happens.
    pub what: FaultKind,
}

/// What happens instead of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// Nothing is done, and this status is answered.
    Status(u16),
    /// Nothing is done, and 429 is answered.
    TooMany {
        /// The `Retry-After`, in seconds.
        retry_after_seconds: u32,
    },
    /// Nothing is done, and a page of HTML is answered with 200, as some proxies do.
    HtmlPage,
    /// It is done, and the answer ends in the middle of its body.
    CutBody,
    /// It is done, and the connection is closed without an answer.
    CutAfterDoing,
    /// Nothing is done before `TestForge::release_slow`.
    Slow,
}

/// Why something was refused: the status that the API answers, and its words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{status}: {message}")]
pub struct Refused {
    /// The status of HTTP.
    pub status: u16,
    /// The words.
    pub message: String,
}

impl Refused {
    pub(crate) fn new(status: u16, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }

    pub(crate) fn missing() -> Self {
        Self::new(404, "not found")
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(422, message)
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(403, message)
    }

    /// What a forge answers when something broke inside it: no words.
    pub(crate) fn broken() -> Self {
        Self::new(500, "")
    }
}
