//! What a planning model may answer, and what it is told of the rest.

use ledger::ids::Hash;
use ledger::plan::Plan;
use ledger::promise::{Promise, SourceFile};
use proptest::prelude::*;
use serde_json::{Value, json};
use spec::{phase, plan_md, planned};

fn promise() -> Promise {
    Promise {
        objective: "Add a retry limit to the runner. It is read from a file.".to_owned(),
        acceptance: Vec::new(),
        allowed_scope: vec!["src/**".to_owned(), "tests".to_owned(), "old.md".to_owned()],
        disallowed_scope: vec!["src/secret/**".to_owned()],
        requirements: vec!["LIM-01".to_owned(), "LIM-02".to_owned()],
        required_evidence: Vec::new(),
        done_when: Vec::new(),
        abort_when: Vec::new(),
        source: Hash::of(b"source"),
        trusted: true,
    }
}

/// Two tasks side by side, and one after them.
fn answer() -> Value {
    json!({
        "title": "Add a retry limit",
        "tasks": [
            {
                "id": "read-limit",
                "title": "Read the limit from its file",
                "brief": "Add `Limit::read(path)` to `src/limit.rs`.\n\n```rust\nfn read() -> Vec<u8>\n```",
                "files": ["src/limit.rs", "tests/limit.rs"],
                "depends_on": [],
                "requirements": ["LIM-01"],
                "tdd": true,
                "must_haves": {
                    "truths": [{"text": "A file with `3` gives the limit 3", "commands": ["cargo test limit"]}],
                    "artifacts": [{
                        "path": "src/limit.rs", "provides": "reads \"limits\"", "min_lines": 10,
                        "contains": "pub fn read", "exports": ["Limit"]
                    }]
                }
            },
            {
                "id": "clean",
                "title": "Take the old page away",
                "brief": "Delete `old.md`.",
                "files": [],
                "deletes": ["old.md"],
                "depends_on": [],
                "requirements": [],
                "must_haves": {"truths": [{"text": "No page tells of it", "commands": ["cargo test pages"]}]}
            },
            {
                "id": "use-limit",
                "title": "Stop at the limit",
                "brief": "Call `Limit::read` in `src/run.rs`.",
                "files": ["src/run.rs"],
                "deletes": null,
                "depends_on": ["read-limit", "clean"],
                "requirements": ["LIM-02"],
                "tdd": false,
                "must_haves": {
                    "truths": [{"text": "The runner stops", "commands": []}],
                    "artifacts": [{"path": "src/run.rs", "contains": "", "min_lines": null}],
                    "key_links": [{
                        "from": "src/run.rs", "to": "src/limit.rs", "via": "call", "pattern": "Limit::read\\("
                    }]
                }
            }
        ]
    })
}

fn good(answer: &Value) -> Plan {
    planned::read(&answer.to_string(), &promise())
        .unwrap_or_else(|wrong| panic!("{}", wrong.join("\n")))
}

/// The answer with one place changed makes the plan unusable, and this sentence says so.
#[track_caller]
fn refused(place: &str, value: Value, sentence: &str) {
    let mut changed = answer();
    let (parent, key) = place.rsplit_once('/').unwrap();
    let parent = changed.pointer_mut(parent).unwrap();
    match parent.as_object_mut() {
        Some(map) => {
            map.insert(key.to_owned(), value);
        }
        None => parent[key.parse::<usize>().unwrap()] = value,
    }
    said(&changed, sentence);
}

#[track_caller]
fn said(changed: &Value, sentence: &str) {
    let wrong = match planned::read(&changed.to_string(), &promise()) {
        Ok(plan) => panic!("accepted: {plan:?}"),
        Err(wrong) => wrong,
    };
    let found = wrong.iter().any(|it| it == sentence);
    assert!(found, "`{sentence}` is not in:\n{}", wrong.join("\n"));
}

#[test]
fn a_good_answer_becomes_a_plan() {
    insta::assert_debug_snapshot!(good(&answer()));
}

#[test]
fn waves_follow_from_dependence() {
    let plan = good(&answer());
    let waves: Vec<u32> = plan.tasks.iter().map(|task| task.wave).collect();
    assert_eq!(waves, [1, 1, 2]);
    assert!(plan.tasks.iter().all(|task| task.must_haves.derived));
}

#[test]
fn what_is_wrong_with_one_task_is_said_with_its_name() {
    let must = "/tasks/0/must_haves";
    for (place, value, sentence) in [
        (
            "/titel",
            json!("x"),
            "the plan: the plan has no key `titel`; did you mean `title`?",
        ),
        ("/title", json!(null), "the plan: the plan has no `title`"),
        (
            "/tasks",
            json!([]),
            "the plan has no task; it needs at least one",
        ),
        (
            "/tasks",
            json!("x"),
            "the plan: `tasks` has to be a list, not text; write one item a line, each after `- `",
        ),
        (
            "/tasks/0",
            json!(3),
            "task `1`: the task has to be a map, not text; its keys are `id`, `title`, `brief`, `files`, `deletes`, `depends_on`, `requirements`, `tdd`, `must_haves`",
        ),
        (
            "/tasks/0/dependson",
            json!([]),
            "task `read-limit`: the task has no key `dependson`; did you mean `depends_on`?",
        ),
        (
            "/tasks/0/id",
            json!("read limit"),
            "task `read limit`: this `id` can't be the name of a branch or of a file; use up to 48 letters, digits, `-` and `_`, a letter or digit first",
        ),
        (
            "/tasks/0/id",
            json!("-x"),
            "task `-x`: this `id` can't be the name of a branch or of a file; use up to 48 letters, digits, `-` and `_`, a letter or digit first",
        ),
        ("/tasks/0/id", json!(null), "task `1`: the task has no `id`"),
        (
            "/tasks/1/id",
            json!("Read-Limit"),
            "task `Read-Limit`: another task has this `id`; give each its own",
        ),
        (
            "/tasks/0/brief",
            json!("  "),
            "task `read-limit`: `brief` is empty",
        ),
        (
            "/tasks/0/brief",
            json!("Write\n```\nand go on"),
            "task `read-limit`: `brief` can't stand in a plan file as it is; close its code fences and comments, and put tags such as `</action>` into a code fence",
        ),
        (
            "/tasks/0/title",
            json!("Close </name>"),
            "task `read-limit`: `title` can't stand in a plan file as it is; close its code fences and comments, and put tags such as `</action>` into a code fence",
        ),
        (
            "/tasks/0/files",
            json!([]),
            "task `read-limit`: it names no file; list in `files` every file that it creates or changes",
        ),
        (
            "/tasks/0/files",
            json!(null),
            "task `read-limit`: the task has no `files`",
        ),
        (
            "/tasks/0/files/0",
            json!("/etc/passwd"),
            "task `read-limit`: an item of `files`, `/etc/passwd`, is no path inside the repository: it is absolute; paths are relative to the top of the repository",
        ),
        (
            "/tasks/0/files/0",
            json!("../x"),
            "task `read-limit`: an item of `files`, `../x`, is no path inside the repository: it leaves the worktree through `..`; paths are relative to the top of the repository",
        ),
        (
            "/tasks/0/files/0",
            json!("src/*.rs"),
            "task `read-limit`: an item of `files`, `src/*.rs`, is a pattern; name each file",
        ),
        (
            "/tasks/0/files/0",
            json!("src/{a,b}.rs"),
            "task `read-limit`: an item of `files`, `src/{a,b}.rs`, is a pattern; name each file",
        ),
        (
            "/tasks/0/files/0",
            json!("src/"),
            "task `read-limit`: an item of `files`, `src/`, is a folder; name the files in it",
        ),
        (
            "/tasks/0/deletes",
            json!(["src/limit.rs"]),
            "task `read-limit`: `src/limit.rs` is in `files` and in `deletes`; choose one",
        ),
        (
            "/tasks/0/tdd",
            json!("yes"),
            "task `read-limit`: `tdd` is neither true nor false",
        ),
        (
            must,
            json!(null),
            "task `read-limit`: the task has no `must_haves`",
        ),
        (
            must,
            json!({}),
            "task `read-limit`: `must_haves` has neither truths nor artifacts; say what has to be true afterwards, and which command proves it",
        ),
        (
            must,
            json!({"truths": [], "artifacts": [], "key_links": []}),
            "task `read-limit`: `must_haves` has neither truths nor artifacts; say what has to be true afterwards, and which command proves it",
        ),
        (
            must,
            json!({"truths": [{"text": "It works"}]}),
            "task `read-limit`: no command proves the truth `It works`; name one in its `commands`, or name artifacts of the task",
        ),
        (
            must,
            json!({"truths": ["It works"]}),
            "task `read-limit`: a truth has to be a map, not text; its keys are `text`, `commands`",
        ),
        (
            "/tasks/0/must_haves/truths/0/commands/0",
            json!("cargo build\ncargo test"),
            "task `read-limit`: the command `cargo build cargo test` is more than one line; write a program and its arguments, and each command by itself",
        ),
        (
            "/tasks/0/must_haves/truths/0/commands/0",
            json!(" "),
            "task `read-limit`: a command is empty",
        ),
        (
            "/tasks/0/must_haves/truths/0/commands/0",
            json!("echo </automated>"),
            "task `read-limit`: the command `echo </automated>` can't stand in a plan file; write a program and its arguments, and each command by itself",
        ),
        (
            "/tasks/0/must_haves/artifacts/0/path",
            json!(null),
            "task `read-limit`: an artifact has no `path`",
        ),
        (
            "/tasks/0/must_haves/artifacts/0/min_lines",
            json!(0),
            "task `read-limit`: `min_lines` is `0`; a whole number from 1 to 1000000",
        ),
        (
            "/tasks/0/must_haves/artifacts/0/exports",
            json!(["pub fn x()"]),
            "task `read-limit`: `pub fn x()` is no name that a file can export; write the bare name",
        ),
        (
            "/tasks/2/must_haves/key_links/0/pattern",
            json!("x*"),
            "task `use-limit`: `pattern` matches the empty string, so it proves nothing; say what has to stand there",
        ),
        (
            "/tasks/2/must_haves/key_links/0/pattern",
            json!("("),
            "task `use-limit`: `pattern` is no regular expression: unclosed group; signs that are meant letter by letter have a backslash before them; look-around and back-references are not known here",
        ),
        (
            "/tasks/2/must_haves/key_links/0/to",
            json!(null),
            "task `use-limit`: a key link has no `to`",
        ),
    ] {
        refused(place, value, sentence);
    }
}

#[test]
fn what_tasks_say_together_is_judged_together() {
    for (place, value, sentence) in [
        (
            "/tasks/2/depends_on",
            json!(["read-limits"]),
            "task `use-limit`: it depends on `read-limits`, which is no task of this plan; did you mean `read-limit`?",
        ),
        (
            "/tasks/2/depends_on",
            json!(["zzz"]),
            "task `use-limit`: it depends on `zzz`, which is no task of this plan; known are `read-limit`, `clean`, `use-limit`",
        ),
        (
            "/tasks/0/depends_on",
            json!(["read-limit"]),
            "task `read-limit`: it depends on itself; take that away",
        ),
        (
            "/tasks/0/depends_on",
            json!(["use-limit"]),
            "tasks depend on each other in a circle, `read-limit` → `use-limit` → `read-limit`; take one of these dependencies away",
        ),
        (
            "/tasks/1/files",
            json!(["src/Limit.rs"]),
            "tasks `read-limit` and `clean` both touch `src/limit.rs` and neither depends on the other; let one depend on the other, or give the file to one of them",
        ),
        (
            "/tasks/1/files",
            json!(["tests/limit.rs/mod.rs"]),
            "tasks `read-limit` and `clean` both touch `tests/limit.rs/mod.rs` and neither depends on the other; let one depend on the other, or give the file to one of them",
        ),
        (
            "/tasks/1/deletes",
            json!(["tests/limit.rs"]),
            "tasks `read-limit` and `clean` both touch `tests/limit.rs` and neither depends on the other; let one depend on the other, or give the file to one of them",
        ),
        (
            "/tasks/1/files",
            json!(["docs/a.md"]),
            "task `clean`: `docs/a.md` is outside of what may change, which is `src/**`, `tests`, `old.md`",
        ),
        (
            "/tasks/1/files",
            json!(["src/secret/a.rs"]),
            "task `clean`: `src/secret/a.rs` must not change; leave it as it is",
        ),
        (
            "/tasks/2/requirements",
            json!([]),
            "no task covers requirement `LIM-02`; name it in `requirements` of the task that fulfils it",
        ),
        (
            "/tasks/2/requirements",
            json!(["LIM-2"]),
            "task `use-limit`: `LIM-2` is no requirement; did you mean `LIM-02`?",
        ),
        (
            "/tasks/2/deletes",
            json!(["src/limit.rs"]),
            "task `read-limit`: artifact names `src/limit.rs`, which task `use-limit` deletes, and all is verified at the end; leave it out",
        ),
        (
            "/tasks/0/must_haves/key_links",
            json!([{"from": "src/run.rs", "to": "src/limit.rs"}]),
            "task `read-limit`: `from` names `src/run.rs`, which task `use-limit` makes, which does not come before; depend on that task, or move this must-have there",
        ),
        (
            "/tasks/1/must_haves/artifacts",
            json!([{"path": "src/limit.rs"}]),
            "task `clean`: artifact names `src/limit.rs`, which task `read-limit` makes, which does not come before; depend on that task, or move this must-have there",
        ),
        (
            "/tasks/1/must_haves/artifacts",
            json!([{"path": "old.md"}]),
            "task `clean`: artifact `old.md` is to be deleted",
        ),
    ] {
        refused(place, value, sentence);
    }
}

#[test]
fn what_is_there_already_can_be_a_must_have() {
    let mut changed = answer();
    changed["tasks"][0]["must_haves"]["artifacts"][0]["path"] = json!("README.md");
    changed["tasks"][2]["must_haves"]["key_links"][0]["to"] = json!("src/lib.rs");
    good(&changed);
    // Deleted and made anew.
    changed["tasks"][2]["files"] = json!(["src/run.rs", "old.md"]);
    changed["tasks"][2]["must_haves"]["artifacts"][0]["path"] = json!("old.md");
    good(&changed);
}

#[test]
fn without_a_scope_and_requirements_any_file_may_change() {
    let mut open = promise();
    open.allowed_scope.clear();
    open.requirements.clear();
    let wrong = planned::read(&answer().to_string(), &open).unwrap_err();
    assert_eq!(
        wrong[0],
        "task `read-limit`: `LIM-01` is no requirement; leave `requirements` empty, for there are none"
    );
    let mut changed = answer();
    changed["tasks"][0]["requirements"] = json!([]);
    changed["tasks"][2]["requirements"] = json!([]);
    changed["tasks"][1]["files"] = json!(["anywhere/at/all.txt"]);
    planned::read(&changed.to_string(), &open).unwrap();
}

#[test]
fn what_is_no_answer_is_refused_with_its_place() {
    let read = |text: &str| planned::read(text, &promise()).unwrap_err();
    assert_eq!(
        read("{\n  \"title\": \"x\",\n}"),
        ["not valid JSON: a key in double quotes has to stand here (line 3, column 1: `}`)"]
    );
    assert_eq!(
        read("[]")[0],
        "the plan: the plan has to be a map, not a list; its keys are `title`, `tasks`"
    );
    assert_eq!(
        read(&"[".repeat(100))[0],
        format!(
            "too many levels within each other (line 1, column 17: `{}`)",
            "[".repeat(100)
        )
    );
    let long = format!("\"{}\"", "x".repeat(planned::BYTES_MAX));
    assert_eq!(
        read(&long),
        ["the plan has more than 262144 bytes; say less in each `brief`"]
    );
    let task = answer()["tasks"][1].clone();
    let many = json!({"title": "x", "tasks": vec![task; planned::TASKS_MAX + 1]});
    assert_eq!(
        read(&many.to_string()),
        ["the plan has 201 tasks; 200 are the most"]
    );
    let nothing = json!({"title": "x", "tasks": vec![json!({}); planned::TASKS_MAX]});
    let sentences = read(&nothing.to_string());
    assert_eq!(sentences.len(), 101);
    assert_eq!(sentences[100], "and 902 more");
}

/// Every property says what it is, and each is one that the reader knows, which the reader's own refusals show.
#[test]
fn the_schema_says_what_is_read() {
    let schema: Value = serde_json::from_str(planned::SCHEMA).unwrap();
    fn walk(schema: &Value, sample: &Value, path: &str) {
        if let Some(items) = schema.get("items") {
            for item in sample.as_array().into_iter().flatten() {
                walk(items, item, path);
            }
        }
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return;
        };
        assert_eq!(schema["additionalProperties"], json!(false), "{path}");
        for (name, property) in properties {
            let words = property["description"].as_str().unwrap_or("");
            assert!(words.len() > 10, "{path}/{name} says nothing");
            if let Some(sample) = sample.get(name) {
                walk(property, sample, &format!("{path}/{name}"));
            }
        }
        for name in sample.as_object().unwrap().keys() {
            assert!(
                properties.contains_key(name),
                "{path} does not tell of {name}"
            );
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(properties.contains_key(name.as_str().unwrap()), "{path}");
        }
    }
    walk(&schema, &answer(), "");
    for (place, known) in [
        ("/x", "/properties"),
        ("/tasks/0/x", "/properties/tasks/items/properties"),
        (
            "/tasks/0/must_haves/x",
            "/properties/tasks/items/properties/must_haves/properties",
        ),
    ] {
        let mut changed = answer();
        let (parent, _) = place.rsplit_once('/').unwrap();
        changed
            .pointer_mut(parent)
            .unwrap()
            .as_object_mut()
            .unwrap()
            .insert("x".to_owned(), json!(1));
        let wrong = planned::read(&changed.to_string(), &promise()).unwrap_err();
        let (_, list) = wrong[0].split_once("known are ").unwrap();
        let mut read: Vec<&str> = list.split(", ").map(|it| it.trim_matches('`')).collect();
        read.sort_unstable();
        let mut told: Vec<&String> = schema
            .pointer(known)
            .unwrap()
            .as_object()
            .unwrap()
            .keys()
            .collect();
        told.sort_unstable();
        assert_eq!(read, told, "{place}");
    }
}

/// Texts that are awkward in YAML, in Markdown, or in both.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z ,.]{1,30}",
        "\\PC{1,20}",
        prop::collection::vec(
            prop::sample::select(vec![
                "a",
                " ",
                "\"",
                "\\",
                "'",
                ": ",
                " #",
                "- ",
                "---",
                "\n",
                "\t",
                "`",
                "```",
                "~~~",
                "<!--",
                "-->",
                "<",
                ">",
                "</action>",
                "<name>",
                "<automated>",
                "# ",
                "账本",
                "\u{feff}",
                "\u{2028}",
                "null",
                "1",
                "[",
                "{",
                "*",
                "&",
                "!",
                "|",
                "%",
                "@",
                ". ",
                "MISSING",
                "</objective>",
                "<tasks>",
                "\u{202e}",
            ]),
            1..12
        )
        .prop_map(|parts| parts.concat()),
    ]
}

fn path() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{1,2}/[a-e]{1,3}\\.rs",
        "[a-z ,`'\"#:\\[\\]{}&!%@-]{1,8}",
        "\\PC{1,10}"
    ]
}

fn task(at: usize) -> impl Strategy<Value = Value> {
    let truth = (text(), prop::collection::vec(text(), 0..2))
        .prop_map(|(text, commands)| json!({"text": text, "commands": commands}));
    let artifact = (path(), text(), prop::option::of(1..99_u32), text(), "[a-zA-Z]{1,8}").prop_map(
        |(path, provides, min_lines, contains, export)| {
            json!({"path": path, "provides": provides, "min_lines": min_lines, "contains": contains, "exports": [export]})
        },
    );
    let link = (path(), path(), text(), text()).prop_map(
        |(from, to, via, pattern)| json!({"from": from, "to": to, "via": via, "pattern": pattern}),
    );
    let must = (
        prop::collection::vec(truth, 0..3),
        prop::collection::vec(artifact, 0..2),
        prop::collection::vec(link, 0..2),
    )
        .prop_map(|(truths, artifacts, links)| json!({"truths": truths, "artifacts": artifacts, "key_links": links}));
    let files = (
        prop::collection::vec(path(), 0..3),
        prop::collection::vec(path(), 0..2),
    );
    (text(), text(), files, prop::collection::vec(0..4_usize, 0..3), any::<bool>(), must).prop_map(
        move |(title, brief, (files, deletes), before, tdd, must_haves)| {
            let before: Vec<String> = before.into_iter().map(|it| format!("t{it}")).collect();
            json!({
                "id": format!("t{at}"), "title": title, "brief": brief, "files": files, "deletes": deletes,
                "depends_on": before, "requirements": [], "tdd": tdd, "must_haves": must_haves,
            })
        },
    )
}

fn any_answer() -> impl Strategy<Value = Value> {
    (text(), task(0), task(1), task(2), 1..4_usize)
        .prop_map(|(title, a, b, c, count)| json!({"title": title, "tasks": &[a, b, c][..count]}))
}

fn open() -> Promise {
    Promise {
        allowed_scope: Vec::new(),
        disallowed_scope: Vec::new(),
        requirements: Vec::new(),
        ..promise()
    }
}

/// What is written is read back, but for the mark that nobody wrote the must-haves down, and for dependence, which a
/// file alone does not follow.
fn comes_back(plan: &Plan) -> Result<(), TestCaseError> {
    for task in &plan.tasks {
        let text = plan_md::write(plan, task, &open());
        let (_, read, _) = match plan_md::read("x", &text) {
            Ok(read) => read,
            Err(problems) => {
                return Err(TestCaseError::fail(format!("{}\n{text}", problems[0])));
            }
        };
        let mut expected = task.clone();
        expected.must_haves.derived = false;
        expected.depends_on.clear();
        prop_assert_eq!(&read.tasks[0], &expected, "{}", text);
    }
    as_a_phase(plan)
}

/// All files of a plan in one folder are the same plan, dependence included.
fn as_a_phase(plan: &Plan) -> Result<(), TestCaseError> {
    let folder = format!("plans/{}", plan_md::phase_name(plan));
    let files = plan.tasks.iter().map(|task| SourceFile {
        path: format!("{folder}/{}", plan_md::file_name(plan, task)),
        text: plan_md::write(plan, task, &open()),
    });
    let files: Vec<SourceFile> = files.collect();
    let read = match phase::read(&folder, &files) {
        Ok(spec) => spec.into_plan().unwrap(),
        Err(problems) => return Err(TestCaseError::fail(problems[0].to_string())),
    };
    let mut expected = plan.tasks.clone();
    for task in &mut expected {
        task.must_haves.derived = false;
    }
    prop_assert_eq!(read.tasks, expected);
    Ok(())
}

/// The answer with everything taken away that its refusal names, as a patient model would do.
fn mended(mut answer: Value) -> Option<Plan> {
    for _ in 0..12 {
        let wrong = match planned::read(&answer.to_string(), &open()) {
            Ok(plan) => return Some(plan),
            Err(wrong) => wrong.join("\n"),
        };
        for task in answer["tasks"].as_array_mut().unwrap() {
            let mut put = |key: &str, value: Value, about: &[&str]| {
                if about.iter().any(|it| wrong.contains(it)) {
                    task[key] = value;
                }
            };
            put("brief", json!("Do it."), &["`brief`"]);
            put("title", json!("Do it"), &["`title`"]);
            let own = json!([format!("{}.rs", task["id"].as_str().unwrap())]);
            let mut put = |key: &str, value: Value, about: &[&str]| {
                if about.iter().any(|it| wrong.contains(it)) {
                    task[key] = value;
                }
            };
            put(
                "files",
                own,
                &["`files`", "names no file", "both touch", "makes"],
            );
            put("deletes", json!([]), &["`deletes`", "both touch", "delete"]);
            put("depends_on", json!([]), &["circle", "itself", "no task"]);
            let truth =
                json!({"truths": [{"text": "a \"b\": c", "commands": ["cargo test \"a\\b\""]}]});
            put(
                "must_haves",
                truth,
                &[
                    "must_haves",
                    "truth",
                    "command",
                    "artifact",
                    "key link",
                    "pattern",
                    "`to`",
                    "`from`",
                    "`path`",
                    "provides",
                    "contains",
                    "via",
                    "itself",
                ],
            );
        }
        if wrong.contains("the plan:") {
            answer["title"] = json!("All of it");
        }
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_accepted_is_a_plan_that_files_can_hold(answer in any_answer()) {
        let plan = mended(answer);
        prop_assert!(plan.is_some());
        let plan = plan.unwrap();
        for task in &plan.tasks {
            prop_assert!(!task.files.is_any() && task.must_haves.count() > 0);
            for needed in &task.depends_on {
                let before = plan.tasks.iter().find(|it| it.id == *needed).unwrap();
                prop_assert!(before.wave < task.wave);
            }
            for other in plan.tasks.iter().filter(|it| it.wave == task.wave && it.id != task.id) {
                prop_assert!(!task.files.files().any(|path| other.files.names(path.as_str())));
            }
        }
        comes_back(&plan)?;
    }

    #[test]
    fn any_text_is_answered_with_sentences(text in "\\PC{0,60}", at in 0..2_000_usize, taken in 0..30_usize) {
        let answer = answer().to_string();
        let cut: String = answer.chars().take(at).chain(text.chars()).chain(answer.chars().skip(at + taken)).collect();
        for text in [text, cut] {
            if let Err(wrong) = planned::read(&text, &promise()) {
                prop_assert!(!wrong.is_empty());
            }
        }
    }
}

#[test]
fn a_written_plan_is_what_people_write() {
    let plan = good(&answer());
    comes_back(&plan).unwrap();
    insta::assert_snapshot!(plan_md::write(&plan, &plan.tasks[0], &promise()));
    insta::assert_snapshot!(plan_md::write(&plan, &plan.tasks[2], &promise()));
    let names: Vec<String> = plan
        .tasks
        .iter()
        .map(|task| plan_md::file_name(&plan, task))
        .collect();
    assert_eq!(names, ["01-01-PLAN.md", "01-02-PLAN.md", "01-03-PLAN.md"]);
    assert_eq!(plan_md::phase_name(&plan), "01-add-a-retry-limit");
}
