//! Taking an argument list apart by a model: which options, with which values, and what is left.

use std::collections::BTreeSet;

use super::{Condition, Given, Model, Opt, Style, Takes};
use crate::doubt::Doubt;
use crate::value::{Field, Piece, Text};

/// Arguments, taken apart.
#[derive(Debug, Default)]
pub(crate) struct Taken<'m> {
    pub(crate) options: Vec<(&'m Opt, Option<Field>)>,
    pub(crate) operands: Vec<Field>,
    /// Options and modes that were given, without dashes.
    pub(crate) modes: BTreeSet<String>,
    /// What was not understood.
    pub(crate) problems: Vec<String>,
    /// Long options that could be several.
    pub(crate) unclear: Vec<String>,
    /// Where operands began, for programs whose options end there.
    pub(crate) rest: Vec<Field>,
    /// What words may be that stand where options may stand.
    pub(crate) doubt: Doubt,
}

impl Taken<'_> {
    /// Whether a condition holds.
    pub(crate) fn holds(&self, condition: &Condition) -> bool {
        let has = |name: &String| self.modes.contains(name);
        match condition {
            Condition::Always => true,
            Condition::Any(names) => names.iter().any(has),
            Condition::None(names) => !names.iter().any(has),
            Condition::All(all) => all.iter().all(|it| self.holds(it)),
        }
    }

    /// The first whose condition holds.
    pub(crate) fn first<'a, T>(&self, all: &'a [Given<T>]) -> Option<&'a T> {
        all.iter().find(|it| self.holds(&it.when)).map(|it| &it.it)
    }
}

/// Takes arguments apart.
pub(crate) fn take<'m>(model: &'m Model, arguments: &[Field]) -> Taken<'m> {
    let mut taker = Taker {
        model,
        out: Taken::default(),
        left: arguments,
        first: true,
    };
    while let Some((word, left)) = taker.left.split_first() {
        taker.left = left;
        if !taker.word(word) {
            break;
        }
        taker.first = false;
    }
    let mut out = taker.out;
    out.modes.insert(
        if out.operands.is_empty() {
            "no-operands"
        } else {
            "operands"
        }
        .to_owned(),
    );
    out
}

struct Taker<'m, 'f> {
    model: &'m Model,
    out: Taken<'m>,
    left: &'f [Field],
    first: bool,
}

impl<'m> Taker<'m, '_> {
    /// Takes one word; `false`: the rest are operands, taken already.
    fn word(&mut self, word: &Field) -> bool {
        let start = word.text.start();
        let dashed = start.len() > 1 && start.starts_with('-');
        self.out.doubt = self.out.doubt.max(word.doubt());
        if let Some(sign) = start.chars().next().filter(|c| matches!(c, '+' | '@'))
            && let Some(option) = find(self.model, &format!("{sign}*"))
        {
            // One that is named goes first, then the longest beginning.
            let whole = word.text.whole().and_then(|name| find(self.model, &name));
            match (whole, beginning(self.model, &start)) {
                (Some(option), _) => self.given(option, None),
                (None, Some((option, length))) => self.given(option, Some(behind(word, length))),
                (None, None) => self.given(option, Some(behind(word, 1))),
            }
            return true;
        }
        match self.model.style {
            Style::None => self.operand(word),
            Style::Assignments => self.assignment(word, &start),
            Style::Gnu | Style::Posix if start == "--" && word.whole().is_some() => {
                let rest = std::mem::take(&mut self.left);
                if self.model.verbs.is_empty() {
                    self.out.operands.extend(rest.iter().cloned());
                }
                self.out.rest = rest.to_vec();
                return false;
            }
            Style::SingleDash if dashed => self.single(word, &start),
            Style::Gnu | Style::Posix if start.starts_with("--") => self.long(word, &start),
            Style::Gnu | Style::Posix if dashed => self.short(word, &start, 1),
            Style::Gnu if self.first && self.model.bundle && !start.is_empty() => {
                self.short(word, &start, 0);
            }
            Style::Gnu if self.model.verbs.is_empty() => self.operand(word),
            Style::SingleDash if self.model.verbs.is_empty() => self.operand(word),
            Style::Gnu | Style::Posix | Style::SingleDash => {
                // A verb, or the command behind a wrapper: what follows is not ours to read.
                let mut rest = vec![word.clone()];
                rest.extend(std::mem::take(&mut self.left).iter().cloned());
                self.out.operands.extend(rest.iter().cloned());
                self.out.rest = rest;
                return false;
            }
        }
        true
    }

    fn operand(&mut self, word: &Field) {
        self.out.operands.push(word.clone());
    }

    fn assignment(&mut self, word: &Field, start: &str) {
        match start.split_once('=') {
            Some((name, _)) => {
                let value = behind(word, name.len().saturating_add(1));
                match find(self.model, &format!("{name}=")) {
                    Some(option) => self.given(option, Some(value)),
                    None => self.problem(name),
                }
            }
            None => match find(self.model, start) {
                Some(option) => self.given(option, None),
                None => self.problem(start),
            },
        }
    }

    fn long(&mut self, word: &Field, start: &str) {
        let (name, attached) = match start.split_once('=') {
            Some((name, _)) => (name, Some(behind(word, name.len().saturating_add(1)))),
            None => (start, None),
        };
        let complete = attached.is_some() || word.whole().is_some();
        if find(self.model, name).is_none()
            && let Some((option, prefix)) = beginning(self.model, start)
        {
            self.given(option, Some(behind(word, prefix)));
            return;
        }
        match find(self.model, name).or_else(|| abbreviated(self.model, name)) {
            Some(option) if complete => self.valued(option, attached, name),
            None if complete && negated(self.model, name) => {
                self.out
                    .modes
                    .insert(name.trim_start_matches('-').to_owned());
            }
            Some(_) | None => {
                self.out.unclear.push(name.to_owned());
                self.problem(name);
            }
        }
    }

    fn single(&mut self, word: &Field, start: &str) {
        let (name, attached) = match start.split_once('=') {
            Some((name, _)) => (name, Some(behind(word, name.len().saturating_add(1)))),
            None => (start, None),
        };
        let one = name
            .strip_prefix('-')
            .filter(|rest| rest.starts_with('-'))
            .unwrap_or(name);
        let complete = attached.is_some() || word.text.whole().is_some();
        let found = find(self.model, one).or_else(|| find(self.model, name));
        match found.filter(|_| complete) {
            Some(option) => self.valued(option, attached, name),
            None => match beginning(self.model, start) {
                Some((option, prefix)) => self.given(option, Some(behind(word, prefix))),
                None => self.problem(name),
            },
        }
    }

    fn short(&mut self, word: &Field, start: &str, skip: usize) {
        // `-name` of programs that have such beside joined letters.
        let (head, attached) = match start.split_once('=') {
            Some((name, _)) => (name, Some(behind(word, name.len().saturating_add(1)))),
            None => (start, None),
        };
        let complete = attached.is_some() || word.text.whole().is_some();
        if head.len() > 2
            && complete
            && let Some(option) = find(self.model, head)
        {
            self.valued(option, attached, head);
            return;
        }
        if find(self.model, start).is_none()
            && let Some((option, prefix)) = beginning(self.model, start)
        {
            self.given(option, Some(behind(word, prefix)));
            return;
        }
        let mut at = skip;
        for c in start.chars().skip(skip) {
            at = at.saturating_add(c.len_utf8());
            let name = format!("-{c}");
            let Some(option) = find(self.model, &name)
                .or_else(|| c.is_ascii_digit().then(|| find(self.model, "-#")).flatten())
            else {
                self.problem(&name);
                return;
            };
            if option.takes == Takes::Nothing {
                // `-path` of a program whose options are not all named asks for no help.
                let help = option
                    .names
                    .iter()
                    .any(|it| matches!(it.as_str(), "-h" | "-V" | "--help" | "--version"));
                if !(help && self.model.lenient && !self.joined(start, skip)) {
                    self.given(option, None);
                }
                continue;
            }
            let rest = behind(word, at);
            if rest.text.pieces.is_empty() || rest.text.whole().is_some_and(|text| text.is_empty())
            {
                self.valued(option, None, &name);
            } else {
                self.given(option, Some(rest));
            }
            return;
        }
        if word.text.whole().is_none() {
            // Letters of further options.
            self.out.doubt = Doubt::Any;
        }
    }

    /// Whether a word is joined letters of options that are all named, up to one that takes the rest.
    fn joined(&self, start: &str, skip: usize) -> bool {
        for c in start.chars().skip(skip) {
            match find(self.model, &format!("-{c}")) {
                Some(option) if option.takes == Takes::Nothing => {}
                Some(_) => return true,
                None => return false,
            }
        }
        true
    }

    fn valued(&mut self, option: &'m Opt, attached: Option<Field>, name: &str) {
        match (option.takes, attached) {
            (Takes::Nothing | Takes::Optional, None) => self.given(option, None),
            (Takes::Nothing | Takes::Optional | Takes::Required | Takes::Pair, Some(value)) => {
                self.given(option, Some(value));
            }
            (Takes::Pair, None) => match self.left {
                [_, value, left @ ..] => {
                    self.left = left;
                    self.given(option, Some(value.clone()));
                }
                [] | [_] => self.problem(name),
            },
            (Takes::Required, None) => match self.left.split_first() {
                Some((value, left)) => {
                    self.left = left;
                    self.given(option, Some(value.clone()));
                }
                None => self.problem(name),
            },
        }
    }

    fn given(&mut self, option: &'m Opt, value: Option<Field>) {
        // Words behind its value.
        if let Some(value) = value.as_ref().filter(|it| it.is_several()) {
            self.out.doubt = self.out.doubt.max(value.doubt());
        }
        for name in option.names.iter().chain(&option.modes) {
            self.out.modes.insert(
                name.trim_start_matches('-')
                    .trim_end_matches(['=', '*'])
                    .to_owned(),
            );
        }
        self.out.options.push((option, value));
    }

    fn problem(&mut self, name: &str) {
        // Every program tells what it is when it is asked so, and a program that does not know the word stops.
        let asks = matches!(name, "--help" | "--version");
        if asks {
            self.out
                .modes
                .insert(name.trim_start_matches('-').to_owned());
        }
        if !self.model.lenient && !asks {
            let text = format!("option `{name}` of `{}`", self.model.name);
            self.out.problems.push(text);
        }
    }
}

fn find<'m>(model: &'m Model, name: &str) -> Option<&'m Opt> {
    model
        .every_option()
        .find(|option| option.names.iter().any(|it| it == name))
}

/// The option of the longest pattern (`-Wl,*`) that a word begins with, and how long that beginning is.
fn beginning<'m>(model: &'m Model, word: &str) -> Option<(&'m Opt, usize)> {
    let fits = |option: &'m Opt| {
        let lengths = option
            .names
            .iter()
            .filter_map(|name| name.strip_suffix('*'))
            .filter(|prefix| prefix.len() > 1 && word.starts_with(prefix))
            .map(str::len);
        lengths.max().map(|length| (option, length))
    };
    model
        .options
        .iter()
        .filter_map(fits)
        .max_by_key(|(_, length)| *length)
}

/// `--no-x`, where `--x` is an option: whatever that does is taken back.
fn negated(model: &Model, name: &str) -> bool {
    model.negations
        && name
            .strip_prefix("--no-")
            .map(|rest| format!("--{rest}"))
            .is_some_and(|positive| {
                find(model, &positive)
                    .or_else(|| abbreviated(model, &positive))
                    .is_some()
            })
}

/// A long option may be shortened as long as it is the only one that begins so.
fn abbreviated<'m>(model: &'m Model, name: &str) -> Option<&'m Opt> {
    if name.len() < 3 {
        return None;
    }
    let fits = |option: &&Opt| option.names.iter().any(|it| it.starts_with(name));
    let mut all = model.every_option().filter(fits);
    let first = all.next()?;
    // Of several, the first that does most is not known: it is not understood.
    all.next().is_none().then_some(first)
}

/// What stands in a word behind its first bytes.
fn behind(word: &Field, bytes: usize) -> Field {
    let mut pieces = word.text.pieces.clone();
    if let Some(Piece::Known(first)) = pieces.first_mut() {
        *first = first.get(bytes..).unwrap_or_default().to_owned();
        if first.is_empty() {
            pieces.remove(0);
        }
    }
    if pieces.is_empty() {
        pieces.push(Piece::Known(String::new()));
    }
    Field {
        text: Text {
            pieces,
            origins: word.text.origins,
        },
        ..word.clone()
    }
}

/// Whether a name fits a pattern with `*`.
pub(crate) fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => {
            name.len() >= before.len().saturating_add(after.len())
                && name.starts_with(before)
                && name.ends_with(after)
        }
    }
}
