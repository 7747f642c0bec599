//! Drafts become rules that can be asked: patterns are compiled for each grammar, and the examples are held against them.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use ast_grep_config::{DeserializeEnv, RuleCore, SerializableRuleCore};
use ast_grep_core::Matcher;
use ast_grep_core::matcher::MatcherExt;
use ast_grep_core::{AstGrep, Node};
use serde_json::Value;

use super::grammars::RuleGrammar;
use super::read::{self, Document, Draft, Fault};
use super::required_words::{self, Need, Words};
use super::text::Text;
use super::{Problem, Rule, Rules, Severity};
use crate::language::Language;
use crate::read::Limits;
use crate::syntax::Tree;

/// Longest rule file, in bytes.
const FILE_BYTES_MAX: usize = 256 << 10;
/// Most rules of all files together.
const RULES_MAX: usize = 1_000;
const PROBLEMS_MAX: usize = 200;
const REASON_CHARS_MAX: usize = 400;
/// Steps for one example.
const EXAMPLE_STEPS_MAX: u32 = 20_000;

/// A rule with what finds it.
pub(super) struct Entry {
    pub(super) rule: Rule,
    /// One for each grammar; none for a rule that is turned off, or that is a function of ours.
    pub(super) built: Vec<Built>,
}

/// A rule, compiled for one grammar.
pub(super) struct Built {
    pub(super) language: Language,
    pub(super) core: RuleCore,
    /// The kinds of node that it can match.
    pub(super) kinds: Vec<usize>,
    pub(super) need: Need,
}

/// All rules for one grammar.
pub(super) struct Group {
    /// Places in the list, and in `built` there.
    pub(super) members: Vec<(usize, usize)>,
    pub(super) words: Words,
}

/// Reads and builds the rules of some files.
pub(super) fn rules(files: &[(String, String)]) -> (Rules, Vec<Problem>) {
    let mut all = Reading::default();
    for (file, text) in files {
        if text.len() > FILE_BYTES_MAX {
            let reason = format!("the file is longer than {FILE_BYTES_MAX} bytes");
            all.problem(file, 1, "", reason);
            continue;
        }
        for document in read::documents(text) {
            if all.problems.len() >= PROBLEMS_MAX {
                return all.done();
            }
            if all.list.len() >= RULES_MAX {
                let reason = format!("there are more than {RULES_MAX} rules; the rest is not used");
                all.problem(file, document.line, "", reason);
                return all.done();
            }
            match all.one(&document) {
                Ok(entry) => all.list.push(entry),
                Err(Fault { line, id, reason }) => all.problem(file, line, &id, reason),
            }
        }
    }
    all.done()
}

/// Both together; of two with one id, the later.
pub(super) fn joined(rules: Rules, more: Rules) -> Rules {
    let replaced: BTreeSet<String> = more.list().map(|rule| rule.id.clone()).collect();
    let mut list = rules.list;
    list.retain(|entry| !replaced.contains(&entry.rule.id));
    list.extend(more.list);
    grouped(list)
}

/// Rules whose ids others do not have.
pub(super) fn without(rules: Rules, others: &Rules) -> Rules {
    let taken: BTreeSet<String> = others.list().map(|rule| rule.id.clone()).collect();
    let mut list = rules.list;
    list.retain(|entry| !taken.contains(&entry.rule.id));
    grouped(list)
}

/// Rules in the order given, put together by grammar.
pub(super) fn grouped(list: Vec<Entry>) -> Rules {
    let mut members: BTreeMap<Language, Vec<(usize, usize)>> = BTreeMap::new();
    for (place, entry) in list.iter().enumerate() {
        for (number, built) in entry.built.iter().enumerate() {
            members
                .entry(built.language)
                .or_default()
                .push((place, number));
        }
    }
    let groups = members.into_iter().map(|(language, members)| {
        let needs = members.iter().filter_map(|(place, number)| {
            list.get(*place)?
                .built
                .get(*number)
                .map(|built| &built.need)
        });
        let words = Words::new(needs);
        (language, Group { members, words })
    });
    let groups = groups.collect();
    Rules { list, groups }
}

#[derive(Default)]
struct Reading {
    list: Vec<Entry>,
    ids: BTreeSet<String>,
    problems: Vec<Problem>,
}

impl Reading {
    fn one(&mut self, document: &Document<'_>) -> Result<Entry, Fault> {
        let draft = read::rule(document)?;
        let id = draft.rule.id.clone();
        let at = |key: &str, reason: String| Fault {
            line: document.line_of(key),
            id: id.clone(),
            reason,
        };
        if !self.ids.insert(id.clone()) {
            return Err(at("id", "another rule has this `id`".to_owned()));
        }
        let built = build(&draft, |_| true).map_err(|reason| at("rule", reason))?;
        for one in &built {
            examples(one, &draft).map_err(|reason| at("metadata", reason))?;
        }
        Ok(Entry {
            rule: draft.rule,
            built,
        })
    }

    fn problem(&mut self, file: &str, line: u32, rule: &str, reason: String) {
        if self.problems.len() < PROBLEMS_MAX {
            self.problems.push(Problem {
                file: file.to_owned(),
                line,
                rule: rule.to_owned(),
                reason: reason.chars().take(REASON_CHARS_MAX).collect(),
            });
        }
    }

    fn done(self) -> (Rules, Vec<Problem>) {
        (grouped(self.list), self.problems)
    }
}

/// Compiles a draft for every grammar that it asks for and that is wanted.
pub(super) fn build(
    draft: &Draft,
    wanted: impl Fn(Language) -> bool,
) -> Result<Vec<Built>, String> {
    if draft.rule.severity == Severity::Off {
        return Ok(Vec::new());
    }
    let languages: BTreeSet<Language> = draft
        .rule
        .dialects
        .iter()
        .map(|dialect| dialect.language())
        .collect();
    languages
        .into_iter()
        .filter(|language| wanted(*language))
        .map(|language| build_for(draft, language))
        .collect()
}

fn build_for(draft: &Draft, language: Language) -> Result<Built, String> {
    let core: SerializableRuleCore = serde_json::from_value(Value::Object(draft.core.clone()))
        .map_err(|error| error.to_string())?;
    let env = DeserializeEnv::new(RuleGrammar(language));
    let core = core.get_matcher(env).map_err(|error| told(&error))?;
    // A rule that fits every kind of node would be tried on all of them.
    let Some(kinds) = core.potential_kinds().filter(|kinds| !kinds.is_empty()) else {
        let reason = "it does not say what kind of node it is about: add a `kind`, or a `pattern` that is whole";
        return Err(reason.to_owned());
    };
    Ok(Built {
        language,
        kinds: kinds.iter().collect(),
        need: required_words::of(&draft.core, RuleGrammar(language)),
        core,
    })
}

/// An error with its causes, in one line.
fn told(error: &(dyn Error + 'static)) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next.filter(|_| told.len() < 5) {
        told.push(error.to_string().trim_end_matches('.').to_owned());
        next = error.source();
    }
    told.join(": ")
}

fn examples(built: &Built, draft: &Draft) -> Result<(), String> {
    for (texts, wanted) in [(&draft.matches, true), (&draft.passes, false)] {
        for text in texts {
            let shown: String = text.trim().chars().take(80).collect();
            let tree = Tree::parse(built.language, text, &Limits::default())
                .ok()
                .filter(|tree| tree.error_nodes == 0);
            let Some(tree) = tree else {
                return Err(format!("the example `{shown}` is no {:?}", built.language));
            };
            let text = Text::new(RuleGrammar(built.language), &tree);
            text.allow(EXAMPLE_STEPS_MAX);
            let root = AstGrep::doc(text.clone());
            let found = root.root().dfs().any(|node| finds(built, node));
            if text.steps() == 0 {
                return Err(format!("the example `{shown}` takes too many steps"));
            }
            if found != wanted {
                let does = if found { "is found" } else { "is not found" };
                return Err(format!("the example `{shown}` {does}"));
            }
        }
    }
    Ok(())
}

fn finds(built: &Built, node: Node<'_, Text>) -> bool {
    built.kinds.contains(&usize::from(node.kind_id())) && built.core.match_node(node).is_some()
}
