//! Script blocks and functions: parameters, their attributes and the body.

use std::rc::Rc;

use super::{Reader, Stop};
use crate::powershell::tree::{Block, Expr, Parameter, Statement};

impl Reader {
    pub(super) fn function(&mut self) -> Result<Statement, Stop> {
        let mut name = String::new();
        while let Some(c) = self
            .peek()
            .filter(|c| c.is_alphanumeric() || "_-:.?%".contains(*c))
        {
            name.extend(c.to_lowercase());
            self.skip(1);
        }
        self.skip_all()?;
        let declared = if self.take('(') {
            self.parameters()?
        } else {
            Vec::new()
        };
        let mut block = self.block()?;
        if name.is_empty() {
            return Err("a function has no name");
        }
        if !declared.is_empty() {
            block.parameters = declared;
        }
        let name = match name.rsplit_once(':') {
            Some((_, name)) => name.to_owned(),
            None => name,
        };
        let block = Rc::new(block);
        Ok(Statement::Function { name, block })
    }

    /// `{ … }`
    pub(super) fn block(&mut self) -> Result<Block, Stop> {
        self.skip_all()?;
        self.expect('{', "a block is missing")?;
        let block = self.nested(Self::block_body)?;
        self.expect('}', "a block is not closed")?;
        Ok(block)
    }

    fn block_body(&mut self) -> Result<Block, Stop> {
        self.skip_all()?;
        self.skip_attributes()?;
        let mut parameters = Vec::new();
        if self.word() == "param" {
            self.skip(5);
            self.skip_all()?;
            self.expect('(', "parameters are missing")?;
            parameters = self.parameters()?;
        }
        let body = self.statements(Some('}'))?;
        Ok(Block { parameters, body })
    }

    /// `[CmdletBinding()]` in front of `param`; a type in front of an expression stays.
    fn skip_attributes(&mut self) -> Result<(), Stop> {
        loop {
            let start = self.at;
            if self.peek() != Some('[') || self.bracketed().is_err() {
                self.at = start;
                return Ok(());
            }
            self.skip_all()?;
            if self.word() != "param" && self.peek() != Some('[') {
                self.at = start;
                return Ok(());
            }
        }
    }

    /// `[…]` without a look inside; nothing in it may run.
    pub(super) fn bracketed(&mut self) -> Result<(), Stop> {
        let mut open = 0_usize;
        loop {
            match self.next().ok_or("a bracket is not closed")? {
                '[' => open = open.saturating_add(1),
                ']' => open = open.saturating_sub(1),
                '{' | '$' | '"' | '`' | '@' => return Err("an attribute is not understood"),
                _ => {}
            }
            if open == 0 {
                return Ok(());
            }
        }
    }

    pub(super) fn parameters(&mut self) -> Result<Vec<Parameter>, Stop> {
        let mut out = Vec::new();
        loop {
            self.skip_all()?;
            match self.peek() {
                Some(')') => {
                    self.skip(1);
                    return Ok(out);
                }
                Some(',') => self.skip(1),
                Some('[') => self.parameter_attribute()?,
                Some('$') => {
                    let Expr::Variable(name) = self.variable()? else {
                        return Err("a parameter is not understood");
                    };
                    self.skip_all()?;
                    let mut default = None;
                    if self.take('=') {
                        self.skip_all()?;
                        default = Some(self.expression_without_comma()?);
                    }
                    out.push(Parameter { name, default });
                }
                Some(_) | None => return Err("parameters are not understood"),
            }
        }
    }

    fn parameter_attribute(&mut self) -> Result<(), Stop> {
        let start = self.at;
        if self.bracketed().is_ok() {
            return Ok(());
        }
        // `[Parameter(Mandatory=$true)]`
        self.at = start;
        while let Some(c) = self.next() {
            match c {
                ']' => return Ok(()),
                '{' | '"' | '`' | '@' => break,
                '$' if !self.sees("true") && !self.sees("false") => break,
                _ => {}
            }
        }
        Err("an attribute is not understood")
    }
}
