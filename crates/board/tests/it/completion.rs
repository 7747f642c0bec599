//! What ends a task, for each kind of event.

use ledger::board::{ActionType, AttemptEnd, Ending, TaskState};
use ledger::forge::{CheckState, ReviewVerdict};

use crate::facts::{Issue, Pull, check, comment};
use crate::kit::World;

const REPORT: &str = "[Action Report]\n**CI**: green";

#[test]
fn completion_issue_assigned_by_merge() {
    let mut world = World::new();
    world.tell([Issue::new(1).to(&["coder"]).opened()]);
    let task = world.of("coder", ActionType::IssueAssigned, 1);
    world.is_at_work(task);
    let mut pull = Pull::closing(2, 1);
    world.tell([pull.opened()]);
    assert_eq!(world.state(task), TaskState::Review);
    world.tell([pull.merge("maria", 90)]);
    world.ended(task, Ending::Merged);
}

#[test]
fn completion_issue_assigned_by_close() {
    let mut world = World::new();
    let mut issue = Issue::new(1).to(&["coder"]);
    world.tell([issue.opened()]);
    let task = world.of("coder", ActionType::IssueAssigned, 1);
    world.tell([comment(1, 5, "coder", REPORT, 40)]);
    world.is_at_work(task);
    world.tell([issue.close("maria", 50)]);
    world.ended(task, Ending::Closed);
}

#[test]
fn completion_ci_failure_by_report() {
    let mut world = World::new();
    world.tell([
        Pull::new(2).opened(),
        check('a', "lint", CheckState::Failure, 30),
    ]);
    let task = world.of("coder", ActionType::CiFailure, 2);
    world.tell([comment(2, 5, "coder", "I look into it", 40)]);
    world.is_at_work(task);
    world.tell([comment(2, 6, "maria", REPORT, 41)]);
    world.is_at_work(task);
    world.tell([comment(2, 7, "coder", REPORT, 42)]);
    world.ended(task, Ending::Reported);
}

#[test]
fn completion_ci_failure_by_report_on_its_issue() {
    let mut world = World::new();
    world.tell([Issue::new(1).opened(), Pull::closing(2, 1).opened()]);
    world.tell([comment(1, 4, "coder", REPORT, 25)]);
    world.tell([check('a', "lint", CheckState::Failure, 30)]);
    let task = world.of("coder", ActionType::CiFailure, 2);
    world.is_at_work(task);
    world.tell([comment(1, 5, "coder", REPORT, 40)]);
    world.ended(task, Ending::Reported);
}

#[test]
fn completion_review_result_approved_by_merge() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.approve("judge", 30));
    let task = world.of("coder", ActionType::ReviewResult, 2);
    world.tell([comment(2, 5, "coder", "thank you", 31)]);
    world.is_at_work(task);
    world.tell([pull.merge("coder", 40)]);
    world.ended(task, Ending::Merged);
}

#[test]
fn completion_review_result_changes_by_push() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.changes("judge", "no", 30));
    let task = world.of("coder", ActionType::ReviewResult, 2);
    world.tell([comment(2, 5, "coder", REPORT, 31)]);
    world.is_at_work(task);
    world.tell([pull.push("coder", 'b', 40)]);
    world.ended(task, Ending::Pushed);
    // What was pushed is looked at by whoever asked for it, as it is on the same pull request.
    let again = world.of("judge", ActionType::ReviewUpdated, 2);
    world.is_at_work(again);
}

#[test]
fn completion_review_request_by_review() {
    for verdict in [
        ReviewVerdict::Approved,
        ReviewVerdict::Changes,
        ReviewVerdict::Comment,
    ] {
        let mut world = World::new();
        let mut pull = Pull::new(2);
        world.tell([pull.opened(), pull.ask("coder", "judge", false, 25)]);
        let task = world.of("judge", ActionType::ReviewRequest, 2);
        world.tell([comment(2, 5, "judge", "let me see", 28)]);
        world.tell(pull.review("maria", ReviewVerdict::Approved, "", 29));
        world.is_at_work(task);
        world.tell(pull.review("judge", verdict, "seen", 30));
        world.ended(task, Ending::Reviewed);
    }
}

#[test]
fn completion_review_updated_by_review() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened()]);
    world.tell(pull.changes("judge", "no", 30));
    world.tell([pull.push("coder", 'b', 40)]);
    let task = world.of("judge", ActionType::ReviewUpdated, 2);
    world.is_at_work(task);
    world.tell([comment(2, 5, "judge", "let me see", 45)]);
    world.is_at_work(task);
    world.tell(pull.approve("judge", 50));
    world.ended(task, Ending::Reviewed);
}

#[test]
fn completion_review_comment_by_comment() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened(), comment(2, 4, "coder", "here it is", 21)]);
    world.tell(pull.review("judge", ReviewVerdict::Comment, "why so?", 30));
    let task = world.of("coder", ActionType::ReviewComment, 2);
    world.tell([comment(2, 5, "maria", "good question", 35)]);
    world.is_at_work(task);
    world.tell([comment(2, 6, "coder", "because", 40)]);
    world.ended(task, Ending::Commented);
}

#[test]
fn completion_mention_by_comment() {
    let mut world = World::new();
    world.tell([Issue::new(1).opened()]);
    world.tell([comment(1, 5, "maria", "@coder what do you think?", 20)]);
    let task = world.of("coder", ActionType::Mention, 1);
    world.tell([comment(1, 6, "planner", "I think so", 25)]);
    world.is_at_work(task);
    world.tell([comment(1, 7, "coder", "so do I", 30)]);
    world.ended(task, Ending::Commented);
}

#[test]
fn completion_mention_in_the_text_of_an_issue() {
    let mut world = World::new();
    world.tell([Issue::new(1).saying("Ask @Coder.").opened()]);
    let task = world.of("coder", ActionType::Mention, 1);
    world.is_at_work(task);
    world.tell([comment(1, 7, "coder", "yes?", 30)]);
    world.ended(task, Ending::Commented);
}

#[test]
fn completion_deploy_failure_by_report() {
    let mut world = World::new();
    world.tell([Issue::new(1).titled("部署失败: staging").opened()]);
    let task = world.of("ops", ActionType::DeployFailure, 1);
    world.tell([comment(1, 7, "ops", "I look", 30)]);
    world.is_at_work(task);
    world.tell([comment(
        1,
        8,
        "ops",
        "> quoted\n\n[action report] disk full",
        40,
    )]);
    world.ended(task, Ending::Reported);
}

#[test]
fn completion_infrastructure_failure_by_report() {
    let mut world = World::new();
    world.tell([Issue::new(1).labelled(&["type/infrastructure"]).opened()]);
    let task = world.of("ops", ActionType::InfrastructureFailure, 1);
    world.tell([comment(1, 7, "coder", REPORT, 30)]);
    world.is_at_work(task);
    world.tell([comment(1, 8, "ops", REPORT, 40)]);
    world.ended(task, Ending::Reported);
}

#[test]
fn completion_review_merged_by_itself() {
    let mut world = World::new();
    let mut pull = Pull::new(2);
    world.tell([pull.opened(), pull.merge("judge", 30)]);
    let task = world.of("coder", ActionType::ReviewMerged, 2);
    world.ended(task, Ending::Notice);
    assert_eq!(world.task(task).attempts, 0, "a notice is no work");
}

#[test]
fn completion_issue_closed_by_itself() {
    let mut world = World::new();
    let mut issue = Issue::new(1).by("planner");
    world.tell([issue.opened(), issue.close("maria", 30)]);
    let task = world.of("planner", ActionType::IssueClosed, 1);
    world.ended(task, Ending::Notice);
    assert_eq!(world.task(task).attempts, 0, "a notice is no work");
}

#[test]
fn completion_issue_discussion_by_its_attempt() {
    let mut world = World::new();
    world.tell([Issue::new(1).labelled(&["type/feat"]).opened()]);
    let task = world.of("boss", ActionType::IssueDiscussion, 1);
    world.tell([comment(1, 7, "boss", "what do we want?", 30)]);
    world.is_at_work(task);
    world.end(task, AttemptEnd::Done);
    world.ended(task, Ending::Completed);
}
