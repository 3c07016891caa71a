import QuartzCore
import RenderTree
import XCTest
@testable import Agate

/// How work grows with the size of a scene, in counts, which are the same in every run: nothing here reads a clock. Each test does one
/// thing that programs do, at sizes that double, and says how fast what it costs may grow: not at all, or in proportion.
final class WorkGrowthTests: XCTestCase {
    private let sizes = [100, 200, 400, 800]

    private enum Growth { case flat, linear }

    private func check(
        _ growth: Growth, sizes: [Int]? = nil, file: StaticString = #filePath, line: UInt = #line, _ measure: (Int) -> HostWork
    ) {
        for each in excess(growth, sizes ?? self.sizes, measure) { XCTFail(each, file: file, line: line) }
    }

    /// Compares each count of a size with that of half the size; answers those that grew faster than allowed.
    private func excess(_ growth: Growth, _ sizes: [Int], _ measure: (Int) -> HostWork) -> [String] {
        var last: HostWork?
        var found: [String] = []
        for size in sizes {
            let work = measure(size)
            if let last {
                for (name, value) in work.counts {
                    let before = last.counts[name] ?? 0
                    let allowed = growth == .flat ? before + before / 8 + 8 : 2 * before + before / 4 + 64
                    if value > allowed { found.append("\(name): \(before) at \(size / 2), \(value) at \(size)") }
                }
            }
            last = work
        }
        return found
    }

    /// Layers of 12 points with random places under a layer of their own.
    private final class Scene {
        let host = OffscreenHost(size: CGSize(width: 320, height: 240))
        let top = CALayer()
        var layers: [CALayer] = []
        private var state: UInt64 = 1

        init(_ count: Int, hidden: Bool = false, _ make: (Int, Scene) -> CALayer = { _, _ in CALayer() }) {
            host.perform {
                top.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
                top.isHidden = hidden
                for i in 0..<count {
                    let layer = make(i, self)
                    layer.frame = CGRect(x: random() * 308, y: random() * 228, width: 12, height: 12)
                    layer.backgroundColor = CGColor(red: random(), green: random(), blue: random(), alpha: 0.5)
                    layers.append(layer)
                    top.addSublayer(layer)
                }
                host.layer.addSublayer(top)
            }
            host.paint(at: 0)
        }

        /// None lies on another; the rows from 200 on are free.
        func spread() {
            quietly { for (i, layer) in layers.enumerated() { layer.frame = CGRect(x: i % 40 * 8, y: i / 40 * 8, width: 6, height: 6) } }
        }

        func random() -> Double {
            state = state &* 6364136223846793005 &+ 1442695040888963407
            return Double(state >> 11) / 9007199254740992
        }

        func animate(_ layer: CALayer, _ animation: CAPropertyAnimation, begin: Double = 0, duration: Double = 1000) {
            animation.beginTime = begin
            animation.duration = duration
            layer.add(animation, forKey: nil)
        }

        func move(_ layer: CALayer, begin: Double = 0, duration: Double = 1000) {
            let move = CABasicAnimation(keyPath: "position")
            move.fromValue = CGPoint(x: random() * 308, y: random() * 228)
            move.toValue = CGPoint(x: random() * 308, y: random() * 228)
            animate(layer, move, begin: begin, duration: duration)
        }

        func quietly(_ changes: () -> Void) {
            host.perform {
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                changes()
                CATransaction.commit()
            }
        }

        /// What frames cost, after one in which everything settles.
        func frames(_ count: Int = 4, _ change: (Int) -> Void = { _ in }) -> HostWork {
            host.paint(at: host.now + 1.0 / 60)
            host.paint(at: host.now + 1.0 / 60)
            let before = host.work
            for i in 0..<count {
                change(i)
                host.paint(at: host.now + 1.0 / 60)
            }
            return host.work - before
        }
    }

    /// The guards themselves: each kind of loop over all layers for each layer is found, in the counts that it shows in.
    func testPlantedQuadraticLoopsAreFound() {
        func counts(_ found: [String]) -> Set<Substring> { Set(found.map { $0.prefix { $0 != ":" } }) }
        // Every layer changes in a frame, for every layer.
        let changes = excess(.linear, sizes) { n in
            let scene = Scene(n)
            return scene.frames(n / 10) { i in scene.quietly { for layer in scene.layers { layer.opacity = Float(i % 9 + 1) / 10 } } }
        }
        XCTAssertTrue(
            counts(changes).isSuperset(of: ["layers committed", "layers made", "ops made", "ops visited", "pixels"]), "\(changes)")
        // Every animation is looked at anew for every one of them.
        let animations = excess(.linear, sizes) { n in
            let scene = Scene(n)
            scene.host.perform { for layer in scene.layers { scene.move(layer) } }
            return scene.frames(n / 10) { i in scene.quietly { for layer in scene.layers { layer.cornerRadius = CGFloat(i % 5) } } }
        }
        XCTAssertTrue(counts(animations).isSuperset(of: ["evaluations", "records visited", "records found again"]), "\(animations)")
        // Something that should cost the same at any size costs a look at each layer.
        XCTAssertFalse(
            excess(.flat, sizes) { n in
                let scene = Scene(n)
                return scene.frames { i in scene.quietly { scene.top.backgroundColor = CGColor(gray: CGFloat(i) / 4, alpha: 1) } }
            }.isEmpty)
    }

    func testChangesWhereOneLayerHasItsOwnTime() {
        check(.linear) { n in
            let scene = Scene(n)
            scene.host.perform {
                scene.layers[0].speed = 0.5
                for layer in scene.layers { scene.move(layer) }
            }
            return scene.frames { i in scene.quietly { for layer in scene.layers { layer.opacity = Float(i + 1) / 10 } } }
        }
    }

    /// Each layer moves within a place of its own. Where they all move across each other in one picture, the pixels that are drawn again
    /// grow with the damaged area times the layers that lie there, until all of the picture is damaged: that is no work of the queue's,
    /// which this test is about.
    func testAnimationsThatBeginOneAfterTheOther() {
        check(.linear) { n in
            let scene = Scene(n)
            scene.spread()
            scene.host.perform {
                for (i, layer) in scene.layers.enumerated() {
                    let move = CABasicAnimation(keyPath: "position.x")
                    (move.fromValue, move.toValue) = (layer.position.x - 1, layer.position.x)
                    scene.animate(layer, move, begin: scene.host.now + 0.05 + Double(i) / Double(n), duration: 0.25)
                }
            }
            let work = scene.frames(90)
            XCTAssertNil(scene.layers.last?.animationKeys())
            return work
        }
    }

    /// Layers outside of the clip around them cost nothing while the layer that contains them scrolls.
    func testAScrolledFrame() {
        check(.flat) { n in
            let scene = Scene(n)
            scene.quietly {
                scene.top.masksToBounds = true
                for (i, layer) in scene.layers.enumerated() { layer.frame = CGRect(x: 10, y: i * 20, width: 100, height: 15) }
            }
            func scroll(_ i: Int) { scene.quietly { scene.top.bounds.origin.y = CGFloat(i) * 3 } }
            _ = scene.frames(3) { scroll($0) }
            return scene.frames(5) { scroll($0 + 3) }
        }
    }

    func testAnimationsThatBeginLater() {
        check(.flat) { n in
            let scene = Scene(n)
            scene.host.perform { for layer in scene.layers { scene.move(layer, begin: 100) } }
            return scene.frames()
        }
    }

    func testAnimationsThatNobodySees() {
        check(.flat) { n in
            let scene = Scene(n, hidden: true)
            scene.host.perform {
                for layer in scene.layers {
                    scene.move(layer)
                    let path = CGMutablePath()
                    path.move(to: .zero)
                    path.addQuadCurve(to: CGPoint(x: 50, y: 90), control: CGPoint(x: 10, y: 60))
                    let along = CAKeyframeAnimation(keyPath: "position")
                    along.path = path
                    scene.animate(layer, along)
                }
            }
            return scene.frames()
        }
    }

    func testOneMoverAmongMany() {
        check(.flat) { n in
            let scene = Scene(n)
            scene.spread()
            scene.host.perform {
                scene.layers[0].frame = CGRect(x: 0, y: 200, width: 6, height: 6)
                let move = CABasicAnimation(keyPath: "position.x")
                (move.fromValue, move.toValue) = (3, 300)
                scene.animate(scene.layers[0], move)
            }
            scene.host.advance(by: 1)
            return scene.frames()
        }
    }

    func testOneChangesItsDepth() {
        check(.flat) { n in
            let scene = Scene(n)
            scene.spread()
            return scene.frames { i in scene.quietly { scene.layers[0].zPosition = CGFloat(i + 1) } }.withoutShifts
        }
    }

    func testManySmallDamages() {
        check(.linear) { n in
            let scene = Scene(n)
            return scene.frames { i in scene.quietly { for layer in scene.layers { layer.opacity = Float(i + 1) / 10 } } }
        }
    }

    func testReplicatorsInReplicators() {
        check(.linear) { n in
            let host = OffscreenHost(size: CGSize(width: 320, height: 240))
            let dot = CALayer(), inner = CAReplicatorLayer(), outer = CAReplicatorLayer()
            host.perform {
                dot.frame = CGRect(x: 2, y: 2, width: 6, height: 6)
                dot.backgroundColor = .black
                inner.instanceCount = 10
                inner.instanceTransform = CATransform3DMakeTranslation(8, 0, 0)
                inner.addSublayer(dot)
                outer.instanceCount = n / 10
                outer.instanceTransform = CATransform3DMakeTranslation(0, 2, 0)
                outer.addSublayer(inner)
                host.layer.addSublayer(outer)
            }
            host.paint(at: 0)
            let before = host.work
            for i in 1...4 {
                host.perform { dot.opacity = Float(i) / 10 }
                host.paint(at: Double(i))
            }
            return host.work - before
        }
    }

    func testGroupsInGroups() {
        check(.linear, sizes: [25, 50, 100, 200]) { n in
            let host = OffscreenHost(size: CGSize(width: 64, height: 64))
            var layer = host.layer
            host.perform {
                for i in 0..<n {
                    let next = CALayer()
                    next.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
                    next.backgroundColor = CGColor(red: Double(i % 10) / 10, green: 0.5, blue: 0.5, alpha: 0.5)
                    if i % 5 == 0 { next.masksToBounds = true }
                    layer.addSublayer(next)
                    layer = next
                }
            }
            host.paint(at: 0)
            let before = host.work
            for i in 1...4 {
                host.perform { layer.opacity = Float(i) / 10 }
                host.paint(at: Double(i))
            }
            return host.work - before
        }
    }
}

extension HostWork {
    /// Without what moves up or down when another layer passes it.
    fileprivate var withoutShifts: HostWork {
        var result = self
        result.tree.nodesShifted = 0
        return result
    }

    fileprivate var counts: [String: Int] {
        [
            "records visited": tree.recordsVisited, "evaluations": tree.evaluations, "records found again": tree.invalidations,
            "layers made": tree.nodesMade, "ops made": tree.opsMade, "builds": tree.builds, "layers shifted": tree.nodesShifted,
            "layers committed": layersCommitted, "times found": timesFound, "ops visited": drawing.ops, "pixels": drawing.pixels,
        ]
    }
}
