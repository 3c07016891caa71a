import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import XCTest

@testable import AgateFormats

/// What two layer trees differ in, by place and key; empty for equal ones. Colours are compared as drawn, images by their pixels.
func differences(_ a: CALayer, _ b: CALayer, _ place: String = "root") -> [String] {
    var found: [String] = []
    func compare(_ key: String, _ a: Any?, _ b: Any?) {
        if !areSame(a, b) { found.append("\(place).\(key): \(a.map { "\($0)" } ?? "nil") became \(b.map { "\($0)" } ?? "nil")") }
    }
    compare("class", "\(type(of: a))", "\(type(of: b))")
    for row in PropertyTable.rows(of: a.layerClass) where !row.holdsEmitterObjects {
        compare(row.key, a.state.value(of: row.property), b.state.value(of: row.property))
    }
    for key in CALayer.keysBesideTheTable + ["style"] {
        compare(key, a.value(forKey: key), b.value(forKey: key))
    }
    let own = [a, b].map { $0.state.objects.custom ?? [:] }
    for key in Set(own[0].keys).union(own[1].keys) { compare(key, own[0][key], own[1][key]) }
    compare("animationKeys", a.animationKeys(), b.animationKeys())
    for key in a.animationKeys() ?? [] {
        if let one = a.animation(forKey: key), let other = b.animation(forKey: key) {
            found += animationDifferences(one, other, "\(place).animations.\(key)")
        }
    }
    found += cellDifferences((a as? CAEmitterLayer)?.emitterCells, (b as? CAEmitterLayer)?.emitterCells, place)
    if a is CAEmitterLayer {
        found += behaviorDifferences(
            a.value(forKey: "emitterBehaviors") as? [CAEmitterBehavior], b.value(forKey: "emitterBehaviors") as? [CAEmitterBehavior], place)
    }
    let masks = [a.mask, b.mask].compactMap { $0 }
    if masks.count == 2 { found += differences(masks[0], masks[1], place + ".mask") } else { compare("mask", a.mask != nil, b.mask != nil) }
    let children = [a.sublayers ?? [], b.sublayers ?? []]
    compare("sublayers", children[0].count, children[1].count)
    for (index, pair) in zip(children[0], children[1]).enumerated() { found += differences(pair.0, pair.1, "\(place).\(index)") }
    return found
}

private func areSame(_ a: Any?, _ b: Any?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    switch (a, b) {
    case (let a as [CAMediaTimingFunction], let b as [CAMediaTimingFunction]): return a == b
    case (let a as CAMediaTimingFunction, let b as CAMediaTimingFunction): return a == b
    case (let a as CAValueFunction, let b as CAValueFunction): return a.name == b.name
    case (let a as [AnyHashable: Any], let b as [AnyHashable: Any]): return a.count == b.count && a.allSatisfy { areSame($1, b[$0]) }
    default: break
    }
    switch (Boxing.value(a), Boxing.value(b)) {
    case (.color(let a), .color(let b)): return a.rgba == b.rgba
    case (.colors(let a), .colors(let b)): return a.map(\.rgba) == b.map(\.rgba)
    case (.image(let a), .image(let b)): return haveSamePixels(a, b)
    case (.object(let a), .object(let b)):
        if let a = a.object as? [AnyHashable: Any], let b = b.object as? [AnyHashable: Any] { return areSame(a, b) }
        guard let list = a.object as? [Any], let other = b.object as? [Any] else { return a == b }
        return list.count == other.count && zip(list, other).allSatisfy { areSame($0, $1) }
    case (let a, let b): return a == b
    }
}

private func haveSamePixels(_ a: CGImage, _ b: CGImage) -> Bool {
    guard a.width == b.width, a.height == b.height else { return false }
    return a.withPixels { a1 in b.withPixels { b1 in (0..<(a.width * a.height)).allSatisfy { a1[$0] == b1[$0] } } }
}

private func animationDifferences(_ a: CAAnimation, _ b: CAAnimation, _ place: String) -> [String] {
    guard type(of: a) == type(of: b) else { return ["\(place): a \(type(of: a)) became a \(type(of: b))"] }
    let keys = type(of: a).archivedKeys + ["initialVelocity"] + Set(a.ownKeys.keys).union(b.ownKeys.keys)
    return keys.flatMap { key -> [String] in
        let (one, other) = (a.value(forKey: key), b.value(forKey: key))
        if let members = one as? [CAAnimation], let others = other as? [CAAnimation], members.count == others.count {
            return zip(members, others).flatMap { animationDifferences($0, $1, "\(place).\(key)") }
        }
        return areSame(one, other) ? [] : ["\(place).\(key): \(one.map { "\($0)" } ?? "nil") became \(other.map { "\($0)" } ?? "nil")"]
    }
}

private func behaviorDifferences(_ a: [CAEmitterBehavior]?, _ b: [CAEmitterBehavior]?, _ place: String) -> [String] {
    guard a?.count == b?.count else { return ["\(place).emitterBehaviors: \(a?.count ?? -1) became \(b?.count ?? -1)"] }
    return zip(a ?? [], b ?? []).flatMap { a, b in
        (["type", "name", "enabled"] + a.inputKeys().compactMap { $0 as? String })
            .filter { !areSame(a.value(forKey: $0), b.value(forKey: $0)) }.map { "\(place).emitterBehaviors.\($0)" }
    }
}

private func cellDifferences(_ a: [CAEmitterCell]?, _ b: [CAEmitterCell]?, _ place: String) -> [String] {
    guard a?.count == b?.count else { return ["\(place).emitterCells: \(a?.count ?? -1) became \(b?.count ?? -1)"] }
    return zip(a ?? [], b ?? []).flatMap { a, b in
        EmitterCellProperty.rows.filter { !areSame(a.value(forKey: $0.key), b.value(forKey: $0.key)) }.map {
            "\(place).emitterCells.\($0.key)"
        }
            + cellDifferences(a.emitterCells, b.emitterCells, place + ".emitterCells")
    }
}
