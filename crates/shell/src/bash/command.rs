//! Which command begins here; simple commands and functions.

use super::Refusal;
use super::reader::{Read, Reader, is_name};
use super::word::Ctx;
use crate::tree::{Assigned, Assignment, Command, Kind, Part, Redirect, Simple, Word};

/// Commands that take array assignments as arguments.
const DECLARES: [&str; 5] = ["declare", "typeset", "local", "export", "readonly"];
/// Words that are no command's name.
pub(super) const RESERVED: [&str; 22] = [
    "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "for", "select", "case",
    "esac", "in", "function", "coproc", "time", "{", "}", "!", "[[", "]]",
];
/// What zsh reserves and bash does not, or reads otherwise.
const ZSH_OTHER: [&str; 7] = [
    "repeat",
    "foreach",
    "end",
    "nocorrect",
    "coproc",
    "always",
    "-",
];

impl Reader<'_> {
    pub(super) fn any_command(&mut self) -> Read<Command> {
        if self.peek() == Some(b'(') || self.at_compound_word() {
            let kind = self.compound()?;
            let redirects = self.redirects()?;
            return Ok(Command { kind, redirects });
        }
        if self.sees("function") {
            return self.function_keyword();
        }
        if self.sees("coproc") {
            return self.coproc();
        }
        self.simple()
    }

    fn simple(&mut self) -> Read<Command> {
        let mut simple = Simple::default();
        let mut redirects: Vec<Redirect> = Vec::new();
        loop {
            self.blanks();
            let Some(byte) = self.peek() else { break };
            if let Some(redirect) = self.redirect()? {
                redirects.push(redirect);
                continue;
            }
            match byte {
                b'\n' | b';' | b'&' | b'|' | b')' => break,
                b'(' => return self.function_parens(&simple, &redirects),
                _ => self.argument(&mut simple)?,
            }
        }
        if simple.words.is_empty() && simple.assignments.is_empty() && redirects.is_empty() {
            return Err(self.missing());
        }
        Ok(Command {
            kind: Kind::Simple(simple),
            redirects,
        })
    }

    /// An assignment or a word.
    fn argument(&mut self, simple: &mut Simple) -> Read<()> {
        if simple.words.is_empty() {
            if let Some(assignment) = self.assignment(true)? {
                simple.assignments.push(assignment);
                return Ok(());
            }
        } else if declares(&simple.words)
            && let Some(array) = self.assignment(false)?
        {
            simple.arrays.push(array);
            return Ok(());
        }
        let first = simple.words.is_empty();
        let word = self.word(if first { Ctx::Name } else { Ctx::Argument })?;
        if first {
            self.fit_name(&word)?;
        }
        simple.words.push(word);
        Ok(())
    }

    fn fit_name(&self, word: &Word) -> Read<()> {
        let [
            Part::Literal {
                text,
                quoted: false,
            },
        ] = word.parts.as_slice()
        else {
            return Ok(());
        };
        if ZSH_OTHER.contains(&text.as_str()) {
            self.not_zsh("a reserved word of zsh")?;
        }
        if matches!(
            text.as_str(),
            "function" | "select" | "time" | "coproc" | "[["
        ) {
            self.not_sh("a reserved word of bash")?;
        }
        Ok(())
    }

    /// `name=…`, if it stands here; `any` is false where only arrays are no words.
    fn assignment(&mut self, any: bool) -> Read<Option<Assignment>> {
        let Some(len) = self.name_len() else {
            return Ok(None);
        };
        let equals = match (self.look(len), self.look(len.saturating_add(1))) {
            (Some(b'='), _) => len,
            (Some(b'+'), Some(b'=')) => len.saturating_add(1),
            (Some(b'['), _) if any => return self.subscripted(len).map(Some),
            _ => return Ok(None),
        };
        let array = self.look(equals.saturating_add(1)) == Some(b'(');
        if !any && !array {
            return Ok(None);
        }
        let name = self.name(len);
        let append = self.take(b'+');
        self.pass(1);
        if append {
            self.not_sh("`+=`")?;
        }
        let value = if array {
            self.array()?
        } else {
            Assigned::Word(self.value()?)
        };
        Ok(Some(Assignment {
            name,
            subscript: None,
            append,
            value,
        }))
    }

    fn subscripted(&mut self, len: usize) -> Read<Assignment> {
        self.bash_only("subscripts")?;
        let name = self.name(len);
        self.pass(1);
        let subscript = self.subscript()?;
        let append = self.take(b'+');
        if !self.take(b'=') {
            return Err(Refusal::NotUnderstood("a command's name with a bracket"));
        }
        if self.peek() == Some(b'(') {
            return Err(self.syntax());
        }
        Ok(Assignment {
            name,
            subscript: Some(subscript),
            append,
            value: Assigned::Word(self.value()?),
        })
    }

    fn value(&mut self) -> Read<Word> {
        if self.peek() == Some(b'=') {
            self.not_zsh("`==`")?;
        }
        self.maybe_word(Ctx::Value)
    }

    /// `(a b [2]=c)`, at its parenthesis.
    fn array(&mut self) -> Read<Assigned> {
        self.not_sh("arrays")?;
        self.pass(1);
        let elements = self.deeper(|reader| {
            let mut elements = Vec::new();
            loop {
                reader.inner_gaps()?;
                if reader.take(b')') {
                    return Ok(elements);
                }
                elements.push(reader.element()?);
            }
        })?;
        Ok(Assigned::Array(elements))
    }

    fn element(&mut self) -> Read<(Option<Word>, Word)> {
        if self.peek() != Some(b'[') {
            return Ok((None, self.word(Ctx::Argument)?));
        }
        self.bash_only("subscripts")?;
        self.pass(1);
        let subscript = self.subscript()?;
        if !self.take(b'=') {
            return Err(Refusal::NotUnderstood(
                "an element of an array that begins with a bracket",
            ));
        }
        Ok((Some(subscript), self.maybe_word(Ctx::Value)?))
    }

    /// The length of the name that stands here.
    pub(super) fn name_len(&self) -> Option<usize> {
        if !self
            .look(0)
            .is_some_and(|byte| is_name(byte) && !byte.is_ascii_digit())
        {
            return None;
        }
        let plain = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let mut len = plain
            .iter()
            .position(|byte| !is_name(*byte))
            .unwrap_or(plain.len());
        // Line continuations inside of the name.
        if plain.get(len) == Some(&b'\\') {
            while self.look(len).is_some_and(is_name) {
                len = len.saturating_add(1);
            }
        }
        Some(len)
    }

    /// The name of that length.
    pub(super) fn name(&mut self, len: usize) -> String {
        let mut name = String::with_capacity(len);
        for _ in 0..len {
            if let Some(byte) = self.peek() {
                name.push(char::from(byte));
            }
            self.pass(1);
        }
        name
    }

    /// `name() body`, at its parenthesis.
    fn function_parens(&mut self, simple: &Simple, redirects: &[Redirect]) -> Read<Command> {
        let [word] = simple.words.as_slice() else {
            return Err(self.syntax());
        };
        if !simple.assignments.is_empty() || !redirects.is_empty() {
            return Err(self.syntax());
        }
        let name = self.function_name(word)?;
        self.pass(1);
        self.blanks();
        self.expect(b')')?;
        self.function_body(name)
    }

    /// `function name [()] body`.
    fn function_keyword(&mut self) -> Read<Command> {
        self.not_sh("`function`")?;
        self.reserved("function");
        self.blanks();
        let word = self.word(Ctx::Name)?;
        let name = self.function_name(&word)?;
        self.blanks();
        if self.peek() == Some(b'(') {
            let parens = self.past_blank(1) == Some(b')');
            if !parens || self.look(1) == Some(b'(') {
                return Err(Refusal::NotUnderstood(
                    "a function whose body is a subshell, without `()`",
                ));
            }
            self.pass(1);
            self.blanks();
            self.expect(b')')?;
        }
        self.function_body(name)
    }

    /// The first byte behind `n` bytes that is no blank.
    fn past_blank(&self, mut n: usize) -> Option<u8> {
        while matches!(self.look(n), Some(b' ' | b'\t')) {
            n = n.saturating_add(1);
        }
        self.look(n)
    }

    fn function_name(&self, word: &Word) -> Read<String> {
        let [
            Part::Literal {
                text,
                quoted: false,
            },
        ] = word.parts.as_slice()
        else {
            return Err(Refusal::NotUnderstood(
                "a function's name that is not plain",
            ));
        };
        let starts = text
            .bytes()
            .next()
            .is_some_and(|byte| is_name(byte) && !byte.is_ascii_digit());
        let plain = text
            .bytes()
            .all(|byte| is_name(byte) || matches!(byte, b'-' | b'.' | b':' | b'+' | b'/'));
        if !starts || !plain || RESERVED.contains(&text.as_str()) {
            return Err(Refusal::NotUnderstood(
                "a function's name that is not plain",
            ));
        }
        if !text.bytes().all(is_name) {
            self.not_sh("a function's name that is not a name")?;
        }
        Ok(text.clone())
    }

    fn function_body(&mut self, name: String) -> Read<Command> {
        self.gaps()?;
        if self.peek() != Some(b'(') && !self.at_compound_word() {
            return Err(self.missing());
        }
        self.count()?;
        let body = self.deeper(Self::any_command)?;
        Ok(Command {
            kind: Kind::Function {
                name,
                body: Box::new(body),
            },
            redirects: Vec::new(),
        })
    }

    /// `coproc [name] command`.
    fn coproc(&mut self) -> Read<Command> {
        self.bash_only("`coproc`")?;
        self.reserved("coproc");
        self.blanks();
        let mut name = None;
        if !self.at_compound_word()
            && let Some(len) = self.name_len()
            && self.named_compound(len)
        {
            name = Some(self.name(len));
            self.blanks();
        }
        if self.sees("function") || self.sees("coproc") || self.sees("time") || self.sees("!") {
            return Err(Refusal::NotUnderstood("this kind of `coproc`"));
        }
        let body = self.deeper(Self::command)?;
        if matches!(body.kind, Kind::Function { .. }) {
            return Err(Refusal::NotUnderstood("this kind of `coproc`"));
        }
        Ok(Command {
            kind: Kind::Coproc {
                name,
                body: Box::new(body),
            },
            redirects: Vec::new(),
        })
    }

    /// Whether a compound command stands behind a name of that length and blanks.
    fn named_compound(&self, len: usize) -> bool {
        let mut ahead = Reader::new(self.text, self.dialect, self.budget);
        ahead.at = self.at;
        ahead.pass(len);
        let blank = matches!(ahead.peek(), Some(b' ' | b'\t'));
        ahead.blanks();
        // `name ()` is a function.
        let parens = ahead.peek() == Some(b'(') && ahead.past_blank(1) != Some(b')');
        blank && (ahead.at_compound_word() || parens)
    }
}

fn declares(words: &[Word]) -> bool {
    match words.first().map(|word| word.parts.as_slice()) {
        Some([Part::Literal { text, .. }]) => DECLARES.contains(&text.as_str()),
        Some(_) | None => false,
    }
}
