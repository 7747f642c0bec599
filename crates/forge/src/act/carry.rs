//! Carrying out a deed: the one loop around all of them.

use std::time::Instant;

use ledger::forge::{Deed, ForgeAct, ForgeDone, Subject};
use ledger::ids::ActId;
use ledger::observation::{Observation, Outcome, Status};
use ledger::permit::Permit;

use super::done::Done;
use super::{merge, pulls, small, talk};
use crate::client::{Client, Failure};

/// Why a deed came to nothing that is known of.
struct NotDone {
    failure: Failure,
    /// Whether it is known that it was not done.
    is_sure: bool,
}

impl From<Failure> for NotDone {
    fn from(failure: Failure) -> Self {
        Self {
            is_sure: !failure.is_unclear(),
            failure,
        }
    }
}

/// Does what the permit says, once, and tells what came of it. The client must be that of the permit's account.
pub async fn act(client: &Client, permit: Permit<ForgeAct>) -> (ActId, Observation) {
    let begun = Instant::now();
    let (id, act) = permit.spend();
    let mut observation = match carry_out(client, &act).await {
        Ok(done) => succeeded(client, &act, done),
        Err(NotDone { failure, is_sure }) => {
            let text = match is_sure {
                true => format!("{} was not done: {failure}", sentence(&act)),
                false => format!(
                    "{}: it is not known whether it was done: {failure}",
                    sentence(&act)
                ),
            };
            Observation::plain(Status::Failed, client.clean(text))
        }
    };
    observation.duration_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    (id, observation)
}

/// Whether a deed stands already, after a crash that left its outcome unknown. Nothing is done.
///
/// # Errors
/// [`Failure`] where that cannot be seen.
pub async fn already_done(client: &Client, act: &ForgeAct) -> Result<Option<ForgeDone>, Failure> {
    of_this_account(client, act).await?;
    let found = stands(client, act).await?;
    Ok(found.map(|done| ForgeDone {
        stood: true,
        ..done
    }))
}

async fn carry_out(client: &Client, act: &ForgeAct) -> Result<Done, NotDone> {
    let mut done = match already_done(client, act).await? {
        Some(done) => Done::plain(done),
        None => make_once(client, act).await?,
    };
    afterwards(client, act, &mut done).await;
    Ok(done)
}

/// Marks are looked for under the account of the act: with another account's token everything would be made again.
async fn of_this_account(client: &Client, act: &ForgeAct) -> Result<(), Failure> {
    let login = client.login().await?;
    if *login == act.login {
        return Ok(());
    }
    let why = format!("the token is that of `{login}`, not of `{}`", act.login);
    Err(Failure::not_asked(why))
}

async fn make_once(client: &Client, act: &ForgeAct) -> Result<Done, NotDone> {
    let (mut tries, mut is_sure) = (0, true);
    loop {
        let failure = match make(client, act).await {
            Ok(done) => return Ok(done),
            Err(failure) => failure,
        };
        let again = client.wait(tries, &failure).await;
        // Refused may mean: because it is there.
        if failure.is_unclear() || is_refusal(&failure) {
            match already_done(client, act).await {
                Ok(Some(done)) => return Ok(Done::plain(done)),
                Ok(None) => is_sure &= !may_still_come(&failure),
                // Made again without a look it may be there twice. The first failure says more.
                Err(_) => {
                    return Err(NotDone {
                        failure,
                        is_sure: false,
                    });
                }
            }
        }
        if !again {
            return Err(NotDone { failure, is_sure });
        }
        tries += 1;
    }
}

/// Whether what was asked may be done after it was looked whether it is: nobody, or a proxy, answered for a forge that may
/// be at work.
fn may_still_come(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::TimedOut { .. }
            | Failure::Cut { .. }
            | Failure::Server {
                status: 502 | 504,
                ..
            }
    )
}

fn is_refusal(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Conflict { .. } | Failure::Unprocessable { .. } | Failure::NotNow { .. }
    )
}

/// Whether the deed stands.
async fn stands(client: &Client, act: &ForgeAct) -> Result<Option<ForgeDone>, Failure> {
    let repo = &act.repo;
    match &act.deed {
        Deed::Comment { .. } => talk::comment_stands(client, act).await,
        Deed::OpenIssue { mark, .. } => talk::issue_stands(client, repo, &act.login, mark).await,
        Deed::Review { number, mark, .. } => {
            talk::review_stands(client, repo, *number, &act.login, mark).await
        }
        Deed::SetOpen { number, open } => small::is_open(client, repo, *number, *open).await,
        Deed::Status { .. } => small::status_stands(client, act).await,
        Deed::OpenPull { head, base, .. } => pulls::find(client, repo, head, base).await,
        Deed::EditPull { .. } => pulls::is_edited(client, act).await,
        Deed::MergePull { number, head, .. } => merge::is_merged(client, repo, *number, head).await,
    }
}

/// Does it.
async fn make(client: &Client, act: &ForgeAct) -> Result<Done, Failure> {
    let repo = &act.repo;
    let done = match &act.deed {
        Deed::Comment { .. } => talk::comment(client, act).await?,
        Deed::OpenIssue { .. } => return talk::open_issue(client, act).await,
        Deed::Review { .. } => talk::review(client, act).await?,
        Deed::SetOpen { number, open } => small::set_open(client, repo, *number, *open).await?,
        Deed::Status { .. } => small::status(client, act).await?,
        Deed::OpenPull { .. } => pulls::open(client, act).await?,
        Deed::EditPull { .. } => pulls::edit(client, act).await?,
        Deed::MergePull {
            number, head, how, ..
        } => merge::merge(client, repo, *number, head, *how).await?,
    };
    Ok(Done::plain(done))
}

/// What belongs to a deed and is done once it stands, also when it stood already: its failure is told, and does not undo
/// the deed.
async fn afterwards(client: &Client, act: &ForgeAct, done: &mut Done) {
    let number = done.done.number.unwrap_or_default();
    let (what, came) = match &act.deed {
        Deed::OpenPull { reviewers, .. } => {
            let asked = pulls::ask(client, &act.repo, number, reviewers).await;
            ("reviews were not requested", asked)
        }
        Deed::MergePull {
            head,
            delete_branch: true,
            ..
        } => {
            let gone = merge::delete_merged(client, &act.repo, number, head).await;
            ("its branch was not deleted", gone)
        }
        Deed::MergePull { .. }
        | Deed::Comment { .. }
        | Deed::OpenIssue { .. }
        | Deed::Review { .. }
        | Deed::SetOpen { .. }
        | Deed::Status { .. }
        | Deed::EditPull { .. } => return,
    };
    if let Err(failure) = came {
        done.notes.push(format!("{what}: {failure}"));
    }
}

fn succeeded(client: &Client, act: &ForgeAct, done: Done) -> Observation {
    let how = match done.done.stood {
        true => "it stood already",
        false => "done",
    };
    let mut text = format!("{}: {how}", sentence(act));
    for note in &done.notes {
        text = format!("{text}; {note}");
    }
    Observation::plain(Status::Ok, client.clean(text)).with(Outcome::OnForge(done.done))
}

/// The deed and what it is done to.
fn sentence(act: &ForgeAct) -> String {
    let word = act.deed.word();
    let number = match &act.deed {
        Deed::Comment { number, .. }
        | Deed::SetOpen { number, .. }
        | Deed::EditPull { number, .. }
        | Deed::Review { number, .. }
        | Deed::MergePull { number, .. } => *number,
        Deed::OpenIssue { .. } | Deed::OpenPull { .. } | Deed::Status { .. } => {
            return format!("{word} in `{}`", act.repo);
        }
    };
    let repo = act.repo.clone();
    format!("{word} at `{}`", Subject { repo, number })
}
