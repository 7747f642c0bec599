//! Providers behind an address: what goes over the line, and what every kind of trouble there is called.

use ledger::money::{Price, Usd};
use ledger::options::Wire;
use ledger::reply::{FailureKind, ModelFailure, Reply};
use model::ask::Model;
use model::http::{BadEndpoint, Client, Endpoint, Timeouts};
use model::price::Prices;
use model::prompt::{Message, Prompt};
use model::secret::Secret;
use serde_json::json;

use crate::server::{Server, Then, serve};

const KEY: &str = "sk-very-secret-0123456789";
const WIRES: [Wire; 3] = [Wire::Anthropic, Wire::OpenaiChat, Wire::OpenaiResponses];

fn endpoint(wire: Wire, base_url: &str) -> Endpoint {
    Endpoint {
        wire,
        base_url: base_url.into(),
        key: Some(Secret::new(KEY)),
        headers: vec![("x-team".into(), Secret::new("team-token-77"))],
        proxy: None,
        timeouts: Timeouts {
            first_byte_ms: 2000,
            idle_ms: 2000,
            ..Timeouts::default()
        },
    }
}

fn prices() -> Prices {
    Prices {
        ceiling: Price {
            input: 1_000_000,
            output: 1_000_000,
            ..Price::default()
        },
        ..Prices::default()
    }
}

fn prompt() -> Prompt<'static> {
    Prompt {
        model: "m".into(),
        messages: vec![Message::User("hi".into())],
        reply_tokens_max: 9,
        ..Prompt::default()
    }
}

/// A short reply, streamed.
fn hello(wire: Wire) -> String {
    let events = match wire {
        Wire::Anthropic => vec![
            json!({"type": "message_start", "message": {"usage": {"input_tokens": 3, "output_tokens": 1}}}),
            json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "hello"}}),
            json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 4}}),
            json!({"type": "message_stop"}),
        ],
        Wire::OpenaiChat => vec![
            json!({"choices": [{"index": 0, "delta": {"content": "hello"}}]}),
            json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}),
            json!({"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4}}),
        ],
        Wire::OpenaiResponses => vec![
            json!({"type": "response.created", "response": {}}),
            json!({"type": "response.output_text.delta", "delta": "hello"}),
            json!({"type": "response.completed", "response": {"status": "completed", "output": [{"type": "message",
                "content": [{"type": "output_text", "text": "hello"}]}], "usage": {"input_tokens": 3, "output_tokens": 4}}}),
        ],
        Wire::Scripted => Vec::new(),
    };
    let done = if wire == Wire::OpenaiChat {
        "data: [DONE]\n\n"
    } else {
        ""
    };
    let text: String = events.iter().map(|e| format!("data: {e}\n\n")).collect();
    text + done
}

async fn ask(wire: Wire, answers: Vec<Then>) -> (Result<Reply, ModelFailure>, Server) {
    let server = serve(answers).await;
    let model = Model::http(endpoint(wire, &server.url), prices()).expect("an endpoint");
    (model.ask(&prompt(), |_| {}).await, server)
}

async fn failure(wire: Wire, answer: Then) -> ModelFailure {
    let (got, _server) = ask(wire, vec![answer]).await;
    got.expect_err("a failure")
}

#[tokio::test]
async fn a_reply_comes_back_whole_and_its_words_as_they_come() {
    for wire in WIRES {
        let mut server = serve(vec![
            Then::Say(200, "content-type: text/event-stream\r\n", hello(wire)),
            Then::Say(200, "", hello(wire)),
        ])
        .await;
        let model = Model::http(endpoint(wire, &server.url), prices()).expect("an endpoint");
        for nth in 0..2 {
            let mut words = String::new();
            let reply = model
                .ask(&prompt(), |delta| words.push_str(delta))
                .await
                .expect("a reply");
            assert_eq!((&*reply.text, &*words), ("hello", "hello"), "{wire:?}");
            assert_eq!(reply.cost, Usd(7), "{wire:?}");
            let asked = server.asked.recv().await.expect("a request");
            // One connection serves them all.
            assert_eq!(asked.connection, 0, "{wire:?} {nth}");
        }
    }
}

#[tokio::test]
async fn the_key_is_in_its_header_and_nowhere_else() {
    for (wire, path, key) in [
        (
            Wire::Anthropic,
            "POST /v1/messages HTTP",
            format!("x-api-key: {KEY}"),
        ),
        (
            Wire::OpenaiChat,
            "POST /v1/chat/completions HTTP",
            format!("authorization: Bearer {KEY}"),
        ),
        (
            Wire::OpenaiResponses,
            "POST /v1/responses HTTP",
            format!("authorization: Bearer {KEY}"),
        ),
    ] {
        let (got, mut server) = ask(wire, vec![Then::Say(200, "", hello(wire))]).await;
        got.expect("a reply");
        let asked = server.asked.recv().await.expect("a request");
        assert!(asked.head.starts_with(path), "{}", asked.head);
        assert!(asked.head.contains(&key), "{wire:?}");
        assert!(asked.head.contains("x-team: team-token-77"), "{wire:?}");
        assert_eq!(asked.head.matches(KEY).count(), 1);
        assert_eq!(
            asked.head.contains("anthropic-version: 2023-06-01"),
            wire == Wire::Anthropic
        );
        assert!(!asked.body.contains(KEY));
    }
}

#[tokio::test]
async fn no_failure_and_no_debug_shows_a_secret() {
    let echo = format!("{{\"error\":{{\"message\":\"bad key {KEY} of team-token-77\"}}}}");
    for wire in WIRES {
        for answer in [
            Then::Say(401, "", echo.clone()),
            Then::Say(200, "", echo.clone()),
            Then::Say(200, "", format!("data: {echo}\n\n")),
        ] {
            let failure = failure(wire, answer).await;
            assert_eq!(failure.message.matches("***").count(), 2, "{failure:?}");
            assert!(
                !failure.message.contains("very-secret") && !failure.message.contains("token-77")
            );
        }
    }
    let mut one = endpoint(Wire::Anthropic, "http://127.0.0.1:9");
    one.proxy = Some(Secret::new("http://me:very-secret@127.0.0.1:9"));
    let shown = format!("{one:?} {:?}", Client::new(one.clone()));
    assert!(
        !shown.contains("very-secret") && !shown.contains("token-77"),
        "{shown}"
    );
    let model = Model::http(one, prices());
    assert!(!format!("{model:?}").contains("very-secret"));
}

#[tokio::test]
async fn each_trouble_has_its_kind() {
    use FailureKind::{Broken, Nonsense, Overloaded, RateLimited, Rejected, Unauthorised};
    let say =
        |status, headers| Then::Say(status, headers, "{\"error\":{\"message\":\"no\"}}".into());
    for wire in WIRES {
        let half = || {
            let text = hello(wire);
            text[..text.len() / 2].to_owned()
        };
        let begun = || {
            hello(wire)
                .split_inclusive("\n\n")
                .take(1)
                .collect::<String>()
        };
        let overloaded = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n";
        for (what, answer, kind, status, wait) in [
            ("500", say(500, ""), Overloaded, Some(500), None),
            ("529", say(529, ""), Overloaded, Some(529), None),
            (
                "429",
                say(429, "retry-after: 7\r\n"),
                RateLimited,
                Some(429),
                Some(7000),
            ),
            ("401", say(401, ""), Unauthorised, Some(401), None),
            ("404", say(404, ""), Rejected, Some(404), None),
            (
                "redirect",
                say(307, "location: http://127.0.0.1:9/\r\n"),
                Rejected,
                Some(307),
                None,
            ),
            ("dropped", Then::Drop, Broken, None, None),
            ("cut", Then::Cut("", half()), Broken, None, None),
            (
                "ended early",
                Then::Say(200, "", half()),
                Broken,
                None,
                None,
            ),
            (
                "error inside",
                Then::Say(200, "", begun() + overloaded),
                Overloaded,
                None,
                None,
            ),
            (
                "a page",
                Then::Say(200, "", "<html></html>".into()),
                Rejected,
                Some(200),
                None,
            ),
            (
                "a page by its type",
                Then::Say(200, "content-type: text/html\r\n", "Welcome".into()),
                Rejected,
                Some(200),
                None,
            ),
            (
                "words",
                Then::Say(200, "", "Welcome".into()),
                Nonsense,
                None,
                None,
            ),
            (
                "nothing",
                Then::Say(200, "", String::new()),
                Broken,
                None,
                None,
            ),
        ] {
            let got = failure(wire, answer).await;
            assert_eq!(
                (got.kind, got.status, got.retry_after_ms),
                (kind, status, wait),
                "{wire:?} {what} {got:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_server_that_falls_silent_is_given_up() {
    for wire in WIRES {
        for (what, part) in [
            ("no answer", None),
            ("the reply stood still", Some(String::new())),
            ("the reply stood still", Some(hello(wire)[..40].to_owned())),
        ] {
            let server = serve(vec![Then::Hang(part)]).await;
            let mut endpoint = endpoint(wire, &server.url);
            endpoint.timeouts.first_byte_ms = 60;
            endpoint.timeouts.idle_ms = 60;
            let model = Model::http(endpoint, prices()).expect("an endpoint");
            let failure = model.ask(&prompt(), |_| {}).await.expect_err("late");
            assert_eq!(failure.kind, FailureKind::Broken, "{wire:?}");
            assert!(failure.message.starts_with(what), "{failure:?}");
        }
    }
}

#[tokio::test]
async fn a_stream_that_never_ends_is_given_up() {
    let server = serve(vec![Then::Hang(Some(": ping\n\n".into()))]).await;
    let mut endpoint = endpoint(Wire::Anthropic, &server.url);
    endpoint.timeouts.total_ms = 60;
    let model = Model::http(endpoint, prices()).expect("an endpoint");
    let failure = model.ask(&prompt(), |_| {}).await.expect_err("late");
    assert!(failure.message.starts_with("the reply took"), "{failure:?}");
}

#[tokio::test]
async fn a_whole_reply_counts_though_its_connection_breaks() {
    for wire in WIRES {
        let (got, _server) = ask(wire, vec![Then::Cut("", hello(wire))]).await;
        assert_eq!(got.expect("a reply").text, "hello", "{wire:?}");
        let (got, _server) = ask(wire, vec![Then::Hang(Some(hello(wire)))]).await;
        assert_eq!(got.expect("a reply").text, "hello", "{wire:?}");
    }
}

#[tokio::test]
async fn nobody_there_is_unreachable() {
    // A port that no other test is given.
    let url = "http://127.0.0.1:1";
    let model = Model::http(endpoint(Wire::OpenaiChat, url), prices()).expect("an endpoint");
    let model = model.called("local", Some("LOCAL_KEY"));
    let failure = model.ask(&prompt(), |_| {}).await.expect_err("nobody");
    assert_eq!(failure.kind, FailureKind::Unreachable);
    assert_eq!(failure.message, "no connection: connection refused");
    let asked = failure.asked.expect("who was asked");
    assert_eq!(
        (asked.model.as_str(), asked.key_env.as_deref()),
        ("local", Some("LOCAL_KEY"))
    );
    assert_eq!(asked.host.as_deref(), url.strip_prefix("http://"));
}

#[tokio::test]
async fn dropping_the_question_ends_the_request() {
    let mut server = serve(vec![
        Then::Hang(None),
        Then::Say(200, "", hello(Wire::Anthropic)),
    ])
    .await;
    let model = Model::http(endpoint(Wire::Anthropic, &server.url), prices()).expect("an endpoint");
    let prompt = prompt();
    tokio::select! {
        got = model.ask(&prompt, |_| {}) => panic!("{got:?}"),
        asked = server.asked.recv() => assert!(asked.is_some()),
    }
    // The server takes one connection at a time: it answers only because the first was closed.
    assert_eq!(
        model.ask(&prompt, |_| {}).await.expect("a reply").text,
        "hello"
    );
}

#[tokio::test]
async fn addresses_are_completed() {
    for (wire, base, want) in [
        (Wire::Anthropic, "", "/v1/messages"),
        (Wire::Anthropic, "/", "/v1/messages"),
        (Wire::Anthropic, "/v1", "/v1/messages"),
        (Wire::Anthropic, "/v1/", "/v1/messages"),
        (Wire::Anthropic, "/anthropic", "/anthropic/v1/messages"),
        (Wire::Anthropic, "/v1/messages", "/v1/messages"),
        (Wire::OpenaiChat, "", "/v1/chat/completions"),
        (Wire::OpenaiChat, "/v1/", "/v1/chat/completions"),
        (
            Wire::OpenaiChat,
            "/api/paas/v4",
            "/api/paas/v4/chat/completions",
        ),
        (
            Wire::OpenaiChat,
            "/v1/chat/completions",
            "/v1/chat/completions",
        ),
        (Wire::OpenaiResponses, "", "/v1/responses"),
        (
            Wire::OpenaiResponses,
            "/openai/v1?api-version=preview",
            "/openai/v1/responses?api-version=preview",
        ),
    ] {
        let mut server = serve(vec![Then::Say(200, "", hello(wire))]).await;
        let url = format!("{}{base}", server.url);
        let model = Model::http(endpoint(wire, &url), prices()).expect("an endpoint");
        model.ask(&prompt(), |_| {}).await.expect("a reply");
        let asked = server.asked.recv().await.expect("a request");
        assert!(
            asked.head.starts_with(&format!("POST {want} HTTP")),
            "{base} {}",
            asked.head
        );
    }
}

#[test]
fn an_endpoint_that_cannot_work_is_refused_with_a_word_and_without_its_secrets() {
    for (base, want) in [
        (
            "nowhere",
            "`nowhere` is not an address of a model: it cannot be read",
        ),
        (
            "file:///etc/passwd",
            "`file:///etc/passwd` is not an address of a model: only http and https",
        ),
        (
            "https://me:hush@host/",
            "`host/` is not an address of a model: it holds a user or a password",
        ),
        (
            "ht tp://me:hush@host/?k=hush",
            "`host/` is not an address of a model: it cannot be read",
        ),
    ] {
        let bad = Client::new(endpoint(Wire::Anthropic, base)).expect_err("bad");
        let text = bad.to_string();
        assert_eq!(text, want);
    }
    let with = |name: &str, value: &str| {
        let mut endpoint = endpoint(Wire::Anthropic, "http://h");
        endpoint.headers = vec![(name.into(), Secret::new(value))];
        Client::new(endpoint).expect_err("bad").to_string()
    };
    assert_eq!(
        with("a b", "x"),
        "the header `a b` cannot be sent: it is not a header's name"
    );
    assert!(!with("a", "hu\nsh").contains("hu"));
    let scripted = Client::new(endpoint(Wire::Scripted, "http://h"));
    assert!(matches!(scripted, Err(BadEndpoint::Scripted)));
}
