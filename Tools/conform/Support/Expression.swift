import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

/// The small language in which vectors write numbers and transforms: `pi/4`, `scale(2,2,1) rotateZ(.3)`, `identity with m34=-1/100`,
/// `CATransform3DConcat(translate(10,0,0),scale(2))`, `CGAffineTransform Scale(MakeTranslation(10,20),2,3)`, `IsAffine(…)`.
/// Transforms that stand side by side apply from left to right.
struct Expression {
    enum Value {
        case number(Double), bool(Bool), list([Double]), transform(CATransform3D), affine(CGAffineTransform)

        var json: JSON {
            switch self {
            case .number(let n): .number(n)
            case .bool(let b): .bool(b)
            case .list(let l): .list(l)
            case .transform(let t): .transform(t)
            case .affine(let t): .affine(t)
            }
        }
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    private let text: [Character]
    private var next = 0
    private var isAffine = false

    static func value(_ text: String) throws -> Value {
        var parser = Expression(text)
        let value = try parser.sequence()
        parser.skip()
        guard parser.next == parser.text.count else { throw Failure(description: "can't read \"\(text)\"") }
        return value
    }

    /// A transform out of an expression or a row list of 16 or 6 numbers.
    static func transform(_ json: JSON) throws -> CATransform3D {
        if let n = json.numbers { return try transform(n) }
        guard let text = json.text, case .transform(let transform) = try value(text) else {
            throw Failure(description: "\(json) is no transform")
        }
        return transform
    }

    static func number(_ json: JSON) throws -> Double {
        if let number = json.number { return number }
        guard let text = json.text, case .number(let number) = try value(text) else { throw Failure(description: "\(json) is no number") }
        return number
    }

    static func transform(_ n: [Double]) throws -> CATransform3D {
        switch n.count {
        case 16:
            return CATransform3D(
                m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
                m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14], m44: n[15])
        case 6, 4:
            return CATransform3DMakeAffineTransform(
                CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n.count == 6 ? n[4] : 0, ty: n.count == 6 ? n[5] : 0))
        default: throw Failure(description: "a transform has 16 numbers, here are \(n.count)")
        }
    }

    private init(_ text: String) { self.text = Array(text) }

    // MARK: Grammar

    /// One value, or transforms side by side.
    private mutating func sequence() throws -> Value {
        var value = try sum()
        while case .transform(let first) = value {
            skip()
            guard next < text.count, text[next].isLetter else { break }
            if peekWord() == "with" { value = .transform(try with(first)); continue }
            guard case .transform(let second) = try sum() else { throw Failure(description: "a transform was expected") }
            value = .transform(CATransform3DConcat(first, second))
        }
        return value
    }

    private mutating func with(_ base: CATransform3D) throws -> CATransform3D {
        _ = word()
        var result = base
        repeat {
            skip()
            if next < text.count, text[next] == "," { next += 1; skip() }
            guard peekWord().hasPrefix("m"), let path = Self.element(word()) else { break }
            skip()
            guard take("=") else { throw Failure(description: "= was expected") }
            guard case .number(let number) = try sum() else { throw Failure(description: "a number was expected") }
            result[keyPath: path] = CGFloat(number)
            skip()
        } while next < text.count && (text[next] == "," || peekWord().hasPrefix("m"))
        return result
    }

    static func element(_ name: String) -> WritableKeyPath<CATransform3D, CGFloat>? {
        let paths: [String: WritableKeyPath<CATransform3D, CGFloat>] = [
            "m11": \.m11, "m12": \.m12, "m13": \.m13, "m14": \.m14, "m21": \.m21, "m22": \.m22, "m23": \.m23, "m24": \.m24,
            "m31": \.m31, "m32": \.m32, "m33": \.m33, "m34": \.m34, "m41": \.m41, "m42": \.m42, "m43": \.m43, "m44": \.m44,
        ]
        return paths[name]
    }

    private mutating func sum() throws -> Value {
        var value = try product()
        while case .number(let left) = value {
            skip()
            if take("+") {
                value = .number(left + (try number(try product())))
            } else if take("-") {
                value = .number(left - (try number(try product())))
            } else {
                break
            }
        }
        return value
    }

    private mutating func product() throws -> Value {
        var value = try primary()
        while case .number(let left) = value {
            skip()
            if take("*") {
                value = .number(left * (try number(try primary())))
            } else if take("/") {
                value = .number(left / (try number(try primary())))
            } else {
                break
            }
        }
        return value
    }

    private mutating func primary() throws -> Value {
        skip()
        guard next < text.count else { throw Failure(description: "the expression ends too early") }
        if take("-") { return .number(-(try number(try primary()))) }
        if take("+") { return try primary() }
        if take("(") {
            let value = try sequence()
            skip()
            if case .number(let first) = value, take(",") {
                // Numbers in brackets: a point, a size or a rectangle.
                var numbers = [first]
                repeat { numbers.append(try number(try sum())); skip() } while take(",")
                guard take(")") else { throw Failure(description: ") was expected") }
                return .list(numbers)
            }
            guard take(")") else { throw Failure(description: ") was expected") }
            return value
        }
        if take("[") {
            var numbers: [Double] = []
            repeat { numbers.append(try number(try sum())); skip() } while take(",")
            guard take("]") else { throw Failure(description: "] was expected") }
            return .list(numbers)
        }
        if text[next].isNumber || text[next] == "." { return .number(try literal()) }
        let name = word()
        switch name {
        case "": throw Failure(description: "can't read \(String(text[next...]))")
        case "pi", "π": return .number(.pi)
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "identity", "CATransform3DIdentity": return .transform(CATransform3DIdentity)
        case "CGAffineTransformIdentity": return .affine(.identity)
        case "CGAffineTransform" where next < text.count && text[next] == " ":
            isAffine = true
            return try primary()
        default: break
        }
        skip()
        guard take("(") else { throw Failure(description: "\(name) is not known") }
        var arguments: [Value] = []
        skip()
        if !take(")") {
            repeat { arguments.append(try sequence()); skip() } while take(",")
            guard take(")") else { throw Failure(description: ") was expected") }
        }
        return try call(name, arguments)
    }

    private func number(_ value: Value) throws -> Double {
        guard case .number(let number) = value else { throw Failure(description: "a number was expected") }
        return number
    }

    // MARK: Functions

    private func call(_ name: String, _ arguments: [Value]) throws -> Value {
        if let value = try geometryCall(name, arguments) { return value }
        var short = name
        var affine = isAffine
        if short.hasPrefix("CATransform3D") { short.removeFirst("CATransform3D".count) }
        if short.hasPrefix("CGAffineTransform") { short.removeFirst("CGAffineTransform".count); affine = true }
        if affine, let value = try affineCall(short, arguments) { return value }
        if case .transform(let t)? = arguments.first {
            switch (short, arguments.count) {
            case ("Invert", 1), ("invert", 1): return .transform(CATransform3DInvert(t))
            case ("IsAffine", 1): return .bool(CATransform3DIsAffine(t))
            case ("IsIdentity", 1): return .bool(CATransform3DIsIdentity(t))
            case ("GetAffineTransform", 1): return .affine(CATransform3DGetAffineTransform(t))
            case ("Concat", 2), ("Equal", 2), ("EqualToTransform", 2):
                guard case .transform(let u) = arguments[1] else { throw Failure(description: "a transform was expected") }
                return short == "Concat" ? .transform(CATransform3DConcat(t, u)) : .bool(CATransform3DEqualToTransform(t, u))
            default:
                let n = try arguments.dropFirst().map { try number($0) }
                switch (short, n.count) {
                case ("Translate", 3): return .transform(CATransform3DTranslate(t, n[0], n[1], n[2]))
                case ("Scale", 3): return .transform(CATransform3DScale(t, n[0], n[1], n[2]))
                case ("Rotate", 4): return .transform(CATransform3DRotate(t, n[0], n[1], n[2], n[3]))
                default: throw Failure(description: "\(name) of \(arguments.count) is not known")
                }
            }
        }
        if case .list(let list)? = arguments.first, short == "MakeAffineTransform", list.count == 6 {
            return .transform(try Self.transform(list))
        }
        if case .affine(let t)? = arguments.first, short == "MakeAffineTransform" { return .transform(CATransform3DMakeAffineTransform(t)) }
        let n = try arguments.map { try number($0) }
        switch (short, n.count) {
        case ("translate", 2): return .transform(CATransform3DMakeTranslation(n[0], n[1], 0))
        case ("translate", 3), ("MakeTranslation", 3): return .transform(CATransform3DMakeTranslation(n[0], n[1], n[2]))
        case ("scale", 1): return .transform(CATransform3DMakeScale(n[0], n[0], n[0]))
        case ("scale", 2): return .transform(CATransform3DMakeScale(n[0], n[1], 1))
        case ("scale", 3), ("MakeScale", 3): return .transform(CATransform3DMakeScale(n[0], n[1], n[2]))
        case ("rotate", 1), ("rotateZ", 1): return .transform(CATransform3DMakeRotation(n[0], 0, 0, 1))
        case ("rotateX", 1): return .transform(CATransform3DMakeRotation(n[0], 1, 0, 0))
        case ("rotateY", 1): return .transform(CATransform3DMakeRotation(n[0], 0, 1, 0))
        case ("rotate", 4), ("MakeRotation", 4): return .transform(CATransform3DMakeRotation(n[0], n[1], n[2], n[3]))
        case ("sqrt", 1): return .number(n[0].squareRoot())
        default: throw Failure(description: "\(name) of \(n.count) numbers is not known")
        }
    }

    private func affineCall(_ name: String, _ arguments: [Value]) throws -> Value? {
        if case .affine(let t)? = arguments.first {
            switch (name, arguments.count) {
            case ("Invert", 1): return .affine(t.inverted())
            case ("IsIdentity", 1): return .bool(t.isIdentity)
            case ("Concat", 2):
                guard case .affine(let u) = arguments[1] else { throw Failure(description: "a transform was expected") }
                return .affine(t.concatenating(u))
            default:
                let n = try arguments.dropFirst().map { try number($0) }
                switch (name, n.count) {
                case ("Translate", 2): return .affine(t.translatedBy(x: n[0], y: n[1]))
                case ("Scale", 2): return .affine(t.scaledBy(x: n[0], y: n[1]))
                case ("Rotate", 1): return .affine(t.rotated(by: n[0]))
                default: return nil
                }
            }
        }
        let n = try arguments.compactMap { if case .number = $0 { try number($0) } else { nil } }
        switch (name, n.count) {
        case ("MakeTranslation", 2): return .affine(CGAffineTransform(translationX: n[0], y: n[1]))
        case ("MakeScale", 2): return .affine(CGAffineTransform(scaleX: n[0], y: n[1]))
        case ("MakeRotation", 1): return .affine(CGAffineTransform(rotationAngle: n[0]))
        case ("Make", 6): return .affine(CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
        default: return nil
        }
    }

    /// Points, sizes and rectangles, as lists of numbers, and what affine transforms make of them.
    private func geometryCall(_ name: String, _ arguments: [Value]) throws -> Value? {
        let makers = [
            "CGPoint": 2, "CGPointMake": 2, "CGSize": 2, "CGSizeMake": 2, "CGRect": 4, "CGRectMake": 4, "point": 2, "size": 2, "rect": 4,
            "CGVector": 2, "CGVectorMake": 2, "vector": 2,
        ]
        if let count = makers[name] {
            let n = try arguments.map { try number($0) }
            guard n.count == count else { throw Failure(description: "\(name) of \(n.count) numbers is not known") }
            return .list(n)
        }
        guard name.contains("Apply") || name == "applying", arguments.count == 2 else { return nil }
        // In either order.
        let list = arguments.lazy.compactMap { if case .list(let l) = $0 { l } else { nil } }.first
        let transform = arguments.lazy.compactMap { if case .affine(let t) = $0 { t } else { nil } }.first
        guard let list, let t = transform else { return nil }
        switch list.count {
        case 4:
            let r = CGRect(x: list[0], y: list[1], width: list[2], height: list[3]).applying(t)
            return .list([Double(r.origin.x), Double(r.origin.y), Double(r.size.width), Double(r.size.height)])
        case 2 where name.contains("Size"):
            let s = CGSize(width: list[0], height: list[1]).applying(t)
            return .list([Double(s.width), Double(s.height)])
        case 2:
            let p = CGPoint(x: list[0], y: list[1]).applying(t)
            return .list([Double(p.x), Double(p.y)])
        default: return nil
        }
    }

    // MARK: Characters

    private mutating func skip() { while next < text.count, text[next].isWhitespace { next += 1 } }

    private mutating func take(_ character: Character) -> Bool {
        guard next < text.count, text[next] == character else { return false }
        next += 1
        return true
    }

    private func peekWord() -> String { String(text[next...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }

    private mutating func word() -> String {
        let result = peekWord()
        next += result.count
        return result
    }

    private mutating func literal() throws -> Double {
        let start = next
        while next < text.count, text[next].isNumber || text[next] == "." { next += 1 }
        if next < text.count, text[next] == "e" || text[next] == "E" {
            next += 1
            if next < text.count, text[next] == "-" || text[next] == "+" { next += 1 }
            while next < text.count, text[next].isNumber { next += 1 }
        }
        let word = String(text[start..<next])
        guard let number = Double(word.hasPrefix(".") ? "0" + word : word) else { throw Failure(description: "\(word) is no number") }
        return number
    }
}
