//! A verified commit goes to a branch of a forge.

use ledger::forge::Push;
use ledger::observation::{Observation, Outcome, Status};
use ledger::permit::Permit;

use super::{Workshop, failed, words};
use crate::git::remote::PushEnd;
use crate::git::{GitError, Remote, Repo};

/// A push that may begin: it takes its time, and nothing of the run is needed for it.
#[derive(Debug)]
pub struct ReadyPush {
    repo: Repo,
    push: Push,
}

impl Workshop {
    /// Makes a push ready. It is carried out by [`ReadyPush::carry_out`], beside whatever else the run does.
    pub fn push(&self, permit: Permit<Push>) -> ReadyPush {
        let (_, push) = permit.spend();
        ReadyPush {
            repo: self.repo.clone(),
            push,
        }
    }
}

impl ReadyPush {
    /// Pushes. The other side is the one that the forge's configuration names.
    pub fn carry_out(self, remote: &Remote) -> Observation {
        let Self { repo, push } = self;
        let place = (push.branch.as_str(), push.expected.as_ref());
        match repo.push(remote, &push.commit, place) {
            Ok(PushEnd::Stands) => {
                let text = format!(
                    "{} of {} is at {}",
                    push.branch,
                    push.repo,
                    push.commit.short()
                );
                let commit = push.commit;
                Observation::plain(Status::Ok, text).with(Outcome::Pushed { commit })
            }
            Ok(PushEnd::Elsewhere(tip)) => {
                let tip = tip.map_or_else(|| "gone".to_owned(), |it| format!("at {}", it.short()));
                failed(format!(
                    "`{}` of {} is not where it was expected: it is {tip}",
                    push.branch, push.repo
                ))
            }
            Ok(PushEnd::Refused(why)) => failed(format!(
                "{} does not take `{}`: {why}",
                push.repo, push.branch
            )),
            Err(error) => failed(not_pushed(&push, &error)),
        }
    }
}

fn not_pushed(push: &Push, error: &GitError) -> String {
    format!(
        "`{}` can't be pushed to {}: {}",
        push.branch,
        push.repo,
        words(error)
    )
}
