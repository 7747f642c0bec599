//! What is known of each agent, and of its versions.

use agents::host::{Honours, Host, VersionVariable};

#[test]
fn every_agent_has_a_card_with_an_event_of_each_kind_that_counts() {
    use agents::host::EventKind::{AfterTool, BeforeTool, Prompt, SessionEnd, SessionStart, Stop};
    for host in Host::ALL {
        let card = host.card().expect("a card");
        for kind in [
            SessionStart,
            Prompt,
            BeforeTool,
            AfterTool,
            Stop,
            SessionEnd,
        ] {
            assert!(
                card.events.iter().any(|it| it.is == kind),
                "{host}: {kind:?}"
            );
        }
        for row in &card.versions {
            assert!(row.honours.deny, "{host} {}", row.from);
            assert_eq!(card.row(&row.from), Some(row));
            assert_eq!(card.row(&row.until), Some(row));
        }
    }
}

#[test]
fn a_version_that_was_never_tried_is_counted_on_for_nothing_but_refusals() {
    let card = Host::Claude.card().expect("a card");
    let tried = card.honours(Some("2.1.200"));
    assert!(tried.ask && tried.replace);
    let only_refusals = Honours {
        deny: true,
        ..Honours::default()
    };
    for version in [
        None,
        Some("2.1.196"),
        Some("2.1.333"),
        Some("2.2"),
        Some(""),
        Some("x.y"),
    ] {
        assert_eq!(card.honours(version), only_refusals, "{version:?}");
        assert!(!card.lacks(version, only_refusals).is_empty());
    }
}

#[test]
fn a_version_is_read_from_a_variable() {
    let variable = VersionVariable {
        name: "AI_AGENT".to_owned(),
        before: "claude-code_".to_owned(),
        behind: "_".to_owned(),
        between: "-".to_owned(),
    };
    assert_eq!(
        variable.read("claude-code_2-1-332_harness").as_deref(),
        Some("2.1.332")
    );
    for other in [
        "claude-code_2-1-332",
        "claude-code_x_harness",
        "other_1_x",
        "",
    ] {
        assert_eq!(variable.read(other), None, "{other}");
    }
}
