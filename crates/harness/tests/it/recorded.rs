//! What real servers delivered means the same in any order, however often it comes, and when some of it is lost.

use std::collections::BTreeMap;

use ledger::board::{Ending, LookAt};
use ledger::forge::{CommentAction, Fact, IssueAction, Origin, PullAction, What};

use crate::told::{Dice, Teller, Told, difference, open, recorded, repo};

/// Orders of each recording.
const ORDERS: u64 = 1_000;
/// Orders with something lost.
const ORDERS_WITH_LOSSES: u64 = 300;

/// What becomes of the recording of Gitea, if nobody begins anything.
const GITEA: &[&str] = &[
    "1 coordinator issue_discussion done merged",
    "3 coder-bot issue_assigned done closed",
    "4 coder-bot issue_assigned done withdrawn",
    "4 planner-bot issue_assigned done withdrawn",
    "1 coder-bot issue_assigned done withdrawn",
    "1 planner-bot issue_assigned done withdrawn",
    "1 coder-bot issue_assigned done withdrawn",
    "1 coder-bot issue_assigned done merged",
    "2 coder-bot issue_assigned done closed",
    "2 coder-bot issue_assigned pending",
    "6 coder-bot issue_assigned pending",
    "1 coder-bot mention done commented",
    "1 reviewer-bot mention done withdrawn",
    "7 coder-bot mention pending",
    "7 coder-bot ci_failure done fixed",
    "7 reviewer-bot review_request done withdrawn",
    "7 reviewer-bot review_request done reviewed",
    "7 planner-bot review_request done reviewed",
    "7 coder-bot review_result done pushed",
    "7 coder-bot mention done superseded",
    "7 coder-bot review_comment done merged",
    "7 coder-bot review_comment done merged",
    "7 coder-bot review_comment done merged",
    "7 coder-bot review_result done superseded",
    "7 planner-bot review_updated done merged",
    "7 reviewer-bot review_updated done merged",
    "8 reviewer-bot review_request done closed",
    "7 coder-bot review_merged done notice",
    "3 coordinator issue_closed done notice",
    "3 coder-bot issue_assigned done closed",
    "10 coordinator issue_closed done notice",
    "12 reviewer-bot review_request done closed",
    "12 planner-bot review_request done closed",
];

/// The same of Forgejo's, which tells nothing of what was deleted.
const FORGEJO: &[&str] = &[
    "1 coordinator issue_discussion done merged",
    "3 coder-bot issue_assigned done closed",
    "4 coder-bot issue_assigned pending",
    "4 planner-bot issue_assigned pending",
    "1 coder-bot issue_assigned done merged",
    "2 coder-bot issue_assigned pending",
    "6 coder-bot issue_assigned review",
    "1 coder-bot mention done commented",
    "1 reviewer-bot mention done withdrawn",
    "7 coder-bot mention pending",
    "7 reviewer-bot review_request done reviewed",
    "7 planner-bot review_request done reviewed",
    "7 coder-bot review_result done pushed",
    "7 coder-bot mention done superseded",
    "7 coder-bot review_comment done merged",
    "7 coder-bot review_comment done merged",
    "7 coder-bot review_comment done merged",
    "7 coder-bot review_result done superseded",
    "7 planner-bot review_updated done merged",
    "7 reviewer-bot review_updated done merged",
    "7 coder-bot review_merged done notice",
    "3 coordinator issue_closed done notice",
    "3 coder-bot issue_assigned done closed",
    "10 coordinator issue_closed done notice",
];

fn in_order(told: &[Told], parallel_max: u32) -> Teller {
    let mut teller = Teller::new(parallel_max);
    told.iter().for_each(|it| teller.tell(it));
    teller.look_at_parts();
    teller
}

/// What a look at the end finds: everything as it was last, without what is gone.
fn at_the_end(told: &[Told]) -> Vec<Fact> {
    let mut last: BTreeMap<(u8, u64), What> = BTreeMap::new();
    let mut gone = Vec::new();
    for fact in told.iter().flat_map(|it| &it.facts) {
        let (key, what) = match &fact.what {
            What::Issue { action, issue } => {
                if *action == IssueAction::Deleted {
                    gone.push((0, issue.number));
                }
                let mut issue = issue.clone();
                if let (None, Some(What::Issue { issue: old, .. })) =
                    (&issue.labels, last.get(&(0, issue.number)))
                {
                    issue.labels.clone_from(&old.labels);
                }
                let action = IssueAction::Seen;
                ((0, issue.number), What::Issue { action, issue })
            }
            What::Pull { action, pull } => {
                if *action == PullAction::Deleted {
                    gone.push((1, pull.number));
                }
                let (action, pull) = (PullAction::Seen, pull.clone());
                ((1, pull.number), What::Pull { action, pull })
            }
            What::Comment { action, comment } => {
                if *action == CommentAction::Deleted {
                    gone.push((2, comment.id));
                }
                ((2, comment.id), fact.what.clone())
            }
            What::Review(review) => ((3, review.at_ms), fact.what.clone()),
            What::Check { at_ms, .. } => ((4, *at_ms), fact.what.clone()),
            What::ReviewRequest { .. }
            | What::Pushed { .. }
            | What::BranchDeleted { .. }
            | What::DeployFailed { .. }
            | What::Other { .. } => continue,
        };
        last.insert(key, what);
    }
    last.retain(|key, _| !gone.contains(key));
    let looked = |what| Fact {
        repo: repo(),
        by: None,
        origin: Origin::Look,
        what,
    };
    last.into_values().map(looked).collect()
}

/// Whether no look makes up for it when it is lost: only it tells that something is gone or was taken back, or that what was
/// opened again was closed before.
fn is_irreplaceable(told: &Told) -> bool {
    told.facts.iter().any(|it| {
        if let What::Issue { action, .. } = &it.what {
            matches!(action, IssueAction::Deleted | IssueAction::Closed)
        } else if let What::Pull { action, .. } = &it.what {
            matches!(action, PullAction::Deleted | PullAction::Closed)
        } else if let What::Comment { action, .. } = &it.what {
            *action == CommentAction::Deleted
        } else {
            matches!(it.what, What::ReviewRequest { removed: true, .. })
        }
    })
}

fn any_order_gives_the_same(folder: &str, orders: u64) {
    let told = recorded(folder);
    let expected = in_order(&told, 0).set();
    let mut dice = Dice(26);
    for order in 0..orders {
        let mut teller = Teller::new(0);
        for one in dice.in_any_order(&told) {
            teller.tell(one);
        }
        teller.look_at_parts();
        let found = teller.set();
        let why = || difference(&expected, &found);
        assert!(found == expected, "order {order}: {}", why());
    }
}

fn what_is_lost_is_made_up_for(folder: &str) {
    let told = recorded(folder);
    let end = at_the_end(&told);
    let since = || LookAt::Since {
        repo: repo(),
        since_ms: 0,
    };
    let mut teller = in_order(&told, 0);
    teller.look(since(), end.clone());
    let expected = open(&teller.set());
    let mut dice = Dice(14);
    for order in 0..ORDERS_WITH_LOSSES {
        let kept = told.iter();
        let kept = kept.filter(|it| is_irreplaceable(it) || dice.below(10) > 0);
        let kept: Vec<&Told> = kept.collect();
        let mut teller = Teller::new(0);
        for one in dice.in_any_order(kept) {
            teller.tell(one);
        }
        teller.look(since(), end.clone());
        teller.look_at_parts();
        let found = open(&teller.set());
        let why = || difference(&expected, &found);
        assert!(found == expected, "order {order}: {}", why());
    }
}

/// The tasks in the order in which they were made: about what, whose, of which kind, and what became of them.
fn lines(teller: &Teller) -> Vec<String> {
    let names = &teller.board.known.names;
    let all = teller.board.tasks.iter().map(|(_, task)| {
        let agent = names.login(task.key.agent).unwrap();
        let ending = task.ending.map_or("", Ending::word);
        let (action, state) = (task.key.action.word(), task.state.word());
        let number = task.key.place.number;
        format!("{number} {agent} {action} {state} {ending}")
            .trim_end()
            .to_owned()
    });
    all.collect()
}

#[test]
fn gitea_in_its_order() {
    assert_eq!(lines(&in_order(&recorded("gitea-1.26"), 0)), GITEA);
}

#[test]
fn forgejo_in_its_order() {
    assert_eq!(lines(&in_order(&recorded("forgejo-14"), 0)), FORGEJO);
}

#[test]
fn gitea_checks_in_any_order() {
    any_order_gives_the_same("gitea-1.26-ci", 100);
}

#[test]
fn gitea_in_any_order() {
    any_order_gives_the_same("gitea-1.26", ORDERS);
}

#[test]
fn forgejo_in_any_order() {
    any_order_gives_the_same("forgejo-14", ORDERS);
}

#[test]
fn gitea_with_losses() {
    what_is_lost_is_made_up_for("gitea-1.26");
}

#[test]
fn forgejo_with_losses() {
    what_is_lost_is_made_up_for("forgejo-14");
}
