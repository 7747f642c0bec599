//! Reading Vue single-file components: the scripts with TypeScript's grammar, and the code of the template with the
//! same. Everything else is blanked, so that bytes and lines stay where they are.

use std::collections::BTreeSet;

use crate::facts::{ByteRange, Facts, Reading, RegionKind, Unreadable};
use crate::language::Language;
use crate::lines::Counter;
use crate::mask;
use crate::parts::{
    Body, Definition, DefinitionKind, Export, ExportKind, Exported, Import, ImportKind, Use,
};
use crate::ranges::Ranges;
use crate::read::Limits;
use crate::scan;
use crate::script::{self, Markup};
use crate::syntax::Tree;

mod blocks;
mod emits;
pub mod markup;
mod props;
mod tags;
mod template;

use blocks::{Blocks, Script};
use markup::{Attribute, Piece, Reader};
use template::{Code, Form, Template};

/// Fills in what a component says.
pub(crate) fn read(source: &str, limits: &Limits, facts: &mut Facts) -> Result<(), Unreadable> {
    let blocks = blocks::find(source);
    let masked = scripts_only(source, &blocks.scripts);
    let tree = Tree::parse(grammar(&blocks.scripts), &masked, limits)?;
    let errors = tree.error_nodes.saturating_add(blocks.unclosed);
    facts.reading = match errors {
        0 => Reading::Parsed,
        error_nodes => Reading::Damaged { error_nodes },
    };
    let Some(template) = &blocks.template else {
        script::read(&tree, limits, facts);
        component(source, &blocks, facts);
        facts.regions.extend(&blocks.comments);
        return Ok(());
    };
    let shown = template_code(source, template);
    let code = Tree::parse(Language::TypeScript, &shown, limits)?;
    let markup = markup(&code, template);
    script::read_with(&tree, limits, Some(&markup), facts);
    names(source, template, limits, facts);
    facts.stubs.extend(props::find(&tree, source));
    facts.stubs.extend(emits::find(&tree, source));
    component(source, &blocks, facts);
    facts.regions.extend(&template.regions);
    facts.regions.extend(&blocks.comments);
    facts.statements.extend(&template.statements);
    facts
        .statements
        .sort_by_key(|s| (s.start, std::cmp::Reverse(s.end)));
    Ok(())
}

/// The scripts of a component where they stand, with blanks for everything else.
pub(crate) struct Scripts {
    /// As long as the component, byte for byte and line for line.
    pub(crate) text: String,
    /// What reads them.
    pub(crate) language: Language,
    /// They may hold JSX and types.
    pub(crate) is_tsx: bool,
}

/// Takes the scripts out of a component.
pub(crate) fn scripts(source: &str) -> Scripts {
    let blocks = blocks::find(source);
    Scripts {
        text: scripts_only(source, &blocks.scripts),
        language: grammar(&blocks.scripts),
        is_tsx: blocks.scripts.iter().any(|it| it.language == "tsx"),
    }
}

/// Where tags of a template begin that show the component of a name: behind each tag's name, with the line. `None` where
/// one of them hangs on a condition already, or the template has no tags.
pub(crate) fn shown(source: &str, name: &str) -> Option<Vec<(usize, u32)>> {
    let Some(template) = blocks::find(source).template else {
        return Some(Vec::new());
    };
    let text = |bytes: ByteRange| source.get(bytes.start..bytes.end).unwrap_or("");
    let mut reader = Reader::new(source, template.bytes.start, template.bytes.end);
    let mut line = Counter::new(source);
    let mut found = Vec::new();
    while let Some(piece) = reader.next(true) {
        let Piece::Tag(tag) = piece else { continue };
        let called = tags::component(text(tag.name)).unwrap_or_default();
        if tag.closing || !called.iter().any(|it| it == name) {
            continue;
        }
        let hangs = |it: &Attribute| matches!(text(it.name), "v-if" | "v-else" | "v-else-if");
        if tag.attributes.iter().any(hangs) {
            return None;
        }
        found.push((tag.name.end, line.at(tag.bytes.start)));
    }
    Some(found)
}

/// What the template's code means to the scripts.
fn markup<'t>(tree: &'t Tree<'t>, template: &Template<'t>) -> Markup<'t> {
    let models = template.code.iter().filter(|code| code.form == Form::Model);
    let dead = template
        .regions
        .iter()
        .filter(|r| r.kind == RegionKind::Dead);
    Markup {
        tree,
        assigned: models.map(|code| code.bytes).collect::<Ranges>(),
        filled: template.filled.iter().copied().collect::<BTreeSet<&str>>(),
        hidden: template.hidden.clone(),
        dead: dead.copied().collect(),
    }
}

fn grammar(scripts: &[Script<'_>]) -> Language {
    match scripts.iter().any(|script| script.language == "ts") {
        true => Language::TypeScript,
        false => Language::Tsx,
    }
}

fn scripts_only(source: &str, scripts: &[Script<'_>]) -> String {
    mask::blank(
        source,
        gaps(source, scripts.iter().map(|script| script.bytes)),
    )
}

/// What lies between ranges that come in order.
fn gaps(source: &str, kept: impl Iterator<Item = ByteRange>) -> impl Iterator<Item = ByteRange> {
    let mut from = 0;
    let end = ByteRange {
        start: source.len(),
        end: source.len(),
    };
    kept.chain(std::iter::once(end)).map(move |kept| {
        let gap = ByteRange {
            start: from,
            end: kept.start,
        };
        from = from.max(kept.end);
        gap
    })
}

/// The code of a template as a text of statements: `{{ a }}` becomes ` ;(a)`, in the same place.
fn template_code(source: &str, template: &Template<'_>) -> String {
    let mut code: Vec<Code> = template.code.clone();
    code.sort_by_key(|code| code.bytes);
    let bare = mask::blank(source, gaps(source, code.iter().map(|code| code.bytes)));
    let mut bytes = bare.into_bytes();
    let mut put = |at: Option<usize>, sign: u8| {
        // Only blanks are written over: a line break keeps its place.
        if let Some(byte) = at.and_then(|at| bytes.get_mut(at))
            && *byte == b' '
        {
            *byte = sign;
        }
    };
    for Code { bytes, form } in code {
        let (open, close) = match form {
            Form::Value | Form::Model => (b'(', b')'),
            Form::Statements => (b'{', b'}'),
        };
        put(bytes.start.checked_sub(2), b';');
        put(bytes.start.checked_sub(1), open);
        put(Some(bytes.end), close);
    }
    // INVARIANT: only blanks were replaced by signs, so the bytes are still UTF-8.
    String::from_utf8(bytes).unwrap_or_default()
}

/// Adds the names that tags, directives and references mean.
fn names(source: &str, template: &Template<'_>, limits: &Limits, facts: &mut Facts) {
    let dead = Ranges::of_kind(&template.regions, RegionKind::Dead);
    let mut line = Counter::new(source);
    let mut names: Vec<&(String, usize)> = template.names.iter().collect();
    names.sort_by_key(|(_, at)| *at);
    for (name, at) in names {
        let found = Use {
            line: line.at(*at),
            test: false,
        };
        if dead.contains(*at) {
            continue;
        }
        if facts.references.len() >= limits.items_max && !facts.references.contains_key(name) {
            facts.truncated = true;
            continue;
        }
        let uses = facts.references.entry(name.clone()).or_default();
        if uses.len() < limits.lines_per_name_max && !uses.contains(&found) {
            uses.push(found);
        }
    }
}

/// A component is the default export of its file, whether or not a script says so.
fn component(source: &str, blocks: &Blocks<'_>, facts: &mut Facts) {
    let mut line = Counter::new(source);
    for script in &blocks.scripts {
        let line = line.at(script.start);
        if script.setup && facts.exports.iter().all(|e| e.name != "default") {
            facts.exports.push(whole(line));
        }
        if !script.source.is_empty() {
            facts.imports.push(elsewhere(script.source, line));
        }
    }
    let Some(template) = &blocks.template else {
        return;
    };
    let span = crate::facts::Span {
        line: Counter::new(source).at(template.bytes.start),
        column: 1,
        end_line: Counter::new(source).at(template.bytes.end),
        bytes: template.bytes,
    };
    if facts.exports.iter().all(|e| e.name != "default") {
        facts.exports.push(whole(span.line));
    }
    if facts.definitions.iter().any(|d| d.name == "default") {
        return;
    }
    facts.definitions.push(Definition {
        name: "default".to_owned(),
        module: String::new(),
        kind: DefinitionKind::Function,
        span,
        exported: Exported::Yes,
        secret: false,
        body: Body::Substantive,
        complexity: 1,
        marks: Vec::new(),
        test: false,
        nested: false,
    });
    facts.stubs = scan::settle(std::mem::take(&mut facts.stubs));
    facts.definitions.sort_by_key(|d| d.span.bytes.start);
}

fn whole(line: u32) -> Export {
    Export {
        name: "default".to_owned(),
        local: None,
        module: String::new(),
        kind: ExportKind::Default,
        line,
    }
}

fn elsewhere(path: &str, line: u32) -> Import {
    Import {
        path: path.to_owned(),
        names: Vec::new(),
        line,
        kind: ImportKind::SideEffect,
        type_only: false,
        module: String::new(),
        test: false,
    }
}
