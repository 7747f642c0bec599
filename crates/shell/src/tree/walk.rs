//! All simple commands of a tree: those in compound commands, functions and substitutions too.

use super::{Assigned, Command, Kind, Part, Pipeline, Script, Simple, Word};

/// A simple command in a tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found<'t> {
    pub(crate) simple: &'t Simple,
    /// It runs beside what follows: `&`, or a co-process.
    pub(crate) background: bool,
}

impl Found<'_> {
    /// The word that names the program, where it is plain.
    pub(crate) fn name(&self) -> Option<String> {
        self.simple.words.first()?.plain()
    }
}

/// The simple commands of a script, in the order of its text.
pub(crate) fn in_script(script: &Script) -> Vec<Found<'_>> {
    let mut walk = Walk::default();
    walk.script(script);
    walk.found
}

/// The simple commands of a command, in the order of its text.
pub(crate) fn in_command(command: &Command) -> Vec<Found<'_>> {
    let mut walk = Walk::default();
    walk.command(command);
    walk.found
}

#[derive(Default)]
struct Walk<'t> {
    found: Vec<Found<'t>>,
    background: bool,
}

impl<'t> Walk<'t> {
    fn script(&mut self, script: &'t Script) {
        for item in &script.items {
            self.beside(item.background, |walk| {
                walk.pipeline(&item.first);
                item.rest
                    .iter()
                    .for_each(|(_, pipeline)| walk.pipeline(pipeline));
            });
        }
    }

    fn beside(&mut self, background: bool, run: impl FnOnce(&mut Self)) {
        let before = self.background;
        self.background |= background;
        run(self);
        self.background = before;
    }

    fn pipeline(&mut self, pipeline: &'t Pipeline) {
        pipeline
            .commands
            .iter()
            .for_each(|command| self.command(command));
    }

    fn command(&mut self, command: &'t Command) {
        match &command.kind {
            Kind::Simple(simple) => self.simple(simple),
            Kind::Group(body) | Kind::Subshell(body) => self.script(body),
            Kind::If {
                branches,
                otherwise,
            } => {
                for (condition, body) in branches {
                    self.script(condition);
                    self.script(body);
                }
                otherwise.iter().for_each(|body| self.script(body));
            }
            Kind::While {
                condition, body, ..
            } => {
                self.script(condition);
                self.script(body);
            }
            Kind::For { words, body, .. } => {
                words.iter().flatten().for_each(|word| self.word(word));
                self.script(body);
            }
            Kind::ForArith { body, .. } => self.script(body),
            Kind::Case { subject, arms } => {
                self.word(subject);
                arms.iter().for_each(|arm| self.script(&arm.body));
            }
            Kind::Function { body, .. } => self.command(body),
            Kind::Coproc { body, .. } => self.beside(true, |walk| walk.command(body)),
            Kind::Test(words) => words.iter().for_each(|word| self.word(word)),
            Kind::Arith(expression) => self.word(&expression.word),
        }
        command
            .redirects
            .iter()
            .for_each(|redirect| self.word(&redirect.target));
    }

    fn simple(&mut self, simple: &'t Simple) {
        let background = self.background;
        self.found.push(Found { simple, background });
        for assignment in simple.assignments.iter().chain(&simple.arrays) {
            match &assignment.value {
                Assigned::Word(word) => self.word(word),
                Assigned::Array(elements) => elements.iter().for_each(|(_, word)| self.word(word)),
            }
        }
        simple.words.iter().for_each(|word| self.word(word));
    }

    /// What substitutions in a word run. Those in the words of `${x:-…}` are the walk's own business.
    fn word(&mut self, word: &'t Word) {
        for part in &word.parts {
            match part {
                Part::Command { script, .. } | Part::Process { script, .. } => self.script(script),
                Part::Braces(words) => words.iter().for_each(|word| self.word(word)),
                Part::Arith { expression, .. } => self.word(&expression.word),
                Part::Literal { .. } | Part::Param { .. } | Part::Range { .. } => {}
            }
        }
    }
}
