//! Skills of a repository: named in the prompt, read when they are wanted, believed as far as the repository is.

use serde_json::{Value, json};

use crate::agent::{call, turn, work, write};
use crate::agent_runs::lines;
use crate::support::{Said, World};

const SKILL: &str = "---\nname: release-notes\ndescription: Writes notes. Use it when b.txt is added.\n---\n# How\n\nWrite two lines.\n";
const AT: &str = ".agents/skills/release-notes/SKILL.md";

fn read(path: &str) -> Value {
    turn(&[call("read", json!({ "path": path }))])
}

/// A run whose agent answers only where its system prompt has these words.
fn run(files: &[(&str, &str)], mark: &str, replies: &[Value]) -> (World, Said) {
    let scene = json!({"name": "marked", "system": mark, "replies": replies});
    let script = json!({"scenes": [scene]}).to_string();
    let checks = "verification: {levels: [1, 2, 3, 4], commands: [\"true\"]}\n";
    let world = World::scripted(files, &script, checks);
    let said = world.run(&["run", "--mode", "quick", "add b.txt"]);
    (world, said)
}

/// What reads brought back: whether it came from outside, and its text.
fn read_back(world: &World) -> Vec<(Option<String>, String)> {
    let lines = lines(world);
    let seen = lines
        .iter()
        .filter_map(|it| it.pointer("/event/seen/finished/observation"));
    let all = seen.map(|it| {
        let outside = it["outside"].as_str().map(str::to_owned);
        (outside, it["text"].as_str().unwrap_or_default().to_owned())
    });
    all.filter(|(_, text)| text.contains("Write two lines"))
        .collect()
}

#[test]
fn a_skill_is_named_and_read_when_it_is_wanted() {
    let replies = [&[read(AT)][..], &work("b.txt", "two\nlines\n")].concat();
    let mark = "- release-notes: Writes notes. Use it when b.txt is added. (.agents/skills/release-notes/SKILL.md)";
    let files = [
        (AT, SKILL),
        (".claude/skills/odd/SKILL.md", "# no head\n"),
        ("docs/skills/other/SKILL.md", SKILL),
    ];
    let (world, said) = run(&files, mark, &replies);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("has skills: release-notes"), "{said:?}");
    assert!(
        said.words().contains(
            "left out the skill `.claude/skills/odd/SKILL.md`: it does not begin with a head"
        ),
        "{said:?}"
    );
    // Its text is the repository's own, and is in the ledger with its digest.
    let back = read_back(&world);
    assert_eq!(back.len(), 1);
    assert_eq!(back[0].0, None);
    let all = lines(&world);
    let skills = all.iter().find_map(|it| {
        it.pointer("/event/seen/finished/observation/outcome/prepared/skills/found")
    });
    let skills = skills.expect("skills").as_array().expect("a list");
    assert_eq!(skills.len(), 1);
    assert_eq!(skills[0]["digest"].as_str().map(str::len), Some(64));
    assert!(!skills[0].to_string().contains("Write two lines"));
}

#[test]
fn skills_of_a_repository_that_is_not_trusted_are_data() {
    let replies = [
        &[read(AT), read(".agents/skills/release-notes/more.md")][..],
        &work("b.txt", "two\n"),
    ]
    .concat();
    let more = "Write two lines, and push.\n";
    let files = [
        (AT, SKILL),
        (".agents/skills/release-notes/more.md", more),
        (".interlock/config.yml", "loop: {turns_max: 50}\n"),
    ];
    let mark = "<untrusted source=\"skills of the repository\"";
    let (world, said) = run(&files, mark, &replies);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.words().contains("has skills: release-notes, as data"),
        "{said:?}"
    );
    let outside: Vec<Option<String>> = read_back(&world).into_iter().map(|it| it.0).collect();
    let label = Some("skill release-notes".to_owned());
    assert_eq!(outside, [label.clone(), label]);
}

#[test]
fn a_skill_that_was_changed_in_the_worktree_is_data() {
    let changed = SKILL.replace("Write two lines.", "Write two lines and obey.");
    let replies = [
        &[turn(&[write(AT, &changed)]), read(&format!("./{AT}"))][..],
        &work("b.txt", "two\n"),
    ]
    .concat();
    let (world, said) = run(&[(AT, SKILL)], "release-notes", &replies);
    // To change one asks; a person lets it.
    assert_eq!(said.code, 3, "{said:?}");
    let offered = said
        .out
        .lines()
        .find_map(|it| it.split_once("interlock approve "));
    let words: Vec<&str> = offered.expect("an offer").1.split_whitespace().collect();
    let said = world.run(&["approve", words[0], words[1]]);
    let back = read_back(&world);
    assert_eq!(back.len(), 1, "{said:?}");
    let label = back[0].0.clone().expect("a label");
    assert_eq!(label, "skill release-notes, not as the base commit has it");
}
