"""Checks of HTML pages: syntax by the WHATWG parser, content models, our frame, and in a browser axe and the width."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape, unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

BROWSER = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), "")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCKS = {
    *HEADINGS, "div", "p", "ul", "ol", "dl", "table", "section", "figure", "header", "footer", "main", "nav", "aside",
}  # fmt: skip
PHRASING = (*HEADINGS, "p", "span", "small", "b", "code", "button", "data", "dt", "caption")
"""Elements whose content is text."""
CHILDREN = {
    "ul": {"li"}, "ol": {"li"}, "dl": {"dt", "dd", "div"}, "table": {"caption", "thead", "tbody"}, "thead": {"tr"},
    "tbody": {"tr"}, "tr": {"th", "td"},
}  # fmt: skip


def html_faults(text: str) -> list[str]:
    """Return what is wrong with a page, without a browser."""
    from justhtml import JustHTML

    page = JustHTML(text, collect_errors=True, sanitize=False)
    faults = [str(error) for error in page.errors]
    return [*faults, *_content_faults(page), *_frame_faults(page), *_reference_faults(page)]


def _elements(node: Any) -> list[Any]:
    return [child for child in node.children if not child.name.startswith(("#", "!"))]


def _content_faults(page: Any) -> Iterator[str]:
    for node in page.query("*"):
        names = [child.name for child in _elements(node)]
        if node.name in CHILDREN and set(names) - CHILDREN[node.name]:
            yield f"{node.name} contains {', '.join(names)}"
        if node.name in PHRASING and any(child.name in BLOCKS for child in node.query("*")):
            yield f"{node.name} contains a block: {node.to_text()[:60]}"
        if node.name == "button" or (node.name == "a" and "href" in node.attrs):
            yield from (f"{node.name} contains {inner.name}" for inner in node.query("a, button, input"))
    for group in page.query("dl, dl > div"):
        names = [child.name for child in _elements(group)]
        if "div" not in names and (not re.fullmatch(r"((dt )+(dd )+)+", "".join(f"{name} " for name in names))):
            yield f"{group.name} isn't groups of dt and dd: {group.to_text()[:60]}"
    for table in page.query("table"):
        if len({len(_elements(row)) for row in table.query("tr")}) > 1:
            yield f"the rows of a table have different lengths: {table.to_text()[:60]}"


def _frame_faults(page: Any) -> Iterator[str]:
    for selector in ("html[lang]", "head > title", 'meta[name="viewport"]', "main", "h1"):
        if (count := len(page.query(selector))) != 1:
            yield f"{count} × {selector}"
    levels = [HEADINGS.index(node.name) for node in page.query(", ".join(HEADINGS))]
    if any(after > before + 1 for before, after in pairwise(levels)):
        yield f"a level of headings is skipped: {levels}"
    yield from (f"{node.name} is empty" for node in page.query("title, h1, h2, h3, th, a, dt") if not node.to_text())
    yield from ("img has no alt" for node in page.query("img") if not node.attrs.get("alt"))
    for drawing in page.query("svg"):
        named = drawing.attrs.get("aria-label") or drawing.attrs.get("aria-labelledby")
        if drawing.attrs.get("aria-hidden") != "true" and not (drawing.attrs.get("role") == "img" and named):
            yield "svg has no name"


def _reference_faults(page: Any) -> Iterator[str]:
    ids = Counter(node.attrs["id"] for node in page.query("[id]"))
    yield from (f"id {name} occurs {count} times" for name, count in ids.items() if count > 1)
    for node in page.query("[aria-labelledby], [href]"):
        wanted = (node.attrs.get("aria-labelledby") or "").split()
        href = node.attrs.get("href") or ""
        wanted += [href[1:]] if href.startswith("#") else []
        yield from (f"there is no id {name}" for name in wanted if name not in ids)


# --- In a browser ---

AUDIT = """<!doctype html><title>audit</title><body><pre id="out">none</pre><script>
const out = [];
async function audit(file) {
  const frame = document.createElement("iframe");
  frame.height = 640; frame.src = file;
  const loaded = new Promise(done => frame.onload = done);
  document.body.append(frame);
  await loaded;
  const page = frame.contentDocument, script = page.createElement("script");
  for (const width of [1280, 320]) {
    frame.width = width;
    const overflow = page.documentElement.scrollWidth - width;
    if (overflow > 0) out.push(`${file} is ${overflow} px wider than ${width} px`);
  }
  script.src = AXE;
  const ready = new Promise(done => script.onload = done);
  page.head.append(script);
  await ready;
  const result = await frame.contentWindow.axe.run({ exclude: [["svg"]] }, { resultTypes: ["violations"] });
  for (const rule of result.violations) for (const node of rule.nodes)
    out.push(`${file}: ${rule.id}: ${node.target}: ${node.html.slice(0, 100)}`);
  frame.remove();
}
(async () => {
  for (const file of FILES) await audit(file);
  document.getElementById("out").textContent = JSON.stringify(out);
})().catch(error => document.getElementById("out").textContent = JSON.stringify([String(error)]));
</script>
"""


def browser_faults(pages: Mapping[str, str], folder: Path) -> list[str]:
    """Return what axe finds in pages, and which are wider than a desktop or a phone. Needs BROWSER."""
    import axe_core_python

    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    shutil.copy(Path(axe_core_python.__file__).with_name("axe.min.js"), folder / "axe.min.js")
    audit = AUDIT.replace("AXE", '"axe.min.js"').replace("FILES", escape(json.dumps(list(pages)), quote=False))
    (folder / "audit.html").write_text(audit, encoding="utf-8")
    command = [
        BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
        f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=20000", "--dump-dom",
        f"file://{folder / 'audit.html'}",
    ]  # fmt: skip
    dom = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
    faults: list[str] = json.loads(unescape(dom.partition('<pre id="out">')[2].partition("</pre>")[0]))
    return faults
