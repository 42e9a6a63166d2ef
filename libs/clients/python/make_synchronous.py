"""Makes `synchronous.py` from `asynchronous.py`: run it after every change there. `--check` says whether it is current."""

import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent / "src" / "verbatim_context"

REPLACEMENTS = [
    (
        r'""".*?"""',
        '"""The synchronous client. Made from `asynchronous.py` by `make_synchronous.py`: change that one."""',
    ),
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\bhttpx\.AsyncClient\b", "httpx.Client"),
    (r"\bAsyncTransport\b", "SyncTransport"),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\b__aenter__\b", "__enter__"),
    (r"\b__aexit__\b", "__exit__"),
    (r"\basync def\b", "def"),
    (r"\(await ([^()]*\([^()]*\))\)", r"\1"),
    (r"\bawait ", ""),
    (r"for item in (.*):\n +yield item\n", r"yield from \1\n"),
]


def synchronous() -> str:
    text = (PACKAGE / "asynchronous.py").read_text()
    head, *rest = REPLACEMENTS
    text = re.sub(*head, text, count=1)
    for pattern, replacement in rest:
        text = re.sub(pattern, replacement, text)
    return text


def main() -> None:
    target = PACKAGE / "synchronous.py"
    if "--check" not in sys.argv:
        target.write_text(synchronous())
    elif target.read_text() != synchronous():
        sys.exit(f"{target} is not current: run {Path(__file__).name}")


main()
