import AgateDiagnostics
import CoreGraphics
import RenderTree

/// An animation from the picture of a layer before a transaction to the one after it. A layer has at most one, under the key `transition`.
open class CATransition: CAAnimation {
    private var storedType = CATransitionType.fade
    private var storedSubtype: CATransitionSubtype?
    private var storedStart: Float = 0
    private var storedEnd: Float = 1
    private var storedFilter: Any?

    package override class var archivedKeys: [String] { super.archivedKeys + ["type", "subtype", "startProgress", "endProgress"] }

    open override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "type": CATransitionType.fade.rawValue
        case "endProgress": NSNumber(value: 1)
        default: super.defaultValue(forKey: key)
        }
    }

    /// The kind of transition; fade by default.
    open var type: CATransitionType {
        get { LayerLock.withLock { storedType } }
        set {
            var value = newValue
            modify("type") { swap(&storedType, &value) }
        }
    }

    /// The side from which the transition starts; nil is from the left.
    open var subtype: CATransitionSubtype? {
        get { LayerLock.withLock { storedSubtype } }
        set {
            var value = newValue
            modify("subtype") { swap(&storedSubtype, &value) }
        }
    }

    /// The fraction of the transition at which it starts, 0...1.
    open var startProgress: Float {
        get { LayerLock.withLock { storedStart } }
        set { modify("startProgress") { storedStart = newValue } }
    }

    /// The fraction of the transition at which it ends, 0...1 and not less than the start.
    open var endProgress: Float {
        get { LayerLock.withLock { storedEnd } }
        set { modify("endProgress") { storedEnd = newValue } }
    }

    /// Stored for source compatibility. Filters are not run; setting one is reported as `animation.unsupported-transition`.
    open var filter: Any? {
        get { LayerLock.withLock { storedFilter } }
        set {
            guard mayModify("filter") else { return }
            var value = newValue
            modify("filter") { swap(&storedFilter, &value) }
            guard newValue != nil else { return }
            Diagnostic.reportOnce(
                "animation.unsupported-transition", key: "filter",
                "a transition's filter is not supported; the transition runs as its type, \(type.rawValue)")
        }
    }

    override func take(from other: CAAnimation) {
        super.take(from: other)
        guard let other = other as? CATransition else { return }
        LayerLock.withLock {
            storedType = other.storedType
            storedSubtype = other.storedSubtype
            storedStart = other.storedStart
            storedEnd = other.storedEnd
            storedFilter = other.storedFilter
        }
    }

    override func property(_ key: String) -> AnimationKeyValue? {
        switch key {
        case "type": .string({ self.type.rawValue }) { self.type = CATransitionType(rawValue: $0 ?? "fade") }
        case "subtype": .string({ self.subtype?.rawValue }) { self.subtype = $0.map { CATransitionSubtype(rawValue: $0) } }
        case "startProgress": .double({ Double(self.startProgress) }) { self.startProgress = Float($0) }
        case "endProgress": .double({ Double(self.endProgress) }) { self.endProgress = Float($0) }
        case "filter": .init(get: { self.filter }) { self.filter = $0 }
        default: super.property(key)
        }
    }
}
