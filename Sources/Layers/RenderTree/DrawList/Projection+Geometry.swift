import CoreGraphics

extension Projection {
    /// The near limit: content closer to the camera's plane is clipped.
    package static let nearestW = 1e-6

    /// Creates the projection of the plane z = 0 of a full matrix. Nil if nothing is visible: singular, not finite, or behind the camera.
    init?(plane m: CATransform3D) {
        if m.m14 == 0 && m.m24 == 0 {
            guard m.m44 > Projection.nearestW else { return nil }
            if m.m44 == 1 {
                self.init(m11: m.m11, m12: m.m12, m13: 0, m21: m.m21, m22: m.m22, m23: 0, m31: m.m41, m32: m.m42, m33: 1)
            } else {
                // The distance is the same everywhere: a plain scale.
                let s = 1 / m.m44
                self.init(
                    m11: m.m11 * s, m12: m.m12 * s, m13: 0, m21: m.m21 * s, m22: m.m22 * s, m23: 0,
                    m31: m.m41 * s, m32: m.m42 * s, m33: 1)
            }
        } else {
            self.init(m11: m.m11, m12: m.m12, m13: m.m14, m21: m.m21, m22: m.m22, m23: m.m24, m31: m.m41, m32: m.m42, m33: m.m44)
        }
        let d = determinant
        guard d != 0, d.isFinite, m31.isFinite, m32.isFinite else { return nil }
    }

    package var determinant: Double {
        if kind != .projective { return m11 * m22 - m12 * m21 }
        return m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
    }

    /// Returns the bounding box in pixels of a projected rectangle. The part behind the camera is clipped first; nil if that is the whole
    /// rectangle.
    package func deviceBox(of r: CGRect) -> (minX: Double, minY: Double, maxX: Double, maxY: Double)? {
        let x0 = r.origin.x, y0 = r.origin.y, x1 = x0 + r.size.width, y1 = y0 + r.size.height
        switch kind {
        case .axisAligned:
            let ax = x0 * m11 + m31, bx = x1 * m11 + m31, ay = y0 * m22 + m32, by = y1 * m22 + m32
            return (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        case .affine:
            let ox = x0 * m11 + y0 * m21 + m31, oy = x0 * m12 + y0 * m22 + m32
            let wx = (x1 - x0) * m11, wy = (x1 - x0) * m12, hx = (y1 - y0) * m21, hy = (y1 - y0) * m22
            return (ox + min(wx, 0) + min(hx, 0), oy + min(wy, 0) + min(hy, 0), ox + max(wx, 0) + max(hx, 0), oy + max(wy, 0) + max(hy, 0))
        case .projective:
            var box: (minX: Double, minY: Double, maxX: Double, maxY: Double)?
            func take(_ x: Double, _ y: Double, _ w: Double) {
                let px = x / w, py = y / w
                if let b = box {
                    box = (min(b.minX, px), min(b.minY, py), max(b.maxX, px), max(b.maxY, py))
                } else {
                    box = (px, py, px, py)
                }
            }
            func image(_ x: Double, _ y: Double) -> (x: Double, y: Double, w: Double) {
                (x * m11 + y * m21 + m31, x * m12 + y * m22 + m32, x * m13 + y * m23 + m33)
            }
            let near = Projection.nearestW
            func edge(_ a: (x: Double, y: Double, w: Double), _ b: (x: Double, y: Double, w: Double)) {
                if a.w > near { take(a.x, a.y, a.w) }
                if (a.w > near) != (b.w > near) {
                    let t = (near - a.w) / (b.w - a.w)
                    take(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, near)
                }
            }
            let a = image(x0, y0), b = image(x1, y0), c = image(x1, y1), d = image(x0, y1)
            edge(a, b); edge(b, c); edge(c, d); edge(d, a)
            return box
        }
    }

    /// Returns the pixels that the projection of `r` can touch, inside `clip`.
    package func deviceBounds(of r: CGRect, in clip: DeviceRect) -> DeviceRect {
        if clip.isEmpty { return .empty }
        guard let b = deviceBox(of: r) else { return .empty }
        if kind == .axisAligned { return DeviceRect(minX: b.minX, minY: b.minY, maxX: b.maxX, maxY: b.maxY).intersection(clip) }
        // A tolerance for the rounding of rotated corners.
        let e = 1.0 / 256
        return DeviceRect(minX: b.minX - e, minY: b.minY - e, maxX: b.maxX + e, maxY: b.maxY + e).intersection(clip)
    }

    /// Returns the extent around `r` of a shadow with `radius` (standard deviation) and `offset`, both in points.
    package func shadowReach(radius: CGFloat, offset: CGSize, around r: CGRect) -> ShadowReach {
        var reach = ShadowReach()
        func cut(_ v: Double) -> Int32 { v.isFinite ? Int32(max(-100_000, min(100_000, v))) : 0 }
        let extent = max(0, radius) * 3
        switch kind {
        case .axisAligned, .affine:
            let dx = offset.width * m11 + offset.height * m21, dy = offset.width * m12 + offset.height * m22
            reach.dx = cut(dx.rounded(.down)); reach.dy = cut(dy.rounded(.down))
            reach.growX = cut((extent * (m11 * m11 + m21 * m21).squareRoot()).rounded(.up) + 2)
            reach.growY = cut((extent * (m12 * m12 + m22 * m22).squareRoot()).rounded(.up) + 2)
        case .projective:
            // The scale varies over the plane: the maximum at the corners is used, offset included, on every side.
            var gx = 0.0, gy = 0.0
            for (x, y) in [(r.minX, r.minY), (r.maxX, r.minY), (r.maxX, r.maxY), (r.minX, r.maxY)] {
                let w = max(x * m13 + y * m23 + m33, 1e-3)
                let px = (x * m11 + y * m21 + m31) / w, py = (x * m12 + y * m22 + m32) / w
                let axx = abs(m11 - px * m13) / w, axy = abs(m21 - px * m23) / w
                let ayx = abs(m12 - py * m13) / w, ayy = abs(m22 - py * m23) / w
                gx = max(gx, axx * (extent + abs(offset.width)) + axy * (extent + abs(offset.height)))
                gy = max(gy, ayx * (extent + abs(offset.width)) + ayy * (extent + abs(offset.height)))
            }
            reach.growX = cut(gx.rounded(.up) + 2); reach.growY = cut(gy.rounded(.up) + 2)
        }
        return reach
    }
}
