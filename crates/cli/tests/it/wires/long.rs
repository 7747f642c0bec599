//! A long session against a provider that counts: it goes on for as long as it has to, in both ways of shortening a history,
//! whatever a token is; and where a prompt has no room, what is offered helps.

use serde_json::json;

use super::server::{Asked, Server, counted};
use super::wire::{TOKENS, Turn, Wire};
use crate::crash::story;
use crate::support::World;

/// Steps at which a file is read.
const READS: std::ops::Range<usize> = 2..120;

fn step(results: &[String]) -> usize {
    let number = |id: &String| id.split('_').nth(1)?.parse::<usize>().ok();
    results
        .iter()
        .filter_map(number)
        .max()
        .map_or(0, |it| it + 1)
}

/// A refusal, a note, a hundred and eighteen files, the work, and the claim.
fn session(results: &[String], _opening: &str) -> Turn {
    let step = step(results);
    let calls = match step {
        0 => vec![("shell", json!({"command": "git push origin HEAD:main"}))],
        1 => vec![("write", json!({"path": "notes.txt", "content": "begun\n"}))],
        step if READS.contains(&step) => {
            vec![("read", json!({"path": format!("src/f{step}.txt")}))]
        }
        120 => vec![("write", json!({"path": "answer.txt", "content": "42\n"}))],
        _ => vec![("done", json!({"summary": "written"}))],
    };
    Turn {
        text: "",
        calls,
        step,
        tokens: TOKENS,
    }
}

/// Four kilobytes, every line another one.
fn four_kilobytes(nth: usize) -> String {
    (0..80)
        .map(|line| format!("{nth:03} {line:02} what stands in this line of it is said here\n"))
        .collect()
}

fn world(server: &Server, wire: Wire, more: &str) -> World {
    let texts: Vec<(String, String)> = READS
        .map(|nth| (format!("src/f{nth}.txt"), four_kilobytes(nth)))
        .collect();
    let mut files: Vec<(&str, &str)> = texts.iter().map(|it| (&*it.0, &*it.1)).collect();
    files.push(("check.sh", "grep -q 42 answer.txt\n"));
    let world = World::new(&files);
    world.configure(&format!(
        "models:\n  default: remote\n  remote: {{provider: {}, model: the-model, base_url: '{}/v1', key_env: ACME_KEY}}\n  \
         price:\n    the-model: {{input: 0, output: 0}}\n\
         verification: {{commands: ['sh check.sh'], levels: [1, 2, 3, 4]}}\n{more}",
        wire.provider(),
        server.url
    ));
    world
}

fn run(world: &World, args: &[&str]) -> crate::support::Said {
    world.finish(world.command(args).env("ACME_KEY", "k"))
}

/// The first words of a request: what stands before the conversation.
fn opening(wire: Wire, asked: &Asked) -> String {
    wire.read(&asked.body).1
}

fn check(wire: Wire, method: &str, bytes_per_token: f64) {
    let what = format!("{method}, {bytes_per_token} bytes a token");
    let server = Server::counting(wire, session, &[], Some(bytes_per_token));
    let world = world(
        &server,
        wire,
        &format!("context: {{compression_method: {method}}}\n"),
    );
    let said = run(&world, &["run", "write the answer"]);
    assert_eq!(said.code, 0, "{what}: {}", said.out);
    assert_eq!(world.git(&["show", "main:answer.txt"]), "42\n", "{what}");
    let asked = server.asked();
    assert_eq!(asked.len(), 122, "{what}");
    for (nth, it) in asked.iter().enumerate() {
        let tokens = counted(&it.body, bytes_per_token);
        assert!(tokens <= 64_000, "{what}: {tokens} in request {nth}");
    }
    // What must not be lost stands in the last request as in the first after a cut.
    let last = opening(wire, asked.last().expect("requests"));
    for words in [
        "What was refused before",
        "git push origin HEAD:main",
        "git-safety/",
        "- notes.txt: changed",
        "- src/f20.txt: all of it",
        "earlier messages were left out",
        "write the answer",
    ] {
        assert!(last.contains(words), "{what}: {words}\n{last}");
    }
    let run_name = story::name(&world);
    let summary = world.json(&["show", &run_name, "--json"])["summary"].clone();
    let bytes = |key: &str| summary[key].as_u64().expect("bytes");
    let (whole, sent) = (bytes("prompt_whole_bytes"), bytes("prompt_bytes"));
    assert!(whole > 3 * sent, "{what}: {whole} : {sent}");
    story::ledger_holds(&world, &run_name);
}

#[test]
fn a_long_session_ends_merged_with_a_summary() {
    check(Wire::Chat, "claude-style", 4.0);
}

#[test]
fn a_long_session_ends_merged_with_a_window() {
    check(Wire::Anthropic, "sliding-window", 4.0);
}

#[test]
fn a_long_session_of_dense_text_ends_merged() {
    check(Wire::Anthropic, "claude-style", 1.3);
    check(Wire::Responses, "sliding-window", 2.0);
}

/// The task alone is too long for the limit: what is offered is run as it is printed, and the run ends merged.
#[test]
fn more_room_is_offered_and_helps() {
    for bytes_per_token in [1.3, 2.0, 4.0] {
        let server = Server::counting(Wire::Chat, short, &[], Some(bytes_per_token));
        let world = world(&server, Wire::Chat, "context: {max_tokens: 1000}\n");
        let task = format!("write the answer{}", ", as it was asked for".repeat(300));
        let said = run(&world, &["run", &task]);
        assert_eq!(said.code, 5, "{bytes_per_token}: {said:?}");
        assert!(
            said.out.contains("nothing more can be left out"),
            "{said:?}"
        );
        // The same again without more room changes nothing.
        let name = story::name(&world);
        assert_eq!(run(&world, &["resume", &name]).code, 5);
        let inbox = world.run(&["inbox"]).out;
        let offered = inbox
            .lines()
            .find_map(|it| it.split_once("interlock resume ").map(|it| it.1))
            .unwrap_or_else(|| panic!("nothing is offered: {inbox}"));
        assert!(offered.contains("--set context.max_tokens="), "{inbox}");
        let words: Vec<&str> = std::iter::once("resume")
            .chain(offered.split(' '))
            .collect();
        let said = run(&world, &words);
        assert_eq!(said.code, 0, "{bytes_per_token}: {words:?} {said:?}");
        assert_eq!(world.git(&["show", "main:answer.txt"]), "42\n");
        story::ledger_holds(&world, &name);
    }
}

fn short(results: &[String], _opening: &str) -> Turn {
    let step = step(results);
    let calls = match step {
        0 => vec![("read", json!({"path": "src/f2.txt"}))],
        1 => vec![("write", json!({"path": "answer.txt", "content": "42\n"}))],
        _ => vec![("done", json!({"summary": "written"}))],
    };
    Turn {
        text: "",
        calls,
        step,
        tokens: TOKENS,
    }
}
