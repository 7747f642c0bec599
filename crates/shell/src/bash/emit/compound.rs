//! Compound commands.

use super::{Emitter, Place};
use crate::tree::{Arith, Arm, ArmEnd, Kind, Script, Word};

impl Emitter {
    pub(super) fn compound(&mut self, kind: &Kind) {
        match kind {
            Kind::Simple(simple) => self.simple(simple),
            Kind::Group(body) => {
                self.push("{ ");
                self.body(body);
                self.push("}");
            }
            Kind::Subshell(body) => {
                self.push("( ");
                self.inside(body);
                self.push(")");
            }
            Kind::If {
                branches,
                otherwise,
            } => self.if_command(branches, otherwise.as_ref()),
            Kind::While {
                until,
                condition,
                body,
            } => {
                self.push(if *until { "until " } else { "while " });
                self.body(condition);
                self.do_done(body);
            }
            Kind::For {
                select,
                name,
                words,
                body,
            } => self.for_command(*select, name, words.as_deref(), body),
            Kind::ForArith {
                init,
                condition,
                step,
                body,
            } => self.for_arith([init, condition, step], body),
            Kind::Case { subject, arms } => self.case_command(subject, arms),
            Kind::Function { name, body } => {
                self.push(name);
                self.push("() ");
                self.command(body);
            }
            Kind::Test(words) => {
                self.push("[[ ");
                self.words(words);
                self.push(" ]]");
            }
            Kind::Arith(expression) => {
                self.push("((");
                self.arith(expression, Place::Quoted);
                self.push("))");
            }
            Kind::Coproc { name, body } => {
                self.push("coproc ");
                if let Some(name) = name {
                    self.push(name);
                    self.push(" ");
                }
                self.command(body);
            }
        }
    }

    fn if_command(&mut self, branches: &[(Script, Script)], otherwise: Option<&Script>) {
        for (at, (condition, body)) in branches.iter().enumerate() {
            self.push(if at == 0 { "if " } else { "elif " });
            self.body(condition);
            self.push("then ");
            self.body(body);
        }
        if let Some(body) = otherwise {
            self.push("else ");
            self.body(body);
        }
        self.push("fi");
    }

    fn do_done(&mut self, body: &Script) {
        self.push("do ");
        self.body(body);
        self.push("done");
    }

    fn for_command(&mut self, select: bool, name: &str, words: Option<&[Word]>, body: &Script) {
        self.push(if select { "select " } else { "for " });
        self.push(name);
        self.push(" ");
        if let Some(words) = words {
            self.push("in ");
            self.words(words);
            self.push("; ");
        }
        self.do_done(body);
    }

    fn for_arith(&mut self, terms: [&Arith; 3], body: &Script) {
        self.push("for ((");
        for (at, term) in terms.into_iter().enumerate() {
            if at > 0 {
                self.push(";");
            }
            self.arith(term, Place::Quoted);
        }
        self.push(")); ");
        self.do_done(body);
    }

    fn case_command(&mut self, subject: &Word, arms: &[Arm]) {
        self.push("case ");
        self.word(subject);
        self.push(" in ");
        for arm in arms {
            self.push("(");
            for (at, pattern) in arm.patterns.iter().enumerate() {
                if at > 0 {
                    self.push(" | ");
                }
                self.word(pattern);
            }
            self.push(") ");
            self.inside(&arm.body);
            self.push(match arm.end {
                ArmEnd::Break => ";; ",
                ArmEnd::Fall => ";& ",
                ArmEnd::Next => ";;& ",
            });
        }
        self.push("esac");
    }

    fn words(&mut self, words: &[Word]) {
        for (at, word) in words.iter().enumerate() {
            if at > 0 {
                self.push(" ");
            }
            self.word(word);
        }
    }
}
