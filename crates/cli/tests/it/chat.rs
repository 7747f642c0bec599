//! The chat page: from a placeholder over a page that only looks like one to the real thing, verified alone and through
//! the loop. Plan, repository and attempts are in `corpus/verify/chat`.

mod words;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::agent::{done, scene, turn, write};
use crate::crash::story;
use crate::support::World;
use words::{FIRST, SECOND, THIRD, Told};

const PLAN: &str = ".planning/phases/01-chat/01-01-PLAN.md";
const CONFIG: &str = "verification:\n  commands: [\"sh checks/see.sh\", \"sh checks/send.sh\"]\n";
fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/verify/chat")
}

fn read(name: &str) -> String {
    let path = corpus().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder of the corpus, by their paths in the repository.
fn files(folder: &str) -> Vec<(String, String)> {
    let root = corpus().join(folder);
    let mut open = vec![root.clone()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(&root).expect("below it").display();
                let text = std::fs::read_to_string(&path).expect("a text");
                found.push((name.to_string(), text));
            }
        }
    }
    found.sort();
    found
}

fn start() -> Vec<(String, String)> {
    let mut all = files("start");
    all.push((PLAN.to_owned(), read("01-01-PLAN.md")));
    all
}

/// The names by which an item can be called, the most exact first.
fn names(item: &Value) -> Vec<String> {
    let text = |key: &str| item[key].as_str().map(str::to_owned);
    let link = text("from")
        .zip(text("to"))
        .map(|(from, to)| format!("{from} -> {to}"));
    [link, text("path"), text("text"), text("from")]
        .into_iter()
        .flatten()
        .collect()
}

#[track_caller]
fn stands(report: &Value, told: &[Told]) {
    let items = report["items"].as_array().expect("items");
    for (name, word, says) in told {
        let found = items
            .iter()
            .find(|it| names(it).iter().any(|it| it == name));
        let found = found.unwrap_or_else(|| panic!("no `{name}` in {report:#}"));
        assert_eq!(found["word"], *word, "{name}: {found:#}");
        let reason = found["reason"].as_str().unwrap_or_default();
        assert!(reason.contains(says), "{name}: no `{says}` in `{reason}`");
    }
}

/// Each gap says what it is about, how it stands and why, where, and what is missing.
#[track_caller]
fn gaps_are_whole(report: &Value) {
    let gaps = report["gaps"].as_array().expect("gaps");
    assert!(!gaps.is_empty(), "{report:#}");
    for gap in gaps {
        let keys: Vec<&str> = gap
            .as_object()
            .expect("a map")
            .keys()
            .map(String::as_str)
            .collect();
        let mut sorted = keys.clone();
        sorted.sort_unstable();
        assert_eq!(
            sorted,
            ["artifacts", "missing", "reason", "status", "truth"]
        );
        assert!(["failed", "partial"].contains(&gap["status"].as_str().unwrap_or_default()));
        assert!(
            gap["reason"].as_str().is_some_and(|it| !it.is_empty()),
            "{gap}"
        );
        assert!(
            gap["missing"].as_array().is_some_and(|it| !it.is_empty()),
            "{gap}"
        );
        for artifact in gap["artifacts"].as_array().expect("artifacts") {
            assert!(
                artifact["path"].is_string() && artifact["issue"].is_string(),
                "{gap}"
            );
        }
    }
}

fn gap<'r>(report: &'r Value, truth: &str) -> &'r Value {
    let gaps = report["gaps"].as_array().expect("gaps");
    let found = gaps.iter().find(|it| it["truth"] == truth);
    found.unwrap_or_else(|| panic!("no gap `{truth}` in {report:#}"))
}

fn list(report: &Value, key: &str) -> Vec<String> {
    let list = report["re_verification"][key].as_array();
    let list = list.into_iter().flatten().filter_map(Value::as_str);
    list.map(str::to_owned).collect()
}

fn closed_by_the_second(report: &Value) {
    let (closed, open) = (list(report, "gaps_closed"), list(report, "gaps_remaining"));
    for gone in [
        "src/app/api/chat/route.ts",
        "prisma/schema.prisma",
        "src/app/page.tsx -> src/components/Chat.tsx",
    ] {
        assert!(closed.iter().any(|it| it == gone), "{closed:?}");
    }
    for left in [
        "User can send a message",
        "src/components/Chat.tsx",
        "Chat.tsx -> api/chat",
    ] {
        assert!(open.iter().any(|it| it == left), "{open:?}");
    }
}

fn closed_by_the_third(report: &Value) {
    assert_eq!(report["status"], "passed");
    assert_eq!(report["gaps"], serde_json::json!([]));
    assert_eq!(list(report, "gaps_remaining"), Vec::<String>::new());
    let closed = list(report, "gaps_closed");
    for gone in [
        "User can send a message",
        "src/components/Chat.tsx",
        "Chat.tsx -> api/chat",
    ] {
        assert!(closed.iter().any(|it| it == gone), "{closed:?}");
    }
}

#[test]
fn each_attempt_is_seen_for_what_it_is_without_a_run() {
    let start = start();
    let start: Vec<(&str, &str)> = start
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    let world = World::new(&start);
    world.configure(CONFIG);
    let attempts: [(&str, i32, &[Told]); 3] = [
        ("first", 1, &FIRST),
        ("second", 1, &SECOND),
        ("third", 0, &THIRD),
    ];
    for (attempt, code, told) in attempts {
        for (path, text) in files(attempt) {
            world.write(&path, &text);
        }
        let args = ["--json", "verify", PLAN, "--base", "main"];
        let said = world.run(&args);
        assert_eq!(said.code, code, "{attempt}: {said:?}");
        let report: Value = serde_json::from_str(&said.out).expect("JSON");
        stands(&report, told);
        if code == 1 {
            gaps_are_whole(&report);
        }
        let page = world.run(&["verify", PLAN, "--base", "main", "--write"]);
        assert_eq!(page.code, code, "{page:?}");
        match attempt {
            "first" => {
                let chat = gap(&report, "src/components/Chat.tsx");
                let missing = chat["missing"].to_string();
                for wish in ["at least 50 lines of code", "code with `useEffect`"] {
                    assert!(missing.contains(wish), "{chat}");
                }
                // The short names of the plan are taken for the files that it names, and nobody is sent to make others.
                let link = gap(&report, "Chat.tsx -> api/chat");
                assert_eq!(link["artifacts"][0]["path"], "src/components/Chat.tsx");
                let wish = "use `src/app/api/chat/route.ts` in `src/components/Chat.tsx`: fetch in useEffect";
                assert_eq!(link["missing"], serde_json::json!([wish]));
                assert!(
                    page.out.contains("\nstatus: gaps_found\n") && page.out.contains("\ngaps:\n"),
                    "{page:?}"
                );
            }
            "second" => closed_by_the_second(&report),
            _ => closed_by_the_third(&report),
        }
    }
}

/// What an attempt writes.
fn attempt(name: &str) -> Vec<Value> {
    let writes: Vec<Value> = files(name)
        .iter()
        .map(|(path, text)| write(path, text))
        .collect();
    vec![turn(&writes), turn(&[done()])]
}

/// Reports of a run, in order, each as it is shown at its line.
fn reports(world: &World, run: &str) -> Vec<Value> {
    let lines = story::lines(world, run);
    let reported = lines
        .iter()
        .filter(|it| it["event"]["decided"]["reported"].is_object());
    reported
        .map(|line| {
            world.json(&[
                "--json",
                "show",
                &format!("{run}@{}", line["seq"]),
                "--report",
            ])
        })
        .collect()
}

#[test]
fn the_loop_leads_from_the_placeholder_to_the_page() {
    let start = start();
    let start: Vec<(&str, &str)> = start
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    // Only a prompt with these very words is answered: what is missing is what the model is asked for.
    let script = serde_json::json!({
        "scenes": [
            scene(read("first.asked.txt").trim_end(), &attempt("second")),
            scene(read("second.asked.txt").trim_end(), &attempt("third")),
        ],
        "replies": attempt("first"),
    });
    let world = World::scripted(&start, &script.to_string(), CONFIG);
    let said = world.run(&["run", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    let run = story::name(&world);
    let status = story::status(&world);
    assert_eq!(
        (&status["stop"], &status["ended"]),
        (&Value::from("done"), &Value::Bool(true)),
        "{status}"
    );

    let reports = reports(&world, &run);
    let [first, second, third] = reports.as_slice() else {
        panic!("three verifications, not {}", reports.len());
    };
    for (report, told) in [(first, &FIRST[..]), (second, &SECOND), (third, &THIRD)] {
        stands(report, told);
    }
    gaps_are_whole(first);
    gaps_are_whole(second);
    let message = gap(first, "User can send a message");
    assert_eq!(message["status"], "failed");
    let chat = gap(second, "src/components/Chat.tsx");
    assert_eq!(chat["artifacts"][0]["path"], "src/components/Chat.tsx");
    assert_eq!(chat["artifacts"][0]["issue"], chat["reason"]);
    assert_eq!(
        chat["missing"],
        serde_json::json!([
            "fill `messages`, line 16 in `ChatComponent`",
            "do the work of `send`, line 24"
        ])
    );
    assert_eq!(first["re_verification"], Value::Null);
    closed_by_the_second(second);
    closed_by_the_third(third);
    // What each of them was is in the page too.
    let line = story::lines(&world, &run)
        .iter()
        .position(|it| it["event"]["decided"]["reported"].is_object());
    let page = world.run(&[
        "show",
        &format!("{run}@{}", line.expect("a report") + 1),
        "--report",
    ]);
    assert!(
        page.out.contains("\nstatus: gaps_found\n") && page.out.contains("\ngaps:\n  - truth: "),
        "{page:?}"
    );

    // Merged: the target has the last attempt, and nothing else has come along.
    for (path, text) in files("third") {
        assert_eq!(world.git(&["show", &format!("main:{path}")]), text);
    }
    let changed = {
        let first = world.git(&["rev-list", "--max-parents=0", "main"]);
        world.git(&["diff", "--name-only", first.trim(), "main"])
    };
    let expected = [
        "prisma/schema.prisma",
        "src/app/api/chat/route.ts",
        "src/app/page.tsx",
        "src/components/Chat.tsx",
    ];
    let changed: Vec<&str> = changed
        .lines()
        .filter(|it| !it.starts_with(".planning/"))
        .collect();
    assert_eq!(changed, expected);
    story::ledger_holds(&world, &run);
}
