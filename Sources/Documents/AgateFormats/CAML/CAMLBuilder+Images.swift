import Foundation
import ImageIO
import QuartzCore

/// The images of a document.
extension CAMLBuilder {
    /// Returns the image of a path inside the package or of a `data:` URL. A missing file results in one diagnostic and nil, a file that
    /// can't be decoded in a bad value; a path that leads out of the package, and an image beyond the limits, are errors.
    mutating func image(_ source: String, _ place: CAMLProperty) throws -> CGImage? {
        let line = place.line
        if let known = images[source] { return known }
        let name: String
        let data: Data
        if source.hasPrefix("data:") {
            name = "the data: URL"
            data = try dataURL(source, place)
        } else {
            guard let url = CAMLFiles.resolve(source, in: folder) else {
                throw CAMLError(file: file, line: line, reason: "the image \"\(source.prefix(200))\" is outside the package")
            }
            guard FileManager.default.fileExists(atPath: url.path) else {
                report("caml.missing-image", source, line, "the image \"\(source)\" is missing")
                images[source] = .some(nil)
                return nil
            }
            name = url.relativePath
            do { data = try CAMLFiles.read(url, limit: limits.fileSize) } catch let error as CAMLError where !error.isLimit {
                throw CAMLBadValue(place, error.description)
            }
        }
        let image: CGImage
        do {
            image = try ImageCodec.decode(data, name: name, limits: limits.less(pixels: pixels))
        } catch {
            guard error.isLimit else { throw CAMLBadValue(place, "\(error)") }
            throw CAMLError(file: file, line: line, reason: "\(error)")
        }
        pixels += image.width * image.height
        images[source] = image
        return image
    }

    private func dataURL(_ source: String, _ place: CAMLProperty) throws -> Data {
        guard let comma = source.firstIndex(of: ",") else { throw CAMLBadValue(place, "a data: URL has no comma") }
        let payload = source[source.index(after: comma)...]
        let data =
            source[..<comma].hasSuffix(";base64")
            ? Data(base64Encoded: String(payload), options: .ignoreUnknownCharacters)
            : payload.removingPercentEncoding.map { Data($0.utf8) }
        guard let data, !data.isEmpty else {
            throw CAMLBadValue(place, "a data: URL contains nothing that can be decoded")
        }
        return data
    }
}
