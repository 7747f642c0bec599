//! Options and names that a plan asks for, that a change declares, and that nothing heeds.

use ledger::report::ItemStatus;

use crate::world::World;

/// What is held against a change of `src/a.ts`, with the code that was there before.
fn held(says: &str, before: &str, after: &str) -> Vec<String> {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = says.to_owned();
    world.before.insert(
        "package.json".to_owned(),
        "{\"main\": \"src/a.ts\"}".to_owned(),
    );
    world
        .before
        .insert("src/a.ts".to_owned(), before.to_owned());
    let report = world
        .file("package.json", "{\"main\": \"src/a.ts\"}")
        .file("src/a.ts", after)
        .changed('M', "src/a.ts")
        .report();
    let failed = report
        .items
        .iter()
        .filter(|it| it.id.starts_with("gate:") && it.status == ItemStatus::Failed);
    failed.map(|it| it.reason.clone()).collect()
}

const BEFORE: &str = "export interface Choices { depth?: number }\nconst defaults = { depth: 1 };\nexport function show(data: string[], given: Choices): string {\n  const options = { ...defaults, ...given };\n  return data.slice(0, options.depth).join(' ');\n}\n";

#[test]
fn an_option_is_looked_at() {
    let code = |kind: &str, default: &str, work: &str| {
        format!(
            "export interface Choices {{ depth?: number; {kind} }}\nconst defaults = {{ depth: 1, {default} }};\nexport function show(data: string[], given: Choices): string {{\n  const options = {{ ...defaults, ...given }};\n  {work}\n  return data.slice(0, options.depth).join(' ');\n}}\n"
        )
    };
    let add = "Add an option sortKeys: the keys come in order.";
    let with = "With sortKeys: true the keys come in order.";
    let (kind, default) = ("sortKeys?: boolean", "sortKeys: false");
    let checked = "if (options.sortKeys !== undefined && typeof options.sortKeys !== 'boolean') {\n    throw new TypeError('sortKeys must be a boolean');\n  }";
    for (says, kind, default, work, wanted) in [
        (add, kind, default, "", true),
        (with, kind, default, "", true),
        (add, "", default, "", true),
        (
            add,
            kind,
            default,
            "options.sortKeys = !!options.sortKeys;",
            true,
        ),
        (add, kind, default, checked, true),
        (
            add,
            kind,
            default,
            "if (options.sortKeys) data = data.slice().sort();",
            false,
        ),
        (
            add,
            kind,
            default,
            "const { sortKeys } = options;\n  if (sortKeys) data = data.slice().sort();",
            false,
        ),
        (
            add,
            kind,
            default,
            "data = order(data, options.sortKeys);",
            false,
        ),
        // It goes to somebody else, or nothing is to be done with it.
        (
            add,
            kind,
            "",
            "return format(data, { sortKeys: given.sortKeys });",
            false,
        ),
        (
            "Add an option sortKeys, which is ignored as yet.",
            kind,
            default,
            "",
            false,
        ),
        ("The keys come in order.", kind, default, "", false),
    ] {
        let found = held(says, BEFORE, &code(kind, default, work));
        let idle = found.iter().any(|it| it.contains("to choose"));
        assert_eq!(idle, wanted, "{says} {work}: {found:?}");
    }
}

#[test]
fn parts_of_a_class_are_written() {
    let says = "Add a class Past (push(it), undo(), canUndo, canRedo, and a limit).";
    let code = |more: &str| {
        format!(
            "export class Past {{\n  private all: string[] = [];\n  push(it: string) {{ this.all.push(it); }}\n  undo() {{ return this.all.pop(); }}\n  {more}\n}}\n"
        )
    };
    let both = "get canUndo() { return this.all.length > 0; }\n  get canRedo() { return this.all.length > 9; }";
    for (says, more, wanted) in [
        (says, "", true),
        (says, both, false),
        ("Add a class Past (see noteOfOurs, and push).", "", false),
        ("Past is for the editor (canUndo, canRedo).", "", false),
    ] {
        let found = held(says, BEFORE, &format!("{BEFORE}{}", code(more)));
        let missing = found.iter().any(|it| it.contains("canRedo"));
        assert_eq!(missing, wanted, "{says}: {found:?}");
    }
}

#[test]
fn words_of_a_list_are_given_and_not_only_typed() {
    let says = "Subscribers get the action, which is 'PUSH', 'REPLACE', 'BACK' or 'POP'.";
    let code = |back: &str| {
        format!(
            "export type Action = 'PUSH' | 'REPLACE' | 'BACK' | 'POP'\nexport function make(tell: (a: Action) => void) {{\n  return {{\n    push() {{ tell('PUSH') }},\n    replace() {{ tell('REPLACE') }},\n    back() {{ {back} }},\n    pop() {{ tell('POP') }},\n  }}\n}}\n"
        )
    };
    for (back, wanted) in [
        ("tell('POP')", true),
        ("tell('BACK')", false),
        ("tell(name() === 'BACK' ? 'POP' : 'PUSH')", false),
    ] {
        let found = held(says, BEFORE, &format!("{BEFORE}{}", code(back)));
        let missing = found.iter().any(|it| it.contains("BACK"));
        assert_eq!(missing, wanted, "{back}: {found:?}");
    }
}
