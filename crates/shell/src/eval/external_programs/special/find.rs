//! `find` and `fd`: what is looked through, and what is done with what is found.

use super::put_in;
use crate::doubt::Doubt;
use crate::effect::{Goes, Origin, What};
use crate::eval::Eval;
use crate::eval::external_programs::Flow;
use crate::eval::external_programs::output::lines;
use crate::model::Model;
use crate::model::words::take;
use crate::place::Place;
use crate::value::{Field, Origins, Sort, Text};

impl Eval<'_> {
    /// `find paths… expression`.
    pub(super) fn find(&mut self, rest: &[Field]) -> Text {
        let Some(model) = Model::of("find") else {
            self.unknown("what `find` does is not known");
            return Text::default();
        };
        let (paths, words) = split_expression(rest);
        let places = starts_of(paths);
        for field in &places {
            let place = self.place_of(field);
            let far = !matches!(place, Place::Inside { .. });
            self.say(if far {
                What::Read { place, walk: true }
            } else {
                What::List(place)
            });
        }
        let pattern = name_pattern(words);
        if words
            .iter()
            .any(|field| field.doubt() == Doubt::Any && field.splits)
        {
            self.unknown("which expressions `find` is given is not known");
        }
        self.find_ours(words);
        let leaves = |field: &Field| matches!(field.shown().as_str(), "-L" | "-follow");
        let acts = |field: &Field| {
            let word = field.shown();
            matches!(
                word.as_str(),
                "-delete" | "-execdir" | "-ok" | "-okdir" | "-exec"
            )
        };
        if rest.iter().any(leaves) && words.iter().any(acts) {
            self.ask(
                "follows-links",
                "what it acts on may stand behind links, outside the worktree",
            );
        }
        let printed = self.find_acts(model, words, &places, &pattern);
        printed.unwrap_or_else(|| names_found(&places, &pattern))
    }

    /// What the expression does with what is found.
    fn find_acts(
        &mut self,
        model: &'static Model,
        expression: &[Field],
        places: &[Field],
        pattern: &str,
    ) -> Option<Text> {
        let mut words = expression;
        let mut flow = Flow::default();
        let mut printed: Option<Text> = None;
        while let Some((first, more)) = words.split_first() {
            words = more;
            match first.shown().as_str() {
                "-delete" => {
                    let before = expression.len().saturating_sub(words.len());
                    let tests = expression.get(..before).unwrap_or_default();
                    self.delete_found(places, &deleted_pattern(tests));
                }
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    let end = words
                        .iter()
                        .position(|field| matches!(field.shown().as_str(), ";" | "+"))
                        .unwrap_or(words.len());
                    let (command, behind) = words.split_at_checked(end).unwrap_or((words, &[]));
                    words = behind.get(1..).unwrap_or_default();
                    let out = self.found(command, places, pattern);
                    printed.get_or_insert_default().push(&out);
                }
                "-printf" => {
                    let format = words.first().and_then(Field::whole).unwrap_or_default();
                    words = words.get(1..).unwrap_or_default();
                    printed = Some(formatted(&format, places, pattern));
                }
                "-ls" => printed = Some(Text::unknown(Origins::of(Origin::File))),
                _ => {
                    let with_next: Vec<Field> = std::iter::once(first.clone())
                        .chain(words.first().cloned())
                        .collect();
                    let used = take(model, &with_next)
                        .options
                        .first()
                        .is_some_and(|(option, _)| option.takes == crate::model::Takes::Required);
                    let one = if used { 2 } else { 1 };
                    let taken = take(model, with_next.get(..one).unwrap_or(&with_next));
                    self.note_problems(&taken);
                    self.options_into(&taken, &mut flow);
                    if used {
                        words = words.get(1..).unwrap_or_default();
                    }
                }
            }
        }
        printed
    }

    /// Tests that pick Interlock's own files, with something that is done to them.
    fn find_ours(&mut self, words: &[Field]) {
        let shown: Vec<String> = words.iter().map(Field::shown).collect();
        let tests = ["-path", "-wholename", "-ipath", "-name", "-iname", "-regex"];
        let picks = shown.windows(2).enumerate().any(|(at, pair)| {
            let [test, value] = pair else { return false };
            let before = at.checked_sub(1).and_then(|it| shown.get(it));
            let not = before.is_some_and(|word| matches!(word.as_str(), "!" | "-not"));
            tests.contains(&test.as_str()) && !not && value.contains("interlock")
        });
        let acts = |word: &String| {
            matches!(
                word.as_str(),
                "-delete" | "-exec" | "-execdir" | "-ok" | "-okdir"
            )
        };
        let passes = shown.iter().any(|word| word == "-prune");
        if picks && !passes && shown.iter().any(acts) {
            self.deny("gate-tamper", "it acts on Interlock's own files");
        }
    }

    fn delete_found(&mut self, places: &[Field], pattern: &str) {
        for field in places {
            let place = some_below(self.place_of(field), pattern);
            self.say(What::Delete {
                place,
                goes: if pattern == "*" {
                    Goes::WithAllBelow
                } else {
                    Goes::Alone
                },
            });
        }
    }

    /// `fd [options] [pattern] [paths] [-x command…]`.
    pub(super) fn fd(&mut self, rest: &[Field], stdin: &Text) -> Option<Text> {
        let model = Model::of("fd")?;
        let runs = |field: &Field| {
            matches!(
                field.shown().as_str(),
                "-x" | "-X" | "--exec" | "--exec-batch"
            )
        };
        let Some(at) = rest.iter().position(runs) else {
            return Some(self.modelled(model, rest, stdin));
        };
        let (own, command) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        let command = command.get(1..).unwrap_or_default();
        let end = command
            .iter()
            .position(|field| field.shown() == ";")
            .unwrap_or(command.len());
        let (command, behind) = command.split_at_checked(end).unwrap_or((command, &[]));
        let mut own = own.to_vec();
        own.extend(behind.iter().skip(1).cloned());
        let _ = self.modelled(model, &own, stdin);
        let mut words = command.to_vec();
        if !words.iter().any(|field| field.text.visible().contains('{')) {
            words.push(Field::known("{}"));
        }
        let taken = take(model, &own);
        let top = taken.operands.get(1).cloned();
        let pattern = taken
            .operands
            .first()
            .map_or_else(|| "*".to_owned(), looked_for);
        let top = top.unwrap_or_else(|| Field::known("."));
        Some(self.found(&words, &[top], &pattern))
    }

    /// The command that `find` runs for what it finds: once for a name below each path.
    fn found(&mut self, command: &[Field], places: &[Field], pattern: &str) -> Text {
        let mut printed = Text::default();
        if idle_shell(command) {
            self.deny(
                "runs-programs",
                "a shell is started that does nothing with what was found",
            );
        }
        for place in places {
            let name = match place.whole() {
                Some(top) => Text::names(below(&top, pattern)),
                None => Text::unknown(Origins::of(Origin::File)),
            };
            let words: Vec<Field> = command
                .iter()
                .map(|field| Field {
                    glob: field.glob || field.shown().contains("{}"),
                    ..put_in(field, "{}", &name)
                })
                .collect();
            printed.push(&self.inner(&words, &Flow::default()));
        }
        printed
    }
}

/// What `-printf` prints: names, where its format says nothing else.
fn formatted(format: &str, places: &[Field], pattern: &str) -> Text {
    match format.trim_end_matches("\\n").trim_end_matches("\\0") {
        "%p" => names_found(places, pattern),
        "%f" | "%P" | "%h" => Text::some(Sort::Names, Origins::of(Origin::File)),
        _ => Text::unknown(Origins::of(Origin::File)),
    }
}

/// `sh -c id`: a shell with a text that names nothing of what it is given.
fn idle_shell(command: &[Field]) -> bool {
    let [shell, flag, text, ..] = command else {
        return false;
    };
    let shell = shell.shown();
    let base = shell.rsplit('/').next().unwrap_or_default();
    let starts = matches!(base, "sh" | "bash" | "dash" | "zsh" | "ash" | "ksh");
    let flag = flag.shown();
    let uses = text.text.visible().contains(['$', '{', '`']);
    starts && flag.starts_with('-') && flag.ends_with('c') && !uses
}

/// The paths with the options before them, and the expression behind.
fn split_expression(rest: &[Field]) -> (&[Field], &[Field]) {
    let expression = rest
        .iter()
        .position(|field| field.text.start().starts_with(['-', '(', '!']) && !follows_links(field))
        .unwrap_or(rest.len());
    rest.split_at_checked(expression).unwrap_or((rest, &[]))
}

/// The directories that it begins in: this one, if none is given.
fn starts_of(paths: &[Field]) -> Vec<Field> {
    let mut places: Vec<Field> = paths
        .iter()
        .filter(|field| !follows_links(field))
        .cloned()
        .collect();
    if places.is_empty() {
        places.push(Field::known("."));
    }
    places
}

/// Whether this says how links are followed: it stands before the paths.
fn follows_links(field: &Field) -> bool {
    matches!(field.shown().as_str(), "-H" | "-L" | "-P")
}

/// The pattern that names must fit.
fn name_pattern(expression: &[Field]) -> String {
    expression
        .iter()
        .position(|field| matches!(field.shown().as_str(), "-name" | "-iname"))
        .and_then(|at| expression.get(at.saturating_add(1)))
        .and_then(Field::whole)
        .unwrap_or_else(|| "*".to_owned())
}

/// Which of the names below are deleted, as a pattern, by the tests in front of `-delete`.
fn deleted_pattern(tests: &[Field]) -> String {
    let shown: Vec<String> = tests.iter().map(Field::shown).collect();
    let reaches_further =
        |word: &String| matches!(word.as_str(), "!" | "-not" | "-o" | "-or" | ",");
    if shown.iter().any(reaches_further) {
        return "*".to_owned();
    }
    let name = name_pattern(tests);
    if name != "*" {
        return name;
    }
    let picks = shown.windows(2).any(|pair| match pair {
        [test, value] => {
            matches!(
                test.as_str(),
                "-path" | "-ipath" | "-wholename" | "-regex" | "-iregex"
            ) && !value.trim_matches(['*', '.', '/', '?']).is_empty()
        }
        _ => false,
    });
    let empty = shown.iter().any(|word| word == "-empty");
    // Some of them, which a path or their emptiness tells: not all, and no name that is known to be harmless.
    (if picks || empty { "*[picked]*" } else { "*" }).to_owned()
}

/// What is printed: one pattern for what is found below each path.
fn names_found(places: &[Field], pattern: &str) -> Text {
    let tops: Option<Vec<String>> = places.iter().map(Field::whole).collect();
    match tops {
        Some(tops) if tops.len() <= 64 => {
            let found: Vec<String> = tops.iter().map(|top| below(top, pattern)).collect();
            lines(found.iter().map(String::as_str))
        }
        Some(_) | None => Text::unknown(Origins::of(Origin::File)),
    }
}

/// A name below a directory, by a pattern.
fn below(top: &str, pattern: &str) -> String {
    format!("{}/{pattern}", top.trim_end_matches('/'))
}

/// Names below a place that fit a pattern, not the place itself; all of them with `*`: the place as well.
fn some_below(place: Place, pattern: &str) -> Place {
    match &place {
        Place::Inside { path, .. } if pattern != "*" => Place::Inside {
            path: if path.is_empty() {
                pattern.to_owned()
            } else {
                format!("{path}/{pattern}")
            },
            glob: true,
        },
        Place::Inside { .. }
        | Place::Home { .. }
        | Place::Outside { .. }
        | Place::Unknown { .. } => place,
    }
}

/// A pattern for the names that fit what `fd` is asked for: the text of it, where it is plain but for its ends.
fn looked_for(wanted: &Field) -> String {
    let text = wanted.whole().unwrap_or_default();
    let text = text
        .trim_start_matches('^')
        .trim_end_matches('$')
        .replace("\\.", ".");
    let plain = text.len() > 1
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || "._-".contains(c));
    if plain {
        format!("*{text}*")
    } else {
        "*".to_owned()
    }
}
