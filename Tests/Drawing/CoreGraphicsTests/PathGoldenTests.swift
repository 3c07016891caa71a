import CoreGraphics
import Raster
import TestSupport
import XCTest

/// Sheets of paths as the rasterizer fills them by the winding rule.
final class PathGoldenTests: XCTestCase {
    private final class Sheet {
        let surface: Surface
        let raster = Rasterizer()

        init(_ width: Int, _ height: Int) {
            surface = Surface(width: width, height: height)
            fill(CGPath(rect: CGRect(x: 0, y: 0, width: width, height: height), transform: nil), .zero, 0xFFFF_FFFF)
        }

        func fill(_ path: CGPath, _ origin: CGPoint, _ color: UInt32) {
            path.verbs.withUnsafeBufferPointer { verbs in
                path.points.withUnsafeBufferPointer { points in
                    raster.fillPath(
                        surface, Clip(surface.bounds), PathView(verbs: verbs, points: points),
                        transform: Affine(1, 0, 0, 1, Double(origin.x), Double(origin.y)),
                        paint: .solid(color))
                }
            }
        }

        /// The path's own line, thin and dark.
        func line(_ path: CGPath, _ origin: CGPoint) {
            fill(path.copy(strokingWithWidth: 1, lineCap: .butt, lineJoin: .round, miterLimit: 10), origin, 0xFF20_2020)
        }

        var image: CGImage? {
            CGImage(width: surface.width, height: surface.height) { out in
                for y in 0..<surface.height {
                    for x in 0..<surface.width { out[y * surface.width + x] = surface.pixels[y * surface.stride + x] }
                }
            }
        }
    }

    private func path(_ svg: String) throws -> CGPath { try XCTUnwrap(CGPath(svg: svg)) }

    func testStrokes() throws {
        let subjects = try [
            "M20,70 L50,20 L80,70", "M10,62 L45,55 L12,42", "M20,75 C20,-20 80,-20 80,75", "M30,30 C30,30 90,30 60,70 Z",
            "M20,20 C110,80 -10,80 80,20", "M50,50 L50,50", "M20,50 C120,50 -20,50 80,50", "M20,30 L60,30 L80,70 L40,70 Z",
        ].map(path)
        let sheet = Sheet(subjects.count * 100, 900)
        var row = 0
        for cap in [CGLineCap.butt, .round, .square] {
            for join in [CGLineJoin.miter, .round, .bevel] {
                for (column, subject) in subjects.enumerated() {
                    let origin = CGPoint(x: column * 100, y: row * 100)
                    sheet.fill(subject.copy(strokingWithWidth: 18, lineCap: cap, lineJoin: join, miterLimit: 10), origin, 0xFF80_B0E0)
                    sheet.line(subject, origin)
                }
                row += 1
            }
        }
        assertGolden(try XCTUnwrap(sheet.image), "path-strokes")
    }

    func testDashesAndTrims() throws {
        let subjects = try [
            "M10,50 L90,50", "M15,15 L85,15 L85,85 L15,85 Z", "M90,50 A40,40 0 1 1 10,50 A40,40 0 1 1 90,50 Z",
            "M10,80 C10,-30 90,130 90,20", "M20,20 L20,20 M10,40 L90,40 M10,60 L90,60",
        ].map(path)
        let sheet = Sheet(subjects.count * 100, 700)
        for (column, subject) in subjects.enumerated() {
            let cuts = [
                subject.copy(dashingWithPhase: 0, lengths: [12, 8]), subject.copy(dashingWithPhase: 6, lengths: [12, 8]),
                subject.copy(dashingWithPhase: -6, lengths: [20]), subject.copy(dashingWithPhase: 0, lengths: [0, 10]),
                subject.trimmed(from: 0.1, to: 0.4), subject.trimmed(from: 0.35, to: 0.9), subject.trimmed(from: 0, to: 0.5),
            ]
            for (row, cut) in cuts.enumerated() {
                let origin = CGPoint(x: column * 100, y: row * 100)
                sheet.fill(
                    cut.copy(strokingWithWidth: 6, lineCap: row == 3 ? .round : .butt, lineJoin: .miter, miterLimit: 10), origin,
                    0xFFE0_7030)
                sheet.line(subject, origin)
            }
        }
        assertGolden(try XCTUnwrap(sheet.image), "path-dashes")
    }

    func testBooleans() throws {
        let pairs: [(CGPath, CGPath)] = try [
            (path("M10,10 H60 V60 H10 Z"), path("M40,40 H90 V90 H40 Z")),
            (
                CGPath(ellipseIn: CGRect(x: 10, y: 25, width: 50, height: 50), transform: nil),
                CGPath(ellipseIn: CGRect(x: 40, y: 25, width: 50, height: 50), transform: nil)
            ),
            (path("M50,8 L78,92 L6,38 L94,38 L22,92 Z"), CGPath(ellipseIn: CGRect(x: 25, y: 30, width: 50, height: 50), transform: nil)),
            (path("M10,20 C150,90 -50,90 90,20 Z"), path("M5,50 H95 V58 H5 Z")),
            (path("M10,10 H50 V90 H10 Z"), path("M50,30 H90 V70 H50 Z")),
            (path("M10,10 H90 V90 H10 Z M30,30 V70 H70 V30 Z"), path("M50,0 L100,50 L50,100 L0,50 Z")),
        ]
        let sheet = Sheet(pairs.count * 100, 700)
        for (column, pair) in pairs.enumerated() {
            let (a, b) = pair
            let results = [a.union(b), a.intersection(b), a.subtracting(b), a.symmetricDifference(b), a.normalized(using: .evenOdd)]
            for (row, result) in results.enumerated() {
                let origin = CGPoint(x: column * 100, y: row * 100)
                sheet.fill(result, origin, 0xFF70_C080)
                sheet.line(result, origin)
            }
            for (row, line) in [a.lineIntersection(b), a.lineSubtracting(b)].enumerated() {
                let origin = CGPoint(x: column * 100, y: (row + 5) * 100)
                sheet.fill(b, origin, 0xFFE0_E0E0)
                sheet.fill(line.copy(strokingWithWidth: 4, lineCap: .butt, lineJoin: .miter, miterLimit: 10), origin, 0xFFC0_3050)
            }
        }
        assertGolden(try XCTUnwrap(sheet.image), "path-booleans")
    }
}
