//! JSON as the same tree of nodes as YAML, each with its place. Numbers and booleans keep their written text. Strict,
//! as the standard is: no comments, no commas too many; a key that stands twice is refused.

use std::collections::BTreeSet;

use crate::notes::Notes;
use crate::yaml::{Key, Limits, Node, Value};

/// Reads a text that begins at byte `base` of its file. `None` after an error.
pub(crate) fn read(text: &str, base: usize, limits: Limits, notes: &mut Notes<'_>) -> Option<Node> {
    let mut reader = Reader {
        text,
        base,
        at: 0,
        depth_left: limits.depth_max,
        nodes_max: limits.nodes_max,
        nodes: 0,
    };
    match reader.document() {
        Ok(node) => Some(node),
        Err(Stop { at, message }) => {
            notes.error(base.saturating_add(at), message, "");
            None
        }
    }
}

/// Why reading ended.
struct Stop {
    at: usize,
    message: String,
}

struct Reader<'t> {
    text: &'t str,
    base: usize,
    at: usize,
    depth_left: usize,
    nodes_max: usize,
    nodes: usize,
}

impl<'t> Reader<'t> {
    fn document(&mut self) -> Result<Node, Stop> {
        let node = self.node()?;
        self.blanks();
        match self.peek() {
            None => Ok(node),
            Some(_) => Err(self.wrong("something follows its end")),
        }
    }

    fn node(&mut self) -> Result<Node, Stop> {
        self.blanks();
        let at = self.at;
        self.nodes = self.nodes.saturating_add(1);
        if self.nodes > self.nodes_max {
            return Err(stop(at, format!("more than {} values", self.nodes_max)));
        }
        let value = match self.peek() {
            Some('{') => self.within(Self::map)?,
            Some('[') => self.within(Self::list)?,
            Some('"') => Value::Scalar(self.string()?),
            Some('-' | '0'..='9') => Value::Scalar(self.number()?),
            Some(_) => self.word()?,
            None => return Err(self.wrong("it ends too early")),
        };
        Ok(Node {
            at: self.base.saturating_add(at),
            value,
        })
    }

    /// One level further in.
    fn within(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Value, Stop>,
    ) -> Result<Value, Stop> {
        let Some(left) = self.depth_left.checked_sub(1) else {
            return Err(stop(self.at, "too many levels within each other"));
        };
        self.depth_left = left;
        self.bump();
        let value = read(self)?;
        self.depth_left = self.depth_left.saturating_add(1);
        Ok(value)
    }

    fn list(&mut self) -> Result<Value, Stop> {
        let mut items = Vec::new();
        self.blanks();
        if self.eat(']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.node()?);
            self.blanks();
            if self.eat(']') {
                return Ok(Value::List(items));
            }
            if !self.eat(',') {
                return Err(self.wrong("`,` or `]` has to stand here"));
            }
        }
    }

    fn map(&mut self) -> Result<Value, Stop> {
        let mut items: Vec<(Key, Node)> = Vec::new();
        let mut seen = BTreeSet::new();
        self.blanks();
        if self.eat('}') {
            return Ok(Value::Map(items));
        }
        loop {
            self.blanks();
            let at = self.at;
            if self.peek() != Some('"') {
                return Err(self.wrong("a key in double quotes has to stand here"));
            }
            let text = self.string()?;
            if !seen.insert(text.clone()) {
                return Err(stop(at, format!("key `{text}` stands here a second time")));
            }
            self.blanks();
            if !self.eat(':') {
                return Err(self.wrong("`:` has to stand here"));
            }
            let value = self.node()?;
            let at = self.base.saturating_add(at);
            items.push((Key { at, text }, value));
            self.blanks();
            if self.eat('}') {
                return Ok(Value::Map(items));
            }
            if !self.eat(',') {
                return Err(self.wrong("`,` or `}` has to stand here"));
            }
        }
    }

    fn string(&mut self) -> Result<String, Stop> {
        let mut text = String::new();
        let opened = self.at;
        self.bump();
        loop {
            let rest = self.rest();
            let plain = rest.find(|c: char| c == '"' || c == '\\' || c < ' ');
            let Some(plain) = plain else {
                return Err(stop(opened, "not valid JSON: a text does not end"));
            };
            text.push_str(rest.get(..plain).unwrap_or(""));
            self.at = self.at.saturating_add(plain);
            match self.bump() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escape()?),
                Some(_) | None => {
                    let at = self.at.saturating_sub(1);
                    let why = "not valid JSON: a text holds a control character";
                    return Err(stop(at, why));
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, Stop> {
        let at = self.at.saturating_sub(1);
        match self.bump() {
            Some(c @ ('"' | '\\' | '/')) => Ok(c),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => self.unicode(at),
            Some(_) | None => Err(stop(at, "not valid JSON: an unknown escape")),
        }
    }

    /// Four digits, or two times four for what is outside of the first plane.
    fn unicode(&mut self, at: usize) -> Result<char, Stop> {
        let broken = || stop(at, "not valid JSON: `\\u` without a character");
        let first = self.hex().ok_or_else(broken)?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first).ok_or_else(broken);
        }
        if !(self.eat('\\') && self.eat('u')) {
            return Err(broken());
        }
        let second = self.hex().ok_or_else(broken)?;
        let low = second
            .checked_sub(0xdc00)
            .filter(|low| *low < 0x400)
            .ok_or_else(broken)?;
        let high = first.saturating_sub(0xd800);
        let code = 0x1_0000_u32.saturating_add(high.saturating_mul(0x400));
        char::from_u32(code.saturating_add(low)).ok_or_else(broken)
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4)?;
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        self.at = self.at.saturating_add(4);
        u32::from_str_radix(digits, 16).ok()
    }

    fn number(&mut self) -> Result<String, Stop> {
        let from = self.at;
        self.eat('-');
        let whole = self.digits();
        let zero_first = self.text.get(self.at.saturating_sub(whole)..);
        let zero_first = whole > 1 && zero_first.is_some_and(|text| text.starts_with('0'));
        let mut good = whole > 0 && !zero_first;
        if self.eat('.') {
            good &= self.digits() > 0;
        }
        if self.eat('e') || self.eat('E') {
            let _signed = self.eat('+') || self.eat('-');
            good &= self.digits() > 0;
        }
        match self.text.get(from..self.at) {
            Some(text) if good => Ok(text.to_owned()),
            Some(_) | None => Err(stop(from, "not valid JSON: not a number")),
        }
    }

    fn digits(&mut self) -> usize {
        let rest = self.rest();
        let count = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at = self.at.saturating_add(count);
        count
    }

    fn word(&mut self) -> Result<Value, Stop> {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let value = match rest.get(..length) {
            Some("null") => Value::Null,
            Some(word @ ("true" | "false")) => Value::Scalar(word.to_owned()),
            Some(_) | None => return Err(self.wrong("a value has to stand here")),
        };
        self.at = self.at.saturating_add(length);
        Ok(value)
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at = self.at.saturating_add(c.len_utf8());
        Some(c)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.bump();
        }
        found
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        let after = rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let blanks = rest.len().saturating_sub(after.len());
        self.at = self.at.saturating_add(blanks);
    }

    fn wrong(&self, why: &str) -> Stop {
        stop(self.at, format!("not valid JSON: {why}"))
    }
}

fn stop(at: usize, message: impl Into<String>) -> Stop {
    Stop {
        at,
        message: message.into(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::read;
    use crate::notes::Notes;
    use crate::yaml::{Limits, NODES_MAX, Node, Value};

    const DEPTH_MAX: usize = 100;

    fn limits(depth_max: usize) -> Limits {
        Limits {
            depth_max,
            nodes_max: NODES_MAX,
            aliases: false,
        }
    }

    fn ours(text: &str) -> Result<Node, String> {
        let mut notes = Notes::new("f", text);
        read(text, 0, limits(DEPTH_MAX), &mut notes)
            .ok_or_else(|| notes.into_problems().remove(0).message)
    }

    /// The same value, as far as a tree of texts can tell.
    fn same(node: &Node, value: &serde_json::Value) -> bool {
        match (&node.value, value) {
            (Value::Null, serde_json::Value::Null) => true,
            (Value::Scalar(text), serde_json::Value::Bool(truth)) => *text == truth.to_string(),
            (Value::Scalar(text), serde_json::Value::Number(number)) => {
                serde_json::from_str::<serde_json::Number>(text).is_ok_and(|it| it == *number)
            }
            (Value::Scalar(text), serde_json::Value::String(other)) => text == other,
            (Value::List(items), serde_json::Value::Array(values)) => {
                items.len() == values.len() && items.iter().zip(values).all(|(a, b)| same(a, b))
            }
            (Value::Map(items), serde_json::Value::Object(values)) => {
                items.len() == values.len()
                    && items
                        .iter()
                        .all(|(key, node)| values.get(&key.text).is_some_and(|it| same(node, it)))
            }
            _ => false,
        }
    }

    fn agrees(text: &str) -> Result<(), TestCaseError> {
        match (ours(text), serde_json::from_str::<serde_json::Value>(text)) {
            (Ok(node), Ok(value)) => prop_assert!(same(&node, &value), "{text}"),
            (Err(_), Err(_)) => {}
            (Err(why), Ok(_)) => prop_assert!(
                why.contains("a second time") || why.contains("too many levels"),
                "refused: {text}: {why}"
            ),
            // Numbers out of range are the one thing that it refuses and a text can hold.
            (Ok(_), Err(why)) => prop_assert!(
                why.to_string().contains("number out of range"),
                "accepted: {text}: {why}"
            ),
        }
        Ok(())
    }

    fn value() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            any::<i32>().prop_map(|it| (f64::from(it) / 8.0).into()),
            any::<String>().prop_map(Into::into),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
                prop::collection::hash_map(any::<String>(), inner, 0..6)
                    .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_written_is_read(value in value(), pretty in any::<bool>()) {
            let text = if pretty {
                serde_json::to_string_pretty(&value).unwrap()
            } else {
                value.to_string()
            };
            prop_assert!(same(&ours(&text).unwrap(), &value), "{}", text);
        }

        #[test]
        fn any_text_is_judged_as_by_the_standard(text in r#"[\[\]{}:,"\\a-fnrtu0-9.eE+\- \n\x01é😀]{0,24}"#) {
            agrees(&text)?;
        }
    }

    #[test]
    fn odd_texts_are_judged_as_by_the_standard() {
        for text in [
            "",
            " ",
            "nul",
            "nulls",
            "true ",
            "01",
            "-0",
            "-",
            "1.",
            ".5",
            "1e",
            "1e+9",
            "[1,]",
            "{\"a\":1,}",
            "{a:1}",
            "{'a':1}",
            r#""\/\b\f\n\r\t\"\\""#,
            r#""\u00e9\ud83d\ude00""#,
            r#""\ud83d""#,
            r#""\ud83dx""#,
            r#""\ude00""#,
            r#""\ud83d\u0041""#,
            r#""\u12""#,
            r#""\x""#,
            "\"a\nb\"",
            "\"\t\"",
            "[1 2]",
            "{\"a\" 1}",
            "1 2",
            "[[[]]]",
            "\u{feff}1",
            "// x\n1",
            "\"\u{7f}\"",
            "{\"\":{}}",
            "\"a",
        ] {
            agrees(text).unwrap();
        }
    }

    #[test]
    fn depth_and_double_keys_are_refused_at_their_place() {
        let deep = "[".repeat(DEPTH_MAX + 1);
        assert_eq!(
            ours(&deep).unwrap_err(),
            "too many levels within each other"
        );
        assert!(
            ours(&format!(
                "{}{}",
                "[".repeat(DEPTH_MAX),
                "]".repeat(DEPTH_MAX)
            ))
            .is_ok()
        );
        let text = "{\"a\": 1,\n \"a\": 2}";
        let mut notes = Notes::new("f", text);
        assert!(read(text, 0, limits(4), &mut notes).is_none());
        let problem = notes.into_problems().remove(0);
        assert_eq!((problem.line, problem.column), (2, 2));
        assert_eq!(problem.message, "key `a` stands here a second time");
    }
}
