//! How the files of a phase are named, and how plans name each other. Forms of several years live side by side.

use std::collections::BTreeSet;

/// What a plan's file name says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlanName {
    /// The name without its ending: `01-02-limits` of `01-02-limits-PLAN.md`. Empty for `PLAN.md`.
    pub(crate) stem: String,
    /// The phase's number, without zeros at its start.
    pub(crate) phase: Option<String>,
    /// The plan's number, likewise.
    pub(crate) plan: Option<String>,
}

/// What a file below a phase's folder is called, if it is a plan: `01-02-PLAN.md`, `PLAN.md`, `plans/PLAN-01-slug.md`,
/// `3-PLAN-01-slug.md`.
pub(crate) fn plan_name(below: &str) -> Option<PlanName> {
    let name = match below.split_once('/') {
        None => below,
        Some(("plans", name)) if !name.contains('/') => name,
        Some(_) => return None,
    };
    let lower = name.to_lowercase();
    let base = lower.strip_suffix(".md")?;
    let other = ["-outline", ".pre-bounce", "-plan-review"];
    if other.iter().any(|end| base.ends_with(end)) || is_summary(&lower) {
        return None;
    }
    let parts: Vec<&str> = base.split('-').collect();
    let (before, after) = parts.split_at_checked(marker(&parts)?)?;
    let mut numbers = before
        .iter()
        .skip_while(|part| number(part).is_none())
        .map_while(|part| number(part));
    let (first, second) = (numbers.next(), numbers.next());
    let behind = after.get(1);
    let (phase, plan) = match behind {
        Some(part) => (first, number(part)),
        None if second.is_none() => (None, first),
        None => (first, second),
    };
    let stem = match behind {
        Some(_) => base.to_owned(),
        None => before.join("-"),
    };
    Some(PlanName { stem, phase, plan })
}

/// The names that a plan's summary can have, the one that is written first.
pub(super) fn summary_names(below: &str) -> Vec<String> {
    let (folder, name) = match below.rsplit_once('/') {
        Some((folder, name)) => (format!("{folder}/"), name),
        None => (String::new(), below),
    };
    let base = name.get(..name.len().saturating_sub(3)).unwrap_or(name);
    let lower = base.to_lowercase();
    let parts: Vec<&str> = lower.split('-').collect();
    let words: Vec<&str> = base.split('-').collect();
    let swapped = marker(&parts).map(|at| {
        let words = words.iter().enumerate();
        let words: Vec<&str> = words
            .map(|(part, word)| if part == at { "SUMMARY" } else { word })
            .collect();
        format!("{folder}{}.md", words.join("-"))
    });
    let added = format!("{folder}{base}-SUMMARY.md");
    let mut names = Vec::new();
    // Beside the folder's own plans a summary ends in `SUMMARY.md`; only in `plans/` a number may follow.
    let ends = lower.ends_with("plan") || !folder.is_empty();
    match swapped {
        Some(swapped) if ends => names.extend([swapped, added]),
        Some(swapped) => names.extend([added, swapped]),
        None => names.push(added),
    }
    let name = plan_name(below);
    if let Some((phase, plan)) = name.and_then(|it| it.phase.zip(it.plan)) {
        names.push(format!("{folder}{phase:0>2}-{plan:0>2}-SUMMARY.md"));
        names.push(format!("{folder}{phase}-{plan:0>2}-SUMMARY.md"));
    }
    names
}

/// The part that says `PLAN`: the last one, or one that a number follows.
fn marker(parts: &[&str]) -> Option<usize> {
    let last = parts.len().checked_sub(1)?;
    let is = |at: usize| parts.get(at) == Some(&"plan");
    let numbered = |at: usize| {
        let next = parts.get(at.saturating_add(1));
        next.is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit()))
    };
    if is(last) {
        return Some(last);
    }
    (0..last).find(|at| is(*at) && numbered(*at))
}

/// Whether a file below a phase's folder is a summary, by its name.
pub(super) fn is_summary(below: &str) -> bool {
    let lower = below.to_lowercase();
    let name = lower.strip_prefix("plans/").unwrap_or(&lower);
    let marked =
        name.ends_with("-summary.md") || name.starts_with("summary") || name.contains("-summary-");
    marked && name.ends_with(".md") && !name.contains('/')
}

/// A number as names hold it, without zeros at its start: `02` is 2, `02.1` is 2.1, `3A` is 3a.
pub(super) fn number(part: &str) -> Option<String> {
    let lower = part.to_lowercase();
    let mut pieces = lower.split('.');
    let whole = pieces.next()?;
    let digits = whole.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let letters = whole.len().saturating_sub(digits.len());
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !all_digits(digits) || letters > 1 || !pieces.all(all_digits) {
        return None;
    }
    let plain = lower.trim_start_matches('0');
    Some(if plain.starts_with(|c: char| c.is_ascii_digit()) {
        plain.to_owned()
    } else {
        format!("0{plain}")
    })
}

/// The number at the start of a phase's name: 1 of `01-ledger`.
pub(super) fn phase_number(name: &str) -> Option<String> {
    name.split('-').find_map(number)
}

/// One plan, as others may name it.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Whole names, in small letters.
    pub(super) names: BTreeSet<String>,
    /// Its numbers, by its file and by what it says.
    pub(super) numbers: BTreeSet<String>,
}

/// Whom a name means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// A plan of this phase.
    Plan(usize),
    /// More than one.
    Several(Vec<usize>),
    /// A plan of another phase, by the numbers of phase and plan as far as they are known.
    Elsewhere(String, Option<String>),
    /// Nobody.
    Nobody,
}

/// Finds whom a plan means by a name in `depends_on`.
pub(super) fn meant(token: &str, plans: &[Known], own: Option<&str>) -> Meant {
    let lower = token.trim().to_lowercase();
    let lower = lower.strip_suffix(".md").unwrap_or(&lower);
    let lower = lower.strip_suffix("-plan").unwrap_or(lower);
    let named = |plan: &Known| plan.names.contains(lower);
    if let Some(found) = found(plans, named) {
        return found;
    }
    let parts: Vec<&str> = lower.split('-').collect();
    let first = parts.first().and_then(|part| number(part));
    let second = parts.get(1).and_then(|part| number(part));
    let last = parts.last().and_then(|part| number(part));
    let Some(first) = first else {
        return Meant::Nobody;
    };
    let this_phase = own.is_none_or(|own| own == first);
    let wanted = match (parts.len(), second) {
        (1, _) => first,
        (2, Some(second)) if this_phase => second,
        (_, second) if own.is_some() && !this_phase => {
            return Meant::Elsewhere(first, second.or(last));
        }
        _ => return Meant::Nobody,
    };
    let numbered = |plan: &Known| plan.numbers.contains(&wanted);
    match found(plans, numbered) {
        Some(found) => found,
        None if own.is_none() && parts.len() == 2 => Meant::Elsewhere(
            parts
                .first()
                .and_then(|part| number(part))
                .unwrap_or_default(),
            Some(wanted),
        ),
        None => Meant::Nobody,
    }
}

fn found(plans: &[Known], is: impl Fn(&Known) -> bool) -> Option<Meant> {
    let hits: Vec<usize> = plans
        .iter()
        .enumerate()
        .filter(|(_, plan)| is(plan))
        .map(|(at, _)| at)
        .collect();
    match hits.as_slice() {
        [] => None,
        [one] => Some(Meant::Plan(*one)),
        _ => Some(Meant::Several(hits)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, Meant, meant, number, phase_number, plan_name, summary_names};

    #[test]
    fn names_of_plans_are_told_from_names_of_other_files() {
        for (name, stem, phase, plan) in [
            ("01-02-PLAN.md", "01-02", Some("1"), Some("2")),
            ("01-02-limits-PLAN.md", "01-02-limits", Some("1"), Some("2")),
            ("02.1-03-PLAN.md", "02.1-03", Some("2.1"), Some("3")),
            ("3A-01-PLAN.md", "3a-01", Some("3a"), Some("1")),
            ("01-02-plan-b-PLAN.md", "01-02-plan-b", Some("1"), Some("2")),
            ("01-PLAN.md", "01", None, Some("1")),
            ("PLAN.md", "", None, None),
            ("plan.md", "", None, None),
            ("setup-PLAN.md", "setup", None, None),
            ("plans/PLAN-01-setup.md", "plan-01-setup", None, Some("1")),
            ("plans/02-PLAN-03.md", "02-plan-03", Some("2"), Some("3")),
            (
                "3-PLAN-01-setup.md",
                "3-plan-01-setup",
                Some("3"),
                Some("1"),
            ),
        ] {
            let found = plan_name(name).unwrap_or_else(|| panic!("{name}"));
            let read = (
                found.stem.as_str(),
                found.phase.as_deref(),
                found.plan.as_deref(),
            );
            assert_eq!(read, (stem, phase, plan), "{name}");
        }
        for name in [
            "01-02-PLAN-OUTLINE.md",
            "01-02-PLAN.pre-bounce.md",
            "01-02-PLAN.md.pre-bounce",
            "01-02-PLAN-REVIEW.md",
            "01-02-SUMMARY.md",
            "3-PLAN-01-SUMMARY.md",
            "plans/SUMMARY-01.md",
            "PLANNING-NOTES.md",
            "01-REPLAN.md",
            "01-PLAN-notes.md",
            "01-RESEARCH.md",
            "01-02-PLAN.txt",
            "old/01-02-PLAN.md",
            "plans/old/PLAN-01.md",
        ] {
            assert_eq!(plan_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_summary_stands_beside_its_plan() {
        for (plan, first, others) in [
            (
                "01-02-PLAN.md",
                "01-02-SUMMARY.md",
                &["01-02-PLAN-SUMMARY.md"][..],
            ),
            ("01-02-plan-b-PLAN.md", "01-02-plan-b-SUMMARY.md", &[]),
            ("PLAN.md", "SUMMARY.md", &["PLAN-SUMMARY.md"]),
            (
                "01-02-limits-PLAN.md",
                "01-02-limits-SUMMARY.md",
                &["01-02-SUMMARY.md"],
            ),
            ("plans/PLAN-01-a.md", "plans/SUMMARY-01-a.md", &[]),
            (
                "3-PLAN-01-a.md",
                "3-PLAN-01-a-SUMMARY.md",
                &["3-01-SUMMARY.md"],
            ),
        ] {
            let names = summary_names(plan);
            assert_eq!(names[0], first);
            for other in others {
                assert!(names.iter().any(|it| it == other), "{names:?}");
            }
        }
    }

    #[test]
    fn numbers_are_alike_with_and_without_zeros() {
        for (text, plain) in [
            ("02", "2"),
            ("2", "2"),
            ("00", "0"),
            ("02.1", "2.1"),
            ("3A", "3a"),
            ("0.1", "0.1"),
        ] {
            assert_eq!(number(text).as_deref(), Some(plain));
        }
        for text in ["", "a", "1ab", "1.", "1.a", "-1"] {
            assert_eq!(number(text), None, "{text}");
        }
        assert_eq!(phase_number("01-ledger").as_deref(), Some("1"));
        assert_eq!(phase_number("PROJ-42-ledger").as_deref(), Some("42"));
        assert_eq!(phase_number("ledger"), None);
    }

    #[test]
    fn plans_are_meant_by_any_form_of_their_name() {
        let known = |names: &[&str], number: &str| Known {
            names: names.iter().map(|it| (*it).to_owned()).collect(),
            numbers: [number.to_owned()].into(),
        };
        let plans = [
            known(&["02-01-read", "02-parser-01"], "1"),
            known(&["02-02", "02-parser-02"], "2"),
            known(&["twice"], "3"),
            known(&["twice-too"], "3"),
        ];
        for (token, expected) in [
            ("01", Meant::Plan(0)),
            ("1", Meant::Plan(0)),
            ("02-01", Meant::Plan(0)),
            ("2-1", Meant::Plan(0)),
            ("02-01-read", Meant::Plan(0)),
            ("02-01-Read-PLAN.md", Meant::Plan(0)),
            ("02-parser-02", Meant::Plan(1)),
            ("03", Meant::Several(vec![2, 3])),
            ("02-01-write", Meant::Nobody),
            ("02-09", Meant::Nobody),
            ("09", Meant::Nobody),
            ("read", Meant::Nobody),
            ("", Meant::Nobody),
            (
                "01-04",
                Meant::Elsewhere("1".to_owned(), Some("4".to_owned())),
            ),
            (
                "01-ledger-04",
                Meant::Elsewhere("1".to_owned(), Some("4".to_owned())),
            ),
            (
                "01-04-slug",
                Meant::Elsewhere("1".to_owned(), Some("4".to_owned())),
            ),
        ] {
            assert_eq!(meant(token, &plans, Some("2")), expected, "{token}");
        }
        let elsewhere = Meant::Elsewhere("7".to_owned(), Some("9".to_owned()));
        assert_eq!(meant("07-09", &plans, None), elsewhere);
    }
}
