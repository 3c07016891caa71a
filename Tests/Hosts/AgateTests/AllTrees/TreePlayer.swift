@testable import Agate
import AgateRecording
import Foundation

@testable import Compositor
@testable import QuartzCore
@testable import Raster
@testable import RenderTree

/// How a script is played: with which pictures on the way.
enum TreePlay {
    /// All pictures in sequence, those between them too.
    case sequence
    /// The pictures alone, each from a list made anew, and drawn as a whole.
    case afresh
    /// Only the last picture.
    case last
}

/// Plays a script on a host of its own.
final class TreePlayer {
    let host: OffscreenHost
    private var layers: [Int: CALayer] = [:]
    private var masked: [Int: Int] = [:]
    private var pending: [TreeStep] = []
    private(set) var pictures: [[UInt32]] = []
    /// What went wrong with the layers themselves.
    private(set) var complaint: String?
    /// Tiles in perspective are the one thing left that comes out a level or two off, in single pixels, where a band begins.
    private let comparesBands: Bool

    /// What was recorded, where it was asked for, and which of its frames the pictures are.
    private(set) var recorder: Recorder?
    private(set) var shownFrames: [Int] = []

    init(_ script: TreeScript, _ play: TreePlay, records: Bool = false, renderer: FrameRenderer = .cpu) {
        let hasTiles = script.steps.contains { if case .make(_, .tiled) = $0 { true } else { false } }
        let hasPerspective = script.steps.contains {
            if case .set(_, _, let value) = $0 { value.description.hasPrefix("m34") } else { false }
        }
        comparesBands = !(hasTiles && hasPerspective)
        let side = 64 / script.scale
        host = OffscreenHost(
            size: CGSize(width: side, height: side), scale: script.scale,
            background: CGColor(srgbRed: 0.9, green: 0.95, blue: 0.8, alpha: 1),
            geometryFlipped: script.flipped, renderer: renderer)
        layers[0] = host.layer
        if records { recorder = Recorder(host) }
        let last = script.steps.lastIndex { if case .show = $0 { true } else { false } }
        for (i, step) in script.steps.enumerated() {
            switch step {
            case .turn: runTurn()
            case .show(let seconds, let frames):
                runTurn()
                let start = host.clock.now, isSequence = play == .sequence
                if isSequence { for k in 0..<frames { _ = host.image(at: start + seconds * Double(k + 1) / Double(frames + 1)) } }
                host.advance(to: start + seconds)
                if play == .last && i != last { continue }
                shownFrames.append(host.paintings)
                if isSequence { lookWithoutTouching() } else { pictures.append(play == .afresh ? afresh() : Self.pixels(host.image())) }
            default: pending.append(step)
            }
        }
    }

    // MARK: Pictures

    private func lookWithoutTouching() {
        let before = states { $0.state }
        pictures.append(Self.pixels(host.image()))
        let after = states { $0.state }
        if let id = before.keys.sorted().first(where: { before[$0] != after[$0] }), complaint == nil {
            complaint = "a picture changed layer \(id)"
        }
    }

    /// What layers show of themselves now.
    func presentations() -> [Int: LayerState] { states { $0.presentation()?.state } }

    private func states(_ of: (CALayer) -> LayerState?) -> [Int: LayerState] {
        layers.compactMapValues { layer in
            var state = of(layer)
            // Tiles come with the pictures, and text is drawn once more for each copy of a tree: neither is a property.
            if state?.objectsBox != nil {
                state?.objects.tiles = nil
                if layer is CATextLayer {
                    state?.objects.contents = nil
                    state?.objects.contentsFade = nil
                }
            }
            return state
        }
    }

    private func afresh() -> [UInt32] {
        // The first time finds what has to be there, such as tiles.
        _ = host.image()
        let renderer = host.driver.renderer
        renderer.tree.nodes.needsRebuild = true
        renderer.tree.scene.editor.damage.add(renderer.tree.viewport.bounds)
        let pixels = Self.pixels(host.image())
        guard comparesBands else { return pixels }
        // So small a share that even this picture is worth several threads.
        let many = Compositor(threads: 3), surface = Surface(width: Int(renderer.tree.list.width), height: Int(renderer.tree.list.height))
        many.share = 200
        many.draw(renderer.tree.list, into: surface)
        let bands = (0..<surface.height).flatMap { y in
            Array(UnsafeBufferPointer(start: surface.pixels + y * surface.stride, count: surface.width))
        }
        if bands != pixels, complaint == nil {
            complaint = "picture \(pictures.count) on several threads: \(Self.difference(bands, pixels))"
        }
        return pixels
    }

    static func difference(_ a: [UInt32], _ b: [UInt32]) -> String {
        let at = a.indices.filter { a[$0] != b[$0] }
        var most = 0
        for i in at {
            for shift in [0, 8, 16, 24] as [UInt32] { most = max(most, abs(Int(a[i] >> shift & 255) - Int(b[i] >> shift & 255))) }
        }
        let i = at[0]
        return
            "\(at.count) pixels differ by up to \(most), first (\(i % 64), \(i / 64)): \(String(a[i], radix: 16)), not \(String(b[i], radix: 16))"
    }

    static func pixels(_ image: CGImage) -> [UInt32] {
        image.withPixels { Array(UnsafeBufferPointer(start: $0, count: image.width * image.height)) }
    }

    // MARK: Steps

    private func runTurn() {
        guard !pending.isEmpty else { return }
        let steps = pending
        pending = []
        host.perform {
            var open = 0
            for step in steps {
                switch step {
                case .begin(let duration, let off):
                    CATransaction.begin()
                    CATransaction.setAnimationDuration(duration)
                    if off { CATransaction.setDisableActions(true) }
                    open += 1
                case .commit where open > 0:
                    CATransaction.commit()
                    open -= 1
                default: run(step)
                }
            }
            for _ in 0..<open { CATransaction.commit() }
        }
    }

    private func run(_ step: TreeStep) {
        switch step {
        case .make(let id, let kind):
            guard layers[id] == nil else { return }
            let layer = kind.make()
            layer.name = "\(id)"
            layers[id] = layer
        case .add(let id, let parent, let index):
            guard let layer = layers[id], let target = layers[parent], mayHang(id, under: target) else { return }
            target.insertSublayer(
                layer, at: UInt32(max(0, min(index, (target.sublayers?.count ?? 0) - (layer.superlayer === target ? 1 : 0)))))
        case .remove(let id):
            guard id != 0, masked[id] == nil, let layer = layers[id] else { return }
            layer.removeFromSuperlayer()
        case .replace(let old, let new):
            guard old != new, let a = layers[old], let target = a.superlayer, masked[old] == nil, let b = layers[new],
                mayHang(new, under: target)
            else { return }
            target.replaceSublayer(a, with: b)
        case .mask(let mask, let id):
            guard let layer = layers[id], !(layer is CATransformLayer) else { return }
            if let mask {
                guard let m = layers[mask], mayHang(mask, under: layer) else { return }
                m.removeFromSuperlayer()
                masked = masked.filter { $0.value != id }
                masked[mask] = id
                layer.mask = m
            } else {
                masked = masked.filter { $0.value != id }
                layer.mask = nil
            }
        case .set(let id, let key, let value): layers[id]?.setValue(value.make(), forKeyPath: key)
        case .animate(let id, let key, let animation):
            guard id != 0 else { return }
            layers[id]?.add(animation.make(), forKey: key)
        case .stop(let id, let key): layers[id]?.removeAnimation(forKey: key)
        case .begin, .commit, .turn, .show: break
        }
    }

    /// Whether it is no ancestor of the layer, no mask and not the root.
    private func mayHang(_ id: Int, under target: CALayer) -> Bool {
        guard id != 0, masked[id] == nil, let layer = layers[id] else { return false }
        var next: CALayer? = target
        while let each = next {
            if each === layer { return false }
            if let number = layers.first(where: { $0.value === each })?.key, let owner = masked[number] {
                next = layers[owner]
            } else {
                next = each.superlayer
            }
        }
        return true
    }
}
