//! Variables, quoted texts and bare words.

use super::{Reader, Stop};
use crate::powershell::tree::Expr;

/// PowerShell takes typographic dashes and quotes for plain ones.
pub(super) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2013}' | '\u{2014}' | '\u{2015}')
}

pub(super) fn is_single(c: char) -> bool {
    matches!(c, '\'' | '\u{2018}'..='\u{201b}')
}

pub(super) fn is_double(c: char) -> bool {
    matches!(c, '"' | '\u{201c}'..='\u{201e}')
}

/// Where a bare word ends.
pub(super) fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, ';' | '|' | '&' | '(' | ')' | '{' | '}' | ',' | '>' | '<')
}

impl Reader {
    /// `$name`, `${name}`, `$scope:name`, in lower case; `$env:` stays in front, other scopes go.
    pub(super) fn variable(&mut self) -> Result<Expr, Stop> {
        self.expect('$', "a variable is missing")?;
        let name = self.variable_name()?;
        Ok(Expr::Variable(scoped(&name)))
    }

    fn variable_name(&mut self) -> Result<String, Stop> {
        let mut name = String::new();
        if self.take('{') {
            loop {
                match self.next().ok_or("a variable is not closed")? {
                    '}' => return Ok(name.to_lowercase()),
                    '`' => name.extend(self.next()),
                    c => name.push(c),
                }
            }
        }
        if let Some(c) = self.peek().filter(|c| matches!(c, '$' | '^' | '?')) {
            self.skip(1);
            return Ok(c.to_string());
        }
        while let Some(c) = self.peek() {
            let joins = c == ':'
                && self
                    .ahead(1)
                    .is_some_and(|c| c.is_alphanumeric() || c == '_');
            let named = c.is_alphanumeric() || c == '_' || (joins && !name.contains(':'));
            if !named {
                break;
            }
            name.push(c);
            self.skip(1);
        }
        if name.is_empty() {
            return Err("a variable has no name");
        }
        Ok(name.to_lowercase())
    }

    /// A text in quotes of either kind.
    pub(super) fn quoted(&mut self) -> Result<Expr, Stop> {
        let quote = self.next().ok_or("a text is missing")?;
        if is_double(quote) {
            return self.expanding(|it| it.peek().is_some_and(is_double), true);
        }
        let mut out = String::new();
        loop {
            let c = self.next().ok_or("a quote is not closed")?;
            if !is_single(c) {
                out.push(c);
            } else if self.peek().is_some_and(is_single) {
                self.skip(1);
                out.push('\'');
            } else {
                return Ok(Expr::Text(out));
            }
        }
    }

    /// `@'…'@` and `@"…"@`.
    pub(super) fn here(&mut self) -> Result<Expr, Stop> {
        self.skip(1);
        let quote = self.next().ok_or("a text is missing")?;
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.skip(1);
        }
        self.expect('\n', "a text of several lines is not understood")?;
        let closes = |it: &Self| {
            let close = |c: Option<char>| {
                c.is_some_and(|c| {
                    if is_single(quote) {
                        is_single(c)
                    } else {
                        is_double(c)
                    }
                })
            };
            it.peek() == Some('\n') && close(it.ahead(1)) && it.ahead(2) == Some('@')
        };
        if is_double(quote) {
            let out = self.expanding(closes, false)?;
            self.skip(2);
            return Ok(out);
        }
        let mut out = String::new();
        while !closes(self) {
            out.push(self.next().ok_or("a text of several lines is not closed")?);
        }
        self.skip(3);
        Ok(Expr::Text(out))
    }

    /// Text in which variables and sub-expressions are replaced, up to where it closes; the first closing sign is taken.
    fn expanding(&mut self, closes: impl Fn(&Self) -> bool, doubled: bool) -> Result<Expr, Stop> {
        let mut pieces = Pieces::default();
        loop {
            if closes(self) {
                self.skip(1);
                if doubled && self.peek().is_some_and(is_double) {
                    self.skip(1);
                    pieces.push('"');
                    continue;
                }
                return Ok(pieces.into_expr());
            }
            self.piece(&mut pieces)?;
        }
    }

    /// One sign, escape, variable or sub-expression.
    fn piece(&mut self, out: &mut Pieces) -> Result<(), Stop> {
        match (self.peek().ok_or("a text is not closed")?, self.ahead(1)) {
            ('`', _) => {
                self.skip(1);
                self.escape(out)
            }
            ('$', Some('(')) => {
                let value = self.nested(|it| {
                    it.skip(2);
                    let body = it.statements(Some(')'))?;
                    it.expect(')', "a parenthesis is not closed")?;
                    Ok(Expr::Sub { body, list: false })
                })?;
                out.value(value);
                Ok(())
            }
            ('$', Some(c)) if c.is_alphanumeric() || "_{$^?".contains(c) => {
                let value = self.variable()?;
                out.value(value);
                Ok(())
            }
            (c, _) => {
                self.skip(1);
                out.push(c);
                Ok(())
            }
        }
    }

    fn escape(&mut self, out: &mut Pieces) -> Result<(), Stop> {
        let c = self.next().ok_or("an escape is not finished")?;
        match c {
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            // Before PowerShell 6 this was no escape.
            'e' => out.push('e'),
            'a' | 'b' | 'f' | 'v' | '0' => return Err("an escape makes a control character"),
            'u' if self.peek() == Some('{') => {
                self.skip(1);
                let mut digits = String::new();
                while let Some(c) = self.peek().filter(char::is_ascii_hexdigit) {
                    digits.push(c);
                    self.skip(1);
                }
                self.expect('}', "an escape is not understood")?;
                let code = u32::from_str_radix(&digits, 16).ok();
                out.push(
                    code.and_then(char::from_u32)
                        .ok_or("an escape is not understood")?,
                );
            }
            '\n' => {}
            c => out.push(c),
        }
        Ok(())
    }

    /// A bare word, in which quotes and variables may stand.
    pub(super) fn bare(&mut self) -> Result<Expr, Stop> {
        let mut pieces = Pieces::default();
        let from = self.at;
        while let Some(c) = self.peek() {
            if ends_word(c) && !(c == '(' && self.chars.get(self.at.wrapping_sub(1)) == Some(&'$'))
            {
                break;
            }
            if is_single(c) || is_double(c) {
                let value = self.quoted()?;
                pieces.value(value);
            } else if c == '`' && self.ahead(1) == Some('\n') {
                break;
            } else if c == '`' {
                // Outside quotes only blanks and signs are worth an escape; letters keep their special meaning.
                self.skip(1);
                self.escape(&mut pieces)?;
            } else {
                self.piece(&mut pieces)?;
            }
        }
        if self.at == from {
            return Err("a word is not understood");
        }
        Ok(pieces.into_expr())
    }
}

/// `env:` stays; `global:`, `script:`, `local:`, `private:`, `using:` and `variable:` say only where a variable lives.
fn scoped(name: &str) -> String {
    match name.split_once(':') {
        Some(("global" | "script" | "local" | "private" | "using" | "variable", rest)) => {
            rest.to_owned()
        }
        Some(_) | None => name.to_owned(),
    }
}

#[derive(Default)]
struct Pieces {
    done: Vec<Expr>,
    text: String,
}

impl Pieces {
    fn push(&mut self, c: char) {
        self.text.push(c);
    }

    fn value(&mut self, value: Expr) {
        if let Expr::Text(text) = value {
            self.text.push_str(&text);
            return;
        }
        if !self.text.is_empty() {
            self.done.push(Expr::Text(std::mem::take(&mut self.text)));
        }
        self.done.push(value);
    }

    fn into_expr(mut self) -> Expr {
        if self.done.is_empty() {
            return Expr::Text(self.text);
        }
        if !self.text.is_empty() {
            self.done.push(Expr::Text(self.text));
        }
        Expr::Expand(self.done)
    }
}
