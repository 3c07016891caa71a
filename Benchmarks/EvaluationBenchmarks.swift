import CoreGraphics
import Foundation
import RenderTree

/// What a frame of running animations costs before anything is drawn: 10,000 layers with two animations each.
func evaluationBenchmarks() {
    func spec(_ keyPath: String, _ from: PropertyValue, _ to: PropertyValue, _ curve: TimingCurve?) -> AnimationSpec {
        var ends = AnimationSpec.Basic()
        ends.from = from
        ends.to = to
        var spec = AnimationSpec(.basic(.init(keyPath: keyPath), ends))
        spec.timing.duration = 10
        spec.timingCurve = curve
        return spec
    }
    func point(_ x: Double, _ y: Double) -> PropertyValue { .point(CGPoint(x: x, y: y)) }
    let red = PropertyValue.color(CGColor(rgba: RGBA(1, 0, 0, 1))), blue = PropertyValue.color(CGColor(rgba: RGBA(0, 0, 1, 1)))
    let turned = PropertyValue.transform(CATransform3DMakeRotation(1, 0, 0, 1)),
        scaled = PropertyValue.transform(CATransform3DMakeScale(2, 3, 1))
    var spring = AnimationSpec.Basic()
    spring.to = point(300, 400)
    var springing = AnimationSpec(.spring(.init(keyPath: "position"), spring, .init()))
    springing.timing.duration = 10
    var frames = AnimationSpec.Keyframe()
    frames.values = (0..<5).map { point(Double($0 * 10), Double($0 % 2) * 50) }
    var walking = AnimationSpec(.keyframe(.init(keyPath: "position"), frames))
    walking.timing.duration = 10

    measure(
        "position and opacity, linear", [spec("position", point(0, 0), point(300, 400), nil), spec("opacity", .number(0), .number(1), nil)])
    measure(
        "position and opacity, ease in ease out",
        [
            spec("position", point(0, 0), point(300, 400), .easeInEaseOut), spec("opacity", .number(0), .number(1), .easeInEaseOut),
        ])
    measure(
        "bounds and backgroundColor, linear",
        [
            spec("bounds", .rect(.zero), .rect(CGRect(x: 0, y: 0, width: 9, height: 9)), nil), spec("backgroundColor", red, blue, nil),
        ])
    measure(
        "transform and transform.rotation.z",
        [
            spec("transform", turned, scaled, nil), spec("transform.rotation.z", .number(0), .number(3), nil),
        ])
    measure("a spring and keyframes of position", [springing, walking])
    mixedEvaluation()
}

private func measure(_ name: String, _ specs: [AnimationSpec]) {
    let layers = 10_000
    var lists: [ContiguousArray<CompiledAnimation>] = []
    var states = [LayerState](repeating: LayerState(), count: layers)
    for layer in 0..<layers {
        // Begun one after the other, so that no two stand at the same place.
        lists.append(
            ContiguousArray(
                specs.map {
                    var spec = $0
                    spec.timing.beginTime = -Double(layer) * 1e-4
                    return CompiledAnimation(spec: spec, id: AnimationID(rawValue: UInt64(layer)), layerClass: .layer)
                }))
    }
    let clock = ContinuousClock()
    var best = Duration.seconds(100), copy = Duration.seconds(100)
    let bytes = layers * MemoryLayout<LayerValues>.stride
    let source = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    let target = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    memset(source, 1, bytes)
    for round in 0..<30 {
        let time = 1 + Double(round) / 60
        best = min(
            best,
            clock.measure {
                states.withUnsafeMutableBufferPointer { states in
                    for i in 0..<layers { LayerAnimations.apply(lists[i], at: time, to: &states[i]) }
                }
            })
        copy = min(copy, clock.measure { memcpy(target, source, bytes) })
    }
    source.deallocate()
    target.deallocate()
    let count = Double(layers * specs.count)
    func nanoseconds(_ d: Duration) -> Double { Double(d.components.attoseconds) / 1e9 + Double(d.components.seconds) * 1e9 }
    let each = String(format: "%.1f", nanoseconds(best) / count), all = String(format: "%.2f", nanoseconds(best) / 1e6)
    let limit = String(format: "%.2f", nanoseconds(copy) / 1e6)
    print("\(name): \(each) ns an animation, \(all) ms for \(Int(count)); copying the same layers' bytes: \(limit) ms")
}
