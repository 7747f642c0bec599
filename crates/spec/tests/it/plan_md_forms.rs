//! Forms of a `PLAN.md` that people write and other tools read: each is told of, and read as it is meant.

use ledger::plan::{LinkEnd, Plan, StepKind};
use ledger::scope::Scope;
use spec::{Severity, plan_md};

use crate::plan_md::{MINIMAL, accepted, good, refused, said, warned, with};

const FILES: &str = "files_modified:\n  - src/ledger.rs\n  - src/main.rs";
const TASK_FILES: &str = "<files>src/ledger.rs, src/main.rs</files>";

/// The must-haves of a plan, their three lists replaced one by one.
fn musts(truths: &str, artifacts: &str, links: &str) -> String {
    let start = MINIMAL.find("  truths:").unwrap();
    let end = MINIMAL.find("---\n\n<objective>").unwrap();
    MINIMAL.replacen(
        &MINIMAL[start..end],
        &format!("  truths: {truths}\n  artifacts: {artifacts}\n  key_links: {links}\n"),
        1,
    )
}

fn scope(plan: &Plan) -> Vec<String> {
    let entries = plan.tasks[0].files.entries().iter();
    entries.map(ToString::to_string).collect()
}

fn warnings(text: &str) -> String {
    said(&good(text).2)
}

#[test]
fn the_scope_is_what_plan_and_tasks_name_together() {
    for (files, task, expected) in [
        ("[a.py]", "a.py, b.py", &["a.py", "b.py"][..]),
        ("[a.py]", "\n- b.py\n- `c.py`\n", &["a.py", "b.py", "c.py"]),
        ("[]", "a.py", &["a.py"]),
        ("a.py", "a.py", &["a.py"]),
        ("[\"src/\"]", "src/a.py", &["src/"]),
        ("[\"src/**/*.ts\"]", "src/x/a.ts", &["src/**/*.ts"]),
        (
            "[a.py]",
            "migrations/0035_*.sql",
            &["a.py", "migrations/0035_*.sql"],
        ),
        (
            "[a.py]",
            "prisma/migrations/",
            &["a.py", "prisma/migrations/"],
        ),
        ("[a.py]", "m/000[1-3].sql", &["a.py", "m/000[1-3].sql"]),
        (
            "[\"app/[id]/page.tsx\"]",
            "app/[id]/page.tsx",
            &["app/[id]/page.tsx"],
        ),
        (
            "[\"lib/{a,b}.py\"]",
            "lib/{a,b}.py",
            &["lib/a.py", "lib/b.py"],
        ),
        (
            "[a.py]",
            "lib/{a,b}.py, c.py",
            &["a.py", "lib/a.py", "lib/b.py", "c.py"],
        ),
        ("[a.py (new)]", "a.py (new, small)", &["a.py"]),
        ("[a.py, None]", "None", &["a.py"]),
        ("[a.py]", "N/A", &["a.py"]),
        ("[a.py]", "(no files modified: evidence only)", &["a.py"]),
        ("[a.py]", "(no file, or two) — a person looks", &["a.py"]),
        ("[a.py, \"whatever is needed\"]", "a.py", &["a.py"]),
        ("[a.py, /etc/hosts, ../x]", "a.py", &["a.py"]),
    ] {
        let text = with(FILES, &format!("files_modified: {files}"));
        let text = text.replace(TASK_FILES, &format!("<files>{task}</files>"));
        assert_eq!(scope(&good(&text).1), expected, "{files} {task}");
    }
    let said = |files: &str, task: &str| {
        let text = with(FILES, &format!("files_modified: {files}"));
        warnings(&text.replace(TASK_FILES, &format!("<files>{task}</files>")))
    };
    assert!(
        said("[a.py]", "a.py, b.py").contains("`b.py` is not in `files_modified`: it is added")
    );
    assert!(said("[a.py (new)]", "a.py").contains("`a.py (new)`, is read as `a.py`"));
    assert!(said("[a.py, \"what it takes\"]", "a.py").contains("`what it takes`, names no file"));
    assert!(said("[a.py, ../x]", "a.py").contains("leaves the worktree"));
    // What is named with words alone is no reason to be asked about.
    assert!(!said("[a.py]", "None").contains("`None`"));
}

#[test]
fn a_plan_that_names_no_file_may_change_none() {
    let text = with(FILES, "files_modified: []").replace(TASK_FILES, "<files>None</files>");
    let (promise, plan, warnings) = good(&text);
    assert_eq!(plan.tasks[0].files, Scope::Only(Vec::new()));
    assert!(promise.allowed_scope.is_empty());
    assert!(said(&warnings).contains("it may change none"));
    // Without a list at all, the tasks say it.
    let text = with(&format!("{FILES}\n"), "");
    let (_, plan, warnings) = good(&text);
    assert_eq!(scope(&plan), ["src/ledger.rs", "src/main.rs"]);
    assert!(said(&warnings).contains("has no `files_modified`"));
    let text = with(
        FILES,
        "files_modified: []\nfiles_deleted: [old.py, legacy/]",
    );
    let (_, plan, warnings) = good(&text.replace(TASK_FILES, "<files>old.py</files>"));
    assert_eq!(scope(&plan), ["old.py"]);
    assert_eq!(plan.tasks[0].deletes.len(), 1);
    assert!(said(&warnings).contains("`legacy/`, names no single file"));
}

#[test]
fn keys_that_others_have_are_told_of() {
    for (from, to, message, near) in [
        (
            "wave: 1",
            "wave: 1\ncross_ai: true",
            "no key `cross_ai`",
            "",
        ),
        (
            "wave: 1",
            "wave: 1\ntitle: A\nsubsystem: [b]",
            "no key `subsystem`",
            "",
        ),
        (
            "wave: 1",
            "wave: 1\nrequirement: [A-1]",
            "no key `requirement`",
            "`requirements`",
        ),
        (
            "wave: 1",
            "wave: 1\nartifacts:\n  - path: x",
            "no key `artifacts`",
            "",
        ),
        (
            "min_lines: 40",
            "min_lines: 40\n      max_lines: 90",
            "no key `max_lines`",
            "`min_lines`",
        ),
        (
            "contains: ",
            "Contains: ",
            "no key `Contains`",
            "`contains`",
        ),
        (
            "via: ",
            "note: x\n      via: ",
            "a key link has no key `note`",
            "",
        ),
        (
            "  key_links:",
            "  deferred: [x]\n  key_links:",
            "no key `deferred`",
            "",
        ),
    ] {
        let (_, _, problems) = good(&with(from, to));
        let found = problems.iter().find(|it| it.message.contains(message));
        let found = found.unwrap_or_else(|| panic!("{message}: {}", said(&problems)));
        let help = found.help.as_deref().unwrap_or_default();
        assert!(help.contains(near), "{help}");
        assert_eq!(found.severity, Severity::Warning);
    }
}

#[test]
fn keys_that_are_missing_have_a_natural_value() {
    let read = |from: &str| {
        let (_, plan, problems) =
            plan_md::read("x/.planning/phases/03-core/03-02-PLAN.md", &with(from, ""))
                .unwrap_or_else(|all| panic!("{}", said(&all)));
        let key = from.split(':').next().unwrap();
        assert!(
            said(&problems).contains(&format!("has no `{key}`")),
            "{from}"
        );
        plan
    };
    assert_eq!(read("phase: 01-ledger\n").phase.as_deref(), Some("03-core"));
    assert_eq!(read("plan: \"01\"\n").tasks[0].id.as_str(), "01-ledger-02");
    assert!(!read("type: execute\n").tasks[0].tdd);
    assert_eq!(read("wave: 1\n").tasks[0].wave, 1);
    read("depends_on: []\n");
    read("autonomous: true\n");
    // With none of them there is still a plan.
    let start = MINIMAL.find("phase:").unwrap();
    let end = MINIMAL.find("must_haves:").unwrap();
    let text = with(&MINIMAL[start..end], "");
    let (_, plan, _) = plan_md::read("quick/7-fix/PLAN.md", &text).unwrap();
    assert_eq!(plan.tasks[0].id.as_str(), "7-fix-00");
}

#[test]
fn values_of_other_forms_are_read_as_they_are_meant() {
    for (from, to, message) in [
        (
            "type: execute",
            "type: implementation",
            "`execute` is taken",
        ),
        (
            "type: execute",
            "type: exeute",
            "unknown plan type `exeute`",
        ),
        ("wave: 1", "wave: first", "`wave` is `first`"),
        ("wave: 1", "wave: -1", "`wave` is `-1`"),
        ("wave: 1", "wave: [1]", "has to be text, not a list"),
        (
            "wave: 1",
            "wave: 1\nstatus: in-progress",
            "unknown status `in-progress`",
        ),
        (
            "wave: 1",
            "wave: 1\nstatus: complete",
            "a plan is done when",
        ),
        (
            "wave: 1",
            "wave: 1\ngap_closure: True",
            "can only be `true`",
        ),
        (
            "autonomous: true",
            "autonomous: yes",
            "`autonomous` is `yes`",
        ),
        (
            "depends_on: []",
            "depends_on: \"00\"",
            "has to be a list, not text",
        ),
        ("min_lines: 40", "min_lines: ~40", "`min_lines` is `~40`"),
        (
            "contains: \"pub fn append\"",
            "contains: \"\"",
            "contains is empty",
        ),
    ] {
        let (_, _, problems) = good(&with(from, to));
        let all = said(&problems);
        assert!(all.contains(message), "{message}: {all}");
    }
    assert_eq!(accepted("wave: 1", "wave: 0").tasks[0].wave, 0);
    for none in ["none", "[]", "[None]", "n/a"] {
        let (_, _, problems) = good(&with("depends_on: []", &format!("depends_on: {none}")));
        assert!(!said(&problems).contains("comes first"), "{none}");
    }
}

#[test]
fn texts_stand_for_artifacts_and_links() {
    for (artifact, path, provides) in [
        ("a.py", "a.py", None),
        ("src/a.py (reads it)", "src/a.py", Some("reads it")),
        ("src/a.py - reads it", "src/a.py", Some("reads it")),
        ("{path: \"src/a.py (new)\"}", "src/a.py", None),
    ] {
        let plan = good(&musts("[]", &format!("[{artifact}]"), "[]")).1;
        let found = &plan.tasks[0].must_haves.artifacts[0];
        assert_eq!(
            (found.path.as_str(), found.provides.as_deref()),
            (path, provides)
        );
    }
    for (link, from, to) in [
        ("\"a.py -> b.py\"", "a.py", "b.py"),
        ("\"a.py → src/b.py (import)\"", "a.py", "src/b.py"),
        ("\"the reader --> POST /x\"", "the reader", "POST /x"),
    ] {
        let plan = good(&musts("[]", "[a.py]", &format!("[{link}]"))).1;
        let found = &plan.tasks[0].must_haves.key_links[0];
        assert_eq!((found.from.as_str(), found.to.as_str()), (from, to));
    }
    // What is no file and no link goes to a person, and never out of sight.
    for (artifacts, links, text) in [
        ("[\"a login form\"]", "[]", "a login form"),
        ("[{provides: the form}]", "[]", "provides: the form"),
        (
            "[{path: \"src/*.py\", provides: all of it}]",
            "[]",
            "path: src/*.py, provides: all of it",
        ),
        ("[{path: src/core/}]", "[]", "path: src/core/"),
        ("[a.py]", "[\"a.py uses b.py\"]", "a.py uses b.py"),
    ] {
        let plan = good(&musts("[]", artifacts, links)).1;
        let truth = plan.tasks[0].must_haves.truths.last().unwrap();
        assert_eq!(
            (truth.text.as_str(), truth.backstop),
            (text, true),
            "{artifacts} {links}"
        );
    }
    let plan = good(&musts("seen", "a.py", "a.py -> b.py")).1;
    let must = &plan.tasks[0].must_haves;
    let counts = [
        must.truths.len(),
        must.artifacts.len(),
        must.key_links.len(),
    ];
    assert_eq!(counts, [1, 1, 1], "one of each without a list");
}

#[test]
fn a_link_without_an_end_is_refused() {
    for link in [
        "{from: a.py, via: x}",
        "{to: a.py}",
        "{from: a.py, to: \"\"}",
    ] {
        let text = musts("[]", "[a.py]", &format!("[{link}]"));
        let problems = plan_md::read("PLAN.md", &text).unwrap_err();
        assert!(said(&problems).contains("a key link"), "{link}");
    }
}

#[test]
fn a_key_with_one_slip_is_read_as_it_is_meant() {
    for (from, to) in [
        ("contains: ", "contain: "),
        ("contains: ", "Contains: "),
        ("min_lines: ", "min-lines: "),
        ("exports:", "export:"),
        ("pattern: ", "patern: "),
        ("  artifacts:", "  artefacts:"),
        ("  key_links:", "  key-links:"),
    ] {
        let plan = warned(from, to, "is read as");
        assert_eq!(plan, good(MINIMAL).1, "{to}");
    }
    // Another word is another word, and what is there already is not said twice.
    let plan = warned("min_lines: 40", "max_lines: 40", "no key `max_lines`");
    assert_eq!(plan.tasks[0].must_haves.artifacts[0].min_lines, None);
    let plan = warned(
        "contains: ",
        "contain: no\n      contains: ",
        "no key `contain`",
    );
    assert_eq!(plan, good(MINIMAL).1);
}

#[test]
fn several_files_and_texts_of_one_artifact_are_several_artifacts() {
    let plan = good(&musts(
        "[]",
        "[{path: \"lib/{a,b}.py\", min_lines: 3}]",
        "[]",
    ))
    .1;
    let all = &plan.tasks[0].must_haves.artifacts;
    let paths: Vec<&str> = all.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths, ["lib/a.py", "lib/b.py"]);
    assert!(all.iter().all(|it| it.min_lines == Some(3)));
    let plan = good(&musts("[]", "[{path: a.py, contains: [one, two]}]", "[]")).1;
    let all = &plan.tasks[0].must_haves.artifacts;
    let texts: Vec<&str> = all.iter().filter_map(|it| it.contains.as_deref()).collect();
    assert_eq!(texts, ["one", "two"]);
}

#[test]
fn exports_that_are_no_names_are_looked_for_as_they_are_meant() {
    for (export, names, contains) in [
        ("Ledger", &["Ledger"][..], None),
        ("parse()", &["parse"], None),
        ("\"default (Fastify plugin)\"", &["default"], None),
        ("\"read(text: str) -> Plan\"", &["read"], None),
        ("\"wallet list\"", &[], Some("wallet list")),
        ("\"POST /api/x\"", &[], Some("POST /api/x")),
    ] {
        let plan = good(&musts(
            "[]",
            &format!("[{{path: a.py, exports: [{export}]}}]"),
            "[]",
        ))
        .1;
        let found = &plan.tasks[0].must_haves.artifacts[0];
        assert_eq!(found.exports, names, "{export}");
        assert_eq!(found.contains.as_deref(), contains, "{export}");
    }
}

#[test]
fn a_link_ends_in_what_its_author_thinks_of() {
    let link = |from: &str, to: &str, pattern: &str| {
        let text = musts(
            "[]",
            "[a.py]",
            &format!("[{{from: {from}, to: {to}{pattern}}}]"),
        );
        let (_, plan, problems) = good(&text);
        let link = plan.tasks[0].must_haves.key_links[0].clone();
        (link.from, link.to, said(&problems))
    };
    for (to, path) in [
        ("os.geteuid", Some("os.geteuid")),
        ("\"src/a.py::root\"", Some("src/a.py")),
        ("\"src/a.ts#part\"", Some("src/a.ts")),
        ("styles.md elevation section", Some("styles.md")),
        ("src/", Some("src")),
        ("/api/wallets", None),
        ("POST /api/wallets", None),
        ("publish job", None),
        ("$GITHUB_STEP_SUMMARY", None),
        ("\"templates/*/a.yaml\"", None),
        ("\"lib/{a,b}.ts\"", None),
        ("../other/x.rs", None),
        ("/home/somebody/x.rs", None),
    ] {
        let (_, end, problems) = link("a.py", to, ", pattern: x1y2");
        assert_eq!(end.path().map(|it| it.as_str()), path, "{to}");
        assert!(!problems.contains("error"), "{problems}");
    }
    // Where nothing can decide it, that is said.
    assert!(
        link("a.py", "publish job", "")
            .2
            .contains("looks like an address or a name")
    );
    assert!(
        link("a.py", "/api/x", "")
            .2
            .contains("looks like an address or a name")
    );
    assert!(
        link("IdeasPage", "b.py", "")
            .2
            .contains("names no file in which")
    );
    let (_, _, problems) = link("a.py", "/api/x", ", pattern: x1y2");
    assert!(!problems.contains("looks like an address"), "{problems}");
    let (from, ..) = link("\"src/a.py (main)\"", "b.py", "");
    assert!(matches!(from, LinkEnd::Name { path: Some(_), .. }));
}

#[test]
fn patterns_that_prove_nothing_or_can_not_be_read_are_told_of() {
    for (pattern, message) in [
        ("x*", "matches the empty string"),
        ("(a|)", "matches the empty string"),
        ("^", "matches the empty string"),
        (".+", "matches any text"),
        ("\\\\S", "matches any text"),
        ("(", "is no regular expression"),
        ("useChat(", "is no regular expression"),
        ("(?!x)y", "is no regular expression"),
        ("(?<=x)y", "is no regular expression"),
        ("(a)\\\\1", "is no regular expression"),
        ("a{5000}{5000}", "is no regular expression"),
    ] {
        warned(
            "pattern: \"ledger::Ledger\"",
            &format!("pattern: \"{pattern}\""),
            message,
        );
    }
    accepted("pattern: \"ledger::Ledger\"", "pattern: \"^(a+)+$\"");
    accepted(
        "pattern: \"ledger::Ledger\"",
        "pattern: \"fetch.*api\\\\/chat\"",
    );
    let long = format!("pattern: \"{}\"", "a".repeat(2_000));
    warned(
        "pattern: \"ledger::Ledger\"",
        &long,
        "has more than 1000 bytes",
    );
}

#[test]
fn tasks_of_other_sorts_are_done_by_the_agent_or_by_a_person() {
    let task = "<task type=\"auto\">";
    for (tag, kind, tdd) in [
        ("<task type=\"tracer\">", StepKind::Auto, false),
        ("<task type=\"test\">", StepKind::Auto, false),
        ("<task type=\"tdd\">", StepKind::Auto, true),
        ("<task>", StepKind::Auto, false),
        (
            "<task type='manual' id=\"a\" wave=\"1\">",
            StepKind::Auto,
            false,
        ),
        ("<task type=\"checkpoint\">", StepKind::HumanVerify, false),
        (
            "<task type=\"checkpoint:human-review\">",
            StepKind::HumanVerify,
            false,
        ),
    ] {
        let text = with(task, tag).replace("autonomous: true", "autonomous: false");
        let (_, plan, problems) = good(&text);
        assert_eq!(plan.tasks[0].steps[0].kind, kind, "{tag}");
        assert_eq!(plan.tasks[0].tdd, tdd, "{tag}");
        assert!(!problems.is_empty(), "{tag}");
    }
}

#[test]
fn a_task_without_a_name_is_called_by_what_it_asks() {
    let task = &MINIMAL[MINIMAL.find("<task type").unwrap()..MINIMAL.find("</tasks>").unwrap()];
    for (block, name, action) in [
        (
            "<task type=\"checkpoint:human-verify\" gate=\"blocking\"><what-built>The login page</what-built>\
             <how-to-verify>Open it</how-to-verify><resume-signal>ok</resume-signal></task>",
            "The login page",
            "The login page\n\nOpen it",
        ),
        (
            "<task type=\"checkpoint:decision\"><decision>Which store? It matters.</decision>\
             <options><option id=\"a\"><name>A</name></option></options><resume-signal>a</resume-signal></task>",
            "Which store? It matters.",
            "Which store? It matters.\n\n<option id=\"a\"><name>A</name></option>",
        ),
        (
            "<task type=\"checkpoint:human-action\"><instructions>Log in.</instructions>\
             <resume-signal>done</resume-signal></task>",
            "Log in.",
            "Log in.",
        ),
        (
            "<task type=\"auto\" title=\"Read it\"><action>Do</action></task>",
            "Read it",
            "Do",
        ),
        (
            "<task type=\"auto\"><action>Write the reader. Then test it.</action></task>",
            "Write the reader",
            "Write the reader. Then test it.",
        ),
        (
            "<task type=\"auto\"><name>A</name><behavior>It reads</behavior></task>",
            "A",
            "It reads",
        ),
    ] {
        let text = with("autonomous: true", "autonomous: false").replace(task, block);
        let plan = good(&text).1;
        let step = &plan.tasks[0].steps[0];
        assert_eq!(
            (step.name.as_str(), step.action.as_str()),
            (name, action),
            "{block}"
        );
    }
}

#[test]
fn a_plan_that_is_test_first_may_have_a_feature_for_its_task() {
    let tasks = &MINIMAL[MINIMAL.find("<tasks>").unwrap()..];
    let feature = "<feature>\n<name>Append</name>\n<files>src/ledger.rs, src/ledger_test.rs</files>\n\
                   <behavior>One id is stored once</behavior>\n<implementation>A set of ids</implementation>\n</feature>\n";
    for block in [feature.to_owned(), format!("<tasks>\n{feature}</tasks>\n")] {
        let text = with(tasks, &block).replace("type: execute", "type: tdd");
        let (_, plan, problems) = good(&text);
        let step = &plan.tasks[0].steps[0];
        assert_eq!(step.name, "Append");
        assert_eq!(step.action, "One id is stored once\n\nA set of ids");
        assert!(plan.tasks[0].tdd);
        assert_eq!(scope(&plan).last().unwrap(), "src/ledger_test.rs");
        assert!(!said(&problems).contains("no task"), "{}", said(&problems));
    }
}

#[test]
fn tags_in_prose_close_and_open_nothing() {
    let action = "Add Ledger::append(id, body); ignore a known id; call it from run().";
    for prose in [
        "Write the summary, see </output> above.",
        "End it with </div>.",
        "The block <output> is written later.",
        "Nothing </task_list> here, a < b",
    ] {
        let (_, plan, problems) = good(&with(action, prose));
        assert!(
            plan.tasks[0].steps[0].action.contains(&prose[..8]),
            "{prose}"
        );
        assert!(problems.iter().all(|it| it.severity == Severity::Warning));
    }
    for (from, to, message) in [
        ("</action>", "", "`<action>` is not closed"),
        ("  <done>", "</action><done>", "`</action>` closes nothing"),
        ("</tasks>", "", "`<tasks>` is not closed"),
        (
            "</verify>",
            "\n  </acceptance_criteria>",
            "`<verify>` is not closed",
        ),
        (
            "  <done>",
            "<action>again</action>  <done>",
            "a second `<action>`",
        ),
        (
            "<automated>cargo test ledger</automated>",
            "<automated></automated>",
            "`<automated>` is empty",
        ),
    ] {
        let plan = warned(from, to, message);
        let step = &plan.tasks[0].steps[0];
        assert!(step.action.starts_with("Add Ledger::append"), "{message}");
        assert_eq!(step.done, "Tests pass and main uses Ledger.", "{message}");
    }
    // A code fence that is not closed hides no end.
    let fence = "Write:\n```rust\nfn a() {}\nand go on.";
    let plan = warned(action, fence, "is not closed");
    assert_eq!(
        plan.tasks[0].steps[0].done,
        "Tests pass and main uses Ledger."
    );
}

#[test]
fn a_plan_without_an_objective_says_it_elsewhere() {
    let objective =
        &MINIMAL[MINIMAL.find("<objective>").unwrap()..MINIMAL.find("<tasks>").unwrap()];
    for (instead, expected) in [
        ("# Durable append\n\nMore.\n\n", "Durable append"),
        ("", "Task 1: write the ledger"),
    ] {
        let (promise, ..) = good(&with(objective, instead));
        assert_eq!(promise.objective, expected);
    }
}

#[test]
fn to_be_verified_a_plan_needs_no_more_than_what_is_verified() {
    let task = &MINIMAL[MINIMAL.find("<task type").unwrap()..MINIMAL.find("</tasks>").unwrap()];
    for text in [
        with("wave: 1", "wave: 1\nstatus: superseded"),
        with(task, "<task type=\"auto\"><name>A</name></task>"),
        with(
            task,
            "<task type=\"checkpoint:decision\"><decision>A</decision></task>",
        ),
        with("depends_on: []", "depends_on: [\"01\"]"),
    ] {
        assert!(plan_md::read("PLAN.md", &text).is_err(), "{text}");
        let (_, plan, _) = plan_md::read_to_verify("PLAN.md", &text)
            .unwrap_or_else(|all| panic!("{}", said(&all)));
        assert_eq!(plan.tasks[0].must_haves.artifacts.len(), 1);
    }
    // What can't be verified is refused there as well.
    let outside = with("path: \"src/ledger.rs\"", "path: /etc/passwd");
    assert!(plan_md::read_to_verify("PLAN.md", &outside).is_err());
    assert!(plan_md::read_to_verify("PLAN.md", "# no plan\n").is_err());
}

#[test]
fn what_is_hostile_or_too_large_is_refused_in_time() {
    let line = "<action>Add Ledger::append(id, body); ignore a known id; call it from run().";
    let many = "Do this, and that: `x` <b> {y}\n".repeat(30_000);
    let (_, plan, _) = good(&with(line, &format!("<action>\n{many}")));
    assert_eq!(plan.tasks[0].steps[0].action.lines().count(), 30_000);
    let whole = "x\n".repeat(600_000);
    refused(
        line,
        &format!("<action>\n{whole}"),
        "has more than 1048576 bytes",
    );
    let open = "<action>".repeat(90_000);
    let _ = plan_md::read("PLAN.md", &with(line, &open));
    let brackets = "({[".repeat(100_000);
    let _ = plan_md::read(
        "PLAN.md",
        &with(TASK_FILES, &format!("<files>{brackets}</files>")),
    );
    let choices = "{a,b}".repeat(60);
    let _ = plan_md::read(
        "PLAN.md",
        &with(TASK_FILES, &format!("<files>{choices}.py</files>")),
    );
    let stars = format!("files_modified: [\"{}\"]", "a*".repeat(200));
    let _ = plan_md::read("PLAN.md", &with(FILES, &stars));
    let arrows = format!("[\"{}\"]", "a -> ".repeat(700));
    let _ = plan_md::read("PLAN.md", &musts("[]", "[a.py]", &arrows));
}
