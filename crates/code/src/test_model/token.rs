//! A text as its tokens in order, brackets matched: the one view of an expression that all five languages share, also
//! inside macros, which no grammar reads. What the tokens mean is not known here.

use crate::facts::ByteRange;
use crate::syntax::{Node, Tree};

/// Most tokens of one expression that are looked at.
pub(super) const RUN_MAX: usize = 600;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// An identifier; `this`, `self` and their like too.
    Name,
    /// A text, a character, a regular expression.
    Text,
    /// A number.
    Number,
    /// `true`, `None`, `nil` and their like.
    Value,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// Any other sign or keyword.
    Sign,
}

/// One token.
#[derive(Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) node: Node<'t>,
    pub(super) sort: Sort,
    /// For brackets, the index of the other one; its own index where there is none.
    pub(super) mate: usize,
}

/// A half-open range of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Run {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// All tokens of a text.
pub(super) struct Tokens<'t>(Vec<Token<'t>>);

/// Texts that are one token, whatever they are made of.
const TEXTS: [&str; 12] = [
    "string_literal",
    "raw_string_literal",
    "char_literal",
    "string",
    "template_string",
    "regex",
    "interpreted_string_literal",
    "rune_literal",
    "character_literal",
    "text_block",
    "jsx_text",
    "byte_string_literal",
];

const VALUES: [&str; 14] = [
    "true",
    "false",
    "null",
    "undefined",
    "none",
    "nil",
    "boolean_literal",
    "null_literal",
    "True",
    "False",
    "None",
    "NaN",
    "Infinity",
    "iota",
];

const NUMBERS: [&str; 12] = [
    "number",
    "integer",
    "float",
    "integer_literal",
    "float_literal",
    "int_literal",
    "imaginary_literal",
    "decimal_integer_literal",
    "hex_integer_literal",
    "octal_integer_literal",
    "binary_integer_literal",
    "decimal_floating_point_literal",
];

impl Run {
    pub(super) fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// No more of it than one expression has.
    pub(super) fn cut(self) -> Run {
        Run {
            start: self.start,
            end: self.indices().end,
        }
    }

    pub(super) fn indices(self) -> std::ops::Range<usize> {
        self.start..self.end.min(self.start.saturating_add(RUN_MAX))
    }
}

impl<'t> Tokens<'t> {
    pub(super) fn of(tree: &'t Tree<'t>) -> Tokens<'t> {
        let mut all: Vec<Token<'t>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut skip = 0;
        // In Python what stands for a value is no identifier: `Infinity` is a name like any other.
        let python = tree.root().is_some_and(|root| root.is("module"));
        for node in tree.all() {
            if node.id() < skip || (node.is_named() && node.is_extra()) {
                continue;
            }
            let whole = node.is_any(&TEXTS) && !interpolates(node);
            if !(whole || node.is_leaf()) || node.start() == node.end() {
                continue;
            }
            if whole {
                skip = node.id().saturating_add(node.size());
            }
            let at = all.len();
            let named = python && node.is("identifier");
            let sort = match named {
                true => Sort::Name,
                false => sort(node, whole),
            };
            let mut mate = at;
            match sort {
                Sort::Open => open.push(at),
                Sort::Close => mate = open.pop().unwrap_or(at),
                Sort::Name | Sort::Text | Sort::Number | Sort::Value | Sort::Sign => {}
            }
            all.push(Token { node, sort, mate });
            if let Some(opened) = all.get_mut(mate).filter(|_| mate != at) {
                opened.mate = at;
            }
        }
        Tokens(all)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, at: usize) -> Option<Token<'t>> {
        self.0.get(at).copied()
    }

    pub(super) fn text(&self, at: usize) -> &'t str {
        self.get(at).map_or("", |it| it.node.text())
    }

    pub(super) fn sort(&self, at: usize) -> Option<Sort> {
        self.get(at).map(|it| it.sort)
    }

    pub(super) fn is_name(&self, at: usize) -> bool {
        self.sort(at) == Some(Sort::Name)
    }

    /// The token behind the bracket at `at` and all that it encloses; the next one for any other token.
    pub(super) fn past(&self, at: usize) -> usize {
        let mate = self
            .get(at)
            .filter(|it| it.sort == Sort::Open)
            .map_or(at, |it| it.mate);
        mate.max(at).saturating_add(1)
    }

    /// The tokens of a stretch of the source.
    pub(super) fn within(&self, bytes: ByteRange) -> Run {
        Run {
            start: self.0.partition_point(|it| it.node.start() < bytes.start),
            end: self.0.partition_point(|it| it.node.start() < bytes.end),
        }
    }

    /// The tokens of a node.
    pub(super) fn of_node(&self, node: Node<'_>) -> Run {
        self.within(node.bytes())
    }

    /// What stands between a bracket and its mate.
    pub(super) fn inside(&self, open: usize) -> Run {
        let mate = self.get(open).map_or(open, |it| it.mate);
        Run {
            start: open.saturating_add(1),
            end: mate,
        }
    }

    /// The pieces between the commas directly inside a bracket.
    pub(super) fn pieces(&self, open: usize) -> Vec<Run> {
        let parent = |at: usize| {
            self.get(at)
                .and_then(|it| it.node.parent())
                .map(|it| it.id())
        };
        let (run, owner) = (self.inside(open), parent(open));
        let mut found = Vec::new();
        let (mut start, mut at) = (run.start, run.start);
        while at < run.end {
            if self.text(at) == "," && parent(at) == owner {
                found.push(Run { start, end: at });
                start = at.saturating_add(1);
            }
            at = self.past(at);
        }
        found.push(Run {
            start,
            end: run.end,
        });
        found.retain(|it| !it.is_empty());
        found
    }

    /// Indices of a run's tokens that no bracket inside it encloses.
    pub(super) fn top(&self, run: Run) -> impl Iterator<Item = usize> {
        let end = run.indices().end;
        let first = (run.start < end).then_some(run.start);
        std::iter::successors(first, move |at| {
            let next = self.past(*at);
            (next < end).then_some(next)
        })
    }

    /// A run without the brackets around all of it, `await` and reference signs.
    pub(super) fn bare(&self, mut run: Run) -> Run {
        for _ in 0..16 {
            let first = self.text(run.start);
            let lone = first == "(" && self.past(run.start) == run.end;
            if lone {
                run = self.inside(run.start);
            } else if matches!(first, "&" | "await" | "mut" | "*") && !run.is_empty() {
                run.start = run.start.saturating_add(1);
            } else {
                break;
            }
        }
        run
    }

    /// A run as text, one space between tokens, cut at a length that honest expressions don't reach.
    pub(super) fn words(&self, run: Run) -> String {
        let mut out = String::new();
        for at in run.indices() {
            if out.len() > 2_000 {
                break;
            }
            let text = self.text(at);
            let trailing =
                text == "," && matches!(self.sort(at.saturating_add(1)), Some(Sort::Close));
            if trailing || matches!(text, "await" | ";") {
                continue;
            }
            if !out.is_empty() {
                out.push(' ');
            }
            match self.sort(at) {
                Some(Sort::Text) => out.push_str(&quoted(text)),
                Some(
                    Sort::Name | Sort::Number | Sort::Value | Sort::Open | Sort::Close | Sort::Sign,
                )
                | None => {
                    out.push_str(text);
                }
            }
        }
        out
    }

    /// A number that stands for the tokens of a run, whatever the white space between them.
    pub(super) fn digest(&self, run: Run) -> u64 {
        let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
        for at in run.start..run.end {
            let closing = matches!(self.sort(at.saturating_add(1)), Some(Sort::Close));
            if self.text(at) == ";" || (closing && self.text(at) == ",") {
                continue;
            }
            for byte in self.text(at).bytes().chain([0]) {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        sum
    }
}

/// A quoted text with one sort of quotes.
pub(super) fn quoted(text: &str) -> String {
    let bare = text.trim_matches(['"', '\'', '`']);
    format!("\"{bare}\"")
}

fn interpolates(node: Node<'_>) -> bool {
    node.is_any(&["template_string", "string"])
        && node
            .children()
            .any(|it| it.is_any(&["template_substitution", "interpolation"]))
}

fn sort(node: Node<'_>, whole: bool) -> Sort {
    let kind = node.kind();
    if whole {
        return Sort::Text;
    }
    match kind {
        "(" | "[" | "{" | "${" => return Sort::Open,
        ")" | "]" | "}" => return Sort::Close,
        "this" | "self" | "super" | "crate" => return Sort::Name,
        _ => {}
    }
    if VALUES.contains(&kind) || VALUES.contains(&node.text()) {
        Sort::Value
    } else if NUMBERS.contains(&kind) || kind.ends_with("_literal") {
        Sort::Number
    } else if node.is_named() && kind.contains("identifier") {
        Sort::Name
    } else if kind.contains("string_content") || kind.contains("string_fragment") {
        Sort::Text
    } else {
        Sort::Sign
    }
}
