//! The gates without a run: one tool call in, one decision out.

use gate::wire::{self, CheckLine};
use gate::{Context, Policies};
use serde::Serialize;

use crate::config::{self, Sources};
use crate::site::{Call, NoSite};

/// Gates, set up as a repository (or nothing but the user's own file) configures them.
#[derive(Debug)]
pub struct Gatehouse {
    policies: Policies,
    root: std::path::PathBuf,
    declared: Vec<String>,
}

/// One policy, for people.
#[derive(Debug, Serialize)]
pub struct PolicyCard {
    /// Its name.
    pub name: String,
    /// Checkpoints at which it is asked.
    pub checkpoints: Vec<String>,
    /// What it holds.
    pub summary: String,
    /// Why.
    pub why: String,
    /// What to do instead.
    pub instead: String,
}

impl Gatehouse {
    /// Reads the configuration that counts in a directory. It need not be a repository.
    ///
    /// # Errors
    /// [`NoSite::Config`].
    pub fn open(call: &Call) -> Result<Self, NoSite> {
        let root = crate::site::root(call).unwrap_or_else(|_| call.directory.clone());
        let root = std::path::absolute(&root).unwrap_or(root);
        let mut sources = Sources::new(root.clone());
        sources.flags = call.flags.clone();
        sources.file = call.file.clone();
        sources.is_trusted_once = call.trust_once;
        let loaded = config::load(&sources)?;
        let detected = config::detect(&root);
        let options = loaded.config.options(&detected);
        let (policies, _) = Policies::compile(&options.policies);
        Ok(Self {
            policies,
            root,
            declared: options.policies.declared,
        })
    }

    /// The answer to one line; none to an empty one.
    #[must_use]
    pub fn check(&self, line: &[u8]) -> Option<String> {
        let text = match std::str::from_utf8(line) {
            Ok(text) if text.trim().is_empty() => return None,
            Ok(text) if !text.trim_start().starts_with('{') => {
                return Some(error("the line is no JSON object"));
            }
            Ok(text) => text,
            Err(_) => return Some(error("the line is not UTF-8")),
        };
        Some(match wire::read_line(text) {
            Ok(line) => self.answer(&line),
            Err(why) => wire::write_error(wire::id_of(text).as_deref(), &why),
        })
    }

    fn answer(&self, line: &CheckLine) -> String {
        let root = self.root.join(&line.context.cwd);
        let facts = tools::acts::facts_of(&root, &line.needs());
        let shown = root.display().to_string();
        let base = Context {
            worktree: Some(&shown),
            declared: &self.declared,
            now_ms: crate::drive::now_ms(),
            ..Context::default()
        };
        let decision = line.decide(&facts, &base, &self.policies, &[]);
        wire::write_line(&line.id, &decision)
    }
}

fn error(why: &str) -> String {
    wire::write_error(None, why)
}

/// The answer to a line that is longer than what is read.
#[must_use]
pub fn too_long(bytes_max: u64) -> Option<String> {
    Some(error(&format!("the line is longer than {bytes_max} bytes")))
}

/// Every policy.
#[must_use]
pub fn policies() -> Vec<PolicyCard> {
    gate::registry()
        .iter()
        .map(|it| PolicyCard {
            name: it.name.to_owned(),
            checkpoints: it
                .checkpoints
                .iter()
                .map(|it| it.word().to_owned())
                .collect(),
            summary: it.summary.to_owned(),
            why: it.why.to_owned(),
            instead: it.instead.to_owned(),
        })
        .collect()
}

/// Whether a command may run as evidence outside a run.
#[must_use]
pub(crate) fn may_verify(policies: &Policies, command: &str, argv: &[String]) -> bool {
    let subject = gate::Subject::VerifyCommand { command, argv };
    let declared = [command.to_owned()];
    let context = Context {
        declared: &declared,
        ..Context::default()
    };
    let checkpoint = ledger::gate::Checkpoint::PreVerifyCommand;
    gate::decide(checkpoint, &subject, &context, policies, &[]).verdict
        == ledger::gate::Verdict::Allow
}
