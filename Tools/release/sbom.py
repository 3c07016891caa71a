"""The software bill of materials in SPDX 2.3 (JSON), and the folder of licence texts that every package carries."""
import hashlib
import json
import re
import shutil
import sys
from datetime import datetime, timezone
from pathlib import Path

from common import ARCH, BUILD, EPOCH, OUT, ROOT, VERSION, WORK, fresh, output, swift_version

LICENCES = WORK / "licences"


def c_libraries():
    """What c-libraries collected, with the texts."""
    for line in (WORK / "c/libraries.tsv").read_text().splitlines():
        name, version, licence, source = line.split("\t")
        yield {"name": name, "version": version, "licence": licence, "source": source, "text": WORK / "c/licences" / name, "in": {"package", "toolset", "command"}}


def swift_packages():
    """The Swift packages whose modules are inside."""
    state = json.loads((BUILD / "workspace-state.json").read_text())
    known = {"swift-log": ({"package", "toolset", "command"}, "Apache-2.0"),
             "swift-argument-parser": ({"command"}, "Apache-2.0 WITH Swift-exception")}
    for dependency in state["object"]["dependencies"]:
        reference = dependency["packageRef"]
        places, licence = known.get(reference["identity"], (None, None))
        if places is None:
            sys.exit(f"the licence of {reference['identity']} is not listed in Tools/release/sbom.py")
        yield {"name": reference["identity"], "version": dependency["state"]["checkoutState"].get("version", "?"), "licence": licence,
               "source": reference["location"], "text": BUILD / "checkouts" / dependency["subpath"] / "LICENSE.txt", "in": places}


def swift_runtime():
    """The compiler's runtime and Foundation, which are linked into the command only; and ICU, which Foundation contains."""
    compiler, _ = swift_version()
    toolchain = Path(output("sh", "-c", "readlink -f $(command -v swiftc)").strip()).parents[1]
    text = next(path for path in (toolchain / "share/swift/LICENSE.txt", toolchain / "share/doc/swift/LICENSE.txt") if path.exists())
    yield {"name": "Swift-runtime-and-Foundation", "version": compiler, "licence": "Apache-2.0 WITH Swift-exception", "source": "https://www.swift.org",
           "text": text, "in": {"command"}}
    unicode = ROOT / "Tools/release/licences/ICU"
    yield {"name": "ICU", "version": f"in Swift {compiler}", "licence": "Unicode-3.0", "source": "https://www.swift.org", "text": unicode, "in": {"command"}}


def compiler_runtime():
    """GCC's runtime for C++, which Swift's runtime and ICU use, is an archive in the command; glibc itself is in the container image only."""
    yield {"name": "libstdc++-and-libgcc", "version": output("gcc", "-dumpfullversion").strip(), "licence": "GPL-3.0-or-later WITH GCC-exception-3.1",
           "source": "debian:libstdc++6", "text": Path("/usr/share/doc/libstdc++6/copyright"), "in": {"command"}}
    yield {"name": "glibc", "version": output("dpkg-query", "-W", "-f", "${Version}", "libc6"), "licence": "LGPL-2.1-or-later", "source": "debian:glibc",
           "text": Path("/usr/share/doc/libc6/copyright"), "in": {"image"}}


def fonts():
    version = output("dpkg-query", "-W", "-f", "${Version}", "fonts-liberation")
    # Version 2 has another licence than version 1.
    licence = "GPL-2.0-only WITH Font-exception-2.0" if version.split(":")[-1].startswith("1.") else "OFL-1.1"
    yield {"name": "Liberation-Fonts", "version": version, "licence": licence,
           "source": "debian:fonts-liberation", "text": Path("/usr/share/doc/fonts-liberation/copyright"), "in": {"command"}}


def components():
    return [*c_libraries(), *swift_packages(), *swift_runtime(), *compiler_runtime(), *fonts()]


def collect_licences():
    """One text for each component; a component without one is an error."""
    fresh(LICENCES)
    shutil.copyfile(ROOT / "LICENSE", LICENCES / "Agate")
    for component in components():
        shutil.copyfile(component["text"], LICENCES / component["name"])


def package(identifier, name, version, licence, source):
    known = licence if licence else "NOASSERTION"
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": known, "licenseDeclared": known, "copyrightText": "NOASSERTION", "sourceInfo": source}


def document(files):
    created = datetime.fromtimestamp(EPOCH, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    found, relations = [package("Agate", "Agate", VERSION, "Apache-2.0", "this repository")], []
    relations.append({"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-Agate"})
    for component in components():
        identifier = re.sub("[^A-Za-z0-9.]+", "-", component["name"])
        where = ", ".join(sorted(component["in"]))
        found.append(package(identifier, component["name"], component["version"], component["licence"], f"{component['source']}; inside: {where}"))
        relations.append({"spdxElementId": "SPDXRef-Agate", "relationshipType": "CONTAINS", "relatedSpdxElement": f"SPDXRef-{identifier}"})
    entries = []
    for index, path in enumerate(files):
        data = path.read_bytes()
        entries.append({"SPDXID": f"SPDXRef-File-{index}", "fileName": f"./{path.relative_to(OUT).as_posix()}",
                        "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(data).hexdigest()},
                                      {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}]})
    # The name space is made of what is described, so that two runs give the same.
    digest = hashlib.sha256(json.dumps([found, entries], sort_keys=True).encode()).hexdigest()
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"agate-{VERSION}-{ARCH}",
            "documentNamespace": f"https://spdx.org/spdxdocs/agate-{VERSION}-{digest[:32]}",
            "creationInfo": {"created": created, "creators": ["Tool: agate-release"]}, "packages": found, "files": entries, "relationships": relations}


def sums(files):
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(OUT).as_posix()}\n" for path in files)


def main():
    if sys.argv[1:] == ["licences"]:
        return collect_licences()
    listed = [path for path in sorted(OUT.iterdir()) if path.is_file() and path.name not in ("SHA256SUMS", f"agate-{VERSION}.spdx.json")]
    bill = OUT / f"agate-{VERSION}.spdx.json"
    bill.write_text(json.dumps(document(listed), indent=2) + "\n")
    (OUT / "SHA256SUMS").write_text(sums(listed + [bill]))
    print(f"{len(components())} libraries in the bill of materials, {len(listed)} files")


if __name__ == "__main__":
    main()
