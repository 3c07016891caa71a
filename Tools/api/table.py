#!/usr/bin/env python3
"""Writes Documentation/API.md, how many of Apple's public names are here: table.py SYMBOLS, a folder with the symbol graphs of the modules.

    table.py SYMBOLS              writes the page
    table.py SYMBOLS --check      fails where the page is stale, or fewer names are here than it says
    table.py SYMBOLS --names DIR  reads the names from tables first (columns header, kind, owner, name, deprecated)
    table.py SYMBOLS --uses DIR   counts uses first: one file for each package, with the words of its sources
    table.py SYMBOLS --record     replaces the figures before
Tools/test-api makes the symbol graphs and runs this.
"""
import argparse
import collections
import pathlib
import re
import sys

import names
from graph import Graph
from match import HERE, NOT, PARTLY, Matcher

FOLDER = pathlib.Path(__file__).resolve().parent
PAGE = FOLDER.parent.parent / "Documentation/API.md"
# The number of names that a line lists.
LISTED = 16
LIST, BEFORE, USES = FOLDER / "names.txt", FOLDER / "before.tsv", FOLDER / "uses.tsv"


def word(name):
    """Returns the word that a use of the name contains: that of a member begins with a period."""
    base = name.name.rstrip("=").split(":")[0]
    return base if name.kind in names.TYPES or name.kind in ("const", "func", "typealias") else "." + base


def reasons():
    rows = [line.split("\t") for line in (FOLDER / "reasons.tsv").read_text().splitlines() if line and not line.startswith("#")]
    return [(re.compile(pattern), reason) for pattern, reason in rows]


def reason(name, rows):
    text = name.owner if name.kind in ("method", "case", "conforms") or name.kind in names.TYPES else name.name
    return next((why for pattern, why in rows if pattern.search(text)), "")


def shown(name):
    """Returns a member as the page shows it."""
    text = name.name.rstrip("=")
    return f"conforms to {text}" if name.kind == "conforms" else text


def figures(found):
    """Returns for each framework the number of names, those here and partly here, and the same without deprecated ones."""
    rows = {}
    for framework in names.FRAMEWORKS:
        own = [(n, how) for n, (how, _) in found.items() if n.framework == framework]
        current = [(n, how) for n, how in own if not n.deprecated]
        rows[framework] = tuple(
            sum(1 for _, how in part if how in kinds) for part in (own, current) for kinds in ((HERE, PARTLY, NOT), (HERE,), (PARTLY,))
        )
    return rows


def count_uses(folder, found):
    """Counts the packages that contain the word of a missing name, for words that no name that is here has."""
    here = {word(n) for n, (how, _) in found.items() if how != NOT}
    wanted = {word(n) for n, (how, _) in found.items() if how == NOT} - here
    counts = collections.Counter()
    packages = sorted(folder.iterdir())
    owners = collections.defaultdict(set)
    for n, (how, _) in found.items():
        if how == NOT:
            owners[word(n)].add(n.owner if word(n).startswith(".") else word(n))
    for package in packages:
        # A member counts where the sources also name its type.
        text = set(package.read_text().split())
        counts.update(w for w in wanted & text if owners[w] & text)
    lines = ["# Public packages whose sources have the word, of " + str(len(packages)) + ": see Tools/api/table.py --uses."]
    USES.write_text("\n".join(lines + [f"{w}\t{c}" for w, c in sorted(counts.items())]) + "\n")


def page(found):
    """Returns the text of the page."""
    before = dict(line.split("\t", 1) for line in BEFORE.read_text().splitlines()) if BEFORE.exists() else {}
    uses = dict(line.split("\t") for line in USES.read_text().splitlines()[1:]) if USES.exists() else {}
    packages = USES.read_text().split("of ")[1].split(":")[0] if USES.exists() else "0"
    rows = reasons()
    lines = ["# Apple's public names, and which of them are here", ""]
    lines += [
        "`Tools/test-api` writes this page from the symbols of the compiled modules and from `Tools/api/names.txt`, the names of Apple's headers (SDK of 2026, "
        "without those of macOS alone); it fails where the page is stale. A name of Objective-C or C is compared by the rules with which Swift imports it "
        "(`Tools/api/match.py`), and by a list of names that headers rename (`renames.tsv`). Members of Swift alone, such as `UIButton.Configuration`'s structure, "
        "are not in the headers. The page counts names; it does not say that each behaves as Apple's. What has no effect says so when it is called.",
        "",
        "## Figures",
        "A name is *partly* here if a property can only be read, a member can't be overridden, or a class can't have subclasses. *Before* is the "
        f"share when the page was first made. `current` leaves out deprecated names.",
        "",
        "| framework | names | here | partly | missing | current | here | share | before |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for framework, (total, here, partly, current, now, some) in figures(found).items():
        past = before.get(framework, "").split("\t")
        share = f"{100 * int(past[1]) / int(past[0]):.1f} %" if len(past) == 2 else ""
        lines.append(
            f"| {framework} | {total} | {here} | {partly} | {total - here - partly} | {current} | {now} | {100 * now / current:.1f} % | {share} |"
        )
    missing = [n for n, (how, _) in found.items() if how == NOT and not n.deprecated]
    gone = {n.owner for n, (how, _) in found.items() if n.kind in names.TYPES and how == NOT}
    lines += ["", "## Missing names by uses", f"Of {packages} public packages, those whose sources have the word, and for a member its type's, too.", ""]
    for title, kinds in (("Types", names.TYPES + ["typealias"]), ("Members and constants", ["method", "case", "const", "func"])):
        ranked = collections.OrderedDict()
        for n in missing:
            if n.kind in kinds and (n.kind != "method" or n.owner not in gone) and (count := int(uses.get(word(n), 0))) > 1:
                ranked.setdefault((count, word(n)), []).append(n.owner)
        parts = []
        for (count, text), owners in sorted(ranked.items(), key=lambda item: (-item[0][0], item[0][1])):
            parts.append(f"{text} {count}" if not text.startswith(".") else f"{'/'.join(sorted(set(owners))[:2])}{text} {count}")
        lines += [f"**{title}.** " + ", ".join(f"`{p.rsplit(' ', 1)[0]}` {p.rsplit(' ', 1)[1]}" for p in parts[:60]) + ".", ""]
    for framework in names.FRAMEWORKS:
        lines += framework_part(framework, found, rows)
    return "\n".join(lines).rstrip() + "\n"


def framework_part(framework, found, rows):
    """Returns the lines of a framework: its types that are here with what they lack, then what is missing as a whole, by reason."""
    owners, absent, globals_ = collections.defaultdict(list), collections.defaultdict(list), collections.defaultdict(list)
    gone = {n.owner for n, (how, _) in found.items() if n.framework == framework and n.kind in names.TYPES and how == NOT}
    for n, (how, why) in found.items():
        if n.framework != framework or n.deprecated:
            continue
        if n.kind in names.TYPES and how == NOT:
            absent[reason(n, rows) or "not yet"].append(n.name)
        elif n.kind in ("const", "func", "typealias") and how == NOT:
            globals_[reason(n, rows) or "not yet"].append(n.name)
        elif n.owner not in gone and n.kind not in ("const", "func", "typealias"):
            owners[n.owner].append((n, how, why))
    lines = [f"## {framework}"]
    lacking = []
    complete = 0
    for owner in sorted(owners):
        members = owners[owner]
        lacks = [shown(n) for n, how, _ in members if how == NOT]
        parts = [f"{shown(n)} ({why})" for n, how, why in members if how == PARTLY]
        if not lacks and not parts:
            complete += 1
            continue
        have = sum(1 for _, how, _ in members if how != NOT)
        listed = [f"`{t}`" if " " not in t else t for t in (lacks + parts)[:LISTED]]
        listed += [f"{len(lacks + parts) - LISTED} more"] if len(lacks + parts) > LISTED else []
        lacking.append(f"- **{owner}** {have} of {len(members)}: " + ", ".join(listed))
    lines += [f"{complete} types have all of their names. These lack some:", ""] + lacking
    for title, groups in (("Missing types", absent), ("Missing constants, functions and type names", globals_)):
        if groups:
            lines += ["", f"**{title}**", ""]
            lines += [f"- {why}: {short(groups[why])}" for why in sorted(groups, key=lambda w: (w == "not yet", w))]
    return lines + [""]


def short(names_):
    """Returns the names; of long lists only those that begin differently, with how many more there are."""
    if len(names_) <= 40:
        return ", ".join(names_)
    groups = collections.Counter(re.match(r"k?[A-Z]*[a-z0-9]*[A-Z]?[a-z0-9]*[A-Z]?[a-z0-9]*", n).group() for n in names_)
    return ", ".join(f"{prefix}… ({count})" if count > 1 else prefix for prefix, count in groups.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("symbols", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--names", type=pathlib.Path)
    parser.add_argument("--uses", type=pathlib.Path)
    options = parser.parse_args()
    if options.names:
        names.write(list(names.read_tables(options.names)), LIST)
    matcher = Matcher(Graph(options.symbols), FOLDER / "renames.tsv")
    found = {name: matcher.find(name) for name in names.read(LIST)}
    if options.uses:
        count_uses(options.uses, found)
    if options.record:
        BEFORE.write_text("".join(f"{f}\t{row[3]}\t{row[4]}\n" for f, row in figures(found).items()))
    text = page(found)
    if not options.check:
        PAGE.write_text(text)
        return
    old = PAGE.read_text() if PAGE.exists() else ""
    if old == text:
        print(f"API.md is up to date: {sum(row[1] for row in figures(found).values())} names")
        return
    changed = [f"- {line}" for line in old.splitlines() if line not in text.splitlines()]
    changed += [f"+ {line}" for line in text.splitlines() if line not in old.splitlines()]
    print("\n".join(line[:400] for line in changed[:40]))
    sys.exit("Documentation/API.md is stale: names came or went. Tools/test-api --write writes it; look at what went.")


if __name__ == "__main__":
    main()
