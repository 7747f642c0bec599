//! A main spec: what a capability requires today. Not whether it is good.

use std::collections::BTreeMap;
use std::ops::Range;

use ledger::ids::Hash;

use crate::openspec::block::Block;
use crate::openspec::check;
use crate::openspec::found::Found;
use crate::openspec::text::{Text, after_word, folded, heading, level, requirement, trim};
use crate::problem::{Problem, Severity};

/// A heading of a text with what stands below it.
#[derive(Debug, Clone)]
pub(super) struct Section<'t> {
    /// Its title.
    pub(super) title: &'t str,
    /// The line of its heading.
    pub(super) index: usize,
    /// The lines below, up to the next heading that is not deeper.
    pub(super) below: Range<usize>,
}

impl<'t> Section<'t> {
    /// The first section of this title at any depth, whatever its capitals.
    pub(super) fn find(text: &Text<'t>, title: &str) -> Option<Self> {
        (0..text.lines.len()).find_map(|index| {
            let (level, found) = heading(text.open(index))?;
            let is_one = found.eq_ignore_ascii_case(title);
            is_one.then(|| Self::at(text, index, level, found))
        })
    }

    /// The sections directly below this one.
    pub(super) fn children(&self, text: &Text<'t>) -> Vec<Self> {
        let mut found = Vec::new();
        let mut index = self.below.start;
        while index < self.below.end {
            let Some((level, title)) = heading(text.open(index)) else {
                index = index.saturating_add(1);
                continue;
            };
            let child = Self::at(text, index, level, title);
            index = child.below.end.max(index.saturating_add(1));
            found.push(child);
        }
        found
    }

    fn at(text: &Text<'t>, index: usize, depth: usize, title: &'t str) -> Self {
        let start = index.saturating_add(1);
        let ends = |at: &usize| level(text.open(*at)).is_some_and(|level| level <= depth);
        let end = (start..text.lines.len()).find(ends);
        Self {
            title,
            index,
            below: start..end.unwrap_or(text.lines.len()),
        }
    }
}

/// A main spec.
#[derive(Debug, Clone)]
pub(super) struct Main<'t> {
    /// The file.
    pub(super) text: Text<'t>,
    /// The lines of its requirements, without the heading `## Requirements` before them.
    pub(super) section: Option<Range<usize>>,
    /// Its requirements, in order.
    pub(super) blocks: Vec<Block<'t>>,
}

impl<'t> Main<'t> {
    /// Reads a main spec.
    pub(super) fn read(file: &'t str, whole: &'t str) -> Self {
        let text = Text::new(file, whole);
        let opens = |index: &usize| is_section(text.open(*index), "requirements");
        let start = (0..text.lines.len())
            .find(opens)
            .map(|index| index.saturating_add(1));
        let section = start.map(|start| {
            let ends = |index: &usize| level(text.open(*index)) == Some(2);
            let end = (start..text.lines.len()).find(ends);
            start..end.unwrap_or(text.lines.len())
        });
        let mut blocks = Vec::new();
        let mut open: Option<(&'t str, usize)> = None;
        let lines = section.clone().unwrap_or(0..0);
        for index in lines.clone() {
            let named = requirement(text.open(index)).filter(|name| !name.is_empty());
            if let Some(name) = named
                && let Some((name, start)) = open.replace((name, index))
            {
                blocks.push(Block::new(&text, name, start..index));
            }
        }
        blocks.extend(open.map(|(name, start)| Block::new(&text, name, start..lines.end)));
        Self {
            text,
            section,
            blocks,
        }
    }

    /// Digests of its requirements by name.
    pub(super) fn hashes(&self) -> BTreeMap<&'t str, Hash> {
        let blocks = self.blocks.iter();
        blocks
            .map(|block| (block.name, block.hash(&self.text)))
            .collect()
    }

    /// What stands below `## Purpose`.
    pub(super) fn purpose(&self) -> String {
        let section = Section::find(&self.text, "purpose");
        section.map_or_else(String::new, |it| self.text.joined(it.below))
    }
}

/// A main spec with what is known of it.
#[derive(Debug, Clone)]
pub(super) struct Standing<'t> {
    /// It.
    pub(super) main: Main<'t>,
    /// What is wrong with it, errors first.
    pub(super) problems: Vec<Problem>,
    /// Why no change can be applied to it, if it is so.
    pub(super) unsound: Option<Problem>,
    /// The names of its requirements as slips of the pen are found.
    pub(super) folded: Vec<String>,
}

impl<'t> Standing<'t> {
    /// Reads and checks a main spec.
    pub(super) fn read(file: &'t str, whole: &'t str) -> Self {
        let main = Main::read(file, whole);
        let mut found = Found::default();
        check::main_spec(&main, &mut found);
        let unsound = found.failed().then(|| {
            let mut found = Found::default();
            check::structure(&main, &mut found);
            found.into_problems().into_iter().next()
        });
        Self {
            folded: main.blocks.iter().map(|it| folded(it.name)).collect(),
            problems: found.into_problems(),
            unsound: unsound.flatten(),
            main,
        }
    }

    /// Whether it is without errors.
    pub(super) fn is_good(&self) -> bool {
        let first = self.problems.first();
        first.is_none_or(|it| it.severity == Severity::Warning)
    }
}

/// A heading of level two with this title.
pub(super) fn is_section(line: &str, title: &str) -> bool {
    level(line) == Some(2)
        && line
            .strip_prefix("##")
            .and_then(|rest| after_word(trim(rest), title))
            .is_some_and(str::is_empty)
}
