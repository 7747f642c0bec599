//! Hooks of several kinds and places, runs of workflows, and what differs between Gitea and Forgejo.

use serde_json::{Value, json};
use testforge::{Access, Fault, FaultKind, Kind, NewHook, NewIssue, Outcome, WorkflowRun};

use crate::kit::{REPO, Receiver, SECRET, Stage, git};

fn issue(stage: &Stage) -> u64 {
    let new = NewIssue {
        title: "a".into(),
        ..NewIssue::default()
    };
    stage.forge.open_issue(REPO, "boss", new).unwrap()
}

#[test]
fn one_event_reaches_a_repository_an_organisation_and_the_system() {
    let stage = Stage::new(Kind::Gitea);
    let receiver = stage.receiver();
    for org in ["acme", ""] {
        let hook = NewHook::all(&receiver.url, "");
        stage.forge.wide_hook(org, hook).unwrap();
    }
    issue(&stage);
    stage.forge.drain();
    let arrived = receiver.arrived();
    let targets: Vec<&str> = arrived
        .iter()
        .map(|one| one.header("X-Gitea-Hook-Installation-Target-Type"))
        .collect();
    assert_eq!(targets, ["repository", "organization", "system"]);
    let mut ids: Vec<&str> = arrived
        .iter()
        .map(|one| one.header("X-Gitea-Delivery"))
        .collect();
    ids.dedup();
    assert_eq!(ids.len(), 3);
    assert_eq!(arrived[1].header("X-Gitea-Signature"), "");
    assert_eq!(arrived[1].header("X-Hub-Signature-256"), "sha256=");
}

#[test]
fn what_nobody_takes_is_not_sent_again() {
    let stage = Stage::new(Kind::Gitea);
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}/", free.local_addr().unwrap());
    drop(free);
    stage.forge.hook(REPO, NewHook::all(&url, SECRET)).unwrap();
    issue(&stage);
    stage.forge.drain();
    let log = stage.forge.deliveries();
    assert_eq!(log.len(), 1);
    assert!(matches!(log[0].outcome, Outcome::Failed(_)), "{log:?}");
}

#[test]
fn forgejo_tells_branches_by_the_kind_of_hook() {
    let stage = Stage::new(Kind::Forgejo);
    let (short, full) = (Receiver::start(), Receiver::start());
    for (receiver, flavour) in [(&short, "gitea"), (&full, "forgejo")] {
        let hook = NewHook {
            flavour: flavour.into(),
            ..NewHook::all(&receiver.url, SECRET)
        };
        stage.forge.hook(REPO, hook).unwrap();
    }
    stage
        .forge
        .make_branch(REPO, "coder", "feat/a", "main")
        .unwrap();
    stage.forge.drain();
    let first = |receiver: &Receiver| receiver.arrived().remove(0);
    assert_eq!(first(&short).json()["ref"], "feat/a");
    assert_eq!(first(&full).json()["ref"], "refs/heads/feat/a");
    assert!(first(&short).body.starts_with("{\"ref\":"));
}

fn run(stage: &Stage, event: &str, conclusion: &str) -> Vec<String> {
    let sha = stage.forge.branches(REPO).unwrap()["main"].clone();
    let before = stage.told().len();
    let run = WorkflowRun {
        workflow: "ci.yml".into(),
        sha,
        branch: "main".into(),
        event: event.into(),
        log: "assertion failed\n".into(),
        conclusion: conclusion.into(),
        ..WorkflowRun::default()
    };
    stage.forge.workflow_run(REPO, "coder", run).unwrap();
    stage.told().split_off(before)
}

#[test]
fn a_failed_run_is_told_many_times() {
    let stage = Stage::new(Kind::Gitea);
    stage.receiver();
    let told = run(&stage, "push", "failure");
    let ends: Vec<&str> = told[5..].iter().map(String::as_str).collect();
    let order = [
        "status",
        "workflow_job/completed",
        "workflow_run/completed",
        "workflow_run/completed",
    ];
    assert_eq!(ends, order, "{told:?}");
    let told = run(&stage, "workflow_dispatch", "success");
    assert!(!told.contains(&"status".to_owned()), "{told:?}");
    let coder = stage.client(&stage.coder);
    let get = |path: &str| coder.here("GET", path, Value::Null);
    let tasks = get("/actions/tasks").json();
    assert_eq!(tasks["workflow_runs"][1]["status"], "failure");
    let runs = get("/actions/runs").json();
    assert_eq!(runs["workflow_runs"][1]["conclusion"], "failure");
    let jobs = get("/actions/runs/1/jobs").json();
    assert_eq!(jobs["jobs"][0]["conclusion"], "failure");
    assert_eq!(get("/actions/jobs/1/logs").text, "assertion failed\n");
    assert_eq!(get("/commits/main/status").json()["state"], "failure");
}

#[test]
fn forgejo_tells_runs_in_its_own_words_and_statuses_never() {
    let stage = Stage::new(Kind::Forgejo);
    let receiver = stage.receiver();
    assert_eq!(
        run(&stage, "push", "cancelled"),
        ["action_run_failure/failure"]
    );
    assert_eq!(
        run(&stage, "push", "success"),
        ["action_run_success/success"]
    );
    let body = receiver.arrived()[0].json();
    assert_eq!(body["run"]["status"], "cancelled");
    assert_eq!(
        (body.get("repository"), body.get("sender")),
        (None, None),
        "both stand in the run"
    );
    let coder = stage.client(&stage.coder);
    let jobs = coder.here("GET", "/actions/runs/1/jobs", Value::Null);
    assert_eq!((jobs.status, coder.get("/version").status), (404, 200));
}

#[test]
fn administrators_make_people_and_act_as_others() {
    let stage = Stage::new(Kind::Gitea);
    let root = stage.client(&stage.forge.user("root"));
    let new = json!({"username": "bot", "email": "b@test.invalid"});
    assert_eq!(root.call("POST", "/admin/users", new.clone()).status, 403);
    stage.forge.make_admin("root").unwrap();
    assert_eq!(root.call("POST", "/admin/users", new).status, 201);
    let token = |scopes: Value| {
        let body = json!({"name": "t", "scopes": scopes});
        root.call("POST", "/users/bot/tokens", body)
    };
    assert_eq!(token(json!([])).status, 400);
    let made = token(json!(["all"]));
    assert_eq!(token(json!(["all"])).status, 400);
    stage.forge.allow(REPO, "bot", Some(Access::Write)).unwrap();
    let bot = stage.client(made.json()["sha1"].as_str().unwrap());
    assert_eq!(bot.get("/user").json()["login"], "bot");
    assert_eq!(bot.here("GET", "", Value::Null).status, 200);
}

#[test]
fn a_push_can_be_done_without_the_client_hearing_of_it() {
    let stage = Stage::new(Kind::Gitea);
    let folder = tempfile::tempdir().unwrap();
    let url = stage.forge.git_url_as(REPO, "coder", &stage.coder);
    git(folder.path(), &["clone", "-q", &url, "w"]).unwrap();
    let work = folder.path().join("w");
    git(&work, &["commit", "-q", "--allow-empty", "-m", "one"]).unwrap();
    stage.forge.fault(Fault {
        method: "POST".into(),
        path_contains: "git-receive-pack".into(),
        times: 1,
        what: FaultKind::CutAfterDoing,
    });
    assert!(git(&work, &["push", "-q", "origin", "main"]).is_err());
    let head = git(&work, &["rev-parse", "HEAD"]).unwrap();
    assert_eq!(stage.forge.branches(REPO).unwrap()["main"], head);
}
