//! The forms that OpenAPI descriptions have in public repositories, each as small as it can be.

use ledger::promise::{Source, SourceFile};
use spec::{Problem, Severity, Spec, Work, openapi};

const INFO: &str = "info: {title: T, version: '1'}";

fn said(problems: &[Problem]) -> String {
    problems.iter().map(|it| format!("{it}\n\n")).collect()
}

fn files(files: &[(&str, &str)]) -> Vec<SourceFile> {
    let one = |(path, text): &(&str, &str)| SourceFile {
        path: (*path).to_owned(),
        text: (*text).to_owned(),
    };
    files.iter().map(one).collect()
}

#[track_caller]
fn good(version: &str, rest: &str, more: &[(&str, &str)]) -> Spec {
    let text = format!("openapi: {version}\n{INFO}\n{rest}");
    let found = openapi::read("docs/api.yaml", &text, &files(more));
    let spec = found.unwrap_or_else(|problems| panic!("{}", said(&problems)));
    assert!(spec.problems.is_empty(), "{}", said(&spec.problems));
    spec
}

/// What is wrong, each with its file and line.
#[track_caller]
fn wrong(rest: &str, more: &[(&str, &str)]) -> Vec<String> {
    let text = format!("openapi: 3.1.0\n{INFO}\n{rest}");
    let problems = match openapi::read("docs/api.yaml", &text, &files(more)) {
        Ok(spec) => panic!("accepted: {}", spec.promise.objective),
        Err(problems) => problems,
    };
    let errors = problems.iter().filter(|it| it.severity == Severity::Error);
    errors
        .map(|it| format!("{}:{} {}", it.file, it.line, it.message))
        .collect()
}

#[test]
fn webhooks_alone_are_to_be_sent() {
    let hooks = "webhooks:\n  newPet:\n    post:\n      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}\n      responses: {'200': {description: taken}}\ncomponents: {schemas: {Pet: {type: object, properties: {id: {type: integer}}}}}\n";
    let spec = good("3.1.0", hooks, &[]);
    assert_eq!(spec.promise.requirements, ["POST webhook newPet"]);
    assert_eq!(
        spec.promise.acceptance,
        ["POST webhook newPet is sent with Pet"]
    );
    assert!(spec.promise.objective.contains("- Pet: { id: integer }"));
    // Beside paths; with an id of their own; without a body.
    let both = "paths: {/a: {get: {responses: {'204': {description: x}}}}}\nwebhooks: {b: {put: {operationId: told, responses: {'200': {description: x}}}}}";
    let spec = good("3.1.1", both, &[]);
    assert_eq!(spec.promise.requirements, ["GET /a", "told"]);
    assert_eq!(spec.promise.acceptance[1], "PUT webhook b is sent");
}

#[test]
fn without_operations_the_schemas_are_to_be_there() {
    let schemas = "components: {schemas: {Id: {type: string, maxLength: 3}, Pet: {type: object, properties: {id: {$ref: '#/components/schemas/Id'}}}}}";
    for paths in ["", "paths: {}\n", "paths: {x-a: 1}\n"] {
        let spec = good("3.1.0", &format!("{paths}{schemas}"), &[]);
        assert_eq!(spec.work, Work::Unplanned);
        assert_eq!(spec.promise.requirements, ["Id", "Pet"]);
        assert_eq!(
            spec.promise.acceptance,
            ["Id is string (..3 characters)", "Pet is { id: Id }"]
        );
    }
    // A map of none at all, as the standard allows: there is nothing to do.
    for (version, rest) in [
        ("3.0.3", "paths: {}"),
        ("3.1.0", "paths: {}"),
        ("3.1.0", "components: {}"),
        ("3.1.0", "webhooks: {}"),
        (
            "3.2.0",
            "components: {securitySchemes: {a: {type: http, scheme: basic}}}",
        ),
    ] {
        let spec = good(version, rest, &[]);
        assert_eq!(
            spec.work,
            Work::Done("the description has no operation and no schema".to_owned()),
            "{rest}"
        );
    }
}

#[test]
fn version_3_2_has_more_methods_and_places() {
    let rest = "$self: https://example.org/api\npaths:\n  /a:\n    query: {operationId: ask, parameters: [{name: all, in: querystring, content: {application/x-www-form-urlencoded: {}}}], responses: {'200': {description: x}}}\n    additionalOperations:\n      COPY: {responses: {'201': {description: x}}}\n    get: {responses: {'200': {description: x, content: {application/jsonl: {itemSchema: {$ref: 'https://example.org/api#/components/schemas/A'}}}}}}\ncomponents: {schemas: {A: {type: string}}}\n";
    let spec = good("3.2.0", rest, &[]);
    assert_eq!(spec.promise.requirements, ["ask", "COPY /a", "GET /a"]);
}

#[test]
fn a_description_may_stand_in_several_files() {
    let paths = "paths: {/a: {$ref: a.yaml}, /b: {$ref: './paths/all.yaml#/b'}}";
    let more = [
        (
            "a.yaml",
            "get: {responses: {'200': {$ref: 'paths/all.yaml#/ok'}}}",
        ),
        (
            "paths/all.yaml",
            "b: {post: {operationId: b, parameters: [{$ref: ../../shared/page.json}], responses: {'200': {$ref: '#/ok'}}}}\nok: {description: x, content: {application/json: {schema: {$ref: ../schemas/Pet.yaml}}}}",
        ),
        (
            "../shared/page.json",
            "{\"name\": \"page\", \"in\": \"query\", \"schema\": {\"type\": \"integer\"}}",
        ),
        (
            "schemas/Pet.yaml",
            "{type: object, properties: {mother: {$ref: './Pet.yaml'}}}",
        ),
    ];
    let spec = good("3.1.0", paths, &more);
    assert_eq!(spec.promise.requirements, ["GET /a", "b"]);
    assert_eq!(
        spec.promise.acceptance,
        [
            "GET /a answers 200 with Pet",
            "POST /b answers 200 with Pet"
        ]
    );
    let page = &spec.promise.objective;
    assert!(page.contains("- Pet: { mother: Pet }"), "{page}");
    assert!(page.contains("query page: integer"), "{page}");
    // What it is known by hangs on every file.
    let mut changed = more;
    changed[3].1 = "{type: object}";
    let other = good("3.1.0", paths, &changed);
    assert_ne!(spec.promise.source, other.promise.source);
    assert_eq!(
        openapi::referenced_files("paths/all.yaml", more[1].1),
        ["../shared/page.json", "schemas/Pet.yaml"]
    );
    // A line of the ledger that was written when there were no others is read still.
    let old: Source = serde_json::from_str("{\"api\":{\"path\":\"a\",\"text\":\"b\"}}").unwrap();
    assert_eq!(old.texts().collect::<Vec<_>>(), ["b"]);
}

#[test]
fn what_is_wrong_in_another_file_is_said_there() {
    let paths = "paths: {/a: {$ref: x/a.yaml}}";
    let a = |text: &'static str| [("x/a.yaml", text)];
    assert_eq!(
        wrong(paths, &[]),
        ["docs/api.yaml:3 `x/a.yaml` leads nowhere: there is no such file"]
    );
    assert_eq!(
        wrong(paths, &a("\nget: {responses: {'200': {$ref: '#/no'}}}")),
        ["docs/x/a.yaml:2 `#/no` leads nowhere: the description has no `no`"]
    );
    assert_eq!(
        wrong(paths, &a("{get: {responses: {'2000': {}}}}")),
        ["docs/x/a.yaml:1 `2000` is no status of a response"]
    );
    assert_eq!(
        wrong("paths: {/a: {$ref: 'x/a.yaml#/b'}}", &a("c: {}")),
        ["docs/api.yaml:3 `x/a.yaml#/b` leads nowhere: `x/a.yaml` has no `b`"]
    );
    assert!(
        wrong(paths, &a("get: ["))
            .concat()
            .starts_with("docs/x/a.yaml:")
    );
    assert!(
        wrong(paths, &a("$ref: ../api.yaml#/paths/~1a"))
            .concat()
            .contains("back to itself")
    );
}

#[test]
fn anchors_and_ids_are_followed() {
    let schema = |to: &str| {
        format!(
            "paths: {{/a: {{get: {{responses: {{'200': {{description: x, content: {{application/json: {{schema: {{$ref: '{to}'}}}}}}}}}}}}}}}}\ncomponents: {{schemas: {{Pet: {{$id: 'https://example.org/pet', $anchor: pet, type: string}}}}}}"
        )
    };
    for to in [
        "#pet",
        "https://example.org/pet",
        "#/components/schemas/Pet",
    ] {
        good("3.1.0", &schema(to), &[]);
    }
    assert!(
        wrong(&schema("#pat"), &[])
            .concat()
            .contains("$anchor: pat")
    );
}

#[test]
fn a_byte_order_mark_and_json_by_another_name_are_read() {
    let yaml = format!("\u{feff}openapi: 3.1.0\n{INFO}\npaths: {{}}");
    let json =
        "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"a\", \"version\": \"1\"}, \"paths\": {}}";
    let flow = "{openapi: 3.1.0, info: {title: a, version: 1}, paths: {}}";
    for (path, text) in [
        ("a.yaml", yaml.as_str()),
        ("a.json", &format!("\u{feff}{json}")),
        ("a.yaml", json),
        ("a.yml", flow),
    ] {
        let found = openapi::read(path, text, &[]);
        found.unwrap_or_else(|problems| panic!("{}", said(&problems)));
    }
}

/// Many names in one map, each leading to the next, and many ways through a few: neither is walked more than once for
/// each reference.
#[test]
fn references_without_end_are_bounded() {
    let long: String = (0..10_000)
        .map(|it| format!("    s{it}: {{$ref: '#/components/schemas/s{}'}}\n", it + 1))
        .collect();
    let text = format!("components:\n  schemas:\n{long}    s10000: {{type: string}}\n");
    assert!(wrong(&text, &[]).concat().contains("too many others"));
    let wide: String = (0..30)
        .map(|it| {
            let next = format!("{{$ref: '#/components/schemas/s{}'}}", it + 1);
            let many = vec![next; 50].join(", ");
            format!("    s{it}: {{allOf: [{many}]}}\n")
        })
        .collect();
    let text = format!("components:\n  schemas:\n{wide}    s30: {{type: string}}\n");
    let spec = good("3.1.0", &text, &[]);
    assert!(spec.promise.objective.len() < 100_000);
}
