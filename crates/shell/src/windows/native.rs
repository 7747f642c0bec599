//! Programs started from either language: shells in shells, modelled programs, and the rest, which is asked for outside.

mod shells;

use std::collections::BTreeSet;

use super::apply::Traffic;
use super::model::{self, Output, Program, Role, Rule};
use super::{Session, Word, net};
use crate::effect::{Network, Origin, Way, What};
use crate::place::Place;

/// A program that is called.
pub(crate) struct Called<'c> {
    pub(crate) name: &'c Word,
    pub(crate) words: &'c [Word],
    /// What comes through a pipe.
    pub(crate) input: Option<&'c Word>,
    /// It is called by `cmd.exe`, which has commands of its own.
    pub(crate) by_cmd: bool,
    pub(crate) by: &'c str,
}

/// Programs that talk to the network with what they are given.
const TALKERS: &[&str] = &[
    "curl", "wget", "nc", "ncat", "netcat", "ftp", "tftp", "scp", "sftp", "ssh", "telnet",
    "nslookup", "ping", "socat", "aws", "gsutil", "rclone", "plink", "pscp", "putty",
];
/// Programs that run what comes in through standard input.
const RUNNERS: &[&str] = &[
    "python", "python3", "py", "node", "deno", "bun", "perl", "ruby", "php", "lua", "irb",
];
const SHELLS: &[&str] = &["bash", "sh", "zsh", "dash", "ksh", "fish", "busybox"];

impl Session<'_> {
    /// What a program would do; what it gives to the next.
    pub(crate) fn native(&mut self, called: &Called<'_>) -> Word {
        let output = |from: Origin| Word::unknown("", BTreeSet::from([from]));
        let Some(name) = called.name.known().map(str::trim) else {
            self.origins("powershell", called.name, called.by);
            self.unknown("which program is called is not known", called.by);
            return output(Origin::Program);
        };
        let Some(base) = self.base(name, called) else {
            return output(Origin::Program);
        };
        self.leaks(&base, called);
        match base.as_str() {
            "powershell" | "pwsh" | "powershell_ise" => self.powershell(called),
            "cmd" => self.cmd(called),
            "wsl" => self.wsl(called),
            shell if SHELLS.contains(&shell) => self.posix(shell, called),
            _ => {
                let modelled = model::program(&base).filter(|it| called.by_cmd || !it.internal);
                if let Some(program) = modelled {
                    return self.modelled(program, called);
                }
                self.foreign(&base, called);
            }
        }
        output(Origin::Program)
    }

    /// The name of a program without its directory and ending; none: it is a file, and that has been said.
    fn base(&mut self, name: &str, called: &Called<'_>) -> Option<String> {
        let lower = name.to_lowercase().replace('\\', "/");
        let last = lower.rsplit('/').next().unwrap_or_default().to_owned();
        let home = [
            "c:/windows/",
            "c:/program files/",
            "c:/program files (x86)/",
        ];
        let installed = home.iter().any(|top| lower.starts_with(top)) && !lower.contains("..");
        let scripted = [
            ".ps1", ".psm1", ".vbs", ".js", ".wsf", ".hta", ".bat", ".msi", ".scr", ".lnk", ".py",
        ]
        .iter()
        .any(|ending| last.ends_with(ending));
        if (lower.contains('/') && !installed) || scripted {
            self.script(called.name, called.by);
            return None;
        }
        let known = [".exe", ".com", ".cmd"]
            .iter()
            .find_map(|it| last.strip_suffix(it));
        Some(known.unwrap_or(&last).to_owned())
    }

    /// Secrets and contents that are given to a program that talks to the network.
    fn leaks(&mut self, base: &str, called: &Called<'_>) {
        if !TALKERS.contains(&base) {
            return;
        }
        for word in called.words.iter().chain(called.input) {
            let way = net::carried(Way::Fetch, &word.from);
            if way != Way::Fetch {
                let network = Network {
                    way,
                    ..net::connection(word, way)
                };
                self.say(What::Network(network), called.by);
            }
        }
    }

    /// A program of no system in particular.
    fn foreign(&mut self, base: &str, called: &Called<'_>) {
        if let Some(input) = called.input.filter(|_| RUNNERS.contains(&base)) {
            let operands = called
                .words
                .iter()
                .filter(|it| !it.start().starts_with('-'));
            if operands.count() == 0 {
                self.origins(base, input, called.by);
                let (language, origin) = (base.to_owned(), Origin::Written);
                self.say(What::Code { language, origin }, called.by);
            }
        }
        let known = called
            .words
            .iter()
            .all(|it| it.known().is_some() && !it.below);
        if !known {
            self.unknown("an argument is not known", called.by);
        }
        let brought = called
            .words
            .iter()
            .any(|it| self.brought.contains(&self.place(it)));
        if brought && (RUNNERS.contains(&base) || base == "msiexec") {
            self.deny(
                "runs-foreign-text",
                "it runs a file that it just brought in",
                called.by,
            );
        }
        let words = called.words.iter().map(|it| slashed(it.start()));
        let argv: Vec<String> = std::iter::once(base.to_owned()).chain(words).collect();
        self.ask_outside(&argv);
    }

    fn modelled(&mut self, program: &Program, called: &Called<'_>) -> Word {
        for said in &program.effects {
            self.said(said, called.by);
        }
        let normal: Vec<String> = called.words.iter().map(|it| normal(it.start())).collect();
        let mut fitted = !program.effects.is_empty();
        for rule in program.rules.iter().filter(|rule| fits(rule, &normal)) {
            fitted = true;
            for said in &rule.says {
                self.said(said, called.by);
            }
        }
        let mut read = None;
        match &program.options {
            Some(_) => read = self.arguments(program, called),
            None if !fitted => {
                let name = program
                    .names
                    .first()
                    .map(String::as_str)
                    .unwrap_or_default();
                self.unknown(
                    &format!("`{name}` is not understood with these arguments"),
                    called.by,
                );
            }
            None if called.words.iter().any(|it| it.known().is_none()) => {
                self.unknown("an argument is not known", called.by);
            }
            None => {}
        }
        let from = match program.output {
            Output::File => {
                read.unwrap_or_else(|| called.input.map(|it| it.from.clone()).unwrap_or_default())
            }
            Output::Input => called
                .input
                .map(|it| it.from.clone())
                .or(read)
                .unwrap_or_default(),
            Output::Network => BTreeSet::from([Origin::Network]),
            Output::Secret => BTreeSet::from([Origin::Secret]),
            Output::Environment => BTreeSet::from([Origin::Environment]),
            Output::Names | Output::Program => BTreeSet::from([Origin::Program]),
            Output::Plain => called.words.iter().flat_map(|it| it.from.clone()).collect(),
        };
        Word::unknown("", from)
    }

    /// Walks options and operands; the origins of what is read.
    fn arguments(&mut self, program: &Program, called: &Called<'_>) -> Option<BTreeSet<Origin>> {
        let options = program.options.as_ref()?;
        if unsure(program, options, called) {
            self.unknown("which words it would be given is not known", called.by);
        }
        let mut pairs: Vec<(Role, Word)> = Vec::new();
        let mut operands: Vec<&Word> = Vec::new();
        let mut rest = called.words.iter();
        while let Some(word) = rest.next() {
            let pieces = pieces(&normal(word.start()), options);
            if pieces.is_empty() {
                operands.push(word);
                continue;
            }
            for (role, attached) in pieces {
                let value = match attached {
                    Some(value) => Some(Word {
                        text: Ok(value),
                        ..word.clone()
                    }),
                    None if role.is_some_and(Role::valued) => rest.next().cloned(),
                    None => None,
                };
                match (role, value) {
                    (Some(role), Some(value)) => pairs.push((role, value)),
                    (Some(role), None) => pairs.push((role, Word::written(""))),
                    (None, _) => self.unknown(
                        &format!("an option (`{}`) is not understood", word.start()),
                        called.by,
                    ),
                }
            }
        }
        for (at, word) in operands.iter().enumerate() {
            let last = program.operands.last();
            match program.operands.get(at).or(last) {
                Some(role) => pairs.push((*role, (*word).clone())),
                None => self.unknown("an argument is not understood", called.by),
            }
        }
        self.pairs(&pairs, called.by)
    }

    fn pairs(&mut self, pairs: &[(Role, Word)], by: &str) -> Option<BTreeSet<Origin>> {
        if pairs.iter().any(|(role, _)| *role == Role::DryRun) {
            return None;
        }
        let walk = pairs.iter().any(|(role, _)| *role == Role::Recurse);
        let uploads = pairs.iter().any(|(role, _)| *role == Role::Upload);
        let way = uploads.then_some(Way::Upload);
        let traffic = Traffic { way };
        let mut read = BTreeSet::new();
        for (role, word) in pairs {
            self.role(*role, word, walk, &traffic, by);
            if matches!(role, Role::Read | Role::Move) {
                read.insert(origin_of(&self.place(word)));
            }
        }
        (!read.is_empty()).then_some(read)
    }
}

/// Whether words that are not known could be options or operands with which a program does something.
fn unsure(program: &Program, options: &Options, called: &Called<'_>) -> bool {
    let harmless =
        |role: &Role| matches!(role, Role::Flag | Role::Text | Role::DryRun | Role::Recurse);
    // What `cmd` puts in may be several words.
    let any = |word: &Word| word.known().is_none() && (called.by_cmd || word.start().is_empty());
    let acts = options
        .values()
        .chain(&program.operands)
        .any(|role| !harmless(role));
    acts && called.words.iter().any(any)
}

/// Where the content of a file comes from.
pub(crate) fn origin_of(place: &Place) -> Origin {
    match place {
        Place::Inside { .. } => Origin::File,
        Place::Home { .. } => Origin::Elsewhere,
        Place::Outside { path, .. } if path.starts_with("//") && !path.starts_with("//./") => {
            Origin::Network
        }
        Place::Outside { path, .. } if path.starts_with("env:/") => Origin::Secret,
        Place::Outside { .. } => Origin::Elsewhere,
        Place::Unknown { .. } => Origin::File,
    }
}

/// An argument in lower case, options with `/` in front.
fn normal(word: &str) -> String {
    let lower = word.to_lowercase();
    match lower.strip_prefix(['-', '\u{2013}', '\u{2014}', '\u{2015}']) {
        Some(rest) if !rest.is_empty() => format!("/{}", rest.trim_start_matches('-')),
        Some(_) | None => lower,
    }
}

type Options = std::collections::BTreeMap<String, Role>;

/// The options in a word, with their attached values; none: it is no option. An unknown one has no role.
fn pieces(word: &str, options: &Options) -> Vec<(Option<Role>, Option<String>)> {
    if !word.starts_with('/') || word.len() < 2 {
        return Vec::new();
    }
    let whole = piece(word, options);
    if whole.0.is_some() {
        return vec![whole];
    }
    // `/s/q`
    let split: Vec<_> = word
        .split('/')
        .filter(|it| !it.is_empty())
        .map(|it| piece(&format!("/{it}"), options))
        .collect();
    if split.iter().all(|(role, _)| role.is_some()) {
        return split;
    }
    vec![(None, None)]
}

fn piece(word: &str, options: &Options) -> (Option<Role>, Option<String>) {
    if let Some(role) = options.get(word) {
        return (Some(*role), None);
    }
    if let Some((name, value)) = word.split_once([':', '=']) {
        return (options.get(name).copied(), Some(value.to_owned()));
    }
    (None, None)
}

fn fits(rule: &Rule, words: &[String]) -> bool {
    let there = |pattern: &String| words.iter().any(|word| like(pattern, word));
    rule.has.iter().all(there) && !rule.lacks.iter().any(there)
}

/// Whether a pattern with `*` fits a whole text.
fn like(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        last = Some(part);
        match rest.find(part) {
            Some(at) => {
                rest = rest
                    .get(at.saturating_add(part.len())..)
                    .unwrap_or_default()
            }
            None => return false,
        }
    }
    match last {
        None => rest.is_empty(),
        Some(part) => part.is_empty() || rest.is_empty() || text.ends_with(part),
    }
}

/// A relative path as programs of all systems are judged by: `.\\dist\\x.js` is `./dist/x.js`. Whatever may be more than a
/// path stays as it is.
fn slashed(word: &str) -> String {
    let fits =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '@' | '\\' | '/');
    let path = word.contains('\\') && !word.starts_with(['\\', '-']) && word.chars().all(fits);
    if path {
        word.replace('\\', "/")
    } else {
        word.to_owned()
    }
}
