import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// An action with a name.
private final class NamedAction: NSObject, CAAction {
    let name: String
    init(_ name: String) { self.name = name }
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

private final class ActionDelegate: NSObject, CALayerDelegate {
    let answer: (any CAAction)?
    init(_ answer: (any CAAction)?) { self.answer = answer }
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { answer }
}

extension Scenarios {
    private static func name(_ action: (any CAAction)?) -> JSON {
        switch action {
        case nil: .null
        case let named as NamedAction: .string(named.name)
        case let other?: .string("\(type(of: other))")
        }
    }

    static let actions: [String: Scenario] = [
        "action-bare": { _ in name(CALayer().action(forKey: "position")) },
        "action-class-default": { _ in name(CALayer.defaultAction(forKey: "position")) },
        "action-delegate-first": { _ in
            let layer = CALayer(), delegate = ActionDelegate(NamedAction("D"))
            layer.delegate = delegate
            layer.actions = ["position": NamedAction("A")]
            return withExtendedLifetime(delegate) { name(layer.action(forKey: "position")) }
        },
        "action-delegate-null": { _ in
            let layer = CALayer(), delegate = ActionDelegate(NSNull())
            layer.delegate = delegate
            layer.actions = ["position": NamedAction("A")]
            return withExtendedLifetime(delegate) { name(layer.action(forKey: "position")) }
        },
        "action-actions-null": { _ in
            let layer = CALayer()
            layer.actions = ["position": NSNull()]
            return name(layer.action(forKey: "position"))
        },
        "action-actions": { _ in
            let layer = CALayer()
            layer.actions = ["position": NamedAction("A")]
            return name(layer.action(forKey: "position"))
        },
        "action-style": { _ in
            let layer = CALayer()
            layer.style = ["actions": ["position": NamedAction("S")]]
            return name(layer.action(forKey: "position"))
        },
        "action-unknown-key": { _ in name(CALayer().action(forKey: "noSuchKey")) },
    ]

    // MARK: tree

    private static func tree(_ build: (CALayer, (String) -> CALayer) -> CALayer) -> JSON {
        var layers: [String: CALayer] = [:]
        let parent = CALayer()
        let read = build(parent) { name in
            if let layer = layers[name] { return layer }
            let layer = CALayer()
            layer.name = name
            layers[name] = layer
            return layer
        }
        return JSON.any(read.sublayers?.map { $0.name ?? "?" })
    }

    static let trees: [String: Scenario] = [
        "tree-add": { _ in
            tree { p, l in
                p.addSublayer(l("a")); p.addSublayer(l("b")); p.insertSublayer(l("c"), at: 1)
                return p
            }
        },
        "tree-insert-below": { _ in
            tree { p, l in
                p.addSublayer(l("a")); p.addSublayer(l("b")); p.insertSublayer(l("c"), below: l("a"))
                return p
            }
        },
        "tree-insert-above": { _ in
            tree { p, l in
                p.addSublayer(l("a")); p.addSublayer(l("b")); p.insertSublayer(l("c"), above: l("a"))
                return p
            }
        },
        "tree-reparent": { _ in
            tree { p, l in
                for name in ["a", "b", "c"] { p.addSublayer(l(name)) }
                CALayer().addSublayer(l("a"))
                return p
            }
        },
        "tree-below-nonsibling": { _ in
            tree { p, l in
                p.addSublayer(l("a")); p.addSublayer(l("b")); p.insertSublayer(l("c"), below: l("x"))
                return p
            }
        },
        "tree-below-nil": { _ in
            tree { p, l in
                p.addSublayer(l("a")); p.addSublayer(l("b")); p.insertSublayer(l("c"), below: nil)
                return p
            }
        },
        "tree-above-nil": { _ in
            tree { p, l in
                p.addSublayer(l("a")); p.addSublayer(l("b")); p.insertSublayer(l("c"), above: nil)
                return p
            }
        },
        "tree-above-nonsibling": { _ in
            tree { p, l in
                p.addSublayer(l("a")); p.addSublayer(l("b")); p.insertSublayer(l("c"), above: l("x"))
                return p
            }
        },
        "tree-index-clamp": { _ in
            tree { p, l in
                p.addSublayer(l("a")); p.addSublayer(l("b")); p.insertSublayer(l("c"), at: 99)
                return p
            }
        },
        "tree-empty": { _ in
            tree { p, l in
                p.addSublayer(l("a")); l("a").removeFromSuperlayer()
                return p
            }
        },
        "tree-replace": { _ in
            tree { p, l in
                p.addSublayer(l("a")); p.addSublayer(l("b")); p.replaceSublayer(l("a"), with: l("c"))
                return p
            }
        },
        "tree-mask-superlayer": { _ in
            let owner = CALayer(), mask = CALayer()
            owner.name = "owner"
            owner.mask = mask
            return JSON.any(mask.superlayer?.name)
        },
        "tree-mask-remove": { _ in
            let owner = CALayer(), mask = CALayer()
            owner.mask = mask
            mask.removeFromSuperlayer()
            return owner.mask == nil ? .null : .string("a mask")
        },
    ]

    // MARK: hit test

    private static func layer(_ name: String, _ frame: CGRect, z: CGFloat = 0) -> CALayer {
        let layer = CALayer()
        layer.name = name
        layer.frame = frame
        layer.zPosition = z
        return layer
    }

    private static func hit(_ layer: CALayer, _ x: Double, _ y: Double) -> JSON {
        .string(layer.hitTest(CGPoint(x: x, y: y))?.name ?? "nil")
    }

    private static let square = CGRect(x: 0, y: 0, width: 100, height: 100)

    static let hits: [String: Scenario] = [
        "hittest-self": { _ in hit(layer("root", square), 50, 50) },
        "hittest-superlayer-space": { _ in hit(layer("layer", CGRect(x: 100, y: 100, width: 100, height: 100)), 150, 150) },
        "hittest-superlayer-space-miss": { _ in hit(layer("layer", CGRect(x: 100, y: 100, width: 100, height: 100)), 50, 50) },
        "hittest-outside-parent": { _ in
            let parent = layer("parent", square)
            parent.addSublayer(layer("child", CGRect(x: 150, y: 0, width: 50, height: 50)))
            return hit(parent, 160, 10)
        },
        "hittest-outside-parent-masked": { _ in
            let parent = layer("parent", square)
            parent.masksToBounds = true
            parent.addSublayer(layer("child", CGRect(x: 150, y: 0, width: 50, height: 50)))
            return hit(parent, 160, 10)
        },
        "hittest-hidden": { _ in
            let root = layer("root", square), child = layer("child", square)
            child.isHidden = true
            root.addSublayer(child)
            return hit(root, 50, 50)
        },
        "hittest-equal-z": { _ in
            let root = layer("root", square)
            root.addSublayer(layer("first", square))
            root.addSublayer(layer("second", square))
            return hit(root, 50, 50)
        },
        "hittest-transform-layer-direct": { _ in
            let root = CATransformLayer()
            root.name = "transform"
            root.frame = square
            root.addSublayer(layer("child", square))
            return hit(root, 50, 50)
        },
        "hittest-z-order": { _ in
            let root = layer("root", square)
            root.addSublayer(layer("front", square, z: 10))
            root.addSublayer(layer("back", square, z: -10))
            return hit(root, 50, 50)
        },
    ]
}
