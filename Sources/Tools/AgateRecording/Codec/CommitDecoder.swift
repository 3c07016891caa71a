import CoreGraphics
import RenderTree

/// Decodes commits from untrusted bytes: counts are limited by the available bytes, nesting and memory by limits, and only numbers that the
/// render tree would accept from a program are passed on.
package struct CommitDecoder {
    /// The images that have been read, by number.
    package var images: [CGImage] = []
    private var lastLayer: Int64 = 0
    private var lastAnimation: Int64 = 0
    /// The remaining number of layer updates that may be read, in all commits.
    private var updatesLeft: Int

    /// The largest nesting depth of animation groups, emitter cells and lists.
    static let depthLimit = 32

    package init(updateLimit: Int = 8_000_000) { updatesLeft = updateLimit }

    /// Decodes a commit; nil if the bytes are invalid, or are not all used.
    package mutating func decode(_ bytes: UnsafeRawBufferPointer) -> Commit? {
        var input = ByteReader(bytes)
        let commit = read(&input)
        return input.isDamaged || !input.isAtEnd ? nil : commit
    }

    /// The number of a file's first layer. Layers that were created before it have smaller numbers, which thus stay positive; and all are
    /// small enough for exact numbers in a page's script.
    private static let firstLayer: Int64 = 1_000_000_000

    /// Returns the number of a file's layer, by the file's own number.
    @inline(__always)
    static func layer(_ number: Int64) -> UInt64 { UInt64(bitPattern: number &+ firstLayer) }

    @inline(__always)
    private mutating func layer(_ input: inout ByteReader) -> LayerID {
        lastLayer &+= input.signed()
        return LayerID(rawValue: Self.layer(lastLayer))
    }

    private mutating func animation(_ input: inout ByteReader) -> AnimationID {
        lastAnimation &+= input.signed()
        return AnimationID(rawValue: UInt64(bitPattern: lastAnimation))
    }

    mutating func read(_ input: inout ByteReader) -> Commit {
        var commit = Commit()
        lastLayer = 0
        lastAnimation = 0
        commit.time = input.double()
        switch input.byte() {
        case 0: break
        case 1: commit.root = .some(nil)
        case 2: commit.root = .some(layer(&input))
        default: input.damage()
        }
        // A layer has at least its number, class, parts, mask and one more byte.
        let count = input.size(eachAtLeast: 11)
        updatesLeft -= count
        guard updatesLeft >= 0 else {
            input.damage()
            return commit
        }
        // Created in place, because an update is large.
        let usual = LayerUpdate(id: LayerID(rawValue: 0), layerClass: .layer, changed: .all, state: LayerState())
        commit.updates = [LayerUpdate](unsafeUninitializedCapacity: count) { buffer, made in
            guard let base = buffer.baseAddress else { return }
            while made < count, !input.isDamaged {
                (base + made).initialize(to: usual)
                made += 1
                readUpdate(&input, base + (made - 1))
            }
        }
        let changes = input.size(eachAtLeast: 3)
        commit.animations.reserveCapacity(changes)
        for _ in 0..<changes {
            if input.isDamaged { break }
            switch input.byte() {
            case 0: commit.animations.append(.remove(layer(&input), animation(&input)))
            case 1:
                let id = layer(&input)
                let number = animation(&input)
                commit.animations.append(.add(id, number, readSpec(&input, depth: 0)))
            default: input.damage()
            }
        }
        return commit
    }

    private static let valuesOffset = MemoryLayout<LayerUpdate>.offset(of: \.state)! + MemoryLayout<LayerState>.offset(of: \.values)!

    @inline(__always)
    private mutating func readUpdate(_ input: inout ByteReader, _ update: UnsafeMutablePointer<LayerUpdate>) {
        update.pointee.id = layer(&input)
        update.pointee.layerClass = input.choice(LayerClass.layer)
        let parts = UpdateParts(rawValue: input.byte())
        if parts.rawValue > 63 || parts.isSuperset(of: [.mask, .noMask]) { input.damage() }
        if !parts.contains(.isNew) {
            let low = input.word()
            let high = input.word()
            update.pointee.changed = PropertySet(rawValue: UInt128(high) << 64 | UInt128(low))
        }
        LayerWords.read((UnsafeMutableRawPointer(update) + Self.valuesOffset).assumingMemoryBound(to: LayerValues.self), from: &input)
        if parts.contains(.extra) {
            update.pointee.state.ensureOwnExtra()
            if let box = update.pointee.state.extraBox { input.sparse(&box.pointer.pointee) }
        }
        if parts.contains(.objects) { readObjects(&input, &update.pointee.state.objects) }
        if parts.contains(.sublayers) { readSublayers(&input, update) }
        if parts.contains(.mask) { update.pointee.mask = .some(layer(&input)) }
        if parts.contains(.noMask) { update.pointee.mask = .some(nil) }
    }

    private mutating func readSublayers(_ input: inout ByteReader, _ update: UnsafeMutablePointer<LayerUpdate>) {
        update.pointee.keptAtStart = Int(clamping: min(input.varint(), 1 << 32))
        update.pointee.keptAtEnd = Int(clamping: min(input.varint(), 1 << 32))
        let count = input.size()
        let before = lastLayer
        var list: [LayerID] = []
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(layer(&input)) }
        update.pointee.sublayers = list
        lastLayer = before
    }

    mutating func image(_ input: inout ByteReader) -> CGImage? {
        let number = input.varint()
        guard number < UInt64(images.count) else {
            input.damage()
            return nil
        }
        return images[Int(number)]
    }
}
