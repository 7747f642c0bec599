//! A text of `cmd.exe` after its variables, read into a tree; `compound` reads `if` and `for`.

mod compound;

/// Deepest nesting of groups and conditions.
const NESTING_MAX: usize = 16;
/// Most commands.
const COMMANDS_MAX: usize = 2_000;

type Stop = &'static str;

#[derive(Debug)]
pub(super) enum Node {
    Simple(Simple),
    /// Fed from left to right.
    Pipe(Vec<Node>),
    Group(Vec<Node>, Vec<String>),
    /// The path that is looked at, if it is one, and what follows in either case.
    If {
        looked: Option<String>,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    For {
        /// `/f`, `/r`, `/d`, `/l`, or nothing.
        kind: String,
        /// Words between the kind and the variable.
        options: Vec<String>,
        variable: char,
        set: String,
        body: String,
    },
}

#[derive(Debug)]
pub(super) struct Simple {
    pub(super) words: Vec<String>,
    /// What follows the first word, as it is spelt.
    pub(super) tail: String,
    pub(super) writes: Vec<String>,
    pub(super) reads: Vec<String>,
}

pub(super) fn read(text: &str) -> Result<Vec<Node>, Stop> {
    let mut reader = Reader {
        chars: text.chars().collect(),
        at: 0,
        depth: 0,
        commands: 0,
    };
    let nodes = reader.sequence(false, true)?;
    match reader.peek() {
        None => Ok(nodes),
        Some(_) => Err("a parenthesis is not opened"),
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    depth: usize,
    commands: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn ahead(&self) -> Option<char> {
        self.chars.get(self.at.saturating_add(1)).copied()
    }

    fn skip(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    fn blanks(&mut self) {
        while self
            .peek()
            .is_some_and(|c| matches!(c, ' ' | '\t' | ',' | ';' | '=' | '@'))
        {
            self.skip();
        }
    }

    /// Commands up to the end of the text or group; `lines`: over more than one line.
    fn sequence(&mut self, grouped: bool, lines: bool) -> Result<Vec<Node>, Stop> {
        self.depth = self.depth.saturating_add(1);
        if self.depth > NESTING_MAX {
            return Err("it is nested too deeply");
        }
        let mut out = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                None => break,
                Some(')') if grouped => break,
                Some('\n') if !lines => break,
                Some('\n' | '&') => self.skip(),
                Some('|') if self.ahead() == Some('|') => {
                    self.skip();
                    self.skip();
                }
                Some('|') => return Err("a pipe has no beginning"),
                Some(_) => {
                    let node = self.pipe(grouped)?;
                    out.push(node);
                }
            }
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(out)
    }

    fn pipe(&mut self, grouped: bool) -> Result<Node, Stop> {
        let mut stages = vec![self.primary(grouped)?];
        loop {
            self.blanks();
            if self.peek() != Some('|') || self.ahead() == Some('|') {
                break;
            }
            self.skip();
            self.blanks();
            stages.push(self.primary(grouped)?);
        }
        match <[Node; 1]>::try_from(stages) {
            Ok([one]) => Ok(one),
            Err(all) => Ok(Node::Pipe(all)),
        }
    }

    fn primary(&mut self, grouped: bool) -> Result<Node, Stop> {
        self.commands = self.commands.saturating_add(1);
        if self.commands > COMMANDS_MAX {
            return Err("it holds too many commands");
        }
        match self.peek() {
            Some('(') => self.group(),
            Some(c) if c == ':' || self.keyword() == "rem" => {
                // A label or a comment: nothing up to the end of the line.
                if self.goes_back() {
                    return Err("it jumps to a label");
                }
                while self.peek().is_some_and(|c| c != '\n') {
                    self.skip();
                }
                Ok(Node::Group(Vec::new(), Vec::new()))
            }
            Some(_) => match self.keyword().as_str() {
                "if" => self.conditional(grouped),
                "for" => self.repeated(grouped),
                _ => self.simple(grouped).map(Node::Simple),
            },
            None => Err("a command is missing"),
        }
    }

    /// `:a & … & goto a`: a loop without end, where the line is one of a file.
    fn goes_back(&self) -> bool {
        let rest = self.chars.iter().skip(self.at).take_while(|c| **c != '\n');
        let line: String = rest.map(char::to_ascii_lowercase).collect();
        let jumps = |part: &str| part.trim_start().starts_with("goto ");
        !line.starts_with("::") && line.split('&').skip(1).any(jumps)
    }

    fn keyword(&self) -> String {
        let rest = self.chars.iter().skip(self.at);
        let word: String = rest
            .take_while(|c| c.is_ascii_alphabetic())
            .take(8)
            .collect();
        let after = self.chars.get(self.at.saturating_add(word.len()));
        if after.is_none_or(|c| matches!(c, ' ' | '\t' | '/' | '(')) {
            word.to_ascii_lowercase()
        } else {
            String::new()
        }
    }

    fn group(&mut self) -> Result<Node, Stop> {
        self.skip();
        let body = self.sequence(true, true)?;
        if self.peek() != Some(')') {
            return Err("a parenthesis is not closed");
        }
        self.skip();
        let mut simple = empty();
        self.blanks();
        while self.redirection(&mut simple)? {
            self.blanks();
        }
        Ok(Node::Group(body, simple.writes))
    }

    fn simple(&mut self, grouped: bool) -> Result<Simple, Stop> {
        let mut out = empty();
        loop {
            while self.peek().is_some_and(|c| matches!(c, ' ' | '\t')) {
                self.skip();
            }
            let before = self.at;
            if self.redirection(&mut out)? {
                continue;
            }
            self.at = before;
            match self.peek() {
                None | Some('\n' | '&' | '|') => break,
                Some(')') if grouped => break,
                Some(_) => {
                    let word = self.word(grouped);
                    if !out.words.is_empty() {
                        let raw = self
                            .chars
                            .iter()
                            .skip(before)
                            .take(self.at.saturating_sub(before));
                        out.tail.extend(raw);
                        out.tail.push(' ');
                    }
                    out.words.push(word);
                }
            }
        }
        if out.words.is_empty() && out.writes.is_empty() && out.reads.is_empty() {
            return Err("a command is missing");
        }
        Ok(out)
    }

    /// One word; quotes go, what a caret stands before counts as itself.
    fn word(&mut self, grouped: bool) -> String {
        let mut out = String::new();
        let mut quoted = false;
        while let Some(c) = self.peek() {
            let ends =
                matches!(c, ' ' | '\t' | '&' | '|' | '<' | '>' | '\n') || (c == ')' && grouped);
            match c {
                '\n' => break,
                '"' => quoted = !quoted,
                '^' if !quoted => {
                    self.skip();
                    match self.peek() {
                        Some('\n') => {}
                        Some(next) => out.push(next),
                        None => break,
                    }
                }
                _ if ends && !quoted => break,
                c => out.push(c),
            }
            self.skip();
        }
        out
    }

    /// `> x`, `2>&1`, `< x`
    fn redirection(&mut self, out: &mut Simple) -> Result<bool, Stop> {
        if self.peek().is_some_and(|c| c.is_ascii_digit())
            && matches!(self.ahead(), Some('<' | '>'))
        {
            self.skip();
        }
        let reads = match self.peek() {
            Some('>') => false,
            Some('<') => true,
            Some(_) | None => return Ok(false),
        };
        self.skip();
        if self.peek() == Some('>') {
            self.skip();
        }
        if self.peek() == Some('&') {
            self.skip();
            if self.peek().is_none_or(|c| !c.is_ascii_digit()) {
                return Err("a redirection is not understood");
            }
            self.skip();
            return Ok(true);
        }
        self.blanks();
        let target = self.word(true);
        if target.is_empty() {
            return Err("a redirection leads nowhere");
        }
        if reads {
            out.reads.push(target);
        } else {
            out.writes.push(target);
        }
        Ok(true)
    }
}

fn empty() -> Simple {
    Simple {
        words: Vec::new(),
        tail: String::new(),
        writes: Vec::new(),
        reads: Vec::new(),
    }
}
