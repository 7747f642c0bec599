//! The gates without a run: one tool call in, one decision out.

mod cards;

use std::path::PathBuf;
use std::sync::OnceLock;

use gate::wire::{self, CheckLine, What};
use gate::{Context, Followed, Policies};
use ledger::facts::Fact;
use ledger::gate::{Finding, GateDecision, Severity, Verdict};
use ledger::options::{PolicySet, Rule};
use ledger::proposal::Proposal;
use serde::Serialize;

use crate::config::{self, Config, Sources};
use crate::repository::{Call, NoSite};

pub use cards::{Guarded, PolicyCard, coverage, policies};

/// Gates, set up as a repository (or nothing but the user's own file) configures them.
#[derive(Debug)]
pub struct Gatehouse {
    /// Compiled when they are first asked.
    policies: OnceLock<Policies>,
    set: PolicySet,
    root: std::path::PathBuf,
    home: Option<String>,
    declared: Vec<String>,
    store_dir: PathBuf,
}

/// The answer to one line.
#[derive(Debug)]
pub struct Answer {
    /// As it is written, without its end.
    pub line: String,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was judged.
    Judged(Verdict),
    /// It could not be read, and asks.
    Unread,
}

/// One action, and all that the gates say of it.
#[derive(Debug, Serialize)]
pub struct Explained {
    /// As a person is shown it.
    pub canonical: String,
    /// What it would do.
    pub effects: Vec<String>,
    /// The digest that a grant is bound to.
    pub digest: String,
    /// The decision of each checkpoint that it passes.
    pub decisions: Vec<GateDecision>,
    /// What would lift what stands against it, in words; empty when nothing does.
    pub lifts: Vec<String>,
}

impl Gatehouse {
    /// Reads the configuration that counts in a directory. It need not be a repository.
    ///
    /// # Errors
    /// [`NoSite::Config`].
    pub fn open(call: &Call) -> Result<Self, NoSite> {
        let (root, config) = configured(call)?;
        let set = config.options(&config::detect(&root)).policies;
        Ok(Self {
            policies: OnceLock::new(),
            store_dir: config.store_dir().to_path_buf(),
            root,
            home: std::env::var("HOME").ok().filter(|it| it.starts_with('/')),
            declared: set.declared.clone(),
            set,
        })
    }

    /// The policies, compiled.
    pub(crate) fn policies_here(&self) -> &Policies {
        self.policies.get_or_init(|| Policies::compile(&self.set).0)
    }

    /// The top of the repository, or else the directory.
    #[must_use]
    pub fn root(&self) -> &std::path::Path {
        &self.root
    }

    /// The directory that holds the ledger and what stands beside it.
    #[must_use]
    pub fn store_dir(&self) -> &std::path::Path {
        &self.store_dir
    }

    /// What the policies are configured with.
    #[must_use]
    pub fn policy_set(&self) -> &PolicySet {
        &self.set
    }

    /// What the gates say of a call of an agent that acts by itself, and what was looked up for it, as a ledger keeps it:
    /// secrets masked. Nothing holds what such an agent starts.
    #[must_use]
    pub fn judge(&self, line: &CheckLine) -> (Vec<Fact>, GateDecision) {
        let shown = self.root.display().to_string();
        let followed = Followed::default();
        let base = Context {
            // A back-test knows no home.
            home: None,
            ..self.context(&shown, &followed)
        };
        let facts = line.gather(&base, |asked| {
            crate::ingress_redaction::facts(tools::acts::facts_of(&self.root, asked))
        });
        let decision = line.decide(&facts, &base, self.policies_here(), &[]);
        (facts, decision)
    }

    /// What would stand against a proposal here, with one rule more.
    #[must_use]
    pub fn with_rule(&self, proposal: &Proposal, rule: Option<&Rule>) -> GateDecision {
        let mut set = self.set.clone();
        set.rules.extend(rule.cloned());
        let (policies, _) = Policies::compile(&set);
        self.within(proposal, |context| {
            gate::decide_proposal(proposal, context, &policies, &[])
        })
    }

    /// The files that a proposal would run here.
    #[must_use]
    pub fn scripts(&self, proposal: &Proposal) -> Vec<String> {
        let subject = gate::Subject::Tool(proposal);
        let bound = self.within(proposal, |context| gate::binding(&subject, context));
        bound.scripts.into_iter().map(|(path, _)| path).collect()
    }

    /// What is known in a directory before anything is looked up.
    fn context<'a>(&'a self, worktree: &'a str, followed: &'a Followed) -> Context<'a> {
        Context {
            followed: Some(followed),
            worktree: Some(worktree),
            declared: &self.declared,
            home: self.home.as_deref(),
            now_ms: crate::timestamp::now_ms(),
            ..Context::default()
        }
    }

    fn within<T>(&self, proposal: &Proposal, ask: impl FnOnce(&Context<'_>) -> T) -> T {
        let shown = self.root.display().to_string();
        let followed = Followed::default();
        let base = self.context(&shown, &followed);
        let facts = gate::gather(proposal, &base, |asked| {
            tools::acts::facts_of(&self.root, asked)
        });
        ask(&Context {
            facts: &facts,
            ..base
        })
    }

    /// The gates as they are configured, without the commands that this project declares: for rows that bring their own.
    ///
    /// # Errors
    /// [`NoSite::Config`].
    pub fn policies(call: &Call) -> Result<Policies, NoSite> {
        let set = options(call)?.1;
        let set = PolicySet {
            declared: Vec::new(),
            ..set
        };
        Ok(Policies::compile(&set).0)
    }

    /// Where what is known of this machine is kept.
    ///
    /// # Errors
    /// [`NoSite::Config`].
    pub fn state_dir(call: &Call) -> Result<PathBuf, NoSite> {
        Ok(configured(call)?.1.state_dir)
    }

    /// What is missing here for commands to touch nothing but their worktree, for people.
    ///
    /// # Errors
    /// [`NoSite::Config`].
    pub fn lacks(call: &Call) -> Result<Option<String>, NoSite> {
        Ok(crate::held::lacks(&configured(call)?.1))
    }

    /// The answer to one line; none to an empty one.
    #[must_use]
    pub fn check(&self, line: &[u8]) -> Option<Answer> {
        let text = match std::str::from_utf8(line) {
            Ok(text) if text.trim().is_empty() => return None,
            Ok(text) if !text.trim_start().starts_with('{') => {
                return Some(unread(None, "the line is no JSON object"));
            }
            Ok(text) => text,
            Err(_) => return Some(unread(None, "the line is not UTF-8")),
        };
        Some(match wire::read_line(text) {
            Ok(line) => self.answer(&line),
            Err(why) => unread(wire::id_of(text).as_deref(), &why),
        })
    }

    fn answer(&self, line: &CheckLine) -> Answer {
        let decision = self.asked(line, |facts, base| {
            line.decide(facts, base, self.policies_here(), &[])
        });
        Answer {
            line: wire::write_line(&line.id, &decision),
            outcome: Outcome::Judged(decision.verdict),
        }
    }

    /// Looks the facts of a line up, and asks.
    fn asked<T>(&self, line: &CheckLine, ask: impl FnOnce(&[Fact], &Context<'_>) -> T) -> T {
        let root = self.root.join(&line.context.cwd);
        let shown = root.display().to_string();
        let followed = Followed::default();
        // A line stands alone: what was read before it is not known here, and a run knows.
        let base = self.context(&shown, &followed);
        let facts = line.gather(&base, |asked| tools::acts::facts_of(&root, asked));
        ask(&facts, &base)
    }

    /// All that the gates say of one line.
    ///
    /// # Errors
    /// When the line can't be read, in words.
    pub fn explain(&self, line: &str) -> Result<Explained, String> {
        let line = wire::read_line(line)?;
        let decisions = self.asked(&line, |facts, base| {
            line.decisions(facts, base, self.policies_here(), &[])
        });
        let lifts = decisions
            .iter()
            .flat_map(|it| &it.findings)
            .map(lift)
            .collect();
        let effects =
            |proposal: &Proposal| self.asked(&line, |_, base| gate::effects(proposal, base));
        let (canonical, effects, digest) = match &line.what {
            What::Proposal(proposal) => (
                gate::canonical(proposal),
                effects(proposal),
                gate::digest_of(proposal).to_string(),
            ),
            What::Several(all) => (
                all.iter()
                    .map(gate::canonical)
                    .collect::<Vec<_>>()
                    .join("\n"),
                all.iter().flat_map(effects).collect(),
                String::new(),
            ),
            What::VerifyCommand(command) => {
                let proposal = Proposal::Verify {
                    command: command.clone(),
                };
                (
                    gate::canonical(&proposal),
                    effects(&proposal),
                    String::new(),
                )
            }
            What::ToolResult { tool, .. } => {
                (format!("result of {tool}"), Vec::new(), String::new())
            }
        };
        Ok(Explained {
            canonical,
            effects,
            digest,
            decisions,
            lifts,
        })
    }
}

/// The directory that counts, and what policies are configured with there.
fn options(call: &Call) -> Result<(PathBuf, PolicySet), NoSite> {
    let (root, config) = configured(call)?;
    let detected = config::detect(&root);
    let set = config.options(&detected).policies;
    Ok((root, set))
}

/// The top of the repository, or else the directory, and what is configured there.
fn configured(call: &Call) -> Result<(PathBuf, Config), NoSite> {
    let root = crate::repository::root(call).unwrap_or_else(|_| call.directory.clone());
    let root = std::path::absolute(&root).unwrap_or(root);
    let mut sources = Sources::new(root.clone());
    sources.flags = call.flags.clone();
    sources.file = call.file.clone();
    sources.is_trusted_once = call.trust_once;
    let loaded = config::load(&sources)?;
    Ok((root, loaded.config))
}

fn unread(id: Option<&str>, why: &str) -> Answer {
    Answer {
        line: wire::write_unread(id, why),
        outcome: Outcome::Unread,
    }
}

/// The answer to a line that is longer than what is read.
#[must_use]
pub fn too_long(bytes_max: u64) -> Option<Answer> {
    let why = format!("the line is longer than {bytes_max} bytes");
    Some(unread(None, &why))
}

/// What would lift a finding.
fn lift(finding: &Finding) -> String {
    let name = format!("{}/{}", finding.policy, finding.id);
    match finding.severity {
        Severity::HardDeny => format!("{name}: nothing lifts it"),
        Severity::SoftDeny => format!("{name}: a person's grant of this very action"),
        Severity::EvidenceRequired => format!("{name}: the evidence"),
        Severity::Warning => format!("{name}: a warning, it does not block"),
    }
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
    gate::decide(checkpoint, &subject, &context, policies, &[]).verdict == Verdict::Allow
}
