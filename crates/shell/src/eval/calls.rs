//! What runs with arguments of its own: functions, scripts, and text that a shell is started for.

use super::Eval;
use super::numbered::Words;
use super::state::{Hidden, Level, Shell};
use crate::bash::Dialect;
use crate::effect::{Origin, What};
use crate::place::Place;
use crate::tree::{Command, walk};
use crate::value::{Field, Origins, Text};

/// Lines of a script that something before it may have read.
const LINES_MAX: usize = 16;

impl Eval<'_> {
    /// A name that stands for a function, for one of several, or perhaps for none.
    pub(super) fn calls(
        &mut self,
        first: &Field,
        name: &str,
        bodies: &[Option<Command>],
        rest: &[Field],
        stdin: &Text,
    ) -> Text {
        let mut ways: Vec<Shell> = Vec::new();
        let mut out: Option<Text> = None;
        let start = (bodies.len() > 1).then(|| self.shell.clone());
        for body in bodies {
            if let Some(start) = &start
                && out.is_some()
            {
                ways.push(std::mem::replace(&mut self.shell, start.clone()));
            }
            let printed = match body {
                Some(body) => self.call(name, body, rest, stdin),
                None => self.no_function(first, name, rest, stdin),
            };
            out = Some(match out {
                Some(before) => before.either(printed),
                None => printed,
            });
        }
        for way in ways {
            self.merge(way);
        }
        out.unwrap_or_default()
    }

    fn call(&mut self, name: &str, body: &Command, rest: &[Field], stdin: &Text) -> Text {
        // One that was given another body meanwhile is another function.
        if self
            .calling
            .iter()
            .any(|(it, held)| it == name && held == body)
        {
            if self.calling.len() > 1 || forks(body, name) {
                self.deny("fork-bomb", "a function that calls itself without end");
            } else {
                self.unknown("a function that calls itself");
            }
            return Text::unknown(Origins::of(Origin::Program));
        }
        self.calling.push((name.to_owned(), body.clone()));
        self.locals.push(Vec::new());
        let out = self.with_arguments(rest, |eval| eval.command(body, stdin));
        for hidden in self.locals.pop().unwrap_or_default() {
            self.uncover(hidden);
        }
        self.calling.pop();
        out
    }

    /// Runs something with other arguments. What `return` leaves comes together behind it.
    pub(super) fn with_arguments(
        &mut self,
        rest: &[Field],
        run: impl FnOnce(&mut Self) -> Text,
    ) -> Text {
        let own = vec![Words::of(rest)];
        let before = std::mem::replace(&mut self.shell.positional, own);
        let doubt = self.doubt;
        let outer = std::mem::take(&mut self.leaves);
        let out = run(self);
        let left_early = self
            .leaves
            .iter()
            .any(|(level, _)| *level <= Level::Function);
        self.arrive(Level::Function);
        self.leaves.extend(outer);
        self.doubt = doubt;
        self.shell.positional = before;
        if left_early { out.perhaps() } else { out }
    }

    /// Runs a loop: what was left before it is none of its business, and what leaves further ones has one less to leave.
    pub(super) fn looped(&mut self, run: impl FnOnce(&mut Self) -> Text) -> Text {
        let outer = std::mem::take(&mut self.leaves);
        let out = run(self);
        for (level, _) in &mut self.leaves {
            if let Level::Loop(count) = level {
                *count = count.saturating_sub(1).max(1);
            }
        }
        self.leaves.extend(outer);
        out
    }

    /// A function's own variable goes, and the one behind it is back.
    fn uncover(&mut self, hidden: Hidden) {
        let own = match hidden.held {
            Some(held) => self.shell.variables.insert(hidden.name.clone(), held),
            None => self.shell.variables.remove(&hidden.name),
        };
        if let (true, Some(own)) = (hidden.doubtful, own) {
            let mut other = self.shell.clone();
            other.variables.insert(hidden.name, own);
            self.merge(other);
        }
    }

    /// `local`: what was there comes back when the function ends.
    pub(super) fn hide(&mut self, name: &str) {
        let held = self.shell.variables.get(name).cloned();
        let doubtful = self.doubt > 0;
        let Some(own) = self.locals.last_mut() else {
            return;
        };
        if own.iter().any(|hidden| hidden.name == name) {
            return;
        }
        own.push(Hidden {
            name: name.to_owned(),
            held,
            doubtful,
        });
        self.shell.variables.remove(name);
    }

    /// Text run by a shell that is started as a program.
    pub(super) fn shell_text(&mut self, text: &Text, dialect: Dialect, stdin: &Text) -> Text {
        self.apart(|eval| {
            eval.inherit();
            let outer = std::mem::replace(&mut eval.dialect, dialect);
            let out = eval.code(text, dialect, stdin);
            eval.dialect = outer;
            out
        })
    }

    /// A file of the script's own, or of the project, that is run by something.
    pub(super) fn run_file(
        &mut self,
        field: &Field,
        dialect: Option<Dialect>,
        stdin: &Text,
    ) -> Text {
        if let Some(stream) = field.stream.as_deref() {
            return self.stream_code(&stream.clone(), dialect, stdin);
        }
        let place = self.place_of(field);
        let descriptor = place.text().is_some_and(|text| {
            matches!(
                text.as_str(),
                "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"
            )
        });
        if descriptor {
            return self.script_from(stdin, dialect);
        }
        if let Some(text) = self.written.get(&place).cloned() {
            return self.stream_code(&text, dialect, stdin);
        }
        if let Some(origins) = self.put_into(&place) {
            return self.stream_code(&Text::unknown(origins), dialect, stdin);
        }
        self.say(What::Execute {
            program: place,
            why: "what this file does is not known".to_owned(),
            called: self.steered == 0,
        });
        Text::unknown(Origins::of(Origin::Program))
    }

    /// A file that the command wrote, whose first line names a program that is no shell: that program is given the file.
    pub(super) fn interpreted(&mut self, file: &Field, rest: &[Field], stdin: &Text) {
        let place = self.place_of(file);
        let Some(text) = self.written.get(&place).and_then(Text::whole) else {
            return;
        };
        let shell = by_first_line(&Text::known(text.clone())).is_some();
        let Some(line) = text
            .strip_prefix("#!")
            .filter(|_| !shell && self.depth < super::DEPTH_MAX)
        else {
            return;
        };
        // The system gives all that stands behind the program as one word.
        let line = line.lines().next().unwrap_or_default().trim();
        let (program, word) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let mut words = vec![Field::known(program)];
        words.extend(
            Some(word.trim())
                .filter(|it| !it.is_empty())
                .map(Field::known),
        );
        words.push(file.clone());
        words.extend(rest.iter().cloned());
        self.depth = self.depth.saturating_add(1);
        let _ = self.apart(|eval| eval.run_fields(&words, stdin));
        self.depth = self.depth.saturating_sub(1);
    }

    /// Where a file may come from that stands in a directory that was filled from elsewhere.
    pub(super) fn put_into(&self, place: &Place) -> Option<Origins> {
        let path = place.text()?;
        let below = |top: &Place| {
            top.text().is_some_and(|top| {
                top.is_empty() && matches!(place, Place::Inside { .. })
                    || path
                        .strip_prefix(&top)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        let mut all = self
            .filled
            .iter()
            .filter(|(top, _)| below(top))
            .map(|(_, origins)| *origins);
        let first = all.next()?;
        Some(all.fold(first, Origins::with))
    }

    /// A shell that reads its script from what comes in: so do the commands in it, and what came before has taken some.
    pub(super) fn script_from(&mut self, stdin: &Text, dialect: Option<Dialect>) -> Text {
        let inner = Text::unknown(stdin.origins);
        let out = self.stream_code(stdin, dialect, &inner);
        let whole = stdin.whole().filter(|_| self.begun.contains(stdin));
        let Some(whole) = whole else {
            return out;
        };
        let mut rest = whole.as_str();
        for _ in 0..LINES_MAX {
            let Some((_, after)) = rest.split_once('\n') else {
                return out.perhaps();
            };
            rest = after;
            let text = Text {
                origins: stdin.origins,
                ..Text::known(rest)
            };
            let _ = self.perhaps(|eval| eval.stream_code(&text, dialect, &inner));
        }
        self.unknown("how much of a script was read before it is run is not known");
        out.perhaps()
    }

    /// Code that comes through a pipe or out of a file that the script wrote.
    pub(super) fn stream_code(
        &mut self,
        text: &Text,
        dialect: Option<Dialect>,
        stdin: &Text,
    ) -> Text {
        self.say(What::Code {
            language: if dialect.is_some() { "sh" } else { "a program" }.to_owned(),
            origin: text.origins.worst(),
        });
        if let Some(danger) = self.tainted_code(text) {
            self.deny("runs-foreign-text", danger);
        }
        match dialect.or_else(|| by_first_line(text)) {
            Some(dialect) => self.shell_text(text, dialect, stdin),
            None => Text::unknown(text.origins),
        }
    }
}

/// The shell that reads a file which is run by its name: the one its first line names, or the running one.
fn by_first_line(text: &Text) -> Option<Dialect> {
    let whole = text.whole()?;
    let Some(line) = whole.strip_prefix("#!") else {
        return Some(Dialect::Bash);
    };
    let line = line.lines().next().unwrap_or_default();
    match line
        .split(['/', ' '])
        .rfind(|word| !word.is_empty() && !word.starts_with('-'))?
    {
        "sh" | "dash" | "ash" => Some(Dialect::Sh),
        "bash" => Some(Dialect::Bash),
        "zsh" => Some(Dialect::Zsh),
        _ => None,
    }
}

/// Whether a function that calls itself doubles each time, or goes on beside the shell.
fn forks(body: &Command, name: &str) -> bool {
    let all = walk::in_command(body);
    let own = all
        .iter()
        .filter(|found| found.name().is_some_and(|it| it == name));
    own.count() > 1 || all.iter().any(|found| found.background)
}
