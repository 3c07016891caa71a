import AgateDiagnostics
import QuartzCore
import XCTest

/// A subclass of a program: its own stored values are its own to archive.
final class TaggedLayer: CALayer {}
private final class HiddenLayer: CALayer {}

/// Animations and layers through NSKeyedArchiver and back (spec KV8, SP10).
final class ArchiveTests: XCTestCase {
    private func back<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
        let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        return try XCTUnwrap(NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
    }

    func testFrameRates() throws {
        let a = CABasicAnimation(keyPath: "opacity")
        XCTAssertFalse(a.shouldArchiveValue(forKey: "preferredFrameRateRange"))
        XCTAssertEqual(try back(a).preferredFrameRateRange, .default)
        for range in [CAFrameRateRange(minimum: 30, maximum: 60, preferred: 48), CAFrameRateRange(minimum: 10, maximum: 120)] {
            a.preferredFrameRateRange = range
            XCTAssertEqual(try back(a).preferredFrameRateRange, range)
        }
    }

    func testBasic() throws {
        let a = CABasicAnimation(keyPath: "position")
        a.fromValue = CGPoint(x: 1, y: 2)
        a.toValue = NSValue(point: NSPoint(x: 3, y: 4))
        a.duration = 2
        a.beginTime = -3.5
        a.speed = 0.5
        a.repeatCount = .infinity
        a.autoreverses = true
        a.fillMode = .both
        a.isRemovedOnCompletion = false
        a.isAdditive = true
        a.timingFunction = CAMediaTimingFunction(controlPoints: 0.1, -0.5, 0.9, 1.5)
        a.setValue("mine", forKey: "tag")
        a.setValue(CATransform3DMakeScale(2, 3, 4), forKey: "matrix")
        let b = try back(a)
        XCTAssertEqual(b.keyPath, "position")
        XCTAssertEqual(b.fromValue as? CGPoint, CGPoint(x: 1, y: 2))
        XCTAssertEqual(b.toValue as? CGPoint, CGPoint(x: 3, y: 4))
        XCTAssertNil(b.byValue)
        XCTAssertEqual([b.duration, b.beginTime, Double(b.speed), Double(b.repeatCount)], [2, -3.5, 0.5, .infinity])
        XCTAssertTrue(b.autoreverses && !b.isRemovedOnCompletion && b.isAdditive && !b.isCumulative)
        XCTAssertEqual(b.fillMode, .both)
        XCTAssertEqual(b.timingFunction, a.timingFunction)
        XCTAssertEqual(b.value(forKey: "tag") as? String, "mine")
        XCTAssertEqual(b.value(forKey: "matrix") as? CATransform3D, CATransform3DMakeScale(2, 3, 4))
    }

    func testKeyframesOfEveryKind() throws {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addCurve(to: CGPoint(x: 9, y: 9), control1: CGPoint(x: 1, y: 2), control2: CGPoint(x: 3, y: 4))
        path.closeSubpath()
        let values: [[Any]] = [
            [1, 2.5, Float(3), CGFloat(4), NSNumber(value: 5)], [true, false], [CGRect(x: 1, y: 2, width: 3, height: 4)],
            [CGSize(width: 1, height: 2)], [CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.5), CGColor(gray: 0.5, alpha: 1)],
            [path as CGPath],
            ["one", "two"],
            [[CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)], [CGColor(gray: 1, alpha: 1), CGColor(gray: 0, alpha: 1)]],
            [[0, 0.5, 1], [0.1, 0.2, 0.3]],
        ]
        for list in values {
            let a = CAKeyframeAnimation(keyPath: "any")
            a.values = list
            a.keyTimes = [0, 0.25, 1]
            a.calculationMode = .cubic
            a.tensionValues = [0.5]
            a.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
            let b = try back(a)
            XCTAssertEqual(b.values?.count, list.count)
            for (x, y) in zip(list, b.values ?? []) { XCTAssertTrue(isSame(x, y), "\(x) \(y)") }
            XCTAssertEqual(b.keyTimes, a.keyTimes)
            XCTAssertEqual(b.calculationMode, .cubic)
            XCTAssertEqual(b.tensionValues, [0.5])
            XCTAssertEqual(b.timingFunctions, a.timingFunctions)
        }
        let along = CAKeyframeAnimation(keyPath: "position")
        along.path = path
        along.rotationMode = .rotateAuto
        let b = try back(along)
        XCTAssertEqual(b.path, path.copy())
        XCTAssertEqual(b.rotationMode, .rotateAuto)
    }

    private func isSame(_ a: Any, _ b: Any) -> Bool {
        if let a = a as? [Any], let b = b as? [Any] { return a.count == b.count && zip(a, b).allSatisfy(isSame) }
        if let a = a as? CGColor { return a == b as? CGColor }
        if let a = a as? CGPath { return a == b as? CGPath }
        if let a = a as? CGRect { return a == b as? CGRect }
        if let a = a as? CGSize { return a == b as? CGSize }
        if let a = a as? String { return a == b as? String }
        if let a = a as? Float { return Double(a) == (b as? NSNumber)?.doubleValue }
        if let a = a as? CGFloat { return Double(a) == (b as? NSNumber)?.doubleValue }
        return (a as? NSNumber) == (b as? NSNumber)
    }

    func testGroupsSpringsAndTransitions() throws {
        let spring = CASpringAnimation(keyPath: "opacity")
        spring.mass = 2
        spring.damping = 3
        spring.initialVelocity = 7
        spring.toValue = 0.5
        spring.valueFunction = CAValueFunction(name: .rotateZ)
        let push = CATransition()
        push.type = .push
        push.subtype = .fromTop
        push.startProgress = 0.25
        let group = CAAnimationGroup()
        group.animations = [spring, push]
        group.duration = 3
        let b = try back(group)
        let s = try XCTUnwrap(b.animations?.first as? CASpringAnimation), p = try XCTUnwrap(b.animations?.last as? CATransition)
        XCTAssertEqual([s.mass, s.stiffness, s.damping], [2, 100, 3])
        XCTAssertEqual(s.initialVelocity, 0, "SP10: never archived")
        XCTAssertEqual(s.valueFunction?.name, .rotateZ)
        XCTAssertEqual(p.type, .push)
        XCTAssertEqual(p.subtype, .fromTop)
        XCTAssertEqual(p.startProgress, 0.25)
        XCTAssertEqual(p.endProgress, 1)
        XCTAssertEqual(b.duration, 3)
    }

    func testLayers() throws {
        let root = TaggedLayer()
        root.name = "root"
        root.bounds = CGRect(x: 1, y: 2, width: 30, height: 40)
        root.position = CGPoint(x: 5, y: 6)
        root.opacity = 0.25
        root.isHidden = true
        root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        root.contentsGravity = .resizeAspect
        root.maskedCorners = [.layerMinXMinYCorner]
        root.transform = CATransform3DMakeRotation(1, 0, 0, 1)
        root.autoresizingMask = [.layerWidthSizable]
        root.contents = CGImage(width: 2, height: 1, premultipliedBGRA: [1, 2, 3, 255, 4, 5, 6, 255])
        root.actions = ["opacity": NSNull(), "position": CABasicAnimation(keyPath: "position")]
        root.setValue(CGPoint(x: 7, y: 8), forKey: "home")
        root.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
        let shape = CAShapeLayer()
        shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5), transform: nil)
        shape.lineDashPattern = [1, 2]
        shape.strokeEnd = 0.5
        let gradient = CAGradientLayer()
        gradient.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)]
        gradient.locations = [0, 0.25]
        root.addSublayer(shape)
        root.mask = gradient
        let b = try back(root)
        XCTAssertEqual(b.name, "root")
        XCTAssertEqual(b.bounds, root.bounds)
        XCTAssertEqual(b.position, root.position)
        XCTAssertEqual(b.opacity, 0.25)
        XCTAssertTrue(b.isHidden)
        XCTAssertEqual(b.backgroundColor, root.backgroundColor)
        XCTAssertEqual(b.contentsGravity, .resizeAspect)
        XCTAssertEqual(b.maskedCorners, root.maskedCorners)
        XCTAssertEqual(b.transform, root.transform)
        XCTAssertEqual(b.autoresizingMask, [.layerWidthSizable])
        XCTAssertEqual((b.contents as? CGImage)?.width, 2)
        XCTAssertTrue(b.actions?["opacity"] is NSNull)
        XCTAssertEqual((b.actions?["position"] as? CABasicAnimation)?.keyPath, "position")
        XCTAssertEqual(b.value(forKey: "home") as? CGPoint, CGPoint(x: 7, y: 8))
        XCTAssertNil(b.animationKeys(), "animations are not kept")
        let s = try XCTUnwrap(b.sublayers?.first as? CAShapeLayer), g = try XCTUnwrap(b.mask as? CAGradientLayer)
        XCTAssertEqual(s.path, shape.path)
        XCTAssertEqual(s.lineDashPattern, [1, 2])
        XCTAssertEqual(s.strokeEnd, 0.5)
        XCTAssertIdentical(s.superlayer, b)
        XCTAssertEqual(g.locations, [0, 0.25])
        XCTAssertEqual((g.colors as? [CGColor])?.count, 2)
    }

    func testWhatNoArchiveHoldsIsNamed() throws {
        final class Opaque {}
        let seen = Seen()
        let token = Diagnostic.addObserver { seen.add($0.identifier) }
        defer { Diagnostic.removeObserver(token) }
        let a = CABasicAnimation(keyPath: "contents")
        a.toValue = Opaque()
        a.fromValue = 1
        let b = try back(a)
        XCTAssertNil(b.toValue)
        XCTAssertEqual(b.fromValue as? Int, 1)
        XCTAssertTrue(seen.all.contains("archive.unsupported-value"))
    }

    func testPrivateClassesAreKeptAsWhatTheyAreMadeOf() throws {
        let hidden: CALayer = HiddenLayer()
        hidden.opacity = 0.5
        let b = try back(hidden)
        XCTAssertTrue(type(of: b) == CALayer.self)
        XCTAssertEqual(b.opacity, 0.5)
        XCTAssertTrue(type(of: try back(TaggedLayer() as CALayer)) == TaggedLayer.self)
    }

    /// Archives that were tampered with give nil or defaults, never a crash.
    func testMutatedArchives() throws {
        let a = CAKeyframeAnimation(keyPath: "path")
        a.values = [
            CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5), transform: nil), CGColor(gray: 1, alpha: 1), CATransform3DIdentity,
        ]
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.outputFormat = .xml
        archiver.encode(a, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        let text = try XCTUnwrap(String(data: archiver.encodedData, encoding: .utf8))
        for (old, new) in [
            ("<string>path</string>", "<string>nothing</string>"), ("<string>transform</string>", "<string>rect</string>"),
            ("<string>transform</string>", "<string>image</string>"), ("<string>color</string>", "<string>transform</string>"),
            ("<real>5</real>", "<real>nan</real>"), ("<string>list</string>", "<string>path</string>"),
        ] {
            guard text.contains(old) else { continue }
            let data = Data(text.replacingOccurrences(of: old, with: new).utf8)
            _ = try? NSKeyedUnarchiver.unarchivedObject(ofClass: CAKeyframeAnimation.self, from: data)
        }
    }
}

private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [String] = []
    func add(_ id: String) { lock.withLock { list.append(id) } }
    var all: [String] { lock.withLock { list } }
}
