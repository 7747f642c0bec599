//! One look at a text: words wake rules, rules make hits, and hits that overlap become one.

use std::collections::BTreeMap;
use std::ops::Range;

use super::check::Verdict;
use super::rules::{Match, RULES, Rule, Sort, Target};
use super::view::View;
use super::{Level, block, decode, generic, manifest, value};

/// How far before a word a match may begin, in bytes.
const BEFORE_BYTES_MAX: usize = 320;
/// How far after a word a match goes on at least to be looked for, in bytes; a token is followed to its end.
const AFTER_BYTES_MAX: usize = 1 << 10;

/// Something that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) kind: &'static str,
    pub(super) level: Level,
    /// The secret.
    pub(super) range: Range<usize>,
    /// The secret and what says that it is one.
    pub(super) extent: Range<usize>,
    weight: Weight,
}

/// Whose word counts, where two say different things about the same place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// A shape of ours: it knows examples and checksums.
    Shape,
    /// Words around it, in a rule of ours.
    Words,
    /// A rule of others.
    Others,
    /// A telling name.
    Name,
}

/// Everything in a text, in order, without overlaps; examples are among it, as doubtful.
pub(super) fn scan(text: &str) -> Vec<Hit> {
    let woken = Woken::by(text);
    let mut hits = Vec::new();
    for (number, regions) in &woken.regions {
        if let Some(rule) = RULES.rules.get(*number) {
            let found = regions.iter().flat_map(|it| rule.matches(text, it.clone()));
            hits.extend(found.filter_map(|it| judged(rule, text, it)));
        }
    }
    hits.extend(named(text, &woken.names));
    hits.extend(blocks(text, &woken.blocks));
    hits.extend(manifests(text, &woken.manifests));
    hits.extend(disguised(text));
    hits.extend(encoded(text));
    merged(without_markers(text, hits))
}

/// What the words of a text call for.
#[derive(Default)]
struct Woken {
    regions: BTreeMap<usize, Vec<Range<usize>>>,
    names: Vec<Range<usize>>,
    blocks: Vec<Range<usize>>,
    manifests: Vec<Range<usize>>,
}

impl Woken {
    fn by(text: &str) -> Self {
        let mut woken = Self::default();
        let Some(words) = RULES.words_in(text) else {
            // Without the words every rule looks everywhere.
            let all = RULES.rules.iter().enumerate();
            woken.regions = all
                .map(|(number, _)| (number, std::iter::once(0..text.len()).collect()))
                .collect();
            return woken;
        };
        for (number, place) in words {
            let Some(targets) = RULES.targets.get(number) else {
                continue;
            };
            let written = text.get(place.clone()).unwrap_or_default();
            for (word, target) in targets {
                match *target {
                    Target::Rule { exact: true, .. } if word != written => {}
                    Target::Rule { number, .. } => {
                        widen(
                            woken.regions.entry(number).or_default(),
                            text,
                            place.clone(),
                        );
                    }
                    Target::Name => woken.names.push(place.clone()),
                    Target::Block => woken.blocks.push(place.clone()),
                    Target::Manifest => woken.manifests.push(place.clone()),
                }
            }
        }
        woken
    }
}

/// Adds the surroundings of a word to the regions of a rule.
fn widen(regions: &mut Vec<Range<usize>>, text: &str, word: Range<usize>) {
    let start = word.start.saturating_sub(BEFORE_BYTES_MAX);
    let end = word.end.saturating_add(AFTER_BYTES_MAX);
    match regions.last_mut() {
        Some(last) if last.end >= end.min(text.len()) => {}
        Some(last) if last.end >= start => last.end = token_end(text, end),
        Some(_) | None => regions.push(start..token_end(text, end)),
    }
}

/// The end of the token that a place is in.
fn token_end(text: &str, place: usize) -> usize {
    let rest = text.as_bytes().get(place..).unwrap_or_default();
    let inside = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-+/=.%~".contains(byte);
    let more = rest.iter().take_while(inside).count();
    place.saturating_add(more).min(text.len())
}

/// A match, if it stands up to what its rule asks.
fn judged(rule: &'static Rule, text: &str, found: Match) -> Option<Hit> {
    let secret = found.secret;
    let range = text.ceil_char_boundary(secret.start)..text.floor_char_boundary(secret.end);
    let words = text.get(range.clone())?;
    let user = found.user.and_then(|it| text.get(it)).unwrap_or_default();
    if words.is_empty() || rule.milli_bits_min > 0 && value::milli_bits(words) < rule.milli_bits_min
    {
        return None;
    }
    if !rule.own && value::stands_in(words) && rule.sort == Sort::Likely {
        return None;
    }
    let level = match (rule.check.ask(words, user), rule.sort) {
        (Verdict::Nothing, _) => return None,
        (Verdict::Doubtful, _) => Level::Doubtful,
        (Verdict::Weak, _) | (Verdict::Real, Sort::Likely) => Level::Likely,
        (Verdict::Real, Sort::Token | Sort::Context) => Level::Certain,
    };
    let weight = match (rule.own, rule.sort) {
        (true, Sort::Token) => Weight::Shape,
        (true, Sort::Context | Sort::Likely) => Weight::Words,
        (false, _) => Weight::Others,
    };
    let extent = found.all.start.min(range.start)..found.all.end.max(range.end);
    Some(Hit {
        kind: rule.kind,
        level,
        range,
        extent,
        weight,
    })
}

fn named(text: &str, words: &[Range<usize>]) -> Vec<Hit> {
    let mut out = Vec::new();
    let mut done = 0;
    for word in words.iter() {
        // Words of one name are looked at once, and those in a value that was taken not at all.
        if word.start < done {
            continue;
        }
        if let Some(it) = generic::at(text, word.clone()) {
            done = it.value.end;
            let extent = it.name.start..it.value.end;
            out.push(Hit {
                kind: "password",
                level: Level::Likely,
                range: it.value,
                extent,
                weight: Weight::Name,
            });
        }
    }
    out
}

fn blocks(text: &str, words: &[Range<usize>]) -> Vec<Hit> {
    let mut out: Vec<Hit> = Vec::new();
    let mut done = 0;
    for word in words.iter() {
        if word.start < done {
            continue;
        }
        if let Some(range) = block::at(text, word.clone(), done) {
            done = range.end;
            out.push(certain("private-key", range.clone(), range));
        }
    }
    out
}

fn manifests(text: &str, words: &[Range<usize>]) -> Vec<Hit> {
    let mut out = Vec::new();
    let mut done = 0;
    for word in words.iter() {
        for range in manifest::at(text, word.clone(), done) {
            done = range.end.max(word.end);
            let extent = word.start.min(range.start)..range.end.max(word.end);
            out.push(certain("kubernetes-secret", range, extent));
        }
    }
    out
}

fn certain(kind: &'static str, range: Range<usize>, extent: Range<usize>) -> Hit {
    Hit {
        kind,
        level: Level::Certain,
        range,
        extent,
        weight: Weight::Shape,
    }
}

/// Tokens in the text as a reader would put it together.
fn disguised(text: &str) -> Vec<Hit> {
    let Some(view) = View::of(text) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for it in tokens(&view.text) {
        let pieces = view.origin(it.range);
        if let (Some(first), Some(last)) = (pieces.first(), pieces.last()) {
            let extent = first.start..last.end;
            out.extend(
                pieces
                    .iter()
                    .map(|piece| certain(it.kind, piece.clone(), extent.clone())),
            );
        }
    }
    out
}

/// Runs of digits that a token stands behind.
fn encoded(text: &str) -> Vec<Hit> {
    let mut out = Vec::new();
    for (range, plain) in decode::runs(text) {
        let kind = match tokens(&plain).first() {
            Some(it) => it.kind,
            None if plain.contains("PRIVATE KEY-----") && plain.len() > 100 => "private-key",
            None => continue,
        };
        out.push(certain(kind, range.clone(), range));
    }
    out
}

/// What says by its shape alone what it is, and is no example.
fn tokens(text: &str) -> Vec<Hit> {
    let woken = Woken::by(text);
    let mut out = Vec::new();
    for (number, regions) in &woken.regions {
        let Some(rule) = RULES
            .rules
            .get(*number)
            .filter(|rule| rule.sort == Sort::Token)
        else {
            continue;
        };
        let found = regions.iter().flat_map(|it| rule.matches(text, it.clone()));
        out.extend(
            found
                .filter_map(|it| judged(rule, text, it))
                .filter(|it| it.level == Level::Certain),
        );
    }
    out
}

/// What is masked already is no secret any more.
fn without_markers(text: &str, mut hits: Vec<Hit>) -> Vec<Hit> {
    let markers = super::markers(text);
    if !markers.is_empty() {
        hits.retain(|hit| {
            let before = markers.partition_point(|it| it.end <= hit.range.start);
            markers
                .get(before)
                .is_none_or(|it| it.start >= hit.range.end)
        });
    }
    hits
}

/// Sorted, overlapping ones made one; the weightiest names the kind. A doubt of ours silences whoever knows less.
fn merged(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.retain(|it| !it.range.is_empty());
    hits.sort_by_key(|it| (it.range.start, it.range.end, it.weight, it.level));
    let doubts = doubts(&hits);
    let silenced = |it: &Hit| {
        it.weight != Weight::Shape && {
            let before = doubts.partition_point(|range| range.end <= it.range.start);
            doubts
                .get(before)
                .is_some_and(|range| range.start < it.range.end)
        }
    };
    let (sure, doubtful): (Vec<Hit>, Vec<Hit>) = hits
        .iter()
        .cloned()
        .partition(|it| it.level != Level::Doubtful);
    let mut out = joined(sure.into_iter().filter(|it| !silenced(it)));
    let clear = |it: &Hit, out: &[Hit]| {
        out.iter()
            .all(|sure| sure.range.end <= it.range.start || sure.range.start >= it.range.end)
    };
    let rest: Vec<Hit> = joined(doubtful.into_iter())
        .into_iter()
        .filter(|it| clear(it, &out))
        .collect();
    out.extend(rest);
    out.sort_by_key(|it| it.range.start);
    out
}

/// Where a shape or the words around of a rule of ours say that something is an example.
fn doubts(hits: &[Hit]) -> Vec<Range<usize>> {
    let ours = |it: &&Hit| it.level == Level::Doubtful && it.weight <= Weight::Words;
    joined(hits.iter().filter(ours).cloned())
        .into_iter()
        .map(|it| it.range)
        .collect()
}

fn joined(hits: impl Iterator<Item = Hit>) -> Vec<Hit> {
    let mut out: Vec<Hit> = Vec::new();
    for it in hits {
        match out.last_mut() {
            Some(last) if it.range.start < last.range.end => {
                last.range.end = last.range.end.max(it.range.end);
                last.extent =
                    last.extent.start.min(it.extent.start)..last.extent.end.max(it.extent.end);
                last.level = last.level.min(it.level);
                if it.weight < last.weight {
                    last.weight = it.weight;
                    last.kind = it.kind;
                }
            }
            Some(_) | None => out.push(it),
        }
    }
    out
}
