import Foundation
import TestSupport
import XCTest

/// `Tools/compare-players` without another player: its pictures, shares, kinds and order, and a whole run with programs that stand for the
/// players.
final class ComparePlayersTests: XCTestCase {
    private func run(_ script: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("players-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("check.py")
        let tool = Repository.root.appendingPathComponent("Tools/compare-players").path
        try Data((Self.head + script).utf8).write(to: file)
        let process = Process(), errors = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-B", file.path, tool, folder.path]
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0, message)
    }

    private static let head = """
        import gzip, importlib.machinery, importlib.util, json, os, stat, struct, subprocess, sys, zlib
        tool, folder = sys.argv[1:]
        loader = importlib.machinery.SourceFileLoader("players", tool)
        players = importlib.util.module_from_spec(importlib.util.spec_from_loader("players", loader))
        loader.exec_module(players)

        def box(width, height, x0, x1, color=(255, 0, 0, 255)):
            picture = bytearray(4 * width * height)
            for y in range(height):
                for x in range(x0, x1):
                    picture[4 * (y * width + x):4 * (y * width + x) + 4] = bytes(color)
            return bytes(picture)


        """

    func testPicturesAndShares() throws {
        try run(
            """
            # Written over white, and read again.
            half = box(5, 3, 1, 3, (100, 0, 0, 128))
            width, height, back = players.read_png(players.write_png(5, 3, half))
            assert (width, height) == (5, 3)
            assert back[:4] == b"\\xff\\xff\\xff\\xff" and back[4:8] == bytes((227, 127, 127, 255)), back[:8]
            # Each of PNG's rules for lines, in straight RGBA.
            lines = [bytes((10, 20, 30, 255, 200, 100, 50, 128)), bytes((0, 0, 0, 0, 9, 8, 7, 255))]
            def packed(rule):
                raw, last = b"", bytes(8)
                for line in lines:
                    out = bytearray()
                    for i, v in enumerate(line):
                        a, b, c = (line[i - 4] if i >= 4 else 0), last[i], (last[i - 4] if i >= 4 else 0)
                        p = a + b - c
                        paeth = min((a, b, c), key=lambda v: abs(p - v))
                        out.append(v - (0, a, b, (a + b) // 2, paeth)[rule] & 255)
                    raw, last = raw + bytes([rule]) + bytes(out), line
                def chunk(name, body):
                    return struct.pack(">I", len(body)) + name + body + b"\\0\\0\\0\\0"
                return (b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 6, 0, 0, 0))
                        + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))
            for rule in range(5):
                assert players.read_png(packed(rule))[2] == bytes((10, 20, 30, 255, 100, 50, 25, 128, 0, 0, 0, 0, 9, 8, 7, 255)), rule
            # Equal, nothing painted, an edge one pixel off, a part that is missing, another colour.
            a = box(20, 10, 4, 12)
            assert players.difference(a, a, 20) == (0.0, [])
            assert players.difference(bytes(800), bytes(800), 20) == (0.0, [])
            assert players.difference(a, box(20, 10, 4, 13), 20)[0] == 0.0
            share, off = players.difference(a, box(20, 10, 4, 16), 20)
            assert share == 40 / 120 and len(off) == 40, share
            assert players.difference(a, box(20, 10, 4, 12, (255, 100, 0, 255)), 20)[0] == 1.0
            assert players.difference(a, box(20, 10, 4, 12, (255, 50, 0, 255)), 20)[0] == 0.0
            """)
    }

    func testKindsAndOrder() throws {
        try run(
            """
            for ours, between, kind in [
                ([0, 0.01], 0.0, "agrees"), ([0.5, 0.6], 0.001, "DIFFERS"), ([0.5, 0.0], 0.5, "one peer"), ([0.5, 0.5], 0.4, "peers"),
                ([0.02, 0.005], 0.009, "one peer"), ([0.5], None, "DIFFERS"), ([0.0], None, "agrees"), ([], None, "unread"),
            ]:
                assert players.verdict(ours, between, 0.01) == kind, (ours, between, kind)
            rows = [{"verdict": kind, "share": share, "file": name} for kind, share, name in [
                ("agrees", 0, "a"), ("peers", 1, "b"), ("DIFFERS", 0.2, "c"), ("DIFFERS", 0.7, "d"), ("one peer", 0, "e"), ("unread", 1, "f")]]
            assert "".join(row["file"] for row in players.rank(rows)) == "dcfeba"
            file = {"w": 200, "h": 100, "fr": 10, "ip": 5, "op": 25, "layers": []}
            for name, data in [("a.json", b"\\xef\\xbb\\xbf" + json.dumps(file).encode()), ("a.tgs", gzip.compress(json.dumps(file).encode()))]:
                path = os.path.join(folder, name)
                open(path, "wb").write(data)
                lottie = players.Lottie(path, folder)
                assert lottie.size(50) == (50, 25) and lottie.frames([0, 0.5, 1]) == [0, 10, 19]
                assert json.loads(open(lottie.path, encoding="utf-8-sig").read()) == file
            """)
    }

    func testAWholeRun() throws {
        try run(
            """
            files = os.path.join(folder, "files")
            os.makedirs(os.path.join(files, "more"))
            def lottie(name, **other):
                text = json.dumps({"w": 40, "h": 20, "fr": 10, "ip": 0, "op": 10, "layers": [], **other}).encode()
                open(os.path.join(files, name), "wb").write(gzip.compress(text) if name.endswith("tgs") else text)
            for name in ["same.json", "odd.json", "split.json", "half.json", "broken.json", "more/sticker.tgs"]: lottie(name)
            open(os.path.join(files, "notes.json"), "w").write('{"w": 3}')
            open(os.path.join(files, "torn.json"), "w").write("{")
            # What each player draws: pixels from 4 to this one.
            ends = {"same": (20, 20, 20), "odd": (30, 20, 20), "split": (10, 20, 35), "half": (20, 20, 35), "broken": (None, 20, 20), "sticker": (20, 20, 20)}
            def program(name, index, body):
                path = os.path.join(folder, name)
                open(path, "w").write(f"#!{sys.executable} -B\\n" + "import importlib.machinery, importlib.util, os, sys\\n"
                    + f"loader = importlib.machinery.SourceFileLoader('players', {tool!r})\\n"
                    + "players = importlib.util.module_from_spec(importlib.util.spec_from_loader('players', loader))\\nloader.exec_module(players)\\n"
                    + f"ends = {ends!r}\\ndef draw(file, width, height):\\n"
                    + f"    end = ends[os.path.basename(file).split('.')[0]][{index}]\\n"
                    + "    if end is None: sys.exit('no such thing')\\n    end = end * width // 40\\n"
                    + "    line = b'\\\\xff' * 16 + b'\\\\0\\\\0\\\\0\\\\xff' * (end - 4) + b'\\\\xff' * (4 * (width - end))\\n    return line * height\\n" + body)
                os.chmod(path, 0o700)
                return path
            agate = program("agate", 0, '''
            a = sys.argv
            width, height = map(int, a[a.index("--size") + 1].split("x"))
            for time in a[a.index("--at") + 1].split(","):
                open(a[a.index("-o") + 1].replace("{time}", time), "wb").write(players.write_png(width, height, draw(a[2], width, height)))
            ''')
            peer = "for frame in sys.argv[4:]: sys.stdout.buffer.write(draw(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))\\n"
            sheet = os.path.join(folder, "sheet.html")
            base = [sys.executable, "-B", tool, files, "--agate", agate, "-o", sheet, "--side", "40", "--peer", "rlottie=" + program("one", 1, peer),
                    "--peer", "ThorVG=" + program("two", 2, peer)]
            done = subprocess.run(base, capture_output=True, text=True)
            assert done.returncode == 1, done.stdout + done.stderr
            kinds = {line.split()[-1]: line[:8].strip() for line in done.stdout.splitlines()[:-1]}
            assert kinds == {"same.json": "agrees", "odd.json": "DIFFERS", "split.json": "peers", "half.json": "one peer", "broken.json": "unread",
                             os.path.join("more", "sticker.tgs"): "agrees"}, kinds
            page = open(sheet, encoding="utf-8").read()
            assert page.index("odd.json") < page.index("broken.json") < page.index("half.json") < page.index("split.json") < page.index("same.json")
            assert "no such thing" in page and page.count("<h3>") == 4 and "notes.json" not in page and "torn.json" not in page
            # With its reason, it is no fault.
            why = os.path.join(folder, "why.tsv")
            open(why, "w").write("# file\\treason\\nodd.json\\twider on purpose\\n")
            done = subprocess.run(base + ["--reasons", why], capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
            assert "wider on purpose" in open(sheet, encoding="utf-8").read()
            assert subprocess.run(base[:3] + ["nowhere"], capture_output=True).returncode == 2
            """)
    }
}
