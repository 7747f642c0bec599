//! Our tree as marks.

use super::{ARITH, BRACES, COMMAND, Marks, PARAM, PROCESS, RAW};
use crate::tree::{
    Arm, Assigned, Assignment, Command, Join, Kind, Param, ParamOp, Part, Pipeline, Redirect,
    RedirectOp, Script, Word,
};

pub(super) fn marks(script: &Script) -> Vec<String> {
    let mut marks = Marks::default();
    marks.script(script);
    marks.done
}

impl Marks {
    fn script(&mut self, script: &Script) {
        for item in &script.items {
            self.pipeline(&item.first);
            for (join, pipeline) in &item.rest {
                self.mark(match join {
                    Join::And => "&&",
                    Join::Or => "||",
                });
                self.pipeline(pipeline);
            }
            if item.background {
                self.mark("&");
            }
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        if pipeline.negated {
            self.mark("!");
        }
        if pipeline.timed {
            self.mark("time");
        }
        let mut joints = pipeline.with_errors.iter();
        for (at, command) in pipeline.commands.iter().enumerate() {
            if at > 0 {
                self.mark("|");
            }
            self.command(command);
            // `|&` is told as what it means: `2>&1 |`.
            if joints.next() == Some(&true) {
                self.mark("redirect");
                self.mark("1");
            }
        }
    }

    fn command(&mut self, command: &Command) {
        self.kind(&command.kind);
        for redirect in &command.redirects {
            self.redirect(redirect);
        }
        self.flush();
    }

    fn kind(&mut self, kind: &Kind) {
        match kind {
            Kind::Simple(simple) => {
                self.mark("command");
                for assignment in &simple.assignments {
                    self.assignment(assignment);
                }
                for word in &simple.words {
                    self.word(word);
                }
                for assignment in &simple.arrays {
                    self.assignment(assignment);
                }
            }
            Kind::Group(body) => self.between("{", body),
            Kind::Subshell(body) => self.between("(", body),
            Kind::If {
                branches,
                otherwise,
            } => self.if_command(branches, otherwise.as_ref()),
            Kind::While {
                until,
                condition,
                body,
            } => {
                self.between(if *until { "until" } else { "while" }, condition);
                self.between("do", body);
            }
            Kind::For {
                select,
                name,
                words,
                body,
            } => {
                self.mark(if *select { "select" } else { "for" });
                self.mark(name);
                match words {
                    Some(words) => words.iter().for_each(|word| self.word(word)),
                    // Without `in` it is over the positional parameters.
                    None => self.mark("$@"),
                }
                self.flush();
                self.between("do", body);
            }
            Kind::ForArith { body, .. } => {
                self.mark("for((");
                self.between("do", body);
            }
            Kind::Case { subject, arms } => self.case_command(subject, arms),
            Kind::Function { name, body } => {
                self.mark("function");
                self.mark(name);
                self.command(body);
            }
            Kind::Test(words) => self.conditional(words),
            Kind::Arith(_) => self.mark("(("),
            Kind::Coproc { name, body } => {
                self.mark("coproc");
                self.mark(name.as_deref().unwrap_or("COPROC"));
                self.command(body);
            }
        }
    }

    fn between(&mut self, opening: &str, body: &Script) {
        self.mark(opening);
        self.script(body);
        self.mark("end");
    }

    fn if_command(&mut self, branches: &[(Script, Script)], otherwise: Option<&Script>) {
        for (at, (condition, body)) in branches.iter().enumerate() {
            if at > 0 {
                self.mark("else");
            }
            self.between("if", condition);
            self.between("then", body);
        }
        if let Some(body) = otherwise {
            self.mark("else");
            self.script(body);
        }
        for _ in branches {
            self.mark("fi");
        }
    }

    fn case_command(&mut self, subject: &Word, arms: &[Arm]) {
        self.mark("case");
        self.word(subject);
        self.flush();
        for arm in arms {
            self.mark("arm");
            for pattern in &arm.patterns {
                self.word(pattern);
            }
            self.flush();
            self.script(&arm.body);
        }
        self.mark("esac");
    }

    /// Operands and operators in order; brackets, joiners and `-n`, which the other reader adds where it is left out, are
    /// told by neither side.
    fn conditional(&mut self, words: &[Word]) {
        self.mark("[[");
        let mut regex = false;
        for word in words {
            let operator = match word.parts.as_slice() {
                [
                    Part::Literal {
                        text,
                        quoted: false,
                    },
                ] => matches!(text.as_str(), "(" | ")" | "&&" | "||" | "!" | "-n"),
                _ => false,
            };
            if !operator {
                let text = literal(word).filter(|_| !regex);
                self.mark(text.as_deref().unwrap_or(RAW));
            }
            regex = *word == Word::literal("=~", false);
        }
        self.mark("]]");
    }

    fn assignment(&mut self, assignment: &Assignment) {
        let mut text = assignment.name.clone();
        if let Some(subscript) = &assignment.subscript {
            text.push('[');
            self.text(subscript, &mut text);
            text.push(']');
        }
        text.push_str(if assignment.append { "+=" } else { "=" });
        match &assignment.value {
            Assigned::Word(word) => self.text(word, &mut text),
            Assigned::Array(elements) => {
                text.push('(');
                for (at, (subscript, word)) in elements.iter().enumerate() {
                    if at > 0 {
                        text.push(' ');
                    }
                    if let Some(subscript) = subscript {
                        text.push('[');
                        self.text(subscript, &mut text);
                        text.push_str("]=");
                    }
                    self.text(word, &mut text);
                }
                text.push(')');
            }
        }
        self.mark(&text);
    }

    fn redirect(&mut self, redirect: &Redirect) {
        if let RedirectOp::Heredoc { quoted } = redirect.op {
            self.mark(if quoted { "<<''" } else { "<<" });
            match literal(&redirect.target) {
                Some(text) if quoted => self.mark(&text),
                Some(_) | None => self.parts(&redirect.target, &mut String::new()),
            }
            return;
        }
        self.mark("redirect");
        self.word(&redirect.target);
    }

    fn word(&mut self, word: &Word) {
        let mut text = String::new();
        self.text(word, &mut text);
        self.mark(&text);
    }

    fn text(&mut self, word: &Word, out: &mut String) {
        self.parts(word, out);
    }

    fn parts(&mut self, word: &Word, out: &mut String) {
        for part in &word.parts {
            match part {
                Part::Literal { text, .. } => out.push_str(text),
                Part::Param { param, .. } => self.param(param, out),
                Part::Command { script, .. } => {
                    out.push(COMMAND);
                    self.inner(|marks| marks.script(script));
                }
                Part::Arith { .. } => out.push(ARITH),
                Part::Process { script, .. } => {
                    out.push(PROCESS);
                    self.inner(|marks| marks.script(script));
                }
                Part::Braces(_) | Part::Range { .. } => out.push(BRACES),
            }
        }
    }

    fn param(&mut self, param: &Param, out: &mut String) {
        out.push(PARAM);
        if param.length {
            out.push('#');
        }
        if param.indirect {
            out.push('!');
        }
        out.push_str(&param.name);
        for word in param.op.iter().flat_map(operands) {
            self.parts(word, &mut String::new());
        }
    }
}

/// The words behind an operator, arithmetic apart.
fn operands(op: &ParamOp) -> Vec<&Word> {
    match op {
        ParamOp::Default { word, .. }
        | ParamOp::Assign { word, .. }
        | ParamOp::Error { word, .. }
        | ParamOp::Alternate { word, .. } => vec![word],
        ParamOp::RemovePrefix { pattern, .. }
        | ParamOp::RemoveSuffix { pattern, .. }
        | ParamOp::Case { pattern, .. } => vec![pattern],
        ParamOp::Replace { pattern, with, .. } => vec![pattern, with],
        ParamOp::Substring { .. } | ParamOp::Transform(_) | ParamOp::Names => Vec::new(),
    }
}

/// The text of a word that holds nothing but literals.
fn literal(word: &Word) -> Option<String> {
    let text = |part: &Part| match part {
        Part::Literal { text, .. } => Some(text.clone()),
        Part::Param { .. }
        | Part::Command { .. }
        | Part::Arith { .. }
        | Part::Process { .. }
        | Part::Braces(_)
        | Part::Range { .. } => None,
    };
    word.parts.iter().map(text).collect()
}
