import Agate
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// Squares of 20 points around the middle of 60, seen by cameras that show things at z 0 in their own size when they are `zoom` away.
final class LottieCameraTests: XCTestCase {
    private func card(_ p: String = "[30,30,0]", _ ks: String = "", color: String = "#ff0000", more: String = "") -> String {
        #"{"ty":1,"ddd":1,"nm":"Card","sw":20,"sh":20,"sc":"\#(color)","ip":0,"op":20,"ks":{"a":{"k":[10,10,0]},"p":{"k":\#(p)}\#(ks)}\#(more)}"#
    }

    private func camera(_ p: String = #"{"k":[30,30,-100]}"#, zoom: String = #"{"k":100}"#, _ ks: String = "", more: String = "") -> String
    {
        #"{"ty":13,"ddd":1,"nm":"Eye","ip":0,"op":20,"pe":\#(zoom),"ks":{"p":\#(p)\#(ks)}\#(more)}"#
    }

    private func rows(_ layers: [String], frame: Double = 0) throws -> [ClosedRange<Int>] {
        let made = try LottiePicture(layers.joined(separator: ","), frame: frame)
        XCTAssertEqual(made.messages, [])
        return made.row(30)
    }

    func testPerspective() throws {
        XCTAssertEqual(try rows([camera(), card()]), [20...39], "as large as it is")
        XCTAssertEqual(try rows([camera(), card("[30,30,100]")]), [25...34], "twice as far, half as large")
        XCTAssertEqual(try rows([camera(), card("[30,30,-50]")]), [10...49], "half as far")
        XCTAssertEqual(try rows([camera(), card("[50,30,100]")]), [35...44], "things draw in to the middle")
        XCTAssertEqual(try rows([camera(), card("[30,30,-100]")]), [], "in the eye")
        XCTAssertEqual(try rows([camera(), card("[30,30,-200]")]), [], "behind it")
        XCTAssertEqual(try rows([card("[30,30,100]")]), [20...39], "no camera, no perspective")
        let flat = card("[30,30,100]").replacingOccurrences(of: #""ddd":1"#, with: #""ddd":0"#)
        XCTAssertEqual(try rows([camera(), flat]), [20...39], "not in space")
    }

    func testCamerasMove() throws {
        let moving = camera(LottieItems.moving("[30,30,-100]", "[30,30,-200]"))
        XCTAssertEqual(try rows([moving, card()], frame: 10), [25...34])
        XCTAssertEqual(try rows([camera(#"{"k":[40,30,-100]}"#), card()]), [10...29], "to the right: things go left")
        XCTAssertEqual(try rows([camera(zoom: LottieItems.moving("[100]", "[200]")), card()], frame: 10), [10...49])
    }

    /// From the side a card is seen edge on; from a corner it is narrower.
    func testAimsAndTurns() throws {
        XCTAssertEqual(try rows([camera(#"{"k":[130,30,0]}"#, zoom: #"{"k":100}"#, #","a":{"k":[30,30,0]}"#), card()]), [])
        let corner = try rows([camera(#"{"k":[100.71,30,-70.71]}"#, zoom: #"{"k":100}"#, #","a":{"k":[30,30,0]}"#), card()])
        XCTAssertEqual(corner.count, 1)
        XCTAssertTrue((13...16).contains(corner[0].count), "\(corner)")
        // Looking straight ahead from there, and turned back by itself, is the same.
        let turned = try rows([camera(#"{"k":[100.71,30,-70.71]}"#, zoom: #"{"k":100}"#, #","ry":{"k":-45}"#), card()])
        XCTAssertEqual(turned, corner)
        let oriented = try rows([camera(#"{"k":[100.71,30,-70.71]}"#, zoom: #"{"k":100}"#, #","or":{"k":[0,-45,0]}"#), card()])
        XCTAssertEqual(oriented, corner)
    }

    func testParents() throws {
        let null = #"{"ty":3,"ddd":1,"ind":1,"ip":0,"op":20,"ks":{"p":\#(LottieItems.moving("[0,0,0]", "[0,0,-100]"))}}"#
        let eye = camera(#"{"k":[30,30,-100]}"#, zoom: #"{"k":100}"#, "", more: #","parent":1"#)
        XCTAssertEqual(try rows([null, eye, card()], frame: 10), [25...34], "the camera goes back with it")
        XCTAssertEqual(try rows([null, eye, card(more: #","parent":1"#)], frame: 10), [20...39], "both go")
        let turner = #"{"ty":3,"ddd":1,"ind":1,"ip":0,"op":20,"ks":{"a":{"k":[30,30,0]},"p":{"k":[30,30,0]},"ry":{"k":90}}}"#
        XCTAssertEqual(try rows([turner, eye, card(more: #","parent":1"#)]), [20...39], "both turn about one point")
        let lost = try LottiePicture(card(more: #","parent":7"#) + "," + camera())
        XCTAssertEqual(lost.messages, ["x.json: layer \"Card\": its parent 7 does not exist"])
    }

    /// What hangs on a camera stands before it wherever it goes.
    func testLayersOfACamera() throws {
        let eye = camera(
            LottieItems.moving("[30,30,-100]", "[300,0,50]"), zoom: #"{"k":100}"#, #","a":{"k":[30,30,0]}"#, more: #","ind":1"#)
        for frame in [0.0, 3, 10] {
            XCTAssertEqual(try rows([eye, card("[0,0,100]", more: #","parent":1"#)], frame: frame), [20...39], "\(frame)")
            XCTAssertEqual(try rows([eye, card("[20,0,200]", more: #","parent":1"#)], frame: frame), [35...44], "\(frame)")
        }
        let turning = try LottiePicture(camera(more: #","ao":1"#) + "," + card())
        XCTAssertEqual(
            turning.messages, ["x.json: layer \"Eye\": a camera that orients along its path is not supported; its own orientation is used"])
    }

    func testCollapsedCompositions() throws {
        let comp = #"{"ty":0,"nm":"C","ct":1,"refId":"c","w":60,"h":60,"ddd":1,"ip":0,"op":20,"ks":{}}"#
        let made = try LottiePicture(camera() + "," + comp, more: #","assets":[{"id":"c","layers":[\#(card())]}]"#)
        XCTAssertEqual(made.messages, ["x.json: layer \"C\": 3D layers of a collapsed composition are flattened into its plane"])
        XCTAssertEqual(made.row(30), [20...39])
    }

    /// The nearer one hides the other, whatever their order in the file.
    func testDepth() throws {
        let near = card("[30,30,-50]", color: "#00ff00"), far = card("[30,30,50]")
        for layers in [[camera(), near, far], [camera(), far, near]] {
            XCTAssertEqual(try LottiePicture(layers.joined(separator: ","))[30, 30], 0xFF00_FF00)
        }
        // One that is not in space parts them.
        let sheet = ##"{"ty":1,"sw":60,"sh":60,"sc":"#0000ff","ip":0,"op":20,"ks":{}}"##
        XCTAssertEqual(try LottiePicture([camera(), far, sheet, near].joined(separator: ","))[30, 30], 0xFFFF_0000)
        // Crossing, each shows one half.
        let left = card("[30,30,0]", #","ry":{"k":45}"#, color: "#00ff00"), right = card("[30,30,0]", #","ry":{"k":-45}"#)
        let crossed = try LottiePicture([camera(), left, right].joined(separator: ","))
        XCTAssertNotEqual(crossed[25, 30], crossed[35, 30])
    }

    func testCamerasComeAndGo() throws {
        let first = camera(more: "").replacingOccurrences(of: #""ip":0,"op":20"#, with: #""ip":0,"op":10"#)
        let second = camera(#"{"k":[30,30,-200]}"#)
        XCTAssertEqual(try rows([first, second, card()], frame: 9), [20...39])
        XCTAssertEqual(try rows([first, second, card()], frame: 10), [25...34])
        let hidden = camera(#"{"k":[30,30,-200]}"#, more: #","hd":true"#)
        XCTAssertEqual(try rows([hidden, camera(), card()]), [20...39])
    }

    /// `render(in:)` has no perspective, as Apple's has none; `renderExactly(in:)` has.
    func testIntoContexts() throws {
        let scene = try LottieScene(
            data: Data(#"{"fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(camera()),\#(card("[30,30,100]"))]}"#.utf8))
        func width(_ draw: (CGContext) -> Void) throws -> Int {
            let context = try XCTUnwrap(
                CGContext(
                    data: nil, width: 60, height: 60, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue
                ))
            draw(context)
            return try XCTUnwrap(context.makeImage()).withPixels { pixels in (0..<60).filter { pixels[30 * 60 + $0] >> 24 > 127 }.count }
        }
        XCTAssertEqual(try width { scene.rootLayer.renderExactly(in: $0) }, 10)
        XCTAssertNotEqual(try width { scene.rootLayer.render(in: $0) }, 10)
    }

    /// Mattes, masks, effects and fading are in the plane of the layer.
    func testDress() throws {
        let mask =
            #","masksProperties":[{"mode":"a","pt":{"k":{"c":true,"v":[[0,0],[10,0],[10,20],[0,20]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}},"o":{"k":100}}]"#
        XCTAssertEqual(try rows([camera(), card("[30,30,100]", more: mask)]), [25...29])
        let shadow =
            #","ef":[{"ty":25,"nm":"S","en":1,"ef":[{"ty":2,"v":{"k":[0,0,1]}},{"ty":0,"v":{"k":255}},{"ty":0,"v":{"k":90}},{"ty":0,"v":{"k":10}},{"ty":0,"v":{"k":0}}]}]"#
        XCTAssertEqual(try rows([camera(), card("[30,30,100]", more: shadow)]), [25...39], "ten points at half their size")
        let matte = ##"{"ty":1,"td":1,"sw":30,"sh":60,"sc":"#ffffff","ip":0,"op":20,"ks":{}}"##
        XCTAssertEqual(try rows([camera(), matte, card("[30,30,100]", more: #","tt":1"#)]), [25...29])
        XCTAssertEqual(try LottiePicture([camera(), card("[30,30,100]", #","o":{"k":50}"#)].joined(separator: ","))[30, 30] >> 24, 128)
    }

    func testNonsense() throws {
        for zoom in ["0", "-5", "1e300", "1e-300"] {
            _ = try LottiePicture([camera(zoom: #"{"k":\#(zoom)}"#), card()].joined(separator: ","))
        }
        for place in ["[1e300,0,0]", "[30,30,1e-300]", "[0,0]", "5"] {
            _ = try LottiePicture(
                [camera(#"{"k":\#(place)}"#, zoom: #"{"k":100}"#, #","a":{"k":[30,30,0]}"#), card()].joined(separator: ","))
        }
        _ = try LottiePicture([camera(more: #","parent":3,"ind":3"#), card()].joined(separator: ","))
    }
}
