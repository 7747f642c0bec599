//! The scripted model: it finds its place from the prompt alone.

use ledger::money::{Price, Usd};
use ledger::reply::{Call, FailureKind, ModelFailure, Reply};
use model::ask::Model;
use model::price::Prices;
use model::prompt::{Answer, Block, Message, Prompt, Said};
use model::scripted::Script;

const SCRIPT: &str = r#"{
  "scenes": [
    {"name": "gaps", "when": "gaps", "replies": [{"text": "closing"}]},
    {"name": "judge", "system": "You judge", "after": "repeat", "replies": [{"text": "verdict {{step}}"}]}
  ],
  "replies": [
    {"text": "first", "calls": [{"tool": "read", "args": {"path": "{{step}}.rs"}}, {"tool": "list"}],
     "usage": {"input": 5, "cache_read": 0, "cache_write": 0, "output": 1}},
    {"when": "fn main", "calls": [{"tool": "exec", "args": "no json {{step}}"}]},
    {"fail": {"kind": "rate-limited", "retry_after_ms": 9, "times": 2}, "text": "third"}
  ]
}"#;

fn model(script: &str) -> Model {
    let prices = Prices {
        ceiling: Price {
            input: 1_000_000,
            output: 2_000_000,
            ..Price::default()
        },
        ..Prices::default()
    };
    Model::scripted(Script::from_json(script).expect("a script"), prices)
}

/// A conversation: what it opens with, the replies so far, and what the last results say.
async fn ask(
    model: &Model,
    opening: &str,
    replies: &[Reply],
    result: &str,
) -> Result<Reply, ModelFailure> {
    let mut messages = vec![Message::User(opening.into())];
    for reply in replies {
        messages.push(Message::Agent(Said::from(reply)));
        messages.push(Message::Results(answers(&reply.calls, result)));
    }
    let prompt = Prompt {
        model: "s".into(),
        system: vec![Block {
            text: "You write.".into(),
            cache: true,
        }],
        messages,
        ..Prompt::default()
    };
    model.ask(&prompt, |_| {}).await
}

fn answers<'a>(calls: &'a [Call], text: &'a str) -> Vec<Answer<'a>> {
    let answer = |call: &'a Call| Answer {
        call: &call.id,
        text: text.into(),
        is_error: false,
    };
    calls.iter().map(answer).collect()
}

#[tokio::test]
async fn the_step_is_read_from_the_prompt() {
    // A new model each time: nothing is remembered.
    let first = ask(&model(SCRIPT), "do it", &[], "").await.expect("first");
    assert_eq!(first.text, "first");
    assert_eq!(first.calls[0].args, "{\"path\":\"0.rs\"}");
    assert_eq!(first.calls[1].args, "{}");
    assert_ne!(first.calls[0].id, first.calls[1].id);
    assert_eq!(first.cost, Usd(7));
    let second = ask(
        &model(SCRIPT),
        "do it",
        std::slice::from_ref(&first),
        "fn main() {}",
    )
    .await
    .expect("second");
    assert_eq!(second.calls[0].args, "no json 1");
    // What is not said is counted: four bytes are a token.
    let bytes = "You write.do itfirst".len() + "read".len() + "{\"path\":\"0.rs\"}".len();
    let bytes = bytes + "list{}".len() + 2 * "fn main() {}".len();
    let counted = second.usage.expect("a count");
    assert_eq!(counted.input, bytes.div_ceil(4) as u64);
    assert_eq!(counted.output, "execno json 1".len().div_ceil(4) as u64);
    assert_eq!(second.cost, Usd(counted.input + 2 * counted.output));
    // A history that was cut at the front goes on in its place.
    let cut = ask(&model(SCRIPT), "do it", std::slice::from_ref(&second), "")
        .await
        .expect_err("the third fails first");
    assert_eq!(cut.kind, FailureKind::RateLimited);
}

#[tokio::test]
async fn a_script_says_how_many_bytes_make_a_token() {
    for (bytes_per_token, tokens) in [("2", 50), ("1.3", 77), ("4", 25)] {
        let script =
            format!(r#"{{"bytes_per_token": {bytes_per_token}, "replies": [{{"text": "a"}}]}}"#);
        let opening = "x".repeat(100 - "You write.".len());
        let reply = ask(&model(&script), &opening, &[], "")
            .await
            .expect("a reply");
        assert_eq!(
            reply.usage.expect("a count").input,
            tokens,
            "{bytes_per_token}"
        );
    }
    for wrong in ["0", "0.5", "1000", "\"4\"", "-1"] {
        let script = format!(r#"{{"bytes_per_token": {wrong}}}"#);
        assert!(Script::from_json(&script).is_err(), "{wrong}");
    }
}

#[tokio::test]
async fn a_failure_is_given_as_often_as_written_and_then_the_reply() {
    let model = model(SCRIPT);
    let first = ask(&model, "do it", &[], "").await.expect("first");
    let second = ask(&model, "do it", std::slice::from_ref(&first), "fn main")
        .await
        .expect("second");
    let both = [first, second];
    for _ in 0..2 {
        let failure = ask(&model, "do it", &both, "").await.expect_err("fails");
        assert_eq!(failure.retry_after_ms, Some(9));
    }
    let third = ask(&model, "do it", &both, "").await.expect("third");
    assert_eq!(third.text, "third");
    let all = [both[0].clone(), both[1].clone(), third];
    let over = ask(&model, "do it", &all, "").await.expect_err("over");
    assert_eq!(over.kind, FailureKind::Rejected);
    assert_eq!(over.message, "the script has no reply for step 3");
}

#[tokio::test]
async fn a_run_that_went_another_way_is_told_so() {
    let model = model(SCRIPT);
    let first = ask(&model, "do it", &[], "").await.expect("first");
    let failure = ask(&model, "do it", &[first], "not found")
        .await
        .expect_err("another way");
    assert_eq!(failure.kind, FailureKind::Rejected);
    assert!(failure.message.contains("`fn main`"), "{failure:?}");
}

#[tokio::test]
async fn scenes_are_picked_by_how_a_conversation_begins() {
    let model = model(SCRIPT);
    let gaps = ask(&model, "close the gaps", &[], "").await.expect("gaps");
    assert_eq!(gaps.text, "closing");
    let mut prompt = Prompt {
        system: vec![Block {
            text: "You judge.".into(),
            cache: false,
        }],
        messages: vec![Message::User("look".into())],
        ..Prompt::default()
    };
    let mut words = String::new();
    let verdict = model.ask(&prompt, |delta| words.push_str(delta)).await;
    assert_eq!(verdict.as_ref().expect("a verdict").text, "verdict 0");
    assert_eq!(words, "verdict 0");
    let verdict = verdict.expect("a verdict");
    for _ in 0..3 {
        prompt.messages.push(Message::Agent(Said::from(&verdict)));
        prompt.messages.push(Message::User("again".into()));
    }
    let last = model.ask(&prompt, |_| {}).await.expect("a verdict");
    assert_eq!(last.text, "verdict 3");
}

#[test]
fn a_script_with_an_unknown_key_is_refused() {
    for script in [
        r#"{"reply": []}"#,
        r#"{"replies": [{"txt": "x"}]}"#,
        r#"{"replies": [{"calls": [{"args": {}}]}]}"#,
        r#"{"after": "never"}"#,
        "",
    ] {
        assert!(Script::from_json(script).is_err(), "{script}");
    }
}
