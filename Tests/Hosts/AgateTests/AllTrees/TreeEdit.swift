import Agate
import Foundation

/// The kinds of layers that random trees are made of.
enum TreeKind: String, CaseIterable {
    case layer, shape, gradient, text, transform, replicator, scroll, tiled, emitter

    func make() -> CALayer {
        switch self {
        case .layer: CALayer()
        case .shape: CAShapeLayer()
        case .gradient: CAGradientLayer()
        case .text: CATextLayer()
        case .transform: CATransformLayer()
        case .replicator: CAReplicatorLayer()
        case .scroll: CAScrollLayer()
        case .tiled: TreeTiledLayer()
        case .emitter: CAEmitterLayer()
        }
    }
}

/// Draws the same stripes whichever tile they fall on.
final class TreeTiledLayer: CATiledLayer {
    override class func fadeDuration() -> CFTimeInterval { 0 }

    override func draw(in ctx: CGContext) {
        let box = ctx.boundingBoxOfClipPath
        for i in Int((box.minX / 6).rounded(.down))..<Int((box.maxX / 6).rounded(.up)) {
            ctx.setFillColor(CGColor(srgbRed: CGFloat(i & 3) / 3, green: 0.4, blue: CGFloat(i & 1), alpha: 0.9))
            ctx.fill(CGRect(x: CGFloat(i) * 6, y: box.minY, width: 4, height: box.height))
        }
    }
}

/// A value for a key, and how it is written in a list of steps.
struct TreeValue: CustomStringConvertible {
    let description: String
    /// Made anew for each layer, since programs may share objects or not.
    let make: () -> Any?

    init(_ text: String, _ make: @autoclosure @escaping () -> Any?) {
        description = text
        self.make = make
    }
}

struct TreeAnimation: CustomStringConvertible {
    let description: String
    let make: () -> CAAnimation
}

/// One thing that a program does to a tree. Layers are numbers; 0 is the host's root. A step that names a layer that is not there, or that
/// would be a mistake, is passed over, so that any list of steps may be cut down.
enum TreeStep: CustomStringConvertible {
    case make(Int, TreeKind)
    case add(Int, to: Int, at: Int)
    case remove(Int)
    case replace(Int, with: Int)
    case mask(Int?, of: Int)
    case set(Int, String, TreeValue)
    case animate(Int, String, TreeAnimation)
    case stop(Int, String)
    case begin(duration: Double, disableActions: Bool)
    case commit
    /// Ends the turn of the run loop.
    case turn
    /// Time goes on by some seconds, with so many frames on the way, and a picture at its end.
    case show(Double, frames: Int)

    var description: String {
        switch self {
        case .make(let id, let kind): "make \(id) \(kind)"
        case .add(let id, let parent, let index): "add \(id) to \(parent) at \(index)"
        case .remove(let id): "remove \(id)"
        case .replace(let old, let new): "replace \(old) with \(new)"
        case .mask(let mask, let id): "mask \(mask.map(String.init) ?? "nil") of \(id)"
        case .set(let id, let key, let value): "set \(id) \(key) = \(value)"
        case .animate(let id, let key, let animation): "animate \(id) \(key): \(animation)"
        case .stop(let id, let key): "stop \(id) \(key)"
        case .begin(let duration, let off): "begin duration \(duration)\(off ? " without actions" : "")"
        case .commit: "commit"
        case .turn: "turn"
        case .show(let seconds, let frames): "show after \(seconds), \(frames) frames on the way"
        }
    }
}

/// A host, and what is done to it.
struct TreeScript: CustomStringConvertible {
    var scale = 1.0
    var flipped = true
    var steps: [TreeStep] = []

    var description: String {
        "scale \(scale)\(flipped ? "" : ", y upwards")\n" + steps.map(\.description).joined(separator: "\n")
    }
}
