//! A report as JSON, written as it is read: a report of a thousand items is no tree of values first. Names stand in the
//! order of the alphabet, everywhere.

use ledger::report::{
    Accepted, Category, Feedback, FeedbackStatus, Item, ItemKind, ItemStatus, Location, LookedAt,
    Report,
};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::{again, gap, human, humans, score, unverified};

/// The same fields as those of the page, and every item, all feedback and all parts. `verified_at` is a time of ISO 8601
/// in UTC, `project` how the project is called; without a name it is empty.
pub fn json<'a>(
    report: &'a Report,
    project: &'a str,
    verified_at: &str,
) -> impl Serialize + use<'a> {
    let inputs = report.inputs.as_ref();
    Page {
        accepted: &report.accepted,
        behavior_unverified: unverified(report).count(),
        feedback: Each(&report.feedback, Said::of),
        gaps: report.gaps().map(|it| gap(it).json()).collect(),
        human_verification: humans(report).map(|it| human(it).json()).collect(),
        inputs: inputs.and_then(|it| serde_json::to_value(it).ok()),
        items: Each(&report.items, Row::of),
        looked_at: report.looked_at.as_ref(),
        parts: serde_json::to_value(&report.parts).unwrap_or_default(),
        phase: &report.phase,
        project,
        re_verification: report
            .re_verification
            .as_ref()
            .map(|it| again(report, it).json()),
        score: score(report),
        status: report.status.word(),
        tree: report.tree.as_ref().map(ToString::to_string),
        verdict: inputs.map(|it| it.key().hex()),
        verified: verified_at.to_owned(),
    }
}

#[derive(Serialize)]
struct Page<'a> {
    #[serde(skip_serializing_if = "<[Accepted]>::is_empty")]
    accepted: &'a [Accepted],
    behavior_unverified: usize,
    feedback: Each<'a, Feedback, Said<'a>>,
    gaps: Vec<Value>,
    human_verification: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<Value>,
    items: Each<'a, Item, Row<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    looked_at: Option<&'a LookedAt>,
    parts: Value,
    phase: &'a str,
    project: &'a str,
    re_verification: Option<Value>,
    score: String,
    status: &'static str,
    tree: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    verified: String,
}

/// A list of which each entry is written in another form.
struct Each<'a, T, F>(&'a [T], fn(&'a T) -> F);

impl<T, F: Serialize> Serialize for Each<'_, T, F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(self.1))
    }
}

#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    derived: bool,
    evidence: &'a [String],
    fixable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'a str>,
    id: &'a str,
    kind: ItemKind,
    level: Option<u8>,
    location: Option<Place<'a>>,
    missing: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    reason: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    rule: &'a str,
    status: ItemStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'a str>,
    word: &'a str,
}

impl<'a> Row<'a> {
    fn of(item: &'a Item) -> Self {
        let ends = item.text.split_once(" -> ");
        let (from, to, path, text) = match (item.kind, ends) {
            (ItemKind::KeyLink, Some((from, to))) => (Some(from), Some(to), None, None),
            (ItemKind::Artifact, _) => (None, None, Some(item.text.as_str()), None),
            (ItemKind::Truth | ItemKind::KeyLink | ItemKind::Requirement | ItemKind::Gate, _) => {
                (None, None, None, Some(item.text.as_str()))
            }
        };
        Self {
            derived: item.derived,
            evidence: &item.evidence,
            fixable: item.fixable,
            from,
            id: &item.id,
            kind: item.kind,
            level: item.level,
            location: item.location.as_ref().map(Place::of),
            missing: &item.missing,
            path,
            reason: &item.reason,
            rule: &item.rule,
            status: item.status,
            text,
            to,
            word: &item.word,
        }
    }
}

#[derive(Serialize)]
struct Said<'a> {
    category: Category,
    confidence: f64,
    details: Map<String, Value>,
    fix_suggestion: Option<&'a str>,
    fixable: bool,
    level: Option<u8>,
    location: Option<Place<'a>>,
    message: &'a str,
    rule: &'a str,
    status: FeedbackStatus,
}

impl<'a> Said<'a> {
    fn of(it: &'a Feedback) -> Self {
        Self {
            category: it.category,
            confidence: f64::from(it.confidence_pct) / 100.0,
            details: Map::new(),
            fix_suggestion: it.fix_suggestion.as_deref(),
            fixable: it.fixable,
            level: it.level,
            location: it.location.as_ref().map(Place::of),
            message: &it.message,
            rule: &it.rule,
            status: it.status,
        }
    }
}

#[derive(Serialize)]
struct Place<'a> {
    column: Option<u32>,
    file: &'a str,
    line: Option<u32>,
}

impl<'a> Place<'a> {
    fn of(it: &'a Location) -> Self {
        Self {
            column: it.column,
            file: &it.file,
            line: it.line,
        }
    }
}
