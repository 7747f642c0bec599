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
    assert_eq!(check(&runs, Kind::SuccessRate), (Some((1, 1)), Some(true)));
    assert_eq!(figures(&runs).settled, 1);
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
    assert_eq!(check(&runs, Kind::SuccessRate), (Some((1, 1)), Some(true)));
    assert_eq!(check(&runs, Kind::Cost), (Some((24_000, 1)), Some(true)));
    let (value, met) = check(&runs, Kind::Compression);
    assert!(value.is_some());
    assert_eq!(met, Some(false), "two turns have nothing to shorten");
    let json = serde_json::to_value(figures(&runs)).unwrap();
    assert_eq!(json["figures"][0]["kind"], "success_rate");
    assert_eq!(json["figures"][0]["target"]["above"]["over"], 80);
}
