//! The one move of the target ref.

use ledger::action::Merge;
use ledger::ids::GitId;
use ledger::observation::{LeftBehind, Observation, Outcome, Protected, Status};
use ledger::permit::Permit;

use super::{Workshop, failed, words};
use crate::git::{GitError, Obstacle, Synced};

impl Workshop {
    /// Moves the target ref from where it was verified to the verified commit.
    pub fn merge(&mut self, permit: Permit<Merge>) -> Observation {
        let (_, merge) = permit.spend();
        let name = format!("refs/heads/{}", merge.target);
        // Another run may be at it. Its checkout is to show its merge before the target goes on from there.
        let _alone = self.repo.alone();
        let tip = match self.repo.find(&name) {
            Ok(tip) => tip,
            Err(error) => return failed(words(&error)),
        };
        if tip.as_ref() == Some(&merge.to) {
            return self.merged(&merge);
        }
        if tip.as_ref() != Some(&merge.from) {
            return moved(tip);
        }
        let what = Protected::moved(&merge.protected, &self.repo.protected());
        if !what.is_empty() {
            return Observation::plain(Status::FactsChanged, what.join("; "))
                .with(Outcome::ProtectedMoved { what });
        }
        match self.repo.obstacle(&merge.target, &merge.from, &merge.to) {
            Ok(None) => {}
            Ok(Some(obstacle)) => return in_the_way(&merge, &obstacle),
            Err(error) => {
                return failed(format!(
                    "the checkout of {} can't be looked at: {}",
                    merge.target,
                    words(&error)
                ));
            }
        }
        match self.repo.update_ref(&name, &merge.to, Some(&merge.from)) {
            Ok(()) => self.merged(&merge),
            Err(GitError::RefMoved(_)) => moved(self.repo.find(&name).ok().flatten()),
            Err(error) => failed(format!("the target can't be moved: {}", words(&error))),
        }
    }

    fn merged(&self, merge: &Merge) -> Observation {
        let mut left = None;
        let checkout = match self
            .repo
            .sync_checkout(&merge.target, &merge.from, &merge.to)
        {
            Ok(Synced::NotCheckedOut) => "checked out nowhere".to_owned(),
            Ok(Synced::Updated(path)) => format!("{} shows it", path.display()),
            Ok(Synced::Left { path, why, next }) => {
                let checkout = path.display().to_string();
                let text = format!(
                    "{checkout} was left as it is, since {why}; its `git status` shows the merge undone\n\
                     to bring it along: {next}"
                );
                left = Some(Box::new(LeftBehind {
                    checkout,
                    branch: merge.target.clone(),
                    from: merge.from.clone(),
                    why,
                    next,
                }));
                text
            }
            Err(error) => format!("its checkout could not be looked at: {}", words(&error)),
        };
        let text = format!("{} is at {}; {checkout}", merge.target, merge.to.short());
        Observation::plain(Status::Ok, text).with(Outcome::Merged {
            commit: merge.to.clone(),
            checkout,
            left,
        })
    }
}

fn in_the_way(merge: &Merge, obstacle: &Obstacle) -> Observation {
    let checkout = obstacle.path.display().to_string();
    let (why, then) = (obstacle.why(), obstacle.before());
    let text = format!(
        "{} is not moved, for {checkout} could not follow: {why}; {then}",
        merge.target
    );
    Observation::plain(Status::Ok, text).with(Outcome::InTheWay {
        checkout,
        why,
        then,
    })
}

fn moved(tip: Option<GitId>) -> Observation {
    Observation::plain(Status::Ok, "the target moved since it was verified")
        .with(Outcome::TargetMoved { tip })
}
