import CoreGraphics
import Foundation
import ImageIO
import XCTest

/// The largest difference of a channel, and a picture of where.
public func difference(_ a: CGImage, _ b: CGImage) -> (max: Int, picture: CGImage?) {
    guard a.width == b.width, a.height == b.height else { return (255, nil) }
    var largest = 0
    let picture = CGImage(width: a.width, height: a.height) { out in
        a.withPixels { pa in b.withPixels { pb in
            for i in 0..<(a.width * a.height) {
                var pixel: UInt32 = 0xFF00_0000
                for shift in [0, 8, 16, 24] as [UInt32] {
                    let d = abs(Int(pa[i] >> shift & 255) - Int(pb[i] >> shift & 255))
                    largest = max(largest, d)
                    if shift < 24 { pixel |= UInt32(min(255, d * 8)) << shift }
                }
                out[i] = pixel
            }
        } }
    }
    return (largest, picture)
}

public func writePNG(_ image: CGImage, _ url: URL) {
    guard let d = CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil) else { return }
    CGImageDestinationAddImage(d, image, nil)
    _ = CGImageDestinationFinalize(d)
}

public func readPNG(_ url: URL) -> CGImage? {
    CGImageSourceCreateWithURL(url as CFURL, nil).flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
}

private func failureFolder() -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-pictures")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}

/// Fails where a channel of a pixel differs by more than the tolerance, and leaves both pictures and their difference (times 8).
public func assertPicturesEqual(
    _ got: CGImage, _ wanted: CGImage, tolerance: Int, _ name: String = "picture", file: StaticString = #filePath, line: UInt = #line
) {
    let d = difference(got, wanted)
    if d.max <= tolerance { return }
    let folder = failureFolder()
    writePNG(got, folder.appendingPathComponent("\(name)-got.png"))
    writePNG(wanted, folder.appendingPathComponent("\(name)-wanted.png"))
    if let picture = d.picture { writePNG(picture, folder.appendingPathComponent("\(name)-difference.png")) }
    XCTFail("\(name): differs by up to \(d.max) (allowed \(tolerance)); see \(folder.path)/\(name)-*.png", file: file, line: line)
}

/// Compares with the picture of that name in the folder Goldens beside the test's file. With AGATE_WRITE_GOLDENS set, writes it instead.
public func assertGolden(_ got: CGImage, _ name: String, tolerance: Int = 2, file: StaticString = #filePath, line: UInt = #line) {
    let url = URL(fileURLWithPath: "\(file)").deletingLastPathComponent().appendingPathComponent("Goldens/\(name).png")
    if ProcessInfo.processInfo.environment["AGATE_WRITE_GOLDENS"] != nil {
        try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        writePNG(got, url)
        return
    }
    guard let wanted = readPNG(url) else { return XCTFail("no golden picture \(name)", file: file, line: line) }
    // Straight alpha in the file: compare what a file of `got` would hold.
    let scratch = failureFolder().appendingPathComponent("\(name)-\(ProcessInfo.processInfo.processIdentifier).png")
    defer { try? FileManager.default.removeItem(at: scratch) }
    writePNG(got, scratch)
    guard let read = readPNG(scratch) else { return XCTFail("could not write \(scratch.path)", file: file, line: line) }
    assertPicturesEqual(read, wanted, tolerance: tolerance, name, file: file, line: line)
}
