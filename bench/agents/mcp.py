#!/usr/bin/env python3
"""The smallest MCP server: one tool, which writes a file and says so. Lines of JSON on stdio."""
import json, sys

TOOL = {"name": "leave", "description": "Leaves a mark.", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}, "text": {"type": "string"}}, "required": ["path"]}}

for line in sys.stdin:
    call = json.loads(line)
    if "id" not in call:
        continue
    method, result = call.get("method"), {}
    if method == "initialize":
        result = {"protocolVersion": call["params"]["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "marks", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [TOOL]}
    elif method == "tools/call":
        args = call["params"]["arguments"]
        with open(args["path"], "w") as file:
            file.write(args.get("text", "mark\n"))
        result = {"content": [{"type": "text", "text": "left a mark in " + args["path"]}]}
    print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": result}), flush=True)
