//! The front door: a text goes in, its facts come out. Never panics, never runs without a bound.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::{Facts, LineCounts, Reading, Unreadable};
use crate::language::Language;
use crate::syntax::Tree;
use crate::{deferral_comments, go, java, lines, python, rust, scan, script, vue, words};

/// Bounds on the reading of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest text, in bytes.
    pub bytes_max: usize,
    /// Parser steps, in hundreds of parser operations; the same text always takes as many. Ordinary code
    /// takes 7 to 12 steps for each 1024 bytes, minified code up to 18.
    pub parse_steps_max: u32,
    /// Parser steps spent on text that makes no sense to the grammar. Each may be fifty times as long as
    /// an ordinary one; a conflict or an unknown construct takes none or a few.
    pub broken_steps_max: u32,
    /// How deep brackets may nest. What the parser does for each token grows with it.
    pub nesting_max: u32,
    /// Largest syntax tree, in nodes.
    pub nodes_max: usize,
    /// Longest list of any one sort of fact, in items.
    pub items_max: usize,
    /// Most lines kept for one referenced name.
    pub lines_per_name_max: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes_max: 1 << 20,
            parse_steps_max: 12_000,
            broken_steps_max: 1_000,
            nesting_max: 1_000,
            nodes_max: 3_000_000,
            items_max: 50_000,
            lines_per_name_max: 200,
        }
    }
}

/// Reads one file. Always answers; [`Facts::reading`] says how far the answer can be trusted.
#[must_use]
pub fn facts(language: Language, source: &str, limits: &Limits) -> Facts {
    let mut facts = nothing(language);
    match unreadable(source, limits) {
        Some(why) => facts.reading = Reading::Unreadable(why),
        None if language.has_syntax() => by_syntax(source, limits, &mut facts),
        None => by_words(source, limits, &mut facts),
    }
    facts
}

/// Why a text is not looked into, whatever its language.
pub(crate) fn unreadable(source: &str, limits: &Limits) -> Option<Unreadable> {
    // Byte offsets inside the tree are 32 bits wide.
    let bytes_max = limits.bytes_max.min(1 << 30);
    if source.len() > bytes_max {
        Some(Unreadable::TooLarge {
            bytes: source.len(),
            bytes_max,
        })
    } else if source.contains('\0') {
        Some(Unreadable::Binary)
    } else {
        None
    }
}

/// How deep brackets nest. Those in strings count too: a text that opens a thousand more than it closes is
/// not worth a closer look.
pub(crate) fn nesting(source: &str) -> u32 {
    let (mut depth, mut deepest) = (0u32, 0u32);
    for byte in source.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth = depth.saturating_add(1),
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

fn by_syntax(source: &str, limits: &Limits, facts: &mut Facts) {
    facts.conflict_markers = lines::conflict_markers(source);
    let read = match facts.language {
        Language::Vue => vue::read(source, limits, facts),
        Language::Rust
        | Language::TypeScript
        | Language::Tsx
        | Language::Python
        | Language::Go
        | Language::Java
        | Language::Other => whole(source, limits, facts),
    };
    if let Err(why) = read {
        facts.lines = lines::count(source, None);
        facts.reading = Reading::Unreadable(why);
        return;
    }
    cut(&mut facts.imports, limits.items_max, &mut facts.truncated);
    cut(&mut facts.exports, limits.items_max, &mut facts.truncated);
    facts.regions.sort_unstable();
    facts.regions.dedup();
    facts.lines = lines::count(source, Some(&facts.regions));
    facts.debts = lines::debts(source, &facts.regions, limits.items_max);
    facts.generated = lines::generated(source, &facts.regions);
    let admitted = deferral_comments::find(source, facts);
    if !admitted.is_empty() {
        let mut stubs = std::mem::take(&mut facts.stubs);
        stubs.extend(admitted);
        facts.stubs = scan::settle(stubs);
    }
}

/// Reads a text that is code of one language from end to end.
fn whole(source: &str, limits: &Limits, facts: &mut Facts) -> Result<(), Unreadable> {
    let tree = Tree::parse(facts.language, source, limits)?;
    facts.reading = match tree.error_nodes {
        0 => Reading::Parsed,
        error_nodes => Reading::Damaged { error_nodes },
    };
    match facts.language {
        Language::Rust => rust::read(&tree, limits, facts),
        Language::TypeScript | Language::Tsx => script::read(&tree, limits, facts),
        Language::Python => python::read(&tree, limits, facts),
        Language::Go => go::read(&tree, limits, facts),
        Language::Java => java::read(&tree, limits, facts),
        Language::Vue | Language::Other => {}
    }
    Ok(())
}

fn cut<T>(list: &mut Vec<T>, items_max: usize, truncated: &mut bool) {
    *truncated |= list.len() > items_max;
    list.truncate(items_max);
}

fn by_words(source: &str, limits: &Limits, facts: &mut Facts) {
    facts.lines = lines::count(source, None);
    facts.conflict_markers = lines::conflict_markers(source);
    facts.truncated = !words::find(source, limits, &mut facts.references);
}

fn nothing(language: Language) -> Facts {
    Facts {
        language,
        reading: Reading::Words,
        lines: LineCounts::default(),
        definitions: Vec::new(),
        exports: Vec::new(),
        imports: Vec::new(),
        references: BTreeMap::new(),
        members: BTreeMap::new(),
        conflict_markers: Vec::new(),
        stubs: Vec::new(),
        debts: Vec::new(),
        regions: Vec::new(),
        statements: Vec::new(),
        macro_words: BTreeMap::new(),
        parameter_use: BTreeMap::new(),
        fields: Vec::new(),
        set: BTreeMap::new(),
        placed: BTreeSet::new(),
        made: None,
        tells: BTreeSet::new(),
        features: BTreeMap::new(),
        heirs: BTreeSet::new(),
        package: String::new(),
        starts: None,
        generated: false,
        truncated: false,
    }
}
