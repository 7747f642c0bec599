//! The tree followed: what the commands of `cmd.exe` that are no programs mean.

use std::collections::BTreeSet;

use super::expand::{ENVIRONMENT, PROGRAM, SECRET};
use super::reader::{self, Node, Simple};
use crate::effect::{Origin, What};
use crate::windows::native::{Called, origin_of};
use crate::windows::{Session, Word, shown};

/// Most rounds of a loop that are followed one by one.
const ROUNDS_MAX: usize = 64;

/// Commands of its own that may be followed by something without a blank.
const OWN: &[&str] = &[
    "echo", "cd", "chdir", "dir", "del", "erase", "rd", "rmdir", "md", "mkdir", "copy", "move",
    "type", "ren", "rename", "cls", "set", "call", "pushd", "popd", "start", "exit", "pause",
];

pub(super) fn run(session: &mut Session<'_>, nodes: &[Node]) {
    for node in nodes {
        let _ = follow(session, node, None);
    }
}

fn follow(s: &mut Session<'_>, node: &Node, input: Option<&Word>) -> Word {
    if !s.step("cmd") {
        return nothing();
    }
    match node {
        Node::Simple(simple) => command(s, simple, input),
        Node::Pipe(stages) => {
            let mut fed: Option<Word> = None;
            for stage in stages {
                let before = s.cwd.clone();
                fed = Some(follow(s, stage, fed.as_ref()));
                s.cwd = before;
            }
            fed.unwrap_or_else(nothing)
        }
        Node::Group(body, writes) => {
            let mut from = BTreeSet::new();
            for node in body {
                from.extend(follow(s, node, input).from);
            }
            let out = Word::unknown("", from);
            written(s, writes, &out, "( )");
            out
        }
        Node::If {
            looked,
            then,
            otherwise,
        } => {
            if let Some(path) = looked {
                s.list(&word(path), "if exist");
            }
            for branch in [then, otherwise] {
                let before = s.cwd.clone();
                run(s, branch);
                s.perhaps(&before);
            }
            Word::unknown("", BTreeSet::from([Origin::Program]))
        }
        Node::For {
            kind,
            options,
            variable,
            set,
            body,
        } => {
            let before = s.cwd.clone();
            repeated(s, kind, options, *variable, set, body);
            s.perhaps(&before);
            Word::unknown("", BTreeSet::from([Origin::Program]))
        }
    }
}

fn nothing() -> Word {
    Word::written("")
}

/// A word with what its signs for unknown values say.
fn word(text: &str) -> Word {
    let sign = |c: char| matches!(c, ENVIRONMENT | SECRET | PROGRAM);
    let mut from = BTreeSet::from([Origin::Written]);
    for c in text.chars().filter(|c| sign(*c)) {
        from.insert(match c {
            SECRET => Origin::Secret,
            ENVIRONMENT => Origin::Environment,
            _ => Origin::Program,
        });
    }
    let text = match text.find(sign) {
        Some(at) => Err(text.get(..at).unwrap_or_default().to_owned()),
        None => Ok(text.to_owned()),
    };
    Word {
        text,
        from,
        below: false,
    }
}

fn written(s: &mut Session<'_>, writes: &[String], content: &Word, by: &str) {
    for target in writes {
        let target = word(target);
        s.write(&target, by);
        if content.from.contains(&Origin::Network) || content.from.contains(&Origin::Decoded) {
            let place = s.place(&target);
            s.brought.push(place);
        }
    }
}

fn command(s: &mut Session<'_>, simple: &Simple, input: Option<&Word>) -> Word {
    let by = shown(&simple.words.join(" "));
    let mut fed = input.cloned();
    for source in &simple.reads {
        let source = word(source);
        s.read(&source, false, &by);
        let from = BTreeSet::from([origin_of(&s.place(&source))]);
        fed = Some(Word::unknown("", from));
    }
    let out = match simple.words.split_first() {
        Some((name, rest)) => {
            let (name, attached) = apart(name);
            let mut words: Vec<String> = attached.clone().into_iter().collect();
            words.extend(rest.iter().cloned());
            let tail = format!("{} {}", attached.unwrap_or_default(), simple.tail);
            named(s, &name, &words, tail.trim(), fed.as_ref(), &by)
        }
        None => nothing(),
    };
    written(s, &simple.writes, &out, &by);
    out
}

/// `cd..`, `dir/s`, `echo.text`: the command and what hangs on it.
fn apart(name: &str) -> (String, Option<String>) {
    let cut = name.find(['/', '\\', '.', ':', ',', ';', '=', '+', '(', '[']);
    // A slash begins an option, wherever it stands.
    if let Some((head, tail)) = name.split_once('/')
        && !head.is_empty()
        && !OWN.contains(&head.to_lowercase().as_str())
    {
        return (head.to_owned(), Some(format!("/{tail}")));
    }
    let Some(cut) = cut.filter(|cut| *cut > 0) else {
        return (name.to_owned(), None);
    };
    let head = name.get(..cut).unwrap_or_default();
    let tail = name.get(cut..).unwrap_or_default();
    let ending = [".exe", ".com", ".bat", ".cmd"].contains(&tail.to_lowercase().as_str());
    if OWN.contains(&head.to_lowercase().as_str()) && !ending {
        let tail = if head.eq_ignore_ascii_case("echo") {
            tail.get(1..).unwrap_or_default()
        } else {
            tail
        };
        return (
            head.to_owned(),
            Some(tail.to_owned()).filter(|it| !it.is_empty()),
        );
    }
    (name.to_owned(), None)
}

fn named(
    s: &mut Session<'_>,
    name: &str,
    rest: &[String],
    tail: &str,
    input: Option<&Word>,
    by: &str,
) -> Word {
    // Its own help, and nothing else.
    if OWN.contains(&name.to_lowercase().as_str()) && rest == ["/?"] {
        return nothing();
    }
    let words: Vec<Word> = rest.iter().map(|it| word(it)).collect();
    match name.to_lowercase().as_str() {
        "rem" => nothing(),
        "echo" => word(tail),
        "set" => set(s, tail, by),
        "popd" => {
            s.pop();
            nothing()
        }
        "cd" | "chdir" | "pushd" => {
            if name.eq_ignore_ascii_case("pushd") {
                s.push();
            }
            if let Some(target) = words
                .iter()
                .find(|it| !it.start().eq_ignore_ascii_case("/d"))
            {
                s.enter(target, by);
            }
            nothing()
        }
        "call" => {
            let Some((name, rest)) = rest.split_first() else {
                return nothing();
            };
            if name.starts_with(':') {
                s.unknown("a label is called", by);
                return nothing();
            }
            let tail = tail
                .split_once(' ')
                .map(|(_, tail)| tail)
                .unwrap_or_default();
            named(s, name, rest, tail, input, by)
        }
        "start" => start(s, &words, tail, by),
        "cmd" | "cmd.exe" => {
            inner(s, tail, input, by);
            Word::unknown("", BTreeSet::from([Origin::Program]))
        }
        "%0" => {
            s.deny("exhausts", "it starts itself again and again", by);
            nothing()
        }
        _ => {
            let mut name = word(name);
            name.from.remove(&Origin::Written);
            let called = Called {
                name: &name,
                words: &words,
                input,
                by_cmd: true,
                by,
            };
            s.native(&called)
        }
    }
}

fn set(s: &mut Session<'_>, tail: &str, by: &str) -> Word {
    let tail = tail.trim();
    let lower = tail.to_lowercase();
    if lower.starts_with("/p") || lower.starts_with("/a") {
        return nothing();
    }
    let plain = tail.trim_matches('"');
    match plain.split_once('=') {
        Some((name, value)) => {
            s.sets(name, (!value.contains(['%', '!'])).then_some(value), by);
            nothing()
        }
        None if plain.is_empty() || crate::windows::names::begins_secret(plain) => {
            s.say(What::Secret("the environment is shown".to_owned()), by);
            Word::unknown("", BTreeSet::from([Origin::Secret]))
        }
        None => Word::unknown("", BTreeSet::from([Origin::Environment])),
    }
}

/// `cmd /c text`: the text as it is spelt, without the quotes around all of it.
fn inner(s: &mut Session<'_>, tail: &str, input: Option<&Word>, by: &str) {
    let mut rest = tail.trim();
    while let Some(option) = rest.strip_prefix('/') {
        let letter = option.chars().next().map(|c| c.to_ascii_lowercase());
        if matches!(letter, Some('c' | 'k' | 'r')) {
            let text = option.get(1..).unwrap_or_default().trim();
            let text = text
                .strip_prefix('"')
                .map_or(text, |it| it.strip_suffix('"').unwrap_or(it));
            let text = word(text);
            s.code("cmd", &text, by);
            return;
        }
        rest = option
            .split_once(' ')
            .map(|(_, rest)| rest.trim())
            .unwrap_or_default();
    }
    match input {
        Some(input) => s.code("cmd", input, by),
        None => s.unknown("it waits for commands", by),
    }
}

/// `start ["title"] [/options] program arguments`
fn start(s: &mut Session<'_>, words: &[Word], tail: &str, by: &str) -> Word {
    let titled = tail.trim_start().starts_with('"');
    let mut rest = words.iter().skip(usize::from(titled)).peekable();
    while let Some(option) = rest.next_if(|it| it.start().starts_with('/')) {
        if option.start().eq_ignore_ascii_case("/d") {
            let _ = rest.next();
        }
    }
    let rest: Vec<Word> = rest.cloned().collect();
    match rest.split_first() {
        Some((name, words)) => {
            if name.known().is_some_and(crate::windows::net::is_address) {
                s.opens(name, by);
                return nothing();
            }
            let called = Called {
                name,
                words,
                input: None,
                by_cmd: true,
                by,
            };
            s.native(&called)
        }
        None => nothing(),
    }
}

fn repeated(
    s: &mut Session<'_>,
    kind: &str,
    options: &[String],
    variable: char,
    set: &str,
    body: &str,
) {
    let set = set.trim();
    let mut items: Vec<String> = vec![PROGRAM.to_string()];
    match kind {
        "/f" => {
            let back = options
                .iter()
                .any(|it| it.to_lowercase().contains("usebackq"));
            let sign = if back { '`' } else { '\'' };
            if let Some(text) = set.strip_prefix(sign).and_then(|it| it.strip_suffix(sign)) {
                s.deeper("for /f", |s| match reader::read(text) {
                    Ok(nodes) => run(s, &nodes),
                    Err(why) => s.unknown(why, text),
                });
            } else if !set.starts_with('"') && !set.starts_with('\'') {
                for path in super::split(set) {
                    s.read(&word(&path), false, "for /f");
                }
            }
        }
        "/l" => {}
        "/r" => {
            let top = options.first().map_or(".", String::as_str);
            items = super::split(set)
                .iter()
                .map(|it| format!("{top}\\{it}"))
                .collect();
        }
        _ => items = super::split(&set.replace([',', ';'], " ")),
    }
    if items.len() > ROUNDS_MAX {
        items = vec![PROGRAM.to_string()];
    }
    for item in items {
        let text = replaced(body, variable, &item);
        s.charge(text.len() >> 5);
        s.deeper("for", |s| match reader::read(&text) {
            Ok(nodes) => run(s, &nodes),
            Err(why) => s.unknown(why, &text),
        });
    }
}

/// A body with `%i`, `%%i` and `%~nxi` replaced; the variables of further names that one set gives are not known.
fn replaced(body: &str, variable: char, item: &str) -> String {
    let mut out = String::new();
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        while chars.next_if_eq(&'%').is_some() {}
        if chars.next_if_eq(&'~').is_some() {
            while chars
                .next_if(|c| c.is_ascii_alphabetic() && *c != variable)
                .is_some()
            {}
            let _ = chars.next();
            out.push(PROGRAM);
            continue;
        }
        match chars.peek() {
            Some(c) if *c == variable => {
                let _ = chars.next();
                out.push_str(item);
            }
            Some(c) if c.is_ascii_alphabetic() => {
                let _ = chars.next();
                out.push(PROGRAM);
            }
            Some(_) | None => out.push('%'),
        }
    }
    out
}
