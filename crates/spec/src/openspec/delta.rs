//! A delta spec: the requirements that a change adds, modifies, removes and renames in one capability. Not whether the
//! main spec has them.

use std::ops::Range;

use crate::openspec::block::Block;
use crate::openspec::text::{Text, level, name, requirement, trim};

/// What a section of a delta does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Operation {
    Added,
    Modified,
    Removed,
    Renamed,
}

impl Operation {
    const ALL: [Operation; 4] = [
        Operation::Added,
        Operation::Modified,
        Operation::Removed,
        Operation::Renamed,
    ];

    /// The operation of a heading's first word, whatever its capitals.
    pub(super) fn named(word: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|it| it.word().eq_ignore_ascii_case(word))
    }

    /// The word in its heading.
    pub(super) fn word(self) -> &'static str {
        match self {
            Operation::Added => "ADDED",
            Operation::Modified => "MODIFIED",
            Operation::Removed => "REMOVED",
            Operation::Renamed => "RENAMED",
        }
    }
}

/// A name in a delta.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<'t> {
    /// The name as it is compared.
    pub(super) name: &'t str,
    /// The byte where its line begins.
    pub(super) at: usize,
}

/// A delta spec.
#[derive(Debug, Clone)]
pub(super) struct Delta<'t> {
    /// The capability: the path below `specs/`.
    pub(super) capability: &'t str,
    /// The file.
    pub(super) text: Text<'t>,
    /// The sections that it has, by the lines of their headings.
    pub(super) sections: Vec<(Operation, usize)>,
    /// Requirements that are new.
    pub(super) added: Vec<Block<'t>>,
    /// Requirements as they are to be.
    pub(super) modified: Vec<Block<'t>>,
    /// Requirements that go.
    pub(super) removed: Vec<Named<'t>>,
    /// Old and new names.
    pub(super) renamed: Vec<(Named<'t>, Named<'t>)>,
    /// `FROM` or `TO` without the other one.
    pub(super) unpaired: Vec<(&'static str, Named<'t>)>,
    /// Requirements outside of the sections.
    pub(super) orphans: Vec<Named<'t>>,
    /// Headings of level three among requirements that name none, and requirements without a name.
    pub(super) strays: Vec<Named<'t>>,
}

impl<'t> Delta<'t> {
    /// Reads a delta spec.
    pub(super) fn read(capability: &'t str, file: &'t str, whole: &'t str) -> Self {
        let mut delta = Self {
            capability,
            text: Text::new(file, whole),
            sections: Vec::new(),
            added: Vec::new(),
            modified: Vec::new(),
            removed: Vec::new(),
            renamed: Vec::new(),
            unpaired: Vec::new(),
            orphans: Vec::new(),
            strays: Vec::new(),
        };
        let mut section = None;
        let mut from = 0;
        for index in 0..delta.text.lines.len() {
            if let Some(next) = section_of(delta.text.open(index)) {
                delta.section(section, from..index);
                section = next;
                from = index.saturating_add(1);
                delta.sections.extend(next.map(|it| (it, index)));
            }
        }
        delta.section(section, from..delta.text.lines.len());
        delta
    }

    /// Whether it changes anything.
    pub(super) fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.modified.is_empty()
            && self.removed.is_empty()
            && self.renamed.is_empty()
    }

    /// Every name that it touches, with its operation: those of a renaming are two.
    pub(super) fn touched(&self) -> impl Iterator<Item = (Operation, Named<'t>)> {
        let of = |block: &Block<'t>| Named {
            name: block.name,
            at: block.at(&self.text),
        };
        let added = self.added.iter().map(move |it| (Operation::Added, of(it)));
        let modified = self.modified.iter();
        let modified = modified.map(move |it| (Operation::Modified, of(it)));
        let removed = self.removed.iter().map(|it| (Operation::Removed, *it));
        let renamed = self.renamed.iter();
        let renamed =
            renamed.flat_map(|(from, to)| [*from, *to].map(|it| (Operation::Renamed, it)));
        added.chain(modified).chain(removed).chain(renamed)
    }

    /// The first byte that has to do with an operation, or the start of the file.
    pub(super) fn place(&self) -> usize {
        let first = self.sections.first();
        first.map_or(0, |(_, index)| self.text.line(*index).at)
    }

    fn section(&mut self, operation: Option<Operation>, lines: Range<usize>) {
        match operation {
            Some(Operation::Added) => {
                let blocks = self.blocks(lines);
                self.added.extend(blocks);
            }
            Some(Operation::Modified) => {
                let blocks = self.blocks(lines);
                self.modified.extend(blocks);
            }
            Some(Operation::Removed) => self.names(lines),
            Some(Operation::Renamed) => self.pairs(lines),
            None => {
                for index in lines {
                    self.orphans.extend(self.named(index));
                }
            }
        }
    }

    /// The requirement whose heading a line is.
    fn named(&self, index: usize) -> Option<Named<'t>> {
        let name = requirement(self.text.open(index)).filter(|name| !name.is_empty())?;
        let at = self.text.line(index).at;
        Some(Named { name, at })
    }

    fn blocks(&mut self, lines: Range<usize>) -> Vec<Block<'t>> {
        let text = &self.text;
        let mut found = Vec::new();
        let mut open: Option<(&'t str, usize)> = None;
        let close = |open: Option<(&'t str, usize)>, end| {
            open.map(|(name, start)| Block::new(text, name, start..end))
        };
        for index in lines.clone() {
            let line = text.open(index);
            let named = requirement(line).filter(|name| !name.is_empty());
            let depth = level(line);
            if let Some(name) = named {
                found.extend(close(open.replace((name, index)), index));
            } else if depth == Some(2) {
                found.extend(close(open.take(), index));
            } else if depth == Some(3) {
                let name = trim(line.trim_start_matches('#'));
                let at = text.line(index).at;
                self.strays.push(Named { name, at });
            }
        }
        found.extend(close(open, lines.end));
        found
    }

    fn names(&mut self, lines: Range<usize>) {
        for index in lines {
            let line = self.text.open(index);
            let heading = requirement(line);
            let bullet = || trim(line).strip_prefix(['-', '*', '+']).and_then(quoted);
            if let Some(name) = heading.or_else(bullet).filter(|name| !name.is_empty()) {
                let at = self.text.line(index).at;
                self.removed.push(Named { name, at });
            }
        }
    }

    fn pairs(&mut self, lines: Range<usize>) {
        let mut from: Option<Named<'t>> = None;
        for index in lines {
            let line = trim(self.text.open(index));
            let line = trim(line.strip_prefix(['-', '*', '+']).unwrap_or(line));
            let at = self.text.line(index).at;
            let here = |name| Named { name, at };
            if let Some(name) = line.strip_prefix("FROM:").and_then(quoted) {
                let alone = from.replace(here(name));
                self.unpaired.extend(alone.map(|it| ("FROM", it)));
            } else if let Some(name) = line.strip_prefix("TO:").and_then(quoted) {
                match from.take() {
                    Some(from) => self.renamed.push((from, here(name))),
                    None => self.unpaired.push(("TO", here(name))),
                }
            }
        }
        self.unpaired.extend(from.map(|it| ("FROM", it)));
    }
}

/// What begins with this line: a section of a delta, any other section (`Some(None)`), or none.
fn section_of(line: &str) -> Option<Option<Operation>> {
    let title = trim(line.strip_prefix("##").filter(|_| level(line) == Some(2))?);
    if title.is_empty() {
        return None;
    }
    let (word, rest) = title.split_once(' ').unwrap_or((title, ""));
    let is_one = rest.eq_ignore_ascii_case("requirements");
    Some(Operation::named(word).filter(|_| is_one))
}

/// The name in `` `### Requirement: Name` ``, with its quotes or without them.
fn quoted(text: &str) -> Option<&str> {
    let text = trim(text);
    let text = text.strip_prefix('`').unwrap_or(text);
    let rest = text
        .strip_prefix("###")?
        .trim_start_matches(crate::openspec::text::blank);
    let rest = trim(rest.strip_prefix("Requirement:")?);
    let rest = rest.strip_suffix('`').unwrap_or(rest);
    Some(name(rest)).filter(|name| !name.is_empty())
}
