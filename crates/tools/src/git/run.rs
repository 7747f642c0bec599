//! One git call: the guards that every call carries, and how its end becomes a value or an error.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

use ledger::ids::GitId;

use super::identity::SIGNERS;
use super::{GitError, Repo, object_id};
use crate::process::plain::{self, Done, Pending, Plain};

/// Settings that switch off everything a repository or its user could make git run or ask.
const GUARDS: &[&str] = &[
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.pager=cat",
    "core.editor=true",
    "core.askPass=",
    "core.sshCommand=false",
    "core.alternateRefsCommand=true",
    "credential.helper=",
    "sequence.editor=true",
    "log.showSignature=false",
    "protocol.allow=never",
    "submodule.recurse=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "advice.detachedHead=false",
    "color.ui=false",
    "core.quotePath=false",
    "core.fsyncMethod=batch",
];

/// Bytes of standard error that an error carries.
const STDERR_BYTES_MAX: usize = 1024;

/// A call that is being put together.
pub(super) struct Call {
    verb: String,
    plain: Plain,
    settings: Vec<(String, String)>,
}

impl Repo {
    /// A call in this worktree; the first of `arguments` is the verb.
    pub(super) fn call(&self, arguments: Vec<OsString>) -> Result<Call, GitError> {
        self.call_in(&self.root, arguments)
    }

    /// A call in another folder of the same repository.
    pub(super) fn call_in(&self, cwd: &Path, arguments: Vec<OsString>) -> Result<Call, GitError> {
        let mut call = self.signing(cwd, arguments)?;
        call.settings.extend(no_signers());
        Ok(call)
    }

    /// A call that may start what signs.
    pub(super) fn signing(&self, cwd: &Path, arguments: Vec<OsString>) -> Result<Call, GitError> {
        let mut call = self.call_without_drivers(cwd, arguments)?;
        call.settings.extend(self.filters_off()?);
        Ok(call)
    }

    /// A call that reads files into objects or writes them out of such, as git would for the person: with the filters
    /// that may run here.
    pub(super) fn converting(
        &self,
        cwd: &Path,
        arguments: Vec<OsString>,
    ) -> Result<Call, GitError> {
        let mut call = self.call_without_drivers(cwd, arguments)?;
        call.settings.extend(self.filters_as_they_may_run()?);
        call.settings.extend(no_signers());
        // They are the person's programs and speak the person's language.
        call.plain
            .env
            .retain(|(name, _)| name != "LC_ALL" && name != "LANGUAGE");
        Ok(call)
    }

    fn call_without_drivers(&self, cwd: &Path, arguments: Vec<OsString>) -> Result<Call, GitError> {
        let verb = arguments
            .first()
            .and_then(|verb| verb.to_str())
            .unwrap_or("")
            .to_owned();
        let mut call = Call::unguarded(cwd, &verb, arguments);
        call.settings.extend(self.merge_drivers_off()?);
        Ok(call)
    }
}

impl Call {
    /// A call with the fixed guards, before the configuration is known.
    pub(super) fn unguarded(cwd: &Path, verb: &str, arguments: Vec<OsString>) -> Self {
        let argv = std::iter::once(OsString::from("git")).chain(arguments);
        let mut plain = Plain::new(argv, cwd);
        plain.env = environment();
        let guards = GUARDS.iter().filter_map(|guard| guard.split_once('='));
        let settings = guards
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        Self {
            verb: verb.to_owned(),
            plain,
            settings,
        }
    }

    /// With the settings that we were started with, and none of ours: to read what they are.
    pub(super) fn given(mut self) -> Self {
        self.settings.clear();
        let all = std::env::vars_os().filter(|(name, _)| is_given(name));
        let given = all.map(|(name, value)| (name, Some(value)));
        self.plain.env.extend(given);
        self
    }

    /// Sets a variable for this call.
    pub(super) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.plain
            .env
            .push((name.into(), Some(value.as_ref().to_owned())));
        self
    }

    /// Sets what configuration says for this call.
    pub(super) fn setting(mut self, key: &str, value: &str) -> Self {
        self.settings.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Gives it something to read.
    pub(super) fn stdin(mut self, bytes: Vec<u8>) -> Self {
        self.plain.stdin = bytes;
        self
    }

    /// Ends it after this many seconds.
    pub(super) fn ended_after(mut self, seconds: u64) -> Self {
        self.plain.time_max = Duration::from_secs(seconds);
        self
    }

    /// Lets it ask somebody at the terminal.
    pub(super) fn asking(mut self) -> Self {
        self.plain.foreground = true;
        self
    }

    /// Cuts its answer at this many bytes.
    pub(super) fn stdout_bytes_max(mut self, max: usize) -> Self {
        self.plain.stdout_bytes_max = Some(max);
        self
    }

    /// Starts it and does not wait.
    pub(super) fn start(self) -> Result<(String, Pending), GitError> {
        let (verb, plain) = self.complete();
        Ok((verb, plain::start(&plain).map_err(GitError::Run)?))
    }

    /// Runs it; any exit status is an answer.
    pub(super) fn done(self) -> Result<(String, Done), GitError> {
        let (verb, pending) = self.start()?;
        Ok((verb, pending.wait().map_err(GitError::Run)?))
    }

    /// Settings travel in variables, where a name may hold any letter; those that we were given go before.
    fn complete(self) -> (String, Plain) {
        let Self {
            verb,
            mut plain,
            settings,
        } = self;
        if settings.is_empty() {
            return (verb, plain);
        }
        let given = given_settings();
        let ours = settings
            .into_iter()
            .map(|(key, value)| (OsString::from(key), OsString::from(value)));
        let all: Vec<(OsString, OsString)> = given.into_iter().chain(ours).collect();
        let count = all.len().to_string();
        plain
            .env
            .push(("GIT_CONFIG_COUNT".into(), Some(count.into())));
        for (index, (key, value)) in all.into_iter().enumerate() {
            let name = |what: &str| OsString::from(format!("GIT_CONFIG_{what}_{index}"));
            plain.env.push((name("KEY"), Some(key)));
            plain.env.push((name("VALUE"), Some(value)));
        }
        (verb, plain)
    }

    /// Runs it; anything but success is an error.
    pub(super) fn bytes(self) -> Result<Vec<u8>, GitError> {
        let (verb, done) = self.done()?;
        if done.code == 0 || done.cut {
            Ok(done.stdout)
        } else {
            Err(failed(&verb, &done))
        }
    }

    /// Runs it and takes its answer as text.
    pub(super) fn text(self) -> Result<String, GitError> {
        let verb = self.verb.clone();
        String::from_utf8(self.bytes()?).map_err(|_| GitError::Unexpected(verb))
    }

    /// Runs it and takes the one object id it prints.
    pub(super) fn id(self) -> Result<GitId, GitError> {
        let verb = self.verb.clone();
        object_id(self.text()?.trim_end()).ok_or(GitError::Unexpected(verb))
    }

    /// Runs it; 0 is yes, 1 is no.
    pub(super) fn yes(self) -> Result<bool, GitError> {
        let (verb, done) = self.done()?;
        match done.code {
            0 => Ok(true),
            1 => Ok(false),
            _ => Err(failed(&verb, &done)),
        }
    }
}

/// What git said, as an error.
pub(super) fn failed(verb: &str, done: &Done) -> GitError {
    GitError::Failed {
        verb: verb.to_owned(),
        stderr: complaint(done),
    }
}

/// What git said on its standard error, cut.
pub(super) fn complaint(done: &Done) -> String {
    let text = String::from_utf8_lossy(&done.stderr);
    let text: String = text.trim().chars().take(STDERR_BYTES_MAX).collect();
    if text.is_empty() {
        return format!("exit status {}", done.code);
    }
    text
}

/// Programs that fail instead of signing.
fn no_signers() -> impl Iterator<Item = (String, String)> {
    SIGNERS
        .iter()
        .map(|key| ((*key).to_owned(), "false".to_owned()))
}

/// Variables by which whoever started us says where settings are. They name files and values, and run nothing.
const GIVEN: [&str; 4] = [
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_GLOBAL",
    "GIT_ATTR_NOSYSTEM",
];

/// Settings in variables that are taken over, at most.
const GIVEN_SETTINGS_MAX: usize = 1000;

/// Whether a variable says what the settings are.
fn is_given(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    GIVEN.contains(&name.as_ref())
        || name == "GIT_CONFIG_PARAMETERS"
        || name == "GIT_CONFIG_COUNT"
        || name.starts_with("GIT_CONFIG_KEY_")
        || name.starts_with("GIT_CONFIG_VALUE_")
}

/// Settings that we were given in variables, in git's order.
fn given_settings() -> Vec<(OsString, OsString)> {
    let count = std::env::var("GIT_CONFIG_COUNT").ok();
    let count: usize = count.and_then(|it| it.parse().ok()).unwrap_or(0);
    let pair = |index: usize| {
        let of = |what: &str| std::env::var_os(format!("GIT_CONFIG_{what}_{index}"));
        Some((of("KEY")?, of("VALUE")?))
    };
    (0..count.min(GIVEN_SETTINGS_MAX))
        .filter_map(pair)
        .collect()
}

/// Our variables, and of git's only those that say what the settings are: the others could point it anywhere.
fn environment() -> Vec<(OsString, Option<OsString>)> {
    let inherited = std::env::vars_os().map(|(name, _)| name);
    let foreign = inherited.filter(|name| {
        let is_gits = name.as_encoded_bytes().starts_with(b"GIT_");
        is_gits && !GIVEN.iter().any(|it| *name == **it)
    });
    let mut env: Vec<(OsString, Option<OsString>)> = foreign.map(|name| (name, None)).collect();
    for (name, value) in [
        ("GIT_TERMINAL_PROMPT", "0"),
        ("GIT_OPTIONAL_LOCKS", "0"),
        ("GIT_LITERAL_PATHSPECS", "1"),
        ("GIT_NO_REPLACE_OBJECTS", "1"),
        ("GIT_PAGER", "cat"),
        ("GIT_EDITOR", "true"),
        ("GIT_ASKPASS", "false"),
        ("GIT_MERGE_AUTOEDIT", "no"),
        ("LC_ALL", "C"),
        ("LANGUAGE", "C"),
    ] {
        env.push((name.into(), Some(value.into())));
    }
    env
}
