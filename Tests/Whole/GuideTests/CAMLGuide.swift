import Agate
import AgateFormats
import Foundation
import XCTest

/// The code of `Guides/CAML.md`.
final class CAMLGuide: XCTestCase {
    func testGuide() throws {
        let url = repository.appendingPathComponent("Examples/Orbit.ca")
        let scene = try CAMLScene(contentsOf: url)
        let host = OffscreenHost(size: scene.size, scale: 2, geometryFlipped: scene.document.isGeometryFlipped)
        host.perform {
            host.layer.addSublayer(scene.hostedLayer)
            scene.startAnimations()
        }
        host.advance(by: 0.5)
        picture(host.image(), "caml")
        if let name = scene.stateNames.last {
            try host.perform { try scene.setState(name, animated: true) }
            host.advance(by: 1)
        }
        XCTAssertEqual(scene.state, scene.stateNames.last)
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        let data = try CAMLWriter(size: CGSize(width: 100, height: 100)).data(layer)
        let again = try CAMLScene(document: CAMLDocument(data: data, folder: URL(fileURLWithPath: ".")))
        XCTAssertEqual(again.rootLayer.bounds.size, CGSize(width: 40, height: 40))
    }
}
