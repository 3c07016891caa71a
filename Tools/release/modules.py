"""The modules of a release build: what SwiftPM left of each in the build folder."""
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from common import BUILD, ROOT, output


@dataclass
class Module:
    name: str
    kind: str  # swift, clang, system
    folder: Path
    needs: list = field(default_factory=list)
    objects: list = field(default_factory=list)
    swiftmodule: Path = None

    @property
    def needs_xctest(self):
        """Whether it can be linked into tests only."""
        lines = (line for path in self.folder.rglob("*.swift") for line in path.read_text().splitlines())
        return self.kind == "swift" and any(line.endswith(("import XCTest", "import Testing")) for line in lines)


@cache
def products_folder():
    return Path(output("swift", "build", "--package-path", ROOT, "--scratch-path", BUILD, "-c", "release", "--show-bin-path").strip())


@cache
def described(package):
    return json.loads(output("swift", "package", "--package-path", package, "--scratch-path", BUILD, "describe", "--type", "json"))


@cache
def library_products():
    """The library products of the manifest, name and targets, in its order."""
    manifest = json.loads(output("swift", "package", "--package-path", ROOT, "--scratch-path", BUILD, "dump-package"))
    return [(product["name"], product["targets"]) for product in manifest["products"] if "library" in product["type"]]


def packages():
    """The dependencies, by the names of their products."""
    found = {}
    for place in sorted((BUILD / "checkouts").iterdir()):
        description = json.loads(output("swift", "package", "--package-path", place, "--scratch-path", BUILD / "describe" / place.name, "describe", "--type", "json"))
        for product in description["products"]:
            found[product["name"]] = (place, description, product["targets"])
    return found


def load():
    """All modules by name."""
    modules, others = {}, packages()

    def add(target, root):
        name = target["name"]
        if name in modules:
            return
        kind = {"SwiftTarget": "swift", "ClangTarget": "clang", "SystemLibraryTarget": "system"}.get(target["module_type"])
        if kind is None or target["type"] not in ("library", "executable", "system-target"):
            return
        module = Module(name, kind, Path(root) / target["path"], list(target.get("target_dependencies", [])))
        for product in target.get("product_dependencies", []):
            if product in others:
                module.needs += others[product][2]
        modules[name] = module

    for target in described(ROOT)["targets"]:
        add(target, ROOT)
    for place, description, _ in others.values():
        for target in description["targets"]:
            add(target, place)
    return modules


def find_products(module):
    """Fills in the objects and the Swift module. Objects of sources that are gone stay in the folder, so maps and sources are asked."""
    folder = products_folder() / f"{module.name}.build"
    if module.kind == "swift":
        listed = json.loads((folder / "output-file-map.json").read_text())
        module.objects = sorted({Path(entry["object"]) for entry in listed.values() if "object" in entry and Path(entry["object"]).exists()})
        module.swiftmodule = products_folder() / "Modules" / f"{module.name}.swiftmodule"
        if not module.objects or not module.swiftmodule.exists():
            raise SystemExit(f"the module {module.name} was not built in {products_folder()}")
    elif module.kind == "clang":
        sources = sorted(path for path in module.folder.rglob("*.c") if "include" not in path.relative_to(module.folder).parts)
        module.objects = [folder / (path.relative_to(module.folder).as_posix() + ".o") for path in sources]
        missing = [path for path in module.objects if not path.exists()]
        if missing:
            raise SystemExit(f"not built: {missing[0]}")
    return module


def closure(modules, names):
    """The named modules and all that they need, those that are needed first."""
    done, order = set(), []

    def visit(name):
        if name in done or name not in modules:
            return
        done.add(name)
        for need in modules[name].needs:
            visit(need)
        order.append(modules[name])

    for name in names:
        visit(name)
    return order


def library_modules():
    """The modules of all library products."""
    modules = load()
    return [find_products(module) for module in closure(modules, [target for _, targets in library_products() for target in targets])]


def command_modules():
    """The modules of `agate` that no library contains."""
    modules = load()
    library = {module.name for module in closure(modules, [target for _, targets in library_products() for target in targets])}
    return [find_products(module) for module in closure(modules, ["AgateCommand"]) if module.name not in library]
