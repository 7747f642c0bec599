//! Checks of heads: when a commit is red, what makes it so no longer, and heads that move.

use ledger::board::{ActionType, Ending};
use ledger::forge::CheckState::{Error, Failure, Neutral, Pending, Success};

use crate::facts::{Pull, check, comment};
use crate::kit::World;

fn red() -> (World, Pull, ledger::board::TaskNo) {
    let mut world = World::new();
    let pull = Pull::new(2);
    world.tell([pull.opened(), check('a', "test", Failure, 30)]);
    let task = world.of("coder", ActionType::CiFailure, 2);
    (world, pull, task)
}

#[test]
fn cancelled_and_skipped_are_not_red() {
    let mut world = World::new();
    world.tell([Pull::new(2).opened()]);
    world.tell([
        check('a', "test", Neutral, 30),
        check('a', "lint", Pending, 30),
    ]);
    assert_eq!(world.tasks(), []);
}

#[test]
fn neutral_checks_do_not_keep_it_from_being_green() {
    let (mut world, mut pull, task) = red();
    world.tell([pull.push("coder", 'b', 40)]);
    world.tell([
        check('b', "test", Pending, 41),
        check('b', "deploy", Pending, 41),
    ]);
    world.tell([check('b', "test", Success, 50)]);
    world.is_at_work(task);
    world.tell([check('b', "deploy", Neutral, 51)]);
    world.ended(task, Ending::Fixed);
}

#[test]
fn fixed_only_when_the_combined_status_of_the_head_is_green() {
    let (mut world, mut pull, task) = red();
    world.tell([pull.push("coder", 'b', 40)]);
    world.is_at_work(task);
    world.tell([
        check('b', "test", Pending, 41),
        check('b', "lint", Pending, 41),
    ]);
    world.tell([check('b', "test", Success, 50)]);
    world.is_at_work(task);
    world.tell([check('b', "lint", Success, 60)]);
    world.ended(task, Ending::Fixed);
}

#[test]
fn fixed_by_the_same_head_when_it_runs_again() {
    let (mut world, _, task) = red();
    world.tell([check('a', "test", Pending, 40)]);
    world.tell([check('a', "lint", Success, 41)]);
    world.is_at_work(task);
    world.tell([check('a', "test", Success, 50)]);
    world.ended(task, Ending::Fixed);
}

#[test]
fn what_was_red_once_is_red_in_any_order() {
    let mut world = World::new();
    world.tell([Pull::new(2).opened()]);
    world.tell([check('a', "test", Success, 50)]);
    world.tell([check('a', "test", Error, 30)]);
    world.ended(world.of("coder", ActionType::CiFailure, 2), Ending::Fixed);
}

#[test]
fn what_passed_before_it_failed_is_not_fixed() {
    let mut world = World::new();
    world.tell([Pull::new(2).opened(), check('a', "test", Success, 25)]);
    world.tell([check('a', "test", Failure, 30)]);
    let task = world.of("coder", ActionType::CiFailure, 2);
    world.is_at_work(task);
    world.tell([
        check('a', "test", Success, 25),
        check('a', "test", Pending, 35),
    ]);
    world.is_at_work(task);
}

#[test]
fn red_again_is_a_task_of_its_own() {
    let (mut world, mut pull, task) = red();
    world.tell([pull.push("coder", 'b', 40), check('b', "test", Failure, 50)]);
    world.ended(task, Ending::Superseded);
    let again = world.all_of("coder", ActionType::CiFailure, 2)[1];
    assert!(!world.state(again).is_terminal());
}

#[test]
fn result_of_an_older_head_is_no_work() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened(), pull.push("coder", 'b', 30)]);
    world.tell([check('a', "test", Failure, 40)]);
    assert_eq!(world.open_tasks(), []);
}

#[test]
fn result_before_the_pull_request_counts_when_it_is_opened() {
    let mut world = World::new();
    world.tell([check('a', "test", Failure, 15)]);
    assert_eq!(world.tasks(), []);
    world.tell([Pull::new(2).opened()]);
    world.is_at_work(world.of("coder", ActionType::CiFailure, 2));
}

#[test]
fn closed_unmerged_ends_it() {
    let (mut world, mut pull, task) = red();
    world.tell([pull.close("maria", 40)]);
    world.ended(task, Ending::Closed);
}

#[test]
fn report_of_before_does_not_count() {
    let mut world = World::new();
    world.tell([
        Pull::new(2).opened(),
        comment(2, 5, "coder", "[Action Report]", 25),
    ]);
    world.tell([check('a', "test", Failure, 30)]);
    world.is_at_work(world.of("coder", ActionType::CiFailure, 2));
}

#[test]
fn head_pushed_back_to_an_older_commit() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.changes("judge", "no", 30));
    let back = world.of("coder", ActionType::ReviewResult, 2);
    world.tell([pull.push("coder", 'b', 40)]);
    world.ended(back, Ending::Pushed);
    let again = world.of("judge", ActionType::ReviewUpdated, 2);
    // Back to what was reviewed: nothing is to be looked at.
    world.tell([pull.push("coder", 'a', 50)]);
    world.ended(again, Ending::Superseded);
    world.ended(back, Ending::Pushed);
    assert_eq!(world.open_tasks(), []);
    // Back to what was the head before the only review is news.
    let mut pull = Pull::new(3);
    world.tell([pull.opened(), pull.push("coder", 'd', 30)]);
    world.tell(pull.approve("judge", 40));
    world.tell([pull.push("coder", 'a', 50)]);
    world.is_at_work(world.of("judge", ActionType::ReviewUpdated, 3));
}

#[test]
fn push_within_the_second_of_the_review() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    let review = pull.changes("judge", "no", 30);
    world.tell([pull.push("coder", 'b', 30)]);
    world.tell(review);
    world.ended(
        world.of("coder", ActionType::ReviewResult, 2),
        Ending::Pushed,
    );
    world.is_at_work(world.of("judge", ActionType::ReviewUpdated, 2));
}

#[test]
fn review_of_an_older_commit_sends_back_all_the_same() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    // The reviewer read `a`, and `b` was pushed meanwhile.
    let mut old = pull.clone();
    world.tell([pull.push("coder", 'b', 30)]);
    let mut review = old.changes("judge", "no", 40);
    world.tell(review.pop());
    let back = world.of("coder", ActionType::ReviewResult, 2);
    world.is_at_work(back);
    world.tell([pull.push("coder", 'c', 50)]);
    world.ended(back, Ending::Pushed);
}

#[test]
fn lost_push_shows_in_the_next_look() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.changes("judge", "no", 30));
    pull.push("coder", 'b', 40);
    world.tell([pull.look()]);
    world.ended(
        world.of("coder", ActionType::ReviewResult, 2),
        Ending::Pushed,
    );
    world.is_at_work(world.of("judge", ActionType::ReviewUpdated, 2));
}

#[test]
fn asked_again_after_a_review_is_a_task_of_its_own() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened(), pull.ask("coder", "judge", false, 25)]);
    world.tell([pull.ask("coder", "judge", false, 26)]);
    world.tell(pull.changes("judge", "no", 30));
    world.tell([pull.ask("coder", "judge", false, 40)]);
    let all = world.all_of("judge", ActionType::ReviewRequest, 2);
    assert_eq!(all.len(), 2);
    world.ended(all[0], Ending::Reviewed);
    world.tell([pull.ask("coder", "judge", true, 50)]);
    world.ended(all[1], Ending::Withdrawn);
}

#[test]
fn reopened_pull_request_does_not_undo_what_its_closing_ended() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    let review = pull.approve("judge", 30);
    let closed = pull.close("maria", 40);
    let reopened = pull.reopen("maria", 50);
    world.tell(review);
    world.tell([reopened]);
    world.tell([closed]);
    world.ended(
        world.of("coder", ActionType::ReviewResult, 2),
        Ending::Closed,
    );
}

#[test]
fn a_report_of_another_run_is_about_other_work() {
    let (mut world, _, task) = red();
    // It opened the pull request in another run, and reports that when the first checks are red already.
    let other = "[Action Report] opened #2\n\n<!-- interlock:r0other-0123456789ab -->";
    world.tell([comment(2, 9, "coder", other, 40)]);
    world.is_at_work(task);
    let own = format!(
        "[Action Report] it is the runner\n\n<!-- interlock:{}-0123456789ab -->",
        world.run(task)
    );
    world.tell([comment(2, 10, "coder", &own, 50)]);
    world.ended(task, Ending::Reported);
}

#[test]
fn a_report_within_the_second_of_the_failure_counts_by_its_run() {
    let (mut world, _, task) = red();
    let at = |run: &str| format!("[Action Report] so\n\n<!-- interlock:{run}-0123456789ab -->");
    world.tell([comment(2, 8, "coder", "[Action Report] of whom?", 30)]);
    world.tell([comment(2, 9, "coder", &at("r0other"), 30)]);
    world.is_at_work(task);
    let own = at(&world.run(task).to_string());
    world.tell([comment(2, 10, "coder", &own, 30)]);
    world.ended(task, Ending::Reported);
}

#[test]
fn another_head_that_is_red_counts_beside_a_report_of_other_work() {
    let (mut world, mut pull, task) = red();
    let other = "[Action Report] opened #2\n\n<!-- interlock:r0other-0123456789ab -->";
    world.tell([comment(2, 9, "coder", other, 40)]);
    world.tell([pull.push("coder", 'b', 50)]);
    world.is_at_work(task);
    world.tell([check('b', "test", Failure, 60)]);
    world.ended(task, Ending::Superseded);
}
