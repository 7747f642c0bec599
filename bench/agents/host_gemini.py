"""Gemini CLI."""
import json
from probe import HOME, HOOKS, PROJECT, PROMPT, URL, write

EVENTS = "SessionStart SessionEnd BeforeAgent AfterAgent BeforeModel AfterModel BeforeToolSelection BeforeTool AfterTool PreCompress Notification".split()
QUIET = [it for it in EVENTS if it not in ("BeforeModel", "AfterModel", "BeforeToolSelection")]
env = {"GOOGLE_GEMINI_BASE_URL": URL, "GEMINI_API_KEY": "dummy"}
PRE = "BeforeTool"
KEPT = ["plain", "model-events", "denied-exit2", "denied-json", "denied-both", "denied-inner", "ask", "rewrite", "result-deny", "result-exit2", "result-context", "result-deny-failed",
        "stop-deny", "stop-exit2", "context", "prompt-block", "many", "mcp", "background", "workdir", "resume", "every-tool", "model-error"]
YOLO = ["--yolo", "--skip-trust"]
SETTINGS = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "privacy": {"usageStatisticsEnabled": False},
            "general": {"disableAutoUpdate": True, "enableAutoUpdate": False}, "telemetry": {"enabled": False}}


def version(agents):
    return json.load(open(agents + "/lib/node_modules/@google/gemini-cli/package.json"))["version"]


def declared(body):
    return [{"name": it["name"], "arguments": it.get("parametersJsonSchema") or it.get("parameters")} for tool in body["tools"] for it in tool.get("functionDeclarations", [])]


def call_id(event):
    return None


def guess(request, tool, events):
    """Events carry no id of the call: the one with the same tool and arguments."""
    args = next((args for name, args in zip(request["tool"], request["args"]) if name == tool), None)
    same = lambda it: isinstance(args, dict) and all(it.get(key) == value for key, value in args.items())
    return next((it["stdin"] for it in events if it["stdin"].get("hook_event_name") == PRE and it["stdin"]["tool_name"].endswith(tool) and same(it["stdin"].get("tool_input") or {})), None)


def prepare(case):
    hook = {"type": "command", "command": case.get("command", "interlock hook gemini"), "timeout": case.get("timeout", 20000), "name": "interlock", **case.get("handler", {})}
    hooks = {event: [{"matcher": case.get("matcher", "*"), "hooks": [hook]}] for event in case.get("events", QUIET)}
    where = {"home": HOME + "/.gemini/settings.json", "project": PROJECT + "/.gemini/settings.json"}[case.get("where", "home")]
    write(HOME + "/.gemini/settings.json", SETTINGS)
    write(where, {**(SETTINGS if case.get("where", "home") == "home" else {}), "hooks": hooks, **case.get("settings", {})})


def commands(case):
    base = ["gemini", "-m", "gemini-2.5-flash", *case.get("flags", YOLO)]
    out = [base + ["-p", case.get("prompt", PROMPT)]]
    for prompt in case.get("more", []):
        out.append(lambda session, prompt=prompt: base + ["-r", session, "-p", prompt])
    return out


MARK = [{"op": "shell", "cmd": "touch mark && echo ran"}, {"op": "say", "text": "Done."}]
SECRET = [{"op": "shell", "cmd": "echo token=s3cr3t-made-up"}, {"op": "say", "text": "Done."}]


def pre(**answer):
    return [{"event": "BeforeTool", **answer}]


def specific(event, **fields):
    return {"hookSpecificOutput": {"hookEventName": event, **fields}}


BACK = [{"op": "say", "text": "First end."}, {"op": "shell", "cmd": "touch again"}, {"op": "say", "text": "Second end."}]
NOT_AGAIN = {"event": "AfterAgent", "lacks": '"stop_hook_active":true'}
MCP = {"mcpServers": {"marks": {"command": "python3", "args": [HOOKS + "/mcp.py"], "trust": True}}}


def cases():
    out = []
    add = lambda name, steps, **more: out.append(dict(name=name, steps=steps, **more))
    add("plain", {"main": [
        {"op": "shell", "cmd": "echo hello"}, {"op": "read", "path": "notes.txt"}, {"op": "write", "path": "new.txt", "text": "alpha\nbeta\n"},
        {"op": "edit", "path": "new.txt", "old": "beta", "new": "gamma"}, {"op": "shell", "cmd": "ls /no/such/place"},
        {"op": "tool", "name": "grep_search", "args": {"pattern": "greet"}}, {"op": "tool", "name": "list_directory", "args": {"dir_path": "{root}"}},
        {"op": "tool", "name": "write_todos", "args": {"todos": [{"description": "one", "status": "pending"}]}},
        {"op": "tool", "name": "invoke_agent", "args": {"agent_name": "generalist", "prompt": "scenario:inner Count the files."}},
        {"op": "say", "text": "All is done."}],
        "inner": [{"op": "shell", "cmd": "ls | wc -l"}, {"op": "tool", "name": "complete_task", "args": {"result": {"response": "There are three files."}}}, {"op": "say", "text": "Three."}]})
    add("model-events", MARK, events=EVENTS)
    deny = {"decision": "deny", "reason": "MARK-json it is not declared"}
    add("denied-exit2", MARK, plan=pre(exit=2, stderr="MARK-stderr it is not declared"))
    add("denied-json", MARK, plan=pre(stdout=deny))
    add("denied-both", MARK, plan=pre(stdout=deny, exit=2, stderr="MARK-stderr it is not declared"))
    add("denied-block", MARK, plan=pre(stdout={"decision": "block", "reason": "MARK-block it is not declared"}))
    add("denied-claude", MARK, plan=pre(stdout=specific("BeforeTool", permissionDecision="deny", permissionDecisionReason="MARK-claude")))
    add("denied-noreason", MARK, plan=pre(stdout={"decision": "deny"}))
    add("denied-extra", MARK, plan=pre(stdout={**deny, "interlock": 1}))
    add("denied-inner", {"main": [{"op": "tool", "name": "invoke_agent", "args": {"agent_name": "generalist", "prompt": "scenario:inner Go."}}, MARK[1]], "inner": MARK + [{"op": "tool", "name": "complete_task", "args": {"result": "x"}}]},
        plan=[{"event": "BeforeTool", "tool": "shell", "exit": 2, "stderr": "MARK-stderr"}])
    add("ask", MARK, plan=pre(stdout={"decision": "ask", "reason": "MARK-ask"}), limit=20)
    add("stop-all", MARK, plan=pre(stdout={"continue": False, "stopReason": "MARK-stopped"}))
    add("rewrite", MARK, plan=pre(stdout=specific("BeforeTool", tool_input={"command": "touch other && echo MARK-rewritten"})))
    add("rewrite-allow", MARK, plan=pre(stdout={"decision": "allow", **specific("BeforeTool", tool_input={"command": "touch other && echo MARK-rewritten"})}))
    add("pre-context", MARK, plan=pre(stdout=specific("BeforeTool", additionalContext="MARK-context")))
    post = lambda **answer: [{"event": "AfterTool", **answer}]
    add("result-deny", SECRET, plan=post(stdout={"decision": "deny", "reason": "MARK-blocked"}))
    add("result-exit2", SECRET, plan=post(exit=2, stderr="MARK-stderr"))
    add("result-context", SECRET, plan=post(stdout=specific("AfterTool", additionalContext="MARK-context")))
    add("result-response", SECRET, plan=post(stdout=specific("AfterTool", tool_response={"llmContent": "MARK-redacted"})))
    add("result-deny-failed", [{"op": "shell", "cmd": "echo token=s3cr3t-made-up; exit 3"}, MARK[1]], plan=post(stdout={"decision": "deny", "reason": "MARK-blocked"}))
    add("result-deny-read", [{"op": "read", "path": "notes.txt"}, MARK[1]], plan=post(stdout={"decision": "deny", "reason": "MARK-blocked"}))
    add("stop-deny", BACK, plan=[dict(NOT_AGAIN, stdout={"decision": "deny", "reason": "MARK-stop go on"})])
    add("stop-block", BACK, plan=[dict(NOT_AGAIN, stdout={"decision": "block", "reason": "MARK-stop go on"})])
    add("stop-exit2", BACK, plan=[dict(NOT_AGAIN, exit=2, stderr="MARK-stop go on")])
    add("stop-forever", [{"op": "say", "text": "End."}] * 30, plan=[{"event": "AfterAgent", "exit": 2, "stderr": "MARK-stop go on"}], limit=25)
    add("model-error", [{"op": "error", "status": 400, "text": "the model refuses"}])
    add("context", MARK[1:], plan=[{"event": "SessionStart", "stdout": specific("SessionStart", additionalContext="MARK-start-context")},
                                   {"event": "BeforeAgent", "stdout": specific("BeforeAgent", additionalContext="MARK-prompt-context")}])
    add("context-text", MARK[1:], plan=[{"event": "SessionStart", "stdout": "MARK-start-text"}, {"event": "BeforeAgent", "stdout": "MARK-prompt-text"}])
    add("prompt-block", MARK, plan=[{"event": "BeforeAgent", "exit": 2, "stderr": "MARK-no"}])
    for name, answer in [("exit1", {"exit": 1, "stderr": "boom"}), ("exit101", {"exit": 101, "stderr": "thread main panicked"}), ("killed", {"signal": 9}), ("segv", {"signal": 11}),
                         ("badjson", {"stdout": "{\"decision\": "}), ("text", {"stdout": "hello"}), ("exit2-silent", {"exit": 2}), ("exit2-text", {"exit": 2, "stdout": "MARK-out"}),
                         ("wrongjson", {"stdout": {"decision": "refuse"}})]:
        add("fail-" + name, MARK, plan=pre(**answer), events=["BeforeTool"])
        if name in ("exit1", "exit101", "killed", "badjson"):
            add("fail-%s-wrapped" % name, MARK, plan=pre(**answer), events=["BeforeTool"], command="interlock hook gemini || exit 2")
    add("fail-timeout", MARK, plan=pre(sleep=8, exit=2, stderr="late"), events=["BeforeTool"], timeout=2000)
    add("fail-timeout-inner", MARK, plan=pre(sleep=8), events=["BeforeTool"], command="timeout 2 interlock hook gemini || { echo MARK-no answer >&2; exit 2; }")
    add("fail-missing", MARK, events=["BeforeTool"], command="no-such-interlock hook gemini")
    add("fail-missing-wrapped", MARK, events=["BeforeTool"], command="no-such-interlock hook gemini || exit 2")
    each = [("update_topic", {"title": "x", "strategic_intent": "x"}), ("list_directory", {"dir_path": PROJECT}), ("read_file", {"file_path": PROJECT + "/notes.txt"}), ("grep_search", {"pattern": "x"}),
            ("glob", {"pattern": "*"}), ("replace", {"file_path": PROJECT + "/notes.txt", "old_string": "one", "new_string": "1", "instruction": "x"}), ("write_file", {"file_path": PROJECT + "/x", "content": "x"}),
            ("web_fetch", {"prompt": "read https://example.com/"}), ("run_shell_command", {"command": "true", "is_background": True}), ("list_background_processes", {}), ("read_background_output", {"pid": 1}),
            ("google_web_search", {"query": "x"}), ("write_todos", {"todos": []}), ("enter_plan_mode", {"reason": "x"}), ("invoke_agent", {"agent_name": "generalist", "prompt": "scenario:inner x"}),
            ("activate_skill", {"name": "skill-creator"}), ("mcp_marks_leave", {"path": PROJECT + "/mark"}), ("save_memory", {"fact": "x"}), ("exit_plan_mode", {"plan_path": "x"}), ("ask_user", {"questions": []})]
    add("every-tool", {"main": [{"op": "tool", "name": name, "args": args} for name, args in each] + [MARK[1]], "inner": MARK}, settings=MCP, plan=pre(exit=2, stderr="MARK-no"))
    add("mcp", [{"op": "tool", "name": "mcp_marks_leave", "args": {"path": PROJECT + "/mark"}}, MARK[1]], settings=MCP)
    add("mcp-result", [{"op": "tool", "name": "mcp_marks_leave", "args": {"path": PROJECT + "/mark"}}, MARK[1]], settings=MCP, plan=post(stdout={"decision": "deny", "reason": "MARK-blocked"}))
    add("background", [{"op": "tool", "name": "run_shell_command", "args": {"command": "sleep 1; echo token=s3cr3t-made-up; sleep 4", "is_background": True}},
        {"op": "shell", "cmd": "sleep 2; pgrep -n sleep"}, {"op": "tool", "name": "list_background_processes", "args": {}}, MARK[1]])
    add("workdir", [{"op": "tool", "name": "run_shell_command", "args": {"command": "pwd", "dir_path": "src"}}, MARK[1]])
    add("many", [{"op": "many", "steps": [{"op": "shell", "cmd": "touch a && echo A"}, {"op": "shell", "cmd": "touch b && echo B"}]}, MARK[1]], plan=[{"event": "BeforeTool", "has": "touch b", "exit": 2, "stderr": "MARK-no b"}])
    add("off", MARK, settings={"tools": {"exclude": ["web_fetch", "google_web_search", "invoke_agent"]}})
    add("no-matcher", MARK, matcher="", plan=pre(exit=2, stderr="MARK-stderr"))
    add("default-mode", MARK, flags=["--skip-trust"])
    add("untrusted", MARK, flags=["--yolo"], plan=pre(exit=2, stderr="MARK-stderr"))
    add("untrusted-default", MARK, flags=[], plan=pre(exit=2, stderr="MARK-stderr"))
    add("project-trusted", MARK, where="project", plan=pre(exit=2, stderr="MARK-stderr"))
    add("project-untrusted", MARK, flags=["--yolo"], where="project", plan=pre(exit=2, stderr="MARK-stderr"))
    add("project-off", MARK, plan=pre(exit=2, stderr="MARK-stderr"), setup=lambda: write(PROJECT + "/.gemini/settings.json", {"hooksConfig": {"enabled": False}}))
    add("project-disabled", MARK, plan=pre(exit=2, stderr="MARK-stderr"), setup=lambda: write(PROJECT + "/.gemini/settings.json", {"hooksConfig": {"disabled": ["interlock", "interlock hook gemini"]}}))
    trusted = lambda: write(HOME + "/.gemini/trustedFolders.json", {PROJECT: "TRUST_FOLDER"})
    no = dict(plan=pre(exit=2, stderr="MARK-stderr"))
    add("project-env", MARK, where="project", env={"GEMINI_CLI_TRUST_WORKSPACE": "true"}, flags=["--yolo"], **no)
    add("project-file", MARK, where="project", flags=["--yolo"], setup=trusted, **no)
    add("project-file-off", MARK, flags=["--yolo"], setup=lambda: (trusted(), write(PROJECT + "/.gemini/settings.json", {"hooksConfig": {"enabled": False}})), **no)
    add("project-file-disabled", MARK, flags=["--yolo"], setup=lambda: (trusted(), write(PROJECT + "/.gemini/settings.json", {"hooksConfig": {"disabled": ["interlock"]}})), **no)
    hooks = {"BeforeTool": [{"matcher": "*", "hooks": [{"type": "command", "command": "interlock hook gemini", "timeout": 20000, "name": "interlock"}]}]}
    system = lambda off: lambda: (trusted(), write("/etc/interlock/system.json", {"hooks": hooks, "hooksConfig": {"enabled": True}}), write(PROJECT + "/.gemini/settings.json", {"hooksConfig": {"enabled": not off}}))
    add("system", MARK, events=[], flags=["--yolo"], env={"GEMINI_CLI_SYSTEM_SETTINGS_PATH": "/etc/interlock/system.json"}, setup=system(False), **no)
    add("system-off", MARK, events=[], flags=["--yolo"], env={"GEMINI_CLI_SYSTEM_SETTINGS_PATH": "/etc/interlock/system.json"}, setup=system(True), **no)
    add("resume", [{"op": "shell", "cmd": "echo hello"}, {"op": "say", "text": "First."}, {"op": "shell", "cmd": "echo again"}, {"op": "say", "text": "Second."}], more=["Go on."])
    add("stream", [{"op": "shell", "cmd": "echo hello"}, {"op": "write", "path": "new.txt", "text": "alpha\n"}, {"op": "say", "text": "All is done."}], flags=YOLO + ["--output-format", "stream-json"])
    add("stream-error", [{"op": "error", "status": 400, "text": "the model refuses"}], flags=YOLO + ["--output-format", "stream-json"])
    add("stream-denied", MARK, plan=pre(exit=2, stderr="MARK-stderr"), flags=YOLO + ["--output-format", "stream-json"])
    return out
