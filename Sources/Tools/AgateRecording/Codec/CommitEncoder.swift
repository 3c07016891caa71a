import CoreGraphics
import RenderTree

/// Turns commits into bytes. Numbers of layers and animations count from the first that it meets, so that a recording says nothing of the
/// process that it comes from.
package final class CommitEncoder {
    let out: ByteWriter
    let resources: ResourceTable
    private var firstLayer: UInt64?
    private var firstAnimation: UInt64?
    private var lastLayer: Int64 = 0
    private var lastAnimation: Int64 = 0
    /// What could not be written as it is, and how often.
    package private(set) var losses: [Recording.Loss: Int] = [:]

    package init() {
        out = ByteWriter(capacity: 1 << 16)
        resources = ResourceTable()
    }

    init(_ out: ByteWriter, _ resources: ResourceTable) {
        self.out = out
        self.resources = resources
    }

    func lose(_ loss: Recording.Loss) { losses[loss, default: 0] += 1 }

    /// The number in the recording of a layer.
    @inline(__always)
    func local(_ id: LayerID) -> Int64 {
        let first = firstLayer ?? id.rawValue
        if firstLayer == nil { firstLayer = first }
        return Int64(bitPattern: id.rawValue &- first)
    }

    private func local(_ id: AnimationID) -> Int64 {
        let first = firstAnimation ?? id.rawValue
        if firstAnimation == nil { firstAnimation = first }
        return Int64(bitPattern: id.rawValue &- first)
    }

    /// As the difference to the one before.
    @inline(__always)
    private func layer(_ id: LayerID) {
        let number = local(id)
        out.signed(number &- lastLayer)
        lastLayer = number
    }

    private func animation(_ id: AnimationID) {
        let number = local(id)
        out.signed(number &- lastAnimation)
        lastAnimation = number
    }

    /// The bytes of one commit, which stand in `bytes`.
    @discardableResult
    package func encode(_ commit: Commit) -> UnsafeRawBufferPointer {
        out.removeAll()
        write(commit)
        return out.bytes
    }

    func write(_ commit: Commit) {
        lastLayer = 0
        lastAnimation = 0
        out.double(commit.time)
        switch commit.root {
        case nil: out.byte(0)
        case .some(nil): out.byte(1)
        case .some(let root?):
            out.byte(2)
            layer(root)
        }
        out.size(commit.updates.count)
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: LayerWords.count) { words in
            guard let words = words.baseAddress else { return }
            commit.updates.withUnsafeBufferPointer { updates in
                guard let first = updates.baseAddress else { return }
                for i in 0..<updates.count { write(first + i, words) }
            }
        }
        out.size(commit.animations.count)
        for change in commit.animations {
            switch change {
            case .add(let id, let number, let spec):
                out.byte(1)
                layer(id)
                animation(number)
                write(spec)
            case .remove(let id, let number):
                out.byte(0)
                layer(id)
                animation(number)
            }
        }
    }

    private static let valuesOffset = MemoryLayout<LayerUpdate>.offset(of: \.state)! + MemoryLayout<LayerState>.offset(of: \.values)!

    /// Through a pointer: an update is large, and a copy of it counts a reference for each of its parts.
    private func write(_ update: UnsafePointer<LayerUpdate>, _ words: UnsafeMutablePointer<UInt64>) {
        layer(update.pointee.id)
        out.byte(update.pointee.layerClass.rawValue)
        var parts: UpdateParts = []
        if update.pointee.changed == .all { parts.insert(.isNew) }
        if update.pointee.state.extraBox != nil { parts.insert(.extra) }
        // Mostly there are none but colours, which stand among the words.
        let objects = update.pointee.state.objectsBox.map { ObjectParts($0.pointer) } ?? []
        if !objects.isEmpty { parts.insert(.objects) }
        if update.pointee.sublayers != nil { parts.insert(.sublayers) }
        switch update.pointee.mask {
        case nil: break
        case .some(nil): parts.insert(.noMask)
        case .some: parts.insert(.mask)
        }
        out.byte(parts.rawValue)
        if !parts.contains(.isNew) {
            out.word(UInt64(truncatingIfNeeded: update.pointee.changed.rawValue))
            out.word(UInt64(truncatingIfNeeded: update.pointee.changed.rawValue >> 64))
        }
        // By its place: passed as a value it would be copied.
        let values = (UnsafeRawPointer(update) + Self.valuesOffset).assumingMemoryBound(to: LayerValues.self)
        LayerWords.write(values, words, to: out)
        if let box = update.pointee.state.extraBox { out.sparse(box.pointer.pointee, usual: LayerExtra()) }
        if !objects.isEmpty, let box = update.pointee.state.objectsBox { write(box.pointer, objects) }
        if parts.contains(.sublayers) { writeSublayers(update) }
        if parts.contains(.mask), case .some(let mask?) = update.pointee.mask { layer(mask) }
    }

    private func writeSublayers(_ update: UnsafePointer<LayerUpdate>) {
        out.size(update.pointee.keptAtStart)
        out.size(update.pointee.keptAtEnd)
        guard let list = update.pointee.sublayers else { return }
        out.size(list.count)
        let before = lastLayer
        for id in list { layer(id) }
        // The next update is mostly the first of them.
        lastLayer = before
    }
}

/// What follows in an update.
struct UpdateParts: OptionSet {
    let rawValue: UInt8
    static let isNew = Self(rawValue: 1)
    static let extra = Self(rawValue: 2)
    static let objects = Self(rawValue: 4)
    static let sublayers = Self(rawValue: 8)
    static let mask = Self(rawValue: 16)
    static let noMask = Self(rawValue: 32)
}
