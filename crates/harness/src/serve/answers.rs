//! People who answer on the forge what a run asks: in comments, and by approving its pull request. Only accounts that may
//! write to the repository and are no agents are heard.

mod questions;

use std::collections::{BTreeMap, BTreeSet};

use board::text::{self, Said};
use forge::client::Client;
use ledger::board::TaskNo;
use ledger::event::Ask;
use ledger::forge::{CommentAction, Fact, Login, RepoName, ReviewVerdict, Standing, Subject, What};
use ledger::ids::{ActId, RunId};
use ledger::message::Body;
use store::Store;

use crate::runs;

pub(super) use questions::questions;

/// Something that may be an answer.
#[derive(Debug, Clone)]
pub(super) struct Given {
    pub(super) subject: Subject,
    pub(super) author: Login,
    /// When, by the forge's clock, in milliseconds since 1970.
    pub(super) at_ms: u64,
    pub(super) what: GivenWhat,
}

/// In which form.
#[derive(Debug, Clone)]
pub(super) enum GivenWhat {
    /// A comment with these answers.
    Comment(Vec<text::GivenAnswer>),
    /// A pull request was approved.
    Approval,
}

/// What is to become of something that fits a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    /// The run is told.
    Told,
    /// It was given shortly before the question, by the clocks of the forge and of this machine: what is looked up again may
    /// have answered another question of that name.
    TooEarly,
    /// More than one run asks what it fits: nobody can say which one is meant.
    Unclear,
    /// It is a yes to a question that does not stand on the forge in full.
    NotShown,
}

/// A question of a run that waits, which something that was given fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fitting {
    pub(super) task: TaskNo,
    pub(super) run: RunId,
    pub(super) question: ActId,
    /// What the run is told.
    pub(super) body: Body,
    /// What is to become of it, as far as this run alone is concerned.
    pub(super) fate: Fate,
}

/// Forges tell time in seconds.
const SECOND_MS: u64 = 1_000;
/// So much earlier than the question somebody may have meant it all the same: clocks disagree.
const DISAGREE_MS: u64 = 10 * 60_000;

/// What of these facts may be answers.
pub(super) fn given(facts: &[Fact]) -> Vec<Given> {
    facts.iter().filter_map(one).collect()
}

fn one(fact: &Fact) -> Option<Given> {
    let of = |number| Subject {
        repo: fact.repo.clone(),
        number,
    };
    match &fact.what {
        What::Comment { action, comment } if *action != CommentAction::Deleted => {
            let answers = text::answers(&comment.body);
            if answers.is_empty() {
                return None;
            }
            Some(Given {
                subject: of(comment.number),
                author: comment.author.clone()?,
                at_ms: comment.created_ms,
                what: GivenWhat::Comment(answers),
            })
        }
        What::Review(review) if review.verdict == ReviewVerdict::Approved => Some(Given {
            subject: of(review.number),
            author: review.reviewer.clone(),
            at_ms: review.at_ms,
            what: GivenWhat::Approval,
        }),
        What::Comment { .. }
        | What::Review(_)
        | What::Issue { .. }
        | What::Pull { .. }
        | What::ReviewRequest { .. }
        | What::Check { .. }
        | What::Pushed { .. }
        | What::BranchDeleted { .. }
        | What::DeployFailed { .. }
        | What::Other { .. } => None,
    }
}

/// Whether an account is one that may decide here.
pub(super) async fn may_decide(client: &Client, repo: &RepoName, login: &Login) -> bool {
    let permission = client.permission(repo, login).await;
    permission.is_ok_and(Standing::is_trusted)
}

/// The questions of a run that waits which something fits that was given.
///
/// # Errors
/// The run can't be read.
pub(super) fn fitting(
    store: &Store,
    (task, run): (TaskNo, &RunId),
    given: &Given,
) -> Result<Vec<Fitting>, crate::drive::Error> {
    let told = runs::read(store, run)?;
    let shown = questions::shown(&told.state);
    let asked = told.state.questions.iter();
    let all = asked.filter_map(|(question, asking)| {
        let body = answer(*question, &asking.ask, &given.what)?;
        let is_yes = matches!(body, Body::Approve { .. });
        let fate = match timely(given.at_ms, asking.asked_ms) {
            Timely::Before => return None,
            Timely::JustBefore => Fate::TooEarly,
            Timely::After if is_yes && !shown.contains(question) => Fate::NotShown,
            Timely::After => Fate::Told,
        };
        Some(Fitting {
            task,
            run: run.clone(),
            question: *question,
            body,
            fate,
        })
    });
    Ok(all.collect())
}

/// What is to become of all that something fits: what fits questions of two runs is told to none of them. Questions of two
/// runs have the same names, and a review names none.
pub(super) fn judged(mut all: Vec<Fitting>, what: &GivenWhat) -> Vec<Fitting> {
    let mut askers: BTreeMap<Option<ActId>, BTreeSet<RunId>> = BTreeMap::new();
    let key = |it: &Fitting| match what {
        GivenWhat::Comment(_) => Some(it.question),
        GivenWhat::Approval => None,
    };
    for one in &all {
        askers.entry(key(one)).or_default().insert(one.run.clone());
    }
    for one in &mut all {
        if askers.get(&key(one)).is_some_and(|it| it.len() > 1) {
            one.fate = Fate::Unclear;
        }
    }
    all
}

/// Tells the run, in the name of whoever said it on the forge.
///
/// # Errors
/// It can't be told.
pub(super) fn hand_over(
    store: &Store,
    fitting: &Fitting,
    author: &Login,
) -> Result<(), crate::drive::Error> {
    let by = format!("@{author}");
    runs::tell_as(store, &fitting.run, &by, &fitting.body).map(drop)
}

/// What is said to a question, if anything.
fn answer(question: ActId, ask: &Ask, what: &GivenWhat) -> Option<Body> {
    match what {
        GivenWhat::Comment(answers) => {
            let mut of = answers.iter().rev().filter(|it| it.question == question);
            of.next().map(|it| body(question, &it.said))
        }
        // A look at the work answers what asks for one, and nothing else: it is no leave to do something.
        GivenWhat::Approval => {
            let asks = matches!(ask, Ask::Review { .. });
            asks.then(|| body(question, &Said::Yes))
        }
    }
}

/// When something was said, seen from a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Timely {
    /// After it was asked.
    After,
    /// Shortly before it was asked: the clocks may disagree.
    JustBefore,
    /// Long before it was asked.
    Before,
}

/// Whether something that was said can be about a question. Questions of two runs have the same names, and comments are
/// looked up again: what was said before it was asked is about another one.
fn timely(given_ms: u64, asked_ms: u64) -> Timely {
    if given_ms.saturating_add(SECOND_MS) > asked_ms {
        Timely::After
    } else if given_ms.saturating_add(DISAGREE_MS) > asked_ms {
        Timely::JustBefore
    } else {
        Timely::Before
    }
}

fn body(question: ActId, said: &Said) -> Body {
    match said {
        Said::Yes => Body::Approve {
            question,
            terms: None,
        },
        Said::No(reason) => Body::Deny {
            question,
            reason: reason.clone(),
        },
        Said::Words(text) => Body::Answer {
            question,
            text: text.clone(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_before_a_question_does_not_answer_it() {
        let asked_ms = 10_000_000;
        assert_eq!(timely(10_000_500, asked_ms), Timely::After);
        assert_eq!(
            timely(9_999_001, asked_ms),
            Timely::After,
            "the same second"
        );
        assert_eq!(timely(9_900_000, asked_ms), Timely::JustBefore);
        assert_eq!(timely(9_000_000, asked_ms), Timely::Before);
    }

    fn fits(run: &str, question: u64, fate: Fate) -> Fitting {
        Fitting {
            task: TaskNo(1),
            run: RunId::new(run).unwrap(),
            question: ActId(question),
            body: body(ActId(question), &Said::Yes),
            fate,
        }
    }

    #[test]
    fn what_two_runs_ask_is_told_to_none() {
        let comment = GivenWhat::Comment(Vec::new());
        let fates = |all: Vec<Fitting>, what: &GivenWhat| -> Vec<Fate> {
            judged(all, what).into_iter().map(|it| it.fate).collect()
        };
        let all = vec![
            fits("one", 12, Fate::Told),
            fits("one", 13, Fate::Told),
            fits("two", 12, Fate::TooEarly),
        ];
        assert_eq!(
            fates(all, &comment),
            [Fate::Unclear, Fate::Told, Fate::Unclear]
        );
        let two = vec![fits("one", 12, Fate::Told), fits("two", 13, Fate::Told)];
        assert_eq!(fates(two.clone(), &comment), [Fate::Told, Fate::Told]);
        assert_eq!(
            fates(two, &GivenWhat::Approval),
            [Fate::Unclear, Fate::Unclear]
        );
        let one = vec![fits("one", 12, Fate::Told), fits("one", 13, Fate::NotShown)];
        assert_eq!(
            fates(one, &GivenWhat::Approval),
            [Fate::Told, Fate::NotShown]
        );
    }

    #[test]
    fn an_approving_review_answers_what_asks_for_a_look_alone() {
        let look = Ask::Review {
            items: vec!["the page".to_owned()],
        };
        let words = Ask::Question {
            text: "which?".to_owned(),
            options: Vec::new(),
        };
        let tools = Ask::Tools {
            server: "web".to_owned(),
            tools: Vec::new(),
        };
        let says = |ask: &Ask| answer(ActId(12), ask, &GivenWhat::Approval);
        assert_eq!(says(&look), Some(body(ActId(12), &Said::Yes)));
        assert_eq!((says(&words), says(&tools)), (None, None));
        assert_eq!(says(&questions::tests::may("ls")), None);
    }

    #[test]
    fn the_run_is_told_in_the_name_of_the_account() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let fits = fits("one", 12, Fate::Told);
        store
            .create_run(&fits.run, &store::Meta::default())
            .unwrap();
        hand_over(&store, &fits, &Login::new("Mia").unwrap()).unwrap();
        let inbox = store.inbox(&fits.run, 0).unwrap();
        let told: Vec<_> = inbox.iter().map(|it| (it.by.as_str(), &it.body)).collect();
        assert_eq!(told, [("@Mia", &fits.body)]);
    }
}
