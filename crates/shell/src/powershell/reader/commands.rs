//! Pipelines, commands and their arguments.

use super::{Reader, Stop, text};
use crate::powershell::tree::{Argument, Call, Expr, Kind, Pipeline, Stage};

impl Reader {
    pub(super) fn pipeline(&mut self) -> Result<Pipeline, Stop> {
        let mut stages = vec![self.nested(|it| it.stage(true))?];
        loop {
            let before = self.at;
            self.skip_blanks()?;
            // A pipe may begin the next line.
            if self.peek() == Some('\n') {
                self.skip_all()?;
                if self.peek() != Some('|') {
                    self.at = before;
                    return Ok(Pipeline { stages });
                }
            }
            if self.peek() != Some('|') || self.ahead(1) == Some('|') {
                return Ok(Pipeline { stages });
            }
            self.skip(1);
            self.skip_all()?;
            stages.push(self.nested(|it| it.stage(false))?);
        }
    }

    fn stage(&mut self, first: bool) -> Result<Stage, Stop> {
        let from = self.at;
        let call = self.call_operator();
        self.skip_blanks()?;
        if call == Call::Plain && self.begins_expression() {
            let expression = self.expression()?;
            let mut redirections = Vec::new();
            self.skip_blanks()?;
            while self.redirection(&mut redirections)? {
                self.skip_blanks()?;
            }
            if !first && !matches!(expression, Expr::Block(_)) {
                return Err("an expression stands behind a pipe");
            }
            return Ok(Stage {
                kind: Kind::Expression(expression),
                redirections,
                shown: self.between(from),
            });
        }
        let name = self.command_name()?;
        let (arguments, redirections) = self.arguments()?;
        Ok(Stage {
            kind: Kind::Command {
                call,
                name,
                arguments,
            },
            redirections,
            shown: self.between(from),
        })
    }

    fn call_operator(&mut self) -> Call {
        let blank = |c: Option<char>| c.is_some_and(|c| c.is_whitespace() || "$('\"{".contains(c));
        match self.peek() {
            Some('&') if self.ahead(1) != Some('&') => {
                self.skip(1);
                Call::Operator
            }
            Some('.') if blank(self.ahead(1)) => {
                self.skip(1);
                Call::Dot
            }
            Some(_) | None => Call::Plain,
        }
    }

    fn begins_expression(&self) -> bool {
        match self.peek() {
            Some('$' | '(' | '[' | '{' | '!' | ',') => true,
            Some('@') => matches!(self.ahead(1), Some('(' | '{' | '\'' | '"')),
            Some('+') => true,
            Some(c) if text::is_dash(c) => true,
            Some(c) if text::is_single(c) || text::is_double(c) => true,
            Some(c) if c.is_ascii_digit() => self.number_here().is_some(),
            Some(_) | None => false,
        }
    }

    fn command_name(&mut self) -> Result<Expr, Stop> {
        match self.peek() {
            None => Err("a command is missing"),
            Some(c) if text::ends_word(c) && !matches!(c, '(' | '{') => Err("a command is missing"),
            Some(_) => self.argument_value(),
        }
    }

    fn arguments(&mut self) -> Result<(Vec<Argument>, Vec<Expr>), Stop> {
        let mut arguments = Vec::new();
        let mut redirections = Vec::new();
        loop {
            self.skip_blanks()?;
            if self.redirection(&mut redirections)? {
                continue;
            }
            match self.peek() {
                None | Some('\n' | ';' | '|' | ')' | '}' | '&') => {
                    return Ok((arguments, redirections));
                }
                Some('<') => return Err("input from a file is not understood"),
                Some(']') => self.argument(&mut arguments)?,
                Some(_) if self.sees("--%") => {
                    self.skip(3);
                    arguments.push(Argument::Verbatim(self.verbatim()));
                }
                Some(_) => self.argument(&mut arguments)?,
            }
        }
    }

    fn argument(&mut self, out: &mut Vec<Argument>) -> Result<(), Stop> {
        let splats = self.peek() == Some('@')
            && self.ahead(1).is_some_and(|c| c.is_alphabetic() || c == '_');
        if splats {
            self.skip(1);
            let name = self.word();
            self.skip(name.chars().count());
            out.push(Argument::Splat(name));
            return Ok(());
        }
        let dash = self.peek().is_some_and(text::is_dash)
            && self
                .ahead(1)
                .is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '?'));
        let argument = if dash {
            self.dash()?
        } else {
            Argument::Value(self.list_value()?)
        };
        out.push(argument);
        Ok(())
    }

    /// `-Name`, `-Name:value`
    fn dash(&mut self) -> Result<Argument, Stop> {
        let from = self.at;
        self.skip(1);
        let mut name = String::new();
        while let Some(c) = self.peek().filter(|c| !text::ends_word(*c) && *c != ':') {
            name.push(c);
            self.skip(1);
        }
        if !self.take(':') {
            self.at = from;
            let word = self.bare()?;
            return Ok(Argument::Dash {
                word,
                name: name.replace('`', ""),
                value: None,
            });
        }
        let value = self.list_value().ok();
        let behind = self.at;
        self.at = from;
        let word = self.bare();
        self.at = behind;
        Ok(Argument::Dash {
            word: word?,
            name: name.replace('`', ""),
            value,
        })
    }

    /// A value, or several with commas.
    fn list_value(&mut self) -> Result<Expr, Stop> {
        let first = self.argument_value()?;
        let mut all = vec![first];
        loop {
            let before = self.at;
            self.skip_blanks()?;
            if !self.take(',') {
                self.at = before;
                break;
            }
            self.skip_all()?;
            all.push(self.argument_value()?);
        }
        match <[Expr; 1]>::try_from(all) {
            Ok([one]) => Ok(one),
            Err(all) => Ok(Expr::List(all)),
        }
    }

    /// One argument: an expression that is marked as one, or a bare word.
    pub(super) fn argument_value(&mut self) -> Result<Expr, Stop> {
        let from = self.at;
        let marked = match self.peek() {
            Some('$' | '(' | '{') => true,
            Some('@') => matches!(self.ahead(1), Some('(' | '{' | '\'' | '"')),
            Some(c) => text::is_single(c) || text::is_double(c),
            None => return Err("an argument is missing"),
        };
        if !marked {
            return self.bare();
        }
        let value = self.nested(Self::postfixed)?;
        let generic =
            self.chars.get(from) == Some(&'$') && self.peek().is_some_and(|c| !text::ends_word(c));
        if !generic {
            return Ok(value);
        }
        self.at = from;
        self.bare()
    }

    /// `> x`, `2>&1`, `*>> x`: where it is written to; `$null` and streams leave nothing.
    fn redirection(&mut self, out: &mut Vec<Expr>) -> Result<bool, Stop> {
        let skip = match (self.peek(), self.ahead(1)) {
            (Some('>'), _) => 0,
            (Some(c), Some('>')) if c.is_ascii_digit() || c == '*' => 1,
            (Some(_) | None, _) => return Ok(false),
        };
        self.skip(skip);
        self.skip(1);
        self.take('>');
        if self.take('&') {
            return match self.next() {
                Some(c) if c.is_ascii_digit() => Ok(true),
                Some(_) | None => Err("a redirection is not understood"),
            };
        }
        self.skip_blanks()?;
        let target = self.argument_value()?;
        if target != Expr::Variable("null".to_owned()) {
            out.push(target);
        }
        Ok(true)
    }

    fn verbatim(&mut self) -> String {
        let mut out = String::new();
        let mut quoted = false;
        while let Some(c) = self.peek() {
            quoted ^= c == '"';
            if c == '\n' || (!quoted && (c == '|' || self.sees("&&"))) {
                break;
            }
            out.push(c);
            self.skip(1);
        }
        out
    }
}
