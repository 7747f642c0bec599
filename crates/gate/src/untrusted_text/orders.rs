//! What reads like an order to the agent, or like leave given to it. Noticed and recorded; it changes nothing.
//!
//! Each shape is about whom a text speaks to and what it wants done, not about single words: documentation says “run the
//! following command” all day long, so a command must also be one that harms before it is noticed.

use std::sync::LazyLock;

use regex::bytes::{Regex, RegexBuilder};

use super::folded::Folded;
use super::{Channel, Kind, Noticed, words};

/// How often one kind is noticed in one text.
const EACH_MAX: usize = 4;

/// Abbreviations in the shapes below.
const PARTS: &[(&str, &str)] = &[
    // Some words of the same sentence.
    ("~GAP~", r"[ -~&&[^.!?]]{0,60}?"),
    // Some words, which may hold dots, as paths and addresses do.
    ("~NEAR~", r"[ -~]{0,60}?"),
    ("~FEW~", r"(?:[\w'-]{1,16} ){0,5}?"),
    (
        "~AGENT~",
        r"(?:ais?|a\.i\.|(?:ai |llm |coding |software |autonomous |code |review )?(?:agents?|assistants?|bots?|reviewers?)|llms?|language models?|claude(?: code)?|chatgpt|gpt-?\d?|copilot|codex|gemini|cursor|devin)",
    ),
    (
        "~WHO~",
        r"(?:repo(?:sitory)?|project|code)? ?(?:owner|maintainer|admin(?:istrator)?|user|human|operator|security team|supervisor|manager|lead|developer|orchestrator|harness|reviewer)s?",
    ),
    (
        "~DO~",
        r"(?:run|execute|call|invoke|delete|remove|send|email|upload|post|push|merge|disable|skip|install|download|fetch|open|write|read|print|add|commit|approve|accept|mark|report|ignore|follow|stop|use|include|reply|respond|answer|output|paste|append|overwrite|change|set|grant|deploy|publish)",
    ),
    // Programs that harm with these words.
    (
        "~HARM~",
        r#"(?:(?:curl|wget|iwr|irm)\b[^\n]{0,120}?\| ?(?:sudo )?(?:ba|z|da)?sh\b|(?:ba|z)?sh <\(|(?:ba)?sh -c [^\n]{0,20}?(?:curl|wget)|sudo (?:-\w+ )?(?:ch(?:own|mod)|rm|(?:ba)?sh|su|dd|tee|mv|env|visudo|npm)\b|rm -\w*[rf]\w*\b|ch(?:own|mod) -r\b|chmod (?:0?777|a\+rwx)|git push [^\n]{0,40}?(?:--force|-f\b|\+\w)|git reset --hard|git (?:commit|push) [^\n]{0,40}?--no-verify|--no-verify\b|--unsafe-perm|--admin\b|--dangerously-|printenv\b|(?:^|\W)env ?[|>]|eval [^\n]{0,4}?\$\(|base64 (?:-d|--decode)[^\n]{0,40}?\| ?(?:ba|z)?sh|nc -\w*[el]|/dev/tcp/|mkfs|dd if=|drop (?:table|database)|terraform destroy|gh (?:pr merge|secret|auth token)|crontab|\.ssh/authorized_keys)"#,
    ),
    (
        "~SECRET~",
        r"(?:(?:api|access|private|ssh|signing|deploy|secret|encryption) ?keys?|secrets?\b|credentials?|passwords?|(?:access|api|auth|bearer|github|gitea|npm|session|ci|deploy|publish) ?tokens?|env(?:ironment)?(?: variables?| vars?)|(?:ci|pipeline|secret) variables?|\.env\b|\.netrc|\.npmrc|id_rsa|id_ed25519|\.ssh/|\.aws/|~/\.\w+|/etc/(?:passwd|shadow))",
    ),
];

/// Each kind and its shape, over sentences in small plain letters.
const SHAPES: &[(&str, &str)] = &[
    (
        "overrides",
        r"\b(?:ignore|disregard|forget|override|overrule|do not follow|don't follow|discard|stop following|pay no attention to)\b ~FEW~(?:all|any|every|each|your|previous|prior|earlier|above|preceding|these|those|other|existing|system|initial|original|my|the) ~FEW~(?:instructions?|rules|guidelines|prompts?|directions?|directives?|orders|restrictions|constraints|guardrails|policies|polic(?:y|ies)|context) ?(?:you (?:were|have been|are|got)|(?:that )?(?:were|was) given|above|before|so far|until now|from (?:your|the)|and\b|,|\.|!|;|:|$|\n|-)",
    ),
    (
        "overrides",
        r"\b(?:ignore|disregard|forget) (?:(?:all|everything|anything|whatever) (?:of )?(?:the |your |that |was |came |is |written |said )*(?:above|previous(?:ly)?|prior|earlier|preceding|before|you (?:were|have been|know))\b|(?:the |your )?(?:above|previous|prior|earlier|preceding) ?(?:and\b|[.!,;:\n]|$))",
    ),
    (
        "overrides",
        r"\b(?:new|updated|real|actual|revised|changed|higher-priority|overriding) (?:system )?(?:instructions?|orders|directives?|system prompt|task|objective)(?: for (?:you|the ~AGENT~))? ?(?::|follow|from|supersede|override)",
    ),
    (
        "overrides",
        r"\byour (?:only |new |real |actual |true |sole |next )+(?:job|task|goal|mission|objective|instructions?|priority)\b",
    ),
    (
        "overrides",
        r"\b(?:you are|act|behave|pretend)(?: now| to be)? (?:as )?(?:in )?(?:dan\b|(?:developer|debug|admin|god|maintenance|unrestricted|root|sudo) mode|an? unrestricted|jailbroken|no longer (?:bound|restricted|an?\b))",
    ),
    (
        "overrides",
        r"\b(?:ignoriere|missachte|vergiss) ~FEW~(?:anweisungen|regeln|vorgaben|befehle)|\b(?:ignore[zr]?|oublie[zr]?) ~FEW~(?:instructions|consignes|regles)\b|\b(?:ignora|olvida|ignore|desconsidere|esqueca) ~FEW~(?:instrucciones|instrucoes|istruzioni|reglas|regras)",
    ),
    (
        "overrides",
        r"(?:игнорируй|забудь|отмени)[^.\n]{0,40}?(?:инструкци|указани|правил)|(?:忽略|无视|忘记)[^。\n]{0,12}?(?:指令|指示|说明|规则|提示)|(?:以前|これまで|上記|前)の?[^。\n]{0,8}?(?:指示|命令)[^。\n]{0,4}?(?:無視|忘れ)|(?:이전|위의)[^.\n]{0,10}?(?:지시|명령)[^.\n]{0,6}?무시",
    ),
    (
        "addresses-agent",
        r"\b(?:dear|attention|attn|hey|hello|hi|notes? (?:to|for)|messages? (?:to|for)|instructions? (?:to|for)|hint for|todo for|important for|reminder (?:to|for)) (?:the |all |any |every |an? |my |fellow )*~AGENT~ ?(?:[:,.!-]|reading|who|that|which|working|processing|to |must|should|please|$|\n)",
    ),
    (
        "addresses-agent",
        r"\b(?:as|if you are|if you're|since you are|you are|you're) (?:an? |the )(?:helpful )?(?:ai|llm|language model|~AGENT~)\b ?(?:,|:|you|reading|and|that|who|must|please|with|\.|$|\n)",
    ),
    (
        "addresses-agent",
        r#"(?:^|[\n"'({\[,;|.]) ?(?:ai|agent|assistant|bot|claude|copilot|codex|gemini|llm|chatgpt) ?[:,] ?(?:please |now |you (?:must |should )?|always |first |also |kindly |immediately )*~DO~\b"#,
    ),
    (
        "addresses-agent",
        r"\b(?:the |all |any |every )(?:reader|~AGENT~|model|executor)(?: reading this| processing this| working on this)? (?:must|should|shall|has to|have to|needs? to|is (?:required|instructed|asked|expected|allowed|ordered) to|are (?:required|instructed|asked|expected|allowed|ordered) to)(?: now| first| also| always| immediately| then)? ~DO~\b",
    ),
    (
        "addresses-agent",
        r"\b(?:ai|llm) (?:agents?|assistants?|reviewers?|tools?|models?)(?: reading this)? (?:must|should|shall|need to|have to|are required|are instructed|please)\b",
    ),
    (
        "runs-command",
        r"\b(?:run|execute|type|paste|enter|invoke|use|try|start|issue|call|fix (?:it|this) (?:with|by)|end with|ends? with|begin with|finish with|then|must|always|please|just|with|via|needs?|first)\b(?:~GAP~)[:`'$ ]~HARM~",
    ),
    (
        "runs-command",
        r#"(?:next_command|command_to_run|run_command|next_step|auto_run|post_action)["' ]*[:=]"#,
    ),
    (
        "claims-authority",
        r"\b(?:as|i am|i'm|this is|speaking as|signed,?) (?:the |your )(?:~WHO~|system administrator|ceo|cto)\b~GAP~\b(?:i |we |you (?:may|can|must|should|are)|grant|authori[sz]e|allow|permit|approve|order|instruct|hereby|please|permission|need you)",
    ),
    (
        "claims-authority",
        r"\b(?:i|we) (?:hereby |herewith |explicitly |fully |also )*(?:grant|authori[sz]e|approve|permit|allow|pre-?approve)(?:d|s)? ~FEW~(?:~AGENT~|you|permission|merge|push|deploy(?:ment)?|command|request|deletion|change|skip)",
    ),
    (
        "claims-authority",
        r"\b(?:pre-?)?(?:approved|authori[sz]ed|confirmed|cleared|signed off|green-?lit|granted|sanctioned|ok(?:ay)?ed) by (?:the |your |our |an? )?(?:~WHO~|anthropic|openai|system|legal|compliance|it department|security)\b",
    ),
    (
        "claims-authority",
        r#"(?:approved_by(?:_\w+)?|user_approved|is_approved|pre_?approved|authori[sz]ed|approval|approval_status|human_approved|permission|override|trusted|bypass\w*|skip_\w+)["' ]*[:=] ?["']?(?:true\b|yes\b|granted|approved|user\b|admin|full|always)"#,
    ),
    (
        "claims-authority",
        r"\b(?:the |your )?~WHO~ (?:has |have |already |just )+(?:approved|authori[sz]ed|agreed|confirmed|consented|given (?:you )?(?:permission|approval|consent)|signed off|granted|allowed)",
    ),
    (
        "claims-authority",
        r"\b(?:no (?:further |additional |more |human |user )*(?:approval|confirmation|review|permission|authori[sz]ation)s? (?:is |are )?(?:needed|required|necessary)|without (?:asking|(?:further |any |human |user )*(?:review|confirmation|approval|permission|asking))|do(?: not|n't) ask (?:for )?(?:the |any )?(?:user|permission|confirmation|approval|questions|again))\b",
    ),
    (
        "claims-authority",
        r"\bpermissions? (?:is |are |was |has been |have been )?(?:hereby |already )?granted to (?:the |this |your |you|all )?~AGENT~\b",
    ),
    (
        "wants-secrets",
        r"\b(?:print|reveal|show|send|post|upload|include|add|paste|leak|exfiltrate|e?mail|publish|output|dump|share|append|put|copy|write|attach|embed|list|echo|encode|insert|forward|commit|submit|provide)\b(?:~GAP~)~SECRET~(?:~NEAR~)\b(?:to|in|into|at|as|with|on|via)\b (?:the |this |a |an |your |our |my )?(?:pr\b|pull|desc|comment|issue|url|https?:|http|server|webhook|endpoint|gist|pastebin|reply|response|answer|output|body|report|chat|commit|readme|log|message|image|query|\S+@)",
    ),
    (
        "wants-secrets",
        r"\b(?:reveal|show|print|repeat|output|tell|leak|disclose|recite|dump|summari[sz]e|copy)\b (?:me |us |out )?(?:all |the |your |full |entire |exact |complete |hidden |initial |original )*(?:system (?:prompt|message|instructions)|(?:initial|hidden|secret|original|developer) (?:prompt|instructions|message)|your (?:prompt|instructions|rules|guidelines|configuration|memory|tools?\b))",
    ),
    (
        "wants-secrets",
        r"\b(?:read|cat|open|get|collect|gather|find|fetch|load|copy|locate|harvest|scan for)\b(?:~GAP~)(?:~SECRET~)(?:~NEAR~)\b(?:and|then)\b(?:~NEAR~)\b(?:send|post|upload|include|add|paste|e?mail|publish|output|share|append|put|write|commit|encode|submit|forward|attach)\b",
    ),
    (
        "sends-data",
        r"\b(?:e?mail|send|upload|post|forward|transmit|submit|copy|push|exfiltrate|share|mirror|sync)\b (?:~FEW~)(?:files?|data|contents?|output|diff|source(?: code)?|code|logs?|results?|everything|history|database|repo(?:sitory)?|env(?:ironment)?|conversation|context|it|them|this|these|those|dump|archive|key|tokens?) (?:~NEAR~)\b(?:to|at|via|with)\b (?:~NEAR~)(?:https?:|[\w.+-]+@[\w-]+\.\w|\w+\.example\b|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d)",
    ),
    (
        "sends-data",
        r#"[=+@-] ?(?:hyperlink|webservice|importxml|importdata|importhtml|importfeed|importrange|image|filterxml) ?\(|[=+@-] ?(?:cmd|powershell|mshta|rundll32) ?\||\bdde ?\("#,
    ),
    (
        "weakens-checks",
        r"\b(?:disable|turn off|switch off|bypass|circumvent|deactivate|silence|remove|delete|skip|avoid|suppress|neutrali[sz]e|work around|evade)\b (?:~FEW~)(?:sandbox(?:ing)?|gates?|approvals?|safety|guardrails?|(?:security|permission|safety|verification|integrity|approval|quality) (?:policy|policies|tests?|checks?|scans?|scanner|prompts?|rules|gates?|filters?|measures|reviews?|steps?)|verification|(?:pre-commit|commit|git|security|pre-push) hooks?|branch protection|audit log(?:s|ging)?|failing tests?|secret scan\w*|tests/security)\b",
    ),
    (
        "weakens-checks",
        r"\b(?:mark|set|report|declare|record|consider|treat|claim|flag|label|count)(?:ed|s)? (?:~FEW~)(?:as |status |to )*(?:(?:passed|passing|verified|approved|green|reviewed)\b ?(?:[.,;\n]|$)|(?:passed|passing|verified|approved|green|successful|success|done|completed?|resolved|safe|reviewed)\b ?(?:without|even|regardless|anyway|no matter|immediately|in the (?:ledger|report)|despite))",
    ),
    (
        "weakens-checks",
        r"\b(?:therefore|hence|thus|so it is|considered) (?:verified|approved|passed|safe to merge|done)\b|\brunning 0 tests\b~NEAR~\b(?:verified|passed|ok|green)\b|\b(?:skip|without running|no need to run|do(?: not|n't) run|omit) (?:the |any |all |full )*(?:verification|verify|test suite|gates|checks and)\b",
    ),
    (
        "conceals",
        r"\b(?:do(?: not|n't)|never|avoid|without|refrain from)(?: ever)? (?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|reveal(?:ing)?|report(?:ing)?|disclos(?:e|ing)|show(?:ing)?|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?|log(?:ging)?) (?:this |it |that |any of this |these |about )*(?:in |to |from )?(?:the |your |any |a )?(?:user|human|operator|developer|anyone|anybody|maintainer|reviewer|owner|summary|(?:step|instruction)s?\b|report|log|instructions? to)",
    ),
    (
        "conceals",
        r"\b(?:silently|secretly|quietly|covertly|in the background|without (?:the user|anyone|them) (?:knowing|noticing|seeing)) (?:run|execute|send|upload|post|push|add|delete|commit|install|download|e?mail|append|merge|approve)\b|\b(?:hide|conceal|keep) (?:this|it|these|that)(?: \w+){0,3} (?:from (?:the |your |any |all )(?:user|human|operator|developer|maintainer|reviewer|owner)s?|secret|hidden|between us)\b",
    ),
    (
        "persists",
        r"\b(?:from now on|in (?:all )?future (?:sessions?|tasks?|runs?|conversations?)|for (?:all|every) (?:future|subsequent|following) (?:sessions?|tasks?|requests?|runs?)|in every (?:session|task|run))\b ?,? ?(?:~GAP~)\b(?:you|always|never|~DO~)\b",
    ),
    (
        "persists",
        r"\b(?:add|save|store|write|append|remember|put|copy|record|insert|persist|update)\b(?:~GAP~)\b(?:to|in|into)\b (?:~GAP~)(?:your (?:long-term |persistent )?memory|memory\.md|agents\.md|claude\.md|gemini\.md|copilot-instructions|\.cursor(?:rules|/rules)|\.windsurfrules|your (?:settings|configuration|instructions|rules|system prompt))",
    ),
    (
        "persists",
        r"\b(?:remember|memori[sz]e)\b (?:~FEW~)(?:for (?:later|next time|the future|future)|permanently|forever|that (?:the user|all|every|you (?:may|can|are allowed|must|should)))\b",
    ),
    (
        "runs-encoded",
        r#"\b(?:decode|base64|rot13|hex|unescape|decrypt|deobfuscate|b64)\b(?:~NEAR~)\b(?:and|then|to)\b (?:~GAP~)\b(?:run|execute|eval|follow|obey|do|perform|apply|pipe|carry out|act)\b|\b(?:run|execute|eval|follow|obey|perform|carry out)\b (?:~FEW~)(?:decoded|encoded|base64|hidden|rot13|encrypted)\b|eval ?\( ?(?:atob|base64|codecs|bytes\.fromhex|unescape|buffer\.from)|base64 (?:-d|--decode|-D)[^\n]{0,40}?\| ?(?:ba|z)?sh\b|frombase64string\("#,
    ),
    (
        "carries-data",
        r#"https?://[^\s"'<>)\]]{1,200}?[?&#][^\s"'<>)\]]{0,80}?(?:\$\(|\$\{|\{\{|\$[a-z_]{2}|`|%24%28|<(?:data|token|secret|key|contents?|summary|payload|your|insert|env|output)|\[(?:data|token|secret|key|contents?|summary|payload|insert|env|output)|\{(?:data|token|secret|key|contents?|summary|payload|env|output|code|file)\})"#,
    ),
    (
        "carries-data",
        r#"!\[[^\]\n]{0,200}\] ?\(https?://[^\s)]{1,200}?[?&](?:d|data|q|secret|token|key|env|leak|exfil|content|payload|c|info|p|x|s)=(?:[a-z0-9+/_-]{24,}|\{|\$|<|\[|%7b)"#,
    ),
];

static COMPILED: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    SHAPES
        .iter()
        .filter_map(|(id, shape)| Some((*id, compile(shape)?)))
        .collect()
});

fn compile(shape: &str) -> Option<Regex> {
    let mut whole = shape.to_owned();
    // Twice: an abbreviation may stand in another.
    for _ in 0..2 {
        for (short, long) in PARTS {
            whole = whole.replace(short, long);
        }
    }
    // Word boundaries by ASCII keep the fast engine, and letters are folded to ASCII anyway.
    let whole = whole
        .replace(r"\b", r"(?-u:\b)")
        .replace(r"\w", "[0-9a-z_]");
    bytewise(&super::folded::pattern(&whole))
}

/// An expression over bytes where its own letters are ASCII. Any character but a few, some dozens of times, is an automaton of
/// thousands of states over characters, and of a few over bytes.
pub(super) fn bytewise(shape: &str) -> Option<Regex> {
    let unicode = !shape.is_ascii();
    RegexBuilder::new(shape).unicode(unicode).build().ok()
}

/// Compiles all shapes, which the first text would otherwise wait for.
pub(super) fn compile_ahead() {
    LazyLock::force(&COMPILED);
}

/// Every order that a text holds, a few of each kind.
pub(super) fn find(view: &Folded, channel: Channel) -> Vec<Noticed> {
    let mut out: Vec<Noticed> = Vec::new();
    for (id, shape) in COMPILED.iter() {
        for found in shape.find_iter(view.text.as_bytes()).take(EACH_MAX) {
            let span = view.origin(&found.range());
            let known = out.iter().filter(|it| it.id == *id);
            let (again, overlaps) = known.fold((0_usize, false), |(count, over), it| {
                let apart = it.span.end <= span.start || span.end <= it.span.start;
                (count.saturating_add(1), over || !apart)
            });
            if again < EACH_MAX && !overlaps {
                out.push(Noticed {
                    id,
                    kind: Kind::Order,
                    span,
                    channel,
                    words: words(view.text.get(found.range()).unwrap_or_default()),
                });
            }
        }
    }
    out
}

/// Whether a text names a program that harms, as a command would.
pub(super) fn harms(text: &str) -> bool {
    static HARMS: LazyLock<Option<Regex>> = LazyLock::new(|| compile("~HARM~"));
    let view = Folded::of_sentences(text);
    HARMS.iter().any(|it| it.is_match(view.text.as_bytes()))
}
