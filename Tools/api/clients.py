#!/usr/bin/env python3
"""Writes clients that compile against the modules: clients.py SYMBOLS OUT.

OUT/OldNames.swift uses every declaration that modes of the language after Swift 4 reject.
OUT/Subclasses.swift has a subclass of every open class that overrides every member that can be overridden, inherited ones included, and every
designated initialiser. OUT/Conformances.swift has for each public protocol a class with all requirements, and one with only those that
have no default. What can't be written is listed in EXCEPTIONS, with the reason.
"""
import pathlib
import re
import sys

from graph import CLASS, PROTOCOL, Graph

MODULES = ["UIKit", "QuartzCore", "AVFoundation"]
# What a generated class can't override or implement.
UNAVAILABLE = "Apple makes its initialisers unavailable, or they are convenience initialisers"
EXCEPTIONS = {
    "ControlSource": "only controls conform",
    "GestureSource": "only gesture recognizers conform",
    "UIWindow.init(host:)": "takes a type of the host",
} | dict.fromkeys(
    [
        "AVAssetTrack", "AVAssetTrackSegment", "AVCompositionTrack", "AVMutableCompositionTrack", "NSCollectionLayoutAnchor",
        "NSCollectionLayoutDecorationItem", "NSCollectionLayoutDimension", "NSCollectionLayoutGroup", "NSCollectionLayoutSpacing",
        "NSCollectionLayoutSupplementaryItem", "NSLayoutDimension", "NSLayoutXAxisAnchor", "NSLayoutYAxisAnchor", "UIAction",
        "UIBarButtonItemAppearance.StateAppearance", "UICollectionViewUpdateItem", "UIGraphicsImageRendererContext",
        "UIGraphicsRenderer", "UIGraphicsRendererContext", "UIKey", "UIMenuElement", "UIOpenURLContext", "UIPasteboard", "UIScreen",
        "UISheetPresentationController.Detent", "UIStoryboardUnwindSegueSource",
    ],
    UNAVAILABLE,
)
# Requirements of protocols of Foundation that protocols here inherit.
FOUNDATION = {
    "NSCoding": [
        "nonisolated required init?(coder: NSCoder) { fatalError() }",
        "nonisolated func encode(with coder: NSCoder) { fatalError() }",
    ],
    "NSCopying": ["nonisolated func copy(with zone: NSZone?) -> Any { fatalError() }"],
}


class Writer:
    """Writes declarations with the full names of types."""

    def __init__(self, graph):
        self.graph = graph

    def text(self, fragments):
        """Returns the text, with the full path of each type of the modules."""
        parts = []
        for index, fragment in enumerate(fragments):
            spelling = fragment["spelling"]
            before = parts[-1] if parts else ""
            symbol = self.graph.symbols.get(fragment.get("preciseIdentifier", ""))
            if fragment["kind"] == "typeIdentifier" and symbol and not before.endswith("."):
                if ".".join(symbol.path) in self.graph.names and symbol.module in MODULES + ["CoreGraphics", "CoreText", "RenderTree"]:
                    spelling = ".".join(symbol.path)
            parts.append(spelling)
        return "".join(parts)

    def declaration(self, symbol):
        """Returns the declaration without attributes, access and default values."""
        text = self.text(symbol.fragments)
        text = re.sub(r"^(@\w+(\([^)]*\))? )+", "", text).replace("override ", "", 1)
        return self.without_defaults(text) if symbol.labels else text

    @staticmethod
    def without_defaults(text):
        result, depth, skip = "", 0, False
        for index, character in enumerate(text):
            if skip:
                depth += character in "([{"
                depth -= character in ")]}"
                if (depth == 1 and character == ",") or depth == 0:
                    skip = False
                    result = result.rstrip() + character
                continue
            depth += character in "([{"
            depth -= character in ")]}"
            if depth == 1 and character == "=" and text[index - 1] == " ":
                skip = True
                result = result.rstrip()
                continue
            result += character
        return result

    def arguments(self, symbol):
        parts = []
        for label, parameter in zip(symbol.labels, symbol.parameters):
            name = parameter.get("internalName", parameter["name"])
            name = f"`{name}`" if name in ("in", "for", "as", "repeat") else name
            is_inout = any(f["spelling"].strip().endswith("inout") or f["spelling"] == "inout" for f in parameter["declarationFragments"])
            parts.append(("" if label == "_" else f"{label}: ") + ("&" if is_inout else "") + name)
        return ", ".join(parts)

    def member(self, symbol, override):
        """Returns a member that overrides, or implements, the symbol."""
        text = self.declaration(symbol)
        prefix = "override " if override else ""
        body = " { fatalError() }"
        if symbol.kind in ("swift.property", "swift.type.property", "swift.subscript"):
            text = re.sub(r"\b(weak|unowned|lazy) ", "", text)
            text = re.sub(r"^static ", "class ", text)
            head, _, accessors = text.partition(" { ")
            head = head.replace("let ", "var ", 1) if head.startswith("let ") else head
            can_be_set = " set" in f" {accessors}" or not accessors and not text.startswith("let ")
            return f"{prefix}{head} {{ get {{ fatalError() }}" + (" set { fatalError() }" if can_be_set else "") + " }"
        if symbol.kind == "swift.init":
            required = text.startswith("required ") or not override
            text = text.removeprefix("required ").removeprefix("override ").removeprefix("required ")
            text = re.sub(r"^(nonisolated )?", r"\1", text)
            call = f"super.init({self.arguments(symbol)})" if override else "fatalError()"
            call = ("try " if " throws" in text else "") + call
            return ("required " if required else "override ") + text + f" {{ {call} }}"
        return prefix + re.sub(r"^static ", "class ", text) + body


def chain(graph, symbol):
    """Returns the class and the classes of the modules from which it inherits."""
    found = [symbol]
    while True:
        parent = next((graph.symbols.get(t) for kind, t in graph.parents.get(found[-1].id, []) if kind == "inheritsFrom"), None)
        if parent is None:
            return found
        found.append(parent)


def is_initializer(member):
    return member.kind == "swift.init"


def subclasses(graph):
    """Yields the text of a subclass for each open class."""
    writer = Writer(graph)
    for symbol in sorted(graph.symbols.values(), key=lambda s: s.path):
        if symbol.kind != CLASS or symbol.access != "open" or symbol.module not in MODULES:
            continue
        if "<" in symbol.declaration.split(":")[0].split(" where ")[0]:
            continue
        lines, seen = [], set()
        classes = chain(graph, symbol)
        designated = None
        for level in classes:
            if level.module not in MODULES + ["CoreGraphics", "CoreText"]:
                continue
            for member in graph.members[".".join(level.path)]:
                key = (member.path[-1], member.kind, member.declaration)
                if member.kind in ("swift.method", "swift.property", "swift.type.method", "swift.type.property", "swift.subscript"):
                    if member.access != "open" or key[:2] + (tuple(writer.text(p["declarationFragments"]) for p in member.parameters),) in seen:
                        continue
                    seen.add(key[:2] + (tuple(writer.text(p["declarationFragments"]) for p in member.parameters),))
                    if f"{level.path[-1]}.{member.path[-1]}" in EXCEPTIONS:
                        continue
                    # The only generic class that has subclasses is NSLayoutAnchor.
                    lines.append("    " + writer.member(member, True).replace("<AnchorType>", f"<{symbol.path[-1]}>"))
            own = [
                m
                for m in graph.members[".".join(level.path)]
                if is_initializer(m) and "convenience " not in m.declaration and not m.is_extension_member
            ]
            if designated is None and own:
                designated = own
        for member in [] if EXCEPTIONS.get(".".join(symbol.path)) == UNAVAILABLE else designated or []:
            if f"{member.path[-2]}.{member.path[-1]}" not in EXCEPTIONS:
                lines.append("    " + writer.member(member, True))
        name = "".join(symbol.path)
        yield f"class Subclass{name}: {'.'.join(symbol.path)} {{\n" + "\n".join(lines) + "\n}\n"


def conformances(graph):
    """Yields the text of two classes for each public protocol."""
    writer = Writer(graph)
    for symbol in sorted(graph.symbols.values(), key=lambda s: s.path):
        if symbol.kind != PROTOCOL or symbol.module not in MODULES or symbol.path[-1] in EXCEPTIONS:
            continue
        protocols = [s for s in graph.supertypes(symbol) if s.kind == PROTOCOL and s.module in MODULES]
        requirements = []
        for p in protocols:
            requirements += [graph.symbols[r] for r in graph.requirements[p.id] if r in graph.symbols]
        for kind in ("All", "Least"):
            lines, seen = [], set()
            for name, parts in FOUNDATION.items():
                if any(graph.symbols[t].path == [name] for p in protocols for _, t in graph.parents[p.id] if t in graph.symbols):
                    lines += ["    " + part for part in parts]
            for requirement in sorted(requirements, key=lambda r: (r.path[-1], not r.can_be_set)):
                key = (requirement.path[-1], requirement.declaration if requirement.labels else "")
                if kind == "Least" and requirement.id in graph.defaults or key in seen:
                    continue
                seen.add(key)
                lines.append("    " + writer.member(requirement, False))
            yield f"class {kind}{symbol.path[-1]}: NSObject, {symbol.path[-1]} {{\n" + "\n".join(lines) + "\n}\n"


def old_names(graph):
    """Returns the text of a function that uses every declaration of Swift 4."""
    lines = []
    for symbol in sorted(graph.symbols.values(), key=lambda s: s.path):
        if symbol.module not in MODULES or not symbol.is_old:
            continue
        path = ".".join(symbol.path)
        if symbol.kind == "swift.typealias":
            lines.append(f"    take({path}.self)")
        elif symbol.kind in ("swift.var", "swift.type.property"):
            lines.append(f"    take({path})")
        elif symbol.kind == "swift.method":
            lines.append(f"    take({'.'.join(symbol.path[:-1])}.{symbol.base}({':'.join(symbol.labels)}:))")
    return "func take<Value>(_ value: Value) {}\n\n@MainActor func useOldNames() {\n" + "\n".join(lines) + "\n}\n"


def main():
    graph, out = Graph(pathlib.Path(sys.argv[1])), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    head = "import AVFoundation\nimport UIKit\n\n"
    (out / "OldNames.swift").write_text(head + old_names(graph))
    for name, parts in (("Subclasses", list(subclasses(graph))), ("Conformances", list(conformances(graph)))):
        (out / f"{name}.swift").write_text(head + "\n".join(parts))
        print(f"{name}: {len(parts)} classes, {sum(p.count(chr(10)) - 2 for p in parts)} members")


if __name__ == "__main__":
    main()
