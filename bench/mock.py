#!/usr/bin/env python3
"""A scripted model server for measuring agents. Standard library only, loopback only.

It speaks Chat Completions and Responses, streamed and whole, with tool calls.

It knows no sessions: the id of each tool call carries its step, and the step of a request is one past the last
step whose result it carries. A client that lost results is sent those steps again; one that shortened its history
is not. The tool is picked from those that the request declares.

Scripts (--script):
  true    every step runs `true <n>` (the number keeps loop detectors quiet)
  shell   every step runs `true <n> && true`, which nobody can start without a shell
  trace   every step runs `echo <n> >> trace.txt` (what is done twice, or lost, can be seen)
After --turns steps it answers with a final text.

Log (--log): one JSON object per request, seconds of CLOCK_MONOTONIC:
  t_arrive  first byte of the request       t_body  request complete
  t_reply   first byte of the reply         t_end   last byte handed over
  main      whether it is a scripted step (others: titles, quotas, ...)
  step, results, repeated, messages, tools, tool, bytes_in, api, stream, path
  last_result  the newest result, cut (what the model is told of a step)

--fault 15:hang,12:500,13:429,14:drop applies once, at that step.
"""
import argparse, asyncio, json, os, re, signal, socket, sys, time

A = None
LOG = None
STEP = [0]
STATE = {"requests": 0, "faults": {}, "ids": 0}
SALT = os.urandom(4).hex()  # ids stay unique over restarts: clients drop repeated ones
now = time.monotonic

SHELL = ["shell", "bash", "shell_command", "exec_command", "local_shell", "run_command", "run", "exec"]
COMMAND = ["command", "cmd", "script", "input"]


# ---------- tools ----------
def tools_of(api, body):
    """-> list of (name, schema, kind)"""
    out = []
    for tool in body.get("tools") or []:
        if not isinstance(tool, dict):
            continue
        if api == "chat":
            function = tool.get("function") or {}
            out.append((function.get("name", ""), function.get("parameters") or {}, "function"))
        elif tool.get("type", "function") == "function":
            out.append((tool.get("name", ""), tool.get("parameters") or {}, "function"))
        elif tool.get("type") == "namespace":
            for inner in tool.get("tools") or []:
                out.append((inner.get("name", ""), inner.get("parameters") or {}, "namespaced"))
        else:
            out.append((tool.get("name") or tool["type"], {}, tool["type"]))
    return out


def shell_of(tools):
    by_name = {}
    for tool in tools:
        by_name.setdefault(tool[0].lower(), tool)
    return next((by_name[name] for name in SHELL if name in by_name), None)


def filler(schema):
    if "default" in schema:
        return schema["default"]
    if schema.get("enum"):
        return schema["enum"][0]
    kind = schema.get("type", "string")
    kind = kind[0] if isinstance(kind, list) else str(kind)
    return {"integer": 1, "number": 1, "boolean": False, "array": [], "object": {}}.get(kind, "step")


def arguments(schema, command):
    """The command in the words of that schema; whatever else is required is filled in."""
    properties = schema.get("properties") or {}
    name = next((name for name in COMMAND if name in properties), COMMAND[0])
    args = {name: command}
    if (properties.get(name) or {}).get("type") == "array":
        args[name] = ["bash", "-lc", command]
    for required in schema.get("required") or []:
        if required not in args:
            args[required] = filler(properties.get(required) or {})
    return args


def command_of(step):
    if step == A.sleep_at:
        return A.sleep_command
    return {"true": "true %d", "shell": "true %d && true", "trace": "echo %d >> trace.txt"}[A.script] % step


def call_for(tools, step):
    tool = shell_of(tools)
    if tool is None:
        return None
    if tool[2] == "local_shell":
        return tool, {"type": "exec", "command": ["bash", "-lc", command_of(step)], "env": {}}
    return tool, arguments(tool[1], command_of(step))


def history(api, body):
    """-> (next step, distinct results, messages, repeated results, the last result)"""
    messages = body.get("messages" if api == "chat" else "input") or []
    if isinstance(messages, str):
        return 0, 0, 1, 0, None
    if api == "chat":
        results = [(m.get("tool_call_id"), m.get("content")) for m in messages if m.get("role") == "tool"]
    else:
        results = [(m.get("call_id"), m.get("output")) for m in messages if str(m.get("type", "")).endswith("_call_output")]
    ids = [it[0] for it in results]
    steps = [int(m.group(1)) for m in (re.search(r"x(\d{4})$", str(i)) for i in ids) if m]
    last = json.dumps(results[-1][1])[:2000] if results else None
    return max(steps) + 1 if steps else len(set(ids)), len(set(ids)), len(messages), len(ids) - len(set(ids)), last


# ---------- replies ----------
def new_id(prefix, step=None):
    STATE["ids"] += 1
    if step is not None:
        return "%s_%s%06dx%04d" % (prefix, SALT, STATE["ids"], step)
    return "%s_%s%06d" % (prefix, SALT, STATE["ids"])


def events(objects, named=False, done=False):
    out = []
    for it in objects:
        if named:
            out.append("event: %s\n" % it["type"])
        out.append("data: %s\n\n" % json.dumps(it, separators=(",", ":")))
    if done:
        out.append("data: [DONE]\n\n")
    return "".join(out).encode()


def chat(body, call, text, tokens):
    usage = {"prompt_tokens": tokens, "completion_tokens": 20, "total_tokens": tokens + 20,
             "prompt_tokens_details": {"cached_tokens": 0}}
    base = {"id": new_id("chatcmpl"), "created": int(time.time()), "model": body.get("model", "mock")}
    finish = "tool_calls" if call else "stop"
    tool_call = call and {"id": new_id("call", STEP[0]), "type": "function",
                          "function": {"name": call[0][0], "arguments": json.dumps(call[1])}}
    if not body.get("stream"):
        message = {"role": "assistant", "content": None if call else text}
        if call:
            message["tool_calls"] = [tool_call]
        choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
        return "application/json", json.dumps(dict(base, object="chat.completion", usage=usage, choices=[choice])).encode()

    def chunk(delta, finish=None):
        return dict(base, object="chat.completion.chunk", choices=[{"index": 0, "delta": delta, "finish_reason": finish}])
    out = [chunk({"role": "assistant", "content": "" if call else text})]
    if call:
        out.append(chunk({"tool_calls": [dict(tool_call, index=0)]}))
    out.append(chunk({}, finish))
    out.append(dict(base, object="chat.completion.chunk", choices=[], usage=usage))
    return "text/event-stream", events(out, done=True)


def responses(body, call, text, tokens):
    usage = {"input_tokens": tokens, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 20,
             "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": tokens + 20}
    base = {"id": new_id("resp"), "object": "response", "created_at": int(time.time()), "model": body.get("model", "mock"), "error": None}
    begun = dict(base, status="in_progress", output=[], usage=None)
    out = [{"type": "response.created", "response": begun}, {"type": "response.in_progress", "response": begun}]
    if call and call[0][2] == "local_shell":
        item = {"id": new_id("lsh"), "type": "local_shell_call", "call_id": new_id("call", STEP[0]), "status": "completed", "action": call[1]}
        out.append({"type": "response.output_item.added", "output_index": 0, "item": item})
    elif call:
        item = {"id": new_id("fc"), "type": "function_call", "status": "completed", "name": call[0][0],
                "arguments": json.dumps(call[1]), "call_id": new_id("call", STEP[0])}
        out.append({"type": "response.output_item.added", "output_index": 0, "item": dict(item, arguments="", status="in_progress")})
        out.append({"type": "response.function_call_arguments.delta", "item_id": item["id"], "output_index": 0, "delta": item["arguments"]})
        out.append({"type": "response.function_call_arguments.done", "item_id": item["id"], "output_index": 0, "arguments": item["arguments"]})
    else:
        part = {"type": "output_text", "text": text, "annotations": []}
        item = {"id": new_id("msg"), "type": "message", "role": "assistant", "status": "completed", "content": [part]}
        at = {"item_id": item["id"], "output_index": 0, "content_index": 0}
        out.append({"type": "response.output_item.added", "output_index": 0, "item": dict(item, content=[], status="in_progress")})
        out.append(dict(at, type="response.content_part.added", part=dict(part, text="")))
        out.append(dict(at, type="response.output_text.delta", delta=text))
        out.append(dict(at, type="response.output_text.done", text=text))
        out.append(dict(at, type="response.content_part.done", part=part))
    out.append({"type": "response.output_item.done", "output_index": 0, "item": item})
    done = dict(base, status="completed", output=[item], usage=usage)
    if not body.get("stream"):
        return "application/json", json.dumps(done).encode()
    out.append({"type": "response.completed", "response": done})
    for number, it in enumerate(out):
        it["sequence_number"] = number
    return "text/event-stream", events(out, named=True)


SIDE = '{"title":"bench","isNewTopic":true,"summary":"bench"}'
NOT_FOUND = (404, "application/json", b'{"error":{"message":"not found"}}', None)


def answer(method, path, raw, record):
    """-> (status, content type, body, fault)"""
    path = path.split("?", 1)[0]
    if method in ("GET", "HEAD"):
        if path.endswith("/models"):
            model = {"id": A.model, "object": "model", "created": 1, "owned_by": "mock"}
            return 200, "application/json", json.dumps({"object": "list", "data": [model], "models": []}).encode(), None
        return NOT_FOUND
    try:
        body = json.loads(raw) if raw else {}
    except ValueError:
        return 400, "application/json", b'{"error":{"message":"bad json"}}', None
    if path.endswith("/chat/completions"):
        api = "chat"
    elif path.endswith("/responses"):
        api = "responses"
    else:
        return NOT_FOUND
    tools = tools_of(api, body)
    step, results, messages, repeated, last = history(api, body)
    record.update(api=api, stream=bool(body.get("stream")), tools=len(tools), results=results, repeated=repeated,
                  messages=messages, last_result=last)
    call, text, fault = (call_for(tools, step), SIDE, None) if tools else (None, SIDE, None)
    if call:
        STEP[0] = step
        record.update(main=True, step=step)
        fault = STATE["faults"].pop(step, None)
        if step >= A.turns:
            call, text = None, A.final
            if A.submit:
                tool = shell_of(tools)
                call = (tool, arguments(tool[1], A.submit))
        record["tool"] = call[0][0] if call else None
    kind, out = (chat if api == "chat" else responses)(body, call, text, max(1, len(raw) // 4))
    return 200, kind, out, fault


# ---------- http ----------
async def read_body(reader, headers):
    if headers.get("transfer-encoding", "").lower() != "chunked":
        count = int(headers.get("content-length", "0") or 0)
        return await reader.readexactly(count) if count else b""
    parts = []
    while True:
        count = int((await reader.readline()).split(b";")[0], 16)
        if count == 0:
            while (await reader.readline()).strip():
                pass
            return b"".join(parts)
        parts.append(await reader.readexactly(count))
        await reader.readline()


async def one(reader, writer, line, t_arrive):
    """One request and its reply. -> whether the connection stays."""
    method, path, _ = line.decode("latin1").split(" ", 2)
    headers = {}
    while (line := await reader.readline()) not in (b"\r\n", b"\n", b""):
        name, _, value = line.decode("latin1").partition(":")
        headers[name.strip().lower()] = value.strip()
    if headers.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    raw = await read_body(reader, headers)
    t_body = now()
    STATE["requests"] += 1
    record = {"n": STATE["requests"], "method": method, "path": path, "main": False, "bytes_in": len(raw)}
    status, kind, out, fault = (404, "text/plain", b"", None) if headers.get("upgrade") else answer(method, path, raw, record)
    record["fault"] = fault
    if fault == "hang":
        emit(dict(record, t_arrive=t_arrive, t_body=t_body, t_reply=None, t_end=None, status=0))
        await asyncio.sleep(86400)
    if fault and fault.isdigit():
        status, kind = int(fault), "application/json"
        out = json.dumps({"error": {"type": "mock_error", "message": "mock %s" % fault}}).encode()
    if fault == "drop":
        out = out[:len(out) // 2]
    t_reply = now()
    head = "HTTP/1.1 %d X\r\nContent-Type: %s\r\n" % (status, kind)
    if kind == "text/event-stream":
        head += "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n"
        out = b"%x\r\n%s\r\n" % (len(out), out) + (b"" if fault == "drop" else b"0\r\n\r\n")
    else:
        head += "Content-Length: %d\r\n\r\n" % len(out)
        out = b"" if method == "HEAD" else out
    writer.write(head.encode() + out)
    await writer.drain()
    emit(dict(record, t_arrive=t_arrive, t_body=t_body, t_reply=t_reply, t_end=now(), status=status))
    return fault != "drop" and headers.get("connection", "").lower() != "close"


async def connection(reader, writer):
    try:
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while True:
            line = await reader.readline()
            t_arrive = now()
            if not line:
                break
            if line.strip() and not await one(reader, writer, line, t_arrive):
                break
    except (asyncio.IncompleteReadError, ConnectionError, ValueError):
        pass
    finally:
        writer.close()


def emit(record):
    LOG.write(json.dumps(record) + "\n")
    LOG.flush()


async def serve():
    server = await asyncio.start_server(connection, "127.0.0.1", A.port, limit=1 << 26)
    port = server.sockets[0].getsockname()[1]
    if A.port_file:
        with open(A.port_file + ".tmp", "w") as file:
            file.write(str(port))
        os.rename(A.port_file + ".tmp", A.port_file)
    print("mock on 127.0.0.1:%d" % port, file=sys.stderr, flush=True)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()


def main():
    global A, LOG
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--port-file")
    parser.add_argument("--log", default="/dev/null")
    parser.add_argument("--turns", type=int, default=50)
    parser.add_argument("--script", choices=["true", "shell", "trace"], default="true")
    parser.add_argument("--final", default="All steps are done.")
    parser.add_argument("--submit", help="at the end run this in the shell instead of answering with a text")
    parser.add_argument("--sleep-at", type=int, help="at this step the command is --sleep-command")
    parser.add_argument("--sleep-command", default="sleep 600")
    parser.add_argument("--model", default="mock-model")
    parser.add_argument("--fault", default="", help="STEP:500|429|drop|hang,...")
    A = parser.parse_args()
    for fault in filter(None, A.fault.split(",")):
        step, _, what = fault.partition(":")
        STATE["faults"][int(step)] = what
    LOG = open(A.log, "a")
    asyncio.run(serve())


if __name__ == "__main__":
    main()
