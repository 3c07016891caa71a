import CoreGraphics
import Foundation
import ObjectiveCRuntime
import RenderTree

/// The fields of a property's table row that setters need, as bytes.
private struct SetterFacts {
    let asks: Bool
    /// True if the implicit action is a basic animation between values that need no conversion.
    let isPlain: Bool
    let stale: UInt8

    static let all: [SetterFacts] = PropertyTable.rows.map {
        SetterFacts(asks: $0.implicit != .never, isPlain: $0.implicit == .basic && $0.kind.isPlain, stale: $0.invalidates.rawValue)
    }
}

/// A change of a property that is in progress.
struct PropertyChange {
    let property: LayerProperty
    let thread: TransactionThread
    let isObserved: Bool
    let isWatched: Bool
    var key = ""
    var action: (any CAAction)?
    /// The start of an implicit animation that has no object yet.
    var start: PropertyValue?
}

/// The common path of all setters. An equal value ends it; an invalid value is reported. Then come the action search, the transaction, the
/// store, the invalidation, and the action.
///
/// The layer lock is held for the comparison, and again for the transaction's record and the store. These two are one critical section, so
/// that no commit can come between them. The action search, observers and the action itself run without the lock.
extension CALayer {
    /// Returns whether the layer is a presentation copy, and reports that the change is ignored.
    package final func refusesChange(of key: @autoclosure () -> String) -> Bool {
        guard modelLayer != nil else { return false }
        LayerReport.readOnly(self, key())
        return true
    }

    /// True for a presentation copy, also while `init(layer:)` creates it. It shares objects such as frames with its model layer, and must
    /// not change them.
    package final var isPresentationCopy: Bool { LayerLock.withLock { modelLayer != nil || needs.contains(.isCopying) } }

    /// False if the action search cannot find anything. Spares most setters the search.
    package final var mayFindAction: Bool {
        LayerLock.withLock { live != nil || needs.rawValue & LayerNeeds.mayAct.rawValue != 0 } || !classInfo.isStandard
    }

    @inline(__always)
    final func put<Value: Equatable>(
        _ property: LayerProperty, _ old: @autoclosure () -> Value, _ new: Value, _ store: (inout LayerState) -> Void
    ) {
        if modelLayer != nil { return LayerReport.readOnly(self, property.key) }
        LayerLock.lock()
        explicitProperties.rawValue |= PropertySet(property).rawValue
        let before = old()
        if before != new {
            changeLocked(property, store)
        } else {
            LayerLock.unlock()
        }
        // The old value may be an object of the program. It is released after the lock.
        withExtendedLifetime(before) {}
    }

    @inline(__always)
    final func putFinite<Value: Equatable & FiniteCheckable>(
        _ property: LayerProperty, _ old: @autoclosure () -> Value, _ new: Value, _ store: (inout LayerState) -> Void
    ) {
        if !new.isAllFinite { return LayerReport.invalid(self, property.key, new) }
        put(property, old(), new, store)
    }

    /// Sets a time, which may be infinite but not NaN.
    final func putNumber<Value: FloatingPoint>(
        _ property: LayerProperty, _ old: @autoclosure () -> Value, _ new: Value, _ store: (inout LayerState) -> Void
    ) {
        if new.isNaN { return LayerReport.invalid(self, property.key, new) }
        put(property, old(), new, store)
    }

    final func putFlag(_ property: LayerProperty, _ flag: LayerFlags, _ new: Bool) {
        put(property, state.values.flags.contains(flag), new) {
            if new { $0.values.flags.insert(flag) } else { $0.values.flags.remove(flag) }
        }
    }

    /// Sets a value that the property table's accessor writes. The caller has converted it to the property's kind.
    /// - Parameters:
    /// - event: the key path through which the value was set, if any.
    /// - part: the part of the value being set, if it is a part. The other parts keep their values at the time of the store.
    /// - also: stores what belongs to the value, under the lock, even if the value is equal.
    final func putValue(
        _ property: LayerProperty, _ new: PropertyValue?, event: String? = nil, part: (path: SubPath, value: PropertyValue?)? = nil,
        also: () -> Void = {}
    ) {
        if modelLayer != nil { return LayerReport.readOnly(self, property.key) }
        LayerLock.lock()
        explicitProperties.rawValue |= PropertySet(property).rawValue
        let before = storedValue(property)
        // The values may be objects of the program with their own `==`.
        LayerLock.unlock()
        if before == new { return LayerLock.withLock(also) }
        LayerLock.lock()
        changeLocked(property, event: event) { state in
            also()
            if let part, state.setValue(part.value, at: PropertyKeyPath(root: .property(property), subPath: part.path)) { return }
            state.setValue(new, of: property)
        }
        withExtendedLifetime(before) {}
    }

    /// Sets an image as the contents.
    final func putImage(_ new: CGImage) {
        if modelLayer != nil { return LayerReport.readOnly(self, LayerProperty.contents.key) }
        LayerLock.lock()
        explicitProperties.rawValue |= PropertySet(.contents).rawValue
        let before = state.objects.contents
        if case .image(let old)? = before, old == new { return LayerLock.unlock() }
        changeLocked(.contents) { $0.objects.contents = .image(new) }
        // The old contents may be an object of the program. They are released after the lock.
        withExtendedLifetime(before) {}
    }

    /// Returns the value as the program set it. For a colour that the program did not set, returns the table's default, not a colour made
    /// of its RGBA.
    package final func storedValue(_ property: LayerProperty) -> PropertyValue? {
        LayerLock.withLock {
            if PropertyTable.isPlain(property) { return withUnsafeMutablePointer(to: &state) { LayerState.value(of: property, in: $0) } }
            let row = property.row
            switch row.storage {
            case .color(_, let has, let animated, let object):
                if state.objects[keyPath: object] == nil, state.values.flags.contains(has), !state.values.flags.contains(animated) {
                    return row.defaultValue
                }
            case .extraColor(_, let has, let animated, let object):
                if state.objects[keyPath: object] == nil, state.extra[keyPath: has], !state.extra[keyPath: animated] {
                    return row.defaultValue
                }
            default: break
            }
            // Read in place: a copy of the state would retain all its objects.
            return withUnsafeMutablePointer(to: &state) { LayerState.value(of: property, in: $0) }
        }
    }

    final func color(_ property: LayerProperty) -> CGColor? {
        if case .color(let color)? = storedValue(property) { return color }
        return nil
    }

    final func nameValue(_ property: LayerProperty) -> String {
        if case .string(let name)? = LayerLock.withLock({ state.value(of: property) }) { return name }
        return ""
    }

    /// Sets a name. An unknown name is replaced by the property's first name, the default; some properties keep it.
    final func putName(_ property: LayerProperty, _ name: String) {
        putValue(property, Boxing.knownName(name, property.row))
    }

    final func putFilters(_ property: LayerProperty, _ path: WritableKeyPath<LayerObjects, [OpaqueObject]?>, _ new: [Any]?) {
        if modelLayer != nil { return LayerReport.readOnly(self, property.key) }
        let new = new.map { $0.map { OpaqueObject(filter: $0) } }
        LayerLock.lock()
        explicitProperties.rawValue |= PropertySet(property).rawValue
        let before = state.objects[keyPath: path]
        LayerLock.unlock()
        if before == new { return }
        change(property) { $0.objects[keyPath: path] = new }
        withExtendedLifetime(before) {}
    }

    /// Performs a change whose value is already found to differ.
    final func change(_ property: LayerProperty, event: String? = nil, _ store: (inout LayerState) -> Void) {
        LayerLock.lock()
        changeLocked(property, event: event, store)
    }

    /// Performs the change; the caller holds the lock, and this function releases it.
    @inline(__always)
    private final func changeLocked(_ property: LayerProperty, event: String? = nil, _ store: (inout LayerState) -> Void) {
        if needs.rawValue & LayerNeeds.isCopying.rawValue != 0 {
            store(&state)
            return LayerLock.unlock()
        }
        let change = beginChange(property, event)
        LayerLock.lock()
        change.thread.willChange(self, property)
        store(&state)
        LayerLock.unlock()
        endChange(change)
    }

    /// Performs the steps before the store: searches for the action and notifies observers. The caller holds the lock, and this function
    /// releases it.
    final func beginChange(_ property: LayerProperty, _ event: String?) -> PropertyChange {
        let needs = needs.rawValue
        let facts = SetterFacts.all[Int(property.rawValue)]
        let mayFindAction = facts.asks && (live != nil || needs & LayerNeeds.mayAct.rawValue != 0 || !classInfo.isStandard)
        LayerLock.unlock()
        LayerLock.assertReleased()

        let thread = TransactionThread.opened
        var change = PropertyChange(
            property: property, thread: thread, isObserved: needs & LayerNeeds.isObserved.rawValue != 0, isWatched: Watch.isOn)
        if change.isWatched { Watch.willSet(self, property.key, storedValue(property)) }
        if mayFindAction, !isQuiet(needs), thread.asksForActions {
            change.key = property.key
            if facts.isPlain, event == nil || event == change.key, needs & LayerNeeds.mayAct.rawValue == 0, classInfo.isStandard,
                !change.isWatched
            {
                // No other step of the search can answer.
                if liveContext != nil { change.start = startOfImplicitAnimation(property) }
            } else if let event, event != change.key {
                change.action = self.action(forKey: event)
                if change.action != nil { change.key = event } else { change.action = self.action(forKey: change.key) }
            } else {
                change.action = self.action(forKey: change.key)
            }
        }
        if change.isObserved { KeyValueChanges.will(self, property.key) }
        // The program's code that was called may have committed.
        thread.ensureTransaction()
        return change
    }

    /// Performs the steps after the store: invalidation, observers, the action. Call without the lock.
    final func endChange(_ change: PropertyChange) {
        let property = change.property, facts = SetterFacts.all[Int(property.rawValue)]
        if facts.stale != 0 { becameStale(Invalidation(rawValue: facts.stale)) }
        if classInfo.displayProperties.rawValue & PropertySet(property).rawValue != 0 { setNeedsDisplay() }
        if classInfo.kind == .transform, CATransformLayer.ignored.contains(PropertySet(property)) {
            LayerReport.ignored(self, property.key)
        }
        if change.isWatched { Watch.didSet(self, property.key, storedValue(property), isAsked: facts.asks, change.action) }
        change.action?.run(forKey: change.key, object: self, arguments: nil)
        if let start = change.start { addImplicitAnimation(property, from: start) }
        if change.isObserved { KeyValueChanges.did(self, property.key) }
    }

    /// Performs the same steps for a key that only key-value access or a subclass defines.
    final func changeCustom(_ key: String, _ new: PropertyValue?, initial: PropertyValue? = nil) {
        if refusesChange(of: key) { return }
        // The value that an action animates from. A property wrapper's initial value has not been stored yet.
        if let initial, customValue(key) == nil { LayerLock.withLock { storeCustom(key, initial) } }
        let before = customValue(key)
        if before == new { return }
        let needs = LayerLock.withLock { self.needs }
        if needs.contains(.isCopying) { return LayerLock.withLock { storeCustom(key, new) } }
        let thread = TransactionThread.opened
        if Watch.isOn { Watch.willSet(self, key, before) }
        let action = mayFindAction && !isQuiet(needs.rawValue) && thread.asksForActions ? self.action(forKey: key) : nil
        let isObserved = needs.contains(.isObserved)
        if isObserved { KeyValueChanges.will(self, key) }
        thread.ensureTransaction()
        LayerLock.withLock {
            thread.willChangeCustom(self)
            storeCustom(key, new)
        }
        withExtendedLifetime(before) {}
        if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
        if Watch.isOn { Watch.didSet(self, key, new, isAsked: true, action) }
        action?.run(forKey: key, object: self, arguments: nil)
        if isObserved { KeyValueChanges.did(self, key) }
    }

    /// Returns the value that key-value access or a subclass has stored.
    package final func customValue(_ key: String) -> PropertyValue? { LayerLock.withLock { state.objects.custom?[key] } }

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
        if stale.contains(.superLayout) { parentNow?.markForLayoutAutomatically() }
    }

    /// Returns the action for an event that is not a property.
    final func askAction(_ event: String) -> (any CAAction)? {
        let needs = LayerLock.withLock { self.needs }
        guard !isQuiet(needs.rawValue), mayFindAction, !needs.contains(.isCopying), CATransaction.asksForActions else { return nil }
        return action(forKey: event)
    }
}

/// A type whose numbers can be checked for finiteness before they are stored in the tree.
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
