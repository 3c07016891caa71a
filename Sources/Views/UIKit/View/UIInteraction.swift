import QuartzCore

/// Something that a view lets people do, kept by the view.
@preconcurrency @MainActor public protocol UIInteraction: NSObjectProtocol {
    /// The view that it belongs to.
    var view: UIView? { get }
    /// It is about to come to a view, or to leave one.
    func willMove(to view: UIView?)
    /// It came to a view, or left one.
    func didMove(to view: UIView?)
}

extension UIView {
    /// What the view lets people do.
    public var interactions: [any UIInteraction] {
        get { rare.interactions }
        set {
            for old in rare.interactions where !newValue.contains(where: { $0 === old }) { removeInteraction(old) }
            for new in newValue { addInteraction(new) }
        }
    }

    /// Adds an interaction, out of its view if it has one.
    public func addInteraction(_ interaction: any UIInteraction) {
        guard !rare.interactions.contains(where: { $0 === interaction }) else { return }
        interaction.view?.removeInteraction(interaction)
        interaction.willMove(to: self)
        rare.interactions.append(interaction)
        interaction.didMove(to: self)
    }

    /// Takes an interaction away.
    public func removeInteraction(_ interaction: any UIInteraction) {
        guard let index = rare.interactions.firstIndex(where: { $0 === interaction }) else { return }
        interaction.willMove(to: nil)
        rare.interactions.remove(at: index)
        interaction.didMove(to: nil)
    }
}

/// An effect that follows how the machine is held. Nothing measures that on Linux: effects are kept, and have none.
@preconcurrency @MainActor open class UIMotionEffect: NSObject, NSCopying {
    @preconcurrency @MainActor public override init() { super.init() }

    /// What to change at an offset of the viewer; nil for nothing.
    open func keyPathsAndRelativeValues(forViewerOffset viewerOffset: UIOffset) -> [String: Any]? { nil }

    nonisolated open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// An effect that moves one value along one axis.
@preconcurrency @MainActor open class UIInterpolatingMotionEffect: UIMotionEffect {
    /// Across or down.
    public enum EffectType: Int, Sendable { case tiltAlongHorizontalAxis, tiltAlongVerticalAxis }

    /// What it changes.
    public let keyPath: String
    /// Along which axis.
    public let type: EffectType
    /// The value at the one end.
    open var minimumRelativeValue: Any?
    /// The value at the other.
    open var maximumRelativeValue: Any?

    /// An effect on a value.
    public init(keyPath: String, type: EffectType) {
        (self.keyPath, self.type) = (keyPath, type)
        super.init()
    }
}

/// Several effects.
@preconcurrency @MainActor open class UIMotionEffectGroup: UIMotionEffect {
    /// The effects.
    open var motionEffects: [UIMotionEffect]?
}
