import CoreGraphics
import TestSupport
import XCTest
@testable import RenderTree

/// The measured and computed values that the evaluator is held to.
enum Vectors {
    struct Case {
        let id: String
        let input: [String: Any]
        let expected: Any
        let tolerance: Double
        func number(_ key: String) -> Double? { Vectors.number(input[key]) }
        func numbers(_ key: String) -> [Double]? { (input[key] as? [Any])?.compactMap(Vectors.number) }
        func string(_ key: String) -> String? { input[key] as? String }
        func bool(_ key: String) -> Bool { input[key] as? Bool ?? false }
    }

    static func area(_ name: String) throws -> [Case] {
        let data = try Data(contentsOf: Repository.vectors)
        let all = try XCTUnwrap(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        let cases = all.filter { $0["area"] as? String == name }.map {
            Case(
                id: $0["id"] as? String ?? "?", input: $0["input"] as? [String: Any] ?? [:], expected: $0["expected"] ?? NSNull(),
                tolerance: number($0["tolerance"]) ?? 0)
        }
        XCTAssertFalse(cases.isEmpty, "no vectors of the area \(name)")
        return cases
    }

    static func number(_ any: Any?) -> Double? { (any as? NSNumber)?.doubleValue }

    /// All numbers of an expectation, however nested.
    static func flat(_ any: Any) -> [Double] {
        if let list = any as? [Any] { return list.flatMap(flat) }
        return number(any).map { [$0] } ?? []
    }

    static func check(_ got: [Double], _ v: Case, _ message: String = "", file: StaticString = #filePath, line: UInt = #line) {
        if v.string("check") == "range" {
            let range = flat(v.expected)
            XCTAssert(
                got.count == 1 && range.count == 2 && got[0] >= range[0] && got[0] <= range[1], "\(v.id): \(got) outside \(range)",
                file: file, line: line)
            return
        }
        let expected = flat(v.expected)
        XCTAssertEqual(got.count, expected.count, "\(v.id) \(message)", file: file, line: line)
        for (a, b) in zip(got, expected) where !(abs(a - b) <= v.tolerance) {
            XCTFail("\(v.id): \(got) instead of \(expected), tolerance \(v.tolerance) \(message)", file: file, line: line)
            return
        }
    }

    static func check(_ got: Bool, _ v: Case, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertEqual(got, v.expected as? Bool, v.id, file: file, line: line)
    }

    static func curve(_ name: String) -> TimingCurve? {
        ["linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInEaseOut": .easeInEaseOut, "default": .systemDefault][name]
    }

    /// A number, or a pair of them, as a property value.
    static func value(_ any: Any?) -> PropertyValue? {
        if let n = number(any) { return .number(n) }
        guard let list = (any as? [Any])?.compactMap(number) else { return nil }
        return list.count == 2 ? .point(CGPoint(x: list[0], y: list[1])) : .numbers(list)
    }

    /// `translate(10,0,0)`, `rotateX(pi/2)`, `identity with m34=-1/500` ...
    static func transform(_ text: String) -> CATransform3D? {
        if text == "identity" { return CATransform3DIdentity }
        if text == "identity with m34=-1/500" {
            var t = CATransform3DIdentity
            t.m34 = -1 / 500
            return t
        }
        guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
        let name = text[..<open]
        let a = text[text.index(after: open)...].dropLast().split(separator: ",").compactMap { part -> Double? in
            switch part {
            case "pi": .pi
            case "pi/2": .pi / 2
            case "pi/4": .pi / 4
            default: Double(part)
            }
        }
        switch (name, a.count) {
        case ("scale", 1): return CATransform3DMakeScale(a[0], a[0], a[0])
        case ("scale", 2): return CATransform3DMakeScale(a[0], a[1], 1)
        case ("scale", 3): return CATransform3DMakeScale(a[0], a[1], a[2])
        case ("translate", 2): return CATransform3DMakeTranslation(a[0], a[1], 0)
        case ("translate", 3): return CATransform3DMakeTranslation(a[0], a[1], a[2])
        case ("rotateX", 1): return CATransform3DMakeRotation(a[0], 1, 0, 0)
        case ("rotateY", 1): return CATransform3DMakeRotation(a[0], 0, 1, 0)
        case ("rotateZ", 1): return CATransform3DMakeRotation(a[0], 0, 0, 1)
        default: return nil
        }
    }
}

extension CATransform3D {
    var list: [Double] {
        [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].map { Double($0) }
    }
}

/// A layer state, animations and a time: what shows.
func evaluated(
    _ specs: [AnimationSpec], at time: Double, layerClass: LayerClass = .layer, _ setUp: (inout LayerState) -> Void = { _ in }
) -> LayerState {
    var state = LayerState()
    setUp(&state)
    var list: ContiguousArray<CompiledAnimation> = []
    for (i, spec) in specs.enumerated() {
        list.append(CompiledAnimation(spec: spec, id: AnimationID(rawValue: UInt64(i)), layerClass: layerClass))
    }
    LayerAnimations.apply(list, at: time, to: &state)
    return state
}

func basic(
    _ keyPath: String, from: PropertyValue? = nil, to: PropertyValue? = nil, by: PropertyValue? = nil, duration: Double = 1,
    _ change: (inout AnimationSpec.Target) -> Void = { _ in }
) -> AnimationSpec {
    var target = AnimationSpec.Target(keyPath: keyPath)
    change(&target)
    var content = AnimationSpec.Basic()
    content.from = from; content.to = to; content.by = by
    var spec = AnimationSpec(.basic(target, content))
    spec.timing.duration = duration
    return spec
}

func keyframes(
    _ keyPath: String, _ values: [PropertyValue], duration: Double = 1, _ change: (inout AnimationSpec.Keyframe) -> Void = { _ in }
) -> AnimationSpec {
    var content = AnimationSpec.Keyframe()
    content.values = values
    change(&content)
    var spec = AnimationSpec(.keyframe(.init(keyPath: keyPath), content))
    spec.timing.duration = duration
    return spec
}

func compiled(_ spec: AnimationSpec, _ layerClass: LayerClass = .layer) -> CompiledAnimation {
    CompiledAnimation(spec: spec, id: AnimationID(rawValue: 1), layerClass: layerClass)
}
