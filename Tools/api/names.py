"""Apple's public names as a compact list: one line for each type, with its members.

    UIButton class: UITextInput< configuration= buttonWithType: -font=

`name=` is a getter with its setter, `Name<` a conformance, `-` in front means that the name is deprecated. Lines of constants, functions and
type aliases have the header's name: `const NSAttributedString: NSFontAttributeName`.
"""
import collections
import dataclasses
import pathlib

FRAMEWORKS = ["UIKit", "QuartzCore", "CoreGraphics", "CoreText", "ImageIO", "AVFoundation", "CoreMedia"]
TYPES = ["class", "protocol", "struct", "enum"]
# Classes of other frameworks whose categories the tables name like protocols: NSCoderUIGeometryKeyedCoding.
EXTENDED = ["CIColor", "CIImage", "NSAttributedString", "NSBundle", "NSCoder", "NSExtensionContext", "NSIndexPath", "NSItemProvider",
            "NSMutableAttributedString", "NSObject", "NSString", "NSURL", "NSUserActivity", "NSValue"]
# Headers of macOS alone.
MAC = {"CGDirectDisplay", "CGDisplayConfiguration", "CGDisplayFade", "CGDisplayStream", "CGDirectDisplayMetal", "CGDirectPalette", "CGEvent", "CGEventSource", "CGEventTypes",
       "CGError", "CGPSConverter", "CGRemoteOperation", "CGSession", "CGWindow", "CGWindowLevel", "CAOpenGLLayer", "CARemoteLayerClient",
       "CARemoteLayerServer"}


@dataclasses.dataclass(frozen=True)
class Name:
    """One name: a type, a member of `owner`, or a global name of `header`."""

    framework: str
    kind: str
    owner: str
    name: str
    deprecated: bool = False


def setter(selector):
    """Returns the property that `selector` sets, or nothing."""
    if selector.startswith("set") and selector.count(":") == 1 and selector.endswith(":") and selector[3:4].isupper():
        return selector[3:-1]
    return None


def getters(stem):
    """Returns the getters that a setter's stem can have."""
    return [stem[0].lower() + stem[1:], stem, "is" + stem, "are" + stem, "allows" + stem]


def read_tables(folder):
    """Reads tables with the columns header, kind, owner, name, deprecated."""
    for framework in FRAMEWORKS:
        for line in (folder / f"{framework}.tsv").read_text().splitlines()[1:]:
            header, kind, owner, name, deprecated = (line.split("\t") + [""])[:5]
            if header in MAC:
                continue
            if kind == "conforms" and name.startswith("NS"):
                continue  # Coding and copying.
            extended = next((c for c in EXTENDED if owner.startswith(c) and owner != c), None)
            if extended and not owner.endswith(("Delegate", "Observing", "Formatter")):
                owner = extended
            if kind == "protocol" and any(name.startswith(c) for c in EXTENDED):
                continue
            if kind in ("method", "case", "conforms") and not owner:
                continue  # Members of generic classes have lost their owner there.
            yield Name(framework, kind, owner or (name if kind in TYPES else header), name, deprecated == "deprecated")


def write(names, path):
    """Writes the list."""
    lines = ["# Apple's public names, by framework and type, as facts: Tools/api/names.py describes the form."]
    for framework in FRAMEWORKS:
        lines.append(f"# {framework}")
        kinds, members = {}, collections.defaultdict(dict)
        for name in names:
            if name.framework != framework:
                continue
            if name.kind in TYPES:
                kinds[name.owner] = name.kind, name.deprecated
            elif name.kind in ("method", "case", "conforms"):
                members[name.owner][(name.kind, name.name)] = name.deprecated
            else:
                members[f"{name.kind} {name.owner}"][(name.kind, name.name)] = name.deprecated
        for owner in sorted(kinds.keys() | members.keys()):
            words, own = [], members.get(owner, {})
            settable = {}
            for kind, name in own:
                stem = setter(name) if kind == "method" else None
                if stem and (get := next((g for g in getters(stem) if ("method", g) in own), None)):
                    settable[get] = name
            for (kind, name), deprecated in own.items():
                if name in settable.values() and kind == "method":
                    continue
                suffix = "<" if kind == "conforms" else "=" if name in settable else ""
                words.append(("-" if deprecated else "") + name + suffix)
            kind, deprecated = kinds.get(owner, ("", False))
            head = owner if " " in owner else f"{'-' if deprecated else ''}{owner} {kind or 'category'}"
            lines.append(f"{head}: {' '.join(words)}".rstrip())
    path.write_text("\n".join(lines) + "\n")


def read(path):
    """Reads the list. A property that can be set is one name, which ends in `=`."""
    framework, names = "", []
    for line in path.read_text().splitlines():
        if line.startswith("# "):
            framework = line[2:]
            continue
        head, _, rest = line.partition(":")
        first, second = head.split(" ")
        if first in ("const", "func", "typealias"):
            names += [Name(framework, first, second, word.lstrip("-"), word.startswith("-")) for word in rest.split()]
            continue
        owner = first.lstrip("-")
        if second != "category":
            names.append(Name(framework, second, owner, owner, first.startswith("-")))
        member = "case" if second == "enum" else "method"
        for word in rest.split():
            name = word.lstrip("-")
            kind = "conforms" if name.endswith("<") else member
            names.append(Name(framework, kind, owner, name.rstrip("<"), word.startswith("-")))
    return names
