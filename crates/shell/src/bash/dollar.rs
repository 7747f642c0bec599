//! What begins with `$`, but for the inside of `${ }`.

use super::reader::{Read, Reader, is_name};
use super::word::Parts;
use super::{Dialect, Refusal};
use crate::tree::{Param, Part, Script};

impl Reader<'_> {
    /// At `$`: an expansion, a quote, or a dollar that stands for itself.
    pub(super) fn dollar(&mut self, quoted: bool, out: &mut Parts) -> Read<()> {
        match self.look(1) {
            Some(b'(') if self.look(2) == Some(b'(') && self.closes_twice(3) => {
                self.pass(3);
                let expression = self.arith(Self::at_double_paren)?;
                self.pass(2);
                out.part(Part::Arith { expression, quoted });
            }
            Some(b'(') => {
                self.pass(2);
                let script = self.parenthesised()?;
                out.part(Part::Command { script, quoted });
            }
            Some(b'{') => {
                self.pass(2);
                let param = self.deeper(|reader| reader.within(|inner| inner.param(quoted)))?;
                out.part(Part::Param {
                    param: Box::new(param),
                    quoted,
                });
            }
            Some(b'[') => {
                self.bash_only("`$[ ]`")?;
                self.pass(2);
                let expression = self.arith(|reader| reader.look(0) == Some(b']'))?;
                self.pass(1);
                out.part(Part::Arith { expression, quoted });
            }
            Some(b'\'') if !quoted && !self.heredoc => {
                self.not_sh("`$'…'`")?;
                self.pass(2);
                let text = self.ansi()?;
                out.text(&text, true);
            }
            Some(b'"') if !quoted && !self.heredoc => {
                self.bash_only("`$\"…\"`")?;
                self.pass(1);
                self.double_quoted(out)?;
            }
            next => self.named(next, quoted, out)?,
        }
        Ok(())
    }

    /// Behind `$(` or `<(`, up to and with the parenthesis.
    pub(super) fn parenthesised(&mut self) -> Read<Script> {
        let start = self.at;
        self.within(|outer| {
            let script = outer.deeper(|reader| reader.scope(Self::script))?;
            outer.expect(b')')?;
            outer.count_opinion(outer.since(start).len())?;
            Ok(script)
        })
    }

    /// `$x`, `$1`, `$?`, or a dollar that stands for itself.
    fn named(&mut self, next: Option<u8>, quoted: bool, out: &mut Parts) -> Read<()> {
        self.pass(1);
        let name = match next {
            Some(b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!') => self.name(1),
            Some(byte) if is_name(byte) => {
                let len = self.next_name_len();
                self.name(len)
            }
            Some(_) | None => {
                self.lone_dollar(next)?;
                out.text("$", true);
                return Ok(());
            }
        };
        if self.dialect == Dialect::Zsh {
            self.fit_for_zsh(&name)?;
        }
        out.part(Part::Param {
            param: Box::new(plain(name)),
            quoted,
        });
        Ok(())
    }

    fn next_name_len(&mut self) -> usize {
        self.peek();
        self.name_len().unwrap_or(0)
    }

    fn lone_dollar(&self, next: Option<u8>) -> Read<()> {
        if self.heredoc && next == Some(b'}') {
            return Err(Refusal::NotUnderstood(
                "a lone `$` in an expansion in a here-document",
            ));
        }
        if matches!(
            next,
            Some(b'^' | b'=' | b'~' | b'+' | b'<' | b':' | b'.' | b',' | 0x80..)
        ) {
            self.not_zsh("a `$` before this character")?;
        }
        Ok(())
    }

    /// zsh takes `$x[1]`, `$x:h` and `$#x` as one expansion.
    fn fit_for_zsh(&mut self, name: &str) -> Read<()> {
        let next = self.peek();
        let more = matches!(next, Some(b'[' | b':'));
        let length =
            matches!(name, "#" | "?" | "$" | "!" | "-" | "*" | "@") && next.is_some_and(is_name);
        if more
            || length
            || (name == "#"
                && matches!(
                    next,
                    Some(b'@' | b'*' | b'{' | b'$' | b'!' | b'?' | b'-' | b'#')
                ))
        {
            return Err(Refusal::Dialect("an expansion without braces"));
        }
        Ok(())
    }
}

/// `$name`.
pub(super) fn plain(name: String) -> Param {
    Param {
        name,
        subscript: None,
        length: false,
        indirect: false,
        op: None,
    }
}
