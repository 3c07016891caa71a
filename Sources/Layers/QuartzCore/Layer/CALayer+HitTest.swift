import CKernels
import CoreGraphics
import Foundation
import RenderTree

/// Hit testing (Behaviour 4.4): sublayers are tested by descending zPosition; among equals, later sublayers first.
extension CALayer {
    /// - Parameter p: the point, in the space of the nearest ancestor that is not a transform layer.
    final func hit(_ p: CGPoint) -> CALayer? {
        guard !isHidden else { return nil }
        var open: [OpenHit] = []
        let above = HitSpace(around: self)
        if layerClass == .transform {
            open.append(OpenHit(self, at: p, HitSpace(inside: self, above), isHit: false))
        } else if let own = above.point(p, in: self) {
            open.append(OpenHit(self, at: own, HitSpace(inside: self, above), isHit: true))
        }
        // Layers whose sublayers are still to be tested are kept on a list, so that a deep tree needs no deep stack.
        while let top = open.indices.last {
            guard let layer = open[top].next() else {
                let done = open.removeLast()
                if done.isHit, done.layer.contains(done.point) { return done.layer }
                continue
            }
            let (point, space) = (open[top].point, open[top].space)
            if layer.layerClass == .transform {
                // A transform layer is never a hit itself and returns nil from `hitTest`. Its sublayers count as its superlayer's.
                if !layer.isHidden { open.append(OpenHit(layer, at: point, HitSpace(inside: layer, space), isHit: false)) }
            } else if layer.classInfo.overridesHitTest {
                if let found = layer.hitTest(point) { return found }
            } else if !layer.isHidden, let own = space.point(point, in: layer) {
                open.append(OpenHit(layer, at: own, HitSpace(inside: layer, space), isHit: true))
            }
        }
        return nil
    }
}

extension CALayer {
    /// Returns false if the layer has an identity transform and would certainly return nil because the point is well outside. Returns true
    /// for the program's own classes, which may override hit testing.
    @inline(__always)
    fileprivate func mayBeHit(at p: CGPoint) -> Bool {
        let size = state.values.bounds.size, anchor = state.values.anchorPoint, position = state.values.position
        let x = p.x - (position.x - anchor.x * size.width), y = p.y - (position.y - anchor.y * size.height)
        // Larger than any rounding error of the exact test.
        let slack = 1e-6 * (1 + abs(p.x) + abs(p.y) + abs(position.x) + abs(position.y) + size.width + size.height)
        let isOutside = x < -slack || y < -slack || x > size.width + slack || y > size.height + slack
        if !isOutside || state.values.transform != CATransform3DIdentity { return true }
        guard classInfo.isStandard, layerClass != .transform else { return true }
        // Sublayers may extend outside the layer.
        if modelLayer?.sublayerList.isEmpty ?? sublayerList.isEmpty { return false }
        return !state.values.flags.contains(.masksToBounds)
    }
}

/// A layer whose sublayers are being tested, topmost first.
private struct OpenHit {
    let layer: CALayer
    /// The point in the layer's space; for a transform layer, in the space of its nearest ancestor that is not a transform layer.
    let point: CGPoint
    let space: HitSpace
    /// True if the layer itself may be the hit when none of its sublayers is.
    let isHit: Bool
    private var waiting: [CALayer]

    init(_ layer: CALayer, at point: CGPoint, _ space: HitSpace, isHit: Bool) {
        self.layer = layer
        self.point = point
        self.space = space
        self.isHit = isHit
        // One pass over all sublayers finds the few whose box may contain the point. Only these are sorted and tested.
        let sublayers = layer.treeChildren
        LayerLock.lock()
        defer { LayerLock.unlock() }
        let isPlane =
            layer.layerClass != .transform && (layer.state.extraBox == nil || layer.state.extra.sublayerTransform == CATransform3DIdentity)
        let near = isPlane ? Self.near(sublayers, point) : sublayers
        waiting = near
        if let z = near.first?.state.values.zPosition, near.contains(where: { $0.state.values.zPosition != z }) {
            waiting = near.enumerated().sorted {
                let a = $0.element.state.values.zPosition, b = $1.element.state.values.zPosition
                return a == b ? $0.offset < $1.offset : a < b
            }.map(\.element)
        }
    }

    mutating func next() -> CALayer? { waiting.popLast() }

    /// Returns the layers that the point may hit, in order. With thousands of siblings, this function is bound by memory latency. It
    /// therefore prefetches some layers ahead, and retains only the layers that it returns.
    private static func near(_ layers: [CALayer], _ point: CGPoint) -> [CALayer] {
        var near: [CALayer] = []
        layers.withUnsafeBytes { bytes in
            let all = bytes.bindMemory(to: UnsafeRawPointer.self)
            let ahead = 12
            for i in all.indices {
                if i + ahead < all.count {
                    // The values, and the fields that give the layer's class and whether it has sublayers.
                    let next = all[i + ahead]
                    for line in 0..<8 where line != 4 && line != 5 { agate_prefetch(next + line * 64) }
                }
                let layer = Unmanaged<CALayer>.fromOpaque(all[i])
                if layer._withUnsafeGuaranteedRef({ $0.mayBeHit(at: point) }) { near.append(layer.takeUnretainedValue()) }
            }
        }
        return near
    }
}

/// The transform between the superlayer of a sublayer and the nearest ancestor that is not a transform layer.
private struct HitSpace {
    private var matrix = CATransform3DIdentity
    private var keepsDepth = true

    /// Creates the space that contains a layer.
    init(around layer: CALayer) {
        var transforms: [CALayer] = []
        var above = layer.treeParent
        while let each = above, each.layerClass == .transform {
            transforms.append(each)
            above = each.treeParent
        }
        var space = HitSpace()
        if let above { space = HitSpace(inside: above, space) }
        for each in transforms.reversed() { space = HitSpace(inside: each, space) }
        self = space
    }

    private init() {}

    /// Creates the space of a layer's sublayers, where the layer itself is in `outer`.
    init(inside layer: CALayer, _ outer: HitSpace) {
        LayerLock.lock()
        defer { LayerLock.unlock() }
        let t = layer.state.extra.sublayerTransform
        if t != CATransform3DIdentity { matrix = LayerGeometry.sublayers(t, of: layer.state.values) }
        if layer.layerClass == .transform {
            matrix = CATransform3DConcat(CATransform3DConcat(matrix, LayerGeometry.toSuperlayer(layer.state.values)), outer.matrix)
            keepsDepth = outer.keepsDepth
        } else {
            keepsDepth = layer.keepsDepth
        }
    }

    /// Returns a point in a layer's own space; nil if the layer and its subtree are clipped away there.
    func point(_ p: CGPoint, in layer: CALayer) -> CGPoint? {
        var m = CATransform3DConcat(layer.matrixToSuperlayer, matrix)
        if !keepsDepth {
            m.m13 = 0; m.m23 = 0; m.m43 = 0
            m.m31 = 0; m.m32 = 0; m.m33 = 1; m.m34 = 0
        }
        // A layer that is collapsed to a line contains no points.
        let map = PlaneMap(m)
        guard !map.isSingular else { return nil }
        let own = map.inverse(p)
        if layer.masksToBounds, !layer.contains(own) { return nil }
        if let mask = layer.treeMask {
            let map = PlaneMap(mask.matrixToSuperlayer)
            guard !map.isSingular, mask.contains(map.inverse(own)) else { return nil }
        }
        return own
    }
}
