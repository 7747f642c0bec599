//! Quotes: `'…'`, `"…"`, `$'…'`, backquotes, and the text of here-documents.

use super::Refusal;
use super::reader::{Read, Reader};
use super::word::Parts;
use crate::tree::Part;

/// What ends quoted text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// `"`
    Quote,
    /// `}` of `${ }` inside of double quotes.
    Brace,
    /// The end of a here-document's body.
    Text,
}

impl<'a> Reader<'a> {
    /// `'…'`, at its quote: what is in it.
    pub(super) fn single_quoted(&mut self) -> Read<&'a str> {
        self.pass(1);
        let text = self.run(|byte| byte != b'\'');
        if self.raw(self.at).is_none() {
            return Err(Refusal::NotClosed);
        }
        self.at = self.at.saturating_add(1);
        Ok(text)
    }
}

impl Reader<'_> {
    /// `"…"`, at its quote.
    pub(super) fn double_quoted(&mut self, out: &mut Parts) -> Read<()> {
        self.pass(1);
        let parts = out.parts.len();
        let start = self.at;
        self.deeper(|reader| reader.quoted(End::Quote, out))?;
        if parts == out.parts.len() && self.since(start).len() <= 1 {
            out.text("", true);
        }
        self.expect(b'"')
    }

    /// The body of a here-document, whole.
    pub(super) fn heredoc_parts(&mut self, out: &mut Parts) -> Read<()> {
        self.quoted(End::Text, out)
    }

    /// A word in `${ }` in double quotes, up to its brace.
    pub(super) fn quoted_in_braces(&mut self, out: &mut Parts) -> Read<()> {
        self.quoted(End::Brace, out)
    }

    fn quoted(&mut self, end: End, out: &mut Parts) -> Read<()> {
        while let Some(byte) = self.peek() {
            match byte {
                b'"' if end == End::Quote => return Ok(()),
                b'}' if end == End::Brace => return Ok(()),
                b'"' | b'\'' if end == End::Brace => self.quote_in_braces(byte, out)?,
                b'\\' => self.quoted_escape(end, out)?,
                b'$' => self.dollar(true, out)?,
                b'`' => self.backquoted(end != End::Text, out)?,
                _ => {
                    let c = self.character()?;
                    out.char(c, true);
                    let text =
                        self.run(|byte| !matches!(byte, b'"' | b'\'' | b'}' | b'\\' | b'$' | b'`'));
                    out.text(text, true);
                }
            }
        }
        if end == End::Text {
            Ok(())
        } else {
            Err(Refusal::NotClosed)
        }
    }

    /// Quotes in `"${x:-…}"`: double ones quote again, and bash wants single ones in pairs but does not take them off.
    fn quote_in_braces(&mut self, byte: u8, out: &mut Parts) -> Read<()> {
        self.bash_only("quotes in `${ }` in double quotes")?;
        if byte == b'\'' || self.heredoc {
            return Err(Refusal::NotUnderstood(
                "these quotes in `${ }` in double quotes",
            ));
        }
        self.double_quoted(out)
    }

    fn quoted_escape(&mut self, end: End, out: &mut Parts) -> Read<()> {
        let escaped = match self.raw(self.at.saturating_add(1)) {
            Some(b'$' | b'`' | b'\\') => true,
            Some(b'"') if end == End::Brace && self.heredoc => {
                return Err(Refusal::NotUnderstood(
                    "quotes in an expansion in a here-document",
                ));
            }
            Some(b'"') => end != End::Text,
            Some(b'}') => end == End::Brace,
            Some(_) | None => false,
        };
        self.pass(1);
        if escaped {
            let c = self.character()?;
            out.char(c, true);
        } else {
            out.char('\\', true);
        }
        Ok(())
    }

    /// Backquotes, at the first: their text is unescaped and read as a script of its own.
    pub(super) fn backquoted(&mut self, quoted: bool, out: &mut Parts) -> Read<()> {
        self.pass(1);
        let start = self.at;
        let mut text = String::new();
        loop {
            match self.peek() {
                None => return Err(Refusal::NotClosed),
                Some(b'`') => break,
                Some(b'\\') => self.backquoted_escape(quoted, &mut text)?,
                Some(_) => {
                    text.push(self.character()?);
                    text.push_str(self.run(|byte| !matches!(byte, b'`' | b'\\')));
                }
            }
        }
        if !self.pending.is_empty() && self.since(start).contains('\n') {
            return Err(Refusal::NotUnderstood(
                "a newline in a substitution before the body of a here-document",
            ));
        }
        self.pass(1);
        let script = self.within(|outer| {
            outer.count_opinion(text.len())?;
            outer.other(&text, |reader| reader.whole())
        })?;
        let quoted = quoted || self.heredoc;
        out.part(Part::Command { script, quoted });
        Ok(())
    }

    fn backquoted_escape(&mut self, quoted: bool, text: &mut String) -> Read<()> {
        self.pass(1);
        let c = self.character()?;
        if c == '"' && (self.heredoc || quoted) {
            self.bash_only("an escaped quote in backquotes")?;
            if self.heredoc {
                return Err(Refusal::NotUnderstood(
                    "an escaped quote in backquotes in a here-document",
                ));
            }
            text.push(c);
            return Ok(());
        }
        if !matches!(c, '$' | '`' | '\\') {
            text.push('\\');
        }
        text.push(c);
        Ok(())
    }

    /// Behind `$'`, up to and with the quote: what it stands for.
    pub(super) fn ansi(&mut self) -> Read<String> {
        let mut text = String::new();
        loop {
            text.push_str(self.run(|byte| !matches!(byte, b'\'' | b'\\')));
            match self.raw(self.at) {
                None => return Err(Refusal::NotClosed),
                Some(b'\'') => break,
                Some(_) => self.ansi_escape(&mut text)?,
            }
        }
        self.at = self.at.saturating_add(1);
        Ok(text)
    }

    fn ansi_escape(&mut self, text: &mut String) -> Read<()> {
        self.at = self.at.saturating_add(1);
        let start = self.at;
        let c = self.character()?;
        let plain = match c {
            'a' => '\x07',
            'b' => '\x08',
            'e' | 'E' => '\x1b',
            'f' => '\x0c',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\x0b',
            '\\' | '\'' | '"' | '?' => c,
            'x' => self.code(16, 2)?,
            'u' => self.code(16, 4)?,
            'U' => self.code(16, 8)?,
            '0'..='7' => {
                self.at = start;
                self.code(8, 3)?
            }
            'c' | 'C' | 'M' => return Err(Refusal::NotUnderstood("this escape in `$'…'`")),
            other => {
                text.push('\\');
                other
            }
        };
        text.push(plain);
        Ok(())
    }

    /// The character with the number that stands here. Zero ends the string in bash, and single bytes above ASCII are no
    /// characters: both are refused.
    fn code(&mut self, radix: u32, digits_max: usize) -> Read<char> {
        let start = self.at;
        while self.since(start).len() < digits_max
            && self
                .raw(self.at)
                .is_some_and(|byte| char::from(byte).is_digit(radix))
        {
            self.at = self.at.saturating_add(1);
        }
        let value = u32::from_str_radix(self.since(start), radix).ok();
        let bytes = digits_max <= 3;
        let found = value
            .filter(|value| *value != 0 && !(bytes && *value > 127))
            .and_then(char::from_u32);
        found.ok_or(Refusal::NotUnderstood("this number in `$'…'`"))
    }
}
