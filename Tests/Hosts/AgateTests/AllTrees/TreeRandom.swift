import Agate
import Foundation
import TestSupport

/// Seeded numbers and values of all kinds, round ones often, so that edges fall on pixels as well as between them.
struct TreeRandom {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func chance(_ p: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < p }
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &generator)] }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        let n = Double.random(in: range, using: &generator)
        return chance(0.4) ? n.rounded() : chance(0.5) ? (n * 8).rounded() / 8 : n
    }

    mutating func value(_ range: ClosedRange<Double>) -> TreeValue { plain(number(range)) }
    func plain(_ n: Double) -> TreeValue { TreeValue("\(n)", n) }
    func plain(_ on: Bool) -> TreeValue { TreeValue("\(on)", on) }
    func plain(_ text: String) -> TreeValue { TreeValue("\"\(text)\"", text) }
    mutating func name(_ list: [String]) -> TreeValue { plain(pick(list)) }
    mutating func bool() -> TreeValue { plain(chance(0.5)) }

    mutating func point(_ range: ClosedRange<Double>) -> TreeValue {
        let p = CGPoint(x: number(range), y: number(range))
        return TreeValue("(\(p.x), \(p.y))", p)
    }

    mutating func size(_ range: ClosedRange<Double>) -> TreeValue {
        let s = CGSize(width: number(range), height: number(range))
        return TreeValue("(\(s.width) x \(s.height))", s)
    }

    mutating func rect(_ origin: ClosedRange<Double>, _ side: ClosedRange<Double>) -> TreeValue {
        let r = CGRect(x: number(origin), y: number(origin), width: number(side), height: number(side))
        return TreeValue("[\(r.minX), \(r.minY), \(r.width), \(r.height)]", r)
    }

    mutating func rgba() -> (r: Double, g: Double, b: Double, a: Double) {
        func part(_ random: inout TreeRandom) -> Double { (random.number(0...1) * 16).rounded() / 16 }
        return (part(&self), part(&self), part(&self), chance(0.6) ? 1 : chance(0.2) ? 0 : part(&self))
    }

    mutating func color() -> TreeValue {
        let c = rgba()
        return TreeValue("rgba(\(c.r), \(c.g), \(c.b), \(c.a))", CGColor(srgbRed: c.r, green: c.g, blue: c.b, alpha: c.a))
    }

    mutating func colorOrNil() -> TreeValue { chance(0.15) ? TreeValue("nil", nil) : color() }

    mutating func colors() -> TreeValue {
        let list = (0..<int(1...4)).map { _ in color() }
        return TreeValue("\(list)", list.map { $0.make() as! CGColor })
    }

    mutating func numbers(_ range: ClosedRange<Double>, count: ClosedRange<Int>, sorted: Bool = false) -> TreeValue {
        var list = (0..<int(count)).map { _ in (number(range) * 16).rounded() / 16 }
        if sorted { list.sort() }
        let numbers = list
        return TreeValue("\(numbers)", numbers)
    }

    mutating func transform() -> TreeValue {
        switch int(0...9) {
        case 0: return TreeValue("identity", CATransform3DIdentity)
        case 1:
            let (x, y) = (number(-20...20), number(-20...20))
            return TreeValue("translate(\(x), \(y))", CATransform3DMakeTranslation(x, y, 0))
        case 2, 3:
            let (x, y) = (number(-2...2), number(-2...2))
            return TreeValue("scale(\(x), \(y))", CATransform3DMakeScale(x, y, 1))
        case 4, 5:
            let a = chance(0.3) ? Double(int(0...4)) * .pi / 2 : number(-4...4)
            return TreeValue("rotate(\(a))", CATransform3DMakeRotation(a, 0, 0, 1))
        case 6:
            let (b, c) = (number(-1...1), number(-1...1))
            var t = CATransform3DIdentity
            (t.m12, t.m21) = (b, c)
            return TreeValue("shear(\(b), \(c))", t)
        case 7:
            let (a, x, y) = (number(-3...3), number(-1...1), number(-1...1))
            return TreeValue("rotate(\(a), about \(x), \(y), 0.5)", CATransform3DMakeRotation(a, x, y, 0.5))
        default:
            let (m34, a, x) = (-1 / Double(pick([40, 100, 500])), number(-2...2), number(-1...1))
            var t = CATransform3DIdentity
            t.m34 = m34
            return TreeValue("m34 \(m34), rotate(\(a), about \(x), 1, 0)", CATransform3DRotate(t, a, x, 1, 0))
        }
    }

    mutating func path() -> TreeValue {
        var text = "path", parts: [(CGMutablePath) -> Void] = []
        func point(_ random: inout TreeRandom) -> CGPoint { CGPoint(x: random.number(-10...50), y: random.number(-10...50)) }
        for _ in 0..<int(1...3) {
            switch int(0...4) {
            case 0:
                let r = rect(0...30, 0...40)
                text += " rect \(r)"
                parts.append { $0.addRect(r.make() as! CGRect) }
            case 1:
                let r = rect(0...30, 1...40)
                text += " ellipse \(r)"
                parts.append { $0.addEllipse(in: r.make() as! CGRect) }
            default:
                let p = (0..<4).map { _ in point(&self) }, curved = chance(0.5), closed = chance(0.5)
                text += " \(curved ? "curve" : "lines") \(p.map { "(\($0.x), \($0.y))" }.joined(separator: " "))\(closed ? " close" : "")"
                parts.append { path in
                    path.move(to: p[0])
                    if curved {
                        path.addCurve(to: p[3], control1: p[1], control2: p[2])
                    } else {
                        for each in p.dropFirst() { path.addLine(to: each) }
                    }
                    if closed { path.closeSubpath() }
                }
            }
        }
        let path = CGMutablePath()
        for part in parts { part(path) }
        return TreeValue(text, path)
    }

    static let pictures: [CGImage] = [(3, 3), (13, 9), (40, 24), (1, 7)].enumerated().map { n, size in
        CGImage(width: size.0, height: size.1) { pixels in
            for i in 0..<(size.0 * size.1) {
                let alpha = n == 2 ? UInt32(i & 255) : 255, random = UInt32(truncatingIfNeeded: (i &+ n) &* 2_654_435_761)
                func part(_ shift: UInt32) -> UInt32 { ((random >> shift & 255) * alpha / 255) << shift }
                pixels[i] = alpha << 24 | part(16) | part(8) | part(0)
            }
        }!
    }

    mutating func image() -> TreeValue {
        let n = int(0...3)
        return TreeValue("picture \(n)", TreeRandom.pictures[n])
    }

    mutating func filter() -> TreeValue {
        let (type, key, value): (String, String?, TreeValue)
        switch int(0...7) {
        case 0, 1: (type, key, value) = ("gaussianBlur", "inputRadius", self.value(0...6))
        case 2: (type, key, value) = ("boxBlur", "inputRadius", self.value(0...6))
        case 3: (type, key, value) = ("colorInvert", nil, plain(0))
        case 4: (type, key, value) = ("pixellate", "inputScale", self.value(1...9))
        case 5: (type, key, value) = ("colorHueRotate", "inputAngle", self.value(0...6))
        case 6: (type, key, value) = ("multiplyColor", "inputColor", color())
        default: (type, key, value) = ("colorSaturate", "inputAmount", self.value(0...2))
        }
        return TreeValue(
            "\(type)(\(key ?? "") \(value))",
            {
                let filter = CAFilter(type: type)
                if let key { filter.setValue(value.make(), forKey: key) }
                return filter
            }())
    }

    mutating func filters() -> TreeValue {
        if chance(0.3) { return TreeValue("nil", nil) }
        let list = (0..<int(1...2)).map { _ in filter() }
        return TreeValue("\(list)", list.map { $0.make()! })
    }

    mutating func cells() -> TreeValue {
        let sets: [[(String, TreeValue)]] = (0..<int(1...2)).map { _ in
            var values: [(String, TreeValue)] = [
                ("birthRate", value(0...30)), ("lifetime", value(0...2)), ("velocity", value(0...40)), ("velocityRange", value(0...10)),
                ("emissionRange", value(0...6)), ("scale", value(0.1...2)), ("color", color()), ("contents", image()),
            ]
            if chance(0.5) { values.append(("yAcceleration", value(-40...40))) }
            if chance(0.5) { values.append(("alphaSpeed", value(-1...0))) }
            if chance(0.5) { values.append(("spin", value(-4...4))) }
            if chance(0.3) { values.append(("scaleSpeed", value(-1...1))) }
            return values
        }
        return TreeValue(
            "cells \(sets)",
            sets.map { values in
                let cell = CAEmitterCell()
                for (key, value) in values { cell.setValue(value.make(), forKey: key) }
                return cell
            })
    }
}
