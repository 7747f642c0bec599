//! `sed` programs, by the grammars of POSIX and GNU: which files their commands read and write, and whether one runs a
//! program. What does not fit the grammar is not plain.

use super::{Deed, Found};

/// Looks at a program.
pub(super) fn look(code: &str) -> Found {
    let mut reader = Reader {
        chars: code.chars().collect(),
        at: 0,
        deeds: Vec::new(),
        plain: true,
    };
    while reader.command() {}
    Found {
        deeds: reader.deeds,
        plain: reader.plain,
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    deeds: Vec<Deed>,
    plain: bool,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at = self.at.saturating_add(1);
        Some(c)
    }

    fn skip(&mut self, what: &[char]) {
        while self.peek().is_some_and(|c| what.contains(&c)) {
            self.at = self.at.saturating_add(1);
        }
    }

    /// Reads one command with its addresses; `false` at the end, or where it can't be read.
    fn command(&mut self) -> bool {
        self.skip(&[' ', '\t', '\n', ';']);
        if self.peek().is_none() {
            return false;
        }
        self.addresses();
        let Some(c) = self.next() else {
            return self.refuse();
        };
        match c {
            '{' | '}' | '=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x'
            | 'z' | 'F' => true,
            '#' => {
                let _ = self.line();
                true
            }
            'a' | 'i' | 'c' => {
                self.text();
                true
            }
            ':' | 'b' | 't' | 'T' | 'v' => {
                let _ = self.label();
                true
            }
            'l' | 'L' | 'q' | 'Q' => {
                self.skip(&[' ', '\t']);
                while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    self.at = self.at.saturating_add(1);
                }
                true
            }
            'r' | 'R' => {
                let path = self.file();
                self.deeds.push(Deed::Read(path));
                true
            }
            'w' | 'W' => {
                let path = self.file();
                self.writes(path);
                true
            }
            'e' => {
                let command = self.line();
                self.deeds
                    .push(Deed::deny("runs-programs", "`e` of sed runs a command"));
                if !command.trim().is_empty() {
                    self.deeds.push(Deed::Shell(command.trim().to_owned()));
                }
                true
            }
            's' => self.substitute(),
            'y' => {
                let Some(end) = self.next() else {
                    return self.refuse();
                };
                if self.until(end, false).is_none() || self.until(end, false).is_none() {
                    return self.refuse();
                }
                true
            }
            _ => self.refuse(),
        }
    }

    fn refuse(&mut self) -> bool {
        self.plain = false;
        false
    }

    /// `1`, `$`, `/x/I`, `\cxc`, `1~2`, `0,/x/`, `1,+3`, `!`.
    fn addresses(&mut self) {
        loop {
            match self.peek() {
                Some('0'..='9' | '$' | '~' | '+' | ',' | '!' | ' ' | '\t') => {
                    self.at = self.at.saturating_add(1);
                }
                Some('/') => {
                    self.at = self.at.saturating_add(1);
                    let _ = self.until('/', true);
                    self.skip(&['I', 'M']);
                }
                Some('\\') => {
                    self.at = self.at.saturating_add(1);
                    if let Some(end) = self.next() {
                        let _ = self.until(end, true);
                        self.skip(&['I', 'M']);
                    }
                }
                Some(_) | None => return,
            }
        }
    }

    /// To an unescaped `end`; a bracket expression of a pattern may hold it.
    fn until(&mut self, end: char, pattern: bool) -> Option<String> {
        let mut out = String::new();
        while let Some(c) = self.next() {
            if c == '\\' {
                out.push(c);
                out.extend(self.next());
            } else if c == end {
                return Some(out);
            } else if c == '[' && pattern {
                out.push(c);
                self.bracket(&mut out);
            } else {
                out.push(c);
            }
        }
        None
    }

    /// `[^]abc[:space:]]`; where it is not closed, what follows is read as if it were no bracket.
    fn bracket(&mut self, out: &mut String) {
        let start = self.at;
        let kept = out.len();
        for first in ['^', ']'] {
            if self.peek() == Some(first) {
                out.extend(self.next());
            }
        }
        while let Some(c) = self.next() {
            out.push(c);
            match c {
                ']' => return,
                '\n' => break,
                '[' if matches!(self.peek(), Some(':' | '.' | '=')) => {
                    let mark = self.next().unwrap_or(':');
                    out.push(mark);
                    while let Some(c) = self.next() {
                        out.push(c);
                        if c == mark && self.peek() == Some(']') {
                            out.extend(self.next());
                            break;
                        }
                    }
                }
                _ => {}
            }
        }
        self.at = start;
        out.truncate(kept);
    }

    fn substitute(&mut self) -> bool {
        let Some(end) = self.next().filter(|c| !matches!(c, '\n' | '\\')) else {
            return self.refuse();
        };
        // Whether a bracket may hold the delimiter differs between seds: the reading with more commands counts.
        if self.until(end, false).is_none() {
            return self.refuse();
        }
        let Some(made) = self.until(end, false) else {
            return self.refuse();
        };
        loop {
            match self.peek() {
                Some('g' | 'p' | 'i' | 'I' | 'm' | 'M' | '0'..='9') => {
                    self.at = self.at.saturating_add(1);
                }
                Some('e') => {
                    self.at = self.at.saturating_add(1);
                    self.deeds.push(Deed::deny(
                        "runs-programs",
                        "`s///e` of sed runs what it made as a command",
                    ));
                    self.deeds.push(Deed::Shell(made.clone()));
                }
                Some('w') => {
                    self.at = self.at.saturating_add(1);
                    let path = self.file();
                    self.writes(path);
                    return true;
                }
                Some(' ' | '\t' | '\n' | ';' | '}' | '#') | None => return true,
                Some(_) => return self.refuse(),
            }
        }
    }

    /// The text of `a`, `i` and `c`: to the end of a line that no backslash ends.
    fn text(&mut self) {
        while let Some(c) = self.next() {
            match c {
                '\\' => {
                    let _ = self.next();
                }
                '\n' => return,
                _ => {}
            }
        }
    }

    /// A label ends at a `;` or a blank in GNU's, at the end of the line in others': the shorter reading sees more
    /// commands.
    fn label(&mut self) -> String {
        self.skip(&[' ', '\t']);
        let mut out = String::new();
        while let Some(c) = self.peek().filter(|c| !matches!(c, '\n' | ';' | '}' | ' ')) {
            out.push(c);
            self.at = self.at.saturating_add(1);
        }
        out
    }

    fn line(&mut self) -> String {
        let mut out = String::new();
        while let Some(c) = self.next() {
            if c == '\n' {
                break;
            }
            out.push(c);
        }
        out
    }

    fn file(&mut self) -> String {
        self.line().trim().to_owned()
    }

    fn writes(&mut self, path: String) {
        self.deeds.push(match path.as_str() {
            "/dev/stdout" | "/dev/stderr" => Deed::Write("/dev/null".to_owned()),
            _ => Deed::Write(path),
        });
    }
}
