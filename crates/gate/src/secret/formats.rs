//! Well-known formats: a secret that says by its shape what it is.

use std::sync::OnceLock;

use regex::{Captures, Regex};

use super::Found;
use super::generic::is_placeholder;

/// One format: what it is, texts of which every match holds at least one, and a regular expression whose group `s`, or
/// whole match, is the secret. Where the expression does not tell capitals from small letters, the texts are small.
type Format = (&'static str, &'static [&'static str], &'static str);

/// Kinds and their shapes. Lengths are the least that the issuer gives out; a longer one is taken whole.
const SHAPES: &[Format] = &[
    (
        "private-key",
        &["-----BEGIN "],
        r#"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\s*(?:Proc-Type|DEK-Info|Version|Comment):[^\n]*)*(?:[^-]*-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|(?:(?:\\r|\\n|[\s"'+,])*[A-Za-z0-9+/=]{16,})+)"#,
    ),
    (
        "age-key",
        &["AGE-SECRET-KEY-1"],
        r"AGE-SECRET-KEY-1[A-Z0-9]{58}",
    ),
    (
        "aws-access-key",
        &["AKIA", "ASIA", "ABIA", "ACCA"],
        r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b",
    ),
    (
        "aws-secret-key",
        &["aws"],
        r#"(?i)aws_?[A-Za-z0-9_.-]{0,20}(?:secret|private)[A-Za-z0-9_.-]{0,24}["']?\s*[:=]\s*["']?(?P<s>[A-Za-z0-9/+]{40})\b"#,
    ),
    (
        "github-token",
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
        r"\bgh[pousr]_[A-Za-z0-9]{36,}",
    ),
    (
        "github-token",
        &["github_pat_"],
        r"\bgithub_pat_[A-Za-z0-9_]{22,}",
    ),
    (
        "gitlab-token",
        &["gl"],
        r"\bgl(?:pat|dt|rt|ptt|cbt|ft|agent|soat|imt|oas|ffct)-[A-Za-z0-9_.-]{20,}",
    ),
    (
        "slack-token",
        &["xox"],
        r"\bxox[abeoprs](?:\.xox[abp])?-[A-Za-z0-9-]{10,}",
    ),
    ("slack-token", &["xapp-"], r"\bxapp-\d-[A-Za-z0-9-]{10,}"),
    (
        "slack-webhook",
        &["hooks.slack.com/"],
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<s>[A-Za-z0-9+/]{30,})",
    ),
    (
        "stripe-key",
        &["k_live_"],
        r"\b(?:sk|rk)_live_[A-Za-z0-9]{16,}",
    ),
    (
        "stripe-webhook",
        &["whsec_"],
        r"\bwhsec_[A-Za-z0-9+/=]{24,}",
    ),
    ("google-key", &["AIza"], r"\bAIza[0-9A-Za-z_-]{35}"),
    ("google-token", &["ya29."], r"\bya29\.[0-9A-Za-z_-]{20,}"),
    ("google-secret", &["GOCSPX-"], r"\bGOCSPX-[0-9A-Za-z_-]{28}"),
    (
        "anthropic-key",
        &["sk-ant-"],
        r"\bsk-ant-[A-Za-z0-9_-]{20,}",
    ),
    ("openrouter-key", &["sk-or-v1-"], r"\bsk-or-v1-[0-9a-f]{64}"),
    (
        "openai-key",
        &["sk-"],
        r"\bsk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}",
    ),
    ("openai-key", &["sk-"], r"\bsk-[A-Za-z0-9]{32,}\b"),
    ("npm-token", &["npm_"], r"\bnpm_[A-Za-z0-9]{36}"),
    (
        "npm-token",
        &["_authtoken"],
        r"(?i)_authToken\s*=\s*(?P<s>[A-Za-z0-9_./+=-]{16,})",
    ),
    ("pypi-token", &["pypi-AgE"], r"\bpypi-AgE[A-Za-z0-9_-]{50,}"),
    ("crates-token", &["cio"], r"\bcio[A-Za-z0-9]{32}\b"),
    ("rubygems-token", &["rubygems_"], r"\brubygems_[0-9a-f]{48}"),
    (
        "docker-token",
        &["dckr_"],
        r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{27,}",
    ),
    ("huggingface-token", &["hf_"], r"\bhf_[A-Za-z0-9]{30,}"),
    ("replicate-token", &["r8_"], r"\br8_[A-Za-z0-9]{37}"),
    ("groq-key", &["gsk_"], r"\bgsk_[A-Za-z0-9]{40,}"),
    ("xai-key", &["xai-"], r"\bxai-[A-Za-z0-9]{60,}"),
    (
        "sendgrid-key",
        &["SG."],
        r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    ),
    ("twilio-key", &["SK", "AC"], r"\b(?:SK|AC)[0-9a-f]{32}\b"),
    ("mailgun-key", &["key-"], r"\bkey-[0-9a-f]{32}\b"),
    ("mailchimp-key", &["-us"], r"\b[0-9a-f]{32}-us\d{1,2}\b"),
    (
        "digitalocean-token",
        &["_v1_"],
        r"\bdo[opr]_v1_[0-9a-f]{64}",
    ),
    ("new-relic-key", &["NRAK-"], r"\bNRAK-[A-Z0-9]{27}"),
    ("new-relic-key", &["NRII-"], r"\bNRII-[A-Za-z0-9_-]{32}"),
    (
        "grafana-token",
        &["glsa_"],
        r"\bglsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}",
    ),
    ("grafana-token", &["glc_"], r"\bglc_[A-Za-z0-9+/=]{32,}"),
    ("vault-token", &["hv"], r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}"),
    (
        "terraform-token",
        &[".atlasv1."],
        r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}",
    ),
    ("linear-key", &["lin_api_"], r"\blin_api_[A-Za-z0-9]{40}"),
    ("notion-token", &["ntn_"], r"\bntn_[A-Za-z0-9]{40,}"),
    (
        "shopify-token",
        &["shp"],
        r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    ),
    (
        "square-token",
        &["EAAA", "sq0"],
        r"\b(?:EAAA|sq0atp-|sq0csp-)[A-Za-z0-9_-]{22,}",
    ),
    (
        "telegram-token",
        &[":AA"],
        r"\b\d{8,10}:AA[A-Za-z0-9_-]{33}",
    ),
    (
        "discord-token",
        &["."],
        r"\b[MNO][A-Za-z0-9]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
    ),
    (
        "discord-webhook",
        &["/api/webhooks/"],
        r"discord(?:app)?\.com/api/webhooks/\d+/(?P<s>[A-Za-z0-9_-]{60,})",
    ),
    ("databricks-token", &["dapi"], r"\bdapi[0-9a-f]{32}"),
    (
        "planetscale-token",
        &["pscale_"],
        r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,}",
    ),
    ("supabase-token", &["sbp_"], r"\bsbp_[0-9a-f]{40}"),
    (
        "atlassian-token",
        &["ATATT3"],
        r"\bATATT3[A-Za-z0-9_=-]{60,}",
    ),
    (
        "doppler-token",
        &["dp."],
        r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}",
    ),
    (
        "postman-key",
        &["PMAK-"],
        r"\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}",
    ),
    (
        "sentry-token",
        &["sntry"],
        r"\bsntry[su]_[A-Za-z0-9+/=_]{40,}",
    ),
    ("figma-token", &["figd_"], r"\bfigd_[A-Za-z0-9_-]{40}"),
    (
        "cloudflare-key",
        &["v1.0-"],
        r"\bv1\.0-[0-9a-f]{24}-[0-9a-f]{146}",
    ),
    (
        "azure-key",
        &["accountkey="],
        r"(?i)AccountKey=(?P<s>[A-Za-z0-9+/]{86}==)",
    ),
    (
        "jwt",
        &["eyJ"],
        r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}",
    ),
    (
        "authorization",
        &["authorization"],
        r"(?i)\bauthorization\b[\x22']?\s*[:=]\s*[\x22']?(?:bearer|basic|token|apikey)\s+(?P<s>[A-Za-z0-9._~+/=-]{16,})",
    ),
    (
        "authorization",
        &["bearer"],
        r"(?i)\bbearer\s+(?P<s>[A-Za-z0-9._~+/-]{32,}=*)",
    ),
    (
        "header",
        &["-key", "-token"],
        r"(?i)\b(?:x-api-key|x-auth-token|private-token|x-access-token|api-key)\b[\x22']?\s*:\s*[\x22']?(?P<s>[A-Za-z0-9._~+/=-]{16,})",
    ),
    (
        "url-password",
        &["://"],
        r"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@\x22'<>`]{0,64}:(?P<s>[^\s/@\x22'<>`]{3,})@",
    ),
];

/// The expressions, each compiled when a text first holds what its matches hold: few are ever needed.
static COMPILED: [OnceLock<Option<Regex>>; SHAPES.len()] =
    [const { OnceLock::new() }; SHAPES.len()];

/// Published examples, which are no secrets.
const EXAMPLES: [&str; 3] = [
    "AKIAIOSFODNN7EXAMPLE",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
];

/// Every secret of a known format.
pub(super) fn scan(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    let folded = super::folded(text);
    for (format, compiled) in SHAPES.iter().zip(&COMPILED) {
        let (kind, _, shape) = format;
        if !may_match(format, text, &folded) {
            continue;
        }
        let Some(regex) = compiled.get_or_init(|| compile(shape)) else {
            continue;
        };
        for captures in regex.captures_iter(text) {
            if let Some(found) = judge(kind, &captures) {
                out.push(found);
            }
        }
    }
    out
}

fn may_match((_, holds, shape): &Format, text: &str, folded: &str) -> bool {
    let text = if shape.starts_with(ANY_CASE) {
        folded
    } else {
        text
    };
    holds.iter().any(|it| text.contains(it))
}

/// What the shapes begin with that do not tell capitals from small letters.
const ANY_CASE: &str = "(?i)";

fn compile(shape: &str) -> Option<Regex> {
    // ASCII word boundaries: the Unicode ones are slow on text that is not ASCII.
    Regex::new(&shape.replace(r"\b", r"(?-u:\b)")).ok()
}

fn judge(kind: &'static str, captures: &Captures<'_>) -> Option<Found> {
    let secret = captures.name("s").or_else(|| captures.get(0))?;
    let text = secret.as_str();
    if EXAMPLES.iter().any(|example| text.contains(example)) {
        return None;
    }
    let real = match kind {
        "private-key" => has_body(text),
        "url-password" | "header" | "authorization" => !is_placeholder(text),
        _ => !repeats(text),
    };
    real.then(|| Found {
        kind,
        range: secret.range(),
    })
}

/// A key block with something in it: forty base64 digits in one piece, or in pieces of at least sixteen.
fn has_body(block: &str) -> bool {
    let digits = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    let body = block.replace("\\n", "\n").replace("\\r", "\n");
    let long: usize = body
        .split(|c: char| !digits(c))
        .filter(|piece| piece.len() >= 16)
        .map(str::len)
        .sum();
    long >= 40 && !repeats(&body)
}

/// Few different characters: `xxxx…`, `0000…`. Nobody issues such a thing.
fn repeats(text: &str) -> bool {
    let tail: Vec<char> = text.chars().rev().take(16).collect();
    let mut different = tail.clone();
    different.sort_unstable();
    different.dedup();
    different.len() <= 4 && tail.len() >= 12
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_compiles() {
        for (kind, _, shape) in SHAPES {
            assert!(compile(shape).is_some(), "{kind}: {shape}");
        }
    }

    #[test]
    fn what_a_match_holds_is_taken_from_its_shape() {
        for (kind, holds, shape) in SHAPES {
            assert!(!holds.is_empty(), "{kind}: {shape}");
            let any_case = shape.starts_with(ANY_CASE);
            for it in *holds {
                assert!(!any_case || *it == it.to_lowercase(), "{kind}: {it}");
            }
        }
    }
}
