//! A report for others: `VERIFICATION.md` and JSON.

mod accepted;
mod annotations;
mod cell;
mod json;
mod verdict;
mod yaml;

use ledger::report::{Item, ItemKind, ItemStatus, ReVerification, Report};
use serde_json::Value;

pub use annotations::{code_quality, workflow_commands};
pub use json::json;

use cell::cell;
use yaml::{Node, Yaml};

const UNVERIFIED: &str = "PRESENT_BEHAVIOR_UNVERIFIED";

/// The page `VERIFICATION.md`: front matter for programs, then a body for people. `verified_at` is a time of ISO 8601
/// in UTC, `project` how the project is called; without a name the page says none.
#[must_use]
pub fn markdown(report: &Report, project: &str, verified_at: &str) -> String {
    let mut page = front(report, verified_at);
    let name = if project.is_empty() {
        String::new()
    } else {
        format!(" in {}", cell(project))
    };
    page.push_str(&format!(
        "\n# Verification of {}{name}\n\n",
        cell(&report.phase)
    ));
    page.push_str(&format!("**{}**: ", report.status.word()));
    page.push_str(&match (&report.looked_at, report.items.as_slice()) {
        (Some(looked), []) => format!("looked at {looked}."),
        (Some(looked), [_, ..]) => format!("{}. Looked at {looked}.", score(report)),
        (None, _) => format!("{}.", score(report)),
    });
    if let Some(tree) = &report.tree {
        page.push_str(&format!(" Tree `{tree}`."));
    }
    page.push('\n');
    for (kind, heading) in [
        (ItemKind::Truth, "Truths"),
        (ItemKind::Artifact, "Artifacts"),
        (ItemKind::KeyLink, "Key links"),
        (ItemKind::Requirement, "Requirements"),
        (ItemKind::Gate, "Commands and gates"),
    ] {
        page.push_str(&table(report, kind, heading));
    }
    page.push_str(&gaps_for_people(report));
    page.push_str(&derived_for_people(report));
    page.push_str(&again_for_people(report));
    page.push_str(&feedback_for_people(report));
    page.push_str(&accepted::for_people(report));
    page.push_str(&parts_for_people(report));
    page.push_str(&verdict::for_people(report));
    page
}

fn front(report: &Report, verified_at: &str) -> String {
    let mut yaml = Yaml::new();
    let unproved = unverified(report).count();
    for (name, value) in [
        ("phase", Node::Text(report.phase.clone())),
        ("verified", Node::Word(verified_at.to_owned())),
        ("status", Node::Word(report.status.word().to_owned())),
        ("score", Node::Text(score(report))),
        ("behavior_unverified", Node::Word(unproved.to_string())),
    ] {
        yaml.value(0, name, &value);
    }
    if let Some(looked) = &report.looked_at {
        yaml.value(0, "looked_at", &Node::Text(looked.to_string()));
    }
    if let Some(inputs) = &report.inputs {
        verdict::front(&mut yaml, report, inputs);
    }
    if let Some(it) = &report.re_verification {
        yaml.value(0, "re_verification", &again(report, it));
    }
    let lists: [(&str, Vec<Node>); 3] = [
        ("gaps", report.gaps().map(gap).collect()),
        (
            "behavior_unverified_items",
            unverified(report).map(behaviour).collect(),
        ),
        ("human_verification", humans(report).map(human).collect()),
    ];
    for (name, list) in lists {
        if !list.is_empty() {
            yaml.value(0, name, &Node::List(list));
        }
    }
    yaml.finish()
}

fn score(report: &Report) -> String {
    let (verified, all) = report.score();
    format!("{verified}/{all} must-haves verified")
}

fn unverified(report: &Report) -> impl Iterator<Item = &Item> {
    report.items.iter().filter(|item| item.word == UNVERIFIED)
}

fn humans(report: &Report) -> impl Iterator<Item = &Item> {
    let items = report.items.iter();
    items.filter(|item| matches!(item.status, ItemStatus::Human | ItemStatus::Unknown))
}

fn gap(item: &Item) -> Node {
    let text = |text: &str| Node::Text(text.to_owned());
    let artifact =
        |path: &String| Node::Map(vec![("path", text(path)), ("issue", text(&item.reason))]);
    let partial = item.word == "PARTIAL";
    let status = if partial { "partial" } else { "failed" };
    Node::Map(vec![
        ("truth", text(&item.text)),
        ("status", Node::Word(status.to_owned())),
        ("reason", text(&item.reason)),
        (
            "artifacts",
            Node::List(item.path.iter().map(artifact).collect()),
        ),
        ("missing", Node::texts(item.missing.iter().cloned())),
    ])
}

fn human(item: &Item) -> Node {
    let expected = match item.kind {
        ItemKind::Truth => item.text.clone(),
        ItemKind::Artifact => format!("{} is there and does its work", item.text),
        ItemKind::KeyLink => format!("the one uses the other: {}", item.text),
        ItemKind::Requirement => format!("requirement {} is met", item.text),
        ItemKind::Gate => format!("{} passes", item.text),
    };
    Node::Map(vec![
        ("test", Node::Text(item.text.clone())),
        ("expected", Node::Text(expected)),
        ("why_human", Node::Text(item.reason.clone())),
    ])
}

fn behaviour(item: &Item) -> Node {
    Node::Map(vec![
        ("truth", Node::Text(item.text.clone())),
        ("test", Node::Text("none".to_owned())),
        ("expected", Node::Text(item.text.clone())),
        ("why_human", Node::Text(item.reason.clone())),
    ])
}

/// With the words of the items rather than their ids, for those that still are items.
fn again(report: &Report, it: &ReVerification) -> Node {
    let words = |ids: &[String]| {
        let text = |id: &String| {
            let item = report.items.iter().find(|item| item.id == *id);
            item.map_or_else(|| id.clone(), |item| item.text.clone())
        };
        Node::texts(ids.iter().map(text))
    };
    let mut fields = vec![
        (
            "previous_status",
            Node::Word(it.previous_status.word().to_owned()),
        ),
        ("previous_score", Node::Text(it.previous_score.clone())),
        ("gaps_closed", words(&it.gaps_closed)),
        ("gaps_remaining", words(&it.gaps_remaining)),
        ("regressions", words(&it.regressions)),
    ];
    if !it.gaps_unasked.is_empty() {
        fields.push(("gaps_unasked", words(&it.gaps_unasked)));
    }
    Node::Map(fields)
}

fn table(report: &Report, kind: ItemKind, heading: &str) -> String {
    let items: Vec<&Item> = report
        .items
        .iter()
        .filter(|item| item.kind == kind)
        .collect();
    if items.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n## {heading}\n\n| | what | state | level | why | evidence |\n|---|---|---|---|---|---|\n"
    );
    for item in items {
        let mark = match item.status {
            ItemStatus::Verified => "✓",
            ItemStatus::Failed => "✗",
            ItemStatus::Unknown | ItemStatus::Human => "?",
        };
        let level = item
            .level
            .map_or_else(String::new, |level| level.to_string());
        let row = [
            mark.to_owned(),
            cell(&named(item)),
            cell(&item.word),
            level,
            cell(&item.reason),
            cell(&item.evidence.join(", ")),
        ];
        text.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    text
}

fn gaps_for_people(report: &Report) -> String {
    let mut text = String::new();
    for item in report.gaps() {
        if text.is_empty() {
            text.push_str("\n## What is missing\n\n");
        }
        text.push_str(&format!(
            "- {}: {}{}\n",
            cell(&named(item)),
            cell(&item.reason),
            ruled(item)
        ));
        for missing in &item.missing {
            text.push_str(&format!("  - {}\n", cell(missing)));
        }
    }
    let mut first = true;
    for item in humans(report) {
        if first {
            text.push_str("\n## What a person has to look at\n\n");
            first = false;
        }
        text.push_str(&format!(
            "- {}: {}\n",
            cell(&named(item)),
            cell(&item.reason)
        ));
    }
    text
}

/// The rule that decided, as notes have theirs.
fn ruled(item: &Item) -> String {
    match item.rule.as_str() {
        "" => String::new(),
        rule => format!(" (`{rule}`)"),
    }
}

/// What an item is about, with its file where the text does not say it.
fn named(item: &Item) -> String {
    match item.place() {
        Some(place) if item.path.as_ref() == Some(&item.text) => place,
        Some(place) if !item.text.contains(&place) => format!("{place}: {}", item.text),
        Some(_) | None => item.text.clone(),
    }
}

/// What nobody wrote down as something that must hold.
fn derived_for_people(report: &Report) -> String {
    let mut text = String::new();
    for item in report.items.iter().filter(|it| it.derived) {
        if text.is_empty() {
            text.push_str(
                "\n## What was derived\n\nNobody wrote these down as what must hold: they follow from what the plan says otherwise.\n\n",
            );
        }
        text.push_str(&format!("- {}\n", cell(&item.text)));
    }
    text
}

fn again_for_people(report: &Report) -> String {
    let Some(it) = &report.re_verification else {
        return String::new();
    };
    let words = again(report, it).json();
    let mut text = format!(
        "\n## Since the report before\n\nIt was {} with {}.\n\n",
        it.previous_status.word(),
        it.previous_score
    );
    for (key, name) in [
        ("gaps_closed", "closed"),
        ("gaps_remaining", "still open"),
        ("regressions", "worse than before"),
        (
            "gaps_unasked",
            "not asked about any more, so neither closed nor looked at",
        ),
    ] {
        let list = words.get(key).and_then(Value::as_array);
        for entry in list.into_iter().flatten().filter_map(Value::as_str) {
            text.push_str(&format!("- {name}: {}\n", cell(entry)));
        }
    }
    text
}

fn feedback_for_people(report: &Report) -> String {
    let mut text = String::new();
    for it in report.notes() {
        if text.is_empty() {
            text.push_str("\n## Worth knowing\n\n");
        }
        let line = it.location.as_ref().and_then(|it| it.line);
        let line = line.map_or_else(String::new, |line| format!(", line {line}"));
        text.push_str(&format!("- {} (`{}`{line})\n", cell(&it.message), it.rule));
    }
    text
}

fn parts_for_people(report: &Report) -> String {
    let mut text = String::new();
    for part in &report.parts {
        if let Some(why) = &part.skipped {
            if text.is_empty() {
                text.push_str("\n## What did not take part\n\n");
            }
            text.push_str(&format!("- `{}`: {}\n", part.verifier, cell(why)));
        }
    }
    text
}
