//! The rules as data: formats of our own (`rules/own.rules`) and those of gitleaks (`rules/gitleaks.jsonl`).
//!
//! Reading them costs a millisecond or two, once. An expression is compiled when a text first holds one of its words.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::bytes::{Regex, RegexBuilder};
use serde::Deserialize;

use super::check::Check;

const OWN: &str = include_str!("../../rules/own.rules");
const GITLEAKS: &str = include_str!("../../rules/gitleaks.jsonl");

/// Largest compiled expression, in bytes; all are far below it.
const COMPILED_BYTES_MAX: usize = 10 << 20;

/// How sure a match of a rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// It says by its shape what it is, wherever it stands.
    Token,
    /// The words around it say so.
    Context,
    /// It may be one.
    Likely,
}

/// One rule.
#[derive(Debug)]
pub(super) struct Rule {
    /// What it finds, kebab-case.
    pub(super) kind: &'static str,
    pub(super) sort: Sort,
    /// What is asked of a match beyond the expression.
    pub(super) check: Check,
    /// Whether it is one of ours: ours know examples and checksums, so they overrule the others.
    pub(super) own: bool,
    /// Least entropy of the secret, in thousandths of a bit for each character.
    pub(super) milli_bits_min: u32,
    /// The group that is the secret, if the rule names one.
    group: Option<usize>,
    shape: String,
    allow: Vec<String>,
    regex: OnceLock<Option<Compiled>>,
}

#[derive(Debug)]
struct Compiled {
    regex: Regex,
    allow: Vec<Regex>,
}

/// What a word in a text calls for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// The rule of this number; `exact`: only if the word is written so.
    Rule { number: usize, exact: bool },
    /// A name that may be assigned a secret.
    Name,
    /// A block of a private key.
    Block,
    /// A manifest of secrets.
    Manifest,
}

/// All rules, and the words that wake them.
pub(super) struct Rules {
    pub(super) rules: Vec<Rule>,
    /// An automaton for the words, once a few kilobytes were looked through.
    automaton: OnceLock<Option<AhoCorasick>>,
    /// One for much text: three times as fast, and three times as long in the making.
    fast_automaton: OnceLock<Option<AhoCorasick>>,
    /// For each word: the word as written, and what it calls for.
    pub(super) targets: Vec<Vec<(String, Target)>>,
}

/// Words in names that may be assigned a secret.
const NAMES: [&str; 9] = [
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "credential",
    "kennwort",
    "auth",
    "jwt",
];

/// Words that begin or end a block of a private key.
const BLOCKS: [&str; 4] = [
    "-----begin ",
    "---- begin ssh2",
    "putty-user-key-file",
    "-----end ",
];

pub(super) static RULES: LazyLock<Rules> = LazyLock::new(Rules::read);

/// Reads all rules, which the first text would otherwise wait for.
pub(super) fn read_ahead() {
    LazyLock::force(&RULES);
}

/// Makes what looks through much text.
pub(super) fn compile_ahead() {
    let made = || RULES.made(AhoCorasickKind::DFA);
    RULES.fast_automaton.get_or_init(made);
}

impl Rules {
    fn read() -> Self {
        let mut words: Vec<(String, Target)> = Vec::new();
        let mut rules = Vec::new();
        for (rule, keywords) in own().chain(gitleaks()) {
            // Where the expression does not tell capitals from small letters, nor does the word.
            let exact = rule.own && !rule.shape.starts_with("(?i");
            let number = rules.len();
            let target = Target::Rule { number, exact };
            words.extend(keywords.into_iter().map(|word| (word, target)));
            rules.push(rule);
        }
        words.extend(NAMES.map(|word| (word.to_owned(), Target::Name)));
        words.extend(BLOCKS.map(|word| (word.to_owned(), Target::Block)));
        words.push(("kind:".to_owned(), Target::Manifest));
        words.push(("\"kind\"".to_owned(), Target::Manifest));
        words.sort_by_cached_key(|(word, _)| word.to_ascii_lowercase());
        let targets: Vec<Vec<(String, Target)>> = words
            .chunk_by(|(a, _), (b, _)| a.eq_ignore_ascii_case(b))
            .map(<[(String, Target)]>::to_vec)
            .collect();
        Self {
            rules,
            automaton: OnceLock::new(),
            fast_automaton: OnceLock::new(),
            targets,
        }
    }

    /// Where words stand in a text: the number of each, by where it ends. `None`: they can't be looked for.
    pub(super) fn words_in(&self, text: &str) -> Option<Vec<(usize, Range<usize>)>> {
        static LOOKED_THROUGH: AtomicUsize = AtomicUsize::new(0);
        let before = LOOKED_THROUGH.fetch_add(text.len(), Ordering::Relaxed);
        if let Some(made) = self.fast_automaton.get() {
            return found_by(made.as_ref()?, text);
        }
        let automaton = match before.saturating_add(text.len()) {
            few if few < FEW_BYTES => return Some(self.one_by_one(text)),
            some if some < MUCH_BYTES => self
                .automaton
                .get_or_init(|| self.made(AhoCorasickKind::ContiguousNFA)),
            _ => self
                .fast_automaton
                .get_or_init(|| self.made(AhoCorasickKind::DFA)),
        };
        found_by(automaton.as_ref()?, text)
    }

    /// The same without an automaton: making one takes longer than to look through a command.
    fn one_by_one(&self, text: &str) -> Vec<(usize, Range<usize>)> {
        let lower = text.to_ascii_lowercase();
        let mut found = Vec::new();
        for (number, word) in self.words().enumerate() {
            let word = word.to_ascii_lowercase();
            let mut from = 0;
            while let Some(at) = lower.get(from..).and_then(|rest| rest.find(&word)) {
                let start = from.saturating_add(at);
                found.push((number, start..start.saturating_add(word.len())));
                // The next one may overlap it.
                let next = lower.ceil_char_boundary(start.saturating_add(1));
                from = next;
            }
        }
        found.sort_by_key(|(_, at)| (at.end, at.start));
        found
    }

    /// The words as written, each of them once.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.targets
            .iter()
            .filter_map(|same| same.first().map(|(word, _)| word.as_str()))
    }

    fn made(&self, kind: AhoCorasickKind) -> Option<AhoCorasick> {
        AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .kind(Some(kind))
            .build(self.words())
            .ok()
    }
}

fn found_by(automaton: &AhoCorasick, text: &str) -> Option<Vec<(usize, Range<usize>)>> {
    let found = automaton.find_overlapping_iter(text);
    let placed = found.map(|it| (it.pattern().as_usize(), it.range()));
    Some(placed.collect())
}

/// Text up to which words are looked for one by one, in bytes over the life of the process.
const FEW_BYTES: usize = 4 << 10;
/// Text from which on the fast automaton is worth its making.
const MUCH_BYTES: usize = 512 << 10;

impl Rule {
    /// Every match from the start of a region to its end: the secret, and all that was matched. What stands before the
    /// region is looked at for borders of words.
    pub(super) fn matches(&self, text: &str, region: std::ops::Range<usize>) -> Vec<Match> {
        let mut out = Vec::new();
        let Some(Some(compiled)) = self.compiled() else {
            return out;
        };
        let Some(hay) = text.as_bytes().get(..region.end) else {
            return out;
        };
        let mut at = region.start;
        while at <= hay.len() {
            let Some(captures) = compiled.regex.captures_at(hay, at) else {
                break;
            };
            let Some(all) = captures.get(0) else { break };
            let named = captures.name("s").or_else(|| captures.name("t"));
            let by_number = self.group.and_then(|number| captures.get(number));
            let first = captures.iter().skip(1).flatten().find(|it| !it.is_empty());
            let secret = named.or(by_number).or(first).unwrap_or(all);
            let user = captures.name("u").map(|it| it.range());
            // The next secret may begin in what ended this one.
            at = secret.end().max(all.start().saturating_add(1));
            if !compiled
                .allow
                .iter()
                .any(|it| it.is_match(secret.as_bytes()))
            {
                out.push(Match {
                    secret: secret.range(),
                    all: all.range(),
                    user,
                });
            }
        }
        out
    }

    fn compiled(&self) -> Option<&Option<Compiled>> {
        Some(self.regex.get_or_init(|| {
            let allow = self.allow.iter().filter_map(|it| compile(it));
            Some(Compiled {
                regex: compile(&self.shape)?,
                allow: allow.collect(),
            })
        }))
    }
}

/// One match of a rule, in bytes of the text.
#[derive(Debug)]
pub(super) struct Match {
    pub(super) secret: std::ops::Range<usize>,
    pub(super) all: std::ops::Range<usize>,
    /// The name that stands before a password in an address.
    pub(super) user: Option<std::ops::Range<usize>>,
}

/// ASCII classes, as the rules are written for: faster, smaller, and a word border is one in every script.
fn compile(shape: &str) -> Option<Regex> {
    RegexBuilder::new(shape)
        .unicode(false)
        .size_limit(COMPILED_BYTES_MAX)
        .build()
        .ok()
}

fn own() -> impl Iterator<Item = (Rule, Vec<String>)> {
    OWN.lines().filter_map(own_rule)
}

fn own_rule(line: &'static str) -> Option<(Rule, Vec<String>)> {
    if line.starts_with('#') {
        return None;
    }
    let (kind, rest) = line.split_once(' ')?;
    let (sort, rest) = rest.trim_start().split_once(' ')?;
    let (check, rest) = rest.trim_start().split_once(' ')?;
    let (words, shape) = rest.trim_start().split_once(' ')?;
    let sort = match sort {
        "token" => Sort::Token,
        "context" => Sort::Context,
        _ => Sort::Likely,
    };
    let rule = Rule {
        kind,
        sort,
        check: Check::named(check)?,
        own: true,
        milli_bits_min: 0,
        group: None,
        shape: shape.trim_start().to_owned(),
        allow: Vec::new(),
        regex: OnceLock::new(),
    };
    Some((rule, words.split(',').map(str::to_owned).collect()))
}

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    id: &'static str,
    likely: bool,
    regex: String,
    keywords: Vec<String>,
    #[serde(default)]
    entropy: f64,
    group: Option<usize>,
    #[serde(default)]
    allow: Vec<String>,
}

fn gitleaks() -> impl Iterator<Item = (Rule, Vec<String>)> {
    GITLEAKS
        .lines()
        .filter_map(|line| serde_json::from_str::<Line>(line).ok())
        .map(|line| {
            let rule = Rule {
                kind: line.id,
                sort: if line.likely {
                    Sort::Likely
                } else {
                    Sort::Token
                },
                check: if line.likely {
                    Check::Mixed
                } else {
                    Check::None
                },
                own: false,
                milli_bits_min: milli(line.entropy),
                group: line.group,
                shape: line.regex,
                allow: line.allow,
                regex: OnceLock::new(),
            };
            (rule, line.keywords)
        })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to what fits"
)]
fn milli(bits: f64) -> u32 {
    (bits * 1_000.0).clamp(0.0, 8_000.0) as u32
}
