import QuartzCore
import XCTest

/// What is in an archive has hashes of its own: Foundation looks for each object among those that it kept before, and compares it with all
/// that have the same hash.
final class ArchiveGrowthTests: XCTestCase {
    private final class Watch: NSObject, NSKeyedArchiverDelegate {
        private var objects: [Int: Set<NSObject>] = [:]

        func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any? {
            if let object = object as? NSObject { objects[object.hash, default: []].insert(object) }
            return object
        }

        func archiver(_ archiver: NSKeyedArchiver, didEncode object: Any?) {}
        func archiver(_ archiver: NSKeyedArchiver, willReplace object: Any?, withObject newObject: Any?) {}
        func archiverWillFinish(_ archiver: NSKeyedArchiver) {}
        func archiverDidFinish(_ archiver: NSKeyedArchiver) {}

        /// How many different objects have one hash, at most, and some of them.
        var worst: (count: Int, example: String) {
            let all = objects.values.max { $0.count < $1.count } ?? []
            return (all.count, all.first.map { "\(type(of: $0)): \($0)" } ?? "")
        }
    }

    private static let count = 200

    private func check(_ name: String, line: UInt = #line, _ make: (Int) -> NSObject) {
        let watch = Watch(), archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.delegate = watch
        for i in 0..<Self.count { archiver.encode(make(i), forKey: "\(i)") }
        archiver.finishEncoding()
        let worst = watch.worst
        // Numbers and short strings have hashes that meet now and then.
        XCTAssertLessThan(worst.count, 12, "\(name): different objects with one hash, such as \(worst.example)", line: line)
    }

    private func layer(_ i: Int) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: i, y: i, width: 10, height: 10)
        layer.backgroundColor = CGColor(red: Double(i) / 200, green: 0, blue: 0, alpha: 1)
        layer.setValue(["mine", i] as [Any], forKey: "own")
        layer.actions = ["opacity": animation(i), "position": NSNull()]
        return layer
    }

    private func animation(_ i: Int) -> CAAnimation {
        let move = CAKeyframeAnimation(keyPath: "position")
        move.values = [CGPoint(x: i, y: 0), CGPoint(x: 0, y: i)]
        move.keyTimes = [0, 1]
        move.timingFunctions = [CAMediaTimingFunction(controlPoints: Float(i) / 400, 0, 0.5, 1)]
        let group = CAAnimationGroup()
        group.animations = [move]
        return group
    }

    /// A layer of numbers and colors is one object of the archive.
    func testObjectsOfPlainLayers() throws {
        func count(_ layers: Int) -> Int {
            let root = CALayer()
            for i in 0..<layers {
                let layer = CALayer()
                layer.frame = CGRect(x: i, y: i, width: 10, height: 10)
                layer.backgroundColor = CGColor(red: Double(i) / 200, green: 0, blue: 0, alpha: 1)
                root.addSublayer(layer)
            }
            let counter = Counter(), archiver = NSKeyedArchiver(requiringSecureCoding: false)
            archiver.delegate = counter
            archiver.encode(root, forKey: NSKeyedArchiveRootObjectKey)
            archiver.finishEncoding()
            return counter.count
        }
        XCTAssertEqual(count(100) - count(50), 50)
        XCTAssertEqual(count(200) - count(100), 100)
    }

    private final class Counter: NSObject, NSKeyedArchiverDelegate {
        private(set) var count = 0

        func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any? {
            count += 1
            return object
        }

        func archiver(_ archiver: NSKeyedArchiver, didEncode object: Any?) {}
        func archiver(_ archiver: NSKeyedArchiver, willReplace object: Any?, withObject newObject: Any?) {}
        func archiverWillFinish(_ archiver: NSKeyedArchiver) {}
        func archiverDidFinish(_ archiver: NSKeyedArchiver) {}
    }

    func testLayers() { check("layers") { self.layer($0) } }

    func testATree() {
        check("a tree") { i in
            let root = CALayer()
            for j in 0..<(i == 0 ? Self.count : 0) { root.addSublayer(self.layer(j)) }
            return root
        }
    }

    func testAnimations() { check("animations") { self.animation($0) } }

    func testShapes() {
        check("shapes") { i in
            let shape = CAShapeLayer()
            shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: i + 1, height: 10), transform: nil)
            shape.lineDashPattern = [NSNumber(value: i), 2]
            return shape
        }
    }

    func testPictures() {
        check("pictures") { i in
            let layer = CALayer()
            layer.contents = CGImage(width: 8, height: 8) { pixels in
                for p in pixels.indices { pixels[p] = 0xFF00_0000 | (p == 63 ? UInt32(i) : 0) }
            }
            return layer
        }
    }

    func testEmitters() {
        check("emitters") { i in
            let emitter = CAEmitterLayer(), cell = CAEmitterCell(), inner = CAEmitterCell()
            cell.name = "cell \(i)"
            inner.birthRate = Float(i)
            cell.emitterCells = [inner]
            emitter.emitterCells = [cell]
            return emitter
        }
    }
}
