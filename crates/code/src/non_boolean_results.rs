//! Functions that by their own words give something other than yes or no: a text, a number, a list. That such an answer counts
//! as true says nearly nothing of it.

use std::collections::BTreeSet;

use crate::facts::Facts;
use crate::language::Language;
use crate::parts::Definition;

/// Letters of one function that are looked at.
const HEAD_MAX: usize = 1_200;

/// Ways out of one function that are looked at.
const WAYS_MAX: usize = 40;

/// The names of the functions of a file that do so, as far as their heads and ways out tell (Python, TypeScript). `text` must be
/// what the facts were read from.
#[must_use]
pub fn values_given(text: &str, facts: &Facts) -> BTreeSet<String> {
    let functions = facts.definitions.iter();
    let functions = functions.filter(|it| it.kind.is_function() && !it.test);
    let names = functions.filter(|it| gives_a_value(facts.language, text, it));
    let names = names.filter_map(|it| it.name.rsplit(['.', ':']).next());
    names.map(str::to_owned).collect()
}

fn gives_a_value(language: Language, text: &str, function: &Definition) -> bool {
    let bytes = function.span.bytes;
    let Some(whole) = text.get(bytes.start..bytes.end) else {
        return false;
    };
    let typed = match language {
        Language::Python => of_python(whole),
        Language::TypeScript | Language::Tsx => of_script(whole),
        Language::Vue | Language::Rust | Language::Go | Language::Java | Language::Other => {
            return false;
        }
    };
    match typed {
        Some(typed) => is_value(typed),
        None => returns_values(whole),
    }
}

/// The type behind the brackets of a function of Python.
fn of_python(whole: &str) -> Option<&str> {
    let rest = after_brackets(whole.get(whole.find("def ")?..)?)?;
    let rest = rest.trim_start().strip_prefix("->")?;
    rest.split_once(":\n").map(|(typed, _)| typed.trim())
}

/// That of a function of TypeScript.
fn of_script(whole: &str) -> Option<&str> {
    let rest = after_brackets(whole)?;
    let rest = rest.trim_start().strip_prefix(':')?;
    let end = rest.find("=>").into_iter().chain(rest.find('{')).min()?;
    rest.get(..end).map(str::trim)
}

/// What stands behind the first pair of round brackets.
fn after_brackets(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices().take(HEAD_MAX) {
        match letter {
            '(' => depth = depth.saturating_add(1),
            ')' if depth == 1 => return text.get(at.saturating_add(1)..),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn is_value(typed: &str) -> bool {
    const WHOLE: [&str; 10] = [
        "str", "string", "String", "int", "number", "float", "bytes", "list", "dict", "bigint",
    ];
    const STARTS: [&str; 8] = [
        "list[", "dict[", "List[", "Dict[", "Array<", "Record<", "Map<", "tuple[",
    ];
    let promised = typed
        .strip_prefix("Promise<")
        .and_then(|it| it.strip_suffix('>'));
    let typed = promised.unwrap_or(typed).trim();
    let either = typed.contains('|');
    let list = typed.ends_with("[]") || STARTS.iter().any(|it| typed.starts_with(it));
    !either && (list || WHOLE.contains(&typed))
}

/// Whether every `return` of a function gives what is written out as a text or a list, or is made to be one.
fn returns_values(whole: &str) -> bool {
    const MADE: [&str; 14] = [
        "f\"", "f'", "\"", "'", "`", "[", "{", "sorted(", "str(", "len(", "int(", "String(",
        "Number(", "Math.",
    ];
    let lines = whole.lines().map(str::trim).take(HEAD_MAX);
    let ways = lines.filter_map(|it| it.strip_prefix("return"));
    let ways: Vec<&str> = ways.map(str::trim).take(WAYS_MAX).collect();
    let joins = |it: &&str| {
        let end = it.trim_end_matches(';');
        end.contains(".join(") && end.ends_with(')') && !end.contains(" in ")
    };
    let compares = |it: &&str| {
        ["==", " in ", " and ", "&&", "||", "!=", " ? ", " if "]
            .iter()
            .any(|sign| it.contains(sign))
    };
    // `const parsed = {}` and `return parsed`
    let kept = |it: &&str| {
        let name = it.trim_end_matches(';');
        let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let made = ["{", "new "]
            .iter()
            .any(|sign| whole.contains(&format!("const {name} = {sign}")));
        plain && made
    };
    let value = |it: &&str| {
        kept(it) || MADE.iter().any(|start| it.starts_with(start)) && !compares(it) || joins(it)
    };
    !ways.is_empty() && ways.iter().all(value)
}
