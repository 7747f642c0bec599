//! Branches and tags that moved: what follows from it for pull requests and issues, and who hears of it.

use std::collections::BTreeMap;

use crate::events::{Change, Happened, RefChange};
use crate::git::ZERO;
use crate::keywords::closed_by;
use crate::options::{Kind, Refused};
use crate::payload::pushed;
use crate::world::{Diff, Id, World, now};

/// Commits of one push whose messages are read for keywords.
const MESSAGES_MAX: usize = 100;

impl World {
    /// Looks how the references stand, and makes known what changed.
    pub(crate) fn refs_moved(&mut self, repo: Id, doer: Id) -> Result<(), Refused> {
        let changes = self.reread(repo)?;
        for change in &changes {
            self.ref_moved(repo, doer, change)?;
        }
        Ok(())
    }

    /// Reads the references anew; what differs from before, deleted ones last.
    pub(crate) fn reread(&mut self, repo: Id) -> Result<Vec<RefChange>, Refused> {
        let one = self.repo_mut(repo)?;
        let new = one.git.refs()?;
        let old = std::mem::replace(&mut one.refs, new.clone());
        let changes = differences(&old, &new);
        if !changes.is_empty() {
            one.updated = now();
        }
        Ok(changes)
    }

    /// Makes one change known. A new branch is told before its push, a new tag after it.
    pub(crate) fn ref_moved(
        &mut self,
        repo: Id,
        doer: Id,
        change: &RefChange,
    ) -> Result<(), Refused> {
        let is_tag = change.kind() == "tag";
        let (is_new, is_gone) = (change.before == ZERO, change.after == ZERO);
        if !is_tag && !is_gone {
            self.close_by_commits(repo, doer, change)?;
        }
        if is_new && !is_tag {
            self.tell(repo, doer, &Happened::RefMade(change.clone()));
        }
        if !is_gone || is_tag {
            self.tell(repo, doer, &Happened::Push(change.clone()));
        }
        if is_new && is_tag {
            self.tell(repo, doer, &Happened::RefMade(change.clone()));
        }
        if is_gone {
            self.tell(repo, doer, &Happened::RefGone(change.clone()));
        }
        if !is_tag {
            self.pulls_follow(repo, doer, change)?;
        }
        Ok(())
    }

    /// Commits that reach the default branch close what their messages say.
    fn close_by_commits(&mut self, repo: Id, doer: Id, change: &RefChange) -> Result<(), Refused> {
        let one = self.repo(repo)?;
        let is_default = change.short() == one.default_branch;
        if !is_default || change.before == ZERO {
            return Ok(());
        }
        let (mut commits, _) = pushed(one, change, MESSAGES_MAX);
        commits.reverse();
        for commit in commits {
            for number in self.closes(repo, &commit.message)? {
                self.close_by(repo, doer, number, &commit.id)?;
            }
        }
        Ok(())
    }

    /// Numbers that a text closes in a repository.
    pub(crate) fn closes(&self, repo: Id, text: &str) -> Result<Vec<u64>, Refused> {
        let name = self.full_name(self.repo(repo)?);
        let url = self.url(&format!("{name}/issues"));
        let url = (self.kind != Kind::Forgejo).then_some(url.as_str());
        Ok(closed_by(text, &name, url))
    }

    /// Closes an issue because of a commit, unless it is closed or no issue.
    pub(crate) fn close_by(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        commit: &str,
    ) -> Result<(), Refused> {
        let is_open = |world: &World| {
            let issue = world.issue(repo, number).ok()?;
            Some(issue.open && issue.pull.is_none())
        };
        match is_open(self) {
            Some(true) => self.set_open(repo, doer, number, false, commit).map(drop),
            Some(false) | None => Ok(()),
        }
    }

    /// Pull requests from the branch show its new head, or are closed when it is gone.
    fn pulls_follow(&mut self, repo: Id, doer: Id, change: &RefChange) -> Result<(), Refused> {
        let of_it = |world: &World| -> Result<Vec<u64>, Refused> {
            let issues = world.repo(repo)?.issues.values();
            let open = issues.filter(|issue| issue.open);
            let ours = open.filter(|issue| {
                let pull = issue.pull.as_ref();
                pull.is_some_and(|pull| pull.head == change.short())
            });
            Ok(ours.map(|issue| issue.number).collect())
        };
        for number in of_it(self)? {
            if change.after == ZERO {
                self.pull_mut(repo, number)?.head = format!("refs/pull/{number}/head");
                self.set_open(repo, doer, number, false, "")?;
            } else if change.before != ZERO {
                self.pull_mut(repo, number)?
                    .head_sha
                    .clone_from(&change.after);
                self.keep_head(repo, number)?;
                self.refresh(repo, number)?;
                self.issue_mut(repo, number)?.updated = now();
                let what = Change::Synchronized {
                    before: change.before.clone(),
                    after: change.after.clone(),
                };
                self.tell(repo, doer, &Happened::Subject(number, what));
            }
        }
        if change.after != ZERO {
            self.bases_follow(repo, change)?;
        }
        Ok(())
    }

    /// Pull requests into the branch: nobody hears of it, but whether they can be merged is another question now.
    fn bases_follow(&mut self, repo: Id, change: &RefChange) -> Result<(), Refused> {
        let issues = self.repo(repo)?.issues.values();
        let into = issues.filter(|issue| {
            let pull = issue.pull.as_ref();
            issue.open && pull.is_some_and(|pull| pull.base == change.short())
        });
        let numbers: Vec<u64> = into.map(|issue| issue.number).collect();
        for number in numbers {
            self.refresh(repo, number)?;
        }
        Ok(())
    }

    /// Keeps the head of a pull request, whatever becomes of its branch.
    pub(crate) fn keep_head(&self, repo: Id, number: u64) -> Result<(), Refused> {
        let head = &self.pull(repo, number)?.head_sha;
        let name = format!("refs/pull/{number}/head");
        let git = &self.repo(repo)?.git;
        git.run(&["update-ref", &name, head]).map(drop)
    }

    /// Asks git anew about a pull request.
    pub(crate) fn refresh(&mut self, repo: Id, number: u64) -> Result<(), Refused> {
        let one = self.repo(repo)?;
        let pull = self.pull(repo, number)?;
        let base_sha = one.branch(&pull.base).unwrap_or(&pull.base_sha).clone();
        if pull.diff.of.0 == base_sha && pull.diff.of.1 == pull.head_sha {
            return Ok(());
        }
        let diff = diff(&one.git, &base_sha, &pull.head_sha);
        let pull = self.pull_mut(repo, number)?;
        pull.base_sha = base_sha;
        pull.diff = diff;
        Ok(())
    }
}

fn differences(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> Vec<RefChange> {
    let change = |name: &String, before: Option<&String>, after: Option<&String>| RefChange {
        name: name.clone(),
        before: before.map_or(ZERO, |sha| sha.as_str()).to_owned(),
        after: after.map_or(ZERO, |sha| sha.as_str()).to_owned(),
    };
    let moved = new
        .iter()
        .filter(|(name, sha)| old.get(*name) != Some(*sha));
    let gone = old.iter().filter(|(name, _)| !new.contains_key(*name));
    moved
        .map(|(name, sha)| change(name, old.get(name), Some(sha)))
        .chain(gone.map(|(name, sha)| change(name, Some(sha), None)))
        .collect()
}

/// What git says of merging one commit into another.
fn diff(git: &crate::git::Git, base: &str, head: &str) -> Diff {
    let merge_base = git.maybe(&["merge-base", base, head]).unwrap_or_default();
    let mergeable = git
        .maybe(&["merge-tree", "--write-tree", "--name-only", base, head])
        .is_some();
    let mut diff = Diff {
        of: (base.to_owned(), head.to_owned()),
        merge_base,
        mergeable,
        ..Diff::default()
    };
    let numbers = git.maybe(&["diff", "--numstat", &diff.merge_base, head]);
    for line in numbers.unwrap_or_default().lines() {
        let mut parts = line.split('\t');
        let mut next = || parts.next().and_then(|text| text.parse::<u64>().ok());
        diff.additions += next().unwrap_or(0);
        diff.deletions += next().unwrap_or(0);
        diff.changed_files += 1;
    }
    diff
}
