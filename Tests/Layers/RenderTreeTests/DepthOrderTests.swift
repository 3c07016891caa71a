import CoreGraphics
import XCTest
@testable import RenderTree

/// Tilted siblings: order by depth, cuts where planes cross.
final class DepthOrderTests: XCTestCase {
    private let frame: [SIMD2<Double>] = [[0, 0], [100, 0], [100, 100], [0, 100]]
    private func plane(_ x0: Double, _ x1: Double, slope: SIMD2<Double> = .zero, level: Double = 0, cost: Int = 0) -> DepthPlane {
        DepthPlane(polygon: [[x0, 10], [x1, 10], [x1, 90], [x0, 90]], slope: slope, level: level, cost: cost)
    }

    // MARK: planes

    func testOnlyOrderedWhereNothingCrosses() {
        let order = PlaneSplit.order([plane(10, 60, level: 5), plane(30, 80, level: -5), plane(20, 50, level: 1)], within: frame)
        XCTAssertEqual(order, [1, 2, 0].map { DepthPiece(plane: $0) })
    }

    func testCoplanarKeepTheirOrder() {
        let tilt: SIMD2<Double> = [0.3, -0.1]
        let order = PlaneSplit.order((0..<6).map { plane(Double($0), 60, slope: tilt, level: 2 + Double($0) * 1e-14) }, within: frame)
        XCTAssertEqual(order, (0..<6).map { DepthPiece(plane: $0) })
    }

    func testCrossingPlanesAreCutWhereTheyMeet() {
        // The second is nearer left of x = 40.
        let order = PlaneSplit.order([plane(10, 90, cost: 1), plane(10, 90, slope: [-1, 0], level: 40)], within: frame)
        XCTAssertEqual(order.map(\.plane), [1, 0, 1])
        XCTAssertEqual(order[1].clip, [], "the dearer one stays whole")
        XCTAssertEqual(order[0].clip.map(\.x).min(), 40)
        XCTAssertEqual(order[2].clip.map(\.x).max(), 40)
    }

    func testPlanesThatCrossBesideEachOtherStayWhole() {
        // They would meet at x = 95, where neither is.
        let order = PlaneSplit.order([plane(10, 90), plane(10, 90, slope: [-1, 0], level: 95)], within: frame)
        XCTAssertEqual(order, [DepthPiece(plane: 0), DepthPiece(plane: 1)])
        let apart = PlaneSplit.order([plane(10, 40), plane(40, 90, slope: [1, 0], level: -60)], within: frame)
        XCTAssertEqual(apart, [DepthPiece(plane: 0), DepthPiece(plane: 1)])
    }

    /// Whatever the planes, at every point the last piece painted is the nearest plane there.
    func testNearestIsPaintedLast() {
        var state: UInt64 = 7
        func number(_ low: Double, _ high: Double) -> Double {
            state = state &* 6364136223846793005 &+ 1442695040888963407
            return low + (high - low) * Double(state >> 11) / Double(1 << 53)
        }
        for round in 0..<120 {
            let planes = (0..<(2 + round % 7)).map { _ -> DepthPlane in
                let c = SIMD2(number(20, 80), number(20, 80)), u = SIMD2(number(-40, 40), number(-40, 40)),
                    v = SIMD2(-u.y, u.x) * number(0.1, 1)
                return DepthPlane(
                    polygon: PlaneSplit.overlap([c + u + v, c - u + v, c - u - v, c + u - v], frame),
                    slope: [number(-1, 1), number(-1, 1)], level: number(-50, 50), cost: round % 3)
            }
            let order = PlaneSplit.order(planes, within: frame)
            for _ in 0..<60 {
                let p = SIMD2(number(0, 100), number(0, 100))
                func inside(_ polygon: [SIMD2<Double>]) -> Bool {
                    var left = false, right = false
                    for i in polygon.indices {
                        let a = polygon[i], b = polygon[(i + 1) % polygon.count] - a, q = p - a
                        if b.x * q.y - b.y * q.x < 0 { left = true } else { right = true }
                    }
                    return polygon.count > 2 && left != right
                }
                let here = planes.indices.filter { inside(planes[$0].polygon) }
                let nearest = here.sorted { planes[$0].depth(at: p) < planes[$1].depth(at: p) }
                let painted = order.filter { here.contains($0.plane) && ($0.clip.isEmpty || inside($0.clip)) }.map(\.plane)
                XCTAssertEqual(painted, nearest, "round \(round) at \(p)")
            }
        }
    }

    /// The same with so many that there are rings of them..
    func testManyThatCrossAreCutAmongThemselves() {
        var state: UInt64 = 11
        func number(_ low: Double, _ high: Double) -> Double {
            state = state &* 6364136223846793005 &+ 1442695040888963407
            return low + (high - low) * Double(state >> 11) / Double(1 << 53)
        }
        let planes = (0..<50).map { _ -> DepthPlane in
            let c = SIMD2(number(10, 90), number(10, 90)), u = SIMD2(number(-20, 20), number(-20, 20)), v = SIMD2(-u.y, u.x)
            return DepthPlane(
                polygon: PlaneSplit.overlap([c + u + v, c - u + v, c - u - v, c + u - v], frame),
                slope: [number(-1, 1), number(-1, 1)], level: number(-8, 8), cost: 0)
        }
        let order = PlaneSplit.order(planes, within: frame)
        XCTAssertEqual(Set(order.map(\.plane)).count, 50, "none is lost")
        XCTAssertLessThan(order.count, 200)
        for _ in 0..<2000 {
            let p = SIMD2(number(0, 100), number(0, 100))
            func inside(_ polygon: [SIMD2<Double>]) -> Bool {
                var left = false, right = false
                for i in polygon.indices {
                    let a = polygon[i], b = polygon[(i + 1) % polygon.count] - a, q = p - a
                    if b.x * q.y - b.y * q.x < 0 { left = true } else { right = true }
                }
                return polygon.count > 2 && left != right
            }
            let here = planes.indices.filter { inside(planes[$0].polygon) }
            let painted = order.filter { here.contains($0.plane) && ($0.clip.isEmpty || inside($0.clip)) }.map(\.plane)
            XCTAssertEqual(painted, here.sorted { planes[$0].depth(at: p) < planes[$1].depth(at: p) }, "at \(p)")
        }
    }

    /// All of the limit across each other: the pieces are bounded, and every plane is there.
    func testPiecesAreBounded() {
        let planes = (0..<PlaneSplit.planeLimit).map { i -> DepthPlane in
            let angle = Double(i) * 2.4, steep = 0.2 + Double(i % 7) / 10
            return DepthPlane(polygon: frame, slope: [angle.remainder(dividingBy: 3), steep], level: Double(i % 31) - 60, cost: 0)
        }
        let order = PlaneSplit.order(planes, within: frame)
        XCTAssertLessThanOrEqual(order.count, 1 << 16)
        XCTAssertEqual(Set(order.map(\.plane)).count, planes.count)
    }

    // MARK: trees

    private let viewport = Viewport(width: 100, height: 100, rootGeometryFlipped: true)
    private let square = CGRect(x: 20, y: 20, width: 60, height: 60)
    private let red = RGBA(1, 0, 0, 1), blue = RGBA(0, 0, 1, 1)

    private func list(_ scene: TreeScene) -> DrawList {
        var scene = scene
        let tree = RenderTree(viewport: viewport)
        tree.apply(scene.commit())
        _ = tree.update(at: 0)
        return tree.list
    }

    func testCrossingLayers() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        _ = scene.layer(frame: square, color: red, in: root)
        // x grows away from the viewer: left half in front, right half behind.
        _ = scene.layer(frame: square, color: blue, in: root) { $0.values.transform = CATransform3DMakeRotation(0.5, 0, 1, 0) }
        scene.root(root)
        let ops = list(scene).ops
        XCTAssertEqual(ops.map(\.kind), [.beginClip, .fill, .endClip, .fill, .beginClip, .fill, .endClip])
        XCTAssertEqual([ops[1], ops[3], ops[5]].map(\.color), [blue, red, blue])
        XCTAssertEqual(ops[0].bounds.x0, 50)
        XCTAssertEqual(ops[4].bounds.x1, 50)
    }

    func testDepthGoesBeforeTreeOrder() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        _ = scene.layer(frame: square, color: red, in: root) { $0.values.transform = CATransform3DMakeTranslation(0, 0, 5) }
        _ = scene.layer(frame: square, color: blue, in: root)
        scene.root(root)
        XCTAssertEqual(list(scene).ops.map(\.color), [blue, red])
    }

    func testCoplanarLayersKeepTheirOrder() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        for k in 0..<5 {
            _ = scene.layer(frame: square, color: RGBA(Float(k) / 5, 0, 0, 1), in: root) {
                $0.values.transform = CATransform3DMakeRotation(0.7, 1, 1, 0)
            }
        }
        scene.root(root)
        XCTAssertEqual(list(scene).ops.map(\.color.x), (0..<5).map { Float($0) / 5 })
    }

    func testFlatScenesAreNotTouched() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        for k in 0..<5 {
            _ = scene.layer(frame: square, color: RGBA(Float(k) / 5, 0, 0, 1), in: root) {
                $0.values.transform = CATransform3DMakeRotation(Double(k), 0, 0, 1)
                $0.values.zPosition = k == 2 ? 4 : 0
            }
        }
        scene.root(root)
        let ops = list(scene).ops
        XCTAssertEqual(ops.map(\.color.x), [0, 0.2, 0.6, 0.8, 0.4])
        XCTAssertTrue(ops.allSatisfy { $0.kind == .fill && $0.payload < 0 })
    }

    func testLayersInTransformLayersTakePart() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let box = scene.layer(.transform, frame: CGRect(x: 0, y: 0, width: 100, height: 100), in: root)
        _ = scene.layer(frame: square, color: red, in: box) { $0.values.zPosition = 10 }
        _ = scene.layer(frame: square, color: RGBA(0, 1, 0, 1), in: box) { $0.values.zPosition = -10 }
        _ = scene.layer(frame: square, color: blue, in: root)
        scene.root(root)
        XCTAssertEqual(list(scene).ops.map(\.color), [RGBA(0, 1, 0, 1), blue, red])
    }

    /// Beginning, going on and ending to be tilted: the patched list is the one that a new tree makes.
    func testTurningLayer() {
        var scene = TreeScene()
        let root = scene.layer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        _ = scene.layer(frame: square, color: red, in: root)
        let card = scene.layer(frame: square, color: blue, in: root)
        scene.root(root)
        let tree = RenderTree(viewport: viewport)
        var all = [scene.commit()]
        tree.apply(all[0])
        _ = tree.update(at: 0)
        for (step, angle) in [0, 0.1, 0.2, 1, 2, 3, 0, 0.5].enumerated() {
            scene.change(card) { $0.values.transform = CATransform3DMakeRotation(angle, 0, 1, 0) }
            let commit = scene.commit()
            all.append(commit)
            tree.apply(commit)
            let update = tree.update(at: Double(step))
            let fresh = RenderTree(viewport: viewport)
            for each in all { fresh.apply(each) }
            _ = fresh.update(at: Double(step))
            XCTAssertEqual(tree.list.ops.map(\.kind), fresh.list.ops.map(\.kind), "\(angle)")
            XCTAssertEqual(tree.list.ops.map(\.color), fresh.list.ops.map(\.color), "\(angle)")
            XCTAssertEqual(tree.list.payloads, fresh.list.payloads, "\(angle)")
            XCTAssertEqual(update.isRebuilt, [1, 6, 7].contains(step), "step \(step)")
            if step > 0 { XCTAssertFalse(update.damage.isEmpty) }
        }
    }
}
