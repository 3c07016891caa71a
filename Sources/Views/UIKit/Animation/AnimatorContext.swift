import QuartzCore

/// Collects the changes of a property animator's block.
@MainActor final class AnimatorContext: AnimationContext {
    /// A change with the settings of `UIView.setAnimation…` that apply to it.
    struct Change {
        var change: LayerChange
        let view: UIView
        var settings: AnimatorTrack.Settings
    }
    private(set) var changes: [Change] = []
    private let whole: Double

    override init(duration: Double, pace: AnimationPace, options: UIView.AnimationOptions) {
        whole = duration
        super.init(duration: duration, pace: pace, options: options)
        isPaceOwn = false
    }

    /// True if the block has set a pace of its own.
    private var isPaceOwn = false
    override var pace: AnimationPace { didSet { isPaceOwn = true } }

    override func take(_ change: LayerChange, of view: UIView) {
        let settings = AnimatorTrack.Settings(
            delay: delay / whole, share: duration / whole, pace: isPaceOwn ? pace : nil, legs: AnimatorLegs(repeats, autoreverses))
        // If a key is set twice in a block, only the last value counts.
        if let index = changes.firstIndex(where: { $0.change.layer === change.layer && $0.change.key == change.key }) {
            let first = changes[index].change
            changes[index].change = LayerChange(
                layer: first.layer, key: first.key, kind: first.kind, old: first.old, new: change.new, shown: first.shown)
            changes[index].settings = settings
        } else {
            changes.append(Change(change: change, view: view, settings: settings))
        }
    }
}
