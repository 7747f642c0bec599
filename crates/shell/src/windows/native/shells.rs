//! Shells that are started as programs, with the text that they run.

use std::collections::BTreeSet;
use std::slice::Iter;

use super::Called;
use crate::effect::{Level, Origin, What};
use crate::windows::{Session, Word, decode};

/// Options of PowerShell without a value.
const BARE: &[&str] = &[
    "noprofile",
    "nologo",
    "noninteractive",
    "noexit",
    "sta",
    "mta",
    "help",
    "login",
    "?",
];

impl Session<'_> {
    pub(super) fn powershell(&mut self, called: &Called<'_>) {
        let mut rest = called.words.iter();
        let mut told = false;
        while let Some(word) = rest.next() {
            let Some(option) = word
                .start()
                .strip_prefix(['-', '/', '\u{2013}', '\u{2014}', '\u{2015}'])
            else {
                let all: Vec<&Word> = std::iter::once(word).chain(rest.by_ref()).collect();
                self.command_or_file(&all, called.by);
                return;
            };
            let option = option.to_lowercase();
            if self.runs(&option, &mut rest, called) {
                return;
            }
            // `pwsh -v` says its version.
            told |= is_version(&option);
            self.option(&option, &mut rest, called.by);
        }
        if called.input.is_some() {
            self.fed_in(called);
        } else if !told {
            self.unknown("it waits for commands", called.by);
        }
    }

    /// An option that says what is run, with all that follows it; `false`: it is another.
    fn runs(&mut self, option: &str, rest: &mut Iter<'_, Word>, called: &Called<'_>) -> bool {
        if option.is_empty() || begins(option, "command", 1) {
            let all: Vec<&Word> = rest.by_ref().collect();
            if option.is_empty() || all.first().is_some_and(|it| it.known() == Some("-")) {
                self.fed_in(called);
            } else {
                self.code("powershell", &joined(&all), called.by);
            }
            return true;
        }
        if begins(option, "encodedcommand", 1) && !begins(option, "executionpolicy", 2)
            || option == "ec"
        {
            self.encoded(rest.next(), called.by);
            return true;
        }
        if begins(option, "file", 1) {
            if let Some(word) = rest.next() {
                self.script(word, called.by);
            }
            return true;
        }
        false
    }

    /// An option that says how it is run, with its value.
    fn option(&mut self, option: &str, rest: &mut Iter<'_, Word>, by: &str) {
        if begins(option, "executionpolicy", 2) || option == "ep" {
            let _ = rest.next();
        } else if begins(option, "windowstyle", 1) {
            let style = rest
                .next()
                .map(|it| it.start().to_lowercase())
                .unwrap_or_default();
            if style.starts_with('h') {
                self.mark(Level::Ask, "hidden-window", "it hides its window", by);
            }
        } else if is_version(option) {
            // `powershell -version 2` goes round the defences of later ones.
            if rest
                .next()
                .is_some_and(|it| it.start().starts_with(['1', '2']))
            {
                self.deny("defences", "an old version has no defences", by);
            }
        } else if begins(option, "workingdirectory", 1) || option == "wd" {
            if let Some(word) = rest.next() {
                self.enter(word, by);
            }
        } else if begins(option, "inputformat", 2) || begins(option, "outputformat", 1) {
            let _ = rest.next();
        } else if !BARE.iter().any(|it| it.starts_with(option)) {
            self.unknown("an option of PowerShell is not understood", by);
        }
    }

    fn command_or_file(&mut self, words: &[&Word], by: &str) {
        match words {
            [first, ..] if first.start().to_lowercase().ends_with(".ps1") => self.script(first, by),
            words => self.code("powershell", &joined(words), by),
        }
    }

    fn fed_in(&mut self, called: &Called<'_>) {
        match called.input {
            Some(input) => self.code("powershell", input, called.by),
            None => self.unknown("it runs what comes in", called.by),
        }
    }

    fn encoded(&mut self, word: Option<&Word>, by: &str) {
        let language = "powershell".to_owned();
        let origin = Origin::Decoded;
        self.say(What::Code { language, origin }, by);
        match word.and_then(Word::known).and_then(decode::command) {
            Some(text) => self.code("powershell", &Word::written(&text), by),
            None => self.deny(
                "hidden-text",
                "it runs encoded text that can't be decoded",
                by,
            ),
        }
    }

    pub(super) fn cmd(&mut self, called: &Called<'_>) {
        let mut rest = called.words.iter();
        while let Some(word) = rest.next() {
            let lower = word.start().to_lowercase();
            if lower.starts_with("/c") || lower.starts_with("/k") || lower.starts_with("/r") {
                let attached = word.start().get(2..).unwrap_or_default().to_owned();
                let first = Word {
                    text: word.text.clone().map(|_| attached),
                    ..word.clone()
                };
                let all: Vec<&Word> = std::iter::once(&first)
                    .filter(|it| !it.start().is_empty() || it.known().is_none())
                    .chain(rest.by_ref())
                    .collect();
                self.code("cmd", &joined(&all), called.by);
                return;
            }
            if !lower.starts_with('/') {
                self.unknown("an argument of `cmd` is not understood", called.by);
            }
        }
        match called.input {
            Some(input) => self.code("cmd", input, called.by),
            None => self.unknown("it waits for commands", called.by),
        }
    }

    pub(super) fn posix(&mut self, shell: &str, called: &Called<'_>) {
        match called.input {
            Some(input) if called.words.iter().all(|it| it.start().starts_with('-')) => {
                self.code(shell, input, called.by);
            }
            Some(_) | None => self.foreign(shell, called),
        }
    }

    /// A program in the other system: judged there, and always asked about.
    pub(super) fn wsl(&mut self, called: &Called<'_>) {
        let mut rest = called.words;
        while let Some((first, more)) = rest.split_first() {
            match first.start() {
                "-d" | "--distribution" | "-u" | "--user" | "--cd" => {
                    rest = more.get(1..).unwrap_or_default();
                }
                "-e" | "--exec" | "--" | "--shell-type" => rest = more,
                _ => break,
            }
        }
        let verb = rest
            .first()
            .map(|it| it.start().to_owned())
            .unwrap_or_default();
        if matches!(verb.as_str(), "-l" | "--list" | "--status" | "--version") {
            return;
        }
        if verb == "--unregister" {
            self.deny("destroys", "it removes a whole system", called.by);
        }
        if let Some((name, words)) = rest.split_first() {
            let argv: Vec<String> = std::iter::once(name)
                .chain(words)
                .map(|it| it.start().to_owned())
                .collect();
            self.ask_outside(&argv);
            let text = argv.join(" ");
            self.ask_outside(&["bash".to_owned(), "-c".to_owned(), text]);
        }
        self.unknown("it works in another system", called.by);
    }
}

/// Whether an option is a beginning of `name` with at least `least` letters.
fn begins(option: &str, name: &str, least: usize) -> bool {
    option.len() >= least && name.starts_with(option)
}

fn is_version(option: &str) -> bool {
    begins(option, "version", 1) && option != "ve"
}

fn joined(words: &[&Word]) -> Word {
    let mut from = BTreeSet::new();
    let mut text = String::new();
    let mut known = true;
    for (at, word) in words.iter().enumerate() {
        from.extend(word.from.iter().copied());
        if known {
            if at > 0 {
                text.push(' ');
            }
            text.push_str(word.start());
            known = word.known().is_some();
        }
    }
    Word {
        text: if known { Ok(text) } else { Err(text) },
        from,
        below: false,
    }
}
