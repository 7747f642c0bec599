//! What names and single statements say by their words: that doing nothing is the point, that only a log is written,
//! that a lock is held.

use super::shape::{self, Call};
use crate::phrases;
use crate::syntax::Node;

/// Whether a type says by its name that it stands in for one that works: `nopWriter`, `FakeStore`.
pub(super) fn stands_in(owner: &str) -> bool {
    const WORDS: [&str; 19] = [
        "noop",
        "nop",
        "no",
        "null",
        "nil",
        "discard",
        "dummy",
        "empty",
        "fake",
        "mock",
        "stub",
        "disabled",
        "blackhole",
        "unimplemented",
        "unsupported",
        "void",
        "ignore",
        "test",
        "spy",
    ];
    let words = phrases::name_words(owner);
    phrases::promises_nothing(owner) || words.iter().any(|word| WORDS.contains(&word.as_str()))
}

/// A statement that writes to a log or the console.
pub(super) fn is_log(statement: Node<'_>) -> bool {
    let Some(call) = Call::of(statement).filter(|_| statement.is("expression_statement")) else {
        return false;
    };
    if matches!(call.path(), "print" | "println") {
        return true;
    }
    let (first, last) = (call.first(), call.last());
    let prints = matches!(last, "Print" | "Printf" | "Println");
    let holder = call.operand().map_or("", last_name);
    let words = phrases::name_words(holder);
    let logger = matches!(first, "log" | "slog" | "glog" | "klog" | "logrus" | "zap")
        || words
            .iter()
            .any(|word| matches!(word.as_str(), "log" | "logger" | "slog" | "logging"));
    let levels = [
        "Trace", "Debug", "Info", "Warn", "Warning", "Error", "Log", "Tracef", "Debugf", "Infof",
        "Warnf", "Warningf", "Errorf", "Logf", "Infoln", "Debugln", "Errorln", "Warnln", "Infow",
        "Debugw", "Errorw", "Warnw",
    ];
    (prints && (first == "fmt" || logger)) || (logger && levels.contains(&last))
}

fn last_name(node: Node<'_>) -> &str {
    match node.kind() {
        "selector_expression" => node.field("field").map_or("", Node::text),
        "call_expression" => Call::of(node).map_or("", Call::last),
        _ => node.text(),
    }
}

/// `mu.Lock()`, `defer mu.Unlock()`: around work, but none by itself.
pub(super) fn is_lock(statement: Node<'_>) -> bool {
    let inner = match statement.kind() {
        "expression_statement" => Some(statement),
        "defer_statement" => statement.named().next(),
        _ => None,
    };
    inner.and_then(Call::of).is_some_and(|call| {
        matches!(
            call.last(),
            "Lock" | "Unlock" | "RLock" | "RUnlock" | "Helper"
        ) && call.arity() == 0
    })
}

/// `_ = x` and `_, _ = x, y`, which only silence the compiler.
pub(super) fn is_discard(statement: Node<'_>) -> bool {
    shape::assigned(statement).is_some_and(|assigned| {
        let names = ["identifier", "selector_expression"];
        !assigned.declares
            && assigned.left.iter().all(|it| it.text() == "_")
            && assigned.right.iter().all(|it| it.is_any(&names))
    })
}

/// Whether a name says that something is changed or handed over: no listener, but an order.
pub(super) fn orders(name: &str) -> bool {
    const VERBS: [&str; 17] = [
        "add", "put", "save", "store", "insert", "update", "delete", "remove", "register",
        "append", "push", "create", "send", "publish", "apply", "enqueue", "persist",
    ];
    let words = phrases::name_words(name);
    words
        .first()
        .is_some_and(|word| VERBS.contains(&word.as_str()))
}

/// Whether a name says that something is looked into or brought about, so that it may well fail.
pub(super) fn may_fail(name: &str) -> bool {
    const VERBS: [&str; 14] = [
        "validate",
        "check",
        "verify",
        "load",
        "run",
        "execute",
        "process",
        "migrate",
        "sync",
        "connect",
        "authenticate",
        "authorize",
        "commit",
        "refresh",
    ];
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    VERBS.contains(&first) || orders(name)
}
