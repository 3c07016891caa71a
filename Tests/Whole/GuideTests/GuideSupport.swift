import CoreGraphics
import Foundation
import ImageIO
import TestSupport
import XCTest

/// Where pictures of the guides go: a folder that `make docs` names. In a plain run nothing is kept.
private let pictures = ProcessInfo.processInfo.environment["AGATE_PICTURES"].map { URL(fileURLWithPath: $0, isDirectory: true) }

extension XCTestCase {
    var repository: URL { Repository.root }

    /// A picture of a guide: it must show something, and is kept under its name where `make docs` wants it.
    func picture(_ image: CGImage, _ name: String, file: StaticString = #filePath, line: UInt = #line) {
        let bytes = image.dataProvider?.data.map { Array($0 as Data) } ?? []
        let first = bytes.prefix(4)
        let differs = stride(from: 0, to: bytes.count - 3, by: 4).contains { bytes[$0..<$0 + 4] != first }
        XCTAssertTrue(differs, "\(name) shows nothing", file: file, line: line)
        guard let pictures else { return }
        let url = pictures.appendingPathComponent(name + ".png")
        guard let destination = CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil) else {
            return XCTFail("\(url.path) can't be written", file: file, line: line)
        }
        CGImageDestinationAddImage(destination, image, nil)
        XCTAssertTrue(CGImageDestinationFinalize(destination), file: file, line: line)
    }

    /// A file that a guide made, kept in the same way.
    func keep(_ url: URL, _ name: String) {
        guard let pictures else { return }
        let kept = pictures.appendingPathComponent(name)
        try? FileManager.default.removeItem(at: kept)
        XCTAssertNoThrow(try FileManager.default.copyItem(at: url, to: kept))
    }
}
