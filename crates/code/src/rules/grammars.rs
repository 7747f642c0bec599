//! Our grammars as the rules' library wants them: kinds, fields, and how a pattern with `$NAME` in it is read.

use std::borrow::Cow;
use std::path::Path;

use ast_grep_core::Language as RuleLanguage;
use ast_grep_core::PatternError;
use ast_grep_core::matcher::{Pattern, PatternBuilder};

use super::text::Text;
use crate::grammar;
use crate::language::Language;
use crate::read::Limits;
use crate::syntax::Tree;

/// How deep a pattern may nest: patterns are matched by recursion.
const PATTERN_DEPTH_MAX: usize = 64;

/// Longest pattern, in bytes.
pub(super) const PATTERN_BYTES_MAX: usize = 2_000;

/// One of our languages, by its grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RuleGrammar(pub(super) Language);

impl RuleGrammar {
    /// A letter that may begin a name, in place of the `$` where the language has none in names.
    fn letter(self) -> char {
        match self.0 {
            Language::Rust | Language::Python | Language::Go => 'µ',
            Language::TypeScript
            | Language::Tsx
            | Language::Vue
            | Language::Java
            | Language::Other => '$',
        }
    }
}

impl RuleLanguage for RuleGrammar {
    fn pre_process_pattern<'q>(&self, query: &'q str) -> Cow<'q, str> {
        match self.letter() {
            '$' => Cow::Borrowed(query),
            letter => Cow::Owned(with_letter(query, letter)),
        }
    }

    fn expando_char(&self) -> char {
        self.letter()
    }

    fn from_path<P: AsRef<Path>>(path: P) -> Option<RuleGrammar> {
        let language = Language::of_path(path.as_ref().to_str()?);
        language.has_syntax().then_some(RuleGrammar(language))
    }

    fn kind_to_id(&self, kind: &str) -> u16 {
        grammar::of(self.0).map_or(0, |grammar| grammar.language.id_for_node_kind(kind, true))
    }

    fn field_to_id(&self, field: &str) -> Option<u16> {
        let id = grammar::of(self.0)?.language.field_id_for_name(field)?;
        Some(id.get())
    }

    fn build_pattern(&self, builder: &PatternBuilder<'_>) -> Result<Pattern, PatternError> {
        builder.build(|source| pattern(*self, source))
    }
}

fn pattern(grammar_of_rule: RuleGrammar, source: &str) -> Result<Text, String> {
    if source.len() > PATTERN_BYTES_MAX {
        return Err(format!("it is longer than {PATTERN_BYTES_MAX} bytes"));
    }
    let tree = Tree::parse(grammar_of_rule.0, source, &Limits::default())
        .map_err(|_| "the grammar can't read it".to_owned())?;
    let text = Text::new(grammar_of_rule, &tree);
    if text.depth() > PATTERN_DEPTH_MAX {
        return Err(format!("it nests deeper than {PATTERN_DEPTH_MAX} levels"));
    }
    Ok(text)
}

/// The pattern with its signs in the language's own letters. A `$` that begins no variable stays.
fn with_letter(query: &str, letter: char) -> String {
    let mut out = String::with_capacity(query.len());
    let mut signs = 0usize;
    let close = |out: &mut String, signs: usize, starts: bool| {
        let sign = if starts || signs == 3 { letter } else { '$' };
        out.extend(std::iter::repeat_n(sign, signs));
    };
    for c in query.chars() {
        if c == '$' {
            signs = signs.saturating_add(1);
            continue;
        }
        close(&mut out, signs, matches!(c, 'A'..='Z' | '_'));
        signs = 0;
        out.push(c);
    }
    close(&mut out, signs, false);
    out
}
