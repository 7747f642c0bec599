//! Well-known formats: a secret that says by its shape what it is.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::Found;
use super::generic::is_placeholder;

/// One format: what it is, and a regular expression whose group `s`, or whole match, is the secret.
struct Format {
    kind: &'static str,
    regex: Regex,
}

/// Kinds and their shapes. Lengths are the least that the issuer gives out; a longer one is taken whole.
const SHAPES: &[(&str, &str)] = &[
    (
        "private-key",
        r#"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\s*(?:Proc-Type|DEK-Info|Version|Comment):[^\n]*)*(?:[^-]*-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|(?:(?:\\r|\\n|[\s"'+,])*[A-Za-z0-9+/=]{16,})+)"#,
    ),
    ("age-key", r"AGE-SECRET-KEY-1[A-Z0-9]{58}"),
    ("aws-access-key", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b"),
    (
        "aws-secret-key",
        r#"(?i)aws_?[A-Za-z0-9_.-]{0,20}(?:secret|private)[A-Za-z0-9_.-]{0,24}["']?\s*[:=]\s*["']?(?P<s>[A-Za-z0-9/+]{40})\b"#,
    ),
    ("github-token", r"\bgh[pousr]_[A-Za-z0-9]{36,}"),
    ("github-token", r"\bgithub_pat_[A-Za-z0-9_]{22,}"),
    (
        "gitlab-token",
        r"\bgl(?:pat|dt|rt|ptt|cbt|ft|agent|soat|imt|oas|ffct)-[A-Za-z0-9_.-]{20,}",
    ),
    (
        "slack-token",
        r"\bxox[abeoprs](?:\.xox[abp])?-[A-Za-z0-9-]{10,}",
    ),
    ("slack-token", r"\bxapp-\d-[A-Za-z0-9-]{10,}"),
    (
        "slack-webhook",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<s>[A-Za-z0-9+/]{30,})",
    ),
    ("stripe-key", r"\b(?:sk|rk)_live_[A-Za-z0-9]{16,}"),
    ("stripe-webhook", r"\bwhsec_[A-Za-z0-9+/=]{24,}"),
    ("google-key", r"\bAIza[0-9A-Za-z_-]{35}"),
    ("google-token", r"\bya29\.[0-9A-Za-z_-]{20,}"),
    ("google-secret", r"\bGOCSPX-[0-9A-Za-z_-]{28}"),
    ("anthropic-key", r"\bsk-ant-[A-Za-z0-9_-]{20,}"),
    ("openrouter-key", r"\bsk-or-v1-[0-9a-f]{64}"),
    (
        "openai-key",
        r"\bsk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}",
    ),
    ("openai-key", r"\bsk-[A-Za-z0-9]{32,}\b"),
    ("npm-token", r"\bnpm_[A-Za-z0-9]{36}"),
    (
        "npm-token",
        r"(?i)_authToken\s*=\s*(?P<s>[A-Za-z0-9_./+=-]{16,})",
    ),
    ("pypi-token", r"\bpypi-AgE[A-Za-z0-9_-]{50,}"),
    ("crates-token", r"\bcio[A-Za-z0-9]{32}\b"),
    ("rubygems-token", r"\brubygems_[0-9a-f]{48}"),
    ("docker-token", r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{27,}"),
    ("huggingface-token", r"\bhf_[A-Za-z0-9]{30,}"),
    ("replicate-token", r"\br8_[A-Za-z0-9]{37}"),
    ("groq-key", r"\bgsk_[A-Za-z0-9]{40,}"),
    ("xai-key", r"\bxai-[A-Za-z0-9]{60,}"),
    (
        "sendgrid-key",
        r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    ),
    ("twilio-key", r"\b(?:SK|AC)[0-9a-f]{32}\b"),
    ("mailgun-key", r"\bkey-[0-9a-f]{32}\b"),
    ("mailchimp-key", r"\b[0-9a-f]{32}-us\d{1,2}\b"),
    ("digitalocean-token", r"\bdo[opr]_v1_[0-9a-f]{64}"),
    ("new-relic-key", r"\bNRAK-[A-Z0-9]{27}"),
    ("new-relic-key", r"\bNRII-[A-Za-z0-9_-]{32}"),
    ("grafana-token", r"\bglsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}"),
    ("grafana-token", r"\bglc_[A-Za-z0-9+/=]{32,}"),
    ("vault-token", r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}"),
    (
        "terraform-token",
        r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}",
    ),
    ("linear-key", r"\blin_api_[A-Za-z0-9]{40}"),
    ("notion-token", r"\bntn_[A-Za-z0-9]{40,}"),
    ("shopify-token", r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    (
        "square-token",
        r"\b(?:EAAA|sq0atp-|sq0csp-)[A-Za-z0-9_-]{22,}",
    ),
    ("telegram-token", r"\b\d{8,10}:AA[A-Za-z0-9_-]{33}"),
    (
        "discord-token",
        r"\b[MNO][A-Za-z0-9]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
    ),
    (
        "discord-webhook",
        r"discord(?:app)?\.com/api/webhooks/\d+/(?P<s>[A-Za-z0-9_-]{60,})",
    ),
    ("databricks-token", r"\bdapi[0-9a-f]{32}"),
    (
        "planetscale-token",
        r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,}",
    ),
    ("supabase-token", r"\bsbp_[0-9a-f]{40}"),
    ("atlassian-token", r"\bATATT3[A-Za-z0-9_=-]{60,}"),
    (
        "doppler-token",
        r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}",
    ),
    ("postman-key", r"\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    ("sentry-token", r"\bsntry[su]_[A-Za-z0-9+/=_]{40,}"),
    ("figma-token", r"\bfigd_[A-Za-z0-9_-]{40}"),
    ("cloudflare-key", r"\bv1\.0-[0-9a-f]{24}-[0-9a-f]{146}"),
    ("azure-key", r"(?i)AccountKey=(?P<s>[A-Za-z0-9+/]{86}==)"),
    (
        "jwt",
        r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}",
    ),
    (
        "authorization",
        r"(?i)\bauthorization\b[\x22']?\s*[:=]\s*[\x22']?(?:bearer|basic|token|apikey)\s+(?P<s>[A-Za-z0-9._~+/=-]{16,})",
    ),
    (
        "authorization",
        r"(?i)\bbearer\s+(?P<s>[A-Za-z0-9._~+/-]{32,}=*)",
    ),
    (
        "header",
        r"(?i)\b(?:x-api-key|x-auth-token|private-token|x-access-token|api-key)\b[\x22']?\s*:\s*[\x22']?(?P<s>[A-Za-z0-9._~+/=-]{16,})",
    ),
    (
        "url-password",
        r"\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@\x22'<>`]{0,64}:(?P<s>[^\s/@\x22'<>`]{3,})@",
    ),
];

static FORMATS: LazyLock<Vec<Format>> = LazyLock::new(|| {
    let compile = |(kind, shape): &(&'static str, &str)| {
        // ASCII word boundaries: the Unicode ones are slow on text that is not ASCII.
        let regex = Regex::new(&shape.replace(r"\b", r"(?-u:\b)")).ok()?;
        Some(Format { kind, regex })
    };
    SHAPES.iter().filter_map(compile).collect()
});

/// Published examples, which are no secrets.
const EXAMPLES: [&str; 3] = [
    "AKIAIOSFODNN7EXAMPLE",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
];

/// Every secret of a known format.
pub(super) fn scan(text: &str) -> Vec<Found> {
    let mut out = Vec::new();
    for format in FORMATS.iter() {
        for captures in format.regex.captures_iter(text) {
            if let Some(found) = judge(format.kind, &captures) {
                out.push(found);
            }
        }
    }
    out
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
        assert_eq!(FORMATS.len(), SHAPES.len());
    }
}
