//! Names of branches: `{type}/{issue}-{brief}`, made and read.

use super::number::number;

/// Characters of the brief.
const BRIEF_CHARS_MAX: usize = 40;
/// Characters of what stands before the `/`.
const TYPE_CHARS_MAX: usize = 40;
/// The brief of a title without a word for it.
const WORK: &str = "work";

/// The issue that a branch belongs to by its name: `{type}/{issue}-{brief}`.
#[must_use]
pub fn branch_issue(branch: &str) -> Option<u64> {
    let (kind, rest) = branch.split_once('/')?;
    let (digits, _) = rest.split_once('-')?;
    let (number, behind) = number(&format!("#{digits}"))
        .map(|(number, behind)| (number, behind.to_owned()))
        .filter(|_| !kind.is_empty())?;
    behind.is_empty().then_some(number)
}

/// The branch for an issue: the type, its number, and the words of its title that can stand in a name, without what stands
/// in brackets before them. It is a valid name whatever the title holds.
#[must_use]
pub fn branch_name(kind: &str, issue: u64, title: &str) -> String {
    let is_part = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let kind: String = kind
        .trim_start_matches(|c: char| !c.is_ascii_alphanumeric())
        .chars()
        .filter(is_part)
        .take(TYPE_CHARS_MAX)
        .collect();
    let kind = if kind.is_empty() { WORK } else { &kind };
    format!("{kind}/{issue}-{}", brief(title))
}

fn brief(title: &str) -> String {
    // `don't` is one word.
    let title = without_groups(title).replace(['\'', '’'], "");
    let mut brief = String::new();
    let is_other = |c: char| !c.is_ascii_alphanumeric();
    for word in title.split(is_other).filter(|it| !it.is_empty()) {
        let room = BRIEF_CHARS_MAX.saturating_sub(brief.len());
        if brief.is_empty() {
            brief.push_str(word.get(..room.min(word.len())).unwrap_or(WORK));
        } else if word.len() < room {
            brief.push('-');
            brief.push_str(word);
        } else {
            break;
        }
    }
    if brief.is_empty() {
        return WORK.to_owned();
    }
    brief.to_ascii_lowercase()
}

/// A title without the groups in brackets that it begins with.
fn without_groups(title: &str) -> &str {
    let mut rest = title.trim_start();
    while let Some((_, behind)) = rest.strip_prefix('[').and_then(|it| it.split_once(']')) {
        rest = behind.trim_start();
    }
    rest
}
