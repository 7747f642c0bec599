#!/usr/bin/env python3
"""Interlock as the client of real servers of tools: what each offers, and what comes of a call that is allowed and of one that is not.

  servers.py --interlock BINARY --servers PREFIX

PREFIX is a folder with `npm install @modelcontextprotocol/server-everything @modelcontextprotocol/server-memory
@modelcontextprotocol/server-filesystem`. The model is a written conversation, and no network is needed. Told, server by server: how many
tools it offers (and how many were left out), whether an allowed call came back, and whether the same call asks where nothing is allowed.
"""
import argparse, json, os, shutil, subprocess, sys, tempfile


def cases(interlock, prefix):
    """Name, command, variables, a call: tool and arguments, and what its answer has."""
    program = lambda name: os.path.join(prefix, "node_modules/.bin/mcp-server-" + name)
    return [
        ("everything", [program("everything")], {}, ("echo", {"message": "a word"}), "a word"),
        ("memory", [program("memory")], {"MEMORY_FILE_PATH": "/tmp/graph.jsonl"},
         ("create_entities", {"entities": [{"name": "a", "entityType": "b", "observations": ["c"]}]}), "observations"),
        ("filesystem", [program("filesystem"), "/usr/share"], {}, ("list_directory", {"path": "/usr/share"}), "[DIR]"),
        # Our own speaks the newest version of the protocol. It sees no repository.
        ("interlock", [interlock, "mcp"], {}, ("status", {}), "is not in a git"),
    ]


def run(base, interlock, command, variables, allow, call):
    """One run with the server; says its exit status, and its lines."""
    home, repo = os.path.join(base, "home"), os.path.join(base, "repo")
    os.makedirs(os.path.join(home, ".config/interlock"))
    os.makedirs(repo)
    script = {"replies": [{"calls": [{"tool": "mcp__it__" + call[0], "args": call[1]}]},
                          {"calls": [{"tool": "write", "args": {"path": "b.txt", "content": "x\n"}}]},
                          {"calls": [{"tool": "done", "args": {"summary": "done"}}]}]}
    with open(os.path.join(base, "agent.json"), "w") as file:
        json.dump(script, file)
    config = {"models": {"default": "written", "written": {"provider": "scripted", "model": os.path.join(base, "agent.json")}},
              "verification": {"commands": ["true"], "levels": [1, 2, 3, 4]},
              "mcp": {"servers": {"it": {"command": command, "env": variables, "allow": allow}}}}
    with open(os.path.join(home, ".config/interlock/config.yml"), "w") as file:
        json.dump(config, file)
    env = {"PATH": os.environ["PATH"], "HOME": home, "INTERLOCK_STATE": os.path.join(base, "state"), "LANG": "C.UTF-8"}
    git = lambda *words: subprocess.run(["git", "-c", "user.name=b", "-c", "user.email=b@example.invalid", *words], cwd=repo, env=env, check=True)
    git("init", "--quiet", "-b", "main")
    git("commit", "--quiet", "--allow-empty", "-m", "start")
    ours = lambda *words: subprocess.run([interlock, *words], cwd=repo, env=env, capture_output=True, text=True, timeout=300)
    code = ours("run", "--mode", "quick", "add b.txt").returncode
    name = json.loads(ours("status", "--json").stdout)["run"]
    lines = ours("log", "--json", name).stdout.splitlines()
    return code, [json.loads(line) for line in lines]


def finished(lines):
    found = [line["event"].get("seen", {}) for line in lines]
    return [it["finished"]["observation"] for it in found if isinstance(it, dict) and "finished" in it]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--interlock", required=True)
    parser.add_argument("--servers", required=True)
    options = parser.parse_args()
    interlock = os.path.abspath(options.interlock)
    good = True
    print("%-12s %7s %9s %8s %6s" % ("server", "offers", "left out", "answers", "asks"))
    for name, command, variables, call, part in cases(interlock, os.path.abspath(options.servers)):
        base = tempfile.mkdtemp(prefix="interlock-servers-")
        try:
            _, lines = run(os.path.join(base, "allowed"), interlock, command, variables, ["*"], call)
            done = finished(lines)
            offers = [it["outcome"]["offered"] for it in done if isinstance(it.get("outcome"), dict) and "offered" in it["outcome"]]
            answers = any(part in it["text"] for it in done)
            code, _ = run(os.path.join(base, "not"), interlock, command, variables, [], call)
            row = (len(offers[0]["tools"]) if offers else 0, len(offers[0].get("left_out", [])) if offers else 0)
            good &= bool(offers) and answers and code == 3
            print("%-12s %7d %9d %8s %6s" % (name, *row, "yes" if answers else "NO", "yes" if code == 3 else "NO"))
        finally:
            shutil.rmtree(base)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
