import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import TestSupport
import XCTest

@testable import AgateFormats

/// Layer trees of all classes with values of all kinds, the same for the same seed.
struct LayerTrees {
    private var random: SeededGenerator
    private let images: [CGImage]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var random = random
        images = (0..<2).compactMap { _ in
            let pixels = (0..<6).map { _ in 0xFF00_0000 | UInt32.random(in: 0...0xFFFFFF, using: &random) }
            return CGImage(width: 2, height: 3) { for i in 0..<$0.count { $0[i] = pixels[i] } }
        }
    }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
    private mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }

    mutating func number() -> Double {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: Double(Int.random(in: -50...50, using: &random))
        case 1: Double.random(in: 0...1, using: &random)
        case 2: Double.random(in: -1e-9...1e-9, using: &random)
        case 3: Double.random(in: -1e20...1e20, using: &random)
        case 4: Double(Float.random(in: -10...10, using: &random))
        default: Double.random(in: -500...500, using: &random)
        }
    }

    mutating func text() -> String {
        pick([
            "", "plain", "5", "two words", "<&>\"'", "a\nb\tc\rd", " leading and trailing ", "ünï ", "🙂👩‍👩‍👧", "]]>", "&amp;", "&#10;", "#3",
            "inf", "a.b/c:d", "%20", "日本語",
        ])
    }

    mutating func point() -> CGPoint { CGPoint(x: number(), y: number()) }
    mutating func size() -> CGSize { CGSize(width: number(), height: number()) }
    mutating func rect() -> CGRect { CGRect(x: number(), y: number(), width: number(), height: number()) }

    mutating func color() -> CGColor {
        func part(_ random: inout SeededGenerator) -> CGFloat { CGFloat.random(in: 0...1, using: &random) }
        let alpha = chance(0.5) ? 1 : max(part(&random), 0.01)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return CGColor(gray: part(&random), alpha: alpha)
        case 1: return CGColor(rgba: SIMD4(1.5, -0.25, Float(part(&random)), Float(alpha)))
        default: return CGColor(srgbRed: part(&random), green: part(&random), blue: part(&random), alpha: alpha)
        }
    }

    mutating func transform() -> CATransform3D {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return CATransform3DIdentity
        case 1: return CATransform3DMakeTranslation(number(), number(), number())
        case 2: return CATransform3DMakeScale(number(), number(), number())
        case 3: return CATransform3DMakeRotation(number(), 0, 0, 1)
        case 4:
            var t = CATransform3DMakeRotation(number(), 1, 2, 3)
            t.m34 = -1 / 500
            return t
        default: return CATransform3D(elements: (0..<16).map { _ in CGFloat(number()) })
        }
    }

    mutating func path() -> CGPath {
        let path = CGMutablePath()
        guard !chance(0.1) else { return path }
        path.move(to: point())
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: path.move(to: point())
            case 1: path.addQuadCurve(to: point(), control: point())
            case 2: path.addCurve(to: point(), control1: point(), control2: point())
            case 3: path.closeSubpath()
            case 4: path.addEllipse(in: CGRect(x: 1, y: 2, width: 30, height: 40))
            default: path.addLine(to: point())
            }
        }
        return path.copy() ?? path
    }

    mutating func value(_ row: PropertyRow) -> Any? {
        switch row.storage {
        case .byte(_, let names?), .extraByte(_, let names?): return pick(names)
        case .byte, .extraByte: return Int.random(in: 0...15, using: &random)
        case .objectList: return nil
        case .object: return row.key == "compositingFilter" ? "multiplyBlendMode" : text()
        default: break
        }
        if chance(0.1), row.kind == .color { return nil }
        switch row.kind {
        case .number: return ["duration", "repeatCount", "repeatDuration"].contains(row.key) && chance(0.3) ? Double.infinity : number()
        case .bool: return chance(0.5)
        case .point: return point()
        case .size: return size()
        case .rect: return rect()
        case .transform: return transform()
        case .color: return color()
        case .path: return path()
        case .image: return pick(images)
        case .colors: return (0..<Int.random(in: 0...4, using: &random)).map { _ in color() }
        case .numbers: return (0..<Int.random(in: 0...4, using: &random)).map { _ in NSNumber(value: number()) }
        case .string: return text()
        case .object, .insets: return nil
        }
    }

    /// A value of a key of the program's own.
    mutating func anything(depth: Int = 0) -> Any {
        switch Int.random(in: 0..<(depth < 2 ? 13 : 10), using: &random) {
        case 0: number()
        case 1: chance(0.5)
        case 2: text()
        case 3: point()
        case 4: size()
        case 5: rect()
        case 6: transform()
        case 7: color()
        case 8: path()
        case 9: pick(images)
        case 10: (0..<3).map { _ in color() }
        case 11: (0..<3).map { _ in anything(depth: depth + 1) }
        default: ["one": anything(depth: depth + 1), "two words": anything(depth: depth + 1), "value": 3] as [AnyHashable: Any]
        }
    }

    mutating func layer(depth: Int = 0) -> CALayer {
        let layer = CALayer.make(pick(LayerClass.allCases))
        for row in PropertyTable.rows(of: layer.layerClass) where chance(0.25) {
            layer.setValue(value(row), forKey: row.key)
        }
        if chance(0.2) { layer.autoresizingMask = [.layerWidthSizable, .layerMinXMargin] }
        if chance(0.2) { (layer as? CAScrollLayer)?.scrollMode = .vertically }
        for key in [
            "mine", "two words", "1", "sublayers ", "value", "key", "states", "userInfo", "path", "string", "<&>\"\n", "own.dotted", "x:y",
            "ü",
        ] where chance(0.1) {
            guard PropertyTable.row(forKey: key, of: layer.layerClass) == nil else { continue }
            layer.setValue(anything(), forKey: key)
        }
        if chance(0.15) {
            layer.style = [
                "opacity": 0.25, "cornerRadius": number(), "mineToo": anything(),
                "style": ["zPosition": number(), "odd name": text()] as [AnyHashable: Any],
            ]
            if chance(0.5) { layer.opacity = 1 }
        }
        for index in 1..<4 where chance(0.2) {
            layer.add(animation(), forKey: pick(["position", "odd key \(index)", "<\(index)>", "opacity"]))
        }
        (layer as? CAEmitterLayer)?.emitterCells = chance(0.2) ? nil : (0..<Int.random(in: 0...2, using: &random)).map { _ in cell() }
        if layer is CAEmitterLayer {
            let count = Int.random(in: 0...2, using: &random)
            layer.setValue(chance(0.5) ? nil : (0..<count).map { _ in behavior() }, forKey: "emitterBehaviors")
        }
        if depth < 3 {
            if chance(0.2) { layer.mask = self.layer(depth: depth + 1) }
            for _ in 0..<Int.random(in: 0...3, using: &random) { layer.addSublayer(self.layer(depth: depth + 1)) }
        }
        return layer
    }

    mutating func behavior() -> CAEmitterBehavior {
        let behavior = CAEmitterBehavior(type: pick(CAEmitterBehavior.behaviorTypes()))
        behavior.name = chance(0.5) ? text() : nil
        behavior.isEnabled = chance(0.8)
        for case let key as String in behavior.inputKeys() where chance(0.7) {
            switch key {
            case "keyPath": behavior.setValue("scale", forKey: key)
            case "attractorType": behavior.setValue("planar", forKey: key)
            case "force": behavior.setValue([number(), number(), number()], forKey: key)
            case "values", "locations": behavior.setValue((0..<3).map { _ in number() }, forKey: key)
            case "colors": behavior.setValue((0..<2).map { _ in color() }, forKey: key)
            case "color": behavior.setValue(color(), forKey: key)
            case "position": behavior.setValue(CGPoint(x: number(), y: number()), forKey: key)
            case "preservesDepth", "additive", "spot", "appliesAlpha": behavior.setValue(chance(0.5), forKey: key)
            default: behavior.setValue(number(), forKey: key)
            }
        }
        return behavior
    }

    mutating func cell(depth: Int = 0) -> CAEmitterCell {
        let cell = CAEmitterCell()
        for row in EmitterCellProperty.rows where chance(0.3) {
            switch row.kind {
            case .number:
                cell.setValue(
                    ["lifetime", "duration", "repeatCount"].contains(row.key) && chance(0.3) ? .infinity : number(), forKey: row.key)
            case .bool: cell.setValue(chance(0.5), forKey: row.key)
            case .color: cell.setValue(chance(0.2) ? nil : color(), forKey: row.key)
            case .rect: cell.setValue(rect(), forKey: row.key)
            case .image: cell.setValue(pick(images), forKey: row.key)
            case .string: cell.setValue(row.key == "name" ? text() : row.key == "fillMode" ? "both" : "nearest", forKey: row.key)
            default: break
            }
        }
        if depth < 2, chance(0.3) { cell.emitterCells = (0..<2).map { _ in self.cell(depth: depth + 1) } }
        return cell
    }

    // MARK: Animations

    mutating func function() -> CAMediaTimingFunction {
        if chance(0.5) { return CAMediaTimingFunction(name: pick([.linear, .easeIn, .easeOut, .easeInEaseOut, .default])) }
        func part(_ random: inout SeededGenerator) -> Float { Float.random(in: 0...1, using: &random) }
        return CAMediaTimingFunction(controlPoints: part(&random), part(&random) * 3 - 1, part(&random), part(&random))
    }

    mutating func animation(depth: Int = 0) -> CAAnimation {
        let made: CAAnimation = pick(
            [
                { CABasicAnimation() }, { CASpringAnimation() }, { CAKeyframeAnimation() }, { CAAnimationGroup() }, { CATransition() },
            ] as [() -> CAAnimation])()
        if let animation = made as? CAPropertyAnimation {
            animation.keyPath = pick([
                "position", "transform.rotation.z", "bounds.size.width", "opacity", "colors", "mine", "sublayers.a.opacity",
                "emitterCells.spark.scale",
            ])
            animation.isAdditive = chance(0.3)
            animation.isCumulative = chance(0.3)
            if chance(0.1) { animation.valueFunction = CAValueFunction(name: .rotateZ) }
        }
        if let animation = made as? CABasicAnimation {
            if chance(0.7) { animation.fromValue = anything() }
            if chance(0.7) { animation.toValue = anything() }
            if chance(0.2) { animation.byValue = number() }
        }
        if let animation = made as? CASpringAnimation {
            (animation.mass, animation.stiffness, animation.damping) = (abs(number()) + 0.1, abs(number()) + 1, abs(number()))
            animation.initialVelocity = number()
            animation.allowsOverdamping = chance(0.5)
        }
        if let animation = made as? CAKeyframeAnimation {
            if chance(0.7) { animation.values = (0..<3).map { _ in anything() } } else { animation.path = path() }
            if chance(0.5) { animation.keyTimes = [0, 0.25, 1] }
            if chance(0.5) { animation.timingFunctions = [function(), function()] }
            if chance(0.3) { animation.calculationMode = pick([.discrete, .paced, .cubic, .cubicPaced]) }
            if chance(0.3) { animation.rotationMode = pick([.rotateAuto, .rotateAutoReverse]) }
            if chance(0.2) {
                (animation.tensionValues, animation.biasValues, animation.continuityValues) = ([0.5, 1], [-1, 0.25], [0, 0.1])
            }
        }
        if let animation = made as? CATransition {
            (animation.type, animation.subtype) = (pick([.fade, .push, .moveIn, .reveal]), chance(0.5) ? .fromLeft : nil)
            (animation.startProgress, animation.endProgress) = (0.1, 0.7)
        }
        if let group = made as? CAAnimationGroup { group.animations = depth > 1 ? nil : (0..<2).map { _ in animation(depth: depth + 1) } }
        if chance(0.7) { made.duration = pick([0.1, 1, 2.5, .infinity]) }
        if chance(0.4) { made.beginTime = pick([1e-100, 2, -3.25, number()]) }
        if chance(0.3) { made.speed = Float(number()) }
        if chance(0.3) { made.timeOffset = number() }
        if chance(0.3) { made.repeatCount = pick([.infinity, 0.1, 3]) }
        if chance(0.2) { made.repeatDuration = pick([.infinity, 2.25]) }
        made.autoreverses = chance(0.3)
        made.isRemovedOnCompletion = chance(0.5)
        made.fillMode = pick([.removed, .forwards, .backwards, .both])
        if chance(0.3) { made.timingFunction = function() }
        for key in ["mine", "two words", "value", "type of it"] where chance(0.2) { made.setValue(anything(), forKey: key) }
        return made
    }
}
