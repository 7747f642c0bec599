//! What a verdict follows from, on its page: its key, its inputs, and by name what failed and what was verified, so that
//! the next verification can say what became of it.

use ledger::report::{ItemStatus, Report};
use ledger::verdict::Inputs;

use super::yaml::{Node, Yaml};

/// The lines of the front matter.
pub(super) fn front(yaml: &mut Yaml, report: &Report, inputs: &Inputs) {
    let text = |text: &str| Node::Text(text.to_owned());
    let mut fields = vec![("tree", text(inputs.tree.as_str()))];
    fields.extend(inputs.base.iter().map(|it| ("base", text(it.as_str()))));
    fields.extend(inputs.plan.iter().map(|it| ("plan", text(&it.hex()))));
    fields.push(("policy", text(&inputs.policy.hex())));
    fields.push(("checker", text(&inputs.checker)));
    let tools = inputs.tools.iter().map(|(name, it)| format!("{name} {it}"));
    fields.push(("tools", Node::texts(tools)));
    yaml.value(0, "verdict", &text(&inputs.key().hex()));
    yaml.value(0, "inputs", &Node::Map(fields));
    for (name, status) in [
        ("failed_items", ItemStatus::Failed),
        ("verified_items", ItemStatus::Verified),
    ] {
        let items = report.items.iter().filter(|it| it.status == status);
        yaml.value(0, name, &Node::texts(items.map(|it| it.id.clone())));
    }
}

/// The last section of the page.
pub(super) fn for_people(report: &Report) -> String {
    let Some(inputs) = &report.inputs else {
        return String::new();
    };
    let key: String = inputs.key().hex().chars().take(12).collect();
    format!(
        "\n## What it follows from\n\nVerdict `{key}`: the same tree, plan, policy, checker and tools give this page again. \
         When one of them has changed, it is stale, and says nothing about what stands there now.\n"
    )
}
