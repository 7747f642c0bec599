//! Languages that are not read: programs that they plainly start and files that they plainly name are recognised in any
//! notation. It asks in any case.

use std::sync::LazyLock;

use regex::Regex;

use super::{Deed, Found};

/// Names of calls that start a program, in the notations of many languages.
static STARTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let names = [
        r"(?:[\w.]+[.:/])?(?:system|popen|shell|sh|exec|spawn|execute|qx|proc_open|passthru|run)\d?",
        r"(?:[\w.]+[.:/])?(?:exec[lv][pe]{0,2}|spawn\w+|os[.:]cmd|sys\.command|shell[-_ ]?(?:out|command|exec|escape)|e?syscmd)",
        r"(?:[\w.]+[.:/])?(?:run[-_]?(?:shell[-_]command|program|process|command)|start[-_]?process|open[-_]?(?:pipe|process)\S{0,7}|call[-_]?process\S{0,7})",
        r"(?:[\w.]+[.:/])?(?:callCommand|callProcess|readProcess|rawSystem|createProcess|execute_process|launchedProcess|ProcessBuilder)",
    ];
    let call = format!(
        r#"(?i)(?:^|[^\w.])(?:{})\s*[(\[]?\s*(?:list\s+|argv\s*=\s*)?["'`~\\]"#,
        names.join("|")
    );
    Regex::new(&call).ok()
});

/// Signs that a program is started which are no call with its text behind it.
const MARKS: [&str; 9] = [
    "getRuntime()",
    "ProcessBuilder(",
    "sys.process",
    ".execute()",
    "ProcessInfo(",
    "Process.launch",
    "Process()",
    "esyscmd(",
    "syscmd(",
];

/// Signs that files are changed, not only read.
const CHANGES: [&str; 14] = [
    "\"w\"",
    "'w'",
    "\"a\"",
    "'a'",
    "\"wb\"",
    "\"w+\"",
    "open-output",
    "writefile",
    "write_file",
    "spit ",
    "delete",
    "unlink",
    "redir",
    "remove",
];

/// `:!id`, `!id`: a line that a console gives to a shell.
fn is_escape(line: &str) -> bool {
    let line = line.trim_start().trim_start_matches(':');
    line.strip_prefix('!')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '/'))
}

/// Whether a word is a call, in the notation of some language, that starts a program.
pub(crate) fn starts(word: &str) -> bool {
    let call = word.contains(['(', '{']) && word.contains(['"', '\'', '`']);
    call && STARTS.as_ref().is_some_and(|calls| calls.is_match(word))
}

/// Looks at a program in a language that is not known.
pub(super) fn look(code: &str) -> Found {
    let mut deeds = Vec::new();
    let starts = STARTS.as_ref().is_some_and(|calls| calls.is_match(code))
        || MARKS.iter().any(|mark| code.contains(mark))
        || names_shell(code)
        || code.lines().any(is_escape);
    if starts {
        deeds.push(Deed::deny("runs-programs", "code starts a program"));
    }
    let lower = code.to_ascii_lowercase();
    let changes = CHANGES.iter().any(|sign| lower.contains(sign));
    if changes {
        // `file delete -force /home/dev/x`: words without quotes.
        let words = code
            .split_whitespace()
            .map(|it| it.trim_end_matches([';', ')', ']', '}']));
        let far = |word: &&str| {
            ["/home/", "~/", "/etc/", "/usr/", "/root", "/var/"]
                .iter()
                .any(|top| word.starts_with(top))
        };
        deeds.extend(
            words
                .filter(far)
                .filter(|it| path(it))
                .take(16)
                .map(|it| Deed::Write(it.to_owned())),
        );
    }
    for text in quoted(code) {
        if starts && text.contains(' ') {
            deeds.push(Deed::Shell(text.clone()));
        }
        if path(&text) {
            deeds.push(if changes {
                Deed::Write(text)
            } else {
                Deed::Read(text)
            });
        }
    }
    Found {
        deeds,
        plain: false,
    }
}

/// Whether a text names a shell by its path, or one that is given text.
pub(crate) fn names_shell(text: &str) -> bool {
    static SHELL: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?:^|[^\w./~-])(?:/usr(?:/local)?)?/bin/(?:ba|z|da|k|c|tc|fi|a)?sh(?:$|[^\w./-])",
        )
        .ok()
    });
    SHELL.as_ref().is_some_and(|shell| shell.is_match(text))
}

fn path(text: &str) -> bool {
    text.len() > 1 && text.starts_with(['/', '~']) && !text.contains([' ', '\n', '*'])
}

/// Texts in quotes of any kind.
fn quoted(code: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut chars = code.chars();
    while let Some(open) = chars.next() {
        if !matches!(open, '"' | '\'' | '`') {
            continue;
        }
        let mut text = String::new();
        while let Some(c) = chars.next() {
            match c {
                '\\' => text.extend(chars.next()),
                // m4 and Lisp close a backtick with an apostrophe.
                c if c == open || (open == '`' && c == '\'') => break,
                c => text.push(c),
            }
        }
        out.push(text);
    }
    out
}
