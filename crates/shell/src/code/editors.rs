//! Commands of editors: `vim -c`, `ex` and `ed` scripts.

use super::{Deed, Found};
use crate::effect::Level;

/// Commands of vim, line by line, parts joined by `|`.
pub(super) fn vim(code: &str) -> Found {
    let mut deeds = Vec::new();
    let mut plain = true;
    for line in code.lines() {
        let line = line.trim_start_matches([':', ' ', '\t', '+']);
        let line = without_range(line);
        if let Some(command) = line.strip_prefix('!') {
            shell(command, &mut deeds);
            continue;
        }
        for part in line.split('|') {
            plain &= vim_command(part.trim(), &mut deeds);
        }
    }
    if code.contains("system(")
        || code.contains("job_start")
        || code.contains("termopen")
        || code.contains("libcall")
    {
        deeds.push(Deed::deny(
            "runs-programs",
            "an expression of the editor runs a program",
        ));
        plain = false;
    }
    Found { deeds, plain }
}

fn without_range(line: &str) -> &str {
    line.trim_start_matches(|c: char| {
        c.is_ascii_digit() || matches!(c, '%' | ',' | '$' | '.' | '\'')
    })
    .trim_start()
}

/// Functions of the editor that change files, and output that goes into one.
pub(super) fn changes_files(code: &str, deeds: &mut Vec<Deed>) -> bool {
    let calls = [
        "delete(",
        "writefile(",
        "rename(",
        "mkdir(",
        "redir!",
        "redir >",
    ];
    let changes = calls.iter().any(|call| code.contains(call));
    if changes {
        let why = "the editor changes files by its own functions";
        deeds.push(Deed::deny("runs-code", why));
    }
    changes
}

/// One command; whether it is known to be harmless, or told as a deed.
fn vim_command(part: &str, deeds: &mut Vec<Deed>) -> bool {
    if changes_files(part, deeds) {
        return false;
    }
    let end = part
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(part.len());
    let (name, rest) = part.split_at_checked(end).unwrap_or((part, ""));
    let bang = rest.starts_with('!');
    let rest = rest.trim_start_matches('!').trim();
    match name {
        "" => part.is_empty() || part.starts_with(['/', '?', '"', '=', '<', '>', '&']),
        "w" | "write" | "wq" | "wqa" | "x" | "xit" | "wa" | "sav" | "saveas" | "up" | "update" => {
            writes(name, rest, bang, deeds);
            true
        }
        "r" | "read" => {
            reads(rest, bang, deeds);
            true
        }
        "e" | "edit" | "vi" | "view" | "sp" | "split" | "vs" | "vsplit" | "tabe" | "tabedit"
        | "new" | "find" | "diffsplit" => {
            if !rest.is_empty() {
                deeds.push(Deed::Read(rest.to_owned()));
            }
            true
        }
        "so" | "source" | "ru" | "runtime" | "luafile" | "pyfile" | "py3file" => {
            deeds.push(Deed::Read(rest.to_owned()));
            asks("runs-code", "the editor runs a script", deeds);
            false
        }
        "lua" | "py" | "py3" | "python" | "python3" | "ruby" | "perl" | "tcl" | "mz"
        | "mzscheme" | "pyx" => {
            runs_language(name, rest, deeds);
            false
        }
        "term" | "terminal" | "sh" | "shell" | "make" | "grep" | "lgrep" | "lmake" | "cs"
        | "cscope" | "ter" | "stop" => {
            shell(rest, deeds);
            false
        }
        "call" | "execute" | "exe" | "exec" | "norm" | "normal" | "au" | "autocmd" | "silent"
        | "sil" | "let" | "eval" | "echo" => evaluates(name, rest, deeds),
        "q" | "quit" | "qa" | "qall" | "wqall" | "cq" | "set" | "se" | "setlocal" | "syntax"
        | "syn" | "noh" | "s" | "d" | "delete" | "g" | "v" | "sort" | "j" | "join" | "m" | "t"
        | "copy" | "move" | "retab" | "p" | "print" | "nu" | "number" | "filetype" | "undo"
        | "redo" => {
            if rest.contains("shell=")
                || rest.contains("sh=")
                || rest.contains("prg=")
                || rest.contains("modeline")
            {
                asks("configure", "the editor's own programs are changed", deeds);
            }
            true
        }
        _ => false,
    }
}

/// `w` and its like: to a file, or to a program.
fn writes(name: &str, rest: &str, bang: bool, deeds: &mut Vec<Deed>) {
    if let Some(command) = rest.strip_prefix('!') {
        shell(command, deeds);
    } else if bang && name.starts_with('w') && !rest.is_empty() {
        // `w !cmd` and `w! file` look alike once blanks are gone: both are judged.
        shell(rest, deeds);
        deeds.push(Deed::Write(rest.to_owned()));
    } else if !rest.is_empty() {
        deeds.push(Deed::Write(rest.trim_start_matches(">>").trim().to_owned()));
    }
}

/// `r`: from a file, or from a program.
fn reads(rest: &str, bang: bool, deeds: &mut Vec<Deed>) {
    if let Some(command) = rest.strip_prefix('!') {
        shell(command, deeds);
    } else if bang {
        shell(rest, deeds);
    } else {
        deeds.push(Deed::Read(rest.to_owned()));
    }
}

/// `py …`, `lua …`: code of another language.
fn runs_language(name: &str, rest: &str, deeds: &mut Vec<Deed>) {
    let language = match name {
        "lua" | "ruby" | "perl" | "tcl" => name,
        _ => "python",
    };
    let found = super::look(language, rest);
    deeds.extend(found.deeds);
    deeds.push(Deed::deny(
        "runs-programs",
        "the editor runs code of another language",
    ));
}

/// Commands that hold commands or expressions; whether it is known to be harmless.
fn evaluates(name: &str, rest: &str, deeds: &mut Vec<Deed>) -> bool {
    if rest.contains('!') || rest.contains("system") {
        shell(
            rest.split_once('!').map_or("", |(_, command)| command),
            deeds,
        );
    }
    if matches!(name, "silent" | "sil") {
        return vim_command(rest, deeds);
    }
    name == "echo"
}

/// A script for `ed`.
pub(super) fn ed(code: &str) -> Found {
    let mut deeds = Vec::new();
    let mut plain = true;
    let mut input = false;
    for line in code.lines() {
        if input {
            input = line != ".";
            continue;
        }
        let command = address_off(line.trim());
        let mut chars = command.chars();
        let first = chars.next();
        let rest = chars.as_str().trim();
        match first {
            Some('!') => shell(rest, &mut deeds),
            Some('a' | 'i' | 'c') if rest.is_empty() => input = true,
            Some('w' | 'W') => match rest.trim_start_matches('q').trim().strip_prefix('!') {
                Some(command) => shell(command, &mut deeds),
                None if rest.trim_start_matches('q').trim().is_empty() => {}
                None => deeds.push(Deed::Write(rest.trim_start_matches('q').trim().to_owned())),
            },
            Some('r' | 'e' | 'E' | 'f') => match rest.strip_prefix('!') {
                Some(command) => shell(command, &mut deeds),
                None if rest.is_empty() => {}
                None => deeds.push(Deed::Read(rest.to_owned())),
            },
            None
            | Some(
                'q' | 'Q' | 'p' | 'n' | 'l' | 'd' | 's' | 'm' | 't' | 'j' | 'u' | 'k' | '=' | 'H'
                | 'h' | '#',
            ) => {}
            // `g/x/command` holds commands of its own.
            Some(_) => plain = false,
        }
    }
    Found { deeds, plain }
}

fn address_off(line: &str) -> &str {
    line.trim_start_matches(|c: char| {
        c.is_ascii_digit() || matches!(c, ',' | '$' | '.' | ';' | '+' | '-' | '%')
    })
}

fn shell(command: &str, deeds: &mut Vec<Deed>) {
    deeds.push(Deed::deny("runs-programs", "the editor runs a command"));
    let command = command.trim();
    if !command.is_empty() {
        deeds.push(Deed::Shell(command.to_owned()));
    }
}

fn asks(id: &str, why: &str, deeds: &mut Vec<Deed>) {
    deeds.push(Deed::Mark {
        level: Level::Ask,
        id: id.to_owned(),
        why: why.to_owned(),
    });
}
