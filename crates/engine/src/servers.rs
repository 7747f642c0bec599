//! Servers of the Model Context Protocol: they are reached before the first request of a task that would tell of their tools. What a
//! server says of itself is a claim: what is new or has changed since, a person sees first.

use ledger::action::{Action, Connect};
use ledger::event::{Ask, Decided};
use ledger::ids::TaskId;
use ledger::phase::Phase;

use crate::server_tools::is_asked;
use crate::state::State;
use crate::step_context::StepContext;

/// Whether all is known that a request has to tell of tools of servers. Else what is missing is seen to.
pub(crate) fn are_known(context: &mut StepContext<'_>, id: &TaskId) -> bool {
    if context.options.servers.is_empty() || context.state.phase == Phase::Planning {
        return true;
    }
    let before = context.count();
    reach(context, id);
    if context.count() != before || is_reaching(&context.state) {
        return false;
    }
    for (server, tools) in context.state.servers.doubtful() {
        let asks = |ask: &Ask| matches!(ask, Ask::Tools { server: other, .. } if *other == server);
        if !context.state.questions.values().any(|it| asks(&it.ask)) {
            let act = context.act();
            let ask = Ask::Tools { server, tools };
            let call = None;
            context.decide(Decided::Asked { act, call, ask });
        }
    }
    !is_asked(&context.state)
}

/// Reaches the servers that nobody has tried to reach.
fn reach(context: &mut StepContext<'_>, id: &TaskId) {
    for server in context.options.servers.clone() {
        if context.state.servers.is_known(&server.name) || reaches(&context.state, &server.name) {
            continue;
        }
        let connect = Action::Connect(Connect {
            task: id.clone(),
            server: server.name,
            at: server.at,
            timeout_s: server.timeout_s,
        });
        context.allow(id, connect);
    }
}

fn is_reaching(state: &State) -> bool {
    connects(state).next().is_some()
}

fn reaches(state: &State, server: &str) -> bool {
    connects(state).any(|it| it.server == server)
}

fn connects(state: &State) -> impl Iterator<Item = &Connect> {
    state
        .acts
        .keys()
        .filter_map(|act| match state.action(*act) {
            Some(Action::Connect(connect)) => Some(connect),
            Some(_) | None => None,
        })
}
