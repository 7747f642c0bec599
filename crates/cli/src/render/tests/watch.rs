//! The screen of `watch`, at the widths of usual terminals and at odd ones.

use crate::render::style::Style;
use std::collections::BTreeSet;

use super::super::watch::{Row, View, page, screen};
use super::*;

/// A time a minute after the last line of each run.
const NOW_MS: u64 = 1_790_000_160_000;

fn row(run: &str) -> Row {
    let mut standing = standing_of();
    standing.run = RunId::new(run).unwrap();
    standing.park = None;
    standing.questions.clear();
    let mut summary = summary();
    summary.run = standing.run.clone();
    summary.stop = None;
    Row {
        standing,
        summary,
        last: "read src/lib.rs".to_owned(),
        driven: true,
        answered: BTreeSet::new(),
        program: audit::answers::HERE.to_owned(),
    }
}

/// One that asks whether it may do something, nobody drives it.
fn asking() -> Row {
    let standing = standing_of();
    let ask = permission::permission("shell bash: sh tool.sh", Some(Hash::of(b"one")));
    let second = Question {
        act: ActId(9),
        ..standing.questions[0].clone()
    };
    let mut first = standing.questions[0].clone();
    first.ask = ask;
    let mut row = row("k3f9wxyz");
    row.standing.questions = vec![first, second];
    row.standing.park = standing.park;
    row.summary.stop = Some(Stop::Blocked);
    row.driven = false;
    row.program = audit::answers::program_in("/home/ada/the parser");
    row
}

fn done() -> Row {
    let mut row = row("c7m2abcd");
    row.standing.ended = Some((Phase::Done, "merged".to_owned()));
    row.summary.ended = true;
    row.summary.stop = Some(Stop::Done);
    row.summary.project = "an accounting system of 日本".to_owned();
    row.last = "done: merged".to_owned();
    row.driven = false;
    row
}

fn three() -> Vec<Row> {
    vec![asking(), row("h5t8efgh"), done()]
}

fn at(width: usize) -> Style {
    Style { width, ..PLAIN }
}

fn shown(rows: &[Row], view: &View, (width, height): (usize, usize)) -> String {
    let drawn = screen(rows, view, NOW_MS, height, &at(width));
    let lines = drawn.lines.iter().map(|it| it.trim_end());
    lines.collect::<Vec<_>>().join("\n")
}

fn on(question: u64) -> View {
    View {
        question: Some(ActId(question)),
        ..View::default()
    }
}

#[test]
fn eighty_columns() {
    insta::assert_snapshot!(shown(&three(), &on(7), (80, 24)), @r"
    interlock · 3 runs · 1 waits for you · $3.70 spent
        RUN       REPOSITORY    PHASE      TASK   LAST OR ASKED                MONEY
    ▸ ? k3f9wxyz  lists         blocked    01-01  may it shell bash: s…  $1.23/$5.00
      ▶ h5t8efgh  lists         executing  01-01  read src/lib.rs        $1.23/$5.00
      ✓ c7m2abcd  an accounti…  done       01-01  done: merged           $1.23/$5.00
    ────────────────────────────────────────────────────────────────────────────────
    run k3f9wxyz · Accept an empty list
      in        /home/ada/parser · interlock/k3f9 for main
      stands    blocked, in executing — a person is asked
      last      1 min 00 s ago · read src/lib.rs
      · question 1 of 2
      ? a7 may it do this?
          shell bash: sh tool.sh
      · would execute:tool.sh
      · would start:sh
      · runs tool.sh as it is now (7692c3ad3540)
      ! `sh tool.sh`: what this file does is not known [shell-mutation/runs-file]






    y yes, once · n no · tab next question · ↑ ↓ move · q quit
    ");
}

#[test]
fn a_hundred_and_twenty_columns() {
    insta::assert_snapshot!(shown(&three(), &on(9), (120, 26)), @r"
    interlock · 3 runs · 1 waits for you · $3.70 spent
        RUN       REPOSITORY            PHASE      TASK   LAST OR ASKED                                                MONEY
    ▸ ? k3f9wxyz  lists                 blocked    01-01  may it shell bash: sh tool.sh?                         $1.23/$5.00
      ▶ h5t8efgh  lists                 executing  01-01  read src/lib.rs                                        $1.23/$5.00
      ✓ c7m2abcd  an accounting syste…  done       01-01  done: merged                                           $1.23/$5.00
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
    run k3f9wxyz · Accept an empty list
      in        /home/ada/parser · interlock/k3f9 for main
      stands    blocked, in executing — a person is asked
      last      1 min 00 s ago · read src/lib.rs
      · question 2 of 2
      ? a9 asks:
          What shall an empty list give?
          1: an error | 2: an empty result











    a answer · tab next question · ↑ ↓ move · q quit
    ");
}

#[test]
fn somebody_types_and_what_is_answered_is_said() {
    let mut rows = three();
    rows[0].answered.insert(ActId(7));
    insta::assert_snapshot!(shown(&rows, &on(7), (80, 22)), @r"
    interlock · 3 runs · 1 waits for you · $3.70 spent
        RUN       REPOSITORY    PHASE      TASK   LAST OR ASKED                MONEY
    ▸ ? k3f9wxyz  lists         blocked    01-01  What shall an empty …  $1.23/$5.00
      ▶ h5t8efgh  lists         executing  01-01  read src/lib.rs        $1.23/$5.00
      ✓ c7m2abcd  an accounti…  done       01-01  done: merged           $1.23/$5.00
    ────────────────────────────────────────────────────────────────────────────────
    run k3f9wxyz · Accept an empty list
      in        /home/ada/parser · interlock/k3f9 for main
      stands    blocked, in executing — a person is asked
      last      1 min 00 s ago · read src/lib.rs
      · question 1 of 2
      ? a7 may it do this?
          shell bash: sh tool.sh
      · would execute:tool.sh
      · would start:sh
      · runs tool.sh as it is now (7692c3ad3540)
      ! `sh tool.sh`: what this file does is not known [shell-mutation/runs-file]
      ✓ answered; this goes on with it:
      → interlock -C '/home/ada/the parser' resume k3f9wxyz


    tab next question · ↑ ↓ move · q quit
    ");
    let view = View {
        typing: Some(("answer:", format!("{}end", "a long answer ".repeat(9)))),
        ..on(9)
    };
    let screen = shown(&rows, &view, (80, 22));
    let last = screen.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("answer: ") && last.ends_with("end▏"),
        "{last}"
    );
    assert_eq!(columns(last), 80);
}

#[test]
fn where_nobody_types_the_commands_stand() {
    insta::assert_snapshot!(page(&three(), &at(100)), @r#"
    interlock · 3 runs · 1 waits for you · $3.70 spent
        RUN       REPOSITORY            PHASE      TASK   LAST OR ASKED                            MONEY
      ? k3f9wxyz  lists                 blocked    01-01  may it shell bash: sh tool.sh?     $1.23/$5.00
      ▶ h5t8efgh  lists                 executing  01-01  read src/lib.rs                    $1.23/$5.00
      ✓ c7m2abcd  an accounting syste…  done       01-01  done: merged                       $1.23/$5.00

    run k3f9wxyz · Accept an empty list
      in        /home/ada/parser
      stands    blocked, in executing — a person is asked

      needs
      ? a7 may it do this?
          shell bash: sh tool.sh
      · would execute:tool.sh
      · would start:sh
      · runs tool.sh as it is now (7692c3ad3540)
      ! `sh tool.sh`: what this file does is not known [shell-mutation/runs-file]
      → interlock -C '/home/ada/the parser' approve k3f9wxyz a7 # once
      → interlock -C '/home/ada/the parser' authorise grant --run k3f9wxyz --question a7 # for this run
      → interlock -C '/home/ada/the parser' authorise grant --run k3f9wxyz --question a7 --rule --apply # for good, in runs that begin later
      → interlock -C '/home/ada/the parser' deny k3f9wxyz a7 "why"
      ? a9 asks:
          What shall an empty list give?
          1: an error | 2: an empty result
      → interlock -C '/home/ada/the parser' answer k3f9wxyz a9 "an error"
      ? a new budget segment
      → interlock -C '/home/ada/the parser' resume k3f9wxyz --budget 5
    "#);
}

#[test]
fn a_question_that_does_not_fit_is_read_piece_by_piece() {
    let rows = three();
    let mut view = on(7);
    let whole = shown(&rows, &view, (80, 60));
    let (mut seen, mut screens) = (String::new(), 0);
    loop {
        let drawn = screen(&rows, &view, NOW_MS, 11, &at(80));
        assert_eq!(drawn.lines.len(), 11);
        let pane = drawn.lines.iter().skip(6).take(drawn.detail_lines);
        seen.extend(pane.map(|it| format!("{it}\n")));
        screens += 1;
        if drawn.to_the_end {
            break;
        }
        view.above += drawn.detail_lines;
    }
    assert!(screens > 2, "{screens}");
    let pane = whole.lines().skip(6).take_while(|it| !it.is_empty());
    assert_eq!(seen, pane.map(|it| format!("{it}\n")).collect::<String>());
}

/// Whatever a run is called, says or asks, the screen has its size, and nothing on it moves the cursor or hides.
#[test]
fn no_text_of_a_run_leaves_its_place() {
    let mut rows = three();
    for row in &mut rows {
        row.standing.title = HOSTILE.to_owned();
        row.standing.repository = Some(HOSTILE.repeat(9));
        row.standing.branch = HOSTILE.to_owned();
        row.summary.project = format!("日本語{HOSTILE}");
        row.last = "漢字かな".repeat(50) + HOSTILE;
        for question in &mut row.standing.questions {
            question.ask = Ask::Question {
                text: format!("{HOSTILE} {}", "漢".repeat(300)),
                options: vec![HOSTILE.to_owned()],
            };
        }
    }
    let view = View {
        note: HOSTILE.to_owned(),
        ..on(7)
    };
    for size in [
        (80, 24),
        (120, 40),
        (60, 10),
        (33, 9),
        (5, 3),
        (1, 1),
        (300, 90),
    ] {
        let colored = Style {
            color: true,
            ..at(size.0)
        };
        let drawn = screen(&rows, &view, NOW_MS, size.1, &colored);
        assert_eq!(drawn.lines.len(), size.1);
        let plain = screen(&rows, &view, NOW_MS, size.1, &at(size.0));
        for (line, colored) in plain.lines.iter().zip(&drawn.lines) {
            harmless(line);
            assert!(columns(line) <= size.0.max(2), "{size:?}: {line:?}");
            let bare = colored
                .split('\u{1b}')
                .map(|it| it.split_once('m').map_or(it, |it| it.1));
            let bare: String = colored
                .split('\u{1b}')
                .take(1)
                .chain(bare.skip(1))
                .collect();
            assert_eq!(&bare, line);
        }
    }
    harmless(&page(&rows, &at(80)));
}
