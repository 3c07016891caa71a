import CoreGraphics
import Foundation
import ObjectiveCRuntime
import RenderTree

/// What a setter asks of the table, as bytes: reading a whole row would retain its strings.
private struct SetterFacts {
    let asks: Bool
    let stale: UInt8

    static let all: [SetterFacts] = PropertyTable.rows.map { SetterFacts(asks: $0.implicit != .never, stale: $0.invalidates.rawValue) }
}

/// The one way of a set value: equal values end it, refused ones are reported, then action, transaction, store, stale marks, action run.
extension CALayer {
    final func refusesChange(of key: @autoclosure () -> String) -> Bool {
        guard modelLayer != nil else { return false }
        LayerReport.readOnly(self, key())
        return true
    }

    /// Whether the action search could find anything; spares most setters the question.
    package final var mayFindAction: Bool {
        live != nil || needs.rawValue & LayerNeeds.mayAct.rawValue != 0 || !classInfo.isStandard
    }

    @inline(__always)
    final func put<Value: Equatable>(
        _ property: LayerProperty, _ old: Value, _ new: Value, _ store: (inout LayerState) -> Void
    ) {
        if modelLayer != nil { return LayerReport.readOnly(self, property.row.key) }
        explicitProperties.rawValue |= PropertySet(property).rawValue
        if old != new { change(property, store) }
    }

    @inline(__always)
    final func putFinite<Value: Equatable & FiniteCheckable>(
        _ property: LayerProperty, _ old: Value, _ new: Value, _ store: (inout LayerState) -> Void
    ) {
        if !new.isAllFinite { return LayerReport.invalid(self, property.row.key, new) }
        put(property, old, new, store)
    }

    /// For times, which may be infinite but not undefined.
    final func putNumber<Value: FloatingPoint>(
        _ property: LayerProperty, _ old: Value, _ new: Value, _ store: (inout LayerState) -> Void
    ) {
        if new.isNaN { return LayerReport.invalid(self, property.row.key, new) }
        put(property, old, new, store)
    }

    final func putFlag(_ property: LayerProperty, _ flag: LayerFlags, _ new: Bool) {
        put(property, state.values.flags.contains(flag), new) {
            if new { $0.values.flags.insert(flag) } else { $0.values.flags.remove(flag) }
        }
    }

    /// For values that the table's access writes. The caller has made it of the property's kind.
    /// - Parameter event: the key path by which it was set, when it was one.
    final func putValue(_ property: LayerProperty, _ new: PropertyValue?, event: String? = nil) {
        if modelLayer != nil { return LayerReport.readOnly(self, property.row.key) }
        explicitProperties.rawValue |= PropertySet(property).rawValue
        if storedValue(property) == new { return }
        change(property, event: event) { $0.setValue(new, of: property) }
    }

    /// The value as the program set it: a colour that it did not set is the table's default, not one made of its RGBA.
    package final func storedValue(_ property: LayerProperty) -> PropertyValue? {
        let row = property.row
        switch row.storage {
        case .color(_, let has, let animated, let object):
            if state.objects[keyPath: object] == nil, state.values.flags.contains(has), !state.values.flags.contains(animated) {
                return row.defaultValue
            }
        case .extraColor(_, let has, let animated, let object):
            if state.objects[keyPath: object] == nil, state.extra[keyPath: has], !state.extra[keyPath: animated] { return row.defaultValue }
        default: break
        }
        return state.value(of: property)
    }

    final func color(_ property: LayerProperty) -> CGColor? {
        if case .color(let color)? = storedValue(property) { return color }
        return nil
    }

    final func nameValue(_ property: LayerProperty) -> String {
        if case .string(let name)? = state.value(of: property) { return name }
        return ""
    }

    /// A name that the property does not know counts as its first, the default.
    final func putName(_ property: LayerProperty, _ name: String) {
        putValue(property, Boxing.knownName(name, property.row))
    }

    final func putFilters(_ property: LayerProperty, _ path: WritableKeyPath<LayerObjects, [OpaqueObject]?>, _ new: [Any]?) {
        let new = new.map { $0.map { OpaqueObject(filter: $0) } }
        put(property, state.objects[keyPath: path], new) { $0.objects[keyPath: path] = new }
    }

    /// Everything after "the value is another one".
    final func change(_ property: LayerProperty, event: String? = nil, _ store: (inout LayerState) -> Void) {
        if needs.rawValue & LayerNeeds.isCopying.rawValue != 0 { return store(&state) }
        let facts = SetterFacts.all[Int(property.rawValue)]
        if Watch.isOn { Watch.willSet(self, property.row.key, storedValue(property)) }
        var action: (any CAAction)?
        var key = ""
        if facts.asks, mayFindAction, CATransaction.asksForActions {
            key = property.row.key
            if let event, event != key {
                action = self.action(forKey: event)
                if action != nil { key = event } else { action = self.action(forKey: key) }
            } else {
                action = self.action(forKey: key)
            }
        }
        CATransaction.willChange(self, property)
        let isObserved = needs.rawValue & LayerNeeds.isObserved.rawValue != 0
        if isObserved { KeyValueChanges.will(self, property.row.key) }
        store(&state)
        if facts.stale != 0 { becameStale(Invalidation(rawValue: facts.stale)) }
        if classInfo.displayProperties.rawValue & PropertySet(property).rawValue != 0 { setNeedsDisplay() }
        if classInfo.kind == .transform, CATransformLayer.ignored.contains(PropertySet(property)) {
            LayerReport.ignored(self, property.row.key)
        }
        if Watch.isOn { Watch.didSet(self, property.row.key, storedValue(property), isAsked: facts.asks, action) }
        action?.run(forKey: key, object: self, arguments: nil)
        if isObserved { KeyValueChanges.did(self, property.row.key) }
    }

    /// The same way for a key that only key-value access or a subclass has.
    final func changeCustom(_ key: String, _ new: PropertyValue?, initial: PropertyValue? = nil) {
        if refusesChange(of: key) { return }
        // What an action animates from: a property wrapper's first value has not been stored yet.
        if let initial, state.objects.custom?[key] == nil { storeCustom(key, initial) }
        if state.objects.custom?[key] == new { return }
        if needs.contains(.isCopying) { return storeCustom(key, new) }
        if Watch.isOn { Watch.willSet(self, key, state.objects.custom?[key]) }
        let action = mayFindAction && CATransaction.asksForActions ? self.action(forKey: key) : nil
        CATransaction.willChangeCustom(self, key)
        let isObserved = needs.contains(.isObserved)
        if isObserved { KeyValueChanges.will(self, key) }
        storeCustom(key, new)
        if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
        if Watch.isOn { Watch.didSet(self, key, new, isAsked: true, action) }
        action?.run(forKey: key, object: self, arguments: nil)
        if isObserved { KeyValueChanges.did(self, key) }
    }

    private func storeCustom(_ key: String, _ value: PropertyValue?) {
        if state.objects.custom == nil {
            guard let value else { return }
            state.objects.custom = [key: value]
        } else {
            state.objects.custom?[key] = value
        }
    }

    private func becameStale(_ stale: Invalidation) {
        if stale.contains(.layout) { markForLayoutAutomatically() }
        if stale.contains(.superLayout) { parent?.markForLayoutAutomatically() }
    }

    /// Asks for the action of an event that is no property.
    final func askAction(_ event: String) -> (any CAAction)? {
        guard mayFindAction, !needs.contains(.isCopying), CATransaction.asksForActions else { return nil }
        return action(forKey: event)
    }
}

/// Values whose numbers can be checked before they get into the tree.
protocol FiniteCheckable {
    var isAllFinite: Bool { get }
}

extension CGFloat: FiniteCheckable { var isAllFinite: Bool { isFinite } }
extension Float: FiniteCheckable { var isAllFinite: Bool { isFinite } }
extension Double: FiniteCheckable { var isAllFinite: Bool { isFinite } }
// A sum of finite numbers and zero products is finite unless one of them is not.
extension CGPoint: FiniteCheckable { var isAllFinite: Bool { (x * 0 + y * 0) == 0 } }
extension CGSize: FiniteCheckable { var isAllFinite: Bool { (width * 0 + height * 0) == 0 } }
extension CGRect: FiniteCheckable { var isAllFinite: Bool { origin.isAllFinite && size.isAllFinite } }
extension CATransform3D: FiniteCheckable {
    var isAllFinite: Bool {
        let a = (m11 * 0 + m12 * 0) + (m13 * 0 + m14 * 0) + (m21 * 0 + m22 * 0) + (m23 * 0 + m24 * 0)
        let b = (m31 * 0 + m32 * 0) + (m33 * 0 + m34 * 0) + (m41 * 0 + m42 * 0) + (m43 * 0 + m44 * 0)
        return a + b == 0
    }
}
