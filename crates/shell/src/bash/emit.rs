//! A tree back to text, in a small and boring part of bash: one spelling for everything. Read again, the text is the
//! same tree.
//!
//! Literals are in single quotes, or in `$'…'` where they hold newlines or other control characters: a raw newline
//! stands only where the shell ends a line, so bodies of here-documents always find their place.

mod compound;
mod param;
mod word;

use super::super::tree::{
    Assigned, Assignment, Command, Fd, Item, Join, Kind, Pipeline, Redirect, RedirectOp, Script,
    Simple,
};

/// The text of a script.
#[must_use]
pub fn emit(script: &Script) -> String {
    let mut emitter = Emitter::default();
    emitter.list(script);
    if !emitter.pending.is_empty() {
        emitter.newline();
    }
    emitter.out
}

/// The text so far, and the here-documents whose bodies it owes.
#[derive(Default)]
struct Emitter {
    out: String,
    pending: Vec<String>,
    /// A body was written in this text or substitution: bash 5.2 loses a `;` behind it and runs `a; b` as `a b`.
    body_written: bool,
    /// How many compound commands of this text or substitution are open: in them newlines are like `;`.
    compounds: usize,
}

/// Where parts of words are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Outside of quotes.
    Bare,
    /// In `${ }` in double quotes.
    Quoted,
    /// In an expansion in the body of a here-document.
    Body,
}

impl Emitter {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn newline(&mut self) {
        self.push("\n");
        self.body_written |= !self.pending.is_empty();
        for body in std::mem::take(&mut self.pending) {
            self.push(&body);
        }
    }

    /// A script with here-documents of its own.
    fn scope(&mut self, script: &Script) {
        let inner = Self {
            out: std::mem::take(&mut self.out),
            ..Self::default()
        };
        let outer = std::mem::replace(self, inner);
        self.list(script);
        if !self.pending.is_empty() {
            self.newline();
        }
        let out = std::mem::take(&mut self.out);
        *self = Self { out, ..outer };
    }

    fn list(&mut self, script: &Script) {
        let last = script.items.len().saturating_sub(1);
        for (at, item) in script.items.iter().enumerate() {
            self.item(item);
            if at < last {
                self.between(item);
            }
        }
    }

    /// What ends an item before the next one, or before a reserved word.
    fn between(&mut self, item: &Item) {
        if item.line || self.compounds > 0 && !self.pending.is_empty() {
            self.newline();
        } else if item.background {
            self.push(" ");
        } else if self.body_written && self.compounds > 0 {
            self.newline();
        } else {
            self.push("; ");
        }
    }

    /// A list before a reserved word.
    fn body(&mut self, script: &Script) {
        self.compound_list(script);
        if let Some(last) = script.items.last() {
            self.between(last);
        }
    }

    fn compound_list(&mut self, script: &Script) {
        self.compounds = self.compounds.saturating_add(1);
        self.list(script);
        self.compounds = self.compounds.saturating_sub(1);
    }

    /// A list before `)` or `;;`.
    fn inside(&mut self, script: &Script) {
        self.compound_list(script);
        if self.pending.is_empty() {
            self.push(" ");
        } else {
            self.newline();
        }
    }

    fn item(&mut self, item: &Item) {
        self.pipeline(&item.first);
        for (join, pipeline) in &item.rest {
            self.push(match join {
                Join::And => " && ",
                Join::Or => " || ",
            });
            self.pipeline(pipeline);
        }
        if item.background {
            self.push(" &");
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        if pipeline.timed {
            self.push("time ");
        }
        if pipeline.negated {
            self.push("! ");
        }
        let mut joints = pipeline.with_errors.iter();
        for (at, command) in pipeline.commands.iter().enumerate() {
            if at > 0 {
                let both = joints.next().copied().unwrap_or_default();
                self.push(if both { " |& " } else { " | " });
            }
            self.command(command);
        }
    }

    fn command(&mut self, command: &Command) {
        let start = self.out.len();
        match &command.kind {
            Kind::Simple(simple) => self.simple(simple),
            Kind::Group(_)
            | Kind::Subshell(_)
            | Kind::If { .. }
            | Kind::While { .. }
            | Kind::For { .. }
            | Kind::ForArith { .. }
            | Kind::Case { .. }
            | Kind::Function { .. }
            | Kind::Test(_)
            | Kind::Arith(_)
            | Kind::Coproc { .. } => self.compound(&command.kind),
        }
        for redirect in &command.redirects {
            if self.out.len() > start {
                self.push(" ");
            }
            self.redirect(redirect);
        }
    }

    fn simple(&mut self, simple: &Simple) {
        let mut first = true;
        let mut space = |emitter: &mut Self| {
            if !std::mem::take(&mut first) {
                emitter.push(" ");
            }
        };
        for assignment in &simple.assignments {
            space(self);
            self.assignment(assignment);
        }
        for word in &simple.words {
            space(self);
            self.word(word);
        }
        for assignment in &simple.arrays {
            space(self);
            self.assignment(assignment);
        }
    }

    fn assignment(&mut self, assignment: &Assignment) {
        self.push(&assignment.name);
        self.subscript(assignment.subscript.as_ref());
        self.push(if assignment.append { "+=" } else { "=" });
        match &assignment.value {
            Assigned::Word(word) => self.word(word),
            Assigned::Array(elements) => {
                self.push("(");
                for (at, (subscript, word)) in elements.iter().enumerate() {
                    if at > 0 {
                        self.push(" ");
                    }
                    self.subscript(subscript.as_ref());
                    if subscript.is_some() {
                        self.push("=");
                    }
                    self.word(word);
                }
                self.push(")");
            }
        }
    }

    fn redirect(&mut self, redirect: &Redirect) {
        match &redirect.fd {
            Fd::Default => {}
            Fd::Number(number) => self.push(&number.to_string()),
            Fd::Variable(name) => {
                self.push("{");
                self.push(name);
                self.push("}");
            }
        }
        let operator = match redirect.op {
            RedirectOp::Read => "< ",
            RedirectOp::Write => "> ",
            RedirectOp::Clobber => ">| ",
            RedirectOp::Append => ">> ",
            RedirectOp::ReadWrite => "<> ",
            RedirectOp::WriteBoth => "&> ",
            RedirectOp::AppendBoth => "&>> ",
            RedirectOp::DupRead => "<&",
            RedirectOp::DupWrite => ">&",
            RedirectOp::HereString => "<<< ",
            RedirectOp::Heredoc { quoted } => return self.heredoc(&redirect.target, quoted),
        };
        self.push(operator);
        self.word(&redirect.target);
    }
}
