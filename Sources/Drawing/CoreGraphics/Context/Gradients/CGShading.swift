import AgateDiagnostics
import Foundation
import Raster

/// Colours along a line or between two circles, computed by a function.
///
/// The function is evaluated for 1024 colours, once, when the shading is created.
public final class CGShading {
    private enum Form {
        case axial(CGPoint, CGPoint)
        case radial(CGPoint, CGFloat, CGPoint, CGFloat)
    }

    private let form: Form
    let ramp: GradientRamp

    private init?(_ form: Form, _ space: CGColorSpace, _ function: CGFunction, _ start: Bool, _ end: Bool) {
        let count = space.numberOfComponents
        guard space.model != .pattern, function.outputs == count || function.outputs == count + 1 else {
            Diagnostic.report(
                "shading.invalid", "CGShading: the function has \(function.outputs) outputs, which do not match \(space.definition.name)")
            return nil
        }
        self.form = form
        ramp = GradientRamp(extendsStart: start, extendsEnd: end) { t in
            var components = function.values(CGFloat(t))
            if components.count == count { components.append(1) }
            return CGColor(colorSpace: space, components: components).map { PixelMath.premultiplied($0.rgba) } ?? 0
        }
    }

    /// Creates a shading along a line.
    /// - Parameters:
    ///   - space: the space of the colours.
    ///   - start: the point at which the function's input is 0.
    ///   - end: the point at which the function's input is 1.
    ///   - function: a function of one input, with as many outputs as the space has components, and optionally alpha. For other
    ///     functions, the result is nil and a diagnostic is reported.
    ///   - extendStart: true if the first colour extends before the start.
    ///   - extendEnd: true if the last colour extends after the end.
    public convenience init?(
        axialSpace space: CGColorSpace, start: CGPoint, end: CGPoint, function: CGFunction, extendStart: Bool, extendEnd: Bool
    ) {
        self.init(.axial(start, end), space, function, extendStart, extendEnd)
    }

    /// Creates a shading between two circles. See ``init(axialSpace:start:end:function:extendStart:extendEnd:)``.
    public convenience init?(
        radialSpace space: CGColorSpace, start: CGPoint, startRadius: CGFloat, end: CGPoint, endRadius: CGFloat, function: CGFunction,
        extendStart: Bool, extendEnd: Bool
    ) {
        self.init(.radial(start, startRadius, end, endRadius), space, function, extendStart, extendEnd)
    }

    func draw(into context: CGContext) {
        switch form {
        case .axial(let start, let end): context.drawLinear(ramp, start, end, "drawShading")
        case .radial(let start, let startRadius, let end, let endRadius):
            context.drawRadial(ramp, start, startRadius, end, endRadius, "drawShading")
        }
    }
}

extension CGContext {
    /// Paints the clip with a shading.
    public func drawShading(_ shading: CGShading) { shading.draw(into: self) }
}
