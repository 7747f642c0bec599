//! The blocks of a component: its scripts, its template, and the comments outside of code.

use super::markup::{Attribute, Piece, Reader, Tag};
use super::template::{self, Template};
use crate::facts::{ByteRange, Region, RegionKind};

/// One `<script>`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Script<'s> {
    /// What stands between its tags.
    pub(super) bytes: ByteRange,
    /// Where its opening tag stands.
    pub(super) start: usize,
    /// `<script setup>`.
    pub(super) setup: bool,
    /// `lang`, empty for none.
    pub(super) language: &'s str,
    /// `src`, empty for none.
    pub(super) source: &'s str,
}

/// All blocks.
#[derive(Debug, Default)]
pub(super) struct Blocks<'s> {
    pub(super) scripts: Vec<Script<'s>>,
    pub(super) template: Option<Template<'s>>,
    /// Comments outside scripts and template.
    pub(super) comments: Vec<Region>,
    /// How many blocks have no end.
    pub(super) unclosed: u32,
}

/// Finds the blocks of a component.
pub(super) fn find(source: &str) -> Blocks<'_> {
    let mut blocks = Blocks::default();
    let mut reader = Reader::new(source, 0, source.len());
    while let Some(piece) = reader.next(false) {
        match piece {
            Piece::Comment(bytes) => blocks.comments.push(Region {
                bytes,
                kind: RegionKind::Comment,
            }),
            Piece::Tag(tag) if !tag.closing && !tag.closed => {
                let end = blocks.block(source, &tag);
                reader.jump(end);
            }
            Piece::Tag(_) | Piece::Text(_) | Piece::Hole(_) => {}
        }
    }
    blocks
}

impl<'s> Blocks<'s> {
    /// Reads one block and says where it ends.
    fn block(&mut self, source: &'s str, tag: &Tag) -> usize {
        let text = |bytes: ByteRange| source.get(bytes.start..bytes.end).unwrap_or("");
        let value = |name: &str| {
            let mut found = tag.attributes.iter();
            let found = found.find(|a: &&Attribute| text(a.name) == name);
            found.map(|a| a.value.map_or("", text))
        };
        let name = text(tag.name);
        if name == "template" {
            let pug = value("lang").is_some_and(|lang| !matches!(lang, "" | "html"));
            let template = template::read(source, tag.bytes.end, pug);
            let end = template.end.max(tag.bytes.end);
            self.unclosed = self.unclosed.saturating_add(u32::from(!template.closed));
            self.template.get_or_insert(template);
            return end;
        }
        let (bytes, end) = self.inside(source, name, tag.bytes.end);
        match name {
            "script" => self.scripts.push(Script {
                bytes,
                start: tag.bytes.start,
                setup: value("setup").is_some(),
                language: value("lang").unwrap_or(""),
                source: value("src").unwrap_or(""),
            }),
            "style" => self.style(source, bytes),
            _ => {}
        }
        end
    }

    /// The text up to the closing tag of that name, and where that ends.
    fn inside(&mut self, source: &str, name: &str, start: usize) -> (ByteRange, usize) {
        let rest = source.get(start..).unwrap_or("");
        let closing = format!("</{name}");
        let length = rest.find(&closing);
        self.unclosed = self.unclosed.saturating_add(u32::from(length.is_none()));
        let length = length.unwrap_or(rest.len());
        let end = start.saturating_add(length);
        let after = rest.get(length..).unwrap_or("");
        let tail = after
            .find('>')
            .map_or(after.len(), |at| at.saturating_add(1));
        (ByteRange { start, end }, end.saturating_add(tail))
    }

    fn style(&mut self, source: &str, bytes: ByteRange) {
        let mut at = bytes.start;
        while let Some(rest) = source.get(at..bytes.end) {
            let Some(from) = rest.find("/*") else { break };
            let comment = rest.get(from..).unwrap_or("");
            let length = comment
                .find("*/")
                .map_or(comment.len(), |end| end.saturating_add(2));
            let start = at.saturating_add(from);
            at = start.saturating_add(length);
            self.comments.push(Region {
                bytes: ByteRange { start, end: at },
                kind: RegionKind::Comment,
            });
        }
    }
}
