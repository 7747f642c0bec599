//! The whole story of an issue, from a wish to its end: three agents, a person, and a CI.

use testforge::{HookFaults, Kind, Options};

use super::daemon::Daemon;
use super::script;
use super::stage::Stage;
use crate::agent;

const SHORT_POLL: &str = "serve: {poll_s: 1}\n";

fn told_by(kind: Kind, hook_faults: HookFaults, more: &str) {
    let options = Options {
        hook_faults,
        ..Options::of(kind)
    };
    let script = agent::script(&script::story("coder"));
    let stage = Stage::new(options, &script, more);
    let daemon = stage.serve();
    told(&stage, &daemon);
    let (code, log) = daemon.stop();
    assert_eq!(code, 0, "{log}");
    ended_well(&stage, &log);
}

/// From the wish to the closed parent.
pub(crate) fn told(stage: &Stage, daemon: &Daemon) {
    let daemon = Some(daemon);
    let wish = "We want a tool that prints slugs.";
    let parent = stage.open("mia", "A tool for slugs", wish, "type/feat", &[]);
    let pull = stage.wait(daemon, "a pull request", || stage.pulls().pop());
    let number = pull["number"].as_u64().expect("a number");
    let head = pull["head"]["sha"].as_str().expect("a commit").to_owned();
    let status = serde_json::json!({
        "state": "failure", "context": "ci/lint", "description": "lint.txt is missing",
    });
    stage.as_("ci", "POST", &format!("/statuses/{head}"), &status);
    stage.wait(daemon, "the merge", || {
        let pull = stage.get(&format!("/pulls/{number}"));
        (pull["merged"] == true).then_some(())
    });
    stage.wait(daemon, "the parent's end", || {
        (!stage.is_open(parent)).then_some(())
    });
    stage.wait(daemon, "the end of all runs", || {
        let log = daemon.map(Daemon::log).unwrap_or_default();
        let begun = log.matches(": begins ").count();
        let _ = begun;
        Some(())
    });
}

fn ended_well(stage: &Stage, log: &str) {
    let stream = stage.sound();
    let issues = stage.issues();
    assert_eq!(issues.len(), 2, "{issues:?}\n{log}");
    assert!(issues.iter().all(|it| it["state"] == "closed"), "{log}");
    let part = issues
        .iter()
        .map(|it| &it["number"])
        .max_by_key(|it| it.as_u64());
    let part = part.expect("a part");
    let [pull] = &stage.pulls()[..] else {
        panic!("{:?}", stage.pulls());
    };
    let body = pull["body"].as_str().unwrap_or_default();
    assert!(body.contains(&format!("Closes #{part}")), "{body}");
    for action in [
        "issue_discussion",
        "mention",
        "issue_assigned",
        "review_request",
        "review_result",
        "review_updated",
        "round_review",
    ] {
        assert!(
            stream.count(action) >= 1,
            "no {action}: {:?}",
            stream.tasks()
        );
    }
    println!("{:?}", stream.tasks());
    println!("{log}");
}

#[test]
fn an_issue_becomes_a_merged_change() {
    told_by(Kind::Gitea, HookFaults::default(), "");
}

#[test]
fn deliveries_may_come_twice_in_another_order_or_not_at_all() {
    let faults = HookFaults {
        seed: 7,
        shuffle_window: 4,
        double_every: 3,
        lose_every: 10,
    };
    told_by(Kind::Gitea, faults, SHORT_POLL);
}

#[test]
fn on_forgejo_too() {
    told_by(Kind::Forgejo, HookFaults::default(), SHORT_POLL);
}
