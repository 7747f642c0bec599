//! What a person is asked before they say yes, and what they see of what they granted.

use harness::authorise::{Given, Offer, Stands};
use ledger::authorisation::{Binding, Grant, Terms};
use ledger::ids::GrantId;

use super::*;

/// A right-to-left override that shows another command than the one that is run.
const TROJAN: &str = "shell bash: sh tool.sh <U+202E>hs.tset<U+202C>  'a  b'";

pub(super) fn permission(what: &str, script: Option<Hash>) -> Ask {
    let finding = Finding {
        policy: "shell-mutation".to_owned(),
        id: "runs-file".to_owned(),
        severity: Severity::SoftDeny,
        message: "`sh tool.sh`: what this file does is not known".to_owned(),
        next_action: NextAction::Authorise {
            scope: "shell-mutation/runs-file".to_owned(),
        },
        source_refs: Vec::new(),
    };
    Ask::Permission {
        what: what.to_owned(),
        digest: Hash::default(),
        decision: GateDecision {
            checkpoint: Checkpoint::PreTool,
            verdict: Verdict::Ask,
            findings: vec![finding],
            trace_id: String::new(),
        },
        effects: vec!["execute:tool.sh".to_owned(), "start:sh".to_owned()],
        bound: Some(Binding {
            directory: Some("/home/ada/wt".to_owned()),
            environment: None,
            scripts: vec![("tool.sh".to_owned(), script)],
            files: Vec::new(),
        }),
    }
}

/// The question as `show` and `inbox` have it.
fn page(ask: Ask) -> String {
    let mut standing = standing_of();
    standing.questions = vec![Question {
        act: ActId(7),
        call: None,
        ask,
        asked_ms: 0,
    }];
    standing.park = None;
    let shown = waiting(&standing, audit::answers::HERE, false, &PLAIN);
    shown
        .split_once("may it")
        .map(|(_, rest)| format!("may it{rest}"))
        .unwrap_or(shown)
}

/// The question as the terminal has it while the run is driven.
fn told(ask: Ask) -> String {
    let stamp = Stamp {
        at_ms: 0,
        mono_ms: 0,
        task: None,
    };
    let (act, call) = (ActId(7), None);
    let event = Event::Decided(Decided::Asked { act, call, ask });
    let mut teller = Teller::new(&PLAIN, true).of(&RunId::new("k3f9").unwrap());
    teller.tell(Seq(9), &stamp, &event)
}

#[test]
fn a_question_shows_the_command_its_effects_the_reason_and_the_choices() {
    let ask = permission(TROJAN, Some(Hash::of(b"one")));
    insta::assert_snapshot!(page(ask.clone()), @r#"
    may it do this?
          shell bash: sh tool.sh <U+202E>hs.tset<U+202C>  'a  b'
      · would execute:tool.sh
      · would start:sh
      · runs tool.sh as it is now (7692c3ad3540)
      ! `sh tool.sh`: what this file does is not known [shell-mutation/runs-file]
      → interlock approve k3f9 a7 # once
      → interlock authorise grant --run k3f9 --question a7 # for this run
      → interlock authorise grant --run k3f9 --question a7 --rule --apply # for good, in runs that begin later
      → interlock deny k3f9 a7 "why"
    "#);
    insta::assert_snapshot!(told(ask), @r#"
    9    +0.0s ? a7 may it do this?
                   shell bash: sh tool.sh <U+202E>hs.tset<U+202C>  'a  b'
                 · would execute:tool.sh
                 · would start:sh
                 · runs tool.sh as it is now (7692c3ad3540)
                 ! `sh tool.sh`: what this file does is not known [shell-mutation/runs-file]
                 → interlock approve k3f9 a7 # once
                 → interlock authorise grant --run k3f9 --question a7 # for this run
                 → interlock authorise grant --run k3f9 --question a7 --rule --apply # for good, in runs that begin later
                 → interlock deny k3f9 a7 "why"
    "#);
}

#[test]
fn what_nobody_has_seen_is_not_offered_for_the_run() {
    let ask = permission("shell bash: sh tool.sh", None);
    insta::assert_snapshot!(told(ask), @r#"
    9    +0.0s ? a7 may it shell bash: sh tool.sh?
                 · would execute:tool.sh
                 · would start:sh
                 · runs tool.sh, whose content nobody has seen: a yes is for once
                 ! `sh tool.sh`: what this file does is not known [shell-mutation/runs-file]
                 → interlock approve k3f9 a7 # once
                 → interlock authorise grant --run k3f9 --question a7 --rule --apply # for good, in runs that begin later
                 → interlock deny k3f9 a7 "why"
    "#);
}

#[test]
fn a_long_command_is_shown_to_its_end() {
    let long = format!(
        "shell bash: sh tool.sh {} && sh last.sh",
        "a b".repeat(2_000)
    );
    for shown in [page(permission(&long, None)), told(permission(&long, None))] {
        let joined: String = shown.lines().map(str::trim).collect();
        assert!(
            joined.replace(' ', "").contains(&long.replace(' ', "")),
            "{shown}"
        );
    }
}

#[test]
fn nothing_hostile_is_left_of_what_is_granted() {
    let text = || HOSTILE.to_owned();
    let given = Given {
        grant: GrantId(12),
        run: RunId::new("k3f9").unwrap(),
        what: text(),
        lifts: vec![text()],
        reaches: Vec::new(),
        uses_left: Some(2),
        expires_ms: Some(1),
        by: text(),
        given_ms: 0,
        stands: Stands::Yes,
        bound: Some(Binding {
            directory: Some(text()),
            scripts: vec![(text(), None)],
            ..Binding::default()
        }),
    };
    let reached = Given {
        reaches: vec![text()],
        ..given.clone()
    };
    harmless(&grants(&[given, reached], &PLAIN));
    let granted = Grant {
        what: text(),
        findings: vec![text()],
        proposals: Vec::new(),
        resource: None,
        network: Vec::new(),
        bound: Binding::default(),
        terms: Terms::RUN,
    };
    let offered = Offer {
        ask: Some(permission(&text(), None)),
        grant: granted,
        remains: vec![text()],
    };
    harmless(&offer(&offered, &PLAIN));
}

#[test]
fn a_list_says_what_where_how_long_and_by_whom() {
    let given = |grant, uses_left, stands| Given {
        grant: GrantId(grant),
        run: RunId::new("k3f9").unwrap(),
        what: "shell bash: sh tool.sh".to_owned(),
        lifts: vec!["shell-mutation/runs-file".to_owned()],
        reaches: Vec::new(),
        uses_left,
        expires_ms: uses_left.map(|_| 7_200_000),
        by: "ada".to_owned(),
        given_ms: 0,
        stands,
        bound: Some(Binding {
            directory: Some("/home/ada/wt".to_owned()),
            scripts: vec![("tool.sh".to_owned(), Some(Hash::of(b"one")))],
            ..Binding::default()
        }),
    };
    let all = [
        given(12, Some(1), Stands::Yes),
        given(13, None, Stands::Revoked),
    ];
    insta::assert_snapshot!(grants(&all, &PLAIN), @r#"
    ✓ g12 for run k3f9, stands
        shell bash: sh tool.sh
    lifts     shell-mutation/runs-file
    terms     1 use left, until 1970-01-01T02:00:00Z
    given     by ada at 1970-01-01T00:00:00Z
    in        /home/ada/wt
    with      tool.sh (7692c3ad3540)
      g13 for run k3f9, taken back
        shell bash: sh tool.sh
    lifts     shell-mutation/runs-file
    terms     as often as the run likes, until the run is over
    given     by ada at 1970-01-01T00:00:00Z
    in        /home/ada/wt
    with      tool.sh (7692c3ad3540)
    "#);
}
