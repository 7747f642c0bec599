//! What people grant, what is used of it, and what they take back.

use ledger::authorisation::{Authorisation, Grant, Terms};
use ledger::event::Ask;
use ledger::gate::{Checkpoint, GateDecision, Severity};
use ledger::ids::{ActId, GrantId, Hash};
use ledger::message::Message;

use crate::state::State;

/// Yes to a question: bound to the run, to the very proposal that was shown, to what stood against it, and to where and
/// with what it would happen. It serves once and not for ever, unless more was said.
pub(super) fn approved(
    state: &mut State,
    message: &Message,
    question: ActId,
    terms: Option<Terms>,
) {
    let Some(Ask::Permission {
        what,
        digest,
        decision,
        bound,
        ..
    }) = state.questions.get(&question).map(|it| &it.ask)
    else {
        return;
    };
    let soft = decision
        .findings
        .iter()
        .filter(|it| it.severity == Severity::SoftDeny)
        .map(|it| format!("{}/{}", it.policy, it.id));
    let mut findings: Vec<String> = soft.collect();
    findings.sort();
    findings.dedup();
    let grant = Grant {
        what: what.clone(),
        findings,
        proposals: vec![*digest],
        resource: None,
        network: Vec::new(),
        bound: bound.clone().unwrap_or_default(),
        terms: terms.unwrap_or_else(|| Terms::once(state.clock.now_ms)),
    };
    // An older question does not say where and with what.
    let is_bound = bound.is_some();
    add(state, message, &grant, is_bound);
}

/// A grant of something that was not asked.
pub(super) fn granted(state: &mut State, message: &Message, grant: &Grant) {
    add(state, message, grant, true);
}

/// What a grant of connections names in the place of a finding: it lifts none.
const NETWORK: &str = "network";

fn add(state: &mut State, message: &Message, grant: &Grant, is_bound: bool) {
    let loose = grant.bound.loose().is_some();
    let uses = match grant.terms.uses {
        uses if loose => uses.min(1),
        uses => uses,
    };
    let bound = match uses {
        1 => grant.bound.clone(),
        _ => grant.bound.clone().lasting(),
    };
    // A file is granted, not a proposal: one entry then.
    let nothing = [Hash::default()];
    let proposals = match &grant.resource {
        Some(_) => nothing.as_slice(),
        None => grant.proposals.as_slice(),
    };
    for entry in &grant.network {
        state.grants.push(Authorisation {
            grant: GrantId(message.id),
            run: state.run.clone(),
            finding: NETWORK.to_owned(),
            proposal: Hash::default(),
            resource: None,
            network: Some(entry.clone()),
            what: grant.what.clone(),
            by: message.by.clone(),
            given_ms: state.clock.now_ms,
            expires_ms: grant.terms.expires_ms,
            // Connections are not counted.
            uses: Terms::ALWAYS,
            revoked: false,
            bound: None,
        });
    }
    for proposal in proposals {
        for finding in &grant.findings {
            state.grants.push(Authorisation {
                grant: GrantId(message.id),
                run: state.run.clone(),
                finding: finding.clone(),
                proposal: *proposal,
                resource: grant.resource.clone(),
                network: None,
                what: grant.what.clone(),
                by: message.by.clone(),
                given_ms: state.clock.now_ms,
                expires_ms: grant.terms.expires_ms,
                uses,
                revoked: false,
                bound: is_bound.then(|| bound.clone()),
            });
        }
    }
}

/// Taken back: the next decision is made without it.
pub(super) fn revoked(state: &mut State, grant: GrantId) {
    for it in state.grants.iter_mut().filter(|it| it.grant == grant) {
        it.revoked = true;
    }
}

/// Which grants a decision about a call used. A write is decided about twice.
pub(super) fn used(state: &mut State, decision: &GateDecision) {
    match decision.checkpoint {
        Checkpoint::PreTool => state.lifted = gate::used(decision),
        Checkpoint::PreWrite => state.lifted.append(&mut gate::used(decision)),
        Checkpoint::PreInput
        | Checkpoint::PrePlan
        | Checkpoint::PrePhaseTransition
        | Checkpoint::PostTool
        | Checkpoint::PostWrite
        | Checkpoint::PreVerifyCommand
        | Checkpoint::PostVerifyResult
        | Checkpoint::PreDelegation
        | Checkpoint::PostDelegation
        | Checkpoint::PreContextCompile
        | Checkpoint::PostContextCompile => {}
    }
}

/// A call was let through: each grant that lifted something has one use less, however many findings it names. Lines from
/// before grants had names do not say which it was; then all that were given for this proposal are used up.
pub(super) fn spent(state: &mut State, proposal: Option<Hash>) {
    let lifted = std::mem::take(&mut state.lifted);
    let nameless = lifted.contains(&None);
    for it in &mut state.grants {
        if nameless && Some(it.proposal) == proposal {
            it.uses = 0;
        } else if lifted.contains(&Some(it.grant)) {
            it.spend();
        }
    }
}
