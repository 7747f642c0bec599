//! How things look in JSON, on Gitea and Forgejo: the same in answers of the API and in deliveries.

mod code;
mod people;
mod subject;

pub(crate) use code::{combined, commit, run, status, workflow};
pub(crate) use people::{actions_user, organization, repo, team, user, user_or_ghost};
pub(crate) use subject::{comment, hook, issue, label, line_comment, milestone, pull, review};

/// A time that was never set.
pub(crate) const NEVER: &str = "0001-01-01T00:00:00Z";
/// The other time that was never set.
pub(crate) const EPOCH: &str = "1970-01-01T00:00:00Z";
