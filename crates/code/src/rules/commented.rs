//! Code that was switched off by making it a comment.
//!
//! A run of comment lines counts if most lines look like code and the whole of it is statements of the language without
//! an error. Prose fails one or the other; so does code with a word of explanation around it, which is an example. Comments
//! that document, licences and notes for tools are not looked at.

use std::sync::LazyLock;

use regex::Regex;

use super::scan::{blank, column, first_line};
use super::{Category, Dialect, Finding, Programs, Rule, Severity, TestCode};
use crate::facts::{ByteRange, Facts, RegionKind};
use crate::language::Language;
use crate::lines::Counter;
use crate::ranges::Ranges;
use crate::read::Limits;
use crate::syntax::{Node, Tree};

pub(super) const ID: &str = "commented-out-code";

/// Longest run that is read, in bytes; nobody comments out so much and means it as a note.
const RUN_BYTES_MAX: usize = 16 << 10;
/// Most runs of one file that are parsed.
const RUNS_MAX: usize = 200;

/// What tools read, and what shows that the rest is an example.
static NOT_CODE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\s*(?:@|\+build|go:|export\s+\w+$|nolint|lint:|noqa|type:|pylint|pragma|mypy|ruff|isort|fmt:|yapf|eslint|tslint|jshint|jslint|globals?\s|istanbul|c8\s|v8\s|webpack|prettier|biome|deno-|ts-|flow|sourceMappingURL|region|endregion|noinspection|spellcheck|cspell|(?:unordered\s+)?output:|e\.?g\.?\b|i\.?e\.?\b|example|usage|copyright|licen[cs]e|SPDX|=>|->|>>>|\.\.\.|\$\s|SAFETY|INVARIANT|CHECK)",
    )
    .ok()
});

/// A line that begins like a statement of Python, which has no signs at the ends of lines.
static PYTHON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"^\s*(?:[A-Za-z_][\w.]*(?:\[[^\]]*\])?(?:\s*,\s*\w+)*\s*(?:[-+*/|&]|//|\*\*)?=[^=]|[A-Za-z_][\w.]*\(.*[\),]?\s*$|(?:if|elif|for|while|with|def|class|except|async)\b.*:\s*$|(?:else|try|finally):\s*$|return\b|raise\s+\w|import\s+[\w.]+\s*$|from\s+[\w.]+\s+import\s|(?:pass|break|continue)\s*$|@\w|[\)\]\}]+,?\s*$|.*,$)",
    )
    .ok()
});

/// Code in comments.
#[must_use]
pub fn commented_out(source: &str, facts: &Facts) -> Vec<Finding> {
    find(&rule(), source, facts)
}

pub(super) fn rule() -> Rule {
    Rule {
        id: ID.to_owned(),
        dialects: Dialect::ALL.into_iter().collect(),
        severity: Severity::Info,
        message: "Code that was switched off by making it a comment.".to_owned(),
        note: "Remove it: version control keeps it. If it is an example, say so in the comment."
            .to_owned(),
        category: Category::Quality,
        level: 2,
        certain: false,
        tests: TestCode::Include,
        programs: Programs::Include,
        files: None,
        ignores: None,
    }
}

pub(super) fn find(rule: &Rule, source: &str, facts: &Facts) -> Vec<Finding> {
    let test = Ranges::of_kind(&facts.regions, RegionKind::Test);
    let dead = Ranges::of_kind(&facts.regions, RegionKind::Dead);
    let found = runs(source, facts)
        .into_iter()
        .filter(|run| run.looks_like_code(facts.language))
        .take(RUNS_MAX)
        .filter(|run| is_code(&run.body, facts.language));
    let findings = found.map(|run| Finding {
        line: run.line,
        end_line: run.end_line,
        column: column(source, run.start),
        text: first_line(source.get(run.start..).unwrap_or("")),
        test: test.contains(run.start),
        dead: dead.contains(run.start),
        ..blank(rule)
    });
    findings.collect()
}

/// Comments that stand together, without their signs.
struct Run {
    line: u32,
    end_line: u32,
    start: usize,
    end: usize,
    body: String,
}

impl Run {
    fn lines(&self) -> impl Iterator<Item = &str> {
        self.body.lines().filter(|line| !line.trim().is_empty())
    }

    fn looks_like_code(&self, language: Language) -> bool {
        if self.body.len() > RUN_BYTES_MAX {
            return false;
        }
        let (mut all, mut code) = (0usize, 0usize);
        for line in self.lines() {
            if NOT_CODE.as_ref().is_none_or(|it| it.is_match(line)) {
                return false;
            }
            all = all.saturating_add(1);
            code = code.saturating_add(usize::from(is_code_line(line, language)));
        }
        let alone = matches!(language, Language::Python | Language::Go);
        let enough = if alone { all >= 2 } else { all >= 1 };
        // Four lines of five.
        enough && code.saturating_mul(5) >= all.saturating_mul(4)
    }
}

fn is_code_line(line: &str, language: Language) -> bool {
    let line = line.trim_end();
    match language {
        Language::Python => PYTHON.as_ref().is_some_and(|it| it.is_match(line)),
        Language::Go => {
            line.ends_with(['{', '}', ')', ',', '('])
                || line.contains('=')
                || line.contains("return")
        }
        Language::Rust
        | Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Java
        | Language::Other => line.ends_with([';', '{', '}', ',', '(', ')']),
    }
}

fn runs(source: &str, facts: &Facts) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    let mut counter = Counter::new(source);
    let comments = facts
        .regions
        .iter()
        .filter(|it| it.kind == RegionKind::Comment);
    let mut joins = false;
    for bytes in comments.map(|comment| comment.bytes) {
        let line = counter.at(bytes.start);
        let Some((body, is_block)) = own(source, bytes) else {
            joins = false;
            continue;
        };
        let end_line = line.saturating_add(newlines(body));
        let last = found.last_mut().filter(|_| joins && !is_block);
        match last.filter(|last| last.end_line.saturating_add(1) == line) {
            Some(last) => {
                last.body.push('\n');
                last.body.push_str(body);
                (last.end_line, last.end) = (end_line, bytes.end);
            }
            None => found.push(Run {
                line,
                end_line,
                start: bytes.start,
                end: bytes.end,
                body: body.to_owned(),
            }),
        }
        joins = !is_block;
    }
    found.retain(|run| !documents(source, run, facts.language));
    for run in &mut found {
        run.body = dedented(&run.body);
    }
    found
}

/// What a comment holds, if it has its lines for itself and is none that documents.
fn own(source: &str, bytes: ByteRange) -> Option<(&str, bool)> {
    let before = source.get(..bytes.start)?;
    let after = source.get(bytes.end..)?;
    let line_before = before.rsplit('\n').next().unwrap_or("");
    let line_after = after.split('\n').next().unwrap_or("");
    let text = source.get(bytes.start..bytes.end)?;
    // A comment that ends its line may hold the line's end.
    let alone =
        line_before.trim().is_empty() && (text.ends_with('\n') || line_after.trim().is_empty());
    let text = text.trim_end();
    let docs = ["///", "//!", "/**", "/*!", "#!", "#:"];
    if !alone || docs.iter().any(|sign| text.starts_with(sign)) {
        return None;
    }
    if let Some(body) = text.strip_prefix("/*") {
        return Some((body.strip_suffix("*/").unwrap_or(body), true));
    }
    let body = text.strip_prefix("//").or_else(|| text.strip_prefix('#'))?;
    Some((body, false))
}

/// Whether a run stands right above a declaration, where Go has its documentation.
fn documents(source: &str, run: &Run, language: Language) -> bool {
    let rest = source.get(run.end..).unwrap_or("");
    let next = rest.trim_start_matches([' ', '\t', '\r']);
    let next = next
        .strip_prefix('\n')
        .unwrap_or(next)
        .trim_start_matches([' ', '\t']);
    let declares = ["func ", "type ", "var ", "const ", "package "];
    language == Language::Go && declares.iter().any(|word| next.starts_with(word))
}

fn newlines(text: &str) -> u32 {
    let newlines = text.bytes().filter(|byte| *byte == b'\n').count();
    u32::try_from(newlines).unwrap_or(u32::MAX)
}

/// Lines without the space that all of them begin with; for blocks, without the stars too.
fn dedented(body: &str) -> String {
    let starred = |line: &str| line.trim_start().starts_with('*') || line.trim().is_empty();
    let stars = body.contains('\n') && body.lines().skip(1).all(starred);
    let plain = |line: &str| -> String {
        match line.trim_start().strip_prefix('*').filter(|_| stars) {
            Some(rest) => rest.to_owned(),
            None => line.to_owned(),
        }
    };
    let lines: Vec<String> = body.lines().map(plain).collect();
    let indent = |line: &String| line.len().saturating_sub(line.trim_start().len());
    let says = lines.iter().filter(|line| !line.trim().is_empty());
    let common = says.map(indent).min().unwrap_or(0);
    let cut = lines
        .iter()
        .map(|line| line.get(common..).unwrap_or("").trim_end());
    cut.collect::<Vec<&str>>().join("\n")
}

/// Ways to make statements a file of the language.
fn wrappings(language: Language) -> &'static [(&'static str, &'static str)] {
    match language {
        Language::Rust => &[("fn f() {\n", "\n}\n"), ("impl A {\n", "\n}\n")],
        Language::TypeScript | Language::Tsx | Language::Vue => &[
            ("", "\n"),
            ("async function* f() {\n", "\n}\n"),
            ("class A {\n", "\n}\n"),
        ],
        Language::Python => &[("", "\n"), ("async def f():\n  if f:\n    f()\n  ", "\n")],
        Language::Go => &[("package p\nfunc f() {\n", "\n}\n"), ("package p\n", "\n")],
        Language::Java => &[
            ("class A { void f() {\n", "\n} }\n"),
            ("class A {\n", "\n}\n"),
            ("", "\n"),
        ],
        Language::Other => &[],
    }
}

fn is_code(body: &str, language: Language) -> bool {
    let one_line = !body.trim().contains('\n');
    wrappings(language).iter().any(|(before, after)| {
        let text = format!("{before}{body}{after}");
        let Ok(tree) = Tree::parse(language, &text, &Limits::default()) else {
            return false;
        };
        let inside = before.len();
        let mut works = tree
            .all()
            .filter(|node| node.start() >= inside && works(*node));
        // One line may be a sentence that happens to be a call; nobody ends a sentence with a semicolon.
        let enough = if one_line {
            body.trim_end().ends_with([';', '}']) && works.next().is_some()
        } else {
            works.nth(1).is_some()
        };
        tree.error_nodes == 0 && enough
    })
}

/// Whether prose is never read as this node.
fn works(node: Node<'_>) -> bool {
    match node.kind() {
        // Two words and a semicolon are one, too.
        "local_variable_declaration" | "field_declaration" => node.text().contains('='),
        kind => WORKS.contains(&kind),
    }
}

const WORKS: [&str; 42] = [
    "assignment",
    "assignment_expression",
    "assignment_statement",
    "augmented_assignment",
    "augmented_assignment_expression",
    "call",
    "call_expression",
    "class_declaration",
    "class_definition",
    "compound_assignment_expr",
    "enhanced_for_statement",
    "for_expression",
    "for_in_statement",
    "for_statement",
    "function_declaration",
    "function_definition",
    "function_item",
    "if_expression",
    "if_statement",
    "import_declaration",
    "import_from_statement",
    "import_statement",
    "let_declaration",
    "lexical_declaration",
    "macro_invocation",
    "match_expression",
    "method_declaration",
    "method_definition",
    "method_invocation",
    "new_expression",
    "object_creation_expression",
    "raise_statement",
    "return_expression",
    "return_statement",
    "short_var_declaration",
    "switch_statement",
    "throw_statement",
    "use_declaration",
    "variable_declaration",
    "while_statement",
    "while_expression",
    "with_statement",
];
