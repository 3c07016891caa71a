import Agate
import AgateDiagnostics
import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateInspector

/// Each lint finds what it is for, in a scene that has it, and finds nothing where it was cured.
final class AdviceTests: XCTestCase {
    private func color(_ r: CGFloat, _ g: CGFloat, _ b: CGFloat, _ a: CGFloat = 1) -> CGColor {
        CGColor(red: r, green: g, blue: b, alpha: a)
    }

    private func advice(log: Bool = false, _ body: (OffscreenHost, CALayer) -> Void) throws -> [Advice] {
        let host = OffscreenHost(size: CGSize(width: 200, height: 120), background: .white)
        let layer = CALayer()
        var options = Recorder.Options()
        (options.includesLog, options.includesDiagnostics) = (log, true)
        let recorder = try XCTUnwrap(Recorder(host, options: options))
        defer { TransactionLog.shared.isEnabled = false }
        host.perform {
            layer.name = "subject"
            layer.frame = CGRect(x: 20, y: 20, width: 60, height: 40)
            layer.backgroundColor = color(0.2, 0.4, 0.8)
            host.layer.addSublayer(layer)
        }
        body(host, layer)
        _ = host.image(at: max(host.now, 0.05))
        // Through a file: what is found does not hang on the program.
        return Advisor.advice(on: try Recording(recorder.recording().encoded()))
    }

    private func kinds(_ advice: [Advice]) -> Set<Advice.Kind> { Set(advice.map(\.kind)) }

    func testAPlainSceneGetsNone() throws {
        XCTAssertEqual(try advice { host, layer in host.perform { layer.position.x = 90 } }, [])
    }

    func testShadows() throws {
        func shadow(path: Bool) throws -> [Advice] {
            try advice { host, layer in
                host.perform {
                    let inner = CALayer()
                    inner.frame = CGRect(x: 40, y: 20, width: 40, height: 40)
                    inner.backgroundColor = color(1, 0, 0, 0.5)
                    layer.addSublayer(inner)
                    layer.shadowOpacity = 0.6
                    if path { layer.shadowPath = CGPath(rect: layer.bounds, transform: nil) }
                }
            }
        }
        let found = try shadow(path: false)
        XCTAssertEqual(kinds(found), [.shadowWithoutPath])
        XCTAssertEqual(found.first?.layerName, "subject")
        XCTAssertEqual(try shadow(path: true), [])
    }

    func testMasks() throws {
        func masked(_ change: (CALayer) -> Void) throws -> [Advice] {
            try advice { host, layer in
                host.perform {
                    let mask = CALayer()
                    mask.frame = layer.bounds
                    mask.backgroundColor = color(0, 0, 0)
                    mask.cornerRadius = 8
                    change(mask)
                    layer.mask = mask
                }
            }
        }
        XCTAssertEqual(kinds(try masked { _ in }), [.maskThatCouldBeCorners])
        XCTAssertEqual(try masked { $0.frame.size.width = 30 }, [])
        XCTAssertEqual(try masked { $0.backgroundColor = self.color(0, 0, 0, 0.5) }, [])
    }

    func testGroupsThatNeedNone() throws {
        func faded(overlaps: Bool, grouped: Bool = true) throws -> [Advice] {
            try advice { host, layer in
                host.perform {
                    layer.backgroundColor = nil
                    for i in 0..<2 {
                        let part = CALayer()
                        part.frame = CGRect(x: overlaps ? i * 10 : i * 30, y: 0, width: 20, height: 20)
                        part.backgroundColor = color(1, 0, 0)
                        layer.addSublayer(part)
                    }
                    layer.allowsGroupOpacity = grouped
                    layer.opacity = 0.5
                }
            }
        }
        XCTAssertEqual(kinds(try faded(overlaps: false)), [.avoidablePass])
        XCTAssertEqual(try faded(overlaps: true), [])
        XCTAssertEqual(try faded(overlaps: false, grouped: false), [])
    }

    func testHugeImages() throws {
        func shown(_ side: Int) throws -> [Advice] {
            try advice { host, layer in
                host.perform { layer.contents = CGImage(width: side, height: side) { pixels in pixels.update(repeating: 0xFF88_8888) } }
            }
        }
        XCTAssertEqual(kinds(try shown(1024)), [.hugeImage])
        XCTAssertEqual(try shown(64), [])
    }

    func testTextThatIsDrawnAnew() throws {
        func text(_ change: (CATextLayer, Int) -> Void) throws -> [Advice] {
            try advice { host, _ in
                let text = CATextLayer()
                host.perform {
                    text.name = "clock"
                    text.frame = CGRect(x: 10, y: 70, width: 150, height: 30)
                    text.string = "0"
                    text.fontSize = 14
                    text.foregroundColor = color(0, 0, 0)
                    host.layer.addSublayer(text)
                }
                for i in 0..<14 {
                    host.perform {
                        CATransaction.setDisableActions(true)
                        change(text, i)
                    }
                    _ = host.image(at: 0.1 + Double(i) / 60)
                }
            }
        }
        XCTAssertEqual(kinds(try text { text, i in text.string = "\(i)" }), [.redrawnText])
        XCTAssertEqual(try text { text, i in text.position.x = CGFloat(60 + i) }, [])
    }

    func testAnimationsThatNobodySees() throws {
        func spinning(_ change: (CALayer) -> Void) throws -> [Advice] {
            try advice { host, layer in
                let spin = CABasicAnimation(keyPath: "transform.rotation.z")
                spin.toValue = 6
                spin.duration = 1
                spin.repeatCount = .infinity
                host.perform {
                    CATransaction.setDisableActions(true)
                    change(layer)
                    layer.add(spin, forKey: "spin")
                }
            }
        }
        XCTAssertEqual(kinds(try spinning { $0.isHidden = true }), [.animatesUnseen])
        XCTAssertEqual(kinds(try spinning { $0.position.x = 5000 }), [.animatesUnseen])
        XCTAssertEqual(try spinning { _ in }, [])
    }

    func testAnimationsThatNoFrameShowed() throws {
        let twice = try advice { host, layer in
            _ = host.image(at: 0)
            host.perform { layer.position.x = 90 }
            host.perform { layer.position.x = 100 }
        }
        XCTAssertEqual(kinds(twice), [.unseenAnimation])
        let apart = try advice { host, layer in
            _ = host.image(at: 0)
            host.perform { layer.position.x = 90 }
            _ = host.image(at: 0.02)
            host.perform { layer.position.x = 100 }
        }
        XCTAssertEqual(apart, [])
    }

    private final class Silent: CALayer {
        override func action(forKey event: String) -> (any CAAction)? { event == "opacity" ? super.action(forKey: event) : nil }
    }

    func testActionsThatAnswerNilByAccident() throws {
        let found = try advice(log: true) { host, _ in
            let silent = Silent()
            host.perform { host.layer.addSublayer(silent) }
            host.perform {
                silent.position.x = 30
                silent.opacity = 0.5
            }
        }
        XCTAssertEqual(found.filter { $0.kind == .accidentalNil }.count, 1)
        XCTAssertTrue(found.contains { $0.message.hasPrefix("position") })
    }

    func testAnimationsThatSnapBack() throws {
        func fade(setting: Bool) throws -> [Advice] {
            try advice { host, layer in
                host.perform {
                    let fade = CABasicAnimation(keyPath: "opacity")
                    (fade.fromValue, fade.toValue, fade.duration) = (1, 0.25, 0.5)
                    layer.add(fade, forKey: "fade")
                    CATransaction.setDisableActions(true)
                    if setting { layer.opacity = 0.25 }
                }
                for frame in 1...40 { _ = host.image(at: Double(frame) / 60) }
            }
        }
        let found = try fade(setting: false)
        XCTAssertEqual(found.map(\.kind), [.diagnostic])
        XCTAssertTrue(found[0].message.hasPrefix("animation.snap-back"), found[0].message)
        XCTAssertTrue(found[0].fix.contains("Set the property itself"), found[0].fix)
        XCTAssertNotNil(found[0].layer, "the page can show which layer it is")
        XCTAssertEqual(try fade(setting: true), [])
    }

    func testFillsThatHideWhatIsSetLater() throws {
        func fade(removing: Bool) throws -> [Advice] {
            try advice { host, layer in
                host.perform {
                    let fade = CABasicAnimation(keyPath: "opacity")
                    (fade.toValue, fade.duration, fade.fillMode, fade.isRemovedOnCompletion) = (0.5, 0.2, .forwards, false)
                    layer.add(fade, forKey: "fade")
                }
                for frame in 1...20 { _ = host.image(at: Double(frame) / 60) }
                host.perform {
                    CATransaction.setDisableActions(true)
                    if removing { layer.removeAnimation(forKey: "fade") }
                    layer.opacity = 0.75
                }
            }
        }
        let found = try fade(removing: false)
        XCTAssertEqual(found.map(\.kind), [.diagnostic])
        XCTAssertTrue(found[0].message.hasPrefix("animation.stale-fill"), found[0].message)
        XCTAssertTrue(found[0].fix.contains("Remove the animation"), found[0].fix)
        XCTAssertEqual(try fade(removing: true), [])
    }

    func testDiagnosticsComeWithTheirCures() throws {
        let found = try advice { host, layer in host.perform { layer.position.x = .nan } }
        XCTAssertEqual(found.map(\.kind), [.diagnostic])
        XCTAssertTrue(found[0].message.hasPrefix("layer.refused-value"))
    }
}
