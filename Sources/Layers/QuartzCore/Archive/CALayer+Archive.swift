import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// The archive of a layer: the properties that differ from their defaults, custom keys, actions, mask and sublayers.
/// Animations, the delegate and the superlayer are not encoded, as in Apple's.
extension CALayer {
    /// Returns the values of rows of the table to archive, those that are packed and the others.
    /// - Parameter byKey: True to ask for each key whether it is archived, as a subclass may answer that.
    final func valuesToArchive(byKey: Bool) -> (plain: [(key: String, value: PropertyValue)], others: [(key: String, value: Any)]) {
        var plain: [(key: String, value: PropertyValue)] = [], others: [(key: String, value: Any)] = []
        let state = currentState, explicit = LayerLock.withLock { explicitProperties }
        for archived in ArchivedRow.all(of: self) {
            let row = archived.row
            if byKey {
                if !shouldArchiveValue(forKey: row.key) { continue }
            } else if !archived.isAlways, explicit.isDisjoint(with: PropertySet(row.property)),
                state.value(of: row.property) == archived.initial
            {
                continue
            }
            if !byKey, let value = storedValue(row.property), value.isPlain(row.kind), PackedValues.canHold(value) {
                plain.append((row.key, value))
                continue
            }
            guard let value = keyedValue(row.key) else {
                // Nil instead of the class's default, such as the fill of a shape.
                if archived.initial != nil { others.append((row.key, NSNull())) }
                continue
            }
            if let boxed = Boxing.value(value, as: row.kind), PackedValues.canHold(boxed) {
                plain.append((row.key, boxed))
            } else {
                others.append((row.key, value))
            }
        }
        return (plain, others)
    }

    final func archive(to coder: NSCoder) {
        var (plain, others) = valuesToArchive(byKey: !classInfo.isStandard)
        for key in Self.keysBesideTheTable where key != "autoresizingMask" && customValue(key) == nil {
            guard let value = keyedValue(key) as? AnyHashable else { continue }
            if value != type(of: self).defaultValue(forKey: key) as? AnyHashable { others.append((key, value.base)) }
        }
        if !plain.isEmpty { coder.encodeBytes(PackedValues.pack(plain), forKey: "values") }
        coder.encodeArchived(others)
        coder.encodeOwn((currentState.objects.custom ?? [:]).mapValues { Boxing.any($0) })
        let autoresizing = LayerLock.withLock { self.autoresizing }
        if autoresizing != 0 { coder.encode(NSNumber(value: autoresizing), forKey: "autoresizingMask") }
        if let actions { coder.encodeNamed(actions, forKey: "actions") }
        (self as? CAEmitterLayer)?.archiveCells(to: coder)
        archiveTree(to: coder)
        for (key, isSet) in [("style", style != nil), ("layoutManager", layoutManager != nil), ("constraints", constraints != nil)]
        where isSet {
            Diagnostic.reportOnce("archive.left-out", key: key, "\(LayerReport.describe(self)): \(key) is not archived")
        }
    }

    /// Sets the values directly in the state. The layer is not live yet, so no actions are searched for and nothing is committed.
    final func restore(from coder: NSCoder) {
        let plain = coder.storedBytes(forKey: "values").map(PackedValues.unpack) ?? [:]
        for row in ArchivedRow.all(of: self).map(\.row) {
            guard let value = plain[row.key].map({ Boxing.any($0) }) ?? coder.decodeArchived(row.key) else { continue }
            if Boxing.isNil(value) {
                state.setValue(nil, of: row.property)
                continue
            }
            guard let boxed = Boxing.value(value, as: row.kind), boxed.isAllFinite(or: row), state.setValue(boxed, of: row.property) else {
                LayerReport.wrongValue(self, row.key, value)
                continue
            }
        }
        for key in Self.keysBesideTheTable where key != "autoresizingMask" {
            if let value = coder.decodeArchived(key) { setKeyedValue(value, key) }
        }
        let own = coder.decodeOwn()
        if !own.isEmpty { state.objects.custom = own.mapValues { Boxing.value($0) } }
        if let mask = coder.stored(NSNumber.self, forKey: "autoresizingMask") { autoresizing = mask.uint8Value & 63 }
        if let actions = coder.decodeNamed(forKey: "actions") { self.actions = actions }
        (self as? CAEmitterLayer)?.restoreCells(from: coder)
        restoreTree(from: coder)
    }

    /// Encodes all descendants as one list, each with the index of its superlayer in the list (this layer is 0), negative for a mask. If
    /// layers contained their sublayers in archives as they do in memory, coding would need a stack as deep as the tree. Layers that are
    /// already in a list encode no sublayers.
    private func archiveTree(to coder: NSCoder) {
        guard LayerLock.withLock({ !children.isEmpty || maskLayer != nil }), !TransactionThread.current.coding.lists(self, coder) else {
            return
        }
        var layers = [self], links = [0]
        LayerLock.withLock {
            var place = 0
            while place < layers.count {
                for child in layers[place].children {
                    layers.append(child)
                    links.append(place)
                }
                if let mask = layers[place].maskLayer {
                    layers.append(mask)
                    links.append(-1 - place)
                }
                place += 1
            }
        }
        TransactionThread.current.coding.list(layers, coder) {
            coder.encodeList(Array(layers.dropFirst()), forKey: "treeLayers")
            var bytes = Data()
            for link in links.dropFirst() { withUnsafeBytes(of: Int64(link).littleEndian) { bytes.append(contentsOf: $0) } }
            coder.encodeBytes(bytes, forKey: "treeLinks")
        }
    }

    private func restoreTree(from coder: NSCoder) {
        guard let below = coder.storedList(of: CALayer.self, forKey: "treeLayers"),
            let links = coder.storedBytes(forKey: "treeLinks").map({ [UInt8]($0) }), links.count == 8 * below.count
        else { return }
        let layers = [self] + below
        for place in below.indices {
            let link = Int(Int64(bitPattern: (0..<8).reduce(0) { $0 | UInt64(links[8 * place + $1]) << UInt64(8 * $1) }))
            let above = link < 0 ? -1 - link : link
            // Superlayers precede their sublayers.
            guard above <= place else { continue }
            if link < 0 { layers[above].mask = layers[place + 1] } else { layers[above].addSublayer(layers[place + 1]) }
        }
    }
}

/// A row of the properties to archive. An emitter's cells and behaviours are objects and are encoded separately.
private final class ArchivedRow: Sendable {
    let row: PropertyRow
    let isAlways: Bool
    /// The value of a new layer.
    let initial: PropertyValue?

    private init(_ row: PropertyRow, _ info: LayerClassInfo) {
        self.row = row
        isAlways = LayerDefaults.isAlwaysArchived(row.key)
        initial = info.initialState.value(of: row.property)
    }

    private static let known = Locked<[ObjectIdentifier: [ArchivedRow]]>([:])

    static func all(of layer: CALayer) -> [ArchivedRow] {
        let info = layer.classInfo
        return known.withLock { known in
            if let rows = known[ObjectIdentifier(info)] { return rows }
            let rows = PropertyTable.rows(of: info.kind).filter { !$0.holdsEmitterObjects }.map { ArchivedRow($0, info) }
            known[ObjectIdentifier(info)] = rows
            return rows
        }
    }
}

extension PropertyValue {
    /// True for a value that consists of numbers and has the form in which a property of the kind is read.
    fileprivate func isPlain(_ kind: ValueKind) -> Bool {
        switch (self, kind) {
        case (.number, .number), (.bool, .bool), (.point, .point), (.size, .size), (.rect, .rect), (.transform, .transform),
            (.color, .color):
            true
        default: false
        }
    }
}

extension NSCoder {
    /// Encodes actions that are animations or `NSNull`. Others are left out with a diagnostic.
    fileprivate func encodeNamed(_ actions: [String: any CAAction], forKey key: String) {
        let named = actions.compactMapValues { ArchivedValue($0, key: key) }
        let names = named.keys.sorted()
        encodeList(names.map { $0 as NSString }, forKey: key + "Names")
        encodeList(names.compactMap { named[$0] }, forKey: key)
    }

    fileprivate func decodeNamed(forKey key: String) -> [String: any CAAction]? {
        guard let names = storedList(of: NSString.self, forKey: key + "Names"),
            let actions = storedList(of: ArchivedValue.self, forKey: key), names.count == actions.count
        else { return nil }
        return Dictionary(zip(names, actions).compactMap { name, action in (action.value as? any CAAction).map { ("\(name)", $0) } }) {
            first, _ in first
        }
    }
}
