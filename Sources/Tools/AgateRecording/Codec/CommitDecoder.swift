import CoreGraphics
import RenderTree

/// Turns bytes into commits. The bytes may come from anybody: counts are held to what is there, nesting and memory to limits, and no number
/// gets through that the render tree would not take from a program.
package struct CommitDecoder {
    /// The images that have been read, by number.
    package var images: [CGImage] = []
    private var lastLayer: Int64 = 0
    private var lastAnimation: Int64 = 0
    /// How many layers' states may still be read, in all commits.
    private var updatesLeft: Int

    /// How deep groups of animations, cells of emitters and lists may nest.
    static let depthLimit = 32

    package init(updateLimit: Int = 8_000_000) { updatesLeft = updateLimit }

    /// One commit; nil where the bytes are none, or are not all used.
    package mutating func decode(_ bytes: UnsafeRawBufferPointer) -> Commit? {
        var input = ByteReader(bytes)
        let commit = read(&input)
        return input.isDamaged || !input.isAtEnd ? nil : commit
    }

    /// The number that the first layer of a file gets. Layers that were made before it have smaller ones, which so stay above zero, and
    /// below what a page's script counts exactly.
    private static let firstLayer: Int64 = 1_000_000_000

    /// The number that a layer of a file gets, by the file's own.
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
        // A layer takes at least its number, class, parts, mask and a byte more.
        let count = input.size(eachAtLeast: 11)
        updatesLeft -= count
        guard updatesLeft >= 0 else {
            input.damage()
            return commit
        }
        // Made in their places: an update is large.
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
