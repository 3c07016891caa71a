import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// Key-value access and archives of cells, based on the table of their properties.
extension CAEmitterCell {
    /// The maximum nesting depth of cells that the engine supports.
    package static let depthLimit = 8
    /// The maximum number of cells in a cell and its sub-cells; one cell may be a sub-cell of many.
    package static let countLimit = 65_536

    /// Returns the cell and its sub-cells as a value. A cell that contains itself ends at the depth limit.
    final func snapshot() -> EmitterCellSpec {
        var left = Self.countLimit
        return snapshot(0, &left)
    }

    private func snapshot(_ depth: Int, _ left: inout Int) -> EmitterCellSpec {
        var copy = spec
        guard let subCells, !subCells.isEmpty else { return copy }
        guard depth < Self.depthLimit - 1 else {
            Diagnostic.reportOnce(
                "emitter.deep-cells", key: "", "emitter cells are nested more than \(Self.depthLimit) deep; deeper cells are omitted")
            return copy
        }
        for cell in subCells {
            guard left > 0 else {
                Diagnostic.reportOnce(
                    "emitter.deep-cells", key: "count", "an emitter cell contains more than \(Self.countLimit) cells; the rest is omitted"
                )
                break
            }
            left -= 1
            copy.cells.append(cell.snapshot(depth + 1, &left))
        }
        return copy
    }

    private static func row(_ key: String) -> EmitterCellProperty? {
        EmitterCellProperty.index(forKey: key).map { EmitterCellProperty.rows[$0] }
    }

    private static func any(_ value: PropertyValue, _ row: EmitterCellProperty) -> Any {
        if row.isFloat, case .number(let n) = value { return NSNumber(value: Float(n)) }
        return Boxing.any(value)
    }

    /// Returns the class default; nil for zero, as in Apple's.
    static func standardValue(_ key: String) -> Any? {
        guard let row = row(key), key != "isEnabled" else { return nil }
        if case .number(0)? = EmitterCellSpec().value(row) { return nil }
        return EmitterCellSpec().value(row).map { any($0, row) }
    }

    final func differsFromDefault(_ key: String) -> Bool {
        switch key {
        case "emitterCells": subCells != nil
        case "style": style != nil
        default: Self.row(key).map { spec.value($0) != EmitterCellSpec().value($0) } ?? (ownKeys[key] != nil)
        }
    }

    final func keyedValue(_ key: String) -> Any? {
        if let row = Self.row(key) { return spec.value(row).map { Self.any($0, row) } }
        switch key {
        case "emitterCells": return subCells
        case "style": return style
        default: return ownKeys[key] ?? style?[key]
        }
    }

    final func setKeyedValue(_ value: Any?, _ key: String) {
        let value = value.map { ContainerDepth.guarded($0) }
        guard let row = Self.row(key) else {
            switch key {
            case "emitterCells":
                if value == nil || value is [CAEmitterCell] { subCells = value as? [CAEmitterCell] } else { refuse(value, key) }
            case "style": style = value.flatMap { ContainerDepth.dictionary($0) }
            default: setOwn(value.map { ContainerDepth.unguarded($0) }, key)
            }
            return
        }
        guard let value, !Boxing.isNil(value) else {
            spec.setValue(nil, row)
            return
        }
        guard let boxed = Boxing.value(value, as: row.kind), spec.setValue(boxed, row) else { return refuse(value, key) }
    }

    private func refuse(_ value: Any?, _ key: String) {
        let given = value.map { "a \(type(of: $0))" } ?? "nil"
        Diagnostic.report(
            "emitter.wrong-value",
            "\(type(of: self))\(name.map { " \"\($0)\"" } ?? ""): \(key) can't be set to \(given); the previous value is kept")
    }

    /// Returns the sub-cell that `emitterCells.NAME.…` refers to, and the rest of the key path.
    private func step(_ keyPath: String) -> (cell: CAEmitterCell, rest: String)? {
        let keys = keyPath.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard keys.count == 3, keys[0] == "emitterCells", let cell = subCells?.first(where: { $0.name.map { $0 == keys[1] } ?? false })
        else { return nil }
        return (cell, String(keys[2]))
    }

    final func pathValue(_ keyPath: String) -> Any? {
        guard let dot = keyPath.firstIndex(of: ".") else { return value(forKey: keyPath) }
        if let step = step(keyPath) { return step.cell.value(forKeyPath: step.rest) }
        let tail = String(keyPath[keyPath.index(after: dot)...])
        guard let row = Self.row(String(keyPath[..<dot])), let sub = SubPath(tail, of: row.kind) else { return ownKeys[keyPath] }
        return spec.value(row).flatMap { sub.get($0) }.map { Boxing.any($0) }
    }

    final func setPathValue(_ value: Any?, _ keyPath: String) {
        guard let dot = keyPath.firstIndex(of: ".") else { return setValue(value, forKey: keyPath) }
        if let step = step(keyPath) { return step.cell.setValue(value, forKeyPath: step.rest) }
        let tail = String(keyPath[keyPath.index(after: dot)...])
        guard let row = Self.row(String(keyPath[..<dot])), let sub = SubPath(tail, of: row.kind), spec.value(row) != nil else {
            setOwn(value, keyPath)
            return
        }
        guard let part = value.flatMap({ Boxing.value($0, as: sub.kind) }) ?? sub.kind.zero else { return refuse(value, keyPath) }
        // The other components keep their current values, regardless of concurrent changes to the structure.
        let isSet = LayerLock.withLock { () -> Bool in
            guard var whole = spec.value(row), sub.set(part, in: &whole) else { return false }
            return spec.setValue(whole, row)
        }
        if !isSet { refuse(value, keyPath) }
    }

    // MARK: Archives

    final func archive(to coder: NSCoder) {
        coder.encodeArchived(
            EmitterCellProperty.rows.compactMap { row in
                shouldArchiveValue(forKey: row.key) ? keyedValue(row.key).map { (row.key, $0) } : nil
            })
        // A removed colour differs from the default of a new cell.
        if spec.color == nil { coder.encode(true as NSNumber, forKey: "hasNoColor") }
        coder.encodeOwn(ownKeys)
        ArchiveCoding.archive(self) {
            let subCells = subCells?.filter { !ArchiveCoding.isInItself($0) }
            if let subCells { ArchiveCoding.nested { coder.encodeList(subCells, forKey: "emitterCells") } }
        }
        if style != nil {
            Diagnostic.reportOnce("archive.left-out", key: "emitter style", "\(type(of: self)): style is not archived")
        }
    }

    final func restore(from coder: NSCoder) {
        for row in EmitterCellProperty.rows {
            if let value = coder.decodeArchived(row.key) { setKeyedValue(value, row.key) }
        }
        if coder.stored(NSNumber.self, forKey: "hasNoColor") != nil { spec.setColor(nil) }
        ownKeys = coder.decodeOwn()
        subCells = ArchiveCoding.nested { coder.storedList(of: CAEmitterCell.self, forKey: "emitterCells") }
    }
}

extension EmitterCellSpec {
    static func name(of filter: ContentsFilter) -> String {
        switch filter {
        case .linear: "linear"
        case .nearest: "nearest"
        case .trilinear: "trilinear"
        }
    }

    /// Returns the filter with a name. An unknown name is treated as `linear`.
    static func filter(named name: String) -> ContentsFilter { name == "nearest" ? .nearest : name == "trilinear" ? .trilinear : .linear }
}
