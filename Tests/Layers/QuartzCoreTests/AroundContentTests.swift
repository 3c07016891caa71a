import Agate
import CoreGraphics
import QuartzCore
import RendererSupport
import TestSupport
import XCTest

/// Pictures of what stands around the contents of layers: filters, backdrops, bitmaps, stretched and shrunk contents, edges, groups.
final class AroundContentTests: XCTestCase {
    private func color(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> CGColor { CGColor(red: r, green: g, blue: b, alpha: a) }

    private func draw(_ width: Double, _ height: Double, scale: Double = 1, _ build: (CALayer) -> Void) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: width, height: height), scale: scale, background: color(1, 1, 1))
        host.perform {
            CATransaction.setDisableActions(true)
            build(host.layer)
        }
        return host
    }

    @discardableResult
    private func box(_ parent: CALayer, _ x: Double, _ y: Double, _ w: Double, _ h: Double, _ fill: CGColor?, radius: Double = 0) -> CALayer
    {
        let layer = CALayer()
        layer.frame = CGRect(x: x, y: y, width: w, height: h)
        layer.backgroundColor = fill
        layer.cornerRadius = radius
        parent.addSublayer(layer)
        return layer
    }

    /// A colour wheel's strip over a ramp to gray.
    private let picture = CGImage(width: 32, height: 32) { p in
        for y in 0..<32 {
            for x in 0..<32 {
                let on = (x / 4 + y / 4) % 2 == 0
                p[y * 32 + x] = 0xFF00_0000 | UInt32(x * 8) << 16 | UInt32(y * 8) << 8 | (on ? 220 : 40)
            }
        }
    }!

    private func filter(_ type: String, _ inputs: [String: Any] = [:]) -> CAFilter {
        let filter = CAFilter(type: type)
        for (key, value) in inputs { filter.setValue(value, forKey: key) }
        return filter
    }

    func testFilters() {
        let all: [[CAFilter]] = [
            [], [filter("gaussianBlur", ["inputRadius": 3])], [filter("CIBoxBlur", ["inputRadius": 5])],
            [filter("CIPixellate", ["inputScale": 7])],
            [filter("colorSaturate", ["inputAmount": 0.2])], [filter("colorBrightness", ["inputAmount": 0.3])],
            [filter("colorContrast", ["inputAmount": 2])], [filter("CIHueAdjust", ["inputAngle": 2.1])],
            [filter("colorInvert")], [filter("CISepiaTone")], [filter("colorMonochrome", ["inputColor": color(0.3, 0.5, 1)])],
            [filter("CIExposureAdjust", ["inputEV": 1])], [filter("multiplyColor", ["inputColor": color(1, 0.6, 0.3)])],
            [filter("CIColorMatrix", ["inputRVector": [0, 0, 1, 0], "inputBVector": [1, 0, 0, 0]])],
            [filter("colorInvert"), filter("gaussianBlur", ["inputRadius": 2])], [filter("pageCurlOfPictures")],
        ]
        let host = draw(280, 280) { root in
            for (i, filters) in all.enumerated() {
                let cell = box(root, Double(i % 4) * 68 + 12, Double(i / 4) * 68 + 12, 44, 44, color(0.9, 0.75, 0.2), radius: 8)
                let inner = box(cell, 6, 6, 32, 32, nil)
                inner.contents = picture
                cell.filters = filters
                if i == 14 {
                    cell.shadowOpacity = 0.6
                    cell.shadowOffset = CGSize(width: 3, height: 3)
                }
            }
        }
        assertGoldens(host, "filters")
    }

    func testBackgroundFilters() {
        let host = draw(240, 160) { root in
            for i in 0..<12 { box(root, Double(i) * 20, 0, 10, 160, i % 3 == 0 ? color(0.9, 0.2, 0.2) : color(0.1, 0.3, 0.8)) }
            let blur = box(root, 10, 10, 60, 60, color(1, 1, 1, 0.3), radius: 16)
            blur.backgroundFilters = [filter("gaussianBlur", ["inputRadius": 5])]
            let invert = box(root, 85, 10, 60, 60, nil, radius: 30)
            invert.backgroundFilters = [filter("colorInvert")]
            let faded = box(root, 160, 10, 60, 60, nil)
            faded.backgroundFilters = [filter("colorInvert")]
            faded.opacity = 0.5
            let masked = box(root, 10, 85, 60, 60, nil)
            masked.backgroundFilters = [filter("CIPixellate", ["inputScale": 12])]
            let mask = CALayer()
            mask.frame = CGRect(x: 0, y: 0, width: 60, height: 30)
            mask.backgroundColor = color(0, 0, 0)
            masked.mask = mask
            let turned = box(root, 85, 85, 60, 60, color(1, 1, 0, 0.2), radius: 10)
            turned.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
            turned.backgroundFilters = [filter("gaussianBlur", ["inputRadius": 4])]
            turned.shadowOpacity = 0.6
            let edge = box(root, 180, 100, 60, 60, nil)
            edge.backgroundFilters = [filter("gaussianBlur", ["inputRadius": 8])]
            edge.borderWidth = 2
        }
        assertGoldens(host, "background-filters")
    }

    func testContents() {
        let host = draw(300, 210) { root in
            func contents(_ x: Double, _ y: Double, _ w: Double, _ h: Double, _ change: (CALayer) -> Void = { _ in }) {
                let layer = box(root, x, y, w, h, nil)
                layer.contents = picture
                change(layer)
            }
            contents(10, 10, 80, 50) { $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }
            contents(100, 10, 10, 50) { $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5) }
            contents(120, 10, 60, 50) { $0.contentsCenter = CGRect(x: 0.5, y: 0.5, width: 0, height: 0) }
            contents(190, 10, 60, 50) {
                $0.contentsCenter = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5); $0.contentsScale = 2
            }
            contents(10, 70, 6, 6)
            contents(22, 70, 6, 6) { $0.minificationFilter = .nearest }
            contents(34, 70, 6, 6) { $0.minificationFilter = .trilinear }
            contents(46, 70, 6, 6) {
                $0.minificationFilter = .trilinear; $0.minificationFilterBias = -1.5
            }
            contents(58, 70, 6, 6) {
                $0.minificationFilter = .trilinear; $0.minificationFilterBias = 1
            }
            contents(80, 70, 40, 40) { $0.setValue(self.color(1, 0.5, 0.5), forKey: "contentsMultiplyColor") }
            contents(130, 70, 40, 40) { $0.setValue(self.color(0.2, 1, 0.2, 0.5), forKey: "contentsMultiplyColor") }
            contents(180, 70, 60, 40) { $0.magnificationFilter = .nearest }
            for (i, edges) in [CAEdgeAntialiasingMask.layerLeftEdge, .layerRightEdge, .layerTopEdge, .layerBottomEdge, []].enumerated() {
                let layer = box(root, Double(i) * 46 + 14, 130, 30, 30, color(0, 0, 0))
                layer.transform = CATransform3DMakeRotation(0.2, 0, 0, 1)
                layer.edgeAntialiasingMask = edges
            }
            let fraction = box(root, 250.5, 130.5, 30, 30, color(0, 0, 0))
            fraction.edgeAntialiasingMask = [.layerLeftEdge, .layerTopEdge]
            for (i, groups) in [true, false].enumerated() {
                let layer = box(root, Double(i) * 60 + 14, 172, 40, 30, color(1, 0, 0))
                layer.allowsGroupOpacity = groups
                layer.opacity = 0.5
                box(layer, 10, 5, 40, 20, color(0, 0, 1))
            }
        }
        assertGoldens(host, "around-contents")
    }

    func testRasterizedIsTheSameButForResampling() {
        func scene(_ scale: Double?, _ turn: Double, opacity: Float = 1, shadow: Float = 0.5) -> OffscreenHost {
            draw(100, 100, scale: 2) { root in
                let layer = box(root, 20, 20, 50, 50, color(0.9, 0.8, 0.2), radius: 12)
                layer.contents = picture
                layer.shadowOpacity = shadow
                layer.borderWidth = 2
                layer.opacity = opacity
                let child = box(layer, 20, 25, 45, 20, color(0.1, 0.5, 0.3, 0.7), radius: 4)
                child.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
                child.isDoubleSided = false
                layer.transform = CATransform3DMakeRotation(turn, 0, 0, 1)
                if let scale {
                    layer.shouldRasterize = true
                    layer.rasterizationScale = scale
                }
            }
        }
        assertPicturesEqual(scene(2, 0).image(), scene(nil, 0).image(), tolerance: 2, "rasterized")
        assertPicturesEqual(
            scene(2, 0, opacity: 0.8, shadow: 0).image(), scene(nil, 0, opacity: 0.8, shadow: 0).image(), tolerance: 2, "rasterized-faded")
        assertGoldens(scene(1, 0, opacity: 0.8), "rasterized-coarsely")
        assertGoldens(scene(2, 0.4, opacity: 0.8), "rasterized-turned")
        let d = difference(scene(2, 0.4, opacity: 0.8).image(), scene(nil, 0.4, opacity: 0.8).image())
        XCTAssertLessThan(d.max, 64, "soft edges apart, the same")
    }

    /// The layer's own place and opacity change without a new bitmap; what is in it does not.
    func testBitmapsFollowWhatIsInThem() {
        let host = OffscreenHost(size: CGSize(width: 60, height: 40), background: color(1, 1, 1))
        let layer = CALayer(), child = CALayer()
        host.perform {
            CATransaction.setDisableActions(true)
            layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
            layer.shouldRasterize = true
            child.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
            child.backgroundColor = color(1, 0, 0)
            layer.addSublayer(child)
            host.layer.addSublayer(layer)
        }
        func pixel(_ x: Int, _ y: Int) -> UInt32 { host.image().withPixels { $0[y * 60 + x] } }
        XCTAssertEqual(pixel(10, 10), 0xFFFF_0000)
        host.perform {
            CATransaction.setDisableActions(true); layer.position.x += 30
        }
        XCTAssertEqual(pixel(40, 10), 0xFFFF_0000)
        XCTAssertEqual(pixel(10, 10), 0xFFFF_FFFF)
        host.perform {
            CATransaction.setDisableActions(true); layer.opacity = 0
        }
        XCTAssertEqual(pixel(40, 10), 0xFFFF_FFFF)
        host.perform {
            CATransaction.setDisableActions(true); layer.opacity = 1; child.position.x += 15; child.backgroundColor = color(0, 1, 0)
        }
        XCTAssertEqual(pixel(55, 10), 0xFF00_FF00, "\(child.position) \(child.superlayer?.position ?? .zero)")
        XCTAssertEqual(pixel(40, 10), 0xFFFF_FFFF)
    }

    func testFiltersAreLeftOutByRenderIn() {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.backgroundColor = color(1, 0, 0)
        layer.filters = [filter("colorInvert")]
        func drawn(_ body: (CGContext) -> Void) -> UInt32? {
            let context = CGContext(
                data: nil, width: 8, height: 8, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
            context.map(body)
            return context?.makeImage()?.withPixels { $0[27] }
        }
        XCTAssertEqual(drawn { layer.render(in: $0) }, 0xFFFF_0000)
        XCTAssertEqual(drawn { layer.renderExactly(in: $0) }, 0xFF00_FFFF)
    }
}
