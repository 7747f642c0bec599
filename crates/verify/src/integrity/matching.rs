//! Which test of before is which test now: by place and name, by what it does, by what it asserts.

use std::collections::BTreeMap;

use super::book::Entry;

/// Pairs by index, and what is left on both sides.
#[derive(Default)]
pub(super) struct Matched {
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) removed: Vec<usize>,
    pub(super) added: Vec<usize>,
}

/// What tells cases apart, the surest first.
const KEYS: [fn(&Entry<'_>) -> String; 7] = [
    |it| {
        format!(
            "{}\n{}\n{}\n{}",
            it.path, it.case.group, it.case.name, it.case.body
        )
    },
    |it| format!("{}\n{}\n{}", it.path, it.case.group, it.case.name),
    |it| format!("{}\n{}", it.path, it.case.name),
    |it| format!("{}", it.case.body),
    |it| format!("{}\n{}", it.case.group, it.case.name),
    asserted,
    // Its class moved to another file, under another name.
    |it| {
        let name = it.case.name.as_str();
        let telling = Some(name).filter(|it| it.len() >= NAME_MIN);
        telling.unwrap_or_default().to_owned()
    },
];

/// Letters of a name that hardly any two tests have by chance.
const NAME_MIN: usize = 14;

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
        let mut taken = std::collections::BTreeSet::new();
        left.retain(|old| {
            let Some(entry) = olds.get(*old) else {
                return false;
            };
            // What is empty does the same as all else that is empty.
            let empty = round == 3 && entry.case.assertions.is_empty();
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
    found.removed = left;
    found.added = right;
    found
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
