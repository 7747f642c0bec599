//! What commands of a run reach outside: what is allowed by the person, through the proxy of their sandbox, and every
//! connection leaves a line. No host outside is asked for here: what is tried is refused.

use serde_json::{Value, json};

use crate::agent::{call, done, shell, turn, write};
use crate::crash::story;
use crate::support::World;

/// A script of the project that says which proxy it was given, and asks it for a host.
const REACH: &str = "#!/bin/bash\n\
    echo \"the proxy is ${HTTPS_PROXY:-not there}\"\n\
    exec 3<>/dev/tcp/127.0.0.1/30128 || exit 0\n\
    printf 'CONNECT %s HTTP/1.1\\r\\n\\r\\n' \"$1\" >&3\n\
    cat <&3\n";

/// A world with that script, whose agent begins like this and then does its work; none where this machine gives no whole
/// sandbox.
fn world_of(begin: &[Value], more: &str) -> Option<World> {
    with(&[("scripts/reach.sh", REACH)], begin, more)
}

/// The same with other scripts.
fn with(files: &[(&str, &str)], begin: &[Value], more: &str) -> Option<World> {
    let mut replies = begin.to_vec();
    replies.extend([turn(&[write("notes.md", "notes\n")]), turn(&[done()])]);
    let script = json!({ "after": "repeat", "replies": replies }).to_string();
    let world = World::scripted(files, &script, more).held();
    let doctor = world.json(&["doctor", "--json"]);
    let whole = doctor["summary"]["sandbox"]["whole"].as_bool();
    whole.expect("doctor says it").then_some(world)
}

fn reach(target: &str) -> Value {
    turn(&[shell(&format!("bash scripts/reach.sh {target}"))])
}

fn run_of(world: &World) -> String {
    let status = world.json(&["status", "--json"]);
    status["run"].as_str().expect("a run").to_owned()
}

/// What the lines say of connections.
fn connections(world: &World) -> Vec<Value> {
    let log = world.run(&["log", "--json", &run_of(world)]);
    let lines = log
        .out
        .lines()
        .map(|it| serde_json::from_str::<Value>(it).expect("a line"));
    let found = lines.map(|it| it["event"]["seen"]["connected"].clone());
    found.filter(|it| !it.is_null()).collect()
}

/// What the commands printed, one after the other.
fn printed(world: &World) -> Vec<String> {
    let log = world.run(&["log", "--json", &run_of(world)]);
    let lines = log
        .out
        .lines()
        .map(|it| serde_json::from_str::<Value>(it).expect("a line"));
    let texts = lines.filter_map(|it| {
        let text = it["event"]["seen"]["finished"]["observation"]["text"].as_str();
        text.filter(|it| it.contains("the proxy is "))
            .map(str::to_owned)
    });
    texts.collect()
}

#[test]
fn every_connection_leaves_a_line() {
    let allow = "network: {allow: [crates, docs.example]}\n";
    let begin = [
        reach("evil.example:443"),
        reach("docs.example:22"),
        reach("169.254.169.254:80"),
    ];
    let Some(world) = world_of(&begin, allow) else {
        return;
    };
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert_eq!(said.code, 0, "{said:?}");
    let all = connections(&world);
    let told: Vec<_> = all
        .iter()
        .map(|it| {
            (
                it["one"]["host"].as_str(),
                it["one"]["port"].as_u64(),
                it["one"]["refused"].as_str(),
            )
        })
        .collect();
    let no = Some("it is not allowed");
    assert_eq!(
        told,
        [
            (Some("evil.example"), Some(443), no),
            (Some("docs.example"), Some(22), no),
            (
                Some("169.254.169.254"),
                Some(80),
                Some("its address 169.254.169.254 is the machine's own network or its metadata")
            ),
        ],
        "{all:?}"
    );
    assert!(all.iter().all(|it| it["one"]["act"].is_u64()), "{all:?}");
    let printed = printed(&world);
    let [first, ..] = printed.as_slice() else {
        panic!("{printed:?}");
    };
    let run = run_of(&world);
    let how = format!("`interlock authorise grant --run {run} --network evil.example`");
    for part in [
        "the proxy is http://127.0.0.1:30128",
        "HTTP/1.1 403 Forbidden",
        &how,
        "[not reached from the sandbox: `evil.example:443`",
    ] {
        assert!(first.contains(part), "{part} is not in {first}");
    }
    let log = world.run(&["log", &run]);
    assert!(
        log.words()
            .contains("not reached: evil.example:443, it is not allowed"),
        "{log:?}"
    );
    assert_eq!(world.run(&["ledger", "verify", &run]).code, 0);
    assert_eq!(world.run(&["ledger", "replay", &run]).code, 0);
}

#[test]
fn a_question_about_packages_offers_their_registry() {
    let Some(world) = world_of(&[turn(&[shell("cargo add serde")])], "") else {
        return;
    };
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert_eq!(said.code, 3, "{said:?}");
    let run = run_of(&world);
    let offered = format!("interlock authorise grant --run {run} --network crates");
    assert!(said.words().contains(&offered), "{said:?}");
}

#[test]
fn what_no_sandbox_reaches_can_not_be_granted() {
    let ask = turn(&[call("ask", json!({ "question": "Go on?" }))]);
    let script = json!({ "after": "repeat", "replies": [ask] }).to_string();
    let world = World::scripted(&[("a.txt", "a\n")], &script, "");
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert_eq!(said.code, 3, "{said:?}");
    let run = run_of(&world);
    let said = world.run(&["authorise", "grant", "--run", &run, "--network", "crates"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.words().contains("have no proxy"), "{said:?}");
}

/// A connection whose command has ended before it said what it wants.
#[test]
fn what_outlives_its_command_is_told_with_it() {
    let late = "#!/bin/bash\n\
        exec 3<>/dev/tcp/127.0.0.1/30128\n\
        printf 'CONNECT evil.example:443 HTTP/1.1\\r\\n' >&3\n\
        sleep 1000 &\n";
    let begin = [
        turn(&[shell("bash scripts/late.sh")]),
        turn(&[shell("bash scripts/none.sh")]),
    ];
    let files = [("scripts/late.sh", late), ("scripts/none.sh", "true\n")];
    let Some(world) = with(&files, &begin, "") else {
        return;
    };
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert_eq!(said.code, 0, "{said:?}");
    let run = run_of(&world);
    let log = world.run(&["log", "--json", &run]);
    let lines = log
        .out
        .lines()
        .map(|it| serde_json::from_str::<Value>(it).expect("a line"));
    let first = lines
        .map(|it| it["event"]["decided"]["allowed"].clone())
        .find(|it| it["call"].is_string())
        .expect("a command");
    let all = connections(&world);
    let [only] = all.as_slice() else {
        panic!("{all:?}");
    };
    assert_eq!(only["one"]["act"], first["act"], "{only}");
    assert!(only["one"]["refused"].is_string(), "{only}");
    assert_eq!(world.run(&["ledger", "verify", &run]).code, 0);
    assert_eq!(world.run(&["ledger", "replay", &run]).code, 0);
}

#[test]
fn a_grant_opens_the_network_for_one_run() {
    let ask = turn(&[call("ask", json!({ "question": "Go on?" }))]);
    let begin = [reach("evil.example:443"), ask, reach("evil.example:443")];
    let Some(world) = world_of(&begin, "") else {
        return;
    };
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert_eq!(said.code, 3, "{said:?}");
    let run = run_of(&world);
    let bad = world.run(&["authorise", "grant", "--run", &run, "--network", "cargo"]);
    assert!(
        bad.code == 2 && bad.words().contains("did you mean `crates`?"),
        "{bad:?}"
    );
    let bad = world.run(&["authorise", "grant", "--run", &run, "--network", "10.0.0.1"]);
    assert!(
        bad.code == 2 && bad.words().contains("a private network"),
        "{bad:?}"
    );
    let names = ["--network", "crates", "--network", "docs.example:8443"];
    let args = [&["--json", "authorise", "grant", "--run", &run][..], &names].concat();
    let given = world.json(&args);
    assert_eq!(
        given["reaches"],
        json!(["crates", "docs.example:8443"]),
        "{given}"
    );
    assert_eq!(
        (&given["stands"], &given["uses_left"]),
        (&json!("waiting"), &Value::Null)
    );
    let question = story::question(&world, &run);
    let said = world.run(&["answer", &run, &question, "yes"]);
    assert_eq!(said.code, 0, "{said:?}");
    let printed = printed(&world);
    let [before, after] = printed.as_slice() else {
        panic!("{printed:?}");
    };
    assert!(before.contains("the proxy is not there"), "{before}");
    assert!(
        after.contains("the proxy is http://127.0.0.1:30128"),
        "{after}"
    );
    // What is not granted stays refused, with a line each.
    assert!(before.contains("403 Forbidden") && after.contains("403 Forbidden"));
    assert_eq!(connections(&world).len(), 2);
    let log = world.run(&["log", &run]);
    assert!(
        log.words()
            .contains("connections from the sandbox to crates, docs.example:8443"),
        "{log:?}"
    );
    assert_eq!(world.run(&["ledger", "replay", &run]).code, 0);
}

#[test]
fn without_a_sandbox_a_run_says_that_there_is_no_proxy() {
    let script = json!({ "after": "repeat", "replies": [turn(&[write("notes.md", "n\n")]), turn(&[done()])] });
    let allow = "network: {allow: [crates]}\n";
    let world = World::scripted(&[("a.txt", "a\n")], &script.to_string(), allow);
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.words()
            .contains("commands do not reach what `network.allow` names (crates)"),
        "{said:?}"
    );
}
