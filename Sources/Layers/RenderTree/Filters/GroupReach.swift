import CoreGraphics

/// The extent by which a group is visible outside its content: first that of the filters, then that of the shadow of their result.
package struct GroupReach: Hashable, Sendable {
    package var growX: Int32 = 0, growY: Int32 = 0
    package var shadow: ShadowReach?
    package init() {}

    private static func grown(_ r: DeviceRect, _ x: Int32, _ y: Int32) -> DeviceRect {
        r.isEmpty ? r : DeviceRect(r.x0 - x, r.y0 - y, r.x1 + x, r.y1 + y)
    }

    /// Returns all pixels that a change of the content in `r` can affect.
    package func touched(by r: DeviceRect) -> DeviceRect {
        let f = Self.grown(r, growX, growY)
        return shadow.map { f.union($0.shadow(of: f)) } ?? f
    }

    /// Returns the content on which `r` depends.
    package func source(of r: DeviceRect) -> DeviceRect {
        Self.grown(shadow.map { r.union($0.source(of: r)) } ?? r, growX, growY)
    }

    /// Creates the reach of filters alone.
    init(_ filters: [FilterDraw], _ projection: Projection, around r: CGRect) {
        for filter in filters {
            let each = filter.reach(projection, around: r)
            growX = min(20_000, growX + each.x)
            growY = min(20_000, growY + each.y)
        }
    }
}

extension GroupDraw {
    /// The content behind the group's shape, filtered, before the group is composited over it.
    package struct Backdrop: Sendable, Hashable {
        package var filters: [FilterDraw]
        package var opacity: Float
        /// True if only pixels inside the bounds of the shape are read. Beyond the bounds, those inside are repeated in reverse order.
        package var staysInside: Bool
        package init(filters: [FilterDraw], opacity: Float, staysInside: Bool = false) {
            (self.filters, self.opacity, self.staysInside) = (filters, opacity, staysInside)
        }
    }

    /// Returns the reach; nil if the group is visible only within its content. `r` is the rectangle of the group's op.
    package func reach(_ projection: Projection, around r: CGRect) -> GroupReach? {
        if filters.isEmpty && shadow == nil { return nil }
        var reach = GroupReach(filters, projection, around: r)
        if let shadow { reach.shadow = projection.shadowReach(radius: shadow.radius, offset: shadow.offset, around: r) }
        return reach
    }

    /// Returns the distance around a pixel on which its backdrop depends.
    package func backdropReach(_ projection: Projection, around r: CGRect) -> GroupReach {
        GroupReach(backdrop?.filters ?? [], projection, around: r)
    }
}
