//! Compound commands.

use super::reader::{Read, Reader};
use super::word::Ctx;
use super::{Dialect, Refusal};
use crate::tree::{Arith, Arm, ArmEnd, Kind, Script, Word};

/// Reserved words that begin a compound command.
const BEGINS: [&str; 8] = ["{", "if", "while", "until", "for", "select", "case", "[["];

impl Reader<'_> {
    /// Whether a compound command begins here with a reserved word.
    pub(super) fn at_compound_word(&self) -> bool {
        BEGINS.iter().any(|word| self.sees(word))
    }

    /// A compound command, one level deeper.
    pub(super) fn compound(&mut self) -> Read<Kind> {
        self.deeper(Self::compound_here)
    }

    fn compound_here(&mut self) -> Read<Kind> {
        if self.peek() == Some(b'(') {
            return if self.look(1) == Some(b'(') {
                self.arith_command()
            } else {
                self.subshell()
            };
        }
        if self.reserved("{") {
            let body = self.body()?;
            self.need("}")?;
            return Ok(Kind::Group(body));
        }
        if self.reserved("if") {
            return self.if_command();
        }
        if self.reserved("while") {
            return self.while_command(false);
        }
        if self.reserved("until") {
            return self.while_command(true);
        }
        if self.reserved("case") {
            return self.case_command();
        }
        if self.reserved("[[") {
            self.not_sh("`[[`")?;
            return self.conditional();
        }
        let select = self.sees("select");
        if select {
            self.not_sh("`select`")?;
        }
        if self.reserved("for") || self.reserved("select") {
            return self.for_command(select);
        }
        Err(self.missing())
    }

    fn subshell(&mut self) -> Read<Kind> {
        self.pass(1);
        let body = self.body()?;
        self.expect(b')')?;
        Ok(Kind::Subshell(body))
    }

    fn arith_command(&mut self) -> Read<Kind> {
        self.not_sh("`((`")?;
        self.pass(2);
        let expression = self.arith(Self::at_double_paren)?;
        self.pass(2);
        Ok(Kind::Arith(expression))
    }

    fn if_command(&mut self) -> Read<Kind> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            let condition = self.body()?;
            self.need("then")?;
            branches.push((condition, self.body()?));
            if self.reserved("elif") {
                continue;
            }
            if self.reserved("else") {
                otherwise = Some(self.body()?);
            }
            self.need("fi")?;
            return Ok(Kind::If {
                branches,
                otherwise,
            });
        }
    }

    fn while_command(&mut self, until: bool) -> Read<Kind> {
        let condition = self.body()?;
        let body = self.do_done()?;
        Ok(Kind::While {
            until,
            condition,
            body,
        })
    }

    fn do_done(&mut self) -> Read<Script> {
        self.need("do")?;
        let body = self.body()?;
        self.need("done")?;
        Ok(body)
    }

    fn for_command(&mut self, select: bool) -> Read<Kind> {
        self.blanks();
        if !select && self.peek() == Some(b'(') {
            return self.for_arith();
        }
        let len = self.name_len().ok_or(Refusal::NotUnderstood(
            "a loop over something that is no name",
        ))?;
        let name = self.name(len);
        if !self.peek().is_none_or(super::reader::is_meta) {
            return Err(Refusal::NotUnderstood(
                "a loop over something that is no name",
            ));
        }
        self.gaps()?;
        let words = if self.reserved("in") {
            Some(self.for_words()?)
        } else {
            None
        };
        if words.is_none() && self.take(b';') {
            self.not_zsh("`for name;`")?;
        }
        self.gaps()?;
        let body = self.loop_body()?;
        Ok(Kind::For {
            select,
            name,
            words,
            body,
        })
    }

    /// The words up to `;` or a newline, which is passed.
    fn for_words(&mut self) -> Read<Vec<Word>> {
        let mut words = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                Some(b';') => {
                    self.pass(1);
                    return Ok(words);
                }
                Some(b'\n') => return Ok(words),
                Some(_) => words.push(self.word(Ctx::Argument)?),
                None => return Err(Refusal::NotClosed),
            }
        }
    }

    fn loop_body(&mut self) -> Read<Script> {
        if self.sees("{") {
            self.bash_only("a loop with braces")?;
            self.reserved("{");
            let body = self.body()?;
            self.need("}")?;
            return Ok(body);
        }
        self.do_done()
    }

    fn for_arith(&mut self) -> Read<Kind> {
        self.not_sh("`for ((`")?;
        if !self.take_all("((") {
            return Err(self.syntax());
        }
        let init = self.for_part()?;
        self.expect(b';')?;
        let condition = self.for_part()?;
        self.expect(b';')?;
        let step = self.for_part()?;
        if !self.take_all("))") {
            return Err(self.syntax());
        }
        self.blanks();
        self.take(b';');
        self.gaps()?;
        let body = self.loop_body()?;
        Ok(Kind::ForArith {
            init,
            condition,
            step,
            body,
        })
    }

    fn for_part(&mut self) -> Read<Arith> {
        self.arith(|reader| reader.look(0) == Some(b';') || reader.at_double_paren())
    }

    fn case_command(&mut self) -> Read<Kind> {
        self.blanks();
        let subject = self.word(Ctx::Plain)?;
        self.gaps()?;
        self.need("in")?;
        let mut arms = Vec::new();
        loop {
            self.gaps()?;
            if self.reserved("esac") {
                return Ok(Kind::Case { subject, arms });
            }
            let (arm, last) = self.arm()?;
            arms.push(arm);
            if last {
                self.need("esac")?;
                return Ok(Kind::Case { subject, arms });
            }
        }
    }

    /// One arm, and whether nothing ended it.
    fn arm(&mut self) -> Read<(Arm, bool)> {
        self.take(b'(');
        let mut patterns = Vec::new();
        loop {
            self.blanks();
            patterns.push(self.word(Ctx::Pattern)?);
            self.blanks();
            if !self.take(b'|') {
                break;
            }
        }
        self.expect(b')')?;
        let body = self.deeper(Self::script)?;
        let end = if self.take_all(";;&") {
            self.bash_only("`;;&`")?;
            Some(ArmEnd::Next)
        } else if self.take_all(";;") {
            Some(ArmEnd::Break)
        } else if self.take_all(";&") {
            self.not_sh("`;&`")?;
            Some(ArmEnd::Fall)
        } else {
            None
        };
        if self.dialect == Dialect::Zsh && end.is_none() && self.peek() == Some(b';') {
            return Err(Refusal::Dialect("`;|`"));
        }
        let arm = Arm {
            patterns,
            body,
            end: end.unwrap_or(ArmEnd::Break),
        };
        Ok((arm, end.is_none()))
    }
}
