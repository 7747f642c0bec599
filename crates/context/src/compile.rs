//! Sections and history in, prompt and trace out.

use std::sync::Arc;

use ledger::ids::Hash;
use ledger::options::ContextOptions;

use crate::history::{self, Turn};
use crate::section::{Place, Section};
use crate::tokens::{self, Known};

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
    /// Upper bound of the prompt's tokens.
    pub tokens: u64,
    /// Bytes of the prompt by our own count; with the provider's figure, what the next bound starts from.
    pub bytes: u64,
    /// Tokens that were to be kept to, when even the pinned part is larger.
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

/// Compiles a prompt. `fixed` is what tools and format add, in bytes.
#[must_use]
pub fn compile(
    sections: &[Section],
    turns: &[Turn],
    options: &ContextOptions,
    known: Option<Known>,
    fixed: usize,
) -> Prompt {
    let max = u64::from(options.tokens_max);
    let (chosen, mut trace) = choose(sections, max, fixed);
    let part = |place: Place| chosen.iter().filter(move |it| it.place == place);
    let system: Vec<Arc<str>> = part(Place::System).map(|it| Arc::clone(&it.text)).collect();
    let mut task = part(Place::Task)
        .map(|it| it.text.as_ref())
        .collect::<Vec<_>>()
        .join("\n\n");
    let head = system
        .iter()
        .map(|it| it.len())
        .sum::<usize>()
        .saturating_add(task.len())
        .saturating_add(fixed);
    let kept = history::shorten(turns, options, room(known, max, head, turns));
    if !kept.summary.is_empty() {
        task.push_str("\n\n");
        task.push_str(&kept.summary);
    }
    let bytes = head
        .saturating_add(kept.summary.len())
        .saturating_add(kept.turns.iter().map(Turn::bytes).sum());
    trace.bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
    trace.tokens = tokens::prompt(known.filter(|_| kept.dropped == 0), trace.bytes);
    trace.dropped = kept.dropped;
    trace.over = (trace.tokens > max).then_some(max);
    Prompt {
        system,
        task: task.into(),
        turns: kept.turns,
        trace,
    }
}

/// Bytes that history may take. While the provider's figure says that all fits, history is not cut by its bytes.
fn room(known: Option<Known>, max: u64, head: usize, turns: &[Turn]) -> usize {
    let all: usize = turns.iter().map(Turn::bytes).sum();
    let bytes = u64::try_from(head.saturating_add(all)).unwrap_or(u64::MAX);
    let needed = tokens::prompt(known, bytes);
    if needed <= max {
        return usize::MAX;
    }
    // Cut to three quarters, by the measured ratio of bytes to tokens where there is one: cutting to the brim would
    // cut again at the next turn, and lose the provider's cache each time.
    let target = max.saturating_mul(3).checked_div(4).unwrap_or(0);
    let bytes_target = match known {
        Some(known) if known.counted > 0 => target
            .saturating_mul(known.bytes)
            .checked_div(known.counted)
            .unwrap_or(0),
        Some(_) | None => target,
    };
    usize::try_from(bytes_target)
        .unwrap_or(usize::MAX)
        .saturating_sub(head)
}

/// Pinned sections, then the others by priority as long as there is room; in the order given.
fn choose(sections: &[Section], max: u64, fixed: usize) -> (Vec<Section>, Trace) {
    let mut left = max.saturating_sub(u64::try_from(fixed).unwrap_or(u64::MAX));
    for section in sections.iter().filter(|it| it.pinned) {
        left = left.saturating_sub(tokens::bound(&section.text));
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
        let size = tokens::bound(&text);
        let fate = if size <= left { fate } else { Fate::LeftOut };
        if fate != Fate::LeftOut {
            left = left.saturating_sub(size);
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

#[cfg(test)]
mod tests {
    use ledger::money::Usd;
    use ledger::options::Compression;
    use ledger::reply::{Ended, Reply};

    use super::*;
    use crate::section::Origin;

    fn section(name: &'static str, priority: u8, pinned: bool, text: &str) -> Section {
        Section {
            name,
            origin: Origin::Program,
            place: Place::Task,
            priority,
            pinned,
            bytes_max: 100,
            text: text.into(),
        }
    }

    fn options(tokens_max: u32) -> ContextOptions {
        ContextOptions {
            tokens_max,
            compression: Compression::SlidingWindow,
            include_history: true,
            history_turns_max: 3,
            relevance_pct: 70,
            relevance_ttl_s: 60,
        }
    }

    #[test]
    fn the_spec_is_never_cut_and_the_rest_goes_by_priority() {
        let spec = "s".repeat(500);
        let sections = [
            section("low", 1, false, "l".repeat(90).as_str()),
            section("spec", 0, true, &spec),
            section("high", 9, false, "h".repeat(90).as_str()),
        ];
        let prompt = compile(&sections, &[], &options(650), None, 0);
        assert!(prompt.task.contains(&spec));
        assert!(prompt.task.contains('h'));
        assert!(!prompt.task.contains('l'));
        let fates: Vec<Fate> = prompt.trace.sections.iter().map(|it| it.fate).collect();
        assert_eq!(fates, [Fate::LeftOut, Fate::Whole, Fate::Whole]);
    }

    #[test]
    fn the_spec_stays_even_when_it_alone_is_too_large() {
        let sections = [section("spec", 0, true, &"s".repeat(5000))];
        let prompt = compile(&sections, &[], &options(100), None, 0);
        assert_eq!(prompt.task.len(), 5000);
        assert_eq!(prompt.trace.over, Some(100));
    }

    #[test]
    fn a_long_section_is_cut_at_a_line() {
        let sections = [section(
            "notes",
            1,
            false,
            "first line\nsecond line that is long\n".repeat(8).as_str(),
        )];
        let prompt = compile(&sections, &[], &options(10_000), None, 0);
        assert!(prompt.task.ends_with("\n[cut here]"));
        assert!(prompt.task.len() <= 111);
    }

    #[test]
    fn the_same_state_gives_the_same_prompt() {
        let sections = [section("a", 1, true, "one"), section("b", 2, false, "two")];
        assert_eq!(
            compile(&sections, &[], &options(1000), None, 5),
            compile(&sections, &[], &options(1000), None, 5)
        );
    }

    /// Rounds of a hundred bytes each.
    fn rounds(count: usize) -> Vec<Turn> {
        let turn = Turn::Agent(Arc::new(Reply {
            text: "x".repeat(100),
            calls: Vec::new(),
            opaque: None,
            ended: Ended::Turn,
            usage: None,
            cost: Usd::ZERO,
            model: "m".into(),
            duration_ms: 0,
        }));
        vec![turn; count]
    }

    #[test]
    fn history_is_cut_only_when_the_best_figure_says_so_and_then_to_three_quarters() {
        let counted = |counted| {
            let bytes = 1000;
            Some(Known { counted, bytes })
        };
        // What is known, how much there may be, what else there is, and the rounds of ten that stay.
        let cases = [
            (None, 1000, 0, 10),
            (None, 999, 0, 7),
            (None, 999, 200, 5),
            (counted(100), 100, 0, 10),
            (counted(250), 200, 0, 6),
            (counted(1000), 999, 0, 7),
            (Some(Known::default()), 999, 0, 7),
        ];
        for (known, max, fixed, kept) in cases {
            let prompt = compile(&[], &rounds(10), &options(max), known, fixed);
            let found = (prompt.turns.len(), prompt.trace.dropped);
            assert_eq!(found, (kept, 10 - kept), "{known:?} {max} {fixed}");
        }
    }
}
