//! The seven figures, from hand-made numbers and from a run.

use audit::Summary;
use audit::figures;
use audit::figures::{Kind, Ratio};
use ledger::ids::RunId;
use ledger::money::{Cost, Usd};
use ledger::phase::{Phase, Stop};

use crate::script::{done, opened, write};
use crate::world::World;

fn summary(stop: Option<Stop>) -> Summary {
    let mut summary = audit::summary(&engine::state::State::new(RunId::new("r").unwrap()), &[]);
    summary.stop = stop;
    summary.turns = 1;
    if stop == Some(Stop::Done) {
        summary.phase = Phase::Done;
        summary.ended = true;
    }
    summary
}

/// Value (as over/under) and whether the target is met, of one kind.
fn check(runs: &[Summary], kind: Kind) -> (Option<(u64, u64)>, Option<bool>) {
    let figures = figures(runs);
    let figure = figures.figures.iter().find(|it| it.kind == kind).unwrap();
    assert_eq!(figure.based_on, figure.value.map_or(0, |it| it.under));
    (figure.value.map(|it| (it.over, it.under)), figure.met)
}

#[test]
fn without_runs_there_is_no_data() {
    let all = figures(&[]);
    assert_eq!((all.runs, all.settled, all.figures.len()), (0, 0, 7));
    for figure in all.figures {
        assert_eq!((figure.value, figure.met, figure.based_on), (None, None, 0));
    }
}

#[test]
fn success_is_more_than_four_of_five_and_runs_under_way_do_not_count() {
    let mut runs = vec![summary(Some(Stop::Done)); 4];
    runs.push(summary(Some(Stop::Stuck)));
    assert_eq!(check(&runs, Kind::SuccessRate), (Some((4, 5)), Some(false)));
    runs.push(summary(Some(Stop::Done)));
    runs.push(summary(None));
    assert_eq!(check(&runs, Kind::SuccessRate), (Some((5, 6)), Some(true)));
}

#[test]
fn what_a_person_stopped_says_nothing_of_how_runs_do() {
    let mut runs = vec![summary(Some(Stop::Done)), summary(Some(Stop::Stopped))];
    let mut ended = summary(Some(Stop::Stopped));
    ended.phase = Phase::Stopped;
    ended.ended = true;
    runs.push(ended);
    assert_eq!(check(&runs, Kind::SuccessRate), (Some((1, 1)), None));
    assert_eq!(figures(&runs).settled, 1);
}

#[test]
fn a_run_that_no_model_answered_says_nothing_of_how_runs_do() {
    let mut runs = vec![summary(Some(Stop::Done)); 5];
    let mut away = summary(Some(Stop::Blocked));
    away.turns = 0;
    away.needed_people = true;
    runs.extend([away.clone(), away]);
    assert_eq!(check(&runs, Kind::SuccessRate), (Some((5, 5)), Some(true)));
    assert_eq!(check(&runs, Kind::HumanShare), (Some((0, 5)), Some(true)));
    let all = figures(&runs);
    assert_eq!((all.runs, all.settled, all.unanswered), (7, 5, 2));
}

#[test]
fn a_share_of_a_few_is_neither_met_nor_missed() {
    let mut run = summary(Some(Stop::Done));
    run.verifications = 2;
    run.passed = 1;
    let runs = [run.clone(), run.clone()];
    assert_eq!(check(&runs, Kind::PassRate), (Some((2, 4)), None));
    assert_eq!(check(&runs, Kind::SuccessRate), (Some((2, 2)), None));
    let runs = [run.clone(), run.clone(), run];
    assert_eq!(check(&runs, Kind::PassRate), (Some((3, 6)), Some(false)));
}

#[test]
fn compression_is_of_runs_that_had_something_to_shorten() {
    let mut short = summary(Some(Stop::Done));
    short.prompt_whole_bytes = 1000;
    short.prompt_bytes = 1000;
    assert_eq!(check(&[short.clone()], Kind::Compression), (None, None));
    let mut long = short.clone();
    long.prompt_whole_bytes = 5000;
    let found = check(&[short, long], Kind::Compression);
    assert_eq!(found, (Some((5000, 1000)), Some(true)));
}

#[test]
fn averages_are_exact_at_their_bounds() {
    let mut one = summary(Some(Stop::Done));
    one.corrections = 2;
    one.active_ms = 600_000;
    one.cost = Cost {
        llm: Usd(2_000_000),
        ..Cost::default()
    }
    .into();
    let runs = [one.clone()];
    for kind in [Kind::Corrections, Kind::Duration, Kind::Cost] {
        assert_eq!(check(&runs, kind).1, Some(false), "{kind:?}");
    }
    one.corrections = 1;
    one.active_ms = 599_999;
    one.cost.total = Usd(1_999_999);
    let runs = [one.clone(), one];
    for kind in [Kind::Corrections, Kind::Duration, Kind::Cost] {
        assert_eq!(check(&runs, kind).1, Some(true), "{kind:?}");
    }
    assert_eq!(check(&runs, Kind::Duration).0, Some((1_199_998, 2)));
}

#[test]
fn human_share_compression_and_pass_rate() {
    let mut runs = vec![summary(Some(Stop::Done)); 5];
    runs[0].needed_people = true;
    assert_eq!(check(&runs, Kind::HumanShare), (Some((1, 5)), Some(false)));
    assert_eq!(check(&runs, Kind::Compression), (None, None));
    runs[1].prompt_whole_bytes = 301;
    runs[1].prompt_bytes = 100;
    assert_eq!(
        check(&runs, Kind::Compression),
        (Some((301, 100)), Some(true))
    );
    runs[2].verifications = 10;
    runs[2].passed = 9;
    assert_eq!(check(&runs, Kind::PassRate), (Some((9, 10)), Some(false)));
}

#[test]
fn huge_numbers_neither_overflow_nor_panic() {
    let mut run = summary(Some(Stop::Done));
    run.active_ms = u64::MAX;
    run.cost.total = Usd(u64::MAX);
    run.prompt_whole_bytes = u64::MAX;
    run.prompt_bytes = 1;
    let all = figures(&[run.clone(), run]);
    assert!(all.figures.iter().all(|it| it.based_on <= 2));
    assert_eq!(
        Ratio {
            over: u64::MAX,
            under: 1
        }
        .milli(),
        u64::MAX
    );
}

#[test]
fn a_run_gives_figures() {
    let mut world = World::open(
        opened(),
        false,
        [write("src/a.rs", "pub fn a() -> u8 {\n    1\n}\n"), done()],
    );
    world.go_reviewed();
    let runs = [audit::summary(&world.state, &world.lines)];
    assert_eq!(check(&runs, Kind::SuccessRate), (Some((1, 1)), None));
    assert_eq!(check(&runs, Kind::Cost), (Some((24_000, 1)), Some(true)));
    let compression = check(&runs, Kind::Compression);
    assert_eq!(
        compression,
        (None, None),
        "two turns have nothing to shorten"
    );
    let json = serde_json::to_value(figures(&runs)).unwrap();
    assert_eq!(json["figures"][0]["kind"], "success_rate");
    assert_eq!(json["figures"][0]["target"]["above"]["over"], 80);
}
