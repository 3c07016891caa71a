import CoreGraphics
import Foundation
import XCTest

@testable import AgateFormats

/// A layer that is a matte is used as it is: its own matte does not apply. In every reading.
final class LottieMatteTests: XCTestCase {
    private func solid(_ w: Double, _ h: Double, _ more: String, color: String = "#ffffff", ks: String = "") -> String {
        #"{"ty":1,"nm":"A","sw":\#(w),"sh":\#(h),"sc":"\#(color)","ip":0,"op":20,"ks":{\#(ks)}\#(more)}"#
    }

    /// Which quarters show: at the top from the left, then below.
    private func quarters(_ layers: [String], more: String = "") throws -> [String] {
        try LottieReading.allCases.map { reading in
            let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(layers.joined(separator: ","))]\#(more)}"#
            let picture = try LottiePicture(scene: LottieScene(data: Data(json.utf8), file: "x.json", reading: reading))
            return [(15, 15), (45, 15), (15, 45), (45, 45)].map { picture[$0.0, $0.1] >> 24 > 127 ? "x" : "-" }.joined()
        }
    }

    private func all(_ text: String) -> [String] { LottieReading.allCases.map { _ in text } }

    /// The left half, the upper half with a matte of its own, all with a matte.
    private func chain(_ inner: Int, _ outer: Int, color: String = "#ffffff") -> [String] {
        [
            solid(30, 60, #","td":1"#, color: color), solid(60, 30, #","td":1,"tt":\#(inner)"#, color: color),
            solid(60, 60, #","tt":\#(outer)"#),
        ]
    }

    func testChainsOfTwo() throws {
        for inner in 1...4 {
            // White, so that brightness says what opacity does.
            XCTAssertEqual(try quarters(chain(inner, 1)), all("xx--"), "\(inner)")
            XCTAssertEqual(try quarters(chain(inner, 2)), all("--xx"), "\(inner) inverted")
            XCTAssertEqual(try quarters(chain(inner, 3)), all("xx--"), "\(inner) by brightness")
            XCTAssertEqual(try quarters(chain(inner, 4)), all("--xx"), "\(inner) by darkness")
        }
        // Old files do not say which layer is a matte.
        XCTAssertEqual(try quarters([solid(60, 30, #","tt":1"#), solid(60, 60, #","tt":1"#)]), all("xx--"))
    }

    func testChainsByName() throws {
        func named(_ outer: Int) -> [String] {
            [
                solid(30, 60, #","td":1,"ind":1"#), solid(60, 30, #","td":1,"ind":2,"tt":1,"tp":1"#),
                solid(60, 60, #","td":1,"ind":3,"tt":2,"tp":2"#, ks: #""s":{"k":[100,50]}"#),
                solid(60, 60, #","ind":4,"tt":\#(outer),"tp":3"#),
            ]
        }
        XCTAssertEqual(try quarters(named(1)), all("xx--"), "three deep: the last matte alone counts")
        XCTAssertEqual(try quarters(named(2)), all("--xx"))
        XCTAssertEqual(try quarters(named(1).reversed()), all("xx--"), "in any order")
        // Two that are each other's matte: each is used as it is.
        let ring = [solid(30, 60, #","ind":1,"tt":1,"tp":2"#), solid(60, 30, #","ind":2,"tt":1,"tp":1"#)]
        XCTAssertEqual(try quarters(ring), all("x---"))
    }

    /// A layer that shows and is a matte at once: what shows has its matte, the other layer gets it as it is.
    func testALayerMayBeBoth() throws {
        let layers = [
            solid(30, 60, #","td":1,"ind":1"#), solid(60, 30, #","ind":2,"tt":1,"tp":1"#),
            solid(60, 60, #","ind":3,"tt":2,"tp":2"#, ks: #""p":{"k":[0,0]}"#),
        ]
        XCTAssertEqual(try quarters(layers), all("x-xx"))
    }

    /// What is inside of a matte has its mattes.
    func testMattesInsideOfACompositionApply() throws {
        let assets = #","assets":[{"id":"c","layers":[\#(solid(30, 60, #","td":1"#)),\#(solid(60, 30, #","tt":1"#))]}]"#
        let layers = [#"{"ty":0,"refId":"c","w":60,"h":60,"ip":0,"op":20,"ks":{},"td":1}"#, solid(60, 60, #","tt":1"#)]
        XCTAssertEqual(try quarters(layers, more: assets), all("x---"))
    }
}
