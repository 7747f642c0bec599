//! A text goes through the parser, within bounds, and becomes a list of nodes.

use std::cell::RefCell;
use std::ops::ControlFlow;

use crate::facts::Unreadable;
use crate::flatten::flatten;
use crate::grammar;
use crate::language::Language;
use crate::read::{self, Limits};
use crate::syntax::Tree;

thread_local! {
    /// One parser for all files of a thread: what it allocates, it keeps for the next.
    static PARSER: RefCell<tree_sitter::Parser> = RefCell::new(tree_sitter::Parser::new());
}

impl<'s> Tree<'s> {
    /// Parses a text. The bound on steps counts parser operations, so it falls the same way every time.
    pub fn parse(
        language: Language,
        source: &'s str,
        limits: &Limits,
    ) -> Result<Tree<'s>, Unreadable> {
        let grammar = grammar::of(language).ok_or(Unreadable::NoGrammar)?;
        let costly = language == Language::Python && crate::python::is_costly(source);
        if costly || read::nesting(source) > limits.nesting_max {
            return Err(Unreadable::TooComplex);
        }
        let (mut steps, mut broken) = (0u32, 0u32);
        let mut progress = |state: &tree_sitter::ParseState| {
            steps = steps.saturating_add(1);
            broken = broken.saturating_add(u32::from(state.has_error()));
            if steps > limits.parse_steps_max || broken > limits.broken_steps_max {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let options = tree_sitter::ParseOptions::new().progress_callback(&mut progress);
        let bytes = source.as_bytes();
        let parsed = PARSER.with_borrow_mut(|parser| {
            // This also makes it forget a text that it gave up.
            parser
                .set_language(&grammar.language)
                .map_err(|_| Unreadable::NoGrammar)?;
            let mut text = |at: usize, _| bytes.get(at..).unwrap_or_default();
            let parsed = parser.parse_with_options(&mut text, None, Some(options));
            parsed.ok_or(Unreadable::TooComplex)
        })?;
        flatten(grammar, source, &parsed, limits.nodes_max)
    }
}
