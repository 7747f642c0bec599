//! What providers' own codes and words mean.

use ledger::reply::FailureKind;

use super::Told;

/// Codes and types that mean: used up. They decide.
const QUOTA_CODES: [&str; 9] = [
    "insufficient_quota",
    "billing_error",
    "billing_hard_limit_reached",
    "billing_not_active",
    "access_terminated",
    "usage_limit_reached",
    "usage_not_included",
    "insufficient_credits",
    "insufficient_balance",
];
/// Words that mean it when nothing says that the wait is short.
const QUOTA_WORDS: [&str; 7] = [
    "exceeded your current quota",
    "credit balance",
    "insufficient balance",
    "insufficient credit",
    "billing",
    "usage limit",
    "spending limit",
];

/// Words that mean that the prompt is longer than the model takes.
const LONG_WORDS: [&str; 6] = [
    "prompt is too long",
    "maximum context length",
    "context length exceeded",
    "exceeds the available context size",
    "exceeds the context window",
    "input is too long",
];

/// Codes, types and states that mean a kind of failure where nothing else decides.
const KINDS: [(&[&str], FailureKind); 4] = [
    (
        &[
            "rate_limit_error",
            "rate_limit_exceeded",
            "resource_exhausted",
            "too_many_requests",
        ],
        FailureKind::RateLimited,
    ),
    (
        &[
            "overloaded_error",
            "api_error",
            "server_error",
            "internal_error",
            "internal_server_error",
            "timeout_error",
            "engine_overloaded_error",
            "service_unavailable",
            "unavailable",
            "slow_down",
        ],
        FailureKind::Overloaded,
    ),
    (
        &[
            "authentication_error",
            "permission_error",
            "invalid_api_key",
            "unauthenticated",
            "permission_denied",
        ],
        FailureKind::Unauthorised,
    ),
    (
        &[
            "invalid_request_error",
            "not_found_error",
            "request_too_large",
            "model_not_found",
            "invalid_prompt",
            "invalid_argument",
            "badrequesterror",
            "not_found",
        ],
        FailureKind::Rejected,
    ),
];

/// The kind by what is said.
pub(super) fn by_words(told: &Told, wait: Option<u64>, status: u16) -> Option<FailureKind> {
    let is = |names: &[&str]| told.codes.iter().any(|code| names.contains(&&**code));
    if is(&QUOTA_CODES) {
        return Some(FailureKind::Quota);
    }
    let words = told.words.to_lowercase();
    let can_be_too_long = matches!(status, 0 | 400 | 413 | 422 | 500);
    let too_long = is(&["context_length_exceeded", "string_above_max_length"])
        || LONG_WORDS.iter().any(|word| words.contains(word));
    if can_be_too_long && too_long {
        return Some(FailureKind::TooLong);
    }
    let spent = QUOTA_WORDS.iter().any(|word| words.contains(word));
    // A 400 can say that the credit is used up; a 401 or 500 that mentions billing is still a 401 or 500.
    let can_be_quota = matches!(status, 0 | 400 | 402 | 403 | 429);
    if spent && can_be_quota && wait.is_none() {
        return Some(FailureKind::Quota);
    }
    KINDS
        .iter()
        .find(|(names, _)| is(names))
        .map(|(_, kind)| *kind)
}
