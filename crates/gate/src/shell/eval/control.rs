//! Scripts, lists, branches and loops: the ways through a script, and what each leaves behind.

use super::{DEPTH_MAX, Eval, Shell, VALUES_MAX, Value};
use crate::shell::effect::{Origin, What};
use crate::shell::tree::{Command, Item, Join, Kind, Pipeline, Redirect, Script, Simple, Word};
use crate::shell::value::{Field, Origins, Text};

/// Words of a loop that are followed one by one.
const LOOP_WORDS_MAX: usize = 64;

impl Eval<'_> {
    /// Runs a script; what it prints.
    pub(super) fn script(&mut self, script: &Script, stdin: &Text) -> Text {
        let mut out = Text::default();
        for item in &script.items {
            if self.left == 0 {
                self.deny("too-long", "more commands than are followed");
                break;
            }
            let printed = self.item(item, stdin);
            out.push(&printed);
        }
        out
    }

    pub(super) fn item(&mut self, item: &Item, stdin: &Text) -> Text {
        if item.background {
            let before = self.shell.clone();
            let out = self.joined(item, stdin);
            self.shell = before;
            return out;
        }
        self.joined(item, stdin)
    }

    pub(super) fn joined(&mut self, item: &Item, stdin: &Text) -> Text {
        let mut out = self.pipeline(&item.first, stdin);
        for (join, pipeline) in &item.rest {
            let printed = match join {
                Join::And => self.pipeline(pipeline, stdin),
                Join::Or => self.perhaps(|eval| eval.pipeline(pipeline, stdin)),
            };
            out.push(&printed);
        }
        out
    }

    /// Runs something that may or may not happen: afterwards both are possible.
    pub(super) fn perhaps<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.shell.clone();
        let out = run(self);
        let after = std::mem::replace(&mut self.shell, before);
        self.merge(after);
        out
    }

    /// Runs something in a shell of its own.
    pub(super) fn apart<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.shell.clone();
        let out = run(self);
        self.shell = before;
        out
    }

    /// Takes in what another way through the script leaves behind.
    pub(super) fn merge(&mut self, other: Shell) {
        let Shell {
            variables,
            functions,
            aliases,
            positional,
            own_name: _,
            cwd,
            stack,
        } = other;
        for (name, theirs) in variables {
            match self.shell.variables.get_mut(&name) {
                Some(ours) => ours.merge(theirs),
                None => {
                    self.shell.variables.insert(name, theirs);
                }
            }
        }
        self.shell.functions.extend(functions);
        self.shell.aliases.extend(aliases);
        if positional.len() > self.shell.positional.len() {
            self.shell.positional = positional;
        }
        if self.shell.cwd != cwd {
            self.shell.cwd = None;
        }
        if stack.len() > self.shell.stack.len() {
            self.shell.stack = stack;
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline, stdin: &Text) -> Text {
        let [only] = pipeline.commands.as_slice() else {
            let mut flow = stdin.clone();
            for command in &pipeline.commands {
                flow = self.apart(|eval| eval.command(command, &flow));
            }
            return flow;
        };
        self.command(only, stdin)
    }

    pub(super) fn command(&mut self, command: &Command, stdin: &Text) -> Text {
        if self.depth >= DEPTH_MAX {
            self.deny(
                "too-deep",
                "commands within commands, deeper than is followed",
            );
            return Text::default();
        }
        if let Kind::Simple(simple) = &command.kind {
            return self.simple_rounds(simple, &command.redirects, stdin);
        }
        let streams = self.redirect(&command.redirects, stdin);
        self.depth = self.depth.saturating_add(1);
        let out = self.compound(&command.kind, &streams.stdin);
        self.depth = self.depth.saturating_sub(1);
        self.deliver(&streams, out)
    }

    fn simple_rounds(&mut self, simple: &Simple, redirects: &[Redirect], stdin: &Text) -> Text {
        let outer = (self.round, self.rounds);
        self.round = 0;
        self.rounds = 1;
        let mut out = self.simple(simple, redirects, stdin);
        while self.round.saturating_add(1) < self.rounds.min(VALUES_MAX) {
            self.round = self.round.saturating_add(1);
            out.push(&self.simple(simple, redirects, stdin));
        }
        (self.round, self.rounds) = outer;
        out
    }

    fn compound(&mut self, kind: &Kind, stdin: &Text) -> Text {
        match kind {
            Kind::Simple(_) => Text::default(),
            Kind::Group(script) => self.script(script, stdin),
            Kind::Subshell(script) => self.apart(|eval| eval.script(script, stdin)),
            Kind::If {
                branches,
                otherwise,
            } => self.branches(branches, otherwise.as_ref(), stdin),
            Kind::While {
                condition, body, ..
            } => {
                let before = self.effects.len();
                let out = self.repeat(stdin, |eval| {
                    let mut out = eval.script(condition, stdin);
                    out.push(&eval.script(body, stdin));
                    out
                });
                self.endless(always(condition), body, before);
                out
            }
            Kind::For {
                name, words, body, ..
            } => self.each(name, words.as_deref(), body, stdin),
            Kind::ForArith {
                init,
                condition,
                step,
                body,
            } => {
                self.arithmetic(init);
                let before = self.effects.len();
                let out = self.repeat(stdin, |eval| {
                    eval.arithmetic(condition);
                    let out = eval.script(body, stdin);
                    eval.arithmetic(step);
                    out
                });
                let text = condition.word.plain();
                let forever = text.is_some_and(|text| matches!(text.trim(), "" | "1"));
                self.endless(forever, body, before);
                out
            }
            Kind::Case { subject, arms } => {
                let _ = self.one_text(subject);
                let mut out = Text::default();
                for arm in arms {
                    for pattern in &arm.patterns {
                        let _ = self.one_text(pattern);
                    }
                    out.push(&self.perhaps(|eval| eval.script(&arm.body, stdin)));
                }
                out
            }
            Kind::Function { name, body } => {
                self.impersonates(name);
                self.shell.functions.insert(name.clone(), (**body).clone());
                Text::default()
            }
            Kind::Test(words) => {
                self.test_words(words);
                Text::default()
            }
            Kind::Arith(expression) => {
                self.arithmetic(expression);
                Text::default()
            }
            Kind::Coproc { body, .. } => self.apart(|eval| eval.command(body, stdin)),
        }
    }

    /// A loop that nothing ends: with each round a process or a piece of a file, it uses the machine up.
    fn endless(&mut self, forever: bool, body: &Script, before: usize) {
        if !forever || leaves(body) {
            return;
        }
        let grows = |what: &What| {
            if let What::Write(place) = what {
                return place.text().is_none_or(|path| !path.starts_with("/dev/"));
            }
            false
        };
        let writes = self.effects.iter().skip(before).any(|it| grows(&it.what));
        if writes || body.items.iter().any(|item| item.background) {
            self.deny(
                "resource-abuse",
                "a loop without end makes files or processes",
            );
        } else {
            self.ask("endless", "a loop without end");
        }
    }

    /// Something of the script's own takes Interlock's name.
    pub(super) fn impersonates(&mut self, name: &str) {
        if name == "interlock" {
            self.deny(
                "gate-tamper",
                "it takes the name of Interlock's own program",
            );
        }
    }

    fn branches(
        &mut self,
        branches: &[(Script, Script)],
        otherwise: Option<&Script>,
        stdin: &Text,
    ) -> Text {
        let mut out = Text::default();
        let mut ends: Vec<Shell> = Vec::new();
        for (condition, body) in branches {
            out.push(&self.script(condition, stdin));
            let before = self.shell.clone();
            out.push(&self.script(body, stdin));
            ends.push(std::mem::replace(&mut self.shell, before));
        }
        if let Some(otherwise) = otherwise {
            out.push(&self.script(otherwise, stdin));
        }
        for end in ends {
            self.merge(end);
        }
        out
    }

    /// A loop whose rounds are not known: the second time round sees what the first left behind.
    pub(super) fn repeat(&mut self, _stdin: &Text, mut run: impl FnMut(&mut Self) -> Text) -> Text {
        let mut out = self.perhaps(&mut run);
        let again = self.perhaps(&mut run);
        out.push(&again);
        if out.whole().is_some_and(|text| !text.is_empty()) {
            // How often it is printed is not known.
            out = Text::unknown(out.origins);
        }
        out
    }

    fn each(&mut self, name: &str, words: Option<&[Word]>, body: &Script, stdin: &Text) -> Text {
        let fields = match words {
            Some(words) => self.fields(words),
            None => self
                .shell
                .positional
                .iter()
                .map(|text| Field {
                    text: text.clone(),
                    ..Default::default()
                })
                .collect(),
        };
        let too_many = fields.len() > LOOP_WORDS_MAX;
        let mut out = Text::default();
        for field in fields.into_iter().take(LOOP_WORDS_MAX) {
            if self.left == 0 {
                break;
            }
            let pattern = field.glob;
            let text = if pattern {
                self.pattern_value(&field)
            } else {
                field.text
            };
            self.set(name, Value::Text(text));
            out.push(&self.script(body, stdin));
        }
        if too_many {
            let rest = Origins::of(Origin::Written).with(Origins::of(Origin::Unknown));
            self.set(name, Value::Text(Text::unknown(rest)));
            out.push(&self.script(body, stdin));
        }
        out
    }
}

/// Whether a condition always holds.
fn always(condition: &Script) -> bool {
    let [item] = condition.items.as_slice() else {
        return false;
    };
    let [only] = item.first.commands.as_slice() else {
        return false;
    };
    let Kind::Simple(simple) = &only.kind else {
        return false;
    };
    let words: Option<Vec<String>> = simple.words.iter().map(Word::plain).collect();
    let word = words.and_then(|words| words.first().cloned());
    item.rest.is_empty() && word.is_some_and(|word| matches!(word.as_str(), "true" | ":"))
}

/// Whether something in a loop may leave it.
fn leaves(body: &Script) -> bool {
    let text = format!("{body:?}");
    ["\"break\"", "\"exit\"", "\"return\""]
        .iter()
        .any(|word| text.contains(word))
}
