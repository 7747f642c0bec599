//! What an OpenAPI description says, and what is wrong with one.

use proptest::prelude::*;
use spec::{Problem, Severity, Spec, openapi};

const STORE: &str = r##"openapi: "3.1.0"
info:
  title: Pet store
  version: "1.2"
  description: |
    A store
    of pets.
servers:
  - url: /v1
security:
  - key: []
paths:
  /pets:
    parameters:
      - $ref: '#/components/parameters/trace'
    get:
      operationId: listPets
      summary: Lists pets
      parameters:
        - name: limit
          in: query
          schema: {type: integer, format: int32, minimum: 1, maximum: 100, default: 20}
      responses:
        '200':
          description: Some of them
          headers:
            X-Next: {schema: {type: string}}
          content:
            application/json:
              schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}
        default: {$ref: '#/components/responses/Failed'}
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/NewPet'}
          text/csv: {}
      security:
        - key: []
          admin: []
        - {}
      responses:
        '201': {description: Made}
        4XX: {$ref: '#/components/responses/Failed'}
  /pets/{id}:
    $ref: '#/components/pathItems/pet'
  x-note: {anything: {}}
components:
  parameters:
    trace:
      name: X-Trace
      in: header
      required: true
      schema: {type: [string, 'null'], pattern: '^[a-f]+$', maxLength: 32}
  responses:
    Failed:
      description: It did not work
      content:
        application/json:
          schema: {$ref: '#/components/schemas/a~1b%20c'}
  pathItems:
    pet:
      get:
        operationId: showPet
        deprecated: true
        parameters:
          - {name: id, in: path, required: true, schema: {type: integer}}
        responses:
          '200':
            description: It
            content:
              application/xml: {schema: {$ref: '#/components/schemas/Pet'}}
              application/json: {schema: {$ref: '#/components/schemas/Pet'}}
          '204': {description: Nothing}
  schemas:
    NewPet:
      type: object
      required: [name]
      properties:
        name: {type: string, minLength: 1, maxLength: 20}
        kind: {enum: [cat, dog, 1]}
        default: {$ref: '#/components/schemas/Pet'}
        example: {type: object, additionalProperties: {type: number}}
      additionalProperties: false
    Pet:
      description: One of them
      allOf:
        - $ref: '#/components/schemas/NewPet'
        - type: object
          required: [id]
          properties:
            id: {type: integer, format: int64, readOnly: true}
            friends: {type: array, items: {$ref: '#/components/schemas/Pet'}, uniqueItems: true}
            one: {oneOf: [{type: string}, {$ref: '#/components/schemas/Alias'}]}
    Alias: {$ref: '#/components/schemas/Pet'}
    a/b c: {type: object, properties: {code: {type: integer}}, example: {$ref: 'not one'}}
    Unused: {type: string}
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    admin: {type: http, scheme: bearer}
"##;

fn said(problems: &[Problem]) -> String {
    problems.iter().map(|it| format!("{it}\n\n")).collect()
}

#[track_caller]
fn good(text: &str) -> Spec {
    openapi::read("api.yaml", text, &[]).unwrap_or_else(|problems| panic!("{}", said(&problems)))
}

/// The store with one text put in place of another.
fn with(from: &str, to: &str) -> String {
    assert!(STORE.contains(from), "`{from}` is not in the store");
    STORE.replacen(from, to, 1)
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let problems = match openapi::read("api.yaml", text, &[]) {
        Ok(spec) => panic!("accepted: {}", spec.promise.objective),
        Err(problems) => problems,
    };
    let found = problems.iter().any(|it| {
        let help = it.help.as_deref().unwrap_or("");
        it.severity == Severity::Error && format!("{} | {help}", it.message).contains(message)
    });
    assert!(found, "`{message}` is not in:\n{}", said(&problems));
}

#[track_caller]
fn warned(text: &str, message: &str) {
    let spec = good(text);
    let found = spec.problems.iter().any(|it| {
        let help = it.help.as_deref().unwrap_or("");
        it.severity == Severity::Warning && format!("{} | {help}", it.message).contains(message)
    });
    assert!(found, "`{message}` is not in:\n{}", said(&spec.problems));
}

#[test]
fn operations_become_requirements_and_responses_are_checked() {
    let spec = good(STORE);
    assert!(spec.problems.is_empty(), "{}", said(&spec.problems));
    assert_eq!(spec.work, spec::Work::Unplanned);
    assert_eq!(
        spec.promise.requirements,
        ["listPets", "POST /pets", "showPet"]
    );
    assert_eq!(
        spec.promise.acceptance,
        [
            "GET /pets answers 200 with an array of Pet",
            "GET /pets answers anything else with a/b c",
            "POST /pets answers 201",
            "POST /pets answers 4XX with a/b c",
            "GET /pets/{id} answers 200 with Pet",
            "GET /pets/{id} answers 204",
        ]
    );
    insta::assert_snapshot!(spec.promise.objective);
}

#[test]
fn json_says_the_same() {
    let value: serde_json::Value = serde_saphyr::from_str(STORE).unwrap();
    for text in [
        value.to_string(),
        serde_json::to_string_pretty(&value).unwrap(),
    ] {
        // Keys of the tree come back sorted, so what is compared is what does not hang on their order.
        let (json, yaml) = (good(&text).promise, good(STORE).promise);
        assert_eq!(json.requirements, yaml.requirements);
        let sorted = |text: &str| {
            let mut words: Vec<String> = text
                .split(['\n', ' '])
                .map(|it| it.trim_matches([';', ',', '(', ')']).to_owned())
                .collect();
            words.sort();
            words
        };
        assert_eq!(sorted(&json.objective), sorted(&yaml.objective));
        assert_eq!(json.acceptance, yaml.acceptance);
    }
    let surrogates = r#"{"openapi":"3.0.3","info":{"title":"\ud83d\ude00 \/ \u00e9","version":"1"},
"paths":{"/a":{"get":{"responses":{"200":{"description":""}}}}}}"#;
    assert!(good(surrogates).promise.objective.starts_with("😀 / é 1:"));
}

#[test]
fn problems_have_their_place_in_either_form() {
    let problems = openapi::read(
        "a.yaml",
        &with(
            "'#/components/schemas/NewPet'}\n          text",
            "'#/components/schemas/NewPat'}\n          text",
        ),
        &[],
    )
    .unwrap_err();
    insta::assert_snapshot!(said(&problems), @r"
    error: `#/components/schemas/NewPat` leads nowhere: `schemas` has no `NewPat`
      --> a.yaml:37:28
       |
    37 |             schema: {$ref: '#/components/schemas/NewPat'}
       |                            ^
    help: did you mean `NewPet`?
    ");
    let json = r##"{
  "openapi": "3.0.0", "info": {"title": "a", "version": "1"},
  "paths": {"/a": {"get": {"responses": {"200": {"$ref": "#/components/responses/Ok"}}}}},
  "components": {"responses": {"OK": {}}}
}"##;
    let problems = openapi::read("a.json", json, &[]).unwrap_err();
    insta::assert_snapshot!(said(&problems), @r##"
    error: `#/components/responses/Ok` leads nowhere: `responses` has no `Ok`
     --> a.json:3:58
      |
    3 |   "paths": {"/a": {"get": {"responses": {"200": {"$ref": "#/components/responses/Ok"}}}}},
      |                                                          ^
    help: did you mean `OK`?
    "##);
    let problems =
        openapi::read("a.json", "{\"openapi\": \"3.0.0\",\n \"paths\": {,}}", &[]).unwrap_err();
    insta::assert_snapshot!(said(&problems), @r#"
    error: not valid JSON: a key in double quotes has to stand here
     --> a.json:2:12
      |
    2 |  "paths": {,}}
      |            ^
    "#);
}

#[test]
fn what_is_no_description_of_these_versions_is_refused() {
    let version = "openapi: \"3.1.0\"";
    refused(
        &with(version, "swagger: \"2.0\""),
        "a Swagger 2.0 file is not read | convert it",
    );
    for (text, message) in [
        (
            "openapi: 3.3.0",
            "unknown version `3.3.0` of OpenAPI | 3.0, 3.1 and 3.2 are read",
        ),
        ("openapi: 3.10.0", "unknown version `3.10.0`"),
        ("openapi: 2.0", "unknown version `2.0`"),
        ("openapi: [3]", "unknown version ``"),
        ("openapi:", "unknown version ``"),
        ("title: x", "the file says no version in `openapi`"),
    ] {
        refused(&with(version, text), message);
    }
    for text in [
        "openapi: 3.0.3",
        "openapi: 3.1",
        "openapi: \"3.0\"",
        "openapi: 3.2.0",
    ] {
        good(&with(version, text));
    }
    refused("", "an OpenAPI description is a map, and this is nothing");
    refused("- a", "an OpenAPI description is a map, and this is a list");
    refused("openapi: 3.0.0", "the description has no `info`");
    refused(
        "openapi: 3.0.0\ninfo: x",
        "`info` has to be a map, not text",
    );
    refused("openapi: 3.0.0\ninfo: {}", "the description has no `paths`");
    refused(
        "openapi: 3.0.0\ninfo: {}\ncomponents: {}",
        "the description has no `paths`",
    );
    refused(
        "openapi: 3.1.0\ninfo: {}",
        "the description has no `paths`, `webhooks`, `components`",
    );
    refused("a: \0", "holds a NUL byte");
    refused(
        &format!("# {}\n", "x".repeat(openapi::BYTES_MAX)),
        "more than 4194304 bytes",
    );
    warned(
        &with("servers:", "server:"),
        "the description has no key `server` | did you mean `servers`?",
    );
}

#[test]
fn references_lead_somewhere_within_the_file() {
    let reference = "'#/components/parameters/trace'";
    for (to, message) in [
        (
            "'#/components/parameters/Trase'",
            "`parameters` has no `Trase` | did you mean `trace`?",
        ),
        (
            "'#/components/parameter/trace'",
            "`components` has no `parameter` | did you mean `parameters`?",
        ),
        (
            "'#/nowhere'",
            "the description has no `nowhere` | known are `openapi`",
        ),
        (
            "'other.yaml#/trace'",
            "`other.yaml` leads nowhere: there is no such file | a path is seen from the file",
        ),
        (
            "'https://example.org/api.yaml'",
            "`https://example.org/api.yaml` is not in this repository, and is not fetched",
        ),
        ("'/etc/passwd'", "names no file of this repository"),
        ("'#trace'", "nothing says `$anchor: trace`"),
        (
            "'#/components/responses/Failed/description/x'",
            "`description` has no `x`",
        ),
    ] {
        refused(&with(reference, to), message);
    }
    let chain = with(reference, "'#/components/parameters/one'").replace(
        "    trace:\n",
        "    one: {$ref: '#/components/parameters/trace'}\n    trace:\n",
    );
    good(&chain);
    let broken = chain.replace(
        "{$ref: '#/components/parameters/trace'}",
        "{$ref: '#/components/parameters/two'}",
    );
    refused(&broken, "`parameters` has no `two`");
    let circle = chain.replace(
        "{$ref: '#/components/parameters/trace'}",
        "{$ref: '#/components/parameters/one'}",
    );
    refused(&circle, "this reference leads back to itself");
    // Data and extensions may look like references; the names of fields and responses are no data.
    good(&with("x-note: {anything: {}}", "x-note: {$ref: nowhere}"));
    good(&with("deprecated: true", "x-note: {$ref: nowhere}"));
    refused(
        &with(
            "        name: {type: string, minLength",
            "        x-name: {$ref: nowhere}\n        name: {type: string, minLength",
        ),
        "`nowhere` leads nowhere: there is no such file",
    );
    refused(
        &with(
            "default: {$ref: '#/components/responses/Failed'}",
            "default: {$ref: '#/x'}",
        ),
        "the description has no `x`",
    );
    refused(
        &with(
            "default: {$ref: '#/components/schemas/Pet'}",
            "default: {$ref: '#/x'}",
        ),
        "the description has no `x`",
    );
}

#[test]
fn operations_are_held_to_the_format() {
    refused(
        &with("operationId: showPet", "operationId: listPets"),
        "`operationId` `listPets` is also that of `GET /pets`",
    );
    refused(
        &with("    post:\n", "    pots:\n"),
        "a path has no key `pots` | did you mean `post`?",
    );
    refused(
        &with("  /pets:\n", "  pets:\n"),
        "path `pets` does not begin with `/`",
    );
    refused(
        &with("in: query", "in: body"),
        "a parameter can't stand in `body`",
    );
    refused(
        &with("- name: limit\n          in: query", "- name: limit"),
        "a parameter has no `name`, or does not say where",
    );
    refused(
        &with("'201':", "'20l':"),
        "`20l` is no status of a response",
    );
    refused(
        &with("'201':", "'201':\n          a: b\n        '201':"),
        "key `201` stands here a second time",
    );
    let twice = "        - {name: limit, in: query}\n        - name: limit\n";
    refused(
        &with("        - name: limit\n", twice),
        "parameter `limit` in `query` stands here twice",
    );
    warned(
        &with("/pets/{id}:", "/pets/{ident}:"),
        "`GET /pets/{ident}` does not say what `{ident}` is",
    );
    warned(
        &with("/pets/{id}:", "/pets/{ident}:"),
        "`GET /pets/{ident}` has no `{id}` in its path",
    );
    warned(
        &with("{name: id, in: path,", "{name: ids, in: path,"),
        "did you mean `ids`?",
    );
    warned(
        &with("deprecated: true", "depreciated: true"),
        "an operation has no key `depreciated` | did you mean `deprecated`?",
    );
    let two = with(
        "  x-note:",
        "  /pets/{other}:\n    get: {parameters: [{name: other, in: path}], responses: {'200': {}}}\n  x-note:",
    );
    warned(&two, "path `/pets/{other}` is the same as one before");
    let none = "openapi: 3.1.0\ninfo: {title: a, version: 1}\npaths: {/a: {get: {}}}";
    warned(none, "`GET /a` has no response");
    assert_eq!(good(none).promise.acceptance, ["GET /a is answered"]);
    let paths: String = (0..=openapi::OPERATIONS_MAX)
        .map(|it| format!("  /{it}: {{get: {{responses: {{'200': {{}}}}}}}}\n"))
        .collect();
    refused(
        &format!("openapi: 3.1.0\ninfo: {{}}\npaths:\n{paths}"),
        &format!("more than {} operations", openapi::OPERATIONS_MAX),
    );
}

#[test]
fn anchors_are_read_within_limits() {
    let aliased = with(
        "{type: integer, format: int32,",
        "&whole {type: integer, format: int32,",
    )
    .replace("code: {type: integer}", "code: *whole");
    assert!(
        good(&aliased)
            .promise
            .objective
            .contains("code: integer int32")
    );
    refused(
        &with("- key: []\n          admin", "- <<: {}\n          admin"),
        "merge keys are not accepted | write out",
    );
    refused(
        &with("version: \"1.2\"", "version: *none"),
        "not valid YAML",
    );
    refused("openapi: 3.0.0\nx-a: &a [*a]\n", "");
    refused(
        &with("version: \"1.2\"", "version: !!str 1"),
        "tag `!!str` is not accepted",
    );
    // Ten times ten times ten …
    let mut bomb = "openapi: 3.0.0\nx-0: &a0 [1,1,1,1,1,1,1,1,1,1]\n".to_owned();
    for level in 1..9 {
        let inner = vec![format!("*a{}", level - 1); 10].join(",");
        bomb.push_str(&format!("x-{level}: &a{level} [{inner}]\n"));
    }
    refused(&bomb, "more than 1000000 values");
    let mut deep = "openapi: 3.0.0\nx-0: &a0 [1]\n".to_owned();
    for level in 1..200 {
        deep.push_str(&format!("x-{level}: &a{level} [*a{}]\n", level - 1));
    }
    refused(&deep, "too many levels within each other");
    let nested = format!("openapi: 3.0.0\nx: {}", "[".repeat(5_000));
    assert!(openapi::read("a", &nested, &[]).is_err());
    assert!(openapi::read("a", &format!("{{\"openapi\": {}", "[".repeat(5_000)), &[]).is_err());
}

#[test]
fn a_long_description_is_told_within_bounds() {
    let mut text = "openapi: 3.0.0\ninfo: {title: Long}\npaths:\n".to_owned();
    for at in 0..400 {
        let words = "word ".repeat(100);
        text.push_str(&format!("  /{at}:\n    get:\n      summary: {words}\n      responses: {{'200': {{description: x}}}}\n"));
    }
    let spec = good(&text);
    let chars = spec.promise.objective.chars().count();
    assert!((50_000..61_000).contains(&chars), "{chars}");
    assert!(
        spec.promise
            .objective
            .ends_with("more lines are left out here; all of it stands in `api.yaml`.")
    );
    assert_eq!(spec.promise.requirements.len(), 400);
}

/// Pieces that mean something to the reader.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z{}\\[\\]:,'\"&*#/$~% \\n-]{0,12}",
        prop::sample::select(vec![
            "openapi: 3.1.0\n",
            "paths:\n",
            "  /a/{b}:\n",
            "    get:\n",
            "$ref: ",
            "'#/paths'",
            "'#'",
            "'#/components/schemas/A'",
            "components: {schemas: {A: {$ref: '#/components/schemas/A'}}}\n",
            "properties: ",
            "items: ",
            "allOf: ",
            "{",
            "}",
            "responses: {200: {}}\n",
            "      parameters: [{name: b, in: path}]\n",
            "&a ",
            "*a",
            "null",
            "\"\\ud83d\"",
        ])
        .prop_map(str::to_owned),
    ]
}

fn check(text: &str) {
    match openapi::read("f", text, &[]) {
        Ok(spec) => {
            let done = matches!(spec.work, spec::Work::Done(_));
            assert_eq!(spec.promise.requirements.is_empty(), done);
            assert_eq!(spec.promise.acceptance.is_empty(), done);
            assert!(
                spec.problems
                    .iter()
                    .all(|it| it.severity == Severity::Warning)
            );
        }
        Err(problems) => assert!(problems.iter().any(|it| it.severity == Severity::Error)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(pieces in prop::collection::vec(piece(), 0..30)) {
        check(&pieces.concat());
        check(&format!("openapi: 3.0.0\n{}", pieces.concat()));
        check(&format!("{{{}", pieces.concat()));
    }

    #[test]
    fn the_store_with_something_put_in(at in 0..STORE.len(), taken in 0..40_usize, new in piece()) {
        let (head, tail) = STORE.split_at(at);
        check(&format!("{head}{new}{}", tail.get(taken..).unwrap_or("")));
    }
}
