//! What people see, from a run whose lines stand in `fixtures/run.jsonl`: it is refused, waits, asks twice, fails its
//! check once, and is merged.

use crate::render::style::Style;
use audit::standing::{Question, Standing, TaskStanding};
use audit::{Divergence, Replay, Summary};
use ledger::authorisation::Binding;
use ledger::event::{Ask, Decided, Event, Need, Nudge, Park, Seen, Stamp};
use ledger::gate::{Checkpoint, Finding, GateDecision, NextAction, Severity, Verdict};
use ledger::ids::{ActId, GitId, Hash, RunId, Seq, TaskId};
use ledger::message::{Body, Message};
use ledger::money::{Cost, Usd};
use ledger::observation::{Observation, Status};
use ledger::phase::{Mode, Phase, Stop};
use ledger::wire::v1::{self, Line};

use super::text::{columns, count, duration, fit, money, wrap};
use super::*;

mod permission;
mod verdict;
mod watch;

const PLAIN: Style = Style {
    color: false,
    unicode: true,
    width: 100,
    verbose: false,
};
/// Ends colours, turns text round, moves the cursor, hides.
const HOSTILE: &str = "a\u{1b}[2J\u{202e}b\u{7}\rc\u{9b}31m\u{200b}d\ne";

fn lines() -> Vec<Line> {
    let text = include_str!("fixtures/run.jsonl");
    text.lines()
        .map(|it| v1::decode(it.as_bytes()).unwrap())
        .collect()
}

/// No character but line feeds that a terminal would not show as itself.
fn harmless(text: &str) {
    let bad = text
        .chars()
        .find(|it| it.is_control() && *it != '\n' || matches!(it, '\u{200b}' | '\u{202e}'));
    assert_eq!(bad, None, "{text:?}");
}

#[test]
fn a_story() {
    insta::assert_snapshot!(story(&lines(), &PLAIN), @r"
    run r1 · Greet the world
    /home/ada/greeter, from main at cae662172f · quick · scripted · budget $5.00

      11    +0.0s ▶ executing — the plan stands
      13    +0.0s ! commands are held by nothing; only what looks runs unasked (`interlock doctor` says
                    more)
      14    +0.0s ✓ worktree on interlock/r1-task from cae662172f
      18    +0.9s · model 0.9s · 1.0k tokens · $0.0120 · “I look <U+001B>[31maround<U+0007> first.”
      25    +0.9s ✗ refused: read ../../etc/pass<U+202E>wd — `../../etc/pass<U+202E>wd` is no usable
                    path: it holds a character that is not shown as itself [workspace-path/bad-path]
                    → use a path below the worktree
      27    +0.9s ✓ read src/lib.rs
      31    +1.8s ! the provider is overloaded or broken (model `default`, HTTP 529): the provider says
                    no
      32    +1.8s … waits 0.9s: overloaded
      37    +3.7s · model 0.9s · 1.0k tokens · $0.0120
      41    +3.7s ? a7 Which greeting?
                    · 1: hello | 2: hi
      42    +3.7s ■ parked, blocked: a person is asked
      43   +1m08s → ada answers a7: “hello”
      50   +1m09s · model 0.9s · 1.0k tokens · $0.0120
      55   +1m09s ? a9 may it run npm install leftpad?
                    ! `npm install leftpad` asks: `npm` is not known only to look [command/asks]
      56   +1m09s ■ parked, blocked: a person is asked
      57   +1m09s → ada says no to a9: “no new dependencies”
      60   +1m09s ✗ run npm install leftpad — refused: a person said no: no new dependencies
      64   +1m10s · model 0.9s · 1.0k tokens · $0.0120
      70   +1m10s ✓ write src/greet.rs (47 bytes)
      75   +1m11s · model 0.9s · 1.0k tokens · $0.0120
      79   +1m11s · claims to be done: “It greets.”
      81   +1m11s ✓ committed 66e5259ca1 · A src/greet.rs
      83   +1m11s ✓ the run branch is at 66e5259ca1

      85   +1m11s ▶ validating — all tasks are in the run branch
      87   +1m11s ✓ candidate 66e5259ca1 on cae662172f · 1 file
      92   +1m12s ✗ cargo test · exit 1 · 1.2s · e17
                      test result
      94   +1m12s ✗ gaps_found · 0/1 verified
                    ✗ FAILED cargo test: exit code 1: test result

      96   +1m12s ▶ executing — gaps were found
      97   +1m12s ↻ correction 1 for 1 gap
     101   +1m13s · model 0.9s · 1.0k tokens · $0.0120
     107   +1m13s ✓ edit src/greet.rs
     112   +1m14s · model 0.9s · 1.0k tokens · $0.0120
     116   +1m14s · claims to be done: “It greets.”
     118   +1m14s ✓ committed e6eede82be · A src/greet.rs
     120   +1m14s ✓ the run branch is at e6eede82be

     122   +1m14s ▶ validating — all tasks are in the run branch
     124   +1m14s ✓ candidate e6eede82be on cae662172f · 1 file
     129   +1m15s ✓ cargo test · exit 0 · 1.2s · e25
     131   +1m15s ✓ passed · 1/1 verified
                    · 1 gap closed since 0/1 · 0 remain

     133   +1m15s ▶ merging — verified
     135   +1m15s ✓ merged e6eede82be · no checkout

     140   +1m15s ✓ done: merged
                      $0.0840 · 7 model requests · 8 tool calls · 1m15s
    ");
}

#[test]
fn a_story_fits_and_can_do_without_signs_and_colours() {
    for width in [60, 80, 132] {
        let style = Style { width, ..PLAIN };
        for line in story(&lines(), &style).lines() {
            assert!(columns(line) <= width, "{width}: {line}");
        }
    }
    let ascii = story(
        &lines(),
        &Style {
            unicode: false,
            ..PLAIN
        },
    );
    assert!(ascii.is_ascii());
    harmless(&ascii);
    let colored = story(
        &lines(),
        &Style {
            color: true,
            ..PLAIN
        },
    );
    let mut bare = colored.clone();
    for code in ["0", "1", "2", "31", "32", "33", "36"] {
        bare = bare.replace(&format!("\u{1b}[{code}m"), "");
    }
    assert_ne!(colored, bare);
    assert_eq!(bare, story(&lines(), &PLAIN));
}

#[test]
fn more_is_told_when_it_is_asked_for_and_nothing_is_lost() {
    let verbose = story(
        &lines(),
        &Style {
            verbose: true,
            ..PLAIN
        },
    );
    assert!(verbose.contains("gate pre-tool: allow read src/lib.rs"));
    let short = story(&lines(), &PLAIN);
    assert!(!short.contains("gate "));
    assert!(verbose.lines().count() > 2 * short.lines().count());
}

#[test]
fn what_begins_is_told_of_a_run_under_way() {
    let run = RunId::new("r1").unwrap();
    let mut teller = Teller::new(&PLAIN, true).of(&run);
    let told: String = lines()
        .iter()
        .map(|it| teller.tell(it.seq, &it.stamp, &it.event))
        .collect();
    assert!(told.contains("… cargo test\n"));
    assert!(told.contains("→ interlock answer r1 a7 \"hello\"\n"));
    assert!(told.contains("→ interlock approve r1 a9 # once\n"));
}

/// One event of each kind that carries words of others.
fn hostile() -> Vec<Event> {
    let text = || HOSTILE.to_owned();
    let finding = Finding {
        policy: text(),
        id: text(),
        severity: Severity::HardDeny,
        message: text(),
        next_action: NextAction::Run { command: text() },
        source_refs: vec![text()],
    };
    let decision = GateDecision {
        checkpoint: Checkpoint::PrePlan,
        verdict: Verdict::Deny,
        findings: vec![finding],
        trace_id: text(),
    };
    let permission = Ask::Permission {
        what: text(),
        digest: Hash::default(),
        decision: decision.clone(),
        effects: vec![text()],
        bound: Some(Binding {
            scripts: vec![(text(), None)],
            ..Binding::default()
        }),
    };
    let question = Ask::Question {
        text: text(),
        options: vec![text()],
    };
    let asked = |ask: Ask| {
        Event::Decided(Decided::Asked {
            act: ActId(1),
            call: None,
            ask,
        })
    };
    let seen = [
        Seen::Finished {
            act: ActId(9),
            observation: Observation::plain(Status::Failed, text()),
        },
        Seen::Scanned {
            act: ActId(9),
            tree: None,
            changed: vec![text()],
        },
        Seen::Told(Message {
            id: 1,
            by: text(),
            body: Body::Stop { reason: text() },
        }),
        Seen::Told(Message {
            id: 2,
            by: text(),
            body: Body::Resume { hint: Some(text()) },
        }),
    ];
    let decided = [
        Decided::Gated(decision),
        Decided::Nudged {
            about: Nudge::Loop,
            text: text(),
        },
        Decided::Unchecked {
            command: text(),
            why: text(),
        },
        Decided::Parked(Park {
            stop: Stop::Stuck,
            why: text(),
            needs: vec![Need::Mend { what: text() }],
        }),
        Decided::Forced {
            signals: vec![text()],
        },
        Decided::Escalated {
            reason: text(),
            words: text(),
        },
        Decided::Noted {
            kind: text(),
            text: text(),
        },
        Decided::Ended {
            phase: Phase::Fail,
            why: text(),
        },
    ];
    let mut all = vec![
        asked(permission),
        asked(question),
        asked(Ask::Review {
            items: vec![text()],
        }),
    ];
    all.extend(seen.map(Event::Seen));
    all.extend(decided.map(Event::Decided));
    all
}

#[test]
fn nothing_hostile_reaches_the_terminal() {
    let style = Style {
        verbose: true,
        ..PLAIN
    };
    for (at, it) in hostile().into_iter().enumerate() {
        let line = Line {
            v: 1,
            run: RunId::new("r1").unwrap(),
            seq: Seq(at as u64 + 1),
            epoch: 1,
            stamp: Stamp {
                at_ms: 1,
                mono_ms: 1,
                task: None,
            },
            event: it,
        };
        harmless(&story(std::slice::from_ref(&line), &style));
        harmless(&event(&line, &style));
    }
    let mut standing = standing_of();
    standing.title = HOSTILE.to_owned();
    standing.objective = Some(HOSTILE.to_owned());
    standing.repository = Some(HOSTILE.to_owned());
    standing.questions[0].ask = Ask::Question {
        text: HOSTILE.to_owned(),
        options: vec![HOSTILE.to_owned()],
    };
    let page = state(&standing, &summary(), true, &style)
        + &waiting(&standing, audit::answers::HERE, false, &style)
        + &ending(&standing, None, &style);
    harmless(&page);
    let mut row = summary();
    row.title = HOSTILE.to_owned();
    harmless(&table(&[(row, true)], &[Vec::new()], &style));
}

#[test]
fn a_proposed_command_holds_nothing_that_a_shell_would_run() {
    for answer in [
        "$(rm -rf ~)",
        "`id`",
        "a\"; id; \"",
        "a\nb",
        "\\",
        "!!",
        "$HOME",
    ] {
        let mut standing = standing_of();
        let options = vec![answer.to_owned()];
        standing.questions[0].ask = Ask::Question {
            text: "Which?".to_owned(),
            options,
        };
        let page = waiting(&standing, audit::answers::HERE, false, &PLAIN);
        assert!(
            page.contains("→ interlock answer k3f9 a7 \"...\"\n"),
            "{page}"
        );
    }
}

fn summary() -> Summary {
    let cost = Cost {
        llm: Usd(1_234_500),
        ..Cost::default()
    };
    Summary {
        run: RunId::new("k3f9").unwrap(),
        project: "lists".to_owned(),
        title: "Accept an empty list".to_owned(),
        phase: Phase::Executing,
        stop: Some(Stop::Blocked),
        ended: false,
        why: Some("a person is asked".to_owned()),
        until_ms: None,
        opened_ms: 1_790_000_000_000,
        last_ms: 1_790_000_100_000,
        corrections: 1,
        cost: cost.into(),
        cost_guessed: false,
        tokens: ledger::money::Usage::default(),
        active_ms: 83_000,
        waited_ms: 7_320_000,
        turns: 12,
        tool_calls: 1,
        denied: 2,
        asked: 1,
        escalated: false,
        needed_people: true,
        verifications: 1,
        passed: 0,
        report: None,
        score: None,
        prompt_whole_bytes: 800,
        prompt_bytes: 200,
        merged: None,
    }
}

fn standing_of() -> Standing {
    let options = vec!["an error".to_owned(), "an empty result".to_owned()];
    let text = "What shall an empty list give?".to_owned();
    Standing {
        run: RunId::new("k3f9").unwrap(),
        title: "Accept an empty list".to_owned(),
        objective: Some(
            "The parser accepts an empty list\nand says so in its documentation.".to_owned(),
        ),
        phase: Phase::Executing,
        mode: Mode::Normal,
        repository: Some("/home/ada/parser".to_owned()),
        target: Some("main".to_owned()),
        branch: "interlock/k3f9".to_owned(),
        tasks: vec![TaskStanding {
            wave: 1,
            depends_on: Vec::new(),
            held: None,
            id: TaskId::new("01-01").unwrap(),
            title: "The parser".to_owned(),
            stage: "being worked on",
            integrated: false,
            attempt: 2,
            tool_calls: 1,
            directory: Some("/state/worktrees/k3f9".to_owned()),
            branch: Some("interlock/k3f9-01-01".to_owned()),
            claim: None,
        }],
        questions: vec![Question {
            act: ActId(7),
            call: None,
            ask: Ask::Question { text, options },
            asked_ms: 1,
        }],
        park: Some(Park {
            stop: Stop::Blocked,
            why: "a person is asked".to_owned(),
            needs: vec![Need::Answer { question: ActId(7) }, Need::Budget],
        }),
        ended: None,
        under_way: Vec::new(),
        report: None,
        evidence: Vec::new(),
        corrections: 1,
        budget: Usd(5_000_000),
        spent: Cost {
            llm: Usd(1_234_500),
            ..Cost::default()
        },
        reserved: Usd(200_000),
        cut_off: Usd::ZERO,
        guessed: false,
        active_ms: 83_000,
        waited_ms: 7_320_000,
        merged: None,
        hooks_not_run: Vec::new(),
    }
}

#[test]
fn a_run_as_it_stands() {
    insta::assert_snapshot!(state(&standing_of(), &summary(), false, &PLAIN), @r#"
    run k3f9 · Accept an empty list
      stands    blocked, in executing — a person is asked
      branch    interlock/k3f9 for main in /home/ada/parser · normal
      money     $1.23 of $5.00 · $0.2000 set aside
      time      1m23s of work · waited 2h02m for people · opened 2026-09-21T14:13:20Z
      counts    12 model requests · 1 tool call · 2 denied · 1 asked · 1 correction

      promise
          The parser accepts an empty list
          and says so in its documentation.

      tasks
      · 01-01 · The parser · being worked on, attempt 2 · 1 tool call

      needs
      ? a7 asks:
          What shall an empty list give?
          1: an error | 2: an empty result
      → interlock answer k3f9 a7 "an error"
      ? a new budget segment
      → interlock resume k3f9 --budget 5
    "#);
}

#[test]
fn the_last_words_on_a_run() {
    let mut standing = standing_of();
    insta::assert_snapshot!(ending(&standing, None, &PLAIN), @r#"
    ■ run k3f9 · Accept an empty list
      blocked, in executing — a person is asked
      $1.23 of $5.00 · 1m23s of work · 1 correction

    needs
    ? a7 asks:
        What shall an empty list give?
        1: an error | 2: an empty result
    → interlock answer k3f9 a7 "an error"
    ? a new budget segment
    → interlock resume k3f9 --budget 5
    "#);
    standing.questions.clear();
    standing.park = None;
    standing.ended = Some((Phase::Done, "merged".to_owned()));
    standing.merged = Some(GitId::new("0123456789abcdef0123456789abcdef01234567").unwrap());
    insta::assert_snapshot!(ending(&standing, None, &PLAIN), @r"
    ✓ run k3f9 · Accept an empty list
      done — merged
      main is at 0123456789
      $1.23 of $5.00 · 1m23s of work · 1 correction
    → interlock log k3f9, interlock diff k3f9
    ");
}

#[test]
fn every_need_comes_with_its_command() {
    let needs = [
        (Need::Budget, "interlock resume k3f9 --budget 5"),
        (
            Need::Context { tokens: 90_000 },
            "interlock resume k3f9 --set context.max_tokens=90000",
        ),
        (Need::Hint, "interlock resume k3f9 --hint \"...\""),
        (
            Need::Time {
                at_ms: 1_790_000_000_000,
            },
            "interlock resume k3f9",
        ),
        (
            Need::Mend {
                what: "the key".to_owned(),
            },
            "interlock resume k3f9",
        ),
        (Need::Answer { question: ActId(3) }, "interlock resume k3f9"),
    ];
    for (need, command) in needs {
        let mut standing = standing_of();
        standing.questions.clear();
        standing.park = Some(Park {
            stop: Stop::Stuck,
            why: String::new(),
            needs: vec![need],
        });
        let page = waiting(&standing, audit::answers::HERE, false, &PLAIN);
        assert!(page.contains(&format!("→ {command}\n")), "{page}");
    }
}

#[test]
fn runs_in_a_table() {
    let mut done = summary();
    done.stop = Some(Stop::Done);
    done.phase = Phase::Done;
    done.ended = true;
    done.report = Some(ledger::report::ReportStatus::Passed);
    done.score = Some((5, 5));
    done.title = "Ein sehr langer Titel, der in keiner Spalte Platz hat, auch nicht in einer breiten 空のリスト".to_owned();
    let style = Style { width: 80, ..PLAIN };
    let mut gone = summary();
    gone.stop = None;
    let rows = [(summary(), false), (done, false), (gone, true)];
    let none = vec![Vec::new(); rows.len()];
    let shown = table(&rows, &none, &style);
    for line in shown.lines() {
        assert!(columns(line) <= 80, "{line}");
    }
    insta::assert_snapshot!(shown, @r"
      RUN   STANDS                   VERIFIED    COST   TIME   ABOUT
    ? k3f9  blocked (executing)      -           $1.23  1m23s  Accept an empty list
    ✓ k3f9  done                     5/5 passed  $1.23  1m23s  Ein sehr langer Tite…
    ■ k3f9  interrupted (executing)  -           $1.23  1m23s  Accept an empty list
      → interlock resume k3f9
    ");
}

#[test]
fn key_figures_beside_their_targets() {
    insta::assert_snapshot!(figures(&audit::figures(&[summary()]), &PLAIN), @r"
    1 run, 1 of them ended or parked

      FIGURE                         VALUE      TARGET  OVER
      task success rate              0.0 %      > 80 %  1 run
    ✓ average corrections             1.00         < 2  1 run
      human intervention           100.0 %      < 20 %  1 run
    ✓ average duration               1m23s    < 10 min  1 run
    ✓ average cost                   $1.23     < $2.00  1 run
    ✓ context compression          4.0 : 1     > 3 : 1  200 prompt bytes
      verification pass rate         0.0 %      > 90 %  1 verification

      a share of fewer than 5 is not held against its target
    ");
    insta::assert_snapshot!(figures(&audit::figures(&[]), &PLAIN).lines().last().unwrap_or_default(), @r"  verification pass rate       no data      > 90 %  0 verifications");
}

#[test]
fn a_replay_says_where_it_differs() {
    let mut told = Replay {
        seen: 3,
        decided: 5,
        ..Replay::default()
    };
    assert_eq!(
        replay(&told),
        "3 things seen, 5 decisions compared: all decided again\n"
    );
    told.diverged = 2;
    told.divergences = vec![Divergence {
        seq: Seq(4),
        seen: Some(Seq(3)),
        expected: None,
        found: None,
    }];
    insta::assert_snapshot!(replay(&told), @r"
    3 things seen, 5 decisions compared: 2 differ

    line 4, on what was seen in line 3
      ledger: nothing
      now:    nothing

    and 1 more
    ");
}

#[test]
fn one_line_in_full() {
    let lines = lines();
    let refused = lines
        .iter()
        .find(|it| matches!(&it.event, Event::Decided(Decided::Answered { .. })))
        .unwrap();
    insta::assert_snapshot!(event(refused, &PLAIN), @r"
    r1@26
    at: 2026-09-21T14:13:20Z
    epoch: 1
    task: task
    decided:
      answered:
        call: c2
        observation:
          status: refused
          text: |
            refused
            - `../../etc/pass<U+202E>wd` is no usable path: it holds a character that is not shown as itself [workspace-path/bad-path]; instead: use a path below the worktree
          source_refs:
            - 6ad0389fad4e
          duration_ms: 0
    ");
}

#[test]
fn a_long_line_is_bounded() {
    let text = "x".repeat(5_000_000) + &"\ny".repeat(100_000);
    let mut line = lines().remove(0);
    line.event = Event::Seen(Seen::Finished {
        act: ActId(1),
        observation: Observation::plain(Status::Ok, text),
    });
    assert!(event(&line, &PLAIN).len() < 10_000);
    assert!(story(&[line], &PLAIN).len() < 10_000);
}

#[test]
fn numbers_as_people_read_them() {
    let durations = [
        (0, "0.0s"),
        (850, "0.8s"),
        (59_999, "59.9s"),
        (65_000, "1m05s"),
        (7_380_000, "2h03m"),
        (273_600_000, "3d04h"),
    ];
    for (ms, words) in durations {
        assert_eq!(duration(ms), words);
    }
    let amounts = [
        (0, "$0.00"),
        (12_000, "$0.0120"),
        (999_999, "$0.9999"),
        (1_000_000, "$1.00"),
        (12_345_678, "$12.35"),
    ];
    for (micros, words) in amounts {
        assert_eq!(money(Usd(micros)), words);
    }
    assert_eq!(money(Usd(u64::MAX)), "$18446744073709.55");
    assert_eq!(
        [count(999), count(1_234), count(3_450_000)],
        ["999", "1.2k", "3.4M"]
    );
    assert!(duration(u64::MAX).ends_with('h'));
}

#[test]
fn text_is_cut_and_broken_by_columns() {
    assert_eq!(fit("空のリスト", 10, true), "空のリスト");
    assert_eq!(fit("空のリスト", 9, true), "空のリス…");
    assert_eq!(fit("abcdef", 5, false), "ab...");
    assert_eq!(wrap("one two three", 10), ["one two", "three"]);
    assert_eq!(wrap(&"x".repeat(25), 10).len(), 3);
    assert_eq!(visible("a\tb\nc\u{1b}"), "a\tb\nc<U+001B>");
}
