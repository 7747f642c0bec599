//! Sections and history in, prompt and trace out.

use std::sync::Arc;

use ledger::ids::Hash;
use ledger::options::{Compression, ContextOptions};

use crate::capsule::{self, Capsule};
use crate::history::{self, Turn};
use crate::section::{Place, Section};
use crate::tokens::Rate;
use crate::weight::Weights;
use crate::window;

/// A compiled prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// The system part, section by section.
    pub system: Vec<Arc<str>>,
    /// The first message: the task.
    pub task: Arc<str>,
    /// What was said since.
    pub turns: Vec<Turn>,
    /// What went in, what was cut, and why.
    pub trace: Trace,
}

/// What went in, what was cut, and why.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// Every section, in the order of the prompt.
    pub sections: Vec<Rendered>,
    /// Entries of the history that were left out.
    pub dropped: usize,
    /// The prompt's tokens, as far as they can be told.
    pub tokens: u64,
    /// Whether what a provider counted stands behind `tokens`; else it is an estimate.
    pub counted: bool,
    /// Bytes of the prompt by our own count; with what the provider counts, they say how large the next one is.
    pub bytes: u64,
    /// Bytes that it would have, had history not been shortened.
    pub whole_bytes: u64,
    /// Tokens that were to be kept to, where there are more and nothing else can be left out.
    pub over: Option<u64>,
}

/// One section in the trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// Its name.
    pub name: &'static str,
    /// Digest of its text as it went in.
    pub digest: Hash,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It went in whole.
    Whole,
    /// It was cut to its own limit.
    Cut,
    /// There was no room.
    LeftOut,
}

/// Compiles a prompt. `fixed` is what tools and format add, in bytes; `before` is what a provider made of the text of an
/// earlier conversation, for text that it has not counted in this one.
#[must_use]
pub fn compile(
    sections: &[Section],
    turns: &[Turn],
    options: &ContextOptions,
    before: Option<Rate>,
    fixed: usize,
) -> Prompt {
    let max = u64::from(options.tokens_max);
    let fixed = u64::try_from(fixed).unwrap_or(u64::MAX);
    let weights = Weights::of(turns, before);
    let (mut chosen, mut trace) = choose(sections, max, fixed, weights.rate());
    let base = bytes(&chosen).saturating_add(fixed);
    let head = |from: usize| base.saturating_add(left_out(turns, from, options).bytes());
    let from = window::begin(turns, &weights, options, head);
    let mut kept = turns.get(from..).unwrap_or_default().to_vec();
    let stands_in = left_out(turns, from, options);
    let head = base.saturating_add(stands_in.bytes());
    trace.tokens = weights.prompt(head, from);
    let too_many = trace.tokens.saturating_sub(max);
    if too_many > 0 && options.compression != Compression::None {
        let before = history::bytes(&kept);
        // What says that something is left out takes room, too.
        let slack = max.checked_div(16).unwrap_or(0);
        window::squeeze(&mut kept, too_many.saturating_add(slack), weights.rate());
        let gone = before.saturating_sub(history::bytes(&kept));
        trace.tokens = trace.tokens.saturating_sub(weights.rate().tokens(gone));
    }
    trace
        .sections
        .extend(stands_in.sections.iter().map(|it| Rendered {
            name: it.name,
            digest: it.digest(),
            fate: Fate::Whole,
        }));
    chosen.extend(stands_in.sections);
    trace.bytes = head.saturating_add(history::bytes(&kept));
    trace.whole_bytes = base.saturating_add(history::bytes(turns));
    trace.counted = weights.counted();
    trace.dropped = from;
    trace.over = (trace.tokens > max).then_some(max);
    Prompt {
        system: part(&chosen, Place::System).collect(),
        task: task(&chosen, &stands_in.summary),
        turns: kept,
        trace,
    }
}

fn left_out(turns: &[Turn], from: usize, options: &ContextOptions) -> Capsule {
    capsule::of(turns.get(..from).unwrap_or_default(), options)
}

fn part(sections: &[Section], place: Place) -> impl Iterator<Item = Arc<str>> {
    let there = sections.iter().filter(move |it| it.place == place);
    there.map(|it| Arc::clone(&it.text))
}

fn task(sections: &[Section], summary: &str) -> Arc<str> {
    let mut parts: Vec<Arc<str>> = part(sections, Place::Task).collect();
    if !summary.is_empty() {
        parts.push(summary.into());
    }
    parts.join("\n\n").into()
}

fn bytes(sections: &[Section]) -> u64 {
    let all = sections.iter().map(|it| it.text.len());
    u64::try_from(all.fold(0, usize::saturating_add)).unwrap_or(u64::MAX)
}

/// Pinned sections, then the others by priority as long as there is room; in the order given.
fn choose(sections: &[Section], max: u64, fixed: u64, rate: Rate) -> (Vec<Section>, Trace) {
    let size = |text: &str| rate.message(u64::try_from(text.len()).unwrap_or(u64::MAX));
    let mut left = max.saturating_sub(rate.tokens(fixed));
    for section in sections.iter().filter(|it| it.pinned) {
        left = left.saturating_sub(size(&section.text));
    }
    let mut order: Vec<(usize, &Section)> = sections
        .iter()
        .enumerate()
        .filter(|(_, it)| !it.pinned)
        .collect();
    order.sort_by_key(|(at, it)| (std::cmp::Reverse(it.priority), *at));
    let mut fates: Vec<(usize, Section, Fate)> = Vec::new();
    for (at, section) in order {
        let (text, fate) = cut(section);
        let takes = size(&text);
        let fate = if takes <= left { fate } else { Fate::LeftOut };
        if fate != Fate::LeftOut {
            left = left.saturating_sub(takes);
        }
        fates.push((
            at,
            Section {
                text,
                ..section.clone()
            },
            fate,
        ));
    }
    for (at, section) in sections.iter().enumerate().filter(|(_, it)| it.pinned) {
        fates.push((at, section.clone(), Fate::Whole));
    }
    fates.sort_by_key(|(at, ..)| *at);
    let trace = Trace {
        sections: fates.iter().map(rendered).collect(),
        ..Trace::default()
    };
    let chosen = fates
        .into_iter()
        .filter(|(_, _, fate)| *fate != Fate::LeftOut)
        .map(|(_, section, _)| section)
        .collect();
    (chosen, trace)
}

fn rendered((_, section, fate): &(usize, Section, Fate)) -> Rendered {
    Rendered {
        name: section.name,
        digest: section.digest(),
        fate: *fate,
    }
}

/// Cuts a section to its own limit, at a line.
fn cut(section: &Section) -> (Arc<str>, Fate) {
    if section.text.len() <= section.bytes_max {
        return (Arc::clone(&section.text), Fate::Whole);
    }
    let mut text = String::new();
    for line in section.text.lines() {
        if text.len().saturating_add(line.len()) >= section.bytes_max {
            break;
        }
        text.push_str(line);
        text.push('\n');
    }
    text.push_str("[cut here]");
    (text.into(), Fate::Cut)
}
