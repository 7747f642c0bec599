//! What is said where a test is switched off: whether it lies outside the change, so that the test can't run here, or is no
//! reason for a test that was written just now.

/// Words of what lies outside: where it runs, what it needs, how long it takes.
const OUTSIDE: [&str; 39] = [
    "network",
    "internet",
    "online",
    "offline",
    "server",
    "service",
    "docker",
    "database",
    "broker",
    "cluster",
    "browser",
    "terminal",
    "tty",
    "gpu",
    "hardware",
    "permission",
    "privilege",
    "credential",
    "api key",
    "toolchain",
    "install",
    "require",
    "needs",
    "need ",
    "platform",
    "windows",
    "macos",
    "linux",
    "unix",
    "locale",
    "time zone",
    "slow",
    "expensive",
    "minutes",
    "seconds",
    "manual",
    "interactive",
    "upstream",
    "benchmark",
];

/// Words of what is left to be done, or not understood, of the change itself.
const INSIDE: [&str; 22] = [
    "flaky",
    "flakey",
    "unstable",
    "todo",
    "fixme",
    "wip",
    "later",
    "for now",
    "temporar",
    "not yet",
    "implement",
    "pending",
    "revisit",
    "investigat",
    "looked at",
    "follow-up",
    "follow up",
    "come back",
    "broken",
    "does not work",
    "doesn't work",
    "needs work",
];

/// Whether a reason names something outside the change: a place, a service, a cost, or where it is kept track of.
pub(super) fn is_outside(reason: &str) -> bool {
    let lower = reason.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|it| lower.contains(it));
    is_tracked(reason) || any(&OUTSIDE) && !any(&INSIDE)
}

/// `#12`, `ABC-12`, `GH-12`, an address.
fn is_tracked(text: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let number = text.split('#').skip(1).any(|rest| rest.starts_with(digit));
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let key = words.any(|word| {
        word.rsplit_once('-').is_some_and(|(head, tail)| {
            let named = head.len() > 1 && head.chars().all(|c| c.is_ascii_uppercase());
            named && head != "UTF" && !tail.is_empty() && tail.chars().all(digit)
        })
    });
    text.contains("://") || number || key
}
