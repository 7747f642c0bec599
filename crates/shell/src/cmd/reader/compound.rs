//! `if` and `for`, with the commands below them.

use super::{Node, Reader, Stop};

impl Reader {
    pub(super) fn conditional(&mut self, grouped: bool) -> Result<Node, Stop> {
        self.at = self.at.saturating_add(2);
        let mut looked = None;
        let mut word = self.next_word(grouped);
        while matches!(word.to_lowercase().as_str(), "not" | "/i") {
            word = self.next_word(grouped);
        }
        match word.to_lowercase().as_str() {
            "exist" => looked = Some(self.next_word(grouped)),
            "defined" | "errorlevel" | "cmdextversion" => {
                let _ = self.next_word(grouped);
            }
            compared if compared.contains("==") && !compared.ends_with("==") => {}
            compared if compared.ends_with("==") => {
                let _ = self.next_word(grouped);
            }
            _ => {
                let operator = self.next_word(grouped).to_lowercase();
                match operator.as_str() {
                    "equ" | "neq" | "lss" | "leq" | "gtr" | "geq" | "==" => {
                        let _ = self.next_word(grouped);
                    }
                    operator if operator.starts_with("==") => {}
                    _ => return Err("a condition is not understood"),
                }
            }
        }
        self.blanks();
        let then = self.branch(grouped)?;
        let before = self.at;
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.skip();
        }
        let mut otherwise = Vec::new();
        if self.keyword() == "else" {
            self.at = self.at.saturating_add(4);
            self.blanks();
            otherwise = self.branch(grouped)?;
        } else {
            self.at = before;
        }
        Ok(Node::If {
            looked,
            then,
            otherwise,
        })
    }

    /// A group, or everything up to the end of the line.
    fn branch(&mut self, grouped: bool) -> Result<Vec<Node>, Stop> {
        if self.peek() == Some('(') {
            return Ok(vec![self.group()?]);
        }
        self.sequence(grouped, false)
    }

    fn next_word(&mut self, grouped: bool) -> String {
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.skip();
        }
        self.word(grouped)
    }

    /// `for [/kind [options]] %i in (set) do body`
    pub(super) fn repeated(&mut self, grouped: bool) -> Result<Node, Stop> {
        self.at = self.at.saturating_add(3);
        let mut kind = String::new();
        let mut options = Vec::new();
        let variable = loop {
            let word = self.next_word(grouped);
            if word.is_empty() {
                return Err("a loop is not understood");
            }
            if let Some(name) = word.strip_prefix('%') {
                let mut name = name.trim_start_matches('%').chars();
                match (name.next(), name.next()) {
                    (Some(c), None) => break c,
                    (Some(_) | None, Some(_) | None) => {
                        return Err("a loop's variable is not understood");
                    }
                }
            } else if word.starts_with('/') && kind.is_empty() {
                kind = word.to_lowercase();
            } else {
                options.push(word);
            }
        };
        if !self.next_word(grouped).eq_ignore_ascii_case("in") {
            return Err("a loop is not understood");
        }
        self.blanks();
        let set = self.enclosed()?;
        if !self.next_word(grouped).eq_ignore_ascii_case("do") {
            return Err("a loop has no body");
        }
        self.blanks();
        let from = self.at;
        // Read once, for its end.
        self.branch(grouped)?;
        let body: String = self
            .chars
            .iter()
            .skip(from)
            .take(self.at.saturating_sub(from))
            .collect();
        Ok(Node::For {
            kind,
            options,
            variable,
            set,
            body,
        })
    }

    /// What stands in parentheses, quotes and all.
    fn enclosed(&mut self) -> Result<String, Stop> {
        if self.peek() != Some('(') {
            return Err("a loop has no set");
        }
        self.skip();
        let mut out = String::new();
        let mut quote = None;
        while let Some(c) = self.peek() {
            self.skip();
            match (quote, c) {
                (None, ')') => return Ok(out),
                (None, '"' | '\'' | '`') => quote = Some(c),
                (Some(open), c) if open == c => quote = None,
                (Some(_) | None, _) => {}
            }
            out.push(c);
        }
        Err("a set is not closed")
    }
}
