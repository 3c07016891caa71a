import CoreGraphics
import XCTest
@testable import RenderTree

final class TreeEmissionTests: XCTestCase {
    private func tree(_ scene: inout TreeScene, flipped: Bool = true, size: Int = 200) -> RenderTree {
        let tree = RenderTree(viewport: Viewport(width: size, height: size, rootGeometryFlipped: flipped))
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        return tree
    }

    private func image(_ w: Int = 80, _ h: Int = 60) -> PropertyValue {
        .image(CGImage(width: w, height: h, premultipliedBGRA: [UInt8](repeating: 255, count: w * h * 4))!)
    }

    /// A translucent layer whose only content is one sublayer leaves the opacity to it, unless that sublayer does not group its own.
    func testAnOnlySublayerThatDoesNotGroupIsGrouped() {
        for groups in [true, false] {
            for layerClass in [LayerClass.layer, .transform] {
                var scene = TreeScene()
                let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 64, height: 64))
                let outer = scene.layer(frame: CGRect(x: 0, y: 0, width: 64, height: 64), in: root) { $0.values.opacity = 0.5 }
                let only = scene.layer(layerClass, frame: CGRect(x: 0, y: 0, width: 64, height: 64), in: outer) {
                    if !groups { $0.values.flags.remove(.allowsGroupOpacity) }
                }
                for x in [0, 10] { _ = scene.layer(frame: CGRect(x: x, y: 0, width: 30, height: 30), color: red, in: only) }
                scene.root(root)
                let tree = RenderTree(viewport: Viewport(width: 64, height: 64))
                tree.apply(scene.commit())
                _ = tree.update(at: 0)
                XCTAssertEqual(tree.kinds, [.beginGroup, .fill, .fill, .endGroup], "\(layerClass), groups: \(groups)")
                XCTAssertEqual(tree.list.ops.map(\.opacity).filter { $0 != 1 }, [0.5], "one group has the opacity")
            }
        }
    }

    func testPartsStandInPaintOrder() {
        var scene = TreeScene()
        let root = scene.layer(.shape, frame: CGRect(x: 0, y: 0, width: 100, height: 100), color: red) { s in
            s.values.borderWidth = 2
            s.values.shadowOpacity = 0.5
            s.objects.contents = image()
            s.objects.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
            s.objects.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
            s.extra.hasStrokeColor = true
            s.extra.strokeColor = green
        }
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: blue, in: root)
        scene.root(root)
        let t = tree(&scene)
        XCTAssertEqual(t.kinds, [.shadow, .fill, .image, .shapeFill, .shapeStroke, .fill, .border])
    }

    func testSiblingsFollowZPositionAndThenTheArray() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        for (i, z) in [3.0, -1, 3, 0].enumerated() {
            _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: RGBA(Float(i), 0, 0, 1), in: root) {
                $0.values.zPosition = z
            }
        }
        scene.root(root)
        XCTAssertEqual(tree(&scene).list.ops.map(\.color.x), [1, 3, 0, 2])
    }

    func testOpacityGroupsOnlyWhereMoreThanOnePartShows() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: red, in: root) { $0.values.opacity = 0.5 }
        let two = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: red, in: root) { $0.values.opacity = 0.5 }
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: blue, in: two)
        let apart = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: red, in: root) {
            $0.values.opacity = 0.5
            $0.values.flags.remove(.allowsGroupOpacity)
        }
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: blue, in: apart) { $0.values.opacity = 0.5 }
        scene.root(root)
        let t = tree(&scene)
        XCTAssertEqual(t.kinds, [.fill, .beginGroup, .fill, .fill, .endGroup, .fill, .fill])
        XCTAssertEqual(t.list.ops.map(\.opacity), [0.5, 0.5, 1, 1, 1, 0.5, 0.25])
        XCTAssertEqual(t.list.ops[1].end, 4)
        XCTAssertEqual(t.list.ops[1].bounds, DeviceRect(0, 0, 10, 10))
    }

    func testMaskAndClipNest() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100), color: red) {
            $0.values.flags.insert(.masksToBounds)
            $0.values.cornerRadius = 10
            $0.values.borderWidth = 1
        }
        _ = scene.layer(frame: CGRect(x: 50, y: 50, width: 100, height: 100), color: blue, in: root)
        let mask = scene.layer(frame: CGRect(x: 0, y: 0, width: 60, height: 60), color: green)
        scene.setMask(mask, of: root)
        scene.root(root)
        let t = tree(&scene)
        XCTAssertEqual(t.kinds, [.beginGroup, .fill, .beginClip, .fill, .endClip, .border, .beginMask, .fill, .endGroup])
        XCTAssertEqual(t.list.ops[0].bounds, DeviceRect(0, 0, 60, 60))
        XCTAssertEqual(t.list.ops[2].cornerRadius, 10)
        XCTAssertEqual(t.list.ops[3].bounds, DeviceRect(50, 50, 100, 100))
        guard case .group(let group) = t.list.payloads[Int(t.list.ops[0].payload)] else { return XCTFail("no group") }
        XCTAssertTrue(group.hasMask)
    }

    func testMaskOnAnEmptyLayerDrawsNothing() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100)) { $0.values.shadowOpacity = 1 }
        let mask = scene.layer(frame: CGRect(x: 0, y: 0, width: 60, height: 60), color: green)
        scene.setMask(mask, of: root)
        scene.root(root)
        XCTAssertEqual(tree(&scene).kinds, [])
    }

    func testHiddenTransparentAndSingularDrawNothing() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let r = CGRect(x: 0, y: 0, width: 10, height: 10)
        _ = scene.layer(frame: r, color: red, in: root) { $0.values.flags.insert(.hidden) }
        _ = scene.layer(frame: r, color: red, in: root) { $0.values.opacity = 0 }
        _ = scene.layer(frame: r, color: red, in: root) { $0.values.transform.m11 = 0 }
        _ = scene.layer(frame: r, color: RGBA(1, 0, 0, 0), in: root)
        _ = scene.layer(frame: r, color: red, in: root) {
            $0.values.flags.remove(.doubleSided); $0.values.transform.m11 = -1
        }
        scene.root(root)
        XCTAssertEqual(tree(&scene).kinds, [])
        var upwards = scene
        upwards.change(root) { _ in }
        XCTAssertEqual(tree(&upwards, flipped: false).kinds, [])
    }

    func testGeometryFlippedMirrorsPlacesButNotImages() {
        for flipped in [false, true] {
            var scene = TreeScene()
            let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 200, height: 200)) { $0.values.flags.insert(.geometryFlipped) }
            _ = scene.layer(frame: CGRect(x: 10, y: 20, width: 30, height: 40), in: root) { $0.objects.contents = image() }
            scene.root(root)
            let t = tree(&scene, flipped: flipped)
            XCTAssertEqual(t.list.ops[0].bounds, flipped ? DeviceRect(10, 140, 40, 180) : DeviceRect(10, 20, 40, 60))
            XCTAssertEqual(t.list.ops[0].flags.contains(.imageUpsideDown), flipped)
            // Upright either way: the first row lands higher on the screen than the last.
            let p = t.list.ops[0].projection
            let firstRow = flipped ? CGFloat(40) : 0
            XCTAssertEqual(p.m22 * firstRow + p.m32, flipped ? 140 : 20)
        }
    }

    func testSublayerTransformGivesPerspectiveAboutTheAnchor() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 200, height: 200)) {
            $0.extra.sublayerTransform.m34 = -1.0 / 100
        }
        _ = scene.layer(frame: CGRect(x: 80, y: 80, width: 40, height: 40), color: red, in: root) { $0.values.zPosition = 50 }
        scene.root(root)
        let op = tree(&scene).list.ops[0]
        XCTAssertEqual(op.projection.kind, .axisAligned)
        XCTAssertEqual(op.bounds, DeviceRect(60, 60, 140, 140))
    }

    func testWhatReachesBehindTheCameraIsCut() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 200, height: 200)) { $0.extra.sublayerTransform.m34 = -1.0 / 50 }
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 200, height: 200), color: red, in: root) {
            $0.values.transform = CATransform3DMakeRotation(1.2, 0, 1, 0)
        }
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: red, in: root) { $0.values.zPosition = 60 }
        scene.root(root)
        let t = tree(&scene)
        XCTAssertEqual(t.kinds, [.fill])
        XCTAssertFalse(t.list.ops[0].bounds.isEmpty)
    }

    func testTransformLayerKeepsDepth() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        let cube = scene.layer(.transform, frame: CGRect(x: 0, y: 0, width: 200, height: 200), color: red, in: root) {
            $0.values.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
            $0.values.opacity = 0.5
        }
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: green, in: cube) { $0.values.zPosition = 10 }
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: blue, in: cube) { $0.values.zPosition = -10 }
        scene.root(root)
        let t = tree(&scene)
        // Turned around, the far one is near.
        XCTAssertEqual(t.list.ops.map(\.color), [green, blue])
        XCTAssertEqual(t.list.ops.map(\.opacity), [0.5, 0.5])
        XCTAssertEqual(t.list.ops[0].bounds.x1, 201, accuracy: 1)
    }

    func testReplicatorRepeatsAboutItsCentreAndTints() {
        var scene = TreeScene()
        let root = scene.layer(.replicator, frame: CGRect(x: 0, y: 0, width: 200, height: 200)) {
            $0.extra.instanceCount = 3
            $0.extra.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
            $0.extra.instanceGreenOffset = -0.5
        }
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 10, height: 10), color: red, in: root)
        scene.root(root)
        let t = tree(&scene)
        XCTAssertEqual(t.kinds, [.fill, .beginGroup, .fill, .endGroup, .beginGroup, .fill, .endGroup])
        XCTAssertEqual(t.list.ops.filter { $0.kind == .fill }.map(\.bounds.x0), [0, 20, 40])
        guard case .group(let group) = t.list.payloads[Int(t.list.ops[4].payload)] else { return XCTFail("no group") }
        XCTAssertEqual(group.tint, RGBA(1, 0, 1, 1))
    }

    func testGradientNeedsAsManyLocationsAsColors() {
        for (locations, drawn) in [(nil, true), ([0, 1], true), ([0], false)] as [([Double]?, Bool)] {
            var scene = TreeScene()
            let root = scene.layer(.gradient, frame: CGRect(x: 0, y: 0, width: 20, height: 20)) {
                $0.objects.colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1)]
                $0.objects.locations = locations
            }
            scene.root(root)
            let t = tree(&scene)
            XCTAssertEqual(t.kinds, drawn ? [.gradient] : [])
            if drawn, case .gradient(let g) = t.list.payloads[0] { XCTAssertEqual(g.locations, [0, 1]) }
        }
    }

    func testBlendModeAndUnknownFilter() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20), color: red, in: root) {
            $0.objects.compositingFilter = OpaqueObject("multiplyBlendMode")
        }
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20), color: red, in: root) {
            $0.objects.compositingFilter = OpaqueObject("frobnicate")
        }
        scene.root(root)
        let t = tree(&scene)
        XCTAssertEqual(t.kinds, [.beginGroup, .fill, .endGroup, .fill])
        guard case .group(let group) = t.list.payloads[0] else { return XCTFail("no group") }
        XCTAssertEqual(group.blendMode, .multiply)
    }

    func testShadowOfASubtreeIsAGroup() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 50, y: 50, width: 20, height: 20), color: red) {
            $0.values.shadowOpacity = 1; $0.values.shadowRadius = 4
        }
        _ = scene.layer(frame: CGRect(x: 0, y: 0, width: 40, height: 10), color: blue, in: root)
        scene.root(root)
        let t = tree(&scene)
        XCTAssertEqual(t.kinds, [.beginGroup, .fill, .fill, .endGroup])
        XCTAssertTrue(t.list.ops[0].bounds.contains(DeviceRect(38, 35, 102, 79)))
    }

    func testHardEdgesWhereTheWindowServerHasThem() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 20, height: 20), color: red) {
            $0.values.flags.remove(.allowsEdgeAntialiasing)
        }
        scene.root(root)
        let commit = scene.commit()
        for (mode, smooth) in [(EdgeAntialiasing.always, true), (.appleWindow, false)] {
            let tree = RenderTree(viewport: Viewport(width: 50, height: 50, rootGeometryFlipped: true), antialiasing: mode)
            tree.apply(commit)
            _ = tree.update(at: 0)
            XCTAssertEqual(tree.list.ops[0].flags.contains(.antialiased), smooth)
        }
    }

    func testGravityVectors() throws {
        for v in try Vectors.area("gravity") {
            guard let expected = v.expected as? [Double], let bounds = v.numbers("bounds"), let pixels = v.numbers("imagePixels") else {
                continue
            }
            let names = [
                "resize", "resizeAspect", "resizeAspectFill", "center", "top", "bottom", "left", "right", "topLeft", "topRight",
                "bottomLeft", "bottomRight",
            ]
            let gravity = try XCTUnwrap(
                names.firstIndex(of: v.string("gravity") ?? "").flatMap { ContentsGravity(rawValue: UInt8($0)) }, v.id)
            let part = v.numbers("contentsRect") ?? [0, 0, 1, 1]
            let source = ContentsPlacement.source(
                width: Int(pixels[0]), height: Int(pixels[1]),
                contentsRect: CGRect(x: part[0], y: part[1], width: part[2], height: part[3]), flipped: false)
            let target = ContentsPlacement.target(
                bounds: CGRect(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3]), pixels: source.size,
                contentsScale: v.number("contentsScale") ?? 1, gravity: gravity)
            Vectors.check([target.minX, target.minY, target.width, target.height], v)
            XCTAssertEqual(expected.count, 4)
        }
    }

    func testContentsRectFollowsTheLayersYAxis() {
        let part = CGRect(x: 0, y: 0, width: 0.5, height: 0.25)
        XCTAssertEqual(
            ContentsPlacement.source(width: 80, height: 60, contentsRect: part, flipped: true), CGRect(x: 0, y: 0, width: 40, height: 15))
        XCTAssertEqual(
            ContentsPlacement.source(width: 80, height: 60, contentsRect: part, flipped: false), CGRect(x: 0, y: 45, width: 40, height: 15))
        let whole = CGRect(x: 0, y: 0, width: 80, height: 60)
        let center = ContentsPlacement.center(CGRect(x: 0.25, y: 0, width: 0.5, height: 0.5), in: whole, gravity: .resize, flipped: false)
        XCTAssertEqual(center, CGRect(x: 20, y: 30, width: 40, height: 30))
        XCTAssertNil(ContentsPlacement.center(CGRect(x: 0.25, y: 0, width: 0.5, height: 0.5), in: whole, gravity: .center, flipped: false))
    }
}
