import AgateDiagnostics
import CoreGraphics
import Foundation
import ImageIO

/// A provider of images for a Lottie scene, which replace the file's own or supply missing ones.
public protocol LottieImageProvider {
    /// Returns the image of an asset, or nil to use the file's own. Called on the scene's thread, once for each asset, when
    /// the scene's layers are made.
    func image(for asset: LottieImageAsset) -> CGImage?
}

/// An image that a Lottie file references.
public struct LottieImageAsset: Sendable, Equatable {
    /// The asset's id in the file.
    public let id: String
    /// The file name, or `data:` for an embedded image.
    public let name: String
    /// The folder that the file names, often empty.
    public let folder: String
    /// The size at which it is shown, in points of the animation.
    public let size: CGSize
}

/// The source of a scene's images and fonts. Each is looked up once; a missing one results in one diagnostic that names the layer.
package final class LottieResources {
    package let file: String
    package private(set) var diagnostics: [Diagnostic] = []
    /// The images that the program has set, by asset, with their fits; nil is the default of the reading.
    package var replacements: [String: (image: CGImage, fit: ImageFit?)] = [:]
    /// True if the length of dots, which are drawn as short dashes, is added to the length of their pattern.
    let dotsWander: Bool
    /// The fit of an image of another aspect ratio.
    let imageFit: ImageFit
    /// True if expressions were evaluated when the file was read. The remaining ones failed, which was reported.
    let hasRunExpressions: Bool
    /// True if the highlights of radial gradients are drawn.
    let drawsHighlights: Bool

    private let folder: URL?
    private let archive: LottieArchive?
    private let provider: (any LottieImageProvider)?
    let limits: ReadingLimits
    private var images: [String: CGImage?] = [:]
    private var pixels = 0

    init(_ content: LottieContent, archive: LottieArchive?, provider: (any LottieImageProvider)?, limits: ReadingLimits) {
        (file, folder, self.archive, self.provider, self.limits) = (content.file, content.folder, archive, provider, limits)
        let isPlayer = content.reading == .iOSPlayer
        (dotsWander, imageFit) = (isPlayer, isPlayer ? .stretch : .fill)
        (hasRunExpressions, drawsHighlights) = (content.reading.runsExpressions, !isPlayer)
    }

    /// - Parameter layer: The name of the layer that needs the image.
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

    /// Returns the fit of an asset's image.
    func fit(_ id: String) -> ImageFit { replacements[id]?.fit ?? imageFit }

    private func decode(_ asset: LottieImage, _ layer: String) -> CGImage? {
        let name = asset.path.hasPrefix("data:") ? "the image in the file" : "the image \"\(asset.folder)\(asset.path)\""
        do {
            guard let data = try bytes(asset) else {
                report("lottie.missing-image", "\(name) of layer \"\(layer)\" is missing")
                return nil
            }
            let image = try ImageCodec.decode(data, name: name, limits: limits.less(pixels: pixels))
            pixels += image.width * image.height
            return image
        } catch {
            report("lottie.bad-image", "\(name) of layer \"\(layer)\" can't be used: \(error)")
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

    /// Returns a file that belongs to the animation: from its archive, or from its folder.
    package func resource(folder inner: String, name: String) throws -> Data? {
        if let archive { return try archive.resource(folder: inner, name: name) }
        guard let folder else { return nil }
        // Image files are in the folder that the animation names, or beside it.
        for path in [inner.hasSuffix("/") || inner.isEmpty ? inner + name : "\(inner)/\(name)", name] {
            let relative = String(path.drop { $0 == "/" })
            guard let url = CAMLFiles.resolve(relative, in: folder), FileManager.default.fileExists(atPath: url.path) else { continue }
            return try LottieFiles.read(url, limit: limits.fileSize)
        }
        return nil
    }

    /// Returns the place of a sound; nil if it does not exist.
    func sound(_ asset: LottieImage) -> LottieSound.Source? {
        guard !asset.path.hasPrefix("data:"), archive == nil else { return (try? bytes(asset)).flatMap { $0 }.map { .data($0) } }
        guard let folder else { return nil }
        for path in [
            asset.folder.hasSuffix("/") || asset.folder.isEmpty ? asset.folder + asset.path : "\(asset.folder)/\(asset.path)", asset.path,
        ] {
            guard let url = CAMLFiles.resolve(String(path.drop { $0 == "/" }), in: folder), FileManager.default.fileExists(atPath: url.path)
            else { continue }
            return .file(url)
        }
        return nil
    }

    package func report(_ identifier: String, _ message: String) {
        let diagnostic = Diagnostic(identifier: identifier, message: "\(file): \(message)")
        if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
    }
}
