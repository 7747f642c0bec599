//! Files that a task's words speak of: in the prompt from the first request on, ranked anew when the ranking is old.

use engine::prompt;
use ledger::event::{Decided, Event, Seen};
use ledger::phase::Phase;
use ledger::ranking::Relevant;

use crate::runs::{hello, sound};
use crate::script::{done, opened};
use crate::world::World;

fn files(scores: &[u8]) -> Vec<Relevant> {
    let one = |(at, score_pct): (usize, &u8)| Relevant {
        path: format!("src/{at}.rs"),
        score_pct: *score_pct,
    };
    scores.iter().enumerate().map(one).collect()
}

/// A run that asks for its first ranking with this threshold and time to keep it.
fn world(relevance_pct: u8, relevance_ttl_s: u32, scores: &[u8]) -> World {
    let mut opened = opened();
    opened.options.context.relevance_pct = relevance_pct;
    opened.options.context.relevance_ttl_s = relevance_ttl_s;
    let mut world = World::open(opened, false, [hello(), hello(), done()]);
    world.ranked = files(scores);
    world
}

/// What the next prompt would say of files.
fn shown(world: &World) -> Vec<String> {
    let task = world.state.current().expect("a task");
    let prompt = prompt::compile(&world.state, task);
    let sections = prompt::sections(&world.state, task);
    let section = sections.iter().find(|it| it.name == "relevant-files");
    let lines = section.map(|it| {
        assert!(!it.pinned, "it may be left out");
        assert!(prompt.task.contains(it.text.as_ref()));
        let lines = it.text.lines().filter(|line| line.starts_with("src/"));
        lines.map(str::to_owned).collect()
    });
    lines.unwrap_or_default()
}

fn ranked(world: &World) -> usize {
    let is_ranking = |event: &Event| matches!(event, Event::Decided(Decided::Rank { .. }));
    world
        .lines
        .iter()
        .filter(|it| is_ranking(&it.event))
        .count()
}

fn until_asked(world: &mut World) {
    let asked = |world: &World| {
        world
            .lines
            .iter()
            .any(|it| matches!(it.event, Event::Decided(Decided::Requested { .. })))
    };
    while !asked(world) {
        assert!(world.once(), "{}", world.tail(9));
    }
}

#[test]
fn what_is_relevant_enough_is_in_the_first_prompt() {
    let check = |threshold: u8, scores: &[u8], expected: usize| {
        let mut world = world(threshold, 60, scores);
        until_asked(&mut world);
        let found = shown(&world);
        assert_eq!(found.len(), expected, "{threshold}: {found:?}");
        assert_eq!(ranked(&world), 1);
        world.go_reviewed();
        assert_eq!(sound(&world).phase, Phase::Done, "{}", world.tail(20));
    };
    check(70, &[90, 70, 69], 2);
    check(71, &[90, 70, 69], 1);
    check(0, &[90, 70, 69], 3);
    check(100, &[90, 70, 69], 0);
    // Ten at most, and a section that says nothing is none.
    check(50, &[80; 14], 10);
    check(50, &[], 0);
}

#[test]
fn a_ranking_is_made_anew_when_it_is_old() {
    // Each request takes the world some time; three are made.
    for (ttl_s, expected) in [(0, 3), (3_600, 1)] {
        let mut world = world(70, ttl_s, &[90]);
        world.go_reviewed();
        assert_eq!(ranked(&world), expected, "{ttl_s}: {}", world.tail(40));
        assert_eq!(world.state.counts.turns, 3);
        sound(&world);
    }
}

#[test]
fn a_ranking_that_a_crash_took_is_asked_for_again() {
    let mut world = world(70, 60, &[90]);
    let is_ranked = |world: &World| {
        let last = world.lines.last().map(|it| &it.event);
        matches!(last, Some(Event::Decided(Decided::Rank { .. })))
    };
    while !is_ranked(&world) {
        assert!(world.once(), "{}", world.tail(9));
    }
    world.crash();
    until_asked(&mut world);
    assert_eq!((ranked(&world), shown(&world).len()), (2, 1));
    let seen = world
        .lines
        .iter()
        .filter(|it| matches!(it.event, Event::Seen(Seen::Ranked { .. })));
    assert_eq!(seen.count(), 1);
}
