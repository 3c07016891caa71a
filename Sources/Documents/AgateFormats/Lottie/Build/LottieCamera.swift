import CoreGraphics
import QuartzCore
import RenderTree

/// The cameras of a composition, which determine the view of its 3D layers. The topmost camera that is active in a frame is used; without
/// one, layers are shown from the front without perspective.
struct LottieCamera: Sendable {
    private struct Camera: Sendable {
        let frames: Range<Double>
        let zoom: LottieTrack<Double>
        let place: LottieSpacePlace
    }
    private let cameras: [Camera]
    private let center: CGPoint
    /// The frames in which the view changes; nil if it is constant.
    let times: ClosedRange<Double>?

    /// Nil for a composition without a camera or without 3D layers.
    init?(_ level: LottieLevel) {
        guard level.layers.contains(where: \.is3D) else { return nil }
        cameras = level.layers.compactMap { layer in
            guard case .camera(let zoom, _) = layer.kind, !layer.isHidden, layer.outFrame > layer.inFrame else { return nil }
            return Camera(frames: layer.inFrame..<layer.outFrame, zoom: LottieTrack(zoom), place: LottieSpacePlace(layer, level))
        }
        guard !cameras.isEmpty else { return nil }
        center = CGPoint(x: level.size.width / 2, y: level.size.height / 2)
        let shown = level.time.shown
        let changes = cameras.contains { $0.frames.lowerBound > shown.lowerBound || $0.frames.upperBound < shown.upperBound }
        times = cameras.reduce(changes ? shown : nil) { union($0, $1.zoom.times, $1.place.times) }
    }

    /// Returns the transform from the composition's space to the view, with perspective.
    func view(at frame: Double) -> CATransform3D {
        guard let camera = cameras.first(where: { $0.frames.contains(frame) }),
            let eye = camera.place.matrix(at: frame).inverse
        else { return CATransform3DIdentity }
        let zoom = camera.zoom.value(at: frame)
        var lens = CATransform3DMakeTranslation(0, 0, zoom)
        if zoom > 1e-6 {
            var perspective = CATransform3DIdentity
            perspective.m34 = -1 / zoom
            lens = lens.concat(perspective)
        }
        let view = eye.concat(lens).concat(CATransform3DMakeTranslation(center.x, center.y, 0))
        return view.determinant.isFinite ? view : CATransform3DIdentity
    }
}

/// The transform of a layer in space, including all its parents.
struct LottieSpacePlace: Sendable {
    private struct Step: Sendable {
        let track: LottieTransformTrack
        /// For a camera, which has no size: true if it looks at its anchor point. Nil for other layers.
        let aims: Bool?

        init(_ layer: LottieLayer) {
            if case .camera(_, let aims) = layer.kind { self.aims = aims } else { aims = nil }
            track = LottieTransformTrack(layer.transform, turnsAlongPath: layer.turnsAlongPath && aims == nil)
        }

        func matrix(at frame: Double) -> CATransform3D { aims.map { track.eye(at: frame, aims: $0) } ?? track.space(at: frame) }
    }
    /// The layer's own step, followed by those of its parents outwards.
    private let steps: [Step]

    init(_ layer: LottieLayer, _ level: LottieLevel) { steps = ([layer] + level.parents(of: layer).layers).map(Step.init) }

    var times: ClosedRange<Double>? { steps.reduce(nil) { union($0, $1.track.times) } }

    func matrix(at frame: Double) -> CATransform3D { steps.reduce(CATransform3DIdentity) { $0.concat($1.matrix(at: frame)) } }
}

extension LottieTransformTrack {
    // The file's z axis goes into the screen, Core Animation's comes out of it.

    /// Returns the complete transform, in space.
    func space(at frame: Double) -> CATransform3D {
        let a = anchor.value(at: frame), p = spot(at: frame)
        return CATransform3DMakeTranslation(-a.x, -a.y, a.z).concat(linear(at: frame, hasDepth: true)).concat(
            CATransform3DMakeTranslation(p.x, p.y, -p.z))
    }

    /// Returns the transform of a camera, which looks into the screen along its z axis; if it looks at its anchor point it stays upright.
    fileprivate func eye(at frame: Double, aims: Bool) -> CATransform3D {
        let p = spot(at: frame)
        var m = turn(at: frame)
        if aims { m = m.concat(Self.looking(anchor.value(at: frame) - p)) }
        return m.concat(CATransform3DMakeTranslation(p.x, p.y, -p.z))
    }

    private static func looking(_ way: SIMD3<Double>) -> CATransform3D {
        func unit(_ v: SIMD3<Double>) -> SIMD3<Double>? {
            let length = (v * v).sum().squareRoot()
            return length > 1e-9 && length.isFinite ? v / length : nil
        }
        guard let z = unit(way) else { return CATransform3DIdentity }
        // For a vertical direction upright is undefined; the x axis is kept.
        let x = unit(SIMD3(z.z, 0, -z.x)) ?? SIMD3(1, 0, 0)
        let y = SIMD3(z.y * x.z - z.z * x.y, z.z * x.x - z.x * x.z, z.x * x.y - z.y * x.x)
        var m = CATransform3DIdentity
        (m.m11, m.m12, m.m13) = (x.x, x.y, -x.z)
        (m.m21, m.m22, m.m23) = (y.x, y.y, -y.z)
        (m.m31, m.m32, m.m33) = (-z.x, -z.y, z.z)
        return m
    }
}

extension LottieBuilder {
    /// Returns a layer in space that contains another, which is in its plane.
    func plane(_ content: CALayer, of layer: LottieLayer, _ level: LottieLevel) -> CALayer {
        let plane = CALayer(), place = LottieSpacePlace(layer, level), time = level.time
        plane.name = layer.name
        plane.bounds = CGRect(origin: .zero, size: level.size)
        plane.anchorPoint = .zero
        plane.addSublayer(content)
        plane.transform = place.matrix(at: time.firstFrame)
        if let frames = place.times { add("transform", .matrix { place.matrix(at: $0) }, frames: frames, to: plane, time) }
        return plane
    }

    /// Returns the container of 3D layers that share a view.
    func room(_ camera: LottieCamera, _ level: LottieLevel) -> CALayer {
        let room = CALayer(), time = level.time
        room.name = "Camera"
        room.bounds = CGRect(origin: .zero, size: level.size)
        room.anchorPoint = .zero
        room.sublayerTransform = camera.view(at: time.firstFrame)
        if let frames = camera.times { add("sublayerTransform", .matrix { camera.view(at: $0) }, frames: frames, to: room, time) }
        return room
    }
}
