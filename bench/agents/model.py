#!/usr/bin/env python3
"""A scripted model for probing coding agents. Standard library only, loopback only, one file.

  model.py SCENARIO.json [--port N] [--port-file F] [--log F] [--bodies DIR] [--root DIR]

It speaks Chat Completions, Responses, Anthropic Messages and Gemini, streamed and whole, with tool calls.

A scenario is a list of steps, or an object of such lists. A conversation follows the list "main", or the list NAME if
a user message holds the words "scenario:NAME" (that is how the prompt of a subagent picks its own).

  {"op": "shell", "cmd": C}                   {"op": "read", "path": P}
  {"op": "write", "path": P, "text": T}       {"op": "edit", "path": P, "old": A, "new": B}
  {"op": "tool", "name": N, "args": {...}}    that tool by its own name ("input": TEXT for one that takes free text)
  {"op": "many", "steps": [...]}              several calls in one reply
  {"op": "say", "text": T}                    a text, which ends the turn; whoever asks again gets the next step
  {"op": "error", "status": 400, "text": T}   an error of the server

The first four are mapped onto what the agent declares. "{root}" in a string is replaced by --root, and relative paths
are put below it where an agent wants absolute ones. The server knows no sessions: the id of each call and the end of
each text carry the step, and the next step is one past the last that the request's history carries. A request without
tools (titles, quotas) is answered with something short and harmless.

Log: one JSON object per request:
  n, path, api, stream, main, scenario, step, op, tool, args, ids, messages, tools (names), bytes
  news   what came after the last words of the model, as the model sees it: [{"from": "tool"|"user"|"system", "text"}]
  system the system prompt's length and, if it holds a word that begins with MARK-, those words
"""
import argparse, gzip, http.server, itertools, json, os, re, threading, time, zlib

SHELL = ["bash", "exec_command", "shell_command", "run_shell_command", "shell", "local_shell"]
READ = ["read", "read_file"]
WRITE = ["write", "write_file"]
EDIT = ["edit", "replace"]
COMMAND = ["command", "cmd"]
PATH = ["file_path", "filePath", "absolute_path", "path"]
TEXT = ["content", "text"]
OLD = ["old_string", "oldString", "oldText"]
NEW = ["new_string", "newString", "newText"]
SIDE = '{"title":"probe","isNewTopic":true,"summary":"probe","reasoning":"x","model_choice":"flash"}'
HOSTED = ("web_search", "image_generation", "code_interpreter", "computer", "text_editor")
SALT = os.urandom(4).hex()  # ids stay unique over restarts: clients drop repeated ones
COUNT = itertools.count(1)
LOCK = threading.Lock()


# ---------- tools ----------
class Tool:
    def __init__(self, name, schema, kind="function", space=None):
        self.name, self.schema, self.kind, self.space = name, schema, kind, space


def tools_of(api, body):
    out, given = [], list(body.get("tools") or [])
    for it in body.get("input") or [] if api == "responses" else []:
        given += it.get("tools") or [] if isinstance(it, dict) and it.get("type") == "additional_tools" else []
    for tool in given:
        if api == "chat":
            function = tool.get("function") or {}
            out.append(Tool(function.get("name", ""), function.get("parameters") or {}))
        elif api == "anthropic":
            if not str(tool.get("type", "")).startswith(HOSTED):
                out.append(Tool(tool.get("name", ""), tool.get("input_schema") or {}))
        elif api == "gemini":
            for it in tool.get("functionDeclarations") or []:
                out.append(Tool(it["name"], it.get("parametersJsonSchema") or it.get("parameters") or {}))
        elif tool.get("type") == "namespace":
            out += [Tool(it.get("name", ""), it.get("parameters") or {}, it.get("type", "function"), tool.get("name")) for it in tool.get("tools") or []]
        else:
            out.append(Tool(tool.get("name") or tool.get("type"), tool.get("parameters") or {}, tool.get("type", "function")))
    return out


def pick(tools, names):
    by = {tool.name.lower(): tool for tool in reversed(tools)}
    return next((by[name] for name in names if name in by), None)


def filler(schema):
    if "default" in schema or schema.get("enum"):
        return schema.get("default", (schema.get("enum") or [None])[0])
    kind = schema.get("type", "string")
    kind = str(kind[0] if isinstance(kind, list) else kind).lower()
    return {"integer": 1, "number": 1, "boolean": False, "array": [], "object": {}}.get(kind, "step")


def fit(tool, wanted):
    """(names it may have, value) pairs -> arguments in the words of the tool; whatever else is required is filled in."""
    properties = tool.schema.get("properties") or {}
    args = {}
    for names, value in wanted:
        name = next((name for name in names if name in properties), names[0])
        args[name] = ["bash", "-lc", value] if str((properties.get(name) or {}).get("type")).lower() == "array" else value
    for name in tool.schema.get("required") or []:
        if name not in args:
            args[name] = filler(properties.get(name) or {})
    return args


def call_for(tools, step, root):
    """-> (tool, arguments or free text)"""
    op, at = step["op"], lambda path: os.path.join(root, path) if root else path
    script = pick([it for it in tools if it.kind == "custom"], ["exec"])
    if script and not pick(tools, [step["name"].lower()] if op == "tool" else SHELL):  # tools are called from JavaScript
        tool, args = call_for([Tool("exec_command", {"properties": {"cmd": {}}}), Tool("apply_patch", {}, "custom")], step, root)
        return script, "const it = await tools.%s(%s);\ntext(it && it.output !== undefined ? it.output : it);" % (tool.name, json.dumps(args))
    if op == "tool":
        tool = pick(tools, [step["name"].lower()]) or Tool(step["name"], {}, "custom" if "input" in step else "function", step.get("space"))
        return tool, step["input"] if "input" in step else step.get("args", {})
    if op == "shell":
        tool = pick(tools, SHELL) or Tool("bash", {})
        return tool, fit(tool, [(COMMAND, step["cmd"])])
    if op == "read" and (tool := pick(tools, READ)):
        return tool, fit(tool, [(PATH, at(step["path"]))])
    if op == "write" and (tool := pick(tools, WRITE)):
        return tool, fit(tool, [(PATH, at(step["path"])), (TEXT, step["text"])])
    if op == "edit" and (tool := pick(tools, EDIT)):
        if "edits" in (tool.schema.get("properties") or {}):
            return tool, {"path": at(step["path"]), "edits": [{"oldText": step["old"], "newText": step["new"]}]}
        return tool, fit(tool, [(PATH, at(step["path"])), (OLD, step["old"]), (NEW, step["new"])])
    if op in ("write", "edit"):
        lines = lambda sign, text: "".join("%s%s\n" % (sign, it) for it in text.splitlines())
        head = "*** Add File: " if op == "write" else "*** Update File: "
        change = lines("+", step["text"]) if op == "write" else "@@\n" + lines("-", step["old"]) + lines("+", step["new"])
        patch = "*** Begin Patch\n%s%s\n%s*** End Patch\n" % (head, step["path"], change)
        tool = pick(tools, ["apply_patch"])
        if tool and tool.kind == "custom":
            return tool, patch
        if tool:
            return tool, fit(tool, [(["input"], patch)])
        return call_for(tools, {"op": "shell", "cmd": "apply_patch <<'EOF'\n%sEOF" % patch}, root)
    return call_for(tools, {"op": "shell", "cmd": "cat " + step["path"]}, root)


# ---------- history ----------
def plain(value):
    """The text of a content, however it is wrapped."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(filter(None, map(plain, value)))
    if isinstance(value, dict):
        for key in ("text", "content", "output"):
            if key in value:
                return plain(value[key])
        return json.dumps(value)
    return "" if value is None else json.dumps(value)


def history(api, body):
    """-> list of (who: system, user, model, tool; text; id of the call)"""
    out = []
    if api == "chat":
        for it in body.get("messages") or []:
            who = {"assistant": "model", "developer": "system"}.get(it.get("role"), it.get("role"))
            out.append((who, plain(it.get("content")), it.get("tool_call_id")))
    elif api == "responses":
        given = body.get("input") or []
        out.append(("system", body.get("instructions") or "", None))
        for it in [{"role": "user", "content": given}] if isinstance(given, str) else given:
            kind = str(it.get("type", "message"))
            if kind.endswith("_call_output"):
                out.append(("tool", plain(it.get("output")), it.get("call_id")))
            elif kind == "message":
                who = {"assistant": "model", "developer": "system"}.get(it.get("role"), it.get("role"))
                out.append((who, plain(it.get("content")), None))
            elif kind.endswith("_call") or kind == "reasoning":
                out.append(("model", "", None))
    elif api == "anthropic":
        out.append(("system", plain(body.get("system")), None))
        for it in body.get("messages") or []:
            content = it.get("content")
            for part in [{"type": "text", "text": content}] if isinstance(content, str) else content or []:
                if part.get("type") == "tool_result":
                    out.append(("tool", plain(part.get("content")), part.get("tool_use_id")))
                else:
                    who = {"assistant": "model"}.get(it.get("role"), it.get("role"))
                    out.append((who, part.get("text") or "", None))
    else:
        out.append(("system", plain((body.get("systemInstruction") or {}).get("parts")), None))
        for it in body.get("contents") or []:
            for part in it.get("parts") or []:
                if "functionResponse" in part:
                    answer = part["functionResponse"]
                    out.append(("tool", json.dumps(answer.get("response"), ensure_ascii=False), answer.get("id")))
                else:
                    out.append(("model" if it.get("role") == "model" else "user", part.get("text") or "", None))
    return out


def position(items):
    """The step that comes next."""
    at = 0
    for who, text, call in items:
        found = None
        if who == "tool":
            found = re.search(r"x(\d{4})(?:n\d+)?$", str(call))
            if not found and call is None:
                at += 1
        elif who == "model":
            found = (re.findall(r"\[#(\d{4})\]", text) or [None])[-1]
            found = found and re.match(r"(\d{4})", found)
        if found:
            at = max(at, int(found.group(1)) + 1)
    return at


def news(items):
    last = max([k for k, it in enumerate(items) if it[0] == "model"], default=-1)
    return [{"from": who, "text": text[:20000]} for who, text, _ in items[last + 1:] if text]


# ---------- replies ----------
def new_id(prefix, step=None, number=0):
    head = "%s_%s%05d" % (prefix, SALT, next(COUNT))
    return head if step is None else head + "x%04d" % step + ("n%d" % number if number else "")


def events(objects, named=False, done=False):
    out = []
    for it in objects:
        out.append(("event: %s\n" % it["type"] if named else "") + "data: %s\n\n" % json.dumps(it, separators=(",", ":")))
    return "".join(out + (["data: [DONE]\n\n"] if done else [])).encode()


def chat(body, calls, text, tokens, stream):
    usage = {"prompt_tokens": tokens, "completion_tokens": 20, "total_tokens": tokens + 20, "prompt_tokens_details": {"cached_tokens": 8}}
    base = {"id": new_id("chatcmpl"), "created": int(time.time()), "model": body.get("model", "mock")}
    wire = [{"index": k, "id": call, "type": "function", "function": {"name": tool.name, "arguments": json.dumps(args)}}
            for k, (tool, args, call) in enumerate(calls)]
    finish = "tool_calls" if calls else "stop"
    if not stream:
        message = {"role": "assistant", "content": None if calls else text}
        if calls:
            message["tool_calls"] = wire
        return json.dumps(dict(base, object="chat.completion", usage=usage, choices=[{"index": 0, "message": message, "finish_reason": finish}])).encode()

    def chunk(delta, finish=None):
        return dict(base, object="chat.completion.chunk", choices=[{"index": 0, "delta": delta, "finish_reason": finish}])
    out = [chunk({"role": "assistant", "content": "" if calls else text})] + ([chunk({"tool_calls": wire})] if calls else [])
    return events(out + [chunk({}, finish), dict(base, object="chat.completion.chunk", choices=[], usage=usage)], done=True)


def responses(body, calls, text, tokens, stream):
    usage = {"input_tokens": tokens, "input_tokens_details": {"cached_tokens": 8}, "output_tokens": 20,
             "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": tokens + 20}
    base = {"id": new_id("resp"), "object": "response", "created_at": int(time.time()), "model": body.get("model", "mock"), "error": None}
    out = [{"type": "response.created", "response": dict(base, status="in_progress", output=[], usage=None)}]
    items = []
    for tool, args, call in calls:
        item = {"id": new_id("item"), "status": "completed", "call_id": call}
        if tool.kind == "local_shell":
            item.update(type="local_shell_call", action={"type": "exec", "command": args.get("command"), "env": {}})
        elif tool.kind == "custom":
            item.update(type="custom_tool_call", name=tool.name, input=args)
        else:
            item.update(type="function_call", name=tool.name, arguments=json.dumps(args))
            if tool.space:
                item.update(namespace=tool.space)
        items.append(item)
    if not calls:
        items.append({"id": new_id("msg"), "type": "message", "role": "assistant", "status": "completed",
                      "content": [{"type": "output_text", "text": text, "annotations": []}]})
    for k, item in enumerate(items):
        out.append({"type": "response.output_item.added", "output_index": k, "item": dict(item, status="in_progress")})
        if item["type"] == "message":
            out.append({"type": "response.output_text.delta", "item_id": item["id"], "output_index": k, "content_index": 0, "delta": text})
        out.append({"type": "response.output_item.done", "output_index": k, "item": item})
    done = dict(base, status="completed", output=items, usage=usage)
    if not stream:
        return json.dumps(done).encode()
    out.append({"type": "response.completed", "response": done})
    for k, it in enumerate(out):
        it["sequence_number"] = k
    return events(out, named=True)


def anthropic(body, calls, text, tokens, stream):
    usage = {"input_tokens": tokens, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 8, "output_tokens": 20}
    blocks = [{"type": "tool_use", "id": call, "name": tool.name, "input": args} for tool, args, call in calls]
    blocks = blocks or [{"type": "text", "text": text}]
    stop = "tool_use" if calls else "end_turn"
    message = {"id": new_id("msg"), "type": "message", "role": "assistant", "model": body.get("model", "mock"), "content": [],
               "stop_reason": None, "stop_sequence": None, "usage": dict(usage, output_tokens=1)}
    if not stream:
        return json.dumps(dict(message, content=blocks, stop_reason=stop, usage=usage)).encode()
    out = [{"type": "message_start", "message": message}]
    for k, block in enumerate(blocks):
        begun = dict(block, input={}) if calls else {"type": "text", "text": ""}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])} if calls else {"type": "text_delta", "text": text}
        out += [{"type": "content_block_start", "index": k, "content_block": begun}, {"type": "content_block_delta", "index": k, "delta": delta},
                {"type": "content_block_stop", "index": k}]
    out += [{"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": usage}, {"type": "message_stop"}]
    return events(out, named=True)


def gemini(body, calls, text, tokens, stream):
    parts = [{"functionCall": {"name": tool.name, "args": args, "id": call}} for tool, args, call in calls]
    out = {"candidates": [{"content": {"role": "model", "parts": parts or [{"text": text}]}, "finishReason": "STOP", "index": 0}],
           "usageMetadata": {"promptTokenCount": tokens, "candidatesTokenCount": 20, "cachedContentTokenCount": 8, "totalTokenCount": tokens + 20},
           "modelVersion": "mock", "responseId": new_id("resp")}
    return events([out]) if stream else json.dumps(out).encode()


# ---------- server ----------
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda self, *_: None

    def body(self):
        if "chunked" in self.headers.get("transfer-encoding", ""):
            parts = []
            while size := int(self.rfile.readline().split(b";")[0], 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            raw = b"".join(parts)
        else:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        coding = self.headers.get("content-encoding", "")
        return gzip.decompress(raw) if coding == "gzip" else zlib.decompress(raw) if coding == "deflate" else raw

    def reply(self, status, body, kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_GET(self):
        record = {"n": next(COUNT), "method": self.command, "path": self.path, "main": False}
        emit(record)
        if self.path.split("?")[0].endswith("/models") and not self.headers.get("upgrade"):
            one = {"id": "mock-model", "object": "model", "type": "model", "created": 1, "owned_by": "mock", "display_name": "mock-model"}
            return self.reply(200, json.dumps({"object": "list", "data": [one], "has_more": False, "models": []}).encode())
        self.reply(404, b'{"error":{"message":"not found","type":"not_found_error"}}')
    do_HEAD = do_GET

    def do_POST(self):
        raw = self.body()
        path = self.path.split("?")[0]
        record = {"n": next(COUNT), "method": "POST", "path": path, "main": False, "bytes": len(raw)}
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            body = {}
        tokens = max(1, len(raw) // 4)
        counts = {"/count_tokens": {"input_tokens": tokens}, ":countTokens": {"totalTokens": tokens}}
        for end, answer in counts.items():
            if path.endswith(end):
                return self.reply(200, json.dumps(answer).encode())
        api = ("chat" if path.endswith("/chat/completions") else "responses" if path.endswith("/responses") else
               "anthropic" if path.endswith("/messages") else "gemini" if "enerateContent" in path else None)
        if api is None:
            emit(record)
            return self.reply(404, b'{"error":{"message":"not found","type":"not_found_error"}}')
        stream = bool(body.get("stream")) or ":streamGenerateContent" in path
        tools, items = tools_of(api, body), history(api, body)
        record.update(api=api, stream=stream, messages=len(items), model=body.get("model"))
        calls, text, step, status = [], SIDE, None, 200
        if tools:
            said = " ".join(text for who, text, _ in items if who == "user")
            names = [it for it in re.findall(r"scenario:(\w+)", said) if it in SCENARIO]
            scenario = names[-1] if names else "main"
            step = position(items)
            steps = SCENARIO[scenario]
            it = steps[step] if step < len(steps) else {"op": "say", "text": "Nothing is left to do."}
            if it["op"] == "say":
                text = "%s [#%04d]" % (it["text"], step)
            elif it["op"] == "error":
                status = it.get("status", 400)
            else:
                prefix = "toolu" if api == "anthropic" else "call"
                calls = [call_for(tools, one, A.root) + (new_id(prefix, step, k),) for k, one in enumerate(it["steps"] if it["op"] == "many" else [it])]
            system = " ".join(text for who, text, _ in items if who == "system")
            record.update(main=True, scenario=scenario, step=step, op=it["op"],
                          tool=[it[0].name for it in calls], args=[it[1] for it in calls], ids=[it[2] for it in calls],
                          tools=[("%s/%s" % (tool.space, tool.name)) if tool.space else tool.name for tool in tools], news=news(items),
                          system={"length": len(system), "marks": sorted(set(re.findall(r"MARK-[\w-]+", system)))})
        else:
            record.update(news=news(items)[-1:])
        if A.bodies:
            with open("%s/%s%04d.json" % (A.bodies, "" if tools else "side-", record["n"]), "wb") as file:
                file.write(raw)
        emit(record)
        if status != 200:
            return self.reply(status, json.dumps({"type": "error", "error": {"type": "invalid_request_error", "code": status, "message": it.get("text", "refused")}}).encode())
        make = {"chat": chat, "responses": responses, "anthropic": anthropic, "gemini": gemini}[api]
        self.reply(200, make(body, calls, text, tokens, stream), "text/event-stream" if stream else "application/json")


def emit(record):
    with LOCK:
        LOG.write(json.dumps(record, ensure_ascii=False) + "\n")
        LOG.flush()


def rooted(value):
    if isinstance(value, str):
        return value.replace("{root}", A.root)
    if isinstance(value, list):
        return [rooted(it) for it in value]
    return {key: rooted(it) for key, it in value.items()} if isinstance(value, dict) else value


def main():
    global A, LOG, SCENARIO
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--port-file")
    parser.add_argument("--log", default="/dev/null")
    parser.add_argument("--bodies", help="keep the body of each request in this folder")
    parser.add_argument("--root", default="", help="the folder that relative paths are below")
    A = parser.parse_args()
    scenario = rooted(json.load(open(A.scenario)))
    SCENARIO = scenario if isinstance(scenario, dict) else {"main": scenario}
    LOG = open(A.log, "a")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", A.port), Handler)
    server.daemon_threads = True
    if A.port_file:
        with open(A.port_file + ".new", "w") as file:
            file.write(str(server.server_port))
        os.rename(A.port_file + ".new", A.port_file)
    server.serve_forever()


if __name__ == "__main__":
    main()
