import XCTest

@testable import CoreGraphics

/// The calls that take the current path, and clips under every kind of transform.
final class ContextPathUseTests: XCTestCase {
    func testCallsThatTakeTheCurrentPath() {
        let calls: [(String, (CGContext) -> Void)] = [
            ("beginPath", { $0.beginPath() }), ("fillPath", { $0.fillPath() }), ("fillPath, even-odd", { $0.fillPath(using: .evenOdd) }),
            ("strokePath", { $0.strokePath() }), ("drawPath", { $0.drawPath(using: .fillStroke) }), ("clip", { $0.clip() }),
            ("clip, even-odd", { $0.clip(using: .evenOdd) }), ("clip(to:)", { $0.clip(to: CGRect(x: 0, y: 0, width: 9, height: 9)) }),
            ("clip(to:) of rectangles", { $0.clip(to: [CGRect(x: 0, y: 0, width: 9, height: 9)]) }),
            ("clip(to:mask:)", { $0.clip(to: CGRect(x: 0, y: 0, width: 9, height: 9), mask: makePicture()) }),
            ("fill", { $0.fill(CGRect(x: 0, y: 0, width: 4, height: 4)) }),
            ("stroke", { $0.stroke(CGRect(x: 0, y: 0, width: 4, height: 4)) }),
            ("fillEllipse", { $0.fillEllipse(in: CGRect(x: 0, y: 0, width: 4, height: 4)) }),
            ("strokeEllipse", { $0.strokeEllipse(in: CGRect(x: 0, y: 0, width: 4, height: 4)) }),
            ("strokeLineSegments", { $0.strokeLineSegments(between: [.zero, CGPoint(x: 3, y: 3)]) }),
        ]
        for (name, call) in calls {
            let context = makeSheet(20, 20)
            context.move(to: CGPoint(x: 1, y: 1))
            context.addLine(to: CGPoint(x: 5, y: 1))
            XCTAssertFalse(context.isPathEmpty, name)
            call(context)
            XCTAssertTrue(context.isPathEmpty, name)
        }
        let context = makeSheet(20, 20)
        context.move(to: CGPoint(x: 1, y: 1))
        context.draw(makePicture(), in: CGRect(x: 0, y: 0, width: 4, height: 4))
        XCTAssertFalse(context.isPathEmpty, "pictures are drawn beside the path")
    }

    /// A clip to a rectangle covers the pixels that the filled rectangle covers.
    func testClipsUnderTransforms() {
        let rect = CGRect(x: 2, y: 3, width: 9, height: 7)
        let transforms = [
            CGAffineTransform.identity, CGAffineTransform(scaleX: 1.3, y: 0.7), CGAffineTransform(scaleX: -1, y: 1.5),
            CGAffineTransform(a: 0, b: 1.25, c: -0.75, d: 0, tx: 0, ty: 0), CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0),
            CGAffineTransform(a: 1, b: 0.5, c: 0, d: 1, tx: 0, ty: 0), CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0),
            CGAffineTransform(a: 0, b: 1, c: 1, d: 0.5, tx: 0, ty: 0), CGAffineTransform(a: 0.5, b: 1, c: 1, d: 0, tx: 0, ty: 0),
            CGAffineTransform(rotationAngle: 0.4), CGAffineTransform(a: 1, b: 0.25, c: -0.75, d: 1.5, tx: 0, ty: 0),
        ]
        let all = CGRect(x: -100, y: -100, width: 200, height: 200)
        for transform in transforms {
            func picture(_ draw: (CGContext) -> Void) -> [UInt32] {
                let context = makeSheet(40, 40)
                context.translateBy(x: 18.5, y: 17.25)
                context.concatenate(transform)
                draw(context)
                return context.makeImage()?.withPixels { Array(UnsafeBufferPointer(start: $0, count: 1600)) } ?? []
            }
            let wanted = picture { $0.fill(rect) }
            XCTAssertGreaterThan(Set(wanted).count, 1)
            let ways: [(String, (CGContext) -> Void)] = [
                ("clip(to:)", { $0.clip(to: rect) }),
                (
                    "clip",
                    {
                        $0.addRect(rect)
                        $0.clip()
                    }
                ),
                ("clip(to:) of rectangles", { $0.clip(to: [rect]) }),
            ]
            for (name, clip) in ways {
                let found = picture {
                    clip($0)
                    $0.fill(all)
                }
                let worst = zip(found, wanted).map { abs(Int($0 & 255) - Int($1 & 255)) }.max() ?? 0
                XCTAssertLessThanOrEqual(worst, 2, "\(name) under \(transform)")
            }
        }
    }

    func testAllowedSizes() {
        let side = CGImage.maximumSide
        let sizes: [(Int, Int, Bool)] = [
            (1, 1, true), (0, 1, false), (1, 0, false), (-1, 1, false), (side, 1, true), (1, side, true), (side + 1, 1, false),
            (1, side + 1, false), (.max, .max, false),
        ]
        for (width, height, isAllowed) in sizes {
            XCTAssertEqual(CGImage.isAllowed(width: width, height: height), isAllowed, "\(width) × \(height)")
        }
    }
}
