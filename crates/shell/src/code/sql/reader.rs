//! SQL to statements and commands of the client.

/// Words in lower case, and what stood in quotes.
#[derive(Default)]
pub(super) struct Statement {
    pub(super) words: Vec<String>,
    pub(super) strings: Vec<String>,
}

/// A text of which statements and commands are taken.
pub(super) struct Reader<'a> {
    left: std::iter::Peekable<std::str::Chars<'a>>,
    pub(super) statements: Vec<Statement>,
    /// Commands of the client, each to the end of its line.
    pub(super) metas: Vec<String>,
    /// Servers disagree about where a text ends.
    pub(super) doubt: bool,
}

impl<'a> Reader<'a> {
    /// Reads a text to its end.
    pub(super) fn of(text: &'a str) -> Self {
        let mut reader = Self {
            left: text.chars().peekable(),
            statements: vec![Statement::default()],
            metas: Vec::new(),
            doubt: false,
        };
        reader.read();
        reader
    }

    fn read(&mut self) {
        let mut line_starts = true;
        while let Some(c) = self.left.next() {
            match c {
                '\n' => {
                    line_starts = true;
                    continue;
                }
                '.' if line_starts => self.meta("."),
                '\\' => self.meta("\\"),
                ';' => self.statements.push(Statement::default()),
                '\'' => self.string(),
                '-' if self.left.peek() == Some(&'-') => self.line_comment(),
                '/' if self.left.peek() == Some(&'*') => self.comment(),
                c if c.is_alphanumeric() || c == '_' => self.word(c),
                _ => {}
            }
            line_starts &= c.is_whitespace() || c == ';';
        }
    }

    fn meta(&mut self, mark: &str) {
        let mut text = mark.to_owned();
        while let Some(c) = self.left.peek().copied().filter(|c| *c != '\n') {
            text.push(c);
            let _ = self.left.next();
        }
        // `\G` of mysql ends a statement like `;`.
        if matches!(text.trim(), "\\G" | "\\g") {
            self.statements.push(Statement::default());
        } else {
            self.metas.push(text);
        }
    }

    fn string(&mut self) {
        let mut text = String::new();
        for c in self.left.by_ref() {
            if c == '\'' {
                break;
            }
            self.doubt |= c == '\\';
            text.push(c);
        }
        if let Some(statement) = self.statements.last_mut() {
            statement.strings.push(text);
        }
    }

    /// Mysql wants a blank behind `--`: without one the rest is taken for statements.
    fn line_comment(&mut self) {
        let _ = self.left.next();
        if self.left.peek().is_some_and(|c| !c.is_whitespace()) {
            return;
        }
        for c in self.left.by_ref() {
            if c == '\n' {
                break;
            }
        }
    }

    /// `/*! … */` is run by mysql.
    fn comment(&mut self) {
        let _ = self.left.next();
        if matches!(self.left.peek(), Some('!' | '+' | 'M')) {
            return;
        }
        let mut star = false;
        for c in self.left.by_ref() {
            if star && c == '/' {
                break;
            }
            star = c == '*';
        }
    }

    fn word(&mut self, first: char) {
        let mut text = String::from(first.to_ascii_lowercase());
        while let Some(c) = self
            .left
            .peek()
            .copied()
            .filter(|c| c.is_alphanumeric() || *c == '_')
        {
            text.push(c.to_ascii_lowercase());
            let _ = self.left.next();
        }
        if let Some(statement) = self.statements.last_mut() {
            statement.words.push(text);
        }
    }
}
