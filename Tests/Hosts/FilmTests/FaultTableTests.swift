@testable import FFmpeg
import Foundation
import XCTest

/// One row a fault: what fails, at which step of a recording, and what has to come of it.
///
/// After each row: the file that was there before is as it was (or the film is complete and whole), nothing half-made has a final name, no
/// temporary file is left, the code is the right one, and standard error has one line (none where a signal or a reader ended it).
/// `AGATE_FAULTS=all` runs all rows, as `make fault-test` does; `make test` takes one of each kind.
final class FaultTableTests: CommandTestCase {
    private struct Fault {
        let name: String
        /// Bash; `$run` records into `$out`, `$pid` is not known yet. The code of the last command counts.
        var script = "$run"
        /// In the place of ffmpeg.
        var encoder: String?
        let status: Int32
        /// What the one line says; nil for no line at all.
        let says: String?
        var isQuick = false
        /// Whether a temporary file may be left, which the next recording of the same file takes away.
        var leavesHidden = false
        /// Which kinds of film it is about.
        var kinds = ["mp4", "gif", "webp", "png", "y4m"]
        var environment: [String: String] = [:]
    }

    /// A film that takes some seconds in every format, or (short) some frames of it.
    private static let long = "--duration 400 --fps 50 --scale 6"

    /// Sends a signal once a film is in the making.
    private static func signal(_ name: String, again: Bool = false, settle: String = "0.15") -> String {
        """
        $run & pid=$!
        for i in $(seq 2000); do ls -A | grep -q '[.]part$' && break; [ -n "$early" ] && break; sleep 0.005; done
        sleep \(settle); kill -\(name) $pid\(again ? "; sleep 0.1; kill -\(name) $pid 2>/dev/null" : "")
        wait $pid 2>/dev/null
        """
    }

    private static func at(_ point: String, _ action: String) -> String {
        switch point {
        case "probe": "case \"$*\" in *-encoders*) \(action);; *) exec \"$real\" \"$@\";; esac"
        case "start": "case \"$*\" in *rawvideo*) \(action);; *) exec \"$real\" \"$@\";; esac"
        case "middle": "case \"$*\" in *rawvideo*) head -c 3000000 > /dev/null; \(action);; *) exec \"$real\" \"$@\";; esac"
        case "end": "case \"$*\" in *rawvideo*) cat > /dev/null; \(action);; *) exec \"$real\" \"$@\";; esac"
        default: "case \"$*\" in *concat*) \(action);; *) exec \"$real\" \"$@\";; esac"
        }
    }

    private var faults: [Fault] {
        var list: [Fault] = []
        // The encoder dies, refuses, or does nothing, at each step.
        for point in ["probe", "start", "middle", "end", "join"] {
            list.append(
                Fault(
                    name: "encoder killed at \(point)", encoder: Self.at(point, "kill -9 $$"), status: 75, says: "signal 9",
                    isQuick: point == "middle", kinds: ["mp4"]))
            list.append(
                Fault(
                    name: "encoder fails at \(point)", encoder: Self.at(point, "echo 'out of luck' >&2; exit 3"), status: 75,
                    says: "out of luck", isQuick: point == "join", kinds: ["mp4"]))
            list.append(
                Fault(
                    name: "encoder hangs at \(point)", encoder: Self.at(point, "exec sleep 1000"), status: 75,
                    says: "made no progress for 1 s",
                    isQuick: point == "probe", kinds: ["mp4"],
                    environment: ["AGATE_FFMPEG_STALL": "1"]))
            for (signal, code) in [("INT", 130), ("TERM", 143)] as [(String, Int32)] {
                list.append(
                    Fault(
                        name: "\(signal) while the encoder hangs at \(point)",
                        script: "early=\(point == "probe" ? "1" : "")\n" + Self.signal(signal, settle: "0.5"),
                        encoder: Self.at(point, "exec sleep 1000"), status: code, says: nil,
                        isQuick: point == "probe" || point == "end" && code == 143, kinds: ["mp4"]))
            }
        }
        list.append(
            Fault(
                name: "encoder is slow", encoder: Self.at("start", "exec \"$real\" -readrate 1000 \"$@\""), status: 0, says: nil,
                kinds: ["mp4"]))
        list.append(
            Fault(
                name: "a wrapper's child hangs", encoder: Self.at("start", "sleep 1000; exit 0"), status: 75,
                says: "made no progress for 1 s",
                kinds: ["mp4"], environment: ["AGATE_FFMPEG_STALL": "1"]))
        list.append(
            Fault(
                name: "encoder is no program", script: "chmod -x $AGATE_FFMPEG; $run", encoder: ":", status: 2,
                says: "does not name a program",
                kinds: ["mp4"]))
        list.append(
            Fault(
                name: "no encoder of this kind", encoder: Self.at("probe", "echo ' ------'; echo ' V..... rawvideo  raw'"), status: 2,
                says: "built without the encoder libx264", kinds: ["mp4"]))
        list.append(
            Fault(
                name: "no ffmpeg", script: "PATH=/nonexistent AGATE_FFMPEG= $run", status: 2, says: "the program ffmpeg was not found",
                isQuick: true, kinds: ["mp4"]))
        // Signals in the middle of a film.
        for (signal, code) in [("INT", 130), ("TERM", 143), ("PIPE", 141), ("HUP", 129)] as [(String, Int32)] {
            list.append(
                Fault(
                    name: "\(signal) midway", script: Self.signal(signal), status: code, says: nil,
                    isQuick: signal == "TERM" || signal == "PIPE"))
        }
        list.append(Fault(name: "INT twice", script: Self.signal("INT", again: true), status: 130, says: nil))
        list.append(Fault(name: "KILL midway", script: Self.signal("KILL"), status: 137, says: nil, isQuick: true, leavesHidden: true))
        // No room: of a disk, of a quota, of what a file may hold.
        list.append(
            Fault(
                name: "file size limit", script: "[ $kind = png ] && ulimit -f 0 || ulimit -f 4; $run", status: 75, says: "", isQuick: true,
                kinds: ["gif", "png", "webp", "y4m", "mp4"]))
        // No permission, no folder.
        list.append(Fault(name: "no folder", script: "out=none/$out; record", status: 2, says: "No such file or directory", isQuick: true))
        list.append(
            Fault(
                name: "a folder has the name", script: "mkdir d.$kind; out=d.$kind; record; code=$?; rmdir d.$kind; exit $code", status: 2,
                says: "this is a folder"))
        if geteuid() == 0 {
            list.append(
                Fault(
                    name: "read-only folder",
                    script: "mkdir ro; mount -t tmpfs -o ro tmpfs ro; out=ro/$out; record; code=$?; umount ro; rmdir ro; exit $code",
                    status: 2, says: "Read-only file system"))
            let full = "mkdir full; mount -t tmpfs -o size=2m tmpfs full"
            let after = "code=$?; ls -A full > left; umount full; rmdir full; grep -v -x fill left >&2; rm left; exit $code"
            list.append(
                Fault(
                    name: "disk full before",
                    script: "\(full); head -c 9000000 /dev/zero > full/fill 2>/dev/null; out=full/$out; record; \(after)", status: 75,
                    says: "No space left on device", isQuick: true))
            list.append(
                Fault(
                    name: "disk full midway", script: "\(full); head -c 2060000 /dev/zero > full/fill; out=full/$out; record; \(after)",
                    status: 75, says: "", isQuick: true,
                    kinds: ["gif", "webp", "y4m", "mp4"]))
        }
        // Readers.
        list.append(
            Fault(
                name: "reader goes midway",
                script:
                    "{ $agate render $scene $length -o - --format $kind; echo $? > code; } | head -c 1000 > /dev/null; code=$(cat code); rm code; exit $code",
                status: 141, says: nil, kinds: ["gif", "y4m", "raw", "mp4"]))
        list.append(
            Fault(
                name: "pipe that has a name, reader goes",
                script:
                    "mkfifo p; head -c 1000 p > /dev/null & out=p; format=\"--format $kind\"; record; code=$?; [ -p p ] || echo replaced >&2; rm p; exit $code",
                status: 141, says: nil, isQuick: true, kinds: ["gif", "y4m", "mp4"]))
        list.append(
            Fault(
                name: "standard output closed", script: "$agate render $scene $length -o - --format $kind >&-", status: 2,
                says: "standard output: the file is not open", kinds: ["gif", "y4m", "mp4"]))
        // Too little of everything.
        list.append(Fault(name: "few descriptors", script: "ulimit -n 9; $run", status: 75, says: "", kinds: ["mp4"]))
        return list
    }

    func testFaults() throws {
        _ = try installed()
        let all = ProcessInfo.processInfo.environment["AGATE_FAULTS"] == "all"
        var count = 0
        for fault in faults where all || fault.isQuick {
            for kind in all ? fault.kinds : [fault.kinds[0]] {
                try check(fault, kind)
                count += 1
            }
        }
        print("\(count) faults")
    }

    private func check(_ fault: Fault, _ kind: String) throws {
        let label = "\(fault.name), \(kind)"
        let name = kind == "png" ? "old-%03d.png" : "old.\(kind)", first = kind == "png" ? "old-000.png" : name
        // What was there before.
        try Data("before".utf8).write(to: file(first))
        defer { try? FileManager.default.removeItem(at: file(first)) }
        // The end of a film is waited for only where the fault is there.
        let isShort = fault.name.contains("end") || fault.name.contains("slow") || fault.name.contains("read-only")
        // GIF and WebP are written at the end: that has to come.
        let comes = ["webp", "gif"].contains(kind) && (fault.status == 75 || fault.name.contains("reader"))
        let length =
            isShort
            ? "--duration 6 --fps 50"
            : fault.name.contains("join") ? "--duration 10 --fps 50" : comes ? "--duration 8 --fps 25 --scale 8" : Self.long
        var environment = fault.environment
        if let encoder = fault.encoder { environment["AGATE_FFMPEG"] = try ffmpeg(encoder) }
        let answer = try shell(
            """
            kind=\(kind); out='\(name)'; length='\(length)'; run="$agate render $scene $length -o $out"
            record() { $agate render $scene $length -o $out $format; }
            \(fault.script)
            """, environment: environment)
        XCTAssertEqual(answer.status, fault.status, "\(label): \(answer.message)")
        if let says = fault.says {
            XCTAssertTrue(!answer.message.isEmpty && (says.isEmpty || answer.message.contains(says)), "\(label): \"\(answer.message)\"")
            XCTAssertEqual(answer.message.split(separator: "\n").count, 1, "\(label): \(answer.message)")
            XCTAssertTrue(answer.message.hasPrefix("agate: "), "\(label): \(answer.message)")
        } else {
            // The shell itself says on some systems that the program was killed.
            let own = answer.message.split(separator: "\n").filter { !($0.hasPrefix("/bin/bash: line") && $0.contains("Killed")) }
            XCTAssertEqual(own, [], label)
        }
        var left = files.filter { $0 != "Scene.caml" && $0 != first }
        if kind == "png" {
            // Pictures that are complete stay; each is a picture.
            for picture in left where picture.hasPrefix("old-") {
                XCTAssertNotNil(
                    try? Data(contentsOf: file(picture)).suffix(8).elementsEqual([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
                        ? true : nil, "\(label): \(picture) is cut")
                try? FileManager.default.removeItem(at: file(picture))
            }
            left.removeAll { $0.hasPrefix("old-") }
        } else if fault.status != 0 {
            XCTAssertEqual(try? Data(contentsOf: file(first)), Data("before".utf8), "\(label): the old file")
        }
        guard fault.leavesHidden else { return XCTAssertEqual(left, [], label) }
        XCTAssertTrue(left.allSatisfy { $0.hasPrefix(".old") && ($0.hasSuffix(".part") || $0.contains(".part-")) }, "\(label): \(left)")
        // An encoder that was left alone ends by itself; then the next recording takes away what is there.
        usleep(300_000)
        let next = try shell("$agate render $scene --frames 0-3 -o '\(name)'")
        XCTAssertEqual(next.status, 0, next.message)
        XCTAssertEqual(files.filter { $0.hasPrefix(".") }, [], "\(label): what a killed run left is swept")
        for name in files where name.hasPrefix("old") { try? FileManager.default.removeItem(at: file(name)) }
    }
}
