//! Level 5 with something to compare with: what the change wrote is broken, and who does not notice that.

use ledger::ids::RelPath;
use ledger::report::ItemStatus;
use verify::{Files, How, Outcome, Trial, suspects};

use crate::world::World;

const BEFORE: &str = "pub fn large(x: u8) -> u8 { let y = x / 2; let z = y / 3; (x + y + z) / 2 }\n\
    pub fn laid(x: u8) -> u8 { x / 3 }\n\
    pub fn grown(x: u8) -> u8 { x / 4 }\n";

const AFTER: &str = "pub fn large(x: u8) -> u8 { let y = x / 2; let z = y / 3; (x + y + z) / 2 }\n\
    /// Laid out anew.\n\
    pub fn laid(x: u8) -> u8 {\n    x / 3\n}\n\
    pub fn grown(x: u8) -> u8 { x / 5 }\n\
    fn helped(x: u8) -> u8 { let y = x / 6; let z = y / 7; y + z }\n\
    pub fn try_all(x: u8) -> u8 { helped(x) }\n\
    pub fn none_yet(_: u8) -> Vec<u8> { Vec::new() }\n";

fn world(plan: &str, before: &str, after: &str) -> World {
    let plan = format!(
        "  truths:\n    - {{truth: It works, commands: [t]}}\n  artifacts:\n    - {{path: src/a.rs{plan}}}\n"
    );
    let mut world = World::new(&plan)
        .file("src/a.rs", after)
        .changed('M', "src/a.rs");
    if !before.is_empty() {
        world
            .before
            .insert("src/a.rs".to_owned(), before.to_owned());
    }
    world
}

/// What is broken: the name, how, whether the plan asks for it.
fn told(world: &World, text: &str) -> Vec<(String, How, bool)> {
    let inspections = world.inspections();
    let text = |_: &RelPath| Some(text.to_owned());
    let found = suspects(&world.plan, &world.options, &Files::new(&inspections), text);
    let told = found.into_iter();
    told.map(|it| (it.broken.name.clone(), How::from(it.broken.kind), it.asked))
        .collect()
}

#[test]
fn what_the_change_wrote_is_broken_and_nothing_else() {
    let world = world(", exports: [try_all]", BEFORE, AFTER);
    let row = |name: &str, how: How, asked: bool| (name.to_owned(), how, asked);
    assert_eq!(
        told(&world, AFTER),
        [
            row("try_all", How::ReturnsNothing, true),
            row("helped", How::ReturnsNothing, false),
            // To give nothing for all is what it does anyway.
            row("none_yet", How::Fails, false),
            row("grown", How::ReturnsNothing, false),
        ]
    );
}

#[test]
fn where_the_change_wrote_no_function_the_largest_are_broken() {
    let after = BEFORE.replace("pub fn laid", "/// Thirds.\npub fn laid");
    for (before, now) in [("", BEFORE), (BEFORE, &after)] {
        let found = told(&world("", before, now), now);
        let names: Vec<&str> = found.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(names, ["large", "laid", "large", "laid"], "{now}");
    }
}

#[test]
fn where_a_program_starts_the_plan_has_to_name_the_command() {
    let after = format!("{AFTER}fn main() {{ println!(\"{{}}\", try_all(7)); }}\n");
    let named = world("", BEFORE, &after);
    assert!(!told(&named, &after).is_empty());
    let mut guessed = world("", BEFORE, &after);
    guessed.plan.tasks[0].must_haves.truths[0].commands.clear();
    guessed.options.commands = vec!["t".to_owned()];
    assert_eq!(told(&guessed, &after), []);
    // A `main` that was put there hides nothing that the plan names.
    let mut named = world(", exports: [try_all]", BEFORE, &after);
    named.plan.tasks[0].must_haves.truths[0].commands.clear();
    named.options.commands = vec!["t".to_owned()];
    assert_eq!(
        told(&named, &after),
        [("try_all".to_owned(), How::ReturnsNothing, true)]
    );
    assert!(!told(&guessed, AFTER).is_empty());
}

#[test]
fn a_link_of_a_program_is_dropped_where_the_plan_names_the_command() {
    let plan = "  truths:\n    - {truth: It works, commands: [t]}\n  key_links:\n    \
        - {from: src/main.rs, to: src/slug.rs, via: use, pattern: run}\n";
    let main = "mod slug;\n\nfn main() {\n    slug::run();\n}\n";
    let mut world = World::new(plan)
        .file("src/main.rs", main)
        .file("src/slug.rs", "pub fn run() { println!(\"a\"); }\n");
    let links = |world: &World| {
        let inspections = world.inspections();
        let text = |path: &RelPath| (path.as_str() == "src/main.rs").then(|| main.to_owned());
        suspects(&world.plan, &world.options, &Files::new(&inspections), text).len()
    };
    assert_eq!(links(&world), 1);
    // Tests of the whole project start no program of it.
    world.plan.tasks[0].must_haves.truths[0].commands.clear();
    world.options.commands = vec!["t".to_owned()];
    assert_eq!(links(&world), 0);
}

fn trial(name: &str, asked: bool, outcome: Outcome) -> Trial {
    Trial {
        path: "src/a.rs".to_owned(),
        link: None,
        name: name.to_owned(),
        line: 6,
        how: How::ReturnsNothing,
        asked,
        outcome,
    }
}

#[test]
fn what_the_plan_asks_for_has_to_be_noticed_by_itself() {
    let noticed = || Outcome::Noticed("t".to_owned());
    for (asked, status) in [(true, ItemStatus::Failed), (false, ItemStatus::Verified)] {
        let mut world = world("", BEFORE, AFTER);
        world.trials = vec![
            trial("grown", true, noticed()),
            trial("helped", asked, Outcome::Survived),
        ];
        let report = world.report();
        let item = report
            .items
            .iter()
            .find(|it| it.id == "gate:falsifiable:src/a.rs")
            .expect("an item");
        assert_eq!(item.status, status, "{asked}: {}", item.reason);
    }
}
