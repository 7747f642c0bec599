//! State that starts empty and that nothing ever fills: hooks of React, references of Vue.

use crate::facts::{ByteRange, Facts};
use crate::language::Language;
use crate::parts::{Certainty, Reason, Stub};
use crate::scan::Scan;
use crate::script::Markup;
use crate::script::data::name_uses::{self, PLACES_MAX, Places, Touch};
use crate::script::data::unfilled_lists;
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// Most pieces of state of one file that are looked at.
const STATES_MAX: usize = 500;

/// How state starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// A list, map or set without anything in it.
    List,
    /// `{}`: it may be meant to be written into.
    Record,
    /// No text, no value.
    Blank,
    /// `false` or `0`, which may be all it ever is.
    Idle,
}

/// One piece of state.
struct State<'t> {
    name: &'t str,
    start: Start,
    /// Where its name is good.
    scope: ByteRange,
    /// The name in the declaration.
    place: usize,
}

/// Everything that is looked at.
pub(in crate::script) struct Stage<'f, 't> {
    pub(in crate::script) scan: &'f Scan<'t>,
    pub(in crate::script) places: &'f Places<'t>,
    /// The same of the template.
    pub(in crate::script) shown: Option<(&'f Places<'t>, &'f Markup<'t>)>,
}

/// Finds state that is never fed.
pub(in crate::script) fn find(stage: &Stage<'_, '_>, facts: &Facts) -> Vec<Stub> {
    let mut found = Vec::new();
    let declarators = stage.scan.live_of(&["variable_declarator"]);
    for declarator in declarators.take(STATES_MAX.saturating_mul(100)) {
        if found.len() >= STATES_MAX {
            break;
        }
        let judged = match declarator.field("name").map(Node::kind) {
            Some("array_pattern") => hook(stage, declarator),
            Some("identifier") => reference(stage, declarator, facts),
            Some(_) | None => None,
        };
        found.extend(judged.map(|(name, certainty)| Stub {
            line: declarator.line(),
            what: name.to_owned(),
            reason: Reason::StateNeverFed,
            certainty,
            test: stage.scan.in_test(declarator),
        }));
    }
    found.extend(unfilled_lists::find(stage));
    found
}

/// `const [items, setItems] = useState([])`.
fn hook<'t>(stage: &Stage<'_, 't>, declarator: Node<'t>) -> Option<(&'t str, Certainty)> {
    let call = shape::bare(declarator.field("value")?);
    let callee = call
        .is("call_expression")
        .then(|| call.field("function"))
        .flatten()?;
    if !matches!(callee.text(), "useState" | "React.useState") {
        return None;
    }
    let pattern = declarator.field("name")?;
    let mut parts = pattern.children().filter(|n| !n.is("["));
    let name = parts.next().filter(|n| n.is("identifier"))?;
    let setter = parts.find(|n| n.is("identifier"));
    let scope = scope(declarator)?;
    let state = State {
        name: name.text(),
        start: start(call.field("arguments")?.named().next())?,
        scope,
        place: name.start(),
    };
    let mut cleared = false;
    if let Some(setter) = setter {
        let uses = stage.touches_of(setter.text(), scope, setter.start())?;
        for place in uses {
            match set(place) {
                Touch::Cleared => cleared = true,
                Touch::Read => {}
                Touch::Fed | Touch::Passed | Touch::Returned | Touch::Shown => return None,
            }
        }
    }
    let touches = stage.all(&state)?;
    let used = touches
        .iter()
        .any(|t| matches!(t, Touch::Shown | Touch::Returned | Touch::Read));
    if !used || touches.contains(&Touch::Fed) {
        return None;
    }
    let followed = !touches.contains(&Touch::Passed);
    let sure = match state.start {
        Start::List => followed,
        Start::Record | Start::Blank => followed && !cleared,
        Start::Idle => false,
    };
    Some((state.name, certain_if(sure)))
}

/// What happens to state where its setter stands.
fn set(setter: Node<'_>) -> Touch {
    let call = setter.parent().filter(|p| p.is("call_expression"));
    let Some(call) = call.filter(|_| setter.field_name() == "function") else {
        let listed = setter
            .parent()
            .filter(|p| p.is("array"))
            .and_then(Node::parent);
        let dependency = listed.is_some_and(|p| p.is("arguments"));
        return if dependency { Touch::Read } else { Touch::Fed };
    };
    let given = call.field("arguments").and_then(|a| a.named().next());
    match given.is_none_or(name_uses::is_empty) {
        true => Touch::Cleared,
        false => Touch::Fed,
    }
}

/// `const items = ref([])`, `const form = reactive({})`.
fn reference<'t>(
    stage: &Stage<'_, 't>,
    declarator: Node<'t>,
    facts: &Facts,
) -> Option<(&'t str, Certainty)> {
    let call = shape::bare(declarator.field("value")?);
    let callee = call
        .is("call_expression")
        .then(|| call.field("function"))
        .flatten()?;
    let makers = ["ref", "shallowRef", "reactive", "shallowReactive"];
    if !makers.contains(&callee.text()) || !is_vue(facts, callee.text()) {
        return None;
    }
    let name = declarator.field("name")?;
    let root = ByteRange {
        start: 0,
        end: usize::MAX,
    };
    let state = State {
        name: name.text(),
        start: start(call.field("arguments")?.named().next())?,
        scope: scope(declarator).unwrap_or(root),
        place: name.start(),
    };
    let touches = stage.all(&state)?;
    // A reference that goes elsewhere goes there to be filled.
    if touches
        .iter()
        .any(|t| matches!(t, Touch::Fed | Touch::Passed))
    {
        return None;
    }
    let setup = declarator.ancestors().find(|n| n.is_any(&shape::FUNCTIONS));
    let component = stage.shown.is_some()
        && setup.is_none_or(|f| f.field("name").is_some_and(|n| n.text() == "setup"));
    let shown = touches.contains(&Touch::Shown);
    let returned = touches.contains(&Touch::Returned) && !component;
    let empty = matches!(state.start, Start::List | Start::Record);
    // `ref(null)` that is handed back is filled by the template of who calls: `<div ref="wrapper">`.
    let first = call.field("arguments").and_then(|it| it.named().next());
    if returned && !shown && first.is_some_and(|it| it.is("null")) {
        return None;
    }
    (shown || returned).then(|| (state.name, certain_if(shown && component && empty)))
}

/// Whether a function's name is Vue's own here.
fn is_vue(facts: &Facts, callee: &str) -> bool {
    let imported = facts.imports.iter().find(|import| {
        let mut locals = import.names.iter().filter_map(|name| name.local.as_deref());
        locals.any(|local| local == callee)
    });
    match imported {
        Some(import) => ["vue", "@vue/", "#imports", "nuxt"]
            .iter()
            .any(|start| import.path.starts_with(start)),
        None => facts.language == Language::Vue,
    }
}

impl<'t> Stage<'_, 't> {
    /// What happens to a piece of state, in the script and in the template; `None` if there is too much of it.
    fn all(&self, state: &State<'t>) -> Option<Vec<Touch>> {
        let places = self.touches_of(state.name, state.scope, state.place)?;
        let mut found: Vec<Touch> = places.into_iter().map(name_uses::touch).collect();
        found.extend(self.on_screen(state.name)?);
        Some(found)
    }

    /// Places of a name within a scope, its declaration left out.
    fn touches_of(&self, name: &str, scope: ByteRange, but: usize) -> Option<Vec<Node<'t>>> {
        let places = self.places.name(name);
        let first = places.partition_point(|n| n.start() < scope.start);
        let places = places.get(first..).unwrap_or_default().iter();
        let places = places
            .take_while(|n| n.start() < scope.end)
            .filter(|n| n.start() != but && !self.scan.dead.contains(n.start()));
        let found: Vec<Node<'t>> = places.take(PLACES_MAX).copied().collect();
        (found.len() < PLACES_MAX).then_some(found)
    }

    /// What the template does with a name.
    pub(in crate::script) fn on_screen(&self, name: &str) -> Option<Vec<Touch>> {
        let Some((places, markup)) = self.shown else {
            return Some(Vec::new());
        };
        if markup.filled.contains(name) {
            return Some(vec![Touch::Fed]);
        }
        let hidden = |at: usize| {
            let mut hidden = markup.hidden.iter().filter(|(known, _)| *known == name);
            hidden.any(|(_, scope)| scope.start <= at && at < scope.end)
        };
        let all = places.name(name);
        if all.len() >= PLACES_MAX || markup.hidden.len() >= PLACES_MAX {
            return None;
        }
        let places = all.iter().filter(|n| !hidden(n.start()));
        let touches = places.map(|node| {
            if markup.assigned.contains(node.start()) {
                return Touch::Fed;
            }
            match name_uses::touch(*node) {
                Touch::Read | Touch::Returned | Touch::Shown => Touch::Shown,
                Touch::Fed => Touch::Fed,
                // A handler may be handed the state itself to fill it.
                Touch::Passed => Touch::Passed,
                Touch::Cleared => Touch::Cleared,
            }
        });
        Some(touches.collect())
    }
}

/// How a value makes state start; `None` if it starts with something.
fn start(value: Option<Node<'_>>) -> Option<Start> {
    let Some(value) = value.map(shape::bare) else {
        return Some(Start::Blank);
    };
    let known = values::value(value)?;
    match (known, value.kind()) {
        (Value::Fixed, _) => None,
        (_, "array" | "new_expression") => Some(Start::List),
        (_, "object") => Some(Start::Record),
        (_, "false" | "number") => Some(Start::Idle),
        (Value::Nothing | Value::Default, _) => Some(Start::Blank),
    }
}

/// The block a declaration stands in; `None` for the module itself.
fn scope(declarator: Node<'_>) -> Option<ByteRange> {
    let block = declarator.ancestors().find(|n| n.is("statement_block"))?;
    Some(block.bytes())
}

pub(in crate::script) fn certain_if(sure: bool) -> Certainty {
    match sure {
        true => Certainty::Certain,
        false => Certainty::Likely,
    }
}
