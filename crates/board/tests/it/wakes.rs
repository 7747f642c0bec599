//! Who is woken by what, and by what nobody is.

use std::slice::from_ref;

use ledger::board::{ActionType, AttemptEnd, Cause, Ending, LookAt, TaskState};
use ledger::forge::{CheckState, CommentAction, IssueAction};

use crate::facts::{Issue, Pull, as_looked, check, comment, comment_told};
use crate::kit::{World, assigned, dispatched, looks, ms, subject};

fn mentions(world: &World, agent: &str) -> usize {
    world.all_of(agent, ActionType::Mention, 1).len()
}

#[test]
fn no_automatic_notice_of_assignees() {
    let (mut world, _, task) = assigned();
    world.tell([comment(1, 5, "maria", "I found the cause", 20)]);
    world.tell([comment(1, 6, "planner", "so did I", 21)]);
    assert_eq!(world.tasks().len(), 1);
    world.is_at_work(task);
}

#[test]
fn unknown_logins_are_left_alone() {
    let mut world = World::new();
    let mut pull = Pull::new(2).by("stranger");
    world.tell([Issue::new(1)
        .to(&["stranger"])
        .saying("@stranger2")
        .opened()]);
    world.tell([comment(1, 5, "maria", "@stranger3 @all", 20), pull.opened()]);
    world.tell([pull.ask("maria", "stranger", false, 25)]);
    world.tell(pull.changes("judge2", "no", 30));
    world.tell([check('a', "lint", CheckState::Failure, 31)]);
    world.tell([pull.merge("maria", 40)]);
    assert_eq!(world.tasks(), []);
}

#[test]
fn self_assignment_wakes() {
    let mut world = World::new();
    let mut issue = Issue::new(1);
    world.tell([issue.opened(), issue.assign("coder", &["coder"], 20)]);
    world.is_at_work(world.of("coder", ActionType::IssueAssigned, 1));
}

#[test]
fn own_unassigned_issue_of_the_coordinator_is_discussed_by_it() {
    let mut world = World::new();
    world.tell([Issue::new(1).by("boss").labelled(&["type/feat"]).opened()]);
    world.is_at_work(world.of("boss", ActionType::IssueDiscussion, 1));
}

#[test]
fn own_report_of_a_failure_wakes_nobody() {
    let mut world = World::new();
    world.tell([Issue::new(1).by("ops").titled("Deploy failed").opened()]);
    world.tell([Issue::new(2)
        .by("ops")
        .labelled(&["infrastructure"])
        .opened()]);
    assert_eq!(world.tasks(), []);
}

#[test]
fn own_push_does_not_make_its_reviewer_look_again() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.changes("judge", "I do it myself", 30));
    let decided = world.tell([pull.push("judge", 'b', 40)]);
    assert_eq!(dispatched(&decided), []);
    world.ended(
        world.of("judge", ActionType::ReviewUpdated, 2),
        Ending::Withdrawn,
    );
}

#[test]
fn own_closing_is_told_to_nobody() {
    let mut world = World::new();
    let mut issue = Issue::new(1).by("planner");
    world.tell([issue.opened(), issue.close("planner", 30)]);
    assert_eq!(world.tasks(), []);
}

#[test]
fn each_closing_by_somebody_else_is_told_once() {
    let mut world = World::new();
    let mut issue = Issue::new(1).by("planner");
    world.tell([issue.opened(), issue.close("maria", 30)]);
    world.tell([issue.look(), issue.told(IssueAction::Seen)]);
    world.tell([issue.reopen("maria", 40), issue.close("planner", 50)]);
    world.tell([issue.reopen("maria", 60), issue.close("coder", 70)]);
    assert_eq!(world.all_of("planner", ActionType::IssueClosed, 1).len(), 2);
}

#[test]
fn code_quotes_and_addresses_hold_no_mention() {
    let mut world = World::new();
    world.tell([Issue::new(1).opened()]);
    let silent = [
        "`@coder`",
        "```\n@coder\n```",
        "> @coder",
        "mail@coder",
        "<https://forge.example/@coder>",
        "<!-- @coder -->",
        "@coder-2 and @co",
    ];
    for (at, body) in silent.into_iter().enumerate() {
        world.tell([comment(1, 5 + at as u64, "maria", body, 20)]);
        assert_eq!(mentions(&world, "coder"), 0, "{body}");
    }
}

#[test]
fn edited_comment_wakes_nobody_twice() {
    let mut world = World::new();
    world.tell([Issue::new(1).opened()]);
    world.tell([comment(1, 5, "maria", "@coder", 20)]);
    world.tell([comment_told(
        CommentAction::Edited,
        (1, 5),
        "maria",
        "@coder, please",
        20,
    )]);
    assert_eq!(mentions(&world, "coder"), 1);
    // Whoever is mentioned only then is woken, and nobody is forgotten.
    world.tell([comment_told(
        CommentAction::Edited,
        (1, 5),
        "maria",
        "@planner",
        20,
    )]);
    assert_eq!(mentions(&world, "planner"), 1);
    let task = world.of("coder", ActionType::Mention, 1);
    assert_eq!(world.state(task), TaskState::Working);
}

#[test]
fn comment_told_thrice_wakes_once() {
    let mut world = World::new();
    world.tell([Issue::new(1).opened()]);
    let said = comment(1, 5, "maria", "@coder", 20);
    world.tell([said.clone(), said.clone()]);
    world.looked(LookAt::Subject(subject(1)), [as_looked(&said)]);
    assert_eq!(mentions(&world, "coder"), 1);
}

#[test]
fn two_assignees_are_two_tasks() {
    let mut world = World::new();
    let mut issue = Issue::new(1);
    // As it is delivered when an issue is created with both.
    let first = issue.assign("maria", &["coder"], 10);
    let second = issue.assign("maria", &["coder", "planner"], 10);
    for fact in [second, issue.opened(), first] {
        world.tell([fact]);
    }
    world.is_at_work(world.of("coder", ActionType::IssueAssigned, 1));
    world.is_at_work(world.of("planner", ActionType::IssueAssigned, 1));
    assert_eq!(world.tasks().len(), 2);
}

#[test]
fn assigned_at_creation_without_a_time_is_the_same_assignment() {
    let mut world = World::new();
    let issue = Issue::new(1).to(&["coder"]);
    let mut early = issue.clone();
    early.0.updated_ms = 0;
    early.0.created_ms = 0;
    world.tell([early.told(IssueAction::Assigned)]);
    world.tell([issue.opened()]);
    assert_eq!(world.tasks().len(), 1);
}

#[test]
fn mention_of_whoever_has_the_issue_is_no_work_of_its_own() {
    let mut world = World::new();
    world.tell([Issue::new(1).to(&["coder"]).saying("@coder do it").opened()]);
    world.is_at_work(world.of("coder", ActionType::IssueAssigned, 1));
    world.ended(
        world.of("coder", ActionType::Mention, 1),
        Ending::Superseded,
    );
}

#[test]
fn replaced_within_a_second() {
    let (mut world, mut issue, task) = assigned();
    let gone = issue.unassign("maria", &[], 20);
    let come = issue.assign("maria", &["planner"], 20);
    world.tell([come]);
    world.tell([gone]);
    world.ended(task, Ending::Withdrawn);
    world.is_at_work(world.of("planner", ActionType::IssueAssigned, 1));
}

#[test]
fn created_and_taken_within_a_second() {
    let mut world = World::new();
    let mut issue = Issue::new(1);
    let opened = issue.opened();
    let taken = issue.assign("coder", &["coder"], 10);
    world.tell([taken]);
    world.tell([opened]);
    world.is_at_work(world.of("coder", ActionType::IssueAssigned, 1));
}

#[test]
fn said_and_given_back_within_a_second() {
    let (mut world, mut issue, task) = assigned();
    let mut said = issue.clone();
    said.0.updated_ms = ms(20);
    world.tell([issue.unassign("coder", &[], 20)]);
    world.tell([
        said.told(IssueAction::Seen),
        comment(1, 5, "coder", "not for me", 20),
    ]);
    world.ended(task, Ending::Withdrawn);
    assert_eq!(world.tasks().len(), 1);
}

#[test]
fn closed_within_the_second_of_a_look() {
    let (mut world, mut issue, task) = assigned();
    let mut seen = issue.clone();
    seen.0.updated_ms = ms(20);
    world.tell([issue.close("maria", 20)]);
    world.tell([seen.look()]);
    world.ended(task, Ending::Closed);
    assert_eq!(world.tasks().len(), 1);
}

#[test]
fn reopened_issue_is_begun_again() {
    let (mut world, mut issue, first) = assigned();
    world.tell([issue.close("maria", 20)]);
    world.tell([issue.reopen("maria", 30)]);
    world.ended(first, Ending::Closed);
    let second = world.all_of("coder", ActionType::IssueAssigned, 1)[1];
    assert!(
        !world.is_active(second),
        "the first attempt has not let go of the branch"
    );
    world.end(first, AttemptEnd::Cancelled);
    world.is_at_work(second);
    assert_eq!(world.tasks()[1].1.cause, Cause::Assigned(1));
    world.tell([issue.close("maria", 40)]);
    world.ended(second, Ending::Closed);
}

#[test]
fn reopened_issue_is_not_ended_by_what_was_merged_before() {
    let (mut world, mut issue, first) = assigned();
    world.end(first, AttemptEnd::Done);
    let mut pull = Pull::closing(2, 1);
    world.tell([
        pull.opened(),
        pull.merge("maria", 30),
        issue.close("maria", 30),
    ]);
    world.tell([issue.reopen("maria", 40)]);
    let second = world.all_of("coder", ActionType::IssueAssigned, 1)[1];
    world.is_at_work(second);
}

#[test]
fn unassigned_is_withdrawn_and_its_attempt_ended() {
    let (mut world, mut issue, task) = assigned();
    let run = world.run(task);
    let decided = world.tell([issue.unassign("maria", &[], 20)]);
    world.ended(task, Ending::Withdrawn);
    let cancelled = |it: &ledger::board::BoardDecided| matches!(it, ledger::board::BoardDecided::Cancelled { run: it, .. } if *it == run);
    assert!(decided.iter().any(cancelled));
    world.tell([issue.assign("maria", &["coder"], 30)]);
    assert_eq!(world.all_of("coder", ActionType::IssueAssigned, 1).len(), 2);
}

#[test]
fn deleted_issue_is_withdrawn() {
    let (mut world, mut issue, task) = assigned();
    world.tell([comment(1, 5, "maria", "@planner", 20)]);
    world.tell([issue.delete("maria")]);
    world.ended(task, Ending::Withdrawn);
    world.ended(
        world.of("planner", ActionType::Mention, 1),
        Ending::Withdrawn,
    );
}

#[test]
fn deleted_pull_request_is_withdrawn() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened(), pull.ask("coder", "judge", false, 25)]);
    world.tell([pull.delete("maria")]);
    world.ended(
        world.of("judge", ActionType::ReviewRequest, 2),
        Ending::Withdrawn,
    );
}

#[test]
fn unassigned_issue_is_discussed_although_its_opening_was_lost() {
    let mut world = World::new();
    let mut issue = Issue::new(1).labelled(&["type/feat"]);
    issue.0.updated_ms = ms(90);
    world.looked(LookAt::Subject(subject(1)), [issue.look()]);
    world.of("boss", ActionType::IssueDiscussion, 1);
}

#[test]
fn issue_from_before_the_daemon_is_not_discussed() {
    let mut world = World::new();
    let mut issue = Issue::new(1).labelled(&["type/feat"]);
    issue.0.created_ms = ms(0) - 60_000;
    issue.0.updated_ms = ms(90);
    world.looked(LookAt::Subject(subject(1)), [issue.look()]);
    world.tell([issue.told(IssueAction::Seen)]);
    assert_eq!(world.tasks(), []);
}

#[test]
fn unassigned_issue_is_discussed_once_its_labels_are_known() {
    let mut world = World::new();
    let mut issue = Issue::new(1);
    world.tell([issue.opened()]);
    let mut told = issue.label(&["type/feat"], 10);
    if let ledger::forge::What::Issue { issue, .. } = &mut told.what {
        issue.labels = None;
    }
    let decided = world.deliver([told], [1]);
    assert_eq!(looks(&decided), [LookAt::Subject(subject(1))]);
    assert_eq!(world.tasks(), []);
    world.looked(LookAt::Subject(subject(1)), [issue.look()]);
    world.of("boss", ActionType::IssueDiscussion, 1);
}

#[test]
fn two_texts_of_one_second_are_looked_at() {
    let mut world = World::new();
    let mut issue = Issue::new(1);
    world.tell([issue.opened()]);
    let first = issue.edit("[parent #7] Something", "", 20);
    let second = issue.edit("[parent #8] Something", "", 20);
    world.tell([first]);
    assert_eq!(looks(&world.tell([second])), [LookAt::Subject(subject(1))]);
}

#[test]
fn what_changes_during_a_look_is_looked_at_again() {
    let mut world = World::new();
    let list = LookAt::Subject(subject(1));
    assert_eq!(looks(&world.deliver([], [1])), from_ref(&list));
    assert_eq!(looks(&world.deliver([], [1])), []);
    assert_eq!(looks(&world.looked(list.clone(), [])), from_ref(&list));
    assert_eq!(looks(&world.looked(list.clone(), [])), []);
    world.deliver([], [1]);
    // What a daemon had asked for when it ended is asked for by the next one.
    let options = world.board.options.clone();
    assert_eq!(looks(&world.open(options)), [list]);
}
