//! Programs whose arguments are a small language: `find`, `sed`, `test`.

use super::{Looked, next_value, paths};
use crate::shell::words::Word;
use crate::touch::{How, Touch};

/// Tests of `find` without a value.
const FIND_BARE: &[&str] = &[
    "-empty",
    "-print",
    "-print0",
    "-not",
    "!",
    "-o",
    "-or",
    "-a",
    "-and",
    "(",
    ")",
    "-prune",
    "-readable",
    "-writable",
    "-executable",
    "-daystart",
    "-depth",
    "-quit",
    "-true",
    "-false",
    "-xdev",
    "-mount",
    "-ls",
];
/// Tests of `find` with a value that is no path.
const FIND_VALUED: &[&str] = &[
    "-name",
    "-iname",
    "-path",
    "-ipath",
    "-wholename",
    "-regex",
    "-iregex",
    "-regextype",
    "-type",
    "-maxdepth",
    "-mindepth",
    "-size",
    "-mtime",
    "-mmin",
    "-ctime",
    "-cmin",
    "-atime",
    "-amin",
    "-perm",
    "-user",
    "-group",
    "-links",
    "-printf",
];

pub(super) fn find(words: &[Word]) -> Looked {
    let starts = |word: &&Word| word.text.starts_with(['-', '(', '!']);
    let roots: Vec<&Word> = words.iter().take_while(|word| !starts(word)).collect();
    let mut rest = words.iter().skip(roots.len());
    while let Some(word) = rest.next() {
        let text = word.text.as_str();
        if FIND_VALUED.contains(&text) {
            let _ = next_value(&mut rest, text)?;
        } else if !FIND_BARE.contains(&text) {
            return Err(format!("`{text}` of `find`"));
        }
    }
    paths(&roots, How::Name)
}

/// `sed -n 10,20p FILE`: nothing but printing.
pub(super) fn sed(words: &[Word]) -> Looked {
    let mut quiet = false;
    let mut script = None;
    let mut files: Vec<&Word> = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.text.as_str() {
            "-n" | "--quiet" | "--silent" => quiet = true,
            "-E" | "-r" => {}
            "-ne" | "-nE" if script.is_none() => {
                quiet = true;
                if word.text == "-ne" {
                    script = Some(next_value(&mut rest, "-e")?);
                }
            }
            "-e" if script.is_none() => script = Some(next_value(&mut rest, "-e")?),
            text if text.starts_with('-') && text.len() > 1 => {
                return Err(format!("option `{text}` of `sed`"));
            }
            text if script.is_none() => script = Some(text.to_owned()),
            _ => files.push(word),
        }
    }
    match script {
        Some(script) if quiet && prints_only(&script) => paths(&files, How::Read),
        Some(_) | None => Err("`sed` beyond printing lines".to_owned()),
    }
}

/// `10p`, `10,20p`, `$p`, `/words/p`, several with `;`.
fn prints_only(script: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let line = |text: &str| text == "$" || number(text);
    let offset = |text: &str| text.strip_prefix('+').is_some_and(number);
    let word = |text: &str| {
        let inner = text
            .strip_prefix('/')
            .and_then(|rest| rest.strip_suffix('/'));
        inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(['/', ';', '\\', '\n', ',']))
    };
    let address = |text: &str| line(text) || word(text);
    script.split(';').map(str::trim).all(|part| {
        let Some(place) = part.strip_suffix('p') else {
            return false;
        };
        match place.split_once(',') {
            Some((from, to)) => address(from) && (address(to) || offset(to)),
            None => address(place),
        }
    })
}

/// Operators of `test` that look at a path.
const TEST_PATH: &[&str] = &["-e", "-f", "-d", "-r", "-w", "-x", "-s", "-L", "-h"];
/// Operators of `test` between or before words.
const TEST_WORD: &[&str] = &[
    "-z", "-n", "=", "!=", "==", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "!",
];

pub(super) fn test(words: &[Word]) -> Looked {
    let mut out = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let text = word.text.as_str();
        if TEST_PATH.contains(&text) {
            match rest.next() {
                Some(path) if !path.glob => out.push(Touch::of(&path.text, How::Name)),
                Some(_) | None => return Err("the path of `test`".to_owned()),
            }
        } else if text.starts_with('-') && !TEST_WORD.contains(&text) {
            return Err(format!("`{text}` of `test`"));
        } else if word.glob || text.contains('[') {
            // `test` computes with such words, and computing can run a command.
            return Err("a pattern in `test`".to_owned());
        }
    }
    Ok(out)
}
