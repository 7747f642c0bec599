//! The words of a Markdown text, line by line, without what says nothing to us: code, HTML comments, addresses, and quotes
//! unless they are wanted. Marks of emphasis, lists and headings are taken away.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

use super::words::html::Html;

mod html;

/// Bytes of a text that are read: more than forges take as one comment by far.
const TEXT_BYTES_MAX: usize = 256 * 1024;
/// Quotes and lists within each other. A parser looks at each of them again for every line, so a line that opens more says
/// nothing: nobody writes one.
const DEPTH_MAX: usize = 64;
/// Stands where something was that says nothing, so that the words around it do not become one.
const GAP: &str = "`";

/// What is kept besides plain words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keep {
    /// Words of quotes.
    pub(super) quotes: bool,
    /// Words that are links. Their addresses are never kept.
    pub(super) links: bool,
}

/// The words of a text.
pub(super) fn words(text: &str, keep: Keep) -> String {
    let text = bounded(text);
    let mut walk = Walk {
        text: &text,
        keep,
        out: String::new(),
        hides: Vec::new(),
        hidden: 0,
        html: Html::default(),
    };
    for (event, range) in Parser::new_ext(&text, Options::empty()).into_offset_iter() {
        walk.event(event, range.start);
    }
    walk.out
}

/// The text as far as it is read, without lines that open too many quotes and lists.
fn bounded(text: &str) -> String {
    let end = (0..=TEXT_BYTES_MAX.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at));
    let text = text.get(..end.unwrap_or(0)).unwrap_or("");
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        out.push_str(if is_deep(line) { "\n" } else { line });
    }
    out
}

fn is_deep(line: &str) -> bool {
    let mut marks = 0_usize;
    let mut before = ' ';
    for c in line.chars() {
        let is_list = matches!(c, ' ' | '\t') && matches!(before, '-' | '+' | '*' | '.' | ')');
        marks = marks.saturating_add(usize::from(c == '>' || is_list));
        if !matches!(
            c,
            ' ' | '\t' | '>' | '-' | '+' | '*' | '.' | ')' | '0'..='9'
        ) {
            break;
        }
        before = c;
    }
    marks > DEPTH_MAX
}

/// The way through a text.
struct Walk<'t> {
    text: &'t str,
    keep: Keep,
    out: String,
    /// For each open element whether it hides its words.
    hides: Vec<bool>,
    /// How many of them do.
    hidden: usize,
    html: Html,
}

impl Walk<'_> {
    fn event(&mut self, event: Event<'_>, start: usize) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(said) => self.said(&said, start),
            Event::Html(said) | Event::InlineHtml(said) => {
                let shown = self.html.shown(&said);
                if self.hidden == 0 {
                    self.out.push_str(&shown);
                }
            }
            Event::SoftBreak | Event::HardBreak | Event::Rule => self.push("\n"),
            Event::Code(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => self.push(GAP),
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let hides = match tag {
            Tag::CodeBlock(_) | Tag::Image { .. } | Tag::MetadataBlock(_) => true,
            Tag::BlockQuote(_) => !self.keep.quotes,
            Tag::Link { link_type, .. } => {
                !self.keep.links || matches!(link_type, LinkType::Autolink | LinkType::Email)
            }
            Tag::Paragraph
            | Tag::Heading { .. }
            | Tag::HtmlBlock
            | Tag::List(_)
            | Tag::Item
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Table(_)
            | Tag::TableHead
            | Tag::TableRow
            | Tag::TableCell
            | Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript => false,
        };
        let inline = is_inline(tag.to_end());
        if !inline {
            self.block();
        } else if hides {
            self.push(GAP);
        }
        self.hides.push(hides);
        self.hidden = self.hidden.saturating_add(usize::from(hides));
    }

    fn end(&mut self, tag: TagEnd) {
        let hid = self.hides.pop().unwrap_or(false);
        self.hidden = self.hidden.saturating_sub(usize::from(hid));
        if !is_inline(tag) {
            self.block();
        }
    }

    /// Between blocks: another line, and HTML that was left open hides no more.
    fn block(&mut self) {
        self.html = Html::default();
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn said(&mut self, said: &str, start: usize) {
        let behind = self.text.get(start..).unwrap_or("");
        let before = self.text.get(..start).unwrap_or("");
        if !behind.starts_with(said) {
            // An entity. `&#64;` was written because no mention is meant.
            self.push(&said.replace(['@', '#', '!', '['], GAP));
        } else if before.ends_with('\\') && said.starts_with(['@', '#', '!']) {
            self.push("\\");
            self.push(said);
        } else {
            self.push(said);
        }
    }

    fn push(&mut self, said: &str) {
        if self.hidden == 0 && !self.html.hides() {
            self.out.push_str(said);
        }
    }
}

fn is_inline(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
    )
}
