//! What a team keeps although it works without a table of tasks of its own, and the limits of rounds.

use std::slice::from_ref;

use ledger::board::{
    ActionType, AttemptEnd, BoardDecided, BoardSeen, Cause, Ending, LookAt, TaskState,
};
use ledger::forge::{CommentAction, ReviewVerdict};

use crate::facts::{Issue, Pull, comment, comment_told};
use crate::kit::{ATTEMPTS_MAX, ROUNDS_MAX, World, assigned, dispatched, looks, subject};

#[test]
fn capability_discussion_goes_to_the_coordinator() {
    let mut world = World::new();
    world.tell([Issue::new(1).labelled(&["type/docs"]).opened()]);
    let task = world.of("boss", ActionType::IssueDiscussion, 1);
    assert_eq!(world.task(task).business, ledger::board::BusinessType::Docs);
    // Without a label of a type, or for somebody, there is nothing to discuss.
    world.tell([Issue::new(2).labelled(&["urgent"]).opened()]);
    world.tell([Issue::new(3)
        .labelled(&["type/docs"])
        .to(&["maria"])
        .opened()]);
    assert_eq!(world.tasks().len(), 1);
}

#[test]
fn capability_agents_make_their_own_parts() {
    let mut world = World::new();
    world.tell([Issue::new(101).by("coder").to(&["coder"]).opened()]);
    world.tell([Issue::new(102).by("planner").to(&["planner"]).opened()]);
    world.is_at_work(world.of("coder", ActionType::IssueAssigned, 101));
    world.is_at_work(world.of("planner", ActionType::IssueAssigned, 102));
    assert_eq!(world.tasks().len(), 2);
}

#[test]
fn capability_mentions_wake_on_issues_and_on_pull_requests() {
    let mut world = World::new();
    world.tell([Issue::new(1).opened(), Pull::new(2).opened()]);
    world.tell([comment(1, 5, "coder", "@planner?", 20)]);
    world.tell([comment(2, 6, "maria", "@judge?", 20)]);
    world.is_at_work(world.of("planner", ActionType::Mention, 1));
    world.is_at_work(world.of("judge", ActionType::Mention, 2));
}

#[test]
fn capability_round_review_when_all_parts_are_closed() {
    let mut world = World::new();
    let parent = Issue::new(100).by("boss");
    let part = |number| Issue::new(number).by("coder").saying("Parent: #100");
    let (mut one, mut two) = (part(101), part(102));
    world.tell([parent.opened(), one.opened(), two.opened()]);
    assert_eq!(looks(&world.tell([one.close("coder", 30)])), []);
    // One that no delivery told of may be open: their list is looked at first.
    let list = LookAt::Parts(subject(100));
    assert_eq!(
        looks(&world.tell([two.close("coder", 40)])),
        from_ref(&list)
    );
    assert_eq!(world.all_of("boss", ActionType::RoundReview, 100), []);
    let mut three = part(103).created(35);
    world.looked(list.clone(), [three.look()]);
    assert_eq!(world.all_of("boss", ActionType::RoundReview, 100), []);
    assert_eq!(
        looks(&world.tell([three.close("coder", 50)])),
        from_ref(&list)
    );
    world.looked(list, [one.look(), two.look(), three.look()]);
    let task = world.of("boss", ActionType::RoundReview, 100);
    world.is_at_work(task);
    let (_, key, _) = world.tasks().remove(usize::try_from(task.0).unwrap() - 1);
    assert_eq!(key.cause, Cause::Round(3));
    world.end(task, AttemptEnd::Done);
    world.ended(task, Ending::Completed);
}

#[test]
fn capability_round_review_ends_with_new_parts_or_with_the_parent() {
    let mut world = World::new();
    let mut parent = Issue::new(100).by("boss");
    let part = |number| Issue::new(number).by("coder").saying("Parent: #100");
    let list = LookAt::Parts(subject(100));
    world.tell([parent.opened()]);
    world.tell([part(101).opened(), part(101).close("coder", 30)]);
    world.looked(list.clone(), []);
    let first = world.of("boss", ActionType::RoundReview, 100);
    world.tell([part(102).created(40).opened()]);
    world.ended(first, Ending::Completed);
    world.tell([part(102).created(40).close("coder", 50)]);
    world.looked(list, []);
    let second = world.all_of("boss", ActionType::RoundReview, 100)[1];
    world.tell([parent.close("boss", 60)]);
    world.ended(second, Ending::Closed);
}

#[test]
fn capability_a_part_that_goes_elsewhere_holds_its_parent_no_longer() {
    let mut world = World::new();
    let mut one = Issue::new(101).saying("Parent: #100");
    let two = Issue::new(102).saying("Parent: #100");
    world.tell([Issue::new(100).opened(), one.opened(), two.opened()]);
    world.tell([two.clone().close("maria", 30)]);
    let decided = world.tell([one.edit("Something", "Parent: #200", 40)]);
    assert_eq!(looks(&decided), [LookAt::Parts(subject(100))]);
}

#[test]
fn capability_a_deleted_part_does_not_hold_its_parent() {
    let mut world = World::new();
    let mut one = Issue::new(101).saying("Parent: #100");
    world.tell([Issue::new(100).opened(), one.opened()]);
    let decided = world.tell([one.delete("maria")]);
    assert_eq!(looks(&decided), [LookAt::Parts(subject(100))]);
    let parent = world.board.known.names.find(&subject(100)).unwrap();
    let parts = world.board.known.parts_of(parent);
    assert!(parts.is_empty(), "what is gone can't be looked at");
}

#[test]
fn look_that_failed_is_wanted_once_until_it_succeeds() {
    let mut world = World::new();
    let at = LookAt::Subject(subject(1));
    assert_eq!(looks(&world.deliver([], [1])), from_ref(&at));
    let failed = BoardSeen::Looked {
        at: at.clone(),
        facts: Vec::new(),
        failed: Some("it answers 503".into()),
    };
    world.see(failed);
    // Whoever looks tries again by himself; another delivery is no other look.
    assert_eq!(looks(&world.deliver([], [1])), []);
    // A new daemon has nobody who tries.
    let options = world.board.options.clone();
    assert_eq!(looks(&world.open(options)), from_ref(&at));
    world.looked(at.clone(), [Issue::new(1).look()]);
    assert_eq!(looks(&world.deliver([], [1])), [at]);
}

#[test]
fn capability_retry_knows_what_the_attempt_before_lacked() {
    let (mut world, _, task) = assigned();
    let why = "no pull request was opened".to_owned();
    world.end(task, AttemptEnd::Unfinished { why: why.clone() });
    world.wait(3_600);
    world.is_at_work(task);
    assert_eq!(world.task(task).attempts, 2);
    assert_eq!(world.task(task).why.as_ref(), why);
}

#[test]
fn capability_outcomes_are_classified() {
    let why = || "so".to_owned();
    let ends = [
        (AttemptEnd::Done, TaskState::Working, 1),
        (AttemptEnd::Waiting { why: why() }, TaskState::Working, 1),
        (AttemptEnd::Unfinished { why: why() }, TaskState::Pending, 1),
        (AttemptEnd::Failed { why: why() }, TaskState::Pending, 1),
        (AttemptEnd::Cancelled, TaskState::Pending, 1),
        (AttemptEnd::NotNeeded { why: why() }, TaskState::Done, 1),
        (AttemptEnd::Deferred { why: why() }, TaskState::Pending, 0),
    ];
    for (end, state, attempts) in ends {
        let (mut world, _, task) = assigned();
        let decided = world.end(task, end.clone());
        assert_eq!(world.state(task), state, "{end:?}");
        assert_eq!(world.task(task).attempts, attempts, "{end:?}");
        assert_eq!(dispatched(&decided), [], "{end:?}");
    }
}

#[test]
fn capability_failed_when_no_attempt_is_left_and_people_are_told() {
    let (mut world, _, task) = assigned();
    for attempt in 1..=ATTEMPTS_MAX {
        world.is_at_work(task);
        assert_eq!(world.task(task).attempts, attempt);
        let why = "it broke".to_owned();
        let decided = world.end(task, AttemptEnd::Failed { why });
        let told = |it: &&BoardDecided| matches!(it, BoardDecided::Told { text, .. } if text.contains("it broke"));
        let times = decided.iter().filter(told).count();
        assert_eq!(times, usize::from(attempt == ATTEMPTS_MAX));
        world.wait(3_600);
    }
    world.ended(task, Ending::AttemptsExhausted);
}

#[test]
fn capability_rebuttal_is_a_review_and_a_comment() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.changes("judge", "this is wrong", 30));
    let back = world.of("coder", ActionType::ReviewResult, 2);
    // To contradict is no end of it, but wakes the reviewer.
    world.tell([comment(2, 5, "coder", "@judge it is right", 35)]);
    world.is_at_work(back);
    world.is_at_work(world.of("judge", ActionType::Mention, 2));
    world.tell(pull.changes("judge", "still wrong", 40));
    assert_eq!(world.all_of("coder", ActionType::ReviewResult, 2).len(), 2);
}

#[test]
fn rounds_of_a_pull_request_are_limited_and_people_are_told() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    for round in 0..ROUNDS_MAX {
        let second = 30 + u64::from(round) * 10;
        world.tell(pull.changes("judge", "no", second));
        let letter = char::from_digit(11 + round, 16).unwrap();
        world.tell([pull.push("coder", letter, second + 5)]);
    }
    let decided = world.tell(pull.changes("judge", "no", 90));
    let last = *world
        .all_of("coder", ActionType::ReviewResult, 2)
        .last()
        .unwrap();
    world.ended(last, Ending::RoundsExhausted);
    let told = |it: &BoardDecided| matches!(it, BoardDecided::Told { task, .. } if *task == last);
    assert!(decided.iter().any(told));
    assert_eq!(world.task(last).attempts, 0);
}

#[test]
fn rounds_of_an_issue_with_parts_are_limited() {
    let mut world = World::new();
    world.tell([Issue::new(100).by("boss").opened()]);
    for round in 0..=u64::from(ROUNDS_MAX) {
        let mut part = Issue::new(101 + round).saying("Parent: #100");
        world.tell([part.opened(), part.close("maria", 30 + round)]);
        world.looked(LookAt::Parts(subject(100)), []);
    }
    let all = world.all_of("boss", ActionType::RoundReview, 100);
    assert_eq!(all.len(), 4);
    world.ended(all[3], Ending::RoundsExhausted);
}

#[test]
fn deleted_comment_withdraws_what_it_asked_for() {
    let mut world = World::new();
    world.tell([Issue::new(1).opened()]);
    world.tell([comment(1, 5, "maria", "@coder", 20)]);
    let task = world.of("coder", ActionType::Mention, 1);
    let decided = world.tell([comment_told(
        CommentAction::Deleted,
        (1, 5),
        "maria",
        "@coder",
        20,
    )]);
    world.ended(task, Ending::Withdrawn);
    let cancelled =
        |it: &BoardDecided| matches!(it, BoardDecided::Cancelled { task: it, .. } if *it == task);
    assert!(decided.iter().any(cancelled), "{decided:?}");
}

#[test]
fn own_mentions_and_own_reviews_wake_nobody() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([
        Issue::new(1).by("coder").saying("@coder").opened(),
        pull.opened(),
    ]);
    world.tell([comment(1, 5, "coder", "@coder reminds himself", 20)]);
    world.tell(pull.review("coder", ReviewVerdict::Comment, "@coder", 30));
    world.tell([pull.ask("judge", "judge", false, 35)]);
    assert_eq!(world.tasks(), []);
}
