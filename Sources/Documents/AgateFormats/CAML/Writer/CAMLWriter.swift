import Foundation
import ImageIO
import QuartzCore
import RenderTree

/// Writes layers with their animations as CAML, which ``CAMLDocument`` and ``CAMLScene`` read back to equal ones.
///
///     try CAMLWriter().write(layer, to: URL(fileURLWithPath: "Clock.ca"))
///
/// A document holds what differs from a class's defaults: the properties, values under keys of the program's own, the style, the mask, the
/// sublayers, and the animations under their keys. It does not hold delegates. Of what else it can't hold (actions, constraints, layout
/// managers, attributed strings, fonts that are no names, numbers that are not finite, characters that XML can't hold), each costs one
/// diagnostic `caml.left-out` that names layer and key. Colours are written in sRGB: those of other spaces are converted, with a diagnostic
/// for each space that is not grey. A subclass is written as the nearest class of Core Animation.
///
/// A begin time of 0 of an animation means the time at which it is first shown, here and there; `1e-100` stands for a real zero, as in
/// Apple's files. One that has begun so is written as if it had not.
///
/// A writer is a value, but layers belong to their thread: write them there. Apple has no public counterpart.
public struct CAMLWriter: Sendable {
    /// The document's size in points, for its index; nil is the size of the root layer's bounds. Readers prefer the root layer's.
    public var size: CGSize?
    /// Whether the root layer stands in a space whose y axis points down; up unless set. Documents that were read keep their own.
    public var isGeometryFlipped: Bool
    /// Whether animations of layers are written. The transitions between states always are.
    public var includesAnimations: Bool
    /// What the reader of the document will take: what would be refused for its size or depth is not written.
    public var limits = ReadingLimits.standard

    /// Makes a writer.
    public init(size: CGSize? = nil, isGeometryFlipped: Bool = false, includesAnimations: Bool = true) {
        self.size = size
        self.isGeometryFlipped = isGeometryFlipped
        self.includesAnimations = includesAnimations
    }

    // MARK: Layers

    /// Writes a layer tree as a package: a folder with an index, the document, and the images as PNG files, one for each image object.
    ///
    /// It is made beside the target and then moved there, so no half of it ever stands there. A package that is there is replaced; anything
    /// else is not.
    /// - Throws: ``CAMLError`` when the place can't be written to, or the tree is larger or deeper than ``limits``.
    public func write(_ root: CALayer, to url: URL) throws {
        let images = CAMLImages(isInline: false)
        let document = try text(root, images, file: url.relativePath)
        try write(document, images, size: size ?? root.bounds.size, isGeometryFlipped: isGeometryFlipped, to: url)
    }

    /// A layer tree as a document without a package, its images in `data:` URLs.
    /// - Throws: ``CAMLError`` when the tree with its images is larger or deeper than ``limits``.
    public func data(_ root: CALayer) throws -> Data {
        Data(try text(root, CAMLImages(isInline: true), file: "(memory)").utf8)
    }

    private func text(_ root: CALayer, _ images: CAMLImages, file: String) throws -> String {
        let describer = CAMLDescriber(images: images, limits: limits, includesAnimations: includesAnimations)
        return try text(try describer.layer(root), nil, file: file, images: { $0 }, stateImages: { $0 })
    }

    // MARK: Documents

    /// Writes a document that was read, in the one form that this writer has: its layers, animations, states and transitions, and its
    /// images as they are. What the reader left out (see ``CAMLDocument/diagnostics``) is not in it.
    /// - Throws: ``CAMLError``, also for an image outside of the document's folder.
    public func write(_ document: CAMLDocument, to url: URL) throws {
        let images = CAMLImages(isInline: false)
        let text = try text(document, images, file: url.relativePath)
        try write(text, images, size: document.size, isGeometryFlipped: document.isGeometryFlipped, to: url)
    }

    /// A document that was read, without a package, its images in `data:` URLs.
    /// - Throws: ``CAMLError``.
    public func data(_ document: CAMLDocument) throws -> Data {
        Data(try text(document, CAMLImages(isInline: true), file: document.file).utf8)
    }

    private func text(_ document: CAMLDocument, _ images: CAMLImages, file: String) throws -> String {
        let copied = { try images.source($0, of: document) }
        return try text(document.root, document, file: file, images: copied, stateImages: copied)
    }

    // MARK: Scenes

    /// Writes the layers of a scene as they are now, with the ids, states and transitions of its document. Animations that the document
    /// gives are written whether or not they run.
    /// - Throws: ``CAMLError``, also when the scene is in a state: its values would become the document's own. Set the state to nil first.
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
    /// An index that names `main.caml`.
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
