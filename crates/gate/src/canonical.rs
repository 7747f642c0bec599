//! A proposal as a person is shown it: one line, nothing hidden, bounded. And the digest that a grant is bound to.

use ledger::ids::Hash;
use ledger::proposal::{Proposal, Shell};

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
        Proposal::Delegate { role, task } => format!("{tool} to {role}: {task}"),
        Proposal::Verify { command } => format!("{tool} {command}"),
        Proposal::Ask { question, .. } => format!("{tool} {question}"),
        Proposal::Done { summary } => format!("{tool} {summary}"),
        Proposal::Plan { plan } => format!("{tool} ({})", sized(plan)),
        Proposal::PullRequest { title, body } => {
            format!("{tool} {} ({})", quoted(title), sized(body))
        }
    }
}

/// Text with every character that a terminal would not show as itself written out, cut after so many characters.
pub(crate) fn visible(text: &str, chars_max: usize) -> String {
    let mut out = String::with_capacity(text.len().min(chars_max));
    let mut shown = 0_usize;
    for c in text.chars() {
        if shown >= chars_max {
            out.push('…');
            break;
        }
        shown = shown.saturating_add(1);
        if hides(c) {
            out.push_str(&format!("<U+{:04X}>", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character is not shown as itself: controls, line and paragraph separators, direction marks, invisible.
pub(crate) fn hides(c: char) -> bool {
    c.is_control() || turns(c) || invisible(c)
}

/// Characters that change the direction of text, or break a line without being a control character.
pub(crate) fn turns(c: char) -> bool {
    matches!(c,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Characters without a shape: zero-width, fillers, tags, variation selectors of the tag plane, odd blanks.
pub(crate) fn invisible(c: char) -> bool {
    matches!(c,
        '\u{00a0}' | '\u{00ad}' | '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{1680}'
        | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200d}'
        | '\u{202f}' | '\u{205f}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Words as one line that a person reads as words.
pub(crate) fn joined(argv: &[String]) -> String {
    argv.iter()
        .map(|word| quoted(word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A word in single quotes unless it is plain.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+%^~{}".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
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
