import CoreGraphics
import RenderTree

/// A completion block that was not called yet because animations run, and these animations. For inspectors.
package struct WaitingCompletion {
    package struct Animation {
        package var layer: UInt64
        package var layerName: String
        package var key: String?
        package var keyPath: String
        /// The end in media time; infinity for an animation that never ends.
        package var end: Double
    }

    package var animations: [Animation]
    /// True if the block's scope is still open, so that more animations may join.
    package var isOpen: Bool

    /// Returns the completion blocks that wait for animations of a layer or its descendants.
    package static func all(under root: CALayer) -> [WaitingCompletion] { LayerLock.withLock { allNow(under: root) } }

    private static func allNow(under root: CALayer) -> [WaitingCompletion] {
        var result: [WaitingCompletion] = []
        var places: [ObjectIdentifier: Int] = [:]
        var waiting = [root]
        while let layer = waiting.popLast() {
            for entry in layer.animationStore?.entries ?? [] where !entry.isOver {
                let interval = CompiledAnimation(spec: entry.spec, id: entry.id, layerClass: layer.layerClass).activeInterval()
                let animation = Animation(
                    layer: layer.id.rawValue, layerName: layer.name ?? "\(type(of: layer)) \(layer.id.rawValue)", key: entry.key,
                    keyPath: (entry.animation as? CAPropertyAnimation)?.keyPath ?? "",
                    end: LayerContext.mediaTime(ofLocal: interval.end, on: layer))
                for group in entry.groups {
                    if let place = places[ObjectIdentifier(group)] {
                        result[place].animations.append(animation)
                    } else {
                        places[ObjectIdentifier(group)] = result.count
                        result.append(WaitingCompletion(animations: [animation], isOpen: !group.isClosed))
                    }
                }
            }
            if let mask = layer.maskLayer { waiting.append(mask) }
            waiting.append(contentsOf: layer.children.reversed())
        }
        return result
    }
}
