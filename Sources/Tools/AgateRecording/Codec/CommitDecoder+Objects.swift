import CoreGraphics
import Foundation
import RenderTree

extension CommitDecoder {
    mutating func readObjects(_ input: inout ByteReader, _ objects: inout LayerObjects) {
        let parts = ObjectParts(rawValue: input.varint())
        if !ObjectParts.all.isSuperset(of: parts) { input.damage() }
        guard !parts.isEmpty, !input.isDamaged else { return }
        if parts.contains(.contents) { objects.contents = readValue(&input, depth: 0) }
        if parts.contains(.tiles) { objects.tiles = readTiles(&input) }
        if parts.contains(.shadowPath) { objects.shadowPath = readPath(&input) }
        if parts.contains(.path) { objects.path = readPath(&input) }
        if parts.contains(.dash) { objects.lineDashPattern = readNumbers(&input) }
        if parts.contains(.colors) { objects.colors = readColors(&input) }
        if parts.contains(.locations) { objects.locations = readNumbers(&input) }
        if parts.contains(.text) { objects.text = OpaqueObject(input.string()) }
        if parts.contains(.cells) { objects.emitterCells = readCells(&input, depth: 0) }
        if parts.contains(.name) { objects.name = input.string() }
        if parts.contains(.compositingFilter) { objects.compositingFilter = readObject(&input, depth: 0) }
        if parts.contains(.filters) { objects.filters = readObjects(&input, depth: 0) }
        if parts.contains(.backgroundFilters) { objects.backgroundFilters = readObjects(&input, depth: 0) }
        if parts.contains(.custom) {
            var custom: [String: PropertyValue] = [:]
            for _ in 0..<input.size(eachAtLeast: 3) {
                if input.isDamaged { break }
                let key = input.string()
                custom[key] = readValue(&input, depth: 0)
            }
            objects.custom = custom
        }
        if parts.contains(.behaviors) { objects.emitterBehaviors = readBehaviors(&input) }
    }

    private mutating func readTiles(_ input: inout ByteReader) -> LayerTiles? {
        let isFlipped = input.byte() != 0
        let duration = input.double()
        var pieces: ContiguousArray<LayerTiles.Piece> = []
        for _ in 0..<input.size(eachAtLeast: 75) {
            let rect = readRect(&input)
            guard let picture = readPicture(&input), !input.isDamaged else { return nil }
            var piece = LayerTiles.Piece(rect: rect, picture: picture, outerEdges: input.byte())
            piece.begin = input.time()
            if input.byte() != 0 { piece.under = readPicture(&input) }
            pieces.append(piece)
        }
        if pieces.contains(where: { $0.begin > -.infinity }), duration <= 0 { input.damage() }
        return LayerTiles(pieces, isFlipped: isFlipped, fadeDuration: duration)
    }

    private mutating func readPicture(_ input: inout ByteReader) -> LayerTiles.Picture? {
        let image = image(&input)
        let source = readRect(&input)
        return image.map { LayerTiles.Picture(image: $0, source: source) }
    }

    mutating func readCells(_ input: inout ByteReader, depth: Int) -> [EmitterCellSpec] {
        guard depth < Self.depthLimit else {
            input.damage()
            return []
        }
        var cells: [EmitterCellSpec] = []
        for _ in 0..<input.size(eachAtLeast: 10) {
            if input.isDamaged { break }
            var cell = EmitterCellSpec()
            input.sparse(&cell)
            let parts = input.byte()
            cell.name = parts & 1 != 0 ? input.string() : nil
            // The components beside it are what is drawn; they have already been read.
            cell.color = parts & 2 != 0 ? readColor(&input) : nil
            cell.contents = parts & 4 != 0 ? readValue(&input, depth: depth + 1) : nil
            cell.cells = readCells(&input, depth: depth + 1)
            cells.append(cell)
        }
        return cells
    }

    private func readBehaviors(_ input: inout ByteReader) -> [EmitterBehaviorSpec] {
        var behaviors: [EmitterBehaviorSpec] = []
        for _ in 0..<input.size(eachAtLeast: 10) {
            if input.isDamaged { break }
            let type = input.byte()
            var behavior = EmitterBehaviorSpec(type: type == 0 ? nil : EmitterBehaviorType(rawValue: type - 1))
            if type > 0, behavior.type == nil { input.damage() }
            input.sparse(&behavior)
            let parts = BehaviorParts(rawValue: input.byte())
            if parts.rawValue > 63 { input.damage() }
            if parts.contains(.name) { behavior.name = input.string() }
            if parts.contains(.keyPath) { behavior.keyPath = input.string() }
            if parts.contains(.values) { behavior.values = readNumbers(&input) }
            if parts.contains(.colors) { behavior.colors = readColors(&input) }
            if parts.contains(.locations) { behavior.locations = readNumbers(&input) }
            if parts.contains(.color) { behavior.color = readColor(&input) }
            behaviors.append(behavior)
        }
        return behaviors
    }

    // MARK: Values

    mutating func readValue(_ input: inout ByteReader, depth: Int) -> PropertyValue {
        // Numbers that are not finite are refused where they are used, with a diagnostic, like those of a program.
        func number() -> Double { Double(bitPattern: input.word()) }
        switch input.byte() {
        case 0: return .number(number())
        case 1: return .bool(input.byte() != 0)
        case 2: return .point(CGPoint(x: number(), y: number()))
        case 3: return .size(CGSize(width: number(), height: number()))
        case 4: return .rect(CGRect(x: number(), y: number(), width: number(), height: number()))
        case 5:
            var m = CATransform3DIdentity
            withUnsafeMutableBytes(of: &m) { for i in 0..<16 { $0.storeBytes(of: number(), toByteOffset: i * 8, as: Double.self) } }
            return .transform(m)
        case 6: return .color(readColor(&input))
        case 7: return readPath(&input).map { .path($0) } ?? .number(0)
        case 8: return image(&input).map { .image($0) } ?? .number(0)
        case 9: return .colors(readColors(&input))
        case 10:
            let count = input.size(eachAtLeast: 8)
            return .numbers((0..<count).map { _ in number() })
        case 11: return .insets(EdgeInsets(top: number(), left: number(), bottom: number(), right: number()))
        case 12: return .string(input.string())
        case 13: return .object(readObject(&input, depth: depth))
        default:
            input.damage()
            return .number(0)
        }
    }

    private mutating func readObject(_ input: inout ByteReader, depth: Int) -> OpaqueObject {
        guard depth < Self.depthLimit else {
            input.damage()
            return OpaqueObject("")
        }
        switch input.choice(ObjectForm.other) {
        case .other: return OpaqueObject(UnknownObject(type: input.string()))
        case .filter:
            var spec = FilterSpec(type: input.string())
            spec.name = input.string()
            spec.isEnabled = input.byte() != 0
            input.sparse(&spec.inputs)
            return OpaqueObject(LayerFilter(spec))
        case .list: return OpaqueObject(readObjects(&input, depth: depth + 1))
        case .cells: return OpaqueObject(readCells(&input, depth: depth + 1))
        case .text: return OpaqueObject(input.string())
        case .behaviors: return OpaqueObject(readBehaviors(&input))
        }
    }

    private mutating func readObjects(_ input: inout ByteReader, depth: Int) -> [OpaqueObject] {
        var list: [OpaqueObject] = []
        for _ in 0..<input.size(eachAtLeast: 2) {
            if input.isDamaged { break }
            list.append(readObject(&input, depth: depth))
        }
        return list
    }

    private func readRect(_ input: inout ByteReader) -> CGRect {
        CGRect(x: input.double(), y: input.double(), width: input.double(), height: input.double())
    }

    private func readColor(_ input: inout ByteReader) -> CGColor {
        CGColor(rgba: RGBA(input.float(), input.float(), input.float(), input.float()))
    }

    private func readColors(_ input: inout ByteReader) -> [CGColor] {
        (0..<input.size(eachAtLeast: 16)).map { _ in readColor(&input) }
    }

    func readNumbers(_ input: inout ByteReader) -> [Double] {
        let count = input.size(eachAtLeast: 8)
        return (0..<count).map { _ in input.double() }
    }

    func readPath(_ input: inout ByteReader) -> CGPath? {
        let verbs = input.raw(input.size())
        var count = 0
        for verb in verbs {
            guard let verb = PathVerb(rawValue: verb) else {
                input.damage()
                return nil
            }
            count += verb.pointCount
        }
        let points = input.raw(count * 16)
        guard !input.isDamaged, let path = CGPath(archivedElements: Data(verbs), points: Data(points)) else {
            input.damage()
            return nil
        }
        return path
    }
}
