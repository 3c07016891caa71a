import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

extension Adapter {
    /// What setting a property of a layer that is shown makes by itself.
    static let actions: [Adapter] = [
        Adapter("action", ["layer", "set", "query"]) { input in
            let path = try input.needText("set")
            let stage = Stage(layer: try input.needText("layer").contains("CAShapeLayer") ? CAShapeLayer() : CALayer()) { _ in }
            let layer = stage.layer
            let animations = try stage.turn {
                layer.setValue(try other(than: layer.value(forKeyPath: path), path), forKeyPath: path)
                return (layer.animationKeys() ?? []).compactMap { key in layer.animation(forKey: key).map { (key, $0) } }
            }
            switch try input.needText("query") {
            case "class and additive of every stored animation":
                guard !animations.isEmpty else { return .null }
                // Every one has to be the same; one that differs shows.
                let all = animations.map {
                    JSON.array([.string("\(type(of: $0.1))"), .bool(($0.1 as? CAPropertyAnimation)?.isAdditive ?? false)])
                }
                return all.first { $0 != all[0] } ?? all[0]
            case "class of stored animation": return animations.first.map { .string("\(type(of: $0.1))") } ?? .null
            case "animationKeys": return JSON.any(layer.animationKeys())
            case "toValue": return JSON.any((animations.first?.1 as? CABasicAnimation)?.toValue)
            case "fromValue": return JSON.any((animations.first?.1 as? CABasicAnimation)?.fromValue)
            case "key": return JSON.any(animations.first?.0)
            case "keyPath": return JSON.any((animations.first?.1 as? CAPropertyAnimation)?.keyPath)
            case "duration": return JSON.any(animations.first.map { NSNumber(value: $0.1.duration) })
            case let other: throw Unsupported("the query \(other) can't be read")
            }
        },
        Adapter("action", ["set", "query"]) { input in
            guard try input.needText("query") == "number of KVO notifications" else {
                throw Unsupported("the query \(try input.needText("query")) can't be read")
            }
            let words = try input.needText("set").components(separatedBy: " to ")
            let layer = CALayer(), counter = ChangeCounter(), path = words[0]
            layer.addObserver(counter, forKeyPath: path, options: [], context: nil)
            defer { layer.removeObserver(counter, forKeyPath: path) }
            switch words.dropFirst().first {
            case nil: layer.setValue(try other(than: layer.value(forKeyPath: path), path), forKeyPath: path)
            case "equal value"?: layer.setValue(layer.value(forKeyPath: path), forKeyPath: path)
            case let value?: throw Unsupported("\(path) can't be set to \(value)")
            }
            return .number(Double(counter.count))
        },
    ]

    /// Counts what it is notified of.
    private final class ChangeCounter: NSObject, KeyValueObserver {
        var count = 0

        func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
        ) { count += 1 }
    }

    /// A value that the property does not have yet.
    private static func other(than old: Any?, _ path: String) throws -> Any? {
        switch path {
        case "contentsGravity": return "center"
        case "cornerCurve": return "continuous"
        case "contentsFormat": return "Gray8"
        case "minificationFilter", "magnificationFilter": return "nearest"
        case "name": return "a name"
        case "mask": return CALayer()
        case "filters", "backgroundFilters": return ["a filter"]
        case "compositingFilter": return "multiplyBlendMode"
        case "contents": return CGImage(width: 1, height: 1) { $0[0] = 0xFFFF_FFFF }
        case "sublayers": return [CALayer()]
        case "transform": return CATransform3DMakeTranslation(1, 2, 3)
        case "lineDashPattern": return [NSNumber(value: 1)]
        case "fillRule": return "even-odd"
        case "lineCap", "lineJoin": return "round"
        default: break
        }
        switch LayerMaking.kind(path: path) {
        case .number?: return NSNumber(value: ((old as? NSNumber)?.doubleValue ?? 0) == 0.5 ? 0.25 : 0.5)
        case .bool?: return !((old as? NSNumber)?.boolValue ?? (old as? Bool) ?? false)
        case .point?: return CGPoint(x: 3, y: 5)
        case .size?: return CGSize(width: 3, height: 5)
        case .rect?: return CGRect(x: 0, y: 0, width: 0.5, height: 0.25)
        case .transform?: return CATransform3DMakeTranslation(1, 2, 3)
        case .color?: return CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 1)
        case .path?: return CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5), transform: nil)
        default: throw Unsupported("no other value for \(path)")
        }
    }
}
