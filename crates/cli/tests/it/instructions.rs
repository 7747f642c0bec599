//! Instructions that a repository has for agents: which file is read, how it is trusted, and what is said of it.

use serde_json::json;

use crate::agent::{done, turn, work, write};
use crate::support::{Said, World};

const AGENTS: &str = "Write the word agents.\n";
const CLAUDE: &str = "Write the word claude.\n";

/// A run whose agent answers only where its system prompt has these words, each of them.
fn run(files: &[(&str, &str)], mark: &str) -> (World, Said) {
    let scene = json!({"name": "marked", "system": mark, "replies": work("b.txt", "two\n")});
    let script = json!({"scenes": [scene]}).to_string();
    let checks = "verification: {levels: [1, 2, 3, 4], commands: [\"true\"]}\n";
    let world = World::scripted(files, &script, checks);
    let said = world.run(&["run", "add b.txt"]);
    (world, said)
}

#[track_caller]
fn is_merged(said: &Said, read: &str) {
    assert_eq!(said.code, 0, "{said:?}");
    let told: Vec<&str> = said
        .err
        .lines()
        .filter(|it| it.contains("· reads "))
        .collect();
    assert_eq!(told.len(), 1, "{said:?}");
    assert!(
        told[0].trim_end().ends_with(&format!("reads {read}")),
        "{told:?}"
    );
}

#[test]
fn claude_md_is_read_where_there_is_no_agents_md() {
    let (_, said) = run(&[("CLAUDE.md", CLAUDE)], CLAUDE.trim());
    is_merged(&said, "CLAUDE.md");
}

#[test]
fn gemini_md_is_read_where_there_is_no_other() {
    let (_, said) = run(&[("GEMINI.md", "Write the word gemini.\n")], "word gemini");
    is_merged(&said, "GEMINI.md");
    let both = [
        ("GEMINI.md", "Write the word gemini.\n"),
        ("CLAUDE.md", CLAUDE),
    ];
    let (_, said) = run(&both, CLAUDE.trim());
    is_merged(&said, "CLAUDE.md");
}

#[test]
fn agents_md_comes_first_where_both_stand() {
    let (_, said) = run(
        &[("CLAUDE.md", CLAUDE), ("AGENTS.md", AGENTS)],
        AGENTS.trim(),
    );
    is_merged(&said, "AGENTS.md");
    // A scene for the other one is not answered: it was not read.
    let (_, said) = run(
        &[("CLAUDE.md", CLAUDE), ("AGENTS.md", AGENTS)],
        CLAUDE.trim(),
    );
    assert_ne!(said.code, 0, "{said:?}");
}

#[test]
fn a_file_that_only_names_the_other_stands_for_it() {
    for pointer in ["CLAUDE.md", "./CLAUDE.md\n", "@CLAUDE.md\n"] {
        let (_, said) = run(
            &[("CLAUDE.md", CLAUDE), ("AGENTS.md", pointer)],
            CLAUDE.trim(),
        );
        is_merged(&said, "CLAUDE.md");
    }
}

#[test]
fn instructions_of_a_repository_that_is_not_trusted_are_data() {
    let files = [
        ("CLAUDE.md", CLAUDE),
        (".interlock/config.yml", "loop: {turns_max: 50}\n"),
    ];
    let (_, said) = run(&files, "<untrusted source=\"CLAUDE.md\"");
    is_merged(&said, "CLAUDE.md, as data: the repository is not trusted");
}

#[test]
fn each_folder_on_the_way_to_a_planned_file_has_its_own() {
    let plan = "---\nphase: 01-x\nplan: 01\nwave: 1\ndepends_on: []\nfiles_modified: [src/b.txt]\nautonomous: true\nmust_haves:\n  truths: []\n  artifacts:\n    - path: src/b.txt\n      provides: two\n---\n<objective>Add b.txt</objective>\n<tasks><task type=\"auto\"><name>Add it</name><files>src/b.txt</files><action>Write it</action><verify>true</verify><done>It stands</done></task></tasks>\n";
    let files = [
        ("AGENTS.md", AGENTS),
        ("src/CLAUDE.md", CLAUDE),
        ("PLAN.md", plan),
    ];
    let replies = [turn(&[write("src/b.txt", "two\n")]), turn(&[done()])];
    let scene = json!({"name": "marked", "system": CLAUDE.trim(), "replies": replies});
    let script = json!({"scenes": [scene]}).to_string();
    let checks = "verification: {levels: [1, 2, 3, 4], commands: [\"true\"]}\n";
    let world = World::scripted(&files, &script, checks);
    let said = world.run(&["run", "PLAN.md"]);
    assert!(
        said.err.contains("reads AGENTS.md, src/CLAUDE.md"),
        "{said:?}"
    );
}
