//! What a rule may cost, checked before it is built: a rule is a small program, and not everyone's is meant well.
//!
//! The library walks rules and texts by recursion and compiles what it is given. So a rule may not refer to itself, nor
//! grow out of hand by referring, nor hold what could not be bounded while it runs.

use std::collections::{BTreeMap, BTreeSet};

use regex::RegexBuilder;
use serde_json::{Map, Value};

use super::grammars::PATTERN_BYTES_MAX;

/// Most parts of one rule, those counted again that it refers to more than once.
const PARTS_MAX: u32 = 2_000;
const UTILS_MAX: usize = 16;
const REGEXES_MAX: usize = 12;
const REGEX_BYTES_MAX: usize = 400;
/// Largest expression, compiled, in bytes.
const REGEX_SIZE_MAX: usize = 1 << 20;
const KIND_BYTES_MAX: usize = 200;
const DIGITS_MAX: usize = 5;

type Utils<'v> = BTreeMap<&'v str, &'v Value>;

/// Checks the `rule`, `constraints` and `utils` of a rule. The error is a sentence about what is wrong.
pub(super) fn check(core: &Map<String, Value>) -> Result<(), String> {
    let named = |key| core.get(key).and_then(Value::as_object);
    let utils: Utils<'_> = named("utils")
        .into_iter()
        .flatten()
        .map(|(name, rule)| (name.as_str(), rule))
        .collect();
    if utils.len() > UTILS_MAX {
        return Err(format!("it has more than {UTILS_MAX} `utils`"));
    }
    let constraints = named("constraints").into_iter().flat_map(Map::values);
    let mut weights = Weights {
        utils: &utils,
        known: BTreeMap::new(),
        open: BTreeSet::new(),
    };
    let mut regexes = 0usize;
    let all = core.get("rule").into_iter();
    for rule in all.chain(constraints).chain(utils.values().copied()) {
        if weights.of(rule)? > PARTS_MAX {
            return Err(format!("it has more than {PARTS_MAX} parts"));
        }
        each(rule, &mut |rule| {
            regexes = regexes.saturating_add(usize::from(rule.contains_key("regex")));
            if regexes > REGEXES_MAX {
                return Err(format!(
                    "it has more than {REGEXES_MAX} regular expressions"
                ));
            }
            atomic(rule)
        })?;
    }
    Ok(())
}

/// The rules directly inside a rule.
pub(super) fn parts(rule: &Map<String, Value>) -> Vec<&Value> {
    let mut found = Vec::new();
    for (key, value) in rule {
        match key.as_str() {
            "inside" | "has" | "precedes" | "follows" | "not" => found.push(value),
            "stopBy" if value.is_object() => found.push(value),
            "all" | "any" => found.extend(value.as_array().into_iter().flatten()),
            "nthChild" => found.extend(value.get("ofRule")),
            _ => {}
        }
    }
    found
}

/// A rule and all rules inside it. As deep as the YAML reader lets anything nest.
fn each(
    rule: &Value,
    look: &mut impl FnMut(&Map<String, Value>) -> Result<(), String>,
) -> Result<(), String> {
    let Some(rule) = rule.as_object() else {
        return Ok(());
    };
    look(rule)?;
    parts(rule)
        .into_iter()
        .try_for_each(|part| each(part, look))
}

struct Weights<'v> {
    utils: &'v Utils<'v>,
    known: BTreeMap<&'v str, u32>,
    open: BTreeSet<&'v str>,
}

impl<'v> Weights<'v> {
    fn of(&mut self, rule: &'v Value) -> Result<u32, String> {
        let Some(rule) = rule.as_object() else {
            return Ok(1);
        };
        let mut sum = 1u32;
        for part in parts(rule) {
            sum = sum.saturating_add(self.of(part)?);
        }
        match rule.get("matches") {
            None => Ok(sum),
            Some(Value::String(name)) => Ok(sum.saturating_add(self.util(name)?)),
            Some(_) => Err("`matches` takes the name of one of the rule's `utils`".to_owned()),
        }
    }

    fn util(&mut self, name: &str) -> Result<u32, String> {
        let Some((name, rule)) = self.utils.get_key_value(name) else {
            return Err(format!("`matches: {name}` names none of its `utils`"));
        };
        if let Some(known) = self.known.get(name) {
            return Ok(*known);
        }
        if !self.open.insert(name) {
            return Err(format!("the util `{name}` refers to itself"));
        }
        let weight = self.of(rule)?;
        self.open.remove(name);
        self.known.insert(name, weight);
        Ok(weight)
    }
}

fn atomic(rule: &Map<String, Value>) -> Result<(), String> {
    let text = |key| rule.get(key).and_then(Value::as_str);
    if rule.contains_key("range") {
        return Err("`range` names a place of one text, so it is not taken".to_owned());
    }
    if let Some(pattern) = rule.get("pattern") {
        self::pattern(pattern)?;
    }
    if let Some(kind) = text("kind")
        && (kind.len() > KIND_BYTES_MAX || !kind.is_ascii() || kind.contains(':'))
    {
        return Err(format!("`kind: {kind}` is more than names of kinds"));
    }
    if let Some(nth) = rule.get("nthChild")
        && most_digits(&nth.to_string()) > DIGITS_MAX
    {
        return Err("`nthChild` counts too far".to_owned());
    }
    text("regex").map_or(Ok(()), regex)
}

fn pattern(pattern: &Value) -> Result<(), String> {
    let whole = pattern
        .as_str()
        .or_else(|| pattern.get("context")?.as_str());
    if whole.is_some_and(|text| text.len() > PATTERN_BYTES_MAX) {
        return Err(format!(
            "a pattern is longer than {PATTERN_BYTES_MAX} bytes"
        ));
    }
    // The others let parts of a pattern go unmatched, and some of those the library can't do without.
    match pattern.get("strictness").and_then(Value::as_str) {
        None | Some("smart" | "cst") => Ok(()),
        Some(other) => Err(format!(
            "`strictness: {other}` is not taken, only `smart` and `cst`"
        )),
    }
}

fn regex(regex: &str) -> Result<(), String> {
    if regex.len() > REGEX_BYTES_MAX {
        return Err(format!(
            "a regular expression is longer than {REGEX_BYTES_MAX} bytes"
        ));
    }
    let built = RegexBuilder::new(regex).size_limit(REGEX_SIZE_MAX).build();
    match built {
        Ok(_) => Ok(()),
        Err(regex::Error::CompiledTooBig(_)) => {
            Err(format!("the regular expression `{regex}` grows too large"))
        }
        Err(error) => {
            let error = error.to_string();
            let why = error
                .lines()
                .last()
                .unwrap_or("")
                .trim_start_matches("error: ");
            Err(format!("`{regex}` is no regular expression: {why}"))
        }
    }
}

fn most_digits(text: &str) -> usize {
    let runs = text.split(|c: char| !c.is_ascii_digit());
    runs.map(str::len).max().unwrap_or(0)
}
