//! `rules`: the user's own rules and the project's, from configuration and policy files.

mod condition;
mod narrow;
mod probe;
mod view;

use std::cell::OnceCell;

use ledger::gate::{Checkpoint, Finding, NextAction};
use ledger::options::RuleAction;
use ledger::proposal::Proposal;
use shell::lookup::{self, Known};

use super::{Asked, Policy, PolicyInfo};
use crate::canonical::plain;
use crate::context::Context;
use crate::finding::{about, hard, soft, stop};
use crate::policy_set::{CompiledRule, Policies};
use crate::subject::Subject;
use view::View;

pub(crate) use condition::Condition;
pub use narrow::exactly;
pub use probe::Probe;

const NAME: &str = "rules";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[
            Checkpoint::PreTool,
            Checkpoint::PreWrite,
            Checkpoint::PreVerifyCommand,
            Checkpoint::PreDelegation,
        ],
        summary: "The user's own rules: a pattern over tool and arguments, or a condition, allows, asks or denies.",
        why: "Every project has dangers that nobody else knows.",
        instead: "What the rule's message says.",
        matches: &[],
        passes: &[],
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some((tool, text)) = text_of(asked.subject) else {
        return Vec::new();
    };
    let broken = asked.policies.broken_files.iter().map(|why| {
        let message = format!("a policy file can't be used, so everything asks: {why}");
        soft(NAME, "broken-file", message)
    });
    let spoken = asked
        .policies
        .rules
        .iter()
        .filter_map(|rule| one(rule, matched(asked, rule, tool, &text), &text));
    broken.chain(spoken).collect()
}

/// What rules are matched against: `tool arguments`.
fn text_of<'a>(subject: &Subject<'a>) -> Option<(&'a str, String)> {
    match subject {
        Subject::Tool(proposal) | Subject::Write(proposal) => {
            Some((proposal.tool(), plain(proposal)))
        }
        Subject::VerifyCommand { command, .. } => Some(("verify", format!("verify {command}"))),
        Subject::Delegation(it) => {
            Some(("delegate", format!("delegate to {}: {}", it.role, it.task)))
        }
        Subject::PullRequest { title, .. } => {
            Some(("pull_request", format!("pull_request {title}")))
        }
        Subject::Input(_)
        | Subject::Plan { .. }
        | Subject::Transition(_)
        | Subject::ToolResult { .. }
        | Subject::Written(_)
        | Subject::VerifyResult { .. }
        | Subject::Delegated(_)
        | Subject::Context(_) => None,
    }
}

/// Other names under which people know the tools.
const ALIASES: &[(&str, &str)] = &[
    ("run", "run_command"),
    ("shell", "run_command"),
    ("shell", "bash"),
    ("run", "bash"),
    ("read", "read_file"),
    ("write", "write_file"),
    ("edit", "edit_file"),
    ("delete", "delete_file"),
    ("fetch", "fetch_url"),
    ("verify", "verify_command"),
    ("commit", "git_commit"),
];

fn applies(rule: &CompiledRule, tool: &str) -> bool {
    let named =
        |name: &String| name == tool || name == "*" || ALIASES.contains(&(tool, name.as_str()));
    rule.applies_to.is_empty() || rule.applies_to.iter().any(named)
}

/// Whether a rule matches.
enum Matched {
    Yes,
    No,
    /// It can't be told, and so it asks.
    Untold(String),
}

fn matched(asked: &Asked<'_>, rule: &CompiledRule, tool: &str, text: &str) -> Matched {
    if !applies(rule, tool) {
        return Matched::No;
    }
    let Some(test) = &rule.test else {
        return Matched::Untold("it can't be read".to_owned());
    };
    if !test.pattern.is_match(text) {
        return Matched::No;
    }
    let Some(when) = &test.when else {
        return Matched::Yes;
    };
    match when.holds(&View::of(asked, tool)) {
        Ok(true) => Matched::Yes,
        Ok(false) => Matched::No,
        Err(why) => Matched::Untold(why),
    }
}

fn one(rule: &CompiledRule, matched: Matched, text: &str) -> Option<Finding> {
    match matched {
        Matched::No => return None,
        Matched::Untold(why) => {
            // Also for an `allow` rule: what it was to allow is unknown.
            let message = format!("rule `{}` can't be told, so it asks: {why}", rule.name);
            return Some(soft(NAME, "broken-rule", message));
        }
        Matched::Yes => {}
    }
    let said = rule
        .message
        .clone()
        .unwrap_or_else(|| format!("rule `{}` matches", rule.name));
    match rule.action {
        RuleAction::Allow => None,
        RuleAction::Ask => {
            let mut finding = soft(NAME, &slug(&rule.name), said);
            finding.next_action = NextAction::Authorise {
                scope: format!("{NAME}/{}", slug(&rule.name)),
            };
            Some(about(finding, text))
        }
        RuleAction::Deny => {
            let next = stop(format!("rule `{}` denies it", rule.name));
            Some(about(hard(NAME, &slug(&rule.name), said, next), text))
        }
    }
}

/// A rule's name as an id: lower case, everything but letters and digits a dash.
fn slug(name: &str) -> String {
    let text: String = name
        .chars()
        .take(60)
        .map(|c| {
            if c.is_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .collect();
    format!("rule-{text}")
}

/// Whether a rule can't be told only because nobody looked which branch is checked out.
pub(crate) fn rules_want_branch(
    proposal: &Proposal,
    context: &Context<'_>,
    policies: &Policies,
) -> bool {
    let is_known = context.branch.is_some() || lookup::branch(context.facts) != Known::Unasked;
    if is_known {
        return false;
    }
    let asked = Asked {
        checkpoint: Checkpoint::PreTool,
        subject: &Subject::Tool(proposal),
        context,
        policies,
        deeds: &OnceCell::new(),
    };
    let text = plain(proposal);
    policies.rules.iter().any(|rule| {
        let when = rule.test.as_ref().and_then(|test| test.when.as_ref());
        when.is_some_and(|when| when.asks_for("branch"))
            && matches!(
                matched(&asked, rule, proposal.tool(), &text),
                Matched::Untold(_)
            )
    })
}

/// Whether an `allow` rule covers this proposal. It lifts only what `command` would ask about, and only for a single
/// command that is understood: `command` sees to that. A project's rule does so only where the user says that it may.
pub(super) fn allows(asked: &Asked<'_>, proposal: &Proposal) -> bool {
    let text = plain(proposal);
    asked.policies.rules.iter().any(|rule| {
        rule.action == RuleAction::Allow
            && rule.may_lift
            && matches!(matched(asked, rule, proposal.tool(), &text), Matched::Yes)
    })
}
