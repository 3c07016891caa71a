"""Prints deb-src lines for the machine's own package lists, in the one-line and in the deb822 form."""
import glob
import re


def one_line(text):
    for line in text.splitlines():
        match = re.match(r"\s*deb\s+(?:\[[^]]*\]\s+)?(\S+)\s+(\S+)\s+(.+)", line)
        if match:
            yield match.group(1), match.group(2), match.group(3)


def deb822(text):
    for paragraph in re.split(r"\n\s*\n", text):
        fields = dict(re.findall(r"^(\w[\w-]*):\s*(.*)$", paragraph, re.MULTILINE))
        if "deb" not in fields.get("Types", "").split() or fields.get("Enabled", "yes") == "no":
            continue
        for uri in fields.get("URIs", "").split():
            for suite in fields.get("Suites", "").split():
                yield uri, suite, fields.get("Components", "")


def entries():
    for path in ["/etc/apt/sources.list"] + sorted(glob.glob("/etc/apt/sources.list.d/*.list")):
        try:
            yield from one_line(open(path, encoding="utf-8").read())
        except FileNotFoundError:
            pass
    for path in sorted(glob.glob("/etc/apt/sources.list.d/*.sources")):
        yield from deb822(open(path, encoding="utf-8").read())


def is_distribution(uri):
    """Debian's and Ubuntu's archives and their mirrors; other vendors' lists have no sources."""
    return re.search(r"/(debian|debian-security|ubuntu|ubuntu-ports)/?$", uri) is not None


def main():
    seen = set()
    for uri, suite, components in entries():
        line = f"deb-src {uri} {suite} {' '.join(c for c in components.split() if c in ('main', 'universe'))}"
        if is_distribution(uri) and line not in seen:
            seen.add(line)
            print(line)


if __name__ == "__main__":
    main()
