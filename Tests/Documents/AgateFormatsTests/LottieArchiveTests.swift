import AgateDiagnostics
import CoreGraphics
import Foundation
import XCTest

@testable import AgateFormats

/// `.lottie` containers of both versions, and what a damaged or hostile one costs.
final class LottieArchiveTests: XCTestCase {
    private func failure(_ data: Data, _ limits: ReadingLimits = .standard) -> String? {
        do { _ = try LottieArchive(data: data, file: "x.lottie", limits: limits) } catch { return "\(error)" }
        return nil
    }

    func testVersionTwo() throws {
        let archive = try LottieArchive(
            data: zipArchive([
                (
                    "manifest.json",
                    ##"{"version":"2","generator":"me","initial":{"animation":"b"},"animations":[{"id":"a"},{"id":"b","background":"#102030"}]}"##
                ),
                ("a/a.json", "one"), ("a/b.json", "two"), ("i/pic.png", "P"), ("f/Font.ttf", "F"),
            ]), file: "x.lottie")
        XCTAssertEqual(archive.version, 2)
        XCTAssertEqual(archive.animations.map(\.id), ["a", "b"])
        XCTAssertEqual(archive.initialAnimation, "b")
        XCTAssertEqual(archive.animations[1].background, "#102030")
        XCTAssertEqual(try archive.json(of: "b"), Data("two".utf8))
        XCTAssertEqual(archive.diagnostics, [])
        for (folder, name) in [("/i/", "pic.png"), ("i", "pic.png"), ("", "pic.png"), ("images/", "pic.png"), ("", "i/pic.png")] {
            XCTAssertEqual(try archive.resource(folder: folder, name: name), Data("P".utf8), "\(folder) \(name)")
        }
        XCTAssertEqual(try archive.resource(folder: "", name: "/f/Font.ttf"), Data("F".utf8))
        XCTAssertNil(try archive.resource(folder: "i", name: "other.png"))
        XCTAssertNil(try archive.resource(folder: "..", name: "../../etc/passwd"))
        XCTAssertThrowsError(try archive.json(of: "c")) {
            XCTAssertEqual("\($0)", "x.lottie: the archive has no animation \"c\"; the animations are a, b")
        }
    }

    func testVersionOne() throws {
        let archive = try LottieArchive(
            data: zipArchive([
                (
                    "manifest.json",
                    #"{"version":1.0,"activeAnimationId":"x","animations":[{"id":"x","speed":2,"direction":-1,"loop":true,"autoplay":true,"playMode":"bounce"},{"id":"y","loop":3},{"id":"gone"}]}"#
                ),
                ("animations/x.json", "one"), ("animations/y.json", "two"), ("images/pic.png", "P"),
            ]))
        XCTAssertEqual(archive.version, 1)
        XCTAssertEqual(archive.animations.map(\.id), ["x", "y"])
        XCTAssertEqual(archive.animations[0], .init(id: "x", autoplays: true, loopMode: .autoReverse, speed: -2, background: nil))
        XCTAssertEqual(archive.animations[1].loopMode, .repeat(3))
        XCTAssertEqual(try archive.resource(folder: "/images/", name: "pic.png"), Data("P".utf8))
    }

    func testWhatIsNotApplied() throws {
        let archive = try LottieArchive(
            data: zipArchive([
                ("manifest.json", #"{"version":"2","animations":[{"id":"a"}],"themes":[{"id":"dark"}],"stateMachines":[{"id":"m"}]}"#),
                ("a/a.json", "one"),
            ]), file: "x.lottie")
        XCTAssertEqual(archive.diagnostics, [])
        XCTAssertEqual(archive.stateMachines, ["m"])
        XCTAssertNil(archive.initialStateMachine)
        XCTAssertEqual(archive.themes, [.init(id: "dark", name: nil)])
        let old = try LottieArchive(
            data: zipArchive([
                ("manifest.json", #"{"version":"1","animations":[{"id":"a"}],"themes":[{"id":"dark"}]}"#), ("animations/a.json", "one"),
            ]), file: "x.lottie")
        XCTAssertEqual(old.diagnostics.map(\.message), ["x.lottie: themes of the archive are not supported; they are ignored"])
    }

    func testDamaged() throws {
        XCTAssertEqual(failure(Data())?.hasPrefix("x.lottie: not a zip archive"), true)
        XCTAssertEqual(failure(Data("PK no zip".utf8))?.hasPrefix("x.lottie: not a zip archive"), true)
        XCTAssertEqual(failure(try zipArchive([("a/a.json", "{}")])), "x.lottie: the archive has no manifest.json")
        XCTAssertEqual(
            failure(try zipArchive([("manifest.json", "nonsense")])),
            "x.lottie: the archive's manifest.json is invalid: not well-formed JSON")
        XCTAssertEqual(
            failure(try zipArchive([("manifest.json", #"{"animations":[{}]}"#)])),
            "x.lottie: the archive's manifest.json is invalid: \"id\" is missing")
        XCTAssertEqual(
            failure(try zipArchive([("manifest.json", #"{"animations":[{"id":"a"}]}"#)])),
            "x.lottie: the archive contains none of the animations listed in its manifest")
        let whole = try zipArchive([("manifest.json", #"{"animations":[{"id":"a"}]}"#), ("a/a.json", movingSquareJSON)])
        XCTAssertNil(failure(whole))
        for length in stride(from: 0, to: whole.count, by: 7) { XCTAssertNotNil(failure(whole.prefix(length)), "\(length) bytes") }
    }

    /// A file that unpacks to more than it says does, or to more than is taken, is refused before its bytes exist.
    func testBombs() throws {
        let zeros = Data(count: 8 << 20)
        var limits = ReadingLimits()
        limits.fileSize = 4 << 20
        let bomb = try zipArchive([("manifest.json", Data(#"{"animations":[{"id":"a"}]}"#.utf8)), ("a/a.json", zeros)])
        XCTAssertLessThan(bomb.count, 20_000)
        XCTAssertEqual(
            failure(bomb, limits), "x.lottie: the file \"a/a.json\" unpacks to 8388608 bytes; the limit is 4194304")
        limits = ReadingLimits()
        limits.archiveTotal = 20 << 20
        let many = try zipArchive((0..<3).map { ("i/\($0)", zeros) })
        XCTAssertEqual(failure(many, limits), "x.lottie: the archive unpacks to more than 20971520 bytes, the limit")
        limits.archiveFiles = 2
        XCTAssertEqual(failure(many, limits), "x.lottie: the archive has 3 files; the limit is 2")
        // The directory says 100 bytes; there are millions.
        var liar = try zipArchive([("manifest.json", Data(#"{"animations":[{"id":"a"}]}"#.utf8)), ("a/a.json", zeros)])
        let honest = withUnsafeBytes(of: UInt32(8 << 20).littleEndian) { Data($0) },
            lie = withUnsafeBytes(of: UInt32(100).littleEndian) { Data($0) }
        while let range = liar.range(of: honest) { liar.replaceSubrange(range, with: lie) }
        let archive = try LottieArchive(data: liar, file: "x.lottie")
        XCTAssertThrowsError(try archive.json(of: "a")) { XCTAssertTrue("\($0)".hasPrefix("x.lottie: the file \"a/a.json\""), "\($0)") }
    }

    /// The bytes of the container are limited before any of them is read.
    func testTheSizeOfAFile() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).lottie")
        defer { try? FileManager.default.removeItem(at: url) }
        try zipArchive([("manifest.json", #"{"animations":[{"id":"a"}]}"#), ("a/a.json", "{}")]).write(to: url)
        XCTAssertNoThrow(try LottieArchive(contentsOf: url))
        var limits = ReadingLimits()
        limits.archiveSize = 20
        XCTAssertThrowsError(try LottieArchive(contentsOf: url, limits: limits)) { XCTAssertTrue("\($0)".contains("20"), "\($0)") }
    }

    func testPathsThatLeadOut() throws {
        for name in ["../evil.json", "a/../../evil", "/etc/passwd", "..\\evil", "C:\\evil"] {
            let data = try zipArchive([("manifest.json", #"{"animations":[{"id":"a"}]}"#), ("a/a.json", "{}"), (name, "x")])
            XCTAssertEqual(failure(data), "x.lottie: the path \"\(name)\" is outside the archive", name)
        }
        let data = try zipArchive([("manifest.json", #"{"animations":[{"id":"../../a"}]}"#), ("a/a.json", "{}")])
        XCTAssertEqual(failure(data), "x.lottie: the archive contains none of the animations listed in its manifest")
    }
    func testAnAnimationIsReadAgainUnlessItIsKept() throws {
        let json =
            #"{"fr":10,"ip":0,"op":20,"w":60,"h":60,"slots":{"tint":{"p":{"k":[1,0,0]}}},"layers":[\#(LottieItems.layer([#"{"ty":"fl","c":{"sid":"tint"},"o":{"k":100}}"#]))]}"#
        var archive = try LottieArchive(
            data: zipArchive([("manifest.json", #"{"version":"2","animations":[{"id":"x"}]}"#), ("a/x.json", json)]))
        func tree(_ reading: LottieReading) throws -> JSONTree? { try archive.content(of: "x", reading: reading).tree }
        XCTAssertNotNil(try tree(.specification))
        XCTAssertNotIdentical(try tree(.specification), try tree(.specification))
        archive.keepContents()
        XCTAssertIdentical(try tree(.specification), try tree(.specification))
        XCTAssertNotIdentical(try tree(.specification), try tree(.iOSPlayer), "another reading")
        // Scenes of one content do not share their values.
        let scenes = try (0..<2).map { _ in try LottieScene(archive: archive) }
        XCTAssertTrue(scenes[0].setValue(.color(CGColor(red: 0, green: 1, blue: 0, alpha: 1)), forSlot: "tint"))
        XCTAssertNotNil(scenes[0].value(forSlot: "tint"))
        XCTAssertNil(scenes[1].value(forSlot: "tint"))
        XCTAssertThrowsError(try archive.content(of: "y", reading: .specification))
    }
}
