import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// What is the same for all layers of one class, asked of the class once. Records live as long as the process.
package final class LayerClassInfo: @unchecked Sendable {
    package let kind: LayerClass
    /// A class of this module: nobody has overridden the action methods.
    package let isStandard: Bool
    /// The table's properties for which `needsDisplay(forKey:)` is true.
    package let displayProperties: PropertySet
    /// The values of a new layer; a class's `defaultValue(forKey:)` may differ from the table's.
    package let initialState: LayerState

    private init(_ type: CALayer.Type) {
        kind = type.kind
        isStandard = Self.standardClasses.contains(ObjectIdentifier(type))
        var display: PropertySet = []
        var state = LayerState()
        for row in PropertyTable.rows where row.owner == .layer || row.owner == kind {
            if type.needsDisplay(forKey: row.key) { display.insert(PropertySet(row.property)) }
            guard let value = type.defaultValue(forKey: row.key), let boxed = Boxing.value(value, as: row.kind) else { continue }
            if boxed != row.defaultValue { state.setValue(boxed, of: row.property) }
        }
        displayProperties = display
        initialState = state
    }

    private static let standardClasses = Set([
        CALayer.self, CAShapeLayer.self, CAGradientLayer.self, CATransformLayer.self, CAReplicatorLayer.self, CAScrollLayer.self,
        CATextLayer.self, CAEmitterLayer.self, CATiledLayer.self,
    ].map { ObjectIdentifier($0) })
    private static let records = Locked<[ObjectIdentifier: LayerClassInfo]>([:])
    private static let plain = LayerClassInfo(CALayer.self)

    static func of(_ type: CALayer.Type) -> LayerClassInfo {
        if type == CALayer.self { return plain }
        let key = ObjectIdentifier(type)
        if let record = records.withLock({ $0[key] }) { return record }
        // Made outside the lock, since it asks the class's own code; of two made at once, the first stays.
        let made = LayerClassInfo(type)
        return records.withLock { records in
            if let record = records[key] { return record }
            records[key] = made
            return made
        }
    }
}
