import QuartzCore
import XCTest

/// Key-value access (KV1 to KV8).
final class LayerKeyValueTests: XCTestCase {
    func testVectors() throws {
        for vector in try LayerVectors.area("kvc") {
            let layer = CALayer()
            if let t = LayerVectors.transform(vector.input["transform"]) { layer.transform = t }
            for (path, value) in vector.input["set"] as? [String: Any] ?? [:] {
                var given: Any? = value is NSNull ? nil : value
                if let pair = value as? [Any], let n = LayerVectors.numbers(pair), n.count == 2 {
                    given = CGSize(width: n[0], height: n[1])
                }
                layer.setValue(given, forKeyPath: path)
            }
            let query = (vector.input["query"] as? String ?? "").components(separatedBy: " ")[0]
            let got: [Double]
            if query.hasPrefix("m1") {
                let t = layer.transform
                let elements = ["m11": t.m11, "m12": t.m12, "m22": t.m22, "m33": t.m33]
                got = query.split(separator: ",").map { Double(elements[String($0)] ?? .nan) }
            } else {
                switch layer.value(forKeyPath: query) {
                case let p as CGPoint: got = numbers(p)
                case let r as CGRect: got = numbers(r)
                case let s as CGSize: got = [s.width, s.height].map { Double($0) }
                case let n as NSNumber: got = [n.doubleValue]
                default: got = []
                }
            }
            assertClose(got, LayerVectors.numbers(vector.expected), vector.tolerance, vector.id)
        }
    }

    func testSublayersTakeLayersAndNil() {
        let layer = CALayer(), child = CALayer()
        layer.setValue([child], forKey: "sublayers")
        XCTAssertEqual(layer.sublayers, [child])
        layer.setValue("none", forKey: "sublayers")
        XCTAssertEqual(layer.sublayers, [child], "what is no list of layers changes nothing")
        layer.setValue(nil, forKey: "sublayers")
        XCTAssertNil(layer.sublayers)
    }

    func testTransformsInBoxesAreTransforms() {
        let t = CATransform3DMakeScale(2, 3, 4)
        XCTAssertEqual(Boxing.value(NSValue(caTransform3D: t)), .transform(t))
        XCTAssertEqual(Boxing.value(NSValue(point: CGPoint(x: 1, y: 2))), .point(CGPoint(x: 1, y: 2)))
    }

    func testDefaults() throws {
        for vector in try LayerVectors.area("default") {
            let classes: [String: CALayer.Type] = [
                "CALayer": CALayer.self, "CAShapeLayer": CAShapeLayer.self, "CAGradientLayer": CAGradientLayer.self,
                "CAReplicatorLayer": CAReplicatorLayer.self, "CAScrollLayer": CAScrollLayer.self,
            ]
            guard let name = vector.input["cls"] as? String, let type = classes[name] else { continue }
            if (vector.input["platform"] as? String ?? "macOS").hasPrefix("iOS") { continue }
            let layer = CALayer.make(type)
            let key = vector.input["key"] as? String ?? ""
            let got: Any?
            switch vector.input["method"] as? String {
            case nil: got = layer.value(forKey: vector.input["property"] as? String ?? "")
            case "defaultValue(forKey:)": got = type.defaultValue(forKey: key)
            case "shouldArchiveValue(forKey:)": got = layer.shouldArchiveValue(forKey: key)
            case "needsDisplay(forKey:)": got = type.needsDisplay(forKey: key)
            case "animationKeys() with none": got = layer.animationKeys()
            case "presentation() before commit": got = layer.presentation()
            default: XCTFail("\(vector.id): unknown method"); continue
            }
            compare(got, vector)
        }
    }

    func testClassDefaults() {
        XCTAssertEqual(CATextLayer.defaultValue(forKey: "font") as? String, "Helvetica")
        XCTAssertEqual(CATextLayer().value(forKey: "font") as? String, "Helvetica")
        XCTAssertEqual(CALayer.defaultValue(forKey: "toneMapMode") as? String, "automatic")
        XCTAssertEqual(CALayer.defaultValue(forKey: "preferredDynamicRange") as? String, "standard")
        XCTAssertEqual(CALayer.defaultValue(forKey: "contentsHeadroom") as? Double, 0)
        XCTAssertEqual(CATiledLayer.defaultValue(forKey: "levelsOfDetailBias") as? Int, 0)
        XCTAssertNil(CALayer.defaultValue(forKey: "levelsOfDetailBias"))
        for key in ["isEnabled", "birthRate", "velocity", "beginTime"] {
            XCTAssertNil(CAEmitterCell.defaultValue(forKey: key), key)
        }
        XCTAssertEqual(CAEmitterCell.defaultValue(forKey: "scale") as? Double, 1)
    }

    private func compare(_ got: Any?, _ vector: LayerVectors.Vector) {
        switch vector.expected {
        case is NSNull: XCTAssertNil(got, vector.id)
        case let text as String where text == "opaque black": XCTAssertEqual((got as! CGColor?)?.rgba, CGColor.black.rgba, vector.id)
        case let text as String where text == "opaque white": XCTAssertEqual((got as! CGColor?)?.rgba, CGColor.white.rgba, vector.id)
        case let text as String where text == "identity": XCTAssertEqual(got as? CATransform3D, CATransform3DIdentity, vector.id)
        case let text as String: XCTAssertEqual(got as? String, text, vector.id)
        case let list as [Any]:
            switch got {
            case let p as CGPoint: assertClose(numbers(p), LayerVectors.numbers(list), 0, vector.id)
            case let s as CGSize: assertClose([Double(s.width), Double(s.height)], LayerVectors.numbers(list), 0, vector.id)
            case let r as CGRect: assertClose(numbers(r), LayerVectors.numbers(list), 0, vector.id)
            default: XCTFail("\(vector.id): \(String(describing: got))")
            }
        default: assertClose([(got as? NSNumber)?.doubleValue ?? .nan], LayerVectors.numbers(vector.expected), 0, vector.id)
        }
    }

    // KV2: every way in which a value comes on Linux.
    func testBoxings() {
        let layer = CALayer()
        for value in [Int(2), Float(2), Double(2), CGFloat(2), NSNumber(value: 2), UInt8(2), "2"] as [Any] {
            layer.zPosition = 9
            layer.setValue(value, forKey: "zPosition")
            XCTAssertEqual(layer.zPosition, 2, "\(type(of: value))")
        }
        layer.setValue(true, forKey: "zPosition")
        XCTAssertEqual(layer.zPosition, 1)
        layer.setValue(CGFloat(0.25), forKey: "opacity")
        XCTAssertEqual(layer.opacity, 0.25)
        XCTAssertEqual(layer.value(forKey: "opacity") as? CGFloat, 0.25)
        XCTAssertEqual(layer.value(forKey: "opacity") as? Float, 0.25)
        layer.opacity = 0.3
        XCTAssertEqual(layer.value(forKey: "opacity") as? Float, 0.3)
        layer.setValue(1, forKey: "hidden")
        XCTAssertTrue(layer.isHidden)
        layer.setValue(false, forKey: "isHidden")
        XCTAssertFalse(layer.isHidden)
        XCTAssertEqual(layer.value(forKey: "isHidden") as? Bool, false)
        layer.setValue(NSValue(cgPoint: CGPoint(x: 1, y: 2)), forKey: "position")
        XCTAssertEqual(layer.value(forKey: "position") as? CGPoint, CGPoint(x: 1, y: 2))
        layer.setValue(NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)), forKey: "bounds")
        XCTAssertEqual(layer.bounds, CGRect(x: 1, y: 2, width: 3, height: 4))
        layer.setValue(NSValue(caTransform3D: CATransform3DMakeScale(2, 2, 2)), forKey: "transform")
        XCTAssertEqual(layer.transform.m33, 2)
        layer.setValue(CGAffineTransform(scaleX: 3, y: 3), forKey: "transform")
        XCTAssertEqual(layer.transform.m11, 3)
        let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        layer.setValue(red, forKey: "backgroundColor")
        XCTAssertTrue(layer.backgroundColor === red)
        layer.setValue(Optional<CGColor>.none as Any, forKey: "backgroundColor")
        XCTAssertNil(layer.backgroundColor)
        layer.setValue(CALayerContentsGravity.center, forKey: "contentsGravity")
        XCTAssertEqual(layer.contentsGravity, .center)
        XCTAssertEqual(layer.value(forKey: "contentsGravity") as? String, "center")

        let gradient = CAGradientLayer()
        gradient.setValue([CGColor.black, CGColor.white], forKey: "colors")
        XCTAssertEqual(gradient.colors as? [CGColor], [CGColor.black, CGColor.white])
        gradient.setValue([CGFloat(0), CGFloat(1)], forKey: "locations")
        XCTAssertEqual(gradient.locations, [0, 1])
        gradient.setValue([0, 0.5] as NSArray, forKey: "locations")
        XCTAssertEqual(gradient.locations, [0, 0.5])
        let shape = CAShapeLayer()
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
        shape.setValue(path, forKey: "path")
        path.addRect(CGRect(x: 5, y: 5, width: 1, height: 1))
        XCTAssertEqual(shape.path?.boundingBox, CGRect(x: 0, y: 0, width: 1, height: 1), "copied when set")
    }

    func testWrongValuesAreRefused() {
        let layer = CALayer()
        layer.position = CGPoint(x: 1, y: 2)
        let found = layerDiagnostics {
            layer.setValue("far", forKey: "position")
            layer.setValue(CGColor.black, forKey: "zPosition")
            layer.setValue(3, forKeyPath: "position.width")
            layer.setValue("x", forKeyPath: "position.x")
            _ = layer.value(forKeyPath: "bounds.rotation")
        }
        XCTAssertEqual(
            found.map(\.identifier),
            [
                "layer.wrong-value", "layer.wrong-value", "layer.unknown-key-path", "layer.wrong-value", "layer.unknown-key-path",
            ])
        XCTAssertEqual(layer.position, CGPoint(x: 1, y: 2))
    }

    func testFilterPathsGiveADiagnostic() {
        let layer = CALayer()
        let found = layerDiagnostics {
            layer.setValue(3, forKeyPath: "filters.blur-\(UUID()).inputRadius")
            layer.setValue(3, forKeyPath: "compositingFilter.input\(UUID())")
        }
        XCTAssertEqual(found.map(\.identifier), ["layer.filter-key-path", "layer.filter-key-path"])
    }

    // KV3
    func testAllSubPaths() {
        let layer = CALayer()
        for (path, value) in [
            ("bounds.origin.x", 1), ("bounds.origin.y", 2), ("bounds.size.width", 3), ("bounds.size.height", 4), ("position.x", 5),
            ("position.y", 6), ("anchorPoint.x", 0.25), ("shadowOffset.width", 8), ("shadowOffset.height", 9),
            ("transform.translation.x", 1), ("transform.translation.y", 2), ("transform.translation.z", 3), ("transform.rotation.z", 0.5),
            ("transform.rotation", 0.25), ("transform.scale.x", 2), ("transform.scale.xy", 3), ("sublayerTransform.rotation.y", 0.5),
            ("contentsRect.size.width", 0.5), ("frame.origin.x", 12), ("frame.size.height", 30),
        ] {
            layer.transform = CATransform3DIdentity
            layer.setValue(value, forKeyPath: path)
            XCTAssertEqual((layer.value(forKeyPath: path) as? NSNumber)?.doubleValue ?? .nan, value, accuracy: 1e-9, path)
        }
        layer.setValue(CGSize(width: 7, height: 8), forKeyPath: "transform.translation")
        XCTAssertEqual(layer.value(forKeyPath: "transform.translation") as? CGSize, CGSize(width: 7, height: 8))
        layer.setValue(CGPoint(x: 7, y: 8), forKeyPath: "bounds.origin")
        XCTAssertEqual(layer.bounds.origin, CGPoint(x: 7, y: 8))
    }

    // KV1, P10
    func testUnknownKeysAreKept() {
        let layer = CALayer()
        XCTAssertNil(layer.value(forKey: "someKey"))
        let object = NSObject()
        layer.setValue(object, forKey: "tag")
        XCTAssertTrue(layer.value(forKey: "tag") as AnyObject === object)
        layer.setValue(["a": 1], forKey: "info")
        XCTAssertEqual(layer.value(forKeyPath: "info.a") as? Int, 1)
        layer.setValue(CGPoint(x: 1, y: 2), forKey: "knob")
        layer.setValue(5, forKeyPath: "knob.y")
        XCTAssertEqual(layer.value(forKey: "knob") as? CGPoint, CGPoint(x: 1, y: 5))
        XCTAssertEqual(layer.value(forKeyPath: "knob.x") as? CGFloat, 1)
        layer.setValue(nil, forKey: "tag")
        XCTAssertNil(layer.value(forKey: "tag"))
        // A path of another class is only a key here.
        XCTAssertNil(layer.value(forKey: "lineWidth"))
        XCTAssertNil(layer.value(forKey: "path"))
    }

    func testDerivedKeys() {
        let layer = CALayer()
        layer.setValue(CGRect(x: 10, y: 20, width: 100, height: 50), forKey: "frame")
        XCTAssertEqual(layer.position, CGPoint(x: 60, y: 45))
        let child = CALayer()
        child.name = "child"
        layer.setValue([child], forKey: "sublayers")
        XCTAssertTrue(child.superlayer === layer)
        layer.setValue(4, forKeyPath: "sublayers.child.zPosition")
        XCTAssertEqual(child.zPosition, 4)
        XCTAssertEqual(layer.value(forKeyPath: "sublayers.child.zPosition") as? Double, 4)
        layer.setValue(CALayer(), forKey: "mask")
        layer.setValue(0.5, forKeyPath: "mask.opacity")
        XCTAssertEqual(layer.mask?.opacity, 0.5)
    }

    // KV7
    func testStyle() {
        let layer = CALayer()
        layer.cornerRadius = 3
        layer.style = ["opacity": 0.5, "cornerRadius": 9, "own": "x", "style": ["opacity": 0.1, "zPosition": 7]]
        XCTAssertEqual(layer.opacity, 0.5)
        XCTAssertEqual(layer.cornerRadius, 3, "was set by the program")
        XCTAssertEqual(layer.zPosition, 7)
        XCTAssertEqual(layer.value(forKey: "own") as? String, "x")
        layer.zPosition = 1
        layer.style = ["borderWidth": 2]
        XCTAssertEqual(layer.opacity, 1)
        XCTAssertEqual(layer.zPosition, 1)
        XCTAssertEqual(layer.borderWidth, 2)
        layer.borderWidth = 0
        layer.style = nil
        XCTAssertEqual(layer.borderWidth, 0)
        let equal = CALayer()
        equal.opacity = 1
        equal.style = ["opacity": 0.5]
        XCTAssertEqual(equal.opacity, 1, "set to what it was is set all the same")
    }

    func testClassDefaultsGiveNewLayersTheirValues() {
        final class Card: CALayer {
            override class func defaultValue(forKey key: String) -> Any? {
                switch key {
                case "cornerRadius": 8
                case "own": "ace"
                default: super.defaultValue(forKey: key)
                }
            }
        }
        let card = Card()
        XCTAssertEqual(card.cornerRadius, 8)
        XCTAssertEqual(card.value(forKey: "own") as? String, "ace")
        XCTAssertFalse(card.shouldArchiveValue(forKey: "cornerRadius"))
        XCTAssertTrue(CAScrollLayer().masksToBounds)
    }

    // KV8
    func testShouldArchive() {
        let layer = CALayer()
        layer.opacity = 0.5
        XCTAssertTrue(layer.shouldArchiveValue(forKey: "opacity"))
        XCTAssertFalse(layer.shouldArchiveValue(forKey: "unknown"))
    }
}

extension CALayer {
    /// `init()` is not required, so a metatype can't call it; the classes of the module are known here.
    static func make(_ type: CALayer.Type) -> CALayer {
        switch type {
        case is CAShapeLayer.Type: CAShapeLayer()
        case is CAGradientLayer.Type: CAGradientLayer()
        case is CAReplicatorLayer.Type: CAReplicatorLayer()
        case is CAScrollLayer.Type: CAScrollLayer()
        default: CALayer()
        }
    }
}
