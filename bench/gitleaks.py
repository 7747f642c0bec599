#!/usr/bin/env python3
"""gitleaks.py GITLEAKS.toml > crates/gate/rules/gitleaks.jsonl

Turns the rule file of gitleaks into lines that the gate reads. Needed again only when that file changes. What it
leaves out and what it changes is said in crates/gate/rules/README.md.
"""
import json, re, sys, tomllib

# The words before a name say nothing, and cost a lot.
LEAD = ["[\\w.-]{0,50}?", "(?i:[\\w.-]{0,50}?"]
# What may follow: anything that can't be part of the value, not only a quote, a blank or a semicolon.
TAIL = "(?:[\\x60'\"\\s;]|\\\\[nr]|$)"
CONTEXT = "(?:[ \\t\\w.-]{0,20})[\\s'\"]{0,3}"
LEFT_OUT = {
    # our own rule knows more: a checksum, a structure, published examples
    "aws-access-token", "gcp-api-key", "github-app-token", "github-fine-grained-pat", "github-oauth", "github-pat",
    "github-refresh-token", "jwt", "jwt-base64", "private-key", "kubernetes-secret-yaml", "generic-api-key",
    "hashicorp-tf-password", "stripe-access-token", "nuget-config-password", "openai-api-key", "heroku-api-key",
    "curl-auth-header", "curl-auth-user", "slack-legacy-workspace-token",
    "gitlab-cicd-job-token", "gitlab-deploy-token", "gitlab-feature-flag-client-token", "gitlab-feed-token",
    "gitlab-incoming-mail-token", "gitlab-kubernetes-agent-token", "gitlab-oauth-app-secret", "gitlab-pat",
    "gitlab-pat-routable", "gitlab-ptt", "gitlab-rrt", "gitlab-runner-authentication-token",
    "gitlab-runner-authentication-token-routable", "gitlab-scim-token",
    # decided by name
    "pkcs12-file",
    # their key word or shape is too common
    "twilio-api-key", "vault-service-token", "octopus-deploy-api-key", "clickhouse-cloud-api-secret-key",
    "square-access-token", "facebook-access-token", "sourcegraph-access-token",
    # public by design
    "lob-pub-api-key", "mailgun-pub-key", "flutterwave-public-key",
}


def converted(rule):
    shape = rule["regex"]
    for lead in LEAD:
        for before in ("(?i)", "", "(?i:"):
            if shape.startswith(before + lead):
                shape = before + ("(?i:" if lead.startswith("(?i:") else "") + shape[len(before + lead):]
    out = {"id": rule["id"], "likely": CONTEXT in rule["regex"], "regex": shape.replace(TAIL, "(?:[^\\w-]|$)")}
    out["keywords"] = rule["keywords"]
    if "entropy" in rule:
        out["entropy"] = rule["entropy"]
    if "secretGroup" in rule:
        out["group"] = rule["secretGroup"]
    allow = [it for one in rule.get("allowlists", []) for it in one.get("regexes", [])]
    if allow:
        out["allow"] = allow
    return out


def main():
    with open(sys.argv[1], "rb") as file:
        rules = tomllib.load(file)["rules"]
    for rule in rules:
        public = rule["id"].endswith(("-client-id", "-access-id"))
        if rule["id"] not in LEFT_OUT and not public:
            print(json.dumps(converted(rule)))


main()
