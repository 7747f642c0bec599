//! What TypeScript, JavaScript and Vue have that comes to nothing: functions that are given something and take nothing,
//! options that are only checked, props and events of components that nobody looks at, answers that are the same either
//! way; and honest code that looks like it.

use code::Certainty;

use crate::{read, stubs_are};

#[test]
fn given_something_and_taking_nothing() {
    stubs_are(
        "a.js",
        &[
            (
                "function role() { return 'status' }\nexport const f = item => g(role(item));\n",
                "role() ParameterIgnored",
            ),
            (
                "export default { a(x) { this.go(x); this.role(x) }, role() { return 'status' } };\n",
                "role() ParameterIgnored",
            ),
            (
                "function role() { return 'status' }\nexport const f = () => g(role());\n",
                "",
            ),
            (
                "function role(item) { return item.role }\nexport const f = i => g(role(i));\n",
                "",
            ),
            // It reads what it is given in another way, is bound again, or is there to do nothing.
            (
                "let role = () => 'status';\nrole = pick();\nexport const f = i => g(role(i));\n",
                "",
            ),
            (
                "class A { role() { return 'status' } f(i) { return g(this.role(i)) } }\n",
                "",
            ),
            (
                "export default { a(x) { this.go(x); other.role(x) }, role() { return 'status' } };\n",
                "",
            ),
        ],
    );
}

#[test]
fn programs_that_end_well_after_an_error() {
    stubs_are(
        "a.js",
        &[
            (
                "function fail(err) { console.error(err.message); process.exit(0); }\nfail(go());\n",
                "process.exit(0) SwallowedError",
            ),
            (
                "function fail(err) { console.error(`x: ${err}`); process.exitCode = 0; }\nfail(go());\n",
                "process.exitCode SwallowedError",
            ),
            (
                "function fail(err) { console.error(err.message); process.exit(1); }\nfail(go());\n",
                "",
            ),
            (
                "function help() { console.error('usage: a'); process.exit(0); }\nhelp();\n",
                "",
            ),
            (
                "function help(n) { console.log(n); process.exit(0); }\nhelp(go());\n",
                "",
            ),
        ],
    );
}

#[test]
fn the_same_whichever_way() {
    stubs_are(
        "a.js",
        &[
            (
                "export function redact({ log, context }) { const { keys } = context; if (!keys) return log; return log; }\n",
                "redact Identity",
            ),
            (
                "module.exports = function () {};\nfunction sortKeys(value) { return value }\ngo(sortKeys(1));\n",
                "module.exports Empty|sortKeys Identity",
            ),
            (
                "export function sortKeys(value) { return value }\n",
                "sortKeys Identity",
            ),
            (
                "export function redact(log) { if (!log) return log; return hide(log); }\n",
                "",
            ),
            ("export function toLog(value) { return value }\n", ""),
            (
                "export function checkLog(value) { if (!value) return value; return value; }\n",
                "",
            ),
            (
                "export const hooks = { sortKeys(value) { return value } };\n",
                "",
            ),
            (
                "export function sortKeys(value) { value.sort(); return value }\n",
                "",
            ),
        ],
    );
}

#[test]
fn right_when_there_is_anything() {
    let faint = |source: &str| {
        let facts = read("a.js", source);
        let stubs = facts
            .stubs
            .iter()
            .filter(|it| it.certainty == Certainty::Faint);
        stubs.map(|it| it.what.clone()).collect::<Vec<_>>()
    };
    for source in [
        "export function isValid(text) { return String(text) !== '' }\n",
        "export function worksOn(method, value) { return Boolean(method && value); }\n",
        "export const isValid = text => !!text;\n",
    ] {
        assert_eq!(faint(source).len(), 1, "{source}");
    }
    for source in [
        "export function isValid(text) { return text.length > 3 }\n",
        "export function isValid(text) { return !!parse(text) }\n",
        "export function isValid(it) { return it.valid != null }\n",
        "export function isGiven(text) { return text !== undefined }\n",
        "export function isValueSet(text) { return !!text }\n",
    ] {
        assert!(faint(source).is_empty(), "{source}");
    }
}

#[test]
fn options_that_are_only_checked() {
    let check_first = "function f(options) { if (typeof options.limit !== 'number') { throw new TypeError('limit'); }\n";
    let cases = [
        (
            "return go(options.items, options.limits); }\n",
            "option limit NeverRead",
        ),
        (
            "more.limit = options.limit; return f(more); }\n",
            "option limit NeverRead",
        ),
        (
            "return has(options, 'limit') ? 100 : 0; }\n",
            "option limit NeverRead",
        ),
        ("return go(options.items, options.limit); }\n", ""),
        ("return go(options); }\n", ""),
        ("return { ...options }; }\n", ""),
        ("const { limit } = o; return go(limit); }\n", ""),
        ("return go(options['limit']); }\n", ""),
        ("return pick(options, 'limit'); }\n", ""),
    ];
    for (rest, expected) in cases {
        let source = format!("{check_first}{rest}");
        stubs_are("a.js", &[(&source, expected)]);
    }
    // What else is done is done elsewhere.
    stubs_are(
        "a.js",
        &[(
            "export function stubs_are(options) { if (!options.limit) throw new Error('limit'); return options; }\n",
            "",
        )],
    );
    for other in [
        // It is gone, tells what it is looked at for, or is no object of options.
        "function f(options) { if (typeof options.limit !== 'undefined') throw new Error('limit was removed'); return go(options.items); }\n",
        "function f(options) { if (options.limit) throw new Error('limit'); return go(options.items); }\n",
        "function f(node) { if (typeof node.kind !== 'string') throw new Error('kind'); return go(node.items); }\n",
        "const OPTIONS = /a/;\nfunction f(name) { if (!OPTIONS.test(name)) throw new Error(name); return go(name); }\n",
    ] {
        stubs_are("a.js", &[(other, "")]);
    }
}

#[test]
fn choices_in_a_list_of_dependencies() {
    stubs_are(
        "a.jsx",
        &[
            (
                "export function useA(p) { const { on, go } = p; return useCallback(() => go(), [on, go]); }\n",
                "on NeverRead",
            ),
            (
                "export function useA(p) { const { on, go } = p; useEffect(() => go(), [on, go]); return go; }\n",
                "",
            ),
            (
                "export function useA(p) { const key = JSON.stringify(p); return useMemo(() => go(p), [key]); }\n",
                "",
            ),
        ],
    );
}

#[test]
fn props_that_a_component_leaves() {
    let props = "interface AProps { form: Form; busy?: Node; /** @deprecated */ old?: Node }\n";
    let cases = [
        (
            "export function A({ form, busy, ...rest }: AProps) { return <b {...rest}>{busy}</b>; }\n",
            "AProps(form) NeverRead",
        ),
        (
            "export function A({ form }: AProps) { return <b>{form.name}</b>; }\n",
            "AProps(busy) NeverRead",
        ),
        (
            "export function A({ form, busy: shown }: AProps) { return <b>{form.name}{shown}</b>; }\n",
            "",
        ),
        (
            "export function A({ form, ...rest }: AProps) { return <b {...rest}>{form.name}</b>; }\n",
            "",
        ),
        // It makes no markup, somebody else has the same props, or a comment tells why.
        (
            "export function a({ form }: AProps) { return go(form); }\n",
            "",
        ),
        (
            "export function A({ form }: AProps) { return <b>{form.name}</b>; }\nexport const B = (p: AProps) => go(p.busy);\n",
            "",
        ),
        (
            "export function A({ form, busy, // not for the element\n...rest }: AProps) { return <b {...rest}>{form.name}</b>; }\n",
            "",
        ),
    ];
    for (rest, expected) in cases {
        let source = format!("{props}{rest}");
        let facts = read("a.tsx", &source);
        let stubs = facts
            .stubs
            .iter()
            .filter(|it| it.what.starts_with("AProps"));
        let found: Vec<String> = stubs
            .map(|it| format!("{} {:?}", it.what, it.reason))
            .collect();
        let expected: Vec<&str> = expected.split_terminator('|').collect();
        assert_eq!(found, expected, "{source}");
    }
}

#[test]
fn events_that_nobody_emits() {
    let component = |emits: &str, body: &str| {
        format!(
            "<template><p @click=\"$emit('hide')\"/></template>\n<script>\nexport default {{ {emits}, methods: {{ a() {{ {body} }} }} }};\n</script>\n"
        )
    };
    for (emits, body, expected) in [
        (
            "emits: ['shown', 'hide']",
            "this.go()",
            "emits(shown) NeverRead",
        ),
        ("emits: ['shown', 'hide']", "this.$emit('shown')", ""),
        ("emits: ['all-shown', 'hide']", "this.$emit('allShown')", ""),
        ("emits: ['shown', 'hide']", "this.$emit(name)", ""),
        ("emits: ['click', 'hide', 'update:on']", "this.go()", ""),
        ("mixins: [m], emits: ['shown', 'hide']", "this.go()", ""),
    ] {
        stubs_are("A.vue", &[(&component(emits, body), expected)]);
    }
    let setup = "<script setup>\nconst emit = defineEmits(['shown', 'hide']);\nfunction a() { emit('hide'); }\na();\n</script>\n<template><p/></template>\n";
    let facts = read("A.vue", setup);
    assert!(
        facts.stubs.iter().any(|it| it.what == "emits(shown)"),
        "{setup}"
    );
}

#[test]
fn tests_that_hold_whatever_happens() {
    let found = |source: &str| {
        let facts = read("a.test.js", source);
        let stubs = facts
            .stubs
            .iter()
            .filter(|it| it.certainty == Certainty::Certain);
        stubs
            .map(|it| format!("{:?}", it.reason))
            .collect::<Vec<_>>()
            .join("|")
    };
    for (source, expected) in [
        (
            "test('is it', () => { expect([a, useA].length).toBe(2) })\n",
            "ConstantAssertion",
        ),
        (
            "test('is it', () => { expect([...useA()].length).toBe(2) })\n",
            "",
        ),
        (
            "test('is it', () => { expect(useA().length).toBe(2) })\n",
            "",
        ),
        (
            "tap.test(`a ${b}`, t => { const r = join({ b }); t.equal(r, join({ b })) })\n",
            "ConstantAssertion",
        ),
        (
            "tap.test(`a ${b}`, t => { const r = join({ b }); t.equal(r, wanted) })\n",
            "",
        ),
        (
            "const rows = [{ a: 1 }, { a: 2 }];\nrows.filter(({ on }) => on).forEach(({ a }) => { it('is', () => { expect(f(a)).toBe(1) }) })\n",
            "NoAssertion",
        ),
        (
            "const rows = [{ a: 1 }, { a: 2 }];\nrows.filter(it => it.on).forEach(({ a }) => { it('is', () => { expect(f(a)).toBe(1) }) })\n",
            "NoAssertion",
        ),
        (
            "const rows = [{ a: 1 }, { a: 2, on: true }];\nrows.filter(({ on }) => on).forEach(({ a }) => { it('is', () => { expect(f(a)).toBe(1) }) })\n",
            "",
        ),
        (
            "const rows = [{ a: 1 }, { ...b }];\nrows.filter(({ on }) => on).forEach(({ a }) => { it('is', () => { expect(f(a)).toBe(1) }) })\n",
            "",
        ),
        (
            "const rows = [{ a: 1 }];\nrows.push(more);\nrows.filter(({ on }) => on).forEach(({ a }) => { it('is', () => { expect(f(a)).toBe(1) }) })\n",
            "",
        ),
        (
            "const rows = [{ a: 1 }];\nrows.filter(({ a }) => a).forEach(({ a }) => { it('is', () => { expect(f(a)).toBe(1) }) })\n",
            "",
        ),
    ] {
        assert_eq!(found(source), expected, "{source}");
    }
}
