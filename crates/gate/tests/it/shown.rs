//! What a person is shown before they say yes, and the words of the pages.

use gate::coverage::Way;
use gate::untrusted_text::{Channel, source_of};
use gate::{Context, canonical, gather, shown_effects, starts};
use ledger::ids::Hash;
use ledger::proposal::{Proposal, Shell};

use crate::world::{answers, base};

fn shell(command: &str) -> Proposal {
    Proposal::Shell {
        shell: Shell::Bash,
        command: command.to_owned(),
        cwd: None,
    }
}

fn effects(proposal: &Proposal) -> Vec<String> {
    let facts = gather(proposal, &base(), answers);
    let context = Context {
        facts: &facts,
        ..base()
    };
    shown_effects(proposal, &context)
}

#[test]
fn effects_are_shown_one_a_line_bounded_and_without_disguise() {
    let one = effects(&shell("rm -rf target && cargo test"));
    assert!(one.iter().any(|it| it.contains("target")), "{one:?}");
    assert!(one.iter().any(|it| it.contains("cargo")), "{one:?}");
    // Text that turns round would look like another one.
    let turned = effects(&Proposal::Delete {
        path: "src/a\u{202e}b".to_owned(),
    });
    let text = turned.join("\n");
    assert!(text.contains("<U+202E>"), "{text}");
    let many: Vec<String> = (0..60).map(|at| format!("rm f{at}.txt")).collect();
    let many = effects(&shell(&many.join("; ")));
    assert_eq!(many.len(), 41, "{many:?}");
    let left_out = many.last().expect("a last one");
    assert!(
        left_out.starts_with("… and ") && left_out.ends_with(" more"),
        "{left_out}"
    );
    let long = effects(&shell(&format!("rm {}", "a".repeat(4_000))));
    assert!(long.iter().all(|it| it.chars().count() <= 301), "{long:?}");
}

#[test]
fn programs_that_would_start_are_named_with_their_words() {
    let started = |command: &str| {
        let proposal = shell(command);
        let facts = gather(&proposal, &base(), answers);
        let context = Context {
            facts: &facts,
            ..base()
        };
        starts(&proposal, &context)
    };
    let found = started("cargo test -p 'a b' && ls *.rs");
    let wanted = [vec!["cargo", "test", "-p", "a b"], vec!["ls", "*.rs"]];
    for argv in wanted {
        assert!(found.iter().any(|it| *it == argv), "{argv:?}: {found:?}");
    }
    assert!(started("if").is_empty());
    assert!(started("true").iter().all(|it| it != &["rm"]));
}

#[test]
fn a_proposal_says_what_how_much_and_where() {
    let content = "fn main() {}\n";
    let digest = Hash::of(content.as_bytes());
    let sized = format!("{} bytes, {}", content.len(), digest.short());
    let text = |text: &str| text.to_owned();
    let at = |cwd: Option<&str>| Proposal::Exec {
        argv: vec![text("cargo"), text("test")],
        cwd: cwd.map(str::to_owned),
    };
    let write = Proposal::Write {
        path: text("src/a.rs"),
        content: text(content),
    };
    let edit = Proposal::Edit {
        path: text("src/a.rs"),
        old: text(content),
        new: String::new(),
    };
    assert!(canonical(&write).ends_with(&format!("src/a.rs ({sized})")));
    assert!(canonical(&edit).contains(&format!("({sized} becomes 0 bytes, ")));
    assert!(canonical(&at(Some("web"))).ends_with("cargo test (in web)"));
    assert!(canonical(&at(None)).ends_with("cargo test"));
    let there = Proposal::Shell {
        shell: Shell::Zsh,
        command: text("ls"),
        cwd: Some(text("web")),
    };
    assert!(canonical(&there).ends_with("zsh: ls (in web)"));
}

#[test]
fn a_text_from_outside_says_where_it_comes_from() {
    let page = Proposal::Fetch {
        url: "https://a.example/x".to_owned(),
    };
    let agent = Proposal::Delegate {
        role: "reader".to_owned(),
        task: "x".to_owned(),
    };
    let file = Proposal::Read {
        path: "a".to_owned(),
        from: None,
        lines: None,
    };
    assert_eq!(
        source_of(&page).as_deref(),
        Some("page https://a.example/x")
    );
    assert_eq!(source_of(&agent).as_deref(), Some("agent reader"));
    assert_eq!(source_of(&file), None);
    assert_eq!(source_of(&shell("curl https://a.example")), None);
}

/// Words that stand for different things differ, and say something.
fn told_apart(words: &[&str]) {
    let mut once = words.to_vec();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), words.len(), "{words:?}");
    assert!(words.iter().all(|it| !it.is_empty()), "{words:?}");
}

#[test]
fn labels_are_told_apart() {
    let channels = [
        Channel::Command,
        Channel::File,
        Channel::Page,
        Channel::Tool,
        Channel::Agent,
        Channel::Issue,
        Channel::Instructions,
    ];
    told_apart(&channels.map(Channel::word));
    told_apart(&[Way::Proposal, Way::Word, Way::Act, Way::OwnAct].map(Way::word));
}
