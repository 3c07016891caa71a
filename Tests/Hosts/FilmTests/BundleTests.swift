import Foundation
import XCTest

/// `agate bundle` of a program that is there: `agate` itself, which needs everything that a client's program needs.
final class BundleTests: CommandTestCase {
    /// Lines of `readelf -d` for a file, which name run paths.
    private func runPaths(_ path: String) throws -> String { try shell("readelf -d '\(path)' | grep -E 'RPATH|RUNPATH'").text }

    func testABundleHasAllThatTheProgramNeeds() throws {
        try XCTSkipUnless(access("/usr/bin/readelf", X_OK) == 0, "readelf is not installed")
        let answer = try shell("$agate bundle $agate -o Out --single && ls")
        XCTAssertEqual(answer.status, 0, answer.message)
        XCTAssertTrue(answer.text.contains("libraries") && answer.text.contains("MB") && answer.text.contains("glibc 2."), answer.text)
        let name = URL(fileURLWithPath: try program()).lastPathComponent
        // The old form of a run path, which libraries without one of their own inherit.
        XCTAssertTrue(try runPaths(file("Out/\(name)").path).contains("(RPATH)"))
        let libraries = try FileManager.default.contentsOfDirectory(atPath: file("Out/lib").path)
        XCTAssertTrue(libraries.contains("libFoundation.so"), "\(libraries)")
        XCTAssertFalse(libraries.contains { $0.hasPrefix("libc.so") || $0.hasPrefix("libGL") || $0.hasPrefix("ld-") })
        for path in ["Out/\(name)"] + libraries.map({ "Out/lib/" + $0 }) {
            let line = try runPaths(file(path).path)
            XCTAssertTrue(line.isEmpty || line.contains("[$ORIGIN]") || line.contains("[$ORIGIN/lib]"), "\(path): \(line)")
        }
        // Every library comes from the bundle or is the system's.
        let found = try shell(
            "env -i ldd Out/\(name) | grep -v -F \"$PWD/Out/lib\" | grep '=> /' | sed 's/ =>.*//; s/\\..*//; s/^[[:space:]]*//' | sort -u")
        let system: Set = ["libc", "libm", "libstdc++", "libgcc_s", "libpthread", "libdl", "librt", "libresolv", "libutil"]
        XCTAssertEqual(Set(found.text.split(separator: "\n").map(String.init)).subtracting(system), [], found.text)
        XCTAssertEqual(try shell("mv Out Moved; env -i Moved/\(name) info Scene.caml | head -1").text.prefix(10), "Scene.caml")
        try checkSingleFile(name)
        try checkWithoutToolchain("Moved/" + name)
    }

    /// The single file is extracted once, into the cache folder or a temporary one.
    private func checkSingleFile(_ name: String) throws {
        let single = try shell(
            """
            export XDG_CACHE_HOME=$PWD/cache; ./\(name).run info Scene.caml | head -1; ./\(name).run info nowhere; echo $?
            ls cache/agate/programs | wc -l
            """)
        XCTAssertEqual(single.text.split(separator: "\n").suffix(2), ["2", "1"], single.message)
        XCTAssertTrue(single.text.hasPrefix("Scene.caml"), single.message)
        XCTAssertEqual(
            try shell("env -i PATH=\"$PATH\" TMPDIR=$PWD/tmp sh -c 'mkdir tmp; ./\(name).run info nowhere; echo $?; ls tmp | wc -l'").text,
            "2\n0\n", "without a cache folder, a temporary one that is removed")
        XCTAssertEqual(try shell("AGATE_EXTRACT=here ./\(name).run; ls here").text, name + "\n")
    }

    /// The bundle runs where the toolchain is hidden, and draws the same.
    private func checkWithoutToolchain(_ program: String) throws {
        let place = try shell("dirname \"$(dirname \"$(dirname \"$(readlink -f \"$(command -v swift)\")\")\")\"").text
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try XCTSkipUnless(place.count > 4 && place != "/usr", "the toolchain is in the system's folders and can't be hidden")
        let script =
            "mount -t tmpfs none '\(place)' || exit 99; cd '\(folder.path)'; env -i \(program) render Scene.caml --time 0.1 -o here.png"
        let hidden = try shell("unshare -m bash -c \"$SCRIPT\"; exit $?", environment: ["SCRIPT": script])
        try XCTSkipIf(hidden.status == 99 || hidden.message.hasPrefix("unshare: "), "folders can't be mounted here")
        XCTAssertEqual(hidden.status, 0, hidden.message)
        XCTAssertEqual(try shell("$agate render Scene.caml --time 0.1 -o there.png && $agate diff here.png there.png").status, 0)
    }

    /// A program that needs only the system's libraries, with its resources and in a Debian package; an older bundle is replaced, and
    /// nothing else is.
    func testADebianPackage() throws {
        let answer = try shell(
            """
            mkdir My.resources && echo text >My.resources/a.txt && cp /bin/true Tool_x
            $agate bundle ./Tool_x --deb --maintainer 'A <a@example.com>' --summary 'A test' && ls *.deb && ls Tool_x.bundle
            """)
        if answer.message.contains("dpkg-deb is not in PATH") { throw XCTSkip("dpkg-deb is not installed") }
        XCTAssertEqual(answer.status, 0, answer.message)
        XCTAssertTrue(answer.text.contains("My.resources"), answer.text)
        let control = try shell("dpkg-deb -f *.deb; dpkg-deb -c *.deb").text
        for part in [
            "Package: tool-x", "Version: 1.0.0", "Depends: libc6 (>= 2.", "Maintainer: A <a@example.com>", "root/root",
            "Description: A test",
            "./usr/bin/Tool_x -> ../lib/Tool_x/Tool_x", "./usr/lib/Tool_x/My.resources/a.txt",
        ] { XCTAssertTrue(control.contains(part), "\(part): \(control)") }
        XCTAssertEqual(try shell("dpkg-deb -x *.deb root && root/usr/bin/Tool_x; echo $?").text, "0\n")
        let again = "touch Tool_x.bundle/old; $agate bundle ./Tool_x >/dev/null; echo $?; ls Tool_x.bundle/old"
        XCTAssertEqual(try shell(again).text, "0\n")
        XCTAssertEqual(try shell("mkdir Other; touch Other/x; $agate bundle ./Tool_x -o Other; echo $?; ls -A Other").text, "2\nx\n")
        XCTAssertEqual(try shell("ls -A | grep agate-new").text, "", "nothing is left over")
    }

    func testWhatIsNoProgram() throws {
        try Data("#!/bin/sh\n".utf8).write(to: file("script"))
        try Data([0x7f, 0x45, 0x4c, 0x46, 1, 1] + [UInt8](repeating: 0, count: 80)).write(to: file("small"))
        for (path, reason) in [
            (file("nowhere").path, "can't be read"), (file("script").path, "not a program"), (file("small").path, "another kind"),
            ("/tmp", "can't be read"),
            ("/lib/x86_64-linux-gnu/libm.so.6", "library"),
        ] {
            if path.hasPrefix("/lib"), access(path, R_OK) != 0 { continue }
            let answer = try agate("bundle", path, "-o", file("X").path)
            XCTAssertEqual(answer.status, 2, "\(path): \(answer.message)")
            XCTAssertTrue(answer.message.contains(reason), answer.message)
        }
        XCTAssertEqual(try shell("$agate bundle").status, 2, "no package is here")
        XCTAssertEqual(try shell("$agate bundle ./script --package-version x").status, 64)
        XCTAssertEqual(try shell("cp /bin/true 'a b'; $agate bundle './a b'").status, 2)
        XCTAssertFalse(FileManager.default.fileExists(atPath: file("X").path))
    }

    /// A file that ends too early, or has wrong numbers, is an error and not the end of `agate`.
    func testDamagedPrograms() throws {
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/bin/true")))
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        func random(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        for index in 0..<60 {
            var bytes = whole
            if index % 2 == 0 {
                bytes.removeLast(bytes.count * (index + 1) / 61)
            } else {
                // In the headers, where everything else is found by.
                for _ in 0..<4 { bytes[random(min(1200, bytes.count))] = UInt8(random(256)) }
            }
            try Data(bytes).write(to: file("damaged\(index)"))
        }
        let answer = try shell(
            "for i in $(seq 0 59); do $agate bundle ./damaged$i -o b$i --no-strip >/dev/null 2>&1; echo $?; done | sort | uniq -c")
        let codes = Set(answer.text.split(separator: "\n").compactMap { $0.split(separator: " ").last })
        XCTAssertTrue(codes.isSubset(of: ["0", "2"]), answer.text)
    }
}
