//! What people grant: exactly that passes, as often and as long as was said, and nothing that is denied.

use serde_json::{Value, json};

use crate::agent::{call, done, shell, turn};
use crate::crash::story::{self, PLAN, real};
use crate::support::World;

const ONE: &str = "sh tool.sh one";

fn ask() -> Value {
    turn(&[call("ask", json!({ "question": "Dashes?" }))])
}

/// A world whose agent begins like this and then does its work.
fn world_of(begin: &[Value]) -> World {
    let mut replies = begin.to_vec();
    replies.extend([turn(&real()), turn(&[done()])]);
    story::world_of(&replies, false, "")
}

/// Drives to the first stop for a person; the run's name.
fn parked(world: &World) -> String {
    let said = world.run(&["run", PLAN]);
    assert_eq!(said.code, 3, "{said:?}");
    story::name(world)
}

/// Grants, and gives what `--json` says of it.
fn grant(world: &World, args: &[&str]) -> Value {
    let args = [&["--json", "authorise", "grant"], args].concat();
    world.json(&args)
}

/// How a grant stands.
fn stands(world: &World, grant: &str) -> String {
    let said = world.run(&["--json", "authorise", "list", "--all"]);
    let mut all = said
        .out
        .lines()
        .map(|it| serde_json::from_str::<Value>(it).expect("a grant"));
    let found = all.find(|it| it["grant"] == grant).expect("the grant");
    found["stands"].as_str().expect("a word").to_owned()
}

fn name(grant: &Value) -> &str {
    grant["grant"].as_str().expect("its name")
}

/// How often the script ran.
fn ran(world: &World, word: &str) -> usize {
    let word = format!("tool {word}");
    story::trace(world).iter().filter(|it| **it == word).count()
}

fn ended(world: &World, run: &str) {
    assert_eq!(story::status(world)["stop"], "done");
    story::ledger_holds(world, run);
}

#[test]
fn a_grant_lets_exactly_that_pass_as_often_as_it_says() {
    let world = world_of(&[
        turn(&[shell(ONE)]),
        turn(&[shell(ONE)]),
        turn(&[shell("sh tool.sh  one")]),
    ]);
    let run = parked(&world);
    let question = story::question(&world, &run);
    let given = grant(
        &world,
        &["--run", &run, "--question", &question, "--uses", "2"],
    );
    assert_eq!(given["uses_left"], 2, "{given}");
    assert_eq!(given["stands"], "waiting", "{given}");
    assert_eq!(given["bound"]["scripts"][0][0], "tool.sh", "{given}");
    assert!(given["bound"]["scripts"][0][1].is_string(), "{given}");
    // Both pass, and the same words with a blank more ask.
    assert_eq!(world.run(&["resume", &run]).code, 3);
    assert_eq!(ran(&world, "one"), 2);
    assert_eq!(stands(&world, name(&given)), "used-up");
    let said = world.run(&["show", &run]);
    assert!(said.out.contains("sh tool.sh  one"), "{said:?}");
    let said = world.run(&["approve", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(ran(&world, "one"), 3);
    ended(&world, &run);
}

#[test]
fn a_yes_is_for_once_and_a_grant_for_the_run_is_not() {
    let twice = [turn(&[shell(ONE)]), turn(&[shell(ONE)])];
    let world = world_of(&twice);
    let run = parked(&world);
    assert_eq!(world.run(&["approve", &run]).code, 3, "it asks again");
    assert_eq!(ran(&world, "one"), 1);
    let question = story::question(&world, &run);
    let said = world.run(&["authorise", "grant", "--run", &run, "--question", &question]);
    assert_eq!(said.code, 0, "{said:?}");
    for part in [
        "shell bash: sh tool.sh one",
        "would execute:tool.sh",
        "runs tool.sh as it is now",
        "until the run is over",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    assert_eq!(world.run(&["resume", &run]).code, 0);
    assert_eq!(ran(&world, "one"), 2);
    ended(&world, &run);
}

#[test]
fn what_is_expired_or_taken_back_lifts_nothing() {
    let world = world_of(&[turn(&[shell(ONE)])]);
    let run = parked(&world);
    let short = grant(&world, &[ONE, "--for", "1s"]);
    story::until("the grant expires", || {
        (stands(&world, name(&short)) == "expired").then_some(())
    });
    assert_eq!(world.run(&["resume", &run]).code, 3);
    let back = grant(&world, &[ONE, "--run", &run]);
    let said = world.run(&["authorise", "revoke", name(&back)]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(stands(&world, name(&back)), "revoked");
    assert_eq!(world.run(&["resume", &run]).code, 3);
    assert_eq!(ran(&world, "one"), 0);
    // Nothing of it is shown as standing any more.
    assert!(
        world
            .run(&["authorise", "list"])
            .out
            .contains("nothing is granted")
    );
    assert_eq!(world.run(&["authorise", "revoke", "g9999"]).code, 2);
    assert_eq!(world.run(&["approve", &run]).code, 0);
    ended(&world, &run);
}

#[test]
fn what_was_granted_for_the_run_is_taken_back_in_the_middle() {
    let world = world_of(&[turn(&[shell(ONE)]), ask(), turn(&[shell(ONE)])]);
    let run = parked(&world);
    let given = grant(&world, &[ONE, "--run", &run]);
    assert_eq!(world.run(&["resume", &run]).code, 3);
    assert_eq!(ran(&world, "one"), 1);
    assert_eq!(stands(&world, name(&given)), "yes");
    assert_eq!(world.run(&["authorise", "revoke", name(&given)]).code, 0);
    let question = story::question(&world, &run);
    let said = world.run(&["answer", &run, &question, "dashes"]);
    assert_eq!(said.code, 3, "it asks again: {said:?}");
    assert_eq!(ran(&world, "one"), 1);
    story::ledger_holds_so_far(&world, &run);
}

#[test]
fn a_script_that_changed_since_asks_again() {
    let world = world_of(&[turn(&[shell(ONE)]), ask(), turn(&[shell(ONE)])]);
    let run = parked(&world);
    let given = grant(&world, &[ONE, "--run", &run]);
    assert_eq!(world.run(&["resume", &run]).code, 3);
    assert_eq!(ran(&world, "one"), 1);
    let directory = given["bound"]["directory"].as_str().expect("a directory");
    let script = std::path::Path::new(directory).join("tool.sh");
    let before = std::fs::read_to_string(&script).expect("the script");
    std::fs::write(&script, "echo \"tool other\" >> \"$HOME/trace\"\n").expect("another script");
    let question = story::question(&world, &run);
    let said = world.run(&["answer", &run, &question, "dashes"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(ran(&world, "other"), 0);
    // What was shown is what a yes is for: the script changed between question and yes, so it asks once more.
    std::fs::write(&script, "echo \"tool third\" >> \"$HOME/trace\"\n").expect("a third script");
    assert_eq!(world.run(&["approve", &run]).code, 3);
    assert_eq!(ran(&world, "other") + ran(&world, "third"), 0);
    std::fs::write(&script, before).expect("the script");
    let said = world.run(&["approve", &run]);
    assert_eq!(
        said.code, 0,
        "the grant for the old script counts again: {said:?}"
    );
    assert_eq!(ran(&world, "one"), 2);
    ended(&world, &run);
}

#[test]
fn nobody_grants_what_is_denied() {
    const PUSH: &str = "git push --force origin main";
    let world = world_of(&[ask(), turn(&[shell(PUSH)])]);
    let run = parked(&world);
    let said = world.run(&["authorise", "grant", "--run", &run, PUSH]);
    assert_eq!(said.code, 4, "{said:?}");
    assert!(said.err.contains("nobody can grant"), "{said:?}");
    let said = world.run(&["authorise", "grant", "--rule", "--apply", PUSH]);
    assert_eq!(said.code, 4, "{said:?}");
    // Nor does a message that somebody made by hand.
    let explained = world.json(&["--json", "gate", "explain", PUSH]);
    let findings = explained["decisions"][0]["findings"]
        .as_array()
        .expect("findings");
    let names: Vec<String> = findings
        .iter()
        .flat_map(|it| {
            let policy = it["policy"].as_str().expect("a policy");
            [
                format!("{policy}/{}", it["id"].as_str().expect("an id")),
                format!("{policy}/*"),
            ]
        })
        .collect();
    let lines = story::lines(&world, &run);
    let prepared =
        |it: &Value| it["event"]["seen"]["finished"]["observation"]["outcome"]["prepared"].clone();
    let prepared = lines.iter().map(prepared).find(Value::is_object);
    let directory = prepared.expect("a worktree")["directory"].clone();
    let given = json!({"grant": {
        "what": PUSH, "findings": names, "proposals": [explained["digest"]],
        "bound": {"directory": directory}, "terms": {"uses": 9, "expires_ms": u64::MAX},
    }});
    let store = world.path("state/ledger.db");
    let base = rusqlite::Connection::open(&store).expect("the store");
    base.execute(
        "INSERT INTO inbox (run, at_ms, sender, body) SELECT no, 1, 'ada', ?1 FROM runs",
        [given.to_string()],
    )
    .expect("a message");
    drop(base);
    let question = story::question(&world, &run);
    let said = world.run(&["answer", &run, &question, "dashes"]);
    assert_eq!(said.code, 0, "{said:?}");
    let lines = story::lines(&world, &run);
    let told = |it: &&Value| it["event"]["seen"]["told"]["body"]["grant"].is_object();
    assert_eq!(lines.iter().filter(told).count(), 1);
    let refused =
        |it: &&Value| it["event"]["decided"]["answered"]["observation"]["status"] == "refused";
    assert_eq!(lines.iter().filter(refused).count(), 1);
    ended(&world, &run);
}

#[test]
fn a_rule_is_shown_before_it_is_written_and_is_as_narrow_as_the_command() {
    let world = World::new(story::FILES);
    let file = world.path("home/.config/interlock/policies/authorised.yml");
    let said = world.run(&["authorise", "grant", "--rule", ONE]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out.starts_with(
            "--- /dev/null\n+++ ~/.config/interlock/policies/authorised.yml\n@@ -0,0 +1,"
        ),
        "{said:?}"
    );
    assert!(!file.exists(), "it was only shown");
    let diff = said.out;
    let said = world.run(&["authorise", "grant", "--rule", "--apply", ONE]);
    assert_eq!((said.code, &said.out), (0, &diff), "{said:?}");
    let added: String = diff
        .lines()
        .filter_map(|it| it.strip_prefix('+').filter(|it| !it.starts_with("++")))
        .map(|it| format!("{it}\n"))
        .collect();
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), added);
    for part in ["matches:", "passes:", "action: allow"] {
        assert!(added.contains(part), "{added}");
    }
    let said = world.run(&["gate", "rules", "check"]);
    assert_eq!(said.code, 0, "{said:?}");
    let verdict = |args: Value| {
        let line = json!({"id": "c", "tool": "run_command", "args": args}).to_string();
        let explained = world.json(&["--json", "gate", "explain", &line]);
        explained["decisions"][0]["verdict"]
            .as_str()
            .map(str::to_owned)
    };
    assert_eq!(verdict(json!({"command": ONE})).as_deref(), Some("allow"));
    assert_eq!(
        verdict(json!({"argv": ["sh", "tool.sh", "one"]})).as_deref(),
        Some("allow")
    );
    for other in [
        "sh tool.sh one x",
        "sh tool.sh on",
        "sh tool.sh one; sh tool.sh one",
        "sh tool.sh one ",
        "sh tool.sh oneX\nsh tool.sh one",
    ] {
        assert_eq!(
            verdict(json!({"command": other})).as_deref(),
            Some("ask"),
            "{other}"
        );
    }
    // Another one is added below it; one that is there already is not needed.
    assert_eq!(world.run(&["authorise", "grant", "--rule", ONE]).code, 2);
    let said = world.run(&["authorise", "grant", "--rule", "--apply", "sh check.sh"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out.contains("\n+  - name:") && !said.out.contains("\n-"),
        "{said:?}"
    );
    assert_eq!(verdict(json!({"command": ONE})).as_deref(), Some("allow"));
    assert_eq!(
        verdict(json!({"command": "sh check.sh"})).as_deref(),
        Some("allow")
    );
}

#[test]
fn what_can_not_be_granted_says_what_to_do_instead() {
    let world = world_of(&[turn(&[shell(ONE)])]);
    assert_eq!(
        world.run(&["authorise", "grant", ONE]).code,
        2,
        "no run goes on"
    );
    let run = parked(&world);
    for (args, words) in [
        (vec!["ls"], "nothing to grant"),
        (vec![ONE, "--policy", "network"], "shell-mutation/runs-file"),
        (vec![ONE, "--for", "soon"], "is no time"),
        (
            vec!["--resource", "src/a.rs", "--policy", "nonsense"],
            "there is no policy",
        ),
        (
            vec!["--resource", "../a.rs", "--policy", "plan-path"],
            "is no path below the worktree",
        ),
        (vec!["--question", "a9999"], "which question?"),
        (vec![], "is not said"),
    ] {
        let said = world.run(&[&["authorise", "grant"], args.as_slice()].concat());
        assert_eq!(said.code, 2, "{args:?}: {said:?}");
        assert!(said.err.contains(words), "{args:?}: {said:?}");
        assert!(said.err.contains("help:"), "{args:?}: {said:?}");
    }
    assert_eq!(world.run(&["authorise", "list"]).out.lines().count(), 1);
    assert_eq!(story::status(&world)["run"], *run);
}
