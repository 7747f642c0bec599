//! Brace expansion: lists and ranges, and braces that are neither.

use super::reader::{Read, Reader};
use super::word::{Ctx, Parts};
use super::{ALTERNATIVES_MAX, Refusal};
use crate::tree::Part;

impl Reader<'_> {
    /// At `{` in a word that bash expands.
    pub(super) fn braces(&mut self, ctx: Ctx, out: &mut Parts) -> Read<()> {
        self.pass(1);
        // As the first word of a command it would be read as a group.
        if matches!(self.peek(), Some(b'<' | b'>')) {
            return Err(Refusal::NotUnderstood(
                "braces that begin with a process substitution",
            ));
        }
        let mut words: Vec<Parts> = Vec::new();
        loop {
            let mut inner = Parts::default();
            self.deeper(|reader| reader.unquoted(ctx, true, &mut inner))?;
            words.push(inner);
            match self.peek() {
                Some(b',') => self.pass(1),
                Some(b'}') => {
                    self.pass(1);
                    return self.closed(words, out);
                }
                Some(_) | None => {
                    self.not_zsh("a brace that is not closed")?;
                    literal(words, out);
                    return Ok(());
                }
            }
        }
    }

    fn closed(&mut self, mut words: Vec<Parts>, out: &mut Parts) -> Read<()> {
        if words.len() > 1 {
            self.not_sh("brace expansion")?;
            self.alternatives(words.len())?;
            out.part(Part::Braces(words.into_iter().map(Parts::word).collect()));
            return Ok(());
        }
        let only = words.pop().unwrap_or_default();
        if let [
            Part::Literal {
                text,
                quoted: false,
            },
        ] = only.parts.as_slice()
            && let Some(range) = range(text)
        {
            self.not_sh("brace expansion")?;
            self.alternatives(range_len(&range))?;
            out.part(range);
            return Ok(());
        }
        let dots = only
            .parts
            .iter()
            .any(|part| matches!(part, Part::Literal { text, .. } if text.contains("..")));
        if dots && !only.parts.iter().all(is_plain) {
            return Err(Refusal::NotUnderstood("this kind of range in braces"));
        }
        if !only.parts.is_empty() {
            self.not_zsh("braces that expand to nothing else")?;
        }
        literal(vec![only], out);
        out.text("}", true);
        Ok(())
    }

    /// A closing brace that no opening one belongs to. Behind braces that are no expansion, bash may still take it for
    /// their end: `{a},b}`.
    pub(super) fn stray_brace(&mut self, out: &mut Parts) -> Read<()> {
        self.not_zsh("a brace that was not opened")?;
        if out.odd {
            return Err(Refusal::NotUnderstood("braces that are not balanced"));
        }
        self.pass(1);
        out.text("}", true);
        Ok(())
    }

    fn alternatives(&mut self, more: usize) -> Read<()> {
        self.budget.alternatives = self.budget.alternatives.saturating_add(more);
        if self.budget.alternatives > ALTERNATIVES_MAX {
            return Err(Refusal::TooMany("alternatives in braces"));
        }
        Ok(())
    }
}

/// Braces that stand for themselves: `{`, and what is behind it. Quoted, so that nobody takes them for more.
fn literal(words: Vec<Parts>, out: &mut Parts) {
    out.text("{", true);
    for (at, word) in words.into_iter().enumerate() {
        if at > 0 {
            out.text(",", false);
        }
        for part in word.parts {
            out.part(part);
        }
    }
    out.odd = true;
}

/// Literals, and parameters without an operator.
fn is_plain(part: &Part) -> bool {
    match part {
        Part::Literal { quoted, .. } => !quoted,
        Part::Param { param, .. } => param.op.is_none() && param.subscript.is_none(),
        Part::Command { .. }
        | Part::Arith { .. }
        | Part::Process { .. }
        | Part::Braces(_)
        | Part::Range { .. } => false,
    }
}

/// `1..5`, `a..e`, `1..9..2`.
fn range(text: &str) -> Option<Part> {
    let mut terms = text.split("..");
    let (from, to, step) = (terms.next()?, terms.next()?, terms.next());
    if terms.next().is_some() {
        return None;
    }
    let numbers = number(from).is_some() && number(to).is_some();
    let letters = letter(from).is_some() && letter(to).is_some();
    if !(numbers || letters) || step.is_some_and(|step| number(step).is_none()) {
        return None;
    }
    Some(Part::Range {
        from: from.to_owned(),
        to: to.to_owned(),
        step: step.map(str::to_owned),
    })
}

/// Decimal, with a sign or not.
fn number(text: &str) -> Option<i64> {
    text.parse().ok()
}

fn letter(text: &str) -> Option<i64> {
    let mut bytes = text.bytes();
    let first = bytes.next().filter(u8::is_ascii_alphabetic)?;
    if bytes.next().is_some() {
        None
    } else {
        Some(i64::from(first))
    }
}

/// How many words a range stands for.
fn range_len(part: &Part) -> usize {
    let Part::Range { from, to, step } = part else {
        return 0;
    };
    let end = |text: &str| number(text).or_else(|| letter(text)).unwrap_or(i64::MAX);
    let step = step
        .as_deref()
        .and_then(number)
        .map_or(1, i64::unsigned_abs)
        .max(1);
    let steps = end(from)
        .abs_diff(end(to))
        .checked_div(step)
        .unwrap_or(u64::MAX);
    usize::try_from(steps)
        .unwrap_or(usize::MAX)
        .saturating_add(1)
}
