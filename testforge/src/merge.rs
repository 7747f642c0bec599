//! Merging pull requests, really done in git.

use crate::events::{Change, Happened};
use crate::git::{Git, Person, ZERO};
use crate::options::{Access, Kind, Refused};
use crate::world::{Id, Merged, Protection, Pull, Review, ReviewState, World, now};

/// How a pull request is to be merged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merge {
    /// `merge`, `squash`, `rebase`, `rebase-merge` or `fast-forward-only`.
    pub how: String,
    /// The first line of the commit; empty: the forge's own.
    pub title: String,
    /// The rest of the commit's message.
    pub message: String,
    /// The head that the caller has seen; empty: any.
    pub head: String,
    /// Whether its branch is deleted afterwards.
    pub delete_branch: bool,
    /// Whether it is to wait until nothing stands against it.
    pub when_ready: bool,
    /// Whether an administrator goes over what stands against it.
    pub force: bool,
}

/// What came of the wish to merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeDone {
    /// It is merged, with this commit.
    Merged(String),
    /// It waits for what is missing.
    Scheduled,
}

impl World {
    /// Merges, or says why not.
    pub(crate) fn merge(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        merge: Merge,
    ) -> Result<MergeDone, Refused> {
        self.need(repo, doer, Access::Write)?;
        self.need_live(repo)?;
        self.refresh(repo, number)?;
        self.need_open(repo, number)?;
        if let Err(why) = self.need_rules(repo, doer, number, &merge) {
            if !merge.when_ready {
                return Err(why);
            }
            self.pull_mut(repo, number)?.scheduled = Some((doer, merge));
            return Ok(MergeDone::Scheduled);
        }
        let pull = self.pull(repo, number)?.clone();
        if !merge.head.is_empty() && merge.head != pull.head_sha {
            return Err(Refused::new(409, "head out of date"));
        }
        if !pull.diff.mergeable {
            return Err(Refused::new(405, "Please try again later"));
        }
        let commit = self.merge_in_git(repo, doer, number, &pull, &merge)?;
        self.after_merge(repo, doer, number, &commit, &merge)?;
        Ok(MergeDone::Merged(commit))
    }

    fn need_open(&self, repo: Id, number: u64) -> Result<(), Refused> {
        let issue = self.issue(repo, number)?;
        let pull = self.pull(repo, number)?;
        if pull.merged.is_some() {
            let words = match self.kind {
                Kind::Gitea => "The PR is already merged",
                Kind::Forgejo => "",
                Kind::Github => "Pull Request is not mergeable",
            };
            return Err(Refused::new(405, words));
        }
        if !issue.open {
            return Err(match self.kind {
                Kind::Gitea | Kind::Forgejo => Refused::missing(),
                Kind::Github => Refused::new(405, "Pull Request is not mergeable"),
            });
        }
        if issue.is_draft(self.kind) {
            return Err(Refused::new(405, "Work in progress PRs cannot be merged"));
        }
        Ok(())
    }

    /// What the base branch's protection asks for.
    fn need_rules(&self, repo: Id, doer: Id, number: u64, merge: &Merge) -> Result<(), Refused> {
        let one = self.repo(repo)?;
        let pull = self.pull(repo, number)?;
        let mut rules = one.protections.iter();
        let Some(rule) = rules.find(|rule| rule.branch == pull.base) else {
            return Ok(());
        };
        if merge.force && self.access(one, Some(doer)) == Some(Access::Admin) {
            return Ok(());
        }
        let no = |words: &str| Err(Refused::new(405, words));
        let counted = self.counted_reviews(repo, pull)?;
        let has = |state| counted.iter().filter(|one| one.state == state).count();
        let approvals = u64::try_from(has(ReviewState::Approved)).unwrap_or(0);
        if approvals < rule.required_approvals {
            return no("Does not have enough approvals");
        }
        if rule.block_on_rejected_reviews && has(ReviewState::Changes) > 0 {
            return no("There are requested changes");
        }
        let last = one.last_statuses(&pull.head_sha);
        let passed = |context: &String| {
            last.iter()
                .any(|one| one.context == *context && one.state == "success")
        };
        match rule.required_contexts.iter().all(passed) {
            true => Ok(()),
            false => no("Not all required status checks successful"),
        }
    }

    /// The last judgement of each who may write; dismissed ones do not count.
    fn counted_reviews<'a>(&self, repo: Id, pull: &'a Pull) -> Result<Vec<&'a Review>, Refused> {
        let one = self.repo(repo)?;
        let mut last: Vec<&Review> = Vec::new();
        for review in &pull.reviews {
            let judges = matches!(review.state, ReviewState::Approved | ReviewState::Changes);
            let is_official = self.access(one, Some(review.by)) >= Some(Access::Write);
            if judges && is_official && !review.dismissed {
                last.retain(|other| other.by != review.by);
                last.push(review);
            }
        }
        Ok(last)
    }

    fn merge_in_git(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        pull: &Pull,
        merge: &Merge,
    ) -> Result<String, Refused> {
        let author = self.issue(repo, number)?.poster;
        let work = Work {
            git: &self.repo(repo)?.git,
            base: &pull.base_sha,
            head: &pull.head_sha,
            doer: self.person(doer),
        };
        let message = self.message(repo, number, pull, merge)?;
        let commit = match merge.how.as_str() {
            "merge" | "" => work.merge(work.head, &message)?,
            "squash" => work.squash(&message, &self.person(author))?,
            "rebase" => work.rebase(&pull.diff.merge_base)?,
            "rebase-merge" => {
                let top = work.rebase(&pull.diff.merge_base)?;
                work.merge(&top, &message)?
            }
            "fast-forward-only" if pull.diff.merge_base == pull.base_sha => pull.head_sha.clone(),
            "fast-forward-only" => return Err(Refused::new(405, "Not fast-forward")),
            other => return Err(Refused::invalid(format!("unknown style `{other}`"))),
        };
        let base = format!("refs/heads/{}", pull.base);
        work.git.move_ref(&base, &commit, &pull.base_sha)?;
        Ok(commit)
    }

    /// Under which name somebody commits on the forge itself.
    pub(crate) fn person(&self, who: Id) -> Person {
        let login = self.login(who);
        let host = self
            .public_url
            .split_once("://")
            .map_or("", |(_, host)| host);
        Person {
            email: format!("{who}+{login}@noreply.{host}"),
            name: login,
            date: String::new(),
        }
    }

    fn message(
        &self,
        repo: Id,
        number: u64,
        pull: &Pull,
        merge: &Merge,
    ) -> Result<String, Refused> {
        let issue = self.issue(repo, number)?;
        let title = match (merge.title.as_str(), merge.how.as_str()) {
            ("", "squash") => format!("{} (#{number})", issue.title),
            ("", _) => format!(
                "Merge pull request '{}' (#{number}) from {} into {}",
                issue.title, pull.head, pull.base
            ),
            (title, _) => title.to_owned(),
        };
        Ok(match merge.message.as_str() {
            "" => format!("{title}\n"),
            rest => format!("{title}\n\n{rest}\n"),
        })
    }

    /// What follows, in the order in which forges tell it: the pull request, the issues, the push, the branch.
    fn after_merge(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        commit: &str,
        merge: &Merge,
    ) -> Result<(), Refused> {
        let pull = self.pull_mut(repo, number)?;
        pull.merged = Some(Merged {
            by: doer,
            at: now(),
            commit: commit.to_owned(),
        });
        pull.scheduled = None;
        commit.clone_into(&mut pull.base_sha);
        let (head, head_sha) = (pull.head.clone(), pull.head_sha.clone());
        let issue = self.issue_mut(repo, number)?;
        issue.open = false;
        issue.closed = Some(now());
        issue.updated = now();
        let closed = Change::Closed(String::new());
        self.tell(repo, doer, &Happened::Subject(number, closed));
        for other in self.closed_by_pull(repo, number)? {
            self.close_by(repo, doer, other, commit)?;
        }
        self.refs_moved(repo, doer)?;
        if merge.delete_branch && self.repo(repo)?.branch(&head).is_some() {
            let name = format!("refs/heads/{head}");
            self.repo(repo)?.git.move_ref(&name, ZERO, &head_sha)?;
            self.refs_moved(repo, doer)?;
        }
        Ok(())
    }

    /// Numbers that the title, the text, and comments of those who may write close.
    fn closed_by_pull(&self, repo: Id, number: u64) -> Result<Vec<u64>, Refused> {
        let one = self.repo(repo)?;
        let issue = self.issue(repo, number)?;
        let base = self.pull(repo, number)?.base.as_str();
        if self.kind == Kind::Github && base != one.default_branch {
            return Ok(Vec::new());
        }
        let comments = issue.comments.iter();
        let by_writers = comments
            .filter(|comment| self.access(one, Some(comment.poster)) >= Some(Access::Write));
        let texts = [issue.title.as_str(), issue.body.as_str()];
        let all = texts
            .into_iter()
            .chain(by_writers.map(|comment| comment.body.as_str()));
        let mut numbers = Vec::new();
        for text in all {
            for number in self.closes(repo, text)? {
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
        }
        Ok(numbers)
    }

    /// Merges what was to be merged once nothing stands against it.
    pub(crate) fn merge_what_waits(&mut self, repo: Id) {
        let Ok(one) = self.repo(repo) else { return };
        let waiting: Vec<(u64, Id, Merge)> = one
            .issues
            .values()
            .filter_map(|issue| {
                let (who, merge) = issue.pull.as_ref()?.scheduled.clone()?;
                Some((issue.number, who, merge))
            })
            .collect();
        for (number, who, merge) in waiting {
            // What still stands against it leaves it waiting.
            let _ = self.merge(repo, who, number, merge);
        }
    }

    /// Protects a branch, or changes how.
    pub(crate) fn protect(&mut self, repo: Id, rule: Protection) -> Result<(), Refused> {
        let one = self.repo_mut(repo)?;
        one.protections.retain(|other| other.branch != rule.branch);
        one.protections.push(rule);
        let closed = one.protections.iter().filter(|rule| !rule.enable_push);
        let refs: Vec<String> = closed
            .map(|rule| format!("refs/heads/{}", rule.branch))
            .collect();
        one.git.protect(&refs)
    }
}

/// What is merged into what, and by whom.
struct Work<'a> {
    git: &'a Git,
    base: &'a str,
    head: &'a str,
    doer: Person,
}

impl Work<'_> {
    /// The tree of two commits merged.
    fn tree(&self, one: &str, other: &str) -> Result<String, Refused> {
        let text = self.git.maybe(&["merge-tree", "--write-tree", one, other]);
        let tree = text.and_then(|text| text.lines().next().map(str::to_owned));
        tree.ok_or_else(|| Refused::new(409, "merge conflict"))
    }

    fn merge(&self, head: &str, message: &str) -> Result<String, Refused> {
        let tree = self.tree(self.base, head)?;
        let parents = [self.base, head];
        self.git
            .commit(&tree, &parents, message, &self.doer, &self.doer)
    }

    fn squash(&self, message: &str, author: &Person) -> Result<String, Refused> {
        let tree = self.tree(self.base, self.head)?;
        self.git
            .commit(&tree, &[self.base], message, author, &self.doer)
    }

    /// Makes each commit anew on top of the base. To make git compare with the commit's own parent, the top so far is
    /// put onto that parent first.
    fn rebase(&self, merge_base: &str) -> Result<String, Refused> {
        const COMMITS_MAX: usize = 1000;
        let range = format!("{merge_base}..{}", self.head);
        let mut commits = self.git.log(&["--no-merges", &range], COMMITS_MAX)?;
        commits.reverse();
        let mut top = self.base.to_owned();
        for commit in commits {
            let Some(parent) = commit.parents.first() else {
                continue;
            };
            let tree_of_top = self.git.run(&["rev-parse", &format!("{top}^{{tree}}")])?;
            let aside =
                self.git
                    .commit(&tree_of_top, &[parent], "aside\n", &self.doer, &self.doer)?;
            let tree = self.tree(&aside, &commit.id)?;
            let message = format!("{}\n", commit.message.trim_end_matches('\n'));
            top = self
                .git
                .commit(&tree, &[&top], &message, &commit.author, &self.doer)?;
        }
        Ok(top)
    }
}
