//! The signals that move an issue's task, what was judged where they leave room (J1 to J7), and the life of branches and
//! pull requests.

use ledger::board::{ActionType, AttemptEnd, BoardDecided, Ending, TaskState};
use ledger::forge::{CheckState, ReviewVerdict};

use crate::facts::{Issue, Pull, as_looked, check, comment};
use crate::kit::{World, assigned, dispatched};

// The signals that move a task.

#[test]
fn signal_agent_creates_a_part_and_it_is_begun() {
    let mut world = World::new();
    world.tell([Issue::new(100).by("boss").labelled(&["type/feat"]).opened()]);
    let part = Issue::new(101).by("coder").to(&["coder"]);
    let decided = world.tell([part
        .titled("[w][sub][parent #100] Strategy")
        .saying("Parent: #100")
        .opened()]);
    let task = world.of("coder", ActionType::IssueAssigned, 101);
    assert_eq!(dispatched(&decided), [task]);
    world.is_at_work(task);
}

#[test]
fn signal_pull_request_opened_moves_to_review() {
    let (mut world, _, task) = assigned();
    world.tell([Pull::closing(2, 1).opened()]);
    assert_eq!(world.state(task), TaskState::Review);
    assert!(world.is_active(task), "its agent may finish");
}

#[test]
fn signal_review_that_asks_for_changes_moves_back_to_working() {
    let (mut world, _, task) = assigned();
    let mut pull = Pull::closing(2, 1);
    world.tell([pull.opened()]);
    world.tell(pull.changes("judge", "no", 30));
    assert_eq!(world.state(task), TaskState::Working);
}

#[test]
fn signal_approval_leaves_it_in_review() {
    let (mut world, _, task) = assigned();
    let mut pull = Pull::closing(2, 1);
    world.tell([pull.opened()]);
    world.tell(pull.approve("judge", 30));
    assert_eq!(world.state(task), TaskState::Review);
}

#[test]
fn signal_merge_ends_it_and_the_closing_of_its_issue_adds_nothing() {
    let (mut world, mut issue, task) = assigned();
    let mut pull = Pull::closing(2, 1);
    world.tell([pull.opened()]);
    world.tell([pull.merge("judge", 40)]);
    world.ended(task, Ending::Merged);
    let decided = world.tell([issue.close("judge", 40)]);
    assert_eq!(decided, []);
}

#[test]
fn signal_comment_ends_only_what_a_report_ends() {
    let (mut world, _, task) = assigned();
    world.tell([comment(1, 5, "coder", "[Action Report] done", 40)]);
    world.is_at_work(task);
}

// J1 to J7: where the table leaves room.

#[test]
fn j1_an_end_before_the_beginning_is_an_anomaly_and_an_end() {
    let mut world = World::with(|it| it.parallel_max = 0);
    let mut issue = Issue::new(1).to(&["coder"]);
    world.tell([issue.opened()]);
    let task = world.of("coder", ActionType::IssueAssigned, 1);
    let decided = world.tell([issue.close("maria", 30)]);
    let anomaly = |it: &BoardDecided| matches!(it, BoardDecided::Anomaly { task: Some(it), .. } if *it == task);
    assert!(decided.iter().any(anomaly), "{decided:?}");
    world.ended(task, Ending::Closed);
    let mut options = world.board.options.clone();
    options.parallel_max = 10;
    assert_eq!(dispatched(&world.open(options)), []);
}

#[test]
fn j2_push_comment_and_approval_move_nothing() {
    let (mut world, _, task) = assigned();
    let mut pull = Pull::closing(2, 1);
    world.tell([pull.opened()]);
    world.tell([pull.push("coder", 'b', 30)]);
    world.tell([comment(2, 5, "maria", "nice", 31)]);
    world.tell(pull.review("maria", ReviewVerdict::Comment, "nice", 32));
    assert_eq!(world.state(task), TaskState::Review);
    world.tell(pull.changes("judge", "no", 33));
    world.tell([pull.push("coder", 'c', 40)]);
    world.tell(pull.approve("judge", 41));
    assert_eq!(world.state(task), TaskState::Working);
}

#[test]
fn j2_a_draft_waits_for_nobody_until_it_is_ready() {
    let (mut world, _, task) = assigned();
    let mut pull = Pull::closing(2, 1).draft();
    world.tell([pull.opened()]);
    assert_eq!(world.state(task), TaskState::Working);
    world.tell([pull.ready(30)]);
    assert_eq!(world.state(task), TaskState::Review);
}

#[test]
fn j3_the_issue_of_a_pull_request_is_found_by_its_branch_too() {
    let (mut world, _, task) = assigned();
    let mut pull = Pull::new(2).on("feat/1-something");
    world.tell([pull.opened()]);
    assert_eq!(world.state(task), TaskState::Review);
    world.tell([pull.merge("maria", 40)]);
    world.ended(task, Ending::Merged);
}

#[test]
fn j3_what_it_says_counts_before_its_branch() {
    let mut world = World::new();
    world.tell([Issue::new(1).to(&["coder"]).opened()]);
    world.tell([Issue::new(3).to(&["coder"]).opened()]);
    world.tell([Pull::closing(2, 3).on("feat/1-something").opened()]);
    let one = world.of("coder", ActionType::IssueAssigned, 1);
    let three = world.of("coder", ActionType::IssueAssigned, 3);
    assert_eq!(world.state(one), TaskState::Working);
    assert_eq!(world.state(three), TaskState::Review);
}

#[test]
fn j4_who_merges_its_own_pull_request_is_told_nothing() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened(), pull.merge("coder", 30)]);
    assert_eq!(world.tasks(), []);
    let mut pull = Pull::new(3).by("maria");
    world.tell([pull.opened(), pull.merge("judge", 30)]);
    assert_eq!(world.tasks(), []);
}

#[test]
fn j5_a_report_counts_from_its_own_agent_on_its_own_subject_after_the_cause() {
    let mut world = World::new();
    let issue = Issue::new(1).titled("Deploy failed");
    world.tell([issue.opened(), Issue::new(9).opened()]);
    let task = world.of("ops", ActionType::DeployFailure, 1);
    world.tell([comment(9, 5, "ops", "[Action Report]", 20)]);
    world.tell([comment(1, 6, "coder", "[Action Report]", 21)]);
    world.tell([comment(
        1,
        7,
        "ops",
        "> [Action Report]\n\nwhat is that?",
        22,
    )]);
    world.is_at_work(task);
    world.tell([comment(1, 8, "ops", "[Action Report]", 23)]);
    world.ended(task, Ending::Reported);
}

#[test]
fn j6_all_mentions_in_one_comment_are_one_task() {
    let mut world = World::new();
    world.tell([Issue::new(1).opened()]);
    let body = "@coder and @CODER, also @planner: hello @coder";
    world.tell([comment(1, 5, "maria", body, 20)]);
    world.of("coder", ActionType::Mention, 1);
    world.of("planner", ActionType::Mention, 1);
    world.tell([comment(1, 6, "maria", "@coder once more", 21)]);
    assert_eq!(world.all_of("coder", ActionType::Mention, 1).len(), 2);
}

#[test]
fn j7_a_red_head_is_one_task_however_many_jobs_and_deliveries_tell_of_it() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([
        pull.opened(),
        check('a', "ci / lint (push)", CheckState::Failure, 30),
    ]);
    world.tell([check('a', "lint", CheckState::Failure, 30)]);
    world.tell([check('a', "ci.yml", CheckState::Error, 31)]);
    world.tell([check('a', "ci.yml", CheckState::Failure, 32)]);
    world.of("coder", ActionType::CiFailure, 2);
    world.tell([pull.push("coder", 'b', 40)]);
    world.tell([check('b', "lint", CheckState::Failure, 50)]);
    assert_eq!(world.all_of("coder", ActionType::CiFailure, 2).len(), 2);
}

// Branches and pull requests.

#[test]
fn branch_of_an_issue_is_the_branch_of_its_pull_request() {
    let (mut world, _, task) = assigned();
    let mut pull = Pull::closing(2, 1);
    world.tell([pull.opened()]);
    world.tell(pull.changes("judge", "no", 30));
    let back = world.of("coder", ActionType::ReviewResult, 2);
    assert!(world.is_active(task));
    assert!(!world.is_active(back), "its branch is in use");
    let decided = world.end(task, AttemptEnd::Done);
    assert_eq!(dispatched(&decided), [back]);
}

#[test]
fn review_sent_back_pushes_to_the_same_pull_request() {
    let (mut world, _, task) = assigned();
    let mut pull = Pull::closing(2, 1);
    world.tell([pull.opened()]);
    world.end(task, AttemptEnd::Done);
    world.tell(pull.changes("judge", "no", 30));
    let back = world.of("coder", ActionType::ReviewResult, 2);
    world.is_at_work(back);
    world.tell([pull.push("coder", 'b', 40)]);
    world.ended(back, Ending::Pushed);
    assert_eq!(world.all_of("coder", ActionType::IssueAssigned, 1), [task]);
    world.tell(pull.approve("judge", 50));
    world.tell([pull.merge("coder", 60)]);
    world.ended(task, Ending::Merged);
    assert_eq!(world.open_tasks(), []);
}

#[test]
fn parent_issue_gets_no_coding_task() {
    let mut world = World::new();
    world.tell([Issue::new(100).by("boss").labelled(&["type/feat"]).opened()]);
    let kinds: Vec<ActionType> = world.tasks().iter().map(|(_, key, _)| key.action).collect();
    assert_eq!(kinds, [ActionType::IssueDiscussion]);
}

#[test]
fn pull_request_that_loses_its_issue_no_longer_holds_it() {
    let (mut world, _, task) = assigned();
    let mut pull = Pull::closing(2, 1);
    world.tell([pull.opened()]);
    world.tell([pull.edit("Refs #1", 30)]);
    assert_eq!(world.state(task), TaskState::Working);
    world.tell([pull.merge("maria", 40)]);
    assert_eq!(world.state(task), TaskState::Working);
}

#[test]
fn pull_request_closed_unmerged_is_no_end() {
    let (mut world, _, task) = assigned();
    let mut pull = Pull::closing(2, 1);
    world.tell([pull.opened(), pull.close("maria", 30)]);
    assert_eq!(world.state(task), TaskState::Working);
    world.tell([pull.reopen("maria", 40)]);
    assert_eq!(world.state(task), TaskState::Review);
}

#[test]
fn pull_request_of_somebody_else_does_not_end_the_agents_turn() {
    let (mut world, _, task) = assigned();
    world.end(task, AttemptEnd::Failed { why: "so".into() });
    world.tell([Pull::closing(2, 1).by("stranger").opened()]);
    assert_ne!(world.state(task), TaskState::Review);
    world.wait(60);
    world.is_at_work(task);
}

#[test]
fn approval_counts_for_what_was_approved() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.approve("reviewer", 20));
    let task = world.of("coder", ActionType::ReviewResult, 2);
    world.is_at_work(task);
    world.tell([pull.push("coder", 'b', 30)]);
    world.ended(task, Ending::Superseded);
}

#[test]
fn approval_that_is_taken_back_is_none() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.approve("reviewer", 20));
    let approval = world.of("coder", ActionType::ReviewResult, 2);
    world.tell(pull.changes("reviewer", "not yet", 30));
    world.ended(approval, Ending::Superseded);
}

/// Forges tell whole seconds, and a look tells nothing of when something was pushed.
#[test]
fn push_within_the_second_of_a_review_is_seen_by_a_look() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.changes("judge", "not yet", 30));
    let task = world.of("coder", ActionType::ReviewResult, 2);
    let _told_to_nobody = pull.push("coder", 'b', 30);
    world.tell([pull.look()]);
    world.ended(task, Ending::Pushed);
    world.is_at_work(world.of("judge", ActionType::ReviewUpdated, 2));
}

#[test]
fn answer_within_the_second_of_a_review_counts_by_its_run() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.review("maria", ReviewVerdict::Comment, "Why?", 30));
    let task = world.of("coder", ActionType::ReviewComment, 2);
    let by = |run: &str| format!("So.\n\n<!-- interlock:{run}-0123456789ab -->");
    world.tell([comment(2, 8, "coder", "Of whom?", 30)]);
    world.tell([comment(2, 9, "coder", &by("r0other"), 30)]);
    world.is_at_work(task);
    let own = by(&world.run(task).to_string());
    world.tell([comment(2, 10, "coder", &own, 30)]);
    world.ended(task, Ending::Commented);
}

/// Two pushes and a review between them in one second, of which only looks tell.
#[test]
fn looks_tell_in_which_order_heads_came_within_a_second() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    let _told_to_nobody = pull.push("coder", 'b', 30);
    world.tell([pull.look()]);
    let review = pull.changes("judge", "not yet", 30);
    world.tell(review.iter().map(as_looked));
    let task = world.of("coder", ActionType::ReviewResult, 2);
    world.is_at_work(task);
    let _told_to_nobody = pull.push("coder", 'c', 30);
    world.tell([pull.look()]);
    world.ended(task, Ending::Pushed);
    world.is_at_work(world.of("judge", ActionType::ReviewUpdated, 2));
}

#[test]
fn an_approval_within_the_second_of_a_push_is_looked_up() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell([pull.push("coder", 'b', 30)]);
    world.tell([pull.push("coder", 'c', 30)]);
    world.tell(pull.approve("judge", 30));
    world.is_at_work(world.of("coder", ActionType::ReviewResult, 2));
}
