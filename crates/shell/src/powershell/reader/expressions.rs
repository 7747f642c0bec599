//! Expressions, by rising precedence.

use std::rc::Rc;

use super::{Reader, Stop, text};
use crate::powershell::tree::{Expr, Statement};

impl Reader {
    pub(super) fn expression(&mut self) -> Result<Expr, Stop> {
        self.nested(|it| it.binary(1, true))
    }

    pub(super) fn expression_without_comma(&mut self) -> Result<Expr, Stop> {
        self.nested(|it| it.binary(1, false))
    }

    fn binary(&mut self, floor: u8, comma: bool) -> Result<Expr, Stop> {
        let mut left = self.commas(comma)?;
        loop {
            let before = self.at;
            self.skip_blanks()?;
            let Some((operator, level, length)) = self.operator().filter(|it| it.1 >= floor) else {
                self.at = before;
                return Ok(left);
            };
            self.skip(length);
            self.skip_all()?;
            let right = self.nested(|it| it.binary(level.saturating_add(1), comma))?;
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
    }

    fn commas(&mut self, comma: bool) -> Result<Expr, Stop> {
        if comma && self.take(',') {
            self.skip_all()?;
            return Ok(Expr::List(vec![self.nested(Self::unary)?]));
        }
        let mut all = vec![self.nested(Self::unary)?];
        loop {
            if !comma {
                break;
            }
            let before = self.at;
            self.skip_blanks()?;
            if !self.take(',') {
                self.at = before;
                break;
            }
            self.skip_all()?;
            all.push(self.nested(Self::unary)?);
        }
        match <[Expr; 1]>::try_from(all) {
            Ok([one]) => Ok(one),
            Err(all) => Ok(Expr::List(all)),
        }
    }

    fn unary(&mut self) -> Result<Expr, Stop> {
        match self.peek() {
            Some('!') => self.prefixed("not", 1),
            Some('+') => self.prefixed("+", if self.ahead(1) == Some('+') { 2 } else { 1 }),
            Some(c) if text::is_dash(c) => {
                let rest = self.chars.iter().skip(self.at.saturating_add(1));
                let name: String = rest.take_while(|c| c.is_alphabetic()).take(16).collect();
                let name = name.to_lowercase();
                match name.as_str() {
                    "not" | "bnot" | "join" | "split" | "isplit" | "csplit" => {
                        self.prefixed(&name, name.len().saturating_add(1))
                    }
                    "" if self.ahead(1).is_some_and(text::is_dash) => self.prefixed("++", 2),
                    "" => self.prefixed("-", 1),
                    _ => Err("an operator is not understood"),
                }
            }
            Some('[') => self.type_or_cast(),
            Some(_) | None => self.postfixed(),
        }
    }

    fn prefixed(&mut self, operator: &str, length: usize) -> Result<Expr, Stop> {
        self.skip(length);
        self.skip_all()?;
        let value = if matches!(operator, "join" | "split" | "isplit" | "csplit") {
            self.nested(|it| it.commas(false))?
        } else {
            self.nested(Self::unary)?
        };
        Ok(Expr::Unary(operator.to_owned(), Box::new(value)))
    }

    fn type_or_cast(&mut self) -> Result<Expr, Stop> {
        let name = self.type_name()?;
        if self.sees("::") {
            return self.postfix(Expr::Type(name));
        }
        let before = self.at;
        self.skip_blanks()?;
        let value = match self.peek() {
            Some('$' | '(' | '@' | '[' | '{') => true,
            Some(c) if text::is_single(c) || text::is_double(c) => true,
            Some(c) if c.is_ascii_digit() || (text::is_dash(c) && self.at == before) => true,
            Some(_) | None => false,
        };
        if !value {
            self.at = before;
            return self.postfix(Expr::Type(name));
        }
        let inner = self.nested(Self::unary)?;
        Ok(Expr::Cast(name, Box::new(inner)))
    }

    /// `[System.Text.Encoding]`, in lower case and without `system.`
    fn type_name(&mut self) -> Result<String, Stop> {
        let mut name = String::new();
        let mut open = 0_usize;
        loop {
            match self.next().ok_or("a type is not closed")? {
                '[' => {
                    open = open.saturating_add(1);
                    name.push('[');
                }
                ']' => {
                    open = open.saturating_sub(1);
                    name.push(']');
                    if open == 0 {
                        break;
                    }
                }
                c if c.is_alphanumeric() || "._,+= ".contains(c) => name.extend(c.to_lowercase()),
                _ => return Err("a type is not understood"),
            }
        }
        let name = name.strip_prefix('[').unwrap_or(&name);
        let name = name.strip_suffix(']').unwrap_or(name).trim();
        // The assembly behind a type's name changes nothing.
        let name = match name.split_once(',') {
            Some((name, _)) if !name.contains('[') => name.trim(),
            Some(_) | None => name,
        };
        Ok(name.strip_prefix("system.").unwrap_or(name).to_owned())
    }

    /// A value and what hangs on it.
    pub(super) fn postfixed(&mut self) -> Result<Expr, Stop> {
        let value = self.primary()?;
        self.postfix(value)
    }

    fn postfix(&mut self, mut value: Expr) -> Result<Expr, Stop> {
        loop {
            match (self.peek(), self.ahead(1)) {
                (Some(':'), Some(':')) => {
                    self.skip(2);
                    value = self.member(value, true)?;
                }
                (Some('?'), Some('.')) => {
                    self.skip(2);
                    value = self.member(value, false)?;
                }
                (Some('.'), Some(c)) if c.is_alphabetic() || "_$('\"".contains(c) => {
                    self.skip(1);
                    value = self.member(value, false)?;
                }
                (Some('['), _) => {
                    self.skip(1);
                    self.skip_all()?;
                    let index = self.expression()?;
                    self.skip_all()?;
                    self.expect(']', "an index is not closed")?;
                    value = Expr::Index(Box::new(value), Box::new(index));
                }
                (Some('+'), Some('+')) => {
                    self.skip(2);
                    value = Expr::Unary("++".to_owned(), Box::new(value));
                }
                (Some(a), Some(b)) if text::is_dash(a) && text::is_dash(b) => {
                    self.skip(2);
                    value = Expr::Unary("++".to_owned(), Box::new(value));
                }
                (Some(_) | None, Some(_) | None) => return Ok(value),
            }
        }
    }

    fn member(&mut self, of: Expr, is_static: bool) -> Result<Expr, Stop> {
        let name = match self.peek() {
            Some('$') => self.variable()?,
            Some('(') => self.primary()?,
            Some(c) if text::is_single(c) || text::is_double(c) => self.quoted()?,
            Some(_) | None => {
                let rest = self.chars.iter().skip(self.at);
                let name: String = rest
                    .take_while(|c| c.is_alphanumeric() || **c == '_')
                    .take(128)
                    .collect();
                if name.is_empty() {
                    return Err("a member has no name");
                }
                self.skip(name.chars().count());
                Expr::Text(name.to_lowercase())
            }
        };
        let mut arguments = None;
        if self.take('(') {
            arguments = Some(self.call_arguments()?);
        } else if self.peek() == Some('{') {
            let block = self.block()?;
            arguments = Some(vec![Expr::Block(Rc::new(block))]);
        }
        Ok(Expr::Member {
            of: Box::new(of),
            name: Box::new(name),
            arguments,
            is_static,
        })
    }

    fn call_arguments(&mut self) -> Result<Vec<Expr>, Stop> {
        let mut out = Vec::new();
        loop {
            self.skip_all()?;
            if self.take(')') {
                return Ok(out);
            }
            if !out.is_empty() {
                self.expect(',', "arguments are not understood")?;
                self.skip_all()?;
            }
            out.push(self.expression_without_comma()?);
        }
    }

    fn primary(&mut self) -> Result<Expr, Stop> {
        match (self.peek().ok_or("a value is missing")?, self.ahead(1)) {
            ('$', Some('(')) | ('@', Some('(')) => {
                let list = self.peek() == Some('@');
                self.skip(2);
                self.sub(list)
            }
            ('(', _) => {
                self.skip(1);
                self.sub(false)
            }
            ('$', _) => self.variable(),
            ('@', Some('{')) => {
                self.skip(2);
                self.table()
            }
            ('@', Some(c)) if text::is_single(c) || text::is_double(c) => self.here(),
            ('{', _) => Ok(Expr::Block(Rc::new(self.block()?))),
            ('[', _) => self.type_or_cast(),
            (c, _) if text::is_single(c) || text::is_double(c) => self.quoted(),
            (c, _) if c.is_ascii_digit() => {
                let (number, length) = self.number_here().ok_or("a number is not understood")?;
                self.skip(length);
                Ok(number)
            }
            (_, _) => Err("a value is not understood"),
        }
    }

    fn sub(&mut self, list: bool) -> Result<Expr, Stop> {
        let body = self.nested(|it| it.statements(Some(')')))?;
        self.expect(')', "a parenthesis is not closed")?;
        Ok(Expr::Sub { body, list })
    }

    fn table(&mut self) -> Result<Expr, Stop> {
        let mut rows: Vec<(Expr, Statement)> = Vec::new();
        loop {
            self.skip_all()?;
            match self.peek() {
                Some('}') => {
                    self.skip(1);
                    return Ok(Expr::Table(rows));
                }
                Some(';') => self.skip(1),
                Some(_) => {
                    let word = self.word();
                    let key = if word.is_empty() {
                        self.nested(Self::postfixed)?
                    } else {
                        self.skip(word.chars().count());
                        Expr::Text(word)
                    };
                    self.skip_all()?;
                    self.expect('=', "a table is not understood")?;
                    self.skip_all()?;
                    let mut body = self.nested(|it| it.table_value())?;
                    let value = body.pop().ok_or("a value is missing")?;
                    rows.push((key, value));
                }
                None => return Err("a table is not closed"),
            }
        }
    }

    fn table_value(&mut self) -> Result<Vec<Statement>, Stop> {
        Ok(vec![Statement::Chain(vec![self.pipeline()?])])
    }

    /// A number here and its length; none where the word goes on and is a name (`7z`).
    pub(super) fn number_here(&self) -> Option<(Expr, usize)> {
        let rest = self.chars.iter().skip(self.at);
        let word: String = rest
            .take_while(|c| c.is_ascii_alphanumeric() || **c == '.')
            .take(40)
            .collect();
        let word = word.split("..").next().unwrap_or_default().to_lowercase();
        let word = word.trim_end_matches('.');
        let (digits, times) = ["kb", "mb", "gb", "tb", "l", "d"]
            .iter()
            .find_map(|unit| Some((word.strip_suffix(unit)?, *unit)))
            .filter(|_| !word.starts_with("0x"))
            .unwrap_or((word, ""));
        let factor: i64 = match times {
            "kb" => 1_024,
            "mb" => 1_048_576,
            "gb" => 1_073_741_824,
            _ => 1,
        };
        let value = match digits.strip_prefix("0x") {
            Some(hex) => i64::from_str_radix(hex, 16).ok()?,
            None => match digits.parse::<i64>() {
                Ok(value) => value,
                // A fraction counts as text: nothing is decided by it.
                Err(_) => {
                    let _ = digits
                        .parse::<f64>()
                        .ok()
                        .filter(|_| digits.contains('.'))?;
                    return Some((Expr::Text(digits.to_owned()), word.len()));
                }
            },
        };
        let ends = self
            .ahead(word.len())
            .is_none_or(|c| text::ends_word(c) || ".]*+/%=-:?".contains(c));
        ends.then(|| (Expr::Number(value.saturating_mul(factor)), word.len()))
    }
}
