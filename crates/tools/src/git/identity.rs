//! Who makes commits, and whether they are signed: as the person set it up, in files and in the environment.

use std::fmt;
use std::sync::Arc;

use ledger::ids::GitId;

use super::config::Scope;
use super::run::{Call, complaint};
use super::{Config, GitError, Repo, words};

/// Seconds in which a commit is signed: somebody may have to type a passphrase.
const SIGNING_S_MAX: u64 = 120;

/// Who makes a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Who wrote it.
    pub author: Person,
    /// Who put it into the repository.
    pub committer: Person,
    /// Nobody is configured, so it is Interlock.
    pub is_fallback: bool,
}

/// A name and an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Name.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// The time that the environment gives for all that this person does.
    date: Option<String>,
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} <{}>", self.name, self.email)
    }
}

impl Repo {
    /// Who commits here: whom the environment names, else whom the configuration does, else Interlock.
    ///
    /// # Errors
    /// [`GitError::NoIdentity`]: the configuration wants nobody to be made up, and names nobody.
    pub fn identity(&self) -> Result<Identity, GitError> {
        if let Some(account) = &self.account {
            let (name, email) = account.as_ref().clone();
            let person = Person {
                name,
                email,
                date: None,
            };
            return Ok(Identity {
                author: person.clone(),
                committer: person,
                is_fallback: false,
            });
        }
        let config = self.config()?;
        let (author, own_author) = person(config, "author")?;
        let (committer, own_committer) = person(config, "committer")?;
        Ok(Identity {
            author,
            committer,
            is_fallback: own_author || own_committer,
        })
    }

    /// Has commits be made under the account of an agent, whoever else is configured.
    pub fn commit_as(&mut self, name: &str, email: &str) {
        self.account = Some(Arc::new((name.to_owned(), email.to_owned())));
    }

    /// Whether commits are to be signed here.
    ///
    /// # Errors
    /// [`GitError::Failed`]: the configuration can't be read.
    pub fn signs(&self) -> Result<bool, GitError> {
        Ok(self.config()?.is_on("commit.gpgsign"))
    }

    /// Makes a commit object, signed where commits are; no ref is moved.
    ///
    /// # Errors
    /// [`GitError::Unsigned`]: it can't be signed.
    pub(crate) fn commit_tree(
        &self,
        tree: &GitId,
        parents: &[GitId],
        message: &str,
    ) -> Result<GitId, GitError> {
        let who = self.identity()?;
        let signs = self.signs()?;
        let mut arguments = words(["commit-tree", tree.as_str()]);
        for parent in parents {
            arguments.extend(words(["-p", parent.as_str()]));
        }
        let call = if signs {
            self.may_sign()?;
            arguments.extend(words(["-S"]));
            // Nothing in a worktree is to stand in for what signs.
            self.signing(&self.git_dir, arguments)?
                .env("GIT_DIR", &self.git_dir)
                .ended_after(SIGNING_S_MAX)
                .asking()
        } else {
            self.call(arguments)?
        };
        let call = as_person(call, "AUTHOR", &who.author);
        let call = as_person(call, "COMMITTER", &who.committer);
        let call = call.stdin(format!("{}\n", message.trim_end()).into_bytes());
        let commit = match signs {
            false => call.id()?,
            true => {
                let (verb, done) = call.done()?;
                let said = String::from_utf8_lossy(&done.stdout).into_owned();
                if done.code != 0 {
                    return Err(GitError::Unsigned(complaint(&done)));
                }
                super::object_id(said.trim_end()).ok_or(GitError::Unexpected(verb))?
            }
        };
        self.learn_tree(&commit, tree);
        Ok(commit)
    }

    /// Whether what signs is a program that the person names, or lets the repository name.
    fn may_sign(&self) -> Result<(), GitError> {
        let config = self.config()?;
        let foreign = SIGNERS.iter().find(|key| {
            let is_own = config.owner(key) == Some(Scope::Repository);
            is_own && config.filled(key).is_some() && !self.may_name_program(key)
        });
        match foreign {
            Some(key) => Err(GitError::Unsigned(format!(
                "`{key}` of the repository's own configuration names the program"
            ))),
            None => Ok(()),
        }
    }
}

/// Settings that name programs which sign.
pub(super) const SIGNERS: [&str; 5] = [
    "gpg.program",
    "gpg.openpgp.program",
    "gpg.x509.program",
    "gpg.ssh.program",
    "gpg.ssh.defaultkeycommand",
];

/// The person of a role, and whether it is Interlock.
fn person(config: &Config, role: &str) -> Result<(Person, bool), GitError> {
    let variable = |what: &str| {
        let name = format!("GIT_{}_{}", role.to_uppercase(), what);
        std::env::var(name).ok().filter(|it| !it.trim().is_empty())
    };
    let configured = |what: &str| {
        let own = config.filled(&format!("{role}.{what}"));
        let shared = config.filled(&format!("user.{what}"));
        own.or(shared).map(str::to_owned)
    };
    let mail = || {
        std::env::var("EMAIL")
            .ok()
            .filter(|it| !it.trim().is_empty())
    };
    let name = variable("NAME").or_else(|| configured("name"));
    let email = variable("EMAIL")
        .or_else(|| configured("email"))
        .or_else(mail);
    let is_missing = name.is_none() || email.is_none();
    if is_missing && config.is_on("user.useconfigonly") {
        return Err(GitError::NoIdentity);
    }
    let person = Person {
        name: name.unwrap_or_else(|| "Interlock".to_owned()),
        email: email.unwrap_or_else(|| "interlock@localhost".to_owned()),
        date: variable("DATE"),
    };
    Ok((person, is_missing))
}

fn as_person(call: Call, role: &str, person: &Person) -> Call {
    let call = call
        .env(&format!("GIT_{role}_NAME"), &person.name)
        .env(&format!("GIT_{role}_EMAIL"), &person.email);
    match &person.date {
        Some(date) => call.env(&format!("GIT_{role}_DATE"), date),
        None => call,
    }
}
