//! One git call: the guards that every call carries, and how its end becomes a value or an error.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use ledger::ids::GitId;

use super::{Config, GitError, Repo, object_id};
use crate::sandbox::plain::{self, Done, Pending, Plain};

/// Settings that switch off everything a repository or its user could make git run or ask.
const GUARDS: &[&str] = &[
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.pager=cat",
    "core.editor=true",
    "core.askPass=",
    "core.sshCommand=false",
    "core.attributesFile=/dev/null",
    "core.alternateRefsCommand=true",
    "credential.helper=",
    "sequence.editor=true",
    "commit.gpgSign=false",
    "tag.gpgSign=false",
    "gpg.program=false",
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
        let verb = arguments
            .first()
            .and_then(|verb| verb.to_str())
            .unwrap_or("")
            .to_owned();
        let mut call = Call::unguarded(cwd, &verb, arguments);
        call.settings.extend(drivers_off(self.config()?));
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

    /// Sets a variable for this call.
    pub(super) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.plain
            .env
            .push((name.into(), Some(value.as_ref().to_owned())));
        self
    }

    /// Gives it something to read.
    pub(super) fn stdin(mut self, bytes: Vec<u8>) -> Self {
        self.plain.stdin = bytes;
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

    /// Settings travel in variables, where a name may hold any letter.
    fn complete(self) -> (String, Plain) {
        let Self {
            verb,
            mut plain,
            settings,
        } = self;
        plain.env.push((
            "GIT_CONFIG_COUNT".into(),
            Some(settings.len().to_string().into()),
        ));
        for (index, (key, value)) in settings.into_iter().enumerate() {
            plain
                .env
                .push((format!("GIT_CONFIG_KEY_{index}").into(), Some(key.into())));
            plain.env.push((
                format!("GIT_CONFIG_VALUE_{index}").into(),
                Some(value.into()),
            ));
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

/// Cuts the program out of every driver. An empty filter passes content through; a merge driver
/// that fails makes a conflict, where an empty one would silently take one side.
fn drivers_off(config: &Config) -> Vec<(String, String)> {
    let mut off = Vec::new();
    for name in &config.filters {
        for key in ["clean", "smudge", "process"] {
            off.push((format!("filter.{name}.{key}"), String::new()));
        }
        off.push((format!("filter.{name}.required"), "false".to_owned()));
    }
    for name in &config.merges {
        off.push((format!("merge.{name}.driver"), "false".to_owned()));
    }
    off
}

/// Our variables, and none of git's that we inherited: they could point it anywhere.
fn environment() -> Vec<(OsString, Option<OsString>)> {
    let inherited = std::env::vars_os().map(|(name, _)| name);
    let foreign = inherited.filter(|name| name.as_encoded_bytes().starts_with(b"GIT_"));
    let mut env: Vec<(OsString, Option<OsString>)> = foreign.map(|name| (name, None)).collect();
    for (name, value) in [
        ("GIT_CONFIG_NOSYSTEM", "1"),
        ("GIT_ATTR_NOSYSTEM", "1"),
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
