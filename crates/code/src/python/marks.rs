//! What decorators say about the function below them.

/// Decorators that answer to requests, events, commands or queues.
const HANDLERS: [&str; 33] = [
    "route",
    "get",
    "post",
    "put",
    "patch",
    "delete",
    "head",
    "options",
    "api_route",
    "websocket",
    "api_view",
    "action",
    "endpoint",
    "task",
    "shared_task",
    "periodic_task",
    "command",
    "receiver",
    "listens_for",
    "event",
    "on_event",
    "subscribe",
    "subscriber",
    "consumer",
    "errorhandler",
    "exception_handler",
    "middleware",
    "before_request",
    "after_request",
    "message_handler",
    "job",
    "view_config",
    "tool",
];

/// Decorators that change nothing about what a body has to do.
const NEUTRAL: [&str; 30] = [
    "staticmethod",
    "classmethod",
    "property",
    "cached_property",
    "lru_cache",
    "cache",
    "wraps",
    "override",
    "final",
    "contextmanager",
    "asynccontextmanager",
    "login_required",
    "permission_required",
    "csrf_exempt",
    "atomic",
    "retry",
    "option",
    "argument",
    "pass_context",
    "pass_obj",
    "inject",
    "transaction",
    "require_http_methods",
    "require_POST",
    "require_GET",
    "coroutine",
    "asyncio",
    "deprecated",
    "synchronized",
    "limits",
];

/// Whether only the signature is meant.
pub(super) fn declares(marks: &[String]) -> bool {
    marks.iter().any(|mark| {
        matches!(
            mark.as_str(),
            "overload" | "hookspec" | "signature" | "extern" | "intrinsic"
        ) || mark.starts_with("abstract")
    })
}

/// Whether a function answers to something from outside.
pub(crate) fn handles(marks: &[String]) -> bool {
    marks.iter().any(|mark| HANDLERS.contains(&mark.as_str()))
}

/// Whether doing nothing is usual below such a decorator.
pub(super) fn excuses(marks: &[String]) -> bool {
    const EXCUSES: [&str; 12] = [
        "setter",
        "deleter",
        "singledispatch",
        "singledispatchmethod",
        "register",
        "dispatch",
        "fixture",
        "signal",
        "hookimpl",
        "callback",
        "override",
        "external",
    ];
    marks.iter().any(|mark| EXCUSES.contains(&mark.as_str()))
}

/// Whether a function only holds others together: the group of a command line.
pub(super) fn groups(marks: &[String]) -> bool {
    marks
        .iter()
        .any(|mark| matches!(mark.as_str(), "group" | "callback"))
}

/// Whether a decorator that nothing is known of may do the work by itself.
pub(super) fn is_declarative(marks: &[String]) -> bool {
    marks
        .iter()
        .any(|mark| !HANDLERS.contains(&mark.as_str()) && !NEUTRAL.contains(&mark.as_str()))
}

/// Whether a test is switched off.
pub(super) fn skips(marks: &[String]) -> bool {
    marks.iter().any(|mark| {
        mark.starts_with("skip") || matches!(mark.as_str(), "xfail" | "expectedFailure")
    })
}

/// Whether a decorator on a test is not one of those that only choose, feed or prepare it.
pub(super) fn is_odd(marks: &[String]) -> bool {
    const USUAL: [&str; 14] = [
        "parametrize",
        "usefixtures",
        "asyncio",
        "anyio",
        "trio",
        "django_db",
        "slow",
        "integration",
        "unit",
        "patch",
        "object",
        "dict",
        "override_settings",
        "timeout",
    ];
    marks
        .iter()
        .any(|mark| !USUAL.contains(&mark.as_str()) && !NEUTRAL.contains(&mark.as_str()))
}
