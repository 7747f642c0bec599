//! `${ … }`.

use super::Refusal;
use super::dollar::plain;
use super::reader::{Read, Reader, is_name};
use super::word::{Ctx, Parts};
use crate::tree::{Arith, Param, ParamOp, Part, ReplaceKind, Word};

impl Reader<'_> {
    /// Behind `${`, up to and with the brace.
    pub(super) fn param(&mut self, quoted: bool) -> Read<Param> {
        let (length, indirect) = self.param_prefix()?;
        let mut param = plain(self.param_name()?);
        param.length = length;
        param.indirect = indirect;
        if self.take(b'[') {
            self.bash_only("subscripts")?;
            param.subscript = Some(self.subscript()?);
        }
        if self.take(b'}') {
            return Ok(param);
        }
        if length {
            return Err(Refusal::NotUnderstood("an operator behind `${#`"));
        }
        param.op = Some(self.param_op(&param, quoted || self.heredoc)?);
        self.expect(b'}')?;
        Ok(param)
    }

    /// `#` and `!` before the name.
    fn param_prefix(&mut self) -> Read<(bool, bool)> {
        let ends = self.look(1) == Some(b'}');
        match self.peek() {
            Some(b'#') if !ends => {
                let simple = self.look(1).is_some_and(is_name) || self.look(2) == Some(b'}');
                if !simple {
                    return Err(Refusal::NotUnderstood("an operator on `$#`"));
                }
                self.pass(1);
                Ok((true, false))
            }
            Some(b'!') if !ends => {
                self.bash_only("`${!x}`")?;
                if !self
                    .look(1)
                    .is_some_and(|byte| is_name(byte) || matches!(byte, b'#' | b'@' | b'*'))
                {
                    return Err(Refusal::NotUnderstood("an operator on `$!`"));
                }
                self.pass(1);
                Ok((false, true))
            }
            Some(_) | None => Ok((false, false)),
        }
    }

    fn param_name(&mut self) -> Read<String> {
        if let Some(len) = self.name_len() {
            return Ok(self.name(len));
        }
        match self.peek() {
            Some(b'0'..=b'9') => {
                let mut len: usize = 1;
                while self.look(len).is_some_and(|byte| byte.is_ascii_digit()) {
                    len = len.saturating_add(1);
                }
                Ok(self.name(len))
            }
            Some(b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!') => Ok(self.name(1)),
            Some(_) => Err(Refusal::NotUnderstood("this kind of `${ }`")),
            None => Err(Refusal::NotClosed),
        }
    }

    fn param_op(&mut self, param: &Param, quoted: bool) -> Read<ParamOp> {
        let colon = self.peek() == Some(b':');
        let after = if colon { self.look(1) } else { self.peek() };
        match after {
            Some(byte @ (b'-' | b'=' | b'?' | b'+')) => {
                self.pass(if colon { 2 } else { 1 });
                let word = self.param_word(quoted)?;
                return Ok(match byte {
                    b'-' => ParamOp::Default { colon, word },
                    b'=' => ParamOp::Assign { colon, word },
                    b'?' => ParamOp::Error { colon, word },
                    _ => ParamOp::Alternate { colon, word },
                });
            }
            Some(_) if colon => return self.substring(),
            Some(_) => {}
            None => return Err(Refusal::NotClosed),
        }
        match after {
            Some(b'#') => {
                let longest = self.twice(b'#');
                let pattern = self.maybe_word(Ctx::Param)?;
                Ok(ParamOp::RemovePrefix { longest, pattern })
            }
            Some(b'%') => {
                let longest = self.twice(b'%');
                let pattern = self.maybe_word(Ctx::Param)?;
                Ok(ParamOp::RemoveSuffix { longest, pattern })
            }
            Some(b'/') => self.replace(quoted),
            Some(byte @ (b'^' | b',' | b'~')) => {
                self.bash_only("an operator of bash in `${ }`")?;
                let mut operator = String::from(char::from(byte));
                if self.twice(byte) {
                    operator.push(char::from(byte));
                }
                let pattern = self.maybe_word(Ctx::Param)?;
                Ok(ParamOp::Case { operator, pattern })
            }
            Some(b'@' | b'*') => self.at_op(param),
            Some(_) | None => Err(self.syntax()),
        }
    }

    /// Passes the byte, once or twice; whether twice.
    fn twice(&mut self, byte: u8) -> bool {
        self.pass(1);
        self.take(byte)
    }

    fn param_word(&mut self, quoted: bool) -> Read<Word> {
        if !quoted {
            return self.maybe_word(Ctx::Param);
        }
        let mut out = Parts::default();
        self.quoted_in_braces(&mut out)?;
        Ok(out.word())
    }

    fn substring(&mut self) -> Read<ParamOp> {
        self.bash_only("`${x:offset}`")?;
        self.pass(1);
        let offset = self.arith(|reader| matches!(reader.look(0), Some(b':' | b'}')))?;
        let length = if self.take(b':') {
            Some(self.arith(|reader| reader.look(0) == Some(b'}'))?)
        } else {
            None
        };
        let terms = std::iter::once(&offset).chain(&length);
        if offset.word.parts.is_empty() || terms.into_iter().any(has_question) {
            return Err(Refusal::NotUnderstood("this kind of `${x:offset}`"));
        }
        Ok(ParamOp::Substring { offset, length })
    }

    fn replace(&mut self, quoted: bool) -> Read<ParamOp> {
        self.bash_only("`${x/a/b}`")?;
        self.pass(1);
        let kind = match self.peek() {
            Some(b'/') => ReplaceKind::All,
            Some(b'#') => ReplaceKind::Prefix,
            Some(b'%') => ReplaceKind::Suffix,
            Some(_) | None => ReplaceKind::First,
        };
        if kind != ReplaceKind::First {
            self.pass(1);
        }
        // A slash right here is part of the pattern for bash, but not behind the sign of an end, where something is put; and
        // where there is no pattern at all, it means nothing.
        let at_end = matches!(kind, ReplaceKind::Prefix | ReplaceKind::Suffix);
        if self.peek() == Some(b'}') || self.peek() == Some(b'/') && !at_end {
            return Err(Refusal::NotUnderstood("an empty pattern in `${x/a/b}`"));
        }
        let pattern = self.maybe_word(Ctx::Replaced)?;
        let with = if self.take(b'/') {
            self.replacement(quoted)?
        } else {
            Word::default()
        };
        Ok(ParamOp::Replace {
            kind,
            pattern,
            with,
        })
    }

    /// What is put in. Since 5.2 bash puts what was found where an `&` stands that no quotes of this word's own hide; our
    /// tree doesn't tell these quotes from those around the whole, so that text written anew would mean something else.
    fn replacement(&mut self, quoted: bool) -> Read<Word> {
        if quoted && self.peek() == Some(b'$') && self.look(1) == Some(b'\'') {
            return self.ansi_replacement();
        }
        let start = self.at;
        let word = self.param_word(quoted)?;
        let text = self.since(start);
        let found = text.contains('&') && (quoted || text.contains("\\\\"));
        let own_quotes = quoted && text.contains('"') && text.contains(['$', '`']);
        if found || own_quotes {
            return Err(Refusal::NotUnderstood(
                "quotes or `&` in what `${x/a/b}` puts in",
            ));
        }
        Ok(word)
    }

    /// `$'\n'` as all that is put in: also in double quotes bash takes these quotes off here, and only here.
    fn ansi_replacement(&mut self) -> Read<Word> {
        self.bash_only("`$'…'` in `${x/a/b}`")?;
        self.pass(2);
        let text = self.ansi()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || " \n\t,;:.-_/|".contains(c);
        if self.heredoc || self.peek() != Some(b'}') || !text.chars().all(plain) {
            return Err(Refusal::NotUnderstood("`$'…'` in what `${x/a/b}` puts in"));
        }
        let mut out = Parts::default();
        out.text(&text, true);
        Ok(out.word())
    }

    /// `@Q`, and `@` and `*` behind the prefix of names.
    fn at_op(&mut self, param: &Param) -> Read<ParamOp> {
        self.bash_only("`${x@…}`")?;
        let ends = self.look(1) == Some(b'}');
        let names = param.indirect && ends && param.subscript.is_none();
        let plain = self.peek() == Some(b'@') && self.look(2) == Some(b'}');
        if names {
            self.pass(1);
            return Ok(ParamOp::Names);
        }
        match self.look(1) {
            Some(byte @ (b'U' | b'u' | b'L' | b'Q' | b'E' | b'P' | b'A' | b'K' | b'a' | b'k'))
                if plain =>
            {
                self.pass(2);
                Ok(ParamOp::Transform(char::from(byte)))
            }
            Some(_) => Err(self.syntax()),
            None => Err(Refusal::NotClosed),
        }
    }
}

/// `a ? b : c` has a colon of its own.
fn has_question(term: &Arith) -> bool {
    let asks = |part: &Part| matches!(part, Part::Literal { text, .. } if text.contains('?'));
    term.word.parts.iter().any(asks)
}
