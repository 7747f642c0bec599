//! Words outside of quotes, part by part.

use super::reader::{Read, Reader, is_meta};
use super::{Dialect, Refusal};
use crate::tree::{Part, Word};

/// Where a word stands, which decides what ends it and what is special in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ctx {
    /// The first word of a command: `a@()` may be a function there.
    Name,
    /// A word with brace expansion.
    Argument,
    /// A word without brace expansion.
    Plain,
    /// Behind the `=` of an assignment; may be empty.
    Value,
    /// A pattern of `case`, a word of `[[ ]]`.
    Pattern,
    /// Behind `=~`.
    Regex,
    /// In the parentheses of a regular expression.
    RegexGroup,
    /// In the parentheses of an extended pattern.
    Group,
    /// Behind an operator in `${ }`.
    Param,
    /// The pattern of `${x/pattern/…}`.
    Replaced,
    /// In `[ ]` behind a name.
    Subscript,
}

impl Ctx {
    fn braces(self) -> bool {
        matches!(self, Self::Name | Self::Argument)
    }

    /// A word of a command, not a piece of one.
    fn whole(self) -> bool {
        matches!(
            self,
            Self::Name | Self::Argument | Self::Plain | Self::Value | Self::Pattern
        )
    }

    /// A `$` that expands nothing is the end of the line, not a dollar.
    fn anchors(self) -> bool {
        matches!(self, Self::Regex | Self::RegexGroup)
    }

    fn ends(self, byte: u8) -> bool {
        match self {
            Self::Name | Self::Argument | Self::Plain | Self::Value | Self::Pattern => {
                is_meta(byte)
            }
            Self::Regex => is_meta(byte) && !matches!(byte, b'(' | b'|'),
            Self::RegexGroup => byte == b')',
            Self::Group => matches!(byte, b')' | b'|'),
            Self::Param => byte == b'}',
            Self::Replaced => matches!(byte, b'}' | b'/'),
            Self::Subscript => byte == b']',
        }
    }
}

/// The parts of a word being read. Neighbouring literals of the same kind are one.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) parts: Vec<Part>,
    /// An opening brace in it began no brace expansion.
    pub(super) odd: bool,
}

impl Parts {
    pub(super) fn text(&mut self, more: &str, is_quoted: bool) {
        if let Some(Part::Literal { text, quoted }) = self.parts.last_mut()
            && *quoted == is_quoted
        {
            text.push_str(more);
            return;
        }
        self.parts.push(Part::Literal {
            text: more.to_owned(),
            quoted: is_quoted,
        });
    }

    pub(super) fn char(&mut self, more: char, is_quoted: bool) {
        self.text(more.encode_utf8(&mut [0; 4]), is_quoted);
    }

    pub(super) fn part(&mut self, part: Part) {
        if let Part::Literal { text, quoted } = &part {
            self.text(text, *quoted);
        } else {
            self.parts.push(part);
        }
    }

    pub(super) fn word(self) -> Word {
        Word { parts: self.parts }
    }

    /// The word; with no parts, one empty quoted literal.
    pub(super) fn word_or_empty(mut self) -> Word {
        if self.parts.is_empty() {
            self.text("", true);
        }
        self.word()
    }
}

impl Reader<'_> {
    /// A word of at least one part.
    pub(super) fn word(&mut self, ctx: Ctx) -> Read<Word> {
        let word = self.maybe_word(ctx)?;
        if word.parts.is_empty() {
            return Err(self.missing());
        }
        Ok(word)
    }

    /// A word that may have no parts.
    pub(super) fn maybe_word(&mut self, ctx: Ctx) -> Read<Word> {
        let mut out = Parts::default();
        self.unquoted(ctx, false, &mut out)?;
        let word = out.word();
        if self.dialect == Dialect::Zsh && ctx.whole() {
            fit_for_zsh(&word)?;
        }
        Ok(word)
    }

    /// Parts up to what ends the context; in braces, also to `,` and `}`.
    pub(super) fn unquoted(&mut self, ctx: Ctx, in_braces: bool, out: &mut Parts) -> Read<()> {
        while let Some(byte) = self.peek() {
            if is_ordinary(byte) {
                let text = self.run(is_ordinary);
                out.text(text, false);
                continue;
            }
            match byte {
                b'\'' | b'"' | b'\\' if self.heredoc => {
                    return Err(Refusal::NotUnderstood(
                        "quotes in an expansion in a here-document",
                    ));
                }
                b'\'' => {
                    let text = self.single_quoted()?;
                    out.text(text, true);
                }
                b'"' => self.double_quoted(out)?,
                b'\\' => self.escape(ctx, out)?,
                b'$' if ctx.anchors() && !self.expands() => self.anchor(out)?,
                b'$' => self.dollar(false, out)?,
                b'`' => self.backquoted(false, out)?,
                b'{' if ctx.braces() => self.braces(ctx, out)?,
                b',' | b'}' if in_braces => return Ok(()),
                b'}' if ctx.braces() => self.stray_brace(out)?,
                _ => {
                    if !self.special(byte, ctx, out)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Patterns, groups, process substitutions, and all other bytes; false where the context ends.
    fn special(&mut self, byte: u8, ctx: Ctx, out: &mut Parts) -> Read<bool> {
        let opens = self.look(1) == Some(b'(');
        match byte {
            b'@' | b'?' | b'*' | b'+' | b'!' if opens && (ctx.whole() || ctx == Ctx::Group) => {
                self.extended(ctx, out)?;
            }
            b'<' | b'>' if opens => self.process(ctx, out)?,
            b'(' if matches!(ctx, Ctx::Regex | Ctx::RegexGroup) => {
                self.group(Ctx::RegexGroup, out)?
            }
            b'[' if ctx == Ctx::Subscript => {
                self.pass(1);
                out.text("[", false);
                self.deeper(|reader| reader.unquoted(ctx, false, out))?;
                self.close(b']', out)?;
            }
            _ if ctx.ends(byte) => return Ok(false),
            b'<' | b'>' | b'&' | b';' | b'\n' | b'{' | b'('
                if matches!(ctx, Ctx::Group | Ctx::RegexGroup) =>
            {
                return Err(Refusal::NotUnderstood(
                    "this character in a pattern's parentheses",
                ));
            }
            _ => {
                let c = self.character()?;
                out.char(c, false);
            }
        }
        Ok(true)
    }

    /// Whether what stands behind `$` makes it an expansion or a quote.
    fn expands(&self) -> bool {
        !self
            .look(1)
            .is_none_or(|byte| matches!(byte, b')' | b'|' | b']' | b' ' | b'\t' | b'\n'))
    }

    /// `$` in a regular expression.
    fn anchor(&mut self, out: &mut Parts) -> Read<()> {
        self.pass(1);
        out.text("$", false);
        Ok(())
    }

    fn escape(&mut self, ctx: Ctx, out: &mut Parts) -> Read<()> {
        self.pass(1);
        let c = self.character()?;
        // In a regular expression `\w` is no literal `w`.
        if matches!(ctx, Ctx::Regex | Ctx::RegexGroup) && c.is_ascii_alphanumeric() {
            out.char('\\', false);
            out.char(c, false);
        } else {
            out.char(c, true);
        }
        Ok(())
    }

    /// `@( … )` and its like.
    fn extended(&mut self, ctx: Ctx, out: &mut Parts) -> Read<()> {
        self.bash_only("extended patterns")?;
        if ctx == Ctx::Name {
            return Err(Refusal::NotUnderstood(
                "an extended pattern as a command's name",
            ));
        }
        let c = self.character()?;
        out.char(c, false);
        self.peek();
        self.group(Ctx::Group, out)
    }

    /// `( … )` as text of the word.
    fn group(&mut self, inner: Ctx, out: &mut Parts) -> Read<()> {
        self.bash_only("parentheses in a pattern")?;
        self.pass(1);
        out.text("(", false);
        self.deeper(|reader| {
            loop {
                reader.unquoted(inner, false, out)?;
                if reader.peek() != Some(b'|') {
                    return Ok(());
                }
                reader.pass(1);
                out.text("|", false);
            }
        })?;
        self.close(b')', out)
    }

    fn close(&mut self, byte: u8, out: &mut Parts) -> Read<()> {
        self.expect(byte)?;
        out.char(char::from(byte), false);
        Ok(())
    }

    /// `<( … )` and `>( … )`.
    fn process(&mut self, ctx: Ctx, out: &mut Parts) -> Read<()> {
        self.not_sh("process substitution")?;
        if !ctx.whole() {
            return Err(Refusal::NotUnderstood("a process substitution here"));
        }
        if !out.parts.is_empty() {
            self.not_zsh("a process substitution inside of a word")?;
        }
        let output = self.peek() == Some(b'>');
        self.pass(2);
        let script = self.parenthesised()?;
        out.part(Part::Process { output, script });
        Ok(())
    }

    /// Whether a process substitution begins here.
    pub(super) fn at_process(&self) -> bool {
        matches!(self.look(0), Some(b'<' | b'>')) && self.look(1) == Some(b'(')
    }

    /// In `[ ]` behind a name, up to and with the bracket.
    pub(super) fn subscript(&mut self) -> Read<Word> {
        let word = self.deeper(|reader| reader.word(Ctx::Subscript))?;
        self.expect(b']')?;
        Ok(word)
    }
}

/// What stands for itself in each context.
fn is_ordinary(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'-' | b'%' | b'.' | b':' | b'=' | b'~')
        || byte >= 0x80
}

/// Unquoted text that zsh takes for more than bash does: `=cmd`, `^x`, `a#`, `~[x]`.
fn fit_for_zsh(word: &Word) -> Read<()> {
    for (at, part) in word.parts.iter().enumerate() {
        let Part::Literal {
            text,
            quoted: false,
        } = part
        else {
            continue;
        };
        let equals = at == 0 && text.starts_with('=') && (text != "=" || word.parts.len() > 1);
        if equals || text.contains(['^', '#']) || text.contains("~[") {
            return Err(Refusal::Dialect("a character that zsh expands"));
        }
    }
    Ok(())
}
