//! Scripts, lists, branches and loops: the ways through a script, and what each leaves behind.

use super::state::Level;
use super::{DEPTH_MAX, Eval, Shell};
use crate::tree::{Arm, Assigned, Command, Item, Join, Kind, Part, Pipeline, Script, Word};
use crate::value::Text;

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

    /// `a && b || c`: what stands behind `&&` is walked as if it happened, and afterwards it may not have.
    pub(super) fn joined(&mut self, item: &Item, stdin: &Text) -> Text {
        let mut out = self.pipeline(&item.first, stdin);
        let mut sure = succeeds(&item.first);
        let mut ends: Vec<Shell> = Vec::new();
        let doubt = self.doubt;
        for (join, pipeline) in &item.rest {
            match join {
                Join::And if sure => out.push(&self.pipeline(pipeline, stdin)),
                Join::And => {
                    ends.push(self.shell.clone());
                    self.doubt = self.doubt.saturating_add(1);
                    out.push(&self.pipeline(pipeline, stdin).perhaps());
                }
                Join::Or => {
                    for end in ends.drain(..) {
                        self.merge_here(end);
                    }
                    let printed = self.perhaps(|eval| eval.pipeline(pipeline, stdin));
                    out.push(&printed.perhaps());
                    sure = false;
                }
            }
            sure &= succeeds(pipeline);
        }
        if !ends.is_empty() {
            self.doubt = doubt;
        }
        for end in ends {
            self.merge_here(end);
        }
        out
    }

    fn pipeline(&mut self, pipeline: &Pipeline, stdin: &Text) -> Text {
        let [only] = pipeline.commands.as_slice() else {
            self.fills_disk(&pipeline.commands);
            let mut flow = stdin.clone();
            let counted = super::counted::is_counted(&pipeline.commands);
            for (at, command) in pipeline.commands.iter().enumerate() {
                let before = self.effects.len();
                flow = self.apart(|eval| eval.command(command, &flow));
                if counted && at == 0 {
                    flow = self.unvalued(before, flow);
                }
            }
            return flow;
        };
        self.command(only, stdin)
    }

    /// `yes | tee file`: output without end that goes through filters into a file.
    fn fills_disk(&mut self, commands: &[Command]) {
        let name = |command: &Command| {
            let Kind::Simple(simple) = &command.kind else {
                return None;
            };
            simple.words.first().and_then(Word::plain)
        };
        let endless = commands
            .first()
            .and_then(name)
            .is_some_and(|it| it == "yes");
        let passes = |command: &Command| {
            name(command).is_some_and(|it| {
                matches!(
                    it.as_str(),
                    "tee" | "cat" | "tr" | "gzip" | "xz" | "base64" | "dd" | "nl" | "pv" | "sponge"
                )
            })
        };
        let named = commands.get(1..).unwrap_or_default();
        let into = named.iter().any(|it| {
            !it.redirects.is_empty()
                || name(it).is_some_and(|it| matches!(it.as_str(), "tee" | "dd" | "sponge"))
        });
        if endless && into && named.iter().all(passes) {
            self.deny("fills-disk", "output without end goes into a file");
        }
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
            return self.text_in_rounds(|eval| eval.simple(simple, &command.redirects, stdin));
        }
        let streams = self.in_rounds(
            |eval| eval.redirect(&command.redirects, stdin),
            |mut one, other| {
                one.join(other);
                one
            },
        );
        self.depth = self.depth.saturating_add(1);
        let out = self.compound(&command.kind, &streams.stdin);
        self.depth = self.depth.saturating_sub(1);
        self.deliver(&streams, out)
    }

    fn compound(&mut self, kind: &Kind, stdin: &Text) -> Text {
        if matches!(
            kind,
            Kind::While { .. } | Kind::For { .. } | Kind::ForArith { .. }
        ) {
            return self.looped(|eval| eval.compound_here(kind, stdin));
        }
        self.compound_here(kind, stdin)
    }

    fn compound_here(&mut self, kind: &Kind, stdin: &Text) -> Text {
        match kind {
            Kind::Simple(_) => Text::default(),
            Kind::Group(script) => self.script(script, stdin),
            Kind::Subshell(script) => self.apart(|eval| eval.script(script, stdin)),
            Kind::If {
                branches,
                otherwise,
            } => self.branches(branches, otherwise.as_ref(), stdin),
            Kind::While {
                condition,
                body,
                until,
            } => self.loops(condition, body, *until, stdin),
            Kind::For {
                name,
                words,
                body,
                select,
            } => self.each(name, words.as_deref(), body, stdin, *select),
            Kind::ForArith {
                init,
                condition,
                step,
                body,
            } => {
                self.computed(init);
                let before = self.effects.len();
                let out = self.repeat(|eval| {
                    eval.computed(condition);
                    let out = eval.script(body, stdin);
                    eval.arrive(Level::Loop(1));
                    eval.computed(step);
                    out
                });
                let text = condition.word.plain();
                let forever = text.is_some_and(|text| matches!(text.trim(), "" | "1"));
                self.endless(forever, body, before);
                out
            }
            Kind::Case { subject, arms } => self.case(subject, arms, stdin),
            Kind::Function { name, body } => {
                self.impersonates(name);
                let bodies = vec![Some((**body).clone())];
                self.shell.functions.insert(name.clone(), bodies);
                Text::default()
            }
            Kind::Test(words) => {
                self.in_rounds(|eval| eval.test_words(words), |(), ()| ());
                Text::default()
            }
            Kind::Arith(expression) => {
                self.computed(expression);
                Text::default()
            }
            Kind::Coproc { body, .. } => self.apart(|eval| eval.command(body, stdin)),
        }
    }

    /// Any arm may be the one.
    fn case(&mut self, subject: &Word, arms: &[Arm], stdin: &Text) -> Text {
        let _ = self.text_in_rounds(|eval| eval.one_text(subject));
        let mut out = Text::default();
        for arm in arms {
            for pattern in &arm.patterns {
                let _ = self.text_in_rounds(|eval| eval.one_text(pattern));
            }
            let printed = self.perhaps(|eval| eval.script(&arm.body, stdin));
            out.push(&printed.perhaps());
        }
        out
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
        let doubt = self.doubt;
        for (condition, body) in branches {
            out.push(&self.script(condition, stdin));
            self.doubt = doubt.saturating_add(1);
            let before = self.shell.clone();
            out.push(&self.script(body, stdin).perhaps());
            ends.push(std::mem::replace(&mut self.shell, before));
        }
        if let Some(otherwise) = otherwise {
            out.push(&self.script(otherwise, stdin).perhaps());
        }
        self.doubt = doubt;
        for end in ends {
            self.merge(end);
        }
        out
    }
}

/// Whether a pipeline always succeeds: assignments, and commands that say what they do and do it. A change of directory
/// is assumed to work.
fn succeeds(pipeline: &Pipeline) -> bool {
    let [only] = pipeline.commands.as_slice() else {
        return false;
    };
    let Kind::Simple(simple) = &only.kind else {
        return false;
    };
    let plain = |word: &Word| {
        !word
            .parts
            .iter()
            .any(|part| matches!(part, Part::Command { .. }))
    };
    let first = simple.words.first().map(Word::plain);
    !pipeline.negated
        && match first {
            None => simple.assignments.iter().all(|it| match &it.value {
                Assigned::Word(word) => plain(word),
                Assigned::Array(_) => true,
            }),
            Some(None) => false,
            Some(Some(name)) => matches!(
                name.as_str(),
                ":" | "true" | "echo" | "printf" | "cd" | "pushd" | "export" | "umask" | "set"
            ),
        }
}
