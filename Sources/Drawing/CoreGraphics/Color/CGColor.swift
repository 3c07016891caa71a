import Foundation

/// A method of converting a colour into a space that can't represent it. Agate clips, whichever method is requested.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// The context's default: relative.
    case defaultIntent = 0
    /// Colours outside the space become the nearest ones. The paper's white is preserved.
    case absoluteColorimetric = 1
    /// Colours outside the space become the nearest ones. White becomes white.
    case relativeColorimetric = 2
    /// All colours are compressed together, which preserves their relations.
    case perceptual = 3
    /// Saturated colours stay saturated, at the expense of accuracy.
    case saturation = 4
}

/// A colour: a colour space, its components and an alpha.
///
/// A colour is immutable and thread-safe. Two colours are equal if their spaces and their components are equal. The same colour expressed
/// in two spaces is two unequal values.
public final class CGColor: Hashable, @unchecked Sendable {
    private let space: CGColorSpace
    // The components in order, then alpha: at most four and one. They are stored inline, because programs create thousands of colours.
    private let first: SIMD4<Double>
    private let opacity: Double
    /// The `CGPattern` of a colour of a pattern space.
    package let patternObject: AnyObject?

    /// The colour for the renderer: encoded sRGB with straight alpha. Components are beyond 0...1 if the colour is outside sRGB.
    package let rgba: SIMD4<Float>

    private init(space: CGColorSpace, _ components: SIMD4<Double>, alpha: CGFloat, pattern: AnyObject? = nil) {
        func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
        var kept = SIMD4(
            finite(components.x), finite(components.y), finite(components.z), finite(components.w))
        for index in space.numberOfComponents..<4 { kept[index] = 0 }
        self.space = space
        first = kept
        opacity = min(max(finite(Double(alpha)), 0), 1)
        patternObject = pattern

        let color: SIMD3<Double>
        // The colour beside a pattern belongs to the base space.
        let definition = (space.model == .pattern ? space.baseColorSpace ?? space : space).definition
        if definition.model == .rgb {
            color = definition.extendedSRGB(fromRGB: SIMD3(kept.x, kept.y, kept.z))
        } else {
            color = definition.extendedSRGB(from: [kept.x, kept.y, kept.z, kept.w].map { CGFloat($0) })
        }
        rgba = SIMD4(Float(color.x), Float(color.y), Float(color.z), Float(opacity))
    }

    /// Creates a colour of any space except a pattern space, for which the result is nil.
    /// - Parameters:
    ///   - space: the colour space.
    ///   - components: as many components as the space has, then alpha (0...1). NaN counts as 0.
    public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        guard space.model != .pattern else { return nil }
        let count = space.numberOfComponents
        var values = SIMD4<Double>()
        for index in 0..<count { values[index] = Double(components[index]) }
        self.init(space: space, values, alpha: components[count])
    }

    /// Creates a colour of sRGB.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(space: .standardRGB, SIMD4(Double(red), Double(green), Double(blue), 0), alpha: alpha)
    }

    /// Creates a colour of sRGB.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Creates a gray with a gamma of 2.2.
    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(space: .standardGray, SIMD4(Double(gray), 0, 0, 0), alpha: alpha)
    }

    /// Creates a gray with a gamma of 2.2.
    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
        self.init(gray: gray, alpha: alpha)
    }

    /// Creates a colour of the generic CMYK space.
    public convenience init(
        genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
    ) {
        self.init(
            space: .standardCMYK, SIMD4(Double(cyan), Double(magenta), Double(yellow), Double(black)), alpha: alpha)
    }

    /// Creates a colour from a pattern. Returns nil unless the space is a pattern space.
    /// - Parameters:
    ///   - space: a pattern space, with a base space if the pattern has no colours of its own.
    ///   - pattern: the `CGPattern`.
    ///   - components: the components of the base space, if there is one, then alpha.
    package convenience init?(patternSpace space: CGColorSpace, patternObject pattern: AnyObject, components: UnsafePointer<CGFloat>) {
        guard space.model == .pattern else { return nil }
        let count = space.numberOfComponents
        var values = SIMD4<Double>()
        for index in 0..<count { values[index] = Double(components[index]) }
        self.init(space: space, values, alpha: components[count], pattern: pattern)
    }

    /// Creates a colour of extended sRGB with straight alpha, the result of interpolation.
    package convenience init(rgba: SIMD4<Float>) {
        self.init(
            space: .extendedStandardRGB, SIMD4(Double(rgba.x), Double(rgba.y), Double(rgba.z), 0),
            alpha: CGFloat(rgba.w))
    }

    /// Black.
    public static let black = CGColor(gray: 0, alpha: 1)
    /// White.
    public static let white = CGColor(gray: 1, alpha: 1)
    /// Fully transparent black.
    public static let clear = CGColor(gray: 0, alpha: 0)

    /// The colour space.
    public var colorSpace: CGColorSpace? { space }

    /// The number of ``components``: those of the space, and alpha.
    public var numberOfComponents: Int { space.numberOfComponents + 1 }

    /// The components, as many as the space has, followed by alpha.
    public var components: [CGFloat]? {
        var all = (0..<space.numberOfComponents).map { CGFloat(first[$0]) }
        all.append(alpha)
        return all
    }

    /// The opacity, 0...1.
    public var alpha: CGFloat { CGFloat(opacity) }

    /// Returns the colour itself, which is immutable.
    public func copy() -> CGColor? { self }

    /// Returns the same colour with another alpha.
    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(space: space, first, alpha: alpha, pattern: patternObject)
    }

    /// Returns the same colour in another space, clipped unless that is an extended space. Returns nil from and to pattern spaces, and to
    /// indexed ones.
    /// - Parameters:
    ///   - intent: ignored.
    ///   - options: ignored.
    public func converted(
        to destination: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?
    ) -> CGColor? {
        if destination == space { return self }
        guard space.model != .pattern, destination.model != .pattern, destination.model != .indexed else { return nil }
        let values = (0..<space.numberOfComponents).map { CGFloat(first[$0]) }
        // Computed from the stored doubles, not from the renderer's floats.
        let color = space.definition.extendedSRGB(from: values)
        let own = destination.definition.components(fromExtendedSRGB: color)
        var kept = SIMD4<Double>()
        for (index, value) in own.enumerated() { kept[index] = Double(value) }
        return CGColor(space: destination, kept, alpha: alpha)
    }

    public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
        lhs === rhs
            || (lhs.first == rhs.first && lhs.opacity == rhs.opacity && lhs.space == rhs.space
                && lhs.patternObject === rhs.patternObject)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(space)
        hasher.combine(first)
        hasher.combine(opacity)
    }
}

extension CGColor: CustomStringConvertible {
    /// The space's name and the components.
    public var description: String {
        let values = (components ?? []).map { "\($0)" }.joined(separator: " ")
        return "CGColor(\(space.definition.name): \(values))"
    }
}

extension CGColor: _ExpressibleByColorLiteral {
    /// Creates a colour of sRGB from a colour literal.
    public convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
    }
}
