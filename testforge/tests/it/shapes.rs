//! What is told has the fields of what real forges told, with the same types: compared with recorded deliveries.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use testforge::{EditIssue, Kind, NewIssue, NewReview, WorkflowRun};

use crate::kit::{REPO, Stage};

/// Where recordings of a server are; `None` in a checkout without the corpus of forges.
fn folder(name: &str) -> Option<PathBuf> {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus/forge");
    if !corpus.is_dir() {
        return None;
    }
    let folder = corpus.join("recorded").join(name);
    assert!(folder.is_dir(), "no recordings in {}", folder.display());
    Some(folder)
}

fn read(file: &PathBuf) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// All recorded deliveries of a type and an action, as bodies and headers.
fn recorded(name: &str, exact: &str, action: &str) -> Vec<(Value, Value)> {
    let Some(folder) = folder(name) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|one| one.unwrap().path())
        .collect();
    files.sort();
    let headers = files
        .iter()
        .filter(|file| file.to_string_lossy().ends_with(".headers.json"));
    let pairs = headers.filter_map(|file| {
        let headers = read(file);
        let body = file
            .to_string_lossy()
            .replace(".headers.json", ".body.json");
        let body = PathBuf::from(body);
        let is_it = headers["headers"]["X-Gitea-Event-Type"] == exact && headers["hook"] == "main";
        let body = (is_it && body.exists()).then(|| read(&body))?;
        (body["action"].as_str().unwrap_or_default() == action).then_some((body, headers))
    });
    pairs.collect()
}

/// Names of the headers of one recorded delivery, sorted; `None` where there are no recordings.
pub(crate) fn recorded_headers(name: &str, exact: &str, action: &str) -> Option<Vec<String>> {
    let (_, headers) = recorded(name, exact, action).into_iter().next()?;
    let names = headers["headers"].as_object().unwrap().keys();
    let mut names: Vec<String> = names
        .filter(|name| name.starts_with("X-"))
        .cloned()
        .collect();
    names.sort();
    Some(names)
}

/// What differs between a value and all the real ones at the same place. Where none of those says anything, nothing can.
fn differences(ours: &Value, real: &[&Value], at: &str, found: &mut Vec<String>) {
    let told: Vec<&Value> = real.iter().copied().filter(|one| !one.is_null()).collect();
    if told.is_empty() {
        return;
    }
    match ours {
        Value::Null if told.len() < real.len() || may_be_null(at) => {}
        Value::Object(map) if told.iter().all(|one| one.is_object()) => {
            for name in map
                .keys()
                .filter(|name| told.iter().all(|one| one.get(*name).is_none()))
            {
                found.push(format!("only ours: {at}.{name}"));
            }
            for name in told[0].as_object().unwrap().keys() {
                if !map.contains_key(name) && told.iter().all(|one| one.get(name).is_some()) {
                    found.push(format!("only real: {at}.{name}"));
                }
            }
            for (name, value) in map {
                let below: Vec<&Value> = told.iter().filter_map(|one| one.get(name)).collect();
                differences(value, &below, &format!("{at}.{name}"), found);
            }
        }
        Value::Array(list) if told.iter().all(|one| one.is_array()) => {
            let items = told.iter().filter_map(|one| one.as_array());
            let items: Vec<&Value> = items.flatten().collect();
            for value in list {
                differences(value, &items, &format!("{at}[]"), found);
            }
        }
        plain @ (Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_)) => {
            let kind = std::mem::discriminant(plain);
            if told.iter().any(|one| std::mem::discriminant(*one) != kind) {
                found.push(format!("{at} is {plain}, really {}", told[0]));
            }
        }
    }
}

/// What is not there in every issue, though it was in every recorded one of a kind.
fn may_be_null(at: &str) -> bool {
    [".assignee", ".milestone", ".assignees"]
        .iter()
        .any(|end| at.ends_with(end))
}

/// Plays a story that tells everything once.
fn story(stage: &Stage) {
    let forge = &stage.forge;
    let label = forge.label(REPO, "type/feat").unwrap();
    let milestone = forge.milestone(REPO, "m1").unwrap();
    let n = forge
        .open_issue(
            REPO,
            "boss",
            NewIssue {
                title: "a".into(),
                labels: vec![label],
                assignees: vec!["coder".into()],
                milestone: Some(milestone),
                ..NewIssue::default()
            },
        )
        .unwrap();
    let edit = EditIssue {
        title: Some("b".into()),
        assignees: Some(Vec::new()),
        milestone: Some(0),
        open: Some(false),
        ..EditIssue::default()
    };
    forge.edit(REPO, "boss", n, edit).unwrap();
    forge.reopen(REPO, "boss", n).unwrap();
    let boss = stage.client(&stage.boss);
    boss.here("DELETE", &format!("/issues/{n}/labels"), json!(null));
    let comment = forge.comment(REPO, "boss", n, "c").unwrap();
    forge.edit_comment(REPO, "boss", comment, "d").unwrap();
    forge.delete_comment(REPO, "boss", comment).unwrap();
    let pull = stage.pull("feat/a", "WIP: A", &format!("Closes #{n}"));
    forge
        .add_labels(REPO, "boss", pull, &["type/feat"])
        .unwrap();
    forge.assign(REPO, "boss", pull, &["coder"]).unwrap();
    forge.comment(REPO, "boss", pull, "e").unwrap();
    forge
        .request_reviews(REPO, "coder", pull, &["reviewer"])
        .unwrap();
    for event in ["REQUEST_CHANGES", "COMMENT", "APPROVED"] {
        let new = NewReview {
            event: event.into(),
            body: "f".into(),
            ..NewReview::default()
        };
        forge.review(REPO, "reviewer", pull, new).unwrap();
    }
    let ready = EditIssue {
        title: Some("A".into()),
        ..EditIssue::default()
    };
    forge.edit(REPO, "coder", pull, ready).unwrap();
    let head = forge
        .commit(REPO, "coder", "feat/a", "more", &[("m", Some("m\n"))])
        .unwrap();
    forge
        .set_status(REPO, "coder", &head, "ci/unit", "pending")
        .unwrap();
    let run = WorkflowRun {
        workflow: "ci.yml".into(),
        sha: head,
        branch: "feat/a".into(),
        event: "push".into(),
        pull: None,
        log: "it failed".into(),
        conclusion: "failure".into(),
    };
    forge.workflow_run(REPO, "coder", run).unwrap();
    let merge = testforge::Merge {
        how: "squash".into(),
        delete_branch: true,
        ..testforge::Merge::default()
    };
    forge.merge(REPO, "boss", pull, merge).unwrap();
    forge.delete_issue(REPO, n).unwrap();
}

#[test]
fn deliveries_have_the_fields_of_real_ones() {
    for (kind, folders) in [
        (Kind::Gitea, ["gitea-1.26", "gitea-1.26-ci"]),
        (Kind::Forgejo, ["forgejo-14", "forgejo-14"]),
    ] {
        if folder(folders[0]).is_none() {
            continue;
        }
        let stage = Stage::new(kind);
        stage.receiver();
        story(&stage);
        stage.forge.drain();
        let (mut compared, mut wrong) = (0, Vec::new());
        for one in stage.forge.deliveries() {
            let mut real: Vec<Value> = Vec::new();
            for name in folders {
                let all = recorded(name, &one.event_type, &one.action);
                real.extend(all.into_iter().map(|(body, _)| body));
            }
            if real.is_empty() {
                continue;
            }
            compared += 1;
            let ours: Value = serde_json::from_str(&one.body).unwrap();
            let mut found = Vec::new();
            differences(&ours, &real.iter().collect::<Vec<_>>(), "", &mut found);
            let what = format!("{}/{}", one.event_type, one.action);
            wrong.extend(found.into_iter().map(|text| format!("{what}: {text}")));
        }
        wrong.sort();
        wrong.dedup();
        assert_eq!(wrong, Vec::<String>::new(), "{kind:?}");
        assert!(compared > 20, "{kind:?}: {compared}");
    }
}
