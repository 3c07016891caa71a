import CoreGraphics
import QuartzCore
import RenderTree

extension LottieBuilder {
    /// Adds an animation that runs between two times and holds its end values before and after.
    func add(_ animation: CAPropertyAnimation, to layer: CALayer, begin: Double, duration: Double) {
        // 0 would mean “now”.
        animation.beginTime = begin == 0 ? -.leastNonzeroMagnitude : begin
        animation.duration = duration
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        layer.keepsAnimations = true
        layer.add(animation, forKey: animation.keyPath)
    }

    /// Adds keyframes with linear interpolation of the values.
    func add(_ keyPath: String, _ values: [PropertyValue], _ pacing: LottiePacing, to layer: CALayer, _ time: LottieTime) {
        let schedule = LottieSchedule(pacing, time)
        let animation = schedule.animation(CAKeyframeAnimation(keyPath: keyPath, plainValues: schedule.order.map { values[$0] }))
        add(animation, to: layer, begin: schedule.begin, duration: schedule.duration)
    }

    /// Adds a function of time, for changes that keyframes can't express.
    /// - Parameter frames: The frames in which the value changes. If the composition has its own clock, that clock's range is used instead.
    func add(_ keyPath: String, _ body: LottieFunction.Body, frames: ClosedRange<Double>, to layer: CALayer, _ time: LottieTime) {
        let range = time.map?.range ?? time.seconds(frames.lowerBound)...time.seconds(frames.upperBound)
        let animation = FunctionAnimation(keyPath: keyPath, LottieFunction(time, begin: range.lowerBound, body))
        animation.sampleRate = time.frameRate
        add(animation, to: layer, begin: range.lowerBound, duration: max(range.upperBound - range.lowerBound, 1e-9))
    }

    /// Animates a property of a layer by a property of the file, with keyframes if they are exact, else with a function.
    func animate<Value: LottieBlend>(
        _ layer: CALayer, _ keyPath: String, _ property: LottieProperty<Value>, _ time: LottieTime,
        _ value: @escaping @Sendable (Value) -> PropertyValue
    ) {
        guard property.isAnimated else { return }
        if time.map == nil, let pacing = property.pacing {
            add(keyPath, property.keyframes.map { value($0.value) }, pacing, to: layer, time)
            return
        }
        let track = LottieTrack(property)
        if value(property.value).plainNumbers != nil {
            // Without boxing of intermediate values.
            add(
                keyPath,
                .numbers({ value(track.value(at: $0)).plainNumbers ?? .zero }, boxed: { [like = value(property.value)] in like.with($0) }),
                frames: track.times!, to: layer, time
            )
        } else {
            add(keyPath, .value { value(track.value(at: $0)) }, frames: track.times!, to: layer, time)
        }
    }

    // MARK: Transforms

    /// Sets a layer's geometry to a transform of the file, including its animations.
    /// - Parameter bounds: The area of the inner space that the layer covers; must not be empty.
    func place(_ layer: CALayer, _ bounds: CGRect, _ transform: LottieTransform, _ time: LottieTime, turnsAlongPath: Bool = false) {
        let frame = time.firstFrame
        let track = LottieTransformTrack(transform, turnsAlongPath: turnsAlongPath)
        let anchor = transform.anchor.value(at: frame), place = track.place(at: frame)
        func unit(_ v: SIMD3<Double>) -> CGPoint { CGPoint(x: (v.x - bounds.minX) / bounds.width, y: (v.y - bounds.minY) / bounds.height) }
        layer.bounds = bounds
        layer.anchorPoint = unit(anchor)
        animate(layer, "anchorPoint", transform.anchor, time) {
            .point(CGPoint(x: ($0.x - bounds.minX) / bounds.width, y: ($0.y - bounds.minY) / bounds.height))
        }
        if transform.isTilted || transform.repetition != nil { return tilt(layer, transform, track, time) }
        layer.position = CGPoint(x: place.x, y: place.y)
        switch transform.position {
        case .whole(let position): animate(layer, position, time)
        case .parts(let x, let y, _):
            animate(layer, "position.x", x, time) { .number($0) }
            animate(layer, "position.y", y, time) { .number($0) }
        }
        let linear = track.linear(at: frame)
        if linear != CATransform3DIdentity { layer.transform = linear }
        guard let frames = track.linearTimes else { return }
        if transform.isPlain, !turnsAlongPath {
            animate(layer, "transform.scale.x", transform.scale, time) { .number($0.x / 100) }
            animate(layer, "transform.scale.y", transform.scale, time) { .number($0.y / 100) }
            animate(layer, "transform.rotation.z", transform.rotation, time) { .number($0 * .pi / 180) }
        } else {
            add("transform", .matrix { track.linear(at: $0) }, frames: frames, to: layer, time)
        }
    }

    /// Sets a transform that leaves its plane, or that is repeated, as a single matrix. `render(in:)` omits content that leaves its plane,
    /// as it does for the players on Apple's systems.
    private func tilt(_ layer: CALayer, _ transform: LottieTransform, _ track: LottieTransformTrack, _ time: LottieTime) {
        let matrix: @Sendable (Double) -> CATransform3D = { frame in
            let place = track.place(at: frame)
            return track.linear(at: frame).concat(CATransform3DMakeTranslation(place.x, place.y, 0))
        }
        layer.transform = matrix(time.firstFrame)
        if let frames = track.times { add("transform", .matrix(matrix), frames: frames, to: layer, time) }
    }

    private func animate(_ layer: CALayer, _ given: LottieVector, _ time: LottieTime) {
        let position = given.straightened
        // Core Animation moves along a path by its parameter; by length it would use one pace for the whole path.
        guard time.map == nil, position.goesByParameter, position.keyframes.contains(where: { $0.outTangent != nil }),
            position.keyframes.allSatisfy({ $0.easings.isEmpty })
        else {
            animate(layer, "position", position, time) { .point(CGPoint(x: $0.x, y: $0.y)) }
            return
        }
        let keys = position.keyframes.map { LottiePacing.Key(time: $0.time, isHold: $0.isHold, easing: $0.easing) }
        let schedule = LottieSchedule(LottiePacing(keys: keys), time)
        let animation = schedule.animation(CAKeyframeAnimation(keyPath: "position"))
        animation.path = schedule.path(position.keyframes)
        add(animation, to: layer, begin: schedule.begin, duration: schedule.duration)
    }
}

extension LottieTransform {
    /// True if scale and rotation can be set separately. A mirrored or degenerate matrix can't be decomposed into them.
    fileprivate var isPlain: Bool {
        guard !isTilted, !skew.isAnimated, skew.value == 0, !skewAxis.isAnimated else { return false }
        func hasSize(_ v: SIMD3<Double>) -> Bool { v.x > 1e-6 && v.y > 1e-6 }
        return hasSize(scale.value) && scale.keyframes.allSatisfy { hasSize($0.value) && $0.easings.isEmpty }
    }
}

extension PropertyValue {
    /// The value as at most four numbers, if an animation can write it that way.
    var plainNumbers: SIMD4<Double>? {
        switch self {
        case .number(let n): SIMD4(n, 0, 0, 0)
        case .point(let p): SIMD4(p.x, p.y, 0, 0)
        case .color(let c): SIMD4(Double(c.rgba.x), Double(c.rgba.y), Double(c.rgba.z), Double(c.rgba.w))
        default: nil
        }
    }

    fileprivate func with(_ v: SIMD4<Double>) -> PropertyValue {
        switch self {
        case .point: .point(CGPoint(x: v.x, y: v.y))
        case .color: .color(CGColor(rgba: SIMD4<Float>(v)))
        default: .number(v.x)
        }
    }
}
