import CoreGraphics
import Foundation
import RenderTree

/// The parts of `LayerObjects` that follow. The colours of layers are not among them: they are numbers among the values.
struct ObjectParts: OptionSet {
    let rawValue: UInt64
    static let contents = Self(rawValue: 1)
    static let tiles = Self(rawValue: 2)
    static let picture = Self(rawValue: 4)
    static let shadowPath = Self(rawValue: 8)
    static let path = Self(rawValue: 16)
    static let dash = Self(rawValue: 32)
    static let colors = Self(rawValue: 64)
    static let locations = Self(rawValue: 128)
    static let text = Self(rawValue: 256)
    static let cells = Self(rawValue: 512)
    static let name = Self(rawValue: 1024)
    static let compositingFilter = Self(rawValue: 2048)
    static let filters = Self(rawValue: 4096)
    static let backgroundFilters = Self(rawValue: 8192)
    static let custom = Self(rawValue: 16384)
    static let behaviors = Self(rawValue: 32768)
    static let all = Self(rawValue: 65535)
}

/// The parts of an emitter behaviour that follow.
struct BehaviorParts: OptionSet {
    let rawValue: UInt8
    static let name = Self(rawValue: 1)
    static let keyPath = Self(rawValue: 2)
    static let values = Self(rawValue: 4)
    static let colors = Self(rawValue: 8)
    static let locations = Self(rawValue: 16)
    static let color = Self(rawValue: 32)
}

/// The kinds of objects.
enum ObjectForm: UInt8 { case other, filter, list, cells, text, behaviors }

extension ObjectParts {
    /// The parts that exist.
    init(_ o: UnsafePointer<LayerObjects>) {
        self = []
        if o.pointee.contents != nil { insert(.contents) }
        if o.pointee.tiles != nil { insert(.tiles) }
        if o.pointee.picture != nil { insert(.picture) }
        if o.pointee.shadowPath != nil { insert(.shadowPath) }
        if o.pointee.path != nil { insert(.path) }
        if o.pointee.lineDashPattern != nil { insert(.dash) }
        if o.pointee.colors != nil { insert(.colors) }
        if o.pointee.locations != nil { insert(.locations) }
        if o.pointee.text != nil { insert(.text) }
        if o.pointee.emitterCells != nil { insert(.cells) }
        if o.pointee.name != nil { insert(.name) }
        if o.pointee.compositingFilter != nil { insert(.compositingFilter) }
        if o.pointee.filters != nil { insert(.filters) }
        if o.pointee.backgroundFilters != nil { insert(.backgroundFilters) }
        if o.pointee.custom != nil { insert(.custom) }
        if o.pointee.emitterBehaviors != nil { insert(.behaviors) }
    }
}

extension CommitEncoder {
    func write(_ objects: UnsafePointer<LayerObjects>, _ parts: ObjectParts) {
        let o = objects
        out.varint(parts.rawValue)
        if let contents = o.pointee.contents { write(contents) }
        if let tiles = o.pointee.tiles { write(tiles) }
        if parts.contains(.picture) { lose(.pictureSource) }
        if let path = o.pointee.shadowPath { write(path) }
        if let path = o.pointee.path { write(path) }
        if let list = o.pointee.lineDashPattern { write(list) }
        if let list = o.pointee.colors { write(list) }
        if let list = o.pointee.locations { write(list) }
        if let text = o.pointee.text { out.string(Self.words(text)) }
        if let cells = o.pointee.emitterCells { write(cells) }
        if let name = o.pointee.name { out.string(name) }
        if let filter = o.pointee.compositingFilter { write(filter) }
        if let list = o.pointee.filters { write(list) }
        if let list = o.pointee.backgroundFilters { write(list) }
        if let custom = o.pointee.custom {
            out.size(custom.count)
            // Sorted, so that equal commits have equal bytes.
            for (key, value) in custom.sorted(by: { $0.key < $1.key }) {
                out.string(key)
                write(value)
            }
        }
        if let behaviors = o.pointee.emitterBehaviors { write(behaviors) }
    }

    private func write(_ behaviors: [EmitterBehaviorSpec]) {
        out.size(behaviors.count)
        for behavior in behaviors {
            out.byte(behavior.type.map { $0.rawValue + 1 } ?? 0)
            out.sparse(behavior, usual: EmitterBehaviorSpec(type: nil))
            var parts: BehaviorParts = []
            if behavior.name != nil { parts.insert(.name) }
            if behavior.keyPath != nil { parts.insert(.keyPath) }
            if behavior.values != nil { parts.insert(.values) }
            if behavior.colors != nil { parts.insert(.colors) }
            if behavior.locations != nil { parts.insert(.locations) }
            if behavior.color != nil { parts.insert(.color) }
            out.byte(parts.rawValue)
            if let name = behavior.name { out.string(name) }
            if let keyPath = behavior.keyPath { out.string(keyPath) }
            if let values = behavior.values { write(values) }
            if let colors = behavior.colors { write(colors) }
            if let locations = behavior.locations { write(locations) }
            if let color = behavior.color { write(color) }
        }
    }

    /// Returns a text layer's string; its visible result is in the contents.
    private static func words(_ text: OpaqueObject) -> String {
        (text.object as? String) ?? (text.object as? NSAttributedString)?.string ?? ""
    }

    private func write(_ tiles: LayerTiles) {
        func picture(_ picture: LayerTiles.Picture) {
            out.varint(resources.number(of: picture.image))
            write(picture.source)
        }
        out.byte(tiles.isFlipped ? 1 : 0)
        out.double(tiles.fadeDuration)
        out.size(tiles.pieces.count)
        for piece in tiles.pieces {
            write(piece.rect)
            picture(piece.picture)
            out.byte(piece.outerEdges)
            out.double(piece.begin)
            out.byte(piece.under == nil ? 0 : 1)
            if let under = piece.under { picture(under) }
        }
    }

    func write(_ cells: [EmitterCellSpec]) {
        out.size(cells.count)
        for cell in cells {
            out.sparse(cell, usual: EmitterCellSpec())
            out.byte((cell.name == nil ? 0 : 1) | (cell.color == nil ? 0 : 2) | (cell.contents == nil ? 0 : 4))
            if let name = cell.name { out.string(name) }
            if let color = cell.color { write(color) }
            if let contents = cell.contents { write(contents) }
            write(cell.cells)
        }
    }

    // MARK: Values

    func write(_ value: PropertyValue) {
        switch value {
        case .number(let v):
            out.byte(0)
            out.double(v)
        case .bool(let v):
            out.byte(1)
            out.byte(v ? 1 : 0)
        case .point(let v):
            out.byte(2)
            out.double(v.x)
            out.double(v.y)
        case .size(let v):
            out.byte(3)
            out.double(v.width)
            out.double(v.height)
        case .rect(let v):
            out.byte(4)
            write(v)
        case .transform(let v):
            out.byte(5)
            write(v)
        case .color(let v):
            out.byte(6)
            write(v)
        case .path(let v):
            out.byte(7)
            write(v)
        case .image(let v):
            out.byte(8)
            out.varint(resources.number(of: v))
        case .colors(let v):
            out.byte(9)
            write(v)
        case .numbers(let v):
            out.byte(10)
            write(v)
        case .insets(let v):
            out.byte(11)
            out.double(v.top)
            out.double(v.left)
            out.double(v.bottom)
            out.double(v.right)
        case .string(let v):
            out.byte(12)
            out.string(v)
        case .object(let v):
            out.byte(13)
            write(v)
        }
    }

    private func write(_ object: OpaqueObject) {
        if let filter = object.filter {
            out.byte(ObjectForm.filter.rawValue)
            write(filter.spec)
        } else if let text = object.object as? String {
            out.byte(ObjectForm.text.rawValue)
            out.string(text)
        } else if let list = object.object as? [OpaqueObject] {
            out.byte(ObjectForm.list.rawValue)
            write(list)
        } else if let cells = object.object as? [EmitterCellSpec] {
            out.byte(ObjectForm.cells.rawValue)
            write(cells)
        } else if let behaviors = object.object as? [EmitterBehaviorSpec] {
            out.byte(ObjectForm.behaviors.rawValue)
            write(behaviors)
        } else {
            lose(.object)
            out.byte(ObjectForm.other.rawValue)
            out.string((object.object as? UnknownObject)?.type ?? "\(type(of: object.object))")
        }
    }

    private func write(_ list: [OpaqueObject]) {
        out.size(list.count)
        for each in list { write(each) }
    }

    private func write(_ filter: FilterSpec) {
        out.string(filter.type)
        out.string(filter.name)
        out.byte(filter.isEnabled ? 1 : 0)
        out.sparse(filter.inputs, usual: FilterSpec(type: filter.type).inputs)
    }

    private func write(_ r: CGRect) {
        out.double(r.origin.x)
        out.double(r.origin.y)
        out.double(r.size.width)
        out.double(r.size.height)
    }

    private func write(_ m: CATransform3D) {
        withUnsafeBytes(of: m) { bytes in
            // Sixteen doubles in the order of their names.
            for i in 0..<16 { out.double(bytes.load(fromByteOffset: i * 8, as: Double.self)) }
        }
    }

    func write(_ color: CGColor) {
        let c = color.rgba
        out.float(c.x)
        out.float(c.y)
        out.float(c.z)
        out.float(c.w)
    }

    private func write(_ colors: [CGColor]) {
        out.size(colors.count)
        for color in colors { write(color) }
    }

    func write(_ numbers: [Double]) {
        out.size(numbers.count)
        for number in numbers { out.double(number) }
    }

    func write(_ path: CGPath) {
        out.size(path.verbs.count)
        path.verbs.withUnsafeBytes { out.raw($0) }
        for point in path.points {
            out.double(point.x)
            out.double(point.y)
        }
    }
}

/// A replacement in a replay for an object of the program that the format can't represent; it draws nothing, like the original.
final class UnknownObject: Sendable {
    let type: String
    init(type: String) { self.type = type }
}
