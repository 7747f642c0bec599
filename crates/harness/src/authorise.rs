//! What people grant, outside the question that a run asks: what stands, what a grant would cover, and the rule that
//! would make it unnecessary.

mod given;
mod rule;

use crate::config;
use crate::runs::Told;
use engine::state::TaskState;
use gate::Policies;
use gate::wire::{self, What};
use ledger::authorisation::{Binding, Grant, Terms};
use ledger::event::Ask;
use ledger::gate::{GateDecision, Severity, Verdict};
use ledger::ids::{ActId, Hash, RelPath, RunId, TaskId};
use ledger::proposal::{Proposal, Shell};
use tools::proxy::{Allowed, NotAllowed};
use tools::sandbox::toolchains::registries;

pub use given::{Given, Heard, Stands, given, hear};
pub use rule::{NoRule, RuleDraft, draft};

/// Reads what somebody wants to grant: a command line, or a line of `gate check`. A plain command can be asked for with or
/// without a shell, so there may be two proposals.
///
/// # Errors
/// Why it can't be read, in words.
pub fn read(action: &str) -> Result<Vec<Proposal>, String> {
    let action = action.trim();
    if action.is_empty() {
        return Err("there is nothing to grant".to_owned());
    }
    if action.starts_with('{') {
        return match wire::read_line(action)?.what {
            What::Proposal(proposal) => Ok(vec![proposal]),
            What::Several(_) | What::VerifyCommand(_) | What::ToolResult { .. } => {
                Err("only a call of a tool can be granted".to_owned())
            }
        };
    }
    let shell = Shell::Bash;
    let mut out = vec![Proposal::Shell {
        shell,
        command: action.to_owned(),
        cwd: None,
    }];
    if let Some(argv) = shell::without_shell(shell, action) {
        out.push(Proposal::Exec { argv, cwd: None });
    }
    Ok(out)
}

/// The proposal that a question is about, and the task whose agent made it.
#[must_use]
pub fn asked_about(told: &Told, question: ActId) -> Option<(Proposal, TaskId)> {
    let asking = told.state.questions.get(&question)?;
    let (task, call) = (asking.task.as_ref()?, asking.call.as_ref()?);
    let (_, pending) = told.state.pending(task, call)?;
    let proposal = pending.proposal.as_deref().ok()?;
    Some((proposal.clone(), task.clone()))
}

/// Why nothing can be granted.
#[derive(Debug, thiserror::Error)]
pub enum NoGrant {
    /// The run has no worktree in which a grant could hold.
    #[error("run `{0}` has no worktree yet, and a grant holds in one directory")]
    NoWorktree(RunId),
    /// Nobody lifts what stands against it.
    #[error("nobody can grant `{what}`: {why}")]
    Denied {
        /// As it was shown.
        what: String,
        /// The findings that deny it.
        why: String,
    },
    /// Nothing stands against it.
    #[error("nothing stands against `{0}`, so there is nothing to grant")]
    Allowed(String),
    /// The policy that was named has no say in it.
    #[error("`{policy}` does not stand against `{what}`: {stands} does")]
    OtherPolicy {
        /// What was named.
        policy: String,
        /// As it was shown.
        what: String,
        /// What does.
        stands: String,
    },
    /// A policy that there is not.
    #[error("there is no policy `{0}`")]
    NoPolicy(String),
    /// A path that is none.
    #[error("`{0}` is no path below the worktree")]
    NoPath(String),
    /// What can't be reached.
    #[error("{why}")]
    NoHost {
        /// Why not.
        why: String,
        /// The registry that may be meant.
        near: Option<String>,
    },
    /// The commands of the run have no way out.
    #[error(
        "commands of run `{0}` have no proxy: they are not held by a whole sandbox with a network of its own"
    )]
    NoProxy(RunId),
}

/// A grant that could be given, and what a person is shown before.
#[derive(Debug)]
pub struct Offer {
    /// What would be asked.
    pub ask: Option<Ask>,
    /// What would be left.
    pub grant: Grant,
    /// What it would still ask for afterwards, each as `policy/id`.
    pub remains: Vec<String>,
}

/// What a grant for these proposals would be in this run, narrowed to a policy (`policy` or `policy/id`) if one is named.
///
/// # Errors
/// [`NoGrant`].
pub fn offer(
    told: &Told,
    task: Option<&TaskId>,
    proposals: &[Proposal],
    policy: Option<&str>,
    terms: Terms,
) -> Result<Offer, NoGrant> {
    let (task, directory) = place(told, task)?;
    let mut offer: Option<Offer> = None;
    for proposal in proposals {
        let Some((ask, grant, remains)) = one(told, &task, &directory, proposal, policy, terms)?
        else {
            continue;
        };
        match &mut offer {
            None => {
                let ask = Some(ask);
                offer = Some(Offer {
                    ask,
                    grant,
                    remains,
                });
            }
            // The same action in another spelling: only if it is bound alike.
            Some(first) if first.grant.bound.covers(&grant.bound) => {
                first.grant.proposals.extend(grant.proposals);
                let new = grant.findings.into_iter();
                let new: Vec<String> = new
                    .filter(|it| !first.grant.findings.contains(it))
                    .collect();
                first.grant.findings.extend(new);
            }
            Some(_) => {}
        }
    }
    let shown = || proposals.first().map(gate::canonical).unwrap_or_default();
    offer.ok_or_else(|| NoGrant::Allowed(shown()))
}

type One = (Ask, Grant, Vec<String>);

/// The grant of one proposal; none where nothing stands against it.
fn one(
    told: &Told,
    task: &TaskId,
    directory: &str,
    proposal: &Proposal,
    policy: Option<&str>,
    terms: Terms,
) -> Result<Option<One>, NoGrant> {
    let facts = engine::authorise::gather(&told.state, task, proposal, |asked| {
        tools::acts::facts_of(std::path::Path::new(directory), asked)
    });
    let opened = told.state.opened.as_ref();
    let ask = opened.and_then(|it| {
        let (policies, _) = Policies::compile(&it.options.policies);
        engine::authorise::foreseen(&told.state, &policies, task, proposal, &facts)
    });
    let Some(Ask::Permission {
        what,
        digest,
        decision,
        bound,
        ..
    }) = &ask
    else {
        return Err(NoGrant::NoWorktree(told.state.run.clone()));
    };
    match decision.verdict {
        Verdict::Allow => return Ok(None),
        Verdict::Deny => {
            let (what, why) = (what.clone(), denied(decision));
            return Err(NoGrant::Denied { what, why });
        }
        Verdict::Ask => {}
    }
    let (findings, remains) = split(decision, policy);
    if findings.is_empty() {
        return Err(NoGrant::OtherPolicy {
            policy: policy.unwrap_or_default().to_owned(),
            what: what.clone(),
            stands: remains.join(", "),
        });
    }
    let grant = Grant {
        what: what.clone(),
        findings,
        proposals: vec![*digest],
        resource: None,
        network: Vec::new(),
        bound: bound.clone().unwrap_or_default(),
        terms,
    };
    Ok(ask.map(|ask| (ask, grant, remains)))
}

/// A grant to write one file, whatever is written into it, as far as one policy is concerned.
///
/// # Errors
/// [`NoGrant`].
pub fn offer_file(
    told: &Told,
    task: Option<&TaskId>,
    path: &str,
    policy: &str,
    terms: Terms,
) -> Result<Offer, NoGrant> {
    let (_, directory) = place(told, task)?;
    let path = RelPath::new(path).map_err(|_| NoGrant::NoPath(path.to_owned()))?;
    let name = policy.split('/').next().unwrap_or_default();
    if !gate::registry().iter().any(|it| it.name == name) {
        return Err(NoGrant::NoPolicy(name.to_owned()));
    }
    let finding = match policy.split_once('/') {
        Some(_) => policy.to_owned(),
        None => format!("{policy}/*"),
    };
    let grant = Grant {
        what: format!("write or edit {path}"),
        findings: vec![finding],
        proposals: vec![Hash::default()],
        resource: Some(path.to_string()),
        network: Vec::new(),
        bound: Binding {
            directory: Some(directory),
            ..Binding::default()
        },
        terms,
    };
    Ok(Offer {
        ask: None,
        grant,
        remains: Vec::new(),
    })
}

/// A grant to reach registries and hosts through the proxy, in every sandbox of the run.
///
/// # Errors
/// [`NoGrant::NoHost`], [`NoGrant::NoProxy`].
pub fn offer_network(told: &Told, entries: &[String], terms: Terms) -> Result<Offer, NoGrant> {
    let known = registries();
    if let Err(why) = Allowed::read(entries, &known) {
        let near = match &why {
            NotAllowed::Unknown(found) => config::registry_of(found, &known),
            NotAllowed::NotHost(..) | NotAllowed::TooWide(..) | NotAllowed::Closed(..) => None,
        };
        return Err(NoGrant::NoHost {
            why: why.to_string(),
            near,
        });
    }
    let state = &told.state;
    if state.epoch > 0 && !state.held.has_proxy() {
        return Err(NoGrant::NoProxy(state.run.clone()));
    }
    let grant = Grant {
        what: format!("connections from the sandbox to {}", entries.join(", ")),
        findings: Vec::new(),
        proposals: Vec::new(),
        resource: None,
        network: entries.to_vec(),
        bound: Binding::default(),
        terms,
    };
    Ok(Offer {
        ask: None,
        grant,
        remains: Vec::new(),
    })
}

/// The task in which a grant holds, and its worktree.
fn place(told: &Told, task: Option<&TaskId>) -> Result<(TaskId, String), NoGrant> {
    let state = &told.state;
    let task: Option<&TaskState> = match task {
        Some(task) => state.tasks.get(task),
        None => state.current().or_else(|| state.last_task()),
    };
    let stands = task.and_then(|it| {
        let prepared = it.prepared.as_ref()?;
        Some((it.task.id.clone(), prepared.directory.clone()))
    });
    stands.ok_or_else(|| NoGrant::NoWorktree(state.run.clone()))
}

/// The soft findings of a decision: those of the policy that was named, and the others.
fn split(decision: &GateDecision, policy: Option<&str>) -> (Vec<String>, Vec<String>) {
    let soft = decision
        .findings
        .iter()
        .filter(|it| it.severity == Severity::SoftDeny);
    let mut names: Vec<(String, bool)> = soft
        .map(|it| {
            let name = format!("{}/{}", it.policy, it.id);
            let is_named = policy.is_none_or(|policy| policy == it.policy || policy == name);
            (name, is_named)
        })
        .collect();
    names.sort();
    names.dedup();
    let (named, other): (Vec<_>, Vec<_>) = names.into_iter().partition(|(_, named)| *named);
    let words = |list: Vec<(String, bool)>| list.into_iter().map(|(name, _)| name).collect();
    (words(named), words(other))
}

fn denied(decision: &GateDecision) -> String {
    let hard = decision
        .findings
        .iter()
        .filter(|it| it.severity == Severity::HardDeny);
    hard.map(|it| format!("{} [{}/{}]", it.message, it.policy, it.id))
        .collect::<Vec<_>>()
        .join("; ")
}
