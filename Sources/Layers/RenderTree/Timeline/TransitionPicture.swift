import AgateDiagnostics
import CoreGraphics

/// A CATransition in progress (Behaviour 6.9): the layer's old picture, kept as a frozen subtree, beside the new.
struct TransitionPicture {
    enum Kind: UInt8 { case fade, push, moveIn, reveal }
    enum Side: UInt8 { case left, right, top, bottom }
    var node: Int32
    /// The old subtree; -1 if there is none.
    var ghost: Int32
    var animation: AnimationID
    var kind: Kind
    var side: Side
    var progress: Double = 0
    var isActive = false

    init(node: Int32, ghost: Int32, animation: AnimationID, spec: AnimationSpec.Transition) {
        self.node = node; self.ghost = ghost; self.animation = animation
        switch spec.type {
        case "push": kind = .push
        case "moveIn": kind = .moveIn
        case "reveal": kind = .reveal
        case "fade": kind = .fade
        default:
            kind = .fade
            Diagnostic.reportOnce(
                "animation.unsupported-transition", key: spec.type,
                "the transition type \"\(spec.type)\" is not supported; it is drawn as a fade")
        }
        side =
            switch spec.subtype {
            case "fromRight": .right
            case "fromTop": .top
            case "fromBottom": .bottom
            default: .left
            }
    }

    /// The distance that the pictures have moved at progress 1, in the layer's points.
    func way(_ size: CGSize, flipped: Bool) -> CGSize {
        switch side {
        case .left: CGSize(width: size.width, height: 0)
        case .right: CGSize(width: -size.width, height: 0)
        case .bottom: CGSize(width: 0, height: flipped ? -size.height : size.height)
        case .top: CGSize(width: 0, height: flipped ? size.height : -size.height)
        }
    }
}

/// The transitions of a tree, by slot.
final class Transitions {
    @exclusivity(unchecked) var list: ContiguousArray<TransitionPicture> = []
    @exclusivity(unchecked) var free: [Int32] = []
}
