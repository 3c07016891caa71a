/// The transform of a layer, a group or a copy of a repeater. Angles are in degrees, scales and opacity in per cent.
package struct LottieTransform: Sendable {
    package enum Position: Sendable {
        case whole(LottieVector)
        case parts(x: LottieNumber, y: LottieNumber, z: LottieNumber)
    }

    package var anchor = LottieVector(.zero)
    package var position = Position.whole(LottieVector(.zero))
    package var scale = LottieVector(SIMD3(100, 100, 100))
    /// The rotation about z; for a layer in space, the last of three.
    package var rotation = LottieNumber(0)
    package var rotationX = LottieNumber(0)
    package var rotationY = LottieNumber(0)
    package var orientation = LottieVector(.zero)
    package var skew = LottieNumber(0)
    package var skewAxis = LottieNumber(0)
    package var opacity = LottieNumber(100)
    /// For the transform of a repeater: the copy to which it applies.
    var repetition: LottieRepetition?

    package init() {}
}

extension LottieReader {
    func transform(_ json: JSONValue?) -> LottieTransform {
        var transform = LottieTransform()
        guard let json else { return transform }
        guard json.isObject else {
            notes.add(json.error("expected a transform"))
            return transform
        }
        transform.anchor = property(json["a"], or: .zero)
        if let p = json["p"], p["s"]?.bool == true {
            transform.position = .parts(x: property(p["x"], or: 0), y: property(p["y"], or: 0), z: property(p["z"], or: 0))
        } else {
            transform.position = .whole(property(json["p"], or: .zero))
        }
        transform.scale = property(json["s"], or: SIMD3(100, 100, 100))
        transform.rotation = property(json["rz"]) ?? property(json["r"], or: 0)
        transform.rotationX = property(json["rx"], or: 0)
        transform.rotationY = property(json["ry"], or: 0)
        transform.orientation = property(json["or"], or: .zero)
        transform.skew = property(json["sk"], or: 0)
        transform.skewAxis = property(json["sa"], or: 0)
        transform.opacity = property(json["o"], or: 100)
        return transform
    }
}
