//! What is held against a change, before and after it is known what it leads to: a gap, a note, nothing, or a place in the
//! list of what the repository accepts. One row for a file and a rule, with a count.

use std::collections::BTreeMap;

use ledger::options::{Severity, Verification};
use ledger::report::{Accepted, Category, Feedback, Item, ItemKind, Location};

use super::judgement::Judged;
use super::note::note;
use crate::facts::AcceptedFact;
use crate::rules::RuleId;

/// Findings that one row names.
const SAID_MAX: usize = 10;

/// How sure a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// No doubt: where the rule says so, it is a gap.
    None,
    /// Where the rule says so, a person has to say.
    Person,
    /// It is told, and no more, unless somebody wants more of its rule.
    Much,
}

/// One thing that is held against a change.
#[derive(Debug, Clone)]
pub(super) struct Finding {
    pub(super) rule: RuleId,
    /// The file; empty where it is about none.
    pub(super) path: String,
    pub(super) line: Option<u32>,
    /// The function, test or import that it is about; empty where it is about none.
    pub(super) name: String,
    pub(super) level: Option<u8>,
    pub(super) word: &'static str,
    /// As a part of a row, with its line.
    pub(super) said: String,
    /// By itself, its line beside it.
    pub(super) told: String,
    /// What would mend it.
    pub(super) mend: String,
    pub(super) category: Category,
    pub(super) confidence_pct: u8,
    pub(super) doubt: Doubt,
}

impl Finding {
    /// One that is said and told in the same words.
    pub(super) fn new(
        rule: impl Into<RuleId>,
        (path, line): (&str, Option<u32>),
        word: &'static str,
        said: String,
    ) -> Self {
        let rule = rule.into();
        Self {
            path: path.to_owned(),
            line,
            name: String::new(),
            level: None,
            word,
            told: said.clone(),
            said,
            mend: rule.instead().to_owned(),
            category: Category::Quality,
            confidence_pct: 100,
            doubt: Doubt::None,
            rule,
        }
    }

    pub(super) fn named(self, name: &str) -> Self {
        let name = name.to_owned();
        Self { name, ..self }
    }

    pub(super) fn level(self, level: u8) -> Self {
        let level = Some(level);
        Self { level, ..self }
    }

    pub(super) fn doubted(self, doubt: Doubt) -> Self {
        Self { doubt, ..self }
    }

    /// A file whose head says that a program wrote it may have to look so; since anybody can write such a head, a person
    /// looks.
    pub(super) fn if_generated(mut self, generated: bool) -> Self {
        if generated && self.doubt == Doubt::None {
            self.doubt = Doubt::Person;
            self.said = format!("its head says that a program wrote it: {}", self.said);
            self.told = format!("its head says that a program wrote it: {}", self.told);
        }
        self
    }
}

/// What findings lead to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Severities<'a> {
    said: &'a BTreeMap<String, Severity>,
    planned: bool,
}

impl<'a> Severities<'a> {
    /// `planned`: a plan stands behind the change.
    pub(super) fn new(options: &'a Verification, planned: bool) -> Self {
        Self {
            said: &options.rules,
            planned,
        }
    }

    /// What a finding of a rule leads to.
    pub(super) fn of(self, rule: &RuleId, doubt: Doubt) -> Severity {
        let said = self.said.get(rule.as_str());
        if let Some(said) = said.filter(|_| rule.is_switchable()) {
            return *said;
        }
        let own = rule.severity(self.planned);
        match doubt {
            Doubt::None | Doubt::Person => own,
            Doubt::Much => own.min(Severity::Note),
        }
    }
}

/// A finding, and what it leads to.
pub(super) type Weighed<'f> = (&'f Finding, Severity);

/// Each with what it leads to.
pub(super) fn weighed<'f>(findings: &'f [Finding], severities: Severities<'_>) -> Vec<Weighed<'f>> {
    let all = findings.iter();
    all.map(|it| (it, severities.of(&it.rule, it.doubt)))
        .collect()
}

/// What came of them.
#[derive(Debug, Default)]
pub(super) struct Concluded {
    /// What has to be mended, or for a person.
    pub(super) items: Vec<(Item, Option<Feedback>)>,
    /// What should be known.
    pub(super) notes: Vec<Feedback>,
    /// What is accepted.
    pub(super) accepted: Vec<Accepted>,
}

/// Rows of one sort, each the findings of one rule in one file, in the order in which they came.
#[derive(Default)]
struct Rows<'f> {
    rows: Vec<Vec<&'f Finding>>,
    places: BTreeMap<(&'f RuleId, &'f str, Doubt), usize>,
}

impl<'f> Rows<'f> {
    /// `sort`: what does not stand in one row with another.
    fn put(&mut self, finding: &'f Finding, sort: Doubt) {
        let key = (&finding.rule, finding.path.as_str(), sort);
        let at = *self.places.entry(key).or_insert(self.rows.len());
        match self.rows.get_mut(at) {
            Some(row) => row.push(finding),
            None => self.rows.push(vec![finding]),
        }
    }
}

/// What becomes of each.
pub(super) fn concluded(findings: Vec<Weighed<'_>>, accepted: &[AcceptedFact]) -> Concluded {
    let mut concluded = Concluded::default();
    let (mut gaps, mut notes) = (Rows::default(), Rows::default());
    for (finding, severity) in findings {
        let entry = accepted.iter().find(|it| it.is_about(finding));
        match (severity, entry) {
            (Severity::Off, _) => {}
            (Severity::Note | Severity::Gap, Some(entry)) => {
                concluded.accepted.push(entry.accepts(finding));
            }
            (Severity::Note, None) => notes.put(finding, Doubt::None),
            (Severity::Gap, None) => gaps.put(finding, finding.doubt),
        }
    }
    concluded
        .items
        .extend(gaps.rows.iter().filter_map(|row| gap(row)));
    concluded
        .notes
        .extend(notes.rows.iter().filter_map(|row| told(row)));
    concluded
}

impl AcceptedFact {
    /// Whether an entry speaks of a finding.
    fn is_about(&self, finding: &Finding) -> bool {
        let name = self.name.as_deref();
        self.rule == finding.rule.as_str()
            && finding.rule.is_switchable()
            && self.path == finding.path
            && name.is_none_or(|it| it == finding.name)
    }

    fn accepts(&self, finding: &Finding) -> Accepted {
        Accepted {
            rule: self.rule.clone(),
            place: self.place(),
            location: Some(Location {
                file: finding.path.clone(),
                line: finding.line,
                column: None,
            }),
            message: finding.told.clone(),
            reason: self.reason.clone(),
        }
    }
}

/// The row of an item.
fn gap(row: &[&Finding]) -> Option<(Item, Option<Feedback>)> {
    let row = named_once(row);
    let first = row.first()?;
    let (rule, reason) = (first.rule.clone(), row_of(&row));
    let level = row.iter().filter_map(|it| it.level).max();
    let judged = match first.doubt {
        Doubt::Person => Judged::unknown(0, rule, reason),
        Doubt::None | Doubt::Much => Judged::failed(first.word, 0, rule, reason),
    };
    let mut judged = Judged { level, ..judged }.at(first.line);
    let mut mends: Vec<&str> = row.iter().map(|it| it.mend.as_str()).collect();
    mends.retain(|it| !it.is_empty());
    mends.dedup();
    for mend in mends.into_iter().take(SAID_MAX) {
        judged = judged.mend(mend);
    }
    let path = Some(first.path.as_str()).filter(|it| !it.is_empty());
    let text = first.rule.holds();
    let id = format!("gate:{}:{}", first.rule.as_str(), path.unwrap_or("plan"));
    let category = first.category;
    let feedback = judged
        .feedback(text, path)
        .map(|it| Feedback { category, ..it });
    Some((
        judged.item(ItemKind::Gate, id, text.to_owned(), path),
        feedback,
    ))
}

/// The row of a note.
fn told(row: &[&Finding]) -> Option<Feedback> {
    let row = named_once(row);
    let first = row.first()?;
    let text = match row.as_slice() {
        [only] => only.told.clone(),
        row => row_of(row),
    };
    let mut note = note(&first.rule, first.category, &first.path, first.line, text);
    note.level = first.level;
    note.fixable = first.level.is_some();
    note.fix_suggestion = Some(first.mend.clone()).filter(|it| !it.is_empty());
    note.confidence_pct = first.confidence_pct;
    Some(note)
}

/// Each thing once: of two names in one line of which one holds the other (`f` and `f(x)`), the one that says more.
fn named_once<'f>(row: &[&'f Finding]) -> Vec<&'f Finding> {
    let mut kept: Vec<&Finding> = Vec::new();
    for finding in row.iter().copied() {
        let same = |it: &&Finding| (it.line, &it.told) == (finding.line, &finding.told);
        let says_more = |it: &&Finding| {
            let longer = holds_name(&it.name, &finding.name) && !tells_of(finding, it);
            let shorter = holds_name(&finding.name, &it.name) && tells_of(it, finding);
            it.line.is_some() && it.line == finding.line && (longer || shorter)
        };
        if !kept.iter().any(same) && !row.iter().any(says_more) {
            kept.push(finding);
        }
    }
    kept
}

/// Whether what is told of a function names the parameter that the other one is about (`f` takes `x`, and `f(x)`).
fn tells_of(function: &Finding, other: &Finding) -> bool {
    let parameter = other
        .name
        .split_once('(')
        .map(|it| it.1.trim_end_matches(')'));
    parameter.is_some_and(|it| function.told.contains(&format!("`{it}`")))
}

/// Whether a name holds another one as a word of its own, and more beside it.
fn holds_name(whole: &str, part: &str) -> bool {
    let of_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut places = whole.match_indices(part);
    !part.is_empty()
        && whole != part
        && places.any(|(at, _)| {
            let (before, rest) = whole.split_at_checked(at).unwrap_or_default();
            let after = rest.get(part.len()..).unwrap_or_default();
            !before.ends_with(of_name) && !after.starts_with(of_name)
        })
}

/// One in its own words; of several each with its lines, and how many they are.
fn row_of(row: &[&Finding]) -> String {
    if let [only] = row {
        return only.said.clone();
    }
    let mut told: Vec<(&str, Vec<u32>)> = Vec::new();
    for finding in row {
        match told.iter_mut().find(|it| it.0 == finding.told) {
            Some((_, lines)) => lines.extend(finding.line),
            None => told.push((finding.told.as_str(), finding.line.into_iter().collect())),
        }
    }
    let said = told.iter().take(SAID_MAX);
    let said: Vec<String> = said.map(|(words, lines)| at_lines(words, lines)).collect();
    let more = match told.len().saturating_sub(said.len()) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!("{} times: {}{more}", row.len(), said.join("; "))
}

/// `lines 3, 9: what was found there`.
fn at_lines(words: &str, lines: &[u32]) -> String {
    match lines {
        [] => words.to_owned(),
        [line] => format!("line {line}: {words}"),
        lines => {
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            format!("lines {}: {words}", lines.join(", "))
        }
    }
}
