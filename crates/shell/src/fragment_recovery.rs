//! Making the best of text that is not understood: pieces that look like commands, so that danger in them is
//! recognised. Nothing is ever allowed because of what is found here.

use super::unparsed_fragment::{Piece, talks};

/// Longest text that is looked at, in bytes.
const TEXT_BYTES_MAX: usize = 16 * 1024;

/// Most pieces; text that has more is cut there, and asks anyway.
const PIECES_MAX: usize = 512;
/// Words of one command that are remembered for those behind it in a pipe.
const UPSTREAM_MAX: usize = 32;
/// Deepest nesting of substitutions and scripts in words.
const DEPTH_MAX: usize = 6;

/// The pieces of a text, those inside substitutions and inside scripts given as words included.
pub(crate) fn pieces(text: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    read(text, &mut out, 0);
    out.truncate(PIECES_MAX);
    out
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Plain,
    Double,
    Substitution,
    /// Parentheses within a substitution: their end is not its end.
    Parentheses,
    Backquote,
}

/// Where the next word goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Words,
    Writes,
    Reads,
    Nowhere,
}

struct Salvager<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
    modes: Vec<Mode>,
    /// The piece being read, with those around it.
    open: Vec<(Piece, Option<String>, Slot)>,
    piece: Piece,
    word: Option<String>,
    slot: Slot,
    /// A here-document that starts at the line's end: its delimiter, and whether it was quoted.
    here: Option<(String, bool)>,
    depth: usize,
}

fn read(text: &str, out: &mut Vec<Piece>, depth: usize) {
    if depth > DEPTH_MAX || out.len() >= PIECES_MAX {
        return;
    }
    let cut = text
        .char_indices()
        .map(|(at, _)| at)
        .take_while(|at| *at < TEXT_BYTES_MAX)
        .last()
        .unwrap_or(0);
    let text = if text.len() <= TEXT_BYTES_MAX {
        text
    } else {
        text.get(..cut).unwrap_or_default()
    };
    let mut salvager = Salvager {
        chars: text.chars().peekable(),
        modes: vec![Mode::Plain],
        open: Vec::new(),
        piece: Piece::default(),
        word: None,
        slot: Slot::Words,
        here: None,
        depth,
    };
    while let Some(c) = salvager.chars.next() {
        salvager.step(c, out);
    }
    salvager.end_piece(out, false);
    while let Some((piece, word, slot)) = salvager.open.pop() {
        salvager.piece = piece;
        salvager.word = word;
        salvager.slot = slot;
        salvager.end_piece(out, false);
    }
}

/// Keeps a piece, and reads the scripts among its words.
fn keep(piece: Piece, out: &mut Vec<Piece>, depth: usize) {
    let program = piece.program().to_owned();
    let scripts: Vec<String> = if talks(&program) || program == "git" {
        Vec::new()
    } else {
        let with_blank = |word: &&String| word.contains([' ', ';', '|', '\n']);
        let value = |word: &String| match word.split_once('=') {
            Some((name, value)) if name.starts_with('-') => value.to_owned(),
            Some(_) | None => word.clone(),
        };
        piece.words.iter().filter(with_blank).map(value).collect()
    };
    let joined =
        (program == "eval").then(|| piece.command().get(1..).unwrap_or_default().join(" "));
    out.push(piece);
    for script in scripts.into_iter().chain(joined) {
        read(&script, out, depth.saturating_add(1));
    }
}

impl Salvager<'_> {
    fn step(&mut self, c: char, out: &mut Vec<Piece>) {
        let mode = self.modes.last().copied().unwrap_or(Mode::Plain);
        match (mode, c) {
            (_, '\\') => self.escaped(),
            (_, '$') if self.chars.peek() == Some(&'(') => {
                let _ = self.chars.next();
                self.enter(Mode::Substitution);
            }
            (Mode::Backquote, '`') => self.leave(out),
            (_, '`') => self.enter(Mode::Backquote),
            (Mode::Double, '"') => {
                self.modes.pop();
            }
            (Mode::Double, c) => self.push(c),
            (_, '"') => {
                let _ = self.word.get_or_insert_default();
                self.modes.push(Mode::Double);
            }
            (_, '\'') => self.single(),
            (Mode::Substitution, ')') => self.leave(out),
            (Mode::Substitution | Mode::Parentheses, '(') => {
                self.end_piece(out, false);
                self.modes.push(Mode::Parentheses);
            }
            (Mode::Parentheses, ')') => {
                self.end_piece(out, false);
                self.modes.pop();
            }
            (_, '>' | '<') => self.redirect(c),
            (_, ' ' | '\t' | '\r') => self.end_word(),
            (_, '\n') => self.newline(out),
            (_, '|') if self.chars.peek() == Some(&'|') => {
                let _ = self.chars.next();
                self.end_piece(out, false);
            }
            (_, '|') => {
                let _ = self.chars.next_if_eq(&'&');
                self.end_piece(out, true);
            }
            (_, ';' | '&' | '(' | ')' | '{' | '}')
                if c != '&' || self.chars.peek() != Some(&'>') =>
            {
                self.brace_or_end(c, out);
            }
            (_, c) if c.is_whitespace() => self.end_word(),
            (_, c) => self.push(c),
        }
    }

    /// Braces inside a word (`${x}`, `{a,b}`) belong to it.
    fn brace_or_end(&mut self, c: char, out: &mut Vec<Piece>) {
        let in_word = self.word.as_ref().is_some_and(|word| !word.is_empty());
        if matches!(c, '{' | '}') && in_word {
            self.push(c);
        } else {
            self.end_piece(out, false);
        }
    }

    fn push(&mut self, c: char) {
        self.word.get_or_insert_default().push(c);
    }

    fn escaped(&mut self) {
        match self.chars.next() {
            Some('\n') | None => {}
            Some(c) => self.push(c),
        }
    }

    fn single(&mut self) {
        let _ = self.word.get_or_insert_default();
        for c in self.chars.by_ref() {
            if c == '\'' {
                return;
            }
            self.word.get_or_insert_default().push(c);
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else {
            return;
        };
        match self.slot {
            Slot::Words => self.piece.words.push(word),
            Slot::Writes => self.piece.writes.push(word),
            Slot::Reads => self.piece.reads.push(word),
            Slot::Nowhere => {}
        }
        self.slot = Slot::Words;
    }

    fn end_piece(&mut self, out: &mut Vec<Piece>, pipes: bool) {
        self.end_word();
        let piece = std::mem::take(&mut self.piece);
        if pipes {
            self.piece.upstream = piece.upstream.clone();
            let words = piece
                .command()
                .iter()
                .flat_map(|word| word.split([' ', '=']));
            self.piece
                .upstream
                .extend(words.take(UPSTREAM_MAX).map(str::to_owned));
        }
        if piece.is_empty() {
            return;
        }
        keep(piece, out, self.depth);
    }

    fn enter(&mut self, mode: Mode) {
        self.modes.push(mode);
        let piece = std::mem::take(&mut self.piece);
        let word = self.word.take();
        self.open.push((piece, word, self.slot));
        self.slot = Slot::Words;
    }

    fn leave(&mut self, out: &mut Vec<Piece>) {
        self.end_piece(out, false);
        self.modes.pop();
        if let Some((piece, word, slot)) = self.open.pop() {
            self.piece = piece;
            self.word = word;
            self.slot = slot;
            self.push('\u{fffd}');
        }
    }

    fn redirect(&mut self, c: char) {
        if self.chars.peek() == Some(&'(') {
            // `<(…)` and `>(…)` are commands of their own.
            let _ = self.chars.next();
            self.enter(Mode::Substitution);
            return;
        }
        let digit = |word: &String| word.len() == 1 && word.chars().all(|c| c.is_ascii_digit());
        if self.word.as_ref().is_some_and(digit) {
            self.word = None;
        }
        self.end_word();
        if c == '<' && self.chars.next_if_eq(&'<').is_some() {
            if self.chars.next_if_eq(&'<').is_some() {
                // A here-string is text for the program: kept as a word.
                return;
            }
            self.here_delimiter();
            return;
        }
        while self.chars.next_if(|c| matches!(c, '>' | '|')).is_some() {}
        if self.chars.next_if_eq(&'&').is_some()
            && self
                .chars
                .peek()
                .is_some_and(|c| c.is_ascii_digit() || *c == '-')
        {
            self.slot = Slot::Nowhere;
            return;
        }
        self.slot = if c == '>' { Slot::Writes } else { Slot::Reads };
    }

    fn here_delimiter(&mut self) {
        let _ = self.chars.next_if_eq(&'-');
        while self.chars.next_if(|c| matches!(c, ' ' | '\t')).is_some() {}
        let mut name = String::new();
        let mut quoted = false;
        while let Some(c) = self
            .chars
            .next_if(|c| !c.is_whitespace() && !";|&<>()".contains(*c))
        {
            if matches!(c, '\'' | '"' | '\\') {
                quoted = true;
            } else {
                name.push(c);
            }
        }
        self.here = Some((name, quoted));
    }

    fn newline(&mut self, out: &mut Vec<Piece>) {
        let Some((delimiter, quoted)) = self.here.take() else {
            self.end_piece(out, false);
            return;
        };
        self.end_word();
        let program = self.piece.program().to_owned();
        let mut body = String::new();
        loop {
            let line: String = self.chars.by_ref().take_while(|c| *c != '\n').collect();
            if line.trim() == delimiter || (line.is_empty() && self.chars.peek().is_none()) {
                break;
            }
            body.push_str(&line);
            body.push('\n');
        }
        self.end_piece(out, false);
        let content = matches!(program.as_str(), "cat" | "tee" | "git");
        if content && quoted {
            return;
        }
        if content {
            // Only substitutions are live in it.
            let inner = body.replace('\'', " ");
            read(
                &format!("echo \"{}\"", inner.replace('"', " ")),
                out,
                self.depth.saturating_add(1),
            );
        } else {
            read(&body, out, self.depth.saturating_add(1));
        }
    }
}
