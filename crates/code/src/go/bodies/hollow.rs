//! Whether the body of a Go function holds work. Only the outside of its statements is looked at: a body with any
//! real statement is substantive.
//!
//! Go types fill interfaces without saying so. A method may be empty because an interface asks for it, so what is
//! certain of a function is only likely of a method, unless its own type or its own comment speaks against it.

mod declared;

use std::collections::BTreeSet;

use crate::go::comments::{self, Says};
use crate::go::return_values::not_implemented_handlers;
use crate::go::shape::{self, Call, Head};
use crate::go::values::{self, Locals, Unfinished, Value};
use crate::go::words::{is_discard, is_lock, is_log, may_fail, orders, stands_in};
use crate::parts::{Body, Certainty, Hollow, Reason};
use crate::phrases;
use crate::syntax::Node;

/// A body of more nodes than this holds something.
const HOLLOW_NODES_MAX: u32 = 600;

/// How much code before a "not implemented" is searched for ways out, in nodes.
const WAYS_OUT_NODES_MAX: usize = 4_096;

/// What stands around a function.
#[derive(Clone, Copy)]
pub(in crate::go) struct Setting<'a> {
    /// Its name, or what it handles.
    pub(in crate::go) name: &'a str,
    /// It fills a variable or is handed on: others may put something else there.
    pub(in crate::go) slot: bool,
    /// Its type has methods that do something.
    pub(in crate::go) works: bool,
    /// The comment above it says that it does nothing.
    pub(in crate::go) excused: bool,
    /// Under other conditions of the build a twin may do the work.
    pub(in crate::go) configured: bool,
    /// It is a test.
    pub(in crate::go) test: bool,
}

struct Function<'t, 'a> {
    head: Head<'t>,
    names: BTreeSet<&'t str>,
    block: Node<'t>,
    setting: Setting<'a>,
    says: Says,
}

pub(in crate::go) type Flaw = (Reason, Certainty);

/// Judges the body of a function, method or function literal; [`Body::None`] where there is none.
pub(in crate::go) fn judge(node: Node<'_>, setting: Setting<'_>) -> Body {
    let Some(block) = node.field("body") else {
        return Body::None;
    };
    let head = Head::of(node);
    let small = block.size() <= HOLLOW_NODES_MAX;
    let function = Function {
        names: head.names().collect(),
        head,
        block,
        setting,
        says: if small {
            comments::inside(block)
        } else {
            Says::Nothing
        },
    };
    match function.flaw() {
        Some((reason, certainty)) => Body::Hollow(Hollow {
            reason,
            certainty: match node.is_broken() {
                true => Certainty::Likely,
                false => certainty,
            },
        }),
        None => Body::Substantive,
    }
}

impl<'t> Function<'t, '_> {
    fn flaw(&self) -> Option<Flaw> {
        let statements: Vec<Node<'t>> = shape::statements(self.block).collect();
        if let Some(found) = self.unfinished(&statements) {
            return Some(found);
        }
        if self.block.size() > HOLLOW_NODES_MAX {
            return None;
        }
        let mut locals = self.results();
        let (mut logs, mut locks) = (false, false);
        let mut rest = Vec::new();
        for statement in statements {
            if is_log(statement) && !self.is_own(statement) {
                logs = true;
            } else if is_lock(statement) {
                locks = true;
            } else if !(is_discard(statement) || self.declares(statement, &mut locals)) {
                rest.push(statement);
            }
        }
        if let Some(flaw) =
            not_implemented_handlers::judge(&self.head, &rest, &locals, self.setting.name)
        {
            return Some(flaw);
        }
        match rest.as_slice() {
            [] if logs => None,
            // A lock that is taken and given back may be waited for; what it is given is then for nobody.
            [] if locks && self.names.is_empty() => None,
            [] => self.empty(),
            [single] => self.single(*single, &locals, logs),
            [_, ..] => None,
        }
    }

    /// Whether a statement calls another method of the same value: `l.Logf(..)` in a method of `l`.
    fn is_own(&self, statement: Node<'t>) -> bool {
        let operand = Call::of(statement).and_then(Call::operand);
        let name = self.head.receiver.and_then(|it| it.name);
        operand.is_some_and(|it| Some(it.text()) == name)
    }

    /// A type or a name that promises nothing, or a comment that says so.
    fn excused(&self) -> bool {
        let owner = self.head.receiver.map_or("", |it| it.of);
        self.setting.excused || phrases::promises_nothing(self.setting.name) || stands_in(owner)
    }

    /// A method that fills a value which may be missing: `NullTime.Scan`. There the name of the type excuses nothing.
    fn reads_into(&self) -> bool {
        let owner = self.head.receiver.map_or("", |it| it.of);
        let named = self.setting.name == "Scan" || self.setting.name.starts_with("Unmarshal");
        named && self.setting.works && !self.setting.excused && owner.starts_with("Null")
    }

    /// Whether the head itself says that nothing is looked at: `func (nop) Write([]byte)`.
    fn looks_at_nothing(&self) -> bool {
        let receiver = self.head.receiver.and_then(|it| it.name);
        self.head.receiver.is_some() && receiver.is_none() && self.names.is_empty()
    }

    fn empty(&self) -> Option<Flaw> {
        let undone = self.says == Says::Undone;
        // Named results and no `return` do not compile: the text is cut or broken.
        if self.setting.test || !self.head.results.is_empty() {
            return None;
        }
        if undone {
            return Some((Reason::Empty, Certainty::Certain));
        }
        if self.looks_at_nothing() {
            return None;
        }
        let takes = !self.head.parameters.is_empty();
        let expected = self.excused()
            || self.setting.slot
            || self.setting.configured
            || self.says == Says::Something
            || self.setting.name.starts_with('_')
            || matches!(self.setting.name, "main" | "init")
            || self.head.generic
            || (not_implemented_handlers::is_handler(&self.head)
                && not_implemented_handlers::says_same(self.setting.name))
            || (takes && self.names.is_empty());
        let sure = match self.head.receiver {
            Some(receiver) => {
                let named = receiver.name.is_some() && !self.names.is_empty();
                let works = self.setting.works && orders(self.setting.name);
                named && (works || not_implemented_handlers::is_handler(&self.head))
            }
            None => true,
        };
        Some((Reason::Empty, certain_if(sure && !expected)))
    }

    fn single(&self, statement: Node<'t>, locals: &Locals<'t>, logs: bool) -> Option<Flaw> {
        if let Some(found) = self.panics(statement) {
            return Some(found);
        }
        if !statement.is("return_statement") {
            return None;
        }
        let returned = shape::returned(statement);
        let value = match returned.as_slice() {
            // `return` by itself, where there is nothing to give, is no statement at all.
            [] if self.head.results.is_empty() && !logs => return self.empty(),
            [] => values_of_results(&self.head, locals)?,
            some => match values::all(some, locals) {
                Some(value) => value,
                None if self.is_nothing(some, locals) => Value::Default,
                None => return self.passes_on(some),
            },
        };
        // `log.Print(x); return nil`: it only logs.
        if logs && value == Value::Default && self.head.results.len() == 1 && self.head.fails() {
            return None;
        }
        self.constant(value)
    }

    fn constant(&self, value: Value) -> Option<Flaw> {
        if self.setting.test {
            return None;
        }
        let takes = !self.head.parameters.is_empty();
        let results = self.head.results.len();
        let admitted = self.says == Says::Undone && (takes || results > 1);
        if admitted && !self.excused() {
            return Some((reason(value), Certainty::Certain));
        }
        let excused = self.excused() && !self.reads_into();
        if excused || self.looks_at_nothing() || self.setting.configured {
            return None;
        }
        let receiver = self.head.receiver;
        let silent = (receiver.is_some() || self.setting.slot) && self.names.is_empty();
        // `return nil, nil`: neither a value nor a reason why there is none.
        let void = results > 1 && self.head.fails() && value == Value::Default;
        let named = receiver.is_none_or(|it| it.name.is_some());
        // Nobody has to say what is inside of an error; who does has something to say.
        let inside =
            matches!(self.setting.name, "Unwrap" | "Cause") && receiver.is_some() && !takes;
        if inside && value == Value::Default {
            return Some((Reason::DefaultValue, Certainty::Certain));
        }
        // `return nil` where the type has work to do: whatever was asked for is said to be done.
        let settles = results == 1 && self.head.fails() && self.setting.works;
        let settles = settles && named && may_fail(self.setting.name);
        let ignores = takes && (!silent || (void && named));
        let found = results > 0 && (ignores || (void && named) || settles);
        found.then_some((reason(value), Certainty::Likely))
    }

    /// A body that always panics, and a comment that says why.
    fn panics(&self, statement: Node<'t>) -> Option<Flaw> {
        let call = Call::of(statement).filter(|_| statement.is("expression_statement"))?;
        let ends = matches!(
            call.path(),
            "panic" | "log.Fatal" | "log.Fatalf" | "log.Panic"
        );
        let undone = self.says == Says::Undone && !self.excused() && !self.setting.test;
        (ends && undone).then_some((Reason::NotImplemented, Certainty::Certain))
    }

    fn passes_on(&self, returned: &[Node<'t>]) -> Option<Flaw> {
        let (value, rest) = returned.split_first()?;
        let nil = rest.iter().all(|it| it.is("nil")) && rest.len() <= 1;
        let [only] = self.head.parameters.as_slice() else {
            return None;
        };
        let same = only.name == Some(value.text())
            && self
                .head
                .results
                .first()
                .is_some_and(|it| it.text() == only.of.text());
        let meant = self.excused()
            || self.setting.slot
            || self.head.receiver.is_some_and(|it| it.name.is_none())
            || phrases::promises_passing_on(self.setting.name);
        (same && nil && !meant).then_some((Reason::Identity, Certainty::Likely))
    }

    /// `return Nil, nil`: a name of the package that stands for nothing, and no error.
    fn is_nothing(&self, returned: &[Node<'t>], locals: &Locals<'t>) -> bool {
        let [value, error] = returned else {
            return false;
        };
        let words = phrases::name_words(value.text());
        let says =
            |word: &String| matches!(word.as_str(), "nil" | "zero" | "empty" | "none" | "null");
        value.is("identifier")
            && error.is("nil")
            && self.head.fails()
            && !locals.contains_key(value.text())
            && !self.names.contains(value.text())
            && words.iter().any(says)
    }

    /// A "not implemented" that every call runs into.
    fn unfinished(&self, statements: &[Node<'t>]) -> Option<Flaw> {
        let mut found = statements.iter().enumerate();
        let (at, said) = found.find_map(|(at, it)| Some((at, values::unfinished(*it)?)))?;
        let before = statements.iter().take(at);
        let mut before = before
            .flat_map(|it| it.descendants())
            .take(WAYS_OUT_NODES_MAX);
        let leaves = before.any(|it| it.is("return_statement"));
        let owner = self.head.receiver.map_or("", |it| it.of);
        let says = phrases::name_words(self.setting.name).concat();
        let excused = self.setting.test
            || self.setting.configured
            || stands_in(owner)
            || ["unimplemented", "notimplemented", "unsupported"]
                .iter()
                .any(|it| says.contains(it));
        let sure = !matches!(said, Unfinished::Perhaps | Unfinished::Later) && !leaves && !excused;
        Some((Reason::NotImplemented, certain_if(sure)))
    }
}

fn reason(value: Value) -> Reason {
    match value {
        Value::Default => Reason::DefaultValue,
        Value::Fixed => Reason::FixedValue,
    }
}

/// What a bare `return` returns.
fn values_of_results(head: &Head<'_>, locals: &Locals<'_>) -> Option<Value> {
    let mut fixed = head.result_names.iter().map(|name| locals.get(name));
    let any = !head.result_names.is_empty();
    let all = fixed.all(|it| it == Some(&Value::Default));
    any.then_some(if all { Value::Default } else { Value::Fixed })
}

pub(in crate::go) fn certain_if(sure: bool) -> Certainty {
    match sure {
        true => Certainty::Certain,
        false => Certainty::Likely,
    }
}
