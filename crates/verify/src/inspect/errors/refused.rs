//! Errors of Java that the plan wants thrown by their types, and that no new line of code throws, nor calls what may.

use std::collections::BTreeSet;

use code::project::is_test_path;
use code::{Facts, Language, RegionKind};

use crate::inspect::Ground;
use crate::inspect::known::defines;
use crate::inspect::prose::{says, sentences, split};
use crate::integrity::Change;

/// Types that hardly anything throws but who says so.
const TYPES: [&str; 3] = [
    "IllegalArgumentException",
    "IllegalStateException",
    "UncheckedIOException",
];
/// Types that the language throws by itself: one that names something was made on purpose.
const TOLD: [&str; 3] = [
    "ClassCastException",
    "NullPointerException",
    "IndexOutOfBoundsException",
];
/// Types that are none of these, nor made of them.
const OTHERS: [&str; 12] = [
    "NullPointerException",
    "IOException",
    "UnsupportedOperationException",
    "IndexOutOfBoundsException",
    "ArithmeticException",
    "ClassCastException",
    "RuntimeException",
    "AssertionError",
    "ParseException",
    "NoSuchElementException",
    "IllegalStateException",
    "UncheckedIOException",
];
/// What a clause says of errors that are there, or are not wanted.
const OTHERWISE: [&str; 19] = [
    "instead of",
    "no longer",
    "never",
    "already",
    "stays",
    "as before",
    "existing",
    "caught",
    "catch",
    "unlike",
    "today",
    "currently",
    "not an",
    "without an",
    "no illegal",
    "propagat",
    "passed on",
    "wrap",
    "superclass",
];
/// Types whose functions refuse nothing with these.
const HARMLESS: [&str; 22] = [
    "Math",
    "System",
    "String",
    "Arrays",
    "Collections",
    "Objects",
    "Boolean",
    "Character",
    "List",
    "Map",
    "Set",
    "ArrayList",
    "HashMap",
    "HashSet",
    "LinkedHashMap",
    "LinkedHashSet",
    "TreeMap",
    "TreeSet",
    "StringBuilder",
    "Optional",
    "Double",
    "Integer",
];
/// First words of calls that refuse what is wrong.
const CHECKS: [&str; 7] = [
    "check", "require", "validate", "ensure", "verify", "assert", "reject",
];
/// Bytes of new code that are looked at.
const TEXT_MAX: usize = 400_000;

/// Types that are wanted and thrown nowhere, each as a sentence.
pub(in crate::inspect) fn refused(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let wanted = TYPES.iter().chain(&TOLD).filter(|of| {
        let texts = sentences(ground).iter().copied();
        let told = TOLD.contains(of);
        let tells = |it: &str| {
            let rest = it.split_once(**of).map_or("", |it| it.1);
            ["names", "says", "tells", "lists"]
                .iter()
                .any(|word| rest.starts_with(&format!(" that {word} ")))
        };
        let clauses: Vec<&str> = texts
            .flat_map(split)
            .filter(|it| says(it, of) && (!told || tells(it)))
            .collect();
        let otherwise = |it: &&str| {
            let lower = it.to_lowercase();
            OTHERWISE.iter().any(|word| lower.contains(word))
        };
        !clauses.is_empty() && !clauses.iter().any(otherwise)
    });
    let wanted: Vec<&&str> = wanted.collect();
    let Some(base) = ground.base.filter(|_| !wanted.is_empty()) else {
        return Vec::new();
    };
    let java = changes.iter().filter(|it| {
        let language = Language::of_path(it.path);
        language == Language::Java && !is_test_path(it.path, language)
    });
    let mut fresh = String::new();
    for change in java {
        let now = change.after.zip(ground.project.facts(change.path));
        let then = change.before.zip(base.facts(change.path));
        let old = then.map_or_else(String::new, |(text, facts)| bare(text, facts));
        let new = now.map_or_else(String::new, |(text, facts)| bare(text, facts));
        // The same line once more is new as well.
        let more = wanted
            .iter()
            .filter(|of| new.matches(***of).count() > old.matches(***of).count());
        for of in more {
            fresh.push_str(of);
            fresh.push('\n');
        }
        let old: BTreeSet<&str> = old.lines().map(str::trim).collect();
        for line in new.lines().filter(|it| !old.contains(it.trim())) {
            fresh.push_str(line);
            fresh.push('\n');
        }
    }
    if fresh.trim().is_empty() || fresh.len() > TEXT_MAX {
        return Vec::new();
    }
    let numbers = sentences(ground).iter().any(|it| {
        let lower = it.to_lowercase();
        ["number", "digit", "integer", "numeric"]
            .iter()
            .any(|word| lower.contains(word))
    });
    let missing = wanted.into_iter().filter(|of| {
        !says(&fresh, of)
            && !throws_another(&fresh)
            && !may_throw(ground, &fresh, of, numbers && !TOLD.contains(of))
    });
    missing
        .map(|of| {
            format!("the plan wants an `{of}`, and no new code throws one, nor calls what does")
        })
        .collect()
}

/// A text without comments and strings.
fn bare(text: &str, facts: &Facts) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for region in &facts.regions {
        let aside = matches!(region.kind, RegionKind::Comment | RegionKind::String);
        if aside && region.bytes.start >= at {
            kept.push_str(text.get(at..region.bytes.start).unwrap_or_default());
            at = region.bytes.end;
        }
    }
    kept.push_str(text.get(at..).unwrap_or_default());
    kept
}

/// Whether an error is thrown that may be of such a type: one of the program's own, one that was made elsewhere.
fn throws_another(fresh: &str) -> bool {
    fresh.match_indices("throw ").any(|(at, _)| {
        let rest = fresh.get(at.saturating_add(6)..).unwrap_or_default();
        let made = rest.trim_start().strip_prefix("new ");
        let of = made.and_then(|it| it.split(|c: char| !c.is_alphanumeric()).next());
        !of.is_some_and(|it| OTHERS.contains(&it))
    })
}

/// Whether something is called that may throw one: a function of a file that makes such errors, one of somebody else.
fn may_throw(ground: &Ground<'_>, fresh: &str, of: &str, numbers: bool) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let known = |name: &str| ground.project.all().any(|(_, facts)| defines(facts, name));
    // A name that many bear is one of a type that they share: what most of them do is what it does.
    let makes = |name: &str| {
        let bearers = ground.project.all().filter(|(path, facts)| {
            facts.language == Language::Java
                && !is_test_path(path, facts.language)
                && defines(facts, name)
        });
        let (mut making, mut all) = (0_usize, 0_usize);
        for (_, facts) in bearers {
            let made = facts.made.as_ref().is_none_or(|it| it.contains(of));
            making = making.saturating_add(usize::from(made));
            all = all.saturating_add(1);
        }
        making.saturating_mul(2) > all
    };
    let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
    for (open, _) in fresh.match_indices('(') {
        let before = fresh.get(..open).unwrap_or_default();
        let name = before.rsplit(|c| !part(c)).next().unwrap_or_default();
        let head = before.strip_suffix(name).unwrap_or_default();
        let owner = head
            .strip_suffix('.')
            .map_or("", |it| it.rsplit(|c| !part(c)).next().unwrap_or_default());
        if name.is_empty() || !seen.insert((owner, name)) {
            continue;
        }
        let made = head.trim_end().ends_with("new");
        let of_type = if made { name } else { owner };
        let is_type =
            of_type.starts_with(char::is_uppercase) && of_type.contains(|c: char| c.is_lowercase());
        let parses = matches!(owner, "Integer" | "Long" | "Double" | "Float" | "Short")
            && (name.starts_with("parse") || name == "valueOf");
        let error = code::names_an_error(of_type);
        let foreign =
            is_type && !parses && !error && !HARMLESS.contains(&of_type) && !known(of_type);
        let checks = CHECKS.iter().any(|it| name.starts_with(it));
        let handed_up = matches!(name, "super" | "this");
        if foreign || checks || handed_up || parses && numbers || makes(name) {
            return true;
        }
    }
    // What is handed on by its name, and annotations that check.
    fresh.contains("::") || fresh.contains("@Valid") || fresh.contains("@NotNull")
}
