import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

extension Adapter {
    static let drawing: [Adapter] = [
        Adapter("corner", ["curve"]) { input in
            .number(Double(CALayer.cornerCurveExpansionFactor(CALayerCornerCurve(rawValue: try input.needText("curve")))))
        },
        Adapter("corner", ["set", "query"]) { input in
            let parts = try input.needText("set").split(separator: "=").map(String.init)
            guard parts.count == 2, let value = Double(parts[1]) else { throw Unsupported("can't set \(parts)") }
            let layer = CALayer()
            layer.setValue(NSNumber(value: value), forKey: parts[0])
            return JSON.any(layer.value(forKey: try input.needText("query")))
        },
        Adapter("blend", ["mode"]) { input in
            let name = try input.needText("mode")
            guard let mode = (0..<64).lazy.compactMap({ CGBlendMode(rawValue: $0) }).first(where: { "\($0)" == name }) else {
                throw Unsupported("there is no blend mode \(name)")
            }
            return .number(Double(mode.rawValue))
        },
        Adapter("path", ["path", "query"]) { input in
            let path = try path(try input.needText("path"))
            switch try input.needText("query") {
            case "element types":
                var names: [JSON] = []
                path.applyWithBlock { element in
                    let name =
                        switch element.pointee.type {
                        case .moveToPoint: "move"
                        case .addLineToPoint: "line"
                        case .addQuadCurveToPoint: "quad"
                        case .addCurveToPoint: "curve"
                        case .closeSubpath: "close"
                        @unknown default: "?"
                        }
                    names.append(.string(name))
                }
                return .array(names)
            case "boundingBox": return box(path.boundingBox)
            case "pathBoundingBox", "boundingBoxOfPath": return box(path.boundingBoxOfPath)
            case let other: throw Unsupported("there is no \(other)")
            }
        },
    ]

    private static func box(_ rect: CGRect) -> JSON { rect.isNull ? .string("CGRectNull") : .rect(rect) }

    /// SVG commands, or `rect(1,2,3,4)`, `ellipse`.
    private static func path(_ text: String) throws -> CGPath {
        let numbers = text.split(whereSeparator: { "(),".contains($0) }).dropFirst().compactMap { Double($0) }
        let rect =
            numbers.count == 4
            ? CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : CGRect(x: 0, y: 0, width: 10, height: 10)
        if text.hasPrefix("rect") { return CGPath(rect: rect, transform: nil) }
        if text.hasPrefix("ellipse") { return CGPath(ellipseIn: rect, transform: nil) }
        guard let path = CGPath(svg: text) else { throw Unsupported("the path can't be read") }
        return path
    }
}
