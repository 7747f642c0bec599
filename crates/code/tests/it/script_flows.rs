//! Whether data gets through TypeScript, JSX and Vue: what never does, how sure that is, and what only looks so.

use crate::read;

/// Every finding of level 4 as `what reason certainty`, hollow definitions left out.
fn found(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let weighs = |it: &&code::Stub| it.certainty != code::Certainty::Faint;
    let stubs = facts.stubs.iter().filter(|stub| stub.reason.level() == 4);
    let stubs = stubs.filter(weighs);
    stubs
        .map(|s| format!("{} {:?} {:?}", s.what, s.reason, s.certainty))
        .collect()
}

fn check(path: &str, cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let expected: Vec<&str> = expected.split_terminator('|').collect();
        assert_eq!(found(path, source), expected, "{source}");
    }
}

/// A component with these statements that returns this markup.
fn component(statements: &str, markup: &str) -> String {
    format!("export function Chat(props) {{\n{statements}\nreturn <div>{markup}</div>;\n}}\n")
}

#[test]
fn hooks_that_are_never_fed() {
    let never = "items StateNeverFed Certain";
    for (statements, markup, expected) in [
        (
            "const [items, setItems] = useState([]);",
            "{items.map((i) => <p>{i}</p>)}",
            never,
        ),
        (
            "const [items] = useState<Item[]>([]);",
            "<List items={items} />",
            never,
        ),
        (
            "const [items, setItems] = React.useState([] as Item[]);",
            "{items.length > 0 && <p/>}",
            never,
        ),
        (
            "const [items, setItems] = useState([]);\nconst clear = () => setItems([]);",
            "<List items={items} onClear={clear} />",
            never,
        ),
        (
            "const [items] = useState(new Map());",
            "{items.size}",
            never,
        ),
        (
            "const [items, setItems] = useState(null);",
            "{items ? <p>{items.name}</p> : null}",
            never,
        ),
        ("const [items] = useState();", "{items}", never),
        ("const [items] = useState('');", "{items}", never),
        (
            "const [items, set] = useState([]);\nuseEffect(() => { go(id); }, [id, set]);",
            "{items}",
            never,
        ),
        (
            "const [items] = useState([]);\nconst big = items.filter(Boolean);",
            "{big}",
            never,
        ),
        (
            "const [items] = useState([]);",
            "<C.Provider value={{ items }}><p/></C.Provider>",
            never,
        ),
        (
            "const [items] = useState(false);",
            "{items && <p/>}",
            "items StateNeverFed Likely",
        ),
        (
            "const [items] = useState([]);\nfill(items);",
            "{items}",
            "items StateNeverFed Likely",
        ),
        (
            "const [items, setItems] = useState(null);\nconst clear = () => setItems(null);",
            "<p onClick={clear}>{items}</p>",
            "items StateNeverFed Likely",
        ),
    ] {
        let source = component(statements, markup);
        assert_eq!(found("a.tsx", &source), [expected], "{source}");
    }
    check(
        "a.ts",
        &[
            (
                "export function useChat() { const [items] = useState([]); return { items }; }",
                never,
            ),
            (
                "export function useChat() { const [items] = useState([]); return items; }",
                never,
            ),
        ],
    );
}

#[test]
fn hooks_that_are_fed() {
    for (statements, markup) in [
        (
            "const [items, setItems] = useState([]);\nuseEffect(() => { load(id).then(setItems); }, [id]);",
            "{items}",
        ),
        (
            "const [items, setItems] = useState([]);\nuseEffect(() => { setItems(data); }, []);",
            "{items}",
        ),
        (
            "const [items, setItems] = useState([]);\nconst add = (i) => setItems((old) => [...old, i]);",
            "<List items={items} add={add} />",
        ),
        (
            "const [items, setItems] = useState([]);",
            "<List items={items} onChange={setItems} />",
        ),
        (
            "const [items, setItems] = useState([]);",
            "<C.Provider value={{ items, setItems }}><p/></C.Provider>",
        ),
        (
            "const [items, setItems] = useState([]);\nconst api = useApi({ setItems });",
            "{items}",
        ),
        ("const [items] = useState([]);\nitems.push(id);", "{items}"),
        ("const [items] = useState({});\nitems[id] = 1;", "{items.a}"),
        (
            "const [items] = useState({});\nObject.assign(items, id);",
            "{items.a}",
        ),
        ("const [items] = useState([1, 2]);", "{items}"),
        ("const [items] = useState(id);", "{items}"),
        ("const [items] = useState(() => load());", "{items}"),
        ("const [, setItems] = useState([]);\nsetItems(id);", ""),
        ("const [items, setItems] = useState([]);", ""),
        (
            "const [open, setOpen] = useState(false);",
            "<Menu onClick={() => setOpen(!open)} open={open} />",
        ),
        (
            "const [el, setEl] = useState(null);",
            "<p ref={setEl}>{el && el.id}</p>",
        ),
        ("const [a, b] = useOther([]);", "{a}"),
    ] {
        let source = component(statements, markup);
        assert_eq!(found("a.tsx", &source), [""; 0], "{source}");
    }
    check(
        "a.ts",
        &[
            (
                "export function useChat() { const [items, setItems] = useState([]); return [items, setItems]; }",
                "",
            ),
            (
                "export function useChat() { const [items, setItems] = useState([]); return { items, set: setItems }; }",
                "",
            ),
        ],
    );
}

/// A component of Vue with this script and template.
fn vue(setup: &str, script: &str, template: &str) -> String {
    format!("<script {setup}>\n{script}\n</script>\n<template><div>{template}</div></template>\n")
}

#[test]
fn references_that_are_never_fed() {
    let never = "items StateNeverFed Certain";
    for (script, template, expected) in [
        (
            "const items = ref([])",
            "<p v-for=\"i in items\">{{ i }}</p>",
            never,
        ),
        (
            "const items = ref<Item[]>([])",
            "<List :items=\"items\"/>",
            never,
        ),
        (
            "import { ref } from 'vue'\nconst items = ref([])\nfunction clear() { items.value = [] }",
            "{{ items.length }}<b @click=\"clear\"/>",
            never,
        ),
        ("const items = reactive({})", "{{ items.name }}", never),
        (
            "const items = ref('')",
            "{{ items }}",
            "items StateNeverFed Likely",
        ),
        (
            "const items = ref(null)",
            "<p v-if=\"items\"/>",
            "items StateNeverFed Likely",
        ),
    ] {
        let source = vue("setup lang=\"ts\"", script, template);
        assert_eq!(found("a.vue", &source), [expected], "{source}");
    }
    for (script, template) in [
        (
            "const items = ref([])\nitems.value = await load()",
            "{{ items }}",
        ),
        (
            "const items = ref([])\nasync function go() { items.value.push(await load()) }",
            "{{ items }}<b @click=\"go\"/>",
        ),
        ("const items = ref([])\nfill(items)", "{{ items }}"),
        (
            "const items = ref([])\nconst { a } = useList({ items })",
            "{{ items }}",
        ),
        (
            "const items = ref([])",
            "<Pick v-model=\"items\"/>{{ items }}",
        ),
        (
            "const items = ref([])",
            "<Pick v-model:all=\"items\"/>{{ items }}",
        ),
        (
            "const items = ref([])",
            "<b @click=\"items.push(1)\">{{ items }}</b>",
        ),
        (
            "const items = ref('')",
            "<b @click=\"items = 'a'\">{{ items }}</b>",
        ),
        (
            "const items = ref(null)",
            "<p ref=\"items\">{{ items }}</p>",
        ),
        (
            "const items = ref([])",
            "<p v-for=\"items in all\">{{ items }}</p>",
        ),
        (
            "const items = ref([])\ndefineExpose({ items })",
            "{{ items }}",
        ),
        (
            "const form = reactive({ name: '' })",
            "<input v-model=\"form.name\">",
        ),
        ("const items = ref([1])", "{{ items }}"),
        ("const items = ref([])", ""),
        (
            "import { ref } from './own'\nconst items = ref([])",
            "{{ items }}",
        ),
    ] {
        let source = vue("setup", script, template);
        assert_eq!(found("a.vue", &source), [""; 0], "{source}");
    }
    check(
        "a.ts",
        &[
            (
                "import { ref } from 'vue';\nexport function useList() { const items = ref([]); return items; }",
                "items StateNeverFed Likely",
            ),
            (
                "import { ref } from 'vue';\nexport function useList() { const items = ref([]); return { items, add: (i) => items.value.push(i) }; }",
                "",
            ),
        ],
    );
}

#[test]
fn data_that_is_never_fed() {
    let options = |methods: &str| {
        format!(
            "export default {{\n data() {{ return {{ items: [], open: true }} }},\n {methods} }}"
        )
    };
    let list = "<p v-for=\"i in items\">{{ i }}</p>";
    for (methods, template, expected) in [
        ("", list, "items StateNeverFed Certain"),
        (
            "methods: { clear() { this.items = [] } }",
            list,
            "items StateNeverFed Certain",
        ),
        ("mixins: [lists]", list, "items StateNeverFed Likely"),
        (
            "mounted() { setup(this) }",
            list,
            "items StateNeverFed Likely",
        ),
        ("async mounted() { this.items = await load() }", list, ""),
        (
            "mounted() { const me = this; load((all) => { me.items = all }) }",
            list,
            "",
        ),
        ("methods: { add(i) { this.items.push(i) } }", list, ""),
        ("methods: { add(i) { fill(this.items) } }", list, ""),
        ("", "<Pick v-model=\"items\"/>", ""),
        ("", "<Pick :all.sync=\"items\"/>{{ items }}", ""),
        ("", "<p>{{ other }}</p>", ""),
    ] {
        let source = vue("", &options(methods), template);
        let expected: Vec<&str> = expected.split_terminator('|').collect();
        assert_eq!(found("a.vue", &source), expected, "{source}");
    }
}

#[test]
fn answers_that_nobody_reads() {
    check(
        "a.ts",
        &[
            (
                "async function f() { const users = await db.user.findMany(); return users; }",
                "",
            ),
            (
                "async function f() { const r = await fetch('/api'); if (r.ok) go(); }",
                "",
            ),
            (
                "async function f() { fetch('/api', { method: 'POST' }); }",
                "",
            ),
            ("async function f() { fetch('/api').then(go); }", ""),
            (
                "async function f() { const _r = await fetch('/api'); go(); }",
                "",
            ),
            ("async function f() { const r = await save(a); go(); }", ""),
        ],
    );
}

#[test]
fn answers_made_of_nothing() {
    check(
        "a.ts",
        &[
            (
                "router.get('/users', async (req, res) => res.json(await all()));",
                "",
            ),
            ("export function defaultTags() { return []; }", ""),
        ],
    );
}

#[test]
fn errors_that_vanish() {
    check(
        "a.ts",
        &[
            ("try { a(); } catch {}", "catch SwallowedError Likely"),
            (
                "function f() { try { return a(); } catch (e) { return null; } }",
                "catch SwallowedError Likely",
            ),
            (
                "function f() { try { return a(); } catch { return []; } }",
                "catch SwallowedError Likely",
            ),
            (
                "read(p, (err, data) => { go(data); });",
                "err SwallowedError Likely",
            ),
            (
                "try { a(); } catch { /* there is none on old systems */ }",
                "",
            ),
            (
                "function f() { try { return a(); } catch { // none yet\n return null; } }",
                "",
            ),
            ("try { a(); } catch (e) { throw new B(e); }", ""),
            (
                "function f() { try { a(); } catch (e) { return fail(e); } }",
                "",
            ),
            (
                "read(p, (err, data) => { if (err) throw err; go(data); });",
                "",
            ),
            ("items.map((error, at) => at);", ""),
            ("const f = (err, data) => go(data);", ""),
        ],
    );
}

#[test]
fn parameters_that_nobody_looks_at() {
    check(
        "a.ts",
        &[
            (
                "export function price(cart, user) { const base = 10; return base * 2; }",
                "price ParameterIgnored Likely",
            ),
            (
                "export function usersByTeam(users, team) { return users.filter(Boolean); }",
                "team of usersByTeam ParameterIgnored Likely",
            ),
            (
                "export class A { find(id) { const all = load(); return all[0]; } }",
                "A.find ParameterIgnored Likely|A.find(id) ParameterIgnored Likely",
            ),
            (
                "export function usersByTeam(users, team) { return users.filter((u) => u.team === team); }",
                "",
            ),
            (
                "export function price(_cart) { const base = 10; return base * 2; }",
                "",
            ),
            (
                "function price(cart) { const base = 10; return base * 2; }",
                "price(cart) ParameterIgnored Likely",
            ),
            ("export function go(event) { start(); }", ""),
            (
                "export class A extends B { find(id) { const all = load(); return all[0]; } }",
                "",
            ),
            (
                "export const api = { find(id) { const all = load(); return all[0]; } };",
                "",
            ),
            ("export function f(a) { return g(arguments); }", ""),
            (
                "export class A { @Get() find(id) { const all = load(); return all[0]; } }",
                "",
            ),
        ],
    );
    check(
        "a.tsx",
        &[(
            "export function Page(props) { const t = useT(); return <p>{t}</p>; }",
            "",
        )],
    );
}

/// Every finding in a test file as `what reason certainty`.
fn vacuous(source: &str) -> Vec<String> {
    let facts = read("a.test.ts", source);
    let stubs = facts.stubs.iter();
    stubs
        .map(|s| format!("{} {:?} {:?}", s.what, s.reason, s.certainty))
        .collect()
}

#[test]
fn tests_that_prove_nothing() {
    let constant = "assertion ConstantAssertion Certain";
    for (body, expected) in [
        ("expect(true).toBe(true);", constant),
        ("expect(1 + 1).toEqual(1 + 1);", constant),
        ("const r = run(); expect(r).toEqual(r);", constant),
        ("expect(r.a).toStrictEqual(r.a);", constant),
        ("expect([]).toEqual([]);", constant),
        ("expect(run());", constant),
        ("expect(run()).toBe;", constant),
        ("expect({}).toBeTruthy();", constant),
        ("assert(true);", constant),
        ("assert.strictEqual('a', 'a');", constant),
        ("t.ok(true);", constant),
        ("run(1);", "works NoAssertion Likely"),
        ("const a = new Thing(); a.go();", "works NoAssertion Likely"),
        ("await go();", "works NoAssertion Likely"),
        ("const a = 1; console.log(a);", "works NoAssertion Certain"),
    ] {
        let source = format!("it('works', async () => {{ {body} }});\n");
        assert_eq!(vacuous(&source), [expected], "{source}");
    }
    for body in [
        "expect(run()).toBe(true);",
        "expect(run()).toEqual(run());",
        "expect(r).not.toBe(r);",
        "expect(r).toBe(s);",
        "expect(r).to.be.true;",
        "expect(true).toBe(run());",
        "assert(run());",
        "assertUser(run());",
        "run().should.equal(1);",
        "await request(app).get('/').expect(200);",
        "await page.click('a');",
        "await screen.findByText('a');",
        "if (run() !== 1) throw new Error('no');",
        "shared();",
        "const f = vi.fn(); run(f); expect(f).toHaveBeenCalled();",
        "const f = vi.fn(() => 3); expect(run(f)).toBe(3);",
    ] {
        let source = format!(
            "function shared() {{ expect(run()).toBe(1); }}\nit('works', async () => {{ {body} }});\n"
        );
        assert_eq!(vacuous(&source), [""; 0], "{source}");
    }
}

/// The only finding of a file, if there is one.
fn only(source: &str) -> String {
    let facts = read("a.tsx", source);
    let stubs = facts.stubs.iter();
    let all: Vec<String> = stubs
        .map(|s| format!("{:?} {:?}", s.reason, s.certainty))
        .collect();
    all.join("|")
}

#[test]
fn empty_functions_that_honest_code_has() {
    for (source, expected) in [
        (
            "let stop = () => {};\nexport function go() { stop = start(); }",
            "Empty Likely",
        ),
        (
            "let stop = () => {};\nexport function go() { stop(); }",
            "Empty Certain",
        ),
        (
            "function Base() {}\nBase.prototype = make();",
            "Empty Likely",
        ),
        (
            "export function f() { // No operation performed: noop\n}",
            "Empty Likely",
        ),
        (
            "export function f() { /* intentionally empty */ }",
            "Empty Likely",
        ),
        ("export function f() { /* later */ }", "Empty Certain"),
        (
            "export function f() { var F = function F() {}; return { s: F, n: go() }; }",
            "Empty Likely",
        ),
        (
            "it('a', () => { app.get('/a', () => {}); expect(run()).toBe(1); });",
            "Empty Likely",
        ),
        ("export class A { onOpen() {} }", "Empty Likely"),
        ("export class A { beforeClose() {} }", "Empty Likely"),
        ("export class A { protected hook() {} }", "Empty Likely"),
        ("export abstract class A { start() {} }", "Empty Likely"),
        ("export class MockStore { save() {} }", "Empty Likely"),
        ("export class Store { save() {} }", "Empty Certain"),
        ("export class Store { setName(name) {} }", "Empty Certain"),
        (
            "export function assertIs<T>(v: any): asserts v is T {}",
            "Empty Likely",
        ),
        (
            "it('a', () => { const stop = () => {}; expect(run(stop)).toBe(1); });",
            "Empty Likely",
        ),
        (
            "const a = <div onClick={(e) => e.stopPropagation()} />;",
            "",
        ),
        (
            "const a = <a onClick={(e) => e.preventDefault()} />;",
            "OnlyPreventsDefault Likely",
        ),
        (
            "const a = <form onSubmit={(e) => { e.stopPropagation(); e.preventDefault(); }} />;",
            "OnlyPreventsDefault Certain",
        ),
        ("const A = { emits: { save: (v) => true } };", ""),
    ] {
        assert_eq!(only(source), expected, "{source}");
    }
}

#[test]
fn assertions_that_mark_a_place() {
    for (source, expected) in [
        (
            "test('a', () => { assert.ok(true); });",
            "ConstantAssertion Certain",
        ),
        (
            "test('a', (t) => { go(() => { t.assert.ok(true); }); });",
            "ConstantAssertion Likely",
        ),
        (
            "test('a', () => { go(() => { assert.ok(true); }); });",
            "ConstantAssertion Likely",
        ),
        (
            "test('a', () => { try { go(); } catch { expect(true).toBe(true); } });",
            "ConstantAssertion Likely",
        ),
        (
            "test('a', (t) => { t.plan(1); go(); t.ok(true); });",
            "ConstantAssertion Likely",
        ),
        (
            "test('a', () => { const a: A = { b: 1 }; });",
            "NoAssertion Likely",
        ),
    ] {
        let found = only(source);
        let found = found
            .split('|')
            .find(|f| !f.starts_with("SwallowedError"))
            .unwrap_or("");
        assert_eq!(found, expected, "{source}");
    }
}

#[test]
fn answers_that_depend_on_nothing() {
    check(
        "a.ts",
        &[
            (
                "export function isModified(v: any) {\n  if (!isDraft(v)) die(10, v)\n  return false\n}\n",
                "isModified FixedValue Likely",
            ),
            (
                "export function useIsOnline(): boolean {\n  return true\n}\n",
                "useIsOnline FixedValue Likely",
            ),
            (
                "export default {\n  get a() { return this.x },\n  get b() { return this.y },\n  get safe() { return true },\n}\n",
                "safe FixedValue Likely",
            ),
            (
                "export function useIsOnline() {\n  return useStore(online)\n}\n",
                "",
            ),
            (
                "export function validate(v: any) {\n  if (!v) throw new Error('no')\n  return true\n}\n",
                "",
            ),
            (
                "export function hasIt(v: any) {\n  if (!v) return false\n  return true\n}\n",
                "",
            ),
            (
                "export default {\n  get kind() { return 'a' },\n  get safe() { return true },\n}\n",
                "",
            ),
            (
                "export class A {\n  #seen = new Map()\n  get(k: string) { return load(k) }\n}\n",
                "A(#seen) NeverRead Likely",
            ),
        ],
    );
}

#[test]
fn errors_that_are_only_whispered() {
    let rejects = "export async function load(p) {\n  try {\n    return await go(p)\n  } catch (e) {\n    console.debug('load', e)\n    return undefined\n  }\n}\n";
    assert_eq!(found("a.js", rejects), ["catch SwallowedError Likely"]);
    let loud = rejects.replace("debug", "error");
    assert_eq!(found("a.js", &loud), [""; 0]);
    let promised = format!("/** Rejects as go does. */\n{loud}");
    assert_eq!(found("a.js", &promised), ["catch SwallowedError Likely"]);
}

#[test]
fn props_that_nothing_looks_at() {
    let component = |template: &str| {
        format!(
            "<template>\n<div>{template}</div>\n</template>\n<script>\nexport default {{\n  props: {{\n    emptyText: {{ type: String }},\n  }},\n}}\n</script>\n"
        )
    };
    let unread = ["props(emptyText) NeverRead Likely"];
    assert_eq!(found("a.vue", &component("Nothing")), unread);
    for read in ["{{ emptyText }}", "<p v-bind=\"$props\" />"] {
        assert_eq!(found("a.vue", &component(read)), [""; 0], "{read}");
    }
}
