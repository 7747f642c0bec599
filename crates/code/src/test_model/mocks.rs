//! What a test replaces: modules, and names behind a dot, with the value that they then return.

use std::collections::BTreeSet;

use super::chain::{self, Chain, Link};
use super::token::{Run, Sort, Tokens, quoted};

/// Replaced modules of one file that are looked into.
const STOOD_IN_MAX: usize = 50;
/// Tokens of one import.
const BROUGHT_MAX: usize = 200;
/// Tokens within which an answer is given.
const ANSWER_TOKENS: usize = 10;

/// One replacement.
pub(super) struct Mock {
    pub(super) byte: usize,
    /// The module as written, or the last name of what is replaced.
    pub(super) names: BTreeSet<String>,
    /// What it returns from now on, as text, where it is a literal.
    pub(super) returns: Option<String>,
}

/// Everything that a text replaces.
pub(super) fn find(tokens: &Tokens<'_>) -> Vec<Mock> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if let Some(chain) = chain::begin(tokens, at).filter(Chain::is_call) {
            found.extend(of(tokens, &chain, at));
        }
    }
    found
}

/// Names that the text brings in from a module of its own which it replaces, where what stands in for one answers with a
/// literal: `vi.mock("./add", () => ({ add: () => 3 }))`.
pub(super) fn stood_in(tokens: &Tokens<'_>) -> Vec<Mock> {
    let mut found = Vec::new();
    let calls = (0..tokens.len()).filter(|at| {
        let head = (tokens.text(*at), tokens.text(at.saturating_add(2)));
        matches!(head, ("jest" | "vi", "mock" | "doMock"))
    });
    for at in calls.take(STOOD_IN_MAX) {
        let pieces = tokens.pieces(at.saturating_add(3));
        let [path, factory, ..] = pieces.as_slice() else {
            continue;
        };
        let brought = brought(tokens, &bare(tokens.text(path.start)));
        found.extend(factory.indices().filter_map(|name| {
            let known = tokens.is_name(name) && brought.contains(tokens.text(name));
            let pair = known && tokens.text(name.saturating_add(1)) == ":";
            Some(Mock {
                byte: tokens.get(name).filter(|_| pair)?.node.start(),
                names: BTreeSet::from([tokens.text(name).to_owned()]),
                returns: Some(literal(tokens, name.saturating_add(2), factory.end)?),
            })
        }));
    }
    found
}

/// Names that the text brings in from a module which it replaces, where something that works no more stands in for them;
/// `makes`: whether a stand-in is made at a place.
pub(super) fn replaced<'t>(
    tokens: &Tokens<'t>,
    makes: impl Fn(usize) -> bool,
) -> BTreeSet<&'t str> {
    let mut found = BTreeSet::new();
    let calls = (0..tokens.len()).filter(|at| {
        let head = (tokens.text(*at), tokens.text(at.saturating_add(2)));
        matches!(head, ("jest" | "vi", "mock" | "doMock"))
    });
    for at in calls.take(STOOD_IN_MAX) {
        let pieces = tokens.pieces(at.saturating_add(3));
        let Some(path) = pieces.first() else {
            continue;
        };
        let own = bare(tokens.text(path.start)).starts_with('.');
        let mut names = brought(tokens, &bare(tokens.text(path.start)));
        if let Some(factory) = pieces.get(1) {
            let given = |name: &str| {
                factory.indices().any(|it| {
                    let pair = tokens.text(it) == name && tokens.text(it.saturating_add(1)) == ":";
                    pair && makes(it.saturating_add(2))
                })
            };
            names.retain(|it| given(it));
        }
        if own {
            found.append(&mut names);
        }
    }
    found
}

/// Names between `import` and `from` of one module.
fn brought<'t>(tokens: &Tokens<'t>, path: &str) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    let mut open: Option<usize> = None;
    for at in 0..tokens.len() {
        match tokens.text(at) {
            "import" => open = Some(at),
            "from" if bare(tokens.text(at.saturating_add(1))) == path => {
                let first = open.take().unwrap_or(at);
                let inside = first..at.min(first.saturating_add(BROUGHT_MAX));
                names.extend(
                    inside
                        .filter(|it| tokens.is_name(*it))
                        .map(|it| tokens.text(it)),
                );
            }
            _ => {}
        }
    }
    names
}

/// The literal that `() => 3`, `vi.fn(() => 3)` or `vi.fn().mockReturnValue(3)` answers with.
fn literal(tokens: &Tokens<'_>, from: usize, end: usize) -> Option<String> {
    let ahead = from..end.min(from.saturating_add(ANSWER_TOKENS));
    let sign = ahead.clone().find(|at| {
        matches!(
            tokens.text(*at),
            "=>" | "mockReturnValue" | "mockResolvedValue"
        )
    })?;
    // What belongs to the next pair is none of this one's.
    if ahead
        .take_while(|at| *at < sign)
        .any(|at| tokens.text(at) == ",")
    {
        return None;
    }
    let value = sign.saturating_add(if tokens.text(sign) == "=>" { 1 } else { 2 });
    let plain = matches!(tokens.sort(value), Some(Sort::Number | Sort::Text))
        || matches!(tokens.text(value), "true" | "false" | "null");
    let next = value.saturating_add(1);
    let ends = matches!(tokens.text(next), "," | "}" | ")");
    (plain && ends).then(|| {
        tokens.words(Run {
            start: value,
            end: next,
        })
    })
}

fn of(tokens: &Tokens<'_>, chain: &Chain<'_>, at: usize) -> Option<Mock> {
    let names = by_framework(tokens, chain)
        .or_else(|| replaced_field(tokens, chain))
        .or_else(|| bound(tokens, chain, at))?;
    Some(Mock {
        byte: chain.node.start(),
        names: names.into_iter().filter(|it| !it.is_empty()).collect(),
        returns: returns(tokens, chain),
    })
}

fn by_framework(tokens: &Tokens<'_>, chain: &Chain<'_>) -> Option<Vec<String>> {
    let arguments = |link: &Link<'_>| link.open.map(|it| tokens.pieces(it)).unwrap_or_default();
    let text = |run: Option<&Run>| {
        run.filter(|it| tokens.sort(it.start) == Some(Sort::Text))
            .map(|it| bare(tokens.text(it.start)))
    };
    let call = chain.links.iter().find(|it| it.open.is_some())?;
    let pieces = arguments(call);
    let tail = |run: Option<&Run>| run.map(|it| last_name(tokens, *it));
    match (chain.first(), call.name) {
        (
            "jest" | "vi" | "mock",
            "mock" | "doMock" | "setMock" | "unstable_mockModule" | "module",
        ) => Some(Vec::from([text(pieces.first())?])),
        (
            "jest" | "vi" | "sinon" | "sandbox" | "mock" | "td" | "t" | "chai",
            "spyOn" | "stub" | "replace" | "method" | "replaceProperty" | "spy",
        ) if pieces.len() > 1 => {
            // A spy by itself lets the real thing work.
            let replaces = call.name != "spyOn" && call.name != "spy"
                || chain.links.iter().any(|it| it.name.starts_with("mock"));
            replaces.then(|| Vec::from([text(pieces.get(1)).unwrap_or_default()]))
        }
        ("monkeypatch" | "mp", "setattr") => match text(pieces.first()) {
            Some(path) => Some(dotted(&path)),
            None => Some(Vec::from([text(pieces.get(1))?])),
        },
        (_, "patch") if matches!(chain.first(), "patch" | "mock" | "mocker" | "unittest") => {
            Some(dotted(&text(pieces.first())?))
        }
        (_, "object") if chain.has("patch") => Some(Vec::from([text(pieces.get(1))?])),
        ("when" | "Mockito" | "given" | "BDDMockito" | "lenient", "when" | "given") => {
            Some(Vec::from([tail(pieces.first())?]))
        }
        ("doReturn" | "doThrow" | "doNothing" | "doAnswer" | "willReturn", _) => {
            chain.links.last().map(|it| Vec::from([it.name.to_owned()]))
        }
        (_, "On")
            if pieces
                .first()
                .is_some_and(|it| tokens.sort(it.start) == Some(Sort::Text)) =>
        {
            Some(Vec::from([text(pieces.first())?]))
        }
        (_, "EXPECT") => chain
            .links
            .iter()
            .skip_while(|it| it.name != "EXPECT")
            .nth(1)
            .map(|it| Vec::from([it.name.to_owned()])),
        (_, name) if name.starts_with("expect_") && chain.links.len() > 2 => name
            .strip_prefix("expect_")
            .map(|it| Vec::from([it.to_owned()])),
        _ => None,
    }
}

/// `x.f.mockReturnValue(3)`, `mocked(f).mockResolvedValue(3)`.
fn replaced_field(tokens: &Tokens<'_>, chain: &Chain<'_>) -> Option<Vec<String>> {
    let at = chain.links.iter().position(|it| {
        matches!(
            it.name,
            "mockReturnValue"
                | "mockReturnValueOnce"
                | "mockResolvedValue"
                | "mockResolvedValueOnce"
                | "mockImplementation"
                | "mockRejectedValue"
                | "mockImplementationOnce"
                | "returns"
                | "resolves"
                | "thenReturn"
        )
    })?;
    let owner = chain.links.get(at.checked_sub(1)?)?;
    match (owner.name, owner.open) {
        ("mocked" | "stub" | "asMock", Some(open)) => Some(Vec::from([last_name(
            tokens,
            tokens.pieces(open).first().copied()?,
        )])),
        (name, None) => Some(Vec::from([name.to_owned()])),
        (_, Some(_)) => None,
    }
}

/// `const f = jest.fn()`, `x.f = Mock(return_value=3)`, `Service s = mock(Service.class)`.
fn bound(tokens: &Tokens<'_>, chain: &Chain<'_>, at: usize) -> Option<Vec<String>> {
    let makes = match chain.links.as_slice() {
        [first, second, ..] => {
            matches!(
                (first.name, second.name),
                ("jest" | "vi" | "mock", "fn") | ("sinon", "stub" | "fake" | "spy")
            ) || matches!(second.name, "Mock" | "MagicMock" | "AsyncMock")
                && matches!(first.name, "mock" | "unittest")
        }
        [only] => matches!(only.name, "Mock" | "MagicMock" | "AsyncMock" | "createMock"),
        [] => false,
    };
    if !makes {
        return None;
    }
    let sign = at.checked_sub(1)?;
    let name = sign.checked_sub(1)?;
    let set = matches!(tokens.text(sign), "=" | ":" | ":=") && tokens.is_name(name);
    set.then(|| Vec::from([tokens.text(name).to_owned()]))
}

/// The literal that a replacement returns.
fn returns(tokens: &Tokens<'_>, chain: &Chain<'_>) -> Option<String> {
    let by_link = chain.links.iter().find(|it| {
        matches!(
            it.name,
            "mockReturnValue"
                | "mockResolvedValue"
                | "mockReturnValueOnce"
                | "mockResolvedValueOnce"
                | "returns"
                | "resolves"
                | "thenReturn"
                | "willReturn"
                | "Return"
                | "doReturn"
                | "return_const"
                | "returning"
        )
    });
    if let Some(open) = by_link.and_then(|it| it.open) {
        return tokens.pieces(open).first().map(|it| tokens.words(*it));
    }
    let all = chain
        .links
        .iter()
        .filter_map(|it| it.open)
        .flat_map(|it| tokens.pieces(it));
    for piece in all {
        let value = Run {
            start: piece.start.saturating_add(2),
            end: piece.end,
        };
        if tokens.text(piece.start) == "return_value" && !value.is_empty() {
            return Some(tokens.words(value));
        }
        // `() => 3`, `lambda: 3`
        let arrow = tokens
            .top(piece)
            .find(|at| matches!(tokens.text(*at), "=>" | ":") && *at > piece.start);
        let lambda =
            tokens.text(piece.start) == "lambda" || arrow.is_some_and(|at| tokens.text(at) == "=>");
        if let Some(arrow) = arrow.filter(|_| lambda) {
            return Some(tokens.words(Run {
                start: arrow.saturating_add(1),
                end: piece.end,
            }));
        }
    }
    None
}

fn last_name(tokens: &Tokens<'_>, run: Run) -> String {
    let names = tokens.top(run).filter(|at| tokens.is_name(*at)).last();
    names
        .map(|at| tokens.text(at).to_owned())
        .unwrap_or_default()
}

/// `a.b.f` replaces `f`, and is kept whole as well.
fn dotted(path: &str) -> Vec<String> {
    let last = path.rsplit('.').next().unwrap_or(path);
    Vec::from([path.to_owned(), last.to_owned()])
}

fn bare(text: &str) -> String {
    quoted(text).trim_matches('"').to_owned()
}
