//! What HTML within Markdown shows: its words without tags and comments. Not a parser of HTML: it only has to know where words
//! are, and forgets what was left open at the end of each block.

/// Elements whose words are code, a quote, or not shown.
const HIDING: [&str; 7] = [
    "blockquote",
    "code",
    "kbd",
    "pre",
    "script",
    "style",
    "textarea",
];

/// Elements that stand on lines of their own.
const BREAKING: [&str; 9] = [
    "br", "details", "div", "li", "p", "summary", "td", "th", "tr",
];

/// Where we stand in HTML.
#[derive(Debug, Default)]
pub(super) struct Html {
    at: At,
    /// Hiding elements that are open.
    open: usize,
}

#[derive(Debug, Default)]
enum At {
    /// Among words.
    #[default]
    Words,
    /// In a tag, of which the beginning was read, and perhaps in an attribute between these quotes.
    Tag(String, Option<char>),
    /// In a comment, of which the end was read: so many dashes.
    Comment(usize),
}

/// Bytes of a tag that are kept: enough for the names that matter.
const TAG_BYTES_MAX: usize = 16;

impl Html {
    /// Whether words that come next are hidden.
    pub(super) fn hides(&self) -> bool {
        self.open > 0
    }

    /// What a piece shows.
    pub(super) fn shown(&mut self, piece: &str) -> String {
        let mut out = String::new();
        for c in piece.chars() {
            self.at = match std::mem::take(&mut self.at) {
                At::Words if c == '<' => At::Tag(String::new(), None),
                At::Words => {
                    if self.open == 0 || c == '\n' {
                        out.push(c);
                    }
                    At::Words
                }
                At::Tag(tag, None) if c == '>' => {
                    if self.breaks(&tag) {
                        out.push('\n');
                    }
                    At::Words
                }
                At::Tag(tag, _) if tag == "!-" && c == '-' => At::Comment(2),
                At::Tag(tag, quote) => tag_with(tag, quote, c),
                At::Comment(2..) if c == '>' => At::Words,
                At::Comment(dashes) if c == '-' => At::Comment(dashes.saturating_add(1)),
                At::Comment(_) => At::Comment(0),
            };
        }
        out
    }

    /// A tag was read to its end. Whether another line begins.
    fn breaks(&mut self, tag: &str) -> bool {
        let is_end = tag.starts_with('/');
        let name = tag.trim_start_matches('/');
        let name = name
            .split(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or("");
        if HIDING.contains(&name) && !tag.ends_with('/') {
            self.open = if is_end {
                self.open.saturating_sub(1)
            } else {
                self.open.saturating_add(1)
            };
        }
        BREAKING.contains(&name)
    }
}

fn tag_with(mut tag: String, quote: Option<char>, c: char) -> At {
    if tag.len() < TAG_BYTES_MAX {
        tag.push(c.to_ascii_lowercase());
    }
    let quote = match quote {
        Some(open) => (open != c).then_some(open),
        None => Some(c).filter(|it| matches!(it, '"' | '\'')),
    };
    At::Tag(tag, quote)
}
