"""pi."""
import glob, json
from probe import HERE, HOME, PROJECT, PROMPT, URL, write

env = {"PI_OFFLINE": "1", "PI_TELEMETRY": "0", "MOCK_KEY": "dummy"}
PRE = "tool_call"
KEPT = ["plain", "denied-exit2", "denied-json", "rewrite", "result", "result-failed", "result-crash", "stop-prompt", "stop-exit2", "context", "many", "fail-timeout", "fail-badjson", "fail-killed",
        "model-error", "resume", "every-tool"]
MODELS = {"providers": {"mock": {"baseUrl": URL + "/v1", "api": "openai-completions", "apiKey": "MOCK_KEY", "models": [{"id": "mock-model", "name": "mock-model", "reasoning": False, "input": ["text"],
    "contextWindow": 1000000, "maxTokens": 8192, "cost": {"input": 1, "output": 2, "cacheRead": 0, "cacheWrite": 0}}]}}}


def version(agents):
    return json.load(open(glob.glob(agents + "/lib/node_modules/@*/pi-coding-agent/package.json")[0]))["version"]


def declared(body):
    return [{"name": it["function"]["name"], "arguments": it["function"]["parameters"]} for it in body["tools"]]


def call_id(event):
    return event.get("call_id")


def guess(request, tool, events):
    return None


def prepare(case):
    write(HOME + "/.pi/agent/models.json", MODELS)
    folder = {"home": HOME + "/.pi/agent/extensions", "project": PROJECT + "/.pi/extensions"}[case.get("where", "home")]
    if case.get("shim", True):
        write(folder + "/interlock.ts", case.get("text") or open(HERE + "/pi.ts").read())


def commands(case):
    base = ["pi", "-p", "--provider", "mock", "--model", "mock-model", *case.get("flags", [])]
    return [base + [PROMPT]] + [lambda session, prompt=prompt: base + ["--session", session, prompt] for prompt in case.get("more", [])]


def pre(**answer):
    return [{"event": "tool_call", **answer}]


MARK = [{"op": "shell", "cmd": "touch mark && echo ran"}, {"op": "say", "text": "Done."}]
SECRET = [{"op": "shell", "cmd": "echo token=s3cr3t-made-up"}, {"op": "say", "text": "Done."}]


def cases():
    out = []
    add = lambda name, steps, **more: out.append(dict(name=name, steps=steps, **more))
    add("plain", [{"op": "shell", "cmd": "echo hello"}, {"op": "read", "path": "notes.txt"}, {"op": "write", "path": "new.txt", "text": "alpha\nbeta\n"},
        {"op": "edit", "path": "new.txt", "old": "beta", "new": "gamma"}, {"op": "shell", "cmd": "ls /no/such/place"}, {"op": "read", "path": "no/such/file"}, {"op": "say", "text": "All is done."}])
    deny = {"decision": "deny", "reason": "MARK-json it is not declared"}
    add("denied-exit2", MARK, plan=pre(exit=2, stderr="MARK-stderr it is not declared"))
    add("denied-json", MARK, plan=pre(stdout=deny))
    add("rewrite", MARK, plan=pre(stdout={"tool_input": {"command": "touch other && echo MARK-rewritten"}}))
    gate = lambda body: "export default function (pi: any) { %s }\n" % body
    add("throws", MARK, text=gate('pi.on("tool_call", () => { throw new Error("MARK-thrown") })'))
    add("result-throws", SECRET, text=gate('pi.on("tool_result", () => { throw new Error("MARK-thrown") })'))
    add("rewrite-returned", MARK, text=gate('pi.on("tool_call", (e: any) => ({ input: { command: "touch other" } }))'))
    post = lambda **answer: [{"event": "tool_result", **answer}]
    add("result", SECRET, plan=post(stdout={"tool_response": "token=MARK-redacted"}))
    add("result-failed", [{"op": "shell", "cmd": "echo token=s3cr3t-made-up; exit 3"}, MARK[1]], plan=post(stdout={"tool_response": "token=MARK-redacted"}))
    add("result-read", [{"op": "read", "path": "notes.txt"}, MARK[1]], plan=post(stdout={"tool_response": "MARK-redacted"}))
    add("result-crash", SECRET, plan=post(exit=1))
    back = [{"op": "say", "text": "First end."}, {"op": "shell", "cmd": "touch again"}, {"op": "say", "text": "Second end."}]
    once = {"event": "turn_end", "lacks": '"stop_hook_active":true'}
    add("stop-prompt", back, plan=[dict(once, stdout={"prompt": "MARK-stop go on"})], limit=40)
    add("stop-exit2", back, plan=[dict(once, exit=2, stderr="MARK-stop go on")], limit=40)
    add("stop-slow", back, plan=[dict(once, sleep=2, stdout={"prompt": "MARK-stop go on"})], limit=40)
    add("stop-forever", [{"op": "say", "text": "End."}] * 30, plan=[{"event": "turn_end", "stdout": {"prompt": "MARK-stop go on"}}], limit=15)
    add("stop-now", back, text=gate('let n = 0; pi.on("agent_end", () => { if (n++ === 0) pi.sendUserMessage("MARK-stop go on") })'), limit=40)
    add("stop-turn", back, text=gate('let n = 0; pi.on("turn_end", () => { if (n++ === 0) pi.sendUserMessage("MARK-stop go on", { deliverAs: "followUp" }) })'), limit=40)
    add("stop-turn-steer", back, text=gate('let n = 0; pi.on("turn_end", () => { if (n++ === 0) pi.sendUserMessage("MARK-stop go on", { deliverAs: "steer" }) })'), limit=40)
    add("context", MARK[1:], plan=[{"event": "before_agent_start", "stdout": {"context": "MARK-prompt-context"}}])
    add("context-system", MARK[1:], text=gate('pi.on("before_agent_start", (e: any) => ({ systemPrompt: e.systemPrompt + "\\nMARK-system-context" }))'))
    add("model-error", [{"op": "error", "status": 400, "text": "the model refuses"}])
    for name, answer in [("exit1", {"exit": 1, "stderr": "boom"}), ("exit101", {"exit": 101, "stderr": "thread main panicked"}), ("killed", {"signal": 9}), ("badjson", {"stdout": "{\"decision\": "}),
                         ("text", {"stdout": "hello"}), ("exit2-silent", {"exit": 2}), ("wrongjson", {"stdout": {"decision": "refuse"}})]:
        add("fail-" + name, MARK, plan=pre(**answer))
    add("fail-timeout", MARK, plan=pre(sleep=8), env={"INTERLOCK_HOOK_LIMIT_MS": "2000"})
    add("fail-missing", MARK, env={"INTERLOCK_BIN": "/no/such/interlock"})
    add("load-syntax", MARK, text="export default function (pi) {\n")
    add("load-throws", MARK, text='export default function (pi: any) { throw new Error("MARK-load") }\n')
    add("load-import", MARK, text='import { nothing } from "@no/such"\nexport default function (pi: any) { nothing() }\n')
    add("flag", MARK, shim=False, setup=lambda: write(HOME + "/gate/interlock.ts", open(HERE + "/pi.ts").read()), flags=["-e", HOME + "/gate/interlock.ts"], plan=pre(exit=2, stderr="MARK-stderr"))
    add("flag-missing", MARK, shim=False, flags=["-e", "/home/dev/no/such.ts"])
    add("flag-syntax", MARK, shim=False, setup=lambda: write(HOME + "/gate/interlock.ts", "export default function (pi) {\n"), flags=["-e", HOME + "/gate/interlock.ts"])
    add("flag-only", MARK, shim=False, setup=lambda: write(HOME + "/gate/interlock.ts", open(HERE + "/pi.ts").read()), flags=["-ne", "-e", HOME + "/gate/interlock.ts"], plan=pre(exit=2, stderr="MARK-stderr"))
    add("project", MARK, where="project", plan=pre(exit=2, stderr="MARK-stderr"))
    add("off", MARK, flags=["-ne"], plan=pre(exit=2, stderr="MARK-stderr"))
    add("project-off", MARK, plan=pre(exit=2, stderr="MARK-stderr"), setup=lambda: write(PROJECT + "/.pi/settings.json", {"extensions": ["-interlock.ts", "!interlock.ts", "!**/interlock.ts"], "packages": []}))
    add("late-edit", [{"op": "shell", "cmd": "echo 'export default function () {}' > ~/.pi/agent/extensions/interlock.ts; sleep 1"}, *MARK], plan=[{"event": "tool_call", "has": "touch mark", "exit": 2, "stderr": "MARK-stderr"}])
    each = [("bash", {"command": "true"}), ("read", {"path": "notes.txt"}), ("write", {"path": "x", "content": "x"}), ("edit", {"path": "notes.txt", "edits": [{"oldText": "one", "newText": "1"}]}),
            ("grep", {"pattern": "x"}), ("find", {"pattern": "*"}), ("ls", {"path": "."})]
    add("every-tool", [{"op": "tool", "name": name, "args": args} for name, args in each] + [MARK[1]], flags=["--tools", "bash,read,write,edit,grep,find,ls"], plan=pre(exit=2, stderr="MARK-no"))
    add("tool-of-extension", [{"op": "tool", "name": "extra", "args": {"path": PROJECT + "/mark"}}, MARK[1]], plan=pre(exit=2, stderr="MARK-no"), setup=lambda: write(HOME + "/.pi/agent/extensions/extra.ts",
        'import { writeFileSync } from "node:fs"\nexport default function (pi: any) { pi.registerTool({ name: "extra", label: "extra", description: "x", parameters: { type: "object", properties: { path: { type: "string" } } },\n'
        '  async execute(id: any, args: any) { writeFileSync(args.path, "x"); return { content: [{ type: "text", text: "made" }], details: {} } } }) }\n'))
    add("many", [{"op": "many", "steps": [{"op": "shell", "cmd": "touch a && echo A"}, {"op": "shell", "cmd": "touch b && echo B"}]}, MARK[1]], plan=[{"event": "tool_call", "has": "touch b", "exit": 2, "stderr": "MARK-no b"}])
    add("resume", [{"op": "shell", "cmd": "echo hello"}, {"op": "say", "text": "First."}, {"op": "shell", "cmd": "echo again"}, {"op": "say", "text": "Second."}], more=["Go on."])
    add("version", MARK, text='import { appendFileSync } from "node:fs"\nexport default async function (pi: any) { const say = (it: any) => appendFileSync("/home/dev/.probe/spy.jsonl", JSON.stringify(it) + "\\n"); say({ argv: process.argv, env: Object.keys(process.env).filter((k) => /^PI/.test(k)) });\n'
        '  for (const name of ["@mariozechner/pi-coding-agent", "@earendil-works/pi-coding-agent"]) try { say({ name, version: (await import(name)).VERSION }) } catch (e) { say({ name, failed: String(e) }) } }\n', keep=[".probe/spy.jsonl"])
    add("stream", [{"op": "shell", "cmd": "echo hello"}, {"op": "write", "path": "new.txt", "text": "alpha\n"}, {"op": "say", "text": "All is done."}], flags=["--mode", "json"])
    add("stream-error", [{"op": "error", "status": 400, "text": "the model refuses"}], flags=["--mode", "json"])
    add("stream-denied", MARK, plan=pre(exit=2, stderr="MARK-stderr"), flags=["--mode", "json"])
    return out
