//! Key links: what uses what, and how that looks.

use ledger::plan::{KeyLink, LinkEnd, MustHaves};

use super::{PERSON, for_a_person};
use crate::fields::{self, Fields, in_words, meant_fields, one_line};
use crate::notes::Notes;
use crate::plan_md::{ends, pattern};
use crate::yaml::{Node, Value};

const KEY_LINK: [&str; 4] = ["from", "to", "via", "pattern"];

/// One key link.
pub(crate) fn key_link(node: &Node, found: &mut MustHaves, notes: &mut Notes<'_>) {
    if let Value::Scalar(_) = &node.value {
        return by_text(node, found, notes);
    }
    let Some(fields) = meant_fields(node, "a key link", &KEY_LINK, notes) else {
        return found.truths.extend(in_words_alone(node));
    };
    let from = link_end(&fields, "from", notes);
    let to = link_end(&fields, "to", notes);
    let pattern = fields.text("pattern", notes);
    if let Some(text) = &pattern {
        pattern::check(text, fields.place("pattern"), "`pattern`", notes);
    }
    let (Some(from), Some(to)) = (from, to) else {
        return;
    };
    let link = KeyLink {
        from,
        to,
        via: fields.text("via", notes),
        pattern,
    };
    undecided(&link, &fields, notes);
    found.key_links.push(link);
}

/// `a.py -> b.py`, or a sentence.
fn by_text(node: &Node, found: &mut MustHaves, notes: &mut Notes<'_>) {
    let Some(text) = fields::text(node, "a key link", notes) else {
        return;
    };
    let text = one_line(&text);
    let help = "write a map with `from`, `to`, `via` and `pattern`";
    match ends::linked(&text) {
        Some((from, to, via)) => {
            notes.odd(node.at, "a key link has to be a map, not text", help);
            found.key_links.push(KeyLink {
                from,
                to,
                via,
                pattern: None,
            });
        }
        None => {
            notes.odd_as(node.at, "a key link is a sentence alone", PERSON, help);
            found.truths.push(for_a_person(text));
        }
    }
}

fn in_words_alone(node: &Node) -> Option<ledger::plan::Truth> {
    let words = in_words(node);
    (!words.is_empty()).then(|| for_a_person(format!("link: {words}")))
}

fn link_end(fields: &Fields<'_>, name: &str, notes: &mut Notes<'_>) -> Option<LinkEnd> {
    let Some(node) = fields.get(name) else {
        notes.error(fields.at, format!("a key link has no `{name}`"), "");
        return None;
    };
    let what = format!("a key link's `{name}`");
    let Some(text) = fields::text(node, &what, notes) else {
        notes.error(node.at, format!("{what} says nothing"), "");
        return None;
    };
    let end = ends::end(&text);
    if let LinkEnd::Name { .. } = &end {
        let message = format!("a key link's `{name}`, `{}`, is no path", one_line(&text));
        let help = "name the file, and say the rest in `via`";
        // A model names files; people name what they think of, and `undecided` says where that is not enough.
        if notes.is_for_writing() {
            notes.error(node.at, message, help);
        }
    }
    Some(end)
}

/// Says where nothing can tell whether a link holds.
fn undecided(link: &KeyLink, fields: &Fields<'_>, notes: &mut Notes<'_>) {
    if link.from == link.to {
        let message = format!(
            "`{}` is linked to itself, so that nothing has to be imported",
            link.from
        );
        let help = "name the two files, or make the pattern a `contains_regex` of the artifact";
        return notes.warn(fields.at, message, help);
    }
    if !may_be_file(&link.from) {
        let message = format!(
            "`{}` names no file in which the link could be looked for",
            link.from
        );
        let help = "name the file that uses the other; a person looks at it so";
        return notes.warn(fields.place("from"), message, help);
    }
    if !may_be_file(&link.to) && link.pattern.is_none() {
        let message = format!("`{}` looks like an address or a name, not a file", link.to);
        let help = "say in `pattern` how the use looks in `from`; without one a person looks";
        notes.warn(fields.place("to"), message, help);
    }
}

/// Whether an end may be a file, by its form.
fn may_be_file(end: &LinkEnd) -> bool {
    let file = |path: &str| path.rsplit('/').next().is_some_and(|it| it.contains('.'));
    end.path().is_some_and(|path| file(path.as_str()))
}
