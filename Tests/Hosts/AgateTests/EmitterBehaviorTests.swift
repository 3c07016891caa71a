import Agate
import AgateDiagnostics
import RendererSupport
import TestSupport
import XCTest

/// Behaviours as a program meets them: types, inputs, key paths of the layer, animations, archives and pictures.
final class EmitterBehaviorTests: XCTestCase {
    private let white = CGImage(width: 4, height: 4) { for i in 0..<$0.count { $0[i] = 0xFFFF_FFFF } }!

    private func layer(_ behaviors: [CAEmitterBehavior], _ change: (CAEmitterCell) -> Void = { _ in }) -> CAEmitterLayer {
        let cell = CAEmitterCell()
        cell.name = "a"
        cell.contents = white
        cell.birthRate = 30
        cell.lifetime = 1
        change(cell)
        let layer = CAEmitterLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
        layer.emitterPosition = CGPoint(x: 30, y: 30)
        layer.emitterCells = [cell]
        layer.setValue(behaviors, forKey: "emitterBehaviors")
        return layer
    }

    private func host(_ layer: CALayer, size: CGFloat = 60) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: size, height: size), scale: 1)
        host.perform { host.layer.addSublayer(layer) }
        return host
    }

    /// How many pixels show something, and the box of them.
    private func seen(_ image: CGImage) -> (count: Int, box: CGRect) {
        var count = 0
        var x0 = Int.max
        var y0 = Int.max
        var x1 = -1
        var y1 = -1
        image.withPixels { p in
            for y in 0..<image.height {
                for x in 0..<image.width where p[y * image.width + x] >> 24 > 0 {
                    count += 1
                    (x0, y0, x1, y1) = (min(x0, x), min(y0, y), max(x1, x), max(y1, y))
                }
            }
        }
        return (count, count == 0 ? .null : CGRect(x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1))
    }

    private func attractor(stiffness: Double = 10) -> CAEmitterBehavior {
        let behavior = CAEmitterBehavior(type: kCAEmitterBehaviorAttractor)
        behavior.name = "pull"
        behavior.setValue(stiffness, forKey: "stiffness")
        behavior.setValue(CGPoint(x: 30, y: 10), forKeyPath: "position")
        return behavior
    }

    func testTypesAndInputs() {
        XCTAssertEqual(
            Set(CAEmitterBehavior.behaviorTypes()),
            [
                "wave", "drag", "alignToMotion", "valueOverLife", "colorOverLife", "light", "attractor", "simpleAttractor",
            ])
        let wave = CAEmitterBehavior(type: kCAEmitterBehaviorWave)
        XCTAssertEqual(wave.type, "wave")
        XCTAssertTrue(wave.isEnabled)
        XCTAssertNil(wave.name)
        XCTAssertEqual(wave.inputKeys() as? [String], ["force", "frequency"])
        XCTAssertEqual(
            Set(attractor().inputKeys().compactMap { $0 as? String }),
            [
                "attractorType", "stiffness", "radius", "position", "zPosition", "orientationLatitude", "orientationLongitude", "falloff",
                "falloffDistance",
            ])
        XCTAssertEqual(CAEmitterBehavior.attributes(forKey: "stiffness")["class"] as? String, "NSNumber")
        XCTAssertEqual(wave.attributes(forKeyPath: "frequency")["default"] as? Double, 0)
        XCTAssertTrue(wave.attributes(forKeyPath: "stiffness").isEmpty, "another type's")
        XCTAssertTrue(CAEmitterBehavior.attributes(forKey: "nothing").isEmpty)
    }

    func testInputsAreSetByKeyValueAccess() {
        let wave = CAEmitterBehavior(type: "wave")
        wave.setValue([100, 0, 0], forKeyPath: "force")
        wave.setValue(0.5, forKeyPath: "frequency")
        wave.setValue("sway", forKey: "name")
        wave.setValue(false, forKey: "enabled")
        XCTAssertEqual(wave.value(forKey: "force") as? [Double], [100, 0, 0])
        XCTAssertEqual(wave.name, "sway")
        XCTAssertFalse(wave.isEnabled)
        wave.setValue(7, forKeyPath: "force.z")
        XCTAssertEqual(wave.value(forKey: "force") as? [Double], [100, 0, 7])
        wave.setValue([1], forKey: "force")
        XCTAssertEqual(wave.value(forKey: "force") as? [Double], [1, 0, 0], "what is left out is zero")
        wave.setValue(nil, forKey: "frequency")
        XCTAssertEqual(wave.value(forKey: "frequency") as? Double, 0)
        let pull = attractor()
        pull.setValue(5, forKeyPath: "position.x")
        XCTAssertEqual(pull.value(forKey: "position") as? CGPoint, CGPoint(x: 5, y: 10))
        XCTAssertEqual(pull.value(forKeyPath: "position.y") as? Double, 10)
    }

    func testWhatDoesNothingIsReported() {
        let reports = Locked<[String]>([])
        let token = Diagnostic.addObserver { report in reports.withLock { $0.append(report.identifier) } }
        defer { Diagnostic.removeObserver(token) }
        let unknown = CAEmitterBehavior(type: "gravityWell-\(#line)")
        XCTAssertEqual(unknown.inputKeys().count, 0)
        attractor().setValue(1, forKey: "stifness")
        attractor().setValue("much", forKey: "radius")
        let life = CAEmitterBehavior(type: "valueOverLife")
        life.setValue("happiness", forKey: "keyPath")
        let found = reports.withLock { $0 }
        XCTAssertEqual(found.filter { $0 == "emitter.unsupported-behavior" }.count, 3)
        XCTAssertEqual(found.filter { $0 == "emitter.wrong-value" }.count, 1)
    }

    func testTheLayerTakesThemAsValues() {
        let pull = attractor()
        let layer = layer([pull])
        pull.setValue(99, forKey: "stiffness")
        XCTAssertEqual(layer.value(forKeyPath: "emitterBehaviors.pull.stiffness") as? Double, 10)
        XCTAssertTrue((layer.value(forKey: "emitterBehaviors") as? [CAEmitterBehavior])?.first === pull)
        layer.setValue(4.0, forKeyPath: "emitterBehaviors.pull.stiffness")
        XCTAssertEqual(pull.value(forKey: "stiffness") as? Double, 4, "the object is changed as well")
        layer.setValue(false, forKeyPath: "emitterBehaviors.pull.enabled")
        XCTAssertFalse(pull.isEnabled)
        layer.setValue(CGPoint(x: 1, y: 2), forKeyPath: "emitterBehaviors.pull.position")
        layer.setValue(3, forKeyPath: "emitterBehaviors.pull.position.x")
        XCTAssertEqual(layer.value(forKeyPath: "emitterBehaviors.pull.position") as? CGPoint, CGPoint(x: 3, y: 2))
        layer.setValue([attractor(), CAEmitterBehavior(type: "drag")] as [NSObject], forKeyPath: "emitterBehaviors")
        XCTAssertEqual((layer.value(forKey: "emitterBehaviors") as? [CAEmitterBehavior])?.count, 2)
        layer.setValue(nil, forKey: "emitterBehaviors")
        XCTAssertNil(layer.value(forKey: "emitterBehaviors"))
    }

    func testCopiesAndArchives() throws {
        let pull = attractor()
        let copy = try XCTUnwrap(pull.copy() as? CAEmitterBehavior)
        copy.name = "other"
        XCTAssertEqual(pull.name, "pull")
        XCTAssertEqual(copy.value(forKey: "stiffness") as? Double, 10)
        let colours = CAEmitterBehavior(type: "colorOverLife")
        colours.setValue([CGColor.white, CGColor.black], forKey: "colors")
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer([pull, colours]), requiringSecureCoding: true)
        let back = try XCTUnwrap(NSKeyedUnarchiver.unarchivedObject(ofClass: CAEmitterLayer.self, from: data))
        let read = try XCTUnwrap(back.value(forKey: "emitterBehaviors") as? [CAEmitterBehavior])
        XCTAssertEqual(read.map(\.type), ["attractor", "colorOverLife"])
        XCTAssertEqual(read[0].value(forKey: "position") as? CGPoint, CGPoint(x: 30, y: 10))
        XCTAssertEqual((read[1].value(forKey: "colors") as? [CGColor])?.count, 2)
        XCTAssertEqual(back.value(forKeyPath: "emitterBehaviors.pull.stiffness") as? Double, 10)
    }

    func testAnimationsOfInputs() {
        // As clients have it: the key stands for the key path.
        let still = layer([attractor(stiffness: 0)])
        let pulled = layer([attractor(stiffness: 0)])
        let hosts = (host(still), host(pulled))
        let animation = CAKeyframeAnimation()
        animation.values = [40, 40]
        animation.duration = 9
        hosts.1.perform { pulled.add(animation, forKey: "emitterBehaviors.pull.stiffness") }
        let before = seen(hosts.0.image(at: 2)).box
        let after = seen(hosts.1.image(at: 2)).box
        XCTAssertEqual(before, CGRect(x: 28, y: 28, width: 4, height: 4))
        XCTAssertLessThan(after.minY, 15, "some have gone past the point that pulls")
        XCTAssertEqual(pulled.presentation()?.value(forKeyPath: "emitterBehaviors.pull.stiffness") as? Double ?? 0, 40, accuracy: 1e-9)
        XCTAssertEqual(pulled.value(forKeyPath: "emitterBehaviors.pull.stiffness") as? Double, 0)
    }

    func testAnyFrameCanComeFirst() {
        func scene() -> OffscreenHost {
            let drag = CAEmitterBehavior(type: "drag")
            drag.setValue(2, forKey: "drag")
            let layer = layer([attractor(), drag]) {
                $0.velocity = 60
                $0.emissionRange = 6
                $0.setValue("plane", forKey: "particleType")
                $0.spinRange = 9
                $0.setValue(Double.pi, forKey: "orientationRange")
            }
            layer.preservesDepth = true
            return host(layer)
        }
        let walked = scene()
        for step in 0...90 { _ = walked.image(at: Double(step) / 60) }
        assertPicturesEqual(walked.image(), scene().image(at: 1.5), tolerance: 0, "emitter-behaviors-alone")
        XCTAssertGreaterThan(seen(walked.image()).count, 100)
    }

    func testDamageIsEnough() {
        let layer = layer([attractor(stiffness: 90)]) {
            $0.velocity = 60
            $0.emissionRange = 6
            $0.setValue("plane", forKey: "particleType")
            $0.spin = 5
            $0.setValue(2, forKey: "orientationRange")
        }
        let host = host(layer)
        for step in 1...40 {
            let shown = host.image(at: 1 + Double(step) / 60)
            let fresh = self.host(
                self.layer([attractor(stiffness: 90)]) {
                    $0.velocity = 60
                    $0.emissionRange = 6
                    $0.setValue("plane", forKey: "particleType")
                    $0.spin = 5
                    $0.setValue(2, forKey: "orientationRange")
                })
            if step % 8 == 0 {
                assertPicturesEqual(shown, fresh.image(at: 1 + Double(step) / 60), tolerance: 0, "emitter-behaviors-damage")
            }
        }
    }

    func testPlanesInPerspective() {
        let layer = layer([]) {
            $0.birthRate = 1
            $0.lifetime = 1
            $0.setValue("plane", forKey: "particleType")
            $0.scale = 8
            $0.setValue(1.2, forKey: "rotation")
            $0.setValue(Double.pi / 2, forKey: "orientationLatitude")
            $0.setValue(Double.pi / 2, forKey: "orientationLongitude")
        }
        let flat = seen(host(layer).image(at: 0.5))
        XCTAssertEqual(flat.box.width, 32 * cos(1.2) + 1, accuracy: 2, "as narrow as it is turned")
        XCTAssertEqual(flat.box.height, 32, accuracy: 1)
        let deep = self.layer([]) {
            $0.birthRate = 1
            $0.lifetime = 1
            $0.setValue("plane", forKey: "particleType")
            $0.scale = 8
            $0.setValue(1.2, forKey: "rotation")
            $0.setValue(Double.pi / 2, forKey: "orientationLatitude")
            $0.setValue(Double.pi / 2, forKey: "orientationLongitude")
        }
        deep.preservesDepth = true
        let host = host(deep)
        host.perform {
            var perspective = CATransform3DIdentity
            perspective.m34 = -1 / 40
            host.layer.sublayerTransform = perspective
        }
        XCTAssertGreaterThan(seen(host.image(at: 0.5)).box.height, 36, "the near side is larger")
    }

    /// To be looked at: each behaviour alone, at two times.
    func testSheet() {
        let types = ["wave", "drag", "attractor", "colorOverLife", "valueOverLife", "alignToMotion", "light", "plane"]
        let host = OffscreenHost(size: CGSize(width: 960, height: 240), scale: 1)
        host.perform {
            host.layer.backgroundColor = CGColor(srgbRed: 0.1, green: 0.1, blue: 0.15, alpha: 1)
            for (column, type) in types.enumerated() {
                for row in 0..<2 {
                    let layer = CAEmitterLayer()
                    layer.frame = CGRect(x: column * 120 + 2, y: row * 120 + 2, width: 116, height: 116)
                    layer.masksToBounds = true
                    layer.borderWidth = 1
                    layer.borderColor = CGColor(srgbRed: 0.3, green: 0.3, blue: 0.4, alpha: 1)
                    layer.emitterPosition = CGPoint(x: 58, y: 58)
                    layer.seed = 7
                    layer.emitterCells = [
                        EmitterSheetTests.cell {
                            $0.velocity = 45
                            $0.emissionRange = 6.3
                            $0.birthRate = 40
                            $0.lifetime = 1.6
                            if type == "plane" || type == "alignToMotion" { $0.setValue("plane", forKey: "particleType") }
                            if type == "plane" {
                                $0.setValue(Double.pi, forKey: "orientationRange")
                                $0.setValue(Double.pi / 2, forKey: "orientationLatitude")
                                $0.spin = 4
                            }
                        }
                    ]
                    // The first row without it.
                    if row == 1, type != "plane" { layer.setValue([Self.example(type)], forKey: "emitterBehaviors") }
                    if row == 0, type == "plane" {
                        layer.emitterCells?.first?.setValue("sprite", forKey: "particleType")
                        layer.emitterCells = layer.emitterCells
                    }
                    host.layer.addSublayer(layer)
                }
            }
        }
        assertGoldens(host, "emitter-behaviors", at: 2.5)
    }

    private static func example(_ type: String) -> CAEmitterBehavior {
        let behavior = CAEmitterBehavior(type: type)
        let inputs: [String: Any] =
            switch type {
            case "wave": ["force": [0, 250, 0], "frequency": 1]
            case "drag": ["drag": 3]
            case "attractor": ["stiffness": 40, "position": CGPoint(x: 90, y: 30)]
            case "colorOverLife":
                [
                    "colors": [
                        CGColor(srgbRed: 1, green: 1, blue: 0.4, alpha: 1), CGColor(srgbRed: 1, green: 0.2, blue: 0.1, alpha: 1),
                        CGColor(srgbRed: 0.3, green: 0.2, blue: 0.9, alpha: 0),
                    ]
                ]
            case "valueOverLife": ["keyPath": "scale", "values": [0, 1.4, 0]]
            case "light":
                [
                    "position": CGPoint(x: 90, y: 30), "zPosition": 30, "color": CGColor(srgbRed: 1, green: 0.8, blue: 0.4, alpha: 1),
                    "falloff": 1, "falloffDistance": 60,
                ]
            default: [:]
            }
        for (key, value) in inputs { behavior.setValue(value, forKey: key) }
        return behavior
    }
}
