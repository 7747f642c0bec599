//! What is told has the fields of what real forges told, with the same types: compared with recorded deliveries.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use testforge::{EditIssue, Kind, NewIssue, NewReview, WorkflowRun};

use crate::kit::{REPO, Stage};

fn folder(name: &str) -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus/forge/recorded");
    let folder = beside.join(name);
    folder.is_dir().then_some(folder)
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

/// Every path to a value, with its type. Items of a list have one path.
fn paths(value: &Value, at: &str, into: &mut BTreeMap<String, Vec<&'static str>>) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "flag",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    };
    let kinds = into.entry(at.to_owned()).or_default();
    if !kinds.contains(&kind) {
        kinds.push(kind);
    }
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                paths(value, &format!("{at}.{name}"), into);
            }
        }
        Value::Array(list) => {
            for value in list {
                paths(value, &format!("{at}[]"), into);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What differs. What was null or empty on either side says nothing about what is below.
fn differences(ours: &Value, real: &[Value]) -> Vec<String> {
    let (mut mine, mut theirs) = (BTreeMap::new(), BTreeMap::new());
    paths(ours, "", &mut mine);
    for one in real {
        paths(one, "", &mut theirs);
    }
    let above_is_open = |path: &str, map: &BTreeMap<String, Vec<&'static str>>| {
        let mut above = path;
        while let Some((shorter, _)) = above.rsplit_once(['.', '[']) {
            above = shorter;
            match map.get(above).map(Vec::as_slice) {
                Some(["object"]) | None => {}
                // A list may be empty, and what can be null may be so.
                Some(_) => {
                    return !map
                        .keys()
                        .any(|key| key.starts_with(above) && key.len() > above.len());
                }
            }
        }
        false
    };
    let mut found = Vec::new();
    for (path, kinds) in &mine {
        match theirs.get(path) {
            None if !above_is_open(path, &theirs) => found.push(format!("only ours: {path}")),
            Some(real)
                if !kinds
                    .iter()
                    .all(|kind| *kind == "null" || real.contains(kind) || real == &["null"]) =>
            {
                found.push(format!("{path} is {kinds:?}, really {real:?}"));
            }
            None | Some(_) => {}
        }
    }
    for path in theirs.keys() {
        if !mine.contains_key(path) && !above_is_open(path, &mine) {
            found.push(format!("only real: {path}"));
        }
    }
    found
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

/// Differences that are known and do not matter.
fn is_known(difference: &str) -> bool {
    // The real run had a team among the reviewers, labels on a push, and a signature to check in a trial.
    difference.contains("requested_reviewers_teams") || difference.contains(".verification")
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
            let of = |name: &&str| recorded(name, &one.event_type, &one.action);
            let real: Vec<Value> = folders
                .iter()
                .flat_map(of_each(&of))
                .map(|(body, _)| body)
                .collect();
            if real.is_empty() {
                continue;
            }
            compared += 1;
            let ours: Value = serde_json::from_str(&one.body).unwrap();
            for text in differences(&ours, &real) {
                if !is_known(&text) {
                    wrong.push(format!("{}/{}: {text}", one.event_type, one.action));
                }
            }
        }
        wrong.sort();
        wrong.dedup();
        assert_eq!(wrong, Vec::<String>::new(), "{kind:?}");
        assert!(compared > 20, "{kind:?}: {compared}");
    }
}

fn of_each<'a, T>(of: &'a impl Fn(&&str) -> T) -> impl Fn(&&'static str) -> T + 'a {
    move |name| of(name)
}
