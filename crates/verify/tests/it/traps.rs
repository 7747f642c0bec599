//! The traps of `corpus/verify/traps.yml`: each case is right, for the reason that it gives; and the page that lists them.

use std::collections::BTreeMap;
use std::path::Path;

use ledger::plan::Plan;
use ledger::promise::{Promise, SourceFile};
use ledger::report::{Item, ItemKind};
use serde::Deserialize;

use crate::world::{At, World, answer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trap {
    id: String,
    case: String,
    /// What another tool answered.
    #[serde(default)]
    tool: Option<String>,
    truth: Truth,
    /// Stands in what is said about it.
    says: String,
    /// The tree that it is compared with, where the change is the point.
    #[serde(default)]
    before: BTreeMap<String, String>,
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default)]
    folder: Option<String>,
    #[serde(default)]
    link: Option<String>,
    #[serde(default)]
    ignored: Option<String>,
    #[serde(default)]
    must_haves: Option<serde_json::Value>,
    /// Front matter as written, where its form is the point.
    #[serde(default)]
    plan: Option<String>,
    /// Pages beside the plan, where a whole phase is verified.
    #[serde(default)]
    phase: BTreeMap<String, String>,
    /// How the id of the item begins that is asked, or the rule of the note, where it is none of the plan's.
    #[serde(default)]
    asks: Option<String>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Truth {
    Yes,
    No,
    Unknown,
    Plan,
    Note,
}

const PHASE: &str = ".planning/phases/01-x";

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn traps() -> Vec<Trap> {
    let text = std::fs::read_to_string(root().join("corpus/verify/traps.yml")).unwrap();
    serde_saphyr::from_str(&text).unwrap()
}

fn plan(trap: &Trap) -> String {
    let own = match (&trap.plan, &trap.must_haves) {
        (Some(plan), _) => plan.clone(),
        // JSON is YAML. A plan of links alone is none, so it has a truth too.
        (None, Some(must_haves)) => {
            let mut must_haves = must_haves.clone();
            if must_haves.get("artifacts").is_none() && must_haves.get("truths").is_none() {
                must_haves["truths"] = serde_json::json!(["It works"]);
            }
            format!("must_haves: {must_haves}\n")
        }
        (None, None) => panic!("{}: no plan", trap.id),
    };
    format!(
        "---\nphase: 01-x\nplan: 01\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [src/x.ts]\nautonomous: true\n\
         requirements: [R-1]\n{own}---\n<objective>\nIt works.\n</objective>\n<tasks>\n<task type=\"auto\">\n\
         <name>Do it</name>\n<action>Do it.</action>\n</task>\n</tasks>\n"
    )
}

/// Promise and plan, of the one page or of the whole phase that it is in.
fn read(trap: &Trap) -> Result<(Promise, Plan), Vec<spec::Problem>> {
    let page = plan(trap);
    if trap.phase.is_empty() {
        return spec::plan_md::read("PLAN.md", &page).map(|(promise, plan, _)| (promise, plan));
    }
    let file = |path: String, text: &str| SourceFile {
        path,
        text: text.to_owned(),
    };
    let mut files = vec![file(format!("{PHASE}/01-01-PLAN.md"), &page)];
    files.extend(trap.phase.iter().map(|(at, text)| file(at.clone(), text)));
    let spec = spec::phase::whole(PHASE, &files)?;
    Ok((spec.promise.clone(), spec.into_plan().unwrap()))
}

/// Everything that the report follows from.
fn world(trap: &Trap, (promise, plan): (Promise, Plan)) -> World {
    let mut world = World::of(promise, plan);
    for (path, text) in &trap.files {
        world = world.file(path, text);
        match trap.before.get(path) {
            None if !trap.before.is_empty() => world = world.changed('A', path),
            Some(old) if old != text => world = world.changed('M', path),
            Some(_) | None => {}
        }
    }
    world.before.clone_from(&trap.before);
    for (path, at) in [
        (&trap.folder, At::Directory),
        (&trap.link, At::LinkOutside),
        (&trap.ignored, At::Ignored),
    ] {
        if let Some(path) = path {
            world = world.at(path, at);
        }
    }
    world
}

/// What is answered, and everything that is said.
fn answered(trap: &Trap) -> (Truth, String) {
    let read = match read(trap) {
        Ok(read) => read,
        Err(problems) => {
            let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
            return (Truth::Plan, said.join("\n"));
        }
    };
    let report = world(trap, read).report();
    let of = |kind: ItemKind| report.items.iter().find(|it| it.kind == kind);
    let item: Option<&Item> = match &trap.asks {
        Some(begin) => report.items.iter().find(|it| it.id.starts_with(begin)),
        None => of(ItemKind::KeyLink)
            .or(of(ItemKind::Artifact))
            .or(of(ItemKind::Truth)),
    };
    if let Some(item) = item {
        let truth = match answer(item) {
            "yes" => Truth::Yes,
            "no" => Truth::No,
            _ => Truth::Unknown,
        };
        return (truth, item.reason.clone());
    }
    let note = report
        .feedback
        .iter()
        .find(|it| Some(&it.rule) == trap.asks.as_ref());
    match note {
        Some(note) => (Truth::Note, note.message.clone()),
        None => (
            Truth::Yes,
            format!("{:#?} {:#?}", report.items, report.feedback),
        ),
    }
}

#[test]
fn every_trap_is_answered_rightly() {
    let traps = traps();
    assert!(traps.len() >= 70);
    let mut wrong = Vec::new();
    for trap in &traps {
        let (truth, said) = answered(trap);
        if truth != trap.truth || !said.contains(&trap.says) {
            wrong.push(format!("{}: {truth:?}, {said}", trap.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_lists_every_trap() {
    let path = root().join("corpus/verify/README.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- traps -->\n", "<!-- /traps -->\n");
    let (head, rest) = page.split_once(begin).unwrap();
    let (listed, tail) = rest.split_once(end).unwrap();
    let mut table = "| | case | truth | the npm tool | here |\n|---|---|---|---|---|\n".to_owned();
    for trap in traps() {
        let truth = word(trap.truth);
        let (here, _) = answered(&trap);
        let tool = trap.tool.as_deref().unwrap_or("–");
        let case = trap.case.trim();
        let row = format!(
            "| {} | {case} | {truth} | {tool} | {} |\n",
            trap.id,
            word(here)
        );
        table.push_str(&row);
    }
    if std::env::var_os("INTERLOCK_WRITE_PAGES").is_some() {
        std::fs::write(&path, format!("{head}{begin}{table}{end}{tail}")).unwrap();
    } else {
        assert_eq!(
            listed, table,
            "INTERLOCK_WRITE_PAGES=1 cargo test -p verify traps"
        );
    }
}

fn word(truth: Truth) -> &'static str {
    match truth {
        Truth::Yes => "yes",
        Truth::No => "no",
        Truth::Unknown => "unknown",
        Truth::Plan => "a mistake of the plan",
        Truth::Note => "a note",
    }
}
