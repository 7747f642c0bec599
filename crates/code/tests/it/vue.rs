//! Components of Vue: what their scripts and templates say together.

use code::links::{self, Used};
use code::{Exporting, Facts, Keep, Pattern, Place, Reading};

use crate::read;

fn vue(source: &str) -> Facts {
    read("Chat.vue", source)
}

/// The lines on which a name is used.
fn lines(facts: &Facts, name: &str) -> Vec<u32> {
    let uses = facts.references.get(name).into_iter().flatten();
    let mut lines: Vec<u32> = uses.map(|it| it.line).collect();
    lines.sort_unstable();
    lines
}

const WHOLE: &str = "<!-- Chat -->\n<script setup lang=\"ts\">\nimport ChatList from './ChatList.vue'\nimport { send } from './api'\n\
    const draft = ref<string>('')\nconst items = <Item[]>load()\n</script>\n\n<template>\n  <ChatList :items=\"items\" @pick=\"send(draft)\" />\n  \
    <!-- send -->\n  <p title=\"send\">{{ draft.length }} send</p>\n</template>\n<style>\n/* why */\n.a { color: red }\n</style>\n";

#[test]
fn lines_and_bytes_are_those_of_the_file() {
    let facts = vue(WHOLE);
    assert_eq!(facts.reading, Reading::Parsed);
    let imports: Vec<(&str, u32)> = facts
        .imports
        .iter()
        .map(|i| (i.path.as_str(), i.line))
        .collect();
    assert_eq!(imports, [("./ChatList.vue", 3), ("./api", 4)]);
    assert_eq!(lines(&facts, "ChatList"), [10]);
    assert_eq!(lines(&facts, "send"), [10]);
    assert_eq!(lines(&facts, "draft"), [10, 12]);
    assert_eq!(facts.members["length"][0].line, 12);
    assert_eq!(
        (facts.lines.total, facts.lines.comment, facts.lines.blank),
        (17, 3, 1)
    );
}

#[test]
fn the_component_is_the_default_export() {
    let cases = [
        ("<script setup>\nconst a = 1\n</script>", Exporting::Yes(1)),
        ("<template><p>Hi</p></template>", Exporting::Yes(1)),
        (
            "<script>\nexport default { name: 'A' }\n</script>\n<template><p>Hi</p></template>",
            Exporting::Yes(2),
        ),
        ("<script>\nconst a = 1\n</script>", Exporting::No(None)),
        (
            "<!-- <script setup>export default 1</script> -->",
            Exporting::No(None),
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(vue(source).export_of("default"), expected, "{source}");
    }
    let both =
        "<script>\nexport const limit = 3\n</script>\n<script setup>\nconst a = limit\n</script>\n";
    let facts = vue(both);
    assert_eq!(facts.export_of("limit"), Exporting::Yes(2));
    assert_eq!(facts.export_of("default"), Exporting::Yes(4));
    assert_eq!(facts.export_of("a"), Exporting::No(Some(5)));
    assert_eq!(lines(&facts, "limit"), [5]);
}

/// Whether a name imported by a component's script is used, with this template.
fn used(name: &str, template: &str) -> bool {
    let source = format!(
        "<script setup>\nimport {name} from './x'\n</script>\n<template>{template}</template>\n"
    );
    let facts = vue(&source);
    let used = links::used(&facts, &facts.imports[0], None);
    assert!(matches!(used, Used::Yes { .. } | Used::No), "{template}");
    used != Used::No
}

#[test]
fn templates_use_names() {
    for (name, template) in [
        ("ChatList", "<ChatList/>"),
        ("ChatList", "<chat-list></chat-list>"),
        ("ChatList", "<div><p><ChatList :a=\"1\"/></p></div>"),
        ("Form", "<Form.Field/>"),
        ("List", "<component :is=\"List\"/>"),
        ("List", "<component is=\"List\"/>"),
        ("f", "<p @click=\"f\"/>"),
        ("f", "<p @click=\"a = 1; f($event)\"/>"),
        ("f", "<p @click=\"() => f(1)\"/>"),
        ("f", "<p v-on:click.stop='f'/>"),
        ("f", "<p v-on=\"{ click: f }\"/>"),
        ("x", "<p :title=\"x\"/>"),
        ("x", "<p :title='`a${x}`'/>"),
        ("x", "<p v-bind=\"x\"/>"),
        ("x", "<p :class=\"{ a: x > 1 }\"/>"),
        ("x", "<p :x/>"),
        ("x", "<p :[x]=\"1\"/>"),
        ("x", "<p v-if=\"x\"/>"),
        ("x", "<input v-model=\"x\">"),
        ("x", "<input v-model.trim=\"x.y\">"),
        ("x", "<li v-for=\"i in x\" :key=\"i\"/>"),
        ("x", "<li v-for=\"(i, n) of x.all\" :key=\"i\"/>"),
        ("x", "<p>a {{ i }} {{ x }}</p>"),
        ("x", "<p>a < b {{ x }}</p>"),
        ("x", "<br><p>{{ x ? 'a' : '}' }}</p>"),
        ("x", "<template #a><p/></template><p>{{ x }}</p>"),
        ("x", "<li v-for=\"x in 3\"/><p>{{ x }}</p>"),
        ("vFocus", "<input v-focus>"),
        ("vFocusIn", "<input v-focus-in.a=\"1\">"),
        ("el", "<p ref=\"el\"/>"),
    ] {
        assert!(used(name, template), "{name} in {template}");
    }
    for (name, template) in [
        ("ChatList", ""),
        ("ChatList", "<!-- <ChatList/> -->"),
        ("ChatList", "<p>ChatList</p>"),
        ("ChatList", "<p title=\"ChatList\"/>"),
        ("ChatList", "<ChatListing/>"),
        ("ChatList", "<ChatList v-if=\"false\"/>"),
        ("ChatList", "<p v-if=\"false\"><b><ChatList/></b></p>"),
        ("Button", "<button/>"),
        ("x", "<p>{{ a.x }}</p>"),
        ("x", "<p>{{ 'x' }}</p>"),
        ("x", "<p x=\"x\"/>"),
        ("x", "<li v-for=\"x in y\">{{ x }}</li>"),
        ("x", "<li v-for=\"({ id, a: x }, n) in y\">{{ x }}</li>"),
        ("x", "<A #item=\"{ x }\"><p>{{ x }}</p></A>"),
        ("x", "<A v-slot=\"x\"><p>{{ x.y }}</p></A>"),
        ("x", "<p @click=\"(x) => go(x)\"/>"),
    ] {
        assert!(!used(name, template), "{name} in {template}");
    }
}

#[test]
fn a_template_in_pug_may_use_any_word() {
    let source = "<script setup>\nimport ChatList from './x'\n</script>\n<template lang=\"pug\">\ndiv\n  chat-list(:a=\"b\")\n</template>\n";
    assert_eq!(lines(&vue(source), "ChatList"), [6]);
}

#[test]
fn what_is_code_and_what_is_text() {
    let places = |pattern: &str| -> Vec<(u32, Place)> {
        let pattern = Pattern::literal(pattern).unwrap();
        let hits = vue(WHOLE).find(WHOLE, &pattern, 10);
        hits.iter().map(|hit| (hit.line, hit.place)).collect()
    };
    assert_eq!(places("send(draft)"), [(10, Place::Code)]);
    assert_eq!(places("title=\"send"), [(12, Place::Code)]);
    assert_eq!(places("send</p>"), [(12, Place::String)]);
    assert_eq!(places("<!-- send"), []);
    assert_eq!(places("why"), []);
    let bare = vue(WHOLE).code_only(WHOLE, Keep::BARE);
    assert_eq!(bare.len(), WHOLE.len());
    assert!(bare.contains("{{ draft.length }}") && !bare.contains(" send<"));
}

#[test]
fn a_call_in_a_template_may_span_lines() {
    let source =
        "<template>\n  <p\n    @click=\"\n      save(\n        item)\"\n  />\n</template>\n";
    let pattern = Pattern::regex(r"save\(item\)").unwrap();
    let hits = vue(source).find(source, &pattern, 10);
    assert_eq!((hits.len(), hits[0].line), (1, 4));
}

#[test]
fn scripts_of_every_kind() {
    let cast = vue("<script lang=\"ts\">\nconst a = <T>b\n</script>");
    assert_eq!(cast.reading, Reading::Parsed);
    let tsx = vue("<script lang=\"tsx\">\nexport default () => <p>{a}</p>\n</script>");
    assert_eq!(tsx.reading, Reading::Parsed);
    let elsewhere = vue("<template><p>a</p></template>\n<script src=\"./chat.ts\"></script>");
    assert_eq!(
        (
            elsewhere.imports[0].path.as_str(),
            elsewhere.imports[0].line
        ),
        ("./chat.ts", 2)
    );
    let cut = vue("<script setup>\nimport a from './a'\n");
    assert!(matches!(cut.reading, Reading::Damaged { .. }));
    assert_eq!(cut.imports.len(), 1);
    assert_eq!(vue("").reading, Reading::Parsed);
}
