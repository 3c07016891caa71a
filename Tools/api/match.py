"""Finds for a name of Objective-C or C what Swift has, by the rules of the importer: see "Omit needless words" of the Swift API guidelines."""
import functools
import pathlib
import re

from graph import CLASS, FUNCTIONS, TYPE_KINDS

HERE, PARTLY, NOT = "here", "partly", "not"
WORD = re.compile(r"[A-Z]{2,}(?=[A-Z][a-z]|[^A-Za-z]|$)|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


@functools.lru_cache(maxsize=None)
def words(text):
    return tuple(word.lower() for word in WORD.findall(text))


def is_part(short, long):
    """Returns whether the words are among the others, in their order."""
    rest = iter(long)
    return all(word in rest for word in short)


class Matcher:
    """Finds names in a graph."""

    def __init__(self, graph, renames):
        self.graph = graph
        self.types, self.prefixes, self.members = {}, [], {}
        for line in pathlib.Path(renames).read_text().splitlines():
            if not line or line.startswith("#"):
                continue
            kind, apple, swift = line.split("\t")[:3]
            if kind == "type":
                self.types[apple] = swift
            elif kind == "prefix":
                self.prefixes.append((apple, swift.split()))
            else:
                self.members[apple] = swift

    def type(self, name):
        """Returns the type with the name of Objective-C."""
        swift = self.types.get(name)
        if swift:
            return self.graph.names.get(swift) or self.graph.types.get(swift)
        found = self.graph.types.get(name) or self.graph.types.get(name.removesuffix("Ref"))
        if not found and name.startswith("NS"):
            found = self.graph.types.get(name[2:])
        if not found:
            # UIButtonType is UIButton.ButtonType: a nested type can't be named Type. UIControlEvents is UIControl.Event.
            for end in range(len(name) - 1, 2, -1):
                outer, rest = name[:end], name[end:]
                if not rest[0].isupper() or outer not in self.graph.types:
                    continue
                last = WORD.findall(outer)[-1]
                for inner in (last + rest, rest.removesuffix("s"), last + rest.removesuffix("s")):
                    found = self.graph.types.get(outer + inner)
                    if found:
                        return found
        return found

    def find(self, name):
        """Returns how much of the name is there, and the reason where it is not all."""
        renamed = self.members.get(f"{name.owner}.{name.name}") or self.members.get(name.name)
        if renamed:
            return (HERE, "") if self.written(renamed) else (NOT, "")
        if name.kind in ("class", "protocol", "struct", "enum"):
            return self.find_type(name)
        if name.kind == "conforms":
            owner = self.type(name.owner)
            return (HERE if owner and self.graph.conforms(owner, name.name) else NOT), ""
        if name.kind == "typealias":
            return (HERE if self.type(name.name) else NOT), ""
        if name.kind == "case":
            return self.find_case(name)
        if name.kind == "const":
            return self.find_constant(name.name), ""
        if name.kind == "func":
            return self.find_function(name.name), ""
        return self.find_member(name)

    def written(self, path):
        """Returns whether a path as it is written in Swift is there."""
        if path == "language":
            return True
        if path in self.graph.names or path in self.graph.globals:
            return True
        owner, _, member = path.rpartition(".")
        return any(member in (m.base, m.path[-1]) for m in self.graph.members[owner])

    def find_type(self, name):
        found = self.type(name.name)
        if not found:
            return NOT, ""
        if name.kind == "class" and found.kind == CLASS and found.access != "open" and " final " not in f" {found.declaration}":
            return PARTLY, "no subclasses"
        return HERE, ""

    def find_case(self, name):
        owner = self.type(name.owner)
        lower = name.name.lower().rstrip("_")
        if lower.lower() in self.graph.statics or name.name in self.graph.globals:
            return HERE, ""
        if not owner:
            return NOT, ""
        for member in self.graph.members[".".join(owner.path)]:
            base = member.base.lower()
            if lower.endswith(base):
                rest = lower[: len(lower) - len(base)].removeprefix("k")
                if is_part(words_of(rest), words_of(name.owner.lower())) or name.owner.lower().startswith(rest.rstrip("s_")):
                    return HERE, ""
        # No option at all is the empty set.
        return (HERE if lower.endswith("none") and self.graph.conforms(owner, "OptionSet") else NOT), ""

    def find_constant(self, name):
        if name in self.graph.globals:
            return HERE
        lower = name.lower()
        for candidate in (lower, lower.removeprefix("k")):
            for suffix in ("", "attributename", "attribute", "documentattribute", "key", "name", "identifier"):
                if suffix and not candidate.endswith(suffix):
                    continue
                if candidate.removesuffix(suffix) in self.graph.statics:
                    return HERE
            if candidate.startswith("uiactivitytype") and candidate.replace("uiactivitytype", "uiactivityactivitytype") in self.graph.statics:
                return HERE
        for pattern, types in self.prefixes:
            prefix, _, suffix = pattern.partition("*")
            middle = name[len(prefix) : len(name) - len(suffix)].lower()
            fits = name.startswith(prefix) and name.endswith(suffix)
            if fits and any(t.replace(".", "").lower() + middle in self.graph.statics for t in types):
                return HERE
        return NOT

    def find_function(self, name):
        """A function of C is there by its name, or as a member of the type whose name it begins with."""
        if name in self.graph.globals:
            return HERE
        for end in range(len(name), 2, -1):
            owner = self.type(name[:end]) if end == len(name) or name[end].isupper() else None
            if not owner:
                continue
            rest = [w for w in words(name[end:]) if w not in ("get", "copy", "is")]
            if not rest:
                return NOT
            for member in self.graph.members[".".join(owner.path)] + self.graph.members[".".join(owner.path) + "Mutable"]:
                own = words(member.base) + tuple(w for label in member.labels for w in words(label))
                if member.kind == "swift.init":
                    if rest[0] in ("create", "make") and (set(rest[1:]) - {"with", "from"}) <= set(own[1:]) | set(words(name[:end])):
                        return HERE
                    continue
                own = tuple(w for w in own if w not in ("is", "get"))
                if own and own[0] == rest[0] and (is_part(words(member.base), rest) or set(rest) <= set(own)):
                    return HERE
        return NOT

    def find_member(self, name):
        owner = self.type(name.owner)
        members = self.graph.all_members(owner) if owner else []
        members = members + self.graph.members[name.owner] + self.graph.members[name.owner.removeprefix("NS")]
        if name.owner == "NSObject":
            # Categories of NSObject are members of views and of the protocol that all objects conform to.
            members = members + self.graph.members["ObjectiveCObject"] + self.graph.all_members(self.graph.types["UIView"])
        selector = name.name.rstrip("_")
        is_settable = selector.endswith("=")
        selector = selector.rstrip("=")
        found = [m for m in members if m.kind not in TYPE_KINDS and self.is_named(m, selector, name.owner)]
        if not found:
            return NOT, ""
        if is_settable and not any(m.can_be_set for m in found if m.kind not in FUNCTIONS) and not any(m.kind in FUNCTIONS for m in found):
            return PARTLY, "read only"
        if owner and owner.kind == CLASS and owner.access == "open" and owner.module not in ("Foundation", "FoundationEssentials") and not self.can_be_overridden(found, owner):
            return PARTLY, "no overrides"
        return HERE, ""

    def can_be_overridden(self, members, owner):
        """Returns whether a subclass can override one of the members. Initialisers count where the class declares them outside of extensions."""
        for member in members:
            if member.access == "open" or member.kind in ("swift.init", "swift.enum.case", "swift.type.method", "swift.type.property"):
                return True
            holder = self.graph.names.get(".".join(member.path[:-1]))
            if holder is None or holder.kind != CLASS or " final " in f" {holder.declaration}":
                return True
        return False

    def is_named(self, member, selector, owner):
        pieces = selector.split(":")
        count = len(pieces) - 1
        if count == 0:
            if member.labels:
                return not any(not d for d in member.defaults) and member.base == selector
            base = member.base
            if base == selector or base == "is" + selector[:1].upper() + selector[1:]:
                return True
            if member.kind == "swift.init":
                return selector == "init" or self.is_factory(selector, owner)
            short, long = words(base), words(selector)
            # sharedApplication, blackColor.
            return bool(short) and long[: len(short)] == short and set(long[len(short) :]) <= set(words(owner)) | {"item"}
        if member.kind not in FUNCTIONS:
            stem = selector[3:-1] if selector.startswith("set") and count == 1 else None
            return bool(stem) and member.base.lower() in (stem.lower(), "is" + stem.lower()) and member.can_be_set
        pieces = pieces[:-1]
        for ending in (pieces, pieces[:-1] if pieces[-1] in ("error", "completionHandler", "completion") else None):
            if ending is not None and any(self.fits(member, labels, ending, owner) for labels in self.label_lists(member)):
                return True
        return False

    def without_type(self, long, owner):
        """The words of a selector, and those without the type that its result has: colorWithAlphaComponent, imageByPreparingForDisplay."""
        if long:
            yield long
        if len(long) > 2 and long[0] in words(owner):
            yield long[1:]
            if long[1] == "by":
                yield long[2:]

    def is_factory(self, piece, owner):
        return bool(words(piece)) and words(piece)[0] in words(owner)

    def label_lists(self, member):
        """The labels of a call, with all arguments and without those that have defaults."""
        yield member.labels
        needed = [label for label, has in zip(member.labels, member.defaults) if not has]
        if len(needed) != len(member.labels):
            for count in range(len(needed), len(member.labels)):
                kept = sorted(
                    [i for i, has in enumerate(member.defaults) if not has]
                    + [i for i, has in enumerate(member.defaults) if has][: count - len(needed)]
                )
                yield [member.labels[i] for i in kept]

    def fits(self, member, labels, pieces, owner):
        if len(labels) != max(len(pieces), 0):
            return False
        first, rest = (pieces[0], pieces[1:]) if pieces else ("", [])
        names = [() if label == "_" else words(label) for label in labels]
        if member.kind == "swift.init":
            if first.startswith("init"):
                long = words(first[4:])
            elif self.is_factory(first, owner) or "With" in first:
                long = words(first)
            else:
                return False
            if labels and not is_part(names[0], long):
                return False
        else:
            long, short = words(first), words(member.base) + (names[0] if labels else ())
            if not short or not any(short[0] == kept[0] and is_part(short, kept) for kept in self.without_type(long, owner)):
                return False
        return all(is_part(own, words(piece)) for own, piece in zip(names[1:], rest))


def words_of(lower):
    return (lower,)
