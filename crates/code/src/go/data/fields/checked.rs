//! Choices of a command line that are only checked for what they may be: neither that nor what they begin with is a use.

use std::collections::BTreeSet;

use crate::go::shape::{self, Call};
use crate::scan::Scan;
use crate::syntax::Node;

/// How far above a name its condition is looked for.
const DEPTH_MAX: usize = 16;

/// Variables whose place is handed to what reads a command line: `flag.IntVar(&width, "width", width, "")`.
pub(super) fn chosen<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let calls = scan.live_of(&["call_expression"]).filter_map(Call::of);
    let flags = calls.filter(|it| is_flag(*it));
    let places = flags.filter_map(|it| it.arguments().next());
    let names = places.filter_map(|it| it.text().strip_prefix('&'));
    names.filter(|it| !it.contains('.')).collect()
}

fn is_flag(call: Call<'_>) -> bool {
    let reads = ["flag", "pflag", "flags", "fs", "flagset", "flagSet"];
    let last = call.last();
    reads.contains(&call.first()) && (last.ends_with("Var") || last.ends_with("VarP"))
}

/// Whether a name stands where it is only checked, or where it says what it is without a choice.
pub(super) fn is_only_checked(name: Node<'_>) -> bool {
    let list = name.parent().filter(|it| it.is("argument_list"));
    let default = list.and_then(Node::parent).and_then(Call::of);
    if default.is_some_and(is_flag) {
        return true;
    }
    let mut around = name.ancestors().take(DEPTH_MAX);
    let Some(fork) = around.find(|it| it.is("if_statement")) else {
        return false;
    };
    let (Some(condition), Some(then)) = (fork.field("condition"), fork.field("consequence")) else {
        return false;
    };
    let asks = condition
        .descendants()
        .any(|it| it.is("identifier") && it.text() == name.text());
    let bound = condition
        .descendants()
        .any(|it| it.is_any(&["int_literal", "float_literal"]));
    asks && bound && fork.field("alternative").is_none() && refuses(then)
}

/// Whether a branch ends the program, and does nothing else but say why.
fn refuses(then: Node<'_>) -> bool {
    let ends = |call: Call<'_>| {
        let last = call.last().to_lowercase();
        last.starts_with("fatal") || matches!(last.as_str(), "exit" | "panic" | "usage")
    };
    let last = shape::statements(then).last().and_then(Call::of);
    last.is_some_and(ends)
}
