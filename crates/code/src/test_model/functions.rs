//! What the functions of a file that tests share do for them: whether they assert, and what they call to do so.

use std::collections::{BTreeMap, BTreeSet};

use super::assertion::{Found, Reader};
use super::chain;
use super::context::Context;
use super::function_node;
use super::helpers_elsewhere::Foreign;
use super::origin::Origins;
use super::suite::{Hidden, Strength};
use super::token::Tokens;
use crate::facts::{ByteRange, Facts};
use crate::language::Language;
use crate::read::Limits;
use crate::syntax::Tree;

/// Functions of one file that are looked at.
const FUNCTIONS_MAX: usize = 2_000;

/// Names that are kept of one function.
const CALLS_MAX: usize = 200;

/// A function, method or macro of a file that tests share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedFunction {
    /// Its own name.
    pub name: String,
    /// It fails where something is not as it should be.
    pub asserts: bool,
    /// Functions, methods and macros that it calls, by their own names.
    pub calls: BTreeSet<String>,
}

/// The functions of a file, in source order; none where it can't be read.
#[must_use]
pub fn shared_functions(path: &str, source: &str, facts: &Facts) -> Vec<SharedFunction> {
    let language = Language::of_path(path);
    let Ok(tree) = Tree::parse(language, source, &Limits::default()) else {
        return Vec::new();
    };
    let tokens = Tokens::of(&tree);
    let origins = Origins::of(&tree, &tokens);
    let context = Context::of(&tree, &tokens, &facts.regions);
    let reader = Reader {
        language,
        tokens: &tokens,
        origins: &origins,
        context: &context,
        foreign: &Foreign::of(language, path, &tree, facts),
        helpers: BTreeMap::new(),
        methods: BTreeSet::new(),
    };
    let found = reader.with_helpers(&tree).find();
    let functions = tree.all().filter_map(function_node::function);
    let all = functions.take(FUNCTIONS_MAX).map(|(name, bytes)| {
        let from = found.partition_point(|it| it.byte < bytes.start);
        let inside = found.iter().skip(from);
        let mut inside = inside.take_while(|it| it.byte < bytes.end);
        SharedFunction {
            name: name.to_owned(),
            asserts: inside.any(shows),
            calls: calls(&tokens, bytes),
        }
    });
    all.collect()
}

/// Whether the failure of an assertion shows, and whether it asks for more than that something is there.
fn shows(found: &Found) -> bool {
    let hidden = match found.assertion.hidden {
        Some(Hidden::Unreachable | Hidden::Swallowed) => true,
        Some(Hidden::Guarded | Hidden::Handled | Hidden::Unawaited) | None => false,
    };
    found.assertion.strength >= Strength::Partial && !hidden
}

/// What is called in a stretch of the source.
fn calls(tokens: &Tokens<'_>, bytes: ByteRange) -> BTreeSet<String> {
    let chains = chain::chains(tokens, tokens.within(bytes));
    let links = chains.iter().flat_map(|it| &it.links);
    let called = links.filter(|it| it.open.is_some() && !it.name.is_empty());
    called
        .map(|it| it.name.to_owned())
        .take(CALLS_MAX)
        .collect()
}
