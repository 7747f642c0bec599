//! What people say to an agent's work and to its questions, and of whom it counts.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use testforge::Access;

use super::script::{self, CHECK, SLUG, SLUG_SAID, comment};
use super::stage::Stage;
use super::stream::Stream;
use crate::agent::{self, call, done, scene, turn, write};

const REPO: &str = "acme/widgets";

/// An agent that opens a pull request by itself, and then says this.
fn worker(more: &[Value]) -> Stage {
    let scenes = [more, &[script::feature()]].concat();
    let mut stage = Stage::plain(&agent::script(&scenes), "");
    stage.has_reviewer = false;
    stage.configure("");
    // Somebody who sees the repository, and no more.
    let token = stage.forge().user("guest");
    stage.tokens.insert("guest".to_owned(), token);
    let allowed = stage.forge().allow(REPO, "guest", Some(Access::Read));
    allowed.expect("access");
    stage
}

fn assigned(stage: &Stage) -> u64 {
    let (title, body) = ("Write slug.sh", "It prints a slug.");
    stage.open("mia", title, body, "type/feat", &["coder"])
}

fn endings(stage: &Stage, action: &str) -> Vec<String> {
    let tasks = Stream::read(stage).tasks().into_iter();
    tasks
        .filter(|it| it.0 == action)
        .flat_map(|it| it.1)
        .collect()
}

#[test]
fn a_review_that_is_only_a_comment_gets_a_change_and_an_answer() {
    let stage = worker(&[scene(
        "got a review comment",
        &[
            turn(&[write("slug.sh", SLUG_SAID)]),
            turn(&[comment("It says so now. @mia")]),
            turn(&[done()]),
        ],
    )]);
    let daemon = stage.serve();
    assigned(&stage);
    let pull = stage.wait(Some(&daemon), "a pull request", || stage.pulls().pop());
    let number = pull["number"].as_u64().expect("a number");
    stage.wait(Some(&daemon), "its end", || daemon.is_idle().then_some(()));
    let review = json!({"event": "COMMENT", "body": "Could its head say what it does?"});
    stage.as_("mia", "POST", &format!("/pulls/{number}/reviews"), &review);
    let branch = pull["head"]["ref"].as_str().expect("a branch");
    stage.wait(Some(&daemon), "the change", || {
        let text = stage.file(branch, "slug.sh")?;
        (text == SLUG_SAID.trim_end()).then_some(())
    });
    stage.wait(Some(&daemon), "the end of the task", || {
        (endings(&stage, "review_comment") == ["done: commented"]).then_some(())
    });
    stage.wait(Some(&daemon), "its end", || daemon.is_idle().then_some(()));
    let said = stage.comments(number);
    assert!(
        said.iter().any(|it| it.1.contains("It says so now.")),
        "{said:?}"
    );
    let (code, log) = daemon.stop();
    assert_eq!(code, 0, "{log}");
    stage.sound();
}

#[test]
fn an_approval_of_somebody_who_may_not_write_merges_nothing() {
    let merge = call("merge_pull_request", json!({}));
    let stage = worker(&[script::once(
        "merges this pull request, if its head",
        &[merge],
    )]);
    let daemon = stage.serve();
    assigned(&stage);
    let pull = stage.wait(Some(&daemon), "a pull request", || stage.pulls().pop());
    let number = pull["number"].as_u64().expect("a number");
    stage.wait(Some(&daemon), "its end", || daemon.is_idle().then_some(()));
    let reviews = format!("/pulls/{number}/reviews");
    let approval = json!({"event": "APPROVED", "body": "Merge it."});
    stage.as_("guest", "POST", &reviews, &approval);
    stage.wait(Some(&daemon), "what becomes of it", || {
        (endings(&stage, "review_result") == ["done: withdrawn"]).then_some(())
    });
    assert_eq!(stage.get(&format!("/pulls/{number}"))["merged"], false);
    // Of somebody who may it counts.
    stage.as_("mia", "POST", &reviews, &approval);
    stage.wait(Some(&daemon), "the merge", || {
        (stage.get(&format!("/pulls/{number}"))["merged"] == true).then_some(())
    });
    let (code, log) = daemon.stop();
    assert_eq!(code, 0, "{log}");
    stage.sound();
}

#[test]
fn a_question_is_answered_where_it_was_asked() {
    let ask = call("ask", json!({"question": "Dashes or dots?"}));
    let mut stage = worker(&[]);
    let scene = scene(
        "assigned a feature",
        &[
            turn(&[ask]),
            turn(&[write("slug.sh", SLUG), write("check.sh", CHECK)]),
            turn(&[done()]),
        ],
    );
    std::fs::write(stage.world.path("home/agent.json"), agent::script(&[scene])).expect("a script");
    stage.has_reviewer = false;
    let daemon = stage.serve();
    let issue = assigned(&stage);
    let asked = stage.wait(Some(&daemon), "the question", || {
        let mut said = stage.comments(issue).into_iter();
        said.find(|it| it.1.contains("Dashes or dots?"))
    });
    assert_eq!(asked.0, "coder");
    let (_, behind) = asked.1.split_once("/answer ").expect("how to answer");
    let name: String = behind
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let answer = |words: &str| json!({ "body": format!("/answer {name} {words}") });
    let comments = format!("/issues/{issue}/comments");
    // Forges tell whole seconds: what is said within the second of the question might have been said before.
    let second = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map(|it| it.as_secs())
    };
    let asked_s = second().expect("a time");
    stage.wait(Some(&daemon), "the next second", || {
        (second().ok()? > asked_s + 1).then_some(())
    });
    stage.as_("guest", "POST", &comments, &answer("dots"));
    stage.as_("mia", "POST", &comments, &answer("dashes"));
    stage.wait(Some(&daemon), "a pull request", || stage.pulls().pop());
    stage.wait(Some(&daemon), "its end", || daemon.is_idle().then_some(()));
    let (code, log) = daemon.stop();
    assert_eq!(code, 0, "{log}");
    let run = &stage.sound().runs()[0];
    let ledger = stage.world.run(&["ledger", "export", run]).out;
    assert!(
        ledger.contains("dashes") && !ledger.contains("dots\""),
        "{ledger}"
    );
    assert!(ledger.contains("@mia"), "who answered is told: {ledger}");
}
