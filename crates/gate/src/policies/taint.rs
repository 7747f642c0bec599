//! `taint`: after a task has read text from outside, what reaches out, or what later prompts are built from, goes one
//! step up: what would be allowed asks, and what would ask is denied.

use ledger::gate::{Checkpoint, Finding, Severity};
use ledger::phase::Role;
use ledger::proposal::Proposal;
use shell::address::{self, is_loopback};
use shell::effect::What;
use shell::git::call::Call;
use shell::lookup::{self, Known};
use shell::paths::folded_parts;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard, soft, stop};
use crate::subject::Subject;

const NAME: &str = "taint";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[
            Checkpoint::PreTool,
            Checkpoint::PreWrite,
            Checkpoint::PreDelegation,
        ],
        summary: "Once text from outside was read, network, publishing, memory and instruction files go one step up.",
        why: "A text can talk an agent into carrying data out, or into handing its orders to the next one.",
        instead: "Do it in a task that has read nothing from outside, or let a person do it.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

/// How an act reaches beyond the task. What a shell command does is added to these by [`started`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// It connects.
    Network,
    /// Others get to see it.
    Publish,
    /// Later tasks remember it.
    Memory,
    /// Later prompts are told it as an instruction.
    Instructions,
    /// Another agent is told it.
    Delegate,
}

impl Reach {
    fn id(self) -> &'static str {
        match self {
            Reach::Network => "network",
            Reach::Publish => "publish",
            Reach::Memory => "memory",
            Reach::Instructions => "instruction-file",
            Reach::Delegate => "delegate",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Reach::Network => "it would connect",
            Reach::Publish => "it would be published",
            Reach::Memory => "later tasks would remember it",
            Reach::Instructions => "later prompts would take it as an instruction",
            Reach::Delegate => "another agent would be told it",
        }
    }
}

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    if asked.context.taint == 0 || asked.context.role == Role::Harness {
        return Vec::new();
    }
    let reaches = reaches(asked);
    if reaches.is_empty() {
        return Vec::new();
    }
    let asks = asks(asked);
    reaches
        .iter()
        .map(|(reach, what)| about(stepped(asked, *reach, asks), what))
        .collect()
}

/// One step up from what stands without this policy.
fn stepped(asked: &Asked<'_>, reach: Reach, asks: bool) -> Finding {
    let message = format!(
        "{}, and this task has read {} from outside",
        reach.words(),
        match asked.context.taint {
            1 => "a text".to_owned(),
            many => format!("{many} texts"),
        }
    );
    if asks {
        let next = stop("leave it to a person, or to a task that has read nothing from outside");
        hard(NAME, reach.id(), message, next)
    } else {
        soft(NAME, reach.id(), message)
    }
}

/// Whether somebody would be asked anyway.
fn asks(asked: &Asked<'_>) -> bool {
    super::at(asked.checkpoint)
        .filter(|policy| policy.info.name != NAME)
        .flat_map(|policy| (policy.judge)(asked))
        .any(|finding| finding.severity == Severity::SoftDeny)
}

/// How what is asked about reaches out, with what it names.
fn reaches(asked: &Asked<'_>) -> Vec<(Reach, String)> {
    let proposal = match asked.subject {
        Subject::Tool(proposal) | Subject::Write(proposal) => proposal,
        Subject::PullRequest { title, .. } => return vec![(Reach::Publish, (*title).to_owned())],
        Subject::Delegation(it) => return vec![(Reach::Delegate, it.role.to_owned())],
        Subject::Input(_)
        | Subject::Plan { .. }
        | Subject::Transition(_)
        | Subject::ToolResult { .. }
        | Subject::Written(_)
        | Subject::VerifyCommand { .. }
        | Subject::VerifyResult { .. }
        | Subject::Delegated(_)
        | Subject::Context(_) => return Vec::new(),
    };
    match proposal {
        // A page of the documentation carries out nothing but its name.
        Proposal::Fetch { url } if is_page(asked, url) => Vec::new(),
        Proposal::Fetch { url } => vec![(Reach::Network, url.clone())],
        Proposal::PullRequest { title, .. } => vec![(Reach::Publish, title.clone())],
        Proposal::Delegate { role, .. } => vec![(Reach::Delegate, role.clone())],
        Proposal::Write { .. } | Proposal::Edit { .. } | Proposal::Delete { .. } => files(asked),
        Proposal::Exec { .. } | Proposal::Shell { .. } | Proposal::Git { .. } => {
            let mut out = started(asked);
            out.extend(files(asked));
            out
        }
        // What a task of a forge reads is from there, and what it says goes back to the same people: see `forge-means`.
        Proposal::OnForge { .. } => Vec::new(),
        // Asked about whatever was read, unless the person's own configuration names it.
        Proposal::Mcp { .. } => Vec::new(),
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Commit { .. }
        | Proposal::Verify { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::Plan { .. } => Vec::new(),
    }
}

fn is_page(asked: &Asked<'_>, url: &str) -> bool {
    let named = address::read(url).ok().filter(|_| !url.contains('?'));
    named.is_some_and(|it| asked.policies.documents(&it.host) && it.is_plain && !it.carries_data())
}

/// How commands reach out: what they connect to, and what git sends.
fn started(asked: &Asked<'_>) -> Vec<(Reach, String)> {
    let mut out = Vec::new();
    for effect in asked.effects() {
        match &effect.what {
            What::Network(network) if !network.host.as_deref().is_some_and(is_loopback) => {
                out.push((Reach::Network, effect.by.clone()));
            }
            What::Install { .. } => out.push((Reach::Network, effect.by.clone())),
            What::Git { argv, .. } => match Call::of(argv).map(|call| call.verb) {
                Some(verb) if matches!(verb.as_str(), "push" | "send-pack") => {
                    out.push((Reach::Publish, effect.by.clone()));
                }
                Some(verb) if matches!(verb.as_str(), "fetch" | "pull" | "clone" | "ls-remote") => {
                    out.push((Reach::Network, effect.by.clone()));
                }
                Some(_) | None => {}
            },
            What::Network(_)
            | What::List(_)
            | What::Read { .. }
            | What::Write(_)
            | What::Delete { .. }
            | What::Start(_)
            | What::Execute { .. }
            | What::Code { .. }
            | What::Dashed { .. }
            | What::Message(_)
            | What::Recipes(_)
            | What::Shadowed { .. }
            | What::Build(_)
            | What::Script { .. }
            | What::Privilege(_)
            | What::Configure(_)
            | What::Secret(_)
            | What::Marked { .. }
            | What::Unknown(_) => {}
        }
    }
    out
}

/// Files that later prompts or tasks are built from, among those that change. Under every name that leads there.
fn files(asked: &Asked<'_>) -> Vec<(Reach, String)> {
    let mut out = Vec::new();
    for touch in asked.touches().iter().filter(|touch| touch.how.changes()) {
        let resolved = match lookup::path(asked.context.facts, &touch.asked) {
            Known::Yes(found) => found.resolved.as_ref().map(|path| path.as_str().to_owned()),
            Known::No(_) | Known::Unasked => None,
        };
        let spellings = [Some(touch.asked.as_str()), resolved.as_deref()];
        if let Some(reach) = spellings.into_iter().flatten().find_map(kind) {
            out.push((reach, touch.asked.clone()));
        }
    }
    out
}

/// Names of files from which agents take instructions, in small letters.
const INSTRUCTIONS: &[&str] = &[
    "agents.md",
    "agents.override.md",
    "agent.md",
    "claude.md",
    "claude.local.md",
    "gemini.md",
    "codex.md",
    "qwen.md",
    "copilot-instructions.md",
    ".cursorrules",
    ".windsurfrules",
    ".clinerules",
    ".roorules",
    ".goosehints",
    ".aider.conf.yml",
    "conventions.md",
    "llms.txt",
    "llms-full.txt",
    "crush.md",
    "warp.md",
    "skill.md",
    "junie.md",
];
/// Folders in which every file is one.
const INSTRUCTION_FOLDERS: &[&str] = &[
    ".cursor",
    ".claude",
    ".codex",
    ".gemini",
    ".opencode",
    ".windsurf",
    ".clinerules",
    ".roo",
    ".continue",
    ".junie",
    ".kiro",
    ".amazonq",
    ".augment",
    ".agents",
    ".qwen",
    ".trae",
    ".goose",
    ".factory",
];
/// Folders and files of `.github` that are.
const GITHUB: &[&str] = &[
    "copilot-instructions.md",
    "instructions",
    "prompts",
    "chatmodes",
    "agents",
    "skills",
];
/// Names under which agents keep what they remember.
const MEMORY: &[&str] = &[
    "memory",
    "memories",
    "memory.md",
    "memory.json",
    "memory-bank",
    "memory_bank",
    ".memory",
    "memory.jsonl",
];

fn kind(path: &str) -> Option<Reach> {
    let parts = folded_parts(path);
    let last = parts.last()?;
    let remembered = |part: &String| MEMORY.contains(&part.as_str());
    let agents_own = |part: &String| INSTRUCTION_FOLDERS.contains(&part.as_str());
    let named = INSTRUCTIONS.contains(&last.as_str())
        || [".instructions.md", ".prompt.md", ".mdc", ".chatmode.md"]
            .iter()
            .any(|end| last.ends_with(end));
    let github = parts
        .windows(2)
        .any(|pair| matches!(pair, [first, second] if first == ".github" && GITHUB.contains(&second.as_str())));
    let kept = last
        .strip_suffix(".md")
        .is_some_and(|name| name == "memory" || name == "memories");
    if kept
        || parts.iter().any(agents_own) && parts.iter().any(remembered)
        || parts
            .first()
            .is_some_and(|it| MEMORY_FOLDERS.contains(&it.as_str()))
    {
        return Some(Reach::Memory);
    }
    (named || github || parts.iter().any(agents_own)).then_some(Reach::Instructions)
}

/// Folders at the top that hold nothing but what agents remember.
const MEMORY_FOLDERS: &[&str] = &["memory-bank", "memory_bank", ".memory", ".memories"];

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "fetch_url", "args": {"url": "https://docs.example.org/x"}, "context": {"taint": 1}}"#,
        "network",
    ),
    (
        r#"{"tool": "pull_request", "args": {"title": "T", "body": "b"}, "context": {"taint": 1}}"#,
        "publish",
    ),
    (
        r#"{"tool": "delegate", "args": {"role": "evaluator", "task": "judge"}, "context": {"taint": 2}}"#,
        "delegate",
    ),
    (
        r#"{"tool": "git", "args": {"argv": ["push", "origin", "feature/42"]}, "context": {"taint": 1}}"#,
        "publish",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "AGENTS.md", "content": "x"}, "context": {"taint": 1}}"#,
        "instruction-file",
    ),
    (
        r#"{"tool": "edit_file", "args": {"path": "docs/Claude.MD", "content": "x"}, "context": {"taint": 1}}"#,
        "instruction-file",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".cursor/rules/a.mdc", "content": "x"}, "context": {"taint": 1}}"#,
        "instruction-file",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".github/copilot-instructions.md", "content": "x"}, "context": {"taint": 1}}"#,
        "instruction-file",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": ".claude/memory/a.md", "content": "x"}, "context": {"taint": 1}}"#,
        "memory",
    ),
    (
        r#"{"tool": "delete_file", "args": {"path": "memory-bank/a.md"}, "context": {"taint": 1}}"#,
        "memory",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "fetch_url", "args": {"url": "https://docs.example.org/x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "AGENTS.md", "content": "x"}}"#,
    r#"{"tool": "write_file", "args": {"path": "src/agents.rs", "content": "x"}, "context": {"taint": 3}}"#,
    r#"{"tool": "write_file", "args": {"path": "src/memory/pool.rs", "content": "x"}, "context": {"taint": 3}}"#,
    r#"{"tool": "read_file", "args": {"path": "AGENTS.md"}, "context": {"taint": 3}}"#,
    r#"{"tool": "git", "args": {"argv": ["status"]}, "context": {"taint": 1}}"#,
];
