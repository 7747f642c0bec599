//! Which test of before is which test now: by place and name, by what it does, by what it asserts.

use std::collections::{BTreeMap, BTreeSet};

use super::test_index::Entry;

/// Pairs by index, and what is left on both sides.
#[derive(Default)]
pub(super) struct Matched {
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) removed: Vec<usize>,
    pub(super) added: Vec<usize>,
}

/// What tells cases apart, the surest first.
const KEYS: [fn(&Entry<'_>) -> String; 9] = [
    |it| {
        format!(
            "{}\n{}\n{}\n{}",
            it.path, it.case.group, it.case.name, it.case.body
        )
    },
    |it| format!("{}\n{}\n{}", it.path, it.case.group, it.case.name),
    |it| format!("{}\n{}", it.path, it.case.name),
    // `testParse` is `parse` where a mark says that it is a test.
    |it| {
        format!(
            "{}\n{}\n{}",
            it.path,
            it.case.group,
            plain_name(&it.case.name)
        )
    },
    |it| format!("{}", it.case.body),
    |it| format!("{}\n{}", it.case.group, it.case.name),
    asserted,
    // Its class moved to another file, under another name.
    |it| {
        let name = it.case.name.as_str();
        let telling = Some(name).filter(|it| it.len() >= NAME_MIN);
        telling.unwrap_or_default().to_owned()
    },
    |it| {
        let name = plain_name(&it.case.name);
        if name.len() >= NAME_MIN {
            name
        } else {
            String::new()
        }
    },
];

/// The letters of a name, small, without what says only that it is a test.
fn plain_name(name: &str) -> String {
    let letters = name.chars().filter(|it| it.is_alphanumeric());
    let letters: String = letters.flat_map(char::to_lowercase).collect();
    let bare = letters
        .strip_prefix("test")
        .or_else(|| letters.strip_suffix("test"));
    bare.filter(|it| !it.is_empty())
        .unwrap_or(&letters)
        .to_owned()
}

/// Letters of a name that hardly any two tests have by chance.
const NAME_MIN: usize = 14;

/// Which of the keys is what a test does.
const BY_BODY: usize = 4;

/// How many tests a side may have left for them to be compared one by one.
const RENAMED_MAX: usize = 60;

/// How much two tests must share to be one under two names, in hundredths, and how many words the old one must have.
const LIKE_MIN: usize = 75;
const WORDS_MIN: usize = 8;

/// Finds the pairs. Of several with one key, the first goes with the first.
pub(super) fn of(olds: &[Entry<'_>], news: &[Entry<'_>]) -> Matched {
    let mut found = Matched::default();
    let mut left: Vec<usize> = (0..olds.len()).collect();
    let mut right: Vec<usize> = (0..news.len()).collect();
    for (round, key) in KEYS.iter().enumerate() {
        let mut by_key: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for at in right.iter().rev() {
            let Some(entry) = news.get(*at) else { continue };
            let key = key(entry);
            if !key.is_empty() {
                by_key.entry(key).or_default().push(*at);
            }
        }
        let mut taken = BTreeSet::new();
        left.retain(|old| {
            let Some(entry) = olds.get(*old) else {
                return false;
            };
            // What is empty does the same as all else that is empty.
            let empty = round == BY_BODY && entry.case.assertions.is_empty();
            let new = by_key
                .get_mut(&key(entry))
                .filter(|_| !empty)
                .and_then(Vec::pop);
            if let Some(new) = new {
                taken.insert(new);
                found.pairs.push((*old, new));
            }
            new.is_none()
        });
        right.retain(|it| !taken.contains(it));
    }
    renamed((olds, news), (&mut left, &mut right), &mut found.pairs);
    found.removed = left;
    found.added = right;
    found
}

/// Tests that bear another name and do what one did that is gone, but for what they assert: of one file and group, no other
/// nearly as like, and none of them with more to assert than before.
fn renamed(
    (olds, news): (&[Entry<'_>], &[Entry<'_>]),
    (left, right): (&mut Vec<usize>, &mut Vec<usize>),
    pairs: &mut Vec<(usize, usize)>,
) {
    if left.len() > RENAMED_MAX || right.len() > RENAMED_MAX {
        return;
    }
    let likeness = |old: usize, new: usize| match (olds.get(old), news.get(new)) {
        (Some(old), Some(new)) => alike(old, new),
        (Some(_), None) | (None, Some(_) | None) => 0,
    };
    let best = |of: &dyn Fn(usize) -> usize, among: &[usize]| {
        let mut all: Vec<(usize, usize)> = among.iter().map(|it| (of(*it), *it)).collect();
        all.sort_unstable();
        let (like, first) = all.pop()?;
        let second = all.pop().map_or(0, |it| it.0);
        (like >= LIKE_MIN && second < like).then_some(first)
    };
    let mut taken = BTreeSet::new();
    let right_now = right.clone();
    let all = left.clone();
    left.retain(|old| {
        let new = best(&|it| likeness(*old, it), &right_now);
        let new = new.filter(|new| best(&|it| likeness(it, *new), &all) == Some(*old));
        let new = new.filter(|new| {
            let mut others = right_now.iter().filter(|it| *it != new);
            !others.any(|it| takes_over(olds.get(*old), news.get(*it)))
        });
        if let Some(new) = new {
            taken.insert(new);
            pairs.push((*old, new));
        }
        new.is_none()
    });
    right.retain(|it| !taken.contains(it));
}

/// Whether a new test asserts something that an old one of its file did: then that one was split, and not renamed.
fn takes_over(old: Option<&Entry<'_>>, new: Option<&Entry<'_>>) -> bool {
    let (Some(old), Some(new)) = (old, new) else {
        return false;
    };
    let known = |subject: &str| old.case.assertions.iter().any(|it| it.subject == subject);
    old.path == new.path
        && old.case.group == new.case.group
        && new.case.assertions.iter().any(|it| known(&it.subject))
}

/// How much of all that two tests name is named by both, in hundredths; nothing where one can't stand for the other.
fn alike(old: &Entry<'_>, new: &Entry<'_>) -> usize {
    let (was, now) = (old.case, new.case);
    let thinner = !now.assertions.is_empty() && now.assertions.len() <= was.assertions.len();
    let plain = was.rows.is_none() && now.rows.is_none();
    if old.path != new.path || was.group != now.group || !thinner || !plain {
        return 0;
    }
    let other = |it: &&String| **it != was.name && **it != now.name;
    let before: BTreeSet<&String> = was.words.union(&was.calls).filter(other).collect();
    let after: BTreeSet<&String> = now.words.union(&now.calls).filter(other).collect();
    let both = before.intersection(&after).count();
    let all = before.union(&after).count();
    let many = before.len() >= WORDS_MIN;
    let share = both.saturating_mul(100).checked_div(all).unwrap_or(0);
    if many { share } else { 0 }
}

/// What a test asserts, all of it; empty for one that asserts nothing.
fn asserted(entry: &Entry<'_>) -> String {
    let all = entry.case.assertions.iter();
    let mut texts: Vec<String> = all
        .map(|it| format!("{} = {}", it.subject, it.expected.as_deref().unwrap_or("")))
        .collect();
    texts.sort();
    texts.join("\n")
}
