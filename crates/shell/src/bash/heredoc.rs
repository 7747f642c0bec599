//! Here-documents: the operator, the body behind the newline, and the way of the body to its redirection.

use std::borrow::Cow;

use super::reader::{Read, Reader, is_meta};
use super::word::Parts;
use super::{HEREDOCS_MAX, Refusal};
use crate::tree::{Command, Fd, Kind, Redirect, RedirectOp, Script, Word};

/// A here-document whose body was not read yet.
pub(super) struct Pending {
    delimiter: String,
    quoted: bool,
    strip: bool,
}

impl Reader<'_> {
    /// Behind `<<`.
    pub(super) fn heredoc_operator(&mut self, fd: Fd) -> Read<Redirect> {
        self.budget.heredocs = self.budget.heredocs.saturating_add(1);
        if self.budget.heredocs > HEREDOCS_MAX {
            return Err(Refusal::TooMany("here-documents"));
        }
        let strip = self.take(b'-');
        self.blanks();
        let (delimiter, quoted) = self.delimiter()?;
        self.pending.push(Pending {
            delimiter,
            quoted,
            strip,
        });
        Ok(Redirect {
            fd,
            op: RedirectOp::Heredoc { quoted },
            target: Word::default(),
        })
    }

    /// The delimiter without its quotes, and whether it had any.
    fn delimiter(&mut self) -> Read<(String, bool)> {
        let (mut text, mut quoted) = (String::new(), false);
        let start = self.at;
        while let Some(byte) = self.peek() {
            match byte {
                _ if is_meta(byte) => break,
                b'\'' => {
                    quoted = true;
                    text.push_str(self.single_quoted()?);
                }
                b'"' => {
                    quoted = true;
                    text.push_str(self.plain_double_quoted()?);
                }
                b'\\' => {
                    quoted = true;
                    self.pass(1);
                    text.push(self.character()?);
                }
                b'$' if self.look(1) == Some(b'\'') => {
                    self.bash_only("`$'` as a delimiter")?;
                    quoted = true;
                    self.pass(2);
                    text.push_str(&self.ansi()?);
                }
                b'$' | b'`' => return Err(Refusal::NotUnderstood("an expansion as a delimiter")),
                _ => text.push(self.character()?),
            }
        }
        if self.at == start || text.contains('\n') {
            return Err(Refusal::NotUnderstood("this delimiter of a here-document"));
        }
        Ok((text, quoted))
    }

    /// `"…"` without expansions or escapes.
    fn plain_double_quoted(&mut self) -> Read<&str> {
        self.pass(1);
        let text = self.run(|byte| !matches!(byte, b'"' | b'\\' | b'$' | b'`'));
        if self.raw(self.at) != Some(b'"') {
            return Err(Refusal::NotUnderstood("this delimiter of a here-document"));
        }
        self.at = self.at.saturating_add(1);
        Ok(text)
    }

    /// A newline between commands: the bodies that wait for it follow.
    pub(super) fn newline(&mut self) -> Read<()> {
        self.pass(1);
        for pending in std::mem::take(&mut self.pending) {
            let body = self.heredoc_lines(&pending)?;
            let word = self.heredoc_word(&body, pending.quoted)?;
            self.bodies.push(word);
        }
        Ok(())
    }

    /// The lines up to the delimiter, which is passed.
    fn heredoc_lines(&mut self, pending: &Pending) -> Read<String> {
        let mut body = String::new();
        loop {
            let line = self.heredoc_line(pending)?;
            let line = if pending.strip {
                line.trim_start_matches('\t')
            } else {
                &line
            };
            if line.strip_suffix('\n').unwrap_or(line) == pending.delimiter {
                return Ok(body);
            }
            if !line.ends_with('\n') {
                return Err(Refusal::NotClosed);
            }
            body.push_str(line);
        }
    }

    /// One line; without quotes, with those that are continued in it.
    fn heredoc_line(&mut self, pending: &Pending) -> Read<Cow<'_, str>> {
        let start = self.at;
        if self.raw(start).is_none() {
            return Err(Refusal::NotClosed);
        }
        let mut joined = None;
        loop {
            let from = self.at;
            self.run(|byte| byte != b'\n');
            self.at = self.at.saturating_add(1).min(self.text.len());
            let line = self.since(from);
            let backslashes = line
                .trim_end_matches('\n')
                .bytes()
                .rev()
                .take_while(|byte| *byte == b'\\')
                .count();
            if pending.quoted || backslashes % 2 == 0 || !line.ends_with('\n') {
                return Ok(match joined {
                    None => Cow::Borrowed(self.since(start)),
                    Some(mut text) => {
                        String::push_str(&mut text, line);
                        Cow::Owned(text)
                    }
                });
            }
            let kept = line.strip_suffix("\\\n").unwrap_or(line);
            joined.get_or_insert_with(String::new).push_str(kept);
        }
    }

    fn heredoc_word(&mut self, body: &str, quoted: bool) -> Read<Word> {
        if quoted || !body.contains(['\\', '$', '`']) {
            return Ok(Word::literal(body, true));
        }
        self.other(body, |reader| {
            reader.heredoc = true;
            let mut parts = Parts::default();
            reader.heredoc_parts(&mut parts)?;
            Ok(parts.word_or_empty())
        })
    }
}

/// Puts the bodies where they belong, in the order of the text.
pub(super) fn fill(script: &mut Script, bodies: Vec<Word>) -> Read<()> {
    if bodies.is_empty() {
        return Ok(());
    }
    let mut bodies = bodies.into_iter();
    fill_script(script, &mut bodies)?;
    match bodies.next() {
        None => Ok(()),
        Some(_) => Err(Refusal::NotUnderstood("the order of the here-documents")),
    }
}

type Bodies = std::vec::IntoIter<Word>;

fn fill_script(script: &mut Script, bodies: &mut Bodies) -> Read<()> {
    for item in &mut script.items {
        let rest = item.rest.iter_mut().map(|(_, pipeline)| pipeline);
        for pipeline in std::iter::once(&mut item.first).chain(rest) {
            for command in &mut pipeline.commands {
                fill_command(command, bodies)?;
            }
        }
    }
    Ok(())
}

fn fill_command(command: &mut Command, bodies: &mut Bodies) -> Read<()> {
    match &mut command.kind {
        Kind::Simple(_) | Kind::Test(_) | Kind::Arith(_) => {}
        Kind::Group(body)
        | Kind::Subshell(body)
        | Kind::For { body, .. }
        | Kind::ForArith { body, .. } => {
            fill_script(body, bodies)?;
        }
        Kind::If {
            branches,
            otherwise,
        } => {
            for (condition, body) in branches {
                fill_script(condition, bodies)?;
                fill_script(body, bodies)?;
            }
            if let Some(body) = otherwise {
                fill_script(body, bodies)?;
            }
        }
        Kind::While {
            condition, body, ..
        } => {
            fill_script(condition, bodies)?;
            fill_script(body, bodies)?;
        }
        Kind::Case { arms, .. } => {
            for arm in arms {
                fill_script(&mut arm.body, bodies)?;
            }
        }
        Kind::Function { body, .. } | Kind::Coproc { body, .. } => fill_command(body, bodies)?,
    }
    for redirect in &mut command.redirects {
        if matches!(redirect.op, RedirectOp::Heredoc { .. }) {
            redirect.target = bodies
                .next()
                .ok_or(Refusal::NotUnderstood("the order of the here-documents"))?;
        }
    }
    Ok(())
}
