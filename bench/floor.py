#!/usr/bin/env python3
"""The least that an agent can do: one connection kept open, the whole history each turn, one process per tool call.

floor.py URL PROMPT          what the rig itself costs
floor.py URL PROMPT FILE     the same with one durable record per turn: a write into FILE, which is as large as it will
                             ever be before the first turn, and one fdatasync, before the tool is run
"""
import http.client, json, os, subprocess, sys

RECORD_BYTES = 4096
FILE_BYTES = 1 << 20

url, prompt = sys.argv[1], sys.argv[2]
ledger = None
if len(sys.argv) > 3:
    ledger = os.open(sys.argv[3], os.O_CREAT | os.O_RDWR)
    if os.fstat(ledger).st_size < FILE_BYTES:
        os.write(ledger, bytes(FILE_BYTES))
        os.fsync(ledger)
connection = http.client.HTTPConnection(url.split("//")[1])
tools = [{"type": "function", "function": {"name": "bash", "description": "run a command", "parameters": {
    "type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]}}}]
messages = [{"role": "user", "content": prompt}]
turn = 0
while True:
    connection.request("POST", "/v1/chat/completions", json.dumps({"model": "m", "messages": messages, "tools": tools}),
                       {"Content-Type": "application/json"})
    message = json.loads(connection.getresponse().read())["choices"][0]["message"]
    messages.append(message)
    if not message.get("tool_calls"):
        print(message["content"])
        break
    if ledger is not None:
        os.pwrite(ledger, json.dumps(message).encode().ljust(RECORD_BYTES), turn * RECORD_BYTES % FILE_BYTES)
        os.fdatasync(ledger)
    turn += 1
    for call in message["tool_calls"]:
        command = json.loads(call["function"]["arguments"])["command"]
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": done.stdout + done.stderr})
