//! Redirections.

use super::reader::{Read, Reader};
use super::word::Ctx;
use super::{Dialect, Refusal};
use crate::tree::{Fd, Part, Redirect, RedirectOp, Word};

/// Operators, longest first; here-documents apart.
const OPERATORS: [(&str, RedirectOp); 11] = [
    ("&>>", RedirectOp::AppendBoth),
    ("<<<", RedirectOp::HereString),
    ("&>", RedirectOp::WriteBoth),
    ("<<", RedirectOp::Heredoc { quoted: false }),
    (">>", RedirectOp::Append),
    ("<>", RedirectOp::ReadWrite),
    (">|", RedirectOp::Clobber),
    ("<&", RedirectOp::DupRead),
    (">&", RedirectOp::DupWrite),
    ("<", RedirectOp::Read),
    (">", RedirectOp::Write),
];

impl Reader<'_> {
    /// All redirections that stand here.
    pub(super) fn redirects(&mut self) -> Read<Vec<Redirect>> {
        let mut found = Vec::new();
        loop {
            self.blanks();
            match self.redirect()? {
                Some(redirect) => found.push(redirect),
                None => return Ok(found),
            }
        }
    }

    /// A redirection, if one stands here.
    pub(super) fn redirect(&mut self) -> Read<Option<Redirect>> {
        let (fd, len) = match self.peek() {
            Some(b'<' | b'>' | b'&') => (Fd::Default, 0),
            Some(b'0'..=b'9') => match self.number()? {
                Some(found) => found,
                None => return Ok(None),
            },
            Some(b'{') => match self.variable()? {
                Some(found) => found,
                None => return Ok(None),
            },
            Some(_) | None => return Ok(None),
        };
        let is_process = matches!(self.look(len), Some(b'<' | b'>'))
            && self.look(len.saturating_add(1)) == Some(b'(');
        if is_process
            || (self.look(len) == Some(b'&') && self.look(len.saturating_add(1)) != Some(b'>'))
        {
            return Ok(None);
        }
        self.pass(len);
        self.operator(fd).map(Some)
    }

    /// Digits right before an operator.
    fn number(&self) -> Read<Option<(Fd, usize)>> {
        let mut len: usize = 0;
        let mut value: u32 = 0;
        while let Some(digit) = self.look(len).filter(u8::is_ascii_digit) {
            value = value
                .saturating_mul(10)
                .saturating_add(u32::from(digit.saturating_sub(b'0')));
            len = len.saturating_add(1);
            if len > 9 {
                return Ok(None);
            }
        }
        if !matches!(self.look(len), Some(b'<' | b'>'))
            || self.look(len.saturating_add(1)) == Some(b'(')
        {
            return Ok(None);
        }
        if len > 1 {
            self.bash_only("a descriptor of two digits")?;
        }
        Ok(Some((Fd::Number(value), len)))
    }

    /// `{name}` right before an operator.
    fn variable(&self) -> Read<Option<(Fd, usize)>> {
        let mut ahead = Reader::new(self.text, self.dialect, self.budget);
        ahead.at = self.at;
        ahead.pass(1);
        let Some(len) = ahead.name_len() else {
            return Ok(None);
        };
        let name = ahead.name(len);
        if !ahead.take(b'}') || !matches!(ahead.peek(), Some(b'<' | b'>')) {
            return Ok(None);
        }
        if ahead.look(1) == Some(b'(') {
            return Err(Refusal::NotUnderstood(
                "braces before a process substitution",
            ));
        }
        self.not_sh("`{name}>`")?;
        Ok(Some((Fd::Variable(name), len.saturating_add(2))))
    }

    fn operator(&mut self, fd: Fd) -> Read<Redirect> {
        let found = OPERATORS.iter().find(|(text, _)| self.take_all(text));
        let Some((_, op)) = found else {
            return Err(self.syntax());
        };
        self.same_in_dialect(*op)?;
        if matches!(op, RedirectOp::Heredoc { .. }) {
            return self.heredoc_operator(fd);
        }
        if matches!(op, RedirectOp::AppendBoth | RedirectOp::WriteBoth) && fd != Fd::Default {
            return Err(self.syntax());
        }
        self.blanks();
        let context = if *op == RedirectOp::HereString {
            Ctx::Plain
        } else {
            Ctx::Argument
        };
        let target = self.word(context)?;
        self.settle(fd, *op, target)
    }

    /// `>&` and `<&` are decided by what stands behind them.
    fn settle(&self, fd: Fd, op: RedirectOp, target: Word) -> Read<Redirect> {
        let duplicates = matches!(op, RedirectOp::DupRead | RedirectOp::DupWrite);
        let literal = target
            .parts
            .iter()
            .all(|part| matches!(part, Part::Literal { .. }));
        if !duplicates || is_descriptor(&target) || !literal {
            return Ok(Redirect { fd, op, target });
        }
        self.not_sh("`>&` before a file")?;
        if op == RedirectOp::DupRead || !matches!(fd, Fd::Default | Fd::Number(1)) {
            return Err(Refusal::NotUnderstood(
                "a duplicate of something that is no descriptor",
            ));
        }
        Ok(Redirect {
            fd: Fd::Default,
            op: RedirectOp::WriteBoth,
            target,
        })
    }

    fn same_in_dialect(&mut self, op: RedirectOp) -> Read<()> {
        match op {
            RedirectOp::WriteBoth | RedirectOp::AppendBoth | RedirectOp::HereString => {
                self.not_sh("a redirection of bash")?;
            }
            RedirectOp::Read
            | RedirectOp::Write
            | RedirectOp::Clobber
            | RedirectOp::Append
            | RedirectOp::ReadWrite
            | RedirectOp::DupRead
            | RedirectOp::DupWrite
            | RedirectOp::Heredoc { .. } => {}
        }
        if self.dialect != Dialect::Zsh {
            return Ok(());
        }
        let range = op == RedirectOp::Read && matches!(self.peek(), Some(b'0'..=b'9' | b'-'));
        if range || matches!(self.peek(), Some(b'!' | b'|' | b'&')) {
            return Err(Refusal::Dialect("a redirection of zsh"));
        }
        Ok(())
    }
}

/// `2`, `-`, `2-`.
fn is_descriptor(word: &Word) -> bool {
    let Some(text) = word.plain() else {
        return false;
    };
    let digits = text.strip_suffix('-').unwrap_or(&text);
    text == "-" || (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
