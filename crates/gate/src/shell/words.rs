//! A strict splitter of shell text into words and joiners. It knows plain words, quotes without expansions, backslash
//! before punctuation, the joiners `&&`, `||`, `;`, `|` and newline, and redirections to `/dev/null`. It refuses
//! everything else, and says why.

/// Longest text that is looked at, in bytes.
pub(crate) const TEXT_BYTES_MAX: usize = 16 * 1024;

/// A word after quotes are taken off.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// Holds `*`, `?` or `[` that the shell would expand.
    pub(crate) glob: bool,
    /// Some part of it was quoted.
    pub(crate) quoted: bool,
}

impl Word {
    /// A word that no shell looks at.
    pub(crate) fn literal(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            glob: false,
            quoted: true,
        }
    }
}

/// What stands between two simple commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joiner {
    And,
    Or,
    Then,
    Pipe,
}

/// A word or a joiner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    Word(Word),
    Joiner(Joiner),
}

/// Splits a declared command into program and arguments for a start without a shell. Simple quotes are honoured; any
/// text that a shell would do more with (expansions, redirections, joiners, assignments, globs, comments) gives `None`.
#[must_use]
pub fn argv_of(command: &str) -> Option<Vec<String>> {
    let split = tokens(command.trim()).ok()?;
    let mut argv = Vec::new();
    for token in split.tokens {
        match token {
            Token::Word(word) if word.glob || tilde(&word) => return None,
            Token::Word(word) => argv.push(word.text),
            Token::Joiner(_) => return None,
        }
    }
    let program = argv.first()?;
    (!split.redirected && !program.is_empty() && !program.contains('=')).then_some(argv)
}

/// Text that was split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) tokens: Vec<Token>,
    /// A redirection to or from `/dev/null`, or of one output into the other, was left out.
    pub(crate) redirected: bool,
}

/// Whether a shell would put a home directory in its place.
pub(crate) fn tilde(word: &Word) -> bool {
    word.text.starts_with('~') && !word.quoted
}

/// Splits text into tokens.
///
/// # Errors
/// Why the text is not plain.
pub(crate) fn tokens(text: &str) -> Result<Split, &'static str> {
    if text.len() > TEXT_BYTES_MAX {
        return Err("it is longer than 16 KiB");
    }
    let mut reader = Reader {
        chars: text.chars().collect(),
        at: 0,
        word: None,
        out: Vec::new(),
        redirected: false,
    };
    while let Some(c) = reader.next() {
        reader.step(c)?;
    }
    reader.end_word();
    Ok(Split {
        tokens: reader.out,
        redirected: reader.redirected,
    })
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    word: Option<Word>,
    out: Vec<Token>,
    redirected: bool,
}

impl Reader {
    fn next(&mut self) -> Option<char> {
        let c = self.chars.get(self.at).copied();
        self.at = self.at.saturating_add(1);
        c
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is = self.peek() == Some(wanted);
        if is {
            self.at = self.at.saturating_add(1);
        }
        is
    }

    fn take_all(&mut self, wanted: &str) -> bool {
        let count = wanted.chars().count();
        let rest = self.chars.get(self.at..).unwrap_or_default();
        let is = wanted.chars().eq(rest.iter().copied().take(count));
        if is {
            self.at = self.at.saturating_add(count);
        }
        is
    }

    fn word(&mut self) -> &mut Word {
        self.word.get_or_insert_default()
    }

    fn end_word(&mut self) {
        if let Some(word) = self.word.take() {
            self.out.push(Token::Word(word));
        }
    }

    fn join(&mut self, joiner: Joiner) {
        self.end_word();
        self.out.push(Token::Joiner(joiner));
    }

    fn step(&mut self, c: char) -> Result<(), &'static str> {
        match c {
            ' ' | '\t' => self.end_word(),
            '\n' | ';' => self.join(Joiner::Then),
            '|' if self.take('|') => self.join(Joiner::Or),
            '|' if self.peek() == Some('&') => return Err("`|&` is not understood"),
            '|' => self.join(Joiner::Pipe),
            '&' if self.take('&') => self.join(Joiner::And),
            '&' if self.peek() == Some('>') => {
                self.end_word();
                let _ = self.next();
                return self.null_device();
            }
            '&' => return Err("`&` is not understood"),
            '>' | '<' => return self.redirect(c),
            '\'' => return self.single(),
            '"' => return self.double(),
            '\\' => return self.escape(),
            '$' => return Err("`$` is not understood"),
            '`' => return Err("a backquote is not understood"),
            '(' | ')' => return Err("parentheses are not understood"),
            '{' | '}' => return self.brace(c),
            '#' | '!' if self.word.is_none() => return Err("`#` or `!` is not understood"),
            '!' => return Err("`!` is not understood"),
            '*' | '?' | '[' | ']' => {
                let word = self.word();
                word.text.push(c);
                word.glob = true;
            }
            c if c.is_control() => return Err("it holds a control character"),
            c if c.is_whitespace() => return Err("it holds an unusual blank"),
            c => self.word().text.push(c),
        }
        Ok(())
    }

    fn single(&mut self) -> Result<(), &'static str> {
        self.word().quoted = true;
        loop {
            match self.next() {
                Some('\'') => return Ok(()),
                Some(c) => self.word().text.push(c),
                None => return Err("a quote is not closed"),
            }
        }
    }

    fn double(&mut self) -> Result<(), &'static str> {
        self.word().quoted = true;
        loop {
            match self.next() {
                Some('"') => return Ok(()),
                Some('$') => return Err("`$` in double quotes is not understood"),
                Some('`') => return Err("a backquote is not understood"),
                Some('\\') => match self.next() {
                    Some(c @ ('"' | '\\' | '$' | '`')) => self.word().text.push(c),
                    Some('\n') | None => {
                        return Err("a backslash at a line's end is not understood");
                    }
                    Some(c) => {
                        self.word().text.push('\\');
                        self.word().text.push(c);
                    }
                },
                Some(c) => self.word().text.push(c),
                None => return Err("a quote is not closed"),
            }
        }
    }

    /// A backslash before punctuation takes its meaning away; before anything else it hides something.
    fn escape(&mut self) -> Result<(), &'static str> {
        match self.next() {
            Some(c) if c.is_ascii_punctuation() || c == ' ' => {
                let word = self.word();
                word.text.push(c);
                word.quoted = true;
                Ok(())
            }
            Some(_) | None => {
                Err("a backslash before a letter or at a line's end is not understood")
            }
        }
    }

    /// Braces that a shell leaves alone: `HEAD^{tree}`, `@{upstream}`, `{}`. Others expand or group.
    fn brace(&mut self, c: char) -> Result<(), &'static str> {
        let inside_word = self.word.as_ref().is_some_and(|word| !word.text.is_empty());
        match c {
            '{' if self.peek() == Some('}') && !inside_word => {
                let _ = self.next();
                self.word().text.push_str("{}");
                Ok(())
            }
            '{' if inside_word => {
                let mut inner = String::new();
                loop {
                    match self.next() {
                        Some('}') => break,
                        Some(c) if c.is_ascii_alphanumeric() || "-/@".contains(c) => inner.push(c),
                        Some(_) | None => return Err("braces are not understood"),
                    }
                }
                self.word().text.push_str(&format!("{{{inner}}}"));
                Ok(())
            }
            _ => Err("braces are not understood"),
        }
    }

    /// `2>&1`, `>&2`, and to or from `/dev/null`.
    fn redirect(&mut self, c: char) -> Result<(), &'static str> {
        self.drop_descriptor();
        if c == '<' {
            return if self.peek() == Some('<') || self.peek() == Some('(') {
                Err("this redirection is not understood")
            } else {
                self.null_device()
            };
        }
        if self.take('&') {
            self.redirected = true;
            return match self.next() {
                Some('1' | '2') if self.at_border() => Ok(()),
                Some(_) | None => Err("this redirection is not understood"),
            };
        }
        self.null_device()
    }

    /// The digit before a redirection is no word of its own.
    fn drop_descriptor(&mut self) {
        let digit = self.word.as_ref().is_some_and(|word| {
            !word.quoted && word.text.len() == 1 && word.text.chars().all(|c| c.is_ascii_digit())
        });
        if digit {
            self.word = None;
        } else {
            self.end_word();
        }
    }

    fn null_device(&mut self) -> Result<(), &'static str> {
        self.redirected = true;
        while self.take(' ') {}
        if self.take_all("/dev/null") && self.at_border() {
            Ok(())
        } else {
            Err("a redirection to a file is not understood")
        }
    }

    fn at_border(&self) -> bool {
        self.peek()
            .is_none_or(|c| matches!(c, ' ' | '\t' | '\n' | ';' | '|' | '&'))
    }
}
