//! A proposal as a person is shown it: one line, nothing hidden, bounded. And the digest that a grant is bound to.

use ledger::forge::Means;
use ledger::ids::Hash;
use ledger::proposal::{Proposal, Shell};
use shell::display::{joined, quoted, visible};

/// Longest canonical text, in characters. A command that is longer is refused, so nothing is granted unseen.
pub(crate) const CANONICAL_CHARS_MAX: usize = 8_192;

/// What a person is shown: the tool and its arguments on one line, control, bidirectional and invisible characters
/// written as `<U+202E>`, at most 8 192 characters. File contents are shown by size and digest.
#[must_use]
pub fn canonical(proposal: &Proposal) -> String {
    visible(&plain(proposal), CANONICAL_CHARS_MAX)
}

/// The digest that an authorisation is bound to: the whole proposal, contents included.
#[must_use]
pub fn digest_of(proposal: &Proposal) -> Hash {
    // Our own types always serialise; should that ever fail, the digest matches no authorisation.
    serde_json::to_vec(proposal).map_or_else(|_| Hash::default(), |bytes| Hash::of(&bytes))
}

/// The tool and its arguments, unbounded and unescaped: what rules are matched against.
pub(crate) fn plain(proposal: &Proposal) -> String {
    let tool = proposal.tool();
    match proposal {
        Proposal::Read { path, .. } | Proposal::List { path } | Proposal::Delete { path } => {
            format!("{tool} {path}")
        }
        Proposal::Search {
            pattern,
            path,
            glob,
        } => {
            let below = path.as_deref().unwrap_or(".");
            let only = glob.as_deref().unwrap_or("*");
            format!("{tool} {} below {below} in {only}", quoted(pattern))
        }
        Proposal::Write { path, content } => format!("{tool} {path} ({})", sized(content)),
        Proposal::Edit { path, old, new } => {
            format!("{tool} {path} ({} becomes {})", sized(old), sized(new))
        }
        Proposal::Exec { argv, cwd } => format!("{tool} {}{}", joined(argv), within(cwd)),
        Proposal::Shell {
            shell,
            command,
            cwd,
        } => format!("{tool} {}: {command}{}", shell_word(*shell), within(cwd)),
        Proposal::Git { argv } => format!("{tool} {}", joined(argv)),
        Proposal::Commit { message } => format!("{tool} {}", quoted(message)),
        Proposal::Fetch { url } => format!("{tool} {url}"),
        Proposal::Mcp {
            server,
            name,
            arguments,
        } => format!("{tool} {server}/{name} {arguments}"),
        Proposal::Delegate { role, task } => format!("{tool} to {role}: {task}"),
        Proposal::Verify { command } => format!("{tool} {command}"),
        Proposal::Ask { question, .. } => format!("{tool} {question}"),
        Proposal::Done { summary } => format!("{tool} {summary}"),
        Proposal::Plan { plan } => format!("{tool} ({})", sized(plan)),
        Proposal::OnForge { means } => on_forge(tool, means),
        Proposal::PullRequest { title, body } => {
            format!("{tool} {} ({})", quoted(title), sized(body))
        }
    }
}

/// The tool, where it is used, and the beginning of what is said.
fn on_forge(tool: &str, means: &Means) -> String {
    let place = match means {
        Means::Comment {
            number: Some(number),
            ..
        } => format!(" #{number}"),
        Means::Comment { number: None, .. }
        | Means::OpenSubIssue { .. }
        | Means::SubmitReview { .. }
        | Means::OpenPullRequest { .. }
        | Means::MergePullRequest {}
        | Means::CloseIssue {} => String::new(),
    };
    let texts = means.texts();
    let first = texts.first().map(|it| format!(" {}", quoted(it)));
    format!("{tool}{place}{}", first.unwrap_or_default())
}

fn sized(content: &str) -> String {
    format!(
        "{} bytes, {}",
        content.len(),
        Hash::of(content.as_bytes()).short()
    )
}

fn within(cwd: &Option<String>) -> String {
    cwd.as_deref()
        .map_or_else(String::new, |cwd| format!(" (in {cwd})"))
}

/// The word for a shell.
pub(crate) fn shell_word(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => "bash",
        Shell::Sh => "sh",
        Shell::Zsh => "zsh",
        Shell::Powershell => "powershell",
        Shell::Cmd => "cmd",
    }
}
