//! What the plan lists for Rust and the change has in part: traits of a new type, short options of a program; and what is
//! to leave a manifest, or to be optional in it, and is not.

use std::collections::BTreeSet;

use code::Language;
use code::project::is_test_path;

use crate::inspect::Ground;
use crate::inspect::prose::{says, sentences, speaks_otherwise, split};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;
/// Lines of one file that are compared.
const LINES_MAX: usize = 20_000;

/// Traits whose names prose has no other use for.
const TRAITS: [&str; 16] = [
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "FusedIterator",
    "FromIterator",
    "IntoIterator",
    "DerefMut",
    "PartialEq",
    "PartialOrd",
    "FromStr",
    "AsRef",
    "AsMut",
    "TryFrom",
    "BorrowMut",
    "IndexMut",
    "AddAssign",
    "SubAssign",
];

/// What is owed, each as a sentence.
pub(in crate::inspect) fn owed(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let rust =
        |it: &&Change<'_>| it.path.ends_with(".rs") && !is_test_path(it.path, Language::Rust);
    let sources: Vec<&Change<'_>> = changes.iter().filter(rust).collect();
    if sources.is_empty() {
        return Vec::new();
    }
    let fresh: Vec<&str> = sources.iter().flat_map(|it| added(it)).collect();
    let mut found = BTreeSet::new();
    for text in sentences(ground).iter().copied() {
        for clause in split(text).filter(|it| !speaks_otherwise(it)) {
            found.extend(traits(clause, &fresh));
            found.extend(of_types(clause, &fresh));
        }
        found.extend(options(text, &sources, &fresh));
        found.extend(manifests(text, changes));
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// Lines that a file has now and had not, comments aside.
fn added<'c>(change: &Change<'c>) -> Vec<&'c str> {
    let before: BTreeSet<&str> = change
        .before
        .unwrap_or_default()
        .lines()
        .take(LINES_MAX)
        .map(str::trim)
        .collect();
    let now = change.after.unwrap_or_default().lines().take(LINES_MAX);
    now.map(str::trim)
        .filter(|it| !before.contains(it) && !it.starts_with("//"))
        .collect()
}

/// Traits that a clause lists, of which new code has one and not another: "is DoubleEndedIterator and ExactSizeIterator".
fn traits(clause: &str, fresh: &[&str]) -> Vec<String> {
    let listed: Vec<&str> = TRAITS.into_iter().filter(|it| says(clause, it)).collect();
    let has = |name: &str| fresh.iter().any(|it| says(it, name));
    let (there, missing): (Vec<&str>, Vec<&str>) = listed.into_iter().partition(|it| has(it));
    if there.is_empty() {
        return Vec::new();
    }
    let missing = missing.into_iter();
    missing
        .map(|name| {
            format!("the plan lists `{name}` among what a type is to be, and no new code has it")
        })
        .collect()
}

/// Traits that a clause asks for with what they are of, `From<Duration>`, and that no new line names, where a type is new.
fn of_types(clause: &str, fresh: &[&str]) -> Vec<String> {
    const CONVERTS: [&str; 6] = [
        "From",
        "TryFrom",
        "AsRef",
        "PartialEq",
        "Extend",
        "FromIterator",
    ];
    let part = |c: char| !(c.is_alphanumeric() || c == '_');
    let mut found = Vec::new();
    // Without a new type the plan may speak of one that has it.
    let made = |it: &&str| says(it, "struct") || says(it, "enum");
    if !fresh.iter().any(made) {
        return found;
    }
    for (open, _) in clause.match_indices('<') {
        let before = clause.get(..open).unwrap_or_default();
        let name = before.rsplit(part).next().unwrap_or_default();
        let rest = clause.get(open.saturating_add(1)..).unwrap_or_default();
        let Some((of, _)) = rest.split_once('>') else {
            continue;
        };
        let plain = !of.is_empty() && !of.contains(['<', ' ', '(']);
        let names = |it: &&str| says(it, name);
        if plain && CONVERTS.contains(&name) && !fresh.iter().any(names) {
            found.push(format!(
                "the plan asks for `{name}<{of}>`, and no new code has it"
            ));
        }
    }
    found
}

/// Short options that a text lists, of which new code has one and not another: "`-r` aligns right and `-c` centers".
fn options(text: &str, sources: &[&Change<'_>], fresh: &[&str]) -> Vec<String> {
    let mut listed: BTreeSet<char> = BTreeSet::new();
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '-'));
        let mut signs = bare.chars();
        if let (Some('-'), Some(letter), None) = (signs.next(), signs.next(), signs.next())
            && letter.is_ascii_alphabetic()
        {
            listed.insert(letter);
        }
    }
    let held = |letter: &char| {
        fresh
            .iter()
            .any(|it| it.contains(&format!("\"-{letter}\"")))
    };
    if listed.len() < 2 || !listed.iter().any(held) {
        return Vec::new();
    }
    let code = |it: &&Change<'_>| it.after.unwrap_or_default().to_owned();
    let all: Vec<String> = sources.iter().map(code).collect();
    let anywhere = |letter: &char| {
        let forms = [
            format!("\"-{letter}"),
            format!("'{letter}'"),
            format!("b'{letter}'"),
            format!("\"{letter}\""),
        ];
        let quoted = |line: &str| !line.trim_start().starts_with("//");
        all.iter().any(|text| {
            let mut lines = text.lines().filter(|it| quoted(it));
            lines.any(|line| forms.iter().any(|it| line.contains(it)))
        })
    };
    let missing = listed.iter().filter(|it| !anywhere(it));
    missing
        .map(|letter| {
            format!("the plan lists the option `-{letter}`, and no code of the change looks for it")
        })
        .collect()
}

/// What a text says of features and dependencies, and the changed manifest has otherwise.
fn manifests(text: &str, changes: &[Change<'_>]) -> Vec<String> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_')))
        .filter(|it| !it.is_empty())
        .collect();
    let mut found = Vec::new();
    let manifests = changes.iter().filter(|it| it.path.ends_with("Cargo.toml"));
    let manifests: Vec<&str> = manifests.filter_map(|it| it.after).collect();
    for row in words.windows(4) {
        let gone = match row {
            ["remove" | "drop" | "delete", "the", name, "feature"]
            | ["remove" | "drop" | "delete", "the", "feature", name] => Some(*name),
            _ => None,
        };
        let left = gone.filter(|name| manifests.iter().any(|it| has_feature(it, name)));
        found.extend(left.map(|name| {
            format!("the plan removes the feature `{name}`, and the manifest declares it still")
        }));
        let choice = match row {
            [name, "dependency", "optional", _] | ["dependency", name, "optional", _] => {
                Some(*name)
            }
            _ => None,
        };
        let must = choice.filter(|name| manifests.iter().any(|it| is_needed(it, name)));
        found.extend(must.map(|name| {
            format!("the plan makes the dependency `{name}` optional, and the manifest always asks for it")
        }));
    }
    found
}

/// Lines of a manifest with the section that each stands in.
fn sections(manifest: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut section = "";
    manifest.lines().take(LINES_MAX).filter_map(move |line| {
        let line = line.trim();
        if line.starts_with('[') && line.ends_with(']') {
            section = line.trim_matches(['[', ']']);
            return None;
        }
        (!line.starts_with('#')).then_some((section, line))
    })
}

fn has_feature(manifest: &str, name: &str) -> bool {
    let key = |line: &str| {
        line.split('=')
            .next()
            .unwrap_or_default()
            .trim()
            .trim_matches('"')
            == name
    };
    sections(manifest)
        .any(|(section, line)| section == "features" && line.contains('=') && key(line))
}

/// Whether a dependency is declared, and nothing there says that it is optional.
fn is_needed(manifest: &str, name: &str) -> bool {
    let own = |section: &str| section.rsplit('.').next() == Some(name);
    let of = |section: &str| {
        section.contains("dependencies") && !section.contains("dev-") && !section.contains("build-")
    };
    let mut declared = false;
    let mut optional = false;
    for (section, line) in sections(manifest).filter(|(section, _)| of(section)) {
        let key = line.split(['=', '.']).next().unwrap_or_default().trim();
        if own(section) || key == name {
            declared = true;
            let bare: String = line.chars().filter(|c| !c.is_whitespace()).collect();
            optional |= bare.contains("optional=true") || bare.contains("workspace=true");
        }
    }
    declared && !optional
}
