//! How much the path of a file speaks of a task: the share of what is special about the path that the task names too.
//!
//! Paths alone are looked at; a path says nothing of what stands in the file. Whole numbers, so that every machine
//! ranks alike.

use std::collections::{BTreeMap, BTreeSet};

use ledger::ranking::Relevant;

/// Paths that are ranked, at most; the others are passed over. Nobody waits longer than some milliseconds for a first
/// request.
const PATHS_MAX: usize = 20_000;
/// Words of a task that count, at most.
const WORDS_MAX: usize = 5_000;
/// Words that say nothing.
const EMPTY: [&str; 20] = [
    "a", "an", "and", "as", "at", "be", "by", "for", "from", "in", "into", "is", "it", "of", "on",
    "or", "the", "that", "to", "with",
];

/// The files that a text speaks of, the most relevant first, at most so many; those it does not speak of are not in it.
/// A path or file name that stands in the text itself is relevant altogether.
#[must_use]
pub fn rank(text: &str, paths: &[String], count_max: usize) -> Vec<Relevant> {
    let paths = paths.get(..PATHS_MAX).unwrap_or(paths);
    let named: BTreeSet<&str> = text.split(between).map(bare).take(WORDS_MAX).collect();
    let mut lexicon = Lexicon::default();
    let split: Vec<Vec<usize>> = paths.iter().map(|path| lexicon.of_path(path)).collect();
    let asked: BTreeSet<usize> = words(text)
        .filter(|word| speaks(word))
        .take(WORDS_MAX)
        .filter_map(|word| lexicon.ids.get(&word).copied())
        .collect();
    let all = u64::try_from(paths.len()).unwrap_or(u64::MAX);
    let weights = lexicon.weights(all);
    let weight = |word: &usize| weights.get(*word).copied().unwrap_or(0);
    let mut ranked: Vec<Relevant> = Vec::new();
    for (path, own) in paths.iter().zip(&split) {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_named = named.contains(path.as_str()) || name.contains('.') && named.contains(name);
        let score_pct = if is_named {
            100
        } else {
            share(own, &asked, weight)
        };
        if score_pct > 0 {
            ranked.push(Relevant {
                path: path.clone(),
                score_pct,
            });
        }
    }
    ranked.sort_by(|a, b| b.score_pct.cmp(&a.score_pct).then(a.path.cmp(&b.path)));
    ranked.truncate(count_max);
    ranked
}

/// The words of all paths, by number: folders come again and again, and are taken apart once.
#[derive(Default)]
struct Lexicon<'p> {
    ids: BTreeMap<String, usize>,
    /// In how many paths each word stands.
    paths_with: Vec<u64>,
    parts: BTreeMap<&'p str, Vec<usize>>,
}

impl<'p> Lexicon<'p> {
    /// The words of a path, each once, without the ending of the file's name.
    fn of_path(&mut self, path: &'p str) -> Vec<usize> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = match name.rsplit_once('.') {
            Some((stem, _)) if !stem.is_empty() => stem,
            Some(_) | None => name,
        };
        let mut found: Vec<usize> = Vec::new();
        for part in folder.split('/').chain([stem]) {
            if !self.parts.contains_key(part) {
                let ids = words(part).map(|word| self.id(word)).collect();
                self.parts.insert(part, ids);
            }
            found.extend(self.parts.get(part).into_iter().flatten().copied());
        }
        found.sort_unstable();
        found.dedup();
        for id in &found {
            if let Some(count) = self.paths_with.get_mut(*id) {
                *count = count.saturating_add(1);
            }
        }
        found
    }

    fn id(&mut self, word: String) -> usize {
        let next = self.paths_with.len();
        let id = *self.ids.entry(word).or_insert(next);
        if id == next {
            self.paths_with.push(0);
        }
        id
    }

    /// What each word says: the more, the fewer of all paths have it.
    fn weights(&self, all: u64) -> Vec<u64> {
        let most = log2_milli(all.saturating_add(1));
        let counts = self.paths_with.iter();
        counts
            .map(|count| most.saturating_sub(log2_milli(*count)))
            .collect()
    }
}

/// The share of a path's words, by weight, that are asked for, in hundredths.
fn share(own: &[usize], asked: &BTreeSet<usize>, weight: impl Fn(&usize) -> u64) -> u8 {
    let mut all = 0_u64;
    let mut hit = 0_u64;
    for word in own {
        let says = weight(word);
        all = all.saturating_add(says);
        if asked.contains(word) {
            hit = hit.saturating_add(says);
        }
    }
    let pct = hit.saturating_mul(100).checked_div(all).unwrap_or(0);
    u8::try_from(pct).unwrap_or(100)
}

/// Words in small letters, one of a number; `parseList`, `parse_list` and `parse lists` have the same.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .flat_map(humps)
        .filter(|word| !word.is_empty())
        .map(|word| singular(&word.to_lowercase()))
}

/// Whether a word of a text says anything.
fn speaks(word: &str) -> bool {
    word.chars().nth(1).is_some() && !EMPTY.contains(&word)
}

/// `parseHTTPList` is `parse`, `HTTP`, `List`.
fn humps(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let mut found: Vec<String> = Vec::new();
    let mut hump = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let after = letters.get(at.saturating_add(1));
        let rises = before.is_some_and(|it| !it.is_uppercase()) && letter.is_uppercase();
        let ends_capitals = before.is_some_and(|it| it.is_uppercase())
            && letter.is_uppercase()
            && after.is_some_and(|it| it.is_lowercase());
        if (rises || ends_capitals) && !hump.is_empty() {
            found.push(std::mem::take(&mut hump));
        }
        hump.push(*letter);
    }
    found.push(hump);
    found
}

fn singular(word: &str) -> String {
    match word.strip_suffix('s') {
        Some(stem) if word.len() > 3 && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        Some(_) | None => word.to_owned(),
    }
}

/// What stands between names in a text.
fn between(c: char) -> bool {
    c.is_whitespace() || "\"'`,;()[]{}<>|".contains(c)
}

/// A name without what a sentence puts around it.
fn bare(name: &str) -> &str {
    name.trim_start_matches("./")
        .trim_end_matches(['.', ':', '!', '?'])
}

/// The logarithm to base 2 in thousandths, straight between powers.
fn log2_milli(number: u64) -> u64 {
    let Some(whole) = number.checked_ilog2() else {
        return 0;
    };
    let power = 1_u64.checked_shl(whole).unwrap_or(1);
    let rest = number.saturating_sub(power).saturating_mul(1_000);
    u64::from(whole)
        .saturating_mul(1_000)
        .saturating_add(rest.checked_div(power).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FILES: [&str; 9] = [
        "README.md",
        "package.json",
        "src/auth/sessionStore.ts",
        "src/auth/token.ts",
        "src/cart/total.ts",
        "src/cart/discounts.ts",
        "src/index.ts",
        "test/cart/total.test.ts",
        "test/auth/token.test.ts",
    ];

    fn ranked(text: &str) -> Vec<(String, u8)> {
        let paths: Vec<String> = FILES.iter().map(|it| (*it).to_owned()).collect();
        let all = rank(text, &paths, 10).into_iter();
        all.map(|it| (it.path, it.score_pct)).collect()
    }

    #[test]
    fn what_the_task_speaks_of_comes_first() {
        let found = ranked("Sessions must expire: the session store forgets them.");
        assert_eq!(found[0].0, "src/auth/sessionStore.ts");
        assert!(found[0].1 >= 60, "{found:?}");
        assert!(found.iter().all(|it| !it.0.contains("cart")), "{found:?}");
        let found = ranked("The total of a cart ignores its discount");
        let best: Vec<&str> = found.iter().take(2).map(|it| it.0.as_str()).collect();
        assert_eq!(best, ["src/cart/discounts.ts", "src/cart/total.ts"]);
        assert!(
            found[0].1 > 70 && found.iter().any(|it| it.1 < 70),
            "{found:?}"
        );
    }

    #[test]
    fn a_name_in_the_text_is_relevant_altogether() {
        for text in [
            "mend src/auth/token.ts.",
            "`token.ts` is wrong",
            "see ./src/auth/token.ts: it leaks",
        ] {
            let found = ranked(text);
            assert_eq!(found[0], ("src/auth/token.ts".to_owned(), 100), "{text}");
        }
        // A word that only looks like a part of a name is none.
        assert!(ranked("a tokenizer").is_empty());
    }

    #[test]
    fn what_says_nothing_finds_nothing() {
        for text in ["", "the a of", "zebra", "ts"] {
            assert_eq!(ranked(text), [], "{text}");
        }
        assert!(rank("anything", &[], 10).is_empty());
        // A word of every path says less than one of a single path.
        let paths = ["src/a.rs", "src/cart.rs"].map(str::to_owned);
        let found = rank("a cart in src", &paths, 10);
        let found: Vec<(&str, u8)> = found
            .iter()
            .map(|it| (it.path.as_str(), it.score_pct))
            .collect();
        assert_eq!(found, [("src/cart.rs", 100), ("src/a.rs", 25)]);
    }

    #[test]
    fn words_are_the_same_however_they_are_joined() {
        let of = |text: &str| words(text).collect::<Vec<_>>();
        for text in ["parseHTTPLists", "parse_http_list", "Parse http-lists"] {
            assert_eq!(of(text), ["parse", "http", "list"], "{text}");
        }
        assert_eq!(of("status class bus"), ["status", "class", "bus"]);
    }

    proptest! {
        #[test]
        fn any_text_and_any_path(text in ".{0,80}", paths in prop::collection::vec(".{0,20}", 0..20)) {
            let found = rank(&text, &paths, 5);
            prop_assert!(found.len() <= 5);
            prop_assert!(found.iter().all(|it| (1..=100).contains(&it.score_pct)));
            prop_assert!(found.is_sorted_by_key(|it| std::cmp::Reverse(it.score_pct)));
            prop_assert_eq!(found, rank(&text, &paths, 5));
        }
    }
}
