"""opencode."""
import json, os
from probe import AGENTS, HERE, HOME, HOOKS, PROJECT, PROMPT, URL, write

env = {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_LSP_DOWNLOAD": "1"}
PRE = "tool.execute.before"
KEPT = ["plain", "denied-exit2", "denied-json", "denied-inner", "rewrite", "result", "result-failed", "result-crash", "stop-prompt", "stop-exit2", "context", "many", "mcp", "mcp-denied", "mcp-result",
        "fail-timeout", "fail-badjson", "fail-killed", "model-error", "every-tool", "tools-gpt", "workdir", "resume", "permission-ask"]
REFUSED = {"grep", "glob"}
CONFIG = {"autoupdate": False, "share": "disabled", "snapshot": False, "lsp": False, "formatter": False, "model": "mock/mock-model", "small_model": "mock/mock-model",
          "provider": {"mock": {"npm": "@ai-sdk/openai-compatible", "name": "mock", "options": {"baseURL": URL + "/v1", "apiKey": "dummy"},
                                "models": {name: {"name": name, "limit": {"context": 1000000, "output": 8192}} for name in ("mock-model", "gpt-5")}}}}
# Writes down what it sees of the host.
SPY = """import { appendFileSync } from "node:fs"
const say = (it) => appendFileSync("%s/spy.jsonl", JSON.stringify(it) + "\\n")
export const Spy = async (input) => {
  const it = { keys: Object.keys(input), execPath: process.execPath, argv: process.argv, versions: process.versions, env: Object.keys(process.env).filter((k) => /OPENCODE|AGENT/.test(k)).map((k) => k + "=" + process.env[k]) }
  say(it)
  return {
    event: async ({ event }) => { say({ type: event.type, ...(event.type === "session.created" ? { properties: event.properties } : {}) }) },
    "permission.ask": async (input, output) => { say({ hook: "permission.ask", input, output }) },
    "tool.definition": async (input, output) => { say({ hook: "tool.definition", input }) },
    "shell.env": async (input, output) => { say({ hook: "shell.env", input }) },
  }
}
""" % (HOME + "/.probe")


def version(agents):
    return json.load(open(agents + "/lib/node_modules/opencode-ai/package.json"))["version"]


def declared(body):
    return [{"name": it["function"]["name"], "arguments": it["function"]["parameters"]} for it in body["tools"]]


def call_id(event):
    return event.get("call_id")


def guess(request, tool, events):
    return None


def prepare(case):
    write(HOME + "/.config/opencode/opencode.json", {**CONFIG, **case.get("config", {})})
    folder = {"home": HOME + "/.config/opencode", "project": PROJECT + "/.opencode"}[case.get("where", "home")]
    if case.get("shim", True):
        text = case.get("text") or open(HERE + "/opencode.js").read()
        write("%s/%s/interlock.js" % (folder, case.get("plugins", "plugins")), text)
    write(HOME + "/.npmrc", "registry=%s/\nfetch-retries=0\n" % URL)  # it installs its plugin package, which takes over a minute to fail offline
    if case.get("spy", True):
        write(HOME + "/.config/opencode/plugins/spy.js", SPY)
    if os.path.exists(AGENTS + "/lib/node_modules/@openai/codex"):  # a ripgrep, which would be fetched
        for at, _, files in os.walk(AGENTS + "/lib/node_modules/@openai/codex"):
            if "rg" in files and not os.path.exists(HOME + "/bin/rg"):
                os.symlink(at + "/rg", HOME + "/bin/rg")


def commands(case):
    base = ["opencode", "run", "-m", case.get("model", "mock/mock-model"), *case.get("flags", [])]
    return [base + [PROMPT]] + [lambda session, prompt=prompt: base + ["-s", session, prompt] for prompt in case.get("more", [])]


def pre(**answer):
    return [{"event": "tool.execute.before", **answer}]


MARK = [{"op": "shell", "cmd": "touch mark && echo ran"}, {"op": "say", "text": "Done."}]
SECRET = [{"op": "shell", "cmd": "echo token=s3cr3t-made-up"}, {"op": "say", "text": "Done."}]


def cases():
    out = []
    add = lambda name, steps, **more: out.append(dict(name=name, steps=steps, keep=[".probe/spy.jsonl", ".local/share/opencode/log"], **more))
    add("plain", {"main": [
        {"op": "shell", "cmd": "echo hello"}, {"op": "read", "path": "notes.txt"}, {"op": "write", "path": "new.txt", "text": "alpha\nbeta\n"},
        {"op": "edit", "path": "new.txt", "old": "beta", "new": "gamma"}, {"op": "shell", "cmd": "ls /no/such/place"},
        {"op": "tool", "name": "grep", "args": {"pattern": "greet"}}, {"op": "tool", "name": "glob", "args": {"pattern": "**/*.py"}},
        {"op": "tool", "name": "todowrite", "args": {"todos": [{"content": "one", "status": "pending", "priority": "low"}]}},
        {"op": "tool", "name": "task", "args": {"description": "count", "prompt": "scenario:inner Count the files.", "subagent_type": "general"}},
        {"op": "say", "text": "All is done."}],
        "inner": [{"op": "shell", "cmd": "ls | wc -l"}, {"op": "say", "text": "There are three files."}]})
    by_config = lambda: write(HOME + "/gate/interlock.js", open(HERE + "/opencode.js").read())
    add("config-plugin", MARK, shim=False, spy=False, setup=by_config, config={"plugin": ["file://%s/gate/interlock.js" % HOME]}, plan=pre(exit=2, stderr="MARK-stderr"))
    deny = {"decision": "deny", "reason": "MARK-json it is not declared"}
    add("denied-exit2", MARK, plan=pre(exit=2, stderr="MARK-stderr it is not declared"))
    add("denied-json", MARK, plan=pre(stdout=deny))
    add("denied-inner", {"main": [{"op": "tool", "name": "task", "args": {"description": "count", "prompt": "scenario:inner Go.", "subagent_type": "general"}}, MARK[1]], "inner": MARK}, plan=[{"event": "tool.execute.before", "tool": "bash", "stdout": deny}])
    add("rewrite", MARK, plan=pre(stdout={"tool_input": {"command": "touch other && echo MARK-rewritten", "description": "x"}}))
    plain = lambda body: "export const Gate = async ({ client }) => (%s)\n" % body
    add("rewrite-replaced", MARK, text=plain('{"tool.execute.before": async (input, output) => { output.args = { command: "touch other && echo MARK-rewritten", description: "x" } }}'))
    post = lambda **answer: [{"event": "tool.execute.after", **answer}]
    add("result", SECRET, plan=post(stdout={"tool_response": "token=MARK-redacted"}))
    add("result-failed", [{"op": "shell", "cmd": "echo token=s3cr3t-made-up; exit 3"}, MARK[1]], plan=post(stdout={"tool_response": "token=MARK-redacted"}))
    add("result-read", [{"op": "read", "path": "notes.txt"}, MARK[1]], plan=post(stdout={"tool_response": "MARK-redacted"}))
    add("result-crash", SECRET, plan=post(exit=1))
    add("result-throw", SECRET, text=plain('{"tool.execute.after": async (input, output) => { throw new Error("MARK-thrown") }}'))
    back = [{"op": "say", "text": "First end."}, {"op": "shell", "cmd": "touch again"}, {"op": "say", "text": "Second end."}]
    once_more = {"event": "turn.end", "lacks": '"stop_hook_active":true'}
    add("stop-prompt", back, plan=[dict(once_more, stdout={"prompt": "MARK-stop go on"})], limit=40)
    add("stop-exit2", back, plan=[dict(once_more, exit=2, stderr="MARK-stop go on")], limit=40)
    add("stop-slow", back, plan=[dict(once_more, sleep=2, stdout={"prompt": "MARK-stop go on"})], limit=40)
    add("stop-forever", [{"op": "say", "text": "End."}] * 30, plan=[{"event": "turn.end", "stdout": {"prompt": "MARK-stop go on"}}], limit=20)
    once = """export const Gate = async ({ client }) => { let sent = false; return { event: async ({ event }) => {
      if (event.type === "session.idle" && !sent) { sent = true; %s } } } }
"""
    add("idle-async", back, text=once % 'await client.session.promptAsync({ path: { id: event.properties.sessionID }, body: { parts: [{ type: "text", text: "MARK-stop go on" }] } })', limit=40)
    add("idle-sync", back, text=once % 'await client.session.prompt({ path: { id: event.properties.sessionID }, body: { parts: [{ type: "text", text: "MARK-stop go on" }] } })', limit=40)
    add("context", MARK[1:], plan=[{"event": "chat.message", "stdout": {"context": "MARK-prompt-context"}}])
    add("context-system", MARK[1:], text=plain('{"experimental.chat.system.transform": async (input, output) => { output.system.push("MARK-system-context") }}'))
    add("messages-transform", SECRET, text=plain('{"experimental.chat.messages.transform": async (input, output) => { for (const m of output.messages) for (const p of m.parts) if (p.type === "tool" && p.state.output) p.state.output = "MARK-redacted" }}'))
    add("prompt-throw", MARK, text=plain('{"chat.message": async (input, output) => { throw new Error("MARK-no") }}'))
    add("model-error", [{"op": "error", "status": 400, "text": "the model refuses"}])
    for name, answer in [("exit1", {"exit": 1, "stderr": "boom"}), ("exit101", {"exit": 101, "stderr": "thread main panicked"}), ("killed", {"signal": 9}), ("badjson", {"stdout": "{\"decision\": "}),
                         ("text", {"stdout": "hello"}), ("exit2-silent", {"exit": 2}), ("wrongjson", {"stdout": {"decision": "refuse"}})]:
        add("fail-" + name, MARK, plan=pre(**answer))
    add("fail-timeout", MARK, plan=pre(sleep=8), env={"INTERLOCK_HOOK_LIMIT_MS": "2000"})
    add("fail-missing", MARK, env={"INTERLOCK_BIN": "/no/such/interlock"})
    add("load-syntax", MARK, text="export const Gate = async () => ({\n")
    add("load-throws", MARK, text='export const Gate = async () => { throw new Error("MARK-load") }\n')
    add("load-missing", MARK, shim=False, config={"plugin": ["file:///home/dev/no/such.js"]})
    add("project", MARK, where="project", plan=pre(exit=2, stderr="MARK-stderr"))
    add("plugin-folder", MARK, plugins="plugin", plan=pre(exit=2, stderr="MARK-stderr"))
    add("pure", MARK, flags=["--pure"], plan=pre(exit=2, stderr="MARK-stderr"))
    add("pure-env", MARK, env={"OPENCODE_PURE": "1"}, plan=pre(exit=2, stderr="MARK-stderr"))
    add("project-plugins-off", MARK, plan=pre(exit=2, stderr="MARK-stderr"), setup=lambda: write(PROJECT + "/opencode.json", {"plugin": []}))
    add("late-edit", [{"op": "shell", "cmd": "echo 'export const X = async () => ({})' > ~/.config/opencode/plugins/interlock.js; sleep 2"}, *MARK], plan=[{"event": "tool.execute.before", "has": "touch mark", "exit": 2, "stderr": "MARK-stderr"}])
    add("permission-ask", MARK, config={"permission": {"bash": "ask"}})
    add("permission-deny", MARK, config={"permission": {"bash": {"*": "allow", "touch *": "deny"}}})
    mcp = {"mcp": {"marks": {"type": "local", "command": ["python3", HOOKS + "/mcp.py"], "enabled": True}}}
    call = [{"op": "tool", "name": "marks_leave", "args": {"path": PROJECT + "/mark"}}, MARK[1]]
    add("mcp", call, config=mcp)
    add("mcp-denied", call, config=mcp, plan=pre(exit=2, stderr="MARK-stderr"))
    add("mcp-result", call, config=mcp, plan=post(stdout={"tool_response": "MARK-redacted"}))
    each = [("bash", {"command": "true", "description": "x"}), ("read", {"filePath": PROJECT + "/notes.txt"}), ("write", {"filePath": PROJECT + "/x", "content": "x"}),
            ("edit", {"filePath": PROJECT + "/notes.txt", "oldString": "one", "newString": "1"}), ("glob", {"pattern": "*"}), ("grep", {"pattern": "x"}), ("list", {"path": PROJECT}), ("webfetch", {"url": "https://example.com/", "format": "text"}),
            ("websearch", {"query": "x"}), ("todowrite", {"todos": []}), ("todoread", {}), ("task", {"description": "x", "prompt": "scenario:inner x", "subagent_type": "general"}), ("skill", {"name": "x"}), ("question", {"questions": []}), ("invalid", {"tool": "x", "error": "x"}), ("marks_leave", {"path": PROJECT + "/mark"})]
    add("every-tool", {"main": [{"op": "tool", "name": name, "args": args} for name, args in each] + [MARK[1]], "inner": MARK}, config=mcp, plan=pre(exit=2, stderr="MARK-no"))
    add("tools-gpt", [{"op": "write", "path": "new.txt", "text": "x\n"}, {"op": "tool", "name": "apply_patch", "args": {"patchText": "*** Begin Patch\n*** Add File: other.txt\n+x\n*** End Patch\n"}}, MARK[1]], model="mock/gpt-5")
    add("off", MARK, config={"tools": {"webfetch": False, "task": False}, "permission": {"skill": "deny", "todowrite": "deny"}})
    add("many", [{"op": "many", "steps": [{"op": "shell", "cmd": "touch a && echo A"}, {"op": "shell", "cmd": "touch b && echo B"}]}, MARK[1]], plan=[{"event": "tool.execute.before", "has": "touch b", "exit": 2, "stderr": "MARK-no b"}])
    add("workdir", [{"op": "tool", "name": "bash", "args": {"command": "pwd", "description": "x", "workdir": PROJECT + "/src"}}, MARK[1]])
    add("resume", [{"op": "shell", "cmd": "echo hello"}, {"op": "say", "text": "First."}, {"op": "shell", "cmd": "echo again"}, {"op": "say", "text": "Second."}], more=["Go on."])
    add("stream", [{"op": "shell", "cmd": "echo hello"}, {"op": "write", "path": "new.txt", "text": "alpha\n"}, {"op": "say", "text": "All is done."}], flags=["--format", "json"])
    add("stream-error", [{"op": "error", "status": 400, "text": "the model refuses"}], flags=["--format", "json"])
    add("stream-denied", MARK, plan=pre(exit=2, stderr="MARK-stderr"), flags=["--format", "json"])
    note = 'await client.session.prompt({ path: { id }, body: { noReply: true, parts: [{ type: "text", text: "MARK-stop go on" }] } })'
    add("finish-note", back, text="""export const Gate = async ({ client }) => { let sent = false; return { event: async ({ event }) => { const part = event.properties?.part
      if (event.type === "message.part.updated" && part.type === "step-finish" && part.reason === "stop" && !sent) { sent = true; const id = part.sessionID; %s } } } }
""" % note, limit=40)
    add("text-note", back, text="""export const Gate = async ({ client }) => { let sent = false; return { "experimental.text.complete": async (input, output) => {
      if (!sent) { sent = true; const id = input.sessionID; %s } } } }
""" % note, limit=40)
    add("version", MARK, text="""import { appendFileSync } from "node:fs"
export const Gate = async ({ client, serverUrl }) => { const say = (it) => appendFileSync("/home/dev/.probe/spy.jsonl", JSON.stringify(it) + "\\n"); return { "tool.execute.before": async (input) => {
  for (const [name, get] of Object.entries({ health: () => client.global.health(), session: () => client.session.get({ path: { id: input.sessionID } }), server: async () => String(serverUrl),
      fetch: async () => (await fetch(new URL("/global/health", serverUrl), { signal: AbortSignal.timeout(2000) })).text(), keys: async () => Object.keys(client), inner: async () => (await client._client.get({ url: "/global/health" })).data }))
    try { const it = await get(); say({ name, it: it?.data ?? it }) } catch (e) { say({ name, failed: String(e) }) } } } }
""")
    return out
