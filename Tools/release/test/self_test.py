"""What can be tested of a release without a build, root or a network, in a second: self_test.py."""
import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
os.environ["SOURCE_DATE_EPOCH"] = "1700000000"

import command  # noqa: E402
import common  # noqa: E402
import debian  # noqa: E402
import glibc_floor  # noqa: E402
import release_test  # noqa: E402
import source_lists  # noqa: E402
import toolset  # noqa: E402
import wheel  # noqa: E402


class ToolsetTests(unittest.TestCase):
    def test_libraries_are_loaded_by_their_version(self):
        with tempfile.TemporaryDirectory() as folder:
            lib = Path(folder) / "lib"
            lib.mkdir()
            toolset.versioned(lib, "libAgate.so").write_bytes(b"elf")
            self.assertEqual((lib / "libAgate.so").read_bytes(), b"elf")
            # The linker's name is a link, of which the command compares no size.
            self.assertEqual(toolset.contents(Path(folder))[1], [f"3 lib/libAgate.so.{common.VERSION}"])
            with tarfile.open(fileobj=io.BytesIO(common.tar_bytes(Path(folder)))) as archive:
                self.assertEqual(archive.getmember("lib/libAgate.so").linkname, f"libAgate.so.{common.VERSION}")


class LinkTests(unittest.TestCase):
    """The lists of libraries to link are taken out of the objects, so each library of Foundation that a module imports must be named."""

    def imports(self, *floors):
        files = [path for floor in floors for path in (common.ROOT / "Sources" / floor).rglob("*.swift")]
        self.assertTrue(files)
        found = (re.findall(r"^[ \w@()]*\bimport (Foundation[A-Z]\w*)$", path.read_text(), re.MULTILINE) for path in files)
        return {name for names in found for name in names} - {"FoundationCompatibility"}

    def test_the_manifest_links_what_the_library_imports(self):
        manifest = (common.ROOT / "Tools/release/templates/Package.swift.in").read_text()
        linked = set(re.findall(r'linkedLibrary\("(Foundation\w+)"\)', manifest))
        self.assertEqual(linked, self.imports("Ground", "Drawing", "Layers", "Hosts", "Documents", "Views", "Tools"))

    def test_the_command_links_what_it_imports(self):
        self.assertLessEqual(self.imports("Ground", "Drawing", "Layers", "Hosts", "Documents", "Tools"), set(command.FOUNDATION))


class ArchiveTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        (self.folder / "b").mkdir()
        for name, text in [("b/two", "2"), ("a", "1"), ("b/größe", "3")]:
            (self.folder / name).write_text(text)
        (self.folder / "a").chmod(0o700)
        (self.folder / "link").symlink_to("a")

    def test_archives_do_not_depend_on_times_owners_or_order(self):
        first = common.tar_bytes(self.folder, "p/")
        for path in ("a", "b/two"):
            os.utime(self.folder / path, (1, 1))
        self.assertEqual(first, common.tar_bytes(self.folder, "p/"))
        with tarfile.open(fileobj=io.BytesIO(first)) as archive:
            self.assertEqual(archive.getnames(), ["p", "p/a", "p/b", "p/b/größe", "p/b/two", "p/link"])
            self.assertEqual({entry.mtime for entry in archive}, {1700000000})
            self.assertEqual(archive.getmember("p/a").mode, 0o755)
            self.assertEqual(archive.getmember("p/link").linkname, "a")

    def test_zips_keep_permissions_and_have_one_time(self):
        (self.folder / "link").unlink()
        paths = [self.folder.parent / f"{self.folder.name}-{number}.zip" for number in (1, 2)]
        for path in paths:
            common.write_zip(path, self.folder)
            os.utime(self.folder / "a", (5, 5))
        self.assertEqual(paths[0].read_bytes(), paths[1].read_bytes())
        with zipfile.ZipFile(paths[0]) as archive:
            self.assertEqual(archive.getinfo("a").external_attr >> 16 & 0o777, 0o755)
            self.assertEqual(archive.getinfo("b/two").external_attr >> 16 & 0o777, 0o644)

    def test_debian_archives_have_even_members(self):
        data = debian.ar([("debian-binary", b"2.0\n"), ("odd", b"123")])
        self.assertTrue(data.startswith(b"!<arch>\ndebian-binary   1700000000"))
        self.assertEqual(len(data) % 2, 0)

    def test_records_of_wheels_have_the_digests(self):
        lines = wheel.record(self.folder, "x/RECORD").splitlines()
        self.assertEqual(lines[-1], "x/RECORD,,")
        self.assertIn("a,sha256=a4ayc_80_OGda4BO_1o_V0etpOqiLx1JwB5S3beHW0s,1", lines)


class ScriptTests(unittest.TestCase):
    def test_the_toolset_is_placed_in_any_folder(self):
        for name in ["plain", "with space", "a&b", "quote\"s", "back\\slash", "bar|x"]:
            folder = Path(tempfile.mkdtemp()).resolve() / name
            folder.mkdir()
            (folder / "toolset.json.in").write_text('{"rootPath": "@PLACE@", "flags": ["-I", "@PLACE@/modules"]}')
            script = folder / "place"
            script.write_bytes((HERE.parent / "templates/place").read_bytes())
            said = subprocess.run(["sh", str(script)], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
            self.assertEqual(said, f"{folder}/toolset.json")
            import json

            self.assertEqual(json.loads(Path(said).read_text())["rootPath"], str(folder))

    def test_package_lists_of_both_forms_are_read(self):
        self.assertEqual(list(source_lists.one_line("# deb x y z\ndeb [arch=amd64] http://m/debian sid main contrib\n")),
                         [("http://m/debian", "sid", "main contrib")])
        text = "Types: deb\nURIs: http://m/debian\nSuites: a b\nComponents: main\n\nTypes: deb\nEnabled: no\nURIs: u\nSuites: s\n"
        self.assertEqual(list(source_lists.deb822(text)), [("http://m/debian", "a", "main"), ("http://m/debian", "b", "main")])

    def test_the_floor_is_read_from_a_program(self):
        self.assertRegex(glibc_floor.highest("/bin/sh"), r"^2\.\d+")


class DocumentTests(unittest.TestCase):
    def test_readme_has_lines_for_each_channel_and_names_this_version(self):
        for channel in release_test.CHANNELS:
            found = release_test.lines(channel.name)
            names = re.findall(r"agate[\w-]*?[-_](\d+\.\d+\.\d+)[-_]", found)
            self.assertTrue(all(name == common.VERSION for name in names), f"{channel.name}: {names}")
        self.assertRegex(common.VERSION, r"^\d+\.\d+\.\d+$")

    def test_every_c_library_that_a_module_links_is_collected(self):
        script = (HERE.parent / "c-libraries").read_text()
        maps = [path.read_text() for path in (common.ROOT / "Sources/Ground").glob("C*/module.modulemap")]
        for name in sorted({name for text in maps for name in re.findall(r'link "([^"]+)"', text)}):
            self.assertRegex(script, rf"lib{name}\.a|(archive|pack) {name} ", name)


if __name__ == "__main__":
    unittest.main()
