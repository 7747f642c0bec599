//! Attempts at tasks: whose turn it is, how many at once, how long, how often, and what a restart goes on with.

use ledger::board::{ActionType, AttemptEnd, BoardDecided, Ending, TaskNo, TaskState};

use crate::facts::{Issue, Pull, comment};
use crate::kit::{World, assigned, dispatched};

fn cancelled(decided: &[BoardDecided]) -> Vec<TaskNo> {
    let all = decided.iter().filter_map(|it| match it {
        BoardDecided::Cancelled { task, .. } => Some(*task),
        BoardDecided::Created { .. }
        | BoardDecided::Moved { .. }
        | BoardDecided::Dispatched { .. }
        | BoardDecided::Look(_)
        | BoardDecided::Told { .. }
        | BoardDecided::Anomaly { .. } => None,
    });
    all.collect()
}

fn failed() -> AttemptEnd {
    let why = "it broke".to_owned();
    AttemptEnd::Failed { why }
}

#[test]
fn attempts_are_tried_again_after_growing_pauses() {
    let mut world = World::with(|it| it.attempts_max = 8);
    world.tell([Issue::new(1).to(&["coder"]).opened()]);
    let task = world.of("coder", ActionType::IssueAssigned, 1);
    let mut pauses = Vec::new();
    for _ in 1..8 {
        world.end(task, failed());
        let due_ms = world.board.due_ms().unwrap();
        pauses.push((due_ms - world.now_ms) / 1_000);
        let early = (due_ms - world.now_ms) / 1_000 - 1;
        assert_eq!(dispatched(&world.wait(early)), []);
        assert_eq!(dispatched(&world.wait(1)), [task]);
    }
    assert_eq!(pauses, [30, 60, 120, 240, 480, 900, 900]);
    world.end(task, failed());
    world.ended(task, Ending::AttemptsExhausted);
}

#[test]
fn each_attempt_is_a_run_of_its_own() {
    let (mut world, _, task) = assigned();
    let first = world.run(task);
    world.end(task, failed());
    world.wait(60);
    let second = world.run(task);
    world.end(task, AttemptEnd::Deferred { why: String::new() });
    world.wait(60);
    let third = world.run(task);
    assert!(first != second && second != third && first != third);
    assert_eq!(world.task(task).attempts, 2);
}

#[test]
fn deferred_attempts_do_not_count() {
    let (mut world, _, task) = assigned();
    for _ in 0..20 {
        let why = "the repository is in use".to_owned();
        world.end(task, AttemptEnd::Deferred { why });
        world.wait(3_000);
    }
    world.is_at_work(task);
    assert_eq!(world.task(task).attempts, 1);
}

#[test]
fn timeout_cancels_and_counts_as_an_attempt() {
    let (mut world, _, task) = assigned();
    assert_eq!(
        world.board.due_ms(),
        Some(world.task(task).begun_ms + 3_600_000)
    );
    assert_eq!(cancelled(&world.wait(3_599)), []);
    assert_eq!(cancelled(&world.wait(1)), [task]);
    assert_eq!(cancelled(&world.wait(1)), [], "once is enough");
    world.end(task, AttemptEnd::Cancelled);
    assert_eq!(world.state(task), TaskState::Pending);
    assert_eq!(world.task(task).why.as_ref(), "it took too long");
    world.wait(60);
    world.is_at_work(task);
    assert_eq!(world.task(task).attempts, 2);
}

#[test]
fn what_is_not_needed_after_all_is_over() {
    let (mut world, _, task) = assigned();
    let why = "a person stopped it".to_owned();
    world.end(task, AttemptEnd::NotNeeded { why });
    world.ended(task, Ending::Withdrawn);
    assert_eq!(dispatched(&world.wait(7_200)), []);
}

#[test]
fn deferrals_that_are_over_do_not_lengthen_later_pauses() {
    let (mut world, _, task) = assigned();
    for _ in 0..10 {
        let why = "the forge is away".to_owned();
        world.end(task, AttemptEnd::Deferred { why });
        world.wait(3_000);
    }
    world.end(task, failed());
    world.wait(3_000);
    let why = "the forge is away".to_owned();
    world.end(task, AttemptEnd::Deferred { why });
    world.wait(31);
    world.is_at_work(task);
}

#[test]
fn end_that_is_told_twice_counts_once() {
    let (mut world, _, task) = assigned();
    world.end(task, failed());
    assert_eq!(world.end(task, failed()), []);
    world.wait(60);
    let attempt = 1;
    let end = AttemptEnd::Failed { why: String::new() };
    let decided = world.see(ledger::board::BoardSeen::Ended { task, attempt, end });
    assert_eq!(decided, []);
    world.is_at_work(task);
}

#[test]
fn end_of_an_attempt_after_its_task_ended_changes_nothing() {
    let (mut world, mut issue, task) = assigned();
    world.tell([issue.close("maria", 30)]);
    assert_eq!(world.end(task, AttemptEnd::Cancelled), []);
    world.ended(task, Ending::Closed);
    assert!(!world.is_active(task));
}

#[test]
fn limits_of_an_agent_and_of_all() {
    let mut world = World::with(|it| {
        it.parallel_max = 3;
        it.agents.iter_mut().for_each(|it| it.parallel_max = 2);
    });
    for number in 1..=6 {
        let agent = if number <= 4 { "coder" } else { "planner" };
        world.tell([Issue::new(number).to(&[agent]).opened()]);
    }
    let active = |world: &World, agent: &str| {
        let numbers = (1..=6).flat_map(|it| world.all_of(agent, ActionType::IssueAssigned, it));
        numbers.filter(|it| world.is_active(*it)).count()
    };
    assert_eq!((active(&world, "coder"), active(&world, "planner")), (2, 1));
    let first = world.of("coder", ActionType::IssueAssigned, 1);
    let third = world.of("coder", ActionType::IssueAssigned, 3);
    assert_eq!(dispatched(&world.end(first, AttemptEnd::Done)), [third]);
}

#[test]
fn agent_with_much_to_do_does_not_keep_others_waiting() {
    let mut world = World::with(|it| it.parallel_max = 1);
    for number in 1..=5 {
        world.tell([Issue::new(number).to(&["coder"]).opened()]);
    }
    world.tell([
        Issue::new(6).to(&["planner"]).opened(),
        Issue::new(7).to(&["coder"]).opened(),
    ]);
    for number in 1..=5 {
        let task = world.of("coder", ActionType::IssueAssigned, number);
        world.is_at_work(task);
        world.end(task, AttemptEnd::Done);
    }
    world.is_at_work(world.of("planner", ActionType::IssueAssigned, 6));
}

#[test]
fn what_others_wait_for_comes_first() {
    let mut world = World::with(|it| it.parallel_max = 1);
    world.tell([Issue::new(1).to(&["coder"]).opened()]);
    world.tell([Issue::new(3).to(&["coder"]).opened(), Pull::new(2).opened()]);
    world.tell([Pull::new(2).clone().ask("maria", "coder", false, 30)]);
    let mut other = Pull::new(4).by("maria");
    world.tell([other.opened(), other.ask("maria", "coder", false, 30)]);
    let first = world.of("coder", ActionType::IssueAssigned, 1);
    let asked = world.all_of("coder", ActionType::ReviewRequest, 2)[0];
    assert_eq!(dispatched(&world.end(first, AttemptEnd::Done)), [asked]);
}

#[test]
fn same_branch_never_twice_at_once() {
    let (mut world, _, task) = assigned();
    world.tell([comment(1, 5, "maria", "@coder", 20)]);
    let mut pull = Pull::closing(2, 1);
    world.tell([pull.opened(), comment(2, 6, "maria", "@coder", 25)]);
    world.tell(pull.changes("judge", "no", 30));
    let here = [1, 2].map(|number| world.of("coder", ActionType::Mention, number));
    let back = world.of("coder", ActionType::ReviewResult, 2);
    let mut done = vec![task];
    for _ in 0..3 {
        let last = *done.last().unwrap();
        let active = world.tasks().into_iter().filter(|(.., it)| it.is_active);
        assert_eq!(active.count(), 1);
        done.extend(dispatched(&world.end(last, AttemptEnd::Done)));
    }
    assert_eq!(done, [task, back, here[0], here[1]]);
}

#[test]
fn cut_attempt_is_gone_on_with_under_its_name() {
    let (mut world, _, task) = assigned();
    let run = world.run(task);
    let options = world.board.options.clone();
    let decided = world.open(options);
    assert!(decided.contains(&BoardDecided::Dispatched {
        task,
        attempt: 1,
        run: run.clone()
    }));
    // Although it could not begin at once.
    world.end(task, AttemptEnd::Deferred { why: String::new() });
    assert_eq!(dispatched(&world.wait(60)), [task]);
    assert_eq!((world.run(task), world.task(task).attempts), (run, 1));
    world.end(task, failed());
    world.wait(60);
    assert_eq!(world.task(task).attempts, 2);
}

#[test]
fn cut_attempt_whose_task_ended_is_gone_on_with_and_ended() {
    let (mut world, mut issue, task) = assigned();
    let run = world.run(task);
    world.tell([issue.close("maria", 30)]);
    assert!(world.is_active(task), "its end was not told yet");
    let options = world.board.options.clone();
    let decided = world.open(options);
    // It may not be through, and it has a worktree.
    assert_eq!(dispatched(&decided), [task]);
    let is_ended =
        |it: &BoardDecided| matches!(it, BoardDecided::Cancelled { run: of, .. } if *of == run);
    assert!(decided.iter().any(is_ended));
    world.end(task, AttemptEnd::Cancelled);
    assert_eq!(dispatched(&world.wait(7_200)), []);
}

#[test]
fn answered_attempt_is_gone_on_with() {
    let (mut world, _, task) = assigned();
    let run = world.run(task);
    let why = "may I?".to_owned();
    world.end(task, AttemptEnd::Waiting { why });
    assert_eq!(dispatched(&world.wait(7_200)), []);
    let decided = world.see(ledger::board::BoardSeen::Answered { task });
    assert_eq!(dispatched(&decided), [task]);
    assert_eq!((world.run(task), world.task(task).attempts), (run, 1));
    // Twice answered is once answered.
    let decided = world.see(ledger::board::BoardSeen::Answered { task });
    assert_eq!(decided, []);
    world.end(task, AttemptEnd::Done);
    assert!(!world.is_active(task));
}

#[test]
fn nothing_is_begun_when_the_daemon_stops() {
    let mut world = World::new();
    world.see(ledger::board::BoardSeen::Stopping);
    assert_eq!(
        dispatched(&world.tell([Issue::new(1).to(&["coder"]).opened()])),
        []
    );
    let options = world.board.options.clone();
    assert_eq!(dispatched(&world.open(options)).len(), 1);
}

#[test]
fn attempt_that_fails_after_its_pull_request_was_opened_is_not_begun_anew() {
    let (mut world, _, task) = assigned();
    world.tell([Pull::closing(2, 1).opened()]);
    world.end(task, failed());
    assert_eq!(world.state(task), TaskState::Review);
    assert_eq!(dispatched(&world.wait(7_200)), []);
}

#[test]
fn delivery_that_comes_again_is_taken_in_once() {
    let mut world = World::new();
    let told = world.lines.len();
    world.tell([Issue::new(1).to(&["coder"]).opened()]);
    let ledger::event::Event::Seen(ledger::event::Seen::Board(seen)) = world.lines[told].1.clone()
    else {
        panic!("a delivery");
    };
    assert_eq!(world.see(seen), []);
}

#[test]
fn another_coordinator_takes_over_what_was_not_begun() {
    let mut world = World::with(|it| it.parallel_max = 1);
    for number in 1..=3 {
        world.tell([Issue::new(number).labelled(&["type/feat"]).opened()]);
    }
    let of = |world: &World, agent: &str| {
        [1, 2, 3].map(|it| world.all_of(agent, ActionType::IssueDiscussion, it).len())
    };
    let first = world.of("boss", ActionType::IssueDiscussion, 1);
    world.end(first, AttemptEnd::Done);
    let second = world.of("boss", ActionType::IssueDiscussion, 2);
    world.is_at_work(second);
    let mut options = world.board.options.clone();
    options.coordinator = Some(crate::kit::login("planner"));
    world.open(options.clone());
    assert_eq!(of(&world, "planner"), [0, 0, 1]);
    let third = world.of("boss", ActionType::IssueDiscussion, 3);
    world.ended(third, Ending::Withdrawn);
    world.is_at_work(second);
    assert_eq!(dispatched(&world.open(options)), [second], "and no more");
    assert_eq!(world.tasks().len(), 4);
}
