//! The screen of all runs: what it shows, that its keys answer, and that it leaves the terminal as it was.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::agent::{call, done, turn, write};
use crate::crash::story::{self, CHECKS};
use crate::support::World;
use crate::terminal::Terminal;

/// How the page of before comes back.
const BACK: &str = "\u{1b}[?1049l";

/// A world whose run asks something, and is done once it is answered. `ask` are the calls that ask.
fn asked(ask: &[Value]) -> (World, String) {
    let replies = [
        turn(ask),
        turn(&[write("b.txt", "two\n")]),
        turn(&[done()]),
        turn(&[done()]),
    ];
    let script = json!({"replies": replies, "after": "end"}).to_string();
    let more = "verification:\n  commands: [\"true\"]\n  levels: [1, 2, 3, 4]\n";
    let world = World::scripted(&[("a.txt", "one\n"), ("tool.sh", "true\n")], &script, more);
    let said = world.run(&["run", "add b.txt"]);
    assert_eq!(said.code, 3, "{said:?}");
    let run = story::name(&world);
    (world, run)
}

fn push() -> Value {
    crate::agent::shell("sh tool.sh --now")
}

fn question(text: &str) -> Value {
    call(
        "ask",
        json!({"question": text, "options": ["json", "yaml"]}),
    )
}

/// What `watch --json --once` says of the only run.
fn only(world: &World) -> Value {
    world.json(&["watch", "--json", "--once"])["runs"][0].take()
}

/// The messages that wait in the inbox of a run, the newest last.
fn told(world: &World) -> Vec<Value> {
    let db = rusqlite::Connection::open(world.path("state/ledger.db")).expect("a ledger");
    let mut query = db
        .prepare("SELECT body FROM inbox ORDER BY id")
        .expect("an inbox");
    let bodies = query
        .query_map([], |row| row.get::<_, String>(0))
        .expect("messages");
    let read = |body: String| serde_json::from_str(&body).expect("JSON");
    bodies.map(|it| read(it.expect("a message"))).collect()
}

#[test]
fn a_key_approves_what_waits() {
    let (world, run) = asked(&[push()]);
    assert_eq!(only(&world)["answered"], json!([]));
    let mut terminal = Terminal::new(&world, 80, &["watch"]);
    terminal.sees("y yes, once");
    terminal.types("y");
    terminal.sees("answered; this goes on with it:");
    terminal.types("q");
    let (seen, code) = terminal.ended();
    assert_eq!(code, 0, "{seen}");
    assert!(seen.ends_with(BACK), "{seen:?}");
    let act: u64 = story::question(&world, &run)[1..]
        .parse()
        .expect("a number");
    assert_eq!(told(&world), [json!({"approve": {"question": act}})]);
    assert_eq!(only(&world)["answered"], json!([format!("a{act}")]));
    let said = world.run(&["resume", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(only(&world)["waits"], json!([]));
}

#[test]
fn words_answer_and_a_number_is_an_option() {
    let (world, run) = asked(&[question("Which format?")]);
    let mut terminal = Terminal::new(&world, 80, &["watch"]);
    terminal.sees("a answer");
    // A yes is none to a question in words.
    terminal.types("y");
    terminal.sees("it wants words");
    terminal.types("a");
    terminal.sees("answer:");
    terminal.types("9\u{7f}2\r");
    terminal.sees("answered; this goes on with it:");
    terminal.types("\u{3}");
    let (seen, code) = terminal.ended();
    assert_eq!((code, seen.ends_with(BACK)), (0, true), "{seen:?}");
    let act: u64 = story::question(&world, &run)[1..]
        .parse()
        .expect("a number");
    let answer = json!({"answer": {"question": act, "text": "yaml"}});
    assert_eq!(told(&world), [answer]);
}

#[test]
fn a_no_has_a_reason_and_can_be_taken_back_before_it_is_sent() {
    let (world, run) = asked(&[push()]);
    let mut terminal = Terminal::new(&world, 80, &["watch"]);
    terminal.sees("n no");
    terminal.types("n");
    terminal.sees("no, because");
    terminal.types("q\u{1b}");
    terminal.sees("y yes, once · n no");
    terminal.types("n");
    terminal.types("use the other one\r");
    terminal.sees("answered; this goes on with it:");
    terminal.types("q");
    assert_eq!(terminal.ended().1, 0);
    let act: u64 = story::question(&world, &run)[1..]
        .parse()
        .expect("a number");
    let deny = json!({"deny": {"question": act, "reason": "use the other one"}});
    assert_eq!(told(&world), [deny]);
}

#[test]
fn what_is_not_on_the_screen_is_not_approved() {
    let long = format!("sh tool.sh {}", "word ".repeat(800));
    let (world, _) = asked(&[crate::agent::shell(&long)]);
    let mut terminal = Terminal::new(&world, 80, &["watch"]);
    terminal.sees("lines more: space shows them");
    terminal.types("y");
    terminal.sees("there is more of it to read first");
    terminal.types(" ");
    terminal.sees("would start:sh");
    terminal.types(" ");
    terminal.sees("[shell-mutation/");
    terminal.types("y");
    terminal.sees("answered; this goes on with it:");
    terminal.types("q");
    assert_eq!(terminal.ended().1, 0);
    assert_eq!(told(&world).len(), 1);
}

/// The same settings of the terminal before and after, whatever ends the screen.
#[test]
fn the_terminal_is_as_it_was_after_ctrl_c_and_after_an_error() {
    let (world, _) = asked(&[push()]);
    for fails in [false, true] {
        let mut terminal = Terminal::then(&world, 80, &["watch"], "stty -a; echo over");
        terminal.sees("y yes, once");
        if fails {
            let db = rusqlite::Connection::open(world.path("state/ledger.db")).expect("a ledger");
            let sql =
                "INSERT INTO inbox (run, at_ms, sender, body) SELECT no, 1, 'ada', '{' FROM runs";
            assert_eq!(db.execute(sql, []).expect("a message"), 1);
        } else {
            terminal.types("\u{3}");
        }
        terminal.sees("over");
        let (seen, _) = terminal.ended();
        let (_, after) = seen.rsplit_once(BACK).expect("the page of before");
        for setting in ["icanon", "isig", "echo", "opost", "icrnl"] {
            let is_on = after.split_whitespace().any(|it| it == setting);
            assert!(is_on, "{setting}: {after}");
        }
        assert_eq!(after.contains("error: "), fails, "{after}");
    }
}

#[test]
fn it_is_printed_once_where_nobody_sees_a_screen() {
    let (world, run) = asked(&[question("Dashes or underscores?")]);
    let printed = world.run(&["watch"]);
    assert_eq!(printed.code, 0, "{printed:?}");
    assert_eq!(world.run(&["watch", "--once"]).out, printed.out);
    let question = story::question(&world, &run);
    let answer = format!("→ interlock answer {run} {question} \"json\"");
    for words in ["1 waits for you", "Dashes or underscores?", &answer] {
        assert!(printed.out.contains(words), "{words}: {printed:?}");
    }
    assert!(!printed.out.contains('\u{1b}'), "{printed:?}");
    let row = only(&world);
    assert_eq!(
        (&row["run"], &row["stop"]),
        (&json!(run), &json!("blocked"))
    );
    assert_eq!(row["waits"][0]["question"], json!(question));
    assert!(
        row["repository"]
            .as_str()
            .expect("a path")
            .ends_with("repo with spaces")
    );
}

#[test]
fn runs_of_all_repositories_are_there_and_nothing_is_no_error() {
    let world = World::new(&[("a.txt", "one\n")]);
    let none = world.run(&["watch"]);
    assert_eq!((none.code, none.err.as_str()), (0, ""));
    assert!(none.out.starts_with("no runs yet"), "{none:?}");
    let ask = turn(&[question("Which?")]);
    let world = story::world_of(&[ask], false, CHECKS.get(..0).unwrap_or_default());
    assert_eq!(world.run(&["run", story::PLAN]).code, 3);
    let other = world.path("other");
    let init = std::process::Command::new("git")
        .args(["init", "--quiet"])
        .arg(&other)
        .status();
    assert!(init.expect("git starts").success());
    let there = world.finish(world.command(&["watch"]).current_dir(&other));
    assert!(there.out.contains("repo with spaces' answer "), "{there:?}");
}

#[test]
fn programs_get_one_value_for_each_change() {
    let (world, run) = asked(&[push()]);
    let mut command = world.command(&["watch", "--json"]);
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .expect("interlock starts");
    let mut lines = BufReader::new(child.stdout.take().expect("an output")).lines();
    let mut next = || -> Value {
        let line = lines.next().expect("a line").expect("a line");
        serde_json::from_str::<Value>(&line).expect("JSON")["runs"][0].take()
    };
    assert_eq!(next()["answered"], json!([]));
    let question = story::question(&world, &run);
    assert_eq!(
        world.run(&["approve", &run, &question, "--no-resume"]).code,
        0
    );
    assert_eq!(next()["answered"], json!([question]));
    assert_eq!(world.run(&["resume", &run]).code, 0);
    let over = loop {
        let value = next();
        if value["ended"] == true && value["driven"] == false {
            break value;
        }
    };
    assert_eq!(over["phase"], "done");
    child.kill().expect("it runs");
    child.wait().expect("an end");
}
