//! Level 5 of a key link: what a file uses of another is taken out in a scratch copy, and the evidence has to miss it.

use serde_json::Value;

use crate::support::{Said, World};

const PLAN: &str = "docs/01-01-PLAN.md";
const LINK: &str = "app.ts -> api/chat.ts";

const TEXT: &str = r#"---
phase: 01-chat
plan: "01"
type: execute
wave: 1
depends_on: []
files_modified: [src/app.ts, src/api/chat.ts]
autonomous: true
must_haves:
  truths:
    - truth: "A message gets an answer"
      commands: ["sh check.sh"]
  artifacts:
    - path: "src/api/chat.ts"
      exports: [chat]
    - path: "src/app.ts"
      exports: [start]
  key_links:
    - from: "app.ts"
      to: "api/chat.ts"
      via: "the route is registered"
---

<objective>
A message gets an answer.
</objective>

<tasks>
<task type="auto">
  <name>Write the route</name>
  <files>src/app.ts, src/api/chat.ts</files>
  <action>Write it, and register it.</action>
  <done>A message gets an answer.</done>
</task>
</tasks>
"#;

const CHAT: &str =
    "export function chat(message: string): string {\n  return message.trim().toUpperCase();\n}\n";
const APP: &str = "import { chat } from './api/chat';\n\nexport function start(app: App): number {\n  \
    app.get('/health', () => 'fine');\n  app.post('/chat', chat);\n  return app.listen(8080);\n}\n";

/// Stands for tests of both files, each by itself: no function may fail or return nothing.
const APART: &str = "grep -q 'chat(.*{$' src/api/chat.ts && grep -q 'start(.*{$' src/app.ts\n";
/// Stands for a test that sends a message to the program.
const THROUGH: &str = "grep -q \"^  app.post('/chat', chat);\" src/app.ts\n";

fn world(check: &str) -> World {
    let world = World::new(&[
        (PLAN, TEXT),
        ("check.sh", check),
        ("package.json", "{\"main\": \"src/app.ts\"}\n"),
        ("src/api/chat.ts", CHAT),
        ("src/app.ts", APP),
    ]);
    world.configure("verification:\n  falsify: {copies: 1}\n");
    world
}

/// Verifies; what it says, and the item of the link at level 5.
fn verify(world: &World, code: i32) -> (Said, Value) {
    let said = world.run(&["--json", "verify", PLAN]);
    assert_eq!(said.code, code, "{said:?}");
    let value: Value = serde_json::from_str(&said.out).expect("JSON");
    let id = format!("gate:falsifiable:{LINK}");
    let items = value["items"].as_array().expect("items");
    let found = items.iter().find(|it| it["id"] == *id).cloned();
    (said, found.unwrap_or_default())
}

#[test]
fn a_link_that_the_evidence_does_not_miss_is_a_gap() {
    let world = world(APART);
    let (said, item) = verify(&world, 1);
    assert_eq!(item["status"], "failed", "{said:?}");
    assert_eq!(item["location"]["file"], "src/app.ts", "{said:?}");
    let reason = item["reason"].as_str().expect("a reason");
    assert!(
        reason.contains("`src/app.ts` makes no use of `chat` any more"),
        "{reason}"
    );
    assert!(
        said.err
            .contains("src/app.ts: `chat` is cut off: nobody notices"),
        "{said:?}"
    );
    let page = world.run(&["verify", PLAN]);
    assert!(page.out.contains(LINK), "{page:?}");
    assert!(
        page.err.contains("5 of 5 trials are remembered"),
        "{page:?}"
    );
    // Nothing was touched where somebody works.
    assert_eq!(world.read("src/app.ts").as_deref(), Some(APP));
    assert_eq!(world.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_link_that_the_evidence_misses_is_none() {
    let world = world(&format!("{}{THROUGH}", APART.replace("\n", " &&\n")));
    let (said, item) = verify(&world, 0);
    assert_eq!(item["status"], "verified", "{said:?}");
    let reason = "`sh check.sh` notices when `chat` is cut off in `src/app.ts`";
    assert_eq!(item["reason"], reason, "{said:?}");
    // Mended evidence closes the gap, and the page before is compared by its name.
    world.write("check.sh", APART);
    assert_eq!(world.run(&["verify", PLAN, "--write"]).code, 1);
    world.write(
        "check.sh",
        &format!("{}{THROUGH}", APART.replace("\n", " &&\n")),
    );
    let again = world.run(&["verify", PLAN]);
    assert_eq!(again.code, 0, "{again:?}");
    let closed = format!("gate:falsifiable:{LINK}");
    assert!(again.out.contains(&closed), "{again:?}");
}

#[test]
fn a_link_that_does_not_build_without_is_broken_otherwise() {
    // Stands for a compiler that minds what never runs.
    let check = "if grep -q 'if (false)' src/app.ts; then echo 'src/app.ts(5,3): error TS7027: Unreachable code detected.'; \
        exit 2; fi\n";
    let world = world(&format!("{check}{APART}"));
    let (said, item) = verify(&world, 1);
    assert!(
        said.err
            .contains("`chat` is cut off: `sh check.sh` does not build"),
        "{said:?}"
    );
    assert_eq!(item["status"], "failed", "{said:?}");
}
