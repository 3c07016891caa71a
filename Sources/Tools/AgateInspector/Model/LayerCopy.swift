import AgateFormats
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import RenderTree

/// A layer with its sublayers from a render tree: as Swift, as CAML, as a picture. It has the presentation values, without animations.
package struct LayerCopy {
    /// The reason for which no copy is possible.
    package struct Refusal: Error { package let reason: String }

    package enum Form: String, Sendable { case swift, caml, png }

    private let commit: Commit
    private let top: LayerUpdate
    private let time: Double
    private let scale: Double
    private let isFlipped: Bool

    /// The largest number of layers that are written as code.
    private static let most = 500

    /// - Parameter layer: The layer, in the numbers of the tree.
    package init(_ layer: UInt64, of tree: RenderTree, at time: Double) throws(Refusal) {
        commit = tree.snapshot(of: LayerID(rawValue: layer), isShown: true)
        guard let top = commit.updates.first else { throw Refusal(reason: "the layer has left the tree") }
        self.top = top
        self.time = time
        scale = tree.viewport.scale
        isFlipped = tree.viewport.rootGeometryFlipped
    }

    package func made(as form: Form) throws(Refusal) -> String {
        switch form {
        case .swift: return try swift()
        case .caml: return try caml()
        case .png: return "data:image/png;base64," + ImageCodec.encodePNG(try picture(), isFast: true).base64EncodedString()
        }
    }

    /// Returns a picture of the layer alone, on a transparent background, without its own position and transform: as large as its bounds.
    package func picture() throws(Refusal) -> CGImage {
        let bounds = top.state.values.bounds
        guard Viewport.allows(size: bounds.size, scale: scale), bounds.width > 0, bounds.height > 0 else {
            throw Refusal(reason: "the layer has no bounds to make a picture of")
        }
        var alone = commit
        alone.updates[0].state.values.anchorPoint = CGPoint(x: 0.5, y: 0.5)
        alone.updates[0].state.values.position = CGPoint(x: bounds.width / 2, y: bounds.height / 2)
        alone.updates[0].state.values.transform = CATransform3DIdentity
        let view = Viewport(size: bounds.size, scale: scale, background: nil, geometryFlipped: isFlipped)
        let renderer = Renderer(viewport: view, threads: 1)
        renderer.tree.waitsForPictures = true
        renderer.apply(alone)
        _ = renderer.update(at: time)
        renderer.paint()
        guard let image = renderer.image() else { throw Refusal(reason: "the layer has no pixels") }
        return image
    }

    // MARK: Code

    private func checkCount() throws(Refusal) {
        guard commit.updates.count <= Self.most else {
            throw Refusal(reason: "there are \(commit.updates.count) layers under it; at most \(Self.most) are copied")
        }
    }

    private func swift() throws(Refusal) -> String {
        try checkCount()
        var names: [LayerID: String] = [:]
        for (number, update) in commit.updates.enumerated() { names[update.id] = number == 0 ? "layer" : "layer\(number)" }
        var lines: [String] = []
        for update in commit.updates {
            let name = names[update.id] ?? "layer"
            lines.append("let \(name) = \(update.layerClass.name)()")
            let usual = LayerState()
            for row in PropertyTable.rows(of: update.layerClass) {
                guard let value = update.state.value(of: row.property), value != usual.value(of: row.property) else { continue }
                lines.append(AnimationCode.assignment(name, row.key, value))
            }
        }
        for update in commit.updates {
            let name = names[update.id] ?? "layer"
            for child in update.sublayers ?? [] { if let child = names[child] { lines.append("\(name).addSublayer(\(child))") } }
            if case .some(let mask?) = update.mask, let mask = names[mask] { lines.append("\(name).mask = \(mask)") }
        }
        return lines.joined(separator: "\n")
    }

    private func caml() throws(Refusal) -> String {
        try checkCount()
        var layers: [LayerID: CALayer] = [:]
        for update in commit.updates { layers[update.id] = CALayer.make(update.layerClass, update.state) }
        for update in commit.updates {
            guard let layer = layers[update.id] else { continue }
            for child in update.sublayers ?? [] { if let child = layers[child] { layer.addSublayer(child) } }
            if case .some(let mask?) = update.mask { layer.mask = layers[mask] }
        }
        guard let layer = layers[top.id] else { throw Refusal(reason: "the layer has left the tree") }
        do {
            return ForeignText.xml(String(decoding: try CAMLWriter(includesAnimations: false).data(layer), as: UTF8.self))
        } catch {
            throw Refusal(reason: "\(error)")
        }
    }
}
