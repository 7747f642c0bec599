//! Calls as chains: `expect(a).not.toBe(3)` is three links, `assert.Equal(t, a, b)` two, `assert_eq!(a, b)` one. A macro is
//! a call with a sign behind its name.

use super::token::{Run, Sort, Tokens};
use crate::scan;
use crate::syntax::Node;

/// Longest chain that is followed.
const LINKS_MAX: usize = 64;

/// Nodes around the first name of such a chain: a member and a call for each link.
const AROUND_MAX: usize = 2 * LINKS_MAX + 4;

/// Most tokens of one list of type arguments.
const TYPES_MAX: usize = 64;

/// Where a call stands whose result is not part of something else.
const STATEMENTS: [&str; 16] = [
    "expression_statement",
    "block",
    "statement_block",
    "statement_list",
    "arrow_function",
    "lambda",
    "return_statement",
    "array",
    "variable_declarator",
    "assignment",
    "let_declaration",
    "expression_list",
    "return_expression",
    "lambda_expression",
    "list",
    "with_item",
];

/// What a call and the names before it are made of.
const LINKED: [&str; 11] = [
    "call",
    "call_expression",
    "method_invocation",
    "member_expression",
    "field_expression",
    "attribute",
    "selector_expression",
    "scoped_identifier",
    "await",
    "await_expression",
    "generic_function",
];

/// A function with its type arguments (Go): `check[Row]`.
const TYPED: [&str; 2] = ["index_expression", "type_instantiation_expression"];

/// One name of a chain.
#[derive(Clone)]
pub(super) struct Link<'t> {
    pub(super) name: &'t str,
    /// The opening bracket of its arguments.
    pub(super) open: Option<usize>,
    /// It is a macro.
    pub(super) bang: bool,
}

/// Names that hang together.
#[derive(Clone)]
pub(super) struct Chain<'t> {
    pub(super) node: Node<'t>,
    pub(super) links: Vec<Link<'t>>,
    pub(super) run: Run,
}

impl<'t> Chain<'t> {
    pub(super) fn first(&self) -> &'t str {
        self.links.first().map_or("", |it| it.name)
    }

    /// The last link that is called.
    pub(super) fn call(&self) -> Option<&Link<'t>> {
        self.links.iter().rev().find(|it| it.open.is_some())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.links.iter().any(|it| it.name == name)
    }

    pub(super) fn is_call(&self) -> bool {
        self.links.iter().any(|it| it.open.is_some())
    }

    /// Whether what it gives is no part of something else.
    pub(super) fn is_statement(&self) -> bool {
        self.around().is_some_and(|it| it.is_any(&STATEMENTS))
    }

    /// Whether nothing takes what it gives.
    pub(super) fn stands_alone(&self) -> bool {
        self.around()
            .is_some_and(|it| it.is("expression_statement"))
    }

    /// What it stands in as a whole.
    fn around(&self) -> Option<Node<'t>> {
        let literal = self.node.is("{");
        let linked = |it: &Node<'_>| {
            it.is_any(&LINKED)
                || literal && it.is_any(&["literal_value", "composite_literal"])
                || it.is_any(&TYPED) && it.start() == self.node.start()
        };
        self.node
            .ancestors()
            .take(AROUND_MAX)
            .find(|it| !linked(it))
    }
}

/// All chains that begin in a run; those inside the arguments of others too.
pub(super) fn chains<'t>(tokens: &Tokens<'t>, run: Run) -> Vec<Chain<'t>> {
    (run.start..run.end)
        .filter_map(|at| begin(tokens, at))
        .collect()
}

/// The chain that begins at a token, if one does.
pub(super) fn begin<'t>(tokens: &Tokens<'t>, at: usize) -> Option<Chain<'t>> {
    let token = tokens.get(at)?;
    let before = at.checked_sub(1);
    let behind = before.map_or("", |it| tokens.text(it));
    if matches!(behind, "." | "?." | "::") {
        return None;
    }
    // `T{..}.check(t)` hangs on a value with its type before it (Go).
    let typed = token.node.is("{") && token.node.parent().is_some_and(|it| it.is("literal_value"));
    let value = || typed || is_value(tokens, before);
    let group = token.sort == Sort::Open && token.mate > at && value();
    let text = token.sort == Sort::Text;
    if !(token.sort == Sort::Name || group || text) || names_itself(token.node) {
        return None;
    }
    let mut links = Vec::new();
    let mut next = if group { tokens.past(at) } else { at };
    if token.sort == Sort::Name {
        next = link(tokens, at, &mut links);
    } else {
        next = next.max(at.saturating_add(usize::from(text)));
        links.push(Link {
            name: "",
            open: None,
            bang: false,
        });
    }
    let end = follow(tokens, next, &mut links);
    if links.len() < 2 && token.sort != Sort::Name {
        return None;
    }
    Some(Chain {
        node: token.node,
        links,
        run: Run { start: at, end },
    })
}

/// Whether a bracket begins a value: what stands before it ends none.
fn is_value(tokens: &Tokens<'_>, before: Option<usize>) -> bool {
    let Some(before) = before else { return true };
    match tokens.sort(before) {
        Some(Sort::Name | Sort::Close | Sort::Text | Sort::Value | Sort::Number) => false,
        Some(Sort::Open | Sort::Sign) | None => {
            !matches!(tokens.text(before), "!" | ">" | "?" | "=>")
        }
    }
}

/// The name of the function that is being defined.
fn names_itself(node: Node<'_>) -> bool {
    node.field_name() == "name"
        && node.parent().is_some_and(|it| {
            let kind = it.kind();
            kind.contains("declaration")
                || kind.contains("definition")
                || kind.ends_with("function_item")
                || kind.contains("signature")
        })
}

fn follow<'t>(tokens: &Tokens<'t>, mut at: usize, links: &mut Vec<Link<'t>>) -> usize {
    while links.len() < LINKS_MAX {
        let text = tokens.text(at);
        let next = at.saturating_add(1);
        match text {
            "." | "?." | "::" if tokens.is_name(next) => at = link(tokens, next, links),
            // `.await`, `.0`, `.class`, `.(Type)`, `?.[0]`
            "." | "?." if tokens.sort(next) == Some(Sort::Open) => at = next,
            "." | "?." if !matches!(tokens.sort(next), Some(Sort::Close) | None) => {
                at = link(tokens, next, links);
            }
            "?" | "!" if matches!(tokens.text(next), "." | "?" | "[") => at = next,
            "[" => match quoted_link(tokens, at) {
                Some(found) => {
                    let after = tokens.past(at);
                    at = found.open.map_or(after, |open| tokens.past(open));
                    links.push(found);
                }
                None => at = tokens.past(at),
            },
            "(" if links.last().is_some_and(|it| it.open.is_some()) => {
                links.push(Link {
                    name: "",
                    open: Some(at),
                    bang: false,
                });
                at = tokens.past(at);
            }
            "(" => {
                if let Some(last) = links.last_mut() {
                    last.open = Some(at);
                }
                at = tokens.past(at);
            }
            _ => break,
        }
    }
    at
}

/// `["name"]` is `.name` by other signs.
fn quoted_link<'t>(tokens: &Tokens<'t>, at: usize) -> Option<Link<'t>> {
    let inner = at.saturating_add(1);
    let after = tokens.past(at);
    let alone = after == at.saturating_add(3) && tokens.sort(inner) == Some(Sort::Text);
    let name = scan::unquoted(tokens.text(inner));
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let named = alone && !name.is_empty() && name.chars().all(plain);
    named.then(|| Link {
        name,
        open: (tokens.text(after) == "(").then_some(after),
        bang: false,
    })
}

/// Reads the link whose name stands at `at`; where the chain goes on.
fn link<'t>(tokens: &Tokens<'t>, at: usize, links: &mut Vec<Link<'t>>) -> usize {
    let mut found = Link {
        name: tokens.text(at),
        open: None,
        bang: false,
    };
    let mut next = types(tokens, at.saturating_add(1));
    let is_macro =
        tokens.text(next) == "!" && tokens.sort(next.saturating_add(1)) == Some(Sort::Open);
    if is_macro && (found.name == "vec" || tokens.text(next.saturating_add(1)) != "[") {
        found.bang = true;
        next = next.saturating_add(1);
    }
    let quasi = tokens.get(next).filter(|it| it.node.is("template_string"));
    if tokens.text(next) == "(" || found.bang {
        found.open = Some(next);
        next = tokens.past(next);
    } else if quasi.is_some() {
        next = next.saturating_add(1);
    }
    links.push(found);
    next
}

/// Past `::<T>` or `<T>` where those are type arguments.
fn types(tokens: &Tokens<'_>, at: usize) -> usize {
    let turbo = tokens.text(at) == "::" && tokens.text(at.saturating_add(1)) == "<";
    let typed = tokens.text(at) == "<"
        && tokens
            .get(at)
            .and_then(|it| it.node.parent())
            .is_some_and(|it| it.is("type_arguments"));
    if !turbo && !typed {
        return at;
    }
    let (mut depth, mut next) = (0_u32, at);
    for _ in 0..TYPES_MAX {
        match tokens.text(next) {
            "<" => depth = depth.saturating_add(1),
            ">" => depth = depth.saturating_sub(1),
            ">>" => depth = depth.saturating_sub(2),
            "" => return at,
            _ => {}
        }
        next = tokens.past(next);
        if depth == 0 && next > at.saturating_add(1) {
            return next;
        }
    }
    at
}
