import Foundation

/// One element of a path, with its points.
package enum PathElement: Hashable, Sendable {
    case move(CGPoint)
    case line(CGPoint)
    case quad(CGPoint, CGPoint)
    case cubic(CGPoint, CGPoint, CGPoint)
    case close
}

extension CGPath {
    /// Calls `body` with each element in order. Makes no allocation.
    @inline(__always)
    package final func forEachElement(_ body: (PathElement) -> Void) {
        var next = 0
        for verb in verbs {
            switch verb {
            case PathVerb.move.rawValue:
                body(.move(points[next]))
                next += 1
            case PathVerb.line.rawValue:
                body(.line(points[next]))
                next += 1
            case PathVerb.quad.rawValue:
                body(.quad(points[next], points[next + 1]))
                next += 2
            case PathVerb.cubic.rawValue:
                body(.cubic(points[next], points[next + 1], points[next + 2]))
                next += 3
            default:
                body(.close)
            }
        }
    }

    /// The elements in order.
    package final var elements: [PathElement] {
        var all: [PathElement] = []
        all.reserveCapacity(verbs.count)
        forEachElement { all.append($0) }
        return all
    }

    /// Calls `block` synchronously with each element in order, on this thread.
    public func applyWithBlock(_ block: CGPathApplyBlock) {
        // A copy, so that a block that writes to the points it receives changes nothing.
        var copied = points
        copied.withUnsafeMutableBufferPointer { buffer in
            withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: 1) { nothing in
                var next = buffer.baseAddress ?? nothing.baseAddress!
                for byte in verbs {
                    let verb = PathVerb(rawValue: byte) ?? .close
                    let type = CGPathElementType(rawValue: Int32(verb.rawValue)) ?? .closeSubpath
                    withUnsafePointer(to: CGPathElement(type: type, points: next)) { block($0) }
                    next += verb.pointCount
                }
            }
        }
    }

    /// Calls `function` synchronously with `info` and each element in order, on this thread.
    public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
        applyWithBlock { function(info, $0) }
    }
}
