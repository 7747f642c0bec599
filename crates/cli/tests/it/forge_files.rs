//! What `interlock init --forge` writes, and what it leaves alone.

use serde_json::json;

use crate::support::World;

const FORMS: [&str; 7] = [
    "feature",
    "impl",
    "bug",
    "docs",
    "refactor",
    "test",
    "infrastructure",
];

fn world(origin: &str) -> World {
    let world = World::new(&[("a.py", "def one():\n    return 1\n")]);
    world.git(&["remote", "add", "origin", origin]);
    world
}

#[test]
fn the_remote_says_which_forge_it_is_for() {
    let world = world("git@github.com:acme/app.git");
    let said = world.json(&["--json", "init", "--forge"]);
    assert_eq!(said["forge"], "github");
    assert_eq!(said["kept"], json!([]));
    assert_eq!(said["written"].as_array().expect("files").len(), 9);
    for form in FORMS {
        let text = world.read(&format!(".github/ISSUE_TEMPLATE/{form}.yml"));
        let form: serde_json::Value = serde_saphyr::from_str(&text.expect(form)).expect(form);
        let label = form["labels"][0].as_str().expect("a label");
        assert!(label.starts_with("type/"), "{label}");
        let parts = form["body"].as_array().expect("parts").iter();
        let labels: Vec<_> = parts.map(|it| &it["attributes"]["label"]).collect();
        assert!(labels.contains(&&json!("Acceptance")), "{labels:?}");
    }
    let pull = world
        .read(".github/PULL_REQUEST_TEMPLATE.md")
        .expect("a text");
    assert!(pull.starts_with("Closes #\nParent: #\n"));
    let workflow = world
        .read(".github/workflows/verify.yml")
        .expect("a workflow");
    assert!(workflow.contains("interlock verify --base"));
    // Nothing else: no configuration, no commit.
    assert_eq!(world.read(".interlock/config.yml"), None);
    assert!(
        world
            .git(&["status", "--porcelain"])
            .starts_with("?? .github/")
    );
}

#[test]
fn what_a_team_wrote_itself_stays() {
    let world = world("https://git.example/acme/app.git");
    let said = world.run(&["init", "--forge"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("init --forge gitea"), "{said:?}");
    let own = ".forgejo/ISSUE_TEMPLATE/bug.yml";
    world.write(own, "name: ours\n");
    let said = world.run(&["--set", "serve.language=zh", "init", "--forge", "forgejo"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out.contains(&format!("left {own} as it is")),
        "{said:?}"
    );
    assert_eq!(world.read(own).as_deref(), Some("name: ours\n"));
    let feature = world
        .read(".forgejo/ISSUE_TEMPLATE/feature.yml")
        .expect("a form");
    assert!(feature.contains("验收标准"));
    let again = world.run(&["init", "--forge", "forgejo"]);
    assert_eq!(again.code, 0, "{again:?}");
    assert!(!again.out.contains("wrote"), "{again:?}");
    assert_eq!(
        world.read(".forgejo/ISSUE_TEMPLATE/feature.yml"),
        Some(feature)
    );
}

#[test]
fn the_configuration_says_it_too_and_a_kind_has_to_be_known() {
    let world = world("https://git.example/acme/app.git");
    world.configure("forge:\n  work: {kind: gitea, url: https://git.example}\n");
    let said = world.json(&["--json", "init", "--forge"]);
    assert_eq!(said["forge"], "gitea");
    assert!(world.read(".gitea/workflows/verify.yml").is_some());
    let said = world.run(&["init", "--forge", "svn"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.words().contains("gitea, forgejo, github"), "{said:?}");
}
