//! The agents that are known, and what each version of them honours of a hook's answer: data with its date and its probe.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use crate::headless::Headless;

// `CARDS`: the files of `hosts/` as JSON, by their names.
include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// An agent whose hooks can be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Host {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// opencode.
    Opencode,
    /// pi.
    Pi,
}

impl Host {
    /// All of them.
    pub const ALL: [Host; 5] = [
        Host::Claude,
        Host::Codex,
        Host::Gemini,
        Host::Opencode,
        Host::Pi,
    ];

    /// Its name on the command line.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Host::Claude => "claude",
            Host::Codex => "codex",
            Host::Gemini => "gemini",
            Host::Opencode => "opencode",
            Host::Pi => "pi",
        }
    }

    /// The agent of this name.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// What is known of it.
    ///
    /// # Errors
    /// When the file that this program carries can't be read, in words: a fault of ours, and then nothing is honoured.
    pub fn card(self) -> Result<Card, String> {
        let (_, text) = CARDS
            .iter()
            .find(|(name, _)| *name == self.word())
            .ok_or_else(|| format!("nothing is known of {self}"))?;
        serde_json::from_str(text)
            .map_err(|error| format!("what is known of {self} can't be read: {error}"))
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What is known of an agent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name for people.
    pub name: String,
    /// How a hook learns its version, if by a variable of its environment.
    #[serde(default)]
    pub version_variable: Option<VersionVariable>,
    /// Where the first line of its transcript says its version, as a JSON pointer.
    #[serde(default)]
    pub version_transcript: Option<String>,
    /// The package whose program started the hook: its version is that of the agent.
    #[serde(default)]
    pub version_package: Option<String>,
    /// What else its settings take about a hook, as names and words.
    #[serde(default)]
    pub handler: BTreeMap<String, String>,
    /// How its settings say that a hook is for every tool, where they want that said.
    #[serde(default)]
    pub all_tools: Option<String>,
    /// Its events, by name.
    pub events: Vec<EventRow>,
    /// What its versions honour, the newest first.
    pub versions: Vec<VersionRow>,
    /// Whether its hooks see what its sub-agents do.
    #[serde(default)]
    pub sees_subagents: bool,
    /// How it is started for a turn of a run.
    pub headless: Headless,
    /// Tools that its hooks do not see.
    #[serde(default)]
    pub unseen: Vec<UnseenTool>,
    /// What a person has to know once the hook is installed.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Ways in which a hook that fails lets a call through, as tried.
    #[serde(default)]
    pub fails_open: Vec<String>,
}

/// A variable that says an agent's version, as `before` the version and `behind` it; its numbers are joined by `between`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersionVariable {
    /// The variable.
    pub name: String,
    /// What stands before the version.
    #[serde(default)]
    pub before: String,
    /// What stands behind it.
    #[serde(default)]
    pub behind: String,
    /// What stands between its numbers.
    #[serde(default = "dot")]
    pub between: String,
}

fn dot() -> String {
    ".".to_owned()
}

impl VersionVariable {
    /// The version in a value of the variable.
    #[must_use]
    pub fn read(&self, value: &str) -> Option<String> {
        let rest = value.strip_prefix(self.before.as_str())?;
        let version = match self.behind.as_str() {
            "" => rest,
            behind => rest.split_once(behind)?.0,
        };
        let version = version.replace(&self.between, ".");
        numbers(&version).map(|_| version)
    }
}

/// An event, as the agent calls it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventRow {
    /// Its name.
    pub name: String,
    /// What it is.
    pub is: EventKind,
    /// How long the agent waits for the hook, in seconds, where it is to be said.
    #[serde(default)]
    pub seconds: Option<u32>,
}

/// What an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// A session begins, or goes on in a new process.
    SessionStart,
    /// Somebody says something to the agent.
    Prompt,
    /// A tool is about to be used.
    BeforeTool,
    /// A tool was used.
    AfterTool,
    /// A tool was used, and failed.
    AfterFailure,
    /// The agent wants to end its turn.
    Stop,
    /// The session ends.
    SessionEnd,
    /// Something that is only noted.
    Noted,
}

/// What some versions honour.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersionRow {
    /// The first version that was tried.
    pub from: String,
    /// The last one.
    pub until: String,
    /// What they honour.
    pub honours: Honours,
    /// When that was tried.
    pub probed: String,
    /// How.
    pub probe: String,
}

/// What an agent honours of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Honours {
    /// A refusal: the tool is not used.
    pub deny: bool,
    /// That the person is asked.
    pub ask: bool,
    /// Other arguments.
    pub rewrite: bool,
    /// Another result.
    pub replace: bool,
    /// Something that is told at the beginning of a session.
    pub context: bool,
    /// That it may not end its turn yet.
    pub stop: bool,
}

/// A tool that hooks do not see.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnseenTool {
    /// The tool.
    pub tool: String,
    /// What it can do.
    pub does: String,
    /// How it is switched off; nothing where it can't be.
    #[serde(default)]
    pub off: Option<String>,
}

impl Card {
    /// What an event of this name is; nothing where the agent has none of this name, as far as is known.
    #[must_use]
    pub fn event(&self, name: &str) -> Option<EventKind> {
        let row = self.events.iter().find(|it| it.name == name)?;
        Some(row.is)
    }

    /// What a version honours. One that was never tried, or that nobody knows, is counted on for nothing but refusals.
    #[must_use]
    pub fn honours(&self, version: Option<&str>) -> Honours {
        match version.and_then(|it| self.row(it)) {
            Some(row) => row.honours,
            None => self.strictest(),
        }
    }

    /// The row of a version that was tried.
    #[must_use]
    pub fn row(&self, version: &str) -> Option<&VersionRow> {
        let version = numbers(version)?;
        self.versions.iter().find(|row| {
            let within = |from: Option<Vec<u64>>, until: Option<Vec<u64>>| {
                Some(from? <= version && version <= until?)
            };
            within(numbers(&row.from), numbers(&row.until)).unwrap_or(false)
        })
    }

    /// What is not honoured and would be needed, for people.
    #[must_use]
    pub fn lacks(&self, version: Option<&str>, honours: Honours) -> Vec<String> {
        let known = version.is_some_and(|it| self.row(it).is_some());
        let name = &self.name;
        let mut out = Vec::new();
        if !known {
            let which = version.map_or_else(
                || format!("the version of {name} is not known"),
                |it| format!("{name} {it} was never tried"),
            );
            out.push(format!(
                "{which}: it is counted on for nothing but refusals"
            ));
        }
        let missing = [
            (honours.deny, "it does not honour a refusal"),
            (
                honours.ask,
                "it asks nobody: what would ask is refused, and a person allows it with `interlock authorise`",
            ),
            (
                honours.replace,
                "a secret in a result can't be masked before the model sees it",
            ),
            (
                honours.stop,
                "it can't be sent back when it says that it is done",
            ),
        ];
        out.extend(
            missing
                .into_iter()
                .filter(|(honoured, _)| !honoured)
                .map(|(_, words)| words.to_owned()),
        );
        out
    }

    /// What an unknown version is counted on to honour: nothing but that it may refuse.
    fn strictest(&self) -> Honours {
        Honours {
            deny: self.versions.iter().all(|row| row.honours.deny),
            ..Honours::default()
        }
    }
}

/// The numbers of a version: `2.1.197`. What stands behind a dash or a blank does not count.
fn numbers(version: &str) -> Option<Vec<u64>> {
    let plain = version.trim().trim_start_matches('v');
    let plain = plain.split([' ', '-', '+']).next()?;
    plain.split('.').map(|it| it.parse().ok()).collect()
}
