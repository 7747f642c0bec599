//! One repository: its branches, refs and lock files. Its worktrees are in the file beside.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ledger::ids::{GitId, RunId};
use tools::git::{GitError, Registered};

use super::finding::{Deed, Error, Finding, Kind, Weight};
use super::runs::{Known, Run, Stands};
use super::worktrees;
use crate::repository::{Call, NoSite, Site};

/// What was seen of all repositories: folders that are nobody's are known only then.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// The folders in which worktrees are made.
    bases: BTreeSet<PathBuf>,
    /// Worktrees that git knows, by their paths.
    registered: BTreeSet<PathBuf>,
    /// The folders of git in which their books are.
    books: Vec<PathBuf>,
}

/// One repository that is being looked at.
pub(super) struct There<'a> {
    pub(super) site: &'a Site,
    pub(super) root: PathBuf,
    /// Where its worktrees are made.
    pub(super) base: PathBuf,
    pub(super) registered: Vec<Registered>,
    pub(super) known: &'a Known,
}

impl Looked {
    /// Looks at a repository.
    pub(super) fn look(
        &mut self,
        site: &Site,
        known: &Known,
        findings: &mut Vec<Finding>,
    ) -> Result<(), Error> {
        let there = There {
            site,
            root: site.repo.main_root(),
            base: crate::config::real(&site.config().worktree_base),
            registered: site.repo.registered().map_err(NoSite::from)?,
            known,
        };
        self.bases.insert(there.base.clone());
        self.books.push(site.repo.common_dir.clone());
        let paths = there.registered.iter().map(|it| it.path.clone());
        self.registered.extend(paths);
        let from = findings.len();
        worktrees::findings(&there, findings);
        there.checkouts(findings);
        there.locks(findings);
        there.branches(findings).map_err(NoSite::from)?;
        there.refs(findings).map_err(NoSite::from)?;
        for finding in findings.iter_mut().skip(from) {
            finding.repository = Some(there.root.clone());
        }
        Ok(())
    }

    /// Looks at a repository that another run belongs to, with the configuration that it has.
    pub(super) fn look_elsewhere(
        &mut self,
        here: &Site,
        root: &Path,
        known: &Known,
        findings: &mut Vec<Finding>,
    ) -> Result<(), Error> {
        if !root.exists() {
            // Told with its runs.
            return Ok(());
        }
        let call = Call {
            directory: root.to_owned(),
            flags: here.sources.flags.clone(),
            ..Call::default()
        };
        match Site::find(&call) {
            Ok(site) => self.look(&site, known, findings),
            Err(error) => {
                let what = root.display().to_string();
                let why = format!("it can't be looked at: {error}");
                let finding = Finding::new(Kind::Repository, Weight::Problem, what, why);
                findings.push(finding.then(error.help().unwrap_or_default()));
                Ok(())
            }
        }
    }

    /// Folders for worktrees that no repository knows.
    pub(super) fn folders(&self, known: &Known, findings: &mut Vec<Finding>) {
        for base in &self.bases {
            worktrees::folders(base, (&self.registered, &self.books), known, findings);
        }
    }
}

impl There<'_> {
    /// A run of this repository.
    pub(super) fn run(&self, id: &RunId) -> Option<&Run> {
        self.known.get(id).filter(|it| it.repository == self.root)
    }

    /// The run that a branch was made for: `interlock/RUN`, or `interlock/RUN-TASK`.
    fn run_of(&self, branch: &str) -> Option<(RunId, Stands)> {
        let rest = branch.strip_prefix("interlock/")?;
        let name = rest.split(['-', '/']).next()?;
        let id = RunId::new(name).ok()?;
        let stands = self.run(&id)?.stands;
        Some((id, stands))
    }

    /// Branches of runs that are over.
    fn branches(&self, findings: &mut Vec<Finding>) -> Result<(), GitError> {
        for (branch, tip) in self.site.repo.branches_below("interlock/")? {
            let Some((run, stands)) = self.run_of(&branch) else {
                continue;
            };
            if !stands.is_over() {
                continue;
            }
            let words = format!("run {run} {}", stands.words());
            let what = format!("refs/heads/{branch}");
            let finding = |weight, why: String| Finding::new(Kind::Branch, weight, &what, why);
            let finding = match (self.checked_out(&branch), self.holder(&tip)?) {
                (Some(path), _) => {
                    let why = format!("{words}, and `{}` has it checked out", path.display());
                    finding(Weight::Note, why).then("it stays")
                }
                (None, None) => {
                    let why = format!("{words}, and no other ref has its commits");
                    let then = format!("it stays; without a use for them: git branch -D {branch}");
                    finding(Weight::Note, why).then(then)
                }
                (None, Some(holder)) => {
                    let why = format!("{words}, and {holder} has its commits");
                    let deed = Deed::Delete { branch, tip };
                    finding(Weight::Leftover, why)
                        .then("to be deleted")
                        .by(deed)
                }
            };
            findings.push(finding.of(&run));
        }
        Ok(())
    }

    /// A ref that stays and has a commit: not a branch that was made for a run, and no snapshot of files.
    pub(super) fn holder(&self, commit: &GitId) -> Result<Option<String>, GitError> {
        let stays = |name: &String| match name.strip_prefix("refs/interlock/") {
            Some(rest) => rest.split('/').nth(1) == Some("kept"),
            None => {
                let branch = name.strip_prefix("refs/heads/");
                branch.is_none_or(|it| self.run_of(it).is_none())
            }
        };
        let mut holders = self.site.repo.refs_holding(commit)?.into_iter();
        Ok(holders.find(stays))
    }

    /// The worktree that has a branch checked out and stays.
    fn checked_out(&self, branch: &str) -> Option<PathBuf> {
        let goes = |it: &&Registered| worktrees::goes(self, it);
        let linked = self.registered.iter().filter(|it| !goes(it));
        let mut linked = linked.filter(|it| it.branch.as_deref() == Some(branch));
        let main = || {
            let all = self.site.repo.worktrees().ok()?;
            let main = all.into_iter().find(|it| it.path == self.root)?;
            (main.branch.as_deref() == Some(branch)).then_some(main.path)
        };
        linked.next().map(|it| it.path.clone()).or_else(main)
    }

    /// Checkouts that did not follow a merge.
    fn checkouts(&self, findings: &mut Vec<Finding>) {
        let runs = self
            .known
            .iter()
            .filter(|(_, it)| it.repository == self.root);
        for (id, run) in runs {
            let Some(left) = run.left.as_ref().filter(|it| it.stands(self.site)) else {
                continue;
            };
            let what = left.checkout.checkout.clone();
            let finding = Finding::new(Kind::Checkout, Weight::Leftover, what, left.words());
            let then = format!("to be brought along; or by hand: {}", left.checkout.next);
            let deed = Deed::Follow(Box::new(left.clone()));
            findings.push(finding.then(then).of(id).by(deed));
        }
    }

    /// Lock files that a git left that was ended in the middle of something.
    fn locks(&self, findings: &mut Vec<Finding>) {
        let repo = &self.site.repo;
        let mut locks = repo.ref_locks("refs/interlock");
        locks.extend(repo.ref_locks("refs/heads/interlock"));
        for (path, name) in locks {
            let rest = name.strip_prefix("refs/interlock/");
            let run = match rest {
                Some(rest) => RunId::new(rest.split('/').next().unwrap_or_default()).ok(),
                None => {
                    let branch = name.strip_prefix("refs/heads/");
                    branch.and_then(|it| self.run_of(it)).map(|it| it.0)
                }
            };
            if let Some(run) = run.filter(|it| self.is_idle(it)) {
                findings.push(lock(path, &name, &run));
            }
        }
        for worktree in &self.registered {
            let of = worktrees::made_for(self, worktree).filter(|(it, _)| self.is_idle(it));
            if let (Some((run, _)), Some(path)) = (of, worktree.index_lock())
                && tools::process::within(&worktree.path).is_empty()
                && !worktrees::goes(self, worktree)
            {
                findings.push(lock(path, "the index of its worktree", &run));
            }
        }
    }

    /// Whether this is a run of this repository that nobody drives.
    fn is_idle(&self, id: &RunId) -> bool {
        self.run(id)
            .is_some_and(|it| !matches!(it.stands, Stands::Driven | Stands::Elsewhere))
    }

    /// Refs that keep earlier work; they stay.
    fn refs(&self, findings: &mut Vec<Finding>) -> Result<(), GitError> {
        let count = self.site.repo.count_refs("refs/interlock/")?;
        if count > 0 {
            let why = format!("{count} of them, for snapshots and commits of runs");
            let finding = Finding::new(Kind::Refs, Weight::Note, "refs/interlock/", why);
            findings.push(finding.then("they stay"));
        }
        Ok(())
    }
}

fn lock(path: PathBuf, of: &str, run: &RunId) -> Finding {
    let why = format!("it locks {of}, and nobody drives run {run}");
    let finding = Finding::new(
        Kind::Lock,
        Weight::Leftover,
        path.display().to_string(),
        why,
    );
    let finding = finding.then("to be removed").of(run);
    finding.by(Deed::Remove(path))
}
