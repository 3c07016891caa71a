import Agate
import AgateDiagnostics
import QuartzCore
import XCTest

/// Rules that were measured on Apple's QuartzCore, each by itself small.
final class MeasuredRuleTests: XCTestCase {
    // MARK: Autoresizing (LY7)

    private func placed(_ mask: CAAutoresizingMask, _ x: CGFloat, _ width: CGFloat, from: CGFloat, to: CGFloat) -> [CGFloat] {
        let outer = CALayer(), inner = CALayer()
        outer.bounds = CGRect(x: 0, y: 0, width: from, height: from)
        inner.frame = CGRect(x: x, y: x, width: width, height: width)
        inner.autoresizingMask = mask
        outer.addSublayer(inner)
        outer.bounds.size.width = to
        XCTAssertEqual([inner.frame.minY, inner.frame.height], [x, width], "an axis that keeps its length")
        return [inner.frame.minX, inner.frame.width]
    }

    func testAThirdForEachPart() {
        let all: CAAutoresizingMask = [.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin]
        for (mask, to, wanted) in [
            ([.layerMinXMargin, .layerWidthSizable], 230.0, [96, 104]), (all, 230, [53, 104]), (all, 110, [13, 64]),
            ([.layerWidthSizable, .layerMaxXMargin], 230, [10, 104]), (.layerWidthSizable, 230, [10, 190]),
            (.layerMinXMargin, 230, [140, 60]),
            ([.layerMinXMargin, .layerMaxXMargin], 230, [75, 60]), (.layerMaxXMargin, 230, [10, 60]), ([], 230.5, [10, 60]),
            (all, 90, [6, 58]),
        ] as [(CAAutoresizingMask, CGFloat, [CGFloat])] {
            let got = placed(mask, 10, 60, from: 100, to: to)
            // Closed form: thirds, the fixed ones' to the margins, then whole points outwards.
            let delta = to - 100, before = mask.contains(.layerMinXMargin), inside = mask.contains(.layerWidthSizable)
            let after = mask.contains(.layerMaxXMargin), margins: CGFloat = (before ? 1 : 0) + (after ? 1 : 0)
            let share = margins == 0 ? 0 : (3 - (inside ? 1 : 0)) * delta / 3 / margins
            let low = 10 + (before ? share : 0), high = low + 60 + (inside ? (margins == 0 ? delta : delta / 3) : 0)
            let x = before ? (low + 1e-9).rounded(.down) : low
            let closed = [x, inside ? (margins == 0 ? high : (high - 1e-9).rounded(.up)) - x : 60]
            XCTAssertEqual(got, closed, "\(mask) to \(to)")
            XCTAssertEqual(got, wanted, "\(mask) to \(to)")
        }
        XCTAssertEqual(placed([.layerMinXMargin, .layerWidthSizable], 10, 50, from: 100, to: 200), [76, 84])
    }

    // MARK: Names that a property does not know

    func testUnknownNames() {
        let gradient = CAGradientLayer(), text = CATextLayer(), layer = CALayer()
        gradient.type = CAGradientLayerType(rawValue: "spiral")
        text.setValue("edges", forKey: "alignmentMode")
        text.truncationMode = CATextLayerTruncationMode(rawValue: "sides")
        XCTAssertEqual(gradient.type.rawValue, "spiral")
        XCTAssertEqual(gradient.value(forKey: "type") as? String, "spiral")
        XCTAssertEqual(text.alignmentMode.rawValue, "edges")
        XCTAssertEqual(text.value(forKey: "truncationMode") as? String, "sides")
        // They draw as the default, and go when a known name comes.
        gradient.type = .radial
        XCTAssertEqual(gradient.type, .radial)
        gradient.setValue(nil, forKey: "type")
        XCTAssertEqual(gradient.type, .axial)
        // The others take their default.
        for name in ["spiral", ""] {
            layer.toneMapMode = .never
            layer.preferredDynamicRange = .high
            layer.cornerCurve = .continuous
            layer.toneMapMode = CALayer.ToneMapMode(rawValue: name)
            layer.setValue(name, forKey: "preferredDynamicRange")
            layer.cornerCurve = CALayerCornerCurve(rawValue: name)
            layer.contentsGravity = CALayerContentsGravity(rawValue: name)
            XCTAssertEqual(layer.toneMapMode, .automatic)
            XCTAssertEqual(layer.preferredDynamicRange, .standard)
            XCTAssertEqual(layer.cornerCurve, .circular)
            XCTAssertEqual(layer.contentsGravity, .center)
        }
        for mode in [CALayer.ToneMapMode.automatic, .never, .ifSupported] {
            layer.toneMapMode = mode
            XCTAssertEqual(layer.toneMapMode, mode)
        }
        for range in [CALayer.DynamicRange.automatic, .standard, .constrainedHigh, .high] {
            layer.preferredDynamicRange = range
            XCTAssertEqual(layer.preferredDynamicRange, range)
        }
    }

    func testAnUnknownNameComesBackFromAnArchive() throws {
        let gradient = CAGradientLayer()
        gradient.type = CAGradientLayerType(rawValue: "spiral")
        let data = try NSKeyedArchiver.archivedData(withRootObject: gradient, requiringSecureCoding: false)
        let back = try XCTUnwrap(NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? CAGradientLayer)
        XCTAssertEqual(back.type.rawValue, "spiral")
    }

    func testValueFunctionsAreShared() {
        for name in [CAValueFunctionName.rotateX, .rotateZ, .scale, .translateY] {
            XCTAssertTrue(CAValueFunction(name: name) === CAValueFunction(name: name))
            XCTAssertEqual(CAValueFunction(name: name)?.name, name)
        }
        XCTAssertFalse(CAValueFunction(name: .rotateX) === CAValueFunction(name: .rotateY))
        XCTAssertNil(CAValueFunction(name: CAValueFunctionName(rawValue: "spiral")))
    }

    /// KV8: what has been given a value, also where that is the default again.
    func testWhatWasSetIsArchived() {
        let layer = CALayer()
        XCTAssertFalse(layer.shouldArchiveValue(forKey: "opacity"))
        layer.opacity = 0.5
        layer.opacity = 1
        XCTAssertTrue(layer.shouldArchiveValue(forKey: "opacity"))
        XCTAssertFalse(layer.shouldArchiveValue(forKey: "zPosition"))
        layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        XCTAssertFalse(layer.shouldArchiveValue(forKey: "frame"))
        XCTAssertTrue(layer.shouldArchiveValue(forKey: "position"))
    }

    func testAnEmitterCellIsOnByDefault() {
        XCTAssertEqual(CAEmitterCell.defaultValue(forKey: "enabled") as? Bool, true)
        XCTAssertFalse(CAEmitterCell().shouldArchiveValue(forKey: "enabled"))
    }

    // MARK: Display and layout

    func testDisplayTakesTheMarkAway() {
        final class Counted: CALayer {
            var draws = 0
            var again = false
            override func draw(in ctx: CGContext) {
                draws += 1
                if again {
                    again = false
                    setNeedsDisplay()
                }
            }
        }
        let layer = Counted(), host = OffscreenHost(size: CGSize(width: 4, height: 4))
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        host.perform {
            host.layer.addSublayer(layer)
            layer.setNeedsDisplay()
            layer.display()
            XCTAssertFalse(layer.needsDisplay())
            layer.displayIfNeeded()
        }
        XCTAssertEqual(layer.draws, 1)
        // What is marked while it draws is for the next time (D8).
        host.perform {
            layer.again = true
            layer.display()
            XCTAssertTrue(layer.needsDisplay())
        }
        XCTAssertEqual(layer.draws, 3)
    }

    private final class Manager: NSObject, CALayoutManager {
        var log: [String] = []
        var marksAgain = false
        func invalidateLayout(of layer: CALayer) {
            log.append("invalid \(layer.name ?? "")")
            if marksAgain { layer.setNeedsLayout() }
        }
        func layoutSublayers(of layer: CALayer) { log.append("layout \(layer.name ?? "")") }
    }

    func testLayoutManagersHearThatTheLayoutIsInvalid() {
        let layer = CALayer(), manager = Manager(), sublayer = CALayer()
        layer.name = "a"
        layer.layoutManager = manager
        XCTAssertEqual(manager.log, ["invalid a"])
        layer.layoutIfNeeded()
        manager.log = []
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        XCTAssertEqual(manager.log, ["invalid a", "layout a"])
        manager.log = []
        layer.addSublayer(sublayer)
        layer.bounds.size.width = 10
        XCTAssertEqual(manager.log, ["invalid a"])
        // A manager that marks the layer in its answer is not asked for ever.
        manager.marksAgain = true
        manager.log = []
        layer.setNeedsLayout()
        XCTAssertEqual(manager.log, ["invalid a"])
        layer.layoutManager = nil
        layer.setNeedsLayout()
        XCTAssertEqual(manager.log, ["invalid a"])
    }

    // MARK: render(in:)

    func testTransformLayersAreDrawnPlainInContexts() throws {
        func picture(_ layer: CALayer, _ shadow: Bool) throws -> [UInt32] {
            let token = Diagnostic.addObserver { _ in }
            defer { Diagnostic.removeObserver(token) }
            layer.frame = CGRect(x: 0, y: 0, width: 24, height: 16)
            layer.backgroundColor = CGColor(red: 0, green: 0.5, blue: 1, alpha: 0.75)
            layer.borderWidth = 2
            layer.borderColor = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
            layer.cornerRadius = 5
            layer.masksToBounds = !shadow
            if shadow { layer.shadowOpacity = 0.5 }
            layer.opacity = 0.8
            let inner = CALayer()
            inner.frame = CGRect(x: 12, y: 6, width: 30, height: 30)
            inner.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
            layer.addSublayer(inner)
            let context = try XCTUnwrap(
                CGContext(
                    data: nil, width: 48, height: 48, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
            let outer = CALayer()
            outer.frame = CGRect(x: 0, y: 0, width: 48, height: 48)
            outer.addSublayer(layer)
            outer.render(in: context)
            return try XCTUnwrap(context.makeImage()).withPixels { Array(UnsafeBufferPointer(start: $0, count: 48 * 48)) }
        }
        for shadow in [false, true] { XCTAssertEqual(try picture(CATransformLayer(), shadow), try picture(CALayer(), shadow)) }
    }
}
