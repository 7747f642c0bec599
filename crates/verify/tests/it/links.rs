//! Level 3: the traps of key links.

use ledger::ids::RelPath;
use ledger::report::{Item, ItemKind};
use ledger::scope::Scope;

use crate::world::{World, answer, sound};

const TARGET_TS: &str =
    "export async function send(x: string) { return fetch('/x', { body: x }); }\n";
const TARGET_RS: &str = "pub struct Ledger(Vec<u8>);\nimpl Ledger {\n    pub fn append(&mut self, x: u8) { self.0.push(x); }\n}\npub trait Store {\n    fn put(&self, x: u8) -> bool;\n}\n";

fn item(from: &str, to: &str, pattern: &str, files: &[(&str, &str)]) -> Item {
    let pattern = match pattern {
        "" => String::new(),
        pattern => format!("      pattern: {pattern}\n"),
    };
    let plan = format!(
        "  artifacts:\n    - path: {to}\n  key_links:\n    - from: {from}\n      to: {to}\n      via: call\n{pattern}"
    );
    let mut world = World::new(&plan);
    for (path, text) in files {
        world = world.file(path, text);
    }
    sound(&world.report());
    world.only(ItemKind::KeyLink)
}

/// A TypeScript file that is to use `src/api.ts`.
#[track_caller]
fn ts(pattern: &str, from: &str, expected: &str, reason: &str) {
    let found = item(
        "src/main.ts",
        "src/api.ts",
        pattern,
        &[("src/main.ts", from), ("src/api.ts", TARGET_TS)],
    );
    assert_eq!(answer(&found), expected, "{from}\n{found:#?}");
    assert!(
        found.reason.contains(reason),
        "`{reason}` is not in `{}`",
        found.reason
    );
}

/// A Rust file that is to use `src/ledger.rs`.
#[track_caller]
fn rs(pattern: &str, from: &str, expected: &str, reason: &str) {
    let found = item(
        "src/main.rs",
        "src/ledger.rs",
        pattern,
        &[("src/main.rs", from), ("src/ledger.rs", TARGET_RS)],
    );
    assert_eq!(answer(&found), expected, "{from}\n{found:#?}");
    assert!(
        found.reason.contains(reason),
        "`{reason}` is not in `{}`",
        found.reason
    );
}

#[test]
fn k01_an_import_in_a_comment_is_none() {
    ts(
        "",
        "// import { send } from './api';\nexport const a = 1;\n",
        "no",
        "does not import",
    );
    ts(
        "\"import.*send\"",
        "// import { send } from './api';\nexport const a = 1;\n",
        "no",
        "only in a comment",
    );
    rs(
        "",
        "// mod ledger;\nfn main() {}\n",
        "no",
        "does not import",
    );
    rs(
        "\"use .*Ledger\"",
        "// use crate::ledger::Ledger;\nfn main() {}\n",
        "no",
        "only in a comment",
    );
}

#[test]
fn k02_the_target_has_to_be_there() {
    let from = "import { send } from './api';\nsend('a');\n";
    let found = item(
        "src/main.ts",
        "src/api.ts",
        "send",
        &[("src/main.ts", from)],
    );
    assert_eq!((answer(&found), found.level), ("no", Some(1)));
    let found = item(
        "src/main.ts",
        "src/api.ts",
        "send",
        &[("src/api.ts", TARGET_TS)],
    );
    assert_eq!(answer(&found), "no");
}

#[test]
fn k03_the_targets_own_text_is_no_use_of_it() {
    ts(
        "\"function send\"",
        "export const a = 1;\n",
        "no",
        "that `src/api.ts` holds it, line 1, is no use of it",
    );
    rs("\"fn append\"", "fn main() {}\n", "no", "is no use of it");
}

#[test]
fn k04_a_path_in_a_comment_is_no_use() {
    ts(
        "",
        "// see src/api.ts\nexport const a = 1;\n",
        "no",
        "does not import",
    );
}

#[test]
fn k06_a_relative_import_is_found_whatever_its_text() {
    for from in [
        "import { send } from './api';\nsend('a');\n",
        "import { send } from './api.js';\nsend('a');\n",
        "import { send as s } from \"../src/api\";\ns('a');\n",
        "import * as api from './api';\napi.send('a');\n",
        "const { send } = require('./api');\nsend('a');\n",
        "const api = await import('./api');\napi.send('a');\n",
        "export { send } from './api';\n",
    ] {
        ts("", from, "yes", "");
    }
    for from in [
        "mod ledger;\nfn main() { let mut l = ledger::Ledger(vec![]); l.append(1); }\n",
        "mod ledger;\nuse ledger::Ledger;\nfn main() { let _l: Ledger = make(); }\n",
        "mod ledger;\nuse crate::ledger::Ledger;\nfn main() { run(Ledger(vec![])); }\n",
        "mod ledger;\nuse ledger::*;\nfn main() { run(Ledger(vec![])); }\n",
        "mod ledger;\nuse ledger::Store;\nfn main() { run().put(1); }\n",
        "mod ledger;\nfn main() { crate::ledger::Ledger(vec![]); }\n",
        "pub mod ledger;\n",
    ] {
        rs("", from, "yes", "");
    }
}

#[test]
fn k07_escapes_of_a_pattern_are_undone() {
    let pattern = "\"prisma\\\\.message\\\\.(find|create)\"";
    ts(
        pattern,
        "export const a = () => prisma.message.create({});\n",
        "yes",
        "line 1",
    );
    ts(
        pattern,
        "export const a = () => prismaXmessage.create({});\n",
        "no",
        "is not in",
    );
}

#[test]
fn k08_a_call_over_several_lines_is_one() {
    ts(
        "\"fetch.*api/chat\"",
        "export const a = () =>\n  fetch(\n    '/api/chat',\n    { method: 'POST' },\n  );\n",
        "yes",
        "",
    );
}

#[test]
fn k09_code_that_never_runs_is_none() {
    ts(
        "\"fetch\\\\(\"",
        "export function a() {\n  if (false) { fetch('/x'); }\n  return 1;\n}\n",
        "no",
        "code that never runs",
    );
    rs(
        "\"Ledger::new\"",
        "mod ledger;\nfn main() { if false { Ledger::new(); } }\n",
        "no",
        "code that never runs",
    );
    ts(
        "\"fetch\\\\(\"",
        "const ON = false;\nexport function a() {\n  if (ON) { fetch('/x'); }\n  return 1;\n}\n",
        "unknown",
        "behind a constant",
    );
}

/// What is loaded by its name is named in a string, all its packages before it.
#[test]
fn a_module_that_is_loaded_by_its_name() {
    let plugin = "def keys(it):\n    return it.rule('k', 1)\n";
    let table = "PLUGINS = {'keys': 'a.plugins.keys.keys', 'send': 'send(x)'}\n\ndef load(name):\n    return import_module(PLUGINS[name])\n";
    let loads = |pattern: &str| {
        let files = [
            ("src/a/plugins/table.py", table),
            ("src/a/plugins/keys.py", plugin),
        ];
        item(
            "src/a/plugins/table.py",
            "src/a/plugins/keys.py",
            pattern,
            &files,
        )
    };
    assert_eq!(answer(&loads("\"plugins\\\\.keys\\\\.keys\"")), "yes");
    assert_eq!(answer(&loads("\"keys\\\\.keys\"")), "no");
    assert_eq!(answer(&loads("\"send\\\\(x\\\\)\"")), "no");
}

/// Nothing has to be imported within a file; what the plan says the use looks like still has to be there.
#[test]
fn a_link_within_a_file_is_its_pattern() {
    let code = "export function ask(x: string) { return send(x); }\nfunction send(x: string) { return x + 1; }\n";
    let within = |pattern: &str| item("src/a.ts", "src/a.ts", pattern, &[("src/a.ts", code)]);
    assert_eq!(answer(&within("\"send\\\\(x\\\\);\"")), "yes");
    assert_eq!(answer(&within("\"receive\\\\(\"")), "no");
    assert_eq!(answer(&within("")), "yes");
}

#[test]
fn k10_a_call_in_a_string_is_none() {
    ts(
        "\"send\\\\(\"",
        "export const a = \"send('x')\";\n",
        "no",
        "only in a string",
    );
    ts(
        "\"fetch.*api/chat\"",
        "export const a = \"fetch('/api/chat')\";\n",
        "no",
        "only in a string",
    );
    ts(
        "\"api/chat\"",
        "export const a = () => fetch('/api/chat');\n",
        "yes",
        "the address",
    );
}

#[test]
fn k11_imported_and_never_used() {
    ts(
        "",
        "import { send } from './api';\nexport const a = 1;\n",
        "no",
        "never used",
    );
    ts(
        "send",
        "import { send } from './api';\nexport const a = 1;\n",
        "no",
        "never used",
    );
    rs("", "mod ledger;\nfn main() {}\n", "no", "never used");
    rs(
        "",
        "mod ledger;\nuse ledger::Ledger;\nfn main() {}\n",
        "no",
        "never used",
    );
    rs(
        "",
        "mod ledger;\nuse ledger::*;\nfn main() {}\n",
        "no",
        "never used",
    );
    let found = item(
        "src/main.ts",
        "src/api.ts",
        "",
        &[
            (
                "src/main.ts",
                "import { send } from './api';\nexport const a = 1;\n",
            ),
            ("src/api.ts", TARGET_TS),
        ],
    );
    assert_eq!((found.word.as_str(), found.fixable), ("PARTIAL", true));
    assert_eq!(found.missing, ["use `src/api.ts` in `src/main.ts`: call"]);
}

#[test]
fn an_import_that_the_pattern_asks_for_is_enough_and_said() {
    ts(
        "\"import.*send\"",
        "import { send } from './api';\nexport const a = 1;\n",
        "yes",
        "not used",
    );
    rs(
        "\"use .*Ledger\"",
        "mod ledger;\nuse crate::ledger::Ledger;\nfn main() {}\n",
        "yes",
        "not used",
    );
    ts(
        "\"import.*send\"",
        "import { send } from './api';\nsend('a');\n",
        "yes",
        "used, line 2",
    );
    ts(
        "\"import.*send\"",
        "import {\n  send,\n} from './api';\nsend('a');\n",
        "yes",
        "used, line 4",
    );
}

#[test]
fn k14_names_of_manifests_are_known() {
    let from = "import { send } from '@/lib/api';\nsend('a');\n";
    let files = [("web/src/main.ts", from), ("web/src/lib/api.ts", TARGET_TS)];
    let link = |more: &[(&str, &str)]| {
        let all: Vec<(&str, &str)> = files.iter().chain(more).copied().collect();
        item("web/src/main.ts", "web/src/lib/api.ts", "", &all)
    };
    let config = "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./src/*\"] } } }";
    assert_eq!(answer(&link(&[("web/tsconfig.json", config)])), "yes");
    assert_eq!(answer(&link(&[])), "unknown");
    let elsewhere = "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./other/*\"] } } }";
    assert_eq!(answer(&link(&[("web/tsconfig.json", elsewhere)])), "no");

    let main = "use my_app::ledger::Ledger;\nfn main() { run(Ledger(vec![])); }\n";
    let files = [("src/main.rs", main), ("src/ledger.rs", TARGET_RS)];
    let cargo = ("Cargo.toml", "[package]\nname = \"my-app\"\n");
    let with = item(
        "src/main.rs",
        "src/ledger.rs",
        "",
        &[
            files[0],
            files[1],
            cargo,
            ("src/lib.rs", "pub mod ledger;\n"),
        ],
    );
    assert_eq!(answer(&with), "yes", "{}", with.reason);
    let main = "use engine::ledger::Ledger;\nfn main() { run(Ledger(vec![])); }\n";
    let found = item(
        "cli/src/main.rs",
        "engine/src/ledger.rs",
        "",
        &[
            ("cli/src/main.rs", main),
            (
                "cli/Cargo.toml",
                "[package]\nname = \"cli\"\n[dependencies]\nengine = { path = \"../engine\" }\n",
            ),
            ("engine/src/lib.rs", "pub mod ledger;\n"),
            ("engine/src/ledger.rs", TARGET_RS),
            ("engine/Cargo.toml", "[package]\nname = \"engine\"\n"),
        ],
    );
    assert_eq!(answer(&found), "yes", "{}", found.reason);
    let without = item("src/main.rs", "src/ledger.rs", "", &files);
    assert_eq!(answer(&without), "unknown", "{}", without.reason);
}

#[test]
fn k15_an_unrelated_import_is_no_use() {
    let from = "import { send } from 'express';\nexport const a = 1;\n";
    ts("send", from, "no", "the pattern is too loose");
    let cargo = ("Cargo.toml", "[package]\nname = \"app\"\n");
    let files = [
        ("src/main.rs", "use other::Ledger;\nfn main() {}\n"),
        ("src/ledger.rs", TARGET_RS),
        cargo,
    ];
    let found = item("src/main.rs", "src/ledger.rs", "Ledger", &files);
    assert_eq!(answer(&found), "no", "{}", found.reason);
}

#[test]
fn k16_no_pattern_takes_long() {
    let text = format!("export const a = '{}!';\n", "a".repeat(100_000));
    ts("\"^(a+)+$\"", &text, "no", "is not in");
}

#[test]
fn modules_that_pass_on_are_followed() {
    let to = ("src/lib/api.ts", TARGET_TS);
    for (main, barrel, expected) in [
        (
            "import { send } from './lib';\nsend('a');\n",
            "export { send } from './api';\n",
            "yes",
        ),
        (
            "import { send } from './lib';\nsend('a');\n",
            "export * from './api';\n",
            "yes",
        ),
        (
            "import { send } from './lib';\nexport const a = 1;\n",
            "export * from './api';\n",
            "no",
        ),
        (
            "import { other } from './lib';\nother('a');\n",
            "export { send } from './api';\nexport const other = (x: string) => x + 1;\n",
            "no",
        ),
    ] {
        let found = item(
            "src/main.ts",
            "src/lib/api.ts",
            "",
            &[("src/main.ts", main), ("src/lib/index.ts", barrel), to],
        );
        assert_eq!(answer(&found), expected, "{main}{barrel}{}", found.reason);
    }
    let found = item(
        "src/main.rs",
        "src/book/ledger.rs",
        "",
        &[
            (
                "src/main.rs",
                "mod book;\nuse book::Ledger;\nfn main() { run(Ledger(vec![])); }\n",
            ),
            ("src/book/mod.rs", "mod ledger;\npub use ledger::Ledger;\n"),
            ("src/book/ledger.rs", TARGET_RS),
        ],
    );
    assert_eq!(answer(&found), "yes", "{}", found.reason);
    let found = item(
        "src/main.ts",
        "src/api.ts",
        "",
        &[
            ("src/main.ts", "import { send } from './all';\nsend('a');\n"),
            ("src/api.ts", TARGET_TS),
        ],
    );
    assert_eq!(answer(&found), "no", "{}", found.reason);
}

#[test]
fn use_by_tests_alone_is_half_a_link() {
    rs(
        "",
        "mod ledger;\nfn main() {}\n#[cfg(test)]\nmod tests {\n    use crate::ledger::Ledger;\n    #[test]\n    fn t() { assert_eq!(Ledger(vec![]).0.len(), 0); }\n}\n",
        "no",
        "tests",
    );
}

#[test]
fn a_test_may_be_what_uses_it() {
    let code =
        "import { send } from '../src/api';\ntest('a', () => { expect(send('a')).toBe(1); });\n";
    for (path, expected) in [("tests/api.ts", "yes"), ("src/api.test.ts", "yes")] {
        let found = item(
            path,
            "src/api.ts",
            "",
            &[(path, code), ("src/api.ts", TARGET_TS)],
        );
        assert_eq!(answer(&found), expected, "{path} {}", found.reason);
    }
    let code = "mod ledger;\n#[cfg(test)]\nmod tests {\n    use crate::ledger::Ledger;\n    #[test]\n    fn t() { assert_eq!(Ledger(vec![]).0.len(), 0); }\n}\n";
    let files = [
        ("spec/src/main.rs", code),
        ("spec/src/ledger.rs", TARGET_RS),
    ];
    let found = item("spec/src/main.rs", "spec/src/ledger.rs", "", &files);
    assert_eq!(answer(&found), "no", "a folder `spec` is no test");
}

#[test]
fn what_a_language_imports_may_not_be_known() {
    let rb = [
        ("main.rb", "require_relative \"api\"\nsend(1)\n"),
        ("api.rb", "def send(x)\n  x\nend\n"),
    ];
    let found = item("main.rb", "api.rb", "", &rb);
    assert_eq!(answer(&found), "unknown");
    let found = item("main.rb", "api.rb", "\"send\\\\(1\"", &rb);
    assert_eq!(answer(&found), "yes", "{}", found.reason);
    let dead = [("main.rb", "# send(1)\nx = 1\n"), rb[1]];
    assert_eq!(
        answer(&item("main.rb", "api.rb", "\"send\\\\(1\"", &dead)),
        "no"
    );
}

#[test]
fn an_address_in_a_string_is_for_a_person() {
    let found = item(
        "src/chat.tsx",
        "src/app/api/chat/route.ts",
        "",
        &[
            (
                "src/chat.tsx",
                "export const a = () => fetch('/api/chat');\n",
            ),
            (
                "src/app/api/chat/route.ts",
                "export async function POST(r: Request) { return Response.json(await put(r)); }\n",
            ),
        ],
    );
    assert_eq!(answer(&found), "unknown", "{}", found.reason);
}

/// A plan that names these files, and a link whose ends are short.
fn short(from: &str, to: &str, link: &str, files: &[(&str, &str)]) -> Item {
    let plan = format!(
        "  artifacts:\n    - path: src/app/Chat.tsx\n    - path: src/app/api/chat/route.ts\n    - path: src/app/api/user/route.ts\n  \
         key_links:\n    - from: src/app/Chat.tsx\n      to: src/app/api/user/route.ts\n      pattern: api.user\n    - from: {from}\n      to: {to}\n{link}"
    );
    let mut world = World::new(&plan);
    for (path, text) in files {
        world = world.file(path, text);
    }
    let report = world.report();
    sound(&report);
    let mut items = report.items.into_iter();
    items
        .rfind(|it| it.kind == ItemKind::KeyLink)
        .expect("the link")
}

#[test]
fn short_names_are_taken_for_the_files_that_the_plan_names() {
    const ROUTE: &str =
        "export async function GET(db) {\n  return Response.json(await db.all());\n}\n";
    const CALLS: &str = "export const load = () => fetch('/api/chat');\n";
    const IMPORTS: &str =
        "import { GET } from './api/chat/route';\nexport const load = (db) => GET(db);\n";
    let pattern = "      pattern: \"fetch.*api/chat\"\n";
    let route = ("src/app/api/chat/route.ts", ROUTE);
    let user = ("src/app/api/user/route.ts", ROUTE);
    for (from, to, link, chat, more, expected, says) in [
        (
            "Chat.tsx", "api/chat", pattern, CALLS, None, "yes", "line 1",
        ),
        (
            "app/Chat",
            "chat/route.ts",
            pattern,
            CALLS,
            None,
            "yes",
            "line 1",
        ),
        (
            "Chat.tsx",
            "api/chat",
            pattern,
            "export const a = 1;\n",
            None,
            "no",
            "is not in `src/app/Chat.tsx`",
        ),
        ("Chat.tsx", "api/chat", "", IMPORTS, None, "yes", "imported"),
        (
            "Chat.tsx",
            "api/chat",
            "",
            "export const a = 1;\n",
            None,
            "no",
            "does not import `src/app/api/chat/route.ts`",
        ),
        // Both of the plan's routes are called so, or none: then how the use looks is all that there is.
        (
            "Chat.tsx",
            "route.ts",
            pattern,
            CALLS,
            None,
            "yes",
            "in its code, line 1",
        ),
        (
            "Chat.tsx",
            "api/cha",
            pattern,
            "export const a = 1;\n",
            None,
            "no",
            "is not in `src/app/Chat.tsx`",
        ),
        (
            "Chat.tsx",
            "api/cha",
            "",
            CALLS,
            None,
            "yes",
            "`api/cha` stands in it",
        ),
        (
            "Chat.tsx",
            "api/users",
            "",
            CALLS,
            None,
            "unknown",
            "is no file, and the plan gives no pattern",
        ),
        // A file of that very name is the one that is meant.
        (
            "Chat.tsx",
            "api/chat",
            pattern,
            CALLS,
            Some(("Chat.tsx", "export const a = 1;\n")),
            "no",
            "is not in `Chat.tsx`",
        ),
        (
            "Chat.tsx",
            "src/app/Chat.tsx",
            pattern,
            CALLS,
            None,
            "unknown",
            "names no file",
        ),
    ] {
        let files: Vec<(&str, &str)> = [("src/app/Chat.tsx", chat), route, user]
            .into_iter()
            .chain(more)
            .collect();
        let found = short(from, to, link, &files);
        assert_eq!(answer(&found), expected, "{from} {to} {chat}\n{found:#?}");
        assert!(found.reason.contains(says), "{says}: {}", found.reason);
        assert_eq!(
            found.text,
            format!("{from} -> {to}"),
            "in the plan's own words"
        );
    }
}

#[test]
fn a_script_of_a_package_is_named_in_a_text() {
    let setup = |name: &str| {
        format!(
            "from setuptools import setup\n\nsetup(entry_points={{'console_scripts': ['shop = {name}']}})\n"
        )
    };
    for (to, name, pattern, wanted) in [
        (
            "shop/__main__.py",
            "shop.__main__:main",
            "shop\\.__main__:main",
            "yes",
        ),
        ("shop.py", "shop:main", "shop:main", "yes"),
        ("shop/cli.py", "shop.other:main", "shop\\.other:main", "no"),
    ] {
        let text = setup(name);
        let files = [
            ("setup.py", text.as_str()),
            (to, "def main():\n    return run(1)\n"),
        ];
        let found = item("setup.py", to, pattern, &files);
        assert_eq!(answer(&found), wanted, "{found:#?}");
    }
}

#[test]
fn a_short_name_means_the_one_file_that_it_ends() {
    let path = |text: &str| RelPath::new(text).unwrap();
    let files = [
        "src/components/Chat.tsx",
        "src/app/api/chat/route.ts",
        "src/app/api/user/route.ts",
        "src/user.ts",
        "prisma/schema.prisma",
        "index.ts",
    ];
    for (short, meant) in [
        ("Chat.tsx", Some("src/components/Chat.tsx")),
        ("components/Chat", Some("src/components/Chat.tsx")),
        ("api/chat", Some("src/app/api/chat/route.ts")),
        ("chat/route.ts", Some("src/app/api/chat/route.ts")),
        ("schema.prisma", Some("prisma/schema.prisma")),
        // Named in full, or by nothing, or by what two files are called.
        ("src/components/Chat.tsx", None),
        ("hat.tsx", None),
        ("Chat.ts", None),
        ("route.ts", None),
        ("user", None),
        ("index.ts", None),
    ] {
        let mut plan = World::new(&format!(
            "  key_links:\n    - from: {short}\n      to: other.ts\n      via: call\n"
        ))
        .plan;
        plan.tasks[0].files = Scope::of_files(files.map(path));
        let mut looked_at = verify::paths(&plan, &[]);
        looked_at.retain(|it| ![short, "other.ts"].contains(&it.as_str()));
        let looked_at: Vec<&str> = looked_at.iter().map(RelPath::as_str).collect();
        let meant: Vec<&str> = meant.into_iter().collect();
        assert_eq!(looked_at, meant, "{short}");
    }
}
