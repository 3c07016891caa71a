import AgateDiagnostics
import CoreGraphics
import Foundation
import QuartzCore
import XCTest
@testable import AgateFormats

final class LottieLayersTests: XCTestCase {
    private func scene(_ layers: String, more: String = "", _ reading: LottieReading = .specification) throws -> (
        layers: [CALayer], diagnostics: [Diagnostic]
    ) {
        let text = #"{"v":"5.7","fr":10,"ip":0,"op":60,"w":100,"h":80,"layers":[\#(layers)]\#(more)}"#
        let scene = try LottieScene(data: Data(text.utf8), reading: reading)
        return (scene.rootLayer.sublayers?.first?.sublayers?.first?.sublayers ?? [], scene.diagnostics)
    }

    private func shapes(_ items: String, ks: String = "", layer: String = "") -> String {
        #"{"ty":4,"ip":0,"op":60,"st":0,"nm":"S","ks":{\#(ks)}\#(layer),"shapes":[\#(items)]}"#
    }

    private let square = #"{"ty":"rc","p":{"k":[0,0]},"s":{"k":[10,10]},"r":{"k":0}}"#
    private let red = #"{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}"#
    private let line = #"{"ty":"sh","ks":{"k":{"c":false,"v":[[0,0],[100,0]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}"#
    private let pen = #"{"ty":"st","c":{"k":[0,0,1,1]},"o":{"k":100},"w":{"k":2},"lc":1,"lj":1}"#

    func testStillGroupsAreOneShape() throws {
        let made = try scene(shapes(#"{"ty":"gr","it":[\#(square),\#(red),{"ty":"tr","p":{"k":[20,30]},"s":{"k":[200,100]}}]}"#))
        XCTAssertEqual(made.layers.count, 1)
        let shape = try XCTUnwrap(made.layers[0] as? CAShapeLayer)
        XCTAssertNil(shape.sublayers)
        XCTAssertEqual(shape.path?.boundingBoxOfPath, CGRect(x: 10, y: 25, width: 20, height: 10))
        XCTAssertNil(shape.animationKeys())
    }

    func testKeyframesBecomeKeyframes() throws {
        let rotation =
            #""r":{"a":1,"k":[{"t":10,"s":[0],"o":{"x":[0.2],"y":[0]},"i":{"x":[0.4],"y":[1]}},{"t":20,"s":[90],"h":1},{"t":40,"s":[0]}]}"#
        let made = try scene(shapes(square + "," + red, ks: rotation))
        let animation = try XCTUnwrap(made.layers[0].animation(forKey: "transform.rotation.z") as? CAKeyframeAnimation)
        XCTAssertEqual(animation.beginTime, 1)
        XCTAssertEqual(animation.duration, 3)
        XCTAssertEqual(animation.fillMode, .both)
        // The value that is held stands at its beginning and at its end.
        XCTAssertEqual((animation.values as? [Double])?.map { ($0 * 180 / .pi).rounded() }, [0, 90, 90, 0])
        XCTAssertEqual(animation.keyTimes!.map { ($0.doubleValue * 1000).rounded() / 1000 }, [0, 0.333, 1, 1])
        XCTAssertEqual(animation.timingFunctions?.first, CAMediaTimingFunction(controlPoints: 0.2, 0, 0.4, 1))
    }

    func testScalesWithoutSizeAreFunctions() throws {
        let scale = #""s":{"a":1,"k":[{"t":0,"s":[0,0,100]},{"t":10,"s":[200,100,100]}]},"r":{"k":90}"#
        let animation = try XCTUnwrap(
            try scene(shapes(square + "," + red, ks: scale)).layers[0].animation(forKey: "transform") as? FunctionAnimation)
        let half = try XCTUnwrap(animation.function).matrix(at: 0.5)
        XCTAssertEqual(half.m12, 1, accuracy: 1e-5)
        XCTAssertEqual(half.m21, -0.5, accuracy: 1e-5)
        XCTAssertEqual(half.m11, 0, accuracy: 1e-5)
    }

    func testStrokesTrimThemselves() throws {
        let end = #"{"ty":"tm","s":{"k":0},"e":{"a":1,"k":[{"t":0,"s":[0]},{"t":10,"s":[50]}]},"o":{"k":0},"m":1}"#
        let made = try XCTUnwrap(try scene(shapes([line, pen, end].joined(separator: ","))).layers[0] as? CAShapeLayer)
        XCTAssertEqual(made.strokeStart, 0)
        XCTAssertEqual((made.animation(forKey: "strokeEnd") as? CAKeyframeAnimation)?.values as? [Double], [0, 0.5])
        XCTAssertNil(made.animation(forKey: "path"))
        // Over the beginning: twice round.
        let turned = #"{"ty":"tm","s":{"k":0},"e":{"k":50},"o":{"a":1,"k":[{"t":0,"s":[0]},{"t":10,"s":[360]}]},"m":1}"#
        let round = try XCTUnwrap(try scene(shapes([line, pen, turned].joined(separator: ","))).layers[0] as? CAShapeLayer)
        XCTAssertEqual((round.animation(forKey: "strokeStart") as? CAKeyframeAnimation)?.values as? [Double], [0, 0.5])
        XCTAssertEqual((round.animation(forKey: "strokeEnd") as? CAKeyframeAnimation)?.values as? [Double], [0.25, 0.75])
    }

    func testFillsAreTrimmedByFunctions() throws {
        let end = #"{"ty":"tm","s":{"k":0},"e":{"a":1,"k":[{"t":0,"s":[0]},{"t":10,"s":[100]}]},"o":{"k":0},"m":1}"#
        let made = try scene(shapes([line, red, end].joined(separator: ","))).layers[0]
        let function = try XCTUnwrap((made.animation(forKey: "path") as? FunctionAnimation)?.function)
        guard case .path(let path) = function.value(at: 0.25) else { return XCTFail("no path") }
        XCTAssertEqual(path.boundingBoxOfPath.width, 25, accuracy: 1e-3)
        // In any order.
        _ = function.value(at: 1)
        XCTAssertEqual(function.value(at: 0.25), .path(path))
    }

    func testCompositionsHaveTheirOwnTime() throws {
        let inner = shapes(square + "," + red, ks: #""o":{"a":1,"k":[{"t":0,"s":[0]},{"t":10,"s":[100]}]}"#)
        let outer = #"{"ty":0,"refId":"c","w":100,"h":80,"ip":0,"op":60,"st":20,"sr":2,"ks":{}}"#
        let made = try scene(outer, more: #","assets":[{"id":"c","layers":[\#(inner)]}]"#)
        XCTAssertFalse(made.layers[0].masksToBounds, "the whole animation is clipped by the same frame")
        let fade = try XCTUnwrap(made.layers[0].sublayers?[0].animation(forKey: "opacity"))
        XCTAssertEqual(fade.beginTime, 2, accuracy: 1e-12)
        XCTAssertEqual(fade.duration, 2, accuracy: 1e-12)
    }

    func testTimeRemapping() throws {
        let inner = shapes(square + "," + red, ks: #""o":{"a":1,"k":[{"t":0,"s":[0]},{"t":10,"s":[100]}]}"#)
        // There and back: in two seconds through one, and again backwards.
        let map = #""tm":{"a":1,"k":[{"t":0,"s":[0]},{"t":20,"s":[1]},{"t":40,"s":[0]}]}"#
        let outer = #"{"ty":0,"refId":"c","w":100,"h":80,"ip":0,"op":60,"st":0,"ks":{},\#(map)}"#
        let made = try scene(outer, more: #","assets":[{"id":"c","layers":[\#(inner)]}]"#)
        let fade = try XCTUnwrap(made.layers[0].sublayers?[0].animation(forKey: "opacity") as? FunctionAnimation)
        for (time, opacity) in [(0.0, 0.0), (1, 0.5), (2, 1), (3, 0.5), (4, 0)] {
            XCTAssertEqual(try XCTUnwrap(fade.function).numbers(at: time - max(0, fade.beginTime)).x, opacity, accuracy: 1e-4, "\(time)")
        }
    }

    func testLayersComeAndGo() throws {
        let made = try scene(
            #"{"ty":1,"sw":10,"sh":10,"sc":"00ff00","ip":20,"op":40,"ks":{}},{"ty":1,"sw":10,"sh":10,"sc":"00ff00","ip":0,"op":60,"ks":{}}"#
        )
        XCTAssertEqual(made.layers.map(\.isHidden), [false, true])
        XCTAssertNil(made.layers[0].animationKeys())
        let shown = try XCTUnwrap(made.layers[1].animation(forKey: "hidden") as? CABasicAnimation)
        XCTAssertEqual(shown.beginTime, 2, accuracy: 1e-3)
        XCTAssertEqual(shown.duration, 2, accuracy: 1e-9)
        XCTAssertEqual(shown.toValue as? Bool, false)
    }

    func testParentsAreOuterLayers() throws {
        let parents =
            #"{"ty":3,"ind":1,"ip":0,"op":60,"ks":{"p":{"k":[10,0]}}},{"ty":3,"ind":2,"parent":1,"ip":0,"op":60,"ks":{"s":{"k":[200,200]}}}"#
        let child = #"{"ty":1,"ind":3,"parent":2,"sw":10,"sh":10,"sc":"ff0000","ip":0,"op":60,"ks":{"p":{"k":[5,5]}}}"#
        let made = try scene(parents + "," + child).layers
        XCTAssertEqual(made.count, 1)
        let solid = try XCTUnwrap(made[0].sublayers?[0])
        XCTAssertEqual(made[0].convert(CGPoint(x: 0, y: 0), from: solid), CGPoint(x: 5, y: 5))
        XCTAssertEqual(made[0].affineTransform(), CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 10, ty: 0))
        let cycle = try scene(#"{"ty":1,"ind":1,"parent":1,"sw":1,"sh":1,"sc":"ff0000","ip":0,"op":60,"ks":{}}"#)
        XCTAssertEqual(cycle.diagnostics.map(\.identifier), ["lottie.cycle"])
    }

    func testMasksAndMattes() throws {
        let path = #"{"k":{"c":true,"v":[[0,0],[10,0],[10,10]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}"#
        let masked =
            #"{"ty":1,"sw":100,"sh":80,"sc":"ff0000","ip":0,"op":60,"ks":{},"masksProperties":[{"mode":"a","pt":\#(path),"o":{"k":100}},{"mode":"s","pt":\#(path),"o":{"k":100}}]}"#
        let mask = try XCTUnwrap(try scene(masked).layers[0].mask)
        XCTAssertTrue(mask.sublayers?[0].sublayers?[0] is CAShapeLayer)
        XCTAssertEqual((mask.sublayers?[0].mask as? CAShapeLayer)?.fillRule, .evenOdd)
        let matte =
            #"{"ty":1,"td":1,"sw":10,"sh":10,"sc":"ff0000","ip":0,"op":60,"ks":{}},{"ty":1,"tt":2,"sw":100,"sh":80,"sc":"ff0000","ip":0,"op":60,"ks":{}}"#
        let made = try scene(matte).layers
        XCTAssertEqual(made.count, 1)
        XCTAssertEqual(made[0].mask?.sublayers?.last?.compositingFilter as? String, "xor")
    }

    func testRepeatersMakeCopies() throws {
        let repeater =
            #"{"ty":"rp","c":{"k":3},"o":{"k":0},"m":1,"tr":{"p":{"k":[20,0]},"a":{"k":[0,0]},"s":{"k":[50,50]},"r":{"k":0},"so":{"k":100},"eo":{"k":0}}}"#
        let group = #"{"ty":"gr","it":[\#(square),\#(red),{"ty":"tr"}]}"#
        let made = try scene(shapes(group + "," + repeater)).layers
        let boxes = try XCTUnwrap(made.first?.sublayers).map { $0.convert(($0 as! CAShapeLayer).path!.boundingBoxOfPath, to: made[0]) }
        // Later copies lie above; the last one has no opacity, so it is none.
        XCTAssertEqual(boxes, [CGRect(x: -5, y: -5, width: 10, height: 10), CGRect(x: 17.5, y: -2.5, width: 5, height: 5)])
        XCTAssertEqual(made[0].sublayers?.map(\.opacity).filter { $0 == 0.5 }.count, 1)
    }

    func testRepeatersInRepeatersHaveAnEnd() throws {
        let repeater = #"{"ty":"rp","c":{"k":1000},"o":{"k":0},"tr":{"p":{"k":[1,0]}}}"#
        let group = #"{"ty":"gr","it":[{"ty":"gr","it":[\#(square),\#(red),\#(repeater),{"ty":"tr"}]},\#(repeater),{"ty":"tr"}]}"#
        let made = try scene(shapes([group, repeater, red].joined(separator: ",")))
        XCTAssertEqual(made.diagnostics.map(\.identifier), ["lottie.too-large"])
        func count(_ layer: CALayer) -> Int { (layer.sublayers ?? []).reduce(1) { $0 + count($1) } }
        XCTAssertLessThan(made.layers.map(count).reduce(0, +), 50_000)
    }

    func testExpressionsAreReportedByLayer() throws {
        let made = try scene(shapes(square + #",{"ty":"fl","c":{"k":[1,0,0,1],"x":"value"},"o":{"k":100}}"#), .withoutExpressions)
        XCTAssertEqual(made.diagnostics.map(\.identifier), ["lottie.expression"])
        XCTAssertEqual(made.diagnostics.first?.layer, "S")
    }

    func testOpacityOfGradientsIsPartOfTheirColours() {
        var stops = LottieStops()
        stops.numbers = [0, 1, 0, 0, 1, 0, 0, 1, 0.5, 0, 1, 1]
        let merged = stops.merged(2)
        XCTAssertEqual(merged.locations, [0, 0.5, 1, 1])
        XCTAssertEqual(merged.colors.map(\.rgba), [SIMD4(1, 0, 0, 0), SIMD4(0.5, 0, 0.5, 0), SIMD4(0, 0, 1, 1), SIMD4(0, 0, 1, 1)])
    }

    func testCompositionsThatShowThemselvesEnd() throws {
        let made = try scene(
            #"{"ty":0,"refId":"a","w":10,"h":10,"ip":0,"op":60,"ks":{}}"#,
            more: #","assets":[{"id":"a","layers":[{"ty":0,"refId":"a","nm":"again","w":10,"h":10,"ip":0,"op":60,"ks":{}}]}]"#
        )
        XCTAssertEqual(made.diagnostics.map(\.identifier), ["lottie.cycle"])
        XCTAssertTrue(made.diagnostics[0].message.contains("again"))
    }

    func testPathsGoThereAndBack() {
        let path = CGMutablePath()
        path.addEllipse(in: CGRect(x: 0, y: 0, width: 10, height: 20))
        path.addRect(CGRect(x: 3, y: 4, width: 5, height: 6))
        let contours = LottieBezier.contours(of: path)
        XCTAssertEqual(contours.count, 2)
        XCTAssertEqual(contours.map(\.points.count), [4, 4])
        XCTAssertEqual(CGPath(contours).boundingBoxOfPath, path.boundingBoxOfPath)
        let back = contours[0].reversed.reversed
        XCTAssertEqual(back, contours[0])
        // Over its beginning a closed path goes on as one line.
        XCTAssertEqual(contours[1].trimmed((0.9, 1.1), LottieMeasure(contours[1]), byParameter: false).map(\.isClosed), [false])
    }
}
