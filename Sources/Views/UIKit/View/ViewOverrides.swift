import QuartzCore

/// The methods that a class of views overrides.
@MainActor enum ViewOverrides {
    private static let plain = Answer(draws: false, hitTests: false, hasOwnSafeArea: false, answersActions: false)
    private static let safeArea = MethodTable(of: UIView.self, plain: PlainProbe.self, overriding: SafeAreaProbe.self, methods: 1)
    private static let actions = MethodTable(of: UIView.self, plain: PlainProbe.self, overriding: ActionProbe.self, methods: 1)
    private static let drawing = MethodTable(of: UIView.self, plain: PlainProbe.self, overriding: DrawingProbe.self, methods: 2)
    private static let hitTesting = MethodTable(of: UIView.self, plain: PlainProbe.self, overriding: HitTestProbe.self, methods: 1)
    private static var known: [ObjectIdentifier: Answer] = [:]

    struct Answer {
        /// UIKit creates a bitmap only for views that override `draw(_:)` or `draw(_:in:)` (D5). If this can't be determined, every class
        /// counts as one that draws, which only costs bitmaps.
        let draws: Bool
        let hitTests: Bool
        let hasOwnSafeArea: Bool
        let answersActions: Bool
    }

    static func of(_ type: UIView.Type) -> Answer {
        if type == UIView.self { return plain }
        let key = ObjectIdentifier(type)
        if let answer = known[key] { return answer }
        let answer = Answer(
            draws: drawing?.isOverridden(in: type) ?? true, hitTests: hitTesting?.isOverridden(in: type) ?? true,
            hasOwnSafeArea: safeArea?.isOverridden(in: type) ?? true, answersActions: actions?.isOverridden(in: type) ?? true
        )
        known[key] = answer
        return answer
    }

    private class PlainProbe: UIView {}
    // Never called. The different bodies keep the method table entries distinct.
    private class DrawingProbe: UIView {
        override func draw(_ rect: CGRect) { tag = 1 }
        override func draw(_ layer: CALayer, in ctx: CGContext) { tag = 2 }
    }
    private class HitTestProbe: UIView {
        override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { self }
    }
    private class ActionProbe: UIView {
        override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { tag == 1 ? nil : Self.noAction }
    }
    private class SafeAreaProbe: UIView {
        override var safeAreaInsets: UIEdgeInsets { UIEdgeInsets(top: CGFloat(tag), left: 0, bottom: 0, right: 0) }
    }
}
