import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// Properties that all layers of one class share, queried from the class once. Records live as long as the process.
package final class LayerClassInfo: @unchecked Sendable {
    package let kind: LayerClass
    /// True for a class of this module, in which no action methods are overridden.
    package let isStandard: Bool
    /// True if the class overrides `hitTest(_:)`, or if that can't be determined.
    let overridesHitTest: Bool
    /// The table's properties for which `needsDisplay(forKey:)` is true.
    package let displayProperties: PropertySet
    /// The values of a new layer; a class's `defaultValue(forKey:)` may differ from the table's.
    package let initialState: LayerState

    private init(_ type: CALayer.Type) {
        kind = type.kind
        isStandard = Self.standardClasses.contains(ObjectIdentifier(type))
        overridesHitTest = !isStandard && (Self.hitTestMethod?.isOverridden(in: type) ?? true)
        var display: PropertySet = []
        var state = LayerState()
        for row in PropertyTable.rows(of: kind) {
            if type.needsDisplay(forKey: row.key) { display.insert(PropertySet(row.property)) }
            guard let value = type.defaultValue(forKey: row.key), let boxed = Boxing.value(value, as: row.kind) else { continue }
            if boxed != row.defaultValue { state.setValue(boxed, of: row.property) }
        }
        displayProperties = display
        initialState = state
    }

    private static let hitTestMethod = MethodTable(of: CALayer.self, plain: PlainProbe.self, overriding: HitTestProbe.self, methods: 1)

    private static let standardClasses = Set(
        [
            CALayer.self, CAShapeLayer.self, CAGradientLayer.self, CATransformLayer.self, CAReplicatorLayer.self, CAScrollLayer.self,
            CATextLayer.self, CAEmitterLayer.self, CATiledLayer.self,
        ].map { ObjectIdentifier($0) })
    private static let records = Locked<[ObjectIdentifier: LayerClassInfo]>([:])
    private static let plain = LayerClassInfo(CALayer.self)

    static func of(_ type: CALayer.Type) -> LayerClassInfo {
        if type == CALayer.self { return plain }
        let key = ObjectIdentifier(type)
        if let record = records.withLock({ $0[key] }) { return record }
        // Created outside the lock, since it calls the class's own code. If two threads create one, the first is kept.
        let made = LayerClassInfo(type)
        return records.withLock { records in
            if let record = records[key] { return record }
            records[key] = made
            return made
        }
    }
}

private class PlainProbe: CALayer {}
private class HitTestProbe: CALayer {
    // Never called. A body of its own keeps its vtable entry distinct.
    override func hitTest(_ p: CGPoint) -> CALayer? { self }
}
