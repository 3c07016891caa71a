import CoreGraphics
import RenderTree

/// Encodes commits as bytes. Layers and animations are numbered from the first one encountered, so that a recording reveals nothing about
/// its process.
package final class CommitEncoder {
    let out: ByteWriter
    let resources: ResourceTable
    private var firstLayer: UInt64?
    private var firstAnimation: UInt64?
    private var lastLayer: Int64 = 0
    private var lastAnimation: Int64 = 0
    /// The kinds of content that could not be represented exactly, with their counts.
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

    /// Returns the recording's number of a layer.
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

    /// Writes a number as the difference to the previous one.
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

    /// Encodes one commit, and returns its bytes in the encoder's buffer.
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

    /// Takes a pointer, because an update is large, and copying it would increment a reference count for each of its parts.
    private func write(_ update: UnsafePointer<LayerUpdate>, _ words: UnsafeMutablePointer<UInt64>) {
        layer(update.pointee.id)
        out.byte(update.pointee.layerClass.rawValue)
        var parts: UpdateParts = []
        if update.pointee.changed == .all { parts.insert(.isNew) }
        if update.pointee.state.extraBox != nil { parts.insert(.extra) }
        // Usually there are none except colours, which are among the words.
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
        // Accessed by its address, because passing it as a value would copy it.
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
        // The next update is usually the first of them.
        lastLayer = before
    }
}

/// The parts of an update that follow.
struct UpdateParts: OptionSet {
    let rawValue: UInt8
    static let isNew = Self(rawValue: 1)
    static let extra = Self(rawValue: 2)
    static let objects = Self(rawValue: 4)
    static let sublayers = Self(rawValue: 8)
    static let mask = Self(rawValue: 16)
    static let noMask = Self(rawValue: 32)
}
