import CoreGraphics
import Foundation
import Raster
import RenderTree

private let red = RGBA(0.9, 0.2, 0.15, 1), blue = RGBA(0.15, 0.35, 0.85, 1), green = RGBA(0.1, 0.65, 0.3, 1), dark = RGBA(0.1, 0.1, 0.15, 1)
private let yellow = RGBA(1, 0.8, 0.1, 1), half = RGBA(0.15, 0.35, 0.85, 0.5)
private func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> CGRect { CGRect(x: x, y: y, width: w, height: h) }

/// One list for each feature. Their pictures were looked at once and are kept; every compositor draws them.
package enum GoldenScenes {
    package static var all: [(name: String, list: ListBuilder)] {
        [
            ("fills", fills),
            ("turned", turned),
            ("borders", borders),
            ("images", images),
            ("gradients", gradients),
            ("shapes", shapes),
            ("shadows", shadows),
            ("groups", groups),
            ("clips", clips),
            ("strokes-additive", strokesThatAdd),
        ]
    }

    private static var checks: CGImage {
        CGImage(width: 16, height: 16) { p in
            for y in 0..<16 {
                for x in 0..<16 {
                    let on = (x / 4 + y / 4) % 2 == 0
                    p[y * 16 + x] = on ? UInt32(0xFF00_0000 | (x * 16) << 16 | (y * 16) << 8 | 80) : 0xFFF0_F0F0
                }
            }
        }!
    }

    private static var fills: ListBuilder {
        var b = ListBuilder(160, 120)
        b.fill(box(8, 8, 40, 30), red)
        b.fill(box(56.5, 8.25, 40, 30), blue)
        b.fill(box(104, 8, 40, 30), green, radius: 10)
        b.fill(box(8, 46, 40, 30), half, radius: 100)
        b.fill(box(56, 46, 40, 30), dark, radius: 12, corners: 1)
        b.fill(box(104, 46, 40, 30), dark, radius: 12, corners: 2 | 4)
        b.flags.insert(.continuousCorners)
        b.fill(box(8, 84, 40, 30), red, radius: 9)
        b.fill(box(56, 84, 40, 30), blue, radius: 13)
        b.fill(box(104, 84, 30, 30), green, radius: 15)
        return b
    }

    private static var turned: ListBuilder {
        var b = ListBuilder(160, 120)
        b.projection = .turned(20, about: 40, 30)
        b.fill(box(15, 10, 50, 40), red)
        b.projection = .turned(20, about: 115, 30)
        b.fill(box(90, 10, 50, 40), blue, radius: 14)
        b.border(box(90, 10, 50, 40), dark, width: 4, radius: 14)
        b.projection = .turned(-30, about: 40, 88)
        b.flags = []
        b.fill(box(20, 70, 40, 36), green)
        b.border(box(20, 70, 40, 36), dark, width: 5)
        b.flags = [.antialiased]
        b.projection = .swung(50, about: 115, 88, eye: 80)
        b.fill(box(85, 65, 60, 46), yellow, radius: 10)
        b.border(box(85, 65, 60, 46), dark, width: 4, radius: 10)
        return b
    }

    private static var borders: ListBuilder {
        var b = ListBuilder(160, 80)
        b.fill(box(8, 8, 40, 28), yellow)
        b.border(box(8, 8, 40, 28), dark, width: 3)
        b.fill(box(56.4, 8.4, 40, 28), yellow, radius: 10)
        b.border(box(56.4, 8.4, 40, 28), half, width: 5, radius: 10)
        b.fill(box(104, 8, 40, 28), yellow, radius: 6)
        b.border(box(104, 8, 40, 28), red, width: 9, radius: 6)
        b.border(box(8, 44, 40, 28), red, width: 30, radius: 9)
        b.flags.insert(.continuousCorners)
        b.border(box(56, 44, 40, 28), blue, width: 4, radius: 9)
        return b
    }

    private static var images: ListBuilder {
        var b = ListBuilder(200, 150)
        b.image(checks, box(8, 8, 16, 16))
        b.image(checks, box(30.5, 8.5, 16, 16))
        b.image(checks, box(54, 8, 48, 32), filter: .nearest)
        b.image(checks, box(108, 8, 48, 32))
        b.image(checks, box(162, 8, 7, 7), filter: .trilinear)
        b.image(checks, box(174, 8, 20, 20), source: CGRect(x: -6, y: -6, width: 28, height: 28), filter: .nearest)
        b.image(checks, box(8, 48, 60, 40), center: CGRect(x: 4, y: 4, width: 8, height: 8))
        b.image(checks, box(76, 48, 5, 40), center: CGRect(x: 4, y: 4, width: 8, height: 8))
        b.projection = .turned(25, about: 130, 75)
        b.image(checks, box(105, 55, 50, 40), center: CGRect(x: 4, y: 4, width: 8, height: 8))
        b.projection = .turned(-15, about: 40, 120)
        b.image(checks, box(20, 100, 40, 40))
        b.projection = .swung(60, about: 150, 122, eye: 70)
        b.image(checks, box(120, 100, 60, 44))
        return b
    }

    private static var gradients: ListBuilder {
        var b = ListBuilder(200, 150)
        let c = [red, yellow, blue]
        b.gradient(box(8, 8, 56, 40), .axial, [red, blue], from: CGPoint(x: 0.5, y: 0), to: CGPoint(x: 0.5, y: 1))
        b.gradient(box(72, 8, 56, 40), .axial, c, from: .zero, to: CGPoint(x: 1, y: 1), locations: [0.2, 0.5, 0.8], radius: 12)
        b.gradient(
            box(136, 8, 56, 40), .axial, [RGBA(1, 1, 1, 1), RGBA(0, 0, 0, 0)], from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 1, y: 0.5))
        b.gradient(box(8, 56, 56, 40), .radial, c, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 1, y: 1))
        b.gradient(box(72, 56, 56, 40), .conic, c + [red], from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 1, y: 0.5), radius: 20)
        b.gradient(box(136, 56, 56, 40), .axial, [green], from: .zero, to: CGPoint(x: 1, y: 1))
        b.projection = .turned(20, about: 36, 125)
        b.gradient(box(14, 108, 44, 34), .axial, c, from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 1, y: 0.5))
        b.projection = .swung(55, about: 110, 125, eye: 70)
        b.gradient(box(75, 104, 70, 40), .axial, c, from: CGPoint(x: 0, y: 0.5), to: CGPoint(x: 1, y: 0.5), radius: 8)
        b.projection = .identity
        b.gradient(box(160, 106, 30, 30), .axial, [red, blue], from: .zero, to: CGPoint(x: 1, y: 1), locations: [0])
        return b
    }

    private static var shapes: ListBuilder {
        var b = ListBuilder(200, 150)
        let star = CGMutablePath()
        for i in 0..<5 {
            let a = Double(i) * 4 * .pi / 5 - .pi / 2
            let p = CGPoint(x: 36 + 30 * cos(a), y: 36 + 30 * sin(a))
            if i == 0 { star.move(to: p) } else { star.addLine(to: p) }
        }
        star.closeSubpath()
        b.shape(star, fill: yellow, stroke: dark, { $0.lineWidth = 2 })
        b.projection = Projection(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: 66, m32: 0, m33: 1)
        b.shape(star, fill: red, stroke: nil, { $0.fillRule = .evenOdd })
        b.projection = .identity
        let wave = CGMutablePath()
        wave.move(to: CGPoint(x: 140, y: 50))
        wave.addCurve(to: CGPoint(x: 190, y: 20), control1: CGPoint(x: 150, y: -20), control2: CGPoint(x: 180, y: 90))
        b.shape(
            wave, fill: nil, stroke: blue,
            {
                $0.lineWidth = 6; $0.lineCap = .round; $0.strokeStart = 0.1; $0.strokeEnd = 0.8
            })
        let zig = CGMutablePath()
        zig.move(to: CGPoint(x: 10, y: 130))
        for (i, x) in [30.0, 50, 70].enumerated() { zig.addLine(to: CGPoint(x: x, y: i % 2 == 0 ? 85 : 130)) }
        b.shape(
            zig, fill: nil, stroke: green,
            {
                $0.lineWidth = 5; $0.lineJoin = .round
            })
        b.projection = .swung(55, about: 110, 110, eye: 60)
        let o = CGPath(ellipseIn: box(85, 85, 50, 50), transform: nil)
        b.shape(o, fill: half, stroke: dark, { $0.lineWidth = 4 }, dash: [9, 5])
        b.projection = .turned(30, about: 165, 110, scale: 1.2)
        b.shape(
            CGPath(rect: box(150, 95, 30, 30), transform: nil), fill: nil, stroke: red,
            {
                $0.lineWidth = 4; $0.lineDashPhase = 2
            }, dash: [6, 4])
        return b
    }

    private static var shadows: ListBuilder {
        var b = ListBuilder(200, 150)
        let r = box(20, 20, 40, 30), grey = RGBA(0, 0, 0, 0.6)
        b.shadow(r, grey, blur: 3, offset: CGSize(width: 0, height: 3))
        b.fill(r, red)
        b.shadow(box(85.3, 20.6, 40, 30), grey, blur: 5, offset: CGSize(width: 4, height: 4), radius: 12)
        b.fill(box(85.3, 20.6, 40, 30), blue, radius: 12)
        b.shadow(box(150, 20, 30, 30), grey, blur: 2, path: CGPath(ellipseIn: box(145, 40, 40, 20), transform: nil))
        b.projection = .turned(30, about: 45, 105)
        b.shadow(box(25, 90, 40, 30), grey, blur: 4, offset: CGSize(width: 0, height: 8))
        b.fill(box(25, 90, 40, 30), RGBA(0.1, 0.65, 0.3, 0.6))
        b.projection = .identity
        b.group(
            opacity: 0.6, { $0.shadow = .init(color: dark, opacity: 0.8, radius: 3, offset: CGSize(width: 5, height: 5)) },
            content: {
                $0.fill(CGRect(x: 100, y: 90, width: 30, height: 30), red)
                $0.fill(CGRect(x: 115, y: 100, width: 40, height: 30), yellow, radius: 8)
            })
        return b
    }

    private static var groups: ListBuilder {
        var b = ListBuilder(200, 150)
        b.fill(box(0, 50, 200, 20), dark)
        b.group(
            opacity: 0.5,
            content: {
                $0.fill(box(10, 30, 40, 40), red)
                $0.fill(box(30, 50, 40, 40), blue)
            })
        for (i, mode) in [PixelBlendMode.multiply, .screen, .overlay, .difference].enumerated() {
            b.group({ $0.blendMode = mode }, content: { $0.fill(box(80 + Double(i) * 28, 40, 24, 40), yellow, radius: 6) })
        }
        b.group(
            { $0.tint = RGBA(0.2, 1, 0.4, 0.8) },
            content: {
                $0.fill(box(10, 100, 40, 40), RGBA(1, 1, 1, 1), radius: 8); $0.fill(box(20, 110, 20, 20), red)
            })
        b.group(
            { $0.shadow = .init(color: dark, opacity: 0.9, radius: 3, offset: .zero) },
            content: { $0.fill(box(70, 95, 60, 48), green) },
            mask: { $0.gradient(box(70, 95, 60, 48), .axial, [RGBA(0, 0, 0, 1), RGBA(0, 0, 0, 0)], from: .zero, to: CGPoint(x: 1, y: 0)) })
        b.group(
            content: { $0.fill(box(140, 95, 50, 48), red) },
            mask: {
                $0.fill(box(145, 100, 20, 20), blue, radius: 10)
                $0.fill(box(160, 110, 28, 28), half, radius: 14)
            })
        return b
    }

    private static var clips: ListBuilder {
        var b = ListBuilder(200, 100)
        b.clip(box(8, 8, 50, 40)) {
            $0.fill(box(0, 0, 40, 30), red); $0.fill(box(30, 20, 80, 80), blue)
        }
        b.clip(box(70, 8, 50, 40), radius: 16) { c in
            c.fill(box(60, 0, 80, 80), yellow)
            c.clip(box(90.5, 20.5, 60, 60), radius: 10) { $0.fill(box(60, 0, 100, 100), dark) }
        }
        b.projection = .turned(25, about: 160, 40)
        b.clip(box(135, 20, 50, 40), radius: 8) {
            $0.projection = .identity; $0.fill(box(100, 0, 100, 45), green); $0.fill(box(100, 45, 100, 55), red)
        }
        b.projection = .swung(55, about: 40, 75, eye: 60)
        b.clip(box(10, 58, 60, 34), radius: 10) {
            $0.projection = .identity; $0.fill(box(0, 50, 100, 50), blue)
        }
        b.flags = []
        b.projection = .turned(10, about: 110, 78)
        b.clip(box(90, 62, 40, 30)) {
            $0.projection = .identity; $0.fill(box(0, 50, 200, 50), dark)
        }
        return b
    }

    private static var strokesThatAdd: ListBuilder {
        // The server's strokes: where a stroke crosses itself or another subpath, coverage adds up to full.
        var b = ListBuilder(120, 60)
        let grid = CGMutablePath()
        for i in 0..<4 {
            grid.addRect(box(4.25 + Double(i) * 10, 5, 0, 50))
            grid.move(to: CGPoint(x: 2, y: 8.25 + Double(i) * 12))
            grid.addLine(to: CGPoint(x: 48, y: 8.25 + Double(i) * 12))
        }
        b.shape(grid, fill: nil, stroke: dark, { $0.lineWidth = 0.5 })
        b.shape(CGPath(ellipseIn: box(56, 6, 48, 48), transform: nil), fill: nil, stroke: blue, { $0.lineWidth = 6 })
        return b
    }
}
