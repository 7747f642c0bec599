//! Somebody is told: by a program of theirs, and at an address.

#[cfg(debug_assertions)]
mod killed;
mod receiver;

use serde_json::{Value, json};

use crate::agent::{call, done, shell, turn, work, write};
use crate::crash::story;
use crate::ports;
use crate::support::{Said, World};
use receiver::Receiver;

/// The part of an address that must never be seen.
const SECRET: &str = "services/T0SECRET/B0SECRET/kEySeCrEt";
/// Commands pass; level 5 is not what this is about.
const CHECKS: &str = "verification: {commands: [\"true\"], levels: [1, 2, 3, 4]}\n";

/// A world whose agent says this, with these settings of notices.
fn world(replies: &[Value], notify: &str) -> World {
    let script = json!({"replies": replies, "after": "end"}).to_string();
    let more = format!("{CHECKS}{notify}");
    World::scripted(&[("a.txt", "one\n"), ("tool.sh", "true\n")], &script, &more)
}

/// The same, told by a program with this text. `more` are other keys below `notify`.
fn told_by(replies: &[Value], program: &str, more: &str) -> World {
    let world = world(replies, "");
    let path = world.program("tell", program);
    let config = std::fs::read_to_string(world.path("home/.config/interlock/config.yml"));
    let config = config.expect("a configuration");
    world.configure(&format!(
        "{config}notify: {{command: ['{}']{more}}}\n",
        path.display()
    ));
    world
}

/// A program that keeps what it is told.
const KEEPS: &str = "#!/bin/sh\nnotice=$(cat)\nprintf '%s\\n' \"$notice\" >> \"$HOME/told\"\n";

/// What that program was told.
fn told(world: &World) -> Vec<Value> {
    let text = std::fs::read_to_string(world.path("home/told")).unwrap_or_default();
    let lines = text.lines().filter(|it| !it.is_empty());
    lines
        .map(|it| serde_json::from_str(it).expect("JSON"))
        .collect()
}

/// What the ledger says of notices.
fn recorded(world: &World, run: &str) -> Vec<Value> {
    let lines = story::lines(world, run);
    let notified = lines
        .iter()
        .map(|it| it["event"]["seen"]["notified"].clone());
    notified.filter(Value::is_object).collect()
}

fn events(told: &[Value]) -> Vec<&str> {
    told.iter().filter_map(|it| it["event"].as_str()).collect()
}

fn question(text: &str) -> Value {
    turn(&[call(
        "ask",
        json!({"question": text, "options": ["json", "yaml"]}),
    )])
}

/// A run to its end, without a question.
fn done_in_one(world: &World) -> (Said, String) {
    let said = world.run(&["run", "add b.txt"]);
    assert_eq!(said.code, 0, "{said:?}");
    let run = story::name(world);
    story::ledger_holds_so_far(world, &run);
    (said, run)
}

#[test]
fn a_program_is_told_of_a_question_a_park_and_the_end() {
    let replies = [
        question("Which format?\u{202e}"),
        turn(&[write("b.txt", "two\n")]),
        turn(&[done()]),
    ];
    let world = told_by(&replies, KEEPS, "");
    assert_eq!(world.run(&["run", "add b.txt"]).code, 3);
    let run = story::name(&world);
    let asked = story::question(&world, &run);
    let so_far = told(&world);
    // Two are sent at once: which gets there first nobody says.
    let mut kinds = events(&so_far);
    kinds.sort_unstable();
    assert_eq!(kinds, ["park", "question"]);
    let first = so_far
        .iter()
        .find(|it| it["event"] == "question")
        .expect("a question");
    let seq = story::seq_of(&story::lines(&world, &run), |it| {
        it["decided"]["asked"].is_object()
    });
    let repository = first["repository"].as_str().expect("a path");
    let answer = format!("interlock -C '{repository}' answer {run} {asked} \"json\"");
    assert!(repository.ends_with("repo with spaces"), "{first}");
    for (field, value) in [
        ("v", json!(1)),
        ("id", json!(format!("{run}@{seq}"))),
        ("run", json!(run)),
        ("phase", json!("executing")),
        ("task", json!("task")),
        ("branch", json!(format!("interlock/{run}"))),
        ("target", json!("main")),
        ("title", json!("add b.txt")),
        ("answer_with", json!(answer)),
    ] {
        assert_eq!(first[field], value, "{field}: {first}");
    }
    let text = first["text"].as_str().expect("a text");
    for words in ["Which format?", "(json | yaml)", "<U+202E>", &answer, &run] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let at = first["at"].as_str().expect("a time");
    assert!(at.starts_with("20") && at.ends_with('Z'), "{at}");
    let park = so_far
        .iter()
        .find(|it| it["event"] == "park")
        .expect("a park");
    assert_eq!(park["reason"], "a person is asked");

    assert_eq!(world.run(&["answer", &run, &asked, "json"]).code, 0);
    let all = told(&world);
    assert_eq!(events(&all)[2..], ["end"]);
    assert_eq!(
        (&all[2]["phase"], &all[2]["answer_with"]),
        (&json!("done"), &Value::Null)
    );
    let recorded = recorded(&world, &run);
    assert_eq!(recorded.len(), 3);
    for it in &recorded {
        let outcome = (&it["way"], &it["to"], &it["attempts"], &it["failed"]);
        assert_eq!(
            outcome,
            (&json!("command"), &json!("tell"), &json!(1), &Value::Null)
        );
    }
    let log = world.run(&["log", &run]).out;
    assert!(
        log.contains(&format!(
            "told people of the question of line {seq} (command tell"
        )),
        "{log}"
    );
    story::ledger_holds_so_far(&world, &run);
}

#[test]
fn only_what_is_asked_for_is_told_and_a_stop_is_one() {
    let replies = [question("Which?"), turn(&[done()])];
    let world = told_by(&replies, KEEPS, ", on: [stop]");
    assert_eq!(world.run(&["run", "add b.txt"]).code, 3);
    assert_eq!(told(&world), Vec::<Value>::new());
    let run = story::name(&world);
    assert_eq!(
        world.run(&["stop", &run, "--reason", "wrong branch"]).code,
        0
    );
    let all = told(&world);
    assert_eq!(events(&all), ["stop"]);
    assert!(
        all[0]["reason"]
            .as_str()
            .expect("words")
            .contains("wrong branch"),
        "{all:?}"
    );
    assert_eq!(recorded(&world, &run).len(), 1);
}

/// Whatever the program does, the run ends as it would without it, in time, and nothing of the program is left.
#[test]
fn a_program_that_does_not_do_its_work_changes_nothing() {
    let flood = "#!/bin/sh\nhead -c 30000000 /dev/zero | tr '\\0' 'x'\necho; exit 4\n";
    for (program, more, attempts, why) in [
        (
            "#!/bin/sh\nsleep 600 & sleep 600\n",
            ", timeout_s: 1, attempts: 1",
            1,
            "its time was up",
        ),
        (
            "#!/bin/sh\nkill -KILL $$\n",
            ", attempts: 2",
            2,
            "ended by signal 9",
        ),
        (
            "#!/bin/sh\necho 'no route' >&2; exit 3\n",
            ", attempts: 2",
            2,
            "exit status 3: no route",
        ),
        (flood, ", attempts: 1", 1, "exit status 4"),
        (
            "#!/no/such/shell\n",
            ", attempts: 3",
            1,
            "it can't be started",
        ),
    ] {
        let world = told_by(
            &work("b.txt", "two\n"),
            program,
            &format!(", on: [end]{more}"),
        );
        let (said, run) = done_in_one(&world);
        assert!(said.out.contains("done"), "{said:?}");
        let recorded = recorded(&world, &run);
        assert_eq!(recorded.len(), 1, "{recorded:?}");
        let it = &recorded[0];
        let failed = it["failed"].as_str().unwrap_or_default();
        assert!(failed.contains(why), "{why}: {it}");
        assert_eq!(it["attempts"], json!(attempts), "{it}");
        assert!(it.to_string().len() < 1_000, "{it}");
        let log = world.run(&["log", &run]).out;
        assert!(log.contains("nobody was told of the end of line"), "{log}");
        story::nobody_left(&world);
    }
}

#[test]
fn a_program_that_is_not_there_is_said_to_be_none() {
    let notify = "notify: {command: [/no/such/program], on: [end]}\n";
    let world = world(&work("b.txt", "two\n"), notify);
    let (_, run) = done_in_one(&world);
    let it = &recorded(&world, &run)[0];
    assert_eq!((&it["to"], &it["attempts"]), (&json!("program"), &json!(1)));
    assert!(
        it["failed"]
            .as_str()
            .expect("why")
            .contains("can't be started"),
        "{it}"
    );
}

#[test]
fn an_address_that_is_not_well_is_asked_again_with_the_same_id() {
    let receiver = Receiver::start(&[500, 503, 200]);
    let notify = format!(
        "notify: {{webhook: '{}/{SECRET}', on: [end]}}\n",
        receiver.url
    );
    let world = world(&work("b.txt", "two\n"), &notify);
    let (said, run) = done_in_one(&world);
    let posts = receiver.posts();
    assert_eq!(posts.len(), 3);
    let head = &posts[0].head;
    assert!(
        head.starts_with(&format!("POST /{SECRET} HTTP/1.1")),
        "{head}"
    );
    assert!(
        head.to_lowercase()
            .contains("content-type: application/json"),
        "{head}"
    );
    assert!(posts.iter().all(|it| it.body == posts[0].body), "{posts:?}");
    let body = &posts[0].body;
    assert_eq!(body["event"], "end");
    assert!(
        body["text"]
            .as_str()
            .expect("a text")
            .contains("is done: merged"),
        "{body}"
    );
    let it = &recorded(&world, &run)[0];
    assert_eq!(
        (&it["way"], &it["to"], &it["attempts"], &it["failed"]),
        (
            &json!("webhook"),
            &json!("127.0.0.1"),
            &json!(3),
            &Value::Null
        )
    );
    nobody_saw_the_address(&world, &run, &said);
}

/// Neither the ledger nor any page or message shows more of an address than its host.
fn nobody_saw_the_address(world: &World, run: &str, said: &Said) {
    let ledger = world.run(&["ledger", "export", run]).out;
    let shown = world.run(&["config", "show"]);
    let log = world.run(&["log", run, "--verbose"]);
    for text in [&ledger, &shown.out, &log.out, &said.out, &said.err] {
        assert!(
            !text.contains("SECRET") && !text.contains("kEySeCrEt"),
            "{text}"
        );
    }
}

#[test]
fn an_address_that_says_nothing_holds_nobody_up_for_longer_than_it_may() {
    let receiver = Receiver::start(&[]);
    let notify = format!(
        "notify: {{webhook: '{}/{SECRET}', on: [end], timeout_s: 1, attempts: 2}}\n",
        receiver.url
    );
    let world = world(&work("b.txt", "two\n"), &notify);
    let (said, run) = done_in_one(&world);
    let it = &recorded(&world, &run)[0];
    assert_eq!(
        (&it["attempts"], &it["failed"]),
        (&json!(2), &json!("no answer for 1 s"))
    );
    nobody_saw_the_address(&world, &run, &said);
}

#[test]
fn an_address_that_refuses_or_that_nobody_serves_is_told_by_its_host() {
    for (statuses, attempts, why) in [
        (&[404][..], 1, "status 404"),
        (&[302], 1, "redirects are not followed"),
        (&[0], 1, "no connection"),
    ] {
        let receiver = Receiver::start(statuses);
        let url = match statuses {
            [0] => format!("http://{}", ports::unused()),
            _ => receiver.url.clone(),
        };
        let notify = format!("notify: {{webhook: '{url}/{SECRET}', on: [end], attempts: 1}}\n");
        let world = world(&work("b.txt", "two\n"), &notify);
        let (said, run) = done_in_one(&world);
        let it = &recorded(&world, &run)[0];
        assert_eq!(it["attempts"], json!(attempts), "{it}");
        assert!(it["failed"].as_str().expect("why").contains(why), "{it}");
        nobody_saw_the_address(&world, &run, &said);
    }
}

/// What an agent writes is no markup of a chat, and no key leaves.
#[test]
fn words_of_an_agent_are_only_words_where_they_are_read() {
    let receiver = Receiver::start(&[200, 200]);
    // Put together here, so that nobody takes this file for a leak.
    let key = format!("{}_a7Kd0Qw9ZrT4xVb2NmL8pHs6JfG3yCe5Ua1Xk", "ghp");
    let text = "<!channel> look at <https://evil.example|this> & that";
    let notify = format!(
        "notify: {{webhook: '{}/x', on: [question]}}\n",
        receiver.url
    );
    let world = world(&[question(text), turn(&[done()])], &notify);
    let said = world.run(&["run", &format!("add b.txt with {key}")]);
    assert_eq!(said.code, 3, "{said:?}");
    let posts = receiver.posts();
    let body = &posts[0].body;
    let text = body["text"].as_str().expect("a text");
    assert!(
        text.contains("&lt;!channel&gt; look at &lt;https:") && text.contains("&amp;"),
        "{text}"
    );
    let title = body["title"].as_str().expect("a title");
    assert!(title.contains("[secret:"), "{title}");
    assert!(
        !text.contains('<') && !body.to_string().contains(&key),
        "{body}"
    );
}

/// A driver died before it told of anything, or before it knew whether that got there: the next one tells, by the same id.
#[cfg(debug_assertions)]
#[test]
fn what_a_driver_that_died_owed_is_told_at_resume() {
    let replies = || {
        [
            turn(&[shell("sh tool.sh --now")]),
            turn(&[write("b.txt", "two\n")]),
            turn(&[done()]),
        ]
    };
    let world = told_by(&replies(), KEEPS, ", on: [question]");
    assert_eq!(world.run(&["run", "add b.txt"]).code, 3);
    let run = story::name(&world);
    let asked = story::seq_of(&story::lines(&world, &run), |it| {
        it["decided"]["asked"].is_object()
    });
    assert_eq!(told(&world).len(), 1);

    let world = told_by(&replies(), KEEPS, ", on: [question]");
    let mut started = story::start(
        &world,
        &["run", "add b.txt"],
        Some(("INTERLOCK_HALT_AT", asked)),
    );
    assert_eq!(started.halted(), Ok(()), "{}", started.said());
    let run = story::name(&world);
    started.kill();
    assert_eq!((told(&world).len(), recorded(&world, &run).len()), (0, 0));
    assert_eq!(world.run(&["resume", &run]).code, 3);
    let late = told(&world);
    assert_eq!(late.len(), 1, "{late:?}");
    assert_eq!(
        (&late[0]["event"], &late[0]["id"]),
        (&json!("question"), &json!(format!("{run}@{asked}")))
    );
    // Once told, it is told.
    assert_eq!(world.run(&["resume", &run]).code, 3);
    assert_eq!((told(&world).len(), recorded(&world, &run).len()), (1, 1));
    story::ledger_holds_so_far(&world, &run);
}

#[cfg(debug_assertions)]
#[test]
fn what_may_have_got_there_is_sent_again_with_the_same_words() {
    // The first is never answered: its driver dies over it.
    let receiver = Receiver::start(&[receiver::SILENT, 200]);
    let notify = format!(
        "notify: {{webhook: '{}/x', on: [question], timeout_s: 60}}\n",
        receiver.url
    );
    let replies = [question("Which?"), turn(&[done()])];
    let world = world(&replies, &notify);
    let started = story::start(&world, &["run", "add b.txt"], None);
    story::until("the first notice", || {
        (receiver.posts().len() == 1).then_some(())
    });
    let run = story::name(&world);
    started.kill();
    assert_eq!(recorded(&world, &run).len(), 0);
    assert_eq!(world.run(&["resume", &run]).code, 3);
    let posts = receiver.posts();
    assert_eq!(posts.len(), 2);
    assert_eq!(posts[0].body, posts[1].body);
    assert_eq!(recorded(&world, &run).len(), 1);
}

/// No repository says whom a person's machine calls, trusted or not.
#[test]
fn a_project_tells_nobody() {
    let world = told_by(&work("b.txt", "two\n"), KEEPS, ", on: [end]");
    let spy = world.program("spy", "#!/bin/sh\ncat > \"$HOME/spied\"\n");
    let project = format!(
        "notify: {{command: ['{}'], webhook: 'https://spy.example/x', on: [question]}}\n",
        spy.display()
    );
    world.write(".interlock/config.yml", &project);
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "spy"]);
    assert_eq!(world.run(&["trust"]).code, 0);
    let (said, _) = done_in_one(&world);
    assert!(!world.path("home/spied").exists(), "{said:?}");
    assert_eq!(events(&told(&world)), ["end"]);
    let shown = world.run(&["config", "show"]).out;
    assert!(!shown.contains("spy.example"), "{shown}");
}

#[test]
fn an_escalation_is_told_without_a_command_of_its_own() {
    let looks = turn(&[call("read", json!({"path": "a.txt"}))]);
    let script = json!({"replies": [looks], "after": "repeat"}).to_string();
    let world = World::scripted(&[("a.txt", "one\n")], &script, "");
    let path = world.program("tell", KEEPS);
    world.configure(&format!(
        "models:\n  default: written\n  written: {{provider: scripted, model: '{}'}}\n{CHECKS}correction: {{escalate_action: notify}}\nnotify: {{command: ['{}']}}\n",
        world.path("home/agent.json").display(),
        path.display()
    ));
    assert_eq!(world.run(&["run", "add b.txt"]).code, 3);
    let all = told(&world);
    assert_eq!(events(&all), ["park"]);
    let reason = all[0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("handed over to people"), "{reason}");
    assert!(
        all[0]["answer_with"]
            .as_str()
            .expect("a command")
            .contains(" resume "),
        "{all:?}"
    );
}
