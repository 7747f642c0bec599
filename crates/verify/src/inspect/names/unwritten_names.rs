//! What the plan writes out and no code holds, neither now nor before: a name of something new (`NotAscii`,
//! `connection_refused`), a status of HTTP by its number or its name, the words of a message.

use std::collections::BTreeSet;

use code::Language;
use code::is_test_path;
use project::Project;

use crate::inspect::InspectionContext;
use crate::inspect::known::{begun, mentions};
use crate::inspect::prose::{
    PROSE, WRONG, begins, names, names_an_error, says, sentences, speaks_otherwise, split, squashed,
};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Letters of the shortest name that is looked for.
const NAME_MIN: usize = 6;
/// Words of the longest message that is looked for.
const MESSAGE_MAX: usize = 12;

/// Words of names that are no part of a program: products, and what tests are called.
const FOREIGN: [&str; 14] = [
    "test", "script", "hub", "lab", "sql", "apache", "google", "windows", "linux", "chrome",
    "docs", "http", "unicode", "readme",
];

/// Statuses of HTTP that say that something is refused, and what code that names them has in it.
const STATUSES: [(&str, &[&str]); 20] = [
    ("401", &["unauthor", "unauthen"]),
    ("403", &["forbid", "denied"]),
    ("404", &["notfound"]),
    ("405", &["methodnot", "notallowed"]),
    ("406", &["notaccept"]),
    ("408", &["timeout"]),
    ("409", &["conflict"]),
    ("410", &["gone"]),
    ("411", &["lengthreq"]),
    ("412", &["precondition"]),
    ("413", &["toolarge", "maxbytes"]),
    ("414", &["toolong"]),
    ("415", &["unsupported"]),
    ("416", &["range"]),
    ("422", &["unprocess"]),
    ("429", &["toomany"]),
    ("431", &["toolarge"]),
    ("501", &["notimpl"]),
    ("503", &["unavail"]),
    ("504", &["timeout"]),
];
/// Words of a text that speaks of HTTP.
const HTTP: [&str; 7] = [
    "http", "request", "requests", "header", "response", "status", "handler",
];

/// What stands nowhere, each as a sentence.
pub(in crate::inspect) fn absent(
    context: &InspectionContext<'_>,
    changes: &[Change<'_>],
) -> Vec<String> {
    let Some(base) = context.base else {
        return Vec::new();
    };
    let code = |it: &&Change<'_>| {
        let language = Language::of_path(it.path);
        language.has_syntax() && !is_test_path(it.path, language)
    };
    let written: Vec<&str> = changes
        .iter()
        .filter(code)
        .filter_map(|it| it.after)
        .collect();
    if written.is_empty() {
        return Vec::new();
    }
    let squashed: Vec<String> = written.iter().map(|it| squashed(it)).collect();
    let mut found = BTreeSet::new();
    for text in sentences(context).iter().copied() {
        if begun(context, base, text) {
            found.extend(unnamed(text, context, base, changes, &squashed));
        }
        found.extend(no_status(text, &written, &squashed));
        found.extend(unsaid(text, &squashed));
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// Names of code that a text has and that no code of the tree holds in any manner.
fn unnamed(
    text: &str,
    context: &InspectionContext<'_>,
    base: &Project,
    changes: &[Change<'_>],
    written: &[String],
) -> Vec<String> {
    let clauses = split(text).enumerate();
    let more = split(text).nth(1).is_some();
    // What stands before all that is asked says how things are, and of what.
    let clauses = clauses.filter(|(at, it)| !(*at == 0 && more && says_how_it_is(it)));
    let clauses = clauses.map(|it| it.1).filter(|it| !speaks_otherwise(it));
    let all = clauses.flat_map(|clause| names(clause).into_iter().map(move |it| (clause, it)));
    let nowhere = |name: &str| {
        let plain = squashed(name);
        let short = plain.strip_suffix('s').unwrap_or(&plain);
        let held = |text: &str| squashed(text).contains(short);
        let mut others = changes
            .iter()
            .filter(|it| !Language::of_path(it.path).has_syntax());
        let mut files = [context.project, base].into_iter().flat_map(Project::all);
        !written.iter().any(|it| it.contains(short))
            && !changes.iter().filter_map(|it| it.before).any(held)
            && !others.any(|it| it.after.is_some_and(held) && !is_prose(it.path))
            && !files.any(|(_, facts)| {
                mentions(facts, name) || mentions(facts, name.trim_end_matches('s'))
            })
    };
    let own = |(clause, name): &(&str, &str)| {
        let lower = name.to_lowercase();
        // "from (andParams)": what was `&Params`.
        let joined = name
            .strip_prefix("and")
            .is_some_and(|it| it.starts_with(char::is_uppercase));
        name.len() >= NAME_MIN
            && !joined
            && !PROSE.contains(name)
            && !FOREIGN.iter().any(|it| lower.contains(it))
            && stands_alone(clause, name)
    };
    let found = all.filter(own).filter(|(_, name)| nowhere(name));
    found
        .map(|(_, name)| {
            format!(
                "the plan speaks of `{name}`, and no code holds that name, neither now nor before"
            )
        })
        .collect()
}

/// Whether a clause tells and asks nothing: "Lines for CreateProcess are quoted otherwise".
fn says_how_it_is(clause: &str) -> bool {
    const IS: [&str; 6] = ["is", "are", "has", "have", "can't", "cannot"];
    const ASKS: [&str; 16] = [
        "add", "new", "let", "make", "give", "gets", "use", "support", "to be", "to have",
        "should", "must", "return", "throw", "raise", "error",
    ];
    let lower = clause.to_lowercase();
    let plain = !lower.contains([':', '(', '`', '"']);
    plain && IS.iter().any(|it| says(&lower, it)) && !ASKS.iter().any(|it| begins(&lower, it))
}

fn is_prose(path: &str) -> bool {
    [".md", ".markdown", ".rst", ".txt"]
        .iter()
        .any(|it| path.ends_with(it))
}

/// Whether a name stands in a text by itself everywhere: no part of a path, an address or a package.
fn stands_alone(text: &str, name: &str) -> bool {
    let mut all = text.match_indices(name);
    all.all(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let after = text
            .get(at.saturating_add(name.len())..)
            .unwrap_or_default();
        let goes_on = after
            .strip_prefix('.')
            .is_some_and(|it| it.starts_with(char::is_alphanumeric));
        !before.ends_with(['/', '@', '-', '#']) && !after.starts_with(['/', '-', '@']) && !goes_on
    })
}

/// Statuses that a text has by their numbers, and that new code has neither so nor by a name.
fn no_status(text: &str, written: &[&str], squashed: &[String]) -> Vec<String> {
    let lower = text.to_lowercase();
    if !HTTP.iter().any(|it| says(&lower, it)) {
        return Vec::new();
    }
    let clauses = split(&lower).flat_map(|it| it.split([',', '(', ')']));
    // What a test is to meet may come from the other side.
    let clauses = clauses.filter(|it| !begins(it, "test") && !speaks_otherwise(it));
    let clauses: Vec<&str> = clauses.collect();
    if written.iter().any(|it| asks_of_all(it)) {
        return Vec::new();
    }
    let asked = STATUSES.iter().filter(|(number, _)| {
        let number_of = |it: &&&str| says(it, number) && !says(it, &format!("rfc {number}"));
        clauses.iter().any(|it| number_of(&it))
    });
    let missing = asked.filter(|(number, names)| {
        let named = |it: &String| names.iter().any(|name| it.contains(name));
        !written.iter().any(|it| says(it, number)) && !squashed.iter().any(named)
    });
    missing
        .map(|(number, _)| {
            format!("the plan wants the status {number}, and the code that changed has it neither by its number nor by a name")
        })
        .collect()
}

/// Whether a text asks of an answer whether it is one of all those that refuse: `status >= 400`.
fn asks_of_all(text: &str) -> bool {
    const ASKS: [&str; 7] = [
        ">=400",
        ">399",
        ">=300",
        ">299",
        "!=200",
        "!=http.StatusOK",
        "raise_for_status(",
    ];
    let bare: String = text.chars().filter(|it| !it.is_whitespace()).collect();
    ASKS.iter().any(|it| bare.contains(it))
}

/// The words of a message that a text has without quotes, and that stand in no new code: "with the message too many headers".
fn unsaid(text: &str, squashed_texts: &[String]) -> Option<String> {
    const PROSE: [&str; 22] = [
        "that", "of", "which", "it", "the", "a", "an", "from", "in", "and", "when", "if", "as",
        "for", "to", "is", "who", "what", "where", "or", "on", "by",
    ];
    const SIGN: &str = "with the message ";
    let clause = split(text).find(|it| it.contains(SIGN) && !speaks_otherwise(it))?;
    let (head, rest) = clause.split_once(SIGN)?;
    let lower = head.to_lowercase();
    let wrong = names_an_error(head) || WRONG.iter().any(|it| begins(&lower, it));
    let end = rest
        .find([',', '.', '(', ':', '`', '"', '\''])
        .unwrap_or(rest.len());
    let message = rest.get(..end)?.trim();
    let words: Vec<&str> = message.split_whitespace().collect();
    let first = words.first()?.to_lowercase();
    let plain = (3..=MESSAGE_MAX).contains(&words.len()) && !PROSE.contains(&first.as_str());
    // Where it stands in part, the rest may be what differs each time.
    let rows: Vec<String> = words.windows(2).map(|it| squashed(&it.concat())).collect();
    let stands = squashed_texts
        .iter()
        .any(|it| rows.iter().any(|row| it.contains(row)));
    (wrong && plain && !stands).then(|| {
        format!("the plan writes out what is said when it goes wrong (`{message}`), and no new code says it")
    })
}
