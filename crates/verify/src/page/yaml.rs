//! Front matter written so that every reader of the format understands it: block style, texts in double quotes, bare
//! integers.

use serde_json::Value;

/// A value with its fields in the order in which people read them.
pub(super) enum Node {
    /// Anybody's text.
    Text(String),
    /// A word of ours or a number, written without quotes.
    Word(String),
    List(Vec<Node>),
    Map(Vec<(&'static str, Node)>),
}

impl Node {
    pub(super) fn texts(texts: impl IntoIterator<Item = String>) -> Node {
        Node::List(texts.into_iter().map(Node::Text).collect())
    }

    /// The same as JSON.
    pub(super) fn json(self) -> Value {
        match self {
            Node::Text(text) | Node::Word(text) => Value::String(text),
            Node::List(items) => items.into_iter().map(Node::json).collect(),
            Node::Map(fields) => {
                let fields = fields.into_iter();
                fields
                    .map(|(name, value)| (name.to_owned(), value.json()))
                    .collect()
            }
        }
    }
}

/// Front matter as it grows.
pub(super) struct Yaml {
    text: String,
}

impl Yaml {
    pub(super) fn new() -> Self {
        Self {
            text: "---\n".to_owned(),
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.text.push_str("---\n");
        self.text
    }

    /// Any value below a key.
    pub(super) fn value(&mut self, depth: usize, key: &str, value: &Node) {
        let inner = depth.saturating_add(1);
        match value {
            Node::List(items) if items.is_empty() => self.line(depth, &format!("{key}: []")),
            Node::List(items) => {
                self.line(depth, &format!("{key}:"));
                for item in items {
                    self.item(inner, item);
                }
            }
            Node::Map(fields) => {
                self.line(depth, &format!("{key}:"));
                for (name, value) in fields {
                    self.value(inner, name, value);
                }
            }
            Node::Text(text) => self.line(depth, &format!("{key}: {}", quoted(text))),
            Node::Word(word) => self.line(depth, &format!("{key}: {}", bare(word))),
        }
    }

    /// One item of a list. The first field of a map stands behind the dash.
    fn item(&mut self, depth: usize, item: &Node) {
        let fields = match item {
            Node::Map(fields) => fields,
            Node::Text(text) => return self.line(depth, &format!("- {}", quoted(text))),
            Node::Word(word) => return self.line(depth, &format!("- {}", bare(word))),
            // INVARIANT: no report holds a list in a list.
            Node::List(_) => return,
        };
        let start = self.text.len();
        for (name, value) in fields {
            self.value(depth.saturating_add(1), name, value);
        }
        let dash = start.saturating_add(depth.saturating_mul(2));
        if self.text.len() > dash {
            self.text.replace_range(dash..dash.saturating_add(1), "-");
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(text);
        self.text.push('\n');
    }
}

/// A word without quotes, where YAML reads it as that word; else with them.
fn bare(word: &str) -> String {
    let plain = !word.is_empty()
        && !word.ends_with(':')
        && word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_:.+".contains(c))
        && word.starts_with(|c: char| c.is_ascii_alphanumeric());
    if plain { word.to_owned() } else { quoted(word) }
}

/// A text in double quotes, with what YAML has to see escaped.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || is_strange(c) => {
                out.push_str(&format!("\\U{:08X}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Characters that break lines, turn them, or may not stand in YAML.
fn is_strange(c: char) -> bool {
    matches!(
        u32::from(c),
        0x2028 | 0x2029 | 0xfeff | 0x202a..=0x202e | 0x2066..=0x2069 | 0xfffe | 0xffff
    )
}
