import CoreGraphics

/// Values as vectors, for velocities. Used when an animation is made, not in each frame.
extension PropertyValue {
    /// The components of a value that supports addition and multiplication; nil for transforms, images, names and Booleans.
    package var components: [Double]? {
        switch self {
        case .number(let v): [v]
        case .point(let v): [v.x, v.y]
        case .size(let v): [v.width, v.height]
        case .rect(let v): [v.origin.x, v.origin.y, v.size.width, v.size.height]
        case .color(let v): Self.numbers(v)
        case .numbers(let v): v
        case .colors(let v): v.flatMap(Self.numbers)
        case .path(let v): v.points.flatMap { [Double($0.x), Double($0.y)] }
        case .insets(let v): [v.top, v.left, v.bottom, v.right]
        case .bool, .transform, .image, .string, .object: nil
        }
    }

    /// Returns a value of the same kind and shape with other numbers; `self` if their count differs.
    package func with(components c: [Double]) -> PropertyValue {
        guard c.count == components?.count else { return self }
        switch self {
        case .number: return .number(c[0])
        case .point: return .point(CGPoint(x: c[0], y: c[1]))
        case .size: return .size(CGSize(width: c[0], height: c[1]))
        case .rect: return .rect(CGRect(origin: CGPoint(x: c[0], y: c[1]), size: CGSize(width: c[2], height: c[3])))
        case .color: return .color(Self.color(c[...]))
        case .numbers: return .numbers(c)
        case .colors: return .colors(stride(from: 0, to: c.count, by: 4).map { Self.color(c[$0..<($0 + 4)]) })
        case .path(let path):
            let points = path.points.indices.map { CGPoint(x: c[2 * $0], y: c[2 * $0 + 1]) }
            return .path(CGPath(verbs: path.verbs, points: .init(points)))
        case .insets: return .insets(EdgeInsets(top: c[0], left: c[1], bottom: c[2], right: c[3]))
        case .bool, .transform, .image, .string, .object: return self
        }
    }

    /// Returns whether two values can be interpolated: the same kind, and lists of equal length, paths of equal structure.
    package func blends(with other: PropertyValue) -> Bool {
        switch (self, other) {
        case (.path(let a), .path(let b)): a.verbs == b.verbs && a.points.count == b.points.count
        case (.transform, .transform), (.image, .image): true
        default: kind == other.kind && components != nil && components?.count == other.components?.count
        }
    }

    private static func numbers(_ color: CGColor) -> [Double] {
        [Double(color.rgba.x), Double(color.rgba.y), Double(color.rgba.z), Double(color.rgba.w)]
    }

    private static func color(_ c: ArraySlice<Double>) -> CGColor {
        let i = c.startIndex
        return CGColor(rgba: RGBA(Float(c[i]), Float(c[i + 1]), Float(c[i + 2]), Float(c[i + 3])))
    }
}
