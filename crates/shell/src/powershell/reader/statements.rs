//! Statements.

use super::{Reader, Stop};
use crate::powershell::tree::{Expr, Kind, Pipeline, Stage, Statement};

/// Words that begin what is not read.
const FOREIGN: &[&str] = &[
    "class",
    "enum",
    "using",
    "configuration",
    "workflow",
    "data",
    "inlinescript",
    "parallel",
    "sequence",
    "dynamicparam",
    "define",
    "from",
    "var",
    "assembly",
    "base",
    "interface",
    "module",
    "namespace",
    "type_",
];

impl Reader {
    /// Statements up to `end`, which is left standing, or to the end of the text.
    pub(super) fn statements(&mut self, end: Option<char>) -> Result<Vec<Statement>, Stop> {
        let mut out = Vec::new();
        loop {
            self.skip_all()?;
            match self.peek() {
                None => return Ok(out),
                Some(c) if Some(c) == end => return Ok(out),
                Some(';') => self.skip(1),
                Some(_) => {
                    let statement = self.nested(Self::statement)?;
                    out.push(statement);
                    self.skip_blanks()?;
                    let ended = self
                        .peek()
                        .is_none_or(|c| matches!(c, ';' | '\n' | '&') || Some(c) == end);
                    // What ends with a brace needs no separator.
                    let braced = self.chars.get(self.at.saturating_sub(1)) == Some(&'}')
                        || self.chars.get(self.at.saturating_sub(2)) == Some(&'}');
                    if !ended && !braced {
                        return Err("something follows a statement that is not understood");
                    }
                    if self.peek() == Some('&') {
                        self.skip(1);
                    }
                }
            }
        }
    }

    fn statement(&mut self) -> Result<Statement, Stop> {
        let word = self.word();
        let length = word.chars().count();
        match word.as_str() {
            "if" => self.keyword(length, Self::conditional),
            "foreach" => self.keyword(length, Self::foreach),
            "while" => self.keyword(length, Self::while_loop),
            "for" => self.keyword(length, Self::for_loop),
            "do" => self.keyword(length, Self::do_loop),
            "switch" => self.keyword(length, Self::switch),
            "try" => self.keyword(length, Self::attempt),
            "trap" => self.keyword(length, Self::trap),
            "function" | "filter" => self.keyword(length, Self::function),
            "return" | "throw" | "exit" | "break" | "continue" => self.keyword(length, Self::leave),
            "begin" | "process" | "end" | "clean" if self.opens_brace(length) => {
                self.skip(length);
                let block = self.block()?;
                Ok(Statement::Try(vec![block]))
            }
            "param" => self.keyword(length, |it| {
                it.expect('(', "parameters are missing")?;
                // Nobody gives any: they are not known.
                it.parameters().map(|_| Statement::Leave(None))
            }),
            word if FOREIGN.contains(&word) => Err("a construct that is not understood"),
            _ if self.peek() == Some(':') => Err("labels are not understood"),
            _ => self.chain(),
        }
    }

    fn opens_brace(&self, length: usize) -> bool {
        let rest = self.chars.iter().skip(self.at.saturating_add(length));
        rest.clone().find(|c| !c.is_whitespace()) == Some(&'{')
    }

    fn keyword(
        &mut self,
        length: usize,
        inner: fn(&mut Self) -> Result<Statement, Stop>,
    ) -> Result<Statement, Stop> {
        self.skip(length);
        self.skip_blanks()?;
        inner(self)
    }

    fn chain(&mut self) -> Result<Statement, Stop> {
        let first = self.pipeline()?;
        if let Some(operator) = self.assignment() {
            return self.assign(first, operator);
        }
        let mut chain = vec![first];
        loop {
            self.skip_blanks()?;
            if !self.sees("&&") && !self.sees("||") {
                return Ok(Statement::Chain(chain));
            }
            self.skip(2);
            self.skip_all()?;
            chain.push(self.pipeline()?);
        }
    }

    fn assignment(&mut self) -> Option<String> {
        for operator in ["??=", "+=", "-=", "*=", "/=", "%=", "="] {
            if self.sees(operator) {
                self.skip(operator.len());
                return Some(operator.to_owned());
            }
        }
        None
    }

    fn assign(&mut self, first: Pipeline, operator: String) -> Result<Statement, Stop> {
        let [stage] =
            <[Stage; 1]>::try_from(first.stages).map_err(|_| "this is not assigned to")?;
        let Kind::Expression(target) = stage.kind else {
            return Err("a command is not assigned to");
        };
        self.skip_all()?;
        let value = Box::new(self.nested(Self::statement)?);
        Ok(Statement::Assign {
            target,
            operator,
            value,
        })
    }

    /// `( statement )`
    fn condition(&mut self) -> Result<Statement, Stop> {
        self.skip_all()?;
        self.expect('(', "a condition is missing")?;
        self.skip_all()?;
        let statement = self.nested(Self::statement)?;
        self.skip_all()?;
        self.expect(')', "a condition is not closed")?;
        Ok(statement)
    }

    fn conditional(&mut self) -> Result<Statement, Stop> {
        let mut arms = vec![(self.condition()?, self.block()?)];
        loop {
            let before = self.at;
            self.skip_all()?;
            match self.word().as_str() {
                "elseif" => {
                    self.skip(6);
                    arms.push((self.condition()?, self.block()?));
                }
                "else" => {
                    self.skip(4);
                    let otherwise = Some(self.block()?);
                    return Ok(Statement::If { arms, otherwise });
                }
                _ => {
                    self.at = before;
                    let otherwise = None;
                    return Ok(Statement::If { arms, otherwise });
                }
            }
        }
    }

    fn foreach(&mut self) -> Result<Statement, Stop> {
        self.expect('(', "`foreach` is not understood")?;
        self.skip_all()?;
        let Expr::Variable(variable) = self.variable()? else {
            return Err("the variable of `foreach` is not understood");
        };
        self.skip_all()?;
        if self.word() != "in" {
            return Err("`foreach` is not understood");
        }
        self.skip(2);
        self.skip_all()?;
        let over = Box::new(self.nested(Self::statement)?);
        self.skip_all()?;
        self.expect(')', "`foreach` is not closed")?;
        let body = self.block()?;
        Ok(Statement::Foreach {
            variable,
            over,
            body,
        })
    }

    fn while_loop(&mut self) -> Result<Statement, Stop> {
        let parts = vec![self.condition()?];
        let body = self.block()?;
        Ok(Statement::Loop { parts, body })
    }

    fn for_loop(&mut self) -> Result<Statement, Stop> {
        self.expect('(', "`for` is not understood")?;
        let parts = self.statements(Some(')'))?;
        self.expect(')', "`for` is not closed")?;
        let body = self.block()?;
        Ok(Statement::Loop { parts, body })
    }

    fn do_loop(&mut self) -> Result<Statement, Stop> {
        let body = self.block()?;
        self.skip_all()?;
        match self.word().as_str() {
            "while" | "until" => self.skip(5),
            _ => return Err("`do` has no condition"),
        }
        let parts = vec![self.condition()?];
        Ok(Statement::Loop { parts, body })
    }

    fn switch(&mut self) -> Result<Statement, Stop> {
        while self.peek() == Some('-') {
            self.skip(1);
            let word = self.word();
            if !matches!(
                word.as_str(),
                "regex" | "wildcard" | "exact" | "casesensitive"
            ) {
                return Err("an option of `switch` is not understood");
            }
            self.skip(word.chars().count());
            self.skip_all()?;
        }
        let over = Box::new(self.condition()?);
        self.skip_all()?;
        self.expect('{', "`switch` has no block")?;
        let mut arms = Vec::new();
        loop {
            self.skip_all()?;
            match self.peek() {
                Some('}') => {
                    self.skip(1);
                    return Ok(Statement::Switch { over, arms });
                }
                Some(';') => self.skip(1),
                Some('{') => arms.push(self.block()?),
                Some(_) => {
                    let _condition = self.argument_value()?;
                    arms.push(self.block()?);
                }
                None => return Err("`switch` is not closed"),
            }
        }
    }

    fn attempt(&mut self) -> Result<Statement, Stop> {
        let mut blocks = vec![self.block()?];
        loop {
            let before = self.at;
            self.skip_all()?;
            match self.word().as_str() {
                "catch" => {
                    self.skip(5);
                    self.skip_all()?;
                    while self.peek() == Some('[') {
                        self.bracketed()?;
                        self.skip_all()?;
                        self.take(',');
                        self.skip_all()?;
                    }
                    blocks.push(self.block()?);
                }
                "finally" => {
                    self.skip(7);
                    blocks.push(self.block()?);
                }
                _ => {
                    self.at = before;
                    return Ok(Statement::Try(blocks));
                }
            }
        }
    }

    fn trap(&mut self) -> Result<Statement, Stop> {
        if self.peek() == Some('[') {
            self.bracketed()?;
        }
        Ok(Statement::Try(vec![self.block()?]))
    }

    fn leave(&mut self) -> Result<Statement, Stop> {
        let ends = self
            .peek()
            .is_none_or(|c| matches!(c, ';' | '\n' | '}' | ')'));
        if ends {
            return Ok(Statement::Leave(None));
        }
        let value = Box::new(self.nested(Self::statement)?);
        Ok(Statement::Leave(Some(value)))
    }
}
