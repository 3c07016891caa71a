import AgateDiagnostics
import Foundation
import Raster

/// A callback that draws one cell of a pattern. It is called with the pattern's `info` and a context whose user space is the pattern's.
public typealias CGPatternDrawPatternCallback = (UnsafeMutableRawPointer?, CGContext) -> Void

/// A callback that is called with the pattern's `info` when the pattern is deallocated.
public typealias CGPatternReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// The callbacks of a pattern. On Linux they are Swift closures, because a C function can't take a context.
public struct CGPatternCallbacks {
    /// The version, which is 0.
    public var version: UInt32
    /// Draws one cell.
    public var drawPattern: CGPatternDrawPatternCallback?
    /// Releases the pattern's info.
    public var releaseInfo: CGPatternReleaseInfoCallback?

    /// Creates the callbacks of a pattern: version 0, the drawing of a cell, and the release of its data.
    public init(version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?) {
        self.version = version
        self.drawPattern = drawPattern
        self.releaseInfo = releaseInfo
    }
}

/// A drawing that is repeated to fill shapes.
///
/// A cell is drawn once for each use, at the resolution of the bitmap, into whole pixels. The cells then repeat at exactly their steps.
public final class CGPattern: Hashable {
    let info: UnsafeMutableRawPointer?
    let bounds: CGRect
    let matrix: CGAffineTransform
    let xStep: CGFloat
    let yStep: CGFloat
    let isColored: Bool
    private let callbacks: CGPatternCallbacks

    /// Creates a pattern. Returns nil, with a diagnostic, if a number is not finite, a step is 0, the bounds are empty or there is no
    /// drawing callback.
    /// - Parameters:
    ///   - info: the first argument of the callbacks.
    ///   - bounds: the bounds of a cell, in pattern space, to which drawing is clipped.
    ///   - matrix: the transform from pattern space to the context's base space, whatever the CTM.
    ///   - xStep: the distance between cells, in pattern space.
    ///   - yStep: the distance between rows of cells, in pattern space.
    ///   - tiling: ignored: steps are exact, and a cell may be stretched by less than a pixel.
    ///   - isColored: true if the cell has colours of its own; otherwise it is drawn in the colour of
    ///     ``CGContext/setFillPattern(_:colorComponents:)``.
    ///   - callbacks: the callbacks, of which one draws a cell.
    public init?(
        info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat, tiling: CGPatternTiling,
        isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
    ) {
        let sum =
            bounds.minX + bounds.minY + bounds.maxX + bounds.maxY + xStep + yStep + matrix.a + matrix.b + matrix.c + matrix.d
            + matrix.tx + matrix.ty
        guard sum.isFinite, xStep != 0, yStep != 0, bounds.width > 0, bounds.height > 0, callbacks.pointee.drawPattern != nil else {
            Diagnostic.report("pattern.invalid", "CGPattern: invalid bounds \(bounds), matrix \(matrix) or steps \(xStep), \(yStep)")
            return nil
        }
        self.info = info
        self.bounds = bounds.standardized
        self.matrix = matrix
        self.xStep = Swift.abs(xStep)
        self.yStep = Swift.abs(yStep)
        self.isColored = isColored
        self.callbacks = callbacks.pointee
    }

    deinit { callbacks.releaseInfo?(info) }

    public static func == (lhs: CGPattern, rhs: CGPattern) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Returns one step of the pattern as pixels, including the parts of adjacent cells that extend into it. `place` is the transform
    /// from pattern space to device space.
    func tiles(_ place: CGAffineTransform, color: CGColor, toPixels: Affine) -> Tiles? {
        guard let back = toPixels.inverse else { return nil }
        let w = Tiles.side(xStep * (place.a * place.a + place.b * place.b).squareRoot())
        let h = Tiles.side(yStep * (place.c * place.c + place.d * place.d).squareRoot())
        let sx = Double(w) / xStep, sy = Double(h) / yStep
        let surface = Surface(width: w, height: h)
        // The step whose corner is the cell's. A cell larger than the step is below the following ones.
        let reachX = min(16, Int((bounds.width / xStep).rounded(.up)) - 1), reachY = min(16, Int((bounds.height / yStep).rounded(.up)) - 1)
        for row in stride(from: -max(0, reachY), through: 0, by: 1) {
            for column in stride(from: -max(0, reachX), through: 0, by: 1) {
                let origin = CGPoint(x: bounds.minX - CGFloat(column) * xStep, y: bounds.minY - CGFloat(row) * yStep)
                let ctm = CGAffineTransform(a: sx, b: 0, c: 0, d: sy, tx: -origin.x * sx, ty: -origin.y * sy)
                let cell = CGContext(surface: surface, ctm: ctm)
                cell.clip(to: bounds)
                if !isColored {
                    cell.setFillColor(color)
                    cell.setStrokeColor(color)
                    cell.ignoresColors = true
                }
                callbacks.drawPattern?(info, cell)
            }
        }
        // Device pixels -> pattern space -> the cell's pixels, whose rows run downwards.
        let down = Affine(sx, 0, 0, -sy, -bounds.minX * sx, Double(h) + bounds.minY * sy)
        return Tiles(cell: surface, map: back.then(down))
    }
}

extension CGContext {
    /// Sets a pattern as the fill colour.
    /// - Parameters:
    ///   - pattern: the pattern.
    ///   - colorComponents: for a coloured pattern, an alpha for the whole pattern; for an uncoloured one, a colour of the space that
    ///     ``setFillColorSpace(_:)`` set, and an alpha.
    public func setFillPattern(_ pattern: CGPattern, colorComponents: UnsafePointer<CGFloat>) {
        setPattern(\.fill, pattern, colorComponents)
    }

    /// Sets a pattern as the stroke colour. See ``setFillPattern(_:colorComponents:)``.
    public func setStrokePattern(_ pattern: CGPattern, colorComponents: UnsafePointer<CGFloat>) {
        setPattern(\.stroke, pattern, colorComponents)
    }

    /// Sets the offset of patterns, in units of base space.
    public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase }

    private func setPattern(_ ink: WritableKeyPath<GraphicsState, Ink>, _ pattern: CGPattern, _ components: UnsafePointer<CGFloat>) {
        guard !ignoresColors else { return }
        let space = state[keyPath: ink].space
        guard let color = pattern.color(in: space, components) else { return }
        state[keyPath: ink] = Ink(color, pattern, space)
    }

    func paint(_ figure: Figure, with pattern: CGPattern, _ color: CGColor) {
        let phase = CGAffineTransform(translationX: state.patternPhase.width, y: state.patternPhase.height)
        let place = pattern.matrix.concatenating(phase).concatenating(baseTransform)
        guard isDrawable(place, "setFillPattern"),
            let tiles = pattern.tiles(place, color: color.copy(alpha: 1) ?? color, toPixels: pixels(from: place)),
            let paint = tiles.paint(opacity: PixelMath.byte(Float(state.alpha * color.alpha)))
        else { return }
        self.paint(figure, paint)
    }
}

extension CGPattern {
    /// Returns the colour in which an uncoloured pattern is drawn. For a coloured pattern, returns black with the pattern's alpha.
    /// - Parameter space: a pattern space, or the space of the colour itself.
    func color(in space: CGColorSpace, _ components: UnsafePointer<CGFloat>) -> CGColor? {
        if isColored { return CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0, components[0]]) }
        return CGColor(
            colorSpace: space.model == .pattern ? space.baseColorSpace ?? CGColorSpaceCreateDeviceGray() : space, components: components)
    }
}

extension CGColor {
    /// Creates a colour from a pattern. Returns nil unless the space is a pattern space.
    /// - Parameters:
    ///   - space: a pattern space, with a base space if the pattern has no colours of its own.
    ///   - pattern: the pattern.
    ///   - components: the components of the base space, if there is one, then alpha.
    public convenience init?(patternSpace space: CGColorSpace, pattern: CGPattern, components: UnsafePointer<CGFloat>) {
        self.init(patternSpace: space, patternObject: pattern, components: components)
    }

    /// The pattern, if the colour has one.
    public var pattern: CGPattern? { patternObject as? CGPattern }
}
