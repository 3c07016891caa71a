import CoreGraphics
import Foundation

/// An edge, a middle or a size of a layer's frame.
public enum CAConstraintAttribute: Int32, Sendable {
    /// Left edge, centre, right edge and width, and bottom edge, centre, top edge and height of the frame, in the superlayer's axes.
    case minX = 0, midX = 1, maxX = 2, width = 3, minY = 4, midY = 5, maxY = 6, height = 7
}

/// One relation between a layer's frame and its superlayer's bounds or a sibling's frame: attribute = source's attribute * scale + offset.
///
/// As on macOS. Immutable.
open class CAConstraint: NSObject {
    /// The attribute of the layer's frame that the constraint sets.
    public let attribute: CAConstraintAttribute
    /// The name of the source: `superlayer`, or the name of a sibling.
    public let sourceName: String
    /// The attribute of the source that the constraint reads.
    public let sourceAttribute: CAConstraintAttribute
    /// The factor by which the source's attribute is multiplied.
    public let scale: CGFloat
    /// The offset that is then added, in points.
    public let offset: CGFloat

    /// Creates a constraint. The source is `superlayer` or the name of a sibling.
    public init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute, scale m: CGFloat,
        offset c: CGFloat
    ) {
        attribute = attr
        sourceName = srcId
        sourceAttribute = srcAttr
        scale = m
        offset = c
        super.init()
    }

    /// Creates a constraint with an offset and a scale of 1.
    public convenience init(
        attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute, offset c: CGFloat
    ) {
        self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
    }

    /// Creates a constraint that makes one attribute equal to another.
    public convenience init(attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute) {
        self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
    }
}

/// Places sublayers by their constraints. Constraints with an unknown source and circular constraints are ignored.
///
/// If an axis has more than two relations, the one that was added last is kept, together with the lowest attribute of the others: the
/// minimum, then the middle, the maximum and the size. Of several relations of one attribute the last one counts.
open class CAConstraintLayoutManager: NSObject, CALayoutManager {
    public override init() { super.init() }

    /// Places the sublayers of a layer by their constraints.
    open func layoutSublayers(of layer: CALayer) {
        let sublayers = layer.sublayers ?? []
        var pass = ConstraintPass(layer, sublayers)
        for index in sublayers.indices { pass.resolve(index) }
        for (index, child) in sublayers.enumerated() where child.frame != pass.frames[index] { child.frame = pass.frames[index] }
    }
}

/// The values that constraints give to the attributes of one axis.
private struct AxisRelations {
    /// The minimum, the middle, the maximum and the size.
    private(set) var values: (CGFloat?, CGFloat?, CGFloat?, CGFloat?) = (nil, nil, nil, nil)
    private var last = 0

    /// - Parameter attribute: 0 for the minimum, 1 for the middle, 2 for the maximum, 3 for the size.
    mutating func add(_ value: CGFloat, _ attribute: Int) {
        set(value, attribute)
        last = attribute
    }

    private mutating func set(_ value: CGFloat?, _ attribute: Int) {
        switch attribute {
        case 0: values.0 = value
        case 1: values.1 = value
        case 2: values.2 = value
        default: values.3 = value
        }
    }

    private func has(_ attribute: Int) -> Bool {
        switch attribute {
        case 0: values.0 != nil
        case 1: values.1 != nil
        case 2: values.2 != nil
        default: values.3 != nil
        }
    }

    /// Removes all but the relation that was added last and the lowest attribute of the others.
    mutating func keepTwo() {
        var isFirst = true
        for attribute in 0..<4 where attribute != last && has(attribute) {
            if !isFirst { set(nil, attribute) }
            isFirst = false
        }
    }
}

/// One layout pass over the sublayers of a layer. Sources are resolved before the layers that depend on them.
private struct ConstraintPass {
    private let box: CGRect
    private let constraints: [[CAConstraint]]
    private let names: [String: Int]
    var frames: [CGRect]
    private enum State { case waiting, working, done }
    /// The state of each layer's horizontal axis, followed by that of its vertical axis. Within a layer, the axes don't depend on each
    /// other.
    private var states: [State]

    init(_ layer: CALayer, _ sublayers: [CALayer]) {
        box = layer.bounds
        frames = sublayers.map(\.frame)
        constraints = sublayers.map { $0.constraints ?? [] }
        var names: [String: Int] = [:]
        for (index, child) in sublayers.enumerated() { if let name = child.name, names[name] == nil { names[name] = index } }
        self.names = names
        states = Array(repeating: .waiting, count: frames.count * 2)
    }

    mutating func resolve(_ index: Int) {
        resolve(index, horizontal: true)
        resolve(index, horizontal: false)
    }

    private mutating func resolve(_ index: Int, horizontal: Bool) {
        let slot = index * 2 + (horizontal ? 0 : 1)
        guard states[slot] == .waiting else { return }
        states[slot] = .working
        var relations = AxisRelations()
        for constraint in constraints[index] where (constraint.attribute.rawValue < 4) == horizontal {
            guard let source = source(constraint) else { continue }
            let value = source * constraint.scale + constraint.offset
            guard value.isFinite else { continue }
            relations.add(value, Int(constraint.attribute.rawValue) & 3)
        }
        relations.keepTwo()
        let (low, middle, high, size) = relations.values
        let frame = frames[index]
        let oldSize = horizontal ? frame.width : frame.height
        var length = size ?? oldSize
        if size == nil {
            if let low, let high {
                length = high - low
            } else if let low, let middle {
                length = (middle - low) * 2
            } else if let middle, let high {
                length = (high - middle) * 2
            }
        }
        length = max(0, length)
        let origin = low ?? middle.map { $0 - length / 2 } ?? high.map { $0 - length } ?? (horizontal ? frame.minX : frame.minY)
        if horizontal {
            frames[index].origin.x = origin; frames[index].size.width = length
        } else {
            frames[index].origin.y = origin; frames[index].size.height = length
        }
        states[slot] = .done
    }

    private mutating func source(_ constraint: CAConstraint) -> CGFloat? {
        let attribute = constraint.sourceAttribute
        if constraint.sourceName == "superlayer" { return Self.value(attribute, box) }
        guard let index = names[constraint.sourceName] else { return nil }
        let horizontal = attribute.rawValue < 4
        resolve(index, horizontal: horizontal)
        // A source that is still being resolved depends on this constraint: the constraints are circular.
        guard states[index * 2 + (horizontal ? 0 : 1)] == .done else { return nil }
        return Self.value(attribute, frames[index])
    }

    private static func value(_ attribute: CAConstraintAttribute, _ r: CGRect) -> CGFloat {
        switch attribute {
        case .minX: r.minX
        case .midX: r.midX
        case .maxX: r.maxX
        case .width: r.width
        case .minY: r.minY
        case .midY: r.midY
        case .maxY: r.maxY
        case .height: r.height
        }
    }
}
