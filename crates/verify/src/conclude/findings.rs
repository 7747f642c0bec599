//! What is held against a change, before and after it is known what it leads to: a gap, a note, nothing, or a place in the
//! list of what the repository accepts. One row for a file and a rule, with a count.

use std::collections::BTreeMap;

use ledger::options::{Severity, Verification};
use ledger::report::{Accepted, Category, Feedback, Item, ItemKind, Location};

use super::judged::Judged;
use super::scan::note;
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

/// What each leads to.
pub(super) fn concluded(
    findings: &[Finding],
    severities: Severities<'_>,
    accepted: &[AcceptedFact],
) -> Concluded {
    let mut concluded = Concluded::default();
    let (mut gaps, mut notes) = (Rows::default(), Rows::default());
    for finding in findings {
        let severity = severities.of(&finding.rule, finding.doubt);
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
    let first = row.first()?;
    let (rule, reason) = (first.rule.clone(), row_of(row, |it| &it.said));
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
    let first = row.first()?;
    let text = match row {
        [only] => only.told.clone(),
        row => row_of(row, |it| &it.said),
    };
    let mut note = note(&first.rule, first.category, &first.path, first.line, text);
    if first.path.is_empty() {
        note.location = None;
    }
    note.level = first.level;
    note.fixable = first.level.is_some();
    note.fix_suggestion = Some(first.mend.clone()).filter(|it| !it.is_empty());
    note.confidence_pct = first.confidence_pct;
    Some(note)
}

/// The words of all, and how many they are where they are several.
fn row_of(row: &[&Finding], words: impl Fn(&Finding) -> &str) -> String {
    let said: Vec<&str> = row.iter().take(SAID_MAX).map(|it| words(it)).collect();
    let more = match row.len().saturating_sub(said.len()) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let count = match row.len() {
        0 | 1 => String::new(),
        count => format!("{count} times: "),
    };
    format!("{count}{}{more}", said.join("; "))
}
