import CoreGraphics
import Foundation
import RenderTree

// Stands in for the transaction side until it lands.
public protocol CAAction {
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}
extension NSNull: CAAction {
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}
open class CAAnimation: NSObject {}

package final class LiveRecord {}
package final class AnimationStore {}

/// Groups changes.
open class CATransaction: NSObject {
    package static var asksForActions: Bool { true }
    /// Before a table property of the layer is stored.
    package static func willChange(_ layer: CALayer, _ property: LayerProperty) {}
    /// Before a key of `objects.custom` is stored.
    package static func willChangeCustom(_ layer: CALayer, _ key: String) {}
    /// Before `children` or `maskLayer` changes.
    package static func willChangeTree(_ layer: CALayer) {}
    /// The layer was marked for layout or display: a commit has to come.
    package static func willUpdate(_ layer: CALayer) {}
}

enum Actions {
    static func search(_ layer: CALayer, _ event: String) -> (any CAAction)? {
        func stop(_ action: any CAAction) -> (any CAAction)? { action is NSNull ? nil : action }
        if let action = layer.delegate?.action(for: layer, forKey: event) { return stop(action) }
        if let action = layer.actions?[event] { return stop(action) }
        for style in CALayer.chain(layer.style) {
            if let action = (style["actions"] as? [String: any CAAction])?[event] { return stop(action) }
        }
        return type(of: layer).defaultAction(forKey: event).flatMap(stop)
    }
}

extension CALayer {
    final func animations_add(_ animation: CAAnimation, _ key: String?) {}
    final func animations_remove(_ key: String) {}
    final func animations_removeAll() {}
    final func animations_keys() -> [String]? { nil }
    final func animations_animation(_ key: String) -> CAAnimation? { nil }
    /// The presentation copy, made by `makeCopy(showing:)`; nil before the first commit.
    final func presentation_copy() -> CALayer? { modelLayer == nil ? nil : self }
}
