import CKernels
import CoreGraphics
import Raster

/// A rectangle of whole device pixels, half-open.
package struct DeviceRect: Hashable, Sendable {
    package var x0, y0, x1, y1: Int32
    package init(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32) { self.x0 = x0; self.y0 = y0; self.x1 = x1; self.y1 = y1 }
    package static let empty = DeviceRect(0, 0, 0, 0)
    package var isEmpty: Bool { x0 >= x1 || y0 >= y1 }
    package func intersects(_ o: DeviceRect) -> Bool { x0 < o.x1 && o.x0 < x1 && y0 < o.y1 && o.y0 < y1 }
    package func intersection(_ o: DeviceRect) -> DeviceRect {
        let r = DeviceRect(max(x0, o.x0), max(y0, o.y0), min(x1, o.x1), min(y1, o.y1))
        return r.isEmpty ? .empty : r
    }
    package func union(_ o: DeviceRect) -> DeviceRect {
        if isEmpty { return o }
        if o.isEmpty { return self }
        return DeviceRect(min(x0, o.x0), min(y0, o.y0), max(x1, o.x1), max(y1, o.y1))
    }
}

/// A map from local points to device pixels: (x, y, 1) · M, then divided by the third component.
package struct Projection: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// Scale (positive or negative) and translation only.
        case axisAligned
        case affine
        /// The third component varies over the plane.
        case projective
    }
    package var kind: Kind
    package var m11, m12, m13: Double
    package var m21, m22, m23: Double
    package var m31, m32, m33: Double
    package init(m11: Double, m12: Double, m13: Double, m21: Double, m22: Double, m23: Double, m31: Double, m32: Double, m33: Double) {
        self.m11 = m11; self.m12 = m12; self.m13 = m13
        self.m21 = m21; self.m22 = m22; self.m23 = m23
        self.m31 = m31; self.m32 = m32; self.m33 = m33
        kind = m13 != 0 || m23 != 0 || m33 != 1 ? .projective : (m12 != 0 || m21 != 0 ? .affine : .axisAligned)
    }
    package static let identity = Projection(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)
}

/// One draw op, which paints or begins or ends a scope. Plain data; large data is in `DrawList.payloads`.
package struct DrawOp: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// The rounded rectangle `rect`, filled with `color`.
        case fill
        /// A border of `width` inside `rect`, with corners by `cornerRadius`.
        case border
        /// Payload `.image`, drawn into `rect` (already placed by gravity).
        case image
        /// Payload `.shape`, filled with `color`.
        case shapeFill
        /// Payload `.shape`, stroked with `color`.
        case shapeStroke
        /// Payload `.gradient`, which fills the rounded `rect`.
        case gradient
        /// Payload `.particles`, drawn in paint order.
        case particles
        /// The blurred shadow of the rounded `rect`, or of payload `.path`: `width` is the blur radius in points, `offset` in points.
        /// Used if the shape of the shadow is known without drawing the layer.
        case shadow
        /// Begins a group that is drawn separately and then composited with `opacity`, payload `.group` (blend mode, shadow of the group's
        /// own alpha, mask). The `endGroup` at index `end` ends it. A group whose payload has a mask has a `beginMask` op in between: the
        /// ops after it (up to `endGroup`) draw the mask, by whose alpha the group is multiplied.
        case beginGroup, beginMask, endGroup
        /// Begins a clip to the rounded `rect`, or to payload `.polygon` with hard edges. The `endClip` at index `end` ends it.
        case beginClip, endClip
    }
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Antialiased edges. Otherwise a pixel is part of the layer if its centre is.
        package static let antialiased = Flags(rawValue: 1)
        package static let continuousCorners = Flags(rawValue: 2)
        /// The first row of the image is at maxY of `rect` (layers whose y axis points upwards).
        package static let imageUpsideDown = Flags(rawValue: 4)
        package static let mirroredContents = Flags(rawValue: 8)
        /// For a group: it reads the content behind it (`GroupDraw.backdrop`, inside the rounded `rect`).
        package static let readsBackdrop = Flags(rawValue: 32)
        /// For a group: drawn in a separate space into a cached bitmap (`GroupDraw.raster`).
        package static let rasterized = Flags(rawValue: 64)
        /// For a fill outside any group or clip: it is opaque, so that content behind it need not be drawn.
        package static let occludes = Flags(rawValue: 128)
    }
    package var kind: Kind
    package var flags: Flags = []
    package var maskedCorners: UInt8 = 15
    package var edgeMask: UInt8 = 15
    package var opacity: Float = 1
    /// Every pixel that the op can touch, clipped to the viewport and the enclosing clips. For `begin…`: those of all ops up to `end`. A
    /// superset is allowed. Inside a group with a shadow they may exceed the viewport by the extent of the shadow. If empty, the op draws
    /// nothing and only keeps its position (so that animated content may appear and disappear without a new list).
    package var bounds = DeviceRect.empty
    package var color = RGBA(0, 0, 0, 0)
    package var projection = Projection.identity
    package var rect = CGRect.zero
    package var cornerRadius: CGFloat = 0
    package var width: CGFloat = 0
    package var offset = CGSize.zero
    /// The index in `payloads`, or -1.
    package var payload: Int32 = -1
    /// For `begin…`: the index of the closing op.
    package var end: Int32 = -1
    package init(kind: Kind) { self.kind = kind }
}

package enum DrawPayload: Sendable, Hashable {
    case image(ImageDraw)
    case shape(ShapeDraw)
    case gradient(GradientDraw)
    case path(CGPath)
    case group(GroupDraw)
    /// A convex polygon, in device pixels.
    case polygon([SIMD2<Double>])
    case particles(ParticleDraw)
}

package struct ImageDraw: Sendable, Hashable {
    package var image: CGImage
    /// The visible part of the image, in its pixels, with y downwards from its first row. It may exceed the image (edges repeat).
    package var source: CGRect
    /// Nine-slice: the stretched centre in image pixels (inside `source`), and the layer points per image pixel in the fixed parts. Nil
    /// stretches the whole image.
    package var center: CGRect?
    package var pointsPerPixel: CGFloat
    package var minification: ContentsFilter
    package var magnification: ContentsFilter
    /// The bias added to the trilinear filter's level of detail.
    package var mipBias = 0.0
    /// The layer whose contents the image is; 0 for none. While a new picture is being uploaded to a device, the previous one may be drawn
    /// instead.
    package var layer: UInt64 = 0
    package init(
        image: CGImage, source: CGRect, center: CGRect?, pointsPerPixel: CGFloat, minification: ContentsFilter,
        magnification: ContentsFilter
    ) {
        self.image = image; self.source = source; self.center = center; self.pointsPerPixel = pointsPerPixel
        self.minification = minification; self.magnification = magnification
    }
}

package struct ShapeDraw: Sendable, Hashable {
    package var path: CGPath
    package var fillRule: FillRule
    package var lineWidth, miterLimit, strokeStart, strokeEnd, dashPhase: CGFloat
    package var cap: LineCap
    package var join: LineJoin
    package var dash: [Double]?
    package init(path: CGPath, extra: LayerExtra, dash: [Double]?) {
        self.path = path; fillRule = extra.fillRule; lineWidth = extra.lineWidth; miterLimit = extra.miterLimit
        strokeStart = extra.strokeStart; strokeEnd = extra.strokeEnd; dashPhase = extra.lineDashPhase
        cap = extra.lineCap; join = extra.lineJoin; self.dash = dash
    }
}

package struct GradientDraw: Sendable, Hashable {
    package var kind: GradientKind
    package var colors: [RGBA]
    package var locations: [Double]
    /// The start and end point, in the unit square of the op's `rect`.
    package var start, end: CGPoint
    /// For a radial gradient: the position of its first colour, relative to the centre, in radii.
    package var focus: CGPoint
    package init(kind: GradientKind, colors: [RGBA], locations: [Double], start: CGPoint, end: CGPoint, focus: CGPoint = .zero) {
        self.kind = kind; self.colors = colors; self.locations = locations; self.start = start; self.end = end; self.focus = focus
    }
}

package struct GroupDraw: Sendable, Hashable {
    package struct Shadow: Sendable, Hashable {
        package var color: RGBA
        package var opacity: Float
        /// The blur radius and the offset in the layer's points; the op's projection maps them to pixels.
        package var radius: CGFloat
        package var offset: CGSize
        package init(color: RGBA, opacity: Float, radius: CGFloat, offset: CGSize) {
            self.color = color; self.opacity = opacity; self.radius = radius; self.offset = offset
        }
    }
    package var hasMask = false
    package var shadow: Shadow?
    package var blendMode = PixelBlendMode.normal
    /// The factor for the group's colours (replicator instances); white has no effect.
    package var tint = RGBA(1, 1, 1, 1)
    /// The filters applied to the group's picture before its shadow is drawn.
    package var filters: [FilterDraw] = []
    package var backdrop: Backdrop?
    package var raster: Raster?
    package init() {}
}

/// The ops in paint order, with the chunks that allow most of them to be skipped for a small damage.
package struct DrawList: Sendable {
    package static let chunkSize = 64
    nonisolated(unsafe) private static let kernels: UnsafePointer<agate_kernel_table> = agate_kernels()
    package var ops: ContiguousArray<DrawOp> = []
    package var payloads: ContiguousArray<DrawPayload> = []
    /// The union of the bounds of each run of `chunkSize` ops; a superset is allowed.
    package var chunkBounds: ContiguousArray<DeviceRect> = []
    /// For each chunk: the index of its first `begin…` whose end is in a later chunk, or -1. A chunk that is not visible can then be
    /// skipped without examining its ops.
    package var chunkSpans: ContiguousArray<Int32> = []
    /// The bounds of each op again, contiguously, so that finding those that intersect a small damage reads little memory.
    package var boxes: ContiguousArray<OpBox> = []
    /// True for a chunk whose ops neither begin nor end scopes, so that any of them may be skipped.
    package var chunkIsPlain: ContiguousArray<Bool> = []
    /// True for a chunk that may contain ops that hide content below them; a superset is allowed.
    package var chunkOccludes: ContiguousArray<Bool> = []
    /// The groups that read the content behind them, in paint order.
    package var backdrops: ContiguousArray<Int32> = []
    /// The size of the target in pixels.
    package var width: Int32 = 0
    package var height: Int32 = 0
    /// The colour behind everything.
    package var background = RGBA(0, 0, 0, 0)
    package init() {}

    /// Computes all indexes beside the ops, except the chunks' bounds. Call after a build.
    package mutating func indexOps() {
        chunkOccludes.removeAll(keepingCapacity: true)
        backdrops.removeAll(keepingCapacity: true)
        boxes.removeAll(keepingCapacity: true)
        chunkIsPlain.removeAll(keepingCapacity: true)
        for at in ops.indices {
            if at % Self.chunkSize == 0 {
                chunkOccludes.append(false)
                chunkIsPlain.append(true)
            }
            boxes.append(OpBox(ops[at].bounds))
            if !ops[at].isAlone { chunkIsPlain[at / Self.chunkSize] = false }
            let flags = ops[at].flags
            if flags.contains(.occludes) { chunkOccludes[at / Self.chunkSize] = true }
            if flags.contains(.readsBackdrop) { backdrops.append(Int32(at)) }
        }
    }

    /// Returns the ops of a plain chunk that intersect a rectangle of the target, as one bit each.
    @inline(__always)
    package static func meeting(_ boxes: UnsafeBufferPointer<OpBox>, chunk: Int, _ rect: OpBox.Query) -> UInt64 {
        let start = chunk * chunkSize, count = min(chunkSize, boxes.count - start)
        guard count > 0, let first = boxes.baseAddress else { return 0 }
        // Boxes and queries consist of four numbers each.
        let numbers = UnsafeRawPointer(first + start).assumingMemoryBound(to: Int16.self)
        return withUnsafePointer(to: rect.sides) { query in
            kernels.pointee.boxes_below(numbers, count, UnsafeRawPointer(query).assumingMemoryBound(to: Int16.self))
        }
    }

    /// Returns the value of `chunkSpans` for a chunk.
    package func span(ofChunk chunk: Int) -> Int32 {
        let start = chunk * DrawList.chunkSize, end = min(start + DrawList.chunkSize, ops.count)
        for at in start..<end where ops[at].end >= end && (ops[at].kind == .beginGroup || ops[at].kind == .beginClip) { return Int32(at) }
        return -1
    }
}
