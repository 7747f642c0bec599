//! Text from outside: what an issue, a page, a command or another agent says. It is data.
//!
//! [`clean`] takes out what a person would not see and defuses what imitates our marks; it changes no other character.
//! What reads like an order to the agent is a [`Noticed`]: it is recorded, and it changes nothing.
//!
//! Reading order: `hidden` (what is taken out), `folded` (how letters look), `marks` (what is defused), `orders` and
//! `concealed` (what is noticed).

mod concealed;
mod folded;
mod hidden;
mod marks;
mod orders;

use std::ops::Range;

use ledger::proposal::Proposal;
use serde::{Deserialize, Serialize};

/// Through which door a text came. Says how it is labelled, not whether it is believed: none of them is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    /// What a command printed.
    Command,
    /// A file of the worktree.
    File,
    /// A page or document that was fetched.
    Page,
    /// What another program's tool answered.
    Tool,
    /// What another agent reported.
    Agent,
    /// An issue, a comment, a review, a specification that somebody sent.
    Issue,
    /// Instruction files of the repository.
    Instructions,
}

impl Channel {
    /// The label that a text from here is shown with.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Channel::Command => "command",
            Channel::File => "file",
            Channel::Page => "page",
            Channel::Tool => "tool",
            Channel::Agent => "agent",
            Channel::Issue => "issue",
            Channel::Instructions => "instructions",
        }
    }
}

/// The door through which what a tool brings back comes in, by the tool's name.
#[must_use]
pub fn channel_of(tool: &str) -> Channel {
    match tool {
        "read" | "list" | "search" | "read_file" | "list_files" => Channel::File,
        "run" | "exec" | "shell" | "git" | "verify" | "commit" | "run_command" => Channel::Command,
        "fetch" | "fetch_url" => Channel::Page,
        "delegate" => Channel::Agent,
        _ => Channel::Tool,
    }
}

/// Where the text comes from that a tool call would bring back from outside the worktree, if it would.
#[must_use]
pub fn source_of(proposal: &Proposal) -> Option<String> {
    match proposal {
        Proposal::Fetch { url } => Some(format!("page {url}")),
        Proposal::Mcp { server, name, .. } => Some(format!("tool {server}/{name}")),
        Proposal::Delegate { role, .. } => Some(format!("agent {role}")),
        Proposal::Read { .. }
        | Proposal::List { .. }
        | Proposal::Search { .. }
        | Proposal::Write { .. }
        | Proposal::Edit { .. }
        | Proposal::Delete { .. }
        | Proposal::Exec { .. }
        | Proposal::Shell { .. }
        | Proposal::Git { .. }
        | Proposal::Commit { .. }
        | Proposal::Verify { .. }
        | Proposal::Plan { .. }
        | Proposal::Ask { .. }
        | Proposal::Done { .. }
        | Proposal::OnForge { .. }
        | Proposal::PullRequest { .. } => None,
    }
}

/// How much of a text comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Longest text, in bytes, the note about what was left out included.
    pub bytes_max: usize,
    /// Most things noticed.
    pub noticed_max: usize,
}

impl Limits {
    /// What one text may bring.
    pub const DEFAULT: Limits = Limits {
        bytes_max: 512 * 1024,
        noticed_max: 40,
    };
}

/// A text that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    /// What may be shown: cleaned, at most as long as the limit.
    pub text: String,
    /// What was found in it.
    pub noticed: Vec<Noticed>,
}

/// One thing that was found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noticed {
    /// What it is; stable, kebab-case.
    pub id: &'static str,
    /// What kind of thing that is.
    pub kind: Kind,
    /// Where it stands: bytes of the text that is shown; for what was taken out, where it stood.
    pub span: Range<usize>,
    /// Through which door it came.
    pub channel: Channel,
    /// Its words, shortened; of hidden things what they would have said.
    pub words: String,
}

/// What kind of thing was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It was taken out.
    Hidden,
    /// It was defused.
    Mark,
    /// It reads like an order to the agent, or like leave given to it.
    Order,
}

/// Compiles what the first text from outside would otherwise wait for.
pub fn compile_ahead() {
    marks::compile_ahead();
    orders::compile_ahead();
    concealed::compile_ahead();
}

/// Cleans a text from outside. Applying it again changes nothing more. Time and memory are linear in the text.
#[must_use]
pub fn clean(text: &str, channel: Channel, limits: &Limits) -> Cleaned {
    let short = capped(text, limits.bytes_max);
    let mut noticed = Vec::new();
    let plain = hidden::strip(&short, channel, &mut noticed);
    let text = marks::defuse(&plain, channel, &mut noticed);
    noticed.extend(notice(&text, channel, limits));
    noticed.truncate(limits.noticed_max);
    Cleaned { text, noticed }
}

/// The text of [`clean`] alone, for those who do not ask what reads like an order: that costs most.
#[must_use]
pub fn cleaned(text: &str, channel: Channel, limits: &Limits) -> String {
    let short = capped(text, limits.bytes_max);
    let mut noticed = Vec::new();
    let plain = hidden::strip(&short, channel, &mut noticed);
    marks::defuse(&plain, channel, &mut noticed)
}

/// What reads like an order, in a text that is shown as it is.
#[must_use]
pub fn notice(text: &str, channel: Channel, limits: &Limits) -> Vec<Noticed> {
    let view = folded::Folded::of_sentences(text);
    let mut noticed = orders::find(&view, channel);
    concealed::find(&view, channel, &mut noticed);
    concealed::encoded(text, channel, &mut noticed);
    noticed.sort_by(|a, b| (a.span.start, a.id).cmp(&(b.span.start, b.id)));
    noticed.truncate(limits.noticed_max);
    noticed
}

/// A short copy of some words, on one line.
fn words(text: &str) -> String {
    /// Longest copy, in characters.
    const CHARS_MAX: usize = 120;
    shell::display::visible(text.trim(), CHARS_MAX)
}

/// Head and tail of a text that is too long, with a note between them.
fn capped(text: &str, bytes_max: usize) -> std::borrow::Cow<'_, str> {
    /// Room for the note, in bytes.
    const NOTE_BYTES_MAX: usize = 64;
    if text.len() <= bytes_max {
        return text.into();
    }
    let room = bytes_max.saturating_sub(NOTE_BYTES_MAX);
    let tail = room.checked_div(4).unwrap_or(0);
    let head = before(text, room.saturating_sub(tail));
    let tail = after(text, text.len().saturating_sub(tail));
    let head = head.rsplit_once('\n').map_or(head, |(whole, _)| whole);
    let tail = tail.split_once('\n').map_or(tail, |(_, whole)| whole);
    let shown = head.len().saturating_add(tail.len());
    let left_out = text.len().saturating_sub(shown);
    let note = format!("\n[... {left_out} bytes left out ...]\n");
    if note.len().saturating_add(shown) > bytes_max {
        return before(&note, bytes_max).to_owned().into();
    }
    format!("{head}{note}{tail}").into()
}

/// At most so many bytes from the start, whole characters.
fn before(text: &str, bytes: usize) -> &str {
    let at = (0..=bytes.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at));
    at.and_then(|at| text.get(..at)).unwrap_or_default()
}

/// From this byte on, whole characters.
fn after(text: &str, byte: usize) -> &str {
    let at = (byte..=text.len()).find(|at| text.is_char_boundary(*at));
    at.and_then(|at| text.get(at..)).unwrap_or_default()
}
