import Foundation
import ImageIO
import QuartzCore
import RenderTree

/// Writes layers with their animations as CAML, which ``CAMLDocument`` and ``CAMLScene`` read back to equal ones.
///
///     try CAMLWriter().write(layer, to: URL(fileURLWithPath: "Clock.ca"))
///
/// A document contains everything that differs from a class's defaults: the properties, values under custom keys, the style, the mask, the
/// sublayers, and the animations under their keys. It does not contain delegates. Other content that it can't contain (actions,
/// constraints, layout managers, attributed strings, fonts that are not names, numbers that are not finite, characters that XML can't
/// contain) results in one diagnostic `caml.left-out` each, which names layer and key. Colours are written in sRGB: those of other spaces
/// are converted, with a diagnostic for each space that is not grey. A subclass is written as the nearest class of Core Animation.
///
/// A begin time of 0 of an animation means the time at which it is first shown, in layers and in documents; `1e-100` represents a real
/// zero, as in Apple's files. An animation that has begun in this way is written as if it had not.
///
/// A writer is a value, but layers belong to their thread: call it there. Apple has no public counterpart.
public struct CAMLWriter: Sendable {
    /// The document's size in points, for its index; nil is the size of the root layer's bounds. Readers prefer the root layer's.
    public var size: CGSize?
    /// A Boolean value that indicates whether the y axis of the root layer's superlayer points down; false by default. Documents that were
    /// read keep their own value.
    public var isGeometryFlipped: Bool
    /// A Boolean value that indicates whether animations of layers are written. The transitions between states are always written.
    public var includesAnimations: Bool
    /// The limits of the document's reader: content that it would refuse for its size or depth is not written.
    public var limits = ReadingLimits.standard

    /// Creates a writer.
    public init(size: CGSize? = nil, isGeometryFlipped: Bool = false, includesAnimations: Bool = true) {
        self.size = size
        self.isGeometryFlipped = isGeometryFlipped
        self.includesAnimations = includesAnimations
    }

    // MARK: Layers

    /// Writes a layer tree as a package: a folder with an index, the document, and the images as PNG files, one for each image object.
    ///
    /// The package is created beside the target and then moved there, so the target is never incomplete. An existing package is replaced;
    /// any other file or folder is not.
    /// - Throws: ``CAMLError`` if the location can't be written to, or the tree is larger or deeper than ``limits``.
    public func write(_ root: CALayer, to url: URL) throws {
        let images = CAMLImages(isInline: false)
        let document = try text(root, images, file: url.relativePath)
        try write(document, images, size: size ?? root.bounds.size, isGeometryFlipped: isGeometryFlipped, to: url)
    }

    /// Returns a layer tree as a document without a package, its images in `data:` URLs.
    /// - Throws: ``CAMLError`` if the tree with its images is larger or deeper than ``limits``.
    public func data(_ root: CALayer) throws -> Data {
        Data(try text(root, CAMLImages(isInline: true), file: "(memory)").utf8)
    }

    private func text(_ root: CALayer, _ images: CAMLImages, file: String) throws -> String {
        let describer = CAMLDescriber(images: images, limits: limits, includesAnimations: includesAnimations)
        return try text(try describer.layer(root), nil, file: file, images: { $0 }, stateImages: { $0 })
    }

    // MARK: Documents

    /// Writes a document that was read, in this writer's format: its layers, animations, states and transitions, and its images unchanged.
    /// Content that the reader left out (see ``CAMLDocument/diagnostics``) is not included.
    /// - Throws: ``CAMLError``, also for an image outside of the document's folder.
    public func write(_ document: CAMLDocument, to url: URL) throws {
        let images = CAMLImages(isInline: false)
        let text = try text(document, images, file: url.relativePath)
        try write(text, images, size: document.size, isGeometryFlipped: document.isGeometryFlipped, to: url)
    }

    /// Returns a document that was read, without a package, its images in `data:` URLs.
    /// - Throws: ``CAMLError``.
    public func data(_ document: CAMLDocument) throws -> Data {
        Data(try text(document, CAMLImages(isInline: true), file: document.file).utf8)
    }

    private func text(_ document: CAMLDocument, _ images: CAMLImages, file: String) throws -> String {
        let copied = { try images.source($0, of: document) }
        return try text(document.root, document, file: file, images: copied, stateImages: copied)
    }

    // MARK: Scenes

    /// Writes the current layers of a scene, with the ids, states and transitions of its document. The document's animations are written
    /// whether or not they run.
    /// - Throws: ``CAMLError``, also if the scene is in a state: its values would become the document's own. Set the state to nil first.
    public func write(_ scene: CAMLScene, to url: URL) throws {
        if let state = scene.state {
            throw CAMLError(
                file: url.relativePath, reason: "the scene is in the state \"\(state)\", so its values differ from the document's")
        }
        let images = CAMLImages(isInline: false)
        var describer = CAMLDescriber(images: images, limits: limits, includesAnimations: includesAnimations)
        describer.ids = scene.ids
        describer.animations = scene.givenAnimations
        let document = scene.document
        let text = try text(describer.layer(scene.rootLayer), document, file: url.relativePath, images: { $0 }) {
            try images.source($0, of: document)
        }
        try write(text, images, size: scene.size, isGeometryFlipped: document.isGeometryFlipped, to: url)
    }

    // MARK: Files

    private func text(
        _ root: CAMLObject, _ states: CAMLDocument?, file: String, images: @escaping (String) throws -> String,
        stateImages: @escaping (String) throws -> String
    ) throws -> String {
        var printer = CAMLPrinter(file: file, limits: limits, includesAnimations: includesAnimations)
        return try printer.document(
            root, states: states?.states ?? [], transitions: states?.transitions ?? [], images: images, stateImages: stateImages)
    }

    private func write(_ document: String, _ images: CAMLImages, size: CGSize, isGeometryFlipped: Bool, to url: URL) throws {
        let index = CAMLIndex.data(size: size, isGeometryFlipped: isGeometryFlipped)
        try PackageFolder.write([("index.xml", index), ("main.caml", Data(document.utf8))] + images.files, to: url)
    }
}

extension CAMLIndex {
    /// Returns an index that names `main.caml`.
    static func data(size: CGSize, isGeometryFlipped: Bool) -> Data {
        var entries: [(String, String)] = [
            ("geometryFlipped", isGeometryFlipped ? "<true/>" : "<false/>"), ("rootDocument", "<string>main.caml</string>"),
        ]
        if size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite {
            entries.append(("documentHeight", "<real>\(CAMLText.number(Double(size.height)))</real>"))
            entries.append(("documentWidth", "<real>\(CAMLText.number(Double(size.width)))</real>"))
        }
        let lines = entries.sorted { $0.0 < $1.0 }.map { "  <key>\($0.0)</key>\n  \($0.1)\n" }.joined()
        return Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \(lines)</dict>
            </plist>

            """.utf8)
    }
}
