import CoreGraphics

/// How far what is drawn in a group shows outside of where it is drawn: filters first, then the shadow of what they leave.
package struct GroupReach: Hashable, Sendable {
    package var growX: Int32 = 0, growY: Int32 = 0
    package var shadow: ShadowReach?
    package init() {}

    private static func grown(_ r: DeviceRect, _ x: Int32, _ y: Int32) -> DeviceRect {
        r.isEmpty ? r : DeviceRect(r.x0 - x, r.y0 - y, r.x1 + x, r.y1 + y)
    }

    /// All that can change where `r` of the content does.
    package func touched(by r: DeviceRect) -> DeviceRect {
        let f = Self.grown(r, growX, growY)
        return shadow.map { f.union($0.shadow(of: f)) } ?? f
    }

    /// The content that `r` depends on.
    package func source(of r: DeviceRect) -> DeviceRect {
        Self.grown(shadow.map { r.union($0.source(of: r)) } ?? r, growX, growY)
    }

    /// Of a filter alone.
    init(_ filters: [FilterDraw], _ projection: Projection, around r: CGRect) {
        for filter in filters {
            let each = filter.reach(projection, around: r)
            growX = min(20_000, growX + each.x)
            growY = min(20_000, growY + each.y)
        }
    }
}

extension GroupDraw {
    /// What is behind the group's shape, filtered, before the group is put over it.
    package struct Backdrop: Sendable, Hashable {
        package var filters: [FilterDraw]
        package var opacity: Float
        package init(filters: [FilterDraw], opacity: Float) { self.filters = filters; self.opacity = opacity }
    }

    /// Nil where nothing shows but where it is drawn. `r` is the rectangle of the group's op.
    package func reach(_ projection: Projection, around r: CGRect) -> GroupReach? {
        if filters.isEmpty && shadow == nil { return nil }
        var reach = GroupReach(filters, projection, around: r)
        if let shadow { reach.shadow = projection.shadowReach(radius: shadow.radius, offset: shadow.offset, around: r) }
        return reach
    }

    /// How far around a pixel its backdrop looks.
    package func backdropReach(_ projection: Projection, around r: CGRect) -> GroupReach {
        GroupReach(backdrop?.filters ?? [], projection, around: r)
    }
}
