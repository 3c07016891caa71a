import AgateDiagnostics
import Foundation
import QuartzCore
import TestSupport
import XCTest

/// The numeric vectors of one area.
enum LayerVectors {
    struct Vector {
        let id: String
        let input: [String: Any]
        let expected: Any
        let tolerance: Double
    }

    static func area(_ area: String) throws -> [Vector] {
        let data = try Data(contentsOf: Repository.vectors)
        let all = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
        return all.filter { $0["area"] as? String == area }.compactMap { entry in
            guard let id = entry["id"] as? String, let input = entry["input"] as? [String: Any] else { return nil }
            return Vector(
                id: id, input: input, expected: entry["expected"] ?? NSNull(),
                tolerance: (entry["tolerance"] as? NSNumber)?.doubleValue ?? 0)
        }
    }

    static func numbers(_ any: Any?) -> [Double]? {
        if let list = any as? [Any] {
            var all: [Double] = []
            for element in list {
                guard let part = numbers(element) else { return nil }
                all += part
            }
            return all
        }
        return (any as? NSNumber).map { [$0.doubleValue] }
    }

    static func point(_ any: Any?) -> CGPoint? {
        guard let n = numbers(any), n.count == 2 else { return nil }
        return CGPoint(x: n[0], y: n[1])
    }

    static func rect(_ any: Any?) -> CGRect? {
        guard let n = numbers(any), n.count == 4 else { return nil }
        return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }

    /// `identity`, `identity with m34=-1/100`, or one call such as `rotateZ(pi/4)`.
    static func transform(_ any: Any?) -> CATransform3D? {
        guard let text = any as? String else { return nil }
        if text == "identity" { return CATransform3DIdentity }
        if text.hasPrefix("identity with ") {
            let parts = text.dropFirst("identity with ".count).split(separator: "=").map(String.init)
            guard parts.count == 2, let value = number(parts[1]) else { return nil }
            var t = CATransform3DIdentity
            switch parts[0] {
            case "m14": t.m14 = value
            case "m34": t.m34 = value
            default: return nil
            }
            return t
        }
        guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
        let arguments = text[text.index(after: open)...].dropLast().split(separator: ",").compactMap { number(String($0)) }
        guard let first = arguments.first else { return nil }
        let second = arguments.count > 1 ? arguments[1] : nil, third = arguments.count > 2 ? arguments[2] : nil
        switch text[..<open] {
        case "scale": return CATransform3DMakeScale(first, second ?? first, third ?? 1)
        case "translate": return CATransform3DMakeTranslation(first, second ?? 0, third ?? 0)
        case "rotateX": return CATransform3DMakeRotation(first, 1, 0, 0)
        case "rotateY": return CATransform3DMakeRotation(first, 0, 1, 0)
        case "rotateZ": return CATransform3DMakeRotation(first, 0, 0, 1)
        default: return nil
        }
    }

    private static func number(_ text: String) -> Double? {
        let parts = text.split(separator: "/").map { $0.trimmingCharacters(in: .whitespaces) }
        func one(_ s: String) -> Double? { s == "pi" ? .pi : Double(s) }
        guard let a = parts.first.flatMap(one) else { return nil }
        return parts.count == 2 ? one(parts[1]).map { a / $0 } : a
    }

    static func layer(_ any: Any?) -> CALayer {
        let layer = CALayer()
        guard let input = any as? [String: Any] else { return layer }
        if let a = point(input["anchorPoint"]) { layer.anchorPoint = a }
        if let b = rect(input["bounds"]) { layer.bounds = b }
        if let p = point(input["position"]) { layer.position = p }
        if let t = transform(input["transform"]) { layer.transform = t }
        if let z = input["zPosition"] as? NSNumber { layer.zPosition = CGFloat(z.doubleValue) }
        if let z = input["anchorPointZ"] as? NSNumber { layer.anchorPointZ = CGFloat(z.doubleValue) }
        if let s = input["contentsScale"] as? NSNumber { layer.contentsScale = CGFloat(s.doubleValue) }
        if let f = input["geometryFlipped"] as? Bool { layer.isGeometryFlipped = f }
        return layer
    }
}

func numbers(_ p: CGPoint) -> [Double] { [p.x, p.y].map { Double($0) } }
func numbers(_ r: CGRect) -> [Double] { [r.origin.x, r.origin.y, r.size.width, r.size.height].map { Double($0) } }

func assertClose(_ a: [Double], _ b: [Double]?, _ tolerance: Double, _ id: String, file: StaticString = #filePath, line: UInt = #line) {
    guard let b, a.count == b.count else { return XCTFail("\(id): \(a) against \(String(describing: b))", file: file, line: line) }
    for (x, y) in zip(a, b) where !(abs(x - y) <= max(tolerance, 1e-12)) {
        return XCTFail("\(id): \(a) against \(b)", file: file, line: line)
    }
}

/// The identifiers of the diagnostics that `body` causes.
func layerDiagnostics(_ body: () -> Void) -> [Diagnostic] {
    final class Kept: @unchecked Sendable { var all: [Diagnostic] = [] }
    let kept = Kept()
    let token = Diagnostic.addObserver { kept.all.append($0) }
    body()
    Diagnostic.removeObserver(token)
    return kept.all
}

/// An action that notes when it runs.
final class NotedAction: NSObject, CAAction {
    nonisolated(unsafe) static var log: [String] = []
    let note: (String, Any) -> Void
    init(_ note: @escaping (String, Any) -> Void) { self.note = note }
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) { note(event, anObject) }
}
