//! What the configuration switches on and names, as the rest of the program asks for it.

use gate::Policies;
use ledger::options::PolicySet;

use crate::world::{policies, set};

fn bare() -> Policies {
    let hooks = Vec::new();
    let secret_patterns = Vec::new();
    let plain = PolicySet {
        hooks,
        secret_patterns,
        ..set()
    };
    Policies::compile(&plain).0
}

#[test]
fn hooks_are_on_where_they_are_named() {
    assert!(policies().logs());
    assert!(!bare().logs());
    let named = |names: &[&str]| -> Vec<String> { names.iter().map(|it| (*it).into()).collect() };
    let cleans = "cleanup-worktree-on-fail";
    assert!(!bare().cleans_on_fail(&[]));
    assert!(!bare().cleans_on_fail(&named(&["notify"])));
    assert!(bare().cleans_on_fail(&named(&["notify", cleans])));
    let hooks = named(&[cleans]);
    let (on, _) = Policies::compile(&PolicySet { hooks, ..set() });
    assert!(on.cleans_on_fail(&[]));
}

#[test]
fn secret_files_are_known_by_name_and_by_configuration() {
    for path in [
        ".env",
        "a/.ENV",
        "deploy/id_rsa",
        "my_secret.txt",
        "conf/API_KEY.txt",
    ] {
        assert!(policies().is_secret_path(path), "{path}");
    }
    for path in ["src/a.rs", ".env.example", "README.md", "keys/mod.rs"] {
        assert!(!policies().is_secret_path(path), "{path}");
    }
    // The names that everybody knows need no configuration.
    assert!(bare().is_secret_path(".env"));
    assert!(!bare().is_secret_path("my_secret.txt"));
}

#[test]
fn what_is_wrong_in_the_configuration_is_said() {
    let problems = |change: fn(&mut PolicySet)| {
        let mut set = set();
        change(&mut set);
        Policies::compile(&set).1
    };
    assert!(problems(|_| {}).is_empty());
    let said = problems(|it| it.secret_patterns = vec!["a(".to_owned()]);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("`a(`") && said[0].contains("unclosed group"),
        "{said:?}"
    );
    let said = problems(|it| it.protected_branches = vec!["a[".to_owned()]);
    assert!(said.iter().any(|it| it.contains("a[")), "{said:?}");
}

#[test]
fn declared_commands_and_branches_are_put_in_place_of_others() {
    use gate::wire::read_line;
    use ledger::gate::Verdict;

    use crate::world::base;
    let line = |command: &str| {
        let line = serde_json::json!({"tool": "verify_command", "args": {"command": command}});
        read_line(&line.to_string()).expect("a line")
    };
    let verdict = |policies: &Policies, command: &str| {
        line(command).decide(&[], &base(), policies, &[]).verdict
    };
    let other = policies().with_declared(vec!["make check".to_owned()]);
    assert_eq!(verdict(policies(), "npm test"), Verdict::Allow);
    assert_ne!(verdict(policies(), "make check"), Verdict::Allow);
    assert_eq!(verdict(&other, "make check"), Verdict::Allow);
    assert_ne!(verdict(&other, "npm test"), Verdict::Allow);
    for (branch, wanted) in [
        ("main", true),
        ("refs/heads/main", true),
        ("MAIN", true),
        ("rel/1", true),
        ("refs/heads/rel/1", true),
        ("feature/main", false),
        ("", false),
    ] {
        let more = policies().with_branches(&["rel/*".to_owned()]);
        assert_eq!(more.protects_branch(branch), wanted, "{branch}");
    }
    assert!(!policies().protects_branch("rel/1"));
}
