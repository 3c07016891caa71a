"""What a client compiles against: Swift modules with their documentation, and module maps of C modules. The toolset and the package both hold it."""
import shutil
from pathlib import Path


def install(found, modules_folder, include_folder):
    """Copies the modules and makes the maps.

    The maps of C libraries are empty: only Agate's own modules, which are compiled, use what is in them, so clients need no headers of theirs.
    """
    modules_folder, include_folder = Path(modules_folder), Path(include_folder)
    for module in found:
        if module.kind == "swift":
            modules_folder.mkdir(parents=True, exist_ok=True)
            for suffix in (".swiftmodule", ".swiftdoc"):
                source = module.swiftmodule.with_suffix(suffix)
                if source.exists():
                    shutil.copyfile(source, modules_folder / source.name)
            continue
        place = include_folder / module.name
        place.mkdir(parents=True, exist_ok=True)
        if module.kind == "system":
            (place / "module.modulemap").write_text(f"module {module.name} [system] {{ }}\n")
            continue
        headers = sorted(path for path in (module.folder / "include").rglob("*.h"))
        for header in headers:
            target = place / header.relative_to(module.folder / "include")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(header, target)
        (place / "module.modulemap").write_text(f'module {module.name} {{\n    umbrella "."\n    export *\n}}\n')
