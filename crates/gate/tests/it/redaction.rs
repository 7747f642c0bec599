//! Masking of secrets.

use gate::redact;
use proptest::prelude::*;

/// Text with one secret between `«` and `»`, and its kind; without them, text that holds none.
const CASES: &[(&str, &str)] = &[
    ("key = «AKIAZZ3XQ4LPWERT2345»", "aws-access-key"),
    (
        "aws_secret_access_key = «wTn0rP2kq9Zx4Lm7Vb1Ns6Hd3Jf8Gc5Ya0Ue2Io4»",
        "aws-secret-key",
    ),
    (
        concat!("use «ghp_HV30PsfiJA2NRl", "TSkewqT0O86m6mdP1hvQqO» here"),
        "github-token",
    ),
    ("feature/«glpat-or0gZnQYc18gcrRLIYLE»", "gitlab-token"),
    ("«xoxb-2493102931-48102938120-aBcD3fGh1JkL»", "slack-token"),
    ("k=«sk_live_4eC39HqLyjWDarjtT1zdp7dc»", "stripe-key"),
    (
        "const s = '«whsec_FDKTbdAser1ltaCgTMEu4ltlpD1poPpj»'",
        "stripe-webhook",
    ),
    ("«AIzaSyD4x8Qk2Lm7Pz1Rt5Uv9Wb3Nc6Ea0Hg2Ij»", "google-key"),
    (
        "«sk-ant-api03-Q9w8E7r6T5y4U3i2O1p0A9s8D7f6G5h4»",
        "anthropic-key",
    ),
    ("«sk-proj-Q9w8E7r6T5y4U3i2O1p0A9s8D7f6G5h4»", "openai-key"),
    ("«npm_Q9w8E7r6T5y4U3i2O1p0A9s8D7f6G5h4J3kL»", "npm-token"),
    (
        "key = «glsa_OJWmVLaOLFtdpbGyje36Mpcf7mr4e6RI_6b632c22»",
        "grafana-token",
    ),
    (
        "api_key: «NRAK-YQKU39Z3ZHMXZHGQPL0AZ47IGWT»",
        "new-relic-key",
    ),
    (
        "«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiIsIm4iOiJ4In0.Zk3vT9qWm2LpX8sRb5Nc1Hd7Jf4Gy6Ua0e»",
        "jwt",
    ),
    (
        "Authorization: Bearer «Q9w8E7r6T5y4U3i2O1p0A9s8»",
        "authorization",
    ),
    (
        "+ curl -H \"X-Api-Key: «cEdxkX4PwFQ0G852Wra8j1wiqlFlYHR8»\" https://api.example.net",
        "header",
    ),
    (
        "mongodb+srv://root:«loZXLlchdhpGkgp9TA»@cluster0.abcde.mongodb.net/prod",
        "url-password",
    ),
    ("password = \"«tR4v!9kQz2mW»\"", "password"),
    ("let api_key: &str = \"«Zk3vT9qWm2LpX8sR»\";", "password"),
    ("  \"client_secret\": \"«Zk3vT9qWm2LpX8sR»\",", "password"),
    (
        "SECRET_KEY_BASE=«a13bc75a24e9b59edacc99f242887a0c1684c72ae8c0e1be53d42f1c5b335182»",
        "rails-secret",
    ),
    (
        "«-----BEGIN EC PRIVATE KEY-----\nKEMUb1R1LSbqg0C/NNcHC8Nbs1Huus0ssM0HBr+Ejner1sjRV2ds93LdRwCsBtG7\nvrnYko9oLJHZFwyHCSJqpkxOjtcdqn+fYKEPnb1yr9zKKw5tpsZocc4P1BXwjU9v\n-----END EC PRIVATE KEY-----»\n",
        "private-key",
    ),
    (
        "let s = \"-----BEGIN RSA PRIVATE KEY-----\\n...\\n-----END RSA PRIVATE KEY-----\";",
        "",
    ),
    ("AKIAIOSFODNN7EXAMPLE", ""),
    ("regex='''AKIA[0-9A-Z]{16}'''", ""),
    ("key=YOUR_API_KEY", ""),
    ("password = \"hunter2\"", ""),
    ("password = \"changeme123456\"", ""),
    ("token = \"${TOKEN_FROM_CI_4a8B}\"", ""),
    ("api_key = \"<insert-4kEy-here-9Zx>\"", ""),
    ("let token = generate_token(8);", ""),
    ("api_key: self.config.api_key_v2", ""),
    ("password: process.env.DB_PASSWORD1", ""),
    ("token = \"550e8400-e29b-41d4-a716-446655440000\"", ""),
    ("postgres://user:password@localhost/db", ""),
    (
        "Compiling secrecy v0.8.0\n   Compiling token-store v0.1.0",
        "",
    ),
    (
        "sha256 = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
        "",
    ),
    ("ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", ""),
];

#[test]
fn secrets_are_masked_and_the_rest_stays() {
    for (marked, kind) in CASES {
        let text = marked.replace(['«', '»'], "");
        let redacted = redact(&text);
        if kind.is_empty() {
            assert_eq!(redacted.text, text, "nothing to mask");
            assert!(redacted.found.is_empty());
            continue;
        }
        let start = marked.find('«').expect("a start");
        let secret = marked.split(['«', '»']).nth(1).expect("a secret");
        assert_eq!(redacted.found.len(), 1, "{text}: {:?}", redacted.found);
        assert_eq!(redacted.found[0].kind, *kind, "{text}");
        assert_eq!(
            redacted.found[0].range,
            start..start + secret.len(),
            "{text}"
        );
        assert!(!redacted.text.contains(secret), "{text}");
        let before = &text[..start];
        let after = &text[start + secret.len()..];
        assert!(
            redacted.text.starts_with(before) && redacted.text.ends_with(after),
            "{}",
            redacted.text
        );
        assert_eq!(
            redact(&redacted.text).text,
            redacted.text,
            "twice changes nothing"
        );
    }
}

#[test]
fn one_secret_has_one_marker() {
    let token = concat!("ghp_HV30PsfiJA2NRl", "TSkewqT0O86m6mdP1hvQqO");
    let redacted = redact(&format!("a {token} b {token}")).text;
    let marker = redacted
        .strip_prefix("a ")
        .and_then(|rest| rest.split(' ').next())
        .expect("a marker");
    assert!(marker.starts_with("[secret:github-token:"), "{marker}");
    assert_eq!(redacted, format!("a {marker} b {marker}"));
}

#[test]
fn hostile_text_takes_no_quadratic_time() {
    // Two hundred thousand beginnings without an end: done in well under a second even unoptimised, or never.
    let text = "-----BEGIN PRIVATE KEY-----".repeat(20_000);
    assert!(redact(&text).found.len() <= 20_000);
    let text = "password=\"".repeat(20_000);
    let _ = redact(&text);
}

fn fragments() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        concat!("ghp_HV30PsfiJA2NRl", "TSkewqT0O86m6mdP1hvQqO"),
        "AKIAZZ3XQ4LPWERT2345",
        "password = \"",
        "tR4v!9kQz2mW",
        "\"",
        "\n",
        " ",
        "[secret:password:0a1b2c3d]",
        "[secret:",
        "://u:",
        "@h",
        "Bearer ",
        "Q9w8E7r6T5y4U3i2O1p0A9s8D7f6G5h4",
        "sk-",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "é",
        "=",
        ":",
        "API_KEY",
    ]);
    prop::collection::vec(parts, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn masking_twice_changes_nothing(text in fragments()) {
        let once = redact(&text);
        let twice = redact(&once.text);
        prop_assert_eq!(&twice.text, &once.text);
        prop_assert!(twice.found.is_empty(), "{:?}", twice.found);
    }

    #[test]
    fn ranges_are_in_order_and_in_the_text(text in fragments()) {
        let redacted = redact(&text);
        let mut at = 0;
        for found in &redacted.found {
            prop_assert!(found.range.start >= at && text.get(found.range.clone()).is_some());
            at = found.range.end;
        }
    }

    #[test]
    fn any_text_is_taken(text in ".{0,400}") {
        let _ = redact(&text);
    }
}

/// Few texts are looked through word by word, more of them with one automaton and many with another: all find the same.
#[test]
fn the_same_is_found_however_much_was_looked_through_before() {
    let samples = [
        "feature/glpat-or0gZnQYc18gcrRLIYLE and PASSWORD=hunter2hunter2hunter2",
        "apiVersion: v1\nkind: Secret\ndata:\n  a: aHVudGVyMmh1bnRlcjJodW50ZXIy\n",
        "export Token='qX7Kd0Qw9ZrT4xVb2NmL8pHs6JfG3yCe' # ssecrettokenkey",
    ];
    let look = || samples.map(|text| gate::redact(text).text);
    let first = look();
    for bytes in [8 << 10, 1 << 20] {
        let _more = gate::redact(&"plain words\n".repeat(bytes / 12));
        assert_eq!(look(), first);
    }
}
