//! One file's content, turned into the facts that the plan asks of it. Runs where the file is read; its answer is
//! recorded, so that a report can be concluded again without the file. It judges nothing.

mod answers;
mod artifact_requests;
mod by_plan;
mod change;
mod changed_functions;
mod context;
mod errors;
mod known;
mod left_empty;
mod link;
mod link_via;
mod names;
mod prose;
mod reasons;
mod rule_findings;
mod samples;
mod severity;
mod test_files;
mod testing;
mod text_references;
mod undone_work;
mod whole_change;
mod wiring;

use std::borrow::Cow;

use code::{Facts, Language, Limits, Reading, Reason, Unreadable};
use ledger::event::Inspection;
use ledger::ids::{Hash, RelPath};

use crate::facts::{DebtFact, FileFacts, Read, StubFact, VERSION};
use crate::plain_text::{self, Style};
use crate::shortened::shortened;

pub use context::InspectionContext;
use prose::sentences;
use reasons::{rule, why};
pub use test_files::{WantedTexts, wanted_texts};
pub use text_references::{Mentions, Sought, sought};
pub use whole_change::{inspect_change, not_inspected, read_change};

/// Findings of one sort that are kept of a file.
const FINDINGS_MAX: usize = 50;
/// Characters of a name that are kept.
const NAME_CHARS_MAX: usize = 120;

/// What stands at a path of the candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content<'a> {
    /// Nothing.
    Absent,
    /// A file that git ignores, so that it is no part of what is verified.
    Ignored,
    /// A directory.
    Directory,
    /// A symbolic link that leaves the worktree, or leads nowhere.
    LinkOutside,
    /// A device, socket, pipe or submodule, or something unreadable.
    Special,
    /// A file with more bytes than may be read; how many.
    TooLarge(u64),
    /// A file that is no UTF-8 text.
    NotText,
    /// Its text.
    Text(&'a str),
}

impl Content<'_> {
    /// The word in an inspection.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Content::Absent => "absent",
            Content::Ignored => "ignored",
            Content::Directory => "directory",
            Content::LinkOutside => "link-outside",
            Content::Special => "special",
            Content::TooLarge(_) => "too-large",
            Content::NotText => "not-text",
            Content::Text(_) => "file",
        }
    }
}

/// What the content at a path says about the plan, and how it stands among the other files of its tree.
///
/// `before`: the text that stood there before the change, if there was one.
#[must_use]
pub fn inspect(
    context: &InspectionContext<'_>,
    path: &RelPath,
    content: Content<'_>,
    before: Option<&str>,
) -> Inspection {
    let (digest, facts) = match content {
        Content::Text(text) => (
            Some(Hash::of(text.as_bytes())),
            serde_json::to_string(&Subject::new(context, path, text).facts(before))
                .unwrap_or_default(),
        ),
        Content::Absent => {
            let other = context.project.almost(path.as_str()).unwrap_or_default();
            (None, other.to_owned())
        }
        Content::Ignored
        | Content::Directory
        | Content::LinkOutside
        | Content::Special
        | Content::TooLarge(_)
        | Content::NotText => (None, String::new()),
    };
    Inspection::File {
        path: path.as_str().to_owned(),
        digest,
        kind: content.word().to_owned(),
        facts,
    }
}

/// One text, and what syntax says about it.
struct Subject<'a> {
    context: &'a InspectionContext<'a>,
    path: &'a RelPath,
    source: &'a str,
    /// Without comments, where there is no grammar to know them.
    bare: String,
    code: Cow<'a, Facts>,
    read: Read,
}

impl<'a> Subject<'a> {
    fn new(context: &'a InspectionContext<'a>, path: &'a RelPath, source: &'a str) -> Self {
        let known = context.project.facts(path.as_str()).map(Cow::Borrowed);
        let by_name = || Language::of_path(path.as_str());
        let language = known.as_ref().map_or_else(by_name, |it| it.language);
        let limits = Limits::default();
        let style = plain_text::style(path.as_str());
        let bare = if language.has_syntax() {
            source.to_owned()
        } else {
            plain_text::without_comments(source, style)
        };
        let code = known.unwrap_or_else(|| Cow::Owned(code::facts(language, &bare, &limits)));
        let read = match (&code.reading, style) {
            (Reading::Parsed, _) => Read::Parsed,
            (Reading::Damaged { .. }, _) => Read::Damaged,
            (Reading::Unreadable(why), _) => Read::Unreadable(unreadable(*why)),
            (Reading::Words, Style::Prose) => Read::Prose,
            (Reading::Words, Style::Signs { .. }) => Read::Words,
            (Reading::Words, Style::Unknown) => Read::Unknown,
        };
        Self {
            context,
            path,
            source,
            bare,
            code,
            read,
        }
    }

    fn facts(&self, before: Option<&str>) -> FileFacts {
        let delta = self.delta();
        let mut facts = FileFacts {
            v: VERSION,
            read: self.read.clone(),
            code: self.code.lines.code,
            total: self.code.lines.total,
            blank: self.source.trim().is_empty(),
            told: self.was_only_told(),
            generated: self.code.generated,
            conflicts: self
                .code
                .conflict_markers
                .iter()
                .copied()
                .take(FINDINGS_MAX)
                .collect(),
            stubs: self.stubs(delta.as_ref(), before),
            debts: self.debts(),
            artifacts: self.artifacts(before),
            cut: self.code.truncated,
            ..FileFacts::default()
        };
        self.links(&mut facts);
        self.wiring(&mut facts);
        facts.rules = self.rules(before);
        facts.change = delta.and_then(|delta| self.change(&delta, before));
        // Only of what something is said of has anybody to know it.
        let change = facts.change.as_ref();
        let said = !facts.stubs.is_empty()
            || !facts.rules.is_empty()
            || change.is_some_and(|it| !it.unused.is_empty() || !it.gutted.is_empty())
            || facts.wiring.as_ref().is_some_and(|it| it.entry.is_none());
        let vendored = self.context.vendored_by(self.path.as_str());
        facts.vendored_by = vendored.map(str::to_owned);
        facts.sample = said && self.context.base.is_some() && self.is_sample();
        facts
    }

    /// Whether a file that holds only comments held only those before: a page of documentation.
    fn was_only_told(&self) -> bool {
        let was = self
            .context
            .base
            .and_then(|it| it.facts(self.path.as_str()));
        self.code.lines.code == 0 && was.is_some_and(|it| it.lines.code == 0)
    }

    /// Whether the plan speaks of a thing by its name: then it is no excuse that it stood so before.
    fn is_asked(&self, what: &str) -> bool {
        let last = what.rsplit(['.', ':', ' ']).next().unwrap_or(what);
        let own = last.trim_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
        let word = |c: char| !(c.is_alphanumeric() || c == '_');
        let names = |text: &str| !own.is_empty() && text.split(word).any(|it| it == own);
        let artifacts = self.context.artifacts(self.path.as_str()).iter();
        let mut asked = artifacts.flat_map(|it| it.exports.iter().chain(&it.contains));
        asked.any(|it| names(it)) || sentences(self.context).iter().copied().any(names)
    }

    fn debts(&self) -> Vec<DebtFact> {
        let debts = self.code.debts.iter();
        debts
            .filter(|debt| ["TBD", "FIXME", "XXX"].contains(&debt.marker.as_str()))
            .filter(|debt| !has_reference(&debt.text))
            .take(FINDINGS_MAX)
            .map(|debt| DebtFact {
                line: debt.line,
                text: short(&format!("{} {}", debt.marker, debt.text)),
            })
            .collect()
    }
}

/// Whether a note of debt says where it is kept track of: `#12`, `ABC-12`, an address.
fn has_reference(text: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    text.contains("://")
        || text
            .split_once('#')
            .is_some_and(|(_, rest)| rest.starts_with(digit))
        || text
            .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
            .any(|word| {
                word.rsplit_once('-').is_some_and(|(head, tail)| {
                    !head.is_empty()
                        && head.chars().all(|c| c.is_ascii_uppercase())
                        && !tail.is_empty()
                        && tail.chars().all(digit)
                })
            })
}

/// What a change did, of which nobody doubts that it is undone work.
fn finding(line: u32, what: &str, reason: Reason, why: &str) -> StubFact {
    StubFact {
        line,
        what: short(what),
        within: String::new(),
        why: why.to_owned(),
        rule: rule(reason),
        level: reason.level(),
        certain: true,
        fresh: true,
        hollow_test: false,
        test: false,
        meant: false,
    }
}

fn short(text: &str) -> String {
    shortened(text, NAME_CHARS_MAX)
}

/// Why a text can't be read as its language.
fn unreadable(why: Unreadable) -> String {
    match why {
        Unreadable::TooLarge { bytes, bytes_max } => {
            format!("it has {bytes} bytes, and at most {bytes_max} are read")
        }
        Unreadable::Binary => "it holds a NUL byte".to_owned(),
        Unreadable::TooComplex => "it is nested too deep or makes no sense".to_owned(),
        Unreadable::NoGrammar => "its grammar is missing".to_owned(),
    }
}
