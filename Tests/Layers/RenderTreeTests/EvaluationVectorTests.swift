import CoreGraphics
import XCTest
@testable import RenderTree

/// The areas of the vectors that the engine answers by itself.
final class EvaluationVectorTests: XCTestCase {
    func testTimingFunctions() throws {
        for v in try Vectors.area("timing-function") {
            let curve: TimingCurve
            if let points = v.numbers("controlPoints") {
                curve = TimingCurve(Float(points[0]), Float(points[1]), Float(points[2]), Float(points[3]))
            } else {
                curve = try XCTUnwrap(Vectors.curve(v.string("name") ?? ""), v.id)
            }
            if let x = v.number("x") {
                Vectors.check([curve.value(at: x)], v)
            } else {
                Vectors.check([0, 0, Double(curve.c1x), Double(curve.c1y), Double(curve.c2x), Double(curve.c2y), 1, 1], v)
            }
        }
    }

    func testTiming() throws {
        for v in try Vectors.area("timing") {
            var spec = basic("cornerRadius", from: Vectors.value(v.input["from"]), to: Vectors.value(v.input["to"]))
            spec.timing.beginTime = v.number("begin") ?? 0
            spec.timing.duration = v.number("duration") ?? 0
            spec.timing.autoreverses = v.bool("autoreverses")
            spec.timing.repeatCount = Float(v.number("repeatCount") ?? 0)
            spec.timing.repeatDuration = v.number("repeatDuration") ?? 0
            spec.timing.speed = Float(v.number("speed") ?? 1)
            spec.timing.timeOffset = v.number("timeOffset") ?? 0
            let fills = ["removed": FillMode.removed, "forwards": .forwards, "backwards": .backwards, "both": .both]
            spec.timing.fillMode = v.string("fillMode").flatMap { fills[$0] } ?? .removed
            let state = evaluated([spec], at: v.number("t") ?? 0) { $0.values.cornerRadius = v.number("model") ?? 0 }
            Vectors.check([state.values.cornerRadius], v)
        }
    }

    func testLayerTimeConversion() throws {
        for v in try Vectors.area("time-convert") {
            func timing(_ name: String) -> MediaTiming {
                var t = MediaTiming()
                guard let d = v.input[name] as? [String: Any] else { return t }
                t.speed = Float(Vectors.number(d["speed"]) ?? 1)
                t.timeOffset = Vectors.number(d["timeOffset"]) ?? 0
                t.beginTime = Vectors.number(d["beginTime"]) ?? 0
                return t
            }
            let t = try XCTUnwrap(v.number("t"))
            let words = (v.string("op") ?? "").split(separator: " ").map(String.init)
            // "A from B" and "B to A" bring a time of the one into the space of the other.
            let isTo = words[1] == "to"
            let source = isTo ? words[0] : words[2], target = isTo ? words[2] : words[0]
            func chain(_ name: String) -> [MediaTiming] {
                switch name {
                case "nil": []
                case "root": [timing("root")]
                default: [timing("root"), timing(name)]
                }
            }
            // The times of an ancestor that both have are not passed through.
            var up = chain(source), down = chain(target)
            while !up.isEmpty && !down.isEmpty && up[0] == down[0] {
                up.removeFirst()
                down.removeFirst()
            }
            var time = t
            for timing in up.reversed() { time = timing.convertedTime(toParent: time) }
            for timing in down { time = timing.convertedTime(fromParent: time) }
            Vectors.check([time], v)
        }
    }

    func testBasic() throws {
        for v in try Vectors.area("basic") where v.string("query") == nil {
            let spec = basic(
                "cornerRadius", from: Vectors.value(v.input["fromValue"]), to: Vectors.value(v.input["toValue"]),
                by: Vectors.value(v.input["byValue"]), duration: v.number("duration") ?? 1
            )
            let state = evaluated([spec], at: v.number("t") ?? 0) { $0.values.cornerRadius = v.number("model") ?? 0 }
            Vectors.check([state.values.cornerRadius], v)
        }
    }

    func testAdditive() throws {
        for v in try Vectors.area("additive") {
            if v.string("query") == "m41" {
                let value = try XCTUnwrap(Vectors.transform(v.string("value") ?? ""))
                let model = try XCTUnwrap(Vectors.transform(v.string("model") ?? ""))
                let spec = basic("transform", from: .transform(value), to: .transform(value)) { $0.isAdditive = true }
                Vectors.check([evaluated([spec], at: 0.5) { $0.values.transform = model }.values.transform.m41], v)
                continue
            }
            let model = try XCTUnwrap(Vectors.value(v.input["model"]))
            let key = model.kind == .point ? "position" : "cornerRadius"
            var spec = basic(key, from: Vectors.value(v.input["fromValue"]), to: Vectors.value(v.input["toValue"])) {
                $0.isAdditive = v.bool("additive")
                $0.isCumulative = v.bool("cumulative")
            }
            spec.timing.repeatCount = Float(v.number("repeatCount") ?? 0)
            let path = try XCTUnwrap(PropertyKeyPath(key, of: .layer))
            let state = evaluated([spec], at: v.number("t") ?? 0) { $0.setValue(model, at: path) }
            switch state.value(at: path) {
            case .point(let p)?: Vectors.check([p.x, p.y], v)
            case .number(let n)?: Vectors.check([n], v)
            default: XCTFail(v.id)
            }
        }
    }

    func testKeyframes() throws {
        let modes = ["linear": CalculationMode.linear, "discrete": .discrete, "paced": .paced, "cubic": .cubic, "cubicPaced": .cubicPaced]
        for v in try Vectors.area("keyframe") {
            let values = try XCTUnwrap((v.input["values"] as? [Any])?.compactMap { Vectors.value($0) })
            let key = values[0].kind == .point ? "position" : "cornerRadius"
            let spec = keyframes(key, values) {
                $0.mode = modes[v.string("calculationMode") ?? ""] ?? .linear
                $0.keyTimes = v.numbers("keyTimes")
                $0.tension = v.numbers("tensionValues")
                $0.continuity = v.numbers("continuityValues")
                $0.bias = v.numbers("biasValues")
                $0.timingCurves = (v.input["timingFunctions"] as? [String])?.compactMap(Vectors.curve)
            }
            let state = evaluated([spec], at: v.number("t") ?? 0)
            Vectors.check(key == "position" ? [state.values.position.x, state.values.position.y] : [state.values.cornerRadius], v)
        }
    }

    func testPathKeyframes() throws {
        let modes = ["linear": CalculationMode.linear, "discrete": .discrete, "paced": .paced]
        for v in try Vectors.area("path-keyframe") {
            let path = try XCTUnwrap(CGPath(svg: v.string("path") ?? ""), v.id)
            let spec = keyframes("position", []) {
                $0.path = path
                $0.mode = modes[v.string("mode") ?? ""] ?? .linear
                $0.keyTimes = v.numbers("keyTimes")
                $0.rotationMode = ["auto": RotationMode.auto, "autoReverse": .autoReverse][v.string("rotationMode") ?? ""] ?? .none
                $0.timingCurves = (v.input["timingFunctions"] as? [String])?.compactMap(Vectors.curve)
            }
            let state = evaluated([spec], at: v.number("t") ?? 0.5) {
                if let model = v.string("modelTransform").flatMap(Vectors.transform) { $0.values.transform = model }
            }
            let t = state.values.transform
            switch v.string("query") {
            case nil: Vectors.check([state.values.position.x, state.values.position.y], v)
            case "angle"?: Vectors.check([atan2(t.m12, t.m11)], v)
            case "abs(angle)"?: Vectors.check([abs(atan2(t.m12, t.m11))], v)
            default: Vectors.check([t.m12, t.m21], v)
            }
        }
    }

    func testSprings() throws {
        for v in try Vectors.area("spring") + Vectors.area("spring-settling") {
            var spring = AnimationSpec.Spring()
            if let d = v.number("perceptualDuration") {
                spring = AnimationSpec.Spring(perceptualDuration: d, bounce: v.number("bounce") ?? 0)
            } else {
                spring.mass = v.number("mass") ?? 1
                spring.stiffness = v.number("stiffness") ?? 100
                spring.damping = v.number("damping") ?? 10
                spring.initialVelocity = v.number("initialVelocity") ?? 0
                spring.allowsOverdamping = v.bool("allowsOverdamping")
            }
            switch v.string("query") {
            case "[mass,stiffness,damping]"?:
                Vectors.check([spring.mass, spring.stiffness, spring.damping], v)
                continue
            case "allowsOverdamping"?:
                Vectors.check(spring.allowsOverdamping, v)
                continue
            default: break
            }
            guard let t = v.number("t") else {
                Vectors.check([spring.settlingDuration], v)
                continue
            }
            var ends = AnimationSpec.Basic()
            ends.from = Vectors.value(v.input["fromValue"])
            ends.to = Vectors.value(v.input["toValue"])
            var spec = AnimationSpec(.spring(.init(keyPath: "cornerRadius"), ends, spring))
            spec.timing.duration = 10
            Vectors.check([evaluated([spec], at: t).values.cornerRadius], v)
        }
    }

    /// Where Apple's rounding noise is known, ours is the same to the last bit.
    func testSettlingDurationIsExact() {
        func settling(_ m: Double, _ k: Double, _ c: Double, _ v: Double) -> Double {
            var spring = AnimationSpec.Spring()
            (spring.mass, spring.stiffness, spring.damping, spring.initialVelocity) = (m, k, c, v)
            return spring.settlingDuration
        }
        XCTAssertEqual(settling(1, 100, 10, 0), 1.4727003346780927)
        XCTAssertEqual(settling(1, 300, 20, 0), 0.7442555275721707)
        XCTAssertEqual(settling(2, 100, 5, 0), 5.658348137358159)
        XCTAssertEqual(settling(1, 100, 10, 5), 1.3815510557964275)
        XCTAssertEqual(settling(1, 100, 20, 0), 0.9999999999999999)
        XCTAssertEqual(settling(1, 25, 10, 0), 1.9000000000000006)
        XCTAssertEqual(settling(1, 1, 2, 0), 9.299999999999983)
        XCTAssertEqual(AnimationSpec.Spring(perceptualDuration: 1, bounce: 0.5).settlingDuration, 2.3438753795710707)
        XCTAssertEqual(settling(1, 100, 0, 0), 3.4028234663852886e38)
    }

    func testInterpolation() throws {
        for v in try Vectors.area("interpolation") {
            let f = try XCTUnwrap(v.number("f"), v.id)
            if let from = v.numbers("fromRows"), let to = v.numbers("toRows") {
                func matrix(_ a: [Double]) -> CATransform3D {
                    var t = CATransform3DIdentity
                    (t.m11, t.m12, t.m21, t.m22) = (a[0], a[1], a[2], a[3])
                    return t
                }
                let t = TransformInterpolator(from: matrix(from), to: matrix(to)).value(at: f)
                Vectors.check([t.m11, t.m12, t.m21, t.m22], v)
                continue
            }
            func value(_ key: String) throws -> PropertyValue {
                let any = v.input[key]
                let list = v.numbers(key) ?? []
                switch v.string("kind") {
                case "number"?: return .number(try XCTUnwrap(v.number(key)))
                case "point"?: return .point(CGPoint(x: list[0], y: list[1]))
                case "size"?: return .size(CGSize(width: list[0], height: list[1]))
                case "rect"?: return .rect(CGRect(x: list[0], y: list[1], width: list[2], height: list[3]))
                case "color"?: return .color(CGColor(rgba: RGBA(list.map { Float($0) })))
                case "Bool"?: return .bool(try XCTUnwrap(any as? Bool))
                case "String"?: return .string(try XCTUnwrap(any as? String))
                default: return .transform(try XCTUnwrap(Vectors.transform(any as? String ?? ""), v.id))
                }
            }
            switch Interpolation.value(from: try value("from"), to: try value("to"), progress: f) {
            case .number(let n)?: Vectors.check([n], v)
            case .point(let p)?: Vectors.check([p.x, p.y], v)
            case .size(let s)?: Vectors.check([s.width, s.height], v)
            case .rect(let r)?: Vectors.check([r.minX, r.minY, r.width, r.height], v)
            case .color(let c)?: Vectors.check((0..<4).map { Double(c.rgba[$0]) }, v)
            case .bool(let b)?: Vectors.check(b, v)
            case .string(let s)?: XCTAssertEqual(s, v.expected as? String, v.id)
            case .transform(let t)?:
                let names = ["m22": t.m22, "m23": t.m23, "m32": t.m32, "m33": t.m33, "m41": t.m41, "m42": t.m42, "m43": t.m43]
                Vectors.check((v.string("order") ?? "").split(separator: ",").compactMap { names[String($0)].map { Double($0) } }, v)
            default: XCTFail(v.id)
            }
        }
    }
}
