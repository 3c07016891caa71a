"""What the modules have: the symbol graphs of swift-symbolgraph-extract, with lookups by the names of Objective-C and C."""
import collections
import functools
import json

CLASS, PROTOCOL = "swift.class", "swift.protocol"
TYPE_KINDS = {CLASS, PROTOCOL, "swift.struct", "swift.enum", "swift.typealias", "swift.associatedtype"}
FUNCTIONS = {"swift.method", "swift.type.method", "swift.func", "swift.init"}


class Symbol:
    """One declaration. `fragments` are the parts of its declaration, with the identifiers of types."""

    def __init__(self, json, module):
        self.module = module
        self.id = json["identifier"]["precise"]
        self.kind = json["kind"]["identifier"]
        self.path = json["pathComponents"]
        self.access = json["accessLevel"]
        self.fragments = json["declarationFragments"]
        self.parameters = json.get("functionSignature", {}).get("parameters", [])
        self.returns = json.get("functionSignature", {}).get("returns", [])
        self.is_old = any(a.get("domain") == "swift" and "obsoleted" in a for a in json.get("availability", []))
        self.is_extension_member = "swiftExtension" in json

    @functools.cached_property
    def declaration(self):
        return "".join(fragment["spelling"] for fragment in self.fragments)

    @property
    def base(self):
        return self.path[-1].split("(")[0]

    @functools.cached_property
    def labels(self):
        name = self.path[-1]
        return name[name.index("(") + 1 : -1].split(":")[:-1] if name.endswith(")") else []

    @functools.cached_property
    def defaults(self):
        """For each parameter, true if it has a default value."""
        depth, has, found = 0, [], False
        text = self.declaration
        start = text.find("(") if self.labels else -1
        for index in range(start + 1, len(text) if start >= 0 else 0):
            character = text[index]
            if character in "([{":
                depth += 1
            elif character in ")]}":
                if depth == 0:
                    has.append(found)
                    break
                depth -= 1
            elif depth == 0 and character == ",":
                has.append(found)
                found = False
            elif depth == 0 and character == "=" and text[index - 1] == " ":
                found = True
        return has if len(has) == len(self.labels) else [False] * len(self.labels)

    @property
    def can_be_set(self):
        text = self.declaration
        return " let " not in f" {text}" and not ("{ get" in text and "set" not in text.split("{ get")[-1])


class Graph:
    """The symbols of several modules."""

    def __init__(self, folder):
        self.symbols = {}
        self.members = collections.defaultdict(list)
        self.parents = collections.defaultdict(list)
        self.types = {}
        self.globals = collections.defaultdict(list)
        self.statics = collections.defaultdict(list)
        self.optional = set()
        self.overrides = {}
        self.requirements = collections.defaultdict(list)
        self.defaults = set()
        for path in sorted(folder.rglob("*.symbols.json")):
            module = path.name.split("@")[0].removesuffix(".symbols.json")
            graph = json.loads(path.read_text())
            for symbol in graph["symbols"]:
                self.symbols[symbol["identifier"]["precise"]] = Symbol(symbol, module)
            for relation in graph["relationships"]:
                kind, source, target = relation["kind"], relation["source"], relation["target"]
                if kind in ("inheritsFrom", "conformsTo"):
                    self.parents[source].append((kind, target))
                elif kind == "overrides":
                    self.overrides[source] = target
                elif kind == "requirementOf":
                    self.requirements[target].append(source)
                elif kind == "defaultImplementationOf":
                    self.defaults.add(target)
        self.names = {}
        aliases = {}
        for symbol in self.symbols.values():
            targets = [f for f in symbol.fragments if f["kind"] == "typeIdentifier" and "preciseIdentifier" in f]
            target = self.symbols.get(targets[-1]["preciseIdentifier"]) if targets and symbol.kind == "swift.typealias" else None
            # An alias of a type as it is: its members are the type's.
            if target and symbol.declaration.endswith("= " + ".".join(target.path)):
                aliases[symbol.id] = target
        for symbol in self.symbols.values():
            if symbol.kind in TYPE_KINDS:
                meant = aliases.get(symbol.id, symbol)
                self.types.setdefault("".join(symbol.path), meant)
                self.names[".".join(symbol.path)] = meant
            if len(symbol.path) > 1:
                self.members[".".join(symbol.path[:-1])].append(symbol)
                if symbol.kind in ("swift.type.property", "swift.enum.case"):
                    self.add_static(symbol, symbol.path[:-1])
            else:
                self.globals[symbol.base].append(symbol)

        for identifier, target in aliases.items():
            for member in self.members[".".join(target.path)]:
                if member.kind in ("swift.type.property", "swift.enum.case"):
                    self.add_static(member, self.symbols[identifier].path)
            prefix = target.path
            if len(self.symbols[identifier].path) == 1:
                for symbol in list(self.symbols.values()):
                    if len(symbol.path) > len(prefix) + 1 and symbol.path[: len(prefix)] == prefix:
                        path = self.symbols[identifier].path + symbol.path[len(prefix) :]
                        if symbol.kind in ("swift.type.property", "swift.enum.case"):
                            self.add_static(symbol, path[:-1])
                    if symbol.kind in TYPE_KINDS and len(symbol.path) > len(prefix) and symbol.path[: len(prefix)] == prefix:
                        path = self.symbols[identifier].path + symbol.path[len(prefix) :]
                        self.types.setdefault("".join(path), symbol)
                        self.names.setdefault(".".join(path), symbol)

    def add_static(self, symbol, path):
        """A constant of a type is found by the type's name with its own, and by the enclosing type's: NSAttributedStringFont."""
        self.statics[("".join(path) + symbol.base).lower()].append(symbol)
        if len(path) > 1:
            self.statics[("".join(path[:-1]) + symbol.base).lower()].append(symbol)

    def supertypes(self, symbol):
        """Returns the type, the types that it inherits from and the protocols that it conforms to, each once."""
        found, queue = [], [symbol]
        while queue:
            current = queue.pop(0)
            if current in found:
                continue
            found.append(current)
            ends = [t for _, t in self.parents.get(current.id, [])]
            extension = self.names.get(".".join(current.path))
            if extension and extension is not current:
                ends.append(extension.id)
            queue += [self.symbols[t] for t in ends if t in self.symbols]
        return found

    def conforms(self, symbol, protocol):
        return any("".join(s.path) == protocol for s in self.supertypes(symbol))

    @functools.lru_cache(maxsize=None)
    def all_members(self, symbol):
        """Returns the members of a type, with those that it inherits."""
        return [m for t in self.supertypes(symbol) for m in self.members[".".join(t.path)]]
