//! Runs from a phase of several plans: the pages that are written when all is done.

use ledger::action::Action;
use ledger::event::{Decided, Event};
use ledger::phase::{Mode, Phase};
use ledger::promise::{Source, SourceFile};

use crate::runs::sound;
use crate::script::opened;
use crate::world::World;

const FOLDER: &str = ".planning/phases/01-greet";

const ROADMAP: &str = "# Roadmap: Tool

## Phases

- [ ] **Phase 1: Greet** - Say hello

## Phase Details

### Phase 1: Greet
**Goal**: Hello is said
**Requirements**: [GREET-01, GREET-02]
**Plans**: 2 plans

Plans:
- [ ] 01-01: Hello
- [ ] 01-02: Goodbye

## Progress

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
| 1. Greet | 0/2 | Not started | - |
";

/// A plan that makes one file.
fn plan(number: &str, file: &str) -> SourceFile {
    let text = format!(
        "---\nphase: 01-greet\nplan: \"{number}\"\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [{file}]\nautonomous: true\n\
         requirements:\n  - GREET-{number}\nmust_haves:\n  truths:\n    - \"Plan {number} is true\"\n  \
         artifacts:\n    - path: \"{file}\"\n      provides: \"it\"\n---\n\n\
         <objective>\nDo the work of {number}.\n</objective>\n\n<tasks>\n<task type=\"auto\">\n  <name>Do</name>\n  \
         <files>{file}</files>\n  <action>Write it.</action>\n  <verify><automated>cargo test</automated></verify>\n  \
         <done>Done {number}</done>\n</task>\n</tasks>\n",
    );
    below(&format!("01-{number}-PLAN.md"), text)
}

fn below(name: &str, text: String) -> SourceFile {
    let path = format!("{FOLDER}/{name}");
    SourceFile { path, text }
}

fn phase() -> World {
    let roadmap = SourceFile {
        path: ".planning/ROADMAP.md".to_owned(),
        text: ROADMAP.to_owned(),
    };
    let mut opened = opened();
    opened.options.mode = Mode::Normal;
    opened.source = Source::Phase {
        path: FOLDER.to_owned(),
        files: vec![plan("01", "src/a.rs"), plan("02", "src/b.rs"), roadmap],
    };
    let mut world = World::open(opened, false, []);
    world.writes_its_file = true;
    world
}

#[test]
fn summaries_and_ticks_are_merged_with_the_work() {
    let mut world = phase();
    world.go();
    assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    let gathered = world.lines.iter().find_map(|line| {
        if let Event::Decided(Decided::Gather { paths, target, .. }) = &line.event {
            Some((paths.len(), target.clone()))
        } else {
            None
        }
    });
    assert_eq!(gathered, Some((2, vec![".planning/ROADMAP.md".to_owned()])));
    let recorded = world.acted.iter().find_map(|it| {
        if let Action::Record(it) = it {
            Some(it.clone())
        } else {
            None
        }
    });
    let recorded = recorded.expect("pages");
    assert_eq!(recorded.run_branch, "interlock/r1");
    assert!(
        recorded.message.starts_with("Close "),
        "{}",
        recorded.message
    );
    let page = |name: &str| {
        let file = recorded
            .files
            .iter()
            .find(|it| it.path.as_str().ends_with(name));
        file.and_then(|it| it.content.clone()).unwrap_or_default()
    };
    let summary = page("01-01-SUMMARY.md");
    for part in ["src/a.rs", "Plan 01 is true", "`src/a.rs`: it"] {
        assert!(summary.contains(part), "{part}: {summary}");
    }
    assert!(page("01-02-SUMMARY.md").contains("src/b.rs"));
    assert!(
        page("ROADMAP.md").contains("- [x] 01-01: Hello"),
        "{}",
        page("ROADMAP.md")
    );
    for name in ["01-01-SUMMARY.md", "01-02-SUMMARY.md"] {
        assert!(world.target_has(&format!("{FOLDER}/{name}")), "{name}");
    }
}
