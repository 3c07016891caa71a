import Foundation
import XCTest

@testable import CoreText

/// Fonts listed by fontconfig, and read without it.
final class FontListingTests: XCTestCase {
    private struct Key: Hashable {
        let path: String
        let index: Int
        let instance: Int
    }

    private func byKey(_ records: [FontRecord]) -> [Key: FontRecord] {
        var found: [Key: FontRecord] = [:]
        for record in records {
            guard case .installed(let path) = record.source else { continue }
            found[Key(path: path, index: record.index, instance: record.instance)] = record
        }
        return found
    }

    func testFontsReadWithoutFontconfigHaveTheSameNamesTraitsAndCharacters() throws {
        let listed = byKey(FontRecord.installed()), read = byKey(FontRecord.read(["/usr/share/fonts", "/usr/local/share/fonts"]))
        let both = Set(listed.keys).intersection(read.keys)
        XCTAssertGreaterThan(both.count, 8, "too few fonts are installed for a comparison")
        for key in both {
            guard let a = listed[key], let b = read[key] else { continue }
            XCTAssertEqual(a.families.first, b.families.first, key.path)
            XCTAssertEqual(a.postScriptName, b.postScriptName, key.path)
            XCTAssertEqual(a.traits.weight, b.traits.weight, accuracy: 1, key.path)
            XCTAssertEqual(a.traits.width, b.traits.width, accuracy: 13, key.path)
            XCTAssertEqual(a.traits.isItalic, b.traits.isItalic, key.path)
            XCTAssertEqual(a.isColor, b.isColor, key.path)
            for scalar in [UInt32(0x41), 0xE9, 0x416, 0x5D0, 0x905, 0x4E2D, 0x1F600] {
                XCTAssertEqual(a.covers(scalar), b.covers(scalar), "\(key.path) U+\(String(scalar, radix: 16))")
            }
        }
    }

    func testARegisteredFontIsDescribedAlikeByBothReaders() throws {
        let known = try XCTUnwrap(FontRecord.installed().first { $0.families.contains("Liberation Sans") && $0.instance == 0 })
        guard case .installed(let path) = known.source, let bytes = FontBytes(copying: try Data(contentsOf: URL(fileURLWithPath: path)))
        else { return XCTFail("no bytes") }
        let faces = FontRecord.faces(in: bytes, url: nil)
        XCTAssertEqual(faces.map(\.postScriptName), [known.postScriptName])
        XCTAssertEqual(faces.first?.traits, known.traits)
        XCTAssertTrue(faces.first?.covers(0x41) ?? false)
        var scalars: [UInt32] = [], own: [UInt32] = []
        faces.first?.forEachCharacter { scalars.append($0) }
        let face = try XCTUnwrap(FontFace(bytes, index: 0))
        FontCharacters(face)?.forEach { own.append($0) }
        XCTAssertEqual(scalars, own)
    }

    func testFoldersThatAreMissingOrCyclicHaveNoFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fonts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        XCTAssertEqual(FontFolders.files(in: [folder.path, folder.path + "/missing", ""]), [])
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: folder.path)
        try Data("no font".utf8).write(to: folder.appendingPathComponent("broken.TTF"))
        XCTAssertEqual(FontFolders.files(in: [folder.path]), [folder.path + "/broken.TTF"])
        XCTAssertTrue(FontRecord.read([folder.path]).isEmpty)
    }
}
