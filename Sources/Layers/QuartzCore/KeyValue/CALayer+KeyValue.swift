import CoreGraphics
import Foundation
import RenderTree

/// Key-value access (Behaviour 4.12): properties of the table by row, a few keys individually, and all other keys in the layer's own
/// storage.
extension CALayer {
    /// The keys without a row in the table whose values archives and documents contain.
    package static let keysBesideTheTable = ["autoresizingMask", "contentsHeadroom", "toneMapMode", "preferredDynamicRange", "scrollMode"]

    final func keyedValue(_ key: String) -> Any? {
        if let row = row(forKey: key) {
            return storedValue(row.property).map { Boxing.any($0, as: row) }
        }
        switch key {
        case "frame": return frame
        case "visibleRect": return visibleRect
        case "superlayer": return superlayer
        case "sublayers": return sublayers
        case "mask": return mask
        case "delegate": return delegate
        case "actions": return actions
        case "style": return style
        case "layoutManager": return layoutManager
        case "constraints": return constraints
        case "autoresizingMask": return NSNumber(value: autoresizingMask.rawValue)
        case "contentsHeadroom": return NSNumber(value: Double(contentsHeadroom))
        case "toneMapMode": return toneMapMode.rawValue
        case "preferredDynamicRange": return preferredDynamicRange.rawValue
        case "scrollMode": if let layer = self as? CAScrollLayer { return layer.scrollMode.rawValue }
        default: break
        }
        if let own = customValue(key) { return Boxing.any(own) }
        if let styled = styleValue(key) { return styled }
        if let standard = type(of: self).defaultValue(forKey: key) { return standard }
        return key.contains(".") ? pathValue(key) : nil
    }

    final func setKeyedValue(_ value: Any?, _ key: String, event: String? = nil) {
        if let row = row(forKey: key) { return setProperty(row, value, event: event) }
        let value = value.map { Boxing.isPlain($0) ? $0 : ContainerDepth.guarded($0) }
        switch key {
        case "frame":
            if let boxed = boxed(value ?? CGRect.zero, .rect, key), case .rect(let r) = boxed { frame = r }
        case "sublayers":
            if value == nil || value is [CALayer] { sublayers = value as? [CALayer] } else { LayerReport.wrongValue(self, key, value) }
        case "mask":
            if value == nil || value is CALayer { mask = value as? CALayer } else { LayerReport.wrongValue(self, key, value) }
        case "delegate": delegate = value as? any CALayerDelegate
        case "actions": actions = value as? [String: any CAAction]
        case "style": style = value.flatMap { ContainerDepth.dictionary($0) }
        case "layoutManager": layoutManager = value as? any CALayoutManager
        case "constraints": constraints = value as? [CAConstraint]
        case "autoresizingMask":
            if let boxed = boxed(value ?? 0, .number, key), case .number(let n) = boxed {
                autoresizingMask = CAAutoresizingMask(rawValue: UInt32(max(0, min(n, 63))))
            }
        case "contentsHeadroom":
            if let boxed = boxed(value ?? 0, .number, key), case .number(let n) = boxed { contentsHeadroom = n }
        case "toneMapMode": toneMapMode = ToneMapMode(rawValue: value as? String ?? "automatic")
        case "preferredDynamicRange": preferredDynamicRange = DynamicRange(rawValue: value as? String ?? "standard")
        case "scrollMode" where self is CAScrollLayer:
            (self as? CAScrollLayer)?.scrollMode = CAScrollLayerScrollMode(rawValue: value as? String ?? "both")
        case "superlayer", "visibleRect": LayerReport.wrongValue(self, key, value)
        default: changeCustom(key, value.map { Boxing.value($0) })
        }
    }

    private func row(forKey key: String) -> PropertyRow? {
        PropertyTable.row(forKey: key, of: layerClass) ?? PropertyTable.row(forKey: Boxing.canonical(key, layerClass), of: layerClass)
    }

    private func boxed(_ value: Any, _ kind: ValueKind, _ key: String) -> PropertyValue? {
        if let boxed = Boxing.value(value, as: kind) { return boxed }
        LayerReport.wrongValue(self, key, value)
        return nil
    }

    /// Sets a property. Nil is 0 for scalars, as in key-value coding of layers; the identity for transforms; and nil for objects.
    private func setProperty(_ row: PropertyRow, _ value: Any?, event: String?) {
        guard let value, !Boxing.isNil(value) || row.kind == .object else { return assign(row, row.kind.zero, event: event) }
        guard let boxed = boxed(value, row.kind, row.key) else { return }
        assign(row, boxed, event: event)
    }

    /// Stores a value. Setters that do more than store are called; other properties use the common path.
    private func assign(
        _ row: PropertyRow, _ value: PropertyValue?, event: String?, part: (path: SubPath, value: PropertyValue?)? = nil
    ) {
        if let value, !value.isAllFinite(or: row) { return LayerReport.invalid(self, event ?? row.key, Boxing.any(value)) }
        switch (row.storage, value) {
        case (_, .rect(let r)?) where row.property == .bounds:
            let oldSize = bounds.size
            putValue(.bounds, .rect(r.standardized), event: event)
            boundsSizeChanged(from: oldSize)
        case (.byte(_, nil), .number(let n)?): putValue(row.property, .number(Double(Int(max(0, min(n, 65535))) & 15)), event: event)
        case (.byte(_, .some), .string(let name)?), (.extraByte(_, .some), .string(let name)?):
            putValue(row.property, Boxing.knownName(name, row), event: event)
        case (.float, .number(let n)?), (.extraFloat, .number(let n)?): putValue(row.property, .number(Double(Float(n))), event: event)
        default: putValue(row.property, value, event: event, part: part)
        }
    }

    // MARK: Key paths

    final func pathValue(_ keyPath: String) -> Any? {
        guard let dot = keyPath.firstDot else { return value(forKey: keyPath) }
        let head = String(keyPath[..<dot]), tail = String(keyPath[keyPath.index(after: dot)...])
        if let row = row(forKey: head) {
            if let path = FilterPath(head, tail), let value = currentState.value(at: path) { return Boxing.any(value) }
            guard !Self.isFilter(row) else { return ownFilterValue(row, tail) ?? LayerReport.filterPath(self, keyPath) }
            guard let sub = SubPath(tail, of: row.kind) else {
                LayerReport.unknownPath(self, keyPath)
                return nil
            }
            return storedValue(at: PropertyKeyPath(root: .property(row.property), subPath: sub)).map { Boxing.any($0) }
        }
        if head == "frame" { return SubPath(tail, of: .rect)?.get(.rect(frame)).map { Boxing.any($0) } }
        if let named = namedSublayer(head, tail) { return named.layer.value(forKeyPath: named.rest) }
        if let own = customValue(keyPath) { return Boxing.any(own) }
        guard let whole = value(forKey: head) else { return nil }
        if let layer = Self.layer(whole) { return layer.value(forKeyPath: tail) }
        if let dictionary = ContainerDepth.dictionary(ContainerDepth.guarded(whole)) { return dictionary[tail] }
        return SubPath(rawValue: tail)?.get(Boxing.value(whole)).map { Boxing.any($0) }
    }

    final func setPathValue(_ value: Any?, _ keyPath: String) {
        guard let dot = keyPath.firstDot else { return setValue(value, forKey: keyPath) }
        let head = String(keyPath[..<dot]), tail = String(keyPath[keyPath.index(after: dot)...])
        if let row = row(forKey: head) {
            if let path = FilterPath(head, tail) { return setFilterValue(value, path, keyPath) }
            guard !Self.isFilter(row) else { _ = LayerReport.filterPath(self, keyPath); return }
            guard let sub = SubPath(tail, of: row.kind) else { return LayerReport.unknownPath(self, keyPath) }
            guard let part = part(value, sub, keyPath) else { return }
            var new = currentState
            new.setValue(part, at: PropertyKeyPath(root: .property(row.property), subPath: sub))
            assign(row, new.value(of: row.property), event: row.key + "." + tail, part: (sub, part))
        } else if head == "frame" {
            var whole = PropertyValue.rect(frame)
            guard let sub = SubPath(tail, of: .rect) else { return LayerReport.unknownPath(self, keyPath) }
            guard let part = part(value, sub, keyPath) else { return }
            sub.set(part, in: &whole)
            if case .rect(let r) = whole { frame = r }
        } else if let named = namedSublayer(head, tail) {
            named.layer.setValue(value, forKeyPath: named.rest)
        } else if let layer = self.value(forKey: head).flatMap({ Self.layer($0) }) {
            layer.setValue(value, forKeyPath: tail)
        } else if let sub = SubPath(rawValue: tail), var whole = customValue(head), sub.isPart(of: whole.kind) {
            guard let part = part(value, sub, keyPath) else { return }
            sub.set(part, in: &whole)
            changeCustom(head, whole)
        } else {
            changeCustom(keyPath, value.map { Boxing.value($0) })
        }
    }

    /// Returns a value as a layer. Casting a container to a class would recurse into each of its levels.
    private static func layer(_ value: Any) -> CALayer? { type(of: value) is CALayer.Type ? value as? CALayer : nil }

    /// Returns the value of a component. Nil is zero. For an invalid value, reports a diagnostic and returns nil.
    private func part(_ value: Any?, _ sub: SubPath, _ keyPath: String) -> PropertyValue? {
        guard let value, !Boxing.isNil(value) else { return sub.kind.zero }
        guard let part = boxed(value, sub.kind, keyPath) else { return nil }
        switch part {
        case .number(let v) where !v.isFinite: LayerReport.invalid(self, keyPath, v)
        case .point(let v) where !v.isAllFinite: LayerReport.invalid(self, keyPath, v)
        case .size(let v) where !v.isAllFinite: LayerReport.invalid(self, keyPath, v)
        default: return part
        }
        return nil
    }

    /// Sets the filters with one value changed, with the setter's common path. The action may be searched for by the whole key path.
    private func setFilterValue(_ value: Any?, _ path: FilterPath, _ keyPath: String) {
        guard let given = value.flatMap({ Boxing.value($0, as: path.input.kind) }) ?? (value == nil ? path.input.kind.zero : nil) else {
            return LayerReport.wrongValue(self, keyPath, value)
        }
        if let numbers = given.numbersOfFilter, !numbers.allSatisfy(\.isFinite) {
            return LayerReport.invalid(self, keyPath, Boxing.any(given))
        }
        var new = currentState
        guard new.setValue(given, at: path) else { _ = LayerReport.filterPath(self, keyPath); return }
        putValue(path.property, new.value(of: path.property), event: keyPath)
    }

    /// Returns a filter's `name` or `type`, which can't be animated, or a whole filter.
    private func ownFilterValue(_ row: PropertyRow, _ tail: String) -> Any? {
        let all = row.property == .filters ? filters : backgroundFilters
        if row.property == .compositingFilter { return (compositingFilter as? CAFilter)?.value(forKey: tail) }
        if let filter = all?.lazy.compactMap({ $0 as? CAFilter }).first(where: { $0.name == tail }) { return filter }
        guard let dot = tail.lastIndex(of: ".") else { return nil }
        return all?.lazy.compactMap { $0 as? CAFilter }.first { $0.name == tail[..<dot] }?.value(
            forKey: String(tail[tail.index(after: dot)...]))
    }

    private static func isFilter(_ row: PropertyRow) -> Bool {
        row.property == .filters || row.property == .backgroundFilters || row.property == .compositingFilter
    }

    /// Returns the sublayer that `sublayers.NAME.…` refers to, and the rest of the key path.
    private func namedSublayer(_ head: String, _ tail: String) -> (layer: CALayer, rest: String)? {
        guard head == "sublayers", let dot = tail.firstIndex(of: ".") else { return nil }
        let name = tail[..<dot]
        guard let layer = treeChildren.first(where: { $0.name.map { $0 == name } ?? false }) else { return nil }
        return (layer, String(tail[tail.index(after: dot)...]))
    }
}

extension PropertyValue {
    /// The components of a value of the kinds that filters take.
    fileprivate var numbersOfFilter: [Double]? {
        switch self {
        case .number(let n): [n]
        case .point(let p): [Double(p.x), Double(p.y)]
        case .numbers(let list): list
        default: nil
        }
    }
}
