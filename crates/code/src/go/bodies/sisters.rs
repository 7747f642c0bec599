//! Methods of a type that are all alike but for one word of their name, and one among them that is not: it leaves out what
//! the others do, or calls what another of them stands for. Whether it should be like them is for the plan to say.

use std::collections::BTreeMap;

use crate::go::bodies::stubs::Finding;
use crate::go::items::File;
use crate::go::shape::Head;
use crate::go::words;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// A body of more nodes than this is not compared.
const BODY_NODES_MAX: u32 = 200;
/// Sisters that say how one looks.
const ALIKE_MIN: usize = 2;
/// Methods of one family that are looked at.
const FAMILY_MAX: usize = 40;
/// Words of the longest name.
const WORDS_MAX: usize = 8;

/// One method, and what of its name makes it this one.
struct Sister<'t> {
    node: Node<'t>,
    name: &'t str,
    /// The word of its name in which it differs from the others.
    own: String,
    /// The tokens of its body, in small letters where they are names.
    body: Vec<String>,
}

/// Methods that are not like their sisters.
pub(in crate::go) fn find<'t>(scan: &Scan<'t>, file: &File<'t>) -> Vec<Finding<'t>> {
    // By type, what they take and give, and their name with one word left open.
    let mut families: BTreeMap<(&str, String, String), Vec<Sister<'t>>> = BTreeMap::new();
    for node in scan.live_of(&["method_declaration"]) {
        let head = Head::of(node);
        let name = node.field("name").map_or("", Node::text);
        let body = node.field("body").filter(|it| it.size() <= BODY_NODES_MAX);
        let (Some(receiver), Some(body)) = (head.receiver, body) else {
            continue;
        };
        if scan.in_test(node) || words::stands_in(receiver.of) {
            continue;
        }
        let words = phrases::name_words(name);
        if words.len() < 2 || words.len() > WORDS_MAX {
            continue;
        }
        let takes: Vec<&str> = head.parameters.iter().map(|it| it.of.text()).collect();
        let gives: Vec<&str> = head.results.iter().map(|it| it.text()).collect();
        let signature = format!("{}>{}", takes.join(","), gives.join(","));
        for (at, own) in words.iter().enumerate() {
            let mut open = words.clone();
            if let Some(word) = open.get_mut(at) {
                "*".clone_into(word);
            }
            let key = (receiver.of, signature.clone(), open.join(" "));
            let family = families.entry(key).or_default();
            if family.len() < FAMILY_MAX {
                family.push(Sister {
                    node,
                    name,
                    own: own.clone(),
                    body: tokens(body),
                });
            }
        }
    }
    let mut found: BTreeMap<usize, Finding<'t>> = BTreeMap::new();
    for ((owner, _, _), family) in &families {
        for it in family {
            let excused = file.notes.excuse(it.node.line());
            if let Some(why) = differs(it, family).filter(|_| !excused) {
                let what = format!("{owner}.{}, which {why}", it.name);
                let new = || Finding::new(it.node, what, Reason::Idle, Certainty::Faint);
                found.entry(it.node.start()).or_insert_with(new);
            }
        }
    }
    found.into_values().collect()
}

/// The leaves of a body.
fn tokens(body: Node<'_>) -> Vec<String> {
    let leaves = body
        .descendants()
        .filter(|it| it.named().next().is_none() && !it.is("comment"));
    leaves.map(|it| it.text().to_lowercase()).collect()
}

/// In what one differs from its sisters, where they do not differ from each other.
fn differs(one: &Sister<'_>, family: &[Sister<'_>]) -> Option<String> {
    let others = family.iter().filter(|it| it.node.id() != one.node.id());
    let forms: Vec<(Vec<String>, &Sister<'_>)> =
        others.map(|it| (open(&it.body, &it.own), it)).collect();
    let (form, _) = forms.first()?;
    let alike = forms.len() >= ALIKE_MIN && forms.iter().all(|it| it.0 == *form);
    let whole = form.iter().any(|it| it.contains('*'));
    let mine = open(&one.body, &one.own);
    if !alike || !whole || mine == *form {
        return None;
    }
    let another = forms.iter().find(|it| open(&one.body, &it.1.own) == *form);
    if let Some((_, sister)) = another {
        return Some(format!("does the work of {}", sister.name));
    }
    // All it does the others do too, in the same order.
    let mut rest = form.iter();
    let fewer = mine.len() < form.len() && mine.iter().all(|it| rest.any(|of| of == it));
    let named = |it: &&String| it.starts_with(char::is_alphabetic);
    let lost = form.iter().filter(|it| !mine.contains(it)).find(named)?;
    (fewer && !mine.is_empty()).then(|| format!("leaves out {lost}, unlike its sisters"))
}

/// A body with the word of its own left open.
fn open(body: &[String], own: &str) -> Vec<String> {
    let open = body.iter().map(|it| match it.contains(own) {
        true if !it.starts_with(['"', '`']) => it.replace(own, "*"),
        true | false => it.clone(),
    });
    open.collect()
}
