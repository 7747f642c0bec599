#!/usr/bin/env python3
"""Records `interlock demo` in a terminal of 100 columns and writes it as an animated SVG, slowed down.

    python3 docs/img/record.py target/release/interlock docs/img/demo.svg

Standard library only. The picture moves by steps of CSS; where a viewer allows no motion it shows the end. `--still`
writes the end alone, for programs that draw no motion.
"""

import fcntl
import html
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

COLUMNS, ROWS = 100, 40
CELL, LINE, PAD, TITLE = 8.4, 19, 16, 34
LAST = "→ interlock log"  # the story ends with this line; pages about the run follow
TEXT, DIM, GROUND = "#c9d1d9", "#8b949e", "#0d1117"
COLOURS = {"31": "#ff7b72", "32": "#3fb950", "33": "#d29922", "34": "#58a6ff", "35": "#bc8cff", "36": "#39c5cf"}
# How long the eye rests after a line, in seconds: the first pattern that is found counts.
RESTS = [(r"^\$", 0.7), (r"Watch what comes", 1.0), (r"use \.env|use branch|push it straight", 1.1), (r"all tests pass", 1.0),
         (r"expected .* got", 0.4), (r"correction \d", 1.0), (r"passed · ", 0.7), (r"done: merged", 0.4)]
STEP, REST, END = 0.09, 0.1, 6.0


def recorded(program):
    """What the demo prints, as it comes out at a terminal."""
    with tempfile.TemporaryDirectory() as home:
        with open(os.path.join(home, ".gitconfig"), "w") as out:
            out.write("[user]\n\tname = You\n\temail = you@example.org\n")
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        env = {"HOME": home, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": str(COLUMNS)}
        demo = subprocess.Popen([program, "demo"], stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL, env=env)
        os.close(theirs)
        out = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            out += piece
        if demo.wait() != 0:
            sys.exit("the demo failed")
    return out.decode()


def lines(text):
    """Lines of spans (text, style); a live line that was taken back is not among them."""
    said = [[("$ interlock demo", ())]]
    style = ()
    for line in text.replace("\r\n", "\n").split("\n"):
        line = re.split(r"\r|\x1b\[2?K|\x1b\[1?G", line)[-1]
        spans = []
        for piece in re.split(r"(\x1b\[[0-9;?]*[A-Za-z])", line):
            order = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
            if order:
                codes = [it for it in order.group(1).split(";") if it]
                style = () if codes in ([], ["0"]) else style + tuple(codes)
            elif piece and not piece.startswith("\x1b"):
                spans.append((piece, style))
        said.append(spans)
        if "".join(it for it, _ in spans).strip().startswith(LAST):
            break
    return said


def row(spans, at):
    """One line as SVG; each word group stands at its own column, whatever font there is."""
    out, column = [], 0
    for text, style in spans:
        for part in re.finditer(r"\S+(?: \S+)*", text):
            x, length = (column + part.start()) * CELL, len(part.group()) * CELL
            fill = next((COLOURS[it] for it in style if it in COLOURS), DIM if "2" in style else None)
            look = (f' fill="{fill}"' if fill else "") + (' font-weight="700"' if "1" in style else "")
            out.append(f'<tspan x="{x:.1f}" textLength="{length:.1f}"{look}>{html.escape(part.group())}</tspan>')
        column += len(text)
    return f'<text y="{at * LINE + 14}" xml:space="preserve">{"".join(out)}</text>' if out else ""


def picture(said, still):
    total, seen = len(said), min(ROWS, len(said))
    times, now = [], 0.0
    for spans in said:
        plain = "".join(it for it, _ in spans)
        times.append(now)
        now += STEP if not plain else next((rest for words, rest in RESTS if re.search(words, plain)), REST)
    whole = times[-1] + END
    cover = [f"{100 * at / whole:.2f}%{{transform:translateY({(i + 1) * LINE}px)}}" for i, at in enumerate(times)]
    shift = [f"{100 * times[i] / whole:.2f}%{{transform:translateY({-(i + 1 - seen) * LINE}px)}}"
             for i in range(total) if i == 0 or i + 1 > seen]
    shift[0] = "0%{transform:translateY(0px)}"
    up = (total - seen) * LINE
    settled = f".c{{transform:translateY({total * LINE}px)}}.s{{transform:translateY({-up}px)}}"
    motion = "" if still else settled + (
        f"@keyframes c{{{''.join(cover)}100%{{transform:translateY({total * LINE}px)}}}}"
        f"@keyframes s{{{''.join(shift)}100%{{transform:translateY({-up}px)}}}}"
        f".c{{animation:c {whole:.1f}s step-end infinite}}.s{{animation:s {whole:.1f}s step-end infinite}}"
        "@media (prefers-reduced-motion:reduce){.c,.s{animation:none}}")
    width, height = round(COLUMNS * CELL) + 2 * PAD, seen * LINE + TITLE + PAD
    rows = "\n".join(filter(None, (row(spans, at) for at, spans in enumerate(said))))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" \
aria-label="A terminal: interlock demo, from a plan through a refusal, a stub found and a correction to a verified merge">
<style>{motion}text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:{TEXT}}}</style>
<clipPath id="v"><rect width="{width - PAD}" height="{seen * LINE + 6}"/></clipPath>
<rect width="{width}" height="{height}" rx="9" fill="{GROUND}"/>
<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8.5" fill="none" stroke="#30363d"/>
<circle cx="19" cy="17" r="5.5" fill="#ff5f57"/><circle cx="38" cy="17" r="5.5" fill="#febc2e"/><circle cx="57" cy="17" r="5.5" fill="#28c840"/>
<g transform="translate({PAD} {TITLE})"><g clip-path="url(#v)"><g class="s" transform="translate(0 {-up})">
{rows}
<rect class="c" transform="translate(0 {total * LINE})" width="{width}" height="{total * LINE}" fill="{GROUND}"/>
</g></g></g>
</svg>
"""


def main():
    still = "--still" in sys.argv
    program, target = [it for it in sys.argv[1:] if not it.startswith("--")]
    with open(target, "w") as out:
        out.write(picture(lines(recorded(os.path.abspath(program))), still))


if __name__ == "__main__":
    main()
