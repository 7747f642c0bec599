//! What commands may reach: who may say it, and what is no entry.

use crate::config::tests::Ground;

#[test]
fn only_the_person_says_what_is_reached() {
    let ground =
        Ground::new().user("network: {allow: [crates, docs.example, '*.cdn.example:8443']}\n");
    assert_eq!(
        ground.loaded().config.sandbox.allow,
        ["crates", "docs.example", "*.cdn.example:8443"]
    );
    // Trusted or not: a repository does not open its own way out.
    let ground = Ground::new().project("network: {allow: [crates]}\n");
    assert!(ground.loaded().config.sandbox.allow.is_empty());
    let ground = Ground::new()
        .project("network: {allow: [crates]}\n")
        .untrusted();
    assert!(ground.loaded().config.sandbox.allow.is_empty());
}

#[test]
fn an_unknown_registry_names_the_nearest() {
    let told = |entry: &str| {
        Ground::new()
            .user(format!("network: {{allow: [{entry}]}}\n"))
            .message()
    };
    let message = told("crate");
    assert!(
        message.starts_with("error: `network.allow[0]` does not know `crate`"),
        "{message}"
    );
    assert!(
        message.contains("help: did you mean `crates`? known: "),
        "{message}"
    );
    // A tool is no registry, but it is known which one it loads from.
    assert!(told("cargo").contains("did you mean `crates`?"));
    assert!(told("pip").contains("did you mean `pypi`?"));
    for (entry, why) in [
        ("'*.com'", "would allow all hosts of `com`"),
        ("127.0.0.1", "the machine itself, which is never reached"),
        (
            "'[fd00::1]'",
            "no address of the Internet, which is never reached",
        ),
        ("'https://docs.example'", "is no host: "),
        ("docs.example/x", "is no host: "),
        ("'docs.example:0'", "its port is no number"),
    ] {
        let message = told(entry);
        assert!(
            message.contains(why) && message.contains("network.allow[0]"),
            "{entry}: {message}"
        );
    }
}

#[test]
fn the_gates_and_the_proxy_call_registries_alike() {
    let known = tools::sandbox::toolchains::registries();
    for name in gate::package_registries() {
        assert!(known.iter().any(|it| it.name == name), "{name}");
    }
}
