//! Holding rules against one file: one walk for all of them, and for each no more steps than it is allowed.

use ast_grep_core::matcher::{MatcherExt, NodeMatch};
use ast_grep_core::{AstGrep, Doc};

use super::build::{Built, Entry, Group};
use super::grammars::RuleGrammar;
use super::text::Text;
use super::{
    Category, Dialect, Finding, Programs, Rule, Rules, Severity, TestCode, commented, debts,
};
use crate::facts::{Facts, Reading, RegionKind};
use crate::is_test_path;
use crate::language::Language;
use crate::ranges::Ranges;
use crate::read::Limits;
use crate::syntax::Tree;
use crate::vue;

/// Most findings of one rule in one file.
const FINDINGS_MAX: usize = 100;
/// Steps of one rule in one file.
const RULE_STEPS_MAX: u32 = 1_000_000;
/// Steps of all rules in one file.
const FILE_STEPS_MAX: u32 = 10_000_000;
const TEXT_CHARS_MAX: usize = 120;
const VARIABLE_CHARS_MAX: usize = 60;
const COLUMN_BYTES_MAX: usize = 4_096;

/// What rules found in one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// What was found, by place.
    pub findings: Vec<Finding>,
    /// Some rule was not asked about all of the file: it could not be read, or a bound was reached. That a rule found
    /// nothing then says nothing.
    pub cut: bool,
}

impl Rules {
    /// Holds the rules against a file. `facts` must be those of this very text. Of a component its scripts are asked,
    /// where they stand.
    #[must_use]
    pub fn scan(&self, path: &str, source: &str, facts: &Facts) -> Scan {
        if matches!(facts.reading, Reading::Unreadable(_)) {
            return Scan {
                findings: Vec::new(),
                cut: facts.language.has_syntax(),
            };
        }
        if facts.language == Language::Vue {
            let scripts = vue::scripts(source);
            let dialect = if scripts.is_tsx {
                Dialect::Tsx
            } else if scripts.language == Language::TypeScript {
                Dialect::TypeScript
            } else {
                Dialect::JavaScript
            };
            return self.held(&File::new(path, (source, &scripts.text), facts, dialect));
        }
        let dialect = Dialect::of_path(path).filter(|it| it.language() == facts.language);
        dialect.map_or_else(Scan::default, |dialect| {
            self.held(&File::new(path, (source, source), facts, dialect))
        })
    }

    fn held(&self, file: &File<'_>) -> Scan {
        let mut scan = match self.groups.get(&file.dialect.language()) {
            Some(group) => self.by_shape(group, file),
            None => Scan::default(),
        };
        self.by_comments(file, file.facts, &mut scan.findings);
        scan.findings
            .sort_by(|a, b| (a.line, a.column, &a.rule).cmp(&(b.line, b.column, &b.rule)));
        scan.findings
            .dedup_by(|b, a| (a.line, &a.rule) == (b.line, &b.rule));
        scan
    }

    fn by_shape(&self, group: &Group, file: &File<'_>) -> Scan {
        let mut scan = Scan::default();
        let asked = self.asked(group, file);
        if asked.is_empty() {
            return scan;
        }
        let language = file.dialect.language();
        let Ok(tree) = Tree::parse(language, file.code, &Limits::default()) else {
            scan.cut = true;
            return scan;
        };
        walk(
            asked,
            Text::new(RuleGrammar(language), &tree),
            file,
            &mut scan,
        );
        scan
    }

    /// The rules that can find something in the file.
    fn asked<'r>(&'r self, group: &'r Group, file: &File<'_>) -> Vec<Asked<'r>> {
        let held = group.words.held(file.code);
        let members = group.members.iter().filter_map(|(place, number)| {
            let entry = self.list.get(*place)?;
            Some((entry, entry.built.get(*number)?))
        });
        members
            .filter(|(entry, _)| file.concerns(&entry.rule))
            .filter(|(_, built)| group.words.meet(&built.need, &held))
            .map(|(entry, built)| Asked::new(entry, built))
            .collect()
    }

    /// The rules that are functions: shapes say nothing about comments.
    fn by_comments(&self, file: &File<'_>, facts: &Facts, findings: &mut Vec<Finding>) {
        let ours = [
            (
                commented::ID,
                commented::find as fn(&Rule, &str, &Facts) -> Vec<Finding>,
            ),
            (debts::ID, debts::find),
        ];
        for (id, find) in ours {
            let entry = self.list.iter().find(|entry| entry.rule.id == id);
            let rule = entry.map(|entry| &entry.rule);
            let Some(rule) = rule.filter(|rule| rule.severity != Severity::Off) else {
                continue;
            };
            if file.concerns(rule) {
                let found = find(rule, file.source, facts)
                    .into_iter()
                    .take(FINDINGS_MAX);
                findings.extend(found.map(|finding| Finding {
                    test: finding.test || file.is_test,
                    ..finding
                }));
            }
        }
    }
}

struct File<'f> {
    path: &'f str,
    source: &'f str,
    /// What a grammar reads of it, in the same places.
    code: &'f str,
    facts: &'f Facts,
    dialect: Dialect,
    is_test: bool,
    is_program: bool,
    test: Ranges,
    dead: Ranges,
}

impl<'f> File<'f> {
    fn new(
        path: &'f str,
        (source, code): (&'f str, &'f str),
        facts: &'f Facts,
        dialect: Dialect,
    ) -> File<'f> {
        File {
            path,
            source,
            code,
            facts,
            dialect,
            is_test: is_test_path(path, facts.language),
            is_program: facts.starts.is_some() || is_script(source),
            test: Ranges::of_kind(&facts.regions, RegionKind::Test),
            dead: Ranges::of_kind(&facts.regions, RegionKind::Dead),
        }
    }

    /// Whether a rule is about this file.
    fn concerns(&self, rule: &Rule) -> bool {
        let place = rule
            .files
            .as_ref()
            .is_none_or(|files| files.is_match(self.path))
            && !rule
                .ignores
                .as_ref()
                .is_some_and(|ignores| ignores.is_match(self.path));
        // What a program wrote is nobody's style.
        let written = !self.facts.generated
            || rule.certain
            || matches!(rule.category, Category::Security | Category::Semantic);
        rule.dialects.contains(&self.dialect)
            && place
            && written
            && !(self.is_test && rule.tests == TestCode::Skip)
            && !(self.is_program && rule.programs == Programs::Skip)
    }
}

/// Whether the first line names the program that runs the file. `#![` begins an attribute.
fn is_script(source: &str) -> bool {
    source
        .strip_prefix("#!")
        .is_some_and(|rest| !rest.starts_with('['))
}

/// A rule, and how much it has done.
struct Asked<'r> {
    rule: &'r Rule,
    built: &'r Built,
    steps: u32,
    findings: usize,
}

impl<'r> Asked<'r> {
    fn new(entry: &'r Entry, built: &'r Built) -> Asked<'r> {
        Asked {
            rule: &entry.rule,
            built,
            steps: RULE_STEPS_MAX,
            findings: 0,
        }
    }
}

fn walk(mut asked: Vec<Asked<'_>>, text: Text, file: &File<'_>, scan: &mut Scan) {
    let by_kind = by_kind(&asked);
    let mut left = FILE_STEPS_MAX;
    let root = AstGrep::doc(text.clone());
    for node in root.root().dfs() {
        let rules = by_kind.get(usize::from(node.kind_id()));
        for place in rules.into_iter().flatten() {
            let Some(one) = asked.get_mut(*place) else {
                continue;
            };
            let steps = one.steps.min(left);
            if steps == 0 || one.findings >= FINDINGS_MAX {
                scan.cut = true;
                continue;
            }
            text.allow(steps);
            let found = one.built.core.match_node(node.clone());
            let after = text.steps();
            text.allow(u32::MAX);
            let used = steps.saturating_sub(after);
            one.steps = one.steps.saturating_sub(used);
            left = left.saturating_sub(used);
            // What was seen as empty for want of steps proves nothing.
            let found = found.filter(|_| after > 0);
            if let Some(finding) = found.and_then(|found| finding(one.rule, &found, file)) {
                one.findings = one.findings.saturating_add(1);
                scan.findings.push(finding);
            }
        }
    }
}

/// For each kind of node, the rules that may match it.
fn by_kind(asked: &[Asked<'_>]) -> Vec<Vec<usize>> {
    let mut table: Vec<Vec<usize>> = Vec::new();
    for (place, one) in asked.iter().enumerate() {
        // The last one is the kind of what could not be read.
        for kind in one
            .built
            .kinds
            .iter()
            .filter(|kind| **kind < usize::from(u16::MAX))
        {
            if table.len() <= *kind {
                table.resize_with(kind.saturating_add(1), Vec::new);
            }
            if let Some(rules) = table.get_mut(*kind) {
                rules.push(place);
            }
        }
    }
    table
}

fn finding(rule: &Rule, found: &NodeMatch<'_, Text>, file: &File<'_>) -> Option<Finding> {
    let node = found.get_inner_node();
    if node.is_broken() {
        return None;
    }
    let range = found.range();
    let test = file.is_test || file.test.contains(range.start);
    match rule.tests {
        TestCode::Skip if test => return None,
        TestCode::Only if !test => return None,
        TestCode::Include | TestCode::Skip | TestCode::Only => {}
    }
    let text = file.source.get(range.clone()).unwrap_or("");
    let lines = text.bytes().filter(|byte| *byte == b'\n').count();
    let line = node.line();
    Some(Finding {
        message: filled(&rule.message, found),
        line,
        column: column(file.source, range.start),
        end_line: line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX)),
        text: first_line(text),
        test,
        dead: file.dead.contains(range.start),
        ..blank(rule)
    })
}

/// A finding of a rule at no place.
pub(super) fn blank(rule: &Rule) -> Finding {
    Finding {
        rule: rule.id.clone(),
        severity: rule.severity,
        message: rule.message.clone(),
        note: rule.note.clone(),
        line: 1,
        column: 1,
        end_line: 1,
        text: String::new(),
        category: rule.category,
        level: rule.level,
        certain: rule.certain,
        test: false,
        dead: false,
    }
}

pub(super) fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or("").trim_end();
    line.chars().take(TEXT_CHARS_MAX).collect()
}

/// The column of a byte, from 1, in characters; in bytes where a line is too long to be counted for each finding.
pub(super) fn column(source: &str, byte: usize) -> u32 {
    let from = byte.saturating_sub(COLUMN_BYTES_MAX);
    let before = source.as_bytes().get(from..byte).unwrap_or_default();
    let line = before
        .rsplit(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    // Every byte that does not go on with a character begins one.
    let characters = line.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    u32::try_from(characters)
        .unwrap_or(u32::MAX)
        .saturating_add(1)
}

/// A message with what its variables stand for.
fn filled(message: &str, found: &NodeMatch<'_, Text>) -> String {
    let mut pieces = message.split('$');
    let mut out = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        let end = piece.find(|c| !is_name(c)).unwrap_or(piece.len());
        let (name, rest) = piece.split_at_checked(end).unwrap_or_default();
        match found.get_env().get_match(name) {
            Some(node) => {
                let text = node.get_doc().get_node_text(&node.get_inner_node());
                let line = text.lines().next().unwrap_or("");
                out.extend(line.chars().take(VARIABLE_CHARS_MAX));
            }
            None => {
                out.push('$');
                out.push_str(name);
            }
        }
        out.push_str(rest);
    }
    out
}
