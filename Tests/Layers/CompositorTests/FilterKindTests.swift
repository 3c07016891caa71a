import CompositorScenes
import CoreGraphics
import Raster
import XCTest

@testable import Compositor
@testable import RenderTree

/// Every kind of filter: its names, what it draws and how far.
final class FilterKindTests: XCTestCase {
    func testEveryNameIsOfOneKind() {
        var seen: Set<String> = []
        for kind in FilterSpec.Kind.allCases {
            for name in kind.names {
                XCTAssertTrue(seen.insert(name).inserted, "\(name) is the name of two kinds")
                XCTAssertEqual(FilterSpec(type: name).kind, kind, name)
            }
        }
        for mode in PixelBlendMode.allCases {
            XCTAssertFalse(CompositingFilterName.names(of: mode).isEmpty, "\(mode)")
            for name in CompositingFilterName.names(of: mode) {
                XCTAssertTrue(seen.insert(name).inserted, "\(name) is the name of two kinds")
                XCTAssertEqual(FilterSpec(type: name).kind, .compositing, name)
            }
        }
        XCTAssertEqual(FilterSpec(type: "pageCurl").kind, .unknown)
    }

    /// A filter of each kind changes the picture, and no pixel that is further from the content than the two modules say.
    func testEveryFilterStaysWithinItsReach() throws {
        let content = DeviceRect(60, 50, 80, 66)
        func picture(_ filters: [FilterDraw]) -> CGImage {
            var b = ListBuilder(140, 120, background: RGBA(0, 0, 0, 0))
            b.group({ $0.filters = filters }) {
                $0.fill(CGRect(x: 60, y: 50, width: 20, height: 16), RGBA(0.9, 0.3, 0.1, 0.8))
                $0.fill(CGRect(x: 65, y: 52, width: 9, height: 9), RGBA(0.2, 0.3, 0.8, 1))
            }
            b.list.ops[0].bounds = DeviceRect(0, 0, 140, 120)
            return b.render()
        }
        let plain = picture([])
        for kind in FilterSpec.Kind.allCases {
            let draw = FilterSpec.sample(kind)?.draw
            XCTAssertEqual(draw != nil, kind != .compositing && kind != .unknown, "\(kind)")
            guard let draw else { continue }
            let got = picture([draw])
            let reach = draw.reach(.identity, around: CGRect(x: 60, y: 50, width: 20, height: 16))
            var op = DrawOp(kind: .beginGroup)
            op.rect = CGRect(x: 60, y: 50, width: 20, height: 16)
            let pass = FilterPass(draw, op).reach
            var changed = 0
            for y in 0..<120 {
                for x in 0..<140 where got.pixel(x, y) != plain.pixel(x, y) {
                    changed += 1
                    for (name, reach) in [("FilterDraw", reach), ("FilterPass", pass)] {
                        let isInside =
                            x >= Int(content.x0 - reach.x) && x < Int(content.x1 + reach.x) && y >= Int(content.y0 - reach.y)
                            && y < Int(content.y1 + reach.y)
                        if !isInside { return XCTFail("\(kind) changes (\(x), \(y)), beyond the reach of \(name)") }
                    }
                }
            }
            XCTAssertGreaterThan(changed, 100, "\(kind)")
        }
    }
}
