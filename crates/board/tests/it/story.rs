//! A story of all kinds of facts.

use ledger::forge::{
    CheckState, CommentAction, Fact, IssueAction, PullAction, ReviewVerdict, What,
};

use crate::facts::{Issue, Pull, as_looked, check, comment, comment_told};

/// The issue that is closed for good.
const CLOSED_ISSUE: u64 = 102;
/// The comment that is deleted.
const DELETED_COMMENT: u64 = 6;
/// A comment that is answered by one that is deleted.
const ANSWERED_COMMENT: u64 = 7;
const DELETED_ANSWER: u64 = 8;

/// What happened, and what a look shows at its end.
pub(crate) struct Story {
    pub(crate) facts: Vec<Fact>,
    pub(crate) end: Vec<Fact>,
}

/// A parent that is discussed, parts with their pull requests, all verdicts, red and green checks, mentions that are changed
/// and deleted, people who are assigned, replaced and taken out, what is closed, opened again and deleted.
pub(crate) fn story() -> Story {
    let mut facts = Vec::new();
    let mut parent = Issue::new(100).by("boss").labelled(&["type/feat"]);
    facts.extend([parent.opened(), parent.label(&["type/feat", "urgent"], 11)]);
    facts.push(comment(
        100,
        1,
        "boss",
        "@coder @planner what do you think?",
        12,
    ));
    facts.push(comment(100, 2, "planner", "I take the plan", 15));
    let mut part = Issue::new(101).by("coder").to(&["coder"]).created(20);
    part = part
        .titled("[w][sub][parent #100] Code")
        .saying("Parent: #100");
    facts.push(part.opened());
    let mut plan = Issue::new(102)
        .by("planner")
        .created(21)
        .saying("Parent: #100 and @coder helps");
    let first = plan.assign("planner", &["planner"], 21);
    facts.extend([first, plan.opened()]);
    facts.push(plan.assign("maria", &["planner", "coder"], 25));
    facts.extend([
        plan.unassign("maria", &["planner"], 27),
        plan.close("maria", 30),
    ]);
    facts.push(comment(102, 3, "coder", "[Action Report] planned", 31));
    let broken = Issue::new(103).titled("Deploy failed").created(32);
    facts.extend([
        broken.opened(),
        comment(103, 4, "ops", "[action report] disk", 35),
    ]);
    let mut infra = Issue::new(104)
        .labelled(&["type/infrastructure"])
        .created(36);
    facts.extend([infra.opened(), infra.edit("Runner down", "see #103", 37)]);
    let mut gone = Issue::new(105).to(&["judge"]).saying("@ops?").created(38);
    facts.extend([gone.opened(), gone.delete("maria")]);
    let mut code = Pull::closing(110, 101).created(40).draft();
    facts.extend([code.opened(), code.ready(41)]);
    facts.push(code.ask("coder", "judge", false, 42));
    facts.push(check('a', "test", CheckState::Pending, 43));
    facts.push(check('a', "test", CheckState::Failure, 44));
    facts.push(check('a', "ci", CheckState::Failure, 44));
    facts.extend([
        code.push("coder", 'b', 46),
        check('b', "test", CheckState::Pending, 47),
    ]);
    facts.push(check('b', "lint", CheckState::Neutral, 47));
    facts.push(check('b', "test", CheckState::Success, 48));
    facts.extend(code.changes("judge", "not like that, @planner?", 50));
    facts.extend(code.review("planner", ReviewVerdict::Comment, "why so?", 52));
    facts.push(comment(110, 5, "coder", "@judge because", 53));
    facts.push(comment_told(
        CommentAction::Edited,
        (110, 5),
        "coder",
        "@judge @ops because",
        53,
    ));
    facts.push(code.push("coder", 'c', 55));
    facts.extend([
        code.ask("coder", "judge", false, 56),
        code.ask("coder", "ops", false, 56),
    ]);
    facts.push(code.ask("coder", "ops", true, 57));
    facts.extend(code.approve("judge", 58));
    facts.extend([code.merge("judge", 60), part.close("judge", 60)]);
    facts.extend([part.reopen("maria", 65), part.unassign("maria", &[], 66)]);
    facts.push(part.assign("planner", &["planner"], 67));
    let mut again = Pull::new(111).by("planner").on("fix/101-more").created(70);
    facts.extend([
        again.opened(),
        again.close("maria", 71),
        again.reopen("maria", 73),
    ]);
    facts.push(check('a', "test", CheckState::Failure, 74));
    facts.extend(again.approve("judge", 75));
    facts.push(comment(111, DELETED_COMMENT, "maria", "@coder look", 76));
    facts.push(comment_told(
        CommentAction::Deleted,
        (111, DELETED_COMMENT),
        "maria",
        "@coder look",
        76,
    ));
    // An answer that was deleted was an answer.
    facts.push(comment(111, ANSWERED_COMMENT, "maria", "@judge why?", 77));
    let answer = (111, DELETED_ANSWER);
    facts.push(comment(111, DELETED_ANSWER, "judge", "because", 78));
    facts.push(comment_told(
        CommentAction::Deleted,
        answer,
        "judge",
        "because",
        78,
    ));
    let mut last = Issue::new(112).labelled(&["type/bug"]).created(80);
    facts.extend([last.opened(), last.assign("coder", &["coder"], 81)]);
    facts.extend([last.close("coder", 82), last.reopen("maria", 83)]);
    let mut theirs = Pull::new(113)
        .by("maria")
        .saying("For @judge. Refs #112")
        .created(84);
    facts.extend([theirs.opened(), theirs.ask("maria", "coder", false, 85)]);
    facts.push(theirs.push("maria", 'd', 86));
    facts.push(check('d', "test", CheckState::Failure, 87));
    let mut end: Vec<Fact> = [&parent, &part, &plan, &broken, &infra, &last]
        .map(Issue::look)
        .into();
    end.extend([&code, &again, &theirs].map(Pull::look));
    end.push(as_looked(&theirs.ask("maria", "coder", false, 86)));
    // What can be looked up; what was deleted or taken back can't.
    end.extend(facts.iter().filter(|it| is_kept(it)).map(as_looked));
    Story { facts, end }
}

/// Whether a forge still tells of it when it is looked at later.
fn is_kept(fact: &Fact) -> bool {
    if let What::Comment { comment, .. } = &fact.what {
        return ![DELETED_COMMENT, DELETED_ANSWER].contains(&comment.id);
    }
    matches!(fact.what, What::Review(_) | What::Check { .. })
}

/// Whether no look makes up for it when it is lost: it is the only one that tells that something was taken back, or that
/// what is open now was closed in between.
pub(crate) fn is_irreplaceable(fact: &Fact) -> bool {
    if let What::Comment { action, .. } = &fact.what {
        *action == CommentAction::Deleted
    } else if let What::ReviewRequest { removed, .. } = &fact.what {
        *removed
    } else if let What::Issue { action, issue } = &fact.what {
        let is_undone = *action == IssueAction::Closed && issue.number != CLOSED_ISSUE;
        *action == IssueAction::Deleted || is_undone
    } else if let What::Pull { action, pull } = &fact.what {
        *action == PullAction::Closed && !pull.merged
    } else {
        false
    }
}
