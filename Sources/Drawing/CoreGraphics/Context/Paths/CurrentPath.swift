import Foundation

/// The path under construction, in the user space that was current when its last element was added. A change of the CTM does not move the
/// path. Instead the path is transformed into the new space when an element is added or the path is stroked there.
struct CurrentPath {
    let path = CGMutablePath()
    /// The transform from the path's points to device space.
    private(set) var space = CGAffineTransform.identity

    var isEmpty: Bool { path.isEmpty }

    mutating func removeAll() {
        path.verbs.removeAll(keepingCapacity: true)
        path.points.removeAll(keepingCapacity: true)
        path.subpathStart = .zero
    }

    /// Prepares the path for points of user space. Returns the transform to apply to them.
    mutating func prepare(_ ctm: CGAffineTransform) -> CGAffineTransform {
        let canReturn = CurrentPath.isInvertible(ctm)
        let wanted = canReturn ? ctm : .identity
        if path.isEmpty {
            space = wanted
        } else if space != wanted {
            let way = canReturn ? space.concatenating(ctm.inverted()) : space
            for i in path.points.indices { path.points[i] = path.points[i].applying(way) }
            path.subpathStart = path.subpathStart.applying(way)
            space = wanted
        }
        return canReturn ? .identity : ctm
    }

    /// Returns the path in a user space, or nil if that space is a line or a point.
    func path(in ctm: CGAffineTransform) -> CGPath? {
        if space == ctm { return path }
        guard CurrentPath.isInvertible(ctm) else { return nil }
        return path.transformed(by: space.concatenating(ctm.inverted()))
    }

    static func isInvertible(_ t: CGAffineTransform) -> Bool {
        let d = t.a * t.d - t.b * t.c
        return d != 0 && d.isFinite && (1 / d).isFinite && (t.tx + t.ty).isFinite
    }
}
