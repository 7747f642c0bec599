//! What is worth breaking, in which order, and who is asked.

use ledger::ids::RelPath;
use ledger::plan::Plan;
use ledger::report::{Item, ItemStatus};
use verify::{Files, How, Outcome, Suspect, Trial, Tried, guards, may_falsify, suspects};

use crate::world::{World, options};

const COVERED: &str = "  truths:\n    - truth: \"It works\"\n      commands: [\"cargo test\", \" make proof \"]\n\
  \x20 artifacts:\n    - path: src/a.rs\n      exports: [small]\n    - path: src/b.rs\n    - path: tests/c.rs\n\
  \x20   - path: src/gone.rs\n";

const A: &str = "pub fn middle(x: u8) -> u8 { x / 3 }\n\
    pub fn large(x: u8) -> u8 { let y = x / 2; let z = y / 3; (x + y + z) / 2 }\n\
    pub fn small() -> u8 { 7 }\n";

fn text(path: &RelPath) -> Option<String> {
    let text = match path.as_str() {
        "src/a.rs" => A,
        "src/b.rs" => "pub fn b() -> String { \"b\".repeat(2) }\n",
        "tests/c.rs" => "pub fn help() -> u8 { 1 }\n",
        _ => return None,
    };
    Some(text.to_owned())
}

#[test]
fn exports_come_first_then_the_largest_and_files_take_turns() {
    let plan = World::new(COVERED).plan;
    let found = suspects(&plan, &options(), &Files::new(&[]), text);
    let told: Vec<(&str, &str, How)> = found
        .iter()
        .map(|it| {
            (
                it.path.as_str(),
                it.broken.name.as_str(),
                it.broken.kind.into(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("src/a.rs", "small", How::Fails),
            ("src/b.rs", "b", How::Fails),
            ("src/a.rs", "large", How::Fails),
            ("src/b.rs", "b", How::ReturnsNothing),
            ("src/a.rs", "small", How::ReturnsNothing),
            ("src/a.rs", "large", How::ReturnsNothing),
        ]
    );
    for it in &found {
        let asked: Vec<&str> = it.commands.iter().map(String::as_str).collect();
        assert_eq!(asked, ["cargo test", "make proof"]);
        let source = text(&it.path).expect("it stands there");
        assert_ne!(it.broken.apply(&source), Some(source));
    }
}

#[test]
fn what_does_not_build_has_another_break_in_its_place() {
    let source = "pub fn a() -> u8 { let a = 1; let b = 2; let c = 3; a + b + c }\n\
        pub fn b() -> Own { let a = 1; let b = 2; Own(a + b) }\n\
        pub fn c() -> u8 { let a = 1; a + 2 }\n\
        pub fn d() -> u8 { 4 }\n";
    let plan = World::new(
        "  truths:\n    - {truth: It works, commands: [t]}\n  artifacts:\n    - path: src/a.rs\n",
    );
    let found = suspects(&plan.plan, &options(), &Files::new(&[]), |_| {
        Some(source.to_owned())
    });
    let told: Vec<_> = found
        .iter()
        .map(|it| {
            let other = it.other().map(|it| it.broken);
            let other = other.map(|it| (it.name.clone(), How::from(it.kind)));
            (it.broken.name.as_str(), How::from(it.broken.kind), other)
        })
        .collect();
    let other = |name: &str, how: How| Some((name.to_owned(), how));
    assert_eq!(
        told,
        [
            // The other kind is tried there anyway: the next function.
            ("a", How::Fails, other("c", How::Fails)),
            // There is no other kind: the next but one.
            ("b", How::Fails, other("d", How::Fails)),
            ("a", How::ReturnsNothing, other("d", How::ReturnsNothing)),
            ("c", How::ReturnsNothing, None),
        ]
    );
    assert!(
        found
            .iter()
            .all(|it| { it.other().is_none_or(|it| it.other().is_none()) })
    );
}

#[test]
fn nothing_is_broken_where_nobody_claims_to_notice() {
    let derived = |mut plan: Plan| {
        plan.tasks
            .iter_mut()
            .for_each(|it| it.must_haves.derived = true);
        plan
    };
    let cases = [
        (World::new(COVERED).plan, true),
        (derived(World::new(COVERED).plan), false),
        (
            World::new("  artifacts:\n    - path: src/a.rs\n").plan,
            false,
        ),
    ];
    for (plan, expected) in cases {
        let found = suspects(&plan, &options(), &Files::new(&[]), text);
        assert_eq!(!found.is_empty(), expected, "{plan:?}");
        let asked = |command: &str| may_falsify(&plan, &options(), &[command.to_owned()]);
        assert_eq!(asked("make proof"), expected, "{plan:?}");
        assert!(!asked("make other"), "{plan:?}");
    }
}

#[test]
fn a_prohibition_is_tried_with_its_own_check() {
    let plan = World::new(
        "  truths:\n    - \"It works\"\n  prohibitions:\n    - statement: \"log secrets\"\n\
         \x20     commands: [\"make lint\"]\n      check_target: src/a.rs\n\
         \x20     check_violation_fixture: fix/bad.rs\n      check_clean_fixture: fix/good.rs\n",
    );
    let found = guards(&plan.plan);
    let told: Vec<(&str, &str, Option<&str>, &[String])> = found
        .iter()
        .map(|it| {
            let clean = it.clean.as_ref().map(RelPath::as_str);
            (
                it.target.as_str(),
                it.violation.as_str(),
                clean,
                it.commands.as_slice(),
            )
        })
        .collect();
    let own = ["make lint".to_owned()];
    assert_eq!(
        told,
        [(
            "src/a.rs",
            "fix/bad.rs",
            Some("fix/good.rs"),
            own.as_slice()
        )]
    );
    assert!(may_falsify(&plan.plan, &options(), &own));
    assert!(!may_falsify(
        &plan.plan,
        &options(),
        &["make other".to_owned()]
    ));
}

/// What is tried of a world: the path, the link, what is broken.
fn told(world: &World, texts: &[(&str, &str)]) -> Vec<(String, Option<String>, String)> {
    let found = of(world, texts).into_iter();
    found
        .map(|it| (it.path.to_string(), it.link, it.broken.name))
        .collect()
}

fn of(world: &World, texts: &[(&str, &str)]) -> Vec<Suspect> {
    let inspections = world.inspections();
    let text = |path: &RelPath| {
        let found = texts.iter().find(|(it, _)| *it == path.as_str());
        found.map(|(_, text)| (*text).to_owned())
    };
    suspects(&world.plan, &world.options, &Files::new(&inspections), text)
}

fn world(must_haves: &str, texts: &[(&str, &str)]) -> World {
    let plan = format!("  truths:\n    - {{truth: It works, commands: [t]}}\n{must_haves}");
    let files = texts.iter();
    files.fold(World::new(&plan), |world, (path, text)| {
        world.file(path, text)
    })
}

fn link(from: &str, to: &str) -> String {
    format!("    - {{from: {from}, to: {to}}}\n")
}

const APP: &str = "import { chat } from './api/chat';\nimport { list } from './list';\n\
    app.use(chat);\nexport const show = () => list(1);\n";
const LINKED: [(&str, &str); 4] = [
    ("src/app.ts", APP),
    (
        "src/list.ts",
        "export const list = (n: number) => [n, n + 1];\n",
    ),
    ("src/api/chat/index.ts", "export { chat } from './chat';\n"),
    (
        "src/api/chat/chat.ts",
        "export const chat = (n: number) => n + 2;\n",
    ),
];

#[test]
fn links_are_dropped_between_what_artifacts_provide() {
    let plan = format!(
        "  artifacts:\n    - path: src/list.ts\n  key_links:\n{}{}{}",
        link("src/app.ts", "src/api/chat/chat.ts"),
        link("app.ts", "list.ts"),
        // The same again, the other way round, within one file, and of nothing.
        [
            link("src/app.ts", "src/list.ts"),
            link("src/list.ts", "src/app.ts"),
            link("src/app.ts", "src/app.ts"),
            link("src/app.ts", "src/gone.ts"),
        ]
        .concat()
    );
    let plan = plan.replace(
        "- path: src/list.ts",
        "- path: src/list.ts\n    - path: src/app.ts",
    );
    let found = told(&world(&plan, &LINKED), &LINKED);
    let row = |path: &str, link: &str, name: &str| {
        let link = Some(link.to_owned()).filter(|it| !it.is_empty());
        (path.to_owned(), link, name.to_owned())
    };
    assert_eq!(
        found,
        [
            row("src/list.ts", "", "list"),
            row("src/app.ts", "", "show"),
            row("src/app.ts", "src/app.ts -> src/api/chat/chat.ts", "chat"),
            row("src/list.ts", "", "list"),
            row("src/app.ts", "", "show"),
            row("src/app.ts", "app.ts -> list.ts", "list"),
        ]
    );
}

#[test]
fn a_link_has_another_break_in_its_place() {
    let plan = format!(
        "  key_links:\n{}{}",
        link("src/app.ts", "src/api/chat/chat.ts"),
        link("src/app.ts", "src/list.ts")
    );
    let found = of(&world(&plan, &LINKED), &LINKED);
    let texts: Vec<[Option<String>; 2]> = found
        .iter()
        .map(|it| {
            let other = it.other().and_then(|it| it.broken.apply(APP));
            [it.broken.apply(APP), other].map(|it| it.map(|it| it.replace(code::MESSAGE, "!")))
        })
        .collect();
    let throws = |name: &str| format!("((() => {{ throw new Error(\"!\"); }})(), {name})");
    assert_eq!(
        texts,
        [
            [
                Some(APP.replace("app.use(chat);", "{ if (false) { app.use(chat); } }")),
                Some(APP.replace("(chat)", &format!("({})", throws("chat")))),
            ],
            [
                Some(APP.replace("list(1)", &format!("{}(1)", throws("list")))),
                None
            ],
        ]
    );
    assert!(found.iter().all(|it| it.commands == ["t"]));
    let asked = |command: &str| {
        let world = world(&plan, &LINKED);
        may_falsify(&world.plan, &options(), &[command.to_owned()])
    };
    assert!(asked("t") && !asked("other"));
}

/// A link that was dropped, and what came of it.
fn trial(outcome: Outcome) -> Trial {
    Trial {
        path: "src/app.ts".to_owned(),
        link: Some("app.ts -> list.ts".to_owned()),
        name: "list".to_owned(),
        line: 4,
        how: How::DropsLink,
        asked: false,
        outcome,
    }
}

#[test]
fn a_link_that_nobody_misses_is_a_gap_that_names_it() {
    let plan = format!("  key_links:\n{}", link("app.ts", "list.ts"));
    let item = |outcome: Outcome| -> (Option<Item>, Vec<String>) {
        let mut world = world(&plan, &LINKED);
        world.trials = vec![trial(outcome)];
        let report = world.report();
        let id = "gate:falsifiable:app.ts -> list.ts";
        let notes = report
            .feedback
            .iter()
            .filter(|it| it.rule == "break-untried");
        let notes = notes.map(|it| it.message.clone()).collect();
        let item = report.items.iter().find(|it| it.id == id).cloned();
        (item, notes)
    };
    let t = || "t".to_owned();
    let (gap, _) = item(Outcome::Survived);
    let gap = gap.expect("an item");
    assert_eq!(gap.status, ItemStatus::Failed);
    assert_eq!(gap.text, "evidence that can fail: app.ts -> list.ts");
    assert_eq!(
        gap.reason,
        "its evidence passes although `src/app.ts` makes no use of `list` any more: nothing goes by way of the link"
    );
    let (met, _) = item(Outcome::Noticed(t()));
    let met = met.expect("an item");
    assert_eq!(met.status, ItemStatus::Verified);
    assert_eq!(
        met.reason,
        "`t` notices when `list` is cut off in `src/app.ts`"
    );
    let (none, notes) = item(Outcome::Unbuilt(t()));
    assert_eq!(none, None);
    assert!(notes[0].contains("not known for `list`"), "{notes:?}");
    let (open, notes) = item(Outcome::Untried("why".to_owned()));
    let open = open.expect("an item");
    assert_eq!(open.status, ItemStatus::Unknown);
    assert_eq!(
        open.reason,
        "whether its evidence can fail is not known: why"
    );
    assert!(notes[0].contains("not known for `list`"), "{notes:?}");
}

#[test]
fn what_was_tried_before_links_were_is_still_read() {
    let old = r#"{"trials":[{"path":"src/a.rs","name":"a","line":1,"how":"returns_nothing","outcome":"survived"}]}"#;
    let found = Tried::read(old);
    assert_eq!((found.trials.len(), &found.trials[0].link), (1, &None));
    assert_eq!(
        found.facts(),
        format!("{},\"guards\":[]}}", &old[..old.len() - 1])
    );
    let new = Tried {
        trials: vec![trial(Outcome::Survived)],
        places: Vec::new(),
        guards: Vec::new(),
    };
    let line = r#"{"trials":[{"path":"src/app.ts","link":"app.ts -> list.ts","name":"list","line":4,"how":"drops_link","outcome":"survived"}],"guards":[]}"#;
    assert_eq!(new.facts(), line);
    assert_eq!(Tried::read(line), new);
}
