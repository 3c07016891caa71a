import CompositorScenes
import CoreGraphics
import Raster
import XCTest

@testable import Compositor
@testable import RenderTree

/// Every name of a compositing filter, on groups, against the formulas of the PDF specification and of Porter and Duff, written plainly.
final class BlendModeTests: XCTestCase {
    private typealias Color = (r: Double, g: Double, b: Double)

    private func lum(_ c: Color) -> Double { 0.3 * c.r + 0.59 * c.g + 0.11 * c.b }
    private func sat(_ c: Color) -> Double { max(c.r, c.g, c.b) - min(c.r, c.g, c.b) }
    private func clip(_ c: Color) -> Color {
        let l = lum(c), n = min(c.r, c.g, c.b), x = max(c.r, c.g, c.b)
        func one(_ v: Double) -> Double {
            var v = v
            if n < 0 { v = l + (v - l) * l / (l - n) }
            if x > 1 { v = l + (v - l) * (1 - l) / (x - l) }
            return v
        }
        return (one(c.r), one(c.g), one(c.b))
    }
    private func setLum(_ c: Color, _ l: Double) -> Color {
        let d = l - lum(c)
        return clip((c.r + d, c.g + d, c.b + d))
    }
    private func setSat(_ c: Color, _ s: Double) -> Color {
        let n = min(c.r, c.g, c.b), range = sat(c)
        if range == 0 { return (0, 0, 0) }
        return ((c.r - n) * s / range, (c.g - n) * s / range, (c.b - n) * s / range)
    }

    /// B(backdrop, source) of the modes that mix colours; nil for the others.
    private func mixed(_ mode: String, _ b: Color, _ s: Color) -> Color? {
        func each(_ f: (Double, Double) -> Double) -> Color { (f(b.r, s.r), f(b.g, s.g), f(b.b, s.b)) }
        func hard(_ b: Double, _ s: Double) -> Double { s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1) }
        switch mode {
        case "normalBlendMode": return s
        case "multiplyBlendMode": return each { $0 * $1 }
        case "screenBlendMode": return each { $0 + $1 - $0 * $1 }
        case "overlayBlendMode": return each { hard($1, $0) }
        case "darkenBlendMode": return each { min($0, $1) }
        case "lightenBlendMode": return each { max($0, $1) }
        case "colorDodgeBlendMode": return each { b, s in b == 0 ? 0 : (s == 1 ? 1 : min(1, b / (1 - s))) }
        case "colorBurnBlendMode": return each { b, s in b == 1 ? 1 : (s == 0 ? 0 : 1 - min(1, (1 - b) / s)) }
        case "hardLightBlendMode": return each { hard($0, $1) }
        case "softLightBlendMode":
            return each { b, s in
                if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
                let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
                return b + (2 * s - 1) * (d - b)
            }
        case "differenceBlendMode": return each { abs($0 - $1) }
        case "exclusionBlendMode": return each { $0 + $1 - 2 * $0 * $1 }
        case "hueBlendMode": return setLum(setSat(s, sat(b)), lum(b))
        case "saturationBlendMode": return setLum(setSat(b, sat(s)), lum(b))
        case "colorBlendMode": return setLum(s, lum(b))
        case "luminosityBlendMode": return setLum(b, lum(s))
        default: return nil
        }
    }

    /// Shares of source and backdrop, from their alphas.
    private func shares(_ mode: String, _ sa: Double, _ ba: Double) -> (Double, Double)? {
        switch mode {
        case "clear": (0, 0)
        case "copy": (1, 0)
        case "sourceIn": (ba, 0)
        case "sourceOut": (1 - ba, 0)
        case "sourceAtop": (ba, 1 - sa)
        case "destOver": (1 - ba, 1)
        case "destIn": (0, sa)
        case "destOut": (0, 1 - sa)
        case "destAtop": (1 - ba, sa)
        case "xor": (1 - ba, 1 - sa)
        case "plusL": (1, 1)
        default: nil
        }
    }

    private func expected(_ mode: String, _ b: RGBA, _ s: RGBA) -> [Double] {
        let ba = Double(b.w), sa = Double(s.w)
        let bc: Color = (Double(b.x), Double(b.y), Double(b.z)), sc: Color = (Double(s.x), Double(s.y), Double(s.z))
        func all(_ f: (Double, Double) -> Double) -> [Double] { [f(sc.r, bc.r), f(sc.g, bc.g), f(sc.b, bc.b)] }
        if let m = mixed(mode, bc, sc) {
            let c = zip(
                all { ($0 * sa * (1 - ba), $1 * ba * (1 - sa)) == (0, 0) ? 0 : $0 * sa * (1 - ba) + $1 * ba * (1 - sa) }, [m.r, m.g, m.b])
            return c.map { $0 + $1 * sa * ba } + [sa + ba - sa * ba]
        }
        if let (fs, fb) = shares(mode, sa, ba) { return (all { $0 * sa * fs + $1 * ba * fb } + [sa * fs + ba * fb]).map { min(1, $0) } }
        // plusD: darkness adds up.
        let a = min(1, sa + ba)
        return all { max(0, a - ((sa - $0 * sa) + (ba - $1 * ba))) } + [a]
    }

    func testEveryModeOnGroups() {
        let names = [
            "normalBlendMode", "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "darkenBlendMode", "lightenBlendMode",
            "colorDodgeBlendMode", "colorBurnBlendMode", "softLightBlendMode", "hardLightBlendMode", "differenceBlendMode",
            "exclusionBlendMode", "hueBlendMode", "saturationBlendMode", "colorBlendMode", "luminosityBlendMode", "clear", "copy",
            "sourceIn",
            "sourceOut", "sourceAtop", "destOver", "destIn", "destOut", "destAtop", "xor", "plusD", "plusL",
        ]
        XCTAssertEqual(names.count, PixelBlendMode.allCases.count)
        let colors: [RGBA] = [
            [0.8, 0.2, 0.4, 1], [0.1, 0.6, 0.9, 0.6], [1, 1, 1, 1], [0, 0, 0, 1], [0.5, 0.5, 0.5, 0.3], [0.25, 0.9, 0.1, 0.8],
            [0, 0, 0, 0],
        ]
        for (mode, name) in zip(PixelBlendMode.allCases, names) {
            for name in CompositingFilterName.names(of: mode) + [name] {
                XCTAssertEqual(CompositingFilterName.blendMode(of: OpaqueObject(name)), mode, name)
            }
            for b in colors {
                for s in colors {
                    var list = ListBuilder(4, 4, background: RGBA(0, 0, 0, 0))
                    if b.w > 0 { list.fill(CGRect(x: 0, y: 0, width: 4, height: 4), b) }
                    // Two parts, so that the group's own picture is what is mixed.
                    list.group(
                        { $0.blendMode = mode },
                        content: {
                            $0.fill(CGRect(x: 0, y: 0, width: 4, height: 2), s)
                            $0.fill(CGRect(x: 0, y: 2, width: 4, height: 2), s)
                        })
                    let pixel = list.render().pixel(2, 1), wanted = expected(name, b, s)
                    for (i, shift) in ([16, 8, 0, 24] as [UInt32]).enumerated() {
                        let got = Double(pixel >> shift & 255)
                        if abs(got - wanted[i] * 255) > 2.6 {
                            return XCTFail("\(name): \(s) on \(b): channel \(i) is \(got), not \(wanted[i] * 255)")
                        }
                    }
                }
            }
        }
    }
}
