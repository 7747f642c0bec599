#!/usr/bin/env python3
"""What coding agents send to their hooks, and what they honour of the answers: run offline against model.py.

  probe.py HOST [CASE...] --base DIR --agents PREFIX      e.g. probe.py claude denied-exit2 --base /tmp/x --agents ~/npm
  probe.py HOST --list

PREFIX is an npm prefix in which the agents are installed. Each case gets a fresh home and a fresh repository, in a
network and mount namespace of its own (so root is needed): /home is empty but for them, /etc is a copy, and only loopback is up.
DIR/HOST-VERSION/CASE/ then holds model.jsonl (what the model was told), hooks.jsonl (what the hooks were told),
out.txt, tree.txt. Standard library only.
"""
import argparse, importlib, json, os, shutil, signal, subprocess, sys, time

HERE = os.path.dirname(os.path.abspath(__file__))
HOME, PROJECT, AGENTS, HOOKS = "/home/dev", "/home/dev/project", "/opt/agents", "/home/dev/.probe"
PORT = 18090
URL = "http://127.0.0.1:%d" % PORT
PROMPT = "Do the steps."


def write(path, text, mode=None):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text if isinstance(text, str) else json.dumps(text, indent=1))
    if mode:
        os.chmod(path, mode)


def git(*words):
    subprocess.run(["git", "-c", "user.name=dev", "-c", "user.email=dev@example.invalid", *words], cwd=PROJECT, check=True,
                   env=dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null"), stdout=subprocess.DEVNULL)


def new_home(plan):
    shutil.rmtree(HOME, ignore_errors=True)
    for name in ("codex", "claude-code", "interlock"):  # /etc is a copy here
        shutil.rmtree("/etc/" + name, ignore_errors=True)
    write(HOOKS + "/plan.json", plan)
    # The name that would stand in the settings, so that command lines look as they would.
    write(HOME + "/bin/interlock", "#!/bin/sh\nexec %s %s/hook.py %s/hooks.jsonl %s/plan.json \"$@\"\n" % (sys.executable, HERE, HOOKS, HOOKS), 0o755)
    shutil.copy(HERE + "/mcp.py", HOOKS + "/mcp.py")
    write(PROJECT + "/README.md", "# Project\n\nA scratch project.\n")
    write(PROJECT + "/src/app.py", "def greet(name):\n    return 'hello ' + name\n")
    write(PROJECT + "/notes.txt", "one\ntwo\nthree\n")
    write(HOME + "/.gitconfig", "[user]\n\tname = dev\n\temail = dev@example.invalid\n[safe]\n\tdirectory = *\n")
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-q", "-m", "start")


def environment(extra):
    env = {"PATH": HOME + "/bin:" + AGENTS + "/bin:/usr/local/bin:/usr/bin:/bin", "HOME": HOME, "LANG": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1",
           "USER": "dev", "SHELL": "/bin/bash", "no_proxy": "127.0.0.1,localhost", "NO_PROXY": "127.0.0.1,localhost"}
    env.update(extra)
    return {key: value for key, value in env.items() if value is not None}


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def run(host, case, out):
    """One case: -> what it left behind, in short."""
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out + "/bodies")
    new_home(case.get("plan", []))
    os.environ["PATH"] = environment({})["PATH"]
    host.prepare(case)
    if case.get("setup"):
        case["setup"]()
    write(out + "/scenario.json", case["steps"])
    port_file = out + "/port"
    model = subprocess.Popen([sys.executable, HERE + "/model.py", out + "/scenario.json", "--port", str(PORT), "--port-file", port_file,
                              "--log", out + "/model.jsonl", "--bodies", out + "/bodies", "--root", PROJECT],
                             stdout=subprocess.DEVNULL, start_new_session=True)
    codes, begun, texts = [], time.time(), []
    try:
        while not os.path.exists(port_file):
            time.sleep(0.02)
        env = environment({**host.env, **case.get("env", {})})
        session = None
        for number, words in enumerate(host.commands(case)):
            if number:
                case.get("between", lambda: None)()
            words = words(session) if callable(words) else words
            with open("%s/out%s.txt" % (out, number or ""), "wb") as file, open("%s/err%s.txt" % (out, number or ""), "wb") as errors:
                process = subprocess.Popen(words, cwd=PROJECT, env=env, stdin=subprocess.DEVNULL, stdout=file, stderr=errors, start_new_session=True)
                try:
                    codes.append(process.wait(case.get("limit", 90)))
                except subprocess.TimeoutExpired:
                    codes.append("timeout")
                finally:
                    end(process)
            texts.append(open("%s/out%s.txt" % (out, number or ""), errors="replace").read())
            hooks = lines(HOOKS + "/hooks.jsonl")
            session = next((it["stdin"].get("session_id") for it in hooks if it["stdin"].get("session_id")), None)
    finally:
        end(model)
    if os.path.exists(HOOKS + "/hooks.jsonl"):
        shutil.copy(HOOKS + "/hooks.jsonl", out)
    write(out + "/tree.txt", subprocess.run(["git", "status", "--short", "-uall"], cwd=PROJECT, capture_output=True, text=True).stdout)
    if case.get("keep"):
        for path in case["keep"]:
            if os.path.exists(HOME + "/" + path):
                (shutil.copytree if os.path.isdir(HOME + "/" + path) else shutil.copy)(HOME + "/" + path, out + "/kept-" + os.path.basename(path))
    summary(case, out, codes, time.time() - begun, texts)


def lines(path):
    return [json.loads(line) for line in open(path)] if os.path.exists(path) else []


def short(text, size=400):
    text = " ".join(str(text).split())
    return text if len(text) <= size else text[:size // 2] + " ... " + text[-size // 2:]


def summary(case, out, codes, seconds, texts):
    print("\n=== %s   exit %s, %.1f s" % (case["name"], codes, seconds))
    print("files: " + " ".join(open(out + "/tree.txt").read().split()))
    for it in lines(out + "/model.jsonl"):
        if it.get("main"):
            print(" model %s.%d -> %s %s marks=%s" % (it["scenario"], it["step"], it["op"], ",".join(it["tool"]), it["system"]["marks"]))
            for new in it["news"]:
                if new["from"] == "tool" or "MARK" in new["text"] or new["from"] == "user" and not new["text"].startswith("<system-reminder>\nAs you"):
                    print("     %s: %s" % (new["from"], short(new["text"])))
    for it in lines(out + "/hooks.jsonl"):
        stdin, answer = it["stdin"], it["answer"]
        told = {key: answer[key] for key in answer if answer[key]}
        print(" hook %-20s %s %s" % (stdin.get("hook_event_name"), short(json.dumps(stdin.get("tool_name", "")), 60), short(json.dumps(told), 200) if told else ""))
    for number, text in enumerate(texts):
        err = open("%s/err%s.txt" % (out, number or ""), errors="replace").read()
        print(" out: %s" % short(text, 500) + ("\n err: " + short(err, 700) if err.strip() else ""))


# ---------- what is kept ----------
def clean(env):
    return {key: "..." if any(word in key for word in ("TOKEN", "KEY", "SECRET")) else value for key, value in env.items()}


def export(host, base, corpus):
    """The events of each case that the host wants kept, its stream of events, and its tools."""
    folder = lambda name: "%s/%s" % (base, name)
    os.makedirs(corpus, exist_ok=True)
    for name in host.KEPT:
        events = [{"event": it["stdin"].get("hook_event_name"), "env": clean(it["env"]), "stdin": it["stdin"],
                   "answer": it["answer"]} for it in lines(folder(name) + "/hooks.jsonl")]
        write("%s/%s.jsonl" % (corpus, name), "".join(json.dumps(it, ensure_ascii=False) + "\n" for it in events))
    shutil.copy(folder("stream") + "/out.txt", corpus + "/stream.jsonl")
    tools, fired, tried = {}, {}, set()
    for name in sorted(os.listdir(base)):
        for body in sorted(it for it in os.listdir(folder(name) + "/bodies") if not it.startswith("side")):
            body = json.load(open("%s/bodies/%s" % (folder(name), body)))
            for tool in host.declared(body):
                tools.setdefault(tool["name"], tool)
        events = lines(folder(name) + "/hooks.jsonl")
        if not any(it["stdin"].get("hook_event_name") == host.PRE for it in events):
            continue
        seen = {host.call_id(it["stdin"]): it["stdin"] for it in events if it["stdin"].get("hook_event_name") == host.PRE}
        for tool, stdin in getattr(host, "also_fired", lambda events: {})(list(seen.values())).items():
            fired.setdefault(tool, (stdin.get("tool_name"), sorted(stdin["tool_input"]) if isinstance(stdin.get("tool_input"), dict) else None))
        for it in lines(folder(name) + "/model.jsonl"):
            for tool, call in zip(it.get("tool", []), it.get("ids", [])):
                tried.add(tool)
                stdin = seen.get(call) or host.guess(it, tool, events)
                if stdin:
                    fired[tool] = (stdin.get("tool_name"), sorted(stdin["tool_input"]) if isinstance(stdin.get("tool_input"), dict) else None)
    out = []
    for name, tool in tools.items():
        short_name = name.split("/")[-1]
        flat = short_name.replace("__", "")  # clock__curr_time in one place, clockcurr_time in another
        if short_name not in fired and flat in fired:
            fired[short_name] = fired[flat]
        it = dict(tool, hook="pre" if short_name in fired else "none" if short_name in tried - getattr(host, "REFUSED", set()) else "untried")
        if short_name in fired:
            it.update(seen_as=fired[short_name][0], seen_arguments=fired[short_name][1])
        out.append(it)
    write(corpus + "/tools.json", "[\n" + ",\n".join(json.dumps(it, ensure_ascii=False) for it in out) + "\n]\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("host", choices=["claude", "codex", "gemini", "opencode", "pi"])
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--base", default="probe")
    parser.add_argument("--agents", default="/usr/local", help="npm prefix of the agents")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--export", metavar="CORPUS", help="write what earlier runs in DIR recorded to CORPUS/HOST-VERSION")
    a = parser.parse_args()
    sys.path.insert(0, HERE)
    sys.dont_write_bytecode = True
    host = importlib.import_module("host_" + a.host)
    cases = host.cases()
    if a.list:
        return print("\n".join("%-24s %s" % (it["name"], it.get("about", "")) for it in cases))
    a.base, a.agents = os.path.abspath(a.base), os.path.abspath(a.agents)
    if a.export:
        return export(host, "%s/%s-%s" % (a.base, a.host, host.version(a.agents)), "%s/%s-%s" % (a.export, a.host, host.version(a.agents)))
    if os.environ.get("PROBE_ALONE") != "1":
        os.environ["PROBE_ALONE"] = "1"
        inside = ("ip link set lo up; mount -t tmpfs tmpfs /home; mount -t tmpfs tmpfs /opt; mkdir -p %s %s; mount --bind %s %s; cp -a /etc %s/.etc; mount --bind %s/.etc /etc; exec \"$@\"" % (HOME, AGENTS, a.agents, AGENTS, AGENTS, AGENTS))
        os.execvp("unshare", ["unshare", "-n", "-m", "sh", "-c", inside, "sh", sys.executable] + sys.argv)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # and nothing stays behind
    version = host.version(AGENTS)
    for case in cases:
        if not a.cases or case["name"] in a.cases:
            run(host, case, "%s/%s-%s/%s" % (a.base, a.host, version, case["name"]))


if __name__ == "__main__":
    main()
