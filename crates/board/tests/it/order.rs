//! The order in which facts come, and how often, decides nothing: a story of all kinds of facts, told in other orders.

use std::collections::BTreeSet;

use board::Board;
use ledger::board::{BoardOptions, Cause, LookAt, TaskKey, TaskState};
use ledger::event::Event;
use ledger::forge::Fact;
use proptest::prelude::*;

use crate::kit::{World, subject, tasks};
use crate::story::{Story, is_irreplaceable, story};

/// Orders in the long loop.
const ORDERS: u64 = 1_000;

/// A generator of numbers, always the same ones.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % limit as u64).unwrap()
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

/// Nothing begins: what tasks there are and how they end follows from facts alone.
fn at_rest(options: &mut BoardOptions) {
    options.parallel_max = 0;
}

fn tell(change: impl FnOnce(&mut BoardOptions), facts: &[Fact]) -> World {
    let mut world = World::with(change);
    for fact in facts {
        world.tell([fact.clone()]);
    }
    world
}

/// The list of parts is looked at: that is when rounds end.
fn look_at_parts(world: &mut World) {
    world.looked(LookAt::Parts(subject(100)), []);
}

/// What is still to be done, whatever was done before. How often something had been asked before can't be known when that
/// was lost.
fn open(set: &BTreeSet<(TaskKey, TaskState)>) -> BTreeSet<(TaskKey, TaskState)> {
    let open = set.iter().filter(|(_, state)| !state.is_terminal());
    let open = open.map(|(key, state)| {
        let mut key = key.clone();
        if let Cause::Assigned(nth) | Cause::Requested(nth) = &mut key.cause {
            *nth = 0;
        }
        (key, *state)
    });
    open.collect()
}

fn in_any_order(facts: &[Fact], dice: &mut Dice) -> Vec<Fact> {
    let mut told = Vec::new();
    for fact in facts {
        for _ in 0..=dice.below(3) {
            told.push(fact.clone());
        }
    }
    dice.shuffle(&mut told);
    told
}

fn difference(
    one: &BTreeSet<(TaskKey, TaskState)>,
    other: &BTreeSet<(TaskKey, TaskState)>,
) -> String {
    let missing: Vec<_> = one.difference(other).collect();
    let more: Vec<_> = other.difference(one).collect();
    format!("missing {missing:#?}, more {more:#?}")
}

#[test]
fn a_thousand_orders_give_the_same_tasks() {
    let Story { facts, .. } = story();
    assert!(facts.len() >= 60, "{}", facts.len());
    let mut world = tell(at_rest, &facts);
    look_at_parts(&mut world);
    let expected = world.set();
    assert!(expected.len() >= 25, "{expected:#?}");
    let mut dice = Dice(1);
    for order in 0..ORDERS {
        let mut world = tell(at_rest, &in_any_order(&facts, &mut dice));
        look_at_parts(&mut world);
        let found = world.set();
        assert!(
            found == expected,
            "order {order}: {}",
            difference(&expected, &found)
        );
    }
}

#[test]
fn orders_matter_as_little_when_everybody_is_at_work() {
    let Story { facts, .. } = story();
    let at_once = |set: BTreeSet<(TaskKey, TaskState)>| -> BTreeSet<(TaskKey, TaskState)> {
        // Which of two tasks on one branch is begun first is a matter of order.
        let begun = set.into_iter().map(|(key, state)| match state {
            TaskState::Pending | TaskState::Working => (key, TaskState::Working),
            TaskState::Review | TaskState::Done | TaskState::Failed => (key, state),
        });
        begun.collect()
    };
    let expected = at_once(tell(|_| {}, &facts).set());
    let mut dice = Dice(2);
    for order in 0..100 {
        let found = at_once(tell(|_| {}, &in_any_order(&facts, &mut dice)).set());
        assert!(
            found == expected,
            "order {order}: {}",
            difference(&expected, &found)
        );
    }
}

#[test]
fn what_was_lost_is_made_up_for_by_a_look_at_the_end() {
    let Story { facts, end } = story();
    let look = |world: &mut World| {
        world.looked(
            LookAt::Since {
                repo: crate::kit::repo(),
                since_ms: 0,
            },
            end.clone(),
        );
        look_at_parts(world);
    };
    let mut world = tell(at_rest, &facts);
    look(&mut world);
    let expected = open(&world.set());
    assert!(expected.len() >= 4, "{expected:#?}");
    let mut dice = Dice(3);
    for order in 0..200 {
        let kept: Vec<Fact> = facts
            .iter()
            .filter(|it| is_irreplaceable(it) || dice.below(10) > 0)
            .cloned()
            .collect();
        let mut world = tell(at_rest, &in_any_order(&kept, &mut dice));
        look(&mut world);
        let found = open(&world.set());
        assert!(
            found == expected,
            "order {order}: {}",
            difference(&expected, &found)
        );
    }
}

fn apply(board: &mut Board, lines: &[(ledger::event::Stamp, Event)]) {
    for (stamp, event) in lines {
        board.apply(stamp, event);
    }
}

#[test]
fn lines_fold_into_the_same_board() {
    let Story { facts, end } = story();
    let mut world = tell(|_| {}, &facts);
    look_at_parts(&mut world);
    let options = world.board.options.clone();
    world.open(options);
    world.looked(LookAt::Subject(subject(1)), end);
    let mut board = Board::default();
    apply(&mut board, &world.lines);
    assert_eq!(tasks(&board), tasks(&world.board));
    assert_eq!(board.looks, world.board.looks);
    let bytes = |board: &Board| postcard::to_stdvec(board).unwrap();
    assert_eq!(bytes(&board), bytes(&world.board));
}

#[test]
fn lines_fold_into_the_same_board_after_it_was_kept() {
    let Story { facts, .. } = story();
    let world = tell(|_| {}, &facts);
    for at in (0..world.lines.len()).step_by(7) {
        let (before, after) = world.lines.split_at(at);
        let mut board = Board::default();
        apply(&mut board, before);
        let bytes = postcard::to_stdvec(&board).unwrap();
        let mut board: Board = postcard::from_bytes(&bytes).unwrap();
        board.assemble();
        apply(&mut board, after);
        assert_eq!(tasks(&board), tasks(&world.board), "kept after {at} lines");
    }
}

#[test]
fn kept_board_decides_as_the_other_does() {
    let Story { facts, .. } = story();
    for at in (0..facts.len()).step_by(5) {
        let (before, after) = facts.split_at(at);
        let mut one = tell(|_| {}, before);
        let mut other = one.clone();
        let bytes = postcard::to_stdvec(&other.board).unwrap();
        other.board = postcard::from_bytes(&bytes).unwrap();
        other.board.assemble();
        for fact in after {
            assert_eq!(one.tell([fact.clone()]), other.tell([fact.clone()]));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_order_of_any_part_only_adds(seed: u64, part in 1_usize..60) {
        // Whatever follows from a part of the facts follows from all of them, and what has ended has ended.
        let Story { facts, .. } = story();
        let mut dice = Dice(seed);
        let mut told = in_any_order(&facts, &mut dice);
        let rest = told.split_off(part);
        let mut world = tell(at_rest, &told);
        let before = world.set();
        for fact in rest {
            world.tell([fact]);
        }
        let after = world.set();
        for (key, state) in before {
            let now = after.iter().find(|(it, _)| *it == key).map(|(_, it)| *it);
            prop_assert!(now.is_some(), "{key:?} is gone");
            prop_assert!(!state.is_terminal() || now == Some(state), "{key:?}");
        }
        let mut expected = tell(at_rest, &facts);
        look_at_parts(&mut expected);
        look_at_parts(&mut world);
        prop_assert_eq!(world.set(), expected.set());
    }
}
