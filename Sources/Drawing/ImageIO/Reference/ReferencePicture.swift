import CoreGraphics
import Foundation

/// A picture in a file that another one must equal. It is the basis of golden pictures, in Agate's own tests and in its users'.
package struct ReferencePicture {
    package let url: URL
    private let name: String

    package init(_ name: String, in folder: URL) {
        self.name = name
        url = folder.appendingPathComponent("\(name).png")
    }

    package enum Outcome {
        case equal
        /// There was no reference, or it was to be rewritten. It exists now.
        case written
        /// There is no reference, and none was to be written.
        case missing
        /// The file can't be written or read, for the stated reason.
        case unusable(String)
        /// The pictures and their difference are stored in these files.
        case different(ChannelDifference, files: [URL])
    }

    /// The cases in which a picture is recorded as the reference.
    package enum Recording { case never, whereMissing, always }

    /// Compares a picture with the reference. A pixel may differ by `level` in each channel, and a fraction `share` of the pixels by any
    /// amount.
    package func check(_ got: CGImage, level: Int, share: Double, recording: Recording) -> Outcome {
        let isThere = FileManager.default.fileExists(atPath: url.path)
        if recording == .always || recording == .whereMissing && !isThere {
            return Self.write(got, url) ? .written : .unusable("\(url.path) can't be written")
        }
        guard isThere else { return .missing }
        guard let wanted = Self.read(url) else { return .unusable("the picture \(url.path) can't be read") }
        // A file holds straight alpha, so the comparison uses `got` after a round trip through a file.
        guard let read = Self.throughFile(got) else { return .unusable("the picture \(name) can't be written") }
        let difference = ChannelDifference(read, wanted, over: level)
        if difference.share <= share { return .equal }
        return .different(difference, files: Self.leave(got, wanted, difference, name))
    }

    /// Stores both pictures and their difference for inspection: in the folder that AGATE_PICTURE_FAILURES specifies, or otherwise in the
    /// folder of temporary files.
    package static func leave(_ got: CGImage, _ wanted: CGImage, _ difference: ChannelDifference, _ name: String) -> [URL] {
        let given = ProcessInfo.processInfo.environment["AGATE_PICTURE_FAILURES"]
        let folder =
            given.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory.appendingPathComponent("agate-pictures")
        var files: [URL] = []
        for (suffix, picture) in [("got", got), ("wanted", wanted), ("difference", difference.picture)] as [(String, CGImage?)] {
            let url = folder.appendingPathComponent("\(name)-\(suffix).png")
            if let picture, write(picture, url) { files.append(url) }
        }
        return files
    }

    package static func read(_ url: URL) -> CGImage? {
        CGImageSourceCreateWithURL(url as CFURL, nil).flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
    }

    /// Writes a picture. Creates the file's folders if necessary.
    @discardableResult
    package static func write(_ picture: CGImage, _ url: URL) -> Bool {
        try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        guard let data = png(picture) else { return false }
        return (try? data.write(to: url, options: .atomic)) != nil
    }

    private static func png(_ picture: CGImage) -> Data? {
        let data = NSMutableData()
        guard let file = CGImageDestinationCreateWithData(data, "public.png" as CFString, 1, nil) else { return nil }
        CGImageDestinationAddImage(file, picture, nil)
        return CGImageDestinationFinalize(file) ? Data(copying: data) : nil
    }

    private static func throughFile(_ picture: CGImage) -> CGImage? {
        png(picture).flatMap { CGImageSourceCreateWithData($0 as CFData, nil) }.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
    }
}
