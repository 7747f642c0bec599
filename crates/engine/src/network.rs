//! What commands may reach through the proxy of their sandbox.

use crate::state::State;

/// Registries and hosts that commands may reach at this time (milliseconds since 1970): those of the person's configuration,
/// and those that were granted to the run. Nothing where there is no proxy.
#[must_use]
pub fn reachable(state: &State, now_ms: u64) -> Vec<String> {
    if !state.held.has_proxy() {
        return Vec::new();
    }
    let mut all = state.held.network.clone();
    let granted = state.grants.iter().filter(|it| it.stands(now_ms));
    for entry in granted.filter_map(|it| it.network.as_ref()) {
        if !all.contains(entry) {
            all.push(entry.clone());
        }
    }
    all
}
