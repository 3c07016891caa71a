import Agate
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import TestSupport
import XCTest

@testable import AgateFormats

/// Documents that are read, written and read again.
final class CAMLRewriteTests: XCTestCase {
    private func target() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("caml-again-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        return folder.appendingPathComponent("Again.ca")
    }

    private func bundles(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "ca" }.sorted { $0.path < $1.path }
    }

    private func picture(_ scene: CAMLScene, from: String?, to: String?, at time: Double) throws -> CGImage {
        let scale = min(1, 200 / max(scene.size.width, scene.size.height, 1))
        let host = OffscreenHost(size: scene.size, scale: scale)
        host.perform {
            CATransaction.setDisableActions(true)
            host.layer.addSublayer(scene.hostedLayer)
            scene.startAnimations()
        }
        try host.perform { try scene.setState(from, animated: false) }
        if let to { try host.perform { try scene.setState(to, animated: true) } }
        return host.image(at: time)
    }

    /// Values without the places in the text and the names of the images.
    private func plain(_ value: CAMLValue) -> CAMLValue {
        switch value {
        case .image: .image(source: "")
        case .array(let values): .array(values.map(plain))
        case .dictionary(let entries): .dictionary(plain(entries))
        case .object(let object): .object(plain(object))
        default: value
        }
    }

    private func plain(_ properties: [CAMLProperty]) -> [CAMLProperty] {
        properties.map { CAMLProperty(keyPath: $0.keyPath, value: plain($0.value), line: 0, column: 0) }.sorted { $0.keyPath < $1.keyPath }
    }

    private func plain(_ object: CAMLObject) -> CAMLObject {
        CAMLObject(
            className: object.className, elementName: object.elementName, id: object.id, properties: plain(object.properties), line: 0,
            column: 0)
    }

    private func plain(_ state: CAMLState) -> [String] {
        ["\(state.name) \(state.basedOn ?? "-") \(state.isInitial)"]
            + state.elements.map { element in
                let change: CAMLState.Change =
                    switch element.change {
                    case .setValue(let value): .setValue(plain(value))
                    case .addAnimation(let object): .addAnimation(plain(object))
                    case .addSublayer(let object): .addSublayer(plain(object))
                    case let other: other
                    }
                return "\(element.targetID) \(element.keyPath) \(change)"
            }
    }

    private func plain(_ transition: CAMLTransition) -> [String] {
        ["\(transition.fromState) \(transition.toState)"]
            + transition.elements.map { "\($0.targetID) \($0.keyPath) \(plain($0.animation))" }
    }

    private func assertSame(_ a: CAMLDocument, _ b: CAMLDocument, _ name: String) {
        XCTAssertTrue(plain(a.root) == plain(b.root), "\(name): other layers")
        XCTAssertEqual(a.states.map(plain), b.states.map(plain), name)
        XCTAssertEqual(a.transitions.map(plain), b.transitions.map(plain), name)
        XCTAssertEqual(a.size, b.size, name)
        XCTAssertEqual(a.isGeometryFlipped, b.isGeometryFlipped, name)
    }

    /// The same descriptions, trees and pictures, at rest and between two states, and the same text the second time.
    private func check(_ bundle: URL) throws {
        let name = bundle.lastPathComponent
        let target = try target()
        let before = try CAMLDocument(contentsOf: bundle)
        try CAMLWriter().write(before, to: target)
        let after = try CAMLDocument(contentsOf: target)
        assertSame(before, after, name)
        let scenes = (try CAMLScene(document: before), try CAMLScene(document: after))
        XCTAssertEqual(differences(scenes.0.rootLayer, scenes.1.rootLayer), [], name)
        let text = try Data(contentsOf: target.appendingPathComponent("main.caml"))
        let again = try self.target()
        try CAMLWriter().write(after, to: again)
        XCTAssertTrue(try text == Data(contentsOf: again.appendingPathComponent("main.caml")), "\(name): another text the second time")
        let states = scenes.0.stateNames
        for (to, time) in [(nil, 0.0), (states.last, 0.25)] {
            let one = try picture(scenes.0, from: states.first, to: to, at: time),
                other = try picture(scenes.1, from: states.first, to: to, at: time)
            assertPicturesEqual(other, one, tolerance: 0, "\(name)-\(to ?? "rest")")
        }
        // The layers of the scene, with the document's states.
        let scene = try CAMLScene(document: before)
        try scene.setState(nil, animated: false)
        try CAMLWriter().write(scene, to: target)
        let rewritten = try CAMLDocument(contentsOf: target)
        let third = try CAMLScene(document: rewritten)
        try third.setState(nil, animated: false)
        XCTAssertEqual(differences(scene.rootLayer, third.rootLayer), [], name)
        XCTAssertEqual(before.states.map(plain), rewritten.states.map(plain), name)
        XCTAssertEqual(third.animations.count, scene.animations.count, name)
    }

    func testTheCorpus() throws {
        let found = try bundles(in: corpus("ca"))
        XCTAssertFalse(found.isEmpty)
        for bundle in found { try check(bundle) }
    }

    func testTheExamples() throws {
        let folder = Repository.root.appendingPathComponent("Examples").standardizedFileURL
        let found = try bundles(in: folder)
        XCTAssertEqual(found.map(\.lastPathComponent), ["Clock.ca", "Dunes.ca", "Orbit.ca"])
        for bundle in found { try check(bundle) }
    }

    func testEveryKindOfChange() throws {
        let read = try document(
            """
            <sublayers><CALayer id="a" position.x="3" bounds="0 0 10 10"><transform.rotation.z type="real" value="1"/><position value="4 5"/>
            <position.y type="real" value="9"/></CALayer><CALayer id="a" name="second &amp; last"/>
            <CAGradientLayer type="radial"/><layer type="CAGradientLayer"><type type="string" value="conic"/></layer></sublayers><mask type="CAShapeLayer" path="M0 0 L5 5"/>
            <states><LKState name="One" initial="1"><elements>
            <LKStateSetValue targetId="a" keyPath="opacity"><value type="real" value="0.5"/></LKStateSetValue>
            <LKStateSetValue targetId="a" keyPath="backgroundColor"><value type="CGColor" value="1 0 0" opacity="0.5"/></LKStateSetValue>
            <LKStateSetValue targetId="a" keyPath="name"/>
            <LKStateAddAnimation targetId="a" key="spin"><animation type="CABasicAnimation" keyPath="opacity" duration="2"><toValue type="real" value="0"/></animation></LKStateAddAnimation>
            <LKStateRemoveAnimation targetId="a" key="fade"/>
            <LKStateAddElement targetId="a" keyPath="sublayers"><object type="CALayer" bounds="0 0 3 3"/></LKStateAddElement>
            <LKStateAddElement targetId="a" keyPath="sublayers"><CATextLayer string="&lt;x&gt;" fontSize="12"/></LKStateAddElement>
            <LKStateRemoveElement targetId="a" keyPath="sublayers" object="b"/>
            </elements></LKState><LKState name="Two &lt;2&gt;" basedOn="One"><elements/></LKState></states>
            <stateTransitions><LKStateTransition fromState="*" toState="One"><elements>
            <LKStateTransitionElement targetId="a" key="opacity"><animation type="CASpringAnimation" damping="50" mass="2" stiffness="300" velocity="0" mica_autorecalculatesDuration="1"/></LKStateTransitionElement>
            </elements></LKStateTransition></stateTransitions>
            """, root: "bounds=\"0 0 50 50\" name=\"x\"")
        let folder = FileManager.default.temporaryDirectory
        let text = try CAMLWriter().data(read)
        let again = try CAMLDocument(data: text, folder: folder)
        XCTAssertEqual(read.states.map(plain), again.states.map(plain))
        XCTAssertEqual(read.states.first?.elements.count, 8)
        XCTAssertEqual(read.transitions.map(plain), again.transitions.map(plain))
        let (one, other) = (try CAMLScene(document: read), try CAMLScene(document: again))
        XCTAssertEqual(differences(one.rootLayer, other.rootLayer), [], String(decoding: text, as: UTF8.self))
        XCTAssertEqual(one.layer("a")?.position, CGPoint(x: 4, y: 9))
        XCTAssertEqual(one.rootLayer.sublayers?.compactMap { ($0 as? CAGradientLayer)?.type }, [.radial, .conic])
        XCTAssertEqual(try CAMLWriter().data(again), text)
        XCTAssertThrowsError(try CAMLWriter().write(one, to: try target()), "a scene in a state") {
            XCTAssertTrue("\($0)".contains("\"One\""), "\($0)")
        }
    }

    func testImagesKeepTheirBytesAndGetNamesOfTheirOwn() throws {
        let image = ImageTestData.png
        let layers = ["a/one.png", "b/one.png", "a/one.png", "a/100%2525.png", "none.png"].map {
            "<CALayer><contents type=\"CGImage\" src=\"\($0)\"/></CALayer>"
        }.joined()
        let source = try package(
            [
                "main.caml": Data("<caml><CALayer><sublayers>\(layers)</sublayers></CALayer></caml>".utf8), "a/one.png": image,
                "b/one.png": image, "a/100%25.png": image,
            ], in: self)
        let target = try target()
        try CAMLWriter().write(CAMLDocument(contentsOf: source), to: target)
        let assets = target.appendingPathComponent("assets")
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: assets.path).sorted(), ["100%25.png", "one-2.png", "one.png"])
        XCTAssertEqual(try Data(contentsOf: assets.appendingPathComponent("one-2.png")), image)
        let read = try CAMLScene(contentsOf: target).rootLayer.sublayers ?? []
        XCTAssertEqual(read.map { $0.contents != nil }, [true, true, true, true, false])
        let inline = try CAMLDocument(
            data: CAMLWriter().data(CAMLDocument(contentsOf: source)), folder: FileManager.default.temporaryDirectory)
        XCTAssertEqual(try CAMLScene(document: inline).rootLayer.sublayers?.filter { $0.contents != nil }.count, 4)
        let outside = try document("<contents type=\"CGImage\" src=\"../secret.png\"/>", folder: source)
        XCTAssertThrowsError(try CAMLWriter().write(outside, to: target)) {
            XCTAssertTrue("\($0)".contains("is outside the package"), "\($0)")
        }
        // In its own place: read before it is replaced.
        try CAMLWriter().write(CAMLDocument(contentsOf: target), to: target)
        XCTAssertEqual(try CAMLScene(contentsOf: target).rootLayer.sublayers?.filter { $0.contents != nil }.count, 4)
    }

    func testAnimationsThatRunBeginAnew() throws {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10))
        let layer = CALayer()
        host.perform { host.layer.addSublayer(layer) }
        host.advance(by: 5)
        host.perform {
            let fade = CABasicAnimation(keyPath: "opacity")
            fade.toValue = 0.5
            fade.duration = 20
            layer.add(fade, forKey: nil)
            layer.add(fade, forKey: "now")
            fade.beginTime = 1e-100
            layer.add(fade, forKey: "zero")
        }
        XCTAssertEqual(layer.animation(forKey: "now")?.beginTime, 5)
        let read = try CAMLScene(document: CAMLDocument(data: CAMLWriter().data(layer), folder: FileManager.default.temporaryDirectory))
            .rootLayer
        XCTAssertEqual(read.animationKeys() ?? [], ["opacity", "now", "zero"], "one without a key gets its key path's")
        XCTAssertEqual(read.animation(forKey: "now")?.beginTime, 0)
        XCTAssertEqual(read.animation(forKey: "zero")?.beginTime, 1e-100)
    }
}
