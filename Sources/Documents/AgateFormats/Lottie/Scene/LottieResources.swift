import AgateDiagnostics
import CoreGraphics
import Foundation
import ImageIO

/// Gives images to a Lottie scene, instead of the file's own or for those that are not there.
public protocol LottieImageProvider {
    /// The image of an asset, or nil to let the file's own be looked for. Called on the scene's thread, once for each asset.
    func image(for asset: LottieImageAsset) -> CGImage?
}

/// An image that a Lottie file asks for.
public struct LottieImageAsset: Sendable, Equatable {
    /// The asset's id in the file.
    public let id: String
    /// The file name, or `data:` for one that is in the file itself.
    public let name: String
    /// The folder that the file names, often empty.
    public let folder: String
    /// The size at which it shows, in points of the animation.
    public let size: CGSize
}

/// Where a scene's images and fonts come from. Each is looked for once; what is not found is one diagnostic that names who asked.
package final class LottieResources {
    package let file: String
    package private(set) var diagnostics: [Diagnostic] = []
    /// Images that the program has set, by asset, and how each lies in its place; nil is as the reading has it.
    package var replacements: [String: (image: CGImage, fit: ImageFit?)] = [:]
    /// Whether dots, which are short dashes, are added to the length of their pattern.
    var dotsWander = false
    /// How an image of another shape lies in its place.
    var imageFit = ImageFit.fill
    /// Expressions were evaluated when the file was read; those that are left failed, which was reported.
    var hasRunExpressions = false
    /// Whether the highlights of radial gradients are drawn.
    var drawsHighlights = false

    private let folder: URL?
    private let archive: LottieArchive?
    private let provider: (any LottieImageProvider)?
    let limits: ReadingLimits
    private var images: [String: CGImage?] = [:]
    private var pixels = 0

    init(file: String, folder: URL?, archive: LottieArchive?, provider: (any LottieImageProvider)?, limits: ReadingLimits) {
        (self.file, self.folder, self.archive, self.provider, self.limits) = (file, folder, archive, provider, limits)
    }

    /// - Parameter layer: who asks.
    package func image(_ id: String, _ asset: LottieImage, layer: String) -> CGImage? {
        if let set = replacements[id] { return set.image }
        if let known = images[id] { return known }
        let embedded = asset.path.hasPrefix("data:")
        let image =
            provider?.image(
                for: LottieImageAsset(
                    id: id, name: embedded ? "data:" : asset.path, folder: asset.folder,
                    size: CGSize(width: asset.width, height: asset.height)
                )) ?? decode(asset, layer)
        images[id] = .some(image)
        return image
    }

    /// How the image of an asset lies in its place.
    func fit(_ id: String) -> ImageFit { replacements[id]?.fit ?? imageFit }

    private func decode(_ asset: LottieImage, _ layer: String) -> CGImage? {
        let name = asset.path.hasPrefix("data:") ? "the image in the file" : "the image \"\(asset.folder)\(asset.path)\""
        do {
            guard let data = try bytes(asset) else {
                report("lottie.missing-image", "the image \(name) of layer \"\(layer)\" is missing")
                return nil
            }
            let image = try ImageCodec.decode(data, name: name, limits: limits.less(pixels: pixels))
            pixels += image.width * image.height
            return image
        } catch {
            report("lottie.bad-image", "the image \(name) of layer \"\(layer)\" can't be used: \(error)")
            return nil
        }
    }

    private func bytes(_ asset: LottieImage) throws -> Data? {
        if asset.path.hasPrefix("data:") {
            guard let comma = asset.path.firstIndex(of: ",") else { return nil }
            return Data(base64Encoded: String(asset.path[asset.path.index(after: comma)...]), options: .ignoreUnknownCharacters)
        }
        return try resource(folder: asset.folder, name: asset.path)
    }

    /// A file that belongs to the animation: of its archive, or beside it.
    package func resource(folder inner: String, name: String) throws -> Data? {
        if let archive { return try archive.resource(folder: inner, name: name) }
        guard let folder else { return nil }
        // Files keep their pictures in the folder that they name, or lie beside them.
        for path in [inner.hasSuffix("/") || inner.isEmpty ? inner + name : "\(inner)/\(name)", name] {
            let relative = String(path.drop { $0 == "/" })
            guard let url = CAMLFiles.resolve(relative, in: folder), FileManager.default.fileExists(atPath: url.path) else { continue }
            return try LottieFiles.read(url, limit: limits.fileSize)
        }
        return nil
    }

    package func report(_ identifier: String, _ message: String) {
        let diagnostic = Diagnostic(identifier: identifier, message: "\(file): \(message)")
        if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }
}
