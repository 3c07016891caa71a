import CoreGraphics
import Foundation
import ImageIO
import XCTest

public func writePNG(_ image: CGImage, _ url: URL) { ReferencePicture.write(image, url) }

public func readPNG(_ url: URL) -> CGImage? { ReferencePicture.read(url) }

/// The largest difference of a channel, and a picture of where.
public func difference(_ a: CGImage, _ b: CGImage) -> (max: Int, picture: CGImage?) {
    let difference = ChannelDifference(a, b)
    return (difference.largest, difference.picture)
}

/// Fails where a channel of a pixel differs by more than the tolerance, and leaves both pictures and their difference (times 8).
public func assertPicturesEqual(
    _ got: CGImage, _ wanted: CGImage, tolerance: Int, _ name: String = "picture", file: StaticString = #filePath, line: UInt = #line
) {
    let difference = ChannelDifference(got, wanted, over: tolerance)
    if difference.share > 0 { fail(name, difference, ReferencePicture.leave(got, wanted, difference, name), tolerance, file, line) }
}

/// Compares with the picture of that name in the folder Goldens beside the test's file. With AGATE_WRITE_GOLDENS set, writes it instead.
public func assertGolden(_ got: CGImage, _ name: String, tolerance: Int = 2, file: StaticString = #filePath, line: UInt = #line) {
    let folder = URL(fileURLWithPath: "\(file)").deletingLastPathComponent().appendingPathComponent("Goldens")
    let writes = ProcessInfo.processInfo.environment["AGATE_WRITE_GOLDENS"] != nil
    switch ReferencePicture(name, in: folder).check(got, level: tolerance, share: 0, recording: writes ? .always : .never) {
    case .equal, .written: break
    case .missing: XCTFail("no golden picture \(name)", file: file, line: line)
    case .unusable(let why): XCTFail(why, file: file, line: line)
    case .different(let difference, let files): fail(name, difference, files, tolerance, file, line)
    }
}

private func fail(_ name: String, _ difference: ChannelDifference, _ files: [URL], _ tolerance: Int, _ file: StaticString, _ line: UInt) {
    let places = files.map(\.path).joined(separator: ", ")
    XCTFail("\(name): differs by up to \(difference.largest) (allowed \(tolerance)); see \(places)", file: file, line: line)
}
