"""Claude Code."""
import json
from probe import HOME, HOOKS, PROJECT, PROMPT, URL, write

EVENTS = """SessionStart SessionEnd Setup UserPromptSubmit UserPromptExpansion PreToolUse PermissionRequest PermissionDenied PostToolUse
PostToolUseFailure PostToolBatch Notification Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact TaskCreated TaskCompleted
InstructionsLoaded CwdChanged FileChanged ConfigChange""".split()
env = {"ANTHROPIC_BASE_URL": URL, "ANTHROPIC_API_KEY": "dummy", "DISABLE_AUTOUPDATER": "1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
TOOLS = "Bash,Read,Write,Edit,Glob,Grep,Task,Agent,TodoWrite,TaskCreate,TaskUpdate,TaskList,NotebookEdit,WebFetch,WebSearch,BashOutput,KillShell,TaskOutput,TaskStop,Skill,mcp__marks__leave,ToolSearch"


PRE = "PreToolUse"
KEPT = ["plain", "denied-exit2", "denied-json", "denied-both", "denied-inner", "ask", "defer", "rewrite", "result-updated", "result-updated-text", "result-updated-failed",
        "result-block", "stop-block", "stop-exit2", "stop-forever", "stop-failure", "context", "many", "mcp", "workflow", "compact", "resume", "every-tool", "permission-allow", "late-off", "late-off-refused", "defer-allow", "defer-deny"]


# Their calls here were refused before any hook was asked (no such job, no such task).
REFUSED = {"CronDelete", "TaskStop", "TaskOutput"}


def declared(body):
    return [{"name": it["name"], "arguments": it["input_schema"]} for it in body["tools"] if "input_schema" in it]


def call_id(event):
    return event.get("tool_use_id")


def guess(request, tool, events):
    return None


def version(agents):
    return json.load(open(agents + "/lib/node_modules/@anthropic-ai/claude-code/package.json"))["version"]


def settings(case):
    command = case.get("command", "interlock hook claude")
    hook = {"type": "command", "command": command, "timeout": case.get("timeout", 20), **case.get("handler", {})}
    events = case.get("events", EVENTS)
    return {"hooks": {event: [{"matcher": "*", "hooks": [hook]}] for event in events}, **case.get("settings", {})}


def prepare(case):
    where = {"home": HOME + "/.claude/settings.json", "project": PROJECT + "/.claude/settings.json"}[case.get("where", "home")]
    write(where, settings(case))
    for path, text in case.get("files", {}).items():
        write(path, text)


def commands(case):
    base = ["claude", "-p", *case.get("flags", ["--allowedTools", TOOLS])]
    out = [base + ["--", PROMPT]]
    for prompt in case.get("more", []):
        out.append(lambda session, prompt=prompt: base + ["--resume", session, "--", prompt])
    return out


def pre(**answer):
    return [{"event": "PreToolUse", **answer}]


def specific(event, **fields):
    return {"hookSpecificOutput": {"hookEventName": event, **fields}}


MARK = [{"op": "shell", "cmd": "touch mark && echo ran"}, {"op": "say", "text": "Done."}]
SECRET = [{"op": "shell", "cmd": "echo token=s3cr3t-made-up"}, {"op": "say", "text": "Done."}]


# One call of each tool that is not in "plain"; all are refused, so that nothing comes of them.
EACH = [("Bash", {"command": "sleep 1", "description": "x", "run_in_background": True}), ("ToolSearch", {"query": "select:WebFetch"}),
        ("CronCreate", {"cron": "0 0 1 1 *", "prompt": "x"}), ("CronDelete", {"id": "1"}), ("CronList", {}), ("EnterWorktree", {"name": "side"}),
        ("ExitWorktree", {"action": "keep"}), ("ListAgents", {}), ("Monitor", {"command": "echo x", "description": "x", "timeout_ms": 1000, "persistent": False}),
        ("NotebookEdit", {"notebook_path": "{root}/a.ipynb", "new_source": "x"}), ("ReportFindings", {"level": "low", "findings": []}),
        ("ScheduleWakeup", {"delaySeconds": 3600, "reason": "x", "prompt": "x"}), ("SendMessage", {"to": "x", "message": "x", "summary": "x"}),
        ("Skill", {"skill": "debug"}), ("TaskCreate", {"subject": "x", "description": "x"}), ("TaskGet", {"taskId": "1"}), ("TaskList", {}),
        ("TaskOutput", {"task_id": "x", "block": False, "timeout": 10}), ("TaskStop", {"task_id": "x"}), ("TaskUpdate", {"taskId": "1", "status": "completed"}),
        ("WebFetch", {"url": "https://example.com/", "prompt": "x"}), ("WebSearch", {"query": "example"}),
        ("Workflow", {"script": "export const meta = {name: 'x', description: 'x'}\nreturn 1"}), ("mcp__marks__leave", {"path": "/home/dev/project/mark"}),
        ("Agent", {"description": "x", "prompt": "scenario:inner Go.", "subagent_type": "general-purpose"}), ("Read", {"file_path": "{root}/notes.txt"}),
        ("Write", {"file_path": "{root}/x", "content": "x"}), ("Edit", {"file_path": "{root}/notes.txt", "old_string": "one", "new_string": "1"}),
        ("Glob", {"pattern": "*"}), ("Grep", {"pattern": "x"})]
DEFERRED = "select:CronCreate,CronDelete,CronList,EnterWorktree,ExitWorktree,Monitor,NotebookEdit,SendMessage,TaskCreate,TaskGet,TaskList,TaskStop,TaskUpdate,WebFetch,WebSearch,mcp__marks__leave"
MCP = {"mcpServers": {"marks": {"command": "python3", "args": [HOOKS + "/mcp.py"]}}}
WITH_MCP = ["--mcp-config", json.dumps(MCP), "--allowedTools", TOOLS]


def cases():
    out = []
    add = lambda name, steps, **more: out.append(dict(name=name, steps=steps, **more))
    add("plain", {"main": [
        {"op": "shell", "cmd": "echo hello"}, {"op": "read", "path": "notes.txt"}, {"op": "write", "path": "new.txt", "text": "alpha\nbeta\n"},
        {"op": "edit", "path": "new.txt", "old": "beta", "new": "gamma"},
        {"op": "tool", "name": "Grep", "args": {"pattern": "greet", "path": "{root}"}}, {"op": "tool", "name": "Glob", "args": {"pattern": "**/*.py"}},
        {"op": "shell", "cmd": "ls /no/such/place"},
        {"op": "tool", "name": "Agent", "args": {"description": "count", "prompt": "scenario:inner Count the files.", "subagent_type": "general-purpose"}},
        {"op": "tool", "name": "TaskCreate", "args": {"subject": "one", "description": "first", "activeForm": "Doing one"}},
        {"op": "tool", "name": "TodoWrite", "args": {"todos": [{"content": "one", "status": "pending", "activeForm": "Doing one"}]}},
        {"op": "say", "text": "All is done."}],
        "inner": [{"op": "shell", "cmd": "ls | wc -l"}, {"op": "say", "text": "There are three files."}]})
    deny = specific("PreToolUse", permissionDecision="deny", permissionDecisionReason="MARK-json it is not declared")
    add("denied-exit2", MARK, plan=pre(exit=2, stderr="MARK-stderr it is not declared"))
    add("denied-json", MARK, plan=pre(stdout=deny))
    add("denied-both", MARK, plan=pre(stdout=deny, exit=2, stderr="MARK-stderr it is not declared"))
    add("denied-old", MARK, plan=pre(stdout={"decision": "block", "reason": "MARK-old it is not declared"}))
    add("denied-bypass", MARK, plan=pre(stdout=deny), flags=["--dangerously-skip-permissions"], env={"IS_SANDBOX": "1"})
    add("denied-bypass-exit2", MARK, plan=pre(exit=2, stderr="MARK-stderr"), flags=["--dangerously-skip-permissions"], env={"IS_SANDBOX": "1"})
    add("denied-inner", {"main": [{"op": "tool", "name": "Agent", "args": {"description": "count", "prompt": "scenario:inner Go.", "subagent_type": "general-purpose"}}, {"op": "say", "text": "Done."}],
        "inner": MARK}, plan=[{"event": "PreToolUse", "tool": "Bash", "exit": 2, "stderr": "MARK-stderr it is not declared"}])
    ask = specific("PreToolUse", permissionDecision="ask", permissionDecisionReason="MARK-ask a person")
    add("ask", MARK, plan=pre(stdout=ask))
    add("ask-bypass", MARK, plan=pre(stdout=ask), flags=["--dangerously-skip-permissions"], env={"IS_SANDBOX": "1"})
    add("defer", MARK, plan=pre(stdout=specific("PreToolUse", permissionDecision="defer")))
    add("allow-unlisted", MARK, plan=pre(stdout=specific("PreToolUse", permissionDecision="allow")), flags=[])
    add("silent-unlisted", MARK, flags=[])
    add("stop-all", MARK, plan=pre(stdout={"continue": False, "stopReason": "MARK-stopped"}))
    new = {"command": "touch other && echo MARK-rewritten", "description": "x"}
    add("rewrite", MARK, plan=pre(stdout=specific("PreToolUse", permissionDecision="allow", updatedInput=new)))
    add("rewrite-silent", MARK, plan=pre(stdout=specific("PreToolUse", updatedInput=new)))
    add("pre-context", MARK, plan=pre(stdout=specific("PreToolUse", additionalContext="MARK-context")))
    post = lambda **answer: [{"event": "PostToolUse", **answer}]
    add("result-updated", SECRET, plan=post(stdout=specific("PostToolUse", updatedToolOutput={"stdout": "token=MARK-redacted", "stderr": "", "interrupted": False, "isImage": False})))
    add("result-updated-text", SECRET, plan=post(stdout=specific("PostToolUse", updatedToolOutput="token=MARK-redacted")))
    add("result-updated-read", [{"op": "read", "path": "notes.txt"}, {"op": "say", "text": "Done."}], plan=post(stdout=specific("PostToolUse", updatedToolOutput="MARK-redacted")))
    add("result-updated-read-shaped", [{"op": "read", "path": "notes.txt"}, {"op": "say", "text": "Done."}], plan=post(stdout=specific("PostToolUse", updatedToolOutput={
        "type": "text", "file": {"filePath": PROJECT + "/notes.txt", "content": "MARK-redacted\n", "numLines": 1, "startLine": 1, "totalLines": 1}})))
    add("result-updated-failed", [{"op": "shell", "cmd": "echo token=s3cr3t-made-up; exit 3"}, {"op": "say", "text": "Done."}],
        plan=[{"event": "PostToolUseFailure", "stdout": specific("PostToolUseFailure", updatedToolOutput="MARK-redacted", additionalContext="MARK-context")}])
    add("result-block", SECRET, plan=post(stdout={"decision": "block", "reason": "MARK-blocked"}))
    add("result-exit2", SECRET, plan=post(exit=2, stderr="MARK-stderr"))
    add("result-context", SECRET, plan=post(stdout=specific("PostToolUse", additionalContext="MARK-context")))
    add("result-large", [{"op": "shell", "cmd": "seq 1 20000"}, {"op": "say", "text": "Done."}])
    back = [{"op": "say", "text": "First end."}, {"op": "shell", "cmd": "touch again"}, {"op": "say", "text": "Second end."}]
    add("stop-block", back, plan=[{"event": "Stop", "lacks": '"stop_hook_active":true', "stdout": {"decision": "block", "reason": "MARK-stop go on"}}])
    add("stop-exit2", back, plan=[{"event": "Stop", "lacks": '"stop_hook_active":true', "exit": 2, "stderr": "MARK-stop go on"}])
    add("stop-context", back, plan=[{"event": "Stop", "lacks": '"stop_hook_active":true', "stdout": specific("Stop", additionalContext="MARK-stop go on")}])
    add("stop-forever", [{"op": "say", "text": "End."}] * 30, plan=[{"event": "Stop", "exit": 2, "stderr": "MARK-stop go on"}])
    add("stop-failure", [{"op": "error", "status": 400, "text": "the model refuses"}])
    add("context", MARK[1:], plan=[{"event": "SessionStart", "stdout": specific("SessionStart", additionalContext="MARK-start-context")},
                                   {"event": "UserPromptSubmit", "stdout": specific("UserPromptSubmit", additionalContext="MARK-prompt-context")}])
    add("context-text", MARK[1:], plan=[{"event": "SessionStart", "stdout": "MARK-start-text"}, {"event": "UserPromptSubmit", "stdout": "MARK-prompt-text"}])
    add("prompt-block", MARK, plan=[{"event": "UserPromptSubmit", "exit": 2, "stderr": "MARK-no"}])
    for name, answer in [("exit1", {"exit": 1, "stderr": "boom"}), ("exit101", {"exit": 101, "stderr": "thread main panicked"}), ("killed", {"signal": 9}),
                         ("segv", {"signal": 11}), ("badjson", {"stdout": "{\"decision\": "}), ("text", {"stdout": "hello"}), ("exit2-silent", {"exit": 2}),
                         ("wrongjson", {"stdout": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "refuse"}}})]:
        add("fail-" + name, MARK, plan=pre(**answer), events=["PreToolUse"])
        if name in ("exit1", "exit101", "killed", "segv", "badjson"):
            add("fail-%s-wrapped" % name, MARK, plan=pre(**answer), events=["PreToolUse"], command="interlock hook claude || exit 2")
    add("fail-timeout", MARK, plan=pre(sleep=8, exit=2, stderr="late"), events=["PreToolUse"], timeout=2)
    add("fail-timeout-wrapped", MARK, plan=pre(sleep=8, exit=2, stderr="late"), events=["PreToolUse"], timeout=2, command="interlock hook claude || exit 2")
    add("fail-timeout-inner", MARK, plan=pre(sleep=8), events=["PreToolUse"], timeout=10, command="timeout 2 interlock hook claude || { echo MARK-no answer in time >&2; exit 2; }")
    add("fail-missing", MARK, events=["PreToolUse"], command="no-such-interlock hook claude")
    add("fail-missing-wrapped", MARK, events=["PreToolUse"], command="no-such-interlock hook claude || exit 2")
    add("fail-missing-exec", MARK, events=["PreToolUse"], handler={"command": "no-such-interlock", "args": ["hook", "claude"]})
    for name, more in [("exit1", dict(plan=pre(exit=1))), ("timeout", dict(plan=pre(sleep=8), timeout=2)), ("missing", dict(command="no-such-interlock")),
                       ("badjson", dict(plan=pre(stdout="{\"a\": ")))]:
        handler = {"onFailure": "block"}
        add("onfailure-" + name, MARK, events=["PreToolUse"], handler=handler, **more)
    add("every-tool", [{"op": "tool", "name": "ToolSearch", "args": {"query": DEFERRED, "max_results": 30}}] + [{"op": "tool", "name": name, "args": args} for name, args in EACH]
        + [{"op": "say", "text": "Done."}], flags=WITH_MCP, plan=[{"event": "PreToolUse", "tool": "ToolSearch", "has": "CronCreate"}] + pre(exit=2, stderr="MARK-no"))
    add("tools-run", [{"op": "shell", "cmd": "echo '{\"cells\":[{\"cell_type\":\"code\",\"id\":\"a\",\"metadata\":{},\"outputs\":[],\"source\":[\"1\"],\"execution_count\":null}],\"metadata\":{},\"nbformat\":4,\"nbformat_minor\":5}' > a.ipynb"},
        {"op": "read", "path": "a.ipynb"}] + [{"op": "tool", "name": name, "args": args} for name, args in [("ToolSearch", {"query": DEFERRED, "max_results": 30}),
        ("NotebookEdit", {"notebook_path": "{root}/a.ipynb", "cell_id": "a", "new_source": "2"}), ("Skill", {"skill": "simplify"}),
        ("EnterWorktree", {"name": "side"}), ("ExitWorktree", {"action": "keep"})]] + [{"op": "say", "text": "Done."}])
    mcp = [{"op": "tool", "name": "ToolSearch", "args": {"query": "select:mcp__marks__leave"}}, {"op": "tool", "name": "mcp__marks__leave", "args": {"path": "/home/dev/project/mark", "text": "x"}}, {"op": "say", "text": "Done."}]
    add("mcp", mcp, flags=WITH_MCP)
    on_mcp = lambda value: [{"event": "PostToolUse", "tool": "mcp__", "stdout": specific("PostToolUse", updatedToolOutput=value)}]
    add("mcp-updated-text", mcp, flags=WITH_MCP, plan=on_mcp("MARK-redacted"))
    add("mcp-updated-list", mcp, flags=WITH_MCP, plan=on_mcp([{"type": "text", "text": "MARK-redacted"}]))
    add("mcp-denied", mcp, flags=WITH_MCP, plan=[{"event": "PreToolUse", "tool": "mcp__", "exit": 2, "stderr": "MARK-no"}])
    add("workflow", {"main": [{"op": "tool", "name": "Workflow", "args": {"script": "export const meta = {name: 'x', description: 'x'}\nreturn await agent('scenario:inner Go.')"}},
        {"op": "say", "text": "Waiting."}, {"op": "say", "text": "Done."}], "inner": MARK}, flags=["--allowedTools", TOOLS + ",Workflow"])
    add("off", MARK, settings={"permissions": {"deny": ["Workflow", "Monitor", "CronCreate", "WebFetch", "Agent", "ScheduleWakeup"]}})
    add("many", [{"op": "many", "steps": [{"op": "shell", "cmd": "touch a && echo A"}, {"op": "shell", "cmd": "touch b && echo B"}, {"op": "read", "path": "notes.txt"}]}, {"op": "say", "text": "Done."}],
        plan=[{"event": "PreToolUse", "has": "touch b", "exit": 2, "stderr": "MARK-no b"}])
    add("permission-allow", MARK, flags=[], plan=[{"event": "PermissionRequest", "stdout": specific("PermissionRequest", decision={"behavior": "allow"})}])
    add("compact", [{"op": "shell", "cmd": "echo hello"}, {"op": "say", "text": "First."}, {"op": "say", "text": "Second."}], more=["/compact", "Go on."])
    add("ask-then-permission", MARK, plan=pre(stdout=ask) + [{"event": "PermissionRequest", "stdout": specific("PermissionRequest", decision={"behavior": "allow"})}])
    add("continue-false-post", MARK, plan=post(stdout={"continue": False, "stopReason": "MARK-stopped"}))
    add("result-large-updated", [{"op": "shell", "cmd": "seq 1 20000"}, {"op": "say", "text": "Done."}], plan=post(stdout=specific("PostToolUse", updatedToolOutput={"stdout": "MARK-redacted", "stderr": "", "interrupted": False, "isImage": False})))
    wrapped = {"command": "{ echo token=s3cr3t-made-up; exit 3; } 2>&1 | sed s/s3cr3t-made-up/MARK-redacted/; exit ${PIPESTATUS[0]}"}
    add("rewrite-filter", [{"op": "shell", "cmd": "echo token=s3cr3t-made-up; exit 3"}, {"op": "say", "text": "Done."}], plan=pre(stdout=specific("PreToolUse", updatedInput=wrapped)))
    add("project-settings", MARK, where="project", plan=pre(exit=2, stderr="MARK-stderr"))
    add("project-off", MARK, plan=pre(exit=2, stderr="MARK-stderr"), files={PROJECT + "/.claude/settings.json": {"disableAllHooks": True}})
    add("local-off", MARK, plan=pre(exit=2, stderr="MARK-stderr"), files={PROJECT + "/.claude/settings.local.json": {"disableAllHooks": True}})
    add("flag-settings", MARK, events=[], plan=pre(exit=2, stderr="MARK-stderr"), flags=["--settings", json.dumps({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "interlock hook claude"}]}]}}), "--allowedTools", "Bash"])
    add("flag-settings-off", MARK, events=[], plan=pre(exit=2, stderr="MARK-stderr"), files={PROJECT + "/.claude/settings.json": {"disableAllHooks": True}},
        flags=["--settings", json.dumps({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "interlock hook claude"}]}]}}), "--allowedTools", "Bash"])
    off = {PROJECT + "/.claude/settings.json": {"disableAllHooks": True}, PROJECT + "/.claude/settings.local.json": {"disableAllHooks": True}}
    ours = {"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "interlock hook claude"}]}]}}
    add("flag-settings-on", MARK, events=[], plan=pre(exit=2, stderr="MARK-stderr"), files=off, flags=["--settings", json.dumps({**ours, "disableAllHooks": False}), "--allowedTools", "Bash"])
    add("setting-sources", MARK, plan=pre(exit=2, stderr="MARK-stderr"), files=off, flags=["--setting-sources", "user", "--allowedTools", "Bash"])
    add("managed", MARK, events=[], plan=pre(exit=2, stderr="MARK-stderr"), files={**off, "/etc/claude-code/managed-settings.json": ours})
    late = [{"op": "write", "path": ".claude/settings.local.json", "text": "{\"disableAllHooks\": true}\n"}, {"op": "shell", "cmd": "sleep 3"}, {"op": "shell", "cmd": "touch mark && echo ran"}, MARK[1]]
    add("late-off", late, plan=[{"event": "PreToolUse", "has": "touch mark", "exit": 2, "stderr": "MARK-stderr"}], flags=["--dangerously-skip-permissions"], env={"IS_SANDBOX": "1"})
    add("late-off-refused", late, plan=[{"event": "ConfigChange", "exit": 2, "stderr": "MARK-config"}, {"event": "PreToolUse", "has": "touch mark", "exit": 2, "stderr": "MARK-stderr"}],
        flags=["--dangerously-skip-permissions"], env={"IS_SANDBOX": "1"})
    add("resume", [{"op": "shell", "cmd": "echo hello"}, {"op": "say", "text": "First."}, {"op": "shell", "cmd": "echo again"}, {"op": "say", "text": "Second."}], more=["Go on."])
    add("stream", [{"op": "shell", "cmd": "echo hello"}, {"op": "write", "path": "new.txt", "text": "alpha\n"}, {"op": "say", "text": "All is done."}],
        flags=["--output-format", "stream-json", "--verbose", "--allowedTools", TOOLS])
    add("stream-defer", MARK, flags=["--output-format", "stream-json", "--verbose", "--allowedTools", TOOLS], plan=pre(stdout=specific("PreToolUse", permissionDecision="defer", permissionDecisionReason="MARK-defer")), more=["Go on."])
    put = lambda *rules: lambda: write(HOOKS + "/plan.json", list(rules))
    held = pre(stdout=specific("PreToolUse", permissionDecision="defer"))
    add("defer-silent", MARK, plan=held, more=["Go on."], between=put())
    add("defer-allow", MARK, plan=held, more=["Go on."], between=put(*pre(stdout=specific("PreToolUse", permissionDecision="allow"))))
    add("defer-deny", MARK, plan=held, more=["Go on."], between=put(*pre(exit=2, stderr="MARK-later no")))
    add("stream-error", [{"op": "error", "status": 400, "text": "the model refuses"}], flags=["--output-format", "stream-json", "--verbose"])
    add("stream-denied", MARK, flags=["--output-format", "stream-json", "--verbose"])
    return out
