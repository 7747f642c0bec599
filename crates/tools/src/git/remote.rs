//! The two calls that reach another machine: fetch and push. Only to the address that is given, with a credential that goes
//! to that origin alone. What a repository's own configuration says of ways to other machines is not followed: git has no
//! switch for that, so nothing is reached from a repository that says such a thing.

use std::fmt;

use ledger::ids::GitId;

use super::run::{Call, complaint};
use super::{GitError, Repo, object_id, valid_branch, words};

/// Longest time that a fetch or a push may take, in seconds.
const SECONDS_MAX: u64 = 900;

/// A repository on another machine.
#[derive(Clone)]
pub struct Remote {
    /// Its address, without a credential in it.
    pub url: String,
    /// The value of the header that says who asks; a secret.
    authorization: Option<String>,
}

impl Remote {
    /// A repository, and what is said there of who asks (`Basic …`).
    #[must_use]
    pub fn new(url: impl Into<String>, authorization: Option<String>) -> Self {
        Self {
            url: url.into(),
            authorization,
        }
    }
}

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Remote({})", self.url)
    }
}

/// How a push ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PushEnd {
    /// The branch stands at the commit.
    Stands,
    /// The branch is somewhere else than it was expected.
    Elsewhere(Option<GitId>),
    /// The other side does not take it, in its words.
    Refused(String),
}

impl Repo {
    /// Where branches of the other side stand: those that are named, all of them if none is; what is not there is left
    /// out.
    ///
    /// # Errors
    /// [`GitError::Rerouted`], or what git said.
    pub fn remote_tips(
        &self,
        remote: &Remote,
        branches: &[&str],
    ) -> Result<Vec<(String, GitId)>, GitError> {
        let mut arguments = words(["ls-remote", "--quiet", "--heads", "--"]);
        arguments.push(remote.url.clone().into());
        for branch in branches {
            arguments.push(format!("refs/heads/{branch}").into());
        }
        let text = self.reaching(remote, arguments)?.text()?;
        let tips = text.lines().filter_map(|line| {
            let (id, name) = line.split_once('\t')?;
            Some((name.strip_prefix("refs/heads/")?.to_owned(), object_id(id)?))
        });
        Ok(tips.collect())
    }

    /// Brings commits of a branch of the other side here, under a ref of ours: `refs/forge/BRANCH`.
    ///
    /// # Errors
    /// [`GitError::MissingBranch`], [`GitError::Rerouted`], or what git said.
    pub(crate) fn fetch_branch(&self, remote: &Remote, branch: &str) -> Result<GitId, GitError> {
        if !valid_branch(branch) {
            return Err(GitError::BadBranch(branch.to_owned()));
        }
        let kept = format!("refs/forge/{branch}");
        let mut arguments = words([
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-recurse-submodules",
            "--no-auto-maintenance",
            "--refmap=",
            "--",
        ]);
        arguments.push(remote.url.clone().into());
        arguments.push(format!("+refs/heads/{branch}:{kept}").into());
        let (verb, done) = self.reaching(remote, arguments)?.done()?;
        if done.code != 0 {
            let tips = self.remote_tips(remote, &[branch])?;
            if tips.is_empty() {
                return Err(GitError::MissingBranch(branch.to_owned()));
            }
            return Err(super::run::failed(&verb, &done));
        }
        self.find(&kept)?
            .ok_or_else(|| GitError::MissingBranch(branch.to_owned()))
    }

    /// Pushes a commit to a branch of the other side, if that stands where it is expected; `None`: if it does not exist.
    /// What is pushed always holds what stood there: nothing is forced.
    ///
    /// # Errors
    /// [`GitError::Rerouted`], or what git said where it did not come to an answer.
    pub(crate) fn push(
        &self,
        remote: &Remote,
        commit: &GitId,
        (branch, expected): (&str, Option<&GitId>),
    ) -> Result<PushEnd, GitError> {
        if !valid_branch(branch) {
            return Err(GitError::BadBranch(branch.to_owned()));
        }
        if let Some(expected) = expected
            && !self.holds(commit, expected)?
        {
            let text = "what stands there is no part of what would be pushed";
            return Ok(PushEnd::Refused(text.to_owned()));
        }
        let lease = expected.map(GitId::as_str).unwrap_or_default();
        let mut arguments = words([
            "push",
            "--quiet",
            "--porcelain",
            "--no-verify",
            "--no-follow-tags",
            "--no-signed",
            "--recurse-submodules=no",
        ]);
        arguments.push(format!("--force-with-lease=refs/heads/{branch}:{lease}").into());
        arguments.push("--".into());
        arguments.push(remote.url.clone().into());
        arguments.push(format!("{commit}:refs/heads/{branch}").into());
        let (_, done) = self.reaching(remote, arguments)?.done()?;
        if done.code == 0 {
            return Ok(PushEnd::Stands);
        }
        let told = complaint(&done);
        let tips = self.remote_tips(remote, &[branch])?;
        let tip = tips.into_iter().map(|(_, tip)| tip).next();
        Ok(match tip {
            Some(tip) if tip == *commit => PushEnd::Stands,
            tip if tip.as_ref() != expected => PushEnd::Elsewhere(tip),
            _ => PushEnd::Refused(told),
        })
    }

    /// Whether a commit has another one among its ancestors, or is it. One that is not here is not.
    fn holds(&self, commit: &GitId, other: &GitId) -> Result<bool, GitError> {
        let here = words(["cat-file", "-e", other.as_str()]);
        if self.call(here)?.done()?.1.code != 0 {
            return Ok(false);
        }
        let arguments = words([
            "merge-base",
            "--is-ancestor",
            other.as_str(),
            commit.as_str(),
        ]);
        self.call(arguments)?.yes()
    }

    fn reaching(
        &self,
        remote: &Remote,
        arguments: Vec<std::ffi::OsString>,
    ) -> Result<Call, GitError> {
        // Read anew: an agent may have written it since.
        if let Some(key) = self.config_anew()?.own_way(&remote.url) {
            return Err(GitError::Rerouted(key.to_owned()));
        }
        let mut call = self.call(arguments)?.ended_after(SECONDS_MAX);
        call = call
            // Stronger than `protocol.NAME.allow` of any configuration.
            .env("GIT_ALLOW_PROTOCOL", "http:https")
            .setting("http.followRedirects", "false")
            // Options of a push change what the other side does.
            .setting("push.pushOption", "")
            // A header that a person's configuration sets for all is not for a forge that it does not know of.
            .setting("http.extraHeader", "");
        if let Some(authorization) = &remote.authorization {
            let key = format!("http.{}.extraHeader", remote.url);
            call = call.setting(&key, &format!("Authorization: {authorization}"));
        }
        Ok(call)
    }
}
