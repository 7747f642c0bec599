//! Who is told of a run beside the terminal, and of what.

use std::time::Duration;

use ledger::notice::NoticeKind;
use model::secret::Secret;
use model::webhook::Webhook;

use super::fault::Fault;
use super::problem::Problem;
use super::read::Read;

/// Who is told, of what, and how hard it is tried. Nobody is, by default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeSettings {
    /// A program of the person's own with its arguments; empty: none.
    pub command: Vec<String>,
    /// An address that takes JSON. Its path can hold a key, so it is never shown.
    pub webhook: Option<Secret>,
    /// What they are told of.
    pub on: Vec<NoticeKind>,
    /// For one attempt.
    pub timeout: Duration,
    /// How many there are.
    pub attempts_max: u32,
}

impl NoticeSettings {
    /// From values.
    pub(super) fn of(read: &Read<'_>) -> Self {
        let on = read.texts("notify.on");
        let is_on = |it: &NoticeKind| on.iter().any(|word| word == it.word());
        Self {
            command: read.texts("notify.command"),
            webhook: read.text("notify.webhook").map(|it| Secret::new(&it)),
            on: NoticeKind::ALL.into_iter().filter(is_on).collect(),
            timeout: Duration::from_secs(read.count("notify.timeout_s").into()),
            attempts_max: read.count("notify.attempts"),
        }
    }

    /// Whether there is a way to tell anybody.
    pub(super) fn is_somebody_told(read: &Read<'_>) -> bool {
        !read.texts("notify.command").is_empty() || read.has("notify.webhook")
    }
}

/// Whether the address may be used. What is wrong is said without showing it.
pub(super) fn check_webhook(read: &Read<'_>, problems: &mut Vec<Problem>) {
    let key = "notify.webhook";
    let (Some(entry), Some(address)) = (read.0.entry(key), read.text(key)) else {
        return;
    };
    let fault = match Webhook::new(&Secret::new(&address)) {
        Ok(_) => return,
        Err(why) => Fault::Webhook {
            key: key.to_owned(),
            why,
        },
    };
    problems.push(Problem::new(fault, entry.origin.place.without_excerpt()));
}
