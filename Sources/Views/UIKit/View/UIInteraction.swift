import QuartzCore

/// An interaction of the user with a view, which retains it.
@preconcurrency @MainActor public protocol UIInteraction: NSObjectProtocol {
    /// The view of the interaction.
    var view: UIView? { get }
    /// Called before the interaction is added to a view, or removed from one.
    func willMove(to view: UIView?)
    /// Called after the interaction was added to a view, or removed from one.
    func didMove(to view: UIView?)
}

extension UIView {
    func replaceInteractions(_ all: [any UIInteraction]) {
        for old in rare.interactions where !all.contains(where: { $0 === old }) { removeInteraction(old) }
        for new in all { addInteraction(new) }
    }

    func attach(_ interaction: any UIInteraction) {
        guard !rare.interactions.contains(where: { $0 === interaction }) else { return }
        interaction.view?.removeInteraction(interaction)
        interaction.willMove(to: self)
        rare.interactions.append(interaction)
        interaction.didMove(to: self)
    }

    func detach(_ interaction: any UIInteraction) {
        guard let index = rare.interactions.firstIndex(where: { $0 === interaction }) else { return }
        interaction.willMove(to: nil)
        rare.interactions.remove(at: index)
        interaction.didMove(to: nil)
    }
}

/// An effect that follows the motion of the device. Motion isn't measured on Linux: effects are stored, without effect.
@preconcurrency @MainActor open class UIMotionEffect: NSObject, NSCopying {
    @preconcurrency @MainActor public override init() { super.init() }

    /// Returns the values to change for an offset of the viewer; nil for none.
    open func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? { nil }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// An effect that changes a value along one axis.
@preconcurrency @MainActor open class UIInterpolatingMotionEffect: UIMotionEffect {
    /// The axis of the tilt.
    public enum EffectType: Int, Sendable { case tiltAlongHorizontalAxis, tiltAlongVerticalAxis }

    /// The key path of the value.
    public let keyPath: String
    /// The axis of the effect.
    public let type: EffectType
    /// The value at the minimum tilt.
    open var minimumRelativeValue: Any?
    /// The value at the maximum tilt.
    open var maximumRelativeValue: Any?

    /// Creates an effect on a value.
    public init(keyPath: String, type: EffectType) {
        (self.keyPath, self.type) = (keyPath, type)
        super.init()
    }
}

/// A group of effects.
@preconcurrency @MainActor open class UIMotionEffectGroup: UIMotionEffect {
    /// The effects of the group.
    open var motionEffects: [UIMotionEffect]?
}
