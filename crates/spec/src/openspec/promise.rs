//! What a change promises: its requirements and scenarios in words. Not how it is done.

use ledger::ids::Hash;
use ledger::promise::{Promise, SourceFile};

use crate::openspec::block::{Block, Scenario};
use crate::openspec::change::{Change, SPECS};
use crate::openspec::delta::{Delta, Operation};
use crate::openspec::metadata;
use crate::openspec::text::{Text, blank, trim};

/// Characters of one sentence.
const SENTENCE_CHARS_MAX: usize = 1_000;
/// Words that a line of a scenario begins with.
const KEYWORDS: [&str; 5] = ["given", "when", "then", "and", "but"];

/// The promise of a change. `files` are all that it was read with.
pub(super) fn promise(change: &Change<'_>, files: &[SourceFile]) -> Promise {
    let ticks: Vec<_> = change.tasks.iter().flat_map(|it| it.ticks()).collect();
    let has_commands = ticks.iter().any(|tick| !tick.commands().is_empty());
    let open = ticks.iter().filter(|tick| !tick.done);
    let open = open.map(|tick| tick.name());
    let mut acceptance = truths(change);
    let deltas = change.deltas.iter();
    acceptance.extend(deltas.flat_map(|delta| {
        let gone = delta.removed.iter();
        gone.map(|it| format!("{}/{} no longer holds", delta.capability, it.name))
    }));
    Promise {
        objective: objective(change),
        acceptance,
        allowed_scope: Vec::new(),
        disallowed_scope: disallowed(change),
        requirements: requirements(change),
        required_evidence: has_commands
            .then(|| "verify".to_owned())
            .into_iter()
            .collect(),
        done_when: open.filter(|name| !name.is_empty()).collect(),
        abort_when: Vec::new(),
        source: digest(files),
        trusted: false,
    }
}

/// One sentence for each scenario of what is added or modified.
pub(super) fn truths(change: &Change<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for delta in &change.deltas {
        for block in delta.added.iter().chain(&delta.modified) {
            let scenarios = block.scenarios(&delta.text);
            let good = scenarios.iter().filter(|it| it.has_content(&delta.text));
            found.extend(good.map(|scenario| sentence(delta, block, scenario)));
        }
    }
    found
}

/// Ids of the requirements that it touches: capability and name. One that is renamed counts by its new name.
pub(super) fn requirements(change: &Change<'_>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for delta in &change.deltas {
        let names = delta.touched();
        let names = names.filter(|(operation, _)| *operation != Operation::Renamed);
        let names = names.map(|(_, named)| named.name);
        for name in names.chain(delta.renamed.iter().map(|(_, to)| to.name)) {
            let id = format!("{}/{name}", delta.capability);
            if !found.contains(&id) {
                found.push(id);
            }
        }
    }
    found
}

/// What shall be so afterwards, and why.
pub(super) fn objective(change: &Change<'_>) -> String {
    let proposal = change.proposal.as_ref();
    let said = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let what = proposal.and_then(|it| said(&it.what));
    let why = proposal.and_then(|it| said(&it.why));
    match (what, why) {
        (Some(what), Some(why)) => format!("{what}\n\nWhy: {why}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => {
            let all = requirements(change).join(", ");
            let title = title(change);
            if all.is_empty() {
                title
            } else {
                format!("{title}: {all}")
            }
        }
    }
}

/// What the change is called: by its proposal, else by its folder.
pub(super) fn title(change: &Change<'_>) -> String {
    let said = change.proposal.as_ref().and_then(|it| it.title.clone());
    said.unwrap_or_else(|| change.place.id.replace('-', " "))
}

/// A scenario as one sentence.
fn sentence(delta: &Delta<'_>, block: &Block<'_>, scenario: &Scenario<'_>) -> String {
    let mut said = format!("{}/{}", delta.capability, block.name);
    if !scenario.name.is_empty() {
        said.push_str(", ");
        said.push_str(scenario.name);
    }
    let words = words(&delta.text, scenario);
    if !words.is_empty() {
        said.push_str(": ");
        said.push_str(&words);
    }
    if said.chars().count() <= SENTENCE_CHARS_MAX {
        return said;
    }
    let cut: String = said.chars().take(SENTENCE_CHARS_MAX).collect();
    format!("{cut}…")
}

/// The lines of a scenario in a row: items with commas between them, wrapped lines without.
fn words(text: &Text<'_>, scenario: &Scenario<'_>) -> String {
    let mut words = String::new();
    for index in scenario.lines.clone() {
        let line = trim(text.open(index));
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let item = line
            .strip_prefix(['-', '*', '+'])
            .filter(|rest| rest.starts_with(blank));
        let said = plain(item.unwrap_or(line));
        let begins = item.is_some() || keyword(line).is_some();
        if !words.is_empty() {
            let kept = words.trim_end_matches(['.', ',', ';']).len();
            if begins {
                words.truncate(kept);
                words.push(',');
            }
            words.push(' ');
        }
        words.push_str(&said);
    }
    let kept = words.trim_end_matches(['.', ',', ';']).len();
    words.truncate(kept);
    words
}

/// `**WHEN** it rains` is `when it rains`.
fn plain(line: &str) -> String {
    let line = trim(line);
    match keyword(line) {
        Some((word, rest)) => format!("{word} {rest}").trim_end().to_owned(),
        None => line.to_owned(),
    }
}

/// A keyword in bold or in capitals, and what follows it.
fn keyword(line: &str) -> Option<(&'static str, &str)> {
    let bare = line.strip_prefix("**").or_else(|| line.strip_prefix("__"));
    let text = bare.unwrap_or(line);
    KEYWORDS.into_iter().find_map(|word| {
        let (head, rest) = text.split_at_checked(word.len())?;
        let is_word = match bare {
            Some(_) => head.eq_ignore_ascii_case(word) && rest.starts_with(['*', '_', ':']),
            None => head == word.to_uppercase() && !rest.starts_with(char::is_alphanumeric),
        };
        let rest = rest.trim_start_matches(['*', '_', ':']);
        is_word.then(|| (word, trim(rest)))
    })
}

/// What says what is to be done is not changed by doing it: the main specs, and what the change does to them.
fn disallowed(change: &Change<'_>) -> Vec<String> {
    let place = change.place;
    [
        format!("{}/**", literal(&place.below_root(SPECS))),
        format!("{}/**", literal(&change.file(SPECS))),
        literal(&change.file(metadata::NAME)),
    ]
    .to_vec()
}

/// A glob that matches this one path.
fn literal(path: &str) -> String {
    path.chars().fold(String::new(), |mut glob, c| {
        if "[]{}*?".contains(c) {
            glob.extend(['[', c, ']']);
        } else {
            glob.push(c);
        }
        glob
    })
}

/// One digest of several files with their paths.
fn digest(files: &[SourceFile]) -> Hash {
    let mut sorted: Vec<&SourceFile> = files.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    sorted.iter().fold(Hash::default(), |hash, file| {
        let hash = Hash::chained(&hash, Hash::of(file.path.as_bytes()).hex().as_bytes());
        Hash::chained(&hash, Hash::of(file.text.as_bytes()).hex().as_bytes())
    })
}
