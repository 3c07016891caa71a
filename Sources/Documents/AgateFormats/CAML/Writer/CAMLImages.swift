import AgateDiagnostics
import CoreGraphics
import Foundation
import ImageIO

/// The images of a document that is being written: files of its package, one for each image object, or `data:` URLs.
final class CAMLImages {
    /// The files, by their path in the package.
    private(set) var files: [(path: String, data: Data)] = []
    private let isInline: Bool
    /// The names of images that are already written. The images are retained, so that no other image reuses an address.
    private var made: [ObjectIdentifier: (image: CGImage, source: String)] = [:]
    private var copied: [String: String] = [:]
    private var names: Set<String> = []

    init(isInline: Bool) { self.isInline = isInline }

    /// Returns a document's reference to an image in memory.
    func source(of image: CGImage) throws -> String {
        if let known = made[ObjectIdentifier(image)] { return known.source }
        let data = ImageCodec.encodePNG(image)
        guard !data.isEmpty else {
            throw CAMLNumbers.Refusal(reason: "not enough memory to write an image of \(image.width)x\(image.height) pixels")
        }
        let source = add(data, named: "image-\(made.count + 1).png")
        made[ObjectIdentifier(image)] = (image, source)
        return source
    }

    /// Returns the new document's reference to an image of another document; its file is copied unchanged.
    func source(_ source: String, of document: CAMLDocument) throws -> String {
        if source.hasPrefix("data:") { return source }
        if let known = copied[source] { return known }
        guard let url = CAMLFiles.resolve(source, in: document.folder) else {
            throw CAMLError(file: document.file, reason: "the image \"\(source.prefix(200))\" is outside the package")
        }
        let new: String
        if FileManager.default.fileExists(atPath: url.path) {
            new = add(try CAMLFiles.read(url, limit: document.limits.fileSize), named: url.lastPathComponent)
        } else {
            Diagnostic.reportOnce(
                "caml.missing-image", key: "\(document.file)\u{0}\(source)", "\(document.file): the image \"\(source)\" is missing")
            new = source
        }
        copied[source] = new
        return new
    }

    private func add(_ data: Data, named name: String) -> String {
        if isInline {
            let type = data.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? "image/png" : "application/octet-stream"
            return "data:\(type);base64,\(data.base64EncodedString())"
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let suffix = parts.count > 1 ? "." + parts[parts.count - 1] : ""
        var unique = name
        var number = 2
        // File systems may be case-insensitive.
        while !names.insert(unique.lowercased()).inserted {
            unique = "\(name.dropLast(suffix.count))-\(number)\(suffix)"
            number += 1
        }
        files.append(("assets/\(unique)", data))
        return "assets/" + unique.replacingOccurrences(of: "%", with: "%25")
    }
}
