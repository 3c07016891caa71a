import Agate
import UIKit
import XCTest

@MainActor final class BlockAnimationTests: XCTestCase {
    private func animations(_ view: UIView) -> [CAPropertyAnimation] {
        (view.layer.animationKeys() ?? []).compactMap { view.layer.animation(forKey: $0) as? CAPropertyAnimation }
    }

    /// UV2, UV15
    func testActionsOutsideInsideAndWithout() async {
        let scene = Scene()
        let view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        scene.turn {
            XCTAssertTrue(view.action(for: view.layer, forKey: "position") is NSNull)
            UIView.animate(withDuration: 1) {
                XCTAssertTrue(view.action(for: view.layer, forKey: "position") is CABasicAnimation)
                XCTAssertTrue(view.action(for: view.layer, forKey: "zPosition") is NSNull)
                XCTAssertTrue(view.action(for: view.layer, forKey: "contents") is NSNull)
                UIView.performWithoutAnimation {
                    XCTAssertFalse(UIView.areAnimationsEnabled)
                    XCTAssertTrue(view.action(for: view.layer, forKey: "position") is NSNull)
                    UIView.performWithoutAnimation {}
                    XCTAssertFalse(UIView.areAnimationsEnabled)
                }
                XCTAssertTrue(UIView.areAnimationsEnabled)
            }
        }
        XCTAssertEqual(animations(view), [])
    }

    /// 9.2, with every key of the table
    func testWhichKeysAnimate() async {
        let table: [(String, Any, Bool?)] = [
            ("bounds", CGRect(x: 1, y: 2, width: 5, height: 6), true), ("bounds.size.width", 4, true), ("bounds.size.height", 4, true),
            ("position", CGPoint(x: 70, y: 8), true), ("position.x", 3, true), ("position.y", 3, true),
            ("transform", CATransform3DMakeScale(2, 2, 1), true), ("transform.rotation", 1, true), ("transform.scale", 2, true),
            ("cornerRadius", 3, true),
            ("backgroundColor", UIColor.red.cgColor, false), ("opacity", 0.5, false), ("anchorPoint", CGPoint.zero, false),
            ("shadowOpacity", 0.5, false),
            ("borderWidth", 2, nil), ("borderColor", UIColor.red.cgColor, nil), ("shadowColor", UIColor.red.cgColor, nil),
            ("shadowOffset", CGSize(width: 9, height: 9), nil), ("shadowRadius", 8, nil), ("zPosition", 4, nil), ("hidden", true, nil),
            ("contents", CGImage(width: 1, height: 1) { $0[0] = 0xFFFF_FFFF } as Any, nil), ("masksToBounds", true, nil),
        ]
        for (key, value, additive) in table {
            let scene = Scene()
            let view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
            scene.turn { UIView.animate(withDuration: 1) { view.layer.setValue(value, forKeyPath: key) } }
            let made = animations(view)
            XCTAssertEqual(made.isEmpty, additive == nil, key)
            for animation in made { XCTAssertEqual(animation.isAdditive, additive, key) }
        }
    }

    /// UV4, UV5, UV6
    func testTheAnimationsThatAreAdded() async throws {
        let scene = Scene()
        let view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20)))
        scene.turn {
            UIView.animate(withDuration: 0.3) {
                view.bounds.size = CGSize(width: 10, height: 10)
                view.center = CGPoint(x: 50, y: 10)
                view.transform = CGAffineTransform(scaleX: 2, y: 4)
                view.alpha = 0.5
            }
        }
        let layer = view.layer
        XCTAssertEqual(layer.animationKeys(), ["bounds.origin", "bounds.size", "position", "transform", "opacity"])
        let position = try XCTUnwrap(layer.animation(forKey: "position") as? CABasicAnimation)
        XCTAssertEqual(position.fromValue as? CGPoint, CGPoint(x: -40, y: 0))
        XCTAssertEqual(position.toValue as? CGPoint, .zero)
        XCTAssertEqual(position.fillMode, .both)
        XCTAssertTrue(position.isRemovedOnCompletion)
        XCTAssertEqual(position.duration, 0.3)
        XCTAssertEqual(position.timingFunction, CAMediaTimingFunction(name: .easeInEaseOut))
        let transform = try XCTUnwrap(layer.animation(forKey: "transform") as? CABasicAnimation)
        XCTAssertEqual(transform.fromValue as? CATransform3D, CATransform3DMakeScale(0.5, 0.25, 1))
        XCTAssertEqual(transform.toValue as? CATransform3D, CATransform3DIdentity)
        let opacity = try XCTUnwrap(layer.animation(forKey: "opacity") as? CABasicAnimation)
        XCTAssertEqual((opacity.fromValue as? NSNumber)?.doubleValue, 1)
        XCTAssertNil(opacity.toValue)
        scene.advance(to: 0.15)
        XCTAssertEqual(layer.presentation()?.position.x ?? 0, 30, accuracy: 1e-3)
        XCTAssertEqual(layer.presentation()?.bounds.width ?? 0, 15, accuracy: 1e-3)
        XCTAssertEqual(layer.presentation()?.opacity ?? 0, 0.75, accuracy: 1e-3)
        XCTAssertEqual(layer.presentation()?.transform.m11 ?? 0, 1.5, accuracy: 1e-3)
    }

    /// UV7, UV8
    func testOverlappingBlocks() async throws {
        let scene = Scene()
        let view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20)))
        var ends: [String] = []
        scene.turn {
            UIView.animate(withDuration: 1) {
                view.center.x = 110; view.alpha = 0.5
            } completion: {
                ends.append("first \($0)")
            }
        }
        scene.advance(to: 0.5)
        scene.turn {
            UIView.animate(withDuration: 1) {
                view.center.x = 30; view.alpha = 0.2
            } completion: {
                ends.append("second \($0)")
            }
        }
        XCTAssertEqual(view.layer.animationKeys(), ["position", "position-2", "opacity"])
        let from = (view.layer.animation(forKey: "opacity") as? CABasicAnimation)?.fromValue as? NSNumber
        XCTAssertEqual(from?.doubleValue ?? 0, 0.5, accuracy: 1e-6)
        scene.turn { UIView.animate(withDuration: 1, delay: 0, options: .beginFromCurrentState) { view.alpha = 1 } }
        let shown = (view.layer.animation(forKey: "opacity") as? CABasicAnimation)?.fromValue as? NSNumber
        XCTAssertEqual(shown?.floatValue, 0.5)
        scene.advance(to: 3)
        // The opacity of both was replaced.
        XCTAssertEqual(ends, ["first false", "second false"])
    }

    /// UV9, UV10, UV11
    func testDelayAndCompletion() async {
        let scene = Scene()
        let view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20)))
        var ends: [String] = []
        scene.turn {
            UIView.animate(withDuration: 1, delay: 0.5, options: []) {
                view.alpha = 0
            } completion: {
                ends.append("moved \($0) \(scene.time)")
            }
            UIView.animate(withDuration: 1) {
            } completion: {
                ends.append("nothing \($0) \(scene.time)")
            }
            UIView.animate(withDuration: 0) {
                view.center.x = 50
            } completion: {
                ends.append("at once \($0) \(scene.time)")
            }
            XCTAssertEqual(ends, [])
        }
        XCTAssertEqual(ends, ["nothing true 0.0", "at once true 0.0"])
        XCTAssertNil(view.layer.animation(forKey: "position"))
        scene.advance(to: 0.4)
        XCTAssertEqual(view.layer.presentation()?.opacity, 1)
        scene.advance(to: 2)
        XCTAssertEqual(ends.count, 3)
        XCTAssertEqual(ends.last, "moved true 1.5")
        XCTAssertNil(view.layer.animationKeys())
    }

    /// UV12
    func testNestedBlocksInherit() async {
        let scene = Scene()
        let a = scene.add(UIView()), b = scene.add(UIView()), c = scene.add(UIView())
        XCTAssertEqual(UIView.inheritedAnimationDuration, 0)
        scene.turn {
            UIView.animate(withDuration: 2, delay: 0, options: [.curveLinear, .autoreverse]) {
                XCTAssertEqual(UIView.inheritedAnimationDuration, 2)
                a.alpha = 0
                UIView.animate(withDuration: 1, delay: 0, options: .curveEaseIn) { b.alpha = 0 }
                UIView.animate(
                    withDuration: 1, delay: 0,
                    options: [.curveEaseIn, .overrideInheritedDuration, .overrideInheritedCurve, .overrideInheritedOptions]
                ) {
                    c.alpha = 0
                }
            }
        }
        let inner = b.layer.animation(forKey: "opacity"), own = c.layer.animation(forKey: "opacity")
        XCTAssertEqual(inner?.duration, 2)
        XCTAssertEqual(inner?.timingFunction, CAMediaTimingFunction(name: .linear))
        XCTAssertEqual(inner?.autoreverses, true)
        XCTAssertEqual(own?.duration, 1)
        XCTAssertEqual(own?.timingFunction, CAMediaTimingFunction(name: .easeIn))
        XCTAssertEqual(own?.autoreverses, false)
    }

    /// UV13
    func testAnimatedViewsTakeNoTouches() async {
        let scene = Scene()
        let view = scene.add(NotingView(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
        let open = scene.add(NotingView(frame: CGRect(x: 60, y: 0, width: 50, height: 50)))
        scene.turn {
            UIView.animate(withDuration: 1) { view.alpha = 0.5 }
            UIView.animate(withDuration: 1, delay: 0, options: .allowUserInteraction) { open.alpha = 0.5 }
        }
        XCTAssertEqual(scene.window.hitTest(CGPoint(x: 10, y: 10), with: nil), scene.window)
        XCTAssertEqual(scene.window.hitTest(CGPoint(x: 70, y: 10), with: nil), open)
        scene.advance(to: 1.1)
        XCTAssertEqual(scene.window.hitTest(CGPoint(x: 10, y: 10), with: nil), view)
    }

    /// UV14
    func testRepeatsAndLayout() async {
        final class Outer: UIView {
            let inner = UIView()
            override func layoutSubviews() { inner.frame = CGRect(x: 0, y: 0, width: bounds.width / 2, height: 4) }
        }
        let scene = Scene()
        let a = scene.add(UIView()), b = scene.add(UIView())
        let outer = Outer(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
        outer.addSubview(outer.inner)
        scene.add(outer)
        scene.turn {
            UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse]) { a.alpha = 0 }
            UIView.animate(withDuration: 1) {
                UIView.modifyAnimations(withRepeatCount: 3, autoreverses: true) { b.alpha = 0 }
                b.center.x = 9
            }
            UIView.animate(withDuration: 1, delay: 0, options: .layoutSubviews) { outer.bounds.size.width = 40 }
        }
        XCTAssertEqual(a.layer.animation(forKey: "opacity")?.repeatCount, .infinity)
        XCTAssertEqual(a.layer.animation(forKey: "opacity")?.autoreverses, true)
        XCTAssertEqual(b.layer.animation(forKey: "opacity")?.repeatCount, 3)
        XCTAssertEqual(b.layer.animation(forKey: "position")?.repeatCount, 0)
        XCTAssertNotNil(outer.inner.layer.animation(forKey: "bounds.size"))
    }

    /// UV16
    func testBitsOfOptions() async {
        XCTAssertEqual(UIView.AnimationOptions.curveLinear.rawValue, 3 << 16)
        XCTAssertEqual(UIView.AnimationOptions.transitionFlipFromBottom.rawValue, 7 << 20)
        XCTAssertEqual(UIView.AnimationOptions.preferredFramesPerSecond30.rawValue, 7 << 24)
        XCTAssertEqual(UIView.AnimationOptions.overrideInheritedOptions.rawValue, 1 << 9)
    }

    /// UV18
    func testBeginAndCommit() async {
        let scene = Scene()
        let view = scene.add(UIView())
        scene.turn {
            UIView.beginAnimations("name", context: nil)
            view.alpha = 0
            UIView.setAnimationDuration(2)
            UIView.setAnimationCurve(.linear)
            view.center.x = 7
            UIView.commitAnimations()
            view.backgroundColor = .red
        }
        let first = view.layer.animation(forKey: "opacity"), second = view.layer.animation(forKey: "position")
        XCTAssertEqual(first?.duration, 0.2)
        XCTAssertEqual(first?.timingFunction, CAMediaTimingFunction(name: .easeInEaseOut))
        XCTAssertEqual(second?.duration, 2)
        XCTAssertEqual(second?.timingFunction, CAMediaTimingFunction(name: .linear))
        XCTAssertNil(view.layer.animation(forKey: "backgroundColor"))
    }

    /// T35, T36, T37
    func testLayersWithoutViewsGoByTheTransaction() async {
        let scene = Scene()
        let free = CALayer()
        scene.turn { scene.window.layer.addSublayer(free) }
        scene.turn { UIView.animate(withDuration: 3) { free.opacity = 0 } }
        XCTAssertEqual(free.animation(forKey: "opacity")?.duration, 0.25)
        scene.turn {
            UIView.animate(withDuration: 3) {
                CATransaction.begin()
                CATransaction.setAnimationDuration(1)
                free.opacity = 1
                CATransaction.commit()
            }
        }
        XCTAssertEqual(free.animation(forKey: "opacity")?.duration, 1)
        let view = scene.add(UIView())
        scene.turn {
            UIView.animate(withDuration: 3) {
                CATransaction.setDisableActions(true)
                free.zPosition = 4
                view.alpha = 0
            }
        }
        XCTAssertNil(free.animation(forKey: "zPosition"))
        XCTAssertNil(view.layer.animation(forKey: "opacity"))
    }

    func testScaleToNothingAndColoursOutOfNothing() async throws {
        let scene = Scene()
        let view = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        scene.turn {
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                view.transform = CGAffineTransform(scaleX: 0, y: 0)
                view.backgroundColor = .red
            }
        }
        scene.advance(to: 0.5)
        let scale = view.layer.presentation()?.transform.m11 ?? 0
        XCTAssertTrue(scale > 0 && scale < 1)
        XCTAssertEqual(view.layer.presentation()?.backgroundColor?.alpha ?? 0, 0.5, accuracy: 1e-6)
        scene.turn { UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.backgroundColor = nil } }
        scene.advance(to: 1)
        XCTAssertEqual(view.layer.presentation()?.backgroundColor?.alpha ?? 0, 0.5, accuracy: 1e-6)
    }
}
