"""Codex CLI."""
import hashlib, json, re, subprocess
from probe import HOME, HOOKS, PROJECT, PROMPT, URL, environment, write

EVENTS = "SessionStart SessionEnd UserPromptSubmit PreToolUse PermissionRequest PostToolUse PreCompact PostCompact SubagentStart SubagentStop Stop Interrupt PreModelRequest PostModelRequest".split()
env = {"MOCK_KEY": "dummy"}
PRE = "PreToolUse"
KEPT = ["plain", "plain-6", "denied-exit2", "denied-json", "denied-both", "denied-exit2-6", "denied-patch", "ask", "rewrite", "rewrite-patch", "result-block", "result-block-6", "patch-in-shell",
        "stop-block", "stop-exit2", "context", "many", "mcp", "mcp-6", "spawn-mock", "resume", "compact", "every-tool", "tools-6", "tools-mock", "stdin", "workdir", "escalate", "model-error"]
CONFIG = """model = "mock-model"
model_provider = "mock"
[analytics]
enabled = false
[model_providers.mock]
name = "mock"
base_url = "%s/v1"
wire_api = "responses"
env_key = "MOCK_KEY"
""" % URL
SANDBOX = ["--dangerously-bypass-approvals-and-sandbox"]
TRUST = ["--dangerously-bypass-hook-trust"]


def version(agents):
    return json.load(open(agents + "/lib/node_modules/@openai/codex/package.json"))["version"]


def declared(body):
    out, given = [], list(body.get("tools") or [])
    for it in body["input"]:
        given += it["tools"] if it.get("type") == "additional_tools" else []
    for it in given:
        for tool in it["tools"] if it.get("type") == "namespace" else [it]:
            space = it["name"] + "/" if it.get("type") == "namespace" else ""
            out.append({"name": space + (tool.get("name") or tool["type"]), "type": tool["type"], "arguments": tool.get("parameters") or tool.get("format")})
            # Tools that are called from within "exec", as JavaScript functions.
            for name, words in re.findall(r"declare const tools: \{ (\w+)\((.*?)\): Promise", tool.get("description", ""), re.S):
                out.append({"name": "exec/" + name, "type": "javascript", "arguments": words})
    return out


def also_fired(events):
    """Calls from JavaScript have ids of their own."""
    by = {"Bash": "exec_command"}
    return {by.get(it["tool_name"], it["tool_name"]): it for it in events if it.get("tool_name")}


def call_id(event):
    return event.get("tool_use_id")


def guess(request, tool, events):
    return None


def hooks(case):
    handler = {"type": "command", "command": case.get("command", "interlock hook codex"), "timeout": case.get("timeout", 20), **case.get("handler", {})}
    return {"hooks": {event: [{"matcher": "*", "hooks": [handler]}] for event in case.get("events", EVENTS)}}


def prepare(case):
    write(HOME + "/.codex/config.toml", CONFIG + case.get("config", ""))
    where = {"home": HOME + "/.codex/hooks.json", "project": PROJECT + "/.codex/hooks.json"}[case.get("where", "home")]
    write(where, hooks(case))


def rpc(calls):
    """The calls, one after the other, to an app server of its own -> their results."""
    server = subprocess.Popen(["codex", "app-server"], cwd=PROJECT, env=environment(env), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    out = []
    for number, (method, params) in enumerate([("initialize", {"clientInfo": {"name": "probe", "version": "1"}})] + calls):
        if callable(params):
            params = params(out)
        server.stdin.write(json.dumps({"id": number, "method": method, "params": params}) + "\n")
        server.stdin.flush()
        while (answer := json.loads(server.stdout.readline())).get("id") != number or "method" in answer:
            pass
        out.append(answer.get("result", answer))
        if number == 0:
            server.stdin.write('{"method":"initialized"}\n')
    server.stdin.close()
    server.wait(20)
    return out


def trust():
    """What a person does under /hooks: the hash that the server names is written to the state in config.toml."""
    def edits(out):
        state = {it["key"]: {"trusted_hash": it["currentHash"]} for entry in out[-1]["data"] for it in entry["hooks"]}
        return {"edits": [{"keyPath": "hooks.state", "mergeStrategy": "upsert", "value": state}], "reloadUserConfig": True}
    out = rpc([("hooks/list", {"cwds": [PROJECT]}), ("config/batchWrite", edits), ("hooks/list", {"cwds": [PROJECT]})])
    write(HOME + "/.codex/trust.json", out)


def trusted_hash(event, matcher, command, timeout):
    """What Codex calls the hash of a hook: it covers the words of the settings, not the program that they start."""
    it = {"event_name": event, "matcher": matcher, "hooks": [{"type": "command", "command": command, "timeout": timeout, "async": False}]}
    return "sha256:" + hashlib.sha256(json.dumps(it, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def commands(case):
    flags = ["--skip-git-repo-check", "-m", case.get("model", "gpt-5.5"), *case.get("sandbox", SANDBOX), *case.get("trust", TRUST), *case.get("flags", [])]
    out = [["codex", "exec", *flags, PROMPT]]
    for prompt in case.get("more", []):
        out.append(lambda session, prompt=prompt: ["codex", "exec", "resume", session, *[it for it in flags if it != "-s"], prompt])
    return out


def pre(**answer):
    return [{"event": "PreToolUse", **answer}]


def specific(event, **fields):
    return {"hookSpecificOutput": {"hookEventName": event, **fields}}


MARK = [{"op": "shell", "cmd": "touch mark && echo ran"}, {"op": "say", "text": "Done."}]
SECRET = [{"op": "shell", "cmd": "echo token=s3cr3t-made-up"}, {"op": "say", "text": "Done."}]


JS = lambda code: {"op": "tool", "name": "exec", "input": code}
BACK = [{"op": "say", "text": "First end."}, {"op": "shell", "cmd": "touch again"}, {"op": "say", "text": "Second end."}]
NOT_AGAIN = {"event": "Stop", "lacks": '"stop_hook_active":true'}
MCP = '[mcp_servers.marks]\ncommand = "python3"\nargs = ["%s/mcp.py"]\n' % HOOKS


def cases():
    out = []
    add = lambda name, steps, **more: out.append(dict(name=name, steps=steps, **more))
    add("plain", {"main": [
        {"op": "shell", "cmd": "echo hello"}, {"op": "read", "path": "notes.txt"}, {"op": "write", "path": "new.txt", "text": "alpha\nbeta\n"},
        {"op": "edit", "path": "new.txt", "old": "beta", "new": "gamma"}, {"op": "shell", "cmd": "rg greet"}, {"op": "shell", "cmd": "ls /no/such/place"},
        {"op": "say", "text": "All is done."}]})
    add("plain-6", out[0]["steps"], model="gpt-6.2-sol")
    deny = specific("PreToolUse", permissionDecision="deny", permissionDecisionReason="MARK-json it is not declared")
    for end, more in [("", {}), ("-6", {"model": "gpt-6.2-sol"})]:
        add("denied-exit2" + end, MARK, plan=pre(exit=2, stderr="MARK-stderr it is not declared"), **more)
        add("denied-json" + end, MARK, plan=pre(stdout=deny), **more)
        add("rewrite" + end, MARK, plan=pre(stdout=specific("PreToolUse", permissionDecision="allow", updatedInput={"command": "touch other && echo MARK-rewritten"})), **more)
        add("result-block" + end, SECRET, plan=[{"event": "PostToolUse", "stdout": {"decision": "block", "reason": "MARK-blocked"}}], **more)
        add("stop-block" + end, BACK, plan=[dict(NOT_AGAIN, stdout={"decision": "block", "reason": "MARK-stop go on"})], **more)
    add("denied-both", MARK, plan=pre(stdout=deny, exit=2, stderr="MARK-stderr it is not declared"))
    add("denied-old", MARK, plan=pre(stdout={"decision": "block", "reason": "MARK-old it is not declared"}))
    add("denied-noreason", MARK, plan=pre(stdout=specific("PreToolUse", permissionDecision="deny")))
    add("denied-patch", [{"op": "write", "path": "new.txt", "text": "x\n"}, MARK[1]], plan=pre(exit=2, stderr="MARK-stderr"))
    add("patch-in-shell", [{"op": "shell", "cmd": "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: new.txt\n+x\n*** End Patch\nEOF"}, MARK[1]])
    add("ask", MARK, plan=pre(stdout=specific("PreToolUse", permissionDecision="ask", permissionDecisionReason="MARK-ask")))
    add("allow", MARK, plan=pre(stdout=specific("PreToolUse", permissionDecision="allow")))
    add("stop-all", MARK, plan=pre(stdout={"continue": False, "stopReason": "MARK-stopped"}))
    add("rewrite-silent", MARK, plan=pre(stdout=specific("PreToolUse", updatedInput={"command": "touch other && echo MARK-rewritten"})))
    add("rewrite-patch", [{"op": "write", "path": "new.txt", "text": "x\n"}, MARK[1]],
        plan=pre(stdout=specific("PreToolUse", permissionDecision="allow", updatedInput={"command": "*** Begin Patch\n*** Add File: other.txt\n+y\n*** End Patch\n"})))
    add("pre-context", MARK, plan=pre(stdout=specific("PreToolUse", additionalContext="MARK-context")))
    post = lambda **answer: [{"event": "PostToolUse", **answer}]
    add("result-exit2", SECRET, plan=post(exit=2, stderr="MARK-stderr"))
    add("result-context", SECRET, plan=post(stdout=specific("PostToolUse", additionalContext="MARK-context")))
    add("result-updated", SECRET, plan=post(stdout=specific("PostToolUse", updatedToolOutput="MARK-redacted")))
    add("result-updated-mcp", SECRET, plan=post(stdout=specific("PostToolUse", updatedMCPToolOutput="MARK-redacted")))
    add("result-stop", SECRET, plan=post(stdout={"continue": False, "stopReason": "MARK-stopped"}))
    add("result-block-failed", [{"op": "shell", "cmd": "echo token=s3cr3t-made-up; exit 3"}, MARK[1]], plan=post(stdout={"decision": "block", "reason": "MARK-blocked"}))
    add("stop-exit2", BACK, plan=[dict(NOT_AGAIN, exit=2, stderr="MARK-stop go on")])
    add("stop-text", BACK, plan=[dict(NOT_AGAIN, stdout="MARK-stop go on")])
    add("stop-forever", [{"op": "say", "text": "End."}] * 30, plan=[{"event": "Stop", "exit": 2, "stderr": "MARK-stop go on"}], limit=12)
    add("model-error", [{"op": "error", "status": 400, "text": "the model refuses"}])
    add("context", MARK[1:], plan=[{"event": "SessionStart", "stdout": specific("SessionStart", additionalContext="MARK-start-context")},
                                   {"event": "UserPromptSubmit", "stdout": specific("UserPromptSubmit", additionalContext="MARK-prompt-context")}])
    add("context-text", MARK[1:], plan=[{"event": "SessionStart", "stdout": "MARK-start-text"}, {"event": "UserPromptSubmit", "stdout": "MARK-prompt-text"}])
    add("prompt-block", MARK, plan=[{"event": "UserPromptSubmit", "exit": 2, "stderr": "MARK-no"}])
    for name, answer in [("exit1", {"exit": 1, "stderr": "boom"}), ("exit101", {"exit": 101, "stderr": "thread main panicked"}), ("killed", {"signal": 9}),
                         ("badjson", {"stdout": "{\"decision\": "}), ("text", {"stdout": "hello"}), ("exit2-silent", {"exit": 2}),
                         ("wrongjson", {"stdout": specific("PreToolUse", permissionDecision="refuse")}), ("extra", {"stdout": {**deny, "interlock": 1}})]:
        add("fail-" + name, MARK, plan=pre(**answer), events=["PreToolUse"])
        if name in ("exit1", "exit101", "killed", "badjson"):
            add("fail-%s-wrapped" % name, MARK, plan=pre(**answer), events=["PreToolUse"], command="interlock hook codex || exit 2")
            add("fail-%s-said" % name, MARK, plan=pre(**answer), events=["PreToolUse"], command="interlock hook codex || { echo MARK-no answer >&2; exit 2; }")
    said = " || { echo MARK-no answer >&2; exit 2; }"
    add("fail-timeout", MARK, plan=pre(sleep=8, exit=2, stderr="late"), events=["PreToolUse"], timeout=2)
    add("fail-timeout-inner", MARK, plan=pre(sleep=8), events=["PreToolUse"], timeout=10, command="timeout 2 interlock hook codex" + said)
    add("fail-missing", MARK, events=["PreToolUse"], command="no-such-interlock hook codex")
    add("fail-missing-wrapped", MARK, events=["PreToolUse"], command="no-such-interlock hook codex || exit 2")
    add("fail-missing-said", MARK, events=["PreToolUse"], command="no-such-interlock hook codex" + said)
    add("onfailure", MARK, events=["PreToolUse"], plan=pre(exit=1), handler={"onFailure": "block"})
    # What the hook is not told: where a command runs, and whether it asks to leave the sandbox.
    add("workdir", [{"op": "tool", "name": "exec_command", "args": {"cmd": "pwd; touch mark", "workdir": "/home/dev"}}, MARK[1]])
    add("escalate", [{"op": "tool", "name": "exec_command", "args": {"cmd": "touch /home/dev/outside && echo ran", "sandbox_permissions": "require_escalated", "justification": "x"}}, MARK[1]], sandbox=["-s", "workspace-write"])
    add("sandbox", [{"op": "shell", "cmd": "touch mark; touch /home/dev/outside; cat ~/.gitconfig | head -1"}, MARK[1]], sandbox=["-s", "workspace-write"])
    add("stdin", [JS("const it = await tools.exec_command({cmd: 'bash', tty: true, yield_time_ms: 400});\nconst then = await tools.write_stdin({session_id: it.session_id, chars: 'touch sneaky; echo made\\n', yield_time_ms: 800});\ntext(then.output);"), MARK[1]],
        model="gpt-6.2-sol")
    add("stdin-off", [JS("const it = await tools.exec_command({cmd: 'bash', tty: true, yield_time_ms: 400});\ntext(it); text(ALL_TOOLS.map(x => x.name).join(' '));"), MARK[1]], model="gpt-6.2-sol", flags=["--disable", "unified_exec"])
    add("stdin-off-55", MARK, flags=["--disable", "unified_exec"])
    add("spawn", {"main": [{"op": "tool", "name": "spawn_agent", "args": {"message": "scenario:inner Go.", "task_name": "inner", "fork_turns": "none"}},
        {"op": "tool", "name": "wait_agent", "args": {"timeout_ms": 10000}}, MARK[1]], "inner": MARK}, model="gpt-6.2-sol")
    add("spawn-mock", {"main": [{"op": "tool", "name": "spawn_agent", "args": {"message": "scenario:inner Go."}}, {"op": "shell", "cmd": "sleep 2"}, MARK[1]], "inner": MARK}, model="mock-model")
    add("image", [{"op": "shell", "cmd": "printf '\\211PNG' > a.png"}, {"op": "tool", "name": "view_image", "args": {"path": "a.png"}}, MARK[1]])
    add("mcp", [{"op": "tool", "name": "leave", "space": "mcp__marks", "args": {"path": PROJECT + "/mark"}}, MARK[1]], config=MCP)
    add("mcp-6", [JS("text(ALL_TOOLS.map(x => x.name).join(' ')); text(await tools.mcp__marks__leave({path: '/home/dev/project/mark'}))"), MARK[1]], config=MCP, model="gpt-6.2-sol")
    add("mcp-denied", [JS("text(await tools.mcp__marks__leave({path: '/home/dev/project/mark'}))"), MARK[1]], config=MCP, model="gpt-6.2-sol", plan=pre(exit=2, stderr="MARK-no"))
    add("many", [{"op": "many", "steps": [{"op": "shell", "cmd": "touch a && echo A"}, {"op": "shell", "cmd": "touch b && echo B"}]}, MARK[1]], plan=[{"event": "PreToolUse", "has": "touch b", "exit": 2, "stderr": "MARK-no b"}])
    # Trust.
    add("untrusted", MARK, trust=[], plan=pre(exit=2, stderr="MARK-stderr"))
    add("trusted", MARK, trust=[], plan=pre(exit=2, stderr="MARK-stderr"), setup=trust, keep=[".codex/config.toml", ".codex/trust.json"])
    add("trusted-new-binary", MARK, trust=[], plan=pre(exit=2, stderr="MARK-stderr"), setup=lambda: (trust(), open(HOME + "/bin/interlock", "a").write("# changed\n")))
    add("project-untrusted", MARK, where="project", plan=pre(exit=2, stderr="MARK-stderr"))
    add("project-trusted", MARK, where="project", plan=pre(exit=2, stderr="MARK-stderr"), flags=["--trust"])
    add("project-config", MARK, where="project", plan=pre(exit=2, stderr="MARK-stderr"), config='[projects."%s"]\ntrust_level = "trusted"\n' % PROJECT)
    add("flag-hook", MARK, trust=[], events=[], plan=pre(exit=2, stderr="MARK-stderr"), flags=["-c", 'hooks.PreToolUse=[{matcher="*",hooks=[{type="command",command="interlock hook codex",timeout=20}]}]'])
    flag = ["-c", 'hooks.PreToolUse=[{matcher="*",hooks=[{type="command",command="interlock hook codex",timeout=20}]}]']
    add("flag-hook-trusted", MARK, trust=[], events=[], plan=pre(exit=2, stderr="MARK-stderr"), flags=flag + [
        "-c", 'hooks.state={"/<session-flags>/config.toml:pre_tool_use:0:0"={trusted_hash="%s"}}' % trusted_hash("pre_tool_use", "*", "interlock hook codex", 20)])
    add("trusted-by-hash", MARK, trust=[], plan=pre(exit=2, stderr="MARK-stderr"), config='[hooks.state."%s/.codex/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "%s"\n' % (
        HOME, trusted_hash("pre_tool_use", "*", "interlock hook codex", 20)))
    toml = '[[hooks.PreToolUse]]\nmatcher = "*"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "interlock hook codex"\ntimeout = 20\n'
    add("config-hook", MARK, events=[], plan=pre(exit=2, stderr="MARK-stderr"), config=toml)
    managed = lambda text: lambda: write("/etc/codex/requirements.toml", text)
    add("managed", MARK, trust=[], events=[], plan=pre(exit=2, stderr="MARK-stderr"), setup=managed('[hooks]\nmanaged_dir = "%s/bin"\n' % HOME + toml))
    add("managed-only", MARK, events=["PreToolUse"], plan=pre(exit=2, stderr="MARK-stderr"), setup=managed("allow_managed_hooks_only = true\n"))
    add("stdin-notty", [JS("const it = await tools.exec_command({cmd: 'bash', tty: true, yield_time_ms: 400});\nconst then = await tools.write_stdin({session_id: it.session_id, chars: 'touch sneaky; echo made\\n', yield_time_ms: 800});\ntext(then.output);"), MARK[1]],
        model="gpt-6.2-sol", flags=["--disable", "unified_exec_tty"])
    add("stdin-pipe", [JS("const it = await tools.exec_command({cmd: 'bash; sleep 2', yield_time_ms: 400}); text(it);\nconst then = await tools.write_stdin({session_id: it.session_id, chars: 'touch sneaky; echo made\\n', yield_time_ms: 800});\ntext(then);"), MARK[1]],
        model="gpt-6.2-sol", flags=["--disable", "unified_exec_tty"])
    late = [JS("const it = await tools.exec_command({cmd: 'sleep 1; echo token=s3cr3t-made-up', yield_time_ms: 250}); text(it);\nconst then = await tools.write_stdin({session_id: it.session_id, yield_time_ms: 5000});\ntext(then);"), MARK[1]]
    add("poll", late, model="gpt-6.2-sol")
    add("poll-block", late, model="gpt-6.2-sol", plan=[{"event": "PostToolUse", "stdout": {"decision": "block", "reason": "MARK-blocked"}}])
    add("poll-running", [JS("text(await tools.exec_command({cmd: 'echo token=s3cr3t-made-up; sleep 3', yield_time_ms: 250}));"), MARK[1]], model="gpt-6.2-sol",
        plan=[{"event": "PostToolUse", "stdout": {"decision": "block", "reason": "MARK-blocked"}}])
    add("search-off", MARK, flags=["-c", 'web_search="disabled"'])
    add("goals-off", MARK, flags=["--disable", "goals", "--disable", "multi_agent", "--disable", "view_image"])
    add("hooks-off", MARK, flags=["--disable", "hooks"], plan=pre(exit=2, stderr="MARK-stderr"))
    add("shell-off", MARK, flags=["--disable", "shell_tool"])
    add("stdin-approval", [JS("const it = await tools.exec_command({cmd: 'bash', tty: true, yield_time_ms: 400});\nconst then = await tools.write_stdin({session_id: it.session_id, chars: 'touch sneaky; echo made\\n', yield_time_ms: 800});\ntext(then.output);"), MARK[1]],
        model="gpt-6.2-sol", sandbox=["-s", "workspace-write", "-c", 'approval_policy="on-request"'])
    ask = {"event": "PermissionRequest", "stdout": specific("PermissionRequest", decision={"behavior": "deny", "message": "MARK-permission"})}
    wide = [{"op": "tool", "name": "exec_command", "args": {"cmd": "touch /home/dev/outside && echo ran", "sandbox_permissions": "require_escalated", "justification": "x"}}, MARK[1]]
    add("permission-deny", wide, sandbox=["-s", "workspace-write", "-c", 'approval_policy="on-request"'], plan=[ask])
    add("permission-silent", wide, sandbox=["-s", "workspace-write", "-c", 'approval_policy="on-request"'])
    add("permission-allow", wide, sandbox=["-s", "workspace-write", "-c", 'approval_policy="on-request"'], plan=[dict(ask, stdout=specific("PermissionRequest", decision={"behavior": "allow"}))])
    add("every-tool", [{"op": "tool", "name": name, "args": args} for name, args in [("request_user_input", {"questions": []}), ("get_goal", {}), ("create_goal", {"objective": "x"}),
        ("update_goal", {"status": "complete"}), ("view_image", {"path": "x.png"}), ("write_stdin", {"session_id": 1, "chars": ""}), ("exec_command", {"cmd": "true"})]] + [{"op": "tool", "name": "apply_patch", "input": "x"}, MARK[1]], plan=pre(exit=2, stderr="MARK-no"))
    add("tools-6", [JS("const out = {}; for (const [name, args] of [['get_goal', {}], ['create_goal', {objective: 'x'}], ['update_goal', {status: 'complete'}], ['view_image', {path: 'x.png'}], "
        "['write_stdin', {session_id: 1}], ['clock__curr_time', {}], ['list_mcp_resources', {}], ['list_mcp_resource_templates', {}], ['read_mcp_resource', {server: 'x', uri: 'x'}], ['exec_command', {cmd: 'true'}], ['apply_patch', 'x']]) "
        "{ try { out[name] = await tools[name](args) } catch (e) { out[name] = String(e) } } text(out)")] + [{"op": "tool", "name": name, "args": args, "space": space} for space, name, args in
        [("clock", "sleep", {"duration_ms": 10}), ("functions", "wait", {"cell_id": "x"}), ("functions", "request_user_input", {"questions": []}), ("functions", "request_user_input_async", {"questions": []}),
         ("functions", "send_message_to_user_async", {"message": "x"}), ("collaboration", "list_agents", {}), ("collaboration", "send_message", {"target": "x", "message": "x"}),
         ("collaboration", "followup_task", {"target": "x", "message": "x"}), ("collaboration", "interrupt_agent", {"target": "x"}), ("collaboration", "wait_agent", {}), ("collaboration", "spawn_agent", {"message": "x", "task_name": "x"})]] + [MARK[1]],
        model="gpt-6.2-sol", plan=pre(exit=2, stderr="MARK-no"))
    add("tools-mock", [{"op": "tool", "name": name, "args": args, "space": "multi_agent_v1"} for name, args in [("spawn_agent", {"message": "x"}), ("send_input", {"target": "x", "message": "x"}), ("wait_agent", {"targets": ["x"]}),
        ("close_agent", {"target": "x"}), ("resume_agent", {"id": "x"})]] + [MARK[1]], model="mock-model", plan=pre(exit=2, stderr="MARK-no"))
    add("project-off", MARK, plan=pre(exit=2, stderr="MARK-stderr"), config='[projects."%s"]\ntrust_level = "trusted"\n' % PROJECT, setup=lambda: write(PROJECT + "/.codex/config.toml", "[features]\nhooks = false\n"))
    off = dict(plan=pre(exit=2, stderr="MARK-stderr"), config='[projects."%s"]\ntrust_level = "trusted"\n' % PROJECT)
    add("project-off-enable", MARK, flags=["--enable", "hooks"], setup=lambda: write(PROJECT + "/.codex/config.toml", "[features]\nhooks = false\n"), **off)
    add("project-off-managed", MARK, setup=lambda: (write("/etc/codex/requirements.toml", "[features]\nhooks = true\n"), write(PROJECT + "/.codex/config.toml", "[features]\nhooks = false\n")), **off)
    add("project-state-off", MARK, setup=lambda: write(PROJECT + "/.codex/config.toml", '[hooks.state."%s/.codex/hooks.json:pre_tool_use:0:0"]\nenabled = false\n' % HOME), **off)
    add("resume", [{"op": "shell", "cmd": "echo hello"}, {"op": "say", "text": "First."}, {"op": "shell", "cmd": "echo again"}, {"op": "say", "text": "Second."}], more=["Go on."])
    add("compact", [{"op": "say", "text": "First."}], more=["Go on."], flags=["-c", "model_auto_compact_token_limit=9000"], limit=20)
    add("stream", [{"op": "shell", "cmd": "echo hello"}, {"op": "write", "path": "new.txt", "text": "alpha\n"}, {"op": "say", "text": "All is done."}], flags=["--json"])
    add("stream-error", [{"op": "error", "status": 400, "text": "the model refuses"}], flags=["--json"])
    add("stream-denied", MARK, plan=pre(exit=2, stderr="MARK-stderr"), flags=["--json"])
    return out
