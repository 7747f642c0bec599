//! Deliveries, from the store to what they tell. Whatever can't be read is kept, and said to be so.

use ledger::forge::{Delivered, Fact, What};
use store::StoredDelivery;

use crate::config::ForgeEntry;
use crate::http::genuine;
use crate::ingress_redaction;

/// What a delivery tells, its secrets taken out. Of repositories that are not watched it tells nothing.
pub(super) fn read(stored: StoredDelivery, entry: &ForgeEntry) -> Delivered {
    let mut delivered = Delivered {
        no: stored.no,
        id: stored.id,
        event: stored.event,
        facts: Vec::new(),
        look: Vec::new(),
        unread: None,
    };
    let Some(content) = stored.content else {
        delivered.unread = Some("its body is not kept any more".to_owned());
        return delivered;
    };
    let kind = genuine::kind(&content.headers).unwrap_or(entry.kind);
    match forge::delivery::read(kind, &delivered.event, &content.body) {
        Ok(read) => {
            let facts = read.facts.into_iter().filter(|it| entry.watches(&it.repo));
            delivered.facts = facts.map(clean).collect();
            let look = read.look.into_iter().filter(|it| entry.watches(&it.repo));
            delivered.look = look.collect();
        }
        Err(why) => delivered.unread = Some(ingress_redaction::text(&why.to_string())),
    }
    delivered
}

/// A fact without secrets in its texts.
pub(super) fn clean(fact: Fact) -> Fact {
    let text = |it: String| ingress_redaction::text(&it);
    let what = match fact.what {
        What::Issue { action, mut issue } => {
            issue.title = text(issue.title);
            issue.body = text(issue.body);
            What::Issue { action, issue }
        }
        What::Pull { action, mut pull } => {
            pull.title = text(pull.title);
            pull.body = text(pull.body);
            What::Pull { action, pull }
        }
        What::Comment {
            action,
            mut comment,
        } => {
            comment.body = text(comment.body);
            What::Comment { action, comment }
        }
        What::Review(mut review) => {
            review.body = text(review.body);
            What::Review(review)
        }
        What::DeployFailed {
            commit,
            environment,
            description,
            at_ms,
        } => What::DeployFailed {
            commit,
            environment,
            description: text(description),
            at_ms,
        },
        other @ (What::ReviewRequest { .. }
        | What::Check { .. }
        | What::Pushed { .. }
        | What::BranchDeleted { .. }
        | What::Other { .. }) => other,
    };
    Fact { what, ..fact }
}
