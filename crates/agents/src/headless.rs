//! How an agent is started without a terminal, for one turn of a run: its arguments, what it is given of the person's own
//! settings, what it reaches. Data of its card, as tried.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::stream::Stream;

/// How an agent is started for one turn.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Headless {
    /// Words that stand before those that name a session.
    #[serde(default)]
    pub before_resume: Vec<String>,
    /// Words that go on with a session; its name follows.
    pub resume: Vec<String>,
    /// Words that are always said.
    pub arguments: Vec<String>,
    /// The word before the name of a model.
    pub model: String,
    /// Words before the prompt, which is the last one.
    #[serde(default)]
    pub before_prompt: Vec<String>,
    /// What it prints.
    pub stream: Stream,
    /// Where it goes on with a session, it reports what was used in all of it.
    #[serde(default)]
    pub reports_whole_session: bool,
    /// Variables that say where it keeps what is its own, each with the folder below its home.
    pub folders: BTreeMap<String, String>,
    /// Files of the person's that it is given copies of: their settings and what proves who they are, below the home.
    pub kept: Vec<String>,
    /// Variables of the person's that it is given: addresses of its provider and the like.
    #[serde(default)]
    pub given: Vec<String>,
    /// The same, for those that hold keys.
    pub keys: Vec<String>,
    /// Variables that are set for it.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Hosts of its provider that it reaches.
    #[serde(default)]
    pub hosts: Vec<String>,
}

impl Headless {
    /// The command line of a turn, but for the prompt: `command` is the program with arguments of the person's own.
    #[must_use]
    pub fn command_line(
        &self,
        command: &[String],
        model: Option<&str>,
        resumes: Option<&str>,
    ) -> Vec<String> {
        let mut argv = command.to_vec();
        argv.extend(self.before_resume.iter().cloned());
        if let Some(session) = resumes {
            argv.extend(self.resume.iter().cloned());
            argv.push(session.to_owned());
        }
        argv.extend(self.arguments.iter().cloned());
        if let Some(model) = model {
            argv.extend([self.model.clone(), model.to_owned()]);
        }
        argv.extend(self.before_prompt.iter().cloned());
        argv
    }
}
