import Agate
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import RenderTree
import XCTest

@testable import AgateFormats

final class CAMLReaderTests: XCTestCase {
    func testAttributesAreValuesOfTheirProperties() throws {
        let layer = try scene(
            "",
            root: """
                bounds="0 0 390 844" position="195 422" anchorPoint="0.25 1" opacity="0.5" hidden="1" name="Root" cornerCurve="continuous" \
                backgroundColor="1 0.5 0" zPosition="7" masksToBounds="1" contentsGravity="resizeAspect" shadowOffset="2 -3" maskedCorners="3"
                """
        ).rootLayer
        XCTAssertEqual(layer.bounds, CGRect(x: 0, y: 0, width: 390, height: 844))
        XCTAssertEqual(layer.position, CGPoint(x: 195, y: 422))
        XCTAssertEqual(layer.anchorPoint, CGPoint(x: 0.25, y: 1))
        XCTAssertEqual(layer.opacity, 0.5)
        XCTAssertTrue(layer.isHidden)
        XCTAssertEqual(layer.name, "Root")
        XCTAssertEqual(layer.cornerCurve, .continuous)
        XCTAssertEqual(layer.zPosition, 7)
        XCTAssertTrue(layer.masksToBounds)
        XCTAssertEqual(layer.contentsGravity, .resizeAspect)
        XCTAssertEqual(layer.shadowOffset, CGSize(width: 2, height: -3))
        XCTAssertEqual(layer.maskedCorners.rawValue, 3)
        XCTAssertEqual(layer.backgroundColor?.components ?? [], [1, 0.5, 0, 1])
    }

    func testElementsAreValuesToo() throws {
        let layer = try scene(
            """
            <backgroundColor opacity="0.25" value="0 0 1"/><sublayerTransform value="perspective(500)"/>
            <mask type="CALayer" bounds="0 0 5 5"/><mine type="string" value="kept"/>
            """
        ).rootLayer
        XCTAssertEqual(layer.backgroundColor?.components ?? [], [0, 0, 1, 0.25])
        XCTAssertEqual(layer.sublayerTransform.m34, -1.0 / 500)
        XCTAssertEqual(layer.mask?.bounds.width, 5)
        XCTAssertEqual(layer.value(forKey: "mine") as? String, "kept")
    }

    func testClasses() throws {
        let inside =
            "<sublayers><CAShapeLayer path=\"M0 0 L10 0 L10 10 Z\" lineWidth=\"3\"/><CAGradientLayer startPoint=\"0 0\"><colors><CGColor value=\"1 0 0\"/></colors></CAGradientLayer>"
            + "<CATransformLayer/><CAReplicatorLayer instanceCount=\"3\"/><CABackdropLayer opacity=\"0.5\"/><CABackdropLayer/></sublayers>"
        let scene = try scene(inside)
        let layers = scene.rootLayer.sublayers ?? []
        XCTAssertEqual(
            layers.map { String(describing: type(of: $0)) },
            ["CAShapeLayer", "CAGradientLayer", "CATransformLayer", "CAReplicatorLayer", "CALayer", "CALayer"])
        XCTAssertEqual((layers[0] as? CAShapeLayer)?.lineWidth, 3)
        XCTAssertEqual((layers[0] as? CAShapeLayer)?.path?.boundingBox, CGRect(x: 0, y: 0, width: 10, height: 10))
        XCTAssertEqual((layers[1] as? CAGradientLayer)?.colors?.count, 1)
        XCTAssertEqual((layers[3] as? CAReplicatorLayer)?.instanceCount, 3)
        XCTAssertEqual(layers[4].opacity, 0.5, "what is not known is still a layer")
        XCTAssertEqual(scene.diagnostics.filter { $0.message.contains("CABackdropLayer") }.count, 1, "one diagnostic for each name")
    }

    func testTransformsApplyTheFirstWrittenLast() throws {
        let first = try CAMLNumbers.transform("translate(10, 0) rotate(90deg)")
        let p = CGPoint(x: 1, y: 0).applying(CATransform3DGetAffineTransform(first))
        XCTAssertEqual(p.x, 10, accuracy: 1e-12)
        XCTAssertEqual(p.y, 1, accuracy: 1e-12)
        XCTAssertEqual(try CAMLNumbers.transform("rotate(0deg) rotate(180deg, 0, 1, 0)").m11, -1, accuracy: 1e-12)
        XCTAssertEqual(try CAMLNumbers.transform(""), CATransform3DIdentity)
        XCTAssertEqual(try CAMLNumbers.transform("scale(2, 3, 4)"), CATransform3DMakeScale(2, 3, 4))
        XCTAssertEqual(try CAMLNumbers.transform("1 0 0 0 0 1 0 0 0 0 1 0 5 6 7 1"), CATransform3DMakeTranslation(5, 6, 7))
        XCTAssertThrowsError(try CAMLNumbers.transform("spin(3)"))
        XCTAssertThrowsError(try CAMLNumbers.transform("scale(2"))
        XCTAssertThrowsError(try CAMLNumbers.transform("scale(nan)"))
    }

    func testSubPathsGoBeforeTheWhole() throws {
        let layer = try scene("", root: "transform.rotation.z=\"0.5\" transform=\"rotate(90deg)\"").rootLayer
        XCTAssertEqual(layer.transform.m12, 1, accuracy: 1e-12)
        let alone = try scene("", root: "transform.rotation.z=\"0.5\" position.x=\"9\"").rootLayer
        XCTAssertEqual(alone.transform.m12, CGFloat(sin(0.5)), accuracy: 1e-12)
        XCTAssertEqual(alone.position.x, 9)
    }

    /// A wallpaper of Apple's sets and animates a shear.
    func testShears() throws {
        let still = try scene("", root: "transform.shear.x=\"0.5\"")
        XCTAssertEqual(still.diagnostics.map(\.message), [])
        XCTAssertEqual(still.rootLayer.transform.m21, 0.5, accuracy: 1e-12)
        let states = try scene(
            """
            <states><LKState name="A"><elements><LKStateSetValue targetId="r" keyPath="transform.rotation.z"><value type="real" value="1"/>
            </LKStateSetValue><LKStateSetValue targetId="r" keyPath="transform.shear.x"><value type="real" value="-2"/></LKStateSetValue>
            </elements></LKState></states><stateTransitions><LKStateTransition fromState="*" toState="A"><elements>
            <LKStateTransitionElement key="transform.shear.x" targetId="r"><animation type="CABasicAnimation" keyPath="transform.shear.x"
            duration="2"/></LKStateTransitionElement></elements></LKStateTransition></stateTransitions>
            """, root: "id=\"r\" bounds=\"0 0 9 9\"")
        XCTAssertEqual(states.diagnostics.map(\.message), [])
        let host = OffscreenHost(size: CGSize(width: 20, height: 20))
        host.perform { host.layer.addSublayer(states.rootLayer) }
        try host.perform { try states.setState("A", animated: true) }
        host.advance(by: 1)
        let shown = try XCTUnwrap(states.rootLayer.presentation()?.value(forKeyPath: "transform.shear.x") as? CGFloat)
        XCTAssertTrue(shown < -0.1 && shown > -1.9, "\(shown) on the way to -2")
        host.advance(by: 2)
        let t = states.rootLayer.transform
        let wanted = CGAffineTransform(a: 1, b: 0, c: -2, d: 1, tx: 0, ty: 0).concatenating(CGAffineTransform(rotationAngle: 1))
        for (a, b) in zip([t.m11, t.m12, t.m21, t.m22], [wanted.a, wanted.b, wanted.c, wanted.d]) { XCTAssertEqual(a, b, accuracy: 1e-9) }
    }

    func testAnimations() throws {
        let layer = try scene(
            """
            <animations>
            <animation type="CAKeyframeAnimation" keyPath="transform.rotation.z" autoreverses="1" beginTime="1e-100" duration="3" removedOnCompletion="0" repeatCount="inf" repeatDuration="inf" calculationMode="discrete" fillMode="both">
              <values><real value="1"/><real value="0"/></values><keyTimes><real value="0"/><real value="1"/></keyTimes>
              <timingFunctions><function name="easeIn"/></timingFunctions></animation>
            <spin type="CAAnimationGroup" duration="8" timingFunction="0.1 0.2 0.3 0.4" speed="0.5"><animations>
              <CABasicAnimation keyPath="opacity" duration="8"><fromValue type="integer" value="0"/><toValue type="real" value="1"/></CABasicAnimation>
            </animations></spin>
            <animation type="CASpringAnimation" keyPath="position" mass="2" stiffness="300" damping="50" velocity="3" additive="1"/>
            <animation type="CAKeyframeAnimation" keyPath="position"><path value="M0 0 L5 5"/></animation>
            <animation type="CAUnknown" keyPath="opacity"/>
            </animations>
            """
        ).rootLayer
        XCTAssertEqual(layer.animationKeys() ?? [], ["transform.rotation.z", "spin", "position", "position#2"])
        let frames = try XCTUnwrap(layer.animation(forKey: "transform.rotation.z") as? CAKeyframeAnimation)
        XCTAssertEqual(frames.values?.count, 2)
        XCTAssertEqual(frames.keyTimes ?? [], [0, 1])
        XCTAssertEqual(frames.repeatCount, .infinity)
        XCTAssertEqual(frames.repeatDuration, .infinity)
        XCTAssertEqual(frames.beginTime, 1e-100)
        XCTAssertTrue(frames.autoreverses)
        XCTAssertFalse(frames.isRemovedOnCompletion)
        XCTAssertEqual(frames.calculationMode, .discrete)
        XCTAssertEqual(frames.fillMode, .both)
        XCTAssertEqual(frames.timingFunctions?.first, CAMediaTimingFunction(name: .easeIn))
        let group = try XCTUnwrap(layer.animation(forKey: "spin") as? CAAnimationGroup)
        XCTAssertEqual(group.speed, 0.5)
        XCTAssertEqual(group.timingFunction, CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4))
        let basic = try XCTUnwrap(group.animations?.first as? CABasicAnimation)
        XCTAssertEqual((basic.toValue as? NSNumber)?.doubleValue, 1)
        let spring = try XCTUnwrap(layer.animation(forKey: "position") as? CASpringAnimation)
        XCTAssertEqual([spring.mass, spring.stiffness, spring.damping, spring.initialVelocity], [2, 300, 50, 3])
        XCTAssertTrue(spring.isAdditive)
        XCTAssertEqual(spring.duration, spring.settlingDuration, accuracy: 1e-9, "without a duration it runs until it rests")
        XCTAssertNotNil((layer.animation(forKey: "position#2") as? CAKeyframeAnimation)?.path)
    }

    func testImages() throws {
        let image = try XCTUnwrap(CGImage(width: 2, height: 3) { for i in 0..<$0.count { $0[i] = 0xFF33_6699 } })
        let png = ImageCodec.encodePNG(image)
        let text =
            "<caml><CALayer bounds=\"0 0 9 9\"><sublayers><CALayer><contents type=\"CGImage\" src=\"assets/a%20b.png\"/></CALayer>"
            + "<CALayer><contents><CGImage src=\"data:image/png;base64,\(png.base64EncodedString())\"/></contents></CALayer>"
            + "<CALayer opacity=\"0.5\"><contents type=\"CGImage\" src=\"assets/none.png\"/></CALayer></sublayers></CALayer></caml>"
        let url = try package(["main.caml": Data(text.utf8), "assets/a b.png": png], in: self)
        let scene = try CAMLScene(contentsOf: url)
        let layers = scene.rootLayer.sublayers ?? []
        XCTAssertEqual((layers[0].contents as? CGImage)?.height, 3)
        XCTAssertEqual((layers[1].contents as? CGImage)?.width, 2)
        XCTAssertNil(layers[2].contents)
        XCTAssertEqual(layers[2].opacity, 0.5)
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["caml.missing-image"])
    }

    func testEmitters() throws {
        let picture = try XCTUnwrap(CGImage(width: 2, height: 3) { for i in 0..<$0.count { $0[i] = 0xFF33_6699 } })
        let pixel = "data:image/png;base64,\(ImageCodec.encodePNG(picture).base64EncodedString())"
        let cell = """
            <CAEmitterCell name="Cell 1" birthRate="3" lifetime="inf" emissionRange="1.5" particleType="plane" orientationRange="1" orientationLongitude="0"
              fillMode="both" beginTime="-15"><color opacity="0.5" value="1 0.5 0.25"/><contents type="CGImage" src="\(pixel)"/>
              <emitterCells><CAEmitterCell name="inner" birthRate="7" enabled="0"/></emitterCells></CAEmitterCell>
            """
        let emitter =
            "<CAEmitterLayer id=\"e\" emitterShape=\"rectangle\" emitterMode=\"outline\" renderMode=\"additive\" emitterSize=\"2 5\" emitterPosition=\"3 4\" seed=\"9\" "
            + "birthRate=\"1.5\" preservesDepth=\"1\" spinBias=\"1\"><emitterCells>\(cell)</emitterCells></CAEmitterLayer>"
        let scene = try scene("<sublayers>\(emitter)\(emitter)<CALayer name=\"there\"/></sublayers>")
        XCTAssertEqual(scene.diagnostics.map(\.identifier), [])
        XCTAssertEqual(scene.rootLayer.sublayers?.last?.name, "there")
        let layer = try XCTUnwrap(scene.layer("e") as? CAEmitterLayer)
        XCTAssertEqual(layer.emitterShape, .rectangle)
        XCTAssertEqual(layer.emitterMode, .outline)
        XCTAssertEqual(layer.renderMode, .additive)
        XCTAssertEqual(layer.emitterSize, CGSize(width: 2, height: 5))
        XCTAssertEqual(layer.emitterPosition, CGPoint(x: 3, y: 4))
        XCTAssertEqual(layer.seed, 9)
        XCTAssertEqual(layer.birthRate, 1.5)
        XCTAssertTrue(layer.preservesDepth)
        XCTAssertEqual(layer.value(forKey: "spinBias") as? Double, 1)
        let read = try XCTUnwrap(layer.emitterCells?.first)
        XCTAssertEqual(read.name, "Cell 1")
        XCTAssertEqual(read.lifetime, .infinity)
        XCTAssertEqual(read.beginTime, -15)
        XCTAssertEqual(read.fillMode, .both)
        XCTAssertEqual(read.color?.components, [1, 0.5, 0.25, 0.5])
        XCTAssertNotNil(read.contents)
        XCTAssertEqual(read.value(forKey: "particleType") as? String, "plane")
        XCTAssertEqual(read.value(forKey: "orientationRange") as? Double, 1)
        XCTAssertEqual(read.emitterCells?.first?.birthRate, 7)
        XCTAssertEqual(read.emitterCells?.first?.isEnabled, false)
    }

    func testBehavioursOfEmitters() throws {
        let behaviors = """
            <CAEmitterBehavior type="attractor" name="pull" stiffness="80" radius="300" falloff="-290" position="12 34" zPosition="-70"/>
            <CAEmitterBehavior type="wave" force="100 0 5" frequency="0.5" enabled="0"/>
            <CAEmitterBehavior type="colorOverLife"><colors><CGColor value="1 0 0"/><CGColor value="0 0 1" opacity="0.5"/></colors>
              <locations><real value="0"/><real value="0.7"/></locations></CAEmitterBehavior>
            <CAEmitterBehavior name="nothing"/>
            """
        let emitter = "<CAEmitterLayer id=\"e\"><emitterBehaviors>\(behaviors)</emitterBehaviors></CAEmitterLayer>"
        let scene = try scene(
            """
            <sublayers>\(emitter)</sublayers>
            <states><LKState name="Off"><elements><LKStateSetValue targetId="e" keyPath="emitterBehaviors.pull.stiffness"><value type="real" value="5"/>
            </LKStateSetValue></elements></LKState></states>
            """)
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["caml.unknown-element"], "one without a type")
        let layer = try XCTUnwrap(scene.layer("e") as? CAEmitterLayer)
        let read = try XCTUnwrap(layer.value(forKey: "emitterBehaviors") as? [CAEmitterBehavior])
        XCTAssertEqual(read.map(\.type), ["attractor", "wave", "colorOverLife"])
        XCTAssertEqual(read[0].name, "pull")
        XCTAssertEqual(read[0].value(forKey: "position") as? CGPoint, CGPoint(x: 12, y: 34))
        XCTAssertEqual(read[0].value(forKey: "falloff") as? Double, -290)
        XCTAssertEqual(read[1].value(forKey: "force") as? [Double], [100, 0, 5])
        XCTAssertFalse(read[1].isEnabled)
        XCTAssertEqual((read[2].value(forKey: "colors") as? [CGColor])?.last?.components, [0, 0, 1, 0.5])
        XCTAssertEqual(read[2].value(forKey: "locations") as? [Double], [0, 0.7])
        try scene.setState("Off", animated: false)
        XCTAssertEqual(layer.value(forKeyPath: "emitterBehaviors.pull.stiffness") as? Double, 5)
    }

    func testAStateReachesIntoAnEmittersCells() throws {
        let scene = try scene(
            """
            <sublayers><CAEmitterLayer id="e"><emitterCells><CAEmitterCell name="a" birthRate="3"/></emitterCells></CAEmitterLayer></sublayers>
            <states><LKState name="Off"><elements><LKStateSetValue targetId="e" keyPath="emitterCells.a.birthRate"><value type="real" value="0.5"/></LKStateSetValue>
            </elements></LKState></states>
            """)
        let layer = try XCTUnwrap(scene.layer("e"))
        try scene.setState("Off", animated: false)
        XCTAssertEqual(layer.value(forKeyPath: "emitterCells.a.birthRate") as? Double, 0.5)
        try scene.setState(nil, animated: false)
        XCTAssertEqual(layer.value(forKeyPath: "emitterCells.a.birthRate") as? Double, 3)
    }

    func testIndex() throws {
        let index = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict><key>rootDocument</key><string>other.caml</string><key>documentWidth</key><real>30</real>
            <key>documentHeight</key><real>40</real><key>geometryFlipped</key><true/></dict></plist>
            """
        let url = try package(["index.xml": Data(index.utf8), "other.caml": Data("<caml><CALayer/></caml>".utf8)], in: self)
        let document = try CAMLDocument(contentsOf: url)
        XCTAssertEqual(document.size, CGSize(width: 30, height: 40))
        XCTAssertTrue(document.isGeometryFlipped)
        XCTAssertFalse(try CAMLScene(document: document).hostedLayer.isGeometryFlipped)
        XCTAssertTrue(try scene("").hostedLayer.isGeometryFlipped, "y points up unless the index says otherwise")
    }

    func testTheCorpusIsRead() throws {
        let folder = try corpus("ca")
        let bundles = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
            $0.pathExtension == "ca"
        }
        XCTAssertFalse(bundles.isEmpty)
        for bundle in bundles {
            let scene = try CAMLScene(contentsOf: bundle)
            XCTAssertGreaterThan(scene.size.width, 0, bundle.lastPathComponent)
            XCTAssertGreaterThanOrEqual(scene.stateNames.count, 3, bundle.lastPathComponent)
            for state in scene.stateNames { try scene.setState(state, animated: false) }
            try scene.setState(nil, animated: false)
        }
    }
}
