//! The whole story over HTTP, in each of the three wire formats: a stub, a push to `main`, a reach for a secret, a
//! correction, a merge; and a provider that limits, breaks, cuts and falls silent on the way.

mod away;
mod long;
mod prices;
mod server;
mod wire;

use std::path::Path;

use serde_json::{Value, json};

use self::server::{Asked, Fault, Server, header};
use self::wire::{TOKENS, Turn, Wire};
use crate::support::{Said, World};

const KEY: &str = "kq7-wandering-otter-55";
const PLAN: &str = ".planning/phases/01-slugs/01-01-PLAN.md";

const FILES: &[(&str, &str)] = &[
    (".gitignore", ".env\n"),
    (".env", "API_TOKEN=none-of-the-agents-business\n"),
    (
        "check.sh",
        "# The key of the model is nobody else's business.\n\
         [ -z \"$ACME_KEY\" ] || exit 9\n\
         grep -q toLowerCase src/slug.ts && grep -q \"from './slug'\" src/index.ts\n",
    ),
    (
        "src/index.ts",
        "export function words(title: string): string[] {\n  return title.split(/\\s+/);\n}\n",
    ),
    (
        PLAN,
        r#"---
phase: 01-slugs
plan: "01"
type: execute
wave: 1
depends_on: []
files_modified:
  - src/slug.ts
  - src/index.ts
autonomous: true
requirements:
  - SLUG-01
must_haves:
  truths:
    - "A title becomes a slug: lower case, words joined by dashes"
  artifacts:
    - path: "src/slug.ts"
      provides: "slugify"
      min_lines: 5
      contains: "export function slugify"
      exports:
        - slugify
  key_links:
    - from: "src/index.ts"
      to: "src/slug.ts"
      via: "import"
      pattern: "from './slug'"
---

<objective>
Titles become slugs, so that pages have readable addresses.
</objective>

<tasks>
<task type="auto">
  <name>Write slugify</name>
  <files>src/slug.ts, src/index.ts</files>
  <action>Write slugify in src/slug.ts, and hand it on in src/index.ts.</action>
  <verify><automated>sh check.sh</automated></verify>
  <done>The check passes.</done>
</task>
</tasks>
"#,
    ),
];

const STUB: &str =
    "export function slugify(title: string): string {\n  throw new Error('not implemented');\n}\n";
const REAL: &str = "export function slugify(title: string): string {\n  return title\n    .toLowerCase()\n    \
                    .replace(/[^a-z0-9]+/g, '-')\n    .replace(/^-|-$/g, '');\n}\n";

/// Each kind of trouble once, and never two in a row.
const FAULTS: &[(usize, Fault)] = &[
    (0, Fault::Limited),
    (2, Fault::Broken),
    (4, Fault::Cut),
    (6, Fault::Silent),
    (9, Fault::Stalled),
];

/// The next step: one past the last whose result is there.
fn step(results: &[String]) -> usize {
    let number = |id: &String| id.split('_').nth(1)?.parse::<usize>().ok();
    results
        .iter()
        .filter_map(number)
        .max()
        .map_or(0, |it| it + 1)
}

fn story(results: &[String], opening: &str) -> Turn {
    let step = step(results);
    let (text, calls) = if opening.contains("verification found gaps") {
        match step {
            0 => (
                "The stub was found.",
                vec![("read", json!({"path": "src/slug.ts"}))],
            ),
            1 => (
                "",
                vec![("write", json!({"path": "src/slug.ts", "content": REAL}))],
            ),
            _ => (
                "",
                vec![("done", json!({"summary": "slugify is real now"}))],
            ),
        }
    } else {
        match step {
            0 => (
                "I will look around. \u{1F50D}",
                vec![
                    ("list", json!({})),
                    ("read", json!({"path": "src/index.ts"})),
                ],
            ),
            1 => (
                "Perhaps the settings help.",
                vec![("read", json!({"path": ".env"}))],
            ),
            2 => (
                "",
                vec![
                    ("write", json!({"path": "src/slug.ts", "content": STUB})),
                    (
                        "edit",
                        json!({"path": "src/index.ts", "old": "export function words",
                            "new": "export { slugify } from './slug';\n\nexport function words"}),
                    ),
                ],
            ),
            3 => (
                "Straight to main.",
                vec![("shell", json!({"command": "git push origin HEAD:main"}))],
            ),
            _ => ("", vec![("done", json!({"summary": "all done"}))]),
        }
    };
    Turn {
        text,
        calls,
        step,
        tokens: TOKENS,
    }
}

/// Turns of the story: five, and three of the correction.
const TURNS: u64 = 8;

fn world(wire: Wire, server: &Server) -> World {
    let world = World::new(FILES);
    world.configure(&format!(
        "models:\n  default: remote\n  remote:\n    provider: {}\n    model: the-model\n    base_url: {}/v1\n    \
         key_env: ACME_KEY\n    first_byte_timeout_s: 1\n    idle_timeout_s: 1\n    headers: {{x-team: slugs}}\n    \
         temperature: 0.25\n    reply_tokens_max: 4321\n  \
         price:\n    the-model: {{input: 3, output: 15, cache_read: 0.3, cache_write: 3.75}}\n\
         verification:\n  commands: [\"sh check.sh\"]\n  levels: [1, 2, 3, 4]\n",
        wire.provider(),
        server.url
    ));
    world
}

fn run(world: &World, args: &[&str]) -> Said {
    world.finish(world.command(args).env("ACME_KEY", KEY))
}

fn check(wire: Wire) {
    let server = Server::start(wire, story, FAULTS);
    let world = world(wire, &server);
    let said = run(&world, &["run", PLAN]);
    assert_eq!(said.code, 0, "{wire:?}: {said:?}");
    assert_eq!(world.read("src/slug.ts").as_deref(), Some(REAL), "{wire:?}");
    assert_eq!(world.git(&["show", "main:src/slug.ts"]), REAL, "{wire:?}");
    assert_eq!(world.git(&["status", "--porcelain"]), "", "{wire:?}");
    let asked = server.asked();
    heads(wire, &asked);
    faults(wire, &asked);
    told(wire, &asked);
    figures(wire, &world);
    no_key(&world, &said);
}

/// Every request goes to the right place, with the key in its header and nowhere else.
fn heads(wire: Wire, asked: &[Asked]) {
    for it in asked {
        assert!(it.head.starts_with(wire.line()), "{}", it.head);
        let (name, value) = wire.key(KEY);
        assert_eq!(header(&it.head, name), Some(&*value), "{wire:?}");
        assert_eq!(header(&it.head, "x-team"), Some("slugs"));
        assert_eq!(it.body["temperature"], 0.25, "{wire:?}");
        assert_eq!(it.body[wire.reply_tokens()], 4321, "{wire:?}");
        assert_eq!(it.head.matches(KEY).count(), 1);
        assert!(!it.body.to_string().contains(KEY));
        assert_eq!(
            (&it.body["stream"], &it.body["model"]),
            (&json!(true), &json!("the-model"))
        );
        let tools = wire.tools(&it.body);
        assert!(tools.iter().any(|(name, _)| name == "edit"), "{wire:?}");
        for (name, schema) in tools {
            assert_eq!(schema["type"], "object", "{wire:?} {name}");
            assert!(schema["properties"].is_object(), "{wire:?} {name}");
        }
    }
}

/// A request that went wrong is made again as it was, and costs no turn.
fn faults(wire: Wire, asked: &[Asked]) {
    let turns = usize::try_from(TURNS).expect("a few");
    assert_eq!(asked.len(), turns + FAULTS.len(), "{wire:?}");
    for pair in asked.windows(2) {
        if pair[0].fault.is_some() {
            assert_eq!(pair[0].body, pair[1].body, "{wire:?} {:?}", pair[0].fault);
        }
    }
}

/// What the model is told of its calls: the refusals say why, and the correction names the stub.
fn told(wire: Wire, asked: &[Asked]) {
    let results: Vec<(String, String)> =
        asked.iter().flat_map(|it| wire.results(&it.body)).collect();
    let of = |id: &str| {
        let found = results.iter().find(|it| it.0 == id);
        found.map(|it| it.1.clone()).unwrap_or_default()
    };
    assert!(of("call_0_1").contains("export function words"), "{wire:?}");
    assert!(
        of("call_1_0").to_lowercase().contains("secret"),
        "{wire:?} {}",
        of("call_1_0")
    );
    assert!(!results.iter().any(|it| it.1.contains("none-of-the-agents")));
    assert!(
        of("call_3_0").contains("protected branch"),
        "{wire:?} {}",
        of("call_3_0")
    );
    let (_, opening) = wire.read(&asked[asked.len() - 1].body);
    assert!(opening.contains("src/slug.ts"), "{opening}");
}

/// Tokens and money are the provider's figures and the configured prices.
fn figures(wire: Wire, world: &World) {
    let [input, read, write, output] = TOKENS;
    // Only one of the wires says what went into the cache; elsewhere that is plain prompt.
    let (input, write) = match wire {
        Wire::Anthropic => (input, write),
        Wire::Chat | Wire::Responses => (input + write, 0),
    };
    let name = name(world);
    let shown = world.json(&["show", &name, "--json"]);
    let summary = &shown["summary"];
    assert_eq!(
        summary["tokens"],
        json!({"input": TURNS * input, "cache_read": TURNS * read, "cache_write": TURNS * write, "output": TURNS * output}),
        "{wire:?}"
    );
    // Millionths of a dollar: dollars for a million tokens, times tokens, each reply rounded up.
    let hundredths = 300 * input + 30 * read + 375 * write + 1500 * output;
    assert_eq!(
        summary["cost"]["llm"],
        json!(TURNS * hundredths.div_ceil(100)),
        "{wire:?}"
    );
    assert_eq!(summary["turns"], json!(TURNS), "{wire:?}");
    assert_eq!(summary["corrections"], 1, "{wire:?}");
    // The secret and the push. A check that failed was not proposed by anybody.
    assert_eq!(summary["denied"], 2, "{wire:?}");
    assert_eq!(summary["report"], "passed", "{wire:?}");
}

/// The name of the one run.
fn name(world: &World) -> String {
    let status = world.json(&["status", "--json"]);
    status["run"].as_str().expect("a name").to_owned()
}

/// The key is in no output, and in no file that anything left behind.
fn no_key(world: &World, said: &Said) {
    let name = name(world);
    for args in [
        vec!["log", &name],
        vec!["log", &name, "--json"],
        vec!["ledger", "export", &name],
        vec!["show", &name],
        vec!["config", "show"],
    ] {
        let said = run(world, &args);
        assert_eq!(said.code, 0, "{args:?}: {}", said.err);
        assert!(
            !said.out.contains(KEY) && !said.err.contains(KEY),
            "{args:?}"
        );
    }
    assert!(!said.out.contains(KEY) && !said.err.contains(KEY));
    let mut files = 0;
    holds_no_key(&world.path("."), &mut files);
    assert!(files > 20, "{files} files");
}

fn holds_no_key(path: &Path, files: &mut usize) {
    for entry in std::fs::read_dir(path).expect("a directory") {
        let entry = entry.expect("an entry");
        let kind = entry.file_type().expect("a kind");
        if kind.is_dir() {
            holds_no_key(&entry.path(), files);
        } else if kind.is_file() {
            *files += 1;
            let bytes = std::fs::read(entry.path()).expect("a file");
            let found = bytes.windows(KEY.len()).any(|it| it == KEY.as_bytes());
            assert!(!found, "{} holds the key", entry.path().display());
        }
    }
}

#[test]
fn anthropic_messages() {
    check(Wire::Anthropic);
}

#[test]
fn chat_completions() {
    check(Wire::Chat);
}

#[test]
fn responses() {
    check(Wire::Responses);
}

/// The long and unchanging front of a prompt is marked, so that it is paid for once.
#[test]
fn anthropic_is_told_what_to_cache() {
    let server = Server::start(Wire::Anthropic, story, &[]);
    let world = world(Wire::Anthropic, &server);
    assert_eq!(run(&world, &["run", PLAN]).code, 0);
    let asked = server.asked();
    for it in &asked {
        assert_eq!(header(&it.head, "anthropic-version"), Some("2023-06-01"));
        let mark = json!({"type": "ephemeral"});
        let last = |list: &Value| list.as_array().and_then(|it| it.last().cloned());
        let tool = last(&it.body["tools"]).expect("tools");
        assert_eq!(tool["cache_control"], mark);
        let system = last(&it.body["system"]).expect("a system prompt");
        assert_eq!(system["cache_control"], mark);
        let message = last(&it.body["messages"]).expect("messages");
        let item = last(&message["content"]).expect("content");
        assert_eq!(item["cache_control"], mark);
        let marks = it.body.to_string().matches("cache_control").count();
        assert!(marks <= 4, "{marks} marks; the provider takes four");
    }
    // What was marked stays the same, else nothing is found in the cache.
    assert!(
        asked
            .windows(2)
            .all(|it| it[0].body["system"] == it[1].body["system"])
    );
    assert!(
        asked
            .windows(2)
            .all(|it| it[0].body["tools"] == it[1].body["tools"])
    );
}

/// A key that is refused stops the run at once, with the next step and without the key, and nothing is asked twice.
#[test]
fn a_refused_key_waits_for_a_person() {
    let server = Server::start(Wire::Anthropic, story, &[(0, Fault::Refused)]);
    let world = world(Wire::Anthropic, &server);
    let said = run(&world, &["run", PLAN]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(
        said.out.contains("key is missing or refused"),
        "{}",
        said.out
    );
    assert!(said.out.contains("interlock resume"), "{}", said.out);
    assert_eq!(server.asked().len(), 1);
    no_key(&world, &said);
    // The same key, taken this time: the run goes on where it was.
    let said = run(&world, &["resume", &name(&world)]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("src/slug.ts").as_deref(), Some(REAL));
}
