//! The verifier alone: a plan and a working tree in, a report out; no model, no run.

use serde_json::Value;

use crate::support::{Said, World};

pub(crate) const CONFIG: &str = "verification:\n  commands: [\"sh check.sh\"]\n";

/// A language: its files when the work is done, and the stub that is found.
pub(crate) struct Tongue {
    pub(crate) name: &'static str,
    pub(crate) slug: &'static str,
    pub(crate) user: &'static str,
    pub(crate) real: &'static str,
    pub(crate) using: &'static str,
    pub(crate) stub: &'static str,
}

pub(crate) const TONGUES: [Tongue; 2] = [
    Tongue {
        name: "TypeScript",
        slug: "src/slug.ts",
        user: "src/index.ts",
        real: "export function slugify(title: string): string {\n  return title\n    .toLowerCase()\n    \
               .replace(/[^a-z0-9]+/g, '-')\n    .replace(/^-|-$/g, '');\n}\n",
        using: "import { slugify } from './slug';\n\nexport function page(title: string): string {\n  return `/${slugify(title)}`;\n}\n",
        stub: "export function slugify(title: string): string {\n  throw new Error('not implemented');\n}\n",
    },
    Tongue {
        name: "Rust",
        slug: "src/slug.rs",
        user: "src/lib.rs",
        real: "//! Slugs.\n\n/// Makes a slug.\npub fn slugify(title: &str) -> String {\n    let mut slug = title.to_lowercase();\n    \
               slug.retain(|it| it.is_alphanumeric());\n    slug\n}\n",
        using: "pub mod slug;\n\n/// The address of a page.\npub fn page(title: &str) -> String {\n    format!(\"/{}\", slug::slugify(title))\n}\n",
        stub: "//! Slugs.\n\n/// Makes a slug.\npub fn slugify(_title: &str) -> String {\n    todo!()\n}\n",
    },
];

impl Tongue {
    pub(crate) fn plan(&self) -> String {
        format!(
            r#"---
phase: 01-slugs
plan: "01"
type: execute
wave: 1
depends_on: []
files_modified: [{slug}, {user}]
autonomous: true
requirements: [SLUG-01]
must_haves:
  truths:
    - "A title becomes a slug"
  artifacts:
    - path: "{slug}"
      provides: "slugify"
      min_lines: 3
      exports: [slugify]
  key_links:
    - from: "{user}"
      to: "{slug}"
      via: "call"
      pattern: "slugify"
---

<objective>
Titles become slugs.
</objective>

<tasks>
<task type="auto">
  <name>Write slugify</name>
  <files>{slug}, {user}</files>
  <action>Write it, and use it.</action>
  <verify><automated>sh check.sh</automated></verify>
  <done>The check passes.</done>
</task>
</tasks>
"#,
            slug = self.slug,
            user = self.user
        )
    }

    pub(crate) fn world(&self) -> World {
        // It stands for a test: it notices when the function does not begin as it should, or does not do its work, or
        // when its user makes no use of it.
        let check = format!(
            "grep -q 'slugify(.*{{$' {0} || exit 1\ngrep -q 'broken on purpose' {1} && exit 1\n\
             grep -qi tolowercase {0} || grep -q to_lowercase {0}\n",
            self.slug, self.user
        );
        let world = World::new(&[
            ("docs/01-01-PLAN.md", &self.plan()),
            ("check.sh", &check),
            (self.slug, self.real),
            (self.user, self.using),
        ]);
        world.configure(CONFIG);
        world
    }
}

/// Verifies: its words, and the same as JSON.
fn check(world: &World, more: &[&str], code: i32, status: &str) -> (Said, Value) {
    let args = [&["verify", "docs/01-01-PLAN.md"], more].concat();
    let said = world.run(&args);
    assert_eq!(said.code, code, "{said:?}");
    let line = format!("\nstatus: {status}\n");
    assert!(
        said.out.contains(&line),
        "at the start of a line, unquoted: {said:?}"
    );
    assert!(said.out.starts_with("---\n"), "{said:?}");
    let json = world.run(&[&["--json"], &*args].concat());
    assert_eq!(json.code, code, "{json:?}");
    let value: Value =
        serde_json::from_str(&json.out).unwrap_or_else(|error| panic!("{error}: {json:?}"));
    assert_eq!(value["status"], status);
    (said, value)
}

/// The word for the item with this text.
pub(crate) fn word<'v>(value: &'v Value, text: &str) -> &'v str {
    let items = value["items"].as_array().expect("items");
    let found = items.iter().find(|it| {
        ["text", "path", "from"]
            .iter()
            .any(|key| it[*key].as_str().is_some_and(|it| it.contains(text)))
    });
    found
        .and_then(|it| it["word"].as_str())
        .unwrap_or_else(|| panic!("no `{text}` in {value}"))
}

#[test]
fn finished_work_passes() {
    for tongue in TONGUES {
        let world = tongue.world();
        let (said, value) = check(&world, &[], 0, "passed");
        assert!(said.err.contains("running: sh check.sh"), "{said:?}");
        assert!(
            said.out.contains("score: \"6/6 must-haves verified\""),
            "{}: {}",
            tongue.name,
            said.out
        );
        assert_eq!(value["gaps"], serde_json::json!([]), "{}", tongue.name);
        assert_eq!(word(&value, "A title becomes"), "VERIFIED");
        assert_eq!(word(&value, tongue.slug), "VERIFIED");
        assert_eq!(word(&value, tongue.user), "WIRED", "{value}");
        // The place is not touched, and nothing is a run.
        assert_eq!(world.git(&["status", "--porcelain"]), "");
        assert!(world.run(&["status"]).out.starts_with("no runs yet"));
    }
}

#[test]
fn what_is_not_there_is_a_gap() {
    for tongue in TONGUES {
        let world = tongue.world();
        // Not committed: the working tree counts, as it stands.
        world.write(tongue.slug, tongue.stub);
        let (said, value) = check(&world, &[], 1, "gaps_found");
        assert_eq!(
            word(&value, tongue.slug),
            "STUB",
            "{}: {value}",
            tongue.name
        );
        assert_eq!(word(&value, "A title becomes"), "FAILED", "{}", tongue.name);
        assert!(
            said.out.contains("gaps:\n") && said.out.contains(tongue.slug),
            "{said:?}"
        );
        assert!(!value["gaps"].as_array().expect("gaps").is_empty());
        assert_eq!(world.read(tongue.slug).as_deref(), Some(tongue.stub));
        std::fs::remove_file(world.repository().join(tongue.slug)).expect("removed");
        let (_, value) = check(&world, &[], 1, "gaps_found");
        assert_eq!(word(&value, tongue.slug), "MISSING", "{}", tongue.name);
        // A file that git does not know counts as well.
        world.git(&["rm", "--quiet", "--cached", tongue.slug]);
        world.git(&["commit", "--quiet", "-m", "gone"]);
        world.write(tongue.slug, tongue.real);
        check(&world, &[], 0, "passed");
    }
}

#[test]
fn what_nobody_uses_is_not_wired() {
    let [_, rust] = TONGUES;
    let world = rust.world();
    world.write(
        rust.user,
        "/// The address of a page.\npub fn page(title: &str) -> String {\n    title.to_owned()\n}\n",
    );
    let (_, value) = check(&world, &[], 1, "gaps_found");
    assert_eq!(word(&value, rust.user), "NOT_WIRED", "{value}");
}

#[test]
fn without_commands_a_person_is_needed() {
    for tongue in TONGUES {
        let world = tongue.world();
        let (said, value) = check(&world, &["--no-commands"], 3, "human_needed");
        assert!(!said.err.contains("running"), "{said:?}");
        assert!(said.out.contains("human_verification:"), "{said:?}");
        assert!(
            !value["human_verification"]
                .as_array()
                .expect("a list")
                .is_empty()
        );
    }
}

#[test]
fn a_page_is_written_beside_the_plan() {
    let [script, _] = TONGUES;
    let world = script.world();
    let (said, _) = check(&world, &["--write"], 0, "passed");
    assert!(said.err.contains("01-01-VERIFICATION.md"), "{said:?}");
    let page = world.read("docs/01-01-VERIFICATION.md").expect("a page");
    assert!(
        page.starts_with("---\n") && page.contains("\nstatus: passed\n"),
        "{page}"
    );
    for key in [
        "phase: \"01-slugs\"",
        "verified: 20",
        "score: \"6/6 must-haves verified\"",
    ] {
        assert!(page.lines().any(|it| it.starts_with(key)), "{key}: {page}");
    }
    // Over the one before, and the page itself is no change that matters.
    check(&world, &["--write"], 0, "passed");
    let rest = world.git(&["status", "--porcelain"]);
    assert_eq!(rest, "?? docs/01-01-VERIFICATION.md\n");
}

#[test]
fn a_base_that_is_not_there_is_named() {
    let [script, _] = TONGUES;
    let world = script.world();
    check(&world, &["--base", "main"], 0, "passed");
    for base in ["nope", "a..b", "--", ""] {
        let flag = format!("--base={base}");
        let said = world.run(&["verify", "docs/01-01-PLAN.md", &flag]);
        assert_eq!((said.code, &*said.out), (2, ""), "{base}: {said:?}");
        assert!(said.err.contains("no revision"), "{base}: {said:?}");
    }
}

#[test]
fn a_command_that_does_harm_is_not_run() {
    let [script, _] = TONGUES;
    let world = script.world();
    let plan = script.plan().replace(
        "<automated>sh check.sh<",
        "<automated>sh check.sh; touch hurt<",
    );
    world.write("docs/01-01-PLAN.md", &plan);
    let said = world.run(&["verify", "docs/01-01-PLAN.md"]);
    assert_ne!(said.code, 0, "{said:?}");
    assert!(said.err.contains("not run"), "{said:?}");
    assert_eq!(world.read("hurt"), None);
}

#[test]
fn each_gap_is_told_once_with_its_place_and_what_would_mend_it() {
    let world = World::new(&[
        ("src/sums.py", "def add(a, b):\n    return a + b\n"),
        (
            "tests/test_sums.py",
            "from src.sums import add\n\n\ndef test_add():\n    assert add(1, 1) == 2\n",
        ),
    ]);
    world.git(&["checkout", "--quiet", "-b", "work"]);
    world.write(
        "src/sums.py",
        "def add(a, b):\n    return a + b\n\n\ndef twice(a):\n    raise NotImplementedError\n",
    );
    world.write(
        "tests/test_sums.py",
        "from src.sums import add\n\n\ndef test_add():\n    assert add(1, 1) == 2\n\n\ndef test_twice():\n    assert True\n",
    );
    let said = world.run(&["verify", "--base", "main", "--no-commands"]);
    assert_eq!(said.code, 1, "{said:?}");
    let gaps = said.out.split("## What is missing").nth(1).expect("gaps");
    let gaps = gaps.split("\n## ").next().expect("a part");
    assert_eq!(
        gaps.trim(),
        "- src/sums.py:5: the work is done: `twice`, line 5, says that it is not implemented (`todo-left`)\n  \
           - do the work of `twice`, line 5",
        "{said:?}"
    );
    // Of a new test that can't fail it is told as well, once.
    let told = "the new test `test_twice` asserts what holds whatever the code does";
    assert_eq!(said.out.matches(told).count(), 1, "{said:?}");
}
