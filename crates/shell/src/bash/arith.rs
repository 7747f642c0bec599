//! Arithmetic: its text, with the expansions in it. It is never evaluated here.

use super::reader::{Read, Reader};
use super::word::Parts;
use super::{NESTING_MAX, Refusal};
use crate::tree::{Arith, Part};

impl Reader<'_> {
    /// Whether the parenthesis that ends what begins `n` bytes from here is followed by another: `$(( … ))`. If not,
    /// bash takes it for a substitution that begins with a subshell. Quotes are passed over, nothing else is read.
    pub(super) fn closes_twice(&self, n: usize) -> bool {
        let mut rest = self.text.as_bytes().iter().skip(self.at.saturating_add(n));
        let mut open = 1usize;
        while let Some(byte) = rest.next() {
            match byte {
                b'\\' => {
                    rest.next();
                }
                b'\'' => {
                    rest.find(|it| **it == b'\'');
                }
                b'"' => {
                    while let Some(byte) = rest.next()
                        && *byte != b'"'
                    {
                        if *byte == b'\\' {
                            rest.next();
                        }
                    }
                }
                b'(' => open = open.saturating_add(1),
                b')' if open == 1 => return rest.next() == Some(&b')'),
                b')' => open = open.saturating_sub(1),
                _ => {}
            }
        }
        true
    }

    /// Text up to where `ends` says so, outside of its own parentheses and brackets; the end is not passed.
    pub(super) fn arith(&mut self, ends: impl Fn(&Self) -> bool) -> Read<Arith> {
        let mut out = Parts::default();
        // What is open, innermost last.
        let mut open: Vec<u8> = Vec::new();
        loop {
            let Some(byte) = self.peek() else {
                return Err(Refusal::NotClosed);
            };
            if open.is_empty() && ends(self) {
                return Ok(Arith { word: out.word() });
            }
            match byte {
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                b')' | b']' if open.pop() != Some(byte) => {
                    return Err(Refusal::NotUnderstood(
                        "parentheses that may be arithmetic or a subshell",
                    ));
                }
                _ => {}
            }
            if self.budget.depth.saturating_add(open.len()) > NESTING_MAX {
                return Err(Refusal::TooDeep);
            }
            self.arith_part(byte, &mut out)?;
        }
    }

    fn arith_part(&mut self, byte: u8, out: &mut Parts) -> Read<()> {
        match byte {
            b'$' => {
                let parts = out.parts.len();
                self.deeper(|reader| reader.dollar(true, out))?;
                if out.parts.len() == parts
                    || matches!(out.parts.last(), Some(Part::Literal { .. }))
                {
                    return Err(Refusal::NotUnderstood("a lone `$` in arithmetic"));
                }
            }
            b'`' => self.deeper(|reader| reader.backquoted(true, out))?,
            b'"' => self.arith_quoted(out)?,
            b'\'' | b'\\' | b'{' | b'}' => {
                return Err(Refusal::NotUnderstood("this character in arithmetic"));
            }
            _ => {
                let c = self.character()?;
                out.char(c, true);
                let text = self.run(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                out.text(text, true);
            }
        }
        Ok(())
    }

    /// Double quotes, which arithmetic takes off.
    fn arith_quoted(&mut self, out: &mut Parts) -> Read<()> {
        let mut inner = Parts::default();
        self.double_quoted(&mut inner)?;
        for part in inner.parts {
            if let Part::Literal { text, .. } = &part
                && !text.bytes().all(|byte| {
                    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b' ' | b'-' | b'+')
                })
            {
                return Err(Refusal::NotUnderstood("quotes in arithmetic"));
            }
            let empty = matches!(&part, Part::Literal { text, .. } if text.is_empty());
            if !empty {
                out.part(part);
            }
        }
        Ok(())
    }

    /// Whether `))` stands here.
    pub(super) fn at_double_paren(&self) -> bool {
        self.look(0) == Some(b')') && self.look(1) == Some(b')')
    }
}
