//! People who answer on the forge what a run asks: in comments, and by approving its pull request. Only accounts that may
//! write to the repository and are no agents are heard.

use std::path::Path;

use board::text::{self, Said};
use forge::client::Client;
use ledger::event::Ask;
use ledger::forge::{CommentAction, Fact, Login, RepoName, ReviewVerdict, Standing, Subject, What};
use ledger::ids::{ActId, RunId};
use ledger::message::Body;
use store::Store;

use crate::runs;

/// Characters of one question on the forge.
const QUESTION_CHARS_MAX: usize = 1_500;

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

/// What became of something that may be an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Handed {
    /// The run was told.
    Told,
    /// It was given shortly before the question, by the clocks of the forge and of this machine: what is looked up again may
    /// have answered another question of that name.
    TooEarly,
    /// It answers nothing that is asked.
    Nothing,
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

/// Hands the answers to the run, as far as it still asks.
pub(super) fn hand_over(
    store_dir: &Path,
    run: &RunId,
    given: &Given,
) -> Result<Handed, crate::drive::Error> {
    let store = Store::open(store_dir)?;
    let told = runs::read(&store, run)?;
    let mut handed = Handed::Nothing;
    for (question, asking) in &told.state.questions {
        let Some(body) = answer(*question, &asking.ask, &given.what) else {
            continue;
        };
        match timely(given.at_ms, asking.asked_ms) {
            Handed::Told => {
                runs::tell(&store, run, &body)?;
                handed = Handed::Told;
            }
            Handed::TooEarly if handed == Handed::Nothing => handed = Handed::TooEarly,
            Handed::TooEarly | Handed::Nothing => {}
        }
    }
    Ok(handed)
}

/// What is said to a question, if anything.
fn answer(question: ActId, ask: &Ask, what: &GivenWhat) -> Option<Body> {
    match what {
        GivenWhat::Comment(answers) => {
            let mut of = answers.iter().rev().filter(|it| it.question == question);
            of.next().map(|it| body(question, &it.said))
        }
        // A look at the work answers what asks for one, or for leave; not a question in words.
        GivenWhat::Approval => {
            let asks = matches!(ask, Ask::Permission { .. } | Ask::Review { .. });
            asks.then(|| body(question, &Said::Yes))
        }
    }
}

/// Whether something that was said can be about a question. Questions of two runs have the same names, and comments are
/// looked up again: what was said before it was asked is about another one.
fn timely(given_ms: u64, asked_ms: u64) -> Handed {
    if given_ms.saturating_add(SECOND_MS) > asked_ms {
        Handed::Told
    } else if given_ms.saturating_add(DISAGREE_MS) > asked_ms {
        Handed::TooEarly
    } else {
        Handed::Nothing
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

/// What a run asks, as a comment: each question, and how it is answered.
pub(super) fn questions(state: &engine::state::State) -> String {
    let mut page = format!(
        "Run `{}` waits for somebody who may write here.\n",
        state.run
    );
    for (question, asking) in &state.questions {
        let (words, how) = match &asking.ask {
            Ask::Permission { what, decision, .. } => {
                let why: Vec<String> = decision
                    .findings
                    .iter()
                    .map(|it| format!("- {} [{}/{}]", it.message, it.policy, it.id))
                    .collect();
                let text = format!("May it do this?\n\n```\n{what}\n```\n\n{}", why.join("\n"));
                (
                    text,
                    format!("`/approve {question}` or `/deny {question} why`"),
                )
            }
            Ask::Question { text, .. } => (text.clone(), format!("`/answer {question} the words`")),
            Ask::Review { items } => {
                let text = format!("Somebody has to look:\n\n- {}", items.join("\n- "));
                let how = format!(
                    "`/approve {question}`, `/deny {question} why`, or an approving review"
                );
                (text, how)
            }
            Ask::Plan { plan } => {
                let text = format!("Is this plan to be carried out: {}?", plan.title);
                (
                    text,
                    format!("`/approve {question}` or `/deny {question} why`"),
                )
            }
            Ask::Tools { server, .. } => {
                let text = format!("May it use the tools of the server `{server}`?");
                (
                    text,
                    format!("`/approve {question}` or `/deny {question} why`"),
                )
            }
        };
        let words: String = words.chars().take(QUESTION_CHARS_MAX).collect();
        page.push_str(&format!(
            "\n**{question}** {words}\n\nAnswer in a comment: {how}\n"
        ));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_before_a_question_does_not_answer_it() {
        let asked_ms = 10_000_000;
        assert_eq!(timely(10_000_500, asked_ms), Handed::Told);
        assert_eq!(timely(9_999_001, asked_ms), Handed::Told, "the same second");
        assert_eq!(timely(9_900_000, asked_ms), Handed::TooEarly);
        assert_eq!(timely(9_000_000, asked_ms), Handed::Nothing);
    }
}
