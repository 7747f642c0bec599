//! What TypeScript is given and does not take, keeps to itself and never asks for, starts empty and never fills; and honest
//! code that looks like it.

use code::{Certainty, Reason};

use crate::read;

fn found(path: &str, source: &str, certainty: Certainty) -> Vec<String> {
    let facts = read(path, source);
    let stubs = facts.stubs.iter();
    let stubs = stubs.filter(|it| it.certainty == certainty && it.reason != Reason::Empty);
    stubs
        .map(|it| format!("{} {:?}", it.what, it.reason))
        .collect()
}

fn check(path: &str, cases: &[(&str, &[&str])]) {
    for (source, expected) in cases {
        assert_eq!(
            found(path, source, Certainty::Likely),
            *expected,
            "{source}"
        );
    }
}

#[test]
fn arguments_that_no_parameter_takes() {
    check(
        "a.js",
        &[
            (
                "export function f(p) { const done = () => () => p(true); p.show(done(1), done(2)); }",
                &["done() ParameterIgnored"],
            ),
            (
                "export function f(p) { const done = v => () => p(v); p.show(done(1), done(2)); }",
                &[],
            ),
            // The same each time, in a list, or by whoever it is handed to.
            (
                "export function f(p) { const done = () => p(true); done(1); done(1); }",
                &[],
            ),
            (
                "export function f(p) { function done() { p(arguments[0]); } done(1); done(2); }",
                &[],
            ),
            (
                "export function f(p) { const done = () => p(true); p.on(done); done(1); done(2); }",
                &[],
            ),
        ],
    );
}

#[test]
fn what_a_module_hands_out_looks_at_what_it_is_given() {
    check(
        "a.js",
        &[
            (
                "module.exports = function (state) { return function (req, res) { res.end(str({ n: 0 })); }; };",
                &["module.exports(state) ParameterIgnored"],
            ),
            (
                "module.exports = function (state) { return function (req, res) { res.end(str(state())); }; };",
                &[],
            ),
            (
                "module.exports = function (_options) { return function (req, res, next) { next(go(req)); }; };",
                &[],
            ),
        ],
    );
}

#[test]
fn makers_that_leave_what_they_are_given() {
    check(
        "a.ts",
        &[
            (
                "export class Past { all: string[] = []; constructor(_limit = 100) {}\n push(it: string) { this.all.push(it); } }",
                &["Past(limit) ParameterIgnored"],
            ),
            (
                "export class Past { all: string[] = []; constructor(private limit = 100) {}\n push(it: string) { if (this.all.length < this.limit) this.all.push(it); } }",
                &[],
            ),
            (
                "export class Past extends Old { constructor(_limit = 100) {}\n push(it: string) { this.all.push(it); } }",
                &[],
            ),
            (
                "export class NoopPast { constructor(_limit = 100) {}\n push(it: string) { this.go(it); } }",
                &[],
            ),
        ],
    );
}

#[test]
fn members_of_a_type_that_a_function_leaves() {
    check(
        "a.ts",
        &[
            (
                "export function f(o: { size: number; onFail?: (e: Error) => void }) { return make(o.size); }",
                &["f(onFail) ParameterIgnored"],
            ),
            (
                "export function f(o: { size: number; onFail?: (e: Error) => void }) { return make(o.size, o?.onFail); }",
                &[],
            ),
            (
                "export function f(o: { size: number; onFail?: (e: Error) => void }) { return make(o.size, o); }",
                &[],
            ),
            (
                "export function f(o: { size: number; onFail?: (e: Error) => void }) { const { size, ...rest } = o; return make(size, rest); }",
                &[],
            ),
            (
                "export function f(o: { size: number; onFail?: (e: Error) => void }) { return make({ ...o, n: o.size }); }",
                &[],
            ),
        ],
    );
}

#[test]
fn callbacks_of_which_the_work_is_commented_out() {
    check(
        "a.ts",
        &[
            (
                "export function f(h: H) { h.on(() => {\n // h.store.setItem(h.key, h.all)\n }); return h; }",
                &["callback NotImplemented"],
            ),
            (
                "export function f(h: H) { h.on(() => {\n // console.log(h.all)\n }); return h; }",
                &[],
            ),
            (
                "export function f(h: H) { h.on(() => {\n // nothing to store (yet it has to be there)\n }); return h; }",
                &[],
            ),
            (
                "export function f(h: H) { h.on(() => {\n // save(h);\n }); return h; }",
                &["callback NotImplemented"],
            ),
            (
                "export function f(h: H) { h.on(() => {\n // see store.ts (line 4)\n }); return h; }",
                &[],
            ),
        ],
    );
}

#[test]
fn members_that_are_set_and_never_asked_for() {
    check(
        "a.js",
        &[
            (
                "import a from 'a';\nvar flags = { parse: false, env: false };\na.each(function (it) { if (it === 'e') { flags.env = true; } else { flags.parse = true; } });\nif (flags.parse) a.go();\n",
                &["flags.env NeverRead"],
            ),
            (
                "import a from 'a';\nvar flags = { parse: false, env: false };\na.each(function (it) { if (it === 'e') { flags.env = true; } else { flags.parse = true; } });\nif (flags.parse) a.go(flags.env);\n",
                &[],
            ),
            // It goes on whole, or it is everybody's.
            (
                "import a from 'a';\nvar flags = { parse: false, env: false };\na.each(function (it) { flags.env = true; });\nif (flags.parse) a.go(flags);\n",
                &[],
            ),
            (
                "var flags = { parse: false, env: false };\na.each(function (it) { flags.env = true; });\nif (flags.parse) a.go();\n",
                &[],
            ),
        ],
    );
}

#[test]
fn names_of_a_module_that_are_only_set() {
    check(
        "a.js",
        &[
            (
                "var rc = require('./rc');\nvar defaults;\ntry { defaults = rc.load(); } catch (e) { console.error(e); process.exit(1); }\n",
                &["defaults NeverRead"],
            ),
            (
                "var rc = require('./rc');\nvar defaults;\ntry { defaults = rc.load(); } catch (e) { console.error(e); process.exit(1); }\nrc.go(defaults);\n",
                &[],
            ),
            ("var shared;\nshared = make();\n", &[]),
        ],
    );
}

#[test]
fn answers_that_tell_nothing_apart() {
    let cases: [(&str, &[&str]); 3] = [
        (
            "const isOpen = () => false;\nexport { isOpen };",
            &["isOpen DefaultValue"],
        ),
        (
            "const isOpen = () => names.has(1);\nexport { isOpen };",
            &[],
        ),
        (
            "const isOpen = name => names.has(name);\nexport { isOpen };",
            &[],
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(
            found("a.js", source, Certainty::Faint),
            expected,
            "{source}"
        );
    }
}

#[test]
fn errors_after_which_a_callback_goes_on() {
    let cases: [(&str, &[&str]); 4] = [
        (
            "export function f(p, next) { p.then(go).catch(() => next()); }",
            &["catch SwallowedError"],
        ),
        (
            "export function f(p, next) { p.then(go).catch(() => { next(); }); }",
            &["catch SwallowedError"],
        ),
        (
            "export function f(p, next) { p.then(go).catch(next); }",
            &[],
        ),
        (
            "export function f(p, next) { p.then(go).catch(e => next(e)); }",
            &[],
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(
            found("a.js", source, Certainty::Faint),
            expected,
            "{source}"
        );
    }
}

#[test]
fn props_that_a_template_only_names_as_its_own() {
    let component = |button: &str| {
        format!(
            "<template>\n  <button type=\"button\" {button} @click=\"go\">x</button>\n</template>\n<script>\nexport default {{\n  props: {{ title: {{ type: String, default: 'Close' }} }},\n  methods: {{ go() {{ this.$emit('close') }} }}\n}}\n</script>\n"
        )
    };
    let unread: &[&str] = &["props(title) NeverRead"];
    for (button, expected) in [
        ("title=\"Close\"", unread),
        (":title=\"title\"", &[]),
        ("v-bind:title=\"title\"", &[]),
    ] {
        let source = component(button);
        assert_eq!(
            found("A.vue", &source, Certainty::Likely),
            expected,
            "{button}"
        );
    }
}
