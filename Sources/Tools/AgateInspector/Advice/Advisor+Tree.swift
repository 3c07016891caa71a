import CoreGraphics
import RenderTree

extension Advisor {
    /// Examines the tree at one time.
    mutating func look(at tree: RenderTree, time: Double) {
        let reports = tree.inspect()
        let list = tree.list
        let screen = CGRect(x: 0, y: 0, width: Int(list.width), height: Int(list.height))
        var seen: Set<LayerID> = []
        for report in reports {
            // The sublayers of a hidden layer are not visible either. A layer that an animation hides will be shown again.
            let isShown = !report.state.values.flags.contains(.hidden) && report.state.values.opacity > 0
            let isSeen = (report.parent.map(seen.contains) ?? true) && (isShown || shownByAnimations.contains(report.id))
            if isSeen { seen.insert(report.id) }
        }
        var bitmaps = BitmapSpaces(list)
        let children = Dictionary(grouping: reports.filter { !$0.isMask }) { $0.parent }
        for report in reports {
            var layer = SceneLook.Layer(report, hasValues: false)
            bitmaps.place(&layer)
            let name = layer.name ?? "\(layer.class) \(layer.id)"
            if report.animations > 0 {
                let isOutside = !layer.box.insetBy(dx: -1, dy: -1).intersects(screen) && children[report.id] == nil
                if !seen.contains(report.id) {
                    add(
                        .animatesUnseen, layer.id, name, time,
                        "\(name) animates while it, or a layer above it, is hidden or fully transparent.",
                        fix: "Remove its animations when it is hidden, or add them when it becomes visible.")
                } else if isOutside, !report.isMask {
                    add(
                        .animatesUnseen, layer.id, name, time, "\(name) animates outside the picture.",
                        fix: "Remove its animations while it is outside.")
                }
            }
            if report.isMask, let owner = report.parent {
                lookAtMask(report, reports.first { $0.id == owner }, hasSublayers: children[report.id] != nil, time)
            }
            lookAtOps(report, name, list, time)
        }
    }

    /// Finds masks that are a filled rectangle, possibly with round corners, which the layer's own bounds could clip.
    private mutating func lookAtMask(_ mask: NodeReport, _ owner: NodeReport?, hasSublayers: Bool, _ time: Double) {
        guard let owner, mask.layerClass == .layer, !hasSublayers, mask.state.values.backgroundColor.w >= 1, mask.state.values.opacity == 1,
            mask.state.objectsBox == nil || mask.state.objects.contents == nil, mask.state.values.transform == CATransform3DIdentity
        else { return }
        let name = SceneLook.Layer(owner, hasValues: false).name ?? "layer \(owner.id.rawValue)"
        let v = mask.state.values
        let frame = CGRect(
            x: v.position.x - v.anchorPoint.x * v.bounds.width, y: v.position.y - v.anchorPoint.y * v.bounds.height, width: v.bounds.width,
            height: v.bounds.height
        )
        guard frame == owner.state.values.bounds else { return }
        add(
            .maskThatCouldBeCorners, owner.id.rawValue, name, time,
            "\(name) has a mask that is a plain rectangle with a corner radius of \(v.cornerRadius).",
            fix: "Set cornerRadius and masksToBounds of the layer, and remove the mask: no off-screen pass is needed.")
    }

    private mutating func lookAtOps(_ report: NodeReport, _ name: String, _ list: DrawList, _ time: Double) {
        for at in report.ops where !report.childOps.contains(at) && at < list.ops.count {
            let op = list.ops[at]
            guard !op.bounds.isEmpty else { continue }
            if op.kind == .beginGroup, op.payload < 0 { lookAtGroup(op, GroupDraw(), at, report, name, list, time) }
            guard op.payload >= 0 else { continue }
            switch list.payloads[Int(op.payload)] {
            case .group(let group) where op.kind == .beginGroup:
                lookAtGroup(op, group, at, report, name, list, time)
            case .image(let draw):
                let shown = Double(op.bounds.area)
                let pixels = draw.source.width * draw.source.height
                if pixels > 512 * 512, pixels > shown * 4, shown > 0, op.projection.kind == .axisAligned, !isCut(op, list) {
                    add(
                        .hugeImage, report.id.rawValue, name, time,
                        "\(name) shows \(PropertyText.number(draw.source.width.rounded(.down))) x \(PropertyText.number(draw.source.height.rounded(.down))) pixels of an image in \(op.bounds.width) x \(op.bounds.height).",
                        fix: "Create the image at the size at which it is shown, for example as a CGImageSource thumbnail.")
                }
            default: break
            }
        }
    }

    /// Returns true if most of the op is outside the picture.
    private func isCut(_ op: DrawOp, _ list: DrawList) -> Bool {
        op.bounds.x0 <= 0 || op.bounds.y0 <= 0 || op.bounds.x1 >= list.width || op.bounds.y1 >= list.height
    }

    private mutating func lookAtGroup(
        _ op: DrawOp, _ group: GroupDraw, _ at: Int, _ report: NodeReport, _ name: String, _ list: DrawList, _ time: Double
    ) {
        if let shadow = group.shadow, shadow.opacity > 0 {
            add(
                .shadowWithoutPath, report.id.rawValue, name, time,
                "The shadow of \(name) depends on the content of the layer and its sublayers: they are drawn off-screen, and blurred.",
                fix: "Set shadowPath to the layer's outline.")
            return
        }
        let isPlain =
            !group.hasMask && group.filters.isEmpty && group.backdrop == nil && group.raster == nil && group.blendMode == .normal
            && report.layerClass != .replicator
        let inside = (at + 1)..<max(at + 1, Int(op.end))
        let painted = inside.filter { $0 < list.ops.count && list.ops[$0].isPaint && !list.ops[$0].bounds.isEmpty }
        if isPlain, op.opacity < 1, painted.count > 1, painted.count <= 64, !overlap(painted.map { list.ops[$0].bounds }) {
            add(
                .avoidablePass, report.id.rawValue, name, time,
                "\(name) fades as a group, but its sublayers do not overlap: the off-screen pass is not needed.",
                fix: "Set allowsGroupOpacity to false.")
        }
    }

    private func overlap(_ boxes: [DeviceRect]) -> Bool {
        for i in boxes.indices { for j in boxes.indices where j > i && boxes[i].intersects(boxes[j]) { return true } }
        return false
    }
}

extension DrawOp {
    fileprivate var isPaint: Bool {
        switch kind {
        case .fill, .border, .image, .shapeFill, .shapeStroke, .gradient, .particles, .shadow: true
        default: false
        }
    }
}
