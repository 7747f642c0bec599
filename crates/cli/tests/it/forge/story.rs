//! The whole story of an issue, from a wish to its end: three agents, a person, and a CI.

use testforge::{HookFaults, Kind, Options};

use super::daemon::Daemon;
use super::script;
use super::stage::Stage;
use crate::agent;

pub(crate) const SHORT_POLL: &str = "serve: {poll_s: 1}\n";

/// Who asks the reviewer: the agent that opens a pull request, or a person once its checks are green.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asks {
    Agent,
    Person,
}

fn told_by(options: Options, asks: Asks, more: &str) {
    let script = agent::script(&script::story("coder"));
    let mut stage = Stage::new(options, &script, more);
    stage.has_reviewer = asks == Asks::Agent;
    stage.configure(more);
    let daemon = stage.serve();
    told(&stage, &daemon, asks);
    let (code, log) = daemon.stop();
    assert_eq!(code, 0, "{log}");
    ended_well(&stage, asks, &log);
}

/// From the wish to the closed parent.
pub(crate) fn told(stage: &Stage, daemon: &Daemon, asks: Asks) {
    let daemon = Some(daemon);
    let wish = "We want a tool that prints slugs.";
    let parent = stage.open("mia", "A tool for slugs", wish, "type/feat", &[]);
    let pull = stage.wait(daemon, "a pull request", || stage.pulls().pop());
    let number = pull["number"].as_u64().expect("a number");
    let head = pull["head"]["sha"].as_str().expect("a commit").to_owned();
    stage.fail_checks(&head);
    if asks == Asks::Person {
        stage.wait(daemon, "another head", || {
            let pull = stage.get(&format!("/pulls/{number}"));
            (pull["head"]["sha"] != head.as_str()).then_some(())
        });
        stage.ask_reviewer(number);
    }
    stage.wait(daemon, "the merge", || {
        let pull = stage.get(&format!("/pulls/{number}"));
        (pull["merged"] == true).then_some(())
    });
    stage.wait(daemon, "the parent's end", || {
        (!stage.is_open(parent)).then_some(())
    });
    stage.wait(daemon, "the end of all runs", || {
        daemon.is_some_and(Daemon::is_idle).then_some(())
    });
}

/// What stands on the forge and in the ledger afterwards.
pub(crate) fn ended_well(stage: &Stage, asks: Asks, log: &str) {
    let stream = stage.sound();
    let issues = stage.issues();
    assert_eq!(issues.len(), 2, "{issues:?}\n{log}");
    assert!(issues.iter().all(|it| it["state"] == "closed"), "{log}");
    let numbers = issues.iter().map(|it| it["number"].as_u64());
    let part = numbers.max().flatten().expect("a part");
    let [pull] = &stage.pulls()[..] else {
        panic!("{:?}", stage.pulls());
    };
    let body = pull["body"].as_str().unwrap_or_default();
    assert!(body.contains(&format!("Closes #{part}")), "{body}");
    let part = stage.get(&format!("/issues/{part}"));
    let body = part["body"].as_str().unwrap_or_default();
    assert!(body.starts_with("Parent: #1"), "{body}");
    let mut actions = vec![
        "issue_discussion",
        "mention",
        "issue_assigned",
        "ci_failure",
        "review_request",
        "review_updated",
        "round_review",
    ];
    if asks == Asks::Person {
        actions.push("review_result");
        let said = stage.file("main", "slug.sh");
        assert_eq!(said.as_deref(), Some(script::SLUG_SAID.trim_end()), "{log}");
        assert_eq!(
            stage.file("main", "lint.txt").as_deref(),
            Some("clean"),
            "{log}"
        );
    }
    for action in actions {
        let count = stream.count(action);
        assert!(count >= 1, "no {action}: {:?}\n{log}", stream.tasks());
    }
    let failed: Vec<_> = stream
        .tasks()
        .into_iter()
        .filter(|(_, it)| it.concat().contains("failed"))
        .collect();
    assert!(failed.is_empty(), "{failed:?}\n{log}");
}

#[test]
fn an_issue_becomes_a_merged_change() {
    told_by(Options::default(), Asks::Person, "");
}

#[test]
fn agents_ask_each_other_for_reviews() {
    told_by(Options::default(), Asks::Agent, "");
}

#[test]
fn deliveries_may_come_twice_in_another_order_or_not_at_all() {
    for seed in [7, 42] {
        let hook_faults = HookFaults {
            seed,
            shuffle_window: 4,
            double_every: 3,
            lose_every: 10,
        };
        let options = Options {
            hook_faults,
            ..Options::default()
        };
        told_by(options, Asks::Person, SHORT_POLL);
    }
}

#[test]
fn all_deliveries_may_be_lost() {
    let hook_faults = HookFaults {
        lose_every: 1,
        ..HookFaults::default()
    };
    let options = Options {
        hook_faults,
        ..Options::default()
    };
    told_by(options, Asks::Person, SHORT_POLL);
}

#[test]
fn on_forgejo_too() {
    told_by(Options::of(Kind::Forgejo), Asks::Person, SHORT_POLL);
}

#[test]
fn on_github_too() {
    told_by(Options::of(Kind::Github), Asks::Person, SHORT_POLL);
}

/// The same story against a real server, where the environment names one: `INTERLOCK_TEST_FORGE` is its address, and
/// `INTERLOCK_TEST_FORGE_TOKEN` a token of one of its administrators.
#[test]
fn on_a_real_server_too() {
    let named = |name: &str| std::env::var(name).ok().filter(|it| !it.is_empty());
    let url = named("INTERLOCK_TEST_FORGE");
    let (Some(url), Some(token)) = (url, named("INTERLOCK_TEST_FORGE_TOKEN")) else {
        println!("skipped: INTERLOCK_TEST_FORGE names no server");
        return;
    };
    let stage = Stage::real(&url, &token);
    let daemon = stage.serve();
    told(&stage, &daemon, Asks::Person);
    let (code, log) = daemon.stop();
    assert_eq!(code, 0, "{log}");
    ended_well(&stage, Asks::Person, &log);
}
