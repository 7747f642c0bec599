//! Loops that nothing ends.

use super::super::lexer::Token;

/// Names that leave a loop, or have it wait for something.
const LEAVES: &[&str] = &[
    "break",
    "return",
    "exit",
    "quit",
    "raise",
    "throw",
    "last",
    "die",
    "sleep",
    "usleep",
    "input",
    "recv",
    "accept",
    "read",
    "readline",
    "readlines",
    "gets",
    "getline",
    "next",
    "wait",
    "await",
    "yield",
    "poll",
    "select",
    "get",
    "pop",
    "sys",
    "process",
];

/// Whether a program holds a loop whose condition always holds, and nothing that leaves it.
pub(super) fn is_endless(tokens: &[Token]) -> bool {
    let leaves =
        |token: &Token| matches!(token, Token::Name(name) if LEAVES.contains(&name.as_str()));
    if tokens.iter().any(leaves) {
        return false;
    }
    let name = |token: Option<&Token>, words: &[&str]| matches!(token, Some(Token::Name(name)) if words.contains(&name.as_str()));
    let truth = |token: Option<&Token>| {
        name(token, &["True", "true"]) || matches!(token, Some(Token::Number))
    };
    (0..tokens.len()).any(|at| {
        let ahead = |n: usize| tokens.get(at.saturating_add(n));
        let sign = |n: usize, c: char| ahead(n) == Some(&Token::Sign(c));
        let end = |n: usize| ahead(n) == Some(&Token::End) || sign(n, ';');
        let while_true = name(ahead(0), &["while"])
            && (truth(ahead(1))
                && !matches!(
                    ahead(2),
                    Some(Token::Sign('<' | '>' | '=' | '!' | '-' | '+' | '*'))
                )
                || sign(1, '(') && truth(ahead(2)) && sign(3, ')'));
        let for_ever = name(ahead(0), &["for"]) && sign(1, '(') && end(2) && end(3) && sign(4, ')');
        let looped = name(ahead(0), &["loop"]) && (sign(1, '{') || name(ahead(1), &["do"]));
        while_true || for_ever || looped
    })
}
