//! What functions do with their parameters and with errors, and parameters that nothing reads although nobody else says
//! that they must be there.

use std::collections::{BTreeMap, BTreeSet};

use super::shape;
use super::values;
use crate::facts::Facts;
use crate::parameter_use::{self, Caught, Gathered};
use crate::parts::{Body, Certainty, Definition, DefinitionKind, ParameterUse, Reason, Stub};
use crate::scan;
use crate::script::data::state::Stage;
use crate::script::error_handling::errors;
use crate::script::options::bases;
use crate::script::options::passed_functions::{answers_a_call, is_handed, is_own_constructor};
use crate::syntax::Node;

/// Longest function that is looked at, in nodes.
const FUNCTION_NODES_MAX: u32 = 20_000;

/// How many layers lie between a function and what bears its name.
const LAYERS_MAX: usize = 4;

/// How many places of a name are looked at.
const PLACES_MAX: usize = 200;

/// Most findings of one file.
const FOUND_MAX: usize = 2_000;

/// How many lines of notes are read.
const NOTES_MAX: usize = 200;

/// What is looked at in a function: names, errors that are caught, and what is thrown.
const LOOKED_AT: [&str; 7] = [
    "identifier",
    "shorthand_property_identifier",
    "type_identifier",
    "catch_clause",
    "arrow_function",
    "function_expression",
    "throw_statement",
];

/// Parameters that a caller hands over whether they are wanted or not.
const HANDED: [&str; 26] = [
    "event", "evt", "e", "ev", "ctx", "context", "req", "request", "res", "response", "reply",
    "next", "err", "error", "done", "props", "ref", "state", "action", "prev", "acc", "unused",
    "dummy", "app", "resolve", "reject",
];

/// Gathers them into the facts, and says which parameters nothing reads.
pub(super) fn find(
    stage: &Stage<'_, '_>,
    definitions: &[Definition],
    facts: &mut Facts,
) -> Vec<Stub> {
    let known = scan::functions(definitions, |d| !d.nested);
    let inner = scan::functions(definitions, |d| d.nested);
    let types = bases::types(stage.scan);
    let mut gathered = Gathered::default();
    let mut within = Gathered::default();
    let mut found = Vec::new();
    for node in stage.scan.live_of(&shape::FUNCTIONS) {
        if found.len() >= FOUND_MAX || node.size() > FUNCTION_NODES_MAX {
            continue;
        }
        let Some((definition, holder)) = named(&known, node) else {
            // A function in another one counts only beside what it was.
            let own = inner.get(&(node.start(), node.end()));
            let declared = own.filter(|_| node.is("function_declaration"));
            if let Some(own) = declared
                && let Some(taken) = Taken::of(node, node, stage)
            {
                let parameter_use = taken.parameter_use(own.span.line, false);
                within.add(&own.name, parameter_use, stage.scan.limits.items_max);
            }
            continue;
        };
        let Some(taken) = Taken::of(node, holder, stage) else {
            continue;
        };
        let free = is_free(stage, &types, definition, node, holder) && !taken.refuses;
        gathered.add(
            &definition.name,
            taken.parameter_use(definition.span.line, free),
            stage.scan.limits.items_max,
        );
        let works = match definition.body {
            Body::Substantive => true,
            Body::None | Body::Hollow(_) => false,
        };
        let aside = aside(node).find(|name| works && !taken.read.contains(name));
        // What is only handed to the function itself was given for nothing, and types may want it.
        let round = || taken.round.iter().copied();
        let round = || round().find(|name| free && works && !taken.read.contains(name));
        found.extend(aside.or_else(round).map(|name| Stub {
            line: definition.span.line,
            what: format!("{}({name})", definition.name),
            reason: Reason::ParameterIgnored,
            certainty: Certainty::Faint,
            test: false,
        }));
        let mut ignored = taken.ignored();
        // Nobody is made to take something out of what is given.
        let chosen = |name: &&str| !taken.refuses && taken.chosen.contains(*name);
        let ignored =
            ignored.find(|name| !HANDED.contains(name) && works && (free || chosen(name)));
        found.extend(ignored.map(|name| Stub {
            line: definition.span.line,
            what: format!("{}({name})", definition.name),
            reason: Reason::ParameterIgnored,
            certainty: Certainty::Likely,
            test: false,
        }));
    }
    facts.parameter_use = within.finish();
    facts.parameter_use.extend(gathered.finish());
    found
}

/// The definition that bears a function's name, and its node.
pub(super) fn named<'d, 't>(
    known: &BTreeMap<(usize, usize), &'d Definition>,
    function: Node<'t>,
) -> Option<(&'d Definition, Node<'t>)> {
    let outside = function.ancestors().take(LAYERS_MAX);
    let outside = outside.take_while(|n| !n.is("statement_block") && !n.is_any(&shape::FUNCTIONS));
    let mut around = std::iter::once(function).chain(outside);
    around.find_map(|n| Some((*known.get(&(n.start(), n.end()))?, n)))
}

/// Whether nobody else is known to say what a function takes.
fn is_free(
    stage: &Stage<'_, '_>,
    types: &bases::Types<'_>,
    definition: &Definition,
    function: Node<'_>,
    holder: Node<'_>,
) -> bool {
    let slot = holder.is("pair") || holder.parent().is_some_and(|p| p.is("object"));
    let typed = holder.field("type").is_some();
    let heir = bases::may_force(types, function, &definition.name);
    let name = definition.name.rsplit('.').next().unwrap_or("");
    let markup = function
        .descendants()
        .take(PLACES_MAX)
        .any(|n| n.kind().starts_with("jsx_"));
    // A function that is given to another one, or kept, is called by somebody else.
    let wrapped = function.parent().is_some_and(|p| p.is("arguments"));
    let places = stage.places.name(name);
    let inside =
        |place: Node<'_>| function.start() < place.start() && place.end() <= function.end();
    let handed = places
        .iter()
        .take(PLACES_MAX)
        .any(|place| is_handed(*place) && !inside(*place) && !is_own_constructor(*place));
    let members = stage.places.member(name);
    let handed_member = definition.kind == DefinitionKind::Method
        && members
            .iter()
            .take(PLACES_MAX)
            .any(|place| place.parent().is_some_and(|whole| is_handed(whole)));
    // Where `x.constructor` goes says nothing of what classes of this file are made with.
    let handed = (handed || handed_member) && name != "constructor";
    definition.marks.is_empty()
        && !(slot || typed || heir || markup || wrapped || handed)
        && !answers_a_call(name)
}

/// What a function takes, and what it does with it.
struct Taken<'t> {
    function: Node<'t>,
    holder: Node<'t>,
    parameters: Vec<&'t str>,
    /// Those of them that are taken out of an object.
    chosen: BTreeSet<&'t str>,
    read: BTreeSet<&'t str>,
    /// Those that are handed to the function itself.
    round: BTreeSet<&'t str>,
    told: u32,
    dropped: u32,
    refuses: bool,
}

impl<'t> Taken<'t> {
    /// `None` where the function takes its parameters as a list, or looks its own names up.
    fn of(function: Node<'t>, holder: Node<'t>, stage: &Stage<'_, 't>) -> Option<Taken<'t>> {
        let mut taken = Taken {
            function,
            holder,
            parameters: parameters(function),
            chosen: chosen(function),
            read: BTreeSet::new(),
            round: BTreeSet::new(),
            told: 0,
            dropped: 0,
            refuses: false,
        };
        let body = function.field("body")?;
        // A default value may use the parameters before it.
        let defaults = shape::parameters(function);
        let defaults = defaults.iter().filter_map(|p| p.field("right"));
        let own = |n: &Node<'t>| !stage.scan.dead.contains(n.start());
        let parts = defaults.chain(std::iter::once(body));
        for part in parts {
            for node in part.within(&LOOKED_AT).filter(own) {
                taken.look(node);
            }
        }
        let unknown = taken.read.contains("arguments") || taken.read.contains("eval");
        (!unknown).then_some(taken)
    }

    fn look(&mut self, node: Node<'t>) {
        match node.kind() {
            // `void initial;` only silences whoever warns of it.
            "identifier" if is_voided(node) => {}
            "identifier" if self.goes_round(node) => {
                self.round.insert(node.text());
            }
            // What was chosen is no key that only makes something anew.
            "identifier" if self.chosen.contains(node.text()) && shape::is_dependency(node) => {}
            "identifier" | "shorthand_property_identifier" | "type_identifier" => {
                self.read.insert(node.text());
            }
            "catch_clause" => self.caught(errors::caught_by(node)),
            "arrow_function" | "function_expression" => {
                if let Some(caught) = errors::caught_later(node) {
                    self.caught(caught);
                }
            }
            "throw_statement" => self.refuses |= values::says_unimplemented(node),
            _ => {}
        }
    }

    /// Whether a parameter is only handed to the same place of the same function: nobody has looked at it then.
    fn goes_round(&self, node: Node<'t>) -> bool {
        let Some(list) = node.parent().filter(|it| it.is("arguments")) else {
            return false;
        };
        let own = self.function.field("name").map_or("", Node::text);
        let callee = list.parent().and_then(|it| it.field("function"));
        let again = callee.is_some_and(|it| it.is("identifier") && it.text() == own);
        let place = list.named().position(|it| it.id() == node.id());
        let mine = shape::parameters(self.function).into_iter();
        let mine = mine.map(|it| it.field("left").unwrap_or(it).text());
        again
            && !own.is_empty()
            && mine
                .zip(0..)
                .any(|(it, at)| it == node.text() && Some(at) == place)
    }

    fn caught(&mut self, caught: Caught) {
        match caught {
            Caught::Told => self.told = self.told.saturating_add(1),
            Caught::Dropped => self.dropped = self.dropped.saturating_add(1),
            Caught::Answered => {}
        }
    }

    /// Parameters that nothing reads, and no note excuses.
    fn ignored(&self) -> impl Iterator<Item = &'t str> {
        let names = self.parameters.iter().copied();
        names.filter(|name| {
            let unread = !self.read.contains(name) && !self.round.contains(name);
            !name.starts_with('_') && unread && !self.excused(name)
        })
    }

    /// Whether a comment in the function or right above it says why a parameter is not read.
    fn excused(&self, name: &str) -> bool {
        let inside = self.function.descendants();
        let mut before = self.holder;
        for _ in 0..LAYERS_MAX {
            match before.parent() {
                Some(around) if around.line() == before.line() && !around.is("program") => {
                    before = around;
                }
                Some(_) | None => break,
            }
        }
        let siblings = before.parent().into_iter().flat_map(Node::children);
        let above = siblings.take_while(|n| n.start() < before.start()).last();
        let notes = inside.take(FUNCTION_NODES_MAX.try_into().unwrap_or(usize::MAX));
        let mut lines = above
            .into_iter()
            .chain(notes)
            .filter(|n| n.is("comment"))
            .flat_map(|n| n.text().lines())
            .take(NOTES_MAX);
        lines.any(|line| {
            let lower = line.to_lowercase();
            let near = line.contains(name) || lower.contains("no-unused");
            const SEAM: [&str; 6] = [
                "on purpose",
                "purposefully",
                "purposely",
                "passthrough",
                "pass-through",
                "by design",
            ];
            near && parameter_use::excuses(&lower) || SEAM.iter().any(|sign| lower.contains(sign))
        })
    }

    /// The last parameter, if it is no pattern, and not one that such functions are handed by custom.
    fn last(&self) -> Option<&'t str> {
        let last = shape::parameters(self.function).pop()?;
        let name = last.field("left").unwrap_or(last);
        let plain = name.is("identifier") && !HANDED.contains(&name.text()) && !self.refuses;
        plain.then_some(name.text())
    }

    fn parameter_use(&self, line: u32, free: bool) -> ParameterUse {
        let read = self.parameters.iter();
        let read = read.filter(|name| self.read.contains(**name));
        ParameterUse {
            line,
            reads: read.map(|name| (*name).to_owned()).collect(),
            ignores: self.ignored().map(str::to_owned).collect(),
            free,
            last: self.last().map(str::to_owned),
            told: self.told,
            dropped: self.dropped,
        }
    }
}

/// Whether a name only stands in `void name;`.
fn is_voided(name: Node<'_>) -> bool {
    let void = name.parent().filter(|it| it.is("unary_expression"));
    void.is_some_and(|it| {
        let sign = it.field("operator").is_some_and(|it| it.text() == "void");
        sign && it.parent().is_some_and(|it| it.is("expression_statement"))
    })
}

/// The names that a function takes out of objects that it is given.
fn chosen(function: Node<'_>) -> BTreeSet<&str> {
    let patterns = shape::parameters(function).into_iter();
    let objects = patterns.filter(|pattern| pattern.is("object_pattern"));
    objects
        .flat_map(|pattern| shape::bound(pattern))
        .map(|bound| bound.name.text())
        .collect()
}

/// The names that a function takes. What is taken out of an object to leave it out of the rest is none.
fn parameters(function: Node<'_>) -> Vec<&str> {
    let list = function.field("parameters");
    let fields = list
        .into_iter()
        .flat_map(Node::named)
        .filter(|p| p.child("accessibility_modifier").is_some() || p.child("readonly").is_some())
        .filter_map(|p| p.field("pattern"));
    let fields: BTreeSet<u32> = fields.map(Node::id).collect();
    let patterns = shape::parameters(function).into_iter();
    let patterns = patterns.filter(|pattern| {
        let rest = std::iter::once(*pattern)
            .chain(pattern.descendants())
            .any(|n| n.is("rest_pattern"));
        !rest && !fields.contains(&pattern.id())
    });
    patterns
        .flat_map(|pattern| shape::bound(pattern))
        .map(|bound| bound.name.text())
        .chain(defaulted(function))
        .collect()
}

/// Names that are taken out of an object whose rest goes on, maybe only to leave them out of it.
fn aside(function: Node<'_>) -> impl Iterator<Item = &str> {
    let patterns = shape::parameters(function).into_iter();
    let patterns =
        patterns.filter(|it| it.is("object_pattern") && it.named().any(|n| n.is("rest_pattern")));
    let plain = |n: &Node<'_>| n.is("shorthand_property_identifier_pattern");
    patterns
        .flat_map(move |it| it.named().filter(plain))
        .map(Node::text)
}

/// Names with a default that are taken out of an object whose rest goes on: nobody gives one to what is only left out.
fn defaulted(function: Node<'_>) -> impl Iterator<Item = &str> {
    let patterns = shape::parameters(function).into_iter();
    let patterns =
        patterns.filter(|it| it.is("object_pattern") && it.named().any(|n| n.is("rest_pattern")));
    let parts = patterns.flat_map(|it| it.named().filter(|n| n.is("object_assignment_pattern")));
    parts
        .filter_map(|it| it.field("left"))
        .filter(|it| it.is("shorthand_property_identifier_pattern"))
        .map(Node::text)
}
